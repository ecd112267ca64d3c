"""Checks on validation: where each problem is, what was found, and what would be right."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pyengine.errors import InputError, InvalidBoardError
from pyengine.files.quoting import field_names
from pyengine.files.validation import validate
from pyengine.files.yaml_reading import parse
from pyengine.position.model import BoardFile


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


Whole = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]
Flag = Annotated[bool, Field(strict=True)]


def no_blanks(value: object) -> object:
    if isinstance(value, str) and value != value.strip():
        raise ValueError("a name has no blanks at its ends")
    return value


Name = Annotated[str, BeforeValidator(no_blanks), Field(min_length=1, max_length=200)]


class Amount(Strict):
    count: Whole
    when: Whole | None = None


Counters = dict[Name, Annotated[Amount, BeforeValidator(lambda n: {"count": n} if type(n) is int else n)]]


class Choice(Strict):
    plus: Whole | None = None
    minus: Whole | None = None

    @model_validator(mode="after")
    def _one(self) -> Choice:
        if (self.plus is None) == (self.minus is None):
            raise ValueError("expected exactly one of plus, minus")
        return self


class Permanent(Strict):
    id: Name
    tapped: Flag = False
    damage: Whole = 0
    counters: Counters = {}
    power: Whole | Literal["*"] | None = None
    zone: Literal["hand", "battlefield", "graveyard"] = "hand"
    side: Literal["front"] = "front"
    chance: Annotated[int, Field(ge=1)] = 1
    year: int = 2026
    choice: Name | Choice = "none"
    few: Annotated[tuple[Name, ...], Field(min_length=1, max_length=2)] = ("a",)


class Spell(Strict):
    id: Name
    source: Name
    chapter: Flag = False


class Board(Strict):
    battlefield: tuple[Permanent, ...] = ()
    stack: tuple[Permanent | Spell, ...] = ()
    choices: dict[str, Choice] = {}


def complaint(text: str, model: type[BaseModel] = Board, path: tuple[str | int, ...] = ()) -> str:
    with pytest.raises(InvalidBoardError) as caught:
        validate(model, parse(text, "b.yaml"), path, InvalidBoardError)
    error = caught.value
    assert str(error) == f"{error.where}: {error.message}"
    return str(error)


def test_valid() -> None:
    document = parse("battlefield: [{id: a, counters: {+1/+1: 3}, power: '*'}]")
    board = validate(Board, document)
    assert isinstance(board, Board)
    assert board.battlefield[0].counters["+1/+1"].count == 3
    assert validate(Permanent, document, ["battlefield", 0]) == board.battlefield[0]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("damage: abc", "25: at battlefield[0].damage: expected a whole number, found 'abc'"),
        ("damage: 1.5", "25: at battlefield[0].damage: expected a whole number, found 1.5"),
        ("damage: true", "25: at battlefield[0].damage: expected a whole number, found true"),
        ("damage: ", "25: at battlefield[0].damage: expected a whole number, found nothing"),
        ("damage: [1]", "25: at battlefield[0].damage: expected a whole number, found a list"),
        ("damage: '3'", "25: at battlefield[0].damage: expected a whole number, found '3'; write it without quotes"),
        ("damage: -3", "25: at battlefield[0].damage: expected a number from 0 to 1000000000, found -3"),
        (
            "damage: 1000000001",
            "25: at battlefield[0].damage: expected a number from 0 to 1000000000, found 1000000001",
        ),
        ("chance: 0", "25: at battlefield[0].chance: expected a number of at least 1, found 0"),
        ("year: x", "23: at battlefield[0].year: expected a whole number, found 'x'"),
        ("year: 1.5", "23: at battlefield[0].year: expected a whole number, found 1.5"),
        ("year: .nan", "23: at battlefield[0].year: expected a finite number, found nan"),
        (
            f"year: '{'9' * 5000}'",
            f"23: at battlefield[0].year: expected a smaller whole number, found '{'9' * 55}...'",
        ),
        ("tapped: yes", "25: at battlefield[0].tapped: expected true or false, found 'yes'"),
        ("tapped: 1", "25: at battlefield[0].tapped: expected true or false, found 1"),
        (
            "zone: library",
            "23: at battlefield[0].zone: expected one of 'hand', 'battlefield' or 'graveyard', found 'library'",
        ),
        (
            "zone: Graveyrd",
            (
                "23: at battlefield[0].zone: expected one of 'hand', 'battlefield' or 'graveyard', found 'Graveyrd'; "
                "did you mean 'graveyard'?"
            ),
        ),
        ("zone: 3", "23: at battlefield[0].zone: expected one of 'hand', 'battlefield' or 'graveyard', found 3"),
        ("side: b", "23: at battlefield[0].side: expected 'front', found 'b'"),
        ("power: x", "24: at battlefield[0].power: expected a whole number or '*', found 'x'"),
        ("power: -1", "24: at battlefield[0].power: expected a number from 0 to 1000000000 or '*', found -1"),
        (
            "choice: 3",
            "25: at battlefield[0].choice: expected text or a mapping, found 3; put it in quotes if it is text",
        ),
        (
            "choice: {plas: 3}",
            "26: at battlefield[0].choice: unknown field 'plas' (did you mean 'plus'?); expected one of plus, minus",
        ),
        ("few: []", "22: at battlefield[0].few: expected at least 1 entry, found 0"),
        ("few: [a, b, c]", "22: at battlefield[0].few: expected at most 2 entries, found 3"),
        ("few: a", "22: at battlefield[0].few: expected a list, found 'a'"),
        ("few: {a: b}", "22: at battlefield[0].few: expected a list, found a mapping"),
        ("few: [3]", "23: at battlefield[0].few[0]: expected text, found 3; put it in quotes if it is text"),
        (
            "few: [{G}]",
            "23: at battlefield[0].few[0]: expected text, found a mapping; put text that starts with { in quotes",
        ),
        (
            "few: [[G]]",
            "23: at battlefield[0].few[0]: expected text, found a list; put text that starts with [ in quotes",
        ),
        ("few: ['']", "23: at battlefield[0].few[0]: expected text of at least 1 character, found ''"),
        ("few: [' a']", "23: at battlefield[0].few[0]: a name has no blanks at its ends, found ' a'"),
        (
            f"few: [{'x' * 201}]",
            f"23: at battlefield[0].few[0]: expected text of at most 200 characters, found '{'x' * 55}...'",
        ),
        ("counters: 3", "27: at battlefield[0].counters: expected a mapping, found 3"),
        ("counters: {a: x}", "31: at battlefield[0].counters.a: expected a whole number or a mapping, found 'x'"),
        (
            "counters: {+1/+1: -1}",
            "35: at battlefield[0].counters.+1/+1: expected a number from 0 to 1000000000, found -1",
        ),
        ("counters: {a: {}}", "31: at battlefield[0].counters.a: 'count' is missing"),
        ("counters: {' a': 1}", "28: at battlefield[0].counters: a name has no blanks at its ends, found ' a'"),
        (
            "counters: {a.b: x}",
            "33: at battlefield[0].counters['a.b']: expected a whole number or a mapping, found 'x'",
        ),
    ],
)
def test_problem(fields: str, message: str) -> None:
    assert complaint(f"battlefield: [{{id: x,\n{' ' * 16}{fields}}}]") == f"b.yaml:2:{message}"


KNOWN = "id, tapped, damage, counters, power, zone, side, chance, year, choice, few"


def test_unknown_fields() -> None:
    assert complaint("battlefield:\n- id: a\n  tappd: true") == (
        f"b.yaml:3:3: at battlefield[0]: unknown field 'tappd' (did you mean 'tapped'?); expected one of {KNOWN}"
    )
    assert complaint("zzz: 1") == "b.yaml:1:1: unknown field 'zzz'; expected one of battlefield, stack, choices"
    assert "(did you mean 'stack'?)" in complaint("Stack: []")


def test_a_long_list_of_fields_is_shortened_to_the_nearest_first() -> None:
    few, many = [f"f{n}" for n in range(12)], [f"f{n}" for n in range(20)]
    assert field_names(few, ["f11"]) == ", ".join(few)
    assert field_names(many, ["f19", "f3"]) == (
        "f19, f3, f0, f1, f2, f4, f5, f6, f7, f8, f9, f10 and 8 more (`pyengine schema` lists them)"
    )
    message = complaint("battlefield: [{id: a, countres: {}}]\nplayers: {alice: {}}", BoardFile)
    assert "unknown field 'countres' (did you mean 'counters'?); expected one of counters, " in message
    assert message.endswith(" more (`pyengine schema` lists them)")


def test_missing() -> None:
    assert complaint("battlefield:\n- damage: 3\n") == "b.yaml:2:3: at battlefield[0]: 'id' is missing"
    assert complaint("{}", Spell) == "b.yaml:1:1: 'id' is missing\nb.yaml:1:1: 'source' is missing"


def test_wrong_root() -> None:
    assert complaint("- a") == "b.yaml:1:1: expected a mapping, found a list"
    assert complaint("null") == "b.yaml:1:1: expected a mapping, found nothing"


def test_model_validators() -> None:
    assert complaint("choices: {a: {}}") == "b.yaml:1:14: at choices.a: expected exactly one of plus, minus"


def test_only_the_likeliest_alternative_is_reported() -> None:
    assert complaint("stack: [{id: a, source: b, chaptr: true}]") == (
        "b.yaml:1:28: at stack[0]: unknown field 'chaptr' (did you mean 'chapter'?); "
        "expected one of id, source, chapter"
    )
    assert (
        complaint("stack: [{id: a, tapped: 3}]") == "b.yaml:1:25: at stack[0].tapped: expected true or false, found 3"
    )
    assert complaint("stack: [3]") == "b.yaml:1:9: at stack[0]: expected a mapping, found 3"


def test_several_problems_in_the_order_of_the_file() -> None:
    text = "battlefield:\n- zone: x\n  damage: abc\n  id: 3\n"
    assert complaint(text).splitlines() == [
        "b.yaml:2:9: at battlefield[0].zone: expected one of 'hand', 'battlefield' or 'graveyard', found 'x'",
        "b.yaml:3:11: at battlefield[0].damage: expected a whole number, found 'abc'",
        "b.yaml:4:7: at battlefield[0].id: expected text, found 3; put it in quotes if it is text",
    ]
    with pytest.raises(InputError) as caught:
        validate(Board, parse(text))
    assert type(caught.value) is InputError
    assert caught.value.where == "<text>:2:9"


def test_at_most_ten_problems() -> None:
    lines = complaint("battlefield:\n" + "- {}\n" * 13).splitlines()
    assert len(lines) == 11
    assert lines[9] == "b.yaml:11:3: at battlefield[9]: 'id' is missing"
    assert lines[10] == "and 3 more"
    assert len(complaint("battlefield:\n" + "- {}\n" * 10).splitlines()) == 10


def test_at_a_path() -> None:
    text = "a:\n  b:\n  - {id: 3, source: x}\n"
    assert complaint(text, Spell, ("a", "b", 0)) == (
        "b.yaml:3:10: at a.b[0].id: expected text, found 3; put it in quotes if it is text"
    )


def test_long_input_is_shortened() -> None:
    long = "x" * 100_000
    message = complaint(f"battlefield: [{{id: x, damage: {long}}}]")
    assert message.endswith("expected a whole number, found '" + "x" * 55 + "...'")
    for text in (
        f"? {long}\n: 1",
        f"battlefield: [{{id: {long}}}]",
        f"battlefield: [{{id: x, zone: {long}}}]",
        f"choices: {{? {long}\n : 3}}",
        f"battlefield: [{{id: x, counters: {{? {long}\n : x}}}}]",
    ):
        assert len(complaint(text)) < 400
    sixty = complaint(f"battlefield: [{{id: x, damage: {'y' * 58}}}]")
    assert sixty.endswith(f"found '{'y' * 58}'")


def test_only_the_first_of_many_problems_are_reported() -> None:
    document = parse("battlefield: [" + "{}," * 60_000 + "]")
    with pytest.raises(InputError, match=r"and 59990 more$"):
        validate(Board, document)
