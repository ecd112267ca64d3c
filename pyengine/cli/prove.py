"""`pyengine prove`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pyengine.answers.terminal import Line
from pyengine.cli.common import (
    ILLEGAL,
    LEGAL,
    Commands,
    Stop,
    all_notes_argument,
    caveat_lines,
    command,
    other_lines,
    positive,
    show,
    timeout_argument,
)
from pyengine.cli.spaces import add_bounds, given_bounds, of_file
from pyengine.errors import InputError
from pyengine.glossary.editions import NEWEST_DATE

if TYPE_CHECKING:
    from pyengine.answers.outcome import Outcome
    from pyengine.board import Board
    from pyengine.proofs.property_files import Property
    from pyengine.proofs.prove import Proof
    from pyengine.proofs.space import Space


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    prove = command(commands, "prove", run)
    prove.add_argument(
        "property",
        nargs="?",
        help="a property, as in move_removes_and_puts, or a file of your own, NAME.lp; without any, all are listed",
    )
    prove.add_argument("--space", metavar="FILE", help="a file with any of the bounds below, as 'enumerate' takes it")
    add_bounds(prove, "else the property's, or")
    prove.add_argument(
        "--steps", type=positive, metavar="N", help="at most N actions in a row (default: the property's, or 1)"
    )
    prove.add_argument("--save", metavar="FILE", help="write the counterexample as a board file")
    all_notes_argument(prove)
    timeout_argument(prove)


def run(options: argparse.Namespace) -> int:
    """Answer; return the exit code."""
    from pyengine.answers.verdicts import latest
    from pyengine.proofs import property_files, prove
    from pyengine.solving.solver import deadline_after, time_left

    if options.property is None:
        listed = property_files.words()
        show(
            options, {"properties": listed}, lambda: (f"{name}: {says}" for name, says in listed.items()), "properties"
        )
        return LEGAL
    deadline = deadline_after(options.timeout)
    asked = property_files.find(options.property, deadline)
    space = _space(options, asked)
    stop = Stop()
    proof = latest(stop.until(prove.search(asked, space, timeout=time_left(deadline))))
    caveats = [*proof.caveats, *stop.notes]
    data = {**prove.summary(asked, space, proof), "caveats": caveats}
    date = space.rules or NEWEST_DATE
    show(options, data, lambda: _lines(options, asked, space, proof, caveats), "prove", date)
    if options.save is not None and proof.counterexample is not None:
        try:
            proof.counterexample.save(options.save)
        except OSError as error:
            raise InputError(f"can't be written: {error.strerror or 'unknown error'}", str(options.save)) from None
    return stop.code(proof.complete, LEGAL if proof.holds else ILLEGAL)


def _space(options: argparse.Namespace, asked: Property) -> Space:
    """The space that is asked about. Raises `InputError`."""
    from pyengine.proofs.space import space_of
    from pyengine.proofs.space_cards import cards_of

    given = given_bounds(options, options.space)
    with of_file(options.space):
        found = space_of(
            asked,
            cards=cards_of(asked, given.cards, given.abilities),
            objects=given.objects,
            kinds=given.kinds,
            most=given.most,
            rules=given.rules,
            steps=options.steps,
            varies=given.varies,
        )
        return found.checked()


def _lines(
    options: argparse.Namespace, asked: Property, space: Space, proof: Proof, caveats: list[str]
) -> Iterator[Line]:
    """The answer, in words."""
    bounds = f"{space.words(asked)} ({'' if proof.counts_all else 'at most '}{proof.boards:,} boards)"
    if proof.counterexample is not None:
        yield from _counterexample(proof)
    elif proof.complete:
        yield f"holds on every board of up to {bounds}"
    else:
        yield f"not proved: no board was found that breaks it, of up to {bounds}"
        yield from _open(proof)
    told = {note for one in proof.left_open for note in one.caveats}
    yield from caveat_lines(note for note in caveats if note not in told)
    yield from other_lines(options, proof.other_caveats)


def _counterexample(proof: Proof) -> Iterator[Line]:
    """The board that breaks it, what happens there, and one beside it that does not."""
    from pyengine.answers import display

    assert proof.counterexample is not None
    yield f"{'fails' if proof.complete else 'may fail'} on this board, when you {proof.action}:"
    yield from display.board_lines(proof.counterexample)
    if proof.outcome is not None:
        yield "there:"
        yield from _happens(proof.outcome)
    if proof.second is not None:
        yield f"and {proof.second.differs_by(proof)}:"
        yield from _happens(proof.second.outcome) if proof.second.outcome else ()
    if proof.size is not None:
        size = f"{proof.size.objects} permanents, {proof.size.abilities} abilities, {proof.size.counters} counters"
        yield f"no smaller board breaks it: {size}"
    if proof.near is not None:
        yield "it holds on this board, which hardly differs:"
        yield from display.board_lines(proof.near)


def _happens(outcome: Outcome[Board]) -> Iterator[Line]:
    """Print the events and the changes."""
    yield from (f"  {event}" for event in outcome.log)
    yield f"  {', '.join(outcome.changes) or 'nothing changes'}"


def _open(proof: Proof) -> Iterator[Line]:
    """Print what a proof leaves open."""
    from pyengine.answers import display

    for one in proof.left_open:
        yield f"the result on this board stays open, when you {one.action}:"
        yield from display.board_lines(one.board)
        yield from caveat_lines(one.caveats)
