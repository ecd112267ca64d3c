"""`pyengine rules`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from pyengine.answers.terminal import Line
from pyengine.cli.common import ILLEGAL, LEGAL, Commands, command, show
from pyengine.glossary.editions import date_named


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    rules = command(commands, "rules", run)
    rules.add_argument("number", help="a rule number of the newest edition, as in 122.5")
    rules.add_argument("--date", metavar="DATE", help="the number is that of the rules of this date, as in 2009-09-04")
    rules.add_argument("--rules-text", metavar="FILE", help="your copy of the Comprehensive Rules: print its words too")
    rules.add_argument("--scenarios", metavar="DIRECTORY", help="where scenario files are")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.coverage import rule_coverage, rule_texts

    texts = {} if options.rules_text is None else rule_texts.load(options.rules_text)
    if options.date is not None:
        options.date = date_named(options.date)
        return _of_date(options, texts)
    data = rule_coverage.rule(options.number, options.scenarios)
    data["text"] = {
        number: texts[number] for number in (options.number, *data["says"], *data["status"]) if number in texts
    }

    def lines() -> Iterable[Line]:
        yield f"rule {options.number}"
        yield from _numbers(options.number)
        for number in dict.fromkeys((*data["says"], *data["status"], *data["text"])):
            yield from _about(number, data)
        for line in data["encoding"]:
            yield f"  {line['file']}:{line['line']}: {line['text']}"
        for one in data["scenarios"]:
            yield f"  {one['where']}: {one['name']}"
        if not any(data[part] for part in ("says", "status", "encoding", "scenarios")):
            yield "  no line of the encoding and no scenario names it"
            yield from _later(options.number)

    show(options, data, lines, "rules")
    return LEGAL if any(data[part] for part in ("status", "encoding", "scenarios")) else ILLEGAL


def _about(number: str, data: dict[str, Any]) -> Iterable[Line]:
    """The status of a rule, a sentence on what it says, and the words of the user's copy of the rulebook."""
    parts = []
    if (one := data["status"].get(number)) is not None:
        more = ": ".join(f"{key} {value}" for key, value in one.items() if key != "status")
        parts.append(f"{one['status']}{f' ({more})' if more else ''}")
    yield f"  {number}: " + ". ".join([*parts, *([data["says"][number]] if number in data["says"] else ())])
    yield from _words(number, data)


def _words(number: str, data: dict[str, Any]) -> Iterable[Line]:
    for line in data["text"].get(number, "").splitlines():
        yield f"      {line}"


def _numbers(rule: str) -> Iterable[Line]:
    """The numbers that a rule of the newest edition had before."""
    from pyengine.asking import editions

    found = editions.numbers_of(rule)
    if len(found) > 1:
        yield "  its number was " + ", ".join(f"{one.number} from {one.since}" for one in found)


def _later(number: str) -> Iterable[Line]:
    """Today's rules that had a number on older dates."""
    from pyengine.asking import editions

    for rule in editions.ever_called(number):
        since = ", ".join(f"from {one.since}" for one in editions.numbers_of(rule) if one.number == number)
        yield f"  today's rule {rule} had this number {since}"


def _of_date(options: argparse.Namespace, texts: dict[str, str]) -> int:
    """Answer for a number of an older date: today's rules of that number, and the number of that date for today's.

    The user's copy of the rulebook, if there is one, is taken to be of that date.
    """
    from pyengine.asking import editions
    from pyengine.coverage import rule_coverage

    edition = editions.edition_of(options.date)
    today = editions.rules_called(options.number, options.date)
    then = editions.number_on(options.number, options.date)
    data = {
        "number": options.number,
        "date": options.date,
        "edition": edition,
        "now": [rule_coverage.rule(rule, options.scenarios) for rule in today],
        "then": then,
        "text": {options.number: texts[options.number]} if options.number in texts else {},
    }

    def lines() -> Iterable[Line]:
        for rule in today:
            yield f"rule {options.number} of {options.date} (edition of {edition}) is now rule {rule}"
            yield from _numbers(rule)
        if not today:
            yield f"no rule with the number {options.number} is known here for {options.date} (edition of {edition})"
        if then is not None:
            yield f"today's rule {options.number} had the number {then} on {options.date}"
        yield from _words(options.number, data)

    show(options, data, lines, "rules")
    return LEGAL if today else ILLEGAL
