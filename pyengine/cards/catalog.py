"""The card library: YAML files of cards by their names, one file for each first letter; then the user's card store.

A card that a board defines itself comes first, then the library, then the store: so an answer about a card of the
library is the same on every computer.

A card is written there as under `cards:` of a board file. pyengine reads only the lines of the requested card as
YAML: a card begins at a line that is not indented.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import pairwise
from mmap import ACCESS_READ, mmap
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pyengine.cards import store_path
from pyengine.compiler import token_cards
from pyengine.errors import InvalidCardError, UnknownCardError
from pyengine.files.arguments import text
from pyengine.files.fields import is_slip
from pyengine.files.quoting import quoted
from pyengine.files.remembering import Remembered
from pyengine.files.validation import validate
from pyengine.files.yaml_reading import parse
from pyengine.solving.asp_terms import FactWriter

if TYPE_CHECKING:
    from pyengine.card_model.card import CardDefinition, CardText
    from pyengine.cards.store import Kept, Printing, Store

DIRECTORY = Path(__file__).parent.parent / "library"


_LIGATURES = str.maketrans({"\u00c6": "AE", "\u00e6": "ae", "\u0152": "OE", "\u0153": "oe"})


@cache
def slug(name: str) -> str:
    """The file name of a card: lower case letters and digits, everything else one underscore."""
    plain = unicodedata.normalize("NFKD", name.translate(_LIGATURES)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"['\u2019]", "", plain)).strip("_")


class _Place(NamedTuple):
    """The place of a card in the library."""

    name: str
    path: str
    line: int
    """How many lines stand before it in its file."""
    text: str
    """The card's own lines."""


_HEAD = re.compile(r"^(?![ #])(.+):$", re.MULTILINE)
"""The line that names a card."""


@cache
def _in_file(path: str) -> dict[str, _Place]:
    """The cards of a file by their slugs."""
    text = Path(path).read_text(encoding="utf-8") if os.path.isfile(path) else ""
    heads = list(_HEAD.finditer(text))
    starts = [*(head.start() for head in heads), len(text)]
    found, line = {}, 0
    for head, (start, end) in zip(heads, pairwise(starts), strict=True):
        name = json.loads(head[1]) if head[1].startswith('"') else head[1]
        found[slug(name)] = _Place(name, path, line, text[start:end])
        line += text.count("\n", start, end)
    return found


def _place(of: str) -> _Place | None:
    """Return the place of the card with this slug."""
    return _in_file(os.path.join(DIRECTORY, f"{_letter(of)}.yaml")).get(of)


def _letter(of: str) -> str:
    """Return the letter, or `0-9`, that names the file of the card with this slug."""
    return of[:1] if of[:1].isalpha() else "0-9"


@cache
def _places() -> dict[str, _Place]:
    """All cards of the library by their slugs."""
    files = sorted(entry.path for entry in os.scandir(DIRECTORY) if entry.name.endswith(".yaml"))
    return {of: place for path in files for of, place in sorted(_in_file(path).items())}


class Said(NamedTuple):
    """Parts of a card as its file has them, in plain data."""

    mana_cost: str | None
    abilities: Sequence[Mapping[str, Any]]
    places: Sequence[Sequence[int]] | None
    """The place of each ability in the printed text; None if they are not known."""


def said(text: CardText) -> Said:
    """Return the parts of a definition whose text has been worked out."""
    places = text.places()
    abilities = [one.model_dump(mode="json", exclude_unset=True) for one in text.abilities]
    return Said(text.mana_cost, abilities, None if places is None else [[*one] for one in places])


class Card(NamedTuple):
    """The facts of a card that answers need; `definition` has the whole card."""

    name: str
    back: str | None
    """The card on its back, if it is double-faced."""
    kinds: frozenset[str]
    """Every kind of counter that it speaks of."""
    remarks: tuple[str, ...]
    """Its other effects, in words."""
    facts: tuple[str, ...]
    """The card as facts of the program."""
    tokens: Mapping[str, int] = MappingProxyType({})
    """The cards of tokens that it may create, each with how many ids are to be ready."""
    parts: tuple[str, ...] = ()
    """The cards of its other faces: its back, its Adventure, its halves."""
    said: Said | None = None
    """The card as its file has it, where that is at hand without its definition."""


DEFINITIONS_KEPT, FACT = 16_000_000, 150
"""Bytes of cards that are remembered by their definitions, and bytes for each fact."""

_known = Remembered[int, tuple["CardText", str, Card]](DEFINITIONS_KEPT)
"""Cards by their definitions, which do not change: the boards that follow from one share them."""


