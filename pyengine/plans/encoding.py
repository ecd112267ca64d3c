"""Plans as numbers, for the interpreter in `evaluator.c`.

The plans of a file refer to its own lists of predicates and constants; `linked` joins files to what is read.
"""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

from pyengine.plans.dialect import Refused
from pyengine.plans.evaluating import KINDS
from pyengine.plans.plan import (
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
    Function,
    Gather,
    Match,
    Negative,
    New,
    Operation,
    Parameter,
    Pattern,
    Plan,
    Scan,
    Solved,
    Step,
    Steps,
    Taken,
    Term,
    Unless,
    Variable,
    arity,
)
from pyengine.plans.relations import COMPARED
from pyengine.plans.values import Value, text_of

_SCAN, _ABSENT, _COMPARE, _MATCH, _BETWEEN, _GATHER, _UNLESS, _EVERY = range(8)
_CONSTANT, _PARAMETER, _VARIABLE, _FUNCTION, _OPERATION, _ABSOLUTE, _NEGATIVE = range(7)
_ANYTHING, _NEW, _EQUAL, _TAKEN, _SOLVED = range(5)
_SIGNS = (*COMPARED,)
_AGGREGATES = ("count", "sum", "sum+", "min", "max")
_LETTERS = {"from": ord("f"), "**": ord("^")}

MOST_VARIABLES, MOST_ARGUMENTS = 64, 32
"""Number of different variables that a rule may have, and of arguments of an atom or terms of an aggregate."""


def encoded(statements: Iterable[Sequence[Plan]]) -> bytes:
    """Write the plans of some statements, each of several or none. Raises `Refused` for a rule that is too long."""
    writer = _Writer()
    counts = []
    for several in statements:
        counts.append(len(several))
        for plan in several:
            writer.plan(plan)
    return marshal.dumps(
        (
            counts,
            writer.code.tobytes(),
            writer.predicates_at.tobytes(),
            writer.constants_at.tobytes(),
            [*writer.predicates],
            [*writer.constants],
        )
    )


def linked(files: Iterable[bytes]) -> bytes:
    """Join the plans of files to what the interpreter reads."""
    counts: list[int] = []
    every = array("i")
    predicates: dict[str, int] = {}
    constants: dict[str, int] = {}
    for file in files:
        numbers, code, predicates_at, constants_at, its_predicates, its_constants = marshal.loads(file)
        counts += numbers
        words = array("i", code)
        for places, its, known in (
            (predicates_at, its_predicates, predicates),
            (constants_at, its_constants, constants),
        ):
            meant = [known.setdefault(one, len(known)) for one in its]
            for at in array("i", places):
                words[at] = meant[words[at]]
        every += words
    arities = [*map(arity, predicates)]
    head = array("i", [len(predicates), len(constants), len(counts), sum(counts), *arities])
    head.extend(accumulate(counts, initial=0))
    names = [one.rpartition("/")[0] for one in predicates]
    text = "".join(f"{one}\n" for one in (*names, *constants))
    return b"".join([head.tobytes(), every.tobytes(), text.encode()])


