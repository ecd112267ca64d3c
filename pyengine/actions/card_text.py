"""Actions in the English of cards: `put a +1/+1 counter on each creature you control`.

Imported only for a phrase that the grammar of actions refuses: reading English, and the vocabulary of cards, take their
time to import.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pyengine.actions.instructions import Instruction
from pyengine.cards.created_tokens import created_by
from pyengine.cards.effect_facts import effect_facts
from pyengine.cards.known_effects import OF_ITSELF, UnknownToRulesError, kinds
from pyengine.cards.well_formed import MalformedError
from pyengine.solving.terms import FactWriter
from pyengine.text.reading import TextError, read_effects
from pyengine.text.terms import Effects, references

_OF_CARDS = frozenset(("this", "that", "that_player", "attached"))
"""References that only an effect of a card can have."""


@dataclass(frozen=True)
class CarryOut(Instruction):
    """Do what a text tells to do, as an effect of cards would."""

    form = "{text}"
    text: str

    @cached_property
    def effects(self) -> Effects:
        """What the text tells to do. Raises `TextError`."""
        return read_effects(self.text)

    def facts(self, instruction: str) -> list[str]:
        """That it is carried out, and what it is."""
        facts = FactWriter()
        verbs = {clause.does.name for clause in self.effects.clauses}
        if verbs & OF_ITSELF or any(one.name in _OF_CARDS for one in references(self.effects)):
            raise MalformedError("an action is on no card that it could call 'this'")
        try:
            effect_facts(facts, f"said({instruction})", self.effects)
        except UnknownToRulesError as error:
            raise MalformedError(f"{error} is not modelled") from None
        return [f"carries({instruction}).", *sorted(facts.lines)]

    def kinds(self) -> tuple[str, ...]:
        """The kinds of counters that it names."""
        return tuple(kinds(self.effects))

    def new_tokens(self) -> tuple[tuple[str, int], ...]:
        """The tokens that it creates."""
        return tuple(created_by(self.effects))


_BY = re.compile(r' by ("[^"]*"|[\w\-\'.]+)$')


def read(text: str) -> tuple[CarryOut, dict[str, Any]] | None:
    """What a text tells to do, and who does it if that is said; none, if it is nothing that an action could say."""
    by = _BY.search(text)
    found = CarryOut(text[: by.start()] if by else text)
    try:
        found.facts("i1")
    except (TextError, MalformedError):
        return None
    return found, {"performer": by[1].strip('"')} if by else {}
