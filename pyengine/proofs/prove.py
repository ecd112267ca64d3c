"""Properties over all boards within bounds: a proof, or the smallest board that breaks them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any, NamedTuple

import clingo

from pyengine.answers.notes import Note, cut_short
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Citations, latest
from pyengine.asking import note_words
from pyengine.asking.note_atoms import ONLY_THERE, Assumption, is_noted, met, noted_atoms
from pyengine.board import Board
from pyengine.glossary.editions import NEWEST_DATE
from pyengine.proofs import property_files
from pyengine.proofs.property_files import COMPARED, QUESTIONS, Asked, Property, properties
from pyengine.proofs.space import PERMANENT, Space, case_of, number_of_boards
from pyengine.solving.asp_terms import quote
from pyengine.solving.solver import deadline_after, function, string, symbols
from pyengine.solving.statements import in_file
from pyengine.solving.timeline import ANY, OpenTimeline
from pyengine.solving.two_courses import COURSES, Shared, TwoCourses, of_course

__all__ = ["Open", "Proof", "Size", "Space", "properties", "prove", "search"]

MEASURES = ("objects", "abilities", "counters")
"""Measures by which a counterexample is smallest, in this order."""

NEAR = 12
"""How many things a board may have otherwise to be shown beside a counterexample."""

CUBES = 1000
"""Largest number of sequences of actions to search one by one; if there are more, pyengine searches by first actions
only.
"""

TRIED = 50
"""Largest number of boards to look at with a given number of differences."""


@dataclass(frozen=True)
class Open:
    """A gap in a proof, and a board on which it occurs when `action` is done."""

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
class Second:
    """The other course of events, where a property compares two: what is done in it, on which board, and its outcome.

    The board differs in its date alone, if in anything.
    """

    actions: tuple[str, ...]
    board: Board
    outcome: Outcome[Board] | None

    def differs_by(self, first: Proof) -> str:
        """Describe how the second course differs from the first."""
        rules = self.board.model.rules
        if first.counterexample is not None and rules != first.counterexample.model.rules:
            return f"under the rules of {rules or NEWEST_DATE}"
        return f"when you {'; then '.join(self.actions)}" if self.actions != first.actions else "with other choices"


@dataclass(frozen=True)
class Proof:
    """Result for a property on the boards of a space.

    It holds on every one of them, or fails on `counterexample` when the `actions` are done, one after another. The
    result of these is `outcome`, which `Board.outcomes` gives as well. `holds` is None if neither is known. Then
    pyengine found no board on which it fails, but could not work out everything on some, or does not model everything
    of a card or an edition (`left_open`); or the property fails only where a limit is met. `caveats` has all notes,
    those of the counterexample as well. `other_caveats` has the parts of cards that are not modelled and could not
    have changed the answer. `boards` is the number of boards, up to the names of permanents. It is an upper bound
    unless `counts_all`: boards that contradict the rules count too. If a property compares two courses of events,
    `actions` and `outcome` are those of the first, and `second` is the other. `is_met` is true if the assumption of
    the property holds on any board, None if that is not known yet. `near` is a board close to the counterexample on
    which the property holds.
    """

    holds: bool | None
    counterexample: Board | None = None
    actions: tuple[str, ...] = ()
    left_open: tuple[Open, ...] = ()
    notes: tuple[str, ...] = ()
    other_caveats: tuple[str, ...] = ()
    boards: int = 0
    counts_all: bool = False
    is_met: bool | None = None
    outcome: Outcome[Board] | None = None
    second: Second | None = None
    size: Size | None = None
    near: Board | None = None

    @property
    def action(self) -> str | None:
        """The actions on the counterexample, in words."""
        return "; then ".join(self.actions) or None

    @property
    def caveats(self) -> tuple[str, ...]:
        """Limits of the answer, in words."""
        return tuple(dict.fromkeys([*self.notes, *(note for one in self.left_open for note in one.caveats)]))

    @property
    def complete(self) -> bool:
        """True if it is known that the property holds, or that it fails."""
        return self.holds is not None

    def stopped(self, why: str) -> Proof:
        """The same, known before the search was stopped."""
        return replace(self, notes=(*self.notes, cut_short(why)))


VACUOUS = Note("it holds of nothing: no board within these bounds has such an action", "vacuous")
"""Words for a property whose assumption no board meets."""

NOWHERE = "no board within these bounds ever has {}: a word in it may be misspelt, or not among the bounds"
"""Said of what a property asks for and nothing can be."""

NOT_REPLAYED = "the counterexample does not come about as apply does it, which is a fault of the space"
"""Words for a difference between the two ways to ask."""


def prove(asked: str | Property, space: Space, *, timeout: float | None = None) -> Proof:
    """Search the whole space for a board that breaks a property, and then for boards on which that is not certain.

    `asked` is the name of a property of `asp/properties`, the path of a file, or a `Property`. After `timeout`
    seconds it returns what it knows, or raises `Interrupted` if it knows nothing. Raises `InputError` for an unknown
    property, an invalid file, or a date without rules.
    """
    return latest(search(asked, space, timeout=timeout))


def search(asked: str | Property, space: Space, *, timeout: float | None = None) -> Iterator[Proof]:
    """Yield results for a property: that no board breaks it, and then whether that is a proof. Raises `Interrupted`."""
    deadline = deadline_after(timeout)
    asked = asked if isinstance(asked, Property) else property_files.find(asked, deadline)
    course = Course(asked, space.checked(), deadline)
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
    yield Proof(None, boards=course.boards, counts_all=course.counts_all)
    yield from _proof(course)


class Told(OpenTimeline):
    """A timeline in which the property is asked about whatever happens."""

    def happen(self) -> None:
        """Carry out what happens at this moment, with what the property says of it."""
        super().happen()
        self.run("proving")


class ToldTwice(Told, TwoCourses):
    """The same in two courses of events."""


class Course:
    """The program of a property on a space, grounded instruction by instruction, in one course of events or in two."""

    def __init__(self, asked: Property, space: Space, deadline: float | None, undone: Collection[str] = ()) -> None:
        """The program; the second course is asked with some changes of the rules `undone`."""
        self.space = space
        self.asked = asked
        own = () if asked.files else asked.statements
        told: dict[str, Any] = {"files": asked.files, "more": own, "deadline": deadline}
        self.timeline: Told
        if asked.compares:
            self.spaces = [space, replace(space, rules=asked.other_edition or space.rules)]
            # What is legal in one course need not be so in the other.
            facts = [f"{one.facts(asked)}tries_illegal.\n" for one in self.spaces]
            facts[1] += "backwards.\n" if asked.in_both_orders else ""
            facts[1] += "".join(f"undone({quote(change)}).\n" for change in sorted(undone))
            if asked.asks_independence:
                facts = [f"{one}asks_independence.\n" for one in facts]
            self.timeline = ToldTwice((facts[0], facts[1]), QUESTIONS, _shared(asked), **told)
        else:
            self.timeline = Told(space.facts(asked), QUESTIONS, **told)
            self.spaces = [space]
        self.boards = number_of_boards(self.timeline, space)
        self.sound = self._sound()
        self._settled = True
        self._steps = 0
        self.left_out: set[clingo.Symbol] = set()
        """Actions that are not looked at any more."""

    def step(self) -> None:
        """Let one more instruction happen, with the property's rules about it and about its result."""
        self._settle()
        self.timeline.schedule(ANY)
        if self.asked.asks_independence and self._steps == 0:
            self.timeline.run("relating")
        self.timeline.instruct()
        self._settled = False
        self._steps += 1
        if self.asked.settles or self.asked.compares:
            self._settle()

    def _settle(self) -> None:
        """Check state-based actions, unless that has been done."""
        if not self._settled:
            self._settled = True
            self.timeline.settle()
            self.timeline.run("resting")
            # In the middle, two orders have done different things.
            if self.asked.compares and (self._steps == self.space.steps or not self.asked.in_both_orders):
                self.timeline.run("comparing_courses")

    def _sound(self) -> list[Assumption]:
        """Return the problems that can occur on some board, as assumptions against them: the search skips such
        boards.
        """
        found = [atom.symbol for atom in self.timeline.atoms("problem", 2) if not atom.is_fact]
        return [(one, False) for one in found if any(True for _ in self.timeline.models([(one, True)]))]

    @property
    def counts_all(self) -> bool:
        """True if the number of boards is exact: each is possible, and all are different."""
        varies = {*self.space.varies, *self.asked.words("varies")}
        return not self.sound and varies.isdisjoint({"attached", "zones", "edition"})

    def cases(self) -> list[list[Assumption]]:
        """Return the assumptions under which the property applies, for each moment at which it assumes something."""
        if not self.asked.assumes:
            return [[]]
        return [[(atom.symbol, True)] for atom in self.timeline.control.atoms("assume", 1)]

    def breaks(self) -> list[list[Assumption]]:
        """Return the assumptions under which the property is broken, for each moment."""
        found = []
        for atom in self.timeline.control.atoms("violated", 1):
            assumed = function("assume", *atom.symbol.arguments)
            if not self.asked.assumes or self.timeline.control.holding(assumed) is not None:
                found.append([(atom.symbol, True), *([(assumed, True)] if self.asked.assumes else [])])
        return found

    def never(self) -> list[str]:
        """List the literals of the property with a word in quotes that no board has at any moment."""
        return [one.text for one in self.asked.asked if not self._is_anywhere(one)]

    def _is_anywhere(self, asked: Asked) -> bool:
        words = asked.words if asked.says_course or not self.asked.compares else (None, *asked.words)
        wanted = [None if word is None else string(word) for word in words]
        with symbols():  # rules that give other words may be left out, so all atoms are not asked for
            return any(
                all(map(lambda word, term: word in (None, term), wanted, atom.symbol.arguments))
                for atom in self.timeline.control.every_atom().by_signature(asked.name, len(words))
            )

    def model(self, *wanted: Assumption) -> list[clingo.Symbol] | None:
        """Return the shown atoms and the notes of a model, if there is one."""
        noted = noted_atoms(self.timeline)
        for model in self.timeline.models([*wanted, *self.sound]):
            return [*model.symbols(shown=True), *(atom for atom in noted if model.contains(atom))]
        return None

    def found(self, *wanted: Assumption) -> list[clingo.Symbol] | None:
        """The same, looked for with one action after the other: what is to be seen of each is far less than of all."""
        for actions in self._cubes():
            if any(one.arguments[-1] in self.left_out for one, _ in actions):
                continue
            shown = self.model(*wanted, *actions)
            if shown is not None:
                return shown
        return None

    def leave_out(self, model: Sequence[clingo.Symbol]) -> None:
        """Look at the actions of a model no more."""
        self.left_out |= {one.arguments[-1] for one in model if one.name == "attempted"}

    def _cubes(self) -> Iterator[list[Assumption]]:
        """Every sequence of actions that is tried, up to the step that has been done."""
        of_step: dict[int, list[clingo.Symbol]] = {}
        for symbol in dict.fromkeys(atom.symbol for atom in self.timeline.atoms("to_try", 2)):
            *course, step, _ = symbol.arguments
            if step.number <= self._steps and (not course or course[0].number == COURSES[0]):
                of_step.setdefault(step.number, []).append(symbol)
        several = list(product(*of_step.values()))
        if len(several) > CUBES:
            several = [(one,) for one in of_step[1]]
        yield from ([(symbol, True) for symbol in one] for one in several)

    def measured(self, name: str, *arguments: clingo.Symbol | str | int) -> clingo.Symbol:
        """An atom of what is measured of the board."""
        return function(name, *((1, *arguments) if self.asked.compares else arguments))

    def of_each(self, symbols: Sequence[clingo.Symbol]) -> list[Sequence[clingo.Symbol]]:
        """Return the shown atoms and the notes of each course of events."""
        return [of_course(course, symbols) for course in COURSES] if self.asked.compares else [symbols]

    def case(self, symbols: Sequence[clingo.Symbol]) -> Case:
        """The board of a model, and what is done on it."""
        shown = self.of_each(symbols)
        found = [case_of(space, one) for space, one in zip(self.spaces, shown, strict=True)]
        return Case(tuple(board for board, _ in found), tuple(tuple(actions) for _, actions in found), tuple(shown))


