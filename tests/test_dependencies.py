"""Effects on types that depend on each other (613.8), against a reference that applies them one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference_types import CARD_TYPE, Effect, Looks, State, types_after

from pyengine import Board

TYPES = ("artifact", "creature", "enchantment", "land")
BOARDS = 60
"""How many boards one test looks at."""


def becomes(choose: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {"types": [choose.choice(TYPES)]} if choose.random() < 0.75 else {}
    fitting = [word for word, kind in CARD_TYPE.items() if kind in found.get("types", TYPES)]
    if fitting and (not found or choose.random() < 0.4):
        found["subtypes"] = [choose.choice(fitting)]
    return found | ({"only": True} if choose.random() < 0.35 else {})


def affects(choose: random.Random, given: dict[str, Any], subtypes: float) -> dict[str, Any]:
    if choose.random() < 0.15:
        return {"this": True}
    found: dict[str, Any] = {"other": True} if choose.random() < 0.2 else {}
    if choose.random() < 0.6:
        found["types"] = [choose.choice(TYPES)]
    if "types" not in given:  # a subtype is given to what may have it
        found["types"] = [CARD_TYPE[given["subtypes"][0]]]
    if choose.random() < 0.3:
        found["not_types"] = [choose.choice([one for one in TYPES if one not in found.get("types", ())])]
    if choose.random() < subtypes:
        found["subtypes"] = [choose.choice(list(CARD_TYPE))]
    return found


def some_card(choose: random.Random, subtypes: float) -> dict[str, Any]:
    types = choose.sample(TYPES, 1 if choose.random() < 0.8 else 2)
    types = ["land"] if {"land", "creature"} <= set(types) else types
    card: dict[str, Any] = {"types": types}
    card["subtypes"] = [word for word, kind in CARD_TYPE.items() if kind in types and choose.random() < 0.3]
    if "creature" in types:
        card |= {"power": 3, "toughness": 3}
    if choose.random() < 0.6:
        given = becomes(choose)
        card["abilities"] = [{"becomes": given | {"affects": affects(choose, given, subtypes)}}]
    return card


def some_board(choose: random.Random, subtypes: float) -> tuple[Board, State, list[Effect]]:
    """Two to four permanents, most with an ability that changes types, some with an effect on them."""
    timestamps = choose.sample(range(1, 12), 8)
    cards = {f"Card {number}": some_card(choose, subtypes) for number in range(4)}
    permanents: list[dict[str, Any]] = []
    state: dict[str, Looks] = {}
    effects: list[Effect] = []
    for number in range(choose.randint(2, 4)):
        name, timestamp = f"o{number}", timestamps.pop()
        card = f"Card {number if choose.random() < 0.8 else 0}"
        permanents.append({"id": name, "card": card, "controller": "p1", "timestamp": timestamp})
        state[name] = Looks(frozenset(cards[card]["types"]), frozenset(cards[card]["subtypes"]))
        effects += [Effect(name, timestamp, one["becomes"], fixed=False) for one in cards[card].get("abilities", ())]
        if choose.random() < 0.35:
            given, timestamp = becomes(choose), timestamps.pop()
            permanents[-1]["effects"] = [{"becomes": given, "timestamp": timestamp}]
            effects.append(Effect(name, timestamp, given, fixed=True))
    board = Board.from_data({"players": {"p1": {}, "p2": {}}, "cards": cards, "battlefield": permanents})
    return board, state, effects


@pytest.mark.parametrize("subtypes", [0, 0.3])
@pytest.mark.parametrize("seed", range(4))
def test_types_match_the_reference_or_a_note_says_they_may_not(seed: int, subtypes: float) -> None:
    answered = 0
    choose = random.Random(seed)
    for _ in range(BOARDS):
        board, state, effects = some_board(choose, subtypes)
        if any("depend" in caveat for caveat in board.caveats):
            continue
        answered += 1
        found = {name: (board.characteristics[name].types, board.characteristics[name].subtypes) for name in state}
        expected = {name: (looks.types, looks.shown) for name, looks in types_after(state, effects).items()}
        assert found == expected, repr(board)
    assert answered > BOARDS / 2


@pytest.mark.parametrize(
    ("timestamp", "types", "told"), [(3, {"artifact", "creature"}, False), (5, {"artifact"}, True)]
)
def test_an_effect_that_may_no_longer_depend_is_reported(timestamp: int, types: set[str], told: bool) -> None:
    """Once Mycosynth Lattice makes all permanents artifacts, one that is set to be one is no less and no more so.

    So March of the Machines does not wait for what sets it after the Lattice (613.8c); what comes before, it sees.
    """
    board = Board.parse(f"""
        players: {{alice: {{}}, bob: {{}}}}
        battlefield:
          - {{id: march, card: March of the Machines, controller: alice, timestamp: 1}}
          - id: scales
            card: Hardened Scales
            controller: alice
            timestamp: 2
            effects: [{{becomes: {{types: [artifact], only: true}}, timestamp: {timestamp}}}]
          - {{id: lattice, card: Mycosynth Lattice, controller: alice, timestamp: 4}}
    """)
    assert any("depend" in caveat for caveat in board.caveats) == told
    assert told or board.characteristics["scales"].types == types
