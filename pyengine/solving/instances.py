"""Instances of rules that hold in a model: the bodies that derive each atom.

The grounder leaves out of a rule what it knows already, so the program that answered a question does not tell. Its
rules are grounded a second time, with all atoms of one of its models as facts, and with heads that nobody asks for:
`p(X) :- q(X), not r(X).` becomes `rule__(7,p(X),(q(X),),(r(X),),()) :- q(X), not r(X).` What such a head says is an
instance of the rule that holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import clingo
from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign, Transformer, parse_string

from pyengine.solving.schedule import Part
from pyengine.solving.solver import Control, function, symbols
from pyengine.solving.statement import BESIDE, Statement

ANY = "any__"
"""The wildcard for what a rule leaves open: any value."""

RULES_KEPT = 10_000


@dataclass(frozen=True)
class Compared:
    """A comparison of a rule, with the values that were compared."""

    left: clingo.Symbol
    sign: str
    right: clingo.Symbol

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True)
class Instance:
    """An instance of a rule that holds: the number of its statement, its head, and what of its body is true, is not
    there, is compared, and is counted or asked of all."""

    rule: int
    head: clingo.Symbol
    true: tuple[clingo.Symbol, ...]
    absent: tuple[clingo.Symbol, ...]
    compared: tuple[Compared, ...]
    counted: tuple[clingo.Symbol, ...] = ()


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
        self._control = Control(["--warn=none"])
        self._parts = list(parts)
        lines = []
        opening = ""
        for number, one in enumerate(statements):
            if one.opening != opening:
                lines.append(opening := one.opening)
            if one.ways:
                lines += [text.replace(NUMBER, str(number)) for text in _watched(one.text)]
            elif one.text.startswith("#const "):
                lines.append(one.text)
        lines.append("#program base.")
        self.atoms = sorted(atom for atom in atoms if not atom.name.endswith(BESIDE))
        lines += [f"{atom}." for atom in self.atoms]
        self._control.read("\n".join(lines))
        self._control.ground_parts([("base", []), *((name, numbers) for name, *numbers in self._parts)])
        self._asked = 0

    def all(self) -> list[Instance]:
        """All of them, in a stable order."""
        counted: dict[tuple[int, clingo.Symbol, clingo.Symbol], set[clingo.Symbol]] = {}
        for atom in self._control.atoms("counted__", 4):
            rule, head, body, one = atom.symbol.arguments
            counted.setdefault((rule.number, head, body), set()).add(one)
        found = [atom.symbol.arguments for atom in self._control.atoms("rule__", 5)]
        return [
            Instance(
                rule.number,
                head,
                tuple(true.arguments),
                tuple(absent.arguments),
                tuple(_compared(one) for one in compared.arguments),
                tuple(sorted(counted.get((rule.number, head, true), ()))),
            )
            for rule, head, true, absent, compared in sorted(found)
        ]

    def failures(self, absent: clingo.Symbol) -> list[Failure]:
        """The reasons why no rule derives an atom: how far each body holds, the longest first.

        A place of the atom that holds `any__` matches any value.
        """
        return self.failures_of([absent])[0]

    def failures_of(self, absent: Sequence[clingo.Symbol]) -> list[list[Failure]]:
        """The same of several atoms, asked together, which costs little more than of one."""
        asks: list[str] = []
        lines: list[str] = []
        parts: list[tuple[str, list[int]]] = []
        for one in absent:
            self._asked += 1
            asks.append(f"asked__{self._asked}")
            self._ask(one, asks[-1], lines, parts)
        self._control.read("\n".join(lines))
        self._control.ground_parts(parts)
        return [self._answer(ask) for ask in asks]

    def _ask(self, absent: clingo.Symbol, ask: str, lines: list[str], parts: list[tuple[str, list[int]]]) -> None:
        """Add to a program and the parts to be grounded of it what asks of one atom."""
        given = f"given__{ask}"
        says = f"{absent.name}/{len(absent.arguments)}", None
        texts: dict[str, list[str]] = {}
        with symbols():
            for number, one in enumerate(self.statements):
                if any(says in way.gives for way in one.ways):
                    for rule in _rules(one.text):
                        texts.setdefault(one.opening, []).extend(_attempts(rule, number, absent, ask, given))
        lines += [f"#program {ask}."]
        lines += [f"{given}({n},{one})." for n, one in enumerate(absent.arguments) if ANY not in str(one)]
        parts.append((ask, []))
        for opening, rules in texts.items():
            own, bracket, parameters = opening.removeprefix("#program ").removesuffix(".").partition("(")
            lines += [f"#program {ask}_{own}{bracket}{parameters}.", *rules]
            parts += [(f"{ask}_{own}", numbers) for part, *numbers in [("base",), *self._parts] if part == own.strip()]

    def _answer(self, ask: str) -> list[Failure]:
        furthest: dict[int, Failure] = {}
        for of, held, literal, true in sorted(atom.symbol.arguments for atom in self._control.atoms(ask, 4)):
            if of.number not in furthest or furthest[of.number].held < held.number:
                furthest[of.number] = _failure(of.number, held.number, literal, tuple(true.arguments))
        return sorted(furthest.values(), key=lambda one: (-one.held, one.rule))


def _failure(rule: int, held: int, literal: clingo.Symbol, true: tuple[clingo.Symbol, ...]) -> Failure:
    match literal.name:
        case "true__":
            return Failure(rule, held, literal.arguments[0], None, None, true)
        case "absent__":
            return Failure(rule, held, None, literal.arguments[0], None, true)
        case "compared__":
            return Failure(rule, held, None, None, _compared(literal), true)
        case _:
            return Failure(rule, held, None, None, None, true)


def _compared(term: clingo.Symbol) -> Compared:
    left, sign, right = term.arguments
    return Compared(left, sign.string, right)


# --- rules as they are watched ---------------------------------------------------------------------------------------

NUMBER = "number__"

_SIGNS = {
    ComparisonOperator.Equal: "=",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}


class _Named(Transformer):
    """Gives a name to every variable without one."""

    def __init__(self) -> None:
        self._count = 0

    def visit_Variable(self, node: AST) -> AST:
        """A variable; without a name it becomes another one each time."""
        if node.name != "_":
            return node
        self._count += 1
        return node.update(name=f"Some__{self._count}")


class _Open(Transformer):
    """Puts `any__` in the place of variables that are not among those known."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known

    def visit_Variable(self, node: AST) -> AST:
        """A variable."""
        return node if node.name in self._known else clingo.ast.SymbolicTerm(node.location, function(ANY))


