"""Every kind of condition in every place where one can stand: it decides there, or is refused with the reason.

A kind is one phrase in the English of cards, with a board where it is so and one where it is not. Where a place takes
the words of card files, they are those that the phrase is read as.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from pyengine import Board
from pyengine.compiler.printed_text import printed
from pyengine.errors import PyengineError

Data = dict[str, Any]

ROCK = {"id": "rock", "card": "Rock", "controller": "alice"}
BIRD = {"id": "bird", "card": "Bird", "controller": "alice"}
OX = {"id": "ox", "card": "Ox", "controller": "alice"}
DEAD = [{"id": f"old{number}", "card": card, "owner": "alice"} for number, card in enumerate(("Rock", "Bird", "Ox"))]


NOTHING: Data = {}


class Kind(NamedTuple):
    """A kind of condition: what is so on the board where it holds, and on the one where it does not."""

    phrase: str
    so: Data
    not_so: Data = NOTHING


KINDS = (
    Kind("this creature has a charge counter on it", {"odd": {"counters": {"charge": 1}}}),
    Kind("this creature doesn't have a charge counter on it", {}, {"odd": {"counters": {"charge": 1}}}),
    Kind("you have three or more experience counters", {"alice": {"counters": {"experience": 3}}}),
    Kind("an opponent is poisoned", {"bob": {"counters": {"poison": 1}}}, {"alice": {"counters": {"poison": 1}}}),
    Kind("a player is poisoned", {"alice": {"counters": {"poison": 1}}}),
    Kind("it's your turn", {"active": "alice"}, {"active": "bob"}),
    Kind("it isn't your turn", {"active": "bob"}, {"active": "alice"}),
    Kind("you control an artifact", {"battlefield": [ROCK]}, {"battlefield": [ROCK | {"controller": "bob"}]}),
    Kind("you control no artifacts", {"battlefield": [BIRD]}, {"battlefield": [ROCK]}),
    Kind("you control a creature with flying", {"battlefield": [BIRD]}, {"battlefield": [ROCK]}),
    Kind("there are three or more cards in your graveyard", {"graveyard": DEAD}, {"graveyard": DEAD[:1]}),
    Kind("you have no cards in hand", {}, {"hand": [{"id": "held", "card": "Rock", "owner": "alice"}]}),
    Kind("this creature is monstrous", {"odd": {"monstrous": True}}),
    Kind("this creature is renowned", {"odd": {"renowned": True}}),
    Kind("this creature entered this turn", {"odd": {"this_turn": ["entered"]}}),
    Kind("this creature was kicked", {"odd": {"kicked": 1}}),
    Kind("an opponent lost life this turn", {"bob": {"this_turn": {"life_lost": 1}}}),
    Kind("you gained life this turn", {"alice": {"this_turn": {"life_gained": 1}}}),
    Kind("a creature died this turn", {"bob": {"this_turn": {"creatures_died": 1}}}),
    Kind("there are two or more card types among cards in your graveyard", {"graveyard": DEAD}),
    Kind("you control two or more creatures with different powers", {"battlefield": [BIRD, OX]}),
    Kind("you have two or more opponents", {"carol": {}}),
    Kind(
        "you control an artifact and it's your turn",
        {"active": "alice", "battlefield": [ROCK]},
        {"active": "bob", "battlefield": [ROCK]},
    ),
    Kind("~ was cast from your graveyard", {"odd": {}}),
)


def board(state: Data, odd: Data, *, zone: str = "battlefield", **more: Any) -> Board:
    """A board with Odd, whose ability asks, and with what is so there."""
    players = {name: state.get(name, {}) for name in ("alice", "bob", "carol") if name != "carol" or "carol" in state}
    mine = {"id": "odd", "card": "Odd", **({"owner": "alice"} if zone != "battlefield" else {"controller": "alice"})}
    mine |= {} if zone != "battlefield" else state.get("odd", {})
    zones: dict[str, list[Data]] = {"battlefield": [], "graveyard": [], "hand": []}
    for name, there in zones.items():
        there += [*state.get(name, ()), *more.pop(name, ()), *([mine] if name == zone else [])]
    cards = {
        "Odd": {"types": ["creature"], "power": 1, "toughness": 9, **odd},
        "Rock": {"types": ["artifact"]},
        "Bird": {"types": ["creature"], "power": 2, "toughness": 2, "abilities": ["flying"]},
        "Aura": {"types": ["enchantment"]},
        "Ox": {"types": ["creature"], "power": 3, "toughness": 3},
        "Spring": {"types": ["enchantment"], "text": "{G}: You gain 1 life."},
    }
    active = {"active": state["active"]} if "active" in state else {}
    return Board.from_data({"players": players, "cards": cards, **active, "priority": "alice", **zones, **more})


def words(phrase: str) -> Data:
    """What a card file says for a phrase, as a cost asks it, where most is known."""
    (ability,) = printed(f"This spell costs {{2}} less to cast if {phrase}.")
    assert ability.spell_costs is not None and ability.spell_costs.as_long_as is not None
    return ability.spell_costs.as_long_as.model_dump(exclude_unset=True)


def ability(head: str, body: Data) -> Data:
    return {"abilities": [{head: body}]}


# --- the places --------------------------------------------------------------------------------------------------


def of_static(phrase: str, state: Data) -> bool:
    found = board(state, {"text": f"This creature gets +5/+0 as long as {phrase}."}).characteristics["odd"]
    return found.power == 6


def of_types(phrase: str, state: Data) -> bool:
    odd = ability("becomes", {"subtypes": ["wizard"], "as_long_as": words(phrase)})
    return "wizard" in board(state, odd).characteristics["odd"].subtypes


def of_keywords(phrase: str, state: Data) -> bool:
    odd = ability("has", {"keywords": ["reach"], "as_long_as": words(phrase)})
    return "reach" in board(state, odd).characteristics["odd"].keywords


def of_abilities(phrase: str, state: Data) -> bool:
    start = board(state, {"text": f'This creature has "{{0}}: You gain 1 life." as long as {phrase}.'})
    return start.is_legal("activate ability 2 of odd")


def of_effect(phrase: str, state: Data) -> bool:
    lasting = [{"gets": {"power": 5, "as_long_as": words(phrase)}}]
    start = board({**state, "odd": {**state.get("odd", {}), "effects": lasting}}, {})
    return start.characteristics["odd"].power == 6


def of_other_zone(phrase: str, state: Data) -> bool:
    said = {"zones": ["graveyard"], "affects": {"types": ["enchantment"]}, "as_long_as": words(phrase)}
    odd = ability("enters_with", {"counters": {"oil": 1}, **said})
    entering = {"id": "aura", "card": "Aura", "owner": "bob"}
    start = board(state, odd, zone="graveyard", exile=[entering])
    return bool(start.outcomes("put aura onto the battlefield")[0].board.counters("aura"))


def of_activating(phrase: str, state: Data) -> bool:
    start = board(state, {"text": f"{{0}}: You gain 1 life. Activate only if {phrase}."})
    return start.is_legal("activate ability 1 of odd")


def of_mana(phrase: str, state: Data) -> bool:
    condition = words(phrase)
    odd = ability("activated", {"cost": {"tap_this": True}, "does": "Add {G}.", "as_long_as": condition})
    start = board(state, odd, battlefield=[{"id": "spring", "card": "Spring", "controller": "alice"}])
    return start.is_legal("activate ability 1 of spring")


def of_ability_cost(phrase: str, state: Data) -> bool:
    text = f"{{2}}: You gain 1 life. This ability costs {{2}} less to activate if {phrase}."
    return board(state, {"text": text}).is_legal("activate ability 1 of odd")


def of_spell_cost(phrase: str, state: Data) -> bool:
    odd = {"mana_cost": "{2}", "text": f"Flash\nThis spell costs {{2}} less to cast if {phrase}."}
    return board(state, odd, zone="hand").is_legal("cast odd")


def of_entering(phrase: str, state: Data) -> bool:
    said = {"counters": {"oil": 1}, "affects": {"types": ["enchantment"]}, "only_if": words(phrase) or {"at_least": 1}}
    start = board(state, ability("enters_with", said), exile=[{"id": "aura", "card": "Aura", "owner": "bob"}])
    return bool(start.outcomes("put aura onto the battlefield")[0].board.counters("aura"))


def of_triggering(phrase: str, state: Data) -> bool:
    start = board(state, {"text": f"Whenever you lose life, if {phrase}, put an oil counter on this creature."})
    [outcome] = start.outcomes("alice loses 1 life")
    return any(event.code == "triggered" for event in outcome.log)


def of_resolving(phrase: str, state: Data) -> bool:
    start = board(
        state,
        {"text": f"Whenever you lose life, if {phrase}, put an oil counter on this creature."},
        stack=[{"id": "waiting", "source": "odd", "ability": 1, "controller": "alice"}],
    )
    [outcome] = start.outcomes("resolve the top of the stack")
    return "oil" in outcome.board.counters("odd")


def of_clause(phrase: str, state: Data) -> bool:
    start = board(state, {"text": f"{{0}}: If {phrase}, put an oil counter on this creature."})
    [outcome] = start.outcomes("activate ability 1 of odd", settle=True)
    return "oil" in outcome.board.counters("odd")


def of_state(phrase: str, state: Data) -> bool:
    odd = ability("trigger", {"event": "state", "as_long_as": words(phrase), "does": "draw a card"})
    [outcome] = board(state, odd).outcomes("check state-based actions")
    return any(event.code == "triggered" for event in outcome.log)


Place = Callable[[str, Data], bool]
PLACES: tuple[Place, ...] = (
    *(of_static, of_types, of_keywords, of_abilities, of_effect, of_other_zone, of_activating, of_mana),
    *(of_ability_cost, of_spell_cost, of_entering, of_triggering, of_resolving, of_clause, of_state),
)

# --- what is refused there, and what can't be so ------------------------------------------------------------------

FLYING, POWERS = "you control a creature with flying", "you control two or more creatures with different powers"
FROM_GRAVEYARD = "~ was cast from your graveyard"
OF_TYPES = {
    "you control an artifact": "'there_is'",
    "you control no artifacts": "'there_is_no'",
    "there are three or more cards in your graveyard": "'there_is'",
    "you have no cards in hand": "'there_is_no'",
    "there are two or more card types among cards in your graveyard": "'card_types'",
    "you control an artifact and it's your turn": "'there_is'",
}
ENTERED = {FROM_GRAVEYARD: "can't ask for 'cast_from', which is known only as something enters"}
EARLY = {
    FLYING: "can't ask for 'has': who has which keywords is not known yet",
    POWERS: "can't ask for 'different_powers': power is not known yet",
    **ENTERED,
}


def with_reason(why: str) -> Mapping[str, str]:
    return {phrase: f"can't ask for {word}{why}" for phrase, word in OF_TYPES.items()}


REFUSED: Mapping[Place, Mapping[str, str]] = {
    **dict.fromkeys((of_static, of_keywords, of_abilities, of_other_zone), EARLY),
    **dict.fromkeys((of_activating, of_mana, of_state), EARLY),
    of_types: {**EARLY, **with_reason(" of becomes: types and colors are not known yet")},
    of_effect: {**EARLY, **with_reason(": an effect does not look at what there is")},
    **dict.fromkeys((of_ability_cost, of_spell_cost), ENTERED),
    of_entering: ENTERED,  # `words` asks what a cost says; tests/test_entering.py has what it means here
    **{place: {} for place in (of_triggering, of_resolving, of_clause)},
}

OF_PERMANENT = frozenset(one.phrase for one in KINDS if "this creature" in one.phrase)
NEVER: Mapping[Place, frozenset[str]] = {
    **dict.fromkeys((of_other_zone, of_spell_cost), OF_PERMANENT),  # what is no permanent is nothing of that
    of_entering: frozenset({"this creature was kicked"}),  # it asks whether what enters was
    # It was, or would not have triggered: not asked again.
    of_resolving: frozenset({"this creature was kicked", FROM_GRAVEYARD}),
    **dict.fromkeys((of_triggering, of_clause), frozenset({FROM_GRAVEYARD})),  # not kept for so long, which is noted
}


@pytest.mark.parametrize("does", ["Whenever you lose life, if {}, draw a card.", "{{0}}: If {}, draw a card."])
def test_an_answer_says_that_casting_is_not_kept(does: str) -> None:
    start = board({}, {"text": does.format(FROM_GRAVEYARD)})
    action = "alice loses 1 life" if does.startswith("Whenever") else "activate ability 1 of odd"
    found = start.outcomes(action, settle=True)
    assert list(found)
    assert "from where odd was cast is not known any more" in found.caveats


@pytest.mark.parametrize("place", PLACES, ids=[place.__name__ for place in PLACES])
def test_each_condition_decides_in_each_place_or_is_refused(place: Place) -> None:
    refused = {}
    for kind in KINDS:
        if kind.phrase in NEVER.get(place, ()):
            continue
        try:
            found = place(kind.phrase, kind.so), place(kind.phrase, kind.not_so)
        except PyengineError as error:
            refused[kind.phrase] = str(error)
        else:
            assert found == (True, False), kind.phrase
    assert refused.keys() == REFUSED[place].keys()
    assert [phrase for phrase, why in REFUSED[place].items() if why not in refused[phrase]] == []


def test_an_ability_that_is_given_asks_for_nothing() -> None:
    odd = {"text": 'This creature has "{0}: You gain 1 life. Activate only if it\'s your turn."'}
    with pytest.raises(PyengineError, match="to give an ability that asks for something to be so"):
        board({}, odd)
