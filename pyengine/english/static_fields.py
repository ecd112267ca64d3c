"""Static abilities as the data that card files have: `vocabulary_data`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from pyengine.english.effect_terms import Description, Granted, StaticAbility, Term, parts

Data = dict[str, Any]
THIS = Term("this")


class NoWordError(ValueError):
    """Raised where the vocabulary of card files has no word for a part of a text; `expected` has some that it has
    words for.
    """

    def __init__(self, message: str, expected: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.expected = expected


_BEFORE_THE_GAME = ("can_be_commander", "begins_on_battlefield", "deck_limit")
"""Statements about decks and about how a game begins (103.6a), which matter on no board."""


def static_data(ability: StaticAbility) -> Iterator[Data]:
    """A static ability as a card file has it; as two, where it says that something enters with a keyword as well.

    What is said of decks, or of how a game begins, is said of no position. Raises `NoWordError`.
    """
    says, condition = ability.says, ability.only_if
    if says.name in _BEFORE_THE_GAME:
        return
    if says.name == "if":
        condition, how, what = says.arguments  # type: ignore[assignment]
    elif says.name == "entering":
        how, what = says.arguments
    else:
        how = what = THIS
    if isinstance(how, Term) and how.name == "enters_with_keyword":
        counted, keyword = how.arguments
        entering = Term("entering", (Term("enters_with", (counted,)), what))
        yield vocabulary_data(StaticAbility(entering, condition))
        yield vocabulary_data(StaticAbility(Term("gain", (keyword, what)), condition))
    else:
        yield vocabulary_data(ability)


def vocabulary_data(ability: StaticAbility) -> Data:
    """A static ability as a card file has it: `{"gets": {"power": 1, "toughness": 1, "affects": {...}}}`.

    Raises `NoWordError` for what the vocabulary of card files cannot say.
    """
    says = ability.says
    if says.name == "entering":
        return _entering(says, ability.only_if)
    if says.name == "enters_unless":
        return _enters_unless(*says.arguments)
    if says.name == "escapes":
        if ability.only_if is not None:
            raise NoWordError("what escapes with counters on a condition")
        found = _entering(says, None)
        found["enters_with"]["only_if"] = {"cast_for": "escape"}
        return found
    if says.name == "if":
        condition, how, what = says.arguments
        assert isinstance(condition, Term)
        return _entering(Term("entering", (how, what)), condition)
    make = _HEADS.get(says.name)
    if make is None:
        raise NoWordError(f"card files have no word for {says.name!r}")
    word, fields = make(*says.arguments)
    if (
        says.name == "cant_fight"
        and says.arguments[0] == "attack"
        and (needed := _of_defender(ability.only_if)) is not None
    ):
        fields |= needed
    elif ability.only_if is not None:
        fields["as_long_as"] = condition_data(ability.only_if)
    return {word: fields}


def _of_defender(condition: Term | None) -> Data | None:
    """Return what the defending player must control or own, where something can't attack unless they do."""
    match condition:
        case Term("not", (Term("there_is", (Description() as one, int() as least)),)):
            theirs = (("controller", Term("defending_player")), ("owner", Term("defending_player")))
            kept = tuple(pair for pair in one.conditions if pair not in theirs)
            if len(kept) == len(one.conditions):
                return None
            told = filter_data(replace(one, zone="battlefield", conditions=kept))
            if isinstance(told, dict):
                zone = {} if one.zone == "battlefield" else {"in_zone": one.zone}
                return {"unless_defender": told | zone} | ({"so_many": least} if least != 1 else {})
    return None


# --- which objects ---------------------------------------------------------------------------------------------

_WORDS = frozenset(
    (
        *("other", "types", "subtypes", "supertypes", "not_types", "not_subtypes", "not_supertypes", "has", "without"),
        *("counters", "counters_at_least", "has_counters", "token", "attacking", "face_down", "colors", "not_colors"),
        *("no_counters", "no_counters_any", "colorless", "names", "players", "this_turn", "modified", "tapped"),
        *("all_types", "multicolored", "historic", "enchanted", "equipped", "permanent_card"),
    )
)
"""Conditions that a filter of a card file has as the text has them."""
CHOSEN = {
    "color": "color",
    "type": "creature type",
    "creature type": "creature type",
    "name": "name",
    "card name": "name",
    "nonland card name": "nonland name",
}
"""Choices made as something enters, by their names in a text."""
_CONTROLLERS = ("you", "opponent", "your team", "not you", "enchanted player")


def filter_data(description: Description) -> Data | list[Data]:
    """A description as a filter of a card file; several, if it has alternatives. Raises `NoWordError`."""
    found = [_one_filter(one) for one in (description, *description.either)]
    return found[0] if len(found) == 1 else found


def _one_filter(description: Description) -> Data:
    if description.zone not in ("battlefield", "players", "stack"):
        raise NoWordError(f"a filter is not about a {description.zone}")
    data: Data = {}
    for name, value in description.conditions:
        is_number = name in ("mana_value_at_most", "mana_value_at_least") and isinstance(value, int)
        if is_number or (name == "controller" and value in _CONTROLLERS):
            data[name] = value
        elif name == "chosen" and value in CHOSEN:
            data[name] = CHOSEN[value]
        elif name in _WORDS and not isinstance(value, Term):
            data[name] = list(value) if isinstance(value, tuple) else value
        else:
            raise NoWordError(f"a filter has no word for {name!r}")
    return data


