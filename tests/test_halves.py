"""Moves that are listed by their halves: as each alone is judged, and each by itself where something is to be noted."""

import pytest

from pyengine import Board
from pyengine.actions.action import Action
from pyengine.asking import judging_all

BEARS = [
    {"id": "a", "card": "Grizzly Bears", "controller": "alice", "counters": {"+1/+1": 2, "charge": 1}},
    {"id": "from", "card": "Grizzly Bears", "controller": "bob", "counters": {"charge": 1}, "phased_out": True},
    {"id": "gone", "card": "Grizzly Bears", "controller": "bob"},
]
KITE = {"id": "kite", "card": "Tatterkite", "controller": "bob", "counters": {"charge": 3}}
FIXED = {
    "types": ["artifact"],
    "abilities": [{"cant_remove": {"affects": {"types": ["artifact"]}, "kinds": ["charge"]}}],
}


def board(*more: dict[str, object], **fields: object) -> Board:
    fields.setdefault("cards", {"Fixed": FIXED})
    return Board.from_data({"players": {"alice": {}, "bob": {}}, "battlefield": [*BEARS, *more], **fields})


FIELD = (KITE, {"id": "fixed", "card": "Fixed", "controller": "bob", "counters": {"charge": 1, "an odd kind": 2}})
BOARDS = {
    "bans": board(*FIELD),
    "before 2019": board(*FIELD, rules="2018-01-01"),
    "off the battlefield": board(
        KITE, hand=[{"id": "c", "card": "Grizzly Bears", "owner": "alice", "counters": {"oil": 1}}]
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_joined_verdicts_are_those_of_each_move(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = BOARDS[name].candidate_actions.where(verbs=["move"])
    joined = list(moves)
    assert judging_all.judged(BOARDS[name], moves._filters, None).told["by_halves"]
    monkeypatch.setattr(judging_all, "told_by_halves", lambda told, noted: False)
    again = Board.from_data(BOARDS[name].to_data()).candidate_actions.where(verbs=["move"])
    assert joined == list(again)
    assert {verdict.legal for verdict in joined} == {True, False}
    # Of two halves that are refused both are told.
    assert any(len({reason.code for reason in verdict.reasons}) > 1 for verdict in joined)


def test_a_reason_against_half_a_move_is_given_for_each_move_with_it() -> None:
    found = {verdict.action: verdict for verdict in BOARDS["bans"].candidate_actions.where(verbs=["move"])}
    assert found["move a +1/+1 counter from a to gone"]
    assert [(one.code, one.rule) for one in found["move a charge counter from fixed to kite"].reasons] == [
        ("cant_put", "122.5"),
        ("cant_remove", "122.5"),
    ]
    assert [one.code for one in found["move a charge counter from a to a"].reasons] == ["same_object"]
    # As many as there are ordered pairs of five objects and three kinds.
    assert len(found) == 5 * 5 * 3


def test_actions_and_outcomes_of_joined_moves_are_there() -> None:
    listed = BOARDS["bans"].candidate_actions.where(verbs=["move"]).listing()
    for verdict in listed.verdicts():
        assert str(listed.actions[verdict.action]) == verdict.action
        assert BOARDS["bans"].action(verdict.action) == listed.actions[verdict.action]
    legal = {verdict.action for verdict in listed.verdicts() if verdict.legal}
    assert listed.outcomes().keys() == legal


def test_moves_are_judged_one_by_one_if_a_note_applies() -> None:
    remarked = {"types": ["artifact"], "not_modelled": ["Counters can't be put on creatures on Mondays."]}
    start = board({"id": "odd", "card": "Odd", "controller": "bob"}, cards={"Odd": remarked})
    listed = start.candidate_actions.where(verbs=["move"]).listing()
    assert not judging_all.judged(start, listed._filters, None).told["by_halves"]
    for verdict in listed.verdicts():
        assert verdict == start.check(verdict.action)
        assert verdict.caveats


def test_candidates_are_written_as_their_actions_are() -> None:
    """Where a phrase is made of that of another, it is the phrase of the action all the same."""
    board = Board.from_data(
        {
            "players": {"alice": {}, "put a": {}},
            "battlefield": [
                {"id": name, "card": "Grizzly Bears", "controller": "alice", "counters": {"+1/+1": 1, "oil": 1}}
                for name in ("o", "on o", "counter", "from")
            ],
        }
    )
    listed = board.candidate_actions.where(verbs=["put", "remove", "move"])
    assert listed.listing().general, "whoever looks at it before the verdicts"
    assert len(listed) == 2 * (2 * 6 + 4 * 4)
    for verdict in listed.listing().verdicts():
        assert str(Action.parse(verdict.action)) == verdict.action
