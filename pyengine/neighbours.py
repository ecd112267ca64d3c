"""One board and its neighbours, grounded once: verdicts on many actions and after small edits.

A fresh verdict costs what it takes to ground the rules. Here counters, tapped and phased-out status are left
open around the board as it is, every candidate action is grounded together, and a question only fixes what is
open and solves. Answers are the same as those of `questions.judge`, which tests compare.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import clingo

from pyengine import answers, questions
from pyengine.actions import Action, Instruction, Move, Put, Remove, Selection, kind_facts
from pyengine.answers import Verdict
from pyengine.model import BoardFile
from pyengine.program import Timeline
from pyengine.terms import quote

if TYPE_CHECKING:
    from pyengine.board import Board

REACH = 3
"""Counts up to this, and this far from the count on the board, are within the neighbourhood."""

OPEN = ("counters(", "counter_timestamp(", "tapped(", "phased_out(")


class Neighbourhood:
    """The boards that differ from one board in counters, by a little, and in tapped and phased-out status."""

    def __init__(self, board: Board) -> None:
        self._rest = _without_open(board.model)
        self._kinds = tuple(sorted(board.kinds()))
        self._open: dict[clingo.Symbol, bool] = {}
        holders = [*board.model.players, *(item.id for item in board.model.battlefield)]
        lines = [line for line in board.facts().rstrip("\n").split("\n") if not line.startswith(OPEN)]
        for name in holders:
            for kind in self._kinds:
                count = board.counters(name).get(kind, 0)
                reach = {n for n in range(count - REACH, count + REACH + 1) if n > 0} | set(range(1, REACH + 1))
                options = [f"counters(0,{quote(name)},{quote(kind)},{n})" for n in sorted(reach)]
                lines.append(f"{{ {'; '.join(options)} }} 1.")
                self._open |= {clingo.parse_term(option): False for option in options}
        for item in board.model.battlefield:
            for flag in ("tapped", "phased_out"):
                lines.append(f"{{ {flag}(0,{quote(item.id)}) }}.")
                self._open[clingo.parse_term(f"{flag}(0,{quote(item.id)})")] = False
        lines += [f"asked_kind({quote(kind)})." for kind in self._kinds]
        lines += kind_facts(self._kinds)
        lines += [f"asked_verb({quote(verb)})." for verb in ("put", "remove", "move")]
        self._timeline = Timeline("\n".join(lines), questions.CANDIDATES, files=questions.citations(board))
        self._timeline.judge()
        questions.refuse_broken(board, self._timeline)
        self._cite = questions.cite(self._timeline, board)
        self._reasons: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        for atom in self._timeline.control.symbolic_atoms.by_signature("impossible", 4):
            self._reasons.setdefault(atom.symbol.arguments[1], []).append(atom.symbol)
        self._rules: dict[clingo.Symbol, set[str]] = {}
        for atom in self._timeline.control.symbolic_atoms.by_signature("decides", 2):
            term, rule = atom.symbol.arguments
            self._rules.setdefault(term, set()).add(self._cite(rule.string))

    def judge(self, board: Board, action: Action) -> Verdict | None:
        """The verdict on an action of a board nearby; None if either is not within the neighbourhood."""
        term = _term(action)
        if term is None or term not in self._rules or _without_open(board.model) != self._rest:
            return None
        true = set(_open_atoms(board))
        if not true <= self._open.keys():
            return None
        assumptions = [(atom, atom in true) for atom in self._open]
        for model in self._timeline.quick_model(assumptions):
            found = [atom for atom in self._reasons.get(term, ()) if model.contains(atom)]
            reasons = {answers.reason(atom.arguments[2], atom.arguments[3], self._cite) for atom in found}
            noted = questions.caveats(board, model.symbols(shown=True))
            return questions.verdict(str(action), reasons, self._rules[term], noted)
        return None


def in_reach(action: Action) -> bool:
    """Whether a neighbourhood may answer for an action: one placement, removal or move of one counter."""
    return _term(action) is not None


def _open_atoms(board: Board) -> Iterable[clingo.Symbol]:
    """What is true on a board of what the neighbourhood leaves open."""
    zero = clingo.Number(0)
    for name in (*board.model.players, *(item.id for item in board.model.battlefield)):
        for kind, count in board.counters(name).items():
            yield clingo.Function("counters", [zero, clingo.String(name), clingo.String(kind), clingo.Number(count)])
    for item in board.model.battlefield:
        for flag in ("tapped", "phased_out"):
            if getattr(item, flag):
                yield clingo.Function(flag, [zero, clingo.String(item.id)])


def _without_open(model: BoardFile) -> BoardFile:
    """The board but for what the neighbourhood leaves open."""
    closed = {"counters": {}, "tapped": False, "phased_out": False}
    return model.model_copy(
        update={
            "players": {name: player.model_copy(update={"counters": {}}) for name, player in model.players.items()},
            "battlefield": tuple(item.model_copy(update=closed) for item in model.battlefield),
        }
    )


def _term(action: Action) -> clingo.Symbol | None:
    """The candidate of `asp/questions/candidates.lp` that an action is, if it is one."""
    if action != Action(action.parts[:1]):
        return None
    part: Instruction = action.parts[0]
    match part:
        case Put(holder, kind, 1):
            verb, words = "put", [holder, kind]
        case Remove(holder, Selection(how="count", kind=str(kind), number=1)):
            verb, words = "remove", [holder, kind]
        case Move(first, second, Selection(how="count", kind=str(kind), number=1)):
            verb, words = "move", [first, second, kind]
        case _:
            return None
    return clingo.Function(verb, [clingo.String(word) for word in words])
