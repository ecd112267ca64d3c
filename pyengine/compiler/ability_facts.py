"""Cards and abilities as facts, and the kinds of counters that they speak of.

What each fact means is said in `vocabulary.lp`. No rule of the game is decided here; where a card file leaves
something out, such as a number or whose spells are meant, that is how such files are written: one, anybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from pyengine.card_model.abilities import Ability
from pyengine.card_model.card import CardText, RemarkAbout, fixed_part
from pyengine.card_model.conditions import Condition, There
from pyengine.card_model.costs import Cost
from pyengine.card_model.doing import NOT_OF_OBJECTS, Activated, Chapter, Trigger
from pyengine.card_model.filters import THIS, Counted, Filter, Spells
from pyengine.card_model.granted_abilities import granted_facts, kinds_in, tokens_in
from pyengine.card_model.layers import CopyException, Has
from pyengine.card_model.permissions import CantFight, CostChange, CostsItself, SpellCosts
from pyengine.card_model.replacements import AsTurnedUp, EntersAsCopy, EntersWith
from pyengine.compiler import mana, printed_text, token_cards
from pyengine.compiler.condition_facts import kinds_of_condition, of_card_file
from pyengine.compiler.effect_facts import (
    effect_facts,
    given_keyword_facts,
    keyword_effects,
    keyword_facts,
    mana_ability_facts,
)
from pyengine.compiler.effect_schema import kinds as effect_kinds
from pyengine.compiler.filter_facts import condition_facts, filter_facts
from pyengine.compiler.lowering import UnknownTokenError, created_by
from pyengine.compiler.mana import made_mana, pool, pool_term
from pyengine.compiler.modes import together
from pyengine.compiler.passes import UnknownToRulesError
from pyengine.english import remarks
from pyengine.english.effect_terms import Effects, SpellAbility, Term, TriggeredAbility, unread
from pyengine.english.half_read import words_left
from pyengine.english.reading import TextError, read_card_text, read_effects
from pyengine.errors import InvalidCardError
from pyengine.files.quoting import quoted
from pyengine.keywords import casting_costs, texts
from pyengine.solving.asp_terms import FactWriter, quote

ANY_CARD = Filter.model_construct()


def card_facts(facts: FactWriter, name: str, card: CardText) -> None:
    """Facts of what is printed on a card."""
    quoted = quote(name)
    for word in card.supertypes:
        facts.add("card_supertype", quoted, quote(word))
    for word in card.types:
        facts.add("card_type", quoted, quote(word))
    for word in card.subtypes:
        facts.add("card_subtype", quoted, quote(word))
    facts.add("printed_card", quoted)
    if token_cards.is_emblem(name):
        facts.add("emblem_card", quoted)
    elif (called := token_cards.called(name)) is not None:
        facts.add("card_called", quoted, quote(called))
    for color in card.colors:
        facts.add("color_indicator", quoted, quote(color))
    if card.mana_cost is not None:
        facts.add("card_mana_cost", quoted, f"mana_cost({quoted})")
        for predicate, arguments in mana.mana_facts(card.mana_cost):
            facts.add(predicate, f"mana_cost({quoted})", *arguments)
    if card.back:
        facts.add("back_face", quoted, quote(card.back))
    if card.modal:
        facts.add("modal_card", quoted)
    if card.adventure is not None:
        facts.add("adventure_of", quoted, quote(card.adventure))
    for number, half in enumerate(card.halves, 1):
        facts.add("half_of", quoted, quote(half), number)
    _remarks(facts, quoted, name, card)
    for predicate, value in (
        ("card_power", fixed_part(card.power)),
        ("card_toughness", fixed_part(card.toughness)),
        ("card_loyalty", card.loyalty),
        ("card_defense", card.defense),
    ):
        if isinstance(value, int):
            facts.add(predicate, quoted, value)
    terms = ability_terms(quoted, card)
    for number, (term, ability) in enumerate(zip(terms, card.abilities, strict=True), 1):
        facts.add("card_ability", quoted, term)
        ability_facts(facts, term, _with_besides(ability, card))
        for part, implied in enumerate(implied_by(ability), 1):
            facts.add("card_ability", quoted, f"implied({term},{part})")
            ability_facts(facts, f"implied({term},{part})", implied)
        _for_other_cost(facts, term, ability, card)
        if _says_backup(ability, card.abilities[number:]):
            facts.add("said_beside", term)
    said_together(facts, terms, card.abilities)


def ability_terms(card: str, text: CardText) -> list[str]:
    """Name the abilities of a card by their printed numbers, and further parts of one ability by its name.

    If the card does not give the places of its remarks, the numbers count the modelled abilities alone.
    """
    places = text.places()
    if places is None:
        return [f"modelled_ability({card},{number})" for number in range(1, len(text.abilities) + 1)]
    whole = [f"ability({card},{number})" for number, _ in places]
    return [one if part == 1 else f"also({one},{part})" for one, (_, part) in zip(whole, places, strict=True)]


def said_together(facts: FactWriter, terms: Sequence[str], abilities: Iterable[Ability]) -> None:
    """Facts of which abilities are one that says several events."""
    first = ""
    for term, one in zip(terms, abilities, strict=True):
        if one.trigger is None or not one.trigger.said_with_last:
            first = term
        else:
            facts.add("said_with", term, first)


def _remarks(facts: FactWriter, quoted: str, name: str, card: CardText) -> None:
    """Facts of what a card does besides: for which answers that matters, and where."""
    if card.not_modelled:
        facts.add("not_modelled", quoted)
    own = printed_text.names_of(name, card)
    is_spell = printed_text.is_spell(card)
    for number, remark in enumerate(card.not_modelled, 1):
        said = RemarkAbout.model_validate({"text": remark}) if isinstance(remark, str) else remark
        told = said.read(own, is_spell)
        for of_kind in told.abilities:
            facts.add("remark", quoted, number, quote(of_kind))
        for what in told.touches:
            if what in remarks.COUNTERS and told.kinds:
                for kind in told.kinds:
                    facts.add("touches", quoted, number, f"of_kind({quote(what)},{quote(kind)})")
            else:
                facts.add("touches", quoted, number, quote(what))
        if told.itself:
            facts.add("of_itself", quoted, number)
        if isinstance(remark, RemarkAbout) and remark.ability is not None:
            facts.add("remark_number", quoted, number, remark.ability)
            facts.add("remark_words", quoted, number, quote(remark.text))
        for zone in sorted(told.zones):
            facts.add("remark_in", quoted, number, quote(zone))
        if told.permits:
            facts.add("permits_use", quoted, number)


def ability_facts(facts: FactWriter, term: str, ability: Ability) -> None:
    """Facts of one ability; `asp/engine/vocabulary.lp` says what each predicate means."""
    head = ability.heads()[0]
    body = ability.body
    if head == "keyword":
        _keyword(facts, term, body)
        return
    for predicate, arguments in _HEADS[head](body):
        facts.add(predicate, term, *arguments)
    for keyword in getattr(body, "keywords", ()):
        given_keyword_facts(facts, keyword)
    _costs(facts, term, head, body)
    if words := getattr(body, "does", None):
        _does(facts, term, words, body)
    if head == "has":
        _has(facts, term, body)
    if own := _own_costs(body):
        _costs_itself(facts, term, own)
    elif isinstance(spells := getattr(body, "spells", None), Spells) and (head != "trigger" or body.event == "cast"):
        condition_facts(facts, f"spells({term})", spells)
        facts.add("speaks_of_spells", term, f"spells({term})", quote(getattr(body, "by", None) or "each"))
    if isinstance(body, SpellCosts) and body.this and body.targets is not None:
        facts.add("costs_if_it_targets", term, f"targets({term})")
        condition_facts(facts, f"targets({term})", body.targets)
    if head == "cant_fight":
        _others(facts, term, body)
    if isinstance(body, Trigger) and body.among is not None:
        facts.add("among_others", term, f"among({term})", body.so_many)
        condition_facts(facts, f"among({term})", body.among)
    if isinstance(body, Trigger) and body.event in ("leaves a graveyard", "is put into a graveyard"):
        facts.add("of_cards", term, f"cards({term})")
        condition_facts(facts, f"cards({term})", body.cards or ANY_CARD)
    for word, predicate in (("others", "asks_of_blocked"), ("targeting", "cast_targets")):
        for number, one in enumerate(getattr(body, word, ()), 1):
            facts.add(predicate, term, f"{word}({term},{number})")
            condition_facts(facts, f"{word}({term},{number})", one)
    if isinstance(condition := getattr(body, "as_long_as", None), Condition):
        of_costs = isinstance(own, SpellCosts) or head == "alternative_cost"
        of_card_file(facts, term, "costs" if of_costs else "applies", condition)
    for zone in getattr(body, "from_zones", ()):
        facts.add("from_zone", term, quote(zone))
    for word in ("becomes_copy_of", "attach_to"):
        if (one := getattr(body, word, None)) is not None:
            facts.add(f"turned_up_{word}", term, f"choice({term},{word})")
            condition_facts(facts, f"choice({term},{word})", one)
    for kind in getattr(body, "kinds", ()):
        facts.add("only_kind", term, quote(kind))
    for zone in getattr(body, "zones", ()):
        facts.add("functions_in", term, quote(zone))
    if isinstance(counted := getattr(body, "for_each", None), Counted):
        _counted(facts, term, counted, "own_costs_count" if _own_costs(body) else "counts_each")
    if head == "enters_with":
        _enters_if(facts, term, body)
    if head == "enters_as_copy":
        _enters_as_copy(facts, term, body)
    if isinstance(body, AsTurnedUp):
        _exceptions(facts, term, body.but)
    for number, one in enumerate(getattr(body, "affects", ()), 1):
        filter_facts(facts, term, f"on({term},{number})", one)


def _says_backup(ability: Ability, after: tuple[Ability, ...]) -> bool:
    """Return whether the effect of backup is the next ability of the card that is not backup as well."""
    backed = texts.backs_up(ability.keyword or "")
    others = (one for one in after if texts.backs_up(one.keyword or "") is None)
    if backed is None or (following := next(others, None)) is None or following.trigger is None:
        return False
    return following.trigger.does.startswith(backed.partition(", ")[2].removesuffix("."))


def _with_besides(ability: Ability, card: CardText) -> Ability:
    """An instant or sorcery's effects with those that its keywords add, such as rebound (702.88a)."""
    both = _also(ability, card, texts.resolves_besides, _read_spell)
    return ability if both is None else ability.model_copy(update={"spell": ability.body.as_read(both)})


