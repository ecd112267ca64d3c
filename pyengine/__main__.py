"""The program: `pyengine`, or `python -m pyengine`."""

import _signal  # type: ignore[import-not-found]  # of which `signal` is a wrapper that takes its time to import
import os
import sys
from _signal import SIGINT

GRACE = 1.5
"""Seconds after Ctrl-C in which the program is expected to hear it. What was found is printed after that."""

_heard = 0
"""How often it has."""


def _leave(*_: object) -> None:
    """Handle Ctrl-C while the program still loads: it has done nothing yet that it would have to undo.

    The import that an exception stops would report it, and pydantic takes it for a fault of its own.
    """
    os.write(2, b"pyengine: interrupted\n")
    os._exit(130)


def _interrupt(*_: object) -> None:
    """Handle Ctrl-C, and remember it: pydantic turns an interrupt during the build of a model into another error."""
    global _heard
    _heard += 1
    raise KeyboardInterrupt


def _hear_interrupts() -> None:
    """Let Ctrl-C end the program, even while the grounder is at work, which no exception gets through."""
    _signal.signal(SIGINT, _interrupt)
    if os.name != "posix":
        return
    import threading
    import time

    told, tell = os.pipe()
    os.set_blocking(tell, False)
    _signal.set_wakeup_fd(tell, warn_on_full_buffer=False)

    def wait() -> None:
        before = -1
        while before < _heard:
            before = _heard
            while os.read(told, 1) != bytes([SIGINT]):
                pass
            time.sleep(GRACE)
        try:
            print("pyengine: interrupted", file=sys.stderr, flush=True)
        finally:
            os._exit(130)

    threading.Thread(target=wait, daemon=True).start()


MADE_BETWEEN_COLLECTIONS = 100_000
"""Number of objects made before garbage is looked for. By default, 700, that takes a tenth of a small question."""


def _loaded() -> None:
    """Exclude what is loaded from the search for garbage: it stays until the end.

    Only the program does so, once: any other caller of a command would keep all the garbage that it has so far.
    """
    import gc

    gc.set_threshold(MADE_BETWEEN_COLLECTIONS)
    gc.freeze()


def _ready() -> None:
    """Get ready for the command, and for Ctrl-C meanwhile."""
    _loaded()
    _hear_interrupts()


def run() -> None:
    """Run one command and end the program with its exit code."""
    heard = _signal.getsignal(SIGINT) is _signal.default_int_handler  # or else it is to be ignored
    if heard:
        _signal.signal(SIGINT, _leave)
    import gc
    import io
    from contextlib import suppress

    # Nearly all that a command makes lives as long as it runs. To look for garbage after every 700 things made, as
    # Python does, costs a tenth of what it takes to load the models and the grammar.
    gc.set_threshold(500_000)
    # Streams that were closed before the program started: its exit code is all that is asked for.
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    from pyengine.cli.startup import look_for_none

    look_for_none()
    from pyengine.cli.main import main

    try:
        code = main(ready=_ready if heard else _loaded)
    except BaseException as error:
        if not isinstance(error, KeyboardInterrupt) and not _heard:
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
