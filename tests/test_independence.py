"""Independent actions: which ones are, and that the search without every order of them knows the same."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import plain_search
import pytest

from pyengine import Board
from pyengine.answers.verdicts import latest
from pyengine.cli.main import main
from pyengine.files import yaml_reading
from pyengine.formats import puzzle_file
from pyengine.proofs import certificate
from pyengine.puzzles import incremental
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.goals import Seen
from pyengine.puzzles.independence import independence
from pyengine.puzzles.solution import Solution
from pyengine.solving.chosen import Chosen
from pyengine.solving.timeline import Timeline

BOARD = """
players: {{alice: {{}}, bob: {{}}}}
battlefield:
  - {{id: a, card: Grizzly Bears, controller: alice}}
  - {{id: b, card: Grizzly Bears, controller: alice, counters: {{charge: 1}}}}
  - {{id: c, card: {}, controller: alice}}
  - {{id: d, card: {}, controller: bob}}
"""


def apart(board: Board, first: str, second: str) -> bool:
    """Whether two actions are independent."""
    return (first, second) in independence(board, board.actions([first, second]), parse("a is tapped")).pairs


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("put a +1/+1 counter on a", "put a +1/+1 counter on b", True),
        # Both add to the same number; doubling looks at it.
        ("put a +1/+1 counter on a", "put two +1/+1 counters on a", True),
        ("put a +1/+1 counter on a", "double the +1/+1 counters on a", False),
        ("put a charge counter on a", "put an oil counter on a", True),
        ("put a charge counter on a", "remove a charge counter from a", False),
        ("move a charge counter from a to b", "put a charge counter on b", True),
        ("move a charge counter from a to b", "remove a charge counter from b", False),
        ("tap a", "untap a", False),
        ("tap a", "untap b", True),
        # 122.1d: it is removed instead of untapping.
        ("untap a", "put a stun counter on a", False),
        # What dies has no counters put on it any more, and lies above what has died before (404.2).
        ("put a -1/-1 counter on a", "put a charge counter on a", False),
        ("put a -1/-1 counter on a", "destroy b", False),
        ("put a -1/-1 counter on a", "put a charge counter on b", True),
        ("destroy a", "put a shield counter on a", False),
        # 613.7c: of keyword counters it matters which came last.
        ("put a flying counter on a", "put a reach counter on b", False),
        ("put a flying counter on a", "put a charge counter on a", True),
        # What doubles counters has a say in how many are put, as long as it is there.
        ("destroy c", "put a charge counter on a", False),
        ("destroy c", "tap a", True),
        # 104.3d, 714.2b, 601, 118.3: what more hangs on, or that is not followed.
        ("put a poison counter on bob", "tap a", False),
        ("put a lore counter on a", "tap b", False),
        ("proliferate", "tap a", False),
        ("alice loses 1 life", "tap a", False),
        ("tap a as a cost", "put a charge counter on b", False),
        ("put a charge counter on each creature you control", "tap a", False),
        ("reveal a, then turn a face up if a is a creature card", "tap b", False),
        ("alice draws a card", "tap a", False),
        # In several events.
        ("go to the end step", "tap a", False),
        ("manifest the top two cards of alice's library", "tap a", False),
    ],
)
def test_which_actions_are_independent(first: str, second: str, expected: bool) -> None:
    board = Board.parse(BOARD.format("Doubling Season", "Grizzly Bears"))
    assert apart(board, first, second) is expected
    assert apart(board, second, first) is expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("{id: e, card: Hardened Scales, controller: bob}", True),
        ("{id: e, card: Serra Angel, controller: bob}", True),
        ("{id: e, card: Llanowar Elves, controller: bob}", True),
        ("{id: e, card: Glorious Anthem, controller: bob}", False),
        ("{id: e, card: Kitchen Finks, controller: bob}", False),
        ("{id: e, card: Rest in Peace, controller: bob}", False),
        ("{id: e, card: Bonesplitter, controller: bob, attached_to: a}", False),
        ("{id: e, card: Hill Giant, controller: bob, counters: {+1/+1: 1, -1/-1: 1}}", False),
        ("{id: e, card: Hill Giant, controller: bob, attacking: true, attacks: alice}", False),
    ],
)
def test_what_else_is_there_may_look_on(more: str, expected: bool) -> None:
    text = BOARD.format("Doubling Season", "Grizzly Bears") + f"  - {more}\n"
    assert apart(Board.parse(text), "put a charge counter on a", "put a charge counter on b") is expected


# --- the same with and without ------------------------------------------------------------------------------------

POOL = (
    *("put a +1/+1 counter on a", "put a +1/+1 counter on b", "put two +1/+1 counters on a", "tap a", "untap a"),
    *("put a -1/-1 counter on a", "put two -1/-1 counters on b", "double the +1/+1 counters on a", "tap b"),
    *("put a flying counter on a", "put a reach counter on b", "put a charge counter on a", "destroy b", "exile c"),
    *("move a +1/+1 counter from a to b", "move all counters from b to a", "remove a +1/+1 counter from a"),
    *("remove a charge counter from b", "put a stun counter on a", "sacrifice c", "put a shield counter on b"),
    *("put a charge counter on b", "double the charge counters on b", "move a charge counter from b to c"),
    *("proliferate", "alice loses 3 life", "destroy c", "put an indestructible counter on b", "put a into hand"),
    *("remove an indestructible counter from b", "put a charge counter on bob", "remove two counters from a"),
)
THERE = (
    *("Hardened Scales", "Doubling Season", "Solemnity", "Tatterkite", "Corpsejack Menace", "Hill Giant"),
    *("Glorious Anthem", "Kitchen Finks", "Serra Angel", "Walking Ballista", "Winding Constrictor"),
)
GOALS = (
    *("+1/+1 counters on a = {n}", "counters on a + counters on b = {n}", "a is tapped and +1/+1 counters on b = {n}"),
    *("b is in the graveyard and charge counters on b = 0 and counters on a >= {n}", "power of a = {n}"),
    *("at some time +1/+1 counters on a = {n} and a is tapped", "never a is tapped and counters on b >= {n}"),
    *("a is tapped and b is tapped and counters on a = {n}", "cards in graveyard of alice = {n}"),
    *("at some time a is tapped and at some time counters on b = {n} and a is untapped", "life of alice < 17"),
    *("a is tapped or (charge counters on b = {n} and not b is tapped)", "b is not on the battlefield"),
)


def puzzle(random: Random) -> dict[str, Any]:
    """A random puzzle: a board, a goal and what is allowed."""
    cards = [("a", "Hill Giant"), ("b", random.choice(("Grizzly Bears", "Hill Giant"))), ("c", random.choice(THERE))]
    if random.random() < 0.3:
        cards.append(("d", random.choice(THERE)))
    items: list[dict[str, Any]] = [{"id": name, "card": card, "controller": "alice"} for name, card in cards]
    items[0]["counters"] = {"+1/+1": random.randint(1, 2)} if random.random() < 0.5 else {}
    items[1]["counters"] = {random.choice(("charge", "+1/+1", "stun")): 1} if random.random() < 0.7 else {}
    allowed = {action: random.choice((1, 1, 1, 2)) for action in random.sample(POOL, random.randint(3, 4))}
    goal = random.choice(GOALS).format(n=random.randint(0, 4))
    return {"board": {"players": {"alice": {}, "bob": {}}, "battlefield": items}, "goal": goal, "allowed": allowed}


@pytest.fixture
def only_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other search, in one program of all lines, is never asked."""
    monkeypatch.setattr(incremental, "MANY", 1_000_000)


