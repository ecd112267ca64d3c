"""The language of effects, as data: terms, descriptions, targets, clauses.

A text means the same to every reader, so nothing here knows a rule of the game. The rules define the meaning of each
name; `asp` writes a term in their form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from pyengine.solving.asp_terms import quote

_FIELDS: dict[type, tuple[str, ...]] = {}


def field_names(value: object) -> tuple[str, ...]:
    """The fields of a piece of data; none if it has none."""
    kind = type(value)
    known = _FIELDS.get(kind)
    if known is None:  # to ask the class takes longer than to remember
        known = _FIELDS[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
    return known


class _Shown:
    """Writes data short: the fields that are not as usual."""

    def __str__(self) -> str:
        told = []
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if value != field.default:
                told.append(f"{field.name}: {_listed(value)}")
        return f"{type(self).__name__}({', '.join(told)})"


def _listed(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + "; ".join(map(_listed, value)) + "]"
    return str(value)


@dataclass(frozen=True)
class Term:
    """A name with arguments, as the logic program has it: `put(2,"+1/+1",target(1))`.

    A `str` among the arguments is a quoted string there: a kind, a zone, an id, a keyword. A word of the language is
    a Term without arguments.
    """

    name: str
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"{self.name}({', '.join(repr(one) if isinstance(one, str) else str(one) for one in self.arguments)})"


@dataclass(frozen=True)
class Description:
    """The objects or players that a text refers to: `creature you control with a +1/+1 counter on it`."""

    conditions: tuple[tuple[str, Any], ...] = ()
    """Fields of `card_model.filters.Filter` and their values, sorted by name. All must hold."""
    zone: str = "battlefield"
    """Where: also graveyard, hand, exile, library, stack; `players`, of players, with the condition `players`."""
    either: tuple[Description, ...] = ()
    """Alternatives: `artifact or creature with flying` is an artifact, or else this."""

    def __str__(self) -> str:
        said = " ".join(f"{name}={_shown(value)}" for name, value in self.conditions)
        where = [] if self.zone == "battlefield" else [f"in {self.zone}"]
        return "<" + " | ".join([" ".join([*([said] if said else []), *where]), *map(str, self.either)]) + ">"


@dataclass(frozen=True)
class Target(_Shown):
    """One `target ...` of an ability. They are numbered from 1, in the order of the text."""

    description: Description
    least: int | Term = 1
    """How many at least: `up to two target creatures` has least 0, most 2. A Term is an amount, such as X."""
    most: int | Term | None = 1
    """None for `any number of target`."""
    other_than: tuple[int, ...] = ()
    """The numbers of targets that this differs from, as `another target ...` says."""


@dataclass(frozen=True)
class Clause(_Shown):
    """One thing that an effect tells to do. Clauses are done in their order."""

    does: Term
    by: Term = Term("you")
    """The player who carries it out."""
    optional: bool = False
    """True if that player may choose not to: `you may`."""
    only_if: Term | None = None
    """The condition on which it is done."""
    together: bool = False
    """True if it shares the condition of the clause right before it, which is asked once: `if ..., A and B`, `if
    ..., A. Otherwise, B`.
    """
    if_done: int | None = None
    """`if you do`: the number, from 1, of the clause that must have been done; negative: that must not have been."""
    in_one: bool = False
    """True if that clause and this one are a single choice: `you may A and B`."""
    at_once: bool = False
    """True if this and the clause right before it happen at the same time: `create a Soldier token and a Bear
    token`.
    """
    unless: tuple[Term, ...] = ()
    """`unless its controller pays {2}`: who may prevent it, and the costs."""
    instead_of: tuple[int, ...] = ()
    """The numbers of the clauses that this is done instead of, when its condition holds as the first would be done."""
    later: Term | None = None
    """The event on which it is done: `at the beginning of the next end step`, `when you do`."""
    until: str | None = None
    """How long what it does lasts: `end of turn`."""
    action: str | None = None
    """The keyword action that this is a part of, which says several things in a word: `earthbend`."""


@dataclass(frozen=True)
class Modes(_Shown):
    """`Choose one —`: the modes, each with targets of its own, and how many of them are chosen."""

    options: tuple[Effects, ...]
    least: int = 1
    most: int | None = 1
    how: str = "modes"
    """Otherwise `modes_repeated`, where the same may be chosen again, or `modes_not_chosen` before. `kicked`, where
    nobody chooses: the second is what a spell does that was kicked (702.33g), the first what it does otherwise."""


@dataclass(frozen=True)
class Effects(_Shown):
    """All that a spell or ability tells to do, and what it targets."""

    clauses: tuple[Clause, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: Modes | None = None


def unread(words: str) -> Effects:
    """Return the effect of words that are not understood."""
    return Effects((Clause(Term("unread", (words,))),))


# --- abilities -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KeywordAbility(_Shown):
    """A keyword ability, in lower case, with its number or cost: `modular 1`, `morph {2}{g}`."""

    text: str


@dataclass(frozen=True)
class StaticAbility(_Shown):
    """A static ability or replacement effect; `statics.vocabulary_data` writes it as card files do."""

    says: Term
    """`get(1,1,each(D))`, `gain("flying",attached(this))`, `enters_with(this,(2,"+1/+1"))`, `would_put(...)`."""
    only_if: Term | None = None
    """`as long as`: it applies only while this holds. Of a leveler's band `counters_between(this,"level",2,4)`."""


