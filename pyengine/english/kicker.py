"""The two ways of a spell whose targets depend on whether it was kicked (702.33g): `if_not_and_if`.

Also what "it deals damage" means in a sentence that begins with "if this spell was kicked": the spell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from pyengine.english.effect_terms import Clause, Term, parts
from pyengine.english.grammar_builders import INSTEAD, changed

HOW = "kicked"
"""The name of the choice between the two ways, among the kinds of modes."""
_AFTER = (Term("done"), Term("not_done"), Term("paid"))
"""Conditions that ask about what was done right before."""


class UncertainError(ValueError):
    """It is not certain which clauses are done instead of which."""


def spell_deals(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses of a spell, in which "it deals" after "if this spell was kicked" is the spell itself."""
    return tuple(_by_spell(one) if _asks_kicked(one.only_if) is True else one for one in clauses)


def _by_spell(clause: Clause) -> Clause:
    does = clause.does
    if does.name != "deal_damage" or not _is_it(does.arguments[1]) or any(_its_power(one) for one in parts(does)):
        return clause
    return replace(clause, does=Term("deal_damage", (does.arguments[0], Term("this"), *does.arguments[2:])))


def _is_it(said: Any) -> bool:
    return isinstance(said, Term) and said.name == "mention" and said.arguments[1] == Term("it")


def _its_power(said: Any) -> bool:
    """Return whether an amount is the power of `it`, which a spell does not have."""
    return isinstance(said, Term) and said.name == "power" and _is_it(said.arguments[0])


def _asks_kicked(condition: Term | None) -> bool | None:
    """Return whether a condition is that the spell was kicked (True), or that it was not (False); None for any
    other.
    """
    if condition is None:
        return None
    if condition.name == "not" and isinstance(condition.arguments[0], Term):
        inner = _asks_kicked(condition.arguments[0])
        return None if inner is None else not inner
    return True if changed(condition, _without_place) == Term("kicked", (Term("this"),)) else None


def _without_place(one: Any) -> Any:
    return one.arguments[1] if isinstance(one, Term) and one.name == "mention" else None


def if_not_and_if(clauses: Sequence[Clause]) -> tuple[tuple[Clause, ...], tuple[Clause, ...]] | None:
    """The clauses if the spell was not kicked, and if it was; None where no target depends on that.

    Raises `UncertainError`.
    """
    told = list(_told(clauses))
    if not any(when is not None and _has_target(one) for one, when in told):
        return None
    return _as(told, False), _as(told, True)


def _has_target(clause: Clause) -> bool:
    return any(isinstance(one, Term) and one.name in ("target", "another_target") for one in parts(clause))


def _told(clauses: Sequence[Clause]) -> Iterator[tuple[Clause, bool | None]]:
    """Yield each clause, and whether it applies only if the spell was kicked (True), only if it was not (False), or
    always (None).
    """
    before: bool | None = None
    otherwise: bool | None = None
    for one in clauses:
        asked = _asks_kicked(one.only_if)
        if one.only_if == Term("otherwise"):
            when = otherwise if otherwise is not None else None if before is None else not before
            otherwise = when
        else:
            otherwise = None
            when = (
                before if one.only_if in _AFTER or (one.later is not None and one.later.name == "when_done") else asked
            )
        stripped = when is not None and (asked is not None or one.only_if == Term("otherwise"))
        yield (replace(one, only_if=None, together=False) if stripped else one), when
        before = when


def _as(told: Sequence[tuple[Clause, bool | None]], kicked: bool) -> tuple[Clause, ...]:
    """The clauses of a spell that was kicked, or was not."""
    found: list[Clause] = []
    for is_instead, group in groupby(told, lambda one: one[1] is not None and one[0].instead_of == INSTEAD):
        clauses = [clause for clause, when in group if when in (None, kicked)]
        if is_instead and clauses:
            replaced = replaced_by(found, clauses)
            found = [one for number, one in enumerate(found, 1) if number not in replaced]
            clauses = [replace(one, instead_of=()) for one in clauses]
            found[min(replaced) - 1 : min(replaced) - 1] = clauses
        else:
            found += clauses
    return tuple(found)


def replaced_by(before: Sequence[Clause], chain: Sequence[Clause]) -> set[int]:
    """Return the clauses before a chain that it replaces: those with the same verbs, and those that they replace.

    They are numbers, from 1. Raises `UncertainError`.
    """
    found: set[int] = set()
    told = [one.does.name for one in before]
    for raw in reversed(chain):
        same = [number for number, name in enumerate(told, 1) if name == raw.does.name and number not in found]
        found |= set(same[-1:])
    if not found and len(told) == 1:
        found = {1}
    if not found:
        raise UncertainError("nothing before this that it is done instead of")
    for number in sorted(found, reverse=True):
        found |= {*before[number - 1].instead_of}
    if any(raw.does.name not in told for raw in chain) and len(found) < len(told):
        raise UncertainError("what this is done instead of is not certain")
    return found
