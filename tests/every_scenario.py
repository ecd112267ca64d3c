"""The scenarios of the project, read once in a process: that takes seconds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pyengine import scenarios

DIRECTORY = Path(__file__).parent / "scenarios"


@cache
def every_scenario() -> tuple[tuple[str, scenarios.Scenario, str], ...]:
    """Each with a name that says its file and its number there, and with its place."""
    return tuple(
        (f"{path.stem}-{number}", scenario, where)
        for path in scenarios.files([DIRECTORY])
        for number, (scenario, where) in enumerate(scenarios.load(path, checked=False), 1)
    )
