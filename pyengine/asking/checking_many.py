"""Verdicts on many actions, each on a board of its own."""

from __future__ import annotations

from collections.abc import Sequence

import clingo

from pyengine.actions.action import Action
from pyengine.answers.verdicts import Verdict
from pyengine.asking.judging import FIRST_STEP, told_in_branches, verdict_of_model
from pyengine.asking.note_atoms import NOT_MODELLED, NOTES, reached
from pyengine.asking.programs import cite, instruction_facts
from pyengine.position.position import Position
from pyengine.solving.many_boards import ManyBoards, in_turns
from pyengine.solving.timeline import instruction

TOGETHER = 100
"""So many boards are asked about at once. With more, a board costs hardly less, and the first answer comes later."""

_NOTED = {name for name, _ in (*NOTES, *NOT_MODELLED)}
_TOLD = (("impossible", 4), ("ignored", 4), ("decides", 2), ("legal", 2), ("problem", 2), *NOTES, *NOT_MODELLED)


def judged_together(asked: Sequence[tuple[Position, Action]]) -> list[Verdict | None]:
    """The verdict on each action; None where it has to be asked alone.

    That is so of several instructions, where the board contradicts the rules, and where numbers are too large for the
    solver.
    """
    answers: list[Verdict | None] = [None] * len(asked)
    fit = [n for n, (board, action) in enumerate(asked) if action.then is None]
    for number, verdict in in_turns(fit, TOGETHER, lambda some: _judged([asked[n] for n in some])):
        answers[number] = verdict
    return answers


def _judged(asked: Sequence[tuple[Position, Action]]) -> list[Verdict | None]:
    facts = [board.facts() + instruction_facts(board, [action]) for board, action in asked]
    boards = ManyBoards(facts, ["questions/do.lp"], courses=("scheduling", "judging"))
    boards.schedule(instruction(1))
    boards.run("judging")
    told, unsure = boards.sorted_out(_TOLD)
    alone = {number for number, symbols in enumerate(told) if any(symbol.name == "problem" for symbol in symbols)}
    noted: list[Sequence[clingo.Symbol]] = [[one for one in symbols if one.name in _NOTED] for symbols in told]
    if unsure := unsure - alone:
        branches = boards.each()
        if branches is None:
            alone |= unsure
        else:
            for number in unsure:
                told[number] = told_in_branches(branches[number], 0, FIRST_STEP)
                noted[number] = [*reached(branches[number])]
    return [
        None
        if number in alone
        else verdict_of_model(board, action, 0, FIRST_STEP, told[number], cite(board), noted[number])
        for number, (board, action) in enumerate(asked)
    ]
