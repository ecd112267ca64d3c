"""Verdicts on some actions on every board of a family, each worked out once for all boards that it can't tell apart.

A family is one board with other values in some of its places, whichever in each. Its boards are one program, in which
the values are choices. The ground rules show which values a verdict depends on. Two boards with the same values there
have the same verdict, so pyengine asks only on the first. If more than the board decides the verdict, or a limit needs
a note, the board is asked alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import clingo

from pyengine.actions.action import Action
from pyengine.answers.verdicts import Verdict
from pyengine.asking.candidates import Filters
from pyengine.asking.judging import verdict_of_model
from pyengine.asking.note_atoms import NOT_MODELLED_NAMES, NOTES, is_noted
from pyengine.asking.open_outcomes import Comes, OpenOutcomes
from pyengine.asking.programs import cite, instruction_facts, is_older
from pyengine.compiler.effect_facts import keyword_facts
from pyengine.english.grammar_engine import Each
from pyengine.errors import InvalidBoardError
from pyengine.position.position import Position
from pyengine.solving.asp_terms import FactWriter
from pyengine.solving.ground_rules import GroundRules
from pyengine.solving.solver import Interrupted, function, term_of
from pyengine.solving.timeline import Timeline, instruction

BESIDE = 200
"""Largest number of actions that are judged beside each other."""

_COUNTERS = ("put", "remove", "move")
_NOTED = (
    ("remark_applies_to", 4),
    ("remark_applies", 3),
    ("remark_applies_last", 2),
    ("differed_of", 4),
    ("differed", 3),
    ("differed_last", 2),
)
_OWN = (("impossible", 4), ("ignored", 4), ("legal", 2), ("decides", 2), *(one for one in _NOTED if "_of" in one[0]))
_SHARED = (("problem", 2), *NOTES, *(one for one in _NOTED if "_of" not in one[0]))


class OpenBoards:
    """The boards that `others` make of one: in each place it has the value of `first`, or of another board.

    `brought` are the cards that each value of each place brings with it.
    """

    def __init__(
        self,
        first: Position,
        others: Sequence[Sequence[Position]],
        brought: Sequence[Sequence[Iterable[str]]],
        actions: Sequence[Action],
    ) -> None:
        self._first = first
        self._places = [[first, *values] for values in others]
        self.actions = actions
        bits = iter(range(sum(map(len, self._places))))
        self.bits = [[1 << next(bits) for _ in values] for values in self._places]
        """A bit for each value of each place; those of a board together are how it is asked about."""
        self._terms = [[_choice(place, value) for value in range(len(of))] for place, of in enumerate(self._places)]
        self._facts = _Facts(first, self._places, brought)
        self._programs: dict[int, _Program] = {}
        together = [number for number, action in enumerate(actions) if _is_of_counters(action)]
        groups = [together[start : start + BESIDE] for start in range(0, len(together), BESIDE)]
        groups += [[number] for number in range(len(actions)) if number not in set(together)]
        for numbers in groups:
            some = [actions[number] for number in numbers]
            if all(action.then is None for action in some):
                program = _Program(first, self._places, self._facts.lines, some)
                self._programs |= dict.fromkeys(numbers, program)
        self._own = {number: one for numbers in groups for one, number in enumerate(numbers)}
        self.asked = [self._bits_asked(number) for number in range(len(actions))]
        """The bits that the verdict on each action depends on; None where each board has to be asked alone."""
        self._outcomes: dict[int, tuple[OpenOutcomes, int] | None] = {}

    def _bits_asked(self, number: int) -> int | None:
        program = self._programs.get(number)
        values = None if program is None else program.values_asked(self._own[number])
        return None if values is None else sum(self.bits[place][value] for place, value in values)

    def verdict(self, number: int, chosen: Sequence[int], board: Position) -> Verdict | None:
        """The verdict on an action on a board, which has these values in its places; None where it has to be asked
        alone. Raises `InvalidBoardError` where it contradicts the rules."""
        self._facts.compare(chosen, board)
        return self._programs[number].verdict(self._own[number], chosen, board)

    def outcomes_asked(self, number: int) -> int | None:
        """The bits that the results of an action depend on; None where each board has to be asked alone."""
        if number not in self._outcomes:
            self._outcomes[number] = self._outcomes_of(number)
        found = self._outcomes[number]
        return None if found is None else found[1]

    def _outcomes_of(self, number: int) -> tuple[OpenOutcomes, int] | None:
        action = self.actions[number]
        if action.then is not None or action.new_tokens() or action.tokens() or action.makes():
            return None
        every = [self._first, *(one for values in self._places for one in values[1:])]
        told = [instruction_facts(board, [action], happen=True) for board in every]
        if any("spare_token(" in one or "spare_emblem(" in one for one in told):  # their ids hang on what else is there
            return None
        try:
            program = OpenOutcomes(every[0], told, self._facts.lines, action)
        except Interrupted:  # by what choices on one of them lead to
            return None
        literals = _literals(program.timeline, self._terms)
        asked = program.hangs_on(frozenset(literals))
        if asked is None:
            return None
        return program, sum(self.bits[place][value] for one in asked for place, value in literals[one])

    def comes(self, number: int, chosen: Sequence[int], board: Position) -> Comes | None:
        """The results of an action on a board with these values in its places; None where it has to be asked alone."""
        self._facts.compare(chosen, board)
        found = self._outcomes[number]
        assert found is not None
        assumptions = [(terms[value], True) for terms, value in zip(self._terms, chosen, strict=True)]
        with suppress(Interrupted):
            return found[0].comes(board, assumptions)
        return None


Never = Sequence[tuple[tuple[int, int], tuple[int, int]]]
"""Pairs of a place and a value that are together on no board that is asked about."""


def some_break_rules(
    first: Position, others: Sequence[Sequence[Position]], brought: Sequence[Sequence[Iterable[str]]], never: Never
) -> bool:
    """Return whether any board of a family contradicts the rules; boards with two values that are `never` together do
    not count.
    """
    facts = _Facts(first, [[first, *values] for values in others], brought)
    apart = [f":- choice__({one[0]},{one[1]}), choice__({other[0]},{other[1]})." for one, other in never]
    program = "\n".join([*facts.lines, *apart]) + "\n"
    timeline = Timeline(program, ["questions/do.lp"], courses=("looking",))
    timeline.run("looking")
    problems = timeline.control.atoms("problem", 2)
    return any(one.is_fact or any(True for _ in timeline.quick_models([(one.symbol, True)])) for one in problems)


def _is_of_counters(action: Action) -> bool:
    """Return whether others can be judged beside it: it changes nothing on a board before it is done."""
    several = any(isinstance(value, Each) for term in action.said for value in term.arguments)
    return action.then is None and not several and not action.beside and Filters(_COUNTERS).let(action)


def _choice(place: int, value: int) -> clingo.Symbol:
    return function("choice__", place, value)


def _literals(timeline: Timeline, terms: Sequence[Sequence[clingo.Symbol]]) -> dict[int, list[tuple[int, int]]]:
    """The places and values that each literal of a program means, without those that every board has."""
    found: dict[int, list[tuple[int, int]]] = {}
    for place, several in enumerate(terms):
        for value, one in enumerate(several):
            atom = timeline.control.holding(one)
            if atom is not None and not atom.is_fact:
                found.setdefault(abs(atom.literal), []).append((place, value))
    return found


class _Facts:
    """The facts of a family, as a program that chooses the values."""

    def __init__(
        self, first: Position, places: Sequence[Sequence[Position]], brought: Sequence[Sequence[Iterable[str]]]
    ) -> None:
        every = [first, *(one for values in places for one in values[1:])]
        named = (one.card(name) for one in every for name in one.cards)
        self._of_cards = {line.removesuffix(".") for card in named for line in card.facts}
        ward = FactWriter()
        keyword_facts(ward, "ward {2}")  # of all boards, where any speaks of cloaking
        told = any(ward.lines <= {*board.facts().splitlines()} for board in every)
        self._beside = {line.removesuffix(".") for line in ward.lines} if told else set()
        self._base = self._own(first)
        self._differ: dict[tuple[int, int], tuple[frozenset[str], frozenset[str]]] = {}
        taken: dict[str, list[str]] = {line: [] for line in self._base}
        given: list[str] = []
        for place, values in enumerate(places):
            given.append(f"1 {{ choice__({place},0..{len(values) - 1}) }} 1.")
            for value, other in enumerate(values[1:], 1):
                facts = self._own(other)
                self._differ[place, value] = frozenset(self._base - facts), frozenset(facts - self._base)
                for line in self._base - facts:
                    taken[line].append(f"not choice__({place},{value})")
                given += [f"{line} :- choice__({place},{value})." for line in facts - self._base]
        given += [f"{line} :- {'; '.join(by)}." if by else f"{line}." for line, by in taken.items()]
        self.lines = sorted([*given, *self._card_lines(every, brought)])

    def _card_lines(self, every: Sequence[Position], brought: Sequence[Sequence[Iterable[str]]]) -> Iterator[str]:
        """The facts of cards. Parts of cards that are not modelled get a note if other cards on the board ask for them.
        So each card is there only if a value brings it, unless no card has such a part.
        """
        cards = {name: one.card(name) for one in every for name in one.cards}
        if not is_older(every[0]) and not any(card.remarks for card in cards.values()):
            yield from (f"{line}." for line in self._of_cards | self._beside)
            return
        yield from (f"{line}." for line in self._beside)
        for place, values in enumerate(brought):
            for value, names in enumerate(values):
                for line in {line.removesuffix(".") for name in names for line in cards[name].facts}:
                    yield f"{line} :- choice__({place},{value})."

    def _own(self, board: Position) -> set[str]:
        """The facts of a board without those of cards, which all cards of the family have."""
        return {line.removesuffix(".") for line in board.facts().splitlines()} - self._of_cards - self._beside

    def compare(self, chosen: Sequence[int], board: Position) -> None:
        """See that the choices make this very board."""
        found = set(self._base)
        for place, value in enumerate(chosen):
            found -= self._differ.get((place, value), (frozenset(), frozenset()))[0]
        for place, value in enumerate(chosen):
            found |= self._differ.get((place, value), (frozenset(), frozenset()))[1]
        assert found == self._own(board), "values of different places meddle with each other"


class _Program:
    """One program about all boards of a family and some actions, judged beside each other."""

    def __init__(
        self, first: Position, places: Sequence[Sequence[Position]], facts: Sequence[str], actions: Sequence[Action]
    ) -> None:
        self._actions = actions
        self._names = [f"i{number}" for number in range(1, len(actions) + 1)]
        every = [first, *(one for values in places for one in values[1:])]
        told = {line for board in every for line in instruction_facts(board, actions).splitlines()}
        lines = sorted(re.sub(r"^planned\((i\d+),\d+\)\.$", r"planned(\1,1).", line) for line in told)
        rules = GroundRules()
        self._timeline = Timeline(
            "\n".join([*facts, *lines]) + "\n",
            ["questions/do.lp"],
            courses=("scheduling", "judging"),
            observer=rules,
        )
        self._timeline.schedule(instruction(1))
        self._timeline.run("judging")
        self._cite = cite(first)
        self._shared = [atom for one in _SHARED for atom in self._timeline.control.atoms(*one)]
        self._own: dict[clingo.Symbol, list[clingo.SymbolicAtom]] = {}
        for name, arity in _OWN:
            for atom in self._timeline.control.atoms(name, arity):
                self._own.setdefault(atom.symbol.arguments[0 if name == "decides" else 1], []).append(atom)
        self._terms = [[_choice(place, value) for value in range(len(of))] for place, of in enumerate(places)]
        self._asked = [self._values(rules, places, term_of(name)) for name in self._names]

    def values_asked(self, number: int) -> list[tuple[int, int]] | None:
        """The values that the verdict on an action depends on, each with its place; None if these do not decide it."""
        return self._asked[number]

    def _values(
        self, rules: GroundRules, places: Sequence[Sequence[Position]], term: clingo.Symbol
    ) -> list[tuple[int, int]] | None:
        literals = _literals(self._timeline, self._terms)
        about = [*self._own.get(term, ()), *self._shared]
        asked = rules.hang_on([abs(one.literal) for one in about if not one.is_fact], frozenset(literals))
        if asked is None:
            return None
        found = {one for literal in asked for one in literals[literal]}
        if sum(one.symbol.name in NOT_MODELLED_NAMES for one in about) > 1:
            # Notes stand in the order in which the board names its cards.
            found |= {
                (place, value)
                for place, values in enumerate(places)
                if any([*one.cards] != [*values[0].cards] for one in values)
                for value in range(len(values))
            }
        return sorted(found)

    def verdict(self, number: int, chosen: Sequence[int], board: Position) -> Verdict | None:
        """The verdict on an action on the board of these choices; None if a limit needs a note. Raises
        `InvalidBoardError`.
        """
        term = term_of(self._names[number])
        assumptions = [(terms[value], True) for terms, value in zip(self._terms, chosen, strict=True)]
        for model in self._timeline.quick_models(assumptions):
            about = [one.symbol for one in self._own.get(term, ()) if self._holds(model, one)]
            shared = [one.symbol for one in self._shared if self._holds(model, one)]
            if any(symbol.name == "problem" for symbol in shared):
                raise InvalidBoardError("the board contradicts the rules")
            if is_noted(shared):
                return None
            noted = [one for one in (*shared, *about) if one.name in NOT_MODELLED_NAMES]
            return verdict_of_model(board, self._actions[number], 0, self._names[number], about, self._cite, noted)
        raise AssertionError("the rules admit no board; this is a fault of the encoding")

    @staticmethod
    def _holds(model: clingo.Model, atom: clingo.SymbolicAtom) -> bool:
        return atom.is_fact or model.contains(atom.symbol)
