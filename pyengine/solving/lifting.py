"""Rules about one board made rules about many: every atom says which board it is about.

`counters(t,Holder,Kind,N) :- put(t,Holder,Kind,N).` becomes
`counters(B__,t,Holder,Kind,N) :- put(B__,t,Holder,Kind,N).`

No rule then has anything of two boards, and what there is of one is what the rules make of it alone: the answer sets of
the lifted program are those of the boards, each with each. What it is good for: a rule is read and grounded once for
all of them, which is most of what a question about a small board takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from clingo.ast import AST, ASTType, parse_string

from pyengine.solving.solver import symbols

RULES_KEPT = 10_000
"""So many lifted rules are remembered; there are about half as many."""


@lru_cache(RULES_KEPT)
def lifted(rule: str, boards: str = "board__(B__)", needed: str = "") -> str:
    """A rule, `#heuristic` or `#project`, as it is about every board of which `boards` holds.

    What stands in its body is about those already if any of it speaks of `needed`, as in `t` for a moment; so nothing
    is added to such a rule, which would have the solver look at each of them even where nothing is to be found. By
    default any atom in its body will do.
    """
    found: list[AST] = []
    with symbols():
        parse_string(rule, found.append)
    node = found[-1]
    is_rule = node.ast_type is ASTType.Rule
    atoms = [atom.symbol for atom in _atoms([node.head if is_rule else node.atom, *node.body])]
    if any(atom.ast_type is ASTType.Pool for atom in atoms):
        return "\n".join(lifted(str(one), boards, needed) for one in node.unpool())
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
    if any(_tells(one, needed) for one in node.body):
        bound = ""
    else:
        bound = f"; {boards}" if node.body else f" :{'-' if is_rule else ''} {boards}"
    return b"".join(pieces).decode() + bound + rest[end:].decode()


CHOICE = re.compile(r"[^\"%:]*\{")
"""How a rule begins that makes a choice."""


@lru_cache(RULES_KEPT)
def chosen(rule: str) -> frozenset[tuple[str, int]]:
    """The predicates of which a rule leaves a choice, with the number of their arguments."""
    if not CHOICE.match(rule):
        return frozenset()
    found: list[AST] = []
    with symbols():
        parse_string(rule, found.append)
    head = found[-1].head
    if head.ast_type is not ASTType.Aggregate:
        return frozenset()
    return frozenset((one.name, len(one.arguments)) for one in _heads(head))


def lifted_facts(number: int, facts: str) -> str:
    """The facts of one board, one a line, under its number."""
    return "\n".join([*(_about(str(number), line) for line in facts.splitlines()), f"board__({number})."])


def facts_of_each(facts: Sequence[str]) -> str:
    """The facts of each of some boards, one a line, under their numbers.

    What several of them have is a rule about these boards: a fact for each would take ten times as long to read.
    """
    having: dict[str, list[int]] = {}
    for number, one in enumerate(facts):
        for line in one.splitlines():
            having.setdefault(line, []).append(number)
    shared: dict[tuple[int, ...], list[str]] = {}
    for line, numbers in having.items():
        shared.setdefault(tuple(numbers), []).append(line)
    lines = []
    for group, (boards, same) in enumerate(shared.items()):
        if len(boards) * (len(same) - 1) <= len(same):  # to say which boards have them would be longer
            lines += [_about(str(number), line) for number in boards for line in same]
        else:
            lines += [f"one_of__({group},{number})." for number in boards]
            lines += [f"{_about('B', line)[:-1]} :- one_of__({group},B)." for line in same]
    lines += [f"board__({number})." for number in range(len(facts))]
    return "\n".join(lines)


def _about(board: str, line: str) -> str:
    """A fact, as it is about a board."""
    name, opened, rest = line.partition("(")
    return f"{name}({board},{rest}" if opened else f"{name.removesuffix('.')}({board})."


def _tells(one: AST, needed: str) -> bool:
    """Whether a literal of a body is an atom that speaks of this, or of anything if nothing is `needed`."""
    if one.ast_type is not ASTType.Literal or one.sign != 0 or one.atom.ast_type is not ASTType.SymbolicAtom:
        return False
    return not needed or any(str(argument) == needed for argument in one.atom.symbol.arguments)


def _heads(choice: AST) -> Iterator[AST]:
    """The atoms of a choice, without what they are chosen from."""
    for element in choice.elements:
        atom = element.literal.atom.symbol
        yield from atom.arguments if atom.ast_type is ASTType.Pool else (atom,)


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
