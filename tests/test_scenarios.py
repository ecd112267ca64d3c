"""Every scenario of the project, run as `pyengine test` runs it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from every_scenario import DIRECTORY, every_scenario

from pyengine import Board, scenarios
from pyengine.coverage import rule_coverage
from pyengine.errors import InvalidScenarioError
from pyengine.solving import evaluated

LOADED = every_scenario()
ALL = [pytest.param(scenario, where, id=name) for name, scenario, where in LOADED]
Loaded = tuple[str, scenarios.Scenario, str]


def form(one: Loaded) -> tuple[int, ...]:
    """How many steps each action has: what is alike in that is asked about in one program."""
    return tuple(action.count(", then ") for action in one[1].actions)


USUAL = sorted((one for number, one in enumerate(LOADED) if not one[1].settle or number % 2 == 0), key=form)
REST = [one for number, one in enumerate(LOADED) if one[1].settle and number % 2]
"""Where everything is settled it takes several times as long, so that half of these wait for the exhaustive run;
`pyengine test tests/scenarios` runs all."""
TOGETHER = 60
"""Number of scenarios of a test."""
GROUPS = [
    pytest.param(
        several[first : first + TOGETHER],
        id=f"{several[first][0]} and on",
        marks=[pytest.mark.exhaustive] if several is REST else [],
    )
    for several in (USUAL, REST)
    for first in range(0, len(several), TOGETHER)
]


@pytest.mark.parametrize("group", GROUPS)
def test_scenarios(group: Sequence[Loaded]) -> None:
    failed = [one for _, *scenario in group if not (one := scenarios.run(*scenario)).passed]
    told = [line for one in failed for line in (f"{one.where}: {one.scenario.name}", *one.failures)]
    assert not failed, "\n".join(told)


def test_files_are_named_by_rules() -> None:
    names = [path.stem for path in scenarios.files([DIRECTORY])]
    assert [name for name in names if not name[:3].isdigit()] == [
        "editions",
        "editions_both_sides",
        "editions_documents",
    ]


SHARED = re.compile(r"(?:: |- |\[|, )[&*][A-Za-z_]")
"""What is written once in a file and meant again below."""


def test_a_scenario_is_in_a_file_of_one_of_its_sections() -> None:
    """But for those that share something with others of their file, and where there is no file of the section."""
    sections = {section for path in scenarios.files([DIRECTORY]) for section in re.findall(r"\d{3}", path.stem)}
    lost = []
    for name, scenario, where in LOADED:
        found = {rule[:3] for rule in scenario.rules}
        if name.startswith(("editions", "113_1_drawn_cards")) or found & {
            *re.findall(r"\d{3}", name.rpartition("-")[0])
        }:
            continue
        path, line, _ = where.rsplit(":", 2)
        rest = Path(path).read_text(encoding="utf-8").split("\n- name:")
        block = next(one for one in rest if "".join(scenario.name.split()) in "".join(one.replace("\n", "").split()))
        if scenario.rules[0][:3] in sections and not SHARED.search(block):
            lost.append(f"{path}:{line}: {scenario.rules[0]}")
    assert lost == []


def test_a_wrong_expectation_fails() -> None:
    """The runner can fail: every kind of expectation, turned around, is noticed."""
    for parameter in ALL[::150]:
        scenario = parameter.values[0]
        if scenario.legal is not None:
            wrong = scenario.model_copy(update={"legal": not scenario.legal})
            assert not scenarios.run(wrong).passed
        if scenario.outcomes:
            assert not scenarios.run(scenario.model_copy(update={"outcomes": ()})).passed


def test_a_board_without_problems_turns_out_as_it_says(tmp_path: Path) -> None:
    """Also of a board whose problems it tells, and on which nothing is done."""
    text = """
- name: x
  rules: "110.5d"
  board: {players: {a: {}, b: {}}, battlefield: [{id: m, card: Memnite, controller: a}]}
  problems: []
  outcomes: [{m: {power: %s}}]
"""
    file = tmp_path / "x.yaml"
    for power, passes in ((1, True), (2, False)):
        file.write_text(text % power)
        [(scenario, _)] = scenarios.load(file)
        assert scenarios.run(scenario).passed is passes


OUTCOME = """
- name: x
  rules: "701.26a"
  board: {players: {a: {}, b: {}}, hand: [{id: n, card: Memnite, owner: a, known_to: [a, b]}],
          battlefield: [{id: m, card: Memnite, owner: a, counters: {charge: 1}}]}
  actions: tap m
  outcomes: [%s]
