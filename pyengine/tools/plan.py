"""The shortest sequence of instructions that reaches a goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import clingo

from pyengine.actions.action import Action
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import latest
from pyengine.asking import caveats, listing, programs
from pyengine.asking.noted import holds_anyway, noted_atoms, reached, too_large
from pyengine.cards.kinds import checked_kind
from pyengine.errors import InvalidActionError
from pyengine.files import arguments
from pyengine.files.fields import MAX_COUNT
from pyengine.solving.solver import deadline_after, function
from pyengine.solving.terms import quote
from pyengine.solving.timeline import Timeline

if TYPE_CHECKING:
    from pyengine.board import Board

Goal = Mapping[str, Mapping[str, int]]
"""By id of object or player, the exact number of counters of some kinds."""


@dataclass(frozen=True)
class Plan:
    """What is known of the lines to a goal; true if there is one.

    `actions` is the shortest line and `outcome` what came of it, both None if none was found. No line has as few
    instructions as `ruled_out` or fewer; None if no length was searched in vain. `caveats` has what was noted on the
    lines that were looked at, be it that they would have been longer than the one found; `other_caveats` what is not
    modelled of the cards there either, and could not have changed the answer.
    """

    actions: tuple[Action, ...] | None
    outcome: Outcome[Board] | None
    ruled_out: int | None
    caveats: tuple[str, ...] = ()
    other_caveats: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.actions is not None

    @property
    def complete(self) -> bool:
        """False if a bound was hit: there may be a line, or a shorter one."""
        return caveats.is_complete(self.caveats)

    def stopped(self, why: str) -> Plan:
        """The same, found before the search was stopped."""
        return replace(self, caveats=(*self.caveats, caveats.CUT_SHORT + why))


def _wanted(wanted: Mapping[str, int]) -> dict[str, int]:
    """The counters wanted on one holder."""
    counts = arguments.mapping(wanted, "the counters of a goal").items()
    return {checked_kind(kind): arguments.whole(count, "counters", 0, MAX_COUNT) for kind, count in counts}


def shortest(board: Board, allowed: Sequence[str | Action], goal: Goal, *, timeout: float | None = None) -> Plan:
    """The shortest line of allowed instructions, each used at most once, that reaches the goal.

    Each instruction is used once, so there are only finitely many lines. Where `timeout` seconds have passed, what is
    known by then; raises `Interrupted` if that is nothing.
    """
    return latest(search(board, allowed, goal, timeout=timeout))


def search(
    board: Board,
    allowed: Sequence[str | Action],
    goal: Goal,
    watch: listing.Watch = iter,
    *,
    timeout: float | None = None,
) -> Iterator[Plan]:
    """What is known after each length, of which one instruction is added at a time, and at last the line.

    `watch` goes through the lengths. Raises `Interrupted` once `timeout` seconds have passed.
    """
    actions = board.actions(allowed)
    for action in actions:
        if action.then is not None:
            raise InvalidActionError(
                f"{str(action)[:80]!r}: expected one event; allow what comes after ', then' by itself"
            )
    goal = {holder: _wanted(wanted) for holder, wanted in arguments.mapping(goal, "the goal").items()}
    for holder in goal.keys() - board.made_by(*actions):
        board.require(holder, "goal: ")
    program = board.facts() + programs.instruction_facts(board, actions, happen=True) + _goal_facts(goal)
    deadline = deadline_after(timeout)
    noted: set[clingo.Symbol] = set()
    for length in watch(range(len(actions) + 1)):
        timeline = _grounded(board, actions, program, length, deadline)
        if (line := _reaching(board, actions, timeline, noted)) is not None:
            yield replace(line, ruled_out=length - 1 if length else None)
            return
        # A line of this length that was not worked out might have reached the goal.
        noted.update(reached(timeline))
        yield Plan(None, None, length, *caveats.all_caveats(board, list(noted)))


def _reaching(
    board: Board, actions: Sequence[Action], timeline: Timeline, noted: Iterable[clingo.Symbol]
) -> Plan | None:
    """A line of this length that reaches the goal, one without limits if there is one. Numbers that are too large
    reach nothing: they are not worked out."""
    goal = (function("goal", timeline.moment), True)
    noted_here = noted_atoms(timeline)
    # What holds whatever is done can't be avoided.
    limits = [(atom, False) for atom in noted_here if not holds_anyway(timeline, atom)]
    for avoided in (limits, [(atom, False) for atom in too_large(timeline)]):
        for model in timeline.models([goal, *avoided]):
            symbols = model.symbols(shown=True)
            done = sorted((one.arguments[0].number, one.arguments[1].name) for one in symbols if one.name == "occurs")
            line = tuple(actions[int(name[1:]) - 1] for _, name in done)
            here = [*filter(model.contains, noted_here)]
            told = caveats.all_caveats(board, [*noted, *here])
            return Plan(line, Outcome(board, symbols, programs.cite(timeline, board)), None, *told)
    return None


def _goal_facts(goal: Goal) -> str:
    wanted = {(holder, kind): count for holder, counts in goal.items() for kind, count in counts.items()}
    lines = [f"wanted_counters({quote(holder)},{quote(kind)},{count})." for (holder, kind), count in wanted.items()]
    lines += [f"asked_kind({quote(kind)})." for kind in sorted({kind for _, kind in wanted})]
    return "\n".join(lines) + "\n"


def _grounded(board: Board, actions: Sequence[Action], program: str, length: int, deadline: float | None) -> Timeline:
    """Every line of so many instructions."""
    timeline = Timeline(program, ["questions/plan.lp"], files=programs.citations(board), deadline=deadline)
    programs.refuse_broken(board, timeline)
    for atom in timeline.control.atoms("further", 3):  # state-based actions are checked after each event of a line
        action = actions[int(atom.symbol.arguments[0].name[1:]) - 1]
        raise InvalidActionError(f"{str(action)[:80]!r}: expected one event; this is done in several")
    for _ in range(length):
        timeline.schedule()
        timeline.instruct()
        timeline.settle()
    timeline.run("aiming")
    timeline.finish()
    return timeline
