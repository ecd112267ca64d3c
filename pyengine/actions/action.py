"""Actions: what an effect, a cost or a turn-based action tells to do, as one phrase.

`Action.parse` reads a phrase, `str` writes it back, and `facts` turns it into the facts that
`asp/instructions.lp` and the rule files it names work on. Nothing here knows a rule of the game: whether an
action is possible, and what comes of it, is asked of the rules.

Everything in one `Action` happens as one event, but for what the rules do one after the other, such as to manifest
several cards. `ACTION, then ACTION` is one resolution of several events.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, get_args

from pyengine.actions.counter_instructions import Distribute, Proliferate, Put
from pyengine.actions.face_down_instructions import ExileFaceDown
from pyengine.actions.grammar import MAX_TEXT
from pyengine.actions.instructions import (
    NEXT_STEP,
    NEXT_TURN,
    Attack,
    BeginStep,
    Block,
    Create,
    CreateTokens,
    Damage,
    Enter,
    GoOn,
    Instruction,
    OneObject,
    PutInto,
    Zone,
)
from pyengine.actions.keyword_instructions import Support
from pyengine.actions.phrase_reading import steps_from_the_last
from pyengine.actions.phrase_writing import phrase
from pyengine.cards.tokens import spare_ids
from pyengine.cards.well_formed import MalformedError, check_name, check_word, shown, shown_digits
from pyengine.cards.words import write_id, write_type
from pyengine.errors import InvalidActionError
from pyengine.files.fields import MAX_COUNT, kind_problem, normal_kind
from pyengine.position.model import Step
from pyengine.solving.terms import quote

Cause = Literal["effect", "cost", "turn-based action"]


@dataclass(frozen=True, repr=False)
class Action:
    """What is told to be done at once, and the action that follows in the same resolution, if any.

    The parts are all of one class, and but for `Put` and `Damage` differ in nothing but their objects. With a
    `condition`, an object and a type of cards, it is done only if the object is such a card.
    """

    parts: tuple[Instruction, ...]
    performer: str | None = None
    cause: Cause = "effect"
    combat: bool = False
    unpreventable: bool = False
    then: Action | None = None
    condition: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", _merged(self.parts))
        _check_parts(self.parts)
        for name in (*self._own_names(), *self.makes()):
            check_name(name)
        for kind in self._own_kinds():
            check_name(kind)
            if kind != normal_kind(kind):
                raise MalformedError(f"a kind is written in lower case with plain minus signs, found {kind!r}")
            if problem := kind_problem(kind):
                raise MalformedError(problem)
        if self.condition is not None:
            object.__setattr__(self, "condition", (self.condition[0], self.condition[1].lower()))
            check_name(self.condition[1])
        if (self.combat or self.unpreventable) and not isinstance(self.parts[0], Damage):
            raise MalformedError("only damage is combat damage or can't be prevented")
        check_word(self.cause, Cause, "cause")
        self._check_going_on()
        # What is written out must be readable again, so the limit is on that as well.
        if len(self._phrase) > MAX_TEXT:
            raise MalformedError(f"the action has more than {MAX_TEXT:,} characters when written out in full")

    def _check_going_on(self) -> None:
        """Steps of a turn are gone through by themselves: nobody does it, and no effect tells to."""
        if isinstance(self.parts[0], GoOn):
            if self.then is not None:
                raise MalformedError("a step does not end within a resolution: go on in an action of its own")
            if self.performer is not None or self.cause != "effect" or self.condition is not None:
                raise MalformedError("the game goes on by itself: expected nothing after where it goes on to")
        elif self.then is not None and isinstance(self.then.parts[0], GoOn):
            raise MalformedError("a step does not end within a resolution: go on in an action of its own")

    @staticmethod
    def parse(text: str) -> Action:
        """Read a phrase; `InvalidActionError` says where it stops being one."""
        action: Action | None = None
        try:
            for parts, said in _steps(text):
                action = Action(parts, then=action, **said)
        except MalformedError as error:
            raise InvalidActionError(f"in {shown(text)}: {error}") from None
        assert action is not None  # the grammar has at least one step
        return action

    def steps(self) -> tuple[Action, ...]:
        """What is done one after the other, each without what follows it; how many events each is, the rules say."""
        return tuple(replace(step, then=None) for step in self._chain())

    def names(self) -> set[str]:
        """Every id of an object or player in it that is there before it, in any step."""
        named = {name for step in self._chain() for name in step._own_names()}
        return named - set(self.makes())

    def makes(self) -> list[str]:
        """The ids of the tokens and copies that come into being by it, in any step."""
        return [name for step in self._chain() for part in step.parts for name in part.makes()]

    def player_ids(self) -> set[str]:
        """The ids that only players can have where they stand, in any step."""
        performers = {step.performer for step in self._chain() if step.performer is not None}
        return performers.union(*(part.player_ids() for step in self._chain() for part in step.parts))

    def object_ids(self) -> set[str]:
        """The ids that only objects can have where they stand, in any step."""
        return {name for step in self._chain() for part in step.parts for name in part.object_ids()}

    def tokens(self) -> list[tuple[str, str]]:
        """The tokens it creates that are no copies, in any step, each with the card that says what it is."""
        return [token for step in self._chain() for part in step.parts for token in part.tokens()]

    def new_tokens(self) -> dict[str, int]:
        """The tokens it may create that get the next spare ids, in any step: how many of each card."""
        found: dict[str, int] = {}
        for step in self._chain():
            for part in step.parts:
                for card, count in part.new_tokens():
                    found[card] = found.get(card, 0) + count
        return found

    def kinds(self) -> set[str]:
        """Every counter kind it names, in any step."""
        return {kind for step in self._chain() for kind in step._own_kinds()}

    def __str__(self) -> str:
        return self._phrase

    def __repr__(self) -> str:
        return f"Action.parse({self._phrase!r})"

    def _chain(self) -> Iterator[Action]:
        step: Action | None = self
        while step is not None:
            yield step
            step = step.then

    def _own_names(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.names()
        if self.performer is not None:
            yield self.performer
        if self.condition is not None:
            yield self.condition[0]

    def _own_kinds(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.kinds()

    def _condition_words(self) -> Iterator[str]:
        if self.condition is not None:
            name, word = self.condition
            yield f"if {write_id(name)} is {'an' if word[0] in 'aeiou' else 'a'} {write_type(word)} card"

    @cached_property
    def _phrase(self) -> str:
        words = [
            phrase(*self.parts),
            *(["as combat damage"] if self.combat else []),
            *(["that can't be prevented"] if self.unpreventable else []),
            *([f"as a {self.cause}"] if self.cause != "effect" else []),
            *([f"by {write_id(self.performer)}"] if self.performer is not None else []),
            *self._condition_words(),
        ]
        return " ".join(words) + (f", then {self.then._phrase}" if self.then else "")


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


def _steps(text: str) -> Iterator[tuple[tuple[Instruction, ...], dict[str, Any]]]:
    """What a phrase tells to do, the last step first; what is no phrase of actions may be the text of a card."""
    try:
        yield from steps_from_the_last(text)
    except InvalidActionError:
        from pyengine.actions import card_text  # few phrases are, and it takes its time to import

        found = card_text.read(text) if isinstance(text, str) else None
        if found is None:
            raise
        yield (found[0],), found[1]


def _merged(parts: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Counters of one kind put twice on one holder, and damage dealt twice by one source, are added up."""
    merged: dict[object, Instruction] = {}
    for number, part in enumerate(parts):
        match part:
            case Put(holder, kind, count):
                key: object = (Put, holder, kind)
                before = merged.get(key)
                merged[key] = replace(part, count=count + before.count) if isinstance(before, Put) else part
            case Damage(source, recipient, n):
                key = (Damage, source, recipient)
                before = merged.get(key)
                merged[key] = replace(part, n=n + before.n) if isinstance(before, Damage) else part
            case Enter(counters=counters) | Create(counters=counters) | CreateTokens(counters=counters):
                sums: dict[str, int] = {}
                for kind, count in counters:
                    sums[kind] = sums.get(kind, 0) + count
                merged[number] = replace(part, counters=tuple(sums.items()))
            case _:
                merged[number] = part
    return tuple(merged.values())


