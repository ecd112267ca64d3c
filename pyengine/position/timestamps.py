"""Timestamps of what a board holds: given in the file or by its order, and new ones after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyengine.files.fields import Fixed
from pyengine.position.model import ZONES, BoardFile, CounterState, ObjectState, PlayerState

if TYPE_CHECKING:
    from pyengine.card_model.abilities import Effect

NEW_STAMPS = 500_000
"""Timestamps of a resulting board that are newer than those of the board before it start here."""


def object_stamps(board: BoardFile) -> dict[str, int]:
    """The timestamp of every object, given or by its place in the file (`facts.board_facts`)."""
    items = [item for zone in ZONES for item in getattr(board, zone)]
    return {
        item.id: order if item.timestamp is None else item.timestamp
        for order, item in enumerate(items, 1)
        if isinstance(item, ObjectState)
    }


def newest_stamp(board: BoardFile) -> int:
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


def kept_in_order(before: BoardFile, after: BoardFile) -> BoardFile:
    """The board `after` changes, with timestamps for objects whose place in the file gave theirs and has changed.

    Their order among themselves is the same; timestamps of older objects lie between them.
    """
    if not any(stamp <= NEW_STAMPS for stamp in _given_stamps(after)):
        return after
    stamps, orders = object_stamps(before), object_stamps(after)

    def kept(item: Any) -> Any:
        shifted = isinstance(item, ObjectState) and item.timestamp is None and item.id in stamps
        if not shifted or orders[item.id] == stamps[item.id]:
            return item
        return item.model_copy(update={"timestamp": stamps[item.id]})

    return after.model_copy(update={zone: tuple(map(kept, getattr(after, zone))) for zone in ZONES})


def closed_up(board: BoardFile) -> BoardFile:
    """The board with stamps from NEW_STAMPS on in the same order, but without gaps between them."""
    late = sorted({stamp for stamp in _given_stamps(board) if stamp >= NEW_STAMPS})
    closed = {stamp: NEW_STAMPS + number for number, stamp in enumerate(late)}

    def moved(one: Any) -> Any:
        """A counter, effect, object or player with new stamps."""
        changes: dict[str, Any] = {}
        if getattr(one, "timestamp", None) in closed:
            changes["timestamp"] = closed[one.timestamp]
        if isinstance(one, ObjectState | PlayerState):
            changes["counters"] = Fixed((kind, moved(counter)) for kind, counter in one.counters.items())
            changes["effects"] = tuple(map(moved, one.effects))
        return one.model_copy(update=changes) if changes else one

    zones = {zone: tuple(map(moved, getattr(board, zone))) for zone in ZONES}
    players = Fixed((name, moved(one)) for name, one in board.players.items())
    return board.model_copy(update={"players": players, **zones})
