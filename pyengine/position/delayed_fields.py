"""Delayed triggered abilities as a model leaves them: what waits, what it does in words, and what these speak of.

The same words stand for an ability on the stack that an effect has set up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import clingo

from pyengine.compiler.delayed_words import ALL_NAMES, LASTING, WAITS
from pyengine.files.fields import MAX_NAME
from pyengine.position.model import BoardFile, Delayed
from pyengine.solving.solver import Shown

Name = Callable[[clingo.Symbol], str]


class Words(NamedTuple):
    """The effect of an ability, and the meaning of names in it."""

    does: str
    about: Mapping[str, tuple[str, ...]]


def words_of(shown: Shown, name: Name) -> dict[clingo.Symbol, Words]:
    """The effect of each delayed ability."""
    text = {item: said.string for item, said in shown.get("says_as_it_waits", ())}
    called: dict[clingo.Symbol, dict[int, str]] = {}
    meant: dict[clingo.Symbol, dict[int, list[str]]] = {}
    for item, place, own in shown.get("item_is_called", ()):
        called.setdefault(item, {})[place.number] = own.string
    for item, place in shown.get("speaks_later_of", ()):
        meant.setdefault(item, {}).setdefault(place.number, [])
    for item, place, who in shown.get("means_later", ()):
        meant.setdefault(item, {}).setdefault(place.number, []).append(name(who))
    for item, number, value in shown.get("counts_later", ()):
        text[item] = re.sub(rf"\b{number.number}\b", str(value.number), text[item])
    found = {}
    for item, said in text.items():
        names = {
            place: called.get(item, {}).get(place, ALL_NAMES[min(place, len(ALL_NAMES) - 1)])
            for place in meant.get(item, {})
        }
        about = {names[place]: tuple(sorted(who)) for place, who in sorted(meant.get(item, {}).items())}
        found[item] = Words(said, {one: who for one, who in about.items() if who != (one,)})
    return found


def delayed_abilities(board: BoardFile, shown: Shown, name: Name) -> tuple[Delayed, ...]:
    """The delayed abilities of the last board: those of the board before, then new ones."""
    said: dict[clingo.Symbol, dict[str, Any]] = {}
    for item, what in shown.get("said_of_delayed", ()):
        said.setdefault(item, {})[what.name] = _value(what, name)
    words = words_of(shown, name)
    order = {one.id: place for place, one in enumerate(board.delayed)}
    taken = {*order, *board.players} | {item.id for zone in ("battlefield", "stack") for item in getattr(board, zone)}
    found = []
    for item in sorted(said, key=lambda one: _place(one, order)):
        called = item.string if item.type is clingo.SymbolType.String else _free(said[item].get("source"), taken)
        taken.add(called)
        about = {"about": words[item].about} if words[item].about else {}
        found.append(Delayed.model_validate({"id": called, "does": words[item].does, **about, **said[item]}))
    return tuple(found)


_AT = {(one.arguments[0], one.arguments[1]): words for words, one in WAITS.items()}

_UNTIL = {duration: words for words, duration in LASTING.items()}


def _value(what: clingo.Symbol, name: Name) -> Any:
    if what.name == "at":
        step, whose = (one.string for one in what.arguments)
        return _AT[step, "next" if whose == "next turn" else whose]
    if what.name == "source":
        return name(what.arguments[0])
    if what.name == "until":
        return _UNTIL[what.arguments[0].string]
    return what.arguments[0].number if what.name == "x" else what.arguments[0].string


def _place(item: clingo.Symbol, order: Mapping[str, int]) -> tuple[int, int, str]:
    if item.type is clingo.SymbolType.String:
        return 0, order[item.string], ""
    return 1, item.arguments[0].number, str(item)


def _free(source: str | None, taken: set[str]) -> str:
    whose = f"{(source or '')[: MAX_NAME - 20]} later".strip()
    number = 1
    while f"{whose} {number}" in taken:
        number += 1
    return f"{whose} {number}"
