"""Brute-force reference for counters on small boards.

Everything here follows the text of the Comprehensive Rules directly, by
listing every choice and every order and keeping the distinct results.  It is
meant to be read next to the rules and to be compared with faster programs, so
it prefers the obvious to the quick.

An action is worked out in three steps:

1. `plans` lists what the player could announce, with the impossible parts
   already left out (101.3, 122.5, 608.2d) or, for a cost, refused as a whole
   (118.3, 614.17b);
2. `replaced` runs the counters to be put on one object or player through
   every order of the replacement effects (616.1);
3. `outcomes` collects the counters found afterwards, and `settle` performs
   the state-based actions (704.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal, TypeVar

Counts = tuple[tuple[str, int], ...]
"""Counters by kind: sorted by kind, every number positive."""

Result = frozenset[tuple[tuple[str, str], int]]
"""All counters on a board: a set of ((holder, kind), number)."""

Verb = Literal["put", "remove", "move", "proliferate"]
Amount = int | Literal["all", "any_number"]
Form = Literal["cant_put", "plus", "times", "half", "minus"]
Affects = Literal[
    "permanents you control",
    "creatures you control",
    "permanents",
    "creatures",
    "permanents opponents control",
    "self",
    "permanents and players",
]

PLUS, MINUS = "+1/+1", "-1/-1"
POWER_TOUGHNESS = re.compile(r"([+-]\d+)/([+-]\d+)")


# --------------------------------------------------------------------------
# The board
# --------------------------------------------------------------------------


@dataclass(frozen=True)
class RefObject:
    """An object that can have counters (122.1)."""

    id: str
    controller: str
    types: frozenset[str]
    power: int | None
    toughness: int | None
    counters: Counts = ()
    zone: str = "battlefield"
    phased_out: bool = False

    def __post_init__(self) -> None:
        check_counts(self.counters)

    @property
    def exists(self) -> bool:
        """110.1 and 702.26b: a permanent, and not a phased-out one."""
        return self.zone == "battlefield" and not self.phased_out

    @property
    def is_creature(self) -> bool:
        return "creature" in self.types


@dataclass(frozen=True)
class RefPlayer:
    """A player, who can have counters too (122.1)."""

    id: str
    counters: Counts = ()

    def __post_init__(self) -> None:
        check_counts(self.counters)

    @property
    def exists(self) -> bool:
        return True


Holder = RefObject | RefPlayer
H = TypeVar("H", RefObject, RefPlayer)


@dataclass(frozen=True)
class RefStatic:
    """One static ability about putting counters.

    "You" is the controller of `source`.  With n counters of a kind about to
    be put, the forms are

    - cant_put: they can't be put (614.17);
    - plus: that many plus `amount` of each of those kinds instead;
    - times: `amount` times that many instead;
    - half: half that many, rounded down, instead;
    - minus: that many minus `amount` instead.

    `kinds` None means every kind.  `by` tells who would have to put the
    counters: anyone, you, or an opponent.  `only_effects` marks the wording
    "if an effect would put" (614.16).
    """

    source: str
    form: Form
    amount: int = 0
    kinds: frozenset[str] | None = None
    affects: Affects = "permanents"
    by: Literal["you", "opponent"] | None = None
    only_effects: bool = False

    def concerns(self, kind: str) -> bool:
        return self.kinds is None or kind in self.kinds


@dataclass(frozen=True)
class RefBoard:
    objects: tuple[RefObject, ...]
    players: tuple[RefPlayer, ...] = ()
    statics: tuple[RefStatic, ...] = ()

    def __post_init__(self) -> None:
        ids = [holder.id for holder in self.holders]
        if len(ids) != len(set(ids)):
            raise ValueError("two objects or players have the same id")

    @property
    def holders(self) -> tuple[Holder, ...]:
        return self.objects + self.players


@dataclass(frozen=True)
class RefAction:
    """One instruction, carried out by the player `by`.

    `source` is where counters are removed from, `target` where they are put.
    `kind` None leaves the kind of each counter to be chosen on resolution
    (608.2d).  For counters an object enters with, `by` is the player that
    122.6a names.  Proliferate uses `by` and `as_cost` only.
    """

    verb: Verb
    kind: str | None
    amount: Amount
    source: str | None
    target: str | None
    by: str
    as_cost: bool = False

    def __post_init__(self) -> None:
        if self.verb not in ("put", "remove", "move", "proliferate"):
            raise ValueError(f"unknown verb {self.verb!r}")
        if self.verb in ("put", "move") and self.target is None:
            raise ValueError(f"{self.verb} needs a target")
        if self.verb in ("remove", "move") and self.source is None:
            raise ValueError(f"{self.verb} needs a source")
        if isinstance(self.amount, int):
            if self.amount < 0:
                raise ValueError("a number of counters is not negative (107.1b)")
        elif self.amount not in ("all", "any_number"):
            raise ValueError(f"unknown amount {self.amount!r}")
        elif self.verb == "put":
            raise ValueError("a number of counters to put must be given")


def find(board: RefBoard, holder_id: str | None) -> Holder | None:
    """The object or player so named, if the game can see it (702.26b)."""
    for holder in board.holders:
        if holder.id == holder_id and holder.exists:
            return holder
    return None


# --------------------------------------------------------------------------
# Numbers of counters
# --------------------------------------------------------------------------


@lru_cache(10_000)
def check_counts(counts: Counts) -> None:
    """Refuse counters that are not sorted, not distinct or not positive."""
    kinds = [kind for kind, _ in counts]
    if kinds != sorted(set(kinds)) or any(number <= 0 for _, number in counts):
        raise ValueError(f"counters not in normal form: {counts!r}")


def make_counts(numbers: dict[str, int]) -> Counts:
    return tuple(sorted((k, n) for k, n in numbers.items() if n > 0))


def add(left: Counts, right: Counts, sign: int = 1) -> Counts:
    numbers = dict(left)
    for kind, number in right:
        numbers[kind] = numbers.get(kind, 0) + sign * number
    return make_counts(numbers)


def total(counts: Counts) -> int:
    return sum(number for _, number in counts)


def parts(counts: Counts) -> Iterator[Counts]:
    """Every way to pick some, all or none of the given counters.

    Counters of one kind are interchangeable (122.1), so only their number
    matters.
    """
    ranges = [range(number + 1) for _, number in counts]
    for numbers in product(*ranges):
        yield make_counts({kind: n for (kind, _), n in zip(counts, numbers, strict=True)})


def counter_map(board: RefBoard) -> Result:
    """All counters on the board, phased-out permanents included (702.26d)."""
    return frozenset(((holder.id, kind), number) for holder in board.holders for kind, number in holder.counters)


# --------------------------------------------------------------------------
# Static abilities
# --------------------------------------------------------------------------


def source_of(board: RefBoard, static: RefStatic) -> RefObject | None:
    """611.3b, 702.26b: the permanent the ability functions from, if any."""
    source = find(board, static.source)
    return source if isinstance(source, RefObject) else None


def covers(static: RefStatic, source: RefObject, holder: Holder) -> bool:
    """Is `holder` one of the recipients the ability speaks about?"""
    if isinstance(holder, RefPlayer):
        return static.affects == "permanents and players"
    yours = holder.controller == source.controller
    match static.affects:
        case "permanents and players" | "permanents":
            return True
        case "creatures":
            return holder.is_creature
        case "permanents you control":
            return yours
        case "creatures you control":
            return yours and holder.is_creature
        case "permanents opponents control":
            return not yours
        case "self":
            return holder.id == source.id
    raise ValueError(f"unknown affected set {static.affects!r}")


def done_by(static: RefStatic, source: RefObject, player: str) -> bool:
    """Is `player` one whose putting of counters the ability speaks about?"""
    match static.by:
        case None:
            return True
        case "you":
            return player == source.controller
        case "opponent":
            return player != source.controller
    raise ValueError(f"unknown player {static.by!r}")


def statics_about(board: RefBoard, holder: Holder, player: str) -> tuple[RefStatic, ...]:
    """The functioning abilities about `player` putting counters on `holder`."""
    return tuple(
        static
        for static in board.statics
        if (source := source_of(board, static)) and covers(static, source, holder) and done_by(static, source, player)
    )


def cant_put(board: RefBoard, action: RefAction, holder: Holder, kind: str) -> bool:
    """614.17: is putting counters of this kind on `holder` forbidden?"""
    return any(
        static.form == "cant_put" and static.concerns(kind) and not (static.only_effects and action.as_cost)
        for static in statics_about(board, holder, action.by)
    )


# --------------------------------------------------------------------------
# Replacement effects
# --------------------------------------------------------------------------


def modified_number(static: RefStatic, number: int) -> int:
    """How many counters are put instead of `number`; never below 0 (107.1b)."""
    match static.form:
        case "plus":
            return number + static.amount
        case "times":
            return number * static.amount
        case "half":
            return number // 2
        case "minus":
            return max(0, number - static.amount)
    raise ValueError(f"{static.form!r} is not a replacement effect")


def modify(static: RefStatic, event: Counts) -> Counts:
    """614.1a, 614.6: the event that happens instead of `event`."""
    return make_counts(
        {kind: modified_number(static, number) if static.concerns(kind) else number for kind, number in event}
    )


def applies(static: RefStatic, event: Counts, from_effect: bool) -> bool:
    """616.1: is this replacement effect attempting to modify the event?

    It needs one or more counters of a kind it speaks about, and an effect
    that would put them if it is worded that way (614.16).
    """
    if static.only_effects and not from_effect:
        return False
    return any(static.concerns(kind) for kind, _ in event)


def replaced(effects: tuple[RefStatic, ...], event: Counts, from_effect: bool) -> frozenset[Counts]:
    """616.1e-f: what may become of counters to be put on one recipient.

    One applicable effect is chosen and applied to the whole event, then the
    question is asked again without it, since each effect gets only one
    opportunity (614.5).  From then on a replacement effect would put the
    counters, so "if an effect would put" is satisfied (614.16).  An effect
    that was not applicable at first can become so (616.2).
    """
    results: set[Counts] = set()
    nothing_to_apply = True
    for index, static in enumerate(effects):
        if applies(static, event, from_effect):
            nothing_to_apply = False
            others = effects[:index] + effects[index + 1 :]
            results |= replaced(others, modify(static, event), from_effect=True)
    return frozenset({event}) if nothing_to_apply else frozenset(results)


def put_results(board: RefBoard, action: RefAction, holder: Holder, event: Counts) -> frozenset[Counts]:
    """The counters that may be put on `holder` when `event` would be put.

    The event holds no forbidden counters: those are left out beforehand, and
    so replacement effects never see them (614.17c).
    """
    effects = tuple(static for static in statics_about(board, holder, action.by) if static.form != "cant_put")
    return replaced(effects, event, from_effect=not action.as_cost)


# --------------------------------------------------------------------------
# What a player may announce
# --------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """One complete choice: counters to remove and counters to put."""

    removed: tuple[tuple[Holder, Counts], ...] = ()
    put: tuple[tuple[Holder, Counts], ...] = ()

    @property
    def does_something(self) -> bool:
        return any(counts for _, counts in self.removed + self.put)


def selections(possible: Counts, amount: Amount, in_full: bool) -> Iterator[Counts]:
    """Every choice of `amount` counters among the possible ones.

    If there are too few, an effect takes them all (101.3); a cost, which has
    to be done in full, cannot be paid (118.3).
    """
    if amount == "all":
        yield possible
    elif amount == "any_number":
        yield from parts(possible)
    elif not (in_full and total(possible) < amount):
        size = min(amount, total(possible))
        yield from (part for part in parts(possible) if total(part) == size)


def of_kind(counts: Counts, kind: str | None) -> Counts:
    return tuple((k, n) for k, n in counts if kind in (None, k))


def allowed(board: RefBoard, action: RefAction, holder: Holder, counts: Counts) -> Counts:
    """Those of the counters that may be put on `holder` (614.17)."""
    return tuple((k, n) for k, n in counts if not cant_put(board, action, holder, k))


def board_kinds(board: RefBoard) -> list[str]:
    """Every kind the board mentions: what a free choice of kind ranges over."""
    kinds = {kind for holder in board.holders for kind, _ in holder.counters}
    for static in board.statics:
        kinds |= static.kinds or frozenset()
    return sorted(kinds)


def put_plans(board: RefBoard, action: RefAction) -> Iterator[Plan]:
    """Putting a number of counters, of a given kind or of kinds chosen now.

    608.2d: a kind that can't be put can't be chosen.  614.17b: nor can a
    cost include it.
    """
    target = find(board, action.target)
    if target is None or not isinstance(action.amount, int):
        return
    kinds = board_kinds(board) if action.kind is None else [action.kind]
    wanted = make_counts(dict.fromkeys(kinds, action.amount))
    possible = allowed(board, action, target, wanted)
    for chosen in selections(possible, action.amount, in_full=True):
        yield Plan(put=((target, chosen),))


def remove_plans(board: RefBoard, action: RefAction) -> Iterator[Plan]:
    """Removing counters: as many as there are (101.3), or the cost in full."""
    source = find(board, action.source)
    if source is None:
        return
    possible = of_kind(source.counters, action.kind)
    for chosen in selections(possible, action.amount, in_full=action.as_cost):
        yield Plan(removed=((source, chosen),))


def move_plans(board: RefBoard, action: RefAction) -> Iterator[Plan]:
    """122.5: a counter is moved from one object onto a second, or stays.

    Each counter is looked at by itself: one that can't be put on the second
    object is not removed from the first.
    """
    source, target = find(board, action.source), find(board, action.target)
    if not (isinstance(source, RefObject) and isinstance(target, RefObject)):
        return
    if source.id == target.id:
        return
    present = of_kind(source.counters, action.kind)
    movable = allowed(board, action, target, present)
    if action.as_cost and action.amount == "all" and movable != present:
        return
    for chosen in selections(movable, action.amount, in_full=action.as_cost):
        yield Plan(removed=((source, chosen),), put=((target, chosen),))


def proliferate_plans(board: RefBoard, action: RefAction) -> Iterator[Plan]:
    """701.34a: any permanents and players with counters get one more of each.

    A forbidden kind is skipped (101.3); as a cost, a permanent or player
    that has one can't be chosen (614.17b).
    """
    options: list[list[tuple[tuple[Holder, Counts], ...]]] = []
    for holder in board.holders:
        if not (holder.exists and holder.counters):
            continue
        one_each = tuple((kind, 1) for kind, _ in holder.counters)
        possible = allowed(board, action, holder, one_each)
        refused = action.as_cost and possible != one_each
        options.append([()] if refused else [(), ((holder, possible),)])
    for choice in product(*options):
        yield Plan(put=sum(choice, ()))


def plans(board: RefBoard, action: RefAction) -> Iterator[Plan]:
    """Everything the player could announce; nothing at all if impossible."""
    match action.verb:
        case "put":
            return put_plans(board, action)
        case "remove":
            return remove_plans(board, action)
        case "move":
            return move_plans(board, action)
        case "proliferate":
            return proliferate_plans(board, action)
    raise ValueError(f"unknown verb {action.verb!r}")


# --------------------------------------------------------------------------
# Results
# --------------------------------------------------------------------------


def with_counters(board: RefBoard, changed: dict[str, Counts]) -> RefBoard:
    """The board with the counters of some objects and players changed."""
    return replace(
        board,
        objects=tuple(with_counts(one, changed.get(one.id, one.counters)) for one in board.objects),
        players=tuple(with_counts(one, changed.get(one.id, one.counters)) for one in board.players),
    )


def with_counts(holder: H, counts: Counts) -> H:
    """An object or player with these counters; itself, if it has them."""
    return holder if counts == holder.counters else replace(holder, counters=counts)


def carried_out(board: RefBoard, action: RefAction, plan: Plan) -> Iterator[RefBoard]:
    """The boards one plan can lead to.

    Everything happens at once, and the effects on each affected object or
    player are put in order separately (616.1).
    """
    after_removal = {h.id: h.counters for h in board.holders}
    for holder, counts in plan.removed:
        after_removal[holder.id] = add(after_removal[holder.id], counts, sign=-1)
    recipients = [holder.id for holder, _ in plan.put]
    possible = [put_results(board, action, h, counts) for h, counts in plan.put]
    for given in product(*possible):
        after = dict(after_removal)
        for holder_id, counts in zip(recipients, given, strict=True):
            after[holder_id] = add(after[holder_id], counts)
        yield with_counters(board, after)


def legal(board: RefBoard, action: RefAction) -> bool:
    """Can the instruction be followed?

    As an effect, at least one counter must be able to be put, removed or
    moved (101.3); as a cost, the whole of it (118.3, 614.17b).  Proliferate
    allows choosing nothing, so it is always possible (701.34a).  Whether
    replacement effects leave anything to be put is not looked at (118.11,
    614.6).
    """
    if action.verb == "proliferate":
        return True
    return any(plan.does_something for plan in plans(board, action))


def resulting_boards(board: RefBoard, action: RefAction) -> frozenset[RefBoard]:
    """Every board right after the action, before state-based actions (704.4)."""
    if not legal(board, action):
        return frozenset({board})
    return frozenset(after for plan in plans(board, action) for after in carried_out(board, action, plan))


def outcomes(board: RefBoard, action: RefAction) -> frozenset[Result]:
    """Every possible set of counters right after the action.

    If the action is not legal, the board stays as it is.
    """
    return frozenset(counter_map(after) for after in resulting_boards(board, action))


# --------------------------------------------------------------------------
# State-based actions
# --------------------------------------------------------------------------


def toughness(creature: RefObject) -> int:
    """122.1a, 613.4c: toughness with its +X/+Y and -X/-Y counters."""
    if creature.toughness is None:
        raise ValueError(f"creature {creature.id!r} has no toughness")
    change = 0
    for kind, number in creature.counters:
        if size := POWER_TOUGHNESS.fullmatch(kind):
            change += int(size[2]) * number
    return creature.toughness + change


def without_pairs(counters: Counts) -> Counts:
    """122.3, 704.5q: N +1/+1 and N -1/-1 counters are removed together."""
    numbers = dict(counters)
    pairs = min(numbers.get(PLUS, 0), numbers.get(MINUS, 0))
    return add(counters, ((PLUS, pairs), (MINUS, pairs)), sign=-1)


def checked(thing: RefObject) -> RefObject:
    """What one check of state-based actions makes of one object.

    Both conditions are looked at before either action is performed (704.3,
    704.8).  A creature with toughness 0 or less goes to the graveyard
    (704.5f), where its counters cease to exist (122.2).
    """
    if not thing.exists:
        return thing
    if thing.is_creature and toughness(thing) <= 0:
        return replace(thing, zone="graveyard", counters=())
    return with_counts(thing, without_pairs(thing.counters))


def settle(board: RefBoard) -> RefBoard:
    """704.3: check, perform all at once, and repeat until nothing happens."""
    after = replace(board, objects=tuple(checked(o) for o in board.objects))
    return board if after == board else settle(after)


def settled_outcomes(board: RefBoard, action: RefAction) -> frozenset[RefBoard]:
    """Every possible board after the action and its state-based actions.

    Whole boards, since a creature may have died; `counter_map` gives the
    counters of each.
    """
    return frozenset(settle(after) for after in resulting_boards(board, action))


# --------------------------------------------------------------------------
# Small boards
# --------------------------------------------------------------------------


def all_boards(
    objects: Sequence[RefObject],
    kinds: Iterable[str],
    max_count: int,
    players: Iterable[RefPlayer] = (),
    statics: Iterable[RefStatic] = (),
) -> Iterator[RefBoard]:
    """Every assignment of 0 to `max_count` counters of each kind to each object.

    Counters the objects already have are disregarded; players and statics
    are taken over as they are.
    """
    kind_list, player_tuple, static_tuple = list(kinds), tuple(players), tuple(statics)
    numbers = range(max_count + 1)
    each = [
        make_counts(dict(zip(kind_list, choice, strict=True))) for choice in product(numbers, repeat=len(kind_list))
    ]
    for assignment in product(each, repeat=len(objects)):
        yield RefBoard(
            tuple(with_counts(o, c) for o, c in zip(objects, assignment, strict=True)),
            player_tuple,
            static_tuple,
        )