def defined(name: str, text: CardText) -> Card:
    """The card that a definition makes. Raises `InvalidCardError` for a text that is not understood or modelled."""
    known = _known.get(id(text))
    if known is not None and known[1] == name:
        return known[2]
    _known.make_room()
    card = _defined(name, text)
    return _known.keep(id(text), (text, name, card), 2_000 + FACT * len(card.facts))[2]


def _defined(name: str, text: CardText) -> Card:
    from pyengine.compiler.ability_facts import card_facts, kinds_of_card, tokens_of_card, words_unread

    text = worked_out(name, text)
    facts = FactWriter()
    card_facts(facts, name, text)
    remarks = (one if isinstance(one, str) else one.text for one in text.not_modelled)
    lines = tuple(sorted(facts.lines))
    told = (*remarks, *dict.fromkeys(words_unread(text)))
    return Card(name, text.back, kinds_of_card(text), told, lines, tokens_of_card(text), text.parts())


def worked_out(name: str, text: CardText) -> CardText:
    """A definition with its text as abilities, and a remark for each keyword of which nothing says what it does.

    Raises `InvalidCardError` as `defined` does.
    """
    from pyengine.compiler import printed_text  # reading English takes its time to import
    from pyengine.keywords import acting

    text = printed_text.worked_out(name, text)
    said = [one if isinstance(one, str) else one.text for one in text.not_modelled]
    silent = dict.fromkeys(
        keyword
        for ability in text.abilities
        for keyword in ability.keywords()
        if acting.is_silent(keyword, given=ability.keyword is None)
        and not any(acting.base(keyword) in words.lower() for words in said)
    )
    return text.model_copy(update={"not_modelled": (*text.not_modelled, *silent)}) if silent else text


def find(name: str) -> Card:
    """The card of this name: of the library, or else of the user's card store.

    A card with two faces or halves has the name of each, and both as `A // B`. Raises `UnknownCardError`, with the
    closest names there are.
    """
    card = known(text(name, "the name of a card"))
    if card is None:
        raise _unknown(name, slug(name))
    return card


def known(name: str) -> Card | None:
    """The card of this name, as `find` gives it; None if there is none."""
    of = slug(name)
    card = _card(of) or _by_both_names(name)
    if card is None and (token := token_cards.find(name)) is not None:
        return defined(token.name, token)
    return card or _stored(of)


def _by_both_names(name: str) -> Card | None:
    """The card of the library whose two faces have these names, as in `A // B`."""
    front, _, back = name.partition("//")
    card = _card(slug(front)) if back else None
    return card if card is not None and card.back is not None and slug(card.back) == slug(back) else None


def _stored(of: str) -> Card | None:
    """The card with this slug in the user's card store."""
    found = _store()
    return None if found is None else _stored_in(found, of)


def _store() -> Store | None:
    if store_path.path() is None:
        return None
    from pyengine.cards import store  # most boards need the library alone

    return store.current()


@lru_cache(5_000)
def _stored_in(found: Store, of: str) -> Card | None:
    kept = found.find(of)
    if kept is None:
        return None
    library = _card(slug(kept.name))
    if library is not None:  # a further name of a card that the library has
        return library
    return unpacked(kept.packed) if kept.packed is not None else defined(kept.name, _valid(kept, found))


def _valid(kept: Kept, found: Store) -> CardDefinition:
    """The definition in a store. Raises `InvalidCardError` if it does not fit the format of cards."""
    from pydantic import ValidationError

    from pyengine.card_model.card import CardDefinition

    try:
        return CardDefinition.model_validate(kept.definition)
    except ValidationError:
        said = f"the card {quoted(kept.name)} is damaged; import the cards again"
        raise InvalidCardError(said, found.path) from None


def _unknown(name: str, of: str) -> UnknownCardError:
    """The error for a name that no card has, with the closest names there are."""
    found = _store()
    near = {slug(one): one for one in [*_near(of), *(found.close(of, 3, 0.75) if found is not None else ())]}
    close = [near[one] for one in get_close_matches(of, near, 3, 0.75)]
    hint = f"; did you mean {' or '.join(close)}?" if close else "; define it under `cards:` in the board file"
    where = "in the library" if found is None else f"in the library or in {found.path}"
    return UnknownCardError(f"no card named {quoted(name)} {where}{hint}")


def _near(of: str) -> list[str]:
    return [_places()[found].name for found in get_close_matches(of, _places(), 3, 0.75)]


