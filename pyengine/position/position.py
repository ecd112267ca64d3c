"""A position, as questions are asked about it: a board file's model with its cards, and the facts of both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pyengine.cards import catalog
from pyengine.cards.catalog import Card, Said
from pyengine.errors import InvalidBoardError
from pyengine.files import arguments
from pyengine.files.document import Document
from pyengine.files.fields import MAX_NAME
from pyengine.files.quoting import quoted
from pyengine.position import references
from pyengine.position.board_facts import board_facts
from pyengine.position.characteristics import Characteristics
from pyengine.position.model import ZONES, BoardFile, ObjectState, PlayerState, compact

if TYPE_CHECKING:
    from pyengine.card_model.card import CardText


_WORDS = re.compile(r"[^\s,]+")
_IN_ANY_NAME = frozenset(("a", "an", "and", "for", "from", "in", "into", "it", "of", "on", "that", "the", "to", "with"))
"""Words of names that name no card by themselves."""


class Position:
    """Immutable position: objects and their zones.

    `pyengine.Board` adds the questions.

    `document` is where it was read from, for messages that name lines; `viewer` the player whose view it is, if any.
    """

    def __init__(
        self,
        model: BoardFile,
        document: Document | None = None,
        viewer: str | None = None,
        undone: frozenset[str] = frozenset(),
    ) -> None:
        """A position from its model.

        `undone` has changes of the rules that are asked about the other way: not made, or still there.

        Raises `InvalidBoardError` for ids used twice or that name nothing, and `UnknownCardError` for cards nobody
        defines.
        """
        references.check(model, document)
        self._model = references.with_card_names(model)
        self._document = document
        self._viewer = viewer
        self._undone = undone

    def with_model(self, model: BoardFile, characteristics: Mapping[str, Characteristics] | None = None) -> Self:
        """Another model of the same cards, seen by the same player; its characteristics, if they are known already."""
        found = type(self)(model, None, self._viewer, self._undone)
        found._know(characteristics)
        return found

    def _know(self, characteristics: Mapping[str, Characteristics] | None) -> None:
        """Remember what objects are, if that was worked out on the way here."""

    @property
    def model(self) -> BoardFile:
        """The position as it is in a board file."""
        return self._model

    def to_data(self) -> dict[str, Any]:
        """Plain data in the shape of a board file, without what is the default. Loads to an equal board."""
        return compact(self.model)

    @property
    def viewer(self) -> str | None:
        """The player whose view this is, from `seen_by`; None for a full position."""
        return self._viewer

    @cached_property
    def objects(self) -> Mapping[str, ObjectState]:
        """All objects, by id, in every zone."""
        items = (item for zone in ZONES for item in getattr(self.model, zone))
        return MappingProxyType({item.id: item for item in items if isinstance(item, ObjectState)})

    def where(self, name: str) -> str:
        """ "file:line:column" of an object or player; empty if the board was not read from a file."""
        if self._document is not None:
            for path, item in references.items(self.model):
                if item.id == name:
                    return self._document.where(path)
            if name in list(self.model.players):
                return self._document.where(("players", name), key=True)
        return ""

    def at(self, name: str) -> ObjectState | PlayerState:
        """The object or player with this id. Raises `InvalidBoardError`."""
        if not isinstance(name, str) or (name not in self.objects and name not in self.model.players):
            raise InvalidBoardError(f"nothing on the board is called {quoted(name)}{self.close_to(name)}")
        return self.objects[name] if name in self.objects else self.model.players[name]

    def close_to(self, name: object) -> str:
        """Suggest an id for one that names nothing, as the end of a message; empty if nothing is close."""
        known = get_close_matches(str(name)[:MAX_NAME], [*self.objects, *self.model.players], 3)
        return f"; did you mean {' or '.join(known)}?" if known else ""

    def object_called(self, words: str) -> str:
        """The id of the one object that words name: an id in any case, the name of its card, or a word of that.

        Raises `InvalidBoardError` if that names nothing, or several objects.
        """
        if words in self.objects:
            return words
        found = self.all_called(words)
        if len(found) == 1:
            return found[0]
        if found:
            raise InvalidBoardError(f"{quoted(words)} could be {' or '.join(found)}; name one by its id")
        raise InvalidBoardError(f"nothing on the board is called {quoted(words)}{self.close_to(words)}")

    def all_called(self, words: str) -> tuple[str, ...]:
        """The ids of objects that words name; if there are none, of those whose card has the word in its name."""
        said = words.casefold()
        if (found := self.bearers().get(said)) is not None or said in _IN_ANY_NAME:
            return found or ()
        return tuple(item.id for item in self.objects.values() if said in _WORDS.findall((item.card or "").casefold()))

    def bearers(self) -> dict[str, tuple[str, ...]]:
        """The ids of objects by other names of theirs in lower case: the id, its card, and that up to a comma."""
        found: dict[str, dict[str, None]] = {}
        for item in self.objects.values():
            card = item.card or ""
            for name in filter(None, (item.id, card, card.partition(",")[0])):
                found.setdefault(name.casefold(), {})[item.id] = None
        return {name: tuple(ids) for name, ids in found.items()}

    def counters(self, name: str) -> dict[str, int]:
        """The counters on an object or player. Raises `InvalidBoardError` for an unknown id."""
        state = self.at(name)
        return {kind: counter.count for kind, counter in state.counters.items() if counter.count}

    @cached_property
    def cards(self) -> Mapping[str, CardText]:
        """The definition of every card the board names."""
        return MappingProxyType({name: self.definition(name) for name in self._cards})

    def definition(self, name: str) -> CardText:
        """The definition of a card that the board names, with its text as abilities."""
        own = self.model.cards
        return catalog.worked_out(name, own[name] if name in own else catalog.definition(name))

    @property
    def card_names(self) -> tuple[str, ...]:
        """The names of the cards that the board names."""
        return tuple(self._cards)

    def said(self, name: str) -> Said:
        """Return parts of a card that the board names, as its file has them."""
        return self.card(name).said or catalog.said(self.definition(name))

    @cached_property
    def _cards(self) -> Mapping[str, Card]:
        return references.cards_named(self.model)

    def card(self, name: str) -> Card:
        """A card of the board's file or of the library. Raises `UnknownCardError`."""
        return references.card(self.model, arguments.text(name, "the name of a card"))

    def place_of_card(self, name: str) -> int:
        """The place of a card among all that the board names; after them, if it names no such card."""
        return self._places_of_cards.get(name, len(self._places_of_cards))

    @cached_property
    def _places_of_cards(self) -> Mapping[str, int]:
        return {name: place for place, name in enumerate(self._cards)}

    def kinds(self) -> frozenset[str]:
        """Every kind of counter that the board or a card on it speaks of."""
        return references.kinds_named(self.model, self._cards.values())

    def tokens(self) -> dict[str, int]:
        """The cards of tokens that cards on the board may create, each with how many ids are to be ready."""
        found: dict[str, int] = {}
        for card in self._cards.values():
            for name, count in card.tokens.items():
                found[name] = found.get(name, 0) + count
        multiplied = sum(any("more_tokens(" in fact for fact in card.facts) for card in self._cards.values())
        return {name: count * 3**multiplied for name, count in found.items()} if multiplied else found

    def facts(self) -> str:
        """The board as facts of the logic program."""
        return self._facts

    @cached_property
    def _facts(self) -> str:
        return board_facts(self.model, self._cards.values(), self._viewer, self._undone)


P = TypeVar("P", bound=Position)
"""A position, or a board: what is asked about, and what an outcome leads to, are of one class."""
