"""`pyengine legal`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import pyengine
from pyengine.answers import terminal
from pyengine.answers.terminal import Line
from pyengine.cli.common import (
    LEGAL,
    Commands,
    Stop,
    all_notes_argument,
    board_argument,
    caveat_lines,
    command,
    date_of,
    load,
    other_lines,
    positive,
    show,
    styled,
    timeout_argument,
)


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    legal = command(commands, "legal", run)
    board_argument(legal)
    legal.add_argument(
        "--action",
        action="append",
        default=[],
        choices=["put", "remove", "move", "proliferate", "activate", "cast", "play", "turn", "attack", "block", "use"],
        help="only these actions (may be repeated); turn: face up or face down; use: all that the player with priority "
        "can do",
    )
    legal.add_argument(
        "--object", action="append", default=[], metavar="ID", help="only actions about this object or player"
    )
    legal.add_argument("--kind", action="append", default=[], help="only counters of this kind, on the board or not")
    legal.add_argument("--only-legal", action="store_true", help="leave out what is illegal")
    legal.add_argument("--each", action="store_true", help="list every action by itself, not alike ones together")
    legal.add_argument("--no-outcomes", action="store_true", help="verdicts only")
    legal.add_argument(
        "--limit", type=positive, default=10, metavar="N", help="outcomes listed per action (default 10)"
    )
    all_notes_argument(legal)
    timeout_argument(legal)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.answers import summary

    board = load(options)
    view = board.legal_actions if options.only_legal else board.candidate_actions
    view = view.where(verbs=options.action, objects=options.object, kinds=options.kind)
    listing = view.listing(timeout=options.timeout)
    candidates = listing.verdicts()
    verdicts = [verdict for verdict in candidates if verdict.legal or not options.only_legal]
    stop = Stop()
    entries = [verdict.to_json() for verdict in verdicts]
    with stop:
        if not options.no_outcomes:
            listing.outcomes(partial(terminal.progress, unit="batch"))
            for entry in terminal.progress(entries, "action"):
                entry |= _outcomes_of(board, listing, entry, options.limit)
    data = listing.to_json(entries)
    data |= {"complete": data["complete"] and not stop.notes, "caveats": [*data["caveats"], *stop.notes]}

    def each() -> Iterable[Line]:
        for verdict, entry in zip(verdicts, entries, strict=True):
            yield styled(verdict)
            for number, one in enumerate(entry.get("outcomes", ()), 1):
                yield f"  {number}: {', '.join(one['changes']) or 'no change'}"
            if len(entry.get("outcomes", ())) < entry.get("outcomes_count", 0):
                yield f"  {_number_of_outcomes(entry)}; `pyengine apply` lists them"

    def together() -> Iterable[Line]:
        told_of = []
        for verdict, entry in zip(verdicts, entries, strict=True):
            told = entry.get("outcomes", ())
            results = None if options.no_outcomes or not verdict.legal else [one["changes"] for one in told]
            rest = _number_of_outcomes(entry) if len(told) < entry.get("outcomes_count", 0) else ""
            told_of.append(summary.Entry(listing.actions[verdict.action], verdict, results, rest))
        yield from summary.lines(told_of, listing.general)

    def lines() -> Iterable[Line]:
        yield from each() if options.each else together()
        yield f"{sum(verdict.legal for verdict in verdicts)} legal of {len(candidates)}"
        yield from caveat_lines(data["caveats"])
        yield from other_lines(options, data["other_caveats"])

    show(options, data, lines, "legal", date_of(board))
    return stop.code(data["complete"], LEGAL)


def _number_of_outcomes(entry: dict[str, Any]) -> str:
    return f"{'' if entry['complete'] else 'at least '}{entry['outcomes_count']} outcomes"


def _outcomes_of(board: Any, listing: Any, entry: dict[str, Any], limit: int) -> dict[str, Any]:
    """The words about the outcomes of a legal action, if outcomes were searched."""
    found = listing.found.get(entry["action"])
    if not entry["legal"] or (found is None and listing.stopped):
        return {}
    if found is not None:
        told = {"outcomes": [one.summary() for one in found.outcomes[:limit]], "outcomes_count": len(found.outcomes)}
    else:
        try:
            found = board.outcomes(entry["action"], timeout=listing.time_left())
            with suppress(pyengine.Interrupted):
                found.count()
        except pyengine.Interrupted as why:
            return {"complete": False, "caveats": [*entry["caveats"], f"cut short: {why}"]}
        told = {"outcomes_count": found.at_least}
    return {
        **told,
        "complete": found.complete,
        "caveats": list(found.caveats),
        "other_caveats": [one for one in entry["other_caveats"] if one not in found.caveats],
    }
