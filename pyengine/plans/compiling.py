"""Compiler from a rule to its plan: the order in which a plan asks the literals, and what each of them finds bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pyengine.plans.dialect import (
    Aggregate,
    Atom,
    Choice,
    Comparison,
    Conditional,
    Interval,
    Literal,
    Refused,
    Rule,
    Simple,
    Written,
)
from pyengine.plans.plan import (
    PARAMETER,
    Absent,
    Absolute,
    Anything,
    Between,
    Choose,
    Compare,
    Constant,
    Derive,
    Equal,
    Every,
    Forbid,
    Function,
    Gather,
    Head,
    Match,
    Negative,
    New,
    Operation,
    Parameter,
    Pattern,
    Plan,
    Read,
    Scan,
    Shape,
    Solved,
    Step,
    Steps,
    Taken,
    Term,
    Unless,
    Variable,
)


def compiled(rule: Rule) -> Plan:
    """The plan of a rule. Raises `Refused` for a rule that binds its variables in no way known here."""
    try:
        return _Compiler(rule).plan()
    except Refused as why:
        raise Refused(f"{rule.where}: plans can't be made of {why}") from None


def names(term: Written) -> Iterator[str]:
    """The variables of a term."""
    match term:
        case Variable(name):
            yield name
        case Function(_, arguments):
            for one in arguments:
                yield from names(one)
        case Operation(_, left, right) | Interval(left, right):
            yield from names(left)
            yield from names(right)
        case Absolute(inner) | Negative(inner):
            yield from names(inner)


def _names_of(literal: Literal) -> set[str]:
    """All variables of a literal, wherever they are."""
    match literal:
        case Atom(_, _, arguments):
            return {name for one in arguments for name in names(one)}
        case Comparison(_, left, right):
            return {*names(left), *names(right)}
        case Conditional(inner, condition):
            found = set() if inner is None else _names_of(inner)
            return found.union(*map(_names_of, condition))
        case Aggregate(_, _, elements, bounds):
            found = {name for _, term in bounds for name in names(term)}
            for terms, condition in elements:
                found |= {name for one in terms for name in names(one)}
                found = found.union(*map(_names_of, condition))
            return found


class _Compiler:
    """Compiles one rule."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._made = 0
        outside: set[str] = set()
        for one in rule.body:
            match one:
                case Atom() | Comparison():
                    outside |= _names_of(one)
                case Aggregate(_, _, _, bounds):
                    outside |= {name for _, term in bounds for name in names(term)}
        self._outside = outside
        """The variables that mean the same in the whole rule; all others, what they mean where they stand."""

    def plan(self) -> Plan:
        """The plan of the rule."""
        rule = self._rule
        body, intervals = self._without_intervals(rule.body)
        bound: set[str] = set()
        steps = [*self._ordered([*body, *intervals], bound)]
        head: Head
        derives: tuple[tuple[str, tuple[Shape, ...]], ...] = ()
        reads = [one for literal in rule.body for one in _reads(literal, False)]
        match rule.head:
            case None:
                head = Forbid()
            case Atom():
                steps, head = self._derived(rule.head, steps, bound)
                derives = ((head.predicate, tuple(map(_shape, rule.head.arguments))),)
            case Choice(elements, bounds):
                several = []
                for atom, condition in elements:
                    inside = set(bound)
                    found = [*self._ordered(self._split(condition), inside)]
                    found, one = self._derived(atom, found, inside)
                    several.append((tuple(found), one))
                    reads += [each for literal in condition for each in _reads(literal, True)]
                head = Choose(tuple(several), tuple((sign, _known(term, bound)) for sign, term in bounds))
                derives = tuple((one.predicate, tuple(map(_shape, one.arguments))) for one, _ in elements)
        needs = dict.fromkeys(one.predicate for one in rule.body if isinstance(one, Atom) and not one.negated)
        return Plan(rule.where, rule.parameters, tuple(needs), tuple(steps), head, derives, tuple(dict.fromkeys(reads)))

    def _derived(self, atom: Atom, steps: list[Step], bound: set[str]) -> tuple[list[Step], Derive]:
        """An atom that is derived after some steps, of each number of an interval in it."""
        terms: list[Term] = []
        found = [*steps]
        for one in atom.arguments:
            if isinstance(one, Interval):
                name = self._new()
                found.append(Between(New(name), _known(one.low, bound), _known(one.high, bound)))
                bound.add(name)
                terms.append(Variable(name))
            else:
                terms.append(_known(one, bound))
        return found, Derive(atom.predicate, tuple(terms))

    def _new(self) -> str:
        self._made += 1
        return f"made {self._made}"

    def _split(self, literals: Sequence[Simple]) -> list[Literal]:
        body, intervals = self._without_intervals(literals)
        return [*body, *intervals]

    def _without_intervals(self, literals: Sequence[Literal]) -> tuple[list[Literal], list[Literal]]:
        """Literals with a variable in place of each interval in an atom, and the intervals."""
        found: list[Literal] = []
        apart: list[Literal] = []
        for literal in literals:
            if isinstance(literal, Atom) and any(isinstance(one, Interval) for one in literal.arguments):
                arguments = []
                for one in literal.arguments:
                    if isinstance(one, Interval):
                        variable = Variable(self._new())
                        apart.append(Comparison("==", variable, one))
                        self._outside.add(variable.name)
                        one = variable
                    arguments.append(one)
                literal = Atom(literal.negated, literal.name, tuple(arguments))
            found.append(literal)
        return found, apart

    # --- in which order ------------------------------------------------------------------------------------------

    def _ordered(self, literals: Iterable[Literal], bound: set[str]) -> Iterator[Step]:
        """The steps of literals, each as early as a plan can ask it at low cost; adds what they bind to `bound`.

        Among equally cheap literals the first comes first: a plan depends on the text of its rule alone.
        """
        left = [*literals]
        while left:
            costs = [self._cost(one, bound) for one in left]
            best = min(costs)
            if best == _NEVER:
                raise Refused(f"a variable that nothing binds, in {left}")
            yield from self._steps(left.pop(costs.index(best)), bound)

    def _cost(self, literal: Literal, bound: set[str]) -> float:
        match literal:
            case Atom(negated, _, arguments):
                return _cost_of_atom(negated, arguments, bound)
            case Comparison(sign, left, right):
                return 1 if _can_compare(sign, left, right, bound) else _NEVER
            case Conditional():
                return 30 if self._is_bound(literal, bound) else _NEVER
            case Aggregate():
                return 40 if self._is_bound(literal, bound) else _NEVER

    def _is_bound(self, literal: Conditional | Aggregate, bound: set[str]) -> bool:
        """True if everything that a literal needs from outside is bound."""
        if isinstance(literal, Aggregate):
            inside = _names_of(literal._replace(bounds=()))
            if len(literal.bounds) != 1 or literal.bounds[0][0] != "==" or literal.negated:
                inside |= {name for _, term in literal.bounds for name in names(term)}
        else:
            inside = _names_of(literal)
        return inside & self._outside <= bound

    def _steps(self, literal: Literal, bound: set[str]) -> Iterator[Step]:
        match literal:
            case Atom(True):
                scan = _scan(literal, bound)
                yield Unless((scan,)) if scan.rest else Absent(scan.predicate, scan.key)
            case Atom():
                yield _scan(literal, bound)
            case Comparison():
                yield _comparison(literal, bound)
            case Conditional(inner, condition):
                inside = set(bound)
                steps = tuple(self._ordered(self._split(condition), inside))
                if inner is None:
                    yield Unless(steps)
                else:
                    if any(_can_be_undefined(one) for one in _terms_of(inner)):
                        raise Refused(f"arithmetic under a condition: {inner}")
                    yield Every(steps, tuple(self._ordered([inner], inside)))
            case Aggregate():
                yield from self._aggregate(literal, bound)

    def _aggregate(self, literal: Aggregate, bound: set[str]) -> Iterator[Step]:
        elements: list[tuple[Steps, tuple[Term, ...]]] = []
        for terms, condition in literal.elements:
            inside = set(bound)
            steps = [*self._ordered(self._split(condition), inside)]
            found = []
            for one in terms:
                if isinstance(one, Interval):
                    name = self._new()
                    steps.append(Between(New(name), _known(one.low, inside), _known(one.high, inside)))
                    inside.add(name)
                    one = Variable(name)
                found.append(_known(one, inside))
            elements.append((tuple(steps), tuple(found)))
        value = self._new()
        yield Gather(value, literal.function, tuple(elements))
        bound.add(value)
        bounds = [_comparison(Comparison(sign, Variable(value), term), bound) for sign, term in literal.bounds]
        if literal.negated:
            yield Unless(tuple(bounds))
        else:
            yield from bounds


