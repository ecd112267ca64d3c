"""Published puzzles: which of them `solve` finds a line for, how long it takes, and what the others lack.

python benchmarks/published.py [--timeout SECONDS] [--jobs N] [--cooperative] PUZZLE...

It prints a table in Markdown. The puzzles are `.yaml` and `.pzl` files; each is solved in a process of its own, up to
the first line. A line that is shorter than a published one is to be read against the cards, step by step.
"""

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

EXIT_OF_BAD_INPUT = 2


class Row(NamedTuple):
    """One puzzle of the table."""

    name: str
    answer: str
    steps: int | None
    seconds: float
    lacks: str


def solved(path: Path, options: argparse.Namespace) -> Row:
    """Solve one puzzle, up to the first line."""
    reading = "--cooperative" if options.cooperative else "--adversarial"
    command = [sys.executable, "-m", "pyengine", "solve", str(path), "--any", "--json", reading]
    start = time.monotonic()
    found = subprocess.run([*command, "--timeout", str(options.timeout)], capture_output=True, text=True, check=False)
    seconds = time.monotonic() - start
    if found.returncode == EXIT_OF_BAD_INPUT:
        problems = [line.split(": ", 1)[-1] for line in found.stderr.splitlines()]
        return Row(path.stem, "not tried", None, seconds, "; ".join(dict.fromkeys(problems)))
    try:
        data: dict[str, Any] = json.loads(found.stdout)
    except ValueError:
        return Row(path.stem, f"exit code {found.returncode}", None, seconds, found.stderr.strip()[-200:])
    line = len(data["lines"][0]["steps"]) if data["lines"] else None
    steps = _longest(data["strategy"]) if data["strategy"] else line
    notes = [note for note in data["caveats"] if not note.startswith("cut short: ")]
    return Row(path.stem, data["answer"], steps, seconds, "; ".join(notes))


def _longest(strategy: list[dict[str, Any]]) -> int:
    """The number of actions of the solver on the longest way through a strategy."""
    return max(((one["by"] is None) + _longest(one["then"]) for one in strategy), default=0)


def table(rows: list[Row]) -> str:
    """The table in Markdown, and a line that sums it up."""
    lines = ["| puzzle | answer | steps | seconds | lacks |", "|---|---|---|---|---|"]
    for row in rows:
        lacks = row.lacks.replace("|", "\\|")[:200]
        lines.append(f"| {row.name} | {row.answer} | {row.steps or ''} | {row.seconds:.0f} | {lacks} |")
    tried = sum(row.answer != "not tried" for row in rows)
    found = sum(row.answer.startswith("found") for row in rows)
    return "\n".join([*lines, "", f"{len(rows)} puzzles: {tried} tried, {found} with a line"])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", nargs="+", type=Path)
    parser.add_argument("--timeout", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cooperative", action="store_true")
    options = parser.parse_args()
    with ThreadPoolExecutor(options.jobs) as pool:
        print(table(list(pool.map(lambda path: solved(path, options), options.puzzles))))


if __name__ == "__main__":
    main()
