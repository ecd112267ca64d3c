"""Table of the keyword abilities (702), read from `keywords.yaml`: one entry for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import yaml

FILE = Path(__file__).with_name("keywords.yaml")

Acts = Literal["by rules", "by number", "noted", "deck"]
Written = Literal["alone", "number", "cost"]


class TriggeredText(NamedTuple):
    """A triggered ability of a keyword, in card English."""

    term: str | None
    """Its name in the rules; `keyword("modular 1")` and so on if there is none."""
    text: str


class KeywordEntry(NamedTuple):
    """One keyword ability. `keywords.yaml` describes the fields."""

    rule: str | None = None
    since: str | None = None
    written: tuple[Written, ...] = ()
    acts: Acts | None = None
    cost: Literal["plain", "numbered"] | None = None
    triggers: tuple[TriggeredText, ...] = ()
    activated: str | None = None
    statics: tuple[dict[str, Any], ...] = ()
    as_it_enters: str | None = None
    gives: str | None = None
    resolves: str | None = None


@cache
def keywords() -> Mapping[str, KeywordEntry]:
    """Every keyword ability by its name in lower case, in alphabetical order."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    entries = yaml.load(FILE.read_text(encoding="utf-8"), Loader=loader)
    return MappingProxyType({name: _entry(fields) for name, fields in entries.items()})


def _entry(fields: dict[str, Any]) -> KeywordEntry:
    triggers = tuple(TriggeredText(one.get("term"), one["text"]) for one in fields.get("triggers", ()))
    lists: dict[str, Any] = {name: tuple(fields[name]) for name in ("written", "statics") if name in fields}
    return KeywordEntry(**{**fields, **lists, "triggers": triggers})


def entry(base: str) -> KeywordEntry:
    """Entry of a keyword by its name without number, cost and exclamation mark; an empty one if it is unknown."""
    return keywords().get(base) or keywords().get(f"{base}!") or KeywordEntry()


@cache
def that_act(how: Acts) -> frozenset[str]:
    """Names of the keywords that act in this way."""
    return frozenset(name for name, one in keywords().items() if one.acts == how)


@cache
def written(how: Written) -> frozenset[str]:
    """Names of the keywords that a card writes in this way."""
    return frozenset(name for name, one in keywords().items() if how in one.written)


@cache
def with_costs(how: Literal["plain", "numbered"] | None = None) -> frozenset[str]:
    """Names of the keywords that let a player pay a cost as a spell is cast, of this sort or of any."""
    return frozenset(name for name, one in keywords().items() if one.cost is not None and how in (None, one.cost))
