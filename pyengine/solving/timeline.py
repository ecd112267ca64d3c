"""The logic program, grounded moment by moment as the schedule says (`asp/engine/schedule.lp`).

One `Timeline` is one program: evaluated by plans, or one clingo control.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import clingo

from pyengine.plans.values import NotEvaluated
from pyengine.solving import schedule
from pyengine.solving.branches import Atom, Branch
from pyengine.solving.chosen import Chosen
from pyengine.solving.evaluated import Evaluated, are_used
from pyengine.solving.looked_up import is_looked_up
from pyengine.solving.schedule import Part
from pyengine.solving.solver import Control, check_deadline, symbols
from pyengine.solving.statement import Statement
from pyengine.solving.statements import are_rules, files_in, rulebook, rulebook_with

ROUNDS = 40
"""State-based actions are checked at most this often after one instruction; the answer says if that cut it short."""

RESOLUTIONS = 60
"""Largest number of spells and abilities that resolve one after another; the answer says if that cut it short."""

HEURISTIC = "--heuristic=Domain"
"""The solver's option to obey the order of decisions that 616_orders.lp gives."""

LOOKS_BACK = 8
"""Number of resolutions before the program looks for a loop."""

RULE_FILES = (
    *(name for name in files_in("engine") if name not in ("engine/schedule.lp", "engine/show.lp")),
    "editions/changes.lp",
    *files_in("rules"),
)
"""The rules. Every question is put to all of these."""


class Coming(NamedTuple):
    """The next calls of the schedule."""

    course: str
    number: int | None = None
    """The number of an instruction, `n` of the schedule."""
    event: int | None = None
    """The number of an event of it, `k`."""

    def numbers(self) -> dict[str, int]:
        """The numbers that the course asks for beside the moment."""
        return {name: one for name, one in (("n", self.number), ("k", self.event)) if one is not None}


ANY = Coming("allowing")
"""Any of the instructions that are allowed."""

TOP = Coming("resolving")
"""Resolve the top of the stack."""


def instruction(number: int, event: int = 1) -> Coming:
    """The instruction of this number; of one that is done in several events, the first or the one of another number."""
    return Coming("scheduling", number) if event == 1 else Coming("going_on", number, event)


