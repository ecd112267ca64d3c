"""Difficulty of a puzzle, as figures that a search of all shortest lines gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from pyengine.phrases.phrase_words import counted


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is to solve by hand. Only positions on a shortest line count."""

    steps: int
    """Number of steps of a shortest line."""
    lines: int
    """Number of shortest lines."""
    branching: float
    """Number of actions that can be done on a position, on average."""
    traps: int
    """Number of actions there after which the goal can't be reached in as few steps any more."""

    def to_json(self) -> dict[str, Any]:
        """The figures as plain data, for JSON."""
        return asdict(self)

    def words(self) -> Iterator[str]:
        """The figures in words."""
        yield (
            f"difficulty: {counted(self.steps, 'step')}, {counted(self.lines, 'line')}; on the way "
            f"{self.branching:.1f} actions are possible on average, and {counted(self.traps, 'action')} lead astray"
        )
