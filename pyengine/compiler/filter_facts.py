"""Filters as facts: what must hold of whatever they speak of. What each condition means, `filters.lp` says."""

from __future__ import annotations

from pyengine.card_model.filters import Filter, Spells
from pyengine.solving.asp_terms import FactWriter, quote


def filter_facts(facts: FactWriter, ability: str, term: str, one: Filter) -> None:
    """A filter of an ability, under this term."""
    facts.add("filter", ability, term)
    condition_facts(facts, term, one)


def condition_facts(facts: FactWriter, term: str, one: Filter | Spells) -> None:
    """Everything a filter requires. A filter of spells knows fewer conditions than one of objects."""
    words = (
        *(
            "attached_here",
            "modified",
            "this",
            "other",
            "attached",
            "has_counters",
            "no_counters_any",
            "colorless",
            "attacking_or_blocking",
            "blocking",
            "weaker",
        ),
        "exiled_with",
        "suspended",
        "single_target",
    )
    of_effects = ("colored", "monocolored", "multicolored", "enchanted", "equipped", "permanent_card", "historic")
    for word in (*words, *of_effects):
        if getattr(one, word, False):
            facts.add("requires", term, word)
    if getattr(one, "ability", False):
        facts.add("requires", term, "is_ability")
    for word in ("types", "subtypes", "supertypes", "counters", "no_counters", "colors", "names", "has"):
        if options := getattr(one, word, ()):
            facts.add("requires", term, word)
            for option in options:
                facts.add("option", term, word, quote(option))
    for word in ("not_types", "not_subtypes", "not_supertypes", "not_colors", "without"):
        for option in getattr(one, word):
            facts.add("option", term, word, quote(option))
    for word in getattr(one, "all_types", ()):
        facts.add("requires", term, f"is_also({quote(word)})")
    for field, yes, no in (
        ("token", "token", "nontoken"),
        ("attacking", "attacking", "not_attacking"),
        ("face_down", "face_down", "face_up"),
        ("abilities", "with_abilities", "no_abilities"),
        ("tapped", "tapped", "untapped"),
    ):
        if (value := getattr(one, field, None)) is not None:
            facts.add("requires", term, yes if value else no)
    if happened := getattr(one, "this_turn", None):
        by_this = happened == "was dealt damage by this"
        facts.add("requires", term, "damaged_by_this" if by_this else f"happened({quote(happened)})")
    for word in _NUMBERS:
        if (number := getattr(one, word, None)) is not None:
            facts.add("requires", term, f"{word}({number})")
    if chosen := getattr(one, "chosen", None):
        facts.add("requires", term, f"of_chosen({quote(chosen)})")
    if owner := getattr(one, "owner", None):
        facts.add("requires", term, f"owner({quote(owner)})")
    if isinstance(one, Filter):
        if one.controller:
            facts.add("requires", term, f"controller({quote(one.controller)})")
        if one.players:
            facts.add("concerns_players", term, quote(one.players))


_NUMBERS = (
    *("mana_value_at_least", "mana_value_at_most", "counters_at_least"),
    *("power_at_least", "power_at_most", "toughness_at_least", "toughness_at_most"),
)
