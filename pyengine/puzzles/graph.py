"""The graph of positions that a puzzle's actions lead to; equal positions are one, whatever their objects are called.

A position is looked at once, however many lines lead to it. What may be done there hangs on what has been used, and the
goal may ask for what was on the way, so a node of the graph is a position with both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal

from pyengine.actions.action import Action
from pyengine.answers.outcome import Outcome
from pyengine.asking import programs
from pyengine.asking.each_of import tried
from pyengine.errors import InvalidBoardError
from pyengine.position.canonical import canonical_key
from pyengine.position.position import P
from pyengine.position.references import ids
from pyengine.puzzles.goals import Goal, Seen
from pyengine.puzzles.moves import Moves, Used, declarations, of_combat, playable
from pyengine.solving.solver import check_deadline

Whose = Literal["solver", "opponent", "unknown"]
"""Whose choice it is what comes of an action; unknown if several players choose, or somebody of whom nothing tells."""

POWER = "questions/power.lp"
"""What is asked besides where the goal looks at power or toughness: which remarks could have changed them."""

THIS_TURN = "questions/this_turn.lp"
"""What is asked besides where the goal looks at what has happened this turn: that it is kept."""

Cost = Callable[[P, Outcome[P]], int]
"""How much is used up of what is to be fewest, on a position by what comes of an action."""

SEVERAL_DECLARE = "of several opponents only one declares attackers or blockers in a step, the others none"

ALL = 1_000_000_000
"""More steps than any line has."""


@dataclass(eq=False)
class Place(Generic[P]):
    """A position, and what comes of what has been asked there, by the action's phrase."""

    position: P
    key: str
    seen: Seen
    came: dict[str, Came[P]] = field(default_factory=dict)
    playable: Sequence[Action] | None = None
    in_doubt: bool = False
    """Whether more might be playable, if what is noted of that mattered."""
    unasked: bool = False
    """Whether other players may have something to declare there that is not asked."""


@dataclass(frozen=True)
class Came(Generic[P]):
    """What comes of an action: each place, and what it costs; whose choice it is which of them.

    `in_doubt`: something was noted that could have changed it.
    """

    to: tuple[tuple[Place[P], int], ...]
    whose: Whose = "solver"
    in_doubt: bool = False


@dataclass(eq=False)
class Node(Generic[P]):
    """A place, what has been used and what of the goal has been so on the way; `depth` steps from the start.

    `in_doubt`: something was noted that could have changed what comes of it.
    """

    place: Place[P]
    used: Used
    been: frozenset[Goal]
    depth: int
    is_goal: bool
    edges: list[Edge[P]] = field(default_factory=list)
    expanded: bool = False
    in_doubt: bool = False


@dataclass(frozen=True, eq=False)
class Edge(Generic[P]):
    """An action, and each node that it may lead to with what that costs; whose choice it is which of them."""

    action: Action
    to: tuple[tuple[Node[P], int], ...]
    whose: Whose
    in_doubt: bool


