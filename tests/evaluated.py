"""What plans evaluate beside what the solver grounds, call by call: for the tests of both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest

from pyengine import Board
from pyengine.asking import judging
from pyengine.asking.programs import instruction_facts
from pyengine.plans.evaluating import Evaluation, Part, Plans, Program
from pyengine.plans.values import NotEvaluated
from pyengine.solving import planned
from pyengine.solving.chosen import Chosen
from pyengine.solving.evaluated import program_of, value_of
from pyengine.solving.solver import symbols
from pyengine.solving.statement import BESIDE
from pyengine.solving.statements import are_rules
from pyengine.solving.timeline import RULE_FILES, Timeline

Atoms = dict[str, set[tuple[Any, ...]]]


class Compared:
    """What came of comparing them."""

    def __init__(self) -> None:
        self.calls = 0
        """So many calls were compared."""
        self.atoms = 0
        """So many atoms there were, all in all, as the last call of each program was compared."""
        self.left_open = 0
        """After so many of these the solver left atoms open that are true in its only model, or not."""
        self.differing: list[str] = []
        self.stopped: list[str] = []
        """Why the solver was asked, of each program that was not evaluated to its end."""


def of_the_solver(timeline: Timeline) -> tuple[Atoms, bool]:
    """The atoms that the solver has, without those of its own, and whether all of them are facts.

    Where it leaves some open though nothing is, because it takes rules for a circle that are none with the numbers of
    their parts, these are those of its only model.
    """
    found: Atoms = defaultdict(set)
    with symbols():
        atoms = [(atom.symbol, atom.is_fact) for atom in timeline.control.every_atom()]
    all_facts = all(is_fact for _, is_fact in atoms)
    every = [symbol for symbol, _ in atoms]
    if not all_facts:
        models = [model.symbols(atoms=True) for model in timeline.quick_models((), limit=2)]
        every = [*models[0]] if len(models) == 1 else every
    for symbol in every:
        if not symbol.name.endswith(BESIDE):
            arguments = symbol.arguments
            found[f"{symbol.name}/{len(arguments)}"].add(tuple(map(value_of, arguments)))
    return found, all_facts


def of_plans(evaluation: Evaluation) -> Atoms:
    """The atoms that plans have derived."""
    return {name: {*atoms} for name, atoms in evaluation.every()}


def difference(ours: Atoms, theirs: Atoms) -> list[str]:
    """What atoms only one of both has."""
    found = []
    for name in sorted({*ours, *theirs}):
        one, other = ours.get(name, set()), theirs.get(name, set())
        found += [f"only by plans: {name} {atom}" for atom in sorted(one - other, key=repr)]
        found += [f"only by the solver: {name} {atom}" for atom in sorted(other - one, key=repr)]
    return found


@contextmanager
def comparing(at_every_call: bool = True) -> Iterator[Compared]:
    """Evaluate by plans whatever the solver grounds meanwhile, and compare all atoms."""
    compared = Compared()
    beside: dict[int, Evaluation | None] = {}
    begin, ground = Timeline.__init__, Timeline._ground

    def init(self: Timeline, facts: str, questions: Sequence[str], **other: Any) -> None:
        files = (*RULE_FILES, *questions, "engine/show.lp", *other.get("files", ()))
        beside[id(self)] = None
        self.planned_beside = (facts, type(self) is Timeline and not other.get("more") and are_rules(files))  # type: ignore[attr-defined]
        begin(self, facts, questions, **other | {"by_plans": False})

    def grounding(self: Timeline, new: Sequence[Part]) -> None:
        facts, is_planned = self.planned_beside  # type: ignore[attr-defined]
        ground(self, new)
        if not is_planned:
            return
        try:
            evaluation = beside.get(id(self)) or Evaluation(program_of(self.statements), facts)
            beside[id(self)] = evaluation
            evaluation.ground(new)
        except NotEvaluated as why:
            _, all_facts = of_the_solver(self)
            compared.stopped.append(f"{'all are facts; ' if all_facts else ''}{why}")
            self.planned_beside = facts, False  # type: ignore[attr-defined]
            return
        compared.calls += 1
        if at_every_call:
            theirs, all_facts = of_the_solver(self)
            ours = of_plans(evaluation)
            compared.atoms += sum(map(len, ours.values()))
            compared.differing += [f"{new}: {one}" for one in difference(ours, theirs)[:5]]
            compared.left_open += not all_facts
            if compared.differing:
                self.planned_beside = facts, False  # type: ignore[attr-defined]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Timeline, "__init__", init)
        patch.setattr(Timeline, "_ground", grounding)
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
    atoms: Atoms

    def evaluated(self, plans: Plans, statements: Mapping[str, Sequence[int]] | None = None, facts: str = "") -> Atoms:
        """What plans derive."""
        evaluation = Evaluation(Program(plans, statements or self.statements.numbers), facts or self.program)
        for parts in self.calls:
            evaluation.ground(parts)
        return of_plans(evaluation)


def a_question() -> Asked:
    board = Board.parse(BOARD)
    program = board.facts() + instruction_facts(board, [board.action(ACTION)])
    by_plans, by_solver = (judging.judged_timeline(board, program, by_plans=one) for one in (True, False))
    assert by_plans._evaluated is not None
    assert by_solver._evaluated is None
    atoms, all_facts = of_the_solver(by_solver)
    assert all_facts
    return Asked(program, by_plans.statements, by_plans._evaluated.calls, atoms)


def in_order() -> str:
    """A sum of all atoms of a question in their order."""
    question = a_question()
    evaluation = Evaluation(Program(planned.plans(), question.statements.numbers), question.program)
    for parts in question.calls:
        evaluation.ground(parts)
    atoms = [(name, [*atoms]) for name, atoms in evaluation.every()]
    return sha256(repr(atoms).encode()).hexdigest()
