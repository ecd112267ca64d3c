"""Puzzles of ours in Forge's format (`.pzl`): the other way of `forge_puzzle`.

The solver is the human, the opponent the computer. If the format can't say something, pyengine names every such part
and writes nothing. The description lists the allowed actions, as in other files of this format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyengine.compiler import token_cards
from pyengine.errors import InputError
from pyengine.formats.forge_puzzle import STEPS
from pyengine.formats.forge_tokens import COLORS, script_of
from pyengine.position.model import BoardFile, ObjectState
from pyengine.puzzles.moves import KINDS

_ZONES = ("battlefield", "hand", "library", "graveyard", "exile")
_SIDES = ("human", "ai")
_POWER_TOUGHNESS = re.compile(r"([+-])(\d+)/([+-])(\d+)")
_FLAGS = {"tapped": "Tapped", "summoning_sick": "SummonSick", "transformed": "Transformed", "renowned": "Renowned"}
_FACE_DOWN = {
    **dict.fromkeys(("morph", "megamorph", "disguise"), "FaceDown"),
    "manifest": "FaceDown:Manifested",
    "cloak": "FaceDown:Cloaked",
}
_CHOSEN = {"color": "ChosenColor", "creature type": "ChosenType"}
_SAID = frozenset(("id", "card", "owner", "controller", "token", "attacking"))
"""Fields written in another way: the player by the object's line, attacking by the player or permanent attacked."""


def written(board: BoardFile, goals: Sequence[str], allowed: Sequence[str], title: str) -> str:
    """The puzzle as a file. Raises `InputError` with everything that the format can't say."""
    found = _Writing(board)
    lines = list(found.lines(goals, allowed, title))
    if found.problems:
        raise InputError("\n".join(dict.fromkeys(found.problems)))
    return "\n".join(lines) + "\n"


