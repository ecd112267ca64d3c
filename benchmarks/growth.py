"""Draw how the cost of an answer grows with permanents, instructions and branches, for the documentation.

    python benchmarks/growth.py [FILE]

Each point is a process of its own: milliseconds of processor time, the least of three runs, from the text of the board
to the answer. The picture is written to `docs/pictures/growth.svg`. It needs the extra `plots`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parent / "docs" / "pictures" / "growth.svg"


def check(permanents: int) -> float:
    from corners import fresh_check

    return float(fresh_check(permanents))


def legal(permanents: int) -> float:
    from corners import fresh_legal

    return float(fresh_legal(permanents))


def apply(instructions: int) -> float:
    from corners import clock
    from counters import board_text

    from pyengine import Board

    text = board_text(12)
    return float(clock(lambda: list(Board.parse(text).outcomes(*["put a charge counter on o9"] * instructions))))


def branches(eligible: int) -> float:
    from corners import proliferate

    return float(proliferate(eligible))


PANELS: tuple[tuple[str, dict[str, tuple[Callable[[int], float], tuple[int, ...]]], Callable[[int], int]], ...] = (
    (
        "permanents",
        {"check": (check, (12, 16, 32, 64, 128, 256)), "legal, verdicts": (legal, (12, 16, 32, 64, 128, 256))},
        lambda size: size,
    ),
    ("instructions in a row", {"apply": (apply, (1, 2, 4, 8, 16))}, lambda size: size),
    ("branches", {"apply, proliferate": (branches, (1, 2, 4, 6, 8, 10, 12))}, lambda size: 2**size),
)
"""Panels of the plot: the questions, the sizes of each, and the value of the axis for a size."""


def measured(panel: int, question: str, size: int) -> float:
    """Measure a point in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parent), str(HERE)])}
    point = [sys.executable, __file__, "--point", str(panel), question, str(size)]
    return float(subprocess.run(point, env=environment, capture_output=True, text=True, check=True).stdout)


def draw(found: list[dict[str, list[tuple[int, float]]]], path: Path) -> None:
    """Draw the panels beside each other, both axes logarithmic."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    # Text stays text, and nothing differs from one run to the next but what was measured.
    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pyengine", "font.family": "sans-serif"})
    figure, every = pyplot.subplots(1, len(found), figsize=(10, 3.4), sharey=True, layout="constrained")
    for axes, (title, _, _), lines in zip(every, PANELS, found, strict=True):
        for question, points in lines.items():
            axes.plot(*zip(*points, strict=True), marker="o", label=question)
        axes.set(xscale="log", yscale="log", xlabel=title)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.grid(visible=True, which="major", alpha=0.3)
        axes.legend(frameon=False)
    every[0].set_ylabel("milliseconds of processor time")
    metadata: dict[str, Any] = {"Date": None, "Creator": None}
    figure.savefig(path, metadata=metadata)


def main() -> None:
    if "--point" in sys.argv:
        panel, question, size = sys.argv[-3:]
        run, _ = PANELS[int(panel)][1][question]
        print(run(int(size)))
        return
    found: list[dict[str, list[tuple[int, float]]]] = []
    for panel, (title, questions, number) in enumerate(PANELS):
        lines = {}
        for question, (_, sizes) in questions.items():
            lines[question] = [(number(size), measured(panel, question, size)) for size in sizes]
            print(
                f"{title}, {question}: " + ", ".join(f"{at:,}: {ms:.1f} ms" for at, ms in lines[question]), flush=True
            )
        found.append(lines)
    draw(found, Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)


if __name__ == "__main__":
    main()
