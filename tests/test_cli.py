"""Every command, as text and as JSON, with its exit codes; and a few real runs of the program."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import pyengine
from pyengine import Board
from pyengine.bulk import batch
from pyengine.cli.main import main
from pyengine.plans import shared_object

ROOT = Path(__file__).parent.parent
EXAMPLE = str(ROOT / "examples" / "counters.yaml")

BOARD = """players: {alice: {}, bob: {counters: {poison: 2}}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 2}}
  - {id: elf, card: Grizzly Bears, controller: bob}
  - {id: kite, card: Tatterkite, controller: bob}
"""
MOVE = "move a +1/+1 counter from bear to elf"
BANNED = "move a +1/+1 counter from bear to kite"


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD)
    return str(path)


class Run:
    """Runs commands and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def text(self, code: int, *arguments: str) -> str:
        assert main(arguments) == code
        said = self._capsys.readouterr()
        assert said.err == ""
        return said.out

    def json(self, code: int, *arguments: str) -> Any:
        out = self.text(code, *arguments, "--json")
        assert out.endswith("\n")
        found = json.loads(out)
        if isinstance(found, dict):  # test_schema.py is about these
            found.pop("about", None)
            found.pop("caveat_codes", None)
        return found


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


# --- check ----------------------------------------------------------------------------------------------------


def test_check_legal(run: Run, board: str) -> None:
    assert run.text(0, "check", board, MOVE) == f"legal: {MOVE} [122.5]\n"
    answer = run.json(0, "check", board, MOVE)
    assert answer == {
        "action": MOVE,
        "legal": True,
        "reasons": [],
        "rules": ["122.5"],
        "caveats": [],
        "other_caveats": [],
        "complete": True,
        "ignored": [],
        "steps": [],
    }


def test_check_illegal(run: Run, board: str) -> None:
    said = run.text(1, "check", board, BANNED)
    assert said.splitlines() == [
        f"illegal: {BANNED}",
        "  +1/+1 counters can't be put on kite: kite says so (ability 2 of Tatterkite) [122.5]",
    ]
    answer = run.json(1, "check", board, BANNED)
    assert answer["legal"] is False
    [reason] = answer["reasons"]
    assert (reason["code"], reason["rule"], reason["data"][:2]) == ("cant_put", "122.5", ["kite", "+1/+1"])


def test_check_under_older_rules(run: Run, board: str) -> None:
    assert "[121.5]" in run.text(0, "check", board, BANNED, "--rules", "2019-01-25")
    assert "[121.5]" in run.text(1, "check", board, BANNED, "--rules", "2019-05-03")


# --- apply ----------------------------------------------------------------------------------------------------


def test_apply(run: Run, board: str) -> None:
    said = run.text(0, "apply", board, MOVE)
    assert said.startswith(f"legal: {MOVE} [122.5]\n1 outcome\noutcome 1:\n")
    assert "outcome 1:\n  bear: +1/+1 counters 2 -> 1\n  elf: +1/+1 counters 0 -> 1\n  bear: 4/4 -> 3/3\n" in said
    assert re.search(r"battlefield +bear +Grizzly Bears +3/3 +green creature: bear +\+1/\+1: 1 +alice", said)
    answer = run.json(0, "apply", board, MOVE)
    assert (answer["count"], answer["complete"], answer["caveats"]) == (1, True, [])
    [outcome] = answer["outcomes"]
    after = Board.from_data(outcome["board"])
    assert after.counters("bear") == after.counters("elf") == {"+1/+1": 1}
    assert {event["rule"] for event in outcome["log"]} >= {"122.5", "122.6"}


def test_apply_what_can_not_be_done(run: Run, board: str) -> None:
    said = run.text(1, "apply", board, BANNED, MOVE)
    assert f"illegal: {BANNED}" in said
    assert f"legal: {MOVE}" in said
    answer = run.json(1, "apply", board, BANNED)
    [outcome] = answer["outcomes"]
    assert outcome["changes"] == []


def test_apply_prints_only_the_reasons_if_nothing_is_done(run: Run, board: str) -> None:
    said = run.text(1, "apply", board, BANNED)
    assert said.startswith(f"illegal: {BANNED}\n  ")
    assert "outcome" not in said
    assert "outcome" not in run.text(1, "apply", board, BANNED, "--count")
    assert "1 outcome" in run.text(1, "apply", board, BANNED, "--settle")


def test_apply_to_a_saved_outcome(run: Run, board: str, tmp_path: Path) -> None:
    """What `apply --json` prints is a board file."""
    first = run.json(0, "apply", board, MOVE)["outcomes"][0]["board"]
    between = tmp_path / "between.json"
    between.write_text(json.dumps(first))
    second = run.json(0, "apply", str(between), MOVE)["outcomes"][0]["board"]
    together = run.json(0, "apply", board, MOVE, MOVE)["outcomes"][0]["board"]
    assert Board.from_data(second).counters("elf") == Board.from_data(together).counters("elf") == {"+1/+1": 2}


