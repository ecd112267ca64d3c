"""The adversarial reading: a strategy that works whatever the opponents choose.

What comes of an action that leaves a choice to somebody else is all to be reckoned with; what the solver chooses is the
solver's. Where it is not known whose choice it is, it is reckoned as an opponent's: what is found then holds all the
more, but that there is none is not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyengine.asking.search import Search
from pyengine.position.position import P
from pyengine.puzzles.graph import ALL, Edge, Graph, Node
from pyengine.puzzles.searching import notes, within
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
    front: Sequence[Node[P]] = [graph.start]
    depth = 0
    while graph.start not in (worth := _worth(graph, sure=False)) and front and (limit is None or depth < limit):
        yield _answer(graph, depth, (), closed=False, in_doubt=graph.sure != ALL)
        front = [node for node in graph.expand(front) if not node.is_goal]
        depth += 1
    if graph.start in worth:
        position = graph.start.place.position
        # One on which nothing is noted comes first, even if it may take more steps.
        surely = _worth(graph, sure=True)
        plan = tuple(_plan(graph, surely if graph.start in surely else worth, graph.start, position))
        yield _answer(graph, worth[graph.start] - 1, plan, closed=False, in_doubt=graph.start not in surely)
    else:
        yield _answer(graph, depth, (), closed=not front, in_doubt=graph.sure != ALL)


def _answer(graph: Graph[P], ruled_out: int, plan: Sequence[Branch[P]], *, closed: bool, in_doubt: bool) -> Solution[P]:
    told, other = notes(graph)
    known = not any(edge.whose == "unknown" for node in graph.nodes() for edge in node.edges)
    found = bool(plan) or graph.start.is_goal
    line = tuple(_longest(plan))
    surely_ruled_out = within(graph, ruled_out)
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


def _worth(graph: Graph[P], *, sure: bool) -> Worth[P]:
    """Worked out from the goals backwards, a step at a time; if it is to be `sure`, by nothing that is in doubt."""
    worth: Worth[P] = {node: 0 for node in graph.nodes() if node.is_goal}
    open_nodes = [node for node in graph.nodes() if node.edges and not node.is_goal]
    while True:
        new = {node: best for node in open_nodes if (best := _best(node, worth, sure)) is not None}
        if not new:
            return worth
        # Only the least of them are sure to have no better way.
        least = min(new.values())
        worth.update((node, steps) for node, steps in new.items() if steps == least)
        open_nodes = [node for node in open_nodes if node not in worth]


def _best(node: Node[P], worth: Worth[P], sure: bool) -> int | None:
    edges = (edge for edge in node.edges if not (sure and edge.in_doubt))
    return min((steps for edge in edges if (steps := _steps(edge, worth)) is not None), default=None)


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
    good = (edge for edge in node.edges if _steps(edge, worth) == worth[node])
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
