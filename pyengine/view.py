"""A board as one player is entitled to see it (708.5, 406.3, 400.2).

Who sees what is asked of the rules; this only takes away what is not seen. What is hidden keeps what is public
about it and gets an id made of its place alone, so that nothing of the hidden card is left: two boards that differ
in cards the player does not see give the same view.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pyengine.model import ZONES, AbilityOnStack, BoardFile, ObjectState, PlayerState
from pyengine.values import MAX_NAME, Fixed

PUBLIC_IN_HIDDEN_ZONE = frozenset({"id", "owner", "counters", "known_to"})
"""What of a card in a hand or library everyone can tell."""

NOT_PUBLIC = frozenset(
    {"card", "transformed", "merged", "covered_face_down", "flipped", "formed", "last_known_counters"}
)
"""What of a face-down object only those can tell who may look at it."""


def view(board: BoardFile, player: str, seen: Collection[str]) -> BoardFile:
    """The board for a player who sees the objects with the ids `seen`."""
    board = board.model_copy(
        update={"battlefield": tuple(_without_what_is_beneath(item, player) for item in board.battlefield)}
    )
    names = _names(board, seen)
    zones = {zone: _zone(board, zone, seen, names) for zone in ZONES}
    shown = board.model_copy(update={**zones, "cards": {}})
    return shown.model_copy(update={"cards": Fixed(_cards_still_named(board, shown))})


def _without_what_is_beneath(item: ObjectState, player: str) -> ObjectState:
    """A merged permanent without the components that lie face down, unless the player controls it."""
    if player == (item.controller or item.owner):
        return item
    parts = tuple(
        part.model_copy(update={"id": f"face-down component {number} of {item.id}"[:MAX_NAME], "card": None})
        if part.face_down
        else part
        for number, part in enumerate(item.merged, 1)
    )
    changes: dict[str, Any] = {"merged": parts} if item.merged else {}
    if item.covered_face_down:
        changes["card"] = None
    return item.model_copy(update=changes) if changes else item


def _lies_beneath(item: ObjectState) -> bool:
    """Whether it is a merged permanent whose own card lies hidden beneath the topmost component."""
    return item.covered_face_down and item.card is None


def _names(board: BoardFile, seen: Collection[str]) -> Mapping[str, str]:
    """New ids of what is hidden, by the old ones: the place, and a number."""
    items = [(zone, item) for zone in ZONES for item in getattr(board, zone)]
    taken = {item.id for _, item in items if isinstance(item, AbilityOnStack) or item.id in seen} | set(board.players)
    taken |= {part.id for _, item in items if isinstance(item, ObjectState) and item.id in seen for part in item.merged}
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for zone, item in items:
        if isinstance(item, AbilityOnStack) or (item.id in seen and not _lies_beneath(item)):
            continue
        where = (
            zone
            if zone in ("battlefield", "stack", "exile")
            else f"{str(item.owner or item.controller)[:100]}'s {zone}"
        )
        counts[where] = counts.get(where, 0) + 1
        name = f"face-down {where} {counts[where]}" if where == zone else f"{where} {counts[where]}"
        if _lies_beneath(item):
            name = f"merged {where} {counts[where]}"
        while name in taken:
            name += "'"
        names[item.id] = name
    return names


def _zone(board: BoardFile, zone: str, seen: Collection[str], names: Mapping[str, str]) -> tuple[Any, ...]:
    """The objects of a zone. A hand has no order, so what is seen of it comes first."""
    items = [_shown(item, zone, seen, names) for item in getattr(board, zone)]
    if zone == "hand":
        items.sort(key=lambda item: isinstance(item, ObjectState) and item.card is None)
    return tuple(items)


def _shown(
    item: ObjectState | AbilityOnStack, zone: str, seen: Collection[str], names: Mapping[str, str]
) -> ObjectState | AbilityOnStack:
    if isinstance(item, AbilityOnStack):
        return item.model_copy(update={"source": names.get(item.source or "", item.source)})
    changes: dict[str, Any] = {}
    if item.attached_to is not None and item.attached_to in names:
        changes["attached_to"] = names[item.attached_to]
    if any(target in names for target in item.targets):
        changes["targets"] = tuple(names.get(target or "", target) for target in item.targets)
    if item.id in seen:
        if _lies_beneath(item):
            changes["id"] = names[item.id]
        return item.model_copy(update=changes) if changes else item
    data = {field: getattr(item, field) for field in item.model_fields_set} | changes | {"id": names[item.id]}
    if zone in ("hand", "library"):
        data = {field: value for field, value in data.items() if field in PUBLIC_IN_HIDDEN_ZONE}
        data["owner"] = item.owner or item.controller
    public = {field: value for field, value in data.items() if field not in NOT_PUBLIC}
    if item.merged:  # of how many cards it consists is to be seen (730.3)
        parts = range(1, len(item.merged) + 1)
        public["merged"] = [{"id": f"component {n} of {names[item.id]}"[:MAX_NAME], "face_down": True} for n in parts]
    return ObjectState.model_validate({field: _data(value) for field, value in public.items()})


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
            if isinstance(item, ObjectState):
                named.update(filter(None, [item.card, *(part.card for part in item.merged)]))
                named.update(copied for copied in [item.copy_of] if isinstance(copied, str))
                named.update(_copied(item))
    for state in shown.players.values():
        named.update(_copied(state))
    named |= {str(card.back) for name, card in board.cards.items() if name in named and card.back}
    return {name: card for name, card in board.cards.items() if name in named}
