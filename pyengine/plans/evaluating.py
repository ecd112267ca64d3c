"""Programs of plans: what the rules of some parts derive, call by call."""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, compress, count, groupby
from math import inf
from mmap import mmap
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from pyengine.plans.keeping import Pieces, together
from pyengine.plans.ordering import Component, Rule, Shapes, ordered
from pyengine.plans.plan import Choose, Derive, Forbid, Plan
from pyengine.plans.relations import CALLED, COMPARED, Fork, Relation, State
from pyengine.plans.values import NotEvaluated, Value, order
from pyengine.plans.writing import code_of

Part = tuple[str, *tuple[int, ...]]
"""A program part with its arguments, as in `("filters", 0, 4)`."""

Evaluate = Callable[..., Any]
"""The function of a plan, of the state and the numbers of its part: whether it derived anything new. That of a choice
gives what there is to choose, and that of what forbids whether anything is forbidden."""

DERIVES, CHOOSES, FORBIDS = range(3)
"""The kinds of rules, by their heads."""
KINDS = {Derive: DERIVES, Choose: CHOOSES, Forbid: FORBIDS}


class Written(NamedTuple):
    """A plan as it is kept: its function, and what tells when that is evaluated."""

    where: str
    kind: int
    parameters: tuple[str, ...]
    derives: tuple[tuple[str, Shapes], ...]
    reads: tuple[tuple[str, Shapes, bool], ...]
    touches: tuple[str, ...]
    """The predicates that it reads or derives."""
    code: CodeType


Place = tuple[int, int, int]
"""A rule of a call: the number of its statement, its own there, and the place of its part in the call."""


def _written(plan: Plan) -> Written:
    reads = tuple((*one,) for one in plan.reads)
    touches = dict.fromkeys([*(one for one, _, _ in plan.reads), *(one for one, _ in plan.derives)])
    kind = KINDS[type(plan.head)]
    return Written(plan.where, kind, plan.parameters, plan.derives, reads, (*touches,), code_of(plan))


def written(statements: Iterable[Sequence[Plan]]) -> bytes:
    """Plans of statements, each of several or none, as they are kept. Only this version of Python can read them."""
    each = [marshal.dumps(tuple((*_written(plan),) for plan in several)) for several in statements]
    return together(each)


def joined(files: Sequence[bytes]) -> bytes:
    """The plans of files as those of one."""
    return together([one for file in files for one in Pieces(file)])


ALIKE = {"t": 2, "s": 2, "n": 1, "k": 1, "m": 0}
"""The order in which rules are evaluated is the same from these numbers of parameters on: no rule names a later one."""


def least(numbers: Iterable[int], most: Sequence[float]) -> Iterator[int]:
    """The least numbers of a part with which it is ordered as with these; of one without rules, none."""
    return (int(min(one, up_to)) for one, up_to in zip(numbers, most, strict=False))


class Plans:
    """Plans as they are kept, each made a function when it is first asked for."""

    def __init__(self, content: bytes | mmap) -> None:
        self._pieces = Pieces(content)
        self.are_readable = self._pieces.are_readable
        """True if this version of Python wrote them."""
        self._known: dict[int, tuple[tuple[Written, Evaluate], ...]] = {}

    def alike_from(self, statements: Iterable[int]) -> Sequence[float]:
        """From which numbers on a part of these statements is ordered alike."""
        rules = (one for statement in statements for one, _ in self.of(statement))
        return [ALIKE.get(one, inf) for one in next((one.parameters for one in rules), ())]

    def rules_of(self, parts: Sequence[Part], statements: Mapping[str, Sequence[int]]) -> Iterator[Place]:
        """The rules of a call, of these statements of each part."""
        for place, (name, *_) in enumerate(parts):
            for statement in statements.get(name, ()):
                for number, _ in enumerate(self.of(statement)):
                    yield statement, number, place

    def rule(self, parts: Sequence[Part], place: Place) -> Rule:
        """A rule of a call, with the numbers of its part."""
        statement, number, of = place
        one, _ = self.of(statement)[number]
        known = dict(zip(one.parameters, parts[of][1:], strict=True))
        return Rule(one.where, one.derives, one.kind == CHOOSES, one.reads, known)

    def of(self, number: int) -> tuple[tuple[Written, Evaluate], ...]:
        """The rules that a statement is, with their functions."""
        known = self._known.get(number)
        if known is None:
            several = marshal.loads(self._pieces[number])
            known = tuple((one := Written(*each), FunctionType(one.code, _CALLED)) for each in several)
            self._known[number] = known
        return known


