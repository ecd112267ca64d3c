"""Refutations of a line: everything that opponents can choose and do is tried; the solver's choices suit the line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal

from pyengine.actions.action import Action
from pyengine.answers.notes import cut_short
from pyengine.asking.candidates import Filters
from pyengine.position.position import P
from pyengine.puzzles.against import GOES_ROUND, MOST_BETWEEN, UNKNOWN
from pyengine.puzzles.graph import Edge, Graph, Node, Use
from pyengine.puzzles.moves import ALL_PASS, NEXT_STEP, PASS, Allowed, Moves, declares
from pyengine.puzzles.search_task import Task
from pyengine.puzzles.searching import notes
from pyengine.solving.solver import Interrupted, deadline_after

Answer = Literal["works", "fails", "in doubt"]


@dataclass(frozen=True)
class Happened:
    """A step up to the failure: who does it, if not the solver, the action, and the events with their rules."""

    by: str | None
    action: str
    log: tuple[str, ...]


@dataclass(frozen=True)
class Refutation:
    """The verdict on a line against opponents: if it works, or `why` it fails, with the steps up to the failure."""

    answer: Answer
    why: str | None
    steps: tuple[Happened, ...]
    caveats: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain data, for JSON."""
        steps = [{"by": one.by, "action": one.action, "log": list(one.log)} for one in self.steps]
        return {"answer": self.answer, "why": self.why, "steps": steps, "caveats": list(self.caveats)}

    def words(self) -> Iterator[str]:
        """The verdict in words."""
        unless = ", unless a note changes that" if self.answer == "in doubt" else ""
        if self.why is None:
            yield f"it works whatever the opponents choose, declare, cast, activate and turn face up{unless}"
            return
        yield f"it fails against this{unless}: {self.why}"
        for one in self.steps:
            yield one.action if one.by is None else f"{one.by}: {one.action}"
            yield from (f"     {event}" for event in one.log)


def sought(position: P, task: Task, phrases: Sequence[str], timeout: float | None = None) -> Refutation:
    """Look for what opponents can do against a line. Past the time limit the answer is in doubt."""
    actions = [Action.parse(phrase) for phrase in phrases]
    if (refused := next(_not_allowed(task, actions), None)) is not None:
        return Refutation("fails", f"'{refused}' is not allowed in this puzzle, or was used up", (), ())
    moves = Moves(tuple(Allowed(action, number) for action, number in Counter(actions).items()))
    names = task.goal.names() | moves.names()
    solver = position.model.priority_player
    graph = Graph(position, task.goal, moves, names, settle=task.settle, solver=solver)
    graph.deadline = deadline_after(timeout)
    return _Line(graph, actions).verdict()


def _not_allowed(task: Task, actions: Sequence[Action]) -> Iterator[Action]:
    """Yield the actions that the puzzle does not allow, or not so often."""
    moves = task.moves
    left = {one.action: one.times for one in moves.actions}
    for action in actions:
        often = left.get(action, 0)
        if often is None or often > 0:
            left[action] = None if often is None else often - 1
        elif not (
            (moves.everything and (Filters(("use",)).let(action) or (not task.settle and action in ALL_PASS)))
            or (moves.combat and (declares(action) or action == NEXT_STEP))
        ):
            yield action


@dataclass(frozen=True)
class _Failure:
    """The place of the action that could not be done, or the end of the line, and the way there."""

    place: int
    why: str
    way: tuple[tuple[Node[Any], Edge[Any], Node[Any]], ...] = ()


class _Line(Generic[P]):
    """The line on its graph."""

    def __init__(self, graph: Graph[P], actions: Sequence[Action]) -> None:
        self._graph = graph
        self._actions = actions
        self._known: dict[tuple[Node[P], int], _Failure | None] = {}
        self._since: list[tuple[Node[P], int]] = []

    def verdict(self) -> Refutation:
        """Return the verdict."""
        try:
            failure = self._fails(self._graph.start, 0)
        except Interrupted as stopped:
            self._graph.caveats[cut_short(str(stopped))] = None
            failure = _Failure(0, "it was not followed to its end")
        told, _ = notes(self._graph)
        if any(edge.whose == "unknown" for node in self._graph.nodes() for edge in node.edges):
            told = (*told, UNKNOWN)
        if failure is None:
            return Refutation("in doubt" if told else "works", None, (), told)
        return Refutation("in doubt" if told else "fails", failure.why, tuple(self._played(failure)), told)

    def _fails(self, node: Node[P], place: int) -> _Failure | None:
        """Return where the line fails from a node on; None if it reaches the goal."""
        if node.is_goal:
            return None
        key = node, place
        if key not in self._known:
            if key in self._since or len(self._since) > MOST_BETWEEN:
                self._graph.caveats[GOES_ROUND] = None
                return _Failure(place, "what happens goes round, or does not end")
            self._since.append(key)
            try:
                self._known[key] = self._answered(node, place) if node.place.others_turn else self._own(node, place)
            finally:
                self._since.pop()
        return self._known[key]

    def _answered(self, node: Node[P], place: int) -> _Failure | None:
        """Return a failure after any action of another player."""
        list(self._graph.expand([node]))
        for edge in node.edges:
            if (failure := self._after(node, edge, place)) is not None:
                return failure
        return None

    def _own(self, node: Node[P], place: int) -> _Failure | None:
        uses = self._graph.uses(node)
        action = self._actions[place] if place < len(self._actions) else None
        wanted = [use for use in uses if use.steps and action is not None and _is_said(use, action)]
        # 508.1, 509.1: what an opponent has to declare comes first; a line need not say so.
        forced = [use for use in uses if declares(use.action) and use.action not in self._actions]
        goes_on = [use for use in uses if not use.steps]
        for use in (*forced, *wanted, *goes_on):
            edge = self._graph.explore(node, use)
            if edge is not None:
                return self._after(node, edge, place + (use in wanted))
        if action is None:
            return _Failure(place, "the goal is not reached at its end")
        return _Failure(place, f"'{action}' can't be done: {self._graph.why_not(node.place.position, action)}")

    def _after(self, node: Node[P], edge: Edge[P], place: int) -> _Failure | None:
        """Return a failure after an action: after all results, if the solver chooses, or after any."""
        failures = []
        for to, _ in edge.to:
            failure = self._fails(to, place)
            if failure is not None:
                failure = _Failure(failure.place, failure.why, ((node, edge, to), *failure.way))
            failures.append(failure)
            if (failure is None) == (edge.whose == "solver"):
                return failure
        return max((one for one in failures if one is not None), key=lambda one: one.place, default=None)

    def _played(self, failure: _Failure) -> Iterator[Happened]:
        """The way to a failure, step by step."""
        position = self._graph.start.place.position
        for node, edge, to in failure.way:
            by = position.model.priority_player if node.place.others_turn else None
            for outcome in self._graph.done(position, edge.action, settle=edge.settles and by is None):
                if self._graph.key(outcome.board) == to.place.key:
                    yield Happened(by, str(edge.action), tuple(f"{one.text} [{one.rule}]" for one in outcome.log))
                    position = outcome.board
                    break


def _is_said(use: Use, action: Action) -> bool:
    """True if a use is what a line says; players pass priority one by one to go on, if others could answer."""
    return use.action == action or (use.action == PASS and action in ALL_PASS)
