"""The shortest sequence of instructions that reaches a goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyengine import questions
from pyengine.actions import Action
from pyengine.answers import Citations
from pyengine.outcome import Outcome
from pyengine.program import Timeline
from pyengine.terms import quote

if TYPE_CHECKING:
    from pyengine.board import Board


@dataclass(frozen=True)
class Line:
    """A line that reaches the goal: its instructions in order, and what came of them."""

    actions: tuple[Action, ...]
    outcome: Outcome


def shortest(board: Board, allowed: Sequence[str | Action], goal: Mapping[str, Mapping[str, int]]) -> Line | None:
    """The shortest line of allowed instructions, each used at most once, that reaches the goal.

    `goal` gives, by id of object or player, the exact number of counters of some kinds. None if no line
    reaches it, however long: each instruction is used once, so there are only finitely many lines.
    The horizon grows by one instruction until the solver finds a model.
    """
    actions = [board.action(action) for action in allowed]
    kinds = {kind for wanted in goal.values() for kind in wanted}
    program = questions.instruction_facts(board, actions) + "".join(
        f"wanted_counters({quote(holder)},{quote(kind)},{count}).\n"
        for holder, wanted in goal.items()
        for kind, count in wanted.items()
    )
    program += "".join(f"asked_kind({quote(kind)}).\n" for kind in sorted(kinds))
    for length in range(1, len(actions) + 1):
        timeline = Timeline(board.facts() + program, ["questions/plan.lp"], files=questions.citations(board))
        for _ in range(length):
            timeline.schedule()
            timeline.instruct()
            timeline.settle()
        timeline.ground(("goal", timeline.moment))
        timeline.finish()
        for model in timeline.models([(timeline.atom("goal", timeline.moment), True)]):
            symbols = model.symbols(shown=True)
            done = sorted((one.arguments[0].number, one.arguments[1].name) for one in symbols if one.name == "occurs")
            line = tuple(actions[int(name[1:]) - 1] for _, name in done)
            return Line(line, Outcome(board, symbols, Citations()))
    return None
