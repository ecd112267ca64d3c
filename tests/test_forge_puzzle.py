"""Puzzles in Forge's format, of our own: what is carried over, what is refused, and that an answer tells its bounds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pyengine.cli.main import main
from pyengine.coverage import puzzle_coverage
from pyengine.files import yaml_reading
from pyengine.formats import forge_puzzle, puzzle_file

PUZZLE = """[metadata]
Name:A ballista and a spirit
Goal:Win
Turns:1
Description:Win this turn.\\nBob has no answer.
[state]
# yours
HumanLife=12
ailife=2
humancounters=ENERGY=3
turn=4
activeplayer=human
activephase=MAIN2
humanmanapool=W C
removesummoningsickness=true
humanhand=Forest|Set:M20;Lightning Bolt
humanlibrary=Hill Giant; Grizzly Bears
p0graveyard=Memnite
humanexile=Memnite|FaceDown
humanbattlefield=Walking Ballista|Counters:P1P1=2,SHIELD=1|SummonSick|Id:4; Mountain|Tapped|NoETBTrigs;Mountain
p1play=Hidden Dragonslayer|FaceDown;Darksteel Mutation|AttachedTo:4;\
t:Soldier,P:1,T:1,Cost:no cost,Color:W,Types:Creature-Soldier,Keywords:Flying,Image:w;Hill Giant|Damage:2|SummonSick
aihand=
aiprecast=
""".replace("\\\n", "")


def _data(text: str) -> dict[str, Any]:
    found = forge_puzzle.converted(text)
    assert found.problems == []
    return found.data


def test_what_is_carried_over() -> None:
    data = _data(PUZZLE)
    assert data["players"] == {
        "alice": {"life": 12, "counters": {"energy": 3}, "mana": "{W}{C}"},
        "bob": {"life": 2},
    }
    assert (data["goal"], data["active"], data["turn"], data["step"]) == ("bob has lost", "alice", 4, "postcombat main")
    own, other = {"owner": "alice"}, {"owner": "bob"}
    assert data["hand"] == [
        {"id": "forest", "card": "Forest", **own},
        {"id": "lightning_bolt", "card": "Lightning Bolt", **own},
    ]
    assert [item["card"] for item in data["library"]] == ["Hill Giant", "Grizzly Bears"]
    assert data["graveyard"] == [{"id": "memnite", "card": "Memnite", **own}]
    assert data["exile"] == [{"id": "memnite_2", "card": "Memnite", **own, "face_down": {"by": "effect"}}]
    ballista = {"id": "walking_ballista", "card": "Walking Ballista", "counters": {"+1/+1": 2, "shield": 1}}
    soldier = "1/1 white Soldier creature token with flying"
    assert data["battlefield"] == [
        {**ballista, **own},
        {"id": "mountain", "card": "Mountain", "tapped": True, **own},
        {"id": "mountain_2", "card": "Mountain", **own},
        {"id": "hidden_dragonslayer", "card": "Hidden Dragonslayer", "face_down": {"by": "megamorph"}, **other},
        {
            "id": "darksteel_mutation",
            "card": "Darksteel Mutation",
            "attached_to": "walking_ballista",
            **other,
        },
        {"id": "soldier_token", "card": soldier, "token": True, **other},
        {"id": "hill_giant_2", "card": "Hill Giant", "damage": 2, **other},
    ]


def test_attackers_and_who_has_priority() -> None:
    text = PUZZLE.replace("MAIN2", "COMBAT_DECLARE_ATTACKERS").replace("activeplayer=human", "activeplayer=ai")
    data = _data(text.replace("|Damage:2", "|Attacking|Tapped").replace("removesummoningsickness=true\n", ""))
    giant = data["battlefield"][-1]
    assert (giant["attacks"], giant["tapped"], giant["summoning_sick"]) == ("alice", True, True)
    assert (data["active"], data["priority"], data["declared"]) == ("bob", "alice", "some")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Goal:Win", "Goal:Survive", "x.pzl:3:6: the goal 'Survive' is not carried over"),
        ("Turns:1", "Turns:2", "x.pzl:4:7: '2' turns are not carried over"),
        ("Turns:1\n", "", "'turns' is missing; expected such as Turns:1"),
        ("ailife=2\n", "", "'ailife' is missing"),
        ("ailife=2", "ailife=two", "x.pzl:9:8: expected a number from -999999"),
        ("ailife=2", "ailife=2\nailife=3", "x.pzl:10:1: 'ailife' appears twice"),
        ("MAIN2", "MAIN3", "x.pzl:13:13: starting in 'MAIN3' is not carried over; expected UNTAP"),
        ("turn=4", "tourn=4", "the key 'tourn' is not known here"),
        ("humanmanapool", "humanmanapol", "the key 'humanmanapol' is not known here"),
        ("=W C", "=W X", "expected mana such as 'W W C', found 'W X'"),
        ("aiprecast=", "aiprecast=Lightning Bolt:Opt", "what 'Lightning Bolt:Opt' has done before can't be said here"),
        ("Lightning Bolt", "Lightning Blot", "x.pzl:16:26: no card 'Lightning Blot' in the library; did you mean"),
        ("|NoETBTrigs", "|Untapped", "'Untapped' can't be said here"),
        ("Lightning Bolt", "Lightning Bolt|Tapped", "'Tapped' of a card in hand can't be said here"),
        ("|AttachedTo:4", "|AttachedTo:5", "nothing has the Id '5'"),
        ("Hidden Dragonslayer|", "Memnite|", "expected FaceDown:Manifested or FaceDown:Cloaked"),
        ("Types:Creature-Soldier", "Types:Soldier", "this token can't be said here"),
        (
            "t:Soldier,",
            "T:w_1_1_soldier_mystery;t:Soldier,",
            "'w_1_1_soldier_mystery' has no known name",
        ),
        ("Hill Giant|Damage:2", "Hill Giant|Transformed", "'Hill Giant' has no back"),
        ("|Damage:2", "|Attacking", "expected ActivePhase=COMBAT_DECLARE_ATTACKERS"),
        ("[state]", "[sate]", "x.pzl:6:1: expected [metadata] or [state], found '[sate]'"),
    ],
)
def test_what_is_refused(old: str, new: str, said: str) -> None:
    assert old in PUZZLE
    found = forge_puzzle.converted(PUZZLE.replace(old, new, 1))
    with pytest.raises(forge_puzzle.InputError) as error:
        forge_puzzle.check(found, "x.pzl")
    assert said in str(error.value)


def test_everything_is_refused_at_once() -> None:
    text = PUZZLE.replace("Turns:1", "Turns:9").replace("Memnite", "Memmmnite").replace("|Damage:2", "|Damage:x")
    with pytest.raises(forge_puzzle.InputError) as error:
        forge_puzzle.check(forge_puzzle.converted(text), "x.pzl")
    assert [line.split(": ")[0] for line in str(error.value).splitlines()] == [
        *("x.pzl:4:7", "x.pzl:18:13", "x.pzl:19:12"),
        f"x.pzl:21:{text.splitlines()[20].index('Damage') + 1}",
    ]


SMALL = """[metadata]
Goal:Win
Turns:1
[state]
humanlife=1
ailife=1
activeplayer=human
activephase=MAIN1
humanbattlefield=Walking Ballista|Counters:P1P1=1
"""


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, saved = tmp_path / "b.pzl", tmp_path / "b.yaml"
    path.write_text(SMALL, encoding="utf-8")
    assert main(["solve", str(path), "--save", str(saved)]) == 3
    said = capsys.readouterr().out
    assert said.startswith("found: a strategy of at most 1 step, a shorter one is not excluded")
    assert "against everything that opponents can do" in said
    assert main(["solve", str(path), "--cooperative"]) == 3
    assert capsys.readouterr().out.startswith("found: 1 step, a shorter line is not excluded")
    # What was written is the puzzle, whatever it is read from.
    assert puzzle_file.load(saved).board == puzzle_file.of_forge(forge_puzzle.converted(SMALL), "b.pzl").board


def test_cards_that_lack_can_be_added_to_what_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, saved = tmp_path / "b.pzl", tmp_path / "b.yaml"
    path.write_text(SMALL.replace("Walking Ballista", "Running Ballista"), encoding="utf-8")
    assert main(["solve", str(path), "--save", str(saved)]) == 2
    assert f"{saved} has been written: these cards can be defined there" in capsys.readouterr().err
    more = "cards: {Running Ballista: {types: [artifact, creature], power: 0, toughness: 0}}\n"
    saved.write_text(saved.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert puzzle_file.load(saved).board.counters("running_ballista") == {"+1/+1": 1}
    assert main(["solve", str(saved), "--save", str(saved)]) == 2
    assert "--save goes with a .pzl puzzle" in capsys.readouterr().err


def test_a_property_on_a_line_of_its_own_goes_on_with_the_line_before() -> None:
    text = PUZZLE.replace("p0graveyard=Memnite", "p0graveyard=Memnite\n|Set:SOM\n|Counters:OIL=1")
    (item,) = _data(text)["graveyard"]
    assert (item["card"], item["counters"]) == ("Memnite", {"oil": 1})


def test_tokens_by_the_names_of_their_scripts() -> None:
    scripts = "T:wb_1_1_spirit_flying;T:c_1_1_a_gnome;T:c_0_1_eldrazi_spawn_sac;T:c_a_treasure_sac"
    text = PUZZLE.replace("aihand=", f"aihand=\np1battlefield={scripts}").replace("p1play=", "ailibrary=")
    cards = [item["card"] for item in forge_puzzle.converted(text).data["battlefield"] if item.get("token")]
    assert cards == [
        "1/1 white and black Spirit creature token with flying",
        "1/1 colorless Gnome artifact creature token",
        '0/1 colorless Eldrazi Spawn creature token with "Sacrifice this token: Add {C}."',
        "Treasure Token",
    ]


MORE = """humanlandsplayed=1
ailandsplayed=0
aibattlefield=Grizzly Bears|ChosenColor:White|ChosenType:Wurm;Hill Giant|ClassLevel:2
"""


def test_choices_levels_and_lands_that_were_played() -> None:
    """They are carried over, and written again."""
    data = _data(SMALL + MORE)
    chosen, level = data["battlefield"][-2:]
    assert chosen["chosen"] == {"color": "white", "creature type": "wurm"}
    assert level["class_level"] == 2
    assert data["players"]["alice"]["this_turn"] == {"lands_played": 1}
    assert "this_turn" not in data["players"]["bob"]
    text = puzzle_file.of_forge(forge_puzzle.converted(SMALL + MORE), "x").as_forge("x")
    assert {"humanlandsplayed=1", "aibattlefield=Grizzly Bears|ChosenColor:white|ChosenType:wurm"} <= {
        line.partition(";")[0] for line in text.splitlines()
    }


@pytest.mark.parametrize(
    ("exiled", "left"), [("Grizzly Bears|Id:9|Tapped", True), ("t:Elf,P:1,T:1,Types:Creature-Elf,Color:G|Id:9", False)]
)
def test_a_permanent_that_another_has_exiled(exiled: str, left: bool) -> None:
    """607.2a: the other one remembers it. A token ceases to exist (111.7)."""
    data = _data(f"{SMALL}aibattlefield={exiled};Journey to Nowhere|ExecuteScript:TrigExile->9\n")
    assert [item["card"] for item in data["battlefield"]] == ["Walking Ballista", "Journey to Nowhere"]
    bears = {"id": "grizzly_bears", "card": "Grizzly Bears", "owner": "bob", "exiled_with": "journey_to_nowhere"}
    assert data.get("exile", []) == ([bears] if left else [])


@pytest.mark.parametrize(
    "said",
    [
        "Journey to Nowhere|ExecuteScript:TrigExile->8",
        "Journey to Nowhere|ExecuteScript:DBGainControl->9",
        "Hill Giant|ExecuteScript:TrigExile->9",
        "Hill Giant|ChosenColor:white,blue",
        "Hill Giant|ChosenType:1",
    ],
)
def test_other_things_that_permanents_have_done_are_refused(said: str) -> None:
    (problem,) = forge_puzzle.converted(f"{SMALL}aibattlefield=Grizzly Bears|Id:9;{said}\n").problems
    assert problem.line == 10


def test_what_was_cast_before() -> None:
    """Tokens that an effect created are there, and an Aura that enchants players is attached to the other player."""
    made = "Any:CustomScript:DB$ Token | TokenAmount$ 2 | TokenScript$ w_1_1_soldier"
    data = _data(PUZZLE.replace("aiprecast=", f"aiprecast={made};Curse of Predation"))
    soldiers = [item for item in data["battlefield"] if item["card"] == "1/1 white Soldier creature token"]
    assert [(item["owner"], item["token"]) for item in soldiers] == [("bob", True)] * 2
    (curse,) = (item for item in data["battlefield"] if item["card"] == "Curse of Predation")
    assert (curse["owner"], curse["attached_to"]) == ("bob", "alice")


def test_a_library_that_was_shuffled_is_one_that_nobody_knows() -> None:
    assert _data(PUZZLE.replace("aiprecast=", "aiprecast=Any:TrigShuffle")) == _data(PUZZLE)


def test_what_puzzles_lack_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lacking = PUZZLE.replace("Hill Giant; Grizzly", "Nobody's Card; Grizzly").replace("Turns:1", "Turns:2")
    report = puzzle_coverage.report([PUZZLE, lacking, PUZZLE.replace("Turns:1", "Turns:3")])
    assert (report["puzzles"], report["read"]) == (3, 1)
    found = {one["what"]: (one["puzzles"], one["alone"]) for one in report["lacking"]}
    assert found["turns"][0] == 2
    assert found[puzzle_coverage.UNKNOWN_CARD] == (1, 0)
    assert report["cards"] == [{"card": "Nobody's Card", "puzzles": 1}]
    (tmp_path / "x.pzl").write_text(lacking)
    assert main(["solve", "--lacking", str(tmp_path / "x.pzl")]) == 0
    told = capsys.readouterr().out
    assert "Nobody's Card" in told and "1 puzzle: 0 can be tried" in told


RICH = """
players: {alice: {life: 7, counters: {energy: 2}, mana: "{W}{C}"}, bob: {life: 3, counters: {poison: 4}}}
turn: 5
step: postcombat main
battlefield:
  - {id: journey, card: Journey to Nowhere, controller: alice}
  - {id: walker, card: Pine Walker, controller: alice, face_down: {by: morph}, tapped: true}
  - {id: bolt, card: Lightning Bolt, controller: alice, face_down: {by: manifest}}
  - {id: mutation, card: Unstable Mutation, controller: alice, attached_to: bear}
  - {id: gold, card: Treasure Token, controller: alice, token: true, summoning_sick: true}
  - {id: bear, card: Grizzly Bears, controller: bob, counters: {+1/+1: 2, -1/-1: 1, shield: 1}, damage: 1}
  - {id: curse, card: Curse of Predation, controller: bob, attached_to: alice}
  - {id: knight, card: 2/2 white Knight creature token with vigilance, controller: bob, token: true}
