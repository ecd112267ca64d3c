"""Effects that make copies: in what a token or the copy of a spell differs, and what it is put onto the stack with."""

from __future__ import annotations

import itertools
from dataclasses import replace

from pyengine.compiler.clause_numbers import places_of, renumbered
from pyengine.english.effect_terms import Argument, Clause, Effects, Granted, Term

NONE = Term("none")


class UnknownExceptionError(ValueError):
    """In what a copy differs that the rules do not know."""


_ALSO = ("types", "subtypes")


def exceptions(said: tuple[Argument, ...]) -> Term:
    """In what a copy differs (707.9), as one term; `none` if in nothing. Raises `UnknownExceptionError`."""
    if not said:
        return NONE
    words: dict[str, list[str]] = {
        name: [] for name in (*_ALSO, "keywords", "not_supertypes", "colors", "without_mana_cost", "itself")
    }
    power: Argument = NONE
    toughness: Argument = NONE
    ability: Argument = NONE
    for one in said:
        match one:
            case Term("except_also", (Term("kind", kinds),)):
                for kind in kinds:
                    if not isinstance(kind, Term) or kind.name not in _ALSO:
                        raise UnknownExceptionError("a copy with such exceptions")
                    words[kind.name] += map(str, kind.arguments)
            case Term("except_keywords", keywords) if all(isinstance(keyword, str) for keyword in keywords):
                words["keywords"] += map(str, keywords)
            case Term("except_ability", (Granted() as given,)) if ability == NONE:
                ability = given.text
            case Term("except_ability", (str() as keyword,)):
                words["keywords"].append(keyword)
            case Term("except_power_toughness", (int() as first, int() as second)):
                power, toughness = first, second
            case Term("except_color", (str() as color,)):
                words["colors"].append(color)
            case Term("not_legendary"):
                words["not_supertypes"].append("legendary")
            case Term("except_this_ability"):
                words["itself"].append("yes")
            case Term("except_no_mana_cost"):
                words["without_mana_cost"].append("yes")
            case _:
                raise UnknownExceptionError("a copy with such exceptions")
    return Term("but", (*map(tuple, words.values()), power, toughness, ability))


def with_new_targets(effects: Effects) -> Effects:
    """Join "you may choose new targets for the copy" with the copying of the spell.

    The copy is put onto the stack with the targets that have been chosen (707.10c).
    """
    clauses = effects.clauses
    asked = [
        number
        for number, (clause, after) in enumerate(itertools.pairwise(clauses))
        if clause.does.name == "copy_spell" and _lets_choose(after)
    ]
    if not asked:
        return effects
    places = places_of(effects, lambda clause: -int(_lets_choose(clause)))
    found: list[Clause] = []
    for number, clause in enumerate(clauses):
        if number in asked:
            clause = replace(clause, does=Term("copy_spell", (*clause.does.arguments, Term("new_targets"))))
        if number - 1 not in asked:
            found.append(renumbered(clause, places))
    return replace(effects, clauses=tuple(found))


def with_choices_apart(effects: Effects) -> Effects:
    """The effects as a text says them: that new targets may be chosen is a clause of its own."""
    if not any(_chooses_anew(clause) for clause in effects.clauses):
        return effects
    places = places_of(effects, lambda clause: int(_chooses_anew(clause)))
    found: list[Clause] = []
    for clause in effects.clauses:
        told = renumbered(clause, places)
        if not _chooses_anew(clause):
            found.append(told)
            continue
        said = tuple(one for one in told.does.arguments if one != Term("new_targets"))
        may = Clause(Term("new_targets"), by=clause.by, optional=True)
        found += [replace(told, does=Term("copy_spell", said)), may]
    return replace(effects, clauses=tuple(found))


def _chooses_anew(clause: Clause) -> bool:
    return clause.does.name == "copy_spell" and Term("new_targets") in clause.does.arguments


def _lets_choose(clause: Clause) -> bool:
    """Return whether it only says that new targets may be chosen."""
    return clause == Clause(Term("new_targets"), by=clause.by, optional=True)


def copied_spell(said: tuple[Argument, ...]) -> Term:
    """The copying of a spell: which, in what the copy differs, whether new targets may be chosen, and how often."""
    spell, *options = said
    anew = Term("new_targets") in options
    times = [one.arguments[0] for one in options if isinstance(one, Term) and one.name == "done_times"]
    others = tuple(one for one in options if not isinstance(one, Term) or one.name not in ("new_targets", "done_times"))
    return Term("copy_spell", (spell, exceptions(others), Term("new" if anew else "same"), *times))
