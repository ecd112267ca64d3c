"""Puzzles: goals, what comes of each of several actions, the search, and puzzle files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import plain_search
import pytest
from clingo.ast import AST, ASTType, parse_string

from pyengine import Board, InputError, Interrupted
from pyengine.asking.each_of import tried
from pyengine.cli.main import main
from pyengine.files import yaml_reading
from pyengine.formats import puzzle_file
from pyengine.puzzles import searching
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.goals import Seen
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.solution import Solution

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


@cache
def _board() -> Board:
    return Board.parse(BOARD)


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
        ("2*power of slayer>=power of bear -3", True),
        ("life lost by bob this turn-life of bob > 0", True),
        ("not not bob has lost", True),
        ("bear has a +1/+1 counter and bear has exactly 2 +1/+1 counters", True),
    ],
)
def test_goals(goal: str, holds: bool) -> None:
    board = _board()
    been = set(parse("at some time bear is untapped").on_the_way())
    assert parse(goal).holds(Seen(board, board.characteristics, been)) == holds


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("", "it ends there"),
        ("bob has", "it ends there"),
        ("not", "it ends there"),
        ("bear has 2 counters on", "found 'on'"),
        ("damage dealt to bob this trun = 1", "found 'trun = 1'"),
        ("at charge counters on bear = 1", "found 'charge counters on bear = 1'"),
        ("(bear is tapped", "it ends there"),
        ("(" * 400 + "bear is tapped" + ")" * 400, "expected fewer parentheses"),
        ("bear is taped", "found 'taped'"),
        ("lief of bob = 3", "found 'of bob = 3'"),
        ("life of bob = 3 adn bear is tapped", "found 'adn bear is tapped'"),
        ("flyng counters on bear = 1", "did you mean 'flying'"),
        ("never at some time bear is tapped", "expected no 'at some time'"),
        ("life of brob = 3", "did you mean bob"),
        ("power of alice = 3", "alice is a player; expected an object"),
        ("life of bear = 3", "bear is not a player"),
        ("alice is face up", "alice is a player; expected an object"),
        ("bear has lost", "bear is not a player"),
        ("counters on bear < 3 and counters on bear = 4", "contradicts itself"),
        ("(" * 1500 + "bear is tapped" + ")" * 1500, "at most 2,000 characters"),
        ("life of bob = 99999999999999", "at most 1,000,000,000"),
    ],
)
def test_goals_that_are_none(goal: str, said: str) -> None:
    with pytest.raises(InputError, match=said.replace("(", r"\(")):
        _board().solve(goal, ["tap bear"])


def test_no_goal_is_a_contradiction_that_some_number_fits() -> None:
    for goal in ("counters on bear > 3 and counters on bear < 5", "life of bob != 0 and life of bob != 1"):
        assert Board.parse(BOARD).solve(goal, ["tap slayer"]).answer == "none"


def test_nobody_goes_on_before_the_opponent_has_declared_blockers() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {life: 2}}
step: declare blockers
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, tapped: true, attacking: true, attacks: bob}
  - {id: wall, card: Grizzly Bears, controller: bob}
""")
    assert board.solve("bob has lost", ["go to the next step"]).answer == "found"
    found = board.solve("bob has lost", ["go to the next step"], against=True)
    assert found.answer == "none"
    found = board.solve("bear is in the graveyard or bob has lost", ["go to the next step"], against=True)
    assert (found.answer, found.lines[0].actions) == ("found", ("declare blockers by bob", "go to the next step"))
    assert [branch.whose for branch in found.strategy] == ["opponent", "opponent"]


def test_several_opponents_who_could_block_are_reported() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {life: 2}, carol: {}}
step: declare blockers
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, tapped: true, attacking: true, attacks: bob}
  - {id: ox, card: Grizzly Bears, controller: alice, tapped: true, attacking: true, attacks: carol}
""")
    found = board.solve("bob has lost", ["go to the next step"], against=True)
    assert any("of several players only one declares" in note for note in found.caveats)
    assert found.answer != "found"


def test_who_attacks_nobody_of_declares_no_blockers() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {life: 2}, carol: {}}
step: declare blockers
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, tapped: true, attacking: true, attacks: bob}
  - {id: wall, card: Grizzly Bears, controller: carol}
""")
    found = board.solve("bob has lost", ["go to the next step"], against=True)
    assert (found.answer, found.caveats) == ("found", ())


CONTROLLED = """
players: {{alice: {{}}, bob: {{life: 2{}}}}}
step: declare blockers
battlefield:
  - {{id: bear, card: Grizzly Bears, controller: alice, tapped: true, attacking: true, attacks: bob}}
  - {{id: wall, card: Grizzly Bears, controller: bob}}
"""


