"""`pyengine cards`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from pyengine.answers.terminal import Line
from pyengine.cli.common import LEGAL, Commands, command, show


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    cards = command(commands, "cards", run, "show what the card library knows")
    cards.add_argument("name", nargs="?", help="one card; all cards if not given")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.cards import catalog

    if options.name is None:
        names = [card.name for card in catalog.every_card()]
        show(options, names, lambda: [*names, f"{len(names)} cards"])
        return LEGAL
    data = catalog.definition(options.name).model_dump(mode="json", exclude_defaults=True)

    def lines() -> Iterable[Line]:
        import yaml

        yield yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110).rstrip()

    show(options, data, lines)
    return LEGAL
