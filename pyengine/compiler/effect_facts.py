"""The facts of an effect: its clauses, its targets, and what it describes.

What each fact means is said in `608_2_effects.lp` and `115_targets.lp`. An effect that says more than the rules
know gives no fact at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any

from pydantic import ValidationError

from pyengine.card_model.filters import Described
from pyengine.card_model.granted_abilities import UngrantableError, granted_facts
from pyengine.compiler.clause_numbers import in_ways
from pyengine.compiler.condition_facts import add_conditions, of_whole
from pyengine.compiler.delayed_abilities import event_of, in_words
from pyengine.compiler.delayed_events import event_facts
from pyengine.compiler.effect_schema import (
    TOGETHER,
    TRACKED,
    WHILE,
    check,
    pieces,
    pieces_of,
    preventing,
)
from pyengine.compiler.filter_facts import condition_facts
from pyengine.compiler.listed_characteristics import values_facts
from pyengine.compiler.lowering import lowered, with_abilities
from pyengine.compiler.mana import OR, Made, mana_facts, pool, pool_term
from pyengine.compiler.modes import choices
from pyengine.compiler.passes import UnknownToRulesError, known
from pyengine.english.ability_lines import read_card_text
from pyengine.english.effect_terms import (
    Argument,
    Clause,
    Description,
    Effects,
    Target,
    Term,
    TriggeredAbility,
    asp,
    denied,
    parts,
)
from pyengine.english.kicker import HOW
from pyengine.english.reading import TextError, read_effects
from pyengine.english.writing import UnsayableError
from pyengine.glossary.subtypes import SUBTYPES
from pyengine.keywords.acting import is_silent
from pyengine.keywords.texts import KeywordText, activated, texts_of
from pyengine.keywords.variants import keyword_words
from pyengine.solving.asp_terms import FactWriter, quote

_ZONES = frozenset(("battlefield", "graveyard", "hand", "exile", "stack", "library", "players"))

MOST_TARGETS = 100
"""Most targets considered where a text says "any number of targets"."""


def effect_facts(facts: FactWriter, ability: str, effects: Effects, only_if: Term | None = None) -> None:
    """Facts of an effect, that of the ability with this term, and of the condition of the whole (603.4).

    Raises `UnknownToRulesError`, and adds nothing then.
    """
    effects = known(with_abilities(effects))
    check(effects)
    found = FactWriter()
    if effects.modes is not None and effects.modes.how == HOW:
        usual, if_kicked = map(known, effects.modes.options)
        found.add("cost_choice", ability, quote("kicked"), f'with_cost({ability},"kicked")')
        _Writer(found, f'with_cost({ability},"kicked")').write(if_kicked, only_if)
        _Writer(found, ability).write(usual, only_if)
        facts.lines.update(found.lines)
        return
    for number, told in ((number, known(told)) for number, told in choices(effects)):
        chosen = f"modes({ability},{number})"
        found.add("mode_choice", ability, number, chosen)
        for mode in range(number.bit_length()):
            if number >> mode & 1:
                found.add("mode_in_choice", chosen, mode + 1)
        _Writer(found, chosen).write(told, only_if)
    _Writer(found, ability).write(effects, only_if)
    facts.lines.update(found.lines)


def mana_ability_facts(facts: FactWriter, ability: str, made: Made) -> None:
    """Facts of a mana ability that does nothing but add mana. Raises `UnknownToRulesError`, and adds nothing then."""
    found = FactWriter()
    writer = _Writer(found, ability)
    for number, one in enumerate(made.ways, 1):
        found.add("makes_mana", ability, number, pool_term(one))
    if made.times != 1:
        found.add("made_times", ability, writer.term(made.times))
    if made.only is not None:
        writer.spending(made.only)
    facts.lines.update(found.lines)


def keyword_facts(facts: FactWriter, keyword: str) -> None:
    """Add facts of a keyword from its text, and of the triggered abilities it represents."""
    if keyword == "rad":
        rad_facts(facts)
        return
    keyword_words(facts, keyword)
    if is_silent(keyword):
        facts.add("silent_keyword", quote(keyword))
    if keyword.startswith("enchant "):
        _enchant_facts(facts, keyword)
    for one in texts_of(keyword):
        term = one.term or f"keyword({quote(keyword)})"
        with suppress(TextError, UnknownToRulesError):
            told = _told(one)
            effect_facts(facts, term, *told)
            facts.add("triggers_by_itself", term)
            facts.add("stands_for", term, quote(keyword), one.number)


def given_keyword_facts(facts: FactWriter, keyword: str) -> None:
    """Add facts of a keyword that something gives, and of its activated ability."""
    keyword_facts(facts, keyword)
    if (words := activated(keyword)) is not None:
        with suppress(UngrantableError):
            granted_facts(facts, words)
            facts.add("used_as", quote(keyword), quote(words))


def _enchant_facts(facts: FactWriter, keyword: str) -> None:
    """Add facts of the target of an Aura spell, by its enchant ability, where pyengine understands it."""
    words = re.sub(r"[a-z]+", lambda word: _written(word[0]), keyword.removeprefix("enchant "))
    found = FactWriter()
    with suppress(TextError, UnknownToRulesError):
        (target,) = read_effects(f"choose target {words}").targets
        if target.description.zone in ("battlefield", "players"):
            _Writer(found, f"enchant({quote(keyword)})").targets((target,))
            facts.lines.update(found.lines)


def _written(word: str) -> str:
    """A subtype as texts write it; the text of a keyword has no capital letters."""
    return word.title() if word in SUBTYPES else word


def rad_facts(facts: FactWriter) -> None:
    """Add facts of the triggered ability of rad counters, which the rules give to players."""
    you, milled = Term("you"), Description((("from_among", Term("done", (1,))), ("not_types", ("land",))), "anywhere")
    lost = Term("count", (milled,))
    clauses = (
        Clause(Term("mill", (Term("counters", ("rad", you)),))),
        Clause(Term("lose_life", (lost,))),
        Clause(Term("remove", (Term("count", (lost, "rad")), you))),
    )
    effect_facts(facts, "rad", Effects(clauses))
    facts.add("triggers_by_itself", "rad")
    facts.add("stands_for", "rad", quote("rad"), 1)


def keyword_effects(keyword: str) -> Iterator[Effects]:
    """Yield the effects of a keyword's triggered abilities."""
    for one in texts_of(keyword):
        with suppress(TextError):
            yield _told(one)[0]


