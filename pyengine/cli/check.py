"""`pyengine check`."""

from __future__ import annotations

import argparse
import json
import sys

import pyengine
from pyengine.answers import terminal
from pyengine.answers.terminal import Line
from pyengine.cli.common import (
    BAD_INPUT,
    CUT_SHORT,
    ILLEGAL,
    LEGAL,
    STANDARD_INPUT,
    Commands,
    all_notes_argument,
    board_argument,
    caveat_lines,
    command,
    complain,
    date_of,
    load,
    other_lines,
    show,
    special_action_lines,
    styled,
    timeout_argument,
)
from pyengine.errors import PyengineError


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    check = command(commands, "check", run)
    board_argument(check)
    check.add_argument(
        "action", help='the action, as in "move a +1/+1 counter from bear to elf"; - reads many, one on each line'
    )
    all_notes_argument(check)
    timeout_argument(check)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    if options.action == STANDARD_INPUT:
        return _check_many(options)
    board = load(options)
    verdict = board.check(options.action, timeout=options.timeout)

    def lines() -> list[Line]:
        return [*_verdict_lines(options, verdict), *special_action_lines(board, [options.action])]

    show(options, verdict.to_json(), lines, "check", date_of(board))
    return _verdict_code(verdict)


def _verdict_lines(options: argparse.Namespace, verdict: pyengine.Verdict) -> list[Line]:
    return [styled(verdict), *caveat_lines(verdict.caveats), *other_lines(options, verdict.other_caveats)]


def _check_many(options: argparse.Namespace) -> int:
    """The verdict on each line of standard input, as it comes; a phrase that is wrong does not stop the rest."""
    if options.board == STANDARD_INPUT:
        raise PyengineError("check: expected the board or the actions from standard input, not both")
    from pyengine.asking import stamps

    board = load(options)
    code = LEGAL
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            verdict = board.check(line.strip(), timeout=options.timeout)
        except PyengineError as error:
            complain(f"<standard input>:{number}: {error}")
            code = BAD_INPUT
            continue
        if options.json:
            print(json.dumps(stamps.stamped(verdict.to_json(), "check", date_of(board))), flush=True)
        else:
            terminal.show(_verdict_lines(options, verdict))
        if code != BAD_INPUT:
            code = max(code, _verdict_code(verdict))
    return code


def _verdict_code(verdict: pyengine.Verdict) -> int:
    if not verdict.complete:
        return CUT_SHORT
    return LEGAL if verdict.legal else ILLEGAL
