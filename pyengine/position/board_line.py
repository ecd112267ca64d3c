"""Boards in one line, as players paste them: `Alice: Grizzly Bears (2 +1/+1), Hardened Scales | Bob: Vorinclex`.

`|` divides the parts. A part is a player with objects, or a field of the board file as `step = combat damage`.
`;` divides the zones of a player, and a comma their objects. Notes on a player or object follow in parentheses.
Anything that has no words of its own is written as in a board file: `damage_shield: 2`, or a whole object as
`{id: a1, source: bear}`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from pyengine.cards import catalog
from pyengine.compiler import token_cards
from pyengine.errors import InputError, InvalidBoardError, UnknownCardError
from pyengine.files import yaml_reading
from pyengine.files.fields import MAX_NAME, normal_kind
from pyengine.files.quoting import quoted
from pyengine.position.model import ZONES, BoardFile, ObjectState, PlayerState, compact

MOST = 100_000
"""Longest text that is read, in characters."""

MOST_OBJECTS = 2_000
"""Largest number of objects that a text may name, as `99 Forest` is short for many."""

NAME = "<line>"
"""The name that messages give the text if it comes from no file."""

_FLAGS = {
    name.replace("_", " "): name
    for name, field in ObjectState.model_fields.items()
    if field.default is False and name != "token"
}
_OF_PLAYERS = {
    name.replace("_", " "): name for name, field in PlayerState.model_fields.items() if field.default is False
}
_NAMES_OTHERS = {"attached to": "attached_to", "attacks": "attacks", "blocks": "blocks"}
_NUMBERED = re.compile(r"(-?\d+) (.+?)(?: counters?)?", re.DOTALL)
_HEAD = re.compile(r"\s*(?P<name>\"(?:[^\"\\]|\\.)*\"|[^():|;=,{}\[\]\"]+?)\s*(?P<after>[(:=])")
_SEVERAL = re.compile(r"(\d{1,2}) (?=\S)")
_FIELD = re.compile(r"([a-z_]+): (.+)", re.DOTALL)


class _Piece(NamedTuple):
    """A part of the text without the blanks around it, and where it starts."""

    text: str
    start: int


def is_line(text: str) -> bool:
    """True if a text is meant as a board in one line, and not as YAML or JSON."""
    if "|" not in text or text.lstrip()[:1] in ("{", "[", "#", "-", "%"):
        return False
    head = _HEAD.match(text)
    return head is not None and (head["after"] == "(" or _unquoted(head["name"]) not in BoardFile.model_fields)


def read(text: str, name: str = NAME) -> dict[str, Any]:
    """Return a board in one line as the data of a board file. Raises `InputError` with line and column."""
    if len(text) > MOST:
        raise InputError(f"expected at most {MOST:,} characters, found {len(text):,}", name)
    return _Reader(text, name).read()


class _Reader:
    """Read one text."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._data: dict[str, Any] = {"players": {}}
        self._taken: set[str] = set()
        self._count = 0
        self._named: list[tuple[dict[str, Any], str, str, int]] = []
        """Fields that name other objects: the object, the field, its words, and where they are."""

    def read(self) -> dict[str, Any]:
        for part in self._split(_Piece(self._text, 0), "|"):
            if part.text:
                self._part(part)
        for item, field, words, place in self._named:
            ids = [self._id_of(one.strip(), place) for one in words.split(" and ")]
            item[field] = ids if field == "blocks" else ids[0]
        if not self._data["players"]:
            raise self._wrong("expected a player and a colon, as in 'Alice: Grizzly Bears | Bob:'", 0)
        return self._data

    def _part(self, part: _Piece) -> None:
        head = _HEAD.match(part.text)
        if head is None:
            raise self._wrong("expected a player and a colon, as in 'Alice: Grizzly Bears'", part.start)
        name = _unquoted(head["name"])
        rest = _Piece(part.text[head.end() :], part.start + head.end())
        if head["after"] == "=":
            if name not in BoardFile.model_fields or name in ("players", *ZONES):
                raise self._wrong(
                    f"{quoted(name)} is not a field of a board{_close(name, BoardFile.model_fields)}", part[1]
                )
            self._data[name] = self._value(rest)
            return
        player = self._data["players"].setdefault(name, {})
        self._taken.add(name)
        if head["after"] == "(":
            inside, after = self._parenthesis(_Piece(part.text[head.end("after") - 1 :], rest.start - 1))
            for note in self._split(inside, ","):
                self._note_on_player(player, note)
            if not after.text.startswith(":"):
                raise self._wrong(f"expected a colon after {quoted(name)} and the notes on this player", after.start)
            rest = _Piece(after.text[1:], after.start + 1)
        for zone in self._split(rest, ";"):
            self._zone(name, zone)

    def _zone(self, player: str, text: _Piece) -> None:
        zone = "battlefield"
        if (found := re.match(rf"({'|'.join(ZONES)})\s*:", text.text, re.IGNORECASE)) is not None:
            zone, text = found[1].lower(), _Piece(text.text[found.end() :], text.start + found.end())
        pieces = [piece for piece in self._split(text, ",") if piece.text]
        while pieces:
            if pieces[0].text.startswith("{"):
                self._add(zone, self._value(pieces.pop(0)))
                continue
            count, item, used = self._object(pieces)
            whose = "controller" if zone in ("battlefield", "stack") else "owner"
            item[whose] = player
            self._add(zone, item)
            for _ in range(1, count):
                again = {field: value for field, value in item.items() if field != "id"}
                self._named += [(again, *one[1:]) for one in self._named if one[0] is item]
                self._add(zone, again)
            del pieces[:used]

    def _add(self, zone: str, item: Any) -> None:
        self._count += 1
        if self._count > MOST_OBJECTS:
            raise self._wrong(f"expected at most {MOST_OBJECTS:,} objects, found more", 0)
        if isinstance(item, dict):
            item.setdefault("id", default_id(item.get("card"), self._taken))
            if isinstance(item["id"], str):
                self._taken.add(item["id"])
        self._data.setdefault(zone, []).append(item)

    def _object(self, pieces: list[_Piece]) -> tuple[int, dict[str, Any], int]:
        """Return how many objects the first pieces are, one of them, and how many pieces that takes."""
        for used in range(min(3, len(pieces)), 0, -1):  # a card's name may have commas
            words = self._text[pieces[0].start : pieces[used - 1].start + len(pieces[used - 1].text)]
            name, notes = self._with_notes(_Piece(words, pieces[0].start))
            for times, card in _numbered(name):
                if (known := self._card(card)) is not None:
                    return times, self._noted(known, notes), used
        name, notes = self._with_notes(pieces[0])
        if name == "?":
            return 1, self._noted(None, notes), 1
        return self._abbreviated(name, notes, pieces)

    def _abbreviated(self, name: str, notes: list[_Piece], pieces: list[_Piece]) -> tuple[int, dict[str, Any], int]:
        """Read the name of a card up to its comma, as players shorten names."""
        place = pieces[0].start
        for times, card in _numbered(name):
            short = [one for one in catalog.names() if re.split(", | // ", one)[0].casefold() == card.casefold()]
            if len(short) == 1:
                return times, self._noted(short[0], notes), 1
            if short and len(pieces) > 1 and not self._begins_object(pieces[1]):
                name = f"{card}, {self._with_notes(pieces[1])[0]}"  # one card that nobody knows
                break
            if short:
                raise self._wrong(f"{quoted(card)} is short for several cards: {', '.join(short)}", place)
        try:
            catalog.find(name)
        except UnknownCardError as error:
            raise self._wrong(str(error).replace("under `cards:` in", "in"), place) from None
        raise self._wrong(f"expected the name of a card, found {quoted(name)}", place)  # pragma: no cover

    def _begins_object(self, piece: _Piece) -> bool:
        """True if a piece can be an object by itself."""
        name = self._with_notes(piece)[0]
        heads = {re.split(", | // ", one)[0].casefold() for one in catalog.names()}
        return piece.text.startswith("{") or any(
            card == "?" or card.casefold() in heads or self._card(card) is not None for _, card in _numbered(name)
        )

    def _card(self, name: str) -> str | None:
        """The card of this name, defined by the board or the library; None if there is none."""
        own = self._data.get("cards", {})
        if name in own:
            return name
        found = catalog.known(name) if catalog.slug(name) else None
        return None if found is None else found.name

    def _noted(self, card: str | None, notes: list[_Piece]) -> dict[str, Any]:
        item: dict[str, Any] = {} if card is None else {"card": card}
        if card is not None and token_cards.find(card) is not None:
            item["token"] = True
        for note in notes:
            self._note_on_object(item, note)
        return item

    def _note_on_object(self, item: dict[str, Any], note: _Piece) -> None:
        words = note.text
        if words in _FLAGS or words == "token":
            item[_FLAGS.get(words, words)] = True
        elif found := re.fullmatch(r"as (.+)", words):
            item["id"] = _unquoted(found[1])
        elif found := re.fullmatch(r"(\d+) damage", words):
            item["damage"] = int(found[1])
        elif found := re.fullmatch(r"face down by (.+)", words):
            item["face_down"] = {"by": found[1]}
        elif words == "face down":
            raise self._wrong(
                "expected what turned it face down, such as 'face down by morph', 'face down by manifest' or, for a "
                "card in exile, 'face down by effect'; found 'face down'",
                note.start,
            )
        elif found := re.fullmatch(rf"({'|'.join(_NAMES_OTHERS)}) (.+)", words, re.DOTALL):
            self._named.append((item, _NAMES_OTHERS[found[1]], found[2], note.start))
        elif not self._field_or_counters(item, note, ObjectState.model_fields):
            known = [*_FLAGS, *_NAMES_OTHERS, "token", "face down by morph", "2 +1/+1", "as bear"]
            raise self._wrong(
                f"expected a note such as '2 +1/+1' or 'tapped', found {quoted(words)}{_close(words, known)}",
                note.start,
            )

    def _note_on_player(self, player: dict[str, Any], note: _Piece) -> None:
        if note.text in _OF_PLAYERS:
            player[_OF_PLAYERS[note.text]] = True
        elif found := re.fullmatch(r"(-?\d+) life|life (-?\d+)", note.text):
            player["life"] = int(found[1] or found[2])
        elif re.fullmatch(r"(?:\{[^{}]*\})+", note.text):
            player["mana"] = note.text
        elif not self._field_or_counters(player, note, PlayerState.model_fields):
            raise self._wrong(f"expected a note such as '12 life' or '3 poison', found {quoted(note.text)}", note.start)

    def _field_or_counters(self, item: dict[str, Any], note: _Piece, fields: Collection[str]) -> bool:
        """Read a field as a board file has it, or counters; false if the note is neither."""
        if (found := _FIELD.fullmatch(note.text)) is not None and found[1] in fields:
            item[found[1]] = self._value(_Piece(found[2], note.start + found.start(2)))
            return True
        found = _NUMBERED.fullmatch(note.text)
        if found is None or len(found[1]) > 9:
            return False
        item.setdefault("counters", {})[normal_kind(_unquoted(found[2]))] = int(found[1])
        return True

    def _id_of(self, words: str, place: int) -> str:
        """The id that words name: an id or player, or the card of one object."""
        name = _unquoted(words)
        if name in self._taken:
            return name
        items = [item for zone in ZONES for item in self._data.get(zone, ()) if isinstance(item, dict)]
        bearers = [item["id"] for item in items if str(item.get("card")).casefold() == name.casefold()]
        if len(bearers) == 1:
            return str(bearers[0])
        found = f"; there are {', '.join(map(str, bearers))}" if bearers else _close(name, self._taken)
        raise self._wrong(f"expected the id of one object or player, found {quoted(name)}{found}", place)

    # --- text ----------------------------------------------------------------------------------------------------

    def _value(self, piece: _Piece) -> Any:
        """A value as in YAML."""
        try:
            return yaml_reading.parse(piece.text, self._name).data
        except InputError as error:
            message = str(error).partition(": ")[2] or str(error)
            raise self._wrong(message, piece.start) from None

    def _with_notes(self, piece: _Piece) -> tuple[str, list[_Piece]]:
        """The name of a card, and the notes in parentheses behind it."""
        at = piece.text.find("(")
        if at < 0:
            return _unquoted(piece.text), []
        inside, after = self._parenthesis(_Piece(piece.text[at:], piece.start + at))
        if after.text:
            return piece.text, []
        return _unquoted(piece.text[:at].strip()), [note for note in self._split(inside, ",") if note.text]

    def _parenthesis(self, piece: _Piece) -> tuple[_Piece, _Piece]:
        """Divide a piece into the contents of the parentheses that it begins with, and the rest."""
        end = next((at for at, depth in _depths(piece.text) if depth == 0 and piece.text[at] == ")"), None)
        if end is None:
            raise self._wrong("expected ')' to end what begins here, found none", piece.start)
        after = piece.text[end + 1 :]
        blank = len(after) - len(after.lstrip())
        return _Piece(piece.text[1:end], piece.start + 1), _Piece(after.strip(), piece.start + end + 1 + blank)

    def _split(self, piece: _Piece, separator: str) -> Iterator[_Piece]:
        """The parts between separators that are in no brackets or quotes."""
        cuts = [at for at, depth in _depths(piece.text) if depth == 0 and piece.text[at] == separator]
        for first, last in zip([0, *(at + 1 for at in cuts)], [*cuts, len(piece.text)], strict=True):
            part = piece.text[first:last]
            yield _Piece(part.strip(), piece.start + first + len(part) - len(part.lstrip()))

    def _wrong(self, message: str, place: int) -> InvalidBoardError:
        before = self._text[:place].split("\n")
        return InvalidBoardError(message, f"{self._name}:{len(before)}:{len(before[-1]) + 1}")


