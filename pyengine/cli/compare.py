"""`pyengine compare`."""

from __future__ import annotations

import argparse
import re

from pyengine.cli.common import (
    BOARD_HELP,
    CUT_SHORT,
    ILLEGAL,
    LEGAL,
    Commands,
    Stop,
    command,
    show,
    timeout_argument,
)
from pyengine.cli.spaces import add_bounds, given_bounds, of_file
from pyengine.errors import PyengineError
from pyengine.glossary.editions import date_named

_CODES = {"same": LEGAL, "differs": ILLEGAL, "in doubt": CUT_SHORT}
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_BOUNDS = ("card", "ability", "kind", "objects", "most", "vary", "about")


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    compare = command(commands, "compare", run)
    compare.add_argument("board", metavar="BOARD", nargs="?", help=f"{BOARD_HELP}; left out for all boards")
    compare.add_argument(
        "asked", nargs="*", metavar="ACTION... DATE DATE", help="the actions in order, then the earlier and later date"
    )
    compare.add_argument("--as", dest="player", metavar="PLAYER", help="ask from what this player may see")
    compare.add_argument("--settle", action="store_true", help="let everything on the stack resolve after the actions")
    compare.add_argument("--markdown", action="store_true", help="print the report in Markdown")
    compare.add_argument("--space", metavar="FILE", help="all boards within the bounds of a file, as for 'prove'")
    compare.add_argument("--about", action="append", metavar="VERB", help="of all boards: what is done (repeatable)")
    add_bounds(compare, "of all boards; else", dated=False)
    timeout_argument(compare)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code: 0 for the same answer, 1 for another, 3 in doubt."""
    words = [date_named(one) for one in (options.board, *options.asked) if one is not None]
    bounds = [f"--{name}" for name in _BOUNDS if getattr(options, name)]
    all_boards = options.space is not None or (len(words) == 2 and all(map(_DATE.fullmatch, words)))
    if all_boards and len(words) != 2:
        raise PyengineError("compare: expected two dates alone for all boards, as in 2009-09-04 2026-09-25")
    if len(words) < 2 + (not all_boards):
        raise PyengineError("compare: expected two dates at the end, as in 2009-09-04 2026-09-25")
    if not all_boards:
        if bounds:
            raise PyengineError(f"compare: {bounds[0]} is about all boards, and goes with two dates alone")
        return _one_board(options, *words)
    for name, given in (("--as", options.player), ("--settle", options.settle)):
        if given:
            raise PyengineError(f"compare: {name} is about one board")
    return _all_boards(options, *words)


def _one_board(options: argparse.Namespace, where: str, *asked: str) -> int:
    from pyengine.formats import board_reading

    *actions, first, second = asked
    board = board_reading.load(where)
    board = board if options.player is None else board.seen_by(options.player)
    found = board.compare(*actions, dates=(first, second), settle=options.settle, timeout=options.timeout)
    show(options, found.to_json(), found.markdown if options.markdown else found.lines, "compare")
    return _CODES[found.result]


def _all_boards(options: argparse.Namespace, first: str, second: str) -> int:
    from pyengine.answers.verdicts import latest
    from pyengine.proofs import two_editions

    given = given_bounds(options, options.space)
    stop = Stop()
    with of_file(options.space):
        known = two_editions.search(first, second, given, options.about or (), timeout=options.timeout)
        found = latest(stop.until(known))
    for note in stop.notes:
        found = found.stopped(note)
    show(options, found.to_json(), found.markdown if options.markdown else found.lines, "compare boards")
    return stop.code(True, _CODES[found.result])
