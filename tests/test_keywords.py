"""Keyword abilities and steps that are not worked out: an answer says so, and only where they matter."""

from __future__ import annotations

import pytest

from pyengine import Board
from pyengine.compiler.effect_facts import keyword_facts
from pyengine.errors import InvalidBoardError
from pyengine.glossary.keyword_table import keywords
from pyengine.solving.asp_terms import FactWriter

BOARD = """
players: {alice: {}, bob: {}}
cards:
  Cub: {mana_cost: "{1}", types: [creature], power: 2, toughness: 2,
        abilities: [flying, riot, bloodthirst 2, dethrone, renown 1, modular 1]}
  Armor: {types: [enchantment], subtypes: [aura], abilities: [enchant creature, umbra armor]}
battlefield:
  - {id: bear, card: Cub, controller: alice}
  - {id: armor, card: Armor, controller: alice, attached_to: bear}
stack: [{id: spell, card: Cub, controller: alice}]
hand:
  - {id: cub, card: Cub, owner: alice}
  - {id: secret, owner: bob}
"""


STACK = "a step ends only when the stack is empty; the objects on it should have resolved, and they stay there"
NO_LIBRARY = (
    "the board lists 0 cards of the library of bob; pyengine assumes more unlisted cards, "
    "unless the player has 'whole_library: true'"
)


@pytest.mark.parametrize(
    ("action", "unsaid"),
    [
        ("put a charge counter on bear", []),
        ("put cub onto the battlefield face down", []),
        ("begin the untap step of alice", [STACK]),
        ("deal 2 damage from bear to bob", []),
        ("put cub onto the battlefield", []),
        ("resolve spell", []),
        ("attack with bear alone", []),
        ("deal 2 damage from bear to bob as combat damage", []),
        ("destroy bear", []),
        ("begin the draw step of bob", [STACK, NO_LIBRARY]),
        ("begin the cleanup step of alice", [STACK]),
    ],
)
def test_what_is_not_worked_out_is_said(action: str, unsaid: list[str]) -> None:
    outcomes = Board.parse(BOARD).outcomes(action)
    assert outcomes.count() > 0
    ends = (", which is not modelled here", ", which is not modelled")
    assert sorted(caveat.removesuffix(ends[0]).removesuffix(ends[1]) for caveat in outcomes.caveats) == unsaid


def test_damage_that_absorb_would_lessen_and_what_is_bestowed_are_said() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {}}
cards:
  Sliver: {types: [creature], power: 2, toughness: 2, abilities: [absorb 1]}
  Nymph: {types: [enchantment, creature], power: 2, toughness: 2, abilities: ["bestow {3}{G}"]}
battlefield:
  - {id: sliver, card: Sliver, controller: alice}
  - {id: free, card: Nymph, controller: alice}
  - {id: nymph, card: Nymph, controller: alice, attached_to: sliver}
""")
    told = "{} has {}, which is not modelled here"
    bestowed, absorbing = told.format("nymph", "bestow"), told.format("sliver", "absorb")
    for action, said in (
        ("deal 1 damage from sliver to free", {bestowed}),
        ("deal 1 damage from free to sliver", {bestowed, absorbing}),
    ):
        outcomes = board.outcomes(action)
        assert outcomes.count() == 1
        assert set(outcomes.caveats) == said


@pytest.mark.parametrize(
    ("keyword", "said"),
    [
        ("enchant creature", False),
        ("enchant creature you control", False),
        ("enchant artifact creature", True),
        ("enchant creature with a +1/+1 counter on it", True),
    ],
)
def test_what_an_aura_enchants_is_said_not_to_be_worked_out(keyword: str, said: bool) -> None:
    board = Board.parse(f"""
players: {{alice: {{}}, bob: {{}}}}
cards: {{Veil: {{types: [enchantment], subtypes: [aura], abilities: [{keyword}]}}}}
battlefield:
  - {{id: bear, card: Grizzly Bears, controller: alice}}
  - {{id: veil, card: Veil, controller: alice, attached_to: bear}}
""")
    outcomes = board.outcomes("put a charge counter on bear")
    assert outcomes.count() == 1
    assert outcomes.caveats == (f"veil has {keyword}, which is not modelled here",) * said


def test_who_has_the_most_life_of_several_opponents() -> None:
    [outcome] = Board.parse(BOARD).outcomes("attack with bear alone")
    assert "dethrone" in str(outcome.log)
    richer = Board.parse(BOARD.replace("bob: {}}", "bob: {}, carol: {life: 30}}"))
    [outcome] = richer.outcomes("attack bob with bear")
    assert "dethrone" not in str(outcome.log)


@pytest.mark.parametrize(("cards", "ways"), [(7, 1), (8, 8), (9, 36)])
def test_only_a_hand_that_is_too_large_is_discarded_from(cards: int, ways: int) -> None:
    hand = ", ".join(f"{{id: c{number}, owner: alice}}" for number in range(cards))
    outcomes = Board.parse(f"players: {{alice: {{}}, bob: {{}}}}\nhand: [{hand}]").outcomes(
        "begin the cleanup step of alice"
    )
    assert outcomes.count() == ways
    # What an unknown card does as it is discarded is not known.
    assert bool(outcomes.caveats) == (ways > 1)


def test_which_mana_was_spent_is_said_to_be_unknown() -> None:
    board = """
