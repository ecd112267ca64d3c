"""Hostile and clumsy input: one clear message with file and line, exit code 2, no traceback, no injection."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from common import PLAYERS, card, one

from pyengine import Board, InputError, InvalidActionError, InvalidBoardError, PyengineError
from pyengine.cli.main import main
from pyengine.explain.why_illegal import minimal_reason
from pyengine.files.yaml_reading import MAX_BYTES
from pyengine.phrases.phrase_words import quoted

ODD = 'a"). bad(1..999999999). %'


def later(said: str) -> str:
    """A board on which something waits for the end step."""
    return PLAYERS + f"delayed: [{{{said}, at: next end step, controller: alice}}]\n"


CONFUSED = [
    # content, where, what was wrong and what would be right
    ("", "b.yaml: ", ["is empty"]),
    ("players: [\n", "b.yaml:2:1: ", ["not valid YAML"]),
    ("players: {alice: {}\nbob: }", "b.yaml:2:", ["not valid YAML"]),
    ("\tplayers: {}\n", "b.yaml:1:1: ", ["tab", "indent with spaces"]),
    ("5\n", "b.yaml:1:1: ", ["expected a mapping, found 5"]),
    ("[]\n", "b.yaml:1:1: ", ["expected a mapping, found a list"]),
    ("battlefield: []\n", "b.yaml:1:1: ", ["'players' is missing"]),
    ("players: {}\n", "b.yaml:1:10: ", ["expected at least 1 entry, found 0"]),
    ("players: [alice]\n", "b.yaml:1:10: ", ["expected a mapping, found a list"]),
    (PLAYERS + "batlefield: []\n", "b.yaml:2:1: ", ["unknown field 'batlefield'", "did you mean 'battlefield'?"]),
    (PLAYERS + "battlefield: {id: a}\n", "b.yaml:2:14: ", ["expected a list, found a mapping"]),
    (PLAYERS + "step: combat\n", "b.yaml:2:7: ", ["expected one of", "'combat damage'", "found 'combat'"]),
    (one(", tapped: maybe"), "b.yaml:3:", ["battlefield[0].tapped", "expected true or false, found 'maybe'"]),
    (one(", colour: green"), "b.yaml:3:", ["unknown field 'colour'", "expected one of id, card"]),
    # names that lead nowhere
    (one("").replace("Bears", "Beers"), "b.yaml:3:22: ", ["'Grizzly Beers'", "did you mean Grizzly Bears?"]),
    (one("").replace("Grizzly Bears", "Ox"), "b.yaml:3:22: ", ["no card named 'Ox'", "`cards:`"]),
    (
        one("").replace("Grizzly Bears", "ox") + "cards: {Ox: {types: [creature]}}\n",
        "b.yaml:3:22: ",
        ["no card named 'ox'", "did you mean Ox?"],
    ),
    (one("").replace("alice}", "alise}"), "b.yaml:3:", ["no player is called 'alise'", "did you mean alice?"]),
    (one("").replace("alice}", "zed}"), "b.yaml:3:", ["no player is called 'zed'", "there are: alice, bob"]),
    (one("").replace("controller", "owner").replace(", owner: alice", ""), "b.yaml:3:5: ", ["owner", "controller"]),
    (one(", attached_to: absent"), "b.yaml:3:", ["no object or player is called 'absent'"]),
    (one(", copy_of: Nothing"), "b.yaml:3:", ["no card named 'Nothing'"]),
    (one(", effects: [{copy_of: Nothing}]"), "b.yaml:3:", ["no card named 'Nothing'"]),
    (PLAYERS + "active: zed\n", "b.yaml:2:9: ", ["no player is called 'zed'"]),
    (PLAYERS + "stack: [{id: x, source: nix}]\n", "b.yaml:2:25: ", ["no object is called 'nix'"]),
    (
        PLAYERS + "stack: [{id: x, source: null, event_object: nix}]\n",
        "b.yaml:2:45: ",
        ["no object or player is called 'nix'"],
    ),
    (later("id: alice, does: draw a card"), "b.yaml:2:16: ", ["two things are called 'alice'"]),
    (later("id: x, does: frobnicate"), "b.yaml:2:25: ", ["expected an action", "found 'frobnicate'"]),
    (later("id: x, does: populate"), "b.yaml:2:25: ", ["not modelled: the verb populate"]),
    (later("id: x, does: destroy It, about: {It: [nix]}"), "b.yaml:2:49: ", ["no object or player is called 'nix'"]),
    (PLAYERS + "stack: [{id: x, source: null, targets: [nix]}]\n", "b.yaml:2:41: ", ["no object or player is called"]),
    (PLAYERS + "stack: [{id: x, source: null, card: Nothing}]\n", "b.yaml:2:37: ", ["no card named 'Nothing'"]),
    (PLAYERS + "stack: [{id: x, source: null, ability: 1}]\n", "b.yaml:2:40: ", ["'ability' of 'x' goes with 'card'"]),
    (PLAYERS + "stack: [{id: x, source: null, ability: 0}]\n", "b.yaml:2:40: ", ["expected a number of at least 1"]),
    (
        PLAYERS + "stack: [{id: x, source: null, text: '{T}: Frobnicate.'}]\n",
        "b.yaml:2:37: ",
        ["at character 6 of the text", "expected an action", "found 'Frobnicate'"],
    ),
    (
        PLAYERS + "stack: [{id: x, source: null, text: '{T}: Draw a card.', ability: 2}]\n",
        "b.yaml:2:67: ",
        ["'{T}: Draw a card.' says no ability 2; it says 1"],
    ),
    (
        one(", effects: [{has: {abilities: [Populate]}}]"),
        "b.yaml:3:",
        ["at character 1 of the text", "expected"],
    ),
    (
        one(", effects: [{has: {abilities: ['{T}: Populate.']}}]"),
        "b.yaml:3:",
        ["not modelled: the verb populate"],
    ),
    (
        one(", effects: [{has: {abilities: ['This creature gets +1/+1.']}}]"),
        "b.yaml:3:",
        ["to give 'gets' as an ability in quotation marks"],
    ),
    (
        one(", effects: [{has: {abilities: ['{T}: Draw a card.'], keywords: [flying]}}]"),
        "b.yaml:3:",
        ["expected keywords or abilities, found both"],
    ),
    (
        PLAYERS + "stack: [{id: x, source: null, card: Tatterkite, ability: 3}]\n",
        "b.yaml:2:58: ",
        ["'Tatterkite' has no ability 3; it has 2"],
    ),
    (
        PLAYERS + "battlefield: [{id: x, card: Tatterkite, controller: alice, used_once: [3]}]\n",
        "b.yaml:2:",
        ["'Tatterkite' has no ability 3; it has 2"],
    ),
    (
        PLAYERS + "exile: [{id: x, card: Tatterkite, owner: alice, set_aside: suspend}]\n",
        "b.yaml:2:",
        ["foretell"],
    ),
    (
        PLAYERS + "cards: {A: {types: [creature], text: 'Sacrifice any number of creatures: Draw a card.'}}\n",
        "b.yaml:2:",
        ["paying with"],
    ),
    (
        PLAYERS + "cards: {A: {types: [creature], abilities: [{activated: {cost: {sacrifice: {total_power: 2}}, "
        "does: draw a card}}]}}\n",
        "b.yaml:2:",
        ["'total_power' is of what is tapped"],
    ),
    ("players: {alice: {effects: [{copy_of: Nothing}]}}\n", "b.yaml:1:", ["no card named 'Nothing'"]),
    ("players: {alice: {effects: [{cant_put: {}, controller: zed}]}}\n", "b.yaml:1:", ["no player is called 'zed'"]),
    # counts
    (one(", counters: {charge: -1}"), "b.yaml:3:", ["charge", "from 0 to 1000000000, found -1"]),
    (one(", counters: {charge: 1000000001}"), "b.yaml:3:", ["from 0 to 1000000000, found 1000000001"]),
    (one(", counters: {charge: 1" + "0" * 99 + "}"), "b.yaml:3:", ["from 0 to 1000000000"]),
    (one(", counters: {charge: 1" + "0" * 5000 + "}"), "b.yaml:3:", ["5001 digits", "at most 100 digits"]),
    (one(", counters: {charge: 1.5}"), "b.yaml:3:", ["expected a whole number", "found 1.5"]),
    (one(", counters: {charge: .nan}"), "b.yaml:3:", ["expected a whole number", "found nan"]),
    (one(", counters: {charge: '2'}"), "b.yaml:3:", ["expected a whole number", "found '2'"]),
    (one(", counters: {charge: true}"), "b.yaml:3:", ["expected a whole number", "found true"]),
    (one(", counters: {charge: many}"), "b.yaml:3:", ["expected a whole number", "found 'many'"]),
    (one(", counters: [charge]"), "b.yaml:3:", ["counters", "found a list"]),
    (one(", damage: -3"), "b.yaml:3:", ["from 0 to 1000000000, found -3"]),
    (one(", timestamp: 1000000"), "b.yaml:3:", ["from 0 to 999999, found 1000000"]),
    ("players: {alice: {life: 2000000000}}\n", "b.yaml:1:", ["from -1000000000 to 1000000000"]),
    ("players: {" + ", ".join(f"p{n}: " for n in range(21)) + "}\n", "b.yaml:1:", ["at most 20 entries, found 21"]),
    # things given twice
    (one("") + "  - {id: bear, card: Sol Ring, owner: bob}\n", "b.yaml:4:10: ", ["two things are called 'bear'"]),
    (one("") + "hand: [{id: bear, card: Sol Ring, owner: bob}]\n", "b.yaml:4:13: ", ["two things are called 'bear'"]),
    (one("").replace("bear,", "alice,"), "b.yaml:3:10: ", ["two things are called 'alice'", "a player"]),
    (one(", id: elf"), "b.yaml:3:", ["the key 'id' is already given at line 3"]),
    (one(", counters: {charge: 1, charge: 2}"), "b.yaml:3:", ["the key 'charge' is already given"]),
    (PLAYERS + PLAYERS, "b.yaml:2:1: ", ["the key 'players' is already given at line 1"]),
    (one(", counters: {Flying: 1, flying: 2}"), "b.yaml:3:", ["the kind 'flying' is given twice"]),
    (one(", counters: {-1/-1: 1, −1/−1: 2}"), "b.yaml:3:", ["the kind '-1/-1' is given twice"]),
    (one(", last_known_counters: {Charge: 1, charge: 2}"), "b.yaml:3:", ["the kind 'charge' is given twice"]),
    (
        card("abilities: [{enters_with: {counters: {Charge: 1, charge: 2}}}]"),
        "b.yaml:3:",
        ["the kind 'charge' is given twice"],
    ),
    # what something enters with, or as
    (card("abilities: [{enters_with: {counters: {a: 1}, only_if: {}}}]"), "b.yaml:3:", ["expected a condition"]),
    (
        card("abilities: [{enters_with: {counters: {a: X}, removing: {types: [creature]}}}]"),
        "b.yaml:3:",
        ["'removing' goes with counters that are numbers"],
    ),
    (
        card("abilities: [{enters_with: {counters: {a: 1}, removing: {}, for_each: {}}}]"),
        "b.yaml:3:",
        ["expected 'for_each' or 'removing', found both"],
    ),
    (
        card("abilities: [{enters_with: {counters: {a: 1}, for_each: {total: power, least: power}}}]"),
        "b.yaml:3:",
        ["expected one of their_counters, total, greatest, least, found total and least"],
    ),
    (card("abilities: [{enters_as_copy: {optional: true}}]"), "b.yaml:3:", ["'of' is missing"]),
    (card("abilities: [{enters_as_copy: {of: {}, but: [{if_type: land}]}}]"), "b.yaml:3:", ["found nothing"]),
    (
        card("abilities: [{enters_as_copy: {of: {}, but: {if_type: land, types: [creature]}}}]"),
        "b.yaml:3:",
        ["'if_type' goes with counters and keywords"],
    ),
    (one(", effects: [{enters_as_copy: {of: {}}}]"), "b.yaml:3:", ["an ability of cards", "'copy_of'"]),
    (one(", effects: [{keyword: flying, altered_by: [Clone]}]"), "b.yaml:3:", ["'altered_by' goes with 'copy_of'"]),
    (one(", effects: [{keyword: flying, lasts_while: {}}]"), "b.yaml:3:", ["exactly one of counter, tapped"]),
    (one(", effects: [{keyword: flying, lasts_while: {there: zoe}}]"), "b.yaml:3:", ["no object is called 'zoe'"]),
    (one(", effects: [{gives_back: alice}]"), "b.yaml:3:", ["'gives_back' goes with 'lasts_while'"]),
    (
        one(", effects: [{keyword: flying, lasts_while: {controlled: a}}]"),
        "b.yaml:3:",
        ["goes with 'controller', who controls it"],
    ),
    (
        one(", effects: [{keyword: flying, until: end of turn, lasts_while: {counter: oil}}]"),
        "b.yaml:3:",
        ["neither 'until' nor 'copy_of'"],
    ),
    (one(", effects: [{copy_of: Clone, altered_by: [Nothing]}]"), "b.yaml:3:", ["no card named 'Nothing'"]),
    (one(", cast_from: top of library"), "b.yaml:3:", ["cast_from", "'library'"]),
    (one(", targeted_by: [zoe]"), "b.yaml:3:", ["no player is called 'zoe'"]),
    (one(", spent: five"), "b.yaml:3:", ["expected mana such as"]),
    ("players: {alice: {this_turn: {drawn: 2}}}\n", "b.yaml:1:", ["unknown field 'drawn'"]),
    # names nobody could write
    (one("").replace("bear,", '"a\\nb",'), "b.yaml:3:10: ", ["control characters", "'a\\nb'"]),
    (one("").replace("bear,", '"a\\0b",'), "b.yaml:3:10: ", ["U+0000"]),
    (one("").replace("bear,", '"a\0b",'), "b.yaml:3:12: ", ["U+0000"]),
    (one("").replace("bear,", '"a\\u2028zone(b)",'), "b.yaml:3:10: ", ["control characters"]),
    (one("").replace("bear,", '"a\\Nb",'), "b.yaml:3:10: ", ["control characters"]),
    (one("").replace("bear,", '"a\\e[2Jb",'), "b.yaml:3:10: ", ["U+001B"]),
    (one("").replace("bear,", '" a",'), "b.yaml:3:10: ", ["no blanks at its ends"]),
    (one("").replace("bear,", '"",'), "b.yaml:3:10: ", ["found an empty string"]),
    (one("").replace("bear,", "x" * 201 + ","), "b.yaml:3:10: ", ["at most 200 characters"]),
    (one("").replace("bear,", "7,"), "b.yaml:3:10: ", ["expected text, found 7", "put it in quotes"]),
    # dates
    (PLAYERS + "rules: 2026-02-30\n", "b.yaml:2:8: ", ["'2026-02-30' is not a date", "expected one like 2026-09-25"]),
    (PLAYERS + "rules: 1999-01-01\n", "b.yaml:2:8: ", ["no rules for 1999-01-01", "the earliest date is 2001-09-24"]),
    (PLAYERS + "rules: 20260925\n", "b.yaml:2:8: ", ["expected a date like 2026-09-25, found 20260925"]),
    (PLAYERS + "rules: '20260925'\n", "b.yaml:2:8: ", ["'20260925' is not a date"]),
    (PLAYERS + "rules: September 25, 2026\n", "b.yaml:2:8: ", ["is not a date"]),
    (PLAYERS + "rules: 2026-W39-5\n", "b.yaml:2:8: ", ["is not a date"]),
    # card definitions
    (card("abilities: [{cant_put: {}, cant_remove: {}}]"), "b.yaml:3:", ["exactly one", "cant_put and cant_remove"]),
    (card("abilities: [{}]"), "b.yaml:3:", ["expected exactly one of keyword", "found none"]),
    (
        card("abilities: [{cant_put: {affects: {names: [Grizly Bears]}}}]"),
        "b.yaml:3:",
        ["no card named 'Grizly Bears'", "did you mean Grizzly Bears?"],
    ),
    (
        card("abilities: [{cant_cast: {spells: {names: [grizzly bears]}}}]"),
        "b.yaml:3:",
        ["did you mean Grizzly Bears?"],
    ),
    (card("abilities: [{cantput: {}}]"), "b.yaml:3:", ["unknown field 'cantput'", "did you mean 'cant_put'?"]),
    (card("abilities: [{would_put: {plus: 1, times: 2}}]"), "b.yaml:3:", ["exactly one of plus, minus, times"]),
    (card("abilities: [{would_put: {times: 1}}]"), "b.yaml:3:", ["from 2 to 1000, found 1"]),
    (card("abilities: [{would_put: {half: sideways}}]"), "b.yaml:3:", ["'down' or 'up'", "found 'sideways'"]),
    (card("abilities: [{instead: {event: die, instead: regenerate}}]"), "b.yaml:3:", ["found die with regenerate"]),
    (card('mana_cost: "{²}"'), "b.yaml:3:", ["mana symbols such as {2}{G}"]),
    (card('mana_cost: "{99999999999}"'), "b.yaml:3:", ["numbers up to 999999"]),
    (card("power: lots"), "b.yaml:3:", ["power", "found 'lots'"]),
    (PLAYERS + "cards:\n  Ox: {}\n", "b.yaml:3:7: ", ["'types' is missing"]),
    (PLAYERS + "cards:\n  Ox: {types: [Creatur]}\n", "b.yaml:3:16: ", ["found 'creatur'; did you mean 'creature'?"]),
    (card("supertypes: [legendry]"), "b.yaml:3:", ["basic, legendary", "found 'legendry'; did you mean 'legendary'?"]),
    (card("abilities: [{cant_put: {affects: {not_types: [ox]}}}]"), "b.yaml:3:", ["expected one of artifact", "'ox'"]),
    (one(", face_down: {by: effect, lists: {types: [artefact]}}"), "b.yaml:3:", ["did you mean 'artifact'?"]),
    (card("abilities: [flyin]"), "b.yaml:3:", ["expected a keyword, found 'flyin'; did you mean 'flying'?"]),
    (card("abilities: [modullar 2]"), "b.yaml:3:", ["did you mean 'modular'?"]),
    (card("abilities: [{cant_have: {keywords: [hexprof]}}]"), "b.yaml:3:", ["did you mean 'hexproof'?"]),
    # files made to do harm
    ("&a [*a]", "b.yaml:1:5: ", ["no recursion"]),
    ("!!python/object:os.system x", "b.yaml:1:1: ", ["the tag", "is not allowed"]),
    ("<<: {players: {}}", "b.yaml:1:1: ", ["merge keys"]),
    ("[" * 100_000, "b.yaml:1:61: ", ["nested too deeply", "at most 60 levels"]),
    ("{a: " * 100_000, "b.yaml:1:", ["nested too deeply"]),
    ("- " * 100_000, "b.yaml:1:", ["nested too deeply"]),
    ("--- 1\n--- 2\n", "b.yaml:2:1: ", ["a second document starts here"]),
    (b"\xff\xfep\0l\0", "b.yaml: ", ["UTF-16"]),
    (b"players: {\xe9: {}}", "b.yaml:1:11: ", ["byte 0xe9 is not UTF-8"]),
    (b"\x7fELF\x02\x01\x01" + bytes(200), "b.yaml:1:1: ", ["control character"]),
]


@pytest.mark.parametrize(("content", "where", "said"), CONFUSED, ids=range(len(CONFUSED)))
def test_one_clear_message(complaint: Callable[..., str], content: str | bytes, where: str, said: list[str]) -> None:
    message = complaint(content)
    assert message.startswith(where), message
    assert len(message) < 500
    for words in said:
        assert words in message


def test_several_mistakes_are_reported_together_in_the_order_of_the_file(complaint: Callable[..., str]) -> None:
    lines = "".join(f"  - {{id: o{n}, card: Grizzly Bears, controller: zed}}\n" for n in range(20))
    message = complaint(f"{PLAYERS}battlefield:\n{lines}active: zed\n", lines=11).splitlines()
    assert [line.split(":")[1] for line in message[:10]] == [str(n) for n in range(3, 13)]
    assert message[10:] == ["and 11 more"]


def test_alias_bombs(complaint: Callable[..., str]) -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{name}: &{name} [{','.join(['*' + before] * 9)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert "too many values" in complaint(bomb)


def test_a_file_of_fifty_megabytes(complaint: Callable[..., str]) -> None:
    assert complaint(b"# " + b"x" * 50_000_000) == f"b.yaml: is too large; expected at most {MAX_BYTES} bytes"


def test_many_kinds_are_read_at_once() -> None:
    kinds = ", ".join(f"k{n}: 1" for n in range(40_000))
    board = Board.parse(one(f", counters: {{{kinds}}}"))
    assert len(board.counters("bear")) == 40_000


# --- files that are none --------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["status"], ["legal"], ["check"], ["apply"], ["why"], ["solve"], ["test"]])
def test_paths_that_are_not_files(command: list[str], tmp_path: Path, refused: Callable[..., str]) -> None:
    rest = {"check": ["tap a"], "apply": ["tap a"], "why": ["tap a"]}.get(command[0], [])
    if command == ["solve"]:
        rest = ["--allow", "tap a", "--goal", "a has 1 charge counter"]
    missing = str(tmp_path / "missing.yaml")
    assert f"{missing}: does not exist" in refused(*command, missing, *rest)
    if command != ["test"]:
        assert "is a directory" in refused(*command, str(tmp_path), *rest)
    assert "not a possible file name" in refused(*command, "a\0b", *rest)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything is readable here")
def test_a_file_without_permission(tmp_path: Path, refused: Callable[..., str]) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(PLAYERS)
    path.chmod(0)
    assert "may not be read" in refused("status", str(path))


def test_a_file_that_can_not_be_read(
    tmp_path: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(PLAYERS)

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", forbidden)
    assert f"{path}: may not be read" in refused("status", str(path))


def test_no_scenarios(tmp_path: Path, refused: Callable[..., str]) -> None:
    for options in ([], ["--json"]):
        assert f"no scenario found in {tmp_path}" in refused("test", str(tmp_path), *options)


SCENARIO = "- name: x\n  rules: '122.1'\n  board: {players: {a: {}}%s}\n  actions: %s\n  legal: true\n"


@pytest.mark.parametrize(
    ("content", "where", "said"),
    [
        ("{name: x}\n", "b.yaml:1:1: ", "expected a list of scenarios"),
        ("x\n", "b.yaml:1:1: ", "expected a list of scenarios"),
        ("- 1\n", "b.yaml:1:3: ", "expected a mapping, found 1"),
        (SCENARIO % ("", "tap a") + "- {name: y, board: {players: {a: {}}}}\n", "b.yaml:6:3: ", "'rules' is missing"),
        (SCENARIO % ("", "tap a") + "  leagl: true\n", "b.yaml:6:3: ", "did you mean 'legal'?"),
        (SCENARIO % (", hand: [{id: b, card: Beer, owner: a}]", "tap b"), "b.yaml:3:", "no card named 'Beer'"),
        (SCENARIO % (", hand: [{id: b, card: Sol Ring, owner: z}]", "tap b"), "b.yaml:3:", "no player is called 'z'"),
        (SCENARIO % (", rules: 1999-01-01", "tap b"), "b.yaml:3:", "no rules for 1999-01-01"),
        (SCENARIO % ("", "tap a") + "  outcomes: [{a: {mana: GG}}]\n", "b.yaml:6:", "expected mana such as"),
    ],
)
def test_scenario_files_that_are_none(complaint: Callable[..., str], content: str, where: str, said: str) -> None:
    message = complaint(content, "test")
    assert message.startswith(where)
    assert said in message


def test_a_scenario_about_nothing_fails_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A phrase can only be wrong together with its board; the other scenarios are still run."""
    path = tmp_path / "s.yaml"
    path.write_text(SCENARIO % ("", "tap nobody") + SCENARIO % ("", "tapp a"))
    assert main(["test", str(path)]) == 1
    said = capsys.readouterr().out
    assert f"FAILED {path}:1:3: x" in said
    assert "nothing on the board is called 'nobody'" in said
    assert f"FAILED {path}:6:3: x" in said
    assert "0 passed, 2 failed" in said


