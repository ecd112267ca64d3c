"""The command line. Each command, a module beside this one, asks one question and prints its answer.

Exit codes: 0 legal or passed, 1 illegal or failed, 2 bad input, 3 cut short by a limit, 130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import NoReturn

import pyengine
from pyengine.cli.commands import COMMANDS
from pyengine.cli.common import BAD_INPUT, CUT_SHORT, INTERRUPTED, LEGAL, complain
from pyengine.errors import PyengineError
from pyengine.glossary.editions import NEWEST_DATE


def main(arguments: Sequence[str] | None = None, ready: Callable[[], None] = lambda: None) -> int:
    """Run one command; return its exit code. `ready` is called as soon as all that a command needs is loaded."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["help"]:
        given = [*given[1:2], "--help"]
    parser = _parser(given[0] if given and given[0] in COMMANDS else None)
    if not given:
        parser.print_help(sys.stderr)
        parser.exit(BAD_INPUT)
    options, more = parser.parse_known_args([_MINUS_KIND.sub("\u2212", argument) for argument in given])
    if more and (given[:1] != ["cards"] or any(one.startswith("-") for one in more)):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    elif more:  # names and files that stand behind an option
        options.name += more
    command: Callable[[argparse.Namespace], int] = options.command
    import pyengine.board

    ready()
    if isinstance(sys.stdout, io.TextIOWrapper):  # names may hold what a terminal can't show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with _store(options):
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


@contextmanager
def _store(options: argparse.Namespace) -> Iterator[None]:
    """Use the card store of the options. Processes that are begun meanwhile use it too."""
    given = getattr(options, "store", None)
    if given is None:
        yield
        return
    from pyengine.cards.store_path import VARIABLE

    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = given
    try:
        yield
    finally:
        os.environ.pop(VARIABLE)
        os.environ.update({} if before is None else {VARIABLE: before})


_MINUS_KIND = re.compile(r"^-(?=[0-9]+/)")
"""The sign of a kind such as -1/-1, which would be taken for an option. A kind may have any minus sign."""


def discard_output() -> None:
    """Let nothing be written any more, not even what is left when the program ends."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


class _Version(argparse.Action):
    """Prints the version, the newest rules that it knows, and which evaluator it has."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from pyengine.plans import shared_object  # no other option asks

        how = "Python" if shared_object.find() is None else "C"
        print(f"pyengine {pyengine.__version__}, rules of {NEWEST_DATE}, evaluated in {how}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """Suggests what a misspelt command, option or choice may be."""

    def error(self, message: str) -> NoReturn:
        """Print the usage of the command, and the error with a suggestion; end the program."""
        commands = self._commands()
        command = commands[0] if len(commands) == 1 else self
        command.print_usage(sys.stderr)
        self.exit(BAD_INPUT, f"{command.prog}: error: {message}{self._suggestion(message)}\n")

    def _commands(self) -> list[argparse.ArgumentParser]:
        return [one for action in self._actions if isinstance(action.choices, dict) for one in action.choices.values()]

    def _suggestion(self, message: str) -> str:
        from difflib import get_close_matches

        known: list[str] = []
        if found := re.search("invalid choice: '([^']*)' \\(choose from (.*)\\)", message):
            known = [one.strip(" '") for one in found[2].split(",")]
        elif found := re.search(r"unrecognized arguments: (--[\w-]+)", message):
            parsers = [self, *self._commands()]
            known = [option for parser in parsers for option in parser._option_string_actions]
        close = get_close_matches(found[1][:40], known, 3) if found else []
        return f"; did you mean {' or '.join(close)}?" if close else ""


def _parser(name: str | None) -> argparse.ArgumentParser:
    """Build the parser of one command, whose module alone is imported; without a name, what lists all commands."""
    parser = _Parser(
        prog="pyengine",
        description="Answer questions about counters and face-down objects: what is legal, and every outcome.",
        epilog="exit codes: 0 legal or passed, 1 illegal or failed, 2 bad input, 3 cut short by a limit, "
        "130 interrupted",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    if name is None:
        for each, help_text in COMMANDS.items():
            commands.add_parser(each, help=help_text)
    else:
        import_module(f"pyengine.cli.{name}").add(commands)
    return parser