def test_who_controls_a_player_chooses_for_that_player() -> None:
    # 723.5
    goal, allowed = "bob has lost", ["go to the next step"]
    assert Board.parse(CONTROLLED.format("")).solve(goal, allowed, against=True).answer == "none"
    found = Board.parse(CONTROLLED.format(", controlled_by: alice")).solve(goal, allowed, against=True)
    assert (found.answer, found.caveats) == ("found", ())
    # The other way round her own choices are those of her opponent.
    turned = CONTROLLED.replace("alice: {{}}", "alice: {{controlled_by: bob}}").format("")
    board = Board.parse(turned.replace("card: Grizzly Bears, controller: bob", "card: Wall of Wood, controller: bob"))
    assert board.solve("bear is tapped", allowed, against=True).answer == "found"


def test_a_teammate_is_not_an_opponent() -> None:
    # 102.3: in which order anna lets her effects apply (616.1) is nobody's choice who is against alice.
    data = puzzle_file.load(EXAMPLES / "his_choice.yaml").board.to_data()
    put, goal = "put a +1/+1 counter on ox", "+1/+1 counters on ox = 4"
    for team, answer in (("red", "found"), ("blue", "none")):
        players = {"alice": {"team": "red"}, "bob": {"team": team}, "carol": {"team": "blue"}}
        found = Board.from_data({**data, "players": players}).solve(goal, [put], against=True)
        assert found.answer == answer
        assert any("teammates of the solver" in note for note in found.caveats) == (team == "red")


ATTACKED = """
players: {alice: {}, bob: {}}
active: bob
priority: alice
step: declare attackers
declared: some
battlefield:
  - {id: bear, card: Grizzly Bears, controller: bob, tapped: true, attacking: true, attacks: alice}
  - {id: giant, card: Hill Giant, controller: alice}
"""


@pytest.mark.parametrize("against", [False, True])
def test_the_solver_blocks_in_the_turn_of_an_opponent(against: bool) -> None:
    # 509.1: alice is the defending player, and declares before anybody has priority.
    board = Board.parse(ATTACKED)
    moves = {"everything legal": None, "go to the next step": None}
    found = board.solve("bear is in the graveyard", moves, limit=3, against=against)
    assert found.answer == "found"
    assert [action.removesuffix(" by alice") for action in found.lines[0].actions if action != "pass priority"] == [
        "go to the next step",
        "declare blockers",
        "go to the next step",
    ]
    # What attackers bob would have declared by himself is not for alice to choose.
    tapped = Board.parse(ATTACKED.replace("controller: alice}", "controller: alice, tapped: true}"))
    assert tapped.solve("bear is in the graveyard", moves, limit=3, against=against).answer != "found"


def test_blocks_not_tried_in_another_players_turn_are_reported() -> None:
    board = Board.parse(ATTACKED)
    moves = {"block bear with giant": 1, "go to the next step": None}
    found = board.solve("bear is in the graveyard", moves, limit=3, against=True)
    assert (found.answer, found.in_doubt) == ("not decided", True)
    assert any("in another player's turn" in note for note in found.caveats)


# --- what comes of each of several actions ---------------------------------------------------------------------

STACK = EXAMPLES.parent / "stack.yaml"
MASKS = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: scales, card: Hardened Scales, controller: alice}
  - {id: finks, card: Kitchen Finks, controller: alice}
  - {id: history, card: History of Benalia, controller: alice, counters: {lore: 1}}
library: [{id: bear, card: Grizzly Bears, owner: alice}]
"""
TRIED: list[tuple[Path | str, list[str], bool]] = [
    (
        EXAMPLES.parent / "counters.yaml",
        [
            "proliferate",
            "put a +1/+1 counter on bear",
            "destroy kite",
            "put a +1/+1 counter on kite",
            "go to the end step",
        ],
        False,
    ),
    # What would enter is looked at as it would be there by that action alone; tokens that abilities create have ids.
    (
        MASKS,
        ["manifest the top card of alice's library", "put a +1/+1 counter on bear", "put two +1/+1 counters on bear"],
        True,
    ),
    (MASKS, ["put a lore counter on history", "proliferate"], True),
    (STACK, ["activate ability 1 of cultivator targeting bear", "cast transfer", "tap bear, then untap bear"], False),
]


@pytest.mark.parametrize(("path", "actions", "settle"), TRIED)
def test_actions_together_do_what_each_does_alone(path: Path | str, actions: list[str], settle: bool) -> None:
    board = Board.load(path) if isinstance(path, Path) else Board.parse(path)
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


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(1, 200))])
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


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(1, 100))])
def test_strategies_are_as_short_as_a_plain_search_finds(seed: int) -> None:
    """All choices there are those of 616.1 on what bob controls, and so bob's."""
    random = Random(seed)
    items = [
        {"id": "ox", "card": "Hill Giant", "controller": "bob", "counters": {"+1/+1": random.randint(0, 1)}},
        {"id": "s", "card": "Hardened Scales", "controller": "bob"},
        {"id": "e", "card": random.choice(["Branching Evolution", "Doubling Season"]), "controller": "bob"},
    ]
    board = Board.from_data({"players": {"alice": {}, "bob": {}}, "battlefield": items})
    pool = ("put a +1/+1 counter on ox", "put two +1/+1 counters on ox", "remove a +1/+1 counter from ox")
    allowed = {action: random.choice((1, 2)) for action in random.sample(pool, 2)}
    wanted = random.randint(2, 7)
    best = plain_search.strategy(board, allowed, lambda one: one.counters("ox").get("+1/+1", 0) == wanted)
    found = board.solve(f"+1/+1 counters on ox = {wanted}", allowed, against=True)
    assert (found.answer, len(found.lines[0].steps) if found else None) == ("none" if best is None else "found", best)


