"""The minimal sets of board facts that make an action illegal.

Facts of the board of the predicates in `OPEN` are assumptions that may vary, the rest of it is given: with such a set
the action is illegal whatever else holds of them. Minimal means that no fact of the set can be left out, not that no
smaller set exists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import clingo

from pyengine.actions.action import Action
from pyengine.answers.fact_words import fact_words
from pyengine.answers.notes import Note, cut_short, is_complete
from pyengine.answers.verdicts import Verdict
from pyengine.asking import judging, note_words, programs
from pyengine.asking.note_atoms import Assumption, is_noted, noted_atoms, reached
from pyengine.explain.minimal_sets import minimal_sets
from pyengine.files import arguments
from pyengine.solving.asp_terms import quote
from pyengine.solving.solver import Interrupted, deadline_after, term_of, terms_of
from pyengine.solving.timeline import Timeline, instruction

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


REASONS = 10
"""Default number of minimal sets to look for; similar things have a set each."""


@dataclass(frozen=True)
class Why:
    """Reasons why an action is illegal: minimal sets of facts, in the words of board and card files, or that it is
    legal. `reasons` has the sets, the smallest first; `all_found` is true if it has all of them, and `facts` is the
    set found first. It needs no facts if the action is illegal whatever they are. `caveats` has the notes of the
    verdict, and notes on boards that have these facts and differ otherwise: there the action might be legal after
    all, or illegal without one of the facts. `other_caveats` has further parts that are not modelled there and could
    not have changed the verdict.
    """

    legal: bool
    facts: tuple[str, ...]
    caveats: tuple[str, ...] = ()
    other_caveats: tuple[str, ...] = ()
    reasons: tuple[tuple[str, ...], ...] = ()
    all_found: bool = True

    @property
    def complete(self) -> bool:
        """False if a bound was hit, so that the set may be no reason, or not minimal."""
        return is_complete(self.caveats)

    def to_json(self) -> dict[str, Any]:
        """The reasons as plain data, for JSON."""
        return {
            "legal": self.legal,
            "facts": list(self.facts),
            "reasons": [list(one) for one in self.reasons],
            "all_reasons": self.all_found,
            "complete": self.complete,
            "caveats": list(self.caveats),
            "other_caveats": list(self.other_caveats),
        }


def minimal_reason(board: Board, action: str | Action, *, timeout: float | None = None) -> Why:
    """A minimal set of facts that makes an action illegal; of `X, then Y`, X.

    Raises `Interrupted` if the verdict is not complete, or once `timeout` seconds have passed: a set that is not yet
    minimal tells nothing.
    """
    return minimal_reasons(board, action, limit=1, timeout=timeout)


def minimal_reasons(board: Board, action: str | Action, *, limit: int = REASONS, timeout: float | None = None) -> Why:
    """Return all minimal sets of facts that make an action illegal, up to a limit.

    Raises `Interrupted` as `minimal_reason` does; past the time, it returns the sets found so far.
    """
    arguments.whole(limit, "sets", 1, 1000)
    deadline = deadline_after(timeout)
    first, verdict, told = judged(board, action, timeout)
    if verdict.legal:
        return Why(True, (), told, verdict.other_caveats)
    question = _Question(board, first, deadline)
    found: list[list[Assumption]] = []
    noted: list[clingo.Symbol] = []
    all_found = True
    stopped: tuple[str, ...] = ()
    try:
        for one in question.minimal_sets():
            if len(found) == limit:
                all_found = False
                break
            noted += question.noted(one)
            found.append(one)
    except Interrupted as why:
        if not found:
            raise
        all_found, stopped = False, (cut_short(str(why)),)
    if not found:  # with other facts it might be legal, and these do not exclude it
        return Why(True, (), told, verdict.other_caveats)
    words = [tuple(fact_words(board, *fact) for fact in one) for one in found]
    ordered = tuple(sorted(words, key=lambda one: (len(one), one)))
    return Why(
        False,
        words[0],
        tuple(dict.fromkeys([*told, *note_words.caveats(board, noted), *stopped])),
        verdict.other_caveats,
        ordered,
        all_found,
    )


FIRST_ONLY = Note("this is about what comes before 'then'; 'check' tells of each step", "first_step_only")


def judged(board: Board, action: str | Action, timeout: float | None) -> tuple[Action, Verdict, tuple[str, ...]]:
    """Return the first step of an action, the verdict on it, and the notes.

    Raises `Interrupted` if the verdict is not complete.
    """
    first, *rest = board.action(action).steps()
    verdict = board.check(first, timeout=timeout)
    told = (*verdict.caveats, *([FIRST_ONLY] if rest else []))
    if not verdict.complete:
        raise Interrupted(f"there is no reason to report: {'; '.join(told)}")
    return first, verdict, told


class _Question:
    """A program about a board of which the open facts may be otherwise."""

    def __init__(self, board: Board, action: Action, deadline: float | None) -> None:
        lines = board.facts().rstrip("\n").split("\n")
        pattern = re.compile(rf"(?:{'|'.join(OPEN)})\(")
        facts = [line[:-1] for line in lines if pattern.match(line)]
        absent = [fact for fact in _absent(board, action) if fact not in facts]
        fixed = [line for line in lines if not pattern.match(line)]
        program = "\n".join([*fixed, *(f"{{ {fact} }}." for fact in (*facts, *absent))]) + "\n"
        program += programs.instruction_facts(board, [action])
        self._timeline = Timeline(program, ["questions/do.lp"], courses=("scheduling", "judging"), deadline=deadline)
        self._timeline.schedule(instruction(1))
        self._timeline.run("judging")
        self._legal = term_of(f"legal(0,{judging.FIRST_STEP})")
        self._assumptions = [(fact, True) for fact in terms_of(facts)]
        self._assumptions += [(fact, False) for fact in terms_of(absent)]

    def minimal_sets(self) -> Iterator[list[Assumption]]:
        """The minimal sets of assumptions with which the action is illegal."""
        for one in minimal_sets(len(self._assumptions), self._held):
            yield [self._assumptions[number] for number in one]

    def _held(self, given: Sequence[int]) -> list[int] | None:
        """Return the assumptions that hold besides those given on some board where the action is legal; None if
        there is none. The goal comes first, so that the solver's first core is small.
        """
        for model in self._timeline.models([(self._legal, True), *(self._assumptions[one] for one in given)]):
            return [number for number, (fact, there) in enumerate(self._assumptions) if model.contains(fact) == there]
        return None

    def noted(self, found: Sequence[Assumption]) -> list[clingo.Symbol]:
        """Return the notes on boards that have all of a minimal set, and on boards that show why one of its facts is
        needed.
        """
        timeline = self._timeline
        limits = [atom for atom in noted_atoms(timeline) if is_noted([atom])]
        noted = [*reached(timeline, limits, found)]
        for fact in found:
            others = [(self._legal, True), *(one for one in found if one != fact)]
            without_limits = timeline.models([*others, *((atom, False) for atom in limits)])
            if not any(True for _ in without_limits):
                for model in timeline.models(others):  # only boards with something to note show it
                    noted += filter(model.contains, limits)
        return noted


def _absent(board: Board, action: Action) -> list[str]:
    """Facts that could have been there and are not, of things named: that they are tapped, and counters of the kinds
    named."""
    names = sorted(action.names())
    return [f"tapped(0,{quote(name)})" for name in names if name in board.objects] + [
        f"counters(0,{quote(name)},{quote(kind)},1)"
        for name in names
        for kind in sorted(action.kinds())
        if kind not in board.counters(name)
    ]
