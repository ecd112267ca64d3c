"""Editions of the rules: the newest that the encoding follows, and the number that the rules know each by."""

from __future__ import annotations

NEWEST = 20260925
"""The newest edition the encoding follows, as YYYYMMDD."""

NEWEST_DATE = f"{NEWEST // 10_000}-{NEWEST // 100 % 100:02}-{NEWEST % 100:02}"

NAMED = {"morph article": "2002-09-06"}
"""Editions that have a name: the article that first described morph."""


def date_named(text: str) -> str:
    """The date of an edition that has a name; any other text as it is."""
    return NAMED.get(text, text)


def edition_number(date: str | None) -> int:
    """`2026-09-25` as 20260925; the newest edition if no date is given."""
    return NEWEST if date is None else int(date.replace("-", ""))