def _check_parts(parts: tuple[Instruction, ...]) -> None:
    """Refuse what no phrase says, and what the solver's numbers can't hold."""
    if not parts:
        raise MalformedError("an action tells to do something, found nothing")
    first = parts[0]
    if type(first) in (Instruction, OneObject) or any(type(part) is not type(first) for part in parts):
        raise MalformedError("one action does one kind of thing; join different ones with ', then'")
    if isinstance(first, Attack | Block):
        _check_declared(parts)
    elif not isinstance(first, Put | Damage):
        each = first.each
        alike = [part if each is None else replace(part, **{each: getattr(first, each)}) for part in parts]
        if any(part != first for part in alike) or (each is None and len(parts) > 1):
            raise MalformedError("one action does the same to everything it names; join different ones with ', then'")
        names = [getattr(part, each) for part in parts] if each else []
        if isinstance(first, Proliferate):
            names += first.chosen or ()
        if isinstance(first, Distribute):
            names += first.holders
        if isinstance(first, Support):
            names += first.creatures
        players = first.players if isinstance(first, ExileFaceDown) else ()
        if twice := [name for named in (names, players) for name in named if named.count(name) > 1]:
            raise MalformedError(f"{twice[0]!r} is named twice")
    numbers = [number for part in parts for number in part.numbers()]
    # What one event deals is added up, for lifelink for one; the sum must fit as well.
    for number in [*numbers, sum(numbers)] if isinstance(first, Damage) else numbers:
        if not 0 <= number <= MAX_COUNT:
            raise MalformedError(f"expected numbers from 0 to {MAX_COUNT} in all, found {shown_digits(number)}")
    if isinstance(first, BeginStep | GoOn):
        places = (*get_args(Step), *([NEXT_TURN, NEXT_STEP] if isinstance(first, GoOn) else ()))
        if first.step not in places:
            raise MalformedError(f"expected a step, found {first.step!r}")
    if isinstance(first, PutInto):
        check_word(first.zone, Zone, "zone")


