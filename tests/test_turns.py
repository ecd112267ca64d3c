"""Whose turn it is, its step, and who has priority: what comes back on boards, and what is told."""

import pytest
from common import timeline_showing

from pyengine import Board, InvalidActionError
from pyengine.asking.search import Search

BOARD = """
players: {alice: {}, bob: {}}
turn: 4
step: end
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, damage: 1, effects: [{keyword: haste, until: end of turn}]}
  - {id: ox, card: Grizzly Bears, controller: bob, tapped: true, summoning_sick: true}
"""


def test_a_board_says_whose_turn_has_begun() -> None:
    [outcome] = Board.parse(BOARD).outcomes("begin the untap step of bob")
    after = outcome.board.model
    assert (after.active, after.turn, after.step, after.priority) == ("bob", 5, "untap", None)
    assert {"active alice -> bob", "priority alice -> bob", "turn 4 -> 5", "step end -> untap"} <= set(outcome.changes)
    assert not outcome.board.objects["ox"].summoning_sick
    assert Board.parse(outcome.board.to_yaml()) == outcome.board


def test_actions_in_a_row_and_one_by_one_lead_to_the_same_turn() -> None:
    board = Board.parse(BOARD)
    actions = ("begin the cleanup step of alice", "begin the untap step of bob", "begin the upkeep of bob")
    [together] = board.outcomes(*actions)
    for action in actions:
        [outcome] = board.outcomes(action)
        board = outcome.board
    assert board == together.board
    assert (board.model.active, board.model.turn, board.model.step) == ("bob", 5, "upkeep")


def test_who_keeps_priority_in_the_turn_of_another_is_written_down() -> None:
    board = Board.parse(BOARD.replace("step: end", "priority: bob"))
    [outcome] = board.outcomes("put a charge counter on bear")
    assert (outcome.board.model.active, outcome.board.model.priority) == (None, "bob")


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        (["begin the end step of alice"], []),
        (["begin the cleanup step of alice", "begin the untap step of bob"], []),
        (["begin the untap step of bob"], ["without its cleanup step: damage on bear"]),
        (["begin the cleanup step of alice", "begin the upkeep of bob"], ["the turn of bob begins without its untap"]),
        (
            ["begin the cleanup step of alice", "turn ox face up for its morph cost by bob"],
            ["in a cleanup step only after"],
        ),
    ],
)
def test_what_a_turn_leaves_out_is_reported(actions: list[str], told: list[str]) -> None:
    outcomes = Board.parse(BOARD).outcomes(*actions)
    assert outcomes.count() == 1
    assert len(outcomes.caveats) == len(told)
    assert all(part in caveat for part, caveat in zip(told, outcomes.caveats, strict=True))


def test_going_on_is_one_event_after_the_other_until_it_stops() -> None:
    board = Board.parse(BOARD)
    steps = ("go to the cleanup step", "go to the untap step", "go to the upkeep")
    [together] = board.outcomes("go to the next turn")
    [in_steps] = board.outcomes(*steps)
    assert together.board == in_steps.board
    assert [str(entry) for entry in together.log] != []
    [further] = board.outcomes("go to alice's upkeep")
    assert (further.board.model.turn, further.board.model.step) == (6, "upkeep")
    assert board.check("go to the next turn").legal
    assert not board.outcomes("go to the next turn").caveats


def test_after_state_based_actions_in_a_cleanup_step_another_follows() -> None:
    shrinks = "{gets: {power: 1, toughness: 1}, until: end of turn}"
    board = Board.parse(BOARD.replace("damage: 1, effects: [", f"counters: {{-1/-1: 2}}, effects: [{shrinks}, "))
    [outcome] = board.outcomes("go to the next turn")
    begun = [entry.data[:2] for entry in outcome.log if entry.code == "began"]
    assert begun == [("cleanup", "alice"), ("cleanup", "alice"), ("untap", "bob"), ("upkeep", "bob")]


SKIPS = """
players: {alice: {whole_library: true}, bob: {}}
turn: 3
step: upkeep
cards: {Plans: {types: [enchantment], not_modelled: [you skip your draw step]}}
battlefield: [{id: plans, card: Plans, controller: alice}]
library: [{id: top, card: Memnite, owner: alice}]
"""


def test_text_about_a_step_on_the_way_is_reported() -> None:
    board = Board.parse(SKIPS)
    assert board.check("go to the precombat main phase").caveats
    assert board.outcomes("go to the precombat main phase").caveats
    further = Board.parse(SKIPS.replace("step: upkeep", "step: draw"))
    assert not further.check("go to the precombat main phase").caveats
    assert not further.outcomes("go to the end step").caveats


