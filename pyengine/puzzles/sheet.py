"""Printable sheet of a puzzle: the board and the task on one page, the solution on the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from pyengine.phrases.phrase_words import counted
from pyengine.position.position import P
from pyengine.puzzles.solution import Solution

_STYLE = """
body { font: 11pt/1.4 Georgia, serif; max-width: 52em; margin: 2em auto; padding: 0 1em; color: #111827; }
svg { max-width: 100%; height: auto; }
.solution { break-before: page; border-top: 1px solid #9ca3af; margin-top: 3em; }
pre { font: 9pt/1.35 monospace; white-space: pre-wrap; }
@media print { body { margin: 0; max-width: none; } .solution { border: 0; margin: 0; } }
"""


def sheet(title: str, picture: str, goals: Iterable[str], allowed: Iterable[str], found: Solution[P]) -> str:
    """Return the sheet as one HTML page that needs nothing else.

    `picture` is that of the board, as SVG. The solution comes on a page of its own, with a strip of its boards.
    """
    body = [
        f"<h1>{escape(title)}</h1>",
        picture,
        *(f"<p><b>Goal:</b> {escape(one)}</p>" for one in goals),
        "<p><b>Allowed:</b></p>",
        f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in allowed)}</ul>",
        *(f"<p>{escape(one)}</p>" for one in _task(found)),
        '<section class="solution"><h2>Solution</h2>',
        found.strip() if found.lines else "",
        f"<pre>{escape(chr(10).join([*found.words(), *(f'note: {one}' for one in found.caveats)]))}</pre></section>",
    ]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{chr(10).join(body)}\n</body></html>\n'


def _task(found: Solution[P]) -> Iterator[str]:
    """Lines below the board: the number of steps, the player who makes the choices, and the difficulty."""
    if found.lines:
        yield f"It takes {counted(found.length, 'step')}."
        against = found.reading == "adversarial"
        yield "It has to work whatever the opponents do." if against else "All choices are yours."
    if found.difficulty is not None:
        yield str(found.difficulty)
