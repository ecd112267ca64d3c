"""Statements of a program text, with what tells which of them can matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clingo import SymbolType
from clingo.ast import AST, ASTType, ComparisonOperator, Sign, parse_string

from pyengine.solving.solver import symbols
from pyengine.solving.statement import Said, Statement, Use, Way


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
                found.append(Statement(part, opening, _named(node, written), ways, _use(node)))
            case ASTType.External:
                atom = _atom(node.atom, parameters)
                way = Way((), *_given([(atom, ())], ()))
                use = Use((atom.predicate,), tuple(_asked(node.body)))
                found.append(Statement(part, opening, written, (way,), use))
            case ASTType.ShowSignature:
                use = Use((), (f"{node.name}/{node.arity}",))
                found.append(Statement(part, opening, written, (), use))
            case _:
                found.append(Statement(part, opening, written, (), Use((), tuple(_asked([node])))))

    with symbols():
        parse_string(text, read)
    return tuple(found)


class _Atom(NamedTuple):
    """The shape of an atom of a rule, which decides what rules can matter."""

    predicate: str
    words: tuple[tuple[str, str], ...]
    """Constants, strings and names of functions, by the places they stand in."""
    variables: tuple[tuple[str, str], ...]
    others: tuple[str, ...]
    """Places with anything else except numbers. Numbers can be worked out, so no rule is left out for lack of one."""


def _way(rule: AST, parameters: frozenset[str]) -> Way:
    """The needs and the derived atoms of a rule without pools."""
    equal = _equal(rule.body)
    body = [_atom(one, parameters, equal) for one in _positive(rule.body)]
    needs = dict.fromkeys(one for atom in body for one in _said(atom))
    heads = [
        (_atom(atom, parameters, equal), [_atom(one, parameters, equal) for one in _positive(condition)])
        for atom, condition in _head_atoms(rule.head)
    ]
    return Way(tuple(needs), *_given(heads, body))


def _equal(body: Iterable[AST]) -> dict[str, AST]:
    """The terms that variables equal, as in `What = put(Who)`."""
    found = {}
    for literal in body:
        if literal.ast_type is ASTType.Literal and literal.sign == Sign.NoSign:
            atom = literal.atom
            if atom.ast_type is ASTType.Comparison and len(atom.guards) == 1:
                guard = atom.guards[0]
                if guard.comparison == ComparisonOperator.Equal and atom.term.ast_type is ASTType.Variable:
                    found[atom.term.name] = guard.term
    return found


def _use(rule: AST) -> Use:
    """The purpose of a rule. A choice is needed whatever asks for it."""
    head = rule.head
    derives = head.ast_type is ASTType.Literal and head.atom.ast_type is ASTType.SymbolicAtom
    serves = dict.fromkeys(_asked([head])) if derives else {}
    asked = _asked(rule.body) if derives else _asked([rule])
    return Use(tuple(serves), tuple(dict.fromkeys(asked)))


def _asked(nodes: Iterable[AST]) -> Iterator[str]:
    """The predicates of all atoms in nodes, wherever they stand."""
    for node in nodes:
        if node.ast_type is ASTType.SymbolicAtom:
            symbol = node.symbol
            each = symbol.arguments if symbol.ast_type is ASTType.Pool else [symbol]
            yield from (f"{one.name}/{len(one.arguments)}" for one in each)
            continue
        for key in node.child_keys:
            child = getattr(node, key)
            if isinstance(child, AST):
                yield from _asked([child])
            elif isinstance(child, Sequence) and not isinstance(child, str):
                yield from _asked(one for one in child if isinstance(one, AST))


def _given(
    heads: Sequence[tuple[_Atom, Sequence[_Atom]]], body: Sequence[_Atom]
) -> tuple[tuple[Said, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """The atoms that a head derives and passes on, each with its own conditions."""
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


EQUAL_NOTHING: Mapping[str, AST] = {}

_NUMBERS = (ASTType.BinaryOperation, ASTType.UnaryOperation, ASTType.Interval)


def _atom(node: AST, parameters: frozenset[str], equal: Mapping[str, AST] = EQUAL_NOTHING) -> _Atom:
    """The value in each place of an atom; for a variable, the term that it is `equal` to."""
    symbol = node.symbol
    arguments = [_meant(term, equal) for term in symbol.arguments]
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


def _meant(term: AST, equal: Mapping[str, AST]) -> AST:
    """The term that a term is equal to. A circle of equal variables ends the chain."""
    meant = equal.get(term.name) if equal and term.ast_type is ASTType.Variable else None
    return term if meant is None or meant.ast_type is ASTType.Variable else meant


def _places(rule: AST, written: str) -> Callable[[AST], tuple[int, int]]:
    """Where the text of a rule has a node of it; locations count bytes, in lines of the file."""
    first = rule.location.begin
    starts = [0]
    for line in written.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)

    def place(line: int, column: int) -> int:
        line -= first.line
        return starts[line] + column - (first.column if line == 0 else 1)

    def of(node: AST) -> tuple[int, int]:
        begin, end = node.location.begin, node.location.end
        return place(begin.line, begin.column), place(end.line, end.column)

    return of


def _named(rule: AST, written: str) -> str:
    """The text of a rule with a name for each `_` of what has to be true, which means the same.

    For `p(X,_)` the grounder makes a predicate of its own, of all there is of p without that argument, and works it out
    anew in every call: of rules that have little to do, that took more time than all else.
    """
    if "_" not in written:
        return written
    of = _places(rule, written)
    nameless = {of(variable) for atom in _positive_anywhere(rule) for variable in _nameless(atom)}
    text = written.encode()
    for number, (begin, end) in enumerate(sorted(nameless, reverse=True)):
        text = text[:begin] + f"Any{number}__".encode() + text[end:]
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
