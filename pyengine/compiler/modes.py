"""Modes: what an effect is of which some of several options are chosen (700.2).

Each choice is an effect like any other: the clauses of its modes in the order of the text, and their targets. A choice
has a number in which the first mode counts 1, the second 2, the third 4 and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from pyengine.english.effect_terms import Argument, Clause, Effects, Target, Term

MOST_MODES = 6
"""Most modes of an effect of which a player can choose any number."""


def choices(effects: Effects) -> Iterator[tuple[int, Effects]]:
    """Every choice among the modes, by its number, and what the effect tells then; nothing of one without modes."""
    if effects.modes is None:
        return
    options = effects.modes.options
    most = len(options) if effects.modes.most is None else min(effects.modes.most, len(options))
    for many in range(effects.modes.least, most + 1):
        for chosen in combinations(range(len(options)), many):
            yield sum(1 << mode for mode in chosen), together([options[mode] for mode in chosen])


def each_way(effects: Effects) -> tuple[Effects, ...]:
    """Return the effects for each choice among the modes; the effect itself, if it has none."""
    return (effects,) if effects.modes is None else tuple(told for _, told in choices(effects))


def together(modes: list[Effects]) -> Effects:
    """Several modes, or parts, as one effect. Their clauses and targets are numbered anew."""
    clauses: tuple[Clause, ...] = ()
    targets: tuple[Target, ...] = ()
    for mode in modes:
        shift = _Shift(len(clauses), len(targets))
        clauses += tuple(shift.clause(clause) for clause in mode.clauses)
        others = [tuple(number + shift.targets for number in target.other_than) for target in mode.targets]
        targets += tuple(replace(one, other_than=other) for one, other in zip(mode.targets, others, strict=True))
    return Effects(clauses, targets)


class _Shift:
    """By how much the numbers of clauses and of targets grow."""

    def __init__(self, clauses: int, targets: int) -> None:
        self.clauses = clauses
        self.targets = targets
        self._of_terms = {"target": targets, "done": clauses, "so_many": clauses, "prevented": clauses}

    def clause(self, clause: Clause) -> Clause:
        """A clause with its numbers."""
        if not self.clauses and not self.targets:
            return clause
        done = clause.if_done
        return replace(
            clause,
            does=self._term(clause.does),
            by=self._term(clause.by),
            only_if=None if clause.only_if is None else self._term(clause.only_if),
            if_done=None if done is None else done + self.clauses * (1 if done > 0 else -1),
            instead_of=tuple(number + self.clauses for number in clause.instead_of),
        )

    def _term(self, term: Term) -> Term:
        more = self._of_terms.get(term.name, 0)
        return Term(term.name, tuple(self._argument(one, more) for one in term.arguments))

    def _argument(self, said: Argument, more: int) -> Argument:
        if isinstance(said, Term):
            return self._term(said)
        return said + more if isinstance(said, int) else said
