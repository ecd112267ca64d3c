"""All boards of a space, by number; arithmetic alone gives the board of a number.

A board is a row of objects in the order of their timestamps, each in one of its ways: a card, its owner and
controller, some counters of each kind, and everything else that varies. Ids make no difference to the rules, so each
board occurs once, with the ids `o1`, `o2`, ...; on request under every naming.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import factorial, prod
from typing import Any, NamedTuple

from pyengine.board import Board
from pyengine.card_model.card import CardText
from pyengine.cards import catalog
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.quoting import quoted
from pyengine.phrases.counter_kinds import checked_kind
from pyengine.phrases.phrase_words import counted
from pyengine.position.model import BoardFile
from pyengine.position.references import check_date
from pyengine.proofs import space_cards
from pyengine.proofs.space import (
    MAX_COUNTERS,
    MAX_OBJECTS,
    PERMANENT,
    PLAYERS,
    Choices,
    SpaceFile,
    checked_varies,
    choices,
    editions,
)

BATTLEFIELD = "battlefield"

Row = dict[str, Any]


class Field(NamedTuple):
    """A varying field of an object or player, and its values; the first value applies where the field does not vary."""

    name: str
    values: Sequence[Any]


class Place(NamedTuple):
    """The owner, the controller and the zone of an object."""

    owner: str
    controller: str
    zone: str


class Numbered(NamedTuple):
    """A board by its numbers: of which edition, what its objects are called, which of its ways each is in, and which
    counters players have."""

    boards: Boards
    names: tuple[str, ...]
    ways: tuple[int, ...]
    of_players: int


@dataclass(frozen=True)
class Ways:
    """The ways that the object in a place of a line may be in: every combination of its fields on the battlefield, and
    elsewhere only another card of another player."""

    fields: tuple[Field, ...]
    cards: int
    """Number of values of the first field that are cards; the others are their back faces."""
    here: int
    """Number of values of the second field that are on the battlefield."""

    @cached_property
    def on_battlefield(self) -> int:
        """How many ways there are to be there."""
        return len(self.fields[0].values) * self.here * prod(len(one.values) for one in self.fields[2:])

    @cached_property
    def count(self) -> int:
        """How many ways there are."""
        return self.on_battlefield + self.cards * (len(self.fields[1].values) - self.here)

    def values(self, way: int) -> list[int]:
        """Return the index of each field's value."""
        if way >= self.on_battlefield:
            place, card = divmod(way - self.on_battlefield, self.cards)
            return [card, self.here + place, *(0 for _ in self.fields[2:])]
        found = []
        for number, field in enumerate(self.fields):
            way, value = divmod(way, self.here if number == 1 else len(field.values))
            found.append(value)
        return found


