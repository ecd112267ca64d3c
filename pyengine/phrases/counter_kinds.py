"""Kinds of counters: the one form each is written in, and what only the text of a kind tells."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pyengine.errors import InputError, InvalidActionError
from pyengine.files.fields import kind_problem, normal_kind
from pyengine.files.quoting import quoted
from pyengine.phrases.text_safety import LARGEST_BONUS, name_problem, number_up_to, shown
from pyengine.solving.asp_terms import quote

_POWER_TOUGHNESS = re.compile(r"([+-])([0-9]+)/([+-])([0-9]+)")


def checked_kind(kind: str) -> str:
    """A counter kind in its one form. Raises `InvalidActionError` if it is none."""
    if not isinstance(kind, str):
        raise InvalidActionError(f"expected a kind of counter as text, found {quoted(kind)}")
    if problem := name_problem(normal_kind(kind)) or kind_problem(kind):
        raise InvalidActionError(f"no kind of counter: {problem}")
    return normal_kind(kind)


def kind_facts(kinds: Iterable[str]) -> list[str]:
    """Facts about counter kinds that only their text can tell: what +X/+Y adds, what a keyword is a variant of.

    Kinds are taken as `model.normal_kind` leaves them.
    """
    lines = []
    for kind in sorted(set(kinds)):
        # 122.1a speaks of +X/+Y and -X/-Y; a +1/-1 counter would do nothing.
        if (found := _POWER_TOUGHNESS.fullmatch(kind)) and found[1] == found[3]:
            if any(number_up_to(LARGEST_BONUS, digits) is None for digits in (found[2], found[4])):
                raise InputError(f"counters go up to +{LARGEST_BONUS}/+{LARGEST_BONUS}, found {shown(kind, 30)}")
            lines.append(f"power_toughness_kind({quote(kind)},{int(found[1] + found[2])},{int(found[1] + found[4])}).")
        keyword, middle, quality = (part.strip() for part in kind.partition(" from "))
        if keyword and middle and quality:
            lines.append(f"variant_of({quote(kind)},{quote(keyword)}).")
    return lines
