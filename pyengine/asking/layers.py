"""How the characteristics of objects came about (613), asked of the rules."""

from __future__ import annotations

import clingo

from pyengine.answers import layer_words
from pyengine.answers.layer_words import Step
from pyengine.asking.programs import cite, instruction_facts
from pyengine.position.position import Position
from pyengine.solving.timeline import Timeline

QUESTIONS = ("questions/characteristics.lp", "questions/layers.lp")


def layers(board: Position) -> dict[str, tuple[Step, ...]]:
    """Return the steps to the characteristics of every object, by id, each with its layer and rule, in order."""
    program = board.facts() + instruction_facts(board, ())
    timeline = Timeline(program, QUESTIONS, courses=("looking", "comparing"), by_plans=True)
    timeline.run("looking")
    timeline.run("comparing")
    cited = cite(board)
    found: dict[str, list[Step]] = {}
    for name, layer, what, rule in sorted(atom.symbol.arguments for atom in timeline.atoms("came_about", 4)):
        if name.type is clingo.SymbolType.String:  # not an object as it would be if it were face up
            found.setdefault(name.string, []).append(layer_words.step(layer, what, rule, cited))
    return {name: tuple(steps) for name, steps in found.items()}
