"""Difficulty of a puzzle, in figures from a search for all shortest lines."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pyengine.phrases.phrase_words import counted


@dataclass(frozen=True)
class Difficulty:
    """Figures for solving a puzzle by hand. Only positions on a shortest line count."""

    steps: int
    """Number of steps of a shortest line."""
    lines: int
    """Number of shortest lines."""
    branching: float
    """Number of actions that can be done on a position, on average."""
    traps: int
    """Number of these actions after which the goal needs more steps, or can't be reached."""

    def to_json(self) -> dict[str, Any]:
        """The figures as plain data, for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return (
            f"difficulty: {counted(self.steps, 'step')}, {counted(self.lines, 'line')}; on the way "
            f"{self.branching:.1f} actions are possible on average, and {counted(self.traps, 'action')} lead astray"
        )
