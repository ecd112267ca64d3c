"""Conditions of abilities, effects, entering and triggers, as facts for `conditions.lp`.

Card files and card texts both get the facts of their conditions here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal

from pyengine.card_model.conditions import Condition
from pyengine.compiler.filter_facts import condition_facts
from pyengine.compiler.passes import UnknownToRulesError
from pyengine.compiler.turn_conditions import ANY, came_from, plain
from pyengine.english.effect_terms import Argument, Description, Term
from pyengine.solving.asp_terms import FactWriter, quote

THIS = Term("this")

Place = Literal["applies", "costs", "enters", "whole"]
"""The use of a condition: whether an ability applies or can be activated, its cost, or how something enters; or the
whole of a triggered ability.
"""

_THIS_TURN = {
    "was dealt damage": "damage",
    "lost life": "life_lost",
    "attacked": "attacks",
    "permanent left": "permanents_left",
    "creature died": "creatures_died",
    "gained life": "life_gained",
    "put a counter on a creature": "creatures_got_counters",
    "descended": "descended",
}
"""Events of a player's turn in conditions, with the fields of a board that count them."""


_WHOSE_COUNTERS = {"player": "anybody"}
"""Holders of counters in card files for which the rules have another name."""


def add_conditions(facts: FactWriter, ability: str, place: Place, said: Iterable[str]) -> None:
    """Facts of the conditions of an ability, each as the rules have it."""
    for one in said:
        facts.add("condition", ability, place, one)


def of_card_file(facts: FactWriter, ability: str, place: Place, condition: Condition) -> None:
    """Facts of a condition in the words of card files, with the filters that it asks."""
    add_conditions(facts, ability, place, _said(facts, f"{place}({ability})", place, condition))


def kinds_of_condition(condition: Condition) -> Iterator[str]:
    """Every kind of counters that it speaks of."""
    if condition.counters is not None:
        yield condition.counters
    for there in (condition.there_is, condition.there_is_no):
        yield from () if there is None else there.kinds


def _said(facts: FactWriter, term: str, place: Place, condition: Condition) -> Iterator[str]:
    """Yield the parts of a condition as the rules have them.

    For something that enters, the questions of how it was cast are about it; otherwise they are about the object with
    the ability.
    """
    cast = "that" if place == "enters" else "this"
    for number, there in enumerate((condition.there_is, condition.there_is_no), 1):
        if there is not None:
            name = f"there({term},{number})"
            condition_facts(facts, name, there)
            facts.add("in_zone", name, quote(there.in_zone))
            asked = f"there_is({name},{condition.so_many})"
            yield asked if number == 1 else f"no({asked})"
    for word in ("you", "opponent"):
        if (happened := getattr(condition, word)) is not None:
            yield f"happened({word},{quote(_THIS_TURN[happened])},1)"
    if condition.not_you is not None:
        yield f"no(happened(you,{quote(_THIS_TURN[condition.not_you])},1))"
    if condition.creature_died is not None:
        yield f"happened(anybody,{quote(_THIS_TURN['creature died'])},1)"
    if condition.card_types is not None:
        yield f"card_types({condition.card_types})"
    if condition.different_powers is not None:
        yield f"different_powers({condition.different_powers})"
    if condition.opponents is not None:
        yield f"opponents({condition.opponents})"
    if condition.fewer_opponents is not None:
        yield f"no(opponents({condition.fewer_opponents}))"
    for said, asked in (
        (condition.your_turn, "your_turn"),
        (condition.monstrous, "monstrous(this)"),
        (condition.renowned, "renowned(this)"),
        (condition.devoured, "has_devoured(this)"),
        (condition.entered, 'happened_to(this,"entered")'),
        (condition.kicked, f"kicked({cast})"),
        (condition.cast, f"was_cast({cast})"),
    ):
        if said is not None:
            yield asked if said else f"no({asked})"
    if condition.life_at_least is not None or condition.life_at_most is not None:
        yield from _life(condition)
    if condition.class_level is not None:
        yield f"class_level(this,{condition.class_level})"
    if condition.cast_for is not None:
        yield f"cast_for({cast},{quote(condition.cast_for)})"
    for word, zones in (("cast_from", condition.cast_from), ("not_cast_from", condition.not_cast_from)):
        if zones:
            asked = f"was_cast_from({cast},{word}({term}))"
            yield asked if word == "cast_from" else f"no({asked})"
        for zone in zones:
            facts.add("asked_zone", f"{word}({term})", quote(zone))
    if condition.mana_of is not None:
        yield f"spent_of({cast},{quote(condition.mana_of)},{condition.so_much})"
    if "counters" in condition.asked:
        kind = "any" if condition.counters is None else quote(condition.counters)
        least = condition.at_least or 0 if condition.at_least is not None or condition.at_most is not None else 1
        most = "any" if condition.at_most is None else condition.at_most
        yield f"counters_on({_WHOSE_COUNTERS.get(condition.on, condition.on)},{kind},{least},{most})"


