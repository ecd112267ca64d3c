"""What types objects have after layer 4, by the words of 613.8: one effect after another, dependencies asked anew.

Written from the rule text alone. It knows effects that add and set types and subtypes (205.1a, 205.3d, 305.7), of
static abilities and of effects on one object, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

CARD_TYPE = {"island": "land", "swamp": "land", "zombie": "creature", "equipment": "artifact"}
"""The subtypes that are looked at here, each with the card type that it goes with (205.3)."""


class Looks(NamedTuple):
    """One object as it is so far."""

    types: frozenset[str]
    subtypes: frozenset[str]
    """Also those whose card type is away; they come back with it (205.1a)."""
    has_text: bool = True
    """Whether its printed ability is there (305.7)."""

    @property
    def shown(self) -> frozenset[str]:
        return frozenset(word for word in self.subtypes if CARD_TYPE[word] in self.types)


State = Mapping[str, Looks]


@dataclass(frozen=True, eq=False)
class Effect:
    """An effect that changes types: the `becomes` of a board file."""

    source: str
    timestamp: int
    becomes: Mapping[str, Any]
    fixed: bool
    """Whether it is on its source alone, as an effect of a spell is; otherwise it is of its source's ability."""

    def exists(self, state: State) -> bool:
        return self.fixed or state[self.source].has_text

    def applies_to(self, state: State) -> frozenset[str]:
        affects = {"this": True} if self.fixed else self.becomes["affects"]
        return frozenset(
            name
            for name, looks in state.items()
            if not ("this" in affects and name != self.source)
            and not ("other" in affects and name == self.source)
            and not ("types" in affects and not looks.types & set(affects["types"]))
            and not looks.types & set(affects.get("not_types", ()))
            and not ("subtypes" in affects and not looks.shown & set(affects["subtypes"]))
        )

    def on(self, looks: Looks) -> Looks:
        """What it makes of an object that it applies to."""
        types, subtypes, has_text = looks
        new = frozenset(self.becomes.get("types", ()))
        types = new if new and "only" in self.becomes else types | new
        gained = frozenset(word for word in self.becomes.get("subtypes", ()) if CARD_TYPE[word] in types)
        if "only" in self.becomes and gained:
            kinds = {CARD_TYPE[word] for word in gained}
            subtypes = frozenset(word for word in subtypes if CARD_TYPE[word] not in kinds)
            has_text = has_text and "land" not in kinds
        return Looks(types, subtypes | gained, has_text)

    def after(self, state: State) -> State:
        affected = self.applies_to(state)
        return {name: self.on(looks) if name in affected else looks for name, looks in state.items()}

    def does(self, state: State) -> object:
        """Whether it exists, what it applies to, and the subtypes it gives there."""
        if not self.exists(state):
            return None
        return {name: self.on(Looks(state[name].types, frozenset())).subtypes for name in self.applies_to(state)}


def types_after(state: State, effects: Sequence[Effect]) -> State:
    """The objects after all effects. No two effects have one timestamp."""
    left = sorted(effects, key=lambda effect: effect.timestamp)
    while left := [effect for effect in left if effect.exists(state)]:
        depends = {
            one: [other for other in left if other is not one and one.does(other.after(state)) != one.does(state)]
            for one in left
        }
        ready = next(one for one in left if not depends[one] or one in reached(depends, one))
        state = ready.after(state)
        left.remove(ready)
    return state


def reached(depends: Mapping[Effect, Sequence[Effect]], start: Effect) -> set[Effect]:
    """What an effect depends on, and what that depends on, and so on; itself, if it is in a loop (613.8b)."""
    found: set[Effect] = set()
    to_do = list(depends[start])
    while to_do:
        if (one := to_do.pop()) not in found:
            found.add(one)
            to_do += depends[one]
    return found
