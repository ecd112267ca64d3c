"""The order of all rules in each call of the schedule: worked out when it is first asked for, or as installed."""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from math import inf

from pyengine.plans.evaluating import ALIKE, Order, Part, least, order_of
from pyengine.plans.keeping import as_kept
from pyengine.solving import schedule
from pyengine.solving.planned import plans
from pyengine.solving.statements import KEPT, asp_directory, files_of_rules, in_file

BUILT = "orders.bin"
"""The file beside the `.lp` files, in an installed package, with the orders of all calls."""


def order(parts: tuple[Part, ...]) -> Order | None:
    """The order of all statements in a call; None if an installed package has not worked it out."""
    return _order(alike(parts))


@lru_cache(10_000)
def order_of_any(parts: tuple[Part, ...]) -> Order:
    """The order of all statements in a call, which is worked out now if no call of the schedule is like it."""
    return order(parts) or _order_now(alike(parts))


@cache
def _order_now(parts: tuple[Part, ...]) -> Order:
    return Order(plans(), parts, worked_out(parts))


def alike(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The call with the least numbers that has the same order."""
    return tuple((name, *least(numbers, _most(name))) for name, *numbers in parts)


@cache
def _most(part: str) -> Sequence[float]:
    return [ALIKE.get(one, inf) for one in _parameters().get(part, ())]


@cache
def _parameters() -> Mapping[str, tuple[str, ...]]:
    """The parameters of each part, kept: to find them out needs all statements."""
    if (installed := _orders()) is not None:
        return installed[0]
    kept = as_kept(KEPT / "parameters.order", [_sources()], lambda: marshal.dumps(_parameters_now()))
    found: Mapping[str, tuple[str, ...]] = marshal.loads(kept)
    return found


def _parameters_now() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for part, numbers in _numbers().items():
        rules = (rule for number in numbers for rule, _ in plans().of(number))
        found[part] = next((rule.parameters for rule in rules), ())
    return found


@cache
def _order(parts: tuple[Part, ...]) -> Order | None:
    if (installed := _orders()) is not None:
        known = installed[1].get(parts)
        return None if known is None else Order(plans(), parts, known)
    name = sha256(repr(parts).encode()).hexdigest()[:16]
    kept = as_kept(KEPT / f"{name}.order", [_sources()], lambda: worked_out(parts))
    return Order(plans(), parts, kept)


def worked_out(parts: tuple[Part, ...]) -> bytes:
    """Work out the order of a call, as bytes that `Order` reads."""
    return order_of(plans(), _numbers(), parts)


def every_call() -> set[tuple[Part, ...]]:
    """All calls of the schedule that differ in their order."""
    return {alike(parts) for moment in range(ALIKE["t"] + 1) for parts in schedule.every_call(moment)}


def build() -> bytes:
    """Make the parameters of parts and the orders of calls that a package installs."""
    return marshal.dumps((_parameters_now(), {parts: worked_out(parts) for parts in sorted(every_call())}))


@cache
def _orders() -> tuple[Mapping[str, tuple[str, ...]], Mapping[tuple[Part, ...], bytes]] | None:
    installed = asp_directory() / BUILT
    if not installed.is_file() or not plans().are_readable:
        return None
    found: tuple[Mapping[str, tuple[str, ...]], Mapping[tuple[Part, ...], bytes]]
    found = marshal.loads(installed.read_bytes())
    return found


@cache
def _sources() -> bytes:
    return sha256(b"\0".join((asp_directory() / name).read_bytes() for name in files_of_rules())).digest()


@cache
def _numbers() -> Mapping[str, Sequence[int]]:
    """The numbers of all statements, by their parts."""
    found: dict[str, list[int]] = {}
    every = (one for name in files_of_rules() for one in in_file(name))
    for number, one in enumerate(every):
        found.setdefault(one.part, []).append(number)
    return found
