"""The adversarial reading: a strategy that works whatever the opponents choose.

What comes of an action that leaves a choice to somebody else is all to be reckoned with; what the solver chooses is the
solver's. Where it is not known whose choice it is, it is reckoned as an opponent's: what is found then holds all the
more, but that there is none is not proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Generic

from pyengine.asking.search import Search
from pyengine.position.position import P
from pyengine.puzzles.graph import ALL, Edge, Graph, Node
from pyengine.puzzles.searching import notes
from pyengine.puzzles.solution import Branch, Line, Solution, Step

Worth = dict[Node[P], int]
"""The nodes from which the goal is reached for sure, with the steps that takes at most."""

UNKNOWN = (
    "whose choice it is what comes of an action could not be told, or is that of several players: "
    "it was taken for the opponent's"
)


def strategies(graph: Graph[P], limit: int | None) -> Iterator[Solution[P]]:
    """What is known after each depth, and at last a strategy that takes the fewest steps at worst.

    Raises `Interrupted`.
    """
    depth = 0
    tries = (_Deepening(graph, sure=True), _Deepening(graph, sure=False))
    # One on which nothing is noted comes first.
    while not (won := next((one for one in tries if one.wins(graph.start, depth)), None)):
        hopeless = _hopeless(graph)
        closed = graph.start in hopeless
        yield _answer(graph, depth, (), closed=closed, in_doubt=_sure(graph) != ALL)
        if closed or (limit is not None and depth >= limit):
            return
        for one in tries:
            one.hopeless = hopeless
        depth += 1
    plan = tuple(_plan(graph, won.worth, graph.start, graph.start.place.position))
    yield _answer(graph, depth - 1, plan, closed=False, in_doubt=not won.sure)


class _Deepening(Generic[P]):
    """A search for a strategy of so many steps at most, one more each time, which looks no further at an action once
    something that may come of it is known not to lead to the goal. If it is to be `sure`, it uses nothing in doubt.

    What is worked out of a node is kept: `worth`, and the most steps in which it is known not to do.
    """

    def __init__(self, graph: Graph[P], *, sure: bool) -> None:
        self.sure = sure
        self.worth: Worth[P] = {}
        self.hopeless: Collection[Node[P]] = ()
        """Nodes from which the goal is not reached for sure in however many steps."""
        self._graph = graph
        self._failed: dict[Node[P], int] = {}
        self._did: Counter[str] = Counter()
        """How often an action was part of a strategy: it is tried first elsewhere."""

    def wins(self, node: Node[P], steps: int) -> bool:
        """Whether the goal is reached from a node in so many steps, whatever the others choose."""
        if node.is_goal:
            self.worth[node] = 0
        if self.worth.get(node, ALL) <= steps:
            return True
        if node in self.hopeless or steps <= self._failed.get(node, 0):
            return False
        list(self._graph.expand([node]))
        for edge in sorted(node.edges, key=lambda edge: (-self._did[str(edge.action)], str(edge.action))):
            if not (self.sure and edge.in_doubt) and self._leads(edge, steps - 1):
                self._did[str(edge.action)] += 1
                self.worth[node] = _steps(edge, self.worth) or 1
                return True
        self._failed[node] = steps
        return False

    def _leads(self, edge: Edge[P], steps: int) -> bool:
        """Whether an action leads to the goal; what is known to fail in most steps is asked first."""
        nodes = [to for to, _ in edge.to]
        if edge.whose == "solver":
            return any(self.wins(to, steps) for to in nodes)
        return all(self.wins(to, steps) for to in sorted(nodes, key=lambda to: -self._failed.get(to, -1)))


def _hopeless(graph: Graph[P]) -> set[Node[P]]:
    """The nodes from which the goal is not reached for sure, even if it were from all that has not been looked at."""
    left = {node for node in graph.nodes() if node.expanded and not node.is_goal}
    while hopeful := {node for node in left if any(_might(edge, left) for edge in node.edges)}:
        left -= hopeful
    return left


def _might(edge: Edge[P], hopeless: Collection[Node[P]]) -> bool:
    several = [to not in hopeless for to, _ in edge.to]
    return any(several) if edge.whose == "solver" else all(several)


def _sure(graph: Graph[P]) -> int | None:
    """Of strategies of so many steps it is known for sure whether they do: what is noted of a position could change all
    that comes after. None if that is not known of the start itself."""
    if graph.sure is None:
        return None
    front, steps, seen = [graph.start], 0, {graph.start}
    while front:
        if any(node.in_doubt for node in front):
            return steps
        coming = dict.fromkeys(to for node in front for edge in node.edges for to, _ in edge.to if to not in seen)
        seen.update(coming)
        front, steps = list(coming), steps + 1
    return ALL


def _answer(graph: Graph[P], ruled_out: int, plan: Sequence[Branch[P]], *, closed: bool, in_doubt: bool) -> Solution[P]:
    told, other = notes(graph)
    known = not any(edge.whose == "unknown" for node in graph.nodes() for edge in node.edges)
    found = bool(plan) or graph.start.is_goal
    line = tuple(_longest(plan))
    sure = _sure(graph)
    surely_ruled_out = None if sure is None or ruled_out < 0 else min(ruled_out, sure)
    return Solution(
        (Line(line),) if found else (),
        surely_ruled_out,
        closed and known,
        graph.positions,
        graph.asked,
        proved=known and ((surely_ruled_out is not None and surely_ruled_out == len(line) - 1) or not line),
        in_doubt=in_doubt,
        reading="adversarial",
        strategy=tuple(plan),
        caveats=told if known else (*told, UNKNOWN),
        other_caveats=other,
    )


def _steps(edge: Edge[P], worth: Worth[P]) -> int | None:
    """How many steps the goal takes at most, if it is reached for sure after this action."""
    known = [worth[node] for node, _ in edge.to if node in worth]
    if edge.whose == "solver":
        return 1 + min(known) if known else None
    return 1 + max(known) if len(known) == len(edge.to) else None


def _plan(graph: Graph[P], worth: Worth[P], node: Node[P], position: P) -> Iterator[Branch[P]]:
    """What to do at a node, with each thing that may come of it, as `apply` does it."""
    if node.is_goal:
        return
    good = (edge for edge in node.edges if (_steps(edge, worth) or ALL) <= worth[node])
    edge = min(good, key=lambda edge: (edge.in_doubt, str(edge.action)))
    wanted = {to.place.key: to for to, _ in edge.to}
    if edge.whose == "solver":
        best = min((to for to, _ in edge.to if to in worth), key=lambda to: worth[to])
        wanted = {best.place.key: best}
    for outcome in Search(position, [edge.action], settle=graph.settle, also=graph.also):
        to = wanted.pop(graph.key(outcome.board), None)
        if to is not None:
            step = Step(str(edge.action), outcome)
            yield Branch(step, edge.whose, tuple(_plan(graph, worth, to, outcome.board)))


def _longest(plan: Sequence[Branch[P]]) -> Iterator[Step[P]]:
    """The steps of the longest way through a plan."""
    if plan:
        first = max(plan, key=lambda branch: branch.length)
        yield first.step
        yield from _longest(first.then)
