"""One ability of a card, and a continuous effect that something has left behind."""

from typing import Any, Literal, Self

from pydantic import Field, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from pyengine.card_model.conditions import OF_TYPES, refuse_condition
from pyengine.card_model.costs import AnyCost, EitherCost
from pyengine.card_model.counters import CantPut, CantRemove, KeepsCounters, Maximum, WouldPut
from pyengine.card_model.doing import Activated, Chapter, Loyalty, Spell, Trigger
from pyengine.card_model.layers import (
    Base,
    Becomes,
    CantHave,
    CharacteristicPower,
    Gets,
    Has,
    Loses,
    LosesAbilities,
    Switches,
)
from pyengine.card_model.permissions import (
    AbilityCosts,
    AlternativeCost,
    AsThoughFlash,
    CantActivate,
    CantBeCountered,
    CantCast,
    CantEnter,
    CantFight,
    CantTurnUp,
    DoesntUntap,
    Fights,
    MayCast,
    MayLook,
    MoreLands,
    MoreMana,
    MoreTokens,
    MoreTriggers,
    MorphCosts,
    SkipsStep,
    SpellCosts,
    StopsDamage,
    UnpreventableDamage,
)
from pyengine.card_model.replacements import (
    AsItEnters,
    AsTurnedUp,
    EntersAsCopy,
    EntersTapped,
    EntersWith,
    Replacement,
    TurnsDown,
)
from pyengine.files.fields import Copied, Keyword, Kind, Later, Model, Name, OrWritten, Timestamp
from pyengine.files.quoting import field_names


class Ability(Model):
    """One ability: exactly one of these fields says what it is. A bare string is a keyword ability."""

    keyword: Keyword | None = None
    cant_put: Later[CantPut] | None = None
    cant_remove: Later[CantRemove] | None = None
    would_put: Later[WouldPut] | None = None
    maximum: Later[Maximum] | None = None
    keeps_counters: Later[KeepsCounters] | None = None
    enters_with: Later[EntersWith] | None = None
    enters_as_copy: Later[EntersAsCopy] | None = None
    gets: Later[Gets] | None = None
    base: Later[Base] | None = None
    has: Later[Has] | None = None
    loses_abilities: Later[LosesAbilities] | None = None
    cant_have: Later[CantHave] | None = None
    loses: Later[Loses] | None = None
    becomes: Later[Becomes] | None = None
    switches: Later[Switches] | None = None
    defines: Later[CharacteristicPower] | None = None
    instead: Later[Replacement] | None = None
    trigger: Later[Trigger] | None = None
    chapter: Later[Chapter] | None = None
    activated: Later[Activated] | None = None
    loyalty: Later[Loyalty] | None = None
    spell: Later[Spell] | None = None
    morph: AnyCost | None = None
    megamorph: AnyCost | None = None
    disguise: AnyCost | None = None
    additional_cost: AnyCost | None = None
    additional_cost_either: Later[EitherCost] | None = None
    alternative_cost: AlternativeCost | None = None
    cant_cast: Later[CantCast] | None = None
    spell_costs: Later[SpellCosts] | None = None
    ability_costs: Later[AbilityCosts] | None = None
    cant_activate: Later[CantActivate] | None = None
    as_though_flash: Later[AsThoughFlash] | None = None
    may_cast: Later[MayCast] | None = None
    morph_costs: Later[MorphCosts] | None = None
    more_lands: Later[MoreLands] | None = None
    more_tokens: Later[MoreTokens] | None = None
    more_triggers: Later[MoreTriggers] | None = None
    skips_step: Later[SkipsStep] | None = None
    unpreventable_damage: Later[UnpreventableDamage] | None = None
    stops_damage: Later[StopsDamage] | None = None
    cant_turn_up: Later[CantTurnUp] | None = None
    cant_enter: Later[CantEnter] | None = None
    may_look: Later[MayLook] | None = None
    doesnt_untap: Later[DoesntUntap] | None = None
    more_mana: Later[MoreMana] | None = None
    enters_tapped: Later[EntersTapped] | None = None
    as_it_enters: Later[AsItEnters] | None = None
    cant_fight: Later[CantFight] | None = None
    fights: Later[Fights] | None = None
    cant_be_countered: Later[CantBeCountered] | None = None
    as_turned_up: Later[AsTurnedUp] | None = None
    turns_down: Later[TurnsDown] | None = None

    @model_validator(mode="before")
    @classmethod
    def _keyword_as_string(cls, value: Any) -> Any:
        return {"keyword": value} if isinstance(value, str) else value

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return OrWritten({"type": "string"}).__get_pydantic_json_schema__(schema, handler)

    def keywords(self) -> tuple[str, ...]:
        """The keywords that it is, or that it gives."""
        return (self.keyword,) if self.keyword is not None else tuple(getattr(self.body, "keywords", ()))

    @model_validator(mode="after")
    def _one_head(self) -> Self:
        if len(self.heads()) != 1:
            found = " and ".join(self.heads()) or "none"
            raise ValueError(f"expected exactly one of {field_names(ABILITY_HEADS)}, found {found}")
        return self

    @model_validator(mode="after")
    def _types_known(self) -> Self:
        """Check that an ability that applies before types and colors are known does not ask for them."""
        if self.heads()[0] in ("becomes", "loses_abilities"):
            why = f" of {self.heads()[0]}: types and colors are not known yet"
            refuse_condition("as_long_as", self.body.as_long_as, OF_TYPES, why)
        return self

    @model_validator(mode="after")
    def _keywords_known(self) -> Self:
        """Check that an ability that decides keywords does not ask for keywords, which are known only afterward
        (613.8).
        """
        if self.heads()[0] in ("has", "cant_have", "loses", "loses_abilities", "becomes"):
            for one in self.body.affects:
                if one.has or one.without or one.abilities is not None:
                    asked = "keywords" if one.has or one.without else "abilities"
                    raise ValueError(f"'affects' of {self.heads()[0]} can't ask for {asked}, on which it has a say")
        return self

    def heads(self) -> list[str]:
        """The ability words given; one, in a valid ability."""
        return [head for head in ABILITY_HEADS if getattr(self, head) is not None]

    @property
    def body(self) -> Any:
        """The value of the ability's word."""
        return getattr(self, self.heads()[0])


