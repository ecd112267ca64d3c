"""The rest of combat as one question: is the goal reached after every block, if nobody does anything but pass?

A board of a puzzle often has thousands of ways to block. One program has all of them, with the damage that follows, so
that the search need not make a board of each.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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

MOST_OPTIONS = 20
"""Largest number of results among which the solver's choices at one moment are tried."""

_QUESTIONS = ("questions/do.lp", WHO_CHOOSES, "questions/wanted.lp", "questions/rest_of_combat.lp")

Assumed = tuple[tuple[clingo.Symbol, bool], ...]
"""Choices that are made, and others that are not."""

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
    """The choices in the order of time. A failing branch is beaten if another choice of the solver reaches the goal."""

    def __init__(self, timeline: Timeline, reaches: clingo.Symbol, opponents: Collection[str]) -> None:
        self._timeline = timeline
        self._reaches = reaches
        self._choices = [atom.symbol for atom in timeline.atoms("made_choice", 3)]
        self._own = [one for one in self._choices if one.arguments[1].string not in opponents]
        self._beaten: list[Assumed] = []
        """Choices after which the goal is reached, whatever follows."""

    def all_beaten(self, assumed: Assumed = (), since: int = -1) -> bool:
        """True if the goal is reached under these choices, with the best of those that the solver has after `since`."""
        while len(self._beaten) < MOST_BLOCKS:
            failing = self._failing(assumed)
            if failing is None:
                return True
            moment = min((_moment(one) for one in self._own if one in failing and _moment(one) > since), default=None)
            if moment is None:
                return False
            # Of what comes at the same moment as an own choice, opponents choose as if they knew it.
            before = (*assumed, *((one, one in failing) for one in self._choices if since < _moment(one) < moment))
            if not any(self.all_beaten((*before, *one), moment) for one in self._options(before, moment)):
                return False
            if not before:
                return True
            self._exclude(before)
        return False

    def _failing(self, assumed: Assumed) -> Collection[clingo.Symbol] | None:
        """Return the choices of a branch that does not reach the goal and is not beaten; None if there is none."""
        limit = 0 if self._timeline.is_evaluated else 1
        for model in self._timeline.models([(self._reaches, False), *assumed], limit=limit):
            made = {one for one in self._choices if model.contains(one)}
            if not any(all((one in made) == so for one, so in beaten) for beaten in self._beaten):
                return made
        return None

    def _options(self, before: Assumed, moment: int) -> Sequence[Assumed]:
        """Return the choices of the solver at a moment with which the goal can be reached."""
        own = [one for one in self._own if _moment(one) == moment]
        found = self._timeline.models([(self._reaches, True), *before], limit=MOST_OPTIONS)
        # All are found before the next search begins: a program has one at a time.
        return [*dict.fromkeys(tuple((one, model.contains(one)) for one in own) for model in found)]

    def _exclude(self, beaten: Assumed) -> None:
        """Look no further at these choices."""
        self._beaten.append(beaten)
        if not self._timeline.is_evaluated:
            body = ", ".join(str(one) if so else f"not {one}" for one, so in beaten)
            self._timeline.control.add_rules(f"beaten_{len(self._beaten)}", [f":- {body}."])


def _moment(choice: clingo.Symbol) -> int:
    return choice.arguments[0].number