# --- phrases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("", "expected an action"),
        ("please put a counter", "expected"),
        ("begin untap step of alice", "an action as in 'begin the untap step of alice', found 'begin'"),
        ("tap bear, then end game", "column 16: expected an action as in 'end the game', found 'end'"),
        ("put a +1/+1 counter on", "found the end"),
        ("put a +1/+1 counter on beer", "nothing on the board is called 'beer'; did you mean bear?"),
        ("put a +1/+1 counter on zzz", "nothing on the board is called 'zzz'"),
        ("tap bear by zzz", "nothing on the board is called 'zzz'"),
        ("put bear onto the battlefield under zzz", "nothing on the board is called 'zzz'"),
        ("tap bear, then tap zzz", "nothing on the board is called 'zzz'"),
        ("put -1 +1/+1 counters on bear", "expected"),
        ("put 1000000001 +1/+1 counters on bear", "up to 1000000000"),
        ("put " + "9" * 1000 + " charge counters on bear", "up to 1000000000"),
        ("put a +9999999/+9999999 counter on bear", "counters go up to"),
        ("put a charge counter on bear\0", "control characters"),
        ("put a charge counter on bear\x1b[2J", "control characters"),
        ('put a charge counter on "be\nar"', "no line breaks"),
        ('put a charge counter on "bear', 'expected a second "'),
        ('put a charge counter on "a\u2028b"', "control characters"),
        ("tap " + "x" * 2001, "at most 2,000 characters"),
        ("tap " + "x" * 201, "at most 200 characters"),
        ("tap bear" + ", then" * 300, "expected"),
        (ODD, "expected"),
        (f"put a charge counter on {ODD}", "expected"),
    ],
)
def test_phrases_that_say_nothing(complaint: Callable[..., str], phrase: str, said: str) -> None:
    for command in ("check", "apply", "why"):
        message = complaint(one(""), command, phrase)
        assert said in message
        assert len(message) < 500


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--object", "beer"], "nothing on the board is called 'beer'; did you mean bear?"),
        (["--kind", ""], "found an empty one"),
        (["--kind", "a\nb"], "control characters"),
        (["--kind", "x" * 201], "at most 200 characters"),
        (["--kind", "charge counter"], "without the word 'counter'"),
        (["--kind", "+9999999/+9999999"], "counters go up to"),
        (["--rules", "2026-02-30"], "'2026-02-30' is not a date"),
        (["--rules", ""], "'' is not a date"),
        (["--rules", "1999-01-01"], "no rules for 1999-01-01"),
    ],
)
def test_filters_that_name_nothing(complaint: Callable[..., str], options: list[str], said: str) -> None:
    assert said in complaint(one(""), "legal", *options)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "counters"], "expected the number of a rule, as in 122.5"),
        (["rules", ""], "expected the number of a rule"),
        (["rules", "122.5", "--scenarios", "no/such/place"], "no/such/place: does not exist"),
        (["cards", "Grizzly Beers"], "did you mean Grizzly Bears?"),
        (["cards", "../../etc/passwd"], "no card named '../../etc/passwd'"),
        (["cards", ""], "no card named ''"),
        (["prove", "nothing"], "no property is called 'nothing'; there are: "),
        (["prove", "../questions/do"], "no property is called"),
        (["prove", "move_keeps_the_total", "--card", "Nothing"], "no card named 'Nothing'"),
        (["prove", "move_keeps_the_total", "--kind", "\0"], "control characters"),
        (["prove", "move_keeps_the_total", "--card", "\1"], "cards: a name has no control characters"),
        (["prove", "move_keeps_the_total", "--vary", "\1"], "varies: a name has no control characters"),
        (["prove", "move_keeps_the_total", "--ability", ""], "abilities: expected a name"),
        (["prove", "move_keeps_the_total", "--objects", "999999999"], "expected from 1 to 20 permanents"),
        (["prove", "move_keeps_the_total", "--most", "999999999"], "expected from 1 to 1000 counters"),
        (["prove", "move_keeps_the_total", "--rules", "1999-01-01"], "no rules for 1999-01-01"),
    ],
)
def test_questions_about_nothing(refused: Callable[..., str], arguments: list[str], said: str) -> None:
    assert said in refused(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["steal"],
        ["check"],
        ["check", "b.yaml"],
        ["legal", "b.yaml", "--action", "steal"],
        ["legal", "b.yaml", "--limit", "0"],
        ["legal", "b.yaml", "--limit", "-5"],
        ["legal", "b.yaml", "--limit", "1e3"],
        ["legal", "b.yaml", "--limit", "²"],
        ["apply", "b.yaml", "tap a", "--timeout", "99999999999999999999"],
        ["solve", "b.yaml", "--limit", "0"],
        ["schema", "house"],
        ["view"],
        ["view", "b.yaml", "--as"],
        ["legal", "b.yaml", "--action", "flip"],
        ["legal", "b.yaml", "--action", "turn up"],
        ["cards", "--as", "bob"],
    ],
)
def test_command_lines_that_are_none(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err


# --- boards that contradict the rules -------------------------------------------------------------------------

CIRCLE = """players: {alice: {}}
battlefield:
  - {id: a, card: Sol Ring, controller: alice, attached_to: a}
  - {id: b, card: Sol Ring, controller: alice, attached_to: c}
  - {id: c, card: Sol Ring, controller: alice, attached_to: b}
  - {id: d, card: Sol Ring, controller: alice, attached_to: e}
graveyard:
  - {id: e, card: Sol Ring, owner: alice, tapped: true}
"""


def test_status_names_what_check_refuses(
    complaint: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(CIRCLE)
    assert main(["status", str(path)]) == 1
    named = capsys.readouterr().out
    for words in (
        "a is attached to itself",
        "b is part of a circle of attachments",
        "c is part of a circle of attachments",
        "d is attached to e, which is not on the battlefield",
        "e is tapped but not on the battlefield",
    ):
        assert words in named
    solve = ["--allow", "tap a", "--goal", "a has 1 charge counter"]
    for command in (["check", "tap a"], ["apply", "tap a"], ["why", "tap a"], ["legal"], ["solve", *solve]):
        said = complaint(CIRCLE, *command, lines=6)
        assert "b.yaml:3:5: a is attached to itself [303.4d]" in said
        assert "b.yaml:8:5: e is tapped" in said


def test_an_edited_board_is_refused_as_well() -> None:
    edited = Board.parse(CIRCLE).with_counters("a", {"charge": 1})
    for _ in range(2):
        with pytest.raises(InvalidBoardError, match="attached to itself"):
            edited.check("tap a")
        with pytest.raises(InvalidBoardError, match="attached to itself"):
            edited.check("put a charge counter on a")


def test_a_kind_is_named_without_the_word_counter() -> None:
    with pytest.raises(InvalidBoardError, match="without the word 'counter', found 'Charge Counters'"):
        Board.parse(one(", counters: {Charge Counters: 2}"))
    with pytest.raises(InvalidActionError, match="without the word 'counter', found 'charge counter'"):
        Board.parse(one("")).check('put a "charge counter" counter on bear')
    with pytest.raises(InvalidActionError, match="without the word 'counter', found 'Charge Counter'"):
        Board.parse(one("")).legal_actions.where(kinds=["Charge Counter"])


# --- what is no mistake ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("1/1", "two signs such as"),
        ("+1/1", "two signs such as"),
        ("+1 / +1", "without other words or spaces"),
        ("small +1/+1", "without other words or spaces"),
    ],
)
def test_power_and_toughness_of_a_kind_are_written_in_one_way(kind: str, said: str) -> None:
    with pytest.raises(InvalidActionError, match=said):
        Board.parse(one("")).check(f"put a {kind} counter on bear")
    with pytest.raises(InvalidBoardError, match=said):
        Board.parse(one(f', counters: {{"{kind}": 2}}'))


