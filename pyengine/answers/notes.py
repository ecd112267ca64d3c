"""Notes of answers: the words for people, and a code with data for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Note(str):
    """The words of a note. It equals its words; `code` names the note, and `data` has the things that it is about.

    Words may change in any version. A code keeps its meaning.
    """

    __slots__ = ("code", "data")

    code: str
    data: tuple[Any, ...]

    def __new__(cls, words: str, code: str, *data: Any) -> Note:
        """Make a note."""
        made = super().__new__(cls, words)
        made.code, made.data = code, data
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Note, (str(self), self.code, *self.data)


CUT_SHORT = "cut short: "
"""The first words of the caveat of an incomplete answer."""


def cut_short(why: str, code: str = "stopped", *data: Any) -> Note:
    """The note of an answer that a limit, or the user, cut short."""
    return Note(CUT_SHORT + why, code, *data)


def is_complete(noted: Iterable[str]) -> bool:
    """True if no caveat says that the answer was cut short."""
    return not any(one.startswith(CUT_SHORT) for one in noted)


WORDS_ALONE = "words"
"""The code of a note that has words alone."""


def codes(caveats: Iterable[str], other_caveats: Iterable[str]) -> list[dict[str, Any]]:
    """Notes as plain data for programs; `matters` is false for a note that could not have changed the answer."""
    return [
        {
            "code": note.code if isinstance(note, Note) else WORDS_ALONE,
            "data": list(note.data) if isinstance(note, Note) else [],
            "matters": matters,
            "text": str(note),
        }
        for matters, notes in ((True, caveats), (False, other_caveats))
        for note in notes
    ]
