"""One statement of the rules."""

from __future__ import annotations

import re
from typing import NamedTuple

WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\b_*[a-z]\w*')
"""A predicate, function, constant or string; a variable starts with a capital letter."""


class Statement(NamedTuple):
    """One statement, with the words that tell whether it can matter: predicates as in `counters/`, others bare."""

    part: str
    """The name of the program part it is in."""
    opening: str
    """The statement that opens this part."""
    text: str
    needs: frozenset[str]
    """The words of the positive literals of its body."""
    gives: frozenset[str]
    """The predicates of its head, and all other words in it but for those it needs."""
