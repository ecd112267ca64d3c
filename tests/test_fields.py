"""No field is accepted and ignored: each changes an answer, is shown, or is refused.

For every field of every model there is a pair of boards that differ in it alone, and a question whose answers differ. A
new field needs a row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from pyengine import Board, PyengineError, scenarios
from pyengine.card_model.abilities import ABILITY_HEADS, Ability, Effect, LastsWhile
from pyengine.card_model.card import CardDefinition, CardText, RemarkAbout
from pyengine.card_model.conditions import Condition, Static, There
from pyengine.card_model.costs import Chosen, Cost, CountersOf, CountersOnto, EitherCost
from pyengine.card_model.counters import CantPut, CantRemove, KeepsCounters, Maximum, WouldPut
from pyengine.card_model.doing import Activated, Chapter, CountersCompared, Loyalty, Spell, Trigger
from pyengine.card_model.filters import CardsThere, Counted, Described, Filter, Spells
from pyengine.card_model.layers import (
    Base,
    Becomes,
    CantHave,
    CharacteristicPower,
    CopyException,
    Gets,
    Has,
    Loses,
    LosesAbilities,
    Switches,
)
from pyengine.card_model.permissions import (
    AbilityCosts,
    AsThoughFlash,
    CantActivate,
    CantBeCountered,
    CantCast,
    CantEnter,
    CantFight,
    CantTurnUp,
    CostChange,
    CostsItself,
    DoesntUntap,
    Fights,
    MayCast,
    MayLook,
    MoreLands,
    MoreMana,
    MoreTokens,
    MoreTriggers,
    MorphCosts,
    OtherCost,
    SkipsStep,
    SpellCosts,
    StopsDamage,
    UnpreventableDamage,
)
from pyengine.card_model.replacements import (
    AsItEnters,
    AsTurnedUp,
    Copiable,
    EntersAsCopy,
    EntersTapped,
    EntersWith,
    Replacement,
    TurnsDown,
)
from pyengine.files.fields import Listed, Model, PowerToughness
from pyengine.formats.puzzle_file import AllowedAction, PuzzleFile
from pyengine.position.model import (
    AbilityOnStack,
    AssignedDamage,
    BoardFile,
    Component,
    CounterState,
    Delayed,
    FaceDown,
    LeftAs,
    ObjectState,
    PaidWith,
    PlayerState,
    ThisTurn,
)
from pyengine.proofs.certificate import CertificateFile, Entry
from pyengine.proofs.space import SpaceFile
from pyengine.scenarios import Contested, Expected, ExpectedReason, Scenario

Data = dict[str, Any]
CARDS: Data = {
    "Ox": {"types": ["creature"], "mana_cost": "{2}", "power": 2, "toughness": 2},
    "Red Elf": {"types": ["creature"], "subtypes": ["elf"], "mana_cost": "{R}", "power": 1, "toughness": 4},
    "Saint": {"types": ["creature"], "supertypes": ["legendary"], "mana_cost": "{W}", "power": 5, "toughness": 5},
    "Gem": {"types": ["artifact"], "mana_cost": "{1}"},
    "Rod": {"types": ["artifact"], "abilities": [{"activated": {"cost": "{1}", "does": "you gain 1 life"}}]},
    "Bird": {"types": ["creature"], "mana_cost": "{1}", "power": 1, "toughness": 1, "abilities": ["flying"]},
    "Sneak": {"types": ["creature"], "mana_cost": "{2}", "power": 2, "toughness": 2, "abilities": [{"morph": "{1}"}]},
    "Doubled": {"types": ["creature"], "mana_cost": "{2}", "power": 2, "toughness": 2, "back": "Ox"},
}


class Odd(NamedTuple):
    """A board around one permanent, `odd`, and what is asked about it."""

    ask: str
    ability: Data | str | None = None
    state: Mapping[str, Any] = MappingProxyType({})
    card: Mapping[str, Any] = MappingProxyType({})
    board: Mapping[str, Any] = MappingProxyType({})
    zone: str = "battlefield"

    def data(self) -> Data:
        own = [] if self.ability is None else [self.ability]
        base = {"types": ["creature"], "mana_cost": "{2}", "power": 3, "toughness": 5}
        card = {**base, **self.card, "abilities": [*self.card.get("abilities", ()), *own]}
        found: Data = {
            "players": {"alice": {"mana": "{9}{R}{W}"}, "bob": {}},
            "cards": {**CARDS, "Odd": card},
            **self.board,
        }
        found["cards"] = {**CARDS, "Odd": card, **self.board.get("cards", {})}
        who = "controller" if self.zone in ("battlefield", "stack") else "owner"
        odd = {"id": "odd", "card": "Odd", who: "alice", **self.state}
        odd = {field: value for field, value in odd.items() if value is not ...}
        return {**found, self.zone: [odd, *self.board.get(self.zone, ())]}

    def answer(self) -> object:
        return known_answer(json.dumps(self.data()), self.ask)


@cache
def known_answer(data: str, ask: str) -> object:
    return answer(json.loads(data), ask)


def answer(data: Data, ask: str) -> object:
    """What a board answers: to an action, every outcome with its triggers and notes; or what is asked of it."""
    what, _, about = ask.partition(": ")
    if what == "scenario":
        return scenarios.run(Scenario.model_validate(data)).passed
    board = Board.from_data(data)
    match what:
        case "is":
            return board.characteristics[about]
        case "status":
            return board.status().flags
        case "view":
            return board.seen_by(about).to_yaml()
        case "shown":
            return board.to_yaml()
        case "check":
            verdict = board.check(about)
            return verdict.legal, verdict.rules, verdict.caveats
    outcomes = board.outcomes(about, settle=True) if what == "settle" else board.outcomes(ask)
    told = {
        (one.changes, tuple(event.text for event in one.log if event.code in ("triggered", "cast", "replaced", "put")))
        for one in outcomes
    }
    return outcomes.verdicts[0].legal, told, set(outcomes.caveats)


def permanent(name: str, card: str, controller: str = "bob", **more: Any) -> Data:
    return {"id": name, "card": card, "controller": controller, **more}


def battlefield(*items: Data) -> Data:
    return {"battlefield": list(items)}


BIRD = permanent("bird", "Bird")
OX = permanent("ox", "Ox")
MINE = permanent("mine", "Ox", "alice")
DOWN = {"face_down": {"by": "morph"}}
TWO_WITH_OIL = battlefield(
    permanent("mine", "Ox", "alice", counters={"oil": 1}), permanent("more", "Ox", "alice", counters={"oil": 1})
)
WAITING = {"id": "waits", "at": "next end step", "does": "destroy It", "about": {"It": ["odd"]}, "controller": "alice"}
EXPECTING = {"id": "waits", "when": "It dies", "does": "draw a card", "about": {"It": ["odd"]}, "controller": "alice"}
HAND_OX = {"hand": [{"id": "ox", "card": "Ox", "owner": "alice"}]}
HAND_WOOD = {"hand": [{"id": "wood", "card": "Forest", "owner": "alice"}]}
SHIELDED_OX = battlefield(permanent("ox", "Ox", counters={"shield": 1}), permanent("mine", "Ox", "alice"))
TWO_OXEN = battlefield(permanent("ox", "Ox"), permanent("mine", "Ox", "alice"))
HURT_OX = "deal 1 damage from mine to ox"
PUT = "put two charge counters on odd"
ENTERS = "put odd onto the battlefield"
UP = "turn odd face up for its morph cost"
CAST = "check: cast ox"
PLAYED = {
    "players": {"alice": {"this_turn": {"lands_played": 1}}, "bob": {}},
    "hand": [{"id": "forest", "card": "Forest", "owner": "alice"}],
}
MOURNED = {
    "cards": {
        "Mourner": {
            "types": ["creature"],
            "abilities": [
                {"trigger": {"event": "dies", "affects": {"types": ["creature"]}, "does": "you gain 1 life"}}
            ],
        }
    },
    **battlefield(permanent("bird", "Bird"), permanent("mourner", "Mourner", "alice")),
}
SNEAK = battlefield(permanent("sneak", "Sneak", "alice", face_down={"by": "morph"}))
ROD = {**battlefield(permanent("rod", "Rod")), "players": {"alice": {"mana": "{3}"}, "bob": {}}}
USE_ROD = "check: activate ability 1 of rod"
TURN_SNEAK = "check: turn sneak face up for its morph cost"

HEADS: dict[str, Odd] = {
    "keyword": Odd("is: odd", "flying"),
    "cant_put": Odd(PUT, {}),
    "cant_remove": Odd("remove a charge counter from odd", {}, {"counters": {"charge": 1}}),
    "would_put": Odd(PUT, {"plus": 1}),
    "maximum": Odd("check state-based actions", {"kind": "charge", "count": 1}, {"counters": {"charge": 3}}),
    "keeps_counters": Odd("exile odd", {}, {"counters": {"charge": 1}}),
    "enters_with": Odd(ENTERS, {"counters": {"charge": 2}}, zone="hand"),
    "enters_as_copy": Odd(ENTERS, {"of": {"types": ["creature"]}}, board=battlefield(BIRD), zone="hand"),
    "gets": Odd("is: odd", {"power": 1}),
    "base": Odd("is: odd", {"power": 7}),
    "has": Odd("is: odd", {"keywords": ["flying"]}),
    "loses_abilities": Odd("is: odd", {}, card={"abilities": ["reach"]}),
    "cant_have": Odd("is: odd", {"keywords": ["reach"]}, card={"abilities": ["reach"]}),
    "loses": Odd("is: odd", {"keywords": ["reach"]}, card={"abilities": ["reach"]}),
    "becomes": Odd("is: odd", {"types": ["artifact"]}),
    "switches": Odd("is: odd", {}),
    "defines": Odd("is: odd", {"power": 6}, card={"power": "*"}),
    "instead": Odd("destroy odd", {"event": "die", "instead": "exile"}),
    "trigger": Odd(PUT, {"event": "counters put"}),
    "chapter": Odd("put a lore counter on odd", {"number": 1}, card={"types": ["enchantment"], "subtypes": ["saga"]}),
    "activated": Odd("activate ability 1 of odd", {"does": "you gain 2 life"}),
    "loyalty": Odd("activate ability 1 of odd", {"cost": 1, "does": "you gain 2 life"}),
    "spell": Odd("resolve odd", {"does": "you gain 2 life"}, card={"types": ["instant"]}, zone="stack"),
    "morph": Odd(f"check: {UP}", "{1}", DOWN),
    "megamorph": Odd(f"check: {UP.replace('morph', 'megamorph')}", "{1}", DOWN),
    "disguise": Odd(f"check: {UP.replace('morph', 'disguise')}", "{1}", DOWN),
    "additional_cost": Odd("check: cast odd", {"sacrifice": {"types": ["land"]}}, zone="hand"),
    "additional_cost_either": Odd(
        "check: cast odd",
        {"one": {"sacrifice": {"types": ["land"]}}, "other": {"sacrifice": {"types": ["land"]}}},
        zone="hand",
    ),
    "alternative_cost": Odd("check: cast odd", {"life": 1}, card={"mana_cost": "{19}"}, zone="hand"),
    "cant_cast": Odd(CAST, {}, board=HAND_OX),
    "spell_costs": Odd(CAST, {"more": 12}, board=HAND_OX),
    "ability_costs": Odd(USE_ROD, {"more": 12, "affects": {}}, board=ROD),
    "cant_activate": Odd(USE_ROD, {"affects": {}}, board=ROD),
    "as_though_flash": Odd(CAST, {}, board={**HAND_OX, "active": "bob", "priority": "alice"}),
    "may_cast": Odd(CAST, {"from_zones": ["graveyard"]}, board={"graveyard": HAND_OX["hand"]}),
    "morph_costs": Odd(TURN_SNEAK, {"more": 12}, board=SNEAK),
    "more_lands": Odd("check: play forest", {}, board=PLAYED),
    "more_tokens": Odd("alice creates a 1/1 white Soldier creature token", {}),
    "more_triggers": Odd("destroy bird", {"event": "dies", "affects": {}}, board=MOURNED),
    "skips_step": Odd("go to the next step", {}, board={"step": "upkeep", "turn": 2}),
    "unpreventable_damage": Odd(HURT_OX, {}, board=SHIELDED_OX),
    "stops_damage": Odd(HURT_OX, {"affects": {"types": ["creature"]}}, board=TWO_OXEN),
    "cant_turn_up": Odd(TURN_SNEAK, {"affects": {}}, board=SNEAK),
    "cant_enter": Odd("check: put ox onto the battlefield", {"from_zones": ["hand"]}, board=HAND_OX),
    "may_look": Odd("view: alice", {}, board=battlefield(permanent("s", "Sneak", face_down={"by": "morph"}))),
    "doesnt_untap": Odd("begin the untap step of alice", {}, {"tapped": True}),
    "more_mana": Odd(
        "check: cast ox",
        {"mana": "{G}"},
        card={"types": ["land"], "subtypes": ["forest"]},
        board={**HAND_OX, "cards": {"Ox": {"types": ["creature"], "mana_cost": "{G}{G}"}}},
    ),
    "enters_tapped": Odd(ENTERS, {}, zone="hand"),
    "as_it_enters": Odd(ENTERS, {"choose": "color"}, zone="hand"),
    "cant_fight": Odd("check: attack with odd alone", {"what": ["attack"]}),
    "fights": Odd(
        "check: attack with odd alone", {"what": "attacks despite defender"}, card={"abilities": ["defender"]}
    ),
    "cant_be_countered": Odd("check: counter the spell odd", {}, zone="stack"),
    "as_turned_up": Odd("turn odd face up", {"counters": {"charge": 2}}, DOWN),
    "turns_down": Odd(ENTERS, {}, zone="hand", board=battlefield(OX)),
}
"""For each kind of ability, a board on which it matters: what stands under its word, and a question."""

BODIES: dict[type[Model], str] = {
    **{CantPut: "cant_put", CantRemove: "cant_remove", WouldPut: "would_put", Maximum: "maximum"},
    **{KeepsCounters: "keeps_counters", EntersWith: "enters_with", EntersAsCopy: "enters_as_copy", Gets: "gets"},
    **{
        Base: "base",
        Has: "has",
        LosesAbilities: "loses_abilities",
        CantHave: "cant_have",
        Loses: "loses",
        Becomes: "becomes",
    },
    **{Switches: "switches", CharacteristicPower: "defines", Replacement: "instead", Trigger: "trigger"},
    **{Chapter: "chapter", CantCast: "cant_cast", SpellCosts: "spell_costs", AsThoughFlash: "as_though_flash"},
    **{MayCast: "may_cast", MorphCosts: "morph_costs", CantTurnUp: "cant_turn_up", CantEnter: "cant_enter"},
    **{AbilityCosts: "ability_costs", EitherCost: "additional_cost_either", CantActivate: "cant_activate"},
    **{Activated: "activated", Loyalty: "loyalty", Spell: "spell"},
    **{MayLook: "may_look", AsTurnedUp: "as_turned_up", DoesntUntap: "doesnt_untap", MoreMana: "more_mana"},
    MoreLands: "more_lands",
    MoreTokens: "more_tokens",
    MoreTriggers: "more_triggers",
    SkipsStep: "skips_step",
    UnpreventableDamage: "unpreventable_damage",
    StopsDamage: "stops_damage",
    **{EntersTapped: "enters_tapped", TurnsDown: "turns_down", AsItEnters: "as_it_enters"},
    **{CantFight: "cant_fight", Fights: "fights", CantBeCountered: "cant_be_countered"},
}

REFUSED = frozenset(
    {
        *("enters_as_copy", "defines", "as_turned_up", "chapter", "activated", "loyalty", "spell"),
        *("additional_cost", "additional_cost_either", "alternative_cost", "cant_be_countered", "turns_down"),
    }
)
"""Abilities that no effect on something is."""

Pair = tuple[Odd, Odd]


def of_body(head: str, one: Data, other: Data | None = None, ask: str | None = None, **more: Any) -> Pair:
    """The board of a kind of ability with more said under its word, and with something else, or nothing, instead."""
    usual = HEADS[head]._replace(**more) if ask is None else HEADS[head]._replace(ask=ask, **more)
    body = usual.ability if isinstance(usual.ability, dict) else {}

    def said(what: Data) -> Odd:
        return usual._replace(
            ability={head: {field: value for field, value in {**body, **what}.items() if value is not ...}}
        )

    return said(one), said(other or {})


def of_filter(one: Data, *items: Data, **state: Any) -> Pair:
    """What gets +1/+1 with a filter, and with any filter: of `items` and `odd`, asked of the last."""
    name = items[-1]["id"] if items else "odd"
    board = battlefield(*items)
    odd = Odd(f"is: {name}", state=state, board=board)
    return (
        odd._replace(ability={"gets": {"power": 1, "affects": one}}),
        odd._replace(ability={"gets": {"power": 1, "affects": {}}}),
    )


def of_spells(one: Data, card: Data, other: Data | None = None) -> Pair:
    """Which spells can't be cast: the same card, with a filter that it does not meet, and without one."""
    board = {"hand": [{"id": "ox", "card": "Cast", "owner": "alice"}], "cards": {**CARDS, "Cast": card}}
    odd = Odd(CAST, board=board)
    return (
        odd._replace(ability={"cant_cast": {"spells": one}}),
        odd._replace(ability={"cant_cast": {"spells": other or {}}}),
    )


