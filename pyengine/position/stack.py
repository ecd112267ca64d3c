"""The stack as a model leaves it: what targets what, in which order it lies, and abilities that have come onto it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import clingo

from pyengine.files.fields import MAX_NAME, Fixed
from pyengine.position.delayed_fields import words_of
from pyengine.position.fluents import TARGETS
from pyengine.position.model import ZONES, AbilityOnStack, AssignedDamage, BoardFile, ObjectState
from pyengine.solving.solver import Shown, function, string

_FIELDS: dict[str, Callable[[list[clingo.Symbol], Callable[[clingo.Symbol], str]], Any]] = {
    "kind": lambda terms, name: terms[0].string,
    "source": lambda terms, name: name(terms[0]),
    "controller": lambda terms, name: terms[0].string,
    "number": lambda terms, name: terms[0].number,
    "card": lambda terms, name: terms[0].string,
    "keyword": lambda terms, name: terms[0].string,
    "text": lambda terms, name: terms[0].string,
    "modes": lambda terms, name: tuple(n + 1 for n in range(31) if terms[0].number >> n & 1),
    "chapter": lambda terms, name: True,
    "source_transformed": lambda terms, name: True,
    "x": lambda terms, name: terms[0].number,
    "event_object": lambda terms, name: name(terms[0]),
    "event_player": lambda terms, name: terms[0].string,
    "event_amount": lambda terms, name: terms[0].number,
    "event_other": lambda terms, name: name(terms[0]),
}
"""The terms `said_of_ability(Object,What)` and their readers."""
_CALLED = {"number": "ability"}
"""The field of a board file, where it is called otherwise."""


_WORDS = {"triggered": "trigger", "activated": "ability", "combat damage": "combat damage"}
"""The names of objects on the stack, by their kinds."""


class Stack:
    """The stack of the last board. An object that is in no file yet has a term as its id, and gets a name."""

    def __init__(self, board: BoardFile, shown: Shown) -> None:
        self._places = {thing: place.number for thing, place in shown.get("stacked", ())}
        self._said: dict[clingo.Symbol, dict[str, list[clingo.Symbol]]] = {}
        for thing, what in shown.get("said_of_ability", ()):
            self._said.setdefault(thing, {})[what.name] = what.arguments
        self._damage: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        for thing, what in shown.get("said_of_damage", ()):
            self._damage.setdefault(thing, []).append(what)
        self._names = ability_names(board, shown)
        self.words = words_of(shown, self._name) if "says_as_it_waits" in shown else {}
        """The effects of delayed abilities."""
        self._place_of = {self._name(thing): place for thing, place in self._places.items()}
        self._targets: dict[str, dict[int, str | None]] = {}
        fluent = TARGETS.fluents["targets"]
        for thing, place, target in shown.get("aims_at", ()):
            aimed_at = self._names.get(target) or fluent.value.read([target])
            self._targets.setdefault(self._name(thing), {})[place.number] = aimed_at

    def name(self, thing: clingo.Symbol) -> str:
        """Return the name of an object, also of a new ability on the stack."""
        return self._name(thing)

    def _name(self, thing: clingo.Symbol) -> str:
        return thing.string if thing.type is clingo.SymbolType.String else self._names[thing]

    def targets(self, name: str) -> tuple[str | None, ...]:
        """The present targets of a spell or ability, by their places; none if it has no targets."""
        return tuple(target for _, target in sorted(self._targets.get(name, {}).items()))

    def _assigned(self, thing: clingo.Symbol) -> tuple[AssignedDamage, ...]:
        """The combat damage that an object on the stack deals as it resolves."""
        found = self._damage.get(thing, ())
        left: dict[str, dict[str, Any]] = {}
        for what in found:
            if what.name == "left":
                left.setdefault(what.arguments[0].string, {})
            elif what.name == "left_as":
                by, known = what.arguments
                said = left.setdefault(by.string, {})
                (word,) = known.arguments
                if known.name == "under":
                    said["controller"] = word.string
                else:
                    said["keywords"] = sorted([*said.get("keywords", ()), word.string])
        dealt = (
            {"by": by.string, "to": to.string, "damage": number.number, "left": left.get(by.string)}
            for by, to, number in (what.arguments for what in found if what.name == "assigned")
        )
        return tuple(map(AssignedDamage.model_validate, sorted(dealt, key=lambda one: (one["by"], one["to"]))))

    def still(self, ability: AbilityOnStack, vanished: Callable[[str | None], bool]) -> AbilityOnStack:
        """An ability that was on the stack before, and is."""
        changed: dict[str, Any] = {
            field: None for field in ("source", "event_object", "event_other") if vanished(getattr(ability, field))
        }
        if (targets := self.targets(ability.id)) != ability.targets:
            changed["targets"] = targets
        if (assigned := self._assigned(string(ability.id))) != ability.assigned:
            changed["assigned"] = assigned
        if self._said.get(string(ability.id), {}).get("source_transformed") is not None:
            changed["source_transformed"] = True
        if (words := self.words.get(string(ability.id))) is not None and dict(words.about) != dict(ability.about):
            changed["about"] = Fixed(words.about)
        return ability.model_copy(update=changed) if changed else ability

    def new(self) -> Iterator[AbilityOnStack]:
        """The abilities that have come onto the stack."""
        for thing, name in self._names.items():
            said = {
                _CALLED.get(what, what): _FIELDS[what](terms, self._name) for what, terms in self._said[thing].items()
            }
            targets = self.targets(name)
            if (words := self.words.get(thing)) is not None:
                said |= {"does": words.does, **({"about": words.about} if words.about else {})}
            if assigned := self._assigned(thing):
                said["assigned"] = assigned
            yield AbilityOnStack.model_validate(
                {"id": name, "source": None, **said, **({"targets": targets} if targets else {})}
            )

    def in_order(self, items: Iterable[ObjectState | AbilityOnStack]) -> tuple[ObjectState | AbilityOnStack, ...]:
        """The objects on the stack, bottom first."""
        return tuple(sorted(items, key=lambda item: self._place_of[item.id]))


def ability_names(board: BoardFile, shown: Shown) -> dict[clingo.Symbol, str]:
    """Names for the abilities on the stack that no file names, bottom first: `scales trigger 1`, `ox ability 2`."""
    if "said_of_ability" not in shown:  # as a rule, and there are many outcomes
        return {}
    there = {item.id for item in board.stack if isinstance(item, AbilityOnStack)}
    new: dict[clingo.Symbol, int] = {}
    source: dict[clingo.Symbol, clingo.Symbol] = {}
    word: dict[clingo.Symbol, str] = {}
    places = {thing: place.number for thing, place in shown.get("stacked", ())}
    for thing, what in shown.get("said_of_ability", ()):
        if thing.type is not clingo.SymbolType.String or thing.string not in there:
            new[thing] = places[thing]
            if what.name == "source":
                source[thing] = what.arguments[0]
            elif what.name == "kind":
                word[thing] = _WORDS[what.arguments[0].string]
    if not new:
        return {}
    taken = _taken(board, shown)
    names: dict[clingo.Symbol, str] = {}
    for thing in sorted(new, key=lambda one: new[one]):
        if thing.type is clingo.SymbolType.String:
            names[thing] = thing.string
            continue
        of = source.get(thing)
        whose = "" if of is None else names.get(of) or (of.string if of.type is clingo.SymbolType.String else "")
        names[thing] = _free(f"{whose[: MAX_NAME - 20]} {word.get(thing, 'trigger')}".strip(), taken)
        taken.add(names[thing])
    return names


def named(term: clingo.Symbol, names: Mapping[clingo.Symbol, str]) -> clingo.Symbol:
    """A term with names for the abilities that it speaks of."""
    if not names:
        return term
    if term in names:
        return string(names[term])
    if term.type is not clingo.SymbolType.Function or not term.arguments:
        return term
    return function(term.name, *(named(part, names) for part in term.arguments))


def _taken(board: BoardFile, shown: Shown) -> set[str]:
    """The names of everything there is, or was on the way."""
    items = [item for zone in ZONES for item in getattr(board, zone)]
    parts = [part.id for item in items if isinstance(item, ObjectState) for part in item.merged]
    made = [thing.string for thing, _ in shown.get("made_of", ())]
    return {*board.players, *(item.id for item in items), *parts, *made}


def _free(name: str, taken: Collection[str]) -> str:
    number = 1
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
