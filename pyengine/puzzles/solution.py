"""The answer to a puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Generic, Literal

from pyengine.answers.notes import Note, cut_short, is_complete
from pyengine.answers.outcome import Outcome
from pyengine.phrases.phrase_words import counted
from pyengine.position.position import P, Position
from pyengine.puzzles.difficulty import Difficulty
from pyengine.puzzles.graph import Graph
from pyengine.puzzles.line_pictures import graph_picture, strip

Answer = Literal["found", "found, better not excluded", "found, in doubt", "none", "not decided"]


@dataclass(frozen=True)
class Step(Generic[P]):
    """One step of a line: the action, and what came of it."""

    action: str
    outcome: Outcome[P]

    def to_json(self) -> dict[str, Any]:
        """The step as plain data, for JSON."""
        return {"action": self.action, **self.outcome.to_json()}


@dataclass(frozen=True)
class Line(Generic[P]):
    """Steps that lead to the goal; `cost` is how much they use up of what was to be fewest."""

    steps: tuple[Step[P], ...]
    cost: int | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions, in order."""
        return tuple(step.action for step in self.steps)

    def to_json(self) -> dict[str, Any]:
        """The line as plain data, for JSON."""
        return {"cost": self.cost, "steps": [step.to_json() for step in self.steps]}


@dataclass(frozen=True)
class Branch(Generic[P]):
    """A possible outcome of a step of a strategy, the player who chooses it, and the actions `then`.

    It counts as `steps` steps: none, if another player acts (`by`), or if the stack only resolves. An example is one of
    many choices of that player, after each of which the same actions lead to the goal.
    """

    step: Step[P]
    whose: str
    then: tuple[Branch[P], ...]
    steps: int = 1
    by: str | None = None
    is_example: bool = False

    @property
    def length(self) -> int:
        """Largest number of steps, including this one."""
        return self.steps + max((branch.length for branch in self.then), default=0)

    def to_json(self) -> dict[str, Any]:
        """The branch as plain data, for JSON."""
        then = [one.to_json() for one in self.then]
        chosen = {"by": self.by, "choice_of": self.whose, "is_example": self.is_example}
        return {**self.step.to_json(), **chosen, "then": then}


@dataclass(frozen=True)
class Try(Generic[P]):
    """A line that would reach the goal except for one answer of the opponents: its steps, the last with that answer."""

    steps: tuple[Step[P], ...]

    def to_json(self) -> dict[str, Any]:
        """The try as plain data, for JSON."""
        return {"steps": [step.to_json() for step in self.steps]}


@dataclass(frozen=True)
class Reached(Generic[P]):
    """A reachable position, the number of uses of each action, and the parts of the goal that have held."""

    position: P
    used: tuple[int, ...]
    been: tuple[int, ...]


