"""What the triggered and activated abilities of keywords say (702), in the English of cards.

A keyword is data: its words are read as those of a card are, and no rule file says what it does. When it triggers is
for `asp/702_keywords.lp` and `asp/603_triggers.lp`; a condition that is met by then is not said here again, but where
it is asked once more as the ability resolves (603.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pyengine.cards.keywords import singular
from pyengine.text.subtypes import SUBTYPES


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
    "echo": ((None, _UPKEEP + "sacrifice this creature unless you {pay}."),),
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
    "suspend": (
        ("suspend_upkeep", _UPKEEP + "remove a time counter from this card."),
        (
            "suspend_last",
            "When the last time counter is removed from this card, you may cast this card without paying its mana"
            " cost.",
        ),
    ),
    "vanishing": (
        (None, _UPKEEP + "remove a time counter from this creature."),
        ("vanishing", "When the last time counter is removed from this creature, sacrifice it."),
    ),
    "flanking": (
        (
            None,
            "Whenever this creature becomes blocked by a creature, that creature gets -1/-1 until end of turn.",
        ),
    ),
    "poisonous": ((None, _DAMAGES + "that player gets {n} poison counters."),),
    "persist": (
        (
            "persist",
            _DIES + "return it to the battlefield under its owner's control with a -1/-1 counter on it.",
        ),
    ),
    "hideaway": (
        (
            None,
            "When this permanent enters, look at the top {n} cards of your library. Exile one of them face down and put"
            " the rest on the bottom of your library in a random order.",
        ),
    ),
    "ingest": ((None, _DAMAGES + "exile the top card of that player's library."),),
    "decayed": ((None, _ATTACKS + "sacrifice it at end of combat."),),
    "living weapon": (
        (None, _ENTERS + "create a 0/0 black Phyrexian Germ creature token, then attach this creature to that token."),
    ),
    "for mirrodin": (
        (None, _ENTERS + "create a 2/2 red Rebel creature token, then attach this creature to that token."),
    ),
    "job select": (
        (None, _ENTERS + "create a 1/1 colorless Hero creature token, then attach this creature to that token."),
    ),
    "annihilator": ((None, _ATTACKS + "defending player sacrifices {n} permanents."),),
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
    "ravenous": (("ravenous", _ENTERS + "draw a card."),),
    "evoke": (("evoke", _ENTERS + "sacrifice it."),),
    "squad": (
        (None, _ENTERS + "create a token that's a copy of this creature for each time its squad cost was paid."),
    ),
    "offspring": ((None, _ENTERS + "create a token that's a copy of this creature, except it's 1/1."),),
    "exploit": ((None, _ENTERS + "you may sacrifice a creature."),),
    "exalted": ((None, "Whenever a creature you control attacks alone, that creature gets +1/+1 until end of turn."),),
    "afflict": ((None, "Whenever this creature becomes blocked, defending player loses {n} life."),),
    "impending": ((None, "At the beginning of your end step, remove a time counter from this permanent."),),
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
    "mobilize": (
        (
            None,
            _ATTACKS + "create {n} 1/1 red Warrior creature tokens that are tapped and attacking. Sacrifice those"
            " tokens at the beginning of the next end step.",
        ),
    ),
    "afterlife": ((None, _DIES + "create {n} 1/1 white and black Spirit creature tokens with flying."),),
    "training": ((None, _ATTACKS + _GROWS),),
    "increment": ((None, _CASTS + _GROWS),),
}
"""Of each keyword its abilities: what the rules call them, and their words. Of an event these tell who can be
meant."""

_PUT_ON_ONE_OF = re.compile(r"put an? (\S+) counter on an? (\w+) (.*) for each (.*? counter) on (this creature)")
_PUT_ON_SEVERAL = r"distribute a number of \1 counters equal to the number of \4s on \5 among one or more \2s \3"
"""702.24a: each choice is made separately for each age counter, so that all of them may come to lie on one, or not."""

_ACTIVATED: dict[str, str] = {
    "equip": "{cost}: Attach this Equipment to target creature you control. Activate only as a sorcery.",
    "level up": "{cost}: Put a level counter on this creature. Activate only as a sorcery.",
    "outlast": "{cost}, {T}: Put a +1/+1 counter on this creature. Activate only as a sorcery.",
    "cycling": "{cost}, Discard this card: Draw a card.",
    "reinforce": "{cost}, Discard this card: Put {n} +1/+1 counters on target creature.",
    "scavenge": "{cost}, Exile this card from your graveyard: Put a number of +1/+1 counters equal to this card's power"
    " on target creature. Activate only as a sorcery.",
    "embalm": "{cost}, Exile this card from your graveyard: Create a token that's a copy of this card, except it's"
    " white, it has no mana cost, and it's a Zombie in addition to its other types. Activate only as a sorcery.",
    "eternalize": "{cost}, Exile this card from your graveyard: Create a token that's a copy of this card, except it's"
    " black, it's 4/4, it has no mana cost, and it's a Zombie in addition to its other types. Activate only as a"
    " sorcery.",
    "crew": "Tap any number of untapped creatures you control with total power {n} or greater: This permanent becomes"
    " an artifact creature until end of turn.",
    "station": "Tap another untapped creature you control: Put a number of charge counters on this permanent equal to"
    " the tapped creature's power. Activate only as a sorcery.",
}
"""Keywords that are an activated ability (702.6a, 702.29a, 702.77a, 702.87a, 702.97a, 702.107a, 702.122a, 702.128a,
702.129a, 702.184a)."""
_TYPECYCLING = (
    "{cost}, Discard this card: Search your library for a {type} card, reveal it, put it into your hand, then shuffle."
)
"""That of `plainscycling` or `basic landcycling` (702.29e)."""

_STATICS: dict[str, tuple[dict[str, object], ...]] = {
    "impending": (
        {"becomes": {"not_types": ["creature"], "as_long_as": {"counters": "time", "cast_for": "impending"}}},
    ),
}
"""The static abilities that keywords stand for beside others, as card files have them (702.176a)."""

BACKUP = "When this creature enters, put {n} +1/+1 counters on target creature."
"""What backup does before it gives abilities (702.165a)."""
_GIVES = " If it's another creature, it gains {what} until end of turn."

AWAKEN = (
    "Put {n} +1/+1 counters on target land you control. That land becomes a 0/0 Elemental creature with haste. It's"
    " still a land."
)
"""What a spell cast for its awaken cost does besides (702.113a)."""

NAMES = tuple(_TEXTS)
"""The keywords whose abilities have words here."""

_NUMBERED = re.compile(r"([a-z ]+?)(?: (\d{1,6}))?(?:!| ?[—{-].*)?")


_COSTING = re.compile(r"([a-z' ]+?)(?: (\d{1,6}|x))?(?: ?\u2014(.+)| (\{.+))?")


def activated(keyword: str) -> str | None:
    """The activated ability that a keyword such as `outlast {w}` or `crew 2` is, in English; None if it is none."""
    if (found := _COSTING.fullmatch(keyword)) is None:
        return None
    base, number, other, mana = found.groups()
    text = _ACTIVATED.get(base)
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
    """What a keyword such as `backup 2` does before it gives abilities, if it is one."""
    found = _NUMBERED.fullmatch(keyword)
    return BACKUP.replace("{n}", found[2]) if found is not None and found[1] == "backup" and found[2] else None


def gives_until_end_of_turn(what: str) -> str:
    """What backup does to another creature: keywords, or an ability in quotation marks."""
    return _GIVES.replace("{what}", what)


def awakens(keyword: str) -> str | None:
    """What a spell with a keyword such as `awaken 3\u2014{5}{w}` does besides, if it was cast for that cost."""
    found = _NUMBERED.fullmatch(keyword)
    return AWAKEN.replace("{n}", found[2]) if found is not None and found[1] == "awaken" and found[2] else None


def statics_of(keyword: str) -> tuple[dict[str, object], ...]:
    """The static abilities that a keyword, as in `impending 4\u2014{1}{g}`, stands for beside others."""
    found = _NUMBERED.fullmatch(keyword)
    return _STATICS.get(found[1], ()) if found is not None and found[2] else ()


def static_text(keyword: str) -> str | None:
    """What a keyword that is a static ability alone says, in English: affinity for something (702.41a)."""
    name, _, of = keyword.partition(" for ")
    words = singular(of).split() if name == "affinity" else []
    of_types = [word for word in words if word not in SUBTYPES and word != "snow"]
    if not words or len(of_types) > 1 or not all(word in _OF_AFFINITY for word in of_types):
        return None
    return f"This spell costs {{1}} less to cast for each {' '.join(map(_written, words))} you control."


_OF_AFFINITY = ("artifact", "creature", "enchantment", "land", "planeswalker", "token")
"""What beside subtypes affinity is read for here, one of them."""


def texts_of(keyword: str) -> Iterator[KeywordText]:
    """The abilities of a keyword, as in `modular 1`, that have words here; none if it says no number and needs one."""
    if (found := _NUMBERED.fullmatch(keyword)) is None:
        return
    does = _paying(keyword.removeprefix(found[1]))
    for number, (term, text) in enumerate(_TEXTS.get(found[1], ()), 1):
        if ("{n}" in text and not found[2]) or ("{pay" in text and does is None):
            continue
        words = text.replace("{n}", found[2] or "").replace("{pay}", does or "")
        words = _PUT_ON_ONE_OF.sub(_PUT_ON_SEVERAL, words)
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
