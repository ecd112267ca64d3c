"""The shortest sequence of instructions that reaches a goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyengine import arguments, questions
from pyengine.actions import Action
from pyengine.errors import InvalidActionError
from pyengine.kinds import checked_kind
from pyengine.outcome import Outcome
from pyengine.program import Timeline
from pyengine.solver import Interrupted, deadline_after, term_of
from pyengine.terms import quote
from pyengine.values import MAX_COUNT

if TYPE_CHECKING:
    from pyengine.board import Board


@dataclass(frozen=True)
class Line:
    """A line that reaches the goal: its instructions in order, and what came of them."""

    actions: tuple[Action, ...]
    outcome: Outcome
    caveats: tuple[str, ...] = ()
    complete: bool = True


def _wanted(wanted: Mapping[str, int]) -> dict[str, int]:
    """The counters wanted on one holder."""
    counts = arguments.mapping(wanted, "the counters of a goal").items()
    return {checked_kind(kind): arguments.whole(count, "counters", 0, MAX_COUNT) for kind, count in counts}


def shortest(
    board: Board,
    allowed: Sequence[str | Action],
    goal: Mapping[str, Mapping[str, int]],
    watch: questions.Watch = iter,
    *,
    timeout: float | None = None,
) -> Line | None:
    """The shortest line of allowed instructions, each used at most once, that reaches the goal.

    `goal` gives, by id of object or player, the exact number of counters of some kinds. None if no line
    reaches it, however long: each instruction is used once, so there are only finitely many lines.
    The horizon grows by one instruction until the solver finds a model; `watch` goes through the lengths. Raises
    `Interrupted` if there may be a line past a bound, or `timeout` seconds have passed.
    """
    actions = board.actions(allowed)
    made = {name for action in actions for name in action.makes()}
    for action in actions:
        if action.then is not None:
            raise InvalidActionError(
                f"{str(action)[:80]!r}: expected one event; allow what comes after ', then' by itself"
            )
    goal = {holder: _wanted(wanted) for holder, wanted in arguments.mapping(goal, "the goal").items()}
    for holder in goal.keys() - made:
        board.require(holder, "goal: ")
    deadline = deadline_after(timeout)
    cut_short = False
    kinds = {kind for wanted in goal.values() for kind in wanted}
    program = questions.instruction_facts(board, actions) + "".join(
        f"wanted_counters({quote(holder)},{quote(kind)},{count}).\n"
        for holder, wanted in goal.items()
        for kind, count in wanted.items()
    )
    program += "".join(f"asked_kind({quote(kind)}).\n" for kind in sorted(kinds))
    for length in watch(range(len(actions) + 1)):
        timeline = Timeline(
            board.facts() + program, ["questions/plan.lp"], files=questions.citations(board), deadline=deadline
        )
        questions.refuse_broken(board, timeline)
        for _ in range(length):
            timeline.schedule()
            timeline.instruct()
            timeline.settle()
        timeline.ground(("goal", timeline.moment))
        timeline.finish()
        for model in timeline.models([(term_of(f"goal({timeline.moment})"), True)]):
            symbols = model.symbols(shown=True)
            done = sorted((one.arguments[0].number, one.arguments[1].name) for one in symbols if one.name == "occurs")
            line = tuple(actions[int(name[1:]) - 1] for _, name in done)
            complete = not questions.is_cut_short(symbols) and not timeline.cut_short
            outcome = Outcome(board, symbols, questions.cite(timeline, board))
            return Line(line, outcome, questions.caveats(board, symbols), complete)
        cut_short = cut_short or timeline.cut_short or questions.may_be_cut_short(timeline)
    if cut_short:
        raise Interrupted("no line was found, but a limit cut the search short")
    return None
