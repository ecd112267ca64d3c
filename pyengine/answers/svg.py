"""SVG elements; all text is escaped on writing.

Text uses a monospaced font, so its width is known without font files.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from xml.etree import ElementTree

SIZE = 13
"""The size of letters where nothing else is said, in pixels, as all lengths here."""

FONT = "ui-monospace, Menlo, Consolas, monospace"

Drawn = ElementTree.Element


def element(tag: str, *children: Drawn, says: str = "", **attributes: str | float) -> Drawn:
    """An element; `stroke_width` is written `stroke-width`, and `says` is shown where the mouse rests on it."""
    made = ElementTree.Element(tag, {name.replace("_", "-"): _number(value) for name, value in attributes.items()})
    if says:
        ElementTree.SubElement(made, "title").text = says
    made.extend(children)
    return made


def _number(value: str | float) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def text(x: float, y: float, words: str, size: int = SIZE, **attributes: str) -> Drawn:
    """A line of text with its baseline at `y`."""
    made = element("text", says="", x=float(x), y=float(y), font_size=size, **attributes)
    made.text = words
    return made


def width(words: str, size: int = SIZE) -> float:
    """How much room a line of text takes."""
    return 0.6 * size * len(words)


def shortened(words: str, room: float, size: int = SIZE) -> str:
    """As much of a text as there is room for."""
    letters = int(room / (0.6 * size))
    return words if len(words) <= letters else words[: max(letters - 1, 0)] + "…"


def wrapped(words: str, room: float, size: int = SIZE) -> list[str]:
    """A text in lines of so much room."""
    return textwrap.wrap(words, max(int(room / (0.6 * size)), 1)) or [""]


def moved(x: float, y: float, *children: Drawn) -> Drawn:
    """Elements, moved to another place."""
    return element("g", *children, transform=f"translate({_number(float(x))} {_number(float(y))})")


def picture(room: tuple[float, float], children: Iterable[Drawn], says: str = "") -> str:
    """An SVG file of the given size in pixels, on white; screen readers read out `says`."""
    wide, high = (round(one) for one in room)
    background = element("rect", width=wide, height=high, fill="white")
    made = element(
        "svg",
        background,
        *children,
        says=says,
        xmlns="http://www.w3.org/2000/svg",
        width=wide,
        height=high,
        viewBox=f"0 0 {wide} {high}",
        role="img",
        font_family=FONT,
        font_size=SIZE,
    )
    ElementTree.indent(made, " ")
    return ElementTree.tostring(made, encoding="unicode") + "\n"