def of_cost(one: Data, card: Data | None = None, **board: Any) -> Pair:
    """A morph cost, and one of nothing."""
    odd = Odd(UP, state=DOWN, card=card or {}, board=board)
    return odd._replace(ability={"morph": one}), odd._replace(ability={"morph": "{0}"})


def of_state(ask: str, one: Data, other: Data | None = None, **more: Any) -> Pair:
    return Odd(ask, state=one, **more), Odd(ask, state=other or {}, **more)


def of_board(ask: str, one: Data, other: Data | None = None, **more: Any) -> Pair:
    return Odd(ask, board=one, **more), Odd(ask, board=other or {}, **more)


def of_card(ask: str, one: Data, other: Data | None = None, **more: Any) -> Pair:
    return Odd(ask, card=one, **more), Odd(ask, card=other or {}, **more)


def of_player(ask: str, one: Data, other: Data | None = None, **more: Any) -> Pair:
    players = [{"players": {"alice": {"mana": "{9}{R}{W}"}, "bob": said}} for said in (one, other or {})]
    return of_board(ask, *players, **more)


def of_exception(one: Data, other: Data, ask: str = "odd") -> Pair:
    usual = {"of": {"types": ["creature"]}}
    return of_body("enters_as_copy", {**usual, "but": one}, {**usual, "but": other})


def of_condition(one: Data, **more: Any) -> Pair:
    return of_body("enters_with", {"only_if": one}, **more)


CREATURE = {"types": ["creature"], "mana_cost": "{2}", "power": 2, "toughness": 2}
FACE_DOWN_SNEAK = permanent("sneak", "Sneak", face_down={"by": "morph"})
SIEGE = {"types": ["battle"], "subtypes": ["siege"]}
EXILED_SNEAK = {"exile": [{"id": "s", "card": "Sneak", "owner": "alice", "face_down": {"by": "effect"}}]}
SAGA = {"types": ["enchantment"], "subtypes": ["saga"], "abilities": [{"chapter": {"number": 1}}]}
PART = {"id": "part", "card": "Ox"}
AURA = {"types": ["enchantment"], "subtypes": ["aura"], "abilities": ["enchant creature"]}
SCRY: Data = {"does": "scry 1"}

DAMAGE_STEP = "begin the combat damage step of alice"
GONE: Data = {"attacking": True, "attacks_nothing": True}
BLOCKED: Data = {"active": "bob", **battlefield({**BIRD, "attacking": True, "blocked": True})}
FIRST_OF_TWO: Data = {"step": "combat damage", "combat_damage_step": "first"}

