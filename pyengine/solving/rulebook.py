"""Selection of the statements that can matter to some facts.

Most rules are about things that a given board does not have. Grounding a rule costs time even if it never fires. So
rules that can't fire are left out, which makes an answer several times as fast and does not change it. Rules that no
shown or looked-up predicate depends on are left out too.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from pyengine.files.remembering import Remembered
from pyengine.solving.chosen import Chosen
from pyengine.solving.looked_up import is_looked_up
from pyengine.solving.packed import Lists, numbers_of
from pyengine.solving.statement import WORD, Said, Statement, Way

ANSWERS_KEPT = 8_000_000
"""Bytes of answers that a rulebook remembers: facts of other boards often say the same, except for numbers."""

STATEMENT = 500
"""Bytes that each statement of an answer takes, by measurement."""

LINES_KEPT = 8_000_000
"""Bytes of lines of facts of which is remembered what they say; boards have many of them in common."""

NEVER = 1 << 30
"""Placeholder for how much a way still needs, for a statement that is not asked about."""


class Links(NamedTuple):
    """How statements depend on each other: all that is known of them before there are any facts, in numbers.

    What is said is a predicate, or a word that some rule asks for in a place of it; `Said`, by its number.
    """

    words: list[str]
    word: array[int]
    """The word of what is said, by its number among them, from the first that is one: predicates come before."""
    place: array[int]
    """The place that the word is in."""
    asked: array[int]
    """The first word that is asked for in each place, as it is said, and where they end."""
    names: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]
    """The predicates of each name, and the places in them where something is asked for."""
    ways: array[int]
    """The first way to fire of each statement, and where they end; ways have numbers too."""
    statement: array[int]
    """The statement that each way is of."""
    needs: array[int]
    """How much each way needs."""
    waiting: Lists
    """The ways that need what is said."""
    gives: Lists
    """The atoms that there can be for sure when a way fires."""
    brings: Lists
    """How else each way brings words, by the number of what follows."""
    brought: Lists
    """The place that words are brought to, and the places where they have to be for that, if any."""
    always: array[int]
    """The statements that are always of use."""
    asks: Lists
    """The predicates that each statement asks for in any way, by other numbers."""
    serving: Lists
    """The statements that are there for each of these."""
    looked_up: array[int]
    """Those of them that are looked up in the program."""


def links(statements: Iterable[Statement]) -> Links:
    """Return how statements depend on each other."""
    every = [*statements]
    constants = {one.text.split()[1] for one in every if one.text.startswith("#const ")}
    of_each = [one.ways for one in every]
    ways = [way for several in of_each for way in several]
    asked = _asked(ways, constants)
    predicates = dict.fromkeys(place for way in ways for place, word in way.needs if word is None)
    numbers: dict[Said, int] = {(one, None): number for number, one in enumerate(predicates)}
    places = {place: number for number, place in enumerate(asked)}
    for place, several in asked.items():
        for word in sorted(several):
            numbers[place, word] = len(numbers)
    words = {word: number for number, word in enumerate(dict.fromkeys(word for _, word in numbers if word is not None))}
    waiting: list[list[int]] = [[] for _ in numbers]
    needs, brings = [], []
    brought: dict[tuple[int, ...], int] = {}
    for way, one in enumerate(ways):
        needed = [numbers[said] for said in one.needs if said[1] not in constants]
        needs.append(len(needed))
        for said in needed:
            waiting[said].append(way)
        passes = [(places[to], *(places[one] for one in sources)) for to, sources in one.passes if to in places]
        brings.append([brought.setdefault(each, len(brought)) for each in passes])
    names: dict[str, tuple[list[int], list[int]]] = {}
    for predicate in predicates:
        names.setdefault(_name(predicate), ([], []))[0].append(numbers[predicate, None])
    for place, number in places.items():
        names.setdefault(_name(place), ([], []))[1].append(number)
    in_places = [(place, word) for place, word in numbers if word is not None]
    uses = [one.use for one in every]
    read = {
        one: number for number, one in enumerate(dict.fromkeys(one for use in uses for each in use for one in each))
    }
    serving: list[list[int]] = [[] for _ in read]
    for statement, use in enumerate(uses):
        for predicate in use.serves:
            serving[read[predicate]].append(statement)
    return Links(
        [*words],
        numbers_of(words[word] for _, word in in_places),
        numbers_of(places[place] for place, _ in in_places),
        numbers_of(accumulate(map(len, asked.values()), initial=len(predicates))),
        {name: (tuple(those), tuple(within)) for name, (those, within) in names.items()},
        numbers_of(accumulate(map(len, of_each), initial=0)),
        numbers_of(number for number, several in enumerate(of_each) for _ in several),
        array("i", needs),
        Lists(waiting),
        Lists([numbers[said] for said in one.gives if said in numbers] for one in ways),
        Lists(brings),
        Lists(brought),
        numbers_of(statement for statement, use in enumerate(uses) if not use.serves),
        Lists([read[predicate] for predicate in use.asks] for use in uses),
        Lists(serving),
        numbers_of(number for predicate, number in read.items() if is_looked_up(_name(predicate))),
    )


def _name(place: str) -> str:
    return place[: place.rindex("/")]


def _asked(ways: Iterable[Way], constants: Collection[str]) -> dict[str, set[str]]:
    """The words that matter in each place: a rule asks for them there, or where they are passed on to."""
    asked: dict[str, set[str]] = {}
    passed: dict[str, set[str]] = {}
    for way in ways:
        for place, word in way.needs:
            if word is not None and word not in constants:
                asked.setdefault(place, set()).add(word)
        for place, sources in way.passes:
            passed.setdefault(place, set()).update(sources)
    waiting = list(asked)
    while waiting:
        place = waiting.pop()
        for source in passed.get(place, ()):
            if not asked[place] <= asked.setdefault(source, set()):
                asked[source] |= asked[place]
                waiting.append(source)
    return asked


class Linked:
    """Statements and how they depend on each other, which is the same whichever of them are asked about."""

    def __init__(self, statements: Sequence[Statement], of: Links) -> None:
        self.statements = statements
        self.of = of
        self.free = [way for way, needs in enumerate(of.needs) if not needs]
        """The ways that need nothing."""
        self.predicates = of.asked[0]
        """Number of predicates; their numbers come before those of words in places."""
        self._inside: list[Mapping[int, int] | None] = [None] * (len(of.asked) - 1)
        self._words = {word: number for number, word in enumerate(of.words)}
        self._of_lines = Remembered[str, Sequence[int]](LINES_KEPT)
        self._brought: list[_Brought | None] = [None] * len(of.brought)

    def brought(self, number: int) -> _Brought:
        """How words are brought to a place."""
        known = self._brought[number]
        if known is None:
            to, *sources = self.of.brought[number]
            asked_there = [self.asked(one) for one in sources]
            known = self._brought[number] = _Brought(self.asked(to), sources, asked_there)
        return known

    def asked(self, place: int) -> Mapping[int, int]:
        """The words that are asked for in a place, with what is said by each."""
        inside = self._inside[place]
        if inside is None:
            begin, end = self.of.asked[place], self.of.asked[place + 1]
            words = self.of.word[begin - self.predicates : end - self.predicates]
            inside = self._inside[place] = dict(zip(words, range(begin, end), strict=True))
        return inside

    def said_by(self, line: str) -> Sequence[int]:
        """The predicates and words that a line of facts allows. It is not parsed: a word in it may be in any place of
        an atom.
        """
        known = self._of_lines.get(line)
        if known is None:
            words = set(WORD.findall(line))
            asked_for = {self._words[word] for word in words & self._words.keys()}
            names = self.of.names
            found: list[int] = []
            for name in words & names.keys():
                predicates, places = names[name]
                found += predicates
                for place in places:
                    asked = self.asked(place)
                    found += [asked[word] for word in asked_for & asked.keys()]
            self._of_lines.make_room()
            known = self._of_lines.keep(line, found, 200 + len(line) + 8 * len(found))
        return known


class _Brought(NamedTuple):
    """How words are brought to a place."""

    wanted: Mapping[int, int]
    """The words that are asked for there, with what is said by each."""
    sources: list[int]
    """The places where they have to be."""
    asked: list[Mapping[int, int]]
    """The same of each of these."""


class Whole(NamedTuple):
    """Statements for an evaluation of all of them, which passes over those that can't fire."""

    chosen: bytes
    """1 for each of all statements that is one of them."""
    always: Chosen
    """Those of them that make choices, forbid or show something."""


