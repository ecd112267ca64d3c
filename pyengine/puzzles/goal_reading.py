"""Goals from their words. The grammar is `goal.lark`."""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyengine.cards.kinds import checked_kind
from pyengine.cards.well_formed import shown
from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.fields import MAX_COUNT, MINUS
from pyengine.files.quoting import quoted
from pyengine.puzzles.goals import All, Comparison, Either, Goal, Not, Once, Quantity, State

if TYPE_CHECKING:
    from lark import Lark, Token

MAX_TEXT = 2000
"""Longest goal, in characters."""

_OPERATORS = {
    "is at least": ">=",
    "is at most": "<=",
    "is more than": ">",
    "is less than": "<",
    "is not": "!=",
    "is": "=",
}

_FIRST_WORDS = ("counters", "power", "toughness", "life", "damage", "mana", "cards", "at", "never", "not")
_EXPECTED = (
    "such as '+1/+1 counters on bear >= 3', 'power of bear = 4', 'bear has 2 charge counters', 'bob has lost', "
    "'bear is face up', 'bear is in the graveyard', joined by 'and' or 'or', after 'not', 'at some time' or 'never'"
)


def parse(text: str) -> Goal:
    """A goal. Raises `InputError`, which says where it stops being one."""
    text = arguments.text(text, "a goal")
    if len(text) > MAX_TEXT:
        raise InputError(f"a goal has at most {MAX_TEXT:,} characters, found {len(text):,}")
    from lark.exceptions import UnexpectedEOF, UnexpectedInput, UnexpectedToken

    try:
        tree = _grammar().parse(text)
    except UnexpectedInput as error:
        at_end = isinstance(error, UnexpectedEOF) or (isinstance(error, UnexpectedToken) and error.token.type == "$END")
        rest = "" if at_end else text[error.pos_in_stream or 0 :]
        found = f"found {quoted(rest)}{_meant(rest)}" if rest.strip() else "it ends there"
        raise InputError(f"goal {quoted(text)}: expected something {_EXPECTED}; {found}") from None
    except RecursionError:
        raise InputError(f"goal {quoted(text)}: expected fewer parentheses") from None
    goal = _goal(tree.children[0])
    if any(isinstance(one, Once) for outer in goal.on_the_way() for one in outer.goal.all()):
        raise InputError(f"goal {quoted(text)}: expected no 'at some time' or 'never' within another")
    return goal


def _meant(rest: str) -> str:
    word = rest.split()[0].lower()
    close = [one for one in get_close_matches(word, _FIRST_WORDS, 1) if one != word]
    return f"; did you mean {close[0]!r}?" if close else ""


@cache
def _grammar() -> Lark:
    """The parser, made when a goal is first read."""
    import lark

    text = Path(__file__).with_name("goal.lark").read_text(encoding="utf-8")
    return lark.Lark(text, parser="lalr", lexer="contextual")


def _goal(node: Any) -> Goal:
    """The goal that a part of the tree says."""
    match node.data:
        case "either":
            return Either(tuple(map(_goal, node.children)))
        case "all":
            parts = tuple(map(_goal, node.children))
            return parts[0] if len(parts) == 1 else All(parts)
        case "negated":
            return Not(_goal(node.children[0]))
        case "once":
            return Once(_goal(node.children[0]))
        case "never":
            return Not(Once(_goal(node.children[0])))
        case "comparison":
            return _comparison(*node.children)
        case _:
            return _state(node.children)


def _state(words: list[Token]) -> Goal:
    name, *rest = words
    if rest[0].type == "STATUS":
        return State(_id(name), "lost")
    if rest[0].type == "HOLDS":
        return _has_counters(_id(name), " ".join(str(rest[0]).lower().split()))
    said = " ".join(str(rest[-1]).lower().split())
    what = said.removeprefix("on ").removeprefix("in ").removeprefix("the ").removesuffix(" zone")
    found = State(_id(name), what)
    return Not(found) if len(rest) == 3 else found


def _has_counters(holder: str, said: str) -> Comparison:
    """Exactly so many counters; `a`, at least one, as in "has a counter on it" of a card."""
    words = said.removeprefix("has ").removesuffix("counters").removesuffix("counter").strip()
    operator = next((one for one in ("exactly", "at least", "at most") if words.startswith(f"{one} ")), "")
    number, _, kind = words.removeprefix(operator).strip().partition(" ")
    kind = kind.strip('"')
    compared = {"exactly": "=", "at least": ">=", "at most": "<="}.get(operator) or (">=" if number in _ONE else "=")
    count = {"a": 1, "an": 1, "no": 0}.get(number)
    terms = ((Quantity("counters", holder, checked_kind(kind) if kind else ""), 1),)
    return Comparison(terms, compared, _number(number) if count is None else count)


_ONE = ("a", "an")


def _comparison(left: Any, operator: Any, right: Any) -> Comparison:
    terms, number = _sum(left)
    minus, less = _sum(right)
    for quantity, times in minus.items():
        terms[quantity] -= times
    said = " ".join(str(operator).lower().split())
    ordered = sorted(((one, times) for one, times in terms.items() if times), key=lambda term: str(term[0]))
    return Comparison(tuple(ordered), _OPERATORS.get(said, said), less - number)


def _sum(tree: Any) -> tuple[Counter[Quantity], int]:
    """Quantities, each so many times, and a number."""
    terms: Counter[Quantity] = Counter()
    number, sign = 0, 1
    for child in tree.children:
        if not hasattr(child, "data"):
            sign = 1 if str(child) == "+" else -1
            continue
        factor, quantity = 1, None
        for part in child.children:
            if hasattr(part, "data"):
                quantity = _quantity(part)
            else:
                factor = _number(str(part))
        if quantity is None:
            number += sign * factor
        else:
            terms[quantity] += sign * factor
    return terms, number


def _number(text: str) -> int:
    digits = text.translate(MINUS)
    if len(digits) > 12 or abs(int(digits)) > MAX_COUNT:
        raise InputError(f"a goal's numbers are at most {MAX_COUNT:,}, found {shown(text)}")
    return int(digits)


def _quantity(tree: Any) -> Quantity:
    words = [str(child) for child in tree.children if child is not None]
    holder = _id(next(token for token in tree.children if getattr(token, "type", "") in ("NAME", "STRING")))
    first = " ".join(words[0].lower().split())
    match str(tree.data):
        case "counters":
            kind = first.rsplit(" on", 1)[0].removesuffix("counters").removesuffix("counter").strip().strip('"')
            return Quantity("counters", holder, checked_kind(kind) if kind else "")
        case "measured" | "dealt":
            return Quantity(first, holder)
        case "marked":
            return Quantity("damage", holder)
        case "mana":
            return Quantity("mana", holder, words[0] if len(words) > 1 else "")
        case _:
            return Quantity("cards", holder, first)


def _id(token: Token) -> str:
    text = str(token)
    return text[1:-1].replace('\\"', '"').replace("\\\\", "\\") if token.type == "STRING" else text