"""


@pytest.mark.parametrize(
    ("said", "failure"),
    [
        ("{m: {counters: {charge: 1, flying: 0}}}", None),
        ("{n: {known_to: [b, a]}}", None),
        ("{n: {known_to: [a]}}", "n known_to: expected ('a',), found ('a', 'b')"),
        ("{m: {owner: a}}", None),
        ("{m: {owner: b}}", "m owner: expected b, found a"),
        ("{m: {colors: null}}", "m colors: expected None, found ()"),
        ("{mm: {zone: nowhere}}", "neither the board nor an action names 'mm'"),
    ],
)
def test_what_is_said_of_an_outcome(said: str, failure: str | None, tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(OUTCOME % said)
    [(scenario, where)] = scenarios.load(tmp_path / "s.yaml")
    failures = scenarios.run(scenario, where).failures
    assert failures == () if failure is None else failure in failures[0]


SECTIONS = ("122.", "406.3", "406.4", "701.40", "701.58", "701.62", "702.37", "702.168", "708.")
"""Sections of which every subrule must have a scenario."""

HEADINGS = {"701.40", "701.58", "701.62", "702.37", "702.168"}
"""Rules that only head their subrules."""


REASON = """
- name: x
  rules: "122.1"
  board: {players: {a: {}}, battlefield: [{id: m, card: Memnite, owner: a}]}
  actions: remove a counter from m
  reasons: [%s]
"""


@pytest.mark.parametrize(
    ("said", "passes"),
    [
        ('{rule: "122.1"}', True),
        ("{code: no_counters}", True),
        ('{rule: "122.1", code: no_counters}', True),
        ('{rule: "122.5"}', False),
        ("{code: same_object}", False),
        ('{rule: "122.1", code: same_object}', False),
    ],
)
def test_a_reason_is_given_by_its_rule_or_its_code(said: str, passes: bool, tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(REASON % said)
    [(scenario, where)] = scenarios.load(tmp_path / "s.yaml")
    assert scenarios.run(scenario, where).passed is passes


def test_a_reason_says_something(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(REASON % "{}")
    with pytest.raises(InvalidScenarioError, match="expected 'rule', 'code' or both, found neither"):
        list(scenarios.load(tmp_path / "s.yaml"))


def test_every_subrule_of_the_sections_has_a_scenario() -> None:
    report = rule_coverage.report(parameter.values[0] for parameter in ALL)
    missing = [number for number in report["not_shown"] if number.startswith(SECTIONS) and number not in HEADINGS]
    assert not missing


SOME = [parameter for parameter in ALL[::70] if parameter.values[0].actions]
"""Enough scenarios to compare two ways of working them out."""


@pytest.mark.parametrize(("scenario", "where"), SOME)
def test_what_a_search_says_of_the_last_board_is_what_that_board_says(scenario: scenarios.Scenario, where: str) -> None:
    for outcome in Board(scenario.board).outcomes(*scenario.actions):
        assert dict(outcome.board.characteristics) == dict(Board(outcome.board.model).characteristics), where


@pytest.mark.skipif(evaluated.in_c() is None, reason="the evaluator in C goes through all rules")
@pytest.mark.parametrize(("scenario", "where"), SOME[::3])
def test_what_is_left_out_of_the_program_makes_no_difference(
    scenario: scenarios.Scenario, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rules in C give the same answers as plans in Python of the rules that can matter."""

    def answers() -> tuple[object, ...]:
        board = Board(scenario.board)
        found = board.outcomes(*scenario.actions)
        return (
            # Of several ways to one outcome any may be shown, and they may differ in the objects chosen.
            {(outcome.changes, tuple((event.code, event.rule) for event in outcome.log)) for outcome in found},
            found.verdicts,
            board.check(scenario.actions[0]),
            dict(board.characteristics),
            list(board.status().problems),
        )

    found = {}
    for evaluator in ("c", "python"):
        monkeypatch.setenv("PYENGINE_EVALUATOR", evaluator)
        found[evaluator] = answers()
    assert found["c"] == found["python"], where
