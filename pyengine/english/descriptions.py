"""Descriptions of objects: `another nonlegendary creature you control with a +1/+1 counter on it`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pyengine.english.effect_terms import Description, Term
from pyengine.english.lexer import Tokens
from pyengine.glossary.subtypes import PLURALS, SUBTYPES, TYPE_OF

Condition = tuple[str, Any]

TYPES = ("artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery")
TYPE_PLURALS = {"sorceries": "sorcery"} | {f"{word}s": word for word in TYPES if word != "sorcery"}
SUPERTYPES = ("basic", "legendary", "ongoing", "snow", "world")
COLORS = ("white", "blue", "black", "red", "green")

NEW_CONDITIONS = {
    "all_types": "each of these card types: artifact creature",
    "tapped": "tapped, or untapped",
    "suspended": "in exile with a time counter and suspend",
    "blocking": "blocking, or not",
    "attacking_or_blocking": "attacking or blocking",
    "modified": "has a counter on it, an Aura of its controller or an Equipment attached",
    "historic": "an artifact, legendary or a Saga",
    "multicolored": "of two or more colors",
    "monocolored": "of one color",
    "colored": "of some color",
    "commander": "a commander",
    "enchanted": "an Aura is attached to it",
    "equipped": "an Equipment is attached to it",
    "permanent_card": "of a card type that permanents have",
    "ability": "an activated, triggered or loyalty ability on the stack, of this kind, or 'any'",
    "owner": "'you', 'opponent' or a reference: whose card it is",
    "controller": "also a reference, 'not you' or 'enchanted player'",
    "counters_any_at_least": "has this number of counters of all kinds together",
    **{
        f"{stat}_{how}": "an amount"
        for stat in ("power", "toughness", "mana_value")
        for how in ("at_most", "at_least", "less_than", "greater_than", "is")
    },
    "greatest": "power, toughness or mana value, and the description among which it has the greatest",
    "not_names": "has none of these names",
    "chosen": "of the color, creature type, card type or name that was chosen: 'color', 'type', ...",
    "exiled_with": "exiled by this object's abilities",
    "attached_to": "attached to this reference",
    "this_turn": "what happened to it this turn, in words: 'was dealt damage', 'entered', 'attacked'",
    "not_reference": "is not this object: a reference",
    "single_target": "a spell or ability with a single target",
    "targets": "targets what this describes or refers to",
    "from_among": "is one of those",
    "shares": "shares a creature type, color, ... with this reference",
    "share_permanent_type": "of several that are chosen together, each shares a permanent type with each other",
    "same_controller": "a target with the same controller as those that it is other than, or that are chosen with it",
    "has_x": "has {X} in its mana cost",
    "kicked": "was kicked",
    "total_at_most": "power, toughness or mana value and an amount, of all that are chosen together",
    "total_at_least": "the same",
    "greatest_of_such": "has the greatest power, ... among all that the rest of the description says",
    "least_of_such": "the least",
    "cast_from": "a spell that was cast from this zone",
    "all_has": "has each of these keywords",
    "blocked": "blocked, or unblocked",
    "blocks": "blocks this reference",
    "blocking_or_blocked_by": "blocks this reference, or is blocked by it",
    "base": "has this base power and toughness",
    "power_or_toughness_at_most": "an amount",
    "power_or_toughness_at_least": "an amount",
}
"""Conditions that a text says and `card_model.filters.Filter` has no word for, or not with such a value."""

_FLAGS: dict[str, Condition] = {
    "tapped": ("tapped", True),
    "untapped": ("tapped", False),
    "attacking": ("attacking", True),
    "blocking": ("blocking", True),
    "unblocked": ("blocked", False),
    "blocked": ("blocked", True),
    "face-down": ("face_down", True),
    "face-up": ("face_down", False),
    "nontoken": ("token", False),
    "modified": ("modified", True),
    "historic": ("historic", True),
    "colorless": ("colorless", True),
    "multicolored": ("multicolored", True),
    "monocolored": ("monocolored", True),
    "enchanted": ("enchanted", True),
    "equipped": ("equipped", True),
    "kicked": ("kicked", True),
    "other": ("other", True),
    "noncommander": ("commander", False),
    "nonattacking": ("attacking", False),
    "suspended": ("suspended", True),
    "exiled": ("exiled", True),
    "nonhistoric": ("historic", False),
}

_NOUNS: dict[str, tuple[tuple[Condition, ...], str]] = {
    "permanent": ((), "battlefield"),
    "token": ((("token", True),), "battlefield"),
    "card": ((), "anywhere"),
    "spell": ((), "stack"),
    "commander": ((("commander", True),), "battlefield"),
}
"""Nouns that are not types: their conditions, and the zone of such an object."""

_UNCERTAIN = ("supertypes", "not_supertypes", "not_types", "not_subtypes")
"""Adjectives of which it is not certain in a list of several sorts that they go for all of it."""
_HEAD_WORDS = ("types", "subtypes", "zone", "token", "permanent_card", "commander")
_SUMS = ("types", "subtypes", "supertypes", "colors", "not_types", "not_subtypes", "not_supertypes", "not_colors")


def merged(conditions: list[Condition]) -> tuple[Condition, ...] | None:
    """Conditions that all hold, as a description has them; None if they say two things of one."""
    found: dict[str, Any] = {}
    for name, value in conditions:
        if name == "types" and name in found:
            types = {*found.pop("types"), *value} if len(found["types"]) == len(value) == 1 else None
            if types is None or "all_types" in found:
                return None
            found["all_types"] = tuple(sorted(types))
        elif name in _SUMS and name.startswith("not_") and name in found:
            found[name] = tuple(sorted({*found[name], *value}))
        elif name == "types" and "all_types" in found:
            found["all_types"] = tuple(sorted({*found["all_types"], *value}))
        elif (name == "subtypes" and name in found) or found.setdefault(name, value) != value:
            return None
    return tuple(sorted(found.items()))


def contrasts(one: Description, other: Description) -> bool:
    """Return whether `another` of what one description says can mean another than something that the other says.

    "Whenever a land enters, other creatures get +1/+1" does not contrast creatures with the land. "Whenever you cast a
    spell, exile another permanent" does not contrast a permanent with the spell. Both mean other than the source.
    """
    if one.zone != other.zone and ("stack" in (one.zone, other.zone) or one.zone == "battlefield"):
        return False
    named, others = _types_named(one), _types_named(other)
    return not named or not others or not named.isdisjoint(others)


def _types_named(description: Description) -> set[str]:
    """Return the card types of which a description names one or a subtype; none if it could mean any type."""
    found = {TYPE_OF.get(word, "") for word in dict(description.conditions).get("subtypes", ())}
    found.update(_types(description))
    for one in description.either:
        named = _types_named(one)
        found = found | named if named and found else set()
    return set() if "" in found else found


def related(core: Description, *relations: tuple[Condition, ...] | Condition) -> Description | None:
    """A description with what is said after the noun, which goes for each alternative."""
    if any(_ends_with_description(one) for one in relations[:-1]):
        return None  # "the greatest power among creatures you control": what follows is said of those creatures
    conditions: list[Condition] = []
    zone = core.zone
    for one in relations:
        for name, value in one if not one or isinstance(one[0], tuple) else (one,):
            if name != "zone":
                conditions.append((name, value))
            elif zone == "stack":
                conditions.append(("cast_from", value))
            elif value == zone:
                continue
            elif zone == "anywhere":
                zone = value
            else:
                return None
    if any(_is_of_creatures(name) for name, _ in conditions) and (core.either or len(_types(core)) > 1):
        return _of_the_last(core, *relations)
    together = merged([*core.conditions, *conditions])
    either = [related(one, *relations) for one in core.either]
    if together is None or None in either:
        return None
    return Description(together, zone, tuple(one for one in either if one is not None))


def _ends_with_description(relation: Any) -> bool:
    for name, value in _listed(relation):
        if name == "targets" and isinstance(value, Term):
            return True
        while isinstance(value, tuple | Term):
            inner = value if isinstance(value, tuple) else value.arguments
            value = inner[-1] if inner else None
        if isinstance(value, Description) and value.zone == "battlefield":
            return True
    return False


def _types(one: Description) -> tuple[str, ...]:
    found: tuple[str, ...] = dict(one.conditions).get("types", ())
    return found


def _is_of_creatures(name: str) -> bool:
    """Conditions that a text says of creatures: a keyword, power or toughness."""
    return name in ("has", "without", "all_has") or name.startswith(("power_", "toughness_"))


def _of_the_last(core: Description, *relations: Any) -> Description | None:
    """`artifact, enchantment, or creature with flying`: of the creature only. Of another list it is not certain."""
    types = _types(core)
    if core.either or types[-1] != "creature" or "planeswalker" in types:
        return None
    shared = [one for one in relations if not any(_is_of_creatures(name) for name, _ in _listed(one))]
    others = tuple(one for one in core.conditions if one[0] != "types")
    first = related(replace(core, conditions=tuple(sorted([*others, ("types", types[:-1])]))), *shared)
    last = related(replace(core, conditions=tuple(sorted([*others, ("types", types[-1:])]))), *relations)
    return None if first is None or last is None else replace(first, either=(last,))


def _listed(relation: Any) -> tuple[Condition, ...]:
    return relation if not relation or isinstance(relation[0], tuple) else (relation,)


# --- reading the words before a relation -----------------------------------------------------------------------


class _Core:
    """Reads adjectives, types and nouns: `nonwhite artifact creature`, `instant or sorcery card`, `Goblins`."""

    def __init__(self, tokens: Tokens, several: bool) -> None:
        self.tokens = tokens
        self.words = tokens.words
        self.several = several

    def readings(self, place: int) -> Iterator[tuple[int, Description]]:
        for at, adjectives in self._adjectives(place):
            for end, heads in self._heads(at):
                found = self._described(adjectives, heads)
                if found is not None:
                    yield end, found

    def _described(self, adjectives: list[Condition], heads: list[list[Condition]]) -> Description | None:
        """Adjectives before a list are said of all of it, unless another in it has some of its own."""
        shared = not any(name not in _HEAD_WORDS for head in heads[1:] for name, _ in head)
        if len(heads) > 1 and any(name in _UNCERTAIN for name, _ in adjectives) and not _all_of_one_sort(heads):
            return None
        found = [_one([*adjectives, *head] if shared or not number else head) for number, head in enumerate(heads)]
        return None if None in found else joined_alternatives([one for one in found if one is not None])

    def _word(self, place: int) -> str:
        return self.words[place] if place < len(self.words) else ""

    def _adjective(self, place: int) -> Iterator[tuple[int, Condition]]:
        word = self._word(place)
        if word in _FLAGS:
            yield place + 1, _FLAGS[word]
        if word == "attacking" and self.words[place + 1 : place + 3] == ("or", "blocking"):
            yield place + 3, ("attacking_or_blocking", True)
        if word in SUPERTYPES:
            yield place + 1, ("supertypes", (word,))
        if word in COLORS:
            yield place + 1, ("colors", (word,))
            listed = [word]
            at = place + 1
            while self._word(at) in ("or", "and/or", ",") and self._word(at + 1) in (*COLORS, "or"):
                at += 2 if self._word(at + 1) == "or" else 1
                listed.append(self._word(at))
                at += 1
                if self._word(at - 2) in ("or", "and/or"):
                    yield at, ("colors", tuple(listed))
        if word.startswith("non"):
            rest = word[3:].removeprefix("-")
            for name, among in (("types", TYPES), ("colors", COLORS), ("supertypes", SUPERTYPES)):
                if rest in among:
                    yield place + 1, (f"not_{name}", (rest,))
            if rest in SUBTYPES and self.tokens.written[place][3:].removeprefix("-")[:1].isupper():
                yield place + 1, ("not_subtypes", (rest,))

    def _adjectives(self, place: int) -> Iterator[tuple[int, list[Condition]]]:
        yield place, []
        for at, one in self._adjective(place):
            for end, more in self._adjectives(at):
                yield end, [one, *more]
            if self._word(at) == "," and self._word(at + 1).startswith("non"):
                for end, more in self._adjectives(at + 1):
                    if more:
                        yield end, [one, *more]

    def _type(self, place: int, several: bool) -> Iterator[tuple[int, Condition]]:
        word = self._word(place)
        found = TYPE_PLURALS.get(word) if several else word if word in TYPES else None
        if found is not None:
            yield place + 1, ("types", (found,))
        if place < len(self.words) and self.tokens.written[place][:1].isupper():
            found = PLURALS.get(word) if several else word if word in SUBTYPES else None
            if found is not None:
                yield place + 1, ("subtypes", (found,))
            if word == "time" and self._word(place + 1) == ("lords" if several else "lord"):
                yield place + 2, ("subtypes", ("time lord",))

    def _noun(self, place: int) -> Iterator[tuple[int, list[Condition]]]:
        word = self._word(place)
        permanent = word == "permanent" and self._word(place + 1)
        if permanent in (("cards",) if self.several else ("card",)):
            yield place + 2, [("permanent_card", True), ("zone", "anywhere")]
        if permanent in (("spells",) if self.several else ("spell",)):
            yield place + 2, [("permanent_card", True), ("zone", "stack")]
        if self.several:
            if not word.endswith("s"):
                return
            word = word[:-1]
        if word in _NOUNS:
            conditions, zone = _NOUNS[word]
            yield place + 1, [*conditions, ("zone", zone)]

    def _head(self, place: int) -> Iterator[tuple[int, list[Condition]]]:
        """Types, or a noun, or a noun after types."""
        yield from self._noun(place)
        for end, one in self._type(place, self.several):
            yield end, [one]
        for at, one in self._type(place, False):
            for end, more in self._head(at):
                yield end, [one, *more]

    def _bare(self, place: int) -> Iterator[tuple[int, list[Condition]]]:
        """Types alone, in the singular, as they stand in a list before a noun: `instant or sorcery card`."""
        for at, one in self._type(place, False):
            yield at, [one]
            for end, more in self._bare(at):
                yield end, [one, *more]

    def _heads(self, place: int) -> Iterator[tuple[int, list[list[Condition]]]]:
        for end, head in self._head(place):
            yield end, [head]
        yield from self._list(place)
        yield from self._list_with_noun(place)

    def _separator(self, place: int) -> int | None:
        """The place after `or` or `, or`, which say that the last of a list follows."""
        at = place + 1 if self._word(place) == "," else place
        if self._word(at) in ("or", "and/or") or (self.several and self._word(at) == "and"):
            return at + 1
        return None

    def _list(self, place: int) -> Iterator[tuple[int, list[list[Condition]]]]:
        """A list, where a noun at its end is only the last one's: `artifact or tapped creature`."""
        for at, head in self._head(place):
            if (last := self._separator(at)) is not None:
                for start, adjectives in self._adjectives(last):
                    for end, other in self._head(start):
                        if _has_noun(head) or not _has_noun(other):
                            yield end, [*_shared_types([head, other])[:1], [*adjectives, *other]]
            elif self._word(at) == ",":
                for end, more in self._list(at + 1):
                    if _has_noun(head) or not any(map(_has_noun, more)):
                        yield end, [head, *more]

    def _list_with_noun(self, place: int) -> Iterator[tuple[int, list[list[Condition]]]]:
        """A list with a noun at its end that goes for all: `instant or sorcery card`."""
        for at, head in self._bare(place):
            if (last := self._separator(at)) is not None:
                for begin, adjectives in self._adjectives(last):
                    for start, other in self._bare(begin):
                        for end, noun in self._noun(start):
                            first, second = _shared_types([head, other])
                            yield end, [[*first, *noun], [*adjectives, *second, *noun]]
            elif self._word(at) == ",":
                for end, more in self._list_with_noun(at + 1):
                    noun = [one for one in more[-1] if one[0] not in ("types", "subtypes")]
                    types = [one for one in more[-1] if one[0] == "types"] if len(more[-1]) > len(noun) + 1 else []
                    shared = types if all(name == "subtypes" for name, _ in head) else []
                    yield end, [[*head, *shared, *noun], *more]


