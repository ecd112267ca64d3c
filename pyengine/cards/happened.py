"""What happened to players this turn, from what a text says to what the rules keep (`asp/this_turn.lp`)."""

from __future__ import annotations

from dataclasses import replace

from pyengine.text.building import changed
from pyengine.text.terms import Argument, Clause, Description, Term, parts

CREATURE = Description((("types", ("creature",)),))
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
    Term("put_counter", (Term("you"), CREATURE)): (Term("you"), "creatures_got_counters"),
}
"""Whom it happened to, and what, at least once."""
_COUNTED = {
    ("gained_life", Term("you")): (Term("you"), "life_gained"),
    ("was_dealt_damage", Term("any_opponent")): (Term("opponent"), "damage"),
    ("drew", Term("you")): (Term("you"), "cards_drawn"),
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
    """Whether an amount is how many creatures died this turn."""
    return amount == Term("count", (_DIED,))


def of_this_turn(clause: Clause) -> Clause:
    """A clause with what it asks of this turn as the rules know it."""
    if not any(isinstance(one, Term) and one.name == "this_turn" for one in parts(clause.only_if)) and not any(
        died_this_turn(one) for one in parts(clause.does) if isinstance(one, Term)
    ):
        return clause

    def change(one: object) -> Term | None:
        if isinstance(one, Term) and one.name == "this_turn" and isinstance(one.arguments[0], Term):
            return happened(one.arguments[0])
        return Term("died_this_turn") if isinstance(one, Term) and died_this_turn(one) else None

    return replace(clause, does=changed(clause.does, change), only_if=changed(clause.only_if, change))
