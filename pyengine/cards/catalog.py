"""The card library: one YAML file per card, found by the card's name."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pyengine.cards import tokens
from pyengine.errors import InvalidCardError, UnknownCardError
from pyengine.files.arguments import text
from pyengine.files.fields import is_slip
from pyengine.files.quoting import quoted
from pyengine.files.validation import validate
from pyengine.files.yaml_reading import read
from pyengine.solving.terms import FactWriter

if TYPE_CHECKING:
    from pyengine.cards.vocabulary import CardDefinition, CardText

DIRECTORY = Path(__file__).parent.parent / "library"


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


class Card(NamedTuple):
    """What answers need to know of a card; `definition` says all of it."""

    name: str
    back: str | None
    """The card on its back, if it is double-faced."""
    kinds: frozenset[str]
    """Every kind of counter that it speaks of."""
    remarks: tuple[str, ...]
    """What it does besides, in words."""
    facts: tuple[str, ...]
    """The card as facts of the program."""
    tokens: Mapping[str, int] = MappingProxyType({})
    """The cards of tokens that it may create, each with how many ids are to be ready."""


def defined(name: str, text: CardText) -> Card:
    """The card that a definition makes. Raises `InvalidCardError` for a text that is not understood or modelled."""
    from pyengine.cards.ability_facts import card_facts, kinds_of_card, tokens_of_card

    text = worked_out(name, text)
    facts = FactWriter()
    card_facts(facts, name, text)
    remarks = (one if isinstance(one, str) else one.text for one in text.not_modelled)
    lines = tuple(sorted(facts.lines))
    return Card(name, text.back, kinds_of_card(text), tuple(remarks), lines, tokens_of_card(text))


def worked_out(name: str, text: CardText) -> CardText:
    """A definition with its text as abilities. Raises `InvalidCardError` as `defined` does."""
    if text.text is None:
        return text
    from pyengine.cards import printed_text  # reading English takes its time to import

    return printed_text.worked_out(name, text)


def find(name: str) -> Card:
    """The library's card of this name.

    Raises `UnknownCardError`, with the closest names there are.
    """
    card = _card(slug(text(name, "the name of a card")))
    if card is None and (token := tokens.find(name)) is not None:
        return defined(token.name, token)
    if card is None or slug(card.name) != slug(name):
        close = [_load(_files()[found]).name for found in get_close_matches(slug(name), _files(), 3, 0.75)]
        hint = f"; did you mean {' or '.join(close)}?" if close else "; define it under `cards:` in the board file"
        raise UnknownCardError(f"no card named {quoted(name)} in the library{hint}")
    return card


def named_like(of: str) -> str | None:
    """The name of the library's card with this slug, or else of one that differs from it in one slip."""
    if (card := _card(of)) is not None:
        return card.name
    close = get_close_matches(of, _files(), 3, 0.85)
    return next((_load(_files()[one]).name for one in close if is_slip(of, one)), None)


@cache
def _card(of: str) -> Card | None:
    """The card with this slug."""
    if (built := _built()) is not None:
        line = f"\n{of}\t".encode()
        start = built.find(line) + len(line)
        return None if start < len(line) else unpacked(built[start : built.index(b"\n", start)])
    path = _file(of)
    return None if path is None else defined((definition := _load(path)).name, definition)


def definition(name: str) -> CardDefinition:
    """The library's definition of a card. Raises `UnknownCardError`."""
    found = find(name).name
    path = _file(slug(found))
    card = _load(path) if path is not None else tokens.find(found)
    assert card is not None  # it has been found
    return card


def every_card() -> Iterator[CardDefinition]:
    """All cards of the library, by name."""
    yield from sorted((_load(path) for path in _files().values()), key=lambda card: card.name)


@cache
def _load(path: str) -> CardDefinition:
    from pyengine.cards.vocabulary import CardDefinition

    return validate(CardDefinition, read(Path(path)), error=InvalidCardError)


BUILT = "cards"
"""The file in the library that has all cards as answers need them, a line for each, in an installed package."""


@cache
def _built() -> bytes | None:
    path = DIRECTORY / BUILT
    return path.read_bytes() if path.is_file() else None


def build() -> bytes:
    """All cards as answers need them, which takes longer than an answer to work out from their definitions."""
    cards = {of: defined((definition := _load(path)).name, definition) for of, path in _files().items()}
    return "".join(f"\n{of}\t{packed(card)}" for of, card in cards.items()).encode() + b"\n"


def packed(card: Card) -> str:
    """A card on one line."""
    return json.dumps([card.name, card.back, sorted(card.kinds), card.remarks, card.facts, dict(card.tokens)])


def unpacked(line: str | bytes) -> Card:
    """The card that was packed."""
    name, back, kinds, remarks, facts, created = json.loads(line)
    return Card(name, back, frozenset(kinds), tuple(remarks), tuple(facts), created)
