"""Gaps that prevent trying puzzles in Forge's format as they are: cards, words of cards, and parts of the format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from pyengine.cards import catalog
from pyengine.cards.missing import missing
from pyengine.errors import UnknownCardError
from pyengine.formats import forge_puzzle

UNKNOWN_CARD = "cards that the library does not have"
_ZONES = ("battlefield", "hand", "library", "graveyard", "exile")


def report(texts: Iterable[str]) -> dict[str, Any]:
    """Count the puzzles that lack nothing and the gaps of the others: how many puzzles have each gap, and how many
    have no other. Cards that the library does not have are one gap together; `cards` lists them one by one.
    """
    count = read = whole = 0
    lacking: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for text in texts:
        found = forge_puzzle.converted(text)
        named = {one.what for one in found.problems}
        unknown = {what.removeprefix(forge_puzzle.CARD) for what in named if what.startswith(forge_puzzle.CARD)}
        lacks = {what for what in named if not what.startswith(forge_puzzle.CARD)}
        count += 1
        read += not named
        cards.update(unknown)
        lacks |= {UNKNOWN_CARD} if unknown else set()
        lacks.update(_words_of(found))
        whole += not lacks
        lacking.update(lacks)
        if len(lacks) == 1:
            alone.update(lacks)
    return {
        "puzzles": count,
        "read": read,
        "whole": whole,
        "lacking": [
            {"what": what, "alone": alone[what], "puzzles": lacking[what]}
            for what in sorted(lacking, key=lambda what: (-lacking[what], -alone[what], what))
        ],
        "cards": [{"card": card, "puzzles": cards[card]} for card in sorted(cards, key=lambda one: (-cards[one], one))],
    }


def _words_of(found: forge_puzzle.Converted) -> Iterator[str]:
    """Yield missing parts of the cards that the library has."""
    for card in {item["card"] for zone in _ZONES for item in found.data.get(zone, ())}:
        for what in _missing(card):
            yield f"of a card: {what}"


@cache
def _missing(card: str) -> tuple[str, ...]:
    try:
        return tuple(missing(catalog.definition(card)))
    except UnknownCardError:
        return ()


def rows(report: dict[str, Any], most: int) -> list[tuple[str, ...]]:
    """The table of what is lacking most."""
    rows = [(str(one["puzzles"]), str(one["alone"]), one["what"]) for one in report["lacking"][:most]]
    return [("puzzles", "alone", "lacking"), *rows]


def card_rows(report: dict[str, Any], most: int) -> list[tuple[str, ...]]:
    """The table of the cards that are lacking most."""
    return [("puzzles", "card"), *((str(one["puzzles"]), one["card"]) for one in report["cards"][:most])]
