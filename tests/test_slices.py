"""Dates, steps, spaces and reasons: four questions over the same rule files."""

from __future__ import annotations

import itertools

import pytest
import yaml

from pyengine import Board
from pyengine.card_model.card import CardText
from pyengine.explain.why_illegal import minimal_reason
from pyengine.proofs.prove import Space, prove

MOVE = "move a +1/+1 counter from a to b"
CARDS = """
players: {alice: {}, bob: {}}
cards:
  Ox: {types: [creature], power: 2, toughness: 4}
  Stone: {types: [creature], power: 0, toughness: 9, abilities: [{cant_put: {}}]}
  Hall: {types: [enchantment], abilities: [{cant_put: {affects: {types: [creature]}}}]}
"""


def board(battlefield: str, rules: str = "2026-09-25") -> Board:
    return Board.parse(f"rules: {rules}\n{CARDS}battlefield:\n{battlefield}")


BANNED = """
  - {id: a, card: Ox, controller: alice, counters: {+1/+1: 1}}
  - {id: b, card: Ox, controller: alice}
  - {id: hall, card: Hall, controller: bob}
"""


# --- dates ----------------------------------------------------------------------------------------------------


def test_before_2019_05_03_a_counter_moved_where_none_can_be_put_is_lost() -> None:
    then = board(BANNED, "2019-05-02")
    verdict = then.check(MOVE)
    assert verdict.legal
    assert verdict.rules == ("121.5",)
    [outcome] = then.outcomes(MOVE)
    assert outcome.board.counters("a") == {}
    assert outcome.board.counters("b") == {}


def test_since_2019_05_03_nothing_moves() -> None:
    now = board(BANNED, "2019-05-03")
    verdict = now.check(MOVE)
    assert not verdict.legal
    assert {(reason.rule, reason.code) for reason in verdict.reasons} == {("121.5", "cant_put")}
    assert board(BANNED).check(MOVE).rules == ("122.5",)
    [outcome] = board(BANNED).outcomes(MOVE)
    assert outcome.board.counters("a") == {"+1/+1": 1}


# --- steps ----------------------------------------------------------------------------------------------------

THREE = """
  - {id: a, card: Ox, controller: alice, counters: {+1/+1: 2}}
  - {id: b, card: Ox, controller: alice, counters: {-1/-1: 1}}
  - {id: c, card: Ox, controller: bob}
"""
ALLOWED = [
    "move a +1/+1 counter from a to b",
    "move a +1/+1 counter from a to c",
    "put a +1/+1 counter on b",
    "proliferate",
]


def test_a_shortest_line_with_state_based_actions_in_between() -> None:
    start = board(THREE)
    [line] = start.solve("+1/+1 counters on b = 2 and -1/-1 counters on b = 0", ALLOWED).lines
    assert len(line.actions) == 3
    replayed = [outcome.board.counters("b") for outcome in start.outcomes(*line.actions)]
    assert {"+1/+1": 2} in replayed


def test_no_shorter_line_exists() -> None:
    start = board(THREE)
    for length in (1, 2):
        for actions in itertools.permutations(ALLOWED, length):
            found = [outcome.board.counters("b") for outcome in start.outcomes(*actions)]
            assert {"+1/+1": 2} not in found


def test_an_unreachable_goal_has_no_line() -> None:
    found = board(THREE).solve("+1/+1 counters on b = 5", ALLOWED[:2])
    assert (found.answer, found.ruled_out) == ("none", 3)


def test_what_is_allowed_and_not_done_changes_nothing() -> None:
    """Of two that enter together one takes the counters (616.1), whatever else might have been done instead."""
    start = Board.parse("""
players: {alice: {}, bob: {}}
battlefield: [{id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 2}}]
hand: [{id: thief, card: Thief of Blood, owner: alice}, {id: thug, card: Thief of Blood, owner: alice}]
""")
    allowed = ["put thief and thug onto the battlefield", "remove a +1/+1 counter from bear"]
    assert start.solve("+1/+1 counters on thief = 2 and +1/+1 counters on thug = 0", allowed)
    assert not start.solve("+1/+1 counters on thief = 2 and +1/+1 counters on thug = 2", allowed)


# --- spaces ---------------------------------------------------------------------------------------------------


def cards() -> dict[str, CardText]:
    abilities = {
        "Plain": [],
        "Banned": [{"cant_put": {}}],
        "Ban": [{"cant_put": {"affects": {"types": ["creature"]}, "kinds": ["charge"]}}],
        "Doubler": [{"would_put": {"affects": {"controller": "you"}, "times": 2}}],
        "Halver": [{"would_put": {"affects": {"controller": "opponent"}, "half": "down"}}],
    }
    return {
        name: CardText.model_validate({"types": ["creature"], "power": 1, "toughness": 9, "abilities": ability})
        for name, ability in abilities.items()
    }


def test_a_move_never_removes_without_putting() -> None:
    assert prove("move_removes_and_puts", Space(cards(), objects=4, most=4)).holds


def test_before_2019_05_03_it_could() -> None:
    proof = prove("move_removes_and_puts", Space(cards(), objects=2, most=1, rules="2019-05-02"))
    assert proof.counterexample is not None
    assert proof.action is not None
    before = proof.counterexample
    [after] = [outcome.board for outcome in before.outcomes(proof.action)]
    assert total(after) == total(before) - 1


