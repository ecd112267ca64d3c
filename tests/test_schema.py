"""The published JSON Schemas accept what the program reads: shorthands, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pyengine.answers.answer_models import ANSWERS
from pyengine.answers.notes import WORDS_ALONE
from pyengine.cards import catalog
from pyengine.cli.main import main
from pyengine.files import yaml_reading
from pyengine.glossary.editions import NEWEST_DATE

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


# --- answers ---------------------------------------------------------------------------------------------------

COUNTERS = str(ROOT / "examples" / "counters.yaml")
PUZZLES = ROOT / "examples" / "puzzles"
SMALL = "alice: Grizzly Bears (as bear, 2 +1/+1) | bob:"
ASKED = [
    ("check", ["check", COUNTERS, "move a +1/+1 counter from bear to kite"]),
    ("check", ["check", COUNTERS, "tap bear, then untap bear"]),
    ("apply", ["apply", COUNTERS, "put a +1/+1 counter on bear"]),
    ("apply", ["apply", COUNTERS, "put a +1/+1 counter on bear", "--count"]),
    ("apply", ["apply", str(ROOT / "examples" / "face_down.yaml"), "turn slayer face up for its megamorph cost"]),
    ("legal", ["legal", COUNTERS, "--kind", "+1/+1"]),
    ("legal", ["legal", COUNTERS, "--no-outcomes"]),
    ("legal", ["legal", str(ROOT / "examples" / "stack.yaml"), "--action", "use", "--limit", "1"]),
    ("show", ["show", COUNTERS]),
    ("show object", ["show", COUNTERS, "bear"]),
    ("check", ["check", COUNTERS, "proliferate", "--rules", "2009-10-01"]),
    ("solve", ["solve", f"{PUZZLES}/shield.yaml", "--all"]),
    ("solve", ["solve", f"{PUZZLES}/whatever_he_does.yaml", "--adversarial", "--tries"]),
    ("solve hint", ["solve", f"{PUZZLES}/shield.yaml", "--hint"]),
    ("why", ["why", COUNTERS, "move a +1/+1 counter from bear to kite", "--changes", "1"]),
    ("why that", ["why", SMALL, "proliferate", "--that", "+1/+1 counters on bear = 3"]),
    ("why not", ["why", SMALL, "proliferate", "--not", "+1/+1 counters on bear = 4", "--changes", "1"]),
    ("prove", ["prove", "move_removes_and_puts", "--objects", "1", "--most", "1"]),
]


@pytest.mark.parametrize(("name", "command"), ASKED)
def test_answers_fit_their_models_and_the_schema(
    name: str, command: list[str], published: Validator, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = published("answer")
    assert main([*command, "--json"]) in (0, 1)
    answer = json.loads(capsys.readouterr().out)
    read = ANSWERS[name].model_validate(answer, strict=True)
    assert read.model_dump(exclude_unset=True, by_alias=True) == answer, "a field that no model has would be left out"
    assert faults(schema, answer) == []
    assert answer["about"]["format"] == name
    assert answer["about"]["date"] == (command[-1] if "--rules" in command else NEWEST_DATE)
    notes = [one["code"] for one in answer.get("caveat_codes", ())]
    assert WORDS_ALONE not in notes


def test_the_schema_of_answers_refuses_other_data(published: Validator) -> None:
    schema = published("answer")
    assert faults(schema, {"action": "proliferate", "legal": "yes"}) != []
    assert {one["title"] for one in schema.schema["anyOf"]} == ANSWERS.keys()


@pytest.mark.parametrize("name", ["board", "card", "puzzle", "scenario", "answer"])
def test_schemas_have_an_id(name: str, published: Validator) -> None:
    assert published(name).schema["$id"].endswith(f":{name}")
