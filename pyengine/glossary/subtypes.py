"""Subtypes, by the card types they belong to, and their plurals: what a capital letter in a text may be."""

from __future__ import annotations

from pyengine.glossary.word_lists import words

TYPE_OF = {word: kind for kind, _, word in (line.partition(": ") for line in words("subtypes"))}
"""The card type that each subtype belongs to (205.3), in lower case."""

SUBTYPES = frozenset(TYPE_OF)
"""All of them, in lower case."""

_IRREGULAR = {
    **{"elf": "elves", "wolf": "wolves", "werewolf": "werewolves", "dwarf": "dwarves", "mouse": "mice", "ox": "oxen"},
    **{"child": "children", "thief": "thieves", "homunculus": "homunculi", "fungus": "fungi", "cyclops": "cyclopes"},
}
_ALIKE = frozenset(words("subtypes_without_plural"))


def plural(subtype: str) -> str:
    """The plural of a subtype, in lower case."""
    if subtype in _IRREGULAR:
        return _IRREGULAR[subtype]
    if subtype in _ALIKE:
        return subtype
    if subtype.endswith("y") and subtype[-2] not in "aeiou":
        return subtype[:-1] + "ies"
    return subtype + ("es" if subtype.endswith(("s", "sh", "ch", "x", "z")) else "s")


PLURALS = {plural(word): word for word in SUBTYPES} | {"foods": "food"}
"""Each by its plural, or by both of them."""