def board_after(board: Board, actions: tuple[str, ...], found: Any) -> Board:
    """The board at the end of a line, if `apply` leads there."""
    last: Board = found.lines[0].steps[-1].outcome.board if actions else board
    for step in found.lines[0].steps:
        assert step.outcome.board in {one.board for one in board.outcomes(step.action, settle=True)}
        board = step.outcome.board
    assert board == last
    return last


TWO = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: a, card: Grizzly Bears, controller: alice}
  - {id: b, card: Grizzly Bears, controller: alice}
  - {id: c, card: Grizzly Bears, controller: alice}
hand: [{id: d, card: Grizzly Bears, owner: alice}]
"""


def test_all_lines_except_for_the_order_of_independent_steps() -> None:
    allowed = ["tap a", "tap b", "put a +1/+1 counter on a", "double the +1/+1 counters on a"]
    found = Board.parse(TWO).solve("a is tapped and b is tapped and +1/+1 counters on a = 2", allowed, all_lines=True)
    # Doubling comes after the put; the two taps stand anywhere.
    assert (found.paths, found.classes, len(found.lines)) == (12, 1, 1)
    either = Board.parse(TWO).solve("a is tapped and (b is tapped or counters on a = 1)", allowed, all_lines=True)
    assert (either.paths, either.classes) == (4, 2)


def test_difficulty_counts_what_leads_astray_on_the_way() -> None:
    """At the start two actions are possible, tapped one, and with the counter two, one of which removes it."""
    allowed = ["tap a", "put a +1/+1 counter on a", "remove a +1/+1 counter from a"]
    goal = "a is tapped and +1/+1 counters on a = 1"
    found = Board.parse(TWO).solve(goal, allowed, all_lines=True).difficulty
    assert found is not None
    assert (found.steps, found.lines, found.branching, found.traps) == (2, 2, 1.67, 1)
    assert Board.parse(TWO).solve(goal, allowed).difficulty is None


def test_a_sheet_has_the_task_first_and_escapes_what_users_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = tmp_path / "a_<b>.yaml"
    puzzle.write_text(TWO + "goal: a is tapped\nallowed: [tap a]\n", encoding="utf-8")
    sheet = tmp_path / "sheet.html"
    assert main(["solve", str(puzzle), "--sheet", str(sheet)]) == 0
    task, solution = sheet.read_text(encoding="utf-8").split('<section class="solution">')
    assert "<h1>A &lt;b&gt;</h1>" in task
    assert "<li>tap a</li>" in task
    assert "It takes 1 step." in task
    assert "becomes tapped" not in task
    assert "a becomes tapped" in solution
    assert "<b>" not in solution
    assert main(["solve", str(puzzle), "--sheet", str(tmp_path)]) == 2
    assert "is a directory" in capsys.readouterr().err


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


def test_what_happens_this_turn_is_followed() -> None:
    """No card here asks for it, and the board does not say it."""
    board = Board.parse(TWO)
    deal = {"deal 3 damage to bob from a": 1, "deal 2 damage to bob from b": 1}
    assert len(board.solve("damage dealt to bob this turn = 5", deal).lines[0].steps) == 2
    both = ["alice loses 2 life", "alice gains 2 life"]
    gained = board.solve("life lost by alice this turn = 2 and life of alice = 20", both)
    assert len(gained.lines[0].steps) == 2
    assert board.solve("life lost by bob this turn >= 1", both, against=True).answer == "none"


def test_a_loyalty_ability_of_a_permanent_is_activated_once_each_turn() -> None:
    """606.3: however many steps there are in between, until the next turn."""
    board = Board.parse("""
players: {alice: {}, bob: {}}
battlefield:
  - {id: jace, card: "Nissa, Voice of Zendikar", controller: alice, counters: {loyalty: 5}}
  - {id: bear, card: Grizzly Bears, controller: alice}
