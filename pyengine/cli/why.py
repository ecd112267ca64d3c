"""`pyengine why`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from pyengine.answers.terminal import Line
from pyengine.cli.common import (
    CUT_SHORT,
    ILLEGAL,
    LEGAL,
    Commands,
    all_notes_argument,
    board_argument,
    caveat_lines,
    command,
    load,
    other_lines,
    show,
    timeout_argument,
)


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    why = command(commands, "why", run, "show a minimal set of board facts that makes an action illegal")
    board_argument(why)
    why.add_argument("action")
    all_notes_argument(why)
    timeout_argument(why)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.tools import why

    found = why.minimal_reason(load(options), options.action, timeout=options.timeout)
    data = {
        "legal": found.legal,
        "facts": list(found.facts),
        "complete": found.complete,
        "caveats": list(found.caveats),
        "other_caveats": list(found.other_caveats),
    }

    def lines() -> Iterable[Line]:
        if found.legal:
            yield "it is legal"
        elif not found.facts:
            yield "it is illegal even without any of the facts on zones, counters, status, types and abilities"
        else:
            yield "illegal because of these facts, none of which could be left out:"
            yield from (f"  {fact}" for fact in found.facts)
        yield from caveat_lines(found.caveats)
        yield from other_lines(options, found.other_caveats)

    show(options, data, lines)
    if not found.complete:
        return CUT_SHORT
    return LEGAL if found.legal else ILLEGAL
