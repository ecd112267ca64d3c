"""The search that looks for any line first: promising positions and actions before others, one action at a time.

A breadth-first search asks for the results of every action before it goes a step further. This one asks for those of
one action at one position, where it expects most. Several orders take turns, so that nothing is left out for good: no
answer depends on what an order expects. It only ever finds lines; that there is none, or no shorter one, is for the
other searches (`searching`, `against`).

Of the ways to pay that differ in mana alone it first asks for one, which leaves what is dearest
(`asp/questions/one_payment.lp`), and for the others later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Generic, NamedTuple

from pyengine.position.position import P
from pyengine.puzzles.goals import Seen
from pyengine.puzzles.graph import Edge, Graph, Node, Use
from pyengine.puzzles.paths import Move, Path

ORDERS = ("novel", "near", "shallow")
"""The orders that take turns: new facts first, small gaps first, few steps first."""

LATER = 4
"""Number of steps by which the order of few steps puts off a payment that does not come first."""


class _Try(NamedTuple, Generic[P]):
    """A node with an action to try, however it is paid or as comes first; None if the possible actions have not been
    asked."""

    node: Node[P]
    use: Use | None = None
    each_payment: bool = False


class BestFirst(Generic[P]):
    """A search for a line, a result at a time; `found` has the best so far, and `in_doubt` says if a note matters."""

    def __init__(self, graph: Graph[P], *, strikes: bool, most: int | None = None) -> None:
        """`strikes`: what attackers could deal counts as near to the goal; `most` steps, if given."""
        self.graph = graph
        self.most = most
        self.explored = 0
        """Number of results that were asked for."""
        self._strikes = strikes
        self._number = count()
        self._queues: dict[str, list[tuple[tuple[int, ...], int, _Try[P]]]] = {order: [] for order in ORDERS}
        self._turns = 0
        self._done: set[int] = set()
        """The numbers of what another order has taken."""
        self._ways: dict[Node[P], tuple[Node[P], Edge[P], bool]] = {}
        """The way to each node, and whether a note could change it."""
        self._late: dict[Node[P], int] = {graph.start: 0}
        """How often another payment would come first on the way to a node."""
        self._paid_otherwise: set[Node[P]] = set()
        """The nodes that the first payments alone do not lead to."""
        self._facts: dict[int, set[str]] = {}
        """The facts that were met at each gap."""
        self._key: dict[Node[P], tuple[int, bool]] = {}
        """The gap at each node, and whether all its facts had been met at that gap."""
        self._tried: Counter[str] = Counter()
        self._meet(graph.start)

    @property
    def is_over(self) -> bool:
        """True if nothing is left to try."""
        return not any(self._queues.values())

    def lines(self, seconds: float) -> Iterator[tuple[Path[P], bool]]:
        """Yield each line that is met, and whether a note could change it, for about this number of seconds.

        Raises `Interrupted`.
        """
        until = monotonic() + seconds
        while monotonic() < until and (taken := self._next()) is not None:
            node, use, _ = taken
            if use is None:
                self._open(node)
            elif self.most is None or node.depth + use.steps <= self.most:
                for to in self._reached(node, use, taken.each_payment):
                    if to.is_goal:
                        yield self.path(to), self._ways[to][2]
                    else:
                        self._meet(to)

    def path(self, node: Node[P]) -> Path[P]:
        """Return the way to a node."""
        moves: list[Move[P]] = []
        while node in self._ways:
            before, edge, _ = self._ways[node]
            moves.append(Move(str(edge.action), edge.action, node))
            node = before
        return tuple(reversed(moves))

    def pays_first(self, path: Path[P]) -> bool:
        """True if every step of a way is paid as comes first."""
        return not path or path[-1].node not in self._paid_otherwise

    def promising(self) -> Iterator[Node[P]]:
        """Yield the nodes met, those first at which attackers are likeliest to be enough."""
        yield from sorted((node for node in self._late if self._gap(node, 0) == 0), key=self._hope)

    def gets_through(self, node: Node[P]) -> bool:
        """True if attackers there are enough even if each creature that could block stops the largest, at a guess."""
        return self._gap(node, 1) == 0

    def _hope(self, node: Node[P]) -> tuple[int, int]:
        return self._gap(node, 1), node.depth

    def _gap(self, node: Node[P], which: int) -> int:
        """The gap that is left after all that attackers could deal (0), or what gets through (1)."""
        seen = Seen(node.place.position, node.place.seen.characteristics, node.been)
        return self.graph.goal.gap(seen, node.place.promise[which] if self._strikes else 0)

    def _next(self) -> _Try[P] | None:
        for _ in ORDERS:
            queue = self._queues[ORDERS[self._turns % len(ORDERS)]]
            self._turns += 1
            while queue:
                _, number, taken = heappop(queue)
                if number not in self._done:
                    self._done.add(number)
                    return taken
        return None

    def _reached(self, node: Node[P], use: Use, each_payment: bool) -> Iterator[Node[P]]:
        """Yield the nodes that an action leads to and that were not met before. Raises `Interrupted`."""
        self.explored += 1
        if each_payment:
            edge = self.graph.explore_each_payment(node, use)
        else:
            edge = self.graph.explore(node, use)
            if edge is None or node.place.came[str(use.action)].is_folded:
                self._queue(_Try(node, use, True), self._late[node] + 1, self._tried[_manner(use)])
            self._tried[_manner(use)] += 1
        if edge is None:
            return
        for to, _ in edge.to:
            if to not in self._late:
                self._late[to] = self._late[node] + each_payment
                if each_payment or node in self._paid_otherwise:
                    self._paid_otherwise.add(to)
                doubt = edge.in_doubt or (node in self._ways and self._ways[node][2])
                self._ways[to] = node, edge, doubt
                yield to

    def _meet(self, node: Node[P]) -> None:
        """Queue a node."""
        far = 2 * self._gap(node, 0) + self._gap(node, 1)
        known = self._facts.setdefault(far, set())
        facts = set(_but_payment(node))
        self._key[node] = far, facts <= known
        known |= facts
        self._queue(_Try(node), self._late[node], 0)

    def _open(self, node: Node[P]) -> None:
        """Queue what can be done at a node. Raises `Interrupted`."""
        for use in self.graph.uses(node):
            late = self._late[node] + (_activated(use) in node.place.mana_uses)
            self._queue(_Try(node, use), late, self._tried[_manner(use)])

    def _queue(self, one: _Try[P], late: int, tried: int) -> None:
        node = one.node
        number, (far, is_old) = next(self._number), self._key[node]
        keys = {
            "novel": (late, is_old, far, -node.depth, tried),
            "near": (late + far, -node.depth, tried),
            "shallow": (node.depth + LATER * late, tried, far),
        }
        for order, key in keys.items():
            heappush(self._queues[order], (key, number, one))


def _activated(use: Use) -> tuple[object, ...]:
    """The object and the number of the ability that is activated; nothing if none is."""
    said = use.action.said[0]
    return said.arguments if said.name == "activates" else ()


def _manner(use: Use) -> str:
    """The action without what it targets."""
    return str(use.action).partition(" targeting ")[0]


def _but_payment(node: Node[P]) -> Iterator[str]:
    """Yield the facts of a position except mana, and except that something is tapped."""
    facts = node.place.position.facts().splitlines()
    return (fact for fact in facts if not fact.startswith(("mana(", "tapped(")))
