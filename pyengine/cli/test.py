"""`pyengine test`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pyengine
from pyengine.answers import terminal
from pyengine.answers.terminal import Line
from pyengine.cli.common import ILLEGAL, LEGAL, Commands, Stop, command, show, timeout_argument
from pyengine.errors import PyengineError


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    test = command(commands, "test", run)
    test.add_argument("files", nargs="+", metavar="FILE", help="scenario files, or directories of them")
    test.add_argument(
        "--coverage", action="store_true", help="also list the rules shown, and those encoded but not shown"
    )
    timeout_argument(test)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine import scenarios
    from pyengine.coverage import rule_coverage
    from pyengine.solving.solver import check_deadline, deadline_after, time_left

    loaded = [one for path in scenarios.files(options.files) for one in scenarios.load(path)]
    if not loaded:
        raise PyengineError("no scenario found in " + ", ".join(options.files))
    stop, deadline = Stop(), deadline_after(options.timeout)
    results: list[scenarios.Result] = []
    with stop, suppress(pyengine.Interrupted):
        for scenario, where in terminal.progress(loaded, "scenario"):
            check_deadline(deadline)
            results.append(scenarios.run(scenario, where, timeout=time_left(deadline)))
    missing = len(loaded) - len(results)
    failed = [result for result in results if not result.passed]
    contested = sum(result.scenario.contested is not None for result in results)
    by_cards = sum(result.passed and result.scenario.by_cards for result in results)
    data: dict[str, Any] = {
        "passed": len(results) - len(failed),
        "failed": [{"name": one.scenario.name, "where": one.where, "failures": list(one.failures)} for one in failed],
        "contested": contested,
        "by_cards": by_cards,
        "not_run": missing,
    }
    if options.coverage:
        data["coverage"] = rule_coverage.report(result.scenario for result in results)

    def lines() -> Iterable[Line]:
        for result in failed:
            yield f"FAILED {result.where}: {result.scenario.name}"
            yield from (f"    {failure}" for failure in result.failures)
        if options.coverage:
            yield from rule_coverage.lines(data["coverage"])
        rest = f", {missing} not run" if missing else ""
        told = f" ({by_cards} by cards)" if by_cards else ""
        yield f"{data['passed']} passed{told}, {len(failed)} failed, {contested} contested{rest}"

    show(options, data, lines, "test")
    return stop.code(not missing, ILLEGAL if failed else LEGAL)
