"""Field types of board and card files: names, numbers, mana, words, and the base of all models.

This module knows no rule of the game.
"""

# Annotations are evaluated in this module: as strings, pydantic would compile each of them at every start.
import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Annotated, Literal, NoReturn, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from pyengine.files.quoting import quoted
from pyengine.glossary.keyword_table import keywords
from pyengine.glossary.word_lists import words

MAX_COUNT = 1_000_000_000
"""Largest count, life total or amount a file may hold. Solver integers are 32 bits wide; outcomes that
would grow past them are reported as cut short, never wrapped around."""

MAX_STAMP = 999_999
"""Largest timestamp a file may hold; what happens later is stamped from the next number on (`asp/engine/state.lp`)."""

MAX_NAME = 200
"""Longest id, card name or counter kind, in characters."""


CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters no name has: those that break a line or steer a terminal."""


def _plain_name(value: object) -> object:
    """Refuse names that no table could write down: control characters, leading or trailing blanks."""
    if isinstance(value, str):
        if not value.strip():
            raise ValueError("expected a name, found an empty string")
        if value != value.strip():
            raise ValueError("a name has no blanks at its ends")
        if CONTROL.search(value):
            raise ValueError("a name has no control characters (line breaks, tabs, null)")
    return value


MINUS = str.maketrans("\u2212\u2013", "--")
"""Signs that stand for a plain minus."""


def normal_kind(kind: str) -> str:
    """A counter kind in its one form: in lower case, with plain minus signs. Kinds are compared letter by letter."""
    return kind.translate(MINUS).strip().lower()


KINDS = frozenset(words("counter_kinds"))
"""Kinds of counters that the rules, the library and other cards name, except those such as +1/+1."""

NOT_KINDS = frozenset(
    ("card", "cards", "damage", "hand", "life", "life total", "mana", "mana value", "power", "tokens", "toughness")
)
"""Words that users may take for kinds of counters and that are not."""


def _meant(word: str) -> str | None:
    """The kind that a word is, with one slip: letters in each other's place, one too few, too many or wrong."""
    if len(word) > 40:
        return None
    near = {kind for shortened in _shortened(word) for kind in _by_shortened().get(shortened, ())}
    return min((kind for kind in near if _is_slip(word, kind)), default=None)


def is_slip(word: str, meant: str) -> bool:
    """True if one typing slip turns a word into the other."""
    return not {*_shortened(word)}.isdisjoint(_shortened(meant)) and _is_slip(word, meant)


def _shortened(word: str) -> Iterator[str]:
    """A word, and what is left of it without one letter. Words that differ in a slip have one of these in common."""
    yield word
    yield from (word[:place] + word[place + 1 :] for place in range(len(word)))


@cache
def _by_shortened() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind in KINDS:
        for shortened in _shortened(kind):
            found.setdefault(shortened, set()).add(kind)
    return found


def _is_slip(word: str, kind: str) -> bool:
    """True if two words share a shortened form, so that one is probably a slip.

    Short words are often one letter apart, as `age` and `page`, so only a long one can be meant.
    """
    if len(word) != len(kind):
        return len(kind) >= 5 or word in (kind + "s", kind + kind[-1])
    wrong = sum(one != other for one, other in zip(word, kind, strict=True))
    return (wrong == 2 and sorted(word) == sorted(kind)) or (wrong == 1 and len(kind) >= 6)


_SIGNED = re.compile(r"[+-][0-9]+/[+-][0-9]+")
_HALF_SIGNED = re.compile(r"[+-]?[0-9]+/[+-]?[0-9]+|[+-][0-9]+[+-][0-9]+")


