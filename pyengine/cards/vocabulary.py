"""The vocabulary of abilities and the cards made of it, and the JSON Schema they publish.

Nothing here knows a rule of the game; the models check shape. What each word means is said in `asp/vocabulary.lp`.
"""

# Annotations are evaluated in this module: as strings, pydantic would compile each of them at every start.
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, GetJsonSchemaHandler, PrivateAttr, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from pyengine.cards import remarks
from pyengine.cards.granted import UngrantableError, abilities_of
from pyengine.cards.words import join
from pyengine.files.fields import (
    CONTROL,
    MAX_COUNT,
    Amount,
    CardType,
    CastForCost,
    ChosenWord,
    Color,
    Copied,
    Count,
    Flag,
    Keyword,
    KeywordName,
    Kind,
    Later,
    ManaCost,
    Model,
    Name,
    OrWritten,
    PowerToughness,
    Signed,
    Supertype,
    Timestamp,
    WasCastFrom,
    Word,
    no_kind_twice,
)
from pyengine.files.quoting import field_names


class Filter(Model):
    """Which objects or players an ability speaks of. Every condition given must hold.

    Without `players`, the filter speaks of permanents; `this: true` means the object with the ability.
    """

    this: Flag = False
    other: Flag = Field(False, description="not the object with the ability itself")
    attached: Flag = Field(False, description="the object that the object with the ability is attached to")
    types: tuple[CardType, ...] = Field((), description="at least one of these card types")
    subtypes: tuple[Word, ...] = Field((), description="at least one of these subtypes")
    supertypes: tuple[Supertype, ...] = Field((), description="at least one of these supertypes")
    not_types: tuple[CardType, ...] = Field((), description="none of these card types")
    not_subtypes: tuple[Word, ...] = Field((), description="none of these subtypes")
    not_supertypes: tuple[Supertype, ...] = Field((), description="none of these supertypes")
    has: tuple[Keyword, ...] = Field((), description="at least one of these keywords")
    without: tuple[Keyword, ...] = Field((), description="none of these keywords")
    controller: Literal["you", "opponent", "your team", "not you", "enchanted player"] | None = None
    counters: tuple[Kind, ...] = Field((), description="has a counter of at least one of these kinds")
    counters_at_least: Annotated[int, Field(strict=True, ge=1, le=MAX_COUNT)] | None = Field(
        None, description="has so many counters of one of these kinds"
    )
    has_counters: Flag = Field(False, description="has a counter of any kind")
    no_counters: tuple[Kind, ...] = Field((), description="has no counter of these kinds")
    no_counters_any: Flag = Field(False, description="has no counters")
    this_turn: Literal["entered", "was dealt damage", "was dealt damage by this"] | None = Field(
        None, description="what has happened to it this turn"
    )
    abilities: Flag | None = Field(None, description="has some ability, or none")
    token: Flag | None = None
    modified: Flag = Field(False, description="has a counter, an Equipment, or an Aura of its controller (700.9)")
    attacking: Flag | None = None
    face_down: Flag | None = None
    chosen: ChosenWord | None = Field(None, description="of the color or creature type chosen for the object (607.2d)")
    colors: tuple[Color, ...] = Field((), description="at least one of these colors")
    not_colors: tuple[Color, ...] = Field((), description="none of these colors")
    colorless: Flag = False
    names: tuple[Name, ...] = Field((), description="has one of these names")
    mana_value_at_least: Count | None = None
    mana_value_at_most: Count | None = None
    players: Literal["you", "opponent", "each", "attached"] | None = Field(
        None,
        description="players instead of permanents; attached: whom this enchants, or who controls its host",
    )

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of counters that it asks for."""
        return self.counters + self.no_counters

    @model_validator(mode="after")
    def _of_a_kind(self) -> Self:
        if self.counters_at_least is not None and not self.counters:
            raise ValueError("'counters_at_least' goes with 'counters', the kinds of counters")
        if self.players is not None:
            for name, field in Filter.model_fields.items():
                if name != "players" and getattr(self, name) != field.default:
                    raise ValueError(f"'players' stands alone, and {name!r} is about objects")
        return self


class Described(Filter):
    """What an effect describes, as it looks for it: it may ask for more than abilities may that are there all along."""

    owner: Literal["you", "opponent"] | None = None
    tapped: Flag | None = None
    attacking_or_blocking: Flag = False
    colored: Flag = False
    monocolored: Flag = False
    multicolored: Flag = False
    enchanted: Flag = False
    equipped: Flag = False
    permanent_card: Flag = False
    power_at_least: int | None = None
    power_at_most: int | None = None
    toughness_at_least: int | None = None
    toughness_at_most: int | None = None
    all_types: tuple[str, ...] = ()
    """Each of these card types, as an artifact creature has."""
    weaker: Flag = False
    """Of less power than the object that the effect is of."""
    exiled_with: Flag = False
    """Exiled by an ability of the object that the effect is of."""
    suspended: Flag = False
    """A card in exile with suspend and a time counter on it."""
    ability: Flag = False
    """An activated or triggered ability on the stack."""


def _filters(value: object) -> object:
    """One filter may be written without the list around it."""
    return [value] if isinstance(value, dict | Filter) else value


Affects = Annotated[
    tuple[Filter, ...],
    BeforeValidator(_filters),
    OrWritten(),
    Field(description="what it affects: any of these filters; the object itself if not given"),
]
THIS = (Filter.model_construct(this=True),)


def _refuse(filters: Sequence[Filter | None], what: str, never: Sequence[str]) -> None:
    """Refuse words that nothing can meet, or everything meets, where the filters stand."""
    for one in filters:
        for word in never:
            if one is not None and getattr(one, word) != Filter.model_fields[word].default:
                raise ValueError(f"expected what {what} can be told by, such as 'types' or 'colors', found {word!r}")


def _asked_of(what: str, *never: str) -> AfterValidator:
    """Refuses filters with some words."""

    def check(value: Any) -> Any:
        _refuse(value if isinstance(value, tuple) else (value,), what, never)
        return value

    return AfterValidator(check)


_OF_PERMANENTS = ("this", "attached", "token", "attacking", "face_down", "players")
_ANY_OBJECT = _asked_of("an object", "players")
AffectsObjects = Annotated[Affects, _ANY_OBJECT]
Objects = Annotated[Filter, _ANY_OBJECT]


def _in_its_zone(value: Any) -> Any:
    """Refuses words that no card in a graveyard or hand meets, where cards there are meant."""
    if value is not None and value.in_zone != "battlefield":
        _refuse((value,), f"a card in a {value.in_zone}", _OF_PERMANENTS)
    return value


_IN_ITS_ZONE = AfterValidator(_in_its_zone)

Zones = Annotated[
    tuple[Literal["battlefield", "graveyard", "exile", "command", "hand"], ...],
    Field(description="the zones it functions in, if they are not only the battlefield (113.6b)"),
]


class CardsThere(Filter):
    """Cards in graveyards, and in whose."""

    owner: Literal["you", "opponent"] | None = None
    permanent_card: Flag = Field(False, description="cards of the types that permanents have")


class Chosen(Filter):
    """What a player chooses to pay a cost with: `count` of those the filter speaks of."""

    count: Amount | Literal["X"] = Field(1, description="X is chosen (107.3a)")
    total_power: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = Field(
        None, description="any number of them, whose power together is this or more (702.122a)"
    )

    @model_validator(mode="after")
    def _one_number(self) -> Self:
        if self.total_power is not None and self.count != 1:
            raise ValueError("expected 'count' or 'total_power', found both")
        return self


class CountersOf(Filter):
    """Counters to remove from permanents that a player chooses to pay a cost with: `count` of those on one of them."""

    kind: Kind | None = Field(None, description="of this kind; of any if not given")
    count: Amount | Literal["X"] = Field(1, description="X is chosen (107.3a)")
    among: Flag = Field(False, description="from among them, so that they may be on several")


class CountersOnto(Filter):
    """Counters to put, as a cost, on a permanent that a player chooses."""

    kind: Kind
    count: Amount = 1
    blights: Flag = Field(False, description="to pay it is to blight (701.68)")


PaidPermanents = Annotated[Chosen, _asked_of("a permanent of the payer's", "controller", "players")] | None
PaidCards = Annotated[Chosen, _asked_of("a card of the payer's", "controller", "other", *_OF_PERMANENTS)] | None
PaidCounters = Annotated[CountersOf, _asked_of("a permanent of the payer's", "controller", "players")] | None
PutCounters = Annotated[CountersOnto, _asked_of("a permanent of the payer's", "controller", "players")] | None
PaidOthers = Annotated[Chosen, _asked_of("a card of the payer's", "controller", *_OF_PERMANENTS)] | None


class Cost(Model):
    """What is paid. A bare string is a mana cost. Everything given is paid."""

    mana: ManaCost | None = None
    life: Amount | None = Field(None, description="life to pay (119.4)")
    discard: PaidCards = Field(None, description="cards from hand")
    reveal: PaidCards = Field(None, description="cards in hand, revealed")
    return_to_hand: PaidPermanents = Field(None, description="permanents the payer controls, to their owners' hands")
    sacrifice: PaidPermanents = Field(None, description="permanents the payer controls")
    tap: PaidPermanents = Field(None, description="untapped permanents the payer controls")
    exile: PaidPermanents = Field(None, description="permanents the payer controls, exiled")
    exile_from_graveyard: PaidOthers = Field(None, description="cards in the payer's graveyard")
    counters_of: PaidCounters = Field(None, description="counters to remove from permanents the payer controls")
    counters_onto: PutCounters = Field(None, description="counters to put on a permanent the payer controls")
    remove_counters: (
        Annotated[dict[Kind, Amount | Literal["X", "all"]], BeforeValidator(no_kind_twice), Field(min_length=1)] | None
    ) = Field(None, description="counters to remove from the permanent itself; X is chosen (107.3a), all there are")
    put_counters: Annotated[dict[Kind, Amount], BeforeValidator(no_kind_twice), Field(min_length=1)] | None = Field(
        None, description="counters to put on the permanent itself"
    )
    pay_counters: Annotated[dict[Kind, Amount], BeforeValidator(no_kind_twice), Field(min_length=1)] | None = Field(
        None, description="counters the payer has, such as energy (107.14)"
    )
    tap_this: Flag = Field(False, description="tap the permanent itself: {T}")
    untap_this: Flag = Field(False, description="untap the permanent itself: {Q}")
    sacrifice_this: Flag = Field(False, description="sacrifice the permanent itself")
    discard_hand: Flag = Field(False, description="discard all cards in hand")
    discard_this: Flag = Field(False, description="discard the card itself, from where the ability functions then")
    exile_this: Literal["battlefield", "hand", "graveyard"] | None = Field(
        None, description="exile the object itself from this zone, where the ability functions then (113.6m)"
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_dump(exclude_defaults=True):
            raise ValueError("expected a cost such as {2}{G} or life: 5, found none")
        for part in ("discard", "reveal", "return_to_hand", "sacrifice", "exile", "exile_from_graveyard"):
            if (chosen := getattr(self, part)) is not None and chosen.total_power is not None:
                raise ValueError(f"'total_power' is of what is tapped, found it under {part!r}")
        if self.discard_this and self.exile_this is not None:
            raise ValueError("expected 'discard_this' or 'exile_this', found both")
        return self


def _mana_alone(value: object) -> object:
    return {"mana": value} if isinstance(value, str) else value


AnyCost = Annotated[Cost, BeforeValidator(_mana_alone), OrWritten({"type": "string"})]


class Spells(Model):
    """Which spells something speaks of, by what they are as they are cast (601.3, 708.4)."""

    types: tuple[CardType, ...] = ()
    subtypes: tuple[Word, ...] = ()
    supertypes: tuple[Supertype, ...] = ()
    not_types: tuple[CardType, ...] = Field((), description="none of these card types")
    not_subtypes: tuple[Word, ...] = Field((), description="none of these subtypes")
    not_supertypes: tuple[Supertype, ...] = Field((), description="none of these supertypes")
    colors: tuple[Color, ...] = ()
    not_colors: tuple[Color, ...] = Field((), description="none of these colors")
    colorless: Flag = False
    names: tuple[Name, ...] = ()
    mana_value_at_least: Count | None = None
    mana_value_at_most: Count | None = None
    has: tuple[Keyword, ...] = Field((), description="at least one of these keywords")
    without: tuple[Keyword, ...] = Field((), description="none of these keywords")
    face_down: Flag | None = Field(None, description="cast face down, or not")
    chosen: ChosenWord | None = Field(None, description="of the color or creature type chosen for the object (607.2d)")


HappenedTo = Literal[
    "was dealt damage",
    "lost life",
    "gained life",
    "attacked",
    "permanent left",
    "creature died",
    "put a counter on a creature",
    "descended",
]
"""What can have happened to a player this turn: they attacked, a permanent they controlled left the battlefield."""


class There(Filter):
    """What there is to be: permanents, or cards in a graveyard."""

    in_zone: Literal["battlefield", "graveyard", "hand", "exile"] = "battlefield"


Threshold = Annotated[int, Field(strict=True, ge=0, le=1000)]


class Condition(Model):
    """What has to be so, all of it: for a static ability to apply (611.3a), for an ability to be activated, for a cost
    to change, for something to enter with counters. Where a word can't be asked, it is refused."""

    counters: Kind | None = Field(None, description="counters of this kind; of all kinds together if not given")
    at_least: Threshold | None = Field(None, description="so many of them; one or more if no number is given")
    at_most: Threshold | None = None
    on: Literal["this", "attached", "you", "opponent", "player"] = Field(
        "this", description="whose counters: those of the object with the ability, of what that is attached to, ..."
    )
    there_is: Annotated[There | None, _asked_of("a permanent", "players"), _IN_ITS_ZONE] = Field(
        None, description="there is such a permanent, or card; before it enters, of what enters"
    )
    so_many: Amount = Field(1, description="so many of them at least")
    there_is_no: Annotated[There | None, _asked_of("a permanent", "players"), _IN_ITS_ZONE] = Field(
        None, description="there is no such permanent or card, or not 'so_many' of them"
    )
    you: HappenedTo | None = Field(None, description="this has happened to its controller this turn")
    opponent: HappenedTo | None = Field(None, description="this has happened to an opponent this turn")
    creature_died: Literal[True] | None = Field(None, description="a creature died this turn, whoever controlled it")
    card_types: Amount | None = Field(None, description="so many card types among the cards in your graveyard")
    different_powers: Amount | None = Field(
        None, description="so many different powers among creatures of its controller"
    )
    opponents: Amount | None = Field(None, description="its controller has so many opponents")
    fewer_opponents: Amount | None = Field(None, description="its controller has fewer opponents than this")
    your_turn: Flag | None = Field(None, description="it is the turn of its controller, or is not")
    monstrous: Flag | None = Field(None, description="this is monstrous (701.37b), or is not")
    renowned: Flag | None = Field(None, description="this is renowned (702.112b), or is not")
    class_level: Amount | None = Field(None, description="this is of that level or a greater one (716.2a)")
    entered: Flag | None = Field(None, description="this entered this turn, or did not")
    kicked: Flag | None = Field(None, description="the spell that this was, or that enters, was kicked (702.33d)")
    cast_for: CastForCost | None = Field(None, description="it was cast for this alternative cost (118.9)")
    cast: Flag | None = Field(None, description="what enters was cast, or was not")
    cast_from: tuple[WasCastFrom, ...] = Field((), description="it was cast from one of these zones")
    not_cast_from: tuple[WasCastFrom, ...] = Field((), description="it was not cast from any of these zones, if at all")
    three_mana_of: Color | Literal["one color"] | None = Field(
        None, description="at least three mana of this color, or of any one color, was spent to cast it"
    )

    @property
    def asked(self) -> frozenset[str]:
        """Which of its words say something; `counters` too, where only the numbers of them do."""
        said = {word for word in Condition.model_fields if getattr(self, word) != Condition.model_fields[word].default}
        others = said - {"counters", "at_least", "at_most", "on", "so_many"}
        return (
            frozenset(others)
            if others and not said & {"counters", "at_least", "at_most", "on"}
            else frozenset((*others, "counters"))
        )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.so_many != 1 and (self.there_is is None) == (self.there_is_no is None):
            raise ValueError("'so_many' goes with 'there_is' or 'there_is_no'")
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise ValueError(f"no number is at least {self.at_least} and at most {self.at_most}")
        return self


