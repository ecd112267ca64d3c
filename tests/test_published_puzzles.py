"""Published puzzles, with their boards written anew: a line that wins, found again or replayed step by step.

What a step leaves to choose is taken so that the cards named end up where the step says.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from pyengine import Board
from pyengine.position.model import ZONES
from pyengine.tools import puzzle_file

PUZZLES = Path(__file__).parents[1] / "examples" / "puzzles" / "published"


class Step(NamedTuple):
    """An action; where the cards named are afterwards, the mana of who solves the puzzle, and Bob's life."""

    action: str
    where: Mapping[str, str] = {}
    mana: str | None = None
    life: int | None = None


LINES: dict[str, list[Step]] = {
    # Journey to Nowhere exiles the Vampires; as it leaves they enter again, with three artifacts there.
    "pauper_1": [
        Step("cast inspector paying with den", {"clue token 1": "battlefield"}),
        Step("activate ability 3 of basilica1", mana="{W}{B}"),
        Step("cast journey paying with nothing", {"vampires": "exile"}),
        Step("activate ability 3 of basilica2", mana="{W}{B}"),
        Step("cast skyfisher paying with nothing", {"journey": "hand", "vampires": "battlefield"}, life=3),
        Step("activate ability 2 of prism", {"bolt": "hand"}, "{R}"),
        Step("cast bolt targeting bob"),
    ],
}
FOUND = {"possibility_storm_akh4": 1, "possibility_storm_aert": 2}
"""Puzzles that the search solves, and the steps of the line."""


def zone_of(board: Board, name: str) -> str | None:
    found = (zone for zone in ZONES for item in getattr(board.model, zone) if item.id == name)
    return next(found, None)


def fits(board: Board, step: Step) -> bool:
    alice, bob = board.model.players["alice"], board.model.players["bob"]
    return (
        all(zone_of(board, card) == zone for card, zone in step.where.items())
        and step.mana in (None, str(alice.mana))
        and step.life in (None, bob.life)
    )


def test_every_puzzle_is_solved() -> None:
    assert {file.stem for file in PUZZLES.glob("*.yaml")} == {*LINES, *FOUND}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", LINES)
def test_the_line_wins_step_by_step(name: str) -> None:
    board = puzzle_file.load(PUZZLES / f"{name}.yaml").board
    for step in LINES[name]:
        assert board.check(step.action).legal, step
        boards = [outcome.board for outcome in board.outcomes(step.action, settle=True)]
        board = next(one for one in boards if fits(one, step))
    assert board.model.players["bob"].lost


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", FOUND)
def test_the_search_finds_the_line(name: str) -> None:
    puzzle = puzzle_file.load(PUZZLES / f"{name}.yaml")
    (*_, found) = puzzle.board.search(puzzle.task())
    assert found and len(found.lines[0].steps) == FOUND[name]
    assert found.lines[0].steps[-1].outcome.board.model.players["bob"].lost
