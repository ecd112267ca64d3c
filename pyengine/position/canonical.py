"""Key that two boards share exactly if renaming ids makes them equal.

Each object is a node of a graph, colored by all that is written of it but ids, with edges to what it is attached to,
targets, or comes from. What hangs together by edges is described by itself, and the key is made of all descriptions in
order. A description is the smallest over all orders of the nodes that a refinement of the colors allows: nodes that
look alike from everywhere are separated by trying each of them, as programs for graph isomorphism do. Nearly always
there is nothing to try: timestamps separate permanents, places separate library cards, and most objects have no
edges.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from pyengine.position.model import ZONES, BoardFile
from pyengine.position.normal import normal_data, said_to_be

_REFERENCES = ("attached_to", "exiled_with", "source", "event_object", "event_other", "attacks")
_LISTS = ("targets", "blocks")


class _Graph(NamedTuple):
    """The description of each object without ids, and its edges in order."""

    described: list[str]
    edges: list[list[int]]


Colors = list[int]


def canonical_key(board: BoardFile, keep: Collection[str] = (), *, copies: bool = True) -> str:
    """The key of a board, in hexadecimal digits; ids to `keep`, and those of players, are not renamed.

    Without `copies` boards share it, too, that differ only in what is so as long as no permanent becomes a copy.
    """
    data = normal_data(board, copies=copies)
    parts = sorted(_smallest(part, _ranked(part.described)) for part in _parts(_graph(data, keep)))
    rest = json.dumps({key: value for key, value in data.items() if key not in (*ZONES, "delayed")}, sort_keys=True)
    return blake2b(repr((list(board.players), rest, parts)).encode(), digest_size=20).hexdigest()


def _graph(data: dict[str, Any], keep: Collection[str]) -> _Graph:
    items = [(zone, item) for zone in (*ZONES, "delayed") for item in data.get(zone, ())]
    number = {item["id"]: place for place, (_, item) in enumerate(items)}
    described, edges = [], []
    places: defaultdict[tuple[str, str | None], int] = defaultdict(int)
    for zone, item in items:
        bare = {field: value for field, value in item.items() if field != "id" or value in keep}
        to: list[int] = []
        for field in _REFERENCES:
            if (name := item.get(field)) in number and name not in keep:
                bare[field] = ["object"]
                to.append(number[name])
        for field in _LISTS:
            names = item.get(field, ())
            bare[field] = [["object"] if name in number and name not in keep else name for name in names]
            to += [number[name] for name in names if name in number and name not in keep]
        if "assigned" in item:
            ends = [one[end] for one in item["assigned"] for end in ("by", "to")]
            unnamed = {name for name in ends if name in number and name not in keep}
            bare["assigned"] = [
                {**one, **{end: ["object"] for end in ("by", "to") if one[end] in unnamed}} for one in item["assigned"]
            ]
            to += [number[name] for name in ends if name in unnamed]
        if "about" in item:
            names = [name for called in item["about"].values() for name in called]
            bare["about"] = {
                called: [["object"] if name in number and name not in keep else name for name in meant]
                for called, meant in item["about"].items()
            }
            to += [number[name] for name in names if name in number and name not in keep]
        if any("lasts_while" in effect for effect in item.get("effects", ())):
            bare["effects"] = [_with_edges(effect, number, keep, to) for effect in item["effects"]]
        if "merged" in item:
            bare["merged"] = [
                {field: value for field, value in part.items() if field != "id" or value in keep}
                for part in item["merged"]
            ]
        one_order = zone in said_to_be("one_order")
        if one_order or zone in said_to_be("order_of_each_player"):
            place = zone, None if one_order else item["owner"]
            bare["place"] = places[place]
            places[place] += 1
        described.append(json.dumps([zone, bare], sort_keys=True))
        edges.append(to)
    return _Graph(described, edges)


def _with_edges(effect: dict[str, Any], number: dict[str, int], keep: Collection[str], to: list[int]) -> dict[str, Any]:
    """An effect without the id of the object as long as which it lasts, to which there is an edge."""
    lasts = effect.get("lasts_while", {})
    named = [word for word, name in lasts.items() if word != "counter" and name in number and name not in keep]
    to += [number[lasts[word]] for word in named]
    return {**effect, "lasts_while": {**lasts, **dict.fromkeys(named, "object")}} if named else effect


def _parts(graph: _Graph) -> Iterator[_Graph]:
    """Connected components."""
    near: list[list[int]] = [list(to) for to in graph.edges]
    for node, to in enumerate(graph.edges):
        for other in to:
            near[other].append(node)
    seen: set[int] = set()
    for start in range(len(near)):
        if start in seen:
            continue
        part, reached = {start: 0}, [start]
        for node in reached:
            for other in near[node]:
                if other not in part:
                    part[other] = len(part)
                    reached.append(other)
        seen.update(part)
        yield _Graph(
            [graph.described[node] for node in part], [[part[other] for other in graph.edges[node]] for node in part]
        )


def _ranked(values: list[Any]) -> Colors:
    """Each value's place among the different ones."""
    place = {value: number for number, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]


def _refined(graph: _Graph, colors: Colors) -> Colors:
    """Colors split as long as nodes of one color have different neighbors."""
    while True:
        into: list[list[tuple[int, int]]] = [[] for _ in colors]
        for node, to in enumerate(graph.edges):
            for slot, other in enumerate(to):
                into[other].append((slot, colors[node]))
        found = _ranked(
            [
                (color, tuple(colors[other] for other in graph.edges[node]), tuple(sorted(into[node])))
                for node, color in enumerate(colors)
            ]
        )
        if len(set(found)) == len(set(colors)):
            return found
        colors = found


def _smallest(graph: _Graph, colors: Colors) -> list[tuple[str, list[int]]]:
    """The smallest description over all ways to tell apart what looks alike."""
    if len(colors) == 1:
        return [(graph.described[0], graph.edges[0])]
    colors = _refined(graph, colors)
    cells: defaultdict[int, list[int]] = defaultdict(list)
    for node, color in enumerate(colors):
        cells[color].append(node)
    alike = next((cells[color] for color in sorted(cells) if len(cells[color]) > 1), None)
    if alike is None:
        order = [node for color in sorted(cells) for node in cells[color]]
        return [(graph.described[node], [colors[other] for other in graph.edges[node]]) for node in order]
    reached = {other for to in graph.edges for other in to}
    tried: set[tuple[int, ...]] = set()
    found = []
    for node in alike:
        edges = tuple(graph.edges[node])
        if node not in reached:  # two that have the same edges and are at the end of none can be exchanged
            if edges in tried:
                continue
            tried.add(edges)
        apart = [2 * color + 1 for color in colors]
        apart[node] -= 1
        found.append(_smallest(graph, _ranked(apart)))
    return min(found)
