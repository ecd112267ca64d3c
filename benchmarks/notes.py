"""How many notes an answer has: of all that is not modelled of the cards and the edition, those that could matter."""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from pyengine import Board, scenarios
from pyengine.errors import PyengineError


def counted(every: int, date: str | None) -> list[tuple[int, int]]:
    """Of every so many scenarios: what is not modelled there, and how much of it the answer notes."""
    files = scenarios.files([str(Path(__file__).parent.parent / "tests" / "scenarios")])
    found = []
    for scenario, _ in [one for path in files for one in scenarios.load(path)][::every]:
        try:
            board = Board(scenario.board)
            board = board if date is None else board.with_rules(date)
            outcomes = board.outcomes(*(scenario.actions or ("check state-based actions",)))
            # Limits of the encoding itself are not counted: they are noted where they are met.
            noted = [note for note in outcomes.caveats if note.startswith("not modelled ")]
        except PyengineError:
            continue
        found.append((len(noted) + len(outcomes.other_caveats), len(noted)))
    return found


def main() -> None:
    """Print the numbers, for the newest rules or those of a date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=20, help="take every so many scenarios (default 20)")
    parser.add_argument("--rules", metavar="DATE", help="the date whose rules apply, instead of each scenario's own")
    options = parser.parse_args()
    found = counted(options.every, options.rules)
    some = [one for one in found if one[0]]
    print(f"{len(found)} answers, {len(some)} of them on boards of which something is not modelled; of these:")
    for name, numbers in (("not modelled", [one[0] for one in some]), ("noted", [one[1] for one in some])):
        print(f"  {name}: {statistics.mean(numbers):.1f} on average, {max(numbers)} at most")
    print(f"  without any note: {sum(not one[1] for one in some)}")


if __name__ == "__main__":
    main()
