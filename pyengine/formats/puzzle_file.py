"""Puzzle files: a board file that also says what the goal is, what may be done, and in how many steps at most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from pyengine.board import Board
from pyengine.errors import InputError, PyengineError
from pyengine.files import yaml_reading
from pyengine.files.document import Document
from pyengine.files.fields import Flag, Model, OrWritten
from pyengine.files.validation import validate
from pyengine.formats import forge_puzzle, forge_writing
from pyengine.position import references
from pyengine.position.model import BoardFile
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.goals import All, Goal
from pyengine.puzzles.moves import COMBAT, EVERYTHING, Moves
from pyengine.puzzles.search_task import Task, problems


class AllowedAction(Model):
    """An action that may be used."""

    do: str
    times: Annotated[int, Field(strict=True, ge=1, le=1000)] | Literal["any"] = Field(
        1, description="how often; 'any' for as often as one likes"
    )


def _action(value: object) -> object:
    return {"do": value} if isinstance(value, str) else value


OneAllowed = Annotated[AllowedAction, BeforeValidator(_action), OrWritten({"type": "string"})]


def _one_or_more(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _not_twice(entries: tuple[AllowedAction, ...]) -> tuple[AllowedAction, ...]:
    seen = set()
    for entry in entries:
        if entry.do in seen:
            raise ValueError(f"expected each action once, with 'times', found {entry.do[:60]!r} twice")
        seen.add(entry.do)
    return entries


class PuzzleFile(BoardFile):
    """A puzzle: a position with a goal."""

    goal: Annotated[tuple[str, ...], BeforeValidator(_one_or_more), OrWritten()] = Field(
        (), description="what is to be so at the end, such as 'bob has lost'; of several goals, all"
    )
    allowed: Annotated[
        tuple[OneAllowed, ...], BeforeValidator(_one_or_more), AfterValidator(_not_twice), OrWritten()
    ] = Field((), description="the actions that may be used, each once if not said otherwise; or everything legal")
    limit: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = Field(
        None, description="steps at most; any number if not given"
    )
    settle: Flag = Field(True, description="everything on the stack resolves after each action")
    against: Flag = Field(False, description="it has to be reached whatever the opponents choose and do")


@dataclass(frozen=True)
class Puzzle:
    """A puzzle file; `goals` and `actions` come from elsewhere, as from a command line.

    `note` is what keeps any answer from being all that can be said about the puzzle.
    """

    board: Board
    file: PuzzleFile
    document: Document
    goals: Sequence[str] = field(default=())
    actions: Sequence[str] = field(default=())
    note: str | None = None

    def task(self, *, limit: int | None = None, against: bool | None = None, **asked: Any) -> Task:
        """Return the task; `asked` are further fields of `Task`. Raises `InputError` with file and line."""
        against = self.file.against if against is None else against
        goals = self._goals()
        goal = goals[0] if len(goals) == 1 else All(goals)
        limit = self.file.limit if limit is None else limit
        task = Task(goal, self._moves(), limit, self.file.settle, against=against, **asked)
        made = self.board.made_by(*(one.action for one in task.moves.actions))
        for part, problem in problems(task, self.board, made):
            raise self._at(part, InputError(f"{part}: {problem}"))
        return task

    def entries(self) -> tuple[AllowedAction, ...]:
        """The actions that may be used, of the file and those added."""
        known = {entry.do for entry in self.file.allowed}
        return (
            *self.file.allowed,
            *(AllowedAction(do=action, times=1) for action in self.actions if action not in known),
        )

    def as_forge(self, title: str) -> str:
        """The puzzle in Forge's format. Raises `InputError` with all that the format can't say."""
        allowed = [one.do if one.times == 1 else f"{one.do} ({one.times} times)" for one in self.file.allowed]
        text = forge_writing.written(self.board.model, self.file.goal, allowed, title)
        again = of_forge(forge_puzzle.converted(text), title)
        if again.board.canonical_key() != self.board.canonical_key():
            raise InputError("in which order in time the objects of different players came can't be said")
        return text

    def _goals(self) -> tuple[Goal, ...]:
        found = []
        for place, text in enumerate((*self.file.goal, *self.goals)):
            try:
                found.append(parse(text))
            except PyengineError as error:
                raise self._at("goal" if place < len(self.file.goal) else "", error) from None
        if not found:
            raise InputError("expected 'goal', what is to be so at the end; found none", self.document.where(()))
        return tuple(found)

    def _moves(self) -> Moves:
        entries = {entry.do: None if entry.times == "any" else entry.times for entry in self.entries()}
        if not entries:
            raise InputError(
                f"expected 'allowed', the actions that may be used, {EVERYTHING!r} or {COMBAT!r}; found none",
                self.document.where(()),
            )
        try:
            return self.board.moves(entries)
        except PyengineError as error:
            raise self._at("allowed", error, *self._first_wrong()) from None

    def _first_wrong(self) -> tuple[int, ...]:
        """Return the place of the first entry that is not an action here; empty if the error is not in an entry."""
        phrases = [entry.do for entry in self.file.allowed]
        for place in range(len(phrases)):
            try:
                self.board.moves(phrases[: place + 1])
            except PyengineError:
                return (place,)
        return ()

    def _at(self, part: str, error: PyengineError, *more: int) -> InputError:
        """The error with the place of what it is about, if that is in the file."""
        if part in self.document.root.inner:
            return InputError(str(error), self.document.where((part, *more)))
        return InputError(str(error))


def load(path: str | PathLike[str]) -> Puzzle:
    """The puzzle in a file. Raises `InputError` with file, line and column."""
    return of(yaml_reading.read(path))


def of_forge(found: forge_puzzle.Converted, name: str) -> Puzzle:
    """The puzzle that was read from Forge's format in a file of this name."""
    document = yaml_reading.parse(forge_puzzle.as_file(found), f"{name} as carried over")
    return replace(of(document), note=forge_puzzle.note(found))


def of(document: Document) -> Puzzle:
    """The puzzle in a document."""
    file = validate(PuzzleFile, document)
    board = BoardFile(**{name: getattr(file, name) for name in BoardFile.model_fields if name in file.model_fields_set})
    references.check(board, document)
    return Puzzle(Board(board, document), file, document)