FIELDS: dict[tuple[type[Model], str], Pair] = {
    # --- filters, of which others are extended ---
    (Filter, "this"): of_filter({"this": True}, BIRD),
    (Filter, "other"): of_filter({"other": True}),
    (Filter, "attached"): of_filter({"attached": True}, BIRD),
    (Filter, "types"): of_filter({"types": ["land"]}, BIRD),
    (Filter, "subtypes"): of_filter({"subtypes": ["elf"]}, BIRD),
    (Filter, "supertypes"): of_filter({"supertypes": ["legendary"]}, BIRD),
    (Filter, "not_types"): of_filter({"not_types": ["creature"]}, BIRD),
    (Filter, "not_subtypes"): of_filter({"not_subtypes": ["elf"]}, permanent("elf", "Red Elf")),
    (Filter, "not_supertypes"): of_filter({"not_supertypes": ["legendary"]}, permanent("saint", "Saint")),
    (Filter, "has"): of_filter({"has": ["reach"]}, BIRD),
    (Filter, "without"): of_filter({"without": ["flying"]}, BIRD),
    (Filter, "controller"): of_filter({"controller": "you"}, BIRD),
    (Filter, "counters"): of_filter({"counters": ["charge"]}, BIRD),
    (Filter, "counters_at_least"): (
        Odd("is: odd", {"gets": {"power": 1, "affects": {"counters": ["charge"]}}}, {"counters": {"charge": 1}}),
        Odd(
            "is: odd",
            {"gets": {"power": 1, "affects": {"counters": ["charge"], "counters_at_least": 2}}},
            {"counters": {"charge": 1}},
        ),
    ),
    (Filter, "has_counters"): of_filter({"has_counters": True}, BIRD),
    (Filter, "no_counters"): of_filter({"no_counters": ["charge"]}, counters={"charge": 1}),
    (Filter, "no_counters_any"): of_filter({"no_counters_any": True}, counters={"oil": 1}),
    (Filter, "abilities"): of_filter({"abilities": False}, BIRD),
    (Filter, "token"): of_filter({"token": True}, BIRD),
    (Filter, "attacking"): of_filter({"attacking": True}, BIRD),
    (Filter, "face_down"): of_filter({"face_down": True}, BIRD),
    (Filter, "colors"): of_filter({"colors": ["red"]}, BIRD),
    (Filter, "not_colors"): of_filter({"not_colors": ["red"]}, permanent("elf", "Red Elf")),
    (Filter, "colorless"): of_filter({"colorless": True}, permanent("elf", "Red Elf")),
    (Filter, "names"): of_filter({"names": ["Ox"]}, BIRD),
    (Filter, "tapped"): of_filter({"tapped": True}, BIRD),
    (Filter, "enchanted"): of_filter({"enchanted": True}, BIRD),
    (Filter, "equipped"): of_filter({"equipped": True}, BIRD),
    (Filter, "historic"): of_filter({"historic": True}, BIRD),
    (Filter, "multicolored"): of_filter({"multicolored": True}, BIRD),
    (Filter, "all_types"): of_filter({"all_types": ["artifact", "creature"]}, BIRD),
    (Filter, "mana_value_at_least"): of_filter({"mana_value_at_least": 2}, BIRD),
    (Filter, "mana_value_at_most"): of_filter({"mana_value_at_most": 1}, permanent("ox", "Ox")),
    (Filter, "players"): of_body(
        "cant_put", {"affects": {"players": "opponent"}}, {"affects": {}}, "put two charge counters on bob"
    ),
    (Chosen, "count"): of_cost({"tap": {"count": 2}}, battlefield=[MINE]),
    (Chosen, "total_power"): of_cost({"tap": {"total_power": 3}}, battlefield=[MINE]),
    (CountersOf, "kind"): of_cost({"counters_of": {"kind": "charge"}}, battlefield=[{**MINE, "counters": {"oil": 1}}]),
    (CountersOf, "count"): of_cost({"counters_of": {"count": 2}}, battlefield=[{**MINE, "counters": {"oil": 2}}]),
    (CountersOf, "among"): (
        Odd(UP, {"morph": {"counters_of": {"count": 2, "among": True}}}, DOWN, board=TWO_WITH_OIL),
        Odd(UP, {"morph": {"counters_of": {"count": 2}}}, DOWN, board=TWO_WITH_OIL),
    ),
    (Counted, "in_zone"): of_body(
        "enters_with", {"for_each": {"in_zone": "graveyard"}}, {"for_each": {}}, board=battlefield(BIRD)
    ),
    (Counted, "their_counters"): of_body(
        "enters_with",
        {"for_each": {"their_counters": "charge"}},
        {"for_each": {}},
        board=battlefield(permanent("bird", "Bird", counters={"charge": 3})),
    ),
    (Counted, "total"): of_body(
        "enters_with", {"for_each": {"total": "power"}}, {"for_each": {}}, board=battlefield(OX)
    ),
    (Counted, "greatest"): of_body(
        "enters_with", {"for_each": {"greatest": "power"}}, {"for_each": {}}, board=battlefield(OX)
    ),
    (Counted, "least"): of_body(
        "enters_with", {"for_each": {"least": "power"}}, {"for_each": {}}, board=battlefield(OX)
    ),
    (Copiable, "in_zone"): of_body("enters_as_copy", {"of": {"in_zone": "graveyard"}}),
    # --- costs ---
    (Cost, "mana"): of_cost({"mana": "{3}"}),
    (Cost, "life"): of_cost({"life": 3}),
    (Cost, "discard"): of_cost({"discard": {}}, hand=HAND_OX["hand"]),
    (Cost, "reveal"): of_cost({"reveal": {}}, hand=HAND_OX["hand"]),
    (Cost, "return_to_hand"): of_cost({"return_to_hand": {}}, battlefield=[MINE]),
    (Cost, "sacrifice"): of_cost({"sacrifice": {"other": True}}, battlefield=[MINE]),
    (Cost, "tap"): of_cost({"tap": {}}, battlefield=[MINE]),
    (Cost, "exile"): of_cost({"exile": {}}, battlefield=[MINE]),
    (Cost, "counters_onto"): of_cost({"counters_onto": {"kind": "oil", "types": ["artifact"]}}),
    (CountersOnto, "kind"): (
        Odd(UP, {"morph": {"counters_onto": {"kind": "oil"}}}, DOWN),
        Odd(UP, {"morph": {"counters_onto": {"kind": "charge"}}}, DOWN),
    ),
    (CountersOnto, "count"): (
        Odd(UP, {"morph": {"counters_onto": {"kind": "oil"}}}, DOWN),
        Odd(UP, {"morph": {"counters_onto": {"kind": "oil", "count": 2}}}, DOWN),
    ),
    (Cost, "counters_of"): of_cost({"counters_of": {}}, battlefield=[{**MINE, "counters": {"oil": 1}}]),
    (Cost, "discard_hand"): of_body("activated", {"cost": {"discard_hand": True}}, board=HAND_OX),
    (Cost, "discard_this"): of_body("activated", {"cost": {"discard_this": True}}, zone="hand", state={}),
    (Cost, "exile_this"): of_body("activated", {"cost": {"exile_this": "graveyard"}}, zone="graveyard", state={}),
    (Cost, "exile_from_hand"): of_cost({"exile_from_hand": {}}, hand=HAND_OX["hand"]),
    (Cost, "exile_from_graveyard"): of_cost({"exile_from_graveyard": {}}, graveyard=HAND_OX["hand"]),
    (Cost, "remove_counters"): of_cost({"remove_counters": {"charge": 1}}),
    (Cost, "put_counters"): of_body("activated", {"cost": {"put_counters": {"charge": 1}}}),
    (Cost, "pay_counters"): of_body("activated", {"cost": {"pay_counters": {"energy": 1}}}),
    (Cost, "tap_this"): of_body("activated", {"cost": {"tap_this": True}}),
    (Cost, "untap_this"): of_body("activated", {"cost": {"untap_this": True}}),
    (Cost, "sacrifice_this"): of_body("activated", {"cost": {"sacrifice_this": True}}),
    (Activated, "cost"): of_body("activated", {"cost": {"life": 2}}),
    (Activated, "does"): of_body("activated", {"does": "you lose 2 life"}, ask="settle: activate ability 1 of odd"),
    (Activated, "only"): of_body("activated", {"only": "sorcery"}, board={"step": "upkeep"}),
    (Loyalty, "cost"): of_body("loyalty", {"cost": -1}),
    (Loyalty, "does"): of_body("loyalty", {"does": "you lose 2 life"}, ask="settle: activate ability 1 of odd"),
    (Spell, "does"): of_body("spell", {"does": "you lose 2 life"}),
    # --- spells ---
    (Spells, "types"): of_spells({"types": ["artifact"]}, CREATURE),
    (Spells, "subtypes"): of_spells({"subtypes": ["elf"]}, CREATURE),
    (Spells, "supertypes"): of_spells({"supertypes": ["legendary"]}, CREATURE),
    (Spells, "not_types"): of_spells({"not_types": ["creature"]}, CREATURE),
    (Spells, "not_subtypes"): of_spells({"not_subtypes": ["elf"]}, {**CREATURE, "subtypes": ["elf"]}),
    (Spells, "not_supertypes"): of_spells({"not_supertypes": ["legendary"]}, {**CREATURE, "supertypes": ["legendary"]}),
    (Spells, "colors"): of_spells({"colors": ["red"]}, CREATURE),
    (Spells, "not_colors"): of_spells({"not_colors": ["red"]}, {**CREATURE, "mana_cost": "{R}"}),
    (Spells, "colorless"): of_spells({"colorless": True}, {**CREATURE, "mana_cost": "{R}"}),
    (Spells, "names"): of_spells({"names": ["Ox"]}, CREATURE),
    (Spells, "historic"): of_spells({"historic": True}, CREATURE),
    (Spells, "multicolored"): of_spells({"multicolored": True}, CREATURE),
    (Spells, "all_types"): of_spells({"all_types": ["artifact", "creature"]}, CREATURE),
    (Spells, "permanent_card"): of_spells({"permanent_card": True}, {"types": ["instant"], "mana_cost": "{0}"}),
    (Spells, "mana_value_at_least"): of_spells({"mana_value_at_least": 3}, CREATURE),
    (Spells, "mana_value_at_most"): of_spells({"mana_value_at_most": 1}, CREATURE),
    (Spells, "has"): of_spells({"has": ["flying"]}, CREATURE),
    (Spells, "without"): of_spells({"without": ["flying"]}, {**CREATURE, "abilities": ["flying"]}),
    (Spells, "face_down"): of_spells({"face_down": True}, CREATURE),
    # --- conditions ---
    (Condition, "counters"): of_body(
        "gets", {"as_long_as": {"counters": "flying"}}, {"as_long_as": {}}, state={"counters": {"charge": 1}}
    ),
    (Condition, "at_least"): of_body(
        "gets", {"as_long_as": {"at_least": 2}}, {"as_long_as": {}}, state={"counters": {"charge": 1}}
    ),
    (Condition, "at_most"): of_body(
        "gets", {"as_long_as": {"at_most": 2}}, {"as_long_as": {}}, state={"counters": {"charge": 3}}
    ),
    (Condition, "on"): of_body(
        "gets", {"as_long_as": {"on": "you"}}, {"as_long_as": {}}, state={"counters": {"charge": 1}}
    ),
    # --- static abilities ---
    (EitherCost, "one"): of_body("additional_cost_either", {"one": {"life": 1}}),
    (EitherCost, "other"): of_body("additional_cost_either", {"other": {"life": 1}}),
    (CantCast, "spells"): of_spells({"types": ["artifact"]}, CREATURE),
    (CantCast, "by"): of_body("cant_cast", {"by": "opponent"}),
    (CantCast, "from_zones"): of_body("cant_cast", {"from_zones": ["graveyard"]}),
    (CostChange, "more"): of_body("spell_costs", {"more": 12}, {"more": 1}),
    (CostChange, "less"): of_body("spell_costs", {"more": ..., "less": 1}, ask="cast ox"),
    (SpellCosts, "spells"): of_body("spell_costs", {"spells": {"types": ["artifact"]}}),
    (SpellCosts, "by"): of_body("spell_costs", {"by": "opponent"}),
    (SpellCosts, "first_each_turn"): of_body(
        "spell_costs",
        {"spells": {"face_down": True}, "less": 2, "more": ..., "first_each_turn": True},
        {"spells": {"face_down": True}, "less": 2, "more": ...},
        "check: cast sneak face down for morph",
        board={
            "players": {"alice": {"mana": "{2}", "this_turn": {"face_down_cast": 1}}, "bob": {}},
            "hand": [{"id": "sneak", "card": "Sneak", "owner": "alice"}],
        },
    ),
    (SpellCosts, "zones"): of_body("spell_costs", {"zones": ["graveyard"]}),
    (AsThoughFlash, "spells"): of_body("as_though_flash", {"spells": {"types": ["artifact"]}}),
    (AsThoughFlash, "by"): of_body("as_though_flash", {"by": "opponent"}),
    (MayCast, "from_zones"): of_body("may_cast", {"from_zones": ["exile"]}),
    (MayCast, "this"): of_body("may_cast", {"this": True}),
    (MayCast, "spells"): of_body("may_cast", {"spells": {"types": ["artifact"]}}),
    (MayCast, "by"): of_body("may_cast", {"by": "opponent"}),
    (MayCast, "free"): of_body("may_cast", {"free": True}, ask="cast ox"),
    (MayCast, "looked_at"): of_body(
        "may_cast",
        {"from_zones": ["exile"], "looked_at": True},
        {"from_zones": ["exile"]},
        board={"exile": [{**HAND_OX["hand"][0], "owner": "bob", "face_down": {"by": "effect"}}]},
    ),
    (MorphCosts, "procedures"): of_body("morph_costs", {"procedures": ["mana"]}),
    (MorphCosts, "by"): of_body("morph_costs", {"by": "opponent"}),
    (MoreLands, "count"): of_body(
        "more_lands",
        {"count": 2},
        {},
        board={**PLAYED, "players": {"alice": {"this_turn": {"lands_played": 2}}, "bob": {}}},
    ),
    (MoreLands, "by"): of_body("more_lands", {"by": "opponent"}),
    (MoreTriggers, "event"): of_body("more_triggers", {"event": "enters"}),
    (MoreTriggers, "affects"): of_body("more_triggers", {"affects": {"types": ["land"]}}),
    (MoreTokens, "times"): of_body("more_tokens", {"times": 3}),
    (MoreTokens, "by"): of_body("more_tokens", {"by": "opponent"}),
    (UnpreventableDamage, "combat"): of_body("unpreventable_damage", {"combat": True}, ask=HURT_OX, board=SHIELDED_OX),
    (StopsDamage, "combat"): of_body(
        "stops_damage",
        {"affects": {"types": ["creature"]}, "combat": True},
        {"affects": {"types": ["creature"]}},
    ),
    (StopsDamage, "affects"): of_body(
        "stops_damage",
        {"affects": {"types": ["creature"]}},
        {"affects": {"types": ["land"]}},
    ),
    (CantTurnUp, "during"): of_body("cant_turn_up", {"during": "opponents' turns"}),
    **{
        (CantFight, field): of_body(
            "cant_fight",
            one,
            other,
            "check: block mine with odd",
            ability={"what": ["block"]},
            board={"active": "bob", "step": "declare blockers"}
            | battlefield(permanent("mine", "Ox", attacking=True, attacks="alice")),
        )
        for field, one, other in (
            ("what", {"what": ["be blocked"]}, {"what": ["block"]}),
            ("by", {"by": {"types": ["artifact"]}}, {}),
            ("except_by", {"except_by": {"types": ["creature"]}}, {}),
        )
    },
    (Fights, "what"): of_body("fights", {"what": "must attack"}),
    (CantBeCountered, "spells"): of_body("cant_be_countered", {"spells": {"types": ["artifact"]}}),
    (CantBeCountered, "by"): of_body(
        "cant_be_countered",
        {"spells": {}, "by": "opponent"},
        {"spells": {}},
        "check: counter the spell ox",
        board={"stack": [{"id": "ox", "card": "Ox", "controller": "alice"}]},
        zone="battlefield",
    ),
    (DoesntUntap, "optional"): of_body("doesnt_untap", {"optional": True}),
    (MoreMana, "mana"): of_body("more_mana", {"mana": "{R}"}),
    (Activated, "as_long_as"): of_body("activated", {"as_long_as": {"counters": "charge"}}),
    (Activated, "any_player"): of_body(
        "activated", {"any_player": True}, ask="check: activate ability 1 of odd", state={"controller": "bob"}
    ),
    (CantEnter, "from_zones"): of_body("cant_enter", {"from_zones": ["graveyard"]}),
    (MayLook, "at"): of_body(
        "may_look",
        {"at": "top of library"},
        ask="check: look at top by alice",
        board={"library": [{"id": "top", "card": "Ox", "owner": "alice"}]},
    ),
    (MayLook, "by"): of_body("may_look", {"by": "opponent"}),
    (CantPut, "kinds"): of_body("cant_put", {"kinds": ["flying"]}),
    (CantRemove, "kinds"): of_body("cant_remove", {"kinds": ["flying"]}),
    (WouldPut, "kinds"): of_body("would_put", {"kinds": ["flying"]}),
    (WouldPut, "by"): of_body("would_put", {"by": "opponent"}),
    (WouldPut, "only_effects"): of_body("would_put", {"only_effects": True}, ask=f"{PUT} as a cost"),
    (WouldPut, "plus"): of_body("would_put", {"plus": 2}),
    (WouldPut, "minus"): of_body("would_put", {"plus": ..., "minus": 1}),
    (WouldPut, "times"): of_body("would_put", {"plus": ..., "times": 2}),
    (WouldPut, "half"): of_body("would_put", {"plus": ..., "half": "down"}),
    (WouldPut, "none"): of_body("would_put", {"plus": ..., "none": True}),
    (Maximum, "kind"): of_body("maximum", {"kind": "flying"}),
    (Maximum, "count"): of_body("maximum", {"count": 2}),
    (KeepsCounters, "except_into"): of_body("keeps_counters", {"except_into": ["exile"]}),
    (EntersWith, "counters"): of_body("enters_with", {"counters": {"charge": 3}}),
    (EntersWith, "for_each"): of_body("enters_with", {"for_each": {}}),
    (EntersWith, "removing"): of_body(
        "enters_with", {"removing": {}}, board=battlefield(permanent("bird", "Bird", counters={"charge": 3}))
    ),
    (EntersWith, "only_if"): of_body("enters_with", {"only_if": {"cast": True}}),
    (EntersWith, "zones"): of_body(
        "enters_with",
        {"zones": ["graveyard"], "affects": {}},
        {"affects": {}},
        "put ox onto the battlefield",
        zone="battlefield",
        board=HAND_OX,
    ),
    (Condition, "cast"): of_condition({"cast": True}),
    (Condition, "cast_from"): of_condition({"cast_from": ["hand"]}),
    (Condition, "not_cast_from"): of_condition({"not_cast_from": ["hand"]}, ask="resolve odd", zone="stack"),
    (Condition, "there_is"): of_condition({"there_is": {"types": ["land"]}}),
    (Condition, "so_many"): of_condition({"there_is": {}, "so_many": 2}, board=battlefield(OX)),
    (Condition, "there_is_no"): of_condition({"there_is_no": {}}, board=battlefield(OX)),
    (Condition, "fewer_opponents"): of_condition({"fewer_opponents": 1}),
    (Condition, "opponents"): of_condition({"opponents": 2}),
    (Condition, "different_powers"): of_condition({"different_powers": 3}),
    (Condition, "opponent"): of_condition({"opponent": "lost life"}),
    (Condition, "you"): of_condition({"you": "attacked"}),
    (Condition, "not_you"): of_condition(
        {"not_you": "attacked"}, board={"players": {"alice": {"this_turn": {"attacks": 1}}, "bob": {}}}
    ),
    (Condition, "kicked"): of_condition({"kicked": True}),
    (Condition, "cast_for"): of_condition({"cast_for": "escape"}),
    (Condition, "devoured"): of_condition({"devoured": True}),
    (Condition, "creature_died"): of_condition({"creature_died": True}),
    (Condition, "life_at_least"): of_condition({"life_at_least": 30}),
    (Condition, "life_at_most"): of_condition({"life_at_most": 3}),
    (AsItEnters, "choose"): of_body("as_it_enters", {"choose": "creature type"}),
    (EntersTapped, "unless_life"): of_body("enters_tapped", {"unless_life": 2}),
    (EntersAsCopy, "of"): of_body("enters_as_copy", {"of": {"types": ["land"]}}),
    (EntersAsCopy, "optional"): of_body("enters_as_copy", {"optional": True}),
    (EntersAsCopy, "tapped"): of_body("enters_as_copy", {"tapped": True}),
    (EntersAsCopy, "until"): of_body("enters_as_copy", {"until": "turned face down"}),
    (EntersAsCopy, "but"): of_body("enters_as_copy", {"but": {"counters": {"charge": 1}}}),
    (CopyException, "if_type"): of_exception(
        {"counters": {"charge": 1}, "if_type": "land"}, {"counters": {"charge": 1}}
    ),
    (CopyException, "counters"): of_exception({"counters": {"charge": 1}}, {"counters": {"charge": 2}}),
    (Gets, "power"): of_body("gets", {"power": 2}),
    (Gets, "toughness"): of_body("gets", {"toughness": 2}),
    (Gets, "for_each"): of_body("gets", {"for_each": "charge"}),
    (Gets, "any_counter"): of_body("gets", {"any_counter": True}),
    (Base, "power"): of_body("base", {"power": 8}),
    (Base, "toughness"): of_body("base", {"toughness": 8}),
    (Has, "keywords"): of_body("has", {"keywords": ["reach"]}),
    **{
        (Has, word): of_body(
            "has",
            {word: "{1}", "affects": {}},
            ask=f"check: {UP.replace('morph', word).replace('odd', 'mine')}",
            board=battlefield({**MINE, **DOWN}),
        )
        for word in ("morph", "megamorph", "disguise")
    },
    (LosesAbilities, "power"): of_body("loses_abilities", {"power": 8}),
    (LosesAbilities, "toughness"): of_body("loses_abilities", {"toughness": 8}),
    (CantHave, "keywords"): of_body("cant_have", {"keywords": ["flying"]}),
    (Loses, "keywords"): of_body("loses", {"keywords": ["flying"]}),
    (Becomes, "types"): of_body("becomes", {"types": ["enchantment"]}),
    (Becomes, "subtypes"): of_body("becomes", {"subtypes": ["elf"]}),
    (Becomes, "only"): of_body("becomes", {"only": True}),
    (Becomes, "not_types"): of_body("becomes", {"not_types": ["creature"]}),
    (Becomes, "colors"): of_body("becomes", {"colors": ["red"]}),
    (Becomes, "colorless"): of_body("becomes", {"colorless": True}, card={"mana_cost": "{R}"}),
    (Becomes, "power"): of_body("becomes", {"power": 8}),
    (Becomes, "toughness"): of_body("becomes", {"toughness": 8}),
    (CharacteristicPower, "power"): of_body("defines", {"power": 8}),
    (CharacteristicPower, "toughness"): of_body("defines", {"toughness": 8}, card={"power": "*", "toughness": "*"}),
    (Replacement, "event"): of_body(
        "instead",
        {"event": "damage", "instead": "remove counters", "kind": "charge", "prevents": True},
        {"event": "destroyed", "instead": "remove counters", "kind": "charge"},
        state={"counters": {"charge": 1}},
    ),
    (Replacement, "instead"): of_body("instead", {"event": "destroyed", "instead": "regenerate"}),
    (Replacement, "kind"): of_body("instead", {"kind": "charge"}),
    (Replacement, "count"): of_body("instead", {"kind": "charge", "count": 2}, {"kind": "charge"}),
    **{
        (Replacement, field): of_body(
            "instead",
            {"event": "damage", "instead": "put counters", "kind": "charge", field: value},
            {"event": "damage", "instead": "put counters", "kind": "charge"},
            f"deal 2 damage to bird from bird{how}",
            ability={"event": "damage", "instead": "put counters", "kind": "charge", "affects": {}},
            board=battlefield(BIRD),
        )
        for field, value, how in (
            ("on_this", True, ""),
            ("prevents", True, " that can't be prevented"),
            ("by", "you", ""),
            ("noncombat", True, " as combat damage"),
        )
    },
    # --- triggers, chapters, turning up ---
    (Trigger, "event"): of_body("trigger", {"event": "dies"}),
    (Trigger, "each"): of_body("trigger", {"each": True}),
    (Trigger, "kinds"): of_body("trigger", {"kinds": ["flying"]}),
    (Trigger, "n"): of_body(
        "trigger",
        {"event": "nth counter put", "kinds": ["charge"], "n": 2},
        {"event": "nth counter put", "kinds": ["charge"], "n": 3},
    ),
    (Trigger, "by"): of_body("trigger", {"by": "opponent"}),
    (Trigger, "or_event"): of_body(
        "trigger",
        {"or_event": "enters"},
        {},
        "put ox onto the battlefield",
        ability={"event": "dies", "affects": {}},
        board=HAND_OX,
    ),
    (Trigger, "one_or_more"): of_body(
        "trigger",
        {"event": "becomes tapped", "one_or_more": True},
        {"event": "becomes tapped"},
        "tap odd and bird",
        ability={"event": "becomes tapped", "affects": {}},
        board=battlefield(BIRD),
    ),
    (Trigger, "to"): of_body(
        "trigger",
        {"event": "deals damage", "to": ["creature"]},
        {"event": "deals damage"},
        "deal 2 damage to bob from odd",
        ability={"event": "deals damage"},
    ),
    (Trigger, "spells"): of_body(
        "trigger", {"event": "cast", "spells": {"types": ["artifact"]}}, {"event": "cast"}, "cast ox", board=HAND_OX
    ),
    (Trigger, "targeting"): of_body(
        "trigger", {"event": "cast", "targeting": {"this": True}}, {"event": "cast"}, "cast ox", board=HAND_OX
    ),
    (Trigger, "zones"): of_body("trigger", {"zones": ["graveyard"]}),
    (Trigger, "does"): of_body("trigger", SCRY),
    (Chapter, "number"): of_body("chapter", {"number": 2}),
    (Chapter, "does"): of_body("chapter", SCRY),
    (AsTurnedUp, "counters"): of_body("as_turned_up", {"counters": {"charge": 3}}),
    (AsTurnedUp, "becomes_copy_of"): of_body(
        "as_turned_up", {"becomes_copy_of": {"other": True}}, board=battlefield(BIRD)
    ),
    (AsTurnedUp, "copy_until"): of_body(
        "as_turned_up",
        {"becomes_copy_of": {"other": True}, "copy_until": "turned face down"},
        {"becomes_copy_of": {"other": True}},
        board=battlefield(BIRD),
    ),
    (AsTurnedUp, "sets"): of_body("as_turned_up", {"sets": [{"power": 7, "toughness": 7}]}),
    (AsTurnedUp, "attach_to"): of_body(
        "as_turned_up", {"attach_to": {"names": ["Bird"]}}, board=battlefield(BIRD), card=AURA
    ),
    (AsTurnedUp, "also_enters"): of_body(
        "as_turned_up",
        {"sets": [{"power": 7, "toughness": 7}], "also_enters": True},
        {"sets": [{"power": 7, "toughness": 7}]},
        ENTERS,
        zone="hand",
        state={},
    ),
    (AsTurnedUp, "optional"): of_body("as_turned_up", {"optional": True}),
    (PowerToughness, "power"): of_state(
        "is: odd", {"formed": {"power": 7, "toughness": 1}}, {"formed": {"power": 6, "toughness": 1}}
    ),
    (PowerToughness, "toughness"): of_state(
        "is: odd", {"formed": {"power": 7, "toughness": 1}}, {"formed": {"power": 7, "toughness": 2}}
    ),
    # --- effects ---
    (Effect, "copy_of"): of_state("is: odd", {"effects": [{"copy_of": "Bird"}]}),
    (Effect, "altered_by"): of_state(
        "is: odd",
        {"effects": [{"copy_of": "Bird", "altered_by": ["Altering"]}]},
        {"effects": [{"copy_of": "Bird"}]},
        board={
            "cards": {
                "Altering": {**CREATURE, "abilities": [{"enters_as_copy": {"of": {}, "but": {"subtypes": ["elf"]}}}]},
            }
        },
    ),
    (Effect, "timestamp"): of_state(
        "is: odd",
        {"effects": [{"base": {"power": 7}, "timestamp": 900}, {"base": {"power": 8}, "timestamp": 800}]},
        {"effects": [{"base": {"power": 7}}, {"base": {"power": 8}}]},
    ),
    (Effect, "until"): of_state(
        "begin the cleanup step of alice",
        {"effects": [{"gets": {"power": 1}, "until": "end of turn"}]},
        {"effects": [{"gets": {"power": 1}}]},
    ),
    (Effect, "lasts_while"): of_state(
        "remove a charge counter from odd",
        {"counters": {"charge": 1}, "effects": [{"gets": {"power": 1}, "lasts_while": {"counter": "charge"}}]},
        {"counters": {"charge": 1}, "effects": [{"gets": {"power": 1}}]},
    ),
    (LastsWhile, "counter"): of_state(
        "remove a charge counter from odd",
        {"counters": {"charge": 1}, "effects": [{"gets": {"power": 1}, "lasts_while": {"counter": "charge"}}]},
        {"counters": {"charge": 1}, "effects": [{"gets": {"power": 1}, "lasts_while": {"there": "odd"}}]},
    ),
    (LastsWhile, "tapped"): of_state(
        "untap odd",
        {"tapped": True, "effects": [{"gets": {"power": 1}, "lasts_while": {"tapped": "odd"}}]},
        {"tapped": True, "effects": [{"gets": {"power": 1}, "lasts_while": {"there": "odd"}}]},
    ),
    (Effect, "controller"): of_state(
        CAST,
        {"effects": [{"cant_cast": {"by": "you"}, "controller": "bob"}]},
        {"effects": [{"cant_cast": {"by": "you"}}]},
        board=HAND_OX,
    ),
    # --- cards ---
    (CardText, "mana_cost"): of_card("check: cast odd", {"mana_cost": "{R}{R}{R}"}, zone="hand"),
    (CardText, "colors"): of_card("is: odd", {"colors": ["red"]}),
    (CardText, "supertypes"): of_card("is: odd", {"supertypes": ["legendary"]}),
    (CardText, "types"): of_card("is: odd", {"types": ["artifact"]}),
    (CardText, "subtypes"): of_card("is: odd", {"subtypes": ["elf"]}),
    (CardText, "power"): of_card("is: odd", {"power": 9}),
    (CardText, "toughness"): of_card("is: odd", {"toughness": 9}),
    (CardText, "loyalty"): of_card(
        ENTERS, {"types": ["planeswalker"], "loyalty": 2}, {"types": ["planeswalker"]}, zone="hand"
    ),
    (CardText, "defense"): of_card(ENTERS, {**SIEGE, "defense": 2}, SIEGE, zone="hand"),
    (CardText, "abilities"): of_card("is: odd", {"abilities": ["flying"]}),
    (CardText, "back"): of_card("transform odd", {"back": "Ox"}),
    (CardText, "text"): of_card("is: odd", {"text": "Flying"}),
    (CardText, "text_remarks"): of_card(
        PUT, {"text": "Flying\nIt sings.", "text_remarks": True}, {"text": "Flying", "text_remarks": False}
    ),
    (CardText, "not_modelled"): of_card(PUT, {"not_modelled": ["sings"]}),
    (RemarkAbout, "text"): of_card(
        PUT,
        {"not_modelled": [{"text": "sings", "zones": ["exile"]}]},
        {"not_modelled": [{"text": "hums", "zones": ["exile"]}]},
    ),
    (RemarkAbout, "zones"): of_card(
        "put two charge counters on bird",
        {"not_modelled": [{"text": "sings", "zones": ["graveyard"]}]},
        {"not_modelled": [{"text": "sings", "zones": ["exile"]}]},
        zone="graveyard",
        board=battlefield(BIRD),
    ),
    (RemarkAbout, "kind"): of_card(
        PUT,
        {"not_modelled": [{"text": "sings", "kind": "static"}]},
        {"not_modelled": [{"text": "sings", "kind": "activated"}]},
    ),
    (RemarkAbout, "touches"): of_card(
        PUT,
        {"not_modelled": [{"text": "sings", "touches": ["put counters"]}]},
        {"not_modelled": [{"text": "sings", "touches": ["draw"]}]},
    ),
    (RemarkAbout, "of_itself"): of_card(
        "put two charge counters on bird",
        {"not_modelled": [{"text": "sings", "touches": ["put counters"], "of_itself": False}]},
        {"not_modelled": [{"text": "sings", "touches": ["put counters"], "of_itself": True}]},
        board=battlefield(BIRD),
    ),
}

