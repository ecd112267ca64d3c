"""Reasons and events in words. The terms are the model's; only their wording is decided here.

`tests/test_encoding.py` checks that these tables and the terms in `asp/` are the same set.
"""

from __future__ import annotations

from functools import lru_cache

import clingo

REASONS: dict[tuple[str, int], str] = {
    ("same_object", 1): "{0} is both the object the counter is on and the object to put it on",
    ("lacks", 2): "{0} has no {1} counter",
    ("no_counters", 1): "{0} has no counters",
    ("cant_put", 4): "{1} counters can't be put on {0}: {2} says so ({3})",
    ("cant_remove", 4): "{1} counters can't be removed from {0}: {2} says so ({3})",
    ("cost_cant_happen", 0): "a cost that includes what can't happen can't be paid",
    ("too_few", 3): "{0} has {2} such counters that can be taken, and {1} are to be paid",
    ("zero", 1): "no {0} counters are to be put",
    ("phased_out", 1): "{0} is phased out and treated as though it does not exist",
    ("does_not_exist", 1): "{0} does not exist any more",
    ("has_lost", 1): "{0} has lost the game",
    ("not_an_object", 1): "{0} is a player; counters move between objects only",
    ("not_there", 2): "{0} is no longer in the zone it was in ({1})",
    ("has_not_left", 1): "{0} is still on the battlefield; its counters are put elsewhere only once it has left",
    ("had_none", 1): "{0} had no such counters as it last left the battlefield",
    ("not_on_battlefield", 1): "{0} is not on the battlefield",
    ("on_battlefield", 1): "{0} is on the battlefield already",
    ("token", 1): "{0} is a token that has left the battlefield",
    ("indestructible", 1): "{0} is indestructible",
    ("already_tapped", 1): "{0} is tapped already",
    ("already_untapped", 1): "{0} is untapped already",
    ("not_phased_out", 1): "{0} is not phased out",
    ("takes_no_damage", 1): "{0} is no creature, planeswalker or battle",
    ("zero_damage", 1): "{0} would deal 0 damage, and deals none",
    ("already_face_up", 1): "{0} is face up already",
    ("already_face_down", 1): "{0} is face down already",
    ("instant_or_sorcery", 1): "{0} is an instant or sorcery card: it is revealed and stays face down",
}
"""Why something can't be done: name and arity of the reason term, and its wording."""

EVENTS: dict[tuple[str, int], str] = {
    ("moved", 4): "{3} {2} counter(s) move from {0} to {1}",
    ("removed", 4): "{2} {1} counter(s) are removed from {0}",
    ("put", 4): "{2} {1} counter(s) are put on {0} by {3}",
    ("put_none", 2): "no {1} counters are put on {0}: replacement effects left none",
    ("not_put", 4): "{1} counters are not put on {0}: {2} says they can't ({3})",
    ("cant_put", 4): "the {1} counters are lost: they can't be put on {0} ({2}, {3})",
    ("replaced", 7): "{2} changes {5} {4} counter(s) for {1} to {6} ({3})",
    ("fewer", 4): "{0} has only {3} {1} counter(s), not {2}; the rest is ignored",
    ("ignored", 4): "a part that can't be done is ignored: {2}",
    ("ceased", 3): "{2} {1} counter(s) on {0} cease to exist; they are not removed",
    ("enters_with", 4): "{0} would enter with {2} {1} counter(s)",
    ("enters", 1): "{0} enters the battlefield",
    ("goes_to", 2): "{0} goes to {1}",
    ("destroyed", 1): "{0} is destroyed",
    ("sacrificed", 1): "{0} is sacrificed",
    ("exiled_instead", 1): "{0} is exiled instead of going to the graveyard",
    ("exiled_by", 3): "{0} is exiled instead of going to the graveyard: {1} ({2})",
    ("counters_instead", 3): "counters are put on {0} instead of damage: {1} ({2})",
    ("instead_of_destruction", 2): "{0} is not destroyed: {1} instead",
    ("prevented", 1): "the damage to {0} is prevented",
    ("not_prevented", 1): "the damage to {0} can't be prevented; a shield counter is removed all the same",
    ("dealt", 3): "{0} deals {2} damage to {1}",
    ("lost_life", 2): "{0} loses {1} life",
    ("stays_tapped", 1): "{0} stays tapped; a stun counter is removed instead",
    ("tapped", 1): "{0} becomes tapped",
    ("untapped", 1): "{0} becomes untapped",
    ("phased_out", 1): "{0} phases out",
    ("phased_in", 1): "{0} phases in",
    ("control", 2): "{0} gains control of {1}",
    ("attached", 2): "{0} becomes attached to {1}",
    ("proliferated", 1): "{0} is chosen to proliferate",
    ("began", 2): "the {0} step or phase of {1} begins",
    ("attacked", 1): "{0} attacks alone",
    ("turned_face_up", 1): "{0} is turned face up",
    ("turned_face_down", 1): "{0} is turned face down",
    ("revealed", 1): "{0} is revealed",
    ("triggered", 4): "an ability of {0} triggers, {3} time(s): {2} ({1})",
    ("state_based_action", 1): "state-based action: {0}",
}
"""What happens: name and arity of the event term, and its wording."""

