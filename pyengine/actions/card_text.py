"""Actions in the English of cards: `put a +1/+1 counter on each creature you control`.

Imported only for a phrase that no row of the table of instructions has: reading English, and the vocabulary of cards,
take their time to import.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pyengine.compiler.effect_facts import effect_facts
from pyengine.compiler.effect_schema import OF_ITSELF, kinds
from pyengine.compiler.lowering import created_by
from pyengine.compiler.passes import UnknownToRulesError
from pyengine.english.effect_terms import Effects, Term, references
from pyengine.english.reading import TextError, read_effects
from pyengine.phrases.text_safety import MalformedError
from pyengine.solving.asp_terms import FactWriter

_OF_CARDS = frozenset(("this", "that", "that_player", "attached"))
"""References that only an effect of a card can have."""

_DESCRIBED = frozenset(("each", "target", "some"))

_IN_ENGLISH = frozenset(
    (
        "create",
        "deal_damage",
        "enter",
        "exchange_control",
        "exile",
        "get_counters",
        "phase_in",
        "phase_out",
        "return_to_hand",
    )
)
"""Verbs that need English text even if the text names all its objects: the table has no words for them."""

_BY = re.compile(r' by ("[^"]*"|[\w\-\'.]+)$')


def read(text: str) -> tuple[Term, tuple[Term, ...]] | None:
    """Return the instruction in a text, and the player who does it if named; None if an action can't say it."""
    by = _BY.search(text)
    told = text[: by.start()] if by else text
    try:
        facts("i1", told)
    except (TextError, MalformedError):
        return None
    if named_in(told) and not (_LATER.match(told) or _describes(_effects(told)) or _said_so(_effects(told))):
        return None  # what names all that it is about, is said as the table of instructions says it
    return Term("carries", (told,)), (Term("performer", (by[1].strip('"'),)),) if by else ()


def facts(instruction: str, text: str) -> list[str]:
    """Return the facts of the text, as for effects of cards. Raises `TextError`."""
    writer = FactWriter()
    effects = _effects(text)
    verbs = {clause.does.name for clause in effects.clauses}
    if verbs & OF_ITSELF or any(one.name in _OF_CARDS for one in references(effects)):
        raise MalformedError("an action is on no card that it could call 'this'")
    try:
        effect_facts(writer, f"said({instruction})", effects)
    except UnknownToRulesError as error:
        raise MalformedError(f"{error} is not modelled") from None
    return sorted(writer.lines)


def kinds_in(text: str) -> tuple[str, ...]:
    """The kinds of counters that it names."""
    return tuple(kinds(_effects(text)))


def created_in(text: str) -> tuple[tuple[str, int], ...]:
    """The tokens that it creates."""
    return tuple(created_by(_effects(text)))


def _said_so(effects: Effects) -> bool:
    """True if the text consists of verbs that need English text in any case."""
    return all(clause.does.name in _IN_ENGLISH for clause in effects.clauses)


def _describes(effects: Effects) -> bool:
    """True if the text refers to anything by a description."""
    return any(one.name in _DESCRIBED for one in references(effects))


@lru_cache
def _effects(text: str) -> Effects:
    return read_effects(text, ids=named_in(text))


_LATER = re.compile(r"(?:(?:until|this) [\w ]+, )?when(?:ever)? ", re.IGNORECASE)
_MOST_NAMED = 8


@lru_cache
def named_in(text: str) -> tuple[str, ...]:
    """The words of a text that are none of its language: they may be ids."""
    found: list[str] = []
    while len(found) < _MOST_NAMED:
        try:
            read_effects(text, ids=found)
        except TextError as error:
            word = re.compile(r"[\w-]+").match(text, error.offset)
            if word is None or word[0] in found:
                return ()
            found.append(word[0])
        else:
            break
    return tuple(found)
