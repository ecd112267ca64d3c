"""From the shown atoms of a model to the board it describes.

A pure translation: `gained` and `dropped` say which fluents changed; nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import clingo

from pyengine import costs
from pyengine.model import (
    MAX_STAMP,
    ZONES,
    AbilityOnStack,
    BoardFile,
    Component,
    CounterState,
    Effect,
    FaceDown,
    Listed,
    ObjectState,
    PlayerState,
    ThisTurn,
)

NEW_STAMPS = 500_000
"""Timestamps of a resulting board that are newer than those of the board before it start here."""


def changed_board(
    board: BoardFile,
    gained: Iterable[clingo.Symbol],
    dropped: Iterable[clingo.Symbol],
    stamped: Sequence[list[clingo.Symbol]],
    made: Iterable[ObjectState],
) -> BoardFile:
    """The board after the changes, with what was `made` on the way.

    Objects that changed zones stand at the end of their new zone.
    """
    offsets = [stamp.number % (MAX_STAMP + 1) for _, stamp in stamped]
    if _newest_stamp(board) + 1 + max(offsets, default=0) > MAX_STAMP:
        board = _closed_up(board)
    players: dict[str, dict[str, Any]] = {name: {} for name in board.players}
    counters: dict[str, dict[str, CounterState]] = {
        name: dict(player.counters) for name, player in board.players.items()
    }
    objects = {item.id: item for zone in ZONES for item in getattr(board, zone) if isinstance(item, ObjectState)}
    components = _Components(objects.values())
    # What is in no zone of the board, but may come into one.
    elsewhere = components.as_objects | {item.id: item for item in made}
    objects |= elsewhere
    updates: dict[str, dict[str, Any]] = {name: {} for name in objects}
    counters.update({name: dict(item.counters) for name, item in objects.items()})
    zones: dict[str, str | None] = {}
    ended: set[tuple[str, int]] = set()
    mana = {name: costs.pool(player.mana) for name, player in board.players.items()}
    this_turn = {name: _happened(player) for name, player in board.players.items()}
    lists: dict[str, Listed | None] = {}
    piles: dict[str, str] = {}
    known_to: dict[str, list[str]] = {}
    new_copies: list[tuple[str, clingo.Symbol, str]] = []
    new_keywords: list[tuple[str, str, clingo.Symbol]] = []
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
        elif name == "merged":
            components.leave(who)
        elif name == "face_down_beneath":
            components.beneath.discard(who)
        elif name == "mana":
            mana[who].pop(arguments[1].string, None)
        elif name == "lists":
            lists[who] = None
        elif name == "knows":
            seen_by = known_to.setdefault(arguments[1].string, list(objects[arguments[1].string].known_to))
            seen_by.remove(who)
        elif name == "this_turn":
            this_turn[who].pop(arguments[1].string, None)
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
        elif name in _FLAGS:
            subject(who)[name] = True
        elif name == "merged":
            components.join(who, arguments[1].string, arguments[2].number, objects[who])
        elif name == "face_down_beneath":
            components.beneath.add(who)
        elif name == "mana":
            mana[who][arguments[1].string] = arguments[2].number
        elif name == "lists":
            lists[who] = listed(arguments[1])
        elif name == "exiled_face_down":
            updates[who]["face_down"] = {"by": "effect"}
        elif name == "pile":
            piles[who] = arguments[1].string
        elif name == "knows":
            known_to.setdefault(arguments[1].string, list(objects[arguments[1].string].known_to)).append(who)
        elif name == "copied":
            new_copies.append((who, arguments[1], arguments[2].string))
        elif name == "continuous":
            gainer, gains, _ = arguments[0].arguments
            new_keywords.append((gainer.string, gains.string, arguments[0]))
        elif name == "controller":
            updates[who]["controller"] = arguments[1].string
        elif name == "attached":
            updates[who]["attached_to"] = arguments[1].string
        elif name == "face_down":
            updates[who]["face_down"] = {"by": arguments[1].string}
        elif name == "formed":
            updates[who]["formed"] = {"power": arguments[1].number, "toughness": arguments[2].number}
        elif name == "x_value":
            updates[who]["x_mana"] = arguments[1].number
        elif name == "cast_from":
            updates[who]["cast_from"] = arguments[1].string
        elif name == "spent":
            amounts = (one.number for one in arguments[1].arguments)
            updates[who]["spent"] = costs.pool_text(dict(zip(costs.LETTERS, amounts, strict=True)))
        elif name == "life_for_mana":
            updates[who]["life_for_mana"] = arguments[1].number
        elif name == "this_turn":
            this_turn[who][arguments[1].string] = arguments[2].number
        elif name in ("damage", "life"):
            subject(who)[name] = arguments[1].number
    for name, seen_by in known_to.items():
        updates[name]["known_to"] = tuple(player for player in board.players if player in seen_by)
    for name, values in lists.items():
        down = updates[name].get("face_down", objects[name].face_down)
        if down is not None:
            by = down["by"] if isinstance(down, dict) else down.by
            updates[name]["face_down"] = FaceDown.model_validate({"by": by, "lists": values})
    for name, pile in piles.items():
        updates[name]["face_down"] = FaceDown.model_validate({"by": "effect", "pile": pile})
    for name, pool in mana.items():
        if pool != costs.pool(board.players[name].mana):
            players[name]["mana"] = costs.pool_text(pool) or None
    for name, happened in this_turn.items():
        if happened != _happened(board.players[name]):
            players[name]["this_turn"] = ThisTurn.model_validate(happened) if happened else None
    for name in components.changed():
        updates[name] |= components.of(name)
    newest = _newest_stamp(board)
    copy_stamps = {}
    keyword_stamps = {}
    before = _stamps(board)
    restamped: set[str] = set()
    for thing, stamp in stamped:
        value = newest + 1 + stamp.number % (MAX_STAMP + 1)
        if thing.name == "object" and thing.arguments[0].string in updates:
            updates[thing.arguments[0].string]["timestamp"] = value
            restamped.add(thing.arguments[0].string)
        elif thing.name == "copied":
            copy_stamps[thing.arguments[0].string, thing.arguments[1]] = value
        elif thing.name == "continuous":
            keyword_stamps[thing.arguments[0]] = value
        elif thing.name == "counters":
            holder, kind = (argument.string for argument in thing.arguments)
            if kind in counters.get(holder, {}):
                counters[holder][kind] = CounterState(count=counters[holder][kind].count, timestamp=value)

    # Counters without a timestamp are as old as their object; a new timestamp of the object is none of theirs.
    for name in restamped - zones.keys():
        for kind, counter in counters[name].items():
            if counter.timestamp is None and kind in objects[name].counters:
                counters[name][kind] = CounterState(count=counter.count, timestamp=before[name])

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
        copies = [
            Effect.model_validate(
                {
                    **copied(card),
                    "until": duration,
                    "timestamp": copy_stamps.get((item.id, card)),
                }
            )
            for name, card, duration in new_copies
            if name == item.id
        ]
        if item.id in restamped and item.copy_of is not None and (item.id, 0) not in ended:
            # The copy effect is as old as the object was, and stays so.
            first = Effect.model_validate({"copy_of": _plain(item.copy_of), "timestamp": before[item.id]})
            change["effects"] = (first, *change.get("effects", item.effects))
            change["copy_of"] = None
        keywords = [
            Effect.model_validate({"keyword": keyword, "timestamp": keyword_stamps.get(effect)})
            for name, keyword, effect in new_keywords
            if name == item.id
        ]
        if copies or keywords:
            change["effects"] = (*change.get("effects", item.effects), *copies, *keywords)
        if item.id in zones and zones[item.id] not in ("battlefield", "stack"):
            change["controller"] = None
        if item.id in zones and zones[item.id] != "stack" and item.targets:
            change["targets"] = ()
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
    vanished = {name for name, zone in zones.items() if zone is None}

    def with_targets_left(item: ObjectState) -> ObjectState:
        if not vanished & set(item.targets):
            return item
        return item.model_copy(update={"targets": tuple(None if one in vanished else one for one in item.targets)})

    for zone in ZONES:
        staying: list[Any] = []
        for item in getattr(board, zone):
            if isinstance(item, AbilityOnStack):
                staying.append(item.model_copy(update={"source": None}) if item.source in vanished else item)
                continue
            item = with_targets_left(item)
            touched = _touched(item.id, updates, counters, known, zones, item, ended)
            new = rebuilt(item) if touched or any(name == item.id for name, _, _ in new_copies) else item
            target = zones.get(item.id, zone)
            if target == zone:
                staying.append(new)
            elif target is not None:
                moved[target].append(new)
        data[zone] = tuple(staying)
    for name, item in elsewhere.items():
        if (zone_now := zones.get(name)) is not None:
            moved[zone_now].append(rebuilt(with_targets_left(item)))
    for zone in ZONES:
        data[zone] = (*data[zone], *moved[zone])
    return board.model_copy(update=data)


class _Components:
    """Which components which merged permanents have, as changes come in (730.2)."""

    def __init__(self, items: Iterable[ObjectState]) -> None:
        self.as_objects: dict[str, ObjectState] = {}
        self._places: dict[str, tuple[str, int, Component]] = {}
        self._before: dict[str, dict[str, Any]] = {}
        self.beneath: set[str] = set()
        for item in items:
            over = sum(component.over for component in item.merged)
            for number, component in enumerate(item.merged):
                place = number - over + (number >= over)
                self._places[component.id] = item.id, place, component
                owner = component.owner or item.owner or item.controller
                self.as_objects[component.id] = ObjectState.model_validate(
                    {"id": component.id, "card": component.card, "owner": owner, "token": component.token}
                )
                if component.face_down:
                    self.beneath.add(component.id)
            if item.covered_face_down:
                self.beneath.add(item.id)
        self._hosts = {host for host, _, _ in self._places.values()} | self.beneath - self._places.keys()
        self._before = {host: self.of(host) for host in self._hosts}

    def join(self, name: str, host: str, place: int, item: ObjectState) -> None:
        """Something has merged with a permanent."""
        component = Component.model_validate(
            {"id": name, "card": item.card, "owner": item.owner or item.controller, "token": item.token}
        )
        self._places[name] = host, place, component
        self._hosts.add(host)

    def leave(self, name: str) -> None:
        """A component is part of its permanent no more."""
        self._places.pop(name, None)

    def of(self, host: str) -> dict[str, Any]:
        """What a permanent's fields say of its components."""
        mine = sorted((place, name, part) for name, (whose, place, part) in self._places.items() if whose == host)
        merged = tuple(
            part.model_copy(update={"over": place < 0, "face_down": name in self.beneath}) for place, name, part in mine
        )
        return {"merged": merged, "covered_face_down": host in self.beneath}

    def changed(self) -> list[str]:
        """The permanents whose fields change."""
        hosts = self._hosts | (self.beneath - self._places.keys())
        return sorted(host for host in hosts if self.of(host) != self._before.get(host, _NO_COMPONENTS))


