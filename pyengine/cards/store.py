"""The user's own card store: one SQLite file with every imported card, found by any of its names.

A card is kept as its definition, and as what answers need of it, worked out by one version of the reader. pyengine
works out a card anew from its definition if another version of the reader wrote it. A store holds data alone: a fact
that is more than a fact, as in a file from elsewhere, is not used.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pyengine.cards.store_path import path
from pyengine.errors import InputError
from pyengine.files import arguments

FORMAT = "1"
WAITS = 60
"""Seconds that one process waits for another that writes."""
MOST_UNPACKED = 1_000_000
"""Bytes that one card may have; the largest has some twenty thousand."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS printed (
    name TEXT PRIMARY KEY, digest TEXT NOT NULL, reader TEXT NOT NULL, layout TEXT NOT NULL, faces TEXT NOT NULL,
    missing TEXT NOT NULL, about INTEGER NOT NULL, released TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS card (
    slug TEXT NOT NULL, printed TEXT NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL,
    packed BLOB NOT NULL, PRIMARY KEY (slug, printed)
);
CREATE INDEX IF NOT EXISTS card_of ON card (printed);
CREATE TABLE IF NOT EXISTS alias (slug TEXT NOT NULL, printed TEXT NOT NULL, PRIMARY KEY (slug, printed));
CREATE INDEX IF NOT EXISTS alias_of ON alias (printed);
"""


class Kept(NamedTuple):
    """A face of a card in the store."""

    name: str
    printed: str
    """The whole name of the card."""
    definition: dict[str, Any]
    packed: str | None
    """The card as answers need it; None if another version of the reader wrote it."""
    whole: str
    """The name of the card that a board means by this name: of a half or an Adventure that of the whole card."""


class Printing(NamedTuple):
    """A whole card in the store."""

    name: str
    layout: str
    faces: tuple[dict[str, Any], ...]
    """The printed characteristics and texts."""
    missing: tuple[str, ...]
    """Parts that are not read or not modelled."""
    about: bool
    """It speaks of counters or face-down objects."""
    released: str


class Row(NamedTuple):
    """A whole card as an import writes it."""

    printing: Printing
    digest: str
    cards: tuple[tuple[str, str, dict[str, Any], str], ...]
    """Each face: its slug, its name, its definition, and the card as answers need it."""
    aliases: tuple[str, ...]
    """Slugs of its further names."""


def current() -> Store | None:
    """The store that is used, opened once. Raises `InputError` if it is named and can't be read."""
    found = path()
    return None if found is None else _opened(str(found))


@cache
def _opened(name: str) -> Store:
    return Store(name)


def forget() -> None:
    """Open the store anew when it is next used, as after an import."""
    _opened.cache_clear()


_ROOMS = ("glossary", "files", "phrases", "english", "card_model", "keywords", "compiler", "cards")


@cache
def reader() -> str:
    """The version of the reader: a hash of all that turns a definition into facts."""
    top, found = Path(__file__).parent.parent, sha256()
    for room in _ROOMS:
        for file in sorted((top / room).rglob("*")):
            if file.suffix in (".py", ".yaml", ".grammar"):
                found.update(file.name.encode() + file.read_bytes())
    return found.hexdigest()[:32]


