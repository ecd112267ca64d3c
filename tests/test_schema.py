"""The published JSON Schemas accept what the program reads: shorthands, too."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyengine import cards, yamlfile
from pyengine.cli import main

ROOT = Path(__file__).parent.parent
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


@pytest.fixture
def schema(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    main(["schema", request.param])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def faults(value: Any, schema: Any, top: dict[str, Any], path: str = "") -> Iterator[str]:
    """Where a value is not what a schema says, as far as these schemas go."""
    if "$ref" in schema:
        yield from faults(value, top["$defs"][schema["$ref"].removeprefix("#/$defs/")], top, path)
    if "anyOf" in schema and not any(not list(faults(value, one, top)) for one in schema["anyOf"]):
        yield f"{path}: {value!r} is none of the alternatives"
    if value not in schema.get("enum", [value]) or schema.get("const", value) != value:
        yield f"{path}: {value!r} is no choice"
    wanted = TYPES.get(schema.get("type", ""), (object,))
    if not isinstance(value, wanted) or (wanted == (int,) and isinstance(value, bool)):
        yield f"{path}: {value!r} is no {schema['type']}"
    elif isinstance(value, dict):
        fields = schema.get("properties", {})
        yield from (f"{path}: no {name}" for name in schema.get("required", ()) if name not in value)
        for name, inner in value.items():
            within = fields.get(name, schema.get("additionalProperties", True))
            if within is False:
                yield f"{path}: {name} is unknown"
            elif within is not True:
                yield from faults(inner, within, top, f"{path}/{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from faults(inner, schema.get("items", {}), top, f"{path}/{number}")


@pytest.mark.parametrize("schema", ["board"], indirect=True)
def test_boards_fit_their_schema(schema: dict[str, Any]) -> None:
    for path in sorted((ROOT / "examples").glob("*.yaml")):
        assert not list(faults(yamlfile.read(path).data, schema, schema, path.name))
    assert list(faults({"players": {"alice": 3}}, schema, schema)) == ["/players/alice: 3 is none of the alternatives"]


@pytest.mark.parametrize("schema", ["scenario"], indirect=True)
def test_scenarios_fit_their_schema(schema: dict[str, Any]) -> None:
    for path in sorted((ROOT / "tests" / "scenarios").glob("*.yaml"))[::4]:
        assert not list(faults(yamlfile.read(path).data, {"items": schema}, schema, path.name))


@pytest.mark.parametrize("schema", ["card"], indirect=True)
def test_cards_fit_their_schema(schema: dict[str, Any]) -> None:
    for path in sorted(cards.DIRECTORY.rglob("*.yaml"))[::10]:
        assert not list(faults(yamlfile.read(path).data, schema, schema, path.name))