@pytest.mark.usefixtures("only_positions")
@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(3, 400))])
def test_the_answers_are_those_without_reductions(seed: int) -> None:
    random = Random(seed)
    asked = puzzle(random)
    board, goal, allowed = Board.from_data(asked["board"]), asked["goal"], asked["allowed"]
    options: list[dict[str, Any]] = [{}, {"all_lines": True}, {"fewest": "counters"}, {"against": True}, {"limit": 2}]
    option = random.choice(options)
    found, other = (board.solve(goal, allowed, reductions=one, **option) for one in (True, False))
    assert found.graph is not None and other.graph is not None
    assert found.graph.asked <= other.graph.asked
    assert set(found.caveats) <= set(other.caveats)
    # What is left out can't matter, so that more may be known; never anything else.
    assert told(found) == told(other) or (found.answer, other.answer) == ("none", "not decided"), option
    if "all_lines" in option or "against" in option:
        assert (told(found), found.caveats, found.positions) == (told(other), other.caveats, other.positions)
    wins = parse(goal)
    if found.answer in ("found", "none") and option.keys() <= {"all_lines"} and not wins.on_the_way():
        expected = plain_search.shortest(board, allowed, lambda one: holds(wins, one))
        assert (len(found.lines[0].steps) if found else None) == (None if expected is None else expected[0])
        assert not option or not expected or found.paths == expected[1]


