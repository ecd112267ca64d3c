"""The state of an evaluation: which atoms there are, and how they are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from pyengine.plans.values import MOST, NotEvaluated, Value, fact, order

Arguments = tuple[Value, ...]


class Relation(dict[Arguments, None]):
    """The atoms of a predicate, in the order in which they came."""

    __slots__ = ("indexes",)

    def __init__(self, atoms: Mapping[Arguments, None] | tuple[()] = ()) -> None:
        super().__init__(atoms)
        self.indexes: list[tuple[dict[Any, list[Arguments]], Callable[[Arguments], Any], str]] = []

    def grow(self, new: Mapping[Arguments, None]) -> None:
        """Add atoms, none of which is there yet."""
        self.update(new)
        for found, key, _ in self.indexes:
            for one in new:
                at = key(one)
                if at in found:
                    found[at].append(one)
                else:
                    found[at] = [one]

    def index(self, name: str) -> dict[Any, list[Arguments]]:
        """The atoms by their values in the places that the name of an index says, as long as the relation lives."""
        for known, _, same in self.indexes:
            if same == name:
                return known
        found: dict[Any, list[Arguments]] = {}
        key = itemgetter(*map(int, name.rpartition(":")[2].split(",")))
        for one in self:
            found.setdefault(key(one), []).append(one)
        self.indexes.append((found, key, name))
        return found


class State(dict[str, Any]):
    """All relations by their predicates, and their indexes by these and the places; made when first asked for."""

    def __missing__(self, name: str) -> Any:
        predicate, _, places = name.partition(":")
        found = self[predicate].index(name) if places else Relation()
        self[name] = found
        return found

    def grow(self, predicate: str, new: Mapping[Arguments, None]) -> None:
        """Add atoms of a predicate, none of which is there yet."""
        self[predicate].grow(new)

    def has(self, atom: tuple[str, Arguments]) -> bool:
        """True if the branch has an atom, a predicate with its arguments."""
        predicate, arguments = atom
        return arguments in self[predicate]

    def atoms(self) -> Iterator[tuple[str, Relation]]:
        """All atoms, by their predicates."""
        return ((name, one) for name, one in self.items() if isinstance(one, Relation) and one)

    def become(self, other: State) -> None:
        """Have what another state has that began as this one."""
        for name, relation in other.items():
            if ":" not in name and relation is not self[name]:
                for _, _, index in self[name].indexes:
                    self.pop(index, None)
        self.update(other)

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


class Fork(State):
    """The state of one of several branches: a relation is copied when the branch adds to it, and shared until then."""

    def __init__(self, trunk: State, before: Mapping[str, Any], diverged: set[str]) -> None:
        """`before` is what the branch had that it forks from; `diverged`, predicates that any branch added to."""
        super().__init__(before)
        self._trunk = trunk
        self._diverged = diverged
        self._own: set[str] = set()

    def __missing__(self, name: str) -> Any:
        predicate, _, places = name.partition(":")
        found = self[predicate].index(name) if places else self._trunk[name]
        self[name] = found
        return found

    def grow(self, predicate: str, new: Mapping[Arguments, None]) -> None:
        """Add atoms of a predicate, none of which is there yet."""
        relation = self[predicate]
        if predicate not in self._own:
            for _, _, name in relation.indexes:
                self.pop(name, None)
            self._own.add(predicate)
            self._diverged.add(predicate)
            relation = self[predicate] = Relation(relation)
        relation.grow(new)

    def atoms(self) -> Iterator[tuple[str, Relation]]:
        """All atoms, by their predicates."""
        every: dict[str, Any] = {**self._trunk, **self}
        return ((name, one) for name, one in every.items() if isinstance(one, Relation) and one)

    def forked(self) -> Fork:
        """Another branch that has come so far."""
        self._own.clear()
        return Fork(self._trunk, self, self._diverged)


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


COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}

CALLED: Mapping[str, Any] = {one.__name__: one for one in (order, too_large, divided, remainder, power, negative)}
"""The functions that a plan's code may call, by name."""
