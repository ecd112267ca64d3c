"""Instructions about cards in hands and libraries, such as draw, discard, mill and scry; and to fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyengine.actions.instructions import Instruction, OneObject
from pyengine.cards.well_formed import check_word
from pyengine.solving.terms import quote

LibraryPlace = Literal["top", "bottom"]


@dataclass(frozen=True)
class PlayerCards(Instruction):
    """So many cards of a player's hand or library."""

    ids = ("player",)
    of_players = ("player",)
    player: str
    n: int


class Draw(PlayerCards):
    """A player draws cards (121)."""

    predicate, form = "draws", "{player} draws {n}"


class Discard(PlayerCards):
    """A player discards cards of that player's choice (701.9)."""

    predicate, form = "discards", "{player} discards {n}"


class DiscardAtRandom(PlayerCards):
    """A player discards cards at random: each way it can turn out is an outcome."""

    predicate, form = "discards_at_random", "{player} discards {n}"


class Mill(PlayerCards):
    """A player mills cards (701.17)."""

    predicate, form = "mills", "{player} mills {n}"


class DiscardCard(OneObject):
    """Discard a certain card."""

    predicate, form = "discards_card", "discard {object}"


class Scry(PlayerCards):
    """A player scries (701.22)."""

    predicate, form = "scries", "{player} scries {n}"


class Surveil(PlayerCards):
    """A player surveils (701.25)."""

    predicate, form = "surveils", "{player} surveils {n}"


@dataclass(frozen=True)
class PutOnLibrary(Instruction):
    """Put an object on top of its owner's library, or on the bottom; several in any order (401.4)."""

    predicate = "puts_on_library"
    ids = ("object",)
    of_objects = ("object",)
    each = "object"
    object: str
    where: LibraryPlace

    def __post_init__(self) -> None:
        check_word(self.where, LibraryPlace, "place")

    def facts(self, instruction: str) -> list[str]:
        """What is put there, and where."""
        return [f"{self.predicate}({instruction},{quote(self.object)},{self.where})."]


class ShuffleIn(OneObject):
    """Shuffle an object into its owner's library."""

    predicate, form = "shuffles_in", "shuffle {object} into its owner's library"


class Explore(OneObject):
    """A permanent explores (701.44)."""

    predicate, form, each = "explores", "{object} explores", None

    def kinds(self) -> tuple[str, ...]:
        """The kind it may put."""
        return ("+1/+1",)


@dataclass(frozen=True)
class Connive(Instruction):
    """A permanent connives N (701.50)."""

    predicate = "connives"
    ids = ("object",)
    of_objects = ("object",)
    object: str
    n: int = 1

    def kinds(self) -> tuple[str, ...]:
        """The kind it may put."""
        return ("+1/+1",)


@dataclass(frozen=True)
class Fight(Instruction):
    """Two creatures fight (701.14)."""

    predicate, form = "fights", "{object} fights {other}"
    ids = ("object", "other")
    of_objects = ("object", "other")
    object: str
    other: str
