"""Enumerations for Python and the service: the rows that `pyengine enumerate` writes, worked out as they are read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from pyengine.answers import records
from pyengine.bulk.board_numbers import Boards
from pyengine.bulk.enumeration import EVERYTHING, MAX_ROWS, Question, Row
from pyengine.bulk.rows import lines
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.proofs.space import SpaceFile


class Enumeration:
    """The verdict on actions on every board within bounds, a row each, with the fields that the file has.

    Iterate over it for the rows. `most_rows` is their number; fewer are there if boards contradict the rules, which
    have no rows.
    """

    def __init__(self, question: Question) -> None:
        self._question = question

    @property
    def most_rows(self) -> int:
        """The number of rows, with those of boards that contradict the rules."""
        return self._question.rows

    def summary(self) -> Row:
        """The numbers of boards and rows, and the question in words, for JSON."""
        return self._question.summary()

    def __iter__(self) -> Iterator[Row]:
        count = self._question.boards.count(self._question.every)
        for text in lines(self._question, range(count)):
            yield from map(json.loads, text.splitlines())

    def __repr__(self) -> str:
        return f"<enumeration: {self.most_rows:,} rows: {self._question.boards.words}>"

    def records(self, limit: int | None = None) -> list[Row]:
        """The first `limit` rows, or all. Raises `InputError` if these are more than a list may have."""
        if limit is not None:
            arguments.whole(limit, "rows", 0, MAX_ROWS)
        elif self.most_rows > MAX_ROWS:
            raise InputError(f"{self.most_rows:,} rows are too many to list; expected {MAX_ROWS:,} at most, or a limit")
        return list(islice(self, limit))

    def to_frame(self, limit: int | None = None) -> Any:
        """A pandas data frame of `records`. Raises `PyengineError` if pandas is not installed."""
        return records.frame(self.records(limit))


def enumerate_boards(
    ask: str | Sequence[str] = EVERYTHING,
    *,
    cards: Sequence[str] = (),
    abilities: Sequence[str] = (),
    objects: int | None = None,
    kinds: Sequence[str] = (),
    most: int | None = None,
    rules: str | None = None,
    varies: Sequence[str] = (),
    every: bool = False,
    outcomes: bool = False,
) -> Enumeration:
    """The verdict on actions on every board within bounds; the arguments mean what the options of `enumerate` mean.

    `ask` has phrases with `{a}`, `{b}` and `{c}` for permanents, `{kind}` and `{player}`. `objects` is the largest
    number of permanents, `most` that of counters of a kind on each. Raises `InputError` for bounds or phrases that
    make no question.
    """
    given = SpaceFile.model_construct(  # `Boards` checks all of it
        cards=cards, abilities=abilities, objects=objects, kinds=kinds, most=most, rules=rules, varies=varies
    )
    return Enumeration(Question(Boards.within(given), ask, every, outcomes).checked())
