"""`pyengine status`."""

from __future__ import annotations

import argparse

from pyengine.cli.common import ILLEGAL, LEGAL, Commands, board_argument, command, load, note_edition, show


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    status = command(commands, "status", run)
    board_argument(status)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    board = load(options)
    status = board.status()
    show(options, [problem.to_json() for problem in status.problems], lambda: [str(status)])
    note_edition(board)
    return ILLEGAL if status else LEGAL
