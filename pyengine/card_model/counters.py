"""Abilities that say which counters can be put and removed, and how many (122, 614.16)."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pyengine.card_model.conditions import Static
from pyengine.card_model.filters import THIS, Affects
from pyengine.files.fields import Amount, Count, Flag, Kind, Model


class CantPut(Static):
    """Counters can't be put on something, or a player can't get them (614.17)."""

    kinds: tuple[Kind, ...] = Field((), description="only these kinds; every kind if not given")
    affects: Affects = THIS


class WouldPut(Static):
    """If counters would be put, another number of them is put instead (614.1a).

    Exactly one of `plus`, `minus`, `times`, `half` and `none` says what is put instead.
    """

    kinds: tuple[Kind, ...] = Field((), description="only these kinds; every kind if not given")
    affects: Affects = THIS
    by: Literal["you", "opponent"] | None = Field(None, description="only counters this player would put")
    only_effects: Flag = Field(False, description='"if an effect would put", so not as a cost (614.16)')
    plus: Amount | None = None
    minus: Amount | None = None
    times: Annotated[int, Field(strict=True, ge=2, le=1000)] | None = None
    half: Literal["down", "up"] | None = None
    none: Flag = False

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        given = [self.plus, self.minus, self.times, self.half, self.none or None]
        if sum(change is not None for change in given) != 1:
            raise ValueError("expected exactly one of plus, minus, times, half, none")
        return self


class CantRemove(Static):
    """Counters can't be removed from something (614.17)."""

    kinds: tuple[Kind, ...] = ()
    affects: Affects = THIS


class Maximum(Model):
    """This can't have more than a number of counters of a kind on it (122.4)."""

    kind: Kind
    count: Count


class KeepsCounters(Model):
    """Counters remain on this as it moves from one zone to another, which 122.2 would end."""

    except_into: tuple[Literal["hand", "library", "graveyard", "exile", "command"], ...] = Field(
        (), description="but not as it moves into these zones"
    )
