"""The candidate actions of `asp/questions/candidates.lp`: which of them are asked about, and what each tells to do."""

from __future__ import annotations

from dataclasses import dataclass

import clingo

from pyengine.actions.action import Action
from pyengine.actions.counter_instructions import Double, Move, Proliferate, Put, Remove, Selection
from pyengine.actions.face_down_instructions import TurnDown, TurnUp, TurnUpFor
from pyengine.actions.instructions import (
    Activate,
    Attach,
    Attack,
    AttackAlone,
    Block,
    Cast,
    CheckStateBasedActions,
    Destroy,
    Enter,
    Foretell,
    GainControl,
    Instruction,
    OneObject,
    PhaseIn,
    PhaseOut,
    Play,
    PlayBack,
    Plot,
    PutInto,
    Sacrifice,
    Suspend,
    Tap,
    Transform,
    Untap,
)

CANDIDATES = ("questions/legal.lp", "questions/candidates.lp")


@dataclass(frozen=True)
class Filters:
    """Which actions `legal` lists: empty fields mean no restriction.

    `verbs` are those of `VERBS`; `objects` are ids; `kinds` are kinds of counters, on the board or not.
    """

    verbs: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def let(self, action: Action) -> bool:
        """Whether an action, of those that can be listed or not, is of these verbs, objects and kinds."""
        kinds = [type(part) for step in action.steps() for part in step.parts]
        verbs = {_VERB_OF.get(kind, kind.__name__.lower()) for kind in kinds}
        verbs |= {"use" for kind in kinds if kind in _USES}
        wanted = ((self.verbs, verbs), (self.objects, action.names()), (self.kinds, action.kinds()))
        return all(not asked or found & set(asked) for asked, found in wanted)


VERBS = (
    *("put", "remove", "move", "proliferate", "activate", "cast", "play", "suspend", "foretell", "plot", "turn"),
    *("attack", "block", "use"),
)
"""The verbs of `Filters`; to use is whatever a player with priority can do: to activate, cast, play a land, or
turn face up for a cost."""

_OF_ONE: dict[str, type[OneObject] | type[Enter]] = {
    "tap": Tap,
    "untap": Untap,
    "phase_out": PhaseOut,
    "phase_in": PhaseIn,
    "transform": Transform,
    "destroy": Destroy,
    "sacrifice": Sacrifice,
    "enter": Enter,
    "play": Play,
    "play_back": PlayBack,
}
"""Candidates that name one object and nothing more."""

_VERB_OF: dict[type[Instruction], str] = {TurnUp: "turn", TurnUpFor: "turn", TurnDown: "turn", AttackAlone: "attack"}
_USES = (Activate, Cast, Play, PlayBack, Suspend, Foretell, Plot, TurnUpFor)
_ASIDE: dict[str, type[OneObject]] = {"suspend": Suspend, "foretell": Foretell, "plot": Plot}


_OF_PLAYERS = ("activate", "cast_up", "play", "play_back", "set_aside")


def candidate(term: clingo.Symbol, targets: tuple[str, ...] | None = None) -> Instruction:
    """What a candidate term of `asp/questions/candidates.lp` tells to do; of a use, with these targets."""
    words = [argument.string for argument in term.arguments if argument.type is clingo.SymbolType.String]
    match term.name:
        case "put":
            return Put(words[0], words[1], 1)
        case "remove":
            return Remove(words[0], Selection.count(1, words[1]))
        case "move":
            return Move(words[0], words[1], Selection.count(1, words[2]))
        case "activate":
            return Activate(words[0], term.arguments[1].number, targets)
        case "cast_up":
            return Cast(words[0], targets=targets)
        case "cast":
            return Cast(words[0], True, procedure=words[1])  # type: ignore[arg-type]
        case "turn_up_for":
            return TurnUpFor(words[0], words[1])  # type: ignore[arg-type]
        case "turn_up":
            return TurnUp(words[0])
        case "turn_down":
            return TurnDown(words[0])
        case "double":
            return Double(words[0], Selection("all", words[1]))
        case "exile":
            return PutInto(words[0], "exile")
        case "gain_control":
            return GainControl(words[0], words[1])
        case "attach":
            return Attach(words[0], words[1])
        case "set_aside":
            return _ASIDE[words[1]](words[0])
        case "check":
            return CheckStateBasedActions()
        case name if name in _OF_ONE:
            return _OF_ONE[name](words[0])
        case "attack":
            return Attack(words[0], words[1])
        case "block":
            return Block(words[0], words[1])
        case _:
            return Proliferate(None)


def performer(term: clingo.Symbol) -> str | None:
    """Who does a candidate, if its term says so: of a use, who has the ability or card."""
    return term.arguments[-1].string if term.name in _OF_PLAYERS else None
