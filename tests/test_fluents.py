"""The table of fluents read both ways: the facts of a board, read back, are the board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clingo
from every_scenario import every_scenario

from pyengine import Board, Outcome
from pyengine.files.fields import Model
from pyengine.position.board_changes import _OTHERWISE, changed_board
from pyengine.position.fluents import OF_BOARD, OF_OBJECTS, OF_PLAYERS, by_fluent
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, CounterState, ObjectState, PlayerState
from pyengine.position.normal import normal_data
from pyengine.position.timestamps import object_stamps
from pyengine.solving.solver import function, string, terms_of

FLUENT = re.compile(r"(\w+)\(0,(.*)\)\.")
SAID = re.compile(
    r"(stack_ability_(?:keyword|text|kind|number|card)|chosen_x_of|event_(?:object|player|other|amount))\((.*)\)\."
)
READ_AS_THEY_ARE = {"targets", "stack_place", "ability_source", "chapter_on_stack", "source_transformed", "delayed"}
"""What a model says of the last board, not as a change (`aims_at`, `stacked`, `said_of_ability`, `said_of_delayed`)."""
NEVER_READ = {"timestamp", "counter_timestamp", "library_position", "pending"}
"""What comes back otherwise: by `stamped`, by `placed` where the order of a library changes; and what waits."""
OF_NO_FLUENT = {"placed", "placed_below"}
KEPT_BY_OBJECTS = {"id", "card", "owner", "token", "copy_of", "effects", "flipped"}
KEPT_BY_PLAYERS = {"team", "controlled_by", "whole_library", "effects"}
CALLED = {
    "stack_ability_kind": "kind",
    "stack_ability_number": "number",
    "stack_ability_keyword": "keyword",
    "stack_ability_text": "text",
    "stack_ability_card": "card",
    "chosen_x_of": "x",
    "ability_source": "source",
}


OF_DAMAGE = {"assigned_on_stack": "assigned", "assigner_left": "left"}
"""What the rules call of combat damage on the stack, and what they show of it."""


def written(state: Any) -> Iterator[tuple[type, str]]:
    """The fields that are written in a part of a board, and beneath."""
    if isinstance(state, Model):
        for field in state.model_fields_set:
            yield type(state), field
            yield from written(getattr(state, field))
    elif isinstance(state, dict | tuple):
        for part in state.values() if isinstance(state, dict) else state:
            yield from written(part)


def boards() -> list[Board]:
    """Every twelfth board of the scenarios, and those that are among the first three to write some field."""
    every = [one.board for _, one, _ in every_scenario()]
    met: Counter[tuple[type, str]] = Counter()
    found: dict[str, BoardFile] = {}
    for number, board in enumerate(every):
        fields = set(written(board))
        if number % 12 == 0 or any(met[field] < 3 for field in fields):
            found[repr(board)] = board
        met.update(fields)
    return [Board(board) for board in found.values()]


def shown(board: Board) -> dict[str, list[list[clingo.Symbol]]]:
    """The facts of a board as a model would show what came of a board on which nothing was so."""
    found: dict[str, list[list[clingo.Symbol]]] = {}
    abilities = {item.id for item in board.model.stack if isinstance(item, AbilityOnStack)}

    def add(name: str, *arguments: clingo.Symbol) -> None:
        found.setdefault(name, []).append([*arguments])

    facts = board.facts().splitlines()
    modes: dict[clingo.Symbol, int] = {}
    for fluent in terms_of(match.expand(r"\1(\2)") for match in map(FLUENT.fullmatch, facts) if match):
        name, arguments = fluent.name, fluent.arguments
        first = arguments[0].string if arguments[0].type is clingo.SymbolType.String else ""
        if name == "targets":
            add("aims_at", *arguments)
        elif name == "mode" and first in abilities:
            modes[arguments[0]] = modes.get(arguments[0], 0) + 2 ** (arguments[1].number - 1)
        elif name == "stack_place":
            add("stacked", *arguments)
        elif name in OF_DAMAGE:
            add("said_of_damage", arguments[0], function(OF_DAMAGE[name], *arguments[1:]))
        elif name == "last_known_as":
            left = (
                (item.id, one)
                for item in board.model.stack
                if isinstance(item, AbilityOnStack)
                for one in item.assigned
            )
            for thing in {thing for thing, one in left if one.by == first}:
                add("said_of_damage", string(thing), function("left_as", *arguments))
        elif name in ("ability_source", "chapter_on_stack", "source_transformed") or (
            name == "controller" and first in abilities
        ):
            what = CALLED.get(name, name.removesuffix("_on_stack"))
            add("said_of_ability", arguments[0], function(what, *arguments[1:]) if arguments[1:] else function(what))
        elif name not in NEVER_READ | {"continuous"}:  # what effects there are, their objects keep
            add("gained", fluent)
    for thing, chosen in modes.items():
        add("said_of_ability", thing, function("modes", chosen))
    for fact in terms_of(match[0].removesuffix(".") for match in map(SAID.fullmatch, facts) if match):
        add("said_of_ability", fact.arguments[0], function(CALLED.get(fact.name, fact.name), fact.arguments[1]))
        if fact.name in ("stack_ability_keyword", "stack_ability_text") and fact.arguments[2].number > 1:
            add("said_of_ability", fact.arguments[0], function("number", fact.arguments[2]))
    return found


def bare(board: BoardFile) -> tuple[BoardFile, list[ObjectState]]:
    """The board without anything of which a fluent speaks, and what is on it."""
    players = {
        name: PlayerState.model_validate(player.model_dump(include=KEPT_BY_PLAYERS, exclude_unset=True))
        for name, player in board.players.items()
    }
    stamps = object_stamps(board)
    objects = []
    for zone in ZONES:
        for item in getattr(board, zone):
            if isinstance(item, AbilityOnStack):
                continue
            owner = item.owner or item.controller
            kept = item.model_dump(include=KEPT_BY_OBJECTS, exclude_unset=True)
            objects.append(ObjectState.model_validate({**kept, "owner": owner, "timestamp": stamps[item.id]}))
            for part in item.merged:
                said = {"id": part.id, "card": part.card, "owner": part.owner or owner, "token": part.token}
                objects.append(ObjectState.model_validate(said))
    nothing: dict[str, Any] = dict.fromkeys(ZONES, ())
    said = {"players": players, "delayed": (), "active": None, "priority": None, "step": "precombat main", "turn": 1}
    return board.model_copy(update={**nothing, **said}), objects


def compared(board: BoardFile) -> dict[str, Any]:
    """A board without what no fluent keeps: timestamps of counters, and what made a card in exile face down."""
    stamps = object_stamps(board)

    def counted(state: Any) -> dict[str, CounterState]:
        return {kind: CounterState(count=counter.count) for kind, counter in state.counters.items()}

    def plain(item: Any, zone: str) -> Any:
        if isinstance(item, AbilityOnStack):
            return item
        changes: dict[str, Any] = {"counters": counted(item), "timestamp": stamps[item.id]}
        if zone == "exile" and item.face_down is not None:
            changes["face_down"] = item.face_down.model_copy(update={"by": "effect", "lists": None})
        return item.model_copy(update=changes)

    zones = {zone: tuple(plain(item, zone) for item in getattr(board, zone)) for zone in ZONES}
    players = {name: state.model_copy(update={"counters": counted(state)}) for name, state in board.players.items()}
    return normal_data(board.model_copy(update={**zones, "players": players}))


def test_facts_read_back_are_the_board() -> None:
    found = boards()
    assert len(found) > 300
    assert any(isinstance(item, AbilityOnStack) for board in found for item in board.model.stack)
    for board in found:
        nothing, made = bare(board.model)
        said = board.model.model_copy(update={"delayed": ()})  # those come back in words
        assert compared(changed_board(nothing, shown(board), made)) == compared(said)


def fluents_of_rules() -> Iterator[str]:
    text = (Path(__file__).parent.parent / "asp" / "engine/state.lp").read_text(encoding="utf-8")
    yield from re.findall(r"^(\w+)\(t,.* :- next_\1\(t-1,", text, re.MULTILINE)


def test_every_fluent_is_read_in_one_way() -> None:
    table = set(by_fluent((*OF_BOARD, *OF_PLAYERS, *OF_OBJECTS)))
    ways = [table - READ_AS_THEY_ARE, set(_OTHERWISE) - OF_NO_FLUENT, READ_AS_THEY_ARE, NEVER_READ]
    assert sorted(name for way in ways for name in way) == sorted(fluents_of_rules())


NEW = """
players: {alice: {}, bob: {}}
battlefield: [{id: scales, card: Hardened Scales, controller: alice}]
stack:
  - {id: scales trigger 1, source: scales}
  - {id: bolt, card: Grizzly Bears, controller: bob}
