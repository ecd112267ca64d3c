"""Certificates that a puzzle has no line: every position that can be reached, and a check that these are all.

A set of positions is all that can be reached if the start is in it and whatever is allowed on one of them leads to
others of them; if the goal holds on none, no line reaches it. The check asks for one action on one board after the
other, as `apply` does, and has nothing of the search: neither its graph, nor how it asks for many actions at once, nor
its merging of positions that differ in names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from os import PathLike
from typing import Annotated, Any, Literal

from pydantic import Field

from pyengine.actions.action import Action
from pyengine.answers.notes import cut_short, is_complete
from pyengine.answers.verdicts import latest
from pyengine.asking.search import Search
from pyengine.board import Board
from pyengine.errors import InputError
from pyengine.files import whole_files, yaml_reading
from pyengine.files.fields import Count, Flag, Model
from pyengine.files.validation import validate
from pyengine.formats.puzzle_file import AllowedAction, Puzzle
from pyengine.position import references
from pyengine.position.model import BoardFile
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.goals import Goal, Once, Seen
from pyengine.puzzles.moves import KINDS
from pyengine.puzzles.solution import Solution
from pyengine.solving.solver import Interrupted, check_deadline, deadline_after, time_left


class Entry(Model):
    """A position, how often each allowed action had been used, and which of what the goal asks of the way had been."""

    board: BoardFile
    used: tuple[Count, ...]
    been: tuple[Count, ...] = ()


class CertificateFile(Model):
    """Certificate that no line of allowed actions leads from the first of the positions to the goal."""

    certificate: Literal["no line"]
    goal: tuple[str, ...] = Field(min_length=1)
    allowed: tuple[AllowedAction, ...] = Field(min_length=1)
    settle: Flag
    caveats: tuple[str, ...] = ()
    positions: Annotated[tuple[Entry, ...], Field(min_length=1)]


@dataclass(frozen=True)
class Checked:
    """Progress of a check: the numbers of positions and actions checked, and the error, if any."""

    goal: tuple[str, ...]
    positions: int
    of: int
    asked: int
    wrong: str | None = None
    caveats: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """False if a bound was hit."""
        return is_complete(self.caveats)

    @property
    def holds(self) -> bool:
        """True if there is no line, as the certificate says."""
        return self.wrong is None and not self.caveats and self.positions == self.of

    def stopped(self, why: str) -> Checked:
        """The same, found before the check was stopped."""
        return replace(self, caveats=(*self.caveats, cut_short(why)))

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data, for JSON."""
        return {
            "holds": self.holds,
            "goal": list(self.goal),
            "positions": self.positions,
            "asked": self.asked,
            "wrong": self.wrong,
            "complete": self.complete,
            "caveats": list(self.caveats),
        }

    def __str__(self) -> str:
        done = f"{self.positions} of {self.of} positions and {self.asked} actions checked"
        if self.wrong is not None:
            return f"the certificate is wrong: {self.wrong}; {done}"
        said = "no line reaches the goal" if self.holds else "not all is checked"
        return f"{said} ({'; '.join(self.goal)}): {done}"


def write(path: str | PathLike[str], puzzle: Puzzle, found: Solution[Board]) -> None:
    """Write the certificate of a puzzle that has no line. Raises `InputError` if that is not so, and `OSError`."""
    if found.answer != "none" or not found.reached:
        raise InputError("there is no certificate: it is not known that there is no line")
    actions = [entry.model_dump() for entry in puzzle.entries()]
    data = {
        "certificate": "no line",
        "goal": [*puzzle.file.goal, *puzzle.goals],
        "allowed": actions,
        "settle": puzzle.file.settle,
        "caveats": list(found.caveats),
        "positions": [
            {"board": one.position.to_data(), "used": list(one.used), "been": list(one.been)} for one in found.reached
        ],
    }
    whole_files.write(path, json.dumps(data, indent=1) + "\n")


def check(path: str | PathLike[str], puzzle: Puzzle | None = None, *, timeout: float | None = None) -> Checked:
    """Check a certificate, and that it is about a puzzle if one is given. Raises `InputError`."""
    return latest(checking(path, puzzle, timeout=timeout))


def checking(
    path: str | PathLike[str], puzzle: Puzzle | None = None, *, timeout: float | None = None
) -> Iterator[Checked]:
    """Yield the progress after each position. Raises `InputError`, and `Interrupted` past the time."""
    document = yaml_reading.read(path)
    file = validate(CertificateFile, document)
    for number, entry in enumerate(file.positions):
        references.check(entry.board, document, ("positions", number, "board"))
        if len(entry.used) != sum(one.do not in KINDS for one in file.allowed):
            raise InputError(
                "expected as many numbers as there are allowed actions", document.where(("positions", number, "used"))
            )
    if puzzle is not None and (other := _other_puzzle(file, puzzle)) is not None:
        yield Checked(file.goal, 0, len(file.positions), 0, f"it is about another puzzle: {other}")
        return
    yield from _Check(file, deadline_after(timeout)).steps()


