"""Continuous effects that began as something resolved, from the solver's terms to the words of board files."""

from __future__ import annotations

from typing import Any

import clingo


def given_effect(effect: clingo.Symbol) -> dict[str, Any]:
    """Convert `given(Object,What,Duration,Time)` to an entry of `effects`, without its timestamp."""
    _, what, duration, _ = effect.arguments
    if duration.type is clingo.SymbolType.Function and duration.name == "while":
        return _does(what) | _while(effect.arguments[0], duration.arguments[0])
    if duration.type is clingo.SymbolType.Function:
        (player,) = duration.arguments
        until = "end of your next turn" if duration.name == "end_of_next_turn" else "your next turn"
        return _does(what) | {"until": until, "controller": player.string}
    return _does(what) | ({"until": duration.string} if duration.string in _ENDS else {})


def _while(on: clingo.Symbol, so: clingo.Symbol) -> dict[str, Any]:
    """For as long as what is so an effect on an object lasts."""
    first, *player = so.arguments
    of = first.string if first.type is clingo.SymbolType.String else on.string  # "it" is what the effect is on
    return {"lasts_while": {so.name: of}} | ({"controller": player[0].string} if player else {})


_ENDS = ("end of turn", "control changes", "turned face down")
"""Durations that a board can give, except "for good"; effects with other durations continue with a note."""


def _does(what: clingo.Symbol) -> dict[str, Any]:
    match what.name, what.arguments:
        case "gets", [power, toughness]:
            return {"gets": {"power": power.number, "toughness": toughness.number}}
        case "has", [keyword]:
            return {"keyword": keyword.string}
        case "has_text", [text]:
            return {"has": {"abilities": [text.string]}}
        case "colored", [colors]:
            return {"becomes": {"colors": [color.string for color in colors.arguments]}}
        case "base", [power, toughness]:
            return {"base": {"power": power.number, "toughness": toughness.number}}
        case "cant", [what]:
            return {"cant_fight": {"what": [what.string]}}
        case "restricted" | "declared", [text]:
            return _restriction(text.string)
        case "fights", [what]:
            return {"fights": {"what": what.string}}
        case "loses", [keyword]:
            return {"loses": {"keywords": [keyword.string]}}
        case "becomes", [values, manner]:
            return {"becomes": _becomes(values, manner.name)}
        case "exiled_dying", _:
            return {"instead": {"event": "die", "instead": "exile"}}
        case "exiled_leaving", _:
            return {"instead": {"event": "leave", "instead": "exile"}}
        case "regenerates", _:
            return {"instead": {"event": "destroyed", "instead": "regenerate"}}
        case "held", [player]:
            return {"gives_back": player.string}
        case "loses_abilities", _:
            return {"loses_abilities": {}}
        case "may_play", [leave, player]:
            return _leave(leave.string) | {"controller": player.string}
    raise ValueError(f"no effect: {what}")


def _restriction(text: str) -> dict[str, Any]:
    """A restriction as the ability that its words say."""
    from pyengine.card_model.granted_abilities import abilities_of  # few outcomes have one

    (ability,) = abilities_of(text)
    said: dict[str, Any] = ability.model_dump(mode="json", exclude_unset=True)
    return said


def _leave(how: str) -> dict[str, Any]:
    """A permission about a card, as an entry of `may_cast`."""
    found = {"free": "free" in how, "lands": how.startswith("play"), "any_mana": how.endswith("any mana")}
    spells = {"spells": {"types": ["creature"]}} if how == "cast creature" else {}
    return {"may_cast": {word: True for word, said in found.items() if said} | spells}


def _becomes(values: clingo.Symbol, manner: str) -> dict[str, Any]:
    """The listed characteristics as `becomes`; keywords are effects of their own, types and subtypes can be."""
    power, toughness, types, subtypes, *_ = values.arguments
    found: dict[str, Any] = {"only": True} if manner in ("only", "subtypes_only") else {}
    if subtypes.arguments and manner != "types_too":
        found["subtypes"] = [word.string for word in subtypes.arguments]
    if manner == "subtypes_only":
        return found
    found["types"] = [word.string for word in types.arguments]
    if power.type is clingo.SymbolType.Number:
        found |= {"power": power.number, "toughness": toughness.number}
    return found
