"""Reads the text of a card into abilities: `read_card_text`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pyengine.english import kicker
from pyengine.english.antecedents import Binder, UnboundError
from pyengine.english.effect_terms import (
    Ability,
    ActivatedAbility,
    ChapterAbility,
    Clause,
    Description,
    Effects,
    Granted,
    KeywordAbility,
    LoyaltyAbility,
    Modes,
    SpellAbility,
    StaticAbility,
    Term,
    TriggeredAbility,
    parts,
)
from pyengine.english.grammar import grammar, one_of, read_all
from pyengine.english.grammar_builders import changed
from pyengine.english.lexer import TextError, Tokens, tokens
from pyengine.english.own_names import own_names
from pyengine.english.terminals import single_keywords
from pyengine.files.quoting import quoted
from pyengine.glossary.word_lists import words

ABILITY_WORDS = words("ability_words")
"""Words before an ability that mean nothing; but `channel`, `bloodrush` and `renew` stand before what is used
from a hand or graveyard, which their costs say."""


_LEVEL = re.compile(r"(LEVEL|STATION) (\d+)(?:[-–](\d+)|\+)")
_COUNTERS_OF = {"LEVEL": "level", "STATION": "charge"}
"""Kinds of counters that level symbols and station symbols ask for (711.2, 721.2)."""
_BAR = re.compile(r"(?:\{[^{}]+\})+: Level (\d+)")


def is_level(text: str) -> bool:
    """Check for a level bar of a leveler or a Class, or a station symbol, with the lines below it."""
    return bool(_LEVEL.match(text) or _BAR.match(text))


def is_class_level(text: str) -> bool:
    """Check for a class level bar with a line below it."""
    return bool(_BAR.match(text)) and "\n" in text


def below_levels(line: Line) -> Iterator[Line]:
    """Yield the parts of a line that are read alone: a level bar, and each line below it behind the bar."""
    if not is_level(line.text):
        yield line
        return
    head, *rest = line.text.split("\n")
    start = line.start + len(head) + 1
    if _LEVEL.match(head) and rest and re.fullmatch(r"\d+/\d+", rest[0].strip()):
        size, *rest = rest
        yield Line(f"{head}\n{size}", line.start)
        start += len(size) + 1
    else:
        yield Line(head, line.start)
    for one in rest:
        yield Line(f"{head}\n{one}", start - len(head) - 1)
        start += len(one) + 1


def own_words(line: Line) -> str:
    """Return a part of a line without the level bar above it."""
    return line.text.split("\n", 1)[1] if is_level(line.text) and "\n" in line.text else line.text


_RESULT = re.compile(r"\d+(?:[-\u2013\u2014]\d+|\+)? \| ")
"""The beginning of a line that says what is done for a result of a die roll (706.3)."""


@dataclass(frozen=True)
class Line:
    """One ability's line of a card text, with the modes that stand under it."""

    text: str
    start: int
    """Where it begins in the card's text, in characters."""


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines of a text.

    Modes, which begin with `•`, belong to the line before. Each band of a leveler or station card is one line, and so
    is a class level bar with the text below it.
    """
    start = 0
    held: Line | None = None
    for one in text.split("\n"):
        in_band = held is not None and any(of.match(held.text) and not of.match(one) for of in (_LEVEL, _BAR))
        if held is not None and (one.lstrip().startswith("•") or in_band or _RESULT.match(one)):
            held = Line(text[held.start : start + len(one)], held.start)
        else:
            if held is not None:
                yield held
            held = Line(one, start)
        start += len(one) + 1
    if held is not None:
        yield held


def read_card_text(text: str, name: str | None = None, spell: bool = False) -> tuple[Ability, ...]:
    """The abilities that a card's text says, in its order.

    `name` is the card's own name; `spell` says that the card is an instant or sorcery, whose sentences are what it
    does. Raises `TextError` with the place in the text of what is not understood.
    """
    own = own_names(name)
    return tuple(ability for line in lines_of(text) for ability in read_line(line, own, spell))


def says_effects(text: str, own: Sequence[str]) -> bool:
    """Return whether a text consists of effects only, whatever it refers to.

    `own` are the names of the object that it is on.
    """
    return bool(grammar().read("effects", tokens(text, own)))


def read_costs(text: str) -> tuple[Term, ...]:
    """Read the costs in a text: `discard a Zombie card`. Raises `TextError`."""
    words = tokens(text)
    found: list[tuple[Term, ...]] = []
    problem: UnboundError | None = None
    for one in read_all("costs", words):
        try:
            found.append(Binder().costs(one))
        except UnboundError as error:
            problem = error
    only: tuple[Term, ...] = one_of(found, problem, words)
    return only


def _level(text: str, own: Sequence[str]) -> tuple[Ability, ...]:
    """A band of a leveler or a station card: `LEVEL 2-4`, power and toughness, and abilities, one a line."""
    head, *rest = text.split("\n")
    found = _LEVEL.match(head)
    assert found is not None
    if after := head[found.end() :].strip():
        raise TextError(f"expected the end of the line, found {quoted(after)}", head.index(after, found.end()))
    most = int(found[3]) if found[3] else Term("any")
    condition = Term("counters_between", (Term("this"), _COUNTERS_OF[found[1]], int(found[2]), most))
    abilities: list[Ability] = []
    start = len(head) + 1
    for line in rest:
        if size := re.fullmatch(r"(\d+)/(\d+)", line.strip()):
            says = Term("have_base_of", (int(size[1]), int(size[2]), Term("this")))
            abilities.append(StaticAbility(says, condition))
            if found[1] == "STATION":  # 721.2b
                says = Term("become_also", (Term("kind", (Term("types", ("creature",)),)), Term("this")))
                abilities.append(StaticAbility(says, condition))
        else:
            abilities += [_while(one, condition, _of_itself(line, own)) for one in read_line(Line(line, start), own)]
        start += len(line) + 1
    return tuple(abilities)


def _class_level(text: str, own: Sequence[str]) -> tuple[Ability, ...]:
    """A class level bar, and the abilities below it, which are there from that level on (716.2a)."""
    head, *rest = text.split("\n")
    found = _BAR.match(head)
    assert found is not None
    slow = Term("as_a_sorcery")
    abilities: list[Ability] = []
    for one in _activated(tokens(head + ".", own), None, False, own):
        assert isinstance(one, ActivatedAbility)
        abilities.append(replace(one, restrictions=(*one.restrictions, slow)))
    start = len(head) + 1
    for line in rest:
        reached = Term("class_level", (Term("this"), int(found[1])))
        abilities += [_while(one, reached, line) for one in read_line(Line(line, start), own)]
        start += len(line) + 1
    return tuple(abilities)


def _of_itself(line: str, own: Sequence[str]) -> str:
    """A line without the names of the card, as it would be on any permanent."""
    return re.sub("|".join(map(re.escape, own)), "this permanent", line) if own else line


def _while(ability: Ability, condition: Term, words: str) -> Ability:
    """An ability that the object has only while a condition holds."""
    if isinstance(ability, KeywordAbility):
        return StaticAbility(Term("gain", (ability.text, Term("this"))), condition)
    if isinstance(ability, StaticAbility) and ability.only_if is None:
        return replace(ability, only_if=condition)
    return StaticAbility(Term("gain", (Granted(words, (ability,)), Term("this"))), condition)


def read_line(line: Line, own: Sequence[str] = (), spell: bool = False) -> tuple[Ability, ...]:
    """The abilities of one line: several keywords may stand on one. `TextError` has the place in the card's text."""
    try:
        return _read(line.text, own, spell)
    except TextError as error:
        raise TextError(error.message, line.start + error.offset) from None


