"""Goals from their words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from pyengine.english.effect_terms import Term
from pyengine.english.grammar_engine import Grammar
from pyengine.english.lexer import TextError, Tokens
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.fields import MAX_COUNT, MINUS
from pyengine.files.quoting import quoted
from pyengine.phrases.counter_kinds import checked_kind
from pyengine.phrases.text_safety import shown
from pyengine.puzzles.goals import All, Comparison, Either, Goal, Not, Once, Quantity, State

MAX_TEXT = 2000
"""Longest goal, in characters."""

_OPERATORS = {
    "at_least": ">=",
    "at_most": "<=",
    "more": ">",
    "less": "<",
    "unequal": "!=",
    "equal": "=",
    "exactly": "=",
}

_FIRST_WORDS = ("counters", "power", "toughness", "life", "damage", "mana", "cards", "at", "never", "not")
_EXPECTED = (
    "such as '+1/+1 counters on bear >= 3', 'power of bear = 4', 'bear has 2 charge counters', 'bob has lost', "
    "'bear is face up', 'bear is in the graveyard', joined by 'and' or 'or', after 'not', 'at some time' or 'never'"
)


def parse(text: str) -> Goal:
    """A goal. Raises `InputError`, which says where it stops being one."""
    text = arguments.text(text, "a goal")
    if len(text) > MAX_TEXT:
        raise InputError(f"a goal has at most {MAX_TEXT:,} characters, found {len(text):,}")
    tokens = words_of(text)
    try:
        found = grammar().read("goal", tokens)
        place = None if found else grammar().expected("goal", tokens)[0]
    except TextError:
        raise InputError(f"goal {quoted(text)}: expected fewer parentheses") from None
    if place is not None:
        rest = text[tokens.offset(place) :]
        told = f"found {quoted(rest)}{_meant(rest)}" if rest else "it ends there"
        raise InputError(f"goal {quoted(text)}: expected something {_EXPECTED}; {told}")
    goal = _goal(found[0])
    if any(isinstance(one, Once) for outer in goal.on_the_way() for one in outer.goal.all()):
        raise InputError(f"goal {quoted(text)}: expected no 'at some time' or 'never' within another")
    return goal


def _meant(rest: str) -> str:
    word = rest.split()[0].lower()
    close = [one for one in get_close_matches(word, _FIRST_WORDS, 1) if one != word]
    return f"; did you mean {close[0]!r}?" if close else ""


# --- words -----------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"""[+\-\u2212]\d+/[+\-\u2212]\d+ | "(?:[^"\\\x00-\x1f\x7f]|\\["\\])*" | \{[^{}\s]*\} | >=|<=|!= | \d+
      | (?<=[Tt]his\s)[Tt]urn\b | [^\W\d][\w\-'.]* | \S""",
    re.VERBOSE,
)
_NAME = re.compile(r"[^\W\d]")
_KIND = re.compile(r"[a-z][a-z\-]*", re.IGNORECASE)
_IN_NO_KIND = frozenset(("and", "or", "of", "on", "is", "has", "counter", "counters"))
_BEFORE_KINDS = frozenset(("not", "never", "at", "times"))
MOST_WORDS = 4
"""Largest number of words in a kind of counters; longer kinds need quotes."""


def words_of(text: str) -> Tokens:
    """The words of a goal."""
    found = [*_TOKEN.finditer(text)]
    written = tuple(one[0] for one in found)
    return Tokens(text, tuple(word.lower() for word in written), written, tuple(one.start() for one in found))


def _written(pattern: str) -> Any:
    """Return a reader of one token that fits the pattern."""

    def read(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
        if place < len(tokens) and re.fullmatch(pattern, tokens.written[place]):
            yield place + 1, tokens.written[place]

    return read


def _number_read(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """Read a whole number; a sign must be right before the digits."""
    if place < len(tokens) and tokens.written[place].isdecimal():
        yield place + 1, tokens.written[place]
    elif (
        place + 1 < len(tokens)
        and tokens.written[place] in ("-", "\u2212")
        and tokens.written[place + 1].isdecimal()
        and tokens.starts[place + 1] == tokens.starts[place] + 1
    ):
        yield place + 2, tokens.written[place] + tokens.written[place + 1]


def _id(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    word = tokens.written[place] if place < len(tokens) else ""
    if len(word) > 1 and word[0] == '"':
        yield place + 1, word[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    elif _NAME.match(word):
        yield place + 1, word


def _kind(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    word = tokens.written[place] if place < len(tokens) else ""
    if re.match(r"[+\-\u2212]\d", word):
        yield place + 1, word
    elif len(word) > 1 and word[0] == '"':
        yield place + 1, word.strip('"')
    else:
        for end in range(place, min(place + MOST_WORDS, len(tokens))):
            if tokens.words[end] in _IN_NO_KIND or not _KIND.fullmatch(tokens.written[end]):
                return
            yield end + 1, " ".join(tokens.words[place : end + 1])


def _kind_at_first(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """A kind where other words may begin."""
    if place < len(tokens) and tokens.words[place] not in _BEFORE_KINDS:
        yield from _kind(tokens, place)


@cache
def grammar() -> Grammar:
    """The grammar, made when a goal is first read."""
    terminals = {
        "id": _id,
        "kind": _kind,
        "first_kind": _kind_at_first,
        "number": _number_read,
        "digits": _written(r"\d+"),
        "symbol": _written(r"\{[WUBRGC]\}"),
        "compared": _written(">=|<=|!=|[=<>]"),
        "sign": _written(r"[+\-\u2212]"),
        "star": _written(r"\*"),
        "open": _written(r"\("),
        "close": _written(r"\)"),
    }
    return Grammar([(Path(__file__).parent / "goals.grammar").read_text(encoding="utf-8")], terminals, {}, {})


# --- meanings --------------------------------------------------------------------------------------------------


def _goal(said: Any) -> Goal:
    """The goal that a term says."""
    match said:
        case Term("either" | "all" as name):
            parts = tuple(map(_goal, _parts(said, name)))
            return Either(parts) if name == "either" else All(parts)
        case Term("inside", (what,)):
            return _goal(what)
        case Term("negated", (what,)):
            return Not(_goal(what))
        case Term("once", (what,)):
            return Once(_goal(what))
        case Term("never", (what,)):
            return Not(Once(_goal(what)))
        case Term("comparison", (left, operator, right)):
            return _comparison(left, operator, right)
    holder, what, *kind = said.arguments
    if said.name == "has":
        return _has_counters(holder, what, *kind)
    return State(holder, what.name.replace("_", " "))


def _parts(said: Any, name: str) -> Iterator[Any]:
    """Yield the parts that one word joins, without parentheses between them."""
    first, rest = said.arguments
    yield first
    if rest.name == name:
        yield from _parts(rest, name)
    else:
        yield rest


def _has_counters(holder: str, count: Any, kind: str = "") -> Comparison:
    """Ask for exactly that many counters; `a` means at least one, as in "has a counter on it" of a card."""
    (number,) = count.arguments
    terms = ((Quantity("counters", holder, checked_kind(kind) if kind else ""), 1),)
    return Comparison(terms, _OPERATORS[count.name], _number(str(number)))


def _comparison(left: Any, operator: Any, right: Any) -> Comparison:
    terms, number = _sum(left)
    minus, less = _sum(right)
    for quantity, times in minus.items():
        terms[quantity] -= times
    ordered = sorted(((one, times) for one, times in terms.items() if times), key=lambda term: str(term[0]))
    compared = operator if isinstance(operator, str) else _OPERATORS[operator.name]
    return Comparison(tuple(ordered), compared, less - number)


def _sum(said: Any) -> tuple[Counter[Quantity], int]:
    """Return the quantities with their factors, and the sum of the numbers."""
    terms: Counter[Quantity] = Counter()
    number, sign = 0, 1
    while True:
        term, *rest = said.arguments
        if isinstance(term, Term):
            factor, quantity = term.arguments
            terms[_quantity(quantity)] += sign * _number(str(factor))
        else:
            number += sign * _number(term)
        if not rest:
            return terms, number
        sign, said = 1 if rest[0] == "+" else -1, rest[1]


def _number(text: str) -> int:
    digits = text.translate(MINUS)
    if len(digits) > 12 or abs(int(digits)) > MAX_COUNT:
        raise InputError(f"a goal's numbers are at most {MAX_COUNT:,}, found {shown(text)}")
    return int(digits)


def _quantity(said: Any) -> Quantity:
    holder, *of = said.arguments
    match said.name, of:
        case "counters", [kind]:
            return Quantity("counters", holder, checked_kind(kind))
        case "cards", [zone]:
            return Quantity("cards", holder, zone.name)
        case "mana", [symbol]:
            return Quantity("mana", holder, symbol)
    return Quantity(said.name.replace("_", " "), holder)