def _for_other_cost(facts: FactWriter, term: str, ability: Ability, card: CardText) -> None:
    """Add the facts of an instant or sorcery's effects if it is cast for its awaken cost (702.113a)."""
    if (both := _also(ability, card, texts.awakens, _read_effects)) is not None:
        effect_facts(facts, f'with_cost({term},"awaken")', both)
        facts.add("cost_choice", term, quote("awaken"), f'with_cost({term},"awaken")')


def _also(
    ability: Ability, card: CardText, adds: Callable[[str], str | None], read: Callable[[str], Effects]
) -> Effects | None:
    """The effects of an instant or sorcery, then those that keywords of the card add; None if none adds any.

    `adds` gives the words that a keyword adds, and `read` reads them. Raises `InvalidCardError` for a spell with modes.
    """
    added = {one.keyword: words for one in card.abilities if one.keyword and (words := adds(one.keyword)) is not None}
    if ability.spell is None or not added:
        return None
    told = effects_of(ability.spell.does, ability.spell)
    if told.modes is not None:
        raise InvalidCardError(f"not modelled: a spell with modes that has {', '.join(map(str, added))}")
    return together([told, *map(read, added.values())])


def _counted(facts: FactWriter, term: str, counted: Counted, predicate: str) -> None:
    """Add facts of the objects or players that an ability counts, and the values counted of them."""
    facts.add(predicate, term, f"each({term})", quote(counted.in_zone))
    condition_facts(facts, f"each({term})", counted)
    if counted.their_counters is not None:
        facts.add("counts_their", term, quote(counted.their_counters))
    for word in ("total", "greatest", "least"):
        if (value := getattr(counted, word)) is not None:
            facts.add("counts_value", term, word, value)


