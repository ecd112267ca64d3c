"""`pyengine enumerate`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from pyengine.tools.enumeration import Question


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    listed = command(
        commands, "enumerate", run, "write the verdict on an action on every board within bounds to a file"
    )
    listed.add_argument("space", nargs="?", metavar="SPACE", help="a file with cards, objects, kinds, most and rules")
    listed.add_argument("--card", action="append", metavar="NAME", help="a card the permanents may be (repeatable)")
    listed.add_argument("--kind", action="append", help="a kind of counter (repeatable; default +1/+1, -1/-1, charge)")
    listed.add_argument("--objects", type=positive, metavar="N", help="at most so many permanents (default 3)")
    listed.add_argument("--most", type=positive, metavar="N", help="at most so many of a kind on each (default 4)")
    listed.add_argument("--rules", metavar="DATE", help="the date whose rules apply")
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
    listed.add_argument("--outcomes", action="store_true", help="what comes of what is legal as well; takes longer")
    listed.add_argument("--jobs", type=positive, default=1, metavar="N", help="so many processes")
    listed.add_argument("--dask", metavar="ADDRESS", help="let a Dask cluster do it; 'local' for one on this machine")
    timeout_argument(listed)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.tools.enumeration import MAX_ROWS

    question = _question(options)
    count = {"boards": question.boards.count(question.every), "rows": question.rows, "cubes": question.cubes()}
    data = {**count, "space": question.boards.words, "ask": list(question.asks), "done": False}
    if options.count:
        show(options, data, lambda: _count_lines(question))
        return LEGAL
    if options.out is None:
        complain("expected --out FILE for the rows, or --count")
        return BAD_INPUT
    if question.rows > MAX_ROWS:
        complain(f"{question.rows:,} rows are too many to list; expected {MAX_ROWS:,} at most, or --count")
        return BAD_INPUT
    code = _write(question, options)
    show(options, {**data, "done": code == LEGAL}, lambda: _done_lines(question, options) if code == LEGAL else [])
    return code


def _question(options: argparse.Namespace) -> Question:
    """The question of the command line; what stands there counts more than what the file says."""
    from pyengine.cli.prove import DEFAULT_SPACE
    from pyengine.files import yaml_reading
    from pyengine.files.validation import validate
    from pyengine.tools.enumeration import EVERYTHING, Boards, Question, SpaceFile

    file = SpaceFile(cards=DEFAULT_SPACE)
    if options.space is not None:
        file = validate(SpaceFile, yaml_reading.read(options.space))
    boards = Boards(
        tuple(options.card or file.cards),
        options.objects or file.objects,
        tuple(options.kind or file.kinds),
        options.most or file.most,
        options.rules or file.rules,
    )
    return Question(boards, options.ask or EVERYTHING, options.every, options.outcomes)


def _write(question: Question, options: argparse.Namespace) -> int:
    """Work out what is left and write it."""
    from pyengine.solving.solver import Interrupted, deadline_after
    from pyengine.tools import cubes, spreading

    out = Path(options.out)
    if out.suffix == ".parquet":
        from pyengine.tools import parquet

        parquet.arrow_package()
    if options.dask is not None:
        spreading.dask_package()
    deadline = deadline_after(options.timeout)
    try:
        folder = cubes.opened(question, out)
        left = cubes.left(folder)
        _say(
            f"{question.boards.count(question.every):,} boards, {question.rows:,} rows in {question.cubes():,} cubes, "
            f"{len(left):,} of them to do"
        )
        done = spreading.work(folder, left, options.jobs, options.dask, deadline)
        just_written = {record["cube"] for record in terminal.progress(done, "cubes", len(left))}
        cubes.join(folder, out, just_written)
    except (Interrupted, KeyboardInterrupt) as why:
        part = f"{question.cubes() - len(cubes.left(cubes.folder_of(out))):,} of {question.cubes():,} cubes are done"
        complain(f"{str(why) or 'interrupted'}; {part}, and the same command goes on")
        return INTERRUPTED if isinstance(why, KeyboardInterrupt) else CUT_SHORT
    except OSError as error:
        complain(
            f"{error.filename or out}: can't be written: {error.strerror or error}; what is done is kept, and the same "
            "command goes on"
        )
        return BAD_INPUT
    return LEGAL


def _say(text: str) -> None:
    """How much there is to do, where somebody watches."""
    if sys.stderr.isatty():
        complain(text)


def _count_lines(question: Question) -> Iterable[Line]:
    yield f"{question.boards.count(question.every):,} boards: {question.boards.words}"
    yield f"{question.rows:,} rows: {'; '.join(question.asks)}"


def _done_lines(question: Question, options: argparse.Namespace) -> Iterable[Line]:
    yield f"{question.rows:,} rows on {question.boards.count(question.every):,} boards: {options.out}"