def _affects(what: Any) -> Data:
    """`affects` of what a reference means; nothing for the object itself."""
    if not isinstance(what, Term):
        raise NoWordError(f"not what can be affected: {what}")
    if what.name == "this":
        return {}
    if what.name == "attached":
        which = [filter_data(one) for one in what.arguments if isinstance(one, Description)]
        return {"affects": {"attached": True, **(which[0] if which and isinstance(which[0], dict) else {})}}
    if what.name == "you":
        return {"affects": {"players": "you"}}
    if what.name in ("each", "some", "any") and isinstance(what.arguments[0], Description):
        return {"affects": filter_data(what.arguments[0])}
    if what.name == "those":
        parts = [_affects(one).get("affects", {"this": True}) for one in what.arguments]
        return {"affects": [one for part in parts for one in (part if isinstance(part, list) else [part])]}
    raise NoWordError(f"a static ability does not affect {what}")


# --- what is said of them --------------------------------------------------------------------------------------

Said = tuple[str, Data]


def _number(value: Any) -> int:
    if not isinstance(value, int):
        raise NoWordError(f"expected a number, found {value}")
    return value


def _gets(power: Any, toughness: Any, what: Any) -> Said:
    amounts = [(amount, sign) for amount, sign in map(_signed, (power, toughness)) if amount is not None]
    if len({amount for amount, _ in amounts}) == 1 and len(amounts) + (power, toughness).count(0) == 2:
        return _gets_each(_signed(power)[1], _signed(toughness)[1], amounts[0][0], what)  # +X/+X is +1/+1 for each
    return "gets", {"power": _number(power), "toughness": _number(toughness), **_affects(what)}


def _signed(value: Any) -> tuple[Any, int]:
    """Split an added number into an amount that depends on the board, and its factor; for a plain number, None and
    the number.
    """
    match value:
        case int():
            return None, value
        case Term("minus", (amount,)):
            return amount, -1
    return value, 1


def _gets_each(power: Any, toughness: Any, unit: Any, what: Any) -> Said:
    word, fields = _gets(power, toughness, what)
    if isinstance(unit, Term) and unit.name in ("counters", "counters_any"):
        *kind, on = unit.arguments
        own = {what: "own", Term("own"): "own", Term("done", (1,)): "own"}  # "on them", of whom it is said
        whose = (own | {Term("you"): "you", THIS: "this"}).get(on)
        if whose is None:
            raise NoWordError(f"'for_each' is of counters on the object itself, found {unit}")
        counted = {"for_each": kind[0]} if kind else {"any_counter": True}
        return word, fields | counted | ({} if whose == "this" else {"whose": whose})
    number, those = _for_each(unit)
    if number != 1:
        raise NoWordError(f"'for_each' is once for each, found {unit}")
    return word, fields | {"for_each": those}


def _has(keyword: Any, what: Any) -> Said:
    if isinstance(keyword, Granted):
        return "has", {"abilities": [keyword.text], **_affects(what)}
    if not isinstance(keyword, str):
        raise NoWordError("several abilities in one pair of quotation marks")
    return "has", {"keywords": [keyword], **_affects(what)}


def _base(power: Any, toughness: Any, what: Any) -> Said:
    return "base", {"power": _number(power), "toughness": _number(toughness), **_affects(what)}


def _becomes_also(kind: Any, what: Any) -> Said:
    words = {one.name: list(one.arguments) for one in kind.arguments}
    if not words.keys() <= {"types", "subtypes"}:
        raise NoWordError(f"'becomes' beside its other types is of types, found {kind}")
    return "becomes", words | _affects(what)


def _becomes_only(kind: Any, what: Any) -> Said:
    """It is of these types and no others, of those kinds; of these colors and no others (205.1a)."""
    words = {one.name: list(one.arguments) for one in kind.arguments}
    if not words.keys() <= {"types", "subtypes", "colors"}:
        raise NoWordError(f"'becomes' is of types and colors, found {kind}")
    only = {"only": True} if words.keys() & {"types", "subtypes"} else {}
    return "becomes", words | only | _affects(what)


def _becomes_sized(token: Any, how: Term, what: Any) -> Said:
    """It is a creature of a power and toughness that the words give; an artifact creature keeps its types (205.1b)."""
    power, toughness, *kinds = token.arguments
    words = {one.name: list(one.arguments) for one in kinds if one.arguments}
    if what != THIS or not isinstance(power, int) or not isinstance(toughness, int):
        raise NoWordError("being a creature of some size, of others than the object itself or of a size that varies")
    if not words.keys() <= {"types", "subtypes", "colors"}:
        raise NoWordError(f"'becomes' is of types and colors, found {token}")
    keeps = how != Term("only") or {"artifact", "creature"} <= {*words.get("types", ())}
    size = {"power": power, "toughness": toughness}
    return "becomes", words | size | ({} if keeps else {"only": True})


