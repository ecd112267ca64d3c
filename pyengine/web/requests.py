"""Requests of the service: what a client sends for each question, as models with limits."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Phrase = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, Field(max_length=200)]

BOARD = Field(
    description="A board as a board file has it, or the text of a board file. The service reads no files.",
    examples=[{"players": {"alice": {}, "bob": {}}, "battlefield": [{"id": "bear", "card": "Grizzly Bears"}]}],
)
MOST_OUTCOMES = 200
"""Largest number of outcomes in one answer."""


MOST_ROWS = 10_000
"""Largest number of rows in one answer."""


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Ask(_Request):
    """A question about a board."""

    board: dict[str, Any] | str = BOARD
    rules: Name | None = Field(None, description="The date of the rules, instead of the board's own.")
    viewer: Name | None = Field(None, alias="as", description="Ask about the board as this player sees it.")


class AskAction(Ask):
    """A question about one action."""

    action: Phrase = Field(description="The phrase of an action.", examples=["put a +1/+1 counter on bear"])


class AskActions(Ask):
    """A question about actions that are done one after the other."""

    actions: list[Phrase] = Field(min_length=1, max_length=50, examples=[["put a +1/+1 counter on bear"]])
    settle: bool = Field(False, description="Everything on the stack resolves in the end.")
    limit: int = Field(20, ge=1, le=MOST_OUTCOMES, description="The largest number of outcomes in the answer.")


class AskObject(Ask):
    """A question about one object."""

    object: Name = Field(description="An id, or the name of the card of one object.")


class AskDates(AskActions):
    """A question about two dates of the rules."""

    dates: tuple[Name, Name] = Field(examples=[["2009-10-01", "2026-09-25"]])


class AskLegal(Ask):
    """A question about all actions, or about those with these verbs, objects or kinds of counters."""

    verbs: list[Name] = Field(default=[], max_length=50)
    objects: list[Name] = Field(default=[], max_length=500)
    kinds: list[Name] = Field(default=[], max_length=50)


class AskLine(_Request):
    """A puzzle to solve: the text of a puzzle file, in YAML or in Forge's format."""

    puzzle: str | dict[str, Any]
    limit: int | None = Field(None, ge=0, le=1000, description="The largest number of steps.")
    adversarial: bool | None = Field(None, description="Opponents choose against the player.")


class AskProof(_Request):
    """A property to prove over all boards within bounds."""

    property: Name = Field(description="The name of a property that pyengine ships.")
    objects: int | None = Field(None, ge=1, le=10, description="The largest number of permanents on a board.")
    most: int | None = Field(None, ge=1, le=20, description="The largest number of counters of a kind.")
    steps: int | None = Field(None, ge=1, le=5, description="The largest number of actions in a row.")


class AskBoards(_Request):
    """Actions to judge on all boards within bounds, as `pyengine enumerate` does."""

    ask: list[Phrase] = Field(default=[], max_length=20, description="Phrases with {a}, {b}, {c}, {kind}, {player}.")
    cards: list[Name] = Field(default=[], max_length=20)
    abilities: list[Name] = Field(default=[], max_length=20)
    kinds: list[Name] = Field(default=[], max_length=10)
    objects: int | None = Field(None, ge=1, le=10, description="The largest number of permanents on a board.")
    most: int | None = Field(None, ge=0, le=20, description="The largest number of counters of a kind on each.")
    varies: list[Name] = Field(default=[], max_length=20)
    rules: Name | None = Field(None, description="The date of the rules.")
    every: bool = Field(False, description="Boards that differ in names alone as well.")
    outcomes: bool = Field(False, description="The outcomes of legal actions too.")
    limit: int = Field(1000, ge=0, le=MOST_ROWS, description="The largest number of rows in the answer.")


class AskRule(_Request):
    """A rule, by the number that it has in the newest edition, or had on a date."""

    number: str
    date: str | None = None


class Text(_Request):
    """Text that a person pasted: a board or puzzle in YAML or JSON, or a puzzle in Forge's format."""

    text: str
