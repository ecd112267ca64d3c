"""Every board within bounds, each action that is asked about on it, and the verdicts.

Boards have numbers, and so have rows, which are told by arithmetic alone: a board is a line of permanents in the order
of their timestamps, each on a card, under a player, with some of each kind of counter. What permanents are called makes
no difference to the rules, so each board is there once, with the ids `o1`, `o2`, ...; on request under every naming.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import factorial, prod
from typing import Any

from pyengine import __version__
from pyengine.board import Board
from pyengine.cards import catalog
from pyengine.cards.kinds import checked_kind
from pyengine.cards.vocabulary import CardText
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.fields import Kind, Model, Name
from pyengine.files.quoting import quoted
from pyengine.position.model import BoardFile
from pyengine.position.references import check_date
from pyengine.solving.statements import asp_directory

MAX_OBJECTS = 9
MAX_COUNTERS = 1000
MAX_ROWS = 10**9
"""More rows are counted and not listed: nobody would read them."""

PLAYERS = ("p1", "p2")

ROWS_IN_CUBE = 50_000
"""A cube, which is written and lost as one, has about so many rows."""

ROWS_OF_OUTCOMES = 5_000
"""So many with outcomes, which take far longer."""

EVERYTHING = (
    "put a {kind} counter on {a}",
    "put a {kind} counter on {player}",
    "remove a {kind} counter from {a}",
    "remove a {kind} counter from {player}",
    "move a {kind} counter from {a} to {b}",
    "proliferate",
)
"""What `legal` lists about counters, on all boards that have the kinds: it is asked if nothing else is."""

BLANKS = ("a", "b", "c", "kind", "player")

Row = dict[str, Any]


class SpaceFile(Model):
    """A space of boards, as a small file."""

    cards: tuple[Name, ...]
    objects: int = 3
    kinds: tuple[Kind, ...] = ("+1/+1", "-1/-1", "charge")
    most: int = 4
    rules: str | None = None


@dataclass(frozen=True)
class Boards:
    """All boards of up to `objects` permanents of two players, each on one of the cards of the library, with up to
    `most` counters of each kind, under the rules of a date. Raises `InputError` for what is no such space."""

    cards: tuple[str, ...]
    objects: int = 3
    kinds: tuple[str, ...] = ("+1/+1", "-1/-1", "charge")
    most: int = 4
    rules: str | None = None

    def __post_init__(self) -> None:
        check_date(self.rules)
        arguments.whole(self.objects, "permanents", 1, MAX_OBJECTS)
        arguments.whole(self.most, "counters", 0, MAX_COUNTERS)
        names = [catalog.definition(name).name or name for name in arguments.texts(self.cards, "cards")]
        kinds = list(map(checked_kind, arguments.texts(self.kinds, "kinds")))
        if not names:
            raise InputError("expected a card at least that the permanents may be")
        object.__setattr__(self, "cards", tuple(dict.fromkeys(names)))
        object.__setattr__(self, "kinds", tuple(dict.fromkeys(kinds)))
        for number, card in enumerate(self.cards):
            if problems := self.of(self.board(number)).status().problems:
                raise InputError(f"{quoted(card)} can't be on the boards: {problems[0]}")

    @property
    def words(self) -> str:
        """The bounds in words."""
        kinds = f"up to {self.most} of each of {', '.join(self.kinds)} on each" if self.kinds else "without counters"
        return (
            f"1 to {self.objects} permanents of two players, in every order of their timestamps, each on one of "
            f"{len(self.cards)} card(s), {kinds}; counters came with what they are on, nothing is tapped, face down or "
            f"attached, and nothing is in other zones"
        )

    @cached_property
    def fields(self) -> tuple[tuple[str, Sequence[Any]], ...]:
        """What of a permanent varies, with its values: its card and controller, and how many there are of each kind."""
        counts = range(self.most + 1)
        return (("card", self.cards), ("controller", PLAYERS), *((kind, counts) for kind in self.kinds))

    @cached_property
    def ways(self) -> int:
        """How many ways a permanent may be."""
        return prod(len(values) for _, values in self.fields)

    def count(self, every: bool = False) -> int:
        """How many boards there are; `every`, with each naming."""
        return sum(self.of_size(size, every) for size in range(1, self.objects + 1))

    def of_size(self, size: int, every: bool = False) -> int:
        """How many of them have so many permanents."""
        return int(self.ways**size) * (factorial(size) if every else 1)

    def numbered(self, number: int, every: bool = False) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The board with a number, from 0: what its permanents are called, and which of its ways each is."""
        size = 1
        while number >= self.of_size(size, every):
            number -= self.of_size(size, every)
            size += 1
        names = tuple(f"o{place + 1}" for place in range(size))
        if every:
            naming, number = divmod(number, self.ways**size)
            names = _naming(names, naming)
        ways = []
        for _ in names:
            number, way = divmod(number, self.ways)
            ways.append(way)
        return names, tuple(ways)

    def board(self, number: int, every: bool = False) -> Row:
        """The board with a number as data."""
        names, ways = self.numbered(number, every)
        return self.data([self.permanent(name, self.values(way)) for name, way in zip(names, ways, strict=True)])

    def values(self, way: int) -> list[int]:
        """Which value each field has of a permanent that is in one of its ways."""
        found = []
        for _, values in self.fields:
            way, value = divmod(way, len(values))
            found.append(value)
        return found

    def permanent(self, name: str, values: Sequence[int]) -> Row:
        """A permanent as data, by the value that each field has."""
        found: Row = {"id": name}
        counters: Row = {}
        for (field, several), value in zip(self.fields, values, strict=True):
            if field in ("card", "controller"):
                found[field] = several[value]
            elif several[value]:
                counters[field] = several[value]
        return {**found, "counters": counters} if counters else found

    @staticmethod
    def data(battlefield: Sequence[Row]) -> Row:
        """The board with these permanents as data."""
        return {"players": {player: {} for player in PLAYERS}, "battlefield": list(battlefield)}

    def of(self, data: Row) -> Board:
        """A board of the space, under its rules."""
        return Board(BoardFile.model_validate({**data, **({"rules": self.rules} if self.rules else {})}))


