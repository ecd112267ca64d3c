"""Costs and mana as facts: what a printed cost asks for, symbol by symbol (107.4, 202.1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pyengine.text.terms import Clause, Effects

if TYPE_CHECKING:
    from pyengine.cards.vocabulary import Cost

LETTERS = ("W", "U", "B", "R", "G", "C")
"""Kinds of mana, by the letters of their symbols, in the order in which a pool lists them; C is colorless."""

Fact = tuple[str, tuple[str | int, ...]]

PARTS = ("discard", "reveal", "return_to_hand", "sacrifice", "tap", "exile_from_graveyard")
"""What of a cost is paid by choosing cards or permanents."""


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


def made_mana(effects: Effects) -> list[dict[str, int]] | None:
    """The pools of which an effect adds one, if that is all it does and it is known which; None if not (605.1a)."""
    if len(effects.clauses) != 1 or effects.targets or effects.modes is not None:
        return None
    [clause] = effects.clauses
    said = clause.does
    if clause != Clause(said):
        return None
    if said.name in ("add_mana", "add_mana_of") and all(isinstance(one, str) for one in said.arguments):
        return [pool(str(one)) for one in said.arguments]
    if said.name == "add_mana_any_color" and isinstance(said.arguments[0], int):
        return [{letter: said.arguments[0]} for letter in LETTERS if letter != "C"]
    return None


def mana_facts(mana: str | None) -> Iterator[Fact]:
    """What a mana cost asks for: colored mana, generic mana, X, and symbols that can be paid in several ways."""
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
    """One part of a symbol that can be paid in several ways, as a term; `asp/118_costs.lp` says what pays it."""
    if part.isdigit():
        return f"generic({part})"
    return {"P": "phyrexian", "S": "snow"}.get(part, f'mana("{part}")')


def other_facts(cost: Cost) -> Iterator[Fact]:
    """What a cost asks for beside mana, but for its filters."""
    if cost.life is not None:
        yield "cost_life", (cost.life,)
    for part in PARTS:
        if (chosen := getattr(cost, part)) is not None:
            yield "cost_part", (part, chosen.count)
