"""`pyengine cards`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from typing import Any

from pyengine.answers.terminal import Line, Table, progress
from pyengine.cli.common import LEGAL, Commands, command, positive, show
from pyengine.errors import InputError

MOST_ROWS = 60
"""Number of rows of a table about a card file; JSON has all."""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    cards = command(commands, "cards", run)
    cards.add_argument("name", nargs="*", help="one card, or with --coverage a card file; all cards if not given")
    cards.add_argument(
        "--coverage", action="store_true", help="how many cards are modelled in whole, and what is missing most"
    )
    cards.add_argument(
        "--missing",
        action="store_true",
        help="with --coverage and a card file: the clauses at which lines fail, by how many more cards each would "
        "make whole",
    )
    cards.add_argument("--every", type=positive, default=1, metavar="N", help="of a card file, count one card of N")
    cards.add_argument("--jobs", type=positive, metavar="N", help="number of processes; one for each core if not given")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.cards import catalog

    name = " ".join(options.name)
    if options.coverage and os.path.exists(name):
        return _coverage_of_file(options, name)
    if options.missing or options.every > 1:
        raise InputError("expected a card file with --missing and --every, as in: pyengine cards --coverage FILE")
    if options.coverage:
        return _coverage(options, name)
    if not name:
        names = catalog.names()
        show(options, names, lambda: [*names, f"{len(names)} cards"])
        return LEGAL
    data = catalog.definition(name).model_dump(mode="json", exclude_defaults=True)

    def lines() -> Iterable[Line]:
        import yaml

        yield yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110).rstrip()

    show(options, data, lines)
    return LEGAL


def _coverage(options: argparse.Namespace, name: str) -> int:
    """Report how much of the library, or of one card, is modelled."""
    from pyengine.cards import catalog
    from pyengine.coverage import card_coverage

    cards = list(catalog.every_card()) if not name else [catalog.definition(name)]
    data = card_coverage.report(progress(cards, "card"))

    def lines() -> Iterable[Line]:
        if data["missing"]:
            yield Table(card_coverage.rows(data))
        yield f"{data['whole']} of {data['cards']} card(s) modelled in whole ({data['share']:.1%})"

    show(options, data, lines)
    return LEGAL


def _coverage_of_file(options: argparse.Namespace, path: str) -> int:
    """Report how many cards of a card file are read in whole."""
    from pyengine.bulk.spread import cores
    from pyengine.coverage import file_coverage
    from pyengine.formats import card_file

    cards = progress(list(card_file.read(path)), "card")
    data = file_coverage.report(cards, options.missing, options.jobs or cores(), options.every)
    show(options, data, lambda: _lines_of_file(data))
    return LEGAL


def _lines_of_file(data: dict[str, Any]) -> Iterator[Line]:
    from pyengine.coverage import file_coverage

    if data["missing"]:
        yield Table(file_coverage.rows(data, MOST_ROWS))
    for why, count in data["left_out"].items():
        yield f"left out: {count} {why}"
    for subject, counts in (("", data), (" about counters or face-down objects", data["about"])):
        yield f"{counts['whole']} of {counts['cards']} card(s){subject} modelled in whole ({counts['share']:.1%})"
