"""Scenario files: a board, actions, and their results under the rules.

The format is documented in `tests/scenarios/README.md`, for use with any engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from pyengine.actions.action import Action
from pyengine.answers.outcome import Outcome
from pyengine.board import Board
from pyengine.compiler import mana
from pyengine.errors import InvalidScenarioError, PyengineError
from pyengine.files.fields import (
    CardType,
    Count,
    Flag,
    Kind,
    ManaPool,
    Model,
    Name,
    OrWritten,
    Signed,
    Supertype,
    Timestamp,
    Word,
    no_kind_twice,
)
from pyengine.files.quoting import quoted
from pyengine.files.validation import validate
from pyengine.files.yaml_reading import read
from pyengine.position import references
from pyengine.position.characteristics import Characteristics
from pyengine.position.model import AbilityOnStack, BoardFile
from pyengine.solving.solver import check_deadline, deadline_after

USES = (
    *("activates", "attacks_with", "attacks_whom", "attacks_alone", "blocks_with", "casts", "chooses_attackers"),
    *("chooses_blockers", "foretells", "goes_on_to", "passes_priority", "plays", "plays_back", "plots", "resolves_top"),
    *("suspends", "turns_face_up_for"),
)
"""Actions of a scenario that uses only cards: a player uses a card, or the game goes on."""


class Expected(Model):
    """Expected state of one object or player afterwards. Fields that are not written are not compared."""

    counters: Annotated[dict[Kind, Count], BeforeValidator(no_kind_twice)] | None = Field(
        None, description="all the counters on it"
    )
    zone: Literal["battlefield", "hand", "library", "graveyard", "exile", "stack", "command", "nowhere"] | None = None
    controller: Name | None = None
    owner: Name | None = None
    tapped: Flag | None = None
    phased_out: Flag | None = None
    face_down: Flag | None = None
    face_down_by: str | None = Field(None, description="what turned it face down; null if it is face up")
    timestamp: Timestamp | None = None
    damage: Count | None = None
    attached_to: Name | None = None
    power: Signed | None = None
    toughness: Signed | None = None
    types: tuple[CardType, ...] | None = Field(None, description="all its card types, in any order")
    subtypes: tuple[Word, ...] | None = None
    supertypes: tuple[Supertype, ...] | None = None
    colors: tuple[Word, ...] | None = None
    name: Name | None = Field(None, description="its name; null if it has none")
    mana_value: Count | None = None
    attacking: Flag | None = None
    blocking: Flag | None = None
    blocked: Flag | None = None
    attacks: Name | None = Field(None, description="what it attacks; null for nothing, or if that is not known")
    blocks: tuple[Name, ...] | None = Field(None, description="all that it blocks, in any order")
    summoning_sick: Flag | None = None
    monstrous: Flag | None = None
    renowned: Flag | None = None
    transformed: Flag | None = None
    known_to: tuple[Name, ...] | None = Field(None, description="players who have been shown it or may go on looking")
    mana: ManaPool | None = Field(None, description="the mana in a player's pool; empty for none")
    has: tuple[Word, ...] = Field((), description="keywords it has")
    lacks: tuple[Word, ...] = Field((), description="keywords it does not have")
    life: int | None = None
    lost: Flag | None = None
    active: Flag | None = Field(None, description="whether it is this player's turn")
    priority: Flag | None = Field(None, description="whether this player has priority")
    passed: Flag | None = Field(None, description="whether this player has passed it since anybody did anything else")
    triggers: Count | None = Field(None, description="how many times its abilities triggered in all")


class ExpectedReason(Model):
    """A reason that must be among those given: one with this rule, with this code, or with both."""

    rule: str | None = None
    code: str | None = None

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.rule is None and self.code is None:
            raise ValueError("expected 'rule', 'code' or both, found neither")
        return self


def _one_or_more(value: object) -> object:
    return [value] if isinstance(value, str) else value


Phrases = Annotated[tuple[str, ...], BeforeValidator(_one_or_more), OrWritten()]


class Contested(Model):
    """Another reading of the rules than the one the scenario follows."""

    reading: str = Field(min_length=1, max_length=1000)
    source: str = Field("", max_length=200)


class Scenario(Model):
    """One scenario. `outcomes` lists every outcome, each by what it says of objects and players by id."""

    name: str = Field(min_length=1, max_length=200)
    rules: Annotated[tuple[str, ...], BeforeValidator(_one_or_more), OrWritten()] = Field(min_length=1)
    statements: Annotated[tuple[str, ...], BeforeValidator(_one_or_more), OrWritten()] = Field(
        (), description="testable statements shown"
    )
    source: str = Field("", max_length=300)
    change: str = Field("", max_length=100, description="the change of the rules of which it shows one side")
    board: BoardFile
    date: str | None = Field(None, description="the date whose rules apply, instead of the board's own")
    seen_by: Name | None = Field(None, description="asked from what this player may see; null: everything is seen")
    actions: Phrases = ()
    settle: Flag = Field(False, description="everything on the stack resolves after the last action")
    by_cards: Flag = Field(
        False, description="asked by cards alone: they are used, and everything on the stack resolves"
    )
    legal: Flag | None = Field(None, description="the verdict on the last action")
    reasons: tuple[ExpectedReason, ...] = ()
    refused: Phrases = Field((), description="actions, or halves of them, before the last that can't be done")
    cites: tuple[str, ...] = Field((), description="rules that the verdict or the log must name")
    cites_not: tuple[str, ...] = Field((), description="rules that neither may name")
    outcomes: tuple[dict[Name, Expected], ...] | None = None
    unchanged: Flag = Field(False, description="the one outcome is the board as it was")
    choices: Count | None = Field(None, description="the number of distinct outcomes")
    problems: tuple[str, ...] | None = Field(None, description="the flags of the board's status")
    contested: Contested | None = None

    @property
    def wants_outcomes(self) -> bool:
        """True if it says anything about outcomes."""
        return self.outcomes is not None or self.unchanged or self.choices is not None

    @model_validator(mode="after")
    def _is_by_cards(self) -> Self:
        """No effect of such a scenario is typed by hand."""
        if self.by_cards:
            if not self.settle or not self.actions:
                raise ValueError("'by_cards' goes with 'settle' and 'actions'")
            for phrase in self.actions:
                action = Action.parse(phrase)
                if action.then is not None or action.said[0].name not in USES:
                    raise ValueError(f"'by_cards': expected the use of a card, found {quoted(phrase)}")
        return self


@dataclass(frozen=True)
class Result:
    """A scenario and what was wrong with the answers; nothing, if it passed."""

    scenario: Scenario
    where: str
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """True if everything that the scenario says holds."""
        return not self.failures


def load(path: str | PathLike[str], *, checked: bool = True) -> Iterator[tuple[Scenario, str]]:
    """The scenarios of a file, with their places. A file is a list of scenarios.

    If not `checked`, cards are not compiled, which takes longest, and a name that means nothing is found later, when
    the scenario is run. Raises `InputError` with file, line and column.
    """
    document = read(path)
    if not isinstance(document.data, list):
        raise InvalidScenarioError("expected a list of scenarios", f"{document.name}:1:1")
    for number in range(len(document.data)):
        scenario = validate(Scenario, document, (number,), error=InvalidScenarioError)
        if scenario.date is not None:
            board = scenario.board.model_copy(update={"rules": scenario.date})
            scenario = scenario.model_copy(update={"board": board, "date": None})
        if checked:
            references.check(scenario.board, document, (number, "board"))
        yield scenario, document.where((number,))


def files(paths: list[str | PathLike[str]]) -> Iterator[Path]:
    """Scenario files among files and directories, in a stable order."""
    for path in map(Path, paths):
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def run(scenario: Scenario, where: str = "", *, timeout: float | None = None) -> Result:
    """Ask everything the scenario says something about, and compare.

    Raises `Interrupted` if `timeout` seconds have passed before it is known whether it passes.
    """
    deadline = deadline_after(timeout)
    try:
        failures = tuple(_failures(scenario, _board(scenario), timeout))
    except (PyengineError, AssertionError) as error:  # a fault of the encoding fails one scenario, not the run
        failures = (f"{type(error).__name__}: {error}",)
    if failures:  # of an answer that was cut short
        check_deadline(deadline)
    return Result(scenario, where, failures)


def _board(scenario: Scenario) -> Board:
    board = Board(scenario.board)
    return board if scenario.seen_by is None else board.seen_by(scenario.seen_by)


def _actions(scenario: Scenario) -> tuple[str, ...]:
    return scenario.actions or ("check state-based actions",)


def _failures(scenario: Scenario, board: Board, timeout: float | None) -> Iterator[str]:
    cited: set[str] = set()
    if scenario.problems is not None:
        flags = board.status().flags
        if flags != set(scenario.problems):
            yield f"problems: expected {sorted(scenario.problems)}, found {sorted(flags)}"
        if not scenario.actions and not scenario.wants_outcomes and scenario.legal is None:
            return
    actions = _actions(scenario)
    outcomes = board.outcomes(*actions, settle=scenario.settle, timeout=timeout)
    *before, verdict = (step for one in outcomes.verdicts for step in one.steps or (one,))
    refused = {step.action: step for step in before if not step}
    if refused.keys() != (expected := {str(Action.parse(phrase)) for phrase in scenario.refused}):
        yield f"refused: expected {sorted(expected)}, found {'; '.join(map(str, refused.values())) or 'none'}"
    cited.update(verdict.rules)
    if scenario.legal is not None and verdict.legal != scenario.legal:
        yield f"legal: expected {scenario.legal}, found {verdict}"
    for reason in scenario.reasons:
        if not any(reason.rule in (None, one.rule) and reason.code in (None, one.code) for one in verdict.reasons):
            given = "; ".join(map(str, verdict.reasons)) or "none"
            yield f"reasons: expected {reason.rule or ''} {reason.code or ''}, found {given}"
    wants_outcomes = scenario.wants_outcomes
    found = list(outcomes) if wants_outcomes or scenario.cites or scenario.cites_not else []
    if wants_outcomes and not outcomes.complete:
        yield "the answer was cut short"
    if scenario.choices is not None and len(found) != scenario.choices:
        yield f"choices: expected {scenario.choices}, found {len(found)}"
    if scenario.unchanged and [one.changes for one in found] != [()]:
        yield f"unchanged: found {[one.changes for one in found]}"
    if scenario.outcomes is not None:
        made = board.made_by(*actions)
        named = made | references.ids(board.model) | board.model.players.keys()
        for name in dict.fromkeys(name for one in scenario.outcomes for name in one):
            if name not in named:
                yield f"outcomes: neither the board nor an action names {quoted(name)}"
        yield from _match(board, scenario.outcomes, found)
    cited.update(event.rule for one in found for event in one.log)
    if missing := set(scenario.cites) - cited:
        yield f"cites: {sorted(missing)} not among {sorted(cited)}"
    if wrong := set(scenario.cites_not) & cited:
        yield f"cites_not: {sorted(wrong)} cited"


def _match(board: Board, expected: tuple[dict[str, Expected], ...], found: list[Outcome[Board]]) -> Iterator[str]:
    """Every expected outcome is found, and every found one is expected."""
    differences = [[tuple(_differences(one, outcome)) for outcome in found] for one in expected]
    for number, row in enumerate(differences, 1):
        if not any(not difference for difference in row):
            best = min(row, key=len, default=("there is no outcome",))
            yield f"outcome {number} is not found; closest: {'; '.join(best)}"
    for column, outcome in enumerate(found):
        if not any(not row[column] for row in differences):
            yield f"an outcome is not expected: {', '.join(outcome.changes) or 'no change'}"


def _differences(expected: Mapping[str, Expected], outcome: Outcome[Board]) -> Iterator[str]:
    for name, one in expected.items():
        for field, value in one.model_dump(exclude_unset=True).items():
            found = state_field(outcome, name, "keywords" if field in KEYWORDS else field)
            if field in KEYWORDS and isinstance(found, frozenset):
                found = tuple(word for word in value if (word in found) == (field == "has"))
            if field == "mana" and value is not None:
                value = mana.pool_text(mana.pool(value))
            if field == "counters" and value is not None:
                value = {kind: count for kind, count in value.items() if count}
            if isinstance(found, frozenset):
                found, value = tuple(sorted(found)), None if value is None else tuple(sorted(value))
            if found != value:
                yield f"{name} {field}: expected {value}, found {found}"


CHARACTERISTICS = ("power", "toughness", "types", "subtypes", "supertypes", "colors", "name", "mana_value")
"""Fields of `Expected` that are read off an object's characteristics."""


