"""Abilities that say what can be done, what can't, and for what cost (101.2, 601.2f, 601.3)."""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from pyengine.card_model.conditions import AS_IT_ENTERS, OF_ENTERING, Condition, Static, There, refuse_condition
from pyengine.card_model.costs import Cost, mana_alone
from pyengine.card_model.filters import (
    ANY_SPELL,
    IN_ITS_ZONE,
    THIS,
    AffectsObjects,
    ByPlayer,
    CastFrom,
    Counted,
    Described,
    Filter,
    Spells,
    Zones,
    asked_of,
)
from pyengine.files.fields import Amount, Flag, Model, OrWritten


class CantCast(Static):
    """Players can't cast some spells (601.3)."""

    spells: Spells = ANY_SPELL
    by: ByPlayer = "each"
    from_zones: tuple[CastFrom, ...] = Field((), description="only from these zones; from any if not given")
    after: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = Field(
        None, description="only once the player has cast this many spells this turn"
    )


class CostChange(Static):
    """By how much generic mana a cost changes (601.2f)."""

    more: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = None
    less: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = None

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        if (self.more is None) == (self.less is None):
            raise ValueError("expected either 'more' or 'less'")
        return self


class OtherCost(Cost):
    """An alternative cost of the spell with this ability (118.9). A bare string is a mana cost."""

    what: Literal["alternative", "flashback"] = Field(
        "alternative", description="with flashback, it is paid to cast the card from a graveyard (702.34a)"
    )
    as_long_as: Condition | None = Field(None, description="it can be paid only if this is so as the spell is cast")

    @model_validator(mode="after")
    def _known_before_it_enters(self) -> Self:
        refuse_condition("as_long_as", self.as_long_as, OF_ENTERING, AS_IT_ENTERS)
        return self


AlternativeCost = Annotated[OtherCost, BeforeValidator(mana_alone), OrWritten({"type": "string"})]


class AsThoughFlash(Static):
    """Spells may be cast as though they had flash (601.3b)."""

    spells: Spells = ANY_SPELL
    by: ByPlayer = "you"


class MayCast(Static):
    """A player may cast spells from somewhere they could not (601.3); as an effect on a card, that card."""

    from_zones: tuple[CastFrom, ...] = Field((), description="the zones; for an effect on a card, wherever it is")
    this: Flag = Field(False, description="only the card with the ability, while it is in one of these zones (113.6b)")
    spells: Spells = ANY_SPELL
    by: ByPlayer = "you"
    free: Flag = Field(False, description="without paying its mana cost")
    looked_at: Flag = Field(False, description="only cards that the player may look at (406.3b)")
    any_mana: Flag = Field(False, description="mana may be spent on them as though it were of any type (609.4b)")
    lands: Flag = Field(False, description="lands may be played, too (305.1)")

    @model_validator(mode="after")
    def _from_somewhere(self) -> Self:
        if self.this and not (self.from_zones and {*self.from_zones} <= {"graveyard", "exile", "command"}):
            raise ValueError("'this' goes with 'from_zones' among graveyard, exile and command")
        if self.lands and self.this:
            raise ValueError("'lands' does not go with 'this'")
        return self


class MorphCosts(CostChange):
    """Morph costs (or other costs to turn permanents face up) are more or less."""

    procedures: tuple[Literal["morph", "disguise", "mana"], ...] = Field(
        ("morph",), description="megamorph costs are morph costs (702.37b)"
    )
    by: ByPlayer = "each"


class MoreLands(Static):
    """Players may play additional lands on each of their turns (305.2)."""

    count: Amount = Field(1, description="how many more")
    by: ByPlayer = "you"


class MoreTriggers(Static):
    """Triggered abilities of its controller's permanents trigger once more for such an event (603.2d)."""

    event: Literal["enters", "dies", "turned face up", "any"] = "enters"
    affects: AffectsObjects = THIS


class MoreTokens(Static):
    """Several times as many tokens are created under players' control (614.1a)."""

    times: Literal[2, 3] = Field(2, description="how many times as many")
    by: ByPlayer = "you"


class UnpreventableDamage(Static):
    """Damage can't be prevented (615.12)."""

    combat: Flag = Field(False, description="only combat damage")


class StopsDamage(Static):
    """Damage that permanents would deal is prevented (615.1a)."""

    combat: Flag = Field(False, description="only combat damage")
    affects: AffectsObjects = THIS


class SkipsStep(Static):
    """Its controller skips a step of each of their turns (614.1b)."""

    step: Literal["draw"] = "draw"


class CantTurnUp(Static):
    """Permanents can't be turned face up."""

    during: Literal["your turn", "opponents' turns"] | None = None
    affects: AffectsObjects = THIS


class CantEnter(Static):
    """Cards can't enter the battlefield (614.17, 701.40f)."""

    from_zones: tuple[Literal["hand", "graveyard", "exile", "library", "stack", "command"], ...] = ()
    affects: AffectsObjects = (Filter.model_construct(),)


