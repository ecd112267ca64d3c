"""Errors in a phrase: the place, the expected words, and the probable meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache

from pyengine.actions.phrases import grammar
from pyengine.english.grammar_engine import Alternative, Part, Words, Wrong, run
from pyengine.english.lexer import Tokens
from pyengine.errors import InvalidActionError
from pyengine.files.fields import MAX_NAME
from pyengine.glossary.word_lists import words
from pyengine.phrases.phrase_words import WORD, join
from pyengine.phrases.text_safety import is_surrogate, shown

MAX_TEXT = 2000
"""Longest phrase, in characters."""

_AN_ACTION = "an action such as 'put', 'remove', 'move', 'proliferate', 'destroy', 'deal', 'cast', 'turn' or 'manifest'"

ENDS_THE_TURN = re.compile(r"\s*end\s+the\s+turn\b", re.IGNORECASE)
"""Words that may mean that the turn goes on to its end, or the effect that ends it at once."""

OF_A_PLAYER = re.compile(r"\b(?:each|all)\b.*?[\w\-\']+ (?P<who>[\w\-\'.]+) (?P<verb>controls|owns)\b", re.IGNORECASE)
"""A description that names whose something is, as no card can."""

NEARLY_A_VERB = 0.75
"""How alike a word is to a verb if it is the verb misspelt."""

MOST_EXPECTED = 10
"""Largest number of expected items in an error, besides those that may end any action."""

NOT_MODELLED = words("actions_without_phrase")
"""Further things that players and objects do in the game (701 and others), without a phrase."""

_SAMPLES = {
    **{"player": "alice", "whose": "alice's", "object": "bear", "number": "2", "count": "2", "cards": "2 cards"},
    **{"keyword": "flying", "bonus": "-2/-2", "listed": "a 2/2 creature", "forbidden": "block", "until": ""},
    **{
        "other": "elf",
        "original": "elf",
        "host": "elf",
        "alone": "bear",
        "stacked": "bear",
        "ability": "1",
        "step": "untap step",
    },
}
"""Sample words for examples, by name or sort."""


def refuse_unreadable(text: str) -> None:
    """Refuse what can't be a phrase, before any word of it is looked at."""
    if not isinstance(text, str):
        raise InvalidActionError(f"expected an action as text, found {text!r:.40}")
    if len(text) > MAX_TEXT:
        raise InvalidActionError(f"an action has at most {MAX_TEXT:,} characters, found {len(text):,} in {shown(text)}")
    for place, character in enumerate(text):
        if (ord(character) < 32 and character not in "\t\r\n") or ord(character) == 127 or is_surrogate(character):
            raise _failure(text, place, f"expected no control characters, found {character!r}")


def misread(step: Tokens, mistake: Wrong | None = None) -> InvalidActionError:
    """Return the error in a step of a phrase; if the reading has a mistake, that mistake."""
    text = step.text
    if mistake is not None:
        return _failure(text, step.offset(mistake.place), mistake.message)
    place, expected, _ = grammar().expected("told", step)
    word = step.written[place] if place < len(step) else ""
    if word == '"':
        if re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL).match(text, step.offset(place)):
            message = 'expected a quoted name with no line breaks, and \\ before " or \\ only'
        else:
            message = 'expected a second " at the end of this name, found none'
        return _failure(text, step.offset(place), message)
    if ENDS_THE_TURN.match(text[step.offset(0) :]):
        message = "to go on until the turn is over, say 'go to the next turn'"
        return _failure(text, step.offset(0), f"{message}; the effect that ends a turn is not modelled")
    if (whose := OF_A_PLAYER.search(text, step.offset(0))) and whose["who"].lower() not in ("opponent", "player"):
        you = f"'you {whose['verb'].removesuffix('s').lower()}', and 'by {whose['who']}' at the end says who you are"
        return _failure(text, whose.start("who"), f"describe it as cards do: {you}")
    first = step.words[0] if step.words else ""
    if place == 0 or (place == 1 and first not in verbs()):
        return _failure(text, *_not_an_action(step))
    begun = [one.items for one in grammar().rules["action"] if first == run(one.items[:1])]
    if place == 1 and all(" " in run(items) for items in begun):
        found = shown(step.written[0], 30)
        return _failure(text, step.offset(0), f"expected an action as in {_example(begun[0])!r}, found {found}")
    if word.lower() in ("counter", "counters") and first == "put" and "a kind of counter" not in expected:
        place, expected = place - 1, ("a number, 'a'", "the", "an id")
        word = step.written[place]
    said = _in_words(expected, place == 1 and first in verbs())
    message = f"expected {said}, found {shown(word, 30) if word else 'the end'}"
    if word and not WORD.fullmatch(word) and word[0] not in '",' and "an id" in said:
        message += "; an id with characters other than letters, digits and _ - ' . goes in double quotes"
    return _failure(text, step.offset(place), message)


