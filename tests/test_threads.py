"""Boards shared by threads: each case runs in a process of its own, so that an interpreter that dies is a failure."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import pyengine

COMMON = """
import faulthandler, gc, sys, threading
faulthandler.enable()
sys.setswitchinterval(1e-5)  # threads take turns often, so that they meet where they can
from pyengine import Board, Interrupted

TEXT = "players: {alice: {}, bob: {}}\\nbattlefield:\\n" + "".join(
    f"  - {{id: b{n}, card: Grizzly Bears, controller: alice, counters: {{charge: 1}}}}\\n" for n in range(5)
)
board = Board.parse(TEXT)

def together(*asked):
    found = [None] * len(asked)
    def work(n):
        found[n] = asked[n]()
    threads = [threading.Thread(target=work, args=(n,)) for n in range(len(asked))]
    [one.start() for one in threads]
    [one.join() for one in threads]
    return found
"""

CASES = {
    "verdicts of one board": """
actions = [f"put a {kind} counter on b{n}" for n in range(5) for kind in ("charge", "oil")]
alone = [str(Board.parse(TEXT).check(action)) for action in actions]
def ask():
    return [str(board.check(action)) for action in actions]
assert together(ask, ask, ask) == [alone] * 3
""",
    "outcomes of one question": """
shared = board.outcomes("proliferate")
def ask():
    return [outcome.changes for outcome in shared]
first, second, third, count = together(ask, ask, ask, shared.count)
assert first == second == third and len(set(first)) == count == 32
""",
    "different boards": """
def outcomes():
    return len(list(Board.parse(TEXT).outcomes("proliferate")))
def listing():
    return len(Board.parse(TEXT).legal_actions.listing().outcomes())
def edited():
    other = Board.parse(TEXT)
    return [other.with_counters("b1", {"oil": n}).characteristics["b1"].power for n in range(4)]
alone = [32, listing(), [2] * 4, 32]
assert together(outcomes, listing, edited, outcomes) == alone
""",
    "everything about one board": """
def ask():
    edited = board.with_counters("b1", {"oil": 1})
    return (
        bool(board.status()), board.seen_by("bob").facts(), board.characteristics["b1"], len(board.legal_actions),
        len(board.legal_actions.listing().outcomes()), edited.check("put an oil counter on b1").legal,
        board.outcomes("proliferate").verdicts,
    )
first, *others = together(ask, ask, ask)
assert others == [first, first]
""",
    "searches that are left half way": """
def left():
    for _ in range(3):
        own = Board.parse(TEXT)
        outcomes = own.outcomes("proliferate")
        next(iter(outcomes))
        one, other = iter(board.outcomes("proliferate")), iter(outcomes)
        seen = [next(one).changes, next(other).changes, next(one).changes]
        del own, outcomes, one, other  # garbage in a circle: board, outcomes, search, board
        gc.collect()
    return len(seen)
assert together(left, left, left) == [3, 3, 3]
half = board.outcomes("proliferate")  # this search is under way as the program ends
next(iter(half))
""",
    "Ctrl-C and time limits while others ground": """
import os, signal, time
from pyengine.solving import solver
signal.signal(signal.SIGINT, signal.default_int_handler)
held, over = threading.Event(), threading.Event()
def ground():
    with solver.symbols():
        held.set()
        over.wait()
grounding = threading.Thread(target=ground)
grounding.start()
held.wait()
try:
    board.outcomes("proliferate", timeout=0.1)
    told = None
except Interrupted as error:
    told = str(error)
assert told == "the time limit was reached before the search ended"
main = threading.main_thread()
waiting = threading.Timer(0.3, lambda: signal.pthread_kill(main.ident, signal.SIGINT))
waiting.start()
try:
    board.check("proliferate")
except KeyboardInterrupt:
    told = "stopped"
assert told == "stopped"
over.set()
grounding.join()
assert board.check("proliferate").legal
""",
    "time limits and grounding that is left alone": """
many = Board.parse(TEXT + "".join(
    f"  - {{id: c{n}, card: Grizzly Bears, controller: bob, counters: {{charge: 1, oil: 1}}}}\\n" for n in range(400)
))
def hasty():
    told = 0
    for limit in (0.05, 0.1):
        try:
            listing = many.legal_actions.listing(timeout=limit)
            listing.outcomes()
            told += bool(listing.stopped)
        except Interrupted:
            told += 1
    return told
def ask():
    return len(list(Board.parse(TEXT).outcomes("proliferate")))
assert together(hasty, ask, hasty) == [2, 32, 2]
""",
}


def test_symbols_are_made_and_found_in_one_place() -> None:
    package = Path(pyengine.__file__).parent
    texts = {path.name: path.read_text("utf-8") for path in package.rglob("*.py")}
    touched = re.compile(r"clingo\.(?:Control|Function|String|Tuple_|parse_term)\(|symbolic_atoms|backend\(")
    assert [name for name, text in texts.items() if touched.search(text)] == ["solver.py"]


@pytest.mark.parametrize("case", CASES)
def test_threads_may_share(case: str) -> None:
    run = subprocess.run([sys.executable, "-c", COMMON + CASES[case]], capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
