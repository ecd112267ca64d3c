"""Values of a large JSON file, one after the other: a list of cards, or the entries under `data`.

Card files have up to half a gigabyte. Only the part that is being read is in memory.
"""

from __future__ import annotations

import codecs
import gzip
import json
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any

from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.quoting import quoted

CHUNK = 1 << 20
"""Characters that are read at a time."""
LARGEST = 1 << 24
"""Most characters of one value: a card has some thousand."""

_GZIP = b"\x1f\x8b"
_BLANK = re.compile(r"[ \t\r\n]*")
_EXPECTED = "expected a card file: Scryfall's oracle-cards or default-cards, or MTGJSON's AtomicCards"

Entry = tuple[str | None, Any]
"""The key of a value, None in a list, and the value."""


def entries(path: str | os.PathLike[str]) -> Iterator[Entry]:
    """Yield the values of a list, or the values under `data` with their keys; the file may be compressed by gzip.

    Raises `InputError` with file and line for a file that can't be read, is cut off, or has another shape.
    """
    name = arguments.path(path)
    if os.path.isdir(name):
        raise InputError(f"is a directory; {_EXPECTED}", name)
    try:
        with open(name, "rb") as raw, gzip.GzipFile(fileobj=raw) as unpacked:
            packed = raw.peek(2)[:2] == _GZIP
            yield from _Stream(unpacked if packed else raw, name).entries()
    except FileNotFoundError:
        raise InputError(f"does not exist; {_EXPECTED}", name or repr(name)) from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"the compressed file is cut off or damaged; {_EXPECTED}", name) from None
    except OSError as error:
        raise InputError(f"can't be read ({error.strerror}); {_EXPECTED}", name) from None


def size(path: str | os.PathLike[str]) -> int:
    """The bytes of a file; 0 where that can't be found out."""
    with suppress(OSError):
        return os.path.getsize(path)
    return 0


class _Stream:
    """Text that is read in parts, and the values in it."""

    def __init__(self, file: gzip.GzipFile | IO[bytes], name: str) -> None:
        self._file = file
        self._name = name
        self._decoder = json.JSONDecoder()
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._text = ""
        self._at = 0
        self._lines = 1
        self._ended = False

    def entries(self) -> Iterator[Entry]:
        """The values of the list that the text is, or of what it has under `data`."""
        first = self._next()
        if first == "[":
            yield from self._listed()
        elif first == "{":
            yield from self._under_data()
        else:
            raise self._error(f"found no list and no object of JSON; {_EXPECTED}")
        if self._next():
            raise self._error("expected nothing behind the last bracket")

    def _under_data(self) -> Iterator[Entry]:
        found = False
        for key in self._keys():
            opened = self._next()
            if key != "data" or opened not in ("[", "{"):
                self._value()
            elif opened == "[":
                found = True
                yield from self._listed()
            else:
                found = True
                yield from ((name, self._value()) for name in self._keys())
        if not found:
            raise self._error(f"the object has no 'data'; {_EXPECTED}")

    def _listed(self) -> Iterator[Entry]:
        """The values between square brackets."""
        self._take("[")
        if self._next() == "]":
            return self._take("]")
        while True:
            yield None, self._value()
            if self._next() == "]":
                return self._take("]")
            self._take(",")

    def _keys(self) -> Iterator[str]:
        """The keys between braces; the caller takes each value before the next key."""
        self._take("{")
        if self._next() == "}":
            return self._take("}")
        while True:
            if self._next() != '"':
                raise self._error("expected a key in quotation marks")
            key = self._value()
            self._take(":")
            yield key
            if self._next() == "}":
                return self._take("}")
            self._take(",")

    def _value(self) -> Any:
        self._next()
        wanted = CHUNK
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except (json.JSONDecodeError, RecursionError) as error:
                left = len(self._text) - self._at
                if self._ended or left > LARGEST or isinstance(error, RecursionError):
                    raise self._wrong(error) from None
                self._more(wanted)
                wanted *= 2
                continue
            if end == len(self._text) and not self._ended and isinstance(value, int | float):
                self._more(CHUNK)  # a number may go on
                continue
            self._at = end
            return value

    def _wrong(self, error: Exception) -> InputError:
        if isinstance(error, json.JSONDecodeError) and error.pos < len(self._text) - 20:
            self._at = error.pos
            return self._error(f"expected JSON: {error.msg}; found {quoted(self._text[error.pos : error.pos + 20])}")
        return self._error("the file is cut off inside a value" if self._ended else "a value is too large for a card")

    def _take(self, sign: str) -> None:
        found = self._next()
        if not found:
            raise self._error(f"the file is cut off; expected {quoted(sign)}")
        if found != sign:
            raise self._error(f"expected {quoted(sign)}, found {quoted(found)}")
        self._at += 1

    def _next(self) -> str:
        """The next character that is not blank; none at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank is not None else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                return ""
            self._more(CHUNK)

    def _more(self, wanted: int) -> None:
        """Read on, and forget the text that has been taken."""
        self._lines += self._text.count("\n", 0, self._at)
        new = self._file.read(wanted)
        self._ended = not new
        try:
            text = self._decode(new, self._ended)
        except UnicodeDecodeError:
            raise self._error(f"is not text in UTF-8; {_EXPECTED}") from None
        first = not self._text and self._at == 0
        self._text = self._text[self._at :] + (text.removeprefix("\ufeff") if first else text)
        self._at = 0

    def _error(self, message: str) -> InputError:
        return InputError(message, f"{self._name}:{self._lines + self._text.count(chr(10), 0, self._at)}")
