"""The schedule of `asp/engine/schedule.lp`, interpreted: in which order the parts of the program are grounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol

import clingo

from pyengine.solving.solver import terms_of
from pyengine.solving.statements import in_file

Part = tuple[str, *tuple[int, ...]]
"""A program part with its arguments, as in `("filters", 0, 4)`."""


class ScheduledPart(NamedTuple):
    """A part whose arguments are numbers, or the names of numbers that are known when it is grounded."""

    name: str
    arguments: tuple[int | str, ...]
    later: bool
    """True if the call comes only after the first moment."""

    def at(self, numbers: Mapping[str, int]) -> Part:
        """The part with its numbers."""
        return self.name, *(numbers[one] if isinstance(one, str) else one for one in self.arguments)


class Call(NamedTuple):
    """Parts, and when they are grounded: `"always"`, `"if"`, `"some"`, `"joined"`, `"next"` or `"while"`,
    as `asp/engine/schedule.lp` says."""

    when: str
    atom: str
    """The predicate that is asked for with "if", "some" and "while", else nothing."""
    asked: tuple[str, ...]
    """The names of the numbers it is asked of."""
    parts: tuple[ScheduledPart, ...]


class Grounded(Protocol):
    """The program as it is grounded so far: questions about an atom, given its predicate and numbers."""

    def has(self, name: str, *arguments: int) -> bool:
        """True if the program has the atom."""

    def goes_on(self, name: str, *arguments: int) -> bool:
        """True if a loop that asks for the atom goes on."""

    def holds_somewhere(self, name: str, *arguments: int) -> bool:
        """True if the atom holds in some branch."""


def calls(course: str, numbers: Mapping[str, int], program: Grounded, left: list[Part]) -> Iterator[list[Part]]:
    """Generate the parts of a course that are grounded together, each at its turn; some may be empty.

    `numbers` are those that are known: the moment `t`, and whatever else the course names. `left` is what earlier
    courses left for the next call; what this one leaves is there in the end. Raises `KeyError` for an unknown
    course.
    """
    known = {"s": 0, **numbers}
    waiting: list[Part] = []
    for call in _course(course):
        if call.when in ("if", "some"):
            if call.asked:
                yield waiting  # which may tell
                waiting = []
            asked = program.has if call.when == "if" else program.holds_somewhere
            if not asked(call.atom, *(known[name] for name in call.asked)):
                continue
        if call.when == "next":
            if any(part.name == name for part in call.parts for name, *_ in left):
                yield [*left]  # a call takes a part once
                left.clear()
            left += (part.at(known) for part in call.parts)
            continue
        if call.when != "joined":
            yield waiting
            waiting = [*left]
            left.clear()
        if call.when == "while":
            while program.goes_on(call.atom, *(known[name] for name in call.asked)):
                known["s"] += 1
                yield from ([part.at(known)] for part in call.parts)
        else:
            waiting += [part.at(known) for part in call.parts if not part.later or known["t"] > 0]
    yield waiting


def parts_of(*courses: str) -> frozenset[str]:
    """The names of the parts that these courses may ground at the first moment, and of `base`."""
    parts = (part for name in courses for call in _course(name) for part in call.parts)
    return frozenset({"base", *(part.name for part in parts if not part.later)})


def every_part_of(*courses: str) -> frozenset[str]:
    """The names of the parts that these courses may ground at any moment, and of `base`."""
    return frozenset({"base", *(part.name for name in courses for call in _course(name) for part in call.parts)})


def every_call(moment: int) -> set[tuple[Part, ...]]:
    """All calls that courses make at a moment, each with the least numbers beside it that it is ordered by."""
    calls, _ = _schedule()
    beginning = [one.parts for each in calls.values() for one in each if one.when == "next"]
    found = {*beginning}
    for course in calls:
        for left in ((), *beginning):
            _follow(_course(course), (), left, found)
    numbers = ({"t": moment, "s": stage, "n": 1, "k": 1, "m": 0} for stage in range(3))
    return {
        tuple(part.at(known) for part in parts if not part.later or moment > 0) for known in numbers for parts in found
    }


Parts = tuple[ScheduledPart, ...]


def _follow(calls: Sequence[Call], waiting: Parts, left: Parts, found: set[Parts]) -> None:
    """Go through calls as `calls` does, whatever is asked on the way, and find what is grounded together."""
    if not calls:
        found.add(waiting)
        return
    call, *rest = calls
    if call.when in ("if", "some"):
        if call.asked:
            found.add(waiting)
            waiting = ()
        _follow(rest, waiting, left, found)
    if call.when == "next":
        _follow(rest, waiting, (*left, *call.parts), found)
        return
    if call.when != "joined":
        found.add(waiting)
        waiting, left = left, ()
    if call.when == "while":
        found.update((part,) for part in call.parts)
        _follow(rest, waiting, left, found)
    else:
        _follow(rest, (*waiting, *call.parts), left, found)


@cache
def _course(name: str) -> tuple[Call, ...]:
    """The calls of a course with those it goes on from, in order."""
    calls, before = _schedule()
    return (*(call for one in before.get(name, ()) for call in _course(one)), *calls[name])


@cache
def _schedule() -> tuple[Mapping[str, list[Call]], Mapping[str, list[str]]]:
    """The calls that each course has itself, and which courses it goes on from."""
    numbered: dict[str, list[tuple[int, Call]]] = {}
    before: dict[str, list[str]] = {}
    for fact in terms_of(one.text.removesuffix(".") for one in in_file("engine/schedule.lp")):
        if fact.name == "goes_on":
            course, other = fact.arguments
            before[course.name] = [one.name for one in (other.arguments if other.name == "" else [other])]
        elif fact.name == "call":
            course, number, when, parts = fact.arguments
            numbered.setdefault(course.name, []).append((number.number, _call(when, parts)))
    return {name: [call for _, call in sorted(found)] for name, found in numbered.items()}, before


def _call(when: clingo.Symbol, parts: clingo.Symbol) -> Call:
    if not when.arguments:
        return Call(when.name, "", (), _parts(parts))
    (atom,) = when.arguments
    return Call(when.name, atom.name, tuple(one.name for one in atom.arguments), _parts(parts))


def _parts(term: clingo.Symbol) -> tuple[ScheduledPart, ...]:
    found = []
    for one in term.arguments if term.name == "" else [term]:
        part = one.arguments[0] if one.name == "later" else one
        arguments = (n.number if n.type is clingo.SymbolType.Number else n.name for n in part.arguments)
        found.append(ScheduledPart(part.name, tuple(arguments), one.name == "later"))
    return tuple(found)
