"""Filters: which objects, spells, cards and players something is about, and what is counted."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pyengine.files.fields import (
    MAX_COUNT,
    CardType,
    ChosenWord,
    Color,
    Count,
    Flag,
    Keyword,
    Kind,
    Model,
    Name,
    OrWritten,
    Supertype,
    Word,
)


class Filter(Model):
    """The objects or players that an ability refers to.

    Every condition given must be true. Without `players`, the filter is about permanents; `this: true` means the
    object with the ability.
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
        None, description="has this number of counters of one of these kinds"
    )
    has_counters: Flag = Field(False, description="has a counter of any kind")
    no_counters: tuple[Kind, ...] = Field((), description="has no counter of these kinds")
    no_counters_any: Flag = Field(False, description="has no counters")
    this_turn: (
        Literal["entered", "attacked", "was dealt damage", "was dealt damage by this", "was turned face up"] | None
    ) = Field(None, description="what has happened to it this turn")
    abilities: Flag | None = Field(None, description="has some ability, or none")
    token: Flag | None = None
    modified: Flag = Field(False, description="has a counter, an Equipment, or an Aura of its controller (700.9)")
    attacking: Flag | None = None
    face_down: Flag | None = None
    chosen: ChosenWord | None = Field(
        None, description="of the color, creature type or name chosen for the object (607.2d)"
    )
    colors: tuple[Color, ...] = Field((), description="at least one of these colors")
    not_colors: tuple[Color, ...] = Field((), description="none of these colors")
    colorless: Flag = False
    multicolored: Flag = Field(False, description="of two or more colors (105.2b)")
    historic: Flag = Field(False, description="an artifact, legendary, or a Saga (700.6)")
    permanent_card: Flag = Field(False, description="of a card type that permanents have (110.4a)")
    all_types: tuple[CardType, ...] = Field((), description="each of these card types, as an artifact creature has")
    tapped: Flag | None = Field(None, description="of permanents, tapped or untapped ones")
    enchanted: Flag = Field(False, description="an Aura is attached to it (303.4b)")
    equipped: Flag = Field(False, description="an Equipment is attached to it (301.5b)")
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
                    raise ValueError(f"'players' is alone, and {name!r} is about objects")
        return self


class Described(Filter):
    """A description in an effect, used as the effect is carried out: it may ask for more than the filter of an
    ability can.
    """

    owner: Literal["you", "opponent"] | None = None
    attacking_or_blocking: Flag = False
    blocking: Flag = False
    colored: Flag = False
    monocolored: Flag = False
    power_at_least: int | None = None
    power_at_most: int | None = None
    toughness_at_least: int | None = None
    toughness_at_most: int | None = None
    weaker: Flag = False
    """True for power less than that of the object with the effect."""
    exiled_with: Flag = False
    """Exiled by an ability of the object that the effect is of."""
    suspended: Flag = False
    """A card in exile with suspend and a time counter on it."""
    single_target: Flag = False
    """A spell or ability with a single target."""
    ability: Flag = False
    """An activated or triggered ability on the stack."""


def as_filters(value: object) -> object:
    """One filter may be written without the list around it."""
    return [value] if isinstance(value, dict | Filter) else value


Affects = Annotated[
    tuple[Filter, ...],
    BeforeValidator(as_filters),
    OrWritten(),
    Field(description="what it affects: any of these filters; the object itself if not given"),
]
THIS = (Filter.model_construct(this=True),)


def refuse(filters: Sequence[Filter | None], what: str, never: Sequence[str]) -> None:
    """Refuse words that nothing can meet, or everything meets, where the filters stand."""
    for one in filters:
        for word in never:
            if one is not None and getattr(one, word) != Filter.model_fields[word].default:
                raise ValueError(f"expected what {what} has, such as 'types' or 'colors', found {word!r}")


def asked_of(what: str, *never: str) -> AfterValidator:
    """Refuses filters with some words."""

    def check(value: Any) -> Any:
        refuse(value if isinstance(value, tuple) else (value,), what, never)
        return value

    return AfterValidator(check)


OF_PERMANENTS = (
    *("this", "attached", "token", "attacking", "face_down", "players", "tapped", "enchanted", "equipped"),
)
_ANY_OBJECT = asked_of("an object", "players")
AffectsObjects = Annotated[Affects, _ANY_OBJECT]
Objects = Annotated[Filter, _ANY_OBJECT]


def _in_its_zone(value: Any) -> Any:
    """Refuses words that no card in a graveyard or hand meets, where cards there are meant."""
    if value is not None and value.in_zone != "battlefield":
        refuse((value,), f"a card in a {value.in_zone}", OF_PERMANENTS)
    return value


IN_ITS_ZONE = AfterValidator(_in_its_zone)

Zones = Annotated[
    tuple[Literal["battlefield", "graveyard", "exile", "command", "hand"], ...],
    Field(description="the zones it functions in, if they are not only the battlefield (113.6b)"),
]


class CardsThere(Filter):
    """Cards in graveyards, and in whose."""

    owner: Literal["you", "opponent"] | None = None


class Spells(Model):
    """The spells that something refers to, by their characteristics as they are cast (601.3, 708.4)."""

    types: tuple[CardType, ...] = ()
    subtypes: tuple[Word, ...] = ()
    supertypes: tuple[Supertype, ...] = ()
    not_types: tuple[CardType, ...] = Field((), description="none of these card types")
    not_subtypes: tuple[Word, ...] = Field((), description="none of these subtypes")
    not_supertypes: tuple[Supertype, ...] = Field((), description="none of these supertypes")
    colors: tuple[Color, ...] = ()
    not_colors: tuple[Color, ...] = Field((), description="none of these colors")
    colorless: Flag = False
    multicolored: Flag = Field(False, description="of two or more colors (105.2b)")
    historic: Flag = Field(False, description="an artifact, legendary, or a Saga (700.6)")
    permanent_card: Flag = Field(False, description="of a card type that permanents have (110.4a)")
    all_types: tuple[CardType, ...] = Field((), description="each of these card types, as an artifact creature has")
    names: tuple[Name, ...] = ()
    mana_value_at_least: Count | None = None
    mana_value_at_most: Count | None = None
    has: tuple[Keyword, ...] = Field((), description="at least one of these keywords")
    without: tuple[Keyword, ...] = Field((), description="none of these keywords")
    face_down: Flag | None = Field(None, description="cast face down, or not")
    chosen: ChosenWord | None = Field(
        None, description="of the color, creature type or name chosen for the object (607.2d)"
    )


ANY_SPELL = Spells.model_construct()
CastFrom = Literal["hand", "graveyard", "exile", "top of library", "command"]
ByPlayer = Literal["you", "opponent", "each"]


class Counted(Filter):
    """The objects or players that are counted."""

    in_zone: Literal["battlefield", "graveyard", "hand"] = Field("battlefield", description="where the objects are")
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
        raise ValueError("power and toughness can depend only on the number of objects, players or counters")
    return value


BEFORE_POWER = AfterValidator(_before_power)
