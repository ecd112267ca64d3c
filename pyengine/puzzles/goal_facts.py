"""Goals as facts for `asp/questions/wanted.lp`, which asks for them on the last board."""

from __future__ import annotations

from collections.abc import Iterator

from pyengine.errors import InputError
from pyengine.puzzles.goals import All, Comparison, Either, Goal, Not, Quantity, State
from pyengine.solving.asp_terms import quote

_STATES = {"face up": "face_up", "face down": "face_down", "tapped": "tapped", "untapped": "untapped", "lost": "lost"}
_THIS_TURN = {"damage dealt to": "damage", "life lost by": "life_lost"}


def goal_facts(goal: Goal) -> str:
    """The facts, one a line. Raises `InputError` for what was so on the way."""
    numbers = iter(range(1_000_000))
    lines = ["wanted_goal(0).", *_facts(goal, next(numbers), True, numbers)]
    return "\n".join(lines) + "\n"


def _facts(goal: Goal, number: int, wanted: bool, numbers: Iterator[int]) -> Iterator[str]:
    """The facts of a goal, or of its not being so; a negation is passed on to what is in it."""
    match goal:
        case Not():
            yield from _facts(goal.goal, number, not wanted, numbers)
        case All() | Either():
            yield f"{'all_of' if isinstance(goal, All) == wanted else 'either_of'}({number})."
            for one in goal.goals:
                inner = next(numbers)
                yield f"inner_goal({number},{inner})."
                yield from _facts(one, inner, wanted, numbers)
        case Comparison():
            yield f"{'said' if wanted else 'denied'}({number},{number})."
            yield f"compared({number},{quote(goal.operator)},{goal.number})."
            for place, (quantity, times) in enumerate(goal.terms):
                yield f"term({number},{place},{_term(quantity)},{times})."
        case State():
            yield f"{'said' if wanted else 'denied'}({number},{number})."
            what = _STATES.get(goal.what) or f"in({quote(goal.what)})"
            yield f"shows({number},{quote(goal.name)},{what})."
        case _:
            raise InputError("expected what is so on the last board, and nothing of the way there")


def _term(quantity: Quantity) -> str:
    words = [quote(quantity.holder)]
    if quantity.what in _THIS_TURN:
        return f"this_turn({words[0]},{quote(_THIS_TURN[quantity.what])})"
    if quantity.detail:
        words.append(quote(quantity.detail.strip("{}") if quantity.what == "mana" else quantity.detail))
    return f"{quantity.what}({','.join(words)})"
