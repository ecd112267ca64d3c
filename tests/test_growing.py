"""The search in one program of all lines: it knows what the search over positions knows, or says nothing."""

from __future__ import annotations

import sys
from random import Random

import pytest

from pyengine import Board
from pyengine.puzzles import incremental, searching
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.graph import Graph

BEARS = 5
BOARD = "players: {alice: {}, bob: {}}\nbattlefield:\n" + "".join(
    f"  - {{id: b{n}, card: Grizzly Bears, controller: alice}}\n" for n in range(BEARS)
)
TAPS = [f"tap b{n}" for n in range(BEARS)]
ALL_TAPPED = " and ".join(f"b{n} is tapped" for n in range(BEARS))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is asked from the first position on, and after each."""
    monkeypatch.setattr(incremental, "MANY", 0)
    monkeypatch.setattr(searching, "AT_ONCE", 1)


@pytest.mark.usefixtures("at_once")
def test_a_long_line_is_found_before_all_positions_are() -> None:
    found = Board.parse(BOARD).solve(ALL_TAPPED, TAPS)
    assert (found.answer, len(found.lines[0].steps), found.ruled_out) == ("found", BEARS, BEARS - 1)
    assert sorted(found.lines[0].actions) == TAPS
    assert found.positions < 2**BEARS


@pytest.mark.usefixtures("at_once")
def test_that_there_is_none_is_known_where_every_action_is_used_up() -> None:
    found = Board.parse(BOARD).solve(f"{ALL_TAPPED} and b0 has 1 charge counter", TAPS)
    assert (found.answer, found.positions < 2**BEARS) == ("none", True)
    within = Board.parse(BOARD).solve(ALL_TAPPED, TAPS, limit=BEARS - 1)
    assert (within.answer, within.ruled_out) == ("not decided", BEARS - 1)


def _growth(board: str, goal: str, allowed: list[str]) -> incremental.Growth | None:
    start = Board.parse(board)
    return incremental.growth(Graph(start, parse(goal), start.moves(allowed), None, settle=True))


@pytest.mark.parametrize(
    "allowed",
    [
        "put a +1/+1 counter on b0, then tap b0",  # the second step would be left out
        "investigate",
        "resolve the top of the stack",  # what is on top then is told anew each time
        "pass priority",
    ],
)
def test_no_growth_with_actions_of_several_events_or_that_depend_on_the_moment(allowed: str) -> None:
    assert _growth(BOARD, "b0 is tapped", [allowed, "tap b1"]) is None


def test_growth_is_over_if_there_is_any_note() -> None:
    noted = BOARD + "cards: {Sage: {types: [creature], power: 1, toughness: 1, not_modelled: [it sings]}}\n"
    noted += "hand: [{id: sage, card: Sage, owner: alice}]\n"
    found = _growth(noted, "sage is tapped", ["put sage onto the battlefield"])
    assert found is not None
    assert found.further() is not None
    assert found.further() is None
    assert found.is_over


def test_what_it_is_not_asked() -> None:
    assert _growth(BOARD, "at some time b0 is tapped", TAPS) is None
    assert _growth(BOARD, "b0 is tapped", ["everything legal"]) is None
    assert _growth(BOARD, "b0 is tapped", ["tap b1", "combat"]) is None
    # Done in several events.
    assert _growth(BOARD, "b0 is tapped", ["go to the end step"]) is None


POOL = (
    *("put a charge counter on a", "double the charge counters on a", "move a charge counter from b to a"),
    *("proliferate", "move all counters from a to b", "remove a charge counter from a", "destroy b", "tap a"),
)


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(1, 200))])
def test_both_searches_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    third = random.choice(("Doubling Season", "Hardened Scales", "Solemnity", "Secret Plans"))
    items = [
        {"id": "a", "card": "Grizzly Bears", "controller": "alice", "counters": {"charge": random.randint(0, 2)}},
        {"id": "b", "card": random.choice(("Hill Giant", "Kitchen Finks")), "counters": {"charge": 1}},
        {"id": "c", "card": third, "controller": "alice"},
    ]
    items[1]["controller"] = "alice"
    board = Board.from_data({"players": {"alice": {}, "bob": {}}, "battlefield": items})
    allowed = {action: random.choice((1, 2)) for action in random.sample(POOL, 3)}
    goal = f"charge counters on a = {random.randint(0, 6)}"
    answers = []
    for many in (0, sys.maxsize):
        monkeypatch.setattr(incremental, "MANY", many)
        found = board.solve(goal, allowed)
        answers.append((found.answer, [len(line.steps) for line in found.lines]))
    assert answers[0] == answers[1]
