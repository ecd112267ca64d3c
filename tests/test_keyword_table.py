"""The table of keywords: each entry is read, a misspelt keyword is refused, and a keyword acts as its entry says."""

import pytest

from pyengine import Board, InputError
from pyengine.english.ability_lines import read_card_text
from pyengine.english.effect_terms import KeywordAbility
from pyengine.glossary.keyword_table import keywords, written
from pyengine.keywords.acting import acts


def test_entries_are_complete() -> None:
    assert len(keywords()) > 200
    assert list(keywords()) == sorted(keywords())
    for name, one in keywords().items():
        assert one.rule is not None, name
        assert name == name.lower()
        for _, text in one.triggers:
            assert text.startswith(("When", "At the beginning")), name


@pytest.mark.parametrize("name", sorted(written("alone")))
def test_a_keyword_that_is_written_alone_is_read(name: str) -> None:
    [ability] = read_card_text(name.capitalize())
    assert ability == KeywordAbility(name)


@pytest.mark.parametrize("name", sorted(written("number")))
def test_a_keyword_that_is_written_with_a_number_is_read(name: str) -> None:
    [ability] = read_card_text(f"{name.capitalize()} 2")
    assert ability == KeywordAbility(f"{name} 2")


@pytest.mark.parametrize("name", sorted(keywords()))
def test_a_keyword_with_words_or_rules_acts(name: str) -> None:
    one = keywords()[name]
    if one.acts in ("by rules", "deck"):
        assert acts(name)
    if one.acts == "by number":
        assert acts(f"{name} 2")
        assert not acts(name)
    if any("{n}" in text and "{pay" not in text for _, text in one.triggers):
        assert acts(f"{name} 2")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("mobilise", "mobilize"),
        ("afflictt", "afflict"),
        ("extorte", "extort"),
        ("islandwalkk", "islandwalk"),
        ("evolvee", "evolve"),
    ],
)
def test_a_misspelt_keyword_is_refused(wrong: str, right: str) -> None:
    card = {"types": ["creature"], "power": 1, "toughness": 1, "abilities": [wrong]}
    with pytest.raises(InputError, match=f"did you mean '{right}'"):
        Board.from_data({"players": {"alice": {}}, "cards": {"Ape": card}})