@dataclass(frozen=True)
class Boards:
    """All boards of up to `objects` permanents of two players, under the rules of a date.

    Each permanent is on one of the cards of the library or has one of the abilities of `space_cards`, with up to
    `most` counters of each kind; `varies` names everything else that varies. Raises `InputError` for an invalid
    space.
    """

    cards: tuple[str, ...]
    objects: int = 3
    kinds: tuple[str, ...] = ("+1/+1", "-1/-1", "charge")
    most: int = 4
    rules: str | None = None
    varies: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_date(self.rules)
        arguments.whole(self.objects, "permanents", 1, MAX_OBJECTS)
        arguments.whole(self.most, "counters", 0, MAX_COUNTERS)
        names = [catalog.definition(name).name or name for name in arguments.texts(self.cards, "cards")]
        kinds = list(map(checked_kind, arguments.texts(self.kinds, "kinds")))
        abilities = space_cards.cards(arguments.texts(self.abilities, "abilities"))
        if not names and not abilities:
            raise InputError("expected a card at least that the permanents may be")
        object.__setattr__(self, "cards", tuple(dict.fromkeys(names)))
        object.__setattr__(self, "kinds", tuple(dict.fromkeys(kinds)))
        object.__setattr__(self, "abilities", tuple(abilities))
        object.__setattr__(self, "varies", checked_varies(self.varies, self.rules))

    @classmethod
    def within(cls, given: SpaceFile) -> Boards:
        """The boards within bounds; those that are not given are as usual. Raises `InputError`."""
        cards = given.cards if given.cards or given.abilities else space_cards.DEFAULT_SPACE
        bounds = {name: getattr(given, name) for name in ("objects", "kinds", "most")}
        set_ones = {name: value for name, value in bounds.items() if value not in (None, (), [])}
        return cls(cards, rules=given.rules, varies=given.varies, abilities=given.abilities, **set_ones)

    def refuse_broken(self) -> None:
        """Raise `InputError` for a card that no board can have on the battlefield, as all of them do."""
        alone = self.ways(1, 0).fields
        for number, card in enumerate(self.names if {"face down", "zones"}.isdisjoint(self.varies) else ()):
            board = self.of(self.data([self.permanent(alone, "o1", [number, *(0 for _ in alone[1:])])]))
            if problems := board.status().problems:
                raise InputError(f"{quoted(card)} can't be on the boards: {problems[0]}")

    @property
    def names(self) -> tuple[str, ...]:
        """The cards that a permanent may be on: cards of the library, and cards of one ability."""
        return (*self.cards, *self.abilities)

    @cached_property
    def definitions(self) -> dict[str, CardText]:
        """The definitions of all these cards, and of the back faces they have."""
        found = {name: catalog.definition(name) for name in self.cards} | space_cards.cards(self.abilities)
        return found | {one.back: catalog.definition(one.back) for one in found.values() if one.back}

    @property
    def words(self) -> str:
        """The bounds in words."""
        kinds = f"up to {self.most} of each of {', '.join(self.kinds)} on each" if self.kinds else "without counters"
        also = f"; also varying: {', '.join(self.varies)}" if self.varies else ""
        fixed = [
            one for one in ("tapped", "phased out", "face down", "transformed", "attached") if one not in self.varies
        ]
        never = f"nothing is {', '.join(fixed[:-1])}{' or ' if fixed[:-1] else ''}{fixed[-1]}" if fixed else ""
        zones = "" if "zones" in self.varies else "nothing is in other zones"
        rest = ", and ".join(filter(None, [never, zones]))
        return (
            f"up to {self.objects} permanents of two players, in every order of their timestamps, each on one of "
            f"{counted(len(self.names), 'card')}, {kinds}{also}{f'; {rest}' if rest else ''}"
        )

    # --- which there are ------------------------------------------------------------------------------------------

    @cached_property
    def editions(self) -> tuple[Boards, ...]:
        """The boards of each edition, if that varies; else these."""
        if "edition" not in self.varies:
            return (self,)
        varies = tuple(one for one in self.varies if one != "edition")
        return tuple(replace(self, rules=date, varies=varies) for date in editions())

    @cached_property
    def _choices(self) -> Choices:
        return choices(self.kinds, self.rules)

    @cached_property
    def is_stamped(self) -> bool:
        """True if objects give their timestamps, because the order of the file does not."""
        return bool(self._choices.timed_kinds) or "zones" in self.varies

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The zones that objects are in."""
        return (BATTLEFIELD, *self._choices.elsewhere) if "zones" in self.varies else (BATTLEFIELD,)

    @cached_property
    def of_players(self) -> tuple[Field, ...]:
        """The varying fields of players: the number of counters that each has."""
        if "players" not in self.varies:
            return ()
        return tuple(Field(kind, range(self.most + 1)) for _ in PLAYERS for kind in self.kinds)

    def ways(self, size: int, place: int) -> Ways:
        """Return the ways of the object at a place of a board with `size` objects."""
        return self._ways[size][place]

    @cached_property
    def _ways(self) -> list[list[Ways]]:
        return [[self._ways_of(size, place) for place in range(size)] for size in range(self.objects + 1)]

    def _ways_of(self, size: int, place: int) -> Ways:
        cards: list[tuple[str, bool]] = [(name, False) for name in self.names]
        if "transformed" in self.varies:
            cards += [(name, True) for name in self.names if self.definitions[name].back is not None]
        owners = [(one, one) for one in PLAYERS]
        if "controllers" in self.varies:
            owners += [(one, other) for one, other in product(PLAYERS, PLAYERS) if one != other]
        places = [Place(*both, BATTLEFIELD) for both in owners]
        if "zones" in self.varies:
            places += [Place(player, player, zone) for zone in self.zones[1:] for player in PLAYERS]
        fields = [Field("card", cards), Field("place", places)]
        fields += [Field(kind, self._counters(kind, size, place)) for kind in self.kinds]
        fields += [Field(one, (False, True)) for one in ("tapped", "phased out") if one in self.varies]
        if "face down" in self.varies:
            fields.append(Field("face down", (None, *self._choices.causes)))
        if "damage" in self.varies:
            fields.append(Field("damage", range(self.most + 1)))
        if "attached" in self.varies:
            fields.append(Field("attached", (None, *(other for other in range(size) if other != place))))
        return Ways(tuple(fields), len(self.names), len(owners))

    def _counters(self, kind: str, size: int, place: int) -> Sequence[tuple[int, int | None]]:
        """How many there are of a kind, and when they were put if that matters."""
        if kind not in self._choices.timed_kinds:
            return [(count, None) for count in range(self.most + 1)]
        # Before its object too, which may have a new timestamp since it was turned over or attached (613.7e to 613.7g).
        times = [stamp_of(place), *(stamp_of(other) + 1 for other in range(-1, size))]
        return [(0, None), *product(range(1, self.most + 1), times)]

    @cached_property
    def _of_players(self) -> int:
        return prod(len(one.values) for one in self.of_players)

    @cached_property
    def _counts(self) -> list[list[int]]:
        """How many ways the object in each place of a board of each size may be in."""
        return [[one.count for one in several] for several in self._ways]

    def of_size(self, size: int, every: bool = False) -> int:
        """Count the boards with `size` objects; with `every`, each naming counts."""
        of_each = sum(prod(one._counts[size]) * one._of_players for one in self.editions)
        return of_each * (factorial(size) if every else 1)

    def count(self, every: bool = False) -> int:
        """How many boards there are; `every`, with each naming."""
        return sum(self.of_size(size, every) for size in range(self.objects + 1))

    @cached_property
    def _families(self) -> dict[bool, tuple[list[int], list[tuple[int, int, Boards]]]]:
        """The numbers at which the boards of each size and edition begin; how many of these have each naming."""
        found = {}
        for every in (False, True):
            starts, families, start = [], [], 0
            for size, boards in product(range(self.objects + 1), self.editions):
                lines = prod(boards._counts[size]) * boards._of_players
                starts.append(start)
                families.append((size, lines, boards))
                start += lines * (factorial(size) if every else 1)
            found[every] = starts, families
        return found

    # --- one of them ----------------------------------------------------------------------------------------------

    def numbered(self, number: int, every: bool = False) -> Numbered:
        """The board with a number, from 0. Those of one size, edition and naming stand together."""
        starts, families = self._families[every]
        place = bisect_right(starts, number) - 1
        size, lines, boards = families[place]
        number -= starts[place]
        names = tuple(f"{PERMANENT}{one + 1}" for one in range(size))
        if every:
            naming, number = divmod(number, lines)
            names = _naming(names, naming)
        ways = []
        for several in boards._counts[size]:
            number, way = divmod(number, several)
            ways.append(way)
        return Numbered(boards, names, tuple(ways), number)

    def board(self, number: int, every: bool = False) -> Row:
        """The board with a number as data."""
        boards, names, ways, of_players = self.numbered(number, every)
        several = [boards.ways(len(ways), place) for place in range(len(ways))]
        values = [one.values(way) for one, way in zip(several, ways, strict=True)]
        return boards.made(names, values, boards.values_of_players(of_players))

    def values_of_players(self, number: int) -> list[int]:
        """Return the index of the value of each player field on the board with this number."""
        found = []
        for field in self.of_players:
            number, value = divmod(number, len(field.values))
            found.append(value)
        return found

    def made(self, names: Sequence[str], values: Sequence[Sequence[int]], of_players: Sequence[int]) -> Row:
        """The board as data whose objects, called so, and players have these values in their fields."""
        several = []
        for place, (name, own) in enumerate(zip(names, values, strict=True)):
            several.append(self.permanent(self.ways(len(names), place).fields, name, own, names))
        return self.data(several, of_players)

    def permanent(
        self, fields: Sequence[Field], name: str, values: Sequence[int], names: Sequence[str] = ()
    ) -> tuple[str, Row]:
        """An object as data, with the zone that it is in."""
        chosen = {field.name: field.values[value] for field, value in zip(fields, values, strict=True)}
        (card, turned), (owner, controller, zone) = chosen.pop("card"), chosen.pop("place")
        found: Row = {"id": name, "card": card}
        if zone != BATTLEFIELD or owner != controller:
            found["owner"] = owner
        if zone == BATTLEFIELD:
            found["controller"] = controller
        counts = {kind: counter for kind in self.kinds if (counter := _counter(*chosen.pop(kind))) != 0}
        statuses = {
            "counters": counts,
            "tapped": chosen.get("tapped"),
            "phased_out": chosen.get("phased out"),
            "face_down": {"by": chosen["face down"]} if chosen.get("face down") else None,
            "transformed": turned,
            "damage": chosen.get("damage"),
            "attached_to": names[chosen["attached"]] if chosen.get("attached") is not None else None,
            "timestamp": stamp_of([*names].index(name)) if self.is_stamped and names else None,
        }
        return zone, found | {field: value for field, value in statuses.items() if value}

    def data(self, objects: Sequence[tuple[str, Row]], of_players: Sequence[int] = ()) -> Row:
        """The board with these objects, each with its zone, as data."""
        found: Row = {"players": self.players(of_players)}
        for zone in self.zones:
            there = [item for where, item in objects if where == zone]
            if there or zone == BATTLEFIELD:
                found[zone] = there
        own = {item["card"] for _, item in objects} & {*self.abilities}
        return {**found, "cards": self.card_files(own)} if own else found

    def players(self, values: Sequence[int]) -> Row:
        """The players as data."""
        found: Row = {player: {} for player in PLAYERS}
        for number, (field, value) in enumerate(zip(self.of_players, values, strict=False)):
            if value:
                found[PLAYERS[number // len(self.kinds)]].setdefault("counters", {})[field.name] = value
        return found

    def card_files(self, names: Collection[str]) -> Row:
        """Those of the cards of one ability as data."""
        return {name: dict(space_cards.TEXTS[name]) for name in self.abilities if name in names}

    def of(self, data: Row) -> Board:
        """Return a board of the space, under its rules. Raises `InputError` if the data are not a valid board."""
        return Board(BoardFile.model_validate({**data, **({"rules": self.rules} if self.rules else {})}))

    def smallest(self) -> Iterator[Row]:
        """A board of each size as data."""
        for size in range(self.objects + 1):
            names = [f"{PERMANENT}{place + 1}" for place in range(size)]
            first = [[0] * len(self.ways(size, place).fields) for place in range(size)]
            yield self.made(names, first, [0] * len(self.of_players))

    def to_data(self) -> Mapping[str, Any]:
        """Return the parameters that distinguish this space from others, as plain data."""
        return {
            "cards": list(self.cards),
            "abilities": list(self.abilities),
            "objects": self.objects,
            "kinds": list(self.kinds),
            "most": self.most,
            "rules": self.rules,
            "varies": list(self.varies),
        }


def stamp_of(place: int) -> int:
    """The timestamp of the object in a place of a line; there is one between it and the next."""
    return 2 * (place + 1)


def _counter(count: int, stamp: int | None) -> int | Row:
    """A counter as a board file has it."""
    return {"count": count, "timestamp": stamp} if stamp is not None and count else count


def _naming(names: Sequence[str], number: int) -> tuple[str, ...]:
    """The permutation of names with a number, from 0."""
    left = list(names)
    found = []
    while left:
        place, number = divmod(number, factorial(len(left) - 1))
        found.append(left.pop(place))
    return tuple(found)
