"""The public interface of this package: English into effects and abilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pyengine.english.ability_lines import granted, lines_of, read_card_text, read_line
from pyengine.english.antecedents import Binder, UnboundError
from pyengine.english.effect_terms import Effects
from pyengine.english.grammar import one_of, read_all
from pyengine.english.lexer import TextError, Tokens, tokens
from pyengine.english.own_names import own_names

__all__ = ["TextError", "lines_of", "own_names", "read_card_text", "read_effects", "read_line"]


def read_effects(text: str, card_name: str | None = None, ids: Sequence[str] = ()) -> Effects:
    """Read the effects of a text.

    An example: `Put a +1/+1 counter on target creature.` `card_name` is the name of the object that the text is on;
    `ids` are words that name objects or players of a board. Raises `TextError` if a word is not understood, if the
    text has two readings, or if the meaning of `it` is not certain.
    """
    words = tokens(text, own_names(card_name), ids)
    if words.words and words.words[-1] != ".":
        words = _with_full_stop(words)
    return _bound(read_all("effects", words), words)


def _with_full_stop(words: Tokens) -> Tokens:
    end = len(words.text)
    return Tokens(words.text, (*words.words, "."), (*words.written, "."), (*words.starts, end), words.ids)


def _bound(readings: Iterable[Any], words: Tokens) -> Effects:
    """The effects that the readings agree on, with everything bound."""
    found: list[Effects] = []
    problem: UnboundError | None = None
    for one in readings:
        try:
            effects = granted(Binder().effects(one), words)
        except UnboundError as error:
            problem = error
            continue
        if effects not in found:
            found.append(effects)
    only: Effects = one_of(found, problem, words)
    return only