def _depths(text: str) -> Iterator[tuple[int, int]]:
    """The places outside of quotes, each with how many brackets are open after it."""
    depth, quote, at = 0, False, 0
    while at < len(text):
        character = text[at]
        if character == '"' and (quote or at == 0 or text[at - 1] in " \n\t(,:=|;[{"):
            quote = not quote
        elif quote and character == "\\":
            at += 1
        elif not quote:
            depth += (character in "([{") - (character in ")]}")
            yield at, depth
        at += 1


def _unquoted(words: str) -> str:
    if len(words) > 1 and words[0] == words[-1] == '"':
        return re.sub(r"\\(.)", r"\1", words[1:-1])
    return words


def _numbered(name: str) -> Iterator[tuple[int, str]]:
    """Yield the name as one card, and if it begins with a number, as that many cards."""
    yield 1, name
    if found := _SEVERAL.match(name):
        yield int(found[1]), name[found.end() :]


def _close(word: str, known: Collection[str]) -> str:
    close = get_close_matches(word[:MAX_NAME], [*known], 3)
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else ""


def default_id(card: object, taken: Collection[str]) -> str:
    """The id of an object that has none of its own: its card's name up to a comma, with a number if that is taken."""
    short = str(card).partition(",")[0] if card else "hidden"
    base = re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", short.lower())).strip("-")[: MAX_NAME - 5] or "card"
    if base[0].isdigit():
        base = f"n{base}"
    number, name = 1, base
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


