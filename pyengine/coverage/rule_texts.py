"""The words of the rulebook, from a copy of the Comprehensive Rules that a user has: the text file of the publisher."""

from __future__ import annotations

import re

from pyengine.errors import InputError

LARGEST = 20_000_000
"""The largest file that is read, in bytes; the rulebook has about one million."""

BEGINS = re.compile(r"(\d{3}\.\d{1,3}[a-z]{0,2})\.?[ \t]+(\S.*)")
"""The first line of a rule: its number and its words."""


def load(path: str) -> dict[str, str]:
    """The words of each rule, with its examples, by its number. Raises `InputError`."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", path) from None
    if len(raw) > LARGEST:
        raise InputError(f"expected a text file of at most {LARGEST:,} bytes", path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:  # as the publisher's files were for many years
        text = raw.decode("cp1252", errors="replace")
    found = read(text)
    if not found:
        words = "expected the text of the Comprehensive Rules; no line begins with the number of a rule, as in 122.5"
        raise InputError(words, path)
    return found


def read(text: str) -> dict[str, str]:
    """The words of each rule in a text. A rule ends with an empty line, or where another begins."""
    found: dict[str, list[str]] = {}
    lines: list[str] | None = None
    for line in text.splitlines():
        line = line.strip()
        if (begun := BEGINS.fullmatch(line)) is not None:
            lines = found.setdefault(begun[1], [])
            lines[:] = [begun[2]]
        elif not line or line.isspace():
            lines = None
        elif lines is not None:
            lines.append(line)
    return {number: "\n".join(words) for number, words in found.items()}
