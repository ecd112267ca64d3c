"""The graph of positions that a puzzle's actions lead to; positions that differ only in ids are one.

The search expands a position once, however many lines lead to it. The possible actions depend on the actions already
used, and the goal may ask about the way, so a node of the graph is a position with both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from pyengine.actions.action import Action
from pyengine.answers.notes import Note, cut_short
from pyengine.answers.outcome import Outcome
from pyengine.asking import programs
from pyengine.asking.each_of import Tried, tried
from pyengine.asking.judging import judge
from pyengine.asking.search import Search
from pyengine.errors import InputError, InvalidBoardError
from pyengine.position.canonical import canonical_key
from pyengine.position.position import P
from pyengine.position.references import ids
from pyengine.position.view import Sight
from pyengine.puzzles.goals import Goal, Seen
from pyengine.puzzles.helpers import Helpers, remote_playable, remote_tried, unpacked
from pyengine.puzzles.hidden_moves import moved
from pyengine.puzzles.independence import Independence, independence, parts
from pyengine.puzzles.moves import (
    ALL_PASS,
    PASS,
    RESOLVE,
    Moves,
    Used,
    declaration,
    declares,
    is_of_declarations,
    of_combat,
    playable,
    skips_priority,
)
from pyengine.puzzles.position_nodes import Came, Events, Place, Whose, by_events, cheapest, filled_in
from pyengine.puzzles.rest_of_combat import Rest, rest_of_combat
from pyengine.solving.processes import memory_in_use
from pyengine.solving.solver import Interrupted, check_deadline, time_left

POWER = "questions/power.lp"
"""Extra question if the goal looks at power or toughness: the remarks that could have changed them."""

PROMISE = "questions/promise.lp"
"""Extra question of a search that looks at promising positions first."""

ONE_PAYMENT = "questions/one_payment.lp"
"""Extra question of such a search: of ways to pay that differ in mana alone, only one is asked for."""

THIS_TURN = "questions/this_turn.lp"
"""Extra question if the goal looks at events of this turn, so that they are kept."""

Cost = Callable[[P, Outcome[P]], int]
"""Function for the amount of the minimized quantity that an outcome of an action uses up on a position."""

SKIPS = Note(
    "what others could cast or activate on the way through an allowed action is not asked; with 'go to the next step' "
    "and 'resolve the top of the stack' it is",
    "answers_on_the_way",
)

SEVERAL_DECLARE = Note(
    "of several players only one declares attackers or blockers in a step, the others none", "one_declares"
)

OWN_DECLARED = Note(
    "what the solver declares in another player's turn was looked at with 'everything legal' or 'combat' only, not as "
    "an allowed action",
    "own_declarations",
)

ALLIES = Note("it is assumed that teammates of the solver choose and do what suits the solver", "teammates_help")

MOST_RESOLVE = 20
"""Largest number of spells and abilities that resolve to find out whether another player can act on the way."""

MOST_TOGETHER = 8
"""Largest number of different actions that one program lets resolve; the effort grows with their product."""

ALL = 1_000_000_000
"""More steps than any line has."""


def _questions(goal: Goal, *, chooses: bool, promises: bool, one_payment: bool) -> tuple[str, ...]:
    asked = (
        (POWER, goal.looks_at_characteristics()),
        (THIS_TURN, goal.looks_at_this_turn()),
        (programs.WHO_CHOOSES, chooses),
        (PROMISE, promises),
        (ONE_PAYMENT, one_payment),
    )
    return tuple(question for question, is_asked in asked if is_asked)


@dataclass(eq=False)
class Node(Generic[P]):
    """A place, the actions used and the parts of the goal that held on the way; `depth` steps from the start.

    If another player has priority, `before` has the actions used if that player does anything except pass: then the
    step that was to end does not end. `in_doubt`: a note could have changed the results.
    """

    place: Place[P]
    used: Used
    been: frozenset[Goal]
    depth: int
    is_goal: bool
    before: Used | None = None
    edges: list[Edge[P]] = field(default_factory=list)
    expanded: bool = False
    in_doubt: bool = False


@dataclass(frozen=True, eq=False)
class Edge(Generic[P]):
    """An action, and each node that it may lead to with what that costs; whose choice it is which of them. It is so
    many `steps` of a line: none, if others do it, or if it only lets the stack resolve."""

    action: Action
    to: tuple[tuple[Node[P], int], ...]
    whose: Whose
    in_doubt: bool
    steps: int
    settles: bool
    """True if everything on the stack resolves with it."""


class Use(NamedTuple):
    """A possible action at a node, the actions used after it, and its number of steps; `before` as in the node that
    it leads to.
    """

    action: Action
    used: Used
    steps: int
    before: Used


class Graph(Generic[P]):
    """The part of the graph found so far.

    Ids in `keep` are not renamed; None keeps all ids. With a `solver`, a player, the graph finds out which choices
    are that player's. Other players may then act whenever they have priority: nothing resolves, and no step ends,
    before they have passed. If it `fills` in results of independent actions, it asks for these in one order. If it
    `prunes`, it leaves out actions that a shortest line, or one with the fewest of something, can do without at that
    moment. With `one_payment` it asks for one of the payments that differ in mana alone, unless it is to explore each.
    """

    memory: int | None = None
    """The most memory that the search may have, in bytes: it ends before it asks further."""
    helpers: Helpers | None = None
    """Processes that answer ahead of time what is about to be asked, if there are any."""

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
        fills: bool = False,
        prunes: bool = False,
        promises: bool = False,
        one_payment: bool = False,
        at_most: int | None = None,
    ) -> None:
        self.goal = goal
        self.moves = moves
        self._at_most = at_most
        self.settle = settle and solver is None
        """True if everything on the stack resolves with an action, before any other action."""
        self._resolves = settle
        self._keep = None if keep is None else frozenset(keep)
        self._solver = solver
        self._player = start.model.priority_player
        self._adversaries, allies = (frozenset(), frozenset()) if solver is None else programs.sides(start, solver)
        # Whatever speaks of copies: an action, or anything that a card says.
        self._copies = "copy" in start.facts() or any("copy" in str(one.action) for one in moves.actions)
        self.deadline: float | None = None
        self.meanwhile: Callable[[], None] | None = None
        """Another search that goes on for a while before anything is asked."""
        self.asked = 0
        """Number of times that the result of an action was needed and had to be asked."""
        self.caveats: dict[str, None] = {}
        if allies:
            self.caveats[ALLIES] = None
        self.other_caveats: dict[str, None] = {}
        self.filled = 0
        """How often it was not, as the other order of independent actions tells it."""
        self.left_out = 0
        """How often an action was left out."""
        self._relates = fills and len(moves.actions) > 1
        self._prunes = prunes and moves.are_listed
        self._related: Independence | None = None
        self._cost = cost
        self._looks = goal.looks_at_characteristics()
        self.also = _questions(goal, chooses=solver is not None, promises=promises, one_payment=one_payment)
        """Questions in addition to the results of an action."""
        self._places: dict[str, Place[P]] = {}
        self._nodes: dict[tuple[str, Used, Used | None, frozenset[Goal]], Node[P]] = {}
        self._was = goal.on_the_way()
        known, told, other = programs.characteristics(start, [POWER]) if self._looks else ({}, (), ())
        self.caveats.update(dict.fromkeys(told))
        self.other_caveats.update(dict.fromkeys(other))
        self._start_in_doubt = bool(told)
        self._skips = solver is not None and any(skips_priority(one.action) for one in moves.actions)
        self.start = self._node(self._place(start, known), moves.unused, frozenset(), 0)
        self.start.place.is_related = True
        if promises:
            self._promised(self.start.place, *Search(start, [], also=self.also))

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
        """The number of steps up to which the result for lines is certain: a note on a position could change
        everything after it. None if the start itself is in doubt. Without any note, this covers all lines searched.
        """
        if self._start_in_doubt:
            return None
        return min((node.depth for node in self.nodes() if node.in_doubt), default=ALL)

    def key(self, position: P) -> str:
        """Return the key that is the same for all positions that are one here."""
        keep = ids(position.model) if self._keep is None else self._keep
        return canonical_key(position.model, keep, copies=self._copies)

    def _place(self, position: P, characteristics: object) -> Place[P]:
        key = self.key(position)
        if key not in self._places:
            found = characteristics if isinstance(characteristics, dict) else {}
            place = Place(position, key, Seen(position, found, ()))
            # What is declared comes before anybody has priority (508.1, 509.1).
            place.others_turn = position.model.priority_player in self._adversaries and not self._own_declaring(place)
            self._places[key] = place
        return self._places[key]

    def _declaring(self, place: Place[P]) -> tuple[str, ...]:
        """Return the players who have attackers or blockers to declare there."""
        if place.declaring is None:
            asked = is_of_declarations(place.position)
            place.declaring = programs.declaring(place.position) if asked else ()
        return place.declaring

    def _own_declaring(self, place: Place[P]) -> list[str]:
        """The players for whom the solver has to declare something there, if that may be whatever is legal."""
        if self.moves.are_listed:
            return []
        own = self._adversaries.isdisjoint if self._solver is not None else {self._player}.issuperset
        return [player for player in self._declaring(place) if own([player])]

    def _node(
        self, place: Place[P], used: Used, been: frozenset[Goal], depth: int, before: Used | None = None
    ) -> Node[P]:
        been |= {one for one in self._was if one.goal.holds(place.seen)}
        before = before if place.others_turn else None
        key = place.key, used, before, been
        if key not in self._nodes:
            seen = Seen(place.position, place.seen.characteristics, been)
            self._nodes[key] = Node(place, used, been, depth, self.goal.holds(seen), before)
        return self._nodes[key]

    def expand(self, nodes: Sequence[Node[P]]) -> Iterator[Node[P]]:
        """Find the results of every action on some nodes, and yield the new nodes. Raises `Interrupted`."""
        self._relate()
        if self.helpers is not None and self.moves.everything:
            places = dict.fromkeys(node.place for node in nodes if node.place.playable is None)
            seconds = time_left(self.deadline)
            self.helpers.ask(remote_playable, {place.key: (place.position, seconds) for place in places})
        usable = {node: list(self._needed(node)) for node in nodes if not node.expanded}
        wanted: dict[Place[P], dict[str, Action]] = {}
        for node, actions in usable.items():
            wanted.setdefault(node.place, {}).update((str(use.action), use.action) for use in actions)
        self._find(wanted)
        known = len(self._nodes)
        for node, actions in usable.items():
            for use in actions:
                self._follow(node, use)
            node.in_doubt = node.in_doubt or node.place.in_doubt
            node.expanded = True
        yield from list(self._nodes.values())[known:]

    def of(self, moves: Moves, *, one_payment: bool) -> Graph[P]:
        """Return the graph of the same position and goal for other moves, with what attackers promise."""
        return Graph(
            self.start.place.position,
            self.goal,
            moves,
            self._keep,
            settle=self._resolves,
            solver=self._solver,
            promises=True,
            one_payment=one_payment,
        )

    def uses(self, node: Node[P]) -> Sequence[Use]:
        """Return the possible actions at a node, none of which has been tried yet."""
        return list(self._usable(node))

    def explore(self, node: Node[P], use: Use) -> Edge[P] | None:
        """Find the results of one action at a node; None if it can't be done. Raises `Interrupted`."""
        self._find({node.place: {str(use.action): use.action}})
        return self._follow(node, use)

    def explore_each_payment(self, node: Node[P], use: Use) -> Edge[P] | None:
        """Find the results of one action at a node, however it is paid. Raises `Interrupted`."""
        name = f"{use.action}, paid in each way"
        if name not in node.place.came:
            self._check_limits()
            [answer] = self._tried(node.place, [use.action], each_payment=True)
            self._came(node.place, name, answer)
        return self._follow(node, use, node.place.came[name])

    def _follow(self, node: Node[P], use: Use, came: Came[P] | None = None) -> Edge[P] | None:
        """Add the edge for an action whose results are known."""
        action, used, steps, before = use
        came = came or self._came_of(node.place, action)
        self.caveats.update(dict.fromkeys(came.told))
        self.other_caveats.update(dict.fromkeys(came.other))
        doubt = came.in_doubt or node.place.unasked or (self._skips and skips_priority(action))
        node.in_doubt = node.in_doubt or doubt
        if not came.to:
            return None
        depth = node.depth + steps
        after = tuple((self._node(one, used, node.been, depth, before), cost) for one, cost in came.to)
        settles = self.settle or came is not node.place.came[str(action)]
        hangs = doubt or self._is_hidden(node.place, came)
        edge = Edge(action, after, came.whose, hangs, steps, settles)
        node.edges.append(edge)
        return edge

    def never_done(self) -> Iterator[str]:
        """Say of each allowed action that was tried and could not be done on any position, why not. A misspelt one
        would make 'none' an answer to another puzzle."""
        for one in self.moves.actions:
            phrase = str(one.action)
            asked = [place for place in self.places() if phrase in place.came]
            if not any(place.came[phrase].to for place in asked) and (asked or not self.left_out):
                why = f": {self.why_not(asked[0].position, one.action)}" if asked else ", where what it names never is"
                words = f"'{phrase}' could not be done on any position that was looked at{why}"
                yield Note(words, "never_done", phrase)

    def why_not(self, position: P, action: Action) -> str:
        """Return the reasons why an action can't be done on a position, with their rules."""
        try:
            verdict = judge(position, action, self.deadline)
        except Interrupted:
            return "the time limit was reached before it was asked why"
        return "; ".join(f"{one.text} [{one.rule}]" for one in verdict.reasons) or "it changes nothing"

    def _relate(self) -> None:
        """Find out which actions are independent, before anything is asked."""
        if self._relates and self._related is None:
            actions = [one.action for one in self.moves.actions]
            self._related = independence(self.start.place.position, actions, self.goal, self.deadline)

    def _needed(self, node: Node[P]) -> Iterator[Use]:
        """Return the possible actions at a node, except those left out."""
        usable = list(self._usable(node))
        if self._related is None or not self._prunes or not node.place.is_related or node.is_goal:
            return iter(usable)
        seen = Seen(node.place.position, node.place.seen.characteristics, node.been)
        lacking = [part for part in parts(self.goal) if not part.holds(seen)]
        first = self._related.may_come_first(self.moves.not_used_up(node.used), lacking)
        needed = [use for use in usable if str(use.action) in first]
        self.left_out += len(usable) - len(needed)
        return iter(needed)

    def _usable(self, node: Node[P]) -> Iterator[Use]:
        place = node.place
        if place.others_turn:
            before = node.used if node.before is None else node.before
            yield from (Use(action, before, 0, before) for action in (*self._declared(place), *self._playable(place)))
            yield Use(PASS, node.used, 0, before)
            return
        own = [declaration(place.position, player) for player in self._own_declaring(place)]
        if own and place.position.model.priority_player in self._adversaries:
            yield from (Use(action, node.used, 1, node.used) for action in own)
            return
        top = None if self._solver is None else self._top_player(place)
        if self._is_own(top) and self._resolves:
            yield Use(PASS if self._answered(place) else RESOLVE, node.used, 0, node.used)
            return
        found = dict(self.moves.left(place.position, node.used))
        if self.moves.combat and not (self.moves.combat_last and found):
            found.update(dict.fromkeys(of_combat(place.position, self._player), node.used))
        found.update(dict.fromkeys((*own, *self._declared(place)), node.used))
        if self.moves.everything:
            found = {**dict.fromkeys(self._playable(place), node.used), **found}
        if self._skips and any(map(skips_priority, found)):
            self.caveats[SKIPS] = None
        others_resolve = top is not None and not self._is_own(top)
        passes = self._solver is not None and (others_resolve or any(action in ALL_PASS for action in found))
        if passes:
            # What is asked with it costs hardly more.
            self._find({place: {str(one): one for one in (PASS, *found) if one not in ALL_PASS}})
        answered = passes and self._answered(place)
        for action, used in found.items():
            yield Use(PASS if answered and action in ALL_PASS else action, used, 1, node.used)
        if others_resolve:
            yield Use(PASS if answered else RESOLVE, node.used, 0, node.used)
        elif self._solver not in (None, place.position.model.priority_player):
            yield Use(PASS, node.used, 0, node.used)

    def _top_player(self, place: Place[P]) -> str | None:
        """The controller of the top object of the stack, empty if it has none; None if the stack is empty."""
        if not place.position.model.stack:
            return None
        if place.top_player is None:
            said = place.position.model.stack[-1].controller
            place.top_player = said or programs.top_controller(place.position)
        return place.top_player

    def _is_own(self, player: str | None) -> bool:
        """True if the solver, or a teammate of the solver, chooses the player's actions."""
        return bool(player) and player not in self._adversaries

    def _declared(self, place: Place[P]) -> Sequence[Action]:
        """Return the declarations that adversaries may have to make there, as they choose."""
        if self._solver is None or not is_of_declarations(place.position):
            return []
        players = self._declaring(place)
        if len(players) > 1:
            place.unasked = True
            self.caveats[SEVERAL_DECLARE] = None
        own_too = place.others_turn and not self._adversaries.issuperset(players)
        if own_too and any(declares(one.action) for one in self.moves.actions):
            place.unasked = True
            self.caveats[OWN_DECLARED] = None
        return [declaration(place.position, player) for player in players if player in self._adversaries]

    def blocks(self, position: P) -> Action:
        """Return the declaration of blockers that one opponent is to make on a position."""
        [blocks] = self._declared(self._place(position, {}))
        return blocks

    def rest_of_combat(self, node: Node[P]) -> Rest:
        """Return the answer about the blocks that one opponent is to declare at a node; unknown if nobody is."""
        place = node.place
        if place.rest is None:
            place.rest = "unknown"
            blocks = self._declared(place) if not place.position.model.stack else ()
            if len(blocks) == 1 and not place.unasked and place.position.model.step == "declare blockers":
                goal, solver = self.goal, self._solver or self._player
                with suppress(InputError):  # the goal asks for what was so on the way
                    place.rest = rest_of_combat(
                        place.position, blocks[0], goal, solver, self._adversaries, self.deadline
                    )
        return place.rest

    def _playable(self, place: Place[P]) -> Sequence[Action]:
        """Return the possible actions of the player with priority there."""
        if place.playable is None:
            found = None if self.helpers is None else self.helpers.answer(place.key, self.deadline)
            if found is None:
                place.playable, told = playable(place.position, self.deadline)
            else:
                place.playable, told = [Action.parse(phrase) for phrase in found[0]], found[1]
            place.in_doubt = bool(told)
            self.caveats.update(dict.fromkeys(told))
        return place.playable

    def answers(self, position: P) -> Sequence[Action]:
        """Return the possible actions, including to pass, of a player with priority other than the solver."""
        declared = self._declared(self._place(position, {}))
        return (*declared, *playable(position, self.deadline)[0], PASS)

    def _distinguished(self) -> set[str]:
        """The ids of objects that a goal or an allowed action names."""
        return self.goal.names() | self.moves.names()

    def done(self, position: P, action: Action, *, settle: bool, each_payment: bool = False) -> Search[P]:
        """Return the search for the outcomes of an action, as the graph looks at it, or however it is paid."""
        also = self._asked(each_payment)
        return Search(position, [action], settle=settle, also=also, distinguished=self._distinguished())

    def _asked(self, each_payment: bool) -> Sequence[str]:
        return [question for question in self.also if not (each_payment and question == ONE_PAYMENT)]

    def _came_of(self, place: Place[P], action: Action) -> Came[P]:
        """Return the result of an action; its objects on the stack resolve too if no other player can act before that.

        Resolving step by step would give the same result, but would lose the knowledge of objects that have left.
        """
        came = place.came[str(action)]
        if self._solver is None or not self._resolves or action in (PASS, *ALL_PASS) or place.others_turn:
            return came
        if all(to.position.model.stack == () for to, _ in came.to) or not all(self._is_quiet(to) for to, _ in came.to):
            return came
        if (settled := f"{action}, settled") not in place.came:
            [answer] = self._tried(place, [action], settle=True)
            self._came(place, settled, answer)
        return place.came[settled]

    def _is_hidden(self, place: Place[P], came: Came[P]) -> bool:
        """True if an action of the solver moves or turns over an object that the solver does not see."""
        if place.others_turn or place.position.viewer is not None:
            return False
        if came.hides is None:
            found = {name for to, _ in came.to for name in moved(place.position, to.position)}
            came.hides = any("card" not in self._sight(place).told(name) for name in found)
        return came.hides

    def _sight(self, place: Place[P]) -> Sight:
        """The position as the player sees it whose actions are sought."""
        if place.sight is None:
            place.sight = programs.sight(place.position, self._player)
        return place.sight

    def _is_quiet(self, place: Place[P], deep: int = 0) -> bool:
        if place.quiet is None and deep < MOST_RESOLVE:
            top = self._top_player(place)
            place.quiet = top is None
            if self._is_own(top) and not self._answered(place):
                self._find({place: {str(RESOLVE): RESOLVE}})
                place.quiet = all(self._is_quiet(to, deep + 1) for to, _ in place.came[str(RESOLVE)].to)
        return bool(place.quiet)

    def _answered(self, place: Place[P]) -> bool:
        """True if others can act as soon as a player passes priority at a place, or if that is not known."""
        if place.answered is None:
            place.answered = any(self._may_answer(to) for to in self._passed(place))
        return place.answered

    def _passed(self, place: Place[P]) -> Iterator[Place[P]]:
        """Where it leads to that the player with priority passes, and another receives it."""
        self._find({place: {str(PASS): PASS}})
        to = (one for one, _ in place.came[str(PASS)].to)
        return (one for one in to if any(player.passed for player in one.position.model.players.values()))

    def _may_answer(self, place: Place[P]) -> bool:
        if not place.others_turn:
            # A player for whom the solver chooses passes it on, until it is back with the solver.
            passes_on = self._solver != place.position.model.priority_player
            return passes_on and any(self._may_answer(to) for to in self._passed(place))
        can = bool(self._playable(place)) or place.in_doubt
        return can or any(self._may_answer(to) for to in self._passed(place))

    def _find(self, wanted: dict[Place[P], dict[str, Action]]) -> None:
        """Find the results of some actions at some places, where they are not known.

        Asking about more actions at a place costs hardly more. So the place with the most unknown results comes
        first; it may answer everything wanted elsewhere.
        """
        waiting = wanted
        if self.helpers is not None and len(wanted) > 1:
            self._have_asked({place: self._not_told(place, asked) for place, asked in wanted.items()})
        while waiting := {place: left for place, asked in waiting.items() if (left := self._not_told(place, asked))}:
            place = max(waiting, key=lambda one: len(waiting[one]))
            for actions in self._apart(waiting.pop(place)):
                self._ask(place, actions)

    def _have_asked(self, waiting: dict[Place[P], dict[str, Action]]) -> None:
        """Have the helpers ask for what is not known, in the order in which it will be needed."""
        assert self.helpers is not None
        questions = {}
        settings = self._settings(self.settle, each_payment=False)
        for place in sorted(waiting, key=lambda one: -len(waiting[one])):
            for actions in self._apart(waiting[place]) if waiting[place] else ():
                phrases = (*actions, *self._beside(place, actions))
                questions[place.key, phrases] = place.position, phrases, time_left(self.deadline), settings
        self.helpers.ask(remote_tried, questions)

    def _apart(self, actions: dict[str, Action]) -> Iterable[dict[str, Action]]:
        """Return the actions to ask about together: of many that resolve at once, those of one object."""
        if self.moves.are_listed or not self.settle or len(actions) <= MOST_TOGETHER:
            return [actions]
        found: dict[str, dict[str, Action]] = {}
        for text, action in actions.items():
            found.setdefault(text.partition(" targeting ")[0], {})[text] = action
        return found.values()

    def _not_told(self, place: Place[P], actions: dict[str, Action]) -> dict[str, Action]:
        """Return the actions whose result at a place is not known and does not follow from known results."""
        left = {}
        for text, action in actions.items():
            if text in place.came:
                continue
            if filled_in(self._related, place, text):
                self.filled += 1
            elif text in place.beside:
                self._came(place, text, place.beside.pop(text))
            else:
                left[text] = action
        return left

    def _beside(self, place: Place[P], actions: dict[str, Action]) -> dict[str, Action]:
        """Return further actions that are quick to ask; another node of the place may need them."""
        if self._related is None or not self.moves.are_listed:
            return {}
        known = {*actions, *place.came, *place.beside}
        there = (action for action, _ in self.moves.left(place.position, self.moves.unused))
        return {str(one): one for one in there if str(one) in self._related.tame and str(one) not in known}

    def _ask(self, place: Place[P], actions: dict[str, Action]) -> None:
        """Ask for the results of some actions at a place."""
        self._check_limits()
        if self.meanwhile is not None:
            self.meanwhile()
        beside = self._beside(place, actions)
        try:
            answers = self._tried(place, [*actions.values(), *beside.values()])
            if beside and any(answer.caveats for answer in answers):
                # What is noted of one may be told of all that are asked with it.
                beside, answers = {}, self._tried(place, [*actions.values()])
        except InvalidBoardError as error:
            if place is self.start.place:
                raise
            told = cut_short(f"a position on the way was not gone on from: {error.message}", "invalid_position")
            place.came.update(dict.fromkeys(actions, Came((), told=(told,))))
            return
        place.beside.update(zip(beside, answers[len(actions) :], strict=True))
        for action, answer in zip(actions.values(), answers, strict=False):
            self._came(place, str(action), answer)

    def _check_limits(self) -> None:
        """Raise `Interrupted` past the deadline, or with more memory than the search may have."""
        check_deadline(self.deadline)
        if self.memory is not None and memory_in_use() > self.memory:
            raise Interrupted("the memory limit was reached before the search ended")

    def _tried(
        self, place: Place[P], actions: Sequence[Action], settle: bool = False, each_payment: bool = False
    ) -> list[Tried[P]]:
        settings = self._settings(settle or self.settle, each_payment=each_payment)
        if self.helpers is not None and settings == self._settings(self.settle, each_payment=False):
            found = self.helpers.answer((place.key, tuple(map(str, actions))), self.deadline)
            if found is not None:
                return unpacked(place.position, found)
        return tried(place.position, actions, **settings, deadline=self.deadline)

    def _settings(self, settle: bool, *, each_payment: bool) -> dict[str, Any]:
        """How outcomes are asked for."""
        return {
            "settle": settle,
            "look": self._looks,
            "also": self._asked(each_payment),
            "distinguished": self._distinguished(),
            "at_most": self._at_most,
        }

    def _came(self, place: Place[P], action: str, answer: Tried[P]) -> None:
        """Record the result of an action at a place, and its notes."""
        self.asked += 1
        landings = [] if self._passes_over(answer.outcomes) else self._landings(place.position, answer.outcomes)
        to = cheapest(landing for _, landing in landings)
        known = by_events(self._related, place, action, landings)
        whose = self._whose(answer.outcomes, [to for _, (to, _) in landings]) if len(to) > 1 else "solver"
        folded = any(one.might_pay_otherwise for one in answer.outcomes)
        place.came[action] = Came(to, whose, answer.caveats, answer.other_caveats, known, folded)

    def _landings(self, before: P, outcomes: Iterable[Outcome[P]]) -> list[tuple[Events, tuple[Place[P], int]]]:
        """The place that each outcome leads to, and what it costs, by what happens."""
        found = []
        for outcome in outcomes:
            check_deadline(self.deadline)
            if self.meanwhile is not None:
                self.meanwhile()
            place = self._place(outcome.board, outcome.characteristics)
            self._promised(place, outcome)
            cost = 0 if self._cost is None else self._cost(before, outcome)
            found.append((outcome.first_events, (place, cost)))
        return found

    def _promised(self, place: Place[P], outcome: Outcome[P]) -> None:
        if PROMISE in self.also:
            place.promise = outcome.promise(self._player)
            place.mana_uses = outcome.mana_uses

    def _passes_over(self, outcomes: Sequence[Outcome[P]]) -> bool:
        """True if the action passes over a declaration of attackers or blockers by another player, who has to make
        it.
        """
        return self._solver is not None and any(one.passed_over & self._adversaries for one in outcomes)

    def _whose(self, outcomes: Sequence[Outcome[P]], places: Sequence[Place[P]]) -> Whose:
        """Return who chooses between several outcomes; without a solver, every player chooses as the solver does.

        It is the solver, or another player, if all choices belong to one of them and tell apart the places that
        outcomes lead to.
        """
        if self._solver is None:
            return "solver"
        led: dict[frozenset[tuple[str, str]], Place[P]] = {}
        for one, place in zip(outcomes, places, strict=True):
            if one.has_unowned_choice or led.setdefault(one.choices, place) is not place:
                return "unknown"
        # Those that are the same for all do not tell them apart.
        apart = frozenset[tuple[str, str]]().union(*led).difference(frozenset.intersection(*led))
        players = {player for player, _ in apart}
        own, others = bool(players - self._adversaries), bool(players & self._adversaries)
        return "unknown" if own == others else "solver" if own else "opponent"
