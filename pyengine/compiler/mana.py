"""Costs and mana as facts: what a printed cost asks for, symbol by symbol (107.4, 202.1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from pyengine.english.effect_terms import Argument, Clause, Effects, Term

if TYPE_CHECKING:
    from pyengine.card_model.costs import Cost

LETTERS = ("W", "U", "B", "R", "G", "C")
"""Kinds of mana, by the letters of their symbols, in the order in which a pool lists them; C is colorless."""

COLORS = LETTERS[:5]

OR = " or "
"""Between the things of which an effect adds one."""

THIS = Term("this")

Fact = tuple[str, tuple[str | int, ...]]

PARTS = ("discard", "reveal", "return_to_hand", "sacrifice", "tap", "exile", "exile_from_graveyard", "exile_from_hand")
"""Parts of a cost that a player pays by choosing cards or permanents."""


def symbols(mana: str) -> list[str]:
    """The symbols of a cost or pool, without their braces."""
    return re.findall(r"\{([^{}]*)\}", mana)


def pool(mana: str | None) -> dict[str, int]:
    """How much of each kind of mana a pool holds; numbers are colorless mana."""
    found: Counter[str] = Counter()
    for symbol in symbols(mana or ""):
        if symbol.isdigit():
            found["C"] += int(symbol)
        else:
            found[symbol] += 1
    return {letter: found[letter] for letter in LETTERS if found[letter]}


def pool_text(mana: dict[str, int]) -> str:
    """A pool as it is written in a board file."""
    return "".join(
        f"{{{mana[letter]}}}" if letter == "C" and mana[letter] > 1 else f"{{{letter}}}" * mana[letter]
        for letter in LETTERS
        if mana.get(letter)
    )


def pool_term(mana: Mapping[str, int]) -> str:
    """A pool as a term of the program."""
    return f"pool({','.join(str(mana.get(letter, 0)) for letter in LETTERS)})"


class Made(NamedTuple):
    """The mana that a mana ability adds, if that is its only effect."""

    ways: list[dict[str, int]]
    """The pools of which it adds one."""
    times: Argument
    """How many times it adds one: an amount of the language of effects."""
    only: Term | None
    """The allowed uses of the mana, if they are restricted."""


MOST_COMBINED = 4
"""Most mana "in any combination of colors" that pyengine enumerates."""


def made_mana(effects: Effects) -> Made | None:
    """Return the mana that an effect adds, if that is its only effect and the mana is known; None if not (605.1a)."""
    if not 1 <= len(effects.clauses) <= 2 or effects.targets or effects.modes is not None:
        return None
    adds, *rest = effects.clauses
    only = rest[0].does if rest else None
    if adds != Clause(adds.does) or (only is not None and (only.name != "spend_only" or rest != [Clause(only)])):
        return None
    if (found := ways(adds.does)) is None:
        return None
    made, times = found
    if not _at_once(times):
        return None
    return Made([pool(one) for one in made], times, only)


def _at_once(times: Argument) -> bool:
    """Return whether the rules know an amount while a cost is paid."""
    if not isinstance(times, Term):
        return times == 1
    if times.name == "counters":
        return isinstance(times.arguments[0], str) and times.arguments[1] == THIS
    return times.name == "count" or times == Term("power", (THIS,))


def ways(said: Term) -> tuple[tuple[str, ...], Argument] | None:
    """Return the pools of which an effect adds one, and how many times; None for other effects, and for those not
    modelled.
    """
    first = said.arguments[0] if said.arguments else None
    if said.name == "add_mana" and isinstance(first, str):
        return (first,), said.arguments[1] if len(said.arguments) > 1 else 1
    if said.name == "add_mana_of" and all(isinstance(one, str) for one in said.arguments):
        return tuple(str(one) for one in said.arguments), 1
    if said.name == "add_mana_any_color" and first is not None:
        return tuple(f"{{{letter}}}" for letter in COLORS), first
    if said.name == "add_mana_any_combination" and isinstance(first, int) and first <= MOST_COMBINED:
        return _combined(COLORS, first), 1
    if said.name == "add_mana_combination" and isinstance(first, int) and first <= MOST_COMBINED:
        return _combined([letter for one in said.arguments[1:] for letter in symbols(str(one))], first), 1
    return None


def _combined(letters: Iterable[str], count: int) -> tuple[str, ...]:
    return tuple("".join(f"{{{one}}}" for one in many) for many in combinations_with_replacement(letters, count))


def mana_facts(mana: str | None) -> Iterator[Fact]:
    """Yield facts of a mana cost: colored mana, generic mana, X, and symbols that can be paid in several ways."""
    fixed: Counter[str] = Counter()
    generic = variable = 0
    choices: list[list[str]] = []
    for symbol in symbols(mana or ""):
        if symbol.isdigit():
            generic += int(symbol)
        elif symbol == "X":
            variable += 1
        elif symbol in LETTERS:
            fixed[symbol] += 1
        else:
            choices.append([_option(part) for part in symbol.split("/")])
    yield "cost_colored", (pool_term(fixed),)
    yield "cost_generic", (generic,)
    yield "cost_choices", (len(choices),)
    if variable:
        yield "cost_x", (variable,)
    for number, options in enumerate(choices, 1):
        for option in options:
            yield "cost_option", (number, option)


def _option(part: str) -> str:
    """One part of a symbol that can be paid in several ways, as a term; `asp/rules/118_costs.lp` says what pays it."""
    if part.isdigit():
        return f"generic({part})"
    return {"P": "phyrexian", "S": "snow"}.get(part, f'mana("{part}")')


def other_facts(cost: Cost) -> Iterator[Fact]:
    """Yield facts of the other parts of a cost, besides mana and without filters."""
    if cost.life is not None:
        yield "cost_life", (cost.life,)
    for part in PARTS:
        if (chosen := getattr(cost, part)) is not None:
            if chosen.total_power is not None:
                yield "cost_total", (part, chosen.total_power)
            elif chosen.count == "X":
                yield "cost_part_x", (part,)
            else:
                yield "cost_part", (part, chosen.count)
