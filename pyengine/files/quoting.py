"""Input in messages: quoted and cut short, so that no message is as long as what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

MAX_QUOTE = 60
"""Longest quotation of input in a message, in characters."""

MAX_FIELDS = 12
"""How many fields a message names at most."""

MAX_PROBLEMS = 10
"""Most problems that one message lists."""


def cut(text: str) -> str:
    """A text, shortened to MAX_QUOTE characters."""
    return text if len(text) <= MAX_QUOTE else text[: MAX_QUOTE - 3] + "..."


def quoted(value: object) -> str:
    """The `repr` of a scalar, at most MAX_QUOTE characters of it."""
    if not isinstance(value, str):
        return cut(repr(value))
    text = repr(value[: MAX_QUOTE + 1])  # a repr of all of it could be megabytes
    return text if len(text) <= MAX_QUOTE else text[: MAX_QUOTE - 4] + "..." + text[0]


def in_words(value: object) -> str:
    """A value of a file in words: lists and mappings by their kind, scalars quoted."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else quoted(value)


def at(path: Sequence[str | int]) -> str:
    """A path as in `at battlefield[0].counters: `; keys that would be misread stand in brackets and quotes."""
    shown = ""
    for step in path:
        if isinstance(step, str) and re.fullmatch(r"[\w+/*'-](?:[\w+/*', -]{0,58}[\w+/*'-])?", step):
            shown += f".{step}" if shown else step
        else:
            shown += f"[{quoted(step)}]"
    return f"at {shown}: " if path else ""


def field_names(known: Sequence[str], near: Sequence[str] = ()) -> str:
    """The fields that there are, of many only some, those near to what was written first, and how many more."""
    told = known if len(known) <= MAX_FIELDS else list(dict.fromkeys([*near, *known]))[:MAX_FIELDS]
    left = len(known) - len(told)
    return ", ".join(told) + (f" and {left} more (`pyengine schema` lists them)" if left else "")


def first_lines(lines: Iterable[str], count: int) -> str:
    """Yield the first MAX_PROBLEMS lines, and the number of the others. Takes no more lines than it shows."""
    more = [f"and {count - MAX_PROBLEMS} more"] if count > MAX_PROBLEMS else []
    return "\n".join([*islice(lines, MAX_PROBLEMS), *more])