FIELDS |= {
    # --- objects ---
    (CounterState, "count"): of_state(
        "remove a charge counter from odd",
        {"counters": {"charge": {"count": 1}}},
        {"counters": {"charge": {"count": 2}}},
    ),
    (CounterState, "timestamp"): of_state(
        "is: odd",
        {
            "counters": {"flying": {"count": 1, "timestamp": 900}},
            "effects": [{"loses_abilities": {}, "timestamp": 800}],
        },
        {
            "counters": {"flying": {"count": 1, "timestamp": 700}},
            "effects": [{"loses_abilities": {}, "timestamp": 800}],
        },
    ),
    (Listed, "types"): of_state(
        "is: odd",
        {"face_down": {"by": "effect", "lists": {"types": ["artifact"]}}},
        {"face_down": {"by": "effect", "lists": {}}},
    ),
    **{
        (Listed, field): of_state(
            "is: odd",
            {"face_down": {"by": "effect", "lists": {"power": 2, "toughness": 2, field: value}}},
            {"face_down": {"by": "effect", "lists": {"power": 2, "toughness": 2}}},
        )
        for field, value in (
            ("subtypes", ["elf"]),
            ("supertypes", ["legendary"]),
            ("power", 4),
            ("toughness", 4),
            ("keywords", ["flying"]),
        )
    },
    (FaceDown, "by"): of_state("is: odd", {"face_down": {"by": "disguise"}}, {"face_down": {"by": "morph"}}),
    (FaceDown, "lists"): of_state(
        "is: odd",
        {"face_down": {"by": "effect", "lists": {"power": 4, "toughness": 4}}},
        {"face_down": {"by": "effect"}},
    ),
    (FaceDown, "pile"): of_state(
        "choose a card from pile p",
        {"face_down": {"by": "effect", "pile": "p"}},
        {"face_down": {"by": "effect", "pile": "q"}},
        zone="exile",
    ),
    (Component, "id"): of_state("destroy odd", {"merged": [PART]}, {"merged": [{**PART, "id": "p"}]}),
    (Component, "card"): of_state(
        "is: odd", {"merged": [{**PART, "over": True}]}, {"merged": [{**PART, "card": "Bird", "over": True}]}
    ),
    (Component, "owner"): of_state("bob leaves the game", {"merged": [{**PART, "owner": "bob"}]}, {"merged": [PART]}),
    (Component, "token"): of_state("destroy odd", {"merged": [{**PART, "token": True}]}, {"merged": [PART]}),
    (Component, "over"): of_state("is: odd", {"merged": [{**PART, "over": True}]}, {"merged": [PART]}),
    (Component, "face_down"): of_state("destroy odd", {"merged": [{**PART, "face_down": True}]}, {"merged": [PART]}),
    (ObjectState, "card"): of_state("is: odd", {"card": "Bird"}),
    (ObjectState, "owner"): of_state("view: bob", {"owner": "bob"}, zone="hand"),
    (ObjectState, "controller"): of_state("check: sacrifice odd by alice", {"controller": "bob"}),
    (ObjectState, "counters"): of_state("is: odd", {"counters": {"flying": 1}}),
    (ObjectState, "tapped"): of_state("check: tap odd", {"tapped": True}),
    (ObjectState, "phased_out"): of_state(f"check: {PUT}", {"phased_out": True}),
    (ObjectState, "face_down"): of_state("is: odd", DOWN),
    (ObjectState, "damage"): of_state("check state-based actions", {"damage": 5}),
    (ObjectState, "deathtouch_damage"): of_state(
        "check state-based actions", {"damage": 1, "deathtouch_damage": True}, {"damage": 1}
    ),
    (ObjectState, "attached_to"): of_state(
        "check state-based actions", {"attached_to": "bird"}, card=AURA, board=battlefield(BIRD)
    ),
    (ObjectState, "known_to"): of_state("view: bob", {**DOWN, "known_to": ["bob"]}, DOWN),
    (ObjectState, "transformed"): of_state("is: odd", {"transformed": True}, card={"back": "Bird"}),
    (ObjectState, "merged"): of_state("destroy odd", {"merged": [PART]}),
    (ObjectState, "covered_face_down"): of_state(
        "destroy odd",
        {"merged": [{**PART, "over": True}], "covered_face_down": True},
        {"merged": [{**PART, "over": True}]},
    ),
    (ObjectState, "token"): of_state("exile odd", {"token": True}),
    (ObjectState, "copy_of"): of_state("is: odd", {"copy_of": "Bird"}),
    (ObjectState, "formed"): of_state("is: odd", {"formed": {"power": 7, "toughness": 7}}),
    (ObjectState, "targets"): of_state("resolve odd", {"targets": [None]}, zone="stack", card=AURA),
    (ObjectState, "x_mana"): of_state("is: odd", {"x_mana": 3}, zone="stack", card={"mana_cost": "{X}{1}"}),
    (ObjectState, "cast_from"): of_state(
        "resolve odd",
        {"cast_from": "exile"},
        zone="stack",
        card={"abilities": [{"enters_with": {"counters": {"charge": 1}, "only_if": {"cast_from": ["exile"]}}}]},
    ),
    (ObjectState, "spent"): of_state(
        "resolve odd", {"spent": "{R}{W}"}, {"spent": "{R}{R}"}, zone="stack", card={"abilities": ["sunburst"]}
    ),
    (ObjectState, "life_for_mana"): of_state(
        "resolve odd",
        {"life_for_mana": 2},
        zone="stack",
        card={"types": ["planeswalker"], "loyalty": 5, "mana_cost": "{R}{R/P}", "abilities": ["compleated"]},
    ),
    (ObjectState, "kicked"): of_state(
        "resolve odd",
        {"kicked": 1},
        zone="stack",
        card={"abilities": [{"enters_with": {"counters": {"charge": 1}, "only_if": {"kicked": True}}}]},
    ),
    (ObjectState, "paid_besides"): of_state(
        "resolve odd", {"paid_besides": {"squad": 1}}, zone="stack", card={"text": "Squad {2}"}
    ),
    (ObjectState, "since_upkeep"): of_state(
        "begin the upkeep step of alice", {"since_upkeep": True}, card={"text": "Echo {2}"}
    ),
    (ObjectState, "cast_for"): of_state(
        "resolve odd",
        {"cast_for": "escape"},
        zone="stack",
        card={"abilities": [{"enters_with": {"counters": {"charge": 1}, "only_if": {"cast_for": "escape"}}}]},
    ),
    (ObjectState, "used_this_turn"): of_state(
        "check: activate ability 1 of odd",
        {"used_this_turn": [1]},
        card={"text": "{0}: You gain 1 life. Activate only once each turn."},
    ),
    (ObjectState, "used_once"): of_state(
        "check: activate ability 1 of odd", {"used_once": [1]}, card={"text": "Exhaust — {0}: You gain 1 life."}
    ),
    (ObjectState, "set_aside"): of_state("check: cast odd", {"set_aside": "plot"}, zone="exile"),
    (ObjectState, "set_aside_this_turn"): of_state(
        "check: cast odd",
        {"set_aside": "plot", "set_aside_this_turn": True},
        {"set_aside": "plot"},
        zone="exile",
    ),
    (ObjectState, "at_bottom"): of_state("alice draws a card", {"at_bottom": True}, zone="library"),
    (ObjectState, "summoning_sick"): of_state(
        "check: attack with odd alone", {"summoning_sick": True}, board={"step": "declare attackers"}
    ),
    (ObjectState, "monstrous"): of_state("check: monstrosity 2 on odd", {"monstrous": True}),
    (ObjectState, "renowned"): of_state("check: renown 2 on odd", {"renowned": True}),
    (ObjectState, "used_loyalty"): of_state(
        "check: activate ability 1 of odd",
        {"used_loyalty": True},
        card={"types": ["planeswalker"], "loyalty": 3, "text": "+1: You gain 1 life."},
    ),
    (ObjectState, "attacking"): of_filter({"attacking": True}, attacking=True)[:1] + of_filter({"attacking": True})[:1],
    (ObjectState, "blocking"): of_state("status", {"blocking": True}, {}),
    (ObjectState, "blocked"): of_state("status", {"blocked": True}),
    (ObjectState, "attacks"): of_state(DAMAGE_STEP, {"attacking": True, "attacks": "bob"}, GONE),
    (ObjectState, "attacks_nothing"): of_state(DAMAGE_STEP, GONE, {"attacking": True}),
    (ObjectState, "blocks"): of_state(
        "begin the combat damage step of bob", {"blocking": True, "blocks": ["bird"]}, {"blocking": True}, board=BLOCKED
    ),
    (ObjectState, "blocks_nothing"): of_state(
        "begin the combat damage step of bob",
        {"blocking": True, "blocks_nothing": True},
        {"blocking": True},
        board=BLOCKED,
    ),
    (ObjectState, "struck_first"): of_state(
        DAMAGE_STEP, {"attacking": True, "struck_first": True}, {"attacking": True}, board=FIRST_OF_TWO
    ),
    (ObjectState, "timestamp"): of_state(
        "is: bird",
        {"timestamp": 900},
        {"timestamp": 1},
        card={"abilities": [{"base": {"power": 7, "affects": {}}}]},
        board={
            "cards": {"Late": {**CREATURE, "abilities": [{"base": {"power": 8, "affects": {}}}]}},
            **battlefield({**BIRD, "timestamp": 2}, permanent("late", "Late", timestamp=500)),
        },
    ),
    (ObjectState, "last_known_counters"): of_state(
        "put the counters of odd on bird",
        {"last_known_counters": {"charge": 1}},
        zone="graveyard",
        board=battlefield(BIRD),
    ),
    (ObjectState, "effects"): of_state("is: odd", {"effects": [{"gets": {"power": 1}}]}),
    # --- abilities on the stack, players, the board ---
    **{
        (AbilityOnStack, field): of_board(
            "check state-based actions",
            {"stack": [{"id": "waits", "source": "odd", "chapter": True}]},
            {"stack": [{"id": "waits", "source": "odd", "chapter": True, **other}]},
            state={"counters": {"lore": 1}},
            card=SAGA,
        )
        for field, other in (
            ("chapter", {"chapter": False}),
            ("kind", {"kind": "activated"}),
            ("source", {"source": None}),
        )
    },
    **{
        (AbilityOnStack, field): of_board(
            "shown",
            {"stack": [{"id": "waits", "source": "odd", "ability": 2}]},
            {"stack": [{"id": "waits", "source": "odd", "ability": 2, field: other}]},
            card={"abilities": ["flying", "reach"]},
        )
        for field, other in (
            ("ability", 1),
            ("card", "Odd"),
            ("keyword", "persist"),
            ("x", 2),
            ("event_object", "odd"),
            ("event_player", "bob"),
            ("event_amount", 3),
            ("event_other", "odd"),
            ("does", "draw a card"),
            ("targets", ["odd"]),
        )
    },
    (AbilityOnStack, "controller"): of_board(
        "alice leaves the game",
        {"stack": [{"id": "waits", "source": None, "controller": "alice"}]},
        {"stack": [{"id": "waits", "source": None, "controller": "bob"}]},
    ),
    **{
        (ThisTurn, field): of_player(
            ENTERS,
            {"this_turn": {field: 1}},
            ability={"enters_with": {"counters": {"charge": 1}, "only_if": {"opponent": happened}}},
            zone="hand",
        )
        for field, happened in (
            ("damage", "was dealt damage"),
            ("life_lost", "lost life"),
            ("attacks", "attacked"),
            ("permanents_left", "permanent left"),
            ("creatures_died", "creature died"),
        )
    },
    (ThisTurn, "spells_cast"): of_player("shown", {"this_turn": {"spells_cast": 1}}),
    (ThisTurn, "face_down_cast"): of_player("shown", {"this_turn": {"face_down_cast": 1}}),
    (ThisTurn, "life_gained"): of_player("shown", {"this_turn": {"life_gained": 1}}),
    (ThisTurn, "cards_drawn"): of_player("shown", {"this_turn": {"cards_drawn": 1}}),
    (Trigger, "or_copied"): of_body(
        "trigger",
        {"event": "cast", "or_copied": True},
        {"event": "cast"},
        "put ox onto the stack as a copy of gem",
        board={"stack": [{"id": "gem", "card": "Gem", "controller": "alice"}]},
    ),
    (ThisTurn, "lands_played"): of_board(
        "check: play wood",
        {**HAND_WOOD, "players": {"alice": {"this_turn": {"lands_played": 1}}}},
        {**HAND_WOOD, "players": {"alice": {}}},
    ),
    (ThisTurn, "more_lands"): of_board(
        "check: play forest",
        {**PLAYED, "players": {"alice": {"this_turn": {"lands_played": 1, "more_lands": 1}}}},
        {**PLAYED, "players": {"alice": {"this_turn": {"lands_played": 1}}}},
    ),
    (PlayerState, "life"): of_player("check state-based actions", {"life": 0}),
    (PlayerState, "counters"): of_player("check state-based actions", {"counters": {"poison": 10}}),
    (PlayerState, "mana"): of_board(
        CAST, {**HAND_OX, "players": {"alice": {"mana": "{2}"}}}, {**HAND_OX, "players": {"alice": {}}}
    ),
    (PlayerState, "controlled_by"): of_board(
        "view: alice",
        {**battlefield(FACE_DOWN_SNEAK), "players": {"alice": {}, "bob": {"controlled_by": "alice"}}},
        {**battlefield(FACE_DOWN_SNEAK), "players": {"alice": {}, "bob": {}}},
    ),
    (PlayerState, "team"): of_board(
        "is: bird",
        {"players": {"alice": {"team": "a"}, "bob": {"team": "a"}}, **battlefield(BIRD)},
        {"players": {"alice": {"team": "a"}, "bob": {"team": "b"}}, **battlefield(BIRD)},
        ability={"gets": {"power": 1, "affects": {"controller": "your team"}}},
    ),
    (PlayerState, "lost"): of_player("check: put a poison counter on bob", {"lost": True}),
    (PlayerState, "this_turn"): of_player(
        ENTERS,
        {"this_turn": {"attacks": 1}},
        ability={"enters_with": {"counters": {"charge": 1}, "only_if": {"opponent": "attacked"}}},
        zone="hand",
    ),
    (PlayerState, "whole_library"): of_player("bob draws a card", {"whole_library": True}),
    (PlayerState, "effects"): of_player("check: put a poison counter on bob", {"effects": [{"cant_put": {}}]}),
    (BoardFile, "rules"): of_board(f"check: {PUT}", {"rules": "2009-10-01"}),
    (BoardFile, "variant"): of_board(
        "check state-based actions",
        {
            "variant": "two-headed giant",
            "players": {"alice": {"team": "a", "counters": {"poison": 10}}, "bob": {"team": "b"}},
        },
        {"players": {"alice": {"team": "a", "counters": {"poison": 10}}, "bob": {"team": "b"}}},
    ),
    (BoardFile, "players"): of_board("proliferate", {"players": {"alice": {"counters": {"poison": 1}}}}),
    (BoardFile, "active"): of_board(
        "check: cast odd", {"active": "bob", "priority": "alice"}, {"priority": "alice"}, zone="hand"
    ),
    (BoardFile, "priority"): of_board("check: cast odd", {"priority": "bob"}, zone="hand"),
    (BoardFile, "delayed"): of_board("shown", {"delayed": [WAITING]}),
    **{
        (Delayed, field): of_board("shown", {"delayed": [WAITING]}, {"delayed": [{**WAITING, field: other}]})
        for field, other in (
            ("id", "another"),
            ("at", "end of combat"),
            ("does", "draw a card"),
            ("about", {"It": []}),
            ("controller", "bob"),
            ("source", "odd"),
            ("x", 2),
        )
    },
    **{
        (Delayed, field): of_board("shown", {"delayed": [EXPECTING]}, {"delayed": [{**EXPECTING, field: other}]})
        for field, other in (("when", "It enters"), ("until", "end of turn"))
    },
    (AbilityOnStack, "about"): of_board(
        "shown",
        {"stack": [{"id": "waits", "source": "odd", "does": "destroy It", "about": {"It": ["odd"]}}]},
        {"stack": [{"id": "waits", "source": "odd", "does": "destroy It", "about": {"It": []}}]},
    ),
    (BoardFile, "turn"): of_board("shown", {"turn": 7}),
    (BoardFile, "step"): of_board("check: cast odd", {"step": "upkeep"}, zone="hand"),
    (BoardFile, "declared"): of_board(
        "check: attack with odd", {"step": "declare attackers", "declared": "none"}, {"step": "declare attackers"}
    ),
    (BoardFile, "combat_damage_step"): of_board(
        "check: go to the combat damage step", FIRST_OF_TWO, {"step": "combat damage"}
    ),
    (BoardFile, "battlefield"): of_board(
        "destroy bird", battlefield(BIRD), {"graveyard": [{"id": "bird", "card": "Bird", "owner": "bob"}]}
    ),
    **{
        (BoardFile, zone): of_board(
            "exile x",
            {zone: [{"id": "x", "card": "Ox", "owner": "alice"}]},
            {other: [{"id": "x", "card": "Ox", "owner": "alice"}]},
        )
        for zone, other in (
            ("hand", "library"),
            ("library", "hand"),
            ("graveyard", "exile"),
            ("exile", "graveyard"),
            ("command", "graveyard"),
            ("stack", "graveyard"),
        )
    },
    (BoardFile, "cards"): of_board("is: bird", {"cards": {"Bird": CREATURE}, **battlefield(BIRD)}, battlefield(BIRD)),
    (ObjectState, "flipped"): of_state("shown", {"flipped": True}),
}

