"""The report on an engine: how often it agrees, and where it differs, by rule and by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pyengine.conformance.comparing import Comparison
from pyengine.phrases.phrase_words import counted

MOST = 20
"""Largest number of rows of a table."""


def report(results: Sequence[Comparison], boards: Sequence[str]) -> dict[str, Any]:
    """The report as plain data. `boards` has a minimal board for each result that differs, in order."""
    counts = Counter(one.sort for one in results)
    differing = [one for one in results if one.sort == "differs"]
    return {
        "scenarios": len(results),
        **{sort: counts[sort] for sort in ("agrees", "differs", "unsupported", "failed")},
        "by_rule": dict(_most(rule for one in differing for rule in one.case.scenario.rules)),
        "by_card": dict(_most(card for one in differing for card in one.case.cards)),
        "unsupported_because": dict(_most(one.words[0] for one in results if one.sort == "unsupported")),
        "results": [{**one.to_json(), "board": board} for one, board in zip(differing, boards, strict=True)]
        + [one.to_json() for one in results if one.sort == "failed"],
    }


def _most(words: Iterator[str]) -> list[tuple[str, int]]:
    return sorted(Counter(words).items(), key=lambda one: (-one[1], one[0]))


def lines(data: dict[str, Any]) -> Iterator[str]:
    """The report in words."""
    for one in data["results"]:
        yield f"{one['result'].upper()} {one['where']}: {one['scenario']} [{', '.join(one['rules'])}]"
        yield from (f"    {words}" for words in one["words"])
        if one.get("board"):
            yield f"    on this board: {one['board']}"
    for title, part in (("rule", "by_rule"), ("card", "by_card")):
        if data[part]:
            shown = list(data[part].items())[:MOST]
            yield f"differences by {title}: " + ", ".join(f"{name} ({number})" for name, number in shown)
    for words, number in list(data["unsupported_because"].items())[:MOST]:
        yield f"unsupported, {counted(number, 'scenario')}: {words}"
    yield (
        f"{data['scenarios']} scenarios: {data['agrees']} agree, {data['differs']} differ, "
        f"{data['unsupported']} unsupported, {data['failed']} failed"
    )
