"""Outcomes of actions that are done one after the other."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic

import clingo

from pyengine.actions.action import Action
from pyengine.answers.notes import cut_short, is_complete
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Citations, Verdict
from pyengine.asking.counting import GroundProgram
from pyengine.asking.judging import check_admitted, not_payable, told_in_branches, verdict_of_model, verdict_on_all
from pyengine.asking.memory import ATOM, PROGRAM
from pyengine.asking.note_atoms import (
    noted_atoms,
    reached,
    remark_atoms,
    too_large,
)
from pyengine.asking.note_words import caveats, remarks
from pyengine.asking.programs import ALL_RESOLVES, action_facts, cite, distinguished_facts, refuse_broken
from pyengine.position.position import P, Position
from pyengine.solving.branches import Branch, Branches
from pyengine.solving.solver import Interrupted, deadline_after
from pyengine.solving.timeline import Timeline, instruction

Events = dict[str, tuple[int, list[clingo.Symbol]]]
"""The events of a step as terms of the program, each with its moment and the possible notes up to it."""


class Search(Generic[P]):
    """The outcomes of doing actions one after the other, found as they are asked for.

    The notes do not depend on how many outcomes were read. If the time runs out, what was found remains valid, and
    the notes say that there may be more.
    """

    kind = Timeline
    """How the program is grounded."""

    def __init__(
        self,
        board: P,
        actions: Sequence[Action],
        *,
        settle: bool = False,
        timeout: float | None = None,
        also: Sequence[str] = (),
        distinguished: Collection[str] = (),
    ) -> None:
        """`also` are further questions about the same; `distinguished` are ids of objects that other actions or a goal
        name: the outcomes tell which of several alike sources made mana.
        """
        self.board = board
        self._distinguished = distinguished
        self._also = tuple(also)
        self.is_settled = settle
        """True if everything on the stack then resolves."""
        self.actions = tuple(actions)
        self.stopped = ""
        """Why a search did not come to its end; empty if it did."""
        self.at_least = 0
        """As many outcomes were counted before the time ran out."""
        self._caveats: tuple[str, ...] | None = None
        self._deadline = deadline_after(timeout)
        self._known: list[Events] = []
        """The events of each step."""
        self.timeline = self._ground(self._known)
        self.cite = cite(board)
        self.weight = PROGRAM + ATOM * self.timeline.size()
        """Bytes that it takes, about."""

    def _ground(self, known: list[Events], observer: clingo.Observer | None = None) -> Timeline:
        """Everything that happens, from the first action to the last state-based action."""
        # To count, what the last board looks like is not asked.
        asked = ["questions/do.lp", *(["questions/characteristics.lp", *self._also] if observer is None else [])]
        timeline = self.kind(
            self._program(),
            asked,
            deadline=self._deadline,
            observer=observer,
            by_plans=observer is None,
        )
        form = [len(action.steps()) for action in self.actions]
        known += [{} for step in range(sum(form))]
        for number, term in done(timeline, form, settle=self.is_settled):
            if timeline.moment == 0:
                refuse_broken(self.board, timeline)
            known[number - 1][term] = timeline.moment, noted_atoms(timeline)
        return timeline

    def _program(self) -> str:
        """The board with what is done."""
        program = self.board.facts() + action_facts(self.board, self.actions)
        program += distinguished_facts(self._distinguished)
        return program + ALL_RESOLVES if self.is_settled else program

    def __iter__(self) -> Generator[Outcome[P]]:
        """Every distinct outcome, each once, with one order that gives it. Raises `Interrupted`."""
        for outcome, _ in self.with_models():
            yield outcome

    def with_models(self) -> Generator[tuple[Outcome[P], Branch]]:
        """Every distinct outcome with the model it is read off, which is gone when the next is asked for."""
        # Past the largest number nothing is worked out; such a branch is told of, not shown.
        worked_out = [(atom, False) for atom in too_large(self.timeline)]
        with self._told_if_stopped():
            for model in self.timeline.models(worked_out, project=True, limit=0):
                yield Outcome(self.board, model.symbols(shown=True), self.cite), model

    def count(self) -> int:
        """The number of distinct outcomes, counted without listing them. Raises `Interrupted`."""
        if self.timeline.is_evaluated:
            return sum(1 for _ in self.with_models())
        program = GroundProgram()
        with self._told_if_stopped():
            timeline = self._ground([], program)
            for atom in too_large(timeline):
                program.exclude(timeline.control, atom)
            try:
                return program.count(self._deadline)
            finally:
                self.at_least = program.counted

    @contextmanager
    def _told_if_stopped(self) -> Iterator[None]:
        try:
            yield
        except Interrupted as why:
            self.stopped = str(why)
            raise

    @property
    def caveats(self) -> tuple[str, ...]:
        """The limits of the outcomes, in words."""
        found = []
        if self._caveats is None:
            try:
                with self._told_if_stopped():
                    for symbol in reached(self.timeline):
                        found.append(symbol)
            except Interrupted:
                return self._with_stop(caveats(self.board, found))
            self._caveats = caveats(self.board, found)
        return self._with_stop(self._caveats)

    @property
    def other_caveats(self) -> tuple[str, ...]:
        """The text that is not modelled either, and could not have changed the outcomes."""
        told = self.caveats
        there = [one for each in remarks(self.board, remark_atoms(self.timeline)) for one in each]
        return tuple(one for one in dict.fromkeys(there) if one not in told)

    def _with_stop(self, told: tuple[str, ...]) -> tuple[str, ...]:
        return (*told, cut_short(self.stopped)) if self.stopped else told

    @property
    def complete(self) -> bool:
        """True if the search hit no bound, so that there are no other outcomes."""
        return is_complete(self.caveats)

    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each action: legal, if it is so in one of the branches that those before it lead to."""
        check_admitted(self.timeline)
        return verdicts_on(self.timeline, self.board, self.actions, self._known, self.cite)


