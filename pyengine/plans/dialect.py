"""The part of the solver's language that the rules use: their syntax trees as plain data.

Whatever is not listed here is refused with its file and line, so that no rule is left out without a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from clingo import SymbolType
from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, ComparisonOperator, Sign, UnaryOperator

from pyengine.plans.plan import Absolute, Anything, Constant, Function, Negative, Operation, Parameter, Term, Variable
from pyengine.plans.values import HIGHEST, LOWEST, Value


class Refused(Exception):
    """A statement is not in the dialect."""


class Interval(NamedTuple):
    """The numbers from one to another."""

    low: Written
    high: Written


Written = Constant | Parameter | Variable | Anything | Function | Operation | Absolute | Negative | Interval
"""A term as it is written."""


class Atom(NamedTuple):
    """An atom of the body, or `not` one."""

    negated: bool
    name: str
    arguments: tuple[Written, ...]

    @property
    def predicate(self) -> str:
        """Its name with the number of its arguments."""
        return f"{self.name}/{len(self.arguments)}"


class Comparison(NamedTuple):
    """A comparison of two terms."""

    sign: str
    left: Written
    right: Written


class Aggregate(NamedTuple):
    """An aggregate, compared with terms: those that it is on the left of."""

    negated: bool
    function: str
    elements: tuple[tuple[tuple[Written, ...], tuple[Simple, ...]], ...]
    bounds: tuple[tuple[str, Written], ...]


class Conditional(NamedTuple):
    """A literal that has to hold whenever its condition does; without a literal, the condition never may."""

    literal: Atom | Comparison | None
    condition: tuple[Simple, ...]


Simple = Atom | Comparison
Literal = Atom | Comparison | Aggregate | Conditional


class Choice(NamedTuple):
    """A head that chooses among atoms, each with its condition."""

    elements: tuple[tuple[Atom, tuple[Simple, ...]], ...]
    bounds: tuple[tuple[str, Written], ...]


class Rule(NamedTuple):
    """A rule without pools. Without a head, it forbids its body."""

    where: str
    parameters: tuple[str, ...]
    head: Atom | Choice | None
    body: tuple[Literal, ...]


COMPARED = {
    ComparisonOperator.Equal: "==",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}
TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The same with the sides exchanged."""
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_SIGNS = {
    BinaryOperator.Plus: "+",
    BinaryOperator.Minus: "-",
    BinaryOperator.Multiplication: "*",
    BinaryOperator.Division: "/",
    BinaryOperator.Modulo: "\\",
    BinaryOperator.Power: "**",
}
_FUNCTIONS = {
    AggregateFunction.Count: "count",
    AggregateFunction.Sum: "sum",
    AggregateFunction.SumPlus: "sum+",
    AggregateFunction.Min: "min",
    AggregateFunction.Max: "max",
}
BESIDE_RULES = frozenset(
    (
        *(ASTType.Comment, ASTType.Defined, ASTType.Definition, ASTType.Program),
        *(ASTType.ShowSignature, ASTType.ProjectAtom, ASTType.Heuristic),
    )
)
"""Statements that derive nothing."""


