"""Rules about one board made rules about many: every atom says which board it is about.

`counters(t,Holder,Kind,N) :- put(t,Holder,Kind,N).` becomes
`counters(B__,t,Holder,Kind,N) :- put(B__,t,Holder,Kind,N).`

No rule then has atoms of two boards: the answer sets of the lifted program are those of the boards, each with each.
`two_courses` puts two sequences of events into one program in this way, as two boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from clingo.ast import AST, ASTType, parse_string

from pyengine.solving.solver import symbols

RULES_KEPT = 10_000
"""Number of lifted rules that are remembered; there are about half as many."""


@lru_cache(RULES_KEPT)
def lifted(rule: str) -> str:
    """A rule, `#heuristic` or `#project`, as it is about every board.

    An atom in its body says of which board; a rule without one is about each `board__`.
    """
    found: list[AST] = []
    with symbols():
        parse_string(rule, found.append)
    node = found[-1]
    is_rule = node.ast_type is ASTType.Rule
    atoms = [atom.symbol for atom in _atoms([node.head if is_rule else node.atom, *node.body])]
    if any(atom.ast_type is ASTType.Pool for atom in atoms):
        return "\n".join(lifted(str(one)) for one in node.unpool())
    text = rule.encode()
    starts = [0]
    for line in text.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    pieces, after = [], 0
    for atom in sorted(atoms, key=lambda atom: atom.location.begin):
        begin = atom.location.begin
        named = starts[begin.line - 1] + begin.column - 1 + len(atom.name)
        pieces.append(text[after:named])
        pieces.append(b"(B__," if atom.arguments else b"(B__)")
        after = named + (1 if atom.arguments else 0)
    rest = text[after:].rstrip()
    end = rest.rindex(b". [") if node.ast_type is ASTType.Heuristic else len(rest) - 1
    pieces.append(rest[:end])
    if any(_is_atom(one) for one in node.body):
        bound = ""
    else:
        bound = "; board__(B__)" if node.body else f" :{'-' if is_rule else ''} board__(B__)"
    return b"".join(pieces).decode() + bound + rest[end:].decode()


def lifted_facts(number: int, facts: str) -> str:
    """The facts of one board, one a line, under its number."""
    return "\n".join([*(_about(str(number), line) for line in facts.splitlines()), f"board__({number})."])


def _about(board: str, line: str) -> str:
    """A fact, as it is about a board."""
    name, opened, rest = line.partition("(")
    return f"{name}({board},{rest}" if opened else f"{name.removesuffix('.')}({board})."


def _is_atom(one: AST) -> bool:
    """True if a literal of a body is an atom."""
    return one.ast_type is ASTType.Literal and one.sign == 0 and one.atom.ast_type is ASTType.SymbolicAtom


def _atoms(nodes: Iterable[AST]) -> Iterator[AST]:
    """The atoms of literals, heads and aggregates, without the terms in them."""
    for node in nodes:
        match node.ast_type:
            case ASTType.SymbolicAtom:
                yield node
            case ASTType.Literal:
                yield from _atoms([node.atom])
            case ASTType.ConditionalLiteral:
                yield from _atoms([node.literal, *node.condition])
            case ASTType.HeadAggregateElement:
                yield from _atoms([node.condition])
            case ASTType.BodyAggregateElement:
                yield from _atoms(node.condition)
            case ASTType.Aggregate | ASTType.BodyAggregate | ASTType.HeadAggregate | ASTType.Disjunction:
                yield from _atoms(node.elements)
