"""Brute-force reference for turning permanents face up and for paying mana costs.

Everything here follows the text of the Comprehensive Rules directly.  It is meant to be read next to the rules and
to be compared with faster programs, so it prefers the obvious to the quick.

The first half answers who may turn which permanent face up, by which procedure, and what it is afterwards:

1. `if_face_up` works out what the permanent would be if it were face up (702.37e, 702.168d, 708.8);
2. `prices` lists the costs that a procedure asks for, and what paying each of them does;
3. `may_turn_up` and `results` put the two together with the situation.

The second half, `payments`, pays a mana cost in every possible way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal

# --------------------------------------------------------------------------
# Cards and permanents
# --------------------------------------------------------------------------

Keyword = Literal["morph", "megamorph", "disguise"]
Procedure = Literal["morph", "megamorph", "disguise", "mana"]
By = Literal["morph", "megamorph", "disguise", "manifest", "cloak", "manifest dread", "effect"]
Scope = Literal["it", "creatures", "artifacts", "face-down permanents"]

PROCEDURES: tuple[Procedure, ...] = ("morph", "megamorph", "disguise", "mana")
BYS: tuple[By, ...] = ("morph", "megamorph", "disguise", "manifest", "cloak", "manifest dread", "effect")


@dataclass(frozen=True)
class RefCard:
    """A card, or the front face of a double-faced one (712.8a: elsewhere it has only that face's characteristics).

    `back` names the other face.  Nothing below asks for it: a double-faced permanent that is turned face up has its
    front face up (712.15a).
    """

    name: str
    types: frozenset[str]
    mana_cost: str | None = None
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[tuple[Keyword, str], ...] = ()
    back: str | None = None


@dataclass(frozen=True)
class RefChange:
    """A continuous effect in layer 6 (613.1f): it adds an ability with a cost, or removes all abilities.

    `scope` "it" is an effect applied to the one permanent (611.2c); the others come from static abilities of other
    permanents, and apply to whatever their text fits at the moment (611.3a).
    """

    timestamp: int
    adds: tuple[Keyword, str] | None = None
    scope: Scope = "it"


@dataclass(frozen=True)
class RefPermanent:
    """A permanent, and everything that bears on turning it face up.

    `listed` are the card types of the face-down permanent (708.2), `becomes` are card types it has in addition to its
    others (613.1d), `boost` is an effect that gives it +N/+N, `counters` are +1/+1 counters on it.
    """

    card: RefCard
    by: By | None
    controller: str = "alice"
    copy: RefCard | None = None
    changes: tuple[RefChange, ...] = ()
    listed: frozenset[str] = frozenset({"creature"})
    becomes: frozenset[str] = frozenset()
    boost: int = 0
    counters: int = 0
    cant_turn_up: bool = False
    phased_out: bool = False

    @property
    def face_down(self) -> bool:
        return self.by is not None


@dataclass(frozen=True)
class RefFace:
    """Characteristics that a permanent has, or would have."""

    types: frozenset[str]
    power: int | None
    toughness: int | None
    abilities: tuple[tuple[Keyword, str], ...]


@dataclass(frozen=True)
class RefResult:
    """What there is after the permanent was turned face up, and the cost that was paid."""

    paid: str | None
    types: frozenset[str]
    power: int | None
    toughness: int | None
    counters: int


def normal_card(permanent: RefPermanent) -> RefCard:
    """708.8, 708.10: whose copiable values the permanent reverts to.

    A face-down permanent that has become a copy has the copied values once it is face up.
    """
    return permanent.copy or permanent.card


def applies(change: RefChange, types: frozenset[str]) -> bool:
    """Does the change apply to the permanent if it is face up, with these types?

    What applies to face-down permanents only does not: the question is what would be if it were face up.
    """
    match change.scope:
        case "it":
            return True
        case "creatures":
            return "creature" in types
        case "artifacts":
            return "artifact" in types
        case "face-down permanents":
            return False
    raise ValueError(f"unknown scope {change.scope!r}")


def if_face_up(permanent: RefPermanent) -> RefFace:
    """702.37e, 702.168d, 708.8: what the permanent would be if it were face up.

    Effects that have been applied to the face-down permanent still apply.  Copiable values come first (613.2),
    then types (613.1d), then abilities (613.1f) in timestamp order (613.7): of losing all abilities and of being
    granted one, the later counts.
    """
    card = normal_card(permanent)
    types = card.types | permanent.becomes
    abilities = card.abilities
    for change in sorted(permanent.changes, key=lambda change: change.timestamp):
        if applies(change, types):
            abilities = () if change.adds is None else (*abilities, change.adds)
    return RefFace(types, card.power, card.toughness, abilities)


# --------------------------------------------------------------------------
# Permission
# --------------------------------------------------------------------------


@dataclass(frozen=True)
class RefPrice:
    """One cost that a procedure may ask for, and how many +1/+1 counters paying it puts."""

    cost: str
    counters: int = 0


def has_procedure_of_its_own(permanent: RefPermanent) -> bool:
    """701.40b, 701.58b, 701.62a: is it a manifested or a cloaked permanent?

    One that was manifested by manifesting dread is a manifested permanent.
    """
    return permanent.by in ("manifest", "manifest dread", "cloak")


def prices(permanent: RefPermanent, procedure: Procedure) -> tuple[RefPrice, ...]:
    """The costs for which the procedure would turn the permanent face up; none if it can't.

    702.37e speaks of *a* face-down permanent with a morph ability, whatever made it face down: 701.40c and 701.58c
    say so of manifested and cloaked ones.  702.168d does the same for disguise.

    A megamorph ability is a variant of morph and a megamorph cost is a morph cost (702.37b).  So turning a permanent
    up "for its morph cost" may pay a megamorph cost; that puts the counter, since the megamorph cost was paid, in
    whatever words the procedure was asked for.  The other way round there is no such rule: "for its megamorph cost"
    needs a megamorph ability.  With two of these abilities, the player chooses which cost to pay.

    The counter is put by the megamorph ability the permanent has after it is turned face up (702.37b, 708.11).
    """
    if procedure == "mana":
        # 701.40b, 701.58b: these ask about the *card* representing the permanent. What the permanent is a copy of
        # (708.10) and what effects do to it is beside the point.
        if not has_procedure_of_its_own(permanent):
            return ()
        card = permanent.card
        if "creature" not in card.types or card.mana_cost is None:
            return ()
        return (RefPrice(card.mana_cost),)
    found = []
    for keyword, cost in if_face_up(permanent).abilities:
        if keyword == procedure or (keyword == "megamorph" and procedure == "morph"):
            found.append(RefPrice(cost, counters=1 if keyword == "megamorph" else 0))
    return tuple(found)


def stays_face_down(permanent: RefPermanent) -> bool:
    """701.40g, 701.58g: a manifested or cloaked instant or sorcery card is revealed and left face down.

    Of other face-down permanents represented by such a card the rules say nothing, so `may_turn_up` refuses to
    answer about them.
    """
    spell = permanent.card.types & {"instant", "sorcery"}
    if spell and permanent.face_down and not has_procedure_of_its_own(permanent):
        raise ValueError("the rules don't say what becomes of it")
    return bool(spell)


def may_turn_up(permanent: RefPermanent, procedure: Procedure | None, who: str, priority: str) -> bool:
    """Can the permanent be turned face up, given enough mana?  `procedure` None is an effect that does it.

    Split second is not asked about: special actions may be taken (702.61b) and effects resolve.
    """
    if permanent.phased_out:
        return False  # 702.26b: it is treated as though it does not exist
    if not permanent.face_down:
        return False  # 110.5, 101.3: it is face up already
    if permanent.cant_turn_up:
        return False  # 101.2
    if stays_face_down(permanent):
        return False  # 701.40g, 701.58g
    if procedure is None:
        return True
    if who != permanent.controller:
        return False  # 702.37e, 702.168d, 701.40b, 701.58b: "a permanent you control"
    if who != priority:
        return False  # 116.2b: "any time they have priority"
    return bool(prices(permanent, procedure))


def results(permanent: RefPermanent, procedure: Procedure | None) -> frozenset[RefResult]:
    """What a legal way of turning the permanent face up can make of it, for each cost the player may choose."""
    face = if_face_up(permanent)
    options = [RefPrice("")] if procedure is None else prices(permanent, procedure)
    found = set()
    for price in options:
        counters = permanent.counters + price.counters
        more = permanent.boost + counters
        found.add(
            RefResult(
                None if procedure is None else price.cost,
                face.types,
                None if face.power is None else face.power + more,
                None if face.toughness is None else face.toughness + more,
                counters,
            )
        )
    return frozenset(found)


# --------------------------------------------------------------------------
# Paying mana
# --------------------------------------------------------------------------

Mana = tuple[int, int, int, int, int, int]
"""How much white, blue, black, red, green and colorless mana (106.1a, 106.1b)."""

KINDS = "WUBRGC"
ANY = "any"
SYMBOL = re.compile(r"\{([^{}]*)\}")


def make_mana(text: str) -> Mana:
    """Mana from symbols; a number is that much colorless mana."""
    counts = dict.fromkeys(KINDS, 0)
    for symbol in SYMBOL.findall(text):
        if symbol.isdigit():
            counts["C"] += int(symbol)
        else:
            counts[symbol] += 1
    return tuple(counts.values())  # type: ignore[return-value]


@dataclass(frozen=True)
class RefDemand:
    """One way to pay for one symbol, or for a whole cost: mana of given types, generic mana, and life."""

    typed: str = ""
    generic: int = 0
    life: int = 0

    def __add__(self, other: RefDemand) -> RefDemand:
        return RefDemand(self.typed + other.typed, self.generic + other.generic, self.life + other.life)


def ways_to_pay_for(symbol: str, x: int) -> list[RefDemand]:
    """107.4a-f: what one symbol of a cost may be paid with."""
    if symbol == "X":
        return [RefDemand(generic=x)]  # 107.4b
    if symbol.isdigit():
        return [RefDemand(generic=int(symbol))]  # 107.4b, 107.4d
    ways = []
    for part in symbol.split("/"):
        if part == "P":
            ways.append(RefDemand(life=2))  # 107.4f
        elif part == "2":
            ways.append(RefDemand(generic=2))  # 107.4e
        elif part in KINDS:
            ways.append(RefDemand(typed=part))  # 107.4a, 107.4c, 107.4e
        else:
            raise ValueError(f"unknown symbol {symbol!r}")
    return ways


def spend(pool: Mana, demands: tuple[str, ...]) -> frozenset[Mana]:
    """118.3a: the pools that can be left when each demand takes one mana; ANY takes mana of any type (107.4b)."""
    return _spend(pool, tuple(sorted(demands)))


@cache
def _spend(pool: Mana, demands: tuple[str, ...]) -> frozenset[Mana]:
    if not demands:
        return frozenset({pool})
    left: set[Mana] = set()
    for index, kind in enumerate(KINDS):
        if pool[index] > 0 and demands[0] in (kind, ANY):
            less = tuple(number - (place == index) for place, number in enumerate(pool))
            left |= _spend(less, demands[1:])  # type: ignore[arg-type]
    return frozenset(left)


def total_costs(cost: str, x: int, more: int, less: int) -> Iterator[RefDemand]:
    """601.2f: the cost in each nonhybrid equivalent (601.2b), plus all increases, minus all reductions.

    Reductions by generic mana reduce the generic component only (118.7a), to no less than nothing (601.2f).

    118.13c lets the player choose "immediately before they pay that cost" how to pay for a symbol in the cost of a
    special action, and 107.3d says the same of X.  A reduction that comes before these choices would see no {X} and
    no {2} to reduce; here they come first, as they do for spells.
    """
    symbols = SYMBOL.findall(cost)
    for choice in product(*(ways_to_pay_for(symbol, x) for symbol in symbols)):
        whole = sum(choice, RefDemand())
        yield RefDemand(whole.typed, max(0, whole.generic + more - less), whole.life)


def payments(
    pool: Mana, cost: str, life: int = 20, x: int | None = None, more: int = 0, less: int = 0, pay_life: int = 0
) -> frozenset[tuple[Mana, int]]:
    """Every (mana left, life paid) that can remain after the cost is paid; empty if it can't be paid (118.3).

    `x` None leaves X to the player (107.3d); every X on the object is the same (107.3i).  Larger numbers than those
    tried ask for more mana than there is.  `pay_life` is a payment of life in the cost besides its mana symbols.
    119.4: life can be paid only by a player who has that much.
    """
    if "{X}" not in cost:
        numbers = range(1)
    elif x is not None:
        numbers = range(x, x + 1)
    else:
        numbers = range(sum(pool) + less + 1)
    found = set()
    for number in numbers:
        for demand in total_costs(cost, number, more, less):
            paid = demand.life + pay_life
            if paid > 0 and paid > life:
                continue
            if len(demand.typed) + demand.generic > sum(pool):
                continue
            for left in spend(pool, tuple(demand.typed) + (ANY,) * demand.generic):
                found.add((left, paid))
    return frozenset(found)
