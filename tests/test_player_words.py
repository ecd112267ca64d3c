"""Actions in the words of players, and what is suggested for words that are misspelt or mean several things."""

import re

import pytest

from pyengine import Action, Board, InvalidActionError
from pyengine.actions import player_words
from pyengine.cli.main import main

BOARD = Board.from_line(
    "Alice: Triskelion (as trisk, 3 +1/+1), Walking Ballista (as wb, 2 +1/+1), Grizzly Bears (as bear), 2 Forest; "
    "hand: Hooded Hydra (as hydra) | Bob: Vorinclex (as vor, 1 shield)"
)


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("add a +1/+1 counter to bear", "put a +1/+1 counter on bear"),
        ("Add two stun counters to bear", "put two stun counters on bear"),
        ("put +1/+1 counter on bear", "put a +1/+1 counter on bear"),
        ("remove the shield counter from vor", "remove a shield counter from vor"),
        ("remove the +1/+1 counters from trisk", "remove all +1/+1 counters from trisk"),
        ("remove shield counter from vor", "remove a shield counter from vor"),
        ("kill bear", "destroy bear"),
        ("sac bear and trisk", "sacrifice bear and trisk"),
        ("bounce vor by Alice", "return vor to hand by Alice"),
        ("tap bear, then kill bear", "tap bear, then destroy bear"),
        ("go to combat", "go to the beginning of combat"),
        ("go to attackers", "go to the declare attackers step"),
        ("go to damage", "go to the combat damage step"),
        ("go to second main", "go to the postcombat main phase"),
        ("go to end of turn", "go to the end step"),
        ("upkeep", "go to the upkeep"),
        ("the end step", "go to the end step"),
        ("next turn", "go to the next turn"),
        ("pass", "pass priority"),
        ("resolve", "resolve the top of the stack"),
        ("destroy Grizzly Bears", "destroy bear"),
        ("destroy grizzly bears and Walking Ballista", "destroy bear and wb"),
        ("destroy Vorinclex", "destroy vor"),
        ("destroy VOR", "destroy vor"),
        ('destroy "Grizzly Bears"', "destroy bear"),
        ("activate trisk targeting bob", "activate ability 2 of trisk targeting Bob"),
        ("activate Walking Ballista targeting Alice", "activate ability 3 of wb targeting Alice"),
        ('activate wb: "put a +1/+1 counter"', "activate ability 2 of wb"),
        ("destroy ballista", "destroy wb"),
        ("destroy bears", "destroy bear"),
        ("put two +1/+1 counters onto bear", "put two +1/+1 counters on bear"),
        ("give bear a +1/+1 counter", "put a +1/+1 counter on bear"),
        ("cast hydra with kicker targeting bear", "cast hydra kicked targeting bear"),
        ("cast hydra paying its kicker cost", "cast hydra kicked"),
        ("cast kicked hydra", "cast hydra kicked"),
        ("kick hydra targeting bear", "cast hydra kicked targeting bear"),
        ("cast hydra without kicker", "cast hydra not kicked"),
        ("cast hydra for X=3", "cast hydra with X = 3"),
        ("cast hydra, X = 3", "cast hydra with X = 3"),
        ("cast hydra where X is 3", "cast hydra with X = 3"),
        ("cast hydra on bear", "cast hydra targeting bear"),
        ("Bob casts hydra targeting bear", "cast hydra targeting bear by Bob"),
        ("cast hydra face-down", "cast hydra face down"),
        ("play hydra face down", "cast hydra face down"),
        ("cast Hooded Hydra as a morph", "cast hydra face down for morph"),
        ("cast hydra face down for {3}", "cast hydra face down"),
        ("turn hydra up", "turn hydra face up"),
        ("turn hydra face up by paying its morph cost", "turn hydra face up for its morph cost"),
        ("use triskelion on vor", "activate ability 2 of trisk targeting vor"),
        ("activate triskelion's ability targeting bob", "activate ability 2 of trisk targeting Bob"),
        ("activate the ability of trisk, target bob", "activate ability 2 of trisk targeting Bob"),
        ("bear attacks bob", "attack Bob with bear"),
        ("bear and trisk attack bob", "attack Bob with bear and trisk"),
        ("alice attacks bob with bear", "attack Bob with bear by Alice"),
        ("vor blocks bear", "block bear with vor"),
        ("declare bear as an attacker", "attack with bear"),
        ("bob proliferates", "proliferate by Bob"),
        ("bob passes", "pass priority by Bob"),
    ],
)
def test_words_of_players_mean_a_phrase(said: str, means: str) -> None:
    assert BOARD.action(said) == Action.parse(means)