class Case(NamedTuple):
    """A model of the question: for each course of events the board, the actions, and the shown atoms with the notes."""

    boards: tuple[Board, ...]
    actions: tuple[tuple[str, ...], ...]
    shown: tuple[Sequence[clingo.Symbol], ...]

    def caveats(self, held: Sequence[Sequence[clingo.Symbol]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return its notes, given the atoms of each course; then the notes that could not have changed it."""
        told, other = zip(*map(note_words.all_caveats, self.boards, held), strict=True)
        return tuple(dict.fromkeys(chain(*told))), tuple(dict.fromkeys(chain(*other)))


def _shared(asked: Property) -> Shared:
    """Return the parts of a space and of a property that courses share."""
    space = in_file(QUESTIONS[0])
    own = [one for one in asked.statements if one.part == "base"]
    measuring = ("measure", "differing", "apart")
    return Shared(
        {*own, *(one for one in space if one.part == "base")},
        {one for one in space if one.part in measuring},
        [one for one in asked.statements if one.part == COMPARED],
    )


def _broken(course: Course) -> Proof | None:
    """A board that breaks the property: one with nothing to note, or else one without limits, or else any."""
    noted = [atom for atom in noted_atoms(course.timeline) if atom.name not in ONLY_THERE]
    limits = [atom for atom in noted if is_noted([atom])]
    # Where no board breaks it at all, that is all there is to ask.
    found = [broken for broken in course.breaks() if course.found(*broken) is not None]
    for avoided, holds in ((noted, False), (limits, False), ((), None)):
        without = [(atom, False) for atom in avoided]
        for broken in found:
            if course.found(*broken, *without) is not None:
                return _counterexample(course, [*broken, *without], holds)
    return None


def _counterexample(course: Course, wanted: list[Assumption], holds: bool | None) -> Proof:
    """Return the smallest board that breaks the property, with the outcome."""
    size, wanted = smallest(course, wanted)
    shown = course.found(*wanted)
    assert shown is not None
    case = course.case(shown)
    told, other = case.caveats(case.shown)
    replayed = [_replayed(*one) for one in zip(*case, strict=True)]
    if None in replayed:
        holds, told = None, (*told, NOT_REPLAYED)
    second = Second(case.actions[1], case.boards[1], replayed[1]) if course.asked.compares else None
    return Proof(
        holds,
        case.boards[0],
        case.actions[0],
        notes=told,
        other_caveats=other,
        boards=course.boards,
        counts_all=course.counts_all,
        is_met=True,
        outcome=replayed[0],
        second=second,
        size=size,
        near=_near(course, shown),
    )


def _replayed(board: Board, actions: Sequence[str], shown: Sequence[clingo.Symbol]) -> Outcome[Board] | None:
    """Return the outcome of `apply` for it: the one in which everything happens that happens in the model."""
    happens = {event.text for event in Outcome(board, shown, Citations()).log}
    for outcome in board.outcomes(*actions):
        if happens <= {event.text for event in outcome.log}:
            return outcome
    return None


def smallest(course: Course, wanted: list[Assumption]) -> tuple[Size, list[Assumption]]:
    """The size of the smallest counterexample, and what makes a model one of that size."""
    found: dict[str, int] = {}
    for what in MEASURES:
        least: int = 0
        most: int | None = None
        while most is None or least < most:
            asked = 2 * least if most is None else (least + most) // 2
            course.timeline.run("measuring", k=asked)
            if course.found(*wanted, (course.measured("larger_than", what, asked), False)) is None:
                least = asked + 1
            else:
                most = asked
        course.timeline.run("measuring", k=least)
        wanted = [*wanted, (course.measured("larger_than", what, least), False)]
        found[what] = least
    return Size(**found), wanted


def _near(course: Course, broken: Sequence[clingo.Symbol]) -> Board | None:
    """The nearest board to one that breaks the property on which it holds, whatever is chosen, as the same is done."""
    timeline = course.timeline
    first = course.case(broken).shown[0]
    fluents = [one.arguments[0] for one in first if one.name == "was"] + [one for one in first if one.name == "card_of"]
    timeline.control.add_rules("broken", [f"{course.measured('was_broken', one)}." for one in fluents])
    timeline.run("differing")
    timeline.run("parting", k=0)
    same = [(one, True) for one in broken if one.name == "attempted"]
    differs: Assumption = (course.measured("apart_by", 0), True)
    kept = [[*case, *same, differs] for case in course.cases()]
    unbroken = [(symbol, False) for one in course.breaks() for symbol, _ in one[:1]]
    for distance in range(1, NEAR + 1):
        timeline.run("parting", k=distance)
        within: Assumption = (course.measured("apart_by", distance), False)
        for case in kept:
            models = timeline.models([*case, *unbroken, within, *course.sound], limit=TRIED)
            for shown in [model.symbols(shown=True) for model in models]:
                board = _chosen(course, shown)
                if not any(course.model(*broken, *board, *same) for broken in course.breaks()):
                    return course.case(shown).boards[0]
    return None


def _chosen(course: Course, shown: Sequence[clingo.Symbol]) -> list[Assumption]:
    """Return the choices that make a board, and those that it leaves out."""
    names = (("was", 1), ("card_of", 2), ("owner", 2), ("timestamp", 3), ("counter_timestamp", 4), ("edition", 1))
    atoms = [atom for name in names for atom in course.timeline.atoms(*name)]
    there = set(shown)
    return [(atom.symbol, atom.symbol in there) for atom in atoms if not atom.is_fact]


def _proof(course: Course) -> Iterator[Proof]:
    """Yield the gaps where no board breaks the property: partial results one after another, and finally all."""
    told: set[str] = set()
    left_open: list[Open] = []
    others: dict[str, None] = {}
    is_met = False
    counts_all = course.counts_all

    def known(holds: bool | None, *notes: str) -> Proof:
        said = {note for one in left_open for note in one.caveats}
        rest = tuple(one for one in others if one not in said)
        return Proof(holds, None, (), tuple(left_open), notes, rest, course.boards, counts_all, is_met or None)

    for case in course.cases():
        for shown, held in met(course.timeline, lambda atom: of_any(str(atom)), [*case, *course.sound]):
            is_met = True
            example = course.case(shown)
            noted, other = example.caveats(course.of_each(held))
            others |= dict.fromkeys(other)
            new = [note for note in noted if of_any(note) not in told]
            told.update(map(of_any, new))
            if new:
                left_open.append(Open(tuple(new), example.boards[0], "; then ".join(example.actions[0])))
                yield known(None)
    nothing = () if is_met else (VACUOUS,)
    last = known(None if left_open else True, *nothing, *map(NOWHERE.format, course.never()))
    yield replace(last, is_met=is_met)


def of_any(text: str) -> str:
    """Return the note about one permanent as a note about any: permanents differ only in their names."""
    return re.sub(rf"\b{PERMANENT}\d+\b", PERMANENT, text)


def summary(asked: Property, space: Space, proof: Proof) -> dict[str, Any]:
    """A proof of a property over a space as plain data, for JSON."""
    return {
        "property": asked.name,
        "says": asked.says,
        "bounds": space.words(asked),
        "holds": proof.holds,
        "boards": proof.boards,
        "boards_are": "exactly" if proof.counts_all else "at most",
        "is_met": proof.is_met,
        "action": proof.action,
        "actions": list(proof.actions),
        "counterexample": proof.counterexample.to_data() if proof.counterexample else None,
        "size": vars(proof.size) if proof.size else None,
        "outcome": proof.outcome.summary() if proof.outcome else None,
        "second": _second(proof.second) if proof.second else None,
        "holds_on": proof.near.to_data() if proof.near else None,
        "open": [
            {"caveats": list(one.caveats), "action": one.action, "board": one.board.to_data()}
            for one in proof.left_open
        ],
        "complete": proof.complete,
        "caveats": list(proof.caveats),
        "other_caveats": list(proof.other_caveats),
    }


def _second(second: Second) -> dict[str, Any]:
    """The other course of events as plain data."""
    outcome = second.outcome.summary() if second.outcome else None
    return {"actions": list(second.actions), "rules": second.board.model.rules, "outcome": outcome}
