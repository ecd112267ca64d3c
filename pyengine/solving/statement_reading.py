"""Statements of a program text, with the words that tell which of them can matter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from clingo.ast import AST, ASTType, Sign, parse_string

from pyengine.solving.solver import symbols
from pyengine.solving.statement import WORD, Statement

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


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
                needs, gives = _words(node, written, lines)
                found.append(Statement(part, opening, written, needs - parameters, gives - parameters))
            case _:
                words = WORD.findall(written)
                predicates = [f"{word}/" for word in words] if node.ast_type is ASTType.External else []
                found.append(Statement(part, opening, written, frozenset(), frozenset([*words, *predicates])))

    with symbols():
        parse_string(text, read)
    return tuple(found)


def _words(rule: AST, written: str, lines: Sequence[bytes]) -> tuple[frozenset[str], frozenset[str]]:
    """What a rule needs and what it gives."""
    needs = set()
    predicates = []
    for literal in rule.body:
        if literal.ast_type is not ASTType.Literal or literal.sign != Sign.NoSign:
            continue
        if literal.atom.ast_type is ASTType.SymbolicAtom:
            text = _written(literal.atom.symbol, lines)
            predicate, *others = WORD.findall(text)
            predicates.append(predicate)
            needs.update([f"{predicate}/", *([] if ";" in _STRING.sub("", text) else others)])  # a pool needs one
    heads = [WORD.findall(_written(atom.symbol, lines))[0] for atom in _atoms(rule.head)]
    bare = Counter(WORD.findall(written)) - Counter([*heads, *predicates])
    return frozenset(needs), frozenset([*bare, *(f"{head}/" for head in heads)]) - needs


def _atoms(node: AST) -> Iterator[AST]:
    """The atoms of a literal or a head, without those that are conditions."""
    match node.ast_type:
        case ASTType.SymbolicAtom:
            yield node
        case ASTType.Literal:
            yield from _atoms(node.atom)
        case ASTType.ConditionalLiteral:
            yield from _atoms(node.literal)
        case ASTType.HeadAggregateElement:
            yield from _atoms(node.condition)
        case ASTType.Aggregate | ASTType.HeadAggregate | ASTType.Disjunction:
            for element in node.elements:
                yield from _atoms(element)


def _written(node: AST, lines: Sequence[bytes]) -> str:
    """The text of a node; locations count bytes."""
    begin, end = node.location.begin, node.location.end
    inside = [*lines[begin.line - 1 : end.line - 1], lines[end.line - 1][: end.column - 1]]
    return b"\n".join([inside[0][begin.column - 1 :], *inside[1:]]).decode()
