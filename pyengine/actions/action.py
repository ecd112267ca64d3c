"""Actions: the instructions of an effect, a cost or a turn-based action, as one phrase.

`Action.parse` reads a phrase, `str` writes it back, and `facts` turns it into facts for `asp/engine/instructions.lp`
and the rule files that it names. This module knows no rule of the game: the rules decide whether an action is
possible, and its result. Everything in one `Action` happens as one event, except where the rules do things one after
another, such as manifesting several cards. `ACTION, then ACTION` is one resolution of several events.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from pyengine.actions import action_facts, phrases
from pyengine.actions.grouping import rows
from pyengine.actions.misread import MAX_TEXT, misread, refuse_unreadable
from pyengine.actions.phrases import Said
from pyengine.actions.sorts import SORTS, Sort
from pyengine.compiler.token_cards import spare_ids
from pyengine.english.effect_terms import Term
from pyengine.english.grammar_engine import wrong
from pyengine.errors import InvalidActionError
from pyengine.files.fields import MAX_COUNT
from pyengine.phrases.text_safety import MalformedError, check_name, shown


@dataclass(frozen=True, repr=False)
class Action:
    """Simultaneous instructions, further terms about them, and the action that follows in the same resolution, if
    any.
    """

    said: Said
    beside: Said = ()
    then: Action | None = None

    def __post_init__(self) -> None:
        for sort, value in self._values:
            if problem := sort.problem(value):
                raise MalformedError(problem)
        action_facts.refuse_twice(self._facts)
        _refuse_together(self._facts)
        if self.then is not None and "goes_on_to" in (self.said[0].name, self.then.said[0].name):
            raise MalformedError("a step does not end within a resolution: go on in an action of its own")
        # What is written out must be readable again, so the limit is on that as well.
        if len(self._phrase) > MAX_TEXT:
            raise MalformedError(f"the action has more than {MAX_TEXT:,} characters when written out in full")

    @staticmethod
    def parse(text: str) -> Action:
        """Read a phrase; `InvalidActionError` says where it stops being one."""
        action: Action | None = None
        try:
            for said, beside in reversed(_steps(text)):
                action = Action(said, beside, action)
        except MalformedError as error:
            raise InvalidActionError(f"in {shown(text)}: {error}") from None
        assert action is not None  # there is one step at least
        return action

    @property
    def performer(self) -> str | None:
        """The player who does it, if the action names one."""
        return next((term.arguments[0] for term in self.beside if term.name == "performer"), None)  # type: ignore[return-value]

    def steps(self) -> tuple[Action, ...]:
        """Return the steps one after another, each without the steps that follow; the rules say how many events each
        is.
        """
        return tuple(replace(step, then=None) for step in self._chain())

    def names(self) -> set[str]:
        """Every id of an object or player in it that is there before it, in any step."""
        in_texts = {name for step in self._chain() for name in action_facts.names(step.said)}
        return (self._named("object", "player", "either", "any") | in_texts) - set(self.makes())

    def may_be_abilities(self) -> set[str]:
        """The ids that abilities on the stack can have too where they stand, in any step, and nowhere else."""
        return self._named("any") - self._named("object", "player", "either")

    def makes(self) -> list[str]:
        """The ids of the tokens and copies that come into being by it, in any step."""
        return [name for step in self._chain() for name in sorted(step._ids("new"))]

    def player_ids(self) -> set[str]:
        """The ids that only players can have where they stand, in any step."""
        return self._named("player")

    def object_ids(self) -> set[str]:
        """The ids that only objects can have where they stand, in any step."""
        return self._named("object")

    def tokens(self) -> list[tuple[str, str]]:
        """Return the tokens that it creates, except copies, in any step, each with the card that defines it."""
        return [token for step in self._chain() for token in action_facts.tokens(step.said)]

    def new_tokens(self) -> dict[str, int]:
        """The tokens it may create that get the next spare ids, in any step: how many of each card."""
        found: dict[str, int] = {}
        for step in self._chain():
            for card, count in action_facts.new_tokens(step.said):
                found[card] = found.get(card, 0) + count
        return found

    def kinds(self) -> set[str]:
        """Every counter kind it names, in any step."""
        named = {value for step in self._chain() for sort, value in step._values if sort is SORTS["kind"]}
        return named.union(*(action_facts.kinds(step.said) for step in self._chain()))

    def __str__(self) -> str:
        return self._phrase

    def __repr__(self) -> str:
        return f"Action.parse({self._phrase!r})"

    def _named(self, *whom: str) -> set[str]:
        return {name for step in self._chain() for name in step._ids(*whom)}

    def _ids(self, *whom: str) -> set[str]:
        return {value for sort, value in self._values if sort.names in whom}

    def _chain(self) -> Iterator[Action]:
        step: Action | None = self
        while step is not None:
            yield step
            step = step.then

    @property
    def _facts(self) -> Said:
        return (*self.said, *self.beside)

    @cached_property
    def _values(self) -> tuple[tuple[Sort, Any], ...]:
        return tuple(action_facts.values(self._facts))

    @cached_property
    def _phrase(self) -> str:
        return phrases.write(self.said, self.beside) + (f", then {self.then._phrase}" if self.then else "")


def new_ids(
    actions: Iterable[Action], taken: Container[str], others: Mapping[str, int] = MappingProxyType({})
) -> list[tuple[str, int, str]]:
    """The ids of tokens that actions create without naming them: the card, the number, and the id of each.

    `others` are tokens that something else may create, and how many of each.
    """
    wanted = dict(others)
    for action in actions:
        for card, count in action.new_tokens().items():
            wanted[card] = wanted.get(card, 0) + count
    return spare_ids(wanted, taken)


def by(player: str | None) -> Said:
    """Return the terms for an action that this player does; none, if no player is named."""
    return () if player is None else (Term("performer", (player,)),)


def facts(action: Action, instruction: str) -> list[str]:
    """The facts of one step, whose instruction has this term; `action.then` is not in them.

    Who an entering object enters under is only said if the action says so.
    """
    return [f"instruction({instruction}).", *action_facts.facts(action._facts, instruction)]


def _steps(text: str) -> list[tuple[Said, Said]]:
    """Return the instruction of each step of a phrase; text that is not a phrase of actions may be the text of a
    card.
    """
    refuse_unreadable(text)
    found = []
    for step in phrases.tokens(text):
        reading = phrases.read(step)
        if reading is None:
            from pyengine.actions import card_text  # few phrases are, and it takes its time to import

            of_cards = card_text.read(text)
            if of_cards is None:
                raise misread(step)
            return [((of_cards[0],), of_cards[1])]
        if mistake := wrong(reading):
            raise misread(step, mistake)
        found.append(reading)
    return found


def _refuse_together(said: Said) -> None:
    """Refuse terms that can't be in one action together, or not in such an action."""
    terms = {term.name: term for term in said}
    if not terms.keys().isdisjoint(("combat_damage", "unpreventable")) and "deals_damage" not in terms:
        raise MalformedError("only damage is combat damage or can't be prevented")
    if "goes_on_to" in terms and len(terms) > 1:
        raise MalformedError("the game goes on by itself: expected nothing after where it goes on to")
    for _, card in action_facts.tokens(said):
        check_name(card)
    # What one event deals is added up, for lifelink for one; the sum must fit as well.
    if (dealt := terms.get("deals_damage")) and (total := sum(n for *_, n in rows(dealt.arguments))) > MAX_COUNT:
        raise MalformedError(f"expected numbers from 0 to {MAX_COUNT} in all, found {total}")