""")
    twice = {"activate ability 2 of jace": None, "tap bear": None}
    assert board.solve("+1/+1 counters on bear = 1", twice).answer == "found"
    assert board.solve("+1/+1 counters on bear = 2", twice).answer == "none"


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
    many = {"put three charge counters on a": 1, "put a charge counter on a": 2}
    assert board.solve("counters on a >= 2", many).lines[0].actions == ("put three charge counters on a",)
    found = board.solve("counters on a >= 2", many, fewest="counters")
    assert (found.answer, found.lines[0].cost, len(found.lines[0].steps)) == ("found", 2, 2)
    dear = {"alice loses 5 life": 1, "put d into graveyard": 1}
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


def test_whose_choice_it_is() -> None:
    """By 616.1 it is the controller's, by 701.9b the player's who discards; nobody chooses at random."""
    board = puzzle_file.load(EXAMPLES / "his_choice.yaml").board
    put, goal = "put a +1/+1 counter on ox", "+1/+1 counters on ox = 4"
    assert board.solve(goal, [put]).answer == "found"
    assert board.solve(goal, [put], against=True).answer == "none"
    own = Board.from_data({**board.to_data(), "priority": "bob"})
    assert own.solve(goal, [put], against=True).answer == "found"
    two = Board.parse(TWO.replace("owner: alice}]", "owner: alice}, {id: e, card: Hill Giant, owner: alice}]"))
    assert two.solve("e is in hand", ["alice discards a card"], against=True).lines[0].steps == ()
    assert two.solve("d is in the graveyard", ["alice discards a card"], against=True).answer == "found"
    others = Board.from_data({**two.to_data(), "priority": "bob"})
    assert others.solve("d is in the graveyard", ["alice discards a card"], against=True).answer == "none"
    found = two.solve("d is in the graveyard", ["alice discards a card at random"], against=True)
    assert found.answer == "not decided"
    assert any("can't tell which player" in note for note in found.caveats)
    surely = two.solve("cards in graveyard of alice = 1", ["alice discards a card at random"], against=True)
    assert surely.answer == "found, better not excluded"


@pytest.mark.parametrize("bobs", ["Grizzly Bears", "Llanowar Elves"])
def test_what_is_chosen_for_a_spell_is_for_its_caster_to_choose(bobs: str) -> None:
    """Bob could act with the Elves, so he passes priority before the trigger resolves, and Alice chooses."""
    board = Board.from_data(
        {
            "players": {"alice": {"mana": "{R}"}, "bob": {}},
            "cards": {
                "Fetcher": {
                    "types": ["creature"],
                    "mana_cost": "{R}",
                    "power": 1,
                    "toughness": 1,
                    "text": "When Fetcher enters, return a permanent you control to its owner's hand.",
                }
            },
            "battlefield": [
                {"id": "bear", "card": "Grizzly Bears", "controller": "alice"},
                {"id": "other", "card": bobs, "controller": "bob"},
            ],
            "hand": [{"id": "fetcher", "card": "Fetcher", "owner": "alice"}],
        }
    )
    found = board.solve("bear is in hand", ["cast fetcher"], against=True)
    assert (found.answer, found.lines[0].actions[0]) == ("found", "cast fetcher")


def test_a_goal_for_which_no_try_was_searched_is_reported() -> None:
    """Nobody chooses what a player discards at random."""
    two = Board.parse(TWO.replace("owner: alice}]", "owner: alice}, {id: e, card: Hill Giant, owner: alice}]"))
    found = two.solve("d is in the graveyard", ["alice discards a card at random"], against=True, tries=True)
    assert found.tries == ()
    assert any("did not look for tries" in note for note in found.caveats)
    assert found.graph is not None and set(found.graph.caveats) <= set(found.caveats)
    assert "no try is known: nothing else fails at one answer only" in str(found)


def test_lines_that_are_not_listed_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.parse(TWO)
    both = ["tap a", "put a charge counter on b"]

    def listed() -> list[str]:
        found = board.solve("a is tapped and counters on b = 1", both, all_lines=True)
        return [note for note in found.caveats if "listed" in note]

    assert listed() == []
    monkeypatch.setattr(searching, "MOST_LINES", 1)
    assert listed() == ["of 2 lines one is listed: pyengine compares at most 1 lines"]


def test_hidden_information_is_reported_for_every_line() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {}}
hand: [{id: one, card: Grizzly Bears, owner: bob}, {id: two, card: Hill Giant, owner: bob}]
""")
    either = [f"put {name} into graveyard" for name in ("one", "two")]
    found = board.solve("cards in graveyard of bob = 1", either, all_lines=True)
    assert len(found.lines) == 2
    told = [note for note in found.caveats if "can't know" in note]
    assert [note.startswith("line 2: ") for note in told] == [False, True]


def test_hidden_information_of_the_player_is_reported() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {}}
battlefield: [{id: a, card: Hill Giant, controller: bob, face_down: {by: morph}}]
library: [{id: top, card: Grizzly Bears, owner: alice}, {id: seen, card: Opt, owner: alice, known_to: [alice]}]
hand: [{id: own, card: Grizzly Bears, owner: alice}, {id: other, card: Grizzly Bears, owner: bob}]
""")

    def hidden(goal: str, action: str) -> list[str]:
        return [note for note in board.solve(goal, [action]).caveats if "can't know" in note]

    [note] = hidden("top is on the battlefield", "put top onto the battlefield")
    assert note == "step 1 moves or turns over what alice can't know then, and the line may depend on it: top"
    assert hidden("a is face up", "turn a face up")
    assert hidden("other is in the graveyard", "put other into graveyard")
    goal = "top is on the battlefield or own is on the battlefield"
    enter = [f"put {name} onto the battlefield" for name in ("top", "own")]
    assert board.solve(goal, enter[:1]).answer == "found, in doubt"
    surely = board.solve(goal, enter)
    assert (surely.answer, surely.lines[0].actions) == ("found", (enter[1],))
    assert not hidden("own is in the graveyard", "put own into graveyard")
    assert not hidden("counters on a = 1", "put a +1/+1 counter on a")
    assert not hidden("seen is in the graveyard", "put seen into graveyard")


def test_a_note_on_the_way_stays_attached() -> None:
    large = Board.parse(TWO.replace("{id: a,", "{id: a, counters: {charge: 1000000000},"))
    found = large.solve("counters on a = 1", {"double the charge counters on a": None, "tap a": 1})
    assert found.answer == "not decided"
    assert any("too large" in note for note in found.caveats)


# --- what is not modelled --------------------------------------------------------------------------------------

OPEN = """
cards:
  Widget: {{types: [artifact], not_modelled: ["{}"]}}
