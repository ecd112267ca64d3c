"""Keyword actions that put counters, where scenarios do not reach: limits, messages, tokens as cards."""

from __future__ import annotations

import pytest

from pyengine import Board, InvalidActionError
from pyengine.asking.outcomes import Outcomes
from pyengine.cards import catalog
from pyengine.errors import UnknownCardError

BOARD = Board.parse(
    """
players: {alice: {}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: down, card: Grizzly Bears, controller: alice, face_down: {by: manifest}, monstrous: true}
"""
)


def test_a_division_of_too_many_counters_is_cut_short() -> None:
    outcomes = BOARD.outcomes("distribute 5000 +1/+1 counters among bear and down")
    assert list(outcomes) == []
    assert not outcomes.complete
    assert "cut short: a number for bear is too large to work with" in outcomes.caveats


def test_every_division_of_many_counters_is_listed() -> None:
    outcomes = BOARD.outcomes("distribute 1001 charge counters among bear and down")
    assert outcomes.count() == 1000
    assert outcomes.complete


def test_one_object_gets_any_number() -> None:
    [outcome] = BOARD.outcomes("distribute 1000000000 charge counters among bear")
    assert outcome.board.counters("bear") == {"charge": 1_000_000_000}


def test_too_many_counters_to_distribute_as_they_move_are_reported() -> None:
    def moved(count: int) -> Outcomes[Board]:
        bear = {"id": "bear", "card": "Grizzly Bears", "controller": "alice", "counters": {"charge": count}}
        others = [{"id": name, "card": "Grizzly Bears", "controller": "bob"} for name in ("one", "two")]
        data = {"players": {"alice": {}, "bob": {}}, "battlefield": [bear, *others]}
        return Board.from_data(data).outcomes(
            "move all charge counters from bear onto each creature an opponent controls"
        )

    assert list(moved(5_000)) == []
    assert "cut short: a number for bear is too large to work with" in moved(5_000).caveats
    assert moved(40).count() == 41
    assert moved(40).complete


def test_toughness_too_large_to_compare() -> None:
    board = Board.parse(
        """
players: {alice: {}}
battlefield: [{id: huge, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1000000000, +2/+2: 1000000000}}]
"""
    )
    outcomes = board.outcomes("bolster 2")
    assert list(outcomes) == []
    assert not outcomes.complete


def test_doubling_past_the_largest_number() -> None:
    board = BOARD.with_counters("bear", {"charge": 600_000_000})
    outcomes = board.outcomes("double the charge counters on bear")
    assert list(outcomes) == []
    assert not outcomes.complete


def test_everybody_sees_what_is_monstrous() -> None:
    [seen] = [item for item in BOARD.seen_by("bob").model.battlefield if item.face_down]
    assert seen.monstrous


def test_a_board_with_tokens_is_read_again() -> None:
    line = ("endure 2 on bear creating ghost", "amass orcs 3 creating army", "incubate 1 creating egg")
    boards = [outcome.board for outcome in BOARD.outcomes(*line)]
    assert len(boards) == 2
    for board in boards:
        again = Board.from_data(board.to_data())
        assert again == board
        assert again.characteristics["army"].power == 3
        assert {outcome.board for outcome in again.outcomes("transform egg")} != set()


@pytest.mark.parametrize("action", ["amass zombies 1 creating more", "activate ability 1 of drum"])
def test_an_army_of_another_type_keeps_its_types(action: str) -> None:
    board = Board.parse(
        """
players: {alice: {}}
cards: {Drum: {types: [artifact], text: "{0}: Amass Zombies 1."}}
battlefield:
  - {id: drum, card: Drum, controller: alice}
  - {id: army, card: Orc Army Token, controller: alice, token: true, counters: {+1/+1: 1}}
"""
    )
    outcomes = board.outcomes(action, settle=True)
    [outcome] = outcomes
    assert outcome.board.counters("army") == {"+1/+1": 2}
    assert outcomes.caveats == ("army becomes a zombie in addition to its other types; pyengine does not keep that",)
    same = board.outcomes("amass orcs 1 creating more")
    assert len(list(same)) == 1
    assert same.caveats == ()


def test_what_endures_has_left() -> None:
    outcomes = BOARD.outcomes("exile bear", "endure 2 on bear creating ghost by alice")
    assert [verdict.legal for verdict in outcomes.verdicts] == [True, False]
    assert len(list(outcomes)) == 1
    assert "the last known information about bear is not kept" in outcomes.caveats


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("adapt 2 on bob", "'adapt 2 on bob': 'bob' is a player and no object"),
        ("support 2 on bear and bob", "'support 2 on bear and bob': 'bob' is a player and no object"),
        ("endure 2 on bob creating x", "'endure 2 on bob creating x': 'bob' is a player and no object"),
        ("adapt 2 on baer", "'adapt 2 on baer': nothing on the board is called 'baer'; did you mean bear?"),
        (
            "incubate 2 creating bear",
            "'incubate 2 creating bear': 'bear' is the id of something else; expected a new one",
        ),
        (
            f"amass {'x' * 195} 2 creating a",
            f"in 'amass {'x' * 74}...': a name has at most 200 characters, found 206 in 'X{'x' * 29}...'",
        ),
    ],
)
def test_messages(action: str, message: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        BOARD.check(action)
    assert str(caught.value) == message


@pytest.mark.parametrize("name", ["2/3 Spirit Token", "01/01 Spirit Token", "2000000000/2000000000 Spirit Token"])
def test_no_such_token(name: str) -> None:
    with pytest.raises(UnknownCardError):
        catalog.find(name)


def caveats(board: Board, *actions: str) -> tuple[str, ...]:
    """What is told beside the outcomes once all of them are found."""
    outcomes = board.outcomes(*actions)
    assert len(list(outcomes)) == 1
    return outcomes.caveats


@pytest.mark.parametrize(
    "state", ["face_down: {by: manifest}", "copy_of: Grizzly Bears", "merged: [{id: top, card: Memnite, over: true}]"]
)
def test_what_the_same_resolution_moved_is_copied_as_it_last_was(state: str) -> None:
    board = Board.parse(
        f"players: {{alice: {{}}}}\nbattlefield: [{{id: ox, card: Hill Giant, controller: alice, {state}}}]"
    )
    (there,) = board.outcomes("create tok as a copy of ox")
    (last,) = board.outcomes("destroy ox, then create tok as a copy of ox")
    assert last.board.characteristics["tok"] == there.board.characteristics["tok"]
    (card,) = board.outcomes("destroy ox", "create tok as a copy of ox")
    assert card.board.characteristics["tok"].name == "Hill Giant"


def test_what_is_done_to_a_merged_permanent_that_left_is_done_to_each_of_its_cards() -> None:
    board = Board.parse(
        """
players: {alice: {}}
battlefield:
  - {id: ape, card: Hill Giant, controller: alice, merged: [{id: top, card: Memnite, over: true}]}
"""
    )
    caveat = "ape was a merged permanent; the effect should affect all its cards, but pyengine applies it to one"
    assert caveat in caveats(board, "exile ape, then put a time counter on ape")
    assert caveat in caveats(board, "exile ape, then put ape onto the battlefield with a +1/+1 counter")
    assert caveat not in caveats(board, "put a time counter on ape")
