"""The normal form of a board: what is the default or follows from the rest is not written, and of lists and timestamps
only the order that can matter. Boards are equal if their normal forms are.

Timestamps are asked for in few places only, so most of their order can't matter:

- Of two counters it never does (613.7c). What +X/+Y counters add is summed up, whatever the order (613.4c); keyword
  counters give abilities, which does not undo what other counters give (613.1f, 122.1b); other counters, and all
  counters on players, have no continuous effect. A keyword counter loses to an effect that takes abilities away later.
  So where it stands among objects and effects is kept, and of other counters nothing.
- Of objects it can matter on the battlefield and the stack: for static abilities (613.7a), those too that they come to
  have as copies, for Roles (704.5z). In other zones they have no abilities but those that say so (113.6b), and get a
  new timestamp when they leave (613.7d). So there it is kept of cards with such abilities, and of objects to which
  effects apply.
- Of effects it can always matter (613.7b).

What is kept is numbered anew from 1, equal ones alike. The battlefield, hands, exile and the command zone are sets, and
so are those who know a card; graveyards and libraries have an order for each player (404.2, 401.2), the stack has one.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import Any

from pyengine.cards import mana
from pyengine.cards.kinds import kind_facts
from pyengine.position.board_facts import NEWEST, NEWEST_DATE
from pyengine.position.effects import default_effect_stamp
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, ObjectState, PlayerState, compact
from pyengine.position.references import card
from pyengine.position.timestamps import object_stamps
from pyengine.solving.terms import quote
from pyengine.solving.timeline import Timeline

Data = dict[str, Any]

_SETS = ("battlefield", "hand", "exile", "command")
_OF_EACH_PLAYER = ("library", "graveyard")


def normal_data(board: BoardFile) -> Data:
    """The board in its normal form, in the shape of a board file."""
    data = compact(board)
    players = list(board.players)
    data["active"] = board.active or players[0]
    data["priority"] = board.priority or data["active"]
    if data.get("rules") == NEWEST_DATE:
        del data["rules"]
    ranks = _Ranks(board)
    for name, player in board.players.items():
        _player(data["players"][name], player, ranks)
    for zone in ZONES:
        for given, item in zip(data.get(zone, ()), getattr(board, zone), strict=True):
            if isinstance(item, ObjectState):
                _object(given, item, zone, players, ranks)
        if zone in _SETS and zone in data:
            data[zone].sort(key=lambda item: item["id"])
        elif zone in _OF_EACH_PLAYER and zone in data:
            data[zone].sort(key=lambda item: players.index(item["owner"]))
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

    def __init__(self, board: BoardFile) -> None:
        self.stamps = object_stamps(board)
        self.orders: dict[str, int] = {}
        self.ranked: set[str] = set()
        kept: set[int] = set()
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
                if zone in ("battlefield", "stack") or _functions_elsewhere(board, item):
                    self.ranked.add(item.id)
                    kept.add(self.stamps[item.id])
        self._kept = sorted(kept)

    def of(self, stamp: int) -> int:
        """The place of a timestamp."""
        place = bisect_left(self._kept, stamp)
        return 2 * place + (place < len(self._kept) and self._kept[place] == stamp)


def _effect_stamps(holder: ObjectState | PlayerState, order: int) -> list[int]:
    return [
        default_effect_stamp(order, number) if effect.timestamp is None else effect.timestamp
        for number, effect in enumerate(holder.effects, 1)
    ]


def _functions_elsewhere(board: BoardFile, item: ObjectState) -> bool:
    """Whether anything that an object has may function off the battlefield, where its timestamp is asked for then."""
    if item.copy_of is not None or item.effects:
        return True
    told = ("functions_in(", "casts_itself(")  # by the rules an ability of the second kind is one of the first
    return item.card is not None and any(fact.startswith(told) for fact in card(board, item.card).facts)


@cache
def has_timestamp(kind: str) -> bool:
    """Whether the timestamp of counters of a kind can be asked for, in any edition: whether they give a keyword."""
    facts = "\n".join([f"edition({NEWEST}).", f"kind({quote(kind)}).", *kind_facts([kind])])
    timeline = Timeline(facts, [], courses=("start",))
    return any(atom.symbol.arguments[0].string == kind for atom in timeline.control.atoms("keyword_counter", 1))
