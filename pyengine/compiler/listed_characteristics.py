"""The characteristics an effect lists for what it turns face down: in an action, and as facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from pyengine.files.fields import SUPERTYPES
from pyengine.keywords.acting import is_silent
from pyengine.keywords.variants import keyword_words
from pyengine.phrases.phrase_words import join, write_keyword, write_type
from pyengine.phrases.text_safety import LARGEST_BONUS, MalformedError, check_name, check_word, shown_digits
from pyengine.solving.asp_terms import FactWriter, quote

CardType = Literal[
    "artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery"
]
CARD_TYPES: tuple[str, ...] = get_args(CardType)


@dataclass(frozen=True)
class Listed:
    """The characteristics an effect lists for what it turns face down or puts onto the battlefield face down.

    Words are kept in lower case, sorted and once each. An object is listed with power and toughness or without
    both.
    """

    power: int | None
    toughness: int | None
    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in ("types", "subtypes", "keywords", "supertypes"):
            words = tuple(sorted({word.lower() for word in getattr(self, field)}))
            object.__setattr__(self, field, words)
            for word in words:
                check_name(word)
        if not self.types:
            raise MalformedError(f"expected a card type such as 'creature' to be listed, found {self!r}")
        for word in self.types:
            check_word(word, CardType, "card type")
        if wrong := [word for word in self.subtypes if word in get_args(CardType)]:
            raise MalformedError(f"expected a subtype, found the card type {wrong[0]!r}")
        if wrong := [word for word in self.subtypes if word in SUPERTYPES]:
            raise MalformedError(f"expected a subtype, found the supertype {wrong[0]!r}")
        if wrong := [word for word in self.supertypes if word not in SUPERTYPES]:
            raise MalformedError(f"expected a supertype such as 'legendary', found {wrong[0]!r}")
        if (self.power is None) != (self.toughness is None):
            raise MalformedError(f"power and toughness are listed together, found {self!r}")
        for number in (self.power, self.toughness):
            if number is not None and not 0 <= number <= LARGEST_BONUS:
                raise MalformedError(
                    f"expected power and toughness from 0 to {LARGEST_BONUS}, found {shown_digits(number)}"
                )

    def term(self) -> str:
        """Return the listed characteristics as one term, which is used in place of a card's name."""
        return values_term(self)

    def facts(self) -> list[str]:
        """Return facts of the listed characteristics, with the predicates for printed characteristics."""
        writer = FactWriter()
        values_facts(writer, self)
        return sorted(writer.lines)

    def __str__(self) -> str:
        first = [] if self.power is None else [f"{self.power}/{self.toughness}"]
        words = [*first, *map(write_type, (*self.supertypes, *self.subtypes, *self.types))]
        keywords = join(map(write_keyword, self.keywords))
        article = "an" if words[0][0] in "aeiou" else "a"
        return f"{article} {' '.join(words)}" + (f" with {keywords}" if keywords else "")


class Values(Protocol):
    """The characteristics of a face-down object."""

    @property
    def power(self) -> int | None: ...  # noqa: D102
    @property
    def toughness(self) -> int | None: ...  # noqa: D102
    @property
    def types(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def subtypes(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def keywords(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def supertypes(self) -> tuple[str, ...]: ...  # noqa: D102


def values_term(values: Values) -> str:
    """Listed characteristics as a term; equal characteristics are equal terms."""
    numbers = ["none" if number is None else str(number) for number in (values.power, values.toughness)]
    parts = (values.types, values.subtypes, values.keywords, values.supertypes)
    words = [_tuple(sorted(set(part))) for part in parts]
    return f"values({','.join([*numbers, *words])})"


def _tuple(words: list[str]) -> str:
    quoted = [quote(word) for word in words]
    return f"({quoted[0]},)" if len(quoted) == 1 else f"({','.join(quoted)})"


def values_facts(facts: FactWriter, values: Values) -> None:
    """Add facts of listed characteristics, as though they were printed on a card."""
    term = values_term(values)
    facts.add("listed_values", term)
    for word in values.types:
        facts.add("card_type", term, quote(word))
    for word in values.subtypes:
        facts.add("card_subtype", term, quote(word))
    for word in values.supertypes:
        facts.add("card_supertype", term, quote(word))
    for predicate, number in (("card_power", values.power), ("card_toughness", values.toughness)):
        if number is not None:
            facts.add(predicate, term, number)
    for position, keyword in enumerate(sorted(set(values.keywords)), 1):
        ability = f"ability({term},{position})"
        facts.add("card_ability", term, ability)
        facts.add("keyword_ability", ability, quote(keyword))
        keyword_words(facts, keyword)
        if is_silent(keyword):
            facts.add("silent_keyword", quote(keyword))
