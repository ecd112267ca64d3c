"""Lists of words of the game, from the files in `words`: one a line, below lines that begin with `#` and say what the
words are.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).with_name("words")


def words(name: str) -> tuple[str, ...]:
    """The words of a list, in the order of its file."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if not line.startswith("#"))
