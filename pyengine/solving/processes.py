"""Processes beside this one. Nothing of the program is loaded here, so that they can be begun before it is."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import active_children, forkserver, get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess

LOADED = "pyengine.bulk.pieces"
"""The module that each process loads as it begins, unless another is asked for."""


def processes(loaded: str = LOADED) -> BaseContext:
    """How processes are begun: not as copies of this one, which may have threads, but of one that has done nothing but
    load the program, where there are such."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([loaded])
    return context


def memory_in_use() -> int:
    """The resident memory of this process, in bytes; where the system does not say, the most it has ever had."""
    try:
        with open("/proc/self/statm", encoding="ascii") as sizes:
            return int(sizes.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def get_ready() -> None:
    """Let the process that others are copies of load the program, while this one does something else."""
    if processes().get_start_method() == "forkserver":
        with ctrl_c_is_ours():
            forkserver.ensure_running()


@contextmanager
def ctrl_c_is_ours() -> Iterator[None]:
    """Processes that are begun now know nothing of Ctrl-C: not even as they are still being loaded."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    _ends.waits = True
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        _ends.waits = False
        if _ends.heard:
            _ends(signal.SIGTERM, None)


@contextmanager
def ends_in_order() -> Iterator[None]:
    """SIGTERM ends this process by an exception, so that it gives back what its processes share."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _ends)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _Ends:
    """The handler of SIGTERM. While processes are begun it waits: one that nobody knows of yet can't be ended."""

    waits = heard = False

    def __call__(self, number: int, _: object) -> None:
        self.heard = self.waits
        if self.waits:
            return
        for process in active_children():  # one that still begins would miss what is given back
            process.terminate()
        raise SystemExit(128 + number)


_ends = _Ends()


def begin_worker() -> None:
    """Ctrl-C is for the process that asked; the cube at work is finished. If that process is killed, so is this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asking = parent_process()
    if asking is not None:
        threading.Thread(target=_end_with, args=(asking,), daemon=True).start()


def _end_with(asking: BaseProcess) -> None:
    asking.join()
    os._exit(1)