@dataclass
class _Writing:
    """One puzzle, as it is written."""

    board: BoardFile
    problems: list[str] = field(default_factory=list)
    hosts: dict[str, int] = field(default_factory=dict)

    def lines(self, goals: Sequence[str], allowed: Sequence[str], title: str) -> Iterator[str]:
        board = self.board
        you = board.priority_player
        others = [player for player in board.players if player != you]
        if len(others) != 1:
            self._lack(f"expected two players, found {len(board.players)}")
            return
        if list(goals) != [f"{others[0]} has lost"]:
            self._lack(f"expected the goal '{others[0]} has lost', found {' and '.join(goals)!r}")
        for name in ("rules", "variant", "combat_damage_step", "command", "stack"):
            if getattr(board, name):
                self._lack(f"{name!r} of the board can't be said")
        if board.declared == "none":
            self._lack("that no attackers have been declared can't be said")
        yield from ("[metadata]", f"Name:{title}", "Goal:Win", "Turns:1")
        told = "" if list(allowed) == [*KINDS] else f" Only this may be done: {'; '.join(allowed)}."
        yield f"Description:Win this turn.{told}"
        yield from ("[state]", f"turn={board.turn}", f"activeplayer={'human' if board.active_player == you else 'ai'}")
        phase = {ours: theirs for theirs, ours in STEPS.items()}.get(board.step)
        if phase is None:
            self._lack(f"the step {board.step!r} can't be said")
        yield f"activephase={phase or ''}".upper().replace("ACTIVEPHASE", "activephase")
        self._number_hosts()
        for side, player in zip(_SIDES, (you, *others), strict=True):
            yield from self._of_player(side, player)

    def _lack(self, words: str) -> None:
        self.problems.append(words)

    def _number_hosts(self) -> None:
        for zone in _ZONES:
            for item in getattr(self.board, zone):
                for host in (item.attached_to, item.exiled_with):
                    if host is not None and host not in self.board.players:
                        self.hosts.setdefault(host, len(self.hosts) + 1)

    def _of_player(self, side: str, player: str) -> Iterator[str]:
        state = self.board.players[player]
        yield f"{side}life={state.life}"
        if state.counters:
            yield f"{side}counters={self._counters(state.counters)}"
        mana = "" if state.mana is None else str(state.mana)
        if symbols := re.findall(r"\{(.*?)\}", mana):
            if all(symbol in "WUBRGC" for symbol in symbols):
                yield f"{side}manapool={' '.join(symbols)}"
            else:
                self._lack(f"the mana {mana} of {player!r} can't be said")
        happened = {} if state.this_turn is None else state.this_turn.model_dump(exclude_defaults=True)
        if happened.keys() == {"lands_played"}:
            yield f"{side}landsplayed={happened['lands_played']}"
        said = {"life", "counters", "mana", *(["this_turn"] if happened.keys() <= {"lands_played"} else [])}
        for name in state.model_dump(exclude_defaults=True).keys() - said:
            self._lack(f"{name!r} of {player!r} can't be said")
        for zone in _ZONES:
            items = [item for item in getattr(self.board, zone) if (item.controller or item.owner) == player]
            if items:
                yield f"{side}{zone}=" + ";".join("|".join(self._item(zone, item)) for item in items)

    def _item(self, zone: str, item: ObjectState) -> Iterator[str]:
        yield self._card(item)
        if item.owner not in (None, item.controller) and item.controller is not None:
            self._lack(f"that {item.id!r} is owned by {item.owner!r} can't be said")
        if item.id in self.hosts:
            yield f"Id:{self.hosts[item.id]}"
        for name, value in item.model_dump(exclude_defaults=True).items():
            said = None if name in _SAID else self._property(zone, item, name, value)
            if said is not None:
                yield said

    def _property(self, zone: str, item: ObjectState, name: str, value: Any) -> str | None:
        """One property; None, and a problem, for what the format has no word for."""
        match name:
            case "counters":
                return f"Counters:{self._counters(item.counters)}"
            case "damage":
                return f"Damage:{value}"
            case "attached_to":
                return f"AttachedTo:{self.hosts[value]}" if value in self.hosts else self._enchants(value)
            case "chosen":
                return "|".join(f"{_CHOSEN[what]}:{word}" for what, word in item.chosen.items())
            case "class_level":
                return f"ClassLevel:{value}"
            case "exiled_with":
                return f"ExiledWith:{self.hosts[value]}"
            case "attacks" if value in self.board.players:
                return "Attacking"
            case "face_down" if (value.keys() - {"by"}) == set():
                if zone == "exile" or value["by"] in _FACE_DOWN:
                    return "FaceDown" if zone == "exile" else _FACE_DOWN[value["by"]]
        if name in _FLAGS:
            return _FLAGS[name]
        self._lack(f"{name!r} of {item.id!r} can't be said")
        return None

    def _enchants(self, player: str) -> str:
        return f"EnchantingPlayer:{'human' if player == self.board.priority_player else 'ai'}"

    def _card(self, item: ObjectState) -> str:
        if item.card is None:
            self._lack(f"which card {item.id!r} is is not known")
            return ""
        if item.card in self.board.cards:
            self._lack(f"{item.card!r} is defined in this file, and no card that is printed")
        if not item.token:
            return item.card
        script = script_of(item.card)
        if script is not None:
            return f"T:{script}"
        described = token_cards.read(item.card)
        if described is None or described.ability or described.supertypes or described.power is None:
            self._lack(f"what the token {item.id!r} is can't be said")
            return ""
        letters = {color: letter.upper() for letter, color in COLORS.items()}
        types = "-".join(word.title() for word in (*described.types, *described.subtypes))
        return ",".join(
            (
                f"t:{described.name or ' '.join(map(str.title, described.subtypes))}",
                f"P:{described.power}",
                f"T:{described.toughness}",
                "Cost:no cost",
                f"Color:{''.join(letters[color] for color in described.colors)}",
                f"Types:{types}",
                f"Keywords:{'-'.join(word.title() for word in described.keywords)}",
            )
        )

    def _counters(self, counters: Any) -> str:
        return ",".join(f"{_kind(kind)}={getattr(so_many, 'count', so_many)}" for kind, so_many in counters.items())


def _kind(kind: str) -> str:
    if found := _POWER_TOUGHNESS.fullmatch(kind):
        sign = {"+": "P", "-": "M"}
        return f"{sign[found[1]]}{found[2]}{sign[found[3]]}{found[4]}"
    return kind.upper().replace(" ", "_")
