"""Verdicts: whether an instruction can be done, read off a model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from pyengine.actions.action import Action
from pyengine.answers import verdicts
from pyengine.answers.verdicts import Citations, Reason, Verdict
from pyengine.asking.caveats import caveats, is_complete, other_caveats
from pyengine.asking.noted import reached
from pyengine.asking.programs import citations, cite, instruction_facts, refuse_broken
from pyengine.position.position import Position
from pyengine.solving.solver import function, term_of
from pyengine.solving.timeline import Timeline, instruction

FIRST_STEP = "i1"


def judge(board: Position, action: Action, deadline: float | None = None) -> Verdict:
    """Whether one instruction can be done now. Raises `Interrupted` past the deadline."""
    timeline = judged_timeline(board, board.facts() + instruction_facts(board, [action]), deadline)
    refuse_broken(board, timeline)
    symbols = branch_where_legal(timeline, 0, FIRST_STEP) or only_model(timeline)
    return verdict_of_model(board, action, 0, FIRST_STEP, symbols, cite(timeline, board), [*reached(timeline)])


def judged_timeline(board: Position, program: str, deadline: float | None = None) -> Timeline:
    """A program that asks for one instruction on a board (or on edits of it), grounded as far as its verdict needs.

    Raises `Interrupted` past the deadline.
    """
    timeline = Timeline(
        program, ["questions/do.lp"], files=citations(board), courses=("scheduling", "judging"), deadline=deadline
    )
    timeline.schedule(instruction(1))
    timeline.run("judging")
    return timeline


def branch_where_legal(timeline: Timeline, moment: int, instruction: str) -> list[clingo.Symbol] | None:
    """A model in which an instruction is legal at a moment, if that depends on the branch and there is one."""
    atom = timeline.control.holding(function("legal", moment, term_of(instruction)))
    if atom is not None and not atom.is_fact:
        for model in timeline.models([(atom.symbol, True)]):
            return list(model.symbols(shown=True))
    return None


def only_model(timeline: Timeline) -> list[clingo.Symbol]:
    """What a program shows whose question has one answer, in one of its models."""
    for model in timeline.models():
        return list(model.symbols(shown=True))
    raise AssertionError("the rules admit no board; this is a fault of the encoding")


def verdict_of_model(
    board: Position,
    action: Action,
    moment: int,
    instruction: str,
    symbols: Sequence[clingo.Symbol],
    cite: Citations,
    noted: Sequence[clingo.Symbol],
) -> Verdict:
    """The verdict on an instruction that is asked about at a moment, from what a model of the program shows."""
    term = term_of(instruction)
    reasons: set[Reason] = set()
    ignored: set[Reason] = set()
    rules: set[str] = set()
    for symbol in symbols:
        if symbol.name in ("impossible", "ignored"):
            time, about, why, rule = symbol.arguments
            if time.number != moment or about != term:
                continue
            found = reasons if symbol.name == "impossible" else ignored
            found.add(verdicts.reason(why, rule, cite))
        elif symbol.name == "decides" and symbol.arguments[0] == term:
            rules.add(cite(symbol.arguments[1].string))
    return verdict(str(action), reasons, rules, caveats(board, noted), other_caveats(board, noted), ignored)


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
    """Whether an atom says of the action of this number that a cost of it can't be paid."""
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
