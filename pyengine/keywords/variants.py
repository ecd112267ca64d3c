"""Facts of a keyword that only its text has: its number, the keyword it is a variant of, and what it protects from."""

from __future__ import annotations

import re

from pyengine.english.remarks import touched_by
from pyengine.glossary.keyword_table import entry
from pyengine.glossary.subtypes import SUBTYPES
from pyengine.solving.asp_terms import FactWriter, quote

QUALITIES = frozenset(
    (
        *("white", "blue", "black", "red", "green", "everything", "multicolored", "monocolored", "snow", "legendary"),
        *("artifact", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery"),
        *SUBTYPES,
    )
)
"""Words after `protection from` that a rule file checks for every object."""
_TYPES = frozenset(("artifact", "battle", "creature", "enchantment", "land", "planeswalker"))
_YOURS, _OPPONENTS = " you control", " an opponent controls"
_ENCHANTS = re.compile(rf"enchant (.+?)(?:{_YOURS}|{_OPPONENTS})?")
_ENCHANTS_NOT = re.compile(r"enchant non-?(\w+) (\w+)")
_MANA_VALUE = re.compile(r"mana value (\d{1,6}) or greater")
_MODIFIED = "modified creature"
_COUNTERS = re.compile(r"permanents with ([a-z+/\d-]+) counters on them")


def keyword_words(facts: FactWriter, keyword: str) -> None:
    """`toxic 2`, `vanishing 3` and `suspend 4—{u}` say their number in their name; a cost is not looked at."""
    if found := re.fullmatch(r"([a-z ]+?)(?: (\d{1,6}))?(?:!| ?[—{-].*)?", keyword):
        facts.add("keyword_base", quote(keyword), quote(found[1]))
        known = entry(found[1])
        if known.since is not None:
            date, text = int(known.since.replace("-", "")), f"there was no {found[1]}"
            facts.add("keyword_since", quote(found[1]), date, quote(known.rule or ""), quote(text))
            for touched in sorted(touched_by(found[1])):
                facts.add("keyword_touches", quote(found[1]), quote(touched))
        if found[1].endswith("cycling") and found[1] != "cycling":
            facts.add("keyword_base", quote(keyword), quote("cycling"))
        if found[2]:
            facts.add("keyword_number", quote(keyword), int(found[2]))
    if found := re.fullmatch(r"protection from (.+)", keyword):
        _quality(facts, quality := singular(found[1]))
        facts.add("protects_from", quote(keyword), quote(quality))
    if keyword.startswith("hexproof from "):
        facts.add("variant_of", quote(keyword), quote("hexproof"))
    if words := _enchanted(keyword):
        for word in words:
            facts.add("enchants", quote(keyword), quote(word))
        if keyword.endswith(_YOURS):
            facts.add("enchants_own", quote(keyword))
        if keyword.endswith(_OPPONENTS):
            facts.add("enchants_of_opponents", quote(keyword))
    elif found := _ENCHANTS_NOT.fullmatch(keyword):
        facts.add("enchants", quote(keyword), quote(found[2]))
        facts.add("enchants_not", quote(keyword), quote(found[1]))
    elif keyword.startswith("enchant "):
        facts.add("enchants_otherwise", quote(keyword))


def _enchanted(keyword: str) -> list[str]:
    """Return the words of which one has to be said of what is enchanted: types, subtypes, `permanent` or `player`."""
    if (found := _ENCHANTS.fullmatch(keyword)) is None:
        return []
    words = re.split(r",? or |, ", found[1])
    known = len(words) == 1 or all(word in _TYPES or word in SUBTYPES for word in words)
    return words if known and all(re.fullmatch(r"[\w'-]+", word) for word in words) else []


def is_enchant(keyword: str) -> bool:
    """Return whether the rules decide for every object whether an enchant ability allows it."""
    return bool(_enchanted(keyword)) or _ENCHANTS_NOT.fullmatch(keyword) is not None


def is_quality(quality: str) -> bool:
    """Return whether the rules decide for every object whether it has a quality, in the singular, that protection is
    from.
    """
    named = quality in QUALITIES or quality == _MODIFIED
    return named or any(one.fullmatch(quality) for one in (_MANA_VALUE, _COUNTERS))


def _quality(facts: FactWriter, quality: str) -> None:
    """Add facts of the conditions of a quality."""
    if is_quality(quality):
        facts.add("plain_quality", quote(quality))
    if quality == _MODIFIED:
        facts.add("quality_modified", quote(quality))
    if found := _MANA_VALUE.fullmatch(quality):
        facts.add("quality_mana_value", quote(quality), int(found[1]))
    if found := _COUNTERS.fullmatch(quality):
        facts.add("quality_counters", quote(quality), quote(found[1]))


def singular(words: str) -> str:
    """`rats` are of the subtype `rat`, `werewolves` of the subtype `werewolf`."""
    return words.removesuffix("ves") + "f" if words.endswith("ves") else words.removesuffix("s")
