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
from pyengine.model import CONTROL, MAX_COUNT, MAX_NAME, Step
from pyengine.terms import quote

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

MAX_TEXT = 2000
"""Longest phrase, in characters."""

LARGEST_BONUS = 1_000_000
"""Largest X and Y of a +X/+Y counter, so that sums over a board stay far within the solver's 32 bits."""

Cause = Literal["effect", "cost", "turn-based action"]
Zone = Literal["graveyard", "library", "hand", "exile"]

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
"""Numbers up to twenty in words, at their own index. Zero is only here to fill its place."""

# Every word of the grammar that an id could be mistaken for, or that would make an id hard to read. Numbers
# are missing on purpose: the grammar tells "a" the number from "a" the id by what follows.
_KEYWORDS = re.compile(
    r"then|and|put|the|of|on|into|to|onto|from|return|hand|battlefield|under|with|remove|move|proliferate|nothing|"
    r"turn|deal|damage|gains|control|loses|life|attach|begin|attack|alone|check|state-based|actions?|by|counters?|"
    r"all|any|number|each|kind|destroy|sacrifice|exile|tap|untap|phase|out|in|face|up|down|graveyard|library|as|"
    r"cost|turn-based|combat|that|can't|be|prevented",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w\-'.]+")
_KIND_WORD = re.compile(r'[^\s",]+')
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
        found = (getattr(self, "n", None), getattr(self, "count", None))
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


class TurnDown(OneObject):
    """Turn a permanent face down."""

    predicate, form = "turns_down", "turn {} face down"


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
    """Put an object onto the battlefield, under `player`'s control if given, with counters on it."""

    predicate = "enters"
    each = "object"
    object: str
    player: str | None = None
    counters: tuple[tuple[str, int], ...] = ()

    def facts(self, instruction: str) -> list[str]:
        """That it enters, under whom if that is said, and with which counters."""
        entering = quote(self.object)
        under = [] if self.player is None else [f"enters_under({entering},{quote(self.player)})."]
        return [
            f"enters({instruction},{entering}).",
            *under,
            *(
                f"enters_with_counters({instruction},{entering},{quote(kind)},{count})."
                for kind, count in self.counters
            ),
        ]

    def names(self) -> tuple[str, ...]:
        """What enters, and under whose control."""
        return (self.object,) if self.player is None else (self.object, self.player)

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
    kind.form.removesuffix(" {}"): kind for kind in (Destroy, Sacrifice, Tap, Untap, PhaseOut, PhaseIn)
}


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
        if self.cause not in get_args(Cause):
            raise _MalformedError(f"expected the cause {_join(map(repr, get_args(Cause)), 'or')}, found {self.cause!r}")
        # What is written out must be readable again, so the limit is on that as well.
        if len(self._phrase) > MAX_TEXT:
            raise _MalformedError(f"the action has more than {MAX_TEXT:,} characters when written out in full")

    @staticmethod
    def parse(text: str) -> Action:
        """Read a phrase; `InvalidActionError` says where it stops being one."""
        return _parse(text)

    def steps(self) -> tuple[Action, ...]:
        """The events in order, each without what follows it."""
        return tuple(replace(step, then=None) for step in self._chain())

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
        if twice := [name for name in names if names.count(name) > 1]:
            raise _MalformedError(f"{twice[0]!r} is named twice")
    numbers = [number for part in parts for number in part.numbers()]
    # What one event deals is added up, for lifelink for one; the sum must fit as well.
    for number in [*numbers, sum(numbers)] if isinstance(first, Damage) else numbers:
        if not 0 <= number <= MAX_COUNT:
            raise _MalformedError(f"expected numbers from 0 to {MAX_COUNT} in all, found {_digits(number)}")
    if isinstance(first, BeginStep) and first.step not in get_args(Step):
        raise _MalformedError(f"expected a step, found {first.step!r}")
    if isinstance(first, PutInto) and first.zone not in get_args(Zone):
        raise _MalformedError(f"expected the zone {_join(map(repr, get_args(Zone)), 'or')}, found {first.zone!r}")


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
    return lines


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
        case OneObject(one) as part:
            return part.form.format(names or _id(one))
        case PutInto(zone="exile"):
            return f"exile {names}"
        case PutInto(zone="hand"):
            return f"return {names} to hand"
        case PutInto(zone=zone):
            return f"put {names} into {zone}"
        case Enter(player=player, counters=counters):
            under = "" if player is None else f" under {_id(player)}"
            amounts = _join(_counters(count, kind) for kind, count in counters)
            return f"put {names} onto the battlefield{under}" + (f" with {amounts}" if amounts else "")
        case GainControl(player=player):
            return f"{_id(player)} gains control of {names}"
        case Attach(one, host):
            return f"attach {_id(one)} to {_id(host)}"
        case LoseLife(player, n):
            return f"{_id(player)} loses {n} life"
        case BeginStep(step, player):
            kind = {"upkeep": "", "precombat main": " phase", "postcombat main": " phase"}.get(step, " step")
            return f"begin the {step}{kind} of {_id(player)}"
        case CheckStateBasedActions():
            return "check state-based actions"
        case other:  # pragma: no cover
            raise TypeError(f"no phrase for {other!r}")


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
    return name if _WORD.fullmatch(name) and not _KEYWORDS.fullmatch(name) else _quoted(name)


