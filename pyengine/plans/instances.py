"""Instances of rules that hold among some atoms, and how far the body of a rule holds for an atom that is not there.

The rules are those of the dialect, as they were read from the files. All atoms are given, so that what a body asks for
is looked up and nothing is derived.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import Any, NamedTuple, cast

from pyengine.plans.dialect import Aggregate, Atom, Choice, Comparison, Conditional, Interval, Literal, Rule, Written
from pyengine.plans.plan import Absolute, Anything, Constant, Function, Negative, Operation, Parameter, Variable
from pyengine.plans.relations import Arguments, State, divided, power, remainder
from pyengine.plans.values import HIGHEST, LOWEST, Value, order

ANY = "any__"
"""The wildcard for what a rule leaves open: any value."""

Known = dict[Any, Value]
"""The values of variables and parameters by their names, and by its number the atom that each positive literal met."""


class Instance(NamedTuple):
    """An instance of a rule: its head, and what of its body is true, is not there, is compared, and is counted or asked
    of all."""

    head: Value
    true: tuple[Value, ...]
    absent: tuple[Value, ...]
    compared: tuple[tuple[Value, str, Value], ...]
    counted: frozenset[Value]


class Failure(NamedTuple):
    """How a rule fails to derive an atom: so much of its body holds, and then comes what does not."""

    held: int
    missing: Value | None
    """An atom that is not there."""
    there: Value | None
    """An atom that must not be there."""
    compared: tuple[Value, str, Value] | None
    true: tuple[Value, ...]
    """The atoms of its body that are there, of those that come before."""


class Undefined(Exception):
    """A term has no value, as the sum of a word and a number."""


class Explained:
    """Rules among atoms, which are looked up in a state."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._orders: dict[int, tuple[Rule, Sequence[Variant]]] = {}

    def instances(self, rule: Rule, numbers: Sequence[int]) -> Iterator[Instance]:
        """The instances of a rule that hold, with these numbers of its part."""
        for variant in self.variants(rule):
            if all(self._state[predicate] for predicate in variant.needs):
                found: dict[tuple[Any, ...], set[Value]] = {}
                for known in self._solutions(variant.steps, dict(zip(rule.parameters, numbers, strict=True))):
                    counted = self._counted(variant, known)
                    for one in variant.instances(known):
                        found.setdefault(one, set()).update(counted)
                # What is counted belongs to all instances with the same head and the same atoms.
                of: dict[tuple[Value, tuple[Value, ...]], set[Value]] = {}
                for (head, true, *_), counts in found.items():
                    of.setdefault((head, true), set()).update(counts)
                for head, true, absent, compared in found:
                    yield Instance(head, true, absent, compared, frozenset(of[head, true]))

    def failure(self, rules: Iterable[tuple[Rule, Sequence[int]]], absent: Value) -> Failure | None:
        """How far the body of any of some rules, each with the numbers of its part, holds with an atom for its head;
        None if no head can be the atom.

        A place of the atom that holds `any__` matches any value.
        """
        best: tuple[int, tuple[Any, ...], Failure] | None = None
        for rule, numbers in rules:
            for variant in self.variants(rule):
                if variant.head.predicate != predicate_of(absent):
                    continue
                known: Known = dict(zip(rule.parameters, numbers, strict=True))
                for held, following, true in self._attempts(variant.attempt(arguments_of(absent)), known):
                    if best is None or held >= best[0]:
                        key = order(following), order(("", *true))
                        if best is None or held > best[0] or key < best[1]:
                            best = held, key, _failure(held, following, true)
        return None if best is None else best[2]

    def variants(self, rule: Rule) -> Sequence[Variant]:
        """A rule by each atom of its head."""
        known = self._orders.get(id(rule))
        if known is None:
            known = self._orders[id(rule)] = rule, [*variants(rule)]
        return known[1]

    # --- bodies --------------------------------------------------------------------------------------------------

    def _solutions(self, steps: Sequence[Step], known: Known, at: int = 0) -> Iterator[Known]:
        """All ways in which literals hold together."""
        if at == len(steps):
            yield known
            return
        for more in self._held(steps[at], known):
            yield from self._solutions(steps, more, at + 1)

    def _attempts(
        self, steps: Sequence[Step], known: Known, at: int = 0, held: int = 0, true: tuple[Value, ...] = ()
    ) -> Iterator[tuple[int, Value, tuple[Value, ...]]]:
        """Yield how many literals hold, with the one that comes next and the atoms met, for each way to go on."""
        if at == len(steps):
            yield held, "done__", true
            return
        step = steps[at]
        if step.counts:
            with suppress(Undefined):
                yield held, step.following(known), true
        for more in self._held(step, known):
            met = (*true, step.met(more)) if step.is_positive else true
            yield from self._attempts(steps, more, at + 1, held + step.counts, met)

    def _held(self, step: Step, known: Known) -> Iterator[Known]:
        """The ways in which a literal holds."""
        try:
            if step.is_positive:
                yield from self._met(step, known)
            else:
                yield from self._other(step, known)
        except Undefined:
            return

    def _met(self, step: Step, known: Known) -> Iterator[Known]:
        for one in self._candidates(step, known):
            more = dict(known)
            if all(_matches(pattern, one[place], more) for place, pattern in step.rest):
                more[step.number] = one
                yield more

    def _candidates(self, step: Step, known: Known) -> Iterable[Arguments]:
        values = [value_of(term, known) for _, term in step.key]
        if not step.rest:
            arguments = (*values,)
            return [arguments] if arguments in self._state[step.predicate] else ()
        if not values:
            return [*self._state[step.predicate]]
        found: Iterable[Arguments] = self._state[step.index].get(values[0] if len(values) == 1 else (*values,), ())
        return found

    def _other(self, step: Step, known: Known) -> Iterator[Known]:
        literal = step.literal
        match literal:
            case _Fits():
                if literal.holds(known):
                    yield known
            case Atom():
                if not any(True for _ in self._met(step, known)):
                    yield known
            case Comparison():
                yield from _compared(literal, known)
            case Conditional():
                if self._is_kept(step, known):
                    yield known
            case Aggregate():
                yield from self._aggregated(literal, step.within, known)

    def _is_kept(self, step: Step, known: Known) -> bool:
        condition, asked = step.within
        each_way = self._solutions(condition, known)
        return all(asked and any(True for _ in self._solutions(asked, each)) for each in each_way)

    def _aggregated(self, literal: Aggregate, within: Sequence[Sequence[Step]], known: Known) -> Iterator[Known]:
        tuples = {
            tuple(value_of(term, each) for term in terms)
            for (terms, _), condition in zip(literal.elements, within, strict=True)
            for each in self._solutions(condition, known)
        }
        value = _total(literal.function, tuples)
        ways: list[Known] = [known]
        for sign, bound in literal.bounds:
            compared = Comparison(sign, Constant(value), bound)
            ways = [more for one in ways for more in _compared(compared, one)]
        if literal.negated:
            ways = [] if ways else [known]
        yield from ways

    def _counted(self, variant: Variant, known: Known) -> set[Value]:
        """The positive atoms of what the literals of a body count, or ask of all."""
        found: set[Value] = set()
        for steps in variant.groups:
            for each in self._solutions(steps, known):
                found.update(one.met(each) for one in steps if one.is_positive)
        return found


