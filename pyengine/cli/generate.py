"""`pyengine generate`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from pyengine.answers import terminal
from pyengine.cli.common import LEGAL, Commands, command, positive, write_file
from pyengine.errors import InputError


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    generate = command(commands, "generate", run)
    generate.add_argument("--seed", type=int, default=1, help="the same seed gives the same answer (default 1)")
    generate.add_argument("--count", type=positive, metavar="N", help="number of scenarios (default 100)")
    generate.add_argument("--card", action="append", metavar="NAME", help="a card on the boards (repeatable)")
    generate.add_argument("--kind", action="append", help="a kind of counter (repeatable)")
    generate.add_argument("--objects", type=positive, default=4, metavar="N", help="at most N permanents (default 4)")
    generate.add_argument("--most", type=positive, default=3, metavar="N", help="at most N counters (default 3)")
    generate.add_argument(
        "--puzzle",
        type=positive,
        metavar="STEPS",
        help="a puzzle instead, with exactly one shortest line of that many steps",
    )
    generate.add_argument("--out", metavar="FILE", help="write a file instead of printing it")


def run(options: argparse.Namespace) -> int:
    """Write the scenarios, or the puzzle; return the exit code."""
    import json

    from pyengine.cards import catalog
    from pyengine.conformance import random_boards, random_puzzles
    from pyengine.files import yaml_writing
    from pyengine.phrases.counter_kinds import checked_kind
    from pyengine.proofs.space_cards import DEFAULT_SPACE

    cards = [catalog.definition(name).name for name in options.card or DEFAULT_SPACE]
    kinds = [checked_kind(kind) for kind in options.kind or ("+1/+1", "-1/-1", "charge")]
    most = cards, kinds, options.objects, options.most
    found: Any
    if options.puzzle is None:
        number = options.count or 100
        found = list(terminal.progress(random_boards.scenarios(options.seed, number, *most), "scenario", number))
    elif options.count is not None:
        raise InputError("--puzzle makes one puzzle; expected it without --count, and another --seed for another one")
    else:
        *_, found = terminal.progress(random_puzzles.puzzles(options.seed, options.puzzle, *most), "board")
    text = json.dumps(found, indent=2) + "\n" if options.json else yaml_writing.dump(found)
    if options.out is None:
        sys.stdout.write(text)
    else:
        write_file(options.out, text)
    return LEGAL
