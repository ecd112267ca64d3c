"""pyengine as an engine of the protocol: the reference adapter, which shows how to write one.

python -m pyengine.conformance.adapter
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pyengine.board import Board
from pyengine.conformance.protocol import Engine, Message
from pyengine.errors import PyengineError
from pyengine.scenarios import state_field

MOST = 200
"""Largest number of outcomes in a report."""


class Adapter:
    """Answers to requests, one after the other."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._actions: Sequence[str] = ()
        self._settle = False

    def ask(self, request: Message) -> Message:
        """The answer to a request."""
        try:
            return self._answer(request)
        except PyengineError as error:
            return {"unsupported": str(error)}

    def close(self) -> None:
        """End the engine: nothing to do."""

    def _answer(self, request: Message) -> Message:
        if request["ask"] == "set up":
            self._board = Board.from_data(request["board"])
        elif request["ask"] == "do":
            self._actions = request["actions"] or ["check state-based actions"]
            self._settle = request["settle"]
        else:
            return self._report(request["wants"])
        return {"ok": True}

    def _report(self, wants: Mapping[str, Sequence[str]]) -> Message:
        if self._board is None:
            return {"unsupported": "no board is set up"}
        found = self._board.outcomes(*self._actions, settle=self._settle)
        *_, last = (step for one in found.verdicts for step in one.steps or (one,))
        outcomes = [
            {name: {field: _json(state_field(one, name, field)) for field in fields} for name, fields in wants.items()}
            for one, _ in zip(found, range(MOST), strict=False)
        ]
        return {"legal": last.legal, "outcomes": outcomes, "all": found.complete and found.count() <= MOST}


def _json(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def answers(lines: Iterable[str], engine: Engine) -> Iterator[str]:
    """The answer of an engine to each line."""
    for line in lines:
        yield json.dumps(engine.ask(json.loads(line)), ensure_ascii=False)


if __name__ == "__main__":
    for answer in answers(sys.stdin, Adapter()):
        print(answer, flush=True)
