"""The boards of a space with a given number of objects, as one family.

Its places are the fields of objects and players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product

from pyengine.asking.open_boards import some_break_rules
from pyengine.board import Board
from pyengine.bulk.board_numbers import BATTLEFIELD, Boards
from pyengine.proofs.space import PERMANENT


class Family:
    """The boards of one edition whose objects are called so, in the order of their timestamps."""

    def __init__(self, boards: Boards, names: Sequence[str]) -> None:
        self._boards = boards
        self.names = names
        self.ways = [boards.ways(len(names), place) for place in range(len(names))]
        self.starts = [sum(len(one.fields) for one in self.ways[:place]) for place in range(len(names) + 1)]
        """The place of each object's first field; the last entry is the place of the players' first field."""
        self._fields = [field for one in self.ways for field in one.fields] + [*boards.of_players]
        self._zero = [0] * len(self._fields)

    @cached_property
    def first(self) -> Board:
        """The board that has the first value in each place."""
        return self.board(self._zero)

    @cached_property
    def others(self) -> list[list[Board]]:
        """For each place the boards that have another value there."""
        return [
            [
                self.board([*self._zero[:place], value, *self._zero[place + 1 :]])
                for value in range(1, len(field.values))
            ]
            for place, field in enumerate(self._fields)
        ]

    @cached_property
    def brought(self) -> list[list[tuple[str, ...]]]:
        """The cards that each value of each place brings to a board."""
        return [
            [self._with_back(value[0]) if field.name == "card" else () for value in field.values]
            for field in self._fields
        ]

    def _with_back(self, card: str) -> tuple[str, ...]:
        back = self._boards.definitions[card].back
        return (card,) if back is None else (card, back)

    def chosen(self, ways: Sequence[int], of_players: int) -> list[int]:
        """The values in all places of the board whose objects are in these ways, and players have such counters."""
        values = [one.values(way) for one, way in zip(self.ways, ways, strict=True)]
        return [one for several in values for one in several] + self._boards.values_of_players(of_players)

    def board(self, chosen: Sequence[int]) -> Board:
        """The board that has these values in its places."""
        ends = zip(self.starts, self.starts[1:], strict=False)
        values = [chosen[start:end] for start, end in ends]
        return self._boards.of(self._boards.made(self.names, values, chosen[self.starts[-1] :]))

    def _never(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Pairs of values that no board has: elsewhere than on the battlefield an object is but a card."""
        found = []
        for start, one in zip(self.starts, self.ways, strict=False):
            away = [value for value, place in enumerate(one.fields[1].values) if place.zone != BATTLEFIELD]
            more = [(start, value) for value in range(one.cards, len(one.fields[0].values))]
            for number, field in enumerate(one.fields[2:], 2):
                more += [(start + number, value) for value in range(1, len(field.values))]
            found += [((start + 1, value), other) for value, other in product(away, more)]
        return found

    @property
    def some_break_rules(self) -> bool:
        """True if any of them contradicts the rules."""
        return some_break_rules(self.first, self.others, self.brought, self._never())


def all_count(boards: Boards) -> bool:
    """True if every board of a space is possible, so that pyengine looks at as many boards as it counts.

    If editions vary, the answer is false without a check.
    """
    if "edition" in boards.varies:
        return False
    every = [[f"{PERMANENT}{place + 1}" for place in range(size)] for size in range(boards.objects + 1)]
    return not any(Family(boards, names).some_break_rules for names in every)
