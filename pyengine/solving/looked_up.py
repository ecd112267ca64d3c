"""The predicates that the driver looks up in a program besides those that models show.

An answer needs a rule if one of these, or a shown predicate, depends on it; the driver reads no other rule
(`solving.rulebook`). A `Control` refuses to look up any other predicate, since it would not be there.
"""

from __future__ import annotations

LOOKED_UP = frozenset(
    (
        # Verdicts, and what is noted of them.
        *("legal", "impossible", "ignored", "decides", "no_candidate", "not_listed", "not_payable"),
        *("limit", "cut_short", "too_large", "problem", "cited", "number_not_known"),
        *("remark_there", "would_tell", "remark_applies", "remark_applies_to", "remark_applies_to_use"),
        *("remark_applies_last", "differs_then", "differed_of", "differed", "differed_last"),
        # How a question goes on.
        *("unsettled", "put_off", "told_when_settled", "goes_on_after", "left_to_resolve", "elsewhere", "leaves_loop"),
        *("has_event", "without_priority", "checked_between", "checked_after", "under_way", "further", "arrives"),
        # What `asp/engine/schedule.lp` asks for.
        *("types_wait", "keywords_matter", "spells_matter", "choices_matter", "stack_waits", "viewed"),
        *("some_put", "more_stages", "colors_or_abilities_change", "promised"),
        # Spaces of boards, properties of them, and goals.
        *("may_be_in", "usual_cause", "time_matters", "may_be_edition", "open_to", "larger_than", "apart_by"),
        *("assume", "violated", "to_try", "is_wanted", "tried", "occurs", "of_many_choices"),
        # Candidates, their targets and halves.
        *("by_halves", "half_refused", "more_than_halves", "wants_target", "announces"),
        *("chosen_target", "untargetable"),
    )
)


def is_looked_up(name: str) -> bool:
    """True if the driver looks up a predicate of this name; its own predicates end in two underscores."""
    return name in LOOKED_UP or name.endswith("__")
