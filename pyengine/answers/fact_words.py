"""Facts of a board in the words of board and card files: `kite: {counters: {+1/+1: 2}}`."""

from __future__ import annotations

from typing import Any

import clingo
import yaml

from pyengine.answers.render import plain
from pyengine.position.position import Position

_FLAGS = ("phased_out", "tapped", "lost", "token")
"""Facts that are a field of the same name, true if the fact is there."""


def fact_words(board: Position, fact: clingo.Symbol, present: bool) -> str:
    """Describe a fact about an object, player or card, or its absence, as the file would say it.

    The facts are those that `why` leaves open. For the zone of an object, `zone` is the list that contains it.
    """
    about, field, value = _field(board, fact)
    if not present:
        value = dict.fromkeys(value, 0) if isinstance(value, dict) else False if value is True else None
    text = yaml.safe_dump({field: value}, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**6)
    return f"{about}: {text.strip()}"


def _field(board: Position, fact: clingo.Symbol) -> tuple[str, str, Any]:
    """The subject of a fact, the field of the file, and the value."""
    name = fact.name
    arguments = fact.arguments[1:] if fact.arguments[0].type is clingo.SymbolType.Number else fact.arguments
    about, *values = arguments
    match name:
        case "continuous":
            holder, number = about.arguments
            return holder.string, *_effect(board, holder.string, number.number)
        case "card_ability":
            return _card(about), "abilities", [_ability(board, values[0])]
        case "card_type":
            return _card(about), "types", [values[0].string]
        case "counters":
            return about.string, name, {values[0].string: values[1].number}
        case "face_down":
            return about.string, name, {"by": values[0].string}
        case _ if name in _FLAGS:
            return about.string, name, True
        case _:
            return about.string, name, plain(values[0])


def _card(term: clingo.Symbol) -> str:
    """A card's name; what a face-down object shows has none."""
    return term.string if term.type is clingo.SymbolType.String else "what is face down"


def _ability(board: Position, term: clingo.Symbol) -> Any:
    """An ability as the card says it."""
    whole, number = term.arguments
    part = 1
    if term.name == "also":
        part = number.number
        whole, number = whole.arguments
    if whole.type is not clingo.SymbolType.String:
        return f"keyword {number.number}"
    card = board.said(whole.string)
    place = number.number - 1 if card.places is None else card.places.index([number.number, part])
    return card.abilities[place]


def _effect(board: Position, holder: str, number: int) -> tuple[str, Any]:
    """The field and value of the effect with a number; 0 is what an object is a copy of."""
    state = board.model.players[holder] if holder in board.model.players else board.objects[holder]
    if number == 0:
        return "copy_of", board.objects[holder].model_dump(mode="json")["copy_of"]
    return "effects", [state.effects[number - 1].model_dump(mode="json", exclude_unset=True)]
