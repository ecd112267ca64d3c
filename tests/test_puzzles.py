"""The puzzles of `examples/puzzles`, confirmed by a plain search over `apply` that shares nothing with the solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path

import plain_search
import pytest

from pyengine import Board
from pyengine.answers.verdicts import latest
from pyengine.formats import puzzle_file

EXAMPLES = Path(__file__).parent.parent / "examples" / "puzzles"


@dataclass(frozen=True)
class Puzzle:
    """So many steps a line takes at least, and its goal in other words; None if there is no line.

    `long`: confirming it takes long. `against`: it has to work whatever the opponent chooses. `mana`: asked for the
    fewest mana, the line needs so much.
    """

    steps: int | None
    wins: Callable[[Board], bool]
    long: bool = False
    against: bool = False
    mana: int | None = None


def on(board: Board, name: str, kind: str = "+1/+1") -> int:
    """How many counters of a kind there are on something."""
    return board.counters(name).get(kind, 0)


def up(board: Board, name: str) -> bool:
    """Whether something is on the battlefield, and face up."""
    return board.zone(name) == "battlefield" and board.objects[name].face_down is None


def dead(board: Board, *names: str) -> bool:
    """Whether these are in graveyards."""
    return all(board.zone(name) == "graveyard" for name in names)


def lost(board: Board, name: str = "bob") -> bool:
    """Whether a player has lost."""
    return board.model.players[name].lost


def life(board: Board, name: str) -> int:
    """A player's life total."""
    return board.model.players[name].life


def mana(board: Board) -> int:
    """How much mana alice has, of whatever kind."""
    text = str(board.model.players["alice"].mana)
    return sum(int(symbol) if symbol.isdigit() else 1 for symbol in text.replace("}", "{").split("{") if symbol)


PUZZLES: dict[str, Puzzle] = {
    "arithmetic": Puzzle(3, lambda board: on(board, "bear") == 22, long=True),
    "unmasking": Puzzle(2, lambda board: up(board, "slayer") and board.characteristics["slayer"].power == 8, long=True),
    "solemn": Puzzle(None, lambda board: on(board, "slayer") >= 1),
    "dragonslaying": Puzzle(1, lambda board: dead(board, "giant"), long=True),
    "his_choice": Puzzle(2, lambda board: on(board, "ox") == 8),
    "two_for_one": Puzzle(2, lambda board: board.characteristics["bear"].power == 6),
    "moving_day": Puzzle(3, lambda board: (on(board, "giant"), on(board, "bear")) == (4, 0)),
    "ten_poison": Puzzle(3, lambda board: lost(board) and on(board, "jace", "loyalty") == 5),
    "undying": Puzzle(4, lambda board: on(board, "bear") == 2 and board.zone("wolf") == "battlefield", long=True),
    "annihilation": Puzzle(3, lambda board: not board.counters("giant") and not board.counters("bear")),
    "persistence": Puzzle(3, lambda board: life(board, "alice") == 26, long=True),
    "without_the_vizier": Puzzle(None, lambda board: life(board, "alice") >= 24),
    "hexmage": Puzzle(3, lambda board: dead(board, "jace", "ballista"), long=True),
    "three_chapters": Puzzle(2, lambda board: dead(board, "history"), long=True),
    "hermit": Puzzle(1, lambda board: up(board, "hermit"), long=True),
    "hydra": Puzzle(3, lambda board: dead(board, "hydra") and on(board, "bear") == 1, long=True),
    "ambush": Puzzle(2, lambda board: (on(board, "slayer"), on(board, "ambushers")) == (5, 2), long=True),
    "ripper": Puzzle(1, lost, long=True),
    "ballista": Puzzle(7, lost, long=True),
    "ammunition": Puzzle(11, lost, long=True),
    "druid": Puzzle(6, lambda board: mana(board) == 3, long=True),
    "endless_druid": Puzzle(11, lambda board: mana(board) == 6, long=True),
    "shield": Puzzle(4, lambda board: dead(board, "giant")),
    "stunned": Puzzle(3, lambda board: not board.objects["giant"].tapped),
    "morph_in_combat": Puzzle(4, lost, long=True),
    "through_the_blockers": Puzzle(
        4, lambda board: life(board, "bob") == 19 and dead(board, "bear", "wolf"), long=True
    ),
    "hatchling": Puzzle(2, lambda board: board.characteristics["hatchling"].power == 5, long=True),
    "dear_or_cheap": Puzzle(
        1, lambda board: up(board, "slayer") and board.characteristics["slayer"].power == 3, long=True, mana=0
    ),
    "his_order": Puzzle(None, lambda board: on(board, "giant") == 6, against=True),
    "whatever_he_does": Puzzle(2, lambda board: 8 <= on(board, "giant") <= 10, against=True),
    "in_response": Puzzle(3, lost, long=True, against=True),
    "one_blocker": Puzzle(5, lost, long=True, against=True),
    "manifested": Puzzle(2, lambda board: up(board, "bear")),
    "sent_home": Puzzle(1, lambda board: board.zone("giant") == "hand" and up(board, "aven"), long=True),
    "tatterkite": Puzzle(None, lambda board: on(board, "kite") >= 1 or sum(board.counters("bear").values()) == 1),
    "grafted": Puzzle(3, lambda board: on(board, "rootkin") == 10 and not board.counters("constrictor"), long=True),
    "mist_and_scales": Puzzle(10, lambda board: (on(board, "kirin"), on(board, "bear")) == (5, 4), long=True),
    "six_masks": Puzzle(11, lambda board: on(board, "kirin") == 6 and up(board, "kirin"), long=True),
    "carried_over": Puzzle(
        12, lambda board: (on(board, "bear"), on(board, "kirin")) == (4, 0) and not up(board, "kirin"), long=True
    ),
    "snakes_and_ladders": Puzzle(
        10, lambda board: (on(board, "bear"), on(board, "hydra")) == (7, 3) and up(board, "hydra"), long=True
    ),
    "masks_and_shields": Puzzle(
        8, lambda board: dict(board.counters("kirin")) == {"+1/+1": 6} and up(board, "kirin"), long=True
    ),
    "stun_and_mist": Puzzle(
        10,
        lambda board: (
            not board.objects["kirin"].tapped and sum(board.counters("kirin").values()) == 3 and up(board, "kirin")
        ),
        long=True,
    ),
    "two_masks": Puzzle(
        10, lambda board: on(board, "kirin") == 5 and up(board, "kirin") and not board.counters("other"), long=True
    ),
    "minus_and_mist": Puzzle(9, lambda board: on(board, "kirin") == 4 and up(board, "kirin"), long=True),
    "ambush_again": Puzzle(
        10,
        lambda board: (on(board, "kirin"), on(board, "bear")) == (10, 2) and not up(board, "kirin"),
        long=True,
    ),
    "odd_masks": Puzzle(10, lambda board: on(board, "kirin") == 9 and up(board, "kirin"), long=True),
    "poisonous_masks": Puzzle(
        13, lambda board: lost(board) and on(board, "kirin") == 9 and not up(board, "kirin"), long=True
    ),
    "twelve_steps": Puzzle(12, lambda board: (on(board, "bear"), on(board, "kirin")) == (5, 1), long=True),
}


