"""The search for lines to a goal: breadth first over positions, or by what is to be fewest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count

from pyengine.answers.notes import Note, is_complete
from pyengine.position.position import P
from pyengine.puzzles.ahead import Ahead, MetError
from pyengine.puzzles.graph import ALL, Graph, Node
from pyengine.puzzles.incremental import Beside, Grown, followed
from pyengine.puzzles.paths import MOST_LINES, Move, Path, Shortest, replayed
from pyengine.puzzles.solution import Line, Reached, Solution

LISTED = 20
"""Largest number of lines given step by step."""

AT_ONCE = 25
"""Number of positions after which a search by cost reports its progress, and another search goes on by a step."""


def shortest(
    graph: Graph[P], limit: int | None, all_lines: bool, exact: bool, ahead: Ahead[P] | None = None
) -> Iterator[Solution[P]]:
    """Yield the result after each depth, and finally the shortest lines.

    Raises `Interrupted`. If one line is enough and many positions have been met, this also asks the program of all
    lines, a step longer after every `AT_ONCE` positions. A line that is met `ahead` is a result at once.
    """
    front: Sequence[Node[P]] = [graph.start]
    goals = [node for node in front if node.is_goal]
    depth = 0
    beside = None if all_lines or exact else Beside(graph, limit)
    best: Solution[P] | None = None
    while not goals and front and (limit is None or depth < limit):
        yield _without(graph, depth, closed=False) if best is None else _known(graph, best, depth)
        after: list[Node[P]] = []
        for first in range(0, len(front), AT_ONCE):
            while True:
                try:
                    after += graph.expand(front[first : first + AT_ONCE])
                    break
                except MetError:
                    assert ahead is not None
                    best = _met(graph, ahead)
                    if not best.in_doubt:  # else a longer line without a note is better
                        limit = len(best.lines[0].steps) - 1
                        ahead.better(limit)
                    yield _known(graph, best, depth)
            if beside is not None and (grown := beside.known()) is not None:
                yield _grown(graph, grown)
                return
        front = after
        goals = [node for node in front if node.is_goal]
        depth += 1
    if goals:
        yield _with(graph, goals, depth, all_lines)
    elif best is not None:
        yield _known(graph, best, depth if front else ALL)
    else:
        found = _without(graph, depth, closed=not front)
        yield replace(found, reached=reached(graph)) if exact and found.answer == "none" else found


def _met(graph: Graph[P], ahead: Ahead[P]) -> Solution[P]:
    """Return the line that was met ahead."""
    path, in_doubt = ahead.found
    line = Line(replayed(ahead.graph, path))
    return Solution((line,), None, False, graph.positions, graph.asked, in_doubt=in_doubt)


def _known(graph: Graph[P], best: Solution[P], depth: int) -> Solution[P]:
    """Return a known line, as no line of fewer steps than `depth` has been found, and of no more."""
    told, other = notes(graph)
    ruled_out = within(graph, min(depth, len(best.lines[0].steps) - 1))
    return replace(
        best,
        ruled_out=ruled_out,
        positions=graph.positions,
        asked=graph.asked,
        proved=ruled_out == len(best.lines[0].steps) - 1,
        caveats=told,
        other_caveats=other,
    )


def _grown(graph: Graph[P], found: Grown) -> Solution[P]:
    """Return the result of the program of all lines, which gives no answer if there is anything to note."""
    told, other = notes(graph)
    known = Solution[P]((), found.steps, found.closed, graph.positions, graph.asked, caveats=told, other_caveats=other)
    if found.line is None:
        return known
    line = followed(graph, found.line)
    return replace(known, lines=(line,), ruled_out=found.steps - 1, closed=False, proved=True)


def reached(graph: Graph[P]) -> tuple[Reached[P], ...]:
    """Return everything that can be reached, in the form of the answer."""
    was = graph.goal.on_the_way()
    return tuple(
        Reached(node.place.position, node.used, tuple(n for n, one in enumerate(was) if one in node.been))
        for node in graph.nodes()
    )


def _without(graph: Graph[P], ruled_out: int, *, closed: bool) -> Solution[P]:
    """No line has been found."""
    told, other = notes(graph)
    return Solution(
        (),
        within(graph, ruled_out),
        closed,
        graph.positions,
        graph.asked,
        in_doubt=graph.sure != ALL,
        left_out=graph.left_out,
        caveats=told,
        other_caveats=other,
    )


def within(graph: Graph[P], steps: int) -> int | None:
    """Return the largest number of steps, up to `steps`, in which certainly no line reaches the goal; None if there
    is none.
    """
    return None if graph.sure is None or steps < 0 else min(steps, graph.sure)


def _with(graph: Graph[P], goals: Sequence[Node[P]], depth: int, all_lines: bool) -> Solution[P]:
    lines = Shortest(graph, goals, sure=True)
    in_doubt = not lines
    if not lines or all_lines:
        lines = Shortest(graph, goals)
    paths: Sequence[Path[P]] = [lines.first()]
    several = classes = None
    if all_lines:
        several = lines.count()
        if several <= MOST_LINES:
            paths = lines.classes()
            classes = len(paths)
        if classes is None or classes > LISTED:
            graph.caveats[_not_listed(several, classes)] = None
    told, other = notes(graph)
    sure = -1 if graph.sure is None else graph.sure
    return Solution(
        tuple(Line(replayed(graph, path)) for path in paths[:LISTED]),
        within(graph, depth - 1),
        False,
        graph.positions,
        graph.asked,
        # Another line of as many steps would change how many there are.
        proved=sure >= (depth if all_lines else depth - 1),
        in_doubt=in_doubt,
        paths=several,
        classes=classes,
        difficulty=lines.difficulty() if all_lines else None,
        left_out=graph.left_out,
        caveats=told,
        other_caveats=other,
    )


def _not_listed(several: int, classes: int | None) -> Note:
    if classes is None:
        words = f"of {several:,} lines one is listed: pyengine compares at most {MOST_LINES:,} lines"
        return Note(words, "lines_not_compared", several, MOST_LINES)
    return Note(
        f"of {classes:,} lines, without reordered ones, {LISTED} are listed", "lines_not_listed", classes, LISTED
    )


def fewest(graph: Graph[P], limit: int | None, what: str) -> Iterator[Solution[P]]:
    """Yield the progress now and then, and finally a shortest line among those with the fewest of something.

    Raises `Interrupted`.
    """
    number = count()
    waiting: list[tuple[int, int, int, int, Node[P], Path[P]]] = [(0, 0, 0, next(number), graph.start, ())]
    done: dict[Node[P], int] = {}
    cut = False
    while waiting:
        # Of ways that need as much, one comes first on which nothing is noted.
        cost, noted, steps, looked, node, path = heappop(waiting)
        if looked % AT_ONCE == 0:
            yield _without(graph, 0, closed=False)
        if node.is_goal:
            told, other = notes(graph)
            line = Line(replayed(graph, path), cost)
            yield Solution(
                (line,),
                None,
                False,
                graph.positions,
                graph.asked,
                what,
                graph.sure == ALL,
                bool(noted),
                left_out=graph.left_out,
                caveats=told,
                other_caveats=other,
            )
            return
        # With a limit a dearer way may matter that has fewer steps.
        if done.get(node, steps + 1) <= steps or (limit is None and node in done):
            continue
        done[node] = steps
        if limit is not None and steps >= limit:
            cut = True
            continue
        list(graph.expand([node]))
        for edge in node.edges:
            for to, used in edge.to:
                move = Move(str(edge.action), edge.action, to)
                then = cost + used, max(noted, edge.in_doubt), steps + 1
                heappush(waiting, (*then, next(number), to, (*path, move)))
    yield _without(graph, limit if cut and limit is not None else 0, closed=not cut)


def notes(graph: Graph[P]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the notes on everything searched: those that could have changed the answer, and the rest."""
    return in_order(graph.caveats), tuple(note for note in graph.other_caveats if note not in graph.caveats)


def in_order(notes: Iterable[str]) -> tuple[str, ...]:
    """Each note once; what cut an answer short comes last, as everywhere."""
    return tuple(sorted(dict.fromkeys(notes), key=lambda note: not is_complete([note])))
