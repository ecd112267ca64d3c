"""One question about many boards, in one control of the solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

import clingo

from pyengine.solving.chosen import program_text
from pyengine.solving.gates import Gates
from pyengine.solving.lifting import facts_of_each, lifted
from pyengine.solving.schedule import Part
from pyengine.solving.solver import Interrupted, function, symbols
from pyengine.solving.statement import SHOWN, Statement
from pyengine.solving.timeline import Timeline

CONSTANT = "#const "
OF_A_MOMENT = re.compile(r"[(,]t[,)]")
"""In what opens a part: it is grounded at a moment."""
GOING_ON = "#program going__(t). going__(B,t) :- board__(B), not out__(B).\n#program out__(b). out__(b).\n"
"""The boards that are still asked about at a moment."""


T = TypeVar("T")


def in_turns(numbers: Sequence[int], most: int, ask: Callable[[Sequence[int]], Iterable[T]]) -> Iterator[tuple[int, T]]:
    """What is answered of boards by their numbers, of which so many are asked about at once.

    Nothing of a board that no other goes with, nor of boards of which one has numbers too large for the solver.
    """
    for start in range(0, len(numbers), most):
        some = numbers[start : start + most]
        if len(some) > 1:
            with suppress(Interrupted):
                yield from zip(some, ask(some), strict=True)


class ManyBoards(Timeline):
    """A program about many boards, each of which has its own copy of every atom and nothing of the others.

    `facts` are those of each board, one fact a line. A part is grounded for all of them if any of them asks for it; at
    a moment before which a board has been left out, not for that one.
    Only atoms that are facts tell anything here: what a model shows would be about all boards at once.
    """

    def __init__(self, facts: Sequence[str], questions: Sequence[str], *, courses: Sequence[str] | None = None) -> None:
        self._boards = range(len(facts))
        self.left_out: set[int] = set()
        """The boards that are not asked about any more."""
        self._out: set[int] = set()
        """Those of which the solver knows."""
        self._going_on = -1
        """The last moment of which the solver knows which boards are asked about."""
        self._lifted_facts = facts_of_each(facts) + "\n"
        every = dict.fromkeys(line for one in facts for line in one.splitlines())
        super().__init__("\n".join(every), questions, courses=courses)

    def gates(self) -> Gates:
        """What tells which rules can fire at a moment on any of the boards."""
        return Gates(self.statements, self.control, before=1)

    def read(self, facts: str) -> None:
        """The rules about every board, and the facts of each."""
        every = self.statements
        showing = [found for one in every if not one.ways and (found := SHOWN.match(one.text)) is not None]
        self.shown = [(found[1], int(found[2])) for found in showing]
        """The predicates that an answer shows, with the number of their arguments."""
        told = (
            one.saying("\n".join(_lifted(one))) if one.ways else one
            for one in every
            if one.ways or one.text.startswith(CONSTANT)
        )
        self.control.read(program_text(told, apart=self._gates is not None))
        self.control.read(GOING_ON + "#program base.\n" + self._lifted_facts)

    def ground(self, *parts: Part) -> None:
        """Ground parts in one call, for the boards that are still asked about."""
        if self.moment > self._going_on and any(len(part) > 1 for part in parts):
            out = [("out__", (board,)) for board in sorted(self.left_out - self._out)]
            if out:
                self.control.ground_parts(out)
            self.control.ground_parts([("going__", (self.moment,))])
            self._out.update(self.left_out)
            self._going_on = self.moment
        super().ground(*parts)

    @property
    def kept(self) -> set[int]:
        """The boards that are still asked about."""
        return set(self._boards) - self.left_out

    def leave_out(self, boards: Iterable[int]) -> None:
        """Ask no more about some boards: what is grounded does not wait for them."""
        self.left_out.update(boards)

    def has(self, name: str, *arguments: int) -> bool:
        """Whether an atom is in the program, of any board that is asked about."""
        return any(
            self.control.atom(name, (board, *arguments)) is not None
            for board in self._boards
            if board not in self.left_out
        )

    def holds_somewhere(self, name: str, *arguments: int) -> bool:
        """Whether it may be true on any board that is asked about: a board that leaves anything open is not."""
        return self.has(name, *arguments)

    def having_atom(self, name: str, *arguments: int) -> set[int]:
        """The boards of which an atom is in the program."""
        return {board for board in self._boards if self.control.atom(name, (board, *arguments)) is not None}

    def having(self, name: str, arity: int) -> set[int]:
        """The boards of which any atom of a predicate is in the program."""
        return {atom.symbol.arguments[0].number for atom in self.control.atoms(name, arity + 1)}

    def unsure(self, name: str, arity: int) -> set[int]:
        """The boards that leave an atom of a predicate open."""
        return {atom.symbol.arguments[0].number for atom in self.control.atoms(name, arity + 1) if not atom.is_fact}

    def sorted_out(self, signatures: Sequence[tuple[str, int]]) -> tuple[list[list[clingo.Symbol]], set[int]]:
        """The atoms of some predicates by board, each as of that board alone; and the boards that leave any open."""
        found: list[list[clingo.Symbol]] = [[] for _ in self._boards]
        unsure: set[int] = set()
        for name, arity in signatures:
            each, open_too = self.arguments(name, arity)
            unsure |= open_too
            for atoms, of_this in zip(found, each, strict=True):
                atoms += [function(name, *arguments) for arguments in of_this]
        return found, unsure

    def arguments(self, name: str, arity: int) -> tuple[list[list[Sequence[clingo.Symbol]]], set[int]]:
        """The arguments of the atoms of a predicate by board, as of that board alone; and the boards that leave any
        open."""
        found: list[list[Sequence[clingo.Symbol]]] = [[] for _ in self._boards]
        unsure: set[int] = set()
        atoms = self.control.atoms(name, arity + 1)
        with symbols():
            for atom in atoms:
                board, *arguments = atom.symbol.arguments
                found[board.number].append(arguments)
                if not atom.is_fact:
                    unsure.add(board.number)
        return found, unsure


def _lifted(one: Statement) -> Iterator[str]:
    """The rules of a statement, as they are about every board that is still asked about."""
    for rule in map(lifted, one.rules):
        yield rule.replace("board__(B__)", "going__(B__,t)") if OF_A_MOMENT.search(one.opening) else rule
