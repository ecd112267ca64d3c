"""Edits of a board in the words of board files: another count of counters, untapped, another controller, without it.

What is on a card is never edited, nor life, attachments, effects or what lies in a library: a card says what it says,
and of the rest there is no end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import yaml

from pyengine.actions.action import Action
from pyengine.asking import programs
from pyengine.compiler import mana
from pyengine.position.model import ZONES, ObjectState, Step

if TYPE_CHECKING:
    from pyengine.board import Board

Data = dict[str, Any]

STATUSES = ("tapped", "phased_out", "summoning_sick", "monstrous", "renowned")
"""Yes-or-no properties of a permanent; if the action does not name the permanent, edits add only `tapped`."""

REACHED = ("battlefield", "hand", "graveyard", "exile")
"""Zones that an object which the action names may be in instead."""

COSTS = {"controller": 2, "face_down": 2, "zone": 3}
"""Costs of edits of a field; a counter or mana more or less costs 1, and so does any other field."""


TURNED_UP = ("morph", "megamorph", "disguise")
"""Keywords with the cost to turn a permanent face up."""


@dataclass(frozen=True, eq=False)
class Edit:
    """One field of an object or player that says something else, of the board if `about` is empty; what is in no zone
    (`None`) is not there. `words` are those of a board file."""

    about: str
    field: str
    value: Any
    cost: int

    @property
    def words(self) -> str:
        """The words of a board file; `zone` means the list that an object is in."""
        if self.field == "zone" and self.value is None:
            return f"without {self.about}"
        text = yaml.safe_dump(
            {self.field: self.value}, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**6
        ).strip()
        return f"{self.about}: {text}" if self.about else text[1:-1]

    def excludes(self, other: Edit) -> bool:
        """True if the two edits exclude each other: they change one field, or one removes the subject of the other."""
        if self.about != other.about or not self.about:
            return self.about == other.about and self.field == other.field
        if self.field != other.field:
            return any(one.field == "zone" and one.value != "battlefield" for one in (self, other))
        return self.field != "counters" or self.value.keys() == other.value.keys()

    def goes_as_far_as(self, other: Edit) -> bool:
        """True if it is the other edit or goes further: more counters where that has more, fewer where that has
        fewer, more mana.
        """
        if self is other or (self.about, self.field) != (other.about, other.field):
            return self is other
        if self.field == "mana":
            ours, others = mana.pool(self.value), mana.pool(other.value)
            return all(ours.get(letter, 0) >= number for letter, number in others.items())
        if self.field != "counters" or self.value.keys() != other.value.keys():
            return False
        (ours,), (others,) = self.value.values(), other.value.values()
        return bool(abs(ours - others) == self.cost - other.cost)


def edits(board: Board, action: Action) -> list[Edit]:
    """The edits that are tried to make an action legal: of what it names, and of everything in play."""
    named = action.names()
    numbers = sorted({int(word) for word in re.findall(r"\b\d{1,3}\b", str(action))})
    found = [*_of_turn(board)]
    for name, player in board.model.players.items():
        if name in named:
            found += _counters(board, name, action, numbers)
        if name == board.model.priority_player:
            found += _mana(board, name, player.mana)
    for zone in ZONES:
        for item in getattr(board.model, zone):
            if item.id in named and isinstance(item, ObjectState):
                found += _counters(board, item.id, action, numbers)
                found += _named(board, item, zone)
            elif item.id not in named and zone in ("battlefield", "stack", "command"):
                found.append(Edit(item.id, "zone", None, COSTS["zone"]))
                if zone == "battlefield":
                    found += _counters(board, item.id, action, ())
            if zone == "battlefield":
                found += _of_permanent(board, item, item.id in named)
    return found


def edited(board: Board, changes: Iterable[Edit], stamped: bool = False) -> Board:
    """The board with edits made. Raises `InputError` where what is left names what is not there any more.

    `stamped`: objects keep the timestamps that their places in the file gave them.
    """
    data = board.to_data()
    if stamped:
        for order, item in enumerate((item for zone in ZONES for item in data.get(zone, ())), 1):
            if item["id"] in board.objects:
                item.setdefault("timestamp", order)
    for change in sorted(changes, key=lambda one: one.field != "zone"):
        _make(data, change)
    return board.with_model(type(board).from_data(data).model)


def _make(data: Data, change: Edit) -> None:
    if not change.about:
        data[change.field] = change.value
    elif change.about in data["players"]:
        _write(data["players"][change.about], change)
    elif change.field == "zone":
        _bring(data, change)
    else:
        for zone in ZONES:
            for item in data.get(zone, ()):
                if item["id"] == change.about:
                    _write(item, change)


def _write(place: Data, change: Edit) -> None:
    if change.field == "counters":
        counters = place.setdefault("counters", {})
        for kind, count in change.value.items():
            given = counters.get(kind)
            counters[kind] = {**given, "count": count} if isinstance(given, dict) else count
            if not count:
                del counters[kind]
    elif change.field == "controller":
        place.setdefault("owner", place.get("controller"))  # it changes hands, not its owner
        place["controller"] = change.value
    elif change.value in (None, False):
        place.pop(change.field, None)
    else:
        place[change.field] = deepcopy(change.value)


def _bring(data: Data, change: Edit) -> None:
    """Take an object away, or to another zone, where it is only the card it is."""
    for zone in ZONES:
        for item in list(data.get(zone, ())):
            if item["id"] == change.about:
                data[zone].remove(item)
                if change.value is not None:
                    owner = item.get("owner") or item.get("controller")
                    kept = {field: item[field] for field in ("id", "card", "timestamp", "counters") if field in item}
                    if change.value != "battlefield":
                        kept.pop("counters", None)
                    data.setdefault(change.value, []).append({**kept, "owner": owner})
            elif change.value is None and item.get("attached_to") == change.about:
                del item["attached_to"]


def _of_turn(board: Board) -> Iterator[Edit]:
    model = board.model
    for name, player in model.players.items():
        if name != model.priority_player and not player.lost:
            yield Edit("", "priority", name, 1)
        if name != model.active_player and not player.lost:
            yield Edit("", "active", name, 1)
    for step in get_args(Step):
        if step != model.step:
            yield Edit("", "step", step, 1)


def _mana(board: Board, name: str, pool: str | None) -> Iterator[Edit]:
    """Mana enough for what a card on the board, or casting face down, may ask for."""
    costs = {programs.face_down_cost()}
    for card in map(board.said, board.card_names):
        for ability in card.abilities:
            for word in TURNED_UP:
                if cost := (ability.get(word) or {}).get("mana"):
                    costs.add(cost)
        if card.mana_cost:
            costs.add(card.mana_cost)
    has = mana.pool(pool)
    for cost in sorted(costs):
        symbols = [symbol for symbol in mana.symbols(cost) if symbol.isdigit() or symbol in mana.LETTERS]
        asked = mana.pool("".join(f"{{{symbol}}}" for symbol in symbols))
        more = {letter: has.get(letter, 0) + asked.get(letter, 0) for letter in mana.LETTERS}
        if asked:
            yield Edit(name, "mana", mana.pool_text(more), sum(asked.values()))


def _counters(board: Board, name: str, action: Action, numbers: Iterable[int]) -> Iterator[Edit]:
    there = board.counters(name)
    for kind in sorted({*there, *action.kinds()}):
        now = there.get(kind, 0)
        for count in sorted({0, 1, now - 1, now + 1, *numbers} - {now, -1}):
            yield Edit(name, "counters", {kind: count}, abs(count - now))


def _of_permanent(board: Board, item: ObjectState, named: bool) -> Iterator[Edit]:
    for status in STATUSES:
        if getattr(item, status) or named or status == "tapped":
            yield Edit(item.id, status, not getattr(item, status), 1)
    controller = item.controller or item.owner
    for player, state in board.model.players.items():
        if player != controller and not state.lost:
            yield Edit(item.id, "controller", player, COSTS["controller"])
    if item.face_down is not None:
        yield Edit(item.id, "face_down", None, COSTS["face_down"])


def _named(board: Board, item: ObjectState, zone: str) -> Iterator[Edit]:
    if not item.token and item.card is not None:
        yield from (Edit(item.id, "zone", other, COSTS["zone"]) for other in REACHED if other != zone)
    if zone == "battlefield" and item.face_down is None and item.card is not None:
        own = [word for one in board.said(item.card).abilities for word in TURNED_UP if one.get(word) is not None]
        for cause in dict.fromkeys([*own, "effect"]):
            yield Edit(item.id, "face_down", {"by": cause}, COSTS["face_down"])