def _rules(text: str) -> Iterator[AST]:
    """A rule without pools, as one rule for each choice from them."""
    found: list[AST] = []
    parse_string(text, found.append)
    yield from found[-1].unpool() if ";" in text else [found[-1]]


def _heads(node: AST, condition: Sequence[AST] = ()) -> Iterator[tuple[AST, list[AST]]]:
    """The atoms of a head, each with its condition."""
    match node.ast_type:
        case ASTType.Literal if node.atom.ast_type is ASTType.SymbolicAtom:
            yield node.atom.symbol, list(condition)
        case ASTType.ConditionalLiteral:
            yield from _heads(node.literal, [*condition, *node.condition])
        case ASTType.HeadAggregateElement:
            yield from _heads(node.condition, condition)
        case ASTType.Aggregate | ASTType.HeadAggregate | ASTType.Disjunction:
            for element in node.elements:
                yield from _heads(element, condition)


def _is_atom(literal: AST, *signs: int) -> bool:
    return (
        literal.ast_type is ASTType.Literal and literal.sign in signs and literal.atom.ast_type is ASTType.SymbolicAtom
    )


def _comparison(literal: AST) -> tuple[AST, str, AST] | None:
    """The two sides of a comparison, and its sign."""
    if literal.ast_type is not ASTType.Literal or literal.sign != Sign.NoSign:
        return None
    atom = literal.atom
    if atom.ast_type is not ASTType.Comparison or len(atom.guards) != 1:
        return None
    if any(_names(side, ASTType.Interval) for side in (atom.term, atom.guards[0].term)):
        return None
    return atom.term, _SIGNS[atom.guards[0].comparison], atom.guards[0].term


def _names(node: Any, kind: ASTType) -> list[str]:
    """The texts of all subnodes of a kind."""
    found: list[str] = []

    class Collect(Transformer):
        def visit(self, ast: AST, *args: Any, **kwargs: Any) -> Any:
            if ast.ast_type is kind:
                found.append(ast.name if kind is ASTType.Variable else str(ast))
            return super().visit(ast, *args, **kwargs)

    Collect().visit(node)
    return found


