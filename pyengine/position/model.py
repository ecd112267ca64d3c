"""Models of board files, and the JSON Schema that they publish.

This module knows no rule of the game. The models check shape (names, numbers, references as strings); `Board.status`
asks the rules whether a position makes sense.
"""

# Annotations are evaluated in this module: as strings, pydantic would compile each of them at every start.
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pyengine.files.fields import (
    MAX_COUNT,
    Amount,
    CastForCost,
    ChosenWord,
    Copied,
    CostBesides,
    Count,
    Fixed,
    Flag,
    ImportedLater,
    Kind,
    Later,
    Listed,
    ManaPool,
    Model,
    Name,
    OrWritten,
    PowerToughness,
    Timestamp,
    WasCastFrom,
    no_kind_twice,
)
from pyengine.glossary.editions import date_named

if TYPE_CHECKING:
    from pyengine.card_model.abilities import Effect as _Effect
    from pyengine.card_model.card import CardText as _CardText
else:  # most boards have no effects and define no cards, and the vocabulary takes its time to import
    _CardText = Annotated[Any, ImportedLater("pyengine.card_model.card", "CardText")]
    _Effect = Annotated[Any, ImportedLater("pyengine.card_model.abilities", "Effect")]


def _chosen_words(said: dict[ChosenWord, str]) -> Mapping[ChosenWord, str]:
    """The words that were chosen; all but names in small letters."""
    return Fixed({what: word if what == "name" else word.lower() for what, word in said.items()})


class CounterState(Model):
    """How many counters of a kind, and when the latest of them was put (613.7c)."""

    count: Count
    timestamp: Timestamp | None = None


def _counter_state(value: object) -> object:
    return {"count": value} if isinstance(value, int) and not isinstance(value, bool) else value


OneCounterState = Annotated[
    CounterState,
    BeforeValidator(_counter_state),
    OrWritten({"type": "integer", "minimum": 0, "maximum": MAX_COUNT}),
]
Counters = Annotated[dict[Kind, OneCounterState], BeforeValidator(no_kind_twice), AfterValidator(Fixed)]


class FaceDown(Model):
    """The cause of an object being face down, and the characteristics that it lists (708.2).

    In exile: that it is face down (406.3).
    """

    by: Literal["morph", "megamorph", "disguise", "manifest", "cloak", "manifest dread", "effect"]
    lists: Listed | None = Field(None, description="characteristics an effect lists; a 2/2 creature if not given")
    pile: Name | None = Field(None, description="the pile of face-down exiled cards it is part of (406.4)")


class Component(Model):
    """A component of a merged permanent, beside the card that the permanent was at first (730.2)."""

    id: Name
    card: Name | None = Field(None, description="left out: it is hidden from the player who looks at this board")
    owner: Name | None = Field(None, description="the owner of the permanent if not given")
    token: Flag = False
    over: Flag = Field(False, description="on top of the permanent's own card, not beneath it")
    face_down: Flag = Field(False, description="it lies face down beneath a face-up component")

    @model_validator(mode="after")
    def _known_if_face_up(self) -> Self:
        if self.card is None and not self.face_down:
            raise ValueError("'card' is missing; only a component that lies face down can be hidden")
        return self


class PaidWith(Model):
    """The part of an object in a payment, and its characteristics then (608.2h)."""

    by: Literal[
        "sacrifice", "discard", "tap", "return_to_hand", "reveal", "exile", "exile_from_graveyard", "exile_from_hand"
    ]
    power: int | None = Field(None, description="its power then; not given if it had none, or nothing asks for it")
    toughness: int | None = Field(None, description="its toughness then")
    mana_value: int | None = Field(None, description="its mana value then (202.3)")


AbilityNumbers = Annotated[tuple[Annotated[int, Field(strict=True, ge=1)], ...], Field()]


