"""A puzzle as it is asked: checked, and given to the search."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from pyengine.errors import InputError
from pyengine.position.position import P, Position
from pyengine.puzzles import goals
from pyengine.puzzles.against import checked, strategies
from pyengine.puzzles.ahead import Ahead
from pyengine.puzzles.goals import Goal
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.helpers import Helpers
from pyengine.puzzles.knowledge import with_what_is_hidden
from pyengine.puzzles.line_costs import FEWEST, cost_of
from pyengine.puzzles.moves import Moves
from pyengine.puzzles.near_misses import tries
from pyengine.puzzles.searching import fewest, in_order, shortest
from pyengine.puzzles.solution import Solution
from pyengine.solving.solver import deadline_after


@dataclass(frozen=True)
class Task:
    """The question about a position: the goal, the allowed actions and the largest number of steps."""

    goal: Goal
    moves: Moves
    limit: int | None = None
    settle: bool = True
    """True if everything on the stack resolves after each action."""
    fewest: str = "steps"
    all_lines: bool = False
    against: bool = False
    """True if the solution has to work whatever the opponents choose."""
    tries: bool = False
    """True if the answer also lists tries, which fail at only one answer of the opponents."""
    exact: bool = False
    """True if the answer lists the reachable positions when there is no line; none of them gets other ids."""
    reductions: bool = True
    """True if the search skips some orders of independent actions."""


def problems(task: Task, position: Position, made: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the problems of a task, each with the part that it is about; `made` are ids of objects that actions
    make.
    """
    for _, problem in goals.wrong_names(task.goal, position, made):
        yield "goal", problem
    if goals.contradiction(task.goal):
        yield "goal", "the goal contradicts itself: no number is all that is asked of it"
    most = task.moves.most
    if task.limit is not None and most is not None and task.limit > most:
        yield "limit", f"expected at most {most} steps, as often as the actions may be used; found {task.limit}"
    if task.fewest not in FEWEST:
        yield "fewest", f"expected one of {', '.join(FEWEST)}, found {task.fewest!r}"
    if task.against and (task.all_lines or task.fewest != "steps"):
        yield (
            "fewest",
            "expected a strategy of the fewest steps: a strategy can't be combined with 'all' or 'fewest'",
        )
    if task.tries and not task.against:
        yield "tries", "expected a puzzle against the opponents: where they choose as it suits the line, nothing fails"
    if task.exact and (task.against or task.fewest != "steps"):
        yield "certificate", "expected a puzzle for the fewest steps, not against the opponents: others have none"
    if task.exact and task.moves.combat:
        yield "certificate", "expected a puzzle without 'combat': one with it has no certificate"
    if task.exact and task.limit is not None:
        yield "certificate", "expected no limit: that there is no line within it has no certificate"
    if task.all_lines and task.fewest != "steps":
        yield (
            "fewest",
            "expected all lines of the fewest steps: 'all' can't be combined with 'fewest'",
        )


def search(
    position: P,
    task: Task,
    made: Collection[str] = (),
    *,
    timeout: float | None = None,
    jobs: int = 1,
    memory: int | None = None,
) -> Iterator[Solution[P]]:
    """Yield results as the search goes on, and finally the answer. Raises `InputError` and `Interrupted`.

    With several `jobs` other processes answer ahead of time what the search is about to ask. `memory` is the most
    that the search itself may have, in bytes.
    """
    for part, problem in problems(task, position, made):
        raise InputError(f"{part}: {problem}")
    names = task.goal.names() | task.moves.names()
    # What is legal names what it finds; a line that is put together of several must find the same names.
    exact = task.exact or task.tries or (task.moves.everything and (task.all_lines or task.against))
    solver = position.model.priority_player
    cost = cost_of(task.fewest, solver)
    graph = Graph(
        position,
        task.goal,
        task.moves,
        None if exact else names,
        settle=task.settle,
        cost=cost,
        solver=solver if task.against else None,
        fills=task.reductions,
        # Where all lines or all positions are told, or others choose on the way, none is left out.
        prunes=task.reductions and not (task.all_lines or task.exact or task.against),
    )
    graph.deadline, graph.memory = deadline_after(timeout), memory
    helpers = Helpers(jobs - 1)
    graph.helpers = helpers if jobs > 1 else None
    try:
        yield from _told(graph, task, names, position, solver)
    finally:
        graph.helpers = None
        helpers.close()


def _told(graph: Graph[P], task: Task, names: set[str], position: P, solver: str) -> Iterator[Solution[P]]:
    """Yield the results of a search with all that is to be said of them."""
    for found in _searched(graph, task, names):
        found = replace(with_what_is_hidden(found, position, solver), graph=graph)
        if found.closed and not found.lines:
            found = replace(found, caveats=in_order((*found.caveats, *graph.never_done())))
        yield found
    graph.meanwhile = None
    if task.tries:
        # Those of as many steps as the strategy has, or as were looked at.
        steps = found.length if found.lines else max(node.depth for node in graph.nodes())
        told = tuple(tries(graph, steps))
        known = in_order((*found.caveats, *graph.caveats))
        other = tuple(note for note in graph.other_caveats if note not in known)
        yield replace(
            found, tries=told, positions=graph.positions, asked=graph.asked, caveats=known, other_caveats=other
        )


def _searched(graph: Graph[P], task: Task, names: set[str]) -> Iterator[Solution[P]]:
    if task.fewest != "steps":
        return fewest(graph, task.limit, task.fewest)
    looks_ahead = task.reductions and task.settle and not (task.moves.are_listed or task.all_lines or task.exact)
    ahead = (
        Ahead(graph, task.limit, keep=names, check=checked(graph) if task.against else None) if looks_ahead else None
    )
    if ahead is not None:
        graph.meanwhile = ahead.go_on
    if task.against:
        return strategies(graph, task.limit, ahead)
    return shortest(graph, task.limit, task.all_lines, task.exact, ahead)
