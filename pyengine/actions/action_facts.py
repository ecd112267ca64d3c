"""Instructions as facts for the rules, and the names in them: ids, kinds of counters, new tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from pyengine.actions.grouping import BUILDERS, rows, several
from pyengine.actions.instructions import CREATED, MAY_PUT, ONCE
from pyengine.actions.phrases import Said, signatures
from pyengine.actions.sorts import SORTS, Sort
from pyengine.compiler.token_cards import CLUE
from pyengine.english.effect_terms import Term
from pyengine.english.grammar_engine import Each
from pyengine.phrases.text_safety import MalformedError
from pyengine.solving.asp_terms import quote

IT = Term("it")
"""The subject of the first fact."""


def facts(said: Said, instruction: str) -> list[str]:
    """The facts that say so of the instruction with this term."""
    lines: dict[str, None] = {}
    more: dict[str, None] = {}
    for term in said:
        sorts = signatures()[term.name]
        arguments = tuple(said[0].arguments[0] if one == IT else one for one in term.arguments)
        for row in rows(arguments):
            columns = [_written(*one) for one in zip(row, sorts, strict=False)]
            for written in product(*columns):
                lines[f"{term.name}({','.join([instruction, *(word for words in written for word in words)])})."] = None
            for value, sort in zip(row, sorts, strict=False):
                if sort and not isinstance(value, Term):
                    more |= dict.fromkeys(SORTS[sort].facts(instruction, value))
    return [*lines, *more]


def _written(value: Any, sort: str) -> list[tuple[str, ...]]:
    """A value as the arguments that it is in a fact; several of them, if it makes several facts."""
    if isinstance(value, Term):
        return [(_asp(value),)]
    return SORTS[sort].terms(value) if sort else [(_asp(value),)]


def _asp(value: Any) -> str:
    if isinstance(value, Term):
        return f"{value.name}({','.join(map(_asp, value.arguments))})" if value.arguments else value.name
    return quote(value) if isinstance(value, str) else str(value)


def aimed(targets: tuple[str, ...] | None) -> Said:
    """Return the terms for the announced targets, in order; none, if the targets are left open."""
    if not targets:
        return () if targets is None else (Term("aims_at_nothing"),)
    return (Term("aims_at_target", BUILDERS["numbered"].build(several(targets))),)


def values(said: Said) -> Iterator[tuple[Sort, Any]]:
    """Yield every value in the terms, with its sort."""
    for term in said:
        sorts = signatures().get(term.name, ())
        for row in rows(term.arguments):
            for sort, value in zip(sorts, row, strict=False):
                if isinstance(value, Term):
                    yield from values((value,))
                elif sort:
                    yield SORTS[sort], value


def refuse_twice(said: Said) -> None:
    """Refuse a term that names one thing twice."""
    for term in said:
        for value in term.arguments:
            found = rows(value) if isinstance(value, Each) else []
            columns = ONCE.get(term.name, 1 if found and len(found[0]) == 1 else 0)
            keys = [row[:columns] for row in found if columns]
            if twice := [key for key in keys if keys.count(key) > 1]:
                raise MalformedError(f"{twice[0][0]!r} is named twice")


def with_ids(term: Term, ids: Sequence[str]) -> Term:
    """Return the same term for other objects and players; `ids` has one for each place."""
    left = iter(ids)
    found: list[Any] = []
    for sort, value in zip(signatures()[term.name], term.arguments, strict=False):
        is_id = isinstance(value, str) and sort != "" and SORTS[sort].names != ""
        found.append(next(left) if is_id else value)
    return Term(term.name, tuple(found))


def names(said: Said) -> Iterator[str]:
    """The ids of objects and players that the text of a card names."""
    for term in said:
        if term.name == "carries":
            from pyengine.actions import card_text

            yield from card_text.named_in(*_arguments(term))


def kinds(said: Said) -> Iterator[str]:
    """The kinds of counters that may be put, though they are not named."""
    for term in said:
        if term.name in MAY_PUT:
            yield MAY_PUT[term.name]
        elif term.name == "carries":
            from pyengine.actions import card_text

            yield from card_text.kinds_in(*_arguments(term))


def _arguments(term: Term) -> tuple[Any, ...]:
    return term.arguments


def tokens(said: Said) -> Iterator[tuple[str, str]]:
    """Yield the new objects that are not copies, each with the card that defines it."""
    for term in said:
        if term.name == "creates":
            new, *cards = _arguments(term)
            if said[0].name in CREATED:
                cards = [CREATED[said[0].name](*said[0].arguments)]
            yield from ((new, card) for card in cards)


def new_tokens(said: Said) -> Iterator[tuple[str, int]]:
    """The tokens that get the next spare ids: how many of each card."""
    for term in said:
        if term.name == "creates_tokens":
            _, count, card = _arguments(term)
            yield card, count
        elif term.name == "investigates":
            yield CLUE, 1
        elif term.name == "carries":
            from pyengine.actions import card_text

            yield from card_text.created_in(*_arguments(term))
