"""The passes that turn an effect, as it is read, into the terms that the rules know: one list, in its order.

Each pass finds one way of saying something and says it by terms that the rules carry out. After its turn it finds
nothing more, nor does it after any later pass (`tests/test_effects.py` has every effect of the library prove that).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, reduce
from typing import Any

from pyengine.compiler.clause_numbers import speaks_of, this_way, ways_of
from pyengine.compiler.copy_exceptions import with_new_targets
from pyengine.compiler.delayed_abilities import TooEntangledError, set_up, until_it_leaves
from pyengine.compiler.keyword_actions import in_clauses
from pyengine.compiler.lowering import REMEMBERED
from pyengine.english.effect_terms import Argument, Clause, Description, Effects, Term
from pyengine.english.grammar_builders import changed
from pyengine.english.writing import described


class UnknownToRulesError(ValueError):
    """An effect says something that the rules do not know."""


def _all_destroyed(effects: Effects, told: Argument) -> Term | None:
    """Return the objects of "each creature destroyed this way", if all destroyed objects fit its description; else
    None.
    """
    if not isinstance(told, Description):
        return None
    among = dict(told.conditions).get("from_among")
    if not isinstance(among, Term) or among.name != "done" or not isinstance(among.arguments[0], int):
        return None
    asked = {pair for pair in told.conditions if pair[0] != "from_among"}
    match effects.clauses[among.arguments[0] - 1].does:
        case Term("destroy", (Term("each", (Description() as such,)), *_)):
            return among if all(asked <= {*one.conditions} for one in (such, *such.either)) else None
    return None


def destroyed_this_way(effects: Effects) -> Effects:
    """Turn "each creature destroyed this way" into the number, or the objects, that a clause affected."""

    def change(one: Any) -> Any:
        match one:
            case Effects() if one is not effects:  # of a mode, or of what is done later: they count their own clauses
                return destroyed_this_way(one)
            case Term("count", (told,)) if (among := _all_destroyed(effects, told)) is not None:
                return Term("so_many", among.arguments)
            case Term("controller", (Term("each", (told,)),)) if (among := _all_destroyed(effects, told)) is not None:
                return Term("controller", (among,))
        return None

    found: Effects = changed(effects, change)
    return found


def exiled_if_it_would_die(effects: Effects) -> Effects:
    """Turn "if that creature would die this turn, exile it instead" into an effect on the creature (614.1a)."""

    def told(clause: Clause) -> Clause:
        match clause:
            case Clause(does=Term("exile", (Term() as what,)), only_if=Term("would_die")) if clause.until is None:
                does = Term("exile_if_dies", (what,))
                return replace(clause, does=does, only_if=None, until="end of turn", instead_of=())
        return clause

    clauses = tuple(map(told, effects.clauses))
    return effects if clauses == effects.clauses else replace(effects, clauses=clauses)


_ANY_NUMBER = {Term("any_number", (0,)): "any_number", Term("any_number", (1,)): "one_or_more"}


def paid_in_any_number(effects: Effects) -> Effects:
    """Turn "you may pay any amount of {E}" into counters that are removed from the player (107.14)."""

    def told(clause: Clause) -> Clause:
        match clause.does:
            case Term("pay_counters", (Term() as many, str() as kind)) if many in _ANY_NUMBER and clause.by == _YOU:
                return replace(clause, does=Term("remove", (Term(_ANY_NUMBER[many], (kind,)), _YOU)))
        return clause

    clauses = tuple(map(told, effects.clauses))
    return effects if clauses == effects.clauses else replace(effects, clauses=clauses)


_YOU = Term("you")

_LEAVES = {"cast": "cast", "play": "play", "cast_free": "cast free", "play_free": "play free"}
"""Verbs of what a player may do for a while, and what their leave is called."""
_EXILED = "it remains exiled"
_LEAVE_LASTS = (_EXILED, "end of turn", "your next turn", "end of your next turn")
"""For how long such a leave may last."""
_CREATURE_CARD = Description((("types", ("creature",)),), "anywhere")


def while_exiled(effects: Effects) -> Effects:
    """Turn "you may look at and play that card for as long as it remains exiled" into a permission that begins.

    Such a leave lasts as long as the card stays where it is, as do all effects on it (400.7).
    """
    clauses = list(effects.clauses)
    for place, clause in enumerate(clauses):
        if clause.until not in _LEAVE_LASTS or clause.unless or clause.later is not None or clause.instead_of:
            continue
        what = clause.does.arguments[0] if clause.does.arguments else None
        leave = _LEAVES.get(clause.does.name)
        if clause.does.name == "look_at_card" and isinstance(what, Term) and clause.until == _EXILED:
            does = Term("let_look", (what,))
        elif leave is not None and isinstance(what, Term):
            with_any = place + 1 < len(clauses) and _spends_as_any(clauses[place + 1])
            does = Term("let_play", (what, leave + " with any mana" if with_any else leave))
            if leave == "cast" and clause.only_if == Term("is", (what, _CREATURE_CARD)):
                # Face down in exile it is nothing (406.3a): what it is will be asked as it is cast.
                does, clause = Term("let_play", (what, "cast creature")), replace(clause, only_if=None)
        else:
            continue
        after_look = clause.if_done is not None and clauses[clause.if_done - 1].does.name == "let_look"
        until = None if clause.until == _EXILED else clause.until
        clauses[place] = replace(
            clause, does=does, until=until, optional=False, if_done=None if after_look else clause.if_done
        )
    if len(clauses) > 1 and _spends_as_any(clauses[-1]) and clauses[-2].does.name == "let_play":
        clauses.pop()
    return replace(effects, clauses=tuple(clauses)) if tuple(clauses) != effects.clauses else effects


def _spends_as_any(clause: Clause) -> bool:
    """Return whether a clause lets mana be spent as though it were of any type to cast something this way."""
    plain = clause.only_if in (None, Term("cast_this_way")) and clause.until is None and clause.if_done is None
    return plain and clause.does == Term("spend_as_any")


def in_exile(effects: Effects) -> Effects:
    """Look in exile for the cards that something exiled (607.2a)."""

    def change(one: object) -> Description | None:
        if not isinstance(one, Description) or one.zone != "anywhere" or "exiled_with" not in dict(one.conditions):
            return None
        return replace(one, zone="exile")

    told: Effects = changed(effects, change)
    return told


_EACH_PLAYER = Term("each", (Description((("players", "each"),), "players"),))
_THEIRS = ("owner", Term("they"))
_ALL_AT_ONCE = {
    "return_to_hand": "return_to_hand",
    "exile": "exile",
    "enter": "enter",
    "gain_control": "owners_gain_control",
}
"""Verbs of what each player does with all that they own, and how it is said of all of these together."""


def with_all_they_own(effects: Effects) -> Effects:
    """Turn what each player does with all that they own into one action with all of it.

    Where another clause asks what it was done to, it stays as it is: each player asks that of their own.
    """

    def told(number: int, clause: Clause) -> Clause:
        if clause.by != _EACH_PLAYER or clause.optional or clause.unless or clause.until is not None:
            return clause
        if any(speaks_of(other, number) for other in effects.clauses):
            return clause
        match clause.does:
            case Term(verb, (Term("each", (Description(either=()) as one,)), *ways)):
                if verb not in _ALL_AT_ONCE or _THEIRS not in one.conditions:
                    return clause
                such = replace(one, conditions=tuple(condition for condition in one.conditions if condition != _THEIRS))
                under = [Term("under", (Term("owner"),))] if verb == "enter" else []
                if under and any(isinstance(way, Term) and way.name == "under" for way in ways):
                    return clause
                does = Term(_ALL_AT_ONCE[verb], (Term("each", (such,)), *under, *ways))
                return replace(clause, does=does, by=_YOU)
        return clause

    clauses = tuple(told(number, clause) for number, clause in enumerate(effects.clauses, 1))
    return effects if clauses == effects.clauses else replace(effects, clauses=clauses)


_DECLARED = {
    "cant_prevent_damage": "Damage can't be prevented.",
    "look_any_time": "You may look at {} any time.",
    "prevent_all_by": "Prevent all damage that would be dealt by {}.",
    "prevent_all_combat_by": "Prevent all combat damage that would be dealt by {}.",
}
"""Words of the static ability that holds for a while, by the verb."""


def declared_for_a_while(effects: Effects) -> Effects:
    """The effects with what holds for a while, whatever comes later, in the words of a static ability (611.2c).

    Where it is said of objects that were chosen or mentioned, it is an ability of these.
    """

    def told(clause: Clause) -> Clause:
        if clause.does.name not in _DECLARED or clause.until != "end of turn":
            return clause
        words, said = _DECLARED[clause.does.name], clause.does.arguments
        match said:
            case ():
                return replace(clause, does=Term("declare", (words,)))
            case (Term("each", (Description(zone="battlefield") as one,)),) if _speaks_of_you(one):
                such = described(one, several=True)
                if such is not None:
                    may = clause.optional and clause.does.name != "look_any_time"
                    return replace(clause, does=Term("declare", (words.format(such),)), optional=may)
            case (Term("target" | "done" | "this" | "that") as of,) if clause.does.name != "look_any_time":
                return replace(clause, does=Term("restrict", (words.format("this permanent"), of)))
        raise UnknownToRulesError("what holds for a while of such objects")

    clauses = tuple(map(told, effects.clauses))
    return effects if clauses == effects.clauses else replace(effects, clauses=clauses)


def _speaks_of_you(of: Description) -> bool:
    """Return whether a description means the same if an effect of the same player says it."""
    relative = {"other", "chosen", "exiled_with"} & {name for name, _ in of.conditions}
    plain = not relative and not any(isinstance(one, Term) for _, one in of.conditions)
    return plain and all(map(_speaks_of_you, of.either))


Pass = Callable[[Effects], Effects]

OF_TERMS: tuple[Pass, ...] = (
    exiled_if_it_would_die,
    paid_in_any_number,
    destroyed_this_way,
    with_all_they_own,
    with_new_targets,
    while_exiled,
    declared_for_a_while,
)
"""The passes that say clauses in other terms. None adds a clause; `with_new_targets` and `while_exiled` join two."""

OF_CLAUSES: tuple[Pass, ...] = (
    in_exile,
    this_way,
    in_clauses,
    until_it_leaves,
    set_up,
)
"""The passes that make several clauses of one, and number them anew. `this_way` comes before: it names clauses by the
numbers that they have in the text. `set_up` comes last: what it puts off, the others have gone through."""


@lru_cache(maxsize=REMEMBERED)
def known(effects: Effects) -> Effects:
    """The effects as the rules know them, after all passes. Raises `UnknownToRulesError`."""
    told = _after(OF_TERMS, effects)
    try:
        found = _after(OF_CLAUSES, told)
    except TooEntangledError as error:
        raise UnknownToRulesError(str(error)) from None
    numbered = any(clause.instead_of for clause in told.clauses)
    if numbered and (
        len(found.clauses) != len(told.clauses) or any(clause.unless or ways_of(clause) for clause in told.clauses)
    ):
        raise UnknownToRulesError("'instead' beside what is paid or happens later")
    return found


def _after(passes: tuple[Pass, ...], effects: Effects) -> Effects:
    return reduce(lambda found, one: one(found), passes, effects)
