"""Puzzles: goals, what comes of each of several actions, the search, and puzzle files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import plain_search
import pytest

from pyengine import Board, InputError
from pyengine.answers.verdicts import latest
from pyengine.asking.each_of import tried
from pyengine.cli.main import main
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.goals import Seen
from pyengine.tools import puzzle_file

EXAMPLES = Path(__file__).parent.parent / "examples" / "puzzles"

BOARD = """
players:
  alice: {life: 12, mana: "{2}{G}", counters: {energy: 2}}
  bob: {life: 0, lost: true, this_turn: {damage: 3, life_lost: 4}}
  carol: {}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 2, first strike: 1}, damage: 1, tapped: true}
  - {id: slayer, card: Hidden Dragonslayer, controller: alice, face_down: {by: morph}}
graveyard: [{id: elf, card: Grizzly Bears, owner: alice}]
hand: [{id: "my card", card: Forest, owner: alice}]
"""


# --- goals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        ("+1/+1 counters on bear = 2", True),
        ("+1/+1 counters on bear != 2", False),
        ("counters on bear is at least 3 and first strike counters on bear is 1", True),
        ("energy counters on alice > 1", True),
        ("power of bear + toughness of bear = 8", True),
        ("power of bear - 2 * power of slayer >= 1", False),
        ("power of elf = 1", False),
        ("life of alice is more than 3 times damage dealt to bob this turn", True),
        ("life lost by bob this turn < 4", False),
        ("damage on bear = 1 and not damage on slayer = 1", True),
        ("{G} mana of alice = 1 and mana of alice = 3", True),
        ("cards in hand of alice = 1 and cards in graveyard of bob = 0", True),
        ("bob has lost or alice has lost", True),
        ("bob has lost and (alice has lost or bear is face down)", False),
        ("slayer is face down and slayer is not tapped and bear is tapped", True),
        ("bear is untapped", False),
        ('elf is in the graveyard and "my card" is in hand', True),
        ("bear is not on the battlefield", False),
        ("elf is tapped", False),
        ("never bear is tapped", False),
        ("at some time bear is tapped", True),
        ("at some time bear is untapped", True),
        ("-1/-1 counters on bear = -1 + 1", True),
    ],
)
def test_goals(goal: str, holds: bool) -> None:
    board = Board.parse(BOARD)
    been = set(parse("at some time bear is untapped").on_the_way())
    assert parse(goal).holds(Seen(board, board.characteristics, been)) == holds


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("", "it ends there"),
        ("bear is taped", "found 'taped'"),
        ("lief of bob = 3", "found 'of bob = 3'"),
        ("life of bob = 3 adn bear is tapped", "found 'adn bear is tapped'"),
        ("flyng counters on bear = 1", "did you mean 'flying'"),
        ("never at some time bear is tapped", "expected no 'at some time'"),
        ("life of brob = 3", "did you mean bob"),
        ("power of alice = 3", "alice is a player; expected an object"),
        ("life of bear = 3", "bear is no player"),
        ("alice is face up", "alice is a player; expected an object"),
        ("bear has lost", "bear is no player"),
        ("counters on bear < 3 and counters on bear = 4", "contradicts itself"),
        ("(" * 1500 + "bear is tapped" + ")" * 1500, "at most 2,000 characters"),
        ("life of bob = 99999999999999", "at most 1,000,000,000"),
    ],
)
def test_goals_that_are_none(goal: str, said: str) -> None:
    with pytest.raises(InputError, match=said.replace("(", r"\(")):
        Board.parse(BOARD).solve(goal, ["tap bear"])


def test_no_goal_is_a_contradiction_that_some_number_fits() -> None:
    for goal in ("counters on bear > 3 and counters on bear < 5", "life of bob != 0 and life of bob != 1"):
        assert Board.parse(BOARD).solve(goal, ["tap slayer"]).answer == "none"


# --- what comes of each of several actions ---------------------------------------------------------------------

STACK = EXAMPLES.parent / "stack.yaml"
TRIED = [
    (EXAMPLES.parent / "counters.yaml", ["proliferate", "put a +1/+1 counter on bear", "destroy kite", "tap bear"]),
    (EXAMPLES.parent / "counters.yaml", ["put a +1/+1 counter on kite", "bob loses 20 life", "go to the end step"]),
    (STACK, ["activate ability 1 of cultivator targeting bear", "cast transfer", "tap bear, then untap bear"]),
]


@pytest.mark.parametrize(("path", "actions"), TRIED)
@pytest.mark.parametrize("settle", [False, True])
def test_actions_together_do_what_each_does_alone(path: Path, actions: list[str], settle: bool) -> None:
    board = Board.load(path)
    for action, found in zip(actions, tried(board, board.actions(actions), settle=settle, look=True), strict=True):
        alone = board.outcomes(action, settle=settle)
        assert {one.board for one in found.outcomes} == ({one.board for one in alone} if alone.verdicts[0] else set())
        assert (set(found.caveats), set(found.other_caveats)) == (set(alone.caveats), set(alone.other_caveats))
        for one in found.outcomes:
            assert one.characteristics == one.board.characteristics


# --- the search ------------------------------------------------------------------------------------------------

POOL = (
    *("put a +1/+1 counter on a", "put two charge counters on b", "double the +1/+1 counters on a"),
    *("move a charge counter from b to a", "proliferate a and b", "remove a charge counter from a"),
    *("move all counters from a to b", "put a -1/-1 counter on a", "destroy b", "alice loses 3 life"),
)
GOALS: tuple[tuple[str, Callable[[Board], bool]], ...] = (
    ("+1/+1 counters on a = {}", lambda board: board.counters("a").get("+1/+1", 0) == WANTED[0]),
    ("counters on a + counters on b = {}", lambda board: sum(_all(board, "a")) + sum(_all(board, "b")) == WANTED[0]),
    ("counters on b >= {} or life of alice < 18", lambda board: sum(_all(board, "b")) >= WANTED[0] or _life(board)),
)
WANTED = [0]


def _all(board: Board, name: str) -> Any:
    return board.counters(name).values()


def _life(board: Board) -> bool:
    return board.model.players["alice"].life < 18


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(2, 200))])
def test_lines_are_as_short_and_as_many_as_a_plain_search_finds(seed: int) -> None:
    random = Random(seed)
    third = random.choice(["Hardened Scales", "Doubling Season", "Tatterkite", "Solemnity"])
    items = [
        {"id": "a", "card": "Grizzly Bears", "controller": "alice", "counters": {"+1/+1": random.randint(0, 1)}},
        {"id": "b", "card": "Hill Giant", "controller": "alice", "counters": {"charge": 1}},
        {"id": "c", "card": third, "controller": "alice"},
    ]
    board = Board.from_data({"players": {"alice": {}, "bob": {}}, "battlefield": items})
    allowed = {action: random.choice((1, 1, 2)) for action in random.sample(POOL, 4)}
    (goal, wins), WANTED[0] = random.choice(GOALS), random.randint(1, 6)
    expected = plain_search.shortest(board, allowed, wins)
    found = board.solve(goal.format(WANTED[0]), allowed, all_lines=True)
    assert found.answer == ("none" if expected is None else "found")
    if expected is not None:
        assert (len(found.lines[0].steps), found.paths) == expected
        assert wins(board_after(board, found.lines[0].actions, found))


def board_after(board: Board, actions: tuple[str, ...], found: Any) -> Board:
    """The board at the end of a line, if `apply` leads there."""
    last: Board = found.lines[0].steps[-1].outcome.board if actions else board
    for step in found.lines[0].steps:
        assert step.outcome.board in {one.board for one in board.outcomes(step.action, settle=True)}
        board = step.outcome.board
    assert board == last
    return last


WINS: dict[str, Callable[[Board], bool]] = {
    "arithmetic": lambda board: board.counters("bear").get("+1/+1", 0) == 22,
    "unmasking": lambda board: board.characteristics["slayer"].power == 8 and board.objects["slayer"].face_down is None,
    "solemn": lambda board: board.counters("slayer").get("+1/+1", 0) >= 1,
}
"""The goal of each example in other words."""


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_examples_are_as_short_as_a_plain_search_finds(path: Path) -> None:
    puzzle = puzzle_file.load(path)
    found = latest(puzzle.board.search(puzzle.task()))
    uses = {entry.do: int(entry.times) for entry in puzzle.file.allowed}
    expected = plain_search.shortest(puzzle.board, uses, WINS[path.stem], settle=puzzle.file.settle)
    assert found.answer == ("none" if expected is None else "found")
    assert [len(line.steps) for line in found.lines] == ([] if expected is None else [expected[0]])


TWO = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: a, card: Grizzly Bears, controller: alice}
  - {id: b, card: Grizzly Bears, controller: alice}
  - {id: c, card: Grizzly Bears, controller: alice}
hand: [{id: d, card: Grizzly Bears, owner: alice}]
"""


