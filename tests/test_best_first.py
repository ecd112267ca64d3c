"""The search that meets any line first: what it meets is a line, it meets one where there is one, and it changes no
answer of the searches that it takes turns with.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import plain_search
import pytest

from pyengine import Board
from pyengine.cli.main import main
from pyengine.puzzles import ahead
from pyengine.puzzles.against import checked
from pyengine.puzzles.best_first import BestFirst
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.moves import EVERYTHING
from pyengine.puzzles.search_task import Task, search

CARDS = {
    "Spark": {"types": ["instant"], "mana_cost": "{R}", "text": "Spark deals 2 damage to target player."},
    "Charger": {"types": ["artifact"], "text": "{1}, {T}: Put a +1/+1 counter on target creature."},
    "Two Lands": {"types": ["land"], "text": "{T}: Add {R} or {G}."},
}
HAND = ("Spark", "Spark", "Mountain")
PERMANENTS = ("Charger", "Mountain", "Mountain", "Two Lands", "Llanowar Elves")


def _random_board(random: Random) -> Board:
    """A board of few cards: spells and abilities that ask for mana, and several ways to pay."""
    battlefield = [
        {"id": f"p{number}", "card": card, "controller": "alice"}
        for number, card in enumerate(random.sample(PERMANENTS, random.randint(2, 3)))
    ]
    hand = [
        {"id": f"h{number}", "card": card, "owner": "alice"}
        for number, card in enumerate(random.sample(HAND, random.randint(1, 2)))
    ]
    bear = {"id": "bear", "card": "Grizzly Bears", "controller": "alice"}
    return Board.from_data(
        {
            "players": {"alice": {}, "bob": {"life": random.choice((2, 4))}},
            "cards": CARDS,
            "battlefield": [bear, *battlefield],
            "hand": hand,
        }
    )


def _graph(board: Board, goal: str, *, at_most: int | None = None) -> Graph[Board]:
    moves = board.moves([EVERYTHING])
    wanted = parse(goal)
    return Graph(board, wanted, moves, wanted.names(), settle=True, promises=True, one_payment=True, at_most=at_most)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(2, 60))])
def test_it_meets_a_line_where_a_plain_search_finds_one(seed: int) -> None:
    random = Random(seed)
    board = _random_board(random)
    goal, wins = random.choice(
        [
            ("bob has lost", lambda one: one.model.players["bob"].lost),
            ("+1/+1 counters on bear = 1", lambda one: one.counters("bear").get("+1/+1", 0) == 1),
        ]
    )
    best = BestFirst(_graph(board, goal), strikes=False)
    path = next((path for path, _ in best.lines(600)), None)
    assert (path is None) == (plain_search.shortest(board, {}, wins, everything=True) is None)
    assert path is not None or best.is_over
    boards = {board}
    for move in path or ():
        boards = {one.board for before in boards for one in before.outcomes(move.text, settle=True)}
    assert path is None or any(map(wins, boards))


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two searches take turns from the first question on."""
    monkeypatch.setattr(ahead, "BEGINS", 0.0)
    monkeypatch.setattr(ahead, "TURN", 0.0)


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(1, 60))])
def test_the_answer_is_that_without_it(seed: int) -> None:
    random = Random(seed)
    board = _random_board(random)
    task = Task(parse(random.choice(["bob has lost", "+1/+1 counters on bear >= 1"])), board.moves([EVERYTHING]), 4)
    (*known, found) = search(board, task)
    (*_, expected) = search(board, replace(task, reductions=False))
    assert (found.answer, found.ruled_out) == (expected.answer, expected.ruled_out)
    assert [len(line.steps) for line in found.lines] == [len(line.steps) for line in expected.lines]
    for one in known:
        assert one.answer != "none"
        assert not one.lines or len(one.lines[0].steps) >= len(found.lines[0].steps)


BLOCKED = """
players: {alice: {}, bob: {life: 2}}
step: beginning of combat
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: ogre, card: Gray Ogre, controller: alice}
  - {id: wall, card: Grizzly Bears, controller: bob}
"""


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("blockers", [0, 1, 2])
def test_a_strategy_is_that_without_it(blockers: int) -> None:
    """An attack of two is enough against one blocker, whichever it blocks, and not against two."""
    text = BLOCKED + "  - {id: wall2, card: Gray Ogre, controller: bob}\n" * (blockers > 1)
    board = Board.parse(text if blockers else text.replace("controller: bob}", "controller: bob, tapped: true}"))
    task = Task(parse("bob has lost"), board.moves(["combat"]), against=True)
    (*_, found) = search(board, task)
    (*_, expected) = search(board, replace(task, reductions=False))
    assert found.answer == expected.answer == ("found" if blockers < 2 else "none")
    assert [branch.length for branch in found.strategy] == [branch.length for branch in expected.strategy]


