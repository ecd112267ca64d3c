"""Delayed and reflexive triggered abilities: later effects, as an ability that an effect sets up (603.7).

Clauses that wait for the same event, on the same condition, are one ability. The objects and players that the effect
mentioned are kept as the ability is set up: `kept(done(1))`. A "when you do" ability has its own targets if no other
clause refers to them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from pyengine.compiler.clause_numbers import OF_CLAUSES, renumbered
from pyengine.compiler.copy_exceptions import with_choices_apart
from pyengine.compiler.delayed_events import kept_of, read_triggered, write_event
from pyengine.compiler.delayed_words import ALL_NAMES, NAMES, OF_EVENT, WAITS
from pyengine.english.effect_terms import FLIPPED, Clause, Description, Effects, Term, parts
from pyengine.english.grammar_builders import changed
from pyengine.english.reading import read_effects
from pyengine.english.writing import UnsayableError, write_effects

KEPT = frozenset(("that", "that_player", "that_other", "done", "target", "id", "so_many", "that_many", *OF_EVENT))
"""References that the ability set up keeps from the effect, or takes from its own event."""
AMOUNTS_KEPT = frozenset(("so_many", "that_many"))
WHEN_DONE = "when_done"


class TooEntangledError(ValueError):
    """Raised if later effects and immediate effects refer to one another."""


def set_up(effects: Effects) -> Effects:
    """Turn what is done later into delayed abilities: `delay(when,effects)`.

    Raises `TooEntangledError`.
    """
    if not any(clause.later for clause in effects.clauses):
        return effects
    return _Splitting(effects).result()


def until_it_leaves(effects: Effects) -> Effects:
    """Split "exile it until this leaves" in two: it is exiled, and returns once this has left (610.3).

    Raises `TooEntangledError`.
    """
    found: list[Clause] = []
    places: dict[int, int] = {}
    for number, clause in enumerate(effects.clauses, 1):
        places[number] = len(found) + 1
        moved = renumbered(clause, places)
        match moved.does:
            case Term("exile_until_leaves", (Term() as what, Term("this"))):
                if moved.later is not None:
                    raise TooEntangledError("what is done later until something leaves")
                if any(one.zone != "battlefield" for one in _described(effects, what)):
                    raise TooEntangledError("what returns to another zone than the battlefield")
                found.append(replace(moved, does=Term("exile", (what,))))
                exiled = Term("done", (len(found),))
                again = Term("enter", (exiled, Term("under", (Term("owner"),))))
                found.append(Clause(again, later=WAITS["source leaves the battlefield"], if_done=len(found)))
            case _:
                found.append(moved)
    return replace(effects, clauses=tuple(found))


def _described(effects: Effects, what: Term) -> Iterator[Description]:
    """The descriptions of what a reference means."""
    for one in parts(what):
        if isinstance(one, Description):
            yield one
        if isinstance(one, Term) and one.name == "target" and isinstance(one.arguments[0], int):
            yield effects.targets[one.arguments[0] - 1].description


def kept(told: object, event: Term | None = None) -> Iterator[Term]:
    """Yield each reference that a set-up ability keeps, in its effects and in its event, once."""
    yield from dict.fromkeys((*_kept(told), *(() if event is None else kept_of(event))))


def _kept(told: object) -> Iterator[Term]:
    yield from (
        one.arguments[0]
        for one in parts(told)
        if isinstance(one, Term) and one.name == "kept" and isinstance(one.arguments[0], Term)
    )


class _Splitting:
    """One effect that is divided."""

    def __init__(self, effects: Effects) -> None:
        self._effects = effects
        numbered = enumerate(effects.clauses, 1)
        # Each group: its clauses with their numbers. What is done at once is a group each.
        self._groups = [list(group) for _, group in groupby(numbered, lambda one: self._alike(*one))]
        self._place = {number: place for place, group in enumerate(self._groups, 1) for number, _ in group}
        self._inner = {number: inner for group in self._groups for inner, (number, _) in enumerate(group, 1)}

    def _alike(self, number: int, clause: Clause) -> tuple[object, ...]:
        """Return the key that the clauses of one group share: the event that they wait for, and the clause that must
        have been done before.
        """
        if clause.later is None:
            return (None, number)
        asked = clause.if_done
        while asked is not None and (other := self._effects.clauses[abs(asked) - 1]).later == clause.later:
            asked = other.if_done
        return (clause.later, asked)

    def result(self) -> Effects:
        clauses = tuple(
            self._ability(place, group) if group[0][1].later else self._at_once(group[0][1])
            for place, group in enumerate(self._groups, 1)
        )
        own = {number for group in self._groups if group[0][1].later for number in self._own_targets(group)}
        there = [number for number in range(1, len(self._effects.targets) + 1) if number not in own]
        if there != list(range(1, len(there) + 1)):
            raise TooEntangledError("targets now and targets later")
        return Effects(clauses, self._effects.targets[: len(there)])

    def _at_once(self, clause: Clause) -> Clause:
        """A clause that is done at once, with the numbers that others have now."""

        def change(one: Any) -> Any:
            if isinstance(one, Term) and one.name in OF_CLAUSES:
                return Term(one.name, (self._outer(one.arguments[0]), *one.arguments[1:]))
            return None

        moved: Clause = changed(clause, change)
        return moved if clause.if_done is None else replace(moved, if_done=self._outer(clause.if_done))

    def _outer(self, number: Any) -> int:
        """The number that a clause has now which is done at once."""
        place = self._place[abs(number)]
        if self._groups[place - 1][0][1].later:
            raise TooEntangledError("what asks for something that is done later")
        return place * (1 if number > 0 else -1)

    def _ability(self, place: int, group: list[tuple[int, Clause]]) -> Clause:
        """The clause that sets an ability up."""
        when = group[0][1].later
        assert when is not None
        conditions = {clause.if_done for _, clause in group if self._is_outside(place, clause.if_done)}
        if len(conditions) > 1 or (conditions and when.name == WHEN_DONE):
            raise TooEntangledError("what is done later on several conditions")
        asked = FLIPPED if any(clause.does.name == "flip_coin" for _, clause in group) else ()
        if when.name == "beginning" and any(clause.only_if not in (None, *asked) for _, clause in group):
            raise TooEntangledError("a condition of what is done later")
        after = self._outer(when.arguments[0]) if when.name == WHEN_DONE else None
        for one in conditions:
            after = self._outer(one)
        own = self._own_targets(group)
        targets = tuple(self._effects.targets[number - 1] for number in own)
        if any(number not in own for target in targets for number in target.other_than):
            raise TooEntangledError("a target other than one before")
        targets = tuple(
            replace(target, other_than=tuple(own.index(other) + 1 for other in target.other_than)) for target in targets
        )
        told = Effects(tuple(self._later(place, clause, own) for _, clause in group), targets)
        delay = Term("delay", (self._waits_for(place, when), told))
        return Clause(delay, if_done=after, action=group[0][1].action)

    def _waits_for(self, place: int, when: Term) -> Term:
        if when.name == WHEN_DONE:
            return Term(WHEN_DONE)
        waits: Term = changed(when, lambda one: self._keeping(place, one, ("this",)))
        return waits

    def _keeping(self, place: int, one: Any, besides: Collection[str] = ()) -> Any:
        """Replace a reference to another clause, or to the effect, by a reference that is kept."""
        if not isinstance(one, Term):
            return None
        if one.name in OF_CLAUSES and isinstance(one.arguments[0], int):
            return Term("kept", (Term(one.name, (self._outer(one.arguments[0]), *one.arguments[1:])),))
        return Term("kept", (one,)) if one.name in KEPT or one.name in besides else None

    def _is_outside(self, place: int, number: int | None) -> bool:
        return number is not None and self._place[abs(number)] != place

    def _own_targets(self, group: list[tuple[int, Clause]]) -> list[int]:
        """The numbers of targets that a reflexive ability, or one of a later event, chooses itself."""
        when = group[0][1].later
        if when is None or when.name not in (WHEN_DONE, "happens"):
            return []
        others: list[object] = [clause for other in self._groups if other is not group for _, clause in other]
        told = [replace(clause, later=None) for _, clause in group]
        return sorted(set(_targets(told)) - set(_targets([*others, when])))

    def _later(self, place: int, clause: Clause, own: list[int]) -> Clause:
        """A clause of an ability that is set up."""

        def change(one: Any) -> Any:
            if not isinstance(one, Term):
                return None
            if one.name == "target" and one.arguments[0] in own:
                return Term("target", (own.index(one.arguments[0]) + 1,))
            if one.name in OF_CLAUSES and isinstance(one.arguments[0], int):
                number = one.arguments[0]
                if self._place[number] == place:
                    return Term(one.name, (self._inner[number], *one.arguments[1:]))
            return self._keeping(place, one)

        moved: Clause = changed(replace(clause, later=None, action=None), change)
        if moved.if_done is None or self._is_outside(place, moved.if_done):
            return replace(moved, if_done=None)
        return replace(moved, if_done=self._inner[abs(moved.if_done)] * (1 if moved.if_done > 0 else -1))


def _targets(clauses: Any) -> Iterator[int]:
    for clause in clauses:
        for one in parts(clause):
            if isinstance(one, Term) and one.name == "target" and isinstance(one.arguments[0], int):
                yield one.arguments[0]


# --- words -------------------------------------------------------------------------------------------------------

NUMBERED = 987_001
"""The numbers that stand for those it keeps, from this one on."""

NEXT_TURN = Term("beginning", ("upkeep", "next turn"))
"""The upkeep of the next turn, which is the next upkeep."""


def in_words(told: Effects, when: Term) -> tuple[str, str | None, dict[Term, int]]:
    """Return the effects and the event of such an ability in words, and the places of the names and numbers in them.

    Raises `UnsayableError`.
    """
    event = event_of(when)
    places: dict[Term, int] = {}
    for one in kept(told, event):
        own = [place for place, name in enumerate(OF_EVENT, len(NAMES)) if name == one.name]
        place = own[0] if own else sum(other < len(NAMES) or other >= NUMBERED for other in places.values())
        places[one] = NUMBERED + place if one.name in AMOUNTS_KEPT else place
    if any(len(ALL_NAMES) <= place < NUMBERED for place in places.values()):
        raise UnsayableError("more than there are names for")

    def change(one: Any) -> Any:
        if not isinstance(one, Term) or one.name != "kept":
            return None
        (what,) = one.arguments
        assert isinstance(what, Term)
        return places[what] if what.name in AMOUNTS_KEPT else Term("id", (ALL_NAMES[places[what]],))

    called = None if event is None else write_event(event, lambda one: ALL_NAMES[places[one]])
    return write_effects(with_choices_apart(changed(told, change)), ALL_NAMES), called, places


def event_of(when: Term) -> Term | None:
    """Return the event that an ability waits for; None if it waits for a step."""
    event = when.arguments[0] if when.name == "happens" else None
    return event if isinstance(event, Term) else None


def from_words(text: str, about: Collection[str], ids: Collection[str]) -> Effects:
    """Read the effects of such an ability as a board has them. Raises `TextError`."""
    told: Effects = changed(read_effects(text, ids=(*about, *ids)), _kept_id)
    return told


def event_from_words(
    when: str, until: str, text: str, about: Collection[str], ids: Collection[str]
) -> tuple[Term, Effects]:
    """Read such an ability that waits for an event, with its duration, as a board has it. Raises `TextError`."""
    own = [name for name in OF_EVENT.values() if name not in (*about, *ids)]
    event, told = read_triggered(when, text, (*about, *ids, *own))

    def change(one: Any) -> Any:
        for name, called in OF_EVENT.items():
            if called in own and one == Term("id", (called,)):
                return Term("kept", (Term(name),))
        return _kept_id(one)

    return Term("happens", (changed(event, change), until)), changed(told, change)


def _kept_id(one: Any) -> Any:
    return Term("kept", (one,)) if isinstance(one, Term) and one.name == "id" else None
