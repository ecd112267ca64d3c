"""Processes that answer requests, each within a time and an amount of memory, and fairly to each client.

A thread waits for each process. A process that takes too long, or that its client no longer needs, is killed, and
another takes its place. A request that ends its process therefore takes no other request with it.
"""

from __future__ import annotations

import errno
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from pyengine.errors import PyengineError
from pyengine.solving.processes import begin_worker, ctrl_c_is_ours, processes

LOADED = "pyengine.web.answering"
"""The module that each process loads as it begins."""

POLL = 0.05
"""Seconds after which a thread looks again if its task is still wanted."""

MEMORY = "the answer needed more memory than one request may have"
DEEP = "the request is nested too deeply"
FAULT = "pyengine failed at this request; please report it with the request"


class BusyError(Exception):
    """Error for a request that has to wait behind too many others."""


class StoppedError(Exception):
    """Error for a request whose process was stopped; the text says why."""


@dataclass
class Task:
    """A request with its answer to come. `progress` is the newest part of the answer."""

    client: str
    question: str
    asked: Any
    seconds: float
    progress: dict[str, Any] | None = None
    answer: Future[dict[str, Any]] = field(default_factory=Future)
    cancelled: bool = False

    def cancel(self) -> None:
        """Stop the work: a process at work on it is killed."""
        self.cancelled = True
        self.answer.cancel()


class _Queue:
    """Tasks in turn: one of each client that waits, then the next of each."""

    def __init__(self, most: int, most_each: int) -> None:
        self._waiting: OrderedDict[str, deque[Task]] = OrderedDict()
        self._changed = threading.Condition()
        self._most, self._most_each, self._closed = most, most_each, False

    def put(self, task: Task) -> None:
        """Add a task. Raises `BusyError` if too many wait, of all clients or of this one."""
        with self._changed:
            of_client = self._waiting.get(task.client, ())
            if self._closed or sum(map(len, self._waiting.values())) >= self._most or len(of_client) >= self._most_each:
                raise BusyError
            self._waiting.setdefault(task.client, deque()).append(task)
            self._changed.notify()

    def next(self) -> Task | None:
        """Wait for a task; None once the queue is closed."""
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            client, tasks = next(iter(self._waiting.items()))
            task = tasks.popleft()
            del self._waiting[client]
            if tasks:  # behind the others
                self._waiting[client] = tasks
            return task

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Pool:
    """Processes that answer tasks of a queue. `memory` is the most that each may have, in bytes."""

    def __init__(self, size: int, *, memory: int | None = None, most: int = 200, most_each: int = 50) -> None:
        self._queue = _Queue(most, most_each)
        self._memory = memory
        self._closed = False
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(size)]
        for thread in self._threads:
            thread.start()

    def submit(self, task: Task) -> Task:
        """Add a task; its `answer` comes later. Raises `BusyError`."""
        self._queue.put(task)
        return task

    def close(self) -> None:
        """End all processes; tasks that wait get no answer."""
        self._closed = True
        self._queue.close()
        for thread in self._threads:
            thread.join(5)

    def _run(self) -> None:
        """Answer one task after the other with a process of this thread's own."""
        process = _Process(self._memory)
        while (task := self._queue.next()) is not None:
            if task.answer.set_running_or_notify_cancel():
                _settle(task, lambda one=task: process.work(one, lambda: self._closed))  # type: ignore[misc]
        process.kill()


def _settle(task: Task, work: Callable[[], dict[str, Any]]) -> None:
    """Give a task its answer, or the error that it ended with."""
    try:
        answer = work()
    except BaseException as error:
        task.answer.set_exception(error)
    else:
        task.answer.set_result(answer)


class _Process:
    """A process that answers one request after the other. It begins with the first request."""

    def __init__(self, memory: int | None) -> None:
        self._memory = memory
        self._process: Any = None
        self._connection: Connection | None = None

    def work(self, task: Task, closed: Callable[[], bool]) -> dict[str, Any]:
        """Answer a task. Raises `PyengineError` for a bad request, and `StoppedError` for one that was stopped."""
        connection = self._begun()
        end = time.monotonic() + task.seconds
        try:
            connection.send((task.question, task.asked))
        except RecursionError:
            raise PyengineError(DEEP) from None
        while True:
            if connection.poll(POLL):
                try:
                    sort, content = connection.recv()
                except (EOFError, OSError):
                    self.kill()
                    raise StoppedError(MEMORY) from None
                if sort == "progress":
                    task.progress = content
                elif sort == "answer":
                    return content  # type: ignore[no-any-return]
                elif sort == "input":
                    raise PyengineError(content)
                else:
                    raise StoppedError(content)
            elif task.cancelled or closed():
                self.kill()
                raise StoppedError("the request was cancelled")
            elif time.monotonic() > end:
                self.kill()
                raise StoppedError(f"the answer took more than {task.seconds:g} seconds")

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            assert self._connection is not None
            self._connection.close()
            self._process = self._connection = None

    def _begun(self) -> Connection:
        if self._process is None or not self._process.is_alive():
            context: Any = processes(LOADED)
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_answer_all, args=(theirs, self._memory), daemon=True)
            with ctrl_c_is_ours():
                self._process.start()
            theirs.close()
        assert self._connection is not None
        return self._connection


def _answer_all(connection: Connection, memory: int | None) -> None:
    """Answer requests until the other end is closed: the work of a process."""
    from pyengine.web import answering

    begin_worker()
    _limit(memory)
    while True:
        try:
            question, asked = connection.recv()
        except EOFError:
            return
        try:
            for step in answering.steps(question, asked):
                connection.send(step)
        except PyengineError as error:
            connection.send(("input", str(error)))
        except RecursionError:
            connection.send(("input", DEEP))
        except Exception as error:  # the text of a fault could show what is not the client's
            connection.send(("stopped", MEMORY if _lacks_memory(error) else FAULT))


def _lacks_memory(error: Exception) -> bool:
    """True if an error means that no memory was left; the solver says so in words."""
    of_system = isinstance(error, OSError) and error.errno == errno.ENOMEM
    return of_system or isinstance(error, MemoryError) or "bad_alloc" in str(error)


def _limit(memory: int | None) -> None:
    """Limit the memory of this process, where the system can."""
    if memory is not None:
        try:
            import resource
        except ImportError:
            return
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
