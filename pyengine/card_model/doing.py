"""Abilities that do something, in words: triggered, activated and loyalty abilities, chapters, spells."""

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from pyengine.card_model.conditions import (
    AS_IT_ENTERS,
    OF_ENTERING,
    Condition,
    Static,
    refuse_condition,
    refuse_early,
)
from pyengine.card_model.costs import AnyCost
from pyengine.card_model.filters import (
    ANY_SPELL,
    OF_PERMANENTS,
    THIS,
    Affects,
    CardsThere,
    Filter,
    Spells,
    Zones,
    as_filters,
    asked_of,
    refuse,
)
from pyengine.card_model.permissions import CostsItself
from pyengine.files.fields import CONTROL, Amount, Count, Flag, Kind, Model, OrWritten, Signed
from pyengine.phrases.phrase_words import join


def _on_one_line(value: object) -> object:
    """Text that a log can hold on a line."""
    if isinstance(value, str) and CONTROL.search(value := " ".join(value.split())):
        raise ValueError("expected text without control characters")
    return value


Words = Annotated[str, BeforeValidator(_on_one_line)]

_OF_REMOVED = ("counter removed", "counters removed")
_OF_COUNTERS = ("counters put", "nth counter put", *_OF_REMOVED, "last counter removed")
_OF_DAMAGE = ("deals damage", "deals combat damage")
_OF_PLAYERS = (
    *("beginning of upkeep", "beginning of draw step", "beginning of precombat main phase"),
    *("beginning of postcombat main phase", "beginning of combat", "end of combat", "beginning of end step"),
    *("draws a card", "discards a card", "cycles a card", "gains life", "loses life"),
    *("scries", "surveils", "wins a coin flip", "activates an exhaust ability", "earthbends", "blights"),
    "proliferates",
)
"""The events that happen to players, whom `players` in `affects` tells."""
_ALL_AT_ONCE = (
    *("dies", "leaves the battlefield", "enters", "turned face up", "turned face down", "attacks", "sacrificed"),
    "created",
    *("becomes tapped", "becomes untapped", "discards a card", "is tapped", "is exiled"),
    *("leaves a graveyard", "is put into a graveyard"),
)
_OF_CARDS = ("leaves a graveyard", "is put into a graveyard")
"""The events that happen to cards in graveyards."""

OR_EVENTS = (
    *("dies", "leaves the battlefield", "enters", "turned face up", "attacks", "blocks", "becomes blocked"),
    "is exiled",
)
"""The events of which a trigger may watch for a second one."""
FIRST_EACH_TURN = ("counters put", "becomes the target", "attacks", "is dealt damage", "gains life", "loses life")
"""The events of which it is kept whether they have happened before this turn."""
_OF_TURNING = ("turned face up", *_OF_DAMAGE)
EVENTS_WITH = {
    "each": ("counters put", *_OF_REMOVED),
    "kinds": _OF_COUNTERS,
    "n": ("nth counter put", "cast", "draws a card", "becomes level"),
    "or_copied": ("cast",),
    "by": (*_OF_COUNTERS, "cast", "manifests dread", "becomes the target", "is tapped", "loses control", *_OF_TURNING),
    "spells": ("cast",),
    "targeting": ("cast",),
    "to": _OF_DAMAGE,
    "one_or_more": (*_ALL_AT_ONCE, *_OF_DAMAGE),
    "of_spells": ("becomes the target",),
    "so_many": _ALL_AT_ONCE,
    "among": ("attacks",),
    "cards": _OF_CARDS,
    "from_zone": ("is put into a graveyard",),
    "any_source": _OF_DAMAGE,
    "alone": ("attacks",),
    "not_first": ("cast",),
    "first_each_turn": FIRST_EACH_TURN,
    "how": ("cast",),
    "mana_value": ("cast",),
    "power_at_least": ("enters", "attacks", "turned face up"),
    "power_at_most": ("enters", "attacks", "turned face up"),
    "others": ("blocks", "becomes blocked"),
    "whom": ("attacks",),
    "or_event": OR_EVENTS,
}
"""The events of which a field of a trigger says more."""

NOT_OF_OBJECTS = ("cast", "state", "cycled", "this is cast", *_OF_CARDS)
"""The events that do not happen to a permanent or player, which `affects` would tell from others."""


class CountersCompared(Model):
    """A number, as many as there are counters of a kind on something, or more."""

    counters: Kind
    on: Literal["this", "you"] = "this"
    greater: Flag = False


class Doing(Model):
    """An ability that does something, in words (`does`); and what they say, where that has been read with the rest."""

    _read: Any = PrivateAttr(default=None)
    _said_with_last: bool = PrivateAttr(default=False)

    @property
    def read(self) -> Any:
        """The ability of the language of effects that this is, if it comes from a card's text; None if its words are
        to be read."""
        return self._read

    @property
    def said_with_last(self) -> bool:
        """True if it is one ability with the one before, with another event."""
        return self._said_with_last

    def as_read(self, ability: Any) -> Self:
        """The same ability, read from a card's text."""
        found = self.model_copy()
        found._read = ability
        return found

    def with_last(self) -> Self:
        """The same, as what is one ability with the one before."""
        found = self.model_copy()
        found._said_with_last = True
        return found


