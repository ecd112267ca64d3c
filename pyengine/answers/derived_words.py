"""Wording of the derived predicates that appear most often in derivations.

Other predicates appear by name; their names are the game's own words.
"""

from __future__ import annotations

from collections.abc import Callable

import clingo

from pyengine.answers import render

_WORDS: dict[tuple[str, int], str] = {
    ("active", 2): "it is the turn of {1}",
    ("all_or_nothing", 1): "it is done as a whole or not at all",
    ("attached", 3): "{1} is attached to {2}",
    ("barred", 3): "{2} counters can't be put on {1}",
    ("base_cost", 4): "{3} would pay {2}",
    ("by_mana_cost", 4): "{2} can be turned face up for its mana cost",
    ("can_hold", 2): "{1} can have counters",
    ("can_pay", 2): "there is a way to pay all of it",
    ("can_use", 3): "it can be cast face down by {2}",
    ("controller", 3): "{2} controls {1}",
    ("controls", 3): "{1} controls {2}",
    ("face_of", 3): "{1} shows what {2} says",
    ("fatal", 2): "what can't be done of it can't be left out",
    ("has_ability", 3): "{1} has {2}",
    ("has_keyword", 3): "{1} has {2}",
    ("has_power_toughness", 2): "{1} has power and toughness",
    ("has_printed_ability", 3): "{1} has {2}",
    ("is_cost", 2): "the {1} cost is paid for {0}",
    ("legal", 2): "it can be done",
    ("main", 1): "the {0} step is a main phase",
    ("matches", 4): "{2} of {1} applies to {3}",
    ("may_look", 3): "{1} may look at {2}",
    ("movable", 4): "a {3} counter can move from {1} to {2}",
    ("open_part", 2): "some of it can be done",
    ("paid", 7): "there is a way to pay {2}",
    ("paid_mana", 7): "there is mana to pay {2}",
    ("payable", 3): "{2} can be paid",
    ("present", 2): "{1} is on the battlefield and not phased out",
    ("proposal", 5): "{2} is proposed as a spell, {4}",
    ("removable", 3): "{2} counters can be removed from {1}",
    ("shares_turn", 2): "{0} and {1} take the same turn",
    ("stopped", 4): "a {3} counter can't move from {1} to {2}",
    ("type", 3): "{1} is of the type {2}",
    ("type_so_far", 4): "{2} is of the type {3} by layer {1}",
    ("would_have", 4): "{1} would have a {2} cost face up",
}
"""By predicate and the number of its arguments, which are named by their places."""


def derived_words(atom: clingo.Symbol, word: Callable[[clingo.Symbol], str]) -> str | None:
    """An atom in words, its terms by `word`; None if there are none for it."""
    said = _WORDS.get((atom.name, len(atom.arguments)))
    return None if said is None else said.format(*map(word, atom.arguments))


def reason_in(atom: clingo.Symbol) -> clingo.Symbol | None:
    """Return the reason term of an atom; its last argument is the number of the rule."""
    if len(atom.arguments) < 2:
        return None
    why, rule = atom.arguments[-2:]
    if why.type is not clingo.SymbolType.Function or rule.type is not clingo.SymbolType.String:
        return None
    return why if (why.name, len(why.arguments)) in render.REASONS else None
