"""Questions about every board of a space: the actions on it, and the numbers of rows and cubes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from pyengine import __version__
from pyengine.bulk.board_numbers import Boards
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.quoting import quoted
from pyengine.proofs.space import PERMANENT, PLAYERS
from pyengine.solving.statements import asp_directory

MAX_ROWS = 10**9
"""More rows are counted and not listed: nobody would read them."""

ROWS_IN_CUBE = 50_000
"""Approximate number of rows in a cube, which is written and lost as one."""

ROWS_OF_OUTCOMES = 5_000
"""Approximate number of rows in a cube with outcomes, which take longer."""

EVERYTHING = (
    "put a {kind} counter on {a}",
    "put a {kind} counter on {player}",
    "remove a {kind} counter from {a}",
    "remove a {kind} counter from {player}",
    "move a {kind} counter from {a} to {b}",
    "proliferate",
)
"""Actions about counters that `legal` lists, on all boards that have the kinds: the default question."""

BLANKS = ("a", "b", "c", "kind", "player")

Row = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """A question about each board: phrases with `{a}`, `{b}` and `{c}` for any of its permanents, which may be the
    same, `{kind}` and `{player}`. A placement, removal or move of counters that names nothing is asked of any
    permanent.
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

    def checked(self) -> Question:
        """Return the question itself.

        Raises `InputError` for a phrase that is not an action on every board, or a card that no board can have.
        """
        self.boards.refuse_broken()
        for size, data in enumerate(self.boards.smallest()):
            board = self.boards.of(data)
            for ask in self.asks:
                for phrase in self._phrases(ask, size)[:1]:
                    board.action(phrase)
        return self

    @property
    def asks(self) -> tuple[str, ...]:
        """The phrases, whole."""
        return tuple(self.ask)

    def phrases(self, size: int) -> list[str]:
        """Return the actions asked about on a board of `size` permanents."""
        return list(dict.fromkeys(phrase for ask in self.asks for phrase in self._phrases(ask, size)))

    def _phrases(self, ask: str, size: int) -> list[str]:
        names = [f"{PERMANENT}{place + 1}" for place in range(size)]
        values = {"kind": self.boards.kinds, "player": PLAYERS}
        blanks = [one for one in BLANKS if f"{{{one}}}" in ask]
        chosen = product(*(values.get(one, names) for one in blanks))
        return [ask.format(**dict(zip(blanks, some, strict=True))) for some in chosen]

    @cached_property
    def rows(self) -> int:
        """How many rows there are."""
        sizes = range(self.boards.objects + 1)
        return sum(self.boards.of_size(size, self.every) * len(self.phrases(size)) for size in sizes)

    @property
    def boards_in_cube(self) -> int:
        """How many boards are written as one."""
        rows = ROWS_OF_OUTCOMES if self.outcomes else ROWS_IN_CUBE
        return max(1, rows // max(1, len(self.phrases(self.boards.objects))))

    def cubes(self) -> int:
        """How many cubes there are."""
        return -(-self.boards.count(self.every) // self.boards_in_cube)

    def summary(self) -> Row:
        """The numbers of boards, rows and cubes, and the question in words, for JSON."""
        count = {"boards": self.boards.count(self.every), "rows": self.rows, "cubes": self.cubes()}
        return {**count, "space": self.boards.words, "ask": list(self.asks)}

    def to_data(self) -> Row:
        """Return the parameters that distinguish this question from others, as plain data."""
        space = self.boards.to_data()
        return {**space, "ask": list(self.asks), "every": self.every, "outcomes": self.outcomes}

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Question:
        """The question again."""
        boards = Boards(
            tuple(data["cards"]),
            data["objects"],
            tuple(data["kinds"]),
            data["most"],
            data["rules"],
            tuple(data["varies"]),
            tuple(data["abilities"]),
        )
        return Question(boards, data["ask"], data["every"], data["outcomes"])


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


def program_hash(boards: Boards) -> str:
    """A number that is another one where the rules, the cards or the version are: answers are of one of them."""
    found = hashlib.sha256(__version__.encode())
    for path in sorted(asp_directory().rglob("*.lp")):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    for card in boards.definitions.values():
        found.update(repr(card).encode())
    return found.hexdigest()
