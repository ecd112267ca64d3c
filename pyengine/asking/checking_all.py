"""Verdicts on many actions on each of many boards, as fast as rules can be grounded once for all of them.

Actions on counters change nothing about what a board is before they are done, so any number of them is judged beside
each other there. Where anything hangs on a choice, or is to be noted of a limit, or with any other action, each is
asked alone: `Board.check` says the same of each of them, which tests compare.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

import clingo

from pyengine.actions.action import Action
from pyengine.answers.verdicts import Citations, Verdict
from pyengine.asking.checking_many import judged_together
from pyengine.asking.judging import verdict_of_model
from pyengine.asking.neighbours import group
from pyengine.asking.noted import NOT_MODELLED, NOT_MODELLED_NAMES, NOTES, OF_INSTRUCTIONS, is_noted
from pyengine.asking.programs import citations, cite, instruction_facts
from pyengine.position.model import BoardFile
from pyengine.position.position import Position
from pyengine.solving.many_boards import ManyBoards
from pyengine.solving.solver import Interrupted, term_of
from pyengine.solving.timeline import Timeline

TOGETHER = 200
"""So many boards are asked about at once."""

BESIDE = 200
"""So many actions are judged beside each other on a board at most."""

_TOLD = (("impossible", 4), ("ignored", 4), ("decides", 2), ("legal", 2), ("problem", 2), *NOTES, *NOT_MODELLED)
_COUNTERS = ("put", "remove", "move")

Asked = tuple[Position, Sequence[Action]]


def judged_all(asked: Sequence[Asked]) -> list[list[Verdict | None]]:
    """The verdicts on some actions on each of some boards; None where one has to be asked alone."""
    answers: list[list[Verdict | None]] = [[None] * len(actions) for _, actions in asked]
    fit = [number for number, one in enumerate(asked) if _fits(*one)]
    for start in range(0, len(fit), TOGETHER):
        some = fit[start : start + TOGETHER]
        with suppress(Interrupted):  # by numbers of one of them; they are asked alone then
            for number, verdicts in zip(some, _judged([asked[one] for one in some]), strict=True):
                answers[number] = verdicts
    others = [number for number in range(len(asked)) if number not in set(fit)]
    alone = [(asked[number][0], action) for number in others for action in asked[number][1]]
    found = iter(judged_together(alone))
    for number in others:
        answers[number] = [next(found) for _ in asked[number][1]]
    return answers


def _fits(board: Position, actions: Sequence[Action]) -> bool:
    """Whether the actions can be judged beside each other."""
    return 0 < len(actions) <= BESIDE and all(action.then is None and group(action) == _COUNTERS for action in actions)


def _judged(asked: Sequence[Asked]) -> list[list[Verdict | None]]:
    facts = []
    for board, actions in asked:
        told = instruction_facts(board, actions)
        facts.append(board.facts() + re.sub(r"^planned\((i\d+),\d+\)\.$", r"planned(\1,1).", told, flags=re.MULTILINE))
    boards = ManyBoards(facts, ["questions/do.lp"], courses=("scheduling", "judging"))
    boards.schedule(1)
    boards.run("judging")
    told_of, unsure = boards.sorted_out(_TOLD)
    return [
        [None] * len(actions) if number in unsure else _verdicts(board, actions, told_of[number])
        for number, (board, actions) in enumerate(asked)
    ]


def _verdicts(board: Position, actions: Sequence[Action], symbols: Sequence[clingo.Symbol]) -> list[Verdict | None]:
    """The verdicts on actions beside each other; none where the board is wrong or a limit is noted, of whichever."""
    if is_noted(symbols) or any(symbol.name == "problem" for symbol in symbols):
        return [None] * len(actions)
    own: dict[clingo.Symbol, list[clingo.Symbol]] = {}
    shared: list[clingo.Symbol] = []
    for symbol in symbols:
        if symbol.name == "decides":
            own.setdefault(symbol.arguments[0], []).append(symbol)
        elif symbol.name in NOT_MODELLED_NAMES and symbol.name not in OF_INSTRUCTIONS:
            shared.append(symbol)
        else:
            own.setdefault(symbol.arguments[1], []).append(symbol)
    verdicts: list[Verdict | None] = []
    for number, action in enumerate(actions, 1):
        name = f"i{number}"
        about = own.get(term_of(name), [])
        noted = [*shared, *(one for one in about if one.name in NOT_MODELLED_NAMES)]
        verdicts.append(verdict_of_model(board, action, name, about, _numbers(board), noted))
    return verdicts


def _numbers(board: Position) -> Citations:
    """The numbers of rules on the date of a board; they are the same for all boards of a date."""
    return _numbers_on(board.model.rules) if citations(board) else Citations()


@lru_cache(100)
def _numbers_on(date: str | None) -> Citations:
    board = Position(BoardFile.model_validate({"rules": date, "players": {"p1": {}}}))
    timeline = Timeline(board.facts(), ["questions/do.lp"], files=citations(board), courses=("start",))
    return cite(timeline, board)
