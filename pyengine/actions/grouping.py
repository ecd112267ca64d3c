"""Rows that the table of instructions makes of its readings where a term is not enough, merged and grouped."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby, product
from typing import Any

from pyengine.compiler.listed_characteristics import CARD_TYPES, Listed
from pyengine.english.effect_terms import Term
from pyengine.english.grammar_engine import Builder, Each
from pyengine.files.fields import SUPERTYPES

Row = tuple[Any, ...]


def rows(value: Any) -> list[Row]:
    """Return the rows of a value, one by one: each of several values with each of the others."""
    if isinstance(value, Each):
        return [row for one in value for row in rows(one)]
    if isinstance(value, tuple):
        if not any(isinstance(one, tuple) for one in value):
            return [value]
        return [sum(parts, ()) for parts in product(*map(rows, value))]
    return [(value,)]


def several(values: Iterable[Any]) -> Any:
    """One or several, as they are read."""
    found = tuple(values)
    return found[0] if len(found) == 1 else Each(found)


def _said(found: list[Row]) -> Row:
    """Rows as the arguments of a term: the one row, or all of them as one argument."""
    return found[0] if len(found) == 1 else (Each(found),)


def _merged(number: int) -> Callable[[Any], Row]:
    """Rows that differ in nothing but this number are added up."""

    def build(value: Any) -> Row:
        sums: dict[Row, int] = {}
        for row in rows(value):
            key = row[:number] + row[number + 1 :]
            sums[key] = sums.get(key, 0) + row[number]
        return _said([(*key[:number], count, *key[number:]) for key, count in sums.items()])

    return build


def _grouped(place: int, found: Iterable[Row]) -> list[Row]:
    """Neighbours that differ in nothing but this column share a row."""
    groups = groupby(found, key=lambda row: row[:place] + row[place + 1 :])
    return [(*key[:place], several(row[place] for row in same), *key[place:]) for key, same in groups]


def _hits(value: Row) -> Row:
    """Neighbours that are dealt the same by one source share it."""
    return (several(_grouped(1, rows(value))),)


def _puts(value: Row) -> Row:
    """Neighbours on one holder share its name, and holders that get the same share the counters."""
    counted = ((holder, (kind, count)) for holder, kind, count in rows(value))
    return (several(_grouped(0, _grouped(1, counted))),)


def _by_whom(value: Any) -> dict[Any, list[Any]]:
    """Group attackers or blockers by the player or object that they attack or block."""
    against: dict[Any, list[Any]] = {}
    for creature, whom in rows(value):
        against.setdefault(whom, []).append(creature)
    return against


_SENT = (
    lambda value: _said([(one, whom) for whom, creatures in _by_whom(value).items() for one in creatures]),
    lambda value: (several((several(creatures), whom) for whom, creatures in _by_whom(value).items()),),
)


def _listed(types: tuple[str, ...], size: tuple[int | None, int | None] = (None, None), keywords: Any = ()) -> Listed:
    subtypes = tuple(word for word in types if word not in CARD_TYPES and word not in SUPERTYPES)
    supertypes = tuple(word for word in types if word in SUPERTYPES)
    said = tuple(keywords) if isinstance(keywords, Each) else (keywords,) if keywords else ()
    return Listed(*size, tuple(word for word in types if word in CARD_TYPES), subtypes, said, supertypes)


BUILDERS: dict[str, Builder] = {
    "puts": Builder(_merged(2), _puts),
    "hits": Builder(_merged(2), _hits),
    "added": Builder(_merged(1), lambda value: (several(rows(value)),)),
    "sent": Builder(*_SENT),
    "blocking": Builder(*_SENT),
    "numbered": Builder(
        lambda names: _said([(number, *row) for number, row in enumerate(rows(names), 1)]),
        lambda value: (several(name for _, name in rows(value)),),
    ),
    "ascending": Builder(lambda modes: several(sorted({mode for (mode,) in rows(modes)})), lambda modes: (modes,)),
    "only": Builder(lambda _: Term("one_of_each"), lambda value: (1,) if value == Term("one_of_each") else None),
    "listed": Builder(_listed),
    "unsized": Builder(lambda types, keywords: _listed(types, keywords=keywords)),
}
"""The functions of the table, by name: what is made of what was read, and what would be read so."""

COLUMNS: dict[str, tuple[str, ...]] = {
    "puts": ("holder", "kind", "number"),
    "hits": ("object", "holder", "number"),
    "added": ("kind", "number"),
    "sent": ("object", "holder"),
    "blocking": ("object", "object"),
    "numbered": ("", "target"),
    "ascending": ("mode",),
    "listed": ("listed",),
    "unsized": ("listed",),
    "only": ("",),
    "bonus": ("", ""),
    "tokens": ("token_count", ""),
    "tapped_tokens": ("token_count", ""),
}
"""The sorts of the arguments that are made so, or of which a value of a sort consists."""