OF_ENTERING = frozenset(("cast", "cast_from", "not_cast_from", "three_mana_of"))
"""Words of conditions that are known only as something enters."""
OF_POWER = frozenset(("different_powers",))
"""Words of conditions that ask for power."""
OF_TYPES = frozenset(("there_is", "there_is_no", "card_types"))
"""Words of conditions that ask for types and colors."""
OF_KEYWORDS = ("has", "without", "abilities")


def _refuse_condition(name: str, condition: Condition | None, never: frozenset[str], why: str) -> None:
    """Refuse the words of a condition that can't be asked where it stands."""
    for word in () if condition is None else sorted(condition.asked & never):
        raise ValueError(f"{name!r} can't ask for {word!r}{why}")


_AS_IT_ENTERS = ", which is known only as something enters"


def _refuse_early(condition: Condition | None) -> None:
    """Refuse conditions that ask for keywords, abilities or power before those are known."""
    _refuse_condition("as_long_as", condition, OF_POWER, ": power is not known yet")
    for one in () if condition is None else (condition.there_is, condition.there_is_no):
        for word in OF_KEYWORDS:
            if one is not None and getattr(one, word) != Filter.model_fields[word].default:
                raise ValueError(f"'as_long_as' can't ask for {word!r}: who has which keywords is not known yet")


