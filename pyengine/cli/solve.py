"""`pyengine solve`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import replace

from pyengine.answers import terminal
from pyengine.answers.terminal import Line
from pyengine.cli.common import (
    ILLEGAL,
    LEGAL,
    STANDARD_INPUT,
    Commands,
    Stop,
    all_notes_argument,
    caveat_lines,
    command,
    other_lines,
    positive,
    show,
    timeout_argument,
)


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    solve = command(commands, "solve", run, "find the shortest line of a puzzle, or prove that there is none")
    solve.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file (YAML or JSON), - for standard input")
    solve.add_argument("--goal", action="append", default=[], metavar="GOAL", help="a further goal; may be repeated")
    solve.add_argument(
        "--allow", action="append", default=[], metavar="ACTION", help="a further action that may be used, once"
    )
    solve.add_argument("--limit", type=positive, metavar="N", help="steps at most")
    solve.add_argument("--all", action="store_true", help="all shortest lines, and how many there are")
    solve.add_argument("--hint", action="store_true", help="only the next step")
    solve.add_argument(
        "--fewest",
        default="steps",
        choices=["steps", "mana", "cards", "counters", "life"],
        help="what the line is to need the fewest of (default steps)",
    )
    all_notes_argument(solve)
    timeout_argument(solve)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.answers import display
    from pyengine.answers.verdicts import latest
    from pyengine.files import yaml_reading
    from pyengine.tools import puzzle_file

    if options.puzzle == STANDARD_INPUT:
        puzzle = puzzle_file.of(yaml_reading.parse(sys.stdin.buffer.read(), "<standard input>"))
    else:
        puzzle = puzzle_file.load(options.puzzle)
    puzzle = replace(puzzle, goals=tuple(options.goal), actions=tuple(options.allow))
    task = puzzle.task(limit=options.limit, fewest=options.fewest, all_lines=options.all)
    stop = Stop()
    known = stop.until(puzzle.board.search(task, timeout=options.timeout))
    found = latest(terminal.watched(known, lambda one: one.status))
    for note in stop.notes:
        found = found.stopped(note.removeprefix("cut short: "))
    data = {"hint": found.hint, "answer": found.answer} if options.hint else found.to_json()

    def lines() -> Iterable[Line]:
        if options.hint:
            yield f"next step: {found.hint}" if found.hint is not None else found.headline()
        else:
            yield from found.words()
            if len(found.lines) == 1 and found.lines[0].steps:
                yield from display.board_lines(found.lines[0].steps[-1].outcome.board)
        yield from caveat_lines(found.caveats)
        yield from other_lines(options, found.other_caveats)

    show(options, data, lines)
    decided = found.answer in ("found", "none")
    return stop.code(decided, LEGAL if found else ILLEGAL)
