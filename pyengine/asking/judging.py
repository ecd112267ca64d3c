"""Verdicts: whether an instruction can be done, read off a model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from pyengine.actions.action import Action
from pyengine.answers import verdicts
from pyengine.answers.notes import is_complete
from pyengine.answers.verdicts import Citations, Reason, Verdict
from pyengine.asking.note_atoms import reached
from pyengine.asking.note_words import caveats, other_caveats
from pyengine.asking.programs import cite, instruction_facts, refuse_broken
from pyengine.position.position import Position
from pyengine.solving.branches import Branches
from pyengine.solving.solver import function, term_of
from pyengine.solving.timeline import Timeline, instruction

FIRST_STEP = "i1"


def judge(board: Position, action: Action, deadline: float | None = None) -> Verdict:
    """Judge one instruction as of now. Raises `Interrupted` past the deadline."""
    timeline = judged_timeline(board, board.facts() + instruction_facts(board, [action]), deadline, by_plans=True)
    refuse_broken(board, timeline)
    check_admitted(timeline)
    told = told_in_branches(timeline, 0, FIRST_STEP)
    return verdict_of_model(board, action, 0, FIRST_STEP, told, cite(board), [*reached(timeline)])


def judged_timeline(
    board: Position, program: str, deadline: float | None = None, *, by_plans: bool = False
) -> Timeline:
    """A program that asks for one instruction on a board (or on edits of it), grounded only for what its verdict needs.

    Raises `Interrupted` past the deadline.
    """
    timeline = Timeline(
        program,
        ["questions/do.lp"],
        courses=("scheduling", "judging"),
        deadline=deadline,
        by_plans=by_plans,
    )
    timeline.schedule(instruction(1))
    timeline.run("judging")
    return timeline


def check_admitted(timeline: Branches) -> None:
    """Raise an error for a program without a model: only a fault of the encoding can cause that."""
    if not any(True for _ in timeline.models()):
        raise AssertionError("the rules admit no board; this is a fault of the encoding")


def told_in_branches(timeline: Branches, moment: int, instruction: str) -> list[clingo.Symbol]:
    """The atoms about an instruction at a moment: of all branches in which it is legal, or of all if there are none.

    The atoms of a single branch would depend on the branch that the solver finds first. Raises `Interrupted`.
    """
    term = term_of(instruction)
    about = [
        atom
        for name, arity in (("impossible", 4), ("ignored", 4), ("decides", 2))
        for atom in timeline.atoms(name, arity)
        if _is_about(atom.symbol, moment, term)
    ]
    told = [atom.symbol for atom in about if atom.is_fact]
    waiting = [atom.symbol for atom in about if not atom.is_fact]
    legal = timeline.holding(function("legal", moment, term))
    among = [] if legal is None or legal.is_fact else [(legal.symbol, True)]
    if among and waiting and not any(True for _ in timeline.models(among)):
        among = []
    while waiting:
        first, *rest = waiting
        held: list[clingo.Symbol] = []
        for model in timeline.models([(first, True), *among]):
            held = [one for one in waiting if model.contains(one)]
        told += held
        waiting = [one for one in rest if one not in held]
    return told


def verdict_of_model(
    board: Position,
    action: Action,
    moment: int,
    instruction: str,
    symbols: Sequence[clingo.Symbol],
    cite: Citations,
    noted: Sequence[clingo.Symbol],
) -> Verdict:
    """The verdict on an instruction at a moment, from the atoms about it."""
    term = term_of(instruction)
    reasons: set[Reason] = set()
    ignored: set[Reason] = set()
    rules: set[str] = set()
    for symbol in symbols:
        if not _is_about(symbol, moment, term):
            continue
        if symbol.name == "decides":
            rules.add(cite(symbol.arguments[1].string))
        else:
            *_, why, rule = symbol.arguments
            found = reasons if symbol.name == "impossible" else ignored
            found.add(verdicts.reason(why, rule, cite))
    return verdict(str(action), reasons, rules, caveats(board, noted), other_caveats(board, noted), ignored)


def _is_about(symbol: clingo.Symbol, moment: int, term: clingo.Symbol) -> bool:
    """True if an atom gives the reason why an instruction is legal or illegal at a moment."""
    if symbol.name == "decides":
        return bool(symbol.arguments[0] == term)
    if symbol.name not in ("impossible", "ignored"):
        return False
    time, about, *_ = symbol.arguments
    return bool(time.number == moment and about == term)


def verdict(
    text: str,
    reasons: Iterable[Reason],
    rules: Iterable[str],
    noted: tuple[str, ...],
    other: tuple[str, ...] = (),
    ignored: Iterable[Reason] = (),
) -> Verdict:
    """A verdict from its reasons, deciding rules and caveats, in a stable order."""
    ordered = _in_order(reasons)
    deciding = tuple(sorted({*rules, *(one.rule for one in ordered)}))
    return Verdict(text, not ordered, ordered, deciding, noted, is_complete(noted), other, _in_order(ignored))


def _in_order(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(sorted(reasons, key=lambda one: (one.rule, one.text)))


def not_payable(symbol: clingo.Symbol, number: int) -> bool:
    """True if an atom says that a player can't pay a cost of the action with this number."""
    return symbol.name == "not_payable" and symbol.arguments[1].number == number


def verdict_on_all(action: Action, steps: Sequence[Verdict], refused_whole: bool = False) -> Verdict:
    """The verdict on `X, then Y` from those on each, and whether the rules say that it can't be done at all. What of it
    can't be done is ignored otherwise, if another can (101.3)."""
    if len(steps) == 1:
        return steps[0]
    legal = any(steps) and not refused_whole
    notes = tuple(dict.fromkeys(note for step in steps for note in step.caveats))
    other = dict.fromkeys(note for step in steps for note in step.other_caveats if note not in notes)
    refused = _in_order({reason for step in steps for reason in (*step.reasons, *step.ignored)})
    return Verdict(
        str(action),
        legal,
        () if legal else refused,
        tuple(sorted({rule for step in steps for rule in step.rules})),
        notes,
        is_complete(notes),
        tuple(other),
        refused if legal else (),
        tuple(steps),
    )