def test_who_has_lost_has_no_step_on_the_way() -> None:
    [outcome] = Board.parse("{players: {alice: {}, bob: {lost: true}, carol: {}}, turn: 3}").outcomes(
        "go to the end step of carol"
    )
    begun = [entry.data[1] for entry in outcome.log if entry.code == "began"]
    assert "bob" not in begun
    assert begun.count("carol") == len(begun) - 6


MANY = """
players: {alice: {}, bob: {}}
turn: 4
cards:
  Clock: {types: [artifact], abilities: ["vanishing 3"]}
battlefield: [{id: clock, card: Clock, controller: bob, counters: {time: 2}}]
"""


def test_what_stops_the_game_from_going_on_is_reported_as_an_ignored_part() -> None:
    outcomes = Board.parse(MANY).outcomes("go to bob's end step")
    [verdict] = outcomes.verdicts
    assert verdict.legal
    assert [reason.code for reason in verdict.ignored] == ["stack_not_empty"]
    assert [bool(step) for step in verdict.steps][-1:] == [False]
    [outcome] = outcomes
    assert (outcome.board.model.active, outcome.board.model.step) == ("bob", "upkeep")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("end the turn", "'go to the next turn'"),
        ("go to lunch", "a step such as"),
        ("go to the next turn by bob", "goes on by itself"),
        ("tap bear, then go to the next turn", "does not end within a resolution"),
        ("go to the end step, then tap bear", "does not end within a resolution"),
        ("go to carol's upkeep", "nothing on the board is called 'carol'"),
    ],
)
def test_where_the_game_can_not_go_on_to_is_refused(action: str, said: str) -> None:
    with pytest.raises(InvalidActionError, match=said):
        Board.parse(BOARD).check(action)


def test_a_spell_that_suspend_might_have_cast_is_reported() -> None:
    board = Board.parse(
        """
players: {alice: {}, bob: {}}
cards:
  Rift: {types: [creature], mana_cost: "{4}{U}", power: 3, toughness: 3, abilities: ["suspend 2—{U}"]}
exile: [{id: rift, card: Rift, owner: alice}]
"""
    )
    assert any(
        "the last ability of its suspend" in one
        for one in board.check("cast rift without paying its mana cost").caveats
    )


def test_objects_left_on_the_stack_as_a_step_ends_are_reported() -> None:
    stack = "stack: [{id: bolt, card: Lightning Bolt, controller: bob}]\n"
    [note] = Board.parse(BOARD + stack).outcomes("begin the cleanup step of alice").caveats
    assert "only when the stack is empty" in note
    ability = "stack: [{id: later, source: bear, kind: activated}]\n"
    assert Board.parse(BOARD + ability).outcomes("begin the cleanup step of alice").caveats == (note,)
    assert not Board.parse(BOARD + stack).outcomes("tap bear").caveats


BATTLES = """
players: {alice: {}, bob: {}, carol: {}}
cards: {Siege: {types: [battle], subtypes: [siege], defense: 3}}
battlefield: [{id: old, card: Siege, controller: alice, counters: {defense: 3}}]
hand: [{id: new, card: Siege, owner: alice}]
"""


@pytest.mark.parametrize(
    ("action", "about"),
    [
        ("put new onto the battlefield", "new"),
        ("bob gains control of old", "old"),
        ("bob leaves the game", "old"),
        ("put a charge counter on old", ""),
        ("alice gains control of old", ""),
    ],
)
def test_a_protector_that_is_not_chosen_for_a_battle_is_reported(action: str, about: str) -> None:
    told = Board.parse(BATTLES).outcomes(action).caveats
    assert told == ((f"pyengine does not choose the protector of {about}",) if about else ())


def test_where_some_go_on_without_priority_and_others_not_these_are_checked() -> None:
    """514.3a: where the Forest is discarded ox dies, and there is another cleanup step; else the untap step is next."""
    others = ", ".join(f"{{id: c{number}, card: Grizzly Bears, owner: alice}}" for number in range(7))
    board = Board.parse(f"""
players: {{alice: {{}}, bob: {{}}}}
step: end
cards:
  Rot: {{types: [enchantment], text: "Creatures get -1/-1 as long as there is a land card in your graveyard."}}
battlefield:
  - {{id: rot, card: Rot, controller: alice}}
  - {{id: ox, card: Grizzly Bears, controller: bob, counters: {{-1/-1: 1}}}}
hand: [{{id: wood, card: Forest, owner: alice}}, {others}]
""")

    class Looking(Search[Board]):
        kind = timeline_showing("checked/1")

    search = Looking(board, [board.action("go to the next turn")])
    assert {outcome.board.model.step for outcome in search} == {"upkeep"}
    assert search.caveats == ()
    timeline = search.timeline
    [without, *_] = (atom for atom in timeline.atoms("without_priority", 1) if not atom.is_fact)
    moment = without.symbol.arguments[0].number
    assert timeline.holds_somewhere("checked_after", moment, 1)
    assert timeline.has("checked", moment + 1)
