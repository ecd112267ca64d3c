"""From the shown atoms of a model to the board it describes.

A pure translation: `gained` and `dropped` say which fluents changed; nothing is worked out here. Which field of a board
file a fluent is part of, and how it is read, is said by the table in `fluents`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import clingo

from pyengine.files.fields import MAX_STAMP, Fixed
from pyengine.position.components import Components
from pyengine.position.delayed_fields import delayed_abilities
from pyengine.position.effects import Effects
from pyengine.position.fluents import OF_BOARD, OF_OBJECTS, OF_PLAYERS, TARGETS, Entries, Field, by_fluent
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, CounterState, Delayed, ObjectState
from pyengine.position.stack import Stack
from pyengine.position.timestamps import closed_up, kept_in_order, newest_stamp, object_stamps
from pyengine.solving.solver import Shown

"""The atoms that a model shows: their arguments, by predicate."""


def changed_board(board: BoardFile, shown: Shown, made: Iterable[ObjectState]) -> BoardFile:
    """The board after the changes that a model shows, with what was `made` on the way.

    Objects that changed zones stand at the end of their new zone, those on the stack in the order of their places.
    """
    offsets = {thing: stamp.number % (MAX_STAMP + 1) for thing, stamp in shown.get("stamped", ())}
    if newest_stamp(board) + 1 + max(offsets.values(), default=0) > MAX_STAMP:
        board = closed_up(board)
    changes = _Changes(board, made, Stack(board, shown))
    for (fluent,) in shown.get("dropped", ()):
        changes.drop(fluent)
    for (fluent,) in shown.get("gained", ()):
        changes.gain(fluent)
    if board.delayed or "said_of_delayed" in shown:
        changes.waits(delayed_abilities(board, shown, changes.name))
    changes.settle()
    first = newest_stamp(board) + 1
    changes.stamp({thing: first + offset for thing, offset in offsets.items()})
    return changes.result()


class _Changes:
    """Changes of a board, collected fluent by fluent before new models are made."""

    def __init__(self, board: BoardFile, made: Iterable[ObjectState], stack: Stack) -> None:
        self._board = board
        self._stack = stack
        here = {item.id: item for zone in ZONES for item in getattr(board, zone) if isinstance(item, ObjectState)}
        self._components = Components(here.values())
        # What is in no zone of the board, but may come into one.
        self._elsewhere = self._components.as_objects | {item.id: item for item in made}
        self._objects = here | self._elsewhere
        self._zone_of = {item.id: zone for zone in ZONES for item in getattr(board, zone)}
        self._entries: dict[tuple[str, str], tuple[Field, Entries]] = {}
        """The fluents of each field that changes, by the holder; that of the board's own fields has no name."""
        self._fields: dict[str, dict[str, Any]] = {name: {} for name in ("", *board.players, *self._objects)}
        """Fields of players, objects and the board that get a new value."""
        self._zones: dict[str, str | None] = {}
        self._effects = Effects()
        self._restamped: set[str] = set()
        self._delayed = board.delayed
        self._library_places: dict[str, int] = {}
        """Where cards lie in a library whose order has changed: the top one at 1, the lowest one before `_BOTTOM`."""

    def name(self, thing: clingo.Symbol) -> str:
        """Return the name of an object."""
        return self._stack.name(thing)

    def waits(self, delayed: tuple[Delayed, ...]) -> None:
        """Delayed abilities, as they are on the last board."""
        self._delayed = delayed

    def drop(self, fluent: clingo.Symbol) -> None:
        """Something is no longer so."""
        if fluent.name in _OTHERWISE:
            _OTHERWISE[fluent.name].drop(self, fluent.arguments)
        elif fluent.name in _FIELDS:
            self._change(fluent, lambda entries, key, value: entries.pop(key, None))

    def gain(self, fluent: clingo.Symbol) -> None:
        """Something is so now."""
        if fluent.name in _OTHERWISE:
            _OTHERWISE[fluent.name].gain(self, fluent.arguments)
        elif fluent.name in _FIELDS:
            self._change(fluent, lambda entries, key, value: entries.update({key: value}))

    def _change(self, fluent: clingo.Symbol, change: Callable[[Entries, Any, Any], object]) -> None:
        """Change the fluents of the field that this one is part of."""
        field = _FIELDS[fluent.name]
        holder, key, value = field.fluents[fluent.name].read(fluent.arguments)
        if (holder, field.name) not in self._entries:
            state = self._state(holder)
            said = getattr(state, field.name) != field.nothing
            entries = field.entries(state, self._zone_of.get(holder, "")) if said else {}
            self._entries[holder, field.name] = field, entries
        change(self._entries[holder, field.name][1], (fluent.name, key), value)

    def _state(self, holder: str) -> Any:
        """Return the named subject; the board itself has none."""
        return (self._objects.get(holder) or self._board.players[holder]) if holder else self._board

    def _comes_to(self, terms: list[clingo.Symbol]) -> None:
        self._zones[terms[0].string] = terms[1].string

    def _ceases(self, terms: list[clingo.Symbol]) -> None:
        if terms[0].type is clingo.SymbolType.String:
            self._zones[terms[0].string] = None

    def _lies(self, terms: list[clingo.Symbol]) -> None:
        self._library_places[terms[0].string] = terms[1].number

    def _lies_below(self, terms: list[clingo.Symbol]) -> None:
        self._library_places[terms[0].string] = _BOTTOM - terms[1].number

    def _in_library(self, item: ObjectState | AbilityOnStack) -> int:
        """Sort key of the cards of a library; unchanged libraries come first, in their order."""
        return self._library_places.get(item.id, 0)

    def settle(self) -> None:
        """Give the fields whose fluents have changed their values."""
        for (holder, _), (field, entries) in self._entries.items():
            state = self._state(holder)
            if (value := field.whole(entries, state)) != getattr(state, field.name):
                self._fields[holder][field.name] = value
        for name in self._components.changed():
            self._fields[name] |= self._components.of(name)
        for changed in self._fields.values():
            if "known_to" in changed:
                changed["known_to"] = tuple(player for player in self._board.players if player in changed["known_to"])

    def stamp(self, stamps: dict[clingo.Symbol, int]) -> None:
        """Objects, effects and counters get new timestamps (613.7)."""
        for thing, value in stamps.items():
            if thing.name in ("continuous", "copied"):
                self._effects.stamp(thing, value)
                continue
            holder = thing.arguments[0].string
            if thing.name == "object" and holder in self._objects:
                self._fields[holder]["timestamp"] = value
                self._restamped.add(holder)
            elif thing.name == "counters" and holder in self._fields:
                self._stamp_counters(holder, (thing.arguments[1].string,), value)
        # Counters without a timestamp are as old as their object; a new timestamp of the object is none of theirs.
        before = object_stamps(self._board)
        for name in self._restamped:
            old = self._objects[name].counters
            self._stamp_counters(
                name,
                [kind for kind, one in self._counters(name).items() if one.timestamp is None and kind in old],
                before.get(name),
            )

    def _counters(self, holder: str) -> dict[str, CounterState]:
        """The counters on an object or player now, by kind."""
        return dict(sorted(self._fields[holder].get("counters", self._state(holder).counters).items()))

    def _stamp_counters(self, holder: str, kinds: Iterable[str], stamp: int | None) -> None:
        counters = self._counters(holder)
        stamped = {
            kind: CounterState(count=counters[kind].count, timestamp=stamp) for kind in kinds if kind in counters
        }
        if stamped:
            self._fields[holder]["counters"] = Fixed(counters | stamped)

    def result(self) -> BoardFile:
        """The board with all changes."""
        data: dict[str, Any] = {**self._fields[""], "players": {}}
        if "active" in data or "priority" in data:
            active = data.get("active", self._board.active_player)
            priority = data.get("priority", self._board.priority_player)
            data["priority"] = None if priority == active else priority
        for name, player in self._board.players.items():
            counters = {"counters": Fixed(self._counters(name))}
            effects = self._effects.of_player(name, player)
            data["players"][name] = player.model_copy(update=self._fields[name] | counters | effects)
        moved: dict[str, list[ObjectState | AbilityOnStack]] = {zone: [] for zone in ZONES}
        for zone in ZONES:
            staying: list[ObjectState | AbilityOnStack] = []
            for item in getattr(self._board, zone):
                target = self._zones.get(item.id, zone)
                if target is not None:
                    (staying if target == zone else moved[target]).append(self._changed(item))
            data[zone] = tuple(staying)
        for name, item in self._elsewhere.items():
            if (target := self._zones.get(name)) is not None:
                moved[target].append(self._object(item))
        moved["stack"] += self._stack.new()
        data["players"] = Fixed(data["players"])
        for zone in ZONES:
            data[zone] = (*data[zone], *moved[zone])
        data["stack"] = self._stack.in_order(data["stack"])
        data["delayed"] = self._delayed
        data["library"] = tuple(sorted(data["library"], key=self._in_library))
        return kept_in_order(self._board, self._board.model_copy(update=data))

    def _changed(self, item: ObjectState | AbilityOnStack) -> ObjectState | AbilityOnStack:
        """The objects of the board, with their changes."""
        return self._object(item) if isinstance(item, ObjectState) else self._stack.still(item, self._vanished)

    def _vanished(self, name: str | None) -> bool:
        return name in self._zones and self._zones[name] is None

    def _object(self, item: ObjectState) -> ObjectState:
        """An object with its changes; itself if there are none."""
        targets = self._stack.targets(item.id)
        if targets != item.targets:
            item = item.model_copy(update={"targets": targets})
        changed = self._fields[item.id]
        if not (changed or item.id in self._zones or self._effects.concern(item.id)):
            return item
        change = changed | {"counters": self._counters(item.id)}
        restamped = object_stamps(self._board).get(item.id) if item.id in self._restamped else None
        change |= self._effects.of(item, restamped)
        if item.owner is None and change.get("controller", item.controller) != item.controller:
            change["owner"] = item.controller  # which an owner that is not written means
        return ObjectState.model_validate(
            item.model_dump(exclude_unset=True) | {field: _plain(value) for field, value in change.items()}
        )


