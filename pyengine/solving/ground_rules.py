"""Dependencies of the atoms of a ground program.

The grounder tells each rule as it makes it. Going from an atom to the bodies of the rules that derive it, and on from
there, gives all that can make a difference to it: whatever else a program leaves open, it is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import clingo


class _Rule(NamedTuple):
    """A ground rule as one of the atoms of its head sees it."""

    is_open: bool
    """True if the rule only allows the atom, or another one."""
    body: Sequence[int]


class GroundRules(clingo.Observer):
    """The rules of a program, as they are ground."""

    def __init__(self) -> None:
        self._of: dict[int, list[_Rule]] = {}
        self._forbidden: list[Sequence[int]] = []
        self._externals: set[int] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A rule was ground."""
        if not head and not choice:
            self._forbidden.append(body)
        for atom in head:
            self._of.setdefault(atom, []).append(_Rule(choice or len(head) > 1, body))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A rule was ground whose body adds up weights."""
        self.rule(choice, head, [literal for literal, _ in body])

    def external(self, atom: int, value: clingo.TruthValue) -> None:
        """An atom was left open to who asks."""
        self._of.setdefault(atom, []).append(_Rule(True, ()))
        self._externals.add(atom)

    def hang_on(self, atoms: Iterable[int], given: frozenset[int]) -> frozenset[int] | None:
        """The given atoms that others depend on, all by their numbers; None if the given atoms do not decide
        them: something else is open, or lies in a circle through a negation."""
        seen: set[int] = set()
        waiting = list(atoms)
        while waiting:
            atom = waiting.pop()
            if atom in seen:
                continue
            seen.add(atom)
            if atom not in given:
                for one in self._of.get(atom, ()):
                    if one.is_open:
                        return None
                    waiting += map(abs, one.body)
        return frozenset(seen & given) if self._is_stratified(seen - given) else None

    def all_hang_on(self, atoms: Iterable[int], given: frozenset[int]) -> frozenset[int] | None:
        """The given atoms that decide the possible truth values of others: with the same given atoms true, the same
        sets of them are in some model. None if that is not known.

        Choices are followed, with the atoms that they depend on, and so is whatever forbids something of any choice.
        The rest then has a model whatever is chosen, as nothing in it is in a circle through a negation.
        """
        below = self._reached(map(abs, atoms), given)
        for body in self._forbidden:
            cone = self._reached(map(abs, body), given)
            if any(one.is_open for atom in cone - given for one in self._of.get(atom, ())):
                below |= cone
        rest = {atom for atom in self._of if atom not in below and atom not in given}
        return None if self._externals or not self._is_stratified(rest) else frozenset(below & given)

    def _reached(self, atoms: Iterable[int], given: frozenset[int]) -> set[int]:
        """Atoms and everything that they depend on, through choices too, except what is given."""
        seen: set[int] = set()
        waiting = list(atoms)
        while waiting:
            atom = waiting.pop()
            if atom not in seen:
                seen.add(atom)
                if atom not in given:
                    waiting += (abs(literal) for one in self._of.get(atom, ()) for literal in one.body)
        return seen

    def _is_stratified(self, atoms: set[int]) -> bool:
        """True if no atom depends on its own absence (Tarjan's circles, without recursion)."""
        number: dict[int, int] = {}
        lowest: dict[int, int] = {}
        circle: dict[int, int] = {}
        open_ones: list[int] = []
        for start in atoms:
            if start in number:
                continue
            path = [(start, iter(self._below(start, atoms)))]
            number[start] = lowest[start] = len(number)
            open_ones.append(start)
            while path:
                atom, below = path[-1]
                step = next((one for one in below if one not in circle), None)
                if step is None:
                    path.pop()
                    if path:
                        above = path[-1][0]
                        lowest[above] = min(lowest[above], lowest[atom])
                    if lowest[atom] == number[atom]:
                        while True:
                            last = open_ones.pop()
                            circle[last] = atom
                            if last == atom:
                                break
                elif step in number:
                    lowest[atom] = min(lowest[atom], number[step])
                else:
                    number[step] = lowest[step] = len(number)
                    open_ones.append(step)
                    path.append((step, iter(self._below(step, atoms))))
        return not any(
            literal < 0 and circle.get(-literal) == circle[atom]
            for atom in atoms
            for one in self._of.get(atom, ())
            for literal in one.body
        )

    def _below(self, atom: int, among: set[int]) -> list[int]:
        return [abs(literal) for one in self._of.get(atom, ()) for literal in one.body if abs(literal) in among]
