"""What an action is made of: one class for each thing it can tell to do.

Instructions about counters are in `counter_instructions`, those that manifest, cloak and turn face up or down in
`face_down_instructions`. Each says its facts itself; `reading` makes instructions of a phrase and `writing` makes
the phrase of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from pyengine.cards.listed_values import Listed
from pyengine.cards.tokens import MOST_TOKENS
from pyengine.cards.well_formed import MalformedError, check_name, check_word, number_up_to, shown_digits
from pyengine.files.fields import MAX_COUNT
from pyengine.position.model import Step
from pyengine.solving.terms import quote

Zone = Literal["graveyard", "library", "hand", "exile"]
Procedure = Literal["morph", "megamorph", "disguise"]
Place = Literal["over", "under"]

_MANA_TYPES = "WUBRGC"
MANA_SYMBOL = re.compile(r"\{(?:([WUBRGC])|(0|[1-9][0-9]*))\}")
"""A mana symbol as actions keep it: in capitals, numbers without leading zeros."""


@dataclass(frozen=True)
class Instruction:
    """One thing an action tells to do. Its fields are, in order, the arguments of its ASP predicate."""

    predicate: ClassVar[str]
    form: ClassVar[str]
    """Its phrase, or the start of it, with fields in braces. `writing` has all of those that vary more."""
    ids: ClassVar[tuple[str, ...]] = ()
    """The fields that hold ids of objects or players."""
    of_players: ClassVar[tuple[str, ...]] = ()
    of_objects: ClassVar[tuple[str, ...]] = ()
    """Of these, those that hold nothing but ids of players, or of objects."""
    each: ClassVar[str | None] = None
    """The field in which the parts of one action may differ, as in "destroy bear and elf"."""

    def facts(self, instruction: str) -> list[str]:
        """The facts that say so of the instruction with this term."""
        values = [term(getattr(self, field.name)) for field in fields(self)]
        return [f"{self.predicate}({','.join([instruction, *values])})."]

    def names(self) -> tuple[str, ...]:
        """The ids it mentions."""
        return tuple(getattr(self, field) for field in self.ids)

    def makes(self) -> tuple[str, ...]:
        """The ids of the objects that come into being by it."""
        return ()

    def tokens(self) -> tuple[tuple[str, str], ...]:
        """The tokens it may create that are no copies, each with the card that says what it is."""
        return ()

    def new_tokens(self) -> tuple[tuple[str, int], ...]:
        """The tokens it may create that get the next spare ids: their card, and how many."""
        return ()

    def player_ids(self) -> tuple[str, ...]:
        """The ids in it that only a player can have."""
        return tuple(name for field in self.of_players if (name := getattr(self, field)) is not None)

    def object_ids(self) -> tuple[str, ...]:
        """The ids in it that only an object can have."""
        return tuple(name for field in self.of_objects if (name := getattr(self, field)) is not None)

    def kinds(self) -> tuple[str, ...]:
        """The counter kinds it names."""
        found = (getattr(self, "kind", None), getattr(getattr(self, "selection", None), "kind", None))
        return tuple(kind for kind in found if kind is not None)

    def numbers(self) -> tuple[int, ...]:
        """The numbers in it."""
        found = (getattr(self, "n", None), getattr(self, "count", None), getattr(self, "x", None))
        chosen = getattr(getattr(self, "selection", None), "number", None)
        return tuple(number for number in (*found, chosen) if number is not None)


def term(value: Any) -> str:
    """A number or text as the solver reads it; a selection of counters says itself how it is read."""
    if isinstance(value, str):
        return quote(value)
    return str(value) if isinstance(value, int) else str(value.term())


def listed_facts(instruction: str, values: Listed | None) -> list[str]:
    """The facts of the characteristics an instruction lists, if it lists any."""
    return [] if values is None else [f"lists_values({instruction},{values.term()}).", *values.facts()]


def x_facts(instruction: str, x: int | None) -> list[str]:
    """The fact of the X that is chosen in an instruction, if one is."""
    return [] if x is None else [f"chosen_x({instruction},{x})."]


def target_facts(instruction: str, targets: tuple[str, ...] | None) -> list[str]:
    """The facts of the targets that are announced in an instruction, in order; none if nothing is said of them."""
    if not targets:
        return [] if targets is None else [f"aims_at_nothing({instruction})."]
    return [f"aims_at_target({instruction},{n},{quote(name)})." for n, name in enumerate(targets, 1)]


def mode_facts(instruction: str, modes: tuple[int, ...]) -> list[str]:
    """The facts of the modes that are chosen in an instruction; none if nothing is said of them."""
    return [f"picks_mode({instruction},{mode})." for mode in modes]


def source_facts(instruction: str, sources: tuple[str, ...] | None) -> list[str]:
    """The facts of what is tapped for mana to pay an instruction; none if nothing is said of it."""
    if not sources:
        return [] if sources is None else [f"pays_from_pool({instruction})."]
    return [f"pays_with({instruction},{quote(name)})." for name in sources]


@dataclass(frozen=True)
class OneObject(Instruction):
    """Something done to an object and nothing more."""

    ids = ("object",)
    of_objects = ("object",)
    each: ClassVar[str | None] = "object"
    object: str


class Destroy(OneObject):
    """Destroy a permanent."""

    predicate, form = "destroys", "destroy {object}"


class Sacrifice(OneObject):
    """Sacrifice a permanent."""

    predicate, form = "sacrifices", "sacrifice {object}"


class Tap(OneObject):
    """Tap a permanent."""

    predicate, form = "taps_object", "tap {object}"


class Untap(OneObject):
    """Untap a permanent."""

    predicate, form = "untaps_object", "untap {object}"


class PhaseOut(OneObject):
    """A permanent phases out."""

    predicate, form = "phases_object_out", "phase out {object}"


class PhaseIn(OneObject):
    """A permanent phases in."""

    predicate, form = "phases_object_in", "phase in {object}"


class Reveal(OneObject):
    """Reveal an object."""

    predicate, form = "reveals", "reveal {object}"


class LookAt(OneObject):
    """A player looks at an object."""

    predicate, form = "looks_at", "look at {object}"


class Play(OneObject):
    """Play a land, the special action."""

    predicate, form = "plays", "play {object}"
    each = None


class PlayBack(OneObject):
    """Play the land on the back of a modal double-faced card (712.12)."""

    predicate, form = "plays_back", "play {object} with its back face up"
    each = None


class Suspend(OneObject):
    """Exile a card from a hand with time counters, the special action (702.62)."""

    predicate, form = "suspends", "suspend {object}"
    each = None


class Foretell(OneObject):
    """Exile a card from a hand face down, the special action (702.143)."""

    predicate, form = "foretells", "foretell {object}"
    each = None


class Plot(OneObject):
    """Exile a card from a hand, the special action (702.170)."""

    predicate, form = "plots", "plot {object}"
    each = None


class Transform(OneObject):
    """Transform a permanent."""

    predicate, form = "transforms", "transform {object}"


class Resolve(OneObject):
    """Resolve a spell or ability on the stack."""

    predicate, form, each = "resolves", "resolve {object}", None


@dataclass(frozen=True)
class ResolveTop(Instruction):
    """Resolve what is on top of the stack."""

    predicate = "resolves_top"
    form = "resolve the top of the stack"


@dataclass(frozen=True)
class Activate(Instruction):
    """Activate an ability of a permanent: which of those of its card, its targets in order, its X, and what pays."""

    form = "activate ability {n} of {object}"
    ids = ("object",)
    of_objects = ("object",)
    object: str
    n: int
    targets: tuple[str, ...] | None = None
    x: int | None = None
    sources: tuple[str, ...] | None = None
    modes: tuple[int, ...] = ()

    def facts(self, instruction: str) -> list[str]:
        """Which ability it is, and all that is said of how."""
        activated = f"activates({instruction},{quote(self.object)},{self.n})."
        said = [*target_facts(instruction, self.targets), *source_facts(instruction, self.sources)]
        said += mode_facts(instruction, self.modes)
        return [activated, *said, *x_facts(instruction, self.x)]

    def names(self) -> tuple[str, ...]:
        """The permanent, the targets and what pays."""
        return (self.object, *(self.targets or ()), *(self.sources or ()))


class CounterSpell(OneObject):
    """Counter a spell."""

    predicate, form, each = "counters_spell", "counter the spell {object}", None


class ChooseCard(OneObject):
    """A player chooses a card."""

    predicate, form, each = "chooses_card", "choose {object}", None


class Shuffle(OneObject):
    """Shuffle cards among themselves: all those of one event are one pile."""

    predicate, form = "shuffles", "shuffle {object}"


class AttackAlone(OneObject):
    """A creature attacks, and no other does."""

    predicate, form, each = "attacks_alone", "attack with {object} alone", None


@dataclass(frozen=True)
class Attack(Instruction):
    """A creature is declared as an attacker, together with the other parts of the action.

    `whom` is the player, planeswalker or battle it attacks; None where there is one possibility.
    """

    form = "attack {whom} with {object}"
    ids = ("object", "whom")
    of_objects = ("object",)
    each = None
    object: str
    whom: str | None = None

    def facts(self, instruction: str) -> list[str]:
        """That it attacks, and what, if that is said."""
        attacker = quote(self.object)
        whom = [] if self.whom is None else [f"attacks_whom({instruction},{attacker},{quote(self.whom)})."]
        return [f"attacks_with({instruction},{attacker}).", *whom]

    def names(self) -> tuple[str, ...]:
        """The attacker, and what it attacks."""
        return (self.object,) if self.whom is None else (self.object, self.whom)


@dataclass(frozen=True)
class Block(Instruction):
    """A creature is declared as a blocker, together with the other parts of the action."""

    predicate, form = "blocks_with", "block {attacker} with {object}"
    ids = of_objects = ("object", "attacker")
    each = None
    object: str
    attacker: str


class DeclareAttackers(Instruction):
    """A player chooses which creatures attack, and what."""

    predicate, form, each = "chooses_attackers", "declare attackers", None


class DeclareBlockers(Instruction):
    """A player chooses which creatures block, and what."""

    predicate, form, each = "chooses_blockers", "declare blockers", None


@dataclass(frozen=True)
class PutInto(Instruction):
    """Put an object into a zone other than the battlefield: exile it, return it to hand, tuck it."""

    predicate = "puts_into"
    of_objects = ("object",)
    form = "put {object} into {zone}"
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
    of_players = ("player",)
    of_objects = ("object", "copy_of")
    form = "put {object} onto the battlefield"
    each = "object"
    object: str
    player: str | None = None
    counters: tuple[tuple[str, int], ...] = ()
    face_down: bool = False
    values: Listed | None = None
    copy_of: str | None = None

    def __post_init__(self) -> None:
        if self.values is not None and not self.face_down:
            raise MalformedError("only what enters face down has its characteristics listed")
        if self.copy_of is not None and self.face_down:
            raise MalformedError("what enters as a copy does not enter face down")

    def facts(self, instruction: str) -> list[str]:
        """That it enters, how, under whom if that is said, and with which counters."""
        entering = quote(self.object)
        face_down = [f"enters_face_down({instruction},{entering})."] if self.face_down else []
        return [
            f"{self.predicate}({instruction},{entering}).",
            *face_down,
            *listed_facts(instruction, self.values),
            *_entering_facts(instruction, self),
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
class Create(Instruction):
    """Create a token: of what a card says, or as a copy of an object; `object` is the id it gets.

    It enters under `player`'s control if given, with counters on it.
    """

    predicate = "creates"
    of_players = ("player",)
    of_objects = ("copy_of",)
    form = "create {object}"
    ids = ("object",)
    object: str
    card: str | None = None
    copy_of: str | None = None
    player: str | None = None
    counters: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if (self.card is None) == (self.copy_of is None):
            raise MalformedError("a token is what a card says or a copy of something")

    def facts(self, instruction: str) -> list[str]:
        """That it is created, as a copy of what, under whom if that is said, and with which counters."""
        return [f"{self.predicate}({instruction},{quote(self.object)}).", *_entering_facts(instruction, self)]

    def names(self) -> tuple[str, ...]:
        """What it is a copy of, and under whose control."""
        return tuple(name for name in (self.copy_of, self.player) if name is not None)

    def makes(self) -> tuple[str, ...]:
        """The token."""
        return (self.object,)

    def tokens(self) -> tuple[tuple[str, str], ...]:
        """The token, with its card."""
        return () if self.card is None else ((self.object, self.card),)

    def kinds(self) -> tuple[str, ...]:
        """The kinds it enters with."""
        return tuple(kind for kind, _ in self.counters)

    def numbers(self) -> tuple[int, ...]:
        """How many of each."""
        return tuple(count for _, count in self.counters)


@dataclass(frozen=True)
class CreateTokens(Instruction):
    """Create so many tokens of what a card says; they get the next spare ids of their card.

    They enter under `player`'s control if given.
    """

    predicate = "creates_tokens"
    of_players = ("player",)
    card: str
    n: int
    player: str | None = None
    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        check_name(self.card)
        if not 0 <= self.n <= MOST_TOKENS:
            raise MalformedError(f"expected up to {MOST_TOKENS} tokens, found {shown_digits(self.n)}")

    def facts(self, instruction: str) -> list[str]:
        """How many are created, by whom, and how they enter."""
        player = "performer" if self.player is None else quote(self.player)
        return [
            f"{self.predicate}({instruction},{player},{self.n},{quote(self.card)}).",
            *([f"tokens_enter_tapped({instruction})."] if self.tapped else []),
            *(f"tokens_enter_with({instruction},{quote(kind)},{count})." for kind, count in self.counters),
        ]

    def names(self) -> tuple[str, ...]:
        """Under whose control."""
        return () if self.player is None else (self.player,)

    def kinds(self) -> tuple[str, ...]:
        """The kinds they enter with."""
        return tuple(kind for kind, _ in self.counters)

    def numbers(self) -> tuple[int, ...]:
        """How many of each."""
        return tuple(count for _, count in self.counters)

    def new_tokens(self) -> tuple[tuple[str, int], ...]:
        """The tokens."""
        return ((self.card, self.n),)


@dataclass(frozen=True)
class Investigate(Instruction):
    """Investigate: create a Clue token (701.16)."""

    predicate, form = "investigates", "investigate"

    def new_tokens(self) -> tuple[tuple[str, int], ...]:
        """The Clue."""
        return (("Clue Token", 1),)


def _entering_facts(instruction: str, part: Enter | Create) -> Iterator[str]:
    """As a copy of what something enters, under whom, and with which counters, if that is said."""
    entering = quote(part.object)
    if part.copy_of is not None:
        yield f"enters_as_copy({instruction},{entering},{quote(part.copy_of)})."
    if part.player is not None:
        yield f"enters_under({instruction},{entering},{quote(part.player)})."
    for kind, count in part.counters:
        yield f"enters_with_counters({instruction},{entering},{quote(kind)},{count})."


@dataclass(frozen=True)
class CopySpell(Instruction):
    """Put a copy of a spell onto the stack; `copy` is the id it gets."""

    predicate = "copies_spell"
    form = "put {copy} onto the stack as a copy of {spell}"
    ids = ("copy", "spell")
    of_objects = ("spell",)
    copy: str
    spell: str

    def names(self) -> tuple[str, ...]:
        """The spell."""
        return (self.spell,)

    def makes(self) -> tuple[str, ...]:
        """The copy."""
        return (self.copy,)


@dataclass(frozen=True)
class Damage(Instruction):
    """A source deals damage to an object or player."""

    predicate = "deals_damage"
    of_objects = ("source",)
    ids = ("source", "recipient")
    source: str
    recipient: str
    n: int


@dataclass(frozen=True)
class GainControl(Instruction):
    """A player gains control of a permanent."""

    predicate = "takes_control"
    of_players = ("player",)
    form = "{player} gains control of {object}"
    ids = ("player", "object")
    of_objects = ("object",)
    each = "object"
    player: str
    object: str


@dataclass(frozen=True)
class Attach(Instruction):
    """Attach a permanent to another."""

    predicate = "attaches_object"
    form = "attach {object} to {host}"
    ids = ("object", "host")
    of_objects = ("object",)
    object: str
    host: str


@dataclass(frozen=True)
class LoseLife(Instruction):
    """A player loses life."""

    predicate = "loses_life"
    of_players = ("player",)
    form = "{player} loses {n} life"
    ids = ("player",)
    player: str
    n: int


@dataclass(frozen=True)
class GainLife(Instruction):
    """A player gains life."""

    predicate = "gains_life"
    of_players = ("player",)
    form = "{player} gains {n} life"
    ids = ("player",)
    player: str
    n: int


@dataclass(frozen=True)
class Cast(Instruction):
    """Cast a spell: face down, by one of the procedures for that if it is said, for free, with a chosen X."""

    form = "cast {object}"
    ids = ("object",)
    of_objects = ("object",)
    object: str
    face_down: bool = False
    procedure: Procedure | None = None
    free: bool = False
    x: int | None = None
    targets: tuple[str, ...] | None = None
    sources: tuple[str, ...] | None = None
    modes: tuple[int, ...] = ()
    kicked: int | None = None
    cost: str | None = None

    def __post_init__(self) -> None:
        if (self.kicked is not None or self.cost is not None) and self.face_down:
            raise MalformedError("what is cast face down is not kicked, and cast for no other cost")
        if self.cost is not None and self.free:
            raise MalformedError("what is cast without paying its mana cost is cast for no other cost (118.9a)")
        if self.modes and self.face_down:
            raise MalformedError("what is cast face down has no modes")
        if self.targets and self.face_down:
            raise MalformedError("what is cast face down has no targets")
        if self.procedure is not None:
            check_word(self.procedure, Procedure, "procedure")
            if not self.face_down or self.free:
                raise MalformedError(f"a spell is cast for {self.procedure} face down, and not for free")

    def facts(self, instruction: str) -> list[str]:
        """That it is cast, and all that is said of how."""
        face = "face_down" if self.face_down else "face_up"
        by = [] if self.procedure is None else [f"by_procedure({instruction},{quote(self.procedure)})."]
        free = [f"free({instruction})."] if self.free else []
        said = [*by, *free, *x_facts(instruction, self.x), *target_facts(instruction, self.targets)]
        said += [*source_facts(instruction, self.sources), *mode_facts(instruction, self.modes)]
        said += [] if self.kicked is None else [f"says_kicked({instruction},{self.kicked})."]
        said += [] if self.cost is None else [f"says_cost({instruction},{quote(self.cost)})."]
        return [f"casts({instruction},{quote(self.object)},{face}).", *said]

    def names(self) -> tuple[str, ...]:
        """The card, the targets and what pays."""
        return (self.object, *(self.targets or ()), *(self.sources or ()))


@dataclass(frozen=True)
class BecomeCopy(Instruction):
    """An object becomes a copy of another."""

    predicate = "becomes_copy_of"
    form = "{object} becomes a copy of {original}"
    ids = ("object", "original")
    of_objects = ("object", "original")
    object: str
    original: str


@dataclass(frozen=True)
class LeaveGame(Instruction):
    """A player leaves the game."""

    predicate = "leaves_game"
    form = "{player} leaves the game"
    ids = ("player",)
    player: str


@dataclass(frozen=True)
class EndGame(Instruction):
    """The game ends."""

    predicate = "ends_game"
    form = "end the game"


@dataclass(frozen=True)
class ShuffleLibrary(Instruction):
    """Shuffle a player's library."""

    predicate = "shuffles_library"
    form = "shuffle {player}'s library"
    ids = ("player",)
    player: str