class Static(Model):
    """What a static ability may say beside its effect."""

    as_long_as: Condition | None = Field(None, description="it applies only while this is so")

    @model_validator(mode="after")
    def _known_as_it_applies(self) -> Self:
        _refuse_condition("as_long_as", self.as_long_as, OF_ENTERING, _AS_IT_ENTERS)
        if not isinstance(self, CostsItself) and not (isinstance(self, SpellCosts) and self.this):
            _refuse_early(self.as_long_as)
        return self


ANY_SPELL = Spells.model_construct()
CastFrom = Literal["hand", "graveyard", "exile", "top of library", "command"]
ByPlayer = Literal["you", "opponent", "each"]


class CantCast(Static):
    """Players can't cast some spells (601.3)."""

    spells: Spells = ANY_SPELL
    by: ByPlayer = "each"
    from_zones: tuple[CastFrom, ...] = Field((), description="only from these zones; from any if not given")


class CostChange(Static):
    """By how much generic mana a cost changes (601.2f)."""

    more: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = None
    less: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = None

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        if (self.more is None) == (self.less is None):
            raise ValueError("expected either 'more' or 'less'")
        return self


class AsThoughFlash(Static):
    """Spells may be cast as though they had flash (601.3b)."""

    spells: Spells = ANY_SPELL
    by: ByPlayer = "you"


class MayCast(Static):
    """A player may cast spells from somewhere they could not (601.3); as an effect on a card, that card."""

    from_zones: tuple[CastFrom, ...] = Field((), description="the zones; for an effect on a card, wherever it is")
    this: Flag = Field(False, description="only the card with the ability, while it is in one of these zones (113.6b)")
    spells: Spells = ANY_SPELL
    by: ByPlayer = "you"
    free: Flag = Field(False, description="without paying its mana cost")
    looked_at: Flag = Field(False, description="only cards that the player may look at (406.3b)")
    any_mana: Flag = Field(False, description="mana may be spent on them as though it were of any type (609.4b)")
    lands: Flag = Field(False, description="for an effect on a card: it may be played if it is a land, too (305.1)")

    @model_validator(mode="after")
    def _from_somewhere(self) -> Self:
        if self.this and not (self.from_zones and {*self.from_zones} <= {"graveyard", "exile", "command"}):
            raise ValueError("'this' goes with 'from_zones' among graveyard, exile and command")
        if self.lands and self.from_zones:
            raise ValueError("'lands' is for an effect on one card, without 'from_zones'")
        return self


class MorphCosts(CostChange):
    """Morph costs (or other costs to turn permanents face up) are more or less."""

    procedures: tuple[Literal["morph", "disguise", "mana"], ...] = Field(
        ("morph",), description="megamorph costs are morph costs (702.37b)"
    )
    by: ByPlayer = "each"


class CantTurnUp(Static):
    """Permanents can't be turned face up."""

    during: Literal["your turn", "opponents' turns"] | None = None
    affects: AffectsObjects = THIS


class CantEnter(Static):
    """Cards can't enter the battlefield (614.17, 701.40f)."""

    from_zones: tuple[Literal["hand", "graveyard", "exile", "library", "stack", "command"], ...] = ()
    affects: AffectsObjects = (Filter.model_construct(),)


class AsItEnters(Model):
    """As this enters, its controller chooses something, which its other abilities speak of (614.12a, 607.2d)."""

    choose: ChosenWord


class EntersTapped(Static):
    """This, or other permanents, enter tapped (614.1c, 614.1d)."""

    unless_life: Annotated[Count, Field(ge=1)] | None = Field(
        None, description="as it enters, its controller may pay so much life; if they don't, it enters tapped"
    )
    affects: AffectsObjects = THIS


class DoesntUntap(Static):
    """Permanents don't untap during their controllers' untap steps (502.3)."""

    optional: Flag = Field(False, description="only if their controller chooses so")
    affects: AffectsObjects = THIS


