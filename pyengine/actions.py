"""The language of actions: what an effect, a cost or a turn-based action tells to do, as one phrase.

`Action.parse` reads a phrase, `str` writes it back, and `facts` turns it into the facts that
`asp/instructions.lp` and the rule files it names work on. The grammar is `actions.lark`. Nothing here knows
a rule of the game: whether an action is possible, and what comes of it, is asked of the rules.

Everything in one `Action` happens as one event. `ACTION, then ACTION` is one resolution of several events.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from pyengine.errors import InputError, InvalidActionError
from pyengine.facts import FactWriter, values_facts, values_term
from pyengine.model import CONTROL, MAX_COUNT, MAX_NAME, Step
from pyengine.terms import quote

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

MAX_TEXT = 2000
"""Longest phrase, in characters."""

LARGEST_BONUS = 1_000_000
"""Largest X and Y of a +X/+Y counter, and largest listed power and toughness, so that sums over a board stay far
within the solver's 32 bits."""

MOST_CARDS = 100
"""How many cards off the top of a library one phrase manifests or cloaks at most."""

Cause = Literal["effect", "cost", "turn-based action"]
Zone = Literal["graveyard", "library", "hand", "exile"]
Procedure = Literal["morph", "megamorph", "disguise"]
UpCost = Literal["morph", "megamorph", "disguise", "mana"]
How = Literal["manifest", "cloak"]
Place = Literal["over", "under"]
CardType = Literal[
    "artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery"
]

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
"""Numbers up to twenty in words, at their own index. Zero is only here to fill its place."""

