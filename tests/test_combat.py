"""Combat on boards: what is listed, what is written back, and what is told where a board leaves something open."""

from __future__ import annotations

import pytest

from pyengine import Board
from pyengine.errors import InvalidBoardError

DECLARING = """
players: {alice: {}, bob: {}}
step: declare attackers
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: new, card: Grizzly Bears, controller: alice, summoning_sick: true}
  - {id: wall, card: Hill Giant, controller: bob}
  - {id: walker, card: Walker, controller: bob, counters: {loyalty: 3}}
cards:
  Walker: {types: [planeswalker], loyalty: 3}
"""


def verdicts(board: Board, verb: str) -> dict[str, list[str]]:
    return {one.action: [why.code for why in one.reasons] for one in board.candidate_actions.where(verbs=[verb])}


def test_single_attackers_and_blockers_are_listed_with_reasons() -> None:
    board = Board.parse(DECLARING)
    found = verdicts(board, "attack")
    assert found == {
        "attack bob with bear": [],
        "attack walker with bear": [],
        "attack bob with new": ["summoning_sick"],
        "attack walker with new": ["summoning_sick"],
    }
    assert found.keys() <= {one.action for one in board.candidate_actions}
    [attack] = board.outcomes("attack walker with bear")
    assert not any(one.action.startswith("attack") for one in attack.board.candidate_actions)
    [blocking] = attack.board.outcomes("go to the declare blockers step")
    assert verdicts(blocking.board, "block") == {
        "block bear with wall": [],
        "block bear with walker": ["not_a_creature"],
    }


def test_what_attacks_and_blocks_what_is_written_and_read_again() -> None:
    board = Board.parse(DECLARING)
    actions = ["attack walker with bear", "go to the declare blockers step", "block bear with wall"]
    [outcome] = board.outcomes(*actions)
    data = outcome.board.to_data()
    said = {one["id"]: one for one in data["battlefield"]}
    assert said["bear"]["attacks"] == "walker"
    assert said["wall"]["blocks"] == ["bear"]
    assert data["declared"] == "some"
    again = Board.from_data(data)
    assert again == outcome.board
    ends = [[one.changes for one in start.outcomes("go to the end of combat step")] for start in (again, outcome.board)]
    assert ends[0] == ends[1] != [()]


def test_boards_that_differ_in_names_only_have_one_key() -> None:
    [outcome] = Board.parse(DECLARING).outcomes("attack walker with bear")
    text = outcome.board.to_yaml()
    keys = {
        Board.parse(text.replace("bear", name).replace(": walker", f": {other}")).canonical_key()
        for name, other in (("bear", "walker"), ("ox", "jace"))
    }
    assert len(keys) == 1
    apart = Board.parse(text.replace("attacks: walker", "attacks: bob"))
    assert apart.canonical_key() not in keys


def test_the_order_in_which_blocked_attackers_are_written_does_not_matter() -> None:
    text = DECLARING.replace("controller: alice", "controller: alice, attacking: true, blocked: true")
    one, other = (
        Board.parse(text.replace("controller: bob}", f"controller: bob, blocking: true, blocks: [{names}]}}", 1))
        for names in ("bear, new", "new, bear")
    )
    assert one == other
    assert one.canonical_key() == other.canonical_key()


@pytest.mark.parametrize(
    ("wall", "message"),
    [
        ("blocking: true, blocks: [nobody]", "no object is called 'nobody'"),
        ("blocking: true, blocks: nobody", "blocks"),
        ("attacking: true, attacks: carol", "no object or player is called 'carol'"),
    ],
)
def test_who_is_attacked_or_blocked_is_on_the_board(wall: str, message: str) -> None:
    with pytest.raises(InvalidBoardError, match=message):
        Board.parse(DECLARING.replace("controller: bob}", f"controller: bob, {wall}}}", 1))


def test_so_large_a_power_is_not_divided_in_every_way() -> None:
    blockers = "".join(
        f"  - {{id: b{n}, card: Hill Giant, controller: bob, blocking: true, blocks: [bear]}}\n" for n in range(2)
    )
    text = DECLARING.replace("declare attackers", "declare blockers").replace(
        "id: bear, card: Grizzly Bears, controller: alice",
        "id: bear, card: Grizzly Bears, controller: alice, attacking: true, attacks: bob, blocked: true, "
        "counters: {+1/+1: 40}",
    )
    outcomes = Board.parse(text.replace("cards:", f"{blockers}cards:")).outcomes("go to the combat damage step")
    assert len(list(outcomes)) == 2
    assert not outcomes.complete
    assert any("not every way to divide" in note for note in outcomes.caveats)
