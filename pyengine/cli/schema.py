"""`pyengine schema`."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

import pyengine
from pyengine.cli.common import LEGAL, Commands, command

if TYPE_CHECKING:
    from pyengine.files.fields import Model


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    schema = command(commands, "schema", run)
    schema.add_argument("format", nargs="?", choices=["board", "card", "puzzle", "scenario", "answer"], default="board")


DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema in which the formats are described."""


def models() -> dict[str, type[Model]]:
    """The model of each file format; they are imported when they are asked for."""
    from pyengine.card_model.card import CardDefinition
    from pyengine.formats.puzzle_file import PuzzleFile
    from pyengine.position.model import BoardFile
    from pyengine.scenarios import Scenario

    return {"board": BoardFile, "card": CardDefinition, "puzzle": PuzzleFile, "scenario": Scenario}


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    if options.format == "answer":
        from pyengine.answers import answer_models

        found = answer_models.schema()
    else:
        found = models()[options.format].model_json_schema()
    name = f"urn:pyengine:{pyengine.__version__}:{options.format}"
    print(json.dumps({"$schema": DIALECT, "$id": name, **found}, indent=2))
    return LEGAL
