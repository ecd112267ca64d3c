"""The state of an evaluation: which atoms there are, and how they are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from pyengine.plans.values import MOST, NotEvaluated, Value, fact, order

Arguments = tuple[Value, ...]


class Relation(dict[Arguments, None]):
    """The atoms of a predicate, in the order in which they came."""

    __slots__ = ("indexes",)

    def __init__(self) -> None:
        self.indexes: list[tuple[dict[Any, list[Arguments]], Callable[[Arguments], Any]]] = []

    def grow(self, new: Mapping[Arguments, None]) -> None:
        """Add atoms, none of which is there yet."""
        self.update(new)
        for found, key in self.indexes:
            for one in new:
                at = key(one)
                if at in found:
                    found[at].append(one)
                else:
                    found[at] = [one]

    def index(self, places: Sequence[int]) -> dict[Any, list[Arguments]]:
        """An index of the atoms by their values in some places, for the life of the state."""
        found: dict[Any, list[Arguments]] = {}
        key = itemgetter(*places)
        for one in self:
            found.setdefault(key(one), []).append(one)
        self.indexes.append((found, key))
        return found


class State(dict[str, Any]):
    """All relations by their predicates, and their indexes by these and the places; made when first asked for."""

    def __missing__(self, name: str) -> Any:
        predicate, _, places = name.partition(":")
        found = self[predicate].index([*map(int, places.split(","))]) if places else Relation()
        self[name] = found
        return found

    def read(self, facts: str) -> None:
        """Add facts, each in a line. Raises `NotEvaluated` for anything else."""
        found: dict[str, dict[Arguments, None]] = {}
        for line in facts.split("\n"):
            if line:
                predicate, arguments = fact(line)
                found.setdefault(predicate, {})[arguments] = None
        for predicate, new in found.items():
            relation = self[predicate]
            relation.grow({one: None for one in new if one not in relation})


# --- what the functions of plans call ----------------------------------------------------------------------------


def too_large() -> None:
    """Raise `NotEvaluated` for a number that the solver does not have."""
    raise NotEvaluated("a number past those that the solver has")


def divided(one: int, other: int) -> int | None:
    """A quotient, rounded towards 0."""
    if other == 0:
        return None
    found = abs(one) // abs(other)
    return found if (one < 0) == (other < 0) else -found


def remainder(one: int, other: int) -> int | None:
    """The remainder of a division, with the sign of the dividend."""
    if other == 0:
        return None
    found = abs(one) % abs(other)
    return -found if one < 0 else found


def power(one: int, other: int) -> int | None:
    """A power. Of a negative exponent it is rounded towards 0."""
    if other < 0:
        if one == 0:
            return None
        return 0 if abs(one) > 1 else one ** (-other)
    return MOST + 1 if abs(one) > 1 and other > 64 else one**other


def negative(one: Value) -> int | None:
    """A number with the other sign. Raises `NotEvaluated` for a constant or a function, which have one too."""
    if isinstance(one, int):
        return -one
    if isinstance(one, str) and one[0] == '"':
        return None
    raise NotEvaluated(f"a sign of {one}")


def choose(
    state: State, where: str, elements: Iterable[tuple[str, Arguments]], bounds: Iterable[tuple[str, Value]]
) -> None:
    """Raise `NotEvaluated` where there is anything to choose, or what is so already is not as many as it has to be."""
    found = [*elements]
    if any(arguments not in state[predicate] for predicate, arguments in found):
        raise NotEvaluated(f"a choice: {where}")
    for sign, bound in bounds:
        if not _COMPARED[sign](order(len(found)), order(bound)):
            raise NotEvaluated(f"a choice that can't be made: {where}")


def forbid(where: str) -> None:
    """Raise `NotEvaluated` for what may not be."""
    raise NotEvaluated(f"forbidden: {where}")


_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}

CALLED: Mapping[str, Any] = {
    one.__name__: one for one in (order, too_large, divided, remainder, power, negative, choose, forbid)
}
"""The functions that a plan's code may call, by name."""
