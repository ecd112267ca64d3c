"""Boards and outcomes for people: plain text for terminals, HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from pyengine.model import ZONES, AbilityOnStack, ObjectState, PlayerState

if TYPE_CHECKING:
    from pyengine.board import Board
    from pyengine.outcome import Outcome


def counters_text(state: ObjectState | PlayerState) -> str:
    """Counters as `+1/+1: 2, flying: 1`."""
    return ", ".join(f"{kind}: {counter.count}" for kind, counter in state.counters.items() if counter.count)


_FLAGS = (
    *("tapped", "phased_out", "flipped", "transformed", "token", "monstrous", "summoning_sick"),
    *("attacking", "blocked", "blocking"),
)


def _notes(item: ObjectState) -> Iterator[str]:
    if item.owner and item.controller and item.owner != item.controller:
        yield f"owned by {item.owner}"
    for flag in _FLAGS:
        if getattr(item, flag):
            yield flag.replace("_", " ")
    if item.face_down:
        yield f"face down by {item.face_down.by}"
    if item.damage:
        yield f"{item.damage} damage"
    if item.attached_to:
        yield f"attached to {item.attached_to}"
    for copied in (item.copy_of, *(effect.copy_of for effect in item.effects)):
        if copied is not None:
            yield f"copy of {copied if isinstance(copied, str) else 'a face-down object'}"
    if others := sum(effect.copy_of is None for effect in item.effects):
        yield f"{others} effect(s)"


def _unnamed(item: ObjectState) -> str:
    """What stands for the card of an object without one: a token that is a copy has none, others hide it."""
    return "-" if item.token else "?"


def rows(board: Board) -> Iterator[tuple[str, str, str, str, str]]:
    """Zone, id, card, counters and the rest, for every object."""
    for zone in ZONES:
        for item in getattr(board.model, zone):
            if isinstance(item, AbilityOnStack):
                what = f"{item.kind} ability of {item.source or 'what is gone'}"
                yield zone, item.id, what, "", item.controller or ""
            else:
                who = item.controller or item.owner or ""
                yield zone, item.id, item.card or _unnamed(item), counters_text(item), ", ".join([who, *_notes(item)])


def board_text(board: Board) -> str:
    """The board as a table, players first."""
    lines = [f"rules of {board.model.rules or 'the newest edition'}"]
    for name, player in board.model.players.items():
        extra = [f"life {player.life}", counters_text(player), player.mana or "", "lost" if player.lost else ""]
        lines.append(f"{name}: {', '.join(filter(None, extra))}")
    table = list(rows(board))
    widths = [max((len(row[column]) for row in table), default=0) for column in range(4)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines.append("  ".join([*cells, row[4]]).rstrip())
    return "\n".join(lines)


def board_html(board: Board) -> str:
    """The board as an HTML table; all text is escaped."""
    players = "".join(
        f"<p><b>{escape(name)}</b>: life {player.life} {escape(counters_text(player))}</p>"
        for name, player in board.model.players.items()
    )
    head = "".join(f"<th>{word}</th>" for word in ("zone", "id", "card", "counters", ""))
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows(board))
    return f"{players}<table><tr>{head}</tr>{body}</table>"


def outcome_text(outcome: Outcome, number: int) -> str:
    """An outcome: what happened, each with its rule, and what changed."""
    lines = [f"outcome {number}:"]
    lines += [f"  {event}" for event in outcome.log] or ["  nothing happens"]
    lines += ["  the board does not change"] if not outcome.changes else []
    return "\n".join(lines)
