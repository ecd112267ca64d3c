"""A card's text as abilities of the card model: `worked_out`.

Every line becomes what a card file would say with `abilities`, so that whatever comes after knows no difference. A line
that is not understood, or says what the rules do not know, is refused with its place, or becomes a remark where the
card says that it may.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import ValidationError

from pyengine.card_model.abilities import Ability
from pyengine.card_model.card import CardText, Place, RemarkAbout, free_places
from pyengine.card_model.doing import Activated, Chapter, Doing, Loyalty, Spell, Trigger
from pyengine.compiler.effect_facts import effect_facts, mana_ability_facts
from pyengine.compiler.mana import made_mana, pool_text
from pyengine.compiler.passes import UnknownToRulesError
from pyengine.compiler.trigger_fields import EventsApartError, check_condition, check_event_words, event_data, pays_x
from pyengine.english import ability_lines as english
from pyengine.english.ability_lines import (
    Line,
    below_levels,
    is_class_level,
    is_level,
    lines_of,
    own_words,
    read_line,
    without_ability_word,
    without_levels,
)
from pyengine.english.cost_fields import any_number_as_x, cost_data, only_data, paid_as_cast, paid_by_name, with_mana
from pyengine.english.effect_terms import (
    ActivatedAbility,
    ChapterAbility,
    Clause,
    Effects,
    KeywordAbility,
    LoyaltyAbility,
    SpellAbility,
    StaticAbility,
    Term,
    TriggeredAbility,
    parts,
)
from pyengine.english.grammar import unexplained
from pyengine.english.half_read import half_read, words_left
from pyengine.english.reading import TextError, own_names
from pyengine.english.static_fields import Data, NoWordError, condition_data, static_data
from pyengine.errors import InvalidCardError
from pyengine.files.fields import MAX_NAME
from pyengine.files.quoting import quoted
from pyengine.files.remembering import Remembered
from pyengine.keywords import acting, casting_costs, texts
from pyengine.keywords.casting_costs import other_cost
from pyengine.solving.asp_terms import FactWriter


class NotModelledError(InvalidCardError):
    """A line of a text that is not understood, or says what the rules do not know."""

    def __init__(self, what: str, message: str) -> None:
        super().__init__(message)
        self.what = what
        """The missing feature, the same for all lines that lack it."""


NOT_UNDERSTOOD = "words that are not understood"


class Printed(NamedTuple):
    """The abilities and remarks of a text, as a card file has them."""

    abilities: tuple[Ability, ...]
    remarks: tuple[RemarkAbout, ...]
    places: tuple[Place, ...]
    """The place of each ability."""
    last: int
    """How many abilities are printed."""


def worked_out(name: str, card: CardText) -> CardText:
    """A card with its text as abilities, and remarks where it may have some.

    Raises `InvalidCardError` for what is not understood or not modelled, with its place in the text.
    """
    if card.text is None:
        return card.placed(card.places())
    found = _printed(card.text, names_of(name, card), is_spell(card), card.text_remarks)
    changes = {
        "abilities": (*found.abilities, *card.abilities),
        "not_modelled": (*found.remarks, *card.not_modelled),
        "text": None,
        "text_remarks": False,
    }
    besides = free_places(found.last, len(card.abilities), card.not_modelled)
    return card.model_copy(update=changes).placed((*found.places, *besides))


def is_spell(card: CardText) -> bool:
    """Return whether a card is an instant or sorcery."""
    return not {"instant", "sorcery"}.isdisjoint(card.types)


def names_of(name: str, card: CardText) -> tuple[str, ...]:
    """The names that a card's text may have for the card."""
    return own_names(name, legendary="legendary" in card.supertypes)


TEXTS_KEPT, CHARACTER = 16_000_000, 150
"""Bytes of abilities that are remembered by the texts that say them, and bytes for each character of a text."""

_known = Remembered[tuple[str, tuple[str, ...], bool, bool], Printed](TEXTS_KEPT)


def _printed(text: str, own: tuple[str, ...], is_spell: bool, remarks: bool) -> Printed:
    """The abilities that a text says."""
    asked = text, own, is_spell, remarks
    if (known := _known.get(asked)) is not None:
        return known
    _known.make_room()
    with unexplained() if remarks else nullcontext():
        return _known.keep(asked, _read(*asked), 1_000 + CHARACTER * len(text))


