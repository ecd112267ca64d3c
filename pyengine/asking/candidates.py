"""The candidate actions of `asp/questions/candidates.lp`: which of them are asked about, and what each tells to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import clingo

from pyengine.actions.action import Action
from pyengine.actions.action_facts import IT, aimed
from pyengine.actions.phrases import Said
from pyengine.compiler.listed_characteristics import Listed
from pyengine.english.effect_terms import Term
from pyengine.phrases.counter_kinds import kind_facts
from pyengine.position.position import Position
from pyengine.solving.asp_terms import quote

CANDIDATES = ("questions/legal.lp", "questions/candidates.lp")


@dataclass(frozen=True)
class Filters:
    """A restriction of the actions that `legal` lists: empty fields restrict nothing.

    `verbs` are those of `VERBS`; `objects` are ids; `kinds` are kinds of counters, on the board or not.
    """

    verbs: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def let(self, action: Action) -> bool:
        """True if an action has one of these verbs, objects and kinds, even if no list can contain it."""
        told = {step.said[0].name for step in action.steps()}
        verbs = {_VERB_OF.get(name, name) for name in told} | {"use" for name in told if name in _USES}
        wanted = ((self.verbs, verbs), (self.objects, action.names()), (self.kinds, action.kinds()))
        return all(not asked or found & set(asked) for asked, found in wanted)


def asked_kinds(board: Position, filters: Filters) -> list[str]:
    """Facts about the kinds of counters that candidates on a board are about."""
    return kind_facts(board.kinds() | set(filters.kinds))


def asked_facts(board: Position, filters: Filters) -> str:
    """The facts that say which candidates on a board are asked about (`asp/questions/legal.lp`)."""
    lines = [f"asked_verb({quote(verb)})." for verb in filters.verbs]
    lines += [f"asked_object({quote(name)})." for name in filters.objects]
    lines += [f"asked_kind({quote(kind)})." for kind in filters.kinds]
    lines += asked_kinds(board, filters)
    return "".join(f"{line}\n" for line in sorted(lines))


VERBS = (
    *("put", "remove", "move", "proliferate", "activate", "cast", "play", "suspend", "foretell", "plot", "turn"),
    *("attack", "block", "use"),
)
"""The verbs of `Filters`; to use is whatever a player with priority can do: to activate, cast, play a land, or
turn face up for a cost."""

_OF_NAMES = {
    **{
        "tap": "taps",
        "untap": "untaps",
        "phase_out": "phases_out",
        "phase_in": "phases_in",
    },
    **{"transform": "transforms", "destroy": "destroys", "sacrifice": "sacrifices", "enter": "enters"},
    **{"play": "plays", "play_back": "plays_back", "turn_up": "turns_face_up", "turn_down": "turns_face_down"},
    **{"turn_up_for": "turns_face_up_for", "turn_up_for_nothing": "turns_face_up_for_nothing"},
    **{"gain_control": "gains_control", "attach": "attaches"},
    **{"fight": "fights", "become_copy": "becomes_copy_of"},
    **{"attack": "attacks_whom", "block": "blocks_with"},
}
"""Phrases of the candidates that consist of ids and words alone."""

_VERB_OF = {
    **{"puts": "put", "removes": "remove", "moves": "move", "proliferates": "proliferate"},
    **{"activates": "activate", "casts": "cast", "plays": "play", "plays_back": "play", "suspends": "suspend"},
    **{
        "foretells": "foretell",
        "plots": "plot",
        "turns_face_up": "turn",
        "turns_face_up_for": "turn",
        "turns_face_down": "turn",
    },
    **{"turns_face_up_for_nothing": "turn"},
    **{"attacks_alone": "attack", "attacks_with": "attack", "attacks_whom": "attack", "blocks_with": "block"},
}
"""The verb of a phrase."""

_USES = (
    "activates",
    "casts",
    "plays",
    "plays_back",
    "suspends",
    "foretells",
    "plots",
    "turns_face_up_for",
    "turns_face_up_for_nothing",
)
_ASIDE = {"suspend": "suspends", "foretell": "foretells", "plot": "plots"}


_WARDED: Any = Listed(2, 2, ("creature",), keywords=("ward {2}",))
"""The listed values of a cloaked permanent."""
_OF_PLAYERS = ("activate", "cast_up", "cast_part", "play", "play_back", "set_aside")


def candidate(term: clingo.Symbol, targets: tuple[str, ...] | None = None) -> Said:
    """The action of a candidate term of `asp/questions/candidates.lp`; a use has these targets."""
    words = tuple(argument.string for argument in term.arguments if argument.type is clingo.SymbolType.String)
    match term.name:
        case "put":
            return (Term("puts", (*words, 1)),)
        case "remove":
            return (Term("removes", (words[0], Term("count", (1, words[1])))),)
        case "move":
            return (Term("moves", (*words[:2], Term("count", (1, words[2])))),)
        case "activate":
            return (Term("activates", (words[0], term.arguments[1].number)), *aimed(targets))
        case "cast_up":
            return (Term("casts", (words[0], Term("face_up"))), *aimed(targets))
        case "cast_part":
            part = Term("casts_part", words[1:2])
            return (Term("casts", (words[0], Term("face_up"))), part, *aimed(targets))
        case "cast":
            return (Term("casts", (words[0], Term("face_down"))), Term("by_procedure", words[1:]))
        case "double":
            return (Term("doubles", (words[0], Term("all", words[1:]))),)
        case "enter_face_down":
            return (Term("enters", words), Term("enters_face_down", (IT,)))
        case "deal_damage":
            return (Term("deals_damage", (*words, 1)),)
        case "turn_down_with_ward":
            return (Term("turns_face_down", words), Term("lists_values", (_WARDED,)))
        case "exile":
            return (Term("exiles", words),)
        case "set_aside":
            return (Term(_ASIDE[words[1]], words[:1]),)
        case "check":
            return (Term("checks_only"),)
        case name if name in _OF_NAMES:
            ids = words[:1] if name in _OF_PLAYERS else words
            return (Term(_OF_NAMES[name], ids),)
        case _:
            return (Term("proliferates"),)


def performer(term: clingo.Symbol) -> str | None:
    """The player who does a candidate, if its term says so: for a use, the one who has the ability or card."""
    return term.arguments[-1].string if term.name in _OF_PLAYERS else None