def test_a_false_property_has_a_counterexample_that_replays() -> None:
    proof = prove("move_keeps_the_total", Space(cards(), objects=3, most=2))
    assert not proof.holds
    assert proof.counterexample is not None
    assert proof.action is not None
    before = total(proof.counterexample)
    assert any(total(outcome.board) != before for outcome in proof.counterexample.outcomes(proof.action))


def all_boards(names: tuple[str, str]) -> list[tuple[Board, str]]:
    """Every board of up to two permanents on two cards, each with up to one counter, and every move there."""
    given = {name: card.model_dump(exclude_defaults=True, exclude={"name"}) for name, card in cards().items()}
    permanents = [
        {"card": card, "controller": player, "counters": {"charge": 1} if count else {}}
        for card, player, count in itertools.product(names, ("p1", "p2"), (0, 1))
    ]
    found = []
    for number in (1, 2):
        for chosen in itertools.product(permanents, repeat=number):
            objects = [{"id": f"o{n}", **one} for n, one in enumerate(chosen, 1)]
            one = Board.from_data({"players": {"p1": {}, "p2": {}}, "cards": given, "battlefield": objects})
            ids = [thing["id"] for thing in objects]
            found += [(one, f"move a charge counter from {a} to {b}") for a in ids for b in ids]
    return found


@pytest.mark.parametrize("names", [("Plain", "Ban"), ("Plain", "Doubler"), ("Ban", "Halver"), ("Plain", "Plain")])
def test_a_space_is_all_its_boards(names: tuple[str, str]) -> None:
    """The space leaves out boards that differ in names only; looking at every board and move finds the same."""
    asked = all_boards(names)
    breaks = (
        total(outcome.board) != total(start)
        for start, action in asked
        for found in (start.outcomes(action),)
        if found.verdicts[-1].legal
        for outcome in found
    )
    space = Space({name: cards()[name] for name in names}, objects=2, kinds=("charge",), most=1)
    assert prove("move_keeps_the_total", space).holds is not any(breaks)


def test_a_space_has_boards_with_different_bystanders() -> None:
    """Only all four together break it: the land, what makes it a Gate, Gates artifacts, and doubles for artifacts."""
    land = {"types": ["land"]}
    gates = {"becomes": {"subtypes": ["gate"], "affects": {"types": ["land"]}}}
    artifacts = {"becomes": {"types": ["artifact"], "affects": {"subtypes": ["gate"]}}}
    doubles = {"would_put": {"affects": {"types": ["artifact"]}, "times": 2}}
    texts = [land, *({"types": ["enchantment"], "abilities": [ability]} for ability in (gates, artifacts, doubles))]
    four = {f"Card {number}": CardText.model_validate(text) for number, text in enumerate(texts)}
    for objects, holds in ((3, True), (4, False)):
        assert prove("move_keeps_the_total", Space(four, objects=objects, kinds=("charge",), most=1)).holds is holds


def total(board: Board) -> int:
    return sum(sum(board.counters(name).values()) for name in board.objects)


# --- reasons --------------------------------------------------------------------------------------------------


def test_the_minimal_facts_that_make_a_move_illegal() -> None:
    """Not that b is on the battlefield: if it were in no zone, nothing could be moved onto it either."""
    assert set(minimal_reason(board(BANNED), MOVE).facts) == {
        "Hall: {abilities: [{cant_put: {affects: [{types: [creature]}]}}]}",
        "Ox: {types: [creature]}",
        "hall: {zone: battlefield}",
    }


def test_what_is_not_there_can_be_a_reason() -> None:
    two = board(BANNED.splitlines()[1] + "\n" + BANNED.splitlines()[2])
    assert minimal_reason(two, "move a charge counter from a to b").facts == ("a: {counters: {charge: 0}}",)


BEAR = "battlefield: [{{id: x, card: Grizzly Bears, controller: alice{}}}]\n"


@pytest.mark.parametrize(
    ("fields", "action", "facts"),
    [
        (", phased_out: true", "put a charge counter on x", {"x: {phased_out: true}"}),
        (", tapped: true", "tap x", {"x: {tapped: true}"}),
        (", face_down: {by: morph}", "turn x face down", {"x: {face_down: {by: morph}}"}),
        (", effects: [{cant_put: {}}]", "put a charge counter on x", {"x: {effects: [{cant_put: {}}]}"}),
        (", effects: [{keyword: indestructible}]", "destroy x", {"x: {effects: [{keyword: indestructible}]}"}),
        ("", "put a charge counter on cal", {"cal: {lost: true}"}),
        (
            ", copy_of: Tatterkite",
            "put a charge counter on x",
            {"x: {copy_of: Tatterkite}", "Tatterkite: {abilities: [{cant_put: {}}]}"},
        ),
        (
            ", effects: [{copy_of: Tatterkite}]",
            "put a charge counter on x",
            {"x: {effects: [{copy_of: Tatterkite}]}", "Tatterkite: {abilities: [{cant_put: {}}]}"},
        ),
    ],
)
def test_facts_are_given_in_the_words_of_board_and_card_files(fields: str, action: str, facts: set[str]) -> None:
    one = Board.parse("players: {alice: {}, bob: {}, cal: {lost: true}}\n" + BEAR.format(fields))
    assert set(minimal_reason(one, action).facts) == facts
    for fact in facts:
        assert yaml.safe_load(fact)


def test_what_is_illegal_on_every_board_needs_no_facts() -> None:
    nothing = minimal_reason(board(BANNED), "move a +1/+1 counter from a to a")
    assert (nothing.legal, nothing.facts, nothing.caveats) == (False, (), ())
    assert minimal_reason(board(BANNED), "remove a +1/+1 counter from a").legal