@cache
def _told(keyword: KeywordText) -> tuple[Effects, Term | None]:
    """Return the effects of a keyword's ability, and its condition, which is checked again as it resolves (603.4).

    Raises `TextError` for a cost that pyengine does not understand.
    """
    (ability,) = read_card_text(keyword.text)
    assert isinstance(ability, TriggeredAbility)
    effects, only_if = ability.effects, ability.only_if
    if only_if is None or len(effects.clauses) > 1:
        return effects, only_if
    (clause,) = effects.clauses
    return replace(effects, clauses=(replace(clause, only_if=only_if),)), None


def delayed_facts(facts: FactWriter, ability: str, when: Term, told: Effects) -> None:
    """Add facts of the event of a delayed or reflexive ability, and of its effects."""
    facts.add("delays", ability, _waits(when))
    if (event := event_of(when)) is not None:
        event_facts(facts, ability, event)
    effect_facts(facts, ability, told)


def _waits(when: Term) -> str:
    """Return the term of the step or event that an ability waits for; for an event, its duration, because the event
    has its own facts.
    """
    return asp(when if event_of(when) is None else replace(when, arguments=when.arguments[1:]), str)


def mana_cost_facts(facts: FactWriter, mana: str) -> None:
    """Add facts of a mana payment that a player makes as an effect is carried out."""
    for predicate, arguments in mana_facts(mana):
        facts.add(predicate, f"mana({quote(mana)})", *arguments)


_SPENT_ON = {
    Term("to_turn_up", (Term("each", (Description((("types", ("creature",)),)),)),)): "turn up creatures",
    Term("to_turn_up_manifested"): "turn up what is manifested",
    Term("to_pay_morph"): "morph costs",
}
"""Uses to which mana can be restricted, besides spells."""


