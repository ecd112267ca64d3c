"""Tables of boards, the layers of characteristics, and boards in one line."""

import random
import re
from pathlib import Path

import pytest

from pyengine import Board, InputError, InvalidBoardError
from pyengine.cli.main import main
from pyengine.position import board_line
from pyengine.position.model import ObjectState, PlayerState
from pyengine.scenarios import load

TOP = Path(__file__).parent.parent
LORDS = Board.from_line(
    "Alice: Grizzly Bears (as bear, 2 +1/+1, 1 flying), Goblin Warchief (as chief) "
    "| Bob: Hooded Hydra (as hydra, face down by morph), Dryad Arbor (as arbor, owner: Alice)"
)


def said(board: Board, name: str) -> list[str]:
    return [f"{step.layer}: {step}" for step in board.layers(name)]


# --- layers ----------------------------------------------------------------------------------------------------


def test_each_layer_says_what_applies() -> None:
    assert said(LORDS, "bear") == [
        "1: it is Grizzly Bears, as printed [613.2]",
        "1: it starts as 2/2 [613.2]",
        "6: it has flying, by a counter on it [122.1b]",
        "7c: it gets +2/+2: its +1/+1 counters [613.4c]",
    ]
    assert "1: it is face down (by morph) and has the characteristics that this gives [613.2b]" in said(LORDS, "hydra")
    assert "2: Bob controls it and does not own it [613.1b]" in said(LORDS, "arbor")
    assert "6: it has haste: chief (ability 2 of Goblin Warchief) [613.1f]" in said(LORDS, "chief")


def test_humility_takes_abilities_and_sets_power() -> None:
    board = Board.from_line("Alice: Grizzly Bears (as bear, 2 +1/+1) | Bob: Humility (as hum)")
    assert said(board, "bear")[2:] == [
        "6: it loses all abilities: hum (ability 1 of Humility) [613.1f]",
        "7b: its power is set to 1: hum (ability 1 of Humility) [613.4b]",
        "7b: its toughness is set to 1: hum (ability 1 of Humility) [613.4b]",
        "7c: it gets +2/+2: its +1/+1 counters [613.4c]",
    ]
    assert (board.characteristics["bear"].power, board.characteristics["bear"].toughness) == (3, 3)


def test_effects_say_what_they_do() -> None:
    [after] = Board.from_line("Alice: Grizzly Bears (as bear) | Bob:").outcomes(
        "bear gains trample until end of turn", "bear gets +3/+1 until end of turn"
    )
    assert [re.sub(r"effect \d", "effect N", one) for one in said(after.board, "bear")[2:]] == [
        "6: it has trample: effect N on bear [613.1f]",
        "7c: it gets +3/+1: effect N on bear [613.4c]",
    ]


@pytest.mark.parametrize("board", [LORDS, Board.load(TOP / "examples" / "counters.yaml")])
def test_the_numbers_of_the_layers_add_up(board: Board) -> None:
    for name, look in board.characteristics.items():
        numbers = [step.data for step in board.layers(name) if step.code in ("starts_with", "changes_by")]
        if look.power is not None:
            assert sum(int(str(data[-2])) for data in numbers) == look.power


def test_layers_of_what_is_not_there() -> None:
    with pytest.raises(InvalidBoardError, match="nothing on the board is called 'beer'; did you mean bear"):
        LORDS.layers("beer")


# --- show ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["show", "view"])
def test_show_has_power_and_types(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, str(TOP / "examples" / "counters.yaml")]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^zone +id +card +P/T +types +keywords +counters +player and status$", printed, re.MULTILINE)
    assert re.search(r"^battlefield +bear +Grizzly Bears +4/4 +green creature: bear +flying ", printed, re.MULTILINE)


def test_only_creatures_are_shown_as_summoning_sick(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "Alice: Hardened Scales (summoning sick), Grizzly Bears (summoning sick) | Bob:"]) == 0
    assert capsys.readouterr().out.count("summoning sick") == 1


@pytest.mark.parametrize("words", ["bear", "BEAR", "Grizzly Bears", "grizzly bears"])
def test_an_object_is_found_by_its_card(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(TOP / "examples" / "counters.yaml"), words]) == 0
    assert capsys.readouterr().out.startswith("bear: 4/4 Grizzly Bears\n")


def test_a_card_of_two_objects_names_neither() -> None:
    board = Board.from_line("Alice: 2 Grizzly Bears | Bob:")
    with pytest.raises(InvalidBoardError, match="could be grizzly-bears or grizzly-bears-2; name one by its id"):
        board.object_called("Grizzly Bears")


FORGE = """[metadata]
Name:Scales
Goal:Win
Turns:1
Difficulty:Easy
Description:Win this turn.
[state]
ActivePlayer=Human
ActivePhase=Main1
HumanLife=20
AILife=2
humanbattlefield=Hardened Scales;Grizzly Bears
"""


