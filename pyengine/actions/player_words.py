"""Words of players for what phrases of actions say in the words of the rules.

A phrase that is not read as it is may be meant in these words. `reworded` writes it in those of the rules where both
mean the same. `hint` is for words that could mean several things: the player has to choose.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pyengine.phrases.phrase_words import NUMBER_WORDS, write_id

_SOME = rf"(?:an?|\d+|{'|'.join(NUMBER_WORDS[1:])})"
_KIND = r"(?:[^\s\"]+|\"[^\"]*\")"
_ALREADY = rf"(?!(?:{_SOME}|the|all|any|up|one|each|its)\b)"

_BEFORE = r"(?= (?:targeting|choosing|paying|sacrificing|with|by)\b|$|, then )"
"""The end of a name: more of the phrase, or nothing."""
_ONES = r"[^\s,]+(?:(?:, | and |, and )[^\s,]+)*"
_VERBS = (
    "cast|activate|turn|play|sacrifice|tap|untap|put|remove|move|exile|destroy|manifest|cloak|declare|return|suspend"
)

_STEP = (
    r"(?:untap|draw|end|declare attackers|declare blockers|combat damage) step|(?:upkeep|cleanup)(?: step)?|"
    r"(?:beginning|end) of combat|(?:pre|post)combat main phase"
)

SYNONYMS: tuple[tuple[str, str], ...] = (
    (rf"add ({_SOME} .+? counters?) to", r"put \1 on"),
    (rf"add {_ALREADY}({_KIND} counter) to", r"put a \1 on"),
    (rf"put {_ALREADY}({_KIND} counter) on", r"put a \1 on"),
    (rf"remove {_ALREADY}({_KIND} counter) from", r"remove a \1 from"),
    (rf"remove the ({_KIND} counter) from", r"remove a \1 from"),
    (rf"remove the ({_KIND} counters) from", r"remove all \1 from"),
    (rf"put ({_SOME} .+? counters?) onto", r"put \1 on"),
    (rf"give (.+?) ({_SOME} [^,]+? counters?)", r"put \2 on \1"),
    (rf"(?!{_VERBS})([^\s,]+) ({_VERBS})s (.+?)(?=$|, then )", r"\2 \3 by \1"),
    (r"(.+?)face-(up|down)", r"\1face \2"),
    (rf"(?:cast kicked|kick) (.+?){_BEFORE}", r"cast \1 kicked"),
    (r"(cast [^,]+?) (?:unkicked|without (?:(?:its|the) )?kick(?:er|ing)(?: cost| it)?)", r"\1 not kicked"),
    (r"(cast [^,]+?) (?:(?:with|paying|for) )?(?:(?:its|the) )?kicker(?: cost)?", r"\1 kicked"),
    (r"((?:cast|activate) .+?),? (?:(?:for|with|where) )?x ?(?:=|is) ?(\d+)", r"\1 with X = \2"),
    (r"play ([^,]+? face down)", r"cast \1"),
    (
        r"cast ([^,]+?) (?:as|for) (?:an? |its )?(morph|megamorph|disguise)(?: creature| cost)?",
        r"cast \1 face down for \2",
    ),
    (r"(cast [^,]+? face down) (?:for|paying) \{3\}", r"\1"),
    (r"turn ((?:(?!face)[^,])+?) (up|down)", r"turn \1 face \2"),
    (r"(turn [^,]+? face up) (?:for|by paying|paying) (?:its )?(\w+)(?: cost)?", r"\1 for its \2 cost"),
    (r"use", "activate"),
    (r"activate (?:the )?ability of", "activate"),
    (r"activate (.+?)'s (?:activated )?ability", r"activate \1"),
    (r"((?:cast|activate) .+?),? (?:target(?:ing)?|on|at)", r"\1 targeting"),
    (rf"declare ({_ONES}) as (?:an )?attackers?", r"attack with \1"),
    (rf"([^\s,]+) attacks ([^\s,]+) with ({_ONES})", r"attack \2 with \3 by \1"),
    (rf"({_ONES}) attacks?(?: ([^\s,]+))?(?=$|, then )", r"attack \2 with \1"),
    (rf"({_ONES}) blocks? ([^\s,]+)(?=$|, then )", r"block \2 with \1"),
    (r"kill", "destroy"),
    (r"sac", "sacrifice"),
    (r"bounce (.+?)(?= by |$)", r"return \1 to hand"),
    (r"counter (?!the spell )", "counter the spell "),
    (r"equip (.+?) to (.+?)(?= by |$)", r'activate \1: "equip" targeting \2'),
    (r"go to combat", "go to the beginning of combat"),
    (r"go to (?:the )?(?:declare )?attack(?:er)?s", "go to the declare attackers step"),
    (r"go to (?:the )?(?:declare )?block(?:er)?s", "go to the declare blockers step"),
    (r"go to (?:the )?damage", "go to the combat damage step"),
    (r"go to (?:the )?(?:first|1st) main(?: phase)?", "go to the precombat main phase"),
    (r"go to (?:the )?(?:second|2nd) main(?: phase)?", "go to the postcombat main phase"),
    (r"go to (?:the )?end of turn", "go to the end step"),
    (rf"(?:the )?({_STEP})(?=, then |$)", r"go to the \1"),
    (r"(?:next|end) turn$", "go to the next turn"),
    (r"pass$", "pass priority"),
    (r"([^\s,]+) passes(?: priority)?", r"pass priority by \1"),
    (r"([^\s,]+) proliferates", r"proliferate by \1"),
    (r"resolve(?: it| the stack)?$", "resolve the top of the stack"),
)
"""Words at the beginning of a step of a phrase, and those of the rules for them."""

HINTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"bolt (.+)", ("cast bolt targeting {0}", "deal 3 damage from elf to {0}")),
    (r"(?:blink|flicker) (.+)", ("exile {0}, then put {0} onto the battlefield",)),
    (r"pump (.+)", ("{0} gets +1/+1 until end of turn",)),
    (r"(?:unmorph|unmask|flip) (.+?)(?: up| face up)?", ("turn {0} face up for its morph cost", "turn {0} face up")),
    (
        r"turn (.+?) face up (?:for|paying|by paying) \{.*",
        ("turn {0} face up for its morph cost", "turn {0} face up for its mana cost"),
    ),
    (r"(?:mega)?morph (.+)", ("cast {0} face down", "turn {0} face up for its morph cost")),
    (r"(?:go to )?(?:the )?main(?: phase)?", ("go to the precombat main phase", "go to the postcombat main phase")),
    (r"draw (a card|\w+ cards?)", ("alice draws {0}",)),
    (r"gain (\d+) life", ("alice gains {0} life",)),
    (r"lose (\d+) life", ("alice loses {0} life",)),
)
"""Words that could mean several actions, and phrases for these."""

_COMPILED = tuple(
    (re.compile(rf"(^|, then ){words}(?![\w-])", re.IGNORECASE), rf"\g<1>{_shifted}")
    for words, meant in SYNONYMS
    for _shifted in [re.sub(r"\\(\d)", lambda found: rf"\g<{int(found[1]) + 1}>", meant)]
)


def reworded(text: str) -> str:
    """Return a phrase in the words of the rules, or as it is."""
    for words, meant in _COMPILED:
        text = words.sub(meant, text)
    return text


def hint(text: str) -> str:
    """Suggest phrases for words that could mean several things, as the end of a message; empty if there are none."""
    for words, phrases in HINTS:
        if found := re.fullmatch(words, text.strip(), re.IGNORECASE):
            meant = " or ".join(repr(phrase.format(*found.groups())) for phrase in phrases)
            return f"; did you mean {meant}?"
    return ""


def named(text: str, names: Mapping[str, str]) -> str:
    """Write ids in the place of other names, given in lower case; not within quotes."""
    if not names:
        return text
    longest = sorted(names, key=len, reverse=True)
    words = re.compile(rf"(?<![\w'-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)
    parts = re.split(r'("(?:[^"\\]|\\.)*")', text)
    return "".join(
        part if part.startswith('"') else words.sub(lambda found: write_id(names[found[0].lower()]), part)
        for part in parts
    )
