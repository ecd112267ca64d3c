"""One question about many boards, in one control of the solver."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import clingo

from pyengine.solving.gates import Gates
from pyengine.solving.lifting import lifted, lifted_facts
from pyengine.solving.solver import function, symbols
from pyengine.solving.statement import Statement
from pyengine.solving.timeline import Timeline

CONSTANT = "#const "
SHOWN = re.compile(r"#show (\w+)/(\d+)\.")


class ManyBoards(Timeline):
    """A program about many boards, each of which has its own copy of every atom and nothing of the others.

    `facts` are those of each board, one fact a line. A part is grounded for all of them if any of them asks for it.
    Only atoms that are facts tell anything here: what a model shows would be about all boards at once.
    """

    def __init__(self, facts: Sequence[str], questions: Sequence[str], *, courses: Sequence[str] | None = None) -> None:
        self._boards = range(len(facts))
        self.left_out: set[int] = set()
        """The boards that are not asked about any more."""
        self._lifted_facts = "\n".join(lifted_facts(number, one) for number, one in enumerate(facts)) + "\n"
        every = dict.fromkeys(line for one in facts for line in one.splitlines())
        super().__init__("\n".join(every), questions, courses=courses)

    def gates(self) -> Gates:
        """What tells which rules can fire at a moment on any of the boards."""
        return Gates(self.statements, self.control, before=1)

    def read(self, rules: Iterator[Statement], facts: str) -> None:
        """The rules about every board, and the facts of each."""
        every = list(rules)
        showing = [found for one in every if not one.ways and (found := SHOWN.match(one.text)) is not None]
        self.shown = [(found[1], int(found[2])) for found in showing]
        """The predicates that an answer shows, with the number of their arguments."""
        told = (
            one.saying("\n".join(map(lifted, one.rules))) if one.ways else one
            for one in every
            if one.ways or one.text.startswith(CONSTANT)
        )
        super().read(told, self._lifted_facts)

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
            atoms = self.control.atoms(name, arity + 1)
            with symbols():
                for atom in atoms:
                    board, *arguments = atom.symbol.arguments
                    found[board.number].append(function(name, *arguments))
                    if not atom.is_fact:
                        unsure.add(board.number)
        return found, unsure
