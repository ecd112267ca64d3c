"""phase.rs as an engine of the protocol: an adapter for an engine by other people, which plays whole games.

pip install phase-python
python -m pyengine.conformance.phase_adapter

phase.rs knows no instruction without a spell. The adapter therefore has a player cast a spell for {0} with the words
of the instruction, and follows every choice that the engine offers. It says that the rest is unsupported.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from phase import Engine, Game, build_oracle_face

from pyengine.actions.action import Action
from pyengine.board import Board
from pyengine.cards import catalog
from pyengine.conformance import adapter
from pyengine.conformance.protocol import Message
from pyengine.errors import PyengineError
from pyengine.glossary import keyword_table

SPELL = "Instruction"
"""The name of the card with the words of an instruction."""

FILLER = "Filler"
"""The name of a card at the bottom of each library, as the engine begins no game with an empty one."""

KINDS = {"+1/+1": "P1P1", "-1/-1": "M1M1"}
"""Kinds of counters that the engine calls otherwise."""

FACE_DOWN = {"morph": "Morph", "megamorph": "Morph", "disguise": "Disguise", "manifest": "Manifest", "cloak": "Cloak"}
"""The engine's words for each cause of being face down."""

COLORS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green", "C": "Colorless"}

ZONES = ("battlefield", "hand", "graveyard", "exile", "library")

KNOWN: Mapping[str, set[str]] = {
    "board": {"players", "active", "cards", *ZONES},
    "player": {"life", "counters", "mana"},
    "object": {"id", "card", "controller", "owner", "counters", "tapped", "face_down"},
}
"""The fields of a board that are carried over."""

CHOICES = {"ReplacementChoice", "OrderTriggers"}
"""Questions of the engine of which each answer leads to an outcome."""

MOST = 200
"""Largest number of outcomes that are followed."""


class UnsupportedError(Exception):
    """Error for what the adapter can't put to the engine."""


