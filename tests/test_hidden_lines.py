"""Hide a line of a card from the reader: each answer that the line would change carries a note that names it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import hidden_lines
from tests.hidden_lines import Case

FEW, MANY, AT_ONCE = 8, 320, 8
"""How many cards a run of the suite takes, how many all runs take, and how many are one test."""


def chunks() -> list[object]:
    """Where each test begins among the cases; those after the first are run on request."""
    later = (pytest.param(start, marks=pytest.mark.fuzz) for start in range(FEW, MANY, AT_ONCE))
    return [0, *later]


def drawn(start: int) -> list[Case]:
    return hidden_lines.cases(38, MANY)[start : start + AT_ONCE]


@pytest.mark.parametrize(
    "silent", [hidden_lines.silent, hidden_lines.silent_about_uses, hidden_lines.silent_about_lines]
)
@pytest.mark.parametrize("start", chunks())
def test_an_answer_that_a_hidden_line_would_change_names_it(silent: Callable[[Case], str], start: int) -> None:
    assert [said for case in drawn(start) if (said := silent(case))] == []


def test_there_are_cards_enough() -> None:
    assert len(hidden_lines.cases(38, MANY)) == MANY
    assert len({case.card for case in hidden_lines.cases(38, MANY)}) == MANY