ELSEWHERE: dict[tuple[type[Model], str], str] = {
    (SkipsStep, "step"): "it has one value so far (tests/scenarios/500_next_step.yaml)",
    (LastsWhile, "controlled"): "tests/scenarios/611_2_continuous_effects.yaml",
    (LastsWhile, "there"): "tests/scenarios/611_2_continuous_effects.yaml",
    (CantCast, "after"): "tests/scenarios/601_3_may_cast.yaml",
    (Effect, "gives_back"): "tests/scenarios/611_2_continuous_effects.yaml",
    (Scenario, "change"): "the change that a scenario is about (tests/test_editions.py)",
    (Scenario, "date"): "the date whose rules apply, instead of the board's (tests/test_editions.py)",
    (CardDefinition, "name"): "cards are found by it (tests/test_cards.py)",
    (ObjectState, "id"): "an id, of which there can't be two (tests/test_bad_input.py)",
    (AbilityOnStack, "id"): "an id, of which there can't be two (tests/test_bad_input.py)",
    **{
        (Scenario, field): "said of a scenario, of no board"
        for field in ("name", "rules", "statements", "source", "contested")
    },
    (Has, "abilities"): "tests/scenarios/613_1f_given_abilities.yaml",
    (RemarkAbout, "ability"): "the number of a line in messages (tests/test_half_read.py)",
    **dict.fromkeys(
        (
            *((ObjectState, "this_turn"), (ObjectState, "damaged_by"), (Filter, "this_turn"), (Condition, "entered")),
            (ThisTurn, "creatures_got_counters"),
        ),
        "tests/scenarios/608_2i_this_turn.yaml",
    ),
    **{
        (Trigger, field): "tests/scenarios/508_3_attack_triggers.yaml"
        for field in ("so_many", "others", "whom", "of_spells")
    },
    **dict.fromkeys(((ObjectState, "paid_with"), (PaidWith, "by")), "tests/scenarios/118_costs.yaml"),
    **{(PaidWith, field): "tests/scenarios/118_costs.yaml" for field in ("power", "toughness", "mana_value")},
    (ObjectState, "resolved_this_turn"): "tests/scenarios/608_resolving.yaml",
    **{
        (Trigger, field): "tests/scenarios/603_2_nth_each_turn.yaml"
        for field in ("once_each_turn", "only_once", "done_once_each_turn")
    },
    (ObjectState, "lent_by"): "tests/scenarios/611_2_continuous_effects.yaml",
    (AbilityOnStack, "text"): "tests/scenarios/613_1f_given_abilities.yaml",
    (ObjectState, "exiled_with"): "tests/scenarios/607_2_linked_abilities.yaml",
    (Scenario, "settle"): "tests/scenarios/602_activating.yaml",
    **{(model, "modes"): "tests/scenarios/700_2_modes.yaml" for model in (ObjectState, AbilityOnStack)},
    **{
        (model, field): where
        for where, some in {
            "tests/test_solve.py": (AllowedAction, PuzzleFile, Entry, CertificateFile),
            "tests/test_enumerate.py": (SpaceFile,),
        }.items()
        for model in some
        for field in model.__annotations__
    },
    (Scenario, "by_cards"): "said of a scenario, and checked against its board",
    **{
        (model, field): "tests/scenarios/611_3_static_conditions.yaml"
        for model, fields in {
            Condition: ("your_turn", "monstrous", "renowned"),
            EntersWith: ("choice", "tapped"),
            Gets: ("whose",),
        }.items()
        for field in fields
    },
    **{(Described, field): "tests/scenarios/608_2_effects.yaml" for field in Described.__annotations__},
    **{
        (Trigger, field): "tests/scenarios/603_2_keyword_actions.yaml"
        for field in ("during", "power_at_least", "power_at_most", "among", "cards", "from_zone", "any_source")
    },
    **{
        (Trigger, field): "tests/scenarios/603_2_keyword_actions.yaml"
        for field in ("alone", "not_first", "mana_value", "how")
    },
    **dict.fromkeys(
        ((Trigger, "first_each_turn"), (ObjectState, "counters_put"), (ObjectState, "targeted_by")),
        "tests/scenarios/603_2_first_each_turn.yaml",
    ),
    **{
        (CountersCompared, field): "tests/scenarios/603_2_keyword_actions.yaml"
        for field in ("counters", "on", "greater")
    },
    **dict.fromkeys(
        (
            *((SpellCosts, "this"), (SpellCosts, "for_each"), (CostsItself, "for_each"), (Activated, "costs")),
            *((AbilityCosts, "leaves_one"), (AbilityCosts, "not_mana_abilities")),
        ),
        "tests/scenarios/601_2f_total_costs.yaml",
    ),
    **{(CantActivate, field): "tests/scenarios/602_activating.yaml" for field in ("by", "not_mana_abilities")},
    **dict.fromkeys(
        ((Filter, "chosen"), (Spells, "chosen"), (Becomes, "chosen_type"), (ObjectState, "chosen")),
        "tests/scenarios/607_2_linked_abilities.yaml",
    ),
    (CountersOnto, "blights"): "tests/scenarios/701_counter_actions.yaml",
    (CardsThere, "owner"): "tests/scenarios/603_2_keyword_actions.yaml",
    (Filter, "permanent_card"): "tests/scenarios/603_2_keyword_actions.yaml",
    (Condition, "card_types"): "tests/scenarios/611_as_long_as.yaml",
    **{(model, "class_level"): "tests/scenarios/716_classes.yaml" for model in (Condition, ObjectState)},
    (There, "in_zone"): "tests/scenarios/611_as_long_as.yaml",
    (CardText, "modal"): "tests/scenarios/712_double_faced.yaml",
    **{(CardText, field): "tests/scenarios/709_712_715_parts.yaml" for field in ("adventure", "halves")},
    (MayCast, "any_mana"): "tests/scenarios/601_3_may_cast.yaml",
    (MayCast, "lands"): "tests/scenarios/601_3_may_cast.yaml",
    (CharacteristicPower, "kind"): "tests/scenarios/611_as_long_as.yaml",
    (CharacteristicPower, "for_each"): "tests/scenarios/614_12_entering.yaml",
    (AsTurnedUp, "but"): "tests/scenarios/708_11_counters_as_it_turns.yaml",
    (ThisTurn, "descended"): "tests/scenarios/603_4_intervening_if.yaml",
    (ThisTurn, "turned_face_up"): "tests/scenarios/708_7_turning_up.yaml",
    (ObjectState, "devoured"): "tests/scenarios/702_as_it_enters.yaml",
    **{
        (model, field): "tests/scenarios/615_prevention.yaml"
        for model in (ObjectState, PlayerState)
        for field in ("damage_shield", "damage_prevented")
    },
    (BoardFile, "combat_damage_prevented"): "tests/scenarios/615_prevention.yaml",
    (Replacement, "graveyard_of"): "tests/scenarios/614_1_graveyards.yaml",
    **dict.fromkeys(((OtherCost, "what"), (OtherCost, "as_long_as")), "tests/scenarios/118_costs.yaml"),
    (Replacement, "combat"): "tests/scenarios/615_prevention.yaml",
    (ObjectState, "untap_stopped"): "tests/scenarios/502_untap.yaml",
    (PlayerState, "skips_untap"): "tests/scenarios/502_untap.yaml",
    (PlayerState, "passed"): "tests/scenarios/117_priority.yaml",
    (AbilityOnStack, "source_transformed"): "tests/scenarios/701_keyword_actions.yaml",
    **dict.fromkeys(
        (
            (AbilityOnStack, "assigned"),
            *((AssignedDamage, field) for field in ("by", "to", "damage", "left")),
            *((LeftAs, field) for field in ("controller", "keywords")),
        ),
        "tests/scenarios/510_2_damage_on_the_stack.yaml",
    ),
    (BoardFile, "extra_turns"): "tests/scenarios/500_next_step.yaml",
    (BoardFile, "regular_turn"): "tests/scenarios/500_next_step.yaml",
    (CantFight, "unless_defender"): "tests/scenarios/508_attackers.yaml",
    (CantFight, "so_many"): "tests/scenarios/508_attackers.yaml",
    (Activated, "exhaust"): "tests/scenarios/603_2_keyword_actions.yaml",
    (Activated, "power_up"): "tests/scenarios/702_193_power_up.yaml",
    (Filter, "modified"): "tests/scenarios/608_2_amounts_and_choices.yaml",
    (Condition, "mana_of"): "tests/scenarios/614_12_entering.yaml",
    (Condition, "so_much"): "tests/scenarios/614_12_entering.yaml",
    (Condition, "whose_life"): "tests/scenarios/611_3_static_conditions.yaml",
    (SpellCosts, "targets"): "tests/scenarios/601_2f_total_costs.yaml",
    (Counted, "attached_here"): "tests/scenarios/614_12_entering.yaml",
    **{(Contested, field): "said of a scenario, of no board" for field in Contested.model_fields},
    (Scenario, "board"): "all others need it",
    **{
        (CopyException, field): "tests/scenarios/707_5_entering_as_copy.yaml"
        for field in ("types", "subtypes", "supertypes", "not_supertypes", "keywords", "power", "toughness")
    },
    (CopyException, "abilities"): "tests/scenarios/708_11_counters_as_it_turns.yaml",
}
"""Fields with no pair here, and why."""


