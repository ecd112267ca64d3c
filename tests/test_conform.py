"""Other engines against the scenarios: what agrees, differs, is unsupported, or fails, and on how small a board."""

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pyengine.cli.main import main
from pyengine.conformance import reporting, suite
from pyengine.conformance.adapter import Adapter, answers
from pyengine.conformance.comparing import compare
from pyengine.conformance.protocol import Message
from pyengine.conformance.shrinking import smallest
from pyengine.conformance.suite import Case

TOP = Path(__file__).parent.parent
SCENARIOS = """
- name: A counter is put
  rules: ["122.6"]
  board:
    players: {alice: {}, bob: {counters: {poison: 1}}}
    battlefield:
      - {id: bear, card: Grizzly Bears, controller: alice, counters: {flying: 1}}
      - {id: scales, card: Hardened Scales, controller: alice}
      - {id: elf, card: Llanowar Elves, controller: bob, counters: {charge: 2}}
  actions: put a +1/+1 counter on bear
  legal: true
  outcomes: [{bear: {counters: {+1/+1: 2, flying: 1}, power: 4, has: [flying]}, bob: {counters: {poison: 1}}}]
- name: A counter is not moved onto the object that it is on
  rules: ["122.5"]
  board:
    players: {alice: {}, bob: {}}
    battlefield: [{id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1}}]
  actions: move a +1/+1 counter from bear to bear
  legal: false
"""


@pytest.fixture
def cases(tmp_path: Path) -> list[Case]:
    (tmp_path / "some.yaml").write_text(SCENARIOS)
    return list(suite.cases([str(tmp_path / "some.yaml")]))


class Wrong(Adapter):
    """An engine with a fault."""

    def __init__(self, fault: Any) -> None:
        super().__init__()
        self._fault = fault

    def ask(self, request: Message) -> Message:
        answer = super().ask(request)
        return self._fault(answer) if request["ask"] == "report" else answer  # type: ignore[no-any-return]


def one_counter_fewer(answer: Message) -> Message:
    for outcome in answer["outcomes"]:
        if "+1/+1" in outcome.get("bear", {}).get("counters", {}):
            outcome["bear"]["counters"]["+1/+1"] = 1
    return answer


def test_the_reference_adapter_agrees(cases: list[Case]) -> None:
    assert [compare(case, Adapter()).sort for case in cases] == ["agrees", "agrees"]


def test_a_wrong_number_differs_with_the_field(cases: list[Case]) -> None:
    found = compare(cases[0], Wrong(one_counter_fewer))
    assert found.sort == "differs"
    assert "bear counters: expected 2 +1/+1, 1 flying, reported 1 +1/+1, 1 flying" in found.words[0]


FAULTS = [
    ("a verdict", {"legal": False}, "the last action is legal, reported as illegal"),
    ("no outcome", {"outcomes": []}, "outcome 1 of 1 is missing; closest: there is no outcome"),
    ("a keyword", {"outcomes": [{"bear": {"keywords": ["trample"]}}]}, "expected flying, reported trample"),
    ("a player", {"outcomes": [{"bob": {"counters": {}}}]}, "bob counters: expected 1 poison, reported none"),
]


@pytest.mark.parametrize(("_", "fault", "words"), FAULTS)
def test_each_fault_is_found(cases: list[Case], _: str, fault: Message, words: str) -> None:
    found = compare(cases[0], Wrong(lambda answer: {**answer, **fault}))
    assert found.sort == "differs"
    assert any(words in one for one in found.words), found.words


def test_an_engine_that_plays_one_line_has_to_be_right_in_that_one(cases: list[Case]) -> None:
    one_line = {"outcomes": [], "all": False}
    assert compare(cases[0], Wrong(lambda answer: {**answer, **one_line})).sort == "agrees"


def test_what_is_not_reported_is_not_compared(cases: list[Case]) -> None:
    assert compare(cases[0], Wrong(lambda _: {"outcomes": [{}]})).sort == "agrees"


def test_what_is_unsupported_does_not_differ(cases: list[Case]) -> None:
    found = compare(cases[0], Wrong(lambda _: {"unsupported": "no flying"}))
    assert (found.sort, found.words) == ("unsupported", ("no flying",))


def test_a_report_of_nothing_does_not_agree(cases: list[Case]) -> None:
    for case in cases:
        assert compare(case, Wrong(lambda _: {})).sort == "unsupported"


def test_a_malformed_report_fails(cases: list[Case]) -> None:
    assert compare(cases[0], Wrong(lambda _: {"outcomes": 7})).sort == "failed"


