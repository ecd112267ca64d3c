"""What rules read and derive, as terms that can be compared: for the test of the schedule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import clingo
from clingo.ast import AST, ASTType, BinaryOperator, Sign, parse_string

from pyengine.solving.statements import asp_directory


@dataclass(frozen=True)
class Parameter:
    """A parameter of a program part, with so much added."""

    name: str
    more: int = 0


Term = None | int | str | Parameter | tuple["Term", ...]
"""A number; a string or constant as it is written; a function as its name and arguments; None for anything."""


class Atom(NamedTuple):
    """An atom that a rule derives or reads."""

    term: tuple[Term, ...]
    """The predicate and its arguments."""
    needs_all: bool = False
    """Whether it is read so that all that derives it must be known: under `not`, in an aggregate or a condition."""

    @property
    def key(self) -> tuple[str, int]:
        """The predicate with its number of arguments."""
        return str(self.term[0]), len(self.term) - 1


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule of a program part."""

    file: str
    line: int
    part: str
    parameters: tuple[str, ...]
    node: AST

    @property
    def where(self) -> str:
        """Its file and line."""
        return f"asp/{self.file}:{self.line}"

    @cached_property
    def given(self) -> frozenset[str]:
        """The predicates that must hold for it to apply."""
        literals = (one for one in self.node.body if one.ast_type is ASTType.Literal and one.sign == Sign.NoSign)
        symbols = (one.atom.symbol for one in literals if one.atom.ast_type is ASTType.SymbolicAtom)
        return frozenset(str(term[0]) for symbol in symbols for term in _terms(symbol, {}))

    @cached_property
    def chooses(self) -> bool:
        """Whether the model may choose among the atoms of its head."""
        return self.node.head.ast_type is not ASTType.Literal

    @cache  # noqa: B019 - rules are never freed
    def atoms(self, *numbers: int) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
        """What it derives and what it reads, with these numbers for its parameters; without any, as with all."""
        known = dict(zip(self.parameters, numbers, strict=True)) if numbers else {}
        derived, read = (tuple(Atom(_with(known, one.term), one.needs_all) for one in each) for each in self._patterns)
        return derived, read

    @cached_property
    def _patterns(self) -> tuple[Sequence[Atom], Sequence[Atom]]:
        """What it derives and what it reads, whatever its parameters: to go through the syntax takes long."""
        known = {name: Parameter(name) for name in self.parameters}
        heads, conditions = _head(self.node.head)
        derived = [Atom(term) for head in heads for term in _terms(head, known)]
        read = [one for literal in self.node.body for one in _read(literal, known, False)]
        read += [one for condition in conditions for one in _read(condition, known, True)]
        return derived, read


@cache
def rules(name: str) -> tuple[Rule, ...]:
    """The rules of a file of `asp/`."""
    found: list[Rule] = []
    part: tuple[str, tuple[str, ...]] = ("base", ())

    def add(node: AST) -> None:
        nonlocal part
        if node.ast_type is ASTType.Program:
            part = node.name, tuple(one.name for one in node.parameters)
        elif node.ast_type is ASTType.Rule:
            found.append(Rule(name, node.location.begin.line, *part, node))

    parse_string((asp_directory() / name).read_text(encoding="utf-8"), add)
    return tuple(found)


@cache
def declared() -> frozenset[str]:
    """The predicates that are declared with `#defined` somewhere: those of facts."""
    found: list[AST] = []
    for path in asp_directory().rglob("*.lp"):
        parse_string(path.read_text(encoding="utf-8"), found.append)
    return frozenset(one.name for one in found if one.ast_type is ASTType.Defined)


def that_can_fire(inside: Iterable[Rule], lacking: Collection[str]) -> list[Rule]:
    """The rules that may fire on boards without atoms of the predicates `lacking`."""
    left = [rule for rule in inside if not rule.given.intersection(lacking)]
    while True:
        there = declared().union(atom.key[0] for rule in left for atom in rule.atoms()[0]).difference(lacking)
        kept = [rule for rule in left if rule.given <= there]
        if len(kept) == len(left):
            return left
        left = kept