players: {{alice: {{mana: "{{R}}"}}, bob: {{}}}}
battlefield:
  - {{id: w, card: Widget, controller: alice}}
  - {{id: b, card: Grizzly Bears, controller: alice}}
hand: [{{id: h, card: {}, owner: alice}}]
"""
PUT = "put a +1/+1 counter on b"


@pytest.mark.parametrize(
    ("remark", "goal", "allowed", "answer"),
    [
        # What waits for something that happens could change what comes of it; what waits for something else can't.
        ("Whenever a counter is put on a creature, its controller wins the game.", "bob has lost", PUT, "not decided"),
        ("Whenever a player discards a card, that player loses the game.", "bob has lost", PUT, "none"),
        ("Counters can't be put on creatures.", "bob has lost", PUT, "not decided"),
        # Power is asked for, and could be another; life is not changed by it.
        ("Creatures you control get +1/+1.", "power of b = 4", PUT, "not decided"),
        ("Creatures you control get +1/+1.", "power of b = 4", "tap b", "not decided"),
        ("Creatures you control get +1/+1.", "life of bob = 4", "tap b", "none"),
        # Nobody activates what is not modelled, unless all that can be done may be done.
        ("{T}: Each opponent loses the game.", "bob has lost", PUT, "none"),
        ("{T}: Each opponent loses the game.", "bob has lost", "everything legal", "not decided"),
        # A line that rests on what is noted is in doubt; one that does not is found.
        ("Counters can't be put on creatures.", "counters on b = 1", PUT, "found, in doubt"),
        ("Counters can't be put on creatures.", "b is tapped", "tap b", "found"),
        ("Players can't tap creatures.", "counters on b = 1", PUT, "found"),
    ],
)
def test_what_is_not_modelled_and_could_matter_leaves_it_open(
    remark: str, goal: str, allowed: str, answer: str
) -> None:
    board = Board.parse(OPEN.format(remark, "Hill Giant"))
    assert board.solve(goal, [allowed]).answer == answer
    if allowed != "everything legal":
        assert board.solve(goal, [allowed], against=True).answer == answer
        assert board.solve(goal, [allowed], fewest="mana").answer == answer


def test_what_can_be_done_and_is_not_listed_leaves_it_open() -> None:
    plain = "Players can't discard cards."
    assert Board.parse(OPEN.format(plain, "Hill Giant")).solve("bob has lost", ["everything legal"]).answer == "none"
    found = Board.parse(OPEN.format(plain, "Mindleecher")).solve("bob has lost", ["everything legal"])
    assert found.answer == "not decided"
    assert "h has mutate, which pyengine can't use" in found.caveats


def test_a_shorter_line_is_excluded_only_where_all_is_modelled() -> None:
    remark = "Whenever a counter is put on a creature, its controller wins the game."
    board = Board.parse(OPEN.format(remark, "Hill Giant"))
    # What comes of the put is a step, and no shorter than the line; two steps before the end it could be.
    assert board.solve("b is tapped", ["tap b", PUT]).answer == "found"
    two = board.solve("b is tapped and w is tapped", ["tap b", "tap w", PUT])
    assert (two.answer, two.ruled_out) == ("found, better not excluded", 0)
    assert "a shorter line is not excluded" in str(two)
    # Another line of as many steps would be one more.
    assert board.solve("b is tapped", ["tap b", PUT], all_lines=True).answer == "found, better not excluded"
    # The way around what is noted is taken.
    around = board.solve("b is tapped", [PUT + ", then tap b", "tap b"])
    assert (around.answer, around.lines[0].actions) == ("found", ("tap b",))
    none = board.solve("w is in exile", {PUT: 1, "tap b": 1})
    assert (none.answer, none.ruled_out) == ("not decided", 0)
    assert "a note could change what can be reached" in str(none)


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


def test_a_search_past_its_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(PUZZLE.replace("[tap a]", "[{do: put a charge counter on b, times: any}]"), encoding="utf-8")
    assert main(["solve", str(path), "--timeout", "1"]) == 3
    said = capsys.readouterr().out
    assert "there may be longer lines" in said
    assert "note: cut short: the time limit was reached" in said


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


# --- what can never be done --------------------------------------------------------------------------------------

MANA = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: elf, card: Elf, controller: alice}
  - {id: bear, card: Grizzly Bears, controller: alice}
cards:
  Elf: {types: [creature], power: 1, toughness: 1, text: "{T}: Add {G}.\\n{G}: Put a charge counter on Elf."}
goal: elf has 1 charge counter
"""


