"""Abilities that are on the stack or wait, as facts. What some of them do a board says in words, which are read here.

Most boards have none, and to import what reads English takes longer than to write all their facts.
"""

from __future__ import annotations

from pyengine.card_model.granted_abilities import granted_facts
from pyengine.compiler.delayed_abilities import event_from_words, event_of, from_words, kept
from pyengine.compiler.delayed_words import LASTING, NAMES, NEXT, OF_EVENT, WAITS
from pyengine.compiler.effect_facts import delayed_facts, keyword_facts
from pyengine.english.effect_terms import Effects, Term
from pyengine.position.model import AbilityOnStack, BoardFile, Delayed
from pyengine.position.references import ids
from pyengine.solving.asp_terms import FactWriter, quote


def delayed(facts: FactWriter, ability: Delayed, board: BoardFile) -> None:
    """A delayed triggered ability that waits."""
    name = quote(ability.id)
    facts.add("delayed", 0, name)
    facts.add("delayed_by", name, quote(ability.controller))
    if ability.source is not None:
        facts.add("delayed_source", name, quote(ability.source))
    if ability.x is not None:
        facts.add("chosen_x_of", name, ability.x)
    if ability.when is None:
        _words(facts, ability, board, WAITS[str(ability.at)])
        return
    until = NEXT if ability.until is None else LASTING[ability.until]
    known = [*ids(board), *board.players]
    when, told = event_from_words(ability.when, until, ability.does, ability.about, known)
    facts.add("says_event", f"told({name})", quote(ability.when))
    _told(facts, ability, when, told)


def _words(facts: FactWriter, ability: AbilityOnStack | Delayed, board: BoardFile, when: Term) -> None:
    """The effect of an ability from its words in the file, and the objects that they mean."""
    _told(facts, ability, when, from_words(ability.does or "", ability.about, [*ids(board), *board.players]))


def _told(facts: FactWriter, ability: AbilityOnStack | Delayed, when: Term, told: Effects) -> None:
    """The effect and event of an ability, and the meaning of names in them."""
    name, called = quote(ability.id), f"told({quote(ability.id)})"
    delayed_facts(facts, called, when, told)
    facts.add("delayed_as", name, called)
    facts.add("says_later", called, quote(ability.does or ""))
    for place, one in enumerate(kept(told, event_of(when))):
        if one.name in OF_EVENT:
            facts.add("kept_by", called, one.name)
            facts.add("named_later", called, one.name, len(NAMES) + [*OF_EVENT].index(one.name))
            continue
        (said,) = one.arguments
        assert isinstance(said, str)
        facts.add("kept_by", called, f"id({quote(said)})")
        facts.add("named_later", called, f"id({quote(said)})", place)
        facts.add("calls_it", called, place, quote(said))
        for meant in ability.about.get(said, (said,)):
            facts.add("keeps", name, f"id({quote(said)})", quote(meant))


def ability_on_stack(facts: FactWriter, ability: AbilityOnStack, board: BoardFile) -> None:
    """An ability on the stack, without its changing fields."""
    name = quote(ability.id)
    facts.add("ability_on_stack", 0, name)
    if ability.controller is not None:
        facts.add("controller", 0, name, quote(ability.controller))
    else:
        facts.add("controller_unsaid", name)
    if ability.source is not None:
        facts.add("ability_source", 0, name, quote(ability.source))
    if ability.chapter:
        facts.add("chapter_on_stack", 0, name)
    if ability.source_transformed:
        facts.add("source_transformed", 0, name)
    facts.add("stack_ability_kind", name, quote(ability.kind))
    if ability.keyword is not None:
        keyword_facts(facts, ability.keyword)
        facts.add("stack_ability_keyword", name, quote(ability.keyword), ability.ability or 1)
    elif ability.text is not None:
        granted_facts(facts, ability.text)
        facts.add("stack_ability_text", name, quote(ability.text), ability.ability or 1)
    elif ability.ability is not None:
        facts.add("stack_ability_number", name, ability.ability)
    if ability.card is not None:
        facts.add("stack_ability_card", name, quote(ability.card))
    if ability.x is not None:
        facts.add("chosen_x_of", name, ability.x)
    if ability.event_object is not None:
        facts.add("event_object", name, quote(ability.event_object))
    if ability.event_player is not None:
        facts.add("event_player", name, quote(ability.event_player))
    if ability.event_amount is not None:
        facts.add("event_amount", name, ability.event_amount)
    if ability.event_other is not None:
        facts.add("event_other", name, quote(ability.event_other))
    if ability.does is not None:
        _words(facts, ability, board, Term("when_done"))
    for one in ability.assigned:
        facts.add("assigned_on_stack", 0, name, quote(one.by), quote(one.to), one.damage)
        if one.left is not None:
            facts.add("assigner_left", 0, name, quote(one.by))
            if one.left.controller is not None:
                facts.add("last_known_as", 0, quote(one.by), f"under({quote(one.left.controller)})")
            for keyword in one.left.keywords:
                keyword_facts(facts, keyword)
                facts.add("last_known_as", 0, quote(one.by), f"has({quote(keyword)})")
