"""Table of the fluents of the rules and their fields in a board file, read both ways.

What a field of a file says is a set of fluents: `tapped: true` is one, `counters` has one for each kind. So a field is
written as facts by naming its fluents, and comes back from a model by naming those that hold then; the field is what
they say together. A row is for each field and names its fluents; how their values are written as terms, and read, is
said by a `Value`.

Fluents that are not a field of a player, an object or the board are read in `changes`: which zone something is in, what
a permanent has merged with, which effects apply, what lies on the stack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import clingo

from pyengine.compiler import mana
from pyengine.compiler.listed_characteristics import values_term
from pyengine.files.fields import Fixed, Listed
from pyengine.position.model import BoardFile, CounterState, FaceDown, ObjectState, PaidWith, PlayerState, ThisTurn
from pyengine.solving.asp_terms import quote

Symbols = Sequence[clingo.Symbol]
Key = tuple[str, str | int | None]
"""The name of a fluent, and what tells it from others of that name with the same holder: a kind, a player, a place."""
Entries = dict[Key, Any]
"""The fluents of one field of one holder, with their values."""


class Value(NamedTuple):
    """How the last arguments of a fluent are written, and read."""

    terms: Callable[[Any], tuple[str | int, ...]]
    read: Callable[[Symbols], Any]


FLAG = Value(lambda _: (), lambda _: True)
NUMBER = Value(lambda number: (number,), lambda terms: terms[0].number)
WORD = Value(lambda word: (quote(word),), lambda terms: terms[0].string)


def _pool(text: str) -> tuple[str]:
    pool = mana.pool(text)
    return (f"pool({','.join(str(pool.get(letter, 0)) for letter in mana.LETTERS)})",)


def _pool_read(terms: Symbols) -> str:
    return mana.pool_text(
        dict(zip(mana.LETTERS, (amount.number for amount in terms[0].arguments), strict=True)),
    )


def listed(values: clingo.Symbol) -> Listed:
    """Listed characteristics from their term, `values(Power,Toughness,Types,Subtypes,Keywords,Supertypes)`."""
    power, toughness, *words = values.arguments
    types, subtypes, keywords, supertypes = (tuple(word.string for word in part.arguments) for part in words)
    return Listed(
        types=types,
        subtypes=subtypes,
        supertypes=supertypes,
        keywords=keywords,
        power=power.number if power.type is clingo.SymbolType.Number else None,
        toughness=toughness.number if toughness.type is clingo.SymbolType.Number else None,
    )


POOL = Value(_pool, _pool_read)
"""Mana as a term."""
FORM = Value(
    lambda form: (form.power, form.toughness),
    lambda terms: {"power": terms[0].number, "toughness": terms[1].number},
)
LISTS = Value(lambda values: (values_term(values),), lambda terms: listed(terms[0]))
TARGET = Value(
    lambda target: ("gone" if target is None else quote(target),),
    lambda terms: terms[0].string if terms[0].type is clingo.SymbolType.String else None,
)


_NUMBERS = ("power", "toughness", "mana_value")


def _paid(paid: PaidWith) -> tuple[str, str]:
    numbers = (getattr(paid, name) for name in _NUMBERS)
    return paid.by, f"was({','.join('none' if one is None else str(one) for one in numbers)})"


def _paid_read(terms: Symbols) -> PaidWith:
    numbers = zip(_NUMBERS, terms[1].arguments, strict=True)
    known = {name: one.number for name, one in numbers if one.type is clingo.SymbolType.Number}
    return PaidWith.model_validate({"by": terms[0].name, **known})


PAID = Value(_paid, _paid_read)
"""The part of an object in a payment, and its characteristics then."""


class Fluent(NamedTuple):
    """One fluent. Its arguments are the time, the holder, what tells it from others of its name, and its value."""

    value: Value = FLAG
    key: Callable[[clingo.Symbol], str | int] | None = None
    """How the argument is read that tells it from others of its name; None if there is one for each holder."""
    holder: int | None = 0
    """The place of the holder after the time; None if that is the board."""

    def terms(self, holder: str, key: str | int | None, value: Any) -> Iterator[str | int]:
        """The arguments after the time, without the holder if there is none."""
        first: list[str | int] = [] if self.holder is None else [holder]
        if key is not None:
            first.insert(1 - (self.holder or 0), quote(key) if isinstance(key, str) else key)
        yield from first
        yield from self.value.terms(value)

    def read(self, terms: Symbols) -> tuple[str, str | int | None, Any]:
        """The holder (none is the board), what tells it from others, and its value."""
        rest = list(terms)
        holder = "" if self.holder is None else rest.pop(self.holder).string
        key = None if self.key is None else self.key(rest.pop(0))
        return holder, key, self.value.read(rest)


def _string(term: clingo.Symbol) -> str:
    return term.string


def _number(term: clingo.Symbol) -> int:
    return term.number


ALWAYS = object()
"""In the place of what a field says if it says nothing, for one that always says something."""


class Field(NamedTuple):
    """One field of a board file as fluents."""

    name: str
    fluents: Mapping[str, Fluent]
    nothing: Any
    """The value of the field that no fluent says anything of: what is left when all are dropped."""
    entries: Callable[[Any, str], Entries]
    """The fluents of a field, by a state and the zone it is in."""
    whole: Callable[[Entries, Any], Any]
    """The value of a field by its fluents; the state as it was, for what they do not tell."""


def single(name: str, value: Value = FLAG, nothing: Any = None, field: str | None = None) -> Field:
    """A field that is one fluent."""
    named = field or name
    return Field(
        named,
        {name: Fluent(value)},
        nothing,
        lambda state, zone: {(name, None): getattr(state, named)},
        lambda entries, state: entries.get((name, None), nothing),
    )


def keyed(
    name: str,
    fluent: Fluent,
    nothing: Any,
    pairs: Callable[[Any], Iterable[tuple[str | int, Any]]],
    whole: Callable[[dict[Any, Any], Any], Any],
    field: str | None = None,
) -> Field:
    """A field that is a fluent for each of several kinds, players or places."""
    named = field or name
    return Field(
        named,
        {name: fluent},
        nothing,
        lambda state, zone: {(name, key): value for key, value in pairs(getattr(state, named))},
        lambda entries, state: whole({key: value for (_, key), value in entries.items()}, state),
    )


def _counted(counters: Mapping[str, CounterState]) -> Iterator[tuple[str, int]]:
    return ((kind, counter.count) for kind, counter in counters.items() if counter.count)


def _counters(counts: dict[str, int], state: PlayerState | ObjectState) -> Mapping[str, CounterState]:
    """Remaining counters keep their timestamps."""
    before = state.counters
    return Fixed(
        (kind, CounterState(count=count, timestamp=before[kind].timestamp if kind in before else None))
        for kind, count in sorted(counts.items())
    )


def _face_down(state: ObjectState, zone: str) -> Entries:
    """In exile an object lies face down, which is not the status of a permanent or spell (110.5d)."""
    down = state.face_down
    assert down is not None
    if zone == "exile":
        return {("exiled_face_down", None): True, **({("pile", None): down.pile} if down.pile else {})}
    return {("face_down", None): down.by, **({("lists", None): down.lists} if down.lists else {})}


def _down(entries: Entries, state: ObjectState) -> FaceDown | None:
    if by := entries.get(("face_down", None)):
        lists = entries.get(("lists", None))
        return FaceDown.model_validate({"by": by, **({"lists": lists} if lists else {})})
    if entries.get(("exiled_face_down", None)):
        pile = entries.get(("pile", None))
        return FaceDown.model_validate({"by": "effect", **({"pile": pile} if pile else {})})
    return None


def _controller(state: ObjectState, zone: str) -> Entries:
    """Default of a file: the owner of an object is its controller."""
    who = state.controller or state.owner
    return {("controller", None): who} if zone in ("battlefield", "stack") else {}


COUNTERS = keyed("counters", Fluent(NUMBER, _string), {}, _counted, _counters)
TARGETS = keyed(
    "targets",
    Fluent(TARGET, _number),
    (),
    lambda targets: enumerate(targets, 1),
    lambda targets, state: tuple(target for _, target in sorted(targets.items())),
)

MODES = keyed(
    "mode",
    Fluent(FLAG, _number),
    (),
    lambda modes: ((mode, True) for mode in modes),
    lambda modes, state: tuple(sorted(modes)),
    "modes",
)


def _numbers(name: str, field: str) -> Field:
    """Abilities of an object's card, by their numbers."""
    return keyed(
        name,
        Fluent(FLAG, _number),
        (),
        lambda numbers: ((number, True) for number in numbers),
        lambda numbers, state: tuple(sorted(numbers)),
        field,
    )


