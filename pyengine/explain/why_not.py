"""Reasons why an expected outcome does not occur, and the smallest changes of the board with which it would.

pyengine reports the actual results, with the events that they depend on (`that`). If the outcome never occurs,
pyengine searches the boards that edits make of this one, as `changes` does, with everything that happens on them. One
program covers all of them, and every choice on the way. pyengine makes each board that it finds, and looks for the
outcome there, before reporting it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import clingo

from pyengine.actions.action import Action
from pyengine.answers.notes import CUT_SHORT
from pyengine.asking.programs import ALL_RESOLVES, action_facts
from pyengine.asking.search import Search
from pyengine.errors import InputError
from pyengine.explain.board_edits import Edit, edited, edits
from pyengine.explain.derivation import Node, Trees
from pyengine.explain.smallest_changes import Change, Changes, EditedBoards, in_order, searched
from pyengine.explain.why_so import That, why_that
from pyengine.files import arguments
from pyengine.puzzles import goal_reading
from pyengine.puzzles.goal_facts import goal_facts
from pyengine.puzzles.goals import Goal, Seen
from pyengine.solving.solver import check_deadline, deadline_after, function, time_left
from pyengine.solving.timeline import OpenTimeline, Timeline

if TYPE_CHECKING:
    from pyengine.board import Board

CHANGES = 5
"""Default number of changes to look for."""

WOULD = "it would occur with one of these changes of the board"
"""Heading above changes."""

MOST = 6
"""Largest total cost of the edits of a change."""


@dataclass(frozen=True)
class Expected:
    """Result for an expected outcome: `that` has the number of outcomes in which it occurs, the actual results in
    others, and the choices that separate them. If it occurs in none, `changes` are those with which it would.
    """

    that: That
    changes: Changes

    @property
    def complete(self) -> bool:
        """False if a bound was hit or the time ran out."""
        return self.that.complete and self.changes.in_time

    @property
    def trees(self) -> Trees:
        """The same result as trees, which notebooks show: the actual results, and the changes that would help."""
        several = tuple(Node("change", str(one)) for one in self.changes.found)
        return Trees([*self.that.trees, *([Node("changes", WOULD, children=several)] if several else [])])

    def _repr_html_(self) -> str:
        return self.trees._repr_html_()

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        told = self.that.to_json()
        return {
            "not": told.pop("that"),
            **told,
            "changes": [one.to_json() for one in self.changes.found],
            "changes_stopped": self.changes.stopped,
            "changes_cost_up_to": self.changes.searched,
            "complete": self.complete,
        }


def why_not(
    board: Board,
    actions: Sequence[str | Action],
    text: str,
    *,
    settle: bool = False,
    limit: int = CHANGES,
    most: int = MOST,
    timeout: float | None = None,
) -> Expected:
    """Why a goal, in the words of puzzles, does not come true by actions, and what would make it.

    Raises `InputError` and `Interrupted` as `why_that` does.
    """
    arguments.whole(limit, "changes", 1, 1000)
    arguments.whole(most, "the cost", 1, 100)
    deadline = deadline_after(timeout)
    found = why_that(board, actions, text, settle=settle, timeout=timeout)
    if found.holding:
        return Expected(found, Changes((), 0))
    if not found.complete:
        return Expected(found, Changes((), 0, "not all outcomes are known", in_time=False))
    asked = _Asked(board, [board.action(one) for one in actions], goal_reading.parse(text), settle, deadline)
    return Expected(found, searched(lambda: asked.program(most), asked.verified, limit, most))


class _Asked:
    """A goal to look for in the results of actions, on boards that edits make of one."""

    def __init__(
        self, board: Board, actions: Sequence[Action], goal: Goal, settle: bool, deadline: float | None
    ) -> None:
        self._board = board
        self._actions = actions
        self._goal = goal
        self._settle = settle
        self._deadline = deadline

    def program(self, most: int) -> tuple[EditedBoards, Timeline, clingo.Symbol]:
        """All that happens on all these boards, in every way."""
        several: dict[tuple[str, str, str], Edit] = {}
        for action in self._actions:
            several |= {(one.about, one.field, str(one.value)): one for one in edits(self._board, action)}

        def told(there: Board) -> str:
            return action_facts(there, self._actions)

        boards = EditedBoards(self._board, several.values(), most, told, self._deadline)
        program = boards.program + goal_facts(self._goal) + (ALL_RESOLVES if self._settle else "")
        search = _Anywhere(self._board, self._actions, program, settle=self._settle, timeout=time_left(self._deadline))
        return boards, search.timeline, function("is_wanted", search.timeline.moment)

    def verified(self, chosen: Sequence[Edit]) -> Change | None:
        """The board with edits made, if the goal comes true there, whatever else may."""
        check_deadline(self._deadline)
        try:
            there = edited(self._board, chosen)
            outcomes = Search(there, self._actions, settle=self._settle, timeout=time_left(self._deadline))
            for outcome in outcomes:
                if self._goal.holds(Seen(outcome.board, outcome.characteristics or {}, ())):
                    caveats = outcomes.caveats
                    return Change(in_order(chosen), there, tuple(one for one in caveats if not _is_cut(one)))
        except InputError:  # together they contradict the rules, or name what is not there
            return None
        return None


def _is_cut(caveat: str) -> bool:
    """True if the note says only that there may be other outcomes too."""
    return caveat.startswith(CUT_SHORT)


class _Anywhere(Search["Board"]):
    """A search on boards that a program chooses."""

    kind = OpenTimeline

    def __init__(
        self, board: Board, actions: Sequence[Action], program: str, *, settle: bool, timeout: float | None
    ) -> None:
        self._text = program
        super().__init__(board, actions, settle=settle, timeout=timeout, also=["questions/wanted.lp"])

    def _program(self) -> str:
        return self._text