def test_apply_lists_up_to_a_limit(run: Run, board: str) -> None:
    said = run.text(0, "apply", board, "proliferate", "--limit", "2")
    assert "4 outcomes" in said
    assert said.count("\noutcome ") == 2
    assert "... and 2 more; --limit lists more of them" in said
    answer = run.json(0, "apply", board, "proliferate", "--limit", "2")
    assert (answer["count"], len(answer["outcomes"])) == (4, 2)
    everything = run.json(0, "apply", board, "proliferate")
    assert len({tuple(one["changes"]) for one in everything["outcomes"]}) == everything["count"] == 4


def test_apply_counts(run: Run, board: str) -> None:
    assert run.text(0, "apply", board, "proliferate", "--count").splitlines()[1:] == ["4 outcomes"]
    answer = run.json(0, "apply", board, "proliferate", "--count")
    assert (answer["count"], answer["outcomes"]) == (4, [])


def test_notes_are_printed_whether_outcomes_are_listed_or_counted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(BOARD + '  - {id: melira, card: "Melira, the Living Cure", controller: alice}\n')
    note = "note: not modelled on Melira, the Living Cure: if you would get one or more poison counters"
    for options in ([], ["--count"], ["--limit", "1"]):
        assert note in run.text(0, "apply", str(path), "proliferate", *options)
    assert note in run.text(0, "check", str(path), MOVE)
    assert note in run.text(0, "legal", str(path))


def test_notes_that_could_not_matter_are_printed_on_request(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(BOARD + "  - {id: season, card: Halving Season, controller: alice}\n")
    line = "If an opponent would create one or more tokens, they create half that many of each of those kinds of tokens"
    what = f"not modelled on Halving Season: {line} instead, rounded down."
    for question in (["check", str(path), MOVE], ["apply", str(path), "proliferate"], ["legal", str(path)]):
        assert what not in run.text(0, *question)
        assert f"no matter here: {what}" in run.text(0, *question, "--all-notes")
        answer = run.json(0, *question)
        assert (answer["caveats"], answer["other_caveats"]) == ([], [what])
    goal = ["--goal", "bear has 1 +1/+1 counter"]
    cards = ["--card=Halving Season", "--objects", "2", "--most", "1"]
    for question, code in (
        (["why", str(path), MOVE], 0),
        (["why", str(path), "untap bear"], 1),
        (["solve", str(path), "--allow", "tap bear", *goal], 1),
        (["solve", str(path), "--allow", MOVE, *goal], 0),
        (["prove", "move_removes_and_puts", *cards], 0),
        (["prove", "move_keeps_the_total", *cards], 1),
    ):
        assert what not in run.text(code, *question)
        assert run.text(code, *question, "--all-notes").splitlines()[-1] == f"no matter here: {what}"
        answer = run.json(code, *question)
        assert (answer["caveats"], answer["other_caveats"]) == ([], [what])


def test_a_search_past_its_time(board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"  - {{id: o{n}, card: Grizzly Bears, controller: bob, counters: {{a: 1}}}}" for n in range(30)]
    path = tmp_path / "many.yaml"
    path.write_text("players: {bob: {}}\nbattlefield:\n" + "\n".join(lines) + "\n")
    assert main(["apply", str(path), "proliferate", "--limit", "999999999", "--timeout", "1"]) == 3
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == "note: cut short: the time limit was reached before the search ended"
    assert said.err == ""


def test_ctrl_c(board: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Board, "check", interrupted)
    assert main(["check", board, MOVE]) == 130
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "pyengine: interrupted\n")


# --- legal ----------------------------------------------------------------------------------------------------


def test_legal(run: Run, board: str) -> None:
    said = run.text(0, "legal", board, "--each")
    assert f"legal: {MOVE} [122.5]\n  1: bear: +1/+1 counters 2 -> 1, elf: +1/+1 counters 0 -> 1\n" in said
    assert f"illegal: {BANNED}\n" in said
    answer = run.json(0, "legal", board)
    assert answer["complete"]
    by_action = {entry["action"]: entry for entry in answer["actions"]}
    assert list(by_action) == [verdict.action for verdict in Board.load(board).candidate_actions]
    assert said.splitlines()[-1] == f"{sum(one['legal'] for one in answer['actions'])} legal of {len(by_action)}"
    for entry in answer["actions"]:
        if entry["legal"]:
            assert entry["outcomes_count"] >= 1
        else:
            assert entry["reasons"]
            assert "outcomes" not in entry
    assert by_action["proliferate"]["outcomes_count"] == 4


