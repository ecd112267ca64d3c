"""A program that is evaluated by plans, with the questions that the solver's programs answer."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import clingo
from clingo import SymbolType

from pyengine.plans import native
from pyengine.plans.evaluating import Evaluation, Part, Program
from pyengine.plans.native import Interpreter
from pyengine.plans.relations import Relation, State
from pyengine.plans.values import HIGHEST, LOWEST, NotEvaluated, Value
from pyengine.solving.chosen import Chosen
from pyengine.solving.looked_up import is_looked_up
from pyengine.solving.orders import order, order_of_any
from pyengine.solving.planned import interpreter, plans
from pyengine.solving.rulebook import Rulebook
from pyengine.solving.solver import check_deadline, symbol_of, symbols


def are_used() -> bool:
    """True if plans evaluate programs, as they do unless `PYENGINE_EVALUATOR` says `clingo`."""
    return os.environ.get("PYENGINE_EVALUATOR") != "clingo"


class Told(NamedTuple):
    """An atom of it."""

    symbol: clingo.Symbol
    is_fact: bool


Assumptions = Iterable[tuple[clingo.Symbol, bool]]


class Evaluated:
    """A program about a board, of the statements that can matter."""

    def __init__(self, rules: Rulebook, facts: str, deadline: float | None) -> None:
        """Raises `NotEvaluated` where the solver has to be asked."""
        self._deadline = deadline
        self._evaluation: Evaluation | native.Evaluation
        if (by := in_c()) is not None:
            self._statements = rules.whole.always
            self._evaluation = native.Evaluation(whole_program(by, rules), facts)
        else:
            self._statements = rules.that_matter(facts)
            self._evaluation = Evaluation(program_of(self._statements), facts)
        self.calls: list[Sequence[Part]] = []
        """The parts of each call."""

    def ground(self, parts: Sequence[Part], scheduled: Sequence[Part]) -> None:
        """Evaluate parts, of those of a scheduled call. Raises `NotEvaluated` where the solver has to be asked, which
        this call is kept for too."""
        self.calls.append(parts)
        self._evaluation.ground(parts, lambda: check_deadline(self._deadline), scheduled)

    def has(self, name: str, numbers: Sequence[int]) -> bool:
        """True if any branch has the atom of a predicate over numbers."""
        return self._evaluation.has(self.predicate(name, len(numbers)), numbers)

    def atoms(self, name: str, arity: int) -> list[Told]:
        """The atoms of a predicate, each once."""
        first, *others = self._of(name, arity)
        every = {one: None for relation in (first, *others) for one in relation}
        with symbols(self._deadline):
            return [
                Told(symbol_of((name, *one)), one in first and all(one in other for other in others)) for one in every
            ]

    def arguments(self, name: str, arity: int) -> list[list[clingo.Symbol]]:
        """The arguments of each of them."""
        every = {one: None for relation in self._of(name, arity) for one in relation}
        with symbols(self._deadline):
            return [[*map(symbol_of, one)] for one in every]

    def holding(self, symbol: clingo.Symbol) -> Told | None:
        """The atom of a symbol; None if it has none."""
        arguments = symbol.arguments
        values = (*map(value_of, arguments),)
        there = [values in one for one in self._of(symbol.name, len(arguments))]
        return Told(symbol, all(there)) if any(there) else None

    def size(self) -> int:
        """How many atoms there are in the first branch."""
        return self._evaluation.size()

    def _of(self, name: str, arity: int) -> Sequence[Relation | native.Relation]:
        """The atoms of a predicate in each branch; those that several branches share come once."""
        return self._evaluation.relations(self.predicate(name, arity))

    def predicate(self, name: str, arity: int) -> str:
        """How the atoms of a predicate are found, of which no rules may be left out."""
        if not is_looked_up(name) and name not in self._statements.shown:
            raise AssertionError(f"rules about {name} may be left out")
        return f"{name}/{arity}"

    def branches(self, assumptions: Assumptions, *, project: bool, limit: int) -> Iterator[BranchOfPlans]:
        """Its branches in which assumptions are so; `limit` 0 for all; with `project` those that tell apart."""
        every = [BranchOfPlans(self, one, self._statements) for one in self._evaluation.branches]
        assumed = [*assumptions]
        seen = set()
        number = 0
        for one in every:
            if all(one.contains(symbol) == wanted for symbol, wanted in assumed):
                if project:
                    apart = one.projected()
                    if apart in seen:
                        continue
                    seen.add(apart)
                number += 1
                yield one
                if number == limit:
                    return


class BranchOfPlans:
    """A branch of a program."""

    def __init__(self, program: Evaluated, state: State | native.Branch, statements: Chosen) -> None:
        self._program = program
        self._state = state
        self._statements = statements

    def contains(self, symbol: clingo.Symbol) -> bool:
        """True if the branch has an atom."""
        arguments = symbol.arguments
        return (*map(value_of, arguments),) in self._state[self._program.predicate(symbol.name, len(arguments))]

    def projected(self) -> Hashable:
        """The atoms that tell it from other branches."""
        return tuple(frozenset(self._state[f"{name}/{arity}"]) for name, arity in self._statements.projected)

    def symbols(self, *, atoms: bool = False, shown: bool = False) -> list[clingo.Symbol]:
        """All its atoms, or those that are shown."""
        if atoms:
            every = ((name.rpartition("/")[0], relation) for name, relation in self._state.atoms())
        else:
            every = ((name, self._state[f"{name}/{arity}"]) for name, arity in self._statements.shown_predicates)
        with symbols():
            return [symbol_of((name, *one)) for name, relation in every for one in relation]


def in_c() -> Interpreter | None:
    """The interpreter in C; None where there is none, or where `PYENGINE_EVALUATOR` says `python`."""
    return None if os.environ.get("PYENGINE_EVALUATOR") == "python" else interpreter()


@cache
def whole_program(interpreter: Interpreter, rules: Rulebook) -> native.Program:
    """Return all statements of a rulebook as a program of the interpreter in C."""
    return native.Program(interpreter, rules.whole.chosen, order_of_any)


def program_of(statements: Chosen) -> Program:
    """The plans of statements that were chosen of the rules. Raises `NotEvaluated` where they can't be read."""
    known = statements.planned
    if known is None:
        if not plans().are_readable:
            raise NotEvaluated("plans of another version of Python")
        known = statements.planned = Program(plans(), statements.numbers, order)
    return known


@lru_cache(100_000)
def value_of(symbol: clingo.Symbol) -> Value:
    """The value that a symbol of the solver denotes."""
    match symbol.type:
        case SymbolType.Number:
            return symbol.number
        case SymbolType.String:
            return '"' + symbol.string
        case SymbolType.Infimum:
            return LOWEST
        case SymbolType.Supremum:
            return HIGHEST
    arguments = symbol.arguments
    return (symbol.name, *map(value_of, arguments)) if arguments or not symbol.name else symbol.name
