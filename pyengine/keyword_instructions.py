"""Instructions of keyword actions that put counters: adapt, bolster, support, time travel and the like."""

from __future__ import annotations

from dataclasses import dataclass

from pyengine.instructions import Instruction
from pyengine.terms import quote


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