def verdicts_on(
    timeline: Branches, board: Position, actions: Sequence[Action], known: Sequence[Events], cite: Citations
) -> tuple[Verdict, ...]:
    """The verdict on each action, of which the events of each step are known."""
    left = iter(known)
    found = []
    for number, action in enumerate(actions, 1):
        steps = [
            _verdict(timeline, board, step, term, *at, cite)
            for step, events in zip(action.steps(), left, strict=False)  # what is left is of the next actions
            for term, at in events.items()
        ]
        found.append(verdict_on_all(action, steps, _is_refused(timeline, number)))
    return tuple(found)


def _verdict(
    timeline: Branches,
    board: Position,
    step: Action,
    term: str,
    moment: int,
    noted: Sequence[clingo.Symbol],
    cite: Citations,
) -> Verdict:
    """The verdict on one event of a step."""
    told = told_in_branches(timeline, moment, term)
    return verdict_of_model(board, step, moment, term, told, cite, [*reached(timeline, noted)])


def _is_refused(timeline: Branches, number: int) -> bool:
    """True if nobody can do the action with this number, because no branch can pay a cost of it."""
    found = [atom for atom in timeline.atoms("not_payable", 2) if not_payable(atom.symbol, number)]
    if not found or any(atom.is_fact for atom in found):
        return bool(found)
    return not any(True for _ in timeline.models([(atom.symbol, False) for atom in found]))


def done(timeline: Timeline, form: Sequence[int], *, settle: bool = False) -> Iterator[tuple[int, str]]:
    """Do actions one after the other, each of a given number of steps; if all is settled, everything on the stack then
    resolves.

    Gives the number of each step with the term of each event of it, once that is judged and before it happens.
    """
    number = 0
    for place, steps in enumerate(form, 1):
        for _ in range(steps):
            number += 1
            for event, term in _events(timeline, number):
                timeline.schedule(instruction(number, event))
                timeline.run("doing")
                yield number, term
                timeline.advance()
                timeline.carry_on()
                if timeline.has("checked_between", number) and not _goes_on(timeline, number, event):
                    break
        if place < len(form):
            timeline.settle(instruction(number + 1))
        elif not settle:
            timeline.settle()
    if settle:
        timeline.resolve_all()
    timeline.finish()


def _events(timeline: Timeline, number: int) -> Iterator[tuple[int, str]]:
    """The events of the instruction of this number, one after the other: which it is, and its term."""
    event, term = 1, f"i{number}"
    yield event, term
    while timeline.has("has_event", number, event + 1):
        event += 1
        yield event, f"nth({term},{event})"


def _goes_on(timeline: Timeline, number: int, event: int) -> bool:
    """True if another event of this instruction follows after state-based actions were checked
    between them."""
    before = timeline.moment - 1
    if timeline.has("without_priority", before) and not timeline.holds_somewhere("checked_after", before, number):
        return True
    timeline.settle(instruction(number, event + 1))
    return timeline.holds_somewhere("under_way", timeline.moment, number)
