"""A board as one player is entitled to see it (708.5, 406.3, 400.2).

Who sees what, and what is public of the rest, is asked of the rules; this only takes away what they do not tell. What
is hidden gets an id made of its place alone, so that nothing of the hidden card is left: two boards that differ in
cards the player does not see give the same view.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import clingo

from pyengine.compiler.delayed_words import NAMES
from pyengine.files.fields import MAX_NAME, Fixed
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, Component, Delayed, ObjectState, PlayerState

if TYPE_CHECKING:
    from pyengine.card_model.abilities import Effect

Worded = TypeVar("Worded", AbilityOnStack, Delayed)


@dataclass(frozen=True)
class Sight:
    """One player's view of a board: how the player sees each object and component."""

    manner: Mapping[str, str]
    tells: Mapping[str, frozenset[str]]
    """Fields revealed for each way of seeing an object."""
    causes: Mapping[str, str]
    """The cause that a player sees for hidden face-down objects."""
    unordered: frozenset[str]
    """Zones whose objects are in no order."""

    @classmethod
    def of(cls, atoms: Iterable[tuple[str, Sequence[clingo.Symbol]]]) -> Sight:
        """Read the view from atoms, given by predicate and arguments; atoms outside `SIGHT` are ignored."""
        manner: dict[str, str] = {}
        tells: dict[str, set[str]] = {}
        causes: dict[str, str] = {}
        unordered: set[str] = set()
        for name, arguments in atoms:
            if name == "sight":
                manner[arguments[1].string] = arguments[2].string
            elif name == "tells":
                tells.setdefault(arguments[0].string, set()).add(arguments[1].string)
            elif name == "shown_cause":
                causes[arguments[1].string] = arguments[2].string
            elif name == "has_no_order":
                unordered.add(arguments[0].string)
        return cls(manner, {name: frozenset(fields) for name, fields in tells.items()}, causes, frozenset(unordered))

    def told(self, name: str) -> frozenset[str]:
        """The fields that the view reveals of an object or component; none if the rules do not name it."""
        return self.tells.get(self.manner.get(name, ""), frozenset())

    def names(self, item: ObjectState | Component) -> bool:
        """True if the player may see the id, which can name the card."""
        return "id" in self.told(item.id)


SIGHT = (("sight", 3), ("tells", 2), ("shown_cause", 3), ("has_no_order", 1))
"""The atoms that a `Sight` is made of."""


def view(board: BoardFile, sight: Sight) -> BoardFile:
    """The board for a player with this sight."""
    board = _in_order_of_time(board, sight)
    return _shown_board(board, sight, _names(board, sight))


def concealed(board: BoardFile, sight: Sight) -> BoardFile:
    """Return the later board of a view for the same player: newly hidden objects lose their cards, and all ids stay."""
    return _shown_board(board, sight, {})


def _in_order_of_time(board: BoardFile, sight: Sight) -> BoardFile:
    """The board with hidden objects in the order of their timestamps, in the same places of the file.

    The place in the file could reveal a card whose timestamp is given, and the game does not see it.
    """
    zones: dict[str, Any] = {}
    for zone in ("battlefield", "exile"):
        items = list(getattr(board, zone))
        places = [n for n, item in enumerate(items) if item.timestamp is not None and not sight.names(item)]
        for place, item in zip(places, sorted((items[n] for n in places), key=_timestamp), strict=True):
            items[place] = item
        zones[zone] = tuple(items)
    return board.model_copy(update=zones)


def _timestamp(item: ObjectState) -> int:
    return item.timestamp or 0


def _shown_board(board: BoardFile, sight: Sight, names: Mapping[str, str]) -> BoardFile:
    zones = {zone: _zone(board, zone, sight, names) for zone in ZONES}
    delayed = tuple(_renamed(one, names) for one in board.delayed)
    shown = board.model_copy(update={**zones, "cards": {}, "delayed": delayed})
    return shown.model_copy(update={"cards": Fixed(_cards_still_named(board, shown))})