# --- a rule with one atom of its head ----------------------------------------------------------------------------


class _Fits(NamedTuple):
    """A term of a head that can't give its variables values, and the value that it must have."""

    term: Written
    value: Value

    def holds(self, known: Known) -> bool:
        """Return whether it has that value."""
        if isinstance(self.term, Interval):
            return _is_between(self.value, self.term, known)
        return value_of(self.term, known) == self.value


@dataclass(frozen=True)
class Step:
    """A literal in the order in which a body is looked at."""

    number: int
    """Its number in the body, under which the atom that it meets is found; what is local has others."""
    literal: Literal | _Fits
    is_positive: bool
    predicate: str
    index: str
    key: tuple[tuple[int, Written], ...]
    """The places of an atom that have values before, with their terms."""
    rest: tuple[tuple[int, Written], ...]
    counts: bool = True
    """True for a literal of the body."""
    within: tuple[Sequence[Step], ...] = ()
    """The literals within it, which are looked at together: of each element, or of the condition and what it asks."""

    def met(self, known: Known) -> Value:
        """The atom that a positive literal has met."""
        assert isinstance(self.literal, Atom)
        return _atom(self.literal.name, cast(Arguments, known[self.number]))

    def following(self, known: Known) -> Value:
        """The literal as what comes next, with a wildcard for each variable without a value. Raises `Undefined`."""
        literal = self.literal
        if isinstance(literal, Atom):
            return "absent__" if literal.negated else "true__", _open_atom(literal, known)
        if isinstance(literal, Comparison) and (compared := _sides(literal, known)) is not None:
            left, sign, right = compared
            return "compared__", left, '"' + sign, right
        return "other__"