class MoreMana(Static):
    """Whenever permanents are tapped for mana, their controllers add more: a triggered mana ability (605.1b)."""

    mana: Annotated[str, Field(pattern=r"^(\{[WUBRGC]\})+$")]
    affects: AffectsObjects = THIS


class CantFight(Static):
    """Creatures can't attack, block or be blocked (508.1c, 509.1b)."""

    what: tuple[Literal["attack", "block", "be blocked", "be blocked by two"], ...] = Field(
        min_length=1, description='"be blocked by two": by more than one creature'
    )
    by: Described | None = Field(None, description="only these can't be blocked, or can't block them")
    except_by: Described | None = Field(None, description="all but these can't")
    unless_defender: There | None = Field(
        None, description="of attacking: unless the defending player controls this, or has such cards in that zone"
    )
    so_many: Amount = Field(1, description="of 'unless_defender': so many of them at least")
    affects: AffectsObjects = THIS

    @model_validator(mode="after")
    def _of_blocking(self) -> Self:
        if (self.by is not None or self.except_by is not None) and not {*self.what} <= {"block", "be blocked"}:
            raise ValueError("'by' and 'except_by' go with 'block' and 'be blocked'")
        if self.by is not None and self.except_by is not None:
            raise ValueError("expected 'by' or 'except_by', found both")
        return self


class Fights(Static):
    """What creatures must do, or may do all the same, in combat (508.1d, 508.1c)."""

    what: Literal["must attack", "must block", "attacks despite defender"] = Field(
        description='attacks or blocks each combat if able, or "can attack as though it didn\'t have defender"'
    )
    affects: AffectsObjects = THIS


class CantBeCountered(Model):
    """Spells can't be countered (101.2); this spell, if none are told."""

    spells: Spells | None = None
    by: ByPlayer = Field("you", description="who controls the spells")


class MayLook(Static):
    """The player may look at face-down permanents they do not control (708.5), or at other cards that are hidden."""

    by: ByPlayer = "you"
    at: Literal["permanents", "top of library", "exiled with this"] = Field(
        "permanents", description="what may be looked at: those it affects, or these cards of the player (401.2, 406.3)"
    )
    affects: AffectsObjects = (Filter.model_construct(face_down=True),)


def _grantable(text: str) -> str:
    """An ability in words that can be given, on one line."""
    try:
        abilities_of(text)
    except UngrantableError as error:
        raise ValueError(str(error)) from None
    return text


GrantedText = Annotated[
    str,
    BeforeValidator(lambda value: " ".join(value.split()) if isinstance(value, str) else value),
    Field(min_length=1, max_length=500),
    AfterValidator(_grantable),
]


