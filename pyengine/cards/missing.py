"""The parts of a card that are not read or not modelled: `missing`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from pyengine.card_model.abilities import Ability
from pyengine.card_model.card import CardDefinition, CardText
from pyengine.card_model.doing import Chapter, Trigger
from pyengine.cards import catalog
from pyengine.compiler import printed_text, token_cards
from pyengine.compiler.ability_facts import effects_of, read_of
from pyengine.compiler.effect_facts import effect_facts
from pyengine.compiler.lowering import UnknownTokenError, created_by
from pyengine.compiler.passes import UnknownToRulesError
from pyengine.compiler.printed_text import NOT_UNDERSTOOD, what_is_missing
from pyengine.english.effect_terms import Term, parts
from pyengine.english.half_read import words_left
from pyengine.english.reading import TextError
from pyengine.keywords.acting import acts, acts_given
from pyengine.solving.asp_terms import FactWriter


def missing(card: CardDefinition) -> Iterator[str]:
    """Yield everything that is missing to model a card completely."""
    printed = catalog.worked_out(card.name, card)
    is_spell = not {"instant", "sorcery"}.isdisjoint(card.types)
    own = printed_text.names_of(card.name, card)
    for remark in printed.not_modelled:
        text = _as_printed(remark if isinstance(remark, str) else remark.text)
        yield from map(_in_short, set(what_is_missing(text, own, is_spell)) or {NOT_UNDERSTOOD})
    for line in _half_read(printed):
        yield from map(_in_short, set(what_is_missing(line, own, is_spell)) or {NOT_UNDERSTOOD})
    for ability in printed.abilities:
        yield from map(_in_short, _unread(ability))
        yield from _of_effects(ability)
        for keyword in ability.keywords():
            if not (acts if ability.keyword is not None else acts_given)(keyword):
                yield printed_text.keyword_is_missing(keyword)


def _of_effects(ability: Ability) -> Iterator[str]:
    """Yield missing parts of the keywords that an ability gives for a while, and of the tokens that it creates."""
    try:
        effects = effects_of(getattr(ability.body, "does", None) or "", ability.body)
    except (AttributeError, TextError, UnknownToRulesError):
        return
    for one in parts(effects):
        match one:
            case Term("gain", (str() as keyword, *_)) if not acts_given(keyword):
                yield printed_text.keyword_is_missing(keyword)
    with suppress(UnknownTokenError, UnknownToRulesError, TextError):
        for name in {name for name, _ in created_by(effects)} - {token_cards.COPY}:
            yield from missing(catalog.definition(name))


def _half_read(card: CardText) -> Iterator[str]:
    """Yield the lines of a card's text of which the cost or event is read, and not the effect."""
    lines = [" ".join(line.split()) for line in (card.text or "").splitlines()]
    for ability in card.abilities:
        read = getattr(ability.body, "read", None)
        for words in words_left(getattr(read, "effects", read)) if read is not None else ():
            yield next((line for line in lines if words in line), words)


_KIND = re.compile(r"^(?:activated|triggered|spell|static): ")


def _as_printed(remark: str) -> str:
    """A remark as a line of a card's text."""
    words = _KIND.sub("", remark).replace("; ", ". ")
    return words if words.endswith(".") or re.fullmatch(r"[\w ]+(?: ?[{\u2014].*)?", words) else words + "."


def _unread(ability: Ability) -> Iterator[str]:
    """Yield missing parts of the effect of a triggered or chapter ability, whose words may be unread."""
    body = ability.body
    if not isinstance(body, Trigger | Chapter) or body.read is not None:
        return
    words = body.does
    try:
        effect_facts(FactWriter(), "read", *read_of(words, body))
    except TextError:
        yield NOT_UNDERSTOOD
    except UnknownToRulesError as error:
        yield str(error)


def _in_short(what: str) -> str:
    """Return the missing part without details that differ from card to card."""
    return re.sub(r"(?:,? found| of)? ?(?:<|\w+\().*$", "", what).strip() or what
