"""What a line rests on that its player can't know when it is to be done.

The search looks at the whole board. A line that moves or turns over something that its player does not see by then (the
top of a library, another player's hand or face-down permanent) is in doubt, and another one preferred; it is told where
it does so. That nothing of the kind is told does not mean that the player could find the line; that it works needs
nothing hidden then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pyengine.position.position import P
from pyengine.puzzles.hidden_moves import unseen
from pyengine.puzzles.searching import in_order
from pyengine.puzzles.solution import Branch, Solution, Step


def with_what_is_hidden(found: Solution[P], start: P, player: str) -> Solution[P]:
    """The same answer, with notes on what its lines or strategy move that the player does not see; whether it is in
    doubt hangs on the first line, which is preferred."""
    if start.viewer is not None or not found.lines:
        return found
    told = dict.fromkeys(_of_plan(found.strategy, start, player, 1))
    if not found.strategy:
        told = dict.fromkeys(_of_line(found.lines[0].steps, start, player))
    in_doubt = found.in_doubt or bool(told)
    for number, line in enumerate(found.lines[1:], 2):
        told.update(dict.fromkeys(f"line {number}: {note}" for note in _of_line(line.steps, start, player)))
    return replace(found, in_doubt=in_doubt, caveats=in_order((*found.caveats, *told)))


def _of_line(steps: Sequence[Step[P]], before: P, player: str) -> Iterator[str]:
    for number, step in enumerate(steps, 1):
        yield from _of_step(step, before, player, number)
        before = step.outcome.board


def _of_plan(plan: Sequence[Branch[P]], before: P, player: str, number: int) -> Iterator[str]:
    for branch in plan:
        if branch.by is None:  # what others do, they know
            yield from _of_step(branch.step, before, player, number)
        yield from _of_plan(branch.then, branch.step.outcome.board, player, number + branch.steps)


def _of_step(step: Step[P], before: P, player: str, number: int) -> Iterator[str]:
    if hidden := unseen(before, step.outcome.board, player):
        which = ", ".join(hidden)
        yield f"step {number} moves or turns over what {player} can't know then, and the line may depend on it: {which}"