class DoesntUntap(Static):
    """Permanents don't untap during their controllers' untap steps (502.3)."""

    optional: Flag = Field(False, description="only if their controller chooses so")
    affects: AffectsObjects = THIS


class MoreMana(Static):
    """Whenever permanents are tapped for mana, their controllers add more: a triggered mana ability (605.1b)."""

    mana: Annotated[str, Field(pattern=r"^(\{[WUBRGC]\})+$")]
    affects: AffectsObjects = THIS


class CantFight(Static):
    """Creatures can't attack, block or be blocked (508.1c, 509.1b)."""

    what: tuple[Literal["attack", "block", "be blocked", "be blocked by two"], ...] = Field(
        min_length=1, description='"be blocked by two": by more than one creature'
    )
    by: Described | None = Field(None, description="only these can't be blocked, or can't block them")
    except_by: Described | None = Field(None, description="all but these can't")
    unless_defender: There | None = Field(
        None, description="of attacking: unless the defending player controls this, or has such cards in that zone"
    )
    so_many: Amount = Field(1, description="of 'unless_defender': how many of them at least")
    affects: AffectsObjects = THIS

    @model_validator(mode="after")
    def _of_blocking(self) -> Self:
        if (self.by is not None or self.except_by is not None) and not {*self.what} <= {"block", "be blocked"}:
            raise ValueError("'by' and 'except_by' go with 'block' and 'be blocked'")
        if self.by is not None and self.except_by is not None:
            raise ValueError("expected 'by' or 'except_by', found both")
        return self


class Fights(Static):
    """Requirements and permissions for creatures in combat (508.1d, 508.1c)."""

    what: Literal[
        "must attack",
        "is goaded",
        "must block",
        "attacks despite defender",
        "blocks one more",
        "blocks any number",
        "assigns its toughness",
    ] = Field(
        description='attacks or blocks each combat if able, "can attack as though it didn\'t have defender", or can'
        " block an additional creature or any number of creatures. Or it assigns combat damage equal to its toughness"
    )
    affects: AffectsObjects = THIS


class CantBeCountered(Model):
    """Spells can't be countered (101.2); this spell, if no spells are given."""

    spells: Spells | None = None
    by: ByPlayer = Field("you", description="who controls the spells")


class MayLook(Static):
    """The player may look at face-down permanents they do not control (708.5), or at other cards that are hidden."""

    by: ByPlayer = "you"
    at: Literal["permanents", "top of library", "exiled with this"] = Field(
        "permanents", description="what may be looked at: those it affects, or these cards of the player (401.2, 406.3)"
    )
    affects: AffectsObjects = (Filter.model_construct(face_down=True),)


class SpellCosts(CostChange):
    """Spells cost more or less to cast (601.2f)."""

    this: Flag = Field(False, description="the spell with this ability itself, and no others")
    for_each: Annotated[Counted | None, IN_ITS_ZONE] = Field(None, description="so much for each of these")

    spells: Spells = ANY_SPELL
    by: ByPlayer = "you"
    zones: Zones = ()
    first_each_turn: Flag = Field(False, description="only the first of them that the player casts each turn")
    targets: Annotated[Filter | None, asked_of("a target that is a permanent", "players")] = Field(
        None, description="only if it targets such a permanent"
    )

    def _applies_early(self) -> bool:
        return not self.this

    @model_validator(mode="after")
    def _itself(self) -> Self:
        if self.this and (self.spells != ANY_SPELL or self.by != "you" or self.zones or self.first_each_turn):
            raise ValueError("'this' is a spell of its own; nothing else says which spells")
        return self

    @model_validator(mode="after")
    def _targets_this(self) -> Self:
        if not self.this and self.targets not in (None, THIS[0]):
            raise ValueError("'targets' of other spells is only the object itself, as in targets: {this: true}")
        return self

    @model_validator(mode="after")
    def _first_face_down(self) -> Self:
        others = self.spells.model_copy(update={"face_down": None, "types": ()})
        if self.first_each_turn and not (
            self.spells.face_down and self.spells.types in ((), ("creature",)) and others == ANY_SPELL
        ):
            raise ValueError("'first_each_turn' goes with 'spells' that are face-down creature spells")
        return self


class CostsItself(CostChange):
    """An ability that costs more or less to activate itself (601.2f)."""

    for_each: Annotated[Counted | None, IN_ITS_ZONE] = Field(None, description="so much for each of these")

    def _applies_early(self) -> bool:
        return False


class AbilityCosts(CostChange):
    """Activated abilities of permanents cost more or less to activate (601.2f)."""

    affects: AffectsObjects = THIS
    leaves_one: Flag = Field(False, description="it can't reduce the mana in a cost to less than one mana")
    not_mana_abilities: Flag = Field(False, description="unless they are mana abilities")


class CantActivate(Static):
    """Activated abilities of permanents can't be activated (101.2)."""

    affects: AffectsObjects = THIS
    by: ByPlayer = "each"
    not_mana_abilities: Flag = Field(False, description="unless they are mana abilities")
