"""The listing of what a player with priority can use: abilities and spells, with each choice of targets."""

from __future__ import annotations

import json

import pytest

from pyengine import Board
from pyengine.asking import uses
from pyengine.asking.search import Search
from pyengine.scenarios import Scenario

BOARD = """
players:
  alice: {mana: "{1}{B}"}
  bob: {}
cards:
  Transfer:
    mana_cost: "{1}{B}"
    types: [instant]
    abilities: [{spell: {does: "move all counters from target creature onto another target creature"}}]
  Costly: {mana_cost: "{4}{B}", types: [creature], power: 5, toughness: 5}
  Cultivator:
    types: [creature]
    power: 1
    toughness: 3
    abilities: [{activated: {cost: {tap_this: true}, does: "put a +1/+1 counter on target creature"}}]
  Sage:
    types: [planeswalker]
    loyalty: 3
    abilities: [{loyalty: {cost: 1, does: "put a +1/+1 counter on up to one target creature"}}]
  Ward: {types: [creature], power: 2, toughness: 2, abilities: [hexproof]}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1}}
  - {id: cultivator, card: Cultivator, controller: alice}
  - {id: young, card: Cultivator, controller: alice, summoning_sick: true}
  - {id: sage, card: Sage, controller: alice, counters: {loyalty: 3}}
  - {id: theirs, card: Cultivator, controller: bob}
  - {id: ward, card: Ward, controller: bob}
hand:
  - {id: transfer, card: Transfer, owner: alice}
  - {id: costly, card: Costly, owner: alice}
  - {id: land, card: Forest, owner: alice}
  - {id: second, card: Transfer, owner: bob}
"""


def listed(board: Board, verbs: list[str]) -> dict[str, bool]:
    return {verdict.action: verdict.legal for verdict in board.candidate_actions.where(verbs=verbs)}


@pytest.mark.parametrize(("by", "number"), [("manifest", 1), ("cloak", 2)])
def test_an_ability_given_to_a_face_down_creature_is_listed(by: str, number: int) -> None:
    """It is counted after ward, which a cloaked creature has."""
    board = Board.from_data(
        {
            "players": {"alice": {"mana": "{2}{U}{B}"}, "bob": {}},
            "battlefield": [
                {"id": "etrata", "card": "Etrata, Deadly Fugitive", "controller": "alice"},
                {"id": "hidden", "card": "Forest", "controller": "alice", "face_down": {"by": by}},
            ],
        }
    )
    assert listed(board, ["activate"]) == {f"activate ability {number} of hidden": True}


def test_every_choice_of_targets_is_listed() -> None:
    creatures = ["bear", "cultivator", "theirs", "young"]
    expected = {f"activate ability 1 of cultivator targeting {name}": True for name in creatures}
    expected["activate ability 1 of cultivator targeting ward"] = False
    expected["activate ability 1 of young"] = False
    expected |= {f"activate ability 1 of sage targeting {name}": True for name in [*creatures, "nothing"]}
    expected["activate ability 1 of sage targeting ward"] = False
    pairs = [(one, other) for one in creatures for other in creatures if one != other]
    expected |= {f"cast transfer targeting {one} and {other}": True for one, other in pairs}
    expected["cast costly"] = False
    expected["play land"] = True
    assert listed(Board.parse(BOARD), ["use"]) == expected


def test_each_is_answered_as_it_is_alone() -> None:
    board = Board.parse(BOARD)
    listing = board.candidate_actions.where(verbs=["use"], objects=["sage", "young", "transfer"]).listing()
    found = {verdict.action: verdict for verdict in listing.verdicts()}
    for phrase in list(found)[::3]:
        alone = board.check(phrase)
        assert (found[phrase].reasons, found[phrase].rules) == (alone.reasons, alone.rules)
        assert found[phrase].caveats == alone.caveats
    outcomes = listing.outcomes()
    assert set(outcomes) == {phrase for phrase, verdict in found.items() if verdict.legal}
    for phrase in list(outcomes)[::6]:
        assert set(outcomes[phrase].outcomes) == set(board.outcomes(phrase))


def test_without_priority_nothing_of_a_player_is_listed() -> None:
    board = Board.from_data({**Board.parse(BOARD).to_data(), "priority": "bob"})
    found = listed(board, ["use"])
    assert found["activate ability 1 of theirs targeting ward"]
    assert found["cast second"] is False  # he has no mana
    assert not any("cultivator targeting" in phrase or "sage" in phrase for phrase in found)


