"""The smallest boards on which two editions of the rules differ, one for each cause, and the proof for all others.

The solver looks for the smallest board on which the rules of two dates give other results. That board is asked under
both dates, which names the changes that make the difference. Then these changes are undone in the later rules, and the
solver looks again, until it finds nothing: then nothing else differs on the boards within the bounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pyengine.answers import display
from pyengine.answers.terminal import Line
from pyengine.answers.verdicts import latest
from pyengine.asking import comparing, editions, note_words
from pyengine.asking.comparing import Comparison, change_lines, undated
from pyengine.asking.editions import Change
from pyengine.asking.note_atoms import met
from pyengine.board import Board
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.quoting import quoted
from pyengine.phrases.phrase_words import counted
from pyengine.proofs import property_files
from pyengine.proofs.property_files import VERBS, Property
from pyengine.proofs.prove import Course, Open, Size, of_any, smallest
from pyengine.proofs.space import Space, SpaceFile
from pyengine.proofs.space_cards import cards_of
from pyengine.solving.asp_terms import quote
from pyengine.solving.solver import Interrupted, deadline_after
from pyengine.solving.statements import asp_directory

COMPARING = "nothing_differs_between_two_dates"
"""The property whose rules say what differs."""

USUAL = {
    "about": ("put", "remove", "move", "double"),
    "with_ability": ("creature", "no counters here", "counters stay", "doubles"),
    "with_kind": ("+1/+1", "-1/-1", "charge"),
}
"""Settings with which boards are looked at whatever has changed."""

OBJECTS, MOST = 2, 2
"""Permanents, and counters of a kind on each, unless other bounds are given."""

BY_CHOICE = "the results depend on choices; compare them on one board after the other"
"""Words for an action that two courses of events can't compare."""


@dataclass(frozen=True)
class Difference:
    """The smallest board that shows a difference, what is done on it, and the two answers.

    `without` names the changes found before, which the later answer is asked without.
    """

    board: Board
    actions: tuple[str, ...]
    size: Size
    comparison: Comparison
    without: tuple[str, ...] = ()

    @property
    def causes(self) -> tuple[tuple[Change, ...], ...]:
        """The sets of changes that make the difference."""
        return self.comparison.causes

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {
            "board": self.board.to_data(),
            "actions": list(self.actions),
            "size": vars(self.size),
            "without": list(self.without),
            "comparison": self.comparison.to_json(),
        }

    def lines(self) -> Iterator[Line]:
        """The board and the two answers as text."""
        yield f"on this board: {'; then '.join(self.actions)}"
        yield from display.board_lines(self.board)
        yield from (f"  {line}" for line in self.comparison.lines())
        if self.without:
            yield f"  the later rules are asked without: {', '.join(self.without)}"


@dataclass(frozen=True)
class Searched:
    """Boards on which nothing else differs, or what stays open there."""

    bounds: str
    about: tuple[str, ...]
    boards: int
    left_open: tuple[Open, ...] = ()
    finished: bool = False

    @property
    def proved(self) -> bool:
        """True if nothing else differs on any of the boards."""
        return self.finished and not self.left_open

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {
            "bounds": self.bounds,
            "about": list(self.about),
            "boards": self.boards,
            "proved": self.proved,
            "open": [
                {"caveats": list(one.caveats), "action": one.action, "board": one.board.to_data()}
                for one in self.left_open
            ],
        }

    def lines(self) -> Iterator[str]:
        """The result as text."""
        bounds = f"{', '.join(self.about)}; up to {self.bounds} (at most {self.boards:,} boards)"
        if self.proved:
            yield f"nothing else differs: {bounds}"
        else:
            yield f"not proved that nothing else differs: {bounds}"
        for one in self.left_open:
            yield from (f"  open, {one.action}: {note}" for note in one.caveats)


