"""No word of a card's text is forgotten: without it, a line is not read, or says something else.

`read_lines.txt` has lines of printed cards, each with the name of its card, and whether that is an instant or sorcery.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyengine.compiler.printed_text import NotModelledError
from pyengine.english.ability_lines import Line, read_line
from pyengine.english.own_names import own_names
from pyengine.english.reading import TextError
from pyengine.english.writing import UnsayableError, write_effects

LINES = (Path(__file__).parent / "read_lines.txt").read_text(encoding="utf-8").splitlines()

SAYS_NOTHING = {
    "you": "who does something, where nobody else is named, is the controller",
    "then": "things are done in the order of the text",
    "all": "so are things without it, in the plural",
    "each": "several that do something do it each",
    "colorless": "a token of which no color is told has none",
    "from": "a card is taken from among others",
    "additional": "counters with which something enters are additional to any others",
    "and": "a list is one without it",
    "sacrificed": "the creature is the one that was sacrificed, of which the cost speaks",
    "storage": "counters of that kind alone were removed",
}
"""Words that change nothing, and why."""


def parts(line: str) -> tuple[str, tuple[str, ...], bool]:
    """The text, the names that it has for its card, and whether that is a spell."""
    head, _, text = line.partition(" | ")
    name = head.removesuffix(" (spell)")
    return text, own_names(name), name != head


def read(text: str, own: tuple[str, ...], spell: bool) -> object:
    try:
        return read_line(Line(text, 0), own, spell)
    except (TextError, NotModelledError):
        return None


def without_a_word(text: str) -> Iterator[tuple[str, str]]:
    """Each word, and the text without it; the punctuation after it stays."""
    for found in re.finditer(r"[^\s.,:;]+", text):
        yield found[0], f"{text[: found.start()]}{text[found.end() :]}".replace("  ", " ").replace(" .", ".").strip()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.partition(" | ")[0])
def test_no_word_is_forgotten(line: str) -> None:
    text, own, spell = parts(line)
    whole = read(text, own, spell)
    assert whole, "the line is read"
    of_name = {word for name in own for word in name.split()}
    flavor = {*text.partition(" \u2014 ")[0].split()} if " \u2014 " in text else set()  # 207.2c, 207.2d
    same = {word for word, less in without_a_word(text) if read(less, own, spell) == whole}
    assert {word for word in same - of_name - flavor if word.lower() not in SAYS_NOTHING} == set()


def test_the_lines_are_some_hundred_of_all_kinds() -> None:
    assert len(LINES) == len({*LINES}) > 150
    assert sum(parts(line)[2] for line in LINES) > 20
    assert sum("counter" in line for line in LINES) > 50


UNSAID = {
    "Browse": "some of what was looked at, and the rest",
    "Easterling Vanguard": "amassing other than Zombies",
    "Escaped Experiment": "less, by a number that is counted",
    "Green Dragon": "an event of this turn",
    "Kiss of Death": "a target that is an opponent or a permanent",
    "Snakeform": "a kind together with a size",
    "Triad of Fates": "a target with a counter",
    "Venom, Deadly Devourer": "the toughness of a card that was exiled",
    "Vile Deacon": "more, by a number that is counted",
    "Wanted Griffin": "an ability within an ability",
}
"""Cards with a line for which there are no words to write it back, and what they lack."""


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.partition(" | ")[0])
def test_what_is_read_is_written_back(line: str) -> None:
    text, own, spell = parts(line)
    for ability in read_line(Line(text, 0), own, spell):
        effects = getattr(ability, "effects", None)
        if effects is None or effects.modes is not None:
            continue
        if line.partition(" | ")[0].removesuffix(" (spell)") in UNSAID:
            with pytest.raises(UnsayableError):
                write_effects(effects)
        else:
            assert write_effects(effects).endswith(".")
