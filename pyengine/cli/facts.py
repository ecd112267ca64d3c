"""`pyengine facts`."""

from __future__ import annotations

import argparse

from pyengine.cli.common import LEGAL, Commands, board_argument, command, load, show


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    facts = command(commands, "facts", run)
    board_argument(facts)
    facts.add_argument("actions", nargs="*", metavar="ACTION", help="actions that are done one after the other")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.asking import programs

    board = load(options)
    lines = board.facts().splitlines()
    asked = programs.action_facts(board, board.actions(options.actions)).splitlines() if options.actions else []
    show(options, {"board": lines, "actions": asked}, lambda: [*lines, *asked], "facts")
    return LEGAL
