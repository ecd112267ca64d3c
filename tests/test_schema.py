"""The published JSON Schemas accept what the program reads: shorthands, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pyengine.cards import catalog
from pyengine.cli.main import main
from pyengine.files import yaml_reading

ROOT = Path(__file__).parent.parent
Validator = Callable[[str], Draft202012Validator]


@pytest.fixture
def published(capsys: pytest.CaptureFixture[str]) -> Validator:
    """What `pyengine schema` prints, to hold data against."""

    def validator(name: str) -> Draft202012Validator:
        main(["schema", name])
        schema: dict[str, Any] = json.loads(capsys.readouterr().out)
        Draft202012Validator.check_schema(schema)
        return Draft202012Validator(schema)

    return validator


def faults(schema: Draft202012Validator, data: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in schema.iter_errors(data)]


def test_puzzles_fit_their_schema(published: Validator) -> None:
    schema = published("puzzle")
    for path in sorted((ROOT / "examples" / "puzzles").glob("*.yaml")):
        assert faults(schema, yaml_reading.read(path).data) == [], path
    board = {"players": {"a": {}}, "goal": ["a has lost"], "allowed": [{"do": "tap b", "times": "any"}, "tap c"]}
    assert faults(schema, board) == []
    assert faults(schema, {**board, "allowed": "everything legal"}) == []
    assert faults(schema, {**board, "limit": -1}) != []


def test_boards_fit_their_schema(published: Validator) -> None:
    schema = published("board")
    for path in sorted((ROOT / "examples").glob("*.yaml")):
        assert faults(schema, yaml_reading.read(path).data) == [], path.name
    assert len(faults(schema, {"players": {"alice": 3}})) == 1


def test_scenarios_fit_their_schema(published: Validator) -> None:
    schema = published("scenario")
    for path in sorted((ROOT / "tests" / "scenarios").glob("*.yaml"))[::4]:
        for scenario in yaml_reading.read(path).data:
            assert faults(schema, scenario) == [], (path.name, scenario["name"])


def test_cards_fit_their_schema(published: Validator) -> None:
    schema = published("card")
    for path in sorted(catalog.DIRECTORY.glob("*.yaml")):
        for name, card in list(yaml_reading.read(path).data.items())[::10]:
            assert faults(schema, {"name": name, **card}) == [], name