ABILITY_HEADS = tuple(Ability.model_fields)


ABILITIES_OF_CARDS = {
    "enters_as_copy": "; an effect on something there is 'copy_of'",
    "defines": "; an effect that sets power and toughness is 'base'",
    "as_turned_up": ", and no effect gives it",
    "turns_down": ", and no effect gives it",
    "chapter": ", and no effect gives it",
    "activated": ", and no effect gives it here",
    "loyalty": ", and no effect gives it here",
    "spell": ", and no effect gives it",
    "cant_be_countered": ", and no effect gives it here",
    "additional_cost": ", and no effect gives it here",
    "additional_cost_either": ", and no effect gives it here",
    "alternative_cost": ", and no effect gives it here",
}
"""Abilities that an effect on something can't be, with the right alternative."""


class LastsWhile(Model):
    """For as long as something is so an effect lasts (611.2b). Exactly one of these fields says what."""

    counter: Kind | None = Field(None, description="what it is on has a counter of this kind")
    tapped: Name | None = Field(None, description="this object remains tapped")
    controlled: Name | None = Field(None, description="the effect's `controller` controls this object")
    there: Name | None = Field(None, description="this object remains on the battlefield")

    @model_validator(mode="after")
    def _one(self) -> Self:
        if len([one for one in (self.counter, self.tapped, self.controlled, self.there) if one is not None]) != 1:
            raise ValueError("expected exactly one of counter, tapped, controlled, there")
        return self

    @property
    def of(self) -> str | None:
        """The object that it is about, if it is not what the effect is on."""
        return self.tapped or self.controlled or self.there


class Effect(Ability):
    """A continuous effect already applied to an object or player, by something that resolved (611.2)."""

    copy_of: Copied | None = Field(None, description="is a copy of this card (613.2a)")
    altered_by: tuple[Name, ...] = Field(
        (), description="cards by whose exceptions to copying it differs from what it copies (707.9), the latest last"
    )
    timestamp: Timestamp | None = None
    until: Literal[
        "end of turn", "lasting", "turned face down", "control changes", "your next turn", "end of your next turn"
    ] = "lasting"
    controller: Name | None = Field(None, description='the player "you" means; the controller if not given')
    lasts_while: LastsWhile | None = Field(None, description="it lasts for as long as this is so")
    gives_back: Name | None = Field(None, description="as it ends, this player has control of what it is on back")

    @model_validator(mode="after")
    def _of_cards(self) -> Self:
        for head, instead in ABILITIES_OF_CARDS.items():
            if getattr(self, head) is not None:
                raise ValueError(f"{head!r} is an ability of cards{instead}")
        condition = getattr(self.body, "as_long_as", None)
        refuse_condition("as_long_as", condition, OF_TYPES, ": an effect does not look at what there is")
        if self.altered_by and self.copy_of is None:
            raise ValueError("'altered_by' goes with 'copy_of'")
        if self.lasts_while is not None and (self.until != "lasting" or self.copy_of is not None):
            raise ValueError("'lasts_while' goes with neither 'until' nor 'copy_of'")
        if self.lasts_while is not None and self.lasts_while.controlled is not None and self.controller is None:
            raise ValueError("'lasts_while: controlled' goes with 'controller', who controls it")
        if self.gives_back is not None and self.lasts_while is None:
            raise ValueError("'gives_back' goes with 'lasts_while'")
        return self

    def heads(self) -> list[str]:
        """The words given; a copy effect, and one that has taken control, has a word of its own."""
        own = [word for word in ("copy_of", "gives_back") if getattr(self, word) is not None]
        return super().heads() + own
