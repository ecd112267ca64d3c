"""Costs of a line that a puzzle can minimize."""

from __future__ import annotations

from typing import Any

from pyengine.answers.outcome import Outcome
from pyengine.position.position import Position
from pyengine.puzzles.graph import Cost

FEWEST = ("steps", "mana", "cards", "counters", "life")
"""Steps; mana that is paid; cards by which the hand becomes smaller; counters that are put or removed, of which a move
does both; life by which a player has less. Mana, cards and life are those of the player who solves the puzzle."""


def cost_of(what: str, player: str) -> Cost[Any] | None:
    """Return the function for the cost of an action's outcome; None for steps, which all cost the same."""
    match what:
        case "mana":
            return lambda before, outcome: _mana(outcome, player)
        case "cards":
            return lambda before, outcome: max(0, _hand(before, player) - _hand(outcome.board, player))
        case "counters":
            return lambda before, outcome: _counters(outcome)
        case "life":
            return lambda before, outcome: max(0, _life(before, player) - _life(outcome.board, player))
        case _:
            return None


def _mana(outcome: Outcome[Any], player: str) -> int:
    paid = (event.data for event in outcome.log if event.code == "paid_mana")
    return sum(sum(spent[1:]) for payer, spent in paid if payer == player)


def _counters(outcome: Outcome[Any]) -> int:
    return sum(event.data[2] for event in outcome.log if event.code in ("put", "removed"))


def _hand(position: Position, player: str) -> int:
    return sum((item.owner or item.controller) == player for item in position.model.hand)


def _life(position: Position, player: str) -> int:
    return position.model.players[player].life
