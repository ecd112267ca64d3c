"""Compare the library's hand-written entries with what is read of the printed texts of their cards.

An entry by hand that its text has caught up with becomes its text: the same card then has one source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml

from pyengine.card_model.card import CardDefinition
from pyengine.cards import catalog

TEXTS: dict[str, str] = yaml.safe_load(Path(__file__).with_name("printed_texts.yaml").read_text(encoding="utf-8"))

MORE_BY_HAND = frozenset(
    (
        "Aether Refinery",
        "Divine Intervention",
        "Kalitas, Traitor of Ghet",
        "Loading Zone",
        "Luxior, Giada's Gift",
        "Reyhan, Last of the Abzan",
        "The Darkness Crystal",
        "The Dragon-Kami Reborn",
        "Tidal Influence",
        "Traveling Plague",
        "Woolly Razorback",
    )
)
"""Entries that say something that is not read of their texts, and lack something else that is. Becoming their
texts they would lose the first."""

UNKNOWN = frozenset(
    (
        "Arlinn, Voice of the Pack",
        "Aurelia's Vindicator",
        "Bioengineered Future",
        "Bloodspore Thrinax",
        "Caprichrome",
        "Caradora, Heart of Alacria",
        "Conspiracy",
        "Crowd-Control Warden",
        "Ertai's Meddling",
        "Exiled Doomsayer",
        "Found Footage",
        "Gaddock Teeg",
        "Invasion of Tarkir",
        "Izzet Generatorium",
        "Karlov Watchdog",
        "Kathril, Aspect Warper",
        "Lignify",
        "March of the Machines",
        "Master Biomancer",
        "Melira, the Living Cure",
        "Michelangelo, Weirdness to 11",
        "Nature's Revolt",
        "Phyrexian Hydra",
        "Polukranos, Unchained",
        "Primordial Mist",
        "Pyrotechnic Performer",
        "Quicksilver Elemental",
        "Rampaging Rendhorn",
        "Sakashima the Impostor",
        "Selesnya Loft Gardens",
        "Skullbriar, the Walking Grave",
        "Urza's Saga",
        "Vigor",
        "Yoshimaru, Beloved Companion",
    )
)
"""Entries by hand of whose cards no printed text is given here. A new entry does not belong here: it has its text."""

_REMARKS = re.compile(
    r"(?:remark|touches|of_itself|remark_in|not_modelled|permits_use|does_as|says|remark_number|remark_words)\("
)
_PLACE = re.compile(r"(?:modelled_)?ability\((\"[^\"]*\"),\d+\)")


def by_hand() -> list[CardDefinition]:
    return [card for card in catalog.every_card() if card.abilities or card.not_modelled]


def printed(card: CardDefinition) -> CardDefinition:
    """Return the same card with its printed text alone."""
    text = TEXTS[card.name].strip()
    return card.model_copy(update={"abilities": (), "not_modelled": (), "text": text, "text_remarks": True})


def said(facts: Iterable[str]) -> set[str]:
    """Return the facts about abilities without their places; remarks and half-read abilities are left out."""
    facts = list(facts)
    unread = {found[0] for one in facts if "unread" in one for found in _PLACE.finditer(one)}
    kept = (one for one in facts if not _REMARKS.match(one) and unread.isdisjoint(_places(one)))
    return {_PLACE.sub(r"ability(\1)", one) for one in kept}


def _places(fact: str) -> set[str]:
    return {found[0] for found in _PLACE.finditer(fact)}


def is_half_read(name: str, card: CardDefinition) -> bool:
    """True if the cost or event of an ability is read, and not its effect."""
    return any("unread" in one for one in catalog.defined(name, card).facts)


def is_read(name: str, card: CardDefinition) -> bool:
    """True if the whole text of a card is read, with the effects of its abilities."""
    return not is_half_read(name, card) and not catalog.worked_out(name, card).not_modelled


def triggers(name: str, card: CardDefinition) -> Counter[str]:
    """Count the events that the abilities of a card watch for."""
    facts = (re.fullmatch(r"trigger_ability\(.*,(\"[^\"]*\")\)\.", one) for one in catalog.defined(name, card).facts)
    return Counter(found[1] for found in facts if found)


def could_be_its_text(name: str) -> bool:
    """True if an entry by hand says nothing more than what is read of its text."""
    card = catalog.definition(name)
    return not compared(name)[0] and triggers(name, card) <= triggers(name, printed(card))


def compared(name: str) -> tuple[set[str], set[str]]:
    """Return what the entry says and its text does not, and the other way round."""
    card = catalog.definition(name)
    hand, text = (said(catalog.defined(name, one).facts) for one in (card, printed(card)))
    return hand - text, text - hand


def test_every_entry_by_hand_has_its_printed_text() -> None:
    names = {card.name for card in by_hand()}
    assert names == set(TEXTS) | UNKNOWN


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_an_entry_by_hand_is_not_read_whole(name: str) -> None:
    assert not is_read(name, printed(catalog.definition(name))), "the whole text is read: the entry becomes its text"


def test_no_entry_by_hand_says_only_what_its_text_says() -> None:
    """An entry whose text says the same, with other words for what is not read, becomes its text."""
    assert [name for name in TEXTS if name not in MORE_BY_HAND and could_be_its_text(name)] == []