class _Characteristics:
    """Characteristics that something becomes, with the fields that `values_facts` reads."""

    def __init__(self, *listed: Any) -> None:
        power, toughness, self.types, self.subtypes, self.keywords, self.supertypes = listed
        self.power = power if isinstance(power, int) else None
        self.toughness = toughness if isinstance(toughness, int) else None


def _asked_once(clauses: Sequence[Clause]) -> Iterator[tuple[Clause, tuple[int, str] | None]]:
    """The clauses; of one whose condition its sentence has asked before another, that one, and which it has to be."""
    first = 0
    for number, clause in enumerate(clauses, 1):
        before = clauses[first - 1].only_if if first else None
        found = None
        if clause.together and before is not None and not (clause.instead_of or clauses[first - 1].instead_of):
            found = "so" if clause.only_if == before else "not_so" if clause.only_if == denied(before) else None
        if found is None:
            first = number
            yield clause, None
        else:
            yield replace(clause, only_if=None), (first, found)


class _Writer:
    """Writes the facts of one effect; each description gets a term of its own."""

    def __init__(self, facts: FactWriter, ability: str) -> None:
        self._facts = facts
        self._ability = ability
        self._described: dict[Description, str] = {}
        self._numbers = count(1)

    def write(self, effects: Effects, only_if: Term | None) -> None:
        same = repr(effects) if only_if is None else repr((effects, only_if))
        self._facts.add("does_as", self._ability, quote(sha256(same.encode()).hexdigest()[:16]))
        self.targets(effects.targets)
        for number, (clause, asked) in enumerate(_asked_once(effects.clauses), 1):
            self._clause(number, clause)
            if asked is not None:
                self._facts.add("clause_if_as", self._ability, number, *asked)
        if only_if is not None:
            if only_if.name == "while":
                self._facts.add("asked_as_it_triggers", self._ability)
            conditions = [*of_whole(only_if)]
            add_conditions(self._facts, self._ability, "whole", map(self._term, conditions))
            for one in parts(tuple(conditions)):
                if isinstance(one, Term) and one.name in ("counters_on", "had") and isinstance(one.arguments[1], str):
                    self._facts.add("says_kind", quote(one.arguments[1]))

    def targets(self, targets: Sequence[Target]) -> None:
        """Add facts of the targets of an effect, or of an Aura spell."""
        for number, target in enumerate(targets, 1):
            self._target(number, target)

    def term(self, said: Argument) -> str:
        """A term, with what it describes as filters."""
        return self._term(said)

    def spending(self, only: Term) -> None:
        """Add facts of the uses allowed for mana. Raises `UnknownToRulesError`."""
        (use,) = only.arguments
        uses = use.arguments if isinstance(use, Term) and use.name == "either" else (use,)
        for one in uses:
            if isinstance(one, Term) and one in _SPENT_ON:
                self._facts.add("mana_only_for", self._ability, quote(_SPENT_ON[one]))
            elif isinstance(one, Term) and one.name == "to_cast" and isinstance(one.arguments[0], Description):
                self._facts.add("speaks_of_spells", self._ability, self._said(one.arguments[0]), quote("you"))
            else:
                raise UnknownToRulesError(f"mana that may only be spent {getattr(one, 'name', one)}".replace("_", " "))
        self._facts.add("restricted_mana", self._ability)

    def _target(self, number: int, target: Target) -> None:
        most = target.most if isinstance(target.most, int) else MOST_TARGETS
        description, together = _alone(target.description)
        if ("share_permanent_type", True) in together:
            self._facts.add("sharing_targets", self._ability, number)
        if ("same_controller", True) in together:
            for other in target.other_than or (number,):
                self._facts.add("same_controller", self._ability, number, other)
        said = self._said(description)
        self._facts.add("wants_target", self._ability, number, said, str(target.least), str(most))
        if not isinstance(target.most, int):
            self._facts.add("any_number_of_targets", self._ability, number)
        if isinstance(target.most, Term):  # as many as there are counters of a kind on the object itself
            self._facts.add("most_for_counters", self._ability, number, self._term(target.most.arguments[0]))
        for other in target.other_than:
            self._facts.add("differs", self._ability, number, other)

    def _clause(self, number: int, clause: Clause) -> None:
        place = (self._ability, number)
        only_if = lowered(clause).only_if
        clause = replace(clause, only_if=None if only_if is None else _of_cards(only_if))
        self._facts.add("clause", *place)
        if (cost := preventing(clause)) is not None:
            self._told(f"unless({number})", cost)
        several = list(in_ways(clause))
        if len(several) > 1:
            self._facts.add("one_of_ways", *place, len(several))
            for way, one in enumerate(several, 1):
                self._told(f"option({number},{way})", one)
        else:
            self._told(number, clause)
        if clause.optional:
            self._facts.add("clause_optional", *place)
        if clause.only_if is not None:
            self._facts.add("clause_if", *place, self._term(_pushed_down(clause.only_if)))
        if clause.if_done is not None:
            asked = "clause_if_done" if clause.if_done > 0 else "clause_unless_done"
            self._facts.add(asked, *place, abs(clause.if_done))
            if clause.in_one:
                self._facts.add("clause_in_one", *place)
        if clause.at_once:
            self._facts.add("clause_at_once", *place)
        if clause.instead_of and clause.only_if is not None:
            for replaced in clause.instead_of:
                self._facts.add("clause_instead", *place, replaced)
            for sort, said in pieces(clause.only_if, "condition"):  # it is asked as the first of those would be done
                self._piece((self._ability, min(clause.instead_of)), sort, said)
        if clause.action is not None:
            self._facts.add("of_keyword_action", *place, clause.action)

    def _told(self, number: int | str, clause: Clause) -> None:
        """Add facts of a clause, of one of its alternatives, or of an action that prevents it (118.12a)."""
        place = (self._ability, number)
        if clause.does.name == "delay" and isinstance(number, int):
            self._facts.add("clause_tells", *place, self._delayed(number, clause.does))
        else:
            self._facts.add("clause_tells", *place, self._term(lowered(clause).does))
        self._facts.add("clause_by", *place, self._term(lowered(clause).by))
        if clause.until is not None:
            self._facts.add("clause_until", *place, _duration(clause.until))
        for sort, said in pieces_of(clause):
            self._piece(place, sort, said)

    def _delayed(self, number: int, does: Term) -> str:
        """The clause that sets an ability up, and the facts of that."""
        when, told = does.arguments
        assert isinstance(when, Term) and isinstance(told, Effects)
        ability = f"later({self._ability},{number})"
        delayed_facts(self._facts, ability, when, told)
        try:
            words, event, named = in_words(told, when)
        except UnsayableError:
            raise UnknownToRulesError("what happens later, in words for a board") from None
        self._facts.add("says_later", ability, quote(words))
        if event is not None:
            self._facts.add("says_event", ability, quote(event))
        for one, place in named.items():
            self._facts.add("kept_by", ability, self._term(one))
            self._facts.add("named_later", ability, self._term(one), place)
        return f"delay({_waits(when)},{ability})"

    def _piece(self, place: tuple[str, int | str], sort: str, said: Argument) -> None:
        """Add the facts of a part of a clause that the rules need before they carry it out."""
        if sort == "reference":
            self._facts.add("mentions", *place, self._term(said))
        elif sort == "amount":
            self._facts.add("clause_amount", *place, self._term(said))
            if isinstance(said, int):
                self._facts.add("is_number", said)
        elif sort == "verb" and isinstance(said, Term) and said.name == "pay_mana" and len(said.arguments) > 1:
            self._facts.add("mana_for_each", self._term(said.arguments[0]))
        elif sort == "verb" and isinstance(said, Term) and said.name == "unread":
            if re.search(r"\btargets?\b", str(said.arguments[0]), re.IGNORECASE):
                self._facts.add("may_target", place[0])
        elif sort == "kind":
            self._facts.add("says_kind", self._term(said))
        elif sort == "selection":
            self._facts.add("says_selection", self._selection(said))
        elif sort == "values" and isinstance(said, Term) and said.name == "values":
            values_facts(self._facts, _Characteristics(*said.arguments))
        elif sort == "words" and isinstance(said, tuple):
            for word in said:
                self._facts.add("among", self._term(said), quote(word))
        elif sort == "exception" and isinstance(said, Term) and said.arguments:
            self._exceptions(place[0], *said.arguments)
        elif sort == "granted":
            granted_facts(self._facts, str(said))
        elif sort == "keyword":
            given_keyword_facts(self._facts, str(said))
        elif sort == "mana":
            mana_cost_facts(self._facts, str(said))
        elif sort == "added":
            for number, one in enumerate(str(said).split(OR), 1):
                self._facts.add("mana_way", quote(str(said)), number, pool_term(pool(one)))

    def _exceptions(self, ability: str, *said: Any) -> None:
        """In what a copy differs from what it copies."""
        types, subtypes, keywords, removed, colors, costless, itself, power, toughness, given = said
        self._facts.add("alters_copies", ability)
        for what, words in (("type", types), ("subtype", subtypes), ("keyword", keywords)):
            for word in words:
                self._facts.add("copy_adds", ability, "any", what, quote(word))
        for word in keywords:
            keyword_facts(self._facts, word)
        for word in removed:
            self._facts.add("copy_removes", ability, quote(word))
        for word in colors:
            self._facts.add("copy_colors", ability, quote(word))
        if costless:
            self._facts.add("copy_without_cost", ability)
        if itself:
            self._facts.add("copy_has_this", ability)
        for what, number in (("power", power), ("toughness", toughness)):
            if isinstance(number, int):
                self._facts.add("copy_sets", ability, what, number)
        if isinstance(given, str):
            self._facts.add("copy_adds", ability, "any", "text", quote(given))

    def _selection(self, said: Argument) -> str:
        """A selection of counters; where it is not known yet how many it will be, every one that it may be."""
        assert isinstance(said, Term)
        if said.name in ("count", "count_any", "up_to", "up_to_any") and not isinstance(said.arguments[0], int):
            rest = "".join(f",{self._term(one)}" for one in said.arguments[1:])
            return f"{said.name}(0..x_limit{rest})"
        return self._term(said)

    def _term(self, term: Argument) -> str:
        return asp(term, self._said)

    def _said(self, description: Description) -> str:
        """The filter that a description is, under a term of its own."""
        if description not in self._described:
            term = f"said({self._ability},{next(self._numbers)})"
            self._described[description] = term
            if description.zone not in _ZONES and not _is_spoken_of(description):
                raise UnknownToRulesError(f"what is in the zone {description.zone}")
            conditions = _conditions(description)
            for asked in _asked_of_effect(conditions):
                self._facts.add("requires", term, asked)
            try:
                condition = Described(**conditions)
            except (ValidationError, TypeError) as error:
                raise UnknownToRulesError(f"the description {description}") from error
            condition_facts(self._facts, term, condition)
            if condition.players is None and (not _is_among(description) or description.zone in _FOUND_THERE):
                self._facts.add("in_zone", term, quote(description.zone))
            for other in description.either:
                self._facts.add("alternative", term, self._said(other))
        return self._described[description]