def _read(text: str, own: Sequence[str], spell: bool) -> tuple[Ability, ...]:
    if _LEVEL.match(text):
        return _level(text, own)
    if _BAR.match(text):
        return _class_level(text, own)
    bullets = list(re.finditer(r"\n\s*•", text))
    ends = [*(one.start() for one in bullets), len(text)]
    words = _without_ability_word(tokens(text[: ends[0]], own))
    if words.words[:1] == ("[",) and words.words[2:3] == ("]",):  # "[+1]: ..." is "+1: ..."
        words = _without(words, (0, 2))
    if not words.words:
        return ()
    if words.words[:2] == ("exhaust", "—"):  # "activate only once" in a word
        return tuple(_only_once(one) for one in _activated(_from(words, 2), None, spell, own))
    if words.words[:2] == ("power-up", "—"):
        return tuple(_power_up(one) for one in _activated(_from(words, 2), None, spell, own))
    if words.words[:2] == ("boast", "—"):  # 702.142a
        return tuple(_boast(one) for one in _activated(_from(words, 2), None, spell, own))
    if (keywords := _keywords(words)) is not None:
        return keywords
    options = [_mode(text[:end], one.end(), own) for one, end in zip(bullets, ends[1:], strict=True)] or None
    kind = _kind(words, spell)
    return kind(words, options, spell, own)


