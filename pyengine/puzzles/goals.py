"""Goals: what is asked of the positions of a line. Values; nothing here knows a rule of the game.

What a goal reads is what a board file shows, and power and toughness as the rules work them out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from pyengine.compiler import mana
from pyengine.position.characteristics import Characteristics
from pyengine.position.model import ZONES, PlayerState
from pyengine.position.position import Position


@dataclass(frozen=True)
class Seen:
    """A position as goals see it, with what its objects are if that is asked for."""

    position: Position
    characteristics: Mapping[str, Characteristics]
    been: Collection[Goal]
    """The parts of the goal that have held at some time on the way here."""

    def zone_of(self, name: str) -> str | None:
        """The zone that something is in; None if it is gone."""
        for zone in ZONES:
            if any(item.id == name for item in getattr(self.position.model, zone)):
                return zone
        return None


# --- numbers ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Quantity:
    """A number that a position shows: `what` of `holder`; `detail` is the kind, symbol or zone."""

    what: str
    holder: str
    detail: str = ""

    def value(self, seen: Seen) -> int | None:
        """The number; None if there is none, such as the power of an object that is not a creature."""
        found: int | None = _VALUES[self.what](seen, self.holder, self.detail)
        return found

    def __str__(self) -> str:
        before = f"{self.detail} " if self.detail and self.what in ("counters", "mana") else ""
        if self.what == "cards":
            return f"cards in {self.detail} of {self.holder}"
        return f"{before}{_WORDS[self.what].format(self.holder)}"


_WORDS = {
    "counters": "counters on {}",
    "power": "power of {}",
    "toughness": "toughness of {}",
    "life": "life of {}",
    "damage": "damage on {}",
    "damage dealt to": "damage dealt to {} this turn",
    "life lost by": "life lost by {} this turn",
    "mana": "mana of {}",
}

OF_PLAYERS = ("life", "damage dealt to", "life lost by", "mana", "cards")
OF_OBJECTS = ("power", "toughness", "damage")


def _state(seen: Seen, name: str) -> Any:
    return seen.position.objects.get(name) or dict(seen.position.model.players).get(name)


def _counters(seen: Seen, holder: str, kind: str) -> int:
    state = _state(seen, holder)
    counts = {} if state is None else {one: counter.count for one, counter in state.counters.items()}
    return counts.get(kind, 0) if kind else sum(counts.values())


def _this_turn(field: str) -> Callable[[Seen, str, str], int]:
    def read(seen: Seen, holder: str, _: str) -> int:
        happened = seen.position.model.players[holder].this_turn
        return 0 if happened is None else int(getattr(happened, field))

    return read


def _characteristic(field: str) -> Callable[[Seen, str, str], int | None]:
    def read(seen: Seen, holder: str, _: str) -> int | None:
        found = seen.characteristics.get(holder)
        value: int | None = None if found is None else getattr(found, field)
        return value if seen.zone_of(holder) == "battlefield" else None

    return read


def _damage(seen: Seen, holder: str, _: str) -> int:
    item = seen.position.objects.get(holder)
    return 0 if item is None else item.damage


def _mana(seen: Seen, holder: str, symbol: str) -> int:
    pool = mana.pool(seen.position.model.players[holder].mana)
    return pool.get(symbol.strip("{}"), 0) if symbol else sum(pool.values())


def _cards(seen: Seen, holder: str, zone: str) -> int:
    items = getattr(seen.position.model, zone)
    return sum(not item.token and (item.owner or item.controller) == holder for item in items)


_VALUES: dict[str, Callable[[Seen, str, str], int | None]] = {
    "counters": _counters,
    "power": _characteristic("power"),
    "toughness": _characteristic("toughness"),
    "life": lambda seen, holder, _: seen.position.model.players[holder].life,
    "damage": _damage,
    "damage dealt to": _this_turn("damage"),
    "life lost by": _this_turn("life_lost"),
    "mana": _mana,
    "cards": _cards,
}


# --- goals -----------------------------------------------------------------------------------------------------


class Goal:
    """A condition on a position, or on the way there."""

    def holds(self, seen: Seen) -> bool:
        """True if the goal holds."""
        return self._holds(seen)

    def inner(self) -> tuple[Goal, ...]:
        """The goals it is made of."""
        return self._inner()

    def _holds(self, seen: Seen) -> bool:
        raise NotImplementedError

    def _inner(self) -> tuple[Goal, ...]:
        return ()

    def all(self) -> Iterator[Goal]:
        """It and everything in it."""
        yield self
        for one in self.inner():
            yield from one.all()

    def quantities(self) -> set[Quantity]:
        """The numbers it asks for."""
        return {quantity for one in self.all() if isinstance(one, Comparison) for quantity, _ in one.terms}

    def names(self) -> set[str]:
        """Ids of objects and players."""
        return {one.holder for one in self.quantities()} | {one.name for one in self.all() if isinstance(one, State)}

    def looks_at_characteristics(self) -> bool:
        """True if the goal asks for characteristics, after the layers of rule 613."""
        return any(one.what in ("power", "toughness") for one in self.quantities())

    def looks_at_this_turn(self) -> bool:
        """True if the goal asks for damage or life loss of players this turn."""
        return any(one.what in ("damage dealt to", "life lost by") for one in self.quantities())

    def gap(self, seen: Seen, damage: int = 0) -> int:
        """Return how far a position is from the goal, at a guess: what numbers lack, and 1 for any other part.

        `damage` is what opponents may still be dealt. A search looks at small gaps first; no answer depends on them.
        """
        return 0 if self.holds(seen) else self._gap(seen, damage)

    def _gap(self, seen: Seen, damage: int) -> int:
        return 1

    def on_the_way(self) -> tuple[Once, ...]:
        """The conditions on positions along the way, in order."""
        return tuple(dict.fromkeys(one for one in self.all() if isinstance(one, Once)))


OPERATORS: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


@dataclass(frozen=True)
class Comparison(Goal):
    """A sum of numbers of the position with factors, compared with a number."""

    terms: tuple[tuple[Quantity, int], ...]
    operator: str
    number: int

    def _holds(self, seen: Seen) -> bool:
        total = 0
        for quantity, times in self.terms:
            value = quantity.value(seen)
            if value is None:  # what has no power has neither more nor less than anything else
                return False
            total += times * value
        return OPERATORS[self.operator](total, self.number)

    def _gap(self, seen: Seen, damage: int) -> int:
        values = [(quantity.value(seen) or 0) * times for quantity, times in self.terms]
        return max(1, abs(sum(values) - self.number))


@dataclass(frozen=True)
class State(Goal):
    """Where something is, whether it is face up or down, tapped or untapped, or whether a player has lost."""

    name: str
    what: str

    def _holds(self, seen: Seen) -> bool:
        if self.what == "lost":
            return seen.position.model.players[self.name].lost
        zone = seen.zone_of(self.name)
        if self.what in ZONES:
            return zone == self.what
        item = seen.position.objects.get(self.name)
        if item is None or zone is None:
            return False
        if self.what in ("face up", "face down"):
            return (item.face_down is not None) == (self.what == "face down")
        return zone == "battlefield" and item.tapped == (self.what == "tapped")

    def _gap(self, seen: Seen, damage: int) -> int:
        return max(0, seen.position.model.players[self.name].life - damage) if self.what == "lost" else 1


@dataclass(frozen=True)
class Not(Goal):
    """It is not so."""

    goal: Goal

    def _holds(self, seen: Seen) -> bool:
        return not self.goal.holds(seen)

    def _inner(self) -> tuple[Goal, ...]:
        return (self.goal,)


@dataclass(frozen=True)
class All(Goal):
    """Each of them is so."""

    goals: tuple[Goal, ...]

    def _holds(self, seen: Seen) -> bool:
        return all(goal.holds(seen) for goal in self.goals)

    def _gap(self, seen: Seen, damage: int) -> int:
        return sum(goal.gap(seen, damage) for goal in self.goals)

    def _inner(self) -> tuple[Goal, ...]:
        return self.goals


@dataclass(frozen=True)
class Either(Goal):
    """One of them at least is so."""

    goals: tuple[Goal, ...]

    def _holds(self, seen: Seen) -> bool:
        return any(goal.holds(seen) for goal in self.goals)

    def _gap(self, seen: Seen, damage: int) -> int:
        return min(goal.gap(seen, damage) for goal in self.goals)

    def _inner(self) -> tuple[Goal, ...]:
        return self.goals


@dataclass(frozen=True)
class Once(Goal):
    """It was so at the start, after an action on the way, or is so now."""

    goal: Goal

    def _holds(self, seen: Seen) -> bool:
        return self in seen.been or self.goal.holds(seen)

    def _gap(self, seen: Seen, damage: int) -> int:
        return self.goal.gap(seen, damage)

    def _inner(self) -> tuple[Goal, ...]:
        return (self.goal,)


# --- checks ----------------------------------------------------------------------------------------------------


def wrong_names(goal: Goal, position: Position, made: Collection[str]) -> Iterator[tuple[str, str]]:
    """Names that a goal should not have, each with what is wrong; `made` are ids of what actions make."""
    for quantity in sorted(goal.quantities(), key=str):
        yield from _wrong_name(quantity.holder, quantity.what, position, made)
    for one in goal.all():
        if isinstance(one, State):
            yield from _wrong_name(one.name, one.what, position, made)


def _wrong_name(name: str, what: str, position: Position, made: Collection[str]) -> Iterator[tuple[str, str]]:
    there = position.objects.get(name) or dict(position.model.players).get(name)
    if there is None and name not in made and not any(item.id == name for item in position.model.stack):
        yield name, f"nothing on the board is called {name!r}{position.close_to(name)}"
    elif isinstance(there, PlayerState) and (what in OF_OBJECTS or (what in _STATES and what != "lost")):
        yield name, f"{name} is a player; expected an object"
    elif not isinstance(there, PlayerState) and (what in OF_PLAYERS or what == "lost"):
        yield name, f"{name} is not a player; expected one of {', '.join(position.model.players)}"


_STATES = frozenset((*ZONES, "face up", "face down", "tapped", "untapped", "lost"))


def contradiction(goal: Goal) -> bool:
    """True if a goal asks for values of one sum of numbers that exclude each other."""
    parts = [one for one in (goal.goals if isinstance(goal, All) else (goal,)) if isinstance(one, Comparison)]
    for terms in {one.terms for one in parts}:
        asked = [one for one in parts if one.terms == terms]
        near = {one.number + step for one in asked for step in (-1, 0, 1)}
        if not any(all(OPERATORS[one.operator](value, one.number) for one in asked) for value in near):
            return True
    return False
