"""Abilities that say how something enters or turns, and what happens instead of something else (614)."""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from pyengine.card_model.conditions import Condition, Static
from pyengine.card_model.filters import (
    IN_ITS_ZONE,
    THIS,
    Affects,
    AffectsObjects,
    Counted,
    Filter,
    Objects,
    Zones,
    asked_of,
    refuse,
)
from pyengine.card_model.layers import CopyException, as_exceptions
from pyengine.files.fields import Amount, ChosenWord, Count, Flag, Kind, Model, OrWritten, PowerToughness, no_kind_twice


class AsItEnters(Model):
    """As this enters, its controller chooses something, which its other abilities speak of (614.12a, 607.2d)."""

    choose: ChosenWord | Literal["nonland name"]


class EntersTapped(Static):
    """This, or other permanents, enter tapped (614.1c, 614.1d)."""

    unless_life: Annotated[Count, Field(ge=1)] | None = Field(
        None, description="as it enters, its controller may pay so much life; if they don't, it enters tapped"
    )
    affects: AffectsObjects = THIS


class AsTurnedUp(Model):
    """The effects as this permanent is turned face up, not afterward (708.11)."""

    counters: Annotated[dict[Kind, Amount | Literal["X"]], BeforeValidator(no_kind_twice)] = Field(
        default_factory=dict, description="counters put on it; X is the X of the cost paid (702.37f)"
    )
    becomes_copy_of: Objects | None = Field(None, description="it may become a copy of one of these permanents")
    copy_until: Literal["turned face down", "lasting"] = "lasting"
    sets: tuple[PowerToughness, ...] = Field((), description="its power and toughness become one of these (613.2a)")
    attach_to: Objects | None = Field(None, description="it may become attached to one of these permanents")
    optional: Flag = Field(False, description="its controller may choose not to")
    also_enters: Flag = Field(False, description='what it sets, also "as it enters": face up (614.1c)')
    but: Annotated[tuple[CopyException, ...], BeforeValidator(as_exceptions), OrWritten()] = Field(
        (), description="the exceptions of the copy that it becomes (707.9)"
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.also_enters and not self.sets:
            raise ValueError("'also_enters' goes with 'sets'")
        if self.but and self.becomes_copy_of is None:
            raise ValueError("'but' goes with 'becomes_copy_of'")
        return self


class TurnsDown(Static):
    """As this enters, others are turned face down (614.1c)."""

    affects: AffectsObjects = (Filter.model_construct(other=True),)


class EntersWith(Static):
    """This, or other permanents, enter with counters (614.1c, 614.1d)."""

    counters: Annotated[
        dict[
            Kind,
            Amount
            | Literal[
                "this object's power",
                "this object's toughness",
                "this object's counters",
                "X",
                "mana spent",
                "colors of mana spent",
                "twice the colors of mana spent",
                "life opponents lost",
                "life gained",
                "other spells cast",
                "times kicked",
                "creatures that died",
            ],
        ],
        BeforeValidator(no_kind_twice),
    ] = Field(default_factory=dict, description="X, and mana spent, are of the cost it was cast for (107.3m)")
    choice: Flag = Field(False, description="of one of these kinds, as its controller chooses")
    tapped: Flag = Field(False, description="it enters tapped (614.1d)")
    for_each: Annotated[Counted | None, IN_ITS_ZONE] = Field(
        None, description="this number for each of these, on the board before it enters"
    )
    removing: Objects | None = Field(
        None,
        description="as it enters, all counters are removed from these; it enters with this number for each removed",
    )
    only_if: Condition | None = Field(None, description="only if this is so, as it enters")
    zones: Zones = ()
    affects: AffectsObjects = THIS

    @model_validator(mode="after")
    def _something_asked(self) -> Self:
        if self.only_if is not None and not self.only_if.model_fields_set:
            raise ValueError("expected a condition under 'only_if', found none")
        return self

    @model_validator(mode="after")
    def _one_number(self) -> Self:
        for field in ("for_each", "removing"):
            if getattr(self, field) is not None and not all(isinstance(count, int) for count in self.counters.values()):
                raise ValueError(f"'{field}' goes with counters that are numbers")
        if self.for_each is not None and self.removing is not None:
            raise ValueError("expected 'for_each' or 'removing', found both")
        if not self.counters and not self.tapped:
            raise ValueError("expected the 'counters' that it enters with, or 'tapped'")
        if self.choice and (
            len(self.counters) < 2
            or self.for_each is not None
            or self.removing is not None
            or not all(isinstance(count, int) for count in self.counters.values())
        ):
            raise ValueError("'choice' is of two or more kinds of counters, with a number of each")
        return self


class Copiable(Filter):
    """The objects that something may enter as a copy of: permanents, or cards in graveyards."""

    in_zone: Literal["battlefield", "graveyard"] = "battlefield"


class EntersAsCopy(Model):
    """This enters as a copy of something (614.1c, 616.1c, 707.5)."""

    of: Annotated[
        Copiable,
        asked_of("what is there before it enters", "this", "attached", "players"),
        IN_ITS_ZONE,
    ] = Field(description="what it may be a copy of")
    optional: Flag = Field(False, description="its controller may choose not to")
    tapped: Flag = Field(False, description="it enters tapped, if it does so as a copy")
    until: Literal["turned face down", "lasting"] = "lasting"
    but: Annotated[tuple[CopyException, ...], BeforeValidator(as_exceptions), OrWritten()] = Field(
        (), description="the exceptions"
    )


class Replacement(Static):
    """A replacement effect on something other than putting counters."""

    event: Literal["destroyed", "damage", "die", "leave", "graveyard"] = Field(
        description="with graveyard, it would be put into a graveyard from anywhere"
    )
    instead: Literal["regenerate", "put counters", "remove counters", "exile", "prevent", "shuffle into library"]
    kind: Kind | None = Field(None, description="the kind of counters to put, remove, or exile it with")
    count: Amount | None = Field(None, description="how many counters; as many as the damage, or one, if not given")
    on_this: Flag = Field(False, description="the counters are put on the object with the ability")
    prevents: Flag = Field(False, description="it prevents the damage, and so does nothing where it can't be prevented")
    by: Literal["you", "opponent"] | None = Field(None, description="only damage from this player's sources")
    noncombat: Flag = Field(False, description="only damage that is not combat damage")
    combat: Flag = Field(False, description="only combat damage")
    graveyard_of: Literal["you", "opponent"] | None = Field(None, description="only into this player's graveyard")
    affects: Affects = THIS

    @model_validator(mode="after")
    def _known(self) -> Self:
        pairs = {
            ("destroyed", "regenerate"),
            ("destroyed", "remove counters"),
            ("damage", "put counters"),
            ("damage", "remove counters"),
            ("damage", "prevent"),
            ("die", "exile"),
            ("leave", "exile"),
            ("graveyard", "exile"),
            ("graveyard", "shuffle into library"),
        }
        if self.event != "damage":
            refuse(self.affects, "an object", ("players",))
        if (self.event, self.instead) not in pairs:
            expected = (
                "destroyed with regenerate, damage with put counters or prevent, both with remove counters, "
                "die or leave with exile, graveyard with exile or shuffle into library"
            )
            raise ValueError(f"expected {expected}, found {self.event} with {self.instead}")
        if self.event == "leave" and (self.kind is not None or self.affects != THIS):
            raise ValueError("'leave' is of the object itself, without counters")
        if self.kind is None and self.instead in ("put counters", "remove counters"):
            raise ValueError("expected the 'kind' of the counters")
        if self.graveyard_of is not None and self.event != "graveyard":
            raise ValueError("'graveyard_of' goes with 'event: graveyard'")
        if self.kind is not None and self.instead in ("regenerate", "prevent", "shuffle into library"):
            raise ValueError(f"'kind' goes with counters, and to {self.instead} has none")
        if self.count is not None and self.kind is None:
            raise ValueError("'count' goes with counters")
        if self.on_this and self.instead != "put counters":
            raise ValueError("'on_this' goes with 'put counters'")
        return self
