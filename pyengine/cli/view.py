"""`pyengine view`."""

from __future__ import annotations

import argparse

from pyengine.cli.common import LEGAL, Commands, board_argument, command, load, show
from pyengine.errors import PyengineError


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    view = command(commands, "view", run, "show the board as one player is entitled to see it, as a board file")
    board_argument(view)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    if options.player is None:
        raise PyengineError("view: expected --as PLAYER")
    board = load(options)
    show(options, board.to_data(), lambda: [board.to_yaml().rstrip("\n")])
    return LEGAL