@dataclass(frozen=True)
class ChooseFromPile(Instruction):
    """A player chooses a card from a pile of cards that can't be told apart. A pile's name is no id."""

    predicate = "chooses_from_pile"
    pile: str

    def __post_init__(self) -> None:
        check_name(self.pile)


@dataclass(frozen=True)
class Merge(Instruction):
    """Merge an object with a permanent, over or under it."""

    form = "merge {object} {place} {host}"
    ids = ("object", "host")
    of_objects = ("object", "host")
    object: str
    host: str
    place: Place

    def __post_init__(self) -> None:
        check_word(self.place, Place, "place")

    def facts(self, instruction: str) -> list[str]:
        """What is merged with what, and which is on top."""
        return [f"merges({instruction},{quote(self.object)},{quote(self.host)},{self.place})."]


@dataclass(frozen=True)
class AddMana(Instruction):
    """Add mana to a player's mana pool, as symbols such as {G}{G}{2}; a number is that much colorless mana."""

    form = "add {mana} to {player}'s mana pool"
    ids = ("player",)
    of_players = ("player",)
    player: str
    mana: str

    def __post_init__(self) -> None:
        if not re.fullmatch(rf"(?:{MANA_SYMBOL.pattern})+", self.mana):
            raise MalformedError(f"expected mana symbols such as {{G}} or {{2}}, found {self.mana!r:.40}")

    def facts(self, instruction: str) -> list[str]:
        """How much of each type is added."""
        amounts = zip(_MANA_TYPES, self.numbers(), strict=True)
        return [f"adds_mana({instruction},{quote(self.player)},{quote(one)},{n})." for one, n in amounts if n]

    def numbers(self) -> tuple[int, ...]:
        """How much of each type."""
        total = dict.fromkeys(_MANA_TYPES, 0)
        for letter, digits in MANA_SYMBOL.findall(self.mana):
            if letter:
                total[letter] += 1
            else:
                number = number_up_to(MAX_COUNT, digits)
                total["C"] += MAX_COUNT + 1 if number is None else number
        return tuple(total.values())


