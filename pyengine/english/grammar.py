"""The grammar of card texts put together, and the errors where a text is not in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from pyengine.english import terminals
from pyengine.english.antecedents import UnboundError
from pyengine.english.descriptions import core_plural, core_singular
from pyengine.english.grammar_builders import BUILDERS, become_words, subtype_row, token_words
from pyengine.english.grammar_engine import Grammar
from pyengine.english.lexer import TextError, Tokens
from pyengine.files.quoting import quoted as shown

LABELS = {
    "act": "an action",
    "acts": "an action",
    "object_act": "an action",
    "object_acts": "an action",
    "change": "an action",
    "changes": "an action",
    "object": "an object",
    "description": "a description",
    "descriptions": "a description",
    "nouns": "a description",
    "noun": "a description",
    "relation": "more of the description",
    "player": "a player",
    "one": "a number",
    "many": "a number",
    "much": "a number",
    "number": "a number",
    "value": "an amount",
    "kind": "a kind of counter",
    "keyword": "a keyword",
    "condition": "a condition",
    "prefix": "a condition",
    "mana": "mana",
    "duration": "for how long",
    "zone_place": "a zone",
    "name": "a name",
    "quoted": "an ability in quotation marks",
    "power_toughness": "power and toughness",
    "known_id": "an id",
}
"""Names of grammar rules in words, for messages."""


RULES = Path(__file__).parent / "rules"
"""The directory of the grammar's files."""

FILES = (
    *("descriptions", "references", "amounts", "actions", "sentences", "conditions"),
    *("events", "abilities", "lines", "static_abilities"),
)
"""The files of the grammar, in the order in which their rules are known."""


@cache
def grammar() -> Grammar:
    """The grammar of card texts; made when it is first used."""
    return Grammar(
        [(RULES / f"{name}.grammar").read_text(encoding="utf-8") for name in FILES],
        {
            "nouns": core_plural,
            "noun": core_singular,
            "number": terminals.number,
            "kind": terminals.kind,
            "power_toughness": terminals.power_toughness,
            "mana": terminals.mana,
            "energy": terminals.energy,
            "quoted": terminals.quoted,
            "id": terminals.known_id,
            "name": terminals.name,
            "keyword": terminals.keyword,
            "keyword_name": terminals.keyword_name,
            "line_keyword": terminals.line_keyword,
            "loyalty_cost": terminals.loyalty_cost,
            "roman": terminals.roman,
            "described_tokens": token_words(True),
            "described_token": token_words(False),
            "become_words": become_words,
            "subtype_row": subtype_row,
        },
        BUILDERS,
        LABELS,
    )


def read_all(rule: str, words: Tokens) -> list[Any]:
    """All readings of the words by a rule, unbound. `TextError` if there is none."""
    found = grammar().read(rule, words)
    if not found:
        raise not_understood(rule, words)
    return found


_explained = ContextVar("explained", default=True)


@contextmanager
def unexplained() -> Iterator[None]:
    """Let errors say no place and no expected words, for callers who only ask whether a text is read.

    To find out what was expected takes as long as to read a line twice.
    """
    before = _explained.set(False)
    try:
        yield
    finally:
        _explained.reset(before)


def not_understood(rule: str, words: Tokens) -> TextError:
    """Return the error for words that the rule can't read: the place, the word and what was expected."""
    if not _explained.get():
        return TextError("words that are not understood", 0)
    place, expected, refused = grammar().expected(rule, words)
    if refused is not None:
        phrase = words.text[words.offset(refused) : words.offset(place)].strip()
        return TextError(f"it is not certain what {shown(phrase)} describes", words.offset(refused))
    return TextError(f"expected {_either(expected)}, found {_found(words, place)}", words.offset(place))


def _found(words: Tokens, place: int) -> str:
    return shown(words.written[place]) if words.offset(place) < len(words.text) else "the end of the text"


MOST_EXPECTED = 6


def _either(expected: Sequence[str]) -> str:
    """A short list of what was expected: what rules read first, then words."""
    labels = set(LABELS.values())
    ordered = sorted(expected, key=lambda one: (one not in labels, expected.index(one)))
    listed = [one if one in labels or one == "the end" else shown(one) for one in ordered[:MOST_EXPECTED]]
    if len(ordered) > MOST_EXPECTED:
        listed[-1] = "another word"
    return " or ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def one_of(found: Sequence[Any], problem: UnboundError | None, words: Tokens) -> Any:
    """The only reading; `TextError` if there are several or none."""
    if not found:
        assert problem is not None
        message = f"{_found(words, problem.place)}: {problem.message}"
        raise TextError(message, words.offset(problem.place))
    if len(found) > 1:
        raise TextError("this can be read in two ways", 0)
    return found[0]
