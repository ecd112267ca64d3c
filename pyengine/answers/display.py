"""Boards and outcomes for people: plain text for terminals, HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pyengine.answers import html
from pyengine.answers.terminal import Line, Table
from pyengine.phrases.phrase_words import join
from pyengine.position.model import ZONES, AbilityOnStack, ObjectState, PlayerState
from pyengine.position.position import Position


def counters_text(state: ObjectState | PlayerState) -> str:
    """Counters as `+1/+1: 2, flying: 1`."""
    return ", ".join(f"{kind}: {counter.count}" for kind, counter in state.counters.items() if counter.count)


_FLAGS = (
    *("tapped", "phased_out", "flipped", "transformed", "token", "monstrous", "renowned", "summoning_sick"),
    *("used_loyalty", "at_bottom"),
    *("attacking", "blocked", "blocking"),
)


def _stack(item: ObjectState) -> list[str]:
    """The cards that represent an object, the topmost first: of a merged permanent that is the card it shows."""
    own = (item.card or _unnamed(item), item.covered_face_down)
    over = [(part.card or "?", part.face_down) for part in item.merged if part.over]
    under = [(part.card or "?", part.face_down) for part in item.merged if not part.over]
    cards = [*over, own, *under]
    # Whether the topmost is face down is said of the permanent.
    return [cards[0][0], *(f"{card} face down" if down else card for card, down in cards[1:])]


def top_card(item: ObjectState) -> str:
    """The card that an object shows; `?` if it is hidden from the viewer."""
    return _stack(item)[0]


def state_notes(item: ObjectState) -> Iterator[str]:
    """Status and other fields of an object, except its counters."""
    if item.merged:
        yield f"merged over {' over '.join(_stack(item)[1:])}"
    if item.owner and item.controller and item.owner != item.controller:
        yield f"owned by {item.owner}"
    for flag in _FLAGS:
        if getattr(item, flag):
            yield flag.replace("_", " ")
    if item.face_down:
        yield f"face down by {item.face_down.by}"
    if item.damage:
        yield f"{item.damage} damage"
    if item.attacks:
        yield f"attacks {item.attacks}"
    if item.blocks:
        yield f"blocks {join(item.blocks)}"
    if item.attached_to:
        yield f"attached to {item.attached_to}"
    if item.exiled_with:
        yield f"exiled with {item.exiled_with}"
    for copied in (item.copy_of, *(effect.copy_of for effect in item.effects)):
        if copied is not None:
            yield f"copy of {copied if isinstance(copied, str) else 'a face-down object'}"
    if others := sum(effect.copy_of is None for effect in item.effects):
        yield f"{others} effect(s)"


def _unnamed(item: ObjectState) -> str:
    """The words for an object without a card: a token that is a copy, or a hidden card."""
    return "-" if item.token else "?"


def ability_text(ability: AbilityOnStack) -> str:
    """Describe the abilities on the stack."""
    return f"{ability.kind} ability of {ability.source or 'what is gone'}"


def rows(board: Position) -> Iterator[tuple[str, str, str, str, str]]:
    """Zone, id, card, counters and the rest, for every object."""
    for zone in ZONES:
        for item in getattr(board.model, zone):
            if isinstance(item, AbilityOnStack):
                yield zone, item.id, ability_text(item), "", item.controller or ""
            else:
                who = item.controller or item.owner or ""
                yield zone, item.id, top_card(item), counters_text(item), ", ".join([who, *state_notes(item)])


def board_lines(board: Position) -> Iterator[Line]:
    """Describe the rules, the turn and the players, with a table of all objects."""
    model = board.model
    yield f"rules of {model.rules or 'the newest edition'}"
    yield turn_text(board)
    for name, player in model.players.items():
        yield f"{name}: {', '.join(player_notes(player))}"
    if table := list(rows(board)):
        yield Table(table)


def turn_text(board: Position) -> str:
    """Describe the active player, the step, and the player with priority if it is another one."""
    model = board.model
    active = model.active or next(iter(model.players), "nobody")
    other = f", {model.priority} has priority" if model.priority not in (None, active) else ""
    return f"turn of {active}, {model.step}{other}"


def player_notes(player: PlayerState) -> list[str]:
    """Life, counters, mana and whether the player has lost, in words."""
    notes = [f"life {player.life}", counters_text(player), player.mana or "", "lost" if player.lost else ""]
    return [note for note in notes if note]


def board_text(board: Position) -> str:
    """The board as plain text, players first."""
    return "\n".join(map(str, board_lines(board)))


def board_html(board: Position) -> str:
    """The board as an HTML table; all text is escaped."""
    head = "".join(f"<p>{escape(line)}</p>" for line in (turn_text(board),))
    head += "".join(
        f"<p><b>{escape(name)}</b>: {escape(', '.join(player_notes(player)))}</p>"
        for name, player in board.model.players.items()
    )
    return head + html.table(("zone", "id", "card", "counters", ""), rows(board))