_NO_COMPONENTS: dict[str, Any] = {"merged": (), "covered_face_down": False}

_FLAGS = (
    *("tapped", "phased_out", "deathtouch_damage", "lost", "transformed"),
    *("attacking", "blocking", "blocked", "summoning_sick"),
)


def listed(values: clingo.Symbol) -> Listed:
    """Listed characteristics from their term, `values(Power,Toughness,Types,Subtypes,Keywords)`."""
    power, toughness, *words = values.arguments
    types, subtypes, keywords = (tuple(word.string for word in part.arguments) for part in words)
    return Listed(
        types=types,
        subtypes=subtypes,
        keywords=keywords,
        power=power.number if power.type is clingo.SymbolType.Number else None,
        toughness=toughness.number if toughness.type is clingo.SymbolType.Number else None,
    )


def copied(card: clingo.Symbol) -> dict[str, Any]:
    """What something is a copy of, from its term: a card, listed values, or `altered(Copied,Card)` of one of these."""
    altered_by: list[str] = []
    while card.type is clingo.SymbolType.Function and card.name == "altered":
        card, source = card.arguments
        altered_by.insert(0, source.string)
    of = card.string if card.type is clingo.SymbolType.String else listed(card)
    return {"copy_of": of, **({"altered_by": tuple(altered_by)} if altered_by else {})}


