"""The rest of combat as one question: is the goal reached after every block, if nobody does anything but pass?

A board of a puzzle often has thousands of ways to block. One program has all of them, with the damage that follows, so
that the search need not make a board of each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

import clingo

from pyengine.actions.action import Action
from pyengine.asking.note_atoms import reached
from pyengine.asking.programs import ALL_RESOLVES, WHO_CHOOSES, action_facts, distinguished_facts
from pyengine.position.position import Position
from pyengine.puzzles.goal_facts import goal_facts
from pyengine.puzzles.goals import Goal
from pyengine.puzzles.moves import NEXT_STEP
from pyengine.solving.asp_terms import quote
from pyengine.solving.solver import function
from pyengine.solving.timeline import Timeline, instruction

PASSES = 2
"""Number of steps after the declaration of blockers: first-strike damage and the other, or damage and the end."""

MOST_BLOCKS = 100
"""Largest number of sets of choices that are looked at one by one, where the solver has choices after them."""

_QUESTIONS = ("questions/do.lp", WHO_CHOOSES, "questions/wanted.lp", "questions/rest_of_combat.lp")

Choices = frozenset[clingo.Symbol]


Rest = Literal["always", "not always", "unknown"]
"""The answer: every block leads to the goal, or not; unknown if an opponent might act, or if a note could matter."""


def rest_of_combat(
    position: Position, blocks: Action, goal: Goal, solver: str, opponents: Collection[str], deadline: float | None
) -> Rest:
    """Return the answer about the blocks of one player, on the board where that player is to declare them.

    Raises `Interrupted`, and `InputError` for a goal that asks for what was so on the way.
    """
    actions = [blocks, *[NEXT_STEP] * PASSES]
    program = position.facts() + action_facts(position, actions) + goal_facts(goal) + ALL_RESOLVES
    program += f"solver({quote(solver)}).\n" + distinguished_facts(goal.names())
    timeline = Timeline(program, _QUESTIONS, deadline=deadline, by_plans=True)
    for number in range(1, len(actions) + 1):
        timeline.schedule(instruction(number))
        timeline.instruct()
        timeline.carry_on()
        timeline.resolve_all()
    timeline.finish()
    if timeline.has_any("responded_by", 1) or timeline.has_any("unowned_choice", 1) or [*reached(timeline)]:
        return "unknown"
    reaches = function("comes_through", timeline.moment)
    return "always" if _Blocks(timeline, reaches, opponents).all_beaten() else "not always"


class _Blocks:
    """The choices of opponents, and those of the solver that come after them."""

    def __init__(self, timeline: Timeline, reaches: clingo.Symbol, opponents: Collection[str]) -> None:
        self._timeline = timeline
        self._reaches = reaches
        self._choices = [atom.symbol for atom in timeline.atoms("made_choice", 3)]
        self._of_others = {one for one in self._choices if one.arguments[1].string in opponents}
        self._excluded = 0

    def all_beaten(self) -> bool:
        """True if after all choices of opponents the solver has some that reach the goal."""
        seen: set[Choices] = set()
        for _ in range(MOST_BLOCKS):
            failing = next(self._failing(seen), None)
            if failing is None:
                return True
            fixed, are_made = failing
            if not self._is_reached(fixed, are_made):
                return False
            self._exclude(fixed, are_made, seen)
        return False

    def _failing(self, seen: Collection[Choices]) -> Iterator[tuple[Collection[clingo.Symbol], Choices]]:
        """Yield the choices up to the last of an opponent's, of a branch that does not reach the goal: all that there
        might be, and those that are made."""
        for model in self._timeline.models([(self._reaches, False)], limit=0 if self._timeline.is_evaluated else 1):
            made = {one for one in self._choices if model.contains(one)}
            last = max((one.arguments[0].number for one in made & self._of_others), default=-1)
            fixed = [one for one in self._choices if one in self._of_others or one.arguments[0].number <= last]
            are_made = frozenset(one for one in fixed if one in made)
            if are_made not in seen:
                yield fixed, are_made

    def _is_reached(self, fixed: Collection[clingo.Symbol], are_made: Choices) -> bool:
        """True if the goal is reached for sure by some choices of the solver after these."""
        assumed = [(one, one in are_made) for one in fixed]
        for model in self._timeline.models([(self._reaches, True), *assumed]):
            all_made = [(one, model.contains(one)) for one in self._choices]
            return not any(True for _ in self._timeline.models([(self._reaches, False), *all_made]))
        return False

    def _exclude(self, fixed: Collection[clingo.Symbol], are_made: Choices, seen: set[Choices]) -> None:
        """Look no further at these choices."""
        seen.add(are_made)
        if not self._timeline.is_evaluated:
            body = ", ".join(str(one) if one in are_made else f"not {one}" for one in fixed)
            self._excluded += 1
            self._timeline.control.add_rules(f"excluded_{self._excluded}", [f":- {body}."])
