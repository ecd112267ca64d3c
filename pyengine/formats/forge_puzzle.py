"""Puzzles in Forge's format (`.pzl`), read into our own format.

pyengine reads a puzzle if our format can say the same; otherwise it refuses the puzzle and lists everything that our
format can't say. You are alice, the opponent is bob. pyengine invents nothing that the format leaves out. If a key,
property or card is not known, pyengine names it with its line, and gives no puzzle.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, get_args

from pyengine.cards import catalog
from pyengine.compiler import token_cards
from pyengine.compiler.listed_characteristics import CardType
from pyengine.errors import InputError, UnknownCardError
from pyengine.files import yaml_writing
from pyengine.files.quoting import quoted
from pyengine.formats.forge_tokens import COLORS, card_of_script
from pyengine.puzzles.moves import KINDS

YOU, OPPONENT = "alice", "bob"

NOTE = (
    "in a puzzle of Forge's format pyengine tries everything that can be cast, activated, played and turned face up, "
    "and combat, against everything that opponents can do; it does not try responding to your own spells and abilities"
)
"""The note on how pyengine tries every puzzle of this format."""

_SIDES = {"human": YOU, "p0": YOU, "ai": OPPONENT, "p1": OPPONENT}
_ZONES = {
    "battlefield": "battlefield",
    "play": "battlefield",
    **{zone: zone for zone in ("hand", "library", "graveyard", "exile")},
}
STEPS = {
    "untap": "untap",
    "upkeep": "upkeep",
    "draw": "draw",
    "main1": "precombat main",
    "combat_begin": "beginning of combat",
    "combat_declare_attackers": "declare attackers",
    "main2": "postcombat main",
    "end_of_turn": "end",
}
"""Their names of steps, and ours."""
_TOLD = frozenset(("name", "url", "difficulty", "description", "targets"))
"""Keys that say nothing of the board; that the goal is another than to win is refused."""
_NEEDED = {
    "goal": "Goal:Win",
    "turns": "Turns:1",
    "activeplayer": "ActivePlayer=human",
    "activephase": "ActivePhase=MAIN1",
    "humanlife": "HumanLife=20",
    "ailife": "AILife=20",
}
_LACKING = {
    "persistentmana": "mana that stays from step to step",
    "command": "objects in the command zone",
    "sideboard": "a sideboard",
    "speed": "speed",
    "numringtemptedyou": "the Ring",
    "landsplayedlastturn": "lands played last turn",
}
"""Keys of players that are known and can't be said here, unless they are empty or 0."""
CARD = "card "
"""Prefix of a problem with a card that the library does not have."""
_MORPHS = ("morph", "megamorph", "disguise")
_POWER_TOUGHNESS = re.compile(r"([PM])(\d+)([PM])(\d+)")


@dataclass(frozen=True)
class Problem:
    """A part that is not carried over: its place, its sort, and a description."""

    line: int
    column: int
    what: str
    words: str


@dataclass
class Converted:
    """A puzzle as plain data in our format, and what could not be carried over."""

    data: dict[str, Any]
    title: str = ""
    description: str = ""
    problems: list[Problem] = field(default_factory=list)


def check(found: Converted, name: str, hint: str = "") -> None:
    """Raise `InputError` with everything that was not carried over, a line for each, and then a hint."""
    # All of them, however many: they say together what the puzzle lacks.
    lines = [f"{name}:{one.line}:{one.column}: {one.words}" for one in sorted(found.problems, key=_place)]
    if lines:
        raise InputError("\n".join([*dict.fromkeys(lines), *filter(None, [hint])]))


def lacks_cards_alone(found: Converted) -> bool:
    """True if the only parts that could not be carried over are cards that the library does not have."""
    return bool(found.problems) and all(one.what.startswith(CARD) for one in found.problems)


def is_one(text: str) -> bool:
    """True if a text is meant as a puzzle in Forge's format, which begins with the name of a section."""
    return text.lstrip("\ufeff \t\r\n").startswith("[")


def converted(text: str) -> Converted:
    """Return the parts of the puzzle in a text that can be carried over, and the parts that can't."""
    return _Reading(text).result()


def note(found: Converted) -> str:
    """Return the note for an answer: how pyengine tries the puzzle, and its task in words, which pyengine does not
    understand.
    """
    told = _printable(found.description)
    return f"{NOTE}; its description, which may say more: {told}" if told else NOTE


