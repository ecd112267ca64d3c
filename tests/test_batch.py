"""Many questions on many boards: the answer to each is the one it gets alone."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from pyengine import Board, InvalidActionError, InvalidBoardError, check_many, list_many
from pyengine.bulk import batch

TEXT = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {charge: 2}}
  - {id: elf, card: %s, controller: bob}
"""
MOVE = "move a charge counter from bear to elf"


def test_verdicts_on_many_boards_are_those_on_each_alone() -> None:
    board = Board.parse(TEXT % "Tatterkite")
    others = [board, board.with_counters("bear", {}), Board.parse(TEXT % "Memnite")]
    asked = [
        *((one, MOVE) for one in others),
        (board.with_rules("2019-05-02"), MOVE),
        (board, f"{MOVE}, then tap bear"),
    ]
    verdicts = check_many(asked)
    assert [verdict.legal for verdict in verdicts] == [False, False, True, True, True]
    assert verdicts == [Board.from_data(one.to_data()).check(action) for one, action in asked]
    assert check_many([]) == []


def test_what_is_wrong_with_one_of_many_is_said() -> None:
    good = Board.parse(TEXT % "Tatterkite")
    broken = Board.parse(TEXT % "Tatterkite" + "graveyard:\n  - {id: gone, card: Memnite, owner: bob, tapped: true}\n")
    with pytest.raises(InvalidBoardError, match="gone"):
        check_many([(good, MOVE), (broken, MOVE)])
    with pytest.raises(InvalidActionError, match="nobody"):
        check_many([(good, MOVE), (good, "tap nobody")])


def test_lists_of_many_boards_are_those_of_each() -> None:
    boards = [Board.parse(TEXT % card) for card in ("Tatterkite", "Memnite")]
    expected = [list(one.legal_actions) for one in boards]
    assert list_many(Board.from_data(one.to_data()).legal_actions for one in boards) == expected
    assert list_many([]) == []


def test_lines_of_a_batch_may_ask_for_lists() -> None:
    boards = [Board.parse(TEXT % card).to_data() for card in ("Memnite", "Tatterkite", "Memnite")]
    lines = [json.dumps({"board": board, "legal": {"verbs": ["move", "proliferate"]}}) for board in boards]
    lines += [json.dumps({"board": boards[0], "legal": narrowed}) for narrowed in ({}, 7, {"verb": []}, {"kinds": 7})]
    lines += [json.dumps({"board": boards[0], "legal": {}, "action": MOVE})]
    alone = list(batch.answers(lines))
    assert [len(answer.get("actions", ())) for answer in alone] == [5, 5, 5, 13, 0, 0, 0, 0]
    assert {action["action"] for action in alone[1]["actions"] if action["legal"]} == {"proliferate"}
    assert [answer["error"] for answer in alone[4:]] == [
        "legal: expected an object, which may have verbs, objects, kinds; found 7",
        "legal: no field is called 'verb'; there are: verbs, objects, kinds",
        "expected a list of kinds, found 7",
        "expected 'board', and 'action' to check one, 'actions' to apply some or 'legal' to list all",
    ]


def test_pieces_of_a_batch_are_answered_as_one_by_one() -> None:
    cards = ["Memnite", "Tatterkite"] * 3
    boards = [{**Board.parse(TEXT % card).to_data(), "turn": turn} for turn, card in enumerate(cards, 1)]
    lines = [json.dumps({"board": board, "action": MOVE}) for board in boards]
    lines[3:3] = ["no json", json.dumps({"board": boards[0], "action": "jump"}), "", json.dumps({"board": 7})]
    lines += [json.dumps({"board": boards[0], "actions": [MOVE]}), json.dumps({"board": "none.yaml", "action": MOVE})]
    lines += [json.dumps({"board": boards[1], "action": MOVE, "rules": 7})]
    alone = list(batch.answers(lines))
    assert [answer for some in batch.pieces(lines, 4) for answer in batch.answers_to(some)] == alone
    assert sum("error" in answer for answer in alone) == 5
    assert {answer["legal"] for answer in alone if "legal" in answer} == {True, False}


def test_each_line_is_answered_before_the_next_is_read() -> None:
    """As who writes into a pipe may wait for it."""
    read = []

    def lines() -> Iterator[str]:
        for number in range(3):
            read.append(number)
            yield json.dumps({"board": Board.parse(TEXT % "Memnite").to_data(), "action": MOVE})

    for number, _ in enumerate(batch.answers(lines())):
        assert read == list(range(number + 1))