class ObjectState(Model):
    """One object. Only what differs from the rules' defaults is written."""

    id: Name
    card: Name | None = Field(
        None, description="left out: it is hidden from the player who looks at this board, or a token that is a copy"
    )
    owner: Name | None = Field(None, description="the controller if not given")
    controller: Name | None = Field(None, description="the owner if not given")
    counters: Counters = Field(default_factory=Fixed)
    tapped: Flag = False
    phased_out: Flag = False
    flipped: Flag = False
    face_down: Later[FaceDown] | None = None
    damage: Count = 0
    deathtouch_damage: Flag = Field(False, description="dealt damage by a source with deathtouch since the last check")
    attached_to: Name | None = None
    exiled_with: Name | None = Field(None, description="the permanent whose ability exiled it (607.2a)")
    known_to: tuple[Name, ...] = Field(
        (), description="players who may look at it, or know it, beside those whom the rules let (406.3, 708.12)"
    )
    transformed: Flag = Field(
        False, description="its back face is up (712); of a spell, it is the right half or the Adventure of its card"
    )
    merged: tuple[Later[Component], ...] = Field(
        (), description="the other components of a merged permanent, top first"
    )
    covered_face_down: Flag = Field(False, description="its own card lies face down beneath the topmost component")
    token: Flag = False
    copy_of: Copied | None = Field(None, description="the card it is a copy of (707.2)")
    formed: Later[PowerToughness] | None = Field(
        None,
        description="power and toughness that its ability set as it was turned face up (613.2a), or of an X/X token",
    )
    targets: tuple[Name | None, ...] = Field(
        (), description="what a spell targets (115.1); null for what does not exist any more"
    )
    modes: tuple[Annotated[int, Field(strict=True, ge=1)], ...] = Field(
        (), description="the modes that were chosen for a spell, by their places in the text (700.2)"
    )
    x_mana: Count = Field(0, description="what the X of a spell adds to its mana value on the stack (202.3e)")
    cast_from: WasCastFrom | None = Field(None, description="the zone a spell was cast from; the hand if not given")
    spent: ManaPool | None = Field(None, description="the mana that was spent to cast a spell, or what it has become")
    life_for_mana: Count = Field(0, description="the life that was paid for Phyrexian mana symbols to cast a spell")
    untap_stopped: Flag = Field(False, description="it doesn't untap in its controller's next untap step")
    damage_shield: Count = Field(0, description="so much of the next damage to it this turn is prevented (615.7)")
    damage_prevented: Flag = Field(False, description="all damage to it this turn is prevented")
    devoured: Count = Field(0, description="how many permanents it devoured as it entered (702.82b)")
    kicked: Count = Field(0, description="how many times a spell was kicked, or what it has become (702.33)")
    paid_besides: Annotated[dict[CostBesides, Amount], AfterValidator(Fixed)] = Field(
        default_factory=Fixed, description="how often those additional costs of a spell were paid (702.157, 702.175)"
    )
    cast_for: CastForCost | None = Field(None, description="the alternative cost that was paid to cast it (118.9)")
    paid_with: Annotated[dict[Name, Later[PaidWith]], AfterValidator(Fixed)] = Field(
        default_factory=Fixed, description="of a spell that speaks of it: the objects that its cost was paid with"
    )
    summoning_sick: Flag = False
    since_upkeep: Flag = Field(
        False, description="it came under its controller's control since their last upkeep began, if not summoning sick"
    )
    monstrous: Flag = Field(False, description="it has become monstrous (701.37)")
    renowned: Flag = Field(False, description="it has become renowned (702.112)")
    chosen: Annotated[dict[ChosenWord, Name], AfterValidator(_chosen_words)] = Field(
        default_factory=Fixed, description="the color, creature type or name that was chosen as it entered (607.2d)"
    )
    class_level: Count = Field(0, description="the level that a Class has got (716.2b); without one it counts as 1")
    lent_by: Name | None = Field(None, description="the player who has control of it back as this turn ends")
    this_turn: tuple[
        Literal[
            "entered", "was dealt damage", "attacked", "blocked", "dealt damage to an opponent", "was turned face up"
        ],
        ...,
    ] = Field((), description="what has happened to it this turn")
    damaged_by: tuple[Name, ...] = Field((), description="the objects by which it was dealt damage this turn")
    counters_put: tuple[Kind, ...] = Field((), description="the kinds of counters that were put on it this turn")
    targeted_by: tuple[Name, ...] = Field(
        (), description="the players of whose spells and abilities it has become the target this turn"
    )
    used_loyalty: Flag = Field(False, description="a loyalty ability of it was activated this turn (606.3)")
    used_this_turn: AbilityNumbers = Field(
        (), description="abilities of its card, by number, of those that are once each turn: used this turn (602.5b)"
    )
    resolved_this_turn: AbilityNumbers = Field(
        (), description="abilities of its card that ask how often they resolved this turn: each as often as it did"
    )
    used_once: AbilityNumbers = Field(
        (), description="the abilities of its card, by number, that can be activated only once and were (602.5b)"
    )
    set_aside: Literal["foretell", "plot", "adventure"] | None = Field(
        None,
        description="a card in exile that was foretold, plotted (702.143, 702.170) or an Adventure (715.3d)",
    )
    set_aside_this_turn: Flag = Field(False, description="it was foretold or plotted this turn")
    at_bottom: Flag = Field(
        False, description="a card in a library: it lies under the cards of the library that the board does not give"
    )
    attacking: Flag = False
    blocking: Flag = False
    blocked: Flag = Field(False, description="an attacker that a creature has blocked")
    attacks: Name | None = Field(None, description="the player, planeswalker or battle that an attacker attacks")
    attacks_nothing: Flag = Field(False, description="what it attacked has been removed from combat (506.4c)")
    blocks: tuple[Name, ...] = Field((), description="the attackers that a blocker blocks")
    blocks_nothing: Flag = Field(False, description="what it blocked has been removed from combat")
    struck_first: Flag = Field(
        False, description="it had first or double strike as the first of two combat damage steps began (510.4)"
    )
    timestamp: Timestamp | None = Field(None, description="613.7d; by order in the file if not given")
    last_known_counters: Annotated[dict[Kind, Amount], BeforeValidator(no_kind_twice), AfterValidator(Fixed)] = Field(
        default_factory=Fixed, description="the counters it had as it last left the battlefield"
    )
    effects: tuple[_Effect, ...] = ()


