"""Asking the rules: one function per question, each a small file of `asp/questions` on top of the rules.

Data flows one way: a board becomes facts, facts and rules a program, its models answers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import clingo

from pyengine.actions.action import Action, facts
from pyengine.actions.counter_instructions import Move, Proliferate, Put, Remove, Selection
from pyengine.actions.face_down_instructions import TurnDown, TurnUp, TurnUpFor
from pyengine.actions.instructions import Cast, Instruction
from pyengine.actions.phrase_writing import phrase
from pyengine.answers import render, verdicts
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Characteristics, Citations, Reason, Verdict
from pyengine.asking.counting import GroundProgram
from pyengine.asking.noted import (
    NOT_MODELLED_NAMES,
    OF_INSTRUCTIONS,
    REMARKS,
    is_noted,
    noted_atoms,
    reached,
    reached_by,
    remark_atoms,
    remarks_about,
    too_large,
)
from pyengine.cards.kinds import kind_facts
from pyengine.errors import InvalidBoardError
from pyengine.position.board_facts import NEWEST, NEWEST_DATE, edition_number
from pyengine.position.view import SIGHT, Sight
from pyengine.solving.solver import Interrupted, check_deadline, deadline_after, function, term_of
from pyengine.solving.terms import quote
from pyengine.solving.timeline import JUDGING, LOOKING, Timeline

if TYPE_CHECKING:
    from pyengine.board import Board

Watch = Callable[[Iterable[int]], Iterable[int]]
"""What is told of the stages of long work, by going through them: a progress bar."""

FIRST_STEP = "i1"
CANDIDATES = ("questions/legal.lp", "questions/candidates.lp")


@dataclass(frozen=True)
class Filters:
    """Which actions `legal` lists: empty fields mean no restriction.

    `verbs` are those of `VERBS`; `objects` are ids; `kinds` are kinds of counters, on the board or not.
    """

    verbs: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def let(self, action: Action) -> bool:
        """Whether an action, of those that can be listed or not, is of these verbs, objects and kinds."""
        kinds = [type(part) for step in action.steps() for part in step.parts]
        verbs = {_VERB_OF.get(kind, kind.__name__.lower()) for kind in kinds}
        wanted = ((self.verbs, verbs), (self.objects, action.names()), (self.kinds, action.kinds()))
        return all(not asked or found & set(asked) for asked, found in wanted)


VERBS = ("put", "remove", "move", "proliferate", "cast", "turn")
"""The verbs of `Filters`."""

_VERB_OF: dict[type[Instruction], str] = {TurnUp: "turn", TurnUpFor: "turn", TurnDown: "turn"}


def instruction_facts(board: Board, steps: Sequence[Action]) -> str:
    """Facts of a sequence of instructions, `i1` first."""
    lines: list[str] = []
    for number, action in enumerate(steps, 1):
        term = f"i{number}"
        lines += facts(action, term)
        lines.append(f"planned({term},{number}).")
    kinds = {kind for action in steps for kind in action.kinds()} | board.kinds()
    for action in steps:
        for token, name in action.tokens():
            card = board.card(name)
            lines += [f"card_of({quote(token)},{quote(card.name)}).", *card.facts]
            if card.back is not None:
                lines += board.card(card.back).facts
            kinds |= card.kinds
    lines += kind_facts(kinds)
    return "\n".join(sorted(set(lines))) + "\n"


def citations(board: Board) -> tuple[str, ...]:
    """The file with the numbers of other editions, where it is needed."""
    return ("citations.lp",) if edition_number(board.model.rules) < NEWEST else ()


def cite(timeline: Timeline, board: Board) -> Citations:
    """The rule numbers of the board's date."""
    if not citations(board):
        return Citations()
    numbers = {}
    for atom in timeline.control.atoms("cited", 2):
        key, number = atom.symbol.arguments
        numbers[key.string] = number.string
    return Citations(numbers)


def refuse_broken(board: Board, timeline: Timeline) -> None:
    """Raise `InvalidBoardError` if anything on the board contradicts the rules; it must be grounded by now."""
    problems = list(_problems(board, timeline))
    if problems:
        places = [next((board.where(one) for one in problem.data if isinstance(one, str)), "") for problem in problems]
        lines = [
            f"{place}: {problem}" if place else str(problem) for place, problem in zip(places, problems, strict=True)
        ]
        raise InvalidBoardError("the board contradicts the rules:\n" + "\n".join(f"  {line}" for line in lines))


