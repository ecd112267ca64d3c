"""What `why` takes beside a plain verdict, and `enumerate` beside what the solver alone takes for the same programs.

    python benchmarks/bulk.py

Ratios in one run; the milliseconds beside them are for orientation only.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import clingo  # noqa: E402

from pyengine import Board  # noqa: E402
from pyengine.tools import cubes, spreading  # noqa: E402
from pyengine.tools.changes import smallest_changes  # noqa: E402
from pyengine.tools.derivation import derivation  # noqa: E402
from pyengine.tools.enumeration import Boards, Question  # noqa: E402
from pyengine.tools.why import minimal_reason, minimal_reasons  # noqa: E402

BOARD, ACTION = ROOT / "examples" / "counters.yaml", "move a +1/+1 counter from bear to kite"
CARDS = ("Grizzly Bears", "Tatterkite", "Solemnity", "Hardened Scales")
ROWS = 4000


def least(work: Callable[[], object], times: int = 5) -> float:
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def explaining() -> None:
    def fresh() -> Board:
        return Board.load(BOARD)

    load = least(fresh)
    check = least(lambda: fresh().check(ACTION)) - load
    print(f"check: {1000 * check:.0f} ms; as many times as long takes")
    for name, work in (
        ("the first reason, with the verdict", minimal_reason),
        ("all reasons, with the verdict", minimal_reasons),
        ("the smallest changes, with the verdict", smallest_changes),
        ("the derivation, with the verdict", derivation),
    ):
        print(f"  {name}: {(least(lambda work=work: work(fresh(), ACTION)) - load) / check:.1f}")


class InSolver:
    """How long the solver takes of all: reading and grounding programs."""

    def __enter__(self) -> InSolver:
        self.seconds = 0.0
        self._before = clingo.Control.add, clingo.Control.ground
        for name in ("add", "ground"):
            setattr(clingo.Control, name, self._timed(getattr(clingo.Control, name)))
        return self

    def _timed(self, call: Callable[..., object]) -> Callable[..., object]:
        def timed(*arguments: object, **named: object) -> object:
            start = time.process_time()
            try:
                return call(*arguments, **named)
            finally:
                self.seconds += time.process_time() - start

        return timed

    def __exit__(self, *_: object) -> None:
        clingo.Control.add, clingo.Control.ground = self._before  # type: ignore[method-assign]


def enumerating() -> None:
    question = Question(Boards(CARDS, 3, ("+1/+1",), 2), "move a +1/+1 counter")
    list(islice(question.rows_of_cube(2), ROWS))
    with InSolver() as solver:
        taken = least(lambda: list(islice(question.rows_of_cube(2), ROWS)), 1)
    print(
        f"enumerate: {ROWS / taken:.0f} rows a second, {taken / solver.seconds:.1f} times what the solver takes of it"
    )
    seconds = []
    for jobs in (1, 2):
        with tempfile.TemporaryDirectory() as place:
            folder = cubes.opened(question, Path(place) / "rows.jsonl")
            start = time.perf_counter()
            list(spreading.work(folder, cubes.left(folder)[:4], jobs))
            seconds.append(time.perf_counter() - start)
    print(f"two processes: {seconds[0] / seconds[1]:.2f} times as fast as one")


if __name__ == "__main__":
    explaining()
    enumerating()