def _names(board: BoardFile, sight: Sight) -> Mapping[str, str]:
    """New ids of what is hidden, by the old ones: the place, and a number."""
    items = [(zone, item) for zone in ZONES for item in getattr(board, zone)]
    parts = [part for _, item in items if isinstance(item, ObjectState) for part in item.merged]
    taken = set(board.players) | {part.id for part in parts if sight.names(part)}
    taken |= {item.id for _, item in items if isinstance(item, AbilityOnStack) or sight.names(item)}
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for zone, item in items:
        if isinstance(item, AbilityOnStack) or sight.names(item):
            continue
        where = (
            zone
            if zone in ("battlefield", "stack", "exile")
            else f"{str(item.owner or item.controller)[:100]}'s {zone}"
        )
        counts[where] = counts.get(where, 0) + 1
        name = f"face-down {where} {counts[where]}" if where == zone else f"{where} {counts[where]}"
        if item.face_down is None and where == zone:
            name = f"merged {where} {counts[where]}"
        while name in taken:
            name += "'"
        names[item.id] = name
        for number, part in enumerate(item.merged, 1):
            if not sight.names(part):
                names[part.id] = f"component {number} of {name}"[:MAX_NAME]
    for _, item in items:
        if isinstance(item, ObjectState) and sight.names(item):
            for number, part in enumerate(item.merged, 1):
                if not sight.names(part):
                    names[part.id] = f"face-down component {number} of {item.id}"[:MAX_NAME]
    return names


def _zone(board: BoardFile, zone: str, sight: Sight, names: Mapping[str, str]) -> tuple[Any, ...]:
    """The objects of a zone. Where they have no order, what is seen comes first."""
    items = [_shown(item, sight, names) for item in getattr(board, zone)]
    if zone in sight.unordered:
        items.sort(key=lambda item: isinstance(item, ObjectState) and item.card is None)
    return tuple(items)


def _renamed(item: Worded, names: Mapping[str, str]) -> Worded:
    """The source and objects of an ability, by new names."""
    changes: dict[str, Any] = {"source": names.get(item.source, item.source)} if item.source else {}
    about = {called: tuple(names.get(one, one) for one in meant) for called, meant in item.about.items()}
    free = (one for one in NAMES if one not in about)
    written = {field: words for field in ("does", "when") if (words := getattr(item, field, None)) is not None}
    for one in sorted(names):
        said = rf"(?<![\w'-]){re.escape(one)}(?![\w-])"
        if one not in item.about and any(re.search(said, words) for words in written.values()):
            called = next(free)
            written = {field: re.sub(said, called, words) for field, words in written.items()}
            about[called] = (names[one],)
    if about != dict(item.about):
        changes |= {**written, "about": Fixed(about)}
    return item.model_copy(update=changes) if changes else item


def _with_name(effect: Effect, names: Mapping[str, str]) -> Effect:
    """An effect that names the object as long as which it lasts by its new name."""
    lasts = effect.lasts_while
    if lasts is None or lasts.of is None or lasts.of not in names:
        return effect
    words = {word: names[lasts.of] for word in ("tapped", "controlled", "there") if getattr(lasts, word) is not None}
    return effect.model_copy(update={"lasts_while": lasts.model_copy(update=words)})


