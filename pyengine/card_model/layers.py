"""Abilities that change what objects are (613), and exceptions to copying (707.9)."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pyengine.card_model.conditions import Static
from pyengine.card_model.costs import AnyCost
from pyengine.card_model.filters import BEFORE_POWER, IN_ITS_ZONE, THIS, Affects, AffectsObjects, Counted
from pyengine.card_model.granted_abilities import UngrantableError, abilities_of
from pyengine.files.fields import (
    Amount,
    CardType,
    Color,
    Flag,
    Keyword,
    KeywordName,
    Kind,
    Model,
    Signed,
    Supertype,
    Word,
    no_kind_twice,
)


def _grantable(text: str) -> str:
    """An ability in words that can be given, on one line."""
    try:
        abilities_of(text)
    except UngrantableError as error:
        raise ValueError(str(error)) from None
    return text


GrantedText = Annotated[
    str,
    BeforeValidator(lambda value: " ".join(value.split()) if isinstance(value, str) else value),
    Field(min_length=1, max_length=500),
    AfterValidator(_grantable),
]


class CopyException(Model):
    """In what a copy differs from what it copies, or what happens besides as it enters (707.9)."""

    if_type: CardType | None = Field(None, description="only if it has this card type (707.9f)")
    types: tuple[CardType, ...] = Field((), description="it has these card types as well")
    subtypes: tuple[Word, ...] = Field((), description="it has these subtypes as well")
    supertypes: tuple[Supertype, ...] = Field((), description="it has these supertypes as well")
    not_supertypes: tuple[Supertype, ...] = Field((), description="it does not have these supertypes")
    keywords: tuple[Keyword, ...] = Field((), description="it has these keywords as well")
    abilities: tuple[GrantedText, ...] = Field((), description="it has these abilities as well, by their words")
    power: Signed | None = Field(None, description="its power is this")
    toughness: Signed | None = Field(None, description="its toughness is this")
    counters: Annotated[dict[Kind, Amount | Literal["X"]], BeforeValidator(no_kind_twice)] = Field(
        default_factory=dict, description="it enters with these additional counters; X of the cost it was cast for"
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_dump(exclude_defaults=True, exclude={"if_type"}):
            raise ValueError("expected in what the copy differs, found nothing")
        if self.if_type is not None and (self.types or self.supertypes or self.not_supertypes or self.subtypes):
            raise ValueError("'if_type' goes with counters and keywords")
        return self


def as_exceptions(value: object) -> object:
    """One exception may be written without the list around it."""
    return [value] if isinstance(value, dict | CopyException) else value


class Gets(Static):
    """Gets +N/+N: changes power and toughness without setting them (613.4c)."""

    power: Signed = 0
    toughness: Signed = 0
    for_each: Kind | Annotated[Counted, IN_ITS_ZONE, BEFORE_POWER] | None = Field(
        None, description="once for each counter of this kind on the object with the ability, or for each of these"
    )
    any_counter: Flag = Field(False, description="once for each counter of any kind, without 'for_each'")
    whose: Literal["this", "own", "you"] = Field(
        "this", description="whose counters: those of the object with the ability, of what gets it, or of its player"
    )
    affects: AffectsObjects = THIS

    @model_validator(mode="after")
    def _counts_counters(self) -> Self:
        if self.any_counter and self.for_each is not None:
            raise ValueError("expected 'for_each' or 'any_counter', found both")
        if self.whose != "this" and not (isinstance(self.for_each, str) or self.any_counter):
            raise ValueError("'whose' goes with 'for_each', a kind of counters, or with 'any_counter'")
        return self


class Base(Static):
    """Has a base power and toughness set to numbers (613.4b)."""

    power: Signed | Literal["mana value"] | None = None
    toughness: Signed | Literal["mana value"] | None = None
    affects: AffectsObjects = THIS


class Has(Static):
    """Has keyword abilities (613.1f); with a cost, morph, megamorph or disguise; or other abilities, in their words."""

    keywords: tuple[Keyword, ...] = ()
    abilities: tuple[GrantedText, ...] = Field(
        (), description="triggered and activated abilities, each in the English of cards"
    )
    morph: AnyCost | None = None
    megamorph: AnyCost | None = None
    disguise: AnyCost | None = None
    affects: Affects = THIS

    @model_validator(mode="after")
    def _something(self) -> Self:
        keywords = self.keywords or self.morph or self.megamorph or self.disguise
        if not keywords and not self.abilities:
            raise ValueError("expected keywords, morph, megamorph or disguise with a cost, or abilities")
        if keywords and self.abilities:
            raise ValueError("expected keywords or abilities, found both; what gives both is two abilities")
        of_permanents = bool({*self.keywords} - {"hexproof", "shroud"}) or not self.keywords
        if of_permanents and any(one.players for one in self.affects):
            raise ValueError("expected hexproof or shroud, which players can have, and no other keywords")
        return self


class LosesAbilities(Static):
    """Loses all abilities (613.1f)."""

    power: Signed | Literal["mana value"] | None = Field(None, description="base power, of what loses them (613.6)")
    toughness: Signed | Literal["mana value"] | None = Field(None, description="base toughness")
    affects: AffectsObjects = THIS


class CantHave(Static):
    """Can't have, or gain, keyword abilities (113.11)."""

    keywords: tuple[KeywordName, ...] = Field(min_length=1)
    affects: AffectsObjects = THIS


class Loses(Static):
    """Loses keyword abilities that it has at that point (613.1f)."""

    keywords: tuple[KeywordName, ...] = Field(min_length=1)
    affects: AffectsObjects = THIS


class Becomes(Static):
    """Has further types in addition to its other types, or only these (613.1d); becomes colors (613.1e)."""

    types: tuple[CardType, ...] = Field((), description="card types")
    subtypes: tuple[Word, ...] = ()
    not_types: tuple[CardType, ...] = Field((), description="isn't of these card types (205.1a)")
    chosen_type: Flag = Field(False, description="the creature type that was chosen for the object with the ability")
    only: Flag = Field(
        False,
        description="the types are set: the card types replace its others, subtypes those of their kind (205.1a)",
    )
    colors: tuple[Color, ...] = Field((), description="becomes these colors, and no others")
    colorless: Flag = Field(False, description="loses its colors")
    power: Signed | Literal["mana value"] | None = Field(None, description="base power, of what the types apply to")
    toughness: Signed | Literal["mana value"] | None = Field(None, description="base toughness")
    affects: AffectsObjects = THIS

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.only and not (self.types or self.subtypes):
            raise ValueError("'only' goes with types or subtypes")
        if self.colorless and self.colors:
            raise ValueError("expected colors or 'colorless', found both")
        return self


class Switches(Static):
    """Power and toughness are switched (613.4d)."""

    affects: AffectsObjects = THIS


class CharacteristicPower(Model):
    """A characteristic-defining ability that sets power and toughness (613.4a)."""

    power: Literal["counters on this", "number counted"] | Signed | None = None
    toughness: Literal["counters on this", "number counted"] | Signed | None = None
    kind: Kind | None = Field(None, description="of the counters on this, only those of this kind")
    for_each: Annotated[Counted, IN_ITS_ZONE, BEFORE_POWER] | None = Field(None, description="what is counted")

    @model_validator(mode="after")
    def _counts(self) -> Self:
        if ("number counted" in (self.power, self.toughness)) != (self.for_each is not None):
            raise ValueError("'number counted' goes with 'for_each', what is counted")
        if self.for_each is not None and (self.for_each.has or self.for_each.without):
            raise ValueError("what is counted here can't be asked for keywords")
        return self