# Every word of the grammar that an id could be mistaken for, or that would make an id hard to read. Numbers
# and the x of "with X = 3" are missing on purpose: the grammar tells "a" the number from "a" the id by what
# follows, and no id stands where that x does.
_KEYWORDS = re.compile(
    r"(?:then|and|put|the|of|on|into|to|onto|from|return|hand|battlefield|under|with|remove|move|proliferate|nothing|"
    r"turn|deal|damage|gains|control|loses|life|attach|begin|attack|alone|check|state-based|actions?|by|counters?|"
    r"all|any|number|each|kind|destroy|sacrifice|exile|tap|untap|phase|out|in|face|up|down|graveyard|library|as|"
    r"cost|turn-based|combat|that|can't|be|prevented|cast|without|paying|its|mana|for|morph|megamorph|disguise|"
    r"manifest|cloak|dread|top|cards?|looked|at|reveal|look|transform|resolve|spell|becomes|copy|leaves|game|end|"
    r"shuffle|choose|pile|merge|over|add|pool)(?![\w\-'.])",
    re.IGNORECASE,
)
_NUMBER = re.compile(rf"(?:an?|{'|'.join(NUMBER_WORDS[1:])}|[0-9]+)(?![\w\-'.])", re.IGNORECASE)
_WORD = re.compile(r"[\w\-'.]+")
_KIND_WORD = re.compile(r'[^\s",]+')
_TYPE_WORD = re.compile(r"[^\W\d_][\w\-'.]*")
_SYMBOL = re.compile(r"\{(?:([WUBRGC])|(0|[1-9][0-9]*))\}")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f\x7f]|\\["\\])*"')
_POWER_TOUGHNESS = re.compile(r"([+-])([0-9]+)/([+-])([0-9]+)")
_MINUS = str.maketrans("\u2212\u2013", "--")


class _MalformedError(InvalidActionError):
    """An action that can't be, found where the phrase it comes from is not known."""


# ---------------------------------------------------------------------------------------------------
# What an action is made of
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Selection:
    """Which counters are taken: `number` of them, all, any number, or one of each kind.

    Without `kind`, counters of any kinds. `number` is given exactly when `how` is "count".
    """

    how: Literal["count", "all", "any_number", "one_of_each"]
    kind: str | None = None
    number: int | None = None

    def __post_init__(self) -> None:
        if self.how not in ("count", "all", "any_number", "one_of_each"):
            raise _MalformedError(f"expected a way to select counters, found {self!r}")
        if (self.how == "count") != (self.number is not None):
            raise _MalformedError(f"a selection has a number exactly if it is a count, found {self!r}")
        if self.how == "one_of_each" and self.kind is not None:
            raise _MalformedError(f"one of each kind names no kind, found {self!r}")

    @classmethod
    def count(cls, number: int, kind: str | None = None) -> Selection:
        """That many counters."""
        return cls("count", kind, number)

    def term(self) -> str:
        """The selection as `asp/122_counters.lp` writes it."""
        name = self.how if self.kind is not None or self.how == "one_of_each" else f"{self.how}_any"
        arguments = [_term(value) for value in (self.number, self.kind) if value is not None]
        return f"{name}({','.join(arguments)})" if arguments else name

    def __str__(self) -> str:
        if self.how == "one_of_each":
            return "one counter of each kind"
        if self.number is not None:
            return _counters(self.number, self.kind)
        words = ["all" if self.how == "all" else "any number of", *([] if self.kind is None else [_kind(self.kind)])]
        return " ".join([*words, "counters"])


@dataclass(frozen=True)
class Listed:
    """The characteristics an effect lists for what it turns face down or puts onto the battlefield face down.

    Words are kept in lower case, sorted and once each. An object is listed with power and toughness or without
    both.
    """

    power: int | None
    toughness: int | None
    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in ("types", "subtypes", "keywords"):
            words = tuple(sorted({word.lower() for word in getattr(self, field)}))
            object.__setattr__(self, field, words)
            for word in words:
                if problem := _name_problem(word):
                    raise _MalformedError(problem)
        if not self.types:
            raise _MalformedError(f"expected a card type such as 'creature' to be listed, found {self!r}")
        for word in self.types:
            _one_of(word, CardType, "card type")
        if wrong := [word for word in self.subtypes if word in get_args(CardType)]:
            raise _MalformedError(f"expected a subtype, found the card type {wrong[0]!r}")
        if (self.power is None) != (self.toughness is None):
            raise _MalformedError(f"power and toughness are listed together, found {self!r}")
        for number in (self.power, self.toughness):
            if number is not None and not 0 <= number <= LARGEST_BONUS:
                raise _MalformedError(
                    f"expected power and toughness from 0 to {LARGEST_BONUS}, found {_digits(number)}"
                )

    def term(self) -> str:
        """What is listed as one term, which stands where a card's name does."""
        return values_term(self)

    def facts(self) -> list[str]:
        """What is listed, in the words that also say what is printed on a card."""
        writer = FactWriter()
        values_facts(writer, self)
        return sorted(writer.lines)

    def __str__(self) -> str:
        first = [] if self.power is None else [f"{self.power}/{self.toughness}"]
        words = [*first, *map(_type, (*self.subtypes, *self.types))]
        keywords = _join(map(_keyword, self.keywords))
        article = "an" if words[0][0] in "aeiou" else "a"
        return f"{article} {' '.join(words)}" + (f" with {keywords}" if keywords else "")


@dataclass(frozen=True)
class Instruction:
    """One thing an action tells to do. Its fields are, in order, the arguments of its ASP predicate."""

    predicate: ClassVar[str]
    ids: ClassVar[tuple[str, ...]] = ()
    """The fields that hold ids of objects or players."""
    each: ClassVar[str | None] = None
    """The field in which the parts of one action may differ, as in "destroy bear and elf"."""

    def facts(self, instruction: str) -> list[str]:
        """The facts that say so of the instruction with this term."""
        values = [_term(getattr(self, field.name)) for field in fields(self)]
        return [f"{self.predicate}({','.join([instruction, *values])})."]

    def names(self) -> tuple[str, ...]:
        """The ids it mentions."""
        return tuple(getattr(self, field) for field in self.ids)

    def kinds(self) -> tuple[str, ...]:
        """The counter kinds it names."""
        found = (getattr(self, "kind", None), getattr(getattr(self, "selection", None), "kind", None))
        return tuple(kind for kind in found if kind is not None)

    def numbers(self) -> tuple[int, ...]:
        """The numbers in it."""
        found = (getattr(self, "n", None), getattr(self, "count", None), getattr(self, "x", None))
        chosen = getattr(getattr(self, "selection", None), "number", None)
        return tuple(number for number in (*found, chosen) if number is not None)


@dataclass(frozen=True)
class Put(Instruction):
    """Put counters of one kind on an object or player."""

    predicate = "puts_on"
    ids = ("holder",)
    holder: str
    kind: str
    count: int


@dataclass(frozen=True)
class PutCountersOf(Instruction):
    """Put the counters that `left` had as it left the battlefield on `target` (122.8, 122.9)."""

    predicate = "puts_counters_of"
    ids = ("left", "target")
    left: str
    target: str
    selection: Selection

    def __post_init__(self) -> None:
        if self.selection.how != "all":
            raise _MalformedError(f"all counters of an object are put, or all of a kind, found {str(self.selection)!r}")


@dataclass(frozen=True)
class Remove(Instruction):
    """Remove counters from an object or player."""

    predicate = "removes_from"
    ids = ("holder",)
    each = "holder"
    holder: str
    selection: Selection


@dataclass(frozen=True)
class Move(Instruction):
    """Move counters from one object onto another (122.5)."""

    predicate = "moves"
    ids = ("first", "second")
    first: str
    second: str
    selection: Selection


@dataclass(frozen=True)
class Proliferate(Instruction):
    """Proliferate: with `chosen`, exactly these permanents and players; without, whichever the player likes."""

    predicate = "proliferates"
    chosen: tuple[str, ...] | None = None

    def facts(self, instruction: str) -> list[str]:
        """That it proliferates, and if the choice is part of the instruction, who is chosen."""
        given = [] if self.chosen is None else [f"choice_given({instruction})."]
        return [
            f"proliferates({instruction}).",
            *given,
            *(f"chooses({instruction},{quote(name)})." for name in self.names()),
        ]

    def names(self) -> tuple[str, ...]:
        """Who is chosen."""
        return self.chosen or ()


@dataclass(frozen=True)
class OneObject(Instruction):
    """Something done to an object and nothing more. `form` is its phrase, with {} for the object."""

    form: ClassVar[str]
    ids = ("object",)
    each: ClassVar[str | None] = "object"
    object: str


class Destroy(OneObject):
    """Destroy a permanent."""

    predicate, form = "destroys", "destroy {}"


class Sacrifice(OneObject):
    """Sacrifice a permanent."""

    predicate, form = "sacrifices", "sacrifice {}"


class Tap(OneObject):
    """Tap a permanent."""

    predicate, form = "taps_object", "tap {}"


class Untap(OneObject):
    """Untap a permanent."""

    predicate, form = "untaps_object", "untap {}"


class PhaseOut(OneObject):
    """A permanent phases out."""

    predicate, form = "phases_object_out", "phase out {}"


class PhaseIn(OneObject):
    """A permanent phases in."""

    predicate, form = "phases_object_in", "phase in {}"


class TurnUp(OneObject):
    """Turn a permanent face up."""

    predicate, form = "turns_up", "turn {} face up"


@dataclass(frozen=True)
class TurnDown(OneObject):
    """Turn a permanent face down, with the characteristics the effect lists, if it lists any."""

    predicate, form = "turns_down", "turn {} face down"
    values: Listed | None = None

    def facts(self, instruction: str) -> list[str]:
        """That it is turned face down, and what is listed for it."""
        return [f"turns_down({instruction},{quote(self.object)}).", *_listed_facts(instruction, self.values)]


class Reveal(OneObject):
    """Reveal an object."""

    predicate, form = "reveals", "reveal {}"


class LookAt(OneObject):
    """A player looks at an object."""

    predicate, form = "looks_at", "look at {}"


class Transform(OneObject):
    """Transform a permanent."""

    predicate, form = "transforms", "transform {}"


class Resolve(OneObject):
    """Resolve a spell or ability on the stack."""

    predicate, form, each = "resolves", "resolve {}", None


class CounterSpell(OneObject):
    """Counter a spell."""

    predicate, form, each = "counters_spell", "counter the spell {}", None


class ChooseCard(OneObject):
    """A player chooses a card."""

    predicate, form, each = "chooses_card", "choose {}", None


class Shuffle(OneObject):
    """Shuffle cards among themselves: all those of one event are one pile."""

    predicate, form = "shuffles", "shuffle {}"


class AttackAlone(OneObject):
    """A creature attacks, and no other does."""

    predicate, form, each = "attacks_alone", "attack with {} alone", None


@dataclass(frozen=True)
class PutInto(Instruction):
    """Put an object into a zone other than the battlefield: exile it, return it to hand, tuck it."""

    predicate = "puts_into"
    ids = ("object",)
    each = "object"
    object: str
    zone: Zone


@dataclass(frozen=True)
class Enter(Instruction):
    """Put an object onto the battlefield, under `player`'s control if given, with counters on it.

    It enters face up, face down with what `values` lists, or as a copy of another object.
    """

    predicate = "enters"
    each = "object"
    object: str
    player: str | None = None
    counters: tuple[tuple[str, int], ...] = ()
    face_down: bool = False
    values: Listed | None = None
    copy_of: str | None = None

    def __post_init__(self) -> None:
        if self.values is not None and not self.face_down:
            raise _MalformedError("only what enters face down has its characteristics listed")
        if self.copy_of is not None and self.face_down:
            raise _MalformedError("what enters as a copy does not enter face down")

    def facts(self, instruction: str) -> list[str]:
        """That it enters, how, under whom if that is said, and with which counters."""
        entering = quote(self.object)
        face_down = [f"enters_face_down({instruction},{entering})."] if self.face_down else []
        copy = [] if self.copy_of is None else [f"enters_as_copy({instruction},{entering},{quote(self.copy_of)})."]
        under = [] if self.player is None else [f"enters_under({entering},{quote(self.player)})."]
        return [
            f"enters({instruction},{entering}).",
            *face_down,
            *copy,
            *_listed_facts(instruction, self.values),
            *under,
            *(
                f"enters_with_counters({instruction},{entering},{quote(kind)},{count})."
                for kind, count in self.counters
            ),
        ]

    def names(self) -> tuple[str, ...]:
        """What enters, as a copy of what, and under whose control."""
        return tuple(name for name in (self.object, self.copy_of, self.player) if name is not None)

    def kinds(self) -> tuple[str, ...]:
        """The kinds it enters with."""
        return tuple(kind for kind, _ in self.counters)

    def numbers(self) -> tuple[int, ...]:
        """How many of each."""
        return tuple(count for _, count in self.counters)


@dataclass(frozen=True)
class Damage(Instruction):
    """A source deals damage to an object or player."""

    predicate = "deals_damage"
    ids = ("source", "recipient")
    source: str
    recipient: str
    n: int


@dataclass(frozen=True)
class GainControl(Instruction):
    """A player gains control of a permanent."""

    predicate = "takes_control"
    ids = ("player", "object")
    each = "object"
    player: str
    object: str


@dataclass(frozen=True)
class Attach(Instruction):
    """Attach a permanent to another."""

    predicate = "attaches_object"
    ids = ("object", "host")
    object: str
    host: str


@dataclass(frozen=True)
class LoseLife(Instruction):
    """A player loses life."""

    predicate = "loses_life"
    ids = ("player",)
    player: str
    n: int


@dataclass(frozen=True)
class GainLife(Instruction):
    """A player gains life."""

    predicate = "gains_life"
    ids = ("player",)
    player: str
    n: int


@dataclass(frozen=True)
class Cast(Instruction):
    """Cast a spell: face down, by one of the procedures for that if it is said, for free, with a chosen X."""

    ids = ("object",)
    object: str
    face_down: bool = False
    procedure: Procedure | None = None
    free: bool = False
    x: int | None = None

    def __post_init__(self) -> None:
        if self.procedure is not None:
            _one_of(self.procedure, Procedure, "procedure")
            if not self.face_down or self.free:
                raise _MalformedError(f"a spell is cast for {self.procedure} face down, and not for free")

    def facts(self, instruction: str) -> list[str]:
        """That it is cast, and all that is said of how."""
        face = "face_down" if self.face_down else "face_up"
        by = [] if self.procedure is None else [f"by_procedure({instruction},{quote(self.procedure)})."]
        free = [f"free({instruction})."] if self.free else []
        return [f"casts({instruction},{quote(self.object)},{face}).", *by, *free, *_x_facts(instruction, self.x)]


@dataclass(frozen=True)
class TurnUpFor(Instruction):
    """Turn a permanent face up by paying one of the costs that allow it."""

    ids = ("object",)
    object: str
    procedure: UpCost
    x: int | None = None

    def __post_init__(self) -> None:
        _one_of(self.procedure, UpCost, "cost")

    def facts(self, instruction: str) -> list[str]:
        """That it is turned face up, for which cost, and with which X in it."""
        turned, procedure = quote(self.object), quote(self.procedure)
        return [f"turns_up_for({instruction},{turned},{procedure}).", *_x_facts(instruction, self.x)]


@dataclass(frozen=True)
class Manifest(Instruction):
    """Manifest or cloak a card."""

    predicate = "manifests"
    ids = ("object",)
    each = "object"
    object: str
    how: How = "manifest"

    def __post_init__(self) -> None:
        _one_of(self.how, How, "way")


@dataclass(frozen=True)
class ManifestTop(Instruction):
    """Manifest or cloak the top cards of a player's library, one at a time."""

    ids = ("player",)
    player: str
    how: How = "manifest"
    count: int = 1
    further: bool = False
    """Whether it is not the first of several cards. Only `Action.steps` makes such parts; no phrase says so."""

    def __post_init__(self) -> None:
        _one_of(self.how, How, "way")
        if not 1 <= self.count <= MOST_CARDS:
            raise _MalformedError(f"expected a number of cards from 1 to {MOST_CARDS}, found {_digits(self.count)}")

    def facts(self, instruction: str) -> list[str]:
        """That the top card is; `Action.steps` makes several cards several instructions."""
        more = [f"further({instruction})."] if self.further else []
        return [f"manifests_top({instruction},{quote(self.player)},{quote(self.how)}).", *more]


@dataclass(frozen=True)
class ManifestDread(Instruction):
    """Manifest dread."""

    predicate = "manifests_dread"


@dataclass(frozen=True)
class ExileFaceDown(Instruction):
    """Exile an object face down; `players` may look at it."""

    each = "object"
    object: str
    players: tuple[str, ...] = ()

    def facts(self, instruction: str) -> list[str]:
        """That it is exiled face down, and who looks at it."""
        looks = [f"looked_at_by({instruction},{quote(player)})." for player in self.players]
        return [f"exiles_face_down({instruction},{quote(self.object)}).", *looks]

    def names(self) -> tuple[str, ...]:
        """What is exiled, and who looks at it."""
        return (self.object, *self.players)


@dataclass(frozen=True)
class BecomeCopy(Instruction):
    """An object becomes a copy of another."""

    predicate = "becomes_copy_of"
    ids = ("object", "original")
    object: str
    original: str


@dataclass(frozen=True)
class LeaveGame(Instruction):
    """A player leaves the game."""

    predicate = "leaves_game"
    ids = ("player",)
    player: str


@dataclass(frozen=True)
class EndGame(Instruction):
    """The game ends."""

    predicate = "ends_game"


@dataclass(frozen=True)
class ShuffleLibrary(Instruction):
    """Shuffle a player's library."""

    predicate = "shuffles_library"
    ids = ("player",)
    player: str


@dataclass(frozen=True)
class ChooseFromPile(Instruction):
    """A player chooses a card from a pile of cards that can't be told apart. A pile's name is no id."""

    predicate = "chooses_from_pile"
    pile: str

    def __post_init__(self) -> None:
        if problem := _name_problem(self.pile):
            raise _MalformedError(problem)


@dataclass(frozen=True)
class Merge(Instruction):
    """Merge an object with a permanent, over or under it."""

    ids = ("object", "host")
    object: str
    host: str
    place: Place

    def __post_init__(self) -> None:
        _one_of(self.place, Place, "place")

    def facts(self, instruction: str) -> list[str]:
        """What is merged with what, and which is on top."""
        return [f"merges({instruction},{quote(self.object)},{quote(self.host)},{self.place})."]


@dataclass(frozen=True)
class AddMana(Instruction):
    """Add mana to a player's mana pool, as symbols such as {G}{G}{2}; a number is that much colorless mana."""

    ids = ("player",)
    player: str
    mana: str

    def __post_init__(self) -> None:
        if not re.fullmatch(rf"(?:{_SYMBOL.pattern})+", self.mana):
            raise _MalformedError(f"expected mana symbols such as {{G}} or {{2}}, found {self.mana!r:.40}")

    def facts(self, instruction: str) -> list[str]:
        """How much of each type is added."""
        amounts = zip(_MANA_TYPES, self.numbers(), strict=True)
        return [f"adds_mana({instruction},{quote(self.player)},{quote(one)},{n})." for one, n in amounts if n]

    def numbers(self) -> tuple[int, ...]:
        """How much of each type."""
        total = dict.fromkeys(_MANA_TYPES, 0)
        for letter, digits in _SYMBOL.findall(self.mana):
            if letter:
                total[letter] += 1
            else:
                number = _number(digits, MAX_COUNT)
                total["C"] += MAX_COUNT + 1 if number is None else number
        return tuple(total.values())


_MANA_TYPES = "WUBRGC"


@dataclass(frozen=True)
class BeginStep(Instruction):
    """A step or main phase of a player begins."""

    predicate = "begins_step"
    ids = ("player",)
    step: Step
    player: str


@dataclass(frozen=True)
class CheckStateBasedActions(Instruction):
    """Nothing but a check of state-based actions."""

    predicate = "checks_only"


_VERBS: dict[str, type[OneObject]] = {
    kind.form.removesuffix(" {}"): kind
    for kind in (
        *(Destroy, Sacrifice, Tap, Untap, PhaseOut, PhaseIn, Reveal, LookAt, Transform),
        *(Resolve, CounterSpell),
    )
}


def _listed_facts(instruction: str, values: Listed | None) -> list[str]:
    return [] if values is None else [f"lists_values({instruction},{values.term()}).", *values.facts()]


def _x_facts(instruction: str, x: int | None) -> list[str]:
    return [] if x is None else [f"chosen_x({instruction},{x})."]


def _one_of(value: str, kind: Any, called: str) -> None:
    """Refuse a word that is not one of those of a `Literal`."""
    if value not in get_args(kind):
        raise _MalformedError(f"expected the {called} {_join(map(repr, get_args(kind)), 'or')}, found {value!r}")


# ---------------------------------------------------------------------------------------------------
# The action
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Action:
    """One event, and the action that follows in the same resolution, if any.

    The parts are all of one class, and but for `Put` and `Damage` differ in nothing but their objects.
    """

    parts: tuple[Instruction, ...]
    performer: str | None = None
    cause: Cause = "effect"
    combat: bool = False
    unpreventable: bool = False
    then: Action | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", _merged(self.parts))
        _check_parts(self.parts)
        for name in self._own_names():
            if problem := _name_problem(name):
                raise _MalformedError(problem)
        for kind in self._own_kinds():
            if problem := _name_problem(kind):
                raise _MalformedError(problem)
            if kind != normal_kind(kind):
                raise _MalformedError(f"a kind is written in lower case with plain minus signs, found {kind!r}")
        if (self.combat or self.unpreventable) and not isinstance(self.parts[0], Damage):
            raise _MalformedError("only damage is combat damage or can't be prevented")
        _one_of(self.cause, Cause, "cause")
        # What is written out must be readable again, so the limit is on that as well.
        if len(self._phrase) > MAX_TEXT:
            raise _MalformedError(f"the action has more than {MAX_TEXT:,} characters when written out in full")

    @staticmethod
    def parse(text: str) -> Action:
        """Read a phrase; `InvalidActionError` says where it stops being one."""
        return _parse(text)

    def steps(self) -> tuple[Action, ...]:
        """The events in order, each without what follows it. Cards are manifested one at a time."""
        return tuple(single for step in self._chain() for single in step._singles())

    def names(self) -> set[str]:
        """Every id of an object or player in it, in any step."""
        return {name for step in self._chain() for name in step._own_names()}

    def kinds(self) -> set[str]:
        """Every counter kind it names, in any step."""
        return {kind for step in self._chain() for kind in step._own_kinds()}

    def entering_without_player(self) -> set[str]:
        """The objects it puts onto the battlefield without saying under whose control, in any step."""
        parts = [part for step in self._chain() for part in step.parts]
        return {part.object for part in parts if isinstance(part, Enter) and part.player is None}

    def __str__(self) -> str:
        return self._phrase

    def __repr__(self) -> str:
        return f"Action.parse({self._phrase!r})"

    def _chain(self) -> Iterator[Action]:
        step: Action | None = self
        while step is not None:
            yield step
            step = step.then

    def _singles(self) -> Iterator[Action]:
        """The events of this step alone."""
        match self.parts:
            case (ManifestTop(count=count) as part,):
                for number in range(count):
                    yield replace(self, parts=(replace(part, count=1, further=number > 0),), then=None)
            case _:
                yield replace(self, then=None)

    def _own_names(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.names()
        if self.performer is not None:
            yield self.performer

    def _own_kinds(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.kinds()

    @cached_property
    def _phrase(self) -> str:
        words = [
            _write(self.parts),
            *(["as combat damage"] if self.combat else []),
            *(["that can't be prevented"] if self.unpreventable else []),
            *([f"as a {self.cause}"] if self.cause != "effect" else []),
            *([f"by {_id(self.performer)}"] if self.performer is not None else []),
        ]
        return " ".join(words) + (f", then {self.then._phrase}" if self.then else "")


def _merged(parts: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Counters of one kind put twice on one holder, and damage dealt twice by one source, are added up."""
    merged: dict[object, Instruction] = {}
    for number, part in enumerate(parts):
        match part:
            case Put(holder, kind, count):
                key: object = (Put, holder, kind)
                before = merged.get(key)
                merged[key] = replace(part, count=count + before.count) if isinstance(before, Put) else part
            case Damage(source, recipient, n):
                key = (Damage, source, recipient)
                before = merged.get(key)
                merged[key] = replace(part, n=n + before.n) if isinstance(before, Damage) else part
            case Enter(counters=counters):
                sums: dict[str, int] = {}
                for kind, count in counters:
                    sums[kind] = sums.get(kind, 0) + count
                merged[number] = replace(part, counters=tuple(sums.items()))
            case _:
                merged[number] = part
    return tuple(merged.values())


def _check_parts(parts: tuple[Instruction, ...]) -> None:
    """Refuse what no phrase says, and what the solver's numbers can't hold."""
    if not parts:
        raise _MalformedError("an action tells to do something, found nothing")
    first = parts[0]
    if type(first) in (Instruction, OneObject) or any(type(part) is not type(first) for part in parts):
        raise _MalformedError("one action does one kind of thing; join different ones with ', then'")
    if not isinstance(first, Put | Damage):
        each = first.each
        alike = [part if each is None else replace(part, **{each: getattr(first, each)}) for part in parts]
        if any(part != first for part in alike) or (each is None and len(parts) > 1):
            raise _MalformedError("one action does the same to everything it names; join different ones with ', then'")
        names = [getattr(part, each) for part in parts] if each else []
        if isinstance(first, Proliferate):
            names += first.chosen or ()
        players = first.players if isinstance(first, ExileFaceDown) else ()
        if twice := [name for named in (names, players) for name in named if named.count(name) > 1]:
            raise _MalformedError(f"{twice[0]!r} is named twice")
    numbers = [number for part in parts for number in part.numbers()]
    # What one event deals is added up, for lifelink for one; the sum must fit as well.
    for number in [*numbers, sum(numbers)] if isinstance(first, Damage) else numbers:
        if not 0 <= number <= MAX_COUNT:
            raise _MalformedError(f"expected numbers from 0 to {MAX_COUNT} in all, found {_digits(number)}")
    if isinstance(first, BeginStep) and first.step not in get_args(Step):
        raise _MalformedError(f"expected a step, found {first.step!r}")
    if isinstance(first, PutInto):
        _one_of(first.zone, Zone, "zone")


def _name_problem(name: str) -> str | None:
    """Why this can't be an id or a kind on any board, as `model.Name` has it."""
    if not name.strip():
        return "expected a name, found an empty one"
    if len(name) > MAX_NAME:
        return f"a name has at most {MAX_NAME} characters, found {len(name)} in {name[:30] + '...'!r}"
    if name != name.strip():
        return f"a name has no blanks at its ends, found {name!r}"
    if CONTROL.search(name) or any(map(_surrogate, name)):
        return f"a name has no control characters, found {name!r}"
    return None


def _surrogate(character: str) -> bool:
    """Half of a character, as broken decoding leaves it: it can't be handed to the solver."""
    return "\ud800" <= character <= "\udfff"


def checked_kind(kind: str) -> str:
    """A counter kind in its one form. Raises `InvalidActionError` if it is none."""
    if problem := _name_problem(normal_kind(kind)):
        raise InvalidActionError(f"no kind of counter: {problem}")
    return normal_kind(kind)


def normal_kind(kind: str) -> str:
    """A counter kind as `model.Kind` has it: in lower case, with plain minus signs."""
    return kind.translate(_MINUS).strip().lower()


# ---------------------------------------------------------------------------------------------------
# Writing
# ---------------------------------------------------------------------------------------------------


def facts(action: Action, instruction: str) -> list[str]:
    """The facts of one step, whose instruction has this term; `action.then` is not in them.

    Who an entering object enters under is only said if the action says so.
    """
    lines = [f"instruction({instruction})."]
    for part in action.parts:
        lines += part.facts(instruction)
    if action.performer is not None:
        lines.append(f"performer({instruction},{quote(action.performer)}).")
    if action.cause != "effect":
        lines.append(f"as({instruction},{quote(action.cause)}).")
    if action.combat:
        lines.append(f"combat_damage({instruction}).")
    if action.unpreventable:
        lines.append(f"unpreventable({instruction}).")
    # What is listed or said of a player is the same for every part.
    return list(dict.fromkeys(lines))


def kind_facts(kinds: Iterable[str]) -> list[str]:
    """Facts about counter kinds that only their text can tell: what +X/+Y adds, what a keyword is a variant of.

    Kinds are taken as `normal_kind` leaves them.
    """
    lines = []
    for kind in sorted(set(kinds)):
        # 122.1a speaks of +X/+Y and -X/-Y; a +1/-1 counter would do nothing.
        if (found := _POWER_TOUGHNESS.fullmatch(kind)) and found[1] == found[3]:
            if any(_number(digits, LARGEST_BONUS) is None for digits in (found[2], found[4])):
                raise InputError(f"counters go up to +{LARGEST_BONUS}/+{LARGEST_BONUS}, found {_shown(kind, 30)}")
            lines.append(f"power_toughness_kind({quote(kind)},{int(found[1] + found[2])},{int(found[1] + found[4])}).")
        keyword, middle, quality = (part.strip() for part in kind.partition(" from "))
        if keyword and middle and quality:
            lines.append(f"variant_of({quote(kind)},{quote(keyword)}).")
    return lines


def _number(digits: str, largest: int) -> int | None:
    """The number, unless it is too large. Thousands of digits are not even converted."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= len(str(largest)) and int(digits) <= largest else None


def _term(value: str | int | Selection) -> str:
    if isinstance(value, Selection):
        return value.term()
    return str(value) if isinstance(value, int) else quote(value)


def phrase(part: Instruction) -> str:
    """The phrase of an action of one part, without checking it; for lists of many."""
    return _write((part,))


def _write(parts: tuple[Instruction, ...]) -> str:
    """The canonical phrase of one event, without suffixes."""
    each = parts[0].each
    names = _join(_id(getattr(part, each)) for part in parts) if each else ""
    match parts[0]:
        case Put():
            return "put " + _write_puts([part for part in parts if isinstance(part, Put)])
        case Damage():
            return "deal " + _write_damage([part for part in parts if isinstance(part, Damage)])
        case PutCountersOf(left, target, selection):
            what = "the counters" if selection.kind is None else f"the {_kind(selection.kind)} counters"
            return f"put {what} of {_id(left)} on {_id(target)}"
        case Remove(selection=selection):
            return f"remove {selection} from {names}"
        case Move(first, second, selection):
            return f"move {selection} from {_id(first)} to {_id(second)}"
        case Proliferate(chosen):
            if chosen is None:
                return "proliferate"
            return "proliferate " + (_join(map(_id, chosen)) or "nothing")
        case TurnDown(values=Listed() as values):
            return f"turn {names} face down as {values}"
        case OneObject(one) as part:
            return part.form.format(names or _id(one))
        case PutInto(zone="exile"):
            return f"exile {names}"
        case PutInto(zone="hand"):
            return f"return {names} to hand"
        case PutInto(zone=zone):
            return f"put {names} into {zone}"
        case Enter() as part:
            return f"put {names} onto the battlefield{_write_entering(part)}"
        case GainControl(player=player):
            return f"{_id(player)} gains control of {names}"
        case Attach(one, host):
            return f"attach {_id(one)} to {_id(host)}"
        case LoseLife(player, n):
            return f"{_id(player)} loses {n} life"
        case GainLife(player, n):
            return f"{_id(player)} gains {n} life"
        case Cast() as part:
            return _write_cast(part)
        case TurnUpFor(one, procedure, x):
            return f"turn {_id(one)} face up for its {procedure} cost{_x(x)}"
        case Manifest(how=how):
            return f"{how} {names}"
        case ManifestTop(player, how, count):
            cards = "card" if count == 1 else f"{count} cards"
            return f"{how} the top {cards} of {_owner(player)} library"
        case ManifestDread():
            return "manifest dread"
        case ExileFaceDown(players=players):
            return f"exile {names} face down" + (f" looked at by {_join(map(_id, players))}" if players else "")
        case BecomeCopy(one, original):
            return f"{_id(one)} becomes a copy of {_id(original)}"
        case LeaveGame(player):
            return f"{_id(player)} leaves the game"
        case EndGame():
            return "end the game"
        case ShuffleLibrary(player):
            return f"shuffle {_owner(player)} library"
        case ChooseFromPile(pile):
            return f"choose a card from pile {_quoted(pile)}"
        case Merge(one, host, place):
            return f"merge {_id(one)} {place} {_id(host)}"
        case AddMana(player, mana):
            return f"add {mana} to {_owner(player)} mana pool"
        case BeginStep(step, player):
            kind = {"upkeep": "", "precombat main": " phase", "postcombat main": " phase"}.get(step, " step")
            return f"begin the {step}{kind} of {_id(player)}"
        case CheckStateBasedActions():
            return "check state-based actions"
        case other:  # pragma: no cover
            raise TypeError(f"no phrase for {other!r}")


def _write_entering(part: Enter) -> str:
    """How it enters, under whom and with what."""
    amounts = _join(_counters(count, kind) for kind, count in part.counters)
    return (
        (" face down" if part.face_down else "")
        + ("" if part.values is None else f" as {part.values}")
        + ("" if part.copy_of is None else f" as a copy of {_id(part.copy_of)}")
        + ("" if part.player is None else f" under {_id(part.player)}")
        + (f" with {amounts}" if amounts else "")
    )


def _write_cast(part: Cast) -> str:
    return (
        f"cast {_id(part.object)}"
        + (" face down" if part.face_down else "")
        + ("" if part.procedure is None else f" for {part.procedure}")
        + (" without paying its mana cost" if part.free else "")
        + _x(part.x)
    )


def _x(x: int | None) -> str:
    return "" if x is None else f" with X = {x}"


def _write_puts(parts: Sequence[Put]) -> str:
    """Neighbours on one holder share its name, and holders that get the same share the counters."""
    on_holder: list[tuple[str, list[str]]] = []
    for part in parts:
        if not on_holder or on_holder[-1][0] != part.holder:
            on_holder.append((part.holder, []))
        on_holder[-1][1].append(_counters(part.count, part.kind))
    groups: list[tuple[list[str], list[str]]] = []
    for holder, amounts in on_holder:
        if not groups or groups[-1][1] != amounts:
            groups.append(([], amounts))
        groups[-1][0].append(holder)
    return " and ".join(f"{_join(amounts)} on {_join(map(_id, holders))}" for holders, amounts in groups)


def _write_damage(parts: Sequence[Damage]) -> str:
    """Neighbours that are dealt the same by one source share it."""
    groups: list[tuple[str, int, list[str]]] = []
    for part in parts:
        if not groups or groups[-1][:2] != (part.source, part.n):
            groups.append((part.source, part.n, []))
        groups[-1][2].append(part.recipient)
    return " and ".join(f"{n} damage from {_id(source)} to {_join(map(_id, names))}" for source, n, names in groups)


def _counters(count: int, kind: str | None) -> str:
    """`a +1/+1 counter`, `two counters`, `21 charge counters`."""
    what = "" if kind is None else _kind(kind) + " "
    if count == 1:
        return f"{'an' if what[:1] in tuple('aeio') else 'a'} {what}counter"
    return f"{NUMBER_WORDS[count] if 1 < count <= 20 else count} {what}counters"


def _id(name: str) -> str:
    return name if _WORD.fullmatch(name) and not _KEYWORDS.match(name) else _quoted(name)


def _owner(player: str) -> str:
    return f"{_id(player)}'s"


def _kind(kind: str) -> str:
    return kind if _is_plain(kind) else _quoted(kind)


def _type(word: str) -> str:
    return word if _TYPE_WORD.fullmatch(word) and not _KEYWORDS.match(word) else _quoted(word)


def _keyword(keyword: str) -> str:
    """Keywords that start like counters are quoted: `with flying`, but `with "a flying"`."""
    return keyword if _is_plain(keyword) and not _NUMBER.match(keyword) else _quoted(keyword)


def _is_plain(text: str) -> bool:
    """Whether a counter kind or keyword can be written without quotes. "from" may stand in it, but not first."""
    words = text.split(" ")
    return all(_KIND_WORD.fullmatch(word) for word in words) and not any(
        _KEYWORDS.match(word) for number, word in enumerate(words) if number == 0 or word != "from"
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _join(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    items = list(words)
    return f" {last} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


# ---------------------------------------------------------------------------------------------------
# Reading
# ---------------------------------------------------------------------------------------------------


@cache
def _grammar() -> Lark:
    """The parser. Made, and its library imported, only when a phrase is first read: both take their time."""
    from lark import Lark

    grammar = Path(__file__).with_name("actions.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", cache=_cache_file() or False)


def _cache_file() -> str | None:
    """Where the parser's tables are kept between runs, which halves the time to the first phrase.

    The file is a pickle, so it lies in a directory that only the user can write to. None if there is no such
    place.
    """
    directory = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pyengine"
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = directory.stat()
    except (OSError, RuntimeError):
        return None
    private = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
    return str(directory / "actions.lark-tables") if private and os.access(directory, os.W_OK) else None


def _parse(text: str) -> Action:
    if not isinstance(text, str):
        raise InvalidActionError(f"expected an action as text, found {text!r:.40}")
    if len(text) > MAX_TEXT:
        raise InvalidActionError(
            f"an action has at most {MAX_TEXT:,} characters, found {len(text):,} in {_shown(text)}"
        )
    for place, character in enumerate(text):
        if (ord(character) < 32 and character not in "\t\r\n") or ord(character) == 127 or _surrogate(character):
            raise _failure(text, place, f"expected no control characters, found {character!r}")
    grammar = _grammar()
    from lark.exceptions import UnexpectedInput

    try:
        tree = grammar.parse(text)
    except UnexpectedInput as error:
        raise _explained(text, error) from None
    try:
        return _Reader(text).sequence(tree)
    except _MalformedError as error:
        raise InvalidActionError(f"in {_shown(text)}: {error}") from None


_SUFFIXES: dict[str, tuple[str, Any]] = {
    "CAUSE": ("cause", None),
    "COMBAT": ("combat", True),
    "UNPREVENTABLE": ("unpreventable", True),
}
"""The field of `Action` that each suffix sets; "by" is followed by an id, whose terminal can be any."""


class _Reader:
    """Makes an action of the syntax tree of its phrase."""

    def __init__(self, text: str) -> None:
        self.text = text

    def sequence(self, tree: Tree[Token]) -> Action:
        action: Action | None = None
        for step in reversed(tree.children):
            action = self.action(step, action)
        assert action is not None  # the grammar has at least one
        return action

    def action(self, tree: Any, then: Action | None) -> Action:
        clause, *suffixes = tree.children
        parts = tuple(self.instructions(clause))
        said: dict[str, Any] = {}
        for suffix in suffixes:
            (token,) = suffix.children
            field, value = _SUFFIXES.get(token.type) or ("performer", None)
            if field == "performer":
                value = self.name(token)
            elif field == "cause":
                value = _spaced(token).removeprefix("as a ")
            if field in said:
                raise _failure(self.text, token.start_pos, f"expected this only once, found {str(token)!r} as well")
            if field in ("combat", "unpreventable") and clause.data != "damage":
                raise _failure(
                    self.text, token.start_pos, f"expected this to be said of damage only, found {str(token)!r}"
                )
            said[field] = value
        return Action(parts, then=then, **said)

    def instructions(self, tree: Any) -> Iterator[Instruction]:
        children = tree.children
        match tree.data:
            case "put":
                yield from self.puts(children)
            case "put_counters_of":
                *kinds, left, target = children
                kind = self.kind(kinds[0]) if kinds else None
                yield PutCountersOf(self.name(left), self.name(target), Selection("all", kind))
            case "put_into":
                for name in self.names(children[0]):
                    yield PutInto(name, _spaced(children[1]))  # type: ignore[arg-type]
            case "return":
                for name in self.names(children[0]):
                    yield PutInto(name, "hand")
            case "enter":
                yield from self.enters(children)
            case "remove":
                selection = self.selection(children[0])
                for name in self.names(children[1]):
                    yield Remove(name, selection)
            case "move":
                yield Move(self.name(children[1]), self.name(children[2]), self.selection(children[0]))
            case "proliferate":
                yield Proliferate(tuple(self.names(children[0])) if children else None)
            case "nothing":
                yield Proliferate(())
            case "each":
                verb = _spaced(children[0])
                for name in self.names(children[1]):
                    yield _VERBS[verb](name)
            case "single":
                yield _VERBS[_spaced(children[0])](self.name(children[1]))
            case "turn":
                values = self.listed(children[2:])
                for name in self.names(children[0]):
                    yield TurnUp(name) if children[1].type == "FACE_UP" else TurnDown(name, values)
            case "turn_up_for":
                turned, procedure = children[0].children, _spaced(children[2])
                if len(turned) > 1:
                    found = str(turned[1])
                    raise _failure(
                        self.text, turned[1].start_pos, f"expected one permanent to pay for, found {found!r} as well"
                    )
                yield TurnUpFor(self.name(turned[0]), procedure, self.x(children))  # type: ignore[arg-type]
            case "exile":
                players = tuple(self.names(children[2])) if len(children) > 2 else ()
                for name in self.names(children[0]):
                    yield PutInto(name, "exile") if len(children) == 1 else ExileFaceDown(name, players)
            case "cast":
                said = {child.type: _spaced(child) for child in children[1:] if not _is_tree(child)}
                cost: Any = said.get("PROCEDURE")
                yield Cast(self.name(children[0]), "FACE_DOWN" in said, cost, "FREE" in said, self.x(children))
            case "manifest":
                for name in self.names(children[1]):
                    yield Manifest(name, _spaced(children[0]))  # type: ignore[arg-type]
            case "manifest_top":
                how, *counts, owner = children
                count = self.number(counts[0], 1, MOST_CARDS) if counts else 1
                yield ManifestTop(self.owner(owner), _spaced(how), count)  # type: ignore[arg-type]
            case "manifest_dread":
                yield ManifestDread()
            case "damage":
                yield from self.damage(children)
            case "control":
                for name in self.names(children[1]):
                    yield GainControl(self.name(children[0]), name)
            case "life":
                yield LoseLife(self.name(children[0]), self.number(children[1]))
            case "gain":
                yield GainLife(self.name(children[0]), self.number(children[1]))
            case "become":
                yield BecomeCopy(self.name(children[0]), self.name(children[1]))
            case "leave":
                yield LeaveGame(self.name(children[0]))
            case "end":
                yield EndGame()
            case "shuffle":
                for name in self.names(children[0]):
                    yield Shuffle(name)
            case "shuffle_library":
                yield ShuffleLibrary(self.owner(children[0]))
            case "choose":
                yield ChooseCard(self.name(children[0]))
            case "choose_from_pile":
                yield ChooseFromPile(self.name(children[0]))
            case "merge_over":
                yield Merge(self.name(children[0]), self.name(children[1]), "over")
            case "merge_under":
                yield Merge(self.name(children[0]), self.name(children[1]), "under")
            case "add":
                yield AddMana(self.owner(children[1]), self.mana(children[0]))
            case "attach":
                yield Attach(self.name(children[0]), self.name(children[1]))
            case "begin":
                step = _spaced(children[0]).removesuffix(" step").removesuffix(" phase")
                yield BeginStep(step, self.name(children[1]))  # type: ignore[arg-type]
            case "attack":
                yield AttackAlone(self.name(children[0]))
            case "check":
                yield CheckStateBasedActions()

    def puts(self, children: Sequence[Any]) -> Iterator[Instruction]:
        """Amounts, and after each of them the holders it is put on."""
        amounts: list[tuple[str, int]] = []
        for child in children:
            if _is_tree(child):
                amounts = self.amounts(child)
            else:
                for kind, count in amounts:
                    yield Put(self.name(child), kind, count)

    def damage(self, children: Sequence[Any]) -> Iterator[Instruction]:
        """Hits; an id after a hit "from source to recipient" is a further recipient of the same."""
        source, n = "", 0
        for child in children:
            if not _is_tree(child):
                yield Damage(source, self.name(child), n)
            elif child.data == "from_to":
                n, source = self.number(child.children[0]), self.name(child.children[1])
                yield Damage(source, self.name(child.children[2]), n)
            else:
                n, source = self.number(child.children[0]), self.name(child.children[2])
                for name in self.names(child.children[1]):
                    yield Damage(source, name, n)

    def enters(self, children: Sequence[Any]) -> Iterator[Instruction]:
        entering = Enter("")
        for child in children[1:]:
            if not _is_tree(child):
                entering = replace(entering, face_down=True)
            elif child.data == "under":
                entering = replace(entering, player=self.name(child.children[0]))
            elif child.data == "copy":
                entering = replace(entering, copy_of=self.name(child.children[0]))
            elif child.data == "amounts":
                entering = replace(entering, counters=tuple(self.amounts(child)))
        entering = replace(entering, values=self.listed(children[1:]))
        for name in self.names(children[0]):
            yield replace(entering, object=name)

    def listed(self, children: Sequence[Any]) -> Listed | None:
        """What is listed in the children of a phrase, if anything is."""
        found = {child.data: child.children for child in children if _is_tree(child)}
        if "values" not in found:
            return None
        words = found["values"]
        power = toughness = None
        if words[0].type == "POWER_TOUGHNESS":
            power, toughness = self.power_toughness(words[0])
            words = words[1:]
        names = [self.name(word).lower() for word in words]
        types = [name for name in names if name in get_args(CardType)]
        if not types:
            raise _failure(
                self.text,
                words[-1].start_pos,
                f"expected a card type such as 'creature' at the end of this, found {str(words[-1])!r}",
            )
        subtypes = [name for name in names if name not in types]
        keywords = [self.checked(_words(tree).lower(), tree.children[0]) for tree in found.get("keywords", ())]
        return Listed(power, toughness, tuple(types), tuple(subtypes), tuple(keywords))

    def power_toughness(self, token: Any) -> tuple[int, int]:
        first, second = (_number(digits, LARGEST_BONUS) for digits in token.split("/"))
        if first is None or second is None:
            found = _digits(token)
            raise _failure(
                self.text, token.start_pos, f"expected power and toughness up to {LARGEST_BONUS}, found {found}"
            )
        return first, second

    def x(self, children: Sequence[Any]) -> int | None:
        """The X that is chosen in a phrase, if one is."""
        last = children[-1]
        return self.number(last.children[0]) if _is_tree(last) and last.data == "x" else None

    def owner(self, token: Any) -> str:
        """The player in `alice's library`."""
        return self.checked(_unquoted(re.split(r"['\u2019]s\s+\w+(?:\s+\w+)?$", token)[0]), token)

    def mana(self, token: Any) -> str:
        """Mana symbols in capitals, without blanks and leading zeros."""
        symbols = []
        for found in re.finditer(r"\{[^{}]*\}", token):
            symbol = _SYMBOL.fullmatch(re.sub("^{0+(?=[0-9])", "{", found[0].upper()))
            place = token.start_pos + found.start()
            if symbol is None:
                raise _failure(
                    self.text, place, "expected {W}, {U}, {B}, {R}, {G}, {C} or a number as in {2}, found " + found[0]
                )
            if symbol[2] and _number(symbol[2], MAX_COUNT) is None:
                raise _failure(self.text, place, f"expected a number up to {MAX_COUNT}, found {_digits(symbol[2])}")
            symbols.append(symbol[0])
        return "".join(symbols)

    def selection(self, tree: Any) -> Selection:
        children = tree.children
        match tree.data:
            case "count":
                kind = self.kind(children[1]) if len(children) > 1 else None
                return Selection.count(self.number(children[0]), kind)
            case "one_of_each":
                if self.number(children[0]) != 1:
                    found = str(children[0])
                    raise _failure(self.text, children[0].start_pos, f"expected 'one' of each kind, found {found!r}")
                return Selection("one_of_each")
            case how:
                return Selection(how, self.kind(children[0]) if children else None)

    def amounts(self, tree: Any) -> list[tuple[str, int]]:
        return [(self.kind(counted.children[1]), self.number(counted.children[0])) for counted in tree.children]

    def kind(self, tree: Any) -> str:
        return self.checked(normal_kind(_words(tree)), tree.children[0])

    def names(self, tree: Any) -> list[str]:
        return [self.name(token) for token in tree.children]

    def name(self, token: Any) -> str:
        return self.checked(_unquoted(token), token)

    def checked(self, name: str, token: Any) -> str:
        if problem := _name_problem(name):
            raise _failure(self.text, token.start_pos, problem)
        return name

    def number(self, token: Any, least: int = 0, most: int = MAX_COUNT) -> int:
        word = token.lower()
        if token.type == "A":
            return 1
        number = NUMBER_WORDS.index(word) if token.type == "NUMBER_WORD" else _number(word, most)
        if number is None or number < least:
            numbers = f"from {least} to {most}" if least else f"up to {most}"
            raise _failure(self.text, token.start_pos, f"expected a number {numbers}, found {_digits(word)}")
        return number


def _is_tree(node: Any) -> bool:
    return hasattr(node, "children")


def _spaced(token: str) -> str:
    """Words of the grammar in one spelling."""
    return " ".join(token.lower().split())


def _unquoted(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else str(token)


def _words(tree: Any) -> str:
    """A counter kind or keyword, of one word or several."""
    return " ".join(map(_unquoted, tree.children))


def _digits(number: int | str) -> str:
    text = str(number)
    return text if len(text) <= 30 else text[:30] + "..."


# ---------------------------------------------------------------------------------------------------
# Saying what is wrong with a phrase
# ---------------------------------------------------------------------------------------------------

_EXPECTED: dict[str, tuple[str, ...]] = {
    "_THE": ("'the'",),
    "_TOP": ("'top'",),
    "_ALL": ("'all'",),
    "_ANY_NUMBER_OF": ("'any number of'",),
    "_NOTHING": ("'nothing'",),
    "KIND_WORD": ("a kind of counter",),
    "POWER_TOUGHNESS": ("power and toughness such as '2/2'",),
    "TYPE_WORD": ("a card type or subtype",),
    "KEYWORD_WORD": ("a keyword",),
    "SYMBOLS": ("mana symbols such as '{G}{2}'",),
    "LIBRARY": ('a library such as "alice\'s library"',),
    "MANA_POOL": ('a mana pool such as "alice\'s mana pool"',),
    "_A_CARD": ("'a card'",),
    "_CARD": ("'card'", "'cards'"),
    "_PILE": ("'pile'",),
    "_X": ("'X'",),
    "_EQUALS": ("'='",),
    "_ITS": ("'its'",),
    "PROCEDURE": ("'morph'", "'megamorph'", "'disguise'"),
    "MANA": ("'mana'",),
    "_COST": ("'cost'",),
    "_OVER": ("'over'",),
    "_COUNTER": ("'counter'", "'counters'"),
    "_OF_EACH_KIND": ("'of each kind'",),
    "_OF": ("'of'",),
    "_FROM": ("'from'",),
    "_TO": ("'to'",),
    "_TO_HAND": ("'to hand'",),
    "_ON": ("'on'",),
    "_INTO": ("'into'",),
    "_ONTO": ("'onto'",),
    "_ONTO_BATTLEFIELD": ("'onto the battlefield'",),
    "ZONE": ("'graveyard'", "'library'", "'hand'", "'exile'"),
    "_DAMAGE": ("'damage'",),
    "_LIFE": ("'life'",),
    "_ALONE": ("'alone'",),
    "FACE_UP": ("'face up'",),
    "FACE_DOWN": ("'face down'",),
    "_LOOKED_AT_BY": ("'looked at by'",),
    "_FOR": ("'for'",),
    "FREE": ("'without paying its mana cost'",),
    "STEP": ("a step such as 'untap step' or 'precombat main phase'",),
    "_GAINS_CONTROL_OF": ("'gains control of'",),
    "_GAINS": ("'gains'",),
    "_LOSES": ("'loses'",),
    "_BECOMES_A_COPY_OF": ("'becomes a copy of'",),
    "_LEAVES_THE_GAME": ("'leaves the game'",),
    "_AS_A": ("'as a'",),
    "_AS_A_COPY_OF": ("'as a copy of'",),
    "_UNDER": ("'under'",),
    "_WITH": ("'with'",),
    "_AND": ("'and'",),
    "_THEN": ("', then'",),
    "CAUSE": ("'as a cost'",),
    "_BY": ("'by'",),
    "$END": ("the end",),
}
"""What the grammar's terminals are called in error messages, in the order in which they are named there."""

_AN_ACTION = "an action such as 'put', 'remove', 'move', 'proliferate', 'destroy', 'deal', 'cast', 'turn' or 'manifest'"


def _explained(text: str, error: UnexpectedInput) -> InvalidActionError:
    """What was expected where the parser gave up, in words."""
    token = getattr(error, "token", None)
    place = len(text.rstrip()) if token is not None and token.type == "$END" else error.pos_in_stream
    place = len(text) if place is None else place
    if text[place : place + 1] == '"' and not _STRING.match(text, place):
        if re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL).match(text, place):
            return _failure(text, place, 'expected a quoted name with no line breaks, and \\ before " or \\ only')
        return _failure(text, place, 'expected a second " at the end of this name, found none')
    # The parser that failed may already have closed lists that could have gone on, so one is asked that has
    # only seen what comes before.
    parser: Any = _grammar().parse_interactive(text[:place])
    parser.exhaust_lexer()
    accepted: set[str] = parser.accepts()
    before, after = text[:place], text[place:]
    # A misspelt verb reads as a player who does something; a misspelt number as an object put somewhere.
    if "_LOSES" in accepted and not re.match(r"gain|los|becom|leav", after, re.IGNORECASE):
        place = _last_word(before)
        expected = _AN_ACTION
    elif (
        "_INTO" in accepted
        and "KIND_WORD" not in accepted
        and re.search(r"\bput\s+[^\s,]+\s*$", before, re.IGNORECASE)
        and re.search(r"\bcounters?\b", after, re.IGNORECASE)
    ):
        place = _last_word(before)
        expected = "a number, 'a', 'the' or an id"
    else:
        expected = _expectations(parser, accepted)
    found = re.match(r'"[^"]*"|[^\s,]+|,', text[place:])
    message = f"expected {expected}, found {_shown(found[0], 30) if found else 'the end'}"
    if (
        found
        and not _WORD.match(found[0])
        and found[0][0] not in '",'
        and ("WORD" in accepted or _WORD.search(before[-1:]))
    ):
        message += "; an id with characters other than letters, digits and _ - ' . goes in double quotes"
    return _failure(text, place, message)


def _expectations(parser: Any, accepted: set[str]) -> str:
    if "VERB" in accepted:
        return _AN_ACTION
    words: list[str] = []
    if "A" in accepted:
        # "a" is a number or an id. What could stand after it tells which of them is meant here.
        from lark import Token

        ahead = parser.copy()
        ahead.feed_token(Token("A", "a"))
        if ahead.accepts() & {"KIND_WORD", "_COUNTER", "_DAMAGE", "_LIFE"}:
            words += ["a number", "'a'"]
    elif "DIGITS" in accepted and "WORD" not in accepted:
        words.append("a number")
    if "WORD" in accepted:
        words.append("an id")
    words += [word for terminal, said in _EXPECTED.items() if terminal in accepted for word in said]
    return _join(words, "or")


def _last_word(before: str) -> int:
    """Where the last word of a text starts."""
    words = list(re.finditer(r'"(?:[^"\\]|\\.)*"|[^\s",]+', before))
    return words[-1].start() if words else 0


def _failure(text: str, place: int, message: str) -> InvalidActionError:
    return InvalidActionError(f"in {_shown(text, at=place)}, column {place + 1}: {message}")


def _shown(text: str, length: int = 80, at: int = 0) -> str:
    """`text` in quotes; of a long text the surroundings of the place in question."""
    start = max(0, min(at - length // 2, len(text) - length))
    end = start + length
    return repr(("..." if start else "") + text[start:end] + ("..." if end < len(text) else ""))