def _own_costs(body: Any) -> CostChange | None:
    """Return the change that a spell or an activated ability makes to its own cost."""
    if isinstance(body, SpellCosts):
        return body if body.this else None
    return body.costs if isinstance(body, Activated) else None


def _costs_itself(facts: FactWriter, term: str, own: CostChange) -> None:
    """Add facts of an activated ability's change to its own cost, beside its effects; for a spell this is all that
    the ability says.
    """
    if isinstance(own, CostsItself):
        facts.add("own_costs", term, _more_or_less(own))
        if own.for_each is not None:
            _counted(facts, term, own.for_each, "own_costs_count")
        if own.as_long_as is not None:
            of_card_file(facts, term, "costs", own.as_long_as)


def implied_by(ability: Ability) -> Iterator[Ability]:
    """Yield the static abilities that are part of a keyword, as card files have them."""
    if ability.keyword is not None:
        yield from map(Ability.model_validate, texts.statics_of(ability.keyword))
        if (text := texts.static_text(ability.keyword)) is not None:
            yield from printed_text.printed(text)


def _keyword(facts: FactWriter, term: str, keyword: str) -> None:
    """Add facts of a keyword ability: the abilities it represents, and the costs of using it."""
    facts.add("keyword_ability", term, quote(keyword))
    keyword_facts(facts, keyword)
    if (activated := _activated_of(keyword)) is not None:
        ability_facts(facts, term, activated)
    for cost in casting_costs.costs_of(keyword):
        _keyword_cost(facts, term, cost)
    if (aside := casting_costs.set_aside(keyword)) is not None:
        _set_aside(facts, term, aside)


def _has(facts: FactWriter, term: str, body: Has) -> None:
    """Abilities in their words, and procedures with their costs, that something has besides keywords."""
    for text in body.abilities:
        granted_facts(facts, text)
    for word in PROCEDURES:
        if (cost := getattr(body, word)) is not None:
            facts.add("grants_procedure", term, quote(word), f"cost({term},{quote(word)})")
            _cost(facts, f"cost({term},{quote(word)})", cost)


def _activated_of(keyword: str) -> Ability | None:
    """The activated ability that a keyword is, if it is one."""
    words = texts.activated(keyword)
    if words is None:
        return None
    (found,) = printed_text.printed(words)
    return found


def given_in_words(ability: Ability) -> Ability | None:
    """Return what gives the activated ability that a keyword is, in its words; None if the keyword is none."""
    words = texts.activated(ability.keyword or "")
    return None if words is None else Ability.model_validate({"has": {"abilities": [words]}})


def _others(facts: FactWriter, term: str, body: CantFight) -> None:
    """Add facts of the creatures that can't block something, or be blocked by it, if not all."""
    of_others = (body.by, "fights_only"), (body.except_by, "fights_except"), (body.unless_defender, "unless_defender")
    for one, predicate in of_others:
        if one is not None:
            facts.add(predicate, term, f"others({term})")
            zone = one.in_zone if isinstance(one, There) else "battlefield"
            facts.add("in_zone", f"others({term})", quote(zone))
            condition_facts(facts, f"others({term})", one)
    if body.unless_defender is not None:
        facts.add("defender_needs", term, body.so_many)


