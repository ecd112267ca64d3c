"""Plans as files keep them. Those of a checkout are good until their sources, the modules that make them or the version
of Python change."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import MAGIC_NUMBER
from itertools import accumulate
from mmap import mmap
from pathlib import Path
from typing import Any

from pyengine.files.build_cache import keep, kept

MAKERS = ("compiling", "dialect", "encoding", "evaluating", "ordering", "plan", "values", "writing")
"""The modules beside this one that make plans of a text. To read kept plans, none of them need be imported."""


def as_kept(place: Path, sources: Sequence[bytes], made: Callable[[], bytes]) -> bytes:
    """Return what is kept at a place; make it anew, and keep it, if its sources have changed."""
    every = *sources, MAGIC_NUMBER, *_makers()
    content = kept(place, *every)
    if content is None:
        content = made()
        keep(place, content, *every)
    return content


def together(pieces: Sequence[bytes]) -> bytes:
    """Join pieces that only this version of Python can read, so that each can be read alone."""
    begins = array("I", accumulate(map(len, pieces), initial=0)).tobytes()
    return b"".join([MAGIC_NUMBER, len(begins).to_bytes(4, "little"), begins, *pieces])


class Pieces(Sequence[bytes]):
    """The pieces of what `together` has joined."""

    def __init__(self, content: bytes | mmap) -> None:
        magic = len(MAGIC_NUMBER)
        self.are_readable = content[:magic] == MAGIC_NUMBER
        """True if this version of Python wrote them."""
        self._start = magic + 4 + int.from_bytes(content[magic : magic + 4], "little")
        self._content = content
        self._begins = array("I", content[magic + 4 : self._start])

    def __getitem__(self, number: Any) -> Any:
        return self._content[self._start + self._begins[number] : self._start + self._begins[number + 1]]

    def __len__(self) -> int:
        return len(self._begins) - 1


@cache
def _makers() -> tuple[bytes, ...]:
    return tuple(Path(__file__).with_name(f"{one}.py").read_bytes() for one in MAKERS)