def test_of_payments_that_differ_in_sources_alone_the_first_leaves_most() -> None:
    """Spark is paid with the Mountain first, as Two Lands could make other mana later; no payment is left out."""
    board = Board.from_data(
        {
            "players": {"alice": {}, "bob": {"life": 20}},
            "cards": CARDS,
            "battlefield": [
                {"id": "two", "card": "Two Lands", "controller": "alice"},
                {"id": "mountain", "card": "Mountain", "controller": "alice"},
            ],
            "hand": [{"id": "spark", "card": "Spark", "owner": "alice"}],
        }
    )
    best = BestFirst(_graph(board, "bob has lost"), strikes=False)
    while not best.is_over:
        list(best.lines(1))
    cast = [
        node
        for node in best.graph.nodes()
        if (there := node.place.position).model.players["bob"].life == 18
        and there.objects["mountain"].tapped != there.objects["two"].tapped
    ]
    assert [node.place.position.objects["mountain"].tapped for node in cast] == [True, False]


def _meets(one: ahead.Ahead[Board]) -> bool:
    """Return True if a search meets a line before it ends."""
    try:
        while not one.is_over:
            one.go_on()
    except ahead.MetError:
        return True
    return False


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("life", [3, 4])
def test_a_line_that_attackers_end_is_checked_against_every_block(life: int) -> None:
    """With a counter the Bears deal three damage, and a tapped Ogre doesn't block."""
    board = Board.from_data(
        {
            "players": {"alice": {}, "bob": {"life": life}},
            "cards": CARDS,
            "battlefield": [
                {"id": "bear", "card": "Grizzly Bears", "controller": "alice"},
                {"id": "charger", "card": "Charger", "controller": "alice"},
                {"id": "mountain", "card": "Mountain", "controller": "alice"},
                {"id": "ogre", "card": "Gray Ogre", "controller": "bob", "tapped": True},
            ],
        }
    )
    goal = parse("bob has lost")
    graph = Graph(board, goal, board.moves([EVERYTHING, "combat"]), None, settle=True, solver="alice")
    found = ahead.Ahead(graph, None, keep=goal.names(), check=checked(graph))
    assert _meets(found) == (life == 3)
    if life == 3:
        actions = found.found.lines[0].actions
        assert "activate ability 1 of charger targeting bear" in actions
        assert found.found.strategy and not found.found.proved
        assert found.found.lines[0].steps[-1].outcome.board.model.players["bob"].lost


@pytest.mark.usefixtures("_at_once")
def test_a_line_in_doubt_does_not_end_the_search() -> None:
    """Nobody knows what the Charm does; the answer is the one of the search that proves."""
    board = Board.from_data(
        {
            "players": {"alice": {}, "bob": {"life": 2}},
            "cards": CARDS
            | {"Odd Charm": {"types": ["instant"], "mana_cost": "{0}", "text": "Foo the bar.", "text_remarks": True}},
            "battlefield": [{"id": "mountain", "card": "Mountain", "controller": "alice"}],
            "hand": [
                {"id": "spark", "card": "Spark", "owner": "alice"},
                {"id": "charm", "card": "Odd Charm", "owner": "alice"},
            ],
        }
    )
    task = Task(parse("bob has lost"), board.moves([EVERYTHING]))
    (*_, found) = search(board, task)
    (*_, expected) = search(board, replace(task, reductions=False))
    assert (found.answer, found.in_doubt, found.lines[0].actions) == (
        expected.answer,
        expected.in_doubt,
        expected.lines[0].actions,
    )


def test_the_command_stops_at_the_first_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(BLOCKED + "goal: bob has lost\nallowed: combat\n", encoding="utf-8")
    assert main(["solve", str(path), "--any"]) == 0
    assert capsys.readouterr().out.startswith("found: ")


@pytest.mark.usefixtures("_at_once")
def test_tries_are_those_without_it() -> None:
    """Near misses are looked for when the second search has ended."""
    board = Board.parse(BLOCKED)
    task = Task(parse("bob has lost"), board.moves(["combat"]), against=True, tries=True)
    (*_, found) = search(board, task)
    (*_, expected) = search(board, replace(task, reductions=False))
    assert found.graph is not None and found.graph.meanwhile is None
    assert found.tries is not None
    assert found.tries == expected.tries
