"""A function on many batches of things, in several processes, with the results in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from pyengine.errors import PyengineError
from pyengine.solving.processes import begin_worker, ctrl_c_is_ours, ends_in_order, processes

B = TypeVar("B")
R = TypeVar("R")


def cores() -> int:
    """The number of processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return max(1, len(affinity(0)) if affinity is not None else os.cpu_count() or 1)


def spread(
    function: Callable[[B], R], batches: Iterable[B], jobs: int, loaded: str, what_is_kept: str = ""
) -> Iterator[R]:
    """Yield the result of a public function for each batch, in order; with one job in this process.

    The processes load the module `loaded` first. Raises `PyengineError` if one of them is killed.
    """
    given = iter(batches)
    if jobs == 1:
        yield from map(function, given)
        return
    with ends_in_order(), ProcessPoolExecutor(jobs, processes(loaded), begin_worker) as pool:
        with ctrl_c_is_ours():
            waiting: deque[Future[R]] = deque(pool.submit(function, batch) for batch in islice(given, 2 * jobs))
        try:
            while waiting:
                result = waiting.popleft().result()
                waiting.extend(pool.submit(function, batch) for batch in islice(given, 1))
                yield result
        except BrokenProcessPool:
            raise PyengineError(f"one of the processes was killed{what_is_kept}") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
