"""The JSON Schemas of files and answers: of `pyengine schema`, of the service, and in the wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyengine

if TYPE_CHECKING:
    from pyengine.files.fields import Model

NAMES = ("board", "card", "puzzle", "scenario", "answer")
"""The names of the schemas: of four formats of files, and of the answers."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema in which the formats are described."""


def schema(name: str) -> dict[str, Any]:
    """The schema of a format, with its `$id`. The models are imported when they are asked for."""
    return {"$schema": DIALECT, "$id": f"urn:pyengine:{pyengine.__version__}:{name}", **_described(name)}


def _described(name: str) -> dict[str, Any]:
    if name == "answer":
        from pyengine.answers import answer_models

        return answer_models.schema()
    from pyengine.files.fields import Model

    model = models()[name]
    _build(Model)
    return model.model_json_schema()


def _build(model: type[Model]) -> None:
    """Build all models, which wait for their first use: old versions of pydantic write no default of one that waits."""
    for one in model.__subclasses__():
        one.model_rebuild()
        _build(one)


def models() -> dict[str, type[Model]]:
    """The model of each format of files."""
    from pyengine.card_model.card import CardDefinition
    from pyengine.formats.puzzle_file import PuzzleFile
    from pyengine.position.model import BoardFile
    from pyengine.scenarios import Scenario

    return {"board": BoardFile, "card": CardDefinition, "puzzle": PuzzleFile, "scenario": Scenario}
