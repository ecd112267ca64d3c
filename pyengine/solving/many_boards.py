"""One question about many boards, in one control of the solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

import clingo

from pyengine.solving.chosen import program_lines
from pyengine.solving.gates import Gates
from pyengine.solving.lifting import chosen, facts_of_each, lifted
from pyengine.solving.schedule import Part
from pyengine.solving.solver import Interrupted, function, symbols
from pyengine.solving.statement import SHOWN, Statement
from pyengine.solving.timeline import Timeline

CONSTANT = "#const "
ABOUT_ATOMS = ("#heuristic ", "#project ")
OF_A_MOMENT = re.compile(r"[(,]t[,)]")
"""In what opens a part: it is grounded at a moment."""
OF_BOARDS = """
#program going__(t). going__(B,t) :- board__(B), not out__(B).
#program out__(b). out__(b).
"""
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
    a moment before which a board has been left out, not for that one. What a model shows is about all boards at once:
    what there is of each, `each` tells once everything is grounded.
    """

    def __init__(self, facts: Sequence[str], questions: Sequence[str], *, courses: Sequence[str] | None = None) -> None:
        self._boards = range(len(facts))
        self.left_out: set[int] = set()
        """The boards that are not asked about any more."""
        self._out: set[int] = set()
        """Those of which the solver knows."""
        self._going_on = -1
        """The last moment of which the solver knows which boards are asked about."""
        self._of_each: dict[tuple[str, int], list[dict[clingo.Symbol, AtomOfOne]]] = {}
        self._lifted_facts = facts_of_each(facts) + "\n"
        every = dict.fromkeys(line for one in facts for line in one.splitlines())
        super().__init__("\n".join(every), questions, courses=courses)

    def gates(self, facts: str) -> Gates:
        """What tells which rules can fire at a moment on any of the boards."""
        return Gates(self.statements, self.control, facts, before=1)

    def read(self, facts: str) -> None:
        """The rules about every board, and the facts of each."""
        every = self.statements
        showing = [found for one in every if not one.ways and (found := SHOWN.match(one.text)) is not None]
        self.shown = [(found[1], int(found[2])) for found in showing]
        """The predicates that an answer shows, with the number of their arguments."""
        self._chosen = sorted({one for each in every for rule in each.rules for one in chosen(rule)})
        told = (
            _about_every_board(one) if one.ways or one.text.startswith(ABOUT_ATOMS) else one
            for one in every
            if one.ways or one.text.startswith((CONSTANT, *ABOUT_ATOMS))
        )
        self.control.read_statements(program_lines(told, apart=self._gates is not None))
        self.control.read("".join(f"#show {name}/{arity + 1}.\n" for name, arity in self.shown))
        self.control.read(OF_BOARDS + "#program base.\n" + self._lifted_facts)

    def ground(self, *parts: Part) -> None:
        """Ground parts in one call, for the boards that are still asked about."""
        if self.moment > self._going_on and any(len(part) > 1 for part in parts):
            out = self.left_out - self._out
            if out:
                self.control.ground_parts([("out__", (board,)) for board in sorted(out)])
            self.control.ground_parts([("going__", (self.moment,))])
            self._out |= out
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
        return any(self.control.atom(name, (board, *arguments)) is not None for board in self.kept)

    def holds_somewhere(self, name: str, *arguments: int) -> bool:
        """Whether an atom is true in some branch of any board that is asked about."""
        return any(True for _ in self._true_on(name, *arguments))

    def _true_on(self, name: str, *arguments: int) -> Iterator[int]:
        """The boards that are asked about, of which an atom is true in some branch; first those that have no other."""
        found = [(board, self.control.atom(name, (board, *arguments))) for board in sorted(self.kept)]
        there = [(board, atom) for board, atom in found if atom is not None]
        yield from (board for board, atom in there if atom.is_fact)
        for board, atom in there:
            if not atom.is_fact and any(True for _ in self.models([(atom.symbol, True)])):
                yield board

    def having_atom(self, name: str, *arguments: int) -> set[int]:
        """The boards of which an atom is in the program."""
        return {board for board in self._boards if self.control.atom(name, (board, *arguments)) is not None}

    def sorted_out(self, signatures: Sequence[tuple[str, int]]) -> tuple[list[list[clingo.Symbol]], set[int]]:
        """The atoms of some predicates by board, each as of that board alone; and the boards that leave any open."""
        found: list[list[clingo.Symbol]] = [[] for _ in self._boards]
        unsure: set[int] = set()
        with symbols():
            for name, arity in signatures:
                for atom in self.control.atoms(name, arity + 1):
                    board, *arguments = atom.symbol.arguments
                    found[board.number].append(function(name, *arguments))
                    if not atom.is_fact:
                        unsure.add(board.number)
        return found, unsure

    def each(self) -> list[OneOfMany] | None:
        """What there is of each board, once everything is grounded; None if one of them has no branch at all."""
        self._ask_for(False, 1)
        open_atoms: list[list[int]] = [[] for _ in self._boards]
        with symbols():
            atoms = self.control.every_atom()
            for name, arity in self._chosen:
                for atom in atoms.by_signature(name, arity + 1):
                    if not atom.is_fact:
                        open_atoms[atom.symbol.arguments[0].number].append(atom.literal)
        for model in self.control.models():
            first = [[one if model.is_true(one) else -one for one in of] for of in open_atoms]
            return [OneOfMany(self, number, first) for number in self._boards]
        return None

    def of_each(self, name: str, arity: int) -> list[dict[clingo.Symbol, AtomOfOne]]:
        """The atoms of a predicate by board and by what they say, once everything is grounded."""
        if (name, arity) not in self._of_each:
            found: list[dict[clingo.Symbol, AtomOfOne]] = [{} for _ in self._boards]
            atoms = self.control.atoms(name, arity + 1)
            with symbols():
                for atom in atoms:
                    board, *arguments = atom.symbol.arguments
                    said = function(name, *arguments)
                    found[board.number][said] = AtomOfOne(said, atom.is_fact, atom.literal)
            self._of_each[name, arity] = found
        return self._of_each[name, arity]

    def branches(self, literals: Sequence[int], *, project: bool, limit: int) -> Iterator[clingo.Model]:
        """Models in which literals of the program hold."""
        self._ask_for(project, limit)
        return self.control.models(literals)


