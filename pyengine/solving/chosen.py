"""The statements of a program, as the solver gets them.

Many programs have the same statements. Whatever depends on these alone is worked out once, when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from pyengine.plans.evaluating import Program
from pyengine.solving.statement import PROJECTED, SHOWN, Statement


class Chosen(tuple[Statement, ...]):
    """Statements that were chosen of all, in order."""

    @cached_property
    def lines(self) -> Sequence[str]:
        """As the solver reads them."""
        return program_lines(self)

    @cached_property
    def shown(self) -> frozenset[str]:
        """The names of the predicates that are shown."""
        return frozenset(name for name, _ in self.shown_predicates)

    @cached_property
    def shown_predicates(self) -> Sequence[tuple[str, int]]:
        """The predicates that are shown, each with the number of its arguments."""
        every = (SHOWN.match(one.text) for one in self)
        return [*dict.fromkeys((found[1], int(found[2])) for found in every if found)]

    @cached_property
    def projected(self) -> Sequence[tuple[str, int]]:
        """The predicates by which models differ, each with the number of its arguments."""
        every = (PROJECTED.match(one.text) for one in self)
        return [*dict.fromkeys((found[1], found[2].count(",") + 1) for found in every if found)]

    planned: Program | None = None
    """Their plans, once they have been asked for."""

    @cached_property
    def numbers(self) -> Mapping[str, Sequence[int]]:
        """The numbers among all rules of those in each part, if they were chosen of these."""
        found: dict[str, list[int]] = {}
        for one in self:
            found.setdefault(one.part, []).append(one.number)
        return found


def program_lines(statements: Iterable[Statement]) -> Sequence[str]:
    """The statements as the solver reads them (`Control.read_statements`), with those that open parts between them."""
    lines = []
    opening = ""
    for statement in statements:
        if statement.opening != opening:
            lines.append(opening := statement.opening)
        lines.append(statement.text)
    return lines
