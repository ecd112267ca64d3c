"""Programs of plans: what the rules of some parts derive, call by call."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from mmap import mmap
from types import CodeType, FunctionType
from typing import NamedTuple

from pyengine.plans.keeping import Pieces, together
from pyengine.plans.ordering import Rule, Shapes, ordered
from pyengine.plans.plan import Derive, Plan
from pyengine.plans.relations import CALLED, Relation, State
from pyengine.plans.values import NotEvaluated
from pyengine.plans.writing import code_of

Part = tuple[str, *tuple[int, ...]]
"""A program part with its arguments, as in `("filters", 0, 4)`."""

Evaluate = Callable[..., int]
"""The function of a plan, of the state and the numbers of its part: whether it derived anything new."""


class Written(NamedTuple):
    """A plan as it is kept: its function, and what tells when that is evaluated."""

    where: str
    parameters: tuple[str, ...]
    derives: tuple[str, Shapes] | None
    reads: tuple[tuple[str, Shapes, bool], ...]
    code: CodeType


def _written(plan: Plan) -> Written:
    derives = plan.derives[0] if isinstance(plan.head, Derive) else None
    reads = tuple((*one,) for one in plan.reads)
    return Written(plan.where, plan.parameters, derives, reads, code_of(plan))


def written(statements: Iterable[Sequence[Plan]]) -> bytes:
    """Plans of statements, each of several or none, as they are kept. Only this version of Python can read them."""
    each = [marshal.dumps(tuple((*_written(plan),) for plan in several)) for several in statements]
    return together(each)


def joined(files: Sequence[bytes]) -> bytes:
    """The plans of files as those of one."""
    return together([one for file in files for one in Pieces(file)])


class Plans:
    """Plans as they are kept, each made a function when it is first asked for."""

    def __init__(self, content: bytes | mmap) -> None:
        self._pieces = Pieces(content)
        self.are_readable = self._pieces.are_readable
        """True if this version of Python wrote them."""
        self._known: dict[int, tuple[tuple[Written, Evaluate], ...]] = {}

    def of(self, number: int) -> tuple[tuple[Written, Evaluate], ...]:
        """The rules that a statement is, with their functions."""
        known = self._known.get(number)
        if known is None:
            several = marshal.loads(self._pieces[number])
            known = tuple((one := Written(*each), FunctionType(one.code, _CALLED)) for each in several)
            self._known[number] = known
        return known


_CALLED = dict(CALLED)


LATER = 2
"""The order in which rules are evaluated is the same from this moment on: no rule names a later one by its number."""


class _Step(NamedTuple):
    """Rules that are evaluated together, each with the place of its part in the call."""

    rules: tuple[tuple[Evaluate, int], ...]
    again: bool
    circle: str


class Program:
    """Some statements of the rules, and the orders of the calls that were made so far."""

    def __init__(self, plans: Plans, statements: Mapping[str, Sequence[int]]) -> None:
        """`statements` are the numbers of those of each part."""
        self._plans = plans
        self._statements = statements
        self._moments: dict[str, int | None] = {}
        """The place of the moment among the numbers of each part."""
        self._calls: dict[tuple[Part, ...], list[_Step]] = {}

    def call(self, parts: Sequence[Part]) -> list[_Step]:
        """The rules that a call of parts evaluates, in order."""
        key = tuple(map(self._at_moments_alike, parts))
        known = self._calls.get(key)
        if known is None:
            known = self._calls[key] = [*self._ordered(key)]
        return known

    def _at_moments_alike(self, part: Part) -> Part:
        name, *numbers = part
        if name not in self._moments:
            rules = (one for statement in self._statements.get(name, ()) for one, _ in self._plans.of(statement))
            parameters = next((one.parameters for one in rules), ())
            self._moments[name] = parameters.index("t") if "t" in parameters else None
        place = self._moments[name]
        if place is not None:
            numbers[place] = min(numbers[place], LATER)
        return name, *numbers

    def _ordered(self, parts: Iterable[Part]) -> Iterator[_Step]:
        rules: list[Rule] = []
        evaluated: list[tuple[Evaluate, int]] = []
        for place, (name, *numbers) in enumerate(parts):
            for statement in self._statements.get(name, ()):
                for one, function in self._plans.of(statement):
                    known = dict(zip(one.parameters, numbers, strict=True))
                    rules.append(Rule(one.where, one.derives, one.reads, known))
                    evaluated.append((function, place))
        for component in ordered(rules):
            yield _Step(tuple(evaluated[one] for one in component.rules), component.again, component.circle)


class Evaluation:
    """A program about some facts, evaluated up to its last call."""

    def __init__(self, program: Program, facts: str) -> None:
        """Raises `NotEvaluated` for what is not facts alone."""
        self._program = program
        self.state = State()
        self.state.read(facts)

    def ground(self, parts: Sequence[Part], watch: Callable[[], object] = bool) -> None:
        """Derive what the rules of some parts give, in one call.

        `watch` is called before each step. Raises `NotEvaluated`, with the state as it is then, where a choice is open,
        where something is that may not be, where rules depend on each other in a circle through a negation, and where
        numbers grow past those of the solver.
        """
        state = self.state
        numbers = [part[1:] for part in parts]
        for rules, again, circle in self._program.call(parts):
            watch()
            if circle:
                raise NotEvaluated(f"a circle: {circle}")
            new = True
            while new:
                new = False
                for function, part in rules:
                    if function(state, *numbers[part]) and again:
                        new = True

    def atoms(self, predicate: str) -> Relation:
        """The atoms of a predicate, as in `"zone/3"`, in the order in which they came."""
        found: Relation = self.state[predicate]
        return found

    def every(self) -> Iterator[tuple[str, Relation]]:
        """All atoms, by their predicates."""
        return ((name, one) for name, one in self.state.items() if isinstance(one, Relation) and one)