class Variant:
    """A rule with one atom of its head, and what that asks for besides its body."""

    def __init__(self, rule: Rule, head: Atom, condition: Sequence[Literal]) -> None:
        self.head = head
        self._parameters = rule.parameters
        self._body = (*rule.body, *condition)
        positive = (one for one in self._body if isinstance(one, Atom) and not one.negated)
        self.needs = {one.predicate for one in positive}

    @cached_property
    def steps(self) -> Sequence[Step]:
        """The body, in an order in which it can be looked up."""
        return _in_order(self._body, self._parameters, self.outside)

    @cached_property
    def groups(self) -> Sequence[Sequence[Step]]:
        """The literals that hold together where something is counted, or asked of all."""
        found: list[Sequence[Literal]] = []
        for one in self._body:
            if isinstance(one, Conditional) and one.literal is not None:
                found.append([one.literal, *one.condition])
            elif isinstance(one, Aggregate):
                found += [condition for _, condition in one.elements]
        known = {*self._parameters}.union(*(_binds(one) for one in self._body))
        return [_in_order(one, known) for one in found]

    @cached_property
    def outside(self) -> frozenset[str]:
        """The variables that are not only of what one literal counts."""
        names = variables(self.head.arguments)
        for one in self._body:
            names |= _shared(one)
        return names

    def instances(self, known: Known) -> Iterator[tuple[Any, ...]]:
        """The heads, each with what of the body is true, is not there and is compared."""
        true, absent, compared = [], [], []
        try:
            for number, one in enumerate(self._body):
                if isinstance(one, Atom) and one.negated:
                    absent.append(_open_atom(one, known))
                elif isinstance(one, Atom):
                    true.append(_atom(one.name, cast(Arguments, known[number])))
                elif isinstance(one, Comparison) and (sides := _sides(one, known)) is not None:
                    compared.append(sides)
            heads = [*_each(self.head.arguments, known)]
        except Undefined:
            return
        for arguments in heads:
            yield _atom(self.head.name, arguments), (*true,), (*absent,), (*compared,)

    def attempt(self, absent: Arguments) -> Sequence[Step]:
        """The body as it is looked at for an atom that is not there, with the head first.

        What only asks comes first, then what there may be, then what is counted or worked out of that.
        """
        steps: list[Step] = []
        known = set(self._parameters)
        sums: list[tuple[frozenset[str], _Fits]] = []  # each is asked once its variables have values
        for place, (term, value) in enumerate(zip(self.head.arguments, absent, strict=True)):
            if _is_open(value):
                continue
            names = variables([term])
            if _sums(term):
                sums.append((names, _Fits(term, value)))
            else:
                steps.append(_fitting(term, value, -1 - place))
                known |= names
        waiting = [*enumerate(self._body)]
        while waiting:
            steps += [_asking(fits) for names, fits in sums if names <= known]
            sums = [one for one in sums if not one[0] <= known]
            in_turn = sorted(waiting, key=lambda one: 0 if _is_ready(one[1], known) else 2 - _is_positive(one[1]))
            chosen = next((one for one in in_turn if _can_come(one[1], known, self.outside)), in_turn[0])
            waiting.remove(chosen)
            steps.append(_step(*chosen, known))
            known |= _binds(chosen[1]) | _given_by(chosen[1], known)
        return [*steps, *(_asking(fits) for _, fits in sums)]


def variants(rule: Rule) -> Iterator[Variant]:
    """A rule by each atom of its head; nothing for one that only forbids."""
    if isinstance(rule.head, Choice):
        for atom, condition in rule.head.elements:
            yield Variant(rule, atom, condition)
    elif rule.head is not None:
        yield Variant(rule, rule.head, ())


