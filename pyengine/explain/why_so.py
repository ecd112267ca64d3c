"""Why something is so on the boards that actions lead to, and why it is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import clingo

from pyengine.actions.action import Action
from pyengine.answers.notes import cut_short, is_complete
from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Event, Verdict
from pyengine.asking import programs
from pyengine.asking.search import Search
from pyengine.errors import InputError
from pyengine.explain.derivation import Node, Trees
from pyengine.explain.event_chain import Chains
from pyengine.files.quoting import quoted
from pyengine.puzzles import goal_reading
from pyengine.puzzles.goals import All, Comparison, Either, Goal, Not, Quantity, Seen, State, wrong_names
from pyengine.solving.branches import Branch
from pyengine.solving.instances import ANY
from pyengine.solving.solver import Interrupted, function

if TYPE_CHECKING:
    from pyengine.board import Board

TOLD = 3
"""Largest number of outcomes on either side that get a chain of events; of outcomes with the same result, one does."""

LOOKED_AT = 5_000
"""Largest number of outcomes to look at; the answer says if there may be more."""


@dataclass(frozen=True)
class Chain:
    """The result in one outcome, in terms of the goal, and the events that it depends on.

    `is_whole` is false if the derivation goes further than it was followed: events may be missing. `is_changed` is
    false if the result was the same at the start.
    """

    holds: bool
    stands: tuple[str, ...]
    events: tuple[Event, ...]
    is_whole: bool
    is_changed: bool

    def tree(self) -> Node:
        """It as a tree, such as derivations are."""
        below = tuple(Node("event", one.text, rules=(one.rule,)) for one in self.events)
        cut = () if self.is_whole else (Node("cut", "what it depends on is not followed any further"),)
        said = "it is different from the start; the cause is not known" if self.is_changed else "as it was at first"
        nothing = () if below or cut else (Node("cut" if self.is_changed else "fact", said),)
        return Node("holds" if self.holds else "not there", "; ".join(self.stands), children=below + cut + nothing)

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        events = [one.to_json() for one in self.events]
        return {
            "holds": self.holds,
            "stands": list(self.stands),
            "events": events,
            "whole": self.is_whole,
            "changed": self.is_changed,
        }


@dataclass(frozen=True)
class That:
    """Number of outcomes in which a goal holds, with chains of events, and number of the others, with their actual
    results. `always` are events of every outcome in which it holds, but not of every other one. `never` are events
    of others that occur in none of these. `is_parted` is true if no other outcome has all of the former and none of
    the latter.
    """

    goal: str
    verdicts: tuple[Verdict, ...]
    holding: int
    others: int
    chains: tuple[Chain, ...]
    always: tuple[str, ...]
    never: tuple[str, ...]
    is_parted: bool
    caveats: tuple[str, ...]
    other_caveats: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """False if a bound was hit, so that there may be other outcomes."""
        return is_complete(self.caveats)

    @property
    def trees(self) -> Trees:
        """The chains of events, with what parts the outcomes, as trees, which notebooks show."""
        parting = (("where it holds, always", self.always), ("where it holds, never", self.never))
        told = [
            Node("parting", said, children=tuple(Node("event", one) for one in some)) for said, some in parting if some
        ]
        return Trees([*(one.tree() for one in self.chains), *told])

    def _repr_html_(self) -> str:
        return self.trees._repr_html_()

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {
            "that": self.goal,
            "actions": [one.to_json() for one in self.verdicts],
            "holds_in": self.holding,
            "fails_in": self.others,
            "chains": [one.to_json() for one in self.chains],
            "always": list(self.always),
            "never": list(self.never),
            "parted": self.is_parted,
            "complete": self.complete,
            "caveats": list(self.caveats),
            "other_caveats": list(self.other_caveats),
        }


def why_that(
    board: Board, actions: Sequence[str | Action], text: str, *, settle: bool = False, timeout: float | None = None
) -> That:
    """Why a goal, in the words of puzzles, holds after actions, or does not.

    Raises `InputError` if it asks for what was so on the way, or for what is on no board; `Interrupted` if no outcome
    was found within `timeout` seconds.
    """
    goal = goal_reading.parse(text)
    if goal.on_the_way():
        raise InputError(f"{quoted(text)}: expected no 'at some time' or 'never': the last board is asked about")
    _refuse(goal, board, goal.names())
    search = Search(board, [board.action(one) for one in actions], settle=settle, timeout=timeout)
    looked = _Looked(board, search, goal)
    stopped: tuple[str, ...] = ()
    try:
        looked.at_all()
    except Interrupted as why:
        if not looked.logs:
            raise
        stopped = (cut_short(str(why)),)
    _refuse(goal, board, looked.made)
    chains = tuple(looked.chain(*one) for one in looked.kept)
    told = dict.fromkeys([*search.caveats, *stopped, *looked.notes])
    holding = [log for holds, log in looked.logs if holds]
    others = [log for holds, log in looked.logs if not holds]
    always, never = _choices(holding, others)
    return That(
        text,
        search.verdicts(),
        len(holding),
        len(others),
        chains,
        always,
        never,
        not holding or all(any(one not in log for one in always) or any(one in log for one in never) for log in others),
        tuple(told),
        search.other_caveats,
    )


def _refuse(goal: Goal, board: Board, made: Iterable[str]) -> None:
    for _, wrong in wrong_names(goal, board, frozenset(made)):
        raise InputError(wrong)


def _choices(
    holding: Sequence[dict[str, None]], others: Sequence[dict[str, None]]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the events of all of some logs that not every other log has, and the events of other logs that none of
    these has. Return nothing if all logs are on one side.
    """
    if not holding or not others:
        return (), ()
    always = [one for one in holding[0] if all(one in log for log in holding)]
    never = dict.fromkeys(one for log in others for one in log if not any(one in other for other in holding))
    return tuple(one for one in always if not all(one in log for log in others)), tuple(never)


