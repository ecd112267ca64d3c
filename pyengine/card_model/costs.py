"""Costs: mana, and what is paid with permanents, cards and counters."""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from pyengine.card_model.filters import OF_PERMANENTS, Filter, asked_of
from pyengine.files.fields import Amount, Flag, Kind, ManaCost, Model, OrWritten, no_kind_twice


class Chosen(Filter):
    """The objects that a player chooses to pay a cost: `count` of those that fit the filter."""

    count: Amount | Literal["X"] = Field(1, description="X is chosen (107.3a)")
    total_power: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = Field(
        None, description="any number of them, whose power together is this or more (702.122a)"
    )

    @model_validator(mode="after")
    def _one_number(self) -> Self:
        if self.total_power is not None and self.count != 1:
            raise ValueError("expected 'count' or 'total_power', found both")
        return self


class CountersOf(Filter):
    """Counters to remove from permanents that a player chooses to pay a cost with: `count` of those on one of them."""

    kind: Kind | None = Field(None, description="of this kind; of any if not given")
    count: Amount | Literal["X"] = Field(1, description="X is chosen (107.3a)")
    among: Flag = Field(False, description="from among them, so that they may be on several")


class CountersOnto(Filter):
    """Counters to put, as a cost, on a permanent that a player chooses."""

    kind: Kind
    count: Amount = 1
    blights: Flag = Field(False, description="to pay it is to blight (701.68)")


PaidPermanents = Annotated[Chosen, asked_of("a permanent of the payer's", "controller", "players")] | None
PaidCards = Annotated[Chosen, asked_of("a card of the payer's", "controller", "other", *OF_PERMANENTS)] | None
PaidCounters = Annotated[CountersOf, asked_of("a permanent of the payer's", "controller", "players")] | None
PutCounters = Annotated[CountersOnto, asked_of("a permanent of the payer's", "controller", "players")] | None
PaidOthers = Annotated[Chosen, asked_of("a card of the payer's", "controller", *OF_PERMANENTS)] | None


class Cost(Model):
    """A cost. A bare string is a mana cost. Everything given is paid."""

    mana: ManaCost | None = None
    life: Amount | None = Field(None, description="life to pay (119.4)")
    discard: PaidCards = Field(None, description="cards from hand")
    reveal: PaidCards = Field(None, description="cards in hand, revealed")
    return_to_hand: PaidPermanents = Field(None, description="permanents the payer controls, to their owners' hands")
    sacrifice: PaidPermanents = Field(None, description="permanents the payer controls")
    tap: PaidPermanents = Field(None, description="untapped permanents the payer controls")
    exile: PaidPermanents = Field(None, description="permanents the payer controls, exiled")
    exile_from_graveyard: PaidOthers = Field(None, description="cards in the payer's graveyard")
    exile_from_hand: PaidCards = Field(None, description="cards in the payer's hand, exiled")
    counters_of: PaidCounters = Field(None, description="counters to remove from permanents the payer controls")
    counters_onto: PutCounters = Field(None, description="counters to put on a permanent the payer controls")
    remove_counters: (
        Annotated[dict[Kind, Amount | Literal["X", "all"]], BeforeValidator(no_kind_twice), Field(min_length=1)] | None
    ) = Field(None, description="counters to remove from the permanent itself; X is chosen (107.3a), all there are")
    put_counters: Annotated[dict[Kind, Amount], BeforeValidator(no_kind_twice), Field(min_length=1)] | None = Field(
        None, description="counters to put on the permanent itself"
    )
    pay_counters: Annotated[dict[Kind, Amount], BeforeValidator(no_kind_twice), Field(min_length=1)] | None = Field(
        None, description="counters the payer has, such as energy (107.14)"
    )
    tap_this: Flag = Field(False, description="tap the permanent itself: {T}")
    untap_this: Flag = Field(False, description="untap the permanent itself: {Q}")
    sacrifice_this: Flag = Field(False, description="sacrifice the permanent itself")
    discard_hand: Flag = Field(False, description="discard all cards in hand")
    discard_this: Flag = Field(False, description="discard the card itself, from where the ability functions then")
    exile_this: Literal["battlefield", "hand", "graveyard"] | None = Field(
        None, description="exile the object itself from this zone, where the ability functions then (113.6m)"
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_dump(exclude_defaults=True, exclude={"as_long_as", "what"}):
            raise ValueError("expected a cost such as {2}{G} or life: 5, found none")
        parts = ("discard", "reveal", "return_to_hand", "sacrifice", "exile", "exile_from_graveyard", "exile_from_hand")
        for part in parts:
            if (chosen := getattr(self, part)) is not None and chosen.total_power is not None:
                raise ValueError(f"'total_power' is of what is tapped, found it under {part!r}")
        if self.discard_this and self.exile_this is not None:
            raise ValueError("expected 'discard_this' or 'exile_this', found both")
        return self


def mana_alone(value: object) -> object:
    """A bare string as the mana cost that it is."""
    return {"mana": value} if isinstance(value, str) else value


AnyCost = Annotated[Cost, BeforeValidator(mana_alone), OrWritten({"type": "string"})]


class EitherCost(Model):
    """Two costs, of which the player pays one (601.2b)."""

    one: AnyCost
    other: AnyCost