Words = Annotated[str, Field(strict=True, min_length=1, max_length=1_000)]
About = Annotated[dict[Name, tuple[Name, ...]], AfterValidator(Fixed)]


class Delayed(Model):
    """A delayed triggered ability that has not triggered yet (603.7)."""

    id: Name
    at: (
        Literal[
            "next end step",
            "your next end step",
            "next upkeep",
            "your next upkeep",
            "end of combat",
            "your next main phase",
            "source leaves the battlefield",
        ]
        | None
    ) = Field(None, description="the step as which begins it triggers; or what it returns something after (610.3)")
    when: Words | None = Field(
        None, description="the event that it triggers on instead, in English, with ids of what it happens to"
    )
    until: Literal["end of turn", "your next turn", "the next time this turn"] | None = Field(
        None, description="of an event: how long it goes on; without it, it triggers once, the next time (603.7b)"
    )
    does: Words = Field(description="what it does, in English, with ids of what it speaks of")
    about: About = Field(
        default_factory=Fixed, description="what names in `does` mean; objects that are gone are left out"
    )
    controller: Name
    source: Name | None = Field(None, description="the object whose effect has set it up, if it exists still")
    x: Count | None = Field(None, description="the X of the effect that has set it up (107.3n)")

    @model_validator(mode="after")
    def _waits_for_one(self) -> Self:
        if (self.at is None) == (self.when is None):
            raise ValueError("expected one of 'at' and 'when', which say what it waits for")
        if self.until is not None and self.when is None:
            raise ValueError("'until' goes with 'when'")
        return self


class LeftAs(Model):
    """A creature as it left the battlefield, while combat damage that it assigned is on the stack."""

    controller: Name | None = Field(None, description="who controlled it; unknown if not given")
    keywords: tuple[Name, ...] = ()


class AssignedDamage(Model):
    """Combat damage that one creature has assigned to one recipient."""

    by: Name
    to: Name
    damage: Annotated[int, Field(strict=True, ge=1, le=MAX_COUNT)]
    left: LeftAs | None = Field(None, description="the creature has left the battlefield since: what it was then")


