"""Published puzzles, with their boards written anew: a line that wins, found again or replayed step by step.

A line is replayed against everything that may come of a step: it has to win on each board that fits what the step says,
and says only what is for the player who solves the puzzle to choose. Where it is marked `mine`, the choice is all that
player's, and one board has to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from pyengine import Board
from pyengine.puzzles import goal_reading
from pyengine.puzzles.goals import Seen
from pyengine.tools import puzzle_file

PUZZLES = Path(__file__).parents[1] / "examples" / "puzzles" / "published"


class Step(NamedTuple):
    """An action; what Alice chooses on the way, as a goal; whether all on the way is hers to choose; whether what is on
    the stack then resolves."""

    action: str
    then: str = ""
    mine: bool = False
    settle: bool = True


class Either(NamedTuple):
    """Alice goes on by one of several lines, by what the opponent has done."""

    lines: tuple[Sequence[Step], ...]


Line = Sequence[Step | Either]


def line(*steps: str | Step | Either) -> Line:
    """A line, whose steps are words where there is no more to say."""
    return [Step(one) if isinstance(one, str) else one for one in steps]


LINES: dict[str, Line] = {
    # Journey to Nowhere exiles the Vampires; as it leaves they enter again, with three artifacts there.
    "pauper_1": line(
        "cast inspector paying with den",
        "activate ability 3 of basilica1",
        Step("cast journey paying with nothing", "vampires is in exile"),
        "activate ability 3 of basilica2",
        Step("cast skyfisher paying with nothing", "journey is in hand and vampires is on the battlefield", mine=True),
        Step("activate ability 2 of prism", "{R} mana of alice = 1"),
        "cast bolt targeting bob",
    ),
    # As its cost is paid Grim Strider counts one card in hand: the other two are on the stack.
    "possibility_storm_rix8": line(
        Step("cast demise paying with swamp and treasure and mountain1", settle=False),
        Step("cast rage targeting hunters1 and deathspitter", settle=False),
        Step("cast fling targeting bob", "strider is in the graveyard", settle=False),
        Step("resolve the top of the stack", settle=False),
    ),
    # The attack leaves two damage on each blocker, or gets through; the Avatar's three kill one for a Treasure, which
    # is a damage and the mana for Shock. Damage of the Zombies is divided as Alice likes, and no blocker's is divided.
    "possibility_storm_xln0b": line(
        "go to the declare attackers step",
        "attack bob with zombie1 and zombie2 and zombie3",
        "go to the declare blockers step",
        "declare blockers by bob",
        Step("go to the combat damage step", mine=True),
        "go to the postcombat main phase",
        Step("cast avatar", "bob has lost or (cards in graveyard of bob = 1 and life of bob <= 3)", mine=True),
        "cast shock targeting bob",
    ),
}
FOUND = {"possibility_storm_akh4": 1, "possibility_storm_aert": 2}
"""Puzzles that the search solves, and the steps of the line."""


def holds(board: Board, goal: str) -> bool:
    asked = goal_reading.parse(goal)
    return asked.holds(Seen(board, board.characteristics if asked.looks_at_characteristics() else {}, ()))


def wins(board: Board, steps: Line) -> bool:
    """Whether these steps win whatever the opponent does. Boards that differ only in names are one."""
    if board.model.players["bob"].lost:
        return True
    if not steps:
        return False
    step, *rest = steps
    if isinstance(step, Either):
        return any(wins(board, [*one, *rest]) for one in step.lines)
    if not board.check(step.action).legal:
        return False
    boards = (outcome.board for outcome in board.outcomes(step.action, settle=step.settle))
    fitting = {one.canonical_key(): one for one in boards if not step.then or holds(one, step.then)}
    return bool(fitting) and (any if step.mine else all)(wins(one, rest) for one in fitting.values())


def test_every_puzzle_is_solved() -> None:
    assert {file.stem for file in PUZZLES.glob("*.yaml")} == {*LINES, *FOUND}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", LINES)
def test_the_line_wins_whatever_the_opponent_does(name: str) -> None:
    assert wins(puzzle_file.load(PUZZLES / f"{name}.yaml").board, LINES[name])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", LINES)
def test_without_one_of_its_steps_it_is_no_such_line(name: str) -> None:
    """The last step is needed: a test that would pass anyway shows nothing."""
    assert not wins(puzzle_file.load(PUZZLES / f"{name}.yaml").board, LINES[name][:-1])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", FOUND)
def test_the_search_finds_the_line(name: str) -> None:
    puzzle = puzzle_file.load(PUZZLES / f"{name}.yaml")
    (*_, found) = puzzle.board.search(puzzle.task())
    assert found and len(found.lines[0].steps) == FOUND[name]
    assert found.lines[0].steps[-1].outcome.board.model.players["bob"].lost
