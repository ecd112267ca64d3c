"""`pyengine why`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyengine.answers.terminal import Line, Styled
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
    positive,
    show,
    timeout_argument,
)

if TYPE_CHECKING:
    from pyengine.tools.changes import Changes
    from pyengine.tools.why import Why


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    why = command(commands, "why", run, "show why an action is illegal, and what of the board would make it legal")
    board_argument(why)
    why.add_argument("action")
    why.add_argument(
        "--reasons", type=positive, default=10, metavar="N", help="at most so many minimal sets of facts (default 10)"
    )
    why.add_argument("--changes", type=positive, default=5, metavar="N", help="at most so many changes (default 5)")
    why.add_argument("--all", action="store_true", help="show the whole derivation, with where each rule stands")
    all_notes_argument(why)
    timeout_argument(why)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.solving.solver import deadline_after, time_left
    from pyengine.tools import changes, derivation, why

    board = load(options)
    deadline = deadline_after(options.timeout)
    found = why.minimal_reasons(board, options.action, limit=options.reasons, timeout=options.timeout)
    made = changes.smallest_changes(board, options.action, limit=options.changes, timeout=time_left(deadline))
    trees = derivation.derivation(board, options.action, timeout=time_left(deadline))
    told = trees if options.all else derivation.short(trees)
    data = {
        "legal": found.legal,
        "facts": list(found.facts),
        "reasons": [list(one) for one in found.reasons],
        "all_reasons": found.all_found,
        "changes": [one.to_json() for one in made.found],
        "changes_stopped": made.stopped,
        "changes_cost_up_to": made.searched,
        "derivation": [one.to_json() for one in told],
        "complete": found.complete and made.in_time,
        "caveats": list(found.caveats),
        "other_caveats": list(found.other_caveats),
    }

    def lines() -> Iterable[Line]:
        if found.legal:
            yield "it is legal"
        else:
            yield from _reason_lines(found)
            yield from _change_lines(made)
        yield "derived from:"
        for tree in told:
            yield from tree.lines(1, options.all)
        yield from caveat_lines(found.caveats)
        yield from other_lines(options, found.other_caveats)

    show(options, data, lines)
    if not found.complete or not made.in_time:
        return CUT_SHORT
    return LEGAL if found.legal else ILLEGAL


def _reason_lines(found: Why) -> Iterable[Line]:
    if not found.facts:
        yield "it is illegal even without any of the facts on zones, counters, status, types and abilities"
        return
    for number, reason in enumerate(found.reasons):
        yield "or because of these:" if number else "illegal because of these facts, none of which could be left out:"
        yield from (f"  {fact}" for fact in reason)
    if not found.all_found:
        yield Styled(f"there may be more such sets of facts than these {len(found.reasons)} (--reasons)", "note")


def _change_lines(made: Changes) -> Iterable[Line]:
    if made.found:
        yield "it would be legal with one of these changes of the board:"
        for one in made.found:
            yield f"  {one}"
            yield from (Styled(f"    note: {caveat}", "note") for caveat in one.caveats)
    else:
        yield f"no change of the board makes it legal, of those that are tried and cost up to {made.searched}"
    if made.stopped:
        yield Styled(f"there may be more changes: {made.stopped}", "note")