def _enters_if(facts: FactWriter, term: str, body: EntersWith) -> None:
    """On which conditions something enters with counters, and what it takes them from."""
    if body.removing is not None:
        facts.add("counts_each", term, f"each({term})", quote("battlefield"))
        facts.add("counts_removed", term)
        condition_facts(facts, f"each({term})", body.removing)
    if body.only_if is not None:
        of_card_file(facts, term, "enters", body.only_if)


def _enters_as_copy(facts: FactWriter, term: str, body: EntersAsCopy) -> None:
    """Add facts of the objects that something may enter as a copy of, and of the exceptions to the copy."""
    facts.add("copy_choice", term, f"choice({term},copy)", quote(body.of.in_zone))
    condition_facts(facts, f"choice({term},copy)", body.of)
    _exceptions(facts, term, body.but)


def _exceptions(facts: FactWriter, term: str, exceptions: Iterable[CopyException]) -> None:
    """In what a copy differs from what it copies."""
    for exception in exceptions:
        condition = "any" if exception.if_type is None else quote(exception.if_type)
        for field, what in (("types", "type"), ("subtypes", "subtype"), ("supertypes", "supertype")):
            for word in getattr(exception, field):
                facts.add("copy_adds", term, condition, what, quote(word))
        for word in exception.keywords:
            facts.add("copy_adds", term, condition, "keyword", quote(word))
            keyword_facts(facts, word)
        for words in exception.abilities:
            facts.add("copy_adds", term, condition, "text", quote(words))
            granted_facts(facts, words)
        for word in exception.not_supertypes:
            facts.add("copy_removes", term, quote(word))
        for what in ("power", "toughness"):
            if (number := getattr(exception, what)) is not None:
                facts.add("copy_sets", term, what, number)
        for kind, count in exception.counters.items():
            facts.add("copy_counters", term, condition, quote(kind), count if isinstance(count, int) else "x")


PROCEDURES = ("morph", "megamorph", "disguise")
"""Abilities that let a card be cast face down and turned face up for a cost (702.37, 702.168)."""


def _costs(facts: FactWriter, term: str, head: str, body: Any) -> None:
    """Add facts of the costs that an ability asks for."""
    if head in PROCEDURES:
        _cost(facts, f"cost({term},{quote(head)})", body)
    if head == "additional_cost":
        facts.add("additional_cost", term, f"cost({term},additional)")
        _cost(facts, f"cost({term},additional)", body)
    if head == "additional_cost_either":
        for which in ("one", "other"):
            facts.add("additional_cost", term, f"cost({term},{which})")
            _cost(facts, f"cost({term},{which})", getattr(body, which))
    if head == "alternative_cost":
        _keyword_cost(facts, term, casting_costs.KeywordCost(body.what, body))
    if head in ("activated", "loyalty"):
        _cost(facts, f"cost({term},activation)", (head == "activated" and body.cost) or Cost.model_construct())
        facts.add("activated_ability", term, f"cost({term},activation)")


def _keyword_cost(facts: FactWriter, term: str, said: casting_costs.KeywordCost) -> None:
    """A cost that may be paid as a spell is cast."""
    cost = f"cost({term},{quote(said.what)})"
    _cost(facts, cost, said.cost)
    facts.add("cost_offered", term, cost, quote(said.what))


def _set_aside(facts: FactWriter, term: str, said: casting_costs.SetAside) -> None:
    """Add facts of the cost to exile a card from a hand, and of the number of time counters put on it."""
    cost = f"cost({term},{quote(said.how)})"
    _cost(facts, cost, said.cost)
    facts.add("aside_cost", term, quote(said.how), cost)
    if said.time is not None:
        facts.add("time_counters", term, said.time)
    if said.x_not_zero:
        facts.add("x_not_zero", cost)


def _cost(facts: FactWriter, term: str, cost: Cost) -> None:
    for predicate, arguments in (*mana.mana_facts(cost.mana), *mana.other_facts(cost)):
        facts.add(predicate, term, *arguments)
    for part in mana.PARTS:
        if (chosen := getattr(cost, part)) is not None:
            condition_facts(facts, f"part({term},{part})", chosen)
    if (of := cost.counters_of) is not None:
        manner = "among" if of.among else "one"
        facts.add("cost_takes", term, "any" if of.kind is None else quote(of.kind), str(of.count).lower(), manner)
        condition_facts(facts, f"part({term},remove_from)", of)
    if (onto := cost.counters_onto) is not None:
        facts.add("cost_gives", term, quote(onto.kind), onto.count)
        if onto.blights:
            facts.add("cost_blights", term)
        facts.add("says_kind", quote(onto.kind))
        condition_facts(facts, f"part({term},put_on)", onto)
    for kind, count in (cost.remove_counters or {}).items():
        if count == "X":
            facts.add("cost_counters_x", term, quote(kind))
        elif count == "all":
            facts.add("cost_counters_all", term, quote(kind))
        else:
            facts.add("cost_counters", term, quote(kind), count)
    for kind, count in (cost.put_counters or {}).items():
        facts.add("cost_puts", term, quote(kind), count)
        facts.add("says_kind", quote(kind))
    for kind, count in (cost.pay_counters or {}).items():
        facts.add("cost_own_counters", term, quote(kind), count)
    for flag, predicate in (
        ("tap_this", "cost_taps_itself"),
        ("untap_this", "cost_untaps_itself"),
        ("sacrifice_this", "cost_sacrifices_itself"),
        ("discard_this", "cost_discards_itself"),
        ("discard_hand", "cost_discards_hand"),
    ):
        if getattr(cost, flag):
            facts.add(predicate, term)
    if cost.exile_this is not None:
        facts.add("cost_exiles_itself", term, quote(cost.exile_this))


