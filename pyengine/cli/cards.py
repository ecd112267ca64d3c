"""`pyengine cards`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from pyengine.answers.terminal import Line, Table, progress
from pyengine.cli.common import LEGAL, Commands, command, show


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    cards = command(commands, "cards", run, "show what the card library knows")
    cards.add_argument("name", nargs="?", help="one card; all cards if not given")
    cards.add_argument(
        "--coverage", action="store_true", help="how many cards are modelled in whole, and what is missing most"
    )


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.cards import catalog

    if options.coverage:
        return _coverage(options)
    if options.name is None:
        names = catalog.names()
        show(options, names, lambda: [*names, f"{len(names)} cards"])
        return LEGAL
    data = catalog.definition(options.name).model_dump(mode="json", exclude_defaults=True)

    def lines() -> Iterable[Line]:
        import yaml

        yield yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110).rstrip()

    show(options, data, lines)
    return LEGAL


def _coverage(options: argparse.Namespace) -> int:
    """Report how much of the library, or of one card, is modelled."""
    from pyengine.cards import catalog
    from pyengine.coverage import card_coverage

    cards = list(catalog.every_card()) if options.name is None else [catalog.definition(options.name)]
    data = card_coverage.report(progress(cards, "card"))

    def lines() -> Iterable[Line]:
        if data["missing"]:
            yield Table(card_coverage.rows(data))
        yield f"{data['whole']} of {data['cards']} card(s) modelled in whole ({data['share']:.1%})"

    show(options, data, lines)
    return LEGAL