ACTIONS: dict[tuple[str, int], str] = {
    ("annihilate", 2): "{1} +1/+1 and {1} -1/-1 counter(s) are removed from {0}",
    ("surplus", 3): "{2} {1} counter(s) too many are removed from {0}",
    ("lose", 1): "{0} loses the game",
    ("cease", 1): "{0} ceases to exist",
    ("put_into_graveyard", 1): "{0} is put into its owner's graveyard",
    ("destroy", 1): "{0} is destroyed",
    ("sacrifice", 1): "{0} is sacrificed",
    ("unattach", 1): "{0} becomes unattached",
}
"""State-based actions."""

LIMITS: dict[tuple[str, int], str] = {
    ("choices", 3): "{0} has {2} {1} counters to choose from; only the first choices are listed",
    ("damage_order", 1): "several effects change parts of the damage to {0}; only the first is put in order",
    ("space_sculptor", 1): "{0} has space sculptor; sector designations are not modelled",
    ("dependency", 2): "two effects may depend on each other, which is not worked out: {0}, {1}",
}
"""What cut an answer short, or what is not modelled."""


PROBLEMS: dict[tuple[str, int], str] = {
    ("status_elsewhere", 2): "{0} is {1} but not on the battlefield",
    ("damage_elsewhere", 1): "{0} has damage marked but is not on the battlefield",
    ("attacks_elsewhere", 1): "{0} attacks but is not on the battlefield",
    ("attached_elsewhere", 1): "{0} is attached to something but is not on the battlefield",
    ("attached_to_absent", 2): "{0} is attached to {1}, which is not on the battlefield",
    ("attached_to_itself", 1): "{0} is attached to itself",
    ("attached_in_circle", 1): "{0} is part of a circle of attachments",
    ("lost_player_acts", 1): "{0} has lost the game and can't have priority",
    ("no_team", 1): "{0} is on no team, and Two-Headed Giant is played by teams",
    ("token_is_no_card", 2): "{0} is a token and can't be face down by {1}, which turns cards face down",
    ("two_effects_one_time", 2): "two effects on {0} that set power have the same timestamp {1}",
}
"""What contradicts the rules on a board."""


# Listings word the same few terms thousands of times, and reading a term is slow next to looking it up.
@lru_cache(maxsize=50_000)
def plain(symbol: clingo.Symbol) -> object:
    """A term as plain data: numbers, strings, and compound terms as (name, argument, ...)."""
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    if not symbol.arguments:
        return symbol.name
    return (symbol.name, *map(plain, symbol.arguments))


VALUED = frozenset({"counters", "last_known_counters", "zone", "controller", "life", "damage", "attached", "face_down"})
"""Fluents whose last argument is a value that changes; the others are true or not."""


def change(before: clingo.Symbol | None, after: clingo.Symbol | None) -> str:
    """What changed, in words: a fluent as it was and as it is, one of which may be missing."""
    fluent = after or before
    if fluent is None:
        raise ValueError("expected a fluent from before or after")
    *subject, last = (_argument(argument) for argument in fluent.arguments)
    name = fluent.name.replace("_", " ")
    if fluent.name not in VALUED:
        return f"{' '.join([*subject, last])}: {name if after else 'no longer ' + name}"
    old = _argument(before.arguments[-1]) if before else _NONE.get(fluent.name, "none")
    new = _argument(after.arguments[-1]) if after else _NONE.get(fluent.name, "none")
    return f"{subject[0]}: {' '.join([*subject[1:], name])} {old} -> {new}"


_NONE = {"counters": "0", "last_known_counters": "0", "damage": "0", "zone": "nowhere", "face_down": "face up"}


def words(symbol: clingo.Symbol, table: dict[tuple[str, int], str]) -> str:
    """A reason, event or limit as a sentence; terms inside it are worded the same way."""
    wording = table.get((symbol.name, len(symbol.arguments)))
    if wording is None:
        return str(symbol)
    return wording.format(*(_argument(argument) for argument in symbol.arguments))


@lru_cache(maxsize=50_000)
def _argument(symbol: clingo.Symbol) -> str:
    if symbol.type is clingo.SymbolType.Number:
        return str(symbol.number)
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    key = (symbol.name, len(symbol.arguments))
    if key == ("ability", 2):
        return f"ability {symbol.arguments[1]} of {symbol.arguments[0].string}"
    if key == ("effect", 2):
        return f"effect {symbol.arguments[1]} on {symbol.arguments[0].string}"
    for table in (ACTIONS, REASONS):
        if key in table:
            return words(symbol, table)
    return " ".join([symbol.name.replace("_", " "), *(_argument(argument) for argument in symbol.arguments)])