def kind_problem(kind: str) -> str | None:
    """Why this is another kind than the one that is meant."""
    normal = normal_kind(kind)
    if normal.endswith((" counter", " counters")):
        return f"expected a kind without the word 'counter', found {quoted(kind)}"
    if normal in KINDS or _SIGNED.fullmatch(normal):
        return None
    if _HALF_SIGNED.fullmatch(normal):
        return f"expected a kind with two signs such as +1/+1, found {quoted(kind)}"
    if re.search(r"\s", normal) and _SIGNED.search(re.sub(r"\s*/\s*", "/", normal)):
        return f"expected a kind such as +1/+1 without other words or spaces, found {quoted(kind)}"
    if normal in NOT_KINDS:
        return f"expected a kind of counter such as +1/+1, charge or poison, found {quoted(kind)}, which is none"
    if meant := _meant(normal):
        return f"expected a kind of counter, found {quoted(kind)}; did you mean {quoted(meant)}?"
    return None


def _kind(value: object) -> object:
    if not isinstance(value, str):
        return value
    if problem := kind_problem(value):
        raise ValueError(problem)
    return normal_kind(value)


_SYMBOL = re.compile(r"\{([0-9]{1,6}|[WUBRGCXS]|(?:[WUBRGC2]/)?[WUBRGC](?:/P)?)\}")
_MANA = re.compile(r"\{([0-9]{1,6}|[WUBRGC])\}")


def _symbols(pattern: re.Pattern[str], expected: str) -> Callable[[str], str]:
    """A check that a text is nothing but mana symbols."""

    def check(value: str) -> str:
        if pattern.sub("", value):
            raise ValueError(f"expected {expected}, found {quoted(value)}")
        return value

    return check


def no_kind_twice(value: object) -> object:
    """`Loyalty` and `loyalty` are one kind; the later must not silently replace the earlier."""
    if isinstance(value, dict):
        seen: set[object] = set()
        for kind in map(_kind, value):
            if kind in seen:
                raise ValueError(f"the kind {quoted(str(kind))} is given twice")
            seen.add(kind)
    return value


Key = TypeVar("Key")
Value = TypeVar("Value")


class Fixed(dict[Key, Value]):
    """A mapping that does not change. A `dict`, for pydantic writes out no other mapping as it is."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("boards do not change; make another one, as with `Board.with_counters`")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[Self], tuple[dict[Key, Value]]]:
        """For `pickle` and `copy`, which would set one value after the other."""
        return type(self), (dict(self),)


Name = Annotated[str, BeforeValidator(_plain_name), Field(min_length=1, max_length=MAX_NAME)]
Kind = Annotated[Name, BeforeValidator(_kind)]
Count = Annotated[int, Field(strict=True, ge=0, le=MAX_COUNT)]
Amount = Annotated[int, Field(strict=True, ge=1, le=MAX_COUNT)]
Signed = Annotated[int, Field(strict=True, ge=-MAX_COUNT, le=MAX_COUNT)]
Timestamp = Annotated[int, Field(strict=True, ge=0, le=MAX_STAMP)]
Flag = Annotated[bool, Field(strict=True)]
ManaCost = Annotated[
    str,
    AfterValidator(_symbols(_SYMBOL, "mana symbols such as {2}{G}, {G/U}, {2/W}, {B/P}, {X}, numbers up to 999999")),
    Field(min_length=1, max_length=100),
]
ManaPool = Annotated[
    str,
    AfterValidator(_symbols(_MANA, "mana such as {G}{G}{2}: {W} {U} {B} {R} {G} {C} or a number of colorless")),
    Field(max_length=200),
]
Color = Literal["white", "blue", "black", "red", "green"]


def _needs_no_cost(value: str) -> str:
    """Some keywords are nothing without a cost, which has a field of its own."""
    if (word := value.split()[0]) in ("morph", "megamorph", "disguise"):
        raise ValueError(f"expected {word} with its cost, as in {word}: '{{2}}{{G}}', found the bare keyword {value!r}")
    return value


Word = Annotated[Name, BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value)]


NEARLY = 0.85
"""How alike two words are if one is the other misspelt; craft and graft are 0.8."""


def _not_misspelt(value: str) -> str:
    """Any word may be a keyword, for there are new ones every year; but one that is nearly a known one is not new."""
    word = re.split(r"[^a-z ]| (?:from|x)\b", value[:MAX_NAME])[0].strip()
    close = [] if word in keywords() or value in keywords() else get_close_matches(word, keywords(), 1, NEARLY)
    if close:
        raise ValueError(f"expected a keyword, found {quoted(value)}; did you mean {quoted(close[0])}?")
    return value


KeywordName = Annotated[Word, AfterValidator(_not_misspelt)]
Keyword = Annotated[KeywordName, AfterValidator(_needs_no_cost)]

CARD_TYPES = (
    *("artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "kindred", "land"),
    *("phenomenon", "plane", "planeswalker", "scheme", "sorcery", "vanguard"),
)
SUPERTYPES = ("basic", "legendary", "ongoing", "snow", "world")


def _among(words: tuple[str, ...]) -> Callable[[str], str]:
    """A check that a word is one that cards have. Unlike subtypes, these are few, and hardly any are added."""

    def check(value: str) -> str:
        if value not in words:
            close = get_close_matches(value[:MAX_NAME], words, 1)
            hint = f"; did you mean {quoted(close[0])}?" if close else ""
            raise ValueError(f"expected one of {', '.join(words)}, found {quoted(value)}{hint}")
        return value

    return check


CardType = Annotated[Word, AfterValidator(_among(CARD_TYPES))]
Supertype = Annotated[Word, AfterValidator(_among(SUPERTYPES))]


class Model(BaseModel):
    """Base of every model: unknown fields are errors, values do not change after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