def _becomes_not(kind: Any, what: Any) -> Said:
    words = {one.name: list(one.arguments) for one in kind.arguments}
    if words.keys() != {"types"}:
        raise NoWordError(f"not to be something else than a card type: {kind}")
    return "becomes", {"not_types": words["types"], **_affects(what)}


def _chooses(what: str) -> Said:
    if what not in CHOSEN:
        raise NoWordError(f"choosing {what} as something enters")
    return "as_it_enters", {"choose": CHOSEN[what]}


def _cant_put(what: Any, *kinds: Any) -> Said:
    data: Data = {"kinds": list(kinds[0].arguments)} if kinds else {}
    return "cant_put", data | _affects(what)


def _maximum(number: Any, kind: Any, what: Any) -> Said:
    if what != THIS:
        raise NoWordError("how many counters others can have")
    return "maximum", {"kind": kind, "count": number}


def _would_put(change: Any, kinds: Any, what: Any, *options: Any) -> Said:
    data: Data = {"kinds": list(kinds.arguments)} if kinds.arguments else {}
    data |= {change.name: change.arguments[0], **_affects(what)}
    for one in options:
        if one.name == "only_effects":
            data["only_effects"] = True
        else:
            data["by"] = one.arguments[0]
    return "would_put", data


def _defines(power: Any, toughness: Any, what: Any) -> Said:
    fields: Data = {}
    for name, value in (("power", power), ("toughness", toughness)):
        if value == Term("counters_any", (Term("this"),)):
            fields[name] = "counters on this"
        elif isinstance(value, Term) and value.name == "counters" and value.arguments[1] == THIS:
            fields |= {name: "counters on this", "kind": value.arguments[0]}
        elif isinstance(value, Term) and value.name == "count":
            fields |= {name: "number counted", "for_each": _counted(value)}
        elif value != Term("none"):
            raise NoWordError(f"'defines' is of the counters on the object, found {value}")
    return "defines", fields | _affects(what)


def _counted(number: Any) -> Data:
    """Return the data of a number that counts something, once for each."""
    times, counted = _for_each(number)
    if times != 1:
        raise NoWordError(f"'for_each' is once for each, found {number}")
    return counted


def _one_of(what: Any) -> Data:
    """The objects of which one is chosen: what something becomes a copy of, or attached to."""
    told = _affects(what).get("affects")
    if not isinstance(told, dict):
        raise NoWordError(f"these words do not say what may be chosen: {what}")
    return told


def _exceptions(options: tuple[Any, ...]) -> Data:
    """In what a copy differs."""
    found: Data = {}
    of_a_type: list[Data] = []
    for one in options:
        if one.name == "except_counters":
            found.setdefault("counters", {}).update(_more_counters(one.arguments[0]))
        elif one.name == "except_counters_of":
            counted, kind = one.arguments
            of_a_type.append({"if_type": _one_type(kind), "counters": _more_counters(counted)})
        elif one.name == "except_also":
            for kinds in one.arguments[0].arguments:
                if not isinstance(kinds, Term) or kinds.name not in ("types", "subtypes"):
                    raise NoWordError(f"in what a copy differs: {one}")
                found.setdefault(kinds.name, []).extend(map(str, kinds.arguments))
        elif one.name == "except_keywords":
            found.setdefault("keywords", []).extend(one.arguments)
        elif one.name == "except_ability" and isinstance(one.arguments[0], Granted):
            found.setdefault("abilities", []).append(one.arguments[0].text)
        elif one.name == "except_ability" and isinstance(one.arguments[0], str):
            found.setdefault("keywords", []).append(one.arguments[0])
        elif one.name == "not_legendary":
            found["not_supertypes"] = ["legendary"]
        elif one.name == "except_power_toughness":
            found["power"], found["toughness"] = map(_number, one.arguments)
        else:
            raise NoWordError(f"in what a copy differs: {one}")
    differs = [*([found] if found else []), *of_a_type]
    return {"but": differs} if differs else {}


def _more_counters(counted: Any) -> Data:
    """Counters that something enters with."""
    many, kind = counted
    return {kind: "X" if many == Term("x") else _number(many)}


def _one_type(kind: Term) -> str:
    """The one card type that is asked for."""
    match kind.arguments:
        case (Term("types", (str() as only,)),):
            return only
    raise NoWordError(f"a copy that is {kind}")


def _enters_as_copy(what: Any, *options: Any) -> Said:
    plain = {one.name for one in options if not one.arguments}
    data: Data = {"of": _one_of(what)}
    if "optional" in plain:
        data["optional"] = True
    if "tapped" in plain:
        data["tapped"] = True
    if "until_turned_face_down" in plain:
        data["until"] = "turned face down"
    how = ("optional", "tapped", "until_turned_face_down")
    return "enters_as_copy", data | _exceptions(tuple(one for one in options if one.name not in how))


def _turned_up_as_copy(what: Any, *options: Any) -> Said:
    data: Data = {"becomes_copy_of": _one_of(what), "copy_until": "turned face down", "optional": True}
    return "as_turned_up", data | _exceptions(options)


