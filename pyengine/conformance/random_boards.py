"""Random boards with an action and what is right, for differential testing: the same seed gives the same scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any, TypeVar

from pyengine.board import Board
from pyengine.errors import InputError, PyengineError
from pyengine.scenarios import state_field

FIELDS = ("counters", "zone", "controller", "tapped", "face_down", "power", "toughness")
PLAYER_FIELDS = ("counters", "life")
PLAYERS = ("alice", "bob")
MOST_OUTCOMES = 50
"""Largest number of outcomes of a scenario: an engine that samples could not meet more."""

TRIES = 200
"""Number of boards that are tried for each scenario."""

T = TypeVar("T")


def scenarios(
    seed: int, number: int, cards: Sequence[str], kinds: Sequence[str], objects: int = 4, most: int = 3
) -> Iterator[dict[str, Any]]:
    """Scenarios as plain data. A board is left out if an answer about it has a note or is cut short.

    Raises `InputError` if nearly all boards are left out.
    """
    made = 0
    for at in count():
        if made == number:
            return
        if at == TRIES * (made + 1):
            raise InputError("nearly every board has a note on its answer; expected cards that are modelled in whole")
        chosen = Chooser(f"{seed}:{at}")  # of its own, so that a longer list begins with a shorter one
        data = board(chosen, cards, kinds, objects, most)
        phrase = action(chosen, data, kinds)
        try:
            found = _scenario(f"seed {seed}, board {at + 1}", data, phrase)
        except PyengineError:  # the action names what is not there, or the board contradicts the rules
            continue
        if found is not None:
            made += 1
            yield found


class Chooser:
    """Choices from a seed by `Random.random` alone, whose numbers Python promises to keep."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def below(self, end: int) -> int:
        """A number from 0 to `end - 1`."""
        return int(self._random.random() * end)

    def of(self, several: Sequence[T]) -> T:
        """One of several things."""
        return several[self.below(len(several))]

    def one_in(self, number: int) -> bool:
        """True with a chance of one in `number`."""
        return self.below(number) == 0


def board(chosen: Chooser, cards: Sequence[str], kinds: Sequence[str], objects: int, most: int) -> dict[str, Any]:
    """A random board as plain data."""
    battlefield = []
    for number in range(1, 2 + chosen.below(objects)):
        item: dict[str, Any] = {"id": f"o{number}", "card": chosen.of(cards), "controller": chosen.of(PLAYERS)}
        counters = {chosen.of(kinds): 1 + chosen.below(most) for _ in range(chosen.below(3))}
        if counters:
            item["counters"] = counters
        if chosen.one_in(6):
            item["tapped"] = True
        if chosen.one_in(6):
            item["face_down"] = {"by": chosen.of(("morph", "manifest", "cloak", "disguise"))}
        battlefield.append(item)
    players = {name: {"counters": {"poison": 1 + chosen.below(3)}} if chosen.one_in(4) else {} for name in PLAYERS}
    return {"players": players, "battlefield": battlefield}


def action(chosen: Chooser, data: dict[str, Any], kinds: Sequence[str]) -> str:
    """A random action on a board, by its phrase."""
    ids = [item["id"] for item in data["battlefield"]]
    kind, here, there, number = chosen.of(kinds), chosen.of(ids), chosen.of(ids), 2 + chosen.below(3)
    return chosen.of(
        (
            f"put a {kind} counter on {here}",
            f"put {number} {kind} counters on {here}",
            f"remove a {kind} counter from {here}",
            f"move a {kind} counter from {here} to {there}",
            f"move all counters from {here} to {there}",
            f"double the {kind} counters on {here}",
            "proliferate",
            f"destroy {here}",
            f"return {here} to hand",
            f"deal 2 damage to {here} from {there}",
            f"turn {here} face up",
            f"turn {here} face down",
            f"tap {here}",
        )
    )


def _scenario(name: str, data: dict[str, Any], action: str) -> dict[str, Any] | None:
    """The scenario of an action; None if the answer is in doubt."""
    board = Board.from_data(data)
    if board.status():
        return None
    found = board.outcomes(action)
    [verdict] = found.verdicts
    outcomes = [one for one, _ in zip(found, range(MOST_OUTCOMES + 1), strict=False)]
    in_doubt = not found.complete or found.caveats or verdict.unknown
    if in_doubt or not verdict.rules or len(outcomes) > MOST_OUTCOMES:  # a scenario names the rule that it shows
        return None
    return {
        "name": name,
        "rules": sorted(verdict.rules),
        "board": data,
        "actions": action,
        "legal": verdict.legal,
        "outcomes": [
            {
                **{one: _state(outcome, one, FIELDS) for one in board.objects},
                **{one: _state(outcome, one, PLAYER_FIELDS) for one in PLAYERS},
            }
            for outcome in outcomes
        ],
    }


def _state(outcome: Any, name: str, fields: Sequence[str]) -> dict[str, Any]:
    """The fields of an object or player in an outcome; of what has left the battlefield, its zone alone."""
    zone = state_field(outcome, name, "zone") if "zone" in fields else None
    if zone not in (None, "battlefield"):
        return {"zone": zone}
    return {field: value for field in fields if (value := state_field(outcome, name, field)) is not None}
