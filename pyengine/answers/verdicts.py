"""Values in answers: plain and immutable, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

import clingo

from pyengine.answers import html, render
from pyengine.position.characteristics import Characteristics
from pyengine.solving.solver import Interrupted

ANY = "…"
"""Placeholder for several objects in a reason that they share."""


@dataclass(frozen=True)
class Cited:
    """A term of the rules in words, with the rule that it cites.

    `code` names the term, `rule` the rule, by its number on the board's date, `data` the objects, kinds and numbers
    it is about, in the order of the term in `asp/`.
    """

    code: str
    rule: str
    data: tuple[Any, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {"code": self.code, "rule": self.rule, "data": list(self.data), "text": self.text}


@dataclass(frozen=True)
class Reason(Cited):
    """A reason why something can't be done: `rule` is the rule that makes it one."""


@dataclass(frozen=True)
class Event:
    """One thing that happened. `time` counts events: what happens at one time happens at once."""

    time: int
    code: str
    rule: str
    data: tuple[Any, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.time}. {self.text} [{self.rule}]"

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {"time": self.time, "code": self.code, "rule": self.rule, "data": list(self.data), "text": self.text}


def characteristics(found: Iterable[Sequence[clingo.Symbol]]) -> dict[str, Characteristics]:
    """Characteristics by object, from the arguments of `is(Object,What,Value)`."""
    values: dict[str, dict[str, list[Any]]] = {}
    for name, what, value in found:
        if name.type is clingo.SymbolType.String:  # not what something would be if it were face up
            values.setdefault(name.string, {}).setdefault(what.name, []).append(render.plain(value))
    return {
        name: Characteristics(
            of.get("power", [None])[0],
            of.get("toughness", [None])[0],
            frozenset(of.get("has_keyword", ())),
            frozenset(of.get("type", ())),
            frozenset(of.get("subtype", ())),
            frozenset(of.get("supertype", ())),
            frozenset(of.get("color", ())),
            of.get("name", [None])[0],
            of.get("mana_value", [0])[0],
        )
        for name, of in values.items()
    }


@dataclass(frozen=True)
class Verdict:
    """The verdict on one action: legal or not, with reasons.

    `reasons` is empty if it is legal; `rules` are the rules that decide it either way; `caveats` says what
    the answer does not take into account and could have been changed by, `other_caveats` what is not modelled there
    either, and could not have changed it. What of a legal action can't be done is `ignored` (101.3). Of `X, then Y`,
    `steps` has the verdict on each, in the position that those before it lead to; such an action is legal if any of
    them is. False in a boolean context if illegal.
    """

    action: str
    legal: bool
    reasons: tuple[Reason, ...]
    rules: tuple[str, ...]
    caveats: tuple[str, ...] = ()
    complete: bool = True
    other_caveats: tuple[str, ...] = ()
    ignored: tuple[Reason, ...] = ()
    steps: tuple[Verdict, ...] = ()

    def __bool__(self) -> bool:
        return self.legal

    def on(self, action: str) -> Verdict:
        """The same verdict on another action, by its phrase.

        To make one of its values sets each field by itself, as no field can be set afterwards; of the 80,000 moves
        among 128 permanents that takes a quarter of a second.
        """
        found = object.__new__(Verdict)
        found.__dict__.update(self.__dict__, action=action)
        return found

    @property
    def unknown(self) -> bool:
        """True if the only reasons are hidden cards: the action might be legal."""
        return not self.legal and not self.complete and all(one.code == "unknown_card" for one in self.reasons)

    def __str__(self) -> str:
        if not self.legal:
            first = f"{'not known' if self.unknown else 'illegal'}: {self.action}"
        elif all(self.steps):
            first = f"legal: {self.action} [{', '.join(self.rules)}]"
        else:
            first = f"legal in part: {self.action}"
        lines = [str(reason) for reason in self.reasons] + [f"not done: {reason}" for reason in self.ignored]
        if self.steps and lines:
            lines = [line for step in self.steps for line in str(step).split("\n")]
        return "\n".join([first, *(f"  {line}" for line in lines)])

    def _repr_html_(self) -> str:
        return verdicts_html([self])

    def to_json(self) -> dict[str, Any]:
        """The value as plain data, for JSON."""
        return {
            "action": self.action,
            "legal": self.legal,
            "reasons": [reason.to_json() for reason in self.reasons],
            "rules": list(self.rules),
            "caveats": list(self.caveats),
            "other_caveats": list(self.other_caveats),
            "complete": self.complete,
            "ignored": [reason.to_json() for reason in self.ignored],
            "steps": [step.to_json() for step in self.steps],
        }


class Citations:
    """Rule numbers as of a date. The keys in `asp/` are the numbers of the newest edition."""

    def __init__(self, numbers: Mapping[str, str] | None = None) -> None:
        self._numbers = numbers

    def __call__(self, key: str) -> str:
        """The number the rule had; the newest number, marked, where it had none."""
        if self._numbers is None:
            return key
        return self._numbers.get(key, f"{key} (no such rule then)")


def reason(why: clingo.Symbol, rule: clingo.Symbol, cite: Citations) -> Reason:
    """A reason from its term in the model."""
    return Reason(
        why.name, cite(rule.string), tuple(map(render.plain, why.arguments)), render.words(why, render.REASONS)
    )


def event(time: clingo.Symbol, what: clingo.Symbol, rule: clingo.Symbol, cite: Citations, said: str = "") -> Event:
    """An event from its term in the model; `said` is what an ability that triggers does, in the words of its card."""
    text = render.words(what, render.EVENTS)
    return Event(
        time.number,
        what.name,
        cite(rule.string),
        tuple(map(render.plain, what.arguments)),
        f"{text}: {said}" if said else text,
    )


class Stoppable(Protocol):
    """An answer that may be given before the search for it has ended."""

    def stopped(self, why: str) -> Self:
        """The same answer, which says that it was cut short."""
        ...


A = TypeVar("A", bound=Stoppable)


def latest(known: Iterable[A]) -> A:
    """Return the last of a series of answers, each more complete than the one before.

    After a time limit, return the last one found; raise `Interrupted` if there is none.
    """
    answer: A | None = None
    try:
        for one in known:
            answer = one
    except Interrupted as why:
        if answer is None:
            raise
        return answer.stopped(str(why))
    assert answer is not None, "expected one answer at least"
    return answer


@dataclass(frozen=True)
class Status:
    """The contradictions between a board and the rules: named flags, each with its rule.

    Empty if there are none.

    An empty status does not mean that the position can be reached in a game.
    """

    problems: tuple[Reason, ...]

    @property
    def flags(self) -> frozenset[str]:
        """The names of the problems."""
        return frozenset(problem.code for problem in self.problems)

    def __bool__(self) -> bool:
        """True if something is wrong."""
        return bool(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems)) or "valid"


def verdicts_html(verdicts: Iterable[Verdict]) -> str:
    """Verdicts as an HTML table, each with its reasons or the rules that make it legal, and their notes below."""
    listed = list(verdicts)
    body = (
        (
            "legal" if one.legal else "not known" if one.unknown else "illegal",
            one.action,
            "; ".join(map(str, one.reasons)) or ", ".join(one.rules),
        )
        for one in listed
    )
    return html.table(("", "action", "why"), body) + html.noted(note for one in listed for note in one.caveats)
