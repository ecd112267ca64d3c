"""Rules as plans: what to look up in which order, and what to derive, as plain data.

A plan is a list of steps. Each goes on with the next for every way in which it succeeds, with what it binds; what is at
the end is derived. An evaluator of plans needs no knowledge of the rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pyengine.plans.values import Value

# --- terms: what has a value once its variables do ---------------------------------------------------------------


class Constant(NamedTuple):
    """A value."""

    value: Value


class Parameter(NamedTuple):
    """A number that the part is called with."""

    name: str


class Variable(NamedTuple):
    """A value that an earlier step has bound."""

    name: str


class Function(NamedTuple):
    """A function of values; a tuple has no name."""

    name: str
    arguments: tuple[Term, ...]


class Operation(NamedTuple):
    """Arithmetic: `+`, `-`, `*`, `/`, `\\` or `**`. It has a value only if both sides are numbers."""

    sign: str
    left: Term
    right: Term


class Absolute(NamedTuple):
    """`|X|`."""

    term: Term


class Negative(NamedTuple):
    """`-X`, of numbers alone."""

    term: Term


Term = Constant | Parameter | Variable | Function | Operation | Absolute | Negative

# --- patterns: what a value is compared with, and what that binds ------------------------------------------------


class Anything(NamedTuple):
    """Any value, which is not asked for again."""


class New(NamedTuple):
    """Any value, which a variable has from then on."""

    name: str


class Equal(NamedTuple):
    """This value."""

    term: Term


class Taken(NamedTuple):
    """A function of this name, with these patterns as its arguments."""

    name: str
    arguments: tuple[Pattern, ...]


class Solved(NamedTuple):
    """A number of which a pattern is what makes an equation true: `X+2` of 5 is a pattern of 3.

    `sign` is that of the pattern with a number: `+` for `X+2`, `-` for `X-2`, `from` for `2-X`, `*` for `2*X`.
    """

    sign: str
    pattern: Pattern
    term: Term


Pattern = Anything | New | Equal | Taken | Solved


def arity(predicate: str) -> int:
    """Return the number of arguments of a predicate such as `counters/4`."""
    return int(predicate.rpartition("/")[2])


# --- steps -------------------------------------------------------------------------------------------------------


class Scan(NamedTuple):
    """Each atom of a predicate that has these values in some places and fits these patterns in the others."""

    predicate: str
    key: tuple[tuple[int, Term], ...]
    rest: tuple[tuple[int, Pattern], ...]


class Absent(NamedTuple):
    """If there is no atom with these values in some places, whatever it has in the others."""

    predicate: str
    key: tuple[tuple[int, Term], ...]


class Compare(NamedTuple):
    """If this is so: `==`, `!=`, `<`, `<=`, `>`, `>=`."""

    sign: str
    left: Term
    right: Term


class Match(NamedTuple):
    """If a value fits a pattern."""

    pattern: Pattern
    term: Term


class Between(NamedTuple):
    """Each number from one to another that fits a pattern."""

    pattern: Pattern
    low: Term
    high: Term


class Gather(NamedTuple):
    """A variable for what an aggregate comes to: `count`, `sum`, `sum+`, `min` or `max` of all different tuples."""

    name: str
    function: str
    elements: tuple[tuple[Steps, tuple[Term, ...]], ...]


class Unless(NamedTuple):
    """If some steps never succeed."""

    steps: Steps


class Every(NamedTuple):
    """If, whenever the first steps succeed, the others do."""

    condition: Steps
    steps: Steps


Step = Scan | Absent | Compare | Match | Between | Gather | Unless | Every
Steps = tuple[Any, ...]
"""Several steps. (They are of each other, which types can't say here.)"""

# --- what is at the end ------------------------------------------------------------------------------------------


class Derive(NamedTuple):
    """An atom."""

    predicate: str
    arguments: tuple[Term, ...]


class Choose(NamedTuple):
    """A choice among atoms, of each element whenever its steps succeed; how many are chosen, by these comparisons."""

    elements: tuple[tuple[Steps, Derive], ...]
    bounds: tuple[tuple[str, Term], ...]


class Forbid(NamedTuple):
    """Nothing may come here."""


Head = Derive | Choose | Forbid

Shape = Any
"""The shape of an argument in the text: a value; a function of shapes; `PARAMETER` with the name of one and a number
added to it; None for what may be anything."""

PARAMETER = "#"


class Read(NamedTuple):
    """A predicate that a rule looks at, with the shapes of the arguments."""

    predicate: str
    shapes: tuple[Shape, ...]
    whole: bool
    """True if all rules that derive it must come before: under `not`, in an aggregate or in a condition."""


class Plan(NamedTuple):
    """A rule of a part; one that has pools is several."""

    where: str
    """Its file and line."""
    parameters: tuple[str, ...]
    """The names of the numbers that its part is called with."""
    needs: tuple[str, ...]
    """The predicates without whose atoms it never fires."""
    steps: Steps
    head: Head
    derives: tuple[tuple[str, tuple[Shape, ...]], ...]
    reads: tuple[Read, ...]
