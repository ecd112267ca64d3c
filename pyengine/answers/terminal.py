"""Output of commands: plain text in a pipe; colors, tables and progress in a terminal.

In a terminal `rich` does the work and honours NO_COLOR, if it is installed (`pip install 'pyengine[color]'`). In a
pipe it is not loaded, which saves a tenth of a short run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Literal, NamedTuple, TextIO, TypeVar

T = TypeVar("T")

Style = Literal["legal", "illegal", "note", "heading"]

_COLORS: dict[Style, str] = {"legal": "green", "illegal": "red", "note": "dim", "heading": "bold"}


class Styled(NamedTuple):
    """Highlight text in a terminal: the first word of a verdict, any other text as a whole."""

    text: str
    style: Style

    def __str__(self) -> str:
        return self.text


class Table(NamedTuple):
    """Rows of cells, at least one and all of one length; columns stand under each other."""

    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)][:-1]
        lines = ([cell.ljust(width) for cell, width in zip(row, widths, strict=False)] + [row[-1]] for row in self.rows)
        return "\n".join("  ".join(line).rstrip() for line in lines)


Line = str | Styled | Table


def _is_watched(stream: TextIO) -> bool:
    """True for a terminal, if `rich` is there to write to it."""
    return stream.isatty() and find_spec("rich") is not None


def show(lines: Iterable[Line]) -> None:
    """Print lines on standard output, in colour if it is a terminal."""
    if not _is_watched(sys.stdout):
        for line in lines:
            print(line)
        return
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    console = Console(markup=False, highlight=False, emoji=False)
    for line in lines:
        if isinstance(line, Table):
            grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
            for row in line.rows:
                grid.add_row(*map(Text, row))
            console.print(grid)
            continue
        text = Text(str(line))
        if isinstance(line, Styled):
            end = line.text.find(":") + 1 if line.style in ("legal", "illegal") else 0
            text.stylize(_COLORS[line.style], 0, end or None)
        console.print(text, soft_wrap=True)


def progress(things: Iterable[T], unit: str, total: int | None = None) -> Iterable[T]:
    """Things to be worked on, with a progress bar where somebody watches, which tells how long it will take if it is
    known how many they are; never in what is piped or logged."""
    if not _is_watched(sys.stderr):
        return things
    from rich.console import Console
    from rich.progress import track

    return track(things, unit, total, console=Console(stderr=True), transient=True)


def watched(things: Iterable[T], words: Callable[[T], str]) -> Iterator[T]:
    """Things that take long to come by; where somebody watches, a line says of the last how far it is."""
    if not _is_watched(sys.stderr):
        yield from things
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("...") as status:
        for one in things:
            status.update(escape(words(one)))
            yield one
