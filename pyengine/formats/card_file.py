"""Card files that players have: Scryfall's `oracle-cards` and `default-cards`, MTGJSON's `AtomicCards`.

The content tells them apart. Only traditional cards of the game are read (108.2a); of the rest the reason is kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pydantic import ValidationError

from pyengine.card_model.card import CardDefinition
from pyengine.errors import InputError
from pyengine.files.fields import CARD_TYPES, SUPERTYPES
from pyengine.files.quoting import quoted
from pyengine.formats import card_json
from pyengine.glossary.subtypes import SUBTYPES

Layout = Literal["normal", "transform", "modal_dfc", "adventure", "split", "aftermath", "flip", "meld", "prepare"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)

_OTHER_LAYOUTS = {
    "art_series": "art cards",
    "token": "tokens and emblems",
    "double_faced_token": "tokens and emblems",
    "emblem": "tokens and emblems",
    "scheme": "schemes",
    "planar": "planes and phenomena",
    "vanguard": "vanguards",
    "host": "hosts and augments",
    "augment": "hosts and augments",
}
"""Layouts of other objects, and their names in the count of entries left out."""
_OTHER_TYPES = {
    "plane": "planes and phenomena",
    "phenomenon": "planes and phenomena",
    "scheme": "schemes",
    "vanguard": "vanguards",
    "dungeon": "dungeons",
    "token": "tokens and emblems",
    "emblem": "tokens and emblems",
}
NO_TYPE = "objects without a type of the game"
NO_CHARACTERISTICS = "objects with characteristics that the game does not have"
OTHER_LANGUAGE = "printings in other languages"
COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_FACED = ("transform", "modal_dfc")


@dataclass(frozen=True)
class Face:
    """One face or half of a card, as it is printed."""

    name: str
    type_line: str
    text: str = ""
    mana_cost: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    indicator: tuple[str, ...] = ()


@dataclass(frozen=True)
class PrintedCard:
    """A card as a card file has it."""

    name: str
    """Its whole name: `A // B` of a card with two."""
    layout: Layout
    faces: tuple[Face, ...]
    released: str = ""
    """The date of the printing; empty if the file does not say."""
    is_played: bool = True
    """Some format allows it, or the file does not say; of two cards of one name that one is meant."""


@dataclass(frozen=True)
class LeftOut:
    """An entry that is not a traditional card."""

    name: str
    why: str


def read(path: str | os.PathLike[str]) -> Iterator[PrintedCard | LeftOut]:
    """Yield every card of a file as often as it is there, and the entries left out.

    Raises `InputError` for a file that is not a card file.
    """
    name = os.fspath(path)
    for number, (key, value) in enumerate(card_json.entries(path), 1):
        if key is not None and isinstance(value, list):
            yield from _of_atomic(key, value, name)
        elif key is None and isinstance(value, dict) and isinstance(value.get("name"), str):
            yield _of_scryfall(value)
        else:
            raise InputError(
                f"entry {number} is not a card: found {quoted(value)}; expected Scryfall's oracle-cards or "
                "default-cards, or MTGJSON's AtomicCards",
                name,
            )


# --- Scryfall ----------------------------------------------------------------------------------------------------


def _of_scryfall(card: Mapping[str, Any]) -> PrintedCard | LeftOut:
    name, layout = card["name"], str(card.get("layout", "normal"))
    if card.get("lang", "en") != "en":
        return LeftOut(name, OTHER_LANGUAGE)
    if layout in _OTHER_LAYOUTS:
        return LeftOut(name, _OTHER_LAYOUTS[layout])
    printed = [one for one in card.get("card_faces") or () if isinstance(one, Mapping)] or [card]
    if layout == "reversible_card":  # both sides show the same card
        printed, name, layout = printed[:1], _text(printed[0], "name") or name, "normal"
    faces = _faces(printed, name, ("name", "type_line", "oracle_text", "mana_cost", "color_indicator"))
    return _checked(PrintedCard(name, _layout(layout, faces), faces, _text(card, "released_at"), _is_played(card)))


# --- MTGJSON -----------------------------------------------------------------------------------------------------


def _of_atomic(name: str, entry: list[Any], path: str) -> Iterator[PrintedCard | LeftOut]:
    """The cards of one name: several with one face each, or one with several."""
    if not all(isinstance(one, Mapping) and isinstance(one.get("type"), str) for one in entry):
        raise InputError(f"{quoted(name)} is not a list of faces; expected MTGJSON's AtomicCards", path)
    several = [one for one in entry if one.get("side")]
    alone = [[one] for one in entry if not one.get("side")]
    apart = [[one] for one in several] if any(one.get("layout") == "meld" for one in several) else [several]
    for printed in (*(one for one in apart if one), *alone):
        first = printed[0]
        layout = str(first.get("layout", "normal"))
        if layout in _OTHER_LAYOUTS:
            yield LeftOut(name, _OTHER_LAYOUTS[layout])
            continue
        printed = sorted(printed, key=lambda face: _text(face, "side"))
        faces = _faces(printed, name, ("faceName", "type", "text", "manaCost", "colorIndicator"))
        whole = faces[0].name if len(faces) == 1 else name
        yield _checked(PrintedCard(whole, _layout(layout, faces), faces, "", _is_played(first)))


# --- both --------------------------------------------------------------------------------------------------------


def _text(of: Mapping[str, Any], what: str) -> str:
    value = of.get(what)
    return value if isinstance(value, str) else ""


def _faces(printed: Iterable[Mapping[str, Any]], name: str, fields: tuple[str, str, str, str, str]) -> tuple[Face, ...]:
    """The faces of a card; `fields` are the format's words for name, type line, text, mana cost and indicator."""
    named, types, text, cost, indicator = fields
    return tuple(
        Face(
            _text(face, named) or name,
            _text(face, types),
            _text(face, text),
            _text(face, cost),
            **_numbers(face),
            indicator=_letters(face, indicator),
        )
        for face in printed
    )


