"""The minimal set of board facts that makes an action illegal.

Facts of the board of the predicates in `OPEN` are assumptions that may vary, the rest of it is given: with the
set found, the action is illegal whatever else holds of them. Minimal means that no fact of the set can be left
out, not that no smaller set exists.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import clingo

from pyengine import questions
from pyengine.actions import Action
from pyengine.fact_words import fact_words
from pyengine.program import JUDGING, Timeline
from pyengine.solver import Interrupted, term_of, terms_of
from pyengine.terms import quote

if TYPE_CHECKING:
    from pyengine.board import Board

OPEN = (
    "zone",
    "controller",
    "counters",
    "phased_out",
    "tapped",
    "face_down",
    "lost",
    "card_type",
    "card_ability",
    "continuous",
    "token",
)
"""Predicates whose facts may be otherwise. Who the players are and what the abilities say is given."""

Assumption = tuple[clingo.Symbol, bool]


def minimal_reason(board: Board, action: str | Action) -> tuple[str, ...] | None:
    """The facts, in the words of board and card files. None if the action is legal.

    Empty if it is illegal whichever of these facts are otherwise. Raises `Interrupted` if the verdict is not
    complete.
    """
    parsed = board.action(action)
    verdict = board.check(parsed)
    if not verdict.complete:
        raise Interrupted(f"no reason can be told: {'; '.join(verdict.caveats)}")
    if verdict.legal:
        return None
    lines = board.facts().rstrip("\n").split("\n")
    pattern = re.compile(rf"(?:{'|'.join(OPEN)})\(")
    facts = [line[:-1] for line in lines if pattern.match(line)]
    absent = [fact for fact in _absent(board, parsed) if fact not in facts]
    fixed = [line for line in lines if not pattern.match(line)]
    program = "\n".join([*fixed, *(f"{{ {fact} }}." for fact in (*facts, *absent))]) + "\n"
    program += questions.instruction_facts(board, parsed.steps()[:1])
    timeline = Timeline(program, ["questions/do.lp"], parts=JUDGING)
    timeline.schedule(1)
    timeline.judge()
    legal = term_of(f"legal(0,{questions.FIRST_STEP})")
    assumptions = [(fact, True) for fact in terms_of(facts)]
    assumptions += [(fact, False) for fact in terms_of(absent)]
    if _possible(timeline, legal, assumptions):
        return None
    return tuple(fact_words(board, *fact) for fact in _minimize(timeline, legal, assumptions))


def _absent(board: Board, action: Action) -> list[str]:
    """Facts that could have been there and are not: counters of the kinds named on the things named."""
    return [
        f"counters(0,{quote(name)},{quote(kind)},1)"
        for name in sorted(action.names())
        for kind in sorted(action.kinds())
        if kind not in board.counters(name)
    ]


def _possible(timeline: Timeline, goal: clingo.Symbol, assumptions: Sequence[Assumption]) -> bool:
    # The goal stands first: the solver's first core is then small.
    return any(True for _ in timeline.models([(goal, True), *assumptions]))


def _minimize(timeline: Timeline, goal: clingo.Symbol, assumptions: list[Assumption]) -> list[Assumption]:
    """QuickXplain: halve, and keep what is needed given the other half."""

    def needed(background: list[Assumption], candidates: list[Assumption], changed: bool) -> list[Assumption]:
        if changed and not _possible(timeline, goal, background):
            return []
        if len(candidates) == 1:
            return candidates
        middle = len(candidates) // 2
        first, second = candidates[:middle], candidates[middle:]
        from_second = needed(background + first, second, bool(first))
        from_first = needed(background + from_second, first, bool(from_second))
        return from_first + from_second

    if not _possible(timeline, goal, []):
        return []
    return needed([], assumptions, False)
