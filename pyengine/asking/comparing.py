"""Comparing the answers about one board under the rules of two dates, and the changes that make the difference.

Each answer has the verdicts, the set of all outcomes, and what objects are. A change makes the difference if the answer
under the later rules, asked as if it had not been made, is the answer under the earlier rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Protocol, Self

from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Verdict
from pyengine.asking import editions
from pyengine.asking.editions import Change
from pyengine.position.characteristics import Characteristics

MOST_OUTCOMES = 300
"""With more outcomes than this the comparison is in doubt."""


class Asked(Protocol):
    """The questions of a comparison to a board."""

    @property
    def model(self) -> Any:
        """The position as it is in a board file."""
        ...

    @property
    def characteristics(self) -> Mapping[str, Characteristics]:
        """The characteristics of every object."""
        ...

    @property
    def caveats(self) -> tuple[str, ...]:
        """Notes on the characteristics."""
        ...

    def with_rules(self, date: str) -> Self:
        """The same position under the rules of another date."""
        ...

    def _without_changes(self, changes: Collection[str]) -> Self:
        """The same position with some changes undone."""
        ...

    def seen_by(self, player: str) -> Self:
        """The board as a player may see it."""
        ...

    def to_data(self) -> dict[str, Any]:
        """The position as plain data."""
        ...

    def outcomes(self, *actions: Any, settle: bool = False, timeout: float | None = None) -> Any:
        """Every way the actions can turn out."""
        ...


@dataclass(frozen=True)
class Answer:
    """The answer about a board under the rules of one date.

    `aspects` has what is compared, by name: each part as text, in order. `notes` are without the date that they name.
    """

    date: str
    verdicts: tuple[Verdict, ...]
    aspects: Mapping[str, frozenset[str]]
    rules: tuple[frozenset[str], ...]
    notes: frozenset[str]
    complete: bool

    def differs_from(self, other: Answer) -> tuple[str, ...]:
        """The names of the aspects in which two answers differ."""
        found = [name for name, parts in self.aspects.items() if parts != other.aspects[name]]
        if "verdicts" not in found and "reasons" not in found and not _same_rules(self.rules, other.rules):
            found.append("rules")
        return tuple(found)

    def of(self, aspect: str) -> tuple[str, ...]:
        """The parts of an aspect, in order."""
        if aspect == "rules":
            return tuple(sorted(dict.fromkeys(rule for verdict in self.verdicts for rule in _cited(verdict))))
        return tuple(sorted(self.aspects[aspect]))


ASPECTS = ("verdicts", "reasons", "outcomes", "what happens", "characteristics", "who sees what", "rules")
"""Everything that is compared, in the order of a report."""


@dataclass(frozen=True)
class Comparison:
    """Two answers about one board, and the sets of changes that make the difference."""

    first: Answer
    second: Answer
    causes: tuple[tuple[Change, ...], ...]
    searched: bool
    """True if the causes were looked for; without, there are none."""

    @cached_property
    def differs(self) -> tuple[str, ...]:
        """The names of the aspects that differ, in the order of `ASPECTS`."""
        found = self.first.differs_from(self.second)
        return tuple(name for name in ASPECTS if name in found)

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of one answer that the other does not have: they leave the comparison in doubt."""
        return tuple(sorted(self.first.notes ^ self.second.notes))

    @property
    def result(self) -> str:
        """Return `differs`, `same` or `in doubt`."""
        if self.differs and (self.first.complete and self.second.complete):
            return "differs"
        return "same" if not self.notes and self.first.complete and self.second.complete else "in doubt"

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {
            "result": self.result,
            "dates": [self.first.date, self.second.date],
            "differs": {
                name: {one.date: list(_only(one, other, name)) for one, other in self._both()} for name in self.differs
            },
            "causes": [[change.to_json() for change in cause] for cause in self.causes],
            "notes": list(self.notes),
            "actions": {one.date: [verdict.to_json() for verdict in one.verdicts] for one in (self.first, self.second)},
        }

    def _both(self) -> tuple[tuple[Answer, Answer], ...]:
        return (self.first, self.second), (self.second, self.first)

    def lines(self) -> Iterator[str]:
        """The report as text."""
        dates = f"{self.first.date} and {self.second.date}"
        words = {"same": "the same answer on", "differs": "different answers on", "in doubt": "in doubt:"}
        yield f"{words[self.result]} {dates}"
        for name in self.differs:
            yield f"{name}:"
            for one, other in self._both():
                parts = _only(one, other, name)
                yield from (f"  {one.date}: {part}" for part in parts or ("nothing else",))
        for number, cause in enumerate(self.causes, 1):
            yield f"cause {number}:"
            for change in cause:
                yield from (f"  {line}" for line in change_lines(change, self.second.date))
        if self.differs and self.searched and not self.causes:
            yield "no encoded change makes the difference"
        yield from (f"note: {note}" for note in self.notes)

    def table(self) -> Iterator[str]:
        """Return the differences as tables in Markdown."""
        for name in self.differs:
            yield ""
            yield f"| {name} | {self.first.date} | {self.second.date} |"
            yield "|---|---|---|"
            left, right = (_only(one, other, name) for one, other in self._both())
            yield f"| | {'<br>'.join(map(_cell, left))} | {'<br>'.join(map(_cell, right))} |"

    def markdown(self) -> Iterator[str]:
        """The report in Markdown: one section for each cause."""
        yield f"## {self.first.date} and {self.second.date}: {self.result}"
        yield from self.table()
        for cause in self.causes:
            yield ""
            yield f"### {'; '.join(change.name for change in cause)}"
            for change in cause:
                yield ""
                yield " ".join(change_lines(change, self.second.date))
        yield from ("", *(f"- {note}" for note in self.notes)) if self.notes else ()