def same(first: Term, second: Term) -> bool:
    """Whether some values of variables make both terms equal; each variable is taken by itself."""
    if first is None or second is None:
        return True
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(same, first, second))
    return first == second


def _head(head: AST) -> tuple[list[AST], list[AST]]:
    """The atoms of a head, and the conditions that it has them under."""
    if head.ast_type is ASTType.Literal:
        return ([head.atom.symbol] if head.atom.ast_type is ASTType.SymbolicAtom else []), []
    elements = [one.condition if head.ast_type is ASTType.HeadAggregate else one for one in head.elements]
    return [one.literal.atom.symbol for one in elements], [each for one in elements for each in one.condition]


def _read(node: AST, known: Mapping[str, Term], needs_all: bool) -> Iterator[Atom]:
    match node.ast_type:
        case ASTType.Literal if node.atom.ast_type is ASTType.SymbolicAtom:
            all_of_it = needs_all or node.sign != Sign.NoSign
            yield from (Atom(term, all_of_it) for term in _terms(node.atom.symbol, known))
        case ASTType.Literal:
            yield from (one for child in children(node.atom) for one in _read(child, known, True))
        case ASTType.ConditionalLiteral:
            yield from _read(node.literal, known, needs_all)
            yield from (one for condition in node.condition for one in _read(condition, known, True))
        case _:
            yield from (one for child in children(node) for one in _read(child, known, needs_all))


def children(node: AST) -> Iterator[AST]:
    for key in node.child_keys:
        value = getattr(node, key)
        if isinstance(value, AST):
            yield value
        elif value is not None:
            yield from (one for one in value if isinstance(one, AST))


def _with(known: Mapping[str, int], term: Term) -> Any:
    """A term with numbers for its parameters; without one for a parameter, as with any."""
    if isinstance(term, tuple):
        return tuple(_with(known, one) for one in term)
    if isinstance(term, Parameter):
        return known[term.name] + term.more if term.name in known else None
    return term


def _terms(node: AST, known: Mapping[str, Term]) -> Iterator[tuple[Term, ...]]:
    """The atoms that a symbol with alternatives (`a;b`) stands for."""
    match node.ast_type:
        case ASTType.Pool:
            yield from (one for child in node.arguments for one in _terms(child, known))
        case ASTType.UnaryOperation:
            yield from _terms(node.argument, known)
        case ASTType.SymbolicTerm:
            yield (node.symbol.name,)
        case _:
            choices: list[tuple[Term, ...]] = [()]
            for argument in node.arguments:
                options = argument.arguments if argument.ast_type is ASTType.Pool else [argument]
                choices = [(*before, _term(one, known)) for before in choices for one in options]
            yield from ((node.name, *arguments) for arguments in choices)


def _term(node: AST, known: Mapping[str, Term]) -> Term:
    """What an argument may be."""
    match node.ast_type:
        case ASTType.SymbolicTerm if node.symbol.type is clingo.SymbolType.Number:
            return int(node.symbol.number)
        case ASTType.SymbolicTerm:
            return known.get(str(node.symbol), str(node.symbol))
        case ASTType.Function if not node.external:
            if node.name == "" or node.arguments:
                return (node.name, *(_term(one, known) for one in node.arguments))
            return known.get(node.name, node.name)
        case ASTType.BinaryOperation:
            left, right = _term(node.left, known), _term(node.right, known)
            if isinstance(left, int) and isinstance(right, int):
                if node.operator_type == BinaryOperator.Plus:
                    return left + right
                if node.operator_type == BinaryOperator.Minus:
                    return left - right
            if isinstance(left, Parameter) and isinstance(right, int):
                if node.operator_type == BinaryOperator.Plus:
                    return Parameter(left.name, left.more + right)
                if node.operator_type == BinaryOperator.Minus:
                    return Parameter(left.name, left.more - right)
    return None  # a variable, an interval, what is worked out
