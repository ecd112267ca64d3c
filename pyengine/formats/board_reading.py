"""Boards from any file that holds one: a board file, a puzzle file, or a puzzle in Forge's format."""

from __future__ import annotations

import os
import sys

from pyengine.board import Board
from pyengine.errors import InvalidBoardError
from pyengine.files import yaml_reading
from pyengine.files.document import Document
from pyengine.files.validation import validate
from pyengine.position.model import BoardFile

STANDARD_INPUT = "-"
"""The name that means standard input."""

OF_PUZZLES = ("goal", "allowed", "limit", "settle", "against")
"""Fields that puzzles have and boards do not."""


def load(name: str) -> Board:
    """Return the board in a file, in standard input if the name is `-`, or in the name itself if it is a board in one
    line. Raises `InputError` with file and line.
    """
    return of_text(sys.stdin.buffer.read(), "<standard input>") if name == STANDARD_INPUT else load_file(name)


def load_file(name: str) -> Board:
    """Return the board in a file, or in the name itself. Raises `InputError` with file and line."""
    if name.lower().endswith(".pzl"):
        return _of_forge(yaml_reading.read_text(name, "a puzzle in Forge's format"), name)
    if _is_line(name) and not os.path.exists(name):
        return Board.from_line(name)
    return of_text(yaml_reading.read_text(name, "a board file"), name)


def of_text(text: str | bytes, name: str) -> Board:
    """Return the board that a text holds; messages call it `name`. Raises `InputError`."""
    if _is_line(line := text.decode(errors="replace") if isinstance(text, bytes) else text):
        return Board.from_line(line, name)
    return of_document(yaml_reading.parse(text, name))


def _is_line(text: str) -> bool:
    """True if a text is meant as a board in one line."""
    if "|" not in text:
        return False
    from pyengine.position import board_line  # few boards are

    return board_line.is_line(text)


def of_document(document: Document) -> Board:
    """Return the board in a document, which may be a puzzle."""
    data = document.data
    if isinstance(data, dict) and not data.keys().isdisjoint(OF_PUZZLES):
        from pyengine.formats import puzzle_file  # few boards are puzzles

        return puzzle_file.of(document).board
    return Board(validate(BoardFile, document, error=InvalidBoardError), document)


def _of_forge(text: str, name: str) -> Board:
    from pyengine.formats import forge_puzzle, puzzle_file

    found = forge_puzzle.converted(text)
    forge_puzzle.check(found, name, "")
    return puzzle_file.of_forge(found, name).board