def _does(facts: FactWriter, term: str, words: str, body: Any) -> None:
    """Add facts of an ability's effects, from its words; words that pyengine does not understand are reported
    unchanged, where that is allowed.
    """
    try:
        effects, only_if = read_of(words, body)
        if isinstance(body, Activated) and (made := made_mana(effects)) is not None:
            mana_ability_facts(facts, term, made)
            return
        effect_facts(facts, term, effects, only_if)
    except (TextError, UnknownToRulesError) as error:
        if not isinstance(body, Trigger | Chapter):
            unknown = "not modelled: " if isinstance(error, UnknownToRulesError) else ""
            raise InvalidCardError(f"'does', {quoted(words)}: {unknown}{error}") from None
        if isinstance(body, Chapter) or body.event != "state":  # 603.8: it would trigger again and again
            effect_facts(facts, term, unread(words))


def effects_of(words: str, body: Any) -> Effects:
    """Return the effects in the words of an ability, or those read from the card's text. Raises `TextError`."""
    return read_of(words, body)[0]


def read_of(words: str, body: Any) -> tuple[Effects, Term | None]:
    """Return the effects in the words of an ability, or those read from the card's text, and the condition of the
    whole. In the words of a triggered ability, "it" may be the object of the event. Raises `TextError`, and
    `UnknownToRulesError` for a condition of the event in words.
    """
    ability = body.read if body.read is not None else _reading(words, body)
    if isinstance(ability, Effects):
        return ability, None
    only_if = ability.only_if if isinstance(ability, TriggeredAbility) else None
    if body.read is None and (only_if is not None or ability.restrictions):  # the words alone do not tell of what
        raise UnknownToRulesError("when it triggers")
    return ability.effects, only_if


def _reading(words: str, body: Any) -> Effects | TriggeredAbility:
    if not isinstance(body, Trigger):
        return _read_effects(words)
    itself = body.affects == THIS and body.event not in NOT_OF_OBJECTS
    subject = "this permanent" if itself else "a spell" if body.event == "cast" else "a permanent"
    happened = next((said for word, said in _HAPPENED.items() if word in body.event), "{} enters")
    if body.event in ("state", "manifests dread") or any(one.players for one in body.affects):
        happened = "you gain life"
    return _read_triggered(happened.format(subject), words)


_read_effects = cache(read_effects)  # a board's cards are asked for more than once


@cache
def _read_spell(words: str) -> Effects:
    """Read the words of a spell."""
    (ability,) = read_card_text(words, spell=True)
    assert isinstance(ability, SpellAbility)
    return ability.effects


@cache
def _read_triggered(happened: str, words: str) -> TriggeredAbility:
    """Read the words of a triggered ability after an event in English."""
    (ability,) = read_card_text(f"Whenever {happened}, {words.rstrip('.')}.")
    assert isinstance(ability, TriggeredAbility)
    return ability


_HAPPENED = {
    "counter": "one or more counters are put on {}",
    "dies": "{} dies",
    "leaves": "{} leaves the battlefield",
    "cast": "you cast {}",
}
"""Events in English, by their words in card files: enough to show what the following words can refer to."""


Fact = tuple[str, tuple[str | int, ...]]


def _would_put(body: Any) -> Iterable[Fact]:
    yield "would_put_ability", ()
    for word in ("plus", "minus", "times", "half"):
        if (value := getattr(body, word)) is not None:
            yield word, (value,)
    if body.none:
        yield "puts_none", ()
    if body.only_effects:
        yield "only_effects", ()
    if by := body.by:
        yield "put_by", (quote(by),)


def _enters_with(body: Any) -> Iterable[Fact]:
    words = {
        "this object's power": "power",
        "this object's toughness": "toughness",
        "this object's counters": "counters",
        "X": "x",
        "mana spent": "mana",
        "colors of mana spent": "colors",
        "twice the colors of mana spent": "colors_twice",
        "life opponents lost": "life_lost",
        "life gained": "life_gained",
        "other spells cast": "other_spells",
        "times kicked": "kicked",
        "creatures that died": "died",
    }
    for kind, count in body.counters.items():
        if isinstance(count, int):
            yield "enters_with_ability", (quote(kind), count)
        else:
            yield "enters_with_variable", (quote(kind), words[count])
    if body.choice:
        yield "enters_choice", ()
    if body.tapped:
        yield "enters_tapped_ability", ()


