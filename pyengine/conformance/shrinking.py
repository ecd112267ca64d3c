"""Smaller boards on which an engine still differs from pyengine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyengine.board import Board
from pyengine.conformance.adapter import Adapter
from pyengine.conformance.comparing import Comparison, compare
from pyengine.conformance.protocol import Engine
from pyengine.conformance.suite import Case
from pyengine.errors import PyengineError
from pyengine.position.model import ZONES
from pyengine.scenarios import Scenario

KEYWORDS = {"keywords": "has"}
"""Fields of a report that a scenario calls otherwise."""

MOST = 100
"""Largest number of smaller boards that are tried."""


def smallest(found: Comparison, engine: Engine) -> Comparison:
    """The comparison on a board with as few objects and counters as still make the engine differ.

    What is right on a smaller board is what pyengine says. Objects that the actions name stay.
    """
    tried = 0
    while True:
        for data in _smaller(found.case.scenario.board.model_dump(mode="json", exclude_unset=True)):
            tried += 1
            if tried > MOST:
                return found
            case = _case(found.case, data)
            if case is not None and (again := compare(case, engine)).sort == "differs":
                found = again
                break
        else:
            return found


def _smaller(board: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Boards without one object, or with fewer counters on one."""
    for zone in ZONES:
        for place, item in enumerate(board.get(zone, ())):
            others = [one for at, one in enumerate(board[zone]) if at != place]
            yield {**board, zone: others}
            for kind in item.get("counters", ()):
                fewer = {key: value for key, value in item["counters"].items() if key != kind}
                yield {**board, zone: [*board[zone][:place], {**item, "counters": fewer}, *board[zone][place + 1 :]]}


def _case(case: Case, data: dict[str, Any]) -> Case | None:
    """The case on another board; None if pyengine can't be asked about it, or its answer is not whole."""
    adapter = Adapter()
    try:
        board = Board.from_data(data)
        board.actions(case.scenario.actions)
        held = {*board.objects, *board.model.players}
        wants = {name: fields for name, fields in case.wants.items() if name in held}
        adapter.ask({"ask": "set up", "board": data})
        adapter.ask({"ask": "do", "actions": list(case.scenario.actions), "settle": case.scenario.settle})
        right = adapter.ask({"ask": "report", "wants": wants})
        if "unsupported" in right or not right["all"]:
            return None
        said = {
            "name": case.scenario.name,
            "rules": case.scenario.rules,
            "board": data,
            "actions": case.scenario.actions,
            "settle": case.scenario.settle,
        }
        if case.scenario.legal is not None:
            said["legal"] = right["legal"]
        if case.scenario.outcomes is not None:
            said["outcomes"] = [
                {
                    name: {KEYWORDS.get(field, field): value for field, value in fields.items()}
                    for name, fields in one.items()
                }
                for one in right["outcomes"]
            ]
        scenario = Scenario.model_validate(said)
    except PyengineError:
        return None
    except ValueError:  # a value that no scenario can expect, such as a word for "it does not exist"
        return None
    return Case(scenario, case.where)