class Trigger(Doing, Static):
    """A triggered ability: an event, and its effects.

    Words that pyengine does not understand are reported as it triggers.
    """

    event: Literal[
        "counters put",
        "counter removed",
        "counters removed",
        "last counter removed",
        "nth counter put",
        "dies",
        "leaves the battlefield",
        "enters",
        "turned face up",
        "turned face down",
        "manifests dread",
        "cast",
        "state",
        "beginning of upkeep",
        "beginning of draw step",
        "beginning of precombat main phase",
        "beginning of postcombat main phase",
        "beginning of combat",
        "end of combat",
        "beginning of end step",
        "attacks",
        "blocks",
        "becomes blocked",
        "becomes tapped",
        "becomes untapped",
        "becomes monstrous",
        "becomes level",
        "becomes the target",
        "sacrificed",
        "created",
        "deals damage",
        "deals combat damage",
        "is dealt damage",
        "is dealt combat damage",
        "draws a card",
        "discards a card",
        "cycled",
        "this is cast",
        "cycles a card",
        "gains life",
        "loses life",
        "explores",
        "becomes renowned",
        "phases in",
        "scries",
        "surveils",
        "wins a coin flip",
        "is tapped",
        "attacks unblocked",
        "is exiled",
        "leaves a graveyard",
        "is put into a graveyard",
        "fights",
        "becomes unattached",
        "evolves",
        "exploits",
        "connives",
        "trains",
        "activates an exhaust ability",
        "loses control",
        "earthbends",
        "blights",
        "proliferates",
    ]
    or_event: (
        Literal[
            "dies",
            "leaves the battlefield",
            "enters",
            "turned face up",
            "attacks",
            "blocks",
            "becomes blocked",
            "is exiled",
        ]
        | None
    ) = Field(None, description='a second event that it watches for, as in "enters or is turned face up"')
    one_or_more: Flag = Field(False, description="all at one time trigger it once; of damage, once for each recipient")
    once_each_turn: Flag = Field(False, description="it triggers only once each turn")
    only_once: Flag = Field(False, description="it triggers only once")
    done_once_each_turn: Flag = Field(False, description="what it lets a player do is done only once each turn")
    first_each_turn: Flag = Field(
        False, description="only the first such event of a turn triggers it, of each object or player"
    )
    of_spells: Flag = Field(False, description="of what becomes the target: only of a spell, not of an ability")
    so_many: Amount = Field(1, description="how many of them at least, at one time")
    others: Annotated[
        tuple[Filter, ...],
        BeforeValidator(as_filters),
        OrWritten(),
        asked_of("a creature that blocks or is blocked", "players", "has", "without", "abilities"),
    ] = Field((), description="of blocks: once for each of these that it blocks, or becomes blocked by")
    whom: tuple[Literal["you", "opponent", "your planeswalker", "attached"], ...] = Field(
        (), description="of attacks: only on these, or on the player to whom this is attached"
    )
    during: Literal["your turn", "an opponent's turn"] | None = Field(None, description="only in such turns")
    power_at_least: Count | None = Field(None, description="of one that enters, attacks or is turned face up")
    power_at_most: Count | None = Field(None, description="of one that enters, attacks or is turned face up")
    among: Annotated[Filter | None, asked_of("an attacker", "players", "has", "without", "abilities")] = Field(
        None, description="of attacks: how many of these at least attack with it"
    )
    from_zone: Literal["library", "hand", "battlefield"] | None = Field(
        None, description="of cards put into a graveyard, only those from there"
    )
    any_source: Literal["any", "another"] | None = Field(
        None, description="of damage that is dealt: by whatever source, spells too; or by any other"
    )
    alone: Flag = Field(False, description="of attacks: if nothing else attacks (506.5)")
    how: Literal["multicolored", "kicked", "from exile", "from elsewhere"] | None = Field(
        None, description="of spells that are cast: only such; from elsewhere than a hand"
    )
    not_first: Flag = Field(False, description="of spells that are cast: not of the first one of a turn")
    mana_value: CountersCompared | None = Field(None, description="of spells that are cast: by its mana value")
    cards: Annotated[
        CardsThere | None,
        asked_of(
            "a card in a graveyard",
            *("controller", "has", "without", "abilities"),
            *(word for word in OF_PERMANENTS if word != "this"),
        ),
    ] = Field(None, description="which cards leave a graveyard, or are put into one")
    to: tuple[Literal["player", "you", "opponent", "creature", "planeswalker", "battle"], ...] = Field(
        (), description="only damage dealt to these; it then triggers for each of them"
    )
    each: Flag = Field(False, description="once for each counter rather than once for one or more")
    kinds: tuple[Kind, ...] = ()
    n: Amount | None = Field(
        None, description='the N of "the Nth counter" (122.7), of "your Nth spell each turn", or of "becomes level N"'
    )
    or_copied: Flag = Field(False, description="of spells that are cast, those that are copied as well")
    by: Literal["you", "opponent"] | None = Field(
        None,
        description="only if this player put or removed the counters, cast the spell, manifested dread, controls "
        "what targets it, loses control, or turns it face up",
    )
    affects: Affects = THIS
    spells: Spells = Field(ANY_SPELL, description="which spells, of those cast")
    targeting: Annotated[
        tuple[Filter, ...],
        BeforeValidator(as_filters),
        OrWritten(),
        asked_of("a target that is a permanent", "players", "has", "without", "abilities"),
    ] = Field((), description="of spells that are cast, those that target one of these")
    zones: Zones = ()
    does: Words = Field("", max_length=500, description="what it does; words that pyengine can't read give a note")

    @model_validator(mode="after")
    def _fits_event(self) -> Self:
        if self.event == "state" and self.as_long_as is None:
            raise ValueError("the event 'state' goes with 'as_long_as', which says what the state is")
        if self.event == "becomes level" and self.n is None:
            raise ValueError("the event 'becomes level' goes with 'n', which level")
        if self.event == "nth counter put" and (self.n is None or not self.kinds):
            raise ValueError("the event 'nth counter put' goes with 'n', which one it is, and 'kinds'")
        for field, events in EVENTS_WITH.items():
            if getattr(self, field) != Trigger.model_fields[field].default and self.event not in events:
                raise ValueError(f"{field!r} goes with the event {join(map(repr, events), 'or')}, found {self.event!r}")
        if self.event != "is put into a graveyard" and self.cards is not None and self.cards.this:
            raise ValueError("'this' goes with the event 'is put into a graveyard'")
        if self.event in NOT_OF_OBJECTS and self.affects != THIS:
            raise ValueError(f"'affects' is not asked of the event {self.event!r}")
        of_objects = self.affects != THIS and any(one.players is None for one in self.affects)
        if self.event == "manifests dread" and of_objects:
            raise ValueError("the event 'manifests dread' happens to players, whom 'players' tells")
        if self.event in _OF_PLAYERS and any(one.players is None for one in self.affects):
            raise ValueError(f"the event {self.event!r} happens to players, whom 'players' in 'affects' tells")
        if self.or_event == self.event:
            raise ValueError(f"expected another event than {self.event!r} for 'or_event'")
        if self.so_many != 1 and not self.one_or_more and self.among is None:
            raise ValueError("'so_many' goes with 'one_or_more' or 'among'")
        if self.one_or_more and not self.to and self.event in _OF_DAMAGE:
            raise ValueError("'one_or_more' goes with 'to' where damage is dealt")
        of_either = (
            *_OF_COUNTERS,
            "manifests dread",
            *_OF_PLAYERS,
            "is dealt damage",
            "is dealt combat damage",
            "becomes the target",
        )
        if self.event not in of_either:
            refuse(self.affects, "an object", ("players",))
        if self.event == "manifests dread" and self.by is not None and self.affects != THIS:
            raise ValueError("expected 'by' or 'affects' to say who manifests dread, found both")
        return self