class AbilityOnStack(Model):
    """A triggered or activated ability on the stack, and the object it came from; or combat damage there."""

    id: Name
    source: Name | None = Field(description="the object it came from; null if that does not exist any more")
    kind: Literal["triggered", "activated", "combat damage"] = "triggered"
    assigned: tuple[AssignedDamage, ...] = Field(
        (), description="of combat damage, which was put on the stack until July 10, 2009: who deals how much to whom"
    )
    ability: Annotated[int, Field(strict=True, ge=1)] | None = Field(
        None, description="which ability it is: its number among those of the card"
    )
    card: Name | None = Field(None, description="the card whose ability it is; that of the source if not given")
    keyword: Name | None = Field(
        None, description="the keyword whose ability it is; `ability` counts among those of it"
    )
    text: Words | None = Field(
        None, description="the ability, in the English of cards, if an effect gave it; `ability` counts those it says"
    )
    chapter: Flag = Field(False, description="a chapter ability of a Saga")
    source_transformed: Flag = Field(False, description="its source has transformed since it is there (701.27f)")
    controller: Name | None = Field(None, description="who controls, or owns, the source if not given (113.8)")
    targets: tuple[Name | None, ...] = Field(
        (), description="what it targets (115.1); null for what does not exist any more"
    )
    modes: tuple[Annotated[int, Field(strict=True, ge=1)], ...] = Field(
        (), description="the modes that were chosen for it, by their places in the text (700.2)"
    )
    x: Count | None = Field(None, description="the X that was announced for it (107.3)")
    does: Words | None = Field(
        None, description="what it does, in English; for one that an effect has set up, or given to an object"
    )
    about: About = Field(
        default_factory=Fixed, description="what names in `does` mean; objects that are gone are left out"
    )
    event_object: Name | None = Field(
        None, description="whom the event was about that triggered it, as in 'that creature'"
    )
    event_player: Name | None = Field(
        None, description="whose object the event was about, as in 'that player', if it was about an object"
    )
    event_amount: Count | None = Field(None, description="how much the event was, as in 'that many'")
    event_other: Name | None = Field(None, description="what the event was about besides, as the spell that targets it")


class ThisTurn(Model):
    """Events of this turn about a player."""

    damage: Count = Field(0, description="damage that the player was dealt")
    life_lost: Count = Field(0, description="life that the player lost")
    attacks: Count = Field(0, description="creatures that the player attacked with")
    permanents_left: Count = Field(0, description="permanents of the player that left the battlefield")
    creatures_died: Count = Field(0, description="creatures of the player that died")
    spells_cast: Count = Field(0, description="spells that the player cast")
    face_down_cast: Count = Field(0, description="of these, face-down ones")
    creatures_got_counters: Count = Field(0, description="1 if the player put counters on a creature")
    life_gained: Count = Field(0, description="life that the player gained")
    cards_drawn: Count = Field(0, description="cards that the player drew")
    descended: Count = Field(0, description="permanent cards put into the player's graveyard (700.11)")
    turned_face_up: Count = Field(0, description="permanents that the player turned face up")
    lands_played: Count = Field(0, description="lands that the player played")
    more_lands: Count = Field(0, description="lands more than one that effects let the player play (305.2)")


class PlayerState(Model):
    """One player."""

    life: Annotated[int, Field(strict=True, ge=-MAX_COUNT, le=MAX_COUNT)] = 20
    counters: Counters = Field(default_factory=Fixed)
    mana: ManaPool | None = Field(None, description="mana in the pool, as in {2}{G}: two colorless and one green")
    controlled_by: Name | None = Field(None, description="the player who controls this player (723)")
    team: Name | None = None
    lost: Flag = Field(False, description="has lost the game")
    passed: Flag = Field(False, description="the player has passed priority since anybody last did anything else")
    skips_untap: Flag = Field(False, description="the player skips the next untap step")
    damage_shield: Count = Field(0, description="so much of the next damage to the player this turn is prevented")
    damage_prevented: Flag = Field(False, description="all damage to the player this turn is prevented")
    this_turn: Later[ThisTurn] | None = Field(None, description="what has happened to the player this turn")
    whole_library: Flag = Field(False, description="the board gives every card in this player's library")
    effects: tuple[_Effect, ...] = ()


