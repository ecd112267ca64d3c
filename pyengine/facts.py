"""A board and the cards on it as facts: the input of the logic program.

Text that users wrote goes in as quoted strings only, by `quote`; everything else is a number or one of the
words of the vocabulary below. No rule of the game is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from pyengine import costs
from pyengine.model import (
    ZONES,
    Ability,
    AbilityOnStack,
    AsLongAs,
    BoardFile,
    CardText,
    Cost,
    Counted,
    Effect,
    EntersAsCopy,
    EntersWith,
    Filter,
    Listed,
    ObjectState,
    PlayerState,
    Spells,
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
    for place, (name, player) in enumerate(board.players.items()):
        facts.add("seat", quote(name), place)
        _player(facts, name, player)
    stamp = 0
    for zone in ZONES:
        for position, item in enumerate(getattr(board, zone)):
            stamp += 1
            if zone == "library":
                facts.add("library_position", 0, quote(item.id), position)
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
    if player.controlled_by:
        facts.add("controlled_by", quoted, quote(player.controlled_by))
    for letter, amount in costs.pool(player.mana).items():
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
    stamp = order if state.timestamp is None else state.timestamp
    owner = state.owner or state.controller
    controller = state.controller or state.owner
    facts.add("object", name)
    if state.card is not None:
        facts.add("card_of", name, quote(state.card))
    elif not (state.token and (state.copy_of or any(effect.copy_of for effect in state.effects))):
        facts.add("hidden_card", name)
    if state.copy_of is not None:
        copy = f"effect({name},0)"
        facts.add("continuous", 0, copy)
        facts.add("effect_on", copy, name)
        facts.add("effect_timestamp", copy, stamp)
        facts.add("copy_effect", copy, _copied(facts, state.copy_of))
    facts.add("zone", 0, name, quote(zone))
    facts.add("owner", name, quote(owner or ""))
    if zone in ("battlefield", "stack"):
        facts.add("controller", 0, name, quote(controller or ""))
    facts.add("timestamp", 0, name, stamp)
    for flag, predicate in (
        (state.tapped, "tapped"),
        (state.phased_out, "phased_out"),
        (state.deathtouch_damage, "deathtouch_damage"),
        (state.summoning_sick, "summoning_sick"),
        (state.monstrous, "monstrous"),
        (state.attacking, "attacking"),
        (state.blocking, "blocking"),
        (state.blocked, "blocked"),
        (state.transformed, "transformed"),
    ):
        if flag:
            facts.add(predicate, 0, name)
    if state.token:
        facts.add("token", name)
    _face_down(facts, name, state, zone)
    for target in state.targets:
        facts.add("targets", name, "gone" if target is None else quote(target))
    for player in state.known_to:
        facts.add("knows", 0, quote(player), name)
    if state.covered_face_down:
        facts.add("face_down_beneath", 0, name)
    over = sum(component.over for component in state.merged)
    for number, component in enumerate(state.merged):
        place = number - over if number < over else number - over + 1
        part = quote(component.id)
        facts.add("object", part)
        if component.card is not None:
            facts.add("card_of", part, quote(component.card))
        facts.add("owner", part, quote(component.owner or owner or ""))
        facts.add("merged", 0, part, name, place)
        if component.token:
            facts.add("token", part)
        if component.face_down:
            facts.add("face_down_beneath", 0, part)
    if state.formed:
        facts.add("formed", 0, name, state.formed.power, state.formed.toughness)
    if state.x_mana:
        facts.add("x_value", 0, name, state.x_mana)
    if state.cast_from:
        facts.add("cast_from", 0, name, quote(state.cast_from))
    if state.spent is not None:
        pool = costs.pool(state.spent)
        facts.add("spent", 0, name, f"pool({','.join(str(pool.get(letter, 0)) for letter in costs.LETTERS)})")
    if state.life_for_mana:
        facts.add("life_for_mana", 0, name, state.life_for_mana)
    if state.damage:
        facts.add("damage", 0, name, state.damage)
    if state.attached_to:
        facts.add("attached", 0, name, quote(state.attached_to))
    for kind, count in state.last_known_counters.items():
        facts.add("last_known_counters", 0, name, quote(kind), count)
    _counters(facts, name, state, stamp)
    _effects(facts, name, state.effects, 1000 + order)


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


class Values(Protocol):
    """The characteristics of a face-down object."""

    @property
    def power(self) -> int | None: ...  # noqa: D102
    @property
    def toughness(self) -> int | None: ...  # noqa: D102
    @property
    def types(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def subtypes(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def keywords(self) -> tuple[str, ...]: ...  # noqa: D102


def values_term(values: Values) -> str:
    """Listed characteristics as a term; equal characteristics are equal terms."""
    numbers = ["none" if number is None else str(number) for number in (values.power, values.toughness)]
    words = [_tuple(sorted(set(part))) for part in (values.types, values.subtypes, values.keywords)]
    return f"values({','.join([*numbers, *words])})"


def _tuple(words: list[str]) -> str:
    quoted = [quote(word) for word in words]
    return f"({quoted[0]},)" if len(quoted) == 1 else f"({','.join(quoted)})"


def values_facts(facts: FactWriter, values: Values) -> None:
    """What listed characteristics are, as though they were printed on a card."""
    term = values_term(values)
    facts.add("listed_values", term)
    for word in values.types:
        facts.add("card_type", term, quote(word))
    for word in values.subtypes:
        facts.add("card_subtype", term, quote(word))
    for predicate, number in (("card_power", values.power), ("card_toughness", values.toughness)):
        if number is not None:
            facts.add(predicate, term, number)
    for position, keyword in enumerate(sorted(set(values.keywords)), 1):
        ability = f"ability({term},{position})"
        facts.add("card_ability", term, ability)
        facts.add("keyword_ability", ability, quote(keyword))
        _keyword_facts(facts, keyword)


def _copied(facts: FactWriter, copied: str | Listed) -> str:
    """What something is a copy of, as a term."""
    if isinstance(copied, str):
        return quote(copied)
    values_facts(facts, copied)
    return values_term(copied)


def _effects(facts: FactWriter, holder: str, effects: Iterable[Effect], order: int) -> None:
    """Effects without a timestamp count as later than every object, in the order of the file."""
    for number, effect in enumerate(effects, 1):
        term = f"effect({holder},{number})"
        facts.add("continuous", 0, term)
        facts.add("effect_on", term, holder)
        facts.add(
            "effect_timestamp", term, 10_000 + order * 100 + number if effect.timestamp is None else effect.timestamp
        )
        if effect.until == "end of turn":
            facts.add("until_end_of_turn", term)
        if effect.until == "turned face down":
            facts.add("until_turned_face_down", term)
        if effect.controller:
            facts.add("effect_you", term, quote(effect.controller))
        if effect.copy_of is not None:
            copied = _copied(facts, effect.copy_of)
            for source in effect.altered_by:
                copied = f"altered({copied},{quote(source)})"
            facts.add("copy_effect", term, copied)
        else:
            ability_facts(facts, term, effect)


def _ability_on_stack(facts: FactWriter, ability: AbilityOnStack) -> None:
    facts.add("ability_on_stack", quote(ability.id))
    if ability.controller is not None:
        facts.add("ability_controller", quote(ability.id), quote(ability.controller))
    elif ability.source is not None:
        facts.add("ability_source", quote(ability.id), quote(ability.source))
    if ability.kind == "triggered" and ability.source is not None:
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
    facts.add("card_mana_value", quoted, costs.mana_value(card.mana_cost))
    for color in card.colors or costs.colors(card.mana_cost):
        facts.add("card_color", quoted, quote(color))
    if card.mana_cost is not None:
        facts.add("card_mana_cost", quoted, f"mana_cost({quoted})")
        for predicate, arguments in costs.mana_facts(card.mana_cost):
            facts.add(predicate, f"mana_cost({quoted})", *arguments)
    if card.back:
        facts.add("back_face", quoted, quote(card.back))
    if card.not_modelled:
        facts.add("not_modelled", quoted)
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
    if head in PROCEDURES:
        _cost(facts, f"cost({term},{quote(head)})", body)
    if head == "has":
        for word in PROCEDURES:
            if (cost := getattr(body, word)) is not None:
                facts.add("grants_procedure", term, quote(word), f"cost({term},{quote(word)})")
                _cost(facts, f"cost({term},{quote(word)})", cost)
    if isinstance(spells := getattr(body, "spells", None), Spells) and (head != "trigger" or body.event == "cast"):
        _conditions(facts, f"spells({term})", spells)
        facts.add("speaks_of_spells", term, f"spells({term})", quote(getattr(body, "by", None) or "each"))
    if isinstance(condition := getattr(body, "as_long_as", None), AsLongAs):
        _as_long_as(facts, term, condition)
    for zone in getattr(body, "from_zones", ()):
        facts.add("from_zone", term, quote(zone))
    for word in ("becomes_copy_of", "attach_to"):
        if (one := getattr(body, word, None)) is not None:
            facts.add(f"turned_up_{word}", term, f"choice({term},{word})")
            _conditions(facts, f"choice({term},{word})", one)
    for kind in getattr(body, "kinds", ()):
        facts.add("only_kind", term, quote(kind))
    for zone in getattr(body, "zones", ()):
        facts.add("functions_in", term, quote(zone))
    if isinstance(counted := getattr(body, "for_each", None), Counted):
        facts.add("counts_each", term, f"each({term})", quote(counted.in_zone))
        _conditions(facts, f"each({term})", counted)
        if counted.their_counters is not None:
            facts.add("counts_their", term, quote(counted.their_counters))
        for word in ("total", "greatest", "least"):
            if (value := getattr(counted, word)) is not None:
                facts.add("counts_value", term, word, value)
    if head == "enters_with":
        _enters_if(facts, term, body)
    if head == "enters_as_copy":
        _enters_as_copy(facts, term, body)
    for number, one in enumerate(getattr(body, "affects", ()), 1):
        _filter(facts, term, f"on({term},{number})", one)


def _as_long_as(facts: FactWriter, term: str, condition: AsLongAs) -> None:
    kind = "any" if condition.counters is None else quote(condition.counters)
    facts.add("as_long_as", term, quote(condition.on), kind)
    unsaid = condition.at_least is None and condition.at_most is None
    if low := 1 if unsaid else condition.at_least:
        facts.add("counters_at_least", term, low)
    if condition.at_most is not None:
        facts.add("counters_at_most", term, condition.at_most)


def _enters_if(facts: FactWriter, term: str, body: EntersWith) -> None:
    """On which conditions something enters with counters, and what it takes them from."""
    if body.removing is not None:
        facts.add("counts_each", term, f"each({term})", quote("battlefield"))
        facts.add("counts_removed", term)
        _conditions(facts, f"each({term})", body.removing)
    if (only_if := body.only_if) is None:
        return
    if only_if.cast is not None:
        facts.add("enters_if", term, "cast" if only_if.cast else "not_cast")
    for word in ("cast_from", "not_cast_from"):
        for zone in getattr(only_if, word):
            facts.add("enters_if", term, word)
            facts.add("asked_zone", term, word, quote(zone))
    if only_if.there_is is not None:
        facts.add("enters_if", term, f"there_is(there({term}))")
        _conditions(facts, f"there({term})", only_if.there_is)
    for word in ("opponent", "you"):
        if (happened := getattr(only_if, word)) is not None:
            facts.add("enters_if", term, f"{word}({quote(_THIS_TURN[happened])})")
    if only_if.creature_died is not None:
        facts.add("enters_if", term, f"anyone({quote(_THIS_TURN['creature died'])})")


def _enters_as_copy(facts: FactWriter, term: str, body: EntersAsCopy) -> None:
    """What something may enter as a copy of, and in what the copy differs."""
    facts.add("copy_choice", term, f"choice({term},copy)", quote(body.of.in_zone))
    _conditions(facts, f"choice({term},copy)", body.of)
    for exception in body.but:
        condition = "any" if exception.if_type is None else quote(exception.if_type)
        for field, what in (("types", "type"), ("subtypes", "subtype"), ("supertypes", "supertype")):
            for word in getattr(exception, field):
                facts.add("copy_adds", term, condition, what, quote(word))
        for word in exception.keywords:
            facts.add("copy_adds", term, condition, "keyword", quote(word))
            _keyword_facts(facts, word)
        for word in exception.not_supertypes:
            facts.add("copy_removes", term, quote(word))
        for what in ("power", "toughness"):
            if (number := getattr(exception, what)) is not None:
                facts.add("copy_sets", term, what, number)
        for kind, count in exception.counters.items():
            facts.add("copy_counters", term, condition, quote(kind), count if isinstance(count, int) else "x")


_THIS_TURN = {
    "was dealt damage": "damage",
    "lost life": "life_lost",
    "attacked": "attacks",
    "permanent left": "permanents_left",
    "creature died": "creatures_died",
}
"""Conditions on what happened this turn, and what of it a board says."""

PROCEDURES = ("morph", "megamorph", "disguise")
"""Abilities that let a card be cast face down and turned face up for a cost (702.37, 702.168)."""


def _cost(facts: FactWriter, term: str, cost: Cost) -> None:
    for predicate, arguments in (*costs.mana_facts(cost.mana), *costs.other_facts(cost)):
        facts.add(predicate, term, *arguments)
    for part in costs.PARTS:
        if (chosen := getattr(cost, part)) is not None:
            _conditions(facts, f"part({term},{part})", chosen)
    for kind, count in (cost.remove_counters or {}).items():
        facts.add("cost_counters", term, quote(kind), count)


def _keyword_facts(facts: FactWriter, keyword: str) -> None:
    """`toxic 2`, `vanishing 3` and `suspend 4—{u}` say their number in their name; a cost is not looked at."""
    if found := re.fullmatch(r"([a-z ]+?)(?: (\d{1,6}))?(?:!| ?[—{-].*)?", keyword):
        facts.add("keyword_base", quote(keyword), quote(found[1]))
        if found[2]:
            facts.add("keyword_number", quote(keyword), int(found[2]))
    if found := re.fullmatch(r"protection from (.+)", keyword):
        facts.add("protects_from", quote(keyword), quote(found[1].removesuffix("s")))
    if keyword.startswith("hexproof from "):
        facts.add("variant_of", quote(keyword), quote("hexproof"))
    if found := re.fullmatch(r"enchant (\w+)( you control)?", keyword):
        facts.add("enchants", quote(keyword), quote(found[1]))
        if found[2]:
            facts.add("enchants_own", quote(keyword))


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
    words = {
        "this object's power": "power",
        "this object's toughness": "toughness",
        "this object's counters": "counters",
        "X": "x",
        "mana spent": "mana",
        "colors of mana spent": "colors",
    }
    for kind, count in body.counters.items():
        if isinstance(count, int):
            yield "enters_with_ability", (quote(kind), count)
        else:
            yield "enters_with_variable", (quote(kind), words[count])


def _gets(body: Any) -> Iterable[Fact]:
    yield "gets_ability", (body.power, body.toughness)
    if kind := body.for_each:
        yield "for_each_counter", (quote(kind),)


_VARIABLE = {"counters on this": "counters", "mana value": "mana_value"}


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
        yield "removes_instead" if body.instead == "remove counters" else "puts_instead", (quote(body.kind),)
    if body.count is not None or (body.kind and body.event != "damage"):
        yield "so_many_instead", (body.count or 1,)
    if body.on_this:
        yield "puts_on_itself", ()
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
    "keeps_counters": lambda body: [
        ("keeps_counters_ability", ()),
        *(("lets_go_of_counters", (quote(zone),)) for zone in body.except_into),
    ],
    "enters_with": _enters_with,
    "enters_as_copy": lambda body: [
        ("enters_as_copy_ability", ()),
        *([("copy_optional", ())] if body.optional else []),
        *([("copy_tapped", ())] if body.tapped else []),
        *([("copy_ends_face_down", ())] if body.until == "turned face down" else []),
    ],
    "gets": _gets,
    "base": _numbers("sets"),
    "has": lambda body: [("grants_keyword", (quote(word),)) for word in body.keywords],
    "loses_abilities": lambda body: [("loses_abilities", ())],
    "cant_have": lambda body: [("cant_have_keyword", (quote(word),)) for word in body.keywords],
    "becomes": lambda body: (
        [("adds_type", (quote(word),)) for word in body.types]
        + [("adds_subtype", (quote(word),)) for word in body.subtypes]
        + ([("replaces_types", ())] if body.only and body.types else [])
        + ([("replaces_subtypes", ())] if body.only and body.subtypes else [])
        + [("sets_color", (quote(color),)) for color in body.colors]
        + ([("sets_colorless", ())] if body.colorless else [])
        + list(_numbers("sets")(body))
    ),
    "switches": lambda body: [("switches", ())],
    "defines": _numbers("defines"),
    "instead": _instead,
    "trigger": _trigger,
    "chapter": lambda body: [("chapter_ability", (body.number,))],
    "morph": lambda body: [("procedure_ability", (quote("morph"),))],
    "megamorph": lambda body: [("procedure_ability", (quote("megamorph"),))],
    "disguise": lambda body: [("procedure_ability", (quote("disguise"),))],
    "cant_cast": lambda body: [("cant_cast_ability", ())],
    "spell_costs": lambda body: [("spell_costs_ability", (_more_or_less(body),))],
    "as_though_flash": lambda body: [("as_though_flash_ability", ())],
    "may_cast": lambda body: [
        ("may_cast_ability", ()),
        *([("casts_free", ())] if body.free else []),
        *([("must_be_looked_at", ())] if body.looked_at else []),
    ],
    "morph_costs": lambda body: [
        ("morph_costs_ability", (quote(cost), quote(body.by), _more_or_less(body))) for cost in body.procedures
    ],
    "cant_turn_up": lambda body: [("cant_turn_up_ability", (quote(body.during or "always"),))],
    "cant_enter": lambda body: [("cant_enter_ability", ())],
    "may_look": lambda body: [("may_look_ability", (quote(body.by),))],
    "as_turned_up": lambda body: [
        ("as_turned_up_ability", ()),
        *(
            ("turned_up_counters", (quote(kind), count if isinstance(count, int) else "x"))
            for kind, count in body.counters.items()
        ),
        *(("turned_up_sets", (one.power, one.toughness)) for one in body.sets),
        *([("turned_up_optional", ())] if body.optional else []),
        *([("copy_until_turned_face_down", ())] if body.copy_until == "turned face down" else []),
    ],
}


def _more_or_less(body: Any) -> int:
    """By how much a cost changes; less is negative."""
    return int(body.more) if body.more is not None else -int(body.less)


def _filter(facts: FactWriter, ability: str, term: str, one: Filter) -> None:
    facts.add("filter", ability, term)
    _conditions(facts, term, one)


def _conditions(facts: FactWriter, term: str, one: Filter | Spells) -> None:
    """Everything a filter requires. A filter of spells knows fewer conditions than one of objects."""
    for word in ("this", "other", "attached", "has_counters", "colorless"):
        if getattr(one, word, False):
            facts.add("requires", term, word)
    for word in ("types", "subtypes", "supertypes", "counters", "colors", "names", "has"):
        if options := getattr(one, word, ()):
            facts.add("requires", term, word)
            for option in options:
                facts.add("option", term, word, quote(option))
    for word in ("not_types", "not_subtypes", "not_supertypes", "not_colors", "without"):
        for option in getattr(one, word):
            facts.add("option", term, word, quote(option))
    for field, yes, no in (
        ("token", "token", "nontoken"),
        ("attacking", "attacking", "not_attacking"),
        ("face_down", "face_down", "face_up"),
        ("abilities", "with_abilities", "no_abilities"),
    ):
        if (value := getattr(one, field, None)) is not None:
            facts.add("requires", term, yes if value else no)
    for word in ("mana_value_at_least", "mana_value_at_most", "counters_at_least"):
        if (number := getattr(one, word, None)) is not None:
            facts.add("requires", term, f"{word}({number})")
    if isinstance(one, Filter):
        if one.controller:
            facts.add("requires", term, f"controller({quote(one.controller)})")
        if one.players:
            facts.add("concerns_players", term, quote(one.players))