def _problems(board: Board, timeline: Timeline) -> Iterator[Reason]:
    """What contradicts the rules; of a program that leaves some of the board open, whatever that is."""
    found = [atom.symbol.arguments for atom in timeline.control.atoms("problem", 2) if atom.is_fact]
    numbers = cite(timeline, board)
    for what, rule in sorted(found):
        yield Reason(
            what.name,
            numbers(rule.string),
            tuple(map(render.plain, what.arguments)),
            render.words(what, render.PROBLEMS),
        )


def problems(board: Board) -> tuple[Reason, ...]:
    """Everything about the board that contradicts the rules."""
    timeline = Timeline(board.facts(), ["questions/do.lp"], files=citations(board), parts=LOOKING)
    timeline.open_moment()
    return tuple(_problems(board, timeline))


def characteristics(board: Board) -> tuple[dict[str, Characteristics], tuple[str, ...], tuple[str, ...]]:
    """What every object is, after the layers of rule 613; what that does not take into account; what else it does not,
    and could not have been changed by."""
    program = board.facts() + instruction_facts(board, ()) + "characteristics_asked.\n"
    timeline = Timeline(program, ["questions/characteristics.lp"], parts=LOOKING | {"final"})
    timeline.open_moment()
    timeline.ground(("final", timeline.moment))
    found = timeline.control.atoms("is", 3)
    said = verdicts.characteristics(atom.symbol.arguments for atom in found)
    noted = noted_atoms(timeline)
    return said, caveats(board, noted), other_caveats(board, noted)


def sight(board: Board, player: str) -> Sight:
    """What a player sees of a board, and what that player is told of the rest (708.5)."""
    timeline = Timeline(
        board.facts() + instruction_facts(board, ()) + f"player_view({quote(player)}).\n",
        ["questions/do.lp"],
        files=citations(board),
        parts=LOOKING | {"sight", "view"},
    )
    timeline.open_moment("sight", "view")
    refuse_broken(board, timeline)
    found = (atom.symbol for name, arity in SIGHT for atom in timeline.control.atoms(name, arity))
    return Sight.of((symbol.name, symbol.arguments) for symbol in found)


def judge(board: Board, action: Action, deadline: float | None = None) -> Verdict:
    """Whether one instruction can be done now. Raises `Interrupted` past the deadline."""
    program = board.facts() + instruction_facts(board, [action])
    timeline = Timeline(program, ["questions/do.lp"], files=citations(board), parts=JUDGING, deadline=deadline)
    timeline.schedule(1)
    timeline.judge()
    refuse_broken(board, timeline)
    symbols = _branch_where_legal(timeline, FIRST_STEP) or _only_model(timeline)
    return _verdict(board, action, FIRST_STEP, symbols, cite(timeline, board), [*reached(timeline)])


def _branch_where_legal(timeline: Timeline, instruction: str) -> list[clingo.Symbol] | None:
    """A model in which an instruction is legal, if that depends on the branch and there is one."""
    term = term_of(instruction)
    for atom in timeline.control.atoms("legal", 2):
        if atom.symbol.arguments[1] == term and not atom.is_fact:
            for model in timeline.models([(atom.symbol, True)]):
                return list(model.symbols(shown=True))
    return None


def _only_model(timeline: Timeline) -> list[clingo.Symbol]:
    for model in timeline.models():
        return list(model.symbols(shown=True))
    raise AssertionError("the rules admit no board; this is a fault of the encoding")


def _verdict(
    board: Board,
    action: Action,
    instruction: str,
    symbols: Sequence[clingo.Symbol],
    cite: Citations,
    noted: Sequence[clingo.Symbol],
) -> Verdict:
    term = term_of(instruction)
    reasons: set[Reason] = set()
    ignored: set[Reason] = set()
    rules: set[str] = set()
    for symbol in symbols:
        if symbol.name in ("impossible", "ignored") and symbol.arguments[1] == term:
            found = reasons if symbol.name == "impossible" else ignored
            found.add(verdicts.reason(symbol.arguments[2], symbol.arguments[3], cite))
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


def verdict_on_all(action: Action, steps: Sequence[Verdict]) -> Verdict:
    """The verdict on `X, then Y` from those on each. What of it can't be done is ignored, if another can (101.3)."""
    if len(steps) == 1:
        return steps[0]
    legal = any(steps)
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


