"""How much an event was that triggered an ability: damage, life, counters, cards or objects."""

from __future__ import annotations

import pytest
from common import timeline_showing

from pyengine import Board
from pyengine.asking.search import Search

BOARD = """
players: {{alice: {{}}, bob: {{}}}}
turn: 3
cards:
  Watcher: {{types: [enchantment], abilities: [{{trigger: {{{trigger}}}}}]}}
  Ox: {{types: [creature], power: 2, toughness: 9}}
battlefield:
  - {{id: watcher, card: Watcher, controller: alice}}
  - {{id: ox, card: Ox, controller: alice, counters: {{charge: 3}}}}
  - {{id: bear, card: Grizzly Bears, controller: bob}}
hand: [{{id: fox, card: Grizzly Bears, owner: bob}}, {{id: other, card: Grizzly Bears, owner: bob}}]
"""


@pytest.mark.parametrize(
    ("trigger", "action", "numbers"),
    [
        ("event: counters put, affects: {}", "put two charge counters and a flying counter on ox", [3]),
        ("event: counters removed, affects: {}", "remove two charge counters from ox", [2]),
        ("event: beginning of upkeep, affects: {players: each}", "begin the upkeep of bob", []),
        ("event: attacks, affects: {}", "attack with ox alone", []),
        ("event: deals damage, affects: {}", "deal 3 damage to bear and bob from ox", [6]),
        ("event: deals damage, to: [player], affects: {}", "deal 3 damage to bear and bob from ox", [3]),
        (
            "event: is dealt damage, affects: {}",
            "deal 3 damage from ox to bear and 1 damage from bear to bear",
            [4],
        ),
        ("event: gains life, affects: {players: you}", "alice gains 4 life", [4]),
        ("event: loses life, affects: {players: opponent}", "deal 3 damage to bob from ox", [3]),
        ("event: discards a card, affects: {players: opponent}", "discard fox by bob", []),
        ("event: discards a card, one_or_more: true, affects: {players: opponent}", "bob discards two cards", [2]),
        ("event: dies, one_or_more: true, affects: {types: [creature]}", "destroy ox and bear", [2]),
        ("event: cast, by: opponent", "cast fox without paying its mana cost by bob", []),
    ],
)
def test_an_event_says_how_much_it_was(trigger: str, action: str, numbers: list[int]) -> None:
    board = Board.parse(BOARD.format(trigger=trigger))

    class Looking(Search[Board]):
        kind = timeline_showing("event_number/5")

    control = Looking(board, [board.action(action)]).timeline.control
    assert [atom.symbol.arguments[-1].number for atom in control.atoms("event_number", 5)] == numbers
