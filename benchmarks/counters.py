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
from pyengine.solving.timeline import Timeline

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

    def replay(self) -> dict[str, float]:
        """Seconds of one replay, by what clingo did: reading the program, grounding each call of parts, solving."""
        controls: dict[int, clingo.Control] = {}
        found: dict[str, float] = {}
        for recorded, name, arguments in self.calls:
            start = time.perf_counter()
            control = controls.get(id(recorded))
            if control is None:
                control = controls[id(recorded)] = clingo.Control(["--warn=none", "--opt-mode=ignore"])
            if name == "add":
                control.add(arguments[0])
            elif name == "ground":
                control.ground(arguments[0])
                last = arguments[0][-1]
                step = "-".join(str(number) for number in last[1])
                name = f"ground {last[0]}" if "-" in step or step in ("", "0") else f"ground {last[0]}, later"
            else:
                assumptions, project, limit = arguments
                control.configuration.solve.models = limit
                control.configuration.solve.project = "project" if project else "auto"
                control.solve(assumptions=assumptions)
            found[name] = found.get(name, 0.0) + time.perf_counter() - start
        return found


def against_clingo(
    name: str, question: Callable[[Board], object], text: str, repeats: int, *, shares: bool = False
) -> None:
    """Time a question beside what clingo alone needs, run in turn, so that a busy machine slows both."""

    def whole() -> object:
        return question(Board.parse(text))

    whole()
    with Recorder() as recorder:
        whole()
    recorder.replay()
    rows = []
    for _ in range(repeats):
        times = {}
        for part, run in (
            ("whole", whole),
            ("clingo", recorder.replay),
            ("parse", lambda: Board.parse(text)),
        ):
            start = time.perf_counter()
            run()
            times[part] = time.perf_counter() - start
        board = Board.parse(text)
        start = time.perf_counter()
        board.facts()
        times["facts"] = time.perf_counter() - start
        times["ratio"] = times["whole"] / times["clingo"]
        rows.append(times)
    middle = {part: statistics.median(row[part] for row in rows) for part in rows[0]}
    whole_time = middle["whole"]
    print(
        f"{name:<44} {middle['ratio']:5.2f}x clingo alone   ({whole_time * 1e3:.0f} ms, {len(recorder.calls)} calls; "
        f"reading the board {middle['parse'] / whole_time:.0%}, facts {middle['facts'] / whole_time:.0%}, "
        f"clingo {middle['clingo'] / whole_time:.0%})"
    )
    if shares:
        runs = [recorder.replay() for _ in range(repeats)]
        parts = {part: statistics.median(run[part] for run in runs) for part in runs[0]}
        total = sum(parts.values())
        for part, seconds in sorted(parts.items(), key=lambda item: -item[1]):
            if seconds >= total / 50:
                print(f"    {part:<40} {seconds / total:5.0%} of clingo")


def every_outcome(board: Board) -> object:
    listing = board.candidate_actions.listing()
    return listing.verdicts(), listing.outcomes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--command", action="store_true", help="also time the command line")
    options = parser.parse_args()
    repeats = options.repeats
    text = board_text(12)

    question = "move a charge counter from o0 to o9"
    print("12 permanents, 5 kinds of counters; from the text of the board to the answer")
    against_clingo("check", lambda board: board.check(question), text, repeats)
    against_clingo("legal, verdicts only", lambda board: list(board.candidate_actions), text, repeats)
    against_clingo("legal, with every outcome", every_outcome, text, repeats)

    print("\na question on a board already asked about")
    fresh = median(lambda: Board.parse(text).check(question), repeats)
    board = Board.parse(text)
    phrases = [f"move a charge counter from o{first} to o{second}" for first in range(12) for second in range(12)]
    for phrase in phrases[:10]:  # by then what is grounded around the board answers; see corners.py for the first ones
        board.check(phrase)
    rest = iter(phrases[10:])
    another = median(lambda: board.check(next(rest)), repeats * 3)
    again = median(lambda: board.check(phrases[1]), repeats)
    counts = iter(range(1, 1000))
    edited = median(lambda: board.with_counters("o3", {"charge": 1 + next(counts) % 3}).check(phrases[40]), repeats * 3)
    print(f"{'the same question':<44} {fresh / again:7.0f}x faster than fresh")
    print(f"{'another, after ten questions':<44} {fresh / another:7.1f}x faster than fresh")
    print(f"{'the board with other counters, after ten':<44} {fresh / edited:7.1f}x faster than fresh")

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
