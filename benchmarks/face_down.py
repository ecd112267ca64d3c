"""What answers about face-down objects cost, as ratios within one run."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator

from counters import against_clingo, every_outcome

from pyengine import Board, Verdict

FACE_UP = ("Hardened Scales", "Secret Plans", "Branching Evolution", "Grizzly Bears", "Hill Giant", "Storm Crow")
FACE_DOWN = (
    ("megamorph", "Hidden Dragonslayer"),
    ("morph", "Zombie Cutthroat"),
    ("disguise", "Aurelia's Vindicator"),
    ("manifest", "Grizzly Bears"),
    ("cloak", "Mistway Spy"),
    ("manifest", "Lightning Bolt"),
    ("morph", "Sagu Mauler"),
    ("cloak", "Forest"),
)
POOL = "{W}{G}{G}{G}"
SPECIAL = "turn d0 face up for its megamorph cost"
WITH_X = "turn d2 face up for its disguise cost"


def board_text(face_down: int = 6, face_up: int = 6, mana: str = POOL, counters: int = 1) -> str:
    """A board with an adder and a doubler; Alice controls three of four face-down permanents."""
    battlefield = [
        {"id": f"u{number}", "card": FACE_UP[min(number, 3 + number % 3)], "controller": "alice"}
        for number in range(face_up)
    ]
    for number in range(face_down):
        cause, card = FACE_DOWN[number % len(FACE_DOWN)]
        controller = "bob" if number % 4 == 3 else "alice"
        item = {"id": f"d{number}", "card": card, "controller": controller, "face_down": {"by": cause}}
        battlefield.append(item | ({"counters": {"+1/+1": counters}} if number % 3 == 1 else {}))
    return json.dumps(
        {
            "players": {"alice": {"mana": mana}, "bob": {"mana": "{1}{U}"}},
            "battlefield": battlefield,
            "hand": [
                {"id": "h0", "card": "Treespring Lorian", "owner": "alice"},
                {"id": "h1", "card": "Willbender", "owner": "bob"},
            ],
            "library": [
                {"id": f"l{number}", "card": card, "owner": "alice"}
                for number, card in enumerate(("Grizzly Bears", "Forest", "Lightning Bolt"))
            ],
        }
    )


def phrases(face_down: int) -> Iterator[str]:
    """Questions about the special action, each another."""
    for number in range(face_down):
        for procedure in ("morph", "megamorph", "disguise", "mana"):
            if (phrase := f"turn d{number} face up for its {procedure} cost") != SPECIAL:
                yield phrase


def fresh_and_again(repeats: int) -> None:
    """What a repeated, another and an edited question cost beside a first one, all asked in turn."""
    text = board_text()
    rows: dict[str, list[float]] = {}

    def clock(name: str, run: Callable[[], object]) -> None:
        start = time.perf_counter()
        run()
        rows.setdefault(name, []).append(time.perf_counter() - start)

    for number in range(repeats):
        board = Board.parse(text)
        clock("a first question", lambda board=board: board.check(SPECIAL))
        board.check(SPECIAL)  # what the first question used is freed
        clock("the same question", lambda board=board: board.check(SPECIAL))
        asked = iter(phrases(6))
        clock("the second question on a board", lambda board=board, asked=asked: board.check(next(asked)))
        clock("the third question on a board", lambda board=board, asked=asked: board.check(next(asked)))
        counters = {"+1/+1": 2 + number % 2}
        clock("other counters on d1", lambda b=board, c=counters: b.with_counters("d1", c).check(SPECIAL))
        clock("d0 tapped", lambda board=board: board.with_status("d0", tapped=True).check(SPECIAL))
        clock("a first `legal`, verdicts on turning", lambda board=board: _turns(board))
        clock("the same `legal`", lambda board=board: _turns(board))
    first = rows.pop("a first question")
    for name, times in rows.items():
        ratio = statistics.median(one / fresh for one, fresh in zip(times, first, strict=True))
        print(f"{name:<44} {ratio:8.4f} of a first question")


# Not 24 of 6 kinds with an X: that many outcomes take minutes.
POOLS = (
    ("4", "{W}{G}{G}{G}"),
    ("4 of 4 colors", "{W}{U}{R}{G}"),
    ("6 of 6 kinds", "{W}{U}{B}{R}{G}{C}"),
    ("9 of 6 kinds", "{W}{U}{B}{R}{G}{C}{W}{U}{B}"),
    ("12 of 6 kinds", "{W}{U}{B}{R}{G}{C}" * 2),
    ("24 of 1 color", "{W}" * 24),
)


def growth(repeats: int) -> None:
    """Time on larger boards, with larger counts and with more mana, relative to the first row of each table."""
    for title, action, boards in (
        ("face-down permanents", SPECIAL, [(f"{size}", board_text(size)) for size in (2, 4, 8, 16, 32)]),
        ("counters on them", SPECIAL, [(f"{count:,}", board_text(counters=count)) for count in (1, 100, 10**6, 10**9)]),
        ("mana, for {2}{W}", SPECIAL, [(name, board_text(mana=mana)) for name, mana in POOLS]),
        ("mana, for {X}{3}{W}", WITH_X, [(name, board_text(mana=mana)) for name, mana in POOLS]),
    ):
        questions = (
            lambda board, action=action: board.check(action),
            _turns,
            lambda board, action=action: list(board.outcomes(action)),
        )
        runs: list[list[list[float]]] = [[[] for _ in questions] for _ in boards]
        for _ in range(repeats + 1):  # in turn, so that a busy machine slows every row
            for row, (_, text) in zip(runs, boards, strict=True):
                for times, question in zip(row, questions, strict=True):
                    board = Board.parse(text)
                    start = time.perf_counter()
                    question(board)
                    times.append(time.perf_counter() - start)
        print(f"\n{title}: time relative to the first row")
        for row, (name, text) in zip(runs, boards, strict=True):
            board = Board.parse(text)
            answers, ways = len(_turns(board)), board.outcomes(action).count()
            check, turns, apply = (
                statistics.median(one / first for one, first in zip(times[1:], base[1:], strict=True))
                for times, base in zip(row, runs[0], strict=True)
            )
            took = ", ".join(f"{statistics.median(times[1:]) * 1e3:.0f}" for times in row)
            print(
                f"{name:>15}: check {check:5.2f}x   {answers:3d} turns and casts {turns:5.2f}x   "
                f"apply, {ways:3d} outcomes {apply:5.2f}x   ({took} ms)"
            )


def _turns(board: Board) -> list[Verdict]:
    return board.candidate_actions.where(verbs=["cast", "turn"]).listing().verdicts()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--shares", action="store_true", help="also say which calls take clingo how much of its time")
    options = parser.parse_args()
    repeats = options.repeats
    text = board_text()

    print("12 permanents, 6 of them face down; from the text of the board to the answer")
    for name, question in (
        ("check of the special action", lambda board: board.check(SPECIAL)),
        ("check of casting face down", lambda board: board.check("cast h0 face down for morph")),
        ("apply of the special action", lambda board: list(board.outcomes(SPECIAL))),
        ("legal --action turn, verdicts only", _turns),
        ("legal, verdicts only", lambda board: board.candidate_actions.listing().verdicts()),
        ("legal, with every outcome", every_outcome),
        ("what one player sees", lambda board: board.seen_by("bob")),
    ):
        against_clingo(name, question, text, repeats, shares=options.shares)

    print("\na question on a board already asked about, beside a first one")
    fresh_and_again(repeats)
    growth(min(repeats, 3))


if __name__ == "__main__":
    main()
