"""A board as facts: the input of the logic program.

Text that users wrote goes in as quoted strings only, by `quote`; everything else is a number or one of the
words of the vocabulary. No rule of the game is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyengine.cards.catalog import Card
from pyengine.cards.delayed import NAMES, WAITS, event_from_words, event_of, from_words, kept
from pyengine.cards.delayed_events import LASTING, NEXT, OF_EVENT
from pyengine.cards.effect_facts import delayed_facts, keyword_facts
from pyengine.cards.granted import granted_facts
from pyengine.cards.listed_values import values_facts
from pyengine.position.components import component_facts
from pyengine.position.effects import copy_facts, effect_facts
from pyengine.position.fluents import MODES, OF_BOARD, OF_OBJECTS, OF_PLAYERS, TARGETS, Field, facts_of
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, Delayed, ObjectState, PlayerState
from pyengine.position.references import ids
from pyengine.solving.terms import FactWriter, quote
from pyengine.text.terms import Effects, Term

NEWEST = 20260925
"""The newest edition the encoding follows, as YYYYMMDD."""

NEWEST_DATE = f"{NEWEST // 10_000}-{NEWEST // 100 % 100:02}-{NEWEST % 100:02}"


def edition_number(date: str | None) -> int:
    """`2026-09-25` as 20260925; the newest edition if no date is given."""
    return NEWEST if date is None else int(date.replace("-", ""))


def board_facts(board: BoardFile, cards: Iterable[Card], viewer: str | None = None) -> str:
    """Facts of a board and of every card named on it, which are `cards`, and of whose view it is, if it is one.

    Ids and names must already be checked.
    """
    facts = FactWriter()
    if viewer is not None:
        facts.add("player_view", quote(viewer))
    edition_facts(facts, board.rules)
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
                _ability_on_stack(facts, item)
                if item.does is not None:
                    _words(facts, item, board, Term("when_done"))
            else:
                _object(facts, item, zone, stamp)
    for delayed in board.delayed:
        _delayed(facts, delayed, board)
    for card in cards:
        facts.lines.update(card.facts)
    if any(word in line for line in facts.lines for word in _WARDED):
        keyword_facts(facts, "ward {2}")
    return facts.text()


_WARDED = ('"disguise"', '"cloak"')
"""What turns face down with ward (702.168a, 701.58a): what it does has to be known."""


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
    """What it is: a card, a copy of one, or, where the file says neither, hidden from whoever looks."""
    if state.card is not None:
        facts.add("card_of", name, quote(state.card))
    elif not (state.token and (state.copy_of or any(effect.copy_of for effect in state.effects))):
        facts.add("hidden_card", name)
    if state.token:
        facts.add("token", name)
    if state.copy_of is not None:
        copy_facts(facts, name, state.copy_of, stamp)


def _delayed(facts: FactWriter, ability: Delayed, board: BoardFile) -> None:
    name = quote(ability.id)
    facts.add("delayed", 0, name)
    facts.add("delayed_by", name, quote(ability.controller))
    if ability.source is not None:
        facts.add("delayed_source", name, quote(ability.source))
    if ability.x is not None:
        facts.add("chosen_x_of", name, ability.x)
    if ability.when is None:
        _words(facts, ability, board, WAITS[str(ability.at)])
        return
    until = NEXT if ability.until is None else LASTING[ability.until]
    known = [*ids(board), *board.players]
    when, told = event_from_words(ability.when, until, ability.does, ability.about, known)
    facts.add("says_event", f"told({name})", quote(ability.when))
    _told(facts, ability, when, told)


def _words(facts: FactWriter, ability: AbilityOnStack | Delayed, board: BoardFile, when: Term) -> None:
    """What an ability does, of which the file has the words, and what these speak of."""
    _told(facts, ability, when, from_words(ability.does or "", ability.about, [*ids(board), *board.players]))


def _told(facts: FactWriter, ability: AbilityOnStack | Delayed, when: Term, told: Effects) -> None:
    """What an ability does and waits for, and what names in that mean."""
    name, called = quote(ability.id), f"told({quote(ability.id)})"
    delayed_facts(facts, called, when, told)
    facts.add("delayed_as", name, called)
    facts.add("says_later", called, quote(ability.does or ""))
    for place, one in enumerate(kept(told, event_of(when))):
        if one.name in OF_EVENT:
            facts.add("kept_by", called, one.name)
            facts.add("named_later", called, one.name, len(NAMES) + [*OF_EVENT].index(one.name))
            continue
        (said,) = one.arguments
        assert isinstance(said, str)
        facts.add("kept_by", called, f"id({quote(said)})")
        facts.add("named_later", called, f"id({quote(said)})", place)
        facts.add("calls_it", called, place, quote(said))
        for meant in ability.about.get(said, (said,)):
            facts.add("keeps", name, f"id({quote(said)})", quote(meant))


def _ability_on_stack(facts: FactWriter, ability: AbilityOnStack) -> None:
    name = quote(ability.id)
    facts.add("ability_on_stack", 0, name)
    if ability.controller is not None:
        facts.add("controller", 0, name, quote(ability.controller))
    else:
        facts.add("controller_unsaid", name)
    if ability.source is not None:
        facts.add("ability_source", 0, name, quote(ability.source))
    if ability.chapter:
        facts.add("chapter_on_stack", 0, name)
    if ability.source_transformed:
        facts.add("source_transformed", 0, name)
    facts.add("stack_ability_kind", name, quote(ability.kind))
    if ability.keyword is not None:
        keyword_facts(facts, ability.keyword)
        facts.add("stack_ability_keyword", name, quote(ability.keyword), ability.ability or 1)
    elif ability.text is not None:
        granted_facts(facts, ability.text)
        facts.add("stack_ability_text", name, quote(ability.text), ability.ability or 1)
    elif ability.ability is not None:
        facts.add("stack_ability_number", name, ability.ability)
    if ability.card is not None:
        facts.add("stack_ability_card", name, quote(ability.card))
    if ability.x is not None:
        facts.add("chosen_x_of", name, ability.x)
    if ability.event_object is not None:
        facts.add("event_object", name, quote(ability.event_object))
    if ability.event_amount is not None:
        facts.add("event_amount", name, ability.event_amount)
    if ability.event_other is not None:
        facts.add("event_other", name, quote(ability.event_other))
    _fluents(facts, (TARGETS, MODES), ability, name)
