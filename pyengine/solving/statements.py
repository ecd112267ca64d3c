"""The statements of the rules: read from the files, or as an installed package has them."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from pyengine.files.keeping import keep, kept
from pyengine.solving.rulebook import Rulebook
from pyengine.solving.statement import At, Statement, Way


def asp_directory() -> Path:
    """Where the `.lp` files are: inside an installed package, or beside it in a checkout."""
    inside = Path(__file__).parent.parent / "asp"
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / "asp"


def in_parts(statements: Sequence[Statement], parts: frozenset[str] | None) -> Sequence[Statement]:
    """The statements of these program parts and of `base`; without any parts given, all."""
    return statements if parts is None else [one for one in statements if one.part in parts or one.part == "base"]


def program_text(statements: Iterable[Statement], *, apart: bool = False) -> str:
    """The statements as text for the solver. What is added to it afterwards is in the part `base`.

    With `apart`, rules that need the same are in parts of their own.
    """
    lines = []
    opening = ""
    for statement in statements:
        wanted = (apart and statement.apart) or statement.opening
        if wanted != opening:
            lines.append(opening := wanted)
        lines += statement.rules
    return "\n".join([*lines, "#program base.\n"])


@cache
def in_file(name: str) -> tuple[Statement, ...]:
    """The statements of one `.lp` file, but for comments and declarations of predicates that may have no atoms."""
    if name in (built := _built()):
        return unpacked(built[name])
    return _read((asp_directory() / name).read_bytes(), KEPT / f"{name.replace('/', '-')}.statements")


KEPT = Path(__file__).parent / "__pycache__"
"""Where a checkout keeps the statements of its files, as it keeps its compiled modules."""


def _read(text: bytes, place: Path) -> tuple[Statement, ...]:
    """The statements of a program text, as they were kept if it was the same and was read in the same way."""
    here = Path(__file__)
    readers = [here.with_name(f"{module}.py").read_bytes() for module in ("statement", "statement_reading")]
    content = kept(place, text, *readers)
    if content is not None:
        with suppress(EOFError, pickle.UnpicklingError):
            return unpacked(content)
    from pyengine.solving.statement_reading import parsed  # not needed, and not imported, where they are kept

    statements = parsed(text.decode())
    keep(place, packed(statements), text, *readers)
    return statements


@cache
def rulebook(files: tuple[str, ...], parts: frozenset[str] | None) -> Rulebook:
    """The statements of some files, in these parts or in all."""
    return rulebook_with(files, parts, ())


def rulebook_with(files: tuple[str, ...], parts: frozenset[str] | None, more: Iterable[Statement]) -> Rulebook:
    """The statements of some files and others, in these parts or in all."""
    return Rulebook(in_parts([*(one for name in files for one in in_file(name)), *more], parts))


BUILT = "statements"
"""The file beside the `.lp` files that has their statements, in an installed package."""


@cache
def _built() -> Mapping[str, bytes]:
    """What an installed package has worked out already; nothing in a checkout."""
    path = asp_directory() / BUILT
    return dict(pickle.loads(path.read_bytes())) if path.is_file() else {}


def build() -> bytes:
    """The statements of all files, as an installed package has them: to work them out takes longer than an answer."""
    names = sorted(path.relative_to(asp_directory()).as_posix() for path in asp_directory().rglob("*.lp"))
    return pickle.dumps({name: packed(in_file(name)) for name in names})


def packed(statements: Iterable[Statement]) -> bytes:
    """Statements as plain values, the same at every call. A file at a time, as no question asks for all."""
    return pickle.dumps([(*one[:3], [_plain(way) for way in one.ways], *one[4:]) for one in statements])


def _plain(way: Way) -> tuple[object, ...]:
    return (*way[:3], tuple(map(tuple, way.reads)), tuple(map(tuple, way.derives)))


def unpacked(built: bytes) -> tuple[Statement, ...]:
    """The statements that were packed."""
    return tuple(
        Statement(part, opening, text, tuple(map(_way, ways)), *rest)
        for part, opening, text, ways, *rest in pickle.loads(built)
    )


def _way(plain: Sequence[Any]) -> Way:
    needs, gives, passes, reads, derives = plain
    return Way(needs, gives, passes, tuple(At(*one) for one in reads), tuple(At(*one) for one in derives))
