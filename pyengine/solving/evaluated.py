"""A program that plans evaluate, with the interface of the solver's programs.

Nothing is open in it, so that it has one branch, in which all its atoms are true.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import clingo
from clingo import SymbolType

from pyengine.plans.evaluating import Evaluation, Part, Program
from pyengine.plans.relations import Relation
from pyengine.plans.values import HIGHEST, LOWEST, NotEvaluated, Value
from pyengine.solving.chosen import Chosen
from pyengine.solving.looked_up import is_looked_up
from pyengine.solving.planned import plans
from pyengine.solving.solver import check_deadline, function, symbol_of, symbols


def are_used() -> bool:
    """True if plans evaluate programs, as they do unless `PYENGINE_EVALUATOR` says `clingo`."""
    return os.environ.get("PYENGINE_EVALUATOR") != "clingo"


class Told(NamedTuple):
    """An atom of it."""

    symbol: clingo.Symbol
    is_fact: bool = True


class Evaluated:
    """A program about a board, of the statements that can matter."""

    def __init__(self, statements: Chosen, facts: str, deadline: float | None) -> None:
        """Raises `NotEvaluated` where the solver has to be asked."""
        self._deadline = deadline
        self._shown = statements.shown_predicates
        self._evaluation = Evaluation(program_of(statements), facts)
        self.calls: list[Sequence[Part]] = []
        """The parts of each call."""

    def ground(self, parts: Sequence[Part]) -> None:
        """Evaluate parts. Raises `NotEvaluated` where the solver has to be asked, which this call is kept for too."""
        self.calls.append(parts)
        self._evaluation.ground(parts, lambda: check_deadline(self._deadline))

    def has(self, name: str, numbers: Sequence[int]) -> bool:
        """True if the program has the atom of a predicate over numbers."""
        return (*numbers,) in self._of(name, len(numbers))

    def atoms(self, name: str, arity: int) -> list[Told]:
        """The atoms of a predicate."""
        with symbols(self._deadline):
            return [Told(function(name, *one)) for one in self.arguments(name, arity)]

    def arguments(self, name: str, arity: int) -> list[list[clingo.Symbol]]:
        """The arguments of each of them."""
        with symbols(self._deadline):
            return [[*map(symbol_of, one)] for one in self._of(name, arity)]

    def holding(self, symbol: clingo.Symbol) -> Told | None:
        """The atom of a symbol; None if it has none."""
        return Told(symbol) if self.contains(symbol) else None

    def contains(self, symbol: clingo.Symbol) -> bool:
        """True if a symbol is an atom of the program."""
        arguments = symbol.arguments
        return (*map(value_of, arguments),) in self._of(symbol.name, len(arguments))

    def _of(self, name: str, arity: int) -> Relation:
        """The atoms of a predicate, of which no rules may be left out."""
        if not is_looked_up(name) and all(name != one for one, _ in self._shown):
            raise AssertionError(f"rules about {name} may be left out")
        return self._evaluation.atoms(f"{name}/{arity}")

    def branches(self, assumptions: Iterable[tuple[clingo.Symbol, bool]]) -> Iterator[Evaluated]:
        """Its one branch, if assumptions are so there."""
        if all(self.contains(symbol) == wanted for symbol, wanted in assumptions):
            yield self

    def symbols(self, *, atoms: bool = False, shown: bool = False) -> list[clingo.Symbol]:
        """All its atoms, or those that are shown."""
        if not atoms:
            return [one.symbol for predicate in self._shown for one in self.atoms(*predicate)]
        found = []
        with symbols(self._deadline):
            for predicate, relation in self._evaluation.every():
                name, _, _ = predicate.rpartition("/")
                found += [function(name, *map(symbol_of, one)) for one in relation]
        return found


def program_of(statements: Chosen) -> Program:
    """The plans of statements that were chosen of the rules. Raises `NotEvaluated` where they can't be read."""
    known = statements.planned
    if known is None:
        if not plans().are_readable:
            raise NotEvaluated("plans of another version of Python")
        known = statements.planned = Program(plans(), statements.numbers)
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
