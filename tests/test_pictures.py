"""Boards, lines and graphs as pictures: what they show is what there is, and they are well-formed."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from pyengine import Board
from pyengine.cli.main import main
from pyengine.formats import puzzle_file
from pyengine.puzzles.line_pictures import MOST_NODES

EXAMPLES = Path(__file__).parent.parent / "examples"
SVG = {"svg": "http://www.w3.org/2000/svg"}

BOARD = """
players: {alice: {life: 17, counters: {poison: 2}}, bob: {}}
cards: {"<b>&": {types: [creature], power: 1, toughness: 1}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, tapped: true, counters: {+1/+1: 3, stun: 1}}
  - {id: down, card: Sagu Mauler, controller: bob, face_down: {by: morph}}
  - {id: odd, card: "<b>&", controller: bob, phased_out: true}
hand:
  - {id: bolt, card: Lightning Bolt, owner: bob}
stack:
  - {id: gone, kind: triggered, controller: alice, source: bear, does: draw a card}
"""


def said(picture: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(picture).findall(".//svg:text", SVG)]


def titles(picture: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(picture).findall(".//svg:title", SVG)]


def test_a_board_shows_counters_status_and_what_is_face_down() -> None:
    found = said(Board.parse(BOARD).picture())
    assert "alice: life 17, poison: 2" in found
    assert {"+1/+1 ×3", "stun ×1", "5/5"} <= {*found}
    assert {"(Sagu Mauler)", "face down by morph", "2/2"} <= {*found}
    assert {"<b>&", "phased out", "hand: Lightning Bolt", "triggered ability of bear"} <= {*found}


def test_what_a_player_may_not_see_is_not_shown() -> None:
    board = Board.parse(BOARD)
    seen = board.seen_by("alice").picture()
    assert "Mauler" not in seen and "Bolt" not in seen
    assert {"(?)", "2/2"} <= {*said(seen)}
    assert "Mauler" in board.seen_by("bob").picture()


def test_everything_is_within_the_picture() -> None:
    lines = [f"  - {{id: {letter * 30}, card: Grizzly Bears, controller: alice}}" for letter in "abcdefghi"]
    root = ElementTree.fromstring(Board.parse("\n".join(["players: {alice: {}}", "battlefield:", *lines])).picture())
    places = [one.get("transform", "")[len("translate(") : -1].split() for one in root.findall(".//svg:g", SVG)]
    ends = [(float(one[0]) + 154, float(one[1]) + 104) for one in places if len(one) == 2]
    assert len(ends) == len({*ends}) == 9
    assert all(x < float(root.get("width", 0)) and y < float(root.get("height", 0)) for x, y in ends)


def test_notebooks_show_the_picture_and_the_table() -> None:
    shown = Board.parse(BOARD)._repr_html_()
    assert (
        shown.startswith("<svg")
        and "<table" in shown
        and "<b>" not in shown.replace("<b>alice</b>", "").replace("<b>bob</b>", "")
    )


def test_a_line_as_a_strip() -> None:
    board = puzzle_file.load(EXAMPLES / "puzzles" / "arithmetic.yaml").board
    actions = ["put a +1/+1 counter on bear", "put two +1/+1 counters on bear", "double the +1/+1 counters on bear"]
    found = board.solve("+1/+1 counters on bear = 22", actions)
    shown = said(found.strip())
    assert shown.count("turn of alice, precombat main") == 4
    assert [one for one in shown if one[:2] in ("1.", "2.", "3.")] == [
        f"{n}. {a}" for n, a in enumerate(found.lines[0].actions, 1)
    ]
    assert "24/24" in shown
    assert found.strip() in found._repr_html_()
    with pytest.raises(IndexError):
        found.strip(2)


def test_what_was_looked_at_as_a_graph() -> None:
    board = puzzle_file.load(EXAMPLES / "puzzles" / "arithmetic.yaml").board
    found = board.solve(
        "+1/+1 counters on bear = 4", ["put a +1/+1 counter on bear", "double the +1/+1 counters on bear"]
    )
    assert found.graph is not None
    root = ElementTree.fromstring(found.reached_picture())
    nodes = list(found.graph.nodes())
    rings = root.findall(".//svg:circle", SVG)
    assert len(rings) == len(nodes) <= MOST_NODES
    assert sum(one.get("fill") == "#1a7f37" for one in rings) == sum(node.is_goal for node in nodes) > 0
    edges = {(node, to) for node in nodes for edge in node.edges for to, _ in edge.to if to is not node}
    paths = root.findall(".//svg:path", SVG)
    assert len(paths) == len(edges)
    assert sum(one.get("stroke-width") == "3" for one in paths) == len(found.lines[0].steps)


def test_pictures_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = str(EXAMPLES / "puzzles" / "arithmetic.yaml")
    assert main(["solve", puzzle, "--limit", "1", "--svg-reached"]) == 3
    ElementTree.fromstring(capsys.readouterr().out)
    board = str(EXAMPLES / "face_down.yaml")
    assert main(["view", board, "--svg"]) == 0
    assert "Sagu Mauler" in capsys.readouterr().out
    assert main(["view", board, "--svg", "--as", "alice"]) == 0
    assert "Sagu Mauler" not in capsys.readouterr().out
    assert main(["view", board, "--svg", "--json"]) == 2
    assert main(["solve", puzzle, "--svg", "--hint"]) == 2


def test_the_picture_in_the_readme_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(EXAMPLES / "puzzles" / "unmasking.yaml"), "--svg"]) == 0
    assert capsys.readouterr().out == (EXAMPLES.parent / "docs" / "pictures" / "line.svg").read_text(encoding="utf-8")
