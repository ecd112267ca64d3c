"""`pyengine view`."""

from __future__ import annotations

import argparse

from pyengine.cli import show as show_command
from pyengine.cli.common import LEGAL, Commands, board_argument, command, load, note_edition, show
from pyengine.errors import PyengineError


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    view = command(commands, "view", run)
    board_argument(view)
    view.set_defaults(object=None, line=False, yaml=False, all_notes=False)
    view.add_argument("--svg", action="store_true", help="print a picture of the board, of all of it without --as")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    if options.svg and options.json:
        raise PyengineError("view: expected one of --json and --svg")
    if options.player is None and not options.svg:
        return show_command.run(options)
    board = load(options)
    if options.svg:
        show(options, {}, board.picture().splitlines)
        return LEGAL
    show(options, board.to_data(), lambda: [board.to_yaml().rstrip("\n")])
    note_edition(board)
    return LEGAL
