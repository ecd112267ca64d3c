"""The adversarial reading: a strategy that works whatever the opponents choose and do.

Whenever an opponent has priority, the search considers every action that the opponent can take. If an action leaves a
choice to another player, it considers every outcome; the solver makes the solver's own choices. A choice whose player
is not known counts as an opponent's. With such choices, a strategy found is valid, but finding none proves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Generic

from pyengine.actions.action import Action
from pyengine.answers.notes import Note, cut_short
from pyengine.answers.outcome import Outcome
from pyengine.position.position import P
from pyengine.puzzles.ahead import Ahead, Combat, MetError
from pyengine.puzzles.goals import Seen
from pyengine.puzzles.graph import ALL, Edge, Graph, Node
from pyengine.puzzles.moves import NEXT_STEP, PASS, Allowed, Moves
from pyengine.puzzles.paths import Path
from pyengine.puzzles.rest_of_combat import PASSES
from pyengine.puzzles.searching import in_order, notes
from pyengine.puzzles.solution import Branch, Line, Solution, Step
from pyengine.solving.solver import Interrupted, check_deadline

MOST_ANSWERS = 4
"""Largest number of times that other players act, other than to pass, before the solver's next step; the search
stops there.
"""

MOST_BETWEEN = 60
"""Largest number of passes and resolutions before the solver's next step."""

NO_END = cut_short(
    f"opponents can go on answering more than {MOST_ANSWERS} times in a row, or what triggers goes on",
    "answers_without_end",
    MOST_ANSWERS,
)

GOES_ROUND = cut_short("the opponents could do the same over and over, which was not followed", "goes_round")

Worth = dict[Node[P], int]
"""The nodes from which the goal is reached for sure, with the steps that takes at most."""

UNKNOWN = Note(
    "pyengine can't tell which player makes a choice, or several players share it: it counts as the opponent's",
    "unowned_choice",
)


def strategies(graph: Graph[P], limit: int | None, ahead: Ahead[P] | None = None) -> Iterator[Solution[P]]:
    """Yield the result after each depth, and finally a strategy with the fewest steps in the worst case.

    A strategy that is met `ahead` is a result at once. Raises `Interrupted`.
    """
    depth = 0
    best: Solution[P] | None = None
    yield _answer(graph, -1, (), closed=False, in_doubt=_sure(graph) != ALL)  # even 0 steps may take long
    tries = (_Deepening(graph, sure=True), _Deepening(graph, sure=False))
    while True:
        try:
            # One on which nothing is noted comes first.
            won = next((one for one in tries if one.wins(graph.start, depth)), None)
        except MetError:
            assert ahead is not None
            found: Solution[P] = ahead.found
            best = found
            if not found.in_doubt:  # else a longer strategy without a note is better
                limit = found.length - 1
                ahead.better(limit)
            yield _known(graph, best, depth - 1)
            continue
        if won is not None:
            break
        hopeless = _hopeless(graph)
        closed = graph.start in hopeless or tries[1].has_looked_at_all
        if best is not None:
            yield _known(graph, best, depth)
        else:
            yield _answer(graph, depth, (), closed=closed, in_doubt=_sure(graph) != ALL)
        if closed or (limit is not None and depth >= limit) or not any(one.is_short for one in tries):
            return
        for one in tries:
            one.hopeless, one.is_short = hopeless, False
        depth += 1
    plan = tuple(_plan(graph, won, graph.start, graph.start.place.position))
    yield _answer(graph, depth - 1, plan, closed=False, in_doubt=not won.sure)


def _known(graph: Graph[P], best: Solution[P], depth: int) -> Solution[P]:
    """Return a known strategy, as there is none of `depth` steps or fewer."""
    told, other = notes(graph)
    sure = _sure(graph)
    ruled_out = None if sure is None or depth < 0 else min(depth, sure)
    known = not any(edge.whose == "unknown" for node in graph.nodes() for edge in node.edges)
    return replace(
        best,
        ruled_out=ruled_out,
        positions=graph.positions,
        asked=graph.asked,
        proved=known and ruled_out is not None and ruled_out >= best.length - 1,
        caveats=in_order((*told, *best.caveats)),
        other_caveats=other,
    )


CHECKS = 30.0
"""Seconds for finding out if a line works whatever the opponents do."""

MOST_CHOICES = 4
"""Largest number of the solver's choices, as of attackers, that are tried after a line that was met."""

OF_COMBAT = 7
"""Number of steps from the main phase on to both combat damage steps, with what is declared."""


