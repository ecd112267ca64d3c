"""The library as an installed package has it, against the definitions of its cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyengine.card_model.card import CardDefinition
from pyengine.card_model.filters import Filter
from pyengine.cards import catalog
from pyengine.compiler.ability_facts import kinds_of_card
from pyengine.errors import InvalidCardError, UnknownCardError
from pyengine.files import yaml_reading
from pyengine.files.fields import KINDS
from pyengine.solving.statements import asp_directory


@pytest.fixture(scope="module")
def built() -> bytes:
    return catalog.build()


@pytest.fixture
def installed(built: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library with its cards worked out, as `hatch_build.py` puts them into the package."""
    (tmp_path / catalog.BUILT).write_bytes(built)
    for entry in catalog.DIRECTORY.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    monkeypatch.setattr(catalog, "DIRECTORY", tmp_path)
    caches = (catalog._built, catalog._card, catalog._places)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


def test_cards_stand_in_the_file_of_their_letter_in_order() -> None:
    for path in sorted(catalog.DIRECTORY.glob("*.yaml")):
        named = [catalog.slug(name) for name in yaml_reading.read(path).data]
        assert named == sorted(set(named)), path.name
        assert {catalog._letter(name) for name in named} == {path.stem}


def test_a_mistake_in_a_card_is_reported_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "o.yaml").write_text("Oak:\n  types: [land]\n\nOx:\n  types: [creature]\n  power: two\n")
    monkeypatch.setattr(catalog, "DIRECTORY", tmp_path)
    with pytest.raises(InvalidCardError, match=rf"{tmp_path}/o.yaml:6:10") as raised:
        catalog._load(catalog._in_file(str(tmp_path / "o.yaml"))["ox"])
    assert "power" in str(raised.value)


def test_every_card_is_found_as_its_definition_says(installed: None) -> None:
    for number, definition in enumerate(catalog.every_card()):
        assert catalog.definition(definition.name) == definition
        if number % 12 == 0:  # to work all of them out anew takes long
            found = catalog.find(definition.name)
            assert found.said == catalog.said(catalog.worked_out(definition.name, definition))
            assert found._replace(said=None) == catalog.defined(definition.name, definition)


def test_a_card_is_found_however_it_is_spelt(installed: None) -> None:
    assert catalog.find("grizzly bears").name == "Grizzly Bears"
    assert catalog.find("Jotun Owl Keeper") == catalog.find("Jötun Owl Keeper")


@pytest.mark.parametrize("name", ["Grizzly", "Grizzly Bears 2", "", "\n", "\t"])
def test_no_other_name_is_found(installed: None, name: str) -> None:
    with pytest.raises(UnknownCardError):
        catalog.find(name)


def test_a_token_that_a_rule_describes_is_found(installed: None) -> None:
    assert catalog.definition("3/3 Spirit Token").power == 3
    assert 'card_power("3/3 Spirit Token",3).' in catalog.find("3/3 Spirit Token").facts


@pytest.fixture(scope="module")
def library() -> list[CardDefinition]:
    """All cards, with their texts as abilities."""
    return [card.model_copy(update=dict(catalog.worked_out(card.name, card))) for card in catalog.every_card()]


def test_no_card_has_an_ability_twice(library: list[CardDefinition]) -> None:
    """Keywords can be printed twice, as hideaway 3 on Evercoat Ursine; what is written out is not."""
    for card in library:
        written_out = [ability for ability in card.abilities if ability.keyword is None]
        assert all(one not in written_out[:number] for number, one in enumerate(written_out)), card.name


def test_no_trigger_of_a_keyword_is_written_out_as_well(library: list[CardDefinition]) -> None:
    encoded = (asp_directory() / "rules/702_keywords.lp").read_text(encoding="utf-8")
    found = re.search(r'^triggers_on\("enters",\(([^)]*)\)\)', encoded, re.MULTILINE)
    assert found is not None
    on_entering = tuple(word.strip('"') for word in found[1].split(";"))
    assert "hideaway" in on_entering
    for card in library:
        if any((ability.keyword or "").startswith(on_entering) for ability in card.abilities):
            triggers = [ability.trigger for ability in card.abilities if ability.trigger is not None]
            assert not [one for one in triggers if one.event == "enters" and one.affects == (Filter(this=True),)], (
                card.name
            )


LAST = ("equip", "crew")
"""Keywords printed below everything else."""


def test_abilities_stand_in_printed_order(library: list[CardDefinition]) -> None:
    """What can be told without the cards at hand: what is always printed first or last, and what is numbered."""
    for card in library:
        keywords = [(ability.keyword or "").split(" ")[0] for ability in card.abilities]
        assert "enchant" not in keywords[1:] or keywords[0] in ("flash", "gift"), card.name
        last = [keyword in LAST for keyword in keywords]
        assert last == sorted(last), card.name
        chapters = [ability.chapter.number for ability in card.abilities if ability.chapter is not None]
        assert chapters == sorted(chapters), card.name
        asked = [getattr(ability.body, "as_long_as", None) for ability in card.abilities]
        levels = [one.at_least or 0 for one in asked if one is not None and one.counters in ("level", "charge")]
        assert levels == sorted(levels), card.name


def test_every_kind_of_counter_is_known(library: list[CardDefinition]) -> None:
    """Those with power and toughness are known by their look."""
    named = {kind for card in library for kind in kinds_of_card(card)}
    assert {kind for kind in named - KINDS if "/" not in kind} == set()
