"""Why something is so after actions: only events that it depends on are told, and what parts the outcomes."""

from __future__ import annotations

import json

import pytest

from pyengine import Board, InputError
from pyengine.cli.main import main
from pyengine.explain.derivation import Node
from pyengine.explain.mermaid import flowchart
from pyengine.explain.why_so import That, why_that
from pyengine.puzzles.goal_reading import parse

TEXT = """
players: {alice: {life: 20}, bob: {life: 20}}
active: alice
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 2, shield: 1}}
  - {id: ox, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1}}
"""
KITE = "  - {id: kite, card: Tatterkite, controller: bob}\n"
BOARD = Board.parse(TEXT)


def codes(found: That) -> list[list[str]]:
    return [[event.code for event in one.events] for one in found.chains]


@pytest.mark.parametrize(
    ("actions", "goal", "expected"),
    [
        # 122.1c: it is there because of what happened instead of its destruction
        (["destroy bear"], "bear is on the battlefield", ["instead_of_destruction"]),
        # 704.5q: they go in pairs, by what was put
        (["put a -1/-1 counter on ox"], "ox has no +1/+1 counters", ["put", "removed", "state_based_action"]),
        # 122.2: they cease to exist as it goes
        (["destroy ox", "tap bear"], "ox has no counters", ["ceased", "goes_to", "destroyed"]),
        (["destroy ox", "tap bear"], "bear is tapped", ["tapped"]),
        (["destroy ox"], "life of bob = 20", []),
    ],
)
def test_the_chain_has_what_it_depends_on_and_nothing_else(actions: list[str], goal: str, expected: list[str]) -> None:
    found = why_that(BOARD, actions, goal)
    assert (found.holding, found.others, found.complete) == (1, 0, True)
    [chain] = found.chains
    assert chain.is_whole
    said = [event.code for event in chain.events]
    assert len(said) == len(expected)
    assert sorted(said) == sorted(expected)


def test_an_action_without_an_event_in_the_chain_can_be_left_out() -> None:
    actions = ["put a +1/+1 counter on ox", "tap bear", "move a +1/+1 counter from bear to ox"]
    goal = "power of ox = 5"
    [chain] = why_that(BOARD, actions, goal).chains
    times = {event.time for event in chain.events}  # each action is a moment
    assert chain.holds
    for number in range(len(actions)):
        without = [one for place, one in enumerate(actions) if place != number]
        [outcome] = BOARD.outcomes(*without)
        assert (outcome.board.characteristics["ox"].power == 5) == (number not in times)


def test_what_separates_the_outcomes_and_what_is_true_instead() -> None:
    found = why_that(BOARD, ["proliferate"], "bear has 3 +1/+1 counters and ox has 1 +1/+1 counter")
    assert (found.holding, found.others, found.is_parted) == (1, 3, True)
    assert "bear is chosen to proliferate [701.34a]" in found.always
    assert "ox is chosen to proliferate [701.34a]" in found.never
    assert [one.holds for one in found.chains] == [True, False, False, False]
    assert found.chains[0].stands == ("+1/+1 counters on bear = 3", "+1/+1 counters on ox = 1")
    assert codes(found)[0] == ["put", "proliferated"]
    assert all("shield" not in str(event) for one in found.chains for event in one.events)


def test_no_outcome_and_an_illegal_action(capsys: pytest.CaptureFixture[str], tmp_path: pytest.TempPathFactory) -> None:
    path = f"{tmp_path}/board.yaml"
    with open(path, "w", encoding="utf-8") as file:
        file.write(TEXT + KITE)
    action = "move a +1/+1 counter from bear to kite"
    assert main(["why", path, action, "--that", "kite has a +1/+1 counter"]) == 1
    assert capsys.readouterr().out == (
        "illegal: move a +1/+1 counter from bear to kite\n"
        "  +1/+1 counters can't be put on kite: kite says so (ability 2 of Tatterkite) [122.5]\n"
        "it holds in no outcome (1)\ninstead:\n  +1/+1 counters on kite = 0\n    as it was at first\n"
    )
    assert main(["why", path, "tap ox", "--that", "ox is tapped", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["holds_in"], data["fails_in"], data["chains"][0]["changed"]) == (1, 0, True)
    assert main(["why", path, "tap ox", "--that", "ox is tapped", "--mermaid"]) == 0
    assert capsys.readouterr().out == (
        'flowchart TD\n  n0["ox is tapped"]\n  n1["ox becomes tapped [701.26a]"]\n  n0 --> n1\n'
    )
    assert main(["why", path, "tap ox", "--mermaid"]) == 0
    assert capsys.readouterr().out.startswith('flowchart TD\n  n0["it can be done [701.26a]"]\n')
    for more in (["untap ox"], ["--settle"]):
        assert main(["why", path, "tap ox", *more]) == 2
        assert "go with --that" in capsys.readouterr().err


@pytest.mark.parametrize(
    "goal", ["oxen is tapped", "at some time ox is tapped", "never ox is tapped", "ox", "life of ox = 1"]
)
def test_what_can_not_be_asked(goal: str) -> None:
    with pytest.raises(InputError):
        why_that(BOARD, ["tap ox"], goal)


def test_counters_that_something_has() -> None:
    same = {
        "ox has 4 +1/+1 counters": "+1/+1 counters on ox = 4",
        "ox has exactly 1 counter": "counters on ox = 1",
        "ox has a first strike counter": "first strike counters on ox >= 1",
        "ox has at most 3 charge counters": "charge counters on ox <= 3",
        "not ox has no counters": "not counters on ox = 0",
    }
    for said, meant in same.items():
        assert parse(said) == parse(meant)


def test_labels_are_escaped() -> None:
    tree = Node("rule", 'a "b" <c> & `d`\n#e', children=(Node("fact", "f]"),))
    assert list(flowchart([tree, Node("fact", "g")])) == [
        "flowchart TD",
        '  n0["a #quot;b#quot; #lt;c#gt; #amp; #96;d#96; #35;e"]',
        '  n1["f]"]',
        "  n0 --> n1",
        '  n2["g"]',
    ]
