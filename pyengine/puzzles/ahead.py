"""A search for any line, which takes turns with the search that proves (`searching`, `against`).

Both get the same time. A line is a result at once; the other search goes on until it has found a shorter one, or has
excluded that there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Any, Generic, Literal

from pyengine.position.position import P
from pyengine.puzzles.best_first import BestFirst
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.paths import Path
from pyengine.solving.solver import check_deadline

BEGINS = 3.0
"""Seconds after which the search for any line begins; most puzzles are solved earlier."""

TURN = 2.0
"""Seconds that it goes on at a time."""

LONGEST = 8.0
"""The most that it goes on at a time: then attacks after what was met are checked."""

SHARE = 3
"""Parts of the time that it takes, to one of the other search, until it has found a line; then as many as that."""

GUESSES = 0.2
"""Part of its time for attacks of which blockers might stop too much, at a guess."""

AT_MOST = 300
"""Largest number of results of one action that it looks at."""


class MetError(Exception):
    """Signal that a line was met, a better one than before; it interrupts the other search, which goes on after it."""


Combat = Literal["none", "after", "around"]
"""The part of attackers in reaching the goal: none, after all actions of a path, or around some of these."""

Check = Callable[[Path[P], Combat, bool], Any]


class Ahead(Generic[P]):
    """The search beside the one on a graph.

    Opponents choose as it suits the line, so where they may not, `check` has to confirm what looks like a line. The
    paths are those of `graph`.
    """

    def __init__(self, beside: Graph[P], most: int | None, *, keep: set[str], check: Check[P] | None = None) -> None:
        """`check` gets a path, what attackers are to do, and if it is paid as comes first; it returns what it found, or
        nothing."""
        moves = beside.moves
        self.graph = Graph(
            beside.start.place.position,
            beside.goal,
            moves if check is None else replace(moves, combat=False),
            keep,
            settle=True,
            promises=True,
            one_payment=True,
            at_most=AT_MOST,
        )
        self.found: Any = None
        """The best line so far: a path with whether a note could change it, or what `check` returned."""
        self._beside = beside
        self._strikes = moves.combat
        self._check = check
        self._most = most
        self._search: BestFirst[P] | None = None
        self._began = monotonic()
        self._spent = 0.0
        self._guessed = 0.0
        """Seconds spent on attacks that blockers might stop."""
        self._checked: set[tuple[str, ...]] = set()

    def go_on(self) -> None:
        """Search for its share of the time. Raises `MetError` at a better line, and `Interrupted`."""
        now = monotonic()
        share = SHARE if self.found is None else 1
        due = share * (now - self._began - self._spent) - self._spent
        if self.is_over or due < (BEGINS if self._search is None else TURN):
            return
        self.graph.deadline = self._beside.deadline
        try:
            self._take_turn(min(due, LONGEST))
        finally:
            self._spent += monotonic() - now

    @property
    def is_over(self) -> bool:
        """True if nothing is left to try."""
        return self._search is not None and self._search.is_over

    def better(self, most: int) -> None:
        """Look only for lines of at most this number of steps from now on."""
        self._most = most
        if self._search is not None:
            self._search.most = self._most

    def _take_turn(self, seconds: float) -> None:
        if self._search is None:
            self._search = BestFirst(self.graph, strikes=self._strikes, most=self._most)
        for path, in_doubt in self._search.lines(seconds):
            if self._check is None:
                self._meet((path, in_doubt), in_doubt)
            else:
                self._confirm(path, "none")
        if self._check is not None and self._strikes:
            self._strike(seconds)

    def _strike(self, seconds: float) -> None:
        """Check attacks after what was met: those that would get through, and now and then another."""
        assert self._search is not None
        began = monotonic()
        for node in self._search.promising():
            path, is_likely = self._search.path(node), self._search.gets_through(node)
            if is_likely:
                self._confirm(path, "after")
            if self._search.is_over or self._guessed <= GUESSES * (self._spent + monotonic() - began):
                self._guess(path)
            elif not is_likely:
                break
            if monotonic() > began + seconds and not self._search.is_over:
                break

    def _guess(self, path: Path[P]) -> None:
        """Check an attack of which blockers might stop too much, or with actions of the path in combat."""
        began = monotonic()
        self._confirm(path, "after")
        if path:
            self._confirm(path, "around")
        self._guessed += monotonic() - began

    def _confirm(self, path: Path[P], combat: Combat) -> None:
        """Check a path, unless one to the same position, or with the same actions, has been.

        Raises `MetError` if it holds.
        """
        assert self._check is not None
        what = tuple(move.text for move in path)
        if combat != "none":
            what = combat, path[-1].node.place.key if path else ""
        if what in self._checked:
            return
        check_deadline(self._beside.deadline)
        self._checked.add(what)
        assert self._search is not None
        if found := self._check(path, combat, self._search.pays_first(path)):
            self._meet(found, found.in_doubt)

    def _meet(self, found: Any, in_doubt: bool) -> None:
        """Raise `MetError` for a line, unless a note could change it and one was met before."""
        if self.found is None or not in_doubt:
            self.found = found
            raise MetError
