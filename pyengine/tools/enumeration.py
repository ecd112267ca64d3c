"""Every board within bounds, each action that is asked about on it, and the verdicts.

Boards have numbers, and so have rows, which are told by arithmetic alone: a board is a line of permanents in the order
of their timestamps, each on a card, under a player, with some of each kind of counter. What permanents are called makes
no difference to the rules, so each board is there once, with the ids `o1`, `o2`, ...; on request under every naming.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from pyengine import __version__
from pyengine.actions.action import Action
from pyengine.answers.verdicts import Verdict
from pyengine.asking.checking_all import TOGETHER, judged_all
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
OUTCOMES = 20
"""So many outcomes of an action are listed; all are counted."""

ROWS_IN_CUBE = 10_000
"""A cube, which is written and lost as one, has about so many rows."""

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
    def ways(self) -> int:
        """How many ways a permanent may be."""
        return len(self.cards) * len(PLAYERS) * prod([self.most + 1] * len(self.kinds))

    def count(self, every: bool = False) -> int:
        """How many boards there are; `every`, with each naming."""
        return sum(self.of_size(size, every) for size in range(1, self.objects + 1))

    def of_size(self, size: int, every: bool = False) -> int:
        """How many of them have so many permanents."""
        return prod([self.ways] * size) * (factorial(size) if every else 1)

    def board(self, number: int, every: bool = False) -> Row:
        """The board with a number, from 0, as data."""
        size = 1
        while number >= self.of_size(size, every):
            number -= self.of_size(size, every)
            size += 1
        names = [f"o{place + 1}" for place in range(size)]
        if every:
            number, naming = divmod(number, factorial(size))
            names = list(list(permutations(names))[naming])
        battlefield = []
        for name in names:
            number, way = divmod(number, self.ways)
            battlefield.append(self._permanent(name, way))
        return {"players": {player: {} for player in PLAYERS}, "battlefield": battlefield}

    def _permanent(self, name: str, way: int) -> Row:
        way, card = divmod(way, len(self.cards))
        way, player = divmod(way, len(PLAYERS))
        counters = {}
        for kind in self.kinds:
            way, count = divmod(way, self.most + 1)
            if count:
                counters[kind] = count
        found: Row = {"id": name, "card": self.cards[card], "controller": PLAYERS[player]}
        return {**found, "counters": counters} if counters else found


@dataclass(frozen=True)
class Question:
    """What is asked about each board: a phrase with `{a}`, `{b}` and `{c}` for any of its permanents, which may be the
    same; without any, where a placement, removal or move of counters names none, of any. Raises `InputError`."""

    boards: Boards
    ask: str
    every: bool = False
    outcomes: bool = False

    def __post_init__(self) -> None:
        phrase = arguments.text(self.ask, "an action").strip()
        if "{" not in phrase:
            for verb, end in (("move", " from {a} to {b}"), ("put", " on {a}"), ("remove", " from {a}")):
                if phrase.startswith(verb) and not re.search(r" (?:on|from|to) ", phrase):
                    phrase += end
        object.__setattr__(self, "ask", phrase)
        blanks = re.findall(r"\{[^{}]*\}?", phrase)
        if unknown := [one for one in blanks if one not in ("{a}", "{b}", "{c}")]:
            raise InputError(f"expected {{a}}, {{b}} or {{c}} for a permanent, found {quoted(unknown[0])}")
        self._of_most(self.boards.objects).actions(self.phrases(self.boards.objects)[:1])

    @cached_property
    def blanks(self) -> tuple[str, ...]:
        """The names that stand for permanents."""
        return tuple(sorted(set(re.findall(r"\{([abc])\}", self.ask))))

    def phrases(self, size: int) -> list[str]:
        """The actions asked about on a board of so many permanents."""
        names = [f"o{place + 1}" for place in range(size)]
        chosen = product(names, repeat=len(self.blanks))
        return [self.ask.format(**dict(zip(self.blanks, some, strict=True))) for some in chosen]

    @cached_property
    def _actions(self) -> Mapping[int, list[Action]]:
        """The actions by how many permanents there are; they name nothing else of a board."""
        sizes = range(1, self.boards.objects + 1)
        return {size: self._of_most(size).actions(self.phrases(size)) for size in sizes}

    @property
    def rows(self) -> int:
        """How many rows there are."""
        sizes = range(1, self.boards.objects + 1)
        return sum(self.boards.of_size(size, self.every) * size ** len(self.blanks) for size in sizes)

    @property
    def boards_in_cube(self) -> int:
        """How many boards are written as one."""
        return max(1, ROWS_IN_CUBE // len(self.phrases(self.boards.objects)))

    def cubes(self) -> int:
        """How many cubes there are."""
        return -(-self.boards.count(self.every) // self.boards_in_cube)

    def rows_of_cube(self, address: int) -> Iterator[Row]:
        """The rows of one cube, in the order of boards and actions."""
        first = address * self.boards_in_cube
        numbers = range(first, min(first + self.boards_in_cube, self.boards.count(self.every)))
        for start in range(0, len(numbers), TOGETHER):
            some = [self.boards.board(number, self.every) for number in numbers[start : start + TOGETHER]]
            yield from self._rows(some)

    def _rows(self, some: Sequence[Row]) -> Iterator[Row]:
        asked: list[tuple[Board, list[Action]]] = []
        for data in some:
            board = self._of(data)
            asked.append((board, self._actions[len(data["battlefield"])]))
        for data, (board, actions), verdicts in zip(some, asked, judged_all(asked), strict=True):
            for action, verdict in zip(actions, verdicts, strict=True):
                yield self._row(data, board, action, board.check(action) if verdict is None else verdict)

    def _row(self, data: Row, board: Board, action: Action, verdict: Verdict) -> Row:
        row: Row = {
            "board": data,
            "action": str(action),
            "edition": self.boards.rules,
            "legal": verdict.legal,
            "reasons": [one.to_json() for one in verdict.reasons],
            "rules": list(verdict.rules),
            "ignored": [one.to_json() for one in verdict.ignored],
            "caveats": list(verdict.caveats),
            "complete": verdict.complete,
        }
        if self.outcomes:
            found = board.outcomes(action).to_json(OUTCOMES)
            row["outcomes_count"] = found["count"] if verdict.legal else 0
            row["outcomes"] = [one["changes"] for one in found["outcomes"]] if verdict.legal else []
            row["complete"] = verdict.complete and found["complete"]
            row["caveats"] = list(dict.fromkeys([*verdict.caveats, *found["caveats"]]))
        return row

    def _of_most(self, size: int) -> Board:
        """The last of the boards with so many permanents."""
        return self._of(self.boards.board(sum(self.boards.of_size(n) for n in range(1, size + 1)) - 1))

    def _of(self, data: Row) -> Board:
        return Board(BoardFile.model_validate({**data, **({"rules": self.boards.rules} if self.boards.rules else {})}))

    def to_data(self) -> Row:
        """What tells it apart from other questions, as plain data."""
        boards = self.boards
        return {
            "cards": list(boards.cards),
            "objects": boards.objects,
            "kinds": list(boards.kinds),
            "most": boards.most,
            "rules": boards.rules,
            "ask": self.ask,
            "every": self.every,
            "outcomes": self.outcomes,
        }

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Question:
        """The question again."""
        cards, kinds = tuple(data["cards"]), tuple(data["kinds"])
        boards = Boards(cards, data["objects"], kinds, data["most"], data["rules"])
        return Question(boards, data["ask"], data["every"], data["outcomes"])


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
