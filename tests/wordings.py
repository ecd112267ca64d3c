"""Abilities of the vocabulary in words, as cards have them: what stands in a remark if an ability is not modelled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyengine.card_model.abilities import Ability
from pyengine.card_model.filters import Filter

NUMBERS = ("no", "one", "two", "three", "four", "five")


def number(count: Any) -> str:
    return NUMBERS[count] if isinstance(count, int) and count < len(NUMBERS) else str(count)


def some(words: Iterable[str]) -> str:
    return " or ".join(words)


def whom(filters: Iterable[Filter]) -> str:
    """`other creatures you control with flying`."""
    return some(one_filter(one) for one in filters)


def one_filter(one: Filter) -> str:
    if one.players is not None:
        return {"you": "you", "opponent": "your opponents", "each": "players"}[one.players]
    if one.this:
        return "this creature"
    before = ["other"] if one.other else []
    before += [word for word, given in (("token", one.token), ("attacking", one.attacking)) if given]
    before += ["face-down"] if one.face_down else []
    before += [*one.colors, *one.supertypes, *(f"non{word}" for word in one.not_types)]
    before += [word.capitalize() for word in one.subtypes]
    what = " ".join([*before, some(f"{word}s" for word in one.types) or "permanents"])
    if one.attached:
        what = "enchanted creature"
    whose = {None: "", "you": " you control", "opponent": " your opponents control"}.get(one.controller, "")
    having = f" with {some(one.has)}" if one.has else ""
    counted = " with a counter on it" if one.has_counters else ""
    kinds = f" with a {some(one.counters)} counter on it" if one.counters else ""
    return f"{what}{whose}{having}{counted}{kinds}"


def kinds_of(body: Any) -> str:
    return "".join(f"{kind} " for kind in getattr(body, "kinds", ())[:1])


def signed(value: int | str | None) -> str:
    return f"{value:+d}" if isinstance(value, int) else str(value)


def words(ability: Ability) -> str:
    """One ability, in words."""
    head, body = ability.heads()[0], ability.body
    text = _WORDS[head](body) if head in _WORDS else _by_itself(head, body)
    if getattr(body, "as_long_as", None) is not None:
        text = f"as long as {body.as_long_as.on} has enough counters, {text}"
    return text


def _by_itself(head: str, body: Any) -> str:
    if head == "keyword":
        return str(body)
    if head in ("morph", "megamorph", "disguise"):
        return f"{head} {body.mana or '{2}'}"
    raise KeyError(head)


def _would_put(body: Any) -> str:
    kinds = kinds_of(body)
    told = {"plus": f"that many plus {body.plus}", "times": f"{body.times} times that many", "half": "half that many"}
    told |= {"minus": f"that many minus {body.minus}", "none": "no"}
    how = next(told[word] for word in told if getattr(body, word))
    who = {None: "one or more", "you": "you would put one or more", "opponent": "an opponent would put one or more"}
    if body.by:
        return f"if {who[body.by]} {kinds}counters on {whom(body.affects)}, {how} {kinds}counters are put on it instead"
    return f"if one or more {kinds}counters would be put on {whom(body.affects)}, {how} {kinds}counters are put instead"


def _enters_with(body: Any) -> str:
    given = " and ".join(f"{number(count)} {kind} counters" for kind, count in body.counters.items())
    each = f" for each {one_filter(body.for_each)}" if body.for_each else ""
    return f"{whom(body.affects)} enters with {given} on it{each}"


def _becomes(body: Any) -> str:
    parts = [*body.types, *(word.capitalize() for word in body.subtypes)]
    told = f"is a {' '.join(parts)}{'' if body.only else ' in addition to its other types'}" if parts else ""
    colors = f"is {some(body.colors)}" if body.colors else "is colorless" if body.colorless else ""
    return f"{whom(body.affects)} {' and '.join(filter(None, (told, colors)))}"


def _instead(body: Any) -> str:
    whose = whom(body.affects)
    event = {
        "destroyed": f"if {whose} would be destroyed",
        "damage": f"if damage would be dealt to {whose}",
        "die": f"if {whose} would die",
    }[body.event]
    counters = f"{number(body.count or 1)} {body.kind} counters"
    does = {
        "regenerate": "regenerate it",
        "exile": "exile it instead",
        "put counters": f"prevent that damage and put {counters} on it",
        "remove counters": f"instead remove {counters} from it",
    }[body.instead]
    return f"{event}, {does}"


def _trigger(body: Any) -> str:
    whose, kinds = whom(body.affects), kinds_of(body)
    who = {None: "are put", "you": "are put", "opponent": "are put"}[body.by]
    event = {
        "counters put": f"one or more {kinds}counters {who} on {whose}",
        "counter removed": f"a {kinds}counter is removed from {whose}",
        "counters removed": f"one or more {kinds}counters are removed from {whose}",
        "last counter removed": f"the last {kinds}counter is removed from {whose}",
        "nth counter put": f"the third {kinds}counter is put on {whose}",
        "dies": f"{whose} dies",
        "leaves the battlefield": f"{whose} leaves the battlefield",
        "enters": f"{whose} enters",
        "turned face up": f"{whose} is turned face up",
        "turned face down": f"{whose} is turned face down",
        "manifests dread": "you manifest dread",
        "cast": "you cast a spell",
        "state": f"{whose} has no counters on it",
        "attacks": f"{whose} attacks",
        "blocks": f"{whose} blocks",
        "becomes blocked": f"{whose} becomes blocked",
        "becomes tapped": f"{whose} becomes tapped",
        "becomes untapped": f"{whose} becomes untapped",
        "becomes monstrous": f"{whose} becomes monstrous",
        "becomes level": f"{whose} becomes level 2",
        "becomes the target": f"{whose} becomes the target of a spell",
        "sacrificed": f"{whose} is sacrificed",
        "deals damage": f"{whose} deals damage",
        "deals combat damage": f"{whose} deals combat damage",
        "is dealt damage": f"{whose} is dealt damage",
        "is dealt combat damage": f"{whose} is dealt combat damage",
        "draws a card": f"{whose} draws a card",
        "discards a card": f"{whose} discards a card",
        "gains life": f"{whose} gains life",
        "loses life": f"{whose} loses life",
    }.get(body.event, f"the {body.event}")
    return f"whenever {event}, {body.does or 'draw a card'}"


def _spells(body: Any) -> str:
    return " ".join([*body.spells.colors, *(body.spells.types or ()), "spells"])


def _who(body: Any) -> str:
    return {"you": "you", "opponent": "your opponents", "each": "players"}[body.by]


def _turned_up(body: Any) -> str:
    told = [f"put {number(count)} {kind} counters on it" for kind, count in body.counters.items()]
    told += ["it becomes a copy of another creature"] if body.becomes_copy_of else []
    told += ["it becomes 5/1 or 1/5"] if body.sets else []
    told += ["attach it to a creature"] if body.attach_to else []
    return f"as this creature is turned face up, {' and '.join(told)}"


_WORDS = {
    "cant_put": lambda body: f"{kinds_of(body)}counters can't be put on {whom(body.affects)}",
    "cant_remove": lambda body: f"{kinds_of(body)}counters can't be removed from {whom(body.affects)}",
    "would_put": _would_put,
    "maximum": lambda body: f"this creature can't have more than {number(body.count)} {body.kind} counters on it",
    "keeps_counters": lambda body: "counters remain on this creature as it moves to any zone",
    "enters_with": _enters_with,
    "enters_as_copy": lambda body: f"you may have this creature enter as a copy of any {one_filter(body.of)}",
    "gets": lambda body: f"{whom(body.affects)} gets {signed(body.power)}/{signed(body.toughness)}",
    "base": lambda body: f"{whom(body.affects)} has base power and toughness {body.power}/{body.toughness}",
    "has": lambda body: f"{whom(body.affects)} has {' and '.join(body.keywords) or 'morph {2}'}",
    "loses_abilities": lambda body: f"{whom(body.affects)} loses all abilities",
    "loses": lambda body: f"{whom(body.affects)} lose {some(body.keywords)}",
    "cant_have": lambda body: f"{whom(body.affects)} can't have or gain {some(body.keywords)}",
    "becomes": _becomes,
    "switches": lambda body: f"switch the power and toughness of {whom(body.affects)}",
    "defines": lambda body: "its power and toughness are each equal to the number of counters on it",
    "instead": _instead,
    "trigger": _trigger,
    "chapter": lambda body: f"{'I' * body.number} \u2014 {body.does or 'draw a card'}",
    "cant_cast": lambda body: f"{_who(body)} can't cast {_spells(body)}",
    "spell_costs": lambda body: f"{_spells(body)} cost {{{body.more or body.less}}} {'more' if body.more else 'less'}",
    "ability_costs": lambda body: (
        f"activated abilities of {whom(body.affects)} cost"
        f" {{{body.more or body.less}}} {'more' if body.more else 'less'}"
    ),
    "cant_activate": lambda body: f"activated abilities of {whom(body.affects)} can't be activated",
    "as_though_flash": lambda body: f"{_who(body)} may cast {_spells(body)} as though they had flash",
    "may_cast": lambda body: f"{_who(body)} may cast {_spells(body)} from the top of your library",
    "morph_costs": lambda body: f"morph costs cost {{{body.more or body.less}}} {'more' if body.more else 'less'}",
    "cant_turn_up": lambda body: f"{whom(body.affects)} can't be turned face up",
    "cant_fight": lambda body: f"{whom(body.affects)} can't {' or '.join(body.what)}",
    "fights": lambda body: f"{whom(body.affects)} attacks each combat if able",
    "cant_be_countered": lambda body: "this spell can't be countered",
    "doesnt_untap": lambda body: f"{whom(body.affects)} doesn't untap during its controller's untap step",
    "more_mana": lambda body: f"whenever {whom(body.affects)} is tapped for mana, its controller adds {body.mana}",
    "enters_tapped": lambda body: f"{whom(body.affects)} enters tapped",
    "cant_enter": lambda body: f"{whom(body.affects)} can't enter the battlefield",
    "may_look": lambda body: "you may look at face-down creatures you don't control any time",
    "as_turned_up": _turned_up,
}
