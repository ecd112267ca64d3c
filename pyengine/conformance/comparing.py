"""Comparison of an engine's report with what is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pyengine.conformance.protocol import Engine, EngineError, Message
from pyengine.conformance.suite import Case
from pyengine.errors import PyengineError
from pyengine.scenarios import KEYWORDS

Sort = Literal["agrees", "differs", "unsupported", "failed"]


@dataclass(frozen=True)
class Comparison:
    """The result of one case. `words` has the differences, or the reason for a missing report."""

    case: Case
    sort: Sort
    words: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
        scenario = self.case.scenario
        return {
            "scenario": scenario.name,
            "where": self.case.where,
            "rules": list(scenario.rules),
            "cards": self.case.cards,
            "result": self.sort,
            "words": list(self.words),
        }


def compare(case: Case, engine: Engine) -> Comparison:
    """Put a case to an engine, and compare its report with the scenario."""
    try:
        report = _report(case, engine)
    except EngineError as error:
        return Comparison(case, "failed", (str(error),))
    if "unsupported" in report:
        return Comparison(case, "unsupported", (str(report["unsupported"])[:200],))
    scenario = case.scenario
    if all(report.get(part) is None or getattr(scenario, part) is None for part in ("legal", "outcomes")):
        return Comparison(case, "unsupported", ("the report has nothing that the scenario asks for",))
    try:
        found = tuple(differences(case, report))
    except PyengineError as error:
        return Comparison(case, "failed", (str(error),))
    return Comparison(case, "differs" if found else "agrees", found)


def _report(case: Case, engine: Engine) -> Message:
    scenario = case.scenario
    board = scenario.board.model_dump(mode="json", exclude_unset=True)
    requests: list[Message] = [
        {"ask": "set up", "board": board},
        {"ask": "do", "actions": list(scenario.actions), "settle": scenario.settle},
        {"ask": "report", "wants": case.wants},
    ]
    answer: Message = {}
    for request in requests:
        answer = engine.ask(request)
        if "unsupported" in answer:
            break
    return answer


def differences(case: Case, report: Message) -> Iterator[str]:
    """The differences between a report and what a scenario says. Raises `EngineError` for a malformed report."""
    scenario = case.scenario
    legal, outcomes = report.get("legal"), report.get("outcomes")
    if scenario.legal is not None and legal is not None and legal is not scenario.legal:
        yield f"the last action is {'legal' if scenario.legal else 'illegal'}, reported as {_verdict(legal)}"
    if scenario.outcomes is None or outcomes is None:
        return
    if not isinstance(outcomes, list) or not all(isinstance(one, dict) for one in outcomes):
        raise EngineError("expected 'outcomes': a list of objects")
    expected = [
        {name: one.model_dump(mode="json", exclude_unset=True) for name, one in outcome.items()}
        for outcome in scenario.outcomes
    ]
    rows = [[tuple(_fields(right, found)) for found in outcomes] for right in expected]
    if report.get("all", True):
        for number, row in enumerate(rows, 1):
            if not any(not different for different in row):
                best = min(row, key=len, default=("there is no outcome",))
                yield f"outcome {number} of {len(rows)} is missing; closest: {'; '.join(best)}"
    for column in range(len(outcomes)):
        if not any(not row[column] for row in rows):
            best = min((row[column] for row in rows), key=len, default=("there is none",))
            yield f"reported outcome {column + 1} is wrong: {'; '.join(best)}"


def _verdict(legal: object) -> str:
    return {True: "legal", False: "illegal"}.get(legal, repr(legal)) if isinstance(legal, bool) else repr(legal)


def _fields(right: Mapping[str, Mapping[str, Any]], found: Mapping[str, Any]) -> Iterator[str]:
    """The differences of one outcome. A field that is not reported is not compared."""
    for name, fields in right.items():
        reported = found.get(name)
        if not isinstance(reported, Mapping):
            continue
        for field, value in fields.items():
            if field in KEYWORDS:
                yield from _keywords(name, field, value, reported.get("keywords"))
            elif field in reported and _plain(value) != _plain(reported[field]):
                yield f"{name} {field}: expected {_shown(value)}, reported {_shown(reported[field])}"


def _keywords(name: str, field: str, words: Sequence[str], reported: object) -> Iterator[str]:
    if isinstance(reported, list):
        for word in words:
            if (word in reported) != (field == "has"):
                yield f"{name}: expected {'no ' if field == 'lacks' else ''}{word}, reported {_shown(reported)}"


def _plain(value: object) -> object:
    """A value in a form in which equal ones are equal: lists and mana without order, counters without zeros."""
    if isinstance(value, str) and value.startswith("{"):
        return sorted(value.split("}"))
    if isinstance(value, Mapping):
        return {key: one for key, one in value.items() if one != 0}
    return sorted(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{one} {key}" for key, one in value.items()) or "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value)) or "none"
    return str(value)
