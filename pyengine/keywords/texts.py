"""Abilities of keywords (702) in card English, from the table of keywords, with the number and cost of a card.

The words are read like those of a card. When they trigger is in `702_keywords.lp` and `603_triggers.lp`; the
words repeat a condition only if it is checked again as the ability resolves (603.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pyengine.glossary.keyword_table import entry
from pyengine.glossary.subtypes import SUBTYPES
from pyengine.keywords.variants import singular


class KeywordText(NamedTuple):
    """One of the abilities that a keyword represents."""

    number: int
    """Its number among the abilities of the keyword, from 1."""
    term: str | None
    """Its name in the rules; `keyword("modular 1")` and so on if not given."""
    text: str


_PUT_ON_ONE_OF = re.compile(r"put an? (\S+) counter on an? (\w+) (.*) for each (.*? counter) on (this creature)")
_PUT_ON_SEVERAL = r"distribute a number of \1 counters equal to the number of \4s on \5 among one or more \2s \3"
"""702.24a: each choice is made separately for each age counter, so that all of them may come to lie on one, or not."""

_TYPECYCLING = (
    "{cost}, Discard this card: Search your library for a {type} card, reveal it, put it into your hand, then shuffle."
)
"""The text of `plainscycling` or `basic landcycling` (702.29e)."""

_NUMBERED = re.compile(r"([a-z ]+?)(?: (\d{1,6})| x)?(?:!| ?[—{-].*)?")


_COSTING = re.compile(r"([a-z' ]+?)(?: (\d{1,6}|x))?(?: ?\u2014(.+)| (\{.+))?")


def activated(keyword: str) -> str | None:
    """The activated ability that a keyword such as `outlast {w}` or `crew 2` is, in English; None if it is none."""
    if (found := _COSTING.fullmatch(keyword)) is None:
        return None
    base, number, other, mana = found.groups()
    text = entry(base).activated
    if text is None and base.endswith("cycling"):
        of = " ".join(map(_written, base.removesuffix("cycling").split()))
        text = _TYPECYCLING.replace("{type}", of)
    cost = _cost_words(other or mana or "")
    if text is None or ("{cost}" in text) is not bool(cost) or ("{n}" in text) is not bool(number):
        return None
    return text.replace("{cost}", cost).replace("{n}", (number or "").upper())


def _cost_words(cost: str) -> str:
    """A keyword's cost as texts write it; the text of a keyword has no capital letters."""
    words = re.sub(r"\{[^{}]*\}", lambda symbol: symbol[0].upper(), cost)
    return re.sub(r"(?<![{/])\b[a-z]+\b(?![}/])", lambda word: _written(word[0]), words).removesuffix(".")


def _written(word: str) -> str:
    return word.title() if word in SUBTYPES else word


def backs_up(keyword: str) -> str | None:
    """Return the first effect of a keyword such as `backup 2`, before it gives abilities; None for other keywords."""
    found = _NUMBERED.fullmatch(keyword)
    text = entry(found[1]).as_it_enters if found is not None and found[2] else None
    return text.replace("{n}", found[2]) if found is not None and text else None


def gives_until_end_of_turn(what: str) -> str:
    """Return the effect of backup on another creature, which gives it keywords or an ability in quotation marks."""
    return f" {entry('backup').gives}".replace("{what}", what)


def awakens(keyword: str) -> str | None:
    """Return the additional effect of a spell with a keyword such as `awaken 3\u2014{5}{w}`, if it was cast for that
    cost.
    """
    found = _NUMBERED.fullmatch(keyword)
    text = entry(found[1]).resolves if found is not None and found[2] else None
    return text.replace("{n}", found[2]) if found is not None and text else None


def resolves_besides(keyword: str) -> str | None:
    """Return the effect that a spell with a keyword such as rebound has after its others, whatever it was cast for."""
    known = entry(keyword)
    return known.resolves if not known.cost else None


def statics_of(keyword: str) -> tuple[dict[str, Any], ...]:
    """Return the static abilities that a keyword, as in `impending 4\u2014{1}{g}` or `dash {r}`, has beside others."""
    found = _NUMBERED.fullmatch(keyword)
    known = entry(found[1]) if found is not None else entry("")
    return known.statics if known.cost != "numbered" or (found is not None and found[2]) else ()


def static_text(keyword: str) -> str | None:
    """Return the English text of a keyword that is only a static ability: affinity for something (702.41a)."""
    name, _, of = keyword.partition(" for ")
    words = singular(of).split() if name == "affinity" else []
    of_types = [word for word in words if word not in SUBTYPES and word != "snow"]
    if not words or len(of_types) > 1 or not all(word in _OF_AFFINITY for word in of_types):
        return None
    return f"This spell costs {{1}} less to cast for each {' '.join(map(_written, words))} you control."


_OF_AFFINITY = ("artifact", "creature", "enchantment", "land", "planeswalker", "token")
"""Words besides subtypes that affinity is read for, at most one of them."""


def texts_of(keyword: str) -> Iterator[KeywordText]:
    """The abilities of a keyword, as in `modular 1`, that have words here; none if it says no number and needs one."""
    if (found := _NUMBERED.fullmatch(keyword)) is None:
        return
    does = _paying(keyword.removeprefix(found[1]))
    for number, (term, text) in enumerate(entry(found[1]).triggers, 1):
        if ("{n}" in text and not found[2]) or ("{pay" in text and does is None):
            continue
        words = text.replace("{n}", found[2] or "").replace("{pay}", does or "")
        words = _PUT_ON_ONE_OF.sub(_PUT_ON_SEVERAL, words)
        yield KeywordText(number, term, words.replace("{pays}", (does or "").replace(" ", "s ", 1)))


_EITHER = re.compile(r"(\{[WUBRG]\}) or (\{[WUBRG]\})")


def _paying(cost: str) -> str | None:
    """Return the action that pays a keyword's cost, as in `pay {2}` or `discard a card`; None if it has no cost.

    A choice between two symbols for each of several payments is written as a payment of hybrid symbols.
    """
    words = cost.strip(" —").removesuffix(".")
    if not words or words[0].isdigit():
        return None
    if words[0] != "{":
        return words
    mana = _EITHER.sub(lambda found: f"{found[1][:-1]}/{found[2][1:]}", words.upper().replace(" OR ", " or "))
    return f"pay {mana}"