# --- writing -------------------------------------------------------------------------------------------------------


def write(board: BoardFile) -> str:
    """Write a board in one line, which `read` reads as the same board."""
    data = compact(board)
    players: dict[str, dict[str, Any]] = data.pop("players")
    taken = set(players)
    parts: list[tuple[str, list[str]]] = []
    for zone in ZONES:
        before = None
        for item in data.pop(zone, ()):
            whose = _whose(zone, item) or next(iter(players))
            words = _object_words(zone, whose, item, taken)
            part = _part_of(parts, zone, whose)
            if before == (zone, whose):
                part[-1] += f", {words}"
            else:
                part.append(words if zone == "battlefield" else f"{zone}: {words}")
            before = (zone, whose)
    met = list(dict.fromkeys(name for name, _ in parts))
    if met != list(players)[: len(met)]:  # the order of the players is that of their turns
        parts = [(name, []) for name in players] + parts
    parts += [(name, []) for name in players if name not in dict(parts)]
    said = [f"{name} = {_value_words(data.pop(name))}" for name in ("cards",) if name in data]
    for name, zones in parts:
        notes = ", ".join(_player_notes(players.get(name, {})))
        players[name] = {}
        said.append(f"{_quoted(name, _PLAYER)}{f' ({notes})' if notes else ''}: {'; '.join(zones)}".rstrip())
    said += [f"{name} = {_value_words(value)}" for name, value in data.items()]
    return " | ".join(said) + (" |" if len(said) == 1 else "")


