"""`pyengine conform`."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack, suppress
from typing import Any

import pyengine
from pyengine.answers import terminal
from pyengine.cli.common import ILLEGAL, LEGAL, Commands, Stop, command, positive, show, timeout_argument
from pyengine.errors import InputError, PyengineError
from pyengine.phrases.phrase_words import counted


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    conform = command(commands, "conform", run)
    conform.add_argument("files", nargs="*", metavar="FILE", help="scenario files; the suite of pyengine if not given")
    conform.add_argument("--engine", metavar="COMMAND", help="the program to test, as in --engine 'python adapter.py'")
    conform.add_argument("--record", metavar="FILE", help="with --engine: also write every request with its answer")
    conform.add_argument("--replay", metavar="FILE", help="test a recorded engine")
    conform.add_argument("--archive", metavar="FILE", help="write the suite as a zip archive of JSON lines")
    conform.add_argument("--every", type=positive, default=1, metavar="N", help="use one scenario of N")
    conform.add_argument("--seconds", type=positive, default=60, help="time limit of one answer (default 60)")
    conform.add_argument("--no-shrink", action="store_true", help="do not look for smaller boards that differ")
    timeout_argument(conform)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.conformance import suite

    if sum(one is not None for one in (options.engine, options.replay, options.archive)) != 1:
        raise InputError("expected one of --engine COMMAND, --replay FILE and --archive FILE")
    if options.record is not None and options.engine is None:
        raise InputError("--record goes with --engine")
    cases = list(suite.cases(options.files))[:: options.every]
    if not cases:
        raise PyengineError("no scenario found that an engine can be asked")
    if options.archive is None:
        return _compare(options, cases)
    try:
        suite.write_archive(options.archive, cases)
    except OSError as error:
        raise InputError(f"can't be written: {error.strerror}", options.archive) from None
    show(options, {"scenarios": len(cases)}, lambda: [f"{len(cases)} scenarios: {options.archive}"], "conform archive")
    return LEGAL


def _compare(options: argparse.Namespace, cases: list[Any]) -> int:
    from pyengine.conformance import protocol, reporting
    from pyengine.conformance.comparing import Comparison, compare
    from pyengine.conformance.shrinking import smallest
    from pyengine.solving.solver import check_deadline, deadline_after

    stop, deadline = Stop(), deadline_after(options.timeout)
    results: list[Comparison] = []
    boards: list[str] = []
    with ExitStack() as opened:
        record = None
        if options.record is not None:
            try:
                record = opened.enter_context(open(options.record, "w", encoding="utf-8"))
            except OSError as error:
                raise InputError(f"can't be written: {error.strerror}", options.record) from None
        engine: protocol.Engine = (
            protocol.Recording(options.replay)
            if options.replay is not None
            else protocol.Program(options.engine, options.seconds, record)
        )
        opened.callback(engine.close)
        with stop, suppress(pyengine.Interrupted):
            for case in terminal.progress(cases, "scenario"):
                check_deadline(deadline)
                found = compare(case, engine)
                if found.sort == "differs" and not options.no_shrink and options.replay is None:
                    found = smallest(found, engine)
                if found.sort == "differs":
                    boards.append(pyengine.Board(found.case.scenario.board).to_line())
                results.append(found)
    missing = len(cases) - len(results)
    data = {**reporting.report(results, boards), "not_run": missing}
    show(options, data, lambda: reporting.lines(data), "conform")
    if missing:
        print(f"pyengine: {counted(missing, 'scenario')} {'was' if missing == 1 else 'were'} not run", file=sys.stderr)
    return stop.code(not missing, ILLEGAL if data["differs"] or data["failed"] else LEGAL)
