"""How the characteristics of an object came about (613), in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import clingo

from pyengine.answers import render
from pyengine.answers.verdicts import Citations, Cited

LAYERS: dict[tuple[str, int], str] = {
    ("is_printed", 1): "it is {0}, as printed",
    ("is_copy", 1): "it is a copy of {0}",
    ("is_down", 1): "it is face down (by {0}) and has the characteristics that this gives",
    ("starts_with", 2): "it starts as {0}/{1}",
    ("is_controlled", 1): "{0} controls it and does not own it",
    ("adds_word", 3): "it is {0} too: {1} ({2})",
    ("takes_word", 3): "it is not {0}: {1} ({2})",
    ("sets_types", 2): "its card types are set: {0} ({1})",
    ("loses_rules_text", 0): "it loses the abilities of its rules text, as its land type is set",
    ("has_color", 3): "it is {0}: {1} ({2})",
    ("is_colorless", 2): "it is colorless: {0} ({1})",
    ("has_printed", 1): "it has {0}, as printed",
    ("gains_from", 3): "it has {0}: {1} ({2})",
    ("gains_by_effect", 2): "it has {0}: {1}",
    ("gains_by_counter", 1): "it has {0}, by a counter on it",
    ("gains_text", 3): 'it has "{0}": {2} of {1}',
    ("loses_abilities_to", 2): "it loses all abilities: {0} ({1})",
    ("loses_word", 3): "it loses {0}: {1} ({2})",
    ("cant_get", 3): "it can't have {0}: {1} ({2})",
    ("defines_as", 2): "an ability of its own defines its {0} as {1}",
    ("sets_to", 4): "its {0} is set to {1}: {2} ({3})",
    ("no_longer_sets", 2): "a later effect overrides one that set its power and toughness: {0} ({1})",
    ("changes_by", 3): "it gets {1}/{2}: {0}",
    ("is_switched", 2): "its power and toughness are switched: {0} ({1})",
}
"""Terms of `came_about` in `asp/questions/layers.lp`."""

NAMES = {
    "1": "copiable values",
    "2": "control",
    "4": "types",
    "5": "colors",
    "6": "abilities",
    "7a": "what its own ability defines",
    "7b": "what an effect sets",
    "7c": "what modifies it",
    "7d": "switching",
    "7e": "what comes after a switch",
}
"""The layers and sublayers that pyengine models, in order."""


@dataclass(frozen=True)
class Step(Cited):
    """One step on the way to the characteristics of an object."""

    layer: str

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {"layer": self.layer, **super().to_json()}


def step(layer: clingo.Symbol, what: clingo.Symbol, rule: clingo.Symbol, cite: Citations) -> Step:
    """A step from its atom in the model."""
    return Step(what.name, cite(rule.string), tuple(map(render.plain, what.arguments)), _words(what), layer.string)


def _words(what: clingo.Symbol) -> str:
    arguments = what.arguments
    wording = LAYERS[what.name, len(arguments)]
    if what.name == "changes_by":
        by, power, toughness = arguments
        return wording.format(_cause(by), f"{power.number:+}", f"{toughness.number:+}")
    if arguments and _is_effect(arguments[-1]):  # such an effect says itself what it does, and to what
        return wording.partition(": ")[0].format(*map(render.term_words, arguments)) + f": {_cause(arguments[-1])}"
    return wording.format(*map(render.term_words, arguments))


def _is_effect(symbol: clingo.Symbol) -> bool:
    """True for an effect that began as something resolved, or that the board gives an object."""
    return symbol.type is clingo.SymbolType.Function and symbol.name in ("given", "effect")


def _cause(by: clingo.Symbol) -> str:
    """The modification of power and toughness, in words."""
    match by.name, by.arguments:
        case "counter", [kind]:
            return f"its {kind.string} counters"
        case "hone", [equipment]:
            return f"the hone counters on {equipment.string}"
        case "by", [_, ability] if _is_effect(ability):
            return render.term_words(ability)
        case "by", [source, ability]:
            return f"{render.term_words(source)} ({render.term_words(ability)})"
    return render.term_words(by)
