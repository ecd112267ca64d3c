"""A board as facts: the input of the logic program.

Text that users wrote goes in as quoted strings only, by `quote`; everything else is a number or one of the
words of the vocabulary. No rule of the game is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyengine.cards import mana
from pyengine.cards.catalog import Card
from pyengine.cards.listed_values import values_facts, values_term
from pyengine.files.fields import Listed
from pyengine.position.model import ZONES, AbilityOnStack, BoardFile, ObjectState, PlayerState
from pyengine.solving.terms import FactWriter, quote

if TYPE_CHECKING:
    from pyengine.cards.vocabulary import Effect

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
    facts.add("active", 0, quote(board.active_player))
    facts.add("priority", 0, quote(board.priority_player))
    facts.add("step", 0, quote(board.step))
    facts.add("turn", 0, board.turn)
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
            else:
                _object(facts, item, zone, stamp)
    for card in cards:
        facts.lines.update(card.facts)
    return facts.text()


def edition_facts(facts: FactWriter, date: str | None) -> None:
    """Facts of the edition of a date."""
    facts.add("edition", edition_number(date))
    if edition_number(date) < NEWEST:
        facts.add("older_edition")


def _player(facts: FactWriter, name: str, player: PlayerState) -> None:
    quoted = quote(name)
    facts.add("player", quoted)
    facts.add("life", 0, quoted, player.life)
    if player.lost:
        facts.add("lost", 0, quoted)
    if player.team:
        facts.add("team", quoted, quote(player.team))
    if player.whole_library:
        facts.add("whole_library", quoted)
    if player.controlled_by:
        facts.add("controlled_by", quoted, quote(player.controlled_by))
    for letter, amount in mana.pool(player.mana).items():
        facts.add("mana", 0, quoted, quote(letter), amount)
    for what, amount in player.this_turn or ():
        if amount:
            facts.add("this_turn", 0, quoted, quote(what), amount)
    _counters(facts, quoted, player, 0)
    _effects(facts, quoted, player.effects, 0)


def _counters(facts: FactWriter, holder: str, state: PlayerState | ObjectState, stamp: int) -> None:
    for kind, counter in state.counters.items():
        if counter.count:
            facts.add("counters", 0, holder, quote(kind), counter.count)
            facts.add(
                "counter_timestamp", 0, holder, quote(kind), stamp if counter.timestamp is None else counter.timestamp
            )


def _object(facts: FactWriter, state: ObjectState, zone: str, order: int) -> None:
    name = quote(state.id)
    # Of what a file leaves out: what has no timestamp is in the order of the file, what has no owner belongs to its
    # controller, and what has no controller is controlled by its owner.
    stamp = order if state.timestamp is None else state.timestamp
    owner = state.owner or state.controller or ""
    controller = state.controller or state.owner or ""
    facts.add("object", name)
    facts.add("zone", 0, name, quote(zone))
    facts.add("owner", name, quote(owner))
    if zone in ("battlefield", "stack"):
        facts.add("controller", 0, name, quote(controller))
    facts.add("timestamp", 0, name, stamp)
    _card(facts, name, state, stamp)
    _status(facts, name, state)
    _face_down(facts, name, state, zone)
    _components(facts, name, state, owner)
    _as_it_was_cast(facts, name, state)
    for player in state.known_to:
        facts.add("knows", 0, quote(player), name)
    for kind, count in state.last_known_counters.items():
        facts.add("last_known_counters", 0, name, quote(kind), count)
    _counters(facts, name, state, stamp)
    _effects(facts, name, state.effects, order)


def _card(facts: FactWriter, name: str, state: ObjectState, stamp: int) -> None:
    """What it is: a card, a copy of one, or, where the file says neither, hidden from whoever looks."""
    if state.card is not None:
        facts.add("card_of", name, quote(state.card))
    elif not (state.token and (state.copy_of or any(effect.copy_of for effect in state.effects))):
        facts.add("hidden_card", name)
    if state.token:
        facts.add("token", name)
    if state.copy_of is not None:
        copy = f"effect({name},0)"
        facts.add("continuous", 0, copy)
        facts.add("effect_on", copy, name)
        facts.add("effect_timestamp", copy, stamp)
        facts.add("copy_effect", copy, _copied(facts, state.copy_of))


_FLAGS = (
    *("tapped", "phased_out", "deathtouch_damage", "summoning_sick", "monstrous"),
    *("attacking", "blocking", "blocked", "transformed"),
)
"""Fields that say that something is so, and are called as the fluent is."""


def _status(facts: FactWriter, name: str, state: ObjectState) -> None:
    """What has become of a permanent."""
    for flag in _FLAGS:
        if getattr(state, flag):
            facts.add(flag, 0, name)
    if state.formed:
        facts.add("formed", 0, name, state.formed.power, state.formed.toughness)
    if state.damage:
        facts.add("damage", 0, name, state.damage)
    if state.attached_to:
        facts.add("attached", 0, name, quote(state.attached_to))


def _components(facts: FactWriter, name: str, state: ObjectState, owner: str) -> None:
    """What a merged permanent is made of beside its own card, which is in place 0."""
    if state.covered_face_down:
        facts.add("face_down_beneath", 0, name)
    over = sum(component.over for component in state.merged)
    for number, component in enumerate(state.merged):
        place = number - over if number < over else number - over + 1
        part = quote(component.id)
        facts.add("object", part)
        if component.card is not None:
            facts.add("card_of", part, quote(component.card))
        else:
            facts.add("hidden_card", part)
        facts.add("owner", part, quote(component.owner or owner))
        facts.add("merged", 0, part, name, place)
        if component.token:
            facts.add("token", part)
        if component.face_down:
            facts.add("face_down_beneath", 0, part)


def _as_it_was_cast(facts: FactWriter, name: str, state: ObjectState) -> None:
    """What is remembered of a spell, and of the permanent that it becomes."""
    _targets(facts, name, state.targets)
    if state.x_mana:
        facts.add("x_value", 0, name, state.x_mana)
    if state.cast_from:
        facts.add("cast_from", 0, name, quote(state.cast_from))
    if state.spent is not None:
        pool = mana.pool(state.spent)
        facts.add("spent", 0, name, f"pool({','.join(str(pool.get(letter, 0)) for letter in mana.LETTERS)})")
    if state.life_for_mana:
        facts.add("life_for_mana", 0, name, state.life_for_mana)


def _targets(facts: FactWriter, name: str, targets: Iterable[str | None]) -> None:
    for number, target in enumerate(targets, 1):
        facts.add("targets", 0, name, number, "gone" if target is None else quote(target))


def _face_down(facts: FactWriter, name: str, state: ObjectState, zone: str) -> None:
    """In exile an object lies face down, which is not the status of a permanent or spell (110.5d)."""
    down = state.face_down
    if down is None:
        return
    if zone == "exile":
        facts.add("exiled_face_down", 0, name)
        if down.pile:
            facts.add("pile", 0, name, quote(down.pile))
        return
    facts.add("face_down", 0, name, quote(down.by))
    if down.lists:
        facts.add("lists", 0, name, values_term(down.lists))
        values_facts(facts, down.lists)


def _copied(facts: FactWriter, copied: str | Listed) -> str:
    """What something is a copy of, as a term."""
    if isinstance(copied, str):
        return quote(copied)
    values_facts(facts, copied)
    return values_term(copied)


def default_effect_stamp(order: int, number: int) -> int:
    """The timestamp of an effect that has none: of the so-manieth one on an object, or with order 0 on a player.

    Such effects count as later than every object, those on objects later than those on players.
    """
    return 10_000 + (1000 + order if order else 0) * 100 + number


def _effects(facts: FactWriter, holder: str, effects: Iterable[Effect], order: int) -> None:
    """Effects without a timestamp are in the order of the file."""
    for number, effect in enumerate(effects, 1):
        term = f"effect({holder},{number})"
        facts.add("continuous", 0, term)
        facts.add("effect_on", term, holder)
        stamp = default_effect_stamp(order, number) if effect.timestamp is None else effect.timestamp
        facts.add("effect_timestamp", term, stamp)
        if effect.until == "end of turn":
            facts.add("until_end_of_turn", term)
        if effect.until == "turned face down":
            facts.add("until_turned_face_down", term)
        if effect.until == "control changes":
            facts.add("until_control_changes", term)
        if effect.controller:
            facts.add("effect_you", term, quote(effect.controller))
        if effect.copy_of is not None:
            copied = _copied(facts, effect.copy_of)
            for source in effect.altered_by:
                copied = f"altered({copied},{quote(source)})"
            facts.add("copy_effect", term, copied)
        else:
            from pyengine.cards.ability_facts import ability_facts  # few boards have effects

            ability_facts(facts, term, effect)


def _ability_on_stack(facts: FactWriter, ability: AbilityOnStack) -> None:
    name = quote(ability.id)
    facts.add("ability_on_stack", 0, name)
    if ability.controller is not None:
        facts.add("controller", 0, name, quote(ability.controller))
    else:
        facts.add("controller_unsaid", name)
    if ability.source is not None:
        facts.add("ability_source", 0, name, quote(ability.source))
        if ability.kind == "triggered":
            facts.add("pending", 0, quote(ability.source), name)
            if ability.chapter:
                facts.add("chapter_on_stack", 0, name)
    if ability.ability is not None:
        facts.add("stack_ability_number", name, ability.ability)
    if ability.card is not None:
        facts.add("stack_ability_card", name, quote(ability.card))
    if ability.x is not None:
        facts.add("chosen_x_of", name, ability.x)
    if ability.event_object is not None:
        facts.add("event_object", name, quote(ability.event_object))
    _targets(facts, name, ability.targets)
