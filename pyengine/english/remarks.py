"""Reader of remarks: it reads off the words of an unmodelled ability what that ability could change.

A remark is what a card does besides its abilities in the vocabulary. Its kind, and what it touches, say when it could
have changed an answer, which `remarks.lp` decides. Both are given in the card's file, or read here. What is read is
never too little: a word that is not known here touches everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args

from pyengine.english.line_forms import Form, Kind, form_of, is_chapter, of_level
from pyengine.files.fields import KINDS, MINUS
from pyengine.glossary.keyword_table import entry, keywords
from pyengine.glossary.word_lists import words

# fmt: off
Touch = Literal[
    "anything", "put counters", "remove counters", "enter", "die", "graveyard", "exile", "change zones",
    "create tokens", "damage", "life", "draw", "discard", "sacrifice", "destroy", "tap", "untap", "attach",
    "gain control", "phase", "transform", "copy", "cast", "counter a spell", "turn face up", "turn face down",
    "manifest", "look", "attack", "block", "activate", "trigger", "lose the game", "proliferate", "costs",
    "mana", "untap step", "upkeep", "draw step", "main phase", "combat", "end step", "power", "toughness",
    "more toughness", "types", "colors", "names", "keywords",
    "asked keywords", "own keywords", "abilities", "chapters",
    "target", "scry", "explore", "foretell", "coin",
]
# fmt: on
"""Things that a remark can touch: events, costs, characteristics.