class PhaseAdapter:
    """Answers to requests, one after the other."""

    def __init__(self) -> None:
        self._board: Message = {}
        self._actions: Sequence[str] = ()
        self._settle = False

    def ask(self, request: Message) -> Message:
        """The answer to a request."""
        try:
            if request["ask"] == "set up":
                self._board = request["board"]
                Position(self._board)
            elif request["ask"] == "do":
                self._actions, self._settle = request["actions"], request["settle"]
            else:
                return self._report(request["wants"])
        except (UnsupportedError, PyengineError) as error:
            return {"unsupported": str(error)}
        except (ValueError, RuntimeError) as error:
            return {"unsupported": f"the engine says: {str(error)[:150]}"}
        return {"ok": True}

    def close(self) -> None:
        """End the engine: nothing to do."""

    def _report(self, wants: Mapping[str, Sequence[str]]) -> Message:
        if len(self._actions) != 1:
            raise UnsupportedError("not one action")
        if not self._settle:
            self._refuse_checked(wants)
        action = Action.parse(self._actions[0])
        if len(action.said) != 1 or action.then is not None or {one.name for one in action.beside} - {"performer"}:
            raise UnsupportedError("an action of several parts")
        [said] = action.said
        if said.name == "turns_face_up_for":
            return self._turned_up(str(said.arguments[0]), str(said.arguments[1]), wants)
        words, targets = _spell(said.name, said.arguments)
        position = Position(self._board, words, action.performer)
        game = position.cast(targets)
        ended = self._followed(position, game)
        return {"outcomes": [position.reported(one, wants) for one in ended]}

    def _refuse_checked(self, wants: Mapping[str, Sequence[str]]) -> None:
        """Refuse what ends before the check of state-based actions, which the engine never leaves out."""
        found = []
        for more in ([], ["check state-based actions"]):
            pyengine = adapter.Adapter()
            pyengine.ask({"ask": "set up", "board": self._board})
            pyengine.ask({"ask": "do", "actions": [*self._actions, *more], "settle": False})
            report = pyengine.ask({"ask": "report", "wants": wants})
            found.append(report.get("outcomes"))
        if found[0] and found[0] != found[1]:
            raise UnsupportedError("a board before state-based actions")

    def _turned_up(self, name: str, cost: str, wants: Mapping[str, Sequence[str]]) -> Message:
        """Turn a permanent face up for a cost: the engine has one such action for each permanent."""
        position = Position(self._board)
        item = position.game.object(position.id_of(name))
        if item.get("face_down_cause") != ("Manifest" if cost == "mana" else FACE_DOWN.get(cost)):
            raise UnsupportedError("another cost than the one that the engine knows")
        if cost == "mana" and {"Morph", "Megamorph", "Disguise"} & set(_keywords(item["back_face"])):
            raise UnsupportedError("one of two costs")
        turns = [
            one for one in position.game.actions() if one.kind == "TurnFaceUp" and one.data["object_id"] == item["id"]
        ]
        if not turns:
            return {"legal": False}
        if len(turns) > 1:
            raise UnsupportedError("a cost with X")
        position.game.apply(item["controller"], turns[0])
        ended = self._followed(position, position.game)
        return {"legal": True, "outcomes": [position.reported(one, wants) for one in ended], "all": False}

    def _followed(self, position: Position, game: Game) -> list[Game]:
        """Every position that the engine's choices lead to, until all is done that was asked for."""
        ended: list[Game] = []
        left = [game]
        while left:
            game = left.pop()
            while True:
                asked = game.waiting_for()
                stack = game.stack()
                if asked["type"] == "Priority":
                    spell = any(one.get("id") == position.spell for one in stack)
                    if not stack or (not self._settle and not spell):
                        ended.append(game)
                        break
                    game.apply(asked["data"]["player"], {"type": "PassPriority"})
                elif asked["type"] in CHOICES:
                    state, choices = game.state(), [one.to_dict() for one in game.actions()]
                    for choice in choices:
                        branch = position.engine.load_game(state)
                        branch.apply(asked["data"]["player"], choice)
                        left.append(branch)
                    break
                else:
                    raise UnsupportedError(f"the engine asks for {asked['type']}")
            if len(left) + len(ended) > MOST:
                raise UnsupportedError(f"more than {MOST} outcomes")
        return ended


