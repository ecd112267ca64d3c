"""Targets that the uses of abilities and spells among the candidates can have (115), read off the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import clingo

from pyengine.solving.solver import function
from pyengine.solving.timeline import Timeline

MOST_CHOICES = 100
"""Largest number of choices of targets that a list has for one use; a note says that there are more."""

TARGETS = (("wants_target", 5), ("announces", 6))
"""The predicates that both have atoms where anything that is used has targets."""


@dataclass(frozen=True)
class Aims:
    """The choices of targets that a legal use has, in a stable order, and whether these are all."""

    choices: tuple[tuple[str, ...], ...]
    complete: bool


class Targeting:
    """The candidates of a program that are uses with targets, after the program judged them."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._announced: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        self._chosen: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        self._barred: dict[clingo.Symbol, list[tuple[str, clingo.Symbol]]] = {}
        self._wanted: dict[clingo.Symbol, int] = {}
        timeline.run("targeting")
        for _, term, item, ability, _, _ in self._atoms("announces", 6):
            self._announced.setdefault(term, []).extend((item, ability))
        for ability, *_ in self._atoms("wants_target", 5):
            self._wanted[ability] = self._wanted.get(ability, 0) + 1
        for symbol in timeline.atoms("chosen_target", 4):
            self._chosen.setdefault(symbol.symbol.arguments[1], []).append(symbol.symbol)
        for _, item, target, rule in self._atoms("untargetable", 4):
            self._barred.setdefault(item, []).append((target.string, rule))

    def _atoms(self, name: str, arity: int) -> Iterator[list[clingo.Symbol]]:
        return (atom.symbol.arguments for atom in self._timeline.atoms(name, arity))

    def choices(self, term: clingo.Symbol) -> Aims | None:
        """The ways to choose the targets of a legal use; None if it has none to choose. Raises `Interrupted`.

        A note names each choice that no phrase can express, such as the second target without the first.
        """
        asked = function("occurs", 0, term)
        if term not in self._announced or self._timeline.holding(asked) is None:
            return None
        item, ability = self._announced[term]
        found: set[tuple[str, ...]] = set()
        complete = True
        for model in self._timeline.models([(asked, True)], project=True, limit=MOST_CHOICES + 1):
            chosen = [symbol.arguments for symbol in self._chosen.get(item, ()) if model.contains(symbol)]
            places = sorted(which.number for _, _, which, _ in chosen)
            if self._wanted[ability] > 1 and places != list(range(1, len(places) + 1)):
                complete = False
            else:
                found.add(tuple(target.string for _, _, _, target in sorted(chosen, key=_in_order)))
        listed = sorted(found)[:MOST_CHOICES]
        return Aims(tuple(listed), complete and len(found) <= MOST_CHOICES)

    def untargetable(self, term: clingo.Symbol) -> list[tuple[str, clingo.Symbol]]:
        """Each object or player that a use with one target can't have because of a rule, with that rule."""
        if term not in self._announced:
            return []
        item, ability = self._announced[term]
        return sorted(self._barred.get(item, ())) if self._wanted[ability] == 1 else []


def _in_order(chosen: list[clingo.Symbol]) -> tuple[int, str]:
    _, _, which, target = chosen
    return which.number, target.string
