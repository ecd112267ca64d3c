"""The clauses at which lines of card text fail, in shapes that many cards share: `shapes`.

A clause is at fault if the rest of its line is read without it. A shape leaves out names, numbers, costs and types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pyengine.compiler.printed_text import is_modelled
from pyengine.english.ability_lines import Line, own_words, without_ability_word
from pyengine.english.half_read import KNOWN, divided
from pyengine.english.terminals import KEYWORDS
from pyengine.files.fields import CARD_TYPES
from pyengine.glossary.subtypes import PLURALS, SUBTYPES, plural

_REMINDER = re.compile(r"\s*\([^()]*\)")
_BULLET = re.compile(r"\n\s*\u2022")
_SENTENCE = re.compile(r'\s*((?:"[^"]*"|[^".])+(?:\.|$))')
_BEFORE = re.compile(
    r"((?:If|As long as|Until|For each|When|Whenever|At|During|Otherwise|Then)\b[^,]*), (.+)", re.IGNORECASE
)
_TAIL = re.compile(
    r",? (?:unless|where X is|for each|equal to|until|as long as|if|instead|except|rather than|during|without|and|or|"
    r"then|only|that|who|whose|with|from|among|under|in|on|to|by|this turn)\b"
)
_ANTECEDENT = "Destroy target creature. "
"""A sentence before another, whose pronouns it gives a meaning."""
_HEAD = "When this creature enters, "


class _Tried(NamedTuple):
    """The card of which lines are tried."""

    own: tuple[str, ...]
    is_spell: bool

    def known(self, text: str) -> bool:
        return _is_known(text, self.own, self.is_spell)

    def known_there(self, head: str, sentence: str, tail: str) -> bool:
        return self.known(head + sentence + tail) or self.known(head + _ANTECEDENT + sentence + tail)


@lru_cache(10_000)
def _is_known(text: str, own: tuple[str, ...], is_spell: bool) -> bool:
    return is_modelled(Line(text, 0), own, is_spell)


def shapes(line: Line, own: Sequence[str], is_spell: bool) -> frozenset[str]:
    """The shapes of the clauses at which a line fails; `line` is not modelled, or only half."""
    tried = _Tried(tuple(own), is_spell)
    words = _REMINDER.sub("", own_words(line)).strip()
    head, *modes = _BULLET.split(words)
    if words.startswith("+ {"):
        return frozenset(["modes with costs (spree)"])
    if modes:
        found = list(_of_modes(head, modes, tried))
    else:
        found = list(_of_line(" ".join(without_ability_word(words).split()), tried))
    return frozenset(shape(clause, own) for clause in found or [" ".join(words.split())])


def _of_modes(head: str, modes: Sequence[str], tried: _Tried) -> Iterator[str]:
    """The clauses at fault of a line with modes."""
    read = f"\n\u2022 {KNOWN}."
    start = head if tried.known(head + read + read) else None
    if start is None:
        yield head
        start, tried = "Choose one \u2014", tried._replace(is_spell=True)
    for mode in modes:
        if not tried.known(f"{start}\n\u2022{mode}{read}"):
            yield from _of_sentences(" ".join(mode.split()), "", "", tried._replace(is_spell=True))


def _of_line(text: str, tried: _Tried) -> Iterator[str]:
    """The clauses at fault of a line without modes."""
    parts = [] if tried.is_spell else list(divided(text))
    for head, rest, restrictions in parts:
        if tried.known(f"{head}{KNOWN}.{restrictions}"):
            yield from _of_sentences(rest.removesuffix(restrictions), head, restrictions, tried)
            return
    if not parts:
        yield from _of_sentences(text, "", "", tried)
        return
    reading = (part for part in parts if tried.known(_HEAD + part[1]))
    head, rest, restrictions = next(reading, parts[-1])
    yield _narrowed_head(head, restrictions, tried)
    if not tried.known(_HEAD + rest):
        yield from _of_sentences(rest.removesuffix(restrictions), _HEAD, "", tried)


def _narrowed_head(head: str, restrictions: str, tried: _Tried) -> str:
    """The condition alone of an event with a condition, if the event is read without it."""
    event, found, condition = head.partition(", if ")
    if found and tried.known(f"{event}, {KNOWN}.{restrictions}"):
        return f"\u2026, if {condition}"
    if restrictions and tried.known(f"{head}{KNOWN}."):
        return f"\u2026{restrictions}"
    return head


def _of_sentences(text: str, head: str, tail: str, tried: _Tried) -> Iterator[str]:
    good = ""
    for sentence in _SENTENCE.findall(text):
        if tried.known(head + good + sentence + tail):
            good += sentence + " "
        elif not tried.known_there(head, sentence, tail):
            yield _narrowed(sentence, head, tail, tried)


def _narrowed(sentence: str, head: str, tail: str, tried: _Tried) -> str:
    """The part of a sentence without which it is read, or the whole of it."""
    if (found := _BEFORE.fullmatch(sentence)) is not None:
        before, rest = found[1], found[2][:1].upper() + found[2][1:]
        if tried.known_there(head, rest, tail):
            return f"{before}, \u2026"
        if tried.known_there(head, f"{before}, {KNOWN.lower()}.", tail):
            return _narrowed(rest, head, tail, tried)
    for part in reversed(list(_TAIL.finditer(sentence))):
        if tried.known_there(head, sentence[: part.start()] + ".", tail):
            return f"\u2026{sentence[part.start() :]}"
    return sentence


# --- shapes ------------------------------------------------------------------------------------------------------

_TYPES = frozenset(word for one in (*CARD_TYPES, "permanent", "spell") for word in (one, plural(one)))
_COLORS = frozenset(("white", "blue", "black", "red", "green"))
_WORD = re.compile(
    r"""(?P<quote>"[^"]*"?) | (?P<mana>(?:\{[^TQE{}]+\})+) | (?P<size>[+\u2212-]?[\dX*]+/[+\u2212-]?[\dX*]+)
      | (?P<number>[+\u2212-]?\d+\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|X)\b)
      | (?P<name>(?<=named\ )[A-Z][\w',-]*(?:\ (?:of|the|and|to|[A-Z][\w',-]*))*)
      | (?P<kind>[\w'-]+|\S+/\S+)(?=\ counters?\b) | (?P<word>[\w'/-]+) | (?P<other>.)""",
    re.VERBOSE,
)
_SHORT = {"quote": "QUOTE", "mana": "MANA", "size": "N/N", "number": "N", "name": "NAME"}
_TYPED = re.compile(r"TYPE(?:(?:, (?:and/or |and |or )?| and/or | and | or )TYPE)+")


def shape(text: str, own: Sequence[str]) -> str:
    """A clause without details that differ from card to card."""
    for name in own:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "~", text)
    words = "".join(_short(found) for found in _WORD.finditer(text.strip()))
    return _TYPED.sub("TYPE", words)[:160].rstrip(". ")


def _short(found: re.Match[str]) -> str:
    kind, word = found.lastgroup or "other", found[0]
    if kind in _SHORT:
        return _SHORT[kind]
    if kind == "kind":
        return word if word in ("a", "those", "that", "no", "the", "of", "or", "many", "more", "all") else "KIND"
    return word if kind == "other" else _short_word(word)


@lru_cache(10_000)
def _short_word(word: str) -> str:
    plain = word.lower().removesuffix("'s")
    bare = plain.removeprefix("non").lstrip("-")
    if bare in _TYPES:
        return "TYPE"
    if word[:1].isupper() and (bare in SUBTYPES or bare in PLURALS):
        return "SUBTYPE"
    if plain in _COLORS:
        return "COLOR"
    return "KEYWORD" if word in KEYWORDS and word not in ("exalted", "regenerate") else word.lower()
