"""The grammars: each rule has an example, which it reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import pyengine
from pyengine.actions import phrases
from pyengine.english import grammar, lexer
from pyengine.english.grammar_engine import Grammar, in_both
from pyengine.english.lexer import Tokens
from pyengine.puzzles import goal_reading

PACKAGE = Path(pyengine.__file__).parent
HEAD = re.compile(r"^(\w+~?)$", re.MULTILINE)
EXAMPLE = re.compile(r"^(\w+~?)\n    # e\.g\. (.+)$", re.MULTILINE)
ROOMS: dict[str, tuple[Callable[[], Grammar], Callable[[str], Iterable[Tokens]]]] = {
    "actions": (phrases.grammar, phrases.tokens),
    "english": (grammar.grammar, lambda text: [lexer.tokens(text)]),
    "puzzles": (goal_reading.grammar, lambda text: [goal_reading.words_of(text)]),
}
"""The rooms that have a grammar, each with it and what makes words of a text."""


def test_every_file_is_of_a_room() -> None:
    assert {file.relative_to(PACKAGE).parts[0] for file in PACKAGE.rglob("*.grammar")} == {*ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_every_rule_has_an_example_that_it_reads(room: str) -> None:
    grammar, tokens = ROOMS[room][0](), ROOMS[room][1]
    texts = [file.read_text(encoding="utf-8") for file in sorted((PACKAGE / room).rglob("*.grammar"))]
    heads = [head for text in texts for head in HEAD.findall(text)]
    assert {name for head in heads for name in in_number(head)} == {*grammar.rules}
    examples = {head: phrase for text in texts for head, phrase in EXAMPLE.findall(text)}
    assert [*examples] == heads
    unread = {
        head: phrase
        for head, phrase in examples.items()
        if not any(grammar.read(name, words) for name in in_number(head) for words in tokens(phrase))
    }
    assert unread == {}


def in_number(head: str) -> tuple[str, ...]:
    """The names of a rule, of which some are two: one in either number."""
    return in_both(head[:-1]) if head.endswith("~") else (head,)
