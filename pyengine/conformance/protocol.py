"""The protocol between pyengine and another engine: JSON lines, a request and its answer in turn.

| request | answer |
|---|---|
| `{"ask": "set up", "board": {...}}` | `{"ok": true}` |
| `{"ask": "do", "actions": ["...", ...], "settle": false}` | `{"ok": true}` |
| `{"ask": "report", "wants": {"bear": ["counters", "zone"]}}` | `{"legal": true, "outcomes": [{"bear": {...}}]}` |

`legal` is the verdict on the last action. `outcomes` has every outcome, in any order. An engine that plays only one
line gives one and `"all": false`. An engine that lacks something answers `{"unsupported": "why"}` to any request.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Mapping
from typing import Any, Protocol, TextIO

from pyengine.errors import InputError, PyengineError

Message = dict[str, Any]


class EngineError(PyengineError):
    """Error for an engine that ended, took too long, or gave a malformed answer."""


class Engine(Protocol):
    """An engine that answers requests."""

    def ask(self, request: Message) -> Message:
        """The answer to a request. Raises `EngineError`."""

    def close(self) -> None:
        """End the engine."""


class Program:
    """An engine that is a program: requests go to its standard input, answers come from its standard output.

    After an error it is started again for the next request. `record` gets every request with its answer.
    """

    def __init__(self, command: str, seconds: float, record: TextIO | None = None) -> None:
        """Raises `InputError` for a command that can't be started."""
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise InputError(f"--engine: {error}") from None
        self._seconds, self._record = seconds, record
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._start()

    def ask(self, request: Message) -> Message:
        """The answer of the program. Raises `EngineError`."""
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request, ensure_ascii=False) + "\n")
            process.stdin.flush()
            line = self._lines.get(timeout=self._seconds)
        except queue.Empty:
            self.close()
            raise EngineError(f"no answer within {self._seconds:g} seconds") from None
        except OSError:
            line = None
        if line is None:
            self.close()
            raise EngineError("the program ended")
        answer = _answer(line)
        if self._record is not None:
            self._record.write(json.dumps([request, answer], ensure_ascii=False, sort_keys=True) + "\n")
        return answer

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, IndexError) as error:
            raise InputError(f"--engine: can't be started: {getattr(error, 'strerror', None) or error}") from None
        self._process, self._lines = process, queue.Queue()
        threading.Thread(target=_read, args=(process.stdout, self._lines), daemon=True).start()
        return process


class Recording:
    """An engine that answers as a recording says; what was not recorded it does not support."""

    def __init__(self, path: str) -> None:
        """Raises `InputError` with file and line for a malformed recording."""
        self._answers: dict[str, list[Message]] = {}
        self._last: tuple[str, ...] = ()
        try:
            with open(path, encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    try:
                        request, answer = json.loads(line)
                        self._answers.setdefault(self._key(request), []).append(answer)
                    except (ValueError, TypeError, AttributeError):
                        raise InputError("expected a list of a request and its answer", f"{path}:{number}") from None
        except OSError as error:
            raise InputError(f"can't be read: {error.strerror}", path) from None
        self._last = ()

    def ask(self, request: Message) -> Message:
        """The recorded answer."""
        found = self._answers.get(self._key(request))
        return found.pop(0) if found else {"unsupported": "this exchange was not recorded"}

    def close(self) -> None:
        """End the recording: nothing to do."""

    def _key(self, request: Mapping[str, Any]) -> str:
        """Name a request by itself and those since the board was set up."""
        text = json.dumps(request, sort_keys=True)
        self._last = (text,) if request["ask"] == "set up" else (*self._last, text)
        return "\n".join(self._last)


def _read(stream: TextIO | None, lines: queue.Queue[str | None]) -> None:
    assert stream is not None
    for line in stream:
        lines.put(line)
    lines.put(None)


def _answer(line: str) -> Message:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise EngineError(f"expected JSON, found {line[:200]!r}") from None
    if not isinstance(found, dict):
        raise EngineError(f"expected a JSON object, found {line[:200]!r}")
    return found
