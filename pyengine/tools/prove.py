"""Properties over all boards within bounds: a proof, or the smallest board that breaks them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo

from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Citations, latest
from pyengine.asking import caveats
from pyengine.asking.noted import Assumption, is_noted, met, noted_atoms
from pyengine.board import Board
from pyengine.solving.solver import deadline_after, function
from pyengine.solving.timeline import Timeline
from pyengine.tools import properties as property_files
from pyengine.tools.properties import QUESTIONS, Property, properties
from pyengine.tools.space import PERMANENT, Space, case_of, number_of_boards

__all__ = ["Open", "Proof", "Size", "Space", "properties", "prove", "search"]

MEASURES = ("objects", "abilities", "counters")
"""What a counterexample is smallest in, in this order."""

NEAR = 12
"""How many things a board may have otherwise to be shown beside a counterexample."""

TRIED = 50
"""How many boards at most are looked at that have so many things otherwise."""


@dataclass(frozen=True)
class Open:
    """What a proof leaves open, and a board on which that is met as `action` is done."""

    caveats: tuple[str, ...]
    board: Board
    action: str


@dataclass(frozen=True)
class Size:
    """How large a counterexample is: no board within the bounds that breaks the property is smaller.

    Fewer objects count first, then fewer abilities on their cards, then fewer counters.
    """

    objects: int
    abilities: int
    counters: int


@dataclass(frozen=True)
class Proof:
    """What is known of a property on the boards of a space.

    It holds on every one of them, or fails on `counterexample` as the `actions` are done, one after the other, and
    comes to `outcome`, which `Board.outcomes` gives as well. `holds` is None if neither is known: no board was found on
    which it fails, but on some not everything is worked out, or not everything of a card or an edition is modelled
    (`left_open`); or it fails only where a limit is met. `caveats` has all notes, those of the counterexample as well;
    `other_caveats` what is not modelled of the cards and could not have changed the answer.

    `boards` is how many boards there are at most; `is_met` whether what the property assumes holds on any of them,
    None where that is not known yet. `near` is a board close to the counterexample on which the property holds.
    """

    holds: bool | None
    counterexample: Board | None = None
    actions: tuple[str, ...] = ()
    left_open: tuple[Open, ...] = ()
    notes: tuple[str, ...] = ()
    other_caveats: tuple[str, ...] = ()
    boards: int = 0
    is_met: bool | None = None
    outcome: Outcome[Board] | None = None
    size: Size | None = None
    near: Board | None = None

    @property
    def action(self) -> str | None:
        """What is done on the counterexample, in words."""
        return "; then ".join(self.actions) or None

    @property
    def caveats(self) -> tuple[str, ...]:
        """What the answer does not take into account, in words."""
        return tuple(dict.fromkeys([*self.notes, *(note for one in self.left_open for note in one.caveats)]))

    @property
    def complete(self) -> bool:
        """Whether it is known that the property holds, or that it fails."""
        return self.holds is not None

    def stopped(self, why: str) -> Proof:
        """The same, known before the search was stopped."""
        return replace(self, notes=(*self.notes, caveats.CUT_SHORT + why))


VACUOUS = "it holds of nothing: no board within these bounds has such an action"
"""What is said of a property whose assumption no board meets."""

NOT_REPLAYED = "the counterexample does not come about as apply does it, which is a fault of the space"
"""What is said where the two ways to ask differ."""


def prove(asked: str | Property, space: Space, *, timeout: float | None = None) -> Proof:
    """Search the whole space for a board that breaks a property, and then for boards on which that can't be told.

    `asked` is the name of a property of `asp/properties`, the path of a file, or a `Property`. Where `timeout` seconds
    have passed, what is known by then; raises `Interrupted` if that is nothing. Raises `InputError` for a property
    there is none of, a file that is none, or a date without rules.
    """
    return latest(search(asked, space, timeout=timeout))


def search(asked: str | Property, space: Space, *, timeout: float | None = None) -> Iterator[Proof]:
    """What is known of a property: that no board breaks it, and then whether that is a proof. Raises `Interrupted`."""
    course = Course(
        asked if isinstance(asked, Property) else property_files.find(asked), space.checked(), deadline_after(timeout)
    )
    doubtful: Proof | None = None
    for _ in range(course.space.steps):
        course.step()
        broken = _broken(course)
        if broken is not None and broken.holds is False:
            yield broken
            return
        doubtful = doubtful or broken
    if doubtful is not None:
        yield doubtful
        return
    yield Proof(None, boards=course.boards)
    yield from _proof(course)


class Told(Timeline):
    """A timeline in which the property is asked about whatever happens."""

    def advance(self) -> None:
        """Carry out what happens at this moment, with what the property says of it, and go on to the next."""
        self.run("happening")
        self.run("proving")
        self.moment += 1


class Course:
    """The program of a property on a space, grounded instruction by instruction."""

    def __init__(self, asked: Property, space: Space, deadline: float | None) -> None:
        self.space = space
        self.asked = asked
        own = () if asked.files else asked.statements
        self.timeline = Told(space.facts(), QUESTIONS, files=asked.files, more=own, deadline=deadline)
        self.boards = number_of_boards(self.timeline, space)
        self._settled = True

    def step(self) -> None:
        """Let one more instruction be done, with what the property says of it, and of what comes of it."""
        self._settle()
        self.timeline.schedule()
        self.timeline.instruct()
        self._settled = False
        if self.asked.settles:
            self._settle()

    def _settle(self) -> None:
        """Check state-based actions, unless that has been done."""
        if not self._settled:
            self._settled = True
            self.timeline.settle()
            self.timeline.run("resting")

    @property
    def sound(self) -> list[Assumption]:
        """Of boards that contradict the rules nothing is asked."""
        problems = self.timeline.control.atoms("problem", 2)
        return [(atom.symbol, False) for atom in problems if not atom.is_fact]

    def cases(self) -> list[list[Assumption]]:
        """What has to hold for the property to be asked about: of each moment at which it assumes something."""
        if not self.asked.assumes:
            return [[]]
        return [[(atom.symbol, True)] for atom in self.timeline.control.atoms("assume", 1)]

    def breaks(self) -> list[list[Assumption]]:
        """What has to hold for the property to be broken, of each moment."""
        found = []
        for atom in self.timeline.control.atoms("violated", 1):
            assumed = function("assume", *atom.symbol.arguments)
            if not self.asked.assumes or self.timeline.control.holding(assumed) is not None:
                found.append([(atom.symbol, True), *([(assumed, True)] if self.asked.assumes else [])])
        return found

    def model(self, *wanted: Assumption) -> list[clingo.Symbol] | None:
        """What is shown and noted in a model, if there is one."""
        noted = noted_atoms(self.timeline)
        for model in self.timeline.models([*wanted, *self.sound]):
            return [*model.symbols(shown=True), *(atom for atom in noted if model.contains(atom))]
        return None


def _broken(course: Course) -> Proof | None:
    """A board that breaks the property: one with nothing to note, or else one without limits, or else any."""
    noted = noted_atoms(course.timeline)
    limits = [atom for atom in noted if is_noted([atom])]
    for avoided, holds in ((noted, False), (limits, False), ((), None)):
        without = [(atom, False) for atom in avoided]
        for broken in course.breaks():
            if course.model(*broken, *without) is not None:
                return _counterexample(course, [*broken, *without], holds)
    return None


def _counterexample(course: Course, wanted: list[Assumption], holds: bool | None) -> Proof:
    """The smallest board that breaks the property, and what comes of it."""
    size, wanted = _smallest(course, wanted)
    shown = course.model(*wanted)
    assert shown is not None
    board, actions = case_of(course.space, shown)
    told, other = caveats.all_caveats(board, shown)
    replayed = _replayed(board, actions, shown)
    if replayed is None:
        holds, told = None, (*told, NOT_REPLAYED)
    return Proof(
        holds,
        board,
        tuple(actions),
        notes=told,
        other_caveats=other,
        boards=course.boards,
        is_met=True,
        outcome=replayed,
        size=size,
        near=_near(course, shown),
    )


def _replayed(board: Board, actions: Sequence[str], shown: Sequence[clingo.Symbol]) -> Outcome[Board] | None:
    """What `apply` gives for it: the outcome in which all happens that happens in the model."""
    happens = {event.text for event in Outcome(board, shown, Citations()).log}
    for outcome in board.outcomes(*actions):
        if happens <= {event.text for event in outcome.log}:
            return outcome
    return None


def _smallest(course: Course, wanted: list[Assumption]) -> tuple[Size, list[Assumption]]:
    """The size of the smallest counterexample, and what makes a model one of that size."""
    found: dict[str, int] = {}
    for what in MEASURES:
        least: int = 0
        most: int | None = None
        while most is None or least < most:
            asked = 2 * least if most is None else (least + most) // 2
            course.timeline.run("measuring", k=asked)
            if course.model(*wanted, (function("larger_than", what, asked), False)) is None:
                least = asked + 1
            else:
                most = asked
        course.timeline.run("measuring", k=least)
        wanted = [*wanted, (function("larger_than", what, least), False)]
        found[what] = least
    return Size(**found), wanted


def _near(course: Course, broken: Sequence[clingo.Symbol]) -> Board | None:
    """The nearest board to one that breaks the property on which it holds, whatever is chosen, as the same is done."""
    timeline = course.timeline
    fluents = [str(one.arguments[0]) for one in broken if one.name == "was"]
    fluents += [str(one) for one in broken if one.name == "card_of"]
    timeline.control.add_rules("broken", [f"was_broken({one})." for one in fluents])
    timeline.run("differing")
    timeline.run("parting", k=0)
    same = [(one, True) for one in broken if one.name == "attempted"]
    differs: Assumption = (function("apart_by", 0), True)
    kept = [[*case, *same, differs] for case in course.cases()]
    unbroken = [(symbol, False) for one in course.breaks() for symbol, _ in one[:1]]
    for distance in range(1, NEAR + 1):
        timeline.run("parting", k=distance)
        within: Assumption = (function("apart_by", distance), False)
        for case in kept:
            models = timeline.models([*case, *unbroken, within, *course.sound], limit=TRIED)
            for shown in [model.symbols(shown=True) for model in models]:
                board = _chosen(course, shown)
                if not any(course.model(*broken, *board, *same) for broken in course.breaks()):
                    return case_of(course.space, shown)[0]
    return None


def _chosen(course: Course, shown: Sequence[clingo.Symbol]) -> list[Assumption]:
    """What was chosen of a board, and what was not."""
    names = (("was", 1), ("card_of", 2), ("owner", 2), ("timestamp", 3), ("counter_timestamp", 4))
    atoms = [atom for name in names for atom in course.timeline.control.atoms(*name)]
    there = set(shown)
    return [(atom.symbol, atom.symbol in there) for atom in atoms if not atom.is_fact]


def _proof(course: Course) -> Iterator[Proof]:
    """What is left open where no board breaks the property: what is known of it by and by, and at last all."""
    told: set[str] = set()
    left_open: list[Open] = []
    others: dict[str, None] = {}
    is_met = False

    def known(holds: bool | None, *notes: str) -> Proof:
        said = {note for one in left_open for note in one.caveats}
        rest = tuple(one for one in others if one not in said)
        return Proof(holds, None, (), tuple(left_open), notes, rest, course.boards, is_met or None)

    for case in course.cases():
        for shown, held in met(course.timeline, lambda atom: _of_any(str(atom)), [*case, *course.sound]):
            is_met = True
            board, actions = case_of(course.space, shown)
            noted, other = caveats.all_caveats(board, held)
            others |= dict.fromkeys(other)
            new = [note for note in noted if _of_any(note) not in told]
            told.update(map(_of_any, new))
            if new:
                left_open.append(Open(tuple(new), board, "; then ".join(actions)))
                yield known(None)
    last = known(None if left_open else True, *(() if is_met else (VACUOUS,)))
    yield replace(last, is_met=is_met)


def _of_any(text: str) -> str:
    """What is said of one permanent, as it would be said of any: they differ in their names alone."""
    return re.sub(rf"\b{PERMANENT}\d+\b", PERMANENT, text)


def summary(proof: Proof) -> dict[str, Any]:
    """A proof as plain data, for JSON."""
    return {
        "holds": proof.holds,
        "boards_at_most": proof.boards,
        "is_met": proof.is_met,
        "action": proof.action,
        "actions": list(proof.actions),
        "counterexample": proof.counterexample.to_data() if proof.counterexample else None,
        "size": vars(proof.size) if proof.size else None,
        "outcome": proof.outcome.summary() if proof.outcome else None,
        "holds_on": proof.near.to_data() if proof.near else None,
        "open": [
            {"caveats": list(one.caveats), "action": one.action, "board": one.board.to_data()}
            for one in proof.left_open
        ],
        "complete": proof.complete,
    }
