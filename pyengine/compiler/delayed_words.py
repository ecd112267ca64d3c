"""Words of board files for the events that delayed and reflexive abilities wait for, and for the references they
keep (603.7).
"""

from __future__ import annotations

from pyengine.english.effect_terms import Term

NEXT = "next"
LASTING = {
    "end of turn": "this turn",
    "your next turn": "your next turn",
    "the next time this turn": "next this turn",
}
"""How long such an ability goes on, in words of board files. Without any it triggers once, the next time (603.7b)."""
OF_EVENT = {"event_object": "Event", "event_player": "Player"}
"""The object of an event and the player who takes part in it, and their names in the words on a board."""

NAMES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
"""Names in the words on a board for the references that a set-up ability keeps."""
ALL_NAMES = (*NAMES, *OF_EVENT.values())
"""The same, and what it calls what its own event happened to."""

WAITS: dict[str, Term] = {
    "next end step": Term("beginning", ("end step", "next")),
    "your next end step": Term("beginning", ("end step", "your next")),
    "next upkeep": Term("beginning", ("upkeep", "next")),
    "your next upkeep": Term("beginning", ("upkeep", "your next")),
    "end of combat": Term("beginning", ("end of combat", "this")),
    "your next main phase": Term("beginning", ("main phase", "your next")),
    "source leaves the battlefield": Term("until", ("leaves", "source")),
}
"""The events and steps that a delayed ability can wait for, in words of board files."""
