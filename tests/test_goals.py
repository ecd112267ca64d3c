"""A goal is asked in two places: of a position (`puzzles.goals`), and as facts of a program (`questions/wanted.lp`).

Here both are asked the same goals on the boards of scenarios and what comes of their actions.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

from pyengine import Board, scenarios
from pyengine.asking.search import Search
from pyengine.position.model import ZONES
from pyengine.puzzles.goal_facts import goal_facts
from pyengine.puzzles.goals import OPERATORS, All, Comparison, Either, Goal, Not, Quantity, Seen, State
from pyengine.solving.solver import function
from tests.every_scenario import DIRECTORY

FILES = ("406_exile_face_down", "500_turns", "510_combat_damage", "613_layers", "708_face_down")
BOARDS, GOALS = 4, 40
"""So many goals that are made of others are asked, on each of so many boards."""

_STATES = (*ZONES, "face up", "face down", "tapped", "untapped")


def _quantities(board: Board) -> Iterator[Quantity]:
    """Every number that goals of a board may ask for, and some that it has none of."""
    kinds = {kind for item in board.objects.values() for kind in item.counters} | {"", "+1/+1"}
    for thing in board.objects:
        yield from (Quantity(what, thing) for what in ("power", "toughness", "damage"))
        yield from (Quantity("counters", thing, kind) for kind in sorted(kinds))
    for player in board.model.players:
        yield from (Quantity(what, player) for what in ("life", "counters", "damage dealt to", "life lost by"))
        yield from (Quantity("mana", player, symbol) for symbol in ("", "{G}", "{C}"))
        yield from (Quantity("cards", player, zone) for zone in ("hand", "library", "graveyard", "exile"))


def _plain(choose: random.Random, board: Board) -> Iterator[Goal]:
    """One goal or several of each thing that a board shows."""
    for quantity in _quantities(board):
        for number in range(4):
            yield Comparison(((quantity, 1),), choose.choice([*OPERATORS]), number)
    yield from (State(thing, what) for thing in board.objects for what in _STATES)
    yield from (State(player, "lost") for player in board.model.players)


def _comparison(choose: random.Random, board: Board) -> Comparison:
    terms = [(one, choose.choice([1, 1, 2, -1])) for one in choose.sample([*_quantities(board)], choose.choice([1, 2]))]
    return Comparison(tuple(terms), choose.choice([*OPERATORS]), choose.choice([0, 1, 2, 3, 20]))


def _goal(choose: random.Random, board: Board, depth: int = 2) -> Goal:
    sort = choose.random()
    if depth and sort < 0.3:
        inner = tuple(_goal(choose, board, depth - 1) for _ in range(2))
        return choose.choice([All, Either])(inner)
    if depth and sort < 0.45:
        return Not(_goal(choose, board, depth - 1))
    if sort < 0.7:
        return _comparison(choose, board)
    if sort < 0.75:
        return State(choose.choice([*board.model.players]), "lost")
    return State(choose.choice([*board.objects]), choose.choice(_STATES))


class _Asking(Search[Board]):
    """A search in whose program goals are asked of the last board."""

    def __init__(self, board: Board, actions: Sequence[str], goals: Sequence[Goal], *, settle: bool) -> None:
        self._facts = goal_facts(All(tuple(goals)))
        self.numbers = [int(one) for one in re.findall(r"^inner_goal\(0,(\d+)\)", self._facts, re.MULTILINE)]
        """What each of them is called in the program."""
        also = ["questions/wanted.lp", "questions/this_turn.lp"]
        super().__init__(board, [board.action(one) for one in actions], settle=settle, also=also)

    def _program(self) -> str:
        return super()._program() + self._facts


def _scenarios(file: str) -> Iterator[tuple[Board, Sequence[str], bool]]:
    """Boards of a file, with what is done there and whether all of it resolves."""
    for scenario, _ in scenarios.load(DIRECTORY / f"{file}.yaml"):
        board = Board(scenario.board)
        if board.objects and scenario.actions and scenario.seen_by is None and not scenario.problems:
            yield board, scenario.actions, scenario.settle


@pytest.mark.parametrize("file", FILES)
def test_both_say_the_same(file: str) -> None:
    choose = random.Random(file)
    said = set()
    for board, actions, settle in islice(_scenarios(file), BOARDS):
        goals = [*_plain(choose, board), *(_goal(choose, board) for _ in range(GOALS))]
        search = _Asking(board, actions, goals, settle=settle)
        for outcome, model in islice(search.with_models(), 3):
            seen = Seen(outcome.board, outcome.characteristics or {}, ())
            for goal, number in zip(goals, search.numbers, strict=True):
                holds = model.contains(function("is_so", search.timeline.moment, number))
                assert goal.holds(seen) == holds, (board, actions, goal)
                said.add((type(goal), holds))
    assert said >= {(sort, holds) for sort in (Comparison, State, Not) for holds in (True, False)}
