"""Lines whose effect is not understood, though it is known when it happens or what it costs: `half_read`.

The words of such an effect, or of a mode, become one clause that says `unread`. So the ability has its place on the
card, triggers or is activated as the rules say, and is put on the stack (603.3, 602.2a).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pyengine.english.ability_lines import Line, is_level, read_line
from pyengine.english.effect_terms import (
    Ability,
    ActivatedAbility,
    ChapterAbility,
    Effects,
    LoyaltyAbility,
    SpellAbility,
    TriggeredAbility,
    unread,
)
from pyengine.english.reading import TextError, read_effects
from pyengine.glossary.word_lists import words

LONGEST = 500
"""The number of characters of the words that are kept."""

KNOWN = "Draw a card"
"""The sentence that is read in the place of an effect that is not understood."""
_BULLET = re.compile(r"\n\s*•")
_MakesOrder = ActivatedAbility | ChapterAbility | LoyaltyAbility | SpellAbility | TriggeredAbility


def half_read(
    line: Line, own: Sequence[str], spell: bool, is_known: Callable[[Line], bool]
) -> Iterator[tuple[Ability, ...]]:
    """The ways to read a line of which something is left unread, least of it first.

    `is_known` says whether a line is wholly read, and the rules know what it says.
    """
    if is_level(line.text):
        return
    if _BULLET.search(line.text):
        yield from _modes(line, own, spell, is_known)
    if not spell:
        yield from _effect(" ".join(re.sub(r"\([^()]*\)", " ", line.text).split()), line.start, own)


def words_left(effects: Effects) -> Iterator[str]:
    """The words of an effect, or of its modes, that are left unread."""
    for one in (effects, *(effects.modes.options if effects.modes is not None else ())):
        yield from (str(clause.does.arguments[0]) for clause in one.clauses if clause.does.name == "unread")


def _modes(
    line: Line, own: Sequence[str], spell: bool, is_known: Callable[[Line], bool]
) -> Iterator[tuple[Ability, ...]]:
    """A line with modes, each of those that are not understood left unread."""
    head, *modes = _BULLET.split(line.text)

    def with_modes(kept: Sequence[int]) -> Line:
        return Line(
            head + "".join(f"\n•{one if n in kept else KNOWN + '.'}" for n, one in enumerate(modes)), line.start
        )

    read = [number for number in range(len(modes)) if is_known(with_modes([number]))]
    if len(read) == len(modes):
        return
    for ability in _read(with_modes(read), own, spell):
        if isinstance(ability, _MakesOrder) and (found := ability.effects.modes) is not None:
            options = tuple(one if n in read else unread(_plain(modes[n])) for n, one in enumerate(found.options))
            yield (replace(ability, effects=replace(ability.effects, modes=replace(found, options=options))),)


def _effect(text: str, start: int, own: Sequence[str]) -> Iterator[tuple[Ability, ...]]:
    """A line whose event, cost, chapters or loyalty symbol is read, and nothing that it does."""
    for head, rest, restrictions in divided(text):
        for ability in _read(Line(f"{head}{KNOWN}.{restrictions}", start), own, False):
            if not isinstance(ability, _MakesOrder) or ability.effects != read_effects(KNOWN + "."):
                break
            if isinstance(ability, TriggeredAbility) and not _begins_effect(rest, own):
                break
            if isinstance(ability, ActivatedAbility | TriggeredAbility) and _KEPT_BACK.search(rest):
                return
            yield (replace(ability, effects=unread(_plain(rest))),)
            return


def _read(line: Line, own: Sequence[str], spell: bool) -> tuple[Ability, ...]:
    try:
        return read_line(line, own, spell)
    except TextError:
        return ()


_SYMBOL = re.compile(r"(?:\[?[+\u2212-]?[\dX]+\]?: |[IVX]+(?:, [IVX]+)* \u2014 )")
_COST = re.compile(r"[^:\"]+: ")
_TRIGGERS = re.compile(r"(?:^|\u2014 )(?:When|Whenever|At) ")
_OF_TRIGGERING = re.compile(r" This ability triggers only [^.]*\.")
_OF_ACTIVATING = re.compile(r" (?:Activate (?:only|this|no)|Any player may activate)\b[^.]*\.")
_KEPT_BACK = re.compile(r"\badds?\b|\bthis ability costs?\b|\bto activate\b|\bactivate this ability\b", re.IGNORECASE)
"""Words of a mana ability, which is put on no stack (605.3b, 605.4a), and of what else an ability costs (602.2b)."""


def divided(text: str) -> Iterator[tuple[str, str, str]]:
    """A line as what says when it does something, what it does, and when else it may be used or triggers."""
    if found := _SYMBOL.match(text):
        yield found[0], text[found.end() :], ""
    elif _TRIGGERS.search(text):
        before_quotes = text.partition('"')[0]
        for comma in sorted((found.end() for found in re.finditer(", ", before_quotes)), reverse=True):
            rest = text[comma:]
            yield text[:comma], rest, "".join(_OF_TRIGGERING.findall(rest))
    elif found := _COST.match(text):
        rest = text[found.end() :]
        yield found[0], _OF_ACTIVATING.sub("", rest), "".join(_OF_ACTIVATING.findall(rest))


_BEGINNING = frozenset(words("effect_beginnings"))
"""The words with which the effect of a triggered ability begins, and no further part of its event."""


def _begins_effect(words: str, own: Sequence[str]) -> bool:
    """Check that words begin an effect and do not continue the event.

    "If" there would be a condition of the whole ability (603.4), which is checked as it triggers.
    """
    if any(words.startswith(name) for name in own):
        return True
    first = re.match(r"[A-Za-z]+", words)
    return first is not None and first[0].lower() in _BEGINNING - {"if"}


def _plain(words: str) -> str:
    """Words on one line, without reminder text and the last full stop."""
    return " ".join(re.sub(r"\([^()]*\)", " ", words).split()).removesuffix(".")[:LONGEST]
