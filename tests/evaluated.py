"""What plans evaluate beside what the solver grounds, call by call: for the tests of both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import clingo
import pytest

from pyengine import Board
from pyengine.asking import judging
from pyengine.asking.programs import action_facts, instruction_facts
from pyengine.asking.search import Search
from pyengine.plans import native
from pyengine.plans.evaluating import Evaluation, Part, Plans, Program
from pyengine.plans.values import NotEvaluated
from pyengine.solving import orders, planned
from pyengine.solving.chosen import Chosen
from pyengine.solving.evaluated import program_of, value_of
from pyengine.solving.solver import symbols
from pyengine.solving.statements import are_rules
from pyengine.solving.timeline import RULE_FILES, Timeline

Atoms = dict[str, set[tuple[Any, ...]]]
"""The atoms of a branch, by predicates."""

MOST_COMPARED = 40
"""Where there are more branches, they are not compared with the solver's models, which would take long to find."""


class Compared:
    """Counts and differences of a comparison between plans and the solver."""

    def __init__(self) -> None:
        self.calls = 0
        """Number of calls compared."""
        self.atoms = 0
        """Number of atoms in the first branches, summed over these calls."""
        self.forked = 0
        """Number of these calls that left several branches."""
        self.differing: list[str] = []
        self.stopped: list[str] = []
        """For each program that plans did not finish, the reason."""


def of_the_solver(timeline: Timeline, most: int = MOST_COMPARED) -> tuple[list[Atoms], bool]:
    """The atoms of each model that the solver has, without those of its own, and whether all of them are facts."""
    with symbols():
        atoms = [(atom.symbol, atom.is_fact) for atom in timeline.control.every_atom()]
    all_facts = all(is_fact for _, is_fact in atoms)
    if all_facts:
        return [_by_predicates(symbol for symbol, _ in atoms)], True
    timeline._ask_for(False, most + 1)
    timeline.control.configuration.solve.project = "no"  # type: ignore[union-attr]
    return [_by_predicates(model.symbols(atoms=True)) for model in timeline.control.quick_models(())], False


def _by_predicates(atoms: Iterable[clingo.Symbol]) -> Atoms:
    found: Atoms = defaultdict(set)
    for symbol in atoms:
        arguments = symbol.arguments
        found[f"{symbol.name}/{len(arguments)}"].add(tuple(map(value_of, arguments)))
    return found


def of_plans(evaluation: Evaluation | native.Evaluation) -> list[Atoms]:
    """The atoms that plans have derived in each branch."""
    return [{name: {*atoms} for name, atoms in one.atoms()} for one in evaluation.branches]


def difference(ours: Sequence[Atoms], theirs: Sequence[Atoms]) -> list[str]:
    """Name the branches that only one side has, or the atoms if each side has one branch."""
    if len(ours) == len(theirs) == 1:
        return _only_one_has(ours[0], theirs[0])
    one, other = (
        [frozenset((name, atom) for name in each for atom in each[name]) for each in of] for of in (ours, theirs)
    )
    doubled = len(one) - len({*one})
    found = [f"branches that plans have twice: {doubled}"] if doubled else []
    if {*one} != {*other}:
        found.append(f"of {len(one)} and {len(other)} branches {len({*one} & {*other})} are the same")
    return found


def _only_one_has(ours: Atoms, theirs: Atoms) -> list[str]:
    found = []
    for name in sorted({*ours, *theirs}):
        one, other = ours.get(name, set()), theirs.get(name, set())
        found += [f"only by plans: {name} {atom}" for atom in sorted(one - other, key=repr)]
        found += [f"only by the solver: {name} {atom}" for atom in sorted(other - one, key=repr)]
    return found


Evaluations = Sequence[Evaluation | native.Evaluation]


def in_c(statements: Chosen, facts: str) -> native.Evaluation:
    """Some statements about facts, for the interpreter in C."""
    interpreter = planned.interpreter()
    assert interpreter is not None
    chosen = bytearray(sum(map(len, orders._numbers().values())))
    for numbers in statements.numbers.values():
        for number in numbers:
            chosen[number] = 1
    return native.Evaluation(native.Program(interpreter, bytes(chosen), orders.order_of_any), facts)