def test_legal_tells_alike_actions_together(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(BOARD + "  - {id: vigor, card: Branching Evolution, controller: bob}\n")
    said = run.text(0, "legal", str(path), "--kind", "+1/+1", "--action", "put", "--action", "move")
    assert said.splitlines() == [
        "move a +1/+1 counter from … to …",
        "  legal: bear to elf: bear: +1/+1 counters 2 -> 1, elf: +1/+1 counters 0 -> 2 [122.5]",
        "  legal: bear to vigor: bear: +1/+1 counters 2 -> 1, vigor: +1/+1 counters 0 -> 1 [122.5]",
        "  illegal: +1/+1 counters can't be put on kite: kite says so (ability 2 of Tatterkite) [122.5]",
        "  illegal: … has no +1/+1 counter: elf, kite, vigor [122.5]",
        "  illegal: … is both the object the counter is on and the object to put it on: bear, elf, kite, vigor [122.5]",
        "put a +1/+1 counter on …",
        "  legal: alice, bob, vigor: +1/+1 counters 0 -> 1 [122.6]",
        "  legal: bear: +1/+1 counters 2 -> 3 [122.6]",
        "  legal: elf: +1/+1 counters 0 -> 2 [122.6]",
        "  illegal: +1/+1 counters can't be put on kite: kite says so (ability 2 of Tatterkite) [614.17]",
        "7 legal of 22",
    ]


def test_a_summary_leaves_no_action_and_no_reason_out(run: Run) -> None:
    """Every legal action, every reason and every outcome of the long list is in the short one."""
    for example in ("counters", "face_down"):
        path = str(ROOT / "examples" / f"{example}.yaml")
        short = run.text(0, "legal", path)
        for entry in run.json(0, "legal", path)["actions"]:
            for change in (one for outcome in entry.get("outcomes", ()) for one in outcome["changes"]):
                assert change.split(": ", 1)[1] in short
            for reason in entry["reasons"]:
                words = [word for word in re.split(r"\W+", reason["text"]) if word]
                assert any(
                    line.startswith("  illegal: ")
                    and line.endswith(f"[{reason['rule']}]")
                    and set(words) <= set(re.split(r"\W+", line))
                    for line in short.splitlines()
                ), reason


def test_two_actions_with_one_result_have_an_outcome_each(run: Run, tmp_path: Path) -> None:
    """To put a +1/+1 counter on a creature with a -1/-1 counter, or to remove that, comes to the same."""
    path = tmp_path / "b.yaml"
    path.write_text(BOARD.replace("controller: bob}", "controller: bob, counters: {-1/-1: 1}}", 1))
    answer = run.json(0, "legal", str(path), "--object", "elf")
    same = {"put a +1/+1 counter on elf", "remove a -1/-1 counter from elf"}
    entries = [entry for entry in answer["actions"] if entry["action"] in same]
    assert [len(entry["outcomes"]) for entry in entries] == [1, 1]
    assert entries[0]["outcomes"][0]["changes"] == entries[1]["outcomes"][0]["changes"]


def test_legal_narrowed(run: Run, board: str) -> None:
    narrow = ["--action", "move", "--object", "elf", "--kind", "+1/+1"]
    answer = run.json(0, "legal", board, *narrow)
    found = {entry["action"]: entry["legal"] for entry in answer["actions"]}
    assert len(found) == 5
    assert found[MOVE]
    only = run.json(0, "legal", board, *narrow, "--only-legal", "--no-outcomes")
    assert [entry["action"] for entry in only["actions"]] == [name for name, legal in found.items() if legal]
    assert all("outcomes" not in entry for entry in only["actions"])
    assert run.text(0, "legal", board, *narrow, "--only-legal").endswith("1 legal of 5\n")


@pytest.mark.parametrize("kind", ["Flying", "-1/-1", "−1/−1", "+2/+0"])
def test_legal_about_a_kind_that_is_not_there(kind: str, run: Run, board: str) -> None:
    answer = run.json(0, "legal", board, "--kind", kind, "--action", "put", "--object", "elf", "--no-outcomes")
    [entry] = answer["actions"]
    shown = kind.lower().replace("−", "-")
    assert entry["action"] == f"put a {shown} counter on elf"
    assert entry["legal"]


def test_legal_lists_up_to_a_limit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    mixed = "".join(
        f"  - {{id: {name}, card: {card}, controller: alice}}\n"
        for name, card in (("scales", "Hardened Scales"), ("vigor", "Primal Vigor"))
    )
    path.write_text(BOARD + mixed)
    options = ["--action", "put", "--object", "bear", "--kind", "+1/+1"]
    [entry] = run.json(0, "legal", str(path), *options)["actions"]
    assert entry["outcomes_count"] == len(entry["outcomes"]) == 2
    [entry] = run.json(0, "legal", str(path), *options, "--limit", "1")["actions"]
    assert (entry["outcomes_count"], len(entry["outcomes"])) == (2, 1)
    each = run.text(0, "legal", str(path), *options, "--limit", "1", "--each")
    assert "  2 outcomes; `pyengine apply` lists them" in each
    together = run.text(0, "legal", str(path), *options, "--limit", "1")
    assert re.search(r"^  legal: bear: \+1/\+1 counters 2 -> [56]: 2 outcomes \[122.6\]$", together, re.MULTILINE)


# --- status, schema, cards, rules -----------------------------------------------------------------------------


def test_status(run: Run, board: str, tmp_path: Path) -> None:
    assert run.text(0, "status", board) == "valid\n"
    assert run.json(0, "status", board) == []
    broken = tmp_path / "broken.yaml"
    broken.write_text(BOARD + "hand: [{id: x, card: Sol Ring, owner: bob, tapped: true}]\n")
    assert run.text(1, "status", str(broken)) == "x is tapped but not on the battlefield [110.5d]\n"
    [problem] = run.json(1, "status", str(broken))
    assert (problem["code"], problem["rule"], problem["data"]) == ("status_elsewhere", "110.5d", ["x", "tapped"])


@pytest.mark.parametrize("name", ["board", "card", "scenario"])
def test_schema(name: str, run: Run) -> None:
    schema = json.loads(run.text(0, "schema", name))
    assert schema["type"] == "object"
    assert not schema["additionalProperties"]
    assert run.json(0, "schema", name) == schema
    if name == "board":
        assert json.loads(run.text(0, "schema")) == schema


def test_cards(run: Run) -> None:
    names = run.json(0, "cards")
    assert names == sorted(names)
    assert "Tatterkite" in names
    assert run.text(0, "cards").splitlines() == [*names, f"{len(names)} cards"]
    kite = run.json(0, "cards", "tatterkite")
    assert kite["name"] == "Tatterkite"
    assert {one["read"] for one in kite.pop("lines")} == {"whole"}
    assert yaml.safe_load(run.text(0, "cards", "Tatterkite")) == kite


def test_rules(run: Run, tmp_path: Path) -> None:
    said = run.text(0, "rules", "122.5")
    assert said.startswith("rule 122.5\n  its number was Glossary: Move from 2001-09-24, 120.3 from 2009-07-11, ")
    assert "\n  122.5: encoded. A counter moves only if it can be removed" in said
    answer = run.json(0, "rules", "122.5")
    assert answer["rule"] == "122.5"
    assert {line["file"] for line in answer["encoding"]} >= {"asp/rules/122_counters.lp"}
    for line in answer["encoding"][:5]:
        text = (ROOT / line["file"]).read_text(encoding="utf-8").splitlines()[line["line"] - 1]
        assert text.strip() == line["text"]
    assert answer["scenarios"] == []
    (tmp_path / "s.yaml").write_text(SCENARIOS)
    shown = run.json(0, "rules", "122.5", "--scenarios", str(tmp_path))["scenarios"]
    assert [one["name"] for one in shown] == ["a move", "a wrong expectation"]
    assert "a move" in run.text(0, "rules", "122.5", "--scenarios", str(tmp_path))
    assert "no line of the encoding" in run.text(1, "rules", "999.99")
    section = {line["rule"] for line in run.json(0, "rules", "122")["encoding"]}
    assert {"122.5", "122.1a"} <= section
    assert all(number.startswith("122.") for number in section)
    assert run.json(1, "rules", "999.99") == {
        "rule": "999.99",
        "says": {},
        "text": {},
        "status": {},
        "encoding": [],
        "scenarios": [],
    }


# --- test -----------------------------------------------------------------------------------------------------

SCENARIOS = """
- name: a move
  rules: "122.5"
  board: &board
    players: {alice: {}}
    battlefield:
      - {id: a, card: Grizzly Bears, controller: alice, counters: {charge: 1}}
      - {id: b, card: Grizzly Bears, controller: alice}
  actions: move a charge counter from a to b
  legal: true
  choices: 1
  outcomes: [{a: {counters: {}}, b: {counters: {Charge: 1}}}]
- name: a wrong expectation
  rules: "122.5"
  board: *board
  actions: move a charge counter from b to a
  legal: true
  contested: {reading: it might be}
"""


def test_test(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "s.yaml"
    path.parent.mkdir()
    path.write_text(SCENARIOS)
    for where in (path, tmp_path):
        said = run.text(1, "test", str(where))
        assert said.startswith(f"FAILED {path}:13:3: a wrong expectation\n    legal: expected True, found illegal")
        assert said.endswith("1 passed, 1 failed, 1 contested\n")
    answer = run.json(1, "test", str(path))
    assert (answer["passed"], answer["contested"]) == (1, 1)
    [failed] = answer["failed"]
    assert failed["name"] == "a wrong expectation"
    path.write_text(SCENARIOS.partition("- name: a wrong")[0])
    assert run.text(0, "test", str(path)) == "1 passed, 0 failed, 0 contested\n"
    answer = run.json(0, "test", str(path), "--coverage")
    assert answer["coverage"]["shown"] == {"122.5": 1}
    assert "122.5" not in answer["coverage"]["not_shown"]
    said = run.text(0, "test", str(path), "--coverage")
    assert "122.5: 1 scenario\nencoded, but shown by no scenario: " in said


# --- prove, why -------------------------------------------------------------------------------------------------


def test_prove(run: Run) -> None:
    small = ["--objects", "2", "--most", "1", "--kind", "Charge", "--card", "grizzly bears"]
    assert run.text(0, "prove", "move_removes_and_puts", *small) == (
        "holds on every board of up to 2 permanents, kinds charge, counts to 1 (21 boards)\n"
    )
    answer = run.json(0, "prove", "move_removes_and_puts", *small)
    assert (answer["holds"], answer["counterexample"], answer["action"]) == (True, None, None)
    doubled = [*small, "--card", "Doubling Season"]
    assert "fails on this board, when you move a charge counter" in run.text(
        1, "prove", "move_keeps_the_total", *doubled
    )
    answer = run.json(1, "prove", "move_keeps_the_total", *doubled)
    assert not answer["holds"]
    replayed = Board.from_data(answer["counterexample"])
    [outcome] = replayed.outcomes(answer["action"])
    before, after = (sum(sum(one.counters(name).values()) for name in one.objects) for one in (replayed, outcome.board))
    assert before != after


def test_a_proof_past_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "actions_on_different_objects_commute", "--objects", "4", "--timeout", "1"]) == 3
    said = capsys.readouterr()
    # As a note, if it was searching by then.
    assert "the time limit was reached before the search ended\n" in said.out + said.err


