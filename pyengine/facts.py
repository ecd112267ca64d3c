"""A board and the cards on it as facts: the input of the logic program.

Text that users wrote goes in as quoted strings only, by `quote`; everything else is a number or one of the
words of the vocabulary below. No rule of the game is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pyengine.model import (
    ZONES,
    Ability,
    AbilityOnStack,
    BoardFile,
    CardText,
    Effect,
    Filter,
    ObjectState,
    PlayerState,
)
from pyengine.terms import quote

NEWEST = 20260925
"""The newest edition the encoding follows, as YYYYMMDD."""

NEWEST_DATE = f"{NEWEST // 10_000}-{NEWEST // 100 % 100:02}-{NEWEST % 100:02}"


def edition_number(date: str | None) -> int:
    """`2026-09-25` as 20260925; the newest edition if no date is given."""
    return NEWEST if date is None else int(date.replace("-", ""))


class FactWriter:
    """Collects facts; `text()` is sorted, so that equal boards give equal programs."""

    def __init__(self) -> None:
        self.lines: set[str] = set()

    def add(self, predicate: str, *arguments: str | int) -> None:
        """Add one fact; arguments are numbers or terms already written out."""
        self.lines.add(f"{predicate}({','.join(map(str, arguments))})." if arguments else f"{predicate}.")

    def text(self) -> str:
        """All facts, one a line."""
        return "\n".join(sorted(self.lines)) + "\n"


def board_facts(board: BoardFile, cards: Mapping[str, CardText]) -> str:
    """Facts of a board and of every card named on it.

    `cards` holds the definition of each card the board names. Ids and names must already be checked.
    """
    facts = FactWriter()
    facts.add("edition", edition_number(board.rules))
    if board.variant:
        facts.add("variant", quote(board.variant))
    players = list(board.players)
    active = board.active or players[0]
    facts.add("active", quote(active))
    facts.add("priority", quote(board.priority or active))
    facts.add("step", quote(board.step))
    for name, player in board.players.items():
        _player(facts, name, player)
    stamp = 0
    for zone in ZONES:
        for item in getattr(board, zone):
            stamp += 1
            if isinstance(item, AbilityOnStack):
                _ability_on_stack(facts, item)
            else:
                _object(facts, item, zone, stamp)
    for name, card in sorted(cards.items()):
        card_facts(facts, name, card)
    return facts.text()


def _player(facts: FactWriter, name: str, player: PlayerState) -> None:
    quoted = quote(name)
    facts.add("player", quoted)
    facts.add("life", 0, quoted, player.life)
    if player.lost:
        facts.add("lost", 0, quoted)
    if player.team:
        facts.add("team", quoted, quote(player.team))
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
    stamp = order if state.timestamp is None else state.timestamp
    owner = state.owner or state.controller
    controller = state.controller or state.owner
    facts.add("object", name)
    facts.add("card_of", name, quote(state.card))
    if state.copy_of is not None:
        copy = f"effect({name},0)"
        facts.add("continuous", 0, copy)
        facts.add("effect_on", copy, name)
        facts.add("effect_timestamp", copy, stamp)
        facts.add("copy_effect", copy, quote(state.copy_of))
    facts.add("zone", 0, name, quote(zone))
    facts.add("owner", name, quote(owner or ""))
    if zone in ("battlefield", "stack"):
        facts.add("controller", 0, name, quote(controller or ""))
    facts.add("timestamp", 0, name, stamp)
    for flag, predicate in (
        (state.tapped, "tapped"),
        (state.phased_out, "phased_out"),
        (state.deathtouch_damage, "deathtouch_damage"),
    ):
        if flag:
            facts.add(predicate, 0, name)
    if state.token:
        facts.add("token", name)
    if state.attacking:
        facts.add("attacking", name)
    if state.face_down:
        facts.add("face_down", 0, name, quote(state.face_down.by))
    if state.damage:
        facts.add("damage", 0, name, state.damage)
    if state.attached_to:
        facts.add("attached", 0, name, quote(state.attached_to))
    for kind, count in state.last_known_counters.items():
        facts.add("last_known_counters", 0, name, quote(kind), count)
    _counters(facts, name, state, stamp)
    _effects(facts, name, state.effects, 1000 + order)


def _effects(facts: FactWriter, holder: str, effects: Iterable[Effect], order: int) -> None:
    """Effects without a timestamp count as later than every object, in the order of the file."""
    for number, effect in enumerate(effects, 1):
        term = f"effect({holder},{number})"
        facts.add("continuous", 0, term)
        facts.add("effect_on", term, holder)
        facts.add(
            "effect_timestamp", term, 10_000 + order * 100 + number if effect.timestamp is None else effect.timestamp
        )
        if effect.controller:
            facts.add("effect_you", term, quote(effect.controller))
        if effect.copy_of is not None:
            facts.add("copy_effect", term, quote(effect.copy_of))
        else:
            ability_facts(facts, term, effect)


def _ability_on_stack(facts: FactWriter, ability: AbilityOnStack) -> None:
    if ability.kind == "triggered":
        facts.add("pending", 0, quote(ability.source), quote("chapter" if ability.chapter else ability.id))


def card_facts(facts: FactWriter, name: str, card: CardText) -> None:
    """Facts of what is printed on a card."""
    quoted = quote(name)
    for word in card.supertypes:
        facts.add("card_supertype", quoted, quote(word))
    for word in card.types:
        facts.add("card_type", quoted, quote(word))
    for word in card.subtypes:
        facts.add("card_subtype", quoted, quote(word))
    facts.add("card_mana_value", quoted, mana_value(card.mana_cost))
    for predicate, value in (
        ("card_power", card.power),
        ("card_toughness", card.toughness),
        ("card_loyalty", card.loyalty),
        ("card_defense", card.defense),
    ):
        if isinstance(value, int):
            facts.add(predicate, quoted, value)
    for number, ability in enumerate(card.abilities, 1):
        term = f"ability({quoted},{number})"
        facts.add("card_ability", quoted, term)
        ability_facts(facts, term, ability)


def ability_facts(facts: FactWriter, term: str, ability: Ability) -> None:
    """Facts of one ability; `asp/vocabulary.lp` says what each predicate means."""
    head = ability.heads()[0]
    body = ability.body
    if head == "keyword":
        facts.add("keyword_ability", term, quote(body))
        _keyword_facts(facts, body)
        return
    for predicate, arguments in _HEADS[head](body):
        facts.add(predicate, term, *arguments)
    for keyword in getattr(body, "keywords", ()):
        _keyword_facts(facts, keyword)
    for kind in getattr(body, "kinds", ()):
        facts.add("only_kind", term, quote(kind))
    for number, one in enumerate(getattr(body, "affects", ()), 1):
        _filter(facts, term, f"on({term},{number})", one)


def _keyword_facts(facts: FactWriter, keyword: str) -> None:
    """`toxic 2` and `vanishing 3` say their number in their name."""
    if found := re.fullmatch(r"([a-z ]+?)(?: (\d{1,6}))?", keyword):
        facts.add("keyword_base", quote(keyword), quote(found[1]))
        if found[2]:
            facts.add("keyword_number", quote(keyword), int(found[2]))


Fact = tuple[str, tuple[str | int, ...]]


def _would_put(body: Any) -> Iterable[Fact]:
    yield "would_put_ability", ()
    for word in ("plus", "minus", "times", "half"):
        if (value := getattr(body, word)) is not None:
            yield word, (value,)
    if body.none:
        yield "puts_none", ()
    if body.only_effects:
        yield "only_effects", ()
    if by := body.by:
        yield "put_by", (quote(by),)


def _enters_with(body: Any) -> Iterable[Fact]:
    words = {"this object's power": "power", "this object's counters": "counters"}
    for kind, count in body.counters.items():
        if isinstance(count, int):
            yield "enters_with_ability", (quote(kind), count)
        else:
            yield "enters_with_variable", (quote(kind), words[count])


def _gets(body: Any) -> Iterable[Fact]:
    yield "gets_ability", (body.power, body.toughness)
    if kind := body.for_each:
        yield "for_each_counter", (quote(kind),)
    if kind := body.while_counters:
        yield "while_counter", (quote(kind),)


_VARIABLE = {"counters on this": "counters", "mana value": "mana_value"}


def mana_value(mana_cost: str | None) -> int:
    """The mana value of a printed cost such as `{2}{G/W}{X}` (202.3); 0 without one."""
    total = 0
    for symbol in re.findall(r"\{([^{}]*)\}", mana_cost or ""):
        if symbol.isdigit():
            total += int(symbol)
        elif symbol.startswith("2/"):
            total += 2
        elif symbol not in ("X", "Y", "Z"):
            total += 1
    return total


def _numbers(prefix: str) -> Callable[[Any], Iterable[Fact]]:
    def facts(body: Any) -> Iterable[Fact]:
        for word in ("power", "toughness"):
            value = getattr(body, word)
            if value is not None:
                yield f"{prefix}_{word}", (value if isinstance(value, int) else _VARIABLE[value],)

    return facts


def _instead(body: Any) -> Iterable[Fact]:
    yield "instead_ability", (quote(body.event), quote(body.instead))
    if body.kind:
        yield "puts_instead", (quote(body.kind),)
    if body.prevents:
        yield "prevents", ()
    if body.by:
        yield "damage_by", (quote(body.by),)
    if body.noncombat:
        yield "noncombat_only", ()


def _trigger(body: Any) -> Iterable[Fact]:
    yield "trigger_ability", (quote(body.event),)
    if body.each or body.event == "counter removed":
        yield "trigger_each", ()
    if (n := body.n) is not None:
        yield "trigger_n", (n,)
    if by := body.by:
        yield "put_by", (quote(by),)


_HEADS: dict[str, Callable[[Any], Iterable[Fact]]] = {
    "cant_put": lambda body: [("cant_put_ability", ())],
    "cant_remove": lambda body: [("cant_remove_ability", ())],
    "would_put": _would_put,
    "maximum": lambda body: [("maximum_ability", (quote(body.kind), body.count))],
    "enters_with": _enters_with,
    "gets": _gets,
    "base": _numbers("sets"),
    "has": lambda body: [("grants_keyword", (quote(word),)) for word in body.keywords],
    "loses_abilities": lambda body: [("loses_abilities", ())],
    "cant_have": lambda body: [("cant_have_keyword", (quote(word),)) for word in body.keywords],
    "becomes": lambda body: (
        [("adds_type", (quote(word),)) for word in body.types]
        + [("adds_subtype", (quote(word),)) for word in body.subtypes]
    ),
    "switches": lambda body: [("switches", ())],
    "defines": _numbers("defines"),
    "instead": _instead,
    "trigger": _trigger,
    "chapter": lambda body: [("chapter_ability", (body.number,))],
}


def _filter(facts: FactWriter, ability: str, term: str, one: Filter) -> None:
    facts.add("filter", ability, term)
    for word in ("this", "other", "attached", "has_counters"):
        if getattr(one, word):
            facts.add("requires", term, word)
    for word in ("types", "subtypes", "supertypes", "counters"):
        if options := getattr(one, word):
            facts.add("requires", term, word)
            for option in options:
                facts.add("option", term, word, quote(option))
    for value, yes, no in ((one.token, "token", "nontoken"), (one.attacking, "attacking", "not_attacking")):
        if value is not None:
            facts.add("requires", term, yes if value else no)
    if one.controller:
        facts.add("requires", term, f"controller({quote(one.controller)})")
    if one.players:
        facts.add("concerns_players", term, quote(one.players))