_CALLED = dict(CALLED)


class _Step(NamedTuple):
    """Rules that are evaluated together, each with the place of its part in the call."""

    rules: tuple[tuple[Evaluate, int], ...]
    kind: int
    again: bool
    circle: str
    touches: tuple[str, ...]
    """The predicates that they read or derive."""


class Order:
    """Order of all rules of a call, shared by all programs, with the steps made so far."""

    def __init__(self, plans: Plans, parts: Sequence[Part], kept: bytes) -> None:
        """`kept` is the result of `order_of` for these parts."""
        self._plans = plans
        self._parts = parts
        statements, places, groups = marshal.loads(kept)
        self._statements = array("H", statements)
        self._places = array("H", places)
        self._groups: list[int | tuple[int, int, int]] = [*range(len(self._statements))]
        """For each place in the order: the place itself, or the group of rules that it belongs to."""
        for one in groups:
            start, stop, _ = one
            self._groups[start:stop] = [one] * (stop - start)
        self._alone: dict[int, _Step] = {}
        """Steps of rules outside groups, by their places in the order."""
        self._circles: dict[tuple[int, ...], Sequence[_Step]] = {}
        self._apart: dict[tuple[int, ...], Sequence[Component]] = {}

    def steps(self, chosen: Collection[int], there: Sequence[bool]) -> Iterator[_Step]:
        """Yield the steps of the chosen statements, in order, without parts that are not `there`."""
        wanted: Iterable[int] = compress(count(), map(chosen.__contains__, self._statements))
        if not all(there):
            wanted = (at for at in wanted if there[self._places[at] & 63])
        alone = self._alone
        for group, several in groupby(wanted, self._groups.__getitem__):
            if isinstance(group, int):
                if group not in alone:
                    alone[group] = self._step([self._place(group)], False, "")
                yield alone[group]
            elif group[2] & _CIRCLE:
                yield from self._broken_up((*several,))
            else:
                yield self._step([*map(self._place, several)], bool(group[2] & _AGAIN), "")

    def _broken_up(self, rules: tuple[int, ...]) -> Sequence[_Step]:
        known = self._circles.get(rules)
        if known is None:
            found = self.apart(rules)
            known = [self._step([*map(self._place, those)], again, circle) for those, again, circle in found]
            self._circles[rules] = known
        return known

    def apart(self, rules: tuple[int, ...]) -> Sequence[Component]:
        """Return the components of some rules of a circle. Without its other rules they may not form a circle."""
        known = self._apart.get(rules)
        if known is None:
            found = ordered([self._plans.rule(self._parts, self._place(one)) for one in rules])
            known = [Component(tuple(rules[one] for one in those), again, circle) for those, again, circle in found]
            self._apart[rules] = known
        return known

    @cached_property
    def numbers(self) -> tuple[array[int], array[int], array[int]]:
        """The statement of each place in the order; its rule and part; the end of its group, and whether that is
        evaluated again and whether it is a circle."""
        groups = array("i")
        for at, group in enumerate(self._groups):
            groups.extend((at + 1, 0) if isinstance(group, int) else group[1:])
        return self._statements, self._places, groups

    def kind(self, at: int) -> int:
        """Return the kind of the rule at a place of the order."""
        statement, number, _ = self._place(at)
        return self._plans.of(statement)[number][0].kind

    def _place(self, at: int) -> Place:
        packed = self._places[at]
        return self._statements[at], packed >> 6, packed & 63

    def _step(self, places: Sequence[Place], again: bool, circle: str) -> _Step:
        rules = [(self._plans.of(statement)[number], place) for statement, number, place in places]
        touches = tuple(one for (written, _), _ in rules for one in written.touches)
        functions = tuple((function, place) for (_, function), place in rules)
        return _Step(functions, rules[0][0][0].kind, again, circle, touches)


