"""What effects create, by the cards of the tokens: from words that describe a token to the card that is one.

A token is known to the rules by its card (`tokens`), so that a clause that creates one is written with its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pyengine.cards import tokens
from pyengine.cards.modes import each_way
from pyengine.text.terms import Argument, Clause, Effects, Term


class UnknownTokenError(ValueError):
    """No card says what such a token is."""


SPARE = 3
"""So many times what an effect creates at once has an id ready, as it may resolve more than once."""
MOST_SPARE = 12

_NAMED = frozenset(
    ("blood", "clue", "food", "gold", "junk", "lander", "map", "mutagen", "powerstone", "shard", "treasure")
)
"""Tokens that the rules describe by their name (111.10)."""


def lowered(clause: Clause) -> Clause:
    """The clause with tokens by the names of their cards, as the rules know them. Raises `UnknownTokenError`."""
    verb, said = clause.does.name, clause.does.arguments
    if verb == "create":
        return replace(clause, does=Term("create", (said[0], *_card_and_ways(said[1], said[2:]))))
    if verb == "investigate":
        return replace(clause, does=Term("create", (said[0] if said else 1, "Clue Token")))
    if verb == "incubate":
        counters = Term("counters", (said[0], "+1/+1"))
        return replace(clause, does=Term("create", (1, tokens.INCUBATOR, counters)))
    if verb == "endure":
        if not isinstance(said[0], int):
            raise UnknownTokenError("to endure a number that varies")
        return replace(clause, does=Term("endure", (*said, tokens.spirit(said[0]))))
    return clause


def created_by(effects: Effects) -> Iterator[tuple[str, int]]:
    """The cards of tokens that an effect may create, each with how many ids are to be ready.

    Raises `UnknownTokenError`.
    """
    for clause in (clause for told in each_way(effects) for clause in told.clauses):
        does = lowered(clause).does
        if does.name == "create":
            many, card = does.arguments[:2]
            yield str(card), min(many * SPARE, MOST_SPARE) if isinstance(many, int) else MOST_SPARE
        elif does.name == "endure":
            yield str(does.arguments[2]), SPARE


def _card_and_ways(token: Argument, options: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """The name of the card, and how the token enters."""
    if not isinstance(token, Term) or token.name != "token":
        raise UnknownTokenError("to create a copy")
    keywords: tuple[str, ...] = ()
    name = None
    ways: list[Argument] = []
    for option in options:
        if not isinstance(option, Term):
            raise UnknownTokenError("the token")
        if option.name == "keywords":
            keywords = tuple(str(one) for one in option.arguments)
        elif option.name == "name":
            name = str(option.arguments[0])
        elif option.name in ("tapped", "counters"):
            ways.append(option)
        else:
            raise UnknownTokenError(f"a token that is {option.name.replace('_', ' ')}")
    return (_card(token, keywords, name), *ways)


def _card(token: Term, keywords: tuple[str, ...], name: str | None) -> str:
    power, toughness, *kinds = token.arguments
    words = {one.name: tuple(map(str, one.arguments)) for one in kinds if isinstance(one, Term)}
    if power == Term("none") and not words.get("types"):
        (kind,) = words.get("subtypes", ()) or ("",)
        if kind not in _NAMED or keywords or name:
            raise UnknownTokenError(f"a {kind} token")
        return f"{kind.title()} Token"
    if power != Term("none") and not (isinstance(power, int) and isinstance(toughness, int)):
        raise UnknownTokenError("a token whose power or toughness varies")
    described = tokens.Described(
        power=power if isinstance(power, int) else None,
        toughness=toughness if isinstance(toughness, int) else None,
        colors=words.get("colors", ()),
        subtypes=words.get("subtypes", ()),
        types=words.get("types", ()),
        keywords=keywords,
        supertypes=words.get("supertypes", ()),
        name=name,
    )
    if tokens.find(str(described)) is None:
        raise UnknownTokenError(f"the token {described}")
    return str(described)