class _Looked:
    """The outcomes seen so far."""

    def __init__(self, board: Board, search: Search[Any], goal: Goal) -> None:
        self._board = board
        self._search = search
        self._goal = goal
        self.logs: list[tuple[bool, dict[str, None]]] = []
        self.made: set[str] = set()
        self.notes: tuple[str, ...] = ()
        self.kept: list[tuple[bool, tuple[str, ...], tuple[Goal, ...], list[clingo.Symbol], list[clingo.Symbol]]] = []

    def at_all(self) -> None:
        """Look at each outcome; keep the first of those with the same result. Raises `Interrupted`."""
        for outcome, model in self._search.with_models():
            if len(self.logs) == LOOKED_AT:
                self.notes = (cut_short(f"only {LOOKED_AT:,} outcomes were looked at", "many_outcomes", LOOKED_AT),)
                return
            self._look(outcome, model)
        self.kept.sort(key=lambda one: not one[0])

    def _look(self, outcome: Outcome[Any], model: Branch) -> None:
        seen = Seen(outcome.board, outcome.characteristics or {}, ())
        self.made |= set(outcome.board.objects)
        holds = self._goal.holds(seen)
        self.logs.append((holds, dict.fromkeys(f"{one.text} [{one.rule}]" for one in outcome.log)))
        leaves = tuple(dict.fromkeys(_leaves(self._goal, seen, holds)))
        stands = tuple(dict.fromkeys(one for leaf in leaves for one in _stands(leaf, seen)))
        of_kind = [one for one in self.kept if one[0] == holds]
        if len(of_kind) < TOLD and all(one[1] != stands for one in of_kind):
            shown, atoms = list(model.symbols(shown=True)), list(model.symbols(atoms=True))
            self.kept.append((holds, stands, leaves, shown, atoms))

    def chain(
        self,
        holds: bool,
        stands: tuple[str, ...],
        leaves: tuple[Goal, ...],
        shown: list[clingo.Symbol],
        atoms: list[clingo.Symbol],
    ) -> Chain:
        """Return the chain of events that the result of an outcome depends on."""
        search = self._search
        facts = self._board.facts() + programs.action_facts(self._board, search.actions)
        chains = Chains(search.timeline, atoms, {line.removesuffix(".") for line in facts.splitlines()})
        patterns = [one for leaf in leaves for one in _patterns(leaf, search.timeline.moment, atoms)]
        events = set(chains.of(patterns))
        told = [one for one in shown if one.name == "text_of" or one in events]
        return Chain(holds, stands, Outcome(self._board, told, search.cite).log, chains.whole, chains.changed)


