"""Values that no action may hold, and their form in error messages."""

from __future__ import annotations

from typing import Any, get_args

from pyengine.errors import InvalidActionError
from pyengine.files.fields import CONTROL, MAX_NAME
from pyengine.phrases.phrase_words import join

LARGEST_BONUS = 1_000_000
"""Largest X and Y of a +X/+Y counter, and largest listed power and toughness, so that sums over a board stay far
within the solver's 32 bits."""


class MalformedError(InvalidActionError):
    """An action that can't be, found where the phrase it comes from is not known."""


def check_name(name: str) -> None:
    """Refuse what can't be an id or a kind on any board."""
    if problem := name_problem(name):
        raise MalformedError(problem)


def name_problem(name: str) -> str | None:
    """Why this can't be an id or a kind on any board, as `model.Name` has it."""
    if not name.strip():
        return "expected a name, found an empty one"
    if len(name) > MAX_NAME:
        return f"a name has at most {MAX_NAME} characters, found {len(name)} in {name[:30] + '...'!r}"
    if name != name.strip():
        return f"a name has no blanks at its ends, found {name!r}"
    if CONTROL.search(name) or any(map(is_surrogate, name)):
        return f"a name has no control characters, found {name!r}"
    return None


def is_surrogate(character: str) -> bool:
    """Half of a character, as broken decoding leaves it: it can't be handed to the solver."""
    return "\ud800" <= character <= "\udfff"


def check_word(value: str, words: Any, called: str) -> None:
    """Refuse a word that is not one of those of a `Literal`."""
    if value not in get_args(words):
        raise MalformedError(f"expected the {called} {join(map(repr, get_args(words)), 'or')}, found {value!r}")


def number_up_to(largest: int, digits: str) -> int | None:
    """The number, unless it is too large. Thousands of digits are not even converted."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= len(str(largest)) and int(digits) <= largest else None


def shown(text: str, length: int = 80, at: int = 0) -> str:
    """`text` in quotes; of a long text the surroundings of the place in question."""
    start = max(0, min(at - length // 2, len(text) - length))
    end = start + length
    return repr(("..." if start else "") + text[start:end] + ("..." if end < len(text) else ""))


def shown_digits(number: int | str) -> str:
    """A number that was refused, or the start of it if it is long."""
    text = str(number)
    return text if len(text) <= 30 else text[:30] + "..."