def _in_words(expected: Iterable[str], begun: bool) -> str:
    """List the expected items: names and numbers first, and items that may end any action last."""
    labels = set(grammar().labels.values())
    named = dict.fromkeys(word for one in expected if one in labels for word in one.split(", "))
    words = {one: f"'{one}'" for one in expected if one not in labels}
    at_the_end = words.pop("the end", None)
    listed = words.pop("and", None)
    for row in [*grammar().rules["ending"], *(_of_somebody() if begun else [])]:
        words.pop(run(row.items[begun and isinstance(row.items[0], Part) :]), None)
    shortest = [word for one, word in words.items() if not any(one.startswith(f"{other} ") for other in words)]
    told = sorted([*named, *shortest], key=lambda word: word.startswith("'"))
    if len(told) > MOST_EXPECTED:
        told[MOST_EXPECTED - 1 :] = ["another word"]
    told += [listed] if listed else []
    return join([*told, *(["', then'", "'as a cost'", "'by'", "the end"] if at_the_end else [])], "or")


@cache
def verbs() -> tuple[str, ...]:
    """The words that actions start with."""
    rows = grammar().rules["action"]
    return tuple(dict.fromkeys(one.items[0].words[0] for one in rows if isinstance(one.items[0], Words)))


def _of_somebody() -> list[Alternative]:
    """The rows that start with who or what does it."""
    rows = grammar().rules["action"]
    return [one for one in rows if isinstance(one.items[0], Part) and len(one.items) > 1]


@cache
def verbs_of_somebody() -> tuple[str, ...]:
    """Verbs that follow who or what does it."""
    return tuple(dict.fromkeys(one.items[1].words[0] for one in _of_somebody() if isinstance(one.items[1], Words)))


def _example(items: Sequence[Words | Part]) -> str:
    """A phrase of a row."""
    words = [
        item.words[0] if isinstance(item, Words) else _SAMPLES.get(item.name, _SAMPLES.get(item.rule, ""))
        for item in items
    ]
    return " ".join(filter(None, words))


def _not_an_action(step: Tokens) -> tuple[int, str]:
    """Return the place and the error of a step that goes wrong at its first word: it is not an action, or it uses
    other words.
    """
    place = step.offset(0)
    word, doing = (*step.written[:2], "", "")[:2]
    found = f", found {shown(word, 30) if word else 'the end'}"
    for row in _of_somebody():
        if isinstance(row.items[1], Words) and _base(row.items[1].words[0]) == _base(word):
            return place, f"expected an action as in {_example(row.items)!r}{found}"
    verb = _verb(word)
    said = f"expected a verb such as 'gains', 'loses', 'becomes' or 'leaves', found {doing!r}"
    if verb is None and (meant := next((one for one in verbs_of_somebody() if _base(one) == _base(doing)), None)):
        return step.offset(1), f"{said}; did you mean {meant!r}?"
    if verb is None and re.fullmatch("[a-z]+", doing, re.IGNORECASE):
        if (verb := _verb(doing)) in verbs() and doing.lower() != verb:
            at_the_end = "'by' with who does it at the end"
            return step.offset(1), f"expected {verb!r} at the start, and {at_the_end}, found {doing!r}"
        if close := get_close_matches(doing[:MAX_NAME].lower(), verbs_of_somebody(), 1, NEARLY_A_VERB):
            return step.offset(1), f"{said}; did you mean {close[0]!r}?"
        place, word = (step.offset(1), doing) if verb in NOT_MODELLED else (place, word)
    if verb in NOT_MODELLED:
        return place, f"{verb!r} is a game action that pyengine does not model: write its result, with {_AN_ACTION}"
    known = (*verbs(), *map(_base, verbs_of_somebody()), *NOT_MODELLED)
    close = [verb] if verb else get_close_matches(word[:MAX_NAME].lower(), known, 1, NEARLY_A_VERB)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return place, f"expected {_AN_ACTION}{found}{hint}"


def _base(verb: str) -> str:
    """`draw`, of `draws`."""
    return re.sub("ies$", "y", verb.lower()).removesuffix("s")


def _verb(word: str) -> str | None:
    """Return the verb that a word is, or is a form of as in `fights`; None if the verb is not known."""
    word = word.lower()
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word))
    return next((form for form in forms if form in verbs() or form in NOT_MODELLED), None)


def _failure(text: str, place: int, message: str) -> InvalidActionError:
    """The error that something is wrong at this place of the phrase, counted from 0."""
    return InvalidActionError(f"in {shown(text, at=place)}, column {place + 1}: {message}")