@dataclass(frozen=True)
class SpaceComparison:
    """The differences between two dates on the boards of a space.

    `not_shown` has the encoded changes between the dates that no board and action here can show.
    """

    first: str
    second: str
    differences: tuple[Difference, ...] = ()
    searched: tuple[Searched, ...] = ()
    not_shown: tuple[Change, ...] = ()
    caveats: tuple[str, ...] = field(default=())

    @property
    def result(self) -> str:
        """Return `differs`, `same` or `in doubt`."""
        if self.differences:
            return "differs"
        return "same" if self.complete else "in doubt"

    @property
    def complete(self) -> bool:
        """True if it is proved that nothing else differs on the boards."""
        return all(one.proved for one in self.searched) and not self.caveats

    def stopped(self, why: str) -> SpaceComparison:
        """The same, known before the search was stopped."""
        return replace(self, caveats=(*self.caveats, f"not all boards were looked at ({why})"))

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {
            "result": self.result,
            "dates": [self.first, self.second],
            "differences": [one.to_json() for one in self.differences],
            "searched": [one.to_json() for one in self.searched],
            "not_shown": [one.name for one in self.not_shown],
            "caveats": list(self.caveats),
        }

    def lines(self) -> Iterator[Line]:
        """The report as text."""
        yield f"{self.first} and {self.second}: {_counted(len(self.differences))}"
        for number, one in enumerate(self.differences, 1):
            yield ""
            yield f"difference {number}:"
            yield from one.lines()
        yield ""
        yield from (line for one in self.searched for line in one.lines())
        if self.not_shown:
            yield f"not shown by these actions and boards: {counted(len(self.not_shown), 'encoded change')}"
        yield from (f"note: {note}" for note in self.caveats)

    def markdown(self) -> Iterator[str]:
        """The report in Markdown: one section for each difference."""
        yield f"## {self.first} and {self.second}: {_counted(len(self.differences))}"
        for one in self.differences:
            causes = ["; ".join(change.name for change in cause) for cause in one.causes]
            yield ""
            yield f"### {' or '.join(causes) or 'no encoded change'}"
            yield ""
            yield from (f"- {line}" for cause in one.causes for line in (" ".join(_lines(cause, self.second)),))
            yield ""
            yield f"On this board: {'; then '.join(one.actions)}"
            yield ""
            yield "```yaml"
            yield one.board.to_yaml().rstrip("\n")
            yield "```"
            yield from one.comparison.table()
        yield ""
        yield from (f"- {line.strip()}" for one in self.searched for line in one.lines())
        yield from (f"- {note}" for note in self.caveats)


def _lines(cause: Iterable[Change], date: str) -> Iterator[str]:
    for change in cause:
        yield from change_lines(change, date)


def _counted(number: int) -> str:
    return {0: "no difference found", 1: "one difference"}.get(number, f"{number} differences")


def compare(
    first: str, second: str, bounds: SpaceFile | None = None, about: Sequence[str] = (), *, timeout: float | None = None
) -> SpaceComparison:
    """Find what differs between two dates on all boards within bounds. Raises `InputError`, and `Interrupted`."""
    return latest(search(first, second, bounds, about, timeout=timeout))


def search(
    first: str, second: str, bounds: SpaceFile | None = None, about: Sequence[str] = (), *, timeout: float | None = None
) -> Iterator[SpaceComparison]:
    """Yield what is known of the differences between two dates, until all boards within bounds have been looked at."""
    deadline = deadline_after(timeout)
    given = bounds or SpaceFile()
    verbs = tuple(dict.fromkeys(arguments.texts(about, "verbs")))
    for verb in verbs:
        if verb not in VERBS:
            raise InputError(f"{quoted(verb)} can't be compared on all boards, but: {', '.join(VERBS)}")
    if given.rules is not None:
        raise InputError("the dates to compare say whose rules apply, so that 'rules' is left out")
    between = [one for one in editions.between(first, second) if one.encoded and one.kind == "rule"]
    groups = _groups(between, given, verbs)
    shown = {name for _, names in groups for name in names}
    known = SpaceComparison(first, second, not_shown=tuple(one for one in between if one.name not in shown))
    undone: set[str] = set()
    for settings, names in groups:
        if names and names <= undone:
            continue
        for one in _looked_at(first, second, settings, given, undone, deadline):
            if isinstance(one, Difference):
                undone |= {change.name for cause in one.causes for change in cause}
                known = replace(known, differences=(*known.differences, one))
            else:
                known = replace(known, searched=(*known.searched, one))
            yield known
    if not groups:
        yield known


Settings = dict[str, tuple[str, ...]]
"""The settings of a property: actions, abilities, kinds, and what varies."""


