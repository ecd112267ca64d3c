"""By what names a card's text speaks of the card."""

from __future__ import annotations

import re

from pyengine.english.terminals import KEYWORDS
from pyengine.glossary.subtypes import SUBTYPES


def own_names(name: str | None, *, legendary: bool = False) -> tuple[str, ...]:
    """Return the forms in which a card's text says its name, the longest first.

    201.5c: `Sharae of Numbing Depths` is Sharae, unless the short form is a word of its own.
    """
    if not name:
        return ()
    name = name.removeprefix("A-")  # how catalogs mark a card that was changed for play online
    names = [name]
    if (numbered := re.fullmatch(r"(.+) [IVXL]{2,}", name)) is not None:
        names.append(numbered[1])
    if ", " in name:
        names.append(name.split(", ")[0])
    if legendary and (found := re.match(r"(?!The )([A-Z][^ ]+) ", names[-1])) is not None:
        first = found[1]
        if first.lower() not in SUBTYPES and first.lower() not in KEYWORDS:
            names.append(first)
    return tuple(names)