class _Writer:
    """Writes the plans of a file."""

    def __init__(self) -> None:
        self.code = array("i")
        self.predicates: dict[str, int] = {}
        self.predicates_at = array("i")
        """The places in the code where a predicate is, by its number here."""
        self.constants: dict[str, int] = {}
        self.constants_at = array("i")
        self._parameters: tuple[str, ...] = ()
        self._slots: dict[str, int] = {}
        self._longest = 0
        """The most arguments or terms that were written in one place."""

    def plan(self, plan: Plan) -> None:
        """Write a rule: its kind, the predicates it needs, touches and derives, its steps and its head."""
        self._parameters = plan.parameters
        self._slots = {}
        derived = dict.fromkeys(one for one, _ in plan.derives)
        touched = dict.fromkeys([*(one for one, _, _ in plan.reads), *derived])
        self._put(KINDS[type(plan.head)])
        for several in (plan.needs, touched, derived):
            self._put(len(several))
            for name in several:
                self._predicate(name)
        self._block(plan.steps)
        with self._sized():
            match plan.head:
                case Derive():
                    self._atom(plan.head)
                case Choose(elements, bounds):
                    self._put(len(elements), max(len(one.arguments) for _, one in elements))
                    for steps, one in elements:
                        self._block(steps)
                        with self._sized():
                            self._atom(one)
                    self._put(len(bounds))
                    for sign, term in bounds:
                        self._put(_SIGNS.index(sign))
                        self._term(term)
        if len(self._slots) > MOST_VARIABLES or self._longest > MOST_ARGUMENTS:
            limits = f"{MOST_VARIABLES} variables or {MOST_ARGUMENTS} arguments"
            raise Refused(f"{plan.where}: plans can't be made of a rule with more than {limits}")

    def _put(self, *numbers: int) -> None:
        self.code.extend(numbers)

    def _predicate(self, name: str) -> None:
        self.predicates_at.append(len(self.code))
        self._put(self.predicates.setdefault(name, len(self.predicates)))
        self._longest = max(self._longest, arity(name))

    def _value(self, value: Value) -> None:
        self.constants_at.append(len(self.code))
        self._put(self.constants.setdefault(text_of(value), len(self.constants)))

    def _slot(self, name: str) -> None:
        self._put(self._slots.setdefault(name, len(self._slots)))

    @contextmanager
    def _sized(self) -> Iterator[None]:
        """Write how many numbers follow, and these."""
        at = len(self.code)
        self._put(0)
        yield
        self.code[at] = len(self.code) - at - 1

    def _block(self, steps: Steps) -> None:
        with self._sized():
            for one in steps:
                self._step(one)

    def _atom(self, atom: Derive) -> None:
        self._predicate(atom.predicate)
        self._put(len(atom.arguments))
        for one in atom.arguments:
            self._term(one)

    def _step(self, step: Step) -> None:
        match step:
            case Scan(predicate, key, rest):
                self._put(_SCAN)
                self._predicate(predicate)
                self._key(key)
                # A pattern may name a variable of another place, so that what binds comes first.
                patterns = [one for one in rest if not isinstance(one[1], Anything)]
                patterns.sort(key=lambda one: not isinstance(one[1], New))
                self._put(len(patterns))
                for at, pattern in patterns:
                    self._put(at)
                    self._pattern(pattern)
            case Absent(predicate, key):
                self._put(_ABSENT)
                self._predicate(predicate)
                self._key(key)
            case Compare(sign, left, right):
                self._put(_COMPARE, _SIGNS.index(sign))
                self._term(left)
                self._term(right)
            case Match(pattern, term):
                self._put(_MATCH)
                self._term(term)
                self._pattern(pattern)
            case Between(pattern, low, high):
                self._put(_BETWEEN)
                self._term(low)
                self._term(high)
                self._pattern(pattern)
            case Gather(name, function, elements):
                longest = max(len(terms) for _, terms in elements)
                self._longest = max(self._longest, longest)
                self._put(_GATHER)
                at = len(self.code)
                self._put(0, _AGGREGATES.index(function), len(elements), longest)
                for steps, terms in elements:
                    self._block(steps)
                    with self._sized():
                        self._put(len(terms))
                        for one in terms:
                            self._term(one)
                self.code[at] = self._slots.setdefault(name, len(self._slots))
            case Unless(inner):
                self._put(_UNLESS)
                self._block(inner)
            case Every(condition, inner):
                self._put(_EVERY)
                self._block(condition)
                self._block(inner)

    def _key(self, key: Sequence[tuple[int, Term]]) -> None:
        """The values that are known, by ascending places."""
        self._put(len(key))
        for at, term in sorted(key, key=lambda one: one[0]):
            self._put(at)
            self._term(term)

    def _term(self, term: Term) -> None:
        match term:
            case Constant(value):
                self._put(_CONSTANT)
                self._value(value)
            case Parameter(name):
                self._put(_PARAMETER, self._parameters.index(name))
            case Variable(name):
                self._put(_VARIABLE)
                self._slot(name)
            case Function(name, arguments):
                self._put(_FUNCTION)
                self._value(name)
                self._put(len(arguments))
                for one in arguments:
                    self._term(one)
            case Operation(sign, left, right):
                self._put(_OPERATION, _LETTERS.get(sign) or ord(sign))
                self._term(left)
                self._term(right)
            case Absolute(inner):
                self._put(_ABSOLUTE)
                self._term(inner)
            case Negative(inner):
                self._put(_NEGATIVE)
                self._term(inner)

    def _pattern(self, pattern: Pattern) -> None:
        match pattern:
            case Anything():
                self._put(_ANYTHING)
            case New(name):
                self._put(_NEW)
                self._slot(name)
            case Equal(term):
                self._put(_EQUAL)
                self._term(term)
            case Taken(name, arguments):
                self._put(_TAKEN)
                self._value(name)
                self._put(len(arguments))
                for one in arguments:
                    self._pattern(one)
            case Solved(sign, inner, term):
                self._put(_SOLVED, _LETTERS.get(sign) or ord(sign))
                self._term(term)
                self._pattern(inner)