@dataclass(frozen=True)
class BeginStep(Instruction):
    """A step or main phase of a player begins."""

    predicate = "begins_step"
    of_players = ("player",)
    ids = ("player",)
    step: Step
    player: str


NEXT_TURN = "next turn"
"""Where going on leads to that is no step: the first step of a turn in which players have priority."""

NEXT_STEP: Literal["next step"] = "next step"
"""Whichever step or phase comes next."""


@dataclass(frozen=True)
class GoOn(Instruction):
    """The game goes on to a later step or main phase, of a player or of anyone, through all that come before it."""

    of_players = ("player",)
    step: Step | Literal["next turn", "next step"]
    player: str | None = None

    def facts(self, instruction: str) -> list[str]:
        """Where it goes on to."""
        step = self.step.replace(" ", "_") if self.step in (NEXT_TURN, NEXT_STEP) else quote(self.step)
        player = "anyone" if self.player is None else quote(self.player)
        return [f"goes_on_to({instruction},{step},{player})."]

    def names(self) -> tuple[str, ...]:
        """The player whose step it is, if one is named."""
        return () if self.player is None else (self.player,)


@dataclass(frozen=True)
class CheckStateBasedActions(Instruction):
    """Nothing but a check of state-based actions."""

    predicate = "checks_only"
    form = "check state-based actions"
