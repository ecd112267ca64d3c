"""How many cards of the library are modelled in whole, and what is missing of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pyengine.card_model.card import CardDefinition
from pyengine.cards.missing import missing


def report(cards: Iterable[CardDefinition]) -> dict[str, Any]:
    """How many of these cards are modelled in whole; what is missing, by how many cards it alone would complete."""
    count = whole = 0
    completes: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for card in cards:
        lacks = frozenset(missing(card))
        count += 1
        whole += not lacks
        named.update(lacks)
        if len(lacks) == 1:
            completes.update(lacks)
    ordered = sorted(named, key=lambda what: (-completes[what], -named[what], what))
    listed = [{"what": what, "completes": completes[what], "cards": named[what]} for what in ordered]
    return {"cards": count, "whole": whole, "share": round(whole / count, 4) if count else 0.0, "missing": listed}


def rows(report: dict[str, Any]) -> list[tuple[str, ...]]:
    """The table of what is missing."""
    rows = [(str(one["completes"]), str(one["cards"]), one["what"]) for one in report["missing"]]
    return [("completes", "cards", "missing"), *rows]
