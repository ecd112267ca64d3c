"""`pyengine enumerate`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyengine.answers import terminal
from pyengine.answers.terminal import Line
from pyengine.cli.common import (
    BAD_INPUT,
    CUT_SHORT,
    INTERRUPTED,
    LEGAL,
    Commands,
    command,
    complain,
    positive,
    show,
    timeout_argument,
)
from pyengine.cli.spaces import add_bounds, given_bounds, of_file
from pyengine.errors import InputError
from pyengine.glossary.editions import NEWEST_DATE

if TYPE_CHECKING:
    from pyengine.bulk.enumeration import Question


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    listed = command(commands, "enumerate", run)
    listed.add_argument("space", nargs="?", metavar="SPACE", help="a file with any of the bounds below")
    add_bounds(listed, "else")
    listed.add_argument(
        "--ask",
        action="append",
        metavar="ACTION",
        help="'move a +1/+1 counter', or any phrase with {a}, {b}, {c}, {kind} and {player} (repeatable; default all "
        "that 'legal' lists about counters)",
    )
    listed.add_argument("--out", metavar="FILE", help="JSON lines, or Parquet if it ends in .parquet")
    listed.add_argument("--count", action="store_true", help="only say how many boards and rows there are")
    listed.add_argument("--every", action="store_true", help="boards that differ in names alone as well")
    listed.add_argument("--outcomes", action="store_true", help="write the outcomes of legal actions too; takes longer")
    listed.add_argument("--jobs", type=positive, default=1, metavar="N", help="number of processes")
    listed.add_argument("--dask", metavar="ADDRESS", help="let a Dask cluster do it; 'local' for one on this machine")
    timeout_argument(listed)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    if options.jobs > 1 and options.dask is None and options.out and not options.count:
        from pyengine.solving import processes

        processes.get_ready()
    from pyengine.bulk.board_families import all_count
    from pyengine.bulk.enumeration import MAX_ROWS

    question = _question(options)
    date = question.boards.rules or NEWEST_DATE
    data: dict[str, Any] = question.summary()
    if options.count:
        exactly = all_count(question.boards)
        data |= {"boards_are": "exactly" if exactly else "at most", "done": False}
        show(options, data, lambda: _count_lines(question, exactly), "enumerate", date)
        return LEGAL
    if not options.out:
        complain("expected --out FILE for the rows, or --count")
        return BAD_INPUT
    if question.rows > MAX_ROWS:
        complain(f"{question.rows:,} rows are too many to list; expected {MAX_ROWS:,} at most, or --count")
        return BAD_INPUT
    code, rows = _write(question, options)
    data |= {"rows": rows, "done": code == LEGAL}
    show(options, data, lambda: [f"{rows:,} rows: {options.out}"] if code == LEGAL else [], "enumerate", date)
    return code


def _question(options: argparse.Namespace) -> Question:
    """The question of the command line; options override the file."""
    from pyengine.bulk.board_numbers import Boards
    from pyengine.bulk.enumeration import EVERYTHING, Question

    given = given_bounds(options, options.space)
    with of_file(options.space):
        boards = Boards.within(given)
        boards.refuse_broken()
    return Question(boards, options.ask or EVERYTHING, options.every, options.outcomes).checked()


def _write(question: Question, options: argparse.Namespace) -> tuple[int, int]:
    """Work out what is left and write it; the exit code, and how many rows there are, or may be if it is not done."""
    from pyengine.bulk import pieces, workers
    from pyengine.solving.solver import Interrupted, deadline_after

    out = Path(options.out)
    if out.suffix == ".parquet":
        from pyengine.bulk import parquet

        parquet.arrow_package()
    if options.dask is not None:
        workers.dask_package()
    deadline = deadline_after(options.timeout)
    folder = None
    try:
        with pieces.alone(begun := pieces.opened(question, out)):
            folder = begun
            left = pieces.left(folder)
            _say(
                f"{question.boards.count(question.every):,} boards, {question.rows:,} rows in {question.cubes():,} "
                f"cubes, {len(left):,} of them to do"
            )
            done = workers.work(folder, left, options.jobs, options.dask, deadline)
            return LEGAL, pieces.join(folder, out, left, terminal.progress(done, "cubes", len(left)))
    except (Interrupted, KeyboardInterrupt) as why:
        part = f"{question.cubes() - len(pieces.left(pieces.folder_of(out))):,} of {question.cubes():,} cubes are done"
        complain(f"{str(why) or 'interrupted'}; {part}, and the same command goes on")
        return INTERRUPTED if isinstance(why, KeyboardInterrupt) else CUT_SHORT, question.rows
    except InputError:
        if folder is not None:
            pieces.forget(folder)
        raise
    except OSError as error:
        complain(
            f"{error.filename or out}: can't be written: {error.strerror or error}; what is done is kept, and the same "
            "command goes on"
        )
        return BAD_INPUT, question.rows


def _say(text: str) -> None:
    """How much there is to do, where somebody watches."""
    if sys.stderr.isatty():
        complain(text)


def _count_lines(question: Question, exactly: bool) -> Iterable[Line]:
    most = "" if exactly else "at most "
    yield f"{most}{question.boards.count(question.every):,} boards: {question.boards.words}"
    if not exactly:
        yield "those that contradict the rules are counted and not listed"
    yield f"{most}{question.rows:,} rows: {'; '.join(question.asks)}"