KEYWORDS = ("has", "lacks")
"""Fields of `Expected` that are about keywords."""


def state_field(outcome: Outcome[Board], name: str, field: str) -> Any:
    """Read a field of `Expected`, or `keywords`, off an outcome. A missing value gives words for it."""
    board = outcome.board
    if field == "triggers":
        return sum(event.data[3] for event in outcome.log if event.code == "triggered" and event.data[0] == name)
    if name in board.model.players:
        player = board.model.players[name]
        if field in ("active", "priority"):
            return name == getattr(board.model, f"{field}_player")
        if field == "mana":
            return mana.pool_text(mana.pool(player.mana))
        return board.counters(name) if field == "counters" else getattr(player, field, f"a player has no {field}")
    for ability in board.model.stack:
        if ability.id == name and isinstance(ability, AbilityOnStack):
            return "stack" if field == "zone" else getattr(ability, field, f"an ability on the stack has no {field}")
    if name not in board.objects:
        return "nowhere" if field == "zone" else "it does not exist"
    item = board.objects[name]
    known = None
    if field in (*CHARACTERISTICS, "keywords"):
        known = board.characteristics.get(name, Characteristics())
    if field == "counters":
        return board.counters(name)
    if field == "zone":
        return board.zone(name)
    if field == "controller":  # only permanents and spells have one (108.4)
        return item.controller or (item.owner if board.zone(name) in ("battlefield", "stack") else None)
    if field == "owner":
        return item.owner or item.controller
    if field in ("known_to", "blocks"):
        return frozenset(getattr(item, field))
    if field == "face_down_by":
        return item.face_down.by if item.face_down else None
    if field == "face_down":
        return item.face_down is not None
    if field in CHARACTERISTICS:
        return getattr(known, field) if known else None
    if field == "keywords":
        return known.keywords if known else frozenset()
    return getattr(item, field, f"an object has no {field}")