def _duration(until: str) -> str:
    """How long something lasts: in words, or for as long as something is so."""
    if (found := TRACKED.fullmatch(until)) is not None:
        return f"while(counter({quote(found[1])}))"
    return WHILE.get(until) or quote(until)


def _alone(description: Description) -> tuple[Description, tuple[tuple[str, Any], ...]]:
    """Return the conditions on each target by itself, and those on several together."""
    kept = tuple(pair for pair in description.conditions if pair not in TOGETHER)
    together = tuple(pair for pair in description.conditions if pair in TOGETHER)
    return replace(description, conditions=kept), together


def _pushed_down(condition: Term, *, negated: bool = False) -> Term:
    """The condition with `not` where it negates no condition that is made of others."""
    if condition.name == "not":
        (of,) = condition.arguments
        assert isinstance(of, Term)
        return _pushed_down(of, negated=not negated)
    if condition.name in ("and", "or"):
        name = {"and": "or", "or": "and"}[condition.name] if negated else condition.name
        parts = [_pushed_down(one, negated=negated) for one in condition.arguments if isinstance(one, Term)]
        return Term(name, tuple(parts))
    return Term("not", (condition,)) if negated else condition


_OF_CARDS = frozenset(("types", "subtypes", "not_types", "not_subtypes", "permanent_card"))


