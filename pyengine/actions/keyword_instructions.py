"""Instructions of keyword actions that put counters: adapt, bolster, support, time travel, amass and the like."""

from __future__ import annotations

from dataclasses import dataclass

from pyengine.actions.instructions import Instruction
from pyengine.cards.tokens import INCUBATOR, army, spirit
from pyengine.cards.well_formed import check_name
from pyengine.solving.terms import quote


@dataclass(frozen=True)
class PermanentAction(Instruction):
    """A keyword action that a permanent is told to do, with a number."""

    ids = ("object",)
    of_objects = ("object",)
    each = "object"
    object: str
    count: int


class Adapt(PermanentAction):
    """Adapt N: put N +1/+1 counters on a permanent that has none (701.46)."""

    predicate, form = "adapts", "adapt {count} on {object}"


class Monstrosity(PermanentAction):
    """Monstrosity N: put N +1/+1 counters on a permanent that isn't monstrous, which it becomes (701.37)."""

    predicate, form = "makes_monstrous", "monstrosity {count} on {object}"


class Renown(PermanentAction):
    """Renown N: put N +1/+1 counters on a permanent that isn't renowned, which it becomes (702.112)."""

    predicate, form = "makes_renowned", "renown {count} on {object}"


@dataclass(frozen=True)
class PlayerAction(Instruction):
    """A keyword action that a player does with a creature of their choice."""

    count: int


class Bolster(PlayerAction):
    """Bolster N: put N +1/+1 counters on a creature with the least toughness (701.39)."""

    predicate, form = "bolsters", "bolster {count}"


class Blight(PlayerAction):
    """Blight N: put N -1/-1 counters on a creature (701.68)."""

    predicate, form = "blights", "blight {count}"


@dataclass(frozen=True)
class Support(Instruction):
    """Support N: put a +1/+1 counter on each of up to N creatures (701.41); other than `source`, if it is one's."""

    count: int
    creatures: tuple[str, ...] = ()
    source: str | None = None

    def facts(self, instruction: str) -> list[str]:
        """That it supports, whom, and which permanent's ability says so, if one's does."""
        source = [] if self.source is None else [f"supports_from({instruction},{quote(self.source)})."]
        return [
            f"supports({instruction},{self.count}).",
            *source,
            *(f"supports_creature({instruction},{quote(name)})." for name in self.creatures),
        ]

    def names(self) -> tuple[str, ...]:
        """The creatures, and what supports them."""
        return self.creatures if self.source is None else (*self.creatures, self.source)

    def object_ids(self) -> tuple[str, ...]:
        """All of them."""
        return self.names()


@dataclass(frozen=True)
class TimeTravel(Instruction):
    """Time travel: put or remove a time counter on any number of one's permanents and suspended cards (701.56)."""

    predicate, form = "time_travels", "time travel"


@dataclass(frozen=True)
class TokenAction(Instruction):
    """A keyword action that may create a token; `token` is the id it gets."""

    count: int
    token: str

    def makes(self) -> tuple[str, ...]:
        """The token."""
        return (self.token,)

    def tokens(self) -> tuple[tuple[str, str], ...]:
        """The token, with its card."""
        return ((self.token, self.card()),)

    def card(self) -> str:
        """The card that says what the token is."""
        raise NotImplementedError

    def kinds(self) -> tuple[str, ...]:
        """The kind it puts."""
        return ("+1/+1",)


@dataclass(frozen=True)
class Incubate(TokenAction):
    """Incubate N: create an Incubator token with N +1/+1 counters (701.53)."""

    form = "incubate {count} creating {token}"
    ids = ("token",)

    def facts(self, instruction: str) -> list[str]:
        """That it is created, and with how many counters."""
        token = quote(self.token)
        counters = [f'enters_with_counters({instruction},{token},"+1/+1",{self.count}).'] if self.count else []
        return [f"incubates({instruction}).", f"creates({instruction},{token}).", *counters]

    def names(self) -> tuple[str, ...]:
        """Nothing that is there before."""
        return ()

    def card(self) -> str:
        """An Incubator."""
        return INCUBATOR


@dataclass(frozen=True)
class Endure(TokenAction):
    """A permanent endures N: its controller puts N +1/+1 counters on it or creates an N/N Spirit (701.63)."""

    form = "endure {count} on {object} creating {token}"
    ids = ("object", "token")
    of_objects = ("object",)
    object: str

    def facts(self, instruction: str) -> list[str]:
        """What endures, and the token that may be created."""
        return [
            f"endures({instruction},{quote(self.object)},{self.count}).",
            f"creates({instruction},{quote(self.token)}).",
        ]

    def names(self) -> tuple[str, ...]:
        """What endures."""
        return (self.object,)

    def card(self) -> str:
        """A Spirit of that size."""
        return spirit(self.count)


@dataclass(frozen=True)
class Amass(TokenAction):
    """Amass a creature type N: put N +1/+1 counters on an Army, which is created if there is none (701.47)."""

    subtype: str

    def __post_init__(self) -> None:
        check_name(self.card())

    def facts(self, instruction: str) -> list[str]:
        """That it is amassed, and the token that may be created."""
        return [
            f"amasses({instruction},{quote(self.subtype)},{self.count}).",
            f"creates({instruction},{quote(self.token)}).",
        ]

    def card(self) -> str:
        """An Army of that type."""
        return army(self.subtype)
