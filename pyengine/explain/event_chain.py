"""Events of the log that an atom of the last board depends on.

pyengine follows the derivation of the atom back to the board asked about. It follows the atoms that hold, and the
atoms that kept others from holding: a permanent is still there because something happened instead of its destruction.
An event belongs to the chain if it follows from atoms that the derivation goes through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import clingo

from pyengine.explain.derivation import matches
from pyengine.solving.instances import ANY, Derived, Failure, Instance, Instances
from pyengine.solving.schedule import every_part_of
from pyengine.solving.solver import function
from pyengine.solving.timeline import Timeline

ASKED = 300
"""Largest number of absent atoms for which pyengine asks why they are absent; `whole` is false if there were more."""

HAPPENING = frozenset({"choose", "state_based_actions"}) | (every_part_of("happening") - {"base"})
"""The parts in which things happen; in others it is worked out what is so."""


class Chains:
    """Dependencies of the atoms of one model."""

    def __init__(self, timeline: Timeline, atoms: Sequence[clingo.Symbol], facts: Iterable[str]) -> None:
        self._instances = Instances(timeline.statements, sorted(timeline.grounded), atoms)
        self._happens = [
            one.opening.removeprefix("#program ").partition("(")[0].rstrip(".").strip() in HAPPENING
            for one in timeline.statements
        ]
        given = set(facts)
        found = self._instances.all()
        self._best = Derived(found, [atom for atom in atoms if str(atom) in given])
        self._events: dict[clingo.Symbol, list[Instance]] = {}
        for one in found:
            if one.is_of("event"):
                self._events.setdefault(one.head, []).append(one)
        self._by_name: dict[str, list[clingo.Symbol]] = {}
        for atom in self._instances.atoms:
            self._by_name.setdefault(atom.name, []).append(atom)
        self._asked = 0
        self.whole = True
        """True if the search followed everything."""
        self.changed = False
        """True if anything asked for differs from the start."""

    def of(self, patterns: Iterable[clingo.Symbol]) -> list[clingo.Symbol]:
        """Return the events that the atoms matching the patterns depend on.

        `any__` in a pattern matches anything; the first argument is the last moment. Atoms that held before and are
        gone count too, by their subjects.
        """
        waiting: list[clingo.Symbol] = []
        kept_away: list[clingo.Symbol] = []
        before: set[clingo.Symbol] = set()
        for pattern in patterns:
            now = self._matching(pattern)
            waiting += now
            first = function(pattern.name, 0, *pattern.arguments[1:])
            self.changed |= {str(one.arguments[1:]) for one in now} != {
                str(one.arguments[1:]) for one in self._matching(first)
            }
            for last, gone in self._gone(pattern, now):
                before.add(last)
                kept_away.append(gone)
        seen = self._follow([*waiting, *before], kept_away)
        return sorted(
            event for event, ways in self._events.items() if any(self._belongs(one, seen, before) for one in ways)
        )

    def _gone(
        self, pattern: clingo.Symbol, now: Sequence[clingo.Symbol]
    ) -> Iterator[tuple[clingo.Symbol, clingo.Symbol]]:
        """Yield the last matching atom of each subject without one now, and the atom that would have carried it
        over, with any value.
        """
        kept = {_about(atom) for atom in now}
        last: dict[tuple[clingo.Symbol, ...], clingo.Symbol] = {}
        open_time = function(pattern.name, function(ANY), *pattern.arguments[1:])
        for atom in self._matching(open_time):
            if _about(atom) not in kept:
                last[_about(atom)] = max(last.get(_about(atom), atom), atom)
        for about, atom in sorted(last.items()):
            value = [function(ANY)] * (len(atom.arguments) - 1 - len(about))
            yield atom, function(f"next_{atom.name}", atom.arguments[0], *about, *value)

    def _follow(self, waiting: list[clingo.Symbol], kept_away: list[clingo.Symbol]) -> set[clingo.Symbol]:
        """All that atoms are derived from, with what kept away what is not there, of rules of what happens."""
        seen: set[clingo.Symbol] = set()
        absent: set[str] = set()
        while waiting or kept_away:
            while waiting:
                one = waiting.pop()
                if one in seen:
                    continue
                seen.add(one)
                if one in self._best:
                    instance = self._best[one][1]
                    waiting += [*instance.true, *instance.counted]
                    kept_away += instance.absent if self._happens[instance.rule] else ()
            new = {str(one): one for one in kept_away if str(one) not in absent}
            absent.update(new)
            kept_away = []
            for failure in self._failures(list(new.values())):
                if failure.missing is not None:
                    kept_away.append(failure.missing)
                elif failure.there is not None:
                    waiting += self._matching(failure.there)
                else:
                    waiting += failure.true
        return seen

    def _failures(self, absent: list[clingo.Symbol]) -> Iterator[Failure]:
        """How each rule of what happens fails that could make what is not there."""
        left = ASKED - self._asked
        self.whole &= len(absent) <= left
        asked = absent[:left]
        self._asked += len(asked)
        for atom in asked:
            yield from (one for one in self._instances.failures(atom) if self._happens[one.rule])

    def _matching(self, pattern: clingo.Symbol) -> list[clingo.Symbol]:
        return [one for one in self._by_name.get(pattern.name, ()) if matches(one, pattern)]

    def _belongs(self, event: Instance, seen: set[clingo.Symbol], before: set[clingo.Symbol]) -> bool:
        """True if an event follows from atoms already followed, and from others that merely hold.

        Also true if it says of an earlier atom that it is gone.
        """
        happened = [atom for atom in event.true if self._is_happening(atom)]
        return all(self._from(atom, seen) for atom in happened) if happened else before.issuperset(event.true)

    def _is_happening(self, atom: clingo.Symbol) -> bool:
        return atom in self._best and self._happens[self._best[atom][1].rule]

    def _from(self, atom: clingo.Symbol, seen: set[clingo.Symbol]) -> bool:
        """True if an atom has been followed, or says the same of the same names as one that has been."""
        if atom in seen:
            return True
        if not self._is_happening(atom):
            return False
        below = [one for one in self._best[atom][1].true if one in seen and self._is_happening(one)]
        return any(_names(atom) <= _names(one) for one in below)


def _about(atom: clingo.Symbol) -> tuple[clingo.Symbol, ...]:
    """Return the subject of an atom: its arguments without the moment, and without a value."""
    valued = atom.name not in ("tapped", "lost", "exiled_face_down")
    return tuple(atom.arguments[1:-1] if valued else atom.arguments[1:])


def _names(term: clingo.Symbol) -> frozenset[str]:
    """The strings in a term."""
    if term.type is clingo.SymbolType.String:
        return frozenset([term.string])
    if term.type is clingo.SymbolType.Function:
        return frozenset().union(*map(_names, term.arguments))
    return frozenset()
