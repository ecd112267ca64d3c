"""A card, as card files and boards define it."""

import re
from collections.abc import Sequence
from itertools import count, islice
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, model_validator

from pyengine.card_model.abilities import Ability
from pyengine.english import remarks
from pyengine.english.line_forms import Kind
from pyengine.files.fields import (
    CONTROL,
    Amount,
    CardType,
    Color,
    Count,
    Flag,
    ManaCost,
    Model,
    Name,
    Signed,
    Supertype,
    Word,
)
from pyengine.files.quoting import quoted

Remark = Annotated[str, Field(min_length=1, max_length=500)]


Place = tuple[int, int]
"""The number of an ability as it is printed on its card, and which part of that it is where several are read of it."""


class RemarkAbout(Model):
    """Another effect of a card, in words, with facts that its words lack: where it matters, and for which answers."""

    text: Remark
    zones: tuple[Literal["graveyard", "exile", "command", "hand", "library"], ...] = Field(
        (),
        description="zones in which it matters too, besides the battlefield and the stack; read off the words if not "
        "given",
    )
    ability: Amount | None = Field(None, description="its number among the abilities of the card, as they are printed")
    kind: Kind | None = Field(None, description="of which kind it is; read off the words if not given")
    touches: tuple[remarks.Touch, ...] | None = Field(
        None,
        description="what it could change; of a triggered ability, what it waits for. Read off the words if not given; "
        "words that are not understood could change anything",
    )
    of_itself: Flag | None = Field(
        None, description="it speaks of nothing but the object itself; read off the words if not given"
    )

    def read(self, own: Sequence[str] = (), is_spell: bool = False) -> remarks.Reading:
        """Return the given values, and the words' values for those not given; `own` and `is_spell` as for
        `remarks.read`.
        """
        words = self.text if self.kind is None else f"{self.kind}: {self.text}"
        told = remarks.read(words, tuple(own), is_spell)
        itself = told.itself if self.of_itself is None else self.of_itself
        told = told._replace(zones=frozenset(self.zones) if "zones" in self.model_fields_set else told.zones)
        if self.touches is None:
            return told._replace(itself=itself)
        # The words have not told what is touched, so that of which kinds they speak tells nothing either.
        return told._replace(touches=frozenset(self.touches), itself=itself, kinds=None)


def _lines(value: object) -> object:
    """Return text without control characters, except its line ends."""
    if isinstance(value, str):
        value = "\n".join(" ".join(line.split()) for line in value.strip().split("\n"))
        if CONTROL.search(value.replace("\n", " ")):
            raise ValueError("expected text without control characters")
    return value


STAR = re.compile(r"\*|([0-9]{1,6})[+-]\*|\*\+([0-9]{1,6})")


def _with_star(value: str) -> str:
    if STAR.fullmatch(value) is None:
        raise ValueError(f"expected a number or a star as in '*', '1+*' or '7-*', found {quoted(value)}")
    return value


WithStar = Annotated[str, AfterValidator(_with_star)]
"""A printed power or toughness that includes a star (208.2)."""


def fixed_part(printed: int | str | None) -> int | None:
    """The number of a printed power or toughness, with 0 for a star (208.2a); None if nothing else is printed."""
    if not isinstance(printed, str):
        return printed
    found = STAR.fullmatch(printed)
    number = None if found is None else found[1] or found[2]
    return None if number is None else int(number)


CardEnglish = Annotated[str, BeforeValidator(_lines), Field(min_length=1, max_length=4000)]


class CardText(Model):
    """A card without its name: printed characteristics, and abilities in the vocabulary.

    `not_modelled` has everything that the vocabulary can't express, in the card's words or shorter. An answer that it
    could have changed repeats it.
    """

    mana_cost: ManaCost | None = None
    colors: tuple[Color, ...] = Field(
        (), description="a color indicator: these colors too, beside those of the mana cost (202.2e)"
    )
    supertypes: tuple[Supertype, ...] = ()
    types: tuple[CardType, ...] = Field(min_length=1)
    subtypes: tuple[Word, ...] = ()
    power: Signed | WithStar | None = None
    toughness: Signed | WithStar | None = None
    loyalty: Count | None = None
    defense: Count | None = None
    text: CardEnglish | None = Field(
        None, description="abilities in the English of cards, a line each, before those under `abilities`"
    )
    text_remarks: Flag = Field(False, description="lines of `text` that are not modelled are remarks, not refused")
    abilities: tuple[Ability, ...] = ()
    back: Name | None = Field(None, description="the card that says what is on the back of a double-faced card (712)")
    modal: Flag = Field(False, description="its faces are independent of each other: a modal double-faced card (712.3)")
    adventure: Name | None = Field(None, description="the card that says what it is cast as an Adventure (715)")
    halves: tuple[Name, ...] = Field(
        (), max_length=2, description="the cards that say what the left and the right half of a split card are (709)"
    )
    not_modelled: tuple[Remark | RemarkAbout, ...] = ()

    _places: tuple[Place, ...] | None = PrivateAttr(default=None)

    def places(self) -> tuple[Place, ...] | None:
        """The places of its abilities as printed; None where remarks stand between them, nobody says where."""
        if self._places is not None:
            return self._places
        unplaced = any(isinstance(one, str) or one.ability is None for one in self.not_modelled)
        return None if unplaced else free_places(0, len(self.abilities), self.not_modelled)

    def last_number(self) -> int:
        """The number of its last ability."""
        places = self.places()
        besides = (one.ability or 0 for one in self.not_modelled if isinstance(one, RemarkAbout))
        return len(self.abilities) if places is None else max([0, *(number for number, _ in places), *besides])

    def placed(self, places: tuple[Place, ...] | None) -> Self:
        """The same card with its abilities at these places."""
        found = self.model_copy()
        found._places = places
        return found

    @model_validator(mode="after")
    def _remarks_of_text(self) -> Self:
        if self.text_remarks and self.text is None:
            raise ValueError("'text_remarks' goes with 'text'")
        return self

    @model_validator(mode="after")
    def _both_faces(self) -> Self:
        if self.modal and self.back is None:
            raise ValueError("'modal' goes with 'back'")
        return self

    @model_validator(mode="after")
    def _two_halves(self) -> Self:
        if len(self.halves) == 1:
            raise ValueError("'halves' names the left and the right half")
        return self

    def parts(self) -> tuple[str, ...]:
        """The cards of its other faces: its back, its Adventure, its halves."""
        return tuple(one for one in (self.back, self.adventure, *self.halves) if one is not None)

    @model_validator(mode="after")
    def _cast_from_somewhere(self) -> Self:
        if any(ability.may_cast is not None and not ability.may_cast.from_zones for ability in self.abilities):
            raise ValueError("'may_cast' on a card goes with 'from_zones'; 'this' is for the card itself alone")
        return self


class CardDefinition(CardText):
    """A card of the library, under its name."""

    name: Name


def free_places(after: int, many: int, besides: tuple[str | RemarkAbout, ...]) -> tuple[Place, ...]:
    """The next places after a number, without those of remarks."""
    taken = {one.ability for one in besides if isinstance(one, RemarkAbout)}
    free = (number for number in count(after + 1) if number not in taken)
    return tuple((number, 1) for number in islice(free, many))
