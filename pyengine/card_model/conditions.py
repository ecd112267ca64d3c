"""Conditions for an ability to apply, for a cost to change, for something to enter with counters."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pyengine.card_model.filters import IN_ITS_ZONE, Filter, asked_of
from pyengine.files.fields import Amount, CastForCost, Color, Flag, Kind, Model, WasCastFrom

HappenedTo = Literal[
    "was dealt damage",
    "lost life",
    "gained life",
    "attacked",
    "permanent left",
    "creature died",
    "put a counter on a creature",
    "descended",
]
"""Events that can have happened to a player this turn: they attacked, a permanent they controlled left the
battlefield.
"""


class There(Filter):
    """Objects that a condition asks for: permanents, or cards in a graveyard, hand or exile."""

    in_zone: Literal["battlefield", "graveyard", "hand", "exile"] = "battlefield"


Threshold = Annotated[int, Field(strict=True, ge=0, le=1000)]


class Condition(Model):
    """Conditions that must all be true: for a static ability to apply (611.3a), for an ability to be activated, for
    a cost to change, for something to enter with counters. A place that can't ask for a word refuses it.
    """

    counters: Kind | None = Field(None, description="counters of this kind; of all kinds together if not given")
    at_least: Threshold | None = Field(None, description="how many of them; one or more if no number is given")
    at_most: Threshold | None = None
    on: Literal["this", "attached", "you", "opponent", "player"] = Field(
        "this", description="whose counters: those of the object with the ability, of what that is attached to, ..."
    )
    there_is: Annotated[There | None, asked_of("a permanent", "players"), IN_ITS_ZONE] = Field(
        None, description="there is such a permanent, or card; before it enters, of what enters"
    )
    so_many: Amount = Field(1, description="how many of them at least")
    there_is_no: Annotated[There | None, asked_of("a permanent", "players"), IN_ITS_ZONE] = Field(
        None, description="there is no such permanent or card, or not 'so_many' of them"
    )
    you: HappenedTo | None = Field(None, description="this has happened to its controller this turn")
    opponent: HappenedTo | None = Field(None, description="this has happened to an opponent this turn")
    not_you: HappenedTo | None = Field(None, description="this has not happened to its controller this turn")
    creature_died: Literal[True] | None = Field(None, description="a creature died this turn, under any control")
    card_types: Amount | None = Field(
        None, description="how many card types there are among the cards in your graveyard"
    )
    different_powers: Amount | None = Field(
        None, description="how many different powers the creatures of its controller have"
    )
    opponents: Amount | None = Field(None, description="how many opponents its controller has")
    fewer_opponents: Amount | None = Field(None, description="its controller has fewer opponents than this")
    life_at_least: Threshold | None = Field(None, description="a player has this much life, or more")
    life_at_most: Threshold | None = Field(None, description="a player has this much life, or less")
    whose_life: Literal["you", "opponent", "player", "each opponent", "each player"] = Field(
        "you", description="who that is; an opponent and a player are any of several"
    )
    your_turn: Flag | None = Field(None, description="it is the turn of its controller, or is not")
    monstrous: Flag | None = Field(None, description="this is monstrous (701.37b), or is not")
    renowned: Flag | None = Field(None, description="this is renowned (702.112b), or is not")
    devoured: Flag | None = Field(None, description="this devoured a creature as it entered (702.82b), or did not")
    class_level: Amount | None = Field(None, description="this is of that level or a greater one (716.2a)")
    entered: Flag | None = Field(None, description="this entered this turn, or did not")
    kicked: Flag | None = Field(None, description="the spell that this was, or that enters, was kicked (702.33d)")
    cast_for: CastForCost | None = Field(None, description="it was cast for this alternative cost (118.9)")
    cast: Flag | None = Field(None, description="what enters was cast, or was not")
    cast_from: tuple[WasCastFrom, ...] = Field((), description="it was cast from one of these zones")
    not_cast_from: tuple[WasCastFrom, ...] = Field((), description="it was not cast from any of these zones, if at all")
    mana_of: Color | Literal["colorless", "one color"] | None = Field(
        None, description="mana of this color, or of any one color, was spent to cast it"
    )
    so_much: Amount = Field(1, description="how much of it at least")

    @property
    def asked(self) -> frozenset[str]:
        """The words of it that have a value; `counters` too, where only their numbers are given."""
        said = {word for word in Condition.model_fields if getattr(self, word) != Condition.model_fields[word].default}
        others = said - {"counters", "at_least", "at_most", "on", "so_many", "so_much", "whose_life"}
        return (
            frozenset(others)
            if others and not said & {"counters", "at_least", "at_most", "on"}
            else frozenset((*others, "counters"))
        )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.so_many != 1 and (self.there_is is None) == (self.there_is_no is None):
            raise ValueError("'so_many' goes with 'there_is' or 'there_is_no'")
        if self.so_much != 1 and self.mana_of is None:
            raise ValueError("'so_much' goes with 'mana_of'")
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise ValueError(f"no number is at least {self.at_least} and at most {self.at_most}")
        return self


OF_ENTERING = frozenset(("cast", "cast_from", "not_cast_from", "mana_of"))
"""Words of conditions that are known only as something enters."""
OF_POWER = frozenset(("different_powers",))
"""Words of conditions that ask for power."""
OF_TYPES = frozenset(("there_is", "there_is_no", "card_types"))
"""Words of conditions that ask for types and colors."""
OF_KEYWORDS = ("has", "without", "abilities")


def refuse_condition(name: str, condition: Condition | None, never: frozenset[str], why: str) -> None:
    """Refuse the words of a condition that can't be asked in its place."""
    for word in () if condition is None else sorted(condition.asked & never):
        raise ValueError(f"{name!r} can't ask for {word!r}{why}")


AS_IT_ENTERS = ", which is known only as something enters"


def refuse_early(condition: Condition | None) -> None:
    """Refuse conditions that ask for keywords, abilities or power before those are known."""
    refuse_condition("as_long_as", condition, OF_POWER, ": power is not known yet")
    for one in () if condition is None else (condition.there_is, condition.there_is_no):
        for word in OF_KEYWORDS:
            if one is not None and getattr(one, word) != Filter.model_fields[word].default:
                raise ValueError(f"'as_long_as' can't ask for {word!r}: who has which keywords is not known yet")


class Static(Model):
    """The fields that every static ability has beside its effect."""

    as_long_as: Condition | None = Field(None, description="it applies only while this is so")

    @model_validator(mode="after")
    def _known_as_it_applies(self) -> Self:
        refuse_condition("as_long_as", self.as_long_as, OF_ENTERING, AS_IT_ENTERS)
        if self._applies_early():
            refuse_early(self.as_long_as)
        return self

    def _applies_early(self) -> bool:
        """Return whether it applies before keywords and power are known, as most do."""
        return True
