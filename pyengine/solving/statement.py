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


class Way(NamedTuple):
    """A way in which a rule can fire: the rule itself, or one choice from each of its pools."""

    needs: tuple[Said, ...]
    """The predicates of the positive literals in its body."""
    gives: tuple[Said, ...]
    """The predicates of its head."""
    passes: tuple[tuple[str, tuple[str, ...]], ...]
    """Places of its head, each with the places of its body that have the same variable: its value is in all of them; if
    there are none, it may be anything.
    """


class Use(NamedTuple):
    """The purpose of a statement."""

    serves: tuple[str, ...]
    """The predicates that it derives, if it is for nothing else; empty for what makes a choice, forbids, or is not a
    rule: that is always of use.
    """
    asks: tuple[str, ...]
    """The predicates that it asks for in any way, so under `not`, in an aggregate or in a condition too."""


OF_USE = Use((), ())
"""The purpose of a statement that is always needed."""


class Statement:
    """One statement, with what tells whether it can matter. It is its text, in its part of the program."""

    __slots__ = ("_use", "_ways", "opening", "part", "text")

    number: int
    """Its number among others, if it was packed with them."""

    def __init__(self, part: str, opening: str, text: str, ways: tuple[Way, ...], use: Use = OF_USE) -> None:
        self.part = part
        """The name of the program part it is in."""
        self.opening = opening
        """The statement that opens this part."""
        self.text = text
        self._ways = ways
        self._use = use

    @property
    def ways(self) -> tuple[Way, ...]:
        """How it can fire, if it is a rule; any other statement is always kept."""
        return self._ways

    @property
    def use(self) -> Use:
        """The purpose of the statement."""
        return self._use

    def saying(self, text: str) -> Statement:
        """The same with another text."""
        return Statement(self.part, self.opening, text, self.ways, self.use)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statement) and (self.opening, self.text) == (other.opening, other.text)

    def __hash__(self) -> int:
        return hash((self.opening, self.text))

    def __repr__(self) -> str:
        return f"{self.opening} {self.text}"
