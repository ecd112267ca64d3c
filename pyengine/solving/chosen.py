"""The statements of a program, as the solver gets them: in groups of rules that need the same.

Many programs have the same statements. What hangs on these alone is worked out once, when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from pyengine.files.remembering import Remembered
from pyengine.plans.evaluating import Program
from pyengine.solving.statement import PROJECTED, SHOWN, At, Statement


class Chosen(tuple[Statement, ...]):
    """Statements that were chosen of all, in order."""

    @cached_property
    def lines(self) -> Sequence[str]:
        """As the solver reads them, with rules that need the same in parts of their own."""
        return program_lines(self, apart=True)

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

    @cached_property
    def grouped(self) -> Grouped:
        """Their rules, in the groups that `text` has them in."""
        return grouped(self)


def program_lines(statements: Iterable[Statement], *, apart: bool = False) -> Sequence[str]:
    """The statements as the solver reads them (`Control.read_statements`), with those that open parts between them.

    With `apart`, rules that need the same are in parts of their own. What stands beside several is said once.
    """
    lines = []
    opening = ""
    beside: dict[str, dict[str, None]] = {}
    for statement in statements:
        wanted = (apart and statement.apart) or statement.opening
        if wanted != opening:
            lines.append(opening := wanted)
        lines.append(statement.told)
        for one in statement.beside:
            beside.setdefault((apart and one.apart) or statement.opening, {})[one.text] = None
    return [*lines, *(line for opens, rules in beside.items() for line in (opens, *rules))]


class Group(NamedTuple):
    """Rules of a part that need the same."""

    name: str
    """The part of the solver's program that they are in."""
    ways: tuple[tuple[int, ...], ...]
    """What is needed, by its number; one of these is enough."""
    derives: dict[At, None]


SEVERAL = -1
"""Stands for what is lacked by groups that need one of several things."""

NEEDED: list[At] = []
"""What any group needs, by its number."""

_NUMBERS: dict[At, int] = {}


class Grouped(NamedTuple):
    """The rules of some statements, by the parts of the rules that they stand in."""

    always: dict[str, dict[At, None]]
    """The parts that have statements outside of groups, and what these derive."""
    groups: Mapping[str, Mapping[int, Sequence[Group]]]
    """The groups of each other part, by something that each of them needs, or `SEVERAL`."""
    parameters: dict[str, list[str]]


def grouped(statements: Iterable[Statement]) -> Grouped:
    """The rules of statements in groups."""
    always: dict[str, dict[At, None]] = {}
    groups: dict[str, dict[int, list[Group]]] = {}
    parameters: dict[str, list[str]] = {}
    found: dict[str, Group] = {}
    for one in statements:
        for name, names, ways, first, derives in _rules(one):
            if not name:
                always.setdefault(one.part, {}).update(derives)
                continue
            group = found.get(name)
            if group is None:
                parameters[one.part] = names
                group = found[name] = Group(name, ways, {})
                groups.setdefault(one.part, {}).setdefault(first, []).append(group)
            group.derives.update(derives)
    return Grouped(always, groups, parameters)


RULES_KEPT, RULE = 16_000_000, 1_500
"""Bytes of rules that are remembered in their groups, and those of each."""


class _Rule(NamedTuple):
    """What of a rule does not hang on the statements it is chosen with."""

    group: str
    """The part of the solver's program that it is in; empty if it is grounded with its part in any case."""
    parameters: list[str]
    ways: tuple[tuple[int, ...], ...]
    first: int
    """By what its group is found as long as nothing is known."""
    derives: dict[At, None]


_RULES = Remembered[tuple[str, str], tuple[_Rule, ...]](RULES_KEPT)
"""The rules of statements that were in any group, by part and text: to work these out takes longer than to group
them."""


def _rules(one: Statement) -> tuple[_Rule, ...]:
    """The rule that a statement is, and those beside it."""
    known = _RULES.get((one.part, one.text))
    if known is None:
        derives = (at for derived in one.derives for at in derived)
        # What those beside it derive is asked for under `not`.
        beside = (_rule(each.apart, [[each.reads]], ()) for each in one.beside)
        found = (_rule(one.apart, one.reads, derives), *beside)
        _RULES.make_room()
        return _RULES.keep((one.part, one.text), found, RULE * len(found))
    return known


def _rule(apart: str, reads: Iterable[Iterable[At]], derives: Iterable[At]) -> _Rule:
    name, _, names = apart.removeprefix("#program ").removesuffix(").").partition("(")
    ways = tuple(dict.fromkeys(tuple(map(_number, way)) for way in reads))
    first = ways[0][0] if len(ways) == 1 and ways[0] else SEVERAL
    return _Rule(name, names.split(","), ways, first, dict.fromkeys(derives))


def _number(at: At) -> int:
    number = _NUMBERS.setdefault(at, len(NEEDED))
    if number == len(NEEDED):
        NEEDED.append(at)
    return number
