"""The smallest changes of a board that make an illegal action legal.

Each edit is written as the facts that it removes from the board and adds to it, and the model chooses it: one program
covers all boards that edits make. pyengine finds sets of edits by cost, the cheapest first. No reported set contains
another one, or does the same as another and more of it. If edits interfere with each other, their facts together may
not be those of the board that they make. So pyengine makes each set, and checks the action there, before reporting
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import TYPE_CHECKING, Any

import clingo

from pyengine.actions.action import Action
from pyengine.asking import judging, programs
from pyengine.errors import InputError
from pyengine.explain.board_edits import Edit, edited, edits
from pyengine.explain.why_illegal import judged
from pyengine.files import arguments
from pyengine.solving.solver import Interrupted, check_deadline, deadline_after, function, term_of, time_left
from pyengine.solving.timeline import Timeline

if TYPE_CHECKING:
    from pyengine.board import Board

CHANGES = 5
"""Default number of changes to look for."""

MOST = 9
"""Largest total cost of the edits of a change."""

TRIES = 200
"""Largest number of sets of edits that are made and checked; edits seldom interfere with each other."""


@dataclass(frozen=True)
class Change:
    """Edits that together make an action legal, none of which can be left out; what they cost, and the board they
    make. `caveats` has the notes of the verdict there."""

    edits: tuple[Edit, ...]
    board: Board
    caveats: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """The cost of the edits."""
        return sum(one.cost for one in self.edits)

    def __str__(self) -> str:
        return "; ".join(one.words for one in self.edits)

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {
            "edits": [one.words for one in self.edits],
            "cost": self.cost,
            "board": self.board.to_data(),
            "caveats": list(self.caveats),
        }


@dataclass(frozen=True)
class Changes:
    """The changes found, the smallest first. Unless `stopped` says what ended the search, there is no other one that
    costs up to `searched`; and none beside these that costs less than the last of them in any case."""

    found: tuple[Change, ...]
    searched: int
    stopped: str = ""
    in_time: bool = True

    def to_json(self) -> dict[str, Any]:
        """The changes as plain data, for JSON."""
        return {
            "changes": [one.to_json() for one in self.found],
            "changes_stopped": self.stopped,
            "changes_cost_up_to": self.searched,
        }


def smallest_changes(
    board: Board, action: str | Action, *, limit: int = CHANGES, most: int = MOST, timeout: float | None = None
) -> Changes:
    """The smallest changes of the board that make an action legal; of `X, then Y`, X. None if it is legal.

    Raises `Interrupted` if there is no verdict, or none that is complete, within `timeout` seconds.
    """
    arguments.whole(limit, "changes", 1, 1000)
    arguments.whole(most, "the cost", 1, 100)
    deadline = deadline_after(timeout)
    first, verdict, _ = judged(board, action, timeout)
    if verdict.legal:
        return Changes((), 0)

    def asked() -> tuple[EditedBoards, Timeline, clingo.Symbol]:
        boards = EditedBoards(
            board, edits(board, first), most, lambda there: programs.instruction_facts(there, [first]), deadline
        )
        timeline = judging.judged_timeline(board, boards.program, deadline)
        return boards, timeline, term_of(f"legal(0,{judging.FIRST_STEP})")

    return searched(asked, lambda chosen: _verified(board, first, chosen, deadline), limit, most)


def searched(
    asked: Callable[[], tuple[EditedBoards, Timeline, clingo.Symbol]],
    verified: Callable[[Sequence[Edit]], Change | None],
    limit: int,
    most: int,
) -> Changes:
    """Return the smallest verified changes that make an atom true, up to a cost of `most`; `asked` gives the program
    and the atom. If the time runs out, the result has the changes found so far.
    """
    found: list[Change] = []
    tries = cost = 0
    try:
        boards, timeline, wanted = asked()
        for cost, chosen in boards.sets(timeline, wanted):
            if len(found) == limit:
                return Changes(_told(found), cost, f"only {limit} changes are shown")
            if tries == TRIES:
                return Changes(_told(found), cost, f"only {TRIES} sets of edits are tried")
            tries += 1
            change = verified(chosen) if chosen else None
            boards.forbid(timeline, chosen, with_more=change is not None)
            if change is not None:
                found.append(change)
    except Interrupted as why:
        return Changes(_told(found), cost, str(why), in_time=False)
    return Changes(_told(found), most)


def _told(found: Iterable[Change]) -> tuple[Change, ...]:
    """Sort changes for the report; the solver finds those of one cost in any order."""
    return tuple(sorted(found, key=lambda one: (one.cost, [edit.words for edit in one.edits])))


def _verified(board: Board, action: Action, chosen: Sequence[Edit], deadline: float | None) -> Change | None:
    """The board with edits made, if the action is legal there."""
    check_deadline(deadline)
    try:
        there = edited(board, chosen)
        verdict = there.check(action, timeout=time_left(deadline))
    except InputError:  # together they contradict the rules, or name what is not there
        return None
    return Change(in_order(chosen), there, verdict.caveats) if verdict.legal and verdict.complete else None


def in_order(chosen: Sequence[Edit]) -> tuple[Edit, ...]:
    """Sort edits for the report."""
    return tuple(sorted(chosen, key=lambda one: (one.cost, one.words)))


class EditedBoards:
    """The boards that edits make of one, as a program in which each edit is the model's choice."""

    def __init__(
        self, board: Board, several: Iterable[Edit], most: int, told: Callable[[Board], str], deadline: float | None
    ) -> None:
        """Build the program: `told` gives the text about a board besides the board itself; sets of edits cost up to
        `most`.
        """
        self.most = most
        base = _facts(edited(board, (), stamped=True), told)
        self._edits: list[Edit] = []
        removed: dict[str, list[int]] = {fact: [] for fact in base}
        lines: list[str] = []
        for edit in several:
            check_deadline(deadline)
            try:
                facts = _facts(edited(board, [edit], stamped=True), told)
            except InputError:
                continue
            number = len(self._edits)
            self._edits.append(edit)
            lines.append(f"edit_cost__({number},{edit.cost}).")
            lines += [f"{fact} :- edit__({number})." for fact in sorted(facts - base)]
            for fact in base - facts:
                removed[fact].append(number)
        for fact, by in sorted(removed.items()):
            lines.append(f"{fact} :- {'; '.join(f'not edit__({one})' for one in by)}." if by else f"{fact}.")
        lines += [
            "{ edit__(N) } :- edit_cost__(N,_).",
            f"over__(C) :- C = 0..{most}; #sum {{ Cost,N : edit__(N), edit_cost__(N,Cost) }} > C.",
            *(f":- edit__({one}); edit__({other})." for one, other in self._exclusive()),
        ]
        self.program = "\n".join(lines) + "\n"
        self._forbidden = count()
        self._terms = [function("edit__", number) for number in range(len(self._edits))]

    def _exclusive(self) -> Iterator[tuple[int, int]]:
        """Edits that can't both be made."""
        of: dict[str, list[int]] = {}
        for number, edit in enumerate(self._edits):
            of.setdefault(edit.about, []).append(number)
        for numbers in of.values():
            for one, other in combinations(numbers, 2):
                if self._edits[one].excludes(self._edits[other]):
                    yield one, other

    def sets(self, timeline: Timeline, wanted: clingo.Symbol) -> Iterator[tuple[int, list[Edit]]]:
        """Yield the sets of edits that make an atom true in a model, by cost; the caller forbids each set that it
        takes.
        """
        sound = [(atom.symbol, False) for atom in timeline.control.atoms("problem", 2) if not atom.is_fact]
        if timeline.control.holding(wanted) is None:
            return
        for cost in range(1, self.most + 1):
            bound = (function("over__", cost), False)
            while (chosen := self._chosen(timeline, [(wanted, True), bound, *sound])) is not None:
                yield cost, chosen

    def _chosen(self, timeline: Timeline, assumptions: Sequence[tuple[Any, bool]]) -> list[Edit] | None:
        for model in timeline.models(assumptions):
            return [edit for edit, term in zip(self._edits, self._terms, strict=True) if model.contains(term)]
        return None

    def forbid(self, timeline: Timeline, chosen: Sequence[Edit], with_more: bool) -> None:
        """No model any more makes these edits, nor the same going further; or none makes these and no others."""
        one = next(self._forbidden)
        rules = []
        if with_more:
            for k, edit in enumerate(chosen):
                further = [other for other, beside in enumerate(self._edits) if beside.goes_as_far_as(edit)]
                rules += [f"made__({one},{k}) :- edit__({other})." for other in further]
            rules.append(f":- {'; '.join(f'made__({one},{k})' for k in range(len(chosen))) or '#true'}.")
        else:
            made = [f"{'' if edit in chosen else 'not '}edit__({n})" for n, edit in enumerate(self._edits)]
            rules.append(f":- {'; '.join(made)}.")
        timeline.control.add_rules(f"forbidden{one}", rules)


def _facts(board: Board, told: Callable[[Board], str]) -> set[str]:
    """Return the facts of the program about a board, one each."""
    lines = (board.facts() + told(board)).splitlines()
    return {line.removesuffix(".") for line in lines if line}