def test_all_lines_but_for_the_order_of_independent_steps() -> None:
    allowed = ["tap a", "tap b", "put a +1/+1 counter on a", "double the +1/+1 counters on a"]
    found = Board.parse(TWO).solve("a is tapped and b is tapped and +1/+1 counters on a = 2", allowed, all_lines=True)
    # Doubling comes after the put; the two taps stand anywhere.
    assert (found.paths, found.classes, len(found.lines)) == (12, 1, 1)
    either = Board.parse(TWO).solve("a is tapped and (b is tapped or counters on a = 1)", allowed, all_lines=True)
    assert (either.paths, either.classes) == (4, 2)


def test_what_is_called_otherwise_is_one_position() -> None:
    """Which of two alike cards is discarded is all the same, as long as neither is named."""
    cards = ", ".join(f"{{id: {name}, card: Grizzly Bears, owner: alice}}" for name in "ef")
    board = Board.parse(TWO.replace("owner: alice}]", f"owner: alice}}, {cards}]"))
    found = board.solve("life of bob < 0", {"alice discards two cards": 1})
    assert (found.answer, found.positions) == ("none", 2)
    named = board.solve("life of bob < 0", {"alice discards two cards": 1, "put d into graveyard": 1}, limit=1)
    assert named.positions == 4