def _gets(body: Any) -> Iterable[Fact]:
    yield "gets_ability", (body.power, body.toughness)
    if isinstance(kind := body.for_each, str):
        yield "for_each_counter", (quote(kind), body.whose)
    if body.any_counter:
        yield "for_each_counter", ("any", body.whose)


def _activated(body: Any) -> Iterable[Fact]:
    only = body.only or ""
    if "sorcery" in only:
        yield "as_a_sorcery", ()
    if only.endswith(", once each turn") and only.startswith("your"):
        yield "only_during", (quote(only.partition(",")[0]),)
    if "once each turn" in only:
        yield "once_each_turn", ()
    if only == "once":
        yield "once_ever", ()
    if only.endswith(("your turn", "upkeep", "opponent's turn", "declared", "combat")):
        yield "only_during", (quote(only),)
    if body.any_player:
        yield "any_player", ()
    if body.exhaust:
        yield "exhaust_ability", ()
    if body.power_up:
        yield "power_up", ()
    yield "says", (quote(body.does),)


_VARIABLE = {"counters on this": "counters", "number counted": "counted", "mana value": "mana_value"}


def _numbers(prefix: str) -> Callable[[Any], Iterable[Fact]]:
    def facts(body: Any) -> Iterable[Fact]:
        for word in ("power", "toughness"):
            value = getattr(body, word)
            if value is not None:
                yield f"{prefix}_{word}", (value if isinstance(value, int) else _VARIABLE[value],)

    return facts


def _defines(body: Any) -> Iterable[Fact]:
    for predicate, (value,) in _numbers("defines")(body):
        of_kind = value == "counters" and body.kind is not None
        yield predicate, (f"counters({quote(body.kind)})" if of_kind else value,)


def _instead(body: Any) -> Iterable[Fact]:
    yield "instead_ability", (quote(body.event), quote(body.instead))
    if body.kind:
        yield "removes_instead" if body.instead == "remove counters" else "puts_instead", (quote(body.kind),)
    if body.count is not None or (body.kind and body.event != "damage"):
        yield "number_instead", (body.count or 1,)
    if body.graveyard_of:
        yield "into_graveyard_of", (quote(body.graveyard_of),)
    if body.on_this:
        yield "puts_on_itself", ()
    if body.prevents or body.instead == "prevent":
        yield "prevents", ()
    if body.by:
        yield "damage_by", (quote(body.by),)
    if body.noncombat:
        yield "noncombat_only", ()
    if body.combat:
        yield "combat_only", ()
    if body.instead == "prevent":
        yield "only_prevents", ()


def _trigger(body: Any) -> Iterable[Fact]:
    yield "trigger_ability", (quote(body.event),)
    if body.or_event:
        yield "trigger_ability", (quote(body.or_event),)
    if body.one_or_more:
        yield "one_or_more", ()
    if body.once_each_turn:
        yield "triggers_once", ()
    if body.only_once:
        yield "triggers_only_once", ()
    if body.done_once_each_turn:
        yield "done_once_each_turn", ()
    if body.first_each_turn:
        yield "first_of_turn", ()
    if body.of_spells:
        yield "only_of_spells", ()
    if body.so_many > 1 and body.one_or_more:
        yield "so_many_at_once", (body.so_many,)
    if body.from_zone:
        yield "put_from_there", (quote(body.from_zone),)
    if body.any_source:
        yield "any_source", (quote(body.any_source),)
    if body.alone:
        yield "only_alone", ()
    if body.how:
        how, _, zone = body.how.partition(" ")
        yield "only_spells", (f"{how}({quote(zone)})" if zone else how,)
    if body.not_first:
        yield "not_first", ()
    if (number := body.mana_value) is not None:
        yield "asks_spell_value", (quote(number.counters), number.on, "more" if number.greater else "equal")
    if body.during:
        yield "only_in_turn", (quote(body.during),)
    for size in ("power_at_least", "power_at_most"):
        if (least := getattr(body, size)) is not None:
            yield "of_size", (f"{size}({least})",)
    for whom in body.whom:
        yield "attack_on", (quote(whom),)
    for whom in body.to:
        yield "damage_to", (whom if whom in ("player", "you", "opponent") else quote(whom),)
    if body.each:
        yield "trigger_each", ()
    if (n := body.n) is not None:
        yield "trigger_n", (n,)
    if body.or_copied:
        yield "or_copied", ()
    if by := body.by:
        yield "put_by", (quote(by),)
    if body.does:
        yield "says", (quote(body.does),)


