"""Plans as a checkout keeps them, until their sources, the modules that make them or the version of Python change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path

from pyengine.files.build_cache import keep, kept

MAKERS = ("compiling", "dialect", "evaluating", "plan", "values", "writing")
"""The modules beside this one that make plans of a text. To read kept plans, none of them need be imported."""


def as_kept(place: Path, sources: Sequence[bytes], made: Callable[[], bytes]) -> bytes:
    """Return what is kept at a place; make it anew, and keep it, if its sources have changed."""
    every = *sources, MAGIC_NUMBER, *_makers()
    content = kept(place, *every)
    if content is None:
        content = made()
        keep(place, content, *every)
    return content


@cache
def _makers() -> tuple[bytes, ...]:
    return tuple(Path(__file__).with_name(f"{one}.py").read_bytes() for one in MAKERS)