For a triggered ability, its trigger event. `asp/README.md` says when an answer uses each.
"""

TOUCHES: tuple[str, ...] = get_args(Touch)
COUNTERS = frozenset({"put counters", "remove counters"})
"""Things that a remark can touch for some kinds of counters only."""


class Reading(NamedTuple):
    """The information in the words of a remark."""

    abilities: tuple[Kind, ...]
    """Its kind of ability; two of them if its words fit both."""
    touches: frozenset[str]
    itself: bool
    """It speaks of nothing but the object that has it."""
    kinds: frozenset[str] | None = None
    """The only kinds of counters that it touches, as it touches `COUNTERS`; None if it may touch every kind."""
    zones: frozenset[str] = frozenset()
    """In which zones it matters too, besides the battlefield and the stack."""
    permits: bool = False
    """A player may cast, play or activate more because of it."""


@cache
def read(text: str, own: Sequence[str] = (), is_spell: bool = False) -> Reading:
    """Read the words of a remark, written as in the library (`triggered: whenever ...`) or as on a card.

    `own` has the names by which the words mean their card; `is_spell` says that it is an instant or sorcery.
    """
    if (given := of_level(text)) is not None:
        inner = read(given, own)
        kinds: tuple[Kind, ...] = ("static", *(kind for kind in inner.abilities if kind != "static"))
        return inner._replace(abilities=kinds, touches=inner.touches | _OF_LEVEL, itself=False, permits=True)
    form = form_of(text, own, is_spell)
    told = _read(text, form)
    return told._replace(zones=form.zones | told.zones, permits=form.permits and _adds_a_use(form, told))


@cache
def touched_by(keyword: str) -> frozenset[str]:
    """Return what a keyword touches, by its words in the table of keywords, or else by its name.

    A keyword about decks touches nothing.
    """
    known = entry(keyword)
    if known.acts == "deck":
        return frozenset()
    if known.statics or known.resolves or known.gives:
        return frozenset({"anything"})
    # Rules say of some of these keywords what happens as an object with it enters.
    touched = {"enter"} if known.triggers else set()
    touched.update(*(read(one.text).touches for one in known.triggers))
    if known.activated:
        touched.add("activate")
    by_name = read(keyword).touches - {"asked keywords", "own keywords"}
    if known.acts or known.cost or not touched or "anything" not in by_name:
        touched |= by_name
    return frozenset(touched)


_OF_LEVEL = frozenset(("power", "toughness", "more toughness", "abilities"))
"""Characteristics that a level symbol changes (711.2)."""


def _adds_a_use(form: Form, told: Reading) -> bool:
    """Say whether a static ability that permits something may permit to cast, play or activate."""
    given = _parted(form.words)[1]
    if not told.touches.isdisjoint(("cast", "gain control", "anything")):
        return True
    return "abilities" in told.touches and (not given or any("activated" in one.abilities for one in given))


def _read(text: str, form: Form) -> Reading:
    if (keyword := _BARE.fullmatch(text)) and not _SAYS.search(re.split("[\u2014{:]", text)[0]):
        # Filters may ask for it, whatever it does, and the object has it in every zone.
        touched = _scan(text.split("\u2014")[0], _TOUCHED) | {"asked keywords", "own keywords"}
        if form.casts_itself:
            return Reading(form.kinds, touched - {"anything"} | {"cast", "costs"}, True)
        return Reading(form.kinds, touched, keyword[1].lower() not in _SPEAK_OF_OTHERS)
    kinds, words = form.kinds, form.words
    if kinds == ("activated",):
        return Reading(kinds, frozenset({"mana"} if _MAKES_MANA.search(words) else ()), False)
    if kinds == ("spell",):
        return Reading(kinds, frozenset(), True)
    if kinds == ("triggered",):
        event = _event(words)
        itself = _OWN_EVENT.match(event) is not None and not _OTHERS.search(event)
        touches = _scan(event, _HAPPENS)
        if is_chapter(text):
            # Which is the last, and whether there is any, counts too (714.2d, 714.4).
            return Reading(kinds, touches | {"chapters"}, True, frozenset({"lore"}))
        if not touches and _HAS_COUNTERS.search(event):  # 603.8: the state is what it waits for
            return Reading(kinds, COUNTERS | {"enter"}, itself, _named(event))
        if _STATE.match(state := words.split(",")[0]) and "anything" in _scan(state, _HAPPENS):
            # 603.8: no event by itself makes the board so.
            return Reading(kinds, frozenset({"anything"}), itself)
        return Reading(kinds, touches, itself, _kinds(event, _HAPPENS))
    if form.casts_itself:
        # 113.6d to f: it is about casting its own card, whatever else it names as a cost or condition.
        touches = _static(words) if _AS_IT_WAS_CAST.search(words) else _static(words) - {"anything"}
        return Reading(kinds, touches | {"cast", "costs"}, True, _kinds_of_static(words))
    if replaced := _REPLACES.match(words):
        # 614.1: it applies to nothing but the event that it names.
        words = replaced[0]
    touches = _static(words)
    itself = _OWN.match(words) is not None and not _OTHERS.search(_CONDITIONS.sub(" ", words))
    return Reading(kinds, touches, itself, _kinds_of_static(words))


_AS_IT_WAS_CAST = re.compile(r"\b(?:enters?|gets?|deals?|if you cast|(?:was|were) cast)\b", re.IGNORECASE)
"""Words of an ability that does more than change how its card is cast."""
_REPLACES = re.compile(
    r"if this (?:card|creature|permanent|spell|land|artifact|enchantment) would be [^,]*", re.IGNORECASE
)
"""The event that a replacement effect of the object itself waits for."""
_BARE = re.compile(rf"({'|'.join(keywords())})(?: \d+)?(?:(?: from|ing)? [\w ]+)?(?: ?[\u2014{{].*)?", re.IGNORECASE)
"""A keyword ability and nothing else."""
_SAYS = re.compile(
    r"\b(?:abilities|spells|ha(?:s|ve)|gains?|gets?|loses?|costs?|can|enters?|is|are|attacks?|blocks?|deals?|becomes?|dies?)\b",
    re.IGNORECASE,
)
"""A word of a sentence that only begins with the name of one, such as "equip abilities you activate cost {1} less"."""
_SPEAK_OF_OTHERS = (
    "evolve",
    "exalted",
    "graft",
    "enchant",
    "umbra armor",
    "soulbond",
    "battle cry",
    "increment",
    "split second",
)

_MAKES_MANA = re.compile(r"\badds? |\bmana\b", re.IGNORECASE)

# --- triggered abilities ------------------------------------------------------------------------------------------

_STEPS = (
    (r"untap steps?", "untap step"),
    (r"upkeeps?", "upkeep"),
    (r"draw steps?", "draw step"),
    (r"main phases?", "main phase"),
    (r"end steps?|end of turn|cleanup steps?", "end step"),
    (r"(?:beginning|end) of (?:each )?combat", "combat"),
)
_STATE = re.compile(
    r"when (?:you|an opponent|a player|there|this [a-z]+|it|that [a-z]+)\b[^,]*\b(?:controls?|ha(?:s|ve)|is|are)\b",
    re.IGNORECASE,
)
"""The state that a state trigger waits for."""
_HAS_COUNTERS = re.compile(r"\b(?:has|have) (?:an?|no|one or more|\w+ or more) (?:\S+ )?counters? on (?:it|them)\b")
_HAPPENS = (
    (r"(?:with|without|has|have) (?:a|an|no|one or more|\w+ or more) (?:\S+ )?counters? on (?:it|them)", ""),
    (r"with (?:base )?(?:power|toughness|mana value)(?: and toughness)? [\dx/]+(?: or (?:greater|less))?", ""),
    *_STEPS,
    (r"(?:is|are) put onto the battlefield|enters?(?: the battlefield)?|puts \D+ onto the battlefield", "enter"),
    (r"(?:is|are) put into exile", "exile"),
    (r"(?:is|are) put into [\w' ]*graveyards?", "graveyard"),
    (r"dies?", "die"),
    (r"leaves? (?:the battlefield|your graveyards?|a graveyard)", "change zones"),
    (r"(?:is|are) (?:put into )?exiled?|from exile", "exile"),
    (r"(?:is|are) (?:returned|put) (?:to|into) [\w' ]*(?:hand|library)", "change zones"),
    (r"(?:is |are |you're )?(?:deals?|dealt) (?:(?:combat|noncombat|excess) )?damage|fights?", "damage"),
    (r"attacks?|(?:is|are) attacked|attacking", "attack"),
    (r"blocks?|becomes? blocked|(?:is|are)n't blocked|blocked", "block"),
    (r"(?:gains?|loses?|pays?) life", "life"),
    (r"loses? the game", "lose the game"),
    (r"draws?", "draw"),
    (r"discards?|cycles?", "discard"),
    (r"sacrifices?|(?:is|are) sacrificed", "sacrifice"),
    (r"(?:is|are) destroyed", "destroy"),
    (r"becomes? the targets? of(?: a)?(?: spell)?(?: or)?(?: ability)?|targets?", "target"),
    (r"casts?|(?:is|are) cast|plays?", "cast"),
    (r"cop(?:y|ies)", "copy"),
    (r"(?:becomes?|is|are) tapped|taps?", "tap"),
    (r"becomes? untapped|untaps?", "untap"),
    (r"(?:is|are) turned face up", "turn face up"),
    (r"(?:is|are) turned face down", "turn face down"),
    (r"manifests?(?: dread)?|cloaks?", "manifest"),
    (r"becomes? (?:un)?attached", "attach"),
    (r"(?:gains?|loses?) control", "gain control"),
    (r"phases? (?:in|out)", "phase"),
    (r"transforms?", "transform"),
    (r"counters? (?:is|are) put|puts? [^,.]*counters?|gets? [^,.]*(?:counters?|\{e\})", "put counters"),
    (r"becomes? (?:monstrous|renowned)|evolves|trains|adapts?", "put counters"),
    (r"counters? (?:is|are) removed|removes? [^,.]*counters?", "remove counters"),
    (r"activates?|boast|exhaust|outlast", "activate"),
    (r"commit a crime", "target"),
    (r"proliferates?", "proliferate"),
    (r"mutates?", "enter"),
    (r"surveils?|scry", "scry"),
    (r"explores?", "explore"),
    (r"foretells?", "foretell"),
    (r"coin flip", "coin"),
    (r"roll(?:s|ed)?(?: a die)?|unlock|wins?", ""),
    (r"(?:pay|paid)\b.*|cumulative", "upkeep"),
    (r"[^\s,]+ counters? (?:on|you have)", ""),
)
"""Events that a triggered ability can wait for, as regular expressions; the first that fits takes the words."""

_OWN_EVENT = re.compile(
    r"(?:when|whenever) (?:it|this (?:creature|artifact|enchantment|land|permanent|planeswalker|aura|equipment|saga|"
    r"vehicle|card|spell)|you (?:cast|cycle|discard|sacrifice)(?: or (?:cycle|discard))? (?:it|this))\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:others?|another|each|all|creatures|permanents|planeswalkers|players?|opponents?|enchanted|equipped|tokens?|"
    r"cards|spells|artifacts|lands|abilities|target|partner)\b",
    re.IGNORECASE,
)


def _event(words: str) -> str:
    """Return the event of a triggered ability: the words up to the first comma after which the event is known."""
    ends = [found.start() for found in re.finditer(r",(?! (?:or|and) )", words)]
    return next((words[:end] for end in ends if "anything" not in _scan(words[:end], _HAPPENS)), words)


# --- static abilities ------------------------------------------------------------------------------------------------

_CONDITIONS = re.compile(
    r"\b(?:with|without|has|have|had) (?:a|an|no|one or more|\w+ or more) (?:\S+ )?counters? on (?:it|them)|"
    r"for each (?:\S+ )?counters? (?:on (?:it|this \w+|that \w+)|you have)|"
    r"\bas long as [^,;.\"]*|\bwhere x is [^,;.\"]*|"
    r"\bif (?:it|this creature|this spell|this permanent) was kicked[^,]*,|"
    r"\bwith (?:power|toughness) \d+ or (?:greater|less)|\bwith power (?:less|greater) than (?:its|\w+ \w+'s) power|"
    r"\bwith mana values? (?:of )?\d+ or (?:greater|less|more)|"
    r"\b(?:from|in) (?:your|their|a|an|any|all|its owner's|an opponent's) (?:graveyards?|hands?|library)|"
    r"\b(?:from|in) exile|rather than|instead of",
    re.IGNORECASE,
)
"""Under what condition something applies, which it does not change."""

_TOUCHED = (
    (r"maximum hand size", "discard"),
    (r"can be your commander|(?:legendary )?partner(?: with .*)?|booster packs?|draft\w*", ""),
    (r"opening hand|begin the game", ""),
    *_STEPS,
    (r"(?:can't|doesn't|don't|choose not to) (?:become )?untap(?:ped)?", "untap"),
    (r"this spell can't be countered|spells? (?:you control )?can't be countered", "counter a spell"),
    (r"(?:can't|must|able to)(?: be)? block(?:ed)?|blocks?|blocked|blocking", "block"),
    (r"attacks?|attacking|attacked|goaded", "attack"),
    (r"can't be the targets?(?: of spells or abilities)?", "target, counter a spell"),
    (r"(?:enters?|escapes) with (?:[^\s,;.]+ ){0,5}counters?|(?:roll|coin)[^,;]*", "enter"),
    (r"(?:enters?|entered|entering|escapes)(?: the battlefield)?(?: tapped)?", "enter"),
    (r"(?:multi)?kick(?:er|ed)|escape|convoke|improvise|spectacle|evoke|blitz|warp|plot|ninjutsu", "cast"),
    (r"suspend", "cast, remove counters, upkeep"),
    (r"echo|cumulative", "upkeep"),
    (r"casts?|casting|spells?|foretell(?:ing)?|foretold|plays?|unearth|adventure", "cast"),
    (r"madness", "cast, discard, graveyard, exile"),
    (r"loses? all abilities|ha(?:s|ve) no abilities|state-based actions?|can't have (?:or gain|more than)", "anything"),
    (r"gains? [\w ]*life|loses? [\w ]*life|life(?: totals?)?", "life"),
    (r"(?:loses?|wins?) the game", "lose the game"),
    (r"costs?|pays?|spends?|spent", "costs"),
    (r"counters? (?:is|are|would be|can be|can't be) removed(?: from)?|remov\w+|moved?", "remove counters"),
    (r"counters? remain", "change zones"),
    (r"(?:puts?|gets?|another|those|extra|additional|that many) (?:[^\s,;.]+ ){0,4}counters?", "put counters"),
    (r"(?:[^\s,]+ )?counters?", "put counters, remove counters"),
    (r"damage|deals?|dealt|prevent(?:ed)?", "damage"),
    (r"draws?", "draw"),
    (r"discard(?:s|ed|ing)?", "discard"),
    (r"sacrificed?s?", "sacrifice"),
    (r"destroy(?:s|ed)?|regenerates?", "destroy"),
    (r"dies?|dying|died", "die"),
    (r"graveyards?", "graveyard"),
    (r"exiled?s?", "exile"),
    (r"enchant", "anything"),
    (r"attach(?:ed)?|equip", "attach"),
    (r"control of|you control enchanted", "gain control"),
    (r"phases? (?:in|out)|phasing", "phase, untap step"),
    (r"back face|transform(?:s|ed)?", "transform"),
    (r"cop(?:y|ies)", "copy, enter"),
    (r"(?:mega)?morph|disguise", "cast, turn face up, costs"),
    (r"face up", "turn face up"),
    (r"face down|face-down", "turn face down"),
    (r"manifests?|cloaks?", "manifest"),
    (r"looks?|reveal(?:s|ed)?", "look"),
    (r"untap(?:s|ped)?", "untap"),
    (r"tap(?:s|ped)?", "tap"),
    (r"activat\w+|loyalty", "activate"),
    (r"trigger(?:s|ed)?", "trigger"),
    (r"creates?|created", "create tokens"),
    (r"proliferates?", "proliferate"),
    (r"mana values?|names?|named", "names"),
    (r"mana|adds?|produces?", "mana"),
    (r"hands?|library|libraries", "change zones"),
    (r"ha(?:s|ve) all", "abilities"),
    (r"bushido|flanking|rampage|landwalk", "asked keywords, block"),
    (r"reinforce|casualty|impending|gift a card|scavenge|soulshift", "cast"),
    (r"gets? \+[\dx]+/\+[\dx]+", "power, more toughness"),
    (r"gets? [+-][\dx]+/[+-][\dx]+|power|toughness|[\dx]+/[\dx]+|switch\w*", "power, toughness"),
    (r"indestructible", "asked keywords, destroy"),
    (r"infect|wither|toxic(?: \d+)?|lifelink|deathtouch|trample|(?:first|double) strike", "asked keywords, damage"),
    (r"protection(?: from \w+)?", "asked keywords, damage, attach, block, target, counter a spell"),
    (r"persist|undying", "asked keywords, die"),
    (r"haste", "asked keywords, attack, activate"),
    (r"vigilance|defender|exalted", "asked keywords, attack"),
    (r"flying|menace|reach|intimidate|fear|skulk|shadow|horsemanship|decayed", "asked keywords, attack, block"),
    (r"hexproof|shroud|ward", "asked keywords, target, counter a spell"),
    (r"split second", "asked keywords, cast, activate, counter a spell"),
    (r"flash", "asked keywords, cast"),
    (r"colors?|colou?rless|white|blue|black|red|green", "colors"),
    (r"(?:is|are|isn't|aren't)(?= ?\u00b7| put)", ""),
    (r"is|are|isn't|aren't|becomes?|remains?|types?|legendary|changeling", "types, colors, names, power, toughness"),
)
"""Things that a static ability can touch, in the same form; `""` for words that matter to no answer."""

_OWN = re.compile(
    r"if this (?:card|creature|permanent|spell|land|artifact|enchantment) would be\b|"
    r"(?:(?:mega)?morph|disguise)(?= ?[{\u2014])|(?:it|this (?:creature|spell|card|artifact|land|permanent))\b|"
    r"(?:enters|gets|can't|attacks)\b|"
    r"as it (?:enters|is turned face up)\b|if it was kicked|you may cast (?:it|this card)\b|(?:multi)?kicker\b|"
    r"(?:escape|convoke|improvise|spectacle|evoke|blitz|suspend|warp|plot|ninjutsu)\b|"
    r"as an additional cost to cast this",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"([^"]+)"|(?<=has: |ave: )(.+)$')


def _static(words: str) -> frozenset[str]:
    """Return the things that a static ability touches. An ability that it gives, in quotes, is read by itself."""
    plain, given = _parted(words)
    touched = {touch for one in given for touch in one.touches}
    if given:
        touched.add("abilities")
        return frozenset(touched | _scan(plain, _TOUCHED, silent=True))
    return _scan(plain, _TOUCHED)


def _parted(words: str) -> tuple[str, list[Reading]]:
    """Split a static ability into its words without conditions and given abilities, and the readings of these
    abilities.
    """
    given = [read(one) for pair in _QUOTED.findall(words) for one in pair if one]
    return _CONDITIONS.sub(" ", _QUOTED.sub(" ", words)), given


# --- kinds of counters -----------------------------------------------------------------------------------------------

_COUNTER = re.compile(r"(?<![\w-])counters?(?![\w-])", re.IGNORECASE)
_KIND = "|".join((r"[+\u2212-]\d+/[+\u2212-]\d+", *sorted(KINDS, key=len, reverse=True)))
_KIND_BEFORE = re.compile(rf"(?P<before>\S*)\s*(?<!\S)(?P<kind>{_KIND})\s+$", re.IGNORECASE)
_ARTICLES = frozenset(
    ("a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "more", "last")
)
"""Words before a kind that can also be an ordinary word, as in "each time counters are put"."""
_JOINING = frozenset(("or", "and", "and/or"))
_VERB = re.compile(r"\s+(?:a|an|target|it|that|the|another|up)\b", re.IGNORECASE)
"""Words after "counter" where it is the verb that counters a spell."""


def _kinds_of_static(words: str) -> frozenset[str] | None:
    """Return the only kinds of counters that a static ability and the abilities that it gives touch; None if it may
    be every kind.
    """
    plain, given = _parted(words)
    told = [_kinds(plain, _TOUCHED), *(one.kinds for one in given if one.touches & COUNTERS)]
    return None if None in told else frozenset().union(*filter(None, told))


def _kinds(words: str, known: tuple[tuple[str, str], ...]) -> frozenset[str] | None:
    """The kinds of counters named by words that tell what is touched; None if other words than counters of these kinds
    touch counters."""
    for pattern, touches in _compiled(known):
        for taken in pattern.finditer(words):
            if COUNTERS.intersection(touches) and not _COUNTER.search(taken[0]):
                return None
    return _named(words)


def _named(words: str) -> frozenset[str] | None:
    """The kinds of counters that words name; None if they speak of counters without naming a kind."""
    named: set[str] = set()
    for before, kind in _spoken_of(words):
        if kind is not None:
            named.add(kind["kind"].translate(MINUS).lower())
        elif not (named and re.search(r"\b(?:those|these) $", before)):
            return None
    return frozenset(named)


def _spoken_of(words: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Yield, for each "counter" in the words, the words before it, and the kind, if it is named there."""
    for counter in _COUNTER.finditer(words):
        before = words[: counter.start()]
        found = _KIND_BEFORE.search(before)
        named = found and _is_meant(words, found) and not _VERB.match(words, counter.end())
        yield before, found if named else None


