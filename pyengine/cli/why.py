"""`pyengine why`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
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
    date_of,
    load,
    other_lines,
    positive,
    show,
    styled,
    timeout_argument,
)
from pyengine.errors import InputError

if TYPE_CHECKING:
    from pyengine.explain.derivation import Node
    from pyengine.explain.smallest_changes import Changes
    from pyengine.explain.why_illegal import Why
    from pyengine.explain.why_so import That


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    why = command(commands, "why", run)
    board_argument(why)
    why.add_argument("actions", nargs="+", metavar="ACTION")
    why.add_argument(
        "--that",
        metavar="GOAL",
        help="why this holds after the actions, or not, such as '+1/+1 counters on bear = 4' (as goals of puzzles)",
    )
    why.add_argument(
        "--not",
        dest="expected",
        metavar="GOAL",
        help="why the actions do not lead to GOAL, and the smallest changes of the board with which they would",
    )
    why.add_argument(
        "--settle", action="store_true", help="with --that and --not: let everything on the stack resolve then"
    )
    why.add_argument("--mermaid", action="store_true", help="print the trees alone, as a Mermaid flowchart")
    why.add_argument("--svg", action="store_true", help="print the trees alone, as an SVG picture")
    why.add_argument(
        "--reasons", type=positive, default=10, metavar="N", help="at most N minimal sets of facts (default 10)"
    )
    why.add_argument("--changes", type=positive, default=5, metavar="N", help="at most N changes (default 5)")
    why.add_argument("--all", action="store_true", help="show the whole derivation, with the place of each rule")
    all_notes_argument(why)
    timeout_argument(why)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    if options.that is not None and options.expected is not None:
        raise InputError("expected --that GOAL or --not GOAL, found both")
    if options.mermaid + options.svg + options.json > 1:
        raise InputError("expected one of --json, --mermaid and --svg")
    if options.that is not None:
        return _run_that(options)
    if options.expected is not None:
        return _run_not(options)
    if len(options.actions) > 1 or options.settle:
        raise InputError("expected one action: several, and --settle, go with --that GOAL or --not GOAL")
    return _run_verdict(options)


def _run_verdict(options: argparse.Namespace) -> int:
    """Why an action is illegal, or legal."""
    from pyengine.explain import derivation, smallest_changes, why_illegal
    from pyengine.solving.solver import deadline_after, time_left

    board = load(options)
    [action] = options.actions
    deadline = deadline_after(options.timeout)
    found = why_illegal.minimal_reasons(board, action, limit=options.reasons, timeout=options.timeout)
    made = smallest_changes.smallest_changes(board, action, limit=options.changes, timeout=time_left(deadline))
    trees = derivation.derivation(board, action, timeout=time_left(deadline))
    told = trees if options.all else derivation.short(trees)
    data = {
        **found.to_json(),
        **made.to_json(),
        "derivation": [one.to_json() for one in told],
        "complete": found.complete and made.in_time,
    }

    def lines() -> Iterable[Line]:
        if options.mermaid or options.svg:
            yield from _drawn(options, told)
            return
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

    show(options, data, lines, "why", date_of(board))
    if not found.complete or not made.in_time:
        return CUT_SHORT
    return LEGAL if found.legal else ILLEGAL


def _run_that(options: argparse.Namespace) -> int:
    """Why something is so after actions, or not."""
    from pyengine.explain import why_so

    board = load(options)
    found = why_so.why_that(board, options.actions, options.that, settle=options.settle, timeout=options.timeout)

    def lines() -> Iterable[Line]:
        if options.mermaid or options.svg:
            yield from _drawn(options, found.trees)
            return
        yield from _that_lines(found, "holds")
        yield from caveat_lines(found.caveats)
        yield from other_lines(options, found.other_caveats)

    show(options, found.to_json(), lines, "why that", date_of(board))
    if not found.complete:
        return CUT_SHORT
    return LEGAL if found.holding else ILLEGAL


def _run_not(options: argparse.Namespace) -> int:
    """Explain why a goal does not hold after actions."""
    from pyengine.explain import why_not

    board = load(options)
    found = why_not.why_not(
        board,
        options.actions,
        options.expected,
        settle=options.settle,
        limit=options.changes,
        timeout=options.timeout,
    )

    def lines() -> Iterable[Line]:
        if options.mermaid or options.svg:
            yield from _drawn(options, found.trees)
            return
        yield from _that_lines(found.that, "occurs")
        if not found.that.holding:
            yield from _change_lines(found.changes, why_not.WOULD, "is found with which it would occur")
        yield from caveat_lines(found.that.caveats)
        yield from other_lines(options, found.that.other_caveats)

    show(options, found.to_json(), lines, "why not", date_of(board))
    if not found.complete:
        return CUT_SHORT
    return LEGAL if found.that.holding else ILLEGAL


def _drawn(options: argparse.Namespace, trees: Sequence[Node]) -> Iterable[Line]:
    """Trees for a document."""
    from pyengine.explain import derivation_picture, mermaid

    return derivation_picture.picture(trees).splitlines() if options.svg else mermaid.flowchart(trees)


def _that_lines(found: That, verb: str) -> Iterable[Line]:
    yield from (styled(one) for one in found.verdicts if not one.legal)
    several = found.holding + found.others
    if found.holding and found.others:
        yield f"it {verb} in {found.holding} of {several} outcomes"
    else:
        yield f"it {verb} in {'every' if found.holding else 'no'} outcome ({several})"
    for holds, said in ((True, "there:"), (False, "instead:")):
        for one in (one for one in found.chains if one.holds == holds):
            yield said
            yield from one.tree().lines(1)
    for said, events in ((f"where it {verb}, always:", found.always), (f"where it {verb}, never:", found.never)):
        yield from [said, *(f"  {one}" for one in events)] if events else []
    if not found.is_parted:
        yield Styled("some outcomes in which it is not so are like that too: choices part them together", "note")


def _reason_lines(found: Why) -> Iterable[Line]:
    if not found.facts:
        yield "it is illegal even without any of the facts on zones, counters, status, types and abilities"
        return
    for number, reason in enumerate(found.reasons):
        yield "or because of these:" if number else "illegal because of these facts, none of which could be left out:"
        yield from (f"  {fact}" for fact in reason)
    if not found.all_found:
        yield Styled(f"there may be more such sets of facts than these {len(found.reasons)} (--reasons)", "note")


def _change_lines(
    made: Changes,
    would: str = "it would be legal with one of these changes of the board",
    makes: str = "makes it legal",
) -> Iterable[Line]:
    if made.found:
        yield f"{would}:"
        for one in made.found:
            yield f"  {one}"
            yield from (Styled(f"    note: {caveat}", "note") for caveat in one.caveats)
    else:
        yield f"no change of the board {makes}, of those that are tried and cost up to {made.searched}"
    if made.stopped:
        yield Styled(f"there may be more changes: {made.stopped}", "note")
