"""`pyengine schema`."""

from __future__ import annotations

import argparse
import json

from pyengine.cli.common import LEGAL, Commands, command


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    from pyengine.web import schemas

    schema = command(commands, "schema", run)
    schema.add_argument("format", nargs="?", choices=schemas.NAMES, default="board")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.web import schemas

    print(json.dumps(schemas.schema(options.format), indent=2))
    return LEGAL
