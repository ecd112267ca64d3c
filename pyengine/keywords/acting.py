"""Keyword abilities that act: `acts`, for readers of a text and for counts of cards.

A keyword acts if a rule file has all of its effects, or if its words or its costs are known here. A keyword that does
not act is a remark of its card, unless a rule file says when it would matter.
"""

from __future__ import annotations

import re

from pyengine.glossary.keyword_table import entry, keywords
from pyengine.keywords import texts
from pyengine.keywords.variants import is_enchant, is_quality, singular

_NAMED = re.compile(r"(.+?)(?: (?:\d{1,6}|x))?(?: ?\u2014.*| \{.*)?!?")


def base(keyword: str) -> str:
    """A keyword without its number and cost."""
    found = _NAMED.fullmatch(keyword)
    return keyword if found is None else found[1]


def acts(keyword: str) -> bool:
    """Return whether pyengine carries out a keyword, with its number and cost as in `ward {2}`."""
    known = keywords().get(keyword)
    if keyword.startswith("partner with ") or (known is not None and known.acts in ("by rules", "deck")):
        return True
    name, _, said = keyword.partition(" from ")
    if name == "protection":
        return is_quality(singular(said))
    if name == "enchant" or keyword.startswith("enchant "):
        return is_enchant(keyword)
    if entry(base(keyword)).acts == "by number":
        return keyword != base(keyword)
    from pyengine.keywords import casting_costs  # costs are read as English, whose grammar takes its time to import

    return (
        any(texts.texts_of(keyword))
        or texts.activated(keyword) is not None
        or texts.static_text(keyword) is not None
        or any(casting_costs.costs_of(keyword))
        or casting_costs.set_aside(keyword) is not None
        or texts.resolves_besides(keyword) is not None
    )


def acts_given(keyword: str) -> bool:
    """Return whether pyengine carries out a keyword that an effect or another ability gives.

    What a spell does besides as it resolves is read with the spell's own text.
    """
    return acts(keyword) and texts.resolves_besides(keyword) is None


def is_silent(keyword: str, given: bool = False) -> bool:
    """Return whether a keyword does not act, as one that is given, and nothing reports this."""
    told = keyword.partition(" ")[0] in ("protection", "hexproof", "enchant") or entry(base(keyword)).acts == "noted"
    return not (acts_given if given else acts)(keyword) and not told
