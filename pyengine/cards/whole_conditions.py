"""The condition of a whole triggered ability, between its event and what it does: as the rules have it (603.4).

What each term means is said in `asp/603_4_intervening_if.lp`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyengine.cards.happened import happened
from pyengine.cards.known_effects import UnknownToRulesError
from pyengine.text.terms import Argument, Description, Term

THIS = Term("this")
CREATURE = Description((("types", ("creature",)),))


_NOT_YET = frozenset(("has", "without", "abilities", "players", "owner"))
"""Conditions of a description that are not known yet where abilities trigger."""


def whole_conditions(condition: Term) -> Iterator[Term]:
    """What must hold, all of it, for an ability to trigger and to do something. Raises `UnknownToRulesError`."""
    if condition.name == "and":
        for one in condition.arguments:
            assert isinstance(one, Term)
            yield from whole_conditions(one)
    elif condition.name == "not":
        (inner,) = condition.arguments
        assert isinstance(inner, Term)
        found = list(whole_conditions(inner))
        if len(found) != 1 or found[0].name == "no":
            raise _unknown(condition)
        yield Term("no", (found[0],))
    else:
        yield _one(condition)


_TO_ITSELF = frozenset(("was dealt damage", "attacked", "blocked"))


def _unknown(condition: Term) -> UnknownToRulesError:
    return UnknownToRulesError(f"the condition {condition.name.replace('_', ' ')!r} of a triggered ability")


def _one(condition: Term) -> Term:
    match condition.name, condition.arguments:
        case "there_is", (Description() as one, int() as least):
            return Term("there_is", (_described(condition, one), least))
        case "is" | "was", (Term("this"), Description((("this_turn", str() as what),))) if what in _TO_ITSELF:
            return Term("happened_to_it", (what,))
        case "was", (Term("this"), Term("dealt_damage")):
            return Term("happened_to_it", ("was dealt damage",))
        case "dealt_damage_to_opponent", (Term("this"),):
            return Term("happened_to_it", ("dealt damage to an opponent",))
        case "attacked_or_blocked_this_turn", (Term("this"),):
            return Term("fought")
        case "has_counters", (Term("defending_player"), str() as kind, int() as least):
            return Term("defender_has", (kind, least))
        case "kicked", (Term("that"),):
            return Term("kicked_spell")
        case "in_zone", (Term("this" | "this_in"), "graveyard"):
            return Term("there_in", ("graveyard",))
        case "is", (Term("this"), Description() as one):
            return Term("there_is", (_described(condition, one, this=True), 1))
        case "has_counters", (Term("this" | "you") as whose, str() as kind, int() as least):
            return Term("has_counters", (whose, kind, least))
        case "has_counters_any", (Term("this"), int() as least):
            return Term("has_counters", (THIS, Term("any"), least))
        case "no_counters", (Term("this") as whose, str() as kind):
            return Term("no", (Term("has_counters", (whose, kind, 1)),))
        case "had", (Term(_, inner),):
            return _had(condition, inner)
        case "has_keyword", (Term("this"), str() as keyword):
            return Term("has_keyword", (keyword,))
        case "in_zone", (Term("this"), "battlefield"):
            return Term("there")
        case "kicked", (Term("this"),):
            return Term("kicked")
        case "turn_of", (Term("you"),):
            return Term("your_turn")
        case "tribute_paid", ():
            return condition
        case "is_monstrous" | "is_renowned", (Term("this"),):
            return Term(condition.name.removeprefix("is_"))
        case "different_powers", (int(),):
            return condition
        case "entered_this_turn", (Term("this"),):
            return Term("entered")
        case "this_turn", (Term() as what,) if (found := happened(what)) is not None:
            return found
    raise _unknown(condition)


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
            return Term("had", (whose, Term("any"), least))
    raise _unknown(condition)


def _described(condition: Term, one: Description, this: bool = False) -> Description:
    """What a description says of permanents, where that is known as abilities trigger."""
    said = dict(one.conditions)
    of_size = any(word.startswith(("power", "toughness")) for word in said)
    not_yet = _NOT_YET - ({"owner"} if one.zone == "graveyard" else set())
    if one.zone not in ("battlefield", "anywhere", "graveyard") or one.either or of_size or said.keys() & not_yet:
        raise _unknown(condition)
    if one.zone == "anywhere" and not this:
        raise _unknown(condition)
    conditions = (*one.conditions, ("this", True)) if this else one.conditions
    return Description(tuple(sorted(conditions)), "battlefield" if one.zone == "anywhere" else one.zone)
