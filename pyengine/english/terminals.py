"""Terminals, read word by word rather than by rules: numbers, kinds of counters, keywords, names, mana."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyengine.english.effect_terms import Term
from pyengine.english.lexer import HOW_MANY, THIS, Tokens
from pyengine.files.fields import kind_problem
from pyengine.glossary import keyword_table
from pyengine.glossary.subtypes import PLURALS

NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)

KEYWORDS = keyword_table.written("alone")
"""Keywords that stand alone."""
NUMBERED = keyword_table.written("number")
"""Keywords before a number."""
COSTED = keyword_table.written("cost")
"""Keywords before a cost, or a number and a cost."""

MULTIWORD_KINDS = (*("first strike", "double strike", "trample over planeswalkers", "third degree burn"),)
_NOT_KINDS = """a an of on onto to and then counter counters counters' each every all any those these that no such card
    cards token tokens be you your number ten x least many much kind kinds"""
_NO_KIND = HOW_MANY | frozenset(_NOT_KINDS.split())


def _word(tokens: Tokens, place: int) -> str:
    return tokens.words[place] if place < len(tokens.words) else ""


def number(tokens: Tokens, place: int) -> Iterator[tuple[int, int]]:
    """A number in digits or words."""
    word = _word(tokens, place)
    if word.isdecimal() and word.isascii() and len(word) < 10:
        yield place + 1, int(word)
    elif word in NUMBERS:
        yield place + 1, NUMBERS.index(word)


def kind(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """A kind of counter; nothing that is too near to one to be another."""
    for words in MULTIWORD_KINDS:
        parts = tuple(words.split())
        if tokens.words[place : place + len(parts)] == parts:
            yield place + len(parts), words
            return
    word = _word(tokens, place)
    if word in _NO_KIND or not re.fullmatch(r"[+-]\d+/[+-]\d+|[a-z][a-z'-]*", word):
        return
    if kind_problem(word) is None:
        yield place + 1, word


def power_toughness(tokens: Tokens, place: int) -> Iterator[tuple[int, tuple[int | Term, int | Term]]]:
    """`+1/+1`, `-X/-0`, `3/3`, `twice -X/-X`."""
    word = _word(tokens, place)
    if word == "twice" and _word(tokens, place + 1) == "-x/-x":
        twice = Term("minus", (Term("times", (2, Term("x"))),))
        yield place + 2, (twice, twice)
    if found := re.fullmatch(r"([+-]?)(\d{1,6}|x)/([+-]?)(\d{1,6}|x)", word):
        yield place + 1, (_signed(found[1], found[2]), _signed(found[3], found[4]))


def _signed(sign: str, digits: str) -> int | Term:
    if digits == "x":
        return Term("minus", (Term("x"),)) if sign == "-" else Term("x")
    return -int(digits) if sign == "-" else int(digits)


def mana(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """Symbols of mana, as many as there are."""
    at = place
    while re.fullmatch(r"\{(?:\d+|[wubrgcxyzsp](?:/[wubrgcp2])*|2/[wubrg])\}", _word(tokens, at)):
        at += 1
    if at > place:
        yield at, "".join(tokens.words[place:at]).upper()


def energy(tokens: Tokens, place: int) -> Iterator[tuple[int, int]]:
    """Energy symbols."""
    at = place
    while _word(tokens, at) == "{e}":
        at += 1
    if at > place:
        yield at, at - place


def quoted(tokens: Tokens, place: int) -> Iterator[tuple[int, Term]]:
    """An ability in quotation marks, whose text is read by itself."""
    word = tokens.written[place] if place < len(tokens.words) else ""
    if word.startswith(('"', "'")) and len(word) > 2:
        yield place + 1, Term("quoted", (word[1:-1], place))


def known_id(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """A word that names an object or player of a board."""
    if place < len(tokens.words) and tokens.written[place] in tokens.ids:
        yield place + 1, tokens.written[place]


def name(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """A name: capitalized words, with smaller ones between them."""
    for end in range(place + 1, min(place + 8, len(tokens.words)) + 1):
        first, last = tokens.written[place], tokens.written[end - 1]
        if not (first[:1].isupper() or first == THIS):
            return
        if last in ".;:" or last.startswith('"'):
            return
        if last[:1].isupper() or last == THIS:
            start = tokens.starts[place]
            yield end, tokens.text[start : tokens.starts[end - 1] + len(last)]


def keyword(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """A keyword ability, in lower case: `first strike`, `ward {2}`, `protection from red`, `toxic 1`."""
    words = tokens.words
    for length in (5, 4, 3, 2, 1):
        phrase = re.sub(r" (?=!|'s)", "", " ".join(words[place : place + length]))
        end = place + length
        if end > len(words):
            continue
        if phrase in KEYWORDS:
            yield end, phrase
        if phrase in NUMBERED and re.fullmatch(r"\d+|x", _word(tokens, end)):
            yield end + 1, f"{phrase} {words[end]}"
        if phrase in COSTED:
            for after, cost in mana(tokens, end):
                yield after, f"{phrase} {cost.lower()}"
        if phrase in ("protection", "hexproof") and _word(tokens, end) == "from":
            yield from _from(tokens, end + 1, phrase)


def keyword_name(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """Read a keyword before a number or cost, without that number or cost: `with modular`."""
    for length in (2, 1):
        phrase = " ".join(tokens.words[place : place + length])
        if place + length <= len(tokens.words) and phrase in (NUMBERED | COSTED) - KEYWORDS:
            yield place + length, phrase


def _from(tokens: Tokens, place: int, phrase: str) -> Iterator[tuple[int, str]]:
    """Read the quality after `protection from`: a color, a type or subtype in the plural, `everything`."""
    colors = ("white", "blue", "black", "red", "green")
    word = _word(tokens, place)
    if word in colors and tokens.words[place + 1 : place + 3] == ("and", "from") and _word(tokens, place + 3) in colors:
        yield place + 4, f"{phrase} from {word} and from {_word(tokens, place + 3)}"
    plain = (*colors, "artifacts", "creatures", "enchantments", "instants", "multicolored", "monocolored", "everything")
    if word in plain or word in PLURALS:
        yield place + 1, f"{phrase} from {word}"
    for words in ("each color", "all colors", "each opponent", "the chosen color", "its colors"):
        if tokens.words[place : place + len(words.split())] == tuple(words.split()):
            yield place + len(words.split()), f"{phrase} from {words}"


def single_keywords(words: str) -> Iterator[str]:
    """`protection from white and from blue` is two abilities."""
    first, *others = words.split(" and from ")
    yield first
    yield from (f"{first.split(' from ')[0]} from {one}" for one in others)


def loyalty_cost(tokens: Tokens, place: int) -> Iterator[tuple[int, int | Term]]:
    """`+1`, `-2`, `0`, `-X`."""
    if found := re.fullmatch(r"([+-]?)(\d{1,4}|x)", _word(tokens, place)):
        yield place + 1, _signed(found[1], found[2])


_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


def roman(tokens: Tokens, place: int) -> Iterator[tuple[int, int]]:
    """A chapter number."""
    if (word := _word(tokens, place)) in _ROMAN:
        yield place + 1, _ROMAN.index(word) + 1


_DESCRIBED = ("enchant", "equip", "affinity", "partner", "champion", "splice", "offering")
"""Keywords that stand before a description."""


_DEVOURED = "x , where x is the number of creatures devoured this way"
"""The rest of a line after "Devour", where the number is that of the creatures."""


def line_keyword(tokens: Tokens, place: int) -> Iterator[tuple[int, str]]:
    """Read a keyword on a line of keywords, with the cost or description it has there."""
    yield from keyword(tokens, place)
    words = tokens.words
    end = len(words)
    for length in (3, 2, 1):
        phrase = " ".join(words[place : place + length])
        rest = words[place + length : end]
        if phrase == "modular" and rest[:2] == ("—", "sunburst"):
            yield place + 3, "modular—sunburst"
        if phrase == "devour" and " ".join(rest).rstrip(" .") == _DEVOURED:
            yield end, "devour x"
        if phrase == "gift" and rest[:1] == ("a",):
            yield end, f"gift {_rest(tokens, place + 1)}"
        if phrase in COSTED and rest[:1] == ("—",):
            yield end, f"{phrase}—{_rest(tokens, place + length + 1)}"
        if phrase in _DESCRIBED and rest and not {".", ":", "—"} & set(rest):
            yield end, f"{phrase} {_rest(tokens, place + length)}"
        if phrase in ("protection", "hexproof") and rest[:1] == ("from",) and not {",", ".", ":"} & set(rest):
            yield end, f"{phrase} {_rest(tokens, place + length)}"
        if phrase in NUMBERED | COSTED and len(rest) > 2 and _is_number(rest[0]) and rest[1] == "—":
            yield end, f"{phrase} {rest[0]}—{_rest(tokens, place + length + 2)}"
        if phrase in ("kicker", "multikicker", "cumulative upkeep") and rest and rest[0].startswith("{"):
            yield end, f"{phrase} {_rest(tokens, place + length)}"


def _is_number(word: str) -> bool:
    return word.isdecimal() or word == "x"


def _rest(tokens: Tokens, place: int) -> str:
    """Return the text from here to the end, as it is written."""
    start, last = tokens.starts[place], len(tokens) - 1
    return tokens.text[start : tokens.starts[last] + len(tokens.written[last])].lower().rstrip(".")
