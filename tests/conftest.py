"""Commands that are refused, and what the suite reports besides passing and failing: subrules without scenarios."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from every_scenario import every_scenario

from pyengine.cli.main import main
from pyengine.coverage import rule_coverage

# To look for garbage again and again, as Python does, takes a third of the time in which scenarios are loaded. All
# garbage is looked for after every 12 million objects: a program of the solver takes far more than Python knows.
gc.set_threshold(500_000, 5, 5)


def pytest_addoption(parser: pytest.Parser) -> None:
    """By what programs are evaluated in which nothing is open."""
    parser.addoption("--evaluator", choices=("c", "python", "clingo"), default="c")


def pytest_configure(config: pytest.Config) -> None:
    """Programs of this process, and of those that tests start, are evaluated so."""
    os.environ["PYENGINE_EVALUATOR"] = config.getoption("--evaluator")
    os.environ["PYENGINE_CARDS"] = ""  # whatever cards the user has, tests see those of the library


def pytest_collection_finish() -> None:
    """What has been loaded by now stays: to look for garbage in it as well takes a tenth of the time."""
    gc.collect()
    gc.freeze()


SHOWN = pytest.StashKey[list[str]]()


def rules_shown() -> list[str]:
    """What there is to say of the scenarios besides passing and failing."""
    found = [scenario for _, scenario, _ in every_scenario()]
    report = rule_coverage.report(found)
    return [
        f"{len(found)} scenarios for {len(report['shown'])} rules",
        "encoded, but shown by no scenario: " + ", ".join(report["not_shown"]),
        "`pyengine test tests/scenarios --coverage` lists how many show each rule",
    ]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker has read the scenarios, which takes seconds, so that it is the one to report about them."""
    if any(item.nodeid.startswith("tests/test_scenarios.py") for item in session.items):
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["shown"] = rules_shown()
        else:
            session.config.stash[SHOWN] = rules_shown()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    if said := getattr(node, "workeroutput", {}).get("shown"):
        node.config.stash[SHOWN] = said


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if said := terminalreporter.config.stash.get(SHOWN, []):
        terminalreporter.write_sep("-", said[0])
        for line in said[1:]:
            terminalreporter.write_line(line)


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command that is refused, and return the complaint: all of it, on so many lines of stderr alone."""

    def run(*arguments: str, lines: int = 1) -> str:
        assert main(arguments) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("pyengine: ")
        assert "Traceback" not in said.err
        assert said.err.count("\n") == lines
        return said.err.removeprefix("pyengine: ").rstrip("\n")

    return run


@pytest.fixture
def complaint(refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a command, `status` if none is given, says of a file `b.yaml` with this text."""
    monkeypatch.chdir(tmp_path)

    def ask(content: str | bytes, command: str = "status", *rest: str, lines: int = 1) -> str:
        Path("b.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
        before = sorted(tmp_path.iterdir())
        said = refused(command, "b.yaml", *rest, lines=lines)
        assert sorted(tmp_path.iterdir()) == before
        return said

    return ask
