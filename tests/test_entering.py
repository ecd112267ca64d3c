"""What comes of entering is a board like any other: it can be written down, read again and asked again."""

from __future__ import annotations

import pytest

from pyengine import Board
from pyengine.answers.outcome import Outcome

THIS_TURN = {
    "damage": 0,
    "life_lost": 0,
    "attacks": 0,
    "permanents_left": 0,
    "creatures_died": 0,
    "creatures_got_counters": 0,
    "life_gained": 0,
    "lands_played": 0,
    "more_lands": 0,
    "spells_cast": 0,
    "face_down_cast": 0,
    "cards_drawn": 0,
    "descended": 0,
    "turned_face_up": 0,
}
PLAYERS = "players: {alice: {mana: '{W}{U}'}, bob: {}}\n"


def outcome(board: str, action: str, wanted: str) -> Outcome:
    """The one outcome in whose changes a text stands."""
    [found] = [one for one in Board.parse(PLAYERS + board).outcomes(action) if wanted in " / ".join(one.changes)]
    return found


def again(board: Board) -> Board:
    """A board as its file says."""
    return Board.parse(board.to_yaml())


def test_a_copy_with_exceptions_is_the_same_copy_when_it_is_read_again() -> None:
    hand = """
battlefield: [{id: bear, card: Grizzly Bears, controller: bob}]
hand: [{id: shape, card: Phyrexian Metamorph, owner: alice}, {id: other, card: Spark Double, owner: alice}]
"""
    first = outcome(hand, "put shape onto the battlefield", "Grizzly Bears").board
    [effect] = first.objects["shape"].effects
    assert (effect.copy_of, effect.altered_by) == ("Grizzly Bears", ("Phyrexian Metamorph",))
    read = again(first)
    assert read.characteristics["shape"].types == first.characteristics["shape"].types
    assert set(read.characteristics["shape"].types) == {"artifact", "creature"}
    second = [one for one in read.outcomes("put other onto the battlefield") if "altered" in " ".join(one.changes)]
    [effect] = second[0].board.objects["other"].effects
    assert effect.altered_by == ("Phyrexian Metamorph", "Spark Double")
    assert set(again(second[0].board).characteristics["other"].types) == {"artifact", "creature"}


def test_an_altered_copy_of_a_face_down_permanent_is_read_again() -> None:
    board = """
battlefield: [{id: down, card: Hidden Dragonslayer, controller: bob, face_down: {by: cloak}}]
hand: [{id: shape, card: Phyrexian Metamorph, owner: alice}]
"""
    copy = outcome(board, "put shape onto the battlefield", "is a copy of").board
    shape = again(copy).characteristics["shape"]
    assert (shape.name, shape.power, set(shape.types)) == (None, 2, {"artifact", "creature"})


def test_haste_of_riot_is_an_effect_that_stays() -> None:
    board = "hand: [{id: goblin, card: Zhur-Taa Goblin, owner: alice}]\n"
    hasty = outcome(board, "put goblin onto the battlefield", "haste")
    assert "goblin gains haste" in [event.text for event in hasty.log]
    read = again(hasty.board)
    assert "haste" in read.characteristics["goblin"].keywords
    [later] = read.outcomes("put a +1/+1 counter on goblin")
    assert "haste" in later.board.characteristics["goblin"].keywords
    assert "haste" not in next(iter(read.outcomes("return goblin to hand"))).board.characteristics["goblin"].keywords


def test_what_was_spent_and_where_it_was_cast_from_stay_with_the_spell() -> None:
    board = """
graveyard: [{id: prism, card: Prism, owner: alice, effects: [{may_cast: {}}]}]
cards:
  Prism: {mana_cost: "{1}{U}", types: [artifact], abilities: [sunburst,
          {enters_with: {counters: {late: 1}, only_if: {cast_from: [graveyard]}}}]}
"""
    [cast] = Board.parse(PLAYERS + board).outcomes("cast prism")
    spell = cast.board.objects["prism"]
    assert (spell.spent, spell.cast_from) == ("{W}{U}", "graveyard")
    [done] = again(cast.board).outcomes("resolve prism")
    assert done.board.counters("prism") == {"charge": 2, "late": 1}
    assert (done.board.objects["prism"].spent, done.board.objects["prism"].cast_from) == (None, None)


def test_life_paid_for_mana_stays_with_the_spell() -> None:
    board = """
hand: [{id: sage, card: Sage, owner: alice}]
cards: {Sage: {mana_cost: "{W}{U/P}", types: [planeswalker], loyalty: 5, abilities: [compleated]}}
"""
    paid = outcome(board, "cast sage", "life for mana")
    assert paid.board.objects["sage"].life_for_mana == 2
    [done] = again(paid.board).outcomes("resolve sage")
    assert done.board.counters("sage") == {"loyalty": 3}


