"""Derivations as SVG pictures, for documents: a line for each node, under what needs it, with lines that join them.

Text is set in a font whose letters are all of one width, so that how long it is can be told without any font.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from pyengine.tools.derivation import Node

SIZE = 13
LETTER = 0.6 * SIZE
LINE = 18
STEP = 24
MARGIN = 12
LETTERS = 100
"""A longer text goes on in another line."""

_COLORS = {"fact": "#1a7f37", "not there": "#9a3412", "fails": "#9a3412", "compared": "#5b5b5b", "cut": "#5b5b5b"}
_STYLE = f"font-family='monospace' font-size='{SIZE}' xml:space='preserve'"


@dataclass(frozen=True)
class _Placed:
    """A node with where it stands: how deep, and in which line of the picture it begins."""

    node: Node
    depth: int
    line: int
    lines: tuple[str, ...]
    parent: int | None
    """The line in which the node above it ends."""

    @property
    def last(self) -> int:
        return self.line + len(self.lines) - 1


def picture(trees: Sequence[Node]) -> Iterator[str]:
    """The lines of an SVG file."""
    placed = list(_placed(trees))
    ends = [MARGIN + one.depth * STEP + LETTER * max(map(len, one.lines)) for one in placed]
    width = round(max(ends, default=0)) + MARGIN
    height = LINE * (placed[-1].last + 1 if placed else 0) + 2 * MARGIN
    yield f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>"
    yield f"<rect width='{width}' height='{height}' fill='white'/>"
    for one in placed:
        x = MARGIN + one.depth * STEP
        if one.parent is not None:
            above, middle = _bottom(one.parent), _bottom(one.line) - LINE // 3
            yield f"<path d='M{x - STEP + 6} {above + 4}V{middle}H{x - 4}' fill='none' stroke='#b0b0b0'/>"
        yield f"<g {_STYLE} fill='{_COLORS.get(one.node.kind, 'black')}'>"
        if one.node.says:
            yield f"<title>{escape(one.node.says)}</title>"
        for number, text in enumerate(one.lines):
            yield f"<text x='{x}' y='{_bottom(one.line + number)}'>{escape(text)}</text>"
        yield "</g>"
    yield "</svg>"


def _bottom(line: int) -> int:
    return MARGIN + LINE * (line + 1) - 5


def _placed(trees: Sequence[Node]) -> Iterator[_Placed]:
    line = 0

    def place(node: Node, depth: int, parent: int | None) -> Iterator[_Placed]:
        nonlocal line
        said = " ".join(str(node).split())
        found = _Placed(node, depth, line, tuple(textwrap.wrap(said, LETTERS) or [""]), parent)
        line = found.last + 1
        yield found
        for child in node.children:
            yield from place(child, depth + 1, found.last)

    for tree in trees:
        yield from place(tree, 0, None)
