"""The library as an installed package has it, against the definitions of its cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pyengine import cards
from pyengine.errors import UnknownCardError


@pytest.fixture(scope="module")
def built() -> bytes:
    return cards.build()


@pytest.fixture
def installed(built: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library with its cards worked out, as `hatch_build.py` puts them into the package."""
    (tmp_path / cards.BUILT).write_bytes(built)
    for entry in cards.DIRECTORY.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    monkeypatch.setattr(cards, "DIRECTORY", tmp_path)
    caches = (cards._built, cards._card, cards._files, cards._shelves)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


def test_every_card_is_found_as_its_definition_says(installed: None) -> None:
    for definition in cards.every_card():
        assert cards.find(definition.name) == cards.defined(definition.name, definition)
        assert cards.definition(definition.name) == definition


def test_a_card_is_found_however_it_is_spelt(installed: None) -> None:
    assert cards.find("grizzly bears").name == "Grizzly Bears"
    assert cards.find("Jotun Owl Keeper") == cards.find("Jötun Owl Keeper")


@pytest.mark.parametrize("name", ["Grizzly", "Grizzly Bears 2", "", "\n", "\t"])
def test_no_other_name_is_found(installed: None, name: str) -> None:
    with pytest.raises(UnknownCardError):
        cards.find(name)


def test_a_token_that_a_rule_describes_is_found(installed: None) -> None:
    assert cards.definition("3/3 Spirit Token").power == 3
    assert 'card_power("3/3 Spirit Token",3).' in cards.find("3/3 Spirit Token").facts
