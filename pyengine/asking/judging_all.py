"""Verdicts on every candidate action of a board, for one board or for many in one program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import clingo

from pyengine.answers.verdicts import Citations
from pyengine.asking.candidates import CANDIDATES, Filters, asked_facts
from pyengine.asking.halves import APART, Told, told_by_halves
from pyengine.asking.note_atoms import NOT_MODELLED, NOTES, noted_atoms
from pyengine.asking.programs import citations, cite, refuse_broken
from pyengine.asking.uses import TARGETS, Targeting
from pyengine.position.position import Position
from pyengine.solving.many_boards import ManyBoards, in_turns
from pyengine.solving.solver import check_deadline, uncollected
from pyengine.solving.timeline import Timeline

TOGETHER = 50
"""Number of boards in one program. With more, a board costs hardly less, and the first answer comes later."""

COURSES = ("judging", "targeting")

_TOLD = (
    *(("impossible", 4), ("ignored", 4), ("decides", 2), ("no_candidate", 2), ("problem", 2)),
    *(("by_halves", 2), ("half_refused", 4), ("more_than_halves", 1), ("not_listed", 2), ("noted_use", 2)),
)
_NOTED = (*NOTES, *NOT_MODELLED)


@dataclass(frozen=True)
class Judged:
    """The atoms about every candidate on a board."""

    told: Told
    noted: Sequence[clingo.Symbol]
    """The notes."""
    cite: Citations
    targeting: Targeting | None
    """The targets that the uses among them can have; None if no use has any."""


def judged_alone(board: Position, filters: Filters, deadline: float | None) -> Judged:
    """Judge the candidates on a board. Raises `Interrupted`, and `InvalidBoardError` as `check` does."""
    found = _judged(board, asked_facts(board, filters), deadline)
    if told_by_halves(found.told, found.noted):
        return found
    return _judged(board, asked_facts(board, filters) + APART, deadline)


@uncollected()
def _judged(board: Position, asked: str, deadline: float | None) -> Judged:
    timeline = Timeline(
        board.facts() + asked,
        CANDIDATES,
        files=citations(board),
        deadline=deadline,
        courses=COURSES,
        by_plans=True,
    )
    timeline.run("judging")
    refuse_broken(board, timeline)
    told: dict[str, list[list[clingo.Symbol]]] = {}
    for name, arity in _TOLD:
        told[name] = found = []
        for arguments in timeline.arguments_of(name, arity):
            check_deadline(deadline)
            found.append(arguments)
    targeting = Targeting(timeline) if all(timeline.has_any(*one) for one in TARGETS) else None
    return Judged(told, noted_atoms(timeline), cite(timeline, board), targeting)


def judged_together(asked: Sequence[tuple[Position, Filters]]) -> Iterator[tuple[int, Judged]]:
    """Judge the candidates on each board, by its place; without the boards that need a program of their own.

    A board needs its own program if anything has targets or depends on a choice, if moves have no halves, if the
    board contradicts the rules, if numbers are too large for the solver, and for older editions.
    """
    fit = [number for number, (board, _) in enumerate(asked) if not citations(board)]
    for number, judged in in_turns(fit, TOGETHER, lambda some: _told_together([asked[n] for n in some])):
        if judged is not None:
            yield number, judged


@uncollected()
def _told_together(asked: Sequence[tuple[Position, Filters]]) -> list[Judged | None]:
    boards = ManyBoards(
        [board.facts() + asked_facts(board, filters) for board, filters in asked], CANDIDATES, courses=COURSES
    )
    boards.run("judging")
    noted, alone = boards.sorted_out(_NOTED)
    alone |= set.intersection(*(boards.having(*one) for one in TARGETS))
    found: list[dict[str, Sequence[Sequence[clingo.Symbol]]]] = [{} for _ in asked]
    for name, arity in _TOLD:
        each, unsure = boards.arguments(name, arity)
        alone |= unsure
        for told, of_this in zip(found, each, strict=True):
            told[name] = of_this
    return [
        None
        if number in alone or told["problem"] or not told_by_halves(told, noted[number])
        else Judged(told, noted[number], Citations(), None)
        for number, told in enumerate(found)
    ]
