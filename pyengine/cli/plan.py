"""`pyengine plan`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial

from pyengine.answers import terminal
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
    load,
    other_lines,
    show,
    timeout_argument,
)
from pyengine.errors import PyengineError


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    plan = command(commands, "plan", run, "find the shortest sequence of instructions that reaches a goal")
    board_argument(plan)
    plan.add_argument(
        "--allow", action="append", required=True, metavar="ACTION", help="an instruction that may be used, once"
    )
    plan.add_argument(
        "--goal",
        action="append",
        required=True,
        nargs=3,
        metavar=("ID", "KIND", "COUNT"),
        help="exactly so many counters of a kind on something; may be repeated",
    )
    all_notes_argument(plan)
    timeout_argument(plan)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.answers import display
    from pyengine.answers.outcome import outcome_text
    from pyengine.answers.verdicts import latest
    from pyengine.cards.kinds import checked_kind
    from pyengine.tools import plan

    goal: dict[str, dict[str, int]] = {}
    for name, kind, count in options.goal:
        if not count.isdecimal() or len(count) > 9:
            raise PyengineError(f"--goal {name} {kind} {count[:20]!r}: expected a whole number below 1000000000")
        wanted = goal.setdefault(name, {})
        if wanted.setdefault(kind := checked_kind(kind), int(count)) != int(count):
            raise PyengineError(f"--goal {name} {kind}: expected one number, found {wanted[kind]} and {count}")
    board = load(options)
    stop = Stop()
    watch = partial(terminal.progress, unit="length")
    found = latest(stop.until(plan.search(board, options.allow, goal, watch, timeout=options.timeout)))
    caveats = [*found.caveats, *stop.notes]
    data = {
        "actions": None if found.actions is None else [str(one) for one in found.actions],
        "outcome": None if found.outcome is None else found.outcome.to_json(),
        "ruled_out": found.ruled_out,
        "complete": found.complete and not stop.notes,
        "caveats": caveats,
        "other_caveats": list(found.other_caveats),
    }

    def lines() -> Iterable[Line]:
        if found.outcome is not None and found.actions is not None:
            yield from (f"{number}. {action}" for number, action in enumerate(found.actions, 1))
            yield outcome_text(found.outcome, 1)
            yield from display.board_lines(found.outcome.board)
        elif found.ruled_out == len(options.allow):
            yield "no line of these instructions, each used at most once, reaches the goal"
        else:
            yield f"no line of up to {found.ruled_out} of these instructions, each used at most once, reaches the goal"
        yield from caveat_lines(caveats)
        yield from other_lines(options, found.other_caveats)

    show(options, data, lines)
    return stop.code(found.complete, LEGAL if found else ILLEGAL)