@dataclass(frozen=True)
class ActivatedAbility(_Shown):
    """`{T}, Remove a +1/+1 counter from this creature: Draw a card. Activate only as a sorcery.`"""

    costs: tuple[Term, ...]
    effects: Effects
    restrictions: tuple[Term, ...] = ()


@dataclass(frozen=True)
class TriggeredAbility(_Shown):
    """`Whenever another creature enters, if you control a Goblin, draw a card.`"""

    event: Term
    effects: Effects
    only_if: Term | None = None
    """The condition between event and effects, which must hold both when it triggers and when it resolves."""
    restrictions: tuple[Term, ...] = ()


@dataclass(frozen=True)
class SpellAbility(_Shown):
    """The spell ability of an instant or sorcery."""

    effects: Effects


@dataclass(frozen=True)
class LoyaltyAbility(_Shown):
    """`-2: Destroy target creature.`"""

    cost: int | Term
    """Loyalty counters that are put, or if negative removed. A Term for X."""
    effects: Effects


@dataclass(frozen=True)
class ChapterAbility(_Shown):
    """`I, II — Draw a card.`"""

    numbers: tuple[int, ...]
    effects: Effects


Ability = (
    KeywordAbility
    | StaticAbility
    | ActivatedAbility
    | TriggeredAbility
    | SpellAbility
    | LoyaltyAbility
    | ChapterAbility
)


@dataclass(frozen=True)
class Granted(_Shown):
    """Text in quotation marks that an effect gives to something: its own words, and their abilities."""

    text: str
    """On one line, with the full stop at its end."""
    abilities: tuple[Ability, ...]

    def __str__(self) -> str:
        return str(self.abilities[0] if len(self.abilities) == 1 else Term("abilities", self.abilities))


Argument = Term | Description | Effects | Ability | Granted | str | int | tuple[str, ...]

FLIPPED = (Term("won_flip"), Term("lost_flip"))
"""Conditions about the last coin flip of the same ability."""

REFERENCES = frozenset(
    (
        *("this", "you", "target", "each", "some", "id", "that", "that_player", "done", "controller", "owner"),
        *("attached", "those", "this_in", "rest", "own", "some_of", "top", "bottom", "they", "all_of", "paid"),
        *("that_other", "that_other_player", "event_object", "event_player"),
    )
)
"""The names of terms that say which objects or players are meant."""

AMOUNTS = frozenset(
    (
        *("x", "that_many", "so_many", "counters", "counters_any", "power", "toughness", "mana_value", "life"),
        *("number_of", "half_up", "half_down", "times", "plus", "minus", "signed", "greatest", "total"),
        "any_number",
    )
)
"""The names of terms that give an amount, except `count`: it is an amount of a description, and it also selects
counters.
"""


def is_reference(term: Argument) -> bool:
    """Return whether this says which objects or players are meant."""
    return isinstance(term, Term) and term.name in REFERENCES


def is_amount(term: Argument) -> bool:
    """Return whether this is an amount.

    `any_number(1)` is one, `any_number("+1/+1")` selects counters; `count` likewise.
    """
    if not isinstance(term, Term):
        return isinstance(term, int)
    if term.name in ("count", "any_number"):
        return not any(isinstance(one, str) for one in term.arguments) and len(term.arguments) == 1
    return term.name in AMOUNTS


def denied(condition: Term) -> Term:
    """The condition that is met where this one is not."""
    inner = condition.arguments[0] if condition.name == "not" else None
    return inner if isinstance(inner, Term) else Term("not", (condition,))


def parts(whole: object) -> Iterator[Term | Description]:
    """Every term and description in a term, clause or effects, and the whole itself, in the order of the fields.

    An ability in quotation marks speaks for whatever gets it, so its parts are left out.
    """
    if isinstance(whole, Granted):
        return
    if isinstance(whole, Term | Description):
        yield whole
    if isinstance(whole, tuple):
        for one in whole:
            yield from parts(one)
    else:
        for name in field_names(whole):
            yield from parts(getattr(whole, name))


def references(whole: object) -> tuple[Term, ...]:
    """The references in a term, clause or effects, each once."""
    return tuple(dict.fromkeys(one for one in parts(whole) if isinstance(one, Term) and is_reference(one)))


def amounts(whole: object) -> tuple[Term, ...]:
    """The amounts that are not plain numbers, each once."""
    return tuple(dict.fromkeys(one for one in parts(whole) if isinstance(one, Term) and is_amount(one)))


def descriptions(whole: object) -> tuple[Description, ...]:
    """The descriptions, each once, those within others too."""
    return tuple(dict.fromkeys(one for one in parts(whole) if isinstance(one, Description)))


_RESERVED = {"not": "negated"}
"""Names that the logic program has another use for."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def asp(term: Argument, said: Callable[[Description], str]) -> str:
    """Write a term as text of the logic program; `said` gives the term for a description.

    Raises `ValueError` for a value that has no form there.
    """
    if isinstance(term, int):
        return str(term)
    if isinstance(term, str):
        return quote(term)
    if isinstance(term, Description):
        return said(term)
    if isinstance(term, tuple):
        words = [quote(word) for word in term]
        return f"({words[0]},)" if len(words) == 1 else f"({','.join(words)})"
    if not isinstance(term, Term) or not _NAME.fullmatch(term.name):
        raise ValueError(f"{term} has no form in the logic program")
    name = _RESERVED.get(term.name, term.name)
    if not term.arguments:
        return name
    return f"{name}({','.join(asp(one, said) for one in term.arguments)})"


def _shown(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)