def test_what_happened_this_turn_is_kept_until_the_next_begins() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {}}
battlefield: [{id: bear, card: Grizzly Bears, controller: alice}]
hand: [{id: minotaur, card: Gorehorn Minotaurs, owner: alice}]
""")
    [hit] = board.outcomes("deal 2 damage from bear to bob")
    assert dict(hit.board.model.players["bob"].this_turn or ()) == THIS_TURN | {"damage": 2}
    [again_hit] = again(hit.board).outcomes("deal 2 damage from bear to bob")
    assert dict(again_hit.board.model.players["bob"].this_turn or ()) == THIS_TURN | {"damage": 4}
    [next_turn] = again_hit.board.outcomes("begin the untap step of bob")
    assert next_turn.board.model.players["bob"].this_turn is None


@pytest.mark.parametrize("card", ["Clone", "Vesuva", "Altered Ego"])
def test_a_board_with_nothing_to_copy_leaves_no_choice(card: str) -> None:
    board = Board.parse(f"players: {{alice: {{}}}}\nhand: [{{id: x, card: {card}, owner: alice}}]\n")
    assert board.check("put x onto the battlefield").legal
    assert board.outcomes("put x onto the battlefield").count() == 1


def test_whether_a_copy_can_enter_is_asked_of_every_copy() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {}}
battlefield: [{id: cage, card: Cage, controller: bob}, {id: rock, card: Rock, controller: bob},
  {id: bear, card: Grizzly Bears, controller: bob}]
graveyard: [{id: shape, card: Phyrexian Metamorph, owner: alice}]
cards:
  Rock: {types: [artifact]}
  Cage: {types: [enchantment], abilities: [{cant_enter: {from_zones: [graveyard], affects: {types: [creature]}}}]}
""")
    assert board.check("put shape onto the battlefield").legal
    assert not board.check("put shape onto the battlefield as a copy of bear").legal


def test_an_effect_that_takes_abilities_is_said_to_be_open() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {}}
battlefield: [{id: none, card: Nothing, controller: bob}, {id: bear, card: Grizzly Bears, controller: bob}]
hand: [{id: clone, card: Clone, owner: alice}]
cards: {Nothing: {types: [enchantment], abilities: [{loses_abilities: {affects: {types: [creature]}}}]}}
""")
    verdict = board.check("put clone onto the battlefield")
    assert any("enter as a copy" in note for note in verdict.caveats)


def test_an_exception_for_what_an_effect_makes_a_creature_is_said_to_be_open() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {}}
battlefield: [{id: march, card: March, controller: bob}, {id: rock, card: Rock, controller: alice}]
hand: [{id: moritte, card: Moritte of the Frost, owner: alice}]
cards:
  Rock: {types: [artifact], mana_cost: "{2}"}
  March:
    types: [enchantment]
    abilities: [{becomes: {types: [creature], power: mana value, toughness: mana value, affects: {types: [artifact]}}}]
""")
    outcomes = board.outcomes("put moritte onto the battlefield")
    counters = {str(dict(one.board.counters("moritte"))) for one in outcomes}
    assert counters == {"{}", "{'+1/+1': 2}"}
    assert any("exception" in caveat for caveat in outcomes.caveats)


def test_a_copy_altered_by_a_card_without_exceptions_is_a_problem() -> None:
    board = Board.parse("""
players: {alice: {}}
battlefield: [{id: bear, card: Clone, controller: alice, effects: [{copy_of: Memnite, altered_by: [Grizzly Bears]}]}]
""")
    assert board.status().flags == {"altered_by_nothing"}


@pytest.mark.parametrize(
    ("keyword", "said"), [("fading", True), ("devour", True), ("fading 2", False), ("modular—sunburst", False)]
)
def test_a_keyword_that_needs_a_number_and_has_none_is_not_worked_out(keyword: str, said: bool) -> None:
    board = Board.from_data(
        {
            "players": {"alice": {}},
            "cards": {"Golem": {"types": ["artifact", "creature"], "power": 1, "toughness": 1, "abilities": [keyword]}},
            "hand": [{"id": "golem", "card": "Golem", "owner": "alice"}],
        }
    )
    outcomes = board.outcomes("put golem onto the battlefield")
    assert outcomes.count() == 1
    assert any("not modelled" in caveat for caveat in outcomes.caveats) == said