_AGAIN, _CIRCLE = 1, 2


def order_of(plans: Plans, statements: Mapping[str, Sequence[int]], parts: Sequence[Part]) -> bytes:
    """Return the order of these statements in a call, as bytes that `Order` reads."""
    places = [*plans.rules_of(parts, statements)]
    found = array("H"), array("H")
    groups: list[tuple[int, int, int]] = []
    for several, again, circle in ordered([plans.rule(parts, one) for one in places]):
        if again or circle:
            start = len(found[0])
            groups.append((start, start + len(several), again * _AGAIN | bool(circle) * _CIRCLE))
        for one in several:
            statement, number, place = places[one]
            assert number < 1024 and place < 64
            found[0].append(statement)
            found[1].append(number << 6 | place)
    return marshal.dumps((found[0].tobytes(), found[1].tobytes(), tuple(groups)))


class Program:
    """Some statements of the rules, and the orders of the calls that were made so far."""

    def __init__(
        self,
        plans: Plans,
        statements: Mapping[str, Sequence[int]],
        order: Callable[[tuple[Part, ...]], Order | None] = lambda _: None,
    ) -> None:
        """`statements` are the numbers of those of each part; `order`, the order of a call if that is known."""
        self._plans = plans
        self._statements = statements
        self._order = order
        self._chosen = frozenset(number for numbers in statements.values() for number in numbers)
        self._most: dict[str, Sequence[float]] = {}
        """The numbers from which on each part is ordered alike."""
        self._calls: dict[tuple[tuple[Part, ...], tuple[bool, ...]], list[_Step]] = {}

    def call(self, parts: Sequence[Part], new: Collection[Part]) -> list[_Step]:
        """Return the steps of a call, in order, for its new parts."""
        key = tuple(map(self._alike, parts)), tuple(one in new for one in parts)
        known = self._calls.get(key)
        if known is None:
            order = self._order(tuple(parts))
            if order is None:
                order = Order(self._plans, key[0], order_of(self._plans, self._statements, key[0]))
            known = self._calls[key] = [*order.steps(self._chosen, key[1])]
        return known

    def _alike(self, part: Part) -> Part:
        """The part with the least numbers with which it is ordered so."""
        name, *numbers = part
        if name not in self._most:
            self._most[name] = self._plans.alike_from(self._statements.get(name, ()))
        return name, *least(numbers, self._most[name])


MOST_BRANCHES = 64
"""Where there would be more branches at once, the solver is asked, which follows all of them together."""