def _whose(zone: str, item: Mapping[str, Any]) -> str | None:
    """The player among whose objects an object is listed."""
    first, second = ("controller", "owner") if zone in ("battlefield", "stack") else ("owner", "controller")
    found: str | None = item.get(first) or item.get(second)
    return found


def _part_of(parts: list[tuple[str, list[str]]], zone: str, whose: str) -> list[str]:
    """The zones of the part that an object goes into: a new part, where the order of objects asks for it."""
    ordered = zone in ("battlefield", "stack")
    for name, zones in reversed(parts):
        if name == whose:
            return zones
        if ordered:
            break
    parts.append((whose, []))
    return parts[-1][1]


def _object_words(zone: str, whose: str, item: dict[str, Any], taken: set[str]) -> str:
    """Write one object; `taken` are the ids before it."""
    if "source" in item:  # an ability on the stack
        taken.add(item["id"])
        return _value_words(item)
    left = dict(item)
    name, card = left.pop("id"), left.pop("card", None)
    notes = [] if name == default_id(card, taken) else [f"as {_quoted(name)}"]
    taken.add(name)
    if left.get("controller" if zone in ("battlefield", "stack") else "owner") == whose:
        del left["controller" if zone in ("battlefield", "stack") else "owner"]
    if card is not None and token_cards.find(card) is not None and not left.setdefault("token", False):
        notes.append("token: false")
    notes += _counter_notes(left)
    by_field = {field: words for words, field in _FLAGS.items()} | {"token": "token"}
    for field, value in left.items():
        if field in by_field and value is True:
            notes.append(by_field[field])
        elif field == "damage":
            notes.append(f"{value} damage")
        elif field == "face_down" and value.keys() == {"by"}:
            notes.append(f"face down by {value['by']}")
        elif field == "attached_to":
            notes.append(f"attached to {_quoted(value)}")
        elif value is not False:
            notes.append(f"{field}: {_value_words(value)}")
    words = "?" if card is None else _quoted(card, _CARD)
    return f"{words} ({', '.join(notes)})" if notes else words


