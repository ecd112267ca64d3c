"""What holds whatever is asked: what is remembered is bounded, answers can be copied, misuse is told in our words."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

from pyengine import Board
from pyengine.board import PROGRAMS_KEPT
from pyengine.memory import Memory
from tests.common import one

BOARD = one(", counters: {charge: 1}")


def test_what_a_board_remembers_is_bounded() -> None:
    board = Board.parse(BOARD)
    outcomes = [weakref.ref(board.outcomes(f"put {n} charge counters on bear")) for n in range(1, PROGRAMS_KEPT + 3)]
    gc.collect()
    assert [one() is None for one in outcomes] == [True, True] + [False] * PROGRAMS_KEPT
    assert board.outcomes(f"put {PROGRAMS_KEPT} charge counters on bear") is outcomes[PROGRAMS_KEPT - 1]()


def test_what_was_used_longest_ago_is_forgotten() -> None:
    memory: Memory[int] = Memory(2)
    assert [memory.recall(word, lambda: 1) for word in "abac"] == [1, 1, 1, 1]
    assert [memory.recall(word, lambda: 2) for word in "acb"] == [1, 1, 2]


def test_answers_can_be_pickled() -> None:
    board = Board.parse(BOARD)
    half = board.outcomes("proliferate")
    first = next(iter(half))
    for made in (pickle.loads(pickle.dumps(half)), copy.deepcopy(half)):
        assert next(iter(made)) == first
        assert set(made) == set(half)
        assert len(list(made)) == made.count() == 2
        assert made.verdicts == half.verdicts
    legal = pickle.loads(pickle.dumps(board.legal_actions))
    assert list(legal) == list(board.legal_actions)
    listing = pickle.loads(pickle.dumps(board.legal_actions.listing()))
    assert listing.outcomes() == board.legal_actions.listing().outcomes()
    for answer in (board.status(), board.check("proliferate"), dict(board.characteristics), first.log):
        assert pickle.loads(pickle.dumps(answer)) == answer
