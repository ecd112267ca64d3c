"""What bad or large input takes until it is answered, beside a limit in seconds: exit code 1 if any takes longer.

python benchmarks/limits.py
"""

import sys
import time
from collections.abc import Callable

from pyengine import Board, InputError
from pyengine.files.yaml_reading import parse

ONE = "players: {a: {}}\nbattlefield: [{id: bear, card: Grizzly Bears, controller: a, counters: {%s}}]\n"

HUNDRED = "battlefield:\n" + "".join(f"- {{id: c{n}, card: Bear, counters: {{+1/+1: {n}}}}}\n" for n in range(100))


def refused(text: str) -> None:
    """Text that is no board."""
    try:
        Board.parse(text)
    except InputError:
        return
    raise AssertionError("expected that it is refused")


def laughs() -> str:
    """An alias bomb."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    return "\n".join([*lines, *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12))])


def late() -> None:
    """2 ^ 30 outcomes, with a time limit of one second."""
    many = ", ".join(f"{{id: o{n}, card: Grizzly Bears, controller: a, counters: {{a: 1}}}}" for n in range(30))
    outcomes = Board.parse(f"players: {{a: {{}}}}\nbattlefield: [{many}]").outcomes("proliferate", timeout=1)
    found = sum(1 for _ in outcomes)
    assert 0 < found < 2**30
    assert not outcomes.complete


def billion() -> None:
    """A billion counters."""
    board = Board.parse(ONE % "charge: 1000000000")
    list(board.outcomes("remove a charge counter from bear"))
    list(board.outcomes("remove 1000000000 charge counters from bear"))


LIMITS: dict[str, tuple[Callable[[], object], float]] = {
    "an alias bomb": (lambda: refused(laughs()), 2),
    "fifty megabytes": (lambda: refused("# " + "x" * 50_000_000), 5),
    "60,000 problems": (lambda: refused("battlefield: [" + "{}," * 60_000 + "]"), 5),
    "60,000 objects read": (lambda: parse("[" + "{}," * 60_000 + "]"), 5),
    "100 objects, ten times": (lambda: [parse(HUNDRED) for _ in range(10)], 0.2),
    "40,000 kinds": (lambda: Board.parse(ONE % ", ".join(f"k{n}: 1" for n in range(40_000))), 20),
    "a billion counters": (billion, 10),
    "2 ^ 30 outcomes, stopped after a second": (late, 20),
}

slow = 0
for name, (task, limit) in LIMITS.items():
    start = time.monotonic()
    task()
    taken = time.monotonic() - start
    slow += taken > limit
    print(f"{name}: {taken:.2f} s of {limit} s{'  TOO SLOW' if taken > limit else ''}")
sys.exit(slow > 0)