def as_file(found: Converted) -> str:
    """The puzzle as a file of ours."""
    said = (found.title, note(found))
    lines = [line for one in said for line in textwrap.wrap(_printable(one), 110)]
    return "".join(f"# {line}\n" for line in lines) + yaml_writing.dump(found.data)


def _printable(text: str) -> str:
    """A text of the file on one line."""
    return "".join(filter(str.isprintable, text.replace("\\n", " ")))[:1000].strip()


def _place(problem: Problem) -> tuple[int, int]:
    return problem.line, problem.column


@dataclass
class _Property:
    """An entry behind a `|`, or the name of the card before all of them."""

    word: str
    value: str
    line: int
    column: int

    @property
    def key(self) -> str:
        return self.word.lower()


def _parted(text: str, sign: str, start: int) -> Iterator[tuple[str, int]]:
    """The parts of a text between signs, without blanks round them, each with its column; no empty ones."""
    for part in text.split(sign):
        if part.strip():
            yield part.strip(), start + len(part) - len(part.lstrip())
        start += len(part) + len(sign)


class _Reading:
    """One text, as it is read."""

    def __init__(self, text: str) -> None:
        self._found = Converted(
            {
                "players": {YOU: {}, OPPONENT: {}},
                "goal": f"{OPPONENT} has lost",
                "allowed": [*KINDS],
                "against": True,
            }
        )
        self._handles: dict[str, str] = {}
        self._attached: list[tuple[dict[str, Any], str, _Property]] = []
        self._exiling: list[tuple[dict[str, Any], str, _Property]] = []
        self._ids: set[str] = {YOU, OPPONENT}
        self._unknown: set[str] = set()
        self._keys: dict[str, tuple[str, int, int]] = {}
        self._read_keys(text)

    def _lack(self, what: str, line: int, column: int, words: str) -> None:
        self._found.problems.append(Problem(line, column, what, words))

    def result(self) -> Converted:
        """Everything, once each key has been taken."""
        for key, (value, line, column) in self._keys.items():
            self._take(key, value, line, column)
        self._attach()
        self._exile()
        self._missing()
        data = self._found.data
        if data.get("active") == OPPONENT:
            data["priority"] = YOU
        attacks = any("attacks" in item for item in data.get("battlefield", ()))
        if attacks and data.get("step") != "declare attackers":
            self._lack("Attacking", 1, 1, "creatures attack; expected ActivePhase=COMBAT_DECLARE_ATTACKERS")
        elif attacks:
            data["declared"] = "some"
        return self._found

    def _missing(self) -> None:
        for key, right in _NEEDED.items():
            if not {key, key.replace("human", "p0").replace("ai", "p1")} & set(self._keys):
                self._lack(key, 1, 1, f"{key!r} is missing; expected such as {right}")

    # --- keys ------------------------------------------------------------------------------------------------

    def _read_keys(self, text: str) -> None:
        section = last = ""
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            plain = line.strip()
            if not plain or plain.startswith("#"):
                continue
            if plain.startswith("["):
                section = plain.lower()
                if section not in ("[metadata]", "[state]"):
                    self._lack("section", number, 1, f"expected [metadata] or [state], found {quoted(plain)}")
                continue
            if plain.startswith("|") and last in self._keys:
                # A property on a line of its own goes on with the line before.
                value, at, column = self._keys[last]
                self._keys[last] = (value + plain, at, column)
                continue
            sign = ":" if section == "[metadata]" else "="
            key, found, value = line.partition(sign)
            name = key.strip().lower()
            if not found or not section:
                self._lack("line", number, 1, f"expected a section and 'key{sign}value', found {quoted(plain)}")
            elif name in self._keys:
                self._lack("key", number, 1, f"{key.strip()!r} appears twice; expected it once")
            else:
                self._keys[name] = (value, number, len(key) + 2)
                last = name

    def _take(self, key: str, value: str, line: int, column: int) -> None:
        plain = value.strip()
        side = next((side for side in _SIDES if key.startswith(side) and key != side), None)
        if key in _TOLD:
            if key == "name":
                self._found.title = plain
            elif key == "description":
                self._found.description = plain
        elif key in _WHOLE:
            _WHOLE[key](self, plain, line, column)
        elif side is not None:
            self._of_player(_SIDES[side], key, key.removeprefix(side), value, line, column)
        else:
            self._lack(f"key {key}", line, 1, f"the key {quoted(key)} is not known here")

    def _goal(self, plain: str, line: int, column: int) -> None:
        if plain.lower() != "win":
            self._lack("goal", line, column, f"the goal {quoted(plain)} is not carried over; expected Win")

    def _turns(self, plain: str, line: int, column: int) -> None:
        if plain != "1":
            self._lack("turns", line, column, f"{quoted(plain)} turns are not carried over; expected 1, this one")

    def _active(self, plain: str, line: int, column: int) -> None:
        if plain.lower() not in _SIDES:
            self._lack("activeplayer", line, column, f"expected human or ai, found {quoted(plain)}")
        else:
            self._found.data["active"] = _SIDES[plain.lower()]

    def _phase(self, plain: str, line: int, column: int) -> None:
        if plain.lower() not in STEPS:
            known = ", ".join(STEPS).upper()
            self._lack(
                "activephase", line, column, f"starting in {quoted(plain)} is not carried over; expected {known}"
            )
        else:
            self._found.data["step"] = STEPS[plain.lower()]

    def _turn(self, plain: str, line: int, column: int) -> None:
        if (number := self._number(plain, line, column, least=1)) is not None:
            self._found.data["turn"] = number

    def _advance(self, plain: str, line: int, column: int) -> None:
        if plain.lower() != self._keys.get("activephase", ("", 0, 0))[0].strip().lower():
            self._lack("activephaseadvance", line, column, "going on to another phase after set-up is not carried over")

    def _no_sickness(self, plain: str, line: int, column: int) -> None:
        if plain.lower() not in ("true", "false"):
            self._lack("removesummoningsickness", line, column, f"expected true or false, found {quoted(plain)}")

    def _number(self, plain: str, line: int, column: int, *, least: int = 0) -> int | None:
        if re.fullmatch(r"-?[0-9]{1,6}", plain) and int(plain) >= least:
            return int(plain)
        self._lack("number", line, column, f"expected a number from {least} up to 999999, found {quoted(plain)}")
        return None

    def _of_player(self, player: str, key: str, what: str, value: str, line: int, column: int) -> None:
        plain, state = value.strip(), self._found.data["players"][player]
        if what in _ZONES:
            self._zone(player, _ZONES[what], value, line, column)
        elif what == "life":
            if (number := self._number(plain, line, column, least=-999999)) is not None:
                state["life"] = number
        elif what == "counters":
            state["counters"] = self._counters(_Property("counters", plain, line, column), sign="=")
        elif what == "manapool":
            if re.fullmatch(r"([WUBRGC]\s*)*", plain):
                state["mana"] = "".join(f"{{{letter}}}" for letter in plain if letter.strip()) or None
            else:
                self._lack("mana", line, column, f"expected mana such as 'W W C', found {quoted(plain)}")
        elif what == "landsplayed":
            if number := self._number(plain, line, column):
                state["this_turn"] = {"lands_played": number}
        elif what == "precast":
            self._cast_before(player, value, line, column)
        elif what not in _LACKING:
            self._lack(f"key {key}", line, 1, f"the key {quoted(key)} is not known here")
        elif plain not in ("", "0"):
            self._lack(f"key {what}", line, column, f"{_LACKING[what]}: can't be said here ({quoted(key)})")

    # --- cards -----------------------------------------------------------------------------------------------

    def _zone(self, player: str, zone: str, value: str, line: int, column: int) -> None:
        for entry, place in _parted(value, ";", column):
            properties = [
                _Property(part, "", line, at) if number == 0 else _property(part, line, at)
                for number, (part, at) in enumerate(_parted(entry, "|", place))
            ]
            item = self._item(player, zone, properties)
            if item is not None:
                self._found.data.setdefault(zone, []).append(item)

    def _item(self, player: str, zone: str, properties: list[_Property]) -> dict[str, Any] | None:
        first, *more = properties
        item: dict[str, Any] = {"id": "", "card": None, "owner": player}
        if first.word.startswith("t:"):
            item |= {"card": self._token(first), "token": True}
        elif first.word.startswith("T:"):
            item |= {"card": self._script(first, first.word.removeprefix("T:")), "token": True}
        else:
            item["card"] = self._card(first)
        self._name(item)
        for one in more:
            self._property(item, zone, player, one)
        return item if item["card"] is not None else None

    def _card(self, told: _Property) -> str:
        try:
            return catalog.whole_name(told.word)
        except UnknownCardError as error:
            hint = error.message.partition("; did")[2]
            hint = f"; did{hint}" if hint else ""
            self._lack(CARD + told.word, told.line, told.column, f"no card {quoted(told.word)} in the library{hint}")
            self._unknown.add(told.word)
            return told.word

    def _known(self, item: dict[str, Any]) -> bool:
        return item["card"] is not None and item["card"] not in self._unknown

    def _name(self, item: dict[str, Any]) -> None:
        """Give it an id, made from the name of its card."""
        base = token_cards.called(item["card"] or "") or item["card"] or "card"
        base = catalog.slug(base)
        base, number = base if base[:1].isalpha() else f"card_{base}", 1
        while (name := base if number == 1 else f"{base}_{number}") in self._ids:
            number += 1
        self._ids.add(name)
        item["id"] = name

    def _token(self, told: _Property) -> str | None:
        name, _, rest = told.word.removeprefix("t:").partition(",")
        said: dict[str, str] = {}
        for part in rest.split(","):
            key, _, value = part.partition(":")
            said[key.strip().lower()] = value.strip()
        words = [word.lower() for word in said.get("types", "").split("-") if word]
        power, toughness = said.get("p", ""), said.get("t", "")
        keywords = [word.strip().lower() for word in said.get("keywords", "").split("-") if word.strip()]
        colors = [COLORS[letter] for letter in said.get("color", "").lower() if letter in COLORS]
        types = [word for word in words if word in get_args(CardType)]
        subtypes = [word for word in words if word not in types]
        described = token_cards.Described(
            int(power) if power.isdecimal() else None,
            int(toughness) if toughness.isdecimal() else None,
            tuple(colors),
            tuple(subtypes),
            tuple(types),
            tuple(keywords),
            (),
            None if [word.lower() for word in name.split()] == subtypes else name.strip(),
        )
        known = {"p", "t", "cost", "color", "types", "keywords", "image"}
        if set(said) <= known and token_cards.read(str(described)) == described:
            return str(described)
        self._lack("t:token", told.line, told.column, f"this token can't be said here: {quoted(told.word)}")
        return None

    def _script(self, told: _Property, name: str) -> str | None:
        card = card_of_script(name)
        if card is None:
            words = f"what the token {quoted(name)} has no known name; expected t:Name,P:...,T:..."
            self._lack("T:script", told.line, told.column, words)
        return card

    def _cast_before(self, player: str, value: str, line: int, column: int) -> None:
        """Read objects that resolved before: created tokens, and Auras that enchant the other player.

        To shuffle a library changes nothing here: no player knows the order of its cards.
        """
        for entry, place in _parted(value, ";", column):
            if _SHUFFLED.fullmatch(entry):
                continue
            told = _Property(entry, "", line, place)
            item: dict[str, Any] = {"id": "", "card": None, "owner": player}
            if found := _CREATED.fullmatch(entry):
                card = self._script(told, found[2])
                items = [item | {"card": card, "token": True} for _ in range(int(found[1] or 1)) if card is not None]
            elif ":" not in entry and "->" not in entry and _enchants_players(card := self._card(told)):
                items = [item | {"card": card, "attached_to": OPPONENT if player == YOU else YOU}]
            else:
                items = []
                if entry not in self._unknown:
                    self._lack("key precast", line, place, f"what {quoted(entry)} has done before can't be said here")
            for one in items:
                self._name(one)
                self._found.data.setdefault("battlefield", []).append(one)

    def _property(self, item: dict[str, Any], zone: str, player: str, one: _Property) -> None:
        if one.key in ("set", "art", "noetbtrigs"):
            return
        if one.key == "id":
            if one.value in self._handles:
                self._lack("Id", one.line, one.column, f"the Id {quoted(one.value)} appears twice; expected it once")
            self._handles[one.value] = item["id"]
        elif one.key == "counters":
            item["counters"] = self._counters(one, sign="=")
        elif one.key == "exiledwith" and zone == "exile":
            self._attached.append((item, "exiled_with", one))
        elif one.key == "facedown":
            self._face_down(item, zone, one)
        elif zone != "battlefield" or one.key not in _ON_THE_BATTLEFIELD:
            where = "" if zone == "battlefield" else f" of a card in {zone}"
            self._lack(one.word, one.line, one.column, f"{quoted(one.word)}{where} can't be said here")
        else:
            _ON_THE_BATTLEFIELD[one.key](self, item, player, one)

    def _counters(self, one: _Property, *, sign: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for part, _ in _parted(one.value, ",", one.column):
            kind, _, number = part.partition(sign)
            count = self._number(number.strip() or "1", one.line, one.column)
            if count is not None:
                found[_kind(kind.strip())] = count
        return found

    def _face_down(self, item: dict[str, Any], zone: str, one: _Property) -> None:
        said = one.value.lower()
        if zone == "exile" and not said:
            item["face_down"] = {"by": "effect"}
            return
        if zone != "battlefield" or said not in ("", "manifested", "cloaked"):
            self._lack(one.word, one.line, one.column, f"{quoted(one.word)} can't be said here")
            return
        by = {"manifested": ["manifest"], "cloaked": ["cloak"]}.get(said)
        by = by or [word for word in _MORPHS if self._known(item) and _has(item["card"], word)]
        if len(by) == 1:
            item["face_down"] = {"by": by[0]}
        elif item["card"] is not None:
            words = f"{quoted(item['card'])} has not one of {', '.join(_MORPHS)}: what turned it face down is not said"
            self._lack("FaceDown", one.line, one.column, f"{words}; expected FaceDown:Manifested or FaceDown:Cloaked")

    # --- properties of permanents ----------------------------------------------------------------------------

    def _flag(self, item: dict[str, Any], player: str, one: _Property) -> None:
        item[_FLAGS[one.key]] = True

    def _sick(self, item: dict[str, Any], player: str, one: _Property) -> None:
        if self._keys.get("removesummoningsickness", ("",))[0].strip().lower() != "true":
            item["summoning_sick"] = True

    def _damage(self, item: dict[str, Any], player: str, one: _Property) -> None:
        if (number := self._number(one.value, one.line, one.column)) is not None:
            item["damage"] = number

    def _transformed(self, item: dict[str, Any], player: str, one: _Property) -> None:
        item["transformed"] = True
        if self._known(item) and catalog.find(item["card"]).back is None:
            words = f"{quoted(item['card'])} has no back; expected the name of the front"
            self._lack("Transformed", one.line, one.column, words)

    def _attacking(self, item: dict[str, Any], player: str, one: _Property) -> None:
        if one.value:
            self._lack(one.word, one.line, one.column, "attacking something else than the player can't be said here")
        item |= {"attacking": True, "attacks": OPPONENT if player == YOU else YOU}

    def _enchants(self, item: dict[str, Any], player: str, one: _Property) -> None:
        if (whom := _SIDES.get(one.value.lower())) is None:
            self._lack(one.word, one.line, one.column, f"expected human or ai, found {quoted(one.value)}")
        else:
            item["attached_to"] = whom

    def _chosen_color(self, item: dict[str, Any], player: str, one: _Property) -> None:
        if (color := one.value.lower()) in COLORS.values():
            item.setdefault("chosen", {})["color"] = color
        else:
            self._lack(one.word, one.line, one.column, f"expected one color, found {quoted(one.value)}")

    def _chosen_type(self, item: dict[str, Any], player: str, one: _Property) -> None:
        if re.fullmatch(r"[A-Za-z][A-Za-z' -]*", one.value):
            item.setdefault("chosen", {})["creature type"] = one.value.lower()
        else:
            self._lack(one.word, one.line, one.column, f"expected a creature type, found {quoted(one.value)}")

    def _class_level(self, item: dict[str, Any], player: str, one: _Property) -> None:
        if number := self._number(one.value, one.line, one.column, least=1):
            item["class_level"] = number

    def _carried_out(self, item: dict[str, Any], player: str, one: _Property) -> None:
        """Read the effect of an ability that resolved before: that it exiled a permanent until it leaves."""
        script, _, handle = one.value.partition("->")
        if script == "TrigExile" and handle and self._known(item) and _exiles_one(item["card"]):
            self._exiling.append((item, handle, one))
        else:
            words = f"what {quoted(one.value)} has done before can't be said here"
            self._lack(one.word, one.line, one.column, words)

    def _exile(self) -> None:
        """Exile what permanents have exiled, now that all handles are known; a token ceases to exist (111.7)."""
        for item, handle, one in self._exiling:
            battlefield = self._found.data.get("battlefield", [])
            exiled = next((other for other in battlefield if other["id"] == self._handles.get(handle)), None)
            attached = any(other.get("attached_to") == self._handles.get(handle) for other in battlefield)
            if exiled is None or exiled is item or attached or {"counters", "face_down", "transformed"} & {*exiled}:
                words = f"expected the Id of another card on the battlefield, alone, found {quoted(handle)}"
                self._lack(one.word, one.line, one.column, words)
                continue
            battlefield.remove(exiled)
            if not exiled.get("token"):
                left = {key: value for key, value in exiled.items() if key in ("id", "card", "owner")}
                self._found.data.setdefault("exile", []).append(left | {"exiled_with": item["id"]})

    def _attach_later(self, item: dict[str, Any], player: str, one: _Property) -> None:
        self._attached.append((item, "attached_to", one))

    def _attach(self) -> None:
        """Attach what is attached, now that all handles are known."""
        for item, what, one in self._attached:
            if one.value in self._handles:
                item[what] = self._handles[one.value]
            else:
                self._lack(one.word, one.line, one.column, f"nothing has the Id {quoted(one.value)}")


_WHOLE = {
    "goal": _Reading._goal,
    "turns": _Reading._turns,
    "activeplayer": _Reading._active,
    "activephase": _Reading._phase,
    "activephaseadvance": _Reading._advance,
    "turn": _Reading._turn,
    "removesummoningsickness": _Reading._no_sickness,
}
"""Keys that are nobody's."""

_FLAGS = {"tapped": "tapped", "renowned": "renowned"}
_ON_THE_BATTLEFIELD = {
    **dict.fromkeys(_FLAGS, _Reading._flag),
    "summonsick": _Reading._sick,
    "damage": _Reading._damage,
    "transformed": _Reading._transformed,
    "attacking": _Reading._attacking,
    "attachedto": _Reading._attach_later,
    "enchantingplayer": _Reading._enchants,
    "chosencolor": _Reading._chosen_color,
    "chosentype": _Reading._chosen_type,
    "classlevel": _Reading._class_level,
    "executescript": _Reading._carried_out,
}


def _property(text: str, line: int, column: int) -> _Property:
    word, _, value = text.partition(":")
    return _Property(word.strip(), value.strip(), line, column)


_CREATED = re.compile(r"[^:]+:CustomScript:DB\$ Token(?: \| TokenAmount\$ ([1-9]))? \| TokenScript\$ (\w+)")
"""An effect that created tokens, as set-up says it: how many, and their script."""

_SHUFFLED = re.compile(r"[^:]+:TrigShuffle")
"""An effect that shuffled the library of its player."""


def _enchants_players(card: str) -> bool:
    """True if a card of the library is an Aura that enchants only players."""
    try:
        text = catalog.worked_out(card, catalog.definition(card))
    except UnknownCardError:
        return False
    return any(ability.keyword in ("enchant player", "enchant opponent") for ability in text.abilities)


_EXILES_ONE = re.compile(r"\bexile (?:up to one )?(?:another |other )*target (?:(?! and )[^.])*\.", re.IGNORECASE)
"""Words of an ability that exiles one permanent."""


def _exiles_one(card: str) -> bool:
    """True if a card of the library exiles one permanent, and something happens to that as it leaves."""
    text = catalog.definition(card).text or ""
    return bool(_EXILES_ONE.search(text)) and "leaves the battlefield" in text


def _kind(word: str) -> str:
    """A kind of counters: `P1P1` are +1/+1, any other is its name."""
    if found := _POWER_TOUGHNESS.fullmatch(word.upper()):
        sign = {"P": "+", "M": "-"}
        return f"{sign[found[1]]}{found[2]}/{sign[found[3]]}{found[4]}"
    return word.lower().replace("_", " ")


def _has(card: str, keyword: str) -> bool:
    """True if a card of the library has this keyword printed."""
    text = catalog.worked_out(card, catalog.definition(card))
    return any(getattr(ability, keyword) is not None for ability in text.abilities)
