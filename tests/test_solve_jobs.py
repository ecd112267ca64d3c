"""Several processes for one search: they answer what it asks, and change no answer."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from pyengine import Board
from pyengine.cli.main import main
from pyengine.formats import puzzle_file
from pyengine.puzzles import ahead, helpers
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.helpers import Helpers, remote_playable, remote_tried, unpacked

EVERYTHING = """
players: {alice: {mana: "{R}"}, bob: {life: 4}}
battlefield:
  - {id: ballista, card: Walking Ballista, controller: alice, counters: {+1/+1: 1}}
hand:
  - {id: bolt, card: Lightning Bolt, owner: alice}
goal: bob has lost
allowed: everything legal
"""
LISTED = (Path(__file__).parent.parent / "examples/puzzles/ammunition.yaml").read_text()


def graph_of(puzzle: puzzle_file.Puzzle) -> Graph[Board]:
    task = puzzle.task()
    return Graph(puzzle.board, task.goal, task.moves, [], settle=task.settle)


@pytest.mark.parametrize("text", [EVERYTHING, LISTED], ids=["everything", "listed"])
def test_the_answer_is_the_same_with_helpers(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(helpers, "BEGINS", 0.0)
    seen: list[Helpers] = []
    made = Helpers.__init__

    def noted(self: Helpers, jobs: int) -> None:
        made(self, jobs)
        seen.append(self)

    monkeypatch.setattr(Helpers, "__init__", noted)
    monkeypatch.setattr(ahead, "BEGINS", 10_000.0)  # by the clock it would begin in one search only
    (tmp_path / "p.yaml").write_text(text)
    puzzle = puzzle_file.load(str(tmp_path / "p.yaml"))
    found = []
    for jobs in (1, 2):
        *_, last = puzzle.board.search(puzzle.task(), jobs=jobs)
        steps = [(str(step.action), step.outcome.changes) for step in last.lines[0].steps]
        found.append((last.answer, last.positions, last.asked, last.caveats, last.other_caveats, steps))
    assert found[0] == found[1]
    assert found[0][0] == "found"
    assert not seen[0].answered
    assert text == LISTED or seen[1].answered
    assert multiprocessing.active_children() == []


def test_a_process_answers_as_the_search_does(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(EVERYTHING)
    graph = graph_of(puzzle_file.load(str(tmp_path / "p.yaml")))
    start = graph.start.place
    phrases = remote_playable(start.position, None)[0]
    assert phrases == [str(action) for action in graph._playable(start)]
    actions = list(graph._playable(start))
    here = graph._tried(start, actions)
    there = unpacked(
        start.position, remote_tried(start.position, phrases, None, graph._settings(True, each_payment=False))
    )
    assert [one.caveats for one in here] == [one.caveats for one in there]
    assert any(one.outcomes for one in here)
    for one, other in zip(here, there, strict=True):
        assert [each.changes for each in one.outcomes] == [each.changes for each in other.outcomes]
        assert [each.board.to_data() for each in one.outcomes] == [each.board.to_data() for each in other.outcomes]
        assert [[event.text for event in each.log] for each in one.outcomes] == [
            [event.text for event in each.log] for each in other.outcomes
        ]


def test_helpers_answer_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpers, "BEGINS", 0.0)
    asked = Helpers(1)
    board = Board.from_line("Alice: Walking Ballista (2 +1/+1) | Bob:")
    asked.ask(remote_playable, {"here": (board, None), "wrong": (None, None)})
    assert asked.answer("nobody asked", None) is None
    assert asked.answer("wrong", None) is None  # its fault is told where it is asked again
    found = asked.answer("here", None)
    assert any("activate ability 3" in one for one in found[0])
    assert asked.answered == 1
    asked.close()
    assert multiprocessing.active_children() == []


def test_the_option_is_checked(capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(LISTED)
    with pytest.raises(SystemExit):
        main(["solve", str(tmp_path / "p.yaml"), "--jobs", "0"])
    assert "expected a whole number from 1" in capsys.readouterr().err
    assert main(["solve", str(tmp_path / "p.yaml"), "--jobs", "2"]) == 0
    assert "found" in capsys.readouterr().out


def test_a_search_ends_at_the_memory_limit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(LISTED)
    assert main(["solve", str(tmp_path / "p.yaml"), "--memory", "1"]) == 3
    assert "the memory limit was reached" in capsys.readouterr().out
    assert main(["solve", str(tmp_path / "p.yaml"), "--memory", "100000"]) == 0
    assert "found" in capsys.readouterr().out
