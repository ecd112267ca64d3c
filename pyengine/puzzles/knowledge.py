"""Hidden information that a line depends on and that its player can't know at that moment.

The search looks at the whole board. A line is in doubt if it moves or turns over an object that its player can't see
then (top of a library, another player's hand or face-down permanent). The search prefers another line, and a note
says where the line does so. A line without such a note works without hidden information, but the player might not be
able to find it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pyengine.answers.notes import Note
from pyengine.position.position import P
from pyengine.puzzles.hidden_moves import unseen
from pyengine.puzzles.searching import in_order
from pyengine.puzzles.solution import Branch, Solution, Step


def with_what_is_hidden(found: Solution[P], start: P, player: str) -> Solution[P]:
    """Return the answer with notes on unseen objects that its lines or strategy move.

    Doubt depends on the first line, which is preferred.
    """
    if start.viewer is not None or not found.lines:
        return found
    told = dict.fromkeys(_of_plan(found.strategy, start, player, 1))
    if not found.strategy:
        told = dict.fromkeys(_of_line(found.lines[0].steps, start, player))
    in_doubt = found.in_doubt or bool(told)
    for number, line in enumerate(found.lines[1:], 2):
        told.update(
            dict.fromkeys(
                Note(f"line {number}: {note}", note.code, *note.data) for note in _of_line(line.steps, start, player)
            )
        )
    return replace(found, in_doubt=in_doubt, caveats=in_order((*found.caveats, *told)))


def _of_line(steps: Sequence[Step[P]], before: P, player: str) -> Iterator[Note]:
    for number, step in enumerate(steps, 1):
        yield from _of_step(step, before, player, number)
        before = step.outcome.board


def _of_plan(plan: Sequence[Branch[P]], before: P, player: str, number: int) -> Iterator[Note]:
    for branch in plan:
        if branch.by is None:  # what others do, they know
            yield from _of_step(branch.step, before, player, number)
        yield from _of_plan(branch.then, branch.step.outcome.board, player, number + branch.steps)


def _of_step(step: Step[P], before: P, player: str, number: int) -> Iterator[Note]:
    if hidden := unseen(before, step.outcome.board, player):
        which = ", ".join(hidden)
        words = (
            f"step {number} moves or turns over what {player} can't know then, and the line may depend on it: {which}"
        )
        yield Note(words, "hidden_object", number, player, *hidden)
