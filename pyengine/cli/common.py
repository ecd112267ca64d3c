"""Shared parts of commands: options, exit codes, printing, Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from typing import Any, TypeVar

import pyengine
from pyengine.answers import terminal
from pyengine.answers.terminal import Line
from pyengine.cli.commands import COMMANDS
from pyengine.errors import InputError

T = TypeVar("T")

STANDARD_INPUT = "-"
"""The argument that means standard input."""

LEGAL, ILLEGAL, BAD_INPUT, CUT_SHORT, INTERRUPTED = 0, 1, 2, 3, 130


def complain(what: str) -> None:
    """Print an error if standard error is open; a closed one must not change the exit code."""
    with suppress(OSError):
        print(f"pyengine: {what}", file=sys.stderr, flush=True)


Commands = Any
"""The type of `argparse` for commands, which has no public name."""


def command(commands: Commands, name: str, function: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    """A command whose answer can be printed as JSON."""
    sub: argparse.ArgumentParser = commands.add_parser(name, help=COMMANDS[name], description=COMMANDS[name])
    sub.set_defaults(command=function)
    sub.add_argument("--json", action="store_true", help="print the answer as JSON")
    store_argument(sub)
    return sub


def store_argument(parser: argparse.ArgumentParser) -> None:
    """The card store."""
    parser.add_argument(
        "--store", metavar="FILE", help="the card store, instead of that of PYENGINE_CARDS or of your data directory"
    )


def strict_argument(parser: argparse.ArgumentParser) -> None:
    """To refuse boards with cards that are not read whole."""
    parser.add_argument(
        "--strict", action="store_true", help="refuse a board with a card of which a line is not read or modelled"
    )


def all_notes_argument(parser: argparse.ArgumentParser) -> None:
    """To show all notes."""
    parser.add_argument(
        "--all-notes", action="store_true", help="also say what is not modelled and could not matter to this answer"
    )


def timeout_argument(parser: argparse.ArgumentParser) -> None:
    """A time limit."""
    parser.add_argument("--timeout", type=positive, metavar="SECONDS", help="stop the search after this long")


def write_file(path: str, text: str) -> None:
    """Write a file that the user asked for, whole or not at all. Raises `InputError`."""
    from pyengine.files import whole_files

    try:
        whole_files.write(path, text)
    except OSError as error:
        raise InputError(f"can't be written: {error.strerror}", path) from None


def positive(text: str) -> int:
    """A whole number from 1, of an option."""
    number = int(text) if text.isdecimal() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, found {text[:20]!r}")
    return number


BOARD_HELP = (
    "a board file (YAML or JSON), a puzzle file, - for standard input, or a board in one line such as "
    "'Alice: Grizzly Bears (2 +1/+1) | Bob: Vorinclex'"
)


def board_argument(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the board, the rules and the viewer."""
    parser.add_argument("board", metavar="BOARD", help=BOARD_HELP)
    parser.add_argument("--rules", metavar="DATE", help="the date whose rules apply, instead of the board's own")
    parser.add_argument(
        "--as", dest="player", metavar="PLAYER", help="answer for this player, from what the player may see"
    )
    strict_argument(parser)


def load(options: argparse.Namespace) -> Any:
    """The board that is asked about. Raises `InputError`."""
    from pyengine.formats import board_reading

    board = board_reading.load(options.board)
    if options.strict:
        board.require_whole()
    board = board if options.rules is None else board.with_rules(options.rules)
    if board.model.rules is not None and not options.json:
        _say_edition(board.model.rules)
    return board if options.player is None else board.seen_by(options.player)


def _say_edition(date: str) -> None:
    """Say which edition a date between two of them means."""
    from pyengine.asking import editions
    from pyengine.glossary.editions import NEWEST_DATE

    meant = max(one for one in editions.editions() if one <= date)  # the board has been read, so there is one
    if meant not in (date, NEWEST_DATE):
        print(f"the rules of {date} are those of the edition of {meant}", file=sys.stderr)


def show(
    options: argparse.Namespace,
    data: Any,
    lines: Callable[[], Iterable[Line]],
    form: str | None = None,
    date: str | None = None,
) -> None:
    """Print an answer: its data as JSON, or else its lines.

    `form` names the format of the data, and `date` is the date of the rules that they are about. Data without a form
    are those of a file, or a list.
    """
    if options.json:
        import json

        from pyengine.asking import stamps

        data = data if form is None else stamps.stamped(data, form, date)
        unicode = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
        json.dump(data, sys.stdout, indent=2, ensure_ascii=not unicode)
        print()
    else:
        terminal.show(lines())


class Stop:
    """Let Ctrl-C end a search: the command prints what it has found, with the exit code for a partial answer."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        if kind is None or not issubclass(kind, KeyboardInterrupt):
            return False
        from pyengine.answers.notes import cut_short

        self.notes.append(cut_short("interrupted"))
        return True

    def until(self, answers: Iterable[T]) -> Iterator[T]:
        """Yield answers until Ctrl-C ends the search; raise if there is none yet."""
        some = False
        try:
            for answer in answers:
                some = True
                yield answer
        except KeyboardInterrupt:
            with self if some else nullcontext():
                raise

    def code(self, complete: bool, otherwise: int) -> int:
        """The exit code of an answer."""
        if self.notes:
            return INTERRUPTED
        return otherwise if complete else CUT_SHORT


def date_of(board: Any) -> str:
    """The date of the rules that apply to a board."""
    from pyengine.asking import stamps

    return stamps.date_of(board)


def note_edition(board: Any) -> None:
    """Print to standard error which rules of an older date this board could feel and are not modelled."""
    if board.model.rules is not None:
        for caveat in board.caveats:
            complain(f"note: {caveat}")


def caveat_lines(caveats: Iterable[str]) -> list[Line]:
    """Print the notes of an answer."""
    return [terminal.Styled(f"note: {caveat}", "note") for caveat in caveats]


def special_action_lines(board: pyengine.Board, phrases: Iterable[str]) -> Iterator[Line]:
    """Print what its controller could do instead of an effect that turns something face up, and why that is illegal."""
    for phrase in phrases:
        action = board.action(phrase)
        if [term.name for term in action.said] != ["turns_face_up"] or action.then is not None:
            continue
        for verdict in board.candidate_actions.where(verbs=["turn"], objects=[str(action.said[0].arguments[0])]):
            if verdict.action != str(action):
                why = ": " + "; ".join(str(reason) for reason in verdict.reasons) if verdict.reasons else ""
                said = "legal" if verdict.legal else "illegal"
                yield f'hint: this is what an effect does; the special action "{verdict.action}" is {said}{why}'


def other_lines(options: argparse.Namespace, caveats: Iterable[str]) -> list[Line]:
    """Print the notes that could not have changed the answer, if the user asks for them."""
    return [terminal.Styled(f"no matter here: {one}", "note") for one in caveats] if options.all_notes else []


def styled(verdict: pyengine.Verdict) -> Line:
    """A verdict in its colour."""
    return terminal.Styled(str(verdict), "legal" if verdict.legal else "illegal")