def _of_cards(condition: Term) -> Term:
    """The condition with "if it was a creature card", and "if it's a creature card", asked of the types alone.

    Raises `UnknownToRulesError` for what else something was.
    """
    if condition.name in ("is", "was") and isinstance(of := condition.arguments[1], Description):
        if condition.name == "is" and of.zone != "anywhere":
            return condition
        if of.either or not {name for name, _ in of.conditions} <= _OF_CARDS:
            raise UnknownToRulesError("what it was")
        name = "was" if condition.name == "was" else "is_card"
        return Term(name, (condition.arguments[0], replace(of, zone="battlefield")))
    return Term(condition.name, tuple(_of_cards(one) if isinstance(one, Term) else one for one in condition.arguments))


def _asked_of_effect(conditions: dict[str, Any]) -> Iterator[str]:
    """The conditions that ask for what an effect speaks of, which are taken out of these."""
    for word in ("controller", "owner"):
        if isinstance(conditions.get(word), Term):
            who = conditions.pop(word)
            if word == "controller" and who.name == "they":
                yield "own_choice"
                continue
            if word == "owner" and who.name == "they":
                yield "own_card"
                continue
            if who.name not in ("that_player", "defending_player", "target"):
                raise UnknownToRulesError("the description of what they control")
            yield f"{word}_is({asp(who, str)})"
    if (among := conditions.pop("from_among", None)) is not None:
        if among.name != "done":
            raise UnknownToRulesError("the description of what others are among")
        yield f"among_done({asp(among.arguments[0], str)})"
    if (other := conditions.pop("not_reference", None)) is not None:
        if other.name not in ("that", "target"):
            raise UnknownToRulesError("the description of what another is")
        yield f"not_the({asp(other, str)})"
    match conditions.get("shares"):
        case ("name", Term("target") as namesake):
            del conditions["shares"]
            yield f"named_as({asp(namesake, str)})"
    for word in ("mana_value_at_most", "mana_value_at_least"):
        number = conditions.get(word)
        if isinstance(number, Term):
            if number == Term("x"):
                yield f"{word}_x"
            elif number == Term("power", (Term("this"),)):
                yield f"{word}_power"
            elif number.name != "counters" or number.arguments[1] != Term("this"):
                raise UnknownToRulesError("the description of a number that varies")
            else:
                yield f"{word}_counters({asp(number.arguments[0], str)})"
            del conditions[word]
    for word in ("power_at_most", "toughness_at_most"):
        if conditions.get(word) == Term("x"):
            del conditions[word]
            yield f"{word}_x"
    if conditions.get("power_at_most") == Term("power", (Term("this"),)):
        del conditions["power_at_most"]
        yield "power_at_most_power"
    if conditions.get("has") == ("morph",):
        del conditions["has"]
        yield "with_morph"
    if conditions.get("blocking_or_blocked_by") == Term("this"):
        del conditions["blocking_or_blocked_by"]
        yield "fights_this"


_FOUND_THERE = ("graveyard", "hand", "exile")
"""Where those of what a clause was done to are that are said to be there; of others it is not asked."""


def _is_among(description: Description) -> bool:
    """Return whether it describes some of the objects that a clause affected."""
    return any(word == "from_among" for word, _ in description.conditions)


def _is_spoken_of(description: Description) -> bool:
    """Return whether it identifies objects by what was done to them, or asks about objects mentioned before."""
    return _is_among(description) or description.zone == "anywhere"


def _conditions(description: Description) -> dict[str, Any]:
    """The conditions of a description in the words of filters."""
    found = dict(description.conditions)
    if found.get("power_less_than") == Term("power", (Term("this"),)):
        found["weaker"] = bool(found.pop("power_less_than"))
    if found.get("exiled_with") == Term("this"):
        found["exiled_with"] = True
    if found.get("ability") in ("any", "activated or triggered"):  # 113.3b, 113.3c: all that are on the stack
        found["ability"] = True
    if (number := found.pop("mana_value_is", None)) is not None:
        found |= {"mana_value_at_least": number, "mana_value_at_most": number}
    if found.get("types"):  # those are asked for alone
        found.pop("permanent_card", None)
    return found
