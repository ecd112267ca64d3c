"""The limits of an answer, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from pyengine.answers import render
from pyengine.answers.notes import Note, cut_short
from pyengine.asking.note_atoms import (
    NOT_MODELLED_NAMES,
    OF_INSTRUCTIONS,
    REMARKS,
)
from pyengine.glossary.editions import NEWEST, NEWEST_DATE, edition_number
from pyengine.position.position import Position


def remarks(
    board: Position, symbols: Iterable[clingo.Symbol], instruction: clingo.Symbol | None = None
) -> tuple[list[Note], list[Note]]:
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
    told: tuple[list[Note], list[Note]] = ([], [])
    for name, place in sorted(there, key=lambda one: (board.place_of_card(one[0]), one)):
        told[0 if there[name, place] else 1].append(_not_modelled(board, name, place))
    for what, rule in sorted(then):
        words = f"not modelled for {board.model.rules}: {what} (now {rule})"
        told[0 if then[what, rule] else 1].append(Note(words, "not_modelled_then", board.model.rules, rule, what))
    return told


_REMARKED = {name: name.startswith("remark_applies") for name, _ in REMARKS}
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
        words = f"rules newer than those of {NEWEST_DATE} are not known; answered by those"
        found.append(Note(words, "newer_rules", board.model.rules, NEWEST_DATE))
    # The order is that of the words, however the solver came upon them.
    found += sorted(filter(None, map(_note, symbols)))
    return tuple(dict.fromkeys(found))


def not_listed(
    board: Position, without_list: Iterable[Sequence[clingo.Symbol]], remarked: Iterable[Sequence[clingo.Symbol]]
) -> tuple[str, ...]:
    """The uses that no list contains, in words, from the rules' `not_listed` and `noted_use`."""
    told = {_limit(what) for _, what in without_list}
    told |= {_not_modelled(board, card.string, place.number) for card, place in remarked}
    return tuple(sorted(told))


def _not_modelled(board: Position, card: str, place: int) -> Note:
    text = board.card(card).remarks[place - 1]
    return Note(f"not modelled on {card}: {text}", "not_modelled", card, text)


def _limit(what: clingo.Symbol) -> Note:
    """The note of a limit of the rules, with its term as code and data."""
    return Note(render.words(what, render.LIMITS), what.name, *map(render.plain, what.arguments))


def _note(symbol: clingo.Symbol) -> Note | None:
    """The note of an atom; None for other atoms."""
    match symbol.name:
        case "limit":
            return _limit(symbol.arguments[1])
        case "cut_short":
            found = _limit(symbol.arguments[1])
            return cut_short(found, found.code, *found.data)
        case "too_large":
            what = render.plain(symbol.arguments[1])
            return cut_short(f"a number for {what} is too large to work with", "too_large", what)
        case _:
            return None
