"""`pyengine apply`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

import pyengine
from pyengine.answers.terminal import Line
from pyengine.cli.common import (
    ILLEGAL,
    LEGAL,
    Commands,
    Stop,
    all_notes_argument,
    board_argument,
    caveat_lines,
    command,
    date_of,
    load,
    other_lines,
    positive,
    show,
    special_action_lines,
    styled,
    timeout_argument,
)
from pyengine.phrases.phrase_words import counted


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    apply = command(commands, "apply", run)
    board_argument(apply)
    apply.add_argument("actions", nargs="+", metavar="ACTION")
    apply.add_argument("--settle", action="store_true", help="let everything on the stack resolve then")
    apply.add_argument("--limit", type=positive, default=20, metavar="N", help="outcomes listed (default 20)")
    apply.add_argument("--count", action="store_true", help="only count the outcomes")
    apply.add_argument(
        "--each-payment",
        action="store_true",
        help="list outcomes apart that differ in nothing but which mana was spent",
    )
    all_notes_argument(apply)
    timeout_argument(apply)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.answers import display
    from pyengine.answers.outcome import outcome_text
    from pyengine.asking import payments

    board = load(options)
    outcomes = board.outcomes(*options.actions, settle=options.settle, timeout=options.timeout)
    verdicts = outcomes.verdicts
    stop = Stop()
    with stop, suppress(pyengine.Interrupted):
        if not options.count:
            list(islice(outcomes, options.limit))
        outcomes.count()
    each = options.each_payment or bool(stop.notes)
    found, count = payments.shown(outcomes, 0 if options.count else options.limit, each=each)
    data = payments.to_json(outcomes, found, count)
    data["complete"] = data["complete"] and not stop.notes
    data["caveats"] += stop.notes

    def lines() -> Iterable[Line]:
        yield from map(styled, verdicts)
        if any(verdicts) or options.settle:
            yield from listed()
        yield from caveat_lines(data["caveats"])
        yield from other_lines(options, data["other_caveats"])
        yield from special_action_lines(board, options.actions[:1])

    def listed() -> Iterable[Line]:
        yield f"{'' if outcomes.is_counted else 'at least '}{counted(data['count'], 'outcome')}"
        for number, (outcome, ways) in enumerate(found, 1):
            yield outcome_text(outcome, number, board.characteristics)
            if ways > 1:
                yield f"  {ways} ways to pay lead here, of which this is one; --each-payment lists them"
            yield from display.board_lines(outcome.board, outcome.board.characteristics)
        if len(found) < data["count"] and not options.count:
            yield f"... and {data['count'] - len(found)} more; --limit lists more of them"

    show(options, data, lines, "apply", date_of(board))
    return stop.code(data["complete"], LEGAL if all(verdicts) else ILLEGAL)
