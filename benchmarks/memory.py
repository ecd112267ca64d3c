"""How much memory a process takes that answers many different questions, one after the other.

    python benchmarks/memory.py [QUESTIONS]

Each question is about a random board of its own: a verdict, outcomes, a list of all actions, or a command.
"""

from __future__ import annotations

import contextlib
import io
import json
import resource
import sys
import tempfile
from itertools import islice
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from pyengine import Board, PyengineError  # noqa: E402
from pyengine.cli.main import main  # noqa: E402
from tests import generated  # noqa: E402

KINDS = ("check", "check", "check", "check", "outcomes", "check", "check", "list", "check", "command")


def ask(kind: str, random: Random, folder: Path) -> None:
    data = generated.board(random)
    phrase = generated.phrase(random, data)
    with contextlib.suppress(PyengineError):
        if kind == "command":
            path = folder / "board.json"
            path.write_text(json.dumps(data), encoding="utf-8")
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                main(["apply", str(path), phrase, "--limit", "3"])
            return
        board = Board.from_data(data)
        if kind == "check":
            board.check(phrase)
        elif kind == "outcomes":
            for outcome in islice(board.outcomes(phrase, settle=True), 5):
                assert outcome.log is not None
        else:
            assert len(board.candidate_actions)


def run(questions: int) -> None:
    random = Random(38)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(questions):
            ask(KINDS[number % len(KINDS)], random, Path(folder))
            if (number + 1) % max(1, questions // 10) == 0:
                most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                print(f"{number + 1:,} different questions: {most} MiB at most", flush=True)


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
