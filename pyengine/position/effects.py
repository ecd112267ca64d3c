"""Continuous effects on players and objects: to facts, and back (611, 613)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import clingo

from pyengine.compiler.listed_characteristics import values_facts, values_term
from pyengine.files.fields import Listed
from pyengine.position.effects_given import given_effect
from pyengine.position.fluents import listed
from pyengine.position.model import ObjectState, PlayerState
from pyengine.solving.asp_terms import FactWriter, quote

if TYPE_CHECKING:
    from pyengine.card_model.abilities import Effect, LastsWhile


def default_effect_stamp(order: int, number: int) -> int:
    """The timestamp of an effect that has none: of the so-manieth one on an object, or with order 0 on a player.

    Such effects count as later than every object, those on objects later than those on players.
    """
    return 10_000 + (1000 + order if order else 0) * 100 + number


def effect_facts(facts: FactWriter, holder: str, effects: Iterable[Effect], order: int) -> None:
    """Effects without a timestamp are in the order of the file."""
    for number, effect in enumerate(effects, 1):
        term = f"effect({holder},{number})"
        facts.add("continuous", 0, term)
        facts.add("effect_on", term, holder)
        stamp = default_effect_stamp(order, number) if effect.timestamp is None else effect.timestamp
        facts.add("effect_timestamp", term, stamp)
        if effect.until in _ENDS:
            facts.add(_ENDS[effect.until], term)
        if effect.controller:
            facts.add("effect_you", term, quote(effect.controller))
        if effect.lasts_while is not None:
            facts.add("lasts_while", term, _tracked(effect.lasts_while, effect.controller))
        if effect.gives_back is not None:
            facts.add("gives_back", term, quote(effect.gives_back))
            continue
        if effect.copy_of is not None:
            copied_term = _copied_term(facts, effect.copy_of)
            for source in effect.altered_by:
                copied_term = f"altered({copied_term},{quote(source)})"
            facts.add("copy_effect", term, copied_term)
        else:
            from pyengine.compiler.ability_facts import ability_facts, given_in_words  # few boards have effects

            ability_facts(facts, term, effect)
            if (given := given_in_words(effect)) is not None:
                ability_facts(facts, term, given)


def _tracked(lasts: LastsWhile, player: str | None) -> str:
    """For as long as what is so an effect lasts, as the rules have it."""
    if lasts.controlled is not None:
        return f"controlled({quote(lasts.controlled)},{quote(player or '')})"
    ((word, value),) = ((word, value) for word, value in lasts if value is not None)
    return f"{word}({quote(value)})"


_ENDS: dict[str | None, str] = {
    "end of turn": "until_end_of_turn",
    "turned face down": "until_turned_face_down",
    "control changes": "until_control_changes",
    "your next turn": "until_your_next_turn",
    "end of your next turn": "until_end_of_your_next_turn",
}
"""Facts that give the end of an effect."""


def copy_facts(facts: FactWriter, name: str, copy_of: str | Listed, stamp: int) -> None:
    """The copy effect of an object that entered as a copy; it has the object's timestamp."""
    term = f"effect({name},0)"
    facts.add("continuous", 0, term)
    facts.add("effect_on", term, name)
    facts.add("effect_timestamp", term, stamp)
    facts.add("copy_effect", term, _copied_term(facts, copy_of))


def _copied_term(facts: FactWriter, of: str | Listed) -> str:
    """The copied values as a term."""
    if isinstance(of, str):
        return quote(of)
    values_facts(facts, of)
    return values_term(of)


def _copied(card: clingo.Symbol) -> dict[str, Any]:
    """The copied values from their term: a card, listed values, or `altered(Copied,Card)` of one of these."""
    altered_by: list[str] = []
    while card.type is clingo.SymbolType.Function and card.name == "altered":
        card, source = card.arguments
        altered_by.insert(0, source.string)
    of = card.string if card.type is clingo.SymbolType.String else listed(card)
    return {"copy_of": of, **({"altered_by": tuple(altered_by)} if altered_by else {})}


class Effects:
    """Beginnings and ends of continuous effects, as changes come in."""

    def __init__(self) -> None:
        self._ended: set[tuple[str, int]] = set()
        """On which object, and which of its effects; 0 is `copy_of`."""
        self._copies: dict[str, list[tuple[clingo.Symbol, str]]] = {}
        """New copy effects by object: what is copied, and until when."""
        self._copy_stamps: dict[tuple[str, clingo.Symbol], int] = {}
        self._begun: dict[str, list[clingo.Symbol]] = {}
        """Effects that began, by object."""
        self._begun_stamps: dict[clingo.Symbol, int] = {}

    def begin(self, terms: list[clingo.Symbol]) -> None:
        """Record the beginning of an effect that is not a copy effect."""
        self._begun.setdefault(terms[0].arguments[0].string, []).append(terms[0])

    def end(self, terms: list[clingo.Symbol]) -> None:
        """An effect that the board has ends."""
        holder, number = terms[0].arguments
        self._ended.add((holder.string, number.number))

    def copy(self, terms: list[clingo.Symbol]) -> None:
        """An object becomes a copy."""
        self._copies.setdefault(terms[0].string, []).append((terms[1], terms[2].string))

    def stamp(self, thing: clingo.Symbol, stamp: int) -> None:
        """A new effect has this timestamp: `continuous(Effect)` or `copied(Object,Card)`."""
        if thing.name == "continuous":
            self._begun_stamps[thing.arguments[0]] = stamp
        elif thing.name == "copied":
            self._copy_stamps[thing.arguments[0].string, thing.arguments[1]] = stamp

    def concern(self, name: str) -> bool:
        """True if an effect on this object began or ended."""
        return name in self._copies or name in self._begun or any(holder == name for holder, _ in self._ended)

    def of_player(self, name: str, player: PlayerState) -> dict[str, Any]:
        """The field that says which effects apply to a player, if it changes."""
        effects = self._still(name, player.effects) + self._new(name)
        return {"effects": tuple(effects)} if tuple(effects) != player.effects else {}

    def _still(self, holder: str, effects: Iterable[Effect]) -> list[Effect]:
        return [one for number, one in enumerate(effects, 1) if (holder, number) not in self._ended]

    def _new(self, holder: str) -> list[Effect]:
        return [
            _effect({**given_effect(effect), "timestamp": self._begun_stamps.get(effect)})
            for effect in self._begun.get(holder, ())
        ]

    def of(self, item: ObjectState, restamped: int | None) -> dict[str, Any]:
        """The fields that say which effects apply to an object, where they change.

        An object that is `restamped` had this timestamp before; a copy effect that was as old as it stays so.
        """
        effects = self._still(item.id, item.effects)
        copy_of = None if (item.id, 0) in self._ended else item.copy_of
        if copy_of is not None and restamped is not None:
            plain = copy_of if isinstance(copy_of, str) else copy_of.model_dump(exclude_unset=True)
            effects.insert(0, _effect({"copy_of": plain, "timestamp": restamped}))
            copy_of = None
        for what, until in self._copies.get(item.id, ()):
            stamp = self._copy_stamps.get((item.id, what))
            effects.append(_effect({**_copied(what), "until": until, "timestamp": stamp}))
        effects += self._new(item.id)
        changed = {"effects": tuple(effects)} if tuple(effects) != item.effects else {}
        return changed if copy_of == item.copy_of else changed | {"copy_of": copy_of}


def _effect(data: dict[str, Any]) -> Effect:
    from pyengine.card_model.abilities import Effect  # few outcomes have one

    return Effect.model_validate(data)