T = TypeVar("T", bound=Model)


class _Later:
    """Marks a model whose validator is made when the first value comes, and not together with its owner's.

    There are some fifty models of abilities, of which a board needs a few; to make all their validators takes
    longer than the answer to a question.
    """

    def __get_pydantic_core_schema__(self, source: type[Model], _: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(source.model_validate, metadata={"model": lambda: source})

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        model = schema["metadata"]["model"]()
        model.model_rebuild()
        return handler(core_schema.definitions_schema(model.__pydantic_core_schema__, []))


Later = Annotated[T, _Later()]


class ImportedLater(_Later):
    """Marks a model by its module and name. The module is imported when the first value comes, too."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name

    def model(self) -> type[Model]:
        """The model."""
        found: type[Model] = getattr(import_module(self._module), self._name)
        return found

    def __get_pydantic_core_schema__(self, source: object, _: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            lambda value: self.model().model_validate(value), metadata={"model": self.model}
        )


class OrWritten:
    """Says in the JSON Schema what else may be written for a value: what a validator makes the value of.

    Without a `shorthand`, that is one entry of a list without the list around it.
    """

    def __init__(self, shorthand: JsonSchemaValue | None = None) -> None:
        self._shorthand = shorthand

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        usual = handler(schema)
        return {
            "anyOf": [handler.resolve_ref_schema(usual)["items"] if self._shorthand is None else self._shorthand, usual]
        }


CostBesides = Literal["buyback", "offspring", "replicate", "squad"]
"""Additional costs of spells that are paid or not (702.157a, 702.175a), apart from kicker."""
CastForCost = Literal[
    "flashback",
    "escape",
    "evoke",
    "foretell",
    "impending",
    "awaken",
    "plot",
    "alternative",
    "dash",
    "blitz",
    "spectacle",
    "surge",
]
"""The alternative costs of spells, by their keywords (118.9)."""
ChosenWord = Literal["color", "creature type", "name"]
"""A choice made as an object enters (614.12a)."""
WasCastFrom = Literal["hand", "graveyard", "exile", "library", "command"]


class PowerToughness(Model):
    """Power and toughness as two numbers."""

    power: Signed
    toughness: Signed


class Listed(Model):
    """Characteristics that an effect lists for a face-down object (708.2); these are its copiable values."""

    types: tuple[CardType, ...] = Field(("creature",), description="none, if nothing says what it is")
    subtypes: tuple[Word, ...] = ()
    supertypes: tuple[Supertype, ...] = ()
    power: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    toughness: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    keywords: tuple[Keyword, ...] = ()

    @model_validator(mode="after")
    def _both_numbers(self) -> Self:
        if (self.power is None) != (self.toughness is None):
            raise ValueError("expected power and toughness, or neither")
        return self


Copied = Name | Listed
"""The copied values: a card, or the values of a face-down object (707.2)."""