def _resolved(name: str, field: str) -> Field:
    """Abilities of an object's card, by their numbers, each as many times as its fluent says."""
    return keyed(
        name,
        Fluent(NUMBER, _number),
        (),
        lambda numbers: Counter(numbers).items(),
        lambda times, state: tuple(sorted(number for number, often in times.items() for _ in range(often))),
        field,
    )


OF_OBJECTS = (
    *(
        single(flag, FLAG, False)
        for flag in (
            *("tapped", "phased_out", "deathtouch_damage", "summoning_sick", "since_upkeep", "monstrous", "renowned"),
            *("used_loyalty", "set_aside_this_turn", "at_bottom"),
            *("attacking", "blocking", "blocked", "transformed", "attacks_nothing", "blocks_nothing", "struck_first"),
        )
    ),
    Field(
        "controller",
        {"controller": Fluent(WORD)},
        ALWAYS,
        _controller,
        lambda entries, state: entries.get(("controller", None)),
    ),
    single("damage", NUMBER, 0),
    single("formed", FORM),
    single("attached", WORD, None, "attached_to"),
    single("exiled_through", WORD, None, "exiled_with"),
    single("lent", WORD, None, "lent_by"),
    keyed(
        "happened",
        Fluent(FLAG, _string),
        (),
        lambda words: ((word, True) for word in words),
        lambda words, state: tuple(sorted(words)),
        "this_turn",
    ),
    keyed(
        "damaged_by",
        Fluent(FLAG, _string),
        (),
        lambda sources: ((source, True) for source in sources),
        lambda sources, state: tuple(sorted(sources)),
    ),
    *(
        keyed(
            name,
            Fluent(FLAG, _string),
            (),
            lambda words: ((word, True) for word in words),
            lambda words, state: tuple(sorted(words)),
        )
        for name in ("counters_put", "targeted_by")
    ),
    single("attacks", WORD),
    keyed(
        "blocks",
        Fluent(FLAG, _string),
        (),
        lambda attackers: ((attacker, True) for attacker in attackers),
        lambda attackers, state: tuple(sorted(attackers)),
    ),
    single("x_value", NUMBER, 0, "x_mana"),
    single("cast_from", WORD),
    single("spent", POOL),
    single("life_for_mana", NUMBER, 0),
    single("kicked", NUMBER, 0),
    single("class_level", NUMBER, 0),
    keyed("chosen_word", Fluent(WORD, _string), {}, dict.items, lambda words, state: words, "chosen"),
    single("untap_stopped", FLAG, False),
    single("damage_shield", NUMBER, 0),
    single("damage_prevented", FLAG, False),
    single("devoured", NUMBER, 0),
    keyed("paid_besides", Fluent(NUMBER, _string), {}, dict.items, lambda counts, state: counts),
    single("cast_for", WORD),
    keyed("paid_as", Fluent(PAID, _string), {}, dict.items, lambda paid, state: paid, "paid_with"),
    single("set_aside", WORD),
    Field(
        "face_down",
        {"face_down": Fluent(WORD), "lists": Fluent(LISTS), "exiled_face_down": Fluent(), "pile": Fluent(WORD)},
        None,
        _face_down,
        _down,
    ),
    keyed(
        "knows",
        Fluent(FLAG, _string, holder=1),
        (),
        lambda players: ((player, True) for player in players),
        lambda players, state: tuple(players),
        "known_to",
    ),
    COUNTERS,
    keyed("last_known_counters", Fluent(NUMBER, _string), {}, dict.items, lambda counts, state: counts),
    TARGETS,
    MODES,
    _numbers("used_number", "used_this_turn"),
    _numbers("used_once", "used_once"),
    _resolved("resolved_number", "resolved_this_turn"),
)
"""The fields of objects."""