def _turned_up_with(counted: Any) -> Said:
    return "as_turned_up", {"counters": _more_counters(counted)}


def _turned_up_attached(what: Any) -> Said:
    return "as_turned_up", {"attach_to": _one_of(what), "optional": True}


def _turned_up_or_enters_as(*sizes: Any) -> Said:
    listed = [{"power": _number(power), "toughness": _number(toughness)} for power, toughness in sizes]
    return "as_turned_up", {"sets": listed, "also_enters": True}


def _changed(change: Any) -> Data:
    """By how much generic mana a cost changes, and for each of what."""
    mana, *each = change.arguments
    symbol = mana.strip("{}")
    if not symbol.isdecimal() and not (each and symbol == "X"):
        raise NoWordError(f"a cost changes by generic mana, found {mana}")
    data: Data = {change.name: int(symbol) if symbol.isdecimal() else 1}
    if not each:
        return data
    match each[0]:
        case Term("counters", (str() as kind, Term("this"))):
            return data | {"for_each": {"this": True, "their_counters": kind}}
        case Term("counters", (str() as kind, Term("you"))):
            return data | {"for_each": {"players": "you", "their_counters": kind}}
    times, counted = _for_each(each[0])
    return {change.name: data[change.name] * times, "for_each": counted}


def changed_cost(change: Any, *condition: Any) -> Data:
    """By how much something costs more or less itself, and if what is so. Raises `NoWordError`."""
    match condition:
        case (Term("targets", (Description(zone="battlefield") as target,)),):
            return _changed(change) | {"targets": filter_data(target)}
    return _changed(change) | ({"as_long_as": condition_data(condition[0])} if condition else {})


def _this_costs(change: Any, *condition: Any) -> Said:
    return "spell_costs", {"this": True, **changed_cost(change, *condition)}


def _ability_costs(whose: Any, change: Any, *more: Term) -> Said:
    return "ability_costs", {
        "affects": {} if whose == Term("any_permanent") else filter_data(whose),
        **_changed(change),
        **{one.name: True for one in more},
    }


def _cant_activate(whose: Any, *more: Term) -> Said:
    data: Data = {one.name: one.arguments[0] if one.arguments else True for one in more}
    return "cant_activate", data | _affects(whose)


def _cant_cast(spells: Any, by: Any, *more: Term) -> Said:
    told = {} if spells == Term("any_spell") else _spells(spells)
    after = {one.name: one.arguments[0] for one in more}
    return "cant_cast", {"by": by} | ({"spells": told} if told else {}) | after


def _spell_costs(spells: Any, change: Any, *by: Any) -> Said:
    data: Data = {"spells": _spells(spells), **_changed(change)}
    data["by"] = by[0].arguments[0] if by else "each"
    if any(one.name == "targets_this" for one in by):
        data["targets"] = {"this": True}
    if Term("first") in by:
        data["first_each_turn"] = True
        if not data["spells"].get("face_down"):
            raise NoWordError("the first such spell of each turn", ("the first face-down creature spell",))
    return "spell_costs", data


def _cant_be_countered(what: Any) -> Said:
    if what == THIS:
        return "cant_be_countered", {}
    spells = what.arguments[0] if what.name == "each" else None
    said = dict(spells.conditions) if isinstance(spells, Description) else {}
    if spells is None or spells.zone != "stack" or said.get("controller") not in ("you", None):
        raise NoWordError(f"what can't be countered: {what}")
    conditions = tuple(pair for pair in spells.conditions if pair[0] != "controller")
    by = "you" if "controller" in said else "each"
    return "cant_be_countered", {"spells": _spells(replace(spells, conditions=conditions)), "by": by}


def _as_though_flash(spells: Any) -> Said:
    return "as_though_flash", {"spells": _spells(spells)}


def _spells(spells: Any) -> Data:
    if not isinstance(spells, Description) or spells.either:
        raise NoWordError(f"not one description of spells: {spells}")
    return _one_filter(spells)


def _may_look(what: Any) -> Said:
    """At face-down permanents, at the top card of one's library, or at what the object itself exiled face down."""
    if what == Term("top", (1, Term("you"))):
        return "may_look", {"at": "top of library"}
    one = what.arguments[0] if isinstance(what, Term) and what.name == "each" else None
    if isinstance(one, Description) and one.conditions == (("exiled_with", THIS),):
        return "may_look", {"at": "exiled with this"}
    if isinstance(one, Description) and dict(one.conditions).get("face_down"):
        return "may_look", _affects(what)
    known = ("face-down creatures you don't control", "the top card of your library")
    raise NoWordError("what may be looked at", known)


def _damage_removes(kind: Any) -> Data:
    """A counter is removed instead of damage, which is prevented."""
    return {"event": "damage", "instead": "remove counters", "kind": kind, "count": 1, "prevents": True}


def _dies_exiled(what: Any, *counted: Any) -> Data:
    """It is exiled instead of dying, with counters if that is said."""
    data: Data = {"event": "die", "instead": "exile", **_affects(what)}
    if counted:
        number, kind = counted
        data |= {"kind": kind, "count": _number(number)}
    return data


