"""Random boards for other engines: what is right on them, and that a seed gives the same ones."""

import json
from pathlib import Path

import pytest

from pyengine import scenarios
from pyengine.cli.main import main
from pyengine.conformance import random_boards

CARDS = ["Grizzly Bears", "Hardened Scales", "Tatterkite", "Willbender"]
KINDS = ["+1/+1", "-1/-1", "charge", "flying"]


def test_what_is_generated_passes_as_scenarios(tmp_path: Path) -> None:
    path = tmp_path / "random.yaml"
    assert main(["generate", "--seed", "7", "--count", "12", *options(), "--out", str(path)]) == 0
    loaded = list(scenarios.load(path))
    assert len(loaded) == 12
    assert [scenarios.run(*one).failures for one in loaded] == [()] * 12


def options() -> list[str]:
    return [word for name in CARDS for word in ("--card", name)] + [word for kind in KINDS for word in ("--kind", kind)]


def test_a_longer_list_begins_with_a_shorter_one() -> None:
    short = list(random_boards.scenarios(3, 4, CARDS, KINDS))
    assert list(random_boards.scenarios(3, 8, CARDS, KINDS))[:4] == short
    assert list(random_boards.scenarios(4, 4, CARDS, KINDS)) != short


def test_the_boards_of_a_seed_stay_the_same() -> None:
    """In every version: a list that engines keep would otherwise change under them."""
    [first] = random_boards.scenarios(1, 1, CARDS, KINDS)
    assert (first["name"], first["actions"]) == PINNED[:2]
    assert json.dumps(first["board"], sort_keys=True) == PINNED[2]


PINNED = (
    "seed 1, board 1",
    "turn o3 face down",
    '{"battlefield": [{"card": "Hardened Scales", "controller": "alice", "counters": {"flying": 1}, '
    '"face_down": {"by": "manifest"}, "id": "o1"}, '
    '{"card": "Willbender", "controller": "bob", "counters": {"-1/-1": 3}, "id": "o2"}, '
    '{"card": "Hardened Scales", "controller": "bob", "id": "o3"}], '
    '"players": {"alice": {"counters": {"poison": 1}}, "bob": {}}}',
)


def test_they_are_of_many_sorts() -> None:
    found = list(random_boards.scenarios(5, 60, CARDS, KINDS))
    assert {one["legal"] for one in found} == {True, False}
    assert len({one["actions"].split()[0] for one in found}) >= 6
    assert any(len(one["outcomes"]) > 1 for one in found)
    assert any("face_down" in item for one in found for item in one["board"]["battlefield"])


@pytest.mark.parametrize(
    ("given", "words"),
    [(["--card", "No Such Card"], "no card named"), (["--kind", ""], "kind"), (["--out", "no/such/x.yaml"], "written")],
)
def test_bad_options_get_one_message(given: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--count", "1", *given]) == 2
    assert words in capsys.readouterr().err


def test_a_puzzle_has_exactly_one_shortest_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzle.yaml"
    cards = ["--card", "Grizzly Bears", "--card", "Hardened Scales", "--kind", "charge", "--kind", "+1/+1"]
    # An earlier board of this seed makes a puzzle with several lines.
    asked = ["generate", "--puzzle", "2", "--seed", "6", "--objects", "2", *cards]
    assert main([*asked, "--out", str(path)]) == 0
    assert main(["solve", str(path), "--all"]) == 0
    assert capsys.readouterr().out.startswith("found: 2 steps, no shorter line exists; 1 line, ")
    assert main([*asked, "--count", "2"]) == 2
    assert "--puzzle makes one puzzle" in capsys.readouterr().err
