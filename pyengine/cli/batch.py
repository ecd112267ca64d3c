"""`pyengine batch`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import chain
from typing import Any

from pyengine.cli.commands import COMMANDS
from pyengine.cli.common import (
    BAD_INPUT,
    CUT_SHORT,
    INTERRUPTED,
    LEGAL,
    STANDARD_INPUT,
    Commands,
    complain,
    positive,
    store_argument,
    strict_argument,
)
from pyengine.errors import PyengineError
from pyengine.phrases.phrase_words import counted

PIECE = 100
"""Number of lines that a process is given at a time."""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    batch = commands.add_parser(
        "batch",
        help=COMMANDS["batch"],
        description="Answer many questions: JSON lines in, JSON lines out, in order. Each line is an object. "
        "Its 'board' is a path or a board. 'action' asks as check does, 'actions' as apply does, and 'legal' as legal "
        "--no-outcomes does. 'legal' is an object that may have 'verbs', 'objects' and 'kinds' to list fewer actions. "
        "'rules', 'as', 'timeout', 'limit' and 'each_payment' are optional; any other field, such as 'id', comes back. "
        "The answer to a bad line has an 'error', and the next line follows. "
        "Exit code: 2 after a bad line, 3 if a limit cut an answer short, otherwise 0.",
    )
    batch.set_defaults(command=run)
    store_argument(batch)
    strict_argument(batch)
    batch.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="number of processes; with several, lines are read ahead"
    )
    batch.add_argument("questions", metavar="FILE", help="a file of JSON lines, - for standard input")


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    code = LEGAL
    answered = 0
    try:
        with _text_of(options.questions) as lines:
            for answer in _answers(options, lines):
                print(json.dumps(answer), flush=True)
                answered += 1
                if "error" in answer:
                    code = BAD_INPUT
                elif code != BAD_INPUT and not answer["complete"]:
                    code = CUT_SHORT
    except KeyboardInterrupt:
        complain(f"interrupted: {counted(answered, 'line')} answered")
        return INTERRUPTED
    return code


def _answers(options: argparse.Namespace, lines: Iterable[str]) -> Iterable[dict[str, Any]]:
    """The answers to the lines, in order; of this process, or of several."""
    from pyengine.bulk import batch, spread

    if options.jobs == 1:
        return batch.answers(lines, options.strict)
    answer = partial(batch.answers_to, strict=options.strict)
    found = spread.spread(answer, batch.pieces(lines, PIECE), options.jobs, "pyengine.bulk.batch")
    return chain.from_iterable(found)


def _text_of(path: str) -> AbstractContextManager[Iterable[str]]:
    """The lines of a file or of standard input. Raises `PyengineError` if the file can't be read."""
    if path == STANDARD_INPUT:
        return nullcontext(sys.stdin)
    try:
        return open(path, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise PyengineError(f"{path}: can't be read ({error.strerror}); expected a file of JSON lines") from None
