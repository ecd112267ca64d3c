"""Independence of the actions of a puzzle, from `independence.lp`: in either order they give the same result.

The search uses it in two ways. It asks for the results of two of them in one order only (`graph`). And where one line
is enough, it goes on with some of the actions that are left, such that every line can be reordered to begin with one of
them: those that change a part of the goal that is not so yet, and all that is not independent of these. Both are so as
long as only actions are done whose reach is known, from the position on that was asked about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pyengine.actions.action import Action
from pyengine.asking.each_of import is_one_event
from pyengine.asking.programs import instruction_facts
from pyengine.position.position import Position
from pyengine.position.references import ids
from pyengine.puzzles.goals import OF_PLAYERS, All, Comparison, Goal, Once, Quantity, State
from pyengine.solving.asp_terms import quote
from pyengine.solving.timeline import Timeline, instruction

_COURSES = ("scheduling", "settling", "relating")
_SIZES = ("power", "toughness")
_TAPPING = ("tapped", "untapped")


@dataclass(frozen=True)
class Independence:
    """Known independence of some actions, by their phrases."""

    pairs: frozenset[tuple[str, str]]
    """The independent ones, each pair both ways round."""
    tame: frozenset[str]
    """Those whose reach is known."""
    _changing: Mapping[Goal, frozenset[str]]
    """For each goal without another in it, the tame actions that may change whether it holds."""
    _ordered: frozenset[str]
    """Those that may change what the goal asks for at some time: in which order they are done may matter to it."""

    def may_come_first(self, left: Collection[str], lacking: Iterable[Goal]) -> Collection[str]:
        """Return some of the actions `left`, such that every line can be reordered to begin with one of them.

        `lacking` are the `parts` of the goal that do not hold yet.
        """
        found = (self._with_dependent(self._changers(part, left), left) for part in lacking)
        return min(found, key=len, default=left)

    def _changers(self, goal: Goal, left: Collection[str]) -> set[str]:
        """The actions that may change whether a goal is so."""
        changing = {action for one in goal.all() for action in self._changing.get(one, ())}
        return {action for action in left if action in changing or action not in self.tame}

    def _with_dependent(self, some: set[str], left: Collection[str]) -> set[str]:
        """Return actions with all actions that depend on them, directly or through others."""
        found, waiting = set(some), list(some)
        while waiting:
            action = waiting.pop()
            new = {other for other in left if other not in found and not self._are_apart(action, other)}
            found |= new
            waiting += new
        return found

    def _are_apart(self, action: str, other: str) -> bool:
        both_ordered = action in self._ordered and other in self._ordered
        return not both_ordered and (action, other) in self.pairs


def parts(goal: Goal) -> Iterator[Goal]:
    """The goals of which all have to be so."""
    if isinstance(goal, All):
        for one in goal.goals:
            yield from parts(one)
    else:
        yield goal


def independence(
    position: Position, actions: Sequence[Action], goal: Goal, deadline: float | None = None
) -> Independence:
    """Find the independence of actions from a position on. Raises `Interrupted`."""
    there = {*ids(position.model), *position.model.players}
    asked = [action for action in actions if is_one_event(action) and action.names() <= there]
    plain = [one for one in goal.all() if isinstance(one, Comparison | State)]
    looks = {f"goal_looks_at({number},{what}).\n" for number, one in enumerate(plain) for what in _looked_at(one)}
    program = position.facts() + instruction_facts(position, asked) + "asks_independence.\n" + "".join(sorted(looks))
    timeline = Timeline(program, ["questions/do.lp"], deadline=deadline, courses=_COURSES, by_plans=True)
    for number, _ in enumerate(asked, 1):
        timeline.schedule(instruction(number))
    timeline.run("settling")
    timeline.run("relating")

    def phrase(term: object) -> str:
        return str(asked[int(str(term)[1:]) - 1])

    def told(name: str, arity: int) -> list[list[object]]:
        return [list(atom.symbol.arguments[1:]) for atom in timeline.atoms(name, arity)]

    pairs = {(phrase(first), phrase(second)) for first, second in told("independent", 3)}
    unknown = {phrase(one) for (one,) in told("reach_is_unknown", 2)}
    changing: dict[Goal, set[str]] = {one: set() for one in plain}
    for action, which in told("changes_goal", 3):
        changing[plain[int(str(which))]].add(phrase(action))
    once = {inner for one in goal.all() if isinstance(one, Once) for inner in one.all()}
    return Independence(
        frozenset(pairs | {(second, first) for first, second in pairs}),
        frozenset(str(action) for action in asked) - unknown,
        {one: frozenset(found) for one, found in changing.items()},
        frozenset(action for one in once for action in changing.get(one, ())),
    )


def _looked_at(goal: Comparison | State) -> Iterator[str]:
    """Yield the terms of `asp/engine/independence.lp` for the numbers and states that a goal looks at."""
    if isinstance(goal, State):
        other = "player" if goal.what == "lost" else "elsewhere"
        yield f"tapping({quote(goal.name)})" if goal.what in _TAPPING else other
    else:
        yield from (_looked_at_by(quantity) for quantity, _ in goal.terms)


def _looked_at_by(quantity: Quantity) -> str:
    holder = quote(quantity.holder)
    if quantity.what == "counters":
        return f"counters({holder},{quote(quantity.detail)})" if quantity.detail else f"counters_of_all_kinds({holder})"
    if quantity.what in OF_PLAYERS and quantity.what != "cards":
        return "player"
    return f"size({holder})" if quantity.what in _SIZES else "elsewhere"