_CLEARED: dict[str, tuple[str, Any]] = {
    "tapped": ("tapped", False),
    "phased_out": ("phased_out", False),
    "deathtouch_damage": ("deathtouch_damage", False),
    "face_down": ("face_down", None),
    "exiled_face_down": ("face_down", None),
    "transformed": ("transformed", False),
    "attacking": ("attacking", False),
    "blocking": ("blocking", False),
    "blocked": ("blocked", False),
    "summoning_sick": ("summoning_sick", False),
    "attached": ("attached_to", None),
    "damage": ("damage", 0),
    "x_value": ("x_mana", 0),
    "cast_from": ("cast_from", None),
    "spent": ("spent", None),
    "life_for_mana": ("life_for_mana", 0),
    "formed": ("formed", None),
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


def _happened(player: PlayerState) -> dict[str, int]:
    """What has happened to a player this turn, without what has not."""
    return {what: amount for what, amount in player.this_turn or () if amount}


def _stamps(board: BoardFile) -> dict[str, int]:
    """The timestamp of every object, given or by its place in the file (`facts.board_facts`)."""
    items = [item for zone in ZONES for item in getattr(board, zone)]
    return {
        item.id: order if item.timestamp is None else item.timestamp
        for order, item in enumerate(items, 1)
        if isinstance(item, ObjectState)
    }


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