def _to_graveyard_exiled(what: Any, whose: str, *counted: Any) -> Said:
    """It is exiled instead of going to a graveyard from any zone."""
    data = {**_dies_exiled(THIS, *counted), **_cards_anywhere(what), "event": "graveyard"}
    return "instead", data | ({} if whose == "each" else {"graveyard_of": whose})


def _cards_anywhere(what: Any) -> Data:
    """`affects` of what is a card, wherever it is, or a token; nothing for the object itself."""
    one = what.arguments[0] if isinstance(what, Term) and what.arguments else None
    if not isinstance(one, Description):
        return _affects(what)
    return {"affects": [_card_anywhere(each) for each in (one, *one.either)]}


def _card_anywhere(one: Description) -> Data:
    if one.zone == "anywhere":
        return {**_one_filter(replace(one, zone="battlefield")), "token": False}
    if dict(one.conditions).get("token") is not True:
        raise NoWordError("what is put into a graveyard from anywhere", ("a card", "a token"))
    return _one_filter(one)


def _damage_prevented(of: Any, which: Any = None) -> Data:
    """Damage is prevented, all or of one sort."""
    sort = {None: {}, Term("noncombat"): {"noncombat": True}, Term("combat"): {"combat": True}}[which]
    return {"event": "damage", "instead": "prevent", "prevents": True, **sort, **_affects(of)}


def _damage_prevented_while(kind: Any, prevented: Any) -> Data:
    """While it has such counters, some of them are removed."""
    number, removed = prevented.arguments
    data = _damage_removes(removed) | {"as_long_as": {"counters": kind}}
    if number != 1:
        del data["count"]
    return data


def _puts(kind: Any, of: Any) -> Data:
    """And a counter is put on the object itself."""
    return {"instead": "put counters", "kind": kind, "count": 1} | ({} if of == THIS else {"on_this": True})


def _damage_puts(kind: Any, of: Any, on: Any) -> Data:
    """Build a replacement of damage by as many counters."""
    data: Data = {"event": "damage", "instead": "put counters", "kind": kind, **_affects(of)}
    if on != THIS:
        raise NoWordError("counters that are put on something else instead of damage")
    return data | ({} if of == THIS else {"on_this": True})


def _cant_fight(what: str, *others: Any) -> Said:
    """Can't attack or block; or can't block or be blocked by what is described."""
    *by, whom = others
    data: Data = {"what": what.split(" or ")}
    for one in by:
        data["by"] = _others(one)
    return "cant_fight", data | _affects(whom)


def _cant_block_object(others: Any, whom: Any) -> Said:
    """Those can't block these: "creatures with power less than this creature's power can't block it"."""
    if others == THIS or (isinstance(whom, Term) and whom.name == "each" and _compares(whom)):
        return _cant_fight("be blocked", whom, others)
    return _cant_fight("block", others, whom)


def _compares(whom: Term) -> bool:
    one = whom.arguments[0]
    return isinstance(one, Description) and "power_less_than" in dict(one.conditions)


def _cant_be_blocked_by_more_than(number: Any, whom: Any) -> Said:
    if number != 1:
        raise NoWordError("being blocked by more than a number of creatures", ("by more than one creature",))
    return "cant_fight", {"what": ["be blocked by two"]} | _affects(whom)


def _others(what: Any) -> Data:
    """Return the creatures that can't block, or can't be blocked: one description."""
    if not isinstance(what, Term) or what.name != "each" or not isinstance(what.arguments[0], Description):
        raise NoWordError(f"these words do not say which creatures can't block: {what}")
    description = what.arguments[0]
    if description.either or description.zone != "battlefield":
        raise NoWordError(f"these words do not say which creatures can't block: {what}")
    said = dict(description.conditions)
    if said.get("power_less_than") == Term("power", (THIS,)):  # less than the power of what says so
        said["weaker"] = bool(said.pop("power_less_than"))
    return {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}


