"""Boards and outcomes for people: plain text for terminals, HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from pyengine.answers import html
from pyengine.answers.terminal import Line, Table
from pyengine.phrases.phrase_words import counted, join
from pyengine.position.characteristics import Characteristics
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
        yield counted(others, "effect")


def _unnamed(item: ObjectState) -> str:
    """The words for an object without a card: a token that is a copy, or a hidden card."""
    return "-" if item.token else "?"


def ability_text(ability: AbilityOnStack) -> str:
    """Describe an ability, or combat damage, on the stack."""
    if ability.kind == "combat damage":
        dealt = (f"{one.damage} by {one.by} to {one.to}" for one in ability.assigned)
        return f"combat damage: {', '.join(dealt) or 'none'}"
    return f"{ability.kind} ability of {ability.source or 'what is gone'}"


Look = Mapping[str, Characteristics]
"""Characteristics of objects by id."""

HEADINGS = ("zone", "id", "card", "P/T", "types", "keywords", "counters", "player and status")


def rows(board: Position) -> Iterator[tuple[str, ...]]:
    """Zone, id, card, counters and the rest, for every object."""
    for zone in ZONES:
        for item in getattr(board.model, zone):
            if isinstance(item, AbilityOnStack):
                yield zone, item.id, ability_text(item), "", item.controller or ""
            else:
                who = item.controller or item.owner or ""
                yield zone, item.id, top_card(item), counters_text(item), ", ".join([who, *state_notes(item)])


def looked_rows(board: Position, look: Look) -> Iterator[tuple[str, ...]]:
    """The rows with what every object is: power and toughness, types and colors, keywords."""
    sick = "summoning sick"  # said of creatures alone, as for the others it means nothing (302.6)
    for zone, name, card, counters, state in rows(board):
        seen = look.get(name)
        if seen is None:
            yield zone, name, card, "", "", "", counters, state
        else:
            notes = [note for note in state.split(", ") if note != sick or "creature" in seen.types]
            keywords = ", ".join(sorted(seen.keywords))
            yield zone, name, card, size_text(seen), types_text(seen), keywords, counters, ", ".join(notes)


def size_text(look: Characteristics) -> str:
    """Power and toughness as `2/2`; empty for what has none."""
    return "" if look.power is None and look.toughness is None else f"{look.power}/{look.toughness}"


def size_changes(before: Look, after: Look) -> Iterator[str]:
    """The changes of power and toughness of objects that are there before and after: `bear: 2/2 -> 5/5`."""
    for name in sorted(before.keys() & after.keys()):
        was, now = size_text(before[name]), size_text(after[name])
        if was != now:
            yield f"{name}: {was or 'no power and toughness'} -> {now or 'no power and toughness'}"


def types_text(look: Characteristics) -> str:
    """Colors, supertypes and types, and the subtypes after a colon: `green creature: bear`."""
    words = [*sorted(look.colors), *sorted(look.supertypes), *sorted(look.types)]
    return " ".join(words) + (f": {' '.join(sorted(look.subtypes))}" if look.subtypes else "")


def board_lines(board: Position, look: Look | None = None) -> Iterator[Line]:
    """Describe the rules, the turn and the players, with a table of all objects, and with `look` what they are."""
    model = board.model
    yield f"rules of {model.rules or 'the newest edition'}"
    yield turn_text(board)
    for name, player in model.players.items():
        yield f"{name}: {', '.join(player_notes(player))}"
    if table := list(rows(board)):
        yield Table(table if look is None else shown_columns([HEADINGS, *looked_rows(board, look)]))


def shown_columns(table: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Leave out the columns in which no row has anything; the first row has the headings."""
    kept = [place for place in range(len(table[0])) if any(row[place] for row in table[1:])]
    return [tuple(row[place] for place in kept) for row in table]


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