hand: [{id: forest, card: Forest, owner: alice}]
library: [{id: first, card: Opt, owner: bob}, {id: second, card: Forest, owner: bob}]
exile: [{id: ox, card: Hill Giant, owner: bob, exiled_with: journey}]
goal: bob has lost
allowed: everything legal
"""


def test_a_puzzle_is_written_and_read_again(tmp_path: Path) -> None:
    puzzle = puzzle_file.of(yaml_reading.parse(RICH.encode(), "rich.yaml"))
    found = forge_puzzle.converted(puzzle.as_forge("Rich"))
    assert (found.title, found.problems) == ("Rich", [])
    again = puzzle_file.of_forge(found, "rich.pzl")
    assert again.board.canonical_key() == puzzle.board.canonical_key()
    assert again.file.goal == puzzle.file.goal
    (tmp_path / "rich.yaml").write_text(RICH.replace("allowed: everything legal", "allowed: [play forest]"))
    main(["solve", str(tmp_path / "rich.yaml"), "--limit", "1", "--save", str(tmp_path / "rich.pzl")])
    assert "Only this may be done: play forest." in (tmp_path / "rich.pzl").read_text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("goal: bob has lost", "goal: life of bob = 1", "expected the goal 'bob has lost', found 'life of bob = 1'"),
        ("postcombat main", "declare blockers", "the step 'declare blockers' can't be said"),
        ("damage: 1", "damage: 1, deathtouch_damage: true", "'deathtouch_damage' of 'bear' can't be said"),
        ("by: manifest}", "by: effect}", "'face_down' of 'bolt' can't be said"),
        ("life: 7", "life: 7, this_turn: {attacks: 1}", "'this_turn' of 'alice' can't be said"),
        ("controller: bob, attached_to", "controller: bob, timestamp: 1, attached_to", "'timestamp' of 'curse'"),
        ("turn: 5", "rules: 2020-01-01", "'rules' of the board can't be said"),
    ],
)
def test_what_can_not_be_written_is_named(old: str, new: str, said: str) -> None:
    assert old in RICH
    puzzle = puzzle_file.of(yaml_reading.parse(RICH.replace(old, new, 1).encode(), "rich.yaml"))
    with pytest.raises(forge_puzzle.InputError, match=re.escape(said)):
        puzzle.as_forge("Rich")


def test_an_order_in_time_that_can_not_be_written_is_named() -> None:
    """Two effects on one creature, of different players, the later one of who is written first."""
    layered = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: frog, card: Darksteel Mutation, controller: bob, attached_to: bear}
  - {id: other, card: Frogify, controller: alice, attached_to: bear}
goal: bob has lost
allowed: everything legal
"""
    puzzle = puzzle_file.of(yaml_reading.parse(layered.encode(), "x.yaml"))
    with pytest.raises(forge_puzzle.InputError, match="order in time"):
        puzzle.as_forge("X")