_HEADS: dict[str, Callable[..., Said]] = {
    "get": _gets,
    "get_each": _gets_each,
    "gain": _has,
    "cant_have": lambda keyword, what: ("cant_have", {"keywords": [keyword], **_affects(what)}),
    "lose": lambda keyword, what: ("loses", {"keywords": [keyword], **_affects(what)}),
    "lose_all_abilities": lambda what: ("loses_abilities", _affects(what)),
    "have_base_of": _base,
    "become_also": _becomes_also,
    "become_only": _becomes_only,
    "become_sized": _becomes_sized,
    "become_not": _becomes_not,
    "become_colored": lambda color, what: ("becomes", {"colors": [color], **_affects(what)}),
    "become_chosen_type": lambda what: ("becomes", {"chosen_type": True, **_affects(what)}),
    "as_it_enters": _chooses,
    "defines": _defines,
    "more_lands": lambda count, who: ("more_lands", {"count": count, "by": who}),
    "more_triggers": lambda event, what: ("more_triggers", {"event": event, "affects": filter_data(what)}),
    "more_tokens": lambda times, who: ("more_tokens", {"times": times, "by": who}),
    "skip_draw_steps": lambda: ("skips_step", {}),
    "damage_cant_be_prevented": lambda: ("unpreventable_damage", {}),
    "combat_damage_cant_be_prevented": lambda: ("unpreventable_damage", {"combat": True}),
    "doesnt_untap": lambda whom: ("doesnt_untap", _affects(whom)),
    "prevent_all_damage": lambda of, *which: ("instead", _damage_prevented(of, *which)),
    "prevent_all_damage_by": lambda of, *combat: (
        "stops_damage",
        ({"combat": True} if combat else {}) | _affects(of),
    ),
    "damage_prevented_puts_one": lambda kind, of, *which: ("instead", _damage_prevented(of, *which) | _puts(kind, of)),
    "damage_prevented_while": lambda kind, prevented: ("instead", _damage_prevented_while(kind, prevented)),
    "damage_prevented_removes": lambda kind: ("instead", _damage_removes(kind)),
    "damage_becomes": lambda kind, of, on: ("instead", _damage_puts(kind, of, on)),
    "cant_fight": _cant_fight,
    "cant_block_object": _cant_block_object,
    "fight_so": lambda what, whom: ("fights", {"what": what, **_affects(whom)}),
    "goad": lambda whom: ("fights", {"what": "is goaded", **_affects(whom)}),
    "to_graveyard_exile": _to_graveyard_exiled,
    "to_library_instead": lambda _: ("instead", {"event": "graveyard", "instead": "shuffle into library"}),
    "to_graveyard_exile_all": lambda: ("instead", {"event": "die", "instead": "exile", "affects": {}}),
    "would_die_exile": lambda what, *counted: ("instead", _dies_exiled(what, *counted)),
    "may_not_untap": lambda: ("doesnt_untap", {"optional": True}),
    "cant_be_countered": _cant_be_countered,
    "cant_be_blocked_by": partial(_cant_fight, "be blocked"),
    "cant_be_blocked_except_by": lambda others, whom: (
        "cant_fight",
        {"what": ["be blocked"], "except_by": _others(others), **_affects(whom)},
    ),
    "cant_be_blocked_by_more_than": _cant_be_blocked_by_more_than,
    "cant_put": _cant_put,
    "cant_remove": lambda what, *kinds: ("cant_remove", _cant_put(what, *kinds)[1]),
    "maximum": _maximum,
    "would_put": _would_put,
    "spell_costs": _spell_costs,
    "this_costs": _this_costs,
    "ability_costs": _ability_costs,
    "cant_activate": _cant_activate,
    "cant_cast": _cant_cast,
    "cant_turn_up": lambda what: ("cant_turn_up", _affects(what)),
    "may_look": _may_look,
    "as_though_flash": _as_though_flash,
    "may_play_lands": lambda zone: ("may_cast", {"from_zones": [zone], "lands": True, "spells": {"types": ["land"]}}),
    "may_cast_from": lambda zone, spells: ("may_cast", {"from_zones": [zone], "spells": _spells(spells)}),
    "may_cast_this": lambda _, *zones: ("may_cast", {"from_zones": list(zones), "this": True}),
    "enters_as_copy": _enters_as_copy,
    "turned_up_as_copy": _turned_up_as_copy,
    "turned_up_or_enters_as": _turned_up_or_enters_as,
    "turned_up_with": _turned_up_with,
    "turned_up_attached": _turned_up_attached,
    "turns_down": lambda whom: ("turns_down", _affects(whom)),
}


_WHOSE = {"this": "this", "attached": "attached", "you": "you", "any_opponent": "opponent", "any_player": "player"}
"""Holders of counters in conditions: the word of a text, and that of card files."""
_AS_IT_ENTERS = ("hand", "graveyard", "exile")
_YES_OR_NO: dict[Term, str] = {
    Term("turn_of", (Term("you"),)): "your_turn",
    Term("is_monstrous", (THIS,)): "monstrous",
    Term("is_renowned", (THIS,)): "renowned",
    Term("has_devoured", (THIS,)): "devoured",
    Term("entered_this_turn", (THIS,)): "entered",
    Term("kicked", (THIS,)): "kicked",
    Term("was_cast", (THIS,)): "cast",
    Term("was_cast_by", (THIS, Term("you"))): "cast",
}
"""Conditions of which a card file says whether they are so, or not."""