OF_PLAYERS = (
    single("passed", FLAG, False),
    single("skips_untap", FLAG, False),
    single("damage_shield", NUMBER, 0),
    single("damage_prevented", FLAG, False),
    single("life", NUMBER, ALWAYS),
    single("lost", FLAG, False),
    keyed(
        "mana",
        Fluent(NUMBER, _string),
        None,
        lambda pool: mana.pool(pool).items(),
        lambda pool, state: mana.pool_text(pool) or None,
    ),
    keyed(
        "this_turn",
        Fluent(NUMBER, _string),
        None,
        lambda happened: ((what, amount) for what, amount in happened if amount),
        lambda happened, state: ThisTurn.model_validate(happened) if happened else None,
    ),
    COUNTERS,
)
"""The fields of players."""


def _of_board(name: str, value: Value, said: Callable[[BoardFile], Any], nothing: Any = ALWAYS) -> Field:
    return Field(
        name,
        {name: Fluent(value, holder=None)},
        nothing,
        lambda state, zone: {(name, None): said(state)},
        lambda entries, state: entries.get((name, None), nothing),
    )


OF_BOARD = (
    _of_board("active", WORD, lambda board: board.active_player),
    _of_board("priority", WORD, lambda board: board.priority_player),
    _of_board("step", WORD, lambda board: board.step),
    _of_board("turn", NUMBER, lambda board: board.turn),
    _of_board("combat_damage_step", WORD, lambda board: board.combat_damage_step, None),
    Field(
        "extra_turns",
        {"extra_turn": Fluent(WORD, _number, holder=None)},
        (),
        lambda board, zone: {("extra_turn", place): who for place, who in enumerate(reversed(board.extra_turns), 1)},
        lambda entries, state: tuple(who for _, who in sorted(entries.items(), reverse=True)),
    ),
    _of_board("regular_turn", WORD, lambda board: board.regular_turn, None),
    _of_board("combat_damage_prevented", WORD, lambda board: board.combat_damage_prevented, None),
    _of_board("declared", WORD, lambda board: board.declared, None),
)
"""The fields of the board itself."""


def facts_of(
    fields: Iterable[Field], state: Any, holder: str = "", zone: str = ""
) -> Iterator[tuple[str, Iterator[str | int]]]:
    """The fluents that the fields of a holder are: the name of each, and its arguments after the time."""
    for field in fields:
        if getattr(state, field.name) != field.nothing:
            for (name, key), value in field.entries(state, zone).items():
                yield name, field.fluents[name].terms(holder, key, value)


def by_fluent(fields: Iterable[Field]) -> Mapping[str, Field]:
    """The field that each fluent is part of."""
    return {name: field for field in fields for name in field.fluents}