class Rulebook:
    """Statements, of which those are taken that can matter to some facts and to an answer.

    A rule never fires if a positive literal of its body can't hold: if there is no atom of its predicate, or none with
    the words of the literal in their places. A fact has words in places, and so has the head of a rule that fires; a
    variable brings to its place in the head what is in all of its places in the body. Numbers can be worked out, so
    they tell nothing. What there can be is found by steps from the facts, each of which is taken once.

    And nobody needs a rule that no way leads from to what is asked for in the end: forward first, then back.
    """

    def __init__(self, linked: Linked, chosen: Iterable[range]) -> None:
        self._linked = linked
        self._chosen = [*chosen]
        """The statements that are asked about, by their numbers."""
        of = linked.of
        needs = array("i", [NEVER]) * len(of.needs)
        for numbers in self._chosen:
            inside = slice(of.ways[numbers.start], of.ways[numbers.stop])
            needs[inside] = of.needs[inside]
        kept = bytearray(ways == following for ways, following in zip(of.ways, of.ways[1:], strict=False))
        at_first = _Found(kept, needs, bytearray(len(of.waiting)), {}, {}, set())
        self._follow([], at_first, [way for way in linked.free if not needs[way]])
        self._at_first = at_first
        within = [range(bisect_left(of.always, one.start), bisect_left(of.always, one.stop)) for one in self._chosen]
        self._always = [of.always[number] for numbers in within for number in numbers]
        """Those of them that are always of use."""
        self._known = Remembered[frozenset[int], Chosen](ANSWERS_KEPT)
        """The answers, by all that facts said."""
        self._shared: tuple[frozenset[int], _Found] | None = None
        """Contents of all facts asked about so far, and what there can be by them. That is most of what there can be at
        all, so each time only the rest is followed.
        """

    @cached_property
    def whole(self) -> Whole:
        """All statements that serve an answer, whatever the facts are."""
        of_use = self._of_use(bytearray(b"\1") * len(self._linked.of.ways))
        chosen = bytearray(len(of_use))
        for numbers in self._chosen:
            chosen[numbers.start : numbers.stop] = of_use[numbers.start : numbers.stop]
        return Whole(bytes(chosen), Chosen(self._linked.statements[one] for one in self._always))

    @classmethod
    def of(cls, statements: Sequence[Statement]) -> Rulebook:
        """A rulebook of these statements, all of which are asked about."""
        return cls(Linked(statements, links(statements)), [range(len(statements))])

    def that_matter(self, facts: str) -> Chosen:
        """The statements without those that never fire on these facts or serve no answer, in the same order."""
        said = frozenset(one for line in facts.split("\n") for one in self._linked.said_by(line))
        known = self._known.get(said)
        if known is None:
            self._known.make_room()
            found = Chosen(self._found_for(said))
            known = self._known.keep(said, found, STATEMENT * len(found))
        return known

    def _found_for(self, said: frozenset[int]) -> Iterator[Statement]:
        shared = self._shared
        if shared is None or not shared[0] <= said:
            common = said if shared is None else said & shared[0]
            by_these = self._at_first.copy()
            self._follow([*common], by_these)
            self._shared = shared = common, by_these
        found = shared[1].copy()
        self._follow([*(said - shared[0])], found)
        statements = self._linked.statements
        of_use = self._of_use(found.kept)
        return (statements[one] for numbers in self._chosen for one in numbers if of_use[one])

    def _of_use(self, kept: bytearray) -> bytearray:
        """Return which of some statements serve an answer."""
        of = self._linked.of
        asks, asked_from = of.asks.numbers, of.asks.begins
        serving, serving_from = of.serving.numbers, of.serving.begins
        of_use = bytearray(len(kept))
        wanted = bytearray(len(of.serving))
        waiting = [*of.looked_up]
        for statement in self._always:
            if kept[statement]:
                of_use[statement] = True
                waiting += asks[asked_from[statement] : asked_from[statement + 1]]
        while waiting:
            predicate = waiting.pop()
            if wanted[predicate]:
                continue
            wanted[predicate] = True
            for statement in serving[serving_from[predicate] : serving_from[predicate + 1]]:
                if kept[statement] and not of_use[statement]:
                    of_use[statement] = True
                    waiting += asks[asked_from[statement] : asked_from[statement + 1]]
        return of_use

    def _follow(self, said: list[int], found: _Found, fires: Iterable[int] = ()) -> None:
        """Add what there can be by these predicates and words, and by ways that fire."""
        linked = self._linked
        of, predicates = linked.of, linked.predicates
        waiting, begins = of.waiting.numbers, of.waiting.begins
        needs, there, words, brought = found.needs, found.there, found.words, found.brought
        for way in fires:
            self._fire(way, found, said)
        while said:
            one = said.pop()
            if there[one]:
                continue
            there[one] = True
            if one >= predicates:
                place, word = of.place[one - predicates], of.word[one - predicates]
                words.setdefault(place, []).append(word)
                for wanted, _, asked in brought.get(place, ()):
                    if word in wanted and not there[wanted[word]] and all(there[each[word]] for each in asked):
                        said.append(wanted[word])
            for way in waiting[begins[one] : begins[one + 1]]:
                needs[way] -= 1
                if not needs[way]:
                    self._fire(way, found, said)

    def _fire(self, way: int, found: _Found, said: list[int]) -> None:
        """Add what there can be when a rule fires in one way."""
        of, there = self._linked.of, found.there
        found.kept[of.statement[way]] = True
        said += of.gives[way]
        for number in of.brings[way]:
            if number in found.bringing:
                continue
            found.bringing.add(number)
            one = self._linked.brought(number)
            wanted, sources, asked = one
            for source in sources:
                found.brought.setdefault(source, []).append(one)
            if not sources:
                said += wanted.values()
            for word in found.words.get(sources[0], ()) if sources else ():
                if word in wanted and all(there[each[word]] for each in asked):
                    said.append(wanted[word])


class _Found(NamedTuple):
    """State of the selection so far."""

    kept: bytearray
    """For each statement, 1 if it can matter."""
    needs: array[int]
    """How much each way to fire still needs."""
    there: bytearray
    """For each predicate or word, 1 if there can be an atom with it."""
    words: dict[int, list[int]]
    """The words that there can be in each place where some are asked for."""

    brought: dict[int, list[_Brought]]
    """How words are brought from each place, by ways that have fired."""
    bringing: set[int]
    """The same by its numbers."""

    def copy(self) -> _Found:
        """Return a copy of the state, to go on from."""
        words = {place: [*words] for place, words in self.words.items()}
        brought = {place: [*several] for place, several in self.brought.items()}
        return _Found(self.kept[:], self.needs[:], self.there[:], words, brought, {*self.bringing})