def _tuple(terms: Sequence[str]) -> str:
    return f"({','.join(terms)},)" if terms else "()"


@lru_cache(RULES_KEPT)
def _watched(text: str) -> tuple[str, ...]:
    """The rules that say which instances of a rule hold."""
    with symbols():
        return tuple(one for rule in _rules(text) for one in _watching(_Named().visit(rule)))


def _watching(rule: AST) -> Iterator[str]:
    for head, condition in _heads(rule.head):
        body = [*rule.body, *condition]
        true = _tuple([str(one.atom.symbol) for one in body if _is_atom(one, Sign.NoSign)])
        absent = _tuple([_unnamed(one) for one in body if _is_atom(one, Sign.Negation)])
        sides = [side for one in body if (side := _comparison(one)) is not None]
        compared = _tuple([f'compared__({left},"{sign}",{right})' for left, sign, right in sides])
        held = [_negatives_open(one) for one in body]
        yield _rule(f"rule__({NUMBER},{head},{true},{absent},{compared})", held)
        outside = {name for one in [head, *body] for name in _outside(one)}
        for literal in body:
            for counted, conditions in _elements(literal, outside):
                yield _rule(f"counted__({NUMBER},{head},{true},{counted})", [*held, *conditions])


def _unnamed(literal: AST) -> str:
    """The atom of a negative literal, with a wildcard for each variable without a name."""

    class Back(Transformer):
        def visit_Variable(self, node: AST) -> AST:
            unnamed = "Some__" in node.name
            return clingo.ast.SymbolicTerm(node.location, function(ANY)) if unnamed else node

    return str(Back().visit(literal.atom.symbol))


def _negatives_open(literal: AST) -> str:
    """A literal as it was written: under a negation, also in what it counts, variables without names stay so."""

    class Back(Transformer):
        def visit_Variable(self, node: AST) -> AST:
            return node.update(name="_") if "Some__" in node.name else node

    class Negated(Transformer):
        def visit_Literal(self, node: AST) -> AST:
            return Back().visit(node) if _is_atom(node, Sign.Negation) else node.update(**self.visit_children(node))

    return str(Negated().visit(literal))


def _outside(node: AST) -> list[str]:
    """The variables of a head or literal that are not only of what it counts."""
    if node.ast_type is ASTType.ConditionalLiteral:
        return []
    counts = node.ast_type is ASTType.Literal and node.atom.ast_type is ASTType.BodyAggregate
    return _binds(node) if counts else _names(node, ASTType.Variable)


def _elements(literal: AST, outside: set[str]) -> Iterator[tuple[str, list[str]]]:
    """The positive atoms of what a literal counts, or asks of all, each with all that holds with it; of variables that
    are only there, each has another name."""

    class Inside(Transformer):
        def visit_Variable(self, node: AST) -> AST:
            return node if node.name in outside else node.update(name=f"Inside__{node.name}")

    if literal.ast_type is ASTType.ConditionalLiteral:
        groups = [[literal.literal, *literal.condition]]
    elif literal.ast_type is ASTType.Literal and literal.atom.ast_type is ASTType.BodyAggregate:
        groups = [list(element.condition) for element in literal.atom.elements]
    else:
        return
    for group in groups:
        named = [Inside().visit(one) for one in group]
        for one in named:
            if _is_atom(one, Sign.NoSign):
                yield str(one.atom.symbol), [_negatives_open(other) for other in named]


def _rule(head: str, body: Sequence[str]) -> str:
    return f"{head} :- {'; '.join(body)}." if body else f"{head}."


