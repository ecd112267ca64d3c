"""A line of the user's own against a puzzle, step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pyengine.cli.main import main

BALLISTA = str(Path(__file__).parent.parent / "examples" / "puzzles" / "ballista.yaml")
SHOOT = "activate ability 3 of ballista targeting bob"
GROW = "activate ability 2 of ballista"


def checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, puzzle: str, *line: str, code: int
) -> tuple[dict[str, Any], str]:
    path = tmp_path / "line.txt"
    path.write_text("\n".join(line))
    assert main(["solve", puzzle, "--line", str(path), "--json"]) == code
    data = json.loads(capsys.readouterr().out)
    assert main(["solve", puzzle, "--line", str(path)]) == code
    return data, capsys.readouterr().out


def test_a_line_that_reaches_the_goal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = ["# mine", f"1. {GROW}", f"2. {GROW}  # twice", "", *[SHOOT] * 4, "activate ballista targeting Bob"]
    data, said = checked(capsys, tmp_path, BALLISTA, *line, code=0)
    assert (data["holds_in"], data["fails_in"], len(data["steps"])) == (1, 0, 7)
    assert said.splitlines()[-1] == "it reaches the goal"
    assert "7. activate ballista targeting Bob: done, 1 position" in said


def test_a_line_that_is_too_short(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, said = checked(capsys, tmp_path, BALLISTA, GROW, SHOOT, code=1)
    assert (data["holds_in"], data["fails_in"]) == (0, 1)
    assert said.endswith("it does not reach the goal\n")


def test_a_step_that_is_illegal_says_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, said = checked(capsys, tmp_path, BALLISTA, GROW, GROW, GROW, SHOOT, code=1)
    assert [step["done_on"] for step in data["steps"]] == [1, 1, 0]
    assert data["steps"][2]["reasons"] == ["the mana of alice can't pay the cost [118.3]"]
    assert said.endswith("step 3 can't be done; the goal is not reached\n")


def test_a_step_after_the_goal_can_not_be_done(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, _ = checked(capsys, tmp_path, BALLISTA, GROW, GROW, *[SHOOT] * 6, code=1)
    assert data["answer"] == "step 8 can't be done; the goal is reached before it"


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("destroy scales", "the puzzle does not allow destroy scales, or not once more"),
        ("destroy nothing", "nothing on the board is called 'nothing'"),
        ("jump", "expected an action such as"),
    ],
)
def test_a_step_that_the_puzzle_does_not_allow(
    step: str, reason: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data, _ = checked(capsys, tmp_path, BALLISTA, step, code=1)
    assert reason in data["steps"][0]["reasons"][0]


def test_an_action_is_used_as_often_as_the_puzzle_allows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.yaml"
    puzzle.write_text(
        "players: {alice: {}, bob: {}}\n"
        "battlefield: [{id: bear, card: Grizzly Bears, controller: alice}]\n"
        "goal: +1/+1 counters on bear = 2\n"
        "allowed: put a +1/+1 counter on bear\n"
    )
    data, _ = checked(capsys, tmp_path, str(puzzle), *["put a +1/+1 counter on Grizzly Bears"] * 2, code=1)
    assert [step["done_on"] for step in data["steps"]] == [1, 0]
    assert data["steps"][1]["reasons"] == ["the puzzle does not allow put a +1/+1 counter on bear, or not once more"]


def test_choices_lead_to_several_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.yaml"
    puzzle.write_text(
        "players: {alice: {mana: '{R}'}, bob: {life: 3}}\n"
        "hand: [{id: bolt, card: Lightning Bolt, owner: alice}]\n"
        "goal: bob has lost\n"
        "allowed: everything legal\n"
    )
    data, said = checked(capsys, tmp_path, str(puzzle), "cast Lightning Bolt", code=0)
    assert (data["holds_in"], data["fails_in"]) == (1, 1)
    assert said.endswith("it reaches the goal in 1 of 2 positions, as choices decide\n")
