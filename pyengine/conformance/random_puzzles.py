"""Random puzzles with exactly one shortest line: the same seed gives the same puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from pyengine.board import Board
from pyengine.conformance.random_boards import Chooser, action, board
from pyengine.errors import InputError, PyengineError

OTHERS = 3
"""Number of allowed actions beside those of the line."""

TRIES = 2_000
"""Number of boards that are tried for a puzzle."""


def puzzles(
    seed: int, steps: int, cards: Sequence[str], kinds: Sequence[str], objects: int = 4, most: int = 3
) -> Iterator[dict[str, Any] | None]:
    """Yield None for each board that makes no such puzzle, and finally the puzzle as plain data of a puzzle file.

    `steps` is the length of the line. Raises `InputError` if no board makes one.
    """
    for at in range(TRIES):
        chosen = Chooser(f"{seed}:{at}")
        data = board(chosen, cards, kinds, objects, most)
        allowed = list(dict.fromkeys(action(chosen, data, kinds) for _ in range(steps + OTHERS)))
        try:
            start = Board.from_data(data)
            goal = _goal(chosen, start, allowed[:steps])
            if goal is not None and _has_one_line(start, goal, allowed, steps):
                yield data | {"goal": goal, "allowed": sorted(allowed)}
                return
        except PyengineError:  # an action names what is not there, or the board contradicts the rules
            pass
        yield None
    raise InputError(f"no puzzle of {steps} steps was found on {TRIES:,} boards; expected fewer steps")


def _goal(chosen: Chooser, start: Board, line: Sequence[str]) -> str | None:
    """The counters that some actions in a row have changed, as a goal; None if that is not possible or in doubt."""
    if start.status():
        return None
    now = start
    for one in line:
        found = now.outcomes(one, settle=True)
        outcomes = list(islice(found, 5))
        if not outcomes or found.caveats:
            return None
        now = chosen.of(outcomes).board
    there = [item.id for item in now.model.battlefield]
    changed = [
        f"{kind} counters on {name} = {now.counters(name).get(kind, 0)}"
        for name in there
        for kind in sorted({*now.counters(name), *start.counters(name)})
        if now.counters(name).get(kind, 0) != start.counters(name).get(kind, 0)
    ]
    return " and ".join(changed[:2]) or None


def _has_one_line(start: Board, goal: str, allowed: Sequence[str], steps: int) -> bool:
    """True if a goal has exactly one shortest line, which has that many steps."""
    found = start.solve(goal, allowed, all_lines=True, limit=steps)
    known = found.answer == "found" and not found.caveats
    return known and len(found.lines[0].steps) == steps and found.paths == 1