def _step(number: int, literal: Literal, known: Iterable[str]) -> Step:
    """A literal after which these variables have values."""
    names = frozenset(known)
    if not isinstance(literal, Atom):
        return Step(number, literal, False, "", "", (), (), within=_within(literal, names))
    key: list[tuple[int, Written]] = []
    rest: list[tuple[int, Written]] = []
    for place, term in enumerate(literal.arguments):
        (key if _has_value(term, names) else rest).append((place, term))
    index = f"{literal.predicate}:{','.join(str(place) for place, _ in key)}"
    return Step(number, literal, not literal.negated, literal.predicate, index, (*key,), (*rest,))


def _within(literal: Literal, names: frozenset[str]) -> tuple[Sequence[Step], ...]:
    """The literals within one before which these variables have values, in order."""
    if isinstance(literal, Aggregate):
        return tuple(_in_order(condition, names) for _, condition in literal.elements)
    if isinstance(literal, Conditional):
        condition = _in_order(literal.condition, names)
        known = names.union(*(_binds(one) for one in literal.condition))
        return condition, () if literal.literal is None else _in_order([literal.literal], known)
    return ()


def _fitting(term: Written, value: Value, number: int) -> Step:
    """The step that gives the variables of a head their values."""
    return Step(number, Comparison("==", Constant(value), term), False, "", "", (), (), counts=False)


def _asking(fits: _Fits) -> Step:
    return Step(0, fits, False, "", "", (), (), counts=False)


def _in_order(
    literals: Iterable[Literal], names: Iterable[str], outside: frozenset[str] | None = None
) -> Sequence[Step]:
    """Literals in an order in which they can be looked up: what only asks as early as can be, and of positive ones
    that first of which most places have values."""
    waiting = [*enumerate(literals)]
    known = {*names}
    if outside is None:
        outside = frozenset().union(*(_shared(one) for _, one in waiting))
    steps: list[Step] = []
    while waiting:
        ready = [one for one in waiting if _can_come(one[1], known, outside)]
        chosen = min(ready or waiting, key=lambda one: _turn(one[1], known))
        waiting.remove(chosen)
        steps.append(_step(*chosen, known))
        known |= _binds(chosen[1]) | _given_by(chosen[1], known)
    return steps


def _turn(literal: Literal, known: set[str]) -> float:
    if not _is_positive(literal):
        return 0 if variables_of(literal) <= known else 0.5
    assert isinstance(literal, Atom)
    open_places = sum(not _has_value(one, known) for one in literal.arguments)
    return 1 + open_places / (1 + len(literal.arguments)) if open_places else 0.1


# --- what literals need and give ---------------------------------------------------------------------------------


def _is_positive(literal: Literal) -> bool:
    return isinstance(literal, Atom) and not literal.negated


def _is_ready(literal: Literal, known: set[str]) -> bool:
    """True if every variable of a comparison or negative literal has a value."""
    if isinstance(literal, Comparison):
        return not _has_interval(literal) and variables_of(literal) <= known
    return isinstance(literal, Atom) and literal.negated and variables_of(literal) <= known


def _can_come(literal: Literal, known: set[str], outside: frozenset[str]) -> bool:
    """True if the values of the known variables are enough to ask a literal.

    `outside` are the variables of the rule that are not only of what one of its literals counts.
    """
    if isinstance(literal, Atom) and not literal.negated:
        return all(variables([one]) <= known for term in literal.arguments for one in _sums_in(term))
    return (variables_of(literal) & outside) - _given_by(literal, known) <= known


def _given_by(literal: Literal, known: set[str]) -> frozenset[str]:
    """The variables that a comparison or aggregate gives values, after those that have some."""
    if not isinstance(literal, Comparison):
        return _binds(literal)
    if literal.sign != "==":
        return frozenset()
    pairs = (literal.left, literal.right), (literal.right, literal.left)
    return frozenset(
        one.name for one, other in pairs if isinstance(one, Variable) and variables([other]) <= known
    ) | _taken_apart(pairs, known)


def _taken_apart(pairs: Iterable[tuple[Written, Written]], known: set[str]) -> frozenset[str]:
    """The variables of a function that something with a value is compared with."""
    return frozenset().union(
        *(
            variables([one])
            for one, other in pairs
            if isinstance(one, Function) and not _sums(one) and variables([other]) <= known
        )
    )