def test_the_board_of_a_difference_becomes_small(cases: list[Case]) -> None:
    engine = Wrong(lambda answer: {**answer, "legal": False})
    found = smallest(compare(cases[0], engine), engine)
    assert found.sort == "differs"
    board = found.case.scenario.board
    assert [one.id for one in board.battlefield] == ["bear"]
    assert not board.battlefield[0].counters


def test_the_report_counts_by_rule_and_by_card(cases: list[Case]) -> None:
    engine = Wrong(lambda answer: {**answer, "legal": not answer["legal"]})
    data = reporting.report([compare(case, engine) for case in cases], ["one", "two"])
    assert (data["differs"], data["agrees"]) == (2, 0)
    assert data["by_rule"] == {"122.5": 1, "122.6": 1}
    assert data["by_card"] == {"Grizzly Bears": 2, "Hardened Scales": 1, "Llanowar Elves": 1}
    assert "2 scenarios: 0 agree, 2 differ, 0 unsupported, 0 failed" in list(reporting.lines(data))


# --- the command ------------------------------------------------------------------------------------------------

ADAPTER = f"{sys.executable} -m pyengine.conformance.adapter"


def test_the_command_runs_a_program_and_its_recording(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(TOP)
    (tmp_path / "some.yaml").write_text(SCENARIOS)
    some, record = str(tmp_path / "some.yaml"), str(tmp_path / "record.jsonl")
    assert main(["conform", some, "--engine", ADAPTER, "--record", record]) == 0
    assert "2 scenarios: 2 agree" in capsys.readouterr().out
    assert main(["conform", some, "--replay", record]) == 0
    capsys.readouterr()
    text = Path(record).read_text().replace('"legal": false', '"legal": true')
    Path(record).write_text(text)
    assert main(["conform", some, "--replay", record, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["differs"], data["by_rule"]) == (1, {"122.5": 1})


BAD = [
    ([], "expected one of --engine"),
    (["--engine", "no-such-program-of-anybody"], "can't be started"),
    (["--engine", ""], "can't be started"),
    (["--replay", "no/such/file"], "can't be read"),
    (["--archive", "no/such/folder/a.zip"], "can't be written"),
    (["--record", "x", "--archive", "y"], "--record goes with --engine"),
]


@pytest.mark.parametrize(("options", "words"), BAD)
def test_bad_options_get_one_message(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "some.yaml").write_text(SCENARIOS)
    assert main(["conform", str(tmp_path / "some.yaml"), *options]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("program", ["print('hello')", "import sys; sys.exit(1)", "import time; time.sleep(60)"])
def test_a_program_that_is_not_an_engine_fails_and_ends(
    program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "some.yaml").write_text(SCENARIOS)
    (tmp_path / "engine.py").write_text(program)
    engine = f"{sys.executable} {tmp_path / 'engine.py'}"
    assert main(["conform", str(tmp_path / "some.yaml"), "--engine", engine, "--seconds", "2"]) == 1
    assert "2 failed" in capsys.readouterr().out


def test_the_archive_has_the_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "suite.zip"
    assert main(["conform", str(TOP / "tests/scenarios/122_5_moving.yaml"), "--archive", str(path)]) == 0
    with zipfile.ZipFile(path) as archive:
        about = json.loads(archive.read("about.json"))
        cases = [json.loads(line) for line in archive.read("suite.jsonl").splitlines()]
    assert about["format"] == suite.FORMAT
    assert about["scenarios"] == len(cases) > 20
    assert {"name", "rules", "board", "wants"} <= set(cases[0])
    before = path.read_bytes()
    assert main(["conform", str(TOP / "tests/scenarios/122_5_moving.yaml"), "--archive", str(path)]) == 0
    assert path.read_bytes() == before  # the same suite is the same archive


def test_the_adapter_answers_line_by_line() -> None:
    board = {"players": {"alice": {}}, "battlefield": [{"id": "bear", "card": "Grizzly Bears", "controller": "alice"}]}
    requests = [
        {"ask": "report", "wants": {}},
        {"ask": "set up", "board": board},
        {"ask": "do", "actions": ["put a +1/+1 counter on bear"], "settle": False},
        {"ask": "report", "wants": {"bear": ["counters", "power"]}},
        {"ask": "set up", "board": {"players": 7}},
    ]
    found = [json.loads(one) for one in answers(map(json.dumps, requests), Adapter())]
    assert "unsupported" in found[0]
    assert found[1:3] == [{"ok": True}, {"ok": True}]
    assert found[3] == {"legal": True, "outcomes": [{"bear": {"counters": {"+1/+1": 1}, "power": 3}}], "all": True}
    assert "unsupported" in found[4]
