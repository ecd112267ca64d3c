"""Outcomes that differ in nothing but which mana was spent, as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyengine.answers.outcome import Outcome
from pyengine.asking.outcomes import Outcomes
from pyengine.position.position import P
from pyengine.solving.solver import Interrupted

MOST_COMPARED = 1000
"""Number of outcomes that are compared at most; where there are more, each way to pay is an outcome."""


def folded(outcomes: Outcomes[P]) -> list[tuple[Outcome[P], int]] | None:
    """Return the outcomes that differ in more than the payment, each with the number of ways to pay that lead to it.

    None if there are too many to compare, or the time ran out. A later action is asked about every payment.
    """
    groups: dict[frozenset[str], list[Outcome[P]]] = {}
    try:
        for number, outcome in enumerate(outcomes):
            if number == MOST_COMPARED:
                return None
            groups.setdefault(outcome.apart_from_payment, []).append(outcome)
    except Interrupted:
        return None
    if not outcomes.is_counted or outcomes.at_least != sum(map(len, groups.values())):
        return None
    return [(group[0], len(group)) for group in groups.values()]


def shown(outcomes: Outcomes[P], limit: int, *, each: bool = False) -> tuple[list[tuple[Outcome[P], int]], int]:
    """Return the outcomes to list, each with its ways to pay, and how many there are.

    With `each` payment an outcome, or where they can't be compared, as many as the search knows.
    """
    groups = None if each or not limit else folded(outcomes)
    if groups is None:
        return [(outcome, 1) for outcome in outcomes.found[:limit]], outcomes.at_least
    return groups[:limit], len(groups)


def to_json(outcomes: Outcomes[P], listed: Sequence[tuple[Outcome[P], int]], count: int) -> dict[str, Any]:
    """The answer as plain data, for JSON, with the outcomes listed."""
    data = outcomes.known_json([verdict.to_json() for verdict in outcomes.verdicts], 0)
    shown = [{**outcome.to_json(), "payments": ways} for outcome, ways in listed]
    return {**data, "count": count, "outcomes": shown}
