"""`pyengine generate`."""

from __future__ import annotations

import argparse
import sys

from pyengine.answers import terminal
from pyengine.cli.common import LEGAL, Commands, command, positive


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    generate = command(commands, "generate", run)
    generate.add_argument("--seed", type=int, default=1, help="the same seed gives the same scenarios (default 1)")
    generate.add_argument("--count", type=positive, default=100, metavar="N", help="number of scenarios (default 100)")
    generate.add_argument("--card", action="append", metavar="NAME", help="a card on the boards (repeatable)")
    generate.add_argument("--kind", action="append", help="a kind of counter (repeatable)")
    generate.add_argument("--objects", type=positive, default=4, metavar="N", help="at most N permanents (default 4)")
    generate.add_argument("--most", type=positive, default=3, metavar="N", help="at most N counters (default 3)")
    generate.add_argument("--out", metavar="FILE", help="write a scenario file instead of printing it")


def run(options: argparse.Namespace) -> int:
    """Write the scenarios; return the exit code."""
    import json

    from pyengine.cards import catalog
    from pyengine.conformance import random_boards
    from pyengine.files import whole_files, yaml_writing
    from pyengine.phrases.counter_kinds import checked_kind
    from pyengine.proofs.space_cards import DEFAULT_SPACE

    cards = [catalog.definition(name).name for name in options.card or DEFAULT_SPACE]
    kinds = [checked_kind(kind) for kind in options.kind or ("+1/+1", "-1/-1", "charge")]
    made = random_boards.scenarios(options.seed, options.count, cards, kinds, options.objects, options.most)
    found = list(terminal.progress(made, "scenario", options.count))
    text = json.dumps(found, indent=2) + "\n" if options.json else yaml_writing.dump(found)
    if options.out is None:
        sys.stdout.write(text)
    else:
        whole_files.write(options.out, text)
    return LEGAL