def condition_data(condition: Term, negated: bool = False) -> Data:
    """Return a condition in the words of card files, wherever it appears. Raises `NoWordError`."""
    word = "there_is_no" if negated else "there_is"
    match condition.name, condition.arguments:
        case "not", (Term() as inner,):
            return condition_data(inner, not negated)
        case "and", several if not negated:
            return _all_of([condition_data(one) for one in several if isinstance(one, Term)])
        case _ if condition in _YES_OR_NO:
            return {_YES_OR_NO[condition]: not negated}
        case "there_is", (Description() as one, int() as least):
            if isinstance(told := _there(one), dict):
                return {word: told} | ({"so_many": least} if least != 1 else {})
        case "is", (Term("this" | "attached" as which), Description() as one):
            told = filter_data(replace(one, zone="battlefield") if one.zone == "anywhere" else one)
            if isinstance(told, dict):
                return {word: told | {which: True}}
        case "attacked_this_turn", (Term("this"),):
            return {word: {"this": True, "this_turn": "attacked"}}
        case "has_keyword", (Term("this"), str() as keyword):
            return {word: {"this": True, "has": [keyword]}}
        case "cards_in_hand_at_most", (Term("you"), int() as most):
            return condition_data(Term("cards_in_hand_at_least", (Term("you"), most + 1)), not negated)
        case "cards_in_hand_at_least", (Term("you"), int() as least):
            so_many = {"so_many": least} if least != 1 else {}
            return {word: {"controller": "you", "in_zone": "hand"}} | so_many
        case "life_at_least", (Term() as who, int() as least) if not negated and who.name in _WHOSE:
            return {"life_at_least": least} | ({} if who == Term("you") else {"whose_life": _WHOSE[who.name]})
        case "life_at_most", (Term() as who, int() as most) if not negated and who.name in _WHOSE:
            return {"life_at_most": most} | ({} if who == Term("you") else {"whose_life": _WHOSE[who.name]})
        case "life_at_least" | "life_at_most", (Term() as who, int() as number) if who.name in _WHOSE:
            at_least = condition.name == "life_at_least"
            whose = {"any_opponent": "each opponent", "any_player": "each player"}.get(who.name)
            told = {"life_at_most": number - 1} if at_least else {"life_at_least": number + 1}
            return told | ({"whose_life": whose} if whose else {})
        case "this_turn", (Term() as happened,) if happened in _HAPPENED and not negated:
            return _HAPPENED[happened]
        case "this_turn", (Term() as happened,) if (told := _HAPPENED.get(happened, {})).keys() == {"you"}:
            return {"not_you": told["you"]}
        case "card_types_in_graveyard", (int() as least,) if not negated:
            return {"card_types": least}
        case "different_powers", (int() as least,) if not negated:
            return {"different_powers": least}
        case "class_level", (Term("this"), int() as level) if not negated:
            return {"class_level": level}
        case "opponents_at_least", (int() as number,):
            return {"fewer_opponents" if negated else "opponents": number}
        case "was_cast_from", (Term("this"), str() as zone) if zone in _AS_IT_ENTERS:
            return {"not_cast_from" if negated else "cast_from": [zone]}
        case "mana_spent", (Term("this"), str() as color, int() as number) if not negated:
            return {"mana_of": color} | ({"so_much": number} if number != 1 else {})
    return _so_many_counters(condition, negated)


def _all_of(several: list[Data]) -> Data:
    """Several conditions in one, where each has words of its own."""
    found: Data = {}
    for one in several:
        said = one or {"at_least": 1}
        if said.keys() & found.keys():
            raise NoWordError("two conditions of one sort")
        found |= said
    return found


def _there(one: Description) -> Data | list[Data]:
    """Return the objects of a "there is" condition, on the battlefield or among the player's own cards in another
    zone.
    """
    if one.zone not in ("graveyard", "hand", "exile"):
        return filter_data(one)
    conditions = tuple(pair for pair in one.conditions if pair != ("owner", "you"))
    told = filter_data(replace(one, zone="battlefield", conditions=conditions))
    if isinstance(told, list) or len(conditions) == len(one.conditions):
        raise NoWordError("cards in the graveyards of several players")
    return told | {"controller": "you", "in_zone": one.zone}


_CREATURES = Description((("types", ("creature",)),))
_HAPPENED: dict[Term, Data] = {
    Term("lost_life", (Term("any_opponent"),)): {"opponent": "lost life"},
    Term("was_dealt_damage", (Term("any_opponent"),)): {"opponent": "was dealt damage"},
    Term("attacked", (Term("you"),)): {"you": "attacked"},
    Term("attacked_with", (Term("you"), _CREATURES)): {"you": "attacked"},
    Term("gained_life", (Term("you"),)): {"you": "gained life"},
    Term("lost_life", (Term("you"),)): {"you": "lost life"},
    Term("left", (Term("you"),)): {"you": "permanent left"},
    Term("descended", (Term("you"),)): {"you": "descended"},
    Term("put_counter", (Term("you"), _CREATURES)): {"you": "put a counter on a creature"},
    Term("died_under_your_control", (Term("any", (_CREATURES,)),)): {"you": "creature died"},
    Term("died", (Term("any", (_CREATURES,)), 1)): {"creature_died": True},
}
"""Events of this turn in conditions, with the words of card files."""


