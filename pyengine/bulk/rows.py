"""The rows for a question, as JSON lines.

pyengine works out an action once for all boards that make no difference to it, and writes each board beside the
result.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pyengine.answers.verdicts import Verdict
from pyengine.asking.open_boards import OpenBoards
from pyengine.asking.open_outcomes import Comes, come_of
from pyengine.board import Board
from pyengine.bulk.board_families import Family
from pyengine.bulk.board_numbers import BATTLEFIELD, Boards
from pyengine.bulk.enumeration import Question
from pyengine.errors import InvalidBoardError

OUTCOMES = 20
"""Largest number of outcomes listed for an action; all are counted."""

KEPT = 200_000
"""Largest number of texts kept, so that a long answer takes no more memory than a short one."""

NAMINGS = 2
"""Number of sizes, editions and namings of boards whose programs are kept; the boards of one follow each other."""


def lines(question: Question, numbers: Iterable[int]) -> Iterator[str]:
    """The rows of the boards with these numbers, in the order of boards and actions: those of a board together, each
    with its line end; none of a board that contradicts the rules."""
    answers = _answers(question)
    for number in numbers:
        boards, names, ways, of_players = question.boards.numbered(number, question.every)
        yield answers(boards.rules, names).lines(ways, of_players)


@lru_cache(2)
def _answers(question: Question) -> Callable[[str | None, tuple[str, ...]], _Answers]:
    """Gives the answers on boards of an edition whose objects have such names."""
    of_edition = {one.rules: one for one in question.boards.editions}

    @lru_cache(NAMINGS)
    def of(rules: str | None, names: tuple[str, ...]) -> _Answers:
        return _Answers(question, of_edition[rules], names)

    return of


class _Item(NamedTuple):
    """An object in one of its ways: its zone, its card, as JSON, and what it is asked about as."""

    zone: str
    card: str
    text: str
    bits: int


class _Answers:
    """Answers about the boards whose objects have these names, in the order of their timestamps."""

    def __init__(self, question: Question, boards: Boards, names: Sequence[str]) -> None:
        self._question = question
        self._boards = boards
        self._names = names
        self._family = family = Family(boards, names)
        actions = [family.first.action(one) for one in question.phrases(len(names))]
        self._open = OpenBoards(family.first, family.others, family.brought, actions)
        self._known: list[dict[int, str | Verdict]] = [{} for _ in actions]
        self._come: list[dict[int, str]] = [{} for _ in actions]
        """Texts of legal actions with their outcomes; elsewhere only the verdict is known."""
        self._items: dict[tuple[int, int], _Item] = {}
        self._of_players: dict[int, tuple[str, int]] = {}
        self._cards: dict[frozenset[str], str] = {}
        self._working = threading.Lock()

    def lines(self, ways: Sequence[int], of_players: int) -> str:
        """The rows of the board whose objects are in these ways, and whose players have such counters."""
        players, bits = self._of_players.get(of_players) or self._with_counters(of_players)
        items = []
        for one in enumerate(ways):
            items.append(item := self._items.get(one) or self._item(one))
            bits |= item.bits
        board = f'{{"board":{{"players":{players},{self._zones(items)}}}'
        said = []
        for number, (asked, known) in enumerate(zip(self._open.asked, self._known, strict=True)):
            found = None if asked is None else known.get(bits & asked)
            if not isinstance(found, str):
                found = self._worked_out(number, bits, (ways, of_players), found)
            said.append(f"{board}{found}" if found else "")
        return "".join(said)

    def _zones(self, items: Sequence[_Item]) -> str:
        """The zones with what is in them as JSON, and what cards say that are in no library."""
        texts: dict[str, list[str]] = {zone: [] for zone in self._boards.zones}
        for item in items:
            texts[item.zone].append(item.text)
        found = ",".join(
            f'"{zone}":[{",".join(several)}]' for zone, several in texts.items() if several or zone == BATTLEFIELD
        )
        if not self._boards.abilities:
            return found
        names = frozenset(item.card for item in items)
        if names not in self._cards:
            own = self._boards.card_files(names)
            self._cards[names] = f',"cards":{_text(own)}' if own else ""
        return found + self._cards[names]

    def _item(self, one: tuple[int, int]) -> _Item:
        """An object in one of its ways."""
        place, way = one
        ways, start = self._family.ways[place], self._family.starts[place]
        values = ways.values(way)
        bits = sum(self._open.bits[start + field][value] for field, value in enumerate(values))
        zone, data = self._boards.permanent(ways.fields, self._names[place], values, self._names)
        if len(self._items) == KEPT:
            self._items.clear()
        found = self._items[one] = _Item(zone, data["card"], _text(data), bits)
        return found

    def _with_counters(self, number: int) -> tuple[str, int]:
        """The players as JSON, with such counters, and what they are asked about as."""
        values = self._boards.values_of_players(number)
        start = self._family.starts[-1]
        bits = sum(self._open.bits[start + field][value] for field, value in enumerate(values))
        if len(self._of_players) == KEPT:
            self._of_players.clear()
        found = self._of_players[number] = _text(self._boards.players(values)), bits
        return found

    def _worked_out(self, number: int, bits: int, board: tuple[Sequence[int], int], verdict: Verdict | None) -> str:
        """Return the text about an action on a board, if it is not known yet; empty if the board contradicts the
        rules. Threads may share known results.
        """
        with self._working:
            return self._asked(number, bits, self._family.chosen(*board), verdict)

    def _asked(self, number: int, bits: int, chosen: Sequence[int], verdict: Verdict | None) -> str:
        asked = self._open.asked[number]
        try:
            board = self._family.board(chosen)
            if verdict is None:
                if asked is not None:
                    verdict = self._open.verdict(number, chosen, board)
                if verdict is None:
                    asked, verdict = None, board.check(self._open.actions[number])
        except InvalidBoardError:
            if asked is not None:
                self._keep(self._known[number], bits & asked, "")
            return ""
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
        """Return the text about a legal action, with its outcomes."""
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