@dataclass(frozen=True)
class Question:
    """What is asked about each board: phrases with `{a}`, `{b}` and `{c}` for any of its permanents, which may be the
    same, `{kind}` and `{player}`; where a placement, removal or move of counters names nothing, of any permanent.

    Raises `InputError` for what is no action on every board.
    """

    boards: Boards
    ask: str | Sequence[str] = EVERYTHING
    every: bool = False
    outcomes: bool = False

    def __post_init__(self) -> None:
        several = [self.ask] if isinstance(self.ask, str) else arguments.texts(self.ask, "actions")
        if not several:
            raise InputError("expected an action at least that is asked about")
        object.__setattr__(self, "ask", tuple(dict.fromkeys(map(_filled_in, several))))
        for size in range(1, self.boards.objects + 1):
            last = sum(self.boards.of_size(smaller) for smaller in range(1, size + 1)) - 1
            board = self.boards.of(self.boards.board(last))
            for ask in self.asks:
                for phrase in self._phrases(ask, size)[:1]:
                    board.action(phrase)

    @property
    def asks(self) -> tuple[str, ...]:
        """The phrases, whole."""
        return tuple(self.ask)

    def phrases(self, size: int) -> list[str]:
        """The actions asked about on a board of so many permanents."""
        return list(dict.fromkeys(phrase for ask in self.asks for phrase in self._phrases(ask, size)))

    def _phrases(self, ask: str, size: int) -> list[str]:
        names = [f"o{place + 1}" for place in range(size)]
        values = {"kind": self.boards.kinds, "player": PLAYERS}
        blanks = [one for one in BLANKS if f"{{{one}}}" in ask]
        chosen = product(*(values.get(one, names) for one in blanks))
        return [ask.format(**dict(zip(blanks, some, strict=True))) for some in chosen]

    @cached_property
    def rows(self) -> int:
        """How many rows there are."""
        sizes = range(1, self.boards.objects + 1)
        return sum(self.boards.of_size(size, self.every) * len(self.phrases(size)) for size in sizes)

    @property
    def boards_in_cube(self) -> int:
        """How many boards are written as one."""
        rows = ROWS_OF_OUTCOMES if self.outcomes else ROWS_IN_CUBE
        return max(1, rows // max(1, len(self.phrases(self.boards.objects))))

    def cubes(self) -> int:
        """How many cubes there are."""
        return -(-self.boards.count(self.every) // self.boards_in_cube)

    def to_data(self) -> Row:
        """What tells it apart from other questions, as plain data."""
        boards = self.boards
        return {
            "cards": list(boards.cards),
            "objects": boards.objects,
            "kinds": list(boards.kinds),
            "most": boards.most,
            "rules": boards.rules,
            "ask": list(self.asks),
            "every": self.every,
            "outcomes": self.outcomes,
        }

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Question:
        """The question again."""
        cards, kinds = tuple(data["cards"]), tuple(data["kinds"])
        boards = Boards(cards, data["objects"], kinds, data["most"], data["rules"])
        return Question(boards, data["ask"], data["every"], data["outcomes"])


def _naming(names: Sequence[str], number: int) -> tuple[str, ...]:
    """The permutation of names with a number, from 0."""
    left = list(names)
    found = []
    while left:
        place, number = divmod(number, factorial(len(left) - 1))
        found.append(left.pop(place))
    return tuple(found)


def _filled_in(ask: str) -> str:
    """A phrase with blanks for what it leaves unsaid. Raises `InputError` for blanks there are none of."""
    phrase = arguments.text(ask, "an action").strip()
    if "{" not in phrase:
        for verb, end in (("move", " from {a} to {b}"), ("put", " on {a}"), ("remove", " from {a}")):
            if phrase.startswith(verb) and not re.search(r" (?:on|from|to) ", phrase):
                phrase += end
    blanks = re.findall(r"\{[^{}]*\}?|\}", phrase)
    if unknown := [one for one in blanks if one not in {f"{{{name}}}" for name in BLANKS}]:
        raise InputError(
            f"expected {{a}}, {{b}} or {{c}} for a permanent, {{kind}} or {{player}}, found {quoted(unknown[0])}"
        )
    return phrase


def definitions(cards: Sequence[str]) -> list[CardText]:
    """What the cards say."""
    return [catalog.definition(name) for name in cards]


def program_hash(cards: Sequence[str]) -> str:
    """A number that is another one where the rules, the cards or the version are: answers are of one of them."""
    found = hashlib.sha256(__version__.encode())
    for path in sorted(asp_directory().rglob("*.lp")):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    for card in definitions(cards):
        found.update(repr(card).encode())
    return found.hexdigest()
