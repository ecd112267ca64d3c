"""Positions that a search has met, and what comes of actions there.

What comes of two independent actions, one after the other, is known as soon as one order of them has been asked: it is
filled in for the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal

from pyengine.actions.action import Action
from pyengine.asking.each_of import Tried
from pyengine.position.position import P
from pyengine.puzzles.goals import Seen
from pyengine.puzzles.independence import Independence

Whose = Literal["solver", "opponent", "unknown"]
"""Whose choice it is what comes of an action; unknown if several players choose, or somebody of whom nothing tells."""

Events = frozenset[str]
"""What happens as an action is done, only to be compared."""


@dataclass(eq=False)
class Place(Generic[P]):
    """A position, and what comes of what has been asked there, by the action's phrase."""

    position: P
    key: str
    seen: Seen
    came: dict[str, Came[P]] = field(default_factory=dict)
    others_turn: bool = False
    """Whether an adversary of the player who solves the puzzle has priority there, and may answer."""
    declaring: tuple[str, ...] | None = None
    """Who has attackers or blockers to declare there, if that is known."""
    top_player: str | None = None
    """Who controls what is on top of the stack there, if that is known; empty if nobody does."""
    quiet: bool | None = None
    """Whether all that is on the stack there resolves without anybody else having been able to do something."""
    answered: bool | None = None
    """Whether others can do something as soon as priority is passed there, if that is known."""
    playable: Sequence[Action] | None = None
    in_doubt: bool = False
    """Whether more might be playable, if what is noted of that mattered."""
    unasked: bool = False
    """Whether other players may have something to declare there that is not asked."""
    ways_here: list[tuple[Place[P], str, Events]] = field(default_factory=list)
    """The places from which it is reached by a tame action, with what happened then, as far as that is known."""
    beside: dict[str, Tried[P]] = field(default_factory=dict)
    """What was asked there with others, and is not wanted yet."""
    is_related: bool = False
    """Whether tame actions alone lead there from the start: what is known there of independence is known here too."""


@dataclass
class Came(Generic[P]):
    """What comes of an action: each place, and what it costs; whose choice it is which of them.

    `told`: what was noted that could have changed it, and `other`, what could not. `by_events`, of a tame action: the
    same by what happens, if that tells the places apart.
    """

    to: tuple[tuple[Place[P], int], ...]
    whose: Whose = "solver"
    told: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    by_events: Mapping[Events, tuple[Place[P], int]] | None = None
    hides: bool | None = None
    """Whether it moves or turns over what the solver does not see, if that is known."""

    @property
    def in_doubt(self) -> bool:
        """Whether anything was noted that could have changed it."""
        return bool(self.told)


def cheapest(landings: Iterable[tuple[Place[P], int]]) -> tuple[tuple[Place[P], int], ...]:
    """Each place at the least that it costs."""
    found: dict[Place[P], int] = {}
    for place, cost in landings:
        found[place] = min(cost, found.get(place, cost))
    return tuple(found.items())


def by_events(
    related: Independence | None, place: Place[P], action: str, landings: Iterable[tuple[Events, tuple[Place[P], int]]]
) -> Mapping[Events, tuple[Place[P], int]] | None:
    """What a tame action leads to, by what happens, which is written down there; None if that tells nothing apart."""
    if related is None or not place.is_related or action not in related.tame:
        return None
    found: dict[Events, tuple[Place[P], int]] = {}
    for events, landing in landings:
        if found.setdefault(events, landing) != landing:
            return None
    _led(place, action, found)
    return found


def filled_in(related: Independence | None, place: Place[P], action: str) -> bool:
    """Whether it is known what comes of an action, by the other order of it and an independent one that led here.

    Where it can't be done before that one, it can't be done after it.
    """
    if related is None or not place.is_related:
        return False
    for before, other, events in place.ways_here:
        came = before.came.get(action)
        if came is None or came.in_doubt or came.by_events is None or (action, other) not in related.pairs:
            continue
        found = _after(came.by_events, other, events)
        if found is not None:
            to = cheapest(found.values())
            place.came[action] = Came(to, came.whose if len(to) > 1 else "solver", by_events=found)
            _led(place, action, found)
            return True
    return False


def _after(
    came: Mapping[Events, tuple[Place[P], int]], other: str, events: Events
) -> Mapping[Events, tuple[Place[P], int]] | None:
    """Where the other action leads, if that happens then, after all that may come of one; None if that is not known."""
    found: dict[Events, tuple[Place[P], int]] = {}
    for own, (between, cost) in came.items():
        then = between.came.get(other)
        if then is None or then.in_doubt or then.by_events is None or events not in then.by_events:
            return None
        found[own] = then.by_events[events][0], cost
    return found


def _led(place: Place[P], action: str, found: Mapping[Events, tuple[Place[P], int]]) -> None:
    for events, (to, _) in found.items():
        to.is_related = True
        to.ways_here.append((place, action, events))
