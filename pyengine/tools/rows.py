"""The rows that a question gives, as JSON lines: what is said of an action is worked out once for all boards that it
can't tell apart, and beside each of them there stands the board."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from itertools import product
from typing import Any

from pyengine.answers.verdicts import Verdict
from pyengine.asking.open_boards import OpenBoards
from pyengine.asking.open_outcomes import Comes, come_of
from pyengine.board import Board
from pyengine.tools.enumeration import Question

OUTCOMES = 20
"""So many outcomes of an action are listed; all are counted."""

KEPT = 200_000
"""So many texts are remembered, so that a long answer takes no more memory than a short one."""

NAMINGS = 2
"""Of so many sizes and namings of boards the programs are kept; the boards of one stand together."""


def lines(question: Question, numbers: Iterable[int]) -> Iterator[str]:
    """The rows of the boards with these numbers, in the order of boards and actions: those of a board together, each
    with its line end."""
    answers = _answers(question)
    for number in numbers:
        names, ways = question.boards.numbered(number, question.every)
        yield answers(names).lines(ways)


@lru_cache(2)
def _answers(question: Question) -> Callable[[tuple[str, ...]], _Answers]:
    """Gives the answers on boards whose permanents have such names."""

    @lru_cache(NAMINGS)
    def of(names: tuple[str, ...]) -> _Answers:
        return _Answers(question, names)

    return of


class _Answers:
    """What is said of the boards whose permanents have these names, in the order of their timestamps."""

    def __init__(self, question: Question, names: Sequence[str]) -> None:
        self._question = question
        self._boards = question.boards
        self._names = names
        first = self._board(zero := [[0] * len(self._boards.fields) for _ in names])
        others: list[list[Board]] = []
        for place, field in product(range(len(names)), range(len(self._boards.fields))):
            others.append([])
            for value in range(1, len(self._boards.fields[field][1])):
                values = deepcopy(zero)
                values[place][field] = value
                others[-1].append(self._board(values))
        actions = [first.action(one) for one in question.phrases(len(names))]
        fields = enumerate(self._boards.fields)
        brought = [[self._cards_of(field, value) for value in range(len(several))] for field, (_, several) in fields]
        self._open = OpenBoards(first, others, brought * len(names), actions)
        self._known: list[dict[int, str | Verdict]] = [{} for _ in actions]
        self._come: list[dict[int, str]] = [{} for _ in actions]
        """Of what is legal, with what comes of it; elsewhere the verdict alone is known."""
        self._permanents: dict[tuple[int, int], tuple[str, int]] = {}
        self._working = threading.Lock()
        self._start = _text(self._boards.data([]))[:-2]

    def _cards_of(self, field: int, value: int) -> list[str]:
        """The cards that a value of a field brings to a board."""
        values = [value if place == field else 0 for place in range(len(self._boards.fields))]
        return [] if field else [*self._board([values]).cards]

    def _board(self, values: Sequence[Sequence[int]]) -> Board:
        named = zip(self._names, values, strict=False)
        return self._boards.of(self._boards.data([self._boards.permanent(name, one) for name, one in named]))

    def lines(self, ways: Sequence[int]) -> str:
        """The rows of the board whose permanents are in these ways."""
        texts = []
        bits = 0
        for one in enumerate(ways):
            text, own = self._permanents.get(one) or self._permanent(one)
            texts.append(text)
            bits |= own
        board = f'{{"board":{self._start}{",".join(texts)}]}}'
        said = []
        for number, (asked, known) in enumerate(zip(self._open.asked, self._known, strict=True)):
            found = None if asked is None else known.get(bits & asked)
            said.append(found if isinstance(found, str) else self._worked_out(number, bits, ways, found))
        return "".join([f"{board}{one}" for one in said])

    def _permanent(self, one: tuple[int, int]) -> tuple[str, int]:
        """A permanent as JSON, and what it is asked about as."""
        place, way = one
        values = self._boards.values(way)
        start = place * len(values)
        bits = sum(self._open.bits[start + field][value] for field, value in enumerate(values))
        if len(self._permanents) == KEPT:
            self._permanents.clear()
        found = self._permanents[one] = _text(self._boards.permanent(self._names[place], values)), bits
        return found

    def _worked_out(self, number: int, bits: int, ways: Sequence[int], verdict: Verdict | None) -> str:
        """What is said of an action on a board, where it is not known yet. Threads may share what is known."""
        with self._working:
            return self._asked(number, bits, ways, verdict)

    def _asked(self, number: int, bits: int, ways: Sequence[int], verdict: Verdict | None) -> str:
        asked = self._open.asked[number]
        board = self._board(values := [self._boards.values(way) for way in ways])
        chosen = [one for several in values for one in several]
        if verdict is None:
            if asked is not None:
                verdict = self._open.verdict(number, chosen, board)
            if verdict is None:
                asked, verdict = None, board.check(self._open.actions[number])
        whole = verdict.legal and self._question.outcomes
        said = self._with_outcomes(number, bits, chosen, board, verdict) if whole else self._said(verdict)
        if asked is not None:
            self._keep(self._known[number], bits & asked, verdict if whole else said)
        return said

    def _keep(self, known: dict[int, Any], bits: int, what: str | Verdict) -> None:
        if len(known) > KEPT // len(self._known):
            known.clear()
        known[bits] = what

    def _with_outcomes(self, number: int, bits: int, chosen: Sequence[int], board: Board, verdict: Verdict) -> str:
        """What is said of a legal action, with what comes of it."""
        asked = self._open.outcomes_asked(number)
        decides = self._open.asked[number]
        if asked is not None:
            asked |= -1 if decides is None else decides
            if (known := self._come[number].get(bits & asked)) is not None:
                return known
        found = None if asked is None else self._open.comes(number, chosen, board)
        if found is None:
            asked, found = None, come_of(board, self._open.actions[number])
        said = self._said(verdict, found)
        if asked is not None:
            self._keep(self._come[number], bits & asked, said)
        return said

    def _said(self, verdict: Verdict, found: Comes | None = None) -> str:
        """The fields of a row beside the board, and its end."""
        row: dict[str, Any] = {
            "action": verdict.action,
            "edition": self._boards.rules,
            "legal": verdict.legal,
            "reasons": [one.to_json() for one in verdict.reasons],
            "rules": list(verdict.rules),
            "ignored": [one.to_json() for one in verdict.ignored],
            "caveats": list(verdict.caveats),
            "complete": verdict.complete,
        }
        if self._question.outcomes:
            row["outcomes_count"] = found.count if found else 0
            row["outcomes"] = found.changes[:OUTCOMES] if found else []
            row["complete"] = verdict.complete and (found is None or found.complete)
            row["caveats"] = list(dict.fromkeys([*verdict.caveats, *(found.caveats if found else ())]))
        return f",{_text(row)[1:]}\n"


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