def checked(graph: Graph[P]) -> Callable[[Path[P], Combat, bool], Solution[P] | None]:
    """Return a function that makes a strategy of a path in which opponents chose as suits it; None if it finds none.

    It looks at the actions of the path only, in their order, at one payment of each or at all, and if asked at combat.
    """

    def found(path: Path[P], combat: Combat, one_payment: bool) -> Solution[P] | None:
        actions = tuple(Allowed(move.action) for move in path)
        strikes = combat != "none"
        moves = Moves(actions, combat=strikes, in_order=True, combat_last=combat == "after")
        part = graph.of(moves, one_payment=one_payment)
        part.deadline = monotonic() + CHECKS
        if graph.deadline is not None:
            part.deadline = min(part.deadline, graph.deadline)
        tries = _Deepening(part, sure=False)
        tries.prefer(path)
        try:
            won = tries.wins(part.start, len(path) + (OF_COMBAT if strikes else 0))
            plan = tuple(_plan(part, tries, part.start, part.start.place.position)) if won else ()
        except Interrupted:
            check_deadline(graph.deadline)
            return None
        return _answer(part, -1, plan, closed=False, in_doubt=part.sure != ALL) if won else None

    return found


class _Deepening(Generic[P]):
    """Search for a strategy with a step limit that grows by one each time.

    It drops an action once one of its possible outcomes is known not to lead to the goal. If it is to be `sure`, it
    uses nothing in doubt. It keeps the results of nodes: `worth`, and the largest number of steps in which a node is
    known to fail.
    """

    def __init__(self, graph: Graph[P], *, sure: bool) -> None:
        self.sure = sure
        self.worth: Worth[P] = {}
        self.chosen: dict[Node[P], Edge[P]] = {}
        """The solver's action at nodes in `worth`."""
        self.passed_through: set[Node[P]] = set()
        """The nodes at which opponents declare blockers, and all blocks lead to the goal if all players pass."""
        self.hopeless: Collection[Node[P]] = ()
        """Nodes from which the goal is not reached for sure in however many steps."""
        self._graph = graph
        self._failed: dict[Node[P], int] = {}
        self._did: Counter[str] = Counter()
        """How often an action was part of a strategy: it is tried first elsewhere."""
        self._since: list[Node[P]] = []
        """The nodes since the last step of the solver."""
        self._acted = 0
        """How often others have done anything since then."""
        self._cut = False
        """True if part of the search below was cut off."""
        self.is_short = False
        """True if more steps might reach anything more."""
        self._follows = False
        """True if a path is preferred."""
        self._liked: Collection[str] = ()
        """The keys of positions that come first where the solver chooses between several."""
        self._explored: dict[Node[P], dict[str, Edge[P] | None]] = {}
        """The actions asked for one by one, as a path is preferred."""

    def prefer(self, path: Path[P]) -> None:
        """Try the actions of a path first, in its order, and its positions; ask for each as it is tried."""
        self._follows = True
        self._liked = {self._graph.key(move.node.place.position) for move in path}
        self._did.update({move.text: len(path) - number for number, move in enumerate(path)})

    @property
    def has_looked_at_all(self) -> bool:
        """True if more steps would lead to nothing else, and the search followed everything to its end."""
        return not self.is_short and not self._cut

    def wins(self, node: Node[P], steps: int) -> bool:
        """True if the goal is reached from a node in at most `steps` steps, whatever the others choose and do."""
        if node.is_goal:
            self.worth[node] = 0
        if self.worth.get(node, ALL) <= steps:
            return True
        if node in self.hopeless:
            return False
        if steps <= (failed := self._failed.get(node, -1)):
            self.is_short = self.is_short or failed < ALL
            return False
        if node in self._since or len(self._since) > MOST_BETWEEN or self._acted > MOST_ANSWERS:
            self._cut = True
            self._graph.caveats[GOES_ROUND if node in self._since else NO_END] = None
            return False
        cut, self._cut = self._cut, False
        short, self.is_short = self.is_short, False
        if self._is_over_after_blocks(node):
            found = self._passes(node, steps)
        else:
            found = self._answers(node, steps) if node.place.others_turn else self._step(node, steps)
        if not found and not self._cut:
            self._failed[node] = steps if self.is_short else ALL
        self._cut = self._cut or cut
        self.is_short = short or (self.is_short and not found)
        return found

    def _step(self, node: Node[P], steps: int) -> bool:
        """True if an action of the solver leads to the goal."""
        for edge in self._edges(node):
            if not (self.sure and edge.in_doubt) and self._leads(node, edge, steps - edge.steps):
                self._did[str(edge.action)] += 1
                self.worth[node] = _steps(edge, self.worth) or 0
                self.chosen[node] = edge
                return True
        return False

    def _edges(self, node: Node[P]) -> Iterator[Edge[P]]:
        """Yield the edges of a node, those first that were part of a strategy; of a preferred path one by one."""
        if not self._follows:
            list(self._graph.expand([node]))
            yield from sorted(node.edges, key=lambda edge: self._order(edge.action))
            return
        known = self._explored.setdefault(node, {})
        for use in sorted(self._graph.uses(node), key=lambda use: self._order(use.action)):
            name = str(use.action)
            if name not in known:
                known[name] = self._graph.explore(node, use)
                node.in_doubt = node.in_doubt or node.place.in_doubt
            if (edge := known[name]) is not None:
                yield edge

    def _chosen(self, nodes: Sequence[Node[P]]) -> Sequence[Node[P]]:
        """Return the nodes between which the solver chooses, the most promising first; of a path those on it alone."""
        several = sorted(nodes, key=self._expected)
        if not self._follows:
            return several
        on_path = [to for to in several if to.place.key in self._liked]
        few = (on_path or several)[:MOST_CHOICES]
        self._cut = self._cut or len(few) < len(several)
        return few

    def _order(self, action: Action) -> tuple[int, str]:
        return -self._did[str(action)], str(action)

    def _expected(self, node: Node[P]) -> tuple[bool, int, int]:
        """Return the place of a node among those that the solver can choose: what gets through comes first."""
        could_strike, could_get_through = node.place.promise
        return node.place.key not in self._liked, -could_get_through, -could_strike

    def _answers(self, node: Node[P], steps: int) -> bool:
        """True if every action of another player leads to the goal."""
        if all(not (self.sure and node.in_doubt) and self._leads(node, edge, steps) for edge in self._edges(node)):
            if not node.edges:
                return False
            self.worth[node] = max(_steps(edge, self.worth) or 0 for edge in node.edges)
            return True
        return False

    def _is_over_after_blocks(self, node: Node[P]) -> bool:
        """True if no action of the path is left, so that the blocks that are to be declared decide."""
        left = self._graph.moves.left(node.place.position, node.used)
        return self._follows and not any(True for _ in left) and self._graph.rest_of_combat(node) != "unknown"

    def _passes(self, node: Node[P], steps: int) -> bool:
        """True if passing leads to the goal after all blocks."""
        if self._graph.rest_of_combat(node) != "always":
            return False
        if steps < PASSES + 1:
            self.is_short = True
            return False
        self.worth[node] = PASSES + 1
        self.passed_through.add(node)
        return True

    def _leads(self, node: Node[P], edge: Edge[P], steps: int) -> bool:
        """True if an action leads to the goal. Nodes known to fail in the most steps come first."""
        if steps < 0:
            self.is_short = True
            return False
        nodes = [to for to, _ in edge.to]
        before = self._since, self._acted
        self._since = [] if edge.steps else [*self._since, node]
        self._acted = 0 if edge.steps else self._acted + (node.place.others_turn and edge.action != PASS)
        try:
            if edge.whose == "solver":
                return any(self.wins(to, steps) for to in self._chosen(nodes))
            return all(self.wins(to, steps) for to in sorted(nodes, key=lambda to: -self._failed.get(to, -1)))
        finally:
            self._since, self._acted = before