@contextmanager
def comparing() -> Iterator[Compared]:
    """Evaluate by plans, in Python and in C, whatever the solver grounds meanwhile. Compare all branches after each
    call."""
    compared = Compared()
    beside: dict[int, Evaluations] = {}
    begin, ground = Timeline.__init__, Timeline.ground

    def init(self: Timeline, facts: str, questions: Sequence[str], **other: Any) -> None:
        files = (*RULE_FILES, *questions, "engine/show.lp", *other.get("files", ()))
        beside[id(self)] = ()
        self.planned_beside = (facts, type(self) is Timeline and not other.get("more") and are_rules(files))  # type: ignore[attr-defined]
        begin(self, facts, questions, **other | {"by_plans": False})

    def grounding(self: Timeline, *parts: Part) -> None:
        facts, is_planned = self.planned_beside  # type: ignore[attr-defined]
        new = [part for part in parts if part not in self.grounded]
        ground(self, *parts)
        if not new or not is_planned:
            return
        try:
            evaluations = beside[id(self)] or (
                Evaluation(program_of(self.statements), facts),
                *([in_c(self.statements, facts)] if planned.interpreter() else []),
            )
            beside[id(self)] = evaluations
            for one in evaluations:
                one.ground(new)
        except NotEvaluated as why:
            compared.stopped.append(str(why))
            self.planned_beside = facts, False  # type: ignore[attr-defined]
            return
        if len(evaluations[0].branches) > MOST_COMPARED:
            return
        compared.calls += 1
        theirs, _ = of_the_solver(self)
        for one in evaluations:
            ours = of_plans(one)
            differing = difference(ours, theirs)[:5]
            compared.differing += [f"{type(one)} {new}: {different}" for different in differing]
            if differing:
                self.planned_beside = facts, False  # type: ignore[attr-defined]
        compared.atoms += sum(map(len, ours[0].values()))
        compared.forked += len(ours) > 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Timeline, "__init__", init)
        patch.setattr(Timeline, "ground", grounding)
        yield compared


# --- one question ------------------------------------------------------------------------------------------------

BOARD = """
players: {alice: {counters: {poison: 1}}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1, charge: 1}}
  - {id: scales, card: Hardened Scales, controller: alice}
  - {id: melira, card: "Melira, Sylvok Outcast", controller: bob}
  - {id: down, card: Grizzly Bears, controller: alice, face_down: {by: morph}}
"""
ACTION = "move a +1/+1 counter from bear to melira"


@dataclass(frozen=True)
class Asked:
    """A question, as plans evaluate it and as the solver does."""

    program: str
    statements: Chosen
    calls: Sequence[Sequence[Part]]
    atoms: Sequence[Atoms]

    def evaluated(
        self, plans: Plans, statements: Mapping[str, Sequence[int]] | None = None, facts: str = ""
    ) -> Sequence[Atoms]:
        """Evaluate the calls, and give the atoms of each branch."""
        evaluation = Evaluation(Program(plans, statements or self.statements.numbers), facts or self.program)
        for parts in self.calls:
            evaluation.ground(parts)
        return of_plans(evaluation)


def a_question() -> Asked:
    """A verdict, of which nothing is open."""
    board = Board.parse(BOARD)
    program = board.facts() + instruction_facts(board, [board.action(ACTION)])
    by_plans, by_solver = (judging.judged_timeline(board, program, by_plans=one) for one in (True, False))
    asked = _asked(program, by_plans, by_solver)
    assert len(asked.atoms) == 1
    return asked


CHOICES = "proliferate", "remove a counter from bear"


def outcomes_asked() -> Asked:
    """Outcomes of which there are several."""
    board = Board.parse(BOARD)
    actions = board.actions(CHOICES)
    by_plans = Search(board, actions).timeline
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYENGINE_EVALUATOR", "clingo")
        by_solver = Search(board, actions).timeline
    asked = _asked(board.facts() + action_facts(board, actions), by_plans, by_solver)
    assert len(asked.atoms) > 3
    return asked


def _asked(program: str, by_plans: Timeline, by_solver: Timeline) -> Asked:
    assert by_plans._evaluated is not None
    assert by_solver._evaluated is None
    atoms, _ = of_the_solver(by_solver)
    assert len(atoms) <= MOST_COMPARED
    return Asked(program, by_plans.statements, by_plans._evaluated.calls, atoms)


def in_order() -> str:
    """A sum of all atoms of all branches of a question in their order."""
    question = outcomes_asked()
    evaluation = Evaluation(Program(planned.plans(), question.statements.numbers), question.program)
    for parts in question.calls:
        evaluation.ground(parts)
    atoms = [[(name, [*atoms]) for name, atoms in sorted(one.atoms())] for one in evaluation.branches]
    return sha256(repr(atoms).encode()).hexdigest()
