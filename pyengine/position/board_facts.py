"""A board as facts: the input of the logic program.

Text that users wrote goes in as quoted strings only, by `quote`; everything else is a number or one of the
words of the vocabulary. No rule of the game is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyengine.cards.catalog import Card
from pyengine.compiler.listed_characteristics import values_facts
from pyengine.glossary.editions import NEWEST, edition_number
from pyengine.position.components import component_facts
from pyengine.position.effects import copy_facts, effect_facts
from pyengine.position.fluents import MODES, OF_BOARD, OF_OBJECTS, OF_PLAYERS, TARGETS, Field, facts_of
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, ObjectState, PlayerState
from pyengine.solving.asp_terms import FactWriter, quote


def board_facts(board: BoardFile, cards: Iterable[Card], viewer: str | None = None, undone: Iterable[str] = ()) -> str:
    """Facts of a board and of every card named on it, which are `cards`, and of whose view it is, if it is one.

    Ids and names must already be checked.
    """
    facts = FactWriter()
    if viewer is not None:
        facts.add("player_view", quote(viewer))
    edition_facts(facts, board.rules)
    for change in undone:
        facts.add("undone", quote(change))
    if board.variant:
        facts.add("variant", quote(board.variant))
    _fluents(facts, OF_BOARD, board)
    for place, (name, player) in enumerate(board.players.items()):
        facts.add("seat", quote(name), place)
        _player(facts, name, player)
    stamp = 0
    for zone in ZONES:
        for position, item in enumerate(getattr(board, zone)):
            stamp += 1
            if zone == "library":
                facts.add("library_position", 0, quote(item.id), position)
            if zone == "stack":
                facts.add("stack_place", 0, quote(item.id), position + 1)
            if isinstance(item, AbilityOnStack):
                from pyengine.position import stack_facts  # most boards have none, and it takes its time to import

                stack_facts.ability_on_stack(facts, item, board)
                _fluents(facts, (TARGETS, MODES), item, quote(item.id))
            else:
                _object(facts, item, zone, stamp)
    for delayed in board.delayed:
        from pyengine.position import stack_facts

        stack_facts.delayed(facts, delayed, board)
    for card in cards:
        facts.lines.update(card.facts)
    facts.lines.update(ward_facts(facts.lines))
    return facts.text()


def ward_facts(lines: Iterable[str]) -> set[str]:
    """Facts of ward {2}, if a face-down object has it."""
    facts = FactWriter()
    if any(word in line for line in lines for word in _WARDED):
        from pyengine.compiler.effect_facts import keyword_facts  # it reads English, which takes its time to import

        keyword_facts(facts, "ward {2}")
    return facts.lines


_WARDED = ('"disguise"', '"cloak"')
"""The actions that turn cards face down with ward (702.168a, 701.58a)."""


def edition_facts(facts: FactWriter, date: str | None) -> None:
    """Facts of the edition of a date."""
    facts.add("edition", edition_number(date))
    if edition_number(date) < NEWEST:
        facts.add("older_edition")


def _player(facts: FactWriter, name: str, player: PlayerState) -> None:
    quoted = quote(name)
    facts.add("player", quoted)
    if player.team:
        facts.add("team", quoted, quote(player.team))
    if player.whole_library:
        facts.add("whole_library", quoted)
    if player.controlled_by:
        facts.add("controlled_by", quoted, quote(player.controlled_by))
    _fluents(facts, OF_PLAYERS, player, quoted)
    _counter_timestamps(facts, quoted, player, 0)
    effect_facts(facts, quoted, player.effects, 0)


def _fluents(facts: FactWriter, fields: tuple[Field, ...], state: Any, holder: str = "", zone: str = "") -> None:
    for fluent, terms in facts_of(fields, state, holder, zone):
        facts.add(fluent, 0, *terms)


def _counter_timestamps(facts: FactWriter, holder: str, state: PlayerState | ObjectState, stamp: int) -> None:
    for kind, counter in state.counters.items():
        if counter.count:
            given = stamp if counter.timestamp is None else counter.timestamp
            facts.add("counter_timestamp", 0, holder, quote(kind), given)


def _object(facts: FactWriter, state: ObjectState, zone: str, order: int) -> None:
    name = quote(state.id)
    # Of what a file leaves out: what has no timestamp is in the order of the file, what has no owner belongs to its
    # controller.
    stamp = order if state.timestamp is None else state.timestamp
    owner = state.owner or state.controller or ""
    facts.add("object", name)
    facts.add("zone", 0, name, quote(zone))
    facts.add("owner", name, quote(owner))
    facts.add("timestamp", 0, name, stamp)
    _card(facts, name, state, stamp)
    _fluents(facts, OF_OBJECTS, state, name, zone)
    if state.face_down is not None and state.face_down.lists and zone != "exile":
        values_facts(facts, state.face_down.lists)
    component_facts(facts, name, state, owner)
    _counter_timestamps(facts, name, state, stamp)
    effect_facts(facts, name, state.effects, order)


def _card(facts: FactWriter, name: str, state: ObjectState, stamp: int) -> None:
    """The identity of an object: a card, a copy, or hidden from the viewer if the file says neither."""
    if state.card is not None:
        facts.add("card_of", name, quote(state.card))
    elif not (state.token and (state.copy_of or any(effect.copy_of for effect in state.effects))):
        facts.add("hidden_card", name)
    if state.token:
        facts.add("token", name)
    if state.copy_of is not None:
        copy_facts(facts, name, state.copy_of, stamp)
