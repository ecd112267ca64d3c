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
from pyengine.formats import puzzle_file
from pyengine.puzzles import goal_reading
from pyengine.puzzles.goals import Seen

PUZZLES = Path(__file__).parents[1] / "examples" / "puzzles" / "published"


class Step(NamedTuple):
    """An action; what Alice chooses on the way, as a goal; whether all on the way is hers to choose; whether what is on
    the stack then resolves; what is targeted by all that is on the stack then, if anything is asked of it."""

    action: str
    then: str = ""
    mine: bool = False
    settle: bool = True
    targets: tuple[str, ...] = ()

    def fits(self, board: Board) -> bool:
        aimed_at = sorted(target or "" for item in board.model.stack for target in item.targets)
        return self.targets in ((), tuple(aimed_at)) and (not self.then or holds(board, self.then))


class Either(NamedTuple):
    """Alice goes on by one of several lines, by what the opponent has done."""

    lines: tuple[Sequence[Step], ...]


Line = Sequence[Step | Either]


def line(*steps: str | Step | Either) -> Line:
    """A line, whose steps are words where there is no more to say."""
    return [Step(one) if isinstance(one, str) else one for one in steps]


TOP = "resolve the top of the stack"
MOUNTAINS = ("mountain1", "mountain2", "mountain3", "mountain4")

