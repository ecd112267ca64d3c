"""One statement of the rules."""

from __future__ import annotations

import re
from typing import NamedTuple

WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\b_*[a-z]\w*')
"""A predicate, function, constant or string; a variable starts with a capital letter."""


Said = tuple[str, str | None]
"""A predicate as in `("counters/4", None)`, or a word in a place of it, a constant, string or name of a function, as in
`("counters/4.2", '"loyalty"')`. Places are counted from 0."""


class Way(NamedTuple):
    """A way in which a rule can fire: the rule itself, or one choice from each of its pools."""

    needs: tuple[Said, ...]
    """What the positive literals of its body speak of."""
    gives: tuple[Said, ...]
    """What its head speaks of."""
    passes: tuple[tuple[str, tuple[str, ...]], ...]
    """Places of its head, each with the places of its body where the same variable stands: what comes there is in all
    of them; if there are none, it may be anything."""


class Statement(NamedTuple):
    """One statement, with what tells whether it can matter."""

    part: str
    """The name of the program part it is in."""
    opening: str
    """The statement that opens this part."""
    text: str
    ways: tuple[Way, ...]
    """How it can fire, if it is a rule; any other statement is always kept."""
