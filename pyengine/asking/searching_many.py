"""Outcomes of actions, each on a board of its own, as far as there is one outcome and nobody chooses anything.

All boards go from moment to moment together. One that has nothing to do any more, while others still check state-based
actions, has a moment in which nothing happens; before another action is done that would count, and such a board is
asked alone, as is every board that leaves anything open.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial
from typing import Generic

import clingo

from pyengine.actions.action import Action
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Citations, Verdict
from pyengine.asking.caveats import caveats, remarks
from pyengine.asking.judging import not_payable, verdict_of_model, verdict_on_all
from pyengine.asking.noted import NOT_MODELLED, NOT_MODELLED_NAMES, NOTES
from pyengine.asking.programs import action_facts, citations
from pyengine.position.position import P
from pyengine.solving.many_boards import ManyBoards, in_turns
from pyengine.solving.timeline import Coming, instruction

TOGETHER = 60
"""So many boards are asked about at once. With more, a board costs hardly less, and the first answer comes later."""

ROUNDS_TOGETHER = 6
"""So often state-based actions are checked for all; a board that still is not settled then is asked alone."""

QUESTIONS = ("questions/do.lp", "questions/characteristics.lp")


class Found(Generic[P]):
    """The one outcome of some actions, the verdicts on them and what is noted, as `Search` would find them."""

    stopped = ""
    at_least = 1
    is_settled = False

    def __init__(
        self,
        board: P,
        actions: Sequence[Action],
        shown: Sequence[clingo.Symbol],
        judged: Judged,
        noted: Sequence[clingo.Symbol],
    ) -> None:
        self.board = board
        self.actions = tuple(actions)
        self._shown = shown
        self._judged = judged
        self._noted = noted

    def __iter__(self) -> Generator[Outcome[P]]:
        """The outcome."""
        yield Outcome(self.board, self._shown, Citations())

    def count(self) -> int:
        """How many there are."""
        return 1

    @property
    def caveats(self) -> tuple[str, ...]:
        """What the outcome does not take into account, in words."""
        return caveats(self.board, self._noted)

    @property
    def other_caveats(self) -> tuple[str, ...]:
        """What it does not take into account either, and could not have been changed by."""
        told = self.caveats
        there = [symbol for symbol in self._noted if symbol.name in NOT_MODELLED_NAMES]
        said = [one for each in remarks(self.board, there) for one in each]
        return tuple(one for one in dict.fromkeys(said) if one not in told)

    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each action."""
        number = 0
        found = []
        for place, action in enumerate(self.actions, 1):
            steps = []
            for step in action.steps():
                number += 1
                moment, noted = self._judged[number - 1]
                steps.append(verdict_of_model(self.board, step, moment, f"i{number}", self._shown, Citations(), noted))
            refused = any(not_payable(symbol, place) for symbol in self._shown)
            found.append(verdict_on_all(action, steps, refused))
        return tuple(found)


Judged = Sequence[tuple[int, Sequence[clingo.Symbol]]]
"""The moment at which each step is judged, and what is noted by then."""


def found_together(asked: Sequence[tuple[P, Sequence[Action]]]) -> list[Found[P] | None]:
    """What comes of the actions on each board; None where it has to be asked alone.

    That is so where there may be several outcomes or none, where the board contradicts the rules, where numbers are too
    large, where an instruction is carried out in several events, and for older editions.
    """
    answers: list[Found[P] | None] = [None] * len(asked)
    alike: dict[tuple[int, ...], list[int]] = {}
    for number, (board, actions) in enumerate(asked):
        if not citations(board):
            alike.setdefault(tuple(len(list(action.steps())) for action in actions), []).append(number)
    for form, numbers in alike.items():
        for number, found in in_turns(numbers, TOGETHER, partial(_found_of, asked, form)):
            answers[number] = found
    return answers


def _found_of(
    every: Sequence[tuple[P, Sequence[Action]]], form: Sequence[int], numbers: Sequence[int]
) -> list[Found[P] | None]:
    """The same of actions that have so many steps, on the boards of these numbers."""
    asked = [every[number] for number in numbers]
    boards = ManyBoards([board.facts() + action_facts(board, actions) for board, actions in asked], QUESTIONS)
    judged = list(_done(boards, form))
    shown, unsure = boards.sorted_out(boards.shown)
    last, unsure_too = boards.sorted_out(_NOTED)
    boards.leave_out(unsure | unsure_too | {n for n, one in enumerate(last) if any(map(_too_large, one))})
    return [
        None if n in boards.left_out else Found(board, actions, shown[n], [(at, one[n]) for at, one in judged], last[n])
        for n, (board, actions) in enumerate(asked)
    ]


_NOTED = (*NOTES, *NOT_MODELLED)


def _too_large(symbol: clingo.Symbol) -> bool:
    return symbol.name == "too_large"


def _done(boards: ManyBoards, form: Sequence[int]) -> Iterator[tuple[int, list[list[clingo.Symbol]]]]:
    """Do the steps of each action on all boards; gives the moment at which each is judged, and what is noted then."""
    number = 0
    for place, steps in enumerate(form, 1):
        for _ in range(steps):
            number += 1
            boards.schedule(instruction(number))
            boards.run("doing")
            if boards.moment == 0:
                boards.leave_out(boards.having("problem", 2))
            noted, unsure = boards.sorted_out(_NOTED)
            boards.leave_out(unsure)
            yield boards.moment, noted
            boards.advance()
            boards.leave_out(boards.having_atom("has_event", number, 2))
            boards.leave_out(boards.having_atom("checked_between", number))
            boards.leave_out(boards.having_atom("goes_on_after", boards.moment - 1))
        _settle(boards, instruction(number + 1) if place < len(form) else None)
    boards.finish()


def _settle(boards: ManyBoards, coming: Coming | None) -> None:
    """Check state-based actions until no board has any.

    If anything comes after that, all boards left need as many checks: of those that have any and those that don't, the
    more are kept.
    """
    for _ in range(ROUNDS_TOGETHER):
        if coming is not None:
            boards.schedule(coming)
        boards.run("settling")
        boards.leave_out(boards.unsure("unsettled", 1))
        unsettled = boards.having_atom("unsettled", boards.moment) - boards.left_out
        settled = boards.kept - unsettled
        if coming is not None:
            boards.leave_out(unsettled if len(unsettled) < len(settled) else settled)
        if not unsettled - boards.left_out:
            return
        boards.advance()
        boards.leave_out(boards.having_atom("goes_on_after", boards.moment - 1))
    boards.run("settling")
    boards.leave_out(boards.having_atom("unsettled", boards.moment))
