"""Statements of a program text, with what tells which of them can matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import SymbolType
from clingo.ast import AST, ASTType, Sign, parse_string

from pyengine.solving.solver import symbols
from pyengine.solving.statement import Said, Statement, Way


def parsed(text: str) -> tuple[Statement, ...]:
    """The statements of a program text. Raises `RuntimeError` where it is none."""
    found: list[Statement] = []
    part, opening, parameters = "base", "#program base.", frozenset[str]()
    lines = text.encode().split(b"\n")

    def read(node: AST) -> None:
        nonlocal part, opening, parameters
        written = _written(node, lines)
        match node.ast_type:
            case ASTType.Program:
                part, opening, parameters = node.name, written, frozenset(one.name for one in node.parameters)
            case ASTType.Comment | ASTType.Defined:
                pass
            case ASTType.Rule:
                read_apart = node.unpool() if ";" in written else [node]  # most have no pool, and it takes long
                ways = tuple(dict.fromkeys(_way(one, parameters) for one in read_apart))
                found.append(Statement(part, opening, _with_names(node, written), ways))
            case ASTType.External:
                way = Way((), *_given([(_atom(node.atom, parameters), ())], ()))
                found.append(Statement(part, opening, written, (way,)))
            case _:
                found.append(Statement(part, opening, written, ()))

    with symbols():
        parse_string(text, read)
    return tuple(found)


class _Atom(NamedTuple):
    """What an atom of a rule is, as far as it tells which rules can matter."""

    predicate: str
    words: tuple[tuple[str, str], ...]
    """Constants, strings and names of functions, by the places they stand in."""
    variables: tuple[tuple[str, str], ...]
    others: tuple[str, ...]
    """Places in which anything else stands, but for numbers: they can be worked out, so no rule is left out for want
    of one."""


def _way(rule: AST, parameters: frozenset[str]) -> Way:
    """What a rule without pools needs and gives."""
    body = [_atom(one, parameters) for one in _positive(rule.body)]
    needs = dict.fromkeys(one for atom in body for one in _said(atom))
    heads = [
        (_atom(atom, parameters), [_atom(one, parameters) for one in _positive(condition)])
        for atom, condition in _head_atoms(rule.head)
    ]
    return Way(tuple(needs), *_given(heads, body))


def _given(
    heads: Sequence[tuple[_Atom, Sequence[_Atom]]], body: Sequence[_Atom]
) -> tuple[tuple[Said, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """What the atoms of a head give and pass on; each comes with what is asked of it alone."""
    gives = dict.fromkeys(one for head, _ in heads for one in _said(head))
    passes: dict[tuple[str, tuple[str, ...]], None] = {}
    for head, condition in heads:
        sources: dict[str, list[str]] = {}
        for atom in (*body, *condition):
            for place, name in atom.variables:
                sources.setdefault(name, []).append(place)
        for place, name in head.variables:
            passes[place, tuple(sources.get(name, ()))] = None
        passes |= {(place, ()): None for place in head.others}
    return tuple(gives), tuple(passes)


def _said(atom: _Atom) -> Iterator[Said]:
    """Its predicate, and each word with its place."""
    yield atom.predicate, None
    yield from atom.words


def _positive(literals: Iterable[AST]) -> Iterator[AST]:
    """The atoms that have to be true for all of some literals to be so."""
    for literal in literals:
        if literal.ast_type is ASTType.Literal and literal.sign == Sign.NoSign:
            atom = literal.atom
            if atom.ast_type is ASTType.SymbolicAtom:
                yield atom


def _head_atoms(node: AST, condition: Iterable[AST] = ()) -> Iterator[tuple[AST, Iterable[AST]]]:
    """The atoms of a literal or a head, each with its condition."""
    match node.ast_type:
        case ASTType.SymbolicAtom:
            yield node, condition
        case ASTType.Literal:
            yield from _head_atoms(node.atom, condition)
        case ASTType.ConditionalLiteral:
            yield from _head_atoms(node.literal, node.condition)
        case ASTType.HeadAggregateElement:
            yield from _head_atoms(node.condition, condition)
        case ASTType.Aggregate | ASTType.HeadAggregate | ASTType.Disjunction:
            for element in node.elements:
                yield from _head_atoms(element, condition)


_NUMBERS = (ASTType.BinaryOperation, ASTType.UnaryOperation, ASTType.Interval)


def _atom(node: AST, parameters: frozenset[str]) -> _Atom:
    """What stands in which place of an atom."""
    symbol = node.symbol
    arguments = list(symbol.arguments)
    predicate = f"{symbol.name}/{len(arguments)}"
    words, variables, others = [], [], []
    for number, term in enumerate(arguments):
        place = f"{predicate}.{number}"
        kind = term.ast_type
        if kind is ASTType.Variable:
            variables.append((place, term.name))
        elif kind is ASTType.Function and term.name:
            words.append((place, term.name))
        elif kind is ASTType.SymbolicTerm:
            value = term.symbol
            if value.type is SymbolType.String:
                words.append((place, str(value)))
            elif value.type is SymbolType.Function and value.name not in parameters:
                words.append((place, value.name))
        elif kind not in _NUMBERS:
            others.append(place)
    return _Atom(predicate, tuple(words), tuple(variables), tuple(others))


def _with_names(rule: AST, written: str) -> str:
    """The text of a rule in which each `_` of what has to be true is a variable with a name, which means the same.

    For `p(X,_)` the grounder makes a predicate of its own, of all there is of p without what stands there, and works it
    out anew in every call: of rules that have little to do, that took more time than all else. Under `not` it has to.
    """
    if "_" not in written:
        return written
    begin = rule.location.begin
    text = written.encode()
    starts = [0]
    for line in text.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    nameless = {variable.location.begin for atom in _positive_anywhere(rule) for variable in _nameless(atom)}
    places = []
    for one in nameless:
        line = one.line - begin.line
        places.append(starts[line] + one.column - (begin.column if line == 0 else 1))
    for number, place in enumerate(sorted(places, reverse=True)):
        text = text[:place] + b"Any%d__" % number + text[place + 1 :]
    return text.decode()


def _positive_anywhere(rule: AST) -> Iterator[AST]:
    """The atoms of a rule that are not negated: of its body, and of conditions and aggregates there and in its head."""
    yield from _positive(rule.body)
    for literal in rule.body:
        if literal.ast_type is ASTType.ConditionalLiteral:
            yield from _positive(literal.condition)
        elif literal.ast_type is ASTType.Literal and literal.atom.ast_type in (
            ASTType.BodyAggregate,
            ASTType.Aggregate,
        ):
            for element in literal.atom.elements:
                yield from _positive(element.condition)
    for _, condition in _head_atoms(rule.head):
        yield from _positive(condition)


def _nameless(term: AST) -> Iterator[AST]:
    """The variables of a term or an atom that have no name."""
    match term.ast_type:
        case ASTType.Variable:
            if term.name == "_":
                yield term
        case ASTType.SymbolicAtom:
            yield from _nameless(term.symbol)
        case ASTType.Function | ASTType.Pool:
            for argument in term.arguments:
                yield from _nameless(argument)


def _written(node: AST, lines: Sequence[bytes]) -> str:
    """The text of a node; locations count bytes."""
    begin, end = node.location.begin, node.location.end
    inside = [*lines[begin.line - 1 : end.line - 1], lines[end.line - 1][: end.column - 1]]
    return b"\n".join([inside[0][begin.column - 1 :], *inside[1:]]).decode()
