"""Instructions to turn objects face up and face down, to manifest, to cloak and to exile face down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyengine.actions.instructions import Instruction, OneObject, listed_facts, x_facts
from pyengine.cards.listed_values import Listed
from pyengine.cards.well_formed import MalformedError, check_word, shown_digits
from pyengine.solving.terms import quote

MOST_CARDS = 100
"""How many cards off the top of a library one phrase manifests or cloaks at most."""

UpCost = Literal["morph", "megamorph", "disguise", "mana"]
How = Literal["manifest", "cloak"]


class TurnUp(OneObject):
    """Turn a permanent face up."""

    predicate, form = "turns_up", "turn {object} face up"


@dataclass(frozen=True)
class TurnDown(OneObject):
    """Turn a permanent face down, with the characteristics the effect lists, if it lists any."""

    predicate, form = "turns_down", "turn {object} face down"
    values: Listed | None = None

    def facts(self, instruction: str) -> list[str]:
        """That it is turned face down, and what is listed for it."""
        return [f"turns_down({instruction},{quote(self.object)}).", *listed_facts(instruction, self.values)]


@dataclass(frozen=True)
class TurnUpFor(Instruction):
    """Turn a permanent face up by paying one of the costs that allow it."""

    form = "turn {object} face up for its {procedure} cost"
    ids = ("object",)
    of_objects = ("object",)
    object: str
    procedure: UpCost
    x: int | None = None

    def __post_init__(self) -> None:
        check_word(self.procedure, UpCost, "cost")

    def facts(self, instruction: str) -> list[str]:
        """That it is turned face up, for which cost, and with which X in it."""
        turned, procedure = quote(self.object), quote(self.procedure)
        return [f"turns_up_for({instruction},{turned},{procedure}).", *x_facts(instruction, self.x)]


@dataclass(frozen=True)
class Manifest(Instruction):
    """Manifest or cloak a card."""

    predicate = "manifests"
    form = "{how} {object}"
    ids = ("object",)
    of_objects = ("object",)
    each = "object"
    object: str
    how: How = "manifest"

    def __post_init__(self) -> None:
        check_word(self.how, How, "way")


@dataclass(frozen=True)
class ManifestTop(Instruction):
    """Manifest or cloak the top cards of a player's library, one at a time."""

    ids = ("player",)
    player: str
    how: How = "manifest"
    count: int = 1

    def __post_init__(self) -> None:
        check_word(self.how, How, "way")
        if not 1 <= self.count <= MOST_CARDS:
            raise MalformedError(f"expected a number of cards from 1 to {MOST_CARDS}, found {shown_digits(self.count)}")

    def facts(self, instruction: str) -> list[str]:
        """That the top card is, or how many cards are."""
        several = [f"top_cards({instruction},{self.count})."] if self.count > 1 else []
        return [f"manifests_top({instruction},{quote(self.player)},{quote(self.how)}).", *several]


@dataclass(frozen=True)
class ManifestDread(Instruction):
    """Manifest dread."""

    predicate = "manifests_dread"
    form = "manifest dread"


@dataclass(frozen=True)
class ExileFaceDown(Instruction):
    """Exile an object face down; `players` may look at it."""

    form = "exile {object} face down"
    of_objects = ("object",)
    each = "object"
    object: str
    players: tuple[str, ...] = ()

    def facts(self, instruction: str) -> list[str]:
        """That it is exiled face down, and who looks at it."""
        looks = [f"looked_at_by({instruction},{quote(player)})." for player in self.players]
        return [f"exiles_face_down({instruction},{quote(self.object)}).", *looks]

    def names(self) -> tuple[str, ...]:
        """What is exiled, and who looks at it."""
        return (self.object, *self.players)

    def player_ids(self) -> tuple[str, ...]:
        """Who looks at it."""
        return self.players