def _only_once(ability: Ability) -> Ability:
    assert isinstance(ability, ActivatedAbility)
    return replace(ability, restrictions=(*ability.restrictions, Term("exhaust")))


def _power_up(ability: Ability) -> Ability:
    assert isinstance(ability, ActivatedAbility)
    if [one.name for one in ability.costs] != ["pay_mana"]:
        raise TextError("a power-up cost of something else than mana", 0)
    return replace(ability, restrictions=(*ability.restrictions, Term("power_up")))


def _boast(ability: Ability) -> Ability:
    assert isinstance(ability, ActivatedAbility)
    attacked = Term("only_if", (Term("attacked_this_turn", (Term("this"),)),))
    return replace(ability, restrictions=(*ability.restrictions, attacked, Term("times_each_turn", (1,))))


def without_levels(text: str) -> str:
    """Return a line of a text without the text below a class level bar, which is not part of the bar's own effect."""
    return text.split("\n", 1)[0] if _BAR.match(text) else text


def without_ability_word(text: str) -> str:
    """A line of a text without `Morbid —` before it."""
    word, dash, rest = text.partition(" — ")
    return rest if dash and word.lower() in ABILITY_WORDS else text


def _without_ability_word(words: Tokens) -> Tokens:
    """`Landfall — Whenever ...` without its first words."""
    for ability_word in ABILITY_WORDS:
        first = tuple(ability_word.replace("'s", " 's").split())
        if words.words[: len(first) + 1] == (*first, "—"):
            return _from(words, len(first) + 1)
    return _without_flavor(words)


_NO_FLAVOR = frozenset(
    ("choose", "exhaust", "boast", "forecast", "max", "power-up", "solved", "when", "whenever", "at")
)
"""Words that stand before a dash and mean something."""


def _without_flavor(words: Tokens) -> Tokens:
    """`Poison Breath — When ...` without its flavor words (207.2d), which begin with capitals and mean nothing.

    The dash of a keyword with its cost follows at once, as in `Escalate—Tap an untapped creature you control.`
    """
    if "—" not in words.words[1:10]:
        return words
    dash = words.words.index("—")
    if words.starts[dash] == words.starts[dash - 1] + len(words.written[dash - 1]):
        return words
    before = words.written[:dash]
    small = ("of", "the", "and", "to", "in", "a", "for", "from", "on", "with", "'s", "'", "!", "?", ",", ".")
    named = all(one[:1].isupper() or (place and (one in small or one.isdecimal())) for place, one in enumerate(before))
    if not named or words.words[0] in _NO_FLAVOR or re.fullmatch("[ivx]+", words.words[0]):
        return words
    return words if grammar().read("keyword_line", words) else _from(words, dash + 1)


def _without(words: Tokens, places: tuple[int, ...]) -> Tokens:
    kept = [place for place in range(len(words)) if place not in places]
    return replace(
        words,
        words=tuple(words.words[place] for place in kept),
        written=tuple(words.written[place] for place in kept),
        starts=tuple(words.starts[place] for place in kept),
    )


def _from(words: Tokens, place: int) -> Tokens:
    return replace(words, words=words.words[place:], written=words.written[place:], starts=words.starts[place:])


def _keywords(words: Tokens) -> tuple[Ability, ...] | None:
    """A line of keyword abilities: `Flying, haste`, `Morph {2}{G}`, `Enchant creature`."""
    found = list(grammar().read("keyword_line", words))
    return tuple(KeywordAbility(word) for one in found[0] for word in single_keywords(one)) if found else None


Reader = Callable[[Tokens, "list[_Mode] | None", bool, Sequence[str]], tuple[Ability, ...]]


