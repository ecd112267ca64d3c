"""Cards of one ability each, from the vocabulary of card files, for the permanents of a space.

They are not printed cards. Each shows one thing that the rules know, so that a proof is not limited to cards that
somebody thought of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from pyengine.card_model.card import CardText
from pyengine.cards import catalog
from pyengine.errors import InputError
from pyengine.files.quoting import quoted
from pyengine.proofs.property_files import Property

DEFAULT_SPACE = (
    "Grizzly Bears",
    "Tatterkite",
    "Solemnity",
    "Hardened Scales",
    "Corpsejack Menace",
    "Vorinclex, Monstrous Raider",
)
"""The cards that permanents may be if nobody says otherwise."""

_OX = {"types": ["creature"], "power": 2, "toughness": 2}
_BIG = {"types": ["creature"], "power": 1, "toughness": 9}
_HALL = {"types": ["enchantment"]}
_YOURS = {"controller": "you"}
_CREATURES = {"types": ["creature"]}


def _with(card: dict[str, Any], *abilities: Any) -> dict[str, Any]:
    return {**card, "abilities": list(abilities)}


TEXTS: dict[str, dict[str, Any]] = {
    "creature": _OX,
    "big creature": _BIG,
    "artifact": {"types": ["artifact"]},
    "land": {"types": ["land"]},
    "planeswalker": {"types": ["planeswalker"], "loyalty": 3},
    "planeswalker of a type": {"types": ["planeswalker"], "subtypes": ["jace"], "loyalty": 3},
    "no counters here": _with(_OX, {"cant_put": {}}),
    "no counters on creatures": _with(_HALL, {"cant_put": {"affects": _CREATURES}}),
    "no counters for players": _with(_HALL, {"cant_put": {"affects": {"players": "each"}}}),
    "counters stay": _with(_BIG, {"cant_remove": {}}),
    "doubles": _with(_HALL, {"would_put": {"affects": _YOURS, "times": 2}}),
    "adds one": _with(_HALL, {"would_put": {"affects": _YOURS, "plus": 1}}),
    "adds two": _with(_HALL, {"would_put": {"affects": _YOURS, "plus": 2}}),
    "triples": _with(_HALL, {"would_put": {"affects": _YOURS, "times": 3}}),
    "takes one": _with(_HALL, {"would_put": {"affects": _YOURS, "minus": 1}}),
    "halves": _with(_HALL, {"would_put": {"affects": {"controller": "opponent"}, "half": "down"}}),
    "puts none": _with(_HALL, {"would_put": {"affects": _CREATURES, "none": True}}),
    "doubles what effects put": _with(_HALL, {"would_put": {"affects": _YOURS, "times": 2, "only_effects": True}}),
    "its controller puts one more": _with(_BIG, {"would_put": {"affects": _CREATURES, "by": "you", "plus": 1}}),
    "adds one for its controller": _with(_HALL, {"would_put": {"affects": {"players": "you"}, "plus": 1}}),
    "at most two": _with(_BIG, {"maximum": {"kind": "+1/+1", "count": 2}}),
    "indestructible": _with(_OX, "indestructible"),
    "hexproof": _with(_OX, "hexproof"),
    "creatures fly": _with(_HALL, {"has": {"keywords": ["flying"], "affects": _CREATURES}}),
    "creatures lose abilities": _with(_HALL, {"loses_abilities": {"affects": _CREATURES}}),
    "creatures are 1/1": _with(_HALL, {"base": {"power": 1, "toughness": 1, "affects": _CREATURES}}),
    "creatures are 3/3": _with(_OX, {"base": {"power": 3, "toughness": 3, "affects": _CREATURES}}),
    "creatures get +1/+1": _with(_HALL, {"gets": {"power": 1, "toughness": 1, "affects": _CREATURES}}),
    "creatures get -1/-1": _with(_HALL, {"gets": {"power": -1, "toughness": -1, "affects": _CREATURES}}),
    "creatures are switched": _with(_HALL, {"switches": {"affects": _CREATURES}}),
    "artifacts are creatures": _with(
        _HALL, {"becomes": {"types": ["creature"], "power": 1, "toughness": 1, "affects": {"types": ["artifact"]}}}
    ),
    "keeps counters": _with(_OX, {"keeps_counters": {}}),
    "enters with a counter": _with(_OX, {"enters_with": {"counters": {"+1/+1": 1}}}),
    "creatures enter with a counter": _with(_HALL, {"enters_with": {"counters": {"+1/+1": 1}, "affects": _CREATURES}}),
    "wither": _with(_OX, "wither"),
    "lifelink": _with(_BIG, "lifelink"),
    "deathtouch": _with(_BIG, "deathtouch"),
    "damage can't be prevented": _with(_OX, {"unpreventable_damage": {}}),
    "triggers on leaving": _with(_OX, {"trigger": {"event": "leaves the battlefield"}}),
    "graft": _with(_OX, "graft 1"),
    "morph": _with({**_OX, "mana_cost": "{2}{G}"}, {"morph": "{1}"}),
    "megamorph": _with({**_OX, "mana_cost": "{2}{G}"}, {"megamorph": "{1}"}),
    "disguise": _with({**_OX, "mana_cost": "{2}{G}"}, {"disguise": "{1}"}),
    "turned up with a counter": _with(_OX, {"morph": "{1}"}, {"as_turned_up": {"counters": {"+1/+1": 1}}}),
    "can't be turned up": _with(_HALL, {"cant_turn_up": {"affects": _CREATURES}}),
    "instant": {"types": ["instant"], "mana_cost": "{U}"},
    "equipment": {"types": ["artifact"], "subtypes": ["equipment"]},
    "saga": _with({"types": ["enchantment"], "subtypes": ["saga"]}, {"chapter": {"number": 1}}),
    "saga without chapters": {"types": ["enchantment"], "subtypes": ["saga"]},
    "legend": {**_OX, "supertypes": ["legendary"]},
}
"""The card files of these cards, by what is said for them."""


@cache
def card(name: str) -> CardText:
    """The card of one ability. Raises `InputError` for what there is no card of."""
    if name not in TEXTS:
        raise InputError(f"no ability of a space is called {quoted(name)}; there are: {', '.join(TEXTS)}")
    return CardText.model_validate(TEXTS[name])


def cards(names: Iterable[str]) -> dict[str, CardText]:
    """These cards. Raises `InputError`."""
    return {name: card(name) for name in names}


def cards_of(asked: Property, names: Sequence[str] = (), abilities: Sequence[str] = ()) -> dict[str, CardText]:
    """The cards of a space: those with these names or abilities, else the property's own, else `DEFAULT_SPACE`."""
    if not (names or abilities):
        names, abilities = asked.words("with_card"), asked.words("with_ability")
    if not (names or abilities):
        names = DEFAULT_SPACE
    return {**{card.name: card for card in map(catalog.definition, names)}, **cards(abilities)}
