"""Puzzles: `solve` against a plain breadth-first search over single `apply` calls, as ratios of processor time.

python benchmarks/puzzles.py [HOW THE CASE BEGINS]

`--alone` measures each of the two searches that `solve` runs beside each other, and `--growth` how the cost grows with
steps and with permanents.
"""

import resource
import subprocess
import sys
import time
from pathlib import Path

from pyengine import Board
from pyengine.puzzles import incremental
from pyengine.puzzles.goal_reading import parse
from pyengine.puzzles.goals import Seen

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


def all_of(*goals: str) -> str:
    """Goals that all have to be so."""
    return " and ".join(goals)


TEN = [f"put {some} on b{n}" for n in range(5) for some in ("a +1/+1 counter", "two +1/+1 counters")]
SIX = [*(f"put a +1/+1 counter on b{n}" for n in range(6)), *(f"double the +1/+1 counters on b{n}" for n in range(4))]
CASES = {
    "4 puts and a doubling, Hardened Scales and Doubling Season; none": (
        lambda: board(3, ["Hardened Scales", "Doubling Season"]),
        puts(4),
        "+1/+1 counters on b0 = 999",
    ),
    "4 puts and a doubling, no other permanent; none": (lambda: board(1, []), puts(4), "+1/+1 counters on b0 = 999"),
    "6 puts on 6 bears, counted together; 6 steps": (
        lambda: board(6, []),
        [f"put a +1/+1 counter on b{n}" for n in range(6)],
        f"{' + '.join(f'+1/+1 counters on b{n}' for n in range(6))} = 6",
    ),
    "10 actions on 5 bears; 5 steps": (
        lambda: board(5, []),
        TEN,
        all_of(*(f"+1/+1 counters on b{n} = 2" for n in range(5))),
    ),
    "10 actions on 5 bears; 10 steps": (
        lambda: board(5, []),
        TEN,
        all_of(*(f"+1/+1 counters on b{n} = 3" for n in range(5))),
    ),
    "10 actions on 5 bears; none": (
        lambda: board(5, []),
        TEN,
        all_of(*(f"+1/+1 counters on b{n} = 2" for n in range(4)), "+1/+1 counters on b4 = 4"),
    ),
    "10 actions on 6 bears, Hardened Scales; 10 steps": (
        lambda: board(6, ["Hardened Scales"]),
        SIX,
        all_of(*(f"+1/+1 counters on b{n} = 5" for n in range(4)), *(f"+1/+1 counters on b{n} = 2" for n in (4, 5))),
    ),
}
"""The board, what is allowed once each, and the goal."""


def counted(steps: int, bears: int) -> tuple[Board, list[str], str]:
    """To put a counter on each of some bears, of which all are counted together, and so many are wanted."""
    allowed = [f"put a +1/+1 counter on b{n}" for n in range(steps)]
    return board(bears, []), allowed, f"{' + '.join(f'+1/+1 counters on b{n}' for n in range(steps))} = {steps}"


GROWTH = {
    **{f"{steps} steps, 12 permanents": (steps, 12) for steps in (2, 4, 6, 8, 10, 12)},
    **{f"4 steps, {bears} permanents": (4, bears) for bears in (4, 8, 16, 32)},
}


def measure(case: str, way: str) -> str:
    """Seconds of processor time, once the rules have been read, with what was looked at and the most memory, in MiB."""
    if case in GROWTH:
        here, allowed, goal = counted(*GROWTH[case])
    else:
        make, allowed, goal = CASES[case]
        here = make()
    here.solve("counters on b0 = 1", ["put a +1/+1 counter on b0"])
    list(here.outcomes("put a +1/+1 counter on b0", settle=True))
    start = time.process_time()
    if way == "plain":
        import plain_search

        def wins(one: Board) -> bool:
            return bool(parse(goal).holds(Seen(one, {}, ())))

        plain_search.shortest(here, dict.fromkeys(allowed, 1), wins)
        return told(start, plain_search.after.cache_info().misses, 0)
    if way == "positions":
        incremental.MANY = incremental.MOST_ATOMS
    elif way == "lines":
        incremental.MANY = 0
        graph = here.solve(goal, allowed, limit=0).graph
        assert graph is not None
        start = time.process_time()
        lines = incremental.growth(graph)
        assert lines is not None
        while (known := lines.further()) is not None and known.line is None and not known.closed:
            pass
        return told(start, 0 if known is None else 1, 0)
    graph = here.solve(goal, allowed, reductions=way != "all orders").graph
    assert graph is not None
    return told(start, graph.asked, graph.positions)


def told(start: float, asked: int, positions: int) -> str:
    """What `isolated` reads."""
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return f"{time.process_time() - start} {asked} {positions} {memory}"


def isolated(case: str, way: str) -> tuple[float, int, int, int]:
    """The same in a process of its own."""
    run = [sys.executable, __file__, case, way]
    found = subprocess.run(run, capture_output=True, check=True, text=True).stdout.split()
    return float(found[0]), int(found[1]), int(found[2]), int(found[3])


def alone(case: str) -> None:
    """Each of the two searches by itself, beside both."""
    both, positions, lines = (isolated(case, way) for way in ("solve", "positions", "lines"))
    decided = "" if lines[1] else ", which are left undecided"
    print(f"{case}: {both[0]:.1f} s; over positions alone {positions[0]:.1f} s;", end=" ")
    print(f"one program of all lines alone {lines[0]:.1f} s{decided}; {both[3]} MiB at most", flush=True)


def grows(case: str) -> None:
    """Time, positions and memory."""
    seconds, asked, positions, memory = isolated(case, "solve")
    print(f"{case}: {seconds:.1f} s, {asked} actions asked at {positions} positions, {memory} MiB at most", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print(measure(sys.argv[1], sys.argv[2]))
        sys.exit()
    if sys.argv[1:] in (["--alone"], ["--growth"]):
        for case in CASES if sys.argv[1] == "--alone" else GROWTH:
            (alone if case in CASES else grows)(case)
        sys.exit()
    for case in CASES:
        if not case.startswith(sys.argv[1] if len(sys.argv) > 1 else ""):
            continue
        ours, all_orders, plain = (isolated(case, way) for way in ("solve", "all orders", "plain"))
        print(f"{case}: {plain[0] / ours[0]:.1f} times faster than plain ({ours[0]:.1f} s and {plain[0]:.1f} s),")
        print(f"  {ours[1]} actions asked, plain {plain[1]}, at {ours[2]} positions;", end=" ")
        print(f"with all orders {all_orders[0]:.1f} s, {all_orders[1]} asked at {all_orders[2]}", flush=True)
