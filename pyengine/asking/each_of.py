"""Outcomes of each of several actions on one position: one program for all of them, in which the model picks one.

Most of what a question about a small board costs is reading and grounding rules, which is done once here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic

import clingo

from pyengine.actions.action import Action
from pyengine.answers.outcome import Outcome
from pyengine.asking.note_atoms import noted_atoms, reached_by, too_large
from pyengine.asking.note_words import caveats, other_caveats
from pyengine.asking.programs import (
    ALL_RESOLVES,
    cite,
    distinguished_facts,
    instruction_facts,
    refuse_broken,
)
from pyengine.asking.search import Search
from pyengine.position.position import P
from pyengine.solving.solver import function, term_of, time_left
from pyengine.solving.timeline import Timeline, instruction


@dataclass(frozen=True)
class Tried(Generic[P]):
    """The outcomes of an action; empty if nobody can do it."""

    outcomes: tuple[Outcome[P], ...]
    caveats: tuple[str, ...] = ()
    other_caveats: tuple[str, ...] = ()


def tried(
    position: P,
    actions: Sequence[Action],
    *,
    settle: bool,
    look: bool,
    also: Sequence[str] = (),
    distinguished: Collection[str] = (),
    deadline: float | None = None,
    at_most: int | None = None,
) -> list[Tried[P]]:
    """Find the outcomes of each action as `Search` does; with `settle`, everything on the stack then resolves.

    Objects are looked at for what they are then if `look` says so; `also` are further questions about the same, and
    `distinguished` are ids of objects that other actions or a goal name. An action by itself has `at_most`
    this number of outcomes, without a note if there are more. Raises `Interrupted`, and `InvalidBoardError` for a
    position that contradicts the rules.
    """
    found: dict[int, Tried[P]] = {}
    asked = [*(["questions/characteristics.lp"] if look else []), *also]
    together = [number for number, action in enumerate(actions) if is_one_event(action)]
    while len(together) > 1:
        question = _Question(position, [actions[number] for number in together], settle, asked, distinguished, deadline)
        if not (apart := question.in_several_events() or question.apart()):
            found.update((together[place], one) for place, one in enumerate(question.answers()))
            break
        together = [number for place, number in enumerate(together) if place not in apart]
    for number, action in enumerate(actions):
        if number not in found:
            search = Search(
                position, [action], settle=settle, timeout=time_left(deadline), also=also, distinguished=distinguished
            )
            found[number] = _alone(search, at_most)
    return [found[number] for number in range(len(actions))]


def is_one_event(action: Action) -> bool:
    """True if a program can ask about an action among others: it makes nothing whose id depends on them."""
    return action.then is None and not action.new_tokens() and not action.tokens() and not action.makes()


def _alone(search: Search[P], at_most: int | None) -> Tried[P]:
    [verdict] = search.verdicts()
    outcomes = tuple(islice(search, at_most)) if verdict.legal else ()
    return Tried(outcomes, search.caveats, search.other_caveats)


class _Question(Generic[P]):
    """Several actions, and the program about them."""

    def __init__(
        self,
        position: P,
        actions: Sequence[Action],
        settle: bool,
        also: Sequence[str],
        distinguished: Collection[str],
        deadline: float | None,
    ) -> None:
        self._position = position
        self._terms = [term_of(f"i{number}") for number, _ in enumerate(actions, 1)]
        program = (
            position.facts() + instruction_facts(position, actions, happen=True) + distinguished_facts(distinguished)
        )
        program += ALL_RESOLVES if settle else ""
        asked = ["questions/do.lp", "questions/one_of.lp", *also]
        self._timeline = timeline = Timeline(program, asked, deadline=deadline, by_plans=True)
        self._several = {atom.symbol.arguments[0] for atom in timeline.atoms("further", 3)}
        self._settles = settle
        self._cite = cite(position)

    def in_several_events(self) -> set[int]:
        """The places of the actions that are done in several events: as many moments would pass for the others."""
        return {place for place, term in enumerate(self._terms) if term in self._several}

    def apart(self) -> set[int]:
        """The places of the actions that put something onto the battlefield.

        It is looked at as it would be there, whichever action is done: the others must not see that.
        """
        for number, _ in enumerate(self._terms, 1):
            self._timeline.schedule(instruction(number))
        self._timeline.run("doing")
        refuse_broken(self._position, self._timeline)
        arriving = {atom.symbol.arguments[1] for atom in self._timeline.atoms("arrives", 3)}
        return {place for place, term in enumerate(self._terms) if term in arriving}

    def _carry_out(self) -> None:
        timeline = self._timeline
        timeline.advance()
        timeline.carry_on()
        if self._settles:
            timeline.resolve_all()
        else:
            timeline.settle()
        timeline.finish()

    def answers(self) -> list[Tried[P]]:
        """The outcomes of each action."""
        self._carry_out()
        outcomes: dict[clingo.Symbol, list[Outcome[P]]] = {term: [] for term in self._terms}
        for term, symbols in self._models():
            outcomes[term].append(Outcome(self._position, symbols, self._cite))
        noted = self._noted()
        return [
            Tried(
                tuple(outcomes[term]),
                caveats(self._position, noted[term], term),
                other_caveats(self._position, noted[term], term),
            )
            for term in self._terms
        ]

    def _models(self) -> Iterator[tuple[clingo.Symbol, Sequence[clingo.Symbol]]]:
        worked_out = [(atom, False) for atom in too_large(self._timeline)]
        for model in self._timeline.models(worked_out, project=True, limit=0):
            symbols = model.symbols(shown=True)
            [term] = [one.arguments[0] for one in symbols if one.name == "tried"]
            done = (one.arguments for one in symbols if one.name == "occurs")
            if any(time.number == 0 and instruction == term for time, instruction in done):
                yield term, symbols

    def _noted(self) -> dict[clingo.Symbol, list[clingo.Symbol]]:
        choices = {function("tried", term): term for term in self._terms}
        found = reached_by(self._timeline, noted_atoms(self._timeline), dict.fromkeys(choices, ()))
        return {choices[choice]: symbols for choice, symbols in found.items()}