def _player_notes(state: dict[str, Any]) -> Iterator[str]:
    left = dict(state)
    if "life" in left:
        yield f"{left.pop('life')} life"
    yield from _counter_notes(left)
    if "mana" in left:
        yield str(left.pop("mana"))
    by_field = {field: words for words, field in _OF_PLAYERS.items()}
    for field, value in left.items():
        yield by_field[field] if value is True and field in by_field else f"{field}: {_value_words(value)}"


def _counter_notes(left: dict[str, Any]) -> list[str]:
    """Take the counters out of the fields of an object or player, as notes; those with timestamps stay a field."""
    if not all(isinstance(number, int) and _plain(kind) for kind, number in left.get("counters", {}).items()):
        return []
    return [f"{number} {kind}" for kind, number in left.pop("counters", {}).items()]


def _plain(kind: str) -> bool:
    """True if a kind of counter can be in a note without quotes, and is taken for nothing else there."""
    return re.fullmatch(r"[^(),|;:{}\[\]\"]+", kind) is not None and kind not in ("damage", "life")


_ID = re.compile(r"(?!and$)[\w\-'.]+")
_PLAYER = re.compile(r"[^():|;=,{}\[\]\"\\\s](?:[^():|;=,{}\[\]\"\\]*[^():|;=,{}\[\]\"\\\s])?")
_CARD = re.compile(r"[^():|;{}\[\]\"\\\s](?:[^()|;{}\[\]\"\\]*[^()|;{}\[\]\"\\\s])?")


def _quoted(name: str, plain: re.Pattern[str] = _ID) -> str:
    """A name, in quotes where it could be taken for something else."""
    return name if plain.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _value_words(value: Any) -> str:
    """A value as JSON, which is YAML too; words without quotes."""
    if isinstance(value, str) and re.fullmatch("[a-z][a-z ]+[a-z]", value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False)
