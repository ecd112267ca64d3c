"""Which rules of a program part can fire at a moment, so that no others are grounded then.

To ground a rule costs time even if it never fires, and at most moments little happens: most rules about what happens
need something of that moment that is not there. What a later call of the grounder derives a rule never sees
(`schedule.lp`), so by the time of its own call it is known whether it can fire: for each positive literal of its
body there is an atom of the predicate, of the moment that the literal speaks of, in the program already or by another
rule of the same call. To leave out the others changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice

from clingo import SymbolType

from pyengine.solving.chosen import NEEDED, SEVERAL, Chosen, Group
from pyengine.solving.schedule import Part
from pyengine.solving.solver import Control, symbols, terms_of
from pyengine.solving.statement import At

LOOKED_AT = 16
"""So many atoms of a predicate are looked at. If none is of the moment asked for, it is taken that another is."""

USUAL = 3
"""A predicate that was there so often, whenever it was looked for, is taken to be there from then on."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_FACT = re.compile(r"([a-z_]\w*)(?:\([^:;{}.]*\))?\.")
"""A line that is one fact, without what its strings say."""

Place = tuple[str, int | None]
"""A predicate, and where in its atoms the moment stands."""

Moment = int | None
"""None for what is of no moment."""

Told = tuple[int | None, Moment]
"""A moment of which a rule may derive atoms, with the place where it stands in them."""


Lacking = dict[int, list[Group]]
"""The groups of a part, by something that each lacked when it was asked for last."""


class _Called:
    """A part that is called, with its numbers, and what there is of what its rules need."""

    def __init__(self, groups: Lacking, arguments: tuple[int, ...], names: Sequence[str]) -> None:
        self.groups = groups
        self.arguments = arguments
        self.numbers = dict(zip(names, arguments, strict=True))
        self.there: dict[int, bool] = {}
        """By the number of what is needed, as far as it is known."""


class Derivable:
    """Of which later moments there may be atoms, by the facts and by the rules that have been opened.

    This says more than to look for them where there are too many to look at each, and where it says no, it is known in
    a fraction of the time.
    """

    def __init__(self, facts: str) -> None:
        self._facts = facts
        self._moments: dict[str, set[Told]] = {}
        """The moments that opened rules may have derived, by predicate, each with the place where it stands."""
        self._given: list[Mapping[str, Iterable[Told]]] = []
        """The same of the last calls, until anybody asks."""
        self._numbers: dict[str, list[set[int]]] = {}
        """Of each predicate the numbers that facts have, by place, so far as they have been looked for."""

    def opened(self, given: Mapping[str, Iterable[Told]]) -> None:
        """Take note of what rules that have been opened may have derived."""
        self._given.append(given)

    def may_be(self, predicate: str, place: int, moment: Moment) -> bool:
        """Whether there may be an atom that has a moment at a place."""
        for given in self._given:
            for name, derived in given.items():
                self._moments.setdefault(name, set()).update(derived)
        self._given.clear()
        moments = self._moments.get(predicate, ())
        if _may_give(moments, place, moment):
            return True
        said = self._said
        if said is None:
            return True
        name, _, _ = predicate.rpartition("/")
        for symbol in terms_of(line[:-1] for line in said.pop(name, ())):
            arguments = symbol.arguments
            numbers = self._numbers.setdefault(f"{name}/{len(arguments)}", [set() for _ in arguments])
            for found, one in zip(numbers, arguments, strict=True):
                if one.type is SymbolType.Number:
                    found.add(one.number)
        there = self._numbers.get(predicate)
        return there is not None and moment in there[place]

    @cached_property
    def _said(self) -> dict[str, list[str]] | None:
        """The facts by the names of their predicates, without those that were looked for; None if not all are facts."""
        found: dict[str, list[str]] = {}
        told_without_strings = _STRING.sub('""', self._facts).split("\n")
        for line, told in zip(self._facts.split("\n"), told_without_strings, strict=True):
            fact = _FACT.fullmatch(told)
            if fact is not None:
                found.setdefault(fact[1], []).append(line)
            elif line:
                return None
        return found


