"""Statements in one piece, as a package or a checkout has them: quick to load, each unpacked when it is asked for.

Of the rules a question needs an eighth. To make values of all of them took longer than to answer it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, groupby
from typing import NamedTuple, TypeVar, overload

from pyengine.solving.statement import Said, Statement, Use, Way

T = TypeVar("T")

BETWEEN = "\0"
"""Separator of texts, in none of them."""


def numbers_of(given: Iterable[int]) -> array[int]:
    """Numbers in as little room as they need: to load a page of memory takes longer than what is done with it."""
    every = [*given]
    return array("i" if min(every, default=0) < 0 or max(every, default=0) > 0xFFFF else "H", every)


class Lists:
    """Many short lists of numbers, kept as one."""

    __slots__ = ("begins", "numbers")

    def __init__(self, lists: Iterable[Iterable[int]]) -> None:
        every = [[*one] for one in lists]
        self.numbers = numbers_of(number for one in every for number in one)
        self.begins = numbers_of(accumulate(map(len, every), initial=0))

    def __getitem__(self, number: int) -> array[int]:
        return self.numbers[self.begins[number] : self.begins[number + 1]]

    def __len__(self) -> int:
        return len(self.begins) - 1


class Ways(NamedTuple):
    """Contents of the ways. Only code that works with rules themselves asks for them."""

    said: list[Said]
    needs: Lists
    gives: Lists
    passed: list[tuple[str, tuple[str, ...]]]
    passes: Lists
    predicates: list[str]
    serves: Lists
    """The predicates that each statement serves, by their numbers, and below those that it asks for."""
    asks: Lists


class Contents(NamedTuple):
    """The packed statements of all files."""

    files: dict[str, tuple[int, int]]
    """The statements of each file, from the first one's number up to another."""
    texts: str
    parts: list[tuple[str, str]]
    """The names of the parts, each with what opens it."""
    part: array[int]
    """The part of each statement, by its number among them."""
    ways: array[int]
    """The first way of each statement, and where they end."""


def contents(files: Mapping[str, Iterable[Statement]]) -> tuple[Contents, Ways]:
    """The statements of files, packed."""
    every: list[Statement] = []
    places = {}
    for name, statements in files.items():
        begin = len(every)
        every += statements
        places[name] = (begin, len(every))
    ways = [way for one in every for way in one.ways]
    parts, part = _numbered([(one.part, one.opening)] for one in every)
    said, of_ways = _numbered(said for way in ways for said in (way.needs, way.gives))
    passed, passes = _numbered(way.passes for way in ways)
    predicates, of_uses = _numbered(names for one in every for names in one.use)
    packed = Contents(
        places,
        BETWEEN.join(one.text for one in every),
        parts,
        numbers_of(number for (number,) in part),
        numbers_of(accumulate((len(one.ways) for one in every), initial=0)),
    )
    of_rules = Ways(
        said,
        Lists(of_ways[0::2]),
        Lists(of_ways[1::2]),
        passed,
        Lists(passes),
        predicates,
        Lists(of_uses[0::2]),
        Lists(of_uses[1::2]),
    )
    return packed, of_rules


def _numbered(lists: Iterable[Iterable[T]]) -> tuple[list[T], list[list[int]]]:
    """The items of lists, each once, and the lists with their numbers."""
    numbers: dict[T, int] = {}
    found = [[numbers.setdefault(one, len(numbers)) for one in several] for several in lists]
    return list(numbers), found


class Packed(Sequence[Statement]):
    """Statements that are unpacked when they are asked for."""

    def __init__(self, packed: Contents, ways: Callable[[], Ways]) -> None:
        self._packed = packed
        self._all_ways = ways
        self._texts = packed.texts.split(BETWEEN)
        self._unpacked: list[Statement | None] = [None] * len(packed.part)

    def __len__(self) -> int:
        return len(self._unpacked)

    @overload
    def __getitem__(self, number: int) -> Statement: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Statement]: ...
    def __getitem__(self, number: int | slice) -> Statement | Sequence[Statement]:
        if isinstance(number, slice):
            return tuple(self[one] for one in range(*number.indices(len(self))))
        known = self._unpacked[number]
        if known is None:
            known = self._unpacked[number] = self._unpack(number)
        return known

    def _unpack(self, number: int) -> Statement:
        packed = self._packed
        part, opening = packed.parts[packed.part[number]]
        return _Unpacked(self, number, part, opening, self._texts[number])

    @cached_property
    def files(self) -> Mapping[str, range]:
        """The numbers of the statements of each file."""
        return {name: range(*place) for name, place in self._packed.files.items()}

    def runs(self, file: str) -> Iterator[tuple[str, range]]:
        """The parts that a file is of, in order, each with the numbers of the statements that stand there."""
        begin, end = self._packed.files[file]
        for part, those in groupby(self._packed.part[begin:end]):
            yield self._packed.parts[part][0], range(begin, begin := begin + sum(1 for _ in those))

    def ways(self, number: int) -> tuple[Way, ...]:
        """How a statement can fire."""
        every = self._all_ways()
        return tuple(
            Way(
                tuple(every.said[one] for one in every.needs[way]),
                tuple(every.said[one] for one in every.gives[way]),
                tuple(every.passed[one] for one in every.passes[way]),
            )
            for way in self._ways(number)
        )

    def use(self, number: int) -> Use:
        """The purpose of a statement."""
        every = self._all_ways()
        serves, asks = (tuple(every.predicates[one] for one in of[number]) for of in (every.serves, every.asks))
        return Use(serves, asks)

    def _ways(self, number: int) -> range:
        return range(self._packed.ways[number], self._packed.ways[number + 1])


class _Unpacked(Statement):
    """A statement whose ways stay packed until somebody asks for them."""

    __slots__ = ("_packed", "number")

    def __init__(self, packed: Packed, number: int, part: str, opening: str, text: str) -> None:
        super().__init__(part, opening, text, ())
        self._packed = packed
        self.number = number
        """Its number among those that it was packed with."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """How it can fire."""
        return self._packed.ways(self.number)

    @property
    def use(self) -> Use:
        """The purpose of the statement."""
        return self._packed.use(self.number)