Step = Literal[
    "untap",
    "upkeep",
    "draw",
    "precombat main",
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "combat damage",
    "end of combat",
    "postcombat main",
    "end",
    "cleanup",
]


def _date(value: object) -> object:
    """Refuse a date without dashes, which YAML reads as a number; quotes would not help."""
    if isinstance(value, int):
        raise ValueError(f"expected a date like 2026-09-25, found {value}")
    return date_named(value) if isinstance(value, str) else value


class BoardFile(Model):
    """A position. Zones list their objects in order: library top first, stack bottom first."""

    rules: Annotated[str, BeforeValidator(_date)] | None = Field(
        None, description="the date whose rules apply, as YYYY-MM-DD, or `morph article`; the newest if not given"
    )
    variant: Literal["two-headed giant"] | None = None
    players: Annotated[dict[Name, Annotated[PlayerState, OrWritten({"type": "null"})]], AfterValidator(Fixed)] = Field(
        min_length=1, max_length=20, description="in turn order"
    )
    active: Name | None = Field(None, description="the player whose turn it is; the first if not given")
    priority: Name | None = Field(None, description="who has priority; the active player if not given")
    turn: Annotated[int, Field(strict=True, ge=1, le=100_000)] = 1
    step: Step = "precombat main"
    combat_damage_step: Literal["first"] | None = Field(
        None, description="that the combat damage step is the first of two (510.4)"
    )
    extra_turns: tuple[Name, ...] = Field((), description="who takes an extra turn, the next one first (500.7)")
    regular_turn: Name | None = Field(None, description="in an extra turn: whose turn it was before those")
    combat_damage_prevented: Literal["all"] | None = Field(
        None, description="all combat damage that would be dealt this turn is prevented (615.1a)"
    )
    declared: Literal["some", "none"] | None = Field(
        None, description="whether attackers or blockers have been declared in this step, and if any were"
    )
    battlefield: tuple[ObjectState, ...] = ()
    hand: tuple[ObjectState, ...] = ()
    library: tuple[ObjectState, ...] = ()
    graveyard: tuple[ObjectState, ...] = ()
    exile: tuple[ObjectState, ...] = ()
    command: tuple[ObjectState, ...] = ()
    stack: tuple[ObjectState | AbilityOnStack, ...] = ()
    delayed: tuple[Delayed, ...] = Field((), description="delayed triggered abilities, in the order they were set up")
    cards: Annotated[dict[Name, _CardText], AfterValidator(Fixed)] = Field(
        default_factory=Fixed, description="cards defined in this file"
    )

    @property
    def active_player(self) -> str:
        """The player whose turn it is."""
        return self.active or next(iter(self.players))

    @property
    def priority_player(self) -> str:
        """The player who has priority."""
        return self.priority or self.active_player

    @model_validator(mode="before")
    @classmethod
    def _empty_sections(cls, value: Any) -> Any:
        """`bob:` with nothing behind it is a player with every default."""
        if isinstance(value, dict) and isinstance(value.get("players"), dict):
            players = {name: {} if state is None else state for name, state in value["players"].items()}
            value = {**value, "players": players}
        return value


ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "stack", "command")


def compact(board: BoardFile) -> dict[str, Any]:
    """A board as plain data without what is the default; counters without a timestamp are bare numbers."""
    data: dict[str, Any] = board.model_dump(exclude_defaults=True)
    data["players"] = {name: _compact_state(state) for name, state in data["players"].items()}
    for zone in ZONES:
        if zone in data:
            data[zone] = [_compact_state(state) for state in data[zone]]
    return {key: _listed(value) for key, value in data.items()}


def _compact_state(state: dict[str, Any]) -> dict[str, Any]:
    if "counters" in state:
        state["counters"] = {
            kind: counter["count"] if set(counter) == {"count"} else counter
            for kind, counter in state["counters"].items()
        }
    return state


def _listed(value: Any) -> Any:
    """Tuples as lists, all the way down."""
    if isinstance(value, dict):
        return {key: _listed(one) for key, one in value.items()}
    return [_listed(one) for one in value] if isinstance(value, list | tuple) else value
