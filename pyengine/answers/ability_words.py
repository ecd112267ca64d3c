"""Abilities in plain words, as they were read: `ability_in_words`."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from pyengine.card_model.abilities import Ability
from pyengine.english.effect_terms import Effects
from pyengine.english.half_read import words_left
from pyengine.english.writing import UnsayableError, write_effects

_KINDS = {
    "trigger": "triggered ability",
    "activated": "activated ability",
    "loyalty": "loyalty ability",
    "chapter": "chapter ability",
    "spell": "spell ability",
    "keyword": "keyword ability",
}


def ability_in_words(ability: Ability) -> str:
    """An ability in words: its kind, when or for which cost, and its effects written back from what was read."""
    head, body = ability.heads()[0], ability.body
    kind = _KINDS.get(head, f"static ability, {head.replace('_', ' ')}")
    if isinstance(body, str):
        return f"{kind}: {body}"
    given = body.model_dump(mode="json", exclude_defaults=True)
    does = given.pop("does", None)
    when = _flat(given)
    if does is None:
        return f"{kind}: {when}" if when else kind
    return f"{kind}{f', {when}' if when else ''}: {_effects(body) or does}"


def _effects(body: Any) -> str | None:
    """The effects of an ability, written back; None where the grammar has no words for all of them."""
    read = getattr(body, "read", None)
    effects = getattr(read, "effects", read)
    if not isinstance(effects, Effects) or any(words_left(effects)):
        return None
    if effects.modes is not None:
        said = [words for one in effects.modes.options if (words := _written(one)) is not None]
        return " \u2022 ".join(["modes", *said]) if len(said) == len(effects.modes.options) else None
    return _written(effects)


def _written(effects: Effects) -> str | None:
    with suppress(UnsayableError):
        return write_effects(effects).replace("~", "this")
    return None


def _flat(value: Any) -> str:
    """Data of a card file in a row of words."""
    if isinstance(value, dict):
        return ", ".join(
            name.replace("_", " ") if one is True else f"{name.replace('_', ' ')} {_flat(one) or 'any'}"
            for name, one in value.items()
        )
    if isinstance(value, list):
        return " or ".join(map(_flat, value))
    return str(value)
