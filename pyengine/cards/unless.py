"""`Unless`: what somebody may do to prevent a clause, as a clause of its own before it (118.12a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pyengine.text.building import changed
from pyengine.text.terms import Clause, Effects, Term

_NUMBERED = frozenset(("done", "so_many", "all_of", "was_done"))
"""Terms whose argument is the number of a clause."""


class SeveralCostsError(ValueError):
    """What prevents a clause is more than one thing."""


def spelled_out(effects: Effects) -> Effects:
    """The effects with nothing that is done `unless`: who may prevent it, may, and otherwise it is done.

    Raises `SeveralCostsError`.
    """
    if not any(clause.unless for clause in effects.clauses):
        return effects
    places = _places(effects)
    found: list[Clause] = []
    for number, clause in enumerate(effects.clauses, 1):
        moved = _renumbered(clause, places)
        if not clause.unless:
            found.append(moved)
            continue
        who, *costs = moved.unless
        if len(costs) > 1:
            raise SeveralCostsError("to do several things, or else")
        found.append(replace(moved, does=costs[0], by=who, optional=True, unless=(), until=None))
        prevented = Term("not", (Term("was_done", (places[number] - 1,)),))
        only_if = prevented if moved.only_if is None else Term("and", (moved.only_if, prevented))
        found.append(replace(moved, unless=(), only_if=only_if))
    return replace(effects, clauses=tuple(found))


def _places(effects: Effects) -> Mapping[int, int]:
    """The numbers that clauses have afterwards, by those that they have."""
    before = 0
    places = {}
    for number, clause in enumerate(effects.clauses, 1):
        before += bool(clause.unless)
        places[number] = number + before
    return places


def _renumbered(clause: Clause, places: Mapping[int, int]) -> Clause:
    """A clause with the numbers that the others have afterwards."""

    def change(one: Any) -> Any:
        if isinstance(one, Term) and one.name in _NUMBERED and isinstance(one.arguments[0], int):
            return Term(one.name, (places[one.arguments[0]], *one.arguments[1:]))
        return None

    moved: Clause = changed(clause, change)
    if moved.if_done is None:
        return moved
    return replace(moved, if_done=places[abs(moved.if_done)] * (1 if moved.if_done > 0 else -1))
