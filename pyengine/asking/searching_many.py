"""Outcomes of actions, each on a board of its own.

All boards go from moment to moment together. One that has nothing to do any more, while others go on, has moments in
which nothing happens.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic

import clingo

from pyengine.actions.action import Action
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Citations, Verdict
from pyengine.asking.note_atoms import NOT_MODELLED, NOTES, reached, remark_atoms, too_large
from pyengine.asking.note_words import caveats, remarks
from pyengine.asking.programs import action_facts, citations
from pyengine.asking.search import Events, done, verdicts_on
from pyengine.position.position import P
from pyengine.solving.many_boards import ManyBoards, OneOfMany, in_turns

TOGETHER = 60
"""So many boards are asked about at once. With more, a board costs hardly less, and the first answer comes later."""

MOST_OUTCOMES = 100
"""What has more outcomes is asked about alone, where they are found as they are looked at."""

QUESTIONS = ("questions/do.lp", "questions/characteristics.lp")


@dataclass(frozen=True)
class Found(Generic[P]):
    """The outcomes of some actions, the verdicts on them and what is noted, as `Search` would find them."""

    board: P
    actions: tuple[Action, ...]
    outcomes: Sequence[Sequence[clingo.Symbol]]
    """What each shows."""
    told: tuple[Verdict, ...]
    caveats: tuple[str, ...]
    """What the outcomes do not take into account, in words."""
    other_caveats: tuple[str, ...]
    """What they do not take into account either, and could not have been changed by."""

    stopped = ""
    is_settled = False
    weight = 0
    """It has no program."""

    def __iter__(self) -> Generator[Outcome[P]]:
        """The outcomes."""
        for shown in self.outcomes:
            yield Outcome(self.board, shown, Citations())

    def count(self) -> int:
        """How many there are."""
        return len(self.outcomes)

    at_least = property(count)

    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each action."""
        return self.told


Asked = tuple[P, Sequence[Action]]
"""A board and what is done on it."""


def found_together(asked: Sequence[Asked[P]]) -> list[Found[P] | None]:
    """What comes of the actions on each board; None where it has to be asked alone.

    That is so where there are many outcomes, where the board contradicts the rules, where numbers are too large for the
    solver, where an instruction is carried out in several events, and for older editions.
    """
    answers: list[Found[P] | None] = [None] * len(asked)
    alike: dict[tuple[int, ...], list[int]] = {}
    for number, (board, actions) in enumerate(asked):
        if not citations(board):
            alike.setdefault(tuple(len(action.steps()) for action in actions), []).append(number)
    for form, numbers in alike.items():
        for number, found in in_turns(numbers, TOGETHER, partial(_found_of, asked, form)):
            answers[number] = found
    return answers


def _found_of(every: Sequence[Asked[P]], form: Sequence[int], numbers: Sequence[int]) -> list[Found[P] | None]:
    """The same of actions that have so many steps, on the boards of these numbers."""
    asked = [every[number] for number in numbers]
    boards = ManyBoards([board.facts() + action_facts(board, actions) for board, actions in asked], QUESTIONS)
    known: list[list[Events]] = [[{} for _ in range(sum(form))] for _ in asked]
    for number, term in done(boards, form):
        if boards.moment == 0:
            boards.leave_out(boards.having("problem", 2))
            boards.leave_out(boards.having("has_event", 2) | boards.having("checked_between", 1))
        for events, noted in zip(known, boards.sorted_out(_NOTED)[0], strict=True):
            events[number - 1][term] = boards.moment, noted
    each = boards.each()
    if each is None:
        return [None for _ in asked]
    return [
        None if one in boards.left_out else _found(timeline, events, *of)
        for one, (timeline, events, of) in enumerate(zip(each, known, asked, strict=True))
    ]


_NOTED = (*NOTES, *NOT_MODELLED)


def _found(timeline: OneOfMany, events: Sequence[Events], board: P, actions: Sequence[Action]) -> Found[P] | None:
    """What comes of actions on one of many boards."""
    worked_out = [(atom, False) for atom in too_large(timeline)]
    outcomes = [
        model.symbols(shown=True) for model in timeline.models(worked_out, project=True, limit=MOST_OUTCOMES + 1)
    ]
    if len(outcomes) > MOST_OUTCOMES:
        return None
    told = caveats(board, [*reached(timeline)])
    there = dict.fromkeys(one for each in remarks(board, remark_atoms(timeline)) for one in each)
    other = tuple(one for one in there if one not in told)
    verdicts = verdicts_on(timeline, board, actions, events, Citations())
    return Found(board, tuple(actions), outcomes, verdicts, told, other)
