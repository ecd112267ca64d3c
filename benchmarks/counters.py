"""What answers about counters cost, as ratios within one run."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import clingo

from pyengine import Board
from pyengine.program import Timeline

KINDS = ("+1/+1", "charge", "flying", "shield", "oil", "stun", "time", "lore", "age", "study")
CARDS = ("Hardened Scales", "Doubling Season", "Tatterkite", "Melira, Sylvok Outcast", "The Ozolith")


def board_text(permanents: int, kinds: int = 5, count: int = 3) -> str:
    """A board with a ban, an adder and a doubler, and counters on every third permanent."""
    battlefield = []
    for number in range(permanents):
        card = CARDS[number] if number < min(len(CARDS), permanents // 2) else "Grizzly Bears"
        counters = {KINDS[(number + step) % kinds]: count for step in range(2)} if number % 3 == 0 else {}
        battlefield.append(
            {"id": f"o{number}", "card": card, "controller": ("alice", "bob")[number % 2], "counters": counters}
        )
    # Each kind is on the board somewhere.
    battlefield[-1]["counters"] = dict.fromkeys(KINDS[:kinds], count)
    return json.dumps({"players": {"alice": {}, "bob": {}}, "battlefield": battlefield})


def median(run: Callable[[], object], repeats: int) -> float:
    """Median seconds of a run, after one that does not count."""
    run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


class Recorder:
    """Collects what a question gives to clingo, to give it to clingo again with nothing around it."""

    def __init__(self) -> None:
        self.calls: list[tuple[clingo.Control, str, tuple[object, ...]]] = []

    def __enter__(self) -> Recorder:
        self._add, self._ground, self._models = clingo.Control.add, clingo.Control.ground, Timeline.models
        recorder = self

        def add(control: clingo.Control, text: str) -> None:
            recorder.calls.append((control, "add", (text,)))
            recorder._add(control, text)

        def ground(control: clingo.Control, parts: list) -> None:
            recorder.calls.append((control, "ground", (parts,)))
            recorder._ground(control, parts)

        def models(timeline: Timeline, assumptions: object = (), *, project: bool = False, limit: int = 1) -> object:
            recorder.calls.append((timeline.control, "solve", (list(assumptions), project, limit)))
            return recorder._models(timeline, assumptions, project=project, limit=limit)

        clingo.Control.add, clingo.Control.ground, Timeline.models = add, ground, models
        return self

    def __exit__(self, *_: object) -> None:
        clingo.Control.add, clingo.Control.ground, Timeline.models = self._add, self._ground, self._models

    def replay(self) -> None:
        controls: dict[int, clingo.Control] = {}
        for recorded, name, arguments in self.calls:
            control = controls.get(id(recorded))
            if control is None:
                control = controls[id(recorded)] = clingo.Control(["--warn=none", "--opt-mode=ignore"])
            if name == "add":
                control.add(arguments[0])
            elif name == "ground":
                control.ground(arguments[0])
            else:
                assumptions, project, limit = arguments
                control.configuration.solve.models = limit
                control.configuration.solve.project = "project" if project else "auto"
                control.solve(assumptions=assumptions)


def against_clingo(name: str, question: Callable[[], object], repeats: int) -> None:
    question()
    with Recorder() as recorder:
        question()
    whole = median(question, repeats)
    bare = median(recorder.replay, repeats)
    print(f"{name:<44} {whole / bare:5.2f}x clingo alone   ({whole * 1e3:.1f} ms, clingo {bare / whole:.0%})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--command", action="store_true", help="also time the command line")
    options = parser.parse_args()
    repeats = options.repeats
    text = board_text(12)

    def check() -> object:
        return Board.parse(text).check("move a charge counter from o0 to o9")

    def verdicts() -> object:
        return list(Board.parse(text).candidate_actions)

    def legal() -> object:
        listing = Board.parse(text).candidate_actions.listing()
        return listing.verdicts(), listing.outcomes()

    print("12 permanents, 5 kinds of counters; from the text of the board to the answer")
    against_clingo("check", check, repeats)
    against_clingo("legal, verdicts only", verdicts, repeats)
    against_clingo("legal, with every outcome", legal, repeats)

    print("\na question on a board already asked about")
    fresh = median(check, repeats)
    board = Board.parse(text)
    phrases = [f"move a charge counter from o{first} to o{second}" for first in range(12) for second in range(12)]
    board.check(phrases[0])
    board.check(phrases[1])
    rest = iter(phrases[2:])
    another = median(lambda: board.check(next(rest)), repeats * 3)
    again = median(lambda: board.check(phrases[1]), repeats)
    counts = iter(range(1, 1000))
    edited = median(lambda: board.with_counters("o3", {"charge": 1 + next(counts) % 3}).check(phrases[40]), repeats * 3)
    print(f"{'the same question':<44} {fresh / again:7.0f}x faster than fresh")
    print(f"{'another question':<44} {fresh / another:7.1f}x faster than fresh")
    print(f"{'the board with other counters':<44} {fresh / edited:7.1f}x faster than fresh")

    print("\ngrowth of `legal`, verdicts only: time per answer, relative to the first row")
    for title, boards in (
        ("permanents", [(size, board_text(size)) for size in (4, 8, 16, 32, 64)]),
        ("kinds", [(kinds, board_text(12, kinds)) for kinds in (1, 2, 5, 10)]),
        ("counts", [(count, board_text(12, 5, count)) for count in (1, 100, 1_000_000, 1_000_000_000)]),
    ):
        base = 0.0
        for size, text_of_size in boards:
            answers = len(list(Board.parse(text_of_size).candidate_actions))
            seconds = median(
                lambda text=text_of_size: list(Board.parse(text).candidate_actions), 1 if size == 64 else 3
            )
            base = base or seconds / answers
            ratio = seconds / answers / base
            print(f"{title:>12} {size:>11,}: {answers:6d} answers, {ratio:5.2f}x per answer   ({seconds * 1e3:.0f} ms)")

    if options.command:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "board.json"
            path.write_text(text, encoding="utf-8")
            command = [sys.executable, "-m", "pyengine", "check", str(path), phrases[9]]
            seconds = median(lambda: subprocess.run(command, check=False, capture_output=True), repeats)
            print(f"\na command-line answer: {seconds * 1e3:.0f} ms for the whole process")


if __name__ == "__main__":
    main()
