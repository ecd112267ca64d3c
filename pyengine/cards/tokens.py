"""Cards of tokens that a rule describes, but for a number or a creature type that an instruction says.

Such a card is found by its name, which tells both, so that a board with the token on it can be written out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyengine.cards.well_formed import number_up_to
from pyengine.files.fields import MAX_COUNT

if TYPE_CHECKING:
    from pyengine.cards.vocabulary import CardDefinition

INCUBATOR = "Incubator Token"
"""What incubating creates (111.10i); a card of the library, as it is always the same."""

_SPIRIT = re.compile(r"(0|[1-9][0-9]*)/\1 Spirit Token")
_ARMY = re.compile(r"(.+) Army Token")


def spirit(size: int) -> str:
    """The white Spirit creature of this size, which enduring may create (701.63a)."""
    return f"{size}/{size} Spirit Token"


def army(subtype: str) -> str:
    """The 0/0 black Army creature, also of this type, which amassing may create (701.47a)."""
    return f"{subtype.title()} Army Token"


def find(name: str) -> CardDefinition | None:
    """The token of this name, if it is one of these."""
    if (found := _SPIRIT.fullmatch(name)) and (size := number_up_to(MAX_COUNT, found[1])) is not None:
        return _creature(name, "white", ["spirit"], size)
    if found := _ARMY.fullmatch(name):
        return _creature(name, "black", [found[1].lower(), "army"], 0)
    return None


def _creature(name: str, color: str, subtypes: list[str], size: int) -> CardDefinition:
    from pyengine.cards.vocabulary import CardDefinition

    return CardDefinition.model_validate(
        {
            "name": name,
            "colors": [color],
            "types": ["creature"],
            "subtypes": subtypes,
            "power": size,
            "toughness": size,
        }
    )
