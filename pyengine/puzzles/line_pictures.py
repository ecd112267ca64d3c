"""Pictures of answers to puzzles: a line as a strip of boards, and all positions that were looked at as a graph."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from pyengine.answers import svg
from pyengine.answers.board_pictures import Panel, board_panel, side_by_side
from pyengine.answers.display import board_text
from pyengine.answers.svg import Drawn, element, text
from pyengine.asking.programs import characteristics
from pyengine.position.position import P, Position
from pyengine.position.references import items
from pyengine.puzzles.graph import Graph, Node

MOST_NODES = 400
"""Largest number of positions in a picture; with more, nothing can be recognized."""

RADIUS = 12
APART = 40
BETWEEN = 74
MARGIN = 24


def strip(boards: Sequence[tuple[str, Position]]) -> str:
    """Boards one after the other, each with what led there, as an SVG file; what is new on each is framed."""
    before = [board for _, board in (boards[0], *boards)]
    panels = [(said, _panel(was, board)) for was, (said, board) in zip(before, boards, strict=False)]
    return side_by_side(panels)


def _panel(before: Position, board: Position) -> Panel:
    look, notes, _ = characteristics(board)
    return board_panel(board, look, notes, set(_changed(before, board)))


def _changed(before: Position, after: Position) -> Iterator[str]:
    """Ids of objects and players that are not what and where they were."""
    was = {item.id: (path[0], item) for path, item in items(before.model)}
    yield from (item.id for path, item in items(after.model) if was.get(item.id) != (path[0], item))
    yield from (name for name, player in after.model.players.items() if before.model.players.get(name) != player)


def graph_picture(graph: Graph[P], way: Sequence[str] = ()) -> str:
    """Every position that was looked at, those that can be reached in as many steps side by side, as an SVG file.

    Goals are filled; steps from one to the next of the positions with the keys of a `way` are drawn bold. Where the
    mouse rests, a position says what is there, and a step what is done. Of more than `MOST_NODES` the nearest are
    drawn.
    """
    nodes = sorted(graph.nodes(), key=lambda node: node.depth)
    drawn = nodes[:MOST_NODES]
    rows = _rows(drawn)
    wide = max(map(len, rows)) * APART + 2 * MARGIN
    places = {
        node: ((wide - len(row) * APART) / 2 + (across + 0.5) * APART, MARGIN + RADIUS + down * BETWEEN)
        for down, row in enumerate(rows)
        for across, node in enumerate(row)
    }
    bold = set(pairwise(way))
    head = f"{graph.positions} positions, {len(nodes)} with what was used, {nodes[-1].depth} steps deep"
    if len(drawn) < len(nodes):
        head += f"; the {len(drawn)} nearest are drawn"
    high = len(rows) * BETWEEN + 2 * MARGIN
    edges = [edge for node in drawn for edge in _edges(places, node, bold)]
    marks = [_mark(places[node], node, number) for number, node in enumerate(drawn)]
    parts = [*edges, *marks, text(MARGIN, high - 8, head, 11)]
    return svg.picture((max(wide, svg.width(head, 11) + 2 * MARGIN), high), parts, head)


def _rows(nodes: Sequence[Node[P]]) -> list[list[Node[P]]]:
    """The nodes by depth, in each row in the order of what they come from, so that few edges cross."""
    rows: list[list[Node[P]]] = []
    for node in nodes:
        if node.depth == len(rows):
            rows.append([])
        rows[node.depth].append(node)
    for above, row in pairwise(rows):
        under: dict[Node[P], list[int]] = {}
        for place, node in enumerate(above):
            for edge in node.edges:
                for to, _ in edge.to:
                    under.setdefault(to, []).append(place)
        row.sort(key=lambda node: sum(places := under.get(node, [0])) / len(places))
    return rows


Places = Mapping[Node[P], tuple[float, float]]


def _edges(places: Places[P], node: Node[P], bold: Collection[tuple[str, str]]) -> Iterator[Drawn]:
    """The actions of a node; several that lead to the same are one."""
    said: dict[Node[P], list[str]] = {}
    for edge in node.edges:
        for to, _ in edge.to:
            if to in places and to is not node:
                said.setdefault(to, []).append(str(edge.action))
    x, y = places[node]
    for to, actions in said.items():
        there, under = places[to]
        # What leads down is straight; what leads back or aside is bent, so that it is seen behind others.
        bend = "L" if under > y else f"Q{(x + there) / 2 + APART:.0f} {(y + under) / 2:.0f} "
        path = f"M{x:.0f} {y:.0f}{bend}{there:.0f} {under:.0f}"
        color, thick = ("#1d4ed8", 3) if (node.place.key, to.place.key) in bold else ("#9ca3af", 1)
        yield element("path", d=path, fill="none", stroke=color, stroke_width=thick, says="; ".join(actions))


def _mark(place: tuple[float, float], node: Node[P], number: int) -> Drawn:
    """A node, with its number; what lies there in words."""
    x, y = place
    paper, ink = ("#1a7f37", "white") if node.is_goal else ("white", "#111827")
    ring = element("circle", cx=x, cy=y, r=RADIUS, fill=paper, stroke="#b45309" if node.in_doubt else "#374151")
    label = text(x, y + 4, str(number), 10, fill=ink, text_anchor="middle")
    return element("g", ring, label, says=board_text(node.place.position))
