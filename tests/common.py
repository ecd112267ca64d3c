"""What several test modules use: texts of small boards with a place for something odd, causes, settings."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

from pyengine.solving.statement import Statement
from pyengine.solving.statement_reading import parsed
from pyengine.solving.timeline import Timeline

PLAYERS = "players: {alice: {}, bob: {}}\n"
CAUSES = ("morph", "megamorph", "disguise", "manifest", "cloak", "manifest dread", "effect")
"""What can have made an object face down."""

few = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
"""Settings for examples that take long each, the same in every run."""


def one(fields: str, card: str = "card: Grizzly Bears, ") -> str:
    """A board with one permanent, on lines 2 and 3."""
    return f"{PLAYERS}battlefield:\n  - {{id: bear, {card}controller: alice{fields}}}\n"


def card(definition: str) -> str:
    """A board with a card defined in line 3, and nothing else."""
    return f"{PLAYERS}cards:\n  Ox: {{types: [creature], {definition}}}\n"


def showing(*signatures: str) -> tuple[Statement, ...]:
    """What lets a test look at predicates, such as `"counters/4"`, that no answer asks for."""
    return parsed("\n".join(f"#show {one}." for one in signatures))


def timeline_showing(*signatures: str) -> type[Timeline]:
    """A timeline of which a test looks at these predicates."""

    class Showing(Timeline):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named, more=showing(*signatures))

    return Showing
