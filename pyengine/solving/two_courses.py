"""Two courses of events on one chosen board, in one program.

Every rule is about each course, as `lifting` makes it: `counters(1,t,Holder,Kind,N)` is so in the first course, and
`counters(2,t,Holder,Kind,N)` in the second. What is chosen once for both, the board and what is done on it, is `0`'s,
and each course is given it. So nothing of a rule is written twice, and nothing of one course is seen by the other; only
what compares them speaks of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import clingo

from pyengine.solving.branches import Atom
from pyengine.solving.chosen import program_lines
from pyengine.solving.lifting import lifted, lifted_facts
from pyengine.solving.solver import function, terms_of
from pyengine.solving.statement import SHOWN, Statement, Use
from pyengine.solving.timeline import Timeline

CHOSEN = 0
"""The course number of what both courses share."""
COURSES = (1, 2)


class Shared(NamedTuple):
    """The statements that are not about each course."""

    chosen: Collection[Statement]
    """The rules that choose the board for both courses."""
    measuring: Collection[Statement]
    """The questions about the choice that the first course alone answers."""
    comparing: Sequence[Statement]
    """The rules about both courses; each atom names its course."""


class TwoCourses(Timeline):
    """A program about two courses that begin with the same choices, grounded moment by moment in both.

    `facts` are those of each course, one fact a line; what both have is known to the choice too.
    """

    def __init__(
        self,
        facts: tuple[str, str],
        questions: Sequence[str],
        shared: Shared,
        *,
        files: Sequence[str] = (),
        more: Sequence[Statement] = (),
        deadline: float | None = None,
    ) -> None:
        self._shared = shared
        first, second = ({line for line in one.splitlines() if line} for one in facts)
        of_each = [lifted_facts(course, _text(own)) for course, own in zip(COURSES, (first, second), strict=True)]
        common = lifted_facts(CHOSEN, _text(first & second)).replace(f"board__({CHOSEN}).", "")
        self._lifted_facts = "\n".join([*of_each, common]) + "\n"
        # What is compared says more of each atom than the rules do, so that they would not be known to serve it.
        compared = {_of_one_course(name) for one in shared.comparing for name in one.use.asks}
        told = Statement("base", "#program base.", "", (), use=Use((), tuple(sorted(compared))))
        super().__init__(_text(first | second), questions, files=files, more=(*more, told), deadline=deadline)

    def read(self, facts: str) -> None:
        """The rules about each course, and what each is given."""
        comparing = {*self._shared.comparing}
        every = [one for one in self.statements if one not in comparing and not one.text.startswith("#project")]
        chosen = [one for one in every if one in self._shared.chosen]
        given = _heads(chosen)
        said = terms_of(line.removesuffix(".") for line in facts.splitlines())
        known = given | {f"{one.name}/{len(one.arguments)}" for one in said}
        # What the choice needs to know of the rules, it is told by either course.
        told = (_asked(chosen) - known) & _heads(one for one in every if one not in self._shared.chosen)
        handed = [_handed(place, "B__", str(CHOSEN)) for place in sorted(given)]
        handed += [_handed(place, str(CHOSEN), "B__") for place in sorted(told)]
        self.control.read_statements(program_lines(map(self._about_courses, every)))
        self.control.read(self._lifted_facts + "\n".join(handed) + "\n")
        self.control.read_statements(program_lines(self._shared.comparing))

    def _about_courses(self, one: Statement) -> Statement:
        """A statement as it is about each course, or about the one it is for."""
        if not one.ways:
            return one.saying(SHOWN.sub(lambda found: f"#show {found[1]}/{int(found[2]) + 1}.", one.text))
        if one in self._shared.chosen:
            return one.saying(_of(CHOSEN, one.text))
        if one in self._shared.measuring:
            return one.saying(_of(COURSES[0], one.text))
        return one.saying(lifted(one.text))

    def has(self, name: str, *arguments: int) -> bool:
        """True if an atom of either course is in the program."""
        return any(super(TwoCourses, self).has(name, course, *arguments) for course in COURSES)

    def holds_somewhere(self, name: str, *arguments: int) -> bool:
        """True if an atom of either course holds in some branch."""
        return any(super(TwoCourses, self).holds_somewhere(name, course, *arguments) for course in COURSES)

    def atoms(self, name: str, arity: int) -> list[Atom]:
        """The atoms of a predicate, of both courses."""
        found = super().atoms(name, arity + 1)
        return [atom for atom in found if atom.symbol.arguments[0].number != CHOSEN]


def of_course(course: int, symbols: Sequence[clingo.Symbol]) -> list[clingo.Symbol]:
    """The atoms of one course, without its number."""
    with_number = [one for one in symbols if one.arguments and one.arguments[0].type is clingo.SymbolType.Number]
    return [function(one.name, *one.arguments[1:]) for one in with_number if one.arguments[0].number == course]


def _text(facts: Iterable[str]) -> str:
    return "\n".join(sorted(facts))


def _of(course: int, rule: str) -> str:
    """A rule as it is about one course."""
    text = lifted(rule).replace("; board__(B__)", "").replace(" :- board__(B__)", "")
    return text.replace("B__", str(course))


def _handed(place: str, to: str, by: str) -> str:
    """A rule that hands on what is known of a predicate."""
    name, _, arity = place.rpartition("/")
    terms = "".join(f",X{number}" for number in range(int(arity)))
    return f"{name}({to}{terms}) :- {name}({by}{terms}), board__(B__)."


def _of_one_course(place: str) -> str:
    """A predicate as the rules have it, of one that says of which course it is."""
    name, _, arity = place.rpartition("/")
    return f"{name}/{int(arity) - 1}"


def _heads(statements: Iterable[Statement]) -> set[str]:
    """The predicates that statements derive."""
    return {place for one in statements for way in one.ways for place, word in way.gives if word is None}


def _asked(statements: Iterable[Statement]) -> set[str]:
    """The predicates that statements need."""
    return {place for one in statements for way in one.ways for place, word in way.needs if word is None}