def _kind(words: Tokens, spell: bool) -> Reader:
    """By its first words, or a colon or dash, a line tells what kind of ability it is."""
    if words.words[0] in ("when", "whenever", "at"):
        # "Whenever a creature attacks this turn, ..." is what a spell does, which sets such an ability up (603.7).
        return _spell if spell and grammar().read("spell_line", words) else _triggered
    if re.fullmatch(r"[+-](\d+|x)|0", words.words[0]) and words.words[1:2] == (":",):
        return _loyalty
    if "—" in words.words and re.fullmatch("[ivx]+", words.words[0]) and words.words[1] in (",", "—"):
        return _chapter
    if ":" in words.words:
        return _activated
    return _spell if spell else _static


# --- modes -----------------------------------------------------------------------------------------------------

_Mode = tuple[list[Any], Tokens]


def _mode(text: str, start: int, own: Sequence[str]) -> _Mode:
    """The mode that a text ends with, from a place on: its readings, and its words with their places in the text."""
    found = tokens(text[start:], own)
    words = _without_flavor(replace(found, text=text, starts=tuple(start + one for one in found.starts)))
    return read_all("effects", words), words


def _effects(binder: Binder, raw: Any, options: list[_Mode] | None) -> Effects:
    """Clauses, or modes where the text says to choose among them."""
    if isinstance(raw, Term):
        if options is None:
            raise UnboundError("no modes to choose from", 0)
        least, most = raw.arguments
        assert isinstance(least, int)
        effects = tuple(granted(one_of(*_bound_modes(binder, readings), words), words) for readings, words in options)
        return Effects(modes=Modes(effects, least, most if isinstance(most, int) else None, raw.name))
    if options is not None:
        raise UnboundError("modes, but no choice among them", 0)
    assert isinstance(raw, tuple)
    ways = _kicked_ways(raw) if binder.spell else None
    told = [binder.effects(raw)] if ways is None else [binder.branch().effects(one) for one in ways]
    if any(one.does.name in ("get", "get_each") and one.until is None for way in told for one in way.clauses):
        raise UnboundError("how long this lasts is not said", 0)
    return told[0] if ways is None else Effects(modes=Modes(tuple(told), how=kicker.HOW))


def _kicked_ways(raw: tuple[Clause, ...]) -> tuple[tuple[Clause, ...], tuple[Clause, ...]] | None:
    """Return the effects of a spell if it was not kicked, and if it was, where its targets depend on that (702.33g)."""
    try:
        return kicker.if_not_and_if(kicker.spell_deals(raw))
    except kicker.UncertainError as error:
        raise UnboundError(str(error), 0) from None


def _bound_modes(binder: Binder, readings: list[Any]) -> tuple[list[Effects], UnboundError | None]:
    found: list[Effects] = []
    problem: UnboundError | None = None
    for one in readings:
        try:
            effects = binder.branch().effects(one)
        except UnboundError as error:
            problem = error
            continue
        if effects not in found:
            found.append(effects)
    return found, problem


# --- kinds of abilities ----------------------------------------------------------------------------------------


def _each_reading(
    readings: Sequence[Any], words: Tokens, make: Callable[[Term], tuple[Ability, ...]]
) -> tuple[Ability, ...]:
    """Return the abilities on which all readings agree."""
    found: list[tuple[Ability, ...]] = []
    problem: UnboundError | None = None
    for one in readings:
        try:
            abilities = make(one)
        except UnboundError as error:
            problem = error
            continue
        if abilities not in found:
            found.append(abilities)
    only: tuple[Ability, ...] = one_of(found, problem, words)
    if "where x is" in " ".join(words.words) and Term("x") in parts(only):
        one_of([], UnboundError("X is said of another sentence", words.words.index("where")), words)
    return granted(only, words)


Granting = TypeVar("Granting")


def granted(value: Granting, words: Tokens) -> Granting:
    """A value in which abilities in quotation marks are read. They speak of the object that has them as `this`."""

    def read(one: Any) -> Any:
        if not isinstance(one, Term) or one.name != "quoted":
            return None
        text, place = one.arguments
        assert isinstance(text, str) and isinstance(place, int)
        try:
            whole = text if text[-1] in '."' else text + "."
            abilities = _read(whole, (), False)
        except TextError as error:
            raise TextError(error.message, words.starts[place] + 1 + error.offset) from None
        if _speaks_of_exiled_elsewhere(abilities):
            raise TextError("what another object exiled", words.starts[place] + 1)
        if len(abilities) == 1 and isinstance(abilities[0], KeywordAbility):
            return abilities[0].text
        return Granted(" ".join(whole.split()), abilities)

    new: Granting = changed(value, read)
    return new


