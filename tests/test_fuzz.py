"""Odd and random inputs: boards, phrases, calls, commands, threads. Each is answered, or refused in our words.

`pytest -m fuzz` puts in 20,000; every run of the tests, 500. An input is made from its number alone, so that
`run(n)` shows again what number n found.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import json
import shlex
import threading
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from pyengine import Action, Board, Interrupted, PyengineError
from pyengine.bulk import batch
from pyengine.cli.main import main
from tests import generated

BOARD = {
    "players": {"alice": {"mana": "{G}{2}"}, "bob": {}},
    "battlefield": [
        {"id": "o0", "card": "Grizzly Bears", "controller": "alice", "counters": {"charge": 1}},
        {"id": "o1", "card": "Tatterkite", "controller": "bob"},
        {"id": "o2", "card": "Hidden Dragonslayer", "controller": "alice", "face_down": {"by": "morph"}},
    ],
    "hand": [{"id": "h", "card": "Memnite", "owner": "alice"}],
}
FIXED = Board.from_data(BOARD)
ODD = (
    None,
    True,
    -1,
    0,
    10**30,
    float("nan"),
    "",
    "o0",
    "alice",
    "\ud800",
    b"o0",
    [],
    ["o0"],
    {},
    {"o0": 1},
    ("put",),
    len,
)


def board_text(random: Random) -> None:
    data = generated.board(random)
    text = json.dumps(data) if random.random() < 0.5 else Board.from_data(data).to_yaml()
    board = Board.parse(generated.mangled(random, text))
    assert Board.parse(board.to_yaml()) == board


def board_data(random: Random) -> None:
    board = Board.from_data(generated.changed(random, generated.board(random)))
    assert board.normal_form() == board


def phrase(random: Random) -> None:
    text = generated.phrase(random, BOARD)
    if random.random() < 0.7:
        text = generated.mangled(random, text)
    else:
        words = [*text.split(), *generated.phrase(random, BOARD).split()]
        text = " ".join(random.sample(words, random.randint(1, len(words))))
    action = Action.parse(text)
    assert Action.parse(str(action)) == action
    FIXED.action(action)


def call(random: Random) -> None:
    one, other = random.choice(ODD), random.choice(ODD)
    board: Any = Board.from_data(BOARD)
    calls: tuple[Callable[[], object], ...] = (
        lambda: board.with_counters(one, other),
        lambda: board.with_counters("o0", {one: other} if isinstance(one, str) else one),
        lambda: board.with_status(one, tapped=other),
        lambda: board.with_rules(one),
        lambda: board.seen_by(one),
        lambda: board.legal_actions.where(verbs=one, objects=other),
        lambda: board.legal_actions.where(kinds=one),
        lambda: board.outcomes(*one if isinstance(one, list | tuple) else [one], timeout=other),
        lambda: board.outcomes("proliferate o0")[one],
        lambda: board.check(one),
        lambda: board.canonical_key(one),
        lambda: Board.parse(one, other),
        lambda: Board.from_data(one),
        lambda: one in board.legal_actions,
    )
    random.choice(calls)()


def command(random: Random) -> None:
    words = [
        *("legal", "check", "apply", "view", "status", "why", "solve", "rules", "cards", "batch", "schema", "prove")
    ]
    words += [*("--as", "--limit", "--rules", "--count", "--json", "--timeout", "--action", "put", "alice", "1", "-1")]
    words += ["examples/nowhere.yaml", "122.5", "Memnite", "--goal", "o0", "charge", generated.phrase(random, BOARD)]
    given = random.sample(words, random.randint(0, 5))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(given)
        except SystemExit as left:  # argparse
            code = left.code if isinstance(left.code, int) else -1
    assert code in (0, 1, 2, 3), (shlex.join(given), code)
    assert (code == 2) == (err.getvalue() != ""), (shlex.join(given), code, err.getvalue())
    assert "Traceback" not in err.getvalue()


def batch_line(random: Random) -> None:
    line = json.dumps({"board": BOARD, "action": generated.phrase(random, BOARD)})
    list(batch.answers([generated.mangled(random, line)]))


def question(random: Random) -> None:
    data = generated.board(random)
    board = Board.from_data(data)
    actions = [generated.phrase(random, data) for _ in range(random.choice((1, 1, 2)))]
    board.check(actions[0])
    outcomes = board.outcomes(*actions, timeout=20)
    for outcome in islice(outcomes, 3):
        assert outcome.log is not None
        assert outcome.board == Board.from_data(outcome.board.to_data()) == outcome.board.normal_form()


def threads(random: Random) -> None:
    data = generated.board(random)
    board = Board.from_data(data)
    phrases = [generated.phrase(random, data) for _ in range(2)]
    answers: list[object] = []

    def ask() -> None:
        for one in phrases:
            try:
                answers.append(
                    (str(board.check(one)), {outcome.changes for outcome in islice(board.outcomes(one), 30)})
                )
            except PyengineError as error:
                answers.append(str(error))
            except BaseException as error:
                answers.append(error)
                raise

    both = [threading.Thread(target=ask) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert len(answers) == 4
    for number in range(2):  # whatever their order, each answer is there twice
        assert answers.count(answers[number]) in (2, 4), answers


LINE = (
    "Alice (12 life, 3 poison, {G}{2}): Grizzly Bears (2 +1/+1, tapped), 2 Forest (as f); hand: Hooded Hydra "
    '| "Bob B": Vorinclex (as vor), Rancor (attached to vor), Forest (exiled_with: vor) | step = combat damage'
)


def board_line(random: Random) -> None:
    board = Board.from_line(generated.mangled(random, LINE))
    assert Board.from_line(board.to_line()) == board


def words_of_players(random: Random) -> None:
    said = random.choice(['activate wb: "put a"', "add two stun counters to Grizzly Bears", "kill wb, then sac wb"])
    Board.from_line("A: Walking Ballista (as wb), Grizzly Bears | B:").action(generated.mangled(random, said))


CHEAP = (board_text, board_line, words_of_players, board_data, phrase, phrase, call, command, batch_line)
KINDS = (*CHEAP * 5, question, question, threads)


def run(number: int) -> None:
    """The input of this number. What is refused in our words is fine."""
    random = Random(number)
    try:
        random.choice(KINDS)(random)
    except (PyengineError, IndexError) as error:
        assert str(error).strip()
        if isinstance(error, IndexError):
            assert "outcome" in str(error) or str(error).lstrip("-").isdecimal()
        assert not isinstance(error, Interrupted) or "limit" in str(error) or "too large" in str(error)


@pytest.mark.parametrize(
    "start", [*range(0, 500, 100), *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(500, 20_000, 100))]
)
def test_whatever_comes_in(start: int) -> None:
    faulthandler.dump_traceback_later(1800, exit=True)  # for what hangs
    broken = []
    for number in range(start, start + 100):
        try:
            run(number)
        except Exception as error:
            broken.append(f"run({number}): {type(error).__name__}: {str(error)[:300]}")
    faulthandler.cancel_dump_traceback_later()
    assert not broken, "\n".join(broken)