class Chapter(Doing):
    """A chapter ability of a Saga (714.2)."""

    number: Annotated[int, Field(strict=True, ge=1, le=20)]
    does: Words = Field("", max_length=500, description="what it does; words that pyengine can't read give a note")


Does = Annotated[str, BeforeValidator(_on_one_line), Field(min_length=1, max_length=1000)]
"""The effects of a spell or ability, in the English of cards. `asp/rules/608_2_verbs.lp` defines their results."""


class Activated(Doing):
    """An activated ability (602): its cost, and what it does."""

    cost: AnyCost | None = None
    does: Does
    only: (
        Literal[
            "sorcery",
            "once each turn",
            "once",
            "sorcery, once each turn",
            "your turn",
            "your upkeep",
            "any upkeep",
            "an opponent's upkeep",
            "your upkeep, once each turn",
            "an opponent's turn",
            "your turn, before attackers are declared",
            "your turn, once each turn",
            "combat",
        ]
        | None
    ) = Field(None, description="when it can be activated (602.5)")
    as_long_as: Condition | None = Field(None, description="activate only if this is so")
    any_player: Flag = Field(False, description="any player may activate it")
    exhaust: Flag = Field(False, description="it is an exhaust ability (702.177a)")
    power_up: Flag = Field(False, description="it is a power-up ability (702.193a)")
    costs: CostsItself | None = Field(None, description="so much more or less")

    @model_validator(mode="after")
    def _once(self) -> Self:
        if (self.exhaust or self.power_up) and self.only != "once":
            raise ValueError(f"'{'exhaust' if self.exhaust else 'power_up'}' goes with 'only: once'")
        return self

    @model_validator(mode="after")
    def _known_as_it_is_used(self) -> Self:
        refuse_condition("as_long_as", self.as_long_as, OF_ENTERING, AS_IT_ENTERS)
        refuse_early(self.as_long_as)
        return self


class Loyalty(Doing):
    """A loyalty ability (606)."""

    cost: Signed | Literal["-X"] = Field(
        description="the loyalty counters to put, or to remove if it is negative; -X for as many as is chosen"
    )
    does: Does


class Spell(Doing):
    """The effects of an instant or sorcery as it resolves (608.2)."""

    does: Does