def _binds(literal: Literal) -> frozenset[str]:
    """The variables that a literal gives values to."""
    match literal:
        case Atom(negated=False) | Comparison():
            return variables_of(literal)
        case Aggregate():
            return variables(one for sign, one in literal.bounds if sign == "==" and isinstance(one, Variable))
    return frozenset()


def _shared(literal: Literal) -> frozenset[str]:
    """The variables of a literal that are not only of what it counts."""
    if isinstance(literal, Conditional):
        return frozenset()
    return variables(bound for _, bound in literal.bounds) if isinstance(literal, Aggregate) else variables_of(literal)


def variables(terms: Iterable[Any]) -> frozenset[str]:
    """The variables in terms."""
    found: set[str] = set()
    waiting = [*terms]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Variable):
            found.add(one.name)
        elif isinstance(one, tuple) and not isinstance(one, Constant | Parameter):
            waiting += one
    return frozenset(found)


def variables_of(literal: Literal) -> frozenset[str]:
    """The variables in a literal."""
    return variables([literal])


def _sums(term: Written) -> bool:
    """True if a term has a variable that it can't give a value: in arithmetic of several, or in an interval."""
    return bool(_sums_in(term))


def _sums_in(term: Written) -> list[Written]:
    match term:
        case Interval():
            return [term]
        case Operation() if term.sign not in ("+", "-") or len(variables([term])) > 1:
            return [term]
        case Function():
            return [found for one in term.arguments for found in _sums_in(one)]
        case Absolute() | Negative():
            return _sums_in(term.term)
    return []


def _has_interval(literal: Comparison) -> bool:
    return isinstance(literal.left, Interval) or isinstance(literal.right, Interval)


def _has_value(term: Written, known: Iterable[str]) -> bool:
    """True if a term is one value once these variables have theirs."""
    match term:
        case Anything() | Interval():
            return False
        case Function():
            return all(_has_value(one, known) for one in term.arguments)
        case Operation():
            return _has_value(term.left, known) and _has_value(term.right, known)
        case Absolute() | Negative():
            return _has_value(term.term, known)
        case Variable():
            return term.name in known
    return True


# --- terms -------------------------------------------------------------------------------------------------------


def value_of(term: Written, known: Mapping[Any, Value], *, is_open: bool = False) -> Value:
    """The value of a term; with `is_open`, a variable without one and what has no name are `any__`.

    Raises `Undefined` for arithmetic of what is not a number.
    """
    match term:
        case Constant():
            return term.value
        case Variable() | Parameter():
            return known.get(term.name, ANY) if is_open else known[term.name]
        case Function():
            return term.name, *(value_of(one, known, is_open=is_open) for one in term.arguments)
        case Anything() if is_open:
            return ANY
        case Operation():
            return _worked_out(
                term.sign, value_of(term.left, known, is_open=is_open), value_of(term.right, known, is_open=is_open)
            )
        case Absolute() | Negative():
            inner = value_of(term.term, known, is_open=is_open)
            if not isinstance(inner, int):
                raise Undefined
            return abs(inner) if isinstance(term, Absolute) else -inner
    raise Undefined


def _worked_out(sign: str, left: Value, right: Value) -> int:
    if not isinstance(left, int) or not isinstance(right, int):
        raise Undefined
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    found = {"/": divided, "\\": remainder, "**": power}[sign](left, right)
    if found is None:
        raise Undefined
    return found


def _matches(pattern: Written, value: Value, known: Known) -> bool:
    """Return whether a value fits a term, and give variables of it their values. Raises `Undefined`."""
    match pattern:
        case Variable():
            if pattern.name in known:
                return known[pattern.name] == value
            known[pattern.name] = value
            return True
        case Anything():
            return True
        case Interval():
            return _is_between(value, pattern, known)
        case Function():
            return (
                isinstance(value, tuple)
                and (value[0], len(value)) == (pattern.name, 1 + len(pattern.arguments))
                and all(_matches(one, part, known) for one, part in zip(pattern.arguments, value[1:], strict=True))
            )
        case Operation() if not _has_value(pattern, known):
            return isinstance(value, int) and _is_solved(pattern, value, known)
        case Negative() if not _has_value(pattern, known):
            return isinstance(value, int) and _matches(pattern.term, -value, known)
    return value_of(pattern, known) == value


