"""Instances of rules that hold in a model: the bodies that derive each atom, as the solver's symbols.

The program that answered a question does not say which bodies hold. Its rules are looked at again, among all atoms of
one of its models (`plans.instances`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import clingo

from pyengine.plans import instances as of_rules
from pyengine.plans.dialect import Rule
from pyengine.plans.instances import ANY as ANY
from pyengine.plans.instances import Explained
from pyengine.plans.relations import State
from pyengine.plans.values import Value, order
from pyengine.solving.evaluated import value_of
from pyengine.solving.planned import rules_of
from pyengine.solving.schedule import Part
from pyengine.solving.solver import symbol_of, symbols
from pyengine.solving.statement import Statement


class Compared(NamedTuple):
    """A comparison of a rule, with the values that were compared."""

    left: clingo.Symbol
    sign: str
    right: clingo.Symbol

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


class Instance:
    """An instance of a rule that holds: the number of its statement, its head, and what of its body is true, is not
    there, is compared, and is counted or asked of all."""

    def __init__(self, rule: int, values: of_rules.Instance) -> None:
        self.rule = rule
        self.values = values

    def is_of(self, name: str) -> bool:
        """Return True if its head has this name."""
        head = self.values.head
        return (head[0] if isinstance(head, tuple) else head) == name

    @cached_property
    def head(self) -> clingo.Symbol:
        """The atom that it derives."""
        return _symbol(self.values.head)

    @cached_property
    def true(self) -> tuple[clingo.Symbol, ...]:
        """The atoms of its body."""
        return _symbols(self.values.true)

    @cached_property
    def absent(self) -> tuple[clingo.Symbol, ...]:
        """The atoms that must not be there, with wildcards."""
        return _symbols(self.values.absent)

    @cached_property
    def compared(self) -> tuple[Compared, ...]:
        """The comparisons."""
        return tuple(_compared(one) for one in self.values.compared)

    @cached_property
    def counted(self) -> tuple[clingo.Symbol, ...]:
        """The atoms that are counted, or asked of all."""
        return _symbols(sorted(self.values.counted, key=order))

    @property
    def order(self) -> tuple[object, ...]:
        """A key for a stable order of instances of one rule with one head."""
        values = self.values
        compared = (("compared__", left, '"' + sign, right) for left, sign, right in values.compared)
        return tuple(order(("", *one)) for one in (values.true, values.absent, (*compared,)))


class Failure(NamedTuple):
    """How a rule fails to derive an atom: so much of its body holds, and then comes what does not."""

    rule: int
    held: int
    missing: clingo.Symbol | None
    """An atom that is not there."""
    there: clingo.Symbol | None
    """An atom that must not be there."""
    compared: Compared | None
    true: tuple[clingo.Symbol, ...] = ()
    """The atoms of its body that are there, of those that come before."""


class Instances:
    """The instances of the rules of a program that hold in one of its models."""

    def __init__(self, statements: Sequence[Statement], parts: Iterable[Part], atoms: Iterable[clingo.Symbol]) -> None:
        self.statements = statements
        self._numbers: dict[str, list[Sequence[int]]] = {"base": [()]}
        for name, *numbers in parts:
            self._numbers.setdefault(name, []).append(numbers)
        self.atoms = sorted(atoms)
        state = State()
        for atom in self.atoms:
            state[f"{atom.name}/{len(atom.arguments)}"][(*map(value_of, atom.arguments),)] = None
        self._explained = Explained(state)
        self._rules = [rules_of(one) if one.part in self._numbers else () for one in statements]
        self._with_head: dict[str, list[int]] = {}
        for number, rules in enumerate(self._rules):
            for predicate in {predicate for rule in rules for predicate in of_rules.heads(rule)}:
                self._with_head.setdefault(predicate, []).append(number)

    def rule(self, number: int) -> Rule:
        """The rule that the statement with a number is; of several, made from its pools, the first."""
        return self._rules[number][0]

    def all(self) -> list[Instance]:
        """All of them, by their rules."""
        return [
            Instance(number, one)
            for number, rules in enumerate(self._rules)
            for rule in rules
            for numbers in self._numbers[self.statements[number].part]
            for one in self._explained.instances(rule, numbers)
        ]

    def failures(self, absent: clingo.Symbol) -> list[Failure]:
        """The reasons why no rule derives an atom: how far each body holds, the longest first.

        A place of the atom that holds `any__` matches any value.
        """
        return sorted(self._failures(value_of(absent)), key=lambda one: (-one.held, one.rule))

    def _failures(self, absent: Value) -> Iterator[Failure]:
        for number in self._with_head.get(of_rules.predicate_of(absent), ()):
            of_parts = self._numbers[self.statements[number].part]
            each = ((rule, numbers) for rule in self._rules[number] for numbers in of_parts)
            found = self._explained.failure(each, absent)
            if found is not None:
                yield Failure(
                    number,
                    found.held,
                    None if found.missing is None else _symbol(found.missing),
                    None if found.there is None else _symbol(found.there),
                    None if found.compared is None else _compared(found.compared),
                    _symbols(found.true),
                )


class Derived:
    """The instance of least rank of each atom that can be derived from some facts: that with the shortest way."""

    def __init__(self, instances: Sequence[Instance], facts: Iterable[clingo.Symbol]) -> None:
        self._best = _ranked(instances, map(value_of, facts))

    def __contains__(self, atom: clingo.Symbol) -> bool:
        return value_of(atom) in self._best

    def __getitem__(self, atom: clingo.Symbol) -> tuple[int, Instance]:
        """The rank of an atom, and its instance. Raises `KeyError`."""
        rank, several = self._best[value_of(atom)]
        if len(several) > 1:
            several[:] = [_first(several)]
        return rank, several[0]

    def __iter__(self) -> Iterator[clingo.Symbol]:
        return map(_symbol, self._best)


def _ranked(instances: Sequence[Instance], facts: Iterable[Value]) -> Mapping[Value, tuple[int, list[Instance]]]:
    """The rank of each atom, and its instances of that rank."""
    ranked = {*facts}
    best: dict[Value, tuple[int, list[Instance]]] = {}
    waiting: dict[Value, list[Instance]] = {}
    lacks: dict[Instance, int] = {}
    level: list[Instance] = []
    for one in instances:
        missing = {*one.values.true} - ranked
        lacks[one] = len(missing)
        for atom in missing:
            waiting.setdefault(atom, []).append(one)
        if not missing:
            level.append(one)
    rank = 0
    while level:
        rank += 1
        new: dict[Value, list[Instance]] = {}
        for one in level:
            if one.values.head not in ranked:
                new.setdefault(one.values.head, []).append(one)
        ranked.update(new)
        level = []
        for atom, several in new.items():
            best[atom] = rank, several
            for one in waiting.get(atom, ()):
                lacks[one] -= 1
                if not lacks[one]:
                    level.append(one)
    return best


def _first(several: Sequence[Instance]) -> Instance:
    """The first of instances with one head, in a stable order."""
    number = min(one.rule for one in several)
    first = [one for one in several if one.rule == number]
    return first[0] if len(first) == 1 else min(first, key=lambda one: one.order)


def _symbol(value: Value) -> clingo.Symbol:
    with symbols():
        return symbol_of(value)


def _symbols(values: Iterable[Value]) -> tuple[clingo.Symbol, ...]:
    with symbols():
        return tuple(symbol_of(one) for one in values)


def _compared(compared: tuple[Value, str, Value]) -> Compared:
    left, sign, right = compared
    return Compared(_symbol(left), sign, _symbol(right))
