"""The words of a phrase: how numbers, ids, kinds of counters and lists of them are written.

What is written is read again as the same, so whatever could be taken for something else is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
"""Numbers up to twenty in words, at their own index. Zero is only here to fill its place."""

WORD = re.compile(r"[\w\-'.]+")
"""An id that needs no quotes, unless it is a word of the grammar."""

# Every word of the grammar that an id could be mistaken for, or that would make an id hard to read. Numbers
# and the x of "with X = 3" are missing on purpose: the grammar tells "a" the number from "a" the id by what
# follows, and no id stands where that x does.
_KEYWORDS = re.compile(
    r"(?:then|and|put|the|of|on|into|to|onto|from|return|hand|battlefield|under|with|remove|move|proliferate|nothing|"
    r"turn|deal|damage|gains|control|loses|life|attach|begin|attack|alone|check|state-based|actions?|by|counters?|"
    r"all|any|number|each|kind|destroy|sacrifice|exile|tap|untap|phase|out|in|face|up|down|graveyard|library|as|"
    r"cost|turn-based|combat|that|can't|be|prevented|cast|without|paying|its|mana|for|morph|megamorph|disguise|"
    r"manifest|cloak|dread|top|cards?|looked|at|reveal|look|transform|resolve|spell|becomes|copy|leaves|game|end|"
    r"shuffle|choose|pile|merge|over|add|pool|create|tokens?|investigate|if|is|stack|among|creating|draws|discards?|random|mills|gets|until|turn|addition|other|types|abilities|regenerate|in|targeting|choosing|modes?|fights|scries|surveils|explores|connives|bottom|or|block|blocked|librar(?:y|ies)|owners?|kicked|not|twice|times)(?![\w\-'.])",
    re.IGNORECASE,
)
# Words that only start an action: no id is one, but the kind "double strike" needs no quotes.
_FIRST_WORDS = re.compile(
    r"(?:double|distribute|adapt|monstrosity|renown|bolster|blight|support|endure|incubate|amass|play|suspend|"
    r"foretell|plot)(?![\w\-'.])",
    re.IGNORECASE,
)
_NUMBER = re.compile(rf"(?:an?|{'|'.join(NUMBER_WORDS[1:])}|[0-9]+)(?![\w\-'.])", re.IGNORECASE)
# Words that say how many or which: no kind starts with one.
_COUNT_WORD = re.compile(
    r"(?:the|its|their|or|more|other|another|additional|extra|single|one|two|three|four|five|six|seven|eight|nine|"
    r"dozen|hundred|thousand|million|few|several|some|second|third|last|next|remaining|but|same|different|new|random|"
    r"chosen|target)(?![^\s\",])",
    re.IGNORECASE,
)
_KIND_WORD = re.compile(r'[^\s",]+')
_TYPE_WORD = re.compile(r"[^\W\d_][\w\-'.]*")


def write_counters(count: int, kind: str | None) -> str:
    """`a +1/+1 counter`, `two counters`, `21 charge counters`."""
    what = "" if kind is None else write_kind(kind) + " "
    if count == 1:
        return f"{'an' if what[:1] in tuple('aeio') else 'a'} {what}counter"
    return f"{NUMBER_WORDS[count] if 1 < count <= 20 else count} {what}counters"


def counted(number: int, noun: str) -> str:
    """A number with its noun, as in `1 card` and `2 cards`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


@lru_cache  # a listing names the same few things in every line
def write_id(name: str) -> str:
    """Return an id, in quotes unless it would be read as one word that the grammar does not use."""
    reserved = _KEYWORDS.match(name) or _FIRST_WORDS.match(name)
    return name if WORD.fullmatch(name) and not reserved else quoted(name)


@lru_cache
def write_kind(kind: str) -> str:
    """A kind of counter."""
    return kind if _is_plain(kind) and not _COUNT_WORD.match(kind) else quoted(kind)


def write_type(word: str) -> str:
    """A card type or subtype."""
    return word if _TYPE_WORD.fullmatch(word) and not _KEYWORDS.match(word) else quoted(word)


def write_keyword(keyword: str) -> str:
    """Keywords that start like counters are quoted: `with flying`, but `with "a flying"`."""
    return keyword if _is_plain(keyword) and not _NUMBER.match(keyword) else quoted(keyword)


def _is_plain(text: str) -> bool:
    """Return whether a counter kind or keyword can be written without quotes.

    "from" may appear in it, but not as the first word.
    """
    words = text.split(" ")
    return all(_KIND_WORD.fullmatch(word) for word in words) and not any(
        _KEYWORDS.match(word) for number, word in enumerate(words) if number == 0 or word != "from"
    )


def quoted(text: str) -> str:
    """`text` in double quotes, as a phrase has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def join(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    items = list(words)
    return f" {last} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
