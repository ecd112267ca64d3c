"""What triggered abilities are told of the event that triggered them: whom it is about, and how much it was."""

from __future__ import annotations

import pytest

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
    ("trigger", "action", "about", "numbers"),
    [
        ("event: counters put, affects: {}", "put two charge counters and a flying counter on ox", ["ox"], [3]),
        ("event: counters removed, affects: {}", "remove two charge counters from ox", ["ox"], [2]),
        ("event: beginning of upkeep, affects: {players: each}", "begin the upkeep of bob", ["bob"], []),
        ("event: attacks, affects: {}", "attack with ox alone", ["ox"], []),
        ("event: deals damage, affects: {}", "deal 3 damage to bear and bob from ox", ["ox"], [6]),
        ("event: deals damage, to: [player], affects: {}", "deal 3 damage to bear and bob from ox", ["ox", "bob"], [3]),
        (
            "event: is dealt damage, affects: {}",
            "deal 3 damage from ox to bear and 1 damage from bear to bear",
            ["bear"],
            [4],
        ),
        ("event: gains life, affects: {players: you}", "alice gains 4 life", ["alice"], [4]),
        ("event: loses life, affects: {players: opponent}", "deal 3 damage to bob from ox", ["bob"], [3]),
        ("event: discards a card, affects: {players: opponent}", "discard fox by bob", ["bob", "fox"], []),
        ("event: discards a card, one_or_more: true, affects: {players: opponent}", "bob discards two cards", [], [2]),
        ("event: dies, one_or_more: true, affects: {types: [creature]}", "destroy ox and bear", [], [2]),
        ("event: cast, by: opponent", "cast fox without paying its mana cost by bob", ["fox", "bob"], []),
    ],
)
def test_an_event_says_whom_it_is_about_and_how_much(
    trigger: str, action: str, about: list[str], numbers: list[int]
) -> None:
    board = Board.parse(BOARD.format(trigger=trigger))
    control = Search(board, [board.action(action)]).timeline.control
    found = sorted(atom.symbol.arguments[2:] for atom in control.atoms("event_about", 4))
    assert [who.string for _, who in found] == about
    assert [atom.symbol.arguments[-1].number for atom in control.atoms("event_number", 5)] == numbers