def test_solve_names_an_allowed_action_that_can_never_be_done_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(MANA + "allowed: [activate ability 2 of elf paying with bear]\n", encoding="utf-8")
    for reading in ("--cooperative", "--adversarial"):
        assert main(["solve", str(path), reading]) == 1
        said = capsys.readouterr().out
        assert said.startswith("none at all: ")
        assert "note: 'activate ability 2 of elf paying with bear' could not be done on any position" in said
        assert "bear makes no mana" in said
    path.write_text(MANA + "allowed: [activate ability 2 of elf paying with elf]\n", encoding="utf-8")
    assert main(["solve", str(path)]) == 0
    assert "could not be done" not in capsys.readouterr().out


def test_the_number_of_an_ability_that_nothing_can_have_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = complain(
        tmp_path, capsys, MANA + "allowed:\n  - activate ability 2 of elf\n  - activate ability 22 of elf\n"
    )
    assert ":11:5: 'activate ability 22 of elf': nothing here can ever have an ability 22; `pyengine legal" in said


@pytest.mark.parametrize("asked", [["--cooperative"], ["--adversarial"], ["--fewest", "mana"]])
def test_where_the_time_runs_out_it_says_how_far_it_is_sure(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(*_: object) -> None:
        raise Interrupted("the time limit was reached")

    monkeypatch.setattr(Graph, "expand", too_late)
    path = tmp_path / "p.yaml"
    path.write_text(MANA + "allowed: [activate ability 2 of elf paying with elf]\n", encoding="utf-8")
    assert main(["solve", str(path), *asked]) == 3
    said = capsys.readouterr().out
    assert re.match("none within 0 steps|not decided, not even for 0 steps", said)
    assert "note: cut short: the time limit was reached" in said


# --- certificates ----------------------------------------------------------------------------------------------


ALLOWED = "allowed: [{do: tap a, times: any}, untap a, put a charge counter on b]\n"
UNREACHABLE = "at some time a is tapped and counters on b = 2"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("certificates") / "c.json"
    found = tmp_path_factory.mktemp("puzzles") / "p.yaml"
    found.write_text(TWO + ALLOWED, encoding="utf-8")
    assert main(["solve", str(found), "--goal", UNREACHABLE, "--certificate", str(path)]) == 1
    return path


def test_a_certificate_holds(certificate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--check", str(certificate)]) == 0
    assert capsys.readouterr().out.startswith("no line reaches the goal (at some time a is tapped")


def _without(data: Any) -> str:
    data["positions"].pop()
    return "leads to a position that is not among them"


def _won(data: Any) -> str:
    data["goal"] = ["a is untapped"]
    return "the goal holds on one of the positions"


def _further(data: Any) -> str:
    data["allowed"][2]["times"] = 2
    return "leads to a position that is not among them"


def _begun(data: Any) -> str:
    data["positions"][0]["used"][1] = 1
    return "the first position is not a start"


@pytest.mark.parametrize("spoil", [_without, _won, _further, _begun])
def test_a_wrong_certificate_is_found_out(
    certificate: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Any], str]
) -> None:
    data = json.loads(certificate.read_text(encoding="utf-8"))
    said = spoil(data)
    path = tmp_path / "spoilt.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert main(["solve", "--check", str(path)]) == 1
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("puzzle", "goal", "said"),
    [
        (TWO + ALLOWED, UNREACHABLE, None),
        (TWO + ALLOWED, "b is tapped", "its goal is"),
        (TWO + "allowed: [tap a]\n", UNREACHABLE, "not allowed alike: put a charge counter on b, tap a, untap a"),
        (TWO + ALLOWED + "settle: false\n", UNREACHABLE, "'settle'"),
        (TWO.replace("id: b,", "id: b, tapped: true,") + ALLOWED, UNREACHABLE, "it starts from another position"),
    ],
)
def test_a_certificate_is_compared_with_its_puzzle(
    certificate: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], puzzle: str, goal: str, said: str | None
) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(puzzle, encoding="utf-8")
    code = main(["solve", str(path), "--goal", goal, "--check", str(certificate)])
    told = capsys.readouterr().out
    assert code == (0 if said is None else 1)
    assert told.startswith(
        "no line reaches" if said is None else "the certificate is wrong: it is about another puzzle: "
    )
    assert said is None or said in told


def test_what_has_no_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "c.json"
    said = complain(tmp_path, capsys, PUZZLE, "--certificate", str(path), "--adversarial")
    assert "expected a puzzle for the fewest steps" in said
    assert "expected no limit" in complain(tmp_path, capsys, PUZZLE, "--certificate", str(path), "--limit", "1")
    puzzle = tmp_path / "p.yaml"
    assert main(["solve", str(puzzle), "--certificate", str(path)]) == 0
    assert "no certificate is written" in capsys.readouterr().out
    assert not path.exists()
    assert "expected a puzzle file, or --check" in complain(tmp_path, capsys, PUZZLE, "--lacking", str(path))


