"""The minimal set of board facts that makes an action illegal.

Facts of the board of the predicates in `OPEN` are assumptions that may vary, the rest of it is given: with the
set found, the action is illegal whatever else holds of them. Minimal means that no fact of the set can be left
out, not that no smaller set exists.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import clingo

from pyengine.actions.action import Action
from pyengine.answers.fact_words import fact_words
from pyengine.asking import caveats, judging, programs
from pyengine.asking.noted import Assumption, is_noted, noted_atoms, reached
from pyengine.solving.solver import Interrupted, deadline_after, term_of, terms_of
from pyengine.solving.terms import quote
from pyengine.solving.timeline import Timeline

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


@dataclass(frozen=True)
class Why:
    """Why an action is illegal: a minimal set of facts, in the words of board and card files, or that it is legal.

    No facts are needed where it is illegal whichever of them are otherwise. `caveats` has the notes of the verdict, and
    what was noted on boards with these facts that are otherwise different: there it might be legal after all, or
    illegal without one of them; `other_caveats` what is not modelled there either, and could not have changed the
    verdict.
    """

    legal: bool
    facts: tuple[str, ...]
    caveats: tuple[str, ...] = ()
    other_caveats: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """False if a bound was hit, so that the set may be no reason, or not minimal."""
        return caveats.is_complete(self.caveats)


def minimal_reason(board: Board, action: str | Action, *, timeout: float | None = None) -> Why:
    """A minimal set of facts that makes an action illegal; of `X, then Y`, X.

    Raises `Interrupted` if the verdict is not complete, or once `timeout` seconds have passed: a set that is not yet
    minimal tells nothing.
    """
    first, *rest = board.action(action).steps()
    deadline = deadline_after(timeout)
    verdict = board.check(first, timeout=timeout)
    told = (*verdict.caveats, *([FIRST_ONLY] if rest else []))
    if not verdict.complete:
        raise Interrupted(f"no reason can be told: {'; '.join(told)}")
    if verdict.legal:
        return Why(True, (), told, verdict.other_caveats)
    lines = board.facts().rstrip("\n").split("\n")
    pattern = re.compile(rf"(?:{'|'.join(OPEN)})\(")
    facts = [line[:-1] for line in lines if pattern.match(line)]
    absent = [fact for fact in _absent(board, first) if fact not in facts]
    fixed = [line for line in lines if not pattern.match(line)]
    program = "\n".join([*fixed, *(f"{{ {fact} }}." for fact in (*facts, *absent))]) + "\n"
    program += programs.instruction_facts(board, [first])
    timeline = Timeline(program, ["questions/do.lp"], courses=("scheduling", "judging"), deadline=deadline)
    timeline.schedule(1)
    timeline.run("judging")
    legal = term_of(f"legal(0,{judging.FIRST_STEP})")
    assumptions = [(fact, True) for fact in terms_of(facts)]
    assumptions += [(fact, False) for fact in terms_of(absent)]
    if _possible(timeline, legal, assumptions):
        return Why(True, (), told, verdict.other_caveats)
    found = _minimize(timeline, legal, assumptions)
    noted = caveats.caveats(board, _noted(timeline, legal, found))
    words = tuple(fact_words(board, *fact) for fact in found)
    return Why(False, words, tuple(dict.fromkeys([*told, *noted])), verdict.other_caveats)


FIRST_ONLY = "this is about what comes before 'then'; 'check' tells of each step"


def _noted(timeline: Timeline, legal: clingo.Symbol, found: Sequence[Assumption]) -> list[clingo.Symbol]:
    """What is noted on boards that have all of a minimal set, and on those that show why one of it is needed."""
    limits = [atom for atom in noted_atoms(timeline) if is_noted([atom])]
    noted = [*reached(timeline, limits, found)]
    for fact in found:
        others = [(legal, True), *(one for one in found if one != fact)]
        if not _possible(timeline, legal, [*others, *((atom, False) for atom in limits)]):
            for model in timeline.models(others):  # only boards with something to note show it
                noted += filter(model.contains, limits)
    return noted


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
