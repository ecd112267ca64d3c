"""Print the figures that pyengine should reach, each beside what is wanted: one run, processor time, one table.

    python benchmarks/table.py [--against DIRECTORY] [--rows TEXT] [--runs N]

Each figure is measured in a process of its own, the least of a few runs. `--against` measures another checkout in
turn, so that a busy machine slows both. Each checkout is first installed into a folder of its own, without what it
depends on. `--tests` and `--memory` add the two figures that take long.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
MOVE = "move a charge counter from o0 to o9"
PUT = "put a charge counter on o9"
COUNTER_VERBS = ["put", "remove", "move"]


# --- what is measured: each gives milliseconds, unless its row has another unit ------------------------------------


def first_check() -> float:
    from counters import board_text

    import pyengine.asking.judging  # noqa: F401
    from pyengine import Board

    board = Board.parse(board_text(12))
    begin = time.process_time()
    board.check(MOVE)
    return (time.process_time() - begin) * 1e3


def corner(name: str, size: int) -> Callable[[], float]:
    """Return the measure of a row of `corners.py`."""

    def measured() -> float:
        import corners

        found: float = getattr(corners, name)(size)
        return found

    return measured


def against_alone() -> float:
    """Return how many times as long `legal` takes as a program for just its question."""
    import corners

    return float(corners.fresh_legal(12) / corners.legal_floor(12))


def a_second(name: str) -> Callable[[], float]:
    return lambda: 1000 / corner(name, 200)()


def outcomes(text: Callable[[], str], *actions: str, settle: bool = False) -> Callable[[], float]:
    def measured() -> float:
        from corners import clock

        from pyengine import Board

        board = text()
        return float(clock(lambda: list(Board.parse(board).outcomes(*actions, settle=settle)), 5))

    return measured


def twelve() -> str:
    from counters import board_text

    return str(board_text(12))


def twenty() -> str:
    """Twenty permanents of the library, many with abilities that trigger."""
    names = ("Hardened Scales", "Doubling Season", "The Ozolith", "Tatterkite", "Cathars' Crusade", "Grizzly Bears")
    field = "".join(f'  - {{id: o{n}, card: "{names[n % 6]}", controller: alice}}\n' for n in range(20))
    return f"players: {{alice: {{}}, bob: {{}}}}\nbattlefield:\n{field}"


def stack() -> str:
    return (EXAMPLES / "stack.yaml").read_text(encoding="utf-8")


def solved(name: str) -> Callable[[], float]:
    def measured() -> float:
        from pyengine.cli.main import main

        begin = time.process_time()
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(["solve", str(EXAMPLES / "puzzles" / f"{name}.yaml")]) in (0, 1)
        return time.process_time() - begin

    return measured


def large_listing() -> float:
    from counters import board_text

    from pyengine import Board

    text = board_text(256)
    begin = time.process_time()
    assert list(Board.parse(text).candidate_actions.where(verbs=COUNTER_VERBS))
    return time.process_time() - begin


def large_memory() -> float:
    large_listing()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def uses_and_attacks() -> float:
    """Return what a listing takes that another engine in Python, sereilly/mtg-engine, makes of 58 choices in 20 ms."""
    from corners import clock

    from pyengine import Board

    field = ("Grizzly Bears", "Triskelion", "Hill Giant", "Walking Ballista", "Memnite", "Hardened Scales")
    theirs = ("Llanowar Elves", "Grizzly Bears", "Hill Giant")
    hand = ("Battlegrowth", "Burst of Strength", "Giant Growth", "Grizzly Bears", "Forest")
    counters = {"+1/+1": 3}
    data = {
        "players": {"alice": {"mana": "{4}{G}{G}"}, "bob": {}},
        "battlefield": [
            *({"id": f"o{n}", "card": one, "controller": "alice", "counters": counters} for n, one in enumerate(field)),
            *({"id": f"f{n}", "card": "Forest", "controller": "alice"} for n in range(2)),
            *({"id": f"t{n}", "card": one, "controller": "bob"} for n, one in enumerate(theirs)),
        ],
        "hand": [{"id": f"h{n}", "card": one, "owner": "alice"} for n, one in enumerate(hand)],
    }
    verbs = ["use", "attack"]
    assert len(Board.from_data(data).candidate_actions.where(verbs=verbs)) == 55
    return float(clock(lambda: list(Board.from_data(data).candidate_actions.where(verbs=verbs)), 5))


def command(*arguments: str) -> Callable[[], float]:
    """Return a measure of the installed program: all that its process takes."""

    def measured() -> float:
        code = "import sys; from pyengine.__main__ import run; sys.exit(run())"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3

    return measured


def all_tests() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=HERE.parent, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / 60


def memory() -> float:
    done = subprocess.run([sys.executable, HERE / "memory.py"], capture_output=True, text=True, check=True)
    return float(re.findall(r"(\d+) MiB", done.stdout)[-1])


class Row(NamedTuple):
    """A figure."""

    name: str
    unit: str
    wanted: float
    measure: Callable[[], float]
    more_is_better: bool = False
    once: bool = False
    """True for what takes so long that one run is enough."""


COUNTERS, FACE_DOWN = str(EXAMPLES / "counters.yaml"), str(EXAMPLES / "face_down.yaml")
REFUSED = "move a +1/+1 counter from bear to kite"
ROWS = (
    Row("the first `check` of a process, 12 permanents", "ms", 5, first_check),
    Row("`check`, 12 permanents, in a warm process", "ms", 2, corner("fresh_check", 12)),
    Row("`legal`, verdicts, against a program for it alone", "times", 1.5, against_alone),
    Row("checks a second, of different boards", "", 2000, a_second("many_checks"), more_is_better=True),
    Row("full listings a second, of different boards", "", 300, a_second("many_lists"), more_is_better=True),
    Row("`apply`, one put", "ms", 8, outcomes(twelve, "put two +1/+1 counters on o6")),
    Row("`apply`, a further instruction", "ms", 5, corner("further_instruction", 12)),
    Row(
        "`apply --settle`, `examples/stack.yaml`",
        "ms",
        30,
        outcomes(stack, "activate ability 1 of cultivator targeting bear", settle=True),
    ),
    Row(
        "a counter put among 20 permanents, settled",
        "ms",
        80,
        outcomes(twenty, "put a +1/+1 counter on o5", settle=True),
    ),
    Row("`solve`, `twelve_steps`", "s", 1, solved("twelve_steps"), once=True),
    Row("`solve`, `ammunition`", "s", 0.7, solved("ammunition"), once=True),
    Row("`legal`, verdicts, 256 permanents", "s", 0.5, large_listing),
    Row("its memory", "MiB", 150, large_memory, once=True),
    Row("7 adders and 7 doublers, all outcomes", "ms", 200, corner("adders_and_doublers", 7)),
    Row("installed `pyengine --version`", "ms", 40, command("--version")),
    Row("installed `pyengine check`, 5 permanents", "ms", 150, command("check", COUNTERS, REFUSED)),
    Row("installed `pyengine legal`, with outcomes, 5 permanents", "ms", 200, command("legal", COUNTERS)),
    Row("installed `pyengine why`, a refused action", "ms", 500, command("why", COUNTERS, REFUSED)),
    Row(
        "installed `pyengine why --that`",
        "ms",
        500,
        command("why", COUNTERS, "put a +1/+1 counter on bear", "--that", "+1/+1 counters on bear = 4"),
    ),
    Row("55 choices of 11 permanents and 5 cards in hand, listed", "ms", 20, uses_and_attacks),
    Row("all tests", "minutes", 6, all_tests, once=True),
    Row("10,000 different questions in one process", "MiB", 400, memory, once=True),
)
LONG = {"all tests": "tests", "10,000 different questions in one process": "memory"}
"""Figures that are measured only if asked for, by the option that does."""


# --- the table -----------------------------------------------------------------------------------------------------


def installed(checkout: Path, folder: str) -> Path:
    """Install a checkout, without what it depends on, into a folder of its own."""
    target = Path(folder) / f"installed-{abs(hash(checkout))}"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--target", str(target), str(checkout)], check=True)
    return target


def measured(number: int, package: Path) -> float | None:
    """Measure a row with a package, in a process of its own; None if it fails there."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(HERE)])}
    row = [sys.executable, str(HERE / "table.py"), "--row", str(number)]
    done = subprocess.run(row, cwd=package, env=environment, capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def lines(asked: list[int], packages: list[Path], runs: int) -> Iterator[str]:
    """Yield the table, line by line."""
    against = len(packages) > 1
    yield "| figure | wanted | now |" + (" before | now to before |" if against else "")
    yield "|---|---|---|" + ("---|---|" if against else "")
    for number in asked:
        row = ROWS[number]
        found: list[list[float]] = [[] for _ in packages]
        for _ in range(1 if row.once else runs):
            for values, package in zip(found, packages, strict=True):
                value = measured(number, package)
                values += [] if value is None else [value]
        best = [(max if row.more_is_better else min)(values, default=None) for values in found]
        told = [_figure(one, row.unit) for one in best]
        if against:
            told.append(f"{best[0] / best[1]:.2f}" if best[0] is not None and best[1] else "")
        yield f"| {row.name} | {_figure(row.wanted, row.unit)} | {' | '.join(told)} |"


def _figure(value: float | None, unit: str) -> str:
    if value is None:
        return "fails"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f} {unit}".strip() if value != int(value) else f"{value:,.0f} {unit}".strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--against", metavar="DIRECTORY", type=Path, help="another checkout to compare with")
    parser.add_argument("--rows", metavar="TEXT", default="", help="only figures with this text in their names")
    parser.add_argument("--runs", type=int, default=3, help="processes of each figure, of which the least counts")
    parser.add_argument("--tests", action="store_true", help="also run all tests")
    parser.add_argument("--memory", action="store_true", help="also ask 10,000 questions in one process")
    parser.add_argument("--row", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row is not None:
        print(ROWS[options.row].measure())
        return
    asked = [
        number
        for number, row in enumerate(ROWS)
        if options.rows in row.name and (row.name not in LONG or getattr(options, LONG[row.name]))
    ]
    with tempfile.TemporaryDirectory() as folder:
        checkouts = [HERE.parent, *([options.against.resolve()] if options.against else [])]
        packages = [installed(one, folder) for one in checkouts]
        for line in lines(asked, packages, options.runs):
            print(line, flush=True)


if __name__ == "__main__":
    main()
