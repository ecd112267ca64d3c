"""Instructions about cards in hands and libraries: draw, discard, mill and the like."""

from __future__ import annotations

from dataclasses import dataclass

from pyengine.actions.instructions import Instruction, OneObject


@dataclass(frozen=True)
class PlayerCards(Instruction):
    """So many cards of a player's hand or library."""

    ids = ("player",)
    of_players = ("player",)
    player: str
    n: int


class Draw(PlayerCards):
    """A player draws cards (121)."""

    predicate, form = "draws", "{player} draws {n}"


class Discard(PlayerCards):
    """A player discards cards of that player's choice (701.9)."""

    predicate, form = "discards", "{player} discards {n}"


class DiscardAtRandom(PlayerCards):
    """A player discards cards at random: each way it can turn out is an outcome."""

    predicate, form = "discards_at_random", "{player} discards {n}"


class Mill(PlayerCards):
    """A player mills cards (701.17)."""

    predicate, form = "mills", "{player} mills {n}"


class DiscardCard(OneObject):
    """Discard a certain card."""

    predicate, form = "discards_card", "discard {object}"
