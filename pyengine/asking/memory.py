"""What a board remembers of answers: the latest, so that a question asked again costs nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """The last answers given, by question; those used longest ago are forgotten first. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.RLock()

    def __contains__(self, question: str) -> bool:
        """Whether the answer to a question is remembered."""
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
            if len(self._answers) > self._most:
                self._answers.popitem(last=False)
        return answer
