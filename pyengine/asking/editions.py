"""Editions of the rules: their dates, the changes between them, and the number of each rule on a date.

The table of changes and the numbers are facts of `asp/editions/`; the keyword table has the dates of keywords.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from pyengine.errors import InputError
from pyengine.files.quoting import quoted
from pyengine.glossary import keyword_table
from pyengine.glossary.editions import NEWEST, NEWEST_DATE, edition_number
from pyengine.position import references
from pyengine.solving.statements import asp_directory
from pyengine.solving.timeline import Timeline

OPEN = 99999999
"""The end of a period that has not ended."""
NEW = "there is nothing that it could have been before"
"""Why what began to exist on a date is not encoded otherwise for an earlier one."""


@dataclass(frozen=True)
class Change:
    """One change of the rules: from when to when it holds, by which rule, and what is otherwise on other dates.

    `rule` is the number in the newest edition; `until` is the first day on which the change holds no more, None if it
    still does. `encoded` is false where answers follow the newest rules and name the difference in a note; `left_out`
    says why.
    """

    name: str
    since: str
    until: str | None
    rule: str
    otherwise: str
    encoded: bool
    kind: Literal["rule", "keyword"] = "rule"
    left_out: str | None = None

    def holds_on(self, date: str) -> bool:
        """True if the rules of a date have it."""
        return self.since <= date and (self.until is None or date < self.until)

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON, with the numbers that the rule had."""
        return {**asdict(self), "numbers": [one._asdict() for one in numbers_of(self.rule)]}


class Numbered(NamedTuple):
    """The number of a rule from one date to another, both inclusive; None if it still has it."""

    number: str
    since: str
    until: str | None


@dataclass(frozen=True)
class _Table:
    changes: tuple[Change, ...]
    numbers: dict[str, tuple[Numbered, ...]]
    shown_by: dict[str, tuple[tuple[str, str], ...]]


@cache
def _table() -> _Table:
    """Everything that `asp/editions/` says, read once."""
    timeline = Timeline("", ["questions/editions.lp"], files=("editions/citations.lp",), courses=())

    def facts(name: str, arity: int) -> list[Any]:
        return [atom.symbol.arguments for atom in timeline.control.atoms(name, arity)]

    noted = {change.string: NEW for change, _ in facts("not_encoded", 2)}
    noted |= {change.string: reason.string for change, reason in facts("left_out", 2)}
    found = [
        Change(
            name.string,
            _date(since.number),
            _end(until.number),
            rule.string,
            text.string,
            encoded=name.string not in noted,
            left_out=noted.get(name.string),
        )
        for name, since, until, rule, text in facts("change", 5)
    ]
    rows = {one.name for one in found}
    found += [
        Change(name, entry.since, None, entry.rule or "", f"there was no {name}", False, "keyword", NEW)
        for name, entry in keyword_table.keywords().items()
        if entry.since is not None and name not in rows
    ]
    shown_by: dict[str, list[tuple[str, str]]] = {}
    for name, what in facts("found_with", 2):
        shown_by.setdefault(name.string, []).append((what.name, what.arguments[0].string))
    numbers: dict[str, list[Numbered]] = {}
    for key, since, until, number in facts("cited_as", 4):
        numbers.setdefault(key.string, []).append(Numbered(number.string, _date(since.number), _end(until.number)))
    return _Table(
        tuple(sorted(found, key=lambda one: (one.since, _order(one.rule), one.name))),
        {key: tuple(sorted(rows, key=lambda one: one.since)) for key, rows in numbers.items()},
        {name: tuple(sorted(whats)) for name, whats in shown_by.items()},
    )


def _date(number: int) -> str:
    return f"{number // 10_000}-{number // 100 % 100:02}-{number % 100:02}"


def _end(number: int) -> str | None:
    return None if number == OPEN else _date(number)


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d+", number))


def changes() -> tuple[Change, ...]:
    """Every change of the rules that is known here, by date."""
    return _table().changes


def shown_by(change: Change) -> tuple[tuple[str, str], ...]:
    """The settings of a property, such as `("about", "move")`, with which boards of a space show a change."""
    return _table().shown_by.get(change.name, ())


@cache
def editions() -> tuple[str, ...]:
    """The dates on which an edition took effect, from the earliest."""
    text = (asp_directory() / "editions" / "citations.lp").read_text(encoding="utf-8")
    return tuple(sorted(_date(int(date)) for date in re.findall(r"^known_edition\((\d+)\)\.", text, re.MULTILINE)))


def edition_of(date: str) -> str:
    """The edition whose rules apply on a date. Raises `InputError` for no date, and for one without known rules."""
    references.check_date(date)
    if edition_number(date) > NEWEST and date != NEWEST_DATE:
        raise InputError(f"the rules of {date} are not known; the newest edition here is that of {NEWEST_DATE}")
    return max(one for one in editions() if one <= date)


def made_in(first: str, second: str) -> tuple[Change, ...]:
    """The changes that began or ended after one date and until another, by date."""
    in_order(first, second)
    return tuple(one for one in changes() if any(first < date <= second for date in (one.since, one.until or "")))


def between(first: str, second: str) -> tuple[Change, ...]:
    """The changes that hold on exactly one of two dates, by date. Raises `InputError` for dates in the wrong order."""
    in_order(first, second)
    return tuple(one for one in changes() if one.holds_on(first) != one.holds_on(second))


def in_order(first: str, second: str) -> None:
    """Raise `InputError` unless rules are known of two dates, and the first is not the later one."""
    edition_of(first)
    edition_of(second)
    if first > second:
        raise InputError(f"expected the earlier date first, found {first} and {second}")


def numbers_of(rule: str) -> tuple[Numbered, ...]:
    """The numbers that a rule of the newest edition has had; none if that is not known."""
    return _table().numbers.get(rule, ())


def number_on(rule: str, date: str) -> str | None:
    """The number of a rule of the newest edition on a date; None if it had none, or none is known."""
    return next((one.number for one in numbers_of(rule) if _in_period(one, date)), None)


def rules_called(number: str, date: str) -> tuple[str, ...]:
    """The rules of the newest edition that had a number on a date, in the order of their numbers."""
    found = (key for key in _table().numbers if number_on(key, date) == number)
    return tuple(sorted(found, key=_order))


def ever_called(number: str) -> tuple[str, ...]:
    """The rules of the newest edition that ever had a number, in the order of their numbers."""
    found = (key for key, rows in _table().numbers.items() if any(one.number == number for one in rows))
    return tuple(sorted(found, key=_order))


def _in_period(one: Numbered, date: str) -> bool:
    return one.since <= date and (one.until is None or date <= one.until)


def about(rule: str, found: tuple[Change, ...], date: str | None = None) -> tuple[Change, ...]:
    """The changes about a rule, by its newest number, or the one that it had on a date, or ever had.

    A number without a letter means its subrules too. Raises `InputError` for a number that no rule here ever had.
    """
    if not re.fullmatch(r"[0-9]{3}(\.[0-9]+[a-z]{0,2})?", rule):
        raise InputError(f"expected the number of a rule, as in 122.5, found {quoted(rule)}")
    wanted = {rule, *(ever_called(rule) if date is None else rules_called(rule, date))}
    below = re.compile(
        "|".join(re.escape(one) + (r"[a-z]{0,2}" if "." in one else r"\.[0-9]+[a-z]{0,2}") for one in sorted(wanted))
    )
    known = any(below.fullmatch(one) for one in (*_table().numbers, *(change.rule for change in changes())))
    if not known:
        raise InputError(f"no rule with the number {rule} is known here, on any date")
    return tuple(one for one in found if below.fullmatch(one.rule))