class CopyException(Model):
    """In what a copy differs from what it copies, or what happens besides as it enters (707.9)."""

    if_type: CardType | None = Field(None, description="only if it has this card type (707.9f)")
    types: tuple[CardType, ...] = Field((), description="it has these card types as well")
    subtypes: tuple[Word, ...] = Field((), description="it has these subtypes as well")
    supertypes: tuple[Supertype, ...] = Field((), description="it has these supertypes as well")
    not_supertypes: tuple[Supertype, ...] = Field((), description="it does not have these supertypes")
    keywords: tuple[Keyword, ...] = Field((), description="it has these keywords as well")
    abilities: tuple[GrantedText, ...] = Field((), description="it has these abilities as well, by their words")
    power: Signed | None = Field(None, description="its power is this")
    toughness: Signed | None = Field(None, description="its toughness is this")
    counters: Annotated[dict[Kind, Amount | Literal["X"]], BeforeValidator(no_kind_twice)] = Field(
        default_factory=dict, description="it enters with these additional counters; X of the cost it was cast for"
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_dump(exclude_defaults=True, exclude={"if_type"}):
            raise ValueError("expected in what the copy differs, found nothing")
        if self.if_type is not None and (self.types or self.supertypes or self.not_supertypes or self.subtypes):
            raise ValueError("'if_type' goes with counters and keywords")
        return self


def _exceptions(value: object) -> object:
    """One exception may be written without the list around it."""
    return [value] if isinstance(value, dict | CopyException) else value


class AsTurnedUp(Model):
    """What happens as this permanent is turned face up, not afterward (708.11)."""

    counters: Annotated[dict[Kind, Amount | Literal["X"]], BeforeValidator(no_kind_twice)] = Field(
        default_factory=dict, description="counters put on it; X is the X of the cost paid (702.37f)"
    )
    becomes_copy_of: Objects | None = Field(None, description="it may become a copy of one of these permanents")
    copy_until: Literal["turned face down", "lasting"] = "lasting"
    sets: tuple[PowerToughness, ...] = Field((), description="its power and toughness become one of these (613.2a)")
    attach_to: Objects | None = Field(None, description="it may become attached to one of these permanents")
    optional: Flag = Field(False, description="its controller may choose not to")
    also_enters: Flag = Field(False, description='what it sets, also "as it enters": face up (614.1c)')
    but: Annotated[tuple[CopyException, ...], BeforeValidator(_exceptions), OrWritten()] = Field(
        (), description="the exceptions of the copy that it becomes (707.9)"
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.also_enters and not self.sets:
            raise ValueError("'also_enters' goes with 'sets'")
        if self.but and self.becomes_copy_of is None:
            raise ValueError("'but' goes with 'becomes_copy_of'")
        return self


class TurnsDown(Static):
    """As this enters, others are turned face down (614.1c)."""

    affects: AffectsObjects = (Filter.model_construct(other=True),)


class CantPut(Static):
    """Counters can't be put on something, or a player can't get them (614.17)."""

    kinds: tuple[Kind, ...] = Field((), description="only these kinds; every kind if not given")
    affects: Affects = THIS


class WouldPut(Static):
    """If counters would be put, another number of them is put instead (614.1a).

    Exactly one of `plus`, `minus`, `times`, `half` and `none` says what is put instead.
    """

    kinds: tuple[Kind, ...] = Field((), description="only these kinds; every kind if not given")
    affects: Affects = THIS
    by: Literal["you", "opponent"] | None = Field(None, description="only counters this player would put")
    only_effects: Flag = Field(False, description='"if an effect would put", so not as a cost (614.16)')
    plus: Amount | None = None
    minus: Amount | None = None
    times: Annotated[int, Field(strict=True, ge=2, le=1000)] | None = None
    half: Literal["down", "up"] | None = None
    none: Flag = False

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        given = [self.plus, self.minus, self.times, self.half, self.none or None]
        if sum(change is not None for change in given) != 1:
            raise ValueError("expected exactly one of plus, minus, times, half, none")
        return self


class CantRemove(Static):
    """Counters can't be removed from something (614.17)."""

    kinds: tuple[Kind, ...] = ()
    affects: Affects = THIS


class Maximum(Model):
    """This can't have more than a number of counters of a kind on it (122.4)."""

    kind: Kind
    count: Count


class KeepsCounters(Model):
    """Counters remain on this as it moves from one zone to another, which 122.2 would end."""

    except_into: tuple[Literal["hand", "library", "graveyard", "exile", "command"], ...] = Field(
        (), description="but not as it moves into these zones"
    )


class Counted(Filter):
    """What is counted: objects, or players."""

    in_zone: Literal["battlefield", "graveyard", "hand"] = Field("battlefield", description="where the objects are")
    tapped: Flag | None = Field(None, description="of permanents, tapped or untapped ones")
    attached_here: Flag = Field(False, description="attached to the object with the ability")
    their_counters: Kind | None = Field(None, description="not they are counted but counters of this kind on them")
    total: Literal["power", "toughness"] | None = Field(None, description="not they are counted but this is added up")
    greatest: Literal["power", "toughness"] | None = Field(None, description="the greatest one among them")
    least: Literal["power", "toughness"] | None = Field(None, description="the least one among them")

    @model_validator(mode="after")
    def _one_measure(self) -> Self:
        given = [word for word in ("their_counters", "total", "greatest", "least") if getattr(self, word) is not None]
        if len(given) > 1:
            raise ValueError(f"expected one of their_counters, total, greatest, least, found {' and '.join(given)}")
        return self

    @model_validator(mode="after")
    def _had_by_players(self) -> Self:
        for word in ("tapped", "attached_here", "total", "greatest", "least"):
            if self.players is not None and getattr(self, word) != Counted.model_fields[word].default:
                raise ValueError(f"{word!r} is about objects, and 'players' are counted")
        return self


def _before_power(value: Any) -> Any:
    """Refuses what is added up or compared where power and toughness are what it is counted for."""
    if isinstance(value, Counted) and (value.total or value.greatest or value.least):
        raise ValueError("what power and toughness hang on is how many objects, players or counters there are")
    return value


_BEFORE_POWER = AfterValidator(_before_power)


class SpellCosts(CostChange):
    """Spells cost more or less to cast (601.2f)."""

    this: Flag = Field(False, description="the spell with this ability itself, and no others")
    for_each: Annotated[Counted | None, _IN_ITS_ZONE] = Field(None, description="so much for each of these")

    spells: Spells = ANY_SPELL
    by: ByPlayer = "you"
    zones: Zones = ()
    first_each_turn: Flag = Field(False, description="only the first of them that the player casts each turn")

    @model_validator(mode="after")
    def _itself(self) -> Self:
        if self.this and (self.spells != ANY_SPELL or self.by != "you" or self.zones or self.first_each_turn):
            raise ValueError("'this' is a spell of its own; nothing else says which spells")
        return self

    @model_validator(mode="after")
    def _first_face_down(self) -> Self:
        others = self.spells.model_copy(update={"face_down": None, "types": ()})
        if self.first_each_turn and not (
            self.spells.face_down and self.spells.types in ((), ("creature",)) and others == ANY_SPELL
        ):
            raise ValueError("'first_each_turn' goes with 'spells' that are face-down creature spells")
        return self


class CostsItself(CostChange):
    """An ability that costs more or less to activate itself (601.2f)."""

    for_each: Annotated[Counted | None, _IN_ITS_ZONE] = Field(None, description="so much for each of these")


class AbilityCosts(CostChange):
    """Activated abilities of permanents cost more or less to activate (601.2f)."""

    affects: AffectsObjects = THIS
    leaves_one: Flag = Field(False, description="it can't reduce the mana in a cost to less than one mana")
    not_mana_abilities: Flag = Field(False, description="unless they are mana abilities")


class CantActivate(Static):
    """Activated abilities of permanents can't be activated (101.2)."""

    affects: AffectsObjects = THIS
    by: ByPlayer = "each"
    not_mana_abilities: Flag = Field(False, description="unless they are mana abilities")


class EntersWith(Static):
    """This, or other permanents, enter with counters (614.1c, 614.1d)."""

    counters: Annotated[
        dict[
            Kind,
            Amount
            | Literal[
                "this object's power",
                "this object's toughness",
                "this object's counters",
                "X",
                "mana spent",
                "colors of mana spent",
                "twice the colors of mana spent",
                "life opponents lost",
                "life gained",
                "other spells cast",
                "times kicked",
                "creatures that died",
            ],
        ],
        BeforeValidator(no_kind_twice),
    ] = Field(default_factory=dict, description="X, and mana spent, are of the cost it was cast for (107.3m)")
    choice: Flag = Field(False, description="of one of these kinds, as its controller chooses")
    tapped: Flag = Field(False, description="it enters tapped (614.1d)")
    for_each: Annotated[Counted | None, _IN_ITS_ZONE] = Field(
        None, description="so many for each of these, as the board is before it enters"
    )
    removing: Objects | None = Field(
        None, description="as it enters, all counters are removed from these; it enters with so many for each removed"
    )
    only_if: Condition | None = Field(None, description="only if this is so, as it enters")
    zones: Zones = ()
    affects: AffectsObjects = THIS

    @model_validator(mode="after")
    def _something_asked(self) -> Self:
        if self.only_if is not None and not self.only_if.model_fields_set:
            raise ValueError("expected a condition under 'only_if', found none")
        return self

    @model_validator(mode="after")
    def _one_number(self) -> Self:
        for field in ("for_each", "removing"):
            if getattr(self, field) is not None and not all(isinstance(count, int) for count in self.counters.values()):
                raise ValueError(f"'{field}' goes with counters that are numbers")
        if self.for_each is not None and self.removing is not None:
            raise ValueError("expected 'for_each' or 'removing', found both")
        if not self.counters and not self.tapped:
            raise ValueError("expected the 'counters' that it enters with, or 'tapped'")
        if self.choice and (
            len(self.counters) < 2
            or self.for_each is not None
            or self.removing is not None
            or not all(isinstance(count, int) for count in self.counters.values())
        ):
            raise ValueError("'choice' is of two or more kinds of counters, so many of each")
        return self


class Copiable(Filter):
    """What something may enter as a copy of: permanents, or cards in graveyards."""

    in_zone: Literal["battlefield", "graveyard"] = "battlefield"


class EntersAsCopy(Model):
    """This enters as a copy of something (614.1c, 616.1c, 707.5)."""

    of: Annotated[
        Copiable,
        _asked_of("what is there before it enters", "this", "attached", "players"),
        _IN_ITS_ZONE,
    ] = Field(description="what it may be a copy of")
    optional: Flag = Field(False, description="its controller may choose not to")
    tapped: Flag = Field(False, description="it enters tapped, if it does so as a copy")
    until: Literal["turned face down", "lasting"] = "lasting"
    but: Annotated[tuple[CopyException, ...], BeforeValidator(_exceptions), OrWritten()] = Field(
        (), description="the exceptions"
    )


class Gets(Static):
    """Gets +N/+N: changes power and toughness without setting them (613.4c)."""

    power: Signed = 0
    toughness: Signed = 0
    for_each: Kind | Annotated[Counted, _IN_ITS_ZONE, _BEFORE_POWER] | None = Field(
        None, description="once for each counter of this kind on the object with the ability, or for each of these"
    )
    whose: Literal["this", "own", "you"] = Field(
        "this", description="whose counters: those of the object with the ability, of what gets it, or of its player"
    )
    affects: AffectsObjects = THIS

    @model_validator(mode="after")
    def _counts_counters(self) -> Self:
        if self.whose != "this" and not isinstance(self.for_each, str):
            raise ValueError("'whose' goes with 'for_each', a kind of counters")
        return self


class Base(Static):
    """Has a base power and toughness set to numbers (613.4b)."""

    power: Signed | Literal["mana value"] | None = None
    toughness: Signed | Literal["mana value"] | None = None
    affects: AffectsObjects = THIS


class Has(Static):
    """Has keyword abilities (613.1f); with a cost, morph, megamorph or disguise; or other abilities, in their words."""

    keywords: tuple[Keyword, ...] = ()
    abilities: tuple[GrantedText, ...] = Field(
        (), description="triggered and activated abilities, each in the English of cards"
    )
    morph: AnyCost | None = None
    megamorph: AnyCost | None = None
    disguise: AnyCost | None = None
    affects: Affects = THIS

    @model_validator(mode="after")
    def _something(self) -> Self:
        keywords = self.keywords or self.morph or self.megamorph or self.disguise
        if not keywords and not self.abilities:
            raise ValueError("expected keywords, morph, megamorph or disguise with a cost, or abilities")
        if keywords and self.abilities:
            raise ValueError("expected keywords or abilities, found both; what gives both is two abilities")
        of_permanents = bool({*self.keywords} - {"hexproof", "shroud"}) or not self.keywords
        if of_permanents and any(one.players for one in self.affects):
            raise ValueError("expected hexproof or shroud, which players can have, and no other keywords")
        return self


class LosesAbilities(Static):
    """Loses all abilities (613.1f)."""

    power: Signed | Literal["mana value"] | None = Field(None, description="base power, of what loses them (613.6)")
    toughness: Signed | Literal["mana value"] | None = Field(None, description="base toughness")
    affects: AffectsObjects = THIS


class CantHave(Static):
    """Can't have, or gain, keyword abilities (113.11)."""

    keywords: tuple[KeywordName, ...] = Field(min_length=1)
    affects: AffectsObjects = THIS


class Loses(Static):
    """Loses keyword abilities that it has by then (613.1f)."""

    keywords: tuple[KeywordName, ...] = Field(min_length=1)
    affects: AffectsObjects = THIS


class Becomes(Static):
    """Has further types in addition to its other types, or only these (613.1d); becomes colors (613.1e)."""

    types: tuple[CardType, ...] = Field((), description="card types")
    subtypes: tuple[Word, ...] = ()
    not_types: tuple[CardType, ...] = Field((), description="isn't of these card types (205.1a)")
    chosen_type: Flag = Field(False, description="the creature type that was chosen for the object with the ability")
    only: Flag = Field(
        False,
        description="the types are set: the card types replace its others, subtypes those of their kind (205.1a)",
    )
    colors: tuple[Color, ...] = Field((), description="becomes these colors, and no others")
    colorless: Flag = Field(False, description="loses its colors")
    power: Signed | Literal["mana value"] | None = Field(None, description="base power, of what the types apply to")
    toughness: Signed | Literal["mana value"] | None = Field(None, description="base toughness")
    affects: AffectsObjects = THIS

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.only and not (self.types or self.subtypes):
            raise ValueError("'only' goes with types or subtypes")
        if self.colorless and self.colors:
            raise ValueError("expected colors or 'colorless', found both")
        return self


class Switches(Static):
    """Power and toughness are switched (613.4d)."""

    affects: AffectsObjects = THIS


class CharacteristicPower(Model):
    """A characteristic-defining ability that sets power and toughness (613.4a)."""

    power: Literal["counters on this", "number counted"] | Signed | None = None
    toughness: Literal["counters on this", "number counted"] | Signed | None = None
    kind: Kind | None = Field(None, description="of the counters on this, only those of this kind")
    for_each: Annotated[Counted, _IN_ITS_ZONE, _BEFORE_POWER] | None = Field(None, description="what is counted")

    @model_validator(mode="after")
    def _counts(self) -> Self:
        if ("number counted" in (self.power, self.toughness)) != (self.for_each is not None):
            raise ValueError("'number counted' goes with 'for_each', what is counted")
        if self.for_each is not None and (self.for_each.has or self.for_each.without):
            raise ValueError("what is counted here can't be asked for keywords")
        return self


class Replacement(Static):
    """A replacement effect on something other than putting counters, as far as counters meet it."""

    event: Literal["destroyed", "damage", "die"]
    instead: Literal["regenerate", "put counters", "remove counters", "exile", "prevent"]
    kind: Kind | None = Field(None, description="the kind of counters to put, remove, or exile it with")
    count: Amount | None = Field(None, description="how many counters; as many as the damage, or one, if not given")
    on_this: Flag = Field(False, description="the counters are put on the object with the ability")
    prevents: Flag = Field(False, description="it prevents the damage, and so does nothing where it can't be prevented")
    by: Literal["you", "opponent"] | None = Field(None, description="only damage from this player's sources")
    noncombat: Flag = Field(False, description="only damage that is not combat damage")
    combat: Flag = Field(False, description="only combat damage")
    affects: Affects = THIS

    @model_validator(mode="after")
    def _known(self) -> Self:
        pairs = {
            ("destroyed", "regenerate"),
            ("destroyed", "remove counters"),
            ("damage", "put counters"),
            ("damage", "remove counters"),
            ("damage", "prevent"),
            ("die", "exile"),
        }
        if self.event != "damage":
            _refuse(self.affects, "an object", ("players",))
        if (self.event, self.instead) not in pairs:
            expected = (
                "destroyed with regenerate, damage with put counters or prevent, both with remove counters, "
                "die with exile"
            )
            raise ValueError(f"expected {expected}, found {self.event} with {self.instead}")
        if self.kind is None and self.instead in ("put counters", "remove counters"):
            raise ValueError("expected the 'kind' of the counters")
        if self.kind is not None and self.instead in ("regenerate", "prevent"):
            raise ValueError(f"'kind' goes with counters, and to {self.instead} has none")
        if self.count is not None and self.kind is None:
            raise ValueError("'count' goes with counters")
        if self.on_this and self.instead != "put counters":
            raise ValueError("'on_this' goes with 'put counters'")
        return self


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

NOT_OF_OBJECTS = ("cast", "state", "cycled", *_OF_CARDS)
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
        """Whether it is one ability with the one before, of which it says another event."""
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
    """A triggered ability: an event, and what it does. Words that are not understood are told as it triggers."""

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
        "deals damage",
        "deals combat damage",
        "is dealt damage",
        "is dealt combat damage",
        "draws a card",
        "discards a card",
        "cycled",
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
    first_each_turn: Flag = Field(
        False, description="only the first such event of a turn triggers it, of each object or player"
    )
    of_spells: Flag = Field(False, description="of what becomes the target: only of a spell, not of an ability")
    so_many: Amount = Field(1, description="so many of them at least, at one time")
    others: Annotated[
        tuple[Filter, ...],
        BeforeValidator(_filters),
        OrWritten(),
        _asked_of("a creature that blocks or is blocked", "players", "has", "without", "abilities"),
    ] = Field((), description="of blocks: once for each of these that it blocks, or becomes blocked by")
    whom: tuple[Literal["you", "opponent", "your planeswalker", "attached"], ...] = Field(
        (), description="of attacks: only on these, or on the player to whom this is attached"
    )
    during: Literal["your turn", "an opponent's turn"] | None = Field(None, description="only in such turns")
    power_at_least: Count | None = Field(None, description="of one that enters, attacks or is turned face up")
    power_at_most: Count | None = Field(None, description="of one that enters, attacks or is turned face up")
    among: Annotated[Filter | None, _asked_of("an attacker", "players", "has", "without", "abilities")] = Field(
        None, description="of attacks: so many of these at least attack with it"
    )
    from_zone: Literal["library", "hand", "battlefield"] | None = Field(
        None, description="of cards put into a graveyard, only those from there"
    )
    any_source: Literal["any", "another"] | None = Field(
        None, description="of damage that is dealt: by whatever source, spells too; or by any other"
    )
    alone: Flag = Field(False, description="of attacks: if nothing else attacks (506.5)")
    how: Literal["multicolored", "kicked"] | None = Field(None, description="of spells that are cast: only such")
    not_first: Flag = Field(False, description="of spells that are cast: not of the first one of a turn")
    mana_value: CountersCompared | None = Field(None, description="of spells that are cast: by its mana value")
    cards: Annotated[
        CardsThere | None,
        _asked_of("a card in a graveyard", "controller", "has", "without", "abilities", *_OF_PERMANENTS),
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
        BeforeValidator(_filters),
        OrWritten(),
        _asked_of("a target that is a permanent", "players", "has", "without", "abilities"),
    ] = Field((), description="of spells that are cast, those that target one of these")
    zones: Zones = ()
    does: Words = Field("", max_length=500, description="what it does; words that are not understood are told")

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
            _refuse(self.affects, "an object", ("players",))
        if self.event == "manifests dread" and self.by is not None and self.affects != THIS:
            raise ValueError("expected 'by' or 'affects' to say who manifests dread, found both")
        return self


class Chapter(Doing):
    """A chapter ability of a Saga (714.2)."""

    number: Annotated[int, Field(strict=True, ge=1, le=20)]
    does: Words = Field("", max_length=500, description="what it does; words that are not understood are told")


Does = Annotated[str, BeforeValidator(_on_one_line), Field(min_length=1, max_length=1000)]
"""What a spell or ability does, in the English of cards. `asp/608_2_effects.lp` says what comes of it."""


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
        ]
        | None
    ) = Field(None, description="when it can be activated (602.5)")
    as_long_as: Condition | None = Field(None, description="activate only if this is so")
    any_player: Flag = Field(False, description="any player may activate it")
    exhaust: Flag = Field(False, description="it is an exhaust ability (702.177a)")
    costs: CostsItself | None = Field(None, description="so much more or less")

    @model_validator(mode="after")
    def _once(self) -> Self:
        if self.exhaust and self.only != "once":
            raise ValueError("'exhaust' goes with 'only: once'")
        return self

    @model_validator(mode="after")
    def _known_as_it_is_used(self) -> Self:
        _refuse_condition("as_long_as", self.as_long_as, OF_ENTERING, _AS_IT_ENTERS)
        _refuse_early(self.as_long_as)
        return self


