"""From the shown atoms of a model to the board it describes.

A pure translation: `gained` and `dropped` say which fluents changed; nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import clingo

from pyengine.cards import mana
from pyengine.files.fields import MAX_STAMP, Fixed, Listed
from pyengine.position.components import Components
from pyengine.position.effects_given import given_effect
from pyengine.position.model import (
    ZONES,
    AbilityOnStack,
    BoardFile,
    CounterState,
    FaceDown,
    ObjectState,
    PlayerState,
    ThisTurn,
)
from pyengine.position.timestamps import closed_up, kept_in_order, newest_stamp, object_stamps

if TYPE_CHECKING:
    from pyengine.cards.vocabulary import Effect


def changed_board(
    board: BoardFile,
    gained: Iterable[clingo.Symbol],
    dropped: Iterable[clingo.Symbol],
    stamped: Sequence[list[clingo.Symbol]],
    aims: Sequence[list[clingo.Symbol]],
    stacked: Sequence[list[clingo.Symbol]],
    made: Iterable[ObjectState],
) -> BoardFile:
    """The board after the changes, with what was `made` on the way.

    Objects that changed zones stand at the end of their new zone, those on the stack in the order of their places.
    """
    offsets = {thing: stamp.number % (MAX_STAMP + 1) for thing, stamp in stamped}
    if newest_stamp(board) + 1 + max(offsets.values(), default=0) > MAX_STAMP:
        board = closed_up(board)
    changes = _Changes(board, made)
    changes.aim(aims)
    changes.place({thing.string: place.number for thing, place in stacked})
    for fluent in dropped:
        changes.drop(fluent)
    for fluent in gained:
        changes.gain(fluent)
    first = newest_stamp(board) + 1
    changes.stamp({thing: first + offset for thing, offset in offsets.items()})
    return changes.result()


class _Changes:
    """What changes on a board, gathered fluent by fluent before any model is made anew."""

    def __init__(self, board: BoardFile, made: Iterable[ObjectState]) -> None:
        self._board = board
        here = {item.id: item for zone in ZONES for item in getattr(board, zone) if isinstance(item, ObjectState)}
        self._components = Components(here.values())
        # What is in no zone of the board, but may come into one.
        self._elsewhere = self._components.as_objects | {item.id: item for item in made}
        self._objects = here | self._elsewhere
        holders: dict[str, PlayerState | ObjectState] = {**board.players, **self._objects}
        self._fields: dict[str, dict[str, Any]] = {name: {} for name in holders}
        """Fields of players and objects that get a new value, but for those that follow from what is below."""
        self._counters_before = {name: holder.counters for name, holder in holders.items()}
        self._counters = {name: dict(counters) for name, counters in self._counters_before.items()}
        self._last_known = {name: dict(item.last_known_counters) for name, item in self._objects.items()}
        self._zones: dict[str, str | None] = {}
        self._ended: set[tuple[str, int]] = set()
        """Continuous effects that ended: on which object, and which of its effects; 0 is `copy_of`."""
        self._copies: dict[str, list[tuple[clingo.Symbol, str]]] = {}
        """New copy effects by object: what is copied, and until when."""
        self._copy_stamps: dict[tuple[str, clingo.Symbol], int] = {}
        self._restamped: set[str] = set()
        self._places: dict[str, int] = {}
        self._targets: dict[str, dict[int, str | None]] = {}
        """What each spell targets now, by its place among the targets."""
        self._mana = {name: mana.pool(player.mana) for name, player in board.players.items()}
        self._lists: dict[str, Listed | None] = {}
        self._piles: dict[str, str] = {}
        self._known_to: dict[str, list[str]] = {}
        self._keywords: dict[str, list[clingo.Symbol]] = {}
        """Effects that began, by object."""
        self._keyword_stamps: dict[clingo.Symbol, int] = {}
        self._this_turn = {name: _happened(player) for name, player in board.players.items()}
        self._turn: dict[str, Any] = {}
        """Fields of the board itself that get a new value: whose turn it is, its number, its step."""
        self._priority: str | None = None
        """Who has priority now, if that has changed."""

    def drop(self, fluent: clingo.Symbol) -> None:
        """Something is no longer so."""
        name, arguments = fluent.name, fluent.arguments
        who = _text(arguments[0])
        if name == "counters":
            self._counters[who].pop(arguments[1].string, None)
        elif name == "last_known_counters":
            self._last_known[who].pop(arguments[1].string, None)
        elif name in ("zone", "ability_on_stack"):
            self._zones[who] = None
        elif name == "merged":
            self._components.leave(who)
        elif name == "face_down_beneath":
            self._components.beneath.discard(who)
        elif name == "mana":
            self._mana[who].pop(arguments[1].string, None)
        elif name == "lists":
            self._lists[who] = None
        elif name == "knows":
            self._players_who_know(arguments[1].string).remove(who)
        elif name == "this_turn":
            self._this_turn[who].pop(arguments[1].string, None)
        elif name == "continuous":
            holder, number = arguments[0].arguments
            self._ended.add((holder.string, number.number))
        elif name in _CLEARED:
            field, value = _CLEARED[name]
            self._fields[who][field] = value

    def gain(self, fluent: clingo.Symbol) -> None:
        """Something is so now."""
        name, arguments = fluent.name, fluent.arguments
        who = _text(arguments[0])
        if name == "counters":
            # What is left of counters is as old as they were; what is new is stamped below.
            before = self._counters_before[who].get(arguments[1].string)
            stamp = None if before is None else before.timestamp
            self._counters[who][arguments[1].string] = CounterState(count=arguments[2].number, timestamp=stamp)
        elif name == "priority":
            self._priority = who
        elif name in ("active", "step"):
            self._turn[name] = who
        elif name == "turn":
            self._turn[name] = arguments[0].number
        elif name == "last_known_counters":
            self._last_known[who][arguments[1].string] = arguments[2].number
        elif name == "zone":
            self._zones[who] = arguments[1].string
        elif name in _FLAGS:
            self._fields[who][name] = True
        elif name == "merged":
            self._components.join(who, arguments[1].string, arguments[2].number, self._objects[who])
        elif name == "face_down_beneath":
            self._components.beneath.add(who)
        elif name == "mana":
            self._mana[who][arguments[1].string] = arguments[2].number
        elif name == "lists":
            self._lists[who] = listed(arguments[1])
        elif name == "exiled_face_down":
            self._fields[who]["face_down"] = {"by": "effect"}
        elif name == "pile":
            self._piles[who] = arguments[1].string
        elif name == "knows":
            self._players_who_know(arguments[1].string).append(who)
        elif name == "copied":
            self._copies.setdefault(who, []).append((arguments[1], arguments[2].string))
        elif name == "continuous":
            gainer = arguments[0].arguments[0]
            self._keywords.setdefault(gainer.string, []).append(arguments[0])
        elif name in _WORDS:
            self._fields[who][_WORDS[name]] = arguments[1].string
        elif name == "face_down":
            self._fields[who]["face_down"] = {"by": arguments[1].string}
        elif name == "formed":
            self._fields[who]["formed"] = {"power": arguments[1].number, "toughness": arguments[2].number}
        elif name == "spent":
            amounts = (one.number for one in arguments[1].arguments)
            self._fields[who]["spent"] = mana.pool_text(dict(zip(mana.LETTERS, amounts, strict=True)))
        elif name == "this_turn":
            self._this_turn[who][arguments[1].string] = arguments[2].number
        elif name in _NUMBERS:
            self._fields[who][_NUMBERS[name]] = arguments[1].number

    def aim(self, aims: Sequence[list[clingo.Symbol]]) -> None:
        """Spells target what they target now; none of them is no target any more."""
        for spell, place, target in aims:
            known = target.string if target.type is clingo.SymbolType.String else None
            self._targets.setdefault(spell.string, {})[place.number] = known

    def place(self, places: dict[str, int]) -> None:
        """What is on the stack has these places there, the greatest on top."""
        self._places = places

    def stamp(self, stamps: dict[clingo.Symbol, int]) -> None:
        """Objects, copy effects and counters get new timestamps (613.7)."""
        for thing, value in stamps.items():
            if thing.name == "continuous":
                self._keyword_stamps[thing.arguments[0]] = value
                continue
            holder = thing.arguments[0].string
            if thing.name == "object" and holder in self._objects:
                self._fields[holder]["timestamp"] = value
                self._restamped.add(holder)
            elif thing.name == "copied":
                self._copy_stamps[holder, thing.arguments[1]] = value
            elif thing.name == "counters" and (kind := thing.arguments[1].string) in self._counters.get(holder, {}):
                self._counters[holder][kind] = CounterState(count=self._counters[holder][kind].count, timestamp=value)
        # Counters without a timestamp are as old as their object; a new timestamp of the object is none of theirs.
        before = object_stamps(self._board)
        for name in self._restamped:
            for kind, counter in self._counters[name].items():
                if counter.timestamp is None and kind in self._objects[name].counters:
                    self._counters[name][kind] = CounterState(count=counter.count, timestamp=before[name])

    def result(self) -> BoardFile:
        """The board with all changes."""
        self._settle()
        data: dict[str, Any] = {"players": {}, **self._turn}
        if self._priority is not None or "active" in self._turn:
            priority = self._priority or self._board.priority_player
            data["priority"] = None if priority == self._turn.get("active", self._board.active_player) else priority
        for name, player in self._board.players.items():
            counters = {"counters": Fixed(sorted(self._counters[name].items()))}
            data["players"][name] = player.model_copy(update=self._fields[name] | counters)
        moved: dict[str, list[ObjectState]] = {zone: [] for zone in ZONES}
        for zone in ZONES:
            staying: list[ObjectState | AbilityOnStack] = []
            for item in getattr(self._board, zone):
                target = self._zones.get(item.id, zone)
                if isinstance(item, AbilityOnStack):
                    if target is not None:
                        staying.append(self._ability(item))
                elif target == zone:
                    staying.append(self._object(item))
                elif target is not None:
                    moved[target].append(self._object(item))
            data[zone] = tuple(staying)
        for name, item in self._elsewhere.items():
            if (target := self._zones.get(name)) is not None:
                moved[target].append(self._object(item))
        data["players"] = Fixed(data["players"])
        for zone in ZONES:
            data[zone] = (*data[zone], *moved[zone])
        data["stack"] = tuple(sorted(data["stack"], key=lambda item: self._places[item.id]))
        return kept_in_order(self._board, self._board.model_copy(update=data))

    def _players_who_know(self, name: str) -> list[str]:
        return self._known_to.setdefault(name, list(self._objects[name].known_to))

    def _ability(self, item: AbilityOnStack) -> AbilityOnStack:
        """An ability that is still on the stack."""
        gone = [field for field in ("source", "event_object") if self._vanished(getattr(item, field))]
        targets = self._aimed_at(item)
        changed = {**dict.fromkeys(gone), **({} if targets == item.targets else {"targets": targets})}
        return item.model_copy(update=changed) if changed else item

    def _aimed_at(self, item: ObjectState | AbilityOnStack) -> tuple[str | None, ...]:
        return tuple(one for _, one in sorted(self._targets.get(item.id, {}).items()))

    def _vanished(self, name: str | None) -> bool:
        return name in self._zones and self._zones[name] is None

    def _settle(self) -> None:
        """Give fields that several fluents tell of together their values."""
        for name, knowing in self._known_to.items():
            self._fields[name]["known_to"] = tuple(player for player in self._board.players if player in knowing)
        for name, values in self._lists.items():
            down = self._fields[name].get("face_down", self._objects[name].face_down)
            if down is not None:
                by = down["by"] if isinstance(down, dict) else down.by
                self._fields[name]["face_down"] = FaceDown.model_validate({"by": by, "lists": values})
        for name, pile in self._piles.items():
            self._fields[name]["face_down"] = FaceDown.model_validate({"by": "effect", "pile": pile})
        for name, pool in self._mana.items():
            if pool != mana.pool(self._board.players[name].mana):
                self._fields[name]["mana"] = mana.pool_text(pool) or None
        for name, happened in self._this_turn.items():
            if happened != _happened(self._board.players[name]):
                self._fields[name]["this_turn"] = ThisTurn.model_validate(happened) if happened else None
        for name in self._components.changed():
            self._fields[name] |= self._components.of(name)

    def _object(self, item: ObjectState) -> ObjectState:
        """An object with its changes; itself if there are none."""
        targets = self._aimed_at(item)
        if targets != item.targets:
            item = item.model_copy(update={"targets": targets})
        if not self._is_changed(item):
            return item
        change = self._fields[item.id] | {
            "counters": dict(sorted(self._counters[item.id].items())),
            "last_known_counters": self._last_known[item.id],
        }
        change |= self._effects(item)
        if item.owner is None and change.get("controller", item.controller) != item.controller:
            change["owner"] = item.controller  # which an owner that is not written means
        return ObjectState.model_validate(
            item.model_dump(exclude_unset=True) | {field: _plain(value) for field, value in change.items()}
        )

    def _is_changed(self, item: ObjectState) -> bool:
        return bool(
            self._fields[item.id]
            or item.id in self._zones
            or item.id in self._copies
            or item.id in self._keywords
            or self._counters[item.id] != item.counters
            or self._last_known[item.id] != item.last_known_counters
            or any(holder == item.id for holder, _ in self._ended)
        )

    def _effects(self, item: ObjectState) -> dict[str, Any]:
        """The fields that say which continuous effects apply to an object, if one ended or began."""
        effects = [one for number, one in enumerate(item.effects, 1) if (item.id, number) not in self._ended]
        copy_of = None if (item.id, 0) in self._ended else item.copy_of
        if copy_of is not None and item.id in self._restamped:
            # The copy effect is as old as the object was, and stays so.
            stamp = object_stamps(self._board)[item.id]
            effects.insert(0, _effect({"copy_of": _plain(copy_of), "timestamp": stamp}))
            copy_of = None
        for what, until in self._copies.get(item.id, ()):
            stamp_then = self._copy_stamps.get((item.id, what))
            effects.append(_effect({**copied(what), "until": until, "timestamp": stamp_then}))
        for effect in self._keywords.get(item.id, ()):
            stamp_then = self._keyword_stamps.get(effect)
            effects.append(_effect({**given_effect(effect), "timestamp": stamp_then}))
        changed = {"effects": tuple(effects)} if tuple(effects) != item.effects else {}
        return changed if copy_of == item.copy_of else changed | {"copy_of": copy_of}


def _effect(data: dict[str, Any]) -> Effect:
    from pyengine.cards.vocabulary import Effect  # few outcomes have one

    return Effect.model_validate(data)


def _text(symbol: clingo.Symbol) -> str:
    """The name a fluent begins with; nothing for the few that are about something else."""
    return symbol.string if symbol.type is clingo.SymbolType.String else ""


_FLAGS = (
    *("tapped", "phased_out", "deathtouch_damage", "lost", "transformed"),
    *("attacking", "blocking", "blocked", "summoning_sick", "monstrous"),
)


_WORDS = {"controller": "controller", "attached": "attached_to", "cast_from": "cast_from"}
_NUMBERS = {"damage": "damage", "life": "life", "life_for_mana": "life_for_mana", "x_value": "x_mana"}
"""Fluents of one word or number, and the field each is."""


def listed(values: clingo.Symbol) -> Listed:
    """Listed characteristics from their term, `values(Power,Toughness,Types,Subtypes,Keywords,Supertypes)`."""
    power, toughness, *words = values.arguments
    types, subtypes, keywords, supertypes = (tuple(word.string for word in part.arguments) for part in words)
    return Listed(
        types=types,
        subtypes=subtypes,
        supertypes=supertypes,
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
    "monstrous": ("monstrous", False),
    "attached": ("attached_to", None),
    "controller": ("controller", None),
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


def _happened(player: PlayerState) -> dict[str, int]:
    """What has happened to a player this turn, without what has not."""
    return {what: amount for what, amount in player.this_turn or () if amount}