def test_targets_that_differ_need_enough_to_choose_from() -> None:
    data = Board.parse(BOARD).to_data()
    data["battlefield"] = [one for one in data["battlefield"] if one["id"] in ("bear", "ward")]
    verdict = Board.from_data(data).check("cast transfer")
    assert [(one.code, one.rule) for one in verdict.reasons] == [("no_target", "601.2c")]


def test_nothing_can_be_chosen_only_where_that_is_allowed() -> None:
    board = Board.parse(BOARD)
    assert board.is_legal("activate ability 1 of sage targeting nothing")
    [reason] = board.why_illegal("activate ability 1 of cultivator targeting nothing")
    assert reason.code == "too_few_targets"


def test_further_choices_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uses, "MOST_CHOICES", 2)
    listing = Board.parse(BOARD).legal_actions.where(verbs=["activate"], objects=["cultivator"]).listing()
    assert len([verdict for verdict in listing.verdicts() if verdict.legal]) == 2
    assert not listing.complete
    assert listing.caveats == ("cut short: there are more choices of targets to activate ability 1 of cultivator",)


def test_a_use_is_one_by_its_phrase() -> None:
    view = Board.parse(BOARD).legal_actions.where(verbs=["use"])
    assert "activate ability 1 of cultivator targeting bear" in view
    assert "put a +1/+1 counter on bear" not in view
    assert json.dumps(sorted(verdict.action for verdict in view))


def test_what_is_asked_by_cards_types_no_effect() -> None:
    board = {"players": {"alice": {}, "bob": {}}, "battlefield": [{"id": "a", "card": "Memnite", "controller": "bob"}]}
    data = {"name": "x", "rules": "608.2", "board": board, "settle": True, "by_cards": True}
    assert Scenario.model_validate({**data, "actions": "go to the end step"}).by_cards
    for phrases in ("destroy a", "activate ability 1 of a, then destroy a", []):
        with pytest.raises(ValueError, match="by_cards"):
            Scenario.model_validate({**data, "actions": phrases})


def test_a_loop_that_a_choice_ends_is_reported_as_a_loop() -> None:
    board = Board.parse(
        """
players: {alice: {}, bob: {}}
cards:
  Weight: {types: [enchantment], text: "Whenever a creature becomes untapped, you may tap it."}
  Spring: {types: [enchantment], text: "Whenever a creature becomes tapped, untap it."}
battlefield:
  - {id: weight, card: Weight, controller: alice}
  - {id: spring, card: Spring, controller: bob}
  - {id: bear, card: Memnite, controller: bob}
"""
    )
    outcomes = board.outcomes("tap bear", settle=True)
    loops = [str(event) for outcome in outcomes for event in outcome.log if "104.4b" in str(event)]
    assert outcomes.complete
    assert len(loops) == 1
    assert "a player's choice can end this loop" in loops[0]


def test_a_token_that_is_created_sooner_in_one_order_is_the_same_in_all() -> None:
    board = Board.parse(
        """
players: {alice: {}, bob: {}}
cards:
  Watcher: {types: [enchantment], text: "Whenever a creature dies, create a 1/1 green Snake creature token."}
  Healer: {types: [enchantment], text: "Whenever a creature dies, you gain 2 life."}
battlefield:
  - {id: watcher, card: Watcher, controller: alice}
  - {id: healer, card: Healer, controller: alice}
  - {id: bear, card: Memnite, controller: bob}
"""
    )
    (outcome,) = board.outcomes("destroy bear", settle=True)
    assert outcome.board.model.players["alice"].life == 22
    assert [(one.owner, one.controller) for one in outcome.board.model.battlefield if one.token] == [("alice", "alice")]


def test_mana_that_is_paid_after_other_mana_is_what_is_left_less_what_is_left_then() -> None:
    """Of all pools that there may be by then, those of which the other may be left: there are far fewer of these."""
    board = Board.parse(
        'players: {alice: {mana: "{W}{U}{B}{R}{G}"}, bob: {}}\n'
        "cards: {Cheap: {mana_cost: '{2}', types: [artifact], abilities: [flash]}}\n"
        "hand: [{id: one, card: Cheap, owner: alice}, {id: two, card: Cheap, owner: alice}]\n"
    )
    search = Search(board, board.actions(["cast one", "cast two"]))
    assert sum(1 for _ in search) == 5  # one of five is left
    paid = [
        [number.number for number in what.arguments[1].arguments]
        for _, what, _ in (atom.symbol.arguments for atom in search.timeline.control.atoms("event", 3))
        if what.name == "paid_mana"
    ]
    assert {min(one) for one in paid} == {0}
