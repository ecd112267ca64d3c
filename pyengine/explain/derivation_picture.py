"""Derivations as SVG pictures, for documents: a line for each node, under what needs it, with lines that join them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyengine.answers import svg
from pyengine.answers.svg import Drawn, element, text
from pyengine.explain.derivation import Node

LINE = 18
STEP = 24
MARGIN = 12
ROOM = svg.width("n" * 100)
"""A longer text goes on in another line."""

_COLORS = {"fact": "#1a7f37", "not there": "#9a3412", "fails": "#9a3412", "compared": "#5b5b5b", "cut": "#5b5b5b"}


@dataclass(frozen=True)
class _Placed:
    """A node with its place: its depth, and the line of the picture in which it begins."""

    node: Node
    depth: int
    line: int
    lines: tuple[str, ...]
    parent: int | None
    """The line in which the node above it ends."""

    @property
    def last(self) -> int:
        return self.line + len(self.lines) - 1


def picture(trees: Sequence[Node]) -> str:
    """An SVG file."""
    placed = list(_placed(trees))
    ends = [MARGIN + one.depth * STEP + max(map(svg.width, one.lines)) for one in placed]
    room = max(ends, default=0) + MARGIN, LINE * (placed[-1].last + 1 if placed else 0) + 2 * MARGIN
    return svg.picture(room, (part for one in placed for part in _drawn(one)))


def _drawn(one: _Placed) -> Iterator[Drawn]:
    x = MARGIN + one.depth * STEP
    if one.parent is not None:
        above, middle = _bottom(one.parent), _bottom(one.line) - LINE // 3
        yield element("path", d=f"M{x - STEP + 6} {above + 4}V{middle}H{x - 4}", fill="none", stroke="#b0b0b0")
    lines = (text(x, _bottom(one.line + number), words) for number, words in enumerate(one.lines))
    yield element("g", *lines, says=one.node.says, fill=_COLORS.get(one.node.kind, "black"))


def _bottom(line: int) -> int:
    return MARGIN + LINE * (line + 1) - 5


def _placed(trees: Sequence[Node]) -> Iterator[_Placed]:
    line = 0

    def place(node: Node, depth: int, parent: int | None) -> Iterator[_Placed]:
        nonlocal line
        said = " ".join(str(node).split())
        found = _Placed(node, depth, line, tuple(svg.wrapped(said, ROOM)), parent)
        line = found.last + 1
        yield found
        for child in node.children:
            yield from place(child, depth + 1, found.last)

    for tree in trees:
        yield from place(tree, 0, None)
