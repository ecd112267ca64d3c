"""Lines through the graph: one, all, how many, and each step by step as `apply` does it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple

from pyengine.actions.action import Action
from pyengine.position.position import P
from pyengine.puzzles.difficulty import Difficulty
from pyengine.puzzles.graph import Graph, Node
from pyengine.puzzles.solution import Step


class Move(NamedTuple, Generic[P]):
    """An action, by its phrase and itself, and the node that it leads to."""

    text: str
    action: Action
    node: Node[P]


Path = tuple[Move[P], ...]

MOST_LINES = 5_000
"""Largest number of lines for which pyengine finds out which of them differ only in order."""


def replayed(graph: Graph[P], path: Sequence[Move[P]]) -> tuple[Step[P], ...]:
    """A path step by step, each as `apply` does it."""
    position = graph.start.place.position
    steps = []
    for _, action, node in path:
        several = (graph.done(position, action, settle=graph.settle, each_payment=each) for each in (False, True))
        outcomes = (one for search in several for one in search)
        outcome = next(one for one in outcomes if graph.key(one.board) == node.place.key)
        steps.append(Step(str(action), outcome))
        position = outcome.board
    return tuple(steps)


class Shortest(Generic[P]):
    """All shortest lines of a graph that has been searched breadth first up to the first goals.

    With `sure`, only lines without a note that could have changed the results; there may be none of these.
    """

    def __init__(self, graph: Graph[P], goals: Sequence[Node[P]], *, sure: bool = False) -> None:
        self._start = graph.start
        self._sure = sure
        self._steps: dict[Node[P], list[Move[P]]] = {}
        """By node, the steps that are part of a shortest line."""
        self._back(graph, goals)

    def __bool__(self) -> bool:
        return self._start.is_goal or self._start in self._steps

    def _back(self, graph: Graph[P], goals: Sequence[Node[P]]) -> None:
        before: dict[Node[P], list[tuple[Node[P], Move[P]]]] = {}
        for node in graph.nodes():
            for edge in node.edges:
                if self._sure and edge.in_doubt:
                    continue
                for to, _ in edge.to:
                    if to.depth == node.depth + 1:
                        before.setdefault(to, []).append((node, Move(str(edge.action), edge.action, to)))
        seen = set(goals)
        front = list(goals)
        while front:
            to = front.pop()
            for node, move in before.get(to, ()):
                self._steps.setdefault(node, []).append(move)
                if node not in seen:
                    seen.add(node)
                    front.append(node)
        for moves in self._steps.values():
            moves.sort(key=lambda move: (move.text, move.node.place.key))

    def first(self) -> Path[P]:
        """One of them."""
        return next(self.paths())

    def count(self) -> int:
        """How many there are."""
        known: dict[Node[P], int] = {}
        for node in sorted(self._steps, key=lambda one: -one.depth):
            known[node] = sum(known.get(move.node, 1) for move in self._steps[node])
        return known.get(self._start, 1)

    def difficulty(self) -> Difficulty:
        """Return the difficulty of finding one of them."""
        possible = traps = 0
        for node, moves in self._steps.items():
            actions = {str(edge.action) for edge in node.edges}
            possible += len(actions)
            traps += len(actions.difference(move.text for move in moves))
        steps = max((node.depth + 1 for node in self._steps), default=0)
        return Difficulty(steps, self.count(), round(possible / max(len(self._steps), 1), 2), traps)

    def paths(self) -> Iterator[Path[P]]:
        """Each of them, in the order of the actions' phrases."""
        waiting: list[tuple[Node[P], Path[P]]] = [(self._start, ())]
        while waiting:
            node, path = waiting.pop()
            if node not in self._steps:
                yield path
            waiting += [(move.node, (*path, move)) for move in reversed(self._steps.get(node, ()))]

    def classes(self) -> list[Path[P]]:
        """The first of each class: lines are of one if exchanging neighbouring steps that lead to the same makes them
        the same."""
        found = list(self.paths())
        known: set[Path[P]] = set()
        firsts = []
        for path in found:
            if path in known:
                continue
            firsts.append(path)
            known.add(path)
            waiting = [path]
            while waiting:
                others = [other for other in self._exchanged(waiting.pop()) if other not in known]
                known.update(others)
                waiting += others
        return firsts

    def _exchanged(self, path: Path[P]) -> Iterator[Path[P]]:
        for place in range(len(path) - 1):
            node = path[place - 1].node if place else self._start
            first, second = path[place : place + 2]
            for earlier in self._steps[node]:
                if earlier.text != second.text or first.text == second.text:
                    continue
                for later in self._steps.get(earlier.node, ()):
                    if later.text == first.text and later.node is second.node:
                        yield (*path[:place], earlier, later, *path[place + 2 :])
