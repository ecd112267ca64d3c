"""The rules map: it lists every subrule once, and says the truth about which are encoded."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from pyengine.cli.main import main
from pyengine.coverage import rule_texts
from pyengine.coverage.rule_coverage import encoded, rules_map, said
from pyengine.solving.statements import asp_directory
from pyengine.solving.timeline import RULE_FILES

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


# --- the words of rules -----------------------------------------------------------------------------------------


def cited() -> set[str]:
    """The numbers that answers can cite: those in quotes in rules, beside the table of older numbers."""
    texts = [(asp_directory() / name).read_text() for name in RULE_FILES if "citations" not in name]
    lines = [line for text in texts for line in text.splitlines() if not line.startswith("%")]
    return {number for line in lines for number in re.findall(r'"([0-9]{3}[.][0-9]+[a-z]{0,2})"', line)}


def test_each_rule_that_can_be_cited_has_a_sentence() -> None:
    encoded_there = {number for number, one in rules_map().items() if one["status"] == "encoded"}
    assert len(cited()) > 300
    assert cited() | encoded_there <= said().keys(), "asp/rules_said.yaml lacks a sentence on a rule"
    assert said().keys() <= encoded().keys()
    for words in said().values():
        assert re.fullmatch(r"[A-Z+\"{0-9].{15,140}[.]", words), words


RULEBOOK = """
\ufeffMagic: The Gathering Comprehensive Rules

Contents
122. Counters

122. Counters

122.5. Words of the fifth rule,
which go on here.
Example: A counter is moved.

This line is of no rule.

122.6a\twords of a subrule
122.6b Words of another that follows at once

Glossary
Counter
A marker. See rule 122.
"""


def test_the_words_of_a_copy_of_the_rulebook_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rules.txt"
    for raw in (RULEBOOK.encode(), RULEBOOK.replace("\n", "\r\n").encode("utf-8"), RULEBOOK.encode("cp1252", "ignore")):
        path.write_bytes(raw)
        assert rule_texts.load(str(path)) == {
            "122.5": "Words of the fifth rule,\nwhich go on here.\nExample: A counter is moved.",
            "122.6a": "words of a subrule",
            "122.6b": "Words of another that follows at once",
        }
    assert main(["rules", "122.5", "--rules-text", str(path)]) == 0
    assert "      Example: A counter is moved." in capsys.readouterr().out


@pytest.mark.parametrize("raw", [b"", b"no rules", b"\x00\xff" * 1000, b"122. Counters\n", b"1" * 10_000 + b".1 x"])
def test_another_file_is_refused(raw: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(raw)
    commands = [["rules", "122.5"], *([["serve", "--port", "0"]] if find_spec("uvicorn") else [])]
    for command in commands:
        assert main([*command, "--rules-text", str(path)]) == 2
        assert "expected the text of the Comprehensive Rules" in capsys.readouterr().err
    assert main(["rules", "122.5", "--rules-text", str(tmp_path / "none.txt")]) == 2
    assert "can't be read" in capsys.readouterr().err
