"""Reasons and events in words. The terms are the model's; only their wording is decided here.

`tests/test_encoding.py` checks that these tables and the terms in `asp/` are the same set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import clingo

from pyengine.compiler import mana
from pyengine.solving.solver import function


def _wordings(name: str) -> dict[tuple[str, int], str]:
    """Return the wordings of a file, each by the name and arity of its term; lines that are indented go on."""
    text = (Path(__file__).parent / "wordings" / f"{name}.txt").read_text(encoding="utf-8")
    rows = re.findall(r"^(\w+)/(\d+): (.+)$", text.replace("\n    ", " "), re.MULTILINE)
    return {(term, int(arity)): words for term, arity, words in rows}


REASONS = _wordings("reasons")
"""Why something can't be done: name and arity of the reason term, and its wording."""

EVENTS = _wordings("events")
"""Events: name and arity of the term, and its wording."""

ACTIONS = _wordings("actions")
"""State-based actions."""

TRIGGERS = _wordings("triggers")
"""Trigger events."""

LIMITS = _wordings("limits")
"""Limits that cut an answer short, and parts of the game that are not modelled."""


PROBLEMS = _wordings("problems")
"""Problems: contradictions between a board and the rules."""


# Listings word the same few terms thousands of times, and reading a term is slow next to looking it up.
WORDS_KEPT = 10_000
"""Number of terms remembered in words, some 5 megabytes."""


@lru_cache(maxsize=WORDS_KEPT)
def plain(symbol: clingo.Symbol) -> object:
    """A term as plain data: numbers, strings, and compound terms as (name, argument, ...)."""
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    if not symbol.arguments:
        return symbol.name
    return (symbol.name, *map(plain, symbol.arguments))


VALUED = frozenset(
    {
        *("active", "priority", "step", "turn", "declared", "combat_damage_step"),
        "x_value",
        "cast_from",
        "spent",
        "life_for_mana",
        "kicked",
        "paid_besides",
        "devoured",
        "damage_shield",
        "combat_damage_prevented",
        *("extra_turn", "regular_turn"),
        "cast_for",
        "set_aside",
        "this_turn",
        "mana",
        "counters",
        "last_known_counters",
        "zone",
        "controller",
        "life",
        "damage",
        "attached",
        "face_down",
    }
)
"""Fluents whose last argument is a value that changes; the others are true or not."""


@lru_cache(maxsize=WORDS_KEPT)  # outcomes differ in a few of many changes
def change(before: clingo.Symbol | None, after: clingo.Symbol | None) -> str:
    """Describe a change: a fluent before and after, one of which may be missing."""
    fluent = after or before
    if fluent is None:
        raise ValueError("expected a fluent from before or after")
    name = fluent.name.replace("_", " ")
    *subject, last = (_argument(argument) for argument in fluent.arguments)
    if fluent.name == "face_down":
        was = f"face down by {_argument(before.arguments[-1])}" if before else "face up"
        is_now = f"face down by {_argument(after.arguments[-1])}" if after else "face up"
        return f"{subject[0]}: {was} -> {is_now}"
    if fluent.name in _OF_OTHERS:
        return f"{subject[0]}: {'' if after else 'no longer '}{_OF_OTHERS[fluent.name]} {last}"
    if fluent.name == "triggered":
        return f"{subject[0]}: {subject[1]} triggers{'' if last == '1' else f', {last} times'}"
    if fluent.name == "knows":
        return f"{last}: {'' if after else 'no longer '}known to {subject[0]}"
    if fluent.name == "merged":
        place = fluent.arguments[-1].number
        how = f"{'over' if place < 0 else 'under'} {subject[1]}" + (
            f", {abs(place)} cards away" if abs(place) > 1 else ""
        )
        return f"{subject[0]}: {'' if after else 'no longer '}merged {how}"
    if fluent.name in _ON_STACK:
        said = _ON_STACK[fluent.name].format(*subject, last)
        return said if after else f"no longer: {said}"
    if fluent.name in _SAID:
        said = _SAID[fluent.name].format(*subject, last)
        return said if after else f"no longer: {said}"
    if fluent.name == "copied":
        said = f"{subject[0]} is a copy of {subject[1]}{'' if last == 'lasting' else f' until {last}'}"
        return said if after else f"no longer: {said}"
    if fluent.name == "delayed_about":
        return f"{subject[0]}: {'' if after else 'no longer '}speaks of {last}"
    if fluent.name == "above":
        return f"{subject[0]} is above {last} on the stack"
    if fluent.name == "ability_on_stack":
        return f"{last}: {'an ability' if after else 'no longer'} on the stack"
    if fluent.name == "paid_as":
        return f"{subject[0]}: {'' if after else 'no longer '}paid for with {subject[1]}"
    if fluent.name == "mode":
        return f"{subject[0]}: mode {last} {'was' if after else 'no longer'} chosen"
    if fluent.name == "target_gone":
        return f"{subject[0]}: its target {last} is another object"
    if fluent.name not in VALUED:
        return f"{' '.join([*subject, last])}: {name if after else 'no longer ' + name}"
    old = _argument(before.arguments[-1]) if before else _NONE.get(fluent.name, "none")
    new = _argument(after.arguments[-1]) if after else _NONE.get(fluent.name, "none")
    of = f"{subject[0]}: " if subject else ""
    return f"{of}{' '.join([*subject[1:], name]).replace('_', ' ')} {old} -> {new}"