@pytest.mark.parametrize("puzzle", ["examples/puzzles/ambush.yaml", "x.pzl"])
def test_a_puzzle_file_is_a_board_too(puzzle: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = TOP / puzzle
    if puzzle.endswith(".pzl"):
        path = tmp_path / "x.pzl"
        path.write_text(FORGE)
    assert main(["show", str(path)]) == 0
    assert "Hardened Scales" in capsys.readouterr().out
    assert main(["legal", str(path), "--kind", "+1/+1", "--no-outcomes"]) == 0
    assert "put a +1/+1 counter on" in capsys.readouterr().out


# --- boards in one line ----------------------------------------------------------------------------------------

LINE = (
    "Alice (12 life, 3 poison, {G}{2}): Grizzly Bears (2 +1/+1, tapped), Hardened Scales, 2 Forest; "
    "hand: Hooded Hydra | Bob: Vorinclex (as vor), Hooded Hydra (face down by morph), Rancor (attached to vor) "
    "| step = combat damage"
)


def test_a_line_says_what_a_board_file_says() -> None:
    assert Board.from_line(LINE) == Board.parse("""
players: {Alice: {life: 12, counters: {poison: 3}, mana: "{G}{2}"}, Bob: {}}
step: combat damage
battlefield:
  - {id: grizzly-bears, card: Grizzly Bears, controller: Alice, counters: {+1/+1: 2}, tapped: true}
  - {id: hardened-scales, card: Hardened Scales, controller: Alice}
  - {id: forest, card: Forest, controller: Alice}
  - {id: forest-2, card: Forest, controller: Alice}
  - {id: vor, card: "Vorinclex, Monstrous Raider", controller: Bob}
  - {id: hooded-hydra-2, card: Hooded Hydra, controller: Bob, face_down: {by: morph}}
  - {id: rancor, card: Rancor, controller: Bob, attached_to: vor}
hand:
  - {id: hooded-hydra, card: Hooded Hydra, owner: Alice}
""")


def test_boards_of_scenarios_are_written_and_read_again() -> None:
    paths = sorted((TOP / "tests" / "scenarios").glob("*.yaml"))
    boards = [Board(one.board) for path in random.Random(1).sample(paths, 25) for one, _ in load(path)]
    assert len(boards) > 300
    for board in boards:
        assert Board.from_line(board.to_line()) == board


def test_the_order_of_permanents_is_kept() -> None:
    line = "a: Grizzly Bears | b: Humility | a: Forest"
    assert [item.id for item in Board.from_line(line).model.battlefield] == ["grizzly-bears", "humility", "forest"]
    assert Board.from_line(line).to_line() == "a: Grizzly Bears | b: Humility | a: Forest"


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("Alice: Grizzly Beers | Bob:", 8, "did you mean Grizzly Bears"),
        ("Alice: Jace, the Unwritten (tapped), Forest | Bob:", 8, "no card named 'Jace, the Unwritten'"),
        ("Alice: Jace, Forest | Bob:", 8, "'Jace' is short for several cards|no card named 'Jace'"),
        ("Alice: Jace | Bob:", 8, "'Jace' is short for several cards|no card named 'Jace'"),
        ("Alice: Grizzly Bears (tappd) | Bob:", 23, "did you mean 'tapped'"),
        ("Alice: Grizzly Bears (2 +1/+1 | Bob:", 22, "expected '\\)' to end what begins here"),
        (
            "Alice: Grizzly Bears (face down) | Bob:",
            23,
            "expected what turned it face down, such as 'face down by morph'",
        ),
        ("Alice: Rancor (attached to bear) | Bob:", 16, "expected the id of one object or player, found 'bear'"),
        ("Alice: Forest | Bob: | stepp = end", 24, "'stepp' is not a field of a board; did you mean 'step'"),
        ("Alice (much life): | Bob:", 8, "expected a note such as '12 life'"),
        ("Grizzly Bears | Bob:", 1, "expected a player and a colon"),
    ],
)
def test_mistakes_in_a_line_have_a_column(line: str, column: int, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        Board.from_line(line)
    assert f"<line>:1:{column}: " in str(error.value)


@pytest.mark.parametrize(
    "line", ["", "|", "a:{", "a: (((((", "a (", 'a: "', "a: {x: [}|", "a: 99 Forest (as x)|", "a=b|"]
)
def test_odd_lines_are_refused_or_read(line: str) -> None:
    try:
        board = Board.from_line(line)
    except InputError:
        return
    assert Board.from_line(board.to_line()) == board


def test_a_line_that_names_too_many_objects_is_refused() -> None:
    with pytest.raises(InputError, match="expected at most 2,000 objects"):
        Board.from_line("a: " + "99 Forest, " * 21 + "| b:")


def test_no_flag_is_taken_for_something_else() -> None:
    """A note is first a flag; no kind of counter with a number in front can be one."""
    assert not [words for words in (*board_line._FLAGS, *board_line._OF_PLAYERS) if words[0].isdigit()]
    assert set(board_line._FLAGS.values()) < ObjectState.model_fields.keys()
    assert set(board_line._OF_PLAYERS.values()) < PlayerState.model_fields.keys()
