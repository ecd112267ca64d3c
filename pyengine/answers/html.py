"""HTML for notebooks: tables and the notes below them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """An HTML table; all text is escaped."""
    first = "".join(f"<th>{escape(word)}</th>" for word in head)
    rest = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    return f"<table><tr>{first}</tr>{rest}</table>"


def noted(notes: Iterable[str]) -> str:
    """Notes below a table, each once."""
    return "".join(f"<p>note: {escape(note)}</p>" for note in dict.fromkeys(notes))
