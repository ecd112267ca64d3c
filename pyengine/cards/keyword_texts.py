"""What the triggered and activated abilities of keywords say (702), in the English of cards.

A keyword is data: its words are read as those of a card are, and no rule file says what it does. When it triggers is
for `asp/702_keywords.lp` and `asp/603_triggers.lp`; a condition that is met by then is not said here again, but where
it is asked once more as the ability resolves (603.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple


class KeywordText(NamedTuple):
    """An ability that a keyword stands for."""

    number: int
    """Which of those of the keyword, from 1."""
    term: str | None
    """What the rules call it; `keyword("modular 1")` and so on if not given."""
    text: str


_UPKEEP = "At the beginning of your upkeep, "
_ENTERS = "When this creature enters, "
_DIES = "When this creature dies, "
_ATTACKS = "Whenever this creature attacks, "
_DAMAGES = "Whenever this creature deals combat damage to a player, "
_BLOCKS = "Whenever this creature blocks or becomes blocked, "
_GROWS = "put a +1/+1 counter on this creature."

_CASTS = "Whenever you cast a spell, "
_TARGETED = "Whenever this creature becomes the target of a spell or ability an opponent controls, "

_TEXTS: dict[str, tuple[tuple[str | None, str], ...]] = {
    "ward": ((None, _TARGETED + "counter that spell or ability unless its controller {pays}."),),
    "cumulative upkeep": (
        (
            None,
            _UPKEEP + "if this creature is on the battlefield, put an age counter on this creature. Then you may"
            " {pay} for each age counter on this creature. If you don't, sacrifice this creature.",
        ),
    ),
    "extort": (
        (
            None,
            _CASTS + "you may pay {W/B}. If you do, each opponent loses 1 life and you gain life equal to the life"
            " lost this way.",
        ),
    ),
    "fading": ((None, _UPKEEP + "remove a fade counter from this creature. If you can't, sacrifice this creature."),),
    "modular": (
        (
            None,
            _DIES + "you may put a +1/+1 counter on target artifact creature for each +1/+1 counter on this creature.",
        ),
    ),
    "soulshift": (
        (
            None,
            _DIES + "you may return target Spirit card with mana value {n} or less from your graveyard to your hand.",
        ),
    ),
    "graft": (
        (
            None,
            "Whenever another creature enters, you may move a +1/+1 counter from this creature onto that creature.",
        ),
    ),
    "bushido": ((None, _BLOCKS + "this creature gets +{n}/+{n} until end of turn."),),
    "suspend": (("suspend_upkeep", _UPKEEP + "remove a time counter from this card."),),
    "vanishing": (
        (None, _UPKEEP + "remove a time counter from this creature."),
        ("vanishing", "When the last time counter is removed from this creature, sacrifice it."),
    ),
    "poisonous": ((None, _DAMAGES + "that player gets {n} poison counters."),),
    "persist": (
        (
            "persist",
            _DIES + "return it to the battlefield under its owner's control with a -1/-1 counter on it.",
        ),
    ),
    "battle cry": ((None, _ATTACKS + "each other attacking creature gets +1/+0 until end of turn."),),
    "undying": (
        (
            "undying",
            _DIES + "return it to the battlefield under its owner's control with a +1/+1 counter on it.",
        ),
    ),
    "evolve": (
        (
            None,
            "Whenever a creature you control enters, if that creature's power is greater than this creature's power"
            " or that creature's toughness is greater than this creature's toughness, " + _GROWS,
        ),
    ),
    "dethrone": ((None, _ATTACKS + _GROWS),),
    "prowess": ((None, _CASTS + "this creature gets +1/+1 until end of turn."),),
    "evoke": (("evoke", _ENTERS + "sacrifice it."),),
    "exploit": ((None, _ENTERS + "you may sacrifice a creature."),),
    "renown": ((None, _DAMAGES + "renown {n}."),),
    "fabricate": (
        (
            None,
            _ENTERS + "you may put {n} +1/+1 counters on this creature. If you don't, create {n} 1/1 colorless Servo"
            " artifact creature tokens.",
        ),
    ),
    "mentor": (
        (
            None,
            _ATTACKS + "put a +1/+1 counter on target attacking creature with power less than this creature's power.",
        ),
    ),
    "afterlife": ((None, _DIES + "create {n} 1/1 white and black Spirit creature tokens with flying."),),
    "training": ((None, _ATTACKS + _GROWS),),
    "increment": ((None, _CASTS + _GROWS),),
}
"""Of each keyword its abilities: what the rules call them, and their words. Of an event these tell who can be
meant."""

_ACTIVATED: dict[str, dict[str, Any]] = {
    "equip": {"does": "attach this Equipment to target creature you control", "only": "sorcery"},
    "level up": {"does": "put a level counter on this creature", "only": "sorcery"},
    "outlast": {"does": "put a +1/+1 counter on this creature", "only": "sorcery"},
}
"""Keywords that are an activated ability (702.6a, 702.87a, 702.107a), but for its cost, as card files have one."""
_TAPPING = frozenset(("outlast",))
"""Those whose cost has {T} besides."""

NAMES = tuple(_TEXTS)
"""The keywords whose abilities have words here."""

_NUMBERED = re.compile(r"([a-z ]+?)(?: (\d{1,6}))?(?:!| ?[—{-].*)?")


def activated(keyword: str) -> dict[str, Any] | None:
    """The activated ability that a keyword with a cost of mana is, as in `outlast {w}`, as card files have one."""
    found = re.fullmatch(r"([a-z ]+?) ((?:\{[^{}]+\})+)", keyword)
    if found is None or found[1] not in _ACTIVATED:
        return None
    cost = {"mana": found[2].upper(), **({"tap_this": True} if found[1] in _TAPPING else {})}
    return {**_ACTIVATED[found[1]], "cost": cost}


def texts_of(keyword: str) -> Iterator[KeywordText]:
    """The abilities of a keyword, as in `modular 1`, that have words here; none if it says no number and needs one."""
    if (found := _NUMBERED.fullmatch(keyword)) is None:
        return
    does = _paying(keyword.removeprefix(found[1]))
    for number, (term, text) in enumerate(_TEXTS.get(found[1], ()), 1):
        if ("{n}" in text and not found[2]) or ("{pay" in text and does is None):
            continue
        words = text.replace("{n}", found[2] or "").replace("{pay}", does or "")
        yield KeywordText(number, term, words.replace("{pays}", (does or "").replace(" ", "s ", 1)))


_EITHER = re.compile(r"(\{[WUBRG]\}) or (\{[WUBRG]\})")


def _paying(cost: str) -> str | None:
    """What who pays a keyword's cost does, as in `pay {2}` or `discard a card`; none if it has no cost.

    To choose between two symbols for each of several payments is to pay a symbol that lets choose.
    """
    words = cost.strip(" —").removesuffix(".")
    if not words or words[0].isdigit():
        return None
    if words[0] != "{":
        return words
    mana = _EITHER.sub(lambda found: f"{found[1][:-1]}/{found[2][1:]}", words.upper().replace(" OR ", " or "))
    return f"pay {mana}"