_OF_OTHERS = {
    "attacks": "attacking",
    "blocks": "blocking",
    "targeted_by": "this turn the target of",
    "counters_put": "this turn put on it:",
}
"""Fluents that say something of an object and another, or of it and a kind, in words that stand between the two."""

_SAID = {
    "continuous": "{0}",
    "formed": "{0} is {1}/{2}, as was set for it",
    "lists": "{0} is {1} while it is face down",
    "lent": "{0} goes back to {1} as the effect ends",
    "placed": "{0} is card {1} from the top of its library",
    "placed_below": "{0} is card {1} from the bottom of its library",
    "at_bottom": "{0} lies at the bottom of its library",
    "exiled_through": "{0} is exiled by {1}",
    "happened": "this turn {0} {1}",
    "damaged_by": "this turn {1} has dealt damage to {0}",
    "delayed": "{0} waits",
    "skips_untap": "{0} skips the next untap step",
    "untap_stopped": "{0} does not untap in the next untap step of its controller",
    "damage_prevented": "damage that would be dealt to {0} this turn is prevented",
    "used_loyalty": "this turn a loyalty ability of {0} has been activated",
    "used_number": "this turn ability {1} of {0} has been used",
    "resolved_number": "this turn ability {1} of {0} has resolved {2} times",
    "used_once": "ability {1} of {0} has been used",
    "class_level": "{0} has Class level {1}",
    "chosen_word": "the {1} chosen for {0} is {2}",
    "pile": "{0} lies in the pile {1}",
    "lost": "{0} has lost the game",
    "chosen": "{0} is chosen",
    "deathtouch_damage": "{0} has been dealt damage by a source with deathtouch",
    "struck_first": "{0} has dealt damage in the first combat damage step",
    "attacks_nothing": "what {0} attacked is not attacked any more",
    "blocks_nothing": "{0} blocks, and what it blocked is not there any more",
    "since_upkeep": "{0} has come under its controller's control since the last upkeep of that player",
}
"""Fluents as sentences."""

_ON_STACK = {
    "came": "stack, place {0}: {1}, of {2}, controlled by {3}",
    "came_at": "stack, place {0}: target {1} is {2}",
    "came_of": "stack, place {0}: it triggered by {1}",
    "came_of_both": "stack, place {0}: it triggered by {1}",
    "came_of_player": "stack, place {0}: 'that player' is {1}",
    "came_keeping": "stack, place {0}: it speaks of {2}",
    "came_by": "stack, place {0}: the event was {1}",
    "came_with": "stack, place {0}: X is {1}",
    "came_as_damage": "stack, place {0}: {1} has assigned {3} combat damage to {2}",
    "came_from_gone": "stack, place {0}: {1} has left since it assigned combat damage",
}
"""Describe an ability on the stack by its place there."""

_NONE = {
    "counters": "0",
    "last_known_counters": "0",
    "damage": "0",
    "mana": "0",
    "zone": "nowhere",
    "declared": "not yet",
    "combat_damage_prevented": "not",
    "regular_turn": "none",
    "extra_turn": "none",
    "this_turn": "0",
}


