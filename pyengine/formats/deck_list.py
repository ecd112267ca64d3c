"""Deck lists, as players and programs write them: a number and a name on each line, with headings between."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pyengine.board import Board
from pyengine.cards import catalog
from pyengine.errors import InputError, UnknownCardError
from pyengine.position.board_line import default_id

LINE = re.compile(r"(?P<count>\d{1,3})x?\s+(?P<name>[^(\[]*[^(\[\s])\s*(?:[(\[].*)?", re.IGNORECASE)
"""A number, a name, and the printing in brackets, which makes no difference."""

ZONES = {
    **dict.fromkeys(("deck", "main", "main deck", "maindeck", "mainboard"), "library"),
    **dict.fromkeys(("commander", "commanders", "companion"), "command"),
    **dict.fromkeys(("sideboard", "maybeboard", "tokens"), None),
}
"""The zone of the cards below each heading; None for cards outside the game."""

MOST_CARDS = 500
"""The largest number of cards of a list."""


class Deck(NamedTuple):
    """A board with the cards of a list, and what was not carried over."""

    board: Board
    problems: tuple[str, ...]


def is_one(text: str) -> bool:
    """True if a text is meant as a deck list: each line is a card with its number, a heading, or a comment."""
    lines = _lines(text)
    return any(map(LINE.fullmatch, lines)) and all(LINE.fullmatch(one) or _heading(one) in ZONES for one in lines)


def read(text: str, player: str, opponent: str) -> Deck:
    """The board on which a player has the cards of a list, in its order. Raises `InputError` for too many cards."""
    zones: dict[str, list[dict[str, Any]]] = {"library": [], "command": []}
    zone: str | None = "library"
    taken: set[str] = {player, opponent}
    problems = []
    for line in _lines(text):
        if (found := LINE.fullmatch(line)) is None:
            zone = ZONES[_heading(line)]
            continue
        if zone is None:
            problems.append(f"outside the game: {line}")
            continue
        try:
            card = catalog.whole_name(found["name"])
        except UnknownCardError as error:
            problems.append(str(error))
            continue
        if len(taken) + int(found["count"]) > MOST_CARDS:
            raise InputError(f"expected a deck list of at most {MOST_CARDS} cards")
        for _ in range(int(found["count"])):
            taken.add(name := default_id(card, taken))
            zones[zone].append({"id": name, "card": card, "owner": player})
    return Deck(Board.from_data({"players": {player: {}, opponent: {}}, "active": player, **zones}), tuple(problems))


def _lines(text: str) -> list[str]:
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith(("//", "#"))]


def _heading(line: str) -> str:
    return line.rstrip(":").casefold()
