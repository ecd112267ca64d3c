"""How text becomes a term of the logic program.

Ids, card names and counter kinds are written by users, and the solver runs whatever program text it is given.
So nothing a user wrote ever becomes program text: it goes in as a quoted string, by `quote` and by nothing
else, and a quoted string can name a thing but never be a rule, a term or the end of one. Everything around
those strings is written in the source.
"""

from __future__ import annotations

from pyengine.errors import InputError
from pyengine.files.quoting import quoted


def quote(text: str) -> str:
    """`text` as a string of the solver's language."""
    if "\0" in text:  # The solver would take it as the end of the program and skip all that follows.
        raise InputError(f"a name has no null characters, found {quoted(text)}")
    # Names hold no line breaks; escaped all the same, as one inside a string is a syntax error.
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class FactWriter:
    """Collects facts; `text()` is sorted, so that equal boards give equal programs."""

    def __init__(self) -> None:
        self.lines: set[str] = set()

    def add(self, predicate: str, *arguments: str | int) -> None:
        """Add one fact; arguments are numbers or terms already written out."""
        self.lines.add(f"{predicate}({','.join(map(str, arguments))})." if arguments else f"{predicate}.")

    def text(self) -> str:
        """All facts, one a line."""
        return "\n".join(sorted(self.lines)) + "\n"