def remarks(
    board: Board, symbols: Iterable[clingo.Symbol], instruction: clingo.Symbol | None = None
) -> tuple[list[str], list[str]]:
    """What is not modelled of what cards do and older editions did: what could have changed the answer, and the rest.

    What is about one instruction is told of all, or of the one that is given.
    """
    there: dict[tuple[str, int], bool] = {}
    then: dict[tuple[str, str], bool] = {}
    for symbol in symbols:
        name = symbol.name
        if name not in NOT_MODELLED_NAMES or (
            name in OF_INSTRUCTIONS and instruction not in (None, symbol.arguments[1])
        ):
            continue
        first, second = symbol.arguments[-2:]
        if name in _REMARKED:
            one = first.string, second.number
            there[one] = there.get(one, False) or _REMARKED[name]
        else:
            difference = second.string, first.string
            then[difference] = then.get(difference, False) or name != "differs_then"
    told: tuple[list[str], list[str]] = ([], [])
    for name, place in sorted(there, key=lambda one: (board.place_of_card(one[0]), one)):
        text = f"not modelled on {name}: {board.card(name).remarks[place - 1]}"
        told[0 if there[name, place] else 1].append(text)
    for what, rule in sorted(then):
        told[0 if then[what, rule] else 1].append(f"not modelled for {board.model.rules}: {what} (now {rule})")
    return told


_REMARKED = {name: name.startswith("noted") for name, _ in REMARKS}
"""The atoms that `remarks` looks for, and whether they say that a remark could have changed the answer."""


def other_caveats(
    board: Board, symbols: Iterable[clingo.Symbol], instruction: clingo.Symbol | None = None
) -> tuple[str, ...]:
    """What an answer does not take into account either, and could not have been changed by, in words."""
    return tuple(dict.fromkeys(remarks(board, symbols, instruction)[1]))


def caveats(
    board: Board, symbols: Sequence[clingo.Symbol], instruction: clingo.Symbol | None = None
) -> tuple[str, ...]:
    """What an answer about this board does not take into account and could have been changed by, in words.

    What is about one instruction is told of all, or of the one that is given.
    """
    found = remarks(board, symbols, instruction)[0]
    if edition_number(board.model.rules) > NEWEST:
        found.append(f"rules newer than those of {NEWEST_DATE} are not known; answered by those")
    # The order is that of the words, however the solver came upon them.
    found += sorted(_note(board, symbol) for symbol in symbols)
    return tuple(dict.fromkeys(filter(None, found)))


def _note(board: Board, symbol: clingo.Symbol) -> str:
    """What a noted atom says, in words; nothing for other atoms."""
    match symbol.name:
        case "limit":
            return render.words(symbol.arguments[1], render.LIMITS)
        case "cut_short":
            return CUT_SHORT + render.words(symbol.arguments[1], render.LIMITS)
        case "too_large":
            return f"{CUT_SHORT}a number for {render.plain(symbol.arguments[1])} is too large to work with"
        case _:
            return ""


CUT_SHORT = "cut short: "
"""What the caveat of an incomplete answer starts with."""


def is_complete(noted: Iterable[str]) -> bool:
    """Whether none of the caveats says that the answer was cut short."""
    return not any(one.startswith(CUT_SHORT) for one in noted)