def _read(text: str, own: tuple[str, ...], is_spell: bool, remarks: bool) -> Printed:
    found: list[Ability] = []
    places: list[Place] = []
    left: list[RemarkAbout] = []
    partners: list[tuple[str, Place]] = []
    last = 0
    lines = tuple(_together(text, own, is_spell))
    for place, line in enumerate(lines, 1):
        for part in below_levels(line):
            beside: tuple[Ability, ...] = ()
            try:
                abilities = _abilities(part, own, is_spell)
                for one in abilities:
                    if (backed := texts.backs_up(one.keyword or "")) is not None:
                        beside += _backing(backed, line, lines[place:], own)
            except NotModelledError:
                if not remarks:
                    raise
                abilities = _half_read(part, own, is_spell)
                if not abilities:
                    abilities = _keywords_alone(part, own)
                    left.append(_remark(part, last + 1))
            if not abilities and not re.sub(r"\([^()]*\)", "", part.text).strip():  # reminder text (207.2a)
                continue
            printed = _places(abilities, last + 1)
            last = max([last + _keywords_below(part, own), *(number for number, _ in printed)])
            found += (*abilities, *beside)
            places += (*printed, *((last, len(printed) + one) for one in range(1, len(beside) + 1)))
            if (partner := _PARTNER_WITH.fullmatch(line.text.strip())) is not None:
                partners.append((partner[1], (last, 2)))
    # What else it says is about decks (702.124j): the keyword stands last, so that a line has one number.
    found += [Ability.model_validate({"keyword": f"partner with {name}"}) for name, _ in partners]
    places += [place for _, place in partners]
    return Printed(tuple(found), tuple(left), tuple(places), last)


class ReadLine(NamedTuple):
    """A line of a text, or a part of one with levels, as it was read."""

    text: str
    abilities: tuple[Ability, ...]
    is_whole: bool
    """Nothing of it is left unread."""


def line_by_line(name: str, card: CardText) -> Iterator[ReadLine]:
    """The lines of a card's text, each with the abilities that were read of it."""
    own, spell = names_of(name, card), is_spell(card)
    with unexplained():
        for line in _together(card.text or "", own, spell):
            for part in below_levels(line):
                try:
                    yield ReadLine(own_words(part), tuple(_abilities(part, own, spell)), True)
                except NotModelledError:
                    yield ReadLine(own_words(part), tuple(_half_read(part, own, spell)), False)


def _places(abilities: Sequence[Ability], first: int) -> list[Place]:
    """The places of a line's abilities: each keyword and each chapter has its own number (113.2c, 714.2c), and the rest
    of a line has one together."""
    if all(one.heads()[0] in _BY_THEMSELVES for one in abilities):
        return [(first + place, 1) for place in range(len(abilities))]
    return [(first, place) for place in range(1, len(abilities) + 1)]


_BY_THEMSELVES = ("keyword", "morph", "megamorph", "disguise", "chapter")


def _keywords_below(part: Line, own: Sequence[str]) -> int:
    """How many abilities at least are printed on a part of a line: as many as keywords below a level bar, or one."""
    return max(1, len(_keywords_alone(Line(own_words(part), part.start), own)) if is_level(part.text) else 1)


def _half_read(line: Line, own: Sequence[str], is_spell: bool) -> list[Ability]:
    """The ability of a line of which not all is known, if it is known when it does something or what it costs.

    Where it functions follows from what it does, as of one that returns its card from a graveyard (113.6m).
    """
    if _remark(line, 1).read(own, is_spell).zones:
        return []

    def is_known(one: Line) -> bool:
        try:
            return bool(_abilities(one, own, is_spell))
        except NotModelledError:
            return False

    for read in half_read(line, own, is_spell, is_known):
        with suppress(TextError, NoWordError, UnknownToRulesError, ValidationError):
            return [one for ability in read for one in _models(ability, line.text, own)]
    return []