class Position:
    """A game of the engine with a board as it is given, and a spell with some words in a player's hand."""

    def __init__(self, data: Message, words: str | None = None, performer: str | None = None) -> None:
        _refuse(data, "board")
        board = Board.from_data(data)
        self._players = list(board.model.players)
        if len(self._players) != 2:
            raise UnsupportedError("another number of players than two")
        self._active = self._players.index(data.get("active", self._players[0]))
        self._performer = self._active if performer is None else self._players.index(performer)
        items = [(zone, item) for zone in ZONES for item in data.get(zone, ())]
        cards = {FILLER: _face(FILLER, types=["Land"], text="")}
        if words is not None:
            cards[SPELL] = _face(SPELL, types=["Instant"], text=words)
        for _, item in items:
            _refuse(item, "object")
            cards[item.get("card", "")] = _card(board, item.get("card"))
        names = [item["card"] for _, item in items]
        owners = [self._players.index(item.get("owner") or item.get("controller") or "") for _, item in items]
        decks = [
            [FILLER] + [name for name, owner in zip(names, owners, strict=True) if owner == number] for number in (0, 1)
        ]
        decks[self._performer] += [SPELL] if words is not None else []
        self.engine = Engine.from_json(json.dumps({name.lower(): face for name, face in cards.items()}))
        self.game = self.engine.new_game(*decks, seed=1, first_player=self._active)
        for number in (0, 1):
            self.game.apply(number, {"type": "MulliganDecision", "data": {"choice": {"type": "Keep"}}})
        self._ids: dict[str, int] = {}
        self.spell: int | None = None
        self._place(data, [(zone, item, owner) for (zone, item), owner in zip(items, owners, strict=True)])

    def _place(self, data: Message, items: Sequence[tuple[str, Message, int]]) -> None:
        """Put each card where the board has it, by editing the state of the game."""
        saved = self.game.state()
        state = saved["state"]
        free: dict[tuple[str, int], list[int]] = {}
        for number, one in state["objects"].items():
            free.setdefault((one["name"], one["owner"]), []).append(int(number))
        state.update(battlefield=[], exile=[], phase="PreCombatMain", turn_number=5, active_player=self._active)
        state.update(debug_mode=True, debug_permitted=[0, 1])
        for number, player in enumerate(state["players"]):
            said = data["players"][self._players[number]] or {}
            _refuse(said, "player")
            player.update(hand=[], library=[], graveyard=[], life=said.get("life", 20))
        down = []
        times = count(1)
        for zone, item, owner in items:
            number = free[item["card"], owner].pop(0)
            self._ids[item["id"]] = number
            one = state["objects"][str(number)]
            controller = self._players.index(item.get("controller") or self._players[owner])
            one.update(controller=controller, base_controller=controller, tapped=item.get("tapped", False))
            one.update(counters={KINDS.get(kind, kind): many for kind, many in _numbers(item).items()})
            one.update(timestamp=next(times), entered_battlefield_turn=1)
            if item.get("face_down"):
                down.append((item, number, owner))
                zone = "hand"
            one["zone"] = zone.capitalize()
            holder = state if zone in ("battlefield", "exile") else state["players"][owner]
            holder[zone].append(number)
        for owner, player in enumerate(state["players"]):
            player["library"] += free[FILLER, owner]
            state["objects"][str(free[FILLER, owner][0])]["zone"] = "Library"
        for number in free.get((SPELL, self._performer), ()):
            self.spell = number
            state["objects"][str(number)]["zone"] = "Hand"
            state["players"][self._performer]["hand"].append(number)
        self._load(saved)
        self._turn_down(down)
        for number, name in enumerate(self._players):
            self._give(number, data["players"][name] or {})
        self._refuse_lost(items)

    def _turn_down(self, down: Sequence[tuple[Message, int, int]]) -> None:
        for item, number, owner in down:
            by = item["face_down"].get("by")
            if (
                by not in FACE_DOWN
                or set(item["face_down"]) != {"by"}
                or item.get("controller") != self._players[owner]
            ):
                raise UnsupportedError("such a face-down object")
            self.give_priority(owner)
            counters = self.game.object(number)["counters"]
            self.game.apply(owner, {"type": "PlayFaceDown", "data": {"object_id": number, "card_id": number}})
            saved = self.game.state()
            one = saved["state"]["objects"][str(number)]
            one.update(face_down_cause=FACE_DOWN[by], tapped=item.get("tapped", False), counters=counters)
            if by in ("disguise", "cloak"):
                raise UnsupportedError("ward of a face-down object")
            self._load(saved)
        self.give_priority(self._performer)

    def _give(self, number: int, said: Message) -> None:
        """Give a player counters and mana."""
        counters = _numbers(said)
        if counters.keys() - {"poison", "energy"}:
            raise UnsupportedError("such counters on a player")
        saved = self.game.state()
        player = saved["state"]["players"][number]
        player["poison_counters"] = counters.get("poison", 0)
        player["energy"] = counters.get("energy", 0)
        self._load(saved)
        symbols = str(said.get("mana") or "").strip("{}").split("}{")
        mana = [COLORS[one] for one in symbols if one in COLORS]
        mana += ["Colorless"] * sum(int(one) for one in symbols if one.isdigit())
        if mana:
            self._debug(number, "AddMana", player_id=number, mana=mana)

    def _debug(self, number: int, sort: str, **data: Any) -> None:
        self.game.apply(number, {"type": "Debug", "data": {"type": sort, "data": data}})

    def _load(self, saved: Any) -> None:
        try:
            self.game = self.engine.load_game(saved)
        except (ValueError, RuntimeError) as error:
            raise UnsupportedError(f"a state that the engine does not load: {str(error)[:80]}") from None

    def _refuse_lost(self, items: Sequence[tuple[str, Message, int]]) -> None:
        """Refuse a board that the engine has otherwise."""
        for zone, item, _ in items:
            found = self.game.object(self._ids[item["id"]])
            if found["zone"].lower() != zone or _counters(found["counters"]) != _numbers(item):
                raise UnsupportedError("a board that the engine does not keep")

    def give_priority(self, number: int) -> None:
        """Give a player priority."""
        saved = self.game.state()
        saved["state"].update(priority_player=number, waiting_for={"type": "Priority", "data": {"player": number}})
        self._load(saved)

    def id_of(self, name: str) -> int:
        """The number that the engine gave to an object."""
        if name not in self._ids:
            raise UnsupportedError("an object that is not there")
        return self._ids[name]

    def cast(self, targets: Sequence[str]) -> Game:
        """Cast the spell for these targets."""
        data: Message = {
            "object_id": self.spell,
            "card_id": self.spell,
            "targets": [],
            "payment_mode": {"type": "Auto"},
        }
        try:
            self.game.apply(self._performer, {"type": "CastSpell", "data": data})
        except (ValueError, RuntimeError):
            raise UnsupportedError("an instruction without a target") from None
        wanted = [
            {"Player": self._players.index(name)} if name in self._players else {"Object": self.id_of(name)}
            for name in targets
        ]
        for target in wanted:
            if self.game.waiting_for()["type"] == "TargetSelection":  # otherwise there is one, which it chose itself
                choice = {"type": "ChooseTarget", "data": {"target": target}}
                if choice not in [one.to_dict() for one in self.game.actions()]:
                    raise UnsupportedError("something that the engine's spell can't target")
                self.game.apply(self._performer, choice)
        if self.game.stack()[-1]["kind"]["data"]["ability"]["targets"] != wanted:
            raise UnsupportedError("something that the engine's spell can't target")
        return self.game

    def reported(self, game: Game, wants: Mapping[str, Sequence[str]]) -> Message:
        """Return the fields that the question names, of those that the engine has."""
        found: Message = {}
        for name, fields in wants.items():
            if name in self._players:
                values = _of_player(game.player(self._players.index(name)))
            elif name in self._ids:
                values = _of_object(game.object(self._ids[name]), self._players)
            else:
                continue
            found[name] = {field: values[field] for field in fields if field in values}
        return found