LINES: dict[str, Line] = {
    # Crumbling Vestige makes red mana as it enters again. What blocks then is green or red, or was turned red, or has
    # been burnt, and Knight of Dawn has protection from both.
    "forge_tutorial_1": line(
        "activate ability 3 of vestige",
        "activate ability 1 of mastermind targeting vestige paying with island1",
        Step("play vestige", mine=True, settle=False),
        Step(TOP, "{R} mana of alice = 1", mine=True),
        Step("cast fused targeting weird and willbender paying with island2 and island3 and island4", mine=True),
        "cast mutation targeting knight paying with island5",
        Step("activate ability 2 of knight paying with plains1 and plains2", mine=True),
        Step("activate ability 2 of knight paying with plains3 and plains4", mine=True),
        "go to the declare attackers step",
        "attack bob with knight",
        "go to the declare blockers step",
        "declare blockers by bob",
        "go to the combat damage step",
    ),
    # Three lands die as Elementals, and Wild Growth with one of them: with the Druid, Guilty Conscience and Gustrider
    # these are seven. Herd Gnarr flies, and Fists of Ironwood, back on it, makes four Saprolings in all.
    "forge_tutorial_2": line(
        "cast conscience targeting druid paying with plains1",
        "cast fists targeting gnarr paying with plains2 and forest1",
        "activate ability 1 of waker targeting plains1 with X = 0 paying with forest2 and forest3",
        "activate ability 1 of druid",
        "activate ability 1 of waker targeting plains2 with X = 0 paying with forest1 and forest2",
        "activate ability 1 of waker targeting plains5 with X = 0 paying with plains5 and forest3",
        "activate ability 2 of gustrider",
        Step("cast meditation paying with plains3 and plains4", "power of gnarr = 10", mine=True),
        "go to the declare attackers step",
        "attack bob with gnarr",
        "go to the declare blockers step",
        "declare blockers by bob",
        Step("go to the combat damage step", mine=True),
    ),
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
    # Under the two cards that dredging mills lies an Aura, which is drawn. Abundant Growth is the second black mana.
    # What dies for flying lets three counters be put: nine power, and nothing flies.
    "pauper_3": line(
        Step("cast auramancer paying with forest1 and forest2 and plains1", "growth is in hand", mine=True),
        Step("cast growth targeting forest3 paying with forest4", "cloak is in hand", mine=True),
        Step("cast sign targeting alice paying with swamp and forest3", "mantle is in hand"),
        "play drawn_swamp",
        Step("cast mantle targeting gnarlid paying with plains2 and plains3"),
        Step("activate ability 3 of gnarlid paying with drawn_swamp", "auramancer is in the graveyard", mine=True),
        "cast hunger targeting gnarlid paying with forest5",
        "go to the declare attackers step",
        "attack bob with gnarlid",
        "go to the declare blockers step",
        "declare blockers by bob",
        "go to the combat damage step",
    ),
    # Each spell makes a Clue, which Ravenous Intruder eats. Double strike makes a third before the second damage, and
    # Plants that have been dealt one damage stop but one each of what tramples.
    "possibility_storm_aer7": line(
        "go to the declare attackers step",
        "attack bob with bearer and intruder",
        "go to the declare blockers step",
        "declare blockers by bob",
        Step("cast alliance targeting alice and bob paying with " + " and ".join(MOUNTAINS), mine=True),
        Step("cast fury targeting bearer", mine=True),
        Step("activate ability 1 of intruder", mine=True),
        Step("activate ability 1 of intruder", mine=True),
        Step("go to the combat damage step", mine=True),
        "activate ability 1 of intruder",
        Step("go to the combat damage step", mine=True),
    ),
    # Kiora gets her eighth counter. Of three Octopuses two fight a Colossus, the third the Mummy, whose counter on the
    # other Colossus makes a Snake, which enters and fights, too, and has deathtouch. Nothing is left to block.
    "possibility_storm_akh3": line(
        Step("cast hauler paying with pools1 and pools2 and forest1 and forest2", "loyalty counters on kiora = 8"),
        Step("activate ability 2 of kiora", settle=False),
        Step(TOP, mine=True, settle=False, targets=("colossus2", "colossus2", "mummy")),
        Step(TOP, "damage on colossus2 = 8", mine=True, settle=False),
        Step(TOP, "colossus2 is in the graveyard", mine=True, settle=False),
        Step(TOP, "mummy is in the graveyard", mine=True, settle=False, targets=("colossus1",)),
        Step(TOP, "-1/-1 counters on colossus1 = 1", mine=True, settle=False),
        Step(TOP, mine=True, settle=False, targets=("colossus1",)),
        Step(TOP, "colossus1 is in the graveyard", mine=True, settle=False),
        "go to the declare attackers step",
        "attack bob with hapatra and weaver",
        "go to the declare blockers step",
        "go to the combat damage step",
    ),
    # As a Frog the Gargoyle is no artifact. With Frogify gone it is a 5/4 again, and what the Thopters have become does
    # not fly.
    "possibility_storm_eld7": line(
        Step("cast frogify targeting gargoyle paying with island1 and island2", "gargoyle is on the battlefield"),
        Step("cast rampage", "gargoyle is on the battlefield and +1/+1 counters on drake = 1"),
        "go to the declare attackers step",
        "attack bob with gargoyle and drake",
        "go to the declare blockers step",
        "go to the combat damage step",
    ),
    # The Wand attacks as a second Wanderer, equipped, and the Pyromancer can't block it alone. As the turn is cleaned
    # up it is no creature any more: the Hook becomes unattached and destroys it.
    "possibility_storm_m203": line(
        "cast reversal targeting pyromancer and wanderer paying with island1 and island2 and mountain1",
        "activate ability 2 of saheeli targeting wand and wanderer",
        "activate ability 3 of hook targeting wand",
        "go to the declare attackers step",
        "attack bob with wand",
        "go to the declare blockers step",
        "declare blockers by bob",
        "go to the combat damage step",
        "go to the end step",
        Step("go to the cleanup step", mine=True),
    ),
    # The Mummy dies of the counter that Lethal Sting costs: its own counter makes the second Insect. Grind kills both.
    # Each of the two attackers is a damage, or dies into one.
    "possibility_storm_hou2": line(
        Step(
            "cast sting targeting kari paying with slough1 and slough2 and slough3",
            "mummy is in the graveyard",
            mine=True,
            settle=False,
            targets=("dwellers", "kari"),
        ),
        Step(TOP, "life of bob = 5 and -1/-1 counters on dwellers = 1 and kari is in the graveyard", mine=True),
        Step('cast grind targeting "insect token 1" and "insect token 2"', "life of bob = 2", mine=True),
        "go to the declare attackers step",
        "attack bob with cutthroat and archer",
        "go to the declare blockers step",
        "declare blockers by bob",
        "go to the combat damage step",
    ),
    # As its cost is paid Grim Strider counts one card in hand: the other two are on the stack.
    "possibility_storm_rix8": line(
        Step("cast demise paying with swamp and treasure and mountain1", settle=False),
        Step("cast rage targeting hunters1 and deathspitter", settle=False),
        Step("cast fling targeting bob", "strider is in the graveyard", settle=False),
        Step(TOP, settle=False),
    ),
    # Without the Warrior Oketra can't block. Hunters that are blocked are dealt damage twice, by double strike, and so
    # deal it; after combat Walking Ballista and Hungry Flames do so again, or Flames alone where both Pouncers blocked.
    "possibility_storm_xln1": line(
        "cast ballista with X = 1 paying with mountain1 and mountain2",
        "cast skulduggery targeting hunters and warrior",
        "go to the declare attackers step",
        "attack bob with hunters and castaways and conquistador",
        "go to the declare blockers step",
        "declare blockers by bob",
        "go to the combat damage step",
        Step("go to the postcombat main phase", mine=True),
        Either((line("activate ability 3 of ballista targeting hunters"), line())),
        "cast flames targeting hunters and bob",
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
    # Glasspool Mimic is cast with mana of three colors, so as a copy of the Cleric it has three counters: it outlives
    # the Goremand that it fights, and the Wurm can't block enough.
    "possibility_storm_znr3": line(
        Step("play mammoth with its back face up", mine=True, settle=False),
        Step(TOP, mine=True, settle=False),
        Step(TOP, "power of baloth = 6 and {R} mana of alice = 1", mine=True),
        Step("cast mimic paying with forest1 and island1", "+1/+1 counters on mimic = 3", mine=True),
        "cast ambush targeting mimic and goremand paying with forest2 and forest3 and island2",
        "go to the declare attackers step",
        "attack bob with cleric and baloth and cobra",
        "go to the declare blockers step",
        "declare blockers by bob",
        "go to the combat damage step",
    ),
    # Under Overwhelming Splendor the Crocodile costs no counter; once it is gone the Crocodile has haste. Bloodcrazed
    # Paladin is cast as the blocks ask for: what Rhonas's Monument gives then is for what is blocked by little.
    "possibility_storm_xln8": line(
        Step(
            "cast crocodile paying with sanctum1 and sanctum2 and sanctum3",
            "power of captain = 4 and crocodile is on the battlefield",
            mine=True,
        ),
        "cast consign targeting splendor paying with catacomb1 and catacomb2",
        "go to the declare attackers step",
        Step("attack bob with crocodile and captain and plunderer and blade", mine=True),
        "go to the declare blockers step",
        "declare blockers by bob",
        Step("cast paladin paying with catacomb3 and catacomb4", mine=True),
        Step("go to the combat damage step", mine=True),
        Step("go to the combat damage step", mine=True),
    ),
}
FOUND = {"possibility_storm_akh4": 1, "possibility_storm_aert": 2}
"""Puzzles that the search solves, and the steps of the line."""


MET = {"pauper_1": 5}
"""Puzzles for which the search meets a line, and its largest number of steps: mana abilities of costs are none."""

AGAINST = {"possibility_storm_znr3": 9}
"""Puzzles for which the search meets a strategy against every block, and its largest number of steps."""


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
    fitting = {one.canonical_key(): one for one in boards if step.fits(one)}
    return bool(fitting) and (any if step.mine else all)(wins(one, rest) for one in fitting.values())


@pytest.mark.parametrize("file", sorted(PUZZLES.glob("*.yaml")), ids=lambda file: file.stem)
def test_every_puzzle_is_read(file: Path) -> None:
    """Numbers of abilities, among others, name what there is."""
    assert puzzle_file.load(file).task().goal


def test_every_puzzle_is_solved() -> None:
    assert {file.stem for file in PUZZLES.glob("*.yaml")} == {*LINES, *FOUND}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", LINES)
def test_the_line_wins_whatever_the_opponent_does(name: str) -> None:
    assert wins(puzzle_file.load(PUZZLES / f"{name}.yaml").board, LINES[name])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", FOUND)
def test_the_search_finds_the_line(name: str) -> None:
    puzzle = puzzle_file.load(PUZZLES / f"{name}.yaml")
    (*_, found) = puzzle.board.search(puzzle.task())
    assert found and len(found.lines[0].steps) == FOUND[name]
    assert found.lines[0].steps[-1].outcome.board.model.players["bob"].lost


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", MET)
def test_the_search_meets_a_line(name: str) -> None:
    puzzle = puzzle_file.load(PUZZLES / f"{name}.yaml")
    found = next(one for one in puzzle.board.search(puzzle.task(), timeout=3600) if one)
    assert not found.in_doubt and len(found.lines[0].steps) <= MET[name]
    board = puzzle.board
    for step in found.lines[0].steps:
        assert step.outcome.board in {one.board for one in board.outcomes(step.action, settle=True)}
        board = step.outcome.board
    assert board.model.players["bob"].lost


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", AGAINST)
def test_the_search_meets_a_strategy_against_every_block(name: str) -> None:
    puzzle = puzzle_file.load(PUZZLES / f"{name}.yaml")
    found = next(one for one in puzzle.board.search(puzzle.task(against=True), timeout=600) if one)
    assert not found.in_doubt and found.length <= AGAINST[name]
    board = puzzle.board
    for step in found.lines[0].steps:
        # Where the opponent could answer, the stack resolves in steps of its own.
        several = (board.outcomes(step.action, settle=settle) for settle in (False, True))
        assert step.outcome.board in {one.board for outcomes in several for one in outcomes}
        board = step.outcome.board
    assert board.model.players["bob"].lost