players: {alice: {}, bob: {}}
cards:
  Odd: {types: [artifact, creature], power: 1, toughness: 1, abilities: ["modular—sunburst"]}
  Even: {types: [artifact], abilities: [{enters_with: {counters: {charge: mana spent}}}]}
stack: [{id: odd, card: Odd, controller: alice}, {id: even, card: Even, controller: alice}]
"""
    outcomes = Board.parse(board).outcomes("resolve even", "resolve odd")
    assert outcomes.count() == 1
    said = sorted(outcomes.caveats)
    assert [caveat.partition(" is not known")[0] for caveat in said] == [
        "which mana was spent to cast even",
        "which mana was spent to cast odd",
    ]


TRIGGERING = tuple(name.removesuffix("!") for name, one in keywords().items() if one.triggers)


@pytest.mark.parametrize("keyword", sorted(TRIGGERING))
def test_the_texts_of_keywords_are_known_to_the_rules(keyword: str) -> None:
    facts = FactWriter()
    keyword_facts(facts, f"{keyword} {'{2}' if keyword in ('ward', 'cumulative upkeep', 'echo') else 2}")
    assert any(line.startswith("clause(") for line in facts.lines)
    assert any(line.startswith("stands_for(") for line in facts.lines)


def test_abilities_below_backup_are_read_from_text_only() -> None:
    board = """
players: {{alice: {{}}, bob: {{}}}}
cards: {{Valkyrie: {{types: [creature], power: 2, toughness: 2, {}}}}}
hand: [{{id: valkyrie, card: Valkyrie, owner: alice}}]
"""
    told = "valkyrie has backup, which is not modelled here"
    for said, caveats in (("abilities: [backup 1, flying]", (told,)), (r'text: "Backup 1\nFlying"', ())):
        outcomes = Board.parse(board.format(said)).outcomes("put valkyrie onto the battlefield")
        assert outcomes.count() == 1
        assert outcomes.caveats == caveats


@pytest.mark.parametrize("below", ["Flies like a moth.", "Other creatures you control have flying."])
def test_backup_that_gives_what_can_t_be_given_is_refused(below: str) -> None:
    card = f'types: [creature], power: 2, toughness: 2, text: "Backup 1\\n{below}"'
    board = f"players: {{alice: {{}}}}\ncards: {{Moth: {{{card}}}}}\nhand: [{{id: m, card: Moth, owner: alice}}]"
    with pytest.raises(InvalidBoardError, match="backup gives"):
        list(Board.parse(board).outcomes("put m onto the battlefield"))


@pytest.mark.parametrize(
    "bear",
    [
        "effects: [myriad]",
        "effects: [{has: {keywords: [myriad]}}]",
        "face_down: {by: effect, lists: {power: 2, toughness: 2, keywords: [myriad]}}",
    ],
)
def test_a_keyword_that_an_effect_gives_and_nothing_works_out_is_said(bear: str) -> None:
    board = Board.parse(f"""
players: {{alice: {{}}, bob: {{}}}}
battlefield: [{{id: bear, card: Grizzly Bears, controller: alice, {bear}}}]
""")
    told = ("bear has myriad, which is not modelled here",)
    assert board.caveats == told
    assert board.outcomes("attack with bear alone").caveats == told


def test_a_keyword_that_an_effect_will_give_is_said() -> None:
    board = Board.parse("players: {alice: {}}\nbattlefield: [{id: bear, card: Grizzly Bears, controller: alice}]")
    for keyword, told in (("flying", ()), ("myriad", ("bear has myriad, which is not modelled here",))):
        outcomes = board.outcomes(f"bear gains {keyword} until end of turn")
        assert outcomes.count() == 1
        assert outcomes.caveats == told


@pytest.mark.parametrize(
    ("whose", "says", "told"),
    [
        ("bob", "{enters_tapped: {affects: {types: [creature], controller: opponent}}}", True),
        ("alice", "{has: {keywords: [riot], affects: {types: [creature]}}}", True),
        ("bob", "{enters_tapped: {affects: {types: [artifact], controller: opponent}}}", False),
        ("bob", "{gets: {power: -1, affects: {types: [creature]}}}", False),
    ],
)
def test_what_sees_it_as_it_enters_without_its_time_counters_is_said(whose: str, says: str, told: bool) -> None:
    """Whether it is a creature as another effect changes how it enters hangs on their order (614.12, 616.1)."""
    board = Board.parse(f"""
players: {{alice: {{mana: "{{2}}{{R}}{{R}}"}}, bob: {{}}}}
cards: {{Other: {{types: [enchantment], abilities: [{says}]}}}}
battlefield: [{{id: other, card: Other, controller: {whose}}}]
hand: [{{id: overlord, card: Overlord of the Boilerbilges, owner: alice}}]
""")
    outcomes = board.outcomes("cast overlord for its impending cost", "resolve overlord")
    assert outcomes.count() > 0
    assert any("depend on counters it would enter with" in caveat for caveat in outcomes.caveats) is told
