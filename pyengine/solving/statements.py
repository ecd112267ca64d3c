"""The statements of the rules, and which of them can matter to a board.

Most rules speak of things that a given board has nothing of. To ground a rule costs time even if it never fires, so
rules that can't fire are left out, which makes an answer several times as fast and changes nothing about it.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from pyengine.solving.statement import WORD, Statement


def asp_directory() -> Path:
    """Where the `.lp` files are: inside an installed package, or beside it in a checkout."""
    inside = Path(__file__).parent.parent / "asp"
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / "asp"


def in_parts(statements: Sequence[Statement], parts: frozenset[str] | None) -> Sequence[Statement]:
    """The statements of these program parts and of `base`; without any parts given, all."""
    return statements if parts is None else [one for one in statements if one.part in parts or one.part == "base"]


def that_can_fire(statements: Sequence[Statement], facts: str) -> Iterator[Statement]:
    """The statements without those rules that never fire on these facts, in the same order.

    A positive literal holds only if there is an atom of its predicate with all other words of the literal in it, and
    every word of an atom stands in a fact or in a rule that fires. Numbers can be worked out, so they tell nothing.
    """
    words = set(WORD.findall(facts))
    words.update([f"{word}/" for word in words])  # which of them are predicates is not looked at
    waiting: dict[str, list[int]] = {}
    fires = [False] * len(statements)
    to_try = list(range(len(statements)))
    while to_try:
        number = to_try.pop()
        statement = statements[number]
        if missing := statement.needs - words:
            waiting.setdefault(next(iter(missing)), []).append(number)
            continue
        fires[number] = True
        for word in statement.gives - words:
            words.add(word)
            to_try += waiting.pop(word, ())
    return (statement for statement, one in zip(statements, fires, strict=True) if one)


def program_text(statements: Iterable[Statement]) -> str:
    """The statements as text for the solver. What is added to it afterwards is in the part `base`."""
    lines = []
    opening = ""
    for statement in statements:
        if statement.opening != opening:
            lines.append(opening := statement.opening)
        lines.append(statement.text)
    return "\n".join([*lines, "#program base.\n"])


@cache
def in_file(name: str) -> tuple[Statement, ...]:
    """The statements of one `.lp` file, but for comments and declarations of predicates that may have no atoms."""
    if name in (built := _built()):
        return unpacked(built[name])
    from pyengine.solving.statement_reading import parsed  # not needed, and not imported, where they are built

    return parsed((asp_directory() / name).read_text(encoding="utf-8"))


BUILT = "statements"
"""The file beside the `.lp` files that has their statements, in an installed package."""

Packed = Sequence[tuple[str, str, str, Sequence[str], Sequence[str]]]


@cache
def _built() -> Mapping[str, Packed]:
    """What an installed package has worked out already; nothing in a checkout."""
    path = asp_directory() / BUILT
    return dict(pickle.loads(path.read_bytes())) if path.is_file() else {}


def build() -> bytes:
    """The statements of all files, as an installed package has them: to work them out takes longer than an answer."""
    names = sorted(path.relative_to(asp_directory()).as_posix() for path in asp_directory().rglob("*.lp"))
    return pickle.dumps({name: packed(in_file(name)) for name in names})


def packed(statements: Iterable[Statement]) -> Packed:
    """Statements as plain values, the same at every call."""
    return [(*one[:3], sorted(one.needs), sorted(one.gives)) for one in statements]


def unpacked(built: Packed) -> tuple[Statement, ...]:
    """The statements that were packed."""
    return tuple(
        Statement(part, opening, text, frozenset(needs), frozenset(gives))
        for part, opening, text, needs, gives in built
    )