def _backing(backed: str, line: Line, below: Sequence[Line], own: Sequence[str]) -> tuple[Ability, ...]:
    """Return the abilities of backup: it gives the abilities that are printed below it (702.165a).

    Raises `NotModelledError`.
    """
    try:
        words = [texts.gives_until_end_of_turn(what) for what in _given(below, own)]
        return printed("".join([backed, *words]))
    except TextError as error:
        raise NotModelledError(NOT_UNDERSTOOD, f"{_place(line)}: backup gives what is not understood") from error
    except NotModelledError as error:
        raise NotModelledError(error.what, f"{_place(line)}: backup gives what can't be given: {error}") from None


def _given(lines: Sequence[Line], own: Sequence[str]) -> Iterator[str]:
    """The abilities of lines as effects give them: keywords by their names, others in quotation marks."""
    for line in lines:
        plain = re.sub(r"\s*\([^()]*\)", "", line.text).strip()
        read = read_line(line, own)
        keywords = [one.text for one in read if isinstance(one, KeywordAbility)]
        if len(keywords) == len(read):
            yield from (_cased(word) for word in keywords if texts.backs_up(word) is None)
        else:
            yield f'"{re.sub(_called(own), "this creature", plain)}"'


def _cased(keyword: str) -> str:
    """A keyword with the capital letters of its mana symbols."""
    return re.sub(r"\{[^{}]*\}", lambda symbol: symbol[0].upper(), keyword)


def _place(line: Line) -> str:
    return f"at character {line.start + 1} of the text"


def printed(text: str) -> tuple[Ability, ...]:
    """The abilities that words say which stand on no card. Raises `NotModelledError`."""
    return _printed(text, (), False, False).abilities


def _together(text: str, own: Sequence[str], is_spell: bool) -> Iterator[Line]:
    """The lines of a text. Of an instant or sorcery those that say what it does are one."""
    held: Line | None = None
    for line in lines_of(text):
        does = is_spell and _is_of_spell(line, own)
        if held is not None and (does or (is_spell and _goes_on(held, line, own))):
            held = _joined(held, line)
            continue
        if held is not None:
            yield held
        held = line if does else None
        if not does:
            yield line
    if held is not None:
        yield held


def _is_of_spell(line: Line, own: Sequence[str]) -> bool:
    """Return whether a line without modes is a spell ability of an instant or sorcery."""
    try:
        return "\n" not in line.text and isinstance(read_line(line, own, True)[0], SpellAbility)
    except (TextError, IndexError):
        return False


def _goes_on(held: Line, line: Line, own: Sequence[str]) -> bool:
    """Return whether a line that can't be read alone continues the spell ability of the lines before it."""
    return without_ability_word(line.text) != line.text and _is_of_spell(_joined(held, line), own)


def _joined(held: Line, line: Line) -> Line:
    """Two lines of a spell as one, every word at its place; an ability word in between means nothing (207.2c)."""
    words = without_ability_word(line.text)
    between = " " * (line.start + len(line.text) - len(words) - held.start - len(held.text))
    return Line(held.text + between + words, held.start)


def _abilities(line: Line, own: Sequence[str], is_spell: bool) -> list[Ability]:
    """The abilities of a line, as card files have them. Raises `NotModelledError`."""
    try:
        read = read_line(line, own, is_spell)
        if all(isinstance(one, StaticAbility) and one.says.name not in _COSTS for one in read):
            return [Ability.model_validate(one) for one in _statics(read)]
        found = [one for ability in read for one in _models(ability, without_levels(line.text), own)]
        return found[1:] if is_class_level(line.text) else found  # the bar has been read by itself
    except TextError as error:
        place = error.offset - line.start
        raise _refused(NOT_UNDERSTOOD, error.message, line, place) from None
    except (NoWordError, UnknownToRulesError) as error:
        expected = getattr(error, "expected", ())
        known = f"; expected something like {', '.join(expected)}" if expected else ""
        raise _refused(str(error), f"not modelled: {error}{known}", line) from None
    except ValidationError as error:
        said = "; ".join(one["msg"].removeprefix("Value error, ") for one in error.errors(include_url=False)[:2])
        raise _refused(said, f"not modelled: {said}", line) from None


def _refused(what: str, message: str, line: Line, place: int = 0) -> NotModelledError:
    beginning = " ".join(line.text[place:].split()[:4])
    return NotModelledError(what, f"at character {line.start + place + 1} of the text, {quoted(beginning)}: {message}")