# --- whose choices ---------------------------------------------------------------------------------------------


def test_every_choice_of_the_rules_is_somebodys_or_known_to_be_nobodys() -> None:
    asp = EXAMPLES.parent.parent / "asp"
    text = (asp / "questions" / "who_chooses.lp").read_text(encoding="utf-8")
    heads: set[str] = set()

    def read(node: AST) -> None:
        if node.ast_type is ASTType.Rule and node.head.ast_type is ASTType.Aggregate:
            heads.update(one.literal.atom.symbol.name for one in node.head.elements)

    for path in (*asp.glob("rules/*.lp"), *asp.glob("engine/*.lp"), *asp.glob("editions/*.lp")):
        parse_string(path.read_text(encoding="utf-8"), read)
    assert len(heads) > 30
    known = {name for name in heads if re.search(rf"\b{name}\(", text)}
    assert heads - known == set()


# --- tries ------------------------------------------------------------------------------------------------------

HIS_ORDER = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: ox, card: Hill Giant, controller: bob}
  - {id: s, card: Hardened Scales, controller: bob}
  - {id: e, card: Branching Evolution, controller: bob}
"""
ONE, TWO_MORE, AWAY = ("put a +1/+1 counter on ox", "put two +1/+1 counters on ox", "remove a +1/+1 counter from ox")


def test_what_fails_at_one_answer_only() -> None:
    """One becomes three or four, two become five or six: bob has the choice of order (616.1)."""
    board = Board.parse(HIS_ORDER)
    goal = "+1/+1 counters on ox = 4 or +1/+1 counters on ox = 5"
    found = board.solve(goal, [TWO_MORE, ONE], against=True, tries=True)
    assert found.answer == "none"
    assert found.tries is not None
    told = {one.steps[0].action: (len(one.steps), one.steps[-1].outcome.board.counters("ox")) for one in found.tries}
    assert told == {ONE: (1, {"+1/+1": 3}), TWO_MORE: (1, {"+1/+1": 6})}
    assert f"1. {ONE}, which fails only if it comes to this:" in str(found)
    # With one more to take away, six can be mended: that is a strategy, and no try.
    mended = board.solve(goal, [TWO_MORE, ONE, AWAY], against=True, tries=True)
    assert mended.lines[0].actions == (TWO_MORE, AWAY)
    assert mended.tries is not None
    assert [one.steps[0].action for one in mended.tries] == [ONE]


def test_a_try_may_fail_later() -> None:
    board = Board.parse(HIS_ORDER)
    goal = "ox is tapped and (+1/+1 counters on ox = 4 or +1/+1 counters on ox = 7)"
    found = board.solve(goal, ["tap ox", ONE], against=True, tries=True)
    assert found.tries is not None
    assert {tuple(step.action for step in one.steps) for one in found.tries} == {("tap ox", ONE), (ONE,)}
    assert all(one.steps[-1].outcome.board.counters("ox") == {"+1/+1": 3} for one in found.tries)


def test_no_try_where_two_answers_refute_or_nobody_answers() -> None:
    board = Board.parse(HIS_ORDER)
    assert board.solve("+1/+1 counters on ox = 9", [ONE, "tap ox"], against=True, tries=True).tries == ()
    with pytest.raises(InputError, match="expected a puzzle against the opponents"):
        board.solve("ox is tapped", ["tap ox"], tries=True)


# --- what the opponents do of their own accord -------------------------------------------------------------------

DART = """
# Bob kills the bear as the step would end.
players: {alice: {}, bob: {life: 2}}
step: declare blockers
declared: none
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, attacking: true, attacks: bob, tapped: true}
  - {id: mountain, card: Mountain, controller: bob}
hand: [{id: dart, card: Dart, owner: bob}]
cards:
  Dart: {types: [instant], mana_cost: "{R}", text: "Dart deals 3 damage to target creature."}
