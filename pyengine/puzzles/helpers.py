"""Processes that answer the next questions of a search ahead of time. The search finds the same with any number.

The search takes the questions from the first on, the helpers take them from the last one, until they meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from time import monotonic
from typing import Any

from pyengine.actions.action import Action
from pyengine.answers.outcome import Outcome
from pyengine.asking.each_of import Tried, tried
from pyengine.asking.programs import cite
from pyengine.position.position import P
from pyengine.puzzles.moves import playable
from pyengine.solving.processes import begin_worker, ctrl_c_is_ours, processes
from pyengine.solving.solver import TOO_LATE, Interrupted, deadline_after, term_of, time_left

LOADED = "pyengine.puzzles.helpers"
"""The module that each process loads as it begins."""

BEGINS = 3.0
"""Seconds after which the processes begin, which takes a second or two; most puzzles are solved earlier."""

Packed = list[tuple[list[str], tuple[str, ...], tuple[str, ...]]]
"""The atoms of the outcomes of each action, with its notes and its other notes."""


class Helpers:
    """Processes with questions that they were asked. They begin with the first question after a while."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._begin = monotonic() + BEGINS
        self._pool: ProcessPoolExecutor | None = None
        self._asked: dict[Any, Future[Any]] = {}
        self.answered = 0
        """How often an answer was there, or on its way, as the search came to its question."""

    def ask(self, function: Callable[..., Any], questions: Mapping[Any, tuple[object, ...]]) -> None:
        """Have processes call a public function with each of these arguments, in the order of need."""
        if monotonic() < self._begin:
            return
        with ctrl_c_is_ours():
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self._jobs, processes(LOADED), begin_worker)
            for key, arguments in reversed(list(questions.items())):
                if key not in self._asked:
                    self._asked[key] = self._pool.submit(function, *arguments)

    def answer(self, key: object, deadline: float | None) -> Any:
        """The answer to a question; None if nobody was asked, or failed. Raises `Interrupted`."""
        if (asked := self._asked.pop(key, None)) is None or asked.cancel():  # not begun yet: the search is as fast
            return None
        try:
            found = asked.result(time_left(deadline))
        except NotInTime:
            raise Interrupted(TOO_LATE) from None
        except Exception:  # the search asks again, and says what is wrong
            return None
        self.answered += 1
        return found

    def close(self) -> None:
        """End the processes, also at work."""
        if self._pool is not None:
            working = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in working:
                process.kill()
                process.join()
            self._pool = None
        self._asked.clear()


def remote_playable(position: P, seconds: float | None) -> tuple[list[str], tuple[str, ...]]:
    """The phrases of the possible actions of the player with priority, and the notes on them."""
    actions, told = playable(position, deadline_after(seconds))
    return [str(action) for action in actions], told


def remote_tried(position: P, phrases: Sequence[str], seconds: float | None, settings: dict[str, Any]) -> Packed:
    """The outcomes of each action, as `tried` finds them."""
    found = tried(position, [Action.parse(one) for one in phrases], **settings, deadline=deadline_after(seconds))
    return [([one.atoms() for one in each.outcomes], each.caveats, each.other_caveats) for each in found]


def unpacked(position: P, found: Packed) -> list[Tried[P]]:
    """The result of `remote_tried`, in the form of `tried`."""
    return [
        Tried(
            tuple(Outcome(position, term_of(atoms).arguments, cite(position)) for atoms in outcomes),
            caveats,
            other,
        )
        for outcomes, caveats, other in found
    ]