"""
FIRST, SECOND = 'triggered(0,"scales",ability("Hardened Scales",1),put("scales"),1)', "activated(1,second)"


LATER = """
players: {alice: {}, bob: {}}
cards:
  Fury:
    types: [instant]
    text: Target creature gets +2/+2 until end of turn. Sacrifice it at the beginning of the next end step.
  Feast:
    types: [sorcery]
    text: "You may sacrifice a creature. When you do, you gain 3 life."
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: ox, card: Grizzly Bears, controller: bob}
stack:
  - {id: feast, card: Feast, controller: alice}
  - {id: fury, card: Fury, controller: alice, targets: [ox]}
"""


def test_what_waits_comes_back_in_words() -> None:
    (outcome,) = Board.parse(LATER).outcomes("resolve the top of the stack")
    (delayed,) = outcome.board.model.delayed
    assert (delayed.at, delayed.does, delayed.about) == ("next end step", "Sacrifice First.", {"First": ("ox",)})
    assert (delayed.controller, delayed.source) == ("alice", "fury")
    again = Board.parse(outcome.board.to_yaml())
    assert again == outcome.board
    assert "no longer: " not in outcome.changes
    other = Board.parse(outcome.board.to_yaml().replace("[ox]", "[bear]"))
    assert other.canonical_key() != again.canonical_key()
    seen = again.seen_by("bob").model.delayed
    assert [one.about for one in seen] == [{"First": ("ox",)}]
    done = [one.board for one in again.outcomes("resolve the top of the stack")]
    assert sorted(len(one.model.stack) for one in done) == [0, 1]
    for one in done:
        for waits in one.model.stack:
            assert waits.does == "Gain 3 life."  # type: ignore[union-attr]
            (after,) = Board.parse(one.to_yaml()).outcomes("resolve the top of the stack")
            assert after.board.model.players["alice"].life == 23


def came_onto_the_stack() -> Outcome[Board]:
    """What a model shows in which two abilities have come onto the stack, which target one another."""
    atoms = [
        f"gained(ability_on_stack({FIRST}))",
        f"gained(ability_on_stack({SECOND}))",
        f"gained(above({SECOND},{FIRST}))",
        *('stacked("scales trigger 1",1)', 'stacked("bolt",2)', f"stacked({FIRST},3)", f"stacked({SECOND},4)"),
        f'said_of_ability({FIRST},source("scales"))',
        f'said_of_ability({FIRST},kind("triggered"))',
        f'said_of_ability({FIRST},controller("alice"))',
        f"said_of_ability({FIRST},number(1))",
        f'said_of_ability({FIRST},event_object("scales"))',
        f"said_of_ability({SECOND},source({FIRST}))",
        f'said_of_ability({SECOND},kind("activated"))',
        f'said_of_ability({SECOND},card("Tatterkite"))',
        f"said_of_ability({SECOND},x(0))",
        f"aims_at({SECOND},1,{FIRST})",
        f"aims_at({SECOND},2,gone)",
        f'aims_at({FIRST},1,"bolt")',
    ]
    return Outcome(Board.parse(NEW), terms_of(atoms), lambda rule: rule)


def test_abilities_that_came_onto_the_stack_come_back_by_name() -> None:
    outcome = came_onto_the_stack()
    stack = outcome.board.model.stack
    assert [item.id for item in stack] == ["scales trigger 1", "bolt", "scales trigger 2", "scales trigger 2 ability 1"]
    first, second = stack[2:]
    assert first == AbilityOnStack(
        **{"id": "scales trigger 2", "source": "scales", "controller": "alice", "ability": 1, "targets": ("bolt",)},
        event_object="scales",
    )
    assert second == AbilityOnStack(
        **{"id": "scales trigger 2 ability 1", "source": "scales trigger 2", "kind": "activated", "card": "Tatterkite"},
        **{"x": 0, "targets": ("scales trigger 2", None)},
    )
    assert Board.parse(outcome.board.to_yaml()).model.stack == stack


def test_changes_speak_of_them_by_name() -> None:
    assert came_onto_the_stack().changes == (
        "scales trigger 2 ability 1 is above scales trigger 2 on the stack",
        "scales trigger 2 ability 1: an ability on the stack",
        "scales trigger 2: an ability on the stack",
    )


def test_triggers_come_back_by_name_and_are_described_in_words() -> None:
    board = Board.parse(
        """
players: {alice: {}, bob: {}}
cards:
  Guide:
    types: [artifact]
    abilities: [{trigger: {event: enters, affects: {types: [creature]}, does: put a +1/+1 counter on that creature}}]
battlefield: [{id: guide, card: Guide, controller: alice}]
hand: [{id: bear, card: Grizzly Bears, owner: alice}]
"""
    )
    [outcome] = board.outcomes("put bear onto the battlefield")
    [trigger] = outcome.board.model.stack
    assert (trigger.id, trigger.controller) == ("guide trigger 1", "alice")
    assert "stack, place 1: ability 1 of Guide, of guide, controlled by alice" in outcome.changes
    [after] = Board.parse(outcome.board.to_yaml()).outcomes("resolve the top of the stack")
    assert after.board.counters("bear") == {"+1/+1": 1}