class Search:
    """The outcomes of doing actions one after the other, found as they are asked for.

    What is noted is the same however many of them are looked at. Where the time runs out, what was found stands, and
    the notes say that there may be more.
    """

    def __init__(self, board: Board, actions: Sequence[Action], *, timeout: float | None = None) -> None:
        self.board = board
        self.actions = tuple(actions)
        self.steps = [step for action in actions for step in action.steps()]
        self.stopped = ""
        """Why a search did not come to its end; empty if it did."""
        self.at_least = 0
        """As many outcomes were counted before the time ran out."""
        self._caveats: tuple[str, ...] | None = None
        self._deadline = deadline_after(timeout)
        self._known: list[list[clingo.Symbol]] = []
        """What there may be to note by the time that each step is judged."""
        self.timeline = self._ground(self._known)
        self._cite = cite(self.timeline, board)

    def _ground(self, known: list[list[clingo.Symbol]], observer: clingo.Observer | None = None) -> Timeline:
        """Everything that happens, from the first action to the last state-based action."""
        program = instruction_facts(self.board, self.steps)
        # To count, what the last board looks like is not asked.
        asked = ["questions/do.lp", *(["questions/characteristics.lp"] if observer is None else [])]
        timeline = Timeline(
            self.board.facts() + program,
            asked,
            files=citations(self.board),
            deadline=self._deadline,
            observer=observer,
        )
        number = 0
        for action in self.actions:
            for _ in action.steps():
                number += 1
                timeline.schedule(number)
                timeline.judge("choose")
                if number == 1:
                    refuse_broken(self.board, timeline)
                known.append(noted_atoms(timeline))
                timeline.advance()
            timeline.settle()
        timeline.finish()
        return timeline

    def __iter__(self) -> Generator[Outcome]:
        """Every distinct outcome, each once, with one order that gives it. Raises `Interrupted`."""
        # Past the largest number nothing is worked out; such a branch is told of, not shown.
        worked_out = [(atom, False) for atom in too_large(self.timeline)]
        with self._told_if_stopped():
            for model in self.timeline.models(worked_out, project=True, limit=0):
                yield Outcome(self.board, model.symbols(shown=True), self._cite)

    def count(self) -> int:
        """The number of distinct outcomes, counted without listing them. Raises `Interrupted`."""
        program = GroundProgram()
        with self._told_if_stopped():
            timeline = self._ground([], program)
            for atom in too_large(timeline):
                program.exclude(timeline.control, atom)
            try:
                return program.count(self._deadline)
            finally:
                self.at_least = program.counted

    @contextmanager
    def _told_if_stopped(self) -> Iterator[None]:
        try:
            yield
        except Interrupted as why:
            self.stopped = str(why)
            raise

    @property
    def caveats(self) -> tuple[str, ...]:
        """What the outcomes do not take into account, in words."""
        found = []
        if self._caveats is None:
            try:
                with self._told_if_stopped():
                    for symbol in reached(self.timeline):
                        found.append(symbol)
            except Interrupted:
                return self._with_stop(caveats(self.board, found))
            self._caveats = caveats(self.board, found)
        return self._with_stop(self._caveats)

    @property
    def other_caveats(self) -> tuple[str, ...]:
        """What they do not take into account either, and could not have been changed by."""
        told = self.caveats
        there = [one for each in remarks(self.board, remark_atoms(self.timeline)) for one in each]
        return tuple(one for one in dict.fromkeys(there) if one not in told)

    def _with_stop(self, told: tuple[str, ...]) -> tuple[str, ...]:
        return (*told, CUT_SHORT + self.stopped) if self.stopped else told

    @property
    def complete(self) -> bool:
        """Whether no bound was hit, so that there are no other outcomes."""
        return is_complete(self.caveats)

    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each action: legal, if it is so in one of the branches that those before it lead to."""
        any_branch = _only_model(self.timeline)
        steps = []
        for number, step in enumerate(self.steps, 1):
            symbols = _branch_where_legal(self.timeline, f"i{number}") or any_branch
            noted = [*reached(self.timeline, self._known[number - 1])]
            steps.append(_verdict(self.board, step, f"i{number}", symbols, self._cite, noted))
        left = iter(steps)
        return tuple(verdict_on_all(action, [next(left) for _ in action.steps()]) for action in self.actions)


@dataclass
class Found:
    """The outcomes of one action that were found, and what they do not take into account."""

    outcomes: list[Outcome]
    caveats: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether no bound was hit, so that there are no other outcomes."""
        return is_complete(self.caveats)


