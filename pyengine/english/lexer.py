"""The words of a text, with their places; the own name of a card is one word, `~`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pyengine.errors import InputError

THIS = "~"
"""Placeholder for the name of the object that the text is on."""

_HOW_MANY = """from by with the its their or more other another additional extra single one two three four five six
    seven eight nine dozen hundred thousand million few several some second third fourth fifth last next remaining but
    same different new random chosen target"""
HOW_MANY = frozenset(_HOW_MANY.split())
"""Words that say how many or which, with which no kind of counter begins."""

_TOKEN = re.compile(
    r"""\{[^{}\s]*\} | "[^"]*" | '(?=[{A-Z])[^'"]*\.' | [+−–-]?(?:\d+|X)/[+−–-]?(?:\d+|X)\b | [+−–-](?:\d+|X)\b
      | and/or | (?:[^\W_]|[&])+(?:[-/!](?:[^\W_])+|[’'](?!(?:s|re|ve|d|ll)\b)[^\W_]+)* | [’'](?:s|re|ve|d|ll)\b | ~
      | [’'] | [^\s]""",
    re.VERBOSE,
)
_SIGNS = str.maketrans("−–’", "--'")


class TextError(InputError):
    """English that is not understood. `offset` is where, in characters from the start of the text."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message, f"character {offset + 1}")
        self.offset = offset


@dataclass(frozen=True)
class Tokens:
    """A text as words."""

    text: str
    words: tuple[str, ...]
    """In lower case, with plain signs."""
    written: tuple[str, ...]
    """As they stand in the text."""
    starts: tuple[int, ...]
    """Where each begins in the text, in characters."""
    ids: frozenset[str] = frozenset()
    """Words that name an object or player."""

    def __len__(self) -> int:
        return len(self.words)

    def offset(self, place: int) -> int:
        """Where a token begins; the end of the text for the one after the last."""
        return self.starts[place] if place < len(self.starts) else len(self.text)


def tokens(text: str, own: Sequence[str] = (), ids: Sequence[str] = ()) -> Tokens:
    """The words of a text, in which `own` are the names of what it is on. Reminder text, in parentheses, is skipped."""
    words: list[str] = []
    written: list[str] = []
    starts: list[int] = []
    at = 0
    while (found := _next(text, at, own, words)) is not None:
        word, start, at = found
        if word == "(" and (closing := text.find(")", start)) >= 0:
            at = closing + 1
            continue
        words.append(word.translate(_SIGNS).lower())
        written.append(word)
        starts.append(start)
        if word.endswith(('."', ".'", ".'\"")) and len(word) > 1 and re.match(r"\s*(?:$|[A-Z(\n])", text[at:]):
            # The full stop within the quotation marks is that of the sentence too.
            words.append(".")
            written.append(".")
            starts.append(at)
    return Tokens(text, tuple(words), tuple(written), tuple(starts), frozenset(ids))


def _next(text: str, at: int, own: Sequence[str], before: Sequence[str]) -> tuple[str, int, int] | None:
    """The next word, where it starts and ends. After `named` a name is a name."""
    found = _TOKEN.search(text, at)
    if found is None:
        return None
    start = found.start()
    if not before or before[-1] != "named":
        for name in own:
            if text.startswith(name, start) and not text[start + len(name) : start + len(name) + 1].isalnum():
                return THIS, start, start + len(name)
    return found[0], start, found.end()