def _so_many_counters(condition: Term, negated: bool) -> Data:
    """How many counters something has. Raises `NoWordError` for other conditions."""
    whose = condition.arguments[0] if condition.arguments else None
    on = whose.name if isinstance(whose, Term) and whose.name in _WHOSE else None
    least, most = 0, None
    match condition.name, condition.arguments:
        case "no_counters" | "no_counters_any", _:
            most = 0
        case "has_counters" | "has_counters_any", (*_, int() as number):
            least = number
        case "counters_between", (_, _, int() as number, last):
            least, most = number, last if isinstance(last, int) else None
        case "at_most_counters", (*_, int() as number):
            most = number
        case "exactly_counters", (*_, int() as number):
            least, most = number, number
        case _:
            on = None
    if negated and least and most is not None:
        on = None
    if on is None:
        raise NoWordError(f"card files have no word for the condition {_name(condition)!r}")
    if negated:
        least, most = (0, least - 1) if most is None else (most + 1, None)
    numbers = ({"at_least": least} if least > 1 or (least and most is not None) else {}) | (
        {} if most is None else {"at_most": most}
    )
    kind = {} if condition.name.endswith("_any") else {"counters": condition.arguments[1]}
    return kind | numbers | ({} if on == "this" else {"on": _WHOSE[on]})


def _name(condition: Term) -> str:
    return condition.name.replace("_", " ")


# --- what enters with counters ---------------------------------------------------------------------------------

_AMOUNTS = {
    Term("x"): "X",
    Term("mana_spent"): "mana spent",
    Term("colors_spent"): "colors of mana spent",
    Term("times", (2, Term("colors_spent"))): "twice the colors of mana spent",
    Term("life_opponents_lost"): "life opponents lost",
    Term("life_gained_this_turn"): "life gained",
    Term("count", (Description((("other", True), ("this_turn", "cast")), "stack"),)): "other spells cast",
    Term("times_kicked", (Term("this"),)): "times kicked",
    Term("count", (Description((("this_turn", "died"), ("types", ("creature",)))),)): "creatures that died",
    Term("power", (Term("this"),)): "this object's power",
    Term("toughness", (Term("this"),)): "this object's toughness",
}


_ENTERING: dict[str, Data] = {
    "enters_with": {},
    "enters_with_choice": {"choice": True},
    "enters_tapped": {"tapped": True},
    "enters_tapped_with": {"tapped": True},
}
"""How something enters, and what card files say beside the counters."""


def _entering(says: Term, only_if: Term | None) -> Data:
    how, what = says.arguments
    assert isinstance(how, Term)
    if how.name == "enters_tapped" and only_if is None:
        return {"enters_tapped": _affects(what)}
    if how.name not in _ENTERING:
        raise NoWordError(f"card files have no word for {how.name!r}")
    data: Data = {"counters": {}, **_ENTERING[how.name]}
    counted: Any
    for counted in how.arguments:
        amount, kind = counted
        if isinstance(amount, int):
            data["counters"][kind] = amount
        elif amount in _AMOUNTS:
            data["counters"][kind] = _AMOUNTS[amount]
        else:
            data["counters"][kind], data["for_each"] = _for_each(amount)
    if only_if is not None:
        if Term("kicked", (THIS,)) in parts(only_if) and what != THIS:
            raise NoWordError("whether something else than what enters was kicked")
        data["only_if"] = condition_data(only_if) or {"at_least": 1}
    return {"enters_with": data | _affects(what)}


def _enters_unless(paying: Any, how: Any, what: Any) -> Data:
    """As it enters, its controller may pay; if they don't, it enters tapped."""
    if how != Term("enters_tapped") or not isinstance(paying, Term) or paying.name != "pay_life":
        raise NoWordError(f"'unless_life' is of life and entering tapped, found {paying} and {how}")
    return {"enters_tapped": {"unless_life": _number(paying.arguments[0]), **_affects(what)}}


def _for_each(amount: Any) -> tuple[int, Data]:
    """Split an amount into a number and what it is counted for: that number for each."""
    number = 1
    if isinstance(amount, Term) and amount.name == "times" and isinstance(amount.arguments[0], int):
        number, amount = amount.arguments[0], amount.arguments[1]
    match amount:
        case Term("counters", (str() as kind, Term("each", (Description() as one,)))):
            if isinstance(counted := filter_data(one), dict):
                return number, counted | {"their_counters": kind}
    if isinstance(amount, Term) and amount.name in ("greatest", "total") and amount.arguments[0] != "mana_value":
        counted = filter_data(amount.arguments[1])  # type: ignore[arg-type]
        if isinstance(counted, dict):
            return number, counted | {amount.name: amount.arguments[0]}
    if not isinstance(amount, Term) or amount.name != "count" or not isinstance(amount.arguments[0], Description):
        raise NoWordError(f"no word for the number {amount}")
    description = amount.arguments[0]
    if description.zone in ("graveyard", "hand"):
        conditions = tuple(pair for pair in description.conditions if pair[0] != "owner")
        owner = dict(description.conditions).get("owner")
        counted = filter_data(replace(description, zone="battlefield", conditions=conditions))
        if owner not in ("you", None) or isinstance(counted, list):
            raise NoWordError(f"no word for the number {amount}")
        return number, counted | {"in_zone": description.zone} | ({"controller": "you"} if owner else {})
    here = dict(description.conditions).get("attached_to") == THIS
    kept = tuple(pair for pair in description.conditions if pair != ("attached_to", THIS))
    counted = filter_data(replace(description, conditions=kept))
    if isinstance(counted, list):
        raise NoWordError(f"no word for the number {amount}")
    return number, counted | ({"attached_here": True} if here else {})
