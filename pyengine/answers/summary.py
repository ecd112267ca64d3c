"""The output of `legal`: verdicts on many actions, with similar actions grouped.

Actions of one group differ only in ids. Legal ones with one result share a line, illegal ones the reasons they have
in common. Nothing is worded here that the verdicts and outcomes do not say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pyengine.actions import action_facts
from pyengine.answers.terminal import Styled
from pyengine.answers.verdicts import ANY
from pyengine.english.effect_terms import Term
from pyengine.phrases.phrase_words import join, write_id

if TYPE_CHECKING:
    from pyengine.actions.action import Action
    from pyengine.answers.verdicts import Reason, Verdict

SHORT = 80
"""Largest number of characters of outcomes that share a line."""

_PLACE = "any-of-these-{}"
"""Placeholder for the ids of an action while its phrase is written; it needs no quotes."""

_TARGETS = ("aims_at_target", "aims_at_nothing")
"""The words about targets."""

_FACE_UP = Term("face_up")


@dataclass(frozen=True)
class Entry:
    """One listed action: its instruction, its verdict, and its known outcomes.

    `results` are the changes of each outcome, `more` says in words that there are others; `None` if outcomes were not
    asked for.
    """

    action: Action
    verdict: Verdict
    results: Sequence[Sequence[str]] | None = None
    more: str = ""


@dataclass
class _Group:
    """Actions of one shape."""

    legal: list[Entry] = field(default_factory=list)
    illegal: list[Entry] = field(default_factory=list)


def lines(entries: Iterable[Entry], general: Mapping[Reason, str]) -> Iterator[str | Styled]:
    """The lines of a summary: shapes of which something is legal first. `general` words a reason for any object."""
    groups: dict[str, _Group] = {}
    for entry in entries:
        group = groups.setdefault(_shape(entry.action), _Group())
        (group.legal if entry.verdict.legal else group.illegal).append(entry)
    for shape in sorted(groups, key=lambda shape: not groups[shape].legal):
        group = groups[shape]
        yield Styled(shape, "heading")
        yield from _legal_lines(group.legal)
        yield from _illegal_lines(group.illegal, general)


def _shape(action: Action) -> str:
    """The phrase of an action with any ids, and of a use with any targets."""
    ids = [_PLACE.format(number) for number, _ in enumerate(_ids(action))]
    how = [term for term in action.said[1:] if term.name not in _TARGETS]
    text = str(replace(action, said=(action_facts.with_ids(action.said[0], ids), *how)))
    for name in ids:
        text = text.replace(name, ANY)
    return text


def _legal_lines(entries: Sequence[Entry]) -> Iterator[str | Styled]:
    """One line for all actions that differ in the last id alone and do the same to what it names; for all choices of
    targets of a use that costs the same."""
    alike: dict[tuple[object, ...], list[Entry]] = {}
    for entry in entries:
        fixed = _ids(entry.action) if _targets(entry) else _ids(entry.action)[:-1]
        key = (*fixed, entry.verdict.rules, _results(entry, ANY), entry.more)
        alike.setdefault(key, []).append(entry)
    for same in alike.values():
        *others, last = map(write_id, _ids(same[0].action) or [""])
        if aimed := [targets for entry in same if (targets := _targets(entry))]:
            several = any(" and " in one for one in aimed)
            varying = f"{last} targeting {('; ' if several else ', ').join(aimed)}"
        else:
            varying = ", ".join(write_id(name) for entry in same for name in _ids(entry.action)[-1:])
        named = " to ".join(filter(None, [*others, varying]))
        # Where only one thing is named, its changes need not name it again.
        results = _results(same[0], (last if len(same) == 1 or aimed else ANY) if others or aimed else "") or ()
        told = [", ".join(one) or "no change" for one in results]
        short = len(told) == 1 or sum(map(len, told)) <= SHORT
        text = ": ".join(filter(None, [named, " or ".join(told) if short else "", same[0].more]))
        text += f" [{', '.join(same[0].verdict.rules)}]"
        yield Styled(f"  legal: {text.removeprefix(' ')}", "legal")
        if not short:
            yield from (f"    {number}: {one}" for number, one in enumerate(told, 1))


def _ids(action: Action) -> list[str]:
    """The objects that the action names, without the way of payment."""
    return [value for sort, value in action_facts.values(action.said[:1]) if sort.names]


def _targets(entry: Entry) -> str:
    """The targets of a use, as its phrase has them; empty if none are said."""
    said = tuple(term for term in entry.action.said if term.name in _TARGETS)
    return join(write_id(value) for sort, value in action_facts.values(said) if sort.names) or "nothing" if said else ""


def _results(entry: Entry, name: str) -> tuple[tuple[str, ...], ...] | None:
    """The changes of each outcome in a stable order, with another name or none for what the action names last.

    That what is used is on the stack then, with its targets, goes without saying.
    """
    if entry.results is None:
        return None
    last = (_ids(entry.action) or [""])[-1]
    own = f"{last}: "
    other = f"{name}: " if name else ""
    used = entry.action.said[0]
    is_use = used.name == "activates" or (used.name == "casts" and used.arguments[1] == _FACE_UP)
    left_out = ("stack, place ", f"{last}: controller ", f"{last}: zone ") if is_use else ()
    renamed = (
        tuple(
            other + one.removeprefix(own) if one.startswith(own) else one
            for one in changes
            if not one.startswith(left_out)
        )
        for changes in entry.results
    )
    return tuple(sorted(set(renamed)))


def _illegal_lines(entries: Sequence[Entry], general: Mapping[Reason, str]) -> Iterator[Styled]:
    """One line for each reason that some of these actions have, with all that it is about."""
    about: dict[tuple[bool, str, str], dict[str, str]] = {}
    for entry in entries:
        ids = _ids(entry.action)
        for reason in entry.verdict.reasons:
            own = bool(reason.data) and reason.data[0] in ids
            wording, subject = (general[reason], reason.data[0]) if own else (reason.text, (ids or [""])[-1])
            alone = reason.text if own else f"{reason.text}: {write_id(subject)}" if subject else reason.text
            about.setdefault((entry.verdict.unknown, wording, reason.rule), {})[subject] = alone
    for (unknown, wording, rule), texts in sorted(about.items()):
        if len(texts) == 1:
            [text] = texts.values()
        else:
            text = f"{wording}: {', '.join(map(write_id, sorted(texts)))}"
        yield Styled(f"  {'not known' if unknown else 'illegal'}: {text} [{rule}]", "illegal")
