"""One statement of the rules."""

from __future__ import annotations

import re
from typing import NamedTuple

WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\b_*[a-z]\w*')
"""A predicate, function, constant or string; a variable starts with a capital letter."""

SHOWN = re.compile(r"#show (\w+)/(\d+)\.")
"""A statement that shows a predicate, with its name and the number of its arguments."""
PROJECTED = re.compile(r"#project (\w+)\(([\w,]+)\)")
"""A statement by which atoms of a predicate tell models apart, with its name and its arguments."""

Said = tuple[str, str | None]
"""A predicate as in `("counters/4", None)`, or a word in a place of it, a constant, string or name of a function, as in
`("counters/4.2", '"loyalty"')`. Places are counted from 0."""


BESIDE = "__beside"
"""The end of the names of predicates that no file has: those of rules beside one (`Beside`)."""


class At(NamedTuple):
    """A predicate, and the moment that an atom of it speaks of: a parameter of the part, and a number added to it.

    Of an atom in which no parameter stands, a number that does tells as much: `in_layer(Ability,4)`.
    """

    predicate: str
    place: int | None
    """The first place of the moment in the atom; None if it has none."""
    parameter: str
    """Empty if it is a number alone."""
    more: int


class Way(NamedTuple):
    """A way in which a rule can fire: the rule itself, or one choice from each of its pools."""

    needs: tuple[Said, ...]
    """The predicates of the positive literals in its body."""
    gives: tuple[Said, ...]
    """The predicates of its head."""
    passes: tuple[tuple[str, tuple[str, ...]], ...]
    """Places of its head, each with the places of its body where the same variable stands: what comes there is in all
    of them; if there are none, it may be anything."""
    reads: tuple[At, ...]
    """The positive literals of its body, by the moment they speak of."""
    derives: tuple[At, ...]
    """The same of its head."""


class Use(NamedTuple):
    """The purpose of a statement."""

    serves: tuple[str, ...]
    """The predicates that it derives, if it is for nothing else; empty for what makes a choice, forbids, or is no rule:
    that is always of use."""
    asks: tuple[str, ...]
    """The predicates that it asks for in any way, so under `not`, in an aggregate or in a condition too."""


OF_USE = Use((), ())
"""The purpose of a statement that is always needed."""


class Beside(NamedTuple):
    """A rule beside one that says `not p(X,_)`, which derives the predicate that the solver is told of there.

    Of what stands in the text the grounder would make one too, and work it out anew in every call, whatever part is
    grounded.
    """

    text: str
    apart: str
    """The key of the part for rules with the same needs; empty as in a statement."""
    reads: At
    """The predicate that it needs: without an atom of it the rule derives nothing."""


class Statement:
    """One statement, with what tells whether it can matter. It is what it says, in the part that it stands in."""

    __slots__ = ("_use", "_ways", "apart", "beside", "opening", "part", "text", "told")

    number: int
    """Its number among others, if it was packed with them."""

    def __init__(
        self,
        part: str,
        opening: str,
        text: str,
        ways: tuple[Way, ...],
        apart: str = "",
        told: str = "",
        beside: tuple[Beside, ...] = (),
        use: Use = OF_USE,
    ) -> None:
        self.part = part
        """The name of the program part it is in."""
        self.opening = opening
        """The statement that opens this part."""
        self.text = text
        self._ways = ways
        self._use = use
        self.apart = apart
        """What opens a part of its own for the rules of its part that need the same as it; empty for what is grounded
        with its part in any case."""
        self.told = told or text
        """The text for the solver. A rule with `not p(X,_)` asks for a predicate of its own there."""
        self.beside = beside
        """The rules that derive these."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """How it can fire, if it is a rule; any other statement is always kept."""
        return self._ways

    @property
    def use(self) -> Use:
        """The purpose of the statement."""
        return self._use

    @property
    def reads(self) -> tuple[tuple[At, ...], ...]:
        """The predicates that it reads, by their moment."""
        return tuple(way.reads for way in self.ways)

    @property
    def derives(self) -> tuple[tuple[At, ...], ...]:
        """The predicates that it derives, by their moment."""
        return tuple(way.derives for way in self.ways)

    @property
    def rules(self) -> tuple[str, ...]:
        """All that the solver is told."""
        return self.told, *(one.text for one in self.beside)

    def saying(self, text: str, beside: tuple[Beside, ...] = ()) -> Statement:
        """The same with another text, which is what the solver is told, and other rules beside it."""
        return Statement(self.part, self.opening, text, self.ways, self.apart, beside=beside, use=self.use)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statement) and self._what() == other._what()

    def __hash__(self) -> int:
        return hash(self._what())

    def __repr__(self) -> str:
        return f"{self.opening} {self.text}"

    def _what(self) -> tuple[object, ...]:
        return self.opening, self.text, self.apart, self.told, self.beside
