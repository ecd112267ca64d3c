"""Corners that were slow, each in a process of its own; `--before` runs those of an older checkout in turn.

The least of a few runs counts, each on a new board, so that reading the rules, once in a process, does not.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from counters import board_text

from pyengine import Board

HERE = Path(__file__).resolve().parent
MOVE = "move a charge counter from o0 to o9"


def clock(run: Callable[[], object], repeats: int = 3) -> float:
    """The least milliseconds of processor that a run takes."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times) * 1e3


def fresh_check(permanents: int) -> float:
    text = board_text(permanents)
    return clock(lambda: Board.parse(text).check(MOVE))


def later_check(permanents: int) -> float:
    def ask() -> float:
        board = Board.parse(board_text(permanents))
        board.check("move a charge counter from o0 to o1")
        return clock(lambda: board.check(MOVE), 1)

    return min(ask() for _ in range(3))


def edited_check(permanents: int) -> float:
    def ask() -> float:
        board = Board.parse(board_text(permanents)).with_counters("o3", {"charge": 2})
        return clock(lambda: board.check(MOVE), 1)

    return min(ask() for _ in range(3))


def fresh_legal(permanents: int) -> float:
    text = board_text(permanents)
    verbs = ["put", "remove", "move"]
    return clock(lambda: list(Board.parse(text).candidate_actions.where(verbs=verbs)), 3 if permanents < 50 else 2)


def legal_floor(permanents: int) -> float:
    """The board read, and the program for just this question; its verdicts are compared with ours."""
    import clingo

    text = board_text(permanents)
    board = Board.parse(text)
    rules = (HERE / "legal_alone.lp").read_text(encoding="utf-8")

    def ask() -> clingo.Control:
        control = clingo.Control(["--warn=none"])
        control.add(rules + Board.parse(text).facts())
        control.ground([("base", [])])
        return control

    spent = clock(ask)
    control = ask()
    number = sum(1 for _ in control.symbolic_atoms.by_signature("allowed", 1))
    ours = board.legal_actions.where(verbs=["put", "remove", "move"], kinds=sorted(shown(board)))
    assert number == len(ours), (number, len(ours))
    return spent


def shown(board: object) -> set[str]:
    """The kinds of counters that are on something."""
    return {kind for name in (*board.objects, *board.model.players) for kind in board.counters(name)}


def many_checks(number: int) -> float:
    """Each of many boards, from its text, with one question; milliseconds of one."""
    texts = [board_text(4 + n % 9, 1 + n % 5, 1 + n % 3) for n in range(number)]
    phrases = [f"move a +1/+1 counter from o0 to o{1 + n % 3}" for n in range(number)]

    def ask() -> list[object]:
        asked = [(Board.parse(text), phrase) for text, phrase in zip(texts, phrases, strict=True)]
        together = getattr(__import__("pyengine.board").board, "check_many", None)
        return together(asked) if together else [board.check(phrase) for board, phrase in asked]

    return clock(ask) / number


def many_lists(number: int) -> float:
    """Each of many boards, from its text, with all placements, removals and moves; milliseconds of one."""
    texts = [board_text(4 + n % 9, 1 + n % 5, 1 + n % 3) for n in range(number)]

    def ask() -> list[object]:
        return [list(Board.parse(text).candidate_actions.where(verbs=["put", "remove", "move"])) for text in texts]

    return clock(ask) / number


def adders_and_doublers(number: int) -> float:
    cards = {
        f"{word} {n}": {"types": ["enchantment"], "abilities": [{"would_put": {"affects": {}, word: 2}}]}
        for word in ("plus", "times")
        for n in range(number)
    }
    field = [{"id": f"e{n}", "card": name, "controller": "alice"} for n, name in enumerate(cards)]
    field.append({"id": "o0", "card": "Grizzly Bears", "controller": "alice"})
    data = {"players": {"alice": {}, "bob": {}}, "cards": cards, "battlefield": field}
    return clock(lambda: list(Board.from_data(data).outcomes("put a charge counter on o0")), 2)


def further_instruction(permanents: int) -> float:
    """What each instruction after the first takes, of a sequence of eleven."""
    text = board_text(permanents)
    put = "put a charge counter on o9"
    one, eleven = (clock(lambda n=n: list(Board.parse(text).outcomes(*[put] * n))) for n in (1, 11))
    return (eleven - one) / 10


def proliferate(eligible: int) -> float:
    field = [
        {"id": f"o{n}", "card": "Grizzly Bears", "controller": "alice", "counters": {"charge": 1}}
        for n in range(eligible)
    ]
    data = {"players": {"alice": {}, "bob": {}}, "battlefield": field}
    return clock(lambda: list(Board.from_data(data).outcomes("proliferate")), 2)


def command(permanents: int) -> float:
    """`pyengine legal`, as it is installed, with outcomes: all that the process takes."""
    program = Path(sys.executable).parent / "pyengine"
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "board.json"
        path.write_text(board_text(permanents), encoding="utf-8")
        times = []
        for _ in range(3):
            before = os.times()
            subprocess.run([program, "legal", path], check=True, capture_output=True)
            after = os.times()
            times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(times) * 1e3


ROWS: dict[str, tuple[Callable[[int], float], int]] = {
    "a first `check`, 12 permanents": (fresh_check, 12),
    "the second, 12 permanents": (later_check, 12),
    "the first after an edit, 12 permanents": (edited_check, 12),
    "a first `check`, 64 permanents": (fresh_check, 64),
    "the second, 64 permanents": (later_check, 64),
    "the first after an edit, 64 permanents": (edited_check, 64),
    "a `check` of each of 200 boards": (many_checks, 200),
    "`legal`, verdicts, of each of 200 boards": (many_lists, 200),
    "`legal`, verdicts, 12 permanents": (fresh_legal, 12),
    "   a program for just this question": (legal_floor, 12),
    "`legal`, verdicts, 128 permanents": (fresh_legal, 128),
    "one placement, 5 adders and 5 doublers": (adders_and_doublers, 5),
    "one placement, 7 adders and 7 doublers": (adders_and_doublers, 7),
    "a further instruction, 12 permanents": (further_instruction, 12),
    "the 4,096 outcomes of a proliferate": (proliferate, 12),
    "`pyengine legal`, 4 permanents": (command, 4),
}


def run(row: int, checkout: Path, limit: float) -> str:
    """Milliseconds of a row, in the checkout."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(checkout), str(HERE)])}
    try:
        done = subprocess.run(
            [sys.executable, __file__, "--row", str(row)],
            cwd=checkout,
            env=environment,
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return f"> {limit:.0f} s"
    return f"{float(done.stdout):.1f} ms" if done.returncode == 0 else "fails: " + done.stderr.strip().split("\n")[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", metavar="DIRECTORY", type=Path, help="an older checkout to compare with")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a row (default 60)")
    parser.add_argument("--row", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row is not None:
        question, size = list(ROWS.values())[options.row]
        print(question(size))
        return
    checkouts = [*([options.before.resolve()] if options.before else []), HERE.parent]
    print(f"{'processor time':<44}" + "".join(f"{name:>14}" for name in ("before", "now")[-len(checkouts) :]))
    for number, name in enumerate(ROWS):
        found = [run(number, checkout, options.limit) for checkout in checkouts]
        print(f"{name:<44}" + "".join(f"{one:>14}" for one in found), flush=True)


if __name__ == "__main__":
    main()
