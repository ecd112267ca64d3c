"""The other search for a shortest line: one program of all lines, that grows by a step and keeps what it has learned.

If many steps hardly affect one another, there are far more positions than steps in a line, and this search never
lists a position. If numbers grow, the program contains each number that anything could have. So it runs beside the
search over positions (`searching`), a step now and then, until one of them knows the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from pyengine.actions.action import Action
from pyengine.answers.outcome import Outcome
from pyengine.asking.each_of import is_one_event
from pyengine.asking.note_atoms import ONLY_THERE, reached
from pyengine.asking.programs import ALL_RESOLVES, distinguished_facts, instruction_facts
from pyengine.errors import InputError
from pyengine.position.position import P
from pyengine.puzzles.goal_facts import goal_facts
from pyengine.puzzles.goals import Goal, Seen
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.solution import Line, Step
from pyengine.solving.solver import function
from pyengine.solving.timeline import ANY, Timeline

MANY = 100
"""Number of positions met before this search begins."""

MOST_ATOMS = 150_000
"""Largest number of atoms of the program. Beyond it the search ends, because there are too many numbers or choices."""


@dataclass(frozen=True)
class Grown:
    """The result for lines of a number of `steps`: a line, as actions, or none; `closed` if no line has more steps
    either.
    """

    steps: int
    line: tuple[Action, ...] | None = None
    closed: bool = False


class Growth:
    """All lines of a puzzle, in one program. It ends without an answer if there is anything to note."""

    def __init__(self, graph: Graph[P], facts: str) -> None:
        position = graph.start.place.position
        self._actions = [one.action for one in graph.moves.actions]
        program = position.facts() + instruction_facts(position, self._actions, happen=True) + facts
        program += distinguished_facts(graph.goal.names())
        program += "".join(
            f"may_be_used(i{number},{one.times}).\n"
            for number, one in enumerate(graph.moves.actions, 1)
            if one.times is not None
        )
        if graph.settle:
            program += ALL_RESOLVES
        self._settle = graph.settle
        asked = ["questions/do.lp", "questions/lines.lp", "questions/wanted.lp"]
        self._timeline = Timeline(program, asked, deadline=graph.deadline)
        self._most = graph.moves.most
        self._steps = -1
        # What is done in several events goes on in a way of its own (`Search`), and what an action tells is told once.
        self.is_over = self._timeline.has_any("further", 3) or self._timeline.has_any("told_when_settled", 1)

    def further(self) -> Grown | None:
        """Return the result for lines one step longer than before, the first time without steps; None if it is over.

        Raises `Interrupted`.
        """
        timeline = self._timeline
        if self._steps >= 0:
            timeline.schedule(ANY)
            timeline.instruct()
            timeline.carry_on()
        if self._settle:
            timeline.resolve_all()
        else:
            timeline.settle(ANY)
        timeline.run("aiming")
        self._steps += 1
        noted = any(symbol.name not in ONLY_THERE for symbol in reached(timeline))
        if noted or timeline.control.size() > MOST_ATOMS:
            self.is_over = True
            return None
        for model in timeline.models([(function("is_wanted", timeline.moment), True)]):
            done = sorted(
                (one.arguments[0].number, one.arguments[1].name)
                for one in model.symbols(shown=True)
                if one.name == "next_is"
            )
            return Grown(self._steps, tuple(self._actions[int(name[1:]) - 1] for _, name in done))
        closed = self._steps == self._most or not any(True for _ in timeline.models())
        return Grown(self._steps, closed=closed)


def growth(graph: Graph[P]) -> Growth | None:
    """All lines of a puzzle, if they can be looked for in this way."""
    if not graph.moves.are_listed or not all(is_one_event(one.action) for one in graph.moves.actions):
        return None
    try:
        facts = goal_facts(graph.goal)
    except InputError:  # what was so on the way is not asked of the last position alone
        return None
    found = Growth(graph, facts)
    return None if found.is_over else found


class Beside(Generic[P]):
    """The program of all lines, made once it may be worth its while, and asked a step at a time."""

    def __init__(self, graph: Graph[P], limit: int | None) -> None:
        self._graph = graph
        self._limit = graph.moves.most if limit is None else limit
        self._growth: Growth | None = None
        self._is_over = False

    def known(self) -> Grown | None:
        """The shortest line, or that there is none; None if neither is known yet."""
        if self._is_over or self._graph.positions < MANY:
            return None
        if self._graph.caveats:  # what is noted could open another way
            self._is_over = True
            return None
        self._growth = self._growth or growth(self._graph)
        found = None if self._growth is None else self._growth.further()
        if found is None:
            self._is_over = True
        elif found.line is not None or found.closed or found.steps == self._limit:
            return found
        return None


def followed(graph: Graph[P], actions: Sequence[Action]) -> Line[P]:
    """A line of these actions to the goal, step by step as `apply` does them: of what may come, what leads there."""
    ways: dict[str, tuple[P, tuple[Step[P], ...], bool]] = {
        graph.start.place.key: (graph.start.place.position, (), graph.start.is_goal)
    }
    for action in actions:
        after: dict[str, tuple[P, tuple[Step[P], ...], bool]] = {}
        for position, steps, _ in ways.values():
            for outcome in graph.done(position, action, settle=graph.settle):
                is_goal = _is_reached(graph.goal, outcome)
                key = graph.key(outcome.board)
                if key not in after:
                    after[key] = outcome.board, (*steps, Step(str(action), outcome)), is_goal
        ways = after
    return next(Line(steps) for _, steps, is_goal in ways.values() if is_goal)


def _is_reached(goal: Goal, outcome: Outcome[P]) -> bool:
    return goal.holds(Seen(outcome.board, outcome.characteristics or {}, ()))