def change_lines(change: Change, date: str | None = None) -> Iterator[str]:
    """A change in words: its name and period, the number of its rule, and what is otherwise without it."""
    number = editions.number_on(change.rule, date) if date is not None else None
    now = "" if number in (None, change.rule) else f", then {number}"
    until = f" until {change.until}" if change.until is not None else ""
    yield f"{change.since}{until} [{change.rule}{now}] {change.name}."
    yield f"Otherwise: {change.otherwise}."


def compare(
    board: Asked,
    actions: Sequence[Any],
    first: str,
    second: str,
    *,
    settle: bool = False,
    timeout: float | None = None,
    without: Collection[str] = (),
) -> Comparison:
    """Compare the answers under the rules of two dates, and look for the changes that make the difference.

    The later rules are asked `without` some changes.
    """
    editions.in_order(first, second)
    later_board = board.with_rules(second)._without_changes(without)

    def ask(asked: Asked) -> Answer:
        return _answer(asked, actions, settle, timeout)

    earlier, later = ask(board.with_rules(first)), ask(later_board)
    causes: tuple[tuple[Change, ...], ...] = ()
    searched = bool(earlier.differs_from(later)) and earlier.complete and later.complete
    if searched:
        known: dict[frozenset[str], tuple[str, ...]] = {}

        def differs_without(changes: Sequence[Change]) -> tuple[str, ...]:
            """The aspects that still differ with these changes undone."""
            names = frozenset(one.name for one in changes)
            if names not in known:
                known[names] = ask(later_board._without_changes(names)).differs_from(earlier)
            return known[names]

        between = [one for one in editions.between(first, second) if one.encoded and one.name not in without]
        causes = _causes(between, differs_without)
    return Comparison(earlier, later, causes, searched)


def _causes(
    candidates: Sequence[Change], differs_without: Callable[[Sequence[Change]], Collection[str]]
) -> tuple[tuple[Change, ...], ...]:
    """The minimal sets of changes that make an aspect differ; without those that others make up together."""
    found: dict[frozenset[str], tuple[Change, ...]] = {}
    for aspect in differs_without(()):
        for cause in _minimal_sets(candidates, lambda some, aspect=aspect: aspect not in differs_without(some)):  # type: ignore[misc]
            found.setdefault(frozenset(one.name for one in cause), cause)
    return tuple(
        cause
        for names, cause in sorted(found.items(), key=lambda one: [change.since for change in one[1]])
        if names != frozenset().union(*(other for other in found if other < names))
    )


def _minimal_sets(
    candidates: Sequence[Change], undone: Callable[[Sequence[Change]], bool]
) -> Iterator[tuple[Change, ...]]:
    """Sets of changes, none of which has another's change, that are enough to undo a difference and no larger."""
    left = list(candidates)
    while left and undone(left):
        found = _needed([], left, False, undone)
        if not found:
            return
        yield tuple(found)
        left = [one for one in left if one not in found]


def _needed(
    given: list[Change], candidates: list[Change], changed: bool, undone: Callable[[Sequence[Change]], bool]
) -> list[Change]:
    """QuickXplain (Junker, 2004): halve the candidates, and keep what is needed beside the other half."""
    if changed and undone(given):
        return []
    if len(candidates) == 1:
        return candidates
    middle = len(candidates) // 2
    one, other = candidates[:middle], candidates[middle:]
    from_other = _needed(given + one, other, bool(one), undone)
    from_one = _needed(given + from_other, one, bool(from_other), undone)
    return from_one + from_other


