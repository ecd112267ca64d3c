"""The stamp of an answer in JSON: the program, the format and the date of the rules, with codes for its notes."""

from __future__ import annotations

from typing import Any

import pyengine
from pyengine.answers import notes
from pyengine.asking import editions
from pyengine.glossary.editions import NEWEST, NEWEST_DATE, edition_number
from pyengine.position.position import Position

FORMAT_VERSION = 1
"""The version of the formats of answers. It rises if a field is renamed or removed, not if one is added."""


def stamped(answer: dict[str, Any], form: str, date: str | None) -> dict[str, Any]:
    """Return an answer with `about` and, if it has caveats, their codes.

    `form` names the format of the answer. `date` is the date of the rules; None if the answer is not about one date.
    """
    edition = None if date is None else NEWEST_DATE if edition_number(date) >= NEWEST else editions.edition_of(date)
    about = {
        "version": pyengine.__version__,
        "format": form,
        "format_version": FORMAT_VERSION,
        "date": date,
        "edition": edition,
    }
    coded = {}
    if "caveats" in answer:
        coded["caveat_codes"] = notes.codes(answer["caveats"], answer.get("other_caveats", ()))
    assert "about" not in answer, "the field is for the stamp"
    return {"about": about, **answer, **coded}


def date_of(position: Position) -> str:
    """The date of the rules that apply to a position, as `2026-09-25`."""
    return position.model.rules or NEWEST_DATE