def _numbers(of: Mapping[str, Any]) -> dict[str, str | None]:
    found = {what: of.get(what) for what in ("power", "toughness", "loyalty", "defense")}
    return {what: str(value) if isinstance(value, str | int) else None for what, value in found.items()}


def _letters(of: Mapping[str, Any], what: str) -> tuple[str, ...]:
    value = of.get(what)
    return tuple(str(one) for one in value) if isinstance(value, list) else ()


def _is_played(card: Mapping[str, Any]) -> bool:
    legal = card.get("legalities")
    if not isinstance(legal, Mapping) or not legal:
        return card.get("isFunny") is not True and "legalities" not in card
    return any(str(value).lower() in ("legal", "restricted", "banned") for value in legal.values())


def _layout(layout: str, faces: tuple[Face, ...]) -> Layout:
    """The layout, where it says how the faces belong together."""
    if layout == "split" and len(faces) == 2 and re.match("Aftermath\\b", faces[1].text):
        return "aftermath"
    known: Layout | None = next((one for one in LAYOUTS if one == layout), None)
    if known is not None:
        return known
    return "normal" if len(faces) == 1 else "transform"  # as battles with a back, in some files


def _checked(card: PrintedCard) -> PrintedCard | LeftOut:
    """The card, unless it is none of the game."""
    for face in card.faces:
        types = _types(face)
        if other := next((_OTHER_TYPES[word] for word in types if word in _OTHER_TYPES), None):
            return LeftOut(card.name, other)
        if not set(types) & set(CARD_TYPES) or set(types) - {*CARD_TYPES, *SUPERTYPES}:
            return LeftOut(card.name, NO_TYPE)
    return card


def _types(face: Face) -> list[str]:
    """Supertypes and types; `Tribal` is kindred by another name."""
    words = re.split(r" [\u2014\u2013-] ", face.type_line)[0].lower().split()
    return ["kindred" if word == "tribal" else word for word in words]


def _subtypes(face: Face) -> list[str]:
    after = re.split(r" [\u2014\u2013-] ", face.type_line)[1:]
    words = after[0].lower().split() if after else []
    found: list[str] = []
    for word in words:
        if found and f"{found[-1]} {word}" in SUBTYPES:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def definitions(card: PrintedCard) -> tuple[CardDefinition, ...]:
    """The cards that a printed card is on a board: one, and the back of a double-faced card.

    Of a card with two faces in one, what the other face adds is a remark. Lines that are not read are remarks too.
    Raises `InputError` for characteristics that the game does not have.
    """
    if card.layout in ("transform", "modal_dfc", "meld", "normal") or len(card.faces) == 1:
        return faces(card)
    with _told(card):
        first, *others = map(_data, card.faces)
        if card.layout in ("split", "aftermath"):
            found = [_halves(card), first, *others]
        elif card.layout == "adventure":
            found = [first | {"adventure": card.faces[1].name}, *others]
        else:
            first["not_modelled"] = [*first["not_modelled"], *(_other(card.layout, one) for one in card.faces[1:])]
            found = [first]
        return tuple(map(CardDefinition.model_validate, found))