def test_on_the_way() -> None:
    board = Board.parse(TWO)
    allowed = {"tap a": None, "untap a": None, "put a charge counter on b": 1}
    found = board.solve("at some time a is tapped and a is untapped and counters on b = 1", allowed)
    assert len(found.lines[0].steps) == 3
    at_once = board.solve("at some time (a is tapped and counters on b = 1) and a is untapped", allowed)
    assert len(at_once.lines[0].steps) == 3
    assert board.solve("never a is tapped and counters on b = 1", allowed)
    assert board.solve("never a is tapped and a is tapped", allowed).answer == "none"


def test_how_often_something_may_be_used() -> None:
    board = Board.parse(TWO)
    put = "put a charge counter on a"
    assert board.solve("counters on a = 3", {put: 2}).answer == "none"
    assert len(board.solve("counters on a = 3", {put: 3}).lines[0].steps) == 3
    assert len(board.solve("counters on a = 3", {put: None}).lines[0].steps) == 3
    short = board.solve("counters on a = 3", {put: None}, limit=2)
    assert (short.answer, short.ruled_out) == ("not decided", 2)
    assert "none within 2 steps" in str(short)
    assert board.solve("counters on a = 0", [put]).lines[0].steps == ()


def test_fewest() -> None:
    board = Board.parse(TWO)
    many = {"put three charge counters on a": 1, "put a charge counter on a": 2, "alice loses 1 life": 9}
    assert board.solve("counters on a >= 2", many).lines[0].actions == ("put three charge counters on a",)
    found = board.solve("counters on a >= 2", many, fewest="counters")
    assert (found.answer, found.lines[0].cost, len(found.lines[0].steps)) == ("found", 2, 2)
    dear = {"alice loses 5 life": 1, "alice loses 1 life, then put d into graveyard": 1, "put d into graveyard": 1}
    assert board.solve("d is in the graveyard", dear, fewest="life").lines[0].cost == 0
    assert board.solve("life of alice <= 15", dear, fewest="life").lines[0].cost == 5
    assert board.solve("d is in the graveyard", dear, fewest="cards").lines[0].cost == 1
    assert board.solve("d is in exile", dear, fewest="cards").answer == "none"
    with_limit = board.solve("counters on a >= 2", many, fewest="counters", limit=1)
    assert (with_limit.lines[0].cost, len(with_limit.lines[0].steps)) == (3, 1)


