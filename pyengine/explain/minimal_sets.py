"""All minimal sets of assumptions under which something is impossible, one after another.

The method is MARCO (Liffiton and others, 2016), with a map of all sets that are not known yet. It tries a large set
of these. If the thing is impossible with it, it shrinks the set until no assumption can be left out; else it grows
the set as large as possible. Either way it removes from the map all sets that this decides. The method needs one
property: a set with more assumptions never makes possible anything that fewer do not. This is true if everything that
is not assumed may be either way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from pyengine.solving.solver import Control, function

Possible = Callable[[Sequence[int]], Sequence[int] | None]
"""Given some assumptions, by number, all those that hold in some way in which the thing is possible; None if it is
not."""


def minimal_sets(number: int, possible: Possible) -> Iterator[list[int]]:
    """The minimal sets of this many assumptions, by number, under which it is impossible.

    If nothing is needed, the one set is empty. The first one found is that of all assumptions made smaller.
    """
    unknown = _Map(number)
    while (seed := unknown.take()) is not None:
        if (held := possible(seed)) is None:
            found = _shrunk(seed, possible)
            unknown.without_those_with(found)
            yield sorted(found)
        else:
            largest = _grown(number, held, possible)
            unknown.without_those_within(largest)


def _shrunk(seed: Sequence[int], possible: Possible) -> list[int]:
    """QuickXplain: halve, and keep what is needed given the other half."""

    def needed(background: list[int], candidates: list[int], changed: bool) -> list[int]:
        if changed and possible(background) is None:
            return []
        if len(candidates) == 1:
            return candidates
        middle = len(candidates) // 2
        first, second = candidates[:middle], candidates[middle:]
        from_second = needed(background + first, second, bool(first))
        from_first = needed(background + from_second, first, bool(from_second))
        return from_first + from_second

    if not seed or possible([]) is None:
        return []
    return needed([], list(seed), False)


def _grown(number: int, held: Sequence[int], possible: Possible) -> set[int]:
    """As many as can be assumed beside these."""
    largest = set(held)
    for one in range(number):
        if one not in largest and (more := possible(sorted({*largest, one}))) is not None:
            largest.update(more)
    return largest


class _Map:
    """The sets of which nothing is known yet, as models of a program; large ones come first."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._control = Control(["--warn=none", "--heuristic=Domain"])
        if number:
            self._control.read(f"{{ in(0..{number - 1}) }}. #heuristic in(N). [1,true]")
        self._control.ground_parts([("base", [])])
        self._atoms = [function("in", one) for one in range(number)]
        self._parts = count()

    def take(self) -> list[int] | None:
        """One of them; None if there is none left."""
        for model in self._control.models():
            return [one for one, atom in enumerate(self._atoms) if model.contains(atom)]
        return None

    def without_those_with(self, found: Sequence[int]) -> None:
        """No set any more that has all of these."""
        self._forbid([f"in({one})" for one in found])

    def without_those_within(self, largest: set[int]) -> None:
        """No set any more that has none but these."""
        self._forbid([f"not in({one})" for one in range(self._number) if one not in largest])

    def _forbid(self, literals: Sequence[str]) -> None:
        self._control.add_rules(f"known{next(self._parts)}", [f":- {'; '.join(literals) or '#true'}."])