class Loyalty(Doing):
    """A loyalty ability (606)."""

    cost: Signed | Literal["-X"] = Field(
        description="the loyalty counters to put, or to remove if it is negative; -X for as many as is chosen"
    )
    does: Does


class Spell(Doing):
    """What an instant or sorcery does as it resolves (608.2)."""

    does: Does


class Ability(Model):
    """One ability: exactly one of these fields says what it is. A bare string is a keyword ability."""

    keyword: Keyword | None = None
    cant_put: Later[CantPut] | None = None
    cant_remove: Later[CantRemove] | None = None
    would_put: Later[WouldPut] | None = None
    maximum: Later[Maximum] | None = None
    keeps_counters: Later[KeepsCounters] | None = None
    enters_with: Later[EntersWith] | None = None
    enters_as_copy: Later[EntersAsCopy] | None = None
    gets: Later[Gets] | None = None
    base: Later[Base] | None = None
    has: Later[Has] | None = None
    loses_abilities: Later[LosesAbilities] | None = None
    cant_have: Later[CantHave] | None = None
    loses: Later[Loses] | None = None
    becomes: Later[Becomes] | None = None
    switches: Later[Switches] | None = None
    defines: Later[CharacteristicPower] | None = None
    instead: Later[Replacement] | None = None
    trigger: Later[Trigger] | None = None
    chapter: Later[Chapter] | None = None
    activated: Later[Activated] | None = None
    loyalty: Later[Loyalty] | None = None
    spell: Later[Spell] | None = None
    morph: AnyCost | None = None
    megamorph: AnyCost | None = None
    disguise: AnyCost | None = None
    additional_cost: AnyCost | None = None
    alternative_cost: AnyCost | None = None
    cant_cast: Later[CantCast] | None = None
    spell_costs: Later[SpellCosts] | None = None
    ability_costs: Later[AbilityCosts] | None = None
    cant_activate: Later[CantActivate] | None = None
    as_though_flash: Later[AsThoughFlash] | None = None
    may_cast: Later[MayCast] | None = None
    morph_costs: Later[MorphCosts] | None = None
    cant_turn_up: Later[CantTurnUp] | None = None
    cant_enter: Later[CantEnter] | None = None
    may_look: Later[MayLook] | None = None
    doesnt_untap: Later[DoesntUntap] | None = None
    more_mana: Later[MoreMana] | None = None
    enters_tapped: Later[EntersTapped] | None = None
    as_it_enters: Later[AsItEnters] | None = None
    cant_fight: Later[CantFight] | None = None
    fights: Later[Fights] | None = None
    cant_be_countered: Later[CantBeCountered] | None = None
    as_turned_up: Later[AsTurnedUp] | None = None
    turns_down: Later[TurnsDown] | None = None

    @model_validator(mode="before")
    @classmethod
    def _keyword_as_string(cls, value: Any) -> Any:
        return {"keyword": value} if isinstance(value, str) else value

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return OrWritten({"type": "string"}).__get_pydantic_json_schema__(schema, handler)

    def keywords(self) -> tuple[str, ...]:
        """The keywords that it is, or that it gives."""
        return (self.keyword,) if self.keyword is not None else tuple(getattr(self.body, "keywords", ()))

    @model_validator(mode="after")
    def _one_head(self) -> Self:
        if len(self.heads()) != 1:
            found = " and ".join(self.heads()) or "none"
            raise ValueError(f"expected exactly one of {field_names(ABILITY_HEADS)}, found {found}")
        return self

    @model_validator(mode="after")
    def _types_known(self) -> Self:
        """What an ability asks of the board is known once types and colors are."""
        if self.heads()[0] in ("becomes", "loses_abilities"):
            why = f" of {self.heads()[0]}: types and colors are not known yet"
            _refuse_condition("as_long_as", self.body.as_long_as, OF_TYPES, why)
        return self

    @model_validator(mode="after")
    def _keywords_known(self) -> Self:
        """Who has which keywords is known once the abilities that decide it have been applied (613.8)."""
        if self.heads()[0] in ("has", "cant_have", "loses", "loses_abilities", "becomes"):
            for one in self.body.affects:
                if one.has or one.without or one.abilities is not None:
                    asked = "keywords" if one.has or one.without else "abilities"
                    raise ValueError(f"'affects' of {self.heads()[0]} can't ask for {asked}, on which it has a say")
        return self

    def heads(self) -> list[str]:
        """The ability words given; one, in a valid ability."""
        return [head for head in ABILITY_HEADS if getattr(self, head) is not None]

    @property
    def body(self) -> Any:
        """What stands under the ability's word."""
        return getattr(self, self.heads()[0])


