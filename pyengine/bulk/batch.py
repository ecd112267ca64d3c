"""Many questions at once: JSON lines in, JSON lines out, in order.

A line is an object with `board`, the path of a board file or a board itself, and `action`, `actions` or `legal`, which
may narrow what is listed; `rules`, `as`, `timeout`, `limit` and `each_payment` are those of the command line. It is
answered as `check --json`, `apply --json` and `legal --no-outcomes --json` answer, with the number of the line. A line
that can't be answered has an `error` instead, and the next is answered all the same. Any other field, such as `id`,
comes back in the answer.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import Any

from pyengine.asking import payments, stamps
from pyengine.board import Actions, Board
from pyengine.errors import InputError, PyengineError
from pyengine.files import yaml_reading
from pyengine.files.quoting import quoted
from pyengine.formats import board_reading
from pyengine.solving.solver import Interrupted

_ASKED = ("action", "actions", "legal")
_LIMITS = {"timeout": 86_400, "limit": 10_000}
"""Fields that are whole numbers from 1, each with the largest."""

_FIELDS = {"board", *_ASKED, "rules", "as", "each_payment", *_LIMITS}
_OF_ANSWERS = {
    "line",
    "error",
    "about",
    "caveat_codes",
    "complete",
    "caveats",
    "other_caveats",
    "count",
    "outcomes",
    "ignored",
    "reasons",
    "steps",
}
"""Fields of answers that no further field of a question may be called."""

_NARROWED = ("verbs", "objects", "kinds")
"""Fields of `legal` that narrow the actions, as in `Actions.where`."""

NEARLY = 0.75
"""How alike a field is to one that there is, if it is that one misspelt."""

BOARDS = 64
"""Number of boards kept, so that further lines about one of them need not read it again."""

BOM = "\ufeff"
"""A byte order mark, with which some programs begin a file."""

BLANK = " \t\r\n\ufeff"

OUTCOMES = 20
"""Largest number of outcomes listed for one line; all are counted."""


def answers(lines: Iterable[str], strict: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the answer to each line that is not empty, before the next is read.

    With `strict` a board is refused that has a card of which a line is not read.
    """
    return _answers_to(_numbered(lines), strict)


def pieces(lines: Iterable[str], size: int) -> Iterator[list[tuple[int, str]]]:
    """Divide the lines that are not empty, each with its number, into pieces of that many."""
    numbered = _numbered(lines)
    while some := list(islice(numbered, size)):
        yield some


def answers_to(some: Sequence[tuple[int, str]], strict: bool = False) -> list[dict[str, Any]]:
    """Return the answers to some lines, for a process of its own."""
    return list(_answers_to(some, strict))


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((number, line.removeprefix(BOM)) for number, line in enumerate(lines, 1) if line.strip(BLANK))


def _answers_to(some: Iterable[tuple[int, str]], strict: bool) -> Iterator[dict[str, Any]]:
    read = lru_cache(BOARDS)(_whole_board if strict else _board)
    for number, line in some:
        further: dict[str, Any] = {}
        try:
            question = _question(line)
            further = {name: value for name, value in question.items() if name not in _FIELDS}
            yield {"line": number, **further, **_answer(question, read)}
        except PyengineError as error:
            yield {"line": number, **further, "error": str(error)}


Read = Callable[[str, str | None, str | None], Board]


def _view(question: dict[str, Any], read: Read) -> Actions:
    narrowed = question["legal"]
    if not isinstance(narrowed, dict):
        raise InputError(f"legal: expected an object, which may have {', '.join(_NARROWED)}; found {quoted(narrowed)}")
    if unknown := sorted(narrowed.keys() - set(_NARROWED)):
        raise InputError(f"legal: no field is called {quoted(unknown[0])}; there are: {', '.join(_NARROWED)}")
    return _board_of(question, read).candidate_actions.where(**narrowed)


