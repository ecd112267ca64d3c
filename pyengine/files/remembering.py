"""Values that a process remembers from one question to the next, up to a number of bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """Values by their keys, each with the bytes that it takes, about. Threads may share it.

    To forget what was used longest ago would cost each question more than to work all out again now and then.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[K, V] = {}
        self._bytes = 0
        self.get: Callable[[K], V | None] = self._values.get
        """The value of a key; None without one."""

    def __contains__(self, key: K) -> bool:
        """Return whether there is a value of this key."""
        return key in self._values

    def make_room(self) -> None:
        """Forget all, if it is more than may be remembered."""
        if self._bytes > self._most:
            self.clear()

    def clear(self) -> None:
        """Forget all."""
        self._values.clear()
        self._bytes = 0

    def keep(self, key: K, value: V, weight: int) -> V:
        """Remember a value of this size in bytes, and give it back."""
        self._values[key] = value
        self._bytes += weight
        return value