class AtomOfOne(NamedTuple):
    """An atom of one of many boards."""

    symbol: clingo.Symbol
    """What it says, as of that board alone."""
    is_fact: bool
    literal: int


class OneOfMany:
    """One board in a program about many, asked as if it stood alone: all others stay in the branch they are in first.

    As nothing of two boards meets, what there is of one doesn't hang on the branch of another.
    """

    def __init__(self, boards: ManyBoards, number: int, first: Sequence[Sequence[int]]) -> None:
        self._boards = boards
        self._number = number
        self._is_open = bool(first[number])
        self._first = first

    def atoms(self, name: str, arity: int) -> Sequence[AtomOfOne]:
        """The atoms of a predicate."""
        return [*self._boards.of_each(name, arity)[self._number].values()]

    def holding(self, symbol: clingo.Symbol) -> AtomOfOne | None:
        """The atom that says this; None if the program has none."""
        return self._boards.of_each(symbol.name, len(symbol.arguments))[self._number].get(symbol)

    def models(
        self, assumptions: Sequence[tuple[clingo.Symbol, bool]] = (), *, project: bool = False, limit: int = 1
    ) -> Iterator[BranchOfOne]:
        """Models under assumptions; `limit` 0 for all; with `project` those that show something else each."""
        assumed = []
        for symbol, is_so in assumptions:
            atom = self.holding(symbol)
            if atom is None or atom.is_fact:
                if is_so is (atom is None):
                    return
            else:
                assumed.append(atom.literal if is_so else -atom.literal)
        shown = [atom for name, arity in self._boards.shown for atom in self.atoms(name, arity)]
        if not self._is_open and not assumed and all(atom.is_fact for atom in shown):
            yield BranchOfOne(self, shown, None)
            return
        others = (one for number, of in enumerate(self._first) if number != self._number for one in of)
        for model in self._boards.branches([*others, *assumed], project=project, limit=limit):
            yield BranchOfOne(self, shown, model)


class BranchOfOne:
    """A branch of one of many boards: a model of all, or what is a fact of a board on which there is no other."""

    def __init__(self, board: OneOfMany, shown: Sequence[AtomOfOne], model: clingo.Model | None) -> None:
        self._board = board
        self._shown = shown
        self._model = model

    def contains(self, atom: clingo.Symbol) -> bool:
        """Whether an atom is true there."""
        found = self._board.holding(atom)
        return found is not None and self._is_true(found)

    def symbols(self, *, atoms: bool = False, shown: bool = False) -> Sequence[clingo.Symbol]:
        """What is shown of it, for nobody asks for all its atoms."""
        assert not atoms
        return [atom.symbol for atom in self._shown if self._is_true(atom)]

    def _is_true(self, atom: AtomOfOne) -> bool:
        return atom.is_fact or (self._model is not None and self._model.is_true(atom.literal))


def _about_every_board(one: Statement) -> Statement:
    """A statement, as it is about every board; at a moment, about those that are asked about then."""
    boards = ("going__(B__,t)", "t") if OF_A_MOMENT.search(one.opening) else ()
    beside = tuple(each._replace(text=lifted(each.text, *boards)) for each in one.beside)
    return one.saying(lifted(one.told, *boards), beside)
