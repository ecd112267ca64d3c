"""The rules map: it lists every subrule once, and says the truth about which are encoded."""

import pytest

from pyengine.cli.main import main
from pyengine.coverage.rule_coverage import encoded, rules_map

STATUSES = {"encoded": set(), "definition": set(), "follows": {"from"}, "not modelled": {"note"}, "outside": {"what"}}
"""Each status, with the fields that it has."""


def test_sections_in_scope_are_listed() -> None:
    listed = {number.partition(".")[0] for number in rules_map()}
    assert listed >= {"122", "603", "613", "614", "616", "708"}
    assert len(rules_map()) > 200


@pytest.mark.parametrize("number", rules_map())
def test_a_status_is_true(number: str) -> None:
    said = dict(rules_map()[number])
    status = said.pop("status")
    assert said.keys() == STATUSES[status]
    assert (number in encoded()) == (status == "encoded")
    assert set(said.get("from", "").split(", ")) - {""} <= encoded().keys()


def test_encoded_rules_of_these_sections_are_listed() -> None:
    rules = {number.rstrip("abcdefghijklmnopqrstuvwxyz") for number in rules_map()}
    of_them = {number for number in encoded() if number.rstrip("abcdefghijklmnopqrstuvwxyz") in rules}
    assert of_them <= rules_map().keys()


def test_the_command_prints_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "614.9"]) == 0
    assert "614.9: not modelled (note a line with such words is not read" in capsys.readouterr().out
    assert main(["rules", "122.5"]) == 0
    assert "122.5: encoded" in capsys.readouterr().out