class Store:
    """A store that is read. Threads may share it."""

    def __init__(self, name: str | os.PathLike[str]) -> None:
        """Open a store. Raises `InputError` for a file that is not a store."""
        self.path = arguments.path(name)
        self._lock = threading.Lock()
        if not os.path.isfile(self.path):
            raise InputError("found no card store here; make one with: pyengine cards import FILE", self.path)
        with refused(self.path):
            # To undo what a killed process was writing, the file is opened for writing where that is allowed.
            uri = f"{Path(self.path).absolute().as_uri()}?mode=rw"
            self._connection = sqlite3.connect(uri, uri=True, timeout=WAITS, check_same_thread=False)
            _secure(self._connection)
            self._connection.execute("PRAGMA query_only = ON")
            _check(self._connection, self.path)

    def _rows(self, question: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._lock, refused(self.path):
            return self._connection.execute(question, values).fetchall()

    def find(self, slug: str) -> Kept | None:
        """The face with this slug, or the first face of the card that has it as a further name."""
        if not slug:  # a name of signs alone
            return None
        columns = "card.name, card.printed, definition, packed, reader, place, layout"
        columns += " FROM card JOIN printed ON printed.name = printed"
        found = self._rows(f"SELECT {columns} WHERE slug = ? ORDER BY place, card.printed", slug)
        if not found:
            also = f"SELECT {columns} WHERE printed IN (SELECT printed FROM alias WHERE slug = ?) AND place = 0"
            found = self._rows(also, slug)
        if not found:
            return None
        name, printed, definition, packed, written_by, place, layout = found[0]
        unpacked = _unpacked(packed) if written_by == reader() else None
        whole = name
        if place and layout in _PARTS:
            [(whole,)] = self._rows("SELECT name FROM card WHERE printed = ? AND place = 0", printed)
        return Kept(name, printed, self._json(definition), unpacked, whole)

    def printing(self, name: str) -> Printing | None:
        """The whole card of this whole name."""
        found = self._rows(f"SELECT {_PRINTING} FROM printed WHERE name = ?", name)
        return self._printing(found[0]) if found else None

    def printings(self) -> Iterator[Printing]:
        """All whole cards, by name."""
        names = [name for (name,) in self._rows("SELECT name FROM printed ORDER BY name")]
        for name in names:
            if (found := self.printing(name)) is not None:
                yield found

    def names(self) -> list[str]:
        """The whole names of all cards, sorted."""
        return [name for (name,) in self._rows("SELECT name FROM printed ORDER BY name")]

    def search(self, words: Sequence[str]) -> list[str]:
        """The names of the cards whose names, type lines and texts have all these words in any case."""
        having = " AND ".join(["(name || ' ' || faces) LIKE ? ESCAPE '!'"] * len(words))
        written = (json.dumps(word, ensure_ascii=False)[1:-1] for word in words)  # as in `faces`
        patterns = ["%" + re.sub("([!%_])", r"!\1", word) + "%" for word in written]
        return [name for (name,) in self._rows(f"SELECT name FROM printed WHERE {having} ORDER BY name", *patterns)]

    def close(self, slug: str, most: int, alike: float) -> list[str]:
        """The names nearest to a slug, the nearest first."""
        question = "SELECT slug, name FROM card WHERE substr(slug, 1, 1) = ? AND abs(length(slug) - ?) <= 3"
        near = dict(self._rows(question, slug[:1], len(slug)))
        return [near[one] for one in get_close_matches(slug, near, most, alike)]

    def _printing(self, row: tuple[Any, ...]) -> Printing:
        name, layout, faces, missing, about, released = row
        return Printing(name, layout, tuple(self._json(faces)), tuple(self._json(missing)), bool(about), released)

    def _json(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, TypeError, RecursionError):
            raise InputError("is damaged; remove the file and import the cards again", self.path) from None


_PARTS = ("adventure", "split", "aftermath")
"""Layouts of cards with parts that are not cards of their own."""
_PRINTING = "name, layout, faces, missing, about, released"


class Writer:
    """A store that is written. What was added is kept when the next batch fails or the process is killed."""

    def __init__(self, name: str | os.PathLike[str]) -> None:
        """Open a store, or make one. Raises `InputError` for a file that is not a store."""
        self.path = arguments.path(name)
        if os.path.isdir(self.path):
            raise InputError("is a directory; expected the path of a card store", self.path)
        try:
            Path(self.path).absolute().parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"the card store can't be written: {error.strerror}", self.path) from None
        with refused(self.path):
            self._connection = sqlite3.connect(self.path, timeout=WAITS, isolation_level=None)
            _secure(self._connection)
            if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                _check(self._connection, self.path)
            with self._written():
                for statement in filter(str.strip, _SCHEMA.split(";")):
                    self._connection.execute(statement)
                self._connection.execute("INSERT OR IGNORE INTO meta VALUES ('format', ?)", (FORMAT,))

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @contextmanager
    def _written(self) -> Iterator[None]:
        """Write all of what is done within, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def digests(self) -> dict[str, tuple[str, str]]:
        """The digest of each card, and the reader that worked it out, by whole names."""
        with refused(self.path):
            return {
                name: (digest, by)
                for name, digest, by in self._connection.execute("SELECT name, digest, reader FROM printed")
            }

    def add(self, rows: Iterable[Row]) -> None:
        """Add cards, or replace those of the same whole names. Raises `InputError` if the disk is full."""
        with refused(self.path), self._written():
            for row in rows:
                self._add(row)

    def _add(self, row: Row) -> None:
        one, name = row.printing, row.printing.name
        for table in ("card", "alias"):
            self._connection.execute(f"DELETE FROM {table} WHERE printed = ?", (name,))
        faces, missing = _text(one.faces), _text(one.missing)
        values = (name, row.digest, reader(), one.layout, faces, missing, int(one.about), one.released)
        self._connection.execute("INSERT OR REPLACE INTO printed VALUES (?,?,?,?,?,?,?,?)", values)
        for place, (slug, face, definition, packed) in enumerate(row.cards):
            blob = zlib.compress(packed.encode())
            self._connection.execute(
                "INSERT OR REPLACE INTO card VALUES (?,?,?,?,?,?)", (slug, name, place, face, _text(definition), blob)
            )
        for slug in row.aliases:
            self._connection.execute("INSERT OR REPLACE INTO alias VALUES (?,?)", (slug, name))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@contextmanager
def refused(name: str) -> Iterator[None]:
    """Turn errors of the database into `InputError`, in words."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        said = str(error)
        if "full" in said:
            problem = "the disk is full; the cards that were there and those already added are kept"
        elif "locked" in said or "busy" in said:
            problem = f"another process has been writing for {WAITS} seconds; try again later"
        elif "unable to open" in said or "readonly" in said:
            problem = "the card store can't be opened here; expected a file that may be read and written"
        elif "I/O" in said:
            problem = f"the card store can't be written or read: {said}; what was there before is kept"
        else:
            problem = "is not a card store, or is damaged; expected a file that `pyengine cards import` made"
        raise InputError(problem, name) from None