@dataclass(frozen=True)
class Solution(Generic[P]):
    """Known lines to a goal; true if there is one.

    `lines` has a best line, or with `all_lines` one line of each class that `classes` counts. Lines of a class differ
    only in the order of neighboring steps that lead to the same position in either order. `paths` counts all lines, and
    `difficulty` says how hard one is to find.
    No line has `ruled_out` steps or fewer. `closed`: the search has looked at every reachable position, except after
    actions that can wait or can't matter to the goal; `left_out` counts these. `reached` has all reachable positions,
    if asked for. `in_doubt`: a note could change the result of the line or, without a line, of anything searched. In
    the adversarial `reading` there is a `strategy`, and the line is its longest way; `tries`, if asked for, fail at
    one answer only.
    """

    lines: tuple[Line[P], ...]
    ruled_out: int | None
    closed: bool
    positions: int
    asked: int
    fewest: str = "steps"
    proved: bool = False
    in_doubt: bool = False
    paths: int | None = None
    classes: int | None = None
    difficulty: Difficulty | None = None
    reading: Literal["cooperative", "adversarial"] = "cooperative"
    strategy: tuple[Branch[P], ...] = ()
    tries: tuple[Try[P], ...] | None = None
    reached: tuple[Reached[P], ...] = ()
    left_out: int = 0
    caveats: tuple[str, ...] = ()
    other_caveats: tuple[str, ...] = ()
    graph: Graph[P] | None = field(default=None, repr=False, compare=False)
    """The graph that was searched."""

    def __bool__(self) -> bool:
        return bool(self.lines)

    @property
    def complete(self) -> bool:
        """False if a bound was hit: there may be a line, or a better one."""
        return is_complete(self.caveats)

    @property
    def answer(self) -> Answer:
        """The result, as one of five phrases."""
        if self.lines and self.in_doubt:
            return "found, in doubt"
        if self.lines:
            return "found" if self.proved and self.complete else "found, better not excluded"
        return "none" if self.closed and self.complete and not self.in_doubt else "not decided"

    @property
    def length(self) -> int:
        """Number of steps of the first line; of a strategy, the most that it takes."""
        line = len(self.lines[0].steps) if self.lines else 0
        return max((branch.length for branch in self.strategy), default=line)

    @property
    def hint(self) -> str | None:
        """The next step alone; None if no line is known, or the goal is reached already."""
        return self.lines[0].steps[0].action if self.lines and self.lines[0].steps else None

    @property
    def status(self) -> str:
        """How far the search is, for who waits."""
        return f"{counted(self.ruled_out or 0, 'step')}: {self.positions} positions, {self.asked} actions"

    def stopped(self, why: str) -> Solution[P]:
        """The same, found before the search was stopped."""
        return replace(self, caveats=(*self.caveats, cut_short(why)))

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data, for JSON."""
        return {
            "answer": self.answer,
            "reading": self.reading,
            "fewest": self.fewest,
            "lines": [line.to_json() for line in self.lines],
            "strategy": [branch.to_json() for branch in self.strategy],
            "tries": None if self.tries is None else [one.to_json() for one in self.tries],
            "paths": self.paths,
            "classes": self.classes,
            "difficulty": None if self.difficulty is None else self.difficulty.to_json(),
            "ruled_out": self.ruled_out,
            "positions": self.positions,
            "left_out": self.left_out,
            "complete": self.complete,
            "caveats": list(self.caveats),
            "other_caveats": list(self.other_caveats),
        }

    def __str__(self) -> str:
        return "\n".join(self.words())

    def strip(self, number: int = 1) -> str:
        """One of the lines, the first if not said, as a strip of boards: an SVG file. Raises `IndexError`."""
        if self.graph is None or not 1 <= number <= len(self.lines):
            raise IndexError(f"there are {len(self.lines)} lines, none has the number {number}")
        steps = self.lines[number - 1].steps
        boards: list[tuple[str, Position]] = [("to begin with", self.graph.start.place.position)]
        boards += ((f"{place}. {step.action}", step.outcome.board) for place, step in enumerate(steps, 1))
        return strip(boards)

    def reached_picture(self) -> str:
        """All positions that were looked at and what leads from one to the other, the first line bold: an SVG file."""
        assert self.graph is not None
        way = [step.outcome.board for step in self.lines[0].steps] if self.lines else []
        return graph_picture(self.graph, [self.graph.start.place.key, *map(self.graph.key, way)])

    def _repr_html_(self) -> str:
        said = "".join(f"<p>{escape(line)}</p>" for line in (self.headline(), *self.caveats))
        return said + (self.strip() if self.lines else "")

    def words(self) -> Iterator[str]:
        """The answer in words: what is known, then each line in numbered steps with what happened."""
        yield self.headline()
        if self.difficulty is not None:
            yield str(self.difficulty)
        if self.lines:
            yield _READINGS[self.reading]
        if self.strategy:
            yield from _plan_words(self.strategy, 1, "")
        yield from self._tried()
        if self.strategy:
            return
        for number, line in enumerate(self.lines, 1):
            if len(self.lines) > 1:
                yield f"line {number}:"
            for place, step in enumerate(line.steps, 1):
                yield f"{place}. {step.action}"
                yield from _happened(step, "     ")

    def _tried(self) -> Iterator[str]:
        if self.tries is not None and not self.tries:
            yield f"no try{' is known' if UNSURE_TRIES in self.caveats else ''}: nothing else fails at one answer only"
        for number, one in enumerate(self.tries or (), 1):
            yield f"try {number}:"
            for place, step in enumerate(one.steps, 1):
                last = place == len(one.steps)
                yield f"{place}. {step.action}{', which fails only if it comes to this:' if last else ''}"
                yield from _happened(step, "     ")

    def headline(self) -> str:
        """Return the result in one line."""
        looked = f"{counted(self.positions, 'position')} looked at"
        if self.lines:
            return f"{self._found()}; {looked}"
        if self.answer == "none":
            what = "line" if self.reading == "cooperative" else "strategy"
            which = "all that can be reached" if not self.left_out else "all that could matter to it"
            return f"none at all: no {what} reaches the goal; {which} has been looked at, {looked}"
        within = "not decided, not even for 0 steps"
        if self.ruled_out is not None:
            within = f"none within {counted(self.ruled_out, 'step')}"
        if self.closed and self.in_doubt:
            return f"{within}: no line is known, and a note could change what can be reached; {looked}"
        return f"{within}: there may be longer lines; {looked}"

    def _found(self) -> str:
        line = self.lines[0]
        what = self.reading if self.reading == "adversarial" else "steps" if self.fewest == "steps" else "less"
        known = _IN_DOUBT if self.answer == "found, in doubt" else _KNOWN[what][self.answer == "found"]
        if self.reading == "adversarial":
            said = f"found: a strategy of at most {counted(self.length, 'step')}, {known}"
        elif self.fewest == "steps":
            said = f"found: {counted(len(line.steps), 'step')}, {known}"
        else:
            said = f"found: {self.fewest} {line.cost}, in {counted(len(line.steps), 'step')}, {known}"
        if self.paths is not None:
            said += f"; {counted(self.paths, 'line')}"
            if self.classes is not None:
                said += f", {self.classes} without the order of steps that lead to the same position in either order"
        return said


UNSURE_TRIES = Note(
    "pyengine did not look for tries that depend on a note, or on a choice whose player is not known", "unsure_tries"
)


_IN_DOUBT = "unless a note changes their result"

_KNOWN = {
    "adversarial": ("a shorter one is not excluded", "no strategy needs fewer"),
    "steps": ("a shorter line is not excluded", "no shorter line exists"),
    "less": ("a line that needs less is not excluded", "no line needs less"),
}
"""Words about other lines: if they are not excluded, and if they are."""

_READINGS = {
    "cooperative": "every choice suits the line, whichever player makes it",
    "adversarial": "it works whatever the opponents choose, declare, cast, activate and turn face up",
}


def _happened(step: Step[P], indent: str) -> Iterator[str]:
    return (f"{indent}{event.text} [{event.rule}]" for event in step.outcome.log)


def _plan_words(plan: Sequence[Branch[P]], number: int, indent: str) -> Iterator[str]:
    """A strategy: where others choose, what to do then, under each of what may come; where they can only pass, or the
    stack resolves, what happens alone."""
    by, steps = plan[0].by, plan[0].steps
    if by is None and steps:
        yield f"{indent}{number}. {plan[0].step.action}"
    if plan[0].is_example:
        yield f"{indent}   the same actions lead to the goal after any other choice there; for example:"
    for place, branch in enumerate(plan):
        inner = indent
        if len(plan) > 1:
            inner = f"{indent}   "
            which = "if it comes to this" if by is None else f"if {by} does this: {branch.step.action}"
            yield f"{indent}   {chr(ord('a') + place % 26)}) {which}{':' if by is None else ''}"
        yield from _happened(branch.step, f"{inner}     ")
        if branch.then:
            yield from _plan_words(branch.then, number + steps, f"{inner}  " if len(plan) > 1 else inner)