def _question(line: str) -> dict[str, Any]:
    """The object on a line. Raises `InputError` that says what would be right."""
    try:
        found = json.loads(line, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a JSON object: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"expected a JSON object, found {quoted(found)}")
    for name in sorted(found.keys() - _FIELDS):
        # A field that is misspelt would not be asked about, and come back as if it had been.
        if close := get_close_matches(name.lower()[:40], _FIELDS, 1, NEARLY):
            raise InputError(f"no field is called {quoted(name)}; did you mean {close[0]!r}?")
        if name in _OF_ANSWERS:
            raise InputError(f"{name}: answers have a field of this name; expected another one")
    if "board" not in found or sum(asked in found for asked in _ASKED) != 1:
        raise InputError("expected 'board', and 'action' to check one, 'actions' to apply some or 'legal' to list all")
    return found


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Raises `ValueError` for a key that it has twice, of which one value would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {quoted(twice)} is given twice; expected every key once")
    return found


def _loaded(path: str) -> Board:
    """The board of a file. A file that is not a board may hold anything, so the error shows none of it."""
    try:
        return board_reading.load_file(path)
    except InputError as error:
        # Nothing has been read, or a board; or it is a board in one line.
        if error.where in (path, repr(path)) or not os.path.exists(path) or _is_board(path):
            raise
        raise InputError("is not a board file; `pyengine status` shows what is wrong with it", error.where) from None


def _is_board(path: str) -> bool:
    """Return whether a file is meant to be a board, whatever else is wrong with it."""
    with suppress(InputError):
        data = yaml_reading.read(path).data
        return isinstance(data, dict) and "players" in data
    return False


def _board(data: str, rules: str | None, player: str | None) -> Board:
    """Return the board in JSON text: a path, or the board itself."""
    given = json.loads(data)
    board = _loaded(given) if isinstance(given, str) else Board.from_data(given)
    board = board if rules is None else board.with_rules(rules)
    return board if player is None else board.seen_by(player)


def _whole_board(data: str, rules: str | None, player: str | None) -> Board:
    board = _board(data, rules, player)
    board.require_whole()
    return board


def _board_of(question: dict[str, Any], read: Read) -> Board:
    for field in ("rules", "as"):
        if not isinstance(question.get(field, ""), str):
            raise InputError(f"{field}: expected text, found {quoted(question[field])}")
    return read(json.dumps(question["board"]), question.get("rules"), question.get("as"))


def _answer(question: dict[str, Any], read: Read) -> dict[str, Any]:
    timeout, limit = (_number(question, name) for name in ("timeout", "limit"))
    if "legal" in question:
        listing = _view(question, read).listing(timeout=timeout)
        data = listing.to_json([verdict.to_json() for verdict in listing.verdicts()])
        return stamps.stamped(data, "legal", stamps.date_of(listing.board))
    board = _board_of(question, read)
    if "action" in question:
        data = board.check(question["action"], timeout=timeout).to_json()
        return stamps.stamped(data, "check", stamps.date_of(board))
    if not isinstance(question["actions"], list):
        raise InputError(f"actions: expected a list of actions, found {quoted(question['actions'])}")
    outcomes = board.outcomes(*question["actions"], timeout=timeout)
    with suppress(Interrupted):
        list(islice(outcomes, limit or OUTCOMES))
        outcomes.count()
    each = question.get("each_payment", False)
    if not isinstance(each, bool):
        raise InputError(f"each_payment: expected true or false, found {quoted(each)}")
    data = payments.to_json(outcomes, *payments.shown(outcomes, limit or OUTCOMES, each=each))
    return stamps.stamped(data, "apply", stamps.date_of(board))


def _number(question: dict[str, Any], name: str) -> int | None:
    """A whole number of a question; None if it is not given. Raises `InputError`."""
    found = question.get(name)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int) or not 1 <= found <= _LIMITS[name]:
        raise InputError(f"{name}: expected a whole number from 1 to {_LIMITS[name]:,}, found {quoted(found)}")
    return found
