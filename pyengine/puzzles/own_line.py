"""A line of the user's own, checked step by step: which actions the puzzle allows, which are legal, where it leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pyengine.actions.action import Action
from pyengine.answers.notes import cut_short
from pyengine.asking.candidates import Filters
from pyengine.asking.judging import judge
from pyengine.errors import PyengineError
from pyengine.position.position import P
from pyengine.puzzles.graph import Graph, Node, Use
from pyengine.puzzles.moves import declares
from pyengine.puzzles.search_task import Task
from pyengine.solving.solver import deadline_after

MOST_POSITIONS = 200
"""Number of positions that a step is checked on at most; where choices lead to more, the answer says so."""


@dataclass(frozen=True)
class CheckedStep:
    """One step: the action, the positions it leads to, and why it can't be done, where it can't."""

    action: str
    before: int
    """Number of positions that the steps before lead to."""
    done_on: int
    """Number of these on which the action was done."""
    positions: int
    """Number of positions that it leads to."""
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.done_on:
            return "\n".join([f"{self.action}: can't be done", *(f"  {one}" for one in self.reasons)])
        some = "" if self.done_on == self.before else f" on {self.done_on} of {self.before} positions"
        many = "1 position" if self.positions == 1 else f"{self.positions} positions"
        return "\n".join([f"{self.action}: done{some}, {many}", *(f"  elsewhere: {one}" for one in self.reasons)])

    def to_json(self) -> dict[str, Any]:
        """The step as plain data, for JSON."""
        return {
            "action": self.action,
            "positions_before": self.before,
            "done_on": self.done_on,
            "positions": self.positions,
            "reasons": list(self.reasons),
        }


@dataclass(frozen=True)
class CheckedLine:
    """A line that was checked: its steps, and on how many of the positions at its end the goal holds."""

    steps: tuple[CheckedStep, ...]
    holds_in: int
    fails_in: int
    complete: bool
    caveats: tuple[str, ...]
    other_caveats: tuple[str, ...]

    def __bool__(self) -> bool:
        """True if every step can be done and the line reaches the goal, with choices as they suit it."""
        return self.holds_in > 0 and all(step.done_on for step in self.steps)

    @property
    def answer(self) -> str:
        """The answer in words."""
        places = self.holds_in + self.fails_in
        some = f" in {self.holds_in} of {places} positions, as choices decide" if self.fails_in else ""
        done = sum(1 for step in self.steps if step.done_on)
        if done < len(self.steps):
            reached = f"the goal is reached before it{some}" if self.holds_in else "the goal is not reached"
            return f"step {done + 1} can't be done; {reached}"
        return f"it reaches the goal{some}" if self.holds_in else "it does not reach the goal"

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data, for JSON."""
        return {
            "answer": self.answer,
            "steps": [step.to_json() for step in self.steps],
            "holds_in": self.holds_in,
            "fails_in": self.fails_in,
            "complete": self.complete,
            "caveats": list(self.caveats),
            "other_caveats": list(self.other_caveats),
        }


def checked(
    position: P, task: Task, phrases: Sequence[str], parse: Callable[[P, str], Action], timeout: float | None = None
) -> CheckedLine:
    """Do the actions of a line one after the other, as the puzzle allows; every choice on the way suits the line.

    `parse` reads a phrase on a position. Raises `Interrupted`.
    """
    graph = Graph(position, task.goal, task.moves, None, settle=task.settle)
    graph.deadline = deadline_after(timeout)
    nodes: list[Node[P]] = [graph.start]
    steps: list[CheckedStep] = []
    cut = False
    for number, phrase in enumerate(phrases):
        after: dict[Node[P], None] = {}
        done_on, reasons = 0, dict[str, None]()
        for node in nodes:
            why = _refused(task, graph, node, phrase, number, parse, after)
            done_on += why is None
            reasons.update(dict.fromkeys(why or ()))
        steps.append(CheckedStep(phrase, len(nodes), done_on, len(after), tuple(reasons)))
        cut = cut or len(after) > MOST_POSITIONS
        if not after:
            break
        nodes = list(after)[:MOST_POSITIONS]
    holds = sum(node.is_goal for node in nodes)
    limit = cut_short(f"choices lead to more than {MOST_POSITIONS} positions", "many_positions", MOST_POSITIONS)
    caveats = (*graph.caveats, *([limit] if cut else []))
    other = tuple(note for note in graph.other_caveats if note not in caveats)
    return CheckedLine(tuple(steps), holds, len(nodes) - holds, not cut, caveats, other)


def _refused(
    task: Task,
    graph: Graph[P],
    node: Node[P],
    phrase: str,
    number: int,
    parse: Callable[[P, str], Action],
    after: dict[Node[P], None],
) -> Sequence[str] | None:
    """Do an action at a node and add the nodes it leads to; return why it can't be done, or None."""
    if task.limit is not None and number >= task.limit:
        return [f"the puzzle allows {task.limit} steps"]
    try:
        action = parse(node.place.position, phrase)
    except PyengineError as error:
        return [str(error)]
    uses = {str(use.action): use for use in graph.uses(node)}
    use = uses.get(str(action))
    in_more_words = (task.moves.everything and Filters(("use",)).let(action)) or (
        task.moves.combat and declares(action)
    )
    if use is None and in_more_words:
        use = Use(action, node.used, 1, node.used)  # of what is legal, in more words than the list has
    if use is None:
        return [f"the puzzle does not allow {action}, or not once more"]
    edge = graph.explore(node, use)
    if edge is None:
        verdict = judge(node.place.position, action, graph.deadline)
        return [f"{one.text} [{one.rule}]" for one in verdict.reasons] or ["it can't be done"]
    after.update(dict.fromkeys(node for node, _ in edge.to))
    return None