def test_why(run: Run, board: str) -> None:
    said = run.text(1, "why", board, BANNED).splitlines()
    assert said[0] == "illegal because of these facts, none of which could be left out:"
    assert said[1:4] == [
        "  Tatterkite: {abilities: [{cant_put: {}}]}",
        "it would be legal with one of these changes of the board:",
        "  kite: {face_down: {by: effect}}",
    ]
    found = run.json(1, "why", board, BANNED)
    assert [f"  {fact}" for fact in found["facts"]] == said[1:2]
    assert found["reasons"] == [found["facts"]]
    assert found["changes"][0]["edits"] == [said[3].strip()]
    assert Board.from_data(found["changes"][0]["board"]).is_legal(BANNED)
    assert run.text(0, "why", board, MOVE).startswith("it is legal\nderived from:\n  it can be done [122.5]\n")
    nothing = {"facts": [], "changes": [], "changes_stopped": "", "complete": True, "caveats": [], "other_caveats": []}
    answer = run.json(0, "why", board, MOVE)
    assert [one["text"] for one in answer.pop("derivation")] == ["it can be done"]
    assert answer == {
        "legal": True,
        **nothing,
        "reasons": [],
        "all_reasons": True,
        "changes_cost_up_to": 0,
    }
    same = "move a +1/+1 counter from bear to bear"
    assert run.text(1, "why", board, same).splitlines()[:2] == [
        "it is illegal even without any of the facts on zones, counters, status, types and abilities",
        "no change of the board makes it legal, of those that are tried and cost up to 9",
    ]
    answer = run.json(1, "why", board, same)
    assert [one["rules"] for one in answer.pop("derivation")] == [["122.5"]]
    assert answer == {
        "legal": False,
        **nothing,
        "reasons": [[]],
        "all_reasons": True,
        "changes_cost_up_to": 9,
    }


