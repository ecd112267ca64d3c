"""The outcomes of actions, found as they are asked for."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Generic

from pyengine.actions.action import Action
from pyengine.answers import records
from pyengine.answers.notes import is_complete
from pyengine.answers.outcome import Outcome, outcomes_html
from pyengine.answers.verdicts import Verdict
from pyengine.asking.memory import OUTCOME
from pyengine.asking.search import Search
from pyengine.errors import InvalidActionError
from pyengine.files.quoting import quoted
from pyengine.position.position import P
from pyengine.solving.solver import Interrupted

TABLE_ROWS = 50
"""How many answers a notebook shows of many."""


class Outcomes(Generic[P]):
    """The distinct outcomes of an action, found as they are asked for.

    Iterating finds them one by one; `count` counts them without building them; true if there is any. Threads may share
    them: each is found once, by the thread that asks for it first. A copy made by `pickle` knows what was found, and
    looks for the rest anew, without a time limit.

    The notes do not depend on how many outcomes were read. If the time runs out, iterating ends with what was found;
    `complete` is then false and `caveats` says why. `Interrupted` is raised where nothing was found in the time, and by
    `count`.
    """

    def __init__(self, search: Search[P]) -> None:
        self._search = search
        self._asked = threading.RLock()
        self._found: list[Outcome[P]] = []
        self._source: Generator[Outcome[P]] | None = None
        self._passed: set[Outcome[P]] = set()
        self._exhausted = False
        self._count: int | None = None

    @property
    def weight(self) -> int:
        """Bytes that it takes, about."""
        return self._search.weight + OUTCOME * max(len(self._found), self._search.at_least)

    def __iter__(self) -> Iterator[Outcome[P]]:
        index = 0
        while True:
            while index < len(self._found):
                yield self._found[index]
                index += 1
            if not self._find_more_than(index):
                return

    def _find_more_than(self, known: int) -> bool:
        """Find more outcomes than this number, if there are more; another thread may have found them already."""
        with self._asked:
            return len(self._found) > known or self._find_next()

    def _find_next(self) -> bool:
        """Find one more. A search that was stopped starts again, and passes over what is known."""
        with self._asked:
            return self._looked_further()

    def _looked_further(self) -> bool:
        if self._exhausted:
            return False
        if self._source is None:
            self._source = iter(self._search)
            self._passed = set(self._found)
        while True:
            source, self._source = self._source, None  # gone if the search is stopped while it looks for the next
            try:
                found = next(source, None)
            except Interrupted:
                if not self._found:
                    raise
                return False
            if found is None:
                self._exhausted = True
                return False
            self._source = source
            if found not in self._passed:
                self._found.append(found)
                return True

    def __repr__(self) -> str:
        found = f"{len(self._found)} found" if self._exhausted else f"{len(self._found)} found so far"
        return f"<Outcomes of {', then '.join(map(str, self._search.actions)) or 'nothing'}: {found}>"

    def to_json(self, limit: int) -> dict[str, Any]:
        """The verdicts, how many outcomes there are and the first of them, as plain data, for JSON."""
        verdicts = [verdict.to_json() for verdict in self.verdicts]
        with suppress(Interrupted):
            list(islice(self, limit))
            self.count()
        return self.known_json(verdicts, limit)

    def known_json(self, verdicts: Sequence[dict[str, Any]], limit: int) -> dict[str, Any]:
        """The outcomes found so far, as plain data for JSON."""
        shown = [outcome.to_json() for outcome in self.found[:limit]]
        return {
            "actions": verdicts,
            "count": self.at_least,
            "complete": self.complete,
            "caveats": list(self.caveats),
            "other_caveats": list(self.other_caveats),
            "outcomes": shown,
        }

    def records(self) -> list[dict[str, Any]]:
        """A flat mapping for each outcome, as rows of a table, with the size of every creature."""
        return records.of_outcomes(self)

    def to_frame(self) -> Any:
        """A pandas data frame of `records`. Raises `PyengineError` if pandas is not installed."""
        return records.frame(self.records())

    def _repr_html_(self) -> str:
        """Up to `TABLE_ROWS` of them, for there may be too many to look at."""
        first = list(islice(self, TABLE_ROWS))
        more = [] if self._exhausted or len(self._found) < TABLE_ROWS else [f"the first {TABLE_ROWS} are shown"]
        return outcomes_html(first, [*more, *self.caveats])

    def _pause(self) -> None:
        """Stop the search in progress: one program answers one question at a time."""
        if self._source is not None:
            self._source.close()
            self._source = None

    def __bool__(self) -> bool:
        return bool(self._found) or self._find_next()

    def __getitem__(self, index: int) -> Outcome[P]:
        if isinstance(index, bool) or not isinstance(index, int):
            raise InvalidActionError(f"expected the number of an outcome, found {quoted(index)}")
        if index < 0:
            raise IndexError("outcomes are counted from 0")
        while len(self._found) <= index:
            if not self._find_more_than(index):
                raise IndexError(index)
        return self._found[index]

    @property
    def found(self) -> tuple[Outcome[P], ...]:
        """The outcomes that any thread has found so far."""
        return tuple(self._found)

    def count(self) -> int:
        """How many there are. Raises `Interrupted` if the time runs out before all are counted."""
        with self._asked:
            if self._exhausted:
                return len(self._found)
            if self._count is None:
                self._pause()
                self._count = self._search.count()
            return self._count

    @property
    def at_least(self) -> int:
        """As many are known to be, by what has been looked at and counted so far."""
        return self._count if self._count is not None else max(len(self._found), self._search.at_least)

    @property
    def is_counted(self) -> bool:
        """True if the number of outcomes is known."""
        return self._exhausted or self._count is not None

    @property
    def complete(self) -> bool:
        """False if a bound was hit, so that there may be more outcomes, however many have been looked at."""
        return is_complete(self.caveats)

    @property
    def caveats(self) -> tuple[str, ...]:
        """The limits of all outcomes, in words."""
        with self._asked:
            self._pause()
            return self._search.caveats

    @property
    def other_caveats(self) -> tuple[str, ...]:
        """The text of the cards that is not modelled, and could not have changed the outcomes."""
        with self._asked:
            self._pause()
            return self._search.other_caveats

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each action."""
        with self._asked:
            self._pause()
            return self._search.verdicts()

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `copy`, which can't copy a program of the solver's."""
        search = self._search
        return _asked_again, (search.board, search.actions, search.is_settled, tuple(self._found))


def _asked_again(position: P, actions: Sequence[Action], settle: bool, found: Sequence[Outcome[P]]) -> Outcomes[P]:
    """The outcomes of actions, of which some are known."""
    outcomes = Outcomes(Search(position, actions, settle=settle))
    outcomes._found += found
    return outcomes
