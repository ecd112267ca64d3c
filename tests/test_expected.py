"""Why an outcome that was expected does not occur: the changes told are the smallest of all with which it does."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pyengine import Board, InputError
from pyengine.asking.search import Search
from pyengine.cli.main import main
from pyengine.explain.board_edits import Edit, edited, edits
from pyengine.explain.derivation import Node, derivation
from pyengine.explain.derivation_picture import picture
from pyengine.explain.why_not import why_not
from pyengine.puzzles.goal_facts import goal_facts
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.goals import Seen
from pyengine.solving.solver import function
from tests.test_why import costing

TEXT = """
players: {alice: {life: 20, mana: "{G}"}, bob: {life: 3, counters: {poison: 1}}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 2, charge: 1}}
  - {id: scales, card: Hardened Scales, controller: alice}
"""
SMALL = """
players: {alice: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, tapped: true, counters: {charge: 1}}
"""
BOARD = Board.parse(TEXT)


class Asked(Search[Board]):
    """A search that is asked for a goal as well."""

    goal = ""

    def _program(self) -> str:
        return super()._program() + self.goal


@pytest.mark.parametrize(
    ("actions", "goals"),
    [
        (
            ["put a +1/+1 counter on bear"],
            [
                "bear has 4 +1/+1 counters",
                "not counters on bear = 5",
                "power of bear > 5",
                "power of scales = 0",
                "not power of scales = 0",
                "counters on bear + counters on bob = 6",
                "bear is tapped or bear is untapped and life of bob <= 3",
                "not (bear is tapped or bob has lost)",
                "{G} mana of alice = 1 and mana of alice >= 1",
            ],
        ),
        (
            ["proliferate"],
            [
                "bear has 3 +1/+1 counters and not poison counters on bob = 2",
                "counters on bob + counters on bear > 4",
                "toughness of bear != 4",
            ],
        ),
        (
            ["destroy bear"],
            [
                "bear is in the graveyard",
                "bear is face up",
                "cards in graveyard of alice = 1",
                "power of bear < 9 or damage on bear = 0",
                "life lost by bob this turn > 0",
            ],
        ),
    ],
)
def test_a_goal_means_the_same_to_the_rules(actions: list[str], goals: list[str]) -> None:
    """On each outcome the rules derive it if and only if it holds of the board that is shown."""
    told: set[bool] = set()
    for text in goals:
        goal = parse(text)
        Asked.goal = goal_facts(goal)
        asked = [BOARD.action(one) for one in actions]
        search = Asked(BOARD, asked, also=["questions/wanted.lp"])
        for outcome, model in search.with_models():
            holds = goal.holds(Seen(outcome.board, outcome.characteristics or {}, ()))
            assert model.contains(function("is_wanted", search.timeline.moment)) == holds, text
            told.add(holds)
    assert told == {True, False}


@pytest.mark.parametrize(
    ("text", "action", "goal", "most"),
    [
        (SMALL, "untap bear", "bear is tapped", 1),
        (SMALL, "put a charge counter on bear", "bear has 3 charge counters", 1),
        pytest.param(TEXT, "put a +1/+1 counter on bear", "bear has 3 +1/+1 counters", 2, marks=pytest.mark.exhaustive),
        pytest.param(SMALL, "destroy bear", "bear is on the battlefield", 3, marks=pytest.mark.exhaustive),
    ],
)
def test_the_changes_are_the_smallest_of_all(text: str, action: str, goal: str, most: int) -> None:
    board = Board.parse(text)
    asked = parse(goal)
    found: list[tuple[Edit, ...]] = []
    for chosen in costing(edits(board, board.action(action)), most):
        with suppress(InputError):
            outcomes = edited(board, chosen).outcomes(action)
            if any(asked.holds(Seen(one.board, one.characteristics or {}, ())) for one in outcomes):
                found.append(chosen)

    def within(small: tuple[Edit, ...], large: tuple[Edit, ...]) -> bool:
        return small != large and all(any(other.goes_as_far_as(one) for other in large) for one in small)

    smallest = [one for one in found if not any(within(other, one) for other in found)]
    told = why_not(board, [action], goal, limit=100, most=most)
    assert (told.that.holding, told.changes.stopped) == (0, "")
    assert sorted(sorted(one.words for one in change.edits) for change in told.changes.found) == sorted(
        sorted(one.words for one in chosen) for chosen in smallest
    )


def test_where_it_occurs_and_where_nothing_makes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(SMALL)
    assert main(["why", str(path), "untap bear", "--not", "bear is untapped"]) == 0
    assert capsys.readouterr().out.startswith("it occurs in every outcome (1)\nthere:\n  bear is untapped\n")
    assert main(["why", str(path), "untap bear", "--not", "life of alice = 7"]) == 1
    assert capsys.readouterr().out == (
        "it occurs in no outcome (1)\ninstead:\n  life of alice = 20\n    as it was at first\n"
        "no change of the board is found with which it would occur, of those that are tried and cost up to 6\n"
    )
    action = "remove a +1/+1 counter from bear"
    assert main(["why", str(path), action, "--not", "bear has no counters", "--json", "--changes", "1"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["not"], data["holds_in"], data["complete"]) == ("bear has no counters", 0, True)
    assert [one["edits"] for one in data["changes"]] == [["bear: {counters: {charge: 0}}"]]
    assert [one["legal"] for one in data["actions"]] == [False]
    assert main(["why", str(path), "untap bear", "--not", "bear is tapped", "--that", "bear is tapped"]) == 2
    assert "found both" in capsys.readouterr().err
    assert main(["why", str(path), "untap bear", "--svg", "--json"]) == 2
    assert "expected one of --json, --mermaid and --svg" in capsys.readouterr().err


# --- trees in documents and notebooks ---------------------------------------------------------------------------


def test_trees_as_pictures() -> None:
    trees = [*derivation(BOARD, "move a +1/+1 counter from bear to bear"), Node("rule", "<b> & 'c' " + 40 * "long ")]
    root = ElementTree.fromstring(picture(trees))
    space = {"svg": "http://www.w3.org/2000/svg"}
    texts = root.findall(".//svg:text", space)
    said = " ".join(one.text or "" for one in texts)

    def nodes(several: list[Node]) -> list[Node]:
        return [one for node in several for one in (node, *nodes([*node.children]))]

    for node in nodes(trees):
        assert str(node).split()[0] in said
    assert "<b> & 'c' long long" in said
    assert len({one.get("y") for one in texts}) == len(texts) >= len(nodes(trees))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for one in texts:
        assert len(one.text or "") <= 100
        assert float(one.get("x", 0)) + 7 * len(one.text or "") < width
        assert float(one.get("y", 0)) < height
    assert len(root.findall(".//svg:path", space)) == len(nodes(trees)) - len(trees)
    assert picture([]).endswith("</svg>\n")


def test_notebooks_show_trees() -> None:
    trees = derivation(BOARD, "move a +1/+1 counter from bear to bear")
    assert trees._repr_html_().count("<details") == "".join(one._repr_html_() for one in trees).count("<details") > 1
    found = why_not(Board.parse(SMALL), ["untap bear"], "bear is tapped", limit=1)
    assert "it would occur with one of these changes of the board" in found._repr_html_()
    assert "bear is untapped" in found.that._repr_html_()
