"""Statements of a program text, with what tells which of them can matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from clingo import SymbolType
from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign, parse_string

from pyengine.solving.solver import symbols
from pyengine.solving.statement import BESIDE, At, Beside, Said, Statement, Use, Way


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
                named = _named(node, written)
                told, beside = _told(node, written, named, opening)
                apart = _apart(opening, (way.reads for way in ways))
                text = _changed(written, named)
                found.append(Statement(part, opening, text, ways, apart, told, beside, _use(node)))
            case ASTType.External:
                atom = _atom(node.atom, parameters)
                way = Way((), *_given([(atom, ())], ()), (), (atom.at,))
                use = Use((atom.predicate,), tuple(_asked(node.body)))
                found.append(Statement(part, opening, written, (way,), use=use))
            case ASTType.ShowSignature:
                use = Use((), (f"{node.name}/{node.arity}",))
                found.append(Statement(part, opening, written, (), use=use))
            case _:
                found.append(Statement(part, opening, written, (), use=Use((), tuple(_asked([node])))))

    with symbols():
        parse_string(text, read)
    return tuple(found)


def _apart(opening: str, reads: Iterable[Iterable[At]]) -> str:
    """What opens a part for the rules of a part that need the same; empty if they are always grounded.

    Its name is short: in every call the grounder looks up those of all parts there are.
    """
    part, opened, rest = opening.partition("(")
    needs = part, sorted({tuple(sorted(map(repr, way))) for way in reads})
    return f"#program p{sha256(repr(needs).encode()).hexdigest()[:12]}{opened}{rest}" if opened else ""


class _Atom(NamedTuple):
    """The shape of an atom of a rule, which decides what rules can matter."""

    predicate: str
    words: tuple[tuple[str, str], ...]
    """Constants, strings and names of functions, by the places they stand in."""
    variables: tuple[tuple[str, str], ...]
    others: tuple[str, ...]
    """Places in which anything else stands, but for numbers: they can be worked out, so no rule is left out for want
    of one."""
    at: At


def _way(rule: AST, parameters: frozenset[str]) -> Way:
    """The needs and the derived atoms of a rule without pools."""
    equal = _equal(rule.body)
    body = [_atom(one, parameters, equal) for one in _positive(rule.body)]
    needs = dict.fromkeys(one for atom in body for one in _said(atom))
    heads = [
        (_atom(atom, parameters, equal), [_atom(one, parameters, equal) for one in _positive(condition)])
        for atom, condition in _head_atoms(rule.head)
    ]
    reads = dict.fromkeys(atom.at for atom in body)
    derives = dict.fromkeys(atom.at for atom, _ in heads)
    return Way(tuple(needs), *_given(heads, body), tuple(reads), tuple(derives))


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
    """The purpose of a rule. A choice is needed whoever asks for it."""
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
    return _Atom(predicate, tuple(words), tuple(variables), tuple(others), _at(predicate, arguments, parameters))


def _meant(term: AST, equal: Mapping[str, AST]) -> AST:
    """The term that a term is equal to. A circle of equal variables ends the chain."""
    meant = equal.get(term.name) if equal and term.ast_type is ASTType.Variable else None
    return term if meant is None or meant.ast_type is ASTType.Variable else meant


def _at(predicate: str, arguments: Sequence[AST], parameters: frozenset[str]) -> At:
    """The moment that an atom with these arguments speaks of."""
    for place, term in enumerate(arguments):
        match term.ast_type:
            case ASTType.BinaryOperation if term.right.ast_type is ASTType.SymbolicTerm:
                number = term.right.symbol
                if _name(term.left) in parameters and number.type is SymbolType.Number:
                    back = term.operator_type == BinaryOperator.Minus
                    if back or term.operator_type == BinaryOperator.Plus:
                        return At(predicate, place, _name(term.left), -number.number if back else number.number)
            case _ if _name(term) in parameters:
                return At(predicate, place, _name(term), 0)
    for place, term in enumerate(arguments):
        if term.ast_type is ASTType.SymbolicTerm and term.symbol.type is SymbolType.Number:
            return At(predicate, place, "", term.symbol.number)
    return At(predicate, None, "", 0)


def _name(term: AST) -> str:
    """The name of a constant; empty for other terms."""
    if term.ast_type is ASTType.Function and not term.arguments:
        return str(term.name)
    if term.ast_type is ASTType.SymbolicTerm and term.symbol.type is SymbolType.Function:
        return str(term.symbol.name)
    return ""


class _Change(NamedTuple):
    """What stands in the bytes of a text from one place up to another, instead of what stood there."""

    begin: int
    end: int
    text: str


def _changed(written: str, changes: Iterable[_Change]) -> str:
    text = written.encode()
    for one in sorted(changes, reverse=True):
        text = text[: one.begin] + one.text.encode() + text[one.end :]
    return text.decode()


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


def _named(rule: AST, written: str) -> list[_Change]:
    """A name for each `_` of what has to be true, which means the same.

    For `p(X,_)` the grounder makes a predicate of its own, of all there is of p without what stands there, and works it
    out anew in every call: of rules that have little to do, that took more time than all else.
    """
    if "_" not in written:
        return []
    of = _places(rule, written)
    nameless = {of(variable) for atom in _positive_anywhere(rule) for variable in _nameless(atom)}
    return [_Change(*place, f"Any{number}__") for number, place in enumerate(sorted(nameless, reverse=True))]


def _told(rule: AST, written: str, named: Sequence[_Change], opening: str) -> tuple[str, tuple[Beside, ...]]:
    """What the solver is told instead of a rule that says `not p(X,_)`, and beside it; nothing for other rules.

    Under `not` what has no name can't get one. So the rule asks for a predicate that another rule beside it derives.
    Its atoms name the part with its numbers: the solver can't be told of an atom in one call and again in another.
    """
    if "_" not in written:
        return "", ()
    part, _, parameters = opening.removeprefix("#program ").removesuffix(".").removesuffix(")").partition("(")
    numbers = [one.strip() for one in parameters.split(",") if one]
    of = _places(rule, written)
    changes: dict[tuple[int, int], _Change] = {}
    beside: dict[Beside, None] = {}
    for atom in _negated_anywhere(rule):
        terms = atom.symbol.arguments if atom.symbol.ast_type is ASTType.Function else []
        left = [number for number, one in enumerate(terms) if not _is_nameless(one)]
        if len(left) == len(terms) or any(True for number in left for _ in _nameless(terms[number])):
            continue
        name = "__".join([atom.symbol.name, *map(str, [len(terms), *left]), part]) + BESIDE
        # A moment or a word stays as it is, so that only what there is of that is looked through.
        own = {n: str(terms[n]) if _is_ground(terms[n]) else f"V{n}__" for n in left}
        every = [own.get(number, f"Any{number}__") for number in range(len(terms))]
        text = f"{_atom_text(name, [*numbers, *own.values()])} :- {_atom_text(atom.symbol.name, every)}."
        reads = _atom(atom, frozenset(numbers)).at
        beside[Beside(text, _apart(opening, [[reads]]), reads)] = None
        changes[of(atom.symbol)] = _Change(
            *of(atom.symbol), _atom_text(name, [*numbers, *(str(terms[n]) for n in left)])
        )
    return (_changed(written, [*named, *changes.values()]), tuple(beside)) if changes else ("", ())


def _atom_text(name: str, terms: Iterable[str]) -> str:
    inside = ",".join(terms)
    return f"{name}({inside})" if inside else name


def _is_nameless(term: AST) -> bool:
    return term.ast_type is ASTType.Variable and term.name == "_"


def _is_ground(term: AST) -> bool:
    """True if a term has no variables."""
    match term.ast_type:
        case ASTType.Variable:
            return False
        case ASTType.Function | ASTType.Pool:
            return all(map(_is_ground, term.arguments))
        case ASTType.BinaryOperation:
            return _is_ground(term.left) and _is_ground(term.right)
        case ASTType.SymbolicTerm:
            return True
    return False


def _negated_anywhere(rule: AST) -> Iterator[AST]:
    """The atoms of a rule that are negated: in its body, and in conditions and aggregates there and in its head."""
    inside = list(rule.body)
    for literal in rule.body:
        if literal.ast_type is ASTType.ConditionalLiteral:
            inside += [literal.literal, *literal.condition]
        elif literal.ast_type is ASTType.Literal and literal.atom.ast_type in (
            ASTType.BodyAggregate,
            ASTType.Aggregate,
        ):
            inside += [one for element in literal.atom.elements for one in element.condition]
    inside += [one for _, condition in _head_atoms(rule.head) for one in condition]
    for literal in inside:
        negated = literal.ast_type is ASTType.Literal and literal.sign == Sign.Negation
        if negated and literal.atom.ast_type is ASTType.SymbolicAtom:
            yield literal.atom


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