def faces(card: PrintedCard) -> tuple[CardDefinition, ...]:
    """Each face or half of a card as a card of its own. Raises `InputError` as `definitions` does."""
    with _told(card):
        found = [_data(face) for face in card.faces]
        if len(found) > 1 and card.layout in _FACED:
            found[0] |= {"back": card.faces[1].name, "modal": card.layout == "modal_dfc"}
        return tuple(map(CardDefinition.model_validate, found))


@contextmanager
def _told(card: PrintedCard) -> Iterator[None]:
    try:
        yield
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        said = first["msg"].removeprefix("Value error, ")
        raise InputError(f"{quoted(card.name)}: {'.'.join(map(str, first['loc']))}: {said}") from None


def _data(face: Face) -> dict[str, Any]:
    types = _types(face)
    data: dict[str, Any] = {
        "name": face.name,
        "mana_cost": _PHYREXIAN.sub(r"{\1/\2/P}", face.mana_cost) or None,
        "colors": [COLORS[one] for one in face.indicator if one in COLORS],
        "supertypes": [word for word in types if word in SUPERTYPES],
        "types": [word for word in types if word in CARD_TYPES],
        "subtypes": _subtypes(face),
        "not_modelled": [],
        **{what: _printed_number(getattr(face, what)) for what in ("power", "toughness", "loyalty", "defense")},
    }
    if face.text.strip():
        data |= {"text": face.text, "text_remarks": True}
    if (text := _stationed(face)) is not None:
        data |= {"text": text, "power": None, "toughness": None}
    if data["loyalty"] == "X":
        data |= {"loyalty": None, "not_modelled": ["replacement: enters with X loyalty counters"]}
    return data


def _stationed(face: Face) -> str | None:
    """The text of a station card with its power and toughness below the station symbol that they belong to.

    Files have them as those of the card, which it has nowhere but on the battlefield (721.2).
    """
    if face.power is None or face.toughness is None or not (symbols := _SYMBOL.findall(face.text)):
        return None
    said = _CREATURE_AT.findall(face.text)
    at = said[0] if len(said) == 1 and said[0] in symbols else symbols[-1]
    return _SYMBOL.sub(lambda one: f"{one[0]}\n{face.power}/{face.toughness}" if one[1] == at else one[0], face.text)


_SYMBOL = re.compile(r"^STATION (\d+)\+$", re.MULTILINE)
_CREATURE_AT = re.compile(r"It's an artifact creature at (\d+)\+")
_PHYREXIAN = re.compile(r"\{([WUBRG])([WUBRG])P\}")
"""A hybrid Phyrexian symbol without its strokes, as some files write it."""
_ANYTHING: dict[str, Any] = {"kind": "static", "touches": ["anything"]}


def _other(layout: Layout, face: Face) -> dict[str, Any]:
    """A remark on the other face of a card with two faces in one."""
    said = f"{face.name} {face.mana_cost}".strip()
    if layout == "flip":
        return {"text": f"once it is flipped, it is {face.name} (710.2)", **_ANYTHING}
    return {"text": f"while it is prepared, you may cast a copy of {said}", **_ANYTHING}


def _halves(card: PrintedCard) -> dict[str, Any]:
    """A split card, which has the characteristics of both halves everywhere but on the stack (709.4)."""
    found = [_data(face) for face in card.faces]
    words = ("colors", "supertypes", "types", "subtypes")
    joined = {what: list(dict.fromkeys(word for one in found for word in one[what])) for what in words}
    costs = [one["mana_cost"] for one in found if one["mana_cost"]]
    return {
        "name": card.name,
        **joined,
        "mana_cost": "".join(costs) or None,
        "halves": [face.name for face in card.faces],
    }


def _printed_number(value: str | None) -> int | str | None:
    if value is None or not re.fullmatch(r"[+-]?\d{1,6}", value):
        return value
    return int(value)