def _refuse(data: Message, sort: str) -> None:
    """Refuse fields that are not carried over."""
    more = sorted(key for key in data.keys() - KNOWN[sort] if data[key])
    if more:
        raise UnsupportedError(f"'{more[0]}' of a {sort}")


def _card(board: Board, name: str | None) -> Any:
    """A card as the engine has it, from its text."""
    if name is None:
        raise UnsupportedError("a card that nobody knows")
    said = dict(board.model.cards).get(name) or catalog.definition(name)
    if said.abilities or said.not_modelled or said.parts() or said.loyalty is not None or said.defense is not None:
        raise UnsupportedError("a card that is not given by its text alone")
    if {str(one) for one in said.subtypes} & {"saga", "class"} or said.colors:
        raise UnsupportedError("a card of an odd sort")
    return _face(
        name,
        types=[one.capitalize() for one in said.types],
        supertypes=[one.capitalize() for one in said.supertypes],
        subtypes=[one.title() for one in said.subtypes],
        text=said.text or "",
        mana=str(said.mana_cost) if said.mana_cost is not None else None,
        size=None if said.power is None else (said.power, said.toughness),
    )


def _face(
    name: str,
    *,
    types: Sequence[str],
    text: str,
    supertypes: Sequence[str] = (),
    subtypes: Sequence[str] = (),
    mana: str | None = "{0}",
    size: tuple[object, object] | None = None,
) -> Any:
    line = " ".join([*supertypes, *types])
    data: Message = {
        "name": name,
        "manaCost": mana,
        "manaValue": 0,
        "types": types,
        "supertypes": supertypes,
        "subtypes": subtypes,
        "type": f"{line} - {' '.join(subtypes)}" if subtypes else line,
        "text": text,
        "layout": "normal",
        "identifiers": {},
        "legalities": {},
        "keywords": [
            one.capitalize() for one in keyword_table.keywords() if re.search(rf"(?im)^(.*, )?{re.escape(one)}\b", text)
        ],
        **{key: [] for key in ("colors", "colorIdentity")},
        **({} if size is None else {"power": str(size[0]), "toughness": str(size[1])}),
    }
    try:
        return build_oracle_face(data, None)
    except ValueError as error:
        raise UnsupportedError(f"a card that the engine does not read: {str(error)[:80]}") from None


