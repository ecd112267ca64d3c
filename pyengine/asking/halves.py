"""Moves of one counter from each object to each other, joined of what the rules tell of their halves.

What refuses a half refuses the move, as `122_counters.lp` says, which asks for each object and kind once: of many
objects there are far fewer halves than moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import clingo

from pyengine.answers.verdicts import Reason, Verdict
from pyengine.asking.judging import verdict
from pyengine.asking.note_atoms import OF_INSTRUCTIONS, is_noted
from pyengine.phrases.phrase_words import write_counters, write_id
from pyengine.solving.solver import function, text_of

Told = Mapping[str, Sequence[Sequence[clingo.Symbol]]]
"""Facts about the candidates of a given board: for each predicate, the arguments of its atoms."""

APART = "moves_apart.\n"
"""Fact that makes each move a candidate of its own."""


def told_by_halves(told: Told, noted: Sequence[clingo.Symbol]) -> bool:
    """Return whether halves decide everything about moves: no note could be about some of them only."""
    if not told["by_halves"]:
        return True
    if told["more_than_halves"] or is_noted(noted):
        return False
    about = (symbol.arguments[1] for symbol in noted if symbol.name in OF_INSTRUCTIONS)
    return not any(term.name == "move" for term in about)


Move = tuple[str, str, str]
"""The object that a counter is moved from, the one it is moved onto, and its kind."""


@dataclass
class Half:
    """An object and a kind, and what refuses each half of a move with them."""

    name: str
    as_first: frozenset[Reason]
    as_second: frozenset[Reason]

    @cached_property
    def written(self) -> str:
        """The object as phrases have it."""
        return write_id(self.name)


class Halves:
    """The moves whose halves were judged, if it was asked for any."""

    def __init__(self, told: Told, reason: Callable[[clingo.Symbol, clingo.Symbol], Reason]) -> None:
        refused: dict[clingo.Symbol, set[Reason]] = {}
        for _, half, why, rule in told["half_refused"]:
            refused.setdefault(half, set()).add(reason(why, rule))
        self._of_kind: dict[str, list[Half]] = {}
        for arguments in told["by_halves"]:
            name, kind = map(text_of, arguments)
            sides = (frozenset(refused.get(function(side, name, kind), ())) for side in ("first", "second"))
            self._of_kind.setdefault(kind, []).append(Half(name, *sides))

    def one_asked(self) -> clingo.Symbol | None:
        """One of the candidates that ask for halves; None if there is none."""
        for kind, (half, *_) in self._of_kind.items():
            return function("move", half.name, half.name, kind)
        return None

    def moves(
        self, rules: set[str], notes: tuple[str, ...], other: tuple[str, ...]
    ) -> Iterator[list[tuple[Move, Verdict]]]:
        """All moves to another object, with the verdicts, the rules that decide them and the notes on all."""
        known: dict[tuple[frozenset[Reason], frozenset[Reason]], Verdict] = {}
        for kind, halves in self._of_kind.items():
            counter = write_counters(1, kind)
            for first in halves:
                found = []
                for second in halves:
                    pair = first.as_first, second.as_second
                    if first is second:
                        continue
                    if pair not in known:
                        known[pair] = verdict("", pair[0] | pair[1], rules, notes, other)
                    phrase = moving(counter, first.written, second.written)
                    found.append(((first.name, second.name, kind), known[pair].on(phrase)))
                yield found


def moving(counter: str, first: str, second: str) -> str:
    """The phrase of a move of a counter from an object to another, of which each is as phrases have it."""
    return f"move {counter} from {first} to {second}"