ABILITY_HEADS = tuple(Ability.model_fields)


Remark = Annotated[str, Field(min_length=1, max_length=500)]


class RemarkAbout(Model):
    """What a card does besides, in words, with what its words do not tell: where it matters, and for which answers."""

    text: Remark
    zones: tuple[Literal["graveyard", "exile", "command", "hand"], ...] = Field(
        (),
        description="zones in which it matters too, besides the battlefield and the stack; read off the words if not "
        "given",
    )
    kind: remarks.Kind | None = Field(None, description="of which kind it is; read off the words if not given")
    touches: tuple[remarks.Touch, ...] | None = Field(
        None,
        description="what it could change; of a triggered ability, what it waits for. Read off the words if not given; "
        "words that are not understood could change anything",
    )
    of_itself: Flag | None = Field(
        None, description="it speaks of nothing but the object itself; read off the words if not given"
    )

    def read(self) -> remarks.Reading:
        """What is given here, and what the words tell of what is not."""
        told = remarks.read(self.text if self.kind is None else f"{self.kind}: {self.text}")
        itself = told.itself if self.of_itself is None else self.of_itself
        told = told._replace(zones=frozenset(self.zones) if "zones" in self.model_fields_set else told.zones)
        if self.touches is None:
            return told._replace(itself=itself)
        # The words have not told what is touched, so that of which kinds they speak tells nothing either.
        return remarks.Reading(told.kind, frozenset(self.touches), itself, zones=told.zones)