goal: bob has lost
against: true
allowed: go to the next step
"""


def test_opponents_answer_before_a_step_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzle.yaml"
    path.write_text(DART, encoding="utf-8")
    assert main(["solve", str(path), "--cooperative"]) == 0
    assert capsys.readouterr().out.startswith("found: 1 step,")
    assert main(["solve", str(path), "--tries", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["answer"], found["reading"]) == ("none", "adversarial")
    tries = [[step["action"] for step in one["steps"]] for one in found["tries"]]
    assert tries == [["pass priority", "cast dart targeting bear"]]


def test_one_may_respond_to_an_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzle.yaml"
    both = "allowed: [put a shield counter on bear, go to the next step]"
    path.write_text(DART.replace("allowed: go to the next step", both), encoding="utf-8")
    assert main(["solve", str(path)]) == 3
    said = capsys.readouterr().out
    assert said.startswith("found: a strategy of at most 3 steps")
    assert "it works whatever the opponents choose, declare, cast, activate and turn face up" in said
    assert "a) if bob does this: cast dart targeting bear" in said


def test_opponents_answer_before_anything_resolves() -> None:
    text = DART.replace("life: 2", "life: 5").replace(
        "  - {id: mountain", "  - {id: lord, card: Lord, controller: alice}\n  - {id: mountain"
    )
    text = text.replace("allowed: ", "allowed:\n  - activate ability 1 of lord targeting bear\n  - ")
    lord = '  Lord: {types: [enchantment], text: "{0}: Target creature gets +3/+3 until end of turn."}\n'
    text = text.replace("cards:\n", f"cards:\n{lord}")

    def found(text: str) -> Solution[Board]:
        puzzle = puzzle_file.of(yaml_reading.parse(text, "x.yaml"))
        *_, known = puzzle.board.search(puzzle.task())
        return known

    # In response to what would make the bear larger, Bob kills it. Without mana he has no answer, and is not asked.
    assert found(text).answer == "none"
    easy = found(text.replace("card: Mountain", "card: Forest"))
    (first,) = easy.strategy
    assert (easy.answer, first.by, first.then[0].step.action) == ("found", None, "go to the next step")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(1, 12))])
def test_answers_are_those_of_a_plain_game_tree(seed: int) -> None:
    random = Random(seed)
    more = random.sample(["put a shield counter on bear", "put two +1/+1 counters on bear", "tap lion", "tap bear"], 2)
    life = random.choice([2, 3, 4])
    text = DART.replace("life: 2", f"life: {life}").replace(
        "  - {id: mountain", "  - {id: lion, card: Savannah Lions, controller: bob}\n  - {id: mountain"
    )
    if random.random() < 0.5:
        text = text.replace("hand:", "  - {id: swamp, card: Mountain, controller: bob}\nhand:")
    text = text.replace("allowed: go", f"allowed:\n  - {more[0]}\n  - {more[1]}\n  - {{do: go").replace(
        "next step\n", "next step, times: any}\nlimit: 3\n"
    )
    puzzle = puzzle_file.of(yaml_reading.parse(text, "x.yaml"))
    *_, found = puzzle.board.search(puzzle.task())
    uses = {**dict.fromkeys(more, 1.0), "go to the next step": float("inf")}
    lost = _has_lost
    best = next((steps for steps in range(4) if plain_search.beats(puzzle.board, uses, lost, steps)), None)
    assert max((branch.length for branch in found.strategy), default=None) == best


def _has_lost(board: Board) -> bool:
    return board.model.players["bob"].lost


def test_an_action_that_skips_priority_is_reported() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {life: 2}}
step: declare blockers
declared: none
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, attacking: true, attacks: bob, tapped: true}
""")
    for skips in ("go to the combat damage step", "begin the combat damage step of alice"):
        found = board.solve("bob has lost", [skips], against=True)
        assert found.answer == "found, in doubt"
        assert any("is not asked; with 'go to the next step'" in note for note in found.caveats)
    assert board.solve("bob has lost", ["go to the next step"], against=True).answer == "found"


DOOM = """
players: {alice: {}, bob: {life: 2}}
battlefield:
  - {id: doom, card: Slow Doom, controller: alice}
  - {id: bear, card: Grizzly Bears, controller: alice, summoning_sick: true, damage: 1}
cards: {Slow Doom: {types: [enchantment], text: "At the beginning of your end step, target opponent loses 2 life."}}
"""


@pytest.mark.parametrize("against", [False, True])
@pytest.mark.parametrize(("goal", "steps"), [("bob has lost", 5), ("damage on bear = 0 and not bob has lost", None)])
def test_combat_goes_on_to_the_end_step(goal: str, steps: int | None, against: bool) -> None:
    """Bob loses to an end step trigger (513.1). Damage wears off in the cleanup step (514.2), after he has lost."""
    found = Board.parse(DOOM).solve(goal, ["combat"], against=against)
    assert found.answer == ("none" if steps is None else "found")
    assert against or [len(one.steps) for one in found.lines] == ([] if steps is None else [steps])


def test_combat_goes_on_to_the_cleanup_step_and_no_further() -> None:
    """Damage wears off (514.2), and that is the last step of the turn."""
    board = Board.parse(DOOM.replace("life: 2", "life: 3"))
    assert len(board.solve("damage on bear = 0", ["combat"]).lines[0].steps) == 6
    assert board.solve("bob has lost", ["combat"]).answer == "none"


def test_an_opponent_who_can_go_on_forever_proves_nothing() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {life: 1}}
battlefield:
  - {id: ballista, card: Walking Ballista, controller: alice, counters: {+1/+1: 1}}
  - {id: ring, card: Ring, controller: bob}
cards: {Ring: {types: [artifact], text: "{0}: You gain 1 life."}}
""")
    found = board.solve("bob has lost", ["activate ability 3 of ballista targeting bob"], against=True)
    assert found.answer == "not decided"
    assert any("can go on answering" in note for note in found.caveats)