def test_notes_are_printed_with_every_answer(run: Run, tmp_path: Path) -> None:
    """Whatever is found or not, what the cards do that is not modelled is told."""
    path = tmp_path / "noted.yaml"
    path.write_text(
        "players: {alice: {}}\n"
        "cards: {Sage: {types: [creature], power: 1, toughness: 1, not_modelled: [it sings]}}\n"
        "battlefield: [{id: sage, card: Sage, controller: alice}]\n"
        "hand: [{id: other, card: Sage, owner: alice}]\n"
    )
    note = "note: not modelled on Sage: it sings"
    assert note in run.text(0, "why", str(path), "put a charge counter on sage")
    assert note in run.text(1, "why", str(path), "remove a charge counter from sage")
    goal = ["--goal", "sage has 1 charge counter"]
    assert note in run.text(3, "solve", str(path), "--allow", "tap sage", *goal)
    assert note in run.text(3, "solve", str(path), "--allow", "put a charge counter on sage", *goal)
    path.write_text(path.read_text().replace("{id: sage, card: Sage,", "{id: sage, card: Grizzly Bears,"))
    enter = ["--allow", "put other onto the battlefield with a charge counter"]
    assert note in run.text(3, "solve", str(path), *enter, "--goal", "other has 1 charge counter")


# --- the program ----------------------------------------------------------------------------------------------


def program(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pyengine", *arguments]
    environment = {**os.environ, **more.pop("env", {})}
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, env=environment, check=False, **more
    )


def test_the_program_itself() -> None:
    done = program("check", EXAMPLE, BANNED)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"illegal: {BANNED}\n")
    how = "C" if shared_object.find() else "Python"
    assert program("--version").stdout == f"pyengine {pyengine.__version__}, rules of 2026-09-25, evaluated in {how}\n"


def test_a_board_from_standard_input() -> None:
    done = program("check", "-", MOVE, input=BOARD)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"legal: {MOVE} [122.5]\n", "")
    done = program("status", "-", input="players: {}\n")
    assert done.returncode == 2
    assert done.stderr.startswith("pyengine: <standard input>:1:")


def test_questions_from_standard_input(board: str) -> None:
    asked = f"{MOVE}\n\njump over bear\n{BANNED}\n"
    done = program("check", board, "-", input=asked)
    assert done.returncode == 2
    assert done.stdout.splitlines()[:2] == [f"legal: {MOVE} [122.5]", f"illegal: {BANNED}"]
    assert done.stderr.startswith("pyengine: <standard input>:3: ")
    done = program("check", board, "-", "--json", input=f"{MOVE}\n{BANNED}\n")
    assert (done.returncode, done.stderr) == (1, "")
    assert [json.loads(line)["legal"] for line in done.stdout.splitlines()] == [True, False]
    assert program("check", "-", "-", input="").returncode == 2