class Reader:
    """Reads the statements of a file, one after the other."""

    def __init__(self, file: str, constants: Mapping[str, Value]) -> None:
        self._file = file
        self._constants = constants
        self._parameters: tuple[str, ...] = ()

    def rules(self, statement: AST) -> list[Rule]:
        """The rules that a statement is, one for each choice from its pools. Raises `Refused`."""
        kind = statement.ast_type
        where = f"{self._file}:{statement.location.begin.line}"
        if kind is ASTType.Program:
            self._parameters = tuple(one.name for one in statement.parameters)
        if kind in BESIDE_RULES:
            return []
        try:
            if kind is not ASTType.Rule:
                raise Refused(f"this kind of statement: {kind}")
            return [self._rule(one, where) for one in statement.unpool()]
        except Refused as why:
            raise Refused(f"{where}: plans can't be made of {why}") from None

    def _rule(self, rule: AST, where: str) -> Rule:
        head = rule.head
        found: Atom | Choice | None
        match head.ast_type:
            case ASTType.Literal if head.sign == Sign.NoSign and head.atom.ast_type is ASTType.SymbolicAtom:
                found = self._atom(head)
            case ASTType.Literal if head.atom.ast_type is ASTType.BooleanConstant and not head.atom.value:
                found = None
            case ASTType.Aggregate:
                elements = tuple((self._element(one), self._condition(one.condition)) for one in head.elements)
                found = Choice(elements, self._bounds(head))
            case _:
                raise Refused(f"this head: {head}")
        return Rule(where, self._parameters, found, tuple(self._literal(one) for one in rule.body))

    def _element(self, element: AST) -> Atom:
        literal = element.literal
        if literal.sign != Sign.NoSign or literal.atom.ast_type is not ASTType.SymbolicAtom:
            raise Refused(f"this choice: {literal}")
        return self._atom(literal)

    def _condition(self, literals: Sequence[AST]) -> tuple[Simple, ...]:
        return tuple(self._simple(one) for one in literals)

    def _literal(self, node: AST) -> Literal:
        if node.ast_type is ASTType.ConditionalLiteral:
            condition = self._condition(node.condition)
            atom = node.literal.atom
            if atom.ast_type is ASTType.BooleanConstant and node.literal.sign == Sign.NoSign and not atom.value:
                return Conditional(None, condition)
            return Conditional(self._simple(node.literal), condition)
        if node.ast_type is ASTType.Literal and node.atom.ast_type is ASTType.BodyAggregate:
            atom = node.atom
            elements = tuple(
                (tuple(self._term(term) for term in one.terms), self._condition(one.condition)) for one in atom.elements
            )
            return Aggregate(self._is_negated(node), _FUNCTIONS[atom.function], elements, self._bounds(atom))
        return self._simple(node)

    def _bounds(self, aggregate: AST) -> tuple[tuple[str, Written], ...]:
        left, right = aggregate.left_guard, aggregate.right_guard
        found = [(TURNED[COMPARED[left.comparison]], self._term(left.term))] if left is not None else []
        found += [(COMPARED[right.comparison], self._term(right.term))] if right is not None else []
        return tuple(found)

    def _simple(self, node: AST) -> Simple:
        if node.ast_type is not ASTType.Literal:
            raise Refused(f"this literal: {node}")
        atom = node.atom
        if atom.ast_type is ASTType.SymbolicAtom:
            return self._atom(node)
        if atom.ast_type is not ASTType.Comparison or len(atom.guards) != 1:
            raise Refused(f"this literal: {node}")
        [guard] = atom.guards
        sign = COMPARED[guard.comparison]
        sign = OPPOSITE[sign] if self._is_negated(node) else sign
        return Comparison(sign, self._term(atom.term), self._term(guard.term))

    def _is_negated(self, literal: AST) -> bool:
        if literal.sign not in (Sign.NoSign, Sign.Negation):
            raise Refused(f"a double negation: {literal}")
        return bool(literal.sign == Sign.Negation)

    def _atom(self, literal: AST) -> Atom:
        symbol = literal.atom.symbol
        negated = self._is_negated(literal)
        if symbol.ast_type is ASTType.SymbolicTerm:
            return Atom(negated, symbol.symbol.name, ())
        if symbol.ast_type is not ASTType.Function or symbol.external:
            raise Refused(f"this atom: {literal}")
        return Atom(negated, symbol.name, tuple(self._term(one) for one in symbol.arguments))

    def _term(self, node: AST) -> Written:
        match node.ast_type:
            case ASTType.Variable:
                return Anything() if node.name == "_" else Variable(node.name)
            case ASTType.Function if not node.external:
                if not node.arguments and node.name:
                    return self._named(node.name)
                return Function(node.name, tuple(self._inside(one) for one in node.arguments))
            case ASTType.SymbolicTerm:
                return self._symbol(node)
            case ASTType.BinaryOperation if node.operator_type in _SIGNS:
                return Operation(_SIGNS[node.operator_type], self._inside(node.left), self._inside(node.right))
            case ASTType.UnaryOperation if node.operator_type == UnaryOperator.Absolute:
                return Absolute(self._inside(node.argument))
            case ASTType.UnaryOperation if node.operator_type == UnaryOperator.Minus:
                inner = self._inside(node.argument)
                if isinstance(inner, Constant) and isinstance(inner.value, int):
                    return Constant(-inner.value)
                return Negative(inner)
            case ASTType.Interval:
                return Interval(self._term(node.left), self._term(node.right))
        raise Refused(f"this term: {node}")

    def _inside(self, node: AST) -> Term:
        """A term within another. Whether it may be there is asked as it is compiled."""
        return cast(Term, self._term(node))

    def _symbol(self, node: AST) -> Written:
        symbol = node.symbol
        match symbol.type:
            case SymbolType.Number:
                return Constant(symbol.number)
            case SymbolType.String:
                return Constant('"' + symbol.string)
            case SymbolType.Infimum:
                return Constant(LOWEST)
            case SymbolType.Supremum:
                return Constant(HIGHEST)
            case SymbolType.Function if not symbol.arguments and symbol.name and symbol.positive:
                return self._named(symbol.name)
        raise Refused(f"this term: {node}")

    def _named(self, name: str) -> Written:
        if name in self._parameters:
            return Parameter(name)
        return Constant(self._constants.get(name, name))


def constants(statements: Iterable[AST]) -> dict[str, Value]:
    """The numbers that statements give names to. Raises `Refused` where one has two."""
    found: dict[str, Value] = {}
    for one in statements:
        if one.ast_type is ASTType.Definition:
            value = one.value.symbol
            if value.type is not SymbolType.Number or found.get(one.name, value.number) != value.number:
                raise Refused(f"another number of the same name: {one}")
            found[one.name] = value.number
    return found
