"""Tries: what would reach the goal against every answer of the opponents but one, and the answer at which it fails.

Puzzles are made with them in mind: who solves one is to be led astray.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic

from pyengine.position.position import P
from pyengine.puzzles.graph import Edge, Graph, Node
from pyengine.puzzles.solution import UNSURE_TRIES, Step, Try

LOST = 2
"""It fails at two answers or more, or without any."""


def tries(graph: Graph[P], steps: int) -> Iterator[Try[P]]:
    """Yield every first action that would lead to the goal in at most `steps` steps except for one answer.

    An action that depends on a note, or on a choice whose player is not known, is not a try; the graph's notes say
    so. Raises `Interrupted`.
    """
    answers = _Answers(graph)
    list(graph.expand([graph.start]))
    for edge in sorted(graph.start.edges, key=lambda edge: str(edge.action)):
        left = steps - edge.steps
        if not graph.start.is_goal and left >= 0 and answers.after(edge, left) == 1:
            yield Try(tuple(_played(graph, answers, edge, left, graph.start.place.position)))


class _Answers(Generic[P]):
    """At how many answers of the opponents a line fails that does best: at none, at one, or it is `LOST`."""

    def __init__(self, graph: Graph[P]) -> None:
        self._graph = graph
        self._known: dict[tuple[Node[P], int], int] = {}

    def at(self, node: Node[P], steps: int) -> int:
        """Return the number for the best line from a node on, in at most `steps` steps."""
        if node.is_goal:
            return 0
        if (node, steps) not in self._known:
            self._known[node, steps] = LOST  # if others only come round to it again
            list(self._graph.expand([node]))
            found = self._over_answers(node, steps) if node.place.others_turn else self._best(node, steps)
            self._known[node, steps] = found
        return self._known[node, steps]

    def _best(self, node: Node[P], steps: int) -> int:
        best = LOST
        for edge in node.edges:
            if edge.steps <= steps:
                best = min(best, self.after(edge, steps - edge.steps))
                if best == 0:
                    break
        return best

    def _over_answers(self, node: Node[P], steps: int) -> int:
        if len(node.edges) < 2:  # what has to be done is no answer
            return self.after(node.edges[0], steps) if node.edges else LOST
        return _together(self.after(edge, steps) for edge in node.edges)

    def after(self, edge: Edge[P], steps: int) -> int:
        """Return the number for the best line after an action, in at most `steps` further steps."""
        if edge.in_doubt or edge.whose == "unknown":
            self._graph.caveats[UNSURE_TRIES] = None
            return LOST
        several = (self.at(to, steps) for to, _ in edge.to)
        if edge.whose == "solver":
            return min(several)
        return _together(several)

    def next(self, node: Node[P], steps: int) -> Edge[P]:
        """An action that fails at one answer only; of what others can do, that answer."""
        fits = (1, LOST) if node.place.others_turn else (1,)
        good = [edge for edge in node.edges if edge.steps <= steps and self.after(edge, steps - edge.steps) in fits]
        return min(good, key=lambda edge: str(edge.action))


def _together(several: Iterable[int]) -> int:
    """At how many answers it fails that goes on with all of these."""
    found = 0
    for number in several:
        found += min(number, 1)  # an answer after which all is lost is one at which it fails
        if found == LOST:
            break
    return found


def _played(graph: Graph[P], answers: _Answers[P], edge: Edge[P], steps: int, position: P) -> Iterator[Step[P]]:
    """A try step by step, up to the answer at which it fails."""
    there = {to.place.key: to for to, _ in edge.to if answers.at(to, steps) > 0}
    if edge.whose == "solver" and answers.after(edge, steps) == 1:
        there = {key: to for key, to in there.items() if answers.at(to, steps) == 1}
    for outcome in graph.done(position, edge.action, settle=edge.settles):
        to = there.get(graph.key(outcome.board))
        if to is not None:
            yield Step(str(edge.action), outcome)
            if answers.at(to, steps) == 1:
                then = answers.next(to, steps)
                yield from _played(graph, answers, then, steps - then.steps, outcome.board)
            return
