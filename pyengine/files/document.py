"""A document that was read from a file: plain data, and the position of every value and key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Path = Sequence[str | int]
Place = tuple[int, int]
"""A line and a column, both counted from 1."""


@dataclass(slots=True)
class Node:
    """A value, where it starts, and what it holds: by key or index, where the key is and the node."""

    value: Any
    place: Place
    inner: dict[str | int, tuple[Place, Node]]


@dataclass(frozen=True, slots=True)
class Document:
    """One document: the `name` of its file, and its value as a node."""

    name: str
    root: Node

    @property
    def data(self) -> Any:
        """The value in plain types. What several aliases stand for is one value, so it must not be changed."""
        return self.root.value

    def node(self, path: Path) -> Node:
        """The value at a path. Raises `KeyError` if there is none."""
        node = self.root
        for step in path:
            _, node = node.inner[step]
        return node

    def place(self, path: Path, *, key: bool = False) -> Place:
        """Where the value at a path is, or its nearest ancestor that exists; with `key`, where its key is.

        The value behind an alias is where the alias is; what that value contains is where it was written.
        """
        node, key_place = self.root, self.root.place
        for step in path:
            if step not in node.inner:
                return node.place
            key_place, node = node.inner[step]
        return key_place if key else node.place

    def where(self, path: Path, *, key: bool = False) -> str:
        """The place as "name:line:column"."""
        line, column = self.place(path, key=key)
        return f"{self.name}:{line}:{column}"
