"""What an effect tells to do, as facts: its clauses, its targets, and what it describes.

What each fact means is said in `asp/608_2_effects.lp` and `asp/115_targets.lp`. An effect that says more than the rules
know is no fact at all: `UnknownToRulesError` says what they lack.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Any

from pydantic import ValidationError

from pyengine.cards.filter_facts import condition_facts
from pyengine.cards.keywords import keyword_facts
from pyengine.cards.vocabulary import Described
from pyengine.solving.terms import FactWriter, quote
from pyengine.text.terms import (
    Argument,
    Clause,
    Description,
    Effects,
    Target,
    Term,
    amounts,
    asp,
    is_amount,
    parts,
    references,
)

VERBS = {
    **dict.fromkeys(("proliferate", "time_travel", "manifest_dread"), (0,)),
    **dict.fromkeys(
        ("destroy", "sacrifice", "exile", "return_to_hand", "tap", "untap", "transform", "phase_out"), (1,)
    ),
    **dict.fromkeys(("turn_face_up", "turn_face_down", "reveal", "gain_control", "counter", "regenerate"), (1,)),
    **dict.fromkeys(("gain_life", "lose_life", "bolster", "blight", "adapt", "monstrosity"), (1,)),
    **dict.fromkeys(("draw", "discard", "mill"), (1,)),
    **dict.fromkeys(("remove", "double", "get_counters", "put_into", "attach", "gain", "lose"), (2,)),
    **dict.fromkeys(("put", "move", "damage", "get"), (3,)),
    "get_each": (4,),
    "enter": (1, 2, 3),
}
"""What the rules know how to carry out, and with how many arguments: more would say something that they don't know.

