"""Answers that are remembered: the latest, so that a question asked again costs nothing."""

from __future__ import annotations

import atexit
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """The last answers given, by question; those used longest ago are forgotten first. Threads may share it.

    It keeps at most as much as `weigh` says of all answers together, and the newest answer in any case.
    """

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda _: 1) -> None:
        self._most = most
        self._weigh = weigh
        self._answers: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.RLock()

    def __contains__(self, question: str) -> bool:
        """True if the memory holds the answer to a question."""
        return question in self._answers

    def recall(self, question: str, ask: Callable[[], T]) -> T:
        """The answer that was given before, or else a new one. Two threads that ask at once are given one answer."""
        with self._lock:
            if question in self._answers:
                self._answers.move_to_end(question)
                return self._answers[question]
        return self.keep(question, ask())  # takes long, and others may ask other things meanwhile

    def keep(self, question: str, answer: T) -> T:
        """Remember an answer, and give it back, or the one that was remembered already."""
        with self._lock:
            answer = self._answers.setdefault(question, answer)
            weight = sum(map(self._weigh, self._answers.values()))  # an answer may have grown since
            while weight > self._most and len(self._answers) > 1:
                _, forgotten = self._answers.popitem(last=False)
                weight -= self._weigh(forgotten)
        return answer

    def clear(self) -> None:
        """Forget all answers."""
        with self._lock:
            self._answers.clear()


PROGRAMS_KEPT = 40 * 1024 * 1024
"""Bytes of outcomes and lists of actions that a process remembers, whatever boards they are of."""

PROGRAM, ATOM, OUTCOME, VERDICT = 400_000, 1_000, 10_000, 1_500
"""Bytes that a program takes, and those of each atom, outcome and verdict, by measurement."""

recent: Memory[Any] = Memory(PROGRAMS_KEPT, lambda answer: answer.weight)
"""The answers that hold a program or much else. No board holds them, so a board is freed as soon as it is forgotten."""

# A search that is not at its end is closed while there still are modules that it names.
atexit.register(recent.clear)
