"""Costs that keywords let a player pay as a spell is cast: kicker, flashback and the like, `costs_of`.

This module lists the known ones; `asp/rules/601_2b_additional_costs.lp` has what they pay for and the results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pyengine.card_model.costs import Cost
from pyengine.english.ability_lines import read_costs
from pyengine.english.cost_fields import cost_data
from pyengine.english.reading import TextError
from pyengine.english.static_fields import NoWordError
from pyengine.glossary.keyword_table import with_costs
from pyengine.glossary.subtypes import PLURALS, SUBTYPES

NUMBERED = with_costs("numbered")
"""Those that say a number before their cost (702.113a, 702.176a)."""

NAMES = with_costs()


class KeywordCost(NamedTuple):
    """A cost that may be paid."""

    what: str
    cost: Cost


_SAID = re.compile(rf"({'|'.join(sorted(NAMES))})( \d{{1,6}})?(?: (\{{.*)|\u2014(.*))")


def costs_of(keyword: str) -> Iterator[KeywordCost]:
    """Yield the costs of a keyword such as `kicker {1}{r}`, `kicker {2} and/or {g}`, `flashback\u2014sacrifice a
    creature`. Nothing for a keyword without such costs, or with a cost that has no words here.
    """
    if (found := _SAID.fullmatch(keyword)) is None or (found[1] in NUMBERED) is not bool(found[2]):
        return
    try:
        yield from [KeywordCost(found[1], _cost(one)) for one in (found[3] or found[4]).split(" and/or ")]
    except NoWordError:
        return


class SetAside(NamedTuple):
    """The cost to exile a card from a hand and cast it later."""

    how: str
    cost: Cost
    time: str | None
    """With how many time counters: a number, or `x`."""
    x_not_zero: bool = False
    """True if the text says that X can't be 0."""


_ASIDE = re.compile(r"(suspend|plot)(?: (\d{1,6}|x))?(?: ?\u2014(.+?)| (\{.+?))(\. x can't be 0)?")


def set_aside(keyword: str) -> SetAside | None:
    """Return the action that a keyword such as `suspend 4\u2014{1}{r}` or `plot {b}` allows with a card in a hand;
    None for other keywords.
    """
    if (found := _ASIDE.fullmatch(keyword)) is None or (found[1] == "suspend") is not bool(found[2]):
        return None
    if found[5] is not None and found[2] != "x":
        return None
    try:
        return SetAside(found[1], _cost(found[3] or found[4]), found[2], found[5] is not None)
    except NoWordError:
        return None


def _cost(text: str) -> Cost:
    return Cost.model_validate({"mana": text.upper()} if re.fullmatch(r"(\{[^{}]+\})+", text) else other_cost(text))


def other_cost(text: str) -> dict[str, object]:
    """A keyword's cost other than mana alone; the text of a keyword has no capital letters, as subtypes and mana do."""
    words = re.sub(
        r"[a-z]+", lambda word: word[0].title() if word[0] in SUBTYPES or word[0] in PLURALS else word[0], text
    )
    try:
        told = cost_data(read_costs(words))
    except TextError as error:
        raise NoWordError(f"the cost {text!r}: {error.message}") from None
    return told | ({"mana": told["mana"].upper()} if "mana" in told else {})