def models() -> Iterator[type[Model]]:
    """All models, of which some extend others."""
    found = [Model]
    while found:
        found += (one := found.pop()).__subclasses__()
        if one is not Model:
            yield one


def own_fields(model: type[Model]) -> Iterator[tuple[type[Model], str]]:
    yield from ((model, field) for field in model.__annotations__ if field in model.model_fields)


GENERATED = {(Ability, head) for head in HEADS} | {(Static, "as_long_as")} | {(model, "affects") for model in BODIES}


def test_every_field_has_a_pair() -> None:
    assert tuple(HEADS) == ABILITY_HEADS
    fields = {field for model in models() for field in own_fields(model) if model.__module__.startswith("pyengine")}
    known = FIELDS.keys() | GENERATED | ELSEWHERE.keys() | SCENARIOS.keys()
    assert sorted(f"{model.__name__}.{field}" for model, field in fields - known) == []
    assert sorted(f"{model.__name__}.{field}" for model, field in FIELDS.keys() - fields) == []


@pytest.mark.parametrize("at", FIELDS, ids=[f"{model.__name__}.{field}" for model, field in FIELDS])
def test_a_field_changes_an_answer(at: tuple[type[Model], str]) -> None:
    one, other = FIELDS[at]
    assert one.answer() != other.answer()


