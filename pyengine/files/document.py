"""A document that was read from a file: plain data, and the position of every value and key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class Document:
    """One document: the `name` of its file, its `data` in plain types, and the nodes of these.

    What several aliases stand for is one value, so the data must not be changed.
    """

    __slots__ = ("_root", "data", "name")

    def __init__(self, name: str, data: Any, root: Node | Callable[[], Node]) -> None:
        """`root` is the node of the data, or makes it when the first place is asked for, which few answers do."""
        self.name = name
        self.data = data
        self._root = root

    @property
    def root(self) -> Node:
        """The node of the data."""
        if not isinstance(self._root, Node):
            self._root = self._root()
        return self._root

    def value(self, path: Path) -> Any:
        """The value at a path. Raises `KeyError` if there is none."""
        value = self.data
        for step in path:
            try:
                value = value[step]
            except (IndexError, TypeError):
                raise KeyError(step) from None
        return value

    def node(self, path: Path) -> Node:
        """The node at a path. Raises `KeyError` if there is none."""
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