def what_is_missing(text: str, own: Sequence[str], is_spell: bool) -> list[str]:
    """For each line of a text that is not modelled, what it would take."""
    found = []
    with unexplained():
        for line in _together(text, own, is_spell):
            try:
                _abilities(line, own, is_spell)
            except NotModelledError as error:
                found.append(error.what)
    return found


def lines_not_modelled(text: str, own: Sequence[str], is_spell: bool) -> Iterator[Line]:
    """The lines of a text, and the parts of a line with levels, that are not modelled or only half."""
    for line in _together(text, own, is_spell):
        yield from (part for part in below_levels(line) if not is_modelled(part, own, is_spell))


def is_modelled(line: Line, own: Sequence[str], is_spell: bool) -> bool:
    """Check whether a line is read, and the rules know what it says."""
    with unexplained():
        try:
            _abilities(line, own, is_spell)
        except NotModelledError:
            return False
        return True


def _models(ability: Any, text: str, own: Sequence[str]) -> Iterator[Ability]:
    """Yield the abilities of a line, as models. `own` are the names that the line has for the card."""
    if isinstance(ability, KeywordAbility) and (found := _PARTNER_WITH.fullmatch(text.strip())):
        yield from printed(_FETCHES_PARTNER.format(found[1]))
    elif isinstance(ability, KeywordAbility):
        yield Ability.model_validate(_keyword(ability.text))
    elif isinstance(ability, StaticAbility):
        if ability.says.name not in _COSTS:
            yield from (Ability.model_validate(one) for one in static_data(ability))
        else:
            yield Ability.model_validate(_cost_of_casting(ability))
    elif isinstance(ability, TriggeredAbility) and (events := _apart(ability)):
        # "Whenever this happens or that happens" to two objects stands as two, which are said to be one ability.
        first, *others = (one for event in events for one in _models(replace(ability, event=event), text, own))
        yield first
        yield from (_with_last(one) for one in others)
    elif isinstance(ability, TriggeredAbility) and ability.event.name == "tapped_for_mana":
        yield Ability.model_validate({"more_mana": _more_mana(ability)})
    elif isinstance(ability, TriggeredAbility):
        words = next(words_left(ability.effects), None) if ability.effects.modes is None else None
        does = {"does": _after_event(text, own) if words is None else words}
        yield _doing("trigger", Trigger, _trigger(ability) | does, ability)
    elif isinstance(ability, ActivatedAbility):
        effects = paid_by_name(ability.costs, any_number_as_x(ability.costs, ability.effects))
        ability = replace(ability, effects=effects)
        data = {"cost": cost_data(ability.costs), **only_data(ability.restrictions), "does": _after(text, ":")}
        yield _doing("activated", Activated, data, ability)
    elif isinstance(ability, LoyaltyAbility):
        cost = ability.cost if isinstance(ability.cost, int) else "-X"
        yield _doing("loyalty", Loyalty, {"cost": cost, "does": _after(text, ":")}, ability)
    elif isinstance(ability, ChapterAbility):
        for number in ability.numbers:
            yield _doing("chapter", Chapter, {"number": number, "does": _after(text, "—")}, ability)
    elif isinstance(ability, SpellAbility):
        ability = replace(ability, effects=paid_as_cast(ability.effects))
        yield _doing("spell", Spell, {"does": _plain(text)}, ability)


def _statics(read: Sequence[Any]) -> list[Data]:
    """The static abilities of a line. Keywords that the same has under the same condition are one.

    613.6: so is losing all abilities with a base power and toughness, which applies even where it removes itself.
    """
    found: list[Data] = []
    for one in (data for ability in read for data in static_data(ability)):
        if found and "keywords" in one.get("has", ()) and "keywords" in found[-1].get("has", ()):
            last = found[-1]["has"]
            if {**last, "keywords": ()} == {**one["has"], "keywords": ()}:
                last["keywords"] += one["has"]["keywords"]
                continue
        if found and "loses_abilities" in found[-1] and "base" in one:
            last, base = found[-1]["loses_abilities"], one["base"]
            if {**last, "power": 0, "toughness": 0} == {**base, "power": 0, "toughness": 0}:
                found[-1] = {"loses_abilities": base}
                continue
        found.append(one)
    return found