@pytest.mark.parametrize("head", HEADS)
def test_an_ability_changes_an_answer(head: str) -> None:
    usual = HEADS[head]
    assert usual._replace(ability={head: usual.ability}).answer() != usual._replace(ability=None).answer()


@pytest.mark.parametrize("head", HEADS)
def test_an_effect_changes_an_answer_or_is_refused(head: str) -> None:
    usual = HEADS[head]._replace(ability=None)
    changed = usual._replace(state={**usual.state, "effects": [{head: HEADS[head].ability}]})
    if head in REFUSED:
        with pytest.raises(PyengineError, match=f"'{head}' is an ability of cards"):
            changed.answer()
    else:
        assert changed.answer() != usual.answer()


@pytest.mark.parametrize("model", [model for model in BODIES if issubclass(model, Static)])
@pytest.mark.parametrize("field", ["as_long_as", "affects"])
def test_who_and_when_change_an_answer(model: type[Model], field: str) -> None:
    """Of every ability that can be asked on how many counters it hangs, and whom it affects."""
    if field not in model.model_fields:
        return
    head = BODIES[model]
    usual = HEADS[head]
    assert isinstance(usual.ability, dict)
    said = {"as_long_as": {"counters": "rare"}, "affects": {"types": ["conspiracy"]}}[field]
    changed = usual._replace(ability={head: {**usual.ability, field: said}})
    assert changed.answer() != usual._replace(ability={head: usual.ability}).answer()