def words(symbol: clingo.Symbol, table: dict[tuple[str, int], str]) -> str:
    """A reason, event or limit as a sentence; terms inside it are worded the same way."""
    arguments = symbol.arguments
    wording = table.get((symbol.name, len(arguments)))
    return str(symbol) if wording is None else _filled(wording, map(term_words, arguments))


def general_words(symbol: clingo.Symbol, table: dict[tuple[str, int], str], whatever: str) -> str:
    """The sentence for anything in the place of what the term names first."""
    rest = symbol.arguments[1:]
    wording = table.get((symbol.name, 1 + len(rest)))
    if wording is None:
        return str(function(symbol.name, whatever, *rest))
    return _filled(wording, [whatever, *map(term_words, rest)])


class _Number(str):
    """Words that choose between singular and plural: `{1:card|cards}` in a wording."""

    def __format__(self, forms: str) -> str:
        one, _, several = forms.partition("|")
        return str(self) if not forms else one if self == "1" else several


def _filled(wording: str, parts: Iterable[str]) -> str:
    """A wording with its parts. Before 2017 nobody put some counters: then it does not say by whom."""
    return wording.format(*(map(_Number, parts) if "|" in wording else parts)).removesuffix(" by ")


@lru_cache(maxsize=WORDS_KEPT)
def term_words(symbol: clingo.Symbol) -> str:
    """Write a term as part of a sentence."""
    return _argument(symbol)


def _argument(symbol: clingo.Symbol) -> str:
    if symbol.type is clingo.SymbolType.Number:
        return str(symbol.number)
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    key = (symbol.name, len(symbol.arguments))
    if key == ("ability", 2):
        return f"ability {symbol.arguments[1]} of {_argument(symbol.arguments[0])}"
    if key == ("cost", 2):
        return f"the {_argument(symbol.arguments[1])} cost of {_argument(symbol.arguments[0])}"
    if key == ("mana_cost", 1):
        return f"the mana cost of {_argument(symbol.arguments[0])}"
    if key == ("modes", 2):
        number = symbol.arguments[1].number
        modes = [str(place + 1) for place in range(number.bit_length()) if number >> place & 1]
        return f"{_argument(symbol.arguments[0])}, mode {' and '.join(modes)}"
    if key == ("later", 2):
        return f"the delayed part of {_argument(symbol.arguments[0])}"
    if key == ("later", 3):
        return f"what was set up in event {symbol.arguments[0]}"
    if key == ("trigger", 5):
        _, source, ability, what, times = symbol.arguments
        again = f", time {times}" if times.number > 1 else ""
        return f"the triggered ability of {_argument(source)} ({_argument(ability)}), as {_argument(what)}{again}"
    if key == ("told", 1):
        return f"what {_argument(symbol.arguments[0])} does"
    if key == ("also", 2):
        return _argument(symbol.arguments[0])
    if key in (("use", 3), ("no_more_uses", 0)):
        return _uses(symbol)
    if key == ("modelled_ability", 2):
        return f"modelled ability {symbol.arguments[1]} of {_argument(symbol.arguments[0])}"
    if key in (("spent", 6), ("pool", 6)):
        return mana.pool_text(dict(zip(mana.LETTERS, (one.number for one in symbol.arguments), strict=True)))
    if symbol.name == "values":
        return _listed(symbol, "instead")
    if key == ("altered", 2):
        return f"{_argument(symbol.arguments[0])}, altered by {symbol.arguments[1].string}"
    if key == ("regenerate", 1) and symbol.arguments[0].name == "given":
        return "it regenerates"
    if key == ("umbra", 1):
        return f"{_argument(symbol.arguments[0])} is destroyed"
    if key == ("granted", 2):
        return f'given: "{symbol.arguments[0].string}"'
    if key in (("implied", 2), ("with_cost", 2)):
        return _argument(symbol.arguments[0])
    if key in (("keyword", 1), ("enchant", 1)):
        return symbol.arguments[0].string
    if key == ("given", 4):
        return _effect(*symbol.arguments[:3])
    if key == ("effect", 2):
        return f"effect {symbol.arguments[1]} on {symbol.arguments[0].string}"
    for table in (ACTIONS, REASONS, TRIGGERS):
        if key in table:
            return words(symbol, table)
    return " ".join([symbol.name.replace("_", " "), *(_argument(argument) for argument in symbol.arguments)])


