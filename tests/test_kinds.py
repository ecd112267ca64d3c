"""Kinds of counters: what can't be meant is refused, with what can, wherever a kind is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyengine import Board, PyengineError
from pyengine.cli import main
from pyengine.files.fields import KINDS, kind_problem

BOARD: dict[str, Any] = {
    "players": {"alice": {}, "bob": {"life": 7}},
    "battlefield": [{"id": "bear", "card": "Grizzly Bears", "controller": "alice", "counters": {"+1/+1": 1}}],
}


def object_with(**fields: Any) -> dict[str, Any]:
    return {**BOARD, "battlefield": [{**BOARD["battlefield"][0], **fields}]}


def card_with(ability: dict[str, Any]) -> dict[str, Any]:
    return {**BOARD, "cards": {"Odd": {"types": ["creature"], "power": 1, "toughness": 1, "abilities": [ability]}}}


FILES: dict[str, Callable[[str], dict[str, Any]]] = {
    "on an object": lambda kind: object_with(counters={kind: 1}),
    "on an object that left": lambda kind: object_with(last_known_counters={kind: 1}),
    "on a player": lambda kind: {**BOARD, "players": {"alice": {"counters": {kind: 1}}}},
    "in an effect": lambda kind: object_with(effects=[{"cant_put": {"kinds": [kind]}}]),
    "in a trigger": lambda kind: card_with({"trigger": {"event": "counters put", "kinds": [kind]}}),
    "in what something enters with": lambda kind: card_with({"enters_with": {"counters": {kind: 2}}}),
    "in a filter": lambda kind: card_with({"gets": {"power": 1, "affects": {"counters": [kind]}}}),
    "in a condition": lambda kind: card_with({"gets": {"power": 1, "as_long_as": {"counters": kind}}}),
    "in a maximum": lambda kind: card_with({"maximum": {"kind": kind, "count": 2}}),
    "in a cost": lambda kind: card_with({"morph": {"remove_counters": {kind: 1}}}),
}

CALLS: dict[str, Callable[[str], object]] = {
    "in an action": lambda kind: Board.from_data(BOARD).check(f"double the {kind} counters on bear"),
    "in a quoted action": lambda kind: Board.from_data(BOARD).check(f'remove a "{kind}" counter from bear'),
    "in an edit": lambda kind: Board.from_data(BOARD).with_counters("bear", {kind: 1}),
    "in a filter of actions": lambda kind: Board.from_data(BOARD).legal_actions.where(kinds=[kind]),
    "in a goal": lambda kind: Board.from_data(BOARD).solve(f"bob has no {kind} counters", ["proliferate"]),
}

WRONG = {
    "shiled": "did you mean 'shield'?",
    "Posion": "did you mean 'poison'?",
    "loyality": "did you mean 'loyalty'?",
    "charges": "did you mean 'charge'?",
    "stuns": "did you mean 'stun'?",
    "energi": "did you mean 'energy'?",
    "life": "such as +1/+1, charge or poison",
    "toughness": "such as +1/+1, charge or poison",
    "+1+1": "two signs such as",
}


@pytest.mark.parametrize("place", FILES)
@pytest.mark.parametrize("kind", ["shiled", "life"])
def test_a_file_with_an_invalid_kind_is_refused(place: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    Board.from_data(FILES[place]("shield"))
    file.write_text(json.dumps(FILES[place](kind)))
    with pytest.raises(PyengineError, match=re.escape(WRONG[kind])) as caught:
        Board.load(file)
    assert re.match(r".*b\.yaml:\d+:\d+: ", str(caught.value).splitlines()[0])


@pytest.mark.parametrize("place", CALLS)
@pytest.mark.parametrize("kind", ["shiled", "life"])
def test_a_call_with_an_invalid_kind_is_refused(place: str, kind: str) -> None:
    CALLS[place]("shield")
    with pytest.raises(PyengineError, match=re.escape(WRONG[kind])):
        CALLS[place](kind)


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_meant_is_said(kind: str) -> None:
    assert WRONG[kind] in (kind_problem(kind) or "")


def test_a_misspelt_kind_is_pointed_at() -> None:
    with pytest.raises(
        PyengineError, match=re.escape("column 30: expected a kind of counter, found 'shiled'; did you mean")
    ):
        Board.from_data(BOARD).check("put a charge counter and two shiled counters on bear")


@pytest.mark.parametrize(
    "arguments",
    [
        ["legal", "{board}", "--kind", "shiled"],
        ["solve", "{board}", "--allow", "proliferate", "--goal", "life counters on bob = 0"],
        ["prove", "move_keeps_the_total", "--kind", "shiled"],
        ["test", "{scenario}"],
    ],
)
def test_the_command_line_refuses_an_invalid_kind(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.yaml").write_text(json.dumps(BOARD))
    scenario = {"name": "x", "rules": "122.1", "board": BOARD, "outcomes": [{"bear": {"counters": {"shiled": 1}}}]}
    (tmp_path / "s.yaml").write_text(json.dumps([scenario]))
    places = {"board": str(tmp_path / "b.yaml"), "scenario": str(tmp_path / "s.yaml")}
    assert main.main([one.format(**places) for one in arguments]) == main.BAD_INPUT
    said = capsys.readouterr()
    assert not said.out
    assert "expected a kind of counter" in said.err


@pytest.mark.parametrize("kind", ["blade", "k7", "item", "cog", "hose", "protection from red", "+1/+11", "-10/-1", "x"])
def test_other_kinds_may_be_made_up(kind: str) -> None:
    assert kind_problem(kind) is None


def test_known_kinds_are_not_misspellings_of_each_other() -> None:
    assert [kind for kind in KINDS if kind_problem(kind)] == []