class Evaluation:
    """A program about some facts, evaluated call by call: in one branch, or in several after a choice.

    All branches go from call to call together. What they have in common is evaluated once.
    """

    def __init__(self, program: Program, facts: str) -> None:
        """Raises `NotEvaluated` for what is not facts alone."""
        self._program = program
        self._trunk = State()
        self._trunk.read(facts)
        self._forks: list[Fork] = []
        self._diverged: set[str] = set()
        """The predicates that are not the same in all branches."""

    @property
    def branches(self) -> Sequence[State]:
        """The atoms of each branch, in the order in which choices give them."""
        return self._forks or [self._trunk]

    def has(self, predicate: str, numbers: Sequence[int]) -> bool:
        """True if any branch has an atom of numbers alone."""
        return any((*numbers,) in one[predicate] for one in self.branches)

    def size(self) -> int:
        """Number of atoms in the first branch."""
        return sum(len(one) for _, one in self.branches[0].atoms())

    def relations(self, predicate: str) -> list[Relation]:
        """The atoms of a predicate in each branch; those that several branches share come once."""
        return [*{id(relation): relation for one in self.branches if (relation := one[predicate]) is not None}.values()]

    def ground(self, new: Sequence[Part], watch: Callable[[], object] = bool, scheduled: Sequence[Part] = ()) -> None:
        """Derive what the rules of some new parts give, in one call, in every branch.

        The call as it is `scheduled` may have parts too that were grounded before. `watch` is called now and then.
        Raises `NotEvaluated`, with branches as they are then, where they become too many or none is left, where rules
        depend on each other in a circle through a negation, and where numbers grow past those of the solver.
        """
        parts = scheduled or new
        numbers = [part[1:] for part in parts]
        declined: dict[int, Declined] = {}
        watch()
        for step in self._program.call(parts, new):
            if step.circle:
                raise NotEvaluated(f"a circle: {step.circle}")
            if step.kind != DERIVES:
                watch()
                [(function, part)] = step.rules
                if step.kind == CHOOSES:
                    declined = self._chosen(function, numbers[part], declined)
                else:
                    self._keep([not function(one, *numbers[part]) for one in self.branches])
            elif self._forks and not self._diverged.isdisjoint(step.touches):
                for one in self._forks:
                    _derive(step, one, numbers)
            else:
                _derive(step, self._trunk, numbers)

    def _chosen(self, function: Evaluate, numbers: Sequence[int], declined: dict[int, Declined]) -> dict[int, Declined]:
        """Choose in every branch, in every way that there is, of what the branch has not declined before."""
        found: list[State] = []
        by_then: dict[int, Declined] = {}
        for state in self.branches:
            choices = function(state, *numbers) or ()
            several = ways(state.has, choices, declined.get(id(state), frozenset()))
            for added, refused in several:
                one = state
                if len(several) > 1:
                    one = state.forked() if isinstance(state, Fork) else Fork(state, {}, self._diverged)
                for predicate, arguments in added:
                    if arguments not in one[predicate]:
                        one.grow(predicate, {arguments: None})
                by_then[id(one)] = refused
                found.append(one)
            if len(found) > MOST_BRANCHES:
                raise NotEvaluated(f"more than {MOST_BRANCHES} branches")
        self._set(found)
        return by_then

    def _keep(self, kept: Sequence[bool]) -> None:
        if not all(kept):
            self._set([one for one, is_kept in zip(self.branches, kept, strict=True) if is_kept])

    def _set(self, branches: Sequence[State]) -> None:
        if not branches:
            raise NotEvaluated("no branch is left")
        if len(branches) > 1:
            self._forks = [one for one in branches if isinstance(one, Fork)]
            return
        [one] = branches
        if one is not self._trunk:
            self._trunk.become(one)
        self._forks = []
        self._diverged.clear()


def _derive(step: _Step, state: State, numbers: Sequence[tuple[int, ...]]) -> None:
    new = True
    while new:
        new = False
        for function, part in step.rules:
            if function(state, *numbers[part]):
                new = step.again


Atom = Any
"""An atom to choose, as an evaluator has it."""

Choice = tuple[Iterable[Atom], Iterable[tuple[str, Value]]]
"""Atoms to choose among, and bounds of how many are chosen."""

Declined = frozenset[Atom]
"""Atoms that a branch could have chosen in a call, and has not."""

Way = tuple[Sequence[Atom], Declined]
"""The atoms that a branch chooses, and all that it declines."""


def ways(is_there: Callable[[Atom], bool], choices: Iterable[Choice], declined: Declined) -> list[Way]:
    """Return the ways to make some choices, one after the other. An atom that was declined is not chosen later.

    `is_there` says if the branch has an atom. Raises `NotEvaluated` if there are too many ways.
    """
    found: list[Way] = [((), declined)]
    for elements, bounds in choices:
        before, found = found, []
        for added, refused in before:
            there = [one for one in elements if one in added or is_there(one)]
            is_open = [one for one in elements if one not in refused and one not in there]
            for number in range(len(is_open) + 1):
                if not all(COMPARED[sign](order(len(there) + number), order(bound)) for sign, bound in bounds):
                    continue
                for some in combinations(is_open, number):
                    found.append(((*added, *some), refused.union(one for one in is_open if one not in some)))
                    if len(found) > MOST_BRANCHES:
                        raise NotEvaluated(f"more than {MOST_BRANCHES} branches")
    return found
