"""`pyengine prove`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from pyengine.answers.terminal import Line
from pyengine.cli.common import (
    ILLEGAL,
    LEGAL,
    Commands,
    Stop,
    all_notes_argument,
    caveat_lines,
    command,
    other_lines,
    positive,
    show,
    timeout_argument,
)

DEFAULT_SPACE = (
    "Grizzly Bears",
    "Tatterkite",
    "Solemnity",
    "Hardened Scales",
    "Corpsejack Menace",
    "Vorinclex, Monstrous Raider",
)


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    prove = command(
        commands, "prove", run, "prove a property over all boards within bounds, or show a board that breaks it"
    )
    prove.add_argument("property", help="a property of asp/properties, as in move_removes_and_puts")
    prove.add_argument("--card", action="append", metavar="NAME", help="a card the permanents may be (repeatable)")
    prove.add_argument("--kind", action="append", help="a kind of counter (repeatable; default +1/+1, -1/-1, charge)")
    prove.add_argument(
        "--objects", type=positive, default=3, metavar="N", help="at most so many permanents (default 3)"
    )
    prove.add_argument(
        "--most", type=positive, default=4, metavar="N", help="at most so many of a kind on each (default 4)"
    )
    prove.add_argument("--rules", metavar="DATE", help="the date whose rules apply")
    all_notes_argument(prove)
    timeout_argument(prove)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.answers import display
    from pyengine.answers.verdicts import latest
    from pyengine.cards import catalog
    from pyengine.tools import prove

    found = map(catalog.definition, options.card or DEFAULT_SPACE)
    named = {card.name: card for card in found}
    kinds = options.kind or ["+1/+1", "-1/-1", "charge"]
    space = prove.Space(named, options.objects, kinds, options.most, options.rules)
    stop = Stop()
    proof = latest(stop.until(prove.search(options.property, space, timeout=options.timeout)))
    caveats = [*proof.caveats, *stop.notes]
    data = {
        "property": options.property,
        "holds": proof.holds,
        "action": proof.action,
        "counterexample": proof.counterexample.to_data() if proof.counterexample else None,
        "open": [
            {"caveats": list(one.caveats), "action": one.action, "board": one.board.to_data()}
            for one in proof.left_open
        ],
        "complete": proof.complete,
        "caveats": caveats,
        "other_caveats": list(proof.other_caveats),
    }

    def lines() -> Iterable[Line]:
        bounds = f"{options.objects} permanents, kinds {', '.join(kinds)}, counts to {options.most}"
        if proof.counterexample is not None:
            yield f"{'fails' if proof.complete else 'may fail'} on this board, when you {proof.action}:"
            yield from display.board_lines(proof.counterexample)
        elif proof.complete:
            yield f"holds on every board of up to {bounds}"
        else:
            yield f"not proved: no board was found that breaks it, of up to {bounds}"
            for one in proof.left_open:
                yield f"open is what comes of this board, when you {one.action}:"
                yield from display.board_lines(one.board)
                yield from caveat_lines(one.caveats)
        told = {note for one in proof.left_open for note in one.caveats}
        yield from caveat_lines(note for note in caveats if note not in told)
        yield from other_lines(options, proof.other_caveats)

    show(options, data, lines)
    return stop.code(proof.complete, LEGAL if proof.holds else ILLEGAL)
