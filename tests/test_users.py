"""Tasks of the people who use pyengine, each as a person types it, with the answer checked.

`tests/test_playground.py` has what people do in the browser.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyengine import Board
from pyengine.cli.main import main
from pyengine.solving.statements import asp_directory

LINE = "Alice: Grizzly Bears (as bear, 1 +1/+1), Hardened Scales, Doubling Season | Bob: Tatterkite (as kite)"


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str, code: int = 0) -> str:
        assert main(list(words)) == code
        return capsys.readouterr().out

    return run


# --- the judge ---------------------------------------------------------------------------------------------------


def test_a_judge_asks_how_large_a_creature_is(typed: Any) -> None:
    assert "3/3" in typed("show", LINE)
    assert "its +1/+1 counters" in typed("show", LINE, "bear")


def test_a_judge_asks_in_the_words_of_players(typed: Any) -> None:
    found = json.loads(typed("apply", LINE, "add a +1/+1 counter to Grizzly Bears", "--json"))
    sizes = sorted(one["characteristics"]["bear"]["power"] for one in found["outcomes"])
    assert sizes == [2 + 1 + 3, 2 + 1 + 4]  # twice one, plus one; or twice two (616.1)


def test_a_judge_asks_why_not(typed: Any) -> None:
    said = typed("check", LINE, "move a +1/+1 counter from bear to kite", code=1)
    assert "can't be put on kite" in said
    assert "[122.5]" in said


def test_a_judge_asks_under_older_rules(typed: Any) -> None:
    move = "move a +1/+1 counter from bear to kite"
    assert typed("check", LINE, move, "--rules", "2009-10-01").startswith("legal")
    assert "move needs both halves" in typed("compare", LINE, move, "2009-10-01", "2026-09-25", code=1)


def test_a_judge_asks_why_a_face_down_card_can_not_be_turned_up(typed: Any) -> None:
    line = "Alice ({2}{U}): Grizzly Bears (as bear, face down by morph), Willbender (as w, face down by morph) | Bob:"
    said = typed("check", line, "turn bear face up")
    assert "this is what an effect does" in said
    assert "bear would have no morph cost if it were face up [702.37e]" in said
    assert '"turn w face up for its morph cost" is legal' in typed("apply", line, "turn w face up")
    assert "hint" not in typed("check", line, "turn w face up for its morph cost")


def test_a_judge_names_an_object_by_its_card(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    by_card = typed("legal", LINE, "--object", "Tatterkite", "--no-outcomes")
    assert by_card == typed("legal", LINE, "--object", "kite", "--no-outcomes")
    assert "put" in typed("legal", LINE, "--object", "ALICE", "--action", "put", "--kind", "poison", code=0)
    for words, suggested in (("bolt Tatterkite", "'cast bolt targeting Tatterkite'"), ("main phase", "main phase'")):
        assert main(["check", LINE, words]) == 2
        said = capsys.readouterr().err
        assert said.count("did you mean") == 1
        assert suggested in said


# --- the puzzle maker --------------------------------------------------------------------------------------------

PUZZLE = """
players: {alice: {mana: "{8}"}, bob: {life: 4}}
battlefield:
  - {id: ballista, card: Walking Ballista, controller: alice, counters: {+1/+1: 2}}
goal: bob has lost
allowed:
  - {do: activate ability 2 of ballista, times: any}
  - {do: activate ability 3 of ballista targeting bob, times: any}
