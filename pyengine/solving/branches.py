"""Questions to a grounded program, about one board or about many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import clingo


class Atom(Protocol):
    """An atom of the program."""

    @property
    def symbol(self) -> clingo.Symbol:
        """The symbol of the atom."""

    @property
    def is_fact(self) -> bool:
        """True if it holds in every branch."""


class Branch(Protocol):
    """One branch: a model of the program."""

    def contains(self, atom: clingo.Symbol) -> bool:
        """True if an atom holds there."""

    def symbols(self, *, atoms: bool = False, shown: bool = False) -> Sequence[clingo.Symbol]:
        """All its atoms, or what is shown of it."""


class Branches(Protocol):
    """A grounded program about a board, for questions about its branches."""

    def atoms(self, name: str, arity: int) -> Sequence[Atom]:
        """The atoms of a predicate."""

    def holding(self, symbol: clingo.Symbol) -> Atom | None:
        """The atom that says this; None if the program has none."""

    def models(
        self, assumptions: Sequence[tuple[clingo.Symbol, bool]] = (), *, project: bool = False, limit: int = 1
    ) -> Iterator[Branch]:
        """Models under assumptions; `limit` 0 for all; with `project` those that show something else each."""
