"""The card library: one YAML file per card, found by the card's name."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from pyengine.errors import InvalidCardError, UnknownCardError
from pyengine.model import CardDefinition
from pyengine.quoting import quoted
from pyengine.tokens import find as find_token
from pyengine.validation import validate
from pyengine.yamlfile import read

DIRECTORY = Path(__file__).parent / "library"


@cache
def slug(name: str) -> str:
    """The file name of a card: lower case letters and digits, everything else one underscore."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"['\u2019]", "", plain)).strip("_")


@cache
def _shelves() -> tuple[str, ...]:
    return tuple(sorted(entry.path for entry in os.scandir(DIRECTORY) if entry.is_dir()))


def _file(of: str) -> str | None:
    """The file of the card with this slug. Shelves are few and cards many: to look on each beats a list of all."""
    paths = (os.path.join(shelf, f"{of}.yaml") for shelf in _shelves())
    return next(filter(os.path.isfile, paths), None)


@cache
def _files() -> dict[str, str]:
    """All files of the library by the slug of the card."""
    found = ((file, shelf) for shelf in _shelves() for file in os.listdir(shelf) if file.endswith(".yaml"))
    return {file.removesuffix(".yaml"): os.path.join(shelf, file) for file, shelf in sorted(found)}


@cache
def _load(path: str) -> CardDefinition:
    return validate(CardDefinition, read(Path(path)), error=InvalidCardError)


def find(name: str) -> CardDefinition:
    """The library's definition of a card.

    Raises `UnknownCardError`, with the closest names there are.
    """
    path = _file(slug(name))
    card = _load(path) if path is not None else None
    if card is None and (token := find_token(name)) is not None:
        return token
    if card is None or slug(card.name) != slug(name):
        close = [_load(_files()[found]).name for found in get_close_matches(slug(name), _files(), 3, 0.75)]
        hint = f"; did you mean {' or '.join(close)}?" if close else "; define it under `cards:` in the board file"
        raise UnknownCardError(f"no card named {quoted(name)} in the library{hint}")
    return card


def every_card() -> Iterator[CardDefinition]:
    """All cards of the library, by name."""
    yield from sorted((_load(path) for path in _files().values()), key=lambda card: card.name)