def _hopeless(graph: Graph[P]) -> set[Node[P]]:
    """The nodes from which the goal is not reached for sure, even if it were from all that has not been looked at."""
    left = {node for node in graph.nodes() if node.expanded and not node.is_goal}
    while hopeful := {node for node in left if _is_hopeful(node, left)}:
        left -= hopeful
    return left


def _is_hopeful(node: Node[P], hopeless: Collection[Node[P]]) -> bool:
    might = [_might(edge, hopeless) for edge in node.edges]
    return bool(might) and all(might) if node.place.others_turn else any(might)


def _might(edge: Edge[P], hopeless: Collection[Node[P]]) -> bool:
    several = [to not in hopeless for to, _ in edge.to]
    return any(several) if edge.whose == "solver" else all(several)


def _sure(graph: Graph[P]) -> int | None:
    """Return the number of steps up to which the result for strategies is certain: a note on a position could change
    everything after it. None if the start itself is in doubt.
    """
    if graph.sure is None:
        return None
    number = count()
    waiting: list[tuple[int, int, Node[P]]] = [(0, next(number), graph.start)]
    seen: set[Node[P]] = set()
    while waiting:
        steps, _, node = heappop(waiting)
        if node.in_doubt:
            return steps
        if node not in seen:
            seen.add(node)
            for edge in node.edges:
                for to, _ in edge.to:
                    heappush(waiting, (steps + edge.steps, next(number), to))
    return ALL