def _kind(kind: str) -> str:
    words = kind.split(" ")
    plain = all(_KIND_WORD.fullmatch(word) for word in words) and not any(
        _KEYWORDS.fullmatch(word) for number, word in enumerate(words) if number == 0 or word != "from"
    )
    return kind if plain else _quoted(kind)


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
                    yield PutInto(name, "exile") if verb == "exile" else _VERBS[verb](name)
            case "turn":
                turn = TurnUp if _spaced(children[1]) == "face up" else TurnDown
                for name in self.names(children[0]):
                    yield turn(name)
            case "damage":
                yield from self.damage(children)
            case "control":
                for name in self.names(children[1]):
                    yield GainControl(self.name(children[0]), name)
            case "life":
                yield LoseLife(self.name(children[0]), self.number(children[1]))
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
        player: str | None = None
        counters: list[tuple[str, int]] = []
        for child in children[1:]:
            if child.data == "under":
                player = self.name(child.children[0])
            else:
                counters = self.amounts(child)
        for name in self.names(children[0]):
            yield Enter(name, player, tuple(counters))

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
        words = tree.children
        kind = normal_kind(" ".join(_unquoted(word) for word in words))
        return self.checked(kind, words[0])

    def names(self, tree: Any) -> list[str]:
        return [self.name(token) for token in tree.children]

    def name(self, token: Any) -> str:
        return self.checked(_unquoted(token), token)

    def checked(self, name: str, token: Any) -> str:
        if problem := _name_problem(name):
            raise _failure(self.text, token.start_pos, problem)
        return name

    def number(self, token: Any) -> int:
        word = token.lower()
        if token.type == "A":
            return 1
        if token.type == "NUMBER_WORD":
            return NUMBER_WORDS.index(word)
        if (number := _number(word, MAX_COUNT)) is None:
            raise _failure(self.text, token.start_pos, f"expected a number up to {MAX_COUNT}, found {_digits(word)}")
        return number


def _is_tree(node: Any) -> bool:
    return hasattr(node, "children")


def _spaced(token: str) -> str:
    """Words of the grammar in one spelling."""
    return " ".join(token.lower().split())


def _unquoted(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else str(token)


def _digits(number: int | str) -> str:
    text = str(number)
    return text if len(text) <= 30 else text[:30] + "..."


# ---------------------------------------------------------------------------------------------------
# Saying what is wrong with a phrase
# ---------------------------------------------------------------------------------------------------

_EXPECTED: dict[str, tuple[str, ...]] = {
    "_THE": ("'the'",),
    "_ALL": ("'all'",),
    "_ANY_NUMBER_OF": ("'any number of'",),
    "_NOTHING": ("'nothing'",),
    "KIND_WORD": ("a kind of counter",),
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
    "FACE": ("'face up'", "'face down'"),
    "STEP": ("a step such as 'untap step' or 'precombat main phase'",),
    "_GAINS_CONTROL_OF": ("'gains control of'",),
    "_LOSES": ("'loses'",),
    "_UNDER": ("'under'",),
    "_WITH": ("'with'",),
    "_AND": ("'and'",),
    "_THEN": ("', then'",),
    "CAUSE": ("'as a cost'",),
    "_BY": ("'by'",),
    "$END": ("the end",),
}
"""What the grammar's terminals are called in error messages, in the order in which they are named there."""

_AN_ACTION = "an action such as 'put', 'remove', 'move', 'proliferate', 'destroy' or 'deal'"


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
    if "_LOSES" in accepted and not re.match(r"gain|los", after, re.IGNORECASE):
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