def _other_puzzle(file: CertificateFile, puzzle: Puzzle) -> str | None:
    """Return in what a certificate and a puzzle differ; nothing if they agree."""
    goals = (*puzzle.file.goal, *puzzle.goals)
    if set(file.goal) != set(goals):
        return f"its goal is {'; '.join(file.goal)}, and that of the puzzle {'; '.join(goals)}"
    there, here = ({(one.do, one.times) for one in allowed} for allowed in (file.allowed, puzzle.entries()))
    if there != here:
        differing = ", ".join(sorted({do for do, _ in there ^ here}))
        return f"these actions are not allowed alike: {differing}"
    if file.settle != puzzle.file.settle:
        return "only one of them has 'settle'"
    if Board(file.positions[0].board) != puzzle.board:
        return "it starts from another position"
    return None


Place = tuple[Board, tuple[int, ...], frozenset[int]]


class _Check:
    """One certificate, and what has been found of it."""

    def __init__(self, file: CertificateFile, deadline: float | None) -> None:
        self._file = file
        self._deadline = deadline
        self._goals = tuple(map(parse, file.goal))
        self._was = _on_the_way(self._goals)
        self._actions = [one for one in file.allowed if one.do not in KINDS]
        self._everything = len(self._actions) < len(file.allowed)
        self._distinguished = {name for goal in self._goals for name in goal.names()}
        for one in self._actions:
            with suppress(InputError):
                self._distinguished |= Action.parse(one.do).names()
        self._places: dict[Place, None] = {
            (Board(entry.board), entry.used, frozenset(entry.been)): None for entry in file.positions
        }
        self._asked = 0
        self._caveats: dict[str, None] = {}

    def steps(self) -> Iterator[Checked]:
        """Yield the progress after each position."""
        first = next(iter(self._places))
        fault = None
        if any(first[1]) or first[2] != self._been(first[0], frozenset()):
            fault = "the first position is not a start: an action was already used, or a goal was already met"
        for number, place in enumerate(self._places, 1):
            check_deadline(self._deadline)
            fault = fault or self._fault(place)
            yield Checked(self._file.goal, number, len(self._places), self._asked, fault, tuple(self._caveats))
            if fault is not None:
                return

    def _fault(self, place: Place) -> str | None:
        """Return the error at one position; None if it has none."""
        board, used, been = place
        seen = Seen(board, board.characteristics, {self._was[number] for number in been})
        if all(goal.holds(seen) for goal in self._goals):
            return "the goal holds on one of the positions"
        for action, then in self._usable(board, used):
            outcomes = Search(
                board,
                [board.action(action)],
                settle=self._file.settle,
                timeout=time_left(self._deadline),
                distinguished=self._distinguished,
            )
            self._asked += 1
            [verdict] = outcomes.verdicts()
            after = [one.board for one in outcomes] if verdict.legal else []
            self._caveats.update(dict.fromkeys(outcomes.caveats))
            for reached in after:
                if (reached, then, self._been(reached, been)) not in self._places:
                    return f"'{action}' leads to a position that is not among them"
        return None

    def _usable(self, board: Board, used: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
        for number, (entry, so_often) in enumerate(zip(self._actions, used, strict=True)):
            if entry.times == "any":
                after = used
            elif so_often < entry.times:
                after = (*used[:number], so_often + 1, *used[number + 1 :])
            else:
                continue
            if self._means_something(board, entry.do):
                yield entry.do, after
        if self._everything:
            usable = board.legal_actions.where(verbs=["use"])
            for verdict in usable:
                yield verdict.action, used
            self._caveats.update(dict.fromkeys(usable.listing().caveats))

    def _means_something(self, board: Board, action: str) -> bool:
        """True if everything that an action names is there, so that the rules can be asked about it."""
        try:
            board.action(action)
        except Interrupted:
            raise
        except InputError:
            return False
        return True

    def _been(self, board: Board, before: frozenset[int]) -> frozenset[int]:
        """Return the numbers of the goal's conditions on the way that have held so far."""
        seen = Seen(board, board.characteristics if self._was else {}, ())
        return before | {number for number, one in enumerate(self._was) if one.goal.holds(seen)}


def _on_the_way(goals: tuple[Goal, ...]) -> tuple[Once, ...]:
    return tuple(dict.fromkeys(one for goal in goals for one in goal.on_the_way()))
