"""Conditions of effects as the rules have them: of what happened this turn, and of what the effect refers to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pyengine.english.effect_terms import Argument, Clause, Description, Term, parts
from pyengine.english.grammar_builders import changed

CREATURE = Description((("types", ("creature",)),))
_SO_FAR = {"drawn_this_turn": "cards_drawn", "cast_this_turn": "spells_cast", "life_gained_this_turn": "life_gained"}
"""Amounts: what a player did so far this turn."""
_DIED = Description((("this_turn", "died"), ("types", ("creature",))))

_KEPT = {
    Term("attacked_with", (Term("you"), CREATURE)): (Term("you"), "attacks"),
    Term("left", (Term("you"),)): (Term("you"), "permanents_left"),
    Term("attacked", (Term("you"),)): (Term("you"), "attacks"),
    Term("attacked", (Term("any", (CREATURE,)), 1)): (Term("anybody"), "attacks"),
    Term("gained_life", (Term("you"),)): (Term("you"), "life_gained"),
    Term("lost_life", (Term("you"),)): (Term("you"), "life_lost"),
    Term("lost_life", (Term("any_opponent"),)): (Term("opponent"), "life_lost"),
    Term("was_dealt_damage", (Term("any_opponent"),)): (Term("opponent"), "damage"),
    Term("died", (Term("any", (CREATURE,)), 1)): (Term("anybody"), "creatures_died"),
    Term("died_under_your_control", (Term("any", (CREATURE,)),)): (Term("you"), "creatures_died"),
    Term("descended", (Term("you"),)): (Term("you"), "descended"),
    Term("turned_up", (Term("you"),)): (Term("you"), "turned_face_up"),
    Term("turned_up", (Term("any_player"),)): (Term("anybody"), "turned_face_up"),
    Term("put_counter", (Term("you"), CREATURE)): (Term("you"), "creatures_got_counters"),
}
"""Whom it happened to, and what, at least once."""
_COUNTED = {
    ("gained_life", Term("you")): (Term("you"), "life_gained"),
    ("was_dealt_damage", Term("any_opponent")): (Term("opponent"), "damage"),
    ("drew", Term("you")): (Term("you"), "cards_drawn"),
    ("cast_many", Term("you")): (Term("you"), "spells_cast"),
    ("attacked_with", Term("you")): (Term("you"), "attacks"),
}
"""The same, at least as often or as much as a number says."""


def happened(what: Term) -> Term | None:
    """`happened(Who,What,Least)`, as the rules have it; None for what they do not keep."""
    if what in _KEPT:
        return Term("happened", (*_KEPT[what], 1))
    match what.name, what.arguments:
        case name, (Term() as who, int() as least) if (name, who) in _COUNTED:
            return Term("happened", (*_COUNTED[name, who], least))
    return None


def died_this_turn(amount: Argument) -> bool:
    """Return whether an amount is the number of creatures that died this turn."""
    return amount == Term("count", (_DIED,))


ANY = Term("any")
_IN_HAND = Description((("owner", "you"),), "hand")
_WHOSE = {"any_opponent": Term("opponent"), "any_player": Term("anybody")}


def plain(condition: Term) -> Term | None:
    """A condition as the rules have it (`asp/engine/conditions.lp`), if it is of this sort."""
    match condition.name, condition.arguments:
        case "this_turn", (Term() as what,):
            return happened(what)
        case "was_cast_from" | "was_cast" | "was_cast_by", (Term("this") as this, *said):
            return came_from(Term("spoken", (this,)), said)
        case "turn_of", (Term("you"),):
            return Term("your_turn")
        case "card_types_in_graveyard", (int() as least,):
            return Term("card_types", (least,))
        case "opponents_at_least", (int() as least,):
            return Term("opponents", (least,))
        case "entered_this_turn", (Term("this") as this,):
            return Term("happened_to", (this, "entered"))
        case "life_at_least", (Term() as who, int() as least) if who.name in _WHOSE or who.name == "you":
            return Term("life_between", (_WHOSE.get(who.name, who), least, ANY))
        case "life_at_most", (Term() as who, int() as most) if who.name in _WHOSE or who.name == "you":
            return Term("life_between", (_WHOSE.get(who.name, who), 0, most))
        case "has_counters", (Term() as who, str() as kind, int() as least) if who.name in _WHOSE:
            return Term("counters_on", (_WHOSE[who.name], kind, least, ANY))
        case "cards_in_hand_at_least", (Term("you"), int() as least):
            return Term("there_is", (_IN_HAND, least))
        case "cards_in_hand_at_most", (Term("you"), int() as most):
            return Term("not", (Term("there_is", (_IN_HAND, most + 1)),))
    return None


_ORIGINS: Mapping[Argument, str] = {
    **{zone: zone for zone in ("hand", "graveyard", "exile")},
    "anywhere other than hand": "elsewhere",
    Term("you"): "anywhere",
}
"""Where something was cast from: the words of a text, or who cast it, and the word of the rules."""


def came_from(which: Term, said: Sequence[Argument]) -> Term | None:
    """Return the condition that something was cast, and from where if that is said; None for what is not kept."""
    origin = _ORIGINS.get(said[0]) if said else "anywhere"
    return None if origin is None else Term("came_from", (which, origin))


def _spoken(condition: Term) -> Term | None:
    """A condition on what an effect refers to as the rules have it, if it is one that anything may ask of its own."""
    match condition.name, condition.arguments:
        case "has_counters", (Term() as who, str() as kind, int() as least):
            return Term("counters_on", (Term("spoken", (who,)), kind, least, ANY))
        case "no_counters", (Term() as who, str() as kind):
            return Term("counters_on", (Term("spoken", (who,)), kind, 0, 0))
        case "exactly_counters", (Term() as who, str() as kind, int() as number):
            return Term("counters_on", (Term("spoken", (who,)), kind, number, number))
        case "at_most_counters", (Term() as who, str() as kind, int() as most):
            return Term("counters_on", (Term("spoken", (who,)), kind, 0, most))
        case "mana_spent", (Term() as who, str() as color, int() as number):
            return Term("spent_of", (Term("spoken", (who,)), color, number))
        case "foretold", (Term() as who,):  # 702.143d
            return Term("cast_for", (Term("spoken", (who,)), "foretell"))
        case "has_keyword", (Term() as who, "suspend") if who.name != "spoken":  # asked of a card where it lies
            return Term("has_keyword", (Term("spoken", (who,)), "suspend"))
        case "kicked" | "is_renowned" | "is_monstrous", (Term() as who,) if who.name != "spoken":
            return Term(condition.name.removeprefix("is_"), (Term("spoken", (who,)),))
    return None


def with_plain_conditions(clause: Clause) -> Clause:
    """A clause with what it asks of this sort, of what it refers to and of this turn, as the rules know it."""

    def change(one: object) -> Term | None:
        if not isinstance(one, Term):
            return None
        if one.name in _SO_FAR:
            return Term("so_far", (Term("you"), _SO_FAR[one.name]))
        return Term("died_this_turn") if died_this_turn(one) else plain(one) or _spoken(one)

    if not any(change(one) is not None for one in (*parts(clause.only_if), *parts(clause.does))):
        return clause
    return replace(clause, does=changed(clause.does, change), only_if=changed(clause.only_if, change))