class Gates:
    """Groups of rules that need the same, and what there is of it."""

    def __init__(self, statements: Chosen, control: Control, facts: str, *, before: int = 0) -> None:
        self._control = control
        self._derivable = Derivable(facts)
        self._atoms = control.every_atom()
        """Looked at with the lock held, of which there is one for a call."""
        self._before = before
        """So many arguments of every atom stand before those that the rules speak of."""
        self._always, groups, self._parameters = statements.grouped
        self._groups: dict[str, Lacking] = {
            part: {first: [*those] for first, those in of_part.items()} for part, of_part in groups.items()
        }
        self._there: dict[Place, set[Moment]] = {}
        """The moments of which there are atoms, as far as they have been looked at."""
        self._complete: dict[str, set[int | None]] = {}
        """Of each predicate, the places where all atoms have been looked at, and no others can have come since."""
        self._called: list[Part] = []
        """The parts of a call, as far as it has been put together."""
        self._opened: dict[Part, None] = {}
        """The parts of the solver's program that are to be grounded for these."""
        self._waiting: dict[str, list[tuple[_Called, int]]] = {}
        """What is opened if there is anything of a predicate."""
        self._given: dict[str, set[Told]] = {}
        """The moments of which the call may derive atoms, by predicate, with the places where they stand."""
        self._usual: dict[Place, int] = {}
        """How often there was one, where there always was."""
        self._steps = 0
        """So many steps of the solver had been done when it was looked for them."""

    def ground(self, called: Sequence[Part]) -> None:
        """Ground parts of the rules in one call."""
        self._put_together(called)
        for predicate in self._given:
            self._complete.pop(predicate, None)
        self._derivable.opened(self._given)
        opened, self._called = [*self._opened], []
        if opened:
            self._control.ground_parts([(name, arguments) for name, *arguments in opened])
        self._steps = self._control.steps

    def may_give(self, called: Sequence[Part], predicate: str, moment: int) -> bool:
        """Whether a call of these parts may derive an atom of this moment, which it says first.

        They are what the next call begins with.
        """
        self._put_together(called)
        return _may_give(self._given.get(predicate, ()), 0, moment)

    def _put_together(self, called: Sequence[Part]) -> None:
        """Have all opened that a call of these parts takes."""
        assert len({name for name, *_ in called}) == len(called), called
        begun = len(self._called)
        if not begun or self._called != [*called[:begun]]:
            begun = 0
            self._opened, self._waiting, self._given = {}, {}, {}
        if self._steps != self._control.steps:  # others may have added atoms
            self._complete.clear()
            self._steps = self._control.steps
        self._called = [*called]
        with symbols():
            self._atoms = self._control.every_atom()
            self._open(called[begun:])

    def _open(self, called: Iterable[Part]) -> None:
        """Open the parts of the solver's program that are to be grounded for these parts of the rules."""
        found, waiting = self._opened, self._waiting
        asked: list[tuple[_Called, int]] = []
        for name, *numbers in called:
            if name in self._always:
                found[name, *numbers] = None
                for at in self._always[name]:
                    self._given.setdefault(at.predicate, set()).add((None, None))
                    asked += waiting.pop(at.predicate, ())
            if groups := self._groups.get(name):
                part = _Called(groups, tuple(numbers), self._parameters[name])
                asked += [(part, lacked) for lacked in groups]
        while asked:
            part, lacked = asked.pop()
            if lacked != SEVERAL and not self._is_there(part, lacked):
                waiting.setdefault(NEEDED[lacked].predicate, []).append((part, lacked))
                continue
            for group in part.groups.pop(lacked, ()):
                lacking = self._lacking(group, part)
                now = lacked if not lacking else lacking[0] if len(lacking) == 1 else SEVERAL
                if now != lacked and now not in part.groups:
                    asked.append((part, now))
                part.groups.setdefault(now, []).append(group)
                if not lacking:
                    opened: Part = (group.name, *part.arguments)
                    if opened not in found:
                        found[opened] = None
                        for at in group.derives:
                            moments = self._given.setdefault(at.predicate, set())
                            if (known := (at.place, _moment(at, part.numbers))) not in moments:
                                moments.add(known)
                                asked += waiting.pop(at.predicate, ())
                elif now == SEVERAL:
                    for number in lacking:
                        waiting.setdefault(NEEDED[number].predicate, []).append((part, SEVERAL))

    def _lacking(self, group: Group, part: _Called) -> Sequence[int]:
        """Of each way something that it lacks; nothing if one of them lacks nothing."""
        lacking = []
        for way in group.ways:
            # To look for something takes longest, so what is known to be lacking comes first.
            lacks = next((one for one in way if self._is_there(part, one, looks=False) is False), None)
            if lacks is None:
                lacks = next((one for one in way if not self._is_there(part, one)), None)
            if lacks is None:
                return ()
            lacking.append(lacks)
        return lacking

    def _is_there(self, part: _Called, number: int, *, looks: bool = True) -> bool | None:
        """Whether there is what is needed; None if it is not known and not looked for."""
        known = part.there.get(number)
        if known:
            return True
        predicate, argument, _, _ = at = NEEDED[number]
        moments = self._given.get(predicate)
        if known is False and moments is None:
            return False
        place = predicate, argument
        moment = _moment(at, part.numbers)
        found: bool | None = moment in self._there.get(place, ())
        if not found and moments is not None:
            found = argument is None or _may_give(moments, argument, moment)
        if not found and known is None and argument not in self._complete.get(predicate, ()):
            # At the first moment facts tell most, so that to look is quicker; what is of none is found at one look.
            is_later = at.parameter == "t" and part.numbers["t"] > 0 and not self._control.has_more
            if argument is not None and is_later and not self._derivable.may_be(predicate, argument, moment):
                found = False
            else:
                found = self._look(place, moment) if looks else None
        if found is not None:
            part.there[number] = found
        return found

    def _look(self, place: Place, moment: Moment) -> bool:
        """Look whether there is an atom of this moment."""
        predicate, argument = place
        there = self._there.setdefault(place, set())
        name, _, arity = predicate.rpartition("/")
        if argument is None:  # there is some or none
            if any(True for _ in self._atoms.by_signature(name, int(arity) + self._before)):
                there.add(None)
                return True
            self._complete.setdefault(predicate, set()).add(None)
            return False
        times = self._usual.setdefault(place, 0)
        if times >= USUAL:
            there.add(moment)
            return True
        atoms = [*islice(self._atoms.by_signature(name, int(arity) + self._before), LOOKED_AT)]
        if len(atoms) == LOOKED_AT:
            there.add(moment)
            self._usual[place] = times + 1
            return True
        for atom in reversed(atoms):  # the newest are last, as a rule
            there.add(atom.symbol.arguments[argument + self._before].number)
            if moment in there:
                self._usual[place] = times + 1
                return True
        self._complete.setdefault(predicate, set()).add(argument)
        self._usual[place] = -LOOKED_AT
        return False


def _moment(at: At, numbers: Mapping[str, int]) -> Moment:
    if at.place is None:
        return None
    return numbers[at.parameter] + at.more if at.parameter else at.more


def _may_give(told: Collection[Told], place: int, moment: Moment) -> bool:
    """Whether rules may derive an atom that has a moment at a place.

    What is derived without a moment, or says it elsewhere, may be of any.
    """
    return (place, moment) in told or any(one != place for one, _ in told)
