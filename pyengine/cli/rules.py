"""`pyengine rules`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from pyengine.answers.terminal import Line
from pyengine.cli.common import ILLEGAL, LEGAL, Commands, command, show


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    rules = command(commands, "rules", run)
    rules.add_argument("number", help="a rule number of the newest edition, as in 122.5")
    rules.add_argument("--scenarios", metavar="DIRECTORY", help="where scenario files are")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.coverage import rule_coverage

    data = rule_coverage.rule(options.number, options.scenarios)

    def lines() -> Iterable[Line]:
        yield f"rule {options.number}"
        for number, said in data["status"].items():
            more = ": ".join(f"{key} {value}" for key, value in said.items() if key != "status")
            yield f"  {number}: {said['status']}{f' ({more})' if more else ''}"
        for line in data["encoding"]:
            yield f"  {line['file']}:{line['line']}: {line['text']}"
        for one in data["scenarios"]:
            yield f"  {one['where']}: {one['name']}"
        if not any(data[part] for part in ("status", "encoding", "scenarios")):
            yield "  no line of the encoding and no scenario names it"

    show(options, data, lines)
    return LEGAL if any(data[part] for part in ("status", "encoding", "scenarios")) else ILLEGAL