def test_every_example_is_one_of_these() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.yaml")} == set(PUZZLES)


@pytest.mark.parametrize("name", PUZZLES)
def test_every_example_can_be_asked(name: str) -> None:
    puzzle = puzzle_file.load(EXAMPLES / f"{name}.yaml")
    assert puzzle.task().goal.names()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.exhaustive] if one.long else []) for name, one in PUZZLES.items()]
)
def test_the_optimum_is_that_of_a_plain_search(name: str) -> None:
    expected, puzzle = PUZZLES[name], puzzle_file.load(EXAMPLES / f"{name}.yaml")
    uses = {entry.do: inf if entry.times == "any" else int(entry.times) for entry in puzzle.file.allowed}
    everything = uses.pop("everything legal", None) is not None
    found = latest(puzzle.board.search(puzzle.task(against=expected.against)))
    assert found.answer == ("none" if expected.steps is None else "found")
    if puzzle.file.against:
        assert max(branch.length for branch in found.strategy) == expected.steps
        at_most = range(expected.steps or 0, -1, -1)
        assert [plain_search.beats(puzzle.board, uses, expected.wins, n) for n in at_most] == [
            True,
            False,
            False,
            False,
        ]
        return
    assert [len(line.steps) for line in found.lines] == ([] if expected.steps is None else [expected.steps])
    if expected.against:
        assert plain_search.strategy(puzzle.board, uses, expected.wins) == expected.steps
    else:
        shortest = plain_search.shortest(
            puzzle.board, uses, expected.wins, settle=puzzle.file.settle, everything=everything
        )
        assert (None if shortest is None else shortest[0]) == expected.steps
    if expected.mana is not None:
        cheapest = latest(puzzle.board.search(puzzle.task(fewest="mana")))
        reached = plain_search.reachable(puzzle.board, uses)
        least = min(mana(puzzle.board) - mana(board) for board in reached if expected.wins(board))
        assert (cheapest.answer, cheapest.lines[0].cost, least) == ("found", expected.mana, expected.mana)
