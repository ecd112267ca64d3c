"""Characteristics of an object after all effects."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Characteristics:
    """Characteristics of an object after all effects: power and toughness (creatures only), keywords, types, ...

    A face-down object has no name (`None`) and a mana value of 0 (708.2).
    """

    power: int | None = None
    toughness: int | None = None
    keywords: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    colors: frozenset[str] = frozenset()
    name: str | None = None
    mana_value: int = 0