def _life(condition: Condition) -> Iterator[str]:
    """Yield how much life a player has; of each player, that nobody has more or less than that."""
    least, most = condition.life_at_least, condition.life_at_most
    every = condition.whose_life.startswith("each ")
    whose = condition.whose_life.removeprefix("each ")
    whose = _WHOSE_COUNTERS.get(whose, whose)
    if not every:
        yield f"life_between({whose},{least or 0},{'any' if most is None else most})"
        return
    if least:
        yield f"no(life_between({whose},0,{least - 1}))"
    if most is not None:
        yield f"no(life_between({whose},{most + 1},any))"


# --- in the English of cards ------------------------------------------------------------------------------------

_NOT_ASKED = frozenset(("players", "owner"))
"""Conditions of a description that are not asked where abilities trigger."""


def of_whole(condition: Term) -> Iterator[Term]:
    """Yield the conditions that must all be true for an ability to trigger and to resolve (603.4), as the rules have
    them. Raises `UnknownToRulesError`.
    """
    condition = plain(condition) or condition
    if condition.name == "while":
        (inner,) = condition.arguments
        assert isinstance(inner, Term)
        yield from of_whole(inner)
    elif condition.name == "or":
        several = [found for one in condition.arguments if isinstance(one, Term) for found in of_whole(one)]
        if len(several) != len(condition.arguments) or any(one.name in _NEVER_CHANGES for one in several):
            raise _unknown(condition)
        yield Term("either", tuple(several))
    elif condition.name == "and":
        for one in condition.arguments:
            assert isinstance(one, Term)
            yield from of_whole(one)
    elif condition.name == "not":
        (inner,) = condition.arguments
        assert isinstance(inner, Term)
        found = list(of_whole(inner))
        if len(found) != 1 or found[0].name == "no":
            raise _unknown(condition)
        yield Term("no", (found[0],))
    else:
        yield _one(condition)


_NEVER_CHANGES = ("no", "had", "kicked", "tribute_paid", "came_from", "spent_of")
"""Conditions that are not asked in the same way as an ability triggers and as it resolves."""

_WHOSE = {
    **{Term(word): Term(word) for word in ("this", "you", "defending_player")},
    Term("attached", (THIS,)): Term("attached"),
}
"""Holders of counters that a condition can ask about."""
_TO_ITSELF = frozenset(("was dealt damage", "attacked", "blocked"))


def _unknown(condition: Term) -> UnknownToRulesError:
    return UnknownToRulesError(f"the condition {condition.name.replace('_', ' ')!r} of a triggered ability")


def _one(condition: Term) -> Term:
    match condition.name, condition.arguments:
        case (("happened" | "happened_to" | "your_turn" | "card_types" | "opponents" | "counters_on"), _):
            return condition
        case "came_from", (Term("spoken", (Term() as who,)), *zone):
            return Term("came_from", (who, *zone))
        case "was_cast_from" | "was_cast", (Term("that") as that, *said) if found := came_from(that, said):
            return found
        case "there_is", (Description() as one, int() as least):
            if (sized := _sized(condition, one, least)) is not None:
                return sized
            return Term("there_is", (_described(condition, one), least))
        case "is" | "was", (Term("this"), Description((("this_turn", str() as what),))) if what in _TO_ITSELF:
            return Term("happened_to", (THIS, what))
        case "was", (Term("this"), Term("dealt_damage")):
            return Term("happened_to", (THIS, "was dealt damage"))
        case "attacked_this_turn", (Term("this"),):
            return Term("happened_to", (THIS, "attacked"))
        case "dealt_damage_to_opponent", (Term("this"),):
            return Term("happened_to", (THIS, "dealt damage to an opponent"))
        case "attacked_or_blocked_this_turn", (Term("this"),):
            return Term("fought", (THIS,))
        case "in_zone", (Term("this" | "this_in"), "graveyard"):
            return Term("there_in", (THIS, "graveyard"))
        case "is", (Term("this"), Description() as one):
            return Term("there_is", (_described(condition, one, whose="this"), 1))
        case "is", (Term("that") as that, Description() as one):
            return Term("such", (that, _described(condition, one, whose="that")))
        case "has_counters", (Term() as who, str() as kind, int() as least) if who in _WHOSE:
            return Term("counters_on", (_WHOSE[who], kind, least, ANY))
        case "has_counters_any", (Term("this"), int() as least):
            return Term("counters_on", (THIS, ANY, least, ANY))
        case "life_between", _:
            return condition
        case "exactly_counters", (Term() as who, str() as kind, int() as number) if who in _WHOSE:
            return Term("counters_on", (_WHOSE[who], kind, number, number))
        case "at_most_counters", (Term() as who, str() as kind, int() as most) if who in _WHOSE:
            return Term("counters_on", (_WHOSE[who], kind, 0, most))
        case "no_counters", (Term("this"), str() as kind):
            return Term("no", (Term("counters_on", (THIS, kind, 1, ANY)),))
        case "had", (Term(_, inner),):
            return _had(condition, inner)
        case "has_keyword", (Term("this"), str() as keyword):
            return Term("has_keyword", (THIS, keyword))
        case "in_zone", (Term("this"), "battlefield"):
            return Term("there", (THIS,))
        case "kicked", (Term("this" | "that") as who,):
            return Term("kicked", (who,))
        case "tribute_paid", ():
            return condition
        case "is_monstrous" | "is_renowned", (Term("this"),):
            return Term(condition.name.removeprefix("is_"), (THIS,))
        case "class_level", (Term("this"), int() as level):
            return Term("class_level", (THIS, level))
        case "different_powers", (int(),):
            return condition
    return _of_casting_or_size(condition)


