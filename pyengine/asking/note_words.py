"""The limits of an answer, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from pyengine.answers import render
from pyengine.asking.note_atoms import (
    NOT_MODELLED_NAMES,
    OF_INSTRUCTIONS,
    REMARKS,
)
from pyengine.glossary.editions import NEWEST, NEWEST_DATE, edition_number
from pyengine.position.position import Position


def remarks(
    board: Position, symbols: Iterable[clingo.Symbol], instruction: clingo.Symbol | None = None
) -> tuple[list[str], list[str]]:
    """Effects of cards and of older editions that are not modelled: those that could change the answer, and the others.

    Notes about single instructions are included for all of them, or for the given one.
    """
    there: dict[tuple[str, int], bool] = {}
    then: dict[tuple[str, str], bool] = {}
    for symbol in symbols:
        name = symbol.name
        if name not in NOT_MODELLED_NAMES or (
            name in OF_INSTRUCTIONS and instruction not in (None, symbol.arguments[1])
        ):
            continue
        first, second = symbol.arguments[-2:]
        if name in _REMARKED:
            one = first.string, second.number
            there[one] = there.get(one, False) or _REMARKED[name]
        else:
            difference = second.string, first.string
            then[difference] = then.get(difference, False) or name != "differs_then"
    told: tuple[list[str], list[str]] = ([], [])
    for name, place in sorted(there, key=lambda one: (board.place_of_card(one[0]), one)):
        text = f"not modelled on {name}: {board.card(name).remarks[place - 1]}"
        told[0 if there[name, place] else 1].append(text)
    for what, rule in sorted(then):
        told[0 if then[what, rule] else 1].append(f"not modelled for {board.model.rules}: {what} (now {rule})")
    return told


_REMARKED = {name: name.startswith("noted") for name, _ in REMARKS}
"""The atoms that `remarks` looks for, and whether they say that a remark could have changed the answer."""


def other_caveats(
    board: Position, symbols: Iterable[clingo.Symbol], instruction: clingo.Symbol | None = None
) -> tuple[str, ...]:
    """The limits that could not have changed an answer, in words."""
    return tuple(dict.fromkeys(remarks(board, symbols, instruction)[1]))


def all_caveats(board: Position, symbols: Sequence[clingo.Symbol]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both: what an answer could have been changed by, and what it could not."""
    return caveats(board, symbols), other_caveats(board, symbols)


def caveats(
    board: Position, symbols: Sequence[clingo.Symbol], instruction: clingo.Symbol | None = None
) -> tuple[str, ...]:
    """The limits that could have changed an answer about this board, in words.

    Notes about single instructions are included for all of them, or for the given one.
    """
    found = remarks(board, symbols, instruction)[0]
    if edition_number(board.model.rules) > NEWEST:
        found.append(f"rules newer than those of {NEWEST_DATE} are not known; answered by those")
    # The order is that of the words, however the solver came upon them.
    found += sorted(_note(board, symbol) for symbol in symbols)
    return tuple(dict.fromkeys(filter(None, found)))


def not_listed(
    board: Position, without_list: Iterable[Sequence[clingo.Symbol]], remarked: Iterable[Sequence[clingo.Symbol]]
) -> tuple[str, ...]:
    """The uses that no list contains, in words, from the rules' `not_listed` and `noted_use`."""
    told = {render.words(what, render.LIMITS) for _, what in without_list}
    for card, place in remarked:
        told.add(f"not modelled on {card.string}: {board.card(card.string).remarks[place.number - 1]}")
    return tuple(sorted(told))


def _note(board: Position, symbol: clingo.Symbol) -> str:
    """The words of a note; empty for other atoms."""
    match symbol.name:
        case "limit":
            return render.words(symbol.arguments[1], render.LIMITS)
        case "cut_short":
            return CUT_SHORT + render.words(symbol.arguments[1], render.LIMITS)
        case "too_large":
            return f"{CUT_SHORT}a number for {render.plain(symbol.arguments[1])} is too large to work with"
        case _:
            return ""


CUT_SHORT = "cut short: "
"""The first words of the caveat of an incomplete answer."""


def is_complete(noted: Iterable[str]) -> bool:
    """True if no caveat says that the answer was cut short."""
    return not any(one.startswith(CUT_SHORT) for one in noted)