`tests/test_effects.py` holds it against `asp/608_2_effects.lp`.
"""

_CONDITIONS = frozenset(("has_counters", "no_counters", "there_is"))
_AMOUNTS = frozenset(
    (
        *("x", "that_many", "so_many", "counters", "counters_any", "count", "power", "toughness", "mana_value", "life"),
        *("times", "plus", "half_up", "half_down"),
    )
)
_REFERENCES = frozenset(
    (
        *("this", "you", "target", "each", "some", "id", "that", "that_player", "done", "controller", "owner"),
        *("attached", "those"),
    )
)
_ZONES = frozenset(("battlefield", "graveyard", "hand", "exile", "stack", "players"))

_KIND_AT = {
    **{"put": 1, "get_counters": 1, "distribute": 1, "count": 1, "all": 0, "any_number": 0, "counters": 0},
    **{"has_counters": 1, "no_counters": 1},
}
"""Which argument of a term is a kind of counters."""

_OF_PLAYERS = frozenset(("gain_life", "lose_life", "draw", "discard", "mill", "get_counters"))
"""The verbs that each of several players does for themselves."""

OF_ITSELF = frozenset(("adapt", "monstrosity"))
"""The verbs that are about the permanent they stand on, without saying so."""

_LASTING = frozenset(("get", "get_each", "gain", "lose"))
"""The verbs of which it can be said how long what they do lasts."""

_ENTERING = frozenset(("under", "tapped", "counters"))
"""What can be said of how something enters; two things at most."""

MOST_TARGETS = 100
"""So many are looked at where a text says "any number of targets"."""


class UnknownToRulesError(ValueError):
    """An effect says something that the rules do not know."""


def effect_facts(facts: FactWriter, ability: str, effects: Effects) -> None:
    """Facts of an effect, that of the ability with this term. Raises `UnknownToRulesError`, and adds nothing then."""
    found = FactWriter()
    _Writer(found, ability).write(effects)
    facts.lines.update(found.lines)


def effect_kinds(effects: Effects) -> Iterator[str]:
    """Every kind of counters that an effect names."""
    for part in parts(effects):
        if isinstance(part, Description):
            for word, value in part.conditions:
                if word == "counters":
                    yield from value
        elif part.name in _KIND_AT:
            yield from (one for one in part.arguments[_KIND_AT[part.name] :][:1] if isinstance(one, str))


class _Writer:
    """Writes the facts of one effect; each description gets a term of its own."""

    def __init__(self, facts: FactWriter, ability: str) -> None:
        self._facts = facts
        self._ability = ability
        self._targets: tuple[Target, ...] = ()
        self._described: dict[Description, str] = {}
        self._numbers = count(1)

    def write(self, effects: Effects) -> None:
        if effects.modes is not None:
            raise UnknownToRulesError("modes")
        self._targets = effects.targets
        self._facts.add("does_as", self._ability, quote(sha256(repr(effects).encode()).hexdigest()[:16]))
        for number, target in enumerate(effects.targets, 1):
            self._target(number, target)
        for number, clause in enumerate(effects.clauses, 1):
            self._clause(number, clause)

    def _target(self, number: int, target: Target) -> None:
        most = MOST_TARGETS if target.most is None else target.most
        if isinstance(target.least, Term) or isinstance(most, Term):
            raise UnknownToRulesError("a number of targets that varies")
        self._facts.add("wants_target", self._ability, number, self._said(target.description), target.least, most)
        for other in target.other_than:
            self._facts.add("differs", self._ability, number, other)

    def _clause(self, number: int, clause: Clause) -> None:
        self._check(clause)
        place = (self._ability, number)
        self._facts.add("clause", *place)
        self._facts.add("clause_tells", *place, self._term(clause.does))
        self._facts.add("clause_by", *place, self._term(clause.by))
        if clause.optional:
            self._facts.add("clause_optional", *place)
        if clause.only_if is not None:
            self._facts.add("clause_if", *place, self._term(clause.only_if))
        if clause.if_done is not None:
            asked = "clause_if_done" if clause.if_done > 0 else "clause_unless_done"
            self._facts.add(asked, *place, abs(clause.if_done))
        if clause.until is not None:
            self._facts.add("clause_until", *place, quote(clause.until))
        for reference in references(clause):
            self._facts.add("mentions", *place, self._term(reference))
        if clause.does.name in OF_ITSELF:
            self._facts.add("mentions", *place, "this")
        said: tuple[Argument, ...] = (*amounts(clause), *_plain_numbers(clause.does))
        for amount in said:
            self._facts.add("clause_amount", *place, self._term(amount))
            if isinstance(amount, int):
                self._facts.add("is_number", amount)
        self._counters(clause.does)

    def _check(self, clause: Clause) -> None:
        """Refuse what the rules do not know."""
        if len(clause.does.arguments) not in VERBS.get(clause.does.name, ()):
            more = " so" if clause.does.name in VERBS else ""
            raise UnknownToRulesError(f"to {clause.does.name.replace('_', ' ')}{more}")
        if clause.until not in (None, "end of turn"):
            raise UnknownToRulesError(f"what lasts until {clause.until}")
        if clause.until is not None and clause.does.name not in _LASTING:
            raise UnknownToRulesError(f"to {clause.does.name.replace('_', ' ')} until {clause.until}")
        if clause.does.name == "enter" and not _known_entering(clause.does):
            raise UnknownToRulesError(f"how it enters: {clause.does}")
        if any(isinstance(one, Effects) for one in clause.does.arguments):
            raise UnknownToRulesError("to give abilities")
        if clause.unless or clause.instead_of is not None or clause.later is not None:
            raise UnknownToRulesError("'unless', 'instead', or what happens later")
        if clause.only_if is not None and clause.only_if.name not in _CONDITIONS:
            raise UnknownToRulesError(f"the condition {clause.only_if.name}")
        if clause.by.name == "each" and clause.does.name not in _OF_PLAYERS:
            raise UnknownToRulesError(f"that several players {clause.does.name.replace('_', ' ')}")
        if clause.does.name == "move" and not all(map(self._is_one, clause.does.arguments[1:])):
            raise UnknownToRulesError("to move counters from or onto several")
        if clause.by != Term("you") and any(one.name == "some" for one in references(clause)):
            raise UnknownToRulesError("what another player chooses")
        for reference in references(clause):
            if reference.name not in _REFERENCES:
                raise UnknownToRulesError(f"the reference {reference.name}")
        for amount in amounts(clause):
            if amount.name not in _AMOUNTS:
                raise UnknownToRulesError(f"the amount {amount.name}")

    def _is_one(self, reference: Argument) -> bool:
        """Whether a reference can mean one object only."""
        if not isinstance(reference, Term):
            return False
        if reference.name == "target":
            number = reference.arguments[0]
            return isinstance(number, int) and self._targets[number - 1].most == 1
        return reference.name in ("this", "that", "id", "attached")

    def _counters(self, does: Term) -> None:
        """Which kinds and selections of counters are named, which the rules must know from the start."""
        if does.name in ("put", "get_counters"):
            self._facts.add("says_kind", self._term(does.arguments[1]))
        if does.name in ("gain", "lose") and isinstance(keyword := does.arguments[0], str):
            keyword_facts(self._facts, keyword)
        if does.name == "enter":
            for option in _options(does):
                if option.name == "counters":
                    self._facts.add("says_kind", self._term(option.arguments[1]))
        if does.name in ("remove", "move", "double"):
            selection = does.arguments[0]
            assert isinstance(selection, Term)
            if selection.name in ("count", "count_any") and not isinstance(selection.arguments[0], int):
                # How many it will be is not known yet; it is one of these.
                rest = "".join(f",{self._term(one)}" for one in selection.arguments[1:])
                self._facts.add("says_selection", f"{selection.name}(0..x_limit{rest})")
            else:
                self._facts.add("says_selection", self._term(selection))
            for one in parts(selection):
                if isinstance(one, Term) and one.arguments and isinstance(one.arguments[-1], str):
                    self._facts.add("says_kind", quote(one.arguments[-1]))

    def _term(self, term: Argument) -> str:
        try:
            return asp(term, self._said)
        except ValueError as error:
            raise UnknownToRulesError(str(error)) from None

    def _said(self, description: Description) -> str:
        """The filter that a description is, under a term of its own."""
        if description not in self._described:
            term = f"said({self._ability},{next(self._numbers)})"
            self._described[description] = term
            if description.zone not in _ZONES:
                raise UnknownToRulesError(f"what is in the zone {description.zone}")
            try:
                condition = Described(**_conditions(description))
            except (ValidationError, TypeError) as error:
                raise UnknownToRulesError(f"the description {description}") from error
            condition_facts(self._facts, term, condition)
            if condition.players is None:
                self._facts.add("in_zone", term, quote(description.zone))
            for other in description.either:
                self._facts.add("alternative", term, self._said(other))
        return self._described[description]


def _conditions(description: Description) -> dict[str, Any]:
    """The conditions of a description in the words of filters."""
    found = dict(description.conditions)
    if (number := found.pop("mana_value_is", None)) is not None:
        found |= {"mana_value_at_least": number, "mana_value_at_most": number}
    if found.pop("permanent_card", False):
        found["types"] = found.get("types") or ("artifact", "battle", "creature", "enchantment", "land", "planeswalker")
    return found


def _options(does: Term) -> list[Term]:
    """What a term says beside its first argument."""
    return [one for one in does.arguments[1:] if isinstance(one, Term)]


def _known_entering(does: Term) -> bool:
    return len(does.arguments) <= 3 and all(one.name in _ENTERING for one in _options(does))


def _plain_numbers(does: Term) -> Iterator[int]:
    """The numbers among the amounts of a term: those that stand where another amount could."""
    for argument in does.arguments:
        if isinstance(argument, int):
            yield argument
        elif isinstance(argument, Term) and (
            is_amount(argument) or argument.name in ("count", "count_any", "counters")
        ):
            yield from _plain_numbers(argument)
