"""In which order the rules of a call are evaluated: each after those that derive what it asks for.

Rules that depend on each other in a circle are evaluated together until nothing new comes. If they depend on each other
under `not` or in an aggregate, or through a choice, no order is right: the solver has to be asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from pyengine.plans.plan import PARAMETER, Shape

T = TypeVar("T", int, str)

Shapes = tuple[Shape, ...]


class Rule(NamedTuple):
    """A rule as the order sees it."""

    where: str
    derives: tuple[tuple[str, Shapes], ...]
    """Predicates, each with the shapes of its arguments: one, or those of a choice; none of what forbids."""
    chooses: bool
    """True of a choice. Other rules that derive the same atoms are evaluated before it, as it may count them."""
    reads: tuple[tuple[str, Shapes, bool], ...]
    """Predicates, each with shapes, and whether all that derives it has to be known before."""
    parameters: Mapping[str, int]
    """The numbers of its part."""


class Component(NamedTuple):
    """Rules that are evaluated together."""

    rules: tuple[int, ...]
    """By their numbers in the call."""
    again: bool
    """True if the rules may need what they derive; they are then evaluated until they derive nothing new."""
    circle: str
    """Where the rules of a circle through a negation or an aggregate stand; empty if there is none."""


def ordered(rules: Sequence[Rule]) -> list[Component]:
    """The rules of a call in components, in order; what forbids comes as soon as all is known that it asks for."""
    deriving: dict[str, list[int]] = {}
    for number, one in enumerate(rules):
        for predicate, _ in one.derives:
            deriving.setdefault(predicate, []).append(number)
    needs: dict[str, dict[str, None]] = {predicate: {} for predicate in deriving}
    for one in rules:
        for predicate, _ in one.derives:
            needs[predicate].update((read, None) for read, _, _ in one.reads if read in deriving)
            needs[predicate].update((other, None) for other, _ in one.derives if other != predicate)
    found: list[Component] = []
    known: dict[str, int] = {}
    for predicates in components(needs):
        inside = sorted({number for one in predicates for number in deriving[one]})
        if len(predicates) == 1 and predicates[0] not in needs[predicates[0]]:
            inside.sort(key=lambda number: rules[number].chooses)
            found += [Component((number,), False, "") for number in inside]
        else:
            found += _apart(rules, inside)
        known.update((one, len(found)) for one in predicates)
    forbidding: dict[int, list[Component]] = {}
    for number, one in enumerate(rules):
        if not one.derives:
            place = max((known.get(read, 0) for read, _, _ in one.reads), default=0)
            forbidding.setdefault(place, []).append(Component((number,), False, ""))
    return [one for place in range(len(found) + 1) for one in (*forbidding.get(place, ()), *found[place : place + 1])]


def _apart(rules: Sequence[Rule], inside: Sequence[int]) -> Iterable[Component]:
    """The components of rules whose predicates depend on each other, by which atoms they can be about."""
    deriving: dict[str, list[tuple[int, Shapes]]] = {}
    for number in inside:
        for predicate, shapes in rules[number].derives:
            deriving.setdefault(predicate, []).append((number, with_numbers(shapes, rules[number].parameters)))
    needs: dict[int, dict[int, bool]] = {}
    for number in inside:
        one = rules[number]
        of_this = needs[number] = {}
        for predicate, asked, whole in one.reads:
            shapes = with_numbers(asked, one.parameters)
            for other, derived in deriving.get(predicate, ()):
                if all(map(alike, shapes, derived)):
                    of_this[other] = of_this.get(other, False) or whole or one.chooses or rules[other].chooses
        for predicate, chosen in one.derives if one.chooses else ():
            shapes = with_numbers(chosen, one.parameters)
            for other, derived in deriving[predicate]:
                if not rules[other].chooses and all(map(alike, shapes, derived)):
                    of_this[other] = True
    for those in components(needs):
        within = {*those}
        circular = [one for one in those if any(needs[one].get(other) for other in within)]
        again = len(those) > 1 or those[0] in needs[those[0]]
        yield Component(tuple(sorted(those)), again, ", ".join(sorted(rules[one].where for one in circular)))


def with_numbers(shapes: Shapes, numbers: Mapping[str, int]) -> Shapes:
    """Shapes with the numbers of parameters in their places."""
    return tuple(_with_numbers(one, numbers) for one in shapes)


def _with_numbers(shape: Shape, numbers: Mapping[str, int]) -> Shape:
    if not isinstance(shape, tuple):
        return shape
    if shape[0] == PARAMETER:
        return numbers[shape[1]] + shape[2]
    return shape[0], *(_with_numbers(one, numbers) for one in shape[1:])


def alike(one: Shape, other: Shape) -> bool:
    """True if an argument may have both shapes; each variable counts by itself."""
    if one is None or other is None:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and one[0] == other[0] and all(map(alike, one[1:], other[1:]))
    return bool(one == other)


def components(needs: Mapping[T, Collection[T]]) -> list[list[T]]:
    """The strongly connected components of a graph, each after those that it needs (Tarjan)."""
    order: dict[T, int] = {}
    low: dict[T, int] = {}
    waiting: list[T] = []
    inside: set[T] = set()
    found: list[list[T]] = []
    for start in needs:
        if start in order:
            continue
        walk = [(start, iter(needs[start]))]
        order[start] = low[start] = len(order)
        waiting.append(start)
        inside.add(start)
        while walk:
            node, following = walk[-1]
            for other in following:
                if other not in order:
                    order[other] = low[other] = len(order)
                    waiting.append(other)
                    inside.add(other)
                    walk.append((other, iter(needs[other])))
                    break
                if other in inside:
                    low[node] = min(low[node], order[other])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[node])
                if low[node] == order[node]:
                    place = waiting.index(node)
                    found.append(waiting[place:])
                    inside.difference_update(waiting[place:])
                    del waiting[place:]
    return found