RIGHT: Data = {
    "name": "x",
    "rules": "122.1",
    "board": {
        "players": {"alice": {"mana": "{R}", "life": 7}},
        "battlefield": [{"id": "ox", "card": "Grizzly Bears", "controller": "alice", "timestamp": 3}],
    },
    "actions": ["put a flying counter on ox"],
}
SAID: Data = {
    **{"counters": {"flying": 1}, "zone": "battlefield", "controller": "alice", "owner": "alice", "tapped": False},
    **{"phased_out": False, "face_down": False, "face_down_by": None, "timestamp": 3, "damage": 0, "attached_to": None},
    **{"power": 2, "toughness": 2, "types": ["creature"], "subtypes": ["bear"], "supertypes": [], "colors": ["green"]},
    **{"name": "Grizzly Bears", "mana_value": 2, "attacking": False, "blocking": False, "blocked": False},
    **{"attacks": None, "blocks": []},
    **{
        "summoning_sick": False,
        "monstrous": False,
        "renowned": False,
        "transformed": False,
        "known_to": [],
        "has": ["flying"],
    },
    **{"lacks": ["reach"], "triggers": 0},
}
WRONG: Data = {
    **{"counters": {}, "zone": "hand", "controller": "bob", "owner": "bob", "tapped": True, "phased_out": True},
    **{"face_down": True, "face_down_by": "morph", "timestamp": 4, "damage": 1, "attached_to": "ox", "power": 3},
    **{"toughness": 3, "types": ["land"], "subtypes": ["elf"], "supertypes": ["snow"], "colors": [], "name": "Ox"},
    **{"mana_value": 3, "attacking": True, "blocking": True, "blocked": True, "summoning_sick": True},
    **{"attacks": "bob", "blocks": ["ox"]},
    **{
        "monstrous": True,
        "renowned": True,
        "transformed": True,
        "known_to": ["alice"],
        "has": ["reach"],
        "lacks": ["flying"],
        "triggers": 1,
    },
}
OF_PLAYERS: Data = {
    **{"mana": ("{R}", ""), "life": (7, 8), "lost": (False, True)},
    **{"active": (True, False), "priority": (True, False), "passed": (False, True)},
}

SCENARIOS: dict[tuple[type[Model], str], tuple[Data, Data]] = {
    **{
        (Expected, field): ({"outcomes": [{"ox": {field: SAID[field]}}]}, {"outcomes": [{"ox": {field: WRONG[field]}}]})
        for field in SAID
    },
    **{
        (Expected, field): ({"outcomes": [{"alice": {field: right}}]}, {"outcomes": [{"alice": {field: wrong}}]})
        for field, (right, wrong) in OF_PLAYERS.items()
    },
    (ExpectedReason, "rule"): ({}, {"reasons": [{"rule": "122.5"}]}),
    (ExpectedReason, "code"): ({}, {"reasons": [{"code": "lacks"}]}),
    (Scenario, "seen_by"): (
        {"seen_by": "alice", "outcomes": [{"ox": {"counters": {"flying": 1}}}]},
        {"seen_by": "carol", "outcomes": [{"ox": {"counters": {"flying": 1}}}]},
    ),
    (Scenario, "actions"): ({"legal": True}, {"legal": True, "actions": ["remove a flying counter from ox"]}),
    (Scenario, "legal"): ({"legal": True}, {"legal": False}),
    (Scenario, "refused"): (
        {"refused": ["untap ox"], "actions": ["untap ox", "put a flying counter on ox"]},
        {"actions": ["untap ox", "put a flying counter on ox"]},
    ),
    (Scenario, "reasons"): ({}, {"reasons": [{"rule": "122.5"}]}),
    (Scenario, "cites"): ({"cites": ["122.6"]}, {"cites": ["122.5"]}),
    (Scenario, "cites_not"): ({"cites_not": ["122.5"]}, {"cites_not": ["122.6"]}),
    (Scenario, "outcomes"): ({"outcomes": [{"ox": {}}]}, {"outcomes": []}),
    (Scenario, "unchanged"): ({}, {"unchanged": True}),
    (Scenario, "choices"): ({"choices": 1}, {"choices": 2}),
    (Scenario, "problems"): ({"problems": []}, {"problems": ["no_card"]}),
}
"""For each field of scenarios, what passes and what does not."""


@pytest.mark.parametrize("at", SCENARIOS, ids=[f"{model.__name__}.{field}" for model, field in SCENARIOS])
def test_a_field_of_a_scenario_is_compared(at: tuple[type[Model], str]) -> None:
    passes, fails = ({**RIGHT, **said} for said in SCENARIOS[at])
    assert answer(passes, "scenario") is True
    assert answer(fails, "scenario") is False


REFUSALS: tuple[tuple[Data, str], ...] = (
    ({"trigger": {"event": "dies", "each": True}}, "'each' goes with the event 'counters put', 'counter removed' or"),
    ({"trigger": {"event": "enters", "kinds": ["charge"]}}, "'kinds' goes with the event 'counters put'"),
    (
        {"trigger": {"event": "counters put", "n": 3}},
        "'n' goes with the event 'nth counter put', 'cast', 'draws a card' or 'becomes level', found 'counters put'",
    ),
    ({"trigger": {"event": "turned face down", "by": "you"}}, "'by' goes with the event 'counters put'"),
    (
        {"trigger": {"event": "dies", "spells": {"types": ["land"]}}},
        "'spells' goes with the event 'cast', found 'dies'",
    ),
    ({"trigger": {"event": "cast", "affects": {}}}, "'affects' is not asked of the event 'cast'"),
    ({"trigger": {"event": "becomes level"}}, "the event 'becomes level' goes with 'n', which level"),
    ({"trigger": {"event": "nth counter put", "n": 3}}, "goes with 'n', which one it is, and 'kinds'"),
    ({"trigger": {"event": "nth counter put", "kinds": ["charge"]}}, "goes with 'n', which one it is, and 'kinds'"),
    (
        {"trigger": {"event": "manifests dread", "by": "you", "affects": {"players": "opponent"}}},
        "expected 'by' or 'affects' to say who manifests dread, found both",
    ),
    ({"may_cast": {}}, "'may_cast' on a card goes with 'from_zones'"),
    ({"may_cast": {"this": True}}, "'this' goes with 'from_zones' among graveyard, exile and command"),
    ({"may_cast": {"this": True, "from_zones": ["hand"]}}, "'this' goes with 'from_zones' among"),
)


@pytest.mark.parametrize(("ability", "said"), REFUSALS)
def test_what_a_field_means_nothing_beside_is_refused(ability: Data, said: str) -> None:
    with pytest.raises(PyengineError, match=re.escape(said)) as caught:
        Board.from_data(Odd("", ability).data())
    assert "abilities" in str(caught.value) or "Odd" in str(caught.value)
