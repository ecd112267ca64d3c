"""One board and its neighbours, grounded once: verdicts on many actions and after small edits.

A fresh verdict costs what it takes to ground the rules. Here counters, tapped and phased-out status are left
open around the board as it is, every candidate action is grounded together, and a question only fixes what is
open and solves. That is grounded once as many questions have been asked as it costs, so that nobody who asks
few of them waits for it. Answers are the same as those of `judging.judge`, which tests compare.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Sequence

import clingo

from pyengine.actions.action import Action
from pyengine.actions.phrases import write
from pyengine.answers import verdicts
from pyengine.answers.verdicts import Verdict
from pyengine.asking import candidates, judging, note_words, programs
from pyengine.asking.memory import ATOM, PROGRAM, recent
from pyengine.asking.note_atoms import is_noted, remark_atoms, remarks_about
from pyengine.english.grammar_engine import Each
from pyengine.phrases.counter_kinds import kind_facts
from pyengine.position.model import BoardFile
from pyengine.position.position import Position
from pyengine.solving.asp_terms import quote
from pyengine.solving.solver import function, term_of, terms_of
from pyengine.solving.timeline import Timeline

REACH = 3
"""Counts up to this, and this far from the count on the board, are within the neighbourhood."""

GROUPS = (("put", "remove", "move"), ("cast", "turn"))
"""The verbs that are grounded together. Apart, neither question waits for the rules of the other."""

OPEN = ("counters(", "counter_timestamp(", "tapped(", "phased_out(")


def group(action: Action) -> tuple[str, ...] | None:
    """The group of verbs that an action is of, if a neighbourhood may answer for it: it does one thing."""
    several = any(isinstance(value, Each) for term in action.said for value in term.arguments)
    if several or action.beside or action.then is not None:
        return None
    return next((verbs for verbs in GROUPS if candidates.Filters(verbs).let(action)), None)


class Neighbourhood:
    """The boards that differ from one board in counters, by a little, and in tapped and phased-out status.

    It answers about actions of these verbs, one of `GROUPS`.
    """

    def __init__(self, board: Position, verbs: tuple[str, ...]) -> None:
        self.of: Neighbourhoods | None = None
        """Those it is one of: as long as it is remembered, no others have their id."""
        self._asked = threading.RLock()
        self._rest = _without_open(board.model)
        self._open: dict[clingo.Symbol, bool] = {}
        kinds = tuple(sorted(board.kinds()))
        holders = [*board.model.players, *(item.id for item in board.model.battlefield)]
        lines = [line for line in board.facts().rstrip("\n").split("\n") if not line.startswith(OPEN)]
        for name in holders:
            for kind in kinds:
                count = board.counters(name).get(kind, 0)
                reach = {n for n in range(count - REACH, count + REACH + 1) if n > 0} | set(range(1, REACH + 1))
                options = [f"counters(0,{quote(name)},{quote(kind)},{n})" for n in sorted(reach)]
                lines.append(f"{{ {'; '.join(options)} }} 1.")
                self._open |= dict.fromkeys(terms_of(options), False)
        for item in board.model.battlefield:
            for flag in ("tapped", "phased_out"):
                lines.append(f"{{ {flag}(0,{quote(item.id)}) }}.")
                self._open[term_of(f"{flag}(0,{quote(item.id)})")] = False
        lines += kind_facts(kinds)
        lines.append("every_procedure.")
        lines += [f"asked_verb({quote(verb)})." for verb in verbs]
        if verbs == GROUPS[0]:  # with a kind asked for, nothing else is listed
            lines += [f"asked_kind({quote(kind)})." for kind in kinds]
        self._timeline = Timeline(
            "\n".join(lines),
            candidates.CANDIDATES,
            courses=("judging",),
        )
        self._timeline.run("judging")
        programs.refuse_broken(board, self._timeline)
        self._cite = programs.cite(board)
        self._remarks, self._remarks_about = remarks_about(remark_atoms(self._timeline))
        self._terms: dict[str, clingo.Symbol] = {}
        self._reasons: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        self._ignored: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        self._rules: dict[clingo.Symbol, list[clingo.Symbol]] = {}
        self.weight = PROGRAM + ATOM * self._timeline.control.size()
        """Bytes that it takes, about."""
        atoms = self._timeline.control.atoms
        # Such as that an attacker is phased out: whether it is, is open.
        self._broken = [atom.symbol for atom in atoms("problem", 2)]
        for atom in atoms("impossible", 4):
            self._reasons.setdefault(atom.symbol.arguments[1], []).append(atom.symbol)
        for atom in atoms("ignored", 4):
            self._ignored.setdefault(atom.symbol.arguments[1], []).append(atom.symbol)
        for atom in atoms("decides", 2):
            term = atom.symbol.arguments[0]
            self._rules.setdefault(term, []).append(atom.symbol)
            self._terms[write(candidates.candidate(term))] = term

    def judge(self, board: Position, action: Action) -> Verdict | None:
        """The verdict on an action of a board nearby; None if that can't be told from here.

        It can't if the action or the board is not within the neighbourhood, or if the board contradicts the rules,
        or if anything is noted: that may be about another candidate.
        """
        term = self._terms.get(str(action))
        if term is None or _without_open(board.model) != self._rest:
            return None
        true = set(_open_atoms(board))
        if not true <= self._open.keys():
            return None
        assumptions = [(atom, atom in true) for atom in self._open]
        with self._asked:
            return self._judged(board, action, term, assumptions)

    def _judged(
        self, board: Position, action: Action, term: clingo.Symbol, assumptions: Sequence[tuple[clingo.Symbol, bool]]
    ) -> Verdict | None:
        for model in self._timeline.quick_models(assumptions):
            shown = model.symbols(shown=True)
            if is_noted(shown) or any(map(model.contains, self._broken)):
                return None
            reasons, ignored = (
                {
                    verdicts.reason(atom.arguments[2], atom.arguments[3], self._cite)
                    for atom in told.get(term, ())
                    if model.contains(atom)
                }
                for told in (self._reasons, self._ignored)
            )
            rules = {self._cite(atom.arguments[1].string) for atom in self._rules[term] if model.contains(atom)}
            noted = [*shown, *filter(model.contains, [*self._remarks, *self._remarks_about.get(term, ())])]
            told, other = note_words.caveats(board, noted, term), note_words.other_caveats(board, noted, term)
            return judging.verdict(str(action), reasons, rules, told, other, ignored)
        return None


MOST_CANDIDATES = 4_000
"""With more of them a neighbourhood answers no faster than the question alone is answered."""

CANDIDATES_A_QUESTION = 250
"""To ground so many takes about as long as one question alone."""


def questions_it_costs(board: Position, verbs: tuple[str, ...]) -> float:
    """How many questions asked alone a neighbourhood takes as long as; infinite if it never pays."""
    holders = len(board.model.players) + len(board.model.battlefield)
    number = holders * holders * len(board.kinds()) if "move" in verbs else len(board.objects)
    return 2 + number // CANDIDATES_A_QUESTION if number <= MOST_CANDIDATES else math.inf


class Neighbourhoods:
    """What is grounded around the first of some boards that come from each other by edits. Threads may share it."""

    def __init__(self) -> None:
        self._asked: dict[tuple[str, ...], int] = {}
        self._lock = threading.RLock()

    def around(self, board: Position, verbs: tuple[str, ...]) -> Neighbourhood | None:
        """The neighbourhood for one more question about actions of some verbs; None as long as it does not pay.

        It is made around the first board that it pays for.
        """
        with self._lock:
            self._asked[verbs] = self._asked.get(verbs, 0) + 1
            key = f"{id(self)} around {verbs}"
            if key not in recent and self._asked[verbs] <= questions_it_costs(board, verbs):
                return None
            found: Neighbourhood = recent.recall(key, lambda: Neighbourhood(board, verbs))
            found.of = self
            return found


def _open_atoms(board: Position) -> Iterable[clingo.Symbol]:
    """What is true on a board of what the neighbourhood leaves open."""
    for name in (*board.model.players, *(item.id for item in board.model.battlefield)):
        for kind, count in board.counters(name).items():
            yield function("counters", 0, name, kind, count)
    for item in board.model.battlefield:
        for flag in ("tapped", "phased_out"):
            if getattr(item, flag):
                yield function(flag, 0, item.id)


def _without_open(model: BoardFile) -> BoardFile:
    """The board but for what the neighbourhood leaves open."""
    closed = {"counters": {}, "tapped": False, "phased_out": False}
    return model.model_copy(
        update={
            "players": {name: player.model_copy(update={"counters": {}}) for name, player in model.players.items()},
            "battlefield": tuple(item.model_copy(update=closed) for item in model.battlefield),
        }
    )