@pytest.mark.parametrize(
    "phrase",
    [
        "put an additional +1/+1 counter on bear",
        "put two more charge counters on bear",
        "put twenty one charge counters on bear",
        "put ten thousand charge counters on bear",
        "remove all the charge counters from bear",
        "remove all but one counter from bear",
        "put a third counter on bear",
    ],
)
def test_counting_words_are_not_part_of_a_kind(phrase: str) -> None:
    with pytest.raises(InvalidActionError, match="expected a kind of counter"):
        Board.parse(one("")).check(phrase)


def test_a_kind_nobody_knows_is_a_marker() -> None:
    board = Board.parse(one(", counters: {banana split: 2}"))
    assert board.is_valid()
    assert board.is_legal("remove a banana split counter from bear")
    [outcome] = board.outcomes("put a Zork counter on bear")
    assert outcome.board.counters("bear") == {"banana split": 2, "zork": 1}


ODD_NAMES = [
    ODD,
    '"',
    "\\",
    "\\\\",
    '\\"',
    "'",
    "\\n",
    "%",
    "%* *%",
    "#end",
    "a. b",
    "x :- y",
    "{1,2}",
    "😀",
    "ﷺ",
    "1e3",
    "\\x00",
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_is_never_program_text(name: str, tmp_path: Path) -> None:
    """As player, id, card, kind and team at once. Were any of it read as program text, the facts would differ."""
    thing = name + " thing"
    written, named = quoted(name), quoted(thing)
    board = Board.from_data(
        {
            "players": {name: {"team": name, "counters": {name: 1}}, "bob": {}},
            "battlefield": [
                {"id": thing, "card": name, "controller": name, "counters": {name: 2}},
                {"id": "other", "card": name, "controller": "bob"},
            ],
            "cards": {
                name: {
                    "types": ["artifact"],
                    "subtypes": [name],
                    "abilities": [
                        {"would_put": {"plus": 1, "kinds": [name], "affects": {"this": True, "subtypes": [name]}}},
                        {"has": {"keywords": [name]}},
                        {"trigger": {"event": "dies", "does": name + "\n" + name}},
                    ],
                    "not_modelled": [name],
                }
            },
        }
    )
    board.save(tmp_path / "b.yaml")
    board = Board.load(tmp_path / "b.yaml")
    assert board.is_valid()
    kind = name.lower()
    [outcome] = board.outcomes(f"put a {written} counter on {named} by {written}")
    assert outcome.board.counters(thing) == {kind: 4}
    assert outcome.board.counters(name) == {kind: 1}
    assert Board.parse(outcome.board.to_yaml()) == outcome.board
    verdict = board.check(f"move a {written} counter from {named} to {named}")
    assert [reason.code for reason in verdict.reasons] == ["same_object"]
    assert board.check(f"move a {written} counter from {named} to other")
    edited = board.with_counters("other", {name: 1})
    assert edited.check(f"remove a {written} counter from other")
    listed = [one.action for one in board.candidate_actions.where(verbs=["move"], kinds=[name])]
    assert len(listed) == 4
    assert all(text in board.candidate_actions for text in listed)
    assert minimal_reason(board, f"move a {written} counter from {named} to {named}").facts == ()


def test_a_card_named_like_a_path() -> None:
    with pytest.raises(InputError, match="no card named"):
        Board.parse(one("").replace("Grizzly Bears", "../creatures/grizzly_bears/.."))


# --- limits are honest ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1_000_000_000, 999_999_999])
def test_a_billion_counters_at_once(number: int) -> None:
    board = Board.parse(one(f", counters: {{charge: {number}}}"))
    [outcome] = board.outcomes("remove a charge counter from bear")
    assert outcome.board.counters("bear") == {"charge": number - 1}
    [outcome] = board.outcomes("remove 1000000000 charge counters from bear")
    assert outcome.board.counters("bear") == {}
    assert board.check(f"remove {number} charge counters from bear as a cost")


@pytest.mark.parametrize(
    ("fields", "more", "action"),
    [
        (", counters: {charge: 1000000000}", "", "put a charge counter on bear"),
        ("", "Doubling Season", "put 500000001 charge counters on bear"),
        (", counters: {charge: 500000001}", "Doubling Season", "put 500000000 charge counters on bear"),
        ("", "Hardened Scales", "put 1000000000 +1/+1 counters on bear"),
        (", damage: 1000000000, counters: {indestructible: 1}", "Craw Wurm", "deal 1 damage to bear from more"),
    ],
)
def test_past_a_billion_is_said_to_be_cut_short(
    fields: str, more: str, action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(one(fields) + (f"  - {{id: more, card: {more}, controller: alice}}\n" if more else ""))
    for option in ("--limit=5", "--count"):
        assert main(["apply", str(path), action, option]) == 3
        said = capsys.readouterr().out
        assert "note: cut short" in said
        assert (
            "-" not in said.replace("+1/+1", "").replace("state-based", "").partition("outcome")[2].partition("note")[0]
        )


def test_up_to_a_billion_is_not_cut_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(one("") + "  - {id: season, card: Doubling Season, controller: alice}\n")
    assert main(["apply", str(path), "put 500000000 charge counters on bear"]) == 0
    said = capsys.readouterr().out
    assert "charge: 1000000000" in said
    assert "cut short" not in said


def test_power_past_a_billion_does_not_wrap_around() -> None:
    board = Board.parse(one(", counters: {+1000000/+1000000: 1000000000}"))
    outcomes = board.outcomes("tap bear")
    for outcome in outcomes:
        assert outcome.board.zone("bear") == "battlefield"
    assert not outcomes.complete
    assert any("too large" in caveat for caveat in outcomes.caveats)


@pytest.mark.parametrize("option", ["--limit=2", "--count"])
def test_more_choices_than_the_limit(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(one(", counters: {charge: 1001}"))
    assert main(["apply", str(path), "remove any number of charge counters from bear", option]) == 3
    said = capsys.readouterr().out
    assert "1001 outcomes" in said
    assert "note: cut short: bear has 1001 charge counters to choose from" in said
    path.write_text(one(", counters: {charge: 1000}"))
    assert main(["apply", str(path), "remove any number of charge counters from bear", option]) == 0
    assert "cut short" not in capsys.readouterr().out


def test_a_line_past_a_limit_is_not_said_to_be_impossible(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(one(", counters: {charge: 1000000000}"))
    goal = ["--allow", "put a charge counter on bear", "--goal", "bear has 7 charge counters"]
    assert main(["solve", str(path), *goal]) == 3
    said = capsys.readouterr().out
    assert "note: cut short: a number for bear is too large to work with" in said


def test_the_newest_rules_are_said_to_be_the_newest_known() -> None:
    verdict = Board.parse("rules: 2031-01-01\n" + one("")).check("tap bear")
    assert any("2026-09-25" in caveat for caveat in verdict.caveats)
    assert not Board.parse("rules: 2026-09-25\n" + one("")).check("tap bear").caveats


def test_every_error_is_one_of_the_project() -> None:
    assert issubclass(InvalidActionError, InputError)
    assert issubclass(InvalidBoardError, InputError)
    assert issubclass(InputError, PyengineError)
    assert issubclass(PyengineError, ValueError)


THREE_BILLION = one(", counters: {x: 1000000000, y: 1000000000, z: 1000000000}")


def test_a_cost_out_of_three_billion_counters_can_be_paid() -> None:
    assert Board.parse(THREE_BILLION).check("remove 1000000000 counters from bear as a cost")


def test_two_out_of_three_billion_counters() -> None:
    outcomes = Board.parse(THREE_BILLION).outcomes("remove two counters from bear")
    assert outcomes.count() == 6 or not outcomes.complete


def test_life_is_not_lost_beyond_what_a_file_may_hold() -> None:
    outcomes = Board.parse("players: {alice: {life: -1000000000}}\n").outcomes(*["alice loses 1000000000 life"] * 2)
    for outcome in outcomes:
        assert outcome.board.model.players["alice"].life < 0
        assert Board.parse(outcome.board.to_yaml()) == outcome.board
    assert not outcomes.complete


def test_poison_of_a_large_team() -> None:
    team = ", ".join(f"p{n}: {{team: t, counters: {{poison: 1000000000}}}}" for n in range(3))
    board = Board.parse(f"variant: two-headed giant\nplayers: {{{team}}}\n")
    outcomes = board.outcomes("check state-based actions")
    assert not outcomes.complete or all(
        player.lost for outcome in outcomes for player in outcome.board.model.players.values()
    )
