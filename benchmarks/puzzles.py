"""Puzzles: `solve` against a plain breadth-first search over single `apply` calls, as ratios of processor time.

python benchmarks/puzzles.py
"""

import subprocess
import sys
import time
from pathlib import Path

from pyengine import Board

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

WORDS = ("a", "two", "three", "four", "five")


def board(bears: int, others: list[str]) -> Board:
    """Some bears and other permanents, all of one player."""
    cards = [(f"b{n}", "Grizzly Bears") for n in range(bears)] + [(f"o{n}", card) for n, card in enumerate(others)]
    items = [{"id": name, "card": card, "controller": "alice"} for name, card in cards]
    return Board.from_data({"players": {"alice": {}, "bob": {}}, "battlefield": items})


def puts(most: int) -> list[str]:
    """To put one, two, ... counters on the first bear, and to double them."""
    some = [f"put {WORDS[n]} +1/+1 counter{'s' if n else ''} on b0" for n in range(most)]
    return [*some, "double the +1/+1 counters on b0"]


CASES = {
    "4 puts and a doubling, Hardened Scales and Doubling Season; none": (
        lambda: board(3, ["Hardened Scales", "Doubling Season"]),
        puts(4),
        ("b0", 999),
    ),
    "4 puts and a doubling, no other permanent; none": (lambda: board(1, []), puts(4), ("b0", 999)),
    "6 puts on 6 bears; 6 steps": (
        lambda: board(6, []),
        [f"put a +1/+1 counter on b{n}" for n in range(6)],
        ("all", 6),
    ),
}


def measure(case: str, plain: bool) -> float:
    """Seconds of processor time, once the rules have been read."""
    make, allowed, (holder, number) = CASES[case]
    here = make()
    here.solve("counters on b0 = 1", ["put a +1/+1 counter on b0"])
    list(here.outcomes("put a +1/+1 counter on b0", settle=True))
    held = [name for name in here.objects if name.startswith("b")] if holder == "all" else [holder]
    start = time.process_time()
    if plain:
        import plain_search

        def wins(one: Board) -> bool:
            return sum(one.counters(name).get("+1/+1", 0) for name in held) == number

        plain_search.shortest(here, dict.fromkeys(allowed, 1), wins)
    else:
        here.solve(f"{' + '.join(f'+1/+1 counters on {name}' for name in held)} = {number}", allowed)
    return time.process_time() - start


def isolated(case: str, way: str) -> float:
    """The same in a process of its own."""
    run = [sys.executable, __file__, case, way]
    return float(subprocess.run(run, capture_output=True, check=True, text=True).stdout)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(measure(sys.argv[1], sys.argv[2] == "plain"))
        sys.exit()
    for case in CASES:
        ours, plain = isolated(case, "solve"), isolated(case, "plain")
        print(f"{case}: {plain / ours:.1f} times faster than plain ({ours:.1f} s and {plain:.1f} s)", flush=True)
