"""Allowed actions of a puzzle, and how often each may be used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pyengine.actions.action import Action, by
from pyengine.asking.candidates import Filters
from pyengine.asking.listing import Listing
from pyengine.english.effect_terms import Term
from pyengine.errors import InvalidActionError
from pyengine.files.quoting import quoted
from pyengine.position.position import P, Position
from pyengine.position.references import ids
from pyengine.solving.solver import time_left

EVERYTHING = "everything legal"
"""Words for every possible action of the player with priority."""

COMBAT = "combat"
"""Words for going on step by step to the cleanup step, and declaring any attackers on the way."""

Used = tuple[int, ...]
"""How often each of the allowed actions has been used; 0 for those that may be used any number of times."""


KINDS = (EVERYTHING, COMBAT)
"""Words that mean more than one action."""

PASS = Action.parse("pass priority")
RESOLVE = Action.parse("resolve the top of the stack")
NEXT_STEP = Action.parse("go to the next step")
ALL_PASS = (NEXT_STEP, RESOLVE)
"""Actions in which all players pass: others may act instead."""


def skips_priority(action: Action) -> bool:
    """True if players would receive priority during an action, and are not asked.

    Such an action goes on past a step, or lets an object resolve, in other words than those of `ALL_PASS`.
    """
    names = {term.name for step in action.steps() for term in step.said}
    return action not in ALL_PASS and not names.isdisjoint(_PAST_PRIORITY)


_PAST_PRIORITY = ("goes_on_to", "begins_step", "resolves", "resolves_top")


@dataclass(frozen=True)
class Allowed:
    """An action that may be used `times` times; None: any number of times."""

    action: Action
    times: int | None = 1


@dataclass(frozen=True)
class Moves:
    """The allowed actions: a list, `everything` that the player with priority can do, and `combat`.

    With `in_order` those of the list are used one after the other, each before the next; with `combat_last` all of
    them before combat.
    """

    actions: tuple[Allowed, ...]
    everything: bool = False
    combat: bool = False
    in_order: bool = False
    combat_last: bool = False

    @property
    def unused(self) -> Used:
        """Nothing has been used yet."""
        return (0,) * len(self.actions)

    @property
    def are_listed(self) -> bool:
        """True if only the named actions may be used."""
        return not self.everything and not self.combat

    @property
    def most(self) -> int | None:
        """How long a line can be; None if it can be of any length."""
        times = [one.times for one in self.actions]
        return sum(filter(None, times)) if self.are_listed and None not in times else None

    def names(self) -> set[str]:
        """Ids that actions name."""
        return {name for one in self.actions for step in one.action.steps() for name in step.names()}

    def not_used_up(self, used: Used) -> list[str]:
        """The actions that may still be used, now or later, by their phrases."""
        several = zip(self.actions, used, strict=True)
        return [str(one.action) for one, so_often in several if one.times is None or so_often < one.times]

    def left(self, position: Position, used: Used) -> Iterator[tuple[Action, Used]]:
        """The actions that may still be used and name only what is there, each with what is used up then."""
        there = {*ids(position.model), *position.model.players}
        for place, (one, so_often) in enumerate(zip(self.actions, used, strict=True)):
            if one.times is not None and so_often >= one.times:
                continue
            own = set(one.action.makes())
            if one.action.names() - own <= there and not own & there:
                yield one.action, used if one.times is None else (*used[:place], so_often + 1, *used[place + 1 :])
            if self.in_order:
                return


_NUMBERED = re.compile(r'ability\("(?:[^"\\]|\\.)*",(\d+)\)')
_GIVEN = re.compile(r"^(?:text_says|remark)\(", re.MULTILINE)


def check_numbers(position: Position, actions: Sequence[Action]) -> None:
    """Refuse the number of an ability that is larger than any object here can ever have.

    Abilities that something gives are counted after those of the card. Raises `InvalidActionError`.
    """
    facts = position.facts()
    most = max(map(int, _NUMBERED.findall(facts)), default=0) + len(_GIVEN.findall(facts))
    steps = ((action, step) for action in actions for step in action.steps())
    for action, term in ((action, term) for action, step in steps for term in step.said if term.name == "activates"):
        name, number = term.arguments
        if isinstance(number, int) and number > most:
            raise InvalidActionError(
                f"{quoted(str(action))}: nothing here can ever have an ability {number}; "
                f"`pyengine legal --action activate --object {name}` lists those of {name}"
            )


def is_of_declarations(position: Position) -> bool:
    """True if players declare attackers or blockers in this step."""
    return position.model.step in _DECLARED


def declaration(position: Position, player: str) -> Action:
    """To declare attackers or blockers in this step, as this player chooses."""
    who = None if position.model.priority_player == player else player
    return Action((_DECLARED[position.model.step],), by(who))


def declares(action: Action) -> bool:
    """True if an action declares attackers or blockers, in any words."""
    return any(term.name in _DECLARES for step in action.steps() for term in step.said)


_DECLARES = ("chooses_attackers", "chooses_blockers", "attacks_with", "attacks_whom", "blocks_with")

_DECLARED: Mapping[str, Term] = {
    "declare attackers": Term("chooses_attackers"),
    "declare blockers": Term("chooses_blockers"),
}


def of_combat(position: Position, solver: str) -> Iterator[Action]:
    """Yield the actions for going through the solver's turn: to go on by a step, and to declare any attackers."""
    if position.model.active_player == solver and position.model.step != "cleanup":
        yield NEXT_STEP
        if position.model.step == "declare attackers":
            yield Action((_DECLARED["declare attackers"],))


def playable(position: P, deadline: float | None) -> tuple[Sequence[Action], tuple[str, ...]]:
    """Return the possible actions of the player with priority, as `legal` lists them, and the notes on them."""
    listing = Listing(position, Filters(("use",)), time_left(deadline))
    found = listing.verdicts()
    told = dict.fromkeys([*(note for verdict in found for note in verdict.caveats), *listing.caveats])
    return [Action.parse(verdict.action) for verdict in found if verdict.legal], tuple(told)