def _is_meant(text: str, found: re.Match[str]) -> bool:
    """Return whether a word before "counter" is its kind, and the only kind there."""
    before, kind = found["before"].lower(), found["kind"].lower()
    if before in _JOINING:
        return re.search(r"(?<![\w-])counters?\s+$", text[: found.start("before")]) is not None
    if kind in _NEUTRAL:
        return before in _ARTICLES
    return before in _NEUTRAL or before.isdigit() or not before


# --- words -----------------------------------------------------------------------------------------------------------

_NEUTRAL = frozenset(words("neutral_words"))
"""Words that touch nothing by themselves."""

_LEFT = re.compile(r"(?<![\w'-])[a-z][a-z-]*(?:'(?:t|ve|re|d))?(?![\w-])")
_SYMBOLS = re.compile(r"\{[^}]*\}")


@cache
def _compiled(known: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    return tuple(
        (re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), tuple(filter(None, touches.split(", "))))
        for words, touches in known
    )


def _scan(words: str, known: tuple[tuple[str, str], ...], *, silent: bool = False) -> frozenset[str]:
    """Return the things that these words touch.

    Unknown words touch everything. Words that touch nothing known also touch everything, unless they may be `silent`.
    """
    left = words
    # No word of what kinds are called tells what is touched.
    for _, kind in reversed(list(_spoken_of(words))):
        if kind is not None:
            left = f"{left[: kind.start('kind')]}such{left[kind.end('kind') :]}"
    left = _SYMBOLS.sub(" ", left)
    touched: set[str] = set()
    found = silent
    for pattern, touches in _compiled(known):
        taken = pattern.sub(" \u00b7 ", left)
        if taken != left:
            found = True
            touched.update(touches)
            left = taken
    # A name, of a card or a subtype, is written with a capital letter, and not known here otherwise.
    unknown = [word for word in _LEFT.findall(_first_lower(left)) if word not in _NEUTRAL]
    return frozenset(touched if found and not unknown else touched | {"anything"})


def _first_lower(words: str) -> str:
    """The words without capitalised ones; the first is taken for a word like others if it is one that is known."""
    return re.sub(r"\b[A-Z][\w'-]*", lambda one: one[0].lower() if one[0].lower() in _NEUTRAL else " ", words)