class Graph(Generic[P]):
    """What has been found of the graph. Ids in `keep` are not renamed; None: no ids are.

    With a `solver`, a player, it is found out whether choices are that player's.
    """

    def __init__(
        self,
        start: P,
        goal: Goal,
        moves: Moves,
        keep: Iterable[str] | None,
        *,
        settle: bool,
        cost: Cost[P] | None = None,
        solver: str | None = None,
    ) -> None:
        self.goal = goal
        self.moves = moves
        self.settle = settle
        self._keep = None if keep is None else frozenset(keep)
        self._solver = solver
        self._player = start.model.priority_player
        # Whatever speaks of copies: an action, or anything that a card says.
        self._copies = "copy" in start.facts() or any("copy" in str(one.action) for one in moves.actions)
        self.deadline: float | None = None
        self.asked = 0
        """How often it was asked what comes of an action."""
        self.caveats: dict[str, None] = {}
        self.other_caveats: dict[str, None] = {}
        self._cost = cost
        self._looks = goal.looks_at_characteristics()
        self.also = tuple(
            question
            for question, is_asked in (
                (POWER, self._looks),
                (THIS_TURN, goal.looks_at_this_turn()),
                ("questions/who_chooses.lp", solver is not None),
            )
            if is_asked
        )
        """Questions that are asked besides what comes of an action."""
        self._places: dict[str, Place[P]] = {}
        self._nodes: dict[tuple[str, Used, frozenset[Goal]], Node[P]] = {}
        self._was = goal.on_the_way()
        known, told, other = programs.characteristics(start, [POWER]) if self._looks else ({}, (), ())
        self.caveats.update(dict.fromkeys(told))
        self.other_caveats.update(dict.fromkeys(other))
        self._start_in_doubt = bool(told)
        self.start = self._node(self._place(start, known), moves.unused, frozenset(), 0)

    @property
    def positions(self) -> int:
        """How many different positions have been met."""
        return len(self._places)

    def places(self) -> Iterable[Place[P]]:
        """The positions that have been met."""
        return self._places.values()

    def nodes(self) -> Iterable[Node[P]]:
        """The nodes that have been found."""
        return self._nodes.values()

    @property
    def sure(self) -> int | None:
        """Of lines of so many steps it is known for sure whether they reach the goal: what is noted of a position
        could change all that comes after. None if that is not known of the start itself; without anything noted, of
        all lines that have been looked at."""
        if self._start_in_doubt:
            return None
        return min((node.depth for node in self.nodes() if node.in_doubt), default=ALL)

    def key(self, position: P) -> str:
        """What positions have in common that are one here."""
        keep = ids(position.model) if self._keep is None else self._keep
        return canonical_key(position.model, keep, copies=self._copies)

    def _place(self, position: P, characteristics: object) -> Place[P]:
        key = self.key(position)
        if key not in self._places:
            found = characteristics if isinstance(characteristics, dict) else {}
            self._places[key] = Place(position, key, Seen(position, found, ()))
        return self._places[key]

    def _node(self, place: Place[P], used: Used, been: frozenset[Goal], depth: int) -> Node[P]:
        been |= {one for one in self._was if one.goal.holds(place.seen)}
        key = place.key, used, been
        if key not in self._nodes:
            seen = Seen(place.position, place.seen.characteristics, been)
            self._nodes[key] = Node(place, used, been, depth, self.goal.holds(seen))
        return self._nodes[key]

    def expand(self, nodes: Sequence[Node[P]]) -> Iterator[Node[P]]:
        """Find what comes of every action on some nodes, and give the nodes that are new. Raises `Interrupted`."""
        usable = {node: list(self._usable(node)) for node in nodes if not node.expanded}
        wanted: dict[Place[P], dict[str, Action]] = {}
        for node, actions in usable.items():
            wanted.setdefault(node.place, {}).update((str(action), action) for action, _ in actions)
        for place, asked in wanted.items():
            self._ask(place, [action for text, action in asked.items() if text not in place.came])
        known = len(self._nodes)
        for node, actions in usable.items():
            for action, used in actions:
                came = node.place.came[str(action)]
                doubt = came.in_doubt or node.place.unasked
                node.in_doubt = node.in_doubt or doubt
                if came.to:
                    after = tuple((self._node(one, used, node.been, node.depth + 1), cost) for one, cost in came.to)
                    node.edges.append(Edge(action, after, came.whose, doubt))
            node.in_doubt = node.in_doubt or node.place.in_doubt
            node.expanded = True
        yield from list(self._nodes.values())[known:]

    def _usable(self, node: Node[P]) -> Iterator[tuple[Action, Used]]:
        place = node.place
        found = dict(self.moves.left(place.position, node.used))
        if self.moves.combat:
            found.update(dict.fromkeys(of_combat(place.position, self._player), node.used))
        if self._solver is not None:
            declared = list(declarations(place.position, self._solver))
            found.update(dict.fromkeys(declared, node.used))
            if len(declared) > 1:
                place.unasked = True
                self.caveats[SEVERAL_DECLARE] = None
        if self.moves.everything:
            if place.playable is None:
                place.playable, told = playable(place.position, self.deadline)
                place.in_doubt = bool(told)
                self.caveats.update(dict.fromkeys(told))
            found = {**dict.fromkeys(place.playable, node.used), **found}
        return iter(found.items())

    def _ask(self, place: Place[P], actions: Sequence[Action]) -> None:
        """Find what comes of some actions at a place."""
        if not actions:
            return
        check_deadline(self.deadline)
        self.asked += len(actions)
        try:
            answers = tried(
                place.position, actions, settle=self.settle, look=self._looks, also=self.also, deadline=self.deadline
            )
        except InvalidBoardError as error:
            if place is self.start.place:
                raise
            self.caveats[f"cut short: a position on the way was not gone on from: {error.message}"] = None
            place.came.update((str(action), Came((), in_doubt=True)) for action in actions)
            return
        for action, answer in zip(actions, answers, strict=True):
            self.caveats.update(dict.fromkeys(answer.caveats))
            self.other_caveats.update(dict.fromkeys(answer.other_caveats))
            to = () if self._passes_over(answer.outcomes) else tuple(self._landings(place.position, answer.outcomes))
            whose = self._whose(answer.outcomes) if len(to) > 1 else "solver"
            place.came[str(action)] = Came(to, whose, bool(answer.caveats))

    def _landings(self, before: P, outcomes: Iterable[Outcome[P]]) -> Iterator[tuple[Place[P], int]]:
        """Each place that outcomes lead to, at the least that it costs."""
        found: dict[Place[P], int] = {}
        for outcome in outcomes:
            place = self._place(outcome.board, outcome.characteristics)
            cost = 0 if self._cost is None else self._cost(before, outcome)
            found[place] = min(cost, found.get(place, cost))
        return iter(found.items())

    def _passes_over(self, outcomes: Sequence[Outcome[P]]) -> bool:
        """Whether the action takes a declaration of attackers or blockers from another player, who has to be asked."""
        return self._solver is not None and any(one.passed_over - {self._solver} for one in outcomes)

    def _whose(self, outcomes: Sequence[Outcome[P]]) -> Whose:
        """Whose choice it is which of several outcomes comes; without a solver, everybody chooses as the solver does.

        It is the solver's, or another player's, if the choices of one of them are all there are and tell the places
        apart that outcomes lead to.
        """
        if self._solver is None:
            return "solver"
        led: dict[frozenset[tuple[str, str]], str] = {}
        for one in outcomes:
            if one.has_unowned_choice or led.setdefault(one.choices, self.key(one.board)) != self.key(one.board):
                return "unknown"
        players = {player for choices in led for player, _ in choices}
        own, others = self._solver in players, bool(players - {self._solver})
        return "unknown" if own == others else "solver" if own else "opponent"
