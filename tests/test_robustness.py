"""What holds whatever is asked: what is remembered is bounded, answers can be copied, misuse is told in our words."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from pyengine import Action, Board, PyengineError
from pyengine.asking.memory import Memory, recent
from pyengine.cards import catalog
from pyengine.cli.main import main
from pyengine.explain import why_illegal
from pyengine.proofs import prove
from tests.common import one

BOARD = one(", counters: {charge: 1}")


def test_a_process_bounds_the_bytes_of_remembered_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is one for all boards: of many boards with a program each, the last ones are remembered."""
    boards = [Board.parse(BOARD) for _ in range(5)]
    weight = boards[0].outcomes("put 2 charge counters on bear").weight
    assert weight > 400_000
    monkeypatch.setattr(recent, "_most", 4 * weight)
    outcomes = [weakref.ref(board.outcomes("put a charge counter on bear")) for board in boards]
    kept = [one() is not None for one in outcomes]
    assert kept[-1] and 2 <= sum(kept) < len(boards)
    assert boards[-1].outcomes("put a charge counter on bear") is outcomes[-1]()


def test_a_board_that_is_forgotten_is_freed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cycle with a program in it would wait for the collector, which knows nothing of the memory of the solver."""
    gc.disable()
    try:
        board = Board.parse(BOARD)
        list(board.outcomes("put a charge counter on bear"))
        list(board.candidate_actions)
        gone = weakref.ref(board)
        monkeypatch.setattr(recent, "_most", 0)
        Board.parse(BOARD).outcomes("put a charge counter on bear")
        del board
        assert gone() is None
    finally:
        gc.enable()


def test_a_search_that_is_left_ends_quietly_with_the_program() -> None:
    """The memory outlives its users: what is left in it would be closed after the modules that it needs."""
    code = (
        "import atexit\natexit.register(lambda: print('kept' if recent._answers else 'forgotten'))\n"
        "from pyengine import Board\nfrom pyengine.asking.memory import recent\n"
        f"next(iter(Board.parse({BOARD!r}).outcomes('proliferate')))\nassert recent._answers\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("forgotten\n", "")


def test_a_command_within_a_process_does_not_keep_its_garbage(capsys: pytest.CaptureFixture[str]) -> None:
    """`gc.freeze` keeps all garbage in cycles that there is by then, and a process may run many commands."""
    frozen, thresholds = gc.get_freeze_count(), gc.get_threshold()
    assert main(["rules", "122.5"]) == 0
    assert (gc.get_freeze_count(), gc.get_threshold()) == (frozen, thresholds)


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


class Odd:
    """Something no argument can be."""

    def __repr__(self) -> str:
        return "odd"


ABSURD = (
    *(
        None,
        True,
        0,
        -1,
        10**30,
        1.5,
        float("nan"),
        float("inf"),
        -0.5,
        "",
        " ",
        "nobody",
        "2026-13-45",
        "\ud800",
        "x" * 5000,
    ),
    *("bear\0", b"bear", [], ["nobody"], [[]], {}, {"bear": 1}, {"bear": {"charge": -1}}, {1: 2}, set(), Odd(), len),
)
PUT = "put a charge counter on bear"


def walk(folder: Path) -> list[tuple[Callable[..., object], list[object], dict[str, object]]]:
    """Every public function with arguments that it takes."""
    board = Board.parse(BOARD)
    outcomes = board.outcomes("proliferate")
    space = prove.Space({"Grizzly Bears": catalog.definition("Grizzly Bears")}, 1, ["charge"], 1)
    return [
        (Board.load, [str(folder / "board.yaml")], {}),
        (Board.parse, [BOARD], {"name": "board"}),
        (Board.from_data, [{"players": {"alice": {}}}], {}),
        (board.save, [str(folder / "saved.yaml")], {}),
        (board.with_rules, ["2020-01-01"], {}),
        (board.with_counters, ["bear", {"charge": 1}], {}),
        (board.with_status, ["bear"], {"tapped": True, "phased_out": False}),
        (board.where, ["bear"], {}),
        (board.zone, ["bear"], {}),
        (board.owner, ["bear"], {}),
        (board.counters, ["bear"], {}),
        (board.card, ["Grizzly Bears"], {}),
        (board.seen_by, ["alice"], {}),
        (board.action, [PUT], {}),
        (board.actions, [[PUT]], {}),
        (board.check, [PUT], {}),
        (board.is_legal, [PUT], {}),
        (board.why_illegal, [PUT], {}),
        (board.require, ["bear"], {}),
        (lambda *actions, **limit: board.outcomes(*actions, **limit).count(), [PUT, PUT], {"timeout": 100.0}),
        (lambda index: outcomes[index], [0], {}),
        (lambda action: action in board.legal_actions, [PUT], {}),
        (board.legal_actions.where, [], {"verbs": ["put"], "objects": ["bear"], "kinds": ["charge"]}),
        (board.legal_actions.where(verbs=["proliferate"]).listing, [], {"timeout": 100}),
        (Action.parse, [PUT], {}),
        (board.solve, ["bear has 2 charge counters", [PUT]], {"timeout": 100}),
        (lambda name, **limit: prove.prove(name, space, **limit), ["move_keeps_the_total"], {"timeout": 100}),
        (lambda **of: prove.prove("move_keeps_the_total", replace(space, **of)), [], vars(space)),
        (partial(why_illegal.minimal_reason, board), [PUT], {}),
        (catalog.find, ["Grizzly Bears"], {}),
        (catalog.definition, ["Grizzly Bears"], {}),
    ]


def test_whatever_is_given_is_answered_or_refused_in_our_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where boards are saved under odd names
    (tmp_path / "board.yaml").write_text(BOARD)
    broken = []
    for function, arguments, named in walk(tmp_path):
        function(*arguments, **named)
        for place in [*range(len(arguments)), *named]:
            for absurd in ABSURD:
                given, of = list(arguments), dict(named)
                if isinstance(place, int):
                    given[place] = absurd
                else:
                    of[place] = absurd
                try:
                    function(*given, **of)
                except PyengineError as error:
                    assert str(error).strip()
                except (IndexError, OSError) as error:  # no such outcome; what the system says of a file
                    assert isinstance(absurd, int if isinstance(error, IndexError) else str)
                except Exception as error:
                    name = getattr(function, "__qualname__", function)
                    broken.append(f"{name} {place} {absurd!r:.30}: {type(error).__name__} {error!s:.60}")
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("name", ["objects", "model", "characteristics", "new", "legal_actions"])
def test_a_board_does_not_change(name: str) -> None:
    board = Board.parse(BOARD)
    with pytest.raises(AttributeError, match="boards do not change"):
        setattr(board, name, {})
    with pytest.raises(AttributeError, match="boards do not change"):
        delattr(board, name)
    assert board.objects["bear"].id == "bear"
