"""Positions that a search has met, and the results of actions there.

Once one order of two independent actions has been asked, the result of the other order is known too, and is filled
in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal

from pyengine.actions.action import Action
from pyengine.asking.each_of import Tried
from pyengine.position.position import P
from pyengine.position.view import Sight
from pyengine.puzzles.goals import Seen
from pyengine.puzzles.independence import Independence
from pyengine.puzzles.rest_of_combat import Rest

Whose = Literal["solver", "opponent", "unknown"]
"""The player who chooses the result of an action; unknown if several players do, or if nothing names the player."""

Events = frozenset[str]
"""The events of an action, for comparison only."""


@dataclass(eq=False)
class Place(Generic[P]):
    """A position, and the results of actions asked there, by the action's phrase."""

    position: P
    key: str
    seen: Seen
    came: dict[str, Came[P]] = field(default_factory=dict)
    others_turn: bool = False
    """True if an adversary of the solver has priority there, and may answer."""
    declaring: tuple[str, ...] | None = None
    """The players who have attackers or blockers to declare there, if known."""
    top_player: str | None = None
    """The controller of the top object of the stack there, if known; empty if it has none."""
    quiet: bool | None = None
    """True if everything on the stack there resolves, and no other player could have acted before."""
    answered: bool | None = None
    """True if others can act as soon as a player passes priority there, if known."""
    sight: Sight | None = None
    """The position as the player sees it whose actions are sought, if known."""
    playable: Sequence[Action] | None = None
    in_doubt: bool = False
    """True if more actions might be playable, in case the notes matter."""
    unasked: bool = False
    """True if other players may have something to declare there, and the search does not ask for it."""
    ways_here: list[tuple[Place[P], str, Events]] = field(default_factory=list)
    """The places from which a tame action leads here, with its events, if known."""
    beside: dict[str, Tried[P]] = field(default_factory=dict)
    """Answers asked together with others, and not needed yet."""
    promise: tuple[int, int] = (0, 0)
    """The promise of the outcome that led here (`Outcome.promise`), if asked."""
    mana_uses: frozenset[tuple[str, int]] = frozenset()
    """The abilities there that only add mana, if asked."""
    rest: Rest | None = None
    """The answer about the blocks that an opponent is to declare there, if asked."""
    is_related: bool = False
    """True if tame actions alone lead there from the start: the known independence holds here too."""


@dataclass
class Came(Generic[P]):
    """The result of an action: each place with its cost, and the player who chooses between them.

    `told`: notes on what could change it; `other`: notes on what could not. `by_events`, for a tame action: the
    places by events, if different events mean different places.
    """

    to: tuple[tuple[Place[P], int], ...]
    whose: Whose = "solver"
    told: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    by_events: Mapping[Events, tuple[Place[P], int]] | None = None
    is_folded: bool = False
    """True if other payments may lead to other places, which were not asked for."""
    hides: bool | None = None
    """True if it moves or turns over an object that the solver does not see, if known."""

    @property
    def in_doubt(self) -> bool:
        """True if a note could have changed it."""
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
    """Return the results of a tame action by events, and record the way there; None if events do not tell them
    apart.
    """
    if related is None or not place.is_related or action not in related.tame:
        return None
    found: dict[Events, tuple[Place[P], int]] = {}
    for events, landing in landings:
        if found.setdefault(events, landing) != landing:
            return None
    _led(place, action, found)
    return found


def filled_in(related: Independence | None, place: Place[P], action: str) -> bool:
    """True if the result of an action follows from its other order with an independent action that led here.

    If the action is impossible before that one, it is impossible after it.
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
    """Return the places after the other action with those events, by each outcome of the first; None if not known."""
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
