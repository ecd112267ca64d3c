"""The table of instructions: the phrases of each, and the facts that it is for the rules.

A row is a phrase and what it says, in the notation of `english.grammar_engine`: `destroy bear and elf` is read into
`destroys("bear" and "elf")`, and that is written as the same phrase and as the facts `destroys(i1,"bear").` and
`destroys(i1,"elf").`, which a rule file of `asp/` works on. The words in angle brackets are one of the sorts of
`pyengine.actions.sorts`, or a rule further down. Where two rows read the same words, the first one is meant; where two
write the same, the first one does.

`it` is what the first fact of a row is about. A name on the right that is not among the words is a word of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pyengine.compiler.token_cards import INCUBATOR, army, spirit

ACTIONS, PARTS = (
    (Path(__file__).parent / f"{name}.grammar").read_text(encoding="utf-8") for name in ("actions", "action_parts")
)
"""Everything that an action can tell to do, and what else its phrases say."""

ONCE = {"attacks_whom": 1, "blocks_with": 2}
"""Number of first arguments that two facts can't have in common, besides facts with one argument."""

MAY_PUT = dict.fromkeys(("explores", "connives", "incubates", "amasses", "endures"), "+1/+1")
"""The kind of counter that may be put, though the phrase does not name it."""

CREATED: dict[str, Callable[..., str]] = {
    "incubates": lambda: INCUBATOR,
    "endures": lambda _, count: spirit(count),
    "amasses": lambda subtype, _: army(subtype),
}
"""The card of the token that may be created."""