class Timeline:
    """A program that is grounded moment by moment.

    `questions` are the small files on top of the rules; `facts` is the board, the cards and the
    instructions as program text, `more` are rules that stand in no file of ours. The same text runs under the plain
    `clingo` binary. A question that goes through a few `courses` of the schedule only, at the first moment, names them:
    other parts are left out, as are rules that can't fire.

    With `by_plans` it is evaluated without the solver as long as there are few branches. When there are many, or when
    somebody asks for its `control`, the solver gets the whole program.
    """

    def __init__(
        self,
        facts: str,
        questions: Sequence[str],
        *,
        files: Sequence[str] = (),
        more: Sequence[Statement] = (),
        deadline: float | None = None,
        observer: clingo.Observer | None = None,
        courses: Sequence[str] | None = None,
        by_plans: bool = False,
    ) -> None:
        with symbols(deadline):
            pass  # what is read below, the first time, waits for them without a deadline
        self.deadline = deadline
        self._facts = facts
        self._observer = observer
        self._parts = None if courses is None else schedule.parts_of(*courses)
        self._grounded: set[Part] = set()
        names = (*RULE_FILES, *questions, "engine/show.lp", *files)
        self._rules = rulebook_with(names, self._parts, more) if more else rulebook(names, self._parts)
        self.moment = 0
        self._left: list[Part] = []
        """The parts that are left for the next call of the grounder."""
        self._scheduled: set[Coming] = set()
        """The predicates that may hold at this moment."""
        self._control: Control | None = None
        self._evaluated: Evaluated | None = None
        """The program as plans have evaluated it so far; None once the solver has it."""
        if by_plans and not more and are_rules(names) and are_used():
            with suppress(NotEvaluated):
                self._evaluated = Evaluated(self._rules, facts, deadline)
        if self._evaluated is None:
            self._begin()
        self.run("start")

    @cached_property
    def statements(self) -> Chosen:
        """The rules that can matter to its facts, with all other statements."""
        return self._rules.that_matter(self._facts)

    def _begin(self) -> None:
        """Give the solver the part of the program that has been evaluated."""
        calls = [] if self._evaluated is None else self._evaluated.calls
        self._evaluated = None
        self._control = control = Control(["--warn=none", "--opt-mode=ignore", HEURISTIC], self.deadline)
        if self._observer is not None:
            control.register_observer(self._observer)
        shown = self.statements.shown
        control.kept = lambda name: name in shown or is_looked_up(name)
        self.read(self._facts)
        for parts in calls:
            self._control.ground_parts([(name, arguments) for name, *arguments in parts])

    @property
    def control(self) -> Control:
        """The solver's program, which everything is asked of from then on."""
        if self._control is None:
            self._begin()
        assert self._control is not None
        return self._control

    def read(self, facts: str) -> None:
        """Give the solver the rules that can fire, and the facts."""
        self.control.read_statements(self.statements.lines)
        self.control.read(facts)

    def ground(self, *parts: Part) -> None:
        """Ground parts in one call, each with its arguments; a part is grounded once."""
        assert self._parts is None or self._parts.issuperset(name for name, *_ in parts), parts
        new = [part for part in parts if part not in self._grounded]
        self._grounded.update(new)
        if new:
            check_deadline(self.deadline)
            if self._evaluated is not None:
                try:
                    self._evaluated.ground(new, parts)
                except NotEvaluated:
                    self._begin()
            else:
                self.control.ground_parts([(name, arguments) for name, *arguments in new])

    @property
    def is_evaluated(self) -> bool:
        """True if plans have evaluated it, in all its branches."""
        return self._evaluated is not None

    def size(self) -> int:
        """How many atoms there are, in a branch or in all."""
        return (self._evaluated or self.control).size()

    @property
    def grounded(self) -> frozenset[Part]:
        """The parts that have been grounded, each with its arguments."""
        return frozenset(self._grounded)

    def has(self, name: str, *arguments: int) -> bool:
        """True if an atom is in the program, in some branch or in all."""
        if self._evaluated is not None:
            return self._evaluated.has(name, arguments)
        return self.control.atom(name, arguments) is not None

    def goes_on(self, name: str, *arguments: int) -> bool:
        """True if a loop that asks for an atom goes on: where the board is given, as long as the program has it."""
        return self.has(name, *arguments)

    def atoms(self, name: str, arity: int) -> Sequence[Atom]:
        """The atoms of a predicate."""
        return (self._evaluated or self.control).atoms(name, arity)

    def arguments_of(self, name: str, arity: int) -> Iterator[list[clingo.Symbol]]:
        """The arguments of the atoms of a predicate."""
        if self._evaluated is not None:
            return iter(self._evaluated.arguments(name, arity))
        return (atom.symbol.arguments for atom in self.control.atoms(name, arity))

    def holding(self, symbol: clingo.Symbol) -> Atom | None:
        """The atom that says this; None if the program has none."""
        return (self._evaluated or self.control).holding(symbol)

    def has_any(self, name: str, arity: int) -> bool:
        """True if the program has any atom of a predicate."""
        return bool(self.atoms(name, arity))

    def run(self, course: str, **numbers: int) -> None:
        """Ground the parts of a course at this moment, in the calls that the schedule makes of them.

        `numbers` are those the course asks for besides the moment `t`.
        """
        for parts in schedule.calls(course, {"t": self.moment, **numbers}, self, self._left):
            self.ground(*parts)

    def advance(self) -> None:
        """Carry out what happens at this moment, and go on to the next."""
        self.happen()
        self.moment += 1
        self._scheduled.clear()

    def happen(self) -> None:
        """Carry out what happens at this moment."""
        self.run("happening")

    def instruct(self) -> None:
        """Judge the instructions of this moment and do what the question lets happen."""
        self.run("doing")
        self.advance()

    def schedule(self, coming: Coming) -> None:
        """Schedule what comes next for this moment.

        What enters is looked at as it would exist on the battlefield (614.12), so what comes must be known before the
        characteristics of its moment are worked out. If they have been without it (`settle`), or it could not be looked
        at as state-based actions were checked, a moment passes in which nothing happens. So it does after a moment of
        abilities that were put on the stack.
        """
        for_the_stack = ("settling", self.moment) in self._grounded
        if coming not in self._scheduled or for_the_stack or self.has("put_off", self.moment):
            if ("characteristics", self.moment) in self._grounded:
                self.advance()
            self._scheduled.add(coming)
            self.run(coming.course, **coming.numbers())

    def carry_on(self) -> None:
        """Carry out what resolves, clause after clause, until it is done in every branch (608.2c)."""
        while self.has("goes_on_after", self.moment - 1):
            self.run("doing")
            self.advance()

    def settle(self, coming: Coming | None = None) -> None:
        """Check state-based actions, then put triggered abilities on the stack, until no branch has any (117.5).

        What comes next, if that is known, is scheduled for each of these moments, so that it can be done at the one at
        which all is settled; unless what it does depends on that moment.
        """
        if coming and coming.number is not None and self.has("told_when_settled", coming.number):
            coming = None
        for _ in range(ROUNDS):
            if coming is not None:
                self.schedule(coming)
            self.run("settling")
            if not self.holds_somewhere("unsettled", self.moment):
                return
            self.advance()
            self.carry_on()  # what state-based actions end may let something return at once
        self.run("settling")
        self.run("bounding")

    def holds_somewhere(self, name: str, *arguments: int) -> bool:
        """True if an atom holds in some branch."""
        if self._evaluated is not None:
            return self._evaluated.has(name, arguments)
        atom = self.control.atom(name, arguments)
        if atom is None or atom.is_fact:
            return atom is not None
        return any(True for _ in self.models([(atom.symbol, True)]))

    def resolve_all(self) -> None:
        """Let everything on the stack resolve, with state-based actions and triggers after each, in every branch.

        It ends where all that still goes on has come back to an earlier position: that of the 8th resolution, then of
        the 16th and so on.
        """
        # With all settled and nothing on the stack, no moment has to pass so that what is on top of it is looked at.
        if ("state_based_actions", self.moment) not in self._grounded or self._has_left():
            self.settle(TOP)
        earlier: int | None = None
        for number in range(RESOLUTIONS):
            if not self._has_left():
                return
            if number >= LOOKS_BACK and self._goes_round(earlier):
                return
            if number in (LOOKS_BACK, 2 * LOOKS_BACK, 4 * LOOKS_BACK):
                earlier = self.moment
            self.schedule(TOP)
            self.instruct()
            self.carry_on()
            self.settle(TOP)
        self.run("stopping")
        if earlier is not None and self._has_left():
            self._goes_round(earlier)
            self.run("growing", m=earlier)

    def _has_left(self) -> bool:
        """True if anything is left to resolve in any branch at a settled moment."""
        return self.holds_somewhere("left_to_resolve", self.moment)

    def _goes_round(self, earlier: int | None) -> bool:
        """True if every open branch has come back to an earlier position; records the result of that loop."""
        self.run("recalling")
        if earlier is None:
            return False
        self.run("comparing_rounds", m=earlier)
        if self.holds_somewhere("elsewhere", self.moment, earlier):
            return False
        open_end = self.holds_somewhere("leaves_loop", self.moment, earlier)
        self.run("leaving_open" if open_end else "drawing", m=earlier)
        return True

    def finish(self) -> None:
        """Compare the last board with the first; if it is a player's view, what that player sees of it then."""
        self.run("settling")
        self.run("comparing")
        self.run("telling")

    def quick_models(
        self, assumptions: Sequence[tuple[clingo.Symbol, bool]], *, project: bool = False, limit: int = 1
    ) -> Iterator[clingo.Model]:
        """Models as `models` gives them, found without the machinery that lets a search be stopped: for small ones."""
        self._ask_for(project, limit)
        return self.control.quick_models(assumptions)

    def models(
        self, assumptions: Sequence[tuple[clingo.Symbol, bool]] = (), *, project: bool = False, limit: int = 1
    ) -> Iterator[Branch]:
        """Models under assumptions; `limit` 0 for all. Ctrl-C and the deadline raise `Interrupted`."""
        if self._evaluated is not None:
            return self._evaluated.branches(assumptions, project=project, limit=limit)
        self._ask_for(project, limit)
        return self.control.models(assumptions)

    def _ask_for(self, project: bool, limit: int) -> None:
        configuration = self.control.configuration.solve
        configuration.models = limit  # type: ignore[union-attr]
        configuration.project = "project" if project else "auto"  # type: ignore[union-attr]
        # Recording what was found lets the search start afresh after each; backtracking through a projection is
        # superlinear in the number of answers.
        configuration.enum_mode = "record" if project else "auto"  # type: ignore[union-attr]


class OpenTimeline(Timeline):
    """A timeline of a board that is the model's choice.

    The program has what there may be of all boards together, though none of them has all of it: whether a loop goes on
    is asked of the solver.
    """

    def goes_on(self, name: str, *arguments: int) -> bool:
        """True if a loop goes on in any branch."""
        return self.holds_somewhere(name, *arguments)
