"""`pyengine rules`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from pyengine.answers.terminal import Line
from pyengine.cli.common import ILLEGAL, LEGAL, Commands, command, show


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    rules = command(commands, "rules", run)
    rules.add_argument("number", help="a rule number of the newest edition, as in 122.5")
    rules.add_argument("--date", metavar="DATE", help="the number is that of the rules of this date, as in 2009-09-04")
    rules.add_argument("--scenarios", metavar="DIRECTORY", help="where scenario files are")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.coverage import rule_coverage

    if options.date is not None:
        return _of_date(options)
    data = rule_coverage.rule(options.number, options.scenarios)

    def lines() -> Iterable[Line]:
        yield f"rule {options.number}"
        yield from _numbers(options.number)
        for number, said in data["status"].items():
            more = ": ".join(f"{key} {value}" for key, value in said.items() if key != "status")
            yield f"  {number}: {said['status']}{f' ({more})' if more else ''}"
        for line in data["encoding"]:
            yield f"  {line['file']}:{line['line']}: {line['text']}"
        for one in data["scenarios"]:
            yield f"  {one['where']}: {one['name']}"
        if not any(data[part] for part in ("status", "encoding", "scenarios")):
            yield "  no line of the encoding and no scenario names it"

    show(options, data, lines, "rules")
    return LEGAL if any(data[part] for part in ("status", "encoding", "scenarios")) else ILLEGAL


def _numbers(rule: str) -> Iterable[Line]:
    """The numbers that a rule of the newest edition had before."""
    from pyengine.asking import editions

    found = editions.numbers_of(rule)
    if len(found) > 1:
        yield "  its number was " + ", ".join(f"{one.number} from {one.since}" for one in found)


def _of_date(options: argparse.Namespace) -> int:
    """Answer for a number of an older date: today's rules of that number, and the number of that date for today's."""
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
    }

    def lines() -> Iterable[Line]:
        for rule in today:
            yield f"rule {options.number} of {options.date} (edition of {edition}) is now rule {rule}"
            yield from _numbers(rule)
        if not today:
            yield f"no rule with the number {options.number} is known here for {options.date} (edition of {edition})"
        if then is not None:
            yield f"today's rule {options.number} had the number {then} on {options.date}"

    show(options, data, lines, "rules")
    return LEGAL if today else ILLEGAL