_BOTTOM = 1_000_000
"""A place beneath all cards of a library."""
_FIELDS = by_fluent(field for field in (*OF_BOARD, *OF_PLAYERS, *OF_OBJECTS) if field is not TARGETS)
"""The field that each fluent is part of; targets are read as they are on the last board."""


class _Otherwise(NamedTuple):
    """Readers of fluents that are not fields."""

    gain: Callable[[_Changes, list[clingo.Symbol]], None]
    drop: Callable[[_Changes, list[clingo.Symbol]], None]


_OTHERWISE = {
    "zone": _Otherwise(_Changes._comes_to, _Changes._ceases),
    "ability_on_stack": _Otherwise(lambda changes, terms: None, _Changes._ceases),
    "merged": _Otherwise(
        lambda changes, terms: changes._components.join(terms, changes._objects),
        lambda changes, terms: changes._components.leave(terms),
    ),
    "face_down_beneath": _Otherwise(
        lambda changes, terms: changes._components.cover(terms),
        lambda changes, terms: changes._components.uncover(terms),
    ),
    "continuous": _Otherwise(
        lambda changes, terms: changes._effects.begin(terms),
        lambda changes, terms: changes._effects.end(terms),
    ),
    "placed": _Otherwise(lambda changes, terms: changes._lies(terms), lambda changes, terms: None),
    "placed_below": _Otherwise(lambda changes, terms: changes._lies_below(terms), lambda changes, terms: None),
    "copied": _Otherwise(lambda changes, terms: changes._effects.copy(terms), lambda changes, terms: None),
}
"""Zones, places in libraries, merged permanents, effects, and abilities on the stack, which `stack` reads as they are
on the last board."""


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value.model_dump(exclude_unset=True) if hasattr(value, "model_dump") else value