def test_everything_legal() -> None:
    board = Board.parse("""
players: {alice: {mana: "{W}{G}{G}"}, bob: {}}
battlefield: [{id: slayer, card: Hidden Dragonslayer, controller: alice, face_down: {by: megamorph}}]
""")
    found = board.solve("slayer is face up", ["everything legal"], fewest="mana")
    assert found.lines[0].actions == ("turn slayer face up for its megamorph cost",)
    assert found.lines[0].cost == 3
    assert board.solve("slayer is in exile", ["everything legal"]).answer == "none"


def test_what_is_noted_on_the_way_stays_attached() -> None:
    large = Board.parse(TWO.replace("{id: a,", "{id: a, counters: {charge: 1000000000},"))
    found = large.solve("counters on a = 1", {"double the charge counters on a": None, "tap a": 1})
    assert found.answer == "not decided"
    assert any("too large" in note for note in found.caveats)


# --- files and the command line --------------------------------------------------------------------------------

PUZZLE = TWO + "goal: a is tapped\nallowed: [tap a]\n"


def complain(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, *more: str) -> str:
    path = tmp_path / "p.yaml"
    path.write_text(text, encoding="utf-8")
    assert main(["solve", str(path), *more]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err.replace(str(path), "p.yaml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TWO, "expected 'goal'"),
        (TWO + "goal: a is tapped\n", "expected 'allowed'"),
        (PUZZLE.replace("a is tapped", "x is tapped"), "p.yaml:8:7: goal: nothing on the board is called 'x'"),
        (PUZZLE.replace("[tap a]", "[tap a, tap x]"), "p.yaml:9:18: 'tap x': nothing on the board is called 'x'"),
        (PUZZLE.replace("[tap a]", "[tap a, tap a]"), "'tap a' twice"),
        (PUZZLE.replace("[tap a]", "[{do: tap a, times: never}]"), "p.yaml:9:"),
        (PUZZLE + "limit: 2\n", "p.yaml:10:8: limit: expected at most 1 steps"),
        (PUZZLE + "limits: 2\n", "limits"),
        (PUZZLE.replace("controller: alice}", "controller: alce}", 1), "p.yaml:4:"),
    ],
)
def test_bad_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str) -> None:
    assert said in complain(tmp_path, capsys, text)


def test_bad_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected all lines of the fewest steps" in complain(tmp_path, capsys, PUZZLE, "--all", "--fewest", "mana")
    assert "found 'tpa'" in complain(tmp_path, capsys, PUZZLE, "--allow", "tpa b")
    assert "expected something such as" in complain(tmp_path, capsys, PUZZLE, "--goal", "b taps")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(PUZZLE, encoding="utf-8")
    assert main(["solve", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("found: 1 step, no shorter line exists; 2 positions looked at\n")
    assert "1. tap a\n     a becomes tapped" in said
    assert main(["solve", str(path), "--hint"]) == 0
    assert capsys.readouterr().out == "next step: tap a\n"
    assert main(["solve", str(path), "--goal", "b is tapped"]) == 1
    assert capsys.readouterr().out.startswith("none at all")
    assert main(["solve", str(path), "--goal", "b is tapped", "--allow", "tap b", "--limit", "1"]) == 3
    assert capsys.readouterr().out.startswith("none within 1 step: there may be longer lines")