def _groups(
    between: Sequence[Change], given: SpaceFile, verbs: tuple[str, ...]
) -> list[tuple[Settings, frozenset[str]]]:
    """The settings with which changes show, each with the names of these changes; then the usual settings."""
    found: list[tuple[Settings, frozenset[str]]] = []
    for change in between:
        settings: dict[str, list[str]] = {}
        for name, word in editions.shown_by(change):
            settings.setdefault(name, []).append(word)
        outside = given.kinds and not {*settings.get("with_kind", ())} <= {*given.kinds}
        if settings and not outside and (not verbs or {*settings["about"]} & {*verbs}):
            found.append(({name: tuple(words) for name, words in settings.items()}, frozenset({change.name})))
    if not verbs:
        return [*found, (USUAL, frozenset())]
    together = {name: list(words) for name, words in USUAL.items()} if not found else {}
    for settings_of, _ in found:
        for name, words in settings_of.items():
            together.setdefault(name, []).extend(word for word in words if word not in together.get(name, ()))
    one = {name: tuple(words) for name, words in together.items()} | {"about": verbs}
    return [(one, frozenset().union(*(names for _, names in found)))]


def _asked(first: str, second: str, settings: Settings) -> Property:
    """The property that nothing differs between two dates."""
    text = (asp_directory() / "properties" / f"{COMPARING}.lp").read_text(encoding="utf-8")
    facts = [f"{name}({quote(word)})." for name, words in settings.items() for word in words]
    said = "\n".join([f"% Property: nothing differs between {first} and {second}.", "#program base.", *facts])
    dates = f'in_edition("{first}").\nother_edition("{second}").\n'
    return property_files.read(f"{said}\n{dates}{text[text.index('#program compared') :]}", f"{COMPARING}.lp")


def _looked_at(
    first: str, second: str, settings: Settings, given: SpaceFile, undone: Collection[str], deadline: float | None
) -> Iterator[Difference | Searched]:
    """Yield each difference on the boards with some settings, then the proof or the open questions."""
    asked = _asked(first, second, settings)
    abilities = ("creature", *(one for one in settings.get("with_ability", ()) if one != "creature"))
    space = Space(
        cards_of(asked, given.cards, given.abilities or (() if given.cards else abilities)),
        given.objects or OBJECTS,
        given.kinds or settings.get("with_kind") or USUAL["with_kind"],
        given.most or MOST,
        first,
        1,
        tuple(dict.fromkeys([*settings.get("varies", ()), *given.varies])),
    ).checked()
    without = set(undone)
    between = {one.name for one in editions.between(first, second) if one.encoded}
    by_choice: list[Open] = []
    course = _begun(asked, space, without, deadline)
    while True:
        # With every encoded change undone the rules are the same, and only notes are left to look for.
        same = between <= without
        broken = None if same else next((one for one in course.breaks() if course.found(*one) is not None), None)
        if broken is None:
            break
        size, wanted = smallest(course, broken)
        found = course.found(*wanted)
        assert found is not None
        case = course.case(found)
        board, actions = case.boards[0], case.actions[0]
        comparison = comparing.compare(board, board.actions(actions), first, second, without=without)
        causes = {change.name for cause in comparison.causes for change in cause}
        if comparison.differs:
            yield Difference(board.with_rules(second), actions, size, comparison, tuple(sorted(without)))
        if causes:
            without |= causes
            left_out = course.left_out
            course = _begun(asked, space, without, deadline)
            course.left_out = left_out
        else:
            course.leave_out(found)
            if not comparison.differs:
                by_choice.append(Open((BY_CHOICE,), board, "; then ".join(actions)))
    boards = Searched(space.words(asked), settings["about"], course.boards)
    yield replace(boards, left_open=(*by_choice, *_open(course)), finished=True)


def _begun(asked: Property, space: Space, without: Collection[str], deadline: float | None) -> Course:
    """The two courses of events, after one action."""
    course = Course(asked, space, deadline, without)
    course.step()
    return course


def _open(course: Course) -> Iterator[Open]:
    """Yield the notes that only one of the two dates has. They leave the comparison open."""
    told: set[str] = set()
    for case in course.cases():
        for shown, held in met(course.timeline, lambda atom: of_any(str(atom)), [*case, *course.sound]):
            example = course.case(shown)
            each = [
                {of_any(undated(note, board.model.rules)): note for note in note_words.caveats(board, one)}
                for board, one in zip(example.boards, course.of_each(held), strict=True)
            ]
            apart = {key: note for one in each for key, note in one.items() if not all(key in two for two in each)}
            new = tuple(note for key, note in sorted(apart.items()) if key not in told)
            told |= apart.keys()
            if new:
                yield Open(new, example.boards[0], "; then ".join(example.actions[0]))


__all__ = ["Difference", "Interrupted", "Searched", "SpaceComparison", "compare", "search"]