_NEVER = float("inf")


def _cost_of_atom(negated: bool, arguments: Sequence[Written], bound: set[str]) -> float:
    known = [_is_known(one, bound) for one in arguments]
    if negated:
        return 2 if all(name in bound for one in arguments for name in names(one)) else _NEVER
    if not all(_can_match(one, bound) for one in arguments):
        return _NEVER
    if all(known):
        return 3
    by_variables = sum(one and any(True for _ in names(term)) for one, term in zip(known, arguments, strict=True))
    return 100 - 6 * sum(known) + 2 * (len(known) - sum(known)) - (2 if by_variables else 0)


def _is_known(term: Written, bound: set[str]) -> bool:
    """True if a term has a value."""
    match term:
        case Anything():
            return False
        case Function(_, arguments):
            return all(_is_known(one, bound) for one in arguments)
        case Operation(_, left, right):
            return _is_known(left, bound) and _is_known(right, bound)
        case Absolute(inner) | Negative(inner):
            return _is_known(inner, bound)
        case Variable(name):
            return name in bound
        case Interval():
            raise Refused(f"an interval there: {term}")
    return True


def _can_match(term: Written, bound: set[str]) -> bool:
    """True if a plan can compare a value with a term, given what is bound."""
    match term:
        case Anything() | Variable() | Constant() | Parameter():
            return True
        case Function(_, arguments):
            return all(_can_match(one, bound) for one in arguments)
    return _is_known(term, bound) or _solvable(term, bound) is not None


