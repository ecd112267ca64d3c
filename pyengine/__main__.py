"""The program: `pyengine`, or `python -m pyengine`."""

import gc
import io
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import NoReturn

GRACE = 1.5
"""Seconds after Ctrl-C in which the program is expected to end by itself."""

_interrupted = threading.Event()


def _interrupt(*_: object) -> NoReturn:
    """What Ctrl-C does. It is remembered, for pydantic makes another error of an interrupt while it builds a model."""
    _interrupted.set()
    raise KeyboardInterrupt


def _hear_interrupts() -> None:
    """Let Ctrl-C end the program, even while the grounder is at work, which no exception gets through."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # it is to be ignored
        return
    signal.signal(signal.SIGINT, _interrupt)
    if os.name != "posix":
        return
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)

    def wait() -> None:
        while os.read(told, 1) != bytes([signal.SIGINT]):
            pass
        time.sleep(GRACE)
        with suppress(OSError):
            print("pyengine: interrupted", file=sys.stderr, flush=True)
        os._exit(130)

    threading.Thread(target=wait, daemon=True).start()


def run() -> NoReturn:
    """Run one command and end the program with its exit code."""
    # Nearly all that a command makes lives as long as it runs. To look for garbage after every 700 things made, as
    # Python does, costs a tenth of what it takes to load the models and the grammar.
    gc.set_threshold(100_000)
    # The models have no use for pydantic's plugins, and to look for some in every package that is installed takes a
    # twelfth of a short answer's time or more.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Streams that were closed before the program started: its exit code is all that is asked for.
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    _hear_interrupts()
    try:
        from pyengine.cli import main  # here, so that Ctrl-C is heard while it loads

        code = main()
    except BaseException as error:
        if not isinstance(error, KeyboardInterrupt) and not _interrupted.is_set():
            raise
        print("pyengine: interrupted", file=sys.stderr)
        code = 130
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # `main` has told of it, if anybody listens
            stream.flush()
    # Everything is written. To free what a solver holds, object by object, takes a sixth of a short answer's time;
    # and a solver still at work in its thread would abort the program.
    os._exit(code)


if __name__ == "__main__":
    run()
