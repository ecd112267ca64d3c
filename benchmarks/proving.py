"""What `prove` takes beside enumerating: the same property, asked of every board by itself.

    python benchmarks/proving.py

Ratios in one run. On a small space both go through it all: `enumerate` lists the outcomes of every move on every board,
each of which is then looked at. On a large one, what `enumerate` would take for the verdicts alone is what it takes for
some of them, times how many there are.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from pyengine.bulk.board_numbers import Boards  # noqa: E402
from pyengine.bulk.enumeration import Question  # noqa: E402
from pyengine.bulk.rows import lines  # noqa: E402
from pyengine.cards import catalog  # noqa: E402
from pyengine.proofs.prove import Proof, prove  # noqa: E402
from pyengine.proofs.space import Space  # noqa: E402

PROPERTY = "move_removes_and_puts"
CARDS = ("Grizzly Bears", "Tatterkite")
SMALL, LARGE = (2, ("+1/+1",), 1), (3, ("+1/+1", "-1/-1"), 4)
"""Permanents, kinds, and how many of each."""
BOARDS = 3000


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def proved(objects: int, kinds: tuple[str, ...], most: int) -> Proof:
    return prove(PROPERTY, Space({name: catalog.definition(name) for name in CARDS}, objects, kinds, most))


def lose_a_counter(question: Question) -> int:
    """On how many boards some move removes a counter and puts none."""
    found = 0
    for text in lines(question, range(question.boards.count())):
        for line in text.splitlines():
            found += any(len(changes) == 1 for changes in json.loads(line).get("outcomes", ()))
    return found


def rows_of_some(question: Question, start: int) -> int:
    """How many rows those of some boards are, that follow each other."""
    return sum(text.count("\n") for text in lines(question, range(start, start + BOARDS)))


def main() -> None:
    prove(PROPERTY, Space({CARDS[0]: catalog.definition(CARDS[0])}, 1, ("charge",), 1))  # what is read once
    taken, proof = seconds(lambda: proved(*SMALL))
    question = Question(Boards(CARDS, *SMALL), "move a +1/+1 counter", outcomes=True)
    listed, broken = seconds(lambda: lose_a_counter(question))
    assert proof.holds and not broken
    print(f"{proof.boards:,} boards: proved in {1000 * taken:.0f} ms")
    print(f"  every outcome enumerated: {listed / taken:.0f} times as long")
    taken, proof = seconds(lambda: proved(*LARGE))
    verdicts = Question(Boards(CARDS, *LARGE), ["move a +1/+1 counter", "move a -1/-1 counter"])
    boards = verdicts.boards.count()
    rows_of_some(verdicts, boards // 2)  # what is read and grounded once
    some, rows = seconds(lambda: rows_of_some(verdicts, 3 * boards // 4))
    whole = some / rows * verdicts.rows / taken
    print(f"{proof.boards:,} boards: proved in {1000 * taken:.0f} ms")
    print(f"  {verdicts.rows:,} verdicts enumerated, by what {rows:,} of them take: {whole:,.0f} times as long")


if __name__ == "__main__":
    main()
