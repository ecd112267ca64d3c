"""The shapes of answers in JSON, as models: their schema is published, and tests hold every answer against them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

BoardData = Annotated[dict[str, Any], Field(description="a board, as `pyengine schema board` describes it")]
Data = Annotated[
    list[Any], Field(description="what it is about: ids, kinds, numbers, in the order of the term in asp/")
]


class _Shape(BaseModel):
    """A part of an answer. Later versions may add fields, so the published schema allows others."""


class ReasonShape(_Shape):
    """A reason why something can't be done."""

    code: str = Field(description="the name of the reason, for programs")
    rule: str = Field(description="the number of the rule, on the date of the board")
    data: Data
    text: str = Field(description="the reason in words, which may change")


class EventShape(ReasonShape):
    """One thing that happened."""

    time: int = Field(description="events of one time happen at once")


class _Noted(_Shape):
    complete: bool = Field(description="false if a limit cut the answer short")
    caveats: list[str] = Field(description="what is not modelled and could have changed the answer")
    other_caveats: list[str] = Field(description="what is not modelled and could not have changed it")


class VerdictShape(_Noted):
    """The verdict on one action: the answer of `check`."""

    action: str
    legal: bool
    reasons: list[ReasonShape] = Field(description="why it is illegal; empty if it is legal")
    rules: list[str] = Field(description="the rules that decide it")
    ignored: list[ReasonShape] = Field(description="parts of a legal action that can't be done (101.3)")
    steps: list[VerdictShape] = Field(description="of `X, then Y`: the verdict on each")


class CharacteristicsShape(_Shape):
    """The characteristics of an object after all effects (613)."""

    name: str | None
    power: int | None
    toughness: int | None
    mana_value: int
    colors: list[str]
    supertypes: list[str]
    types: list[str]
    subtypes: list[str]
    keywords: list[str]


class ChangesShape(_Shape):
    """Changes of a board, and the events that led to them."""

    changes: list[str] = Field(description="the changes in words, which may change")
    log: list[EventShape]


class OutcomeShape(ChangesShape):
    """One outcome."""

    board: BoardData
    characteristics: dict[str, CharacteristicsShape] | None = Field(description="by id; null if not asked for")
    payments: int = Field(1, description="the number of ways to pay that lead there")


class OutcomesShape(_Noted):
    """The answer of `apply`."""

    actions: list[VerdictShape]
    count: int = Field(description="how many outcomes there are; of these, at least the listed ones are known")
    outcomes: list[OutcomeShape]


class ListedShape(VerdictShape):
    """An action in the answer of `legal`."""

    outcomes: list[ChangesShape] = Field([], description="of a legal action, unless outcomes were not asked for")
    outcomes_count: int = 0


class ListingShape(_Noted):
    """The answer of `legal`."""

    actions: list[ListedShape]


class ShownShape(_Shape):
    """The answer of `show` about a board."""

    board: BoardData
    characteristics: dict[str, CharacteristicsShape]
    caveats: list[str]
    other_caveats: list[str]


class StepShape(ReasonShape):
    """A step on the way to the characteristics of an object."""

    layer: str


class ObjectShape(_Shape):
    """The answer of `show` about an object."""

    id: str
    characteristics: CharacteristicsShape | None
    steps: list[StepShape]
    caveats: list[str]
    other_caveats: list[str]


ANSWERS: dict[str, type[BaseModel]] = {
    "check": VerdictShape,
    "apply": OutcomesShape,
    "legal": ListingShape,
    "show": ShownShape,
    "show object": ObjectShape,
}
"""The models of answers, by the commands that give them."""


def schema() -> dict[str, Any]:
    """The JSON Schema of these answers, each by its name under `$defs`; an answer is one of them."""
    from pydantic.json_schema import models_json_schema

    _, found = models_json_schema([(model, "serialization") for model in ANSWERS.values()])
    return {
        "title": "answers",
        "description": "Answers of pyengine with --json; those of batch also have `line`, or `error` alone.",
        "anyOf": [{"$ref": f"#/$defs/{model.__name__}", "title": name} for name, model in ANSWERS.items()],
        "$defs": found["$defs"],
    }