def _lines(value: object) -> object:
    """Text without control characters but for the ends of its lines."""
    if isinstance(value, str):
        value = "\n".join(" ".join(line.split()) for line in value.strip().split("\n"))
        if CONTROL.search(value.replace("\n", " ")):
            raise ValueError("expected text without control characters")
    return value


CardEnglish = Annotated[str, BeforeValidator(_lines), Field(min_length=1, max_length=4000)]


class CardText(Model):
    """A card but for its name: printed characteristics, and abilities in the vocabulary.

    What the vocabulary can't say stands in `not_modelled`, in the card's words or shorter; an answer that it could
    have changed repeats it.
    """

    mana_cost: ManaCost | None = None
    colors: tuple[Color, ...] = Field(
        (), description="a color indicator: these colors too, beside those of the mana cost (202.2e)"
    )
    supertypes: tuple[Supertype, ...] = ()
    types: tuple[CardType, ...] = Field(min_length=1)
    subtypes: tuple[Word, ...] = ()
    power: Signed | Literal["*"] | None = None
    toughness: Signed | Literal["*"] | None = None
    loyalty: Count | None = None
    defense: Count | None = None
    text: CardEnglish | None = Field(
        None, description="abilities in the English of cards, a line each, before those under `abilities`"
    )
    text_remarks: Flag = Field(False, description="lines of `text` that are not modelled are remarks, not refused")
    abilities: tuple[Ability, ...] = ()
    back: Name | None = Field(None, description="the card that says what is on the back of a double-faced card (712)")
    modal: Flag = Field(False, description="its faces are independent of each other: a modal double-faced card (712.3)")
    not_modelled: tuple[Remark | RemarkAbout, ...] = ()

    @model_validator(mode="after")
    def _remarks_of_text(self) -> Self:
        if self.text_remarks and self.text is None:
            raise ValueError("'text_remarks' goes with 'text'")
        return self

    @model_validator(mode="after")
    def _both_faces(self) -> Self:
        if self.modal and self.back is None:
            raise ValueError("'modal' goes with 'back'")
        return self

    @model_validator(mode="after")
    def _cast_from_somewhere(self) -> Self:
        if any(ability.may_cast is not None and not ability.may_cast.from_zones for ability in self.abilities):
            raise ValueError("'may_cast' on a card goes with 'from_zones'; 'this' is for the card itself alone")
        return self


class CardDefinition(CardText):
    """A card of the library, under its name."""

    name: Name


ABILITIES_OF_CARDS = {
    "enters_as_copy": "; an effect on something there is 'copy_of'",
    "defines": "; an effect that sets power and toughness is 'base'",
    "as_turned_up": ", and no effect gives it",
    "turns_down": ", and no effect gives it",
    "chapter": ", and no effect gives it",
    "activated": ", and no effect gives it here",
    "loyalty": ", and no effect gives it here",
    "spell": ", and no effect gives it",
    "cant_be_countered": ", and no effect gives it here",
    "additional_cost": ", and no effect gives it here",
    "alternative_cost": ", and no effect gives it here",
}
"""What no effect on something is, and what would be right."""


class LastsWhile(Model):
    """For as long as something is so an effect lasts (611.2b). Exactly one of these fields says what."""

    counter: Kind | None = Field(None, description="what it is on has a counter of this kind")
    tapped: Name | None = Field(None, description="this object remains tapped")
    controlled: Name | None = Field(None, description="the effect's `controller` controls this object")
    there: Name | None = Field(None, description="this object remains on the battlefield")

    @model_validator(mode="after")
    def _one(self) -> Self:
        if len([one for one in (self.counter, self.tapped, self.controlled, self.there) if one is not None]) != 1:
            raise ValueError("expected exactly one of counter, tapped, controlled, there")
        return self

    @property
    def of(self) -> str | None:
        """The object that it is about, if it is not what the effect is on."""
        return self.tapped or self.controlled or self.there


class Effect(Ability):
    """A continuous effect already applied to an object or player, by something that resolved (611.2)."""

    copy_of: Copied | None = Field(None, description="is a copy of this card (613.2a)")
    altered_by: tuple[Name, ...] = Field(
        (), description="cards by whose exceptions to copying it differs from what it copies (707.9), the latest last"
    )
    timestamp: Timestamp | None = None
    until: Literal["end of turn", "lasting", "turned face down", "control changes", "your next turn"] = "lasting"
    controller: Name | None = Field(None, description='the player "you" stands for; the controller if not given')
    lasts_while: LastsWhile | None = Field(None, description="it lasts for as long as this is so")
    gives_back: Name | None = Field(None, description="as it ends, this player has control of what it is on back")

    @model_validator(mode="after")
    def _of_cards(self) -> Self:
        for head, instead in ABILITIES_OF_CARDS.items():
            if getattr(self, head) is not None:
                raise ValueError(f"{head!r} is an ability of cards{instead}")
        condition = getattr(self.body, "as_long_as", None)
        _refuse_condition("as_long_as", condition, OF_TYPES, ": an effect does not look at what there is")
        if self.altered_by and self.copy_of is None:
            raise ValueError("'altered_by' goes with 'copy_of'")
        if self.lasts_while is not None and (self.until != "lasting" or self.copy_of is not None):
            raise ValueError("'lasts_while' goes with neither 'until' nor 'copy_of'")
        if self.lasts_while is not None and self.lasts_while.controlled is not None and self.controller is None:
            raise ValueError("'lasts_while: controlled' goes with 'controller', who controls it")
        if self.gives_back is not None and self.lasts_while is None:
            raise ValueError("'gives_back' goes with 'lasts_while'")
        return self

    def heads(self) -> list[str]:
        """The words given; a copy effect, and one that has taken control, has a word of its own."""
        own = [word for word in ("copy_of", "gives_back") if getattr(self, word) is not None]
        return super().heads() + own