def _doing(word: str, model: type[Doing], data: Data, ability: Any) -> Ability:
    """An ability that does something which the rules know. Raises `UnknownToRulesError`."""
    if model is not Trigger and model is not Spell and _asks_x(ability) and not pays_x(ability.effects):
        raise NoWordError("what X is")
    made = made_mana(ability.effects) if model is Activated else None
    if made is not None and not all(map(with_mana, ability.restrictions)):
        raise NoWordError("when a mana ability can be activated")
    if made is not None:
        mana_ability_facts(FactWriter(), "read", made)
    else:
        effect_facts(FactWriter(), "read", ability.effects, getattr(ability, "only_if", None))
    return Ability.model_validate({word: model.model_validate(data).as_read(ability)})


def _asks_x(ability: Any) -> bool:
    """Return whether an ability uses an X that its cost does not have."""
    cost = getattr(ability, "costs", getattr(ability, "cost", ()))
    names = {one.name for one in parts(cost) if isinstance(one, Term)}
    return Term("x") in parts(ability.effects) and names.isdisjoint(_OF_COSTS) and "{X}" not in str(cost)


_OF_COSTS = ("x", "any_number", "all")
"""Terms of a cost in which the player chooses a number, or the game determines it."""


_PARTNER_WITH = re.compile(r"Partner with ([^()]+?)(?: \([^()]*\))?")
_FETCHES_PARTNER = (
    "When this creature enters, target player may search their library for a card named {}, reveal it, put it into"
    " their hand, then shuffle."
)


_COSTS = ("additional_cost", "additional_cost_either", "alternative_cost", "flashback_cost")


def _terms(said: Term) -> list[Term]:
    return [one for one in said.arguments if isinstance(one, Term)]


def _cost_of_casting(ability: StaticAbility) -> Data:
    """A cost that a spell has, besides its mana cost or instead of it. Raises `NoWordError`."""
    name = ability.says.name
    if name.startswith("additional_cost") and ability.only_if is not None:
        raise NoWordError("a cost of casting it that depends on something")
    if name == "additional_cost_either":
        one, other = (cost_data(_terms(costs)) for costs in _terms(ability.says))
        return {name: {"one": one, "other": other}}
    costs = cost_data(_terms(ability.says))
    if name == "additional_cost":
        return {name: costs}
    only_if = {} if ability.only_if is None else {"as_long_as": condition_data(ability.only_if)}
    what = {"what": "flashback"} if name == "flashback_cost" else {}
    return {"alternative_cost": costs | only_if | what}


_PROCEDURE = re.compile(r"(morph|megamorph|disguise)(?: (\{.*)|—(.*))")


def _keyword(text: str) -> Data:
    """A keyword ability. Raises `NoWordError` for one that does what nothing here works out."""
    if found := _PROCEDURE.fullmatch(text):
        return {found[1]: found[2].upper() if found[2] else other_cost(found[3])}
    base = acting.base(text)
    if base in casting_costs.NAMES and not any(casting_costs.costs_of(text)):
        raise NoWordError(f"the cost of {base!r}")
    if acting.is_silent(text):
        raise NoWordError(keyword_is_missing(text))
    if not _is_read(text):
        raise NoWordError(f"what {base!r} costs or does here")
    return {"keyword": text}


def _is_read(keyword: str) -> bool:
    """Return whether what a keyword such as `equip—pay 3 life` does is understood, if words say what it does."""
    words = texts.activated(keyword)
    try:
        return words is None or bool(printed(words))
    except NotModelledError:
        return False


def keyword_is_missing(keyword: str) -> str:
    """Describe the keyword that is missing."""
    return f"the keyword {acting.base(keyword)!r}"


def _apart(ability: TriggeredAbility) -> tuple[Any, ...]:
    """The events of an ability that watches for two that a card file can't say as one; else none."""
    if ability.event.name != "or":
        return ()
    try:
        event_data(ability.event)
    except EventsApartError:
        return ability.event.arguments
    return ()


def _with_last(one: Ability) -> Ability:
    """A triggered ability as one that is said together with the one before."""
    return one if one.trigger is None else Ability.model_validate({"trigger": one.trigger.with_last()})