def _solvable(term: Written, bound: set[str]) -> tuple[str, Written, Written] | None:
    """How a number says what is in a term that is not known as a whole: by which sign, what, and with which number.

    A product says it only if the number is one of the text and not 0: else any number might be in it.
    """
    if not isinstance(term, Operation):
        return None
    sign, left, right = term
    if sign in ("+", "-") and _is_known(right, bound) and _can_match(left, bound):
        return sign, left, right
    if sign in ("+", "-") and _is_known(left, bound) and _can_match(right, bound):
        return ("+" if sign == "+" else "from"), right, left
    for one, other in ((left, right), (right, left)):
        if sign == "*" and isinstance(one, Constant) and one.value and _can_match(other, bound):
            return "*", other, one
    return None


def _known(term: Written, bound: set[str]) -> Term:
    """A term whose variables are all bound."""
    if isinstance(term, Anything | Interval) or not _is_known(term, bound):
        raise Refused(f"a variable that nothing binds, in {term}")
    return term


def _pattern(term: Written, bound: set[str]) -> Pattern:
    """The pattern that a plan compares a value with, and the variables that this binds."""
    if isinstance(term, Anything):
        return term
    if isinstance(term, Interval):
        raise Refused(f"an interval there: {term}")
    if _is_known(term, bound):
        return Equal(_known(term, bound))
    match term:
        case Variable(name):
            bound.add(name)
            return New(name)
        case Function(name, arguments):
            return Taken(name, tuple(_pattern(one, bound) for one in arguments))
    solved = _solvable(term, bound)
    if solved is None:
        raise Refused(f"arithmetic that can't be solved: {term}")
    sign, inner, number = solved
    return Solved(sign, _pattern(inner, bound), _known(number, bound))


def _scan(atom: Atom, bound: set[str]) -> Scan:
    """The step of a positive atom. What it binds itself is known for the rest of it only."""
    before = set(bound)
    key = [(at, _known(one, before)) for at, one in enumerate(atom.arguments) if _is_known(one, before)]
    places = {at for at, _ in key}
    rest = []
    for at, one in enumerate(atom.arguments):
        if at not in places and not isinstance(one, Anything):
            rest.append((at, _pattern(one, bound)))
    return Scan(atom.predicate, tuple(key), tuple(rest))


def _can_compare(sign: str, left: Written, right: Written, bound: set[str]) -> bool:
    if isinstance(right, Interval):
        ends = _is_known(right.low, bound) and _is_known(right.high, bound)
        return sign == "==" and ends and _can_match(left, bound)
    if isinstance(left, Interval):
        return _can_compare(sign, right, left, bound)
    known = _is_known(left, bound), _is_known(right, bound)
    if all(known) or sign != "==":
        return all(known)
    return any(known) and _can_match(right if known[0] else left, bound)


def _comparison(literal: Comparison, bound: set[str]) -> Step:
    sign, left, right = literal
    if isinstance(left, Interval):
        left, right = right, left
    if isinstance(right, Interval):
        low, high = _known(right.low, bound), _known(right.high, bound)
        return Between(_pattern(left, bound), low, high)
    if _is_known(left, bound) and _is_known(right, bound):
        return Compare(sign, _known(left, bound), _known(right, bound))
    if sign != "==":
        raise Refused(f"a comparison of what is not bound: {literal}")
    if _is_known(left, bound):
        left, right = right, left
    return Match(_pattern(left, bound), _known(right, bound))


def _terms_of(literal: Simple) -> Iterator[Written]:
    match literal:
        case Atom(_, _, arguments):
            yield from arguments
        case Comparison(_, left, right):
            yield left
            yield right


def _can_be_undefined(term: Written) -> bool:
    """True if a term has a value only for some values of its variables."""
    match term:
        case Operation() | Absolute() | Negative() | Interval():
            return any(True for _ in names(term))
        case Function(_, arguments):
            return any(map(_can_be_undefined, arguments))
    return False


# --- what rules read and derive ----------------------------------------------------------------------------------


def _reads(literal: Literal, whole: bool) -> Iterator[Read]:
    match literal:
        case Atom(negated, _, arguments):
            yield Read(literal.predicate, tuple(map(_shape, arguments)), whole or negated)
        case Conditional(inner, condition):
            for one in (*condition, *(() if inner is None else (inner,))):
                yield from _reads(one, True)
        case Aggregate(_, _, elements, _):
            for _, condition in elements:
                for one in condition:
                    yield from _reads(one, True)


def _shape(term: Written) -> Shape:
    match term:
        case Constant(value):
            return value
        case Parameter(name):
            return PARAMETER, name, 0
        case Function(name, arguments):
            return (name, *map(_shape, arguments))
        case Operation(("+" | "-") as sign, Parameter(name), Constant(int(more))):
            return PARAMETER, name, more if sign == "+" else -more
    return None