def test_batch(board: str) -> None:
    asked: list[Any] = [
        {"board": board, "action": MOVE},
        "no object",
        {"board": yaml.safe_load(BOARD), "actions": [BANNED, MOVE]},
        {"board": board, "action": "jump"},
        {"board": board},
        {"board": board, "action": MOVE, "actions": [MOVE]},
        {"board": board, "action": MOVE, "rule": "2019-05-02"},
        {"board": board, "action": BANNED, "rules": "2019-05-02"},
        {"board": "nowhere.yaml", "action": MOVE},
        {"board": board, "action": MOVE, "as": "bob"},
        {"board": board, "actions": MOVE},
        {"board": board, "action": MOVE, "as": 3},
        {"board": 7, "action": MOVE},
    ]
    lines = [json.dumps(one) for one in asked]
    done = program("batch", "-", input="\n".join([lines[0], "", "{", *lines[1:]]))
    assert (done.returncode, done.stderr) == (2, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["line"] for one in answers] == [1, *range(3, len(asked) + 3)]
    by_line = {one.pop("line"): one for one in answers}
    check = json.loads(program("check", board, MOVE, "--json").stdout)
    assert by_line[1] == check
    assert by_line[5] == json.loads(program("apply", board, BANNED, MOVE, "--json").stdout)
    assert by_line[10]["legal"]  # before 2019-05-03 a counter could be moved to where it is lost
    assert by_line[12]["action"] == MOVE
    errors = {number: one["error"] for number, one in by_line.items() if "error" in one}
    assert {number: message.split(":")[0] for number, message in errors.items()} == {
        3: "expected a JSON object",
        4: "expected a JSON object, found 'no object'",
        6: errors[6].split(":")[0],
        7: "expected 'board', and 'action' to check one, 'actions' to apply some or 'legal' to list all",
        8: "expected 'board', and 'action' to check one, 'actions' to apply some or 'legal' to list all",
        9: "no field is called 'rule'; did you mean 'rules'?",
        11: "nowhere.yaml",
        13: "actions",
        14: "as",
        15: errors[15].split(":")[0],
    }
    done = program("batch", "-", input=lines[0])
    assert (done.returncode, json.loads(done.stdout)["legal"]) == (0, True)
    assert program("batch", "nowhere.jsonl").returncode == 2


def test_batch_gives_back_fields_that_it_does_not_know(board: str, tmp_path: Path) -> None:
    asked = [
        {"id": "case-1", "note": ["a", {"b": 1}], "board": board, "action": MOVE},
        {"id": 2, "board": board, "actions": [MOVE], "limit": 1, "timeout": 60},
        {"id": 3, "board": board, "action": "jump"},
        {"complete": 1, "board": board, "action": MOVE},
        {"timeout": 0, "board": board, "action": MOVE},
        {"each_payment": 1, "board": board, "actions": [MOVE]},
        {"board": "Alice: Grizzly Bears | Bob:", "action": "destroy Grizzly Bears"},
    ]
    answers = list(batch.answers([json.dumps(one) for one in asked]))
    assert [answer.get("id") for answer in answers] == ["case-1", 2, 3, None, None, None, None]
    assert answers[0]["note"] == ["a", {"b": 1}]
    assert (answers[1]["count"], len(answers[1]["outcomes"])) == (1, 1)
    assert "expected an action" in answers[2]["error"]
    assert answers[3]["error"] == "complete: answers have a field of this name; expected another one"
    assert answers[4]["error"] == "timeout: expected a whole number from 1 to 86,400, found 0"
    assert answers[5]["error"] == "each_payment: expected true or false, found 1"
    assert answers[6]["legal"]
    path = tmp_path / "asked.jsonl"
    path.write_text("\n".join(map(json.dumps, asked)))
    one, two = (program("batch", str(path), "--jobs", jobs) for jobs in ("1", "2"))
    assert (one.stdout, one.returncode) == (two.stdout, 2)
    assert list(map(json.loads, one.stdout.splitlines())) == answers


def test_batch_refuses_a_key_that_is_given_twice() -> None:
    """JSON readers keep the last value, so that the answer would be about another board than the line shows."""
    line = '{"board": {"players": {"a": {"life": 1, "life": 2}}}, "action": "proliferate"}'
    [answer] = batch.answers([line])
    assert answer == {
        "line": 1,
        "error": "expected a JSON object: the key 'life' is given twice; expected every key once",
    }


@pytest.mark.parametrize("together", [1, 10])
def test_batch_passes_over_a_byte_order_mark(board: str, together: int, tmp_path: Path) -> None:
    line = json.dumps({"board": board, "action": MOVE}) + "\n"
    path = tmp_path / "asked.jsonl"
    path.write_text("\ufeff\n" + line, encoding="utf-8")
    assert [one["line"] for one in batch.answers(path.open(encoding="utf-8"), together)] == [2]
    path.write_text("\ufeff" + line, encoding="utf-8")
    done = program("batch", str(path))
    assert (done.returncode, json.loads(done.stdout)["legal"]) == (0, True)