def _check_declared(parts: tuple[Instruction, ...]) -> None:
    """Attackers, or blockers and what they block, are each named once."""
    named = [(part.object, part.attacker) if isinstance(part, Block) else part.names()[:1] for part in parts]
    if twice := [one[0] for one in named if named.count(one) > 1]:
        raise MalformedError(f"{twice[0]!r} is named twice")
    if len({part.whom is None for part in parts if isinstance(part, Attack)}) > 1:
        raise MalformedError("what is attacked is said of all attackers or of none")


def facts(action: Action, instruction: str) -> list[str]:
    """The facts of one step, whose instruction has this term; `action.then` is not in them.

    Who an entering object enters under is only said if the action says so.
    """
    lines = [f"instruction({instruction})."]
    for part in action.parts:
        lines += part.facts(instruction)
    if action.performer is not None:
        lines.append(f"performer({instruction},{quote(action.performer)}).")
    if action.cause != "effect":
        lines.append(f"as({instruction},{quote(action.cause)}).")
    if action.condition is not None:
        lines.append(f"only_if({instruction},{quote(action.condition[0])},{quote(action.condition[1])}).")
    if action.combat:
        lines.append(f"combat_damage({instruction}).")
    if action.unpreventable:
        lines.append(f"unpreventable({instruction}).")
    # What is listed or said of a player is the same for every part.
    return list(dict.fromkeys(lines))
