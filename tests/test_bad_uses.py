"""What is wrong with a use of a card: a verdict with its reason, or a message with the place and what was expected."""

from __future__ import annotations

import json

import pytest

from pyengine import Board, PyengineError

BOARD = json.dumps(
    {
        "players": {"alice": {"mana": "{G}{G}"}, "bob": {}},
        "cards": {
            "Guide": {
                "types": ["creature"],
                "power": 1,
                "toughness": 1,
                "text": "{T}: Put a +1/+1 counter on target creature you control.\n{5}: Draw a card.",
            },
            "Wish": {"mana_cost": "{G}", "types": ["instant"], "text": "Put a +1/+1 counter on target creature."},
        },
        "battlefield": [
            {"id": "guide", "card": "Guide", "controller": "alice"},
            {"id": "young", "card": "Guide", "controller": "alice", "summoning_sick": True},
            {"id": "bear", "card": "Grizzly Bears", "controller": "bob"},
            {"id": "forest", "card": "Forest", "controller": "alice", "tapped": True},
        ],
        "hand": [{"id": "wish", "card": "Wish", "owner": "alice"}, {"id": "his", "card": "Wish", "owner": "bob"}],
    }
)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("activate ability 3 of guide targeting guide", "no_such_ability"),
        ("activate ability 1 of bear", "no_such_ability"),
        ("activate ability 1 of guide targeting bear", "not_a_target"),
        ("activate ability 1 of guide targeting nothing", "too_few_targets"),
        ("activate ability 1 of guide targeting guide and young", "too_many_targets"),
        ("activate ability 1 of young targeting guide", "summoning_sick"),
        ("activate ability 2 of guide", "too_little_mana"),
        ("cast wish targeting forest", "not_a_target"),
        ("cast wish targeting bear paying with forest", "no_mana_source"),
        ("cast wish kicked targeting bear", "cant_be_kicked"),
        ("cast wish for its escape cost targeting bear", "no_such_cost"),
        ("cast wish targeting bear with X = 2", "no_x"),
        ("cast his targeting bear by bob", "no_priority"),
        ("activate ability 1 of guide targeting guide by bob", "not_controlled"),
        ("resolve the top of the stack", "empty_stack"),
    ],
)
def test_the_verdict_says_what_is_wrong(action: str, code: str) -> None:
    verdict = Board.parse(BOARD).check(action)
    assert not verdict.legal
    assert code in {reason.code for reason in verdict.reasons}


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("activate ability 1 of ghost", ["'ghost'"]),
        ("activate ability none of guide", ["none", "number"]),
        ("activate ability 1 of guide targeting ghost", ["'ghost'"]),
        ("cast wish paying with ghost", ["'ghost'"]),
        ("cast wish kicked often", ["often"]),
        ("cast wish for its lunch cost", ["lunch"]),
        ("cast wish face down kicked", ["face down", "kicked"]),
    ],
)
def test_the_message_names_the_word(action: str, said: list[str]) -> None:
    with pytest.raises(PyengineError) as raised:
        Board.parse(BOARD).check(action)
    message = str(raised.value)
    assert all(word in message for word in said), message
    assert "\n" not in message.strip()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{T}, Sing a song: Draw a card.", ["character 6", "'Sing a song:"]),
        ("Kicker—Sing a song", ["'Kicker"]),
        ("{T}: Add three cheers.", ["character 16", "cheers"]),
        ("As an additional cost to cast this spell, sing.", ["character 43", "sing"]),
    ],
)
def test_a_cost_that_is_none_is_refused_with_its_place(text: str, said: list[str]) -> None:
    data = {
        "players": {"alice": {}, "bob": {}},
        "cards": {"Odd": {"types": ["creature"], "power": 1, "toughness": 1, "text": text}},
        "battlefield": [{"id": "odd", "card": "Odd", "controller": "alice"}],
    }
    with pytest.raises(PyengineError) as raised:
        Board.parse(json.dumps(data), "b.yaml")
    message = str(raised.value)
    assert all(word in message for word in ["b.yaml", *said]), message
