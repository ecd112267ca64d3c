"""Cost of answers by clingo alone and by plans in Python and in C: least processor time of several runs, in turn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from counters import board_text

from pyengine import Board

RUNS = 9
EVALUATORS = ("clingo", "python", "c")
BOARD = board_text(12)
STACK = (Path(__file__).parent.parent / "examples" / "stack.yaml").read_text(encoding="utf-8")

QUESTIONS: dict[str, Callable[[], object]] = {
    "`check`, 12 permanents": lambda: Board.parse(BOARD).check("move a charge counter from o0 to o9"),
    "`legal`, verdicts, 12 permanents": lambda: list(
        Board.parse(BOARD).candidate_actions.where(verbs=["put", "remove", "move"])
    ),
    "`apply`, one put": lambda: list(Board.parse(BOARD).outcomes("put two +1/+1 counters on o6")),
    "`apply`, six puts": lambda: list(Board.parse(BOARD).outcomes(*["put a charge counter on o9"] * 6)),
    "`apply --settle`, `examples/stack.yaml`": lambda: list(
        Board.parse(STACK).outcomes("activate ability 1 of cultivator targeting bear", settle=True)
    ),
}

FIRST = f"""
import sys, time
sys.path[:0] = {sys.path!r}
import pyengine.asking.judging
from pyengine import Board
board = Board.parse({json.dumps(BOARD)})
begin = time.process_time()
board.check("move a charge counter from o0 to o9")
print(time.process_time() - begin)
"""


def least(run: Callable[[], object]) -> float:
    """Least cost of several runs, the first of which fills what is remembered."""
    found = []
    for _ in range(1 + RUNS):
        begin = time.process_time()
        run()
        found.append(time.process_time() - begin)
    return min(found)


def of_process(evaluator: str, *arguments: str) -> str:
    """Output of a process of its own: an evaluator slows down the next one in the same process."""
    environment = os.environ | {"PYENGINE_EVALUATOR": evaluator}
    run = [sys.executable, *arguments]
    return subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout


def main() -> None:
    rows: dict[str, list[float]] = {}
    for evaluator in EVALUATORS:
        first = min(float(of_process(evaluator, "-c", FIRST)) for _ in range(3))
        found = {"the first `check` of a process": first, **json.loads(of_process(evaluator, __file__, "one"))}
        for question, seconds in found.items():
            rows.setdefault(question, []).append(1000 * seconds)
    print("| milliseconds of processor time | clingo alone | plans in Python | plans in C |\n|---|---|---|---|")
    for question, by in rows.items():
        print(f"| {question} | " + " | ".join(f"{one:.1f}" for one in by) + " |")


if __name__ == "__main__":
    if sys.argv[1:] == ["one"]:
        print(json.dumps({question: least(run) for question, run in QUESTIONS.items()}))
    else:
        main()
