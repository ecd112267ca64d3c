"""The question about the rest of combat: it says of every block what doing each, step by step, says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pyengine import Board
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.rest_of_combat import PASSES, Rest

CARDS = {
    "Altar": {"types": ["artifact"], "text": "Sacrifice a creature: Add {B}."},
    "Shaman": {
        "types": ["creature"],
        "power": 1,
        "toughness": 1,
        "text": "When this creature dies, you gain 5 life.",
    },
    "Pumped": {
        "types": ["creature"],
        "power": 1,
        "toughness": 1,
        "text": "{G}: This creature gets +1/+1 until end of turn.",
    },
    "Charging": {"types": ["creature"], "power": 4, "toughness": 2, "abilities": ["trample"]},
    "Twice": {"types": ["creature"], "power": 2, "toughness": 2, "abilities": ["double strike"]},
    "Wide": {"types": ["creature"], "power": 3, "toughness": 3, "abilities": ["trample"]},
    "Flier": {"types": ["creature"], "power": 2, "toughness": 1, "abilities": ["flying"]},
    "Draining": {
        "types": ["creature"],
        "power": 1,
        "toughness": 2,
        "text": "Whenever a creature dies, each opponent loses 1 life.",
    },
}
GOAL = parse("bob has lost")


def declared(attackers: list[str], others: list[str], life: int, **more: Any) -> Board:
    """A board on which these cards of Alice attack, and Bob is to declare blockers."""
    battlefield = [
        {"id": f"a{n}", "card": card, "controller": "alice", "attacking": True, "attacks": "bob", "tapped": True}
        for n, card in enumerate(attackers)
    ]
    battlefield += [{"id": f"b{n}", "card": card, "controller": "bob"} for n, card in enumerate(others)]
    board = {"players": {"alice": {}, "bob": {"life": life}}, "step": "declare blockers", "cards": CARDS}
    return Board.from_data({**board, "battlefield": battlefield, **more})


def asked(board: Board) -> Rest:
    """The answer of the question."""
    moves = board.moves(["combat"])
    graph = Graph(board, GOAL, moves, None, settle=True, solver="alice")
    return graph.rest_of_combat(graph.start)


def always(board: Board) -> bool:
    """True if Alice can reach the goal after every block, each of which is done by itself, and the steps after it."""
    blocks = {one.board for one in board.outcomes("declare blockers by bob", settle=True)} or {board}
    return all(reaches(one, PASSES) for one in blocks)


def reaches(board: Board, steps: int) -> bool:
    """True if the goal is reached by going on, as Alice chooses."""
    if board.model.players["bob"].lost:
        return True
    return steps > 0 and any(
        reaches(one.board, steps - 1) for one in board.outcomes("go to the next step", settle=True)
    )


@pytest.mark.parametrize(
    ("attackers", "others", "life", "answer"),
    [
        (["Charging"], ["Grizzly Bears"], 2, "always"),
        (["Charging"], ["Grizzly Bears"], 3, "not always"),
        (["Twice", "Twice"], ["Grizzly Bears"], 4, "always"),
        (["Flier"], ["Grizzly Bears", "Grizzly Bears"], 2, "always"),
        (["Flier"], ["Grizzly Bears", "Grizzly Bears"], 3, "not always"),
        # Alice divides the damage so that one point gets past two blockers, before Bob orders what triggers.
        (["Wide"], ["Shaman", "Shaman"], 1, "always"),
        (["Wide"], ["Shaman", "Shaman"], 2, "not always"),
        # Bob could answer: with mana from a sacrifice that gains life, or by growing a blocker.
        (["Charging"], ["Shaman", "Altar"], 3, "unknown"),
        (["Charging"], ["Pumped", "Forest"], 3, "unknown"),
        (["Charging"], ["Pumped"], 3, "always"),
    ],
)
def test_what_every_block_leads_to(attackers: list[str], others: list[str], life: int, answer: Rest) -> None:
    board = declared(attackers, others, life)
    assert asked(board) == answer
    if answer != "unknown":
        assert always(board) == (answer == "always")


def test_a_card_in_hand_or_face_down_might_be_an_answer() -> None:
    hand = [{"id": "h", "card": "Shock", "owner": "bob"}]
    cards = {
        **CARDS,
        "Shock": {"types": ["instant"], "mana_cost": "{R}", "text": "Shock deals 2 damage to any target."},
    }
    assert asked(declared(["Charging"], ["Grizzly Bears"], 2, hand=hand, cards=cards)) == "unknown"
    lands = [{"id": "h", "card": "Forest", "owner": "bob"}]
    assert asked(declared(["Charging"], ["Grizzly Bears"], 2, hand=lands)) == "always"


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(6, 60))])
def test_it_agrees_with_each_block_done_by_itself(seed: int) -> None:
    random = Random(seed)
    attackers = random.choices(
        ["Charging", "Twice", "Wide", "Flier", "Draining", "Grizzly Bears"], k=random.randint(1, 2)
    )
    others = random.choices(["Shaman", "Flier", "Grizzly Bears", "Draining", "Hill Giant"], k=random.randint(1, 2))
    board = declared(attackers, others, random.randint(1, 7))
    answer = asked(board)
    assert answer != "unknown"
    assert (answer == "always") == always(board)
