"""The program: `pyengine`, or `python -m pyengine`."""

import gc
import io
import os
import sys
from contextlib import suppress
from typing import NoReturn


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
    try:
        from pyengine.cli import main  # here, so that Ctrl-C is heard while it loads

        code = main()
    except KeyboardInterrupt:
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
