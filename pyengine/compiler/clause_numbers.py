"""Clauses and their relations: the alternatives of a choice, objects affected this way, numbers of clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pyengine.english.effect_terms import Clause, Effects, Term, parts
from pyengine.english.grammar_builders import changed

COLORS = ("white", "blue", "black", "red", "green")
OF_CLAUSES = frozenset(("done", "so_many", "all_of", "prevented"))
"""Terms whose argument is the number of a clause."""


def this_way(effects: Effects) -> Effects:
    """Turn "if a creature card was exiled this way" into a condition on what a clause affected."""

    def change(one: Any) -> Any:
        if not isinstance(one, Term) or one.name != "done_this_way":
            return None
        of, way = one.arguments
        assert isinstance(way, Term)
        return Term("was", (Term("done", way.arguments), of))

    if all(clause.only_if is None for clause in effects.clauses):
        return effects
    clauses = tuple(
        clause if clause.only_if is None else replace(clause, only_if=changed(clause.only_if, change))
        for clause in effects.clauses
    )
    return replace(effects, clauses=clauses)


def speaks_of(clause: Clause, number: int) -> bool:
    """Return whether a clause refers to the result of the clause with this number."""
    named = (one.arguments[0] for one in parts(clause) if isinstance(one, Term) and one.name in OF_CLAUSES)
    return number in named or (clause.if_done is not None and abs(clause.if_done) == number)


def ways_of(clause: Clause) -> tuple[Term, ...]:
    """Return the alternatives of a clause that offers a choice; nothing for any other clause."""
    said = clause.does.arguments
    if clause.by != Term("you"):
        return ()
    if clause.does.name == "enter" and Term("either_face") in said:
        down = tuple(Term("face_down") if one == Term("either_face") else one for one in said)
        return Term("enter", down), Term("enter", tuple(one for one in said if one != Term("either_face")))
    if clause.does.name == "either_clause":
        return tuple(one for one in said if isinstance(one, Term))
    if clause.optional:
        return ()
    if clause.does.name == "get_either":
        first, second, what = said
        if isinstance(first, tuple) and isinstance(second, tuple):
            return Term("get", (*first, what)), Term("get", (*second, what))
    if clause.does.name == "gain_protection_of_choice":
        return tuple(Term("gain", (f"protection from {color}", *said)) for color in COLORS)
    if clause.does.name == "become_color_of_choice":
        return tuple(Term("become_colored", (color, *said)) for color in COLORS)
    if clause.does.name == "gain" and isinstance(said[0], Term) and said[0].name == "choice":
        return tuple(Term("gain", (one, *said[1:])) for one in said[0].arguments)
    if clause.does.name == "put" and isinstance(kinds := said[1], Term) and kinds.name == "either_kind":
        return tuple(Term("put", (said[0], kind, said[2])) for kind in kinds.arguments)
    return ()


def in_ways(clause: Clause) -> Iterator[Clause]:
    """A clause, or each that it may be, where one of several is chosen."""
    yield from (replace(clause, does=does) for does in ways_of(clause) or (clause.does,))


def places_of(effects: Effects, more: Callable[[Clause], int]) -> Mapping[int, int]:
    """The numbers that clauses have afterwards, by those that they have; `more` come right before a clause."""
    before = 0
    places = {}
    for number, clause in enumerate(effects.clauses, 1):
        before += more(clause)
        places[number] = number + before
    return places


def renumbered(clause: Clause, places: Mapping[int, int]) -> Clause:
    """A clause with the numbers that the others have afterwards.

    What an ability that is set up keeps is of the clauses of the effect that does so, all else of its own.
    """

    def change(one: Any) -> Any:
        if isinstance(one, Term) and one.name in OF_CLAUSES and isinstance(one.arguments[0], int):
            return Term(one.name, (places[one.arguments[0]], *one.arguments[1:]))
        if isinstance(one, Term) and one.name == "delay":
            return Term("delay", changed(one.arguments, kept))
        return one if isinstance(one, Term) and one.name == "kept" else None

    def kept(one: Any) -> Any:
        return Term("kept", changed(one.arguments, change)) if isinstance(one, Term) and one.name == "kept" else None

    moved: Clause = changed(clause, change)
    if moved.if_done is None:
        return moved
    return replace(moved, if_done=places[abs(moved.if_done)] * (1 if moved.if_done > 0 else -1))
