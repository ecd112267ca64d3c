"""What only the text of a keyword tells: its number, what it is a variant of, what it protects from."""

from __future__ import annotations

import re

from pyengine.solving.terms import FactWriter, quote

NOT_WORKED_OUT = frozenset(
    (
        *("affinity", "afflict", "aftermath", "assist", "aura swap", "awaken", "bestow", "blitz", "bloodrush", "boast"),
        *(
            "buyback",
            "cascade",
            "casualty",
            "champion",
            "channel",
            "cipher",
            "cleave",
            "conspire",
        ),
        *("craft", "dash", "daybound", "delve", "demonstrate", "disturb", "double agenda", "double team", "dredge"),
        *(
            "echo",
            "embalm",
            "emerge",
            "encore",
            "enlist",
            "entwine",
            "epic",
            "eternalize",
        ),
        *("firebending", "flanking", "fortify", "freerunning", "frenzy", "fuse", "gift"),
        *(
            "gravestorm",
            "harmonize",
            "haunt",
            "hidden agenda",
            "improvise",
            "jump-start",
            "madness",
            "mayhem",
        ),
        *(
            "miracle",
            "more than meets the eye",
            "mutate",
            "nightbound",
            "ninjutsu",
            "offering",
        ),
        *("overload", "prototype", "provoke", "prowl", "rampage", "rebound", "recover"),
        *("replicate", "retrace", "ripple", "sneak", "soulbond", "spectacle", "splice", "storm", "surge"),
        *("start your engines!", "teamwork", "transfigure", "transmute", "unearth", "warp", "web-slinging", "bolster"),
        *("banding", "absorb", "ascend"),
    )
)
"""Keyword abilities that change how something is cast, or do something as the game goes on, and have no rules here."""


def keyword_words(facts: FactWriter, keyword: str) -> None:
    """`toxic 2`, `vanishing 3` and `suspend 4—{u}` say their number in their name; a cost is not looked at."""
    if found := re.fullmatch(r"([a-z ]+?)(?: (\d{1,6}))?(?:!| ?[—{-].*)?", keyword):
        facts.add("keyword_base", quote(keyword), quote(found[1]))
        if found[1].endswith("cycling") and found[1] != "cycling":
            facts.add("keyword_base", quote(keyword), quote("cycling"))
        if found[2]:
            facts.add("keyword_number", quote(keyword), int(found[2]))
    if found := re.fullmatch(r"protection from (.+)", keyword):
        facts.add("protects_from", quote(keyword), quote(_singular(found[1])))
    if keyword.startswith("hexproof from "):
        facts.add("variant_of", quote(keyword), quote("hexproof"))
    if found := re.fullmatch(r"enchant (\w+)( you control)?", keyword):
        facts.add("enchants", quote(keyword), quote(found[1]))
        if found[2]:
            facts.add("enchants_own", quote(keyword))
    elif keyword.startswith("enchant "):
        facts.add("enchants_otherwise", quote(keyword))


def _singular(words: str) -> str:
    """`rats` are of the subtype `rat`, `werewolves` of the subtype `werewolf`."""
    return words.removesuffix("ves") + "f" if words.endswith("ves") else words.removesuffix("s")
