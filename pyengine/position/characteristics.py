"""Characteristics of an object after all effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON; words are sorted."""
        return {
            "name": self.name,
            "power": self.power,
            "toughness": self.toughness,
            "mana_value": self.mana_value,
            **{
                field: sorted(getattr(self, field))
                for field in ("colors", "supertypes", "types", "subtypes", "keywords")
            },
        }
