"""In which order the rules of a call are evaluated: each after those that derive what it asks for.

Rules that depend on each other in a circle are evaluated together until nothing new comes. If they depend on each other
under `not` or in an aggregate, no order is right: the solver has to be asked.
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
    derives: tuple[str, Shapes] | None
    """A predicate, with the shapes of its arguments; None for what derives nothing by itself: choices and what forbids.
    """
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
    """The rules of a call in components, in order; what derives nothing comes last."""
    deriving: dict[str, list[int]] = {}
    for number, one in enumerate(rules):
        if one.derives is not None:
            deriving.setdefault(one.derives[0], []).append(number)
    needs = {
        predicate: dict.fromkeys(read for number in those for read, _, _ in rules[number].reads if read in deriving)
        for predicate, those in deriving.items()
    }
    found: list[Component] = []
    for predicates in components(needs):
        inside = sorted(number for one in predicates for number in deriving[one])
        if len(predicates) == 1 and predicates[0] not in needs[predicates[0]]:
            found += [Component((number,), False, "") for number in inside]
        else:
            found += _apart(rules, inside)
    last = [number for number, one in enumerate(rules) if one.derives is None]
    return [*found, *(Component((number,), False, "") for number in last)]


def _apart(rules: Sequence[Rule], inside: Sequence[int]) -> Iterable[Component]:
    """The components of rules whose predicates depend on each other, by which atoms they can be about."""
    deriving: dict[str, list[tuple[int, Shapes]]] = {}
    for number in inside:
        predicate, shapes = rules[number].derives or ("", ())
        deriving.setdefault(predicate, []).append((number, with_numbers(shapes, rules[number].parameters)))
    needs: dict[int, dict[int, bool]] = {}
    for number in inside:
        of_this = needs[number] = {}
        for predicate, asked, whole in rules[number].reads:
            if predicate in deriving:
                shapes = with_numbers(asked, rules[number].parameters)
                for other, derived in deriving[predicate]:
                    if all(map(alike, shapes, derived)):
                        of_this[other] = of_this.get(other, False) or whole
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