_HEADS: dict[str, Callable[[Any], Iterable[Fact]]] = {
    "cant_put": lambda body: [("cant_put_ability", ())],
    "cant_remove": lambda body: [("cant_remove_ability", ())],
    "would_put": _would_put,
    "maximum": lambda body: [("maximum_ability", (quote(body.kind), body.count))],
    "keeps_counters": lambda body: [
        ("keeps_counters_ability", ()),
        *(("except_into", (quote(zone),)) for zone in body.except_into),
    ],
    "enters_with": _enters_with,
    "enters_as_copy": lambda body: [
        ("enters_as_copy_ability", ()),
        *([("copy_optional", ())] if body.optional else []),
        *([("copy_tapped", ())] if body.tapped else []),
        *([("copy_ends_face_down", ())] if body.until == "turned face down" else []),
    ],
    "gets": _gets,
    "base": _numbers("sets"),
    "has": lambda body: [
        *(("grants_keyword", (quote(word),)) for word in body.keywords),
        *(("grants_text", (quote(text),)) for text in body.abilities),
    ],
    "loses_abilities": lambda body: [("loses_abilities", ()), *_numbers("sets")(body)],
    "cant_have": lambda body: [("cant_have_keyword", (quote(word),)) for word in body.keywords],
    "loses": lambda body: [("loses_keyword", (quote(word),)) for word in body.keywords],
    "becomes": lambda body: (
        [("adds_type", (quote(word),)) for word in body.types]
        + [("adds_subtype", (quote(word),)) for word in body.subtypes]
        + ([("adds_chosen_type", ())] if body.chosen_type else [])
        + [("takes_type", (quote(word),)) for word in body.not_types]
        + ([("replaces_types", ())] if body.only and body.types else [])
        + ([("replaces_subtypes", ())] if body.only and body.subtypes else [])
        + [("sets_color", (quote(color),)) for color in body.colors]
        + ([("sets_colorless", ())] if body.colorless else [])
        + list(_numbers("sets")(body))
    ),
    "switches": lambda body: [("switches", ())],
    "defines": _defines,
    "instead": _instead,
    "trigger": _trigger,
    "chapter": lambda body: [
        ("chapter_ability", (body.number,)),
        *([("says", (quote(body.does),))] if body.does else []),
    ],
    "activated": _activated,
    "loyalty": lambda body: [
        ("loyalty_ability", ()),
        ("says", (quote(body.does),)),
        ("loyalty_symbol_x", ()) if body.cost == "-X" else ("loyalty_symbol", (body.cost,)),
    ],
    "spell": lambda body: [("spell_ability", ())],
    "additional_cost": lambda body: [],
    "additional_cost_either": lambda body: [],
    "alternative_cost": lambda body: [],
    "morph": lambda body: [("procedure_ability", (quote("morph"),))],
    "megamorph": lambda body: [("procedure_ability", (quote("megamorph"),))],
    "disguise": lambda body: [("procedure_ability", (quote("disguise"),))],
    "cant_cast": lambda body: [
        ("cant_cast_ability", ()),
        *([("forbids_after", (body.after,))] if body.after is not None else []),
    ],
    "spell_costs": lambda body: [
        ("own_costs" if body.this else "spell_costs_ability", (_more_or_less(body),)),
        *([("first_face_down", ())] if body.first_each_turn else []),
        *([("costs_if_it_targets_this", ())] if body.targets is not None and not body.this else []),
    ],
    "ability_costs": lambda body: [
        ("ability_costs_ability", (_more_or_less(body),)),
        *([("leaves_one_mana", ())] if body.leaves_one else []),
        *([("but_mana_abilities", ())] if body.not_mana_abilities else []),
    ],
    "cant_activate": lambda body: [
        ("cant_activate_ability", (quote(body.by),)),
        *([("but_mana_abilities", ())] if body.not_mana_abilities else []),
    ],
    "as_though_flash": lambda body: [("as_though_flash_ability", ())],
    "may_cast": lambda body: [
        ("may_cast_ability", ()),
        *([("casts_free", ())] if body.free else []),
        *([("must_be_looked_at", ())] if body.looked_at else []),
        *([("as_any_mana", ())] if body.any_mana else []),
        *([("plays_lands", ())] if body.lands else []),
        *([("casts_itself", ())] if body.this else []),
    ],
    "morph_costs": lambda body: [
        ("morph_costs_ability", (quote(cost), quote(body.by), _more_or_less(body))) for cost in body.procedures
    ],
    "more_triggers": lambda body: [("more_triggers", (quote(body.event),))],
    "more_tokens": lambda body: [("more_tokens", (body.times, quote(body.by)))],
    "more_lands": lambda body: [("more_lands", (body.count, quote(body.by)))],
    "skips_step": lambda body: [("skips_step", (quote(body.step),))],
    "unpreventable_damage": lambda body: [("unpreventable_damage", (quote("combat" if body.combat else "any"),))],
    "stops_damage": lambda body: [("stops_damage", (quote("combat" if body.combat else "any"),))],
    "cant_turn_up": lambda body: [("cant_turn_up_ability", (quote(body.during or "always"),))],
    "cant_enter": lambda body: [("cant_enter_ability", ())],
    "cant_fight": lambda body: [("cant_fight_ability", (quote(what),)) for what in body.what],
    "doesnt_untap": lambda body: [
        ("doesnt_untap_ability", ()),
        *([("untaps_by_choice", ())] if body.optional else []),
    ],
    "more_mana": lambda body: [("more_mana_ability", (pool_term(pool(body.mana)),))],
    "fights": lambda body: [("fights_ability", (quote(body.what),))],
    "cant_be_countered": lambda body: [("cant_be_countered_ability", ())],
    "as_it_enters": lambda body: [("chooses_as_it_enters", (quote(body.choose),))],
    "enters_tapped": lambda body: [
        ("enters_tapped_ability", ()),
        *([("untapped_for_life", (body.unless_life,))] if body.unless_life else []),
    ],
    "may_look": lambda body: [
        ("may_look_ability", (quote(body.by),)),
        *([("looks_elsewhere", (quote(body.at),))] if body.at != "permanents" else []),
    ],
    "as_turned_up": lambda body: [
        ("as_turned_up_ability", ()),
        *(
            ("turned_up_counters", (quote(kind), count if isinstance(count, int) else "x"))
            for kind, count in body.counters.items()
        ),
        *(("turned_up_sets", (one.power, one.toughness)) for one in body.sets),
        *([("turned_up_optional", ())] if body.optional else []),
        *([("copy_until_turned_face_down", ())] if body.copy_until == "turned face down" else []),
        *([("also_as_it_enters", ())] if body.also_enters else []),
        *([("alters_copies", ())] if body.but else []),
    ],
    "turns_down": lambda body: [("turns_down_ability", ())],
}


