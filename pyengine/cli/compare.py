"""`pyengine compare`."""

from __future__ import annotations

import argparse

from pyengine.cli.common import (
    BOARD_HELP,
    CUT_SHORT,
    ILLEGAL,
    LEGAL,
    Commands,
    command,
    show,
    timeout_argument,
)
from pyengine.errors import PyengineError


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    compare = command(commands, "compare", run)
    compare.add_argument("board", metavar="BOARD", help=BOARD_HELP)
    compare.add_argument(
        "asked", nargs="+", metavar="ACTION... DATE DATE", help="the actions in order, then the earlier and later date"
    )
    compare.add_argument("--as", dest="player", metavar="PLAYER", help="ask from what this player may see")
    compare.add_argument("--settle", action="store_true", help="let everything on the stack resolve after the actions")
    compare.add_argument("--markdown", action="store_true", help="print the report in Markdown")
    timeout_argument(compare)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code: 0 for the same answer, 1 for another, 3 in doubt."""
    *actions, first, second = options.asked if len(options.asked) > 1 else ("", "")
    if not first:
        raise PyengineError("compare: expected two dates at the end, as in 2009-09-04 2026-09-25")
    from pyengine.formats import board_reading

    board = board_reading.load(options.board)
    board = board if options.player is None else board.seen_by(options.player)
    found = board.compare(*actions, dates=(first, second), settle=options.settle, timeout=options.timeout)
    show(options, found.to_json(), found.markdown if options.markdown else found.lines, "compare")
    return {"same": LEGAL, "differs": ILLEGAL, "in doubt": CUT_SHORT}[found.result]