_HOW_OFTEN = {
    Term("times_each_turn", (1,)): "once_each_turn",
    Term("only_once"): "only_once",
    Term("done_once_each_turn"): "done_once_each_turn",
}
"""How often an ability triggers, or what it offers is done: the words of texts, and those of card files."""


def _how_often(ability: TriggeredAbility) -> Data:
    """How often an ability triggers. Raises `NoWordError`."""
    if any(one not in _HOW_OFTEN for one in ability.restrictions) or len(ability.restrictions) > 1:
        raise NoWordError("how often a triggered ability triggers")
    if Term("done_once_each_turn") in ability.restrictions and not _offers_one_thing(ability.effects):
        raise NoWordError("what is done only once each turn, where that is not one choice")
    return {_HOW_OFTEN[one]: True for one in ability.restrictions}


def _offers_one_thing(effects: Effects) -> bool:
    """Return whether an effect lets a player do one thing, on which everything else in it depends."""
    first, *others = effects.clauses
    depend = all(not one.optional and (one.if_done == 1 or one.in_one) for one in others)
    return not effects.modes and first.optional and first.later is None and depend


def _trigger(ability: TriggeredAbility) -> Data:
    """When an ability triggers."""
    data = event_data(ability.event) | _how_often(ability)
    check_event_words(data, ability.effects)
    if ability.only_if is not None:
        check_condition(data, ability.only_if)
    return data


def _more_mana(ability: TriggeredAbility) -> Data:
    """Return the additional mana for tapping something for mana, which its controller adds.

    Raises `NoWordError` for any other ability.
    """
    data = event_data(ability.event)
    tells = ability.effects.clauses
    if len(tells) == 1 and tells[0] == Clause(tells[0].does, by=Term("controller", (Term("that"),))):
        made = made_mana(replace(ability.effects, clauses=(Clause(tells[0].does),)))
        of_itself = not ability.restrictions and ability.only_if is None
        if made is not None and of_itself and len(made.ways) == 1 and made.times == 1 and made.only is None:
            return {**data, "mana": pool_text(made.ways[0])}
    raise NoWordError("what happens as something is tapped for mana, except for more mana")


# --- words -------------------------------------------------------------------------------------------------------


def _after(text: str, mark: str) -> str:
    """Return the words after a colon or dash, without the restriction on when to use them."""
    return _plain(re.sub(r"\s(?:Activate|Any player may activate) [^.]*\.$", "", text.partition(mark)[2]))


def _plain(words: str) -> str:
    """Words on one line, without the full stop of the last sentence."""
    return " ".join(words.split()).removesuffix(".")


def _after_event(text: str, own: Sequence[str]) -> str:
    """Return the effects of a triggered ability in its words: the text after the event's comma."""
    for found in re.finditer(", ", text):
        rest = text[found.end() :]
        if english.says_effects(rest, own):
            return _plain(rest)
    return _plain(text)


# --- what is left out --------------------------------------------------------------------------------------------


def _keywords_alone(line: Line, own: Sequence[str]) -> list[Ability]:
    """The keywords of a line, which an object has whatever they do."""
    try:
        found = read_line(line, own)
    except TextError:
        return []
    words = [one.text for one in found if isinstance(one, KeywordAbility)]
    plain = (word for word in words if len(word) <= MAX_NAME and not _PROCEDURE.fullmatch(word) and _is_read(word))
    return [Ability.model_validate({"keyword": word}) for word in plain]


_BAR = re.compile(r"(?:(LEVEL|STATION) |(?:\{[^{}]+\})+: Level )(\d+(?:[-\u2013]\d+|\+)?)\n")


def _remark(line: Line, number: int) -> RemarkAbout:
    """A line in words, as remarks are, with its number among the abilities of the card."""
    below = _BAR.sub(lambda bar: f"{(bar[1] or 'level').lower()} {bar[2]}: ".replace("\u2013", "-"), line.text, count=1)
    words = " ".join(re.sub(r"\([^()]*\)", " ", below).split())[:500]
    return RemarkAbout.model_validate({"text": words, "ability": number})


def _called(own: Sequence[str]) -> str:
    """A pattern of the names that a text has for what it is on."""
    return "|".join(["~", *map(re.escape, own)])
