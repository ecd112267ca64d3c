"""An engine by other people against scenarios: as it was recorded, and live where it is installed."""

import json
from pathlib import Path
from typing import Any

import pytest

from pyengine.cli.main import main
from pyengine.conformance import suite
from pyengine.conformance.comparing import compare
from pyengine.conformance.protocol import Recording
from pyengine.conformance.shrinking import smallest

HERE = Path(__file__).parent
RECORDED = HERE / "phase_recording.jsonl"
SCENARIOS = HERE / "phase_scenarios.yaml"

EXPECTED = {
    "Two replacement effects in either order": "agrees",
    "A counter that is not there is not removed": "unsupported",
    "A keyword counter gives its keyword": "agrees",
    "A counter moves": "agrees",
    "A face-down creature turns up for its morph cost": "agrees",
    "Without the mana it does not": "agrees",
    "Its size is chosen as it is turned face up": "differs",
    "Nobody says for which of two costs a manifested creature turns up": "unsupported",
    "No more counters than a permanent can have": "differs",
    "A board with a third player": "unsupported",
}
"""What comparing says of version 0.103 of phase.rs; each difference was read against the rules."""


def test_the_recorded_engine_agrees_and_differs() -> None:
    recording = Recording(str(RECORDED))
    found = {case.scenario.name: compare(case, recording).sort for case in suite.cases([str(SCENARIOS)])}
    assert found == EXPECTED


def test_the_report_names_rules_and_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", str(SCENARIOS), "--replay", str(RECORDED), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["agrees"], report["differs"], report["unsupported"]) == (5, 2, 3)
    assert report["by_rule"] == {"122.4": 1, "704.5r": 1, "708.11": 1}
    assert report["by_card"]["Rasputin Dreamweaver"] == 1


# --- live -------------------------------------------------------------------------------------------------------


@pytest.fixture
def live() -> Any:
    pytest.importorskip("phase", reason="the extra 'phase' is not installed")
    from pyengine.conformance.phase_adapter import PhaseAdapter

    return PhaseAdapter()


def test_the_engine_answers_as_it_was_recorded(live: Any) -> None:
    for line in RECORDED.read_text().splitlines():
        request, answer = json.loads(line)
        assert live.ask(request) == answer


def test_a_difference_is_shown_on_a_minimal_board(live: Any) -> None:
    cases = {case.scenario.name: case for case in suite.cases([str(SCENARIOS)])}
    found = smallest(compare(cases["No more counters than a permanent can have"], live), live)
    board = found.case.scenario.board
    assert [one.id for one in board.battlefield] == ["rasputin"]
    assert board.hand == ()
    assert "reported 8 dream" in found.words[0]


def test_a_malformed_board_is_unsupported(live: Any) -> None:
    for board in ({}, {"players": 7}, {"players": {"alice": {}, "bob": {}}, "battlefield": [{"id": "x"}]}):
        assert "unsupported" in live.ask({"ask": "set up", "board": board})
