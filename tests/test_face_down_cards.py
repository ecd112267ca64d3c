"""Real cards about face-down objects: each line of them is read, and all that they say acts."""

from pathlib import Path

import pytest
import yaml

from pyengine.card_model.card import CardDefinition
from pyengine.cards.missing import missing

CARDS = yaml.safe_load((Path(__file__).parent / "face_down_cards.yaml").read_text(encoding="utf-8"))
"""The cards with their printed fields; of a card with several faces, each face."""


@pytest.mark.parametrize("printed", CARDS, ids=lambda printed: printed["name"])
def test_a_card_about_face_down_objects_is_whole(printed: dict[str, object]) -> None:
    card = CardDefinition.model_validate(printed | {"text_remarks": True})
    assert list(missing(card)) == []


def test_the_cards_are_many() -> None:
    assert len({printed["name"] for printed in CARDS}) == len(CARDS) > 200