@pytest.mark.parametrize(
    "content", ["root:x:0:0:secret\n", "secret: 3\n", "- secret\n", "secret: *secret\n", '"secret\n']
)
def test_batch_shows_nothing_of_a_file_that_is_not_a_board(content: str, tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_text(content, encoding="utf-8")
    [answer] = batch.answers([json.dumps({"board": str(path), "action": MOVE})])
    assert re.fullmatch(
        rf"{re.escape(str(path))}:\d+:\d+: is not a board file; `pyengine status` shows what is wrong with it",
        answer["error"],
    )
    path.write_text("players: {alice: {lief: 3}}\n", encoding="utf-8")
    [answer] = batch.answers([json.dumps({"board": str(path), "action": MOVE})])
    assert "unknown field 'lief'" in answer["error"]


def test_batch_that_is_interrupted_says_how_far_it_came(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    def answers(*_: object) -> Iterator[dict[str, object]]:
        yield {"line": 1, "complete": True}
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "answers", answers)
    path = tmp_path / "asked.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    assert main(["batch", str(path)]) == 130
    assert capsys.readouterr().err == "pyengine: interrupted: 1 line answered\n"


def test_names_that_the_terminal_can_not_show(tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_text("players: {é😀: {}}\n", encoding="utf-8")
    narrow = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = program("apply", str(path), "check state-based actions", env=narrow)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\xe9\\U0001f600: life 20" in done.stdout
    done = program("apply", str(path), "check state-based actions", "--json", env=narrow)
    assert list(json.loads(done.stdout)["outcomes"][0]["board"]["players"]) == ["é😀"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_output_that_can_not_be_written() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "pyengine", "cards"]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("pyengine: the answer can't be written: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="needs file descriptors")
@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2)])
@pytest.mark.parametrize(("action", "code"), [("proliferate", 0), (BANNED, 1), ("prolifera", 2)])
def test_streams_that_are_closed_change_no_exit_code(closed: tuple[int, ...], action: str, code: int) -> None:
    done = program("check", EXAMPLE, action, preexec_fn=lambda: [os.close(number) for number in closed])
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "pyengine:" not in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_messages_that_can_not_be_written_change_no_exit_code() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "pyengine", "cards", "No Such Card"]
        assert subprocess.run(command, cwd=ROOT, stderr=full, check=False).returncode == 2


