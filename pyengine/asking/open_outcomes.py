"""Results of an action on every board of a family: one program of all that happens on any of them.

The boards are the model's choice, as in `open_boards`, and so are the choices on the way. Each model of one board is an
outcome. Boards with the same values in the places that the results depend on have the same results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import clingo

from pyengine.actions.action import Action
from pyengine.answers.notes import cut_short, is_complete
from pyengine.answers.outcome import Outcome
from pyengine.asking.note_atoms import NOT_MODELLED, NOTES, ONLY_THERE, reached, too_large
from pyengine.asking.note_words import caveats
from pyengine.asking.search import Events, Search
from pyengine.position.position import Position
from pyengine.solving.ground_rules import GroundRules
from pyengine.solving.solver import Interrupted, function
from pyengine.solving.timeline import OpenTimeline, Timeline

MOST = 1000
"""A board with more outcomes is asked alone: they are not put in order."""

_ANY_NOTED = "any_noted__"


@dataclass(frozen=True)
class Comes:
    """Results of an action on a board: the number of outcomes, a lower bound if not `complete`; the changes of each in
    the order of their words, or of the first `MOST` that were found; the notes.
    """

    count: int
    changes: tuple[tuple[str, ...], ...]
    caveats: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """False if a bound was hit."""
        return is_complete(self.caveats)


def come_of(board: Position, action: Action) -> Comes:
    """The results of an action on a board that is asked alone."""
    found: list[tuple[str, ...]] = []
    try:
        search = Search(board, [action])
        for outcome in islice(search, MOST + 1):
            found.append(outcome.changes)
        if len(found) > MOST:
            return Comes(search.count(), tuple(found), search.caveats)
    except Interrupted as why:  # by numbers that are too large
        return Comes(len(found), tuple(found), (cut_short(str(why)),))
    return Comes(len(found), tuple(sorted(found)), search.caveats)


class _Family(Search[Position]):
    """All that happens on any board of a family, as one search; its last boards are not looked at."""

    kind = OpenTimeline

    def __init__(self, first: Position, actions: Sequence[Action], text: str) -> None:
        self._text = text
        self.rules = GroundRules()
        super().__init__(first, actions)

    def _program(self) -> str:
        return self._text

    def _ground(self, known: list[Events], observer: clingo.Observer | None = None) -> Timeline:
        return super()._ground(known, self.rules)


class OpenOutcomes:
    """Results of one action on the boards of a family, which `facts` choose from."""

    def __init__(self, first: Position, told: Sequence[str], facts: Sequence[str], action: Action) -> None:
        """`told` is what the instruction tells on each board (`told_of`)."""
        lines = {line for one in told for line in one.splitlines()}
        search = _Family(first, [action], "\n".join([*facts, *sorted(lines)]) + "\n")
        self._timeline, self._rules, self._cite = search.timeline, search.rules, search.cite
        self._worked_out = [(atom, False) for atom in too_large(self._timeline)]
        atoms = self._timeline.control.atoms
        names = [one for one in (*NOTES, *NOT_MODELLED) if one[0] not in ONLY_THERE]
        self._noted = [atom for name in names for atom in atoms(*name)]
        noted = [f"{_ANY_NOTED} :- {atom.symbol}." for atom in self._noted if not atom.is_fact]
        self._timeline.control.add_rules("noting", noted)
        self._is_noted = [(function(_ANY_NOTED), True)] if noted else None
        self._changed = [atom for name in ("gained", "dropped") for atom in atoms(name, 1)]

    def hangs_on(self, given: frozenset[int]) -> frozenset[int] | None:
        """The given atoms that the results depend on; None if that is not known."""
        about = [one for one in (*self._changed, *self._noted) if not one.is_fact]
        about += [atom for one, _ in self._worked_out if (atom := self._timeline.control.holding(one))]
        return self._rules.all_hang_on([abs(one.literal) for one in self._possible(about)], given)

    def _possible(self, atoms: Sequence[clingo.SymbolicAtom]) -> list[clingo.SymbolicAtom]:
        """Those of the atoms that are true on any board at all; the others depend on nothing."""
        waiting = list(atoms)
        found: list[clingo.SymbolicAtom] = []
        while waiting:
            one = waiting.pop()
            for model in self._timeline.quick_models([(one.symbol, True)]):
                found += [one, *(other for other in waiting if model.contains(other.symbol))]
                waiting = [other for other in waiting if not model.contains(other.symbol)]
        return found

    @property
    def timeline(self) -> Timeline:
        """The program."""
        return self._timeline

    def comes(self, board: Position, assumptions: Sequence[tuple[clingo.Symbol, bool]]) -> Comes | None:
        """The results on the board that is chosen so; None if there are too many."""
        found: list[tuple[str, ...]] = []
        for model in self._timeline.quick_models([*assumptions, *self._worked_out], project=True, limit=0):
            if len(found) == MOST:
                return None
            found.append(Outcome(board, model.symbols(shown=True), self._cite).changes)
        noted = [*self._reached(assumptions)]
        return Comes(len(found), tuple(sorted(found)), caveats(board, noted))

    def _reached(self, assumptions: Sequence[tuple[clingo.Symbol, bool]]) -> Iterator[clingo.Symbol]:
        """The atoms that need a note."""
        yield from (one.symbol for one in self._noted if one.is_fact)
        if self._is_noted and any(True for _ in self._timeline.quick_models([*assumptions, *self._is_noted])):
            some = [one.symbol for one in self._noted if not one.is_fact]
            yield from reached(self._timeline, some, assumptions)
