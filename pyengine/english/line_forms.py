"""Form of a line of card text that is not read, and the zones in which it functions: `form_of`.

The form (113.3, 604, 118.8, 118.9) and the zones (113.6) follow from the words alone, by one rule for every line of
every card. Where the words leave a choice, the answer is the larger one: both forms, every zone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

Kind = Literal["activated", "triggered", "spell", "static"]
"""Kinds of abilities (113.3)."""
Zone = Literal["hand", "library", "graveyard", "exile", "command"]
ZONES: frozenset[Zone] = frozenset(("hand", "library", "graveyard", "exile", "command"))
"""The zones in which abilities function only as an exception (113.6)."""


class Form(NamedTuple):
    """The kind and the zones of a line."""

    kinds: tuple[Kind, ...]
    """Its kind of ability; two of them if the words fit both."""
    words: str
    """Its words without the ones that only name the kind. `this card` replaces each name of the card."""
    zones: frozenset[Zone]
    """Zones in which it functions, besides the battlefield and the stack."""
    casts_itself: bool
    """It changes how, when, from where or for which cost its own card can be cast or played (113.6d to f)."""
    permits: bool
    """A static ability that may let a player do something that is not allowed without it."""


@cache
def form_of(text: str, own: Sequence[str] = (), is_spell: bool = False) -> Form:
    """Form of a line, written as on a card or as in the library (`triggered: whenever ...`).

    `own` has the names by which the line means its card; `is_spell` says that the card is an instant or sorcery.
    """
    named, words = _without_kind(_with_this(text, own))
    plain = _AS_IT_WAS_CAST.sub(" ", _QUOTED.sub(" ", words))
    speaks = _THIS.search(plain) is not None
    casts_itself = _is_about_casting(words, plain, speaks, is_spell)
    kinds = (named,) if named is not None else _kinds(words, plain, casts_itself, is_spell)
    static = "static" in kinds
    permits = static and _PERMITS.search(plain) is not None and not _BEFORE_THE_GAME.search(plain)
    if not speaks:
        return Form(kinds, words, _of_keyword(plain), static and casts_itself, permits)
    if static and casts_itself:
        # 113.6d, 113.6e: it matters wherever the card is cast. 113.6f: only one that names a zone adds to those.
        named_zones = frozenset(_named_zones(plain))
        return Form(kinds, words, named_zones | {"hand"}, True, permits and bool(named_zones))
    # 113.3a: a spell ability is followed as the spell resolves, and nowhere else.
    zones = frozenset() if kinds == ("spell",) else frozenset(_zones(kinds, plain))
    return Form(kinds, words, zones, False, permits)


# --- names -----------------------------------------------------------------------------------------------------------

_NOT_THE_CARD = "turn|way|ability|combat|phase|step|game|effect|mana|cost|process|number|kind|door|scheme|mode|instance"
_THIS_NOUN = rf"this (?!(?:{_NOT_THE_CARD})\b)[a-z]+(?: (?:card|spell|creature|token))?"
_THIS = re.compile(rf"\b{_THIS_NOUN}\b", re.IGNORECASE)
"""The card that has the line."""
_CONTRACTED = re.compile(
    r"\b(it|he|she|that|this [a-z]+)'s(?= (?:in|on|exiled|suspended|put|been|also|your)\b)", re.IGNORECASE
)
_FIRST_IT = re.compile(r"\b(?:it|its)\b", re.IGNORECASE)
_NOUN = re.compile(
    r"\b(?:cards?|creatures?|permanents?|artifacts?|enchantments?|lands?|planeswalkers?|spells?|tokens?|players?|"
    r"opponents?|sources?|abilit(?:y|ies)|counters?|aura|equipment|one|them|that|commander)\b",
    re.IGNORECASE,
)


def _with_this(text: str, own: Sequence[str]) -> str:
    """A text that calls its card `this card` wherever it named it (201.5), and has no contraction of "is"."""
    text = text.replace("\u2019", "'")
    names = "|".join(["~", *map(re.escape, own)])
    text = re.sub(rf"(?<![\w~])(?:{names})(?![\w~])", "this card", text)
    text = _CONTRACTED.sub(r"\1 is", text)
    first = _FIRST_IT.search(text)
    if first is None or _THIS.search(text) or _NOUN.search(text[: first.start()]):
        return text
    # Short remarks call the card "it" from the beginning.
    return text[: first.start()] + ("this card" if len(first[0]) == 2 else "this card's") + text[first.end() :]


# --- form ------------------------------------------------------------------------------------------------------------

_NAMED = re.compile(
    r"(?:(?:level |station )?[\d+-]+: |[a-z]+: )?(activated|triggered|spell|static)\b[^:\"]{0,30}: ", re.IGNORECASE
)
_ABILITY_WORD = re.compile(
    r"^(?:(?:level |station )?\d[\d+-]*: |[A-Za-z' ]{1,30} \u2014 |[a-z]+(?: \d+)?: (?=when|at ))+"
)
_CHAPTER = re.compile(r"[IVX]+(?:, [IVX]+)* \u2014 ")
"""The beginning of a chapter ability, which waits for lore counters (714.2b)."""
_WHILE = re.compile(r"^as long as [^,]*, (?=(?:when|whenever|at) )", re.IGNORECASE)
"""A condition before what a triggered ability waits for."""
_WAITS = re.compile(r"(?:when|whenever|at) ", re.IGNORECASE)
_LOYALTY = re.compile(r"\[?[+\u2212-]?[\dX]+\]?: ")
_COST = re.compile(
    r"(?:\{[^}\"]+\}|(?:sacrifice|discard|pay|tap|untap|remove|exile|return|reveal)\b)[^\":]*:? ",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"[^"]*"')


def _without_kind(text: str) -> tuple[Kind | None, str]:
    """The kind that a remark names, and its words without what names it."""
    if found := _NAMED.match(text):
        named: Kind = found[1].lower()  # type: ignore[assignment]
        return named, _ABILITY_WORD.sub("", text[found.end() :])
    if _CHAPTER.match(text):
        return "triggered", "counters are put"
    return None, _WHILE.sub("", _ABILITY_WORD.sub("", text))


_LEVEL = re.compile(r"(?:LEVEL |STATION )?\d+(?:-\d+|\+) (?:[\dX*]+/[\dX*]+ ?)?(?=\S|$)")
"""The beginning of a level or station symbol's ability, which sets power and toughness and gives what follows
(711.2, 721.2).
"""


def of_level(text: str) -> str | None:
    """Return what a level or station symbol gives besides power and toughness; None for any other text."""
    return text[found.end() :] if text.startswith(("LEVEL ", "STATION ")) and (found := _LEVEL.match(text)) else None


def is_chapter(text: str) -> bool:
    """Say whether a text is a chapter ability."""
    return _CHAPTER.match(text) is not None


def _is_about_casting(words: str, plain: str, speaks: bool, is_spell: bool) -> bool:
    """Say whether words change how their own card is cast: a keyword of a spell does, or may."""
    if is_spell and _KEYWORD.fullmatch(words):
        return True
    return _CASTS.match(plain) is not None or (speaks and _CASTS_ITSELF.search(plain) is not None)


def _kinds(words: str, plain: str, casts_itself: bool, is_spell: bool) -> tuple[Kind, ...]:
    """The kinds of ability that words fit (113.3)."""
    if _WAITS.match(words):
        return ("triggered",)
    paid = _LOYALTY.match(words) or _COST.match(words)
    if (paid and paid[0].endswith(": ")) or _ACTIVATED_KEYWORD.fullmatch(words):
        return ("activated",)
    if not is_spell:
        return ("static",)
    if _KEYWORD.fullmatch(words):
        return ("spell", "static")
    # 113.3a: on an instant or sorcery all else is done as it resolves, except the static abilities of rule 113.6.
    if not casts_itself and not _STATIC_OF_SPELL.search(plain):
        return ("spell",)
    several = ". " in plain.strip()
    return ("spell", "static") if several and _DOES.search(plain) else ("static",)


_KEYWORD = re.compile(r"[A-Za-z' -]+(?:\u2014.*| \d+|[^.]*)")
"""A keyword ability, which is not a sentence; it may have a cost after a dash."""
_CAST_WORD = r"(?:cast|casts|casting|play|plays|playing|kick|kicks|foretell|plot|suspend)"
_CASTS_ITSELF = re.compile(
    rf"\b{_CAST_WORD} {_THIS_NOUN}\b|"
    rf"\b(?:rather than pay|pay|paying|reduce) (?:the mana cost of {_THIS_NOUN}|{_THIS_NOUN}'s) |"
    rf"(?:^|, |\. ){_THIS_NOUN} costs? |\b{_THIS_NOUN}'s (?:mana|additional|alternative|total|flashback|kicker) cost|"
    rf"\b(?:{_THIS_NOUN}|it) (?:also )?(?:has|gains?) "
    r"(?:flash|flashback|affinity|convoke|delve|escape|improvise|madness|suspend|storm|cascade|kicker|foretell|plot|"
    r"morph|megamorph|disguise|evoke|retrace|jump-start|aftermath|harmonize|mayhem|warp|cycling|rebound|buyback)\b|"
    rf"\b(?:spend|spent) [^.]*\b(?:cast|on) {_THIS_NOUN}\b",
    re.IGNORECASE,
)
"""Words about casting the card itself, or paying for it (118.8, 118.9, 601.3)."""
_CASTS = re.compile(
    r"as an additional cost,|as though it had flash|(?:may be )?cast (?:only|with|using)\b", re.IGNORECASE
)
"""The beginning of a short remark about casting the card."""
_AS_IT_WAS_CAST = re.compile(
    rf"\b(?:as you|if you|spent to|used to) cast (?:{_THIS_NOUN}\b|it\b)(?: from (?:your|a) \w+| from exile)?|"
    rf"\b(?:{_THIS_NOUN}|it) (?:was|wasn't) (?:cast|foretold|kicked)(?: from [^,.]*)?",
    re.IGNORECASE,
)
"""Words about how the spell was cast, which is over."""
_STATIC_OF_SPELL = re.compile(
    rf"\b{_THIS_NOUN} can't be (?:countered|copied)|\bif {_THIS_NOUN} would be\b|"
    rf"\b{_THIS_NOUN} (?:is|isn't) |\bwhile it is |{_THIS_NOUN} can be your commander|\bopening hand\b",
    re.IGNORECASE,
)
"""Other static abilities that an instant or sorcery has (113.6a, 113.6b, 113.6g, 113.6n)."""
_DOES = re.compile(
    r"\bthis way\b|\b(?:target|deals|draws?|"
    r"creates?|destroys?|returns?|search(?:es)?|until end of turn|counter target|scry|surveil|gains? \d+ life)\b",
    re.IGNORECASE,
)
"""Words of an effect: a line that has them may be a spell ability as well."""
_PERMITS = re.compile(
    r"\b(?:may|can(?!'t)|flash|flashback|control|any player|rather than|without paying|any time|ha(?:s|ve)|gains?|"
    r"(?:mega)?morph|disguise)\b|as though",
    re.IGNORECASE,
)
"""Words of a static ability that may let somebody do more; what only forbids, or only changes numbers, has none."""
_BEFORE_THE_GAME = re.compile(r"\b(?:opening hand|start(?:ing)? (?:the game|player|hand)|draft\w*)\b", re.IGNORECASE)
_ACTIVATED_KEYWORD = re.compile(
    r"(?:[a-z]*cycling|embalm|encore|eternalize|transmute|unearth|(?:commander )?ninjutsu|scavenge|reinforce)\b[^.]*",
    re.IGNORECASE,
)
"""Keywords that are activated abilities of cards in hands and graveyards."""

# --- zones -----------------------------------------------------------------------------------------------------------

_ZONE = r"hands?|librar(?:y|ies)|graveyards?|command zone|exile"
_WHOSE = r"(?:(?:your|a|the|its owner's|their|any|all|an opponent's|that player's|each player's|his or her)\s+)?"
_LOCATED = re.compile(
    rf"(?:(?P<noun>\b[\w']+)(?: (?:you|they) own)?\s+)?"
    rf"(?:\b(?:in|from|leaves?)\s+{_WHOSE}(?:opening )?"
    rf"(?P<first>(?:{_ZONE})(?:,? (?:or|and|and/or) (?:(?:in|from) )?{_WHOSE}(?:{_ZONE}))*)\b"
    rf"|(?P<state>\b(?:is|was|while|remains|becomes|been) (?:exiled|suspended|foretold|plotted))\b"
    r"|(?P<anywhere>\bfrom anywhere)\b)",
    re.IGNORECASE,
)
"""Words that say where something is, or where it comes from, and the noun before them."""
_OTHER_NOUN = re.compile(
    r"(?:cards?|spells?|creatures?|permanents?|artifacts?|enchantments?|lands?|tokens?|instants?|sorcer(?:y|ies)|"
    r"planeswalkers?|counters?|top|bottom|number|rest|them|those|mana|commanders?|there|less|greater|more|types?|cast|x|\d+)",
    re.IGNORECASE,
)
_ZONE_OF: dict[str, Zone] = {
    "hand": "hand",
    "libr": "library",
    "grav": "graveyard",
    "comm": "command",
    "exil": "exile",
}


def _zones(kinds: Sequence[Kind], plain: str) -> Iterator[Zone]:
    """Zones in which a line about its own card functions."""
    yield from _of_keyword(plain)
    yield from _named_zones(plain)
    # 113.6j: a cost that can't be paid on the battlefield.
    if _FROM_HAND.search(plain):
        yield "hand"
    if "triggered" in kinds and _triggers_elsewhere(plain):
        yield from ZONES
    if "static" in kinds and (_DEFINES.search(plain) or _would_happen_elsewhere(plain)):
        yield from ZONES


def _named_zones(plain: str) -> Iterator[Zone]:
    """113.6b, 113.6m: zones in which words say that their card is, or out of which they move it."""
    for found in _LOCATED.finditer(plain):
        if found["noun"] is not None and _OTHER_NOUN.fullmatch(found["noun"]) and not _is_this(plain, found):
            continue
        if found["anywhere"]:
            yield from ZONES
        elif found["state"]:
            yield "exile"
        else:
            yield from _each_zone(found["first"])


def _is_this(plain: str, found: re.Match[str]) -> bool:
    """Say whether the noun before a place is the card that has the line."""
    return re.search(rf"\b{_THIS_NOUN}$", plain[: found.end("noun")], re.IGNORECASE) is not None


def _each_zone(words: str) -> Iterator[Zone]:
    for one in re.findall(_ZONE, words, re.IGNORECASE):
        yield _ZONE_OF[one[:4].lower()]


_VERBS = "cycles?|discards?|draws?|reveals?|mills?|foretells?|plots?|casts?|plays?|suspends?|exiles?"
_FROM_HAND = re.compile(
    rf"\b(?:discards?|cycles?|reveals?|draws?)(?: or (?:discard|cycle)s?)? {_THIS_NOUN}\b", re.IGNORECASE
)
_ELSEWHERE = re.compile(
    rf"\b(?:{_VERBS})(?: or (?:{_VERBS}))? {_THIS_NOUN}\b|"
    rf"{_THIS_NOUN} (?:(?:is|was|are|becomes|would be|would|has been)\s+)?(?:also )?"
    r"(?:put|milled|discarded|cycled|drawn|revealed|plotted|foretold|cast|exiled|returned|suspended|shuffled)\b|"
    rf"\b(?:from|on|of) {_THIS_NOUN} while\b",
    re.IGNORECASE,
)
"""Events of a card where it is not on the battlefield (113.6k)."""
_FROM_BATTLEFIELD = re.compile(
    r"\b(?:is|are|was|would be)?\s*(?:put|exiled|returned)\b[^,.]* from the battlefield", re.IGNORECASE
)
_HERE = re.compile(
    r"\b(?:enters?|entered|dies?|die|attacks?|attacking|blocks?|blocked|blocking|deals?|dealt|leaves? the battlefield|"
    r"leave|from the battlefield|becomes?|turned|turns|transforms?|mutates?|fights?|phases?|taps?|tapped|untaps?|"
    r"untapped|crews?|crewed|saddles?|saddled|explores?|connives?|exploits?|exploited|trains?|evolves?|destroyed|"
    r"destroys?|sacrificed?|sacrifices?|equipped|attached|unattached|regenerates?|regenerated|gains?|loses?|control|"
    r"controls|has|have|target|targets|counters?|counter|haunts?|enlists?|mentors?|door|upkeep|step|combat|turn|"
    r"mana|ability|specializes?|crank|enter|damage|comes into play|monstrous|upkeep|life|champions?|evolve|"
    r"converts?|flip|flipped|adapts?|conjure|intensif\w+|reached)\b",
    re.IGNORECASE,
)
"""Events on the battlefield, or wherever the card is."""
_DEFINES = re.compile(
    rf"^{_THIS_NOUN}'s (?:power|toughness)\b[^.]*\b(?:is|are)\b|^{_THIS_NOUN} is (?:all colors|colorless|every )|"
    rf"^{_THIS_NOUN} is (?:white|blue|black|red|green)\b",
    re.IGNORECASE,
)
"""A characteristic-defining ability (113.6a, 604.3)."""
_CONDITION = re.compile(r"\bif (?P<what>[^,]*\bwould\b[^,]*)", re.IGNORECASE)


def _triggers_elsewhere(plain: str) -> bool:
    """Say whether the event of a triggered ability can happen to its card outside the battlefield (113.6k)."""
    event = re.split(r",(?! (?:or|and) )", plain, maxsplit=1)[0]
    if not _THIS.search(event):
        return False
    event = _FROM_BATTLEFIELD.sub(" from the battlefield", event)
    return _ELSEWHERE.search(event) is not None or _HERE.search(event) is None


def _would_happen_elsewhere(plain: str) -> bool:
    """Say whether a replacement effect can apply to its card outside the battlefield."""
    events = [_FROM_BATTLEFIELD.sub(" from the battlefield", one["what"]) for one in _CONDITION.finditer(plain)]
    about = [one for one in events if _THIS.search(one)]
    return any(_ELSEWHERE.search(one) or not _HERE.search(one) for one in about)


_KEYWORDS_ELSEWHERE: tuple[tuple[str, frozenset[Zone]], ...] = (
    # 702.35, 702.49, 702.53, 702.57, 702.77, 702.29, 702.94, 702.62, 702.143, 702.170
    (
        r"madness|(?:commander )?ninjutsu|transmute|forecast|reinforce|bloodrush|\w*cycling|miracle",
        frozenset(("hand",)),
    ),
    (r"commander ninjutsu", frozenset(("command",))),
    # 702.34, 702.52, 702.59, 702.55, 702.81, 702.84, 702.97, 702.127 to 133, 702.141, 702.146
    (
        r"unearth|embalm|eternalize|encore|disturb|retrace|recover|haunt|flashback|escape|aftermath|jump-start|"
        r"scavenge|dredge|harmonize|mayhem",
        frozenset(("graveyard",)),
    ),
    (r"mayhem|suspend|foretell|plot", frozenset(("hand", "graveyard", "exile"))),
    (r"rebound|cipher|hideaway|haunt", frozenset(("exile",))),
    (r"changeling|devoid", ZONES),
    # 702.37a, 702.168a: wherever the card could be cast from, which another ability may say.
    (r"morph|megamorph|disguise", ZONES),
)
"""Keywords that function elsewhere by the rules of section 702."""


def _of_keyword(plain: str) -> frozenset[Zone]:
    """Zones in which the keyword functions with which a line begins."""
    found: set[Zone] = set()
    if not _KEYWORD.fullmatch(plain):
        return frozenset()
    for words, zones in _KEYWORDS_ELSEWHERE:
        if re.match(rf"(?:{words})\b", plain, re.IGNORECASE):
            found |= zones
    return frozenset(found)