def _speaks_of_exiled_elsewhere(abilities: tuple[Ability, ...]) -> bool:
    """Return whether granted abilities refer to an exiled card and exile none themselves: the giver exiled it."""
    said = list(parts(abilities))
    linked = any(isinstance(one, Description) and ("exiled_with", Term("this")) in one.conditions for one in said)
    return linked and not any(isinstance(one, Term) and one.name.startswith("exile") for one in said)


def _triggered(words: Tokens, options: list[_Mode] | None, spell: bool, own: Sequence[str]) -> tuple[Ability, ...]:
    def make(raw: Term) -> tuple[Ability, ...]:
        (event, only_if, does), restrictions = _restricted(raw)
        binder = Binder()
        bound = binder.event(event)
        condition = None if only_if == Term("none") else binder.event(only_if)
        effects = _effects(binder, does, options)
        return (TriggeredAbility(bound, effects, condition, restrictions),)

    readings = read_all("triggered_with", words)
    # "If" right after the event is a condition of the whole ability, and not of its first sentence.
    conditional = [one for one in readings if one.arguments[0].arguments[1] != Term("none")]
    return _each_reading(conditional or readings, words, make)


def triggered(words: Tokens) -> TriggeredAbility:
    """The one triggered ability that these words say. Raises `TextError`."""
    if words.words[-1] != ".":
        words = replace(words, words=(*words.words, "."), written=(*words.written, "."))
        words = replace(words, starts=(*words.starts, len(words.text)))
    (found,) = _triggered(words, None, False, ())
    assert isinstance(found, TriggeredAbility)
    return found


def _restricted(raw: Term) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    inner, *restrictions = raw.arguments
    assert isinstance(inner, Term)
    return inner.arguments, tuple(restrictions)


def _activated(words: Tokens, options: list[_Mode] | None, spell: bool, own: Sequence[str]) -> tuple[Ability, ...]:
    def make(raw: Term) -> tuple[Ability, ...]:
        costs, does, *restrictions = raw.arguments
        binder = Binder()
        paid = binder.costs(costs)  # type: ignore[arg-type]
        effects = _effects(binder, does, options)
        return (ActivatedAbility(paid, effects, tuple(binder.branch().event(one) for one in restrictions)),)

    return _each_reading(read_all("activated", words), words, make)


def _loyalty(words: Tokens, options: list[_Mode] | None, spell: bool, own: Sequence[str]) -> tuple[Ability, ...]:
    def make(raw: Term) -> tuple[Ability, ...]:
        cost, does = raw.arguments
        return (LoyaltyAbility(cost, _effects(Binder(), does, options)),)  # type: ignore[arg-type]

    return _each_reading(read_all("loyalty", words), words, make)


def _chapter(words: Tokens, options: list[_Mode] | None, spell: bool, own: Sequence[str]) -> tuple[Ability, ...]:
    def make(raw: Term) -> tuple[Ability, ...]:
        numbers, does = raw.arguments
        return (ChapterAbility(numbers, _effects(Binder(), does, options)),)  # type: ignore[arg-type]

    place = words.words.index("—") + 1
    does = _without_flavor(_from(words, place))  # `I, II — Rising Flames — ...`
    flavor = range(place, place + len(words) - place - len(does))
    return _each_reading(read_all("chapter", words := _without(words, tuple(flavor))), words, make)


def _spell(words: Tokens, options: list[_Mode] | None, spell: bool, own: Sequence[str]) -> tuple[Ability, ...]:
    def make(raw: Any) -> tuple[Ability, ...]:
        if isinstance(raw, Term) and raw.name == "static":
            return _statics(raw)
        return (SpellAbility(_effects(Binder(spell=True), raw, options)),)

    return _each_reading(read_all("spell_line", words), words, make)


def _static(words: Tokens, options: list[_Mode] | None, spell: bool, own: Sequence[str]) -> tuple[Ability, ...]:
    return _each_reading(read_all("static", words), words, _statics)


def _statics(raw: Term) -> tuple[Ability, ...]:
    says, condition = raw.arguments
    bound, bound_condition = Binder().static((says, condition))
    only_if = None if condition == Term("none") else bound_condition
    found = []
    for one in bound:
        does = one.does if isinstance(one, Clause) else one
        found.append(StaticAbility(does, only_if))
    return tuple(found)