def holds(goal: Any, board: Board) -> bool:
    """Whether a goal is so on a board."""
    return bool(goal.holds(Seen(board, board.characteristics, ())))


def told(found: Solution[Board]) -> tuple[Any, ...]:
    """What an answer comes to."""
    return found.answer, [(len(line.steps), line.cost) for line in found.lines[:1]], found.paths, found.classes


# --- the search rests on it ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", [{}, {"all_lines": True}, {"fewest": "counters"}])
def test_lines_are_lost_if_what_is_not_independent_is_said_to_be(
    option: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if to tap and to untap changed nothing: what can't be untapped at first could not be later."""
    board = Board.parse(BOARD.format("Hill Giant", "Hill Giant"))
    goal, allowed = "at some time a is tapped and a is untapped", ["tap a", "untap a", "tap b"]
    assert len(board.solve(goal, allowed, **option).lines[0].steps) == 2
    read_rules = Timeline.read

    def broken(self: Timeline, facts: str) -> None:
        before, after = "alters_cell(t,I,cell(Object,tapping))", "alters_nothing(t,I,Object)"
        self.statements = Chosen(one.saying(one.text.replace(before, after)) for one in self.statements)
        read_rules(self, facts)

    monkeypatch.setenv("PYENGINE_EVALUATOR", "clingo")  # plans are made of the files
    monkeypatch.setattr(Timeline, "read", broken)
    assert board.solve(goal, allowed, reductions=False, **option)
    assert board.solve(goal, allowed, **option).answer == "none"


def test_left_out_orders_are_reported_and_can_be_searched() -> None:
    board = Board.parse(BOARD.format("Hill Giant", "Hill Giant"))
    taps = [f"tap {name}" for name in "abcd"]
    goal = "a is tapped and b is tapped and counters on c = 1"
    found, other = (board.solve(goal, taps, reductions=one) for one in (True, False))
    assert (found.answer, other.answer) == ("none", "none")
    assert "all that could matter to it has been looked at" in str(found)
    assert "all that can be reached has been looked at, 16 positions" in str(other)
    line = board.solve("a is tapped and b is tapped and c is tapped", taps)
    assert (len(line.lines[0].steps), line.positions, line.left_out) == (3, 4, 6)


def test_what_is_asked_besides_adds_no_notes() -> None:
    """What dies is in the graveyard when the counters could be put there, which is noted, but they have been used."""
    board = Board.parse(BOARD.format("Tatterkite", "Hill Giant"))
    allowed = ["put two -1/-1 counters on b", "put a +1/+1 counter on a", "put a flying counter on a"]
    found = board.solve("cards in graveyard of alice = 2", allowed, all_lines=True)
    assert (found.answer, found.caveats) == ("none", ())


def test_a_certificate_lists_every_position(tmp_path: Any) -> None:
    data = {
        "players": {"alice": {}, "bob": {}},
        "battlefield": [{"id": name, "card": "Hill Giant", "controller": "alice"} for name in "abc"],
        "goal": "a is tapped and counters on b = 1",
        "allowed": ["tap a", "tap b", "tap c"],
    }
    puzzle = puzzle_file.of(yaml_reading.parse(json.dumps(data).encode(), "puzzle"))
    found = latest(puzzle.board.search(puzzle.task(exact=True)))
    assert found.graph is not None
    assert (len(found.reached), found.left_out, found.graph.filled) == (8, 0, 5)
    certificate.write(tmp_path / "none.json", puzzle, found)
    assert certificate.check(tmp_path / "none.json").holds


def test_the_command_line_searches_every_order_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = {
        "players": {"alice": {}, "bob": {}},
        "battlefield": [{"id": name, "card": "Hill Giant", "controller": "alice"} for name in "ab"],
        "goal": "a is tapped and counters on a = 1",
        "allowed": ["tap a", "tap b"],
    }
    (tmp_path / "puzzle.json").write_text(json.dumps(data), encoding="utf-8")
    positions = []
    for options in ([], ["--no-reductions"]):
        assert main(["solve", str(tmp_path / "puzzle.json"), "--json", *options]) == 1
        told = json.loads(capsys.readouterr().out)
        assert told["answer"] == "none"
        positions.append((told["positions"], told["left_out"]))
    assert positions == [(2, 2), (4, 0)]
