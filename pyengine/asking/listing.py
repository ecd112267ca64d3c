"""Every candidate action with its verdict and its outcomes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from typing import Any, Generic

import clingo

from pyengine.actions import action_facts, phrases
from pyengine.actions.action import Action, by
from pyengine.actions.phrases import Said
from pyengine.answers import render, verdicts
from pyengine.answers.notes import cut_short, is_complete
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import ANY, Reason, Verdict
from pyengine.asking.candidates import Filters, asked_kinds, candidate, performer
from pyengine.asking.halves import Halves, Move, moving
from pyengine.asking.judging import verdict
from pyengine.asking.judging_all import Judged, judged
from pyengine.asking.memory import OUTCOME, PROGRAM, VERDICT
from pyengine.asking.note_atoms import (
    NOT_MODELLED_NAMES,
    is_noted,
    noted_atoms,
    reached_by,
    remarks_about,
    too_large,
)
from pyengine.asking.note_words import all_caveats, caveats, not_listed
from pyengine.asking.uses import Aims
from pyengine.phrases.phrase_words import write_counters, write_id
from pyengine.position.position import P
from pyengine.solving.solver import (
    Interrupted,
    check_deadline,
    deadline_after,
    function,
    text_of,
    time_left,
    uncollected,
)
from pyengine.solving.timeline import Timeline

Watch = Callable[[Iterable[int]], Iterable[int]]
"""A progress bar: it goes through the stages of long work."""


WITH_A_KIND = ("put", "remove", "move")
"""Candidates that are done to objects with a kind of counters."""

KINDS_KEPT = 1_000
"""Number of kinds of counters for which the atoms about each are remembered."""

FEW = 50
"""As many outcomes of an action with many choices are looked at with those of the others."""

BATCH = 128
"""How many actions one search for outcomes is about."""


@dataclass
class Found(Generic[P]):
    """The outcomes of one action that were found, and what they do not take into account."""

    outcomes: list[Outcome[P]]
    caveats: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """True if the search hit no bound, so that there are no other outcomes."""
        return is_complete(self.caveats)


class Listing(Generic[P]):
    """Every candidate action with its verdict, and the outcomes of the legal ones.

    Outcomes of many actions come out of one search. Actions whose own choices may be many (proliferate) are left out of
    it if they have more than `FEW`; `Board.outcomes` finds theirs one by one. Of abilities and spells that have
    targets, each choice of them is an action. Once there are verdicts, `actions` has each by its phrase.
    If the time runs out, what was found remains valid: `stopped` says why there may be more. Threads may share one.
    """

    def __init__(self, board: P, filters: Filters, timeout: float | None = None) -> None:
        self.board = board
        self.stopped = ""
        self._filters = filters
        self._asked = threading.RLock()
        self._deadline = deadline_after(timeout)
        found = judged(board, filters, self._deadline)
        self._judged: Judged | None = found
        """The atoms about the candidates, until there are verdicts."""
        self._cite = found.cite
        self.actions = Actions()
        self._why: dict[Reason, clingo.Symbol] = {}
        """The term of each reason."""
        self._phrases: dict[clingo.Symbol, str] = {}
        self._targets: dict[clingo.Symbol, tuple[str, ...]] = {}
        """The targets of each use that has some, by its term."""
        self._more_targets: list[str] = []
        """The uses that have more choices of targets than the listing has."""
        self._not_listed = not_listed(board, found.told["not_listed"], found.told["remark_applies_to_use"])
        self._noted: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        """The notes on each candidate; often the same list for all."""
        self._noted_of_all: list[clingo.Symbol] = []
        """The notes on moves that the listing joins from halves."""
        self._verdicts: list[Verdict] | None = None
        self.found: dict[str, Found[P]] = {}
        """The outcomes found so far."""
        self._searched = False

    @property
    def weight(self) -> int:
        """Bytes that it takes, about."""
        outcomes = sum(len(found.outcomes) for found in self.found.values())
        return PROGRAM + VERDICT * len(self._verdicts or ()) + OUTCOME * outcomes

    @property
    def caveats(self) -> tuple[str, ...]:
        """The limits of the answers that were found, each once."""
        told = [note for verdict in self._verdicts or () for note in verdict.caveats]
        told += [note for found in self.found.values() for note in found.caveats]
        told += self._not_listed
        told += [
            cut_short(f"there are more choices of targets to {text}", "more_targets", text)
            for text in self._more_targets
        ]
        return tuple(dict.fromkeys([*told, *([cut_short(self.stopped)] if self.stopped else [])]))

    @property
    def complete(self) -> bool:
        """True if the search hit no bound in these answers, and no answer is missing."""
        return is_complete(self.caveats)

    def to_json(self, entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The entries of actions as plain data, with what they do not take into account, for JSON."""
        told = dict.fromkeys([*(note for entry in entries for note in entry["caveats"]), *self.caveats])
        others = dict.fromkeys(note for entry in entries for note in entry["other_caveats"] if note not in told)
        complete = self.complete and all(entry["complete"] for entry in entries)
        return {"actions": entries, "complete": complete, "caveats": list(told), "other_caveats": list(others)}

    def time_left(self) -> float | None:
        """Seconds until the deadline; None without one."""
        return time_left(self._deadline)

    def verdicts(self) -> list[Verdict]:
        """The verdict on every candidate, sorted by the action's phrase.

        Those found so far, if the time ran out; raises `Interrupted` if there are none.
        """
        with self._asked:
            if self._verdicts is None:
                assert self._judged is not None
                self._verdicts = self._found_verdicts(self._judged)
                self._judged = None  # takes far more room than the verdicts
            return self._verdicts

    @uncollected()
    def _found_verdicts(self, judged: Judged) -> list[Verdict]:
        reasons: dict[clingo.Symbol, set[tuple[clingo.Symbol, clingo.Symbol]]] = {}
        rules: dict[clingo.Symbol, set[str]] = {}
        for _, term, why, rule in self._each(judged.told["impossible"]):
            reasons.setdefault(term, set()).add((why, rule))
        for term, rule in self._each(judged.told["decides"]):
            rules.setdefault(term, set()).add(self._cite(text_of(rule)))
        for _, term in self._each(judged.told["no_candidate"]):
            rules.pop(term, None)
        ignored: dict[clingo.Symbol, set[tuple[clingo.Symbol, clingo.Symbol]]] = {}
        for _, term, why, rule in self._each(judged.told["ignored"]):
            ignored.setdefault(term, set()).add((why, rule))
        self._noted = self._noted_with(list(rules), judged.noted)
        reason_of = cache(self._reason)
        targeting = judged.targeting
        told_of: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        found: list[Verdict] = []
        for term, deciding in rules.items():
            if found and self._is_late():
                break
            noted = self._noted[term]
            if id(noted) not in told_of:
                told_of[id(noted)] = all_caveats(self.board, noted)
            notes, other = told_of[id(noted)]
            told_why = [[reason_of(*why) for why in of.get(term, ())] for of in (reasons, ignored)]
            aims = None if told_why[0] or targeting is None else targeting.choices(term)
            each = [self._named(term, term)] if aims is None else self._with_targets(term, aims)
            found += [verdict(text, told_why[0], deciding, notes, other, told_why[1]) for text in each]
            for target, rule in () if targeting is None or aims is None else targeting.untargetable(term):
                barred = reason_of(function("untargetable", target), rule)
                found.append(verdict(self._named(term, None, (target,)), [barred], deciding, notes, other))
        found += self._joined(rules, Halves(judged.told, reason_of))
        return sorted(found, key=attrgetter("action"))

    def _joined(self, rules: Mapping[clingo.Symbol, set[str]], halves: Halves) -> Iterator[Verdict]:
        """The verdicts on moves that the listing joins from halves, with the reasons and notes of both halves."""
        asked = halves.one_asked()
        if asked is None:
            return
        self._noted_of_all = self._noted[asked]
        for moves in halves.moves(rules[asked], *all_caveats(self.board, self._noted_of_all)):
            if self._is_late():
                break
            self.actions.later.update((verdict.action, move) for move, verdict in moves)
            yield from (verdict for _, verdict in moves)

    def _named(
        self, term: clingo.Symbol, known_as: clingo.Symbol | None, targets: tuple[str, ...] | None = None
    ) -> str:
        """Record the phrase of a candidate, and give it; with the term to ask about if it may have outcomes."""
        if term.name in WITH_A_KIND:
            phrase = self._one_of_alike(term)
            self.actions.terms[phrase] = term
        else:
            player = performer(term)
            said = candidate(term, targets), by(None if player == self.board.model.priority_player else player)
            phrase = phrases.write(*said)
            self.actions.said[phrase] = said
        if known_as is not None:
            self._phrases[known_as] = phrase
        return phrase

    def _one_of_alike(self, term: clingo.Symbol) -> str:
        """The phrase of a candidate that is said alike of all objects and of a kind; the last object comes last."""
        *objects, kind = map(text_of, term.arguments)
        written = [write_id(one) for one in objects]
        last = written[-1]
        if len(written) > 1:
            return moving(write_counters(1, kind), written[0], last)
        return _said_of(term.name, kind) + last

    def _with_targets(self, term: clingo.Symbol, aims: Aims) -> Iterator[str]:
        """The phrases of a use, one for each choice of targets."""
        for number, targets in enumerate(aims.choices):
            aimed = function("aimed", term, number)
            self._targets[aimed] = targets
            self._noted[aimed] = self._noted[term]
            yield self._named(term, aimed, targets)
        if not aims.complete:
            self._more_targets.append(self._named(term, None))

    def _reason(self, why: clingo.Symbol, rule: clingo.Symbol) -> Reason:
        found = verdicts.reason(why, rule, self._cite)
        self._why[found] = why
        return found

    @cached_property
    def general(self) -> Mapping[Reason, str]:
        """Each reason of the verdicts, in words that have `ANY` object in the place of its own."""
        self.verdicts()  # whoever asks for this first finds their reasons all the same
        return {
            one: render.general_words(why, render.REASONS, ANY) if why.arguments else one.text
            for one, why in self._why.items()
        }

    def _is_late(self) -> bool:
        try:
            check_deadline(self._deadline)
        except Interrupted as why:
            self.stopped = str(why)
        return bool(self.stopped)

    def _each(self, told: Iterable[Sequence[clingo.Symbol]]) -> Iterator[Sequence[clingo.Symbol]]:
        """Generate the verdicts one after the other. Raises `Interrupted`."""
        for one in told:
            check_deadline(self._deadline)
            yield one

    def _noted_with(
        self, terms: Sequence[clingo.Symbol], noted: Sequence[clingo.Symbol]
    ) -> dict[clingo.Symbol, list[clingo.Symbol]]:
        """The notes on each candidate: a verdict on it alone would have the same ones."""
        shared, about = remarks_about(one for one in noted if one.name in NOT_MODELLED_NAMES)
        if not is_noted(noted):
            return {term: [*shared, *about[term]] if term in about else shared for term in terms}
        choices = {function("candidate_action", term): term for term in terms}
        program = (
            f"1 {{ {'; '.join(map(str, choices))} }} 1.\n" + "\n".join(asked_kinds(self.board, self._filters)) + "\n"
        )
        timeline = Timeline(
            self.board.facts() + program,
            ["questions/candidates.lp"],
            deadline=self._deadline,
            courses=("judging",),
        )
        timeline.run("judging")
        noted = [symbol for symbol in noted_atoms(timeline) if symbol.name not in NOT_MODELLED_NAMES]
        found = reached_by(timeline, noted, dict.fromkeys(choices, ()))
        return {term: [*found[choice], *shared, *about.get(term, ())] for choice, term in choices.items()}

    def outcomes(self, watch: Watch = iter) -> dict[str, Found[P]]:
        """The outcomes of every legal action, by the action's phrase; not of one with many choices and more than `FEW`.

        Where the time ran out, the actions are missing whose outcomes were not looked for.
        """
        with self._asked:
            if not self._searched:
                legal = {verdict.action for verdict in self.verdicts() if verdict.legal}
                for phrase, move in self.actions.later.items():
                    if phrase in legal:
                        term = function("move", *move)
                        self._phrases[term] = phrase
                        self._noted[term] = self._noted_of_all
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
        """The outcomes of some actions. Reading a model takes time for every action it could have been about. So one
        program asks about few of them.
        """
        outcomes: dict[clingo.Symbol, list[Outcome[P]]] = {}
        noted: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        with_them: dict[clingo.Symbol, set[clingo.Symbol]] = {}
        try:
            timeline, later = self._happening(terms)
            remarked = [atom for atom in later if atom.name in NOT_MODELLED_NAMES]
            worked_out = [(atom, False) for atom in too_large(timeline)]
            of_many = [atom.symbol.arguments[1] for atom in timeline.atoms("of_many_choices", 2)]
            by_itself = [function("occurs", 0, term) for term in of_many]
            rest = [(occurs, False) for occurs in by_itself]
            for assumed, limit in ((rest, 0), *(([(occurs, True)], FEW + 1) for occurs in by_itself)):
                for model in timeline.models([*worked_out, *assumed], project=True, limit=limit):
                    symbols = model.symbols(shown=True)
                    for done in (symbol for symbol in symbols if symbol.name == "occurs"):
                        outcomes.setdefault(done.arguments[1], []).append(Outcome(self.board, symbols, self._cite))
                        with_them.setdefault(done.arguments[1], set()).update(filter(model.contains, remarked))
            terms = [term for term in terms if term not in of_many or len(outcomes.get(term, ())) <= FEW]
            occurring = {function("occurs", 0, term): term for term in terms}
            occurring = {atom: term for atom, term in occurring.items() if timeline.holding(atom)}
            known = {atom: [*self._noted[term], *with_them.get(term, ())] for atom, term in occurring.items()}
            by = reached_by(timeline, later, known)
            noted = {term: [*with_them.get(term, ()), *by[choice]] for choice, term in occurring.items()}
        except Interrupted as why:
            self.stopped = str(why)
        for term in outcomes if self.stopped else noted:
            symbols = [*self._noted[term], *noted.get(term, ())]
            told = caveats(self.board, symbols, term)
            if self.stopped:
                told = (*told, cut_short(self.stopped))
            self.found[self._phrases[term]] = Found(outcomes.get(term, []), told)

    def _happening(self, terms: Sequence[clingo.Symbol]) -> tuple[Timeline, list[clingo.Symbol]]:
        """The outcomes of one of some actions, and the notes on them besides those of the verdicts."""
        lines = [f"candidate_action({term})." for term in terms]
        aimed = [(str(term), action_facts.aimed(self._targets[term])) for term in terms if term in self._targets]
        lines += [line for term, said in aimed for line in action_facts.facts(said, term)]
        timeline = Timeline(
            self.board.facts() + "\n".join([*lines, *asked_kinds(self.board, self._filters)]) + "\n",
            ["questions/candidates.lp", "questions/any.lp"],
            deadline=self._deadline,
            by_plans=True,
        )
        timeline.run("doing")
        before = set(noted_atoms(timeline))
        timeline.advance()
        timeline.settle()
        timeline.finish()
        return timeline, [atom for atom in noted_atoms(timeline) if atom not in before]


@lru_cache(KINDS_KEPT)
def _said_of(done: str, kind: str) -> str:
    """The atoms about any object with a kind, by the verb; the object comes last."""
    return phrases.write(candidate(function(done, ANY, kind))).removesuffix(write_id(ANY))


class Actions(dict[str, Action]):
    """Actions by their phrases, each made as it is looked at: of many only the phrases are."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, tuple[Said, Said]] = {}
        """The atoms that say so."""
        self.terms: dict[str, clingo.Symbol] = {}
        """The candidates that they are, of those that are said alike."""
        self.later: dict[str, Move] = {}
        """Moves that are joined of halves."""

    def __missing__(self, phrase: str) -> Action:
        if phrase in self.said:
            said = self.said[phrase]
        else:
            term = self.terms[phrase] if phrase in self.terms else function("move", *self.later[phrase])
            said = candidate(term), ()
        self[phrase] = action = Action(*said)
        return action