# --- what a goal asks ------------------------------------------------------------------------------------------------


def _leaves(goal: Goal, seen: Seen, holds: bool) -> Iterator[Goal]:
    """The comparisons and states that make a goal hold, or fail."""
    match goal:
        case Not():
            yield from _leaves(goal.goal, seen, not holds)
        case All() | Either():
            for one in goal.goals:
                if one.holds(seen) == holds:
                    yield from _leaves(one, seen, holds)
        case _:
            yield goal


def _stands(leaf: Goal, seen: Seen) -> Iterator[str]:
    """Describe the actual value of a comparison or a state."""
    if isinstance(leaf, Comparison):
        for quantity, _ in leaf.terms:
            value = quantity.value(seen)
            yield f"{quantity} = {value}" if value is not None else f"there is no {quantity}"
    elif isinstance(leaf, State):
        yield f"{leaf.name} {_state(leaf, seen)}"


def _state(leaf: State, seen: Seen) -> str:
    if leaf.what == "lost":
        return "has lost" if leaf.holds(seen) else "has not lost"
    zone = seen.zone_of(leaf.name)
    item = seen.position.objects.get(leaf.name)
    if zone is None or item is None:
        return "is not there" if zone is None else f"is in the {zone}"
    place = "on the battlefield" if zone == "battlefield" else f"in the {zone}"
    if leaf.what in ("face up", "face down"):
        return f"is {'face up' if item.face_down is None else 'face down'} {place}"
    if leaf.what in ("tapped", "untapped") and zone == "battlefield":
        return "is tapped" if item.tapped else "is untapped"
    return f"is {place}"


_STATE_FLUENTS = {"face up": ("face_down", "exiled_face_down"), "tapped": ("tapped",), "lost": ("lost",)}
_STATE_FLUENTS |= {"face down": _STATE_FLUENTS["face up"], "untapped": _STATE_FLUENTS["tapped"]}
_TWO = ("tapped", "lost", "exiled_face_down")
"""Fluents with no value."""


def _patterns(leaf: Goal, time: int, atoms: Sequence[clingo.Symbol]) -> Iterator[clingo.Symbol]:
    """The fluents of the last board that a comparison or a state asks for."""
    if isinstance(leaf, Comparison):
        for quantity, _ in leaf.terms:
            yield from _of_quantity(quantity, time, atoms)
    elif isinstance(leaf, State):
        for name in _STATE_FLUENTS.get(leaf.what, ()):
            yield _pattern(name, time, leaf.name, *([] if name in _TWO else [None]))
        if leaf.what != "lost":
            yield _pattern("zone", time, leaf.name, None)


def _of_quantity(quantity: Quantity, time: int, atoms: Sequence[clingo.Symbol]) -> Iterator[clingo.Symbol]:
    holder = quantity.holder
    match quantity.what:
        case "counters":
            yield _pattern("counters", time, holder, quantity.detail or None, None)
        case "mana":
            yield _pattern("mana", time, holder, quantity.detail.strip("{}") or None, None)
        case "damage dealt to" | "life lost by":
            yield _pattern("this_turn", time, holder, None, None)
        case "cards":
            there = {atom.arguments[1] for atom in atoms if _is_in(atom, quantity.detail)}
            mine = {atom.arguments[0] for atom in atoms if atom.name == "owner" and atom.arguments[1].string == holder}
            for one in sorted(there & mine):
                yield _pattern("zone", time, one.string, None)
        case "power" | "toughness":
            yield _pattern(quantity.what, time, holder, None)
            yield _pattern("zone", time, holder, None)
        case what:
            yield _pattern(what, time, holder, None)


def _is_in(atom: clingo.Symbol, zone: str) -> bool:
    return atom.name == "zone" and len(atom.arguments) == 3 and atom.arguments[2].string == zone


def _pattern(name: str, time: int, *values: str | None) -> clingo.Symbol:
    """An atom of the last moment; None is left open."""
    return function(name, time, *(function(ANY) if one is None else one for one in values))
