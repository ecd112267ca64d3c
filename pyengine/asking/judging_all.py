"""Verdicts on every candidate action of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import clingo

from pyengine.answers.verdicts import Citations
from pyengine.asking.candidates import CANDIDATES, Filters, asked_facts
from pyengine.asking.halves import APART, Told, told_by_halves
from pyengine.asking.note_atoms import NOT_MODELLED, NOTES, noted_atoms
from pyengine.asking.programs import cite, refuse_broken
from pyengine.asking.uses import TARGETS, Targeting
from pyengine.position.position import Position
from pyengine.solving.solver import check_deadline, uncollected
from pyengine.solving.timeline import Timeline

COURSES = ("judging", "targeting")

_TOLD = (
    *(("impossible", 4), ("ignored", 4), ("decides", 2), ("no_candidate", 2), ("problem", 2)),
    *(("by_halves", 2), ("half_refused", 4), ("more_than_halves", 1), ("not_listed", 2), ("remark_applies_to_use", 2)),
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


def judged(board: Position, filters: Filters, deadline: float | None) -> Judged:
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
    return Judged(told, noted_atoms(timeline), cite(board), targeting)