def _answer(graph: Graph[P], ruled_out: int, plan: Sequence[Branch[P]], *, closed: bool, in_doubt: bool) -> Solution[P]:
    told, other = notes(graph)
    known = not any(edge.whose == "unknown" for node in graph.nodes() for edge in node.edges)
    found = bool(plan) or graph.start.is_goal
    line = tuple(_longest(plan))
    steps = max((branch.length for branch in plan), default=0)
    sure = _sure(graph)
    surely_ruled_out = None if sure is None or ruled_out < 0 else min(ruled_out, sure)
    return Solution(
        (Line(line),) if found else (),
        surely_ruled_out,
        closed and known,
        graph.positions,
        graph.asked,
        proved=known and ((surely_ruled_out is not None and surely_ruled_out == steps - 1) or not line),
        in_doubt=in_doubt,
        reading="adversarial",
        strategy=tuple(plan),
        caveats=told if known else (*told, UNKNOWN),
        other_caveats=other,
    )


def _steps(edge: Edge[P], worth: Worth[P]) -> int | None:
    """How many steps the goal takes at most, if it is reached for sure after this action."""
    known = [worth[node] for node, _ in edge.to if node in worth]
    if edge.whose == "solver":
        return edge.steps + min(known) if known else None
    return edge.steps + max(known) if len(known) == len(edge.to) else None


def _plan(graph: Graph[P], won: _Deepening[P], node: Node[P], position: P) -> Iterator[Branch[P]]:
    """Yield the action at a node with each possible outcome, as `apply` gives it; or each action of another player."""
    if node.is_goal:
        return
    if node in won.passed_through:
        yield _example(graph, position)
        return
    if node.place.others_turn:
        by = position.model.priority_player
        wanted = {to.place.key: (to, edge) for edge in node.edges for to in _led_to(edge, won.worth)}
        for action in graph.answers(position):
            yield from _branches(graph, won, wanted, action, position, by)
        return
    worth = won.worth
    good = [edge for edge in node.edges if edge.steps and (_steps(edge, worth) or ALL) <= worth[node]]
    # What is no step may come round to where it was; what was found to lead on does not.
    edge = min(good, key=lambda edge: (edge.in_doubt, str(edge.action)), default=won.chosen[node])
    wanted = {to.place.key: (to, edge) for to in _led_to(edge, worth)}
    yield from _branches(graph, won, wanted, edge.action, position, None)


def _example(graph: Graph[P], position: P) -> Branch[P]:
    """Return one way to declare blockers after which all players pass until the goal is reached, as all ways do."""
    blocks = graph.blocks(position)
    for outcome in graph.done(position, blocks, settle=True):
        for then in _passed(graph, outcome, PASSES):
            return Branch(Step(str(blocks), outcome), "opponent", then, is_example=True)
    raise AssertionError("every way to declare blockers leads to the goal")


def _passed(graph: Graph[P], before: Outcome[P], most: int) -> Iterator[tuple[Branch[P], ...]]:
    """Yield the ways to go on to the goal by passing, in at most `most` steps."""
    if graph.goal.holds(Seen(before.board, before.characteristics or {}, ())):
        yield ()
    elif most:
        for outcome in graph.done(before.board, NEXT_STEP, settle=True):
            for then in _passed(graph, outcome, most - 1):
                yield (Branch(Step(str(NEXT_STEP), outcome), "solver", then),)


def _led_to(edge: Edge[P], worth: Worth[P]) -> Iterator[Node[P]]:
    """Yield the nodes that an edge may lead to in a strategy: the best one, if the solver chooses."""
    nodes = [to for to, _ in edge.to]
    if edge.whose == "solver":
        yield min((to for to in nodes if to in worth), key=lambda to: worth[to])
    else:
        yield from nodes


def _branches(
    graph: Graph[P],
    won: _Deepening[P],
    wanted: dict[str, tuple[Node[P], Edge[P]]],
    action: Action,
    position: P,
    by: str | None,
) -> Iterator[Branch[P]]:
    """Yield the wanted outcomes of an action; each is removed from `wanted`, so that it appears once."""
    settles = by is None and all(edge.settles for _, edge in wanted.values())
    for outcome in graph.done(position, action, settle=settles):
        to, edge = wanted.pop(graph.key(outcome.board), (None, None))
        if to is not None and edge is not None:
            step = Step(str(action), outcome)
            then = tuple(_plan(graph, won, to, outcome.board))
            yield Branch(step, edge.whose if by is None else "opponent", then, edge.steps, by)


def _longest(plan: Sequence[Branch[P]]) -> Iterator[Step[P]]:
    """The steps of the longest way through a plan."""
    if plan:
        first = max(plan, key=lambda branch: branch.length)
        yield first.step
        yield from _longest(first.then)