class Listing:
    """Every candidate action with its verdict, and the outcomes of the legal ones.

    Outcomes of many actions come out of one search. Actions whose own choices are many (proliferate) are
    left out of it; `Board.outcomes` finds theirs one by one. Once there are verdicts, `instructions` has what each
    action tells to do, by its phrase, and `general` words each reason for `ANY` object in the place of its own.
    Where the time runs out, what was found stands: `stopped` says why there may be more. Threads may share a listing.
    """

    def __init__(self, board: Board, filters: Filters, timeout: float | None = None) -> None:
        self.board = board
        self.stopped = ""
        self._filters = filters
        self._asked = threading.RLock()
        self._deadline = deadline_after(timeout)
        self._kinds = board.kinds() | set(filters.kinds)
        self._timeline = Timeline(
            board.facts() + self._program(filters),
            CANDIDATES,
            files=citations(board),
            deadline=self._deadline,
            parts=JUDGING,
        )
        self._timeline.judge()
        refuse_broken(board, self._timeline)
        self._cite = cite(self._timeline, board)
        self.instructions: dict[str, Instruction] = {}
        self.general: dict[Reason, str] = {}
        self._phrases: dict[clingo.Symbol, str] = {}
        self._noted: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        self._verdicts: list[Verdict] | None = None
        self.found: dict[str, Found] = {}
        """The outcomes found so far."""
        self._searched = False

    def _program(self, filters: Filters) -> str:
        lines = [f"asked_verb({quote(verb)})." for verb in filters.verbs]
        lines += [f"asked_object({quote(name)})." for name in filters.objects]
        lines += [f"asked_kind({quote(kind)})." for kind in filters.kinds]
        lines += kind_facts(self._kinds)
        return "\n".join(sorted(lines)) + "\n"

    @property
    def caveats(self) -> tuple[str, ...]:
        """What the answers that were found do not take into account, each once."""
        told = [note for verdict in self._verdicts or () for note in verdict.caveats]
        told += [note for found in self.found.values() for note in found.caveats]
        return tuple(dict.fromkeys([*told, *([CUT_SHORT + self.stopped] if self.stopped else [])]))

    @property
    def complete(self) -> bool:
        """Whether no bound was hit in the answers that were found, and none is missing."""
        return is_complete(self.caveats)

    def time_left(self) -> float | None:
        """Seconds until the deadline; None without one."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def verdicts(self) -> list[Verdict]:
        """The verdict on every candidate, sorted by the action's phrase.

        Those found so far, if the time ran out; raises `Interrupted` if there are none.
        """
        with self._asked:
            if self._verdicts is None:
                self._verdicts = self._found_verdicts()
            return self._verdicts

    def _found_verdicts(self) -> list[Verdict]:
        reasons: dict[clingo.Symbol, set[tuple[clingo.Symbol, clingo.Symbol]]] = {}
        rules: dict[clingo.Symbol, set[str]] = {}
        for _, term, why, rule in self._facts("impossible", 4):
            reasons.setdefault(term, set()).add((why, rule))
        for term, rule in self._facts("decides", 2):
            rules.setdefault(term, set()).add(self._cite(rule.string))
        ignored: dict[clingo.Symbol, set[tuple[clingo.Symbol, clingo.Symbol]]] = {}
        for _, term, why, rule in self._facts("ignored", 4):
            ignored.setdefault(term, set()).add((why, rule))
        self._noted = self._noted_with(list(rules))
        reason_of = cache(self._reason)
        found: list[Verdict] = []
        for term, deciding in rules.items():
            if found and self._is_late():
                break
            part = candidate(term)
            text = self._phrases[term] = phrase(part)
            self.instructions[text] = part
            notes, other = caveats(self.board, self._noted[term]), other_caveats(self.board, self._noted[term])
            told_why = [[reason_of(*why) for why in of.get(term, ())] for of in (reasons, ignored)]
            found.append(verdict(text, told_why[0], deciding, notes, other, told_why[1]))
        return sorted(found, key=lambda verdict: _natural(verdict.action))

    def _reason(self, why: clingo.Symbol, rule: clingo.Symbol) -> Reason:
        found = verdicts.reason(why, rule, self._cite)
        self.general[found] = render.general_words(why, render.REASONS, ANY) if why.arguments else found.text
        return found

    def _is_late(self) -> bool:
        try:
            check_deadline(self._deadline)
        except Interrupted as why:
            self.stopped = str(why)
        return bool(self.stopped)

    def _facts(self, name: str, arity: int) -> Iterator[list[clingo.Symbol]]:
        """Atoms of the program. At the first moment of a given board every atom that was derived is true."""
        for atom in self._timeline.control.atoms(name, arity):
            check_deadline(self._deadline)
            yield atom.symbol.arguments

    def _noted_with(self, terms: Sequence[clingo.Symbol]) -> dict[clingo.Symbol, list[clingo.Symbol]]:
        """What is to be noted of each candidate: a verdict on it alone would note the same."""
        about = remarks_about(self._timeline)
        noted = [symbol for symbol in noted_atoms(self._timeline) if symbol.name not in NOT_MODELLED_NAMES]
        if not is_noted(noted):
            return {term: [*noted, *about(term)] for term in terms}
        choices = {function("candidate_action", term): term for term in terms}
        program = f"1 {{ {'; '.join(map(str, choices))} }} 1.\n" + "\n".join(kind_facts(self._kinds)) + "\n"
        timeline = Timeline(
            self.board.facts() + program,
            ["questions/candidates.lp"],
            files=citations(self.board),
            deadline=self._deadline,
            parts=JUDGING,
        )
        timeline.judge()
        noted = [symbol for symbol in noted_atoms(timeline) if symbol.name not in NOT_MODELLED_NAMES]
        found = reached_by(timeline, noted, dict.fromkeys(choices, ()))
        return {term: [*found[choice], *about(term)] for choice, term in choices.items()}

    def outcomes(self, watch: Watch = iter) -> dict[str, Found]:
        """The outcomes of every legal action that has no choices of its own, by the action's phrase.

        Where the time ran out, the actions are missing whose outcomes were not looked for.
        """
        with self._asked:
            if not self._searched:
                legal = {verdict.action for verdict in self.verdicts() if verdict.legal}
                wanted = sorted(term for term, text in self._phrases.items() if text in legal)
                self.found = {}
                for start in watch(range(0, len(wanted), BATCH)):
                    if not self.stopped:
                        self._find_batch(wanted[start : start + BATCH])
                self._searched = True
            return self.found

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `copy`, which can't copy a program of the solver's: a copy is asked anew."""
        return Listing, (self.board, self._filters)

    def _find_batch(self, terms: Sequence[clingo.Symbol]) -> None:
        """The outcomes of some actions. Reading a model takes time for every action it could have been about,
        so many actions are not asked about together."""
        outcomes: dict[clingo.Symbol, list[Outcome]] = {}
        noted: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        with_them: dict[clingo.Symbol, set[clingo.Symbol]] = {}
        try:
            timeline, later = self._happening(terms)
            remarked = [atom for atom in later if atom.name in NOT_MODELLED_NAMES]
            worked_out = [(atom, False) for atom in too_large(timeline)]
            for model in timeline.models(worked_out, project=True, limit=0):
                symbols = model.symbols(shown=True)
                for done in (symbol for symbol in symbols if symbol.name == "occurs"):
                    outcomes.setdefault(done.arguments[1], []).append(Outcome(self.board, symbols, self._cite))
                    with_them.setdefault(done.arguments[1], set()).update(filter(model.contains, remarked))
            occurring = {function("occurs", 0, term): term for term in terms}
            occurring = {atom: term for atom, term in occurring.items() if timeline.control.holding(atom)}
            known = {atom: [*self._noted[term], *with_them.get(term, ())] for atom, term in occurring.items()}
            by = reached_by(timeline, later, known)
            noted = {term: [*with_them.get(term, ()), *by[choice]] for choice, term in occurring.items()}
        except Interrupted as why:
            self.stopped = str(why)
        for term in outcomes if self.stopped else noted:
            symbols = [*self._noted[term], *noted.get(term, ())]
            told = caveats(self.board, symbols, term)
            if self.stopped:
                told = (*told, CUT_SHORT + self.stopped)
            self.found[self._phrases[term]] = Found(outcomes.get(term, []), told)

    def _happening(self, terms: Sequence[clingo.Symbol]) -> tuple[Timeline, list[clingo.Symbol]]:
        """What comes of one of some actions, and what there may be to note of that beside the verdicts."""
        program = "".join(f"candidate_action({term}).\n" for term in terms) + "\n".join(kind_facts(self._kinds)) + "\n"
        timeline = Timeline(
            self.board.facts() + program,
            ["questions/candidates.lp", "questions/any.lp"],
            files=citations(self.board),
            deadline=self._deadline,
        )
        timeline.judge("choose")
        before = set(noted_atoms(timeline))
        timeline.advance()
        timeline.settle()
        timeline.finish()
        return timeline, [atom for atom in noted_atoms(timeline) if atom not in before]


ANY = "…"
"""Stands for any of several objects in a reason that they share."""

BATCH = 128
"""How many actions one search for outcomes is about."""


def candidate(term: clingo.Symbol) -> Instruction:
    """What a candidate term of `asp/questions/candidates.lp` tells to do."""
    words = [argument.string for argument in term.arguments]
    match term.name:
        case "put":
            return Put(words[0], words[1], 1)
        case "remove":
            return Remove(words[0], Selection.count(1, words[1]))
        case "move":
            return Move(words[0], words[1], Selection.count(1, words[2]))
        case "cast":
            return Cast(words[0], True, procedure=words[1])  # type: ignore[arg-type]
        case "turn_up_for":
            return TurnUpFor(words[0], words[1])  # type: ignore[arg-type]
        case "turn_up":
            return TurnUp(words[0])
        case "turn_down":
            return TurnDown(words[0])
        case _:
            return Proliferate(None)


def _natural(text: str) -> tuple[str, ...]:
    return tuple(text.split())
