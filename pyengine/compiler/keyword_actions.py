"""Keyword actions that say several things in a word, with those things as clauses: earthbend, empower Jace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pyengine.compiler.clause_numbers import places_of, renumbered
from pyengine.english.effect_terms import Clause, Description, Effects, Term

Steps = Callable[[Clause, int], list[Clause]]
"""The clauses that a keyword action is, of which the first has this number."""


def in_clauses(effects: Effects) -> Effects:
    """Write keyword actions as the clauses that the rules give for them.

    One that a player may choose not to do, or that another player does, stays as it is.
    """
    if not any(_steps(clause) for clause in effects.clauses):
        return effects
    places = places_of(effects, lambda clause: len(_told(clause, 1)) - 1)
    found: list[Clause] = []
    for clause in effects.clauses:
        found += _told(renumbered(clause, places), len(found) + 1)
    return replace(effects, clauses=tuple(found))


def _steps(clause: Clause) -> Steps | None:
    plain = not clause.optional and clause.by == Term("you") and not clause.unless
    return _ACTIONS.get(clause.does.name) if plain else None


def _told(clause: Clause, number: int) -> list[Clause]:
    if (steps := _steps(clause)) is None:
        return [clause]
    return [replace(one, action=clause.does.name) for one in steps(clause, number)]


def _also(condition: Term, clause: Clause) -> Term:
    """A condition beside the one that a clause has."""
    return condition if clause.only_if is None else Term("and", (clause.only_if, condition))


def _after(clause: Clause, number: int, does: Term) -> Clause:
    """Return the clause that follows the first one, on the condition that the first was done."""
    conditional = clause.only_if is not None or clause.if_done is not None
    return replace(clause, does=does, only_if=None, if_done=number if conditional else None)


def _earthbend(clause: Clause, number: int) -> list[Clause]:
    """701.66a: what the land becomes, the counters on it, and what returns it later."""
    amount, land = clause.does.arguments
    kind = Term("token", (0, 0, Term("colors"), Term("types", ("land", "creature"))))
    becomes = Term("become", (kind, Term("keywords", ("haste",)), Term("in_addition"), land))
    gone = Term("or", (Term("dies", (land,)), Term("put_into_exile", (land,))))
    back = Term("enter", (land, Term("tapped"), Term("under", (Term("you"),))))
    return [
        replace(clause, does=becomes),
        _after(clause, number, Term("put", (amount, "+1/+1", land))),
        replace(_after(clause, number, back), later=Term("happens", (gone, "next"))),
    ]


def _empower(clause: Clause, number: int) -> list[Clause]:
    """701.71a: a Jace token, if there is none; then counters on one that is chosen."""
    (amount,) = clause.does.arguments
    words = (("controller", "you"), ("subtypes", ("jace",)), ("token", True), ("types", ("planeswalker",)))
    jace = Description(words)
    none = Term("not", (Term("there_is", (jace, 1)),))
    return [
        replace(clause, does=Term("create_jace"), only_if=_also(none, clause)),
        replace(clause, does=Term("put", (amount, "loyalty", Term("some", (jace, 1, 1))))),
    ]


_ACTIONS: Mapping[str, Steps] = {"earthbend": _earthbend, "empower_jace": _empower}
