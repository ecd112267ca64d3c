"""Work on cubes on this computer, in several processes, or with Dask; the files are the same in each case."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from pyengine.bulk.pieces import Record, write_cube
from pyengine.errors import InputError, PyengineError
from pyengine.files.quoting import quoted
from pyengine.solving.processes import begin_worker, ctrl_c_is_ours, ends_in_order, processes
from pyengine.solving.solver import check_deadline

WAITS = 10
"""Seconds that a Dask scheduler has to answer."""

AT_ONCE = 2000
"""Number of cubes given to Dask at a time."""


def work(
    folder: Path, addresses: Sequence[int], jobs: int = 1, dask: str | None = None, deadline: float | None = None
) -> Iterator[Record]:
    """Write cubes, and tell of each as it is done. Raises `Interrupted` past the deadline; what is done is kept."""
    if dask is not None:
        yield from _by_dask(folder, addresses, dask, jobs, deadline)
    elif jobs == 1:
        for address in addresses:
            check_deadline(deadline)
            yield write_cube(folder, address)
    else:
        yield from _by_processes(folder, addresses, jobs, deadline)


def _by_processes(folder: Path, addresses: Sequence[int], jobs: int, deadline: float | None) -> Iterator[Record]:
    waiting = list(reversed(addresses))
    with ends_in_order(), ProcessPoolExecutor(jobs, processes(), begin_worker) as pool:
        with ctrl_c_is_ours():
            running = {pool.submit(write_cube, folder, waiting.pop()) for _ in range(min(2 * jobs, len(waiting)))}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for one in done:
                    yield one.result()
                check_deadline(deadline)
                while waiting and len(running) < 2 * jobs:
                    running.add(pool.submit(write_cube, folder, waiting.pop()))
        except BrokenProcessPool:
            raise PyengineError(
                "one of the processes was killed; what is done is kept, and the same command goes on"
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def dask_package() -> Any:
    """Return the package that spreads the work over a cluster. Raises `InputError` if it is missing."""
    try:
        from dask import distributed
    except ImportError:
        raise InputError("--dask needs the packages dask and distributed: pip install 'pyengine[dask]'") from None
    return distributed


def _by_dask(
    folder: Path, addresses: Sequence[int], address: str, jobs: int, deadline: float | None
) -> Iterator[Record]:
    """No rows go through the scheduler, and a task that runs twice writes the same file twice.

    All workers must see the folder under its path. A cluster of this machine
    has as many workers as jobs are asked for, or if that is one, as Dask thinks fit.
    """
    distributed = dask_package()
    local = {"n_workers": jobs if jobs > 1 else None, "threads_per_worker": 1, "dashboard_address": None}
    local["silence_logs"] = logging.CRITICAL  # what a worker fails at is told here, once
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client: Any = distributed.Client(**local) if address == "local" else distributed.Client(address, timeout=WAITS)
    except (OSError, ValueError) as error:
        raise InputError(
            f"no Dask scheduler answers at {quoted(address)}: {error}; expected an address such as "
            "'tcp://host:8786', or 'local'"
        ) from None
    with client:
        for start in range(0, len(addresses), AT_ONCE):
            futures = [
                client.submit(write_cube, folder.absolute(), one, pure=False)
                for one in addresses[start : start + AT_ONCE]
            ]
            try:
                for _, found in distributed.as_completed(futures, with_results=True):
                    if isinstance(found, BaseException):  # it does not raise what tells that the scheduler is gone
                        raise _gone(address, found)
                    yield found
                    check_deadline(deadline)
            except distributed.KilledWorker as error:
                raise _gone(address, error) from None


def _gone(address: str, error: BaseException) -> PyengineError:
    said = str(error).strip().partition("\n")[0].rpartition("reason: ")[2].rstrip(".")
    return PyengineError(
        f"the Dask cluster at {quoted(address)} is gone: {said}; what is done is kept, and the same command goes on"
    )
