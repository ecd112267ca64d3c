"""Properties over all boards within bounds: a proof, or the board that breaks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import clingo

from pyengine import arguments
from pyengine.abilities import card_facts
from pyengine.board import Board
from pyengine.errors import InputError
from pyengine.facts import edition_number
from pyengine.kinds import checked_kind, kind_facts
from pyengine.program import Timeline
from pyengine.questions import candidate
from pyengine.quoting import quoted
from pyengine.references import check_date
from pyengine.solver import deadline_after
from pyengine.statements import asp_directory
from pyengine.terms import FactWriter, quote
from pyengine.vocabulary import CardText
from pyengine.writing import phrase

MAX_OBJECTS = 20
"""Most permanents on the boards of a space."""

MAX_COUNTERS = 1000
"""Most counters of a kind on each of them."""


@dataclass(frozen=True)
class Space:
    """The boards looked at: up to `objects` permanents of two players, each on one of the cards, with up to
    `most` counters of each kind, under the rules of a date."""

    cards: Mapping[str, CardText]
    objects: int = 3
    kinds: Sequence[str] = ("+1/+1", "-1/-1", "charge")
    most: int = 4
    rules: str | None = None


@dataclass(frozen=True)
class Proof:
    """The property holds on every board of the space, or fails on `counterexample` when `action` is done."""

    holds: bool
    counterexample: Board | None = None
    action: str | None = None


def properties() -> list[str]:
    """The properties there are."""
    return sorted(path.stem for path in (asp_directory() / "properties").glob("*.lp"))


def prove(property_name: str, space: Space, *, timeout: float | None = None) -> Proof:
    """Search the whole space in one solve for a board that breaks a property of `asp/properties`.

    Raises `InputError` for a property there is none of, or a date without rules, and `Interrupted` once `timeout`
    seconds have passed; a part of the program that is being grounded is grounded to its end first.
    """
    if property_name not in properties():
        raise InputError(f"no property is called {quoted(property_name)}; there are: {', '.join(properties())}")
    check_date(space.rules)
    arguments.whole(space.objects, "permanents", 1, MAX_OBJECTS)
    arguments.whole(space.most, "counters", 1, MAX_COUNTERS)
    space = replace(space, kinds=tuple(map(checked_kind, arguments.texts(space.kinds, "kinds"))))
    for name, card in arguments.mapping(space.cards, "cards").items():
        if not isinstance(card, CardText):
            raise InputError(f"expected the definition of {quoted(name)}, found {quoted(card)}")
    facts = FactWriter()
    facts.add("edition", edition_number(space.rules))
    for player in ("p1", "p2"):
        facts.add("player", quote(player))
        facts.add("life", 0, quote(player), 20)
    facts.add("active", quote("p1"))
    facts.add("priority", quote("p1"))
    for number in range(space.objects):
        facts.add("slot", quote(f"o{number + 1}"))
    for name, card in space.cards.items():
        facts.add("printed", quote(name))
        card_facts(facts, name, card)
    for kind in space.kinds:
        facts.add("asked_kind", quote(kind))
    facts.add("most", space.most)
    text = facts.text() + "\n".join(kind_facts(space.kinds)) + "\n"
    timeline = Timeline(
        text,
        ["questions/space.lp"],
        files=[f"properties/{property_name}.lp"],
        deadline=deadline_after(timeout),
    )
    timeline.instruct()
    timeline.ground(("property", 0))
    timeline.ground(("violated", 0))
    for model in timeline.models():
        return _counterexample(space, model.symbols(shown=True))
    return Proof(True)


def _counterexample(space: Space, symbols: Sequence[clingo.Symbol]) -> Proof:
    objects: dict[str, dict[str, object]] = {}
    action = ""
    for symbol in symbols:
        name, arguments = symbol.name, symbol.arguments
        if name == "occurs":
            action = phrase(candidate(arguments[1]))
        elif name == "zone" and arguments[0].number == 0:
            objects.setdefault(arguments[1].string, {})["id"] = arguments[1].string
        elif name == "card_of":
            objects.setdefault(arguments[0].string, {})["card"] = arguments[1].string
        elif name == "controller" and arguments[0].number == 0:
            objects.setdefault(arguments[1].string, {})["controller"] = arguments[2].string
        elif name == "counters" and arguments[0].number == 0:
            counters = objects.setdefault(arguments[1].string, {}).setdefault("counters", {})
            counters[arguments[2].string] = arguments[3].number  # type: ignore[index]
    data = {
        **({"rules": space.rules} if space.rules else {}),
        "players": {"p1": {}, "p2": {}},
        "battlefield": [objects[name] for name in sorted(objects)],
        "cards": {
            name: card.model_dump(mode="json", exclude_defaults=True, exclude={"name"})
            for name, card in space.cards.items()
        },
    }
    return Proof(False, Board.from_data(data), action)
