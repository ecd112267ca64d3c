"""`pyengine show`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from pyengine.answers.terminal import Line, Styled
from pyengine.cli.common import (
    CUT_SHORT,
    LEGAL,
    Commands,
    all_notes_argument,
    board_argument,
    caveat_lines,
    command,
    date_of,
    load,
    other_lines,
    show,
)
from pyengine.errors import PyengineError


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    shown = command(commands, "show", run)
    board_argument(shown)
    shown.add_argument("object", nargs="?", metavar="OBJECT", help="an id, or the name of the card of one object")
    shown.add_argument("--line", action="store_true", help="print the board in one line, to paste")
    shown.add_argument("--yaml", action="store_true", help="print the board as a board file")
    all_notes_argument(shown)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    if options.line + options.yaml + options.json > 1:
        raise PyengineError("show: expected one of --json, --line and --yaml")
    board = load(options)
    if options.line or options.yaml:
        show(options, {}, lambda: [board.to_line() if options.line else board.to_yaml().rstrip("\n")])
        return LEGAL
    if options.object is not None:
        return _show_object(options, board, board.object_called(options.object))
    look = board.characteristics
    notes = {"caveats": list(board.caveats), "other_caveats": list(board.other_caveats)}
    data = {"board": board.to_data(), "characteristics": {name: one.to_json() for name, one in look.items()}, **notes}

    def lines() -> Iterable[Line]:
        from pyengine.answers import display

        yield from display.board_lines(board, look)
        yield from _note_lines(options, board)

    show(options, data, lines, "show", date_of(board))
    return _code(board)


def _show_object(options: argparse.Namespace, board: Any, name: str) -> int:
    """Show how the characteristics of one object came about."""
    from pyengine.answers import display, layer_words

    look = board.characteristics.get(name)
    steps = board.layers(name)
    data = {
        "id": name,
        "characteristics": None if look is None else look.to_json(),
        "steps": [step.to_json() for step in steps],
        "caveats": list(board.caveats),
        "other_caveats": list(board.other_caveats),
    }

    def lines() -> Iterable[Line]:
        item = board.objects[name]
        size = "" if look is None else display.size_text(look)
        yield Styled(" ".join(filter(None, [f"{name}:", size, display.top_card(item)])), "heading")
        if look is not None:
            yield f"  {display.types_text(look)}" + (
                "" if not look.keywords else f"; {', '.join(sorted(look.keywords))}"
            )
        for layer, meaning in layer_words.NAMES.items():
            told = [step for step in steps if step.layer == layer]
            if told:
                yield f"layer {layer}, {meaning}:"
                yield from (f"  {step}" for step in told)
        yield from _note_lines(options, board)

    show(options, data, lines, "show object", date_of(board))
    return _code(board)


def _note_lines(options: argparse.Namespace, board: Any) -> list[Line]:
    return [*caveat_lines(board.caveats), *other_lines(options, board.other_caveats)]


def _code(board: Any) -> int:
    from pyengine.answers.notes import is_complete

    return LEGAL if is_complete(board.caveats) else CUT_SHORT
