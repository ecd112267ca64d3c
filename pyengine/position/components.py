"""Components of merged permanents: to facts, and back as changes come in (730.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import clingo

from pyengine.position.model import Component, ObjectState
from pyengine.solving.asp_terms import FactWriter, quote


def component_facts(facts: FactWriter, name: str, state: ObjectState, owner: str) -> None:
    """The components of a merged permanent; its own card has place 0."""
    if state.covered_face_down:
        facts.add("face_down_beneath", 0, name)
    over = sum(component.over for component in state.merged)
    for number, component in enumerate(state.merged):
        place = number - over if number < over else number - over + 1
        part = quote(component.id)
        facts.add("object", part)
        if component.card is not None:
            facts.add("card_of", part, quote(component.card))
        else:
            facts.add("hidden_card", part)
        facts.add("owner", part, quote(component.owner or owner))
        facts.add("merged", 0, part, name, place)
        if component.token:
            facts.add("token", part)
        if component.face_down:
            facts.add("face_down_beneath", 0, part)


class Components:
    """The components of every merged permanent among some objects."""

    def __init__(self, items: Iterable[ObjectState]) -> None:
        self.as_objects: dict[str, ObjectState] = {}
        self._places: dict[str, tuple[str, int, Component]] = {}
        self._before: dict[str, dict[str, Any]] = {}
        self.beneath: set[str] = set()
        for item in items:
            over = sum(component.over for component in item.merged)
            for number, component in enumerate(item.merged):
                place = number - over + (number >= over)
                self._places[component.id] = item.id, place, component
                owner = component.owner or item.owner or item.controller
                self.as_objects[component.id] = ObjectState.model_validate(
                    {"id": component.id, "card": component.card, "owner": owner, "token": component.token}
                )
                if component.face_down:
                    self.beneath.add(component.id)
            if item.covered_face_down:
                self.beneath.add(item.id)
        self._hosts = {host for host, _, _ in self._places.values()} | self.beneath - self._places.keys()
        self._before = {host: self.of(host) for host in self._hosts}

    def join(self, terms: list[clingo.Symbol], objects: Mapping[str, ObjectState]) -> None:
        """Something has merged with a permanent: `merged(Component,Object,Place)`."""
        name, host, place = terms[0].string, terms[1].string, terms[2].number
        item = objects[name]
        component = Component.model_validate(
            {"id": name, "card": item.card, "owner": item.owner or item.controller, "token": item.token}
        )
        self._places[name] = host, place, component
        self._hosts.add(host)

    def leave(self, terms: list[clingo.Symbol]) -> None:
        """A component is part of its permanent no more."""
        self._places.pop(terms[0].string, None)

    def cover(self, terms: list[clingo.Symbol]) -> None:
        """A card lies face down beneath the topmost component."""
        self.beneath.add(terms[0].string)

    def uncover(self, terms: list[clingo.Symbol]) -> None:
        """It does not, any more."""
        self.beneath.discard(terms[0].string)

    def of(self, host: str) -> dict[str, Any]:
        """The components that a permanent's fields list."""
        mine = sorted((place, name, part) for name, (whose, place, part) in self._places.items() if whose == host)
        merged = tuple(
            part.model_copy(update={"over": place < 0, "face_down": name in self.beneath}) for place, name, part in mine
        )
        return {"merged": merged, "covered_face_down": host in self.beneath}

    def changed(self) -> list[str]:
        """The permanents whose fields change."""
        hosts = self._hosts | (self.beneath - self._places.keys())
        return sorted(host for host in hosts if self.of(host) != self._before.get(host, _NO_COMPONENTS))


_NO_COMPONENTS: dict[str, Any] = {"merged": (), "covered_face_down": False}
