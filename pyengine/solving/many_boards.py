"""One question about many boards, in one control of the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import clingo

from pyengine.solving.lifting import lifted, lifted_facts
from pyengine.solving.solver import function, symbols
from pyengine.solving.statement import Statement
from pyengine.solving.timeline import Timeline

CONSTANT = "#const "


class ManyBoards(Timeline):
    """A program about many boards, each of which has its own copy of every atom and nothing of the others.

    `facts` are those of each board, one fact a line. A part is grounded for all of them if any of them asks for it.
    Only atoms that are facts tell anything here: what a model shows would be about all boards at once.
    """

    def __init__(self, facts: Sequence[str], questions: Sequence[str], *, courses: Sequence[str]) -> None:
        self._boards = range(len(facts))
        self._lifted_facts = "\n".join(lifted_facts(number, one) for number, one in enumerate(facts)) + "\n"
        every = dict.fromkeys(line for one in facts for line in one.splitlines())
        super().__init__("\n".join(every), questions, courses=courses)

    def read(self, rules: Iterator[Statement], facts: str) -> None:
        """The rules about every board, and the facts of each."""
        told = (
            one._replace(text=lifted(one.text) if one.ways else one.text)
            for one in rules
            if one.ways or one.text.startswith(CONSTANT)
        )
        super().read(told, self._lifted_facts)

    def has(self, name: str, *arguments: int) -> bool:
        """Whether an atom is in the program, of any board."""
        return any(self.control.atom(name, (board, *arguments)) is not None for board in self._boards)

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
