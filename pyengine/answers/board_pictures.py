"""A board as a picture: what lies where, with its counters, status, and what is hidden, at a glance."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pyengine.answers import svg
from pyengine.answers.display import Look, ability_text, player_notes, state_notes, top_card, turn_text
from pyengine.answers.svg import Drawn, element, moved, shortened, text
from pyengine.phrases.phrase_words import counted
from pyengine.position.characteristics import Characteristics
from pyengine.position.model import AbilityOnStack, ObjectState
from pyengine.position.position import Position

CARD = (154, 104)
GAP = 8
SMALL = 11
LINE = 15
PILL = 16
ACROSS = 4
"""Number of cards in a row."""

WIDTH = ACROSS * (CARD[0] + GAP) + GAP
"""Largest width of a board."""

PAGE = 1400
"""Largest width of a picture of several boards."""

_COLORS = {"+1/+1": "#1a7f37", "-1/-1": "#b42318", "loyalty": "#1d4ed8", "poison": "#6d28d9", "stun": "#4b5563"}
_OTHER = "#9a5b00"
_ASIDE = ("hand", "graveyard", "library", "exile", "command")


@dataclass(frozen=True)
class Panel:
    """A part of a picture, and how much room it takes."""

    drawn: Drawn
    width: float
    height: float


def board_picture(board: Position, look: Look, notes: Collection[str] = (), changed: Collection[str] = ()) -> str:
    """The board as an SVG file; ids that have `changed` are framed, and `notes` stand beneath."""
    panel = board_panel(board, look, notes, changed)
    return svg.picture((panel.width, panel.height), [panel.drawn], "a board: " + turn_text(board))


def board_panel(board: Position, look: Look, notes: Collection[str] = (), changed: Collection[str] = ()) -> Panel:
    """The board as a part of a picture."""
    pen = _Pen()
    pen.words(turn_text(board), font_weight="bold")
    # As on a table: the player whose turn it is sits at the bottom.
    players = list(board.model.players)
    active = board.model.active or players[0]
    for player in sorted(players, key=lambda name: (name == active, players.index(name))):
        _player(pen, board, player, look, changed)
    _stack(pen, board, changed)
    for note in notes:
        for line in svg.wrapped(f"note: {note}", WIDTH - 2 * GAP, SMALL):
            pen.words(line, size=SMALL, fill="#9a3412")
    return Panel(element("g", *pen.drawn), pen.widest + GAP, pen.y + GAP)


class _Pen:
    """Draws from the top to the bottom."""

    def __init__(self) -> None:
        self.drawn: list[Drawn] = []
        self.y: float = GAP
        self.widest: float = 0
        """The right edge of the rightmost element."""

    def words(self, words: str, size: int = svg.SIZE, **attributes: str) -> None:
        self.y += LINE
        whole = shortened(words, WIDTH - 2 * GAP, size)
        said = words if whole != words else ""
        self.drawn.append(element("g", text(GAP, self.y - 3, whole, size, **attributes), says=said))
        self.widest = max(self.widest, GAP + svg.width(whole, size))

    def cards(self, cards: Sequence[Drawn]) -> None:
        for number, card in enumerate(cards):
            down, across = divmod(number, ACROSS)
            self.drawn.append(moved(GAP + across * (CARD[0] + GAP), self.y + 4 + down * (CARD[1] + GAP), card))
        self.y += 4 + -(-len(cards) // ACROSS) * (CARD[1] + GAP)
        self.widest = max(self.widest, min(len(cards), ACROSS) * (CARD[0] + GAP))

    def gap(self) -> None:
        self.y += GAP


def _player(pen: _Pen, board: Position, player: str, look: Look, changed: Collection[str]) -> None:
    pen.gap()
    color = "#b45309" if player in changed else "#111827"
    pen.words(f"{player}: {', '.join(player_notes(board.model.players[player]))}", fill=color, font_weight="bold")
    own = [one for one in board.model.battlefield if (one.controller or one.owner) == player]
    if own:
        pen.cards([_card(one, look.get(one.id), one.id in changed) for one in own])
    for zone in _ASIDE:
        there = [one for one in getattr(board.model, zone) if (one.owner or one.controller) == player]
        if there:
            named = (_aside(one) + ("*" if one.id in changed else "") for one in there)
            pen.words(f"{zone}: {', '.join(named)}", size=SMALL)


def _stack(pen: _Pen, board: Position, changed: Collection[str]) -> None:
    there = board.model.stack
    if not there:
        return
    pen.gap()
    pen.words("stack, the top first:", font_weight="bold")
    for one in reversed(there):
        mark = "*" if one.id in changed else ""
        what = ability_text(one) if isinstance(one, AbilityOnStack) else _aside(one)
        pen.words(f"{what}{mark}", size=SMALL)


def _aside(item: ObjectState) -> str:
    """Draw an object that is not a permanent, in a list."""
    said = top_card(item)
    counters = "".join(f" +{held.count} {kind}" for kind, held in item.counters.items() if held.count)
    return f"{said}{' (face down)' if item.face_down else ''}{counters}"


def _card(item: ObjectState, look: Characteristics | None, changed: bool) -> Drawn:
    wide, high = CARD
    down = item.face_down is not None
    paper = "#374151" if down else "#e5e7eb" if item.tapped else "#fdfcf7"
    ink = "#f9fafb" if down else "#111827"
    frame, thick = ("#b45309", 3) if changed else ("#6b7280", 1)
    notes = list(state_notes(item))
    name = top_card(item)
    parts = [
        element("rect", width=wide, height=high, rx=6, fill=paper, stroke=frame, stroke_width=thick),
        text(6, 16, shortened(item.id, wide - 12), font_weight="bold", fill=ink),
        text(6, 30, shortened(f"({name})" if down else name, wide - 12, SMALL), SMALL, fill=ink),
    ]
    if item.tapped:  # as a card that lies on its side
        parts.append(element("path", d=f"M{wide - 20} 8a6 6 0 1 1 -5 9m0 0l-1 -5m1 5l5 -1", fill="none", stroke=ink))
    if item.phased_out:
        parts[0].set("stroke-dasharray", "5 4")
    parts += _pills(item, wide)
    if look is not None and look.power is not None:
        size = f"{look.power}/{look.toughness}"
        parts.append(text(wide - 6, high - 7, size, font_weight="bold", text_anchor="end", fill=ink))
    if notes:
        parts.append(text(6, high - 22, shortened(", ".join(notes), wide - 12, SMALL), SMALL, fill=ink))
    return element("g", *parts, says="; ".join([item.id, name, *_counters(item), *notes]))


def _counters(item: ObjectState) -> Iterator[str]:
    return (f"{kind}: {held.count}" for kind, held in item.counters.items() if held.count)


def _pills(item: ObjectState, wide: float) -> Iterator[Drawn]:
    """The counters, each kind as a coloured pill with how many there are."""
    x, y = 6.0, 36.0
    for kind, held in item.counters.items():
        if not held.count:
            continue
        words = shortened(f"{kind} ×{held.count}", wide - 24, SMALL)
        room = svg.width(words, SMALL) + 10
        if x + room > wide - 4:
            x, y = 6.0, y + PILL + 2
        pill = element("rect", x=x, y=y, width=room, height=PILL, rx=PILL / 2, fill=_COLORS.get(kind, _OTHER))
        yield element(
            "g", pill, text(x + 5, y + 12, words, SMALL, fill="white"), says=counted(held.count, f"{kind} counter")
        )
        x += room + 3


def side_by_side(panels: Sequence[tuple[str, Panel]]) -> str:
    """Panels of one width in rows, each with a caption above it, as an SVG file."""
    wide = max(panel.width for _, panel in panels)
    across = max(int(PAGE / wide), 1)
    drawn: list[Drawn] = []
    y = 0.0
    for first in range(0, len(panels), across):
        row = panels[first : first + across]
        captions = [svg.wrapped(caption, wide - 2 * GAP) for caption, _ in row]
        head = max(map(len, captions)) * LINE + GAP
        high = head + max(panel.height for _, panel in row)
        for place, ((_, panel), lines) in enumerate(zip(row, captions, strict=True)):
            box = element("rect", width=wide, height=high, fill="none", stroke="#d1d5db")
            words = element(
                "g", *(text(GAP, LINE * n, line) for n, line in enumerate(lines, 1)), fill="#1d4ed8", font_weight="bold"
            )
            drawn.append(moved(place * wide, y, box, words, moved(0, head, panel.drawn)))
        y += high
    return svg.picture((min(len(panels), across) * wide, y), drawn, f"{len(panels)} boards, one after the other")