def interrupt_when_ready(patch: str, *arguments: str) -> tuple[str, str]:
    """Press Ctrl-C in a program once the `told()` of its patch was called; it must end. What it said.

    It starts as at a terminal, where Ctrl-C is not ignored. It tells through a pipe, which also ends with it, so that
    nothing here looks at the clock.
    """
    ready, told = os.pipe()
    code = (
        "import os, signal, sys, pyengine.__main__\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"told = lambda: os.write({told}, b'.')\n{patch}"
        f"sys.argv = {['pyengine', *arguments]!r}\n"
        "pyengine.__main__.run()\n"
    )
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pass_fds=[told]
    )
    os.close(told)
    try:
        os.read(ready, 1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)  # what never ends must fail all the same
    finally:
        process.kill()
        os.close(ready)
    assert process.returncode == 130
    return out, err


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_stops_a_long_search(tmp_path: Path) -> None:
    lines = [f"  - {{id: o{n}, card: Grizzly Bears, controller: bob, counters: {{a: 1}}}}" for n in range(24)]
    path = tmp_path / "many.yaml"
    path.write_text("players: {bob: {}}\nbattlefield:\n" + "\n".join(lines) + "\n")
    patch = (
        "from pyengine.solving.solver import Control\nmodels = Control.models\n"
        "def found(*a, **k):\n    for number, one in enumerate(models(*a, **k)):\n"
        "        told() if number == 9 else None\n        yield one\nControl.models = found\n"
    )
    out, err = interrupt_when_ready(patch, "apply", str(path), "proliferate", "--limit", "999999999")
    assert out.startswith("legal: proliferate [701.34a]\nat least ")
    assert "outcome 9:\n" in out
    assert out.endswith("\nnote: cut short: interrupted\n")
    assert err == ""


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_while_the_grounder_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYENGINE_EVALUATOR", "clingo")
    # Like the grounder, this takes its time without ever looking for signals.
    patch = (
        "import clingo, hashlib\n"
        "def ground(*a):\n    told()\n    hashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)\n"
        "clingo.Control.ground = ground\n"
    )
    said = interrupt_when_ready(patch, "apply", EXAMPLE, "proliferate")
    assert said == ("", "pyengine: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_of_which_another_error_is_made() -> None:
    code = (
        "import signal, sys, pyengine.__main__\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Stopped:\n"
        "    def find_spec(name, *_):\n"
        "        if name == 'pyengine.board':\n"
        "            try:\n"
        "                signal.raise_signal(signal.SIGINT)\n"
        "            except KeyboardInterrupt:\n"
        "                raise RuntimeError('no model could be built')\n"
        "sys.meta_path.insert(0, Stopped)\n"
        "sys.argv = ['pyengine', 'check', 'examples/counters.yaml', 'proliferate']\n"
        "pyengine.__main__.run()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "pyengine: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize("module", ["pyengine.cli.main", "pydantic", "clingo", "pyengine.board"])
def test_ctrl_c_while_the_program_loads(module: str) -> None:
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"sys.modules.pop({module!r}, None)\n"
        "import pyengine.__main__\n"
        "class Stopped:\n"
        "    def find_spec(name, *_):\n"
        f"        if name == {module!r}:\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Stopped)\n"
        "sys.argv = ['pyengine', 'check', 'examples/counters.yaml', 'proliferate']\n"
        "pyengine.__main__.run()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "pyengine: interrupted\n")


def test_next_to_nothing_is_loaded_before_ctrl_c_is_heard() -> None:
    code = "import sys; known = {*sys.modules}; import pyengine.__main__; print(*sorted({*sys.modules} - known))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"__future__", "pyengine", "pyengine.__main__"}


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command has loaded as it ends."""
    code = (
        "import atexit, sys, pyengine.__main__\n"
        f"sys.argv = ['pyengine', *{arguments!r}]\n"
        "atexit.register(lambda: print(*sys.modules))\n"
        "pyengine.__main__.os._exit = sys.exit\n"
        "pyengine.__main__.run()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return {*done.stdout.splitlines()[-1].split()}


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_version_and_the_help_load_nothing_of_the_rules(option: str) -> None:
    with_evaluator = {"pyengine.plans", "pyengine.plans.shared_object"}  # the version says which evaluator it has
    loaded = loaded_by(option) - with_evaluator
    assert loaded.isdisjoint(("clingo", "pydantic", "pydantic_core", "yaml", "rich", "json", "dataclasses"))
    of_rooms = {one for one in loaded if one.startswith("pyengine.") and not one.startswith("pyengine.cli")}
    assert of_rooms == {
        *("pyengine.__main__", "pyengine.answers", "pyengine.answers.terminal", "pyengine.errors"),
        *("pyengine.glossary", "pyengine.glossary.editions"),
    }


def test_a_verdict_loads_nothing_of_other_questions() -> None:
    assert program("check", "examples/counters.yaml", "proliferate").returncode == 0  # a checkout keeps the plans now
    loaded = loaded_by("check", "examples/counters.yaml", "proliferate")
    others = ("puzzles", "proofs", "bulk", "explain", "formats", "scenarios", "coverage")
    assert "pyengine.asking.judging" in loaded
    found = {one for one in loaded if one.startswith(tuple(f"pyengine.{room}" for room in others))}
    assert found == {"pyengine.formats", "pyengine.formats.board_reading"}
    assert {one for one in loaded if one.startswith("pyengine.cli.")} <= {
        f"pyengine.cli.{one}" for one in ("main", "common", "commands", "startup", "check")
    }
    assert loaded.isdisjoint(("rich", "clingo.ast"))


def test_nothing_is_looked_for_in_other_packages() -> None:
    code = (
        "import sys, pyengine.__main__\n"
        "sys.modules.pop('importlib.metadata', None)\n"
        "sys.argv = ['pyengine', 'legal', 'examples/counters.yaml', '--action', 'proliferate']\n"
        "def leave(code):\n"
        "    stands = sys.modules['importlib.metadata']\n"
        "    from importlib.metadata import version\n"
        "    print(type(stands).__name__, version('pydantic') > '2', len(stands.entry_points()) > 0)\n"
        "    import importlib.metadata\n"
        "    print(type(sys.modules['importlib.metadata']).__name__)\n"
        "pyengine.__main__.os._exit = leave\n"
        "pyengine.__main__.run()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["UnusedMetadata True True", "module"]


def test_what_the_package_offers_is_there() -> None:
    assert all(getattr(pyengine, name).__name__ == name for name in pyengine.__all__)
    assert set(pyengine.__all__) <= set(dir(pyengine))
    with pytest.raises(AttributeError, match="'Boards'"):
        pyengine.Boards  # noqa: B018


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_leaving_in_the_middle_of_a_search() -> None:
    code = (
        "from pyengine import Board\n"
        "items = [{'id': f'o{n}', 'card': 'Memnite', 'owner': 'a', 'counters': {'x': 1}} for n in range(20)]\n"
        "found = Board.from_data({'players': {'a': {}}, 'battlefield': items}).outcomes('proliferate')\n"
        "print(len([one for one, _ in zip(found, range(3))]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


def test_long_work_shows_how_far_it_is_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rich_progress = pytest.importorskip("rich.progress", reason="the extra 'color' is not installed")
    shown: list[str] = []
    monkeypatch.setattr(rich_progress, "track", lambda things, unit, *_, **__: shown.append(unit) or things)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["legal", EXAMPLE, "--action", "move"]) == 0
    assert shown == ["batch", "action"]
    capsys.readouterr()


def test_colour_where_somebody_watches_and_wants_it(
    monkeypatch: pytest.MonkeyPatch, board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("rich", reason="the extra 'color' is not installed")
    command = ["apply", board, BANNED, MOVE]
    main(command)
    plain = capsys.readouterr().out
    assert "\x1b" not in plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("NO_COLOR", raising=False)
    main(command)
    colored = capsys.readouterr().out
    assert f"\x1b[31millegal:\x1b[0m {BANNED}" in colored
    assert f"\x1b[32mlegal:\x1b[0m {MOVE}" in colored
    monkeypatch.setenv("NO_COLOR", "1")
    main(command)
    uncolored = capsys.readouterr().out
    assert "\x1b" not in uncolored
    assert [line.split() for line in uncolored.splitlines()] == [line.split() for line in plain.splitlines()]


def test_facts_are_those_of_the_program(run: Run, board: str) -> None:
    said = run.text(0, "facts", board, MOVE).splitlines()
    assert 'counters(0,"bear","+1/+1",2).' in said
    assert "planned(i1,1)." in said
    assert run.json(0, "facts", board)["actions"] == []
    assert set(Board.load(board).facts().splitlines()) < set(said)
