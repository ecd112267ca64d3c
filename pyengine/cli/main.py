"""The command line. Each command, a module beside this one, asks one question and prints its answer.

Exit codes: 0 legal or passed, 1 illegal or failed, 2 bad input, 3 cut short by a limit, 130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

import pyengine
from pyengine.cli.common import BAD_INPUT, CUT_SHORT, INTERRUPTED, LEGAL, complain
from pyengine.errors import PyengineError

COMMANDS = (
    *("legal", "check", "apply", "batch", "test", "rules", "cards", "view", "status", "schema"),
    *("solve", "prove", "enumerate", "why", "editions", "compare"),
)
"""In the order in which help lists them. Each is a module beside this one."""


def main(arguments: Sequence[str] | None = None, ready: Callable[[], None] = lambda: None) -> int:
    """Run one command; return its exit code. `ready` is called as soon as all that a command needs is loaded."""
    given = sys.argv[1:] if arguments is None else arguments
    parser = _parser(given[:1] if given and given[0] in COMMANDS else COMMANDS)
    options = parser.parse_args([_MINUS_KIND.sub("\u2212", argument) for argument in given])
    command: Callable[[argparse.Namespace], int] = options.command
    import pyengine.board

    ready()
    if isinstance(sys.stdout, io.TextIOWrapper):  # names may hold what a terminal can't show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = command(options)
        sys.stdout.flush()
        return code
    except pyengine.Interrupted as error:
        complain(str(error))
        return CUT_SHORT
    except PyengineError as error:
        complain(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        discard_output()
        return LEGAL
    except OSError as error:
        complain(f"the answer can't be written: {error.strerror}")
        discard_output()
        return BAD_INPUT


_MINUS_KIND = re.compile(r"^-(?=[0-9]+/)")
"""The sign of a kind such as -1/-1, which would be taken for an option. A kind may have any minus sign."""


def discard_output() -> None:
    """Let nothing be written any more, not even what is left when the program ends."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


class _Version(argparse.Action):
    """Prints the version, and the newest rules that it knows; these are looked up only if they are asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from pyengine.position.board_facts import NEWEST_DATE

        print(f"pyengine {pyengine.__version__}, rules of {NEWEST_DATE}")
        parser.exit()


def _parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """Build the parser of these commands. Importing all of them costs a twentieth of a short answer."""
    parser = argparse.ArgumentParser(
        prog="pyengine",
        description="Answer questions about counters and face-down objects: what is legal, and every outcome.",
        epilog="exit codes: 0 legal or passed, 1 illegal or failed, 2 bad input, 3 cut short by a limit, "
        "130 interrupted",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name in names:
        import_module(f"pyengine.cli.{name}").add(commands)
    return parser