def _shared_types(heads: list[list[Condition]]) -> list[list[Condition]]:
    """`Octopus or Serpent creature card`: the type before the noun goes for both."""
    first, last = heads
    types = [one for one in last if one[0] == "types"]
    if len(last) > len(types) > 0 and all(name == "subtypes" for name, _ in first):
        return [[*first, *types], last]
    return heads


def _all_of_one_sort(heads: list[list[Condition]]) -> bool:
    """Return whether a list has one noun: `nonland instant or sorcery card`, `basic Forest or Plains card`."""
    return len({name for head in heads for name, _ in head[:1]}) == 1 and _has_noun(heads[0])


def _has_noun(head: list[Condition]) -> bool:
    return any(name == "zone" for name, _ in head)


def _one(conditions: list[Condition]) -> Description | None:
    """One alternative, with where it is: an exiled or suspended card is in exile."""
    zone = next((value for name, value in reversed(conditions) if name == "zone"), "battlefield")
    exiled = {("exiled", True), ("suspended", True)} & set(conditions)
    if exiled and zone != "anywhere":
        return None
    together = merged([one for one in conditions if one[0] not in ("zone", "exiled")])
    return None if together is None else Description(together, "exile" if exiled else zone)


def joined_alternatives(alternatives: list[Description]) -> Description:
    """Alternatives as one description: `artifact or creature` is one of two types, other lists are alternatives."""
    first = alternatives[0]
    for name in ("types", "subtypes"):
        rests = {(one.zone, tuple(two for two in one.conditions if two[0] != name)) for one in alternatives}
        values = [dict(one.conditions).get(name) for one in alternatives]
        if len(alternatives) > 1 and len(rests) == 1 and all(values):
            listed = tuple(dict.fromkeys(word for value in values if value for word in value))
            zone, rest = rests.pop()
            return Description(tuple(sorted([*rest, (name, listed)])), zone)
    return replace(first, either=tuple(alternatives[1:]))


def either(first: Description, *others: Description) -> Description | None:
    """`artifact or creature with flying`, `creature you control or creature card in your graveyard`."""
    if first.either:
        return None
    listed: list[Description] = []
    for one in others:
        listed += [replace(one, either=()), *one.either]
    return replace(first, either=tuple(listed))


def core_plural(tokens: Tokens, place: int) -> Iterator[tuple[int, Description]]:
    """Adjectives and nouns in the plural."""
    return _Core(tokens, True).readings(place)


def core_singular(tokens: Tokens, place: int) -> Iterator[tuple[int, Description]]:
    """Adjectives and nouns in the singular."""
    return _Core(tokens, False).readings(place)
