"""What `why` takes beside a plain verdict, and `enumerate` beside what clasp takes to enumerate the same program.

    python benchmarks/bulk.py

Ratios in one run; the milliseconds beside them are for orientation only.
"""

from __future__ import annotations

import multiprocessing.forkserver as forkserver
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from pyengine import Board  # noqa: E402
from pyengine.asking.open_outcomes import come_of  # noqa: E402
from pyengine.bulk import pieces, rows, workers  # noqa: E402
from pyengine.bulk.board_numbers import Boards  # noqa: E402
from pyengine.bulk.enumeration import EVERYTHING, Question  # noqa: E402
from pyengine.bulk.rows import lines  # noqa: E402
from pyengine.explain.derivation import derivation  # noqa: E402
from pyengine.explain.smallest_changes import smallest_changes  # noqa: E402
from pyengine.explain.why_illegal import minimal_reason, minimal_reasons  # noqa: E402
from pyengine.explain.why_not import why_not  # noqa: E402

BOARD, ACTION = ROOT / "examples" / "counters.yaml", "move a +1/+1 counter from bear to kite"
CARDS = ("Grizzly Bears", "Tatterkite", "Solemnity", "Hardened Scales")


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
    put, goal = "put a +1/+1 counter on bear", "bear has 4 +1/+1 counters"
    outcomes = least(lambda: list(fresh().outcomes(put))) - load
    taken = least(lambda: why_not(fresh(), [put], goal), 2) - load
    print(f"outcomes: {1000 * outcomes:.0f} ms; why something else is not one of them: {taken / outcomes:.1f} times")


def enumerating() -> None:
    """Rows against clasp's own enumeration of the same program, in which no model is read."""
    for ask, name in (("move a +1/+1 counter", "moves"), (EVERYTHING, "all that legal lists about counters")):
        question = Question(Boards(CARDS, 3, ("+1/+1",), 4), ask)
        boards = question.boards
        first, count = sum(map(boards.of_size, range(3))), boards.of_size(3)
        start = time.process_time()
        wrote = sum(text.count("\n") for text in lines(question, range(first, first + count)))
        taken = time.process_time() - start
        control = rows._answers(question)(None, ("o1", "o2", "o3"))._open._programs[0]._timeline.control
        solving = control.configuration.solve
        solving.models, solving.project = 0, "no"  # type: ignore[union-attr]
        start = time.process_time()
        control.solve()
        bare = time.process_time() - start
        assert control.statistics["summary"]["models"]["enumerated"] == count
        print(
            f"enumerate, {name}: {count / taken:,.0f} boards and {wrote / taken:,.0f} rows a second; clasp enumerates "
            f"{count / bare:,.0f} boards a second: {taken / bare:.1f} times as long"
        )


def with_outcomes() -> None:
    """Rows with what comes of each action, beside the same of one board after the other."""
    question = Question(Boards(CARDS, 3, ("+1/+1",), 4), outcomes=True)
    boards = question.boards
    first = sum(map(boards.of_size, range(3)))
    start = time.process_time()
    wrote = sum(text.count("\n") for text in lines(question, range(first, first + 20_000)))
    taken = (time.process_time() - start) / wrote
    alone = 0
    start = time.process_time()
    for number in range(first + 7000, first + 7003):
        board = boards.of(boards.board(number))
        for phrase in question.phrases(3):
            come_of(board, board.action(phrase))
            alone += 1
    each = (time.process_time() - start) / alone
    print(f"with outcomes, all that legal lists about counters: {1 / taken:,.0f} rows a second, on one board after ")
    print(f"  the other {1 / each:,.0f}: {each / taken:,.0f} times as fast")


def listing() -> None:
    """One listing after the other, as `legal` makes them."""
    boards = Boards(CARDS, 3, ("+1/+1",), 4)
    some = [boards.of(boards.board(number)) for number in range(2000, 2005)]
    start = time.process_time()
    for board in some:
        list(board.candidate_actions.where(verbs=["put", "remove", "move", "proliferate"], kinds=boards.kinds))
    print(f"legal, one board after the other: {len(some) / (time.process_time() - start):.0f} listings a second")


def processor_time() -> float:
    """Seconds that this process and those that it waited for have taken so far."""
    every = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in every)


def two_processes() -> None:
    """By the clock, and by processor time, which tells the same of two free cores where others keep them busy."""
    question = Question(Boards((*CARDS, "Branching Evolution"), 3, ("+1/+1",), 9), "put a +1/+1 counter")
    clock, taken = [], []
    for jobs in (1, 2):
        rows._answers.cache_clear()
        with tempfile.TemporaryDirectory() as place:
            start, before = time.perf_counter(), processor_time()
            folder = pieces.opened(question, out := Path(place) / "rows.jsonl")
            pieces.join(folder, out, left := pieces.left(folder), workers.work(folder, left, jobs))
            clock.append(time.perf_counter() - start)
            forkserver._forkserver._stop()  # type: ignore[attr-defined]  # only of what has ended it is known what it took
            taken.append(processor_time() - before)
    print(
        f"two processes: {clock[0] / clock[1]:.2f} times as fast on {question.boards.count():,} boards, that one writes"
    )
    print(f"  in {clock[0]:.0f} seconds; by processor time, {2 * taken[0] / taken[1]:.2f} on two free cores")


if __name__ == "__main__":
    explaining()
    listing()
    enumerating()
    with_outcomes()
    two_processes()
