"""Instructions to put, remove, move, double and distribute counters, and to proliferate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyengine.actions.instructions import Instruction, term
from pyengine.cards.well_formed import MalformedError
from pyengine.cards.words import write_counters, write_kind
from pyengine.solving.terms import quote


@dataclass(frozen=True)
class Selection:
    """Which counters are taken: `number` of them, all, any number, or one of each kind.

    Without `kind`, counters of any kinds. `number` is given exactly when `how` is "count".
    """

    how: Literal["count", "all", "any_number", "one_of_each"]
    kind: str | None = None
    number: int | None = None

    def __post_init__(self) -> None:
        if self.how not in ("count", "all", "any_number", "one_of_each"):
            raise MalformedError(f"expected a way to select counters, found {self!r}")
        if (self.how == "count") != (self.number is not None):
            raise MalformedError(f"a selection has a number exactly if it is a count, found {self!r}")
        if self.how == "one_of_each" and self.kind is not None:
            raise MalformedError(f"one of each kind names no kind, found {self!r}")

    @classmethod
    def count(cls, number: int, kind: str | None = None) -> Selection:
        """That many counters."""
        return cls("count", kind, number)

    def term(self) -> str:
        """The selection as `asp/122_counters.lp` writes it."""
        name = self.how if self.kind is not None or self.how == "one_of_each" else f"{self.how}_any"
        arguments = [term(value) for value in (self.number, self.kind) if value is not None]
        return f"{name}({','.join(arguments)})" if arguments else name

    def __str__(self) -> str:
        if self.how == "one_of_each":
            return "one counter of each kind"
        if self.number is not None:
            return write_counters(self.number, self.kind)
        which = "all" if self.how == "all" else "any number of"
        return f"{which} counters" if self.kind is None else f"{which} {write_kind(self.kind)} counters"


@dataclass(frozen=True)
class Put(Instruction):
    """Put counters of one kind on an object or player."""

    predicate = "puts_on"
    ids = ("holder",)
    holder: str
    kind: str
    count: int


@dataclass(frozen=True)
class PutCountersOf(Instruction):
    """Put the counters that `left` had as it left the battlefield on `target` (122.8, 122.9)."""

    predicate = "puts_counters_of"
    ids = ("left", "target")
    left: str
    target: str
    selection: Selection

    def __post_init__(self) -> None:
        if self.selection.how != "all":
            raise MalformedError(f"all counters of an object are put, or all of a kind, found {str(self.selection)!r}")


@dataclass(frozen=True)
class Remove(Instruction):
    """Remove counters from an object or player."""

    predicate = "removes_from"
    form = "remove {selection} from {holder}"
    ids = ("holder",)
    each = "holder"
    holder: str
    selection: Selection


@dataclass(frozen=True)
class Move(Instruction):
    """Move counters from one object onto another (122.5)."""

    predicate = "moves"
    form = "move {selection} from {first} to {second}"
    ids = ("first", "second")
    first: str
    second: str
    selection: Selection


@dataclass(frozen=True)
class Proliferate(Instruction):
    """Proliferate: with `chosen`, exactly these permanents and players; without, whichever the player likes."""

    predicate = "proliferates"
    chosen: tuple[str, ...] | None = None

    def facts(self, instruction: str) -> list[str]:
        """That it proliferates, and if the choice is part of the instruction, who is chosen."""
        given = [] if self.chosen is None else [f"choice_given({instruction})."]
        return [
            f"proliferates({instruction}).",
            *given,
            *(f"chooses({instruction},{quote(name)})." for name in self.names()),
        ]

    def names(self) -> tuple[str, ...]:
        """Who is chosen."""
        return self.chosen or ()


@dataclass(frozen=True)
class Double(Instruction):
    """Double the number of counters of a kind, or of each kind, on an object or player (701.10e)."""

    predicate = "doubles"
    ids = ("holder",)
    each = "holder"
    holder: str
    selection: Selection

    def __post_init__(self) -> None:
        if self.selection.how != "all":
            raise MalformedError(f"all counters are doubled, or all of a kind, found {str(self.selection)!r}")


@dataclass(frozen=True)
class Distribute(Instruction):
    """Distribute counters of one kind among objects and players: each gets at least one (601.2d)."""

    kind: str
    count: int
    holders: tuple[str, ...] = ()

    def facts(self, instruction: str) -> list[str]:
        """How many are distributed, and among whom."""
        return [
            f"distributes({instruction},{quote(self.kind)},{self.count}).",
            *(f"distributes_among({instruction},{quote(name)})." for name in self.holders),
        ]

    def names(self) -> tuple[str, ...]:
        """Among whom."""
        return self.holders