def _secure(connection: sqlite3.Connection) -> None:
    """Let nothing in a file from elsewhere be carried out."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")


def _check(connection: sqlite3.Connection, name: str) -> None:
    """Raise `InputError` unless the file is a store of this format."""
    found = dict(connection.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')"))
    if found != dict.fromkeys(("meta", "printed", "card", "alias"), "table"):
        raise InputError("is not a card store; expected a file that `pyengine cards import` made", name)
    [(format_of,)] = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchall() or [("",)]
    if format_of != FORMAT:
        raise InputError("is a card store of another version; remove the file and import the cards again", name)


def _term(depth: int) -> str:
    """A pattern of terms that hold each other so deep at most."""
    inner = "" if depth == 0 else rf"|(?:{_NAME})?\((?:{_term(depth - 1)}(?:,|(?=\))))*\)"
    return rf'(?>"(?:[^"\\\n\0]|\\["\\n])*"|-?[0-9]+{inner}|{_NAME})'


_NAME = r"(?!not\b)_*[a-z]\w*"
_FACT = re.compile(rf"(?=[a-z_]){_term(12)}\.", re.ASCII)
"""A fact, and no rule or directive: names, numbers, quoted strings and brackets."""


def _unpacked(packed: object) -> str | None:
    """The packed card, or None if it is more than data about a card."""
    try:
        worker = zlib.decompressobj()
        text = worker.decompress(packed, MOST_UNPACKED)  # type: ignore[arg-type]
        if worker.unconsumed_tail or not worker.eof:
            return None
        name, back, kinds, remarks, facts, tokens, parts = json.loads(text)
    except (zlib.error, ValueError, TypeError, RecursionError):
        return None
    words = (name, *([] if back is None else [back]), *kinds, *remarks, *tokens, *parts)
    sound = all(isinstance(one, str) and one.isprintable() for one in words)
    sound = sound and all(isinstance(one, int) for one in tokens.values())
    sound = sound and all(isinstance(one, str) and _FACT.fullmatch(one) is not None for one in facts)
    return text.decode() if sound else None