def _answer(board: Asked, actions: Sequence[Any], settle: bool, timeout: float | None) -> Answer:
    """Everything that is compared of a board on its date."""
    aspects: dict[str, frozenset[str]] = {}
    verdicts: tuple[Verdict, ...] = ()
    complete, caveats = True, board.caveats
    aspects["characteristics"] = frozenset(_described(board.characteristics))
    if actions:
        outcomes = board.outcomes(*actions, settle=settle, timeout=timeout)
        found: list[Outcome[Any]] = list(islice(outcomes, MOST_OUTCOMES + 1))
        verdicts, caveats = outcomes.verdicts, outcomes.caveats
        complete = outcomes.complete and len(found) <= MOST_OUTCOMES
        aspects["outcomes"] = frozenset(map(_outcome, found))
        aspects["what happens"] = frozenset(_happens(one) for one in found)
    aspects["verdicts"] = frozenset(f"{'legal' if one.legal else 'illegal'}: {one.action}" for one in verdicts)
    aspects["reasons"] = frozenset(f"{one.action}: {reason.text}" for one in verdicts for reason in one.reasons)
    aspects["who sees what"] = frozenset(_views(board))
    date = board.model.rules
    return Answer(
        date or editions.editions()[-1],
        verdicts,
        aspects,
        tuple(_meant(rule, date) for verdict in verdicts for rule in _cited(verdict)),
        frozenset(undated(note, date) for note in caveats),
        complete,
    )


def _described(found: Mapping[str, Characteristics]) -> Iterator[str]:
    """The characteristics of each object, in words."""
    for name, one in found.items():
        size = [f"{one.power}/{one.toughness}"] if one.power is not None else []
        words = (one.supertypes, one.colors, one.types, one.subtypes, one.keywords)
        called = [f"called {one.name}"] if one.name is not None else []
        value = [f"mana value {one.mana_value}"] if one.mana_value else []
        yield f"{name}: {', '.join([*size, *(' '.join(sorted(some)) for some in words if some), *called, *value])}"


def _outcome(outcome: Outcome[Any]) -> str:
    """The changes of an outcome, and the characteristics of each object then; equal for equal outcomes."""
    is_then = sorted(_described(outcome.characteristics or outcome.board.characteristics))
    return "\n".join(["; ".join(outcome.changes) or "no change", *is_then])


def _happens(outcome: Outcome[Any]) -> str:
    """The events of an outcome in order, without their rules."""
    return "; ".join(dict.fromkeys(event.text for event in outcome.log)) or "nothing"


def _views(board: Asked) -> Iterator[str]:
    """The board as each player sees it, if anything lies face down."""
    objects = [item for zone in ("battlefield", "exile", "stack") for item in getattr(board.model, zone)]
    if any(getattr(item, "face_down", None) is not None for item in objects):
        for player in board.model.players:
            data = board.seen_by(player).to_data()
            for zone in ("battlefield", "exile", "stack"):
                for item in data.get(zone, ()):
                    yield f"{player} sees {item.get('id')}: {item.get('card', 'hidden')} {item.get('face_down', '')}"


def _cited(verdict: Verdict) -> Iterator[str]:
    """The rules that a verdict names, reasons first."""
    yield from (reason.rule for reason in verdict.reasons)
    yield from verdict.rules


def _meant(rule: str, date: str | None) -> frozenset[str]:
    """The rules of the newest edition that a citation of a date may mean."""
    number = rule.partition(" ")[0]
    if date is None or " (no" in rule:
        return frozenset({number})
    return frozenset(editions.rules_called(number, date) or {number})


def _same_rules(one: Sequence[frozenset[str]], other: Sequence[frozenset[str]]) -> bool:
    """Return whether each citation of one side may mean the same as one of the other."""
    return all(any(rule & match for match in other) for rule in one) and all(
        any(rule & match for match in one) for rule in other
    )


def undated(note: str, date: str | None) -> str:
    """A note without the date that it names, so that two dates can share it."""
    return note.replace(f"not modelled for {date}: ", "not modelled: ")


def _only(one: Answer, other: Answer, aspect: str) -> tuple[str, ...]:
    """The parts of an aspect that one answer has and the other does not."""
    theirs = {*other.of(aspect)}
    found = [part for part in one.of(aspect) if part not in theirs]
    if aspect != "outcomes":
        return tuple(found)
    shared = set.intersection(*({*part.split("\n")[1:]} for part in (*one.of(aspect), *theirs)))
    return tuple("; ".join(line for line in part.split("\n") if line not in shared) for part in found)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
