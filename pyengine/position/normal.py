"""The normal form of a board: what is the default or follows from the rest is not written, and of lists and timestamps
only the order that can matter. Boards are equal if their normal forms are.

Timestamps are asked for in few places only, so most of their order can't matter: of what they can, the rules say
(`asp/questions/normal_form.lp`). Of objects to which effects apply it is kept in every zone, and of effects always
(613.7b).

What is kept is numbered anew from 1, equal ones alike. Zones that the rules give no order are sets, and so are those
who know a card.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from typing import Any

from pyengine.compiler import mana
from pyengine.glossary.editions import NEWEST, NEWEST_DATE
from pyengine.phrases.counter_kinds import kind_facts
from pyengine.position.effects import default_effect_stamp
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, ObjectState, PlayerState, compact
from pyengine.position.references import card
from pyengine.position.timestamps import object_stamps
from pyengine.solving.asp_terms import quote
from pyengine.solving.timeline import Timeline

Data = dict[str, Any]


def normal_data(board: BoardFile, *, copies: bool = True) -> Data:
    """The board in its normal form, in the shape of a board file.

    Without `copies` no permanent ever becomes a copy of another, so that the timestamp of one that makes no continuous
    effect can't matter.
    """
    data = compact(board)
    players = list(board.players)
    data["active"] = board.active or players[0]
    data["priority"] = board.priority or data["active"]
    if data.get("rules") == NEWEST_DATE:
        del data["rules"]
    ranks = _Ranks(board, copies)
    for name, player in board.players.items():
        _player(data["players"][name], player, ranks)
    for zone in ZONES:
        for given, item in zip(data.get(zone, ()), getattr(board, zone), strict=True):
            if isinstance(item, ObjectState):
                _object(given, item, zone, players, ranks)
        if zone not in data:
            continue
        if zone in said_to_be("order_of_each_player"):
            data[zone].sort(key=lambda item: players.index(item["owner"]))
        elif zone not in said_to_be("one_order"):
            data[zone].sort(key=lambda item: item["id"])
    return data


def _player(data: Data, player: PlayerState, ranks: _Ranks) -> None:
    _counters(data, player, None, ranks)
    _effects(data, player, 0, ranks)
    _mana(data, "mana", player.mana)
    if player.mana is not None and not mana.pool(player.mana):
        del data["mana"]
    if player.this_turn is not None and not any(amount for _, amount in player.this_turn):
        del data["this_turn"]


def _object(data: Data, item: ObjectState, zone: str, players: list[str], ranks: _Ranks) -> None:
    owner = item.owner or item.controller
    data.pop("owner", None)
    controller = data.pop("controller", None) or owner
    if zone in ("battlefield", "stack"):
        data["controller"] = controller
    if zone not in ("battlefield", "stack") or controller != owner:
        data["owner"] = owner
    data.pop("timestamp", None)
    if item.id in ranks.ranked:
        data["timestamp"] = ranks.of(ranks.stamps[item.id])
    _counters(data, item, ranks.stamps[item.id], ranks)
    _effects(data, item, ranks.orders[item.id], ranks)
    _mana(data, "spent", item.spent)
    if item.known_to:
        data["known_to"] = [player for player in players if player in item.known_to]
    if item.blocks:
        data["blocks"] = sorted(item.blocks)
    for part in data.get("merged", ()):
        if part.get("owner") == owner:
            del part["owner"]


def _mana(data: Data, field: str, pool: str | None) -> None:
    """Mana in the one way to write it."""
    if pool is not None:
        data[field] = mana.pool_text(mana.pool(pool))


def _counters(data: Data, holder: ObjectState | PlayerState, stamp: int | None, ranks: _Ranks) -> None:
    """Counters by kind; `stamp` is that of the object, which counters have to which none is given."""
    if not holder.counters:
        return
    found: Data = {}
    for kind, counter in sorted(holder.counters.items()):
        if counter.count:
            found[kind] = counter.count
            if stamp is not None and has_timestamp(kind):
                given = stamp if counter.timestamp is None else counter.timestamp
                found[kind] = {"count": counter.count, "timestamp": ranks.of(given)}
    del data["counters"]
    if found:
        data["counters"] = found


def _effects(data: Data, holder: ObjectState | PlayerState, order: int, ranks: _Ranks) -> None:
    for number, effect in enumerate(holder.effects, 1):
        given = default_effect_stamp(order, number) if effect.timestamp is None else effect.timestamp
        data["effects"][number - 1]["timestamp"] = ranks.of(given)
    if holder.effects:
        data["effects"].sort(key=lambda effect: (effect["timestamp"], repr(sorted(effect.items()))))


class _Ranks:
    """Timestamps as places in the order that is kept: odd numbers for objects and effects, even ones between them."""

    def __init__(self, board: BoardFile, copies: bool) -> None:
        self.stamps = object_stamps(board)
        self.orders: dict[str, int] = {}
        self.ranked: set[str] = set()
        kept: set[int] = set()
        here = [] if copies else [item.card for item in board.battlefield]
        permanents = _cards_with_timestamps(board, "timed_permanent", here)
        untimed = (zone for zone in ZONES if zone not in said_to_be("timed_zone"))
        others = [item.card for zone in untimed for item in getattr(board, zone) if isinstance(item, ObjectState)]
        cards = _cards_with_timestamps(board, "timed_card", others)
        order = 0
        for player in board.players.values():
            kept.update(_effect_stamps(player, 0))
        for zone in ZONES:
            for item in getattr(board, zone):
                order += 1
                if isinstance(item, AbilityOnStack):
                    continue
                self.orders[item.id] = order
                kept.update(_effect_stamps(item, order))
                if zone == "battlefield" and not copies and _is_as_printed(item):
                    timed = item.card in permanents
                else:
                    timed = zone in said_to_be("timed_zone") or item.card in cards
                if timed or _has(item, "timed_with"):
                    self.ranked.add(item.id)
                    kept.add(self.stamps[item.id])
        self._kept = sorted(kept)

    def of(self, stamp: int) -> int:
        """The place of a timestamp."""
        place = bisect_left(self._kept, stamp)
        return 2 * place + (place < len(self._kept) and self._kept[place] == stamp)


def _is_as_printed(item: ObjectState) -> bool:
    """True if a permanent has exactly the characteristics of its one card, now and later."""
    return item.card is not None and not _has(item, "more_than_printed")


def _has(item: ObjectState, predicate: str) -> bool:
    """True if an object has one of the fields that the rules name here."""
    return any(getattr(item, field) for field in said_to_be(predicate))


def _effect_stamps(holder: ObjectState | PlayerState, order: int) -> list[int]:
    return [
        default_effect_stamp(order, number) if effect.timestamp is None else effect.timestamp
        for number, effect in enumerate(holder.effects, 1)
    ]


@cache
def has_timestamp(kind: str) -> bool:
    """True if a rule of any edition can ask for the timestamp of counters of a kind."""
    return kind in _asked("timed_kind", (f"kind({quote(kind)}).", *kind_facts([kind])))


def _cards_with_timestamps(board: BoardFile, predicate: str, named: Iterable[str | None]) -> set[str]:
    """Those of some cards of which the rules say that their timestamp can be asked for."""
    cards = {name: card(board, name) for name in sorted({name for name in named if name is not None})}
    known = {name: _CARDS_ASKED.get((predicate, one.facts)) for name, one in cards.items()}
    if None in known.values():  # all at once: a question for each would take far longer
        timed = _asked(predicate, (fact for one in cards.values() for fact in one.facts))
        known = {name: one.name in timed for name, one in cards.items()}
        if len(_CARDS_ASKED) > CARDS_KEPT:
            _CARDS_ASKED.clear()
        _CARDS_ASKED.update(((predicate, one.facts), one.name in timed) for one in cards.values())
    return {name for name, matters in known.items() if matters}


CARDS_KEPT = 10_000
_CARDS_ASKED: dict[tuple[str, tuple[str, ...]], bool] = {}
"""True if a rule can ask for the timestamp of a card with these facts: on the battlefield, or elsewhere."""


@cache
def said_to_be(predicate: str) -> frozenset[str]:
    """The zones, or the fields of objects, of which the rules say this."""
    return frozenset(_asked(predicate, ()))


def _asked(predicate: str, facts: Iterable[str]) -> set[str]:
    """The names of which the rules say this, with what they have to know."""
    program = "\n".join([f"edition({NEWEST}).", *facts])
    timeline = Timeline(program, ["questions/normal_form.lp"], courses=("start",), by_plans=True)
    return {atom.symbol.arguments[0].string for atom in timeline.atoms(predicate, 1)}
