"""Checks of the arguments of public functions: a wrong type raises one of our errors."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from typing import Any

from pyengine.errors import InputError
from pyengine.files.quoting import quoted

LONGEST = 1_000_000_000
"""Most seconds of a time limit: thirty years, which every clock can count."""


def text(value: object, what: str) -> str:
    """A text. Raises `InputError`."""
    if not isinstance(value, str):
        raise InputError(f"expected {what} as text, found {quoted(value)}")
    return value


def texts(values: object, what: str) -> tuple[str, ...]:
    """Several texts. Raises `InputError` for anything else, as for one text, which would be taken for its letters."""
    return tuple(text(value, f"each of the {what}") for value in several(values, what))


def several(values: object, what: str) -> tuple[Any, ...]:
    """A list of things. Raises `InputError`."""
    if isinstance(values, str | bytes):
        raise InputError(f"expected a list of {what}, found the text {quoted(values)}")
    if not isinstance(values, Iterable):
        raise InputError(f"expected a list of {what}, found {quoted(values)}")
    return tuple(values)


def mapping(value: object, what: str) -> Mapping[Any, Any]:
    """A mapping. Raises `InputError`."""
    if not isinstance(value, Mapping):
        raise InputError(f"expected {what} as a mapping, found {quoted(value)}")
    return value


def whole(value: object, what: str, least: int, most: int) -> int:
    """A whole number. Raises `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"expected from {least} to {most} {what}, found {quoted(value)}")
    return value


def path(value: object) -> str:
    """Return the path of a file. Raises `InputError` for a value that is not a path; the file need not exist."""
    name = value if isinstance(value, str) else os.fspath(value) if isinstance(value, os.PathLike) else None
    if not isinstance(name, str):
        raise InputError(f"expected the path of a file, found {quoted(value)}")
    try:
        if "\0" not in os.fsdecode(os.fsencode(name)):
            return name
    except UnicodeError:
        pass
    raise InputError("is not a possible file name; expected the path of a YAML file", ascii(name))


def seconds(value: object) -> float | None:
    """A time limit in seconds; None for no limit. Raises `InputError`."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value) or not 0 <= value <= LONGEST:
        raise InputError(f"expected a number of seconds from 0 to {LONGEST}, found {quoted(value)}")
    return float(value)