def test_quotes_around_an_id_stay_beside_the_name_of_a_card() -> None:
    board = BOARD.with_object("Llanowar Elves", "Alice", id="my elf")
    means = Action.parse('move a +1/+1 counter from wb to "my elf"')
    assert board.action('move a +1/+1 counter from "Walking Ballista" to "my elf"') == means
    assert board.action('move a +1/+1 counter from wb to "Llanowar Elves"') == means


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("destroy Forest", "'Forest' could be forest or forest-2; name one by its id"),
        ("bolt bear", "did you mean 'cast bolt targeting bear' or 'deal 3 damage from elf to bear'"),
        ("blink bear", "did you mean 'exile bear, then put bear onto the battlefield'"),
        ("main phase", "'go to the precombat main phase' or 'go to the postcombat main phase'"),
        ("unmorph bear", "'turn bear face up for its morph cost'"),
        ("morph bear", "'cast bear face down' or 'turn bear face up for its morph cost'"),
        ("turn bear face up for {3}{G}", "'turn bear face up for its morph cost'"),
        ("activate bear", "bear has no ability 1 that can be activated [602.1]"),
        ("activate nobody", "nothing on the board is called 'nobody'"),
        ("kill nobody", "'destroy nobody': nothing on the board is called 'nobody'"),
    ],
)
def test_words_that_mean_several_things_get_a_suggestion(said: str, message: str) -> None:
    with pytest.raises(Exception, match=re.escape(message)) as error:
        BOARD.action(said)
    assert type(error.value).__name__.startswith("Invalid")


def test_several_abilities_that_could_be_meant_are_listed() -> None:
    board = Board.from_line("Alice ({4}): Walking Ballista (as wb, 2 +1/+1) | Bob:")
    with pytest.raises(InvalidActionError, match=r"several abilities that could be meant: ability 2: .*; ability 3: "):
        board.action("activate wb")


def test_what_is_read_as_it_is_is_never_reworded() -> None:
    board = Board.from_line('Alice: Grizzly Bears (as kill), Forest (as "Grizzly Bears") | Bob:')
    assert str(board.action("destroy kill")) == "destroy kill"
    assert str(board.action('tap "Grizzly Bears"')) == 'tap "Grizzly Bears"'


@pytest.mark.parametrize("phrases", [phrases for _, phrases in player_words.HINTS])
def test_what_is_suggested_is_a_phrase(phrases: tuple[str, ...]) -> None:
    for phrase in phrases:
        filled = phrase.format("a card" if "draws" in phrase else "3" if "life" in phrase else "bear")
        assert Action.parse(filled)


# --- the command line ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek", "x"], "did you mean check"),
        (["check", "x", "y", "--jsn"], "did you mean --json"),
        (["legal", "x", "--action", "actvate"], "did you mean activate"),
    ],
)
def test_misspelt_words_of_the_command_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as error:
        main(arguments)
    assert error.value.code == 2
    assert message in capsys.readouterr().err


def test_help_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["help", "check"])
    assert capsys.readouterr().out.startswith("usage: pyengine check ")


def test_no_command_prints_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main([])
    assert error.value.code == 2
    assert "Answer questions about counters" in capsys.readouterr().err