def _more_or_less(body: Any) -> int:
    """By how much a cost changes; less is negative."""
    return int(body.more) if body.more is not None else -int(body.less)


def words_unread(card: CardText) -> Iterator[str]:
    """Yield the words of effects that are not modelled, of abilities whose event or cost is."""
    for ability in card.abilities:
        if words := getattr(ability.body, "does", None):
            try:
                yield from words_left(effects_of(words, ability.body))
            except (TextError, UnknownToRulesError):
                yield words


def kinds_of_card(card: CardText) -> frozenset[str]:
    """Every kind of counter that a card speaks of."""
    return frozenset(kind for ability in card.abilities for kind in kinds_of(ability))


def tokens_of_card(card: CardText) -> dict[str, int]:
    """The cards of tokens that a card's abilities may create, each with how many ids are to be ready."""
    found: dict[str, int] = {}
    for ability in card.abilities:
        for name, count in tokens_of(ability):
            found[name] = found.get(name, 0) + count
    return found


def tokens_of(ability: Ability) -> Iterator[tuple[str, int]]:
    """The cards of tokens that an ability may create, each with how many ids are to be ready."""
    body = ability.body
    for text in _texts(body):
        yield from tokens_in(text)
    keywords = [body] if ability.heads()[0] == "keyword" else getattr(body, "keywords", ())
    for keyword in keywords:
        yield from tokens_of_keyword(keyword)
    if words := getattr(body, "does", None):
        with suppress(TextError, UnknownToRulesError, UnknownTokenError):
            yield from created_by(effects_of(words, body))


def tokens_of_keyword(keyword: str) -> Iterator[tuple[str, int]]:
    """Yield the cards of tokens that a keyword's abilities may create, each with how many ids are to be ready."""
    for effects in keyword_effects(keyword):
        yield from created_by(effects)
    if (activated := _activated_of(keyword)) is not None:
        yield from tokens_of(activated)


def _texts(body: Any) -> Iterator[str]:
    """The abilities that something gives by their words."""
    if isinstance(body, Has):
        yield from body.abilities
    for exception in getattr(body, "but", ()):
        yield from exception.abilities


def kinds_of(ability: Ability) -> Iterator[str]:
    """Every kind of counter that an ability or effect speaks of."""
    body = ability.body
    yield from getattr(body, "kinds", ())
    for text in _texts(body):
        yield from kinds_in(text)
    for field in ("kind", "for_each"):
        if isinstance(kind := getattr(body, field, None), str):
            yield kind
    if isinstance(counted := getattr(body, "for_each", None), Counted):
        yield from counted.kinds
        if counted.their_counters is not None:
            yield counted.their_counters
    if isinstance(body, Trigger) and body.mana_value is not None:
        yield body.mana_value.counters
    for condition in (getattr(body, "as_long_as", None), getattr(body, "only_if", None)):
        if isinstance(condition, Condition):
            yield from kinds_of_condition(condition)
    if isinstance(body, Activated) and body.costs is not None:
        counts, condition = body.costs.for_each, body.costs.as_long_as
        yield from () if counts is None else counts.kinds
        yield from () if condition is None else kinds_of_condition(condition)
    if isinstance(body, EntersWith) and body.removing is not None:
        yield from body.removing.kinds
    if isinstance(body, EntersAsCopy):
        yield from body.of.kinds
        yield from (kind for exception in body.but for kind in exception.counters)
    if words := getattr(body, "does", None):
        with suppress(TextError, UnknownToRulesError):
            yield from effect_kinds(effects_of(words, body))
    if isinstance(cost := getattr(body, "cost", None), Cost):
        for paid in (cost.remove_counters, cost.put_counters, cost.pay_counters):
            yield from paid or ()
        if cost.counters_of is not None:
            yield from (() if cost.counters_of.kind is None else (cost.counters_of.kind,))
            yield from cost.counters_of.kinds
        if cost.counters_onto is not None:
            yield from (cost.counters_onto.kind, *cost.counters_onto.kinds)
    counters = getattr(body, "counters", None)
    if counters:
        yield from counters
    for one in getattr(body, "affects", ()):
        yield from one.kinds