def _attempts(rule: AST, number: int, absent: clingo.Symbol, ask: str, given: str) -> Iterator[str]:
    """Rules that say how far the body of a rule holds with an atom for its head, and what comes next there."""
    for head, condition in _heads(rule.head):
        if head.name != absent.name or len(head.arguments) != len(absent.arguments):
            continue
        fixed = [place for place, one in enumerate(absent.arguments) if ANY not in str(one)]
        sums: dict[str, set[str]] = {}  # each is given once its parts are known
        body = []
        known: set[str] = set()
        for place in fixed:
            term = head.arguments[place]
            names = {*_names(term, ASTType.Variable)}
            if _sums(term):
                sums[f"{given}({place},{term})"] = names
            else:
                body.append(f"{given}({place},{term})")
                known |= names
        waiting = [one for one in (*rule.body, *condition) if str(one) != "#true"]
        outside = {name for one in [head, *waiting] for name in _outside(one)}
        held = 0
        true: list[str] = []
        while waiting:
            body += [one for one, names in sums.items() if names <= known and one not in body]
            # What only asks comes first, then what there may be, then what is counted or worked out of that.
            in_turn = sorted(waiting, key=lambda one: 0 if _is_ready(one, known) else 2 - _is_atom(one, Sign.NoSign))
            literal = next((one for one in in_turn if _can_come(one, known, outside)), in_turn[0])
            waiting.remove(literal)
            yield _rule(f"{ask}({number},{held},{_next(literal, frozenset(known))},{_tuple(true)})", body)
            body.append(str(literal))
            true += [str(literal.atom.symbol)] if _is_atom(literal, Sign.NoSign) else []
            known.update({*_binds(literal), *_given_by(literal, known)} - {"_"})
            held += 1
        body += [one for one in sums if one not in body]
        yield _rule(f"{ask}({number},{held},done__,{_tuple(true)})", body)


def _is_ready(literal: AST, known: set[str]) -> bool:
    """True if every variable of a comparison or negative literal is bound."""
    if not (_is_atom(literal, Sign.Negation) or _comparison(literal) is not None):
        return False
    return set(_names(literal, ASTType.Variable)) - {"_"} <= known


def _can_come(literal: AST, known: set[str], outside: set[str]) -> bool:
    """True if the values of the known variables are enough to ask a literal.

    `outside` are the variables of the rule that are not only of what one of its literals counts.
    """
    if _is_atom(literal, Sign.NoSign):
        return {name for term in _sums(literal) for name in _names(term, ASTType.Variable)} <= known
    return ({*_names(literal, ASTType.Variable)} & outside) - {*_given_by(literal, known), "_"} <= known


def _given_by(literal: AST, known: set[str]) -> list[str]:
    """The variables that a comparison or aggregate binds, given those that are bound already."""
    atom = literal.atom if literal.ast_type is ASTType.Literal else literal
    if atom.ast_type is not ASTType.Comparison:
        return _binds(literal)
    if literal.sign != Sign.NoSign or [one.comparison for one in atom.guards] != [ComparisonOperator.Equal]:
        return []
    left, right = atom.term, atom.guards[0].term
    pairs = ((left, right), (right, left))
    return [
        one.name
        for one, other in pairs
        if one.ast_type is ASTType.Variable and {*_names(other, ASTType.Variable)} <= known
    ]


def _sums(atom: AST) -> list[AST]:
    """The variables inside arithmetic in an atom, which gives them no values.

    To one to which a number is added it does.
    """
    found: list[AST] = []

    class Collect(Transformer):
        def visit_BinaryOperation(self, node: AST) -> AST:
            several = len({*_names(node, ASTType.Variable)}) > 1
            if several or node.operator_type not in (BinaryOperator.Plus, BinaryOperator.Minus):
                found.append(node)
            return node

        def visit_Interval(self, node: AST) -> AST:
            found.append(node)
            return node

    Collect().visit(atom)
    return found


def _binds(literal: AST) -> list[str]:
    """The variables that a literal gives values to."""
    if _is_atom(literal, Sign.NoSign) or _comparison(literal) is not None:
        return _names(literal, ASTType.Variable)
    if literal.ast_type is ASTType.Literal and literal.atom.ast_type is ASTType.BodyAggregate:
        guards = (literal.atom.left_guard, literal.atom.right_guard)
        return [name for guard in guards if guard is not None for name in _names(guard, ASTType.Variable)]
    return []


def _next(literal: AST, known: frozenset[str]) -> str:
    """The next literals to satisfy, as a term."""
    if _is_atom(literal, Sign.NoSign, Sign.Negation):
        kind = "true__" if literal.sign == Sign.NoSign else "absent__"
        return f"{kind}({_Open(known)(literal.atom.symbol)})"
    sides = _comparison(literal)
    if sides is None or not set(_names(literal, ASTType.Variable)) <= known:
        return "other__"
    left, sign, right = sides
    return f'compared__({left},"{sign}",{right})'