def _is_solved(term: Operation, value: int, known: Known) -> bool:
    """Return whether an equation of one variable has a solution, and give the variable its value."""
    if _has_value(term.right, known):
        right = value_of(term.right, known)
        if not isinstance(right, int):
            return False
        return _matches(term.left, value - right if term.sign == "+" else value + right, known)
    left = value_of(term.left, known)
    if not isinstance(left, int):
        return False
    return _matches(term.right, value - left if term.sign == "+" else left - value, known)


def _is_between(value: Value, interval: Interval, known: Known) -> bool:
    low, high = value_of(interval.low, known), value_of(interval.high, known)
    return isinstance(value, int) and isinstance(low, int) and isinstance(high, int) and low <= value <= high


_COMPARED = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def _compared(literal: Comparison, known: Known) -> Iterator[Known]:
    """The ways in which a comparison holds. Raises `Undefined`."""
    left, right = literal.left, literal.right
    if literal.sign == "==":
        if not _has_value(left, known):
            left, right = right, left
        for value in _each_value(left, known):
            more = dict(known)
            if _matches(right, value, more):
                yield more
    elif _COMPARED[literal.sign](order(value_of(left, known)), order(value_of(right, known))):
        yield known


def _each_value(term: Written, known: Known) -> Iterable[Value]:
    """The values of a term: of an interval, each number."""
    if not isinstance(term, Interval):
        return [value_of(term, known)]
    low, high = value_of(term.low, known), value_of(term.high, known)
    if not isinstance(low, int) or not isinstance(high, int):
        raise Undefined
    return range(low, high + 1)


def _each(terms: Sequence[Written], known: Known) -> Iterator[Arguments]:
    """The values of several terms, in all ways."""
    if not terms:
        yield ()
        return
    for value in _each_value(terms[0], known):
        for others in _each(terms[1:], known):
            yield value, *others


def _total(function: str, tuples: Iterable[tuple[Value, ...]]) -> Value:
    """The value of an aggregate of different tuples."""
    if function == "count":
        return sum(1 for _ in tuples)
    firsts = [one[0] for one in tuples if one]
    if function in ("min", "max"):
        return (min if function == "min" else max)(firsts, key=order, default=HIGHEST if function == "min" else LOWEST)
    numbers = [one for one in firsts if isinstance(one, int)]
    return sum(one for one in numbers if one > 0) if function == "sum+" else sum(numbers)


def _sides(literal: Comparison, known: Known) -> tuple[Value, str, Value] | None:
    """A comparison with the values of both sides; None if they do not all have one. Raises `Undefined`."""
    if not all(_has_value(one, known) for one in (literal.left, literal.right)):
        return None
    sign = "=" if literal.sign == "==" else literal.sign
    return value_of(literal.left, known), sign, value_of(literal.right, known)


def _open_atom(literal: Atom, known: Known) -> Value:
    return _atom(literal.name, tuple(value_of(one, known, is_open=True) for one in literal.arguments))


def _is_open(value: Value) -> bool:
    """True if a value has `any__` in it."""
    return any(map(_is_open, value[1:])) if isinstance(value, tuple) else value == ANY


def _atom(name: str, arguments: Arguments) -> Value:
    return (name, *arguments) if arguments else name


def arguments_of(atom: Value) -> Arguments:
    """The arguments of an atom."""
    return atom[1:] if isinstance(atom, tuple) else ()


def heads(rule: Rule) -> Iterator[str]:
    """The predicates of the atoms in the head of a rule."""
    return (one.head.predicate for one in variants(rule))


def predicate_of(atom: Value) -> str:
    """The predicate of an atom, as in `"zone/3"`."""
    return f"{atom[0] if isinstance(atom, tuple) else atom}/{len(arguments_of(atom))}"


def _failure(held: int, following: Value, true: tuple[Value, ...]) -> Failure:
    match following:
        case ("true__", atom):
            return Failure(held, atom, None, None, true)
        case ("absent__", atom):
            return Failure(held, None, atom, None, true)
        case ("compared__", left, sign, right):
            return Failure(held, None, None, (left, sign[1:], right), true)
    return Failure(held, None, None, None, true)
