"""Cards of tokens that a rule describes, or the effect that creates them.

Such a card is found by its name, which tells all that it is, so that a board with the token on it can be written out:
`2/2 Spirit Token`, `Orc Army Token`, `1/1 white Soldier creature token with flying`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from pyengine.compiler.listed_characteristics import CardType
from pyengine.files.fields import MAX_COUNT, SUPERTYPES, Color
from pyengine.phrases.phrase_words import join
from pyengine.phrases.text_safety import number_up_to

if TYPE_CHECKING:
    from pyengine.card_model.card import CardDefinition

CLUE = "Clue Token"
"""The token that investigating creates (701.16a); a card of the library."""

INCUBATOR = "Incubator Token"
"""The token that incubating creates (111.10i); a card of the library, as it is always the same."""

JACE = "Jace Token"
"""The token that empowering Jace creates, if there is none (701.71a); a card of the library too."""

COPY = "copy"
"""In the place of a card's name, of what is a copy of something else: a token or the copy of a spell has no card."""

_SPIRIT = re.compile(r"(0|[1-9][0-9]*)/\1 Spirit Token")
_ARMY = re.compile(r"(.+) Army Token")


def spirit(size: int) -> str:
    """The white Spirit creature of this size, which enduring may create (701.63a)."""
    return f"{size}/{size} Spirit Token"


def army(subtype: str) -> str:
    """The 0/0 black Army creature, also of this type, which amassing may create (701.47a)."""
    return f"{subtype.title()} Army Token"


_EMBLEM = re.compile('Emblem with "([^"]+)"(?: and "([^"]+)")?')


def emblem(*texts: str) -> str:
    """The emblem with these abilities, in the English of cards (114.1)."""
    return "Emblem with " + " and ".join(f'"{text}"' for text in texts)


def is_emblem(name: str) -> bool:
    """Return whether this is the name of an emblem in pyengine."""
    return _EMBLEM.fullmatch(name) is not None


def find(name: str) -> CardDefinition | None:
    """The token or emblem of this name, if it is one of these."""
    if (found := _SPIRIT.fullmatch(name)) and (size := number_up_to(MAX_COUNT, found[1])) is not None:
        return _creature(name, "white", ["spirit"], size)
    if found := _ARMY.fullmatch(name):
        return _creature(name, "black", [found[1].lower(), "army"], 0)
    if found := _EMBLEM.fullmatch(name):
        return _emblem(name, [text for text in found.groups() if text])
    if (described := read(name)) is not None and str(described) == name:
        return described.card()
    return None


def called(name: str) -> str | None:
    """Return the name of a token with this card, if it differs from the card's name (111.4)."""
    if _SPIRIT.fullmatch(name):
        return "Spirit Token"
    if is_emblem(name):
        return "Emblem"
    return None if (described := read(name)) is None else described.called


VARIES = "X"
"""The power or toughness of a token that the effect works out as it creates it (107.3): on boards `formed` has it."""


@dataclass(frozen=True)
class Described:
    """A token that an effect describes (111.3). Words are in lower case, except a name it may be given."""

    power: int | str | None
    """A number, or X: what it is then, the effect tells as it creates the token."""
    toughness: int | str | None
    colors: tuple[str, ...]
    subtypes: tuple[str, ...]
    types: tuple[str, ...]
    keywords: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    name: str | None = None
    ability: str | None = None
    """An ability that the effect gives it, in the English of cards."""

    @property
    def called(self) -> str:
        """Its name: its subtypes and "Token", unless the effect gives it another (111.4)."""
        return self.name or " ".join([*map(str.title, self.subtypes), "Token"])

    def __str__(self) -> str:
        """As effects say it: `1/1 white Soldier creature token with flying`; always the same way."""
        numbers = [] if self.power is None else [f"{self.power}/{self.toughness}"]
        colors = join(self.colors) if self.colors else "colorless"
        words = [*self.supertypes, *numbers, colors, *map(str.title, self.subtypes), *self.types, "token"]
        named = "" if self.name is None else f" named {self.name}"
        abilities = [*self.keywords, *([] if self.ability is None else [f'"{self.ability}"'])]
        return " ".join(words) + named + (f" with {join(abilities)}" if abilities else "")

    def card(self) -> CardDefinition:
        """The card that says what it is."""
        from pyengine.card_model.card import CardDefinition

        return CardDefinition.model_validate(
            {
                "name": str(self),
                "colors": self.colors,
                "types": self.types,
                "subtypes": self.subtypes,
                "supertypes": self.supertypes,
                "power": 0 if self.power == VARIES else self.power,
                "toughness": 0 if self.toughness == VARIES else self.toughness,
                "abilities": self.keywords,
                "text": self.ability,
            }
        )


_DESCRIBED = re.compile(r"(.+?) tokens?(?: named (.+?))?(?: with (.+))?")


def read(text: str) -> Described | None:
    """The token that these words describe, as in `1/1 white Soldier creature token with flying`."""
    if (found := _DESCRIBED.fullmatch(text)) is None:
        return None
    words = found[1].split()
    power: int | str | None = None
    toughness: int | str | None = None
    colors, subtypes, types, supertypes = [], [], [], []
    for word in words:
        lower = word.lower()
        if numbers := re.fullmatch("([0-9]+|X)/([0-9]+|X)", word):
            power, toughness = (one if one == VARIES else number_up_to(MAX_COUNT, one) for one in numbers.groups())
            if power is None or toughness is None:
                return None
        elif lower in get_args(Color):
            colors.append(lower)
        elif lower in get_args(CardType):
            types.append(lower)
        elif lower in SUPERTYPES:
            supertypes.append(lower)
        elif lower not in ("and", "colorless"):
            subtypes.append(lower)
    given, ability = found[3] or "", None
    if quoted := re.fullmatch(r'(?:(.+?),? and )?"([^"]+)"', given):
        given, ability = quoted[1] or "", quoted[2]
    keywords = [one.lower() for one in re.split(r",? and |, ", given) if one]
    if not types or not (subtypes or found[2]):
        return None
    return Described(
        power,
        toughness,
        tuple(colors),
        tuple(subtypes),
        tuple(types),
        tuple(keywords),
        tuple(supertypes),
        found[2],
        ability,
    )


MOST_TOKENS = 100
"""Most tokens that one instruction can create."""


def spare_ids(wanted: Mapping[str, int], taken: Container[str]) -> list[tuple[str, int, str]]:
    """Return ids for new tokens: for each card the wanted number, with their numbers; none that is taken.

    They are based on the names of the tokens: `soldier token 1`.
    """
    found: list[tuple[str, int, str]] = []
    used: set[str] = set()
    for card, count in wanted.items():
        base, number = (called(card) or card).lower(), 0
        for place in range(1, count + 1):
            number += 1
            while (name := f"{base} {number}") in taken or name in used:
                number += 1
            used.add(name)
            found.append((card, place, name))
    return found


def _emblem(name: str, texts: list[str]) -> CardDefinition:
    """An emblem, which has abilities and nothing else (114.3)."""
    from pyengine.card_model.card import CardDefinition

    card = CardDefinition.model_validate({"name": name, "types": ["enchantment"], "text": "\n".join(texts)})
    return card.model_copy(update={"types": ()})


def _creature(name: str, color: str, subtypes: list[str], size: int) -> CardDefinition:
    from pyengine.card_model.card import CardDefinition

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
