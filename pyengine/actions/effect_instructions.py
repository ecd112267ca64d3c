"""Instructions that make a continuous effect on an object: it gets +N/+N, gains or loses keywords, becomes another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyengine.actions.instructions import Instruction, OneObject
from pyengine.cards.effect_facts import keyword_facts
from pyengine.cards.listed_values import Listed
from pyengine.cards.well_formed import LARGEST_BONUS, MalformedError, check_name, check_word, shown_digits
from pyengine.solving.terms import FactWriter, quote

Duration = Literal["end of turn", "lasting"]
Manner = Literal["too", "only"]


@dataclass(frozen=True)
class EffectOn(Instruction):
    """An effect on an object that lasts for some time."""

    ids = ("object",)
    of_objects = ("object",)
    each = "object"
    object: str

    def until(self) -> str:
        """How long it lasts, as a phrase says it."""
        duration = getattr(self, "duration", "lasting")
        return "" if duration == "lasting" else f" until {duration}"


@dataclass(frozen=True)
class Gets(EffectOn):
    """Gets +N/+N, or less."""

    predicate = "gets"
    power: int
    toughness: int
    duration: Duration = "lasting"
    each = "object"

    def __post_init__(self) -> None:
        check_word(self.duration, Duration, "duration")
        for number in (self.power, self.toughness):
            if not -LARGEST_BONUS <= number <= LARGEST_BONUS:
                raise MalformedError(
                    f"expected numbers from -{LARGEST_BONUS} to {LARGEST_BONUS}, found {shown_digits(abs(number))}"
                )


@dataclass(frozen=True)
class Gains(EffectOn):
    """Gains a keyword ability."""

    predicate, verb = "gains", "gains"
    keyword: str
    duration: Duration = "lasting"
    each = "object"

    def __post_init__(self) -> None:
        check_word(self.duration, Duration, "duration")
        check_name(self.keyword)

    def facts(self, instruction: str) -> list[str]:
        """That it gains the keyword, and what the keyword is."""
        writer = FactWriter()
        keyword_facts(writer, self.keyword)
        return [*super().facts(instruction), *sorted(writer.lines)]


@dataclass(frozen=True)
class Loses(Gains):
    """Loses a keyword ability."""

    predicate, verb = "loses", "loses"


@dataclass(frozen=True)
class LosesAbilities(EffectOn):
    """Loses all abilities."""

    predicate, form = "loses_all_abilities", "{object} loses all abilities"
    duration: Duration = "lasting"
    each = "object"


@dataclass(frozen=True)
class Becomes(EffectOn):
    """Becomes what is listed, in addition to its other types or only that."""

    predicate = "becomes"
    values: Listed
    manner: Manner = "only"
    duration: Duration = "lasting"
    each = "object"

    def __post_init__(self) -> None:
        check_word(self.manner, Manner, "manner")
        check_word(self.duration, Duration, "duration")
        if self.values.supertypes:
            raise MalformedError(f"no effect here gives a supertype, found {self.values.supertypes[0]!r}")

    def facts(self, instruction: str) -> list[str]:
        """What it becomes, and what that is."""
        named = ",".join([instruction, quote(self.object), self.values.term(), self.manner, quote(self.duration)])
        return [f"{self.predicate}({named}).", *self.values.facts()]


Forbidden = Literal["attack", "block", "attack or block", "be blocked"]


@dataclass(frozen=True)
class CantDo(EffectOn):
    """Can't attack, block or be blocked (508.1c, 509.1b)."""

    predicate = "cant_do"
    what: Forbidden
    duration: Duration = "lasting"
    each = "object"

    def __post_init__(self) -> None:
        check_word(self.what, Forbidden, "verb")
        check_word(self.duration, Duration, "duration")


class Regenerate(OneObject):
    """The next time it would be destroyed this turn, it regenerates (701.19a)."""

    predicate, form = "regenerates_object", "regenerate {object}"