def _shown(item: ObjectState | AbilityOnStack, sight: Sight, names: Mapping[str, str]) -> ObjectState | AbilityOnStack:
    if isinstance(item, AbilityOnStack):
        said = {field: getattr(item, field) for field in ("event_object", "event_other")}
        seen: dict[str, Any] = {field: names.get(name, name) for field, name in said.items() if name}
        targets = tuple(names.get(one or "", one) for one in item.targets)
        renamed = (
            one.model_copy(update={"by": names.get(one.by, one.by), "to": names.get(one.to, one.to)})
            for one in item.assigned
        )
        # In the order of the names that are shown: that of the others would tell something of them.
        seen["assigned"] = tuple(sorted(renamed, key=lambda one: (one.by, one.to)))
        return _renamed(item, names).model_copy(update={**seen, "targets": targets})
    changes: dict[str, Any] = {}
    if item.attached_to is not None and item.attached_to in names:
        changes["attached_to"] = names[item.attached_to]
    if item.exiled_with is not None and item.exiled_with in names:
        changes["exiled_with"] = names[item.exiled_with]
    lasting = [one.lasts_while for one in item.effects if one.lasts_while is not None and one.lasts_while.of in names]
    if lasting:
        changes["effects"] = tuple(_with_name(one, names) for one in item.effects)
    if item.attacks is not None and item.attacks in names:
        changes["attacks"] = names[item.attacks]
    if any(source in names for source in item.damaged_by):
        changes["damaged_by"] = tuple(names.get(source, source) for source in item.damaged_by)
    if any(paid in names for paid in item.paid_with):
        changes["paid_with"] = Fixed((names.get(paid, paid), how) for paid, how in item.paid_with.items())
    if any(attacker in names for attacker in item.blocks):
        changes["blocks"] = tuple(names.get(attacker, attacker) for attacker in item.blocks)
    if any(target in names for target in item.targets):
        changes["targets"] = tuple(names.get(target or "", target) for target in item.targets)
    if any(not sight.names(part) for part in item.merged):
        changes["merged"] = tuple(_shown_part(part, sight, names) for part in item.merged)
    told = sight.told(item.id)
    if item.model_fields_set <= told:
        return item.model_copy(update=changes) if changes else item
    data = {field: getattr(item, field) for field in item.model_fields_set} | changes
    data = {field: value for field, value in data.items() if field in told} | {"id": names.get(item.id, item.id)}
    if "controller" not in told:
        data["owner"] = item.owner or item.controller
    elif data.get("owner") == item.controller:
        del data["owner"]  # that a board says it of one card and not of another could tell them apart
    if item.face_down is not None and item.id in sight.causes:
        data["face_down"] = item.face_down.model_copy(update={"by": sight.causes[item.id]})
    return ObjectState.model_validate({field: _data(value) for field, value in data.items()})


def _shown_part(part: Component, sight: Sight, names: Mapping[str, str]) -> Component:
    """A component. One without a card lies face down."""
    told = sight.told(part.id)
    if part.model_fields_set <= told:
        return part
    data = {field: getattr(part, field) for field in part.model_fields_set if field in told}
    return Component.model_validate({**data, "id": names.get(part.id, part.id), "face_down": True})


def _data(value: Any) -> Any:
    """A field as plain data, without defaults."""
    if isinstance(value, tuple):
        return [_data(one) for one in value]
    if isinstance(value, dict):
        return {key: _data(one) for key, one in value.items()}
    return value.model_dump(exclude_unset=True) if hasattr(value, "model_dump") else value


def _copied(holder: ObjectState | PlayerState) -> Iterator[str]:
    """The cards that copy effects on something name."""
    yield from (effect.copy_of for effect in holder.effects if isinstance(effect.copy_of, str))
    yield from (name for effect in holder.effects for name in effect.altered_by)


def _cards_still_named(board: BoardFile, shown: BoardFile) -> dict[str, Any]:
    """The cards of the file that something still shown names."""
    named: set[str] = set()
    for zone in ZONES:
        for item in getattr(shown, zone):
            if isinstance(item, AbilityOnStack):
                named.update(filter(None, [item.card]))
            if isinstance(item, ObjectState):
                named.update(filter(None, [item.card, *(part.card for part in item.merged)]))
                named.update(copied for copied in [item.copy_of] if isinstance(copied, str))
                named.update(_copied(item))
    for state in shown.players.values():
        named.update(_copied(state))
    named |= {part for name, card in board.cards.items() if name in named for part in card.parts()}
    return {name: card for name, card in board.cards.items() if name in named}
