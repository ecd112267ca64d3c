"""Which statements can matter to some facts.

Most rules speak of things that a given board has nothing of. To ground a rule costs time even if it never fires, so
rules that can't fire are left out, which makes an answer several times as fast and changes nothing about it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import compress
from typing import NamedTuple

from pyengine.solving.statement import WORD, Said, Statement, Way

ANSWERS_KEPT = 64
"""For so many boards it is remembered which statements can matter: others often say the same, but for numbers."""

LINES_KEPT = 20_000
"""Of so many lines of facts it is remembered what they say; boards have many of them in common."""


class Rulebook:
    """Statements, of which those are taken that can matter to some facts.

    A rule never fires if a positive literal of its body can't hold: if there is no atom of its predicate, or none with
    the words of the literal in their places. A fact has words in places, and so has the head of a rule that fires; a
    variable brings to its place in the head what is in all of its places in the body. Numbers can be worked out, so
    they tell nothing. What there can be is found by steps from the facts, each of which is taken once.
    """

    def __init__(self, statements: Iterable[Statement]) -> None:
        self._statements = tuple(statements)
        constants = {one.text.split()[1] for one in self._statements if one.text.startswith("#const ")}
        self._asked = _asked((way for one in self._statements for way in one.ways), constants)
        self._ways: list[Way] = []
        """Every way in which a rule can fire."""
        self._does: dict[int, _Does] = {}
        """What ways do when they fire, of those that have: on most boards most never do."""
        self._rules: list[int] = []
        """The statement that each way is of."""
        self._needs: list[int] = []
        """How much each way needs."""
        self._waiting: dict[Said, list[int]] = {}
        """The ways that need it."""
        self._passing: dict[str, list[tuple[int, str, tuple[str, ...]]]] = {}
        """What is passed on from a place: by which way, to where, and from which places."""
        for number, one in enumerate(self._statements):
            for way in one.ways:
                self._add(number, way, constants)
        self._names: dict[str, list[str]] = {}
        """The predicates and places of each name."""
        for place in {*(said[0] for said in self._waiting), *self._asked}:
            self._names.setdefault(place[: place.rindex("/")], []).append(place)
        self._of_lines: dict[str, list[Said]] = {}
        at_first = _Found([not one.ways for one in self._statements], self._needs, {})
        self._follow([], at_first, [way for way, needs in enumerate(self._needs) if not needs])
        self._at_first = at_first
        self._known: dict[frozenset[Said], tuple[Statement, ...]] = {}
        """The answers, by all that facts said."""
        self._shared: tuple[frozenset[Said], _Found] | None = None
        """What all facts said that were asked about so far, and what there can be by it: most of what there can be at
        all, so that each time only the rest is followed."""

    def _add(self, rule: int, way: Way, constants: Collection[str]) -> None:
        number = len(self._rules)
        self._rules.append(rule)
        self._ways.append(way)
        needs = [one for one in way.needs if one[1] not in constants] if constants else way.needs
        self._needs.append(len(needs))
        for said in needs:
            self._waiting.setdefault(said, []).append(number)
        for place, sources in way.passes:
            if place in self._asked:
                for source in sources:
                    self._passing.setdefault(source, []).append((number, place, sources))

    def that_can_fire(self, facts: str) -> tuple[Statement, ...]:
        """The statements without those rules that never fire on these facts, in the same order."""
        said = frozenset(one for line in facts.split("\n") for one in self._said_by(line))
        known = self._known.get(said)
        if known is None:
            if len(self._known) == ANSWERS_KEPT:
                self._known.clear()
            known = self._known[said] = tuple(self._found_for(said))
        return known

    def _found_for(self, said: frozenset[Said]) -> Iterator[Statement]:
        shared = self._shared
        if shared is None or not shared[0] <= said:
            common = said if shared is None else said & shared[0]
            by_these = self._at_first.copy()
            self._follow([*common], by_these)
            self._shared = shared = common, by_these
        found = shared[1].copy()
        self._follow([*(said - shared[0])], found)
        return compress(self._statements, found.kept)

    def _follow(self, said: list[Said], found: _Found, fires: Iterable[int] = ()) -> None:
        """What there can be by what is said, and by ways that fire."""
        words, needs = found.words, found.needs
        for way in fires:
            self._fire(way, found, said)
        while said:
            one = place, word = said.pop()
            there = words.setdefault(place, set())
            if word in there:
                continue
            there.add(word)
            for way in self._waiting.get(one, ()):
                needs[way] -= 1
                if not needs[way]:
                    self._fire(way, found, said)
            for way, to, sources in self._passing.get(place, ()):
                if not needs[way] and word in self._asked[to] and all(word in words.get(each, ()) for each in sources):
                    said.append((to, word))

    def _fire(self, number: int, found: _Found, said: list[Said]) -> None:
        """What there can be when a rule fires in one way."""
        found.kept[self._rules[number]] = True
        does = self._does.get(number)
        if does is None:
            does = self._does[number] = self._done_by(self._ways[number])
        said += does.gives
        for place, asked, sources in does.brings:
            come = [found.words.get(each, _NOTHING) for each in sources]
            said += [(place, word) for word in asked.intersection(*come)]

    def _done_by(self, way: Way) -> _Does:
        gives = [one for one in way.gives if one[1] is None or one[1] in self._asked.get(one[0], ())]
        return _Does(gives, [(to, self._asked[to], sources) for to, sources in way.passes if to in self._asked])

    def _said_by(self, line: str) -> list[Said]:
        """What there can be by a line of facts. It is not read apart: a word in it may be in any place of an atom."""
        known = self._of_lines.get(line)
        if known is None:
            words = set(WORD.findall(line))
            places = [place for name in words & self._names.keys() for place in self._names[name]]
            known = [(place, None) for place in places if place not in self._asked]
            known += [(place, word) for place in places for word in self._asked.get(place, set()) & words]
            if len(self._of_lines) == LINES_KEPT:
                self._of_lines.clear()
            self._of_lines[line] = known
        return known


_NOTHING: set[str | None] = set()


class _Does(NamedTuple):
    """What a way to fire does, of what is asked for."""

    gives: list[Said]
    """What there can be for sure then."""
    brings: list[tuple[str, set[str | None], tuple[str, ...]]]
    """The places to which it brings words, those asked for there, and from which places."""


class _Found(NamedTuple):
    """What is known so far."""

    kept: list[bool]
    """Whether a statement can matter."""
    needs: list[int]
    """How much each way to fire still needs."""
    words: dict[str, set[str | None]]
    """The words that there can be in each place; `None` for the atoms of each predicate."""

    def copy(self) -> _Found:
        """What is known, to go on from."""
        return _Found(self.kept.copy(), self.needs.copy(), {place: {*words} for place, words in self.words.items()})


def _asked(ways: Iterable[Way], constants: Collection[str]) -> dict[str, set[str | None]]:
    """The words that matter in each place: a rule asks for them there, or where they are passed on to."""
    asked: dict[str, set[str | None]] = {}
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
