"""`pyengine schema`."""

from __future__ import annotations

import argparse
import json

from pyengine.cli.common import LEGAL, Commands, command


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    schema = command(commands, "schema", run, "print the JSON Schema of a file format")
    schema.add_argument("format", nargs="?", choices=["board", "card", "puzzle", "scenario"], default="board")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.cards.vocabulary.card import CardDefinition
    from pyengine.files.fields import Model
    from pyengine.position.model import BoardFile
    from pyengine.tools.puzzle_file import PuzzleFile
    from pyengine.tools.scenarios import Scenario

    models: dict[str, type[Model]] = {
        "board": BoardFile,
        "card": CardDefinition,
        "puzzle": PuzzleFile,
        "scenario": Scenario,
    }
    model = models[options.format]
    print(json.dumps(model.model_json_schema(), indent=2))
    return LEGAL