def named_like(of: str) -> str | None:
    """The name of the card with this slug, or else of one of the library that differs from it in one slip."""
    if (card := _card(of) or _stored(of)) is not None:
        return card.name
    close = get_close_matches(of, _places(), 3, 0.85)
    return next((_places()[one].name for one in close if is_slip(of, one)), None)


@cache
def _card(of: str) -> Card | None:
    """The card with this slug."""
    if (built := _built()) is not None:
        line = _line(built, f"{of}\t".encode())
        return None if line is None else unpacked(line)
    place = _place(of)
    return None if place is None else defined((definition := _load(place)).name, definition)


def definition(name: str) -> CardDefinition:
    """The definition of a card of the library or the user's card store. Raises `UnknownCardError`."""
    found = find(name).name
    place = _place(slug(found))
    card = _load(place) if place is not None else token_cards.find(found)
    return _definition_in(_store(), slug(found)) if card is None else card


@lru_cache(200)
def _definition_in(found: Store | None, of: str) -> CardDefinition:
    kept = None if found is None else found.find(of)
    assert found is not None and kept is not None  # it has been found
    return _valid(kept, found)


def whole_name(name: str) -> str:
    """The name of the card that a board means by a name: of a half or an Adventure that of the whole card.

    Raises `UnknownCardError`.
    """
    found = find(name).name
    if _card(slug(found)) is not None:
        return found
    kept = None if (there := _store()) is None else there.find(slug(found))
    return found if kept is None or kept.name != found else kept.whole


def printing(name: str) -> Printing | None:
    """The printed faces of a card of the user's card store, if the store and not the library defines it."""
    found = _store()
    of = slug(find(name).name)
    kept = None if found is None or _card(of) is not None else found.find(of)
    return None if found is None or kept is None else found.printing(kept.printed)


def search(words: Sequence[str]) -> list[str]:
    """The names of all cards, of the library and the store, whose lines have all these words in any case, sorted."""
    wanted = [word.lower() for word in words]
    found = {one.name for one in _places().values() if all(word in one.text.lower() for word in wanted)}
    stored = _store()
    return sorted(found if stored is None else found.union(stored.search(words)))


def every_name() -> list[str]:
    """The names of all cards, of the library and the store, sorted."""
    stored = _store()
    return names() if stored is None else sorted({*names(), *stored.names()})


def names() -> list[str]:
    """The names of all cards of the library, sorted."""
    return sorted(place.name for place in _places().values())


def every_card() -> Iterator[CardDefinition]:
    """All cards of the library, by name."""
    yield from sorted(map(_load, _places().values()), key=lambda card: card.name)


@lru_cache(maxsize=200)  # an answer needs the card, which is kept, and its definition hardly ever again
def _load(place: _Place) -> CardDefinition:
    from pyengine.card_model.card import CardDefinition, CardText

    document = parse("\n" * place.line + place.text, place.path)  # so that messages tell the line of the file
    card = validate(CardText, document, (place.name,), error=InvalidCardError)
    return CardDefinition.model_construct({*card.model_fields_set, "name"}, name=place.name, **dict(card))


BUILT = "cards"
"""The file in the library that has all cards as answers need them, a line for each, in an installed package."""


@cache
def _built() -> mmap | None:
    path = DIRECTORY / BUILT
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


def _line(built: mmap, begin: bytes) -> bytes | None:
    """Return the rest of the line that begins so.

    Lines are sorted: the search looks at only a few and reads no more.
    """
    low, high = 0, len(built)
    while low < high:
        middle = built.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = built.find(b"\n", middle)
        if built[middle : middle + len(begin)] == begin:
            return built[middle + len(begin) : end]
        if built[middle:end] < begin:
            low = end + 1
        else:
            high = middle
    return None


def build() -> bytes:
    """All cards as answers need them, which takes longer than an answer to work out from their definitions."""
    lines = []
    for of, place in _places().items():
        definition = _load(place)
        card = defined(definition.name, definition)
        of_file = said(worked_out(definition.name, definition))
        lines.append(f"{of}\t{json.dumps([*_fields(card), of_file])}\n".encode())
    return b"".join(sorted(lines))


def packed(card: Card) -> str:
    """A card on one line."""
    return json.dumps(_fields(card))


def _fields(card: Card) -> list[Any]:
    return [card.name, card.back, sorted(card.kinds), card.remarks, card.facts, dict(card.tokens), card.parts]


def unpacked(line: str | bytes) -> Card:
    """The card that was packed."""
    name, back, kinds, remarks, facts, created, parts, *of_file = json.loads(line)
    of_card = next((Said(*one) for one in of_file), None)
    return Card(name, back, frozenset(kinds), tuple(remarks), tuple(facts), created, tuple(parts), of_card)