"""


def test_a_puzzle_maker_finds_the_shortest_line(typed: Any, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(PUZZLE)
    found = json.loads(typed("solve", str(tmp_path / "p.yaml"), "--json"))
    assert (found["answer"], len(found["lines"][0]["steps"])) == ("found", 6)


def test_a_puzzle_maker_mistypes_an_ability(typed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.yaml").write_text(PUZZLE.replace("ability 3", "ability 7"))
    assert main(["solve", str(tmp_path / "p.yaml")]) == 2
    assert "7" in capsys.readouterr().err


def test_a_puzzle_maker_checks_a_line(typed: Any, tmp_path: Path) -> None:
    steps = ["activate ability 2 of ballista"] * 2 + ["activate ballista targeting bob"] * 4
    (tmp_path / "p.yaml").write_text(PUZZLE)
    (tmp_path / "line").write_text("\n".join(steps))
    assert "it reaches the goal" in typed("solve", str(tmp_path / "p.yaml"), "--line", str(tmp_path / "line"))


# --- the author of an engine -------------------------------------------------------------------------------------


def test_an_engine_author_asks_lines_with_ids(typed: Any, tmp_path: Path) -> None:
    asked = [
        {"id": n, "board": LINE, "action": f"remove a {kind} counter from bear"}
        for n, kind in ((1, "+1/+1"), (2, "flying"))
    ]
    (tmp_path / "asked").write_text("".join(f"{json.dumps(one)}\n" for one in asked))
    answers = [json.loads(line) for line in typed("batch", str(tmp_path / "asked"), code=0).splitlines()]
    assert [(one["id"], one["legal"]) for one in answers] == [(1, True), (2, False)]


def test_an_engine_author_compares_an_engine(typed: Any, tmp_path: Path) -> None:
    made = tmp_path / "random.yaml"
    typed("generate", "--seed", "7", "--count", "3", "--card", "Grizzly Bears", "--out", str(made))
    engine = f"{sys.executable} -m pyengine.conformance.adapter"
    typed("conform", str(made), "--engine", engine)


def test_an_engine_author_reads_the_shape_of_answers(typed: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    answer = json.loads(typed("apply", LINE, "proliferate", "--json"))
    jsonschema.validate(answer, json.loads(typed("schema", "answer")))


def test_an_engine_author_mistypes_a_board(typed: Any, tmp_path: Path) -> None:
    (tmp_path / "asked").write_text(
        json.dumps({"board": "Alice: Grizzly Bears (as bear | Bob:", "action": "proliferate"})
    )
    assert "expected ')'" in json.loads(typed("batch", str(tmp_path / "asked"), code=2))["error"]


# --- the data person ---------------------------------------------------------------------------------------------


def test_a_data_person_builds_boards_step_by_step() -> None:
    board = Board.from_data({"players": {"alice": {}, "bob": {}}})
    sizes = {}
    for count in range(4):
        bear = board.with_object("Grizzly Bears", "alice", id="bear", counters={"+1/+1": count})
        sizes[count] = bear.characteristics["bear"].power
    assert sizes == {0: 2, 1: 3, 2: 4, 3: 5}


def test_a_data_person_makes_rows_of_answers() -> None:
    board = Board.from_line(LINE)
    outcomes = board.outcomes("put a +1/+1 counter on bear").records()
    assert sorted(one["power of bear"] for one in outcomes) == [6, 7]
    rows = board.candidate_actions.where(objects=["kite"], verbs=["put"]).records()
    assert rows
    assert {one["legal"] for one in rows} == {False}
    assert all(one["reasons"] for one in rows)


def test_a_data_person_makes_frames() -> None:
    pytest.importorskip("pandas", reason="the extra 'frame' is not installed")
    board = Board.from_line(LINE)
    assert sorted(board.outcomes("put a +1/+1 counter on bear").to_frame()["power of bear"]) == [6, 7]
    assert board.legal_actions.to_frame()["legal"].all()


# --- the researcher ----------------------------------------------------------------------------------------------


def test_a_researcher_proves_a_property(typed: Any) -> None:
    assert "move_removes_and_puts: " in typed("prove")
    found = json.loads(typed("prove", "move_removes_and_puts", "--objects", "2", "--json"))
    assert found["holds"] is True
    assert found["boards"] > 100


def test_a_researcher_runs_the_rules_under_clingo_alone(typed: Any, tmp_path: Path) -> None:
    action = "put a +1/+1 counter on bear"
    (tmp_path / "board.lp").write_text(typed("facts", LINE, action))
    command = [sys.executable, str(asp_directory() / "run.py"), str(tmp_path / "board.lp")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    models = [set(one.split()) for one in re.split(r"^outcome \d+:$", said, flags=re.MULTILINE)[1:]]
    assert len(models) == Board.from_line(LINE).outcomes(action).count() == 2
    gained = {atom for model in models for atom in model if atom.startswith('gained(counters("bear"')}
    assert {atom[-3] for atom in gained} == {"4", "5"}
