"""Triggers, the stack and targets once more, in plain Python from the text of the rules: what the encoding is held
against.

A small world: creatures with +1/+1 and -1/-1 counters, permanents that are no creatures and watch them die, and one
thing that starts it. Each function names the rules that it follows. Nothing here knows the encoding.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

EFFECTS = {
    "grow": "put a +1/+1 counter on target creature",
    "shrink": "put a -1/-1 counter on target creature",
    "destroy": "destroy target creature",
    "strip": "remove a +1/+1 counter from target creature",
    "grow all": "put a +1/+1 counter on each creature you control",
    "pay": "you lose 1 life",
}
PLAYERS = ("alice", "bob")
"""The active player first."""


@dataclass(frozen=True, order=True)
class Creature:
    name: str
    controller: str
    toughness: int
    plus: int = 0
    minus: int = 0


@dataclass(frozen=True)
class Watcher:
    """Whenever a creature dies (if `own`, one that its controller controls), it does this."""

    name: str
    controller: str
    does: str
    own: bool


@dataclass(frozen=True)
class World:
    """What can differ between two outcomes. Who is not among the creatures is in a graveyard."""

    creatures: frozenset[Creature]
    life: tuple[int, int] = (20, 20)

    def creature(self, name: str) -> Creature | None:
        return next((one for one in self.creatures if one.name == name), None)

    def with_one(self, changed: Creature) -> World:
        kept = {one for one in self.creatures if one.name != changed.name}
        return replace(self, creatures=frozenset(kept | {changed}))


@dataclass(frozen=True)
class Item:
    """An ability on the stack: who controls it, what it does, and its target if it has one."""

    controller: str
    does: str
    target: str | None


@dataclass(frozen=True)
class Case:
    """A position, and what starts it: creatures that are destroyed together, or an ability that is activated."""

    world: World
    watchers: tuple[Watcher, ...]
    destroyed: tuple[str, ...]
    activated: Item | None
    """An ability of the first creature, which costs a +1/+1 counter of it."""


def wants_target(does: str) -> bool:
    return "target" in EFFECTS[does]


def triggers(case: Case, died: list[Creature]) -> list[Watcher]:
    """603.2, 603.2c: each ability triggers once for each creature that dies, at once or not."""
    return [one for dead in died for one in case.watchers if not one.own or dead.controller == one.controller]


def destroy(world: World, names: tuple[str, ...]) -> tuple[World, list[Creature]]:
    """701.8: to the graveyard, all at once."""
    died = [one for one in world.creatures if one.name in names]
    return replace(world, creatures=world.creatures.difference(died)), died


def carry_out(world: World, item: Item) -> tuple[World, list[Creature]]:
    """608.2b: with its one target gone it does nothing; 608.2c: else what it says."""
    at = None if item.target is None else world.creature(item.target)
    if item.target is not None and at is None:
        return world, []
    match item.does:
        case "grow" if at:
            return world.with_one(replace(at, plus=at.plus + 1)), []
        case "shrink" if at:
            return world.with_one(replace(at, minus=at.minus + 1)), []
        case "strip" if at:
            return world.with_one(replace(at, plus=max(0, at.plus - 1))), []
        case "destroy" if at:
            return destroy(world, (at.name,))
        case "grow all":
            for one in sorted(world.creatures):
                if one.controller == item.controller:
                    world = world.with_one(replace(one, plus=one.plus + 1))
            return world, []
    life = [left - (player == item.controller) for player, left in zip(PLAYERS, world.life, strict=True)]
    return replace(world, life=(life[0], life[1])), []


def check(world: World) -> tuple[World, list[Creature]]:
    """704.3: state-based actions, all that apply at once, again until none does; and who died of them."""
    all_died: list[Creature] = []
    while True:
        died = [one for one in world.creatures if one.toughness + one.plus - one.minus <= 0]  # 704.5f
        left = frozenset(
            replace(one, plus=one.plus - min(one.plus, one.minus), minus=one.minus - min(one.plus, one.minus))
            for one in world.creatures
            if one not in died
        )  # 704.5q
        if left == world.creatures:
            return world, all_died
        all_died += died
        world = replace(world, creatures=left)


def put_up(world: World, waiting: list[Watcher]) -> Iterator[tuple[Item, ...]]:
    """603.3b: first those of the active player, each player's in any order; 603.3d: with targets, or not at all."""
    orders = [set(itertools.permutations([one for one in waiting if one.controller == player])) for player in PLAYERS]
    names = sorted(one.name for one in world.creatures)
    for chosen in itertools.product(*orders):
        choices = [
            [Item(one.controller, one.does, name) for name in names]
            if wants_target(one.does)
            else [Item(one.controller, one.does, None)]
            for one in itertools.chain(*chosen)
            if names or not wants_target(one.does)
        ]
        yield from itertools.product(*choices)


@dataclass
class Ends:
    """How it can end, and how many abilities resolve at most before."""

    worlds: set[World]
    resolutions: int = 0


def settled(case: Case, world: World, stack: tuple[Item, ...], waiting: list[Watcher]) -> Ends:
    """117.5, 405.5: state-based actions, then triggers onto the stack, then its top resolves, until it is empty."""
    found = Ends(set())
    seen: set[tuple[World, tuple[Item, ...]]] = set()
    todo = [(0, world, stack, tuple(waiting))]
    while todo:
        resolved, now, below, triggered = todo.pop()
        now, died = check(now)
        for above in put_up(now, [*triggered, *triggers(case, died)]):
            whole = (*below, *above)
            if (now, whole) in seen:
                continue
            seen.add((now, whole))
            if not whole:
                found.worlds.add(now)
                found.resolutions = max(found.resolutions, resolved)
                continue
            after, dead = carry_out(now, whole[-1])
            todo.append((resolved + 1, after, whole[:-1], tuple(triggers(case, dead))))
    return found


def ends(case: Case) -> Ends:
    """Every way it can end."""
    if case.activated is None:
        world, died = destroy(case.world, case.destroyed)
        return settled(case, world, (), triggers(case, died))
    first = min(case.world.creatures)
    if not first.plus:  # 118.3: a cost that can't be paid; the check of state-based actions follows all the same
        return settled(case, case.world, (), [])
    return settled(case, case.world.with_one(replace(first, plus=first.plus - 1)), (case.activated,), [])


def cases(seed: int) -> Iterator[Case]:
    """Positions with two to four triggers to begin with, or so many that may come."""
    rolls = random.Random(seed)
    while True:
        names = [f"c{n}" for n in range(rolls.randint(2, 3))]
        creatures = [
            Creature(name, rolls.choice(PLAYERS), rolls.randint(1, 2), rolls.choice((0, 0, 1))) for name in names
        ]
        watchers = tuple(
            Watcher(f"w{n}", rolls.choice(PLAYERS), rolls.choice(list(EFFECTS)), rolls.random() < 0.5)
            for n in range(rolls.randint(2, 3))
        )
        world = World(frozenset(creatures))
        destroyed = tuple(rolls.sample(names, rolls.choice((1, 1, 2))))
        does = rolls.choice(("destroy", "shrink", "strip"))
        item = Item(creatures[0].controller, does, rolls.choice(names))
        case = Case(world, watchers, destroyed, None if rolls.random() < 0.6 else item)
        if case.activated is not None or 2 <= len(triggers(case, destroy(world, destroyed)[1])) <= 4:
            yield case