def _spell(verb: str, arguments: Sequence[Any]) -> tuple[str, list[str]]:
    """The words of a spell that carries out an instruction, and its targets."""
    match verb, list(arguments):
        case "proliferates", []:
            return "Proliferate.", []
        case "puts", [str(name), str(kind), int(many)]:
            return f"Put {_number(many)} {kind} counter{'s' * (many != 1)} on target permanent.", [name]
        case "removes", [str(name), selection] if selection.name == "count":
            many, kind = selection.arguments
            return f"Remove {_number(many)} {kind} counter{'s' * (many != 1)} from target permanent.", [name]
        case "moves", [str(first), str(second), selection] if selection.name == "count" and first != second:
            many, kind = selection.arguments
            words = f"Move {_number(many)} {kind} counter{'s' * (many != 1)} from target permanent"
            return f"{words} onto another target permanent.", [first, second]
        case "doubles", [str(name), selection] if selection.name == "all":
            return f"Double the number of {selection.arguments[0]} counters on target permanent.", [name]
        case "destroys", [str(name)]:
            return "Destroy target permanent.", [name]
        case "exiles", [str(name)]:
            return "Exile target permanent.", [name]
        case "turns_face_up", [str(name)]:
            return "Turn target face-down creature face up.", [name]
        case "taps", [str(name)]:
            return "Tap target permanent.", [name]
        case "untaps", [str(name)]:
            return "Untap target permanent.", [name]
    raise UnsupportedError(f"the instruction {verb}")


def _number(many: int) -> str:
    words = ("zero", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[many] if 0 < many < len(words) else str(many)


def _numbers(item: Message) -> dict[str, int]:
    """How many counters of each kind a board has on an object or player."""
    counters = item.get("counters") or {}
    return {kind: many["count"] if isinstance(many, dict) else many for kind, many in counters.items() if many}


def _counters(found: Mapping[str, int]) -> dict[str, int]:
    names = {theirs: ours for ours, theirs in KINDS.items()}
    return {names.get(kind, kind): many for kind, many in found.items() if many}


def _of_player(player: Message) -> Message:
    counters = {"poison": player["poison_counters"], "energy": player["energy"]}
    return {"life": player["life"], "counters": {kind: many for kind, many in counters.items() if many}}


def _keywords(item: Message) -> list[str]:
    return [next(iter(one)) if isinstance(one, dict) else one for one in item["keywords"]]


def _of_object(item: Message, players: Sequence[str]) -> Message:
    types = item["card_types"]
    words = _keywords(item)
    return {
        "zone": item["zone"].lower(),
        "counters": _counters(item["counters"]),
        "power": item["power"],
        "toughness": item["toughness"],
        "tapped": item["tapped"],
        "face_down": item["face_down"],
        "name": item["name"] or None,
        "types": [one.lower() for one in types["core_types"]],
        "subtypes": [one.lower() for one in types["subtypes"]],
        **({"controller": players[item["controller"]]} if item["zone"] == "Battlefield" else {}),
        "keywords": ["".join(f" {one.lower()}" if one.isupper() else one for one in word).strip() for word in words],
    }


if __name__ == "__main__":
    for answer in adapter.answers(sys.stdin, PhaseAdapter()):
        print(answer, flush=True)
