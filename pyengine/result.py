"""From the shown atoms of a model to the board it describes.

A pure translation: `gained` and `dropped` say which fluents changed; nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import clingo

from pyengine.model import MAX_STAMP, ZONES, AbilityOnStack, BoardFile, CounterState, Effect, ObjectState, PlayerState

NEW_STAMPS = 500_000
"""Timestamps of a resulting board that are newer than those of the board before it start here."""


def changed_board(
    board: BoardFile,
    gained: Iterable[clingo.Symbol],
    dropped: Iterable[clingo.Symbol],
    stamped: Sequence[list[clingo.Symbol]],
) -> BoardFile:
    """The board after the changes. Objects that changed zones stand at the end of their new zone."""
    offsets = [stamp.number % (MAX_STAMP + 1) for _, stamp in stamped]
    if _newest_stamp(board) + 1 + max(offsets, default=0) > MAX_STAMP:
        board = _closed_up(board)
    players: dict[str, dict[str, Any]] = {name: {} for name in board.players}
    counters: dict[str, dict[str, CounterState]] = {
        name: dict(player.counters) for name, player in board.players.items()
    }
    objects = {item.id: item for zone in ZONES for item in getattr(board, zone) if isinstance(item, ObjectState)}
    updates: dict[str, dict[str, Any]] = {name: {} for name in objects}
    counters.update({name: dict(item.counters) for name, item in objects.items()})
    zones: dict[str, str | None] = {}
    ended: set[tuple[str, int]] = set()
    known: dict[str, dict[str, int]] = {name: dict(item.last_known_counters) for name, item in objects.items()}

    def subject(name: str) -> dict[str, Any]:
        return updates[name] if name in updates else players[name]

    for symbol in dropped:
        name, arguments = symbol.name, symbol.arguments
        who = arguments[0].string if arguments[0].type is clingo.SymbolType.String else ""
        if name == "counters":
            counters[who].pop(arguments[1].string, None)
        elif name == "last_known_counters":
            known[who].pop(arguments[1].string, None)
        elif name == "zone":
            zones[who] = None
        elif name == "continuous":
            ended.add((arguments[0].arguments[0].string, arguments[0].arguments[1].number))
        elif name in _CLEARED:
            field, value = _CLEARED[name]
            subject(who)[field] = value
    for symbol in gained:
        name, arguments = symbol.name, symbol.arguments
        who = arguments[0].string if arguments[0].type is clingo.SymbolType.String else ""
        if name == "counters":
            counters[who][arguments[1].string] = CounterState(count=arguments[2].number)
        elif name == "last_known_counters":
            known[who][arguments[1].string] = arguments[2].number
        elif name == "zone":
            zones[who] = arguments[1].string
        elif name in ("tapped", "phased_out", "deathtouch_damage", "lost"):
            subject(who)[name] = True
        elif name == "controller":
            updates[who]["controller"] = arguments[1].string
        elif name == "attached":
            updates[who]["attached_to"] = arguments[1].string
        elif name == "face_down":
            updates[who]["face_down"] = {"by": arguments[1].string}
        elif name in ("damage", "life"):
            subject(who)[name] = arguments[1].number
    newest = _newest_stamp(board)
    for thing, stamp in stamped:
        value = newest + 1 + stamp.number % (MAX_STAMP + 1)
        if thing.name == "object" and thing.arguments[0].string in updates:
            updates[thing.arguments[0].string]["timestamp"] = value
        elif thing.name == "counters":
            holder, kind = (argument.string for argument in thing.arguments)
            if kind in counters.get(holder, {}):
                counters[holder][kind] = CounterState(count=counters[holder][kind].count, timestamp=value)

    def rebuilt(item: ObjectState) -> ObjectState:
        change = updates[item.id] | {
            "counters": dict(sorted(counters[item.id].items())),
            "last_known_counters": known[item.id],
        }
        if item.owner is None and item.controller is not None:
            change["owner"] = item.controller
        if ended:
            change["effects"] = tuple(
                effect for number, effect in enumerate(item.effects, 1) if (item.id, number) not in ended
            )
            if (item.id, 0) in ended:
                change["copy_of"] = None
        if item.id in zones:
            change |= {"attacking": False, "summoning_sick": zones[item.id] == "battlefield"}
            if zones[item.id] not in ("battlefield", "stack"):
                change["controller"] = None
        return ObjectState.model_validate(
            item.model_dump(exclude_unset=True) | {k: _plain(v) for k, v in change.items()}
        )

    data: dict[str, Any] = {
        "players": {
            name: player.model_copy(update=players[name] | {"counters": dict(sorted(counters[name].items()))})
            for name, player in board.players.items()
        }
    }
    moved: dict[str, list[Any]] = {zone: [] for zone in ZONES}
    for zone in ZONES:
        staying: list[Any] = []
        for item in getattr(board, zone):
            if isinstance(item, AbilityOnStack):
                staying.append(item)
                continue
            new = rebuilt(item) if _touched(item.id, updates, counters, known, zones, item, ended) else item
            target = zones.get(item.id, zone)
            if target == zone:
                staying.append(new)
            elif target is not None:
                moved[target].append(new)
        data[zone] = tuple(staying)
    for zone in ZONES:
        data[zone] = (*data[zone], *moved[zone])
    return board.model_copy(update=data)


_CLEARED: dict[str, tuple[str, Any]] = {
    "tapped": ("tapped", False),
    "phased_out": ("phased_out", False),
    "deathtouch_damage": ("deathtouch_damage", False),
    "face_down": ("face_down", None),
    "attached": ("attached_to", None),
    "damage": ("damage", 0),
}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value.model_dump(exclude_unset=True) if hasattr(value, "model_dump") else value


def _touched(
    name: str,
    updates: dict[str, dict[str, Any]],
    counters: dict[str, dict[str, CounterState]],
    known: dict[str, dict[str, int]],
    zones: dict[str, str | None],
    item: ObjectState,
    ended: set[tuple[str, int]],
) -> bool:
    return bool(
        updates[name]
        or name in zones
        or counters[name] != item.counters
        or known[name] != item.last_known_counters
        or any(holder == name for holder, _ in ended)
    )


def _newest_stamp(board: BoardFile) -> int:
    """New stamps are later than every stamp given so far, explicit or by default."""
    return max([NEW_STAMPS, *_given_stamps(board)])


def _given_stamps(board: BoardFile) -> Iterator[int]:
    for holder in _holders(board):
        given: list[CounterState | Effect] = [*holder.counters.values(), *holder.effects]
        yield from (one.timestamp for one in given if one.timestamp is not None)
        if isinstance(holder, ObjectState) and holder.timestamp is not None:
            yield holder.timestamp


def _holders(board: BoardFile) -> Iterator[ObjectState | PlayerState]:
    yield from board.players.values()
    for zone in ZONES:
        yield from (item for item in getattr(board, zone) if isinstance(item, ObjectState))


def _closed_up(board: BoardFile) -> BoardFile:
    """The board with stamps from NEW_STAMPS on in the same order, but without gaps between them."""
    late = sorted({stamp for stamp in _given_stamps(board) if stamp >= NEW_STAMPS})
    closed = {stamp: NEW_STAMPS + number for number, stamp in enumerate(late)}

    def moved(one: Any) -> Any:
        """A counter, effect, object or player with new stamps."""
        changes: dict[str, Any] = {}
        if getattr(one, "timestamp", None) in closed:
            changes["timestamp"] = closed[one.timestamp]
        if isinstance(one, ObjectState | PlayerState):
            changes["counters"] = {kind: moved(counter) for kind, counter in one.counters.items()}
            changes["effects"] = tuple(map(moved, one.effects))
        return one.model_copy(update=changes) if changes else one

    zones = {zone: tuple(map(moved, getattr(board, zone))) for zone in ZONES}
    return board.model_copy(update={"players": {name: moved(one) for name, one in board.players.items()}, **zones})
