"""Findings about a printed card: which parts of it are missing, and whether it is about what pyengine is for."""

from __future__ import annotations

import re

from pyengine.card_model.card import CardDefinition
from pyengine.cards.missing import missing
from pyengine.errors import InputError
from pyengine.formats.card_file import PrintedCard, faces

NOT_PLAYED_APART = {
    "flip": "the flipped half of a card",
    "prepare": "the spell of a card that prepares it",
}
"""Missing parts of cards with two faces in one, even if their texts are read."""


def missing_of(card: PrintedCard) -> tuple[str, ...]:
    """The parts of a card, in all its faces, that are not read or not modelled."""
    try:
        printed = faces(card)
    except InputError as error:
        return (error.message.partition(": ")[2],)
    found = {what: None for face in printed for what in _missing(face)}
    if card.layout in NOT_PLAYED_APART:
        found[NOT_PLAYED_APART[card.layout]] = None
    if card.layout == "split" and any("room" in face.subtypes for face in printed):
        found["the doors of a Room"] = None
    return tuple(found)


def _missing(face: CardDefinition) -> list[str]:
    try:
        return list(missing(face))
    except InputError as error:
        return [f"a card that is refused: {error.message[:80]}"]


_NOUN = re.compile(
    r"\bcounters?\b(?! (?:target|that spell|it\b|any|all|the|a\b|an\b|up to|another|your|those spells|each spell))"
    r"|\bproliferate|\bface[ -](?:down|up)\b|\b(?:mega)?morph\b|\bdisguise\b|\bmanifest|\bcloak\b",
    re.IGNORECASE,
)
_COUNTERED = re.compile(r"(?:\bor|\bmay|,|\bto|\bcan't|\bwould|\bthen) counter\b|\bcountered\b", re.IGNORECASE)


def speaks_of_counters_or_face_down(card: PrintedCard) -> bool:
    """Return whether a printed text speaks of counters, reminder text included, or of face-down objects."""
    return any(_NOUN.search(_COUNTERED.sub("", face.text)) is not None for face in card.faces)
