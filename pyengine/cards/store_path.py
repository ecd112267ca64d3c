"""The place of the user's card store: an environment variable, or the data directory of the user."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

VARIABLE = "PYENGINE_CARDS"
"""The environment variable with the path of the store; empty for none."""


_chosen: ContextVar[str | None] = ContextVar("chosen", default=None)


@contextmanager
def using(name: str) -> Iterator[None]:
    """Use the store at a path, if there is one, for what is done within."""
    before = _chosen.set(name)
    try:
        yield
    finally:
        _chosen.reset(before)


def default_path() -> Path:
    """The store in the data directory of the user."""
    import platformdirs  # few programs look beyond the library

    return Path(platformdirs.user_data_path("pyengine", appauthor=False)) / "cards.sqlite"


def path() -> Path | None:
    """The store that is used: the one chosen, of the environment variable, or of the user; None if there is none."""
    if (chosen := _chosen.get()) is not None:
        return Path(chosen) if os.path.isfile(chosen) else None
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given else None
    found = default_path()
    return found if found.is_file() else None
