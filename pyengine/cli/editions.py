"""`pyengine editions`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from pyengine.answers.terminal import Line
from pyengine.cli.common import LEGAL, Commands, command, show
from pyengine.glossary.editions import date_named
from pyengine.phrases.phrase_words import counted


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    editions = command(commands, "editions", run)
    editions.add_argument("first", nargs="?", metavar="DATE", help="list the changes since this date")
    editions.add_argument("second", nargs="?", metavar="DATE", help="and until this one; the newest rules if left out")
    editions.add_argument("--rule", metavar="N", help="only changes of this rule, by any number that it ever had")
    editions.add_argument("--keywords", action="store_true", help="also list keywords that came")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.asking import editions
    from pyengine.asking.comparing import change_lines

    known = editions.editions()
    first, second = date_named(options.first or known[0]), date_named(options.second or known[-1])
    found = editions.made_in(first, second) if options.first else editions.changes()
    if options.rule is not None:
        found = editions.about(options.rule, found, options.first and first)
    found = tuple(one for one in found if one.kind == "rule" or options.keywords)
    dates = [one for one in known if first <= one <= second]
    meant = editions.edition_of(first), editions.edition_of(second)
    data = {
        "from": {"date": first, "edition": meant[0]},
        "to": {"date": second, "edition": meant[1]},
        "editions": dates,
        "changes": [one.to_json() for one in found],
    }

    def lines() -> Iterable[Line]:
        yield f"from {first} (edition of {meant[0]}) to {second} (edition of {meant[1]}):"
        yield f"{counted(len(dates), 'edition')}, {counted(len(found), 'change')}"
        for one in found:
            yield " ".join((*change_lines(one, first), "" if one.encoded else f"(a note: {one.left_out})")).rstrip()
        if options.rule is not None:
            for rule in dict.fromkeys(one.rule for one in found):
                numbers = editions.numbers_of(rule)
                yield f"{rule} was: " + ", ".join(f"{row.number} from {row.since}" for row in numbers)

    show(options, data, lines, "editions")
    return LEGAL
