"""A puzzle as it is asked: checked, and given to the search."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pyengine.errors import InputError
from pyengine.position.position import P, Position
from pyengine.position.references import ids
from pyengine.puzzles import goals
from pyengine.puzzles.costs import FEWEST, cost_of
from pyengine.puzzles.goals import Goal
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.moves import Moves
from pyengine.puzzles.searching import fewest, shortest
from pyengine.puzzles.solution import Solution
from pyengine.solving.solver import deadline_after


@dataclass(frozen=True)
class Task:
    """What is asked for beside a position: the goal, what may be done and how many steps at most."""

    goal: Goal
    moves: Moves
    limit: int | None = None
    settle: bool = True
    """Whether everything on the stack resolves after each action."""
    fewest: str = "steps"
    all_lines: bool = False


def problems(task: Task, position: Position, made: Collection[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with a task, each with the part that it is about; `made` are ids of what actions make."""
    for _, problem in goals.wrong_names(task.goal, position, made):
        yield "goal", problem
    if goals.contradiction(task.goal):
        yield "goal", "the goal contradicts itself: no number is all that is asked of it"
    most = task.moves.most
    if task.limit is not None and most is not None and task.limit > most:
        yield "limit", f"expected at most {most} steps, as often as the actions may be used; found {task.limit}"
    if task.fewest not in FEWEST:
        yield "fewest", f"expected one of {', '.join(FEWEST)}, found {task.fewest!r}"
    if task.all_lines and task.fewest != "steps":
        yield (
            "fewest",
            "expected all lines of the fewest steps: all lines with the fewest of something else are not told",
        )


def search(
    position: P, task: Task, made: Collection[str] = (), *, timeout: float | None = None
) -> Iterator[Solution[P]]:
    """What is known as the search goes on, and at last the answer. Raises `InputError` and `Interrupted`."""
    for part, problem in problems(task, position, made):
        raise InputError(f"{part}: {problem}")
    deadline = deadline_after(timeout)
    keep = task.goal.names() | task.moves.names()
    if task.moves.everything and task.all_lines:
        keep = set(ids(position.model))  # every line is given with the ids of this position
    cost = cost_of(task.fewest, position.model.priority_player)
    graph = Graph(position, task.goal, task.moves, keep, settle=task.settle, cost=cost)
    graph.deadline = deadline
    if cost is None:
        yield from shortest(graph, task.limit, task.all_lines)
    else:
        yield from fewest(graph, task.limit, task.fewest)