_STATS = ("power", "toughness")
_MEASURED = {THIS, Term("that"), Term("attached", (THIS,))}
_BETWEEN: dict[str, Callable[[int], tuple[int, Argument]]] = {
    "at_least": lambda number: (number, ANY),
    "at_most": lambda number: (-MOST, number),
    "exactly": lambda number: (number, number),
    "greater_than": lambda number: (number + 1, ANY),
    "less_than": lambda number: (-MOST, number - 1),
}
"""Comparisons with a number, as the least and the most that there may be."""
MOST = 1_000_000
"""More than any power, so that its negative is less than any."""


def _measured(condition: Term, amount: Term, least: int, most: Argument) -> Term:
    """Return the condition that the power or toughness of an object, or the total of your creatures, is in a range."""
    match amount.name, amount.arguments:
        case ("power" | "toughness") as stat, (Term() as who,) if who in _MEASURED:
            return Term("measured", (Term(stat), _WHOSE.get(who, who), least, most))
        case "total", (("power" | "toughness") as stat, Description() as those) if those == _OWN_CREATURES:
            if most == ANY:
                return Term("measured", (Term("total", (Term(stat),)), Term("you"), least, most))
    raise _unknown(condition)


def _of_casting_or_size(condition: Term) -> Term:
    """Return a condition on mana spent, on creatures devoured, or on power or toughness.

    Raises `UnknownToRulesError` for any other.
    """
    match condition.name, condition.arguments:
        case "mana_spent", (Term("this" | "that") as which, str() as color, int() as number):
            return Term("spent_of", (which, color, number))
        case "has_devoured", (Term("this"),):
            return condition
        case "exceeds", (str() as stat, Term() as one, Term() as other) if {one, other} <= _MEASURED and stat in _STATS:
            return Term("exceeds", (Term(stat), _WHOSE.get(one, one), _WHOSE.get(other, other)))
        case "amount_compared", (Term(stat, (one,)), Term("greater_than", (Term(other_stat, (other,)),))) if (
            stat == other_stat
        ):
            return _of_casting_or_size(Term("exceeds", (stat, one, other)))
        case "amount_compared", (Term() as amount, Term(how, (int() as number,))) if how in _BETWEEN:
            return _measured(condition, amount, *_BETWEEN[how](number))
    raise _unknown(condition)


_OWN_CREATURES = Description((("controller", "you"), ("types", ("creature",))))


def _sized(condition: Term, one: Description, count: int) -> Term | None:
    """Return the condition that `count` objects have some power or toughness; None if the description has neither."""
    sizes = [pair for pair in one.conditions if pair[0].startswith(("power_", "toughness_"))]
    if not sizes:
        return None
    if len(sizes) > 1 or one.either or not isinstance(number := sizes[0][1], int):
        raise _unknown(condition)
    stat, _, how = sizes[0][0].partition("_")
    if how not in _BETWEEN:
        raise _unknown(condition)
    kept = replace(one, conditions=tuple(pair for pair in one.conditions if pair not in sizes))
    return Term("sized", (_described(condition, kept), Term(stat), *_BETWEEN[how](number), count))


def _had(condition: Term, inner: tuple[Argument, ...]) -> Term:
    """How many counters something had before the event."""
    (asked,) = condition.arguments
    assert isinstance(asked, Term)
    whose = inner[0] if inner else None
    if not isinstance(whose, Term) or whose.name not in ("this", "that") or whose.arguments:
        raise _unknown(condition)
    match asked.name, inner[1:]:
        case "has_counters", (str() as kind, int() as least):
            return Term("had", (whose, kind, least))
        case "has_counters_any", (int() as least,):
            return Term("had", (whose, ANY, least))
    raise _unknown(condition)


def _described(condition: Term, one: Description, whose: str | None = None) -> Description:
    """Return a description of permanents or cards, where its conditions are known as abilities trigger."""
    said = dict(one.conditions)
    of_size = any(word.startswith(("power", "toughness")) for word in said)
    not_asked = _NOT_ASKED - ({"owner"} if one.zone in ("graveyard", "hand") else set())
    if (
        one.zone not in ("battlefield", "anywhere", "graveyard", "hand")
        or one.either
        or of_size
        or said.keys() & not_asked
    ):
        raise _unknown(condition)
    if one.zone == "anywhere" and whose is None:
        raise _unknown(condition)
    conditions = (*one.conditions, ("this", True)) if whose == "this" else one.conditions
    return Description(tuple(sorted(conditions)), "battlefield" if one.zone == "anywhere" else one.zone)