def _uses(symbol: clingo.Symbol) -> str:
    """List the abilities that can be activated, by number."""
    listed = []
    while symbol.arguments:
        number, said, symbol = symbol.arguments
        listed.append(f"{number}: {said.string.strip('.')}")
    return f"; it has {', '.join(listed)}" if listed else ""


_LEAVES = {
    f"{verb}{free}{any_mana}": f"{done}{' without paying its mana cost' if free else ''}"
    f"{', with mana of any type,' if any_mana else ''}"
    for verb, done in (("cast", "cast"), ("play", "played"))
    for free in ("", " free")
    for any_mana in ("", " with any mana")
}
"""Describe a permission to look at, cast or play a card."""
_LEAVES["cast creature"] = "cast, if it is a creature card,"


def _effect(on: clingo.Symbol, what: clingo.Symbol, until: clingo.Symbol) -> str:
    """A continuous effect that began as something resolved: what it does to which object, and for how long."""
    match what.name, what.arguments:
        case "gets", [power, toughness]:
            does = f"gets {power.number:+}/{toughness.number:+}"
        case ("has" | "loses") as verb, [keyword]:
            does = f"{verb} {keyword.string}"
        case "has_text", [text]:
            does = f'has "{text.string}"'
        case "cant", [deed]:
            does = f"can't {deed.string}"
        case "restricted", [text] if text.string.startswith("This creature "):
            does = text.string.removeprefix("This creature ").rstrip(".")
        case "declared" | "restricted", [text]:
            does = f'has "{text.string}"'
        case "fights", [deed]:
            does = deed.string
        case "base", [power, toughness]:
            does = f"has base power and toughness {power.number}/{toughness.number}"
        case "colored", [colors]:
            does = f"becomes {' and '.join(color.string for color in colors.arguments)}"
        case "loses_abilities", _:
            does = "loses all abilities"
        case "held", [player]:
            does = f"is not {player.string}'s to control"
        case "may_play", [leave, player]:
            does = f"may be {_LEAVES[leave.string]} by {player.string}"
        case "becomes", [values, manner]:
            in_addition = " in addition to its other types" if manner.name in ("too", "types_too") else ""
            does = f"becomes {_listed(values, manner.name)}{in_addition}"
        case "exiled_dying", _:
            does = "is exiled if it would die"
        case "exiled_leaving", _:
            does = "is exiled if it would leave the battlefield"
        case _:
            does = "regenerates the next time it would be destroyed"
    duration = "" if _is_lasting(until) else f" {_until(until)}"
    return f"{_argument(on)} {does}{duration}"


def _is_lasting(until: clingo.Symbol) -> bool:
    return until.type is clingo.SymbolType.String and until.string == "lasting"


def _until(until: clingo.Symbol) -> str:
    """How long an effect lasts: in a word, until the next turn of a player, or as long as something is so."""
    if until.type is clingo.SymbolType.String:
        return f"until {until.string}"
    if until.name == "while":
        return f"for as long as {_so(until.arguments[0])}"
    end = "the end of " if until.name == "end_of_next_turn" else ""
    return f"until {end}the next turn of {_argument(until.arguments[0])}"


def _so(what: clingo.Symbol) -> str:
    """Describe the condition of an effect's duration."""
    of = [one.string if one.type is clingo.SymbolType.String else one.name for one in what.arguments]
    return {
        "counter": f"it has a {of[0]} counter on it",
        "tapped": f"{of[0]} remains tapped",
        "there": f"{of[0]} remains on the battlefield",
        "controlled": f"{of[-1]} controls {of[0]}",
    }[what.name]


def _listed(values: clingo.Symbol, manner: str) -> str:
    """Listed characteristics in words; keywords are effects of their own, as types and subtypes can be."""
    power, toughness, types, subtypes, *_ = values.arguments
    numbers = [f"{power}/{toughness}"] if power.type is clingo.SymbolType.Number else []
    kinds = [] if manner == "types_too" else [word.string for word in subtypes.arguments]
    words = kinds if manner == "subtypes_only" else [*numbers, *kinds, *(word.string for word in types.arguments)]
    if not words:
        return "a permanent without types"
    return f"{'an' if words[0][0] in 'aeiou' else 'a'} {' '.join(words)}"
