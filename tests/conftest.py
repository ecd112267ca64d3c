"""What the suite reports besides passing and failing: which subrules have scenarios, and which have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine import coverage, scenarios


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not terminalreporter.stats.get("passed") or terminalreporter.config.option.collectonly:
        return
    directory = Path(__file__).parent / "scenarios"
    found = [scenario for path in scenarios.files([directory]) for scenario, _ in scenarios.load(path)]
    report = coverage.report(found)
    terminalreporter.write_sep("-", f"{len(found)} scenarios for {len(report['shown'])} rules")
    terminalreporter.write_line("encoded, but shown by no scenario: " + ", ".join(report["not_shown"]))
    terminalreporter.write_line("`pyengine test tests/scenarios --coverage` lists how many show each rule")
