"""Abilities that an effect or another ability gives to something, by their own words in the English of cards.

The rules identify such an ability by its words: `granted(Text,N)` is the Nth ability in them, from any source.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

from pyengine.errors import InvalidCardError
from pyengine.solving.asp_terms import FactWriter, quote

GIVEN = ("trigger", "activated", "cant_fight", "doesnt_untap", "stops_damage", "unpreventable_damage", "may_look")
"""The abilities that can be given so: those that come to matter after all layers in which abilities are given."""


class UngrantableError(ValueError):
    """Words that say no ability that can be given, or none that the rules know."""

    def __init__(self, what: str, message: str | None = None) -> None:
        super().__init__(message or what)
        self.what = what
        """The missing feature, the same for all words that lack it."""


@lru_cache(maxsize=1024)
def abilities_of(text: str) -> tuple[Any, ...]:
    """Read the words of an ability as `Ability` models of the vocabulary. Raises `UngrantableError`."""
    try:
        found: tuple[Any, ...] = _later("compiler.printed_text").printed(text)
    except InvalidCardError as error:
        raise UngrantableError(getattr(error, "what", str(error)), str(error)) from None
    for one in found:
        if one.heads()[0] not in GIVEN:
            raise UngrantableError(f"to give {one.heads()[0].replace('_', ' ')!r} as an ability in quotation marks")
        if getattr(one.body, "as_long_as", None) is not None:
            raise UngrantableError("to give an ability that asks for something to be so")
    if not found:
        raise UngrantableError("an ability without words")
    return found


def granted_facts(facts: FactWriter, text: str) -> None:
    """Facts of the abilities that these words say. Raises `UngrantableError`."""
    ability_facts = _later("compiler.ability_facts").ability_facts
    abilities = abilities_of(text)
    terms = [f"granted({quote(text)},{number})" for number in range(1, len(abilities) + 1)]
    _later("compiler.ability_facts").said_together(facts, terms, abilities)
    for term, one in zip(terms, abilities, strict=True):
        facts.add("text_says", quote(text), term)
        ability_facts(facts, term, one)


def kinds_in(text: str) -> Iterator[str]:
    """Every kind of counter that these words speak of. Raises `UngrantableError`."""
    for one in abilities_of(text):
        yield from _later("compiler.ability_facts").kinds_of(one)


def tokens_in(text: str) -> Iterator[tuple[str, int]]:
    """The cards of tokens that these words may create, each with how many ids are to be ready."""
    for one in abilities_of(text):
        yield from _later("compiler.ability_facts").tokens_of(one)


def tokens_of_keyword(keyword: str) -> Iterator[tuple[str, int]]:
    """Yield the cards of tokens that a keyword's abilities may create, each with how many ids are to be ready."""
    yield from _later("compiler.ability_facts").tokens_of_keyword(keyword)


def facts_of_triggered(facts: FactWriter, term: str, ability: Any) -> None:
    """Facts of a triggered ability that an effect sets up, an `Ability` model of the vocabulary."""
    _later("compiler.ability_facts").ability_facts(facts, term, ability)


def kinds_of_triggered(ability: Any) -> Iterator[str]:
    """Every kind of counter that it speaks of."""
    yield from _later("compiler.ability_facts").kinds_of(ability)


def check_card(name: str) -> None:
    """Raise `UngrantableError` unless the text of this token or emblem is understood and modelled."""
    try:
        _later("cards.catalog").find(name)
    except InvalidCardError as error:
        raise UngrantableError(getattr(error, "what", str(error)), str(error)) from None


def tokens_of_card(name: str) -> Iterator[tuple[str, int]]:
    """The cards of tokens that this token or emblem may create, each with how many ids are to be ready."""
    yield from _later("cards.catalog").find(name).tokens.items()


def _later(module: str) -> Any:
    """A later module that reads or writes whole abilities, and imports this one."""
    return import_module(f"pyengine.{module}")
