"""What several test modules use: texts of small boards with a place for something odd, causes, settings."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

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
