"""Derivations as Mermaid flowcharts, for documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyengine.explain.derivation import Node

_CODES = {"#": "#35;", "&": "#amp;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "#96;", "\\": "#92;"}
"""Codes for the characters with a meaning in a quoted label of Mermaid."""


def flowchart(trees: Sequence[Node]) -> Iterator[str]:
    """The lines of a flowchart; nodes are numbered in the order in which the trees are read."""
    yield "flowchart TD"
    numbers = iter(range(1_000_000))
    for tree in trees:
        yield from _lines(tree, next(numbers), numbers)


def _lines(node: Node, number: int, numbers: Iterator[int]) -> Iterator[str]:
    yield f'  n{number}["{label(str(node))}"]'
    for child in node.children:
        below = next(numbers)
        yield from _lines(child, below, numbers)
        yield f"  n{number} --> n{below}"


def label(text: str) -> str:
    """A text as a quoted label has it."""
    return "".join(_CODES.get(one, one) for one in " ".join(text.split()))
