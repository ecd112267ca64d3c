"""Tokens by the names of Forge's scripts for them, such as `wb_1_1_spirit_flying`: which card is such a token."""

from __future__ import annotations

from collections.abc import Iterator

from pyengine.cards import catalog
from pyengine.compiler import token_cards
from pyengine.errors import UnknownCardError
from pyengine.glossary.subtypes import SUBTYPES

COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green"}
_TYPES = {"a": "artifact", "e": "enchantment"}
_KEYWORDS = ("flying", "vigilance", "menace", "trample", "haste", "lifelink", "deathtouch", "reach", "defender")
_ABILITIES = {"treasure": "sac", "food": "sac", "clue": "draw", "powerstone": ""}
"""Tokens that the rules describe, and the word that their scripts have for what they do."""

_MANA = "Sacrifice this token: Add {C}."


def card_of_script(name: str) -> str | None:
    """The card of the token of a script; None if its name says more than can be said here."""
    if name == "incubator_c_0_0_a_phyrexian":
        return token_cards.INCUBATOR
    colors, *words = name.lower().split("_")
    if colors != "c" and not set(colors) <= set(COLORS):
        return None
    if words[:1] == ["a"] and words[1:2] and words[2:] == list(filter(None, [_ABILITIES.get(words[1], "?")])):
        return _named(f"{words[1].title()} Token")
    if len(words) < 3 or not (words[0].isdecimal() and words[1].isdecimal()):
        return None
    power, toughness, *rest = words
    ability = _MANA if rest[-3:] in (["eldrazi", "spawn", "sac"], ["eldrazi", "scion", "sac"]) else None
    rest = rest[:-1] if ability else rest
    types = [_TYPES[word] for word in rest if word in _TYPES]
    keywords = [word for word in rest if word in _KEYWORDS]
    subtypes = [word for word in rest if word not in _TYPES and word not in _KEYWORDS]
    # The parts of a name stand in this order; what stands otherwise means something else.
    in_order = [*(word for word in rest if word in _TYPES), *subtypes, *keywords] == rest
    if not in_order or not subtypes or not set(subtypes) <= SUBTYPES:
        return None
    described = token_cards.Described(
        int(power),
        int(toughness),
        tuple(_colors(colors)),
        tuple(subtypes),
        (*types, "creature"),
        tuple(keywords),
        ability=ability,
    )
    return str(described) if token_cards.read(str(described)) == described else None


def _colors(letters: str) -> Iterator[str]:
    return (COLORS[letter] for letter in letters if letter in COLORS)


def _named(card: str) -> str | None:
    try:
        return catalog.find(card).name
    except UnknownCardError:
        return None


def script_of(card: str) -> str | None:
    """The script of a token that the rules describe by its name; None for any other."""
    name = card.removesuffix(" Token").lower()
    if card == token_cards.INCUBATOR:
        return "incubator_c_0_0_a_phyrexian"
    return "_".join(filter(None, ("c_a", name, _ABILITIES[name]))) if name in _ABILITIES else None
