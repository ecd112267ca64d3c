"""The events that delayed triggered abilities wait for (603.7): their names in card files, and their words for boards.

Such an event is the same as that of a triggered ability. The object of the event that the ability keeps takes the
place of the object that a printed ability is on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from pydantic import ValidationError

from pyengine.card_model.abilities import Ability
from pyengine.card_model.granted_abilities import facts_of_triggered, kinds_of_triggered
from pyengine.compiler.trigger_fields import check_event_words, event_data
from pyengine.english.ability_lines import triggered
from pyengine.english.effect_terms import Description, Effects, Term, asp, parts
from pyengine.english.grammar import grammar
from pyengine.english.grammar_builders import changed
from pyengine.english.lexer import tokens
from pyengine.english.static_fields import NoWordError
from pyengine.english.writing import UnsayableError, described
from pyengine.solving.asp_terms import FactWriter


class UnknownEventError(ValueError):
    """An event that the rules do not know, or not of a delayed ability."""


def kept_of(event: Term) -> tuple[Term, ...]:
    """Return the references in an event to the effect that set up the ability."""
    found = (one.arguments[0] for one in parts(event) if isinstance(one, Term) and one.name == "kept")
    return tuple(dict.fromkeys(one for one in found if isinstance(one, Term)))


def ability_of(event: Term) -> Ability:
    """The event as that of a triggered ability, as card files have it. Raises `UnknownEventError`."""
    if len(kept_of(event)) > 1 or Term("attached", (Term("this"),)) in parts(event):
        raise UnknownEventError("an event of several that were spoken of before")
    try:
        return Ability.model_validate({"trigger": event_data(_of_this(event))})
    except (NoWordError, ValidationError) as error:
        raise UnknownEventError(str(error) if isinstance(error, NoWordError) else "such a later event") from None


def check_event(event: Term, told: Effects) -> None:
    """Raise `UnknownEventError` if the event is not known, or an effect speaks of something of it that is not kept."""
    ability_of(event)

    def change(one: Any) -> Any:
        if not isinstance(one, Term) or one.name not in ("kept", "x"):
            return None
        return _AS_TRIGGERED.get(one, Term("you"))

    try:
        check_event_words(event_data(_of_this(event)), changed(told, change))
    except NoWordError as error:
        raise UnknownEventError(str(error)) from None


_AS_TRIGGERED = {
    Term("kept", (Term("event_object"),)): Term("that"),
    Term("kept", (Term("event_player"),)): Term("that_player"),
}
"""References to the event in such an ability, and in a triggered ability of a card; it keeps all other references."""


def _of_this(event: Term) -> Term:
    """The event with the object that is kept as the one that the ability is on."""
    of_this: Term = changed(event, lambda one: Term("this") if isinstance(one, Term) and one.name == "kept" else None)
    return of_this


def event_facts(facts: FactWriter, term: str, event: Term) -> None:
    """Facts of what a delayed ability waits for. Raises `UnknownEventError`."""
    facts_of_triggered(facts, term, ability_of(event))
    for one in kept_of(event):
        facts.add("waits_for_that", term, asp(one, str))


def kinds_of_event(event: Term) -> Iterator[str]:
    """Every kind of counter that an event speaks of. Raises `UnknownEventError`."""
    yield from kinds_of_triggered(ability_of(event))


# --- words -------------------------------------------------------------------------------------------------------


def write_event(event: Term, called: Callable[[Term], str]) -> str:
    """The event in words for a board; `called` names what is kept. Raises `UnsayableError`."""

    def player(value: Any) -> str | None:
        match value:
            case Term("you"):
                return "you"
            case Term("any", (Description(conditions=(("players", str() as which),)),)):
                return {"each": "a player", "opponent": "an opponent"}.get(which)
        return None

    def happens_to(value: Any) -> str | None:
        match value:
            case Term("kept", (Term() as what,)):
                return called(what)
            case Term("any" | "one_or_more" as name, (Description() as one,)) if one.zone != "players":
                words = described(one, name == "one_or_more")
                article = "one or more" if name == "one_or_more" else "an" if words and words[0] in "aeiou" else "a"
                return None if words is None else f"{article} {words}".replace("an other ", "another ")
        return None

    writers: dict[str, Callable[[Any], str | None]] = {
        "event_object": happens_to,
        "event_player": player,
        "spell_event": happens_to,
        "hurt": lambda value: player(value) or happens_to(value),
        "kind": lambda value: value if isinstance(value, str) else None,
    }
    of_several = [one for one in parts(event) if isinstance(one, Term) and one.name in ("one_or_more", "you")]
    words = grammar().write("event", event, writers, not of_several)
    if words is None:
        raise UnsayableError(f"no words for the event {event.name}")
    return words


def read_triggered(when: str, does: str, ids: Collection[str]) -> tuple[Term, Effects]:
    """An event and what is done then, of a board: what the event happens to may be "it". Raises `TextError`."""
    ability = triggered(tokens(f"When {when}, {does}", ids=tuple(ids)))

    kept = {said: one for one, said in _AS_TRIGGERED.items()}
    effects: Effects = changed(ability.effects, lambda one: kept.get(one) if isinstance(one, Term) else None)
    return ability.event, effects
