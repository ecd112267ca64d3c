"""`solve --line` against opponents: a line that works, or what it fails against."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyengine.cli.main import main

BURN = """
players: {alice: {}, bob: {life: 5}}
battlefield:
  - {id: m1, card: Mountain, controller: alice}
  - {id: m2, card: Mountain, controller: alice}
hand:
  - {id: bolt1, card: Lightning Bolt, owner: alice}
  - {id: bolt2, card: Lightning Bolt, owner: alice}
goal: bob has lost
allowed: [cast bolt1 targeting bob, cast bolt2 targeting bob]
"""
EXAMPLES = Path(__file__).parent.parent / "examples" / "puzzles"
ATTACK = """
players: {alice: {}, bob: {life: 2}}
step: declare attackers
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: wall, card: Grizzly Bears, controller: bob}
goal: bob has lost
allowed: combat
"""
STEPS = "attack bob with bear\ngo to the next step\ngo to the next step\n"


def _checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], puzzle: str, line: str, *options: str
) -> tuple[int, str]:
    path, said = tmp_path / "p.yaml", tmp_path / "line.txt"
    path.write_text(puzzle, encoding="utf-8")
    said.write_text(line, encoding="utf-8")
    code = main(["solve", str(path), "--line", str(said), *options])
    read = capsys.readouterr()
    return code, read.out + read.err


WORKS = "it works whatever the opponents choose, declare, cast, activate and turn face up"


def test_a_line_works_where_nobody_can_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "cast bolt1 targeting bob\ncast bolt2 targeting bob\n"
    code, out = _checked(tmp_path, capsys, BURN, line, "--adversarial")
    assert (code, out.splitlines()[-1]) == (0, WORKS)


def test_a_line_fails_against_a_block(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """509.1: bob blocks if that refutes the line. In the cooperative reading he does not."""
    assert _checked(tmp_path, capsys, ATTACK, STEPS)[0] == 0
    code, out = _checked(tmp_path, capsys, ATTACK, STEPS, "--adversarial", "--json")
    against = json.loads(out)["against"]
    assert (code, against["answer"]) == (1, "fails")
    (declared,) = [one for one in against["steps"] if one["action"].startswith("declare blockers")]
    assert any("wall blocks bear" in event for event in declared["log"])
    written = STEPS.replace("step\n", "step\ndeclare blockers by bob\n", 1)
    assert _checked(tmp_path, capsys, ATTACK, written, "--adversarial")[0] == 1
    tapped = ATTACK.replace("{id: wall, card: Grizzly Bears,", "{id: wall, card: Grizzly Bears, tapped: true,")
    assert _checked(tmp_path, capsys, tapped, STEPS, "--adversarial")[0] == 0


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("go to the next step", "cast growth targeting bear", "go to the next step"), 0),
        (("cast growth targeting bear", "go to the next step"), 1),
    ],
)
def test_a_line_with_a_response(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: tuple[str, ...], expected: int
) -> None:
    """117.3: bob casts Lightning Bolt as the step would end, or in response; Giant Growth saves only before it."""
    puzzle = (EXAMPLES / "in_response.yaml").read_text(encoding="utf-8")
    assert _checked(tmp_path, capsys, puzzle, "\n".join(line))[0] == expected


def test_a_line_with_an_action_that_the_puzzle_does_not_allow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The goal is reached before it where bob does nothing, so that the line is tried against him."""
    puzzle = (EXAMPLES / "in_response.yaml").read_text(encoding="utf-8")
    line = "go to the next step\nput a +1/+1 counter on bear\n"
    code, out = _checked(tmp_path, capsys, puzzle, line)
    assert code == 1
    assert "it fails against this: 'put a +1/+1 counter on bear' is not allowed in this puzzle" in out
