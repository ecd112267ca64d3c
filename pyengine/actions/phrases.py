"""Phrases: one is read into what it tells to do, and that is written as a phrase, by the table of instructions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest
from typing import Any

from pyengine.actions.grouping import BUILDERS, COLUMNS
from pyengine.actions.instructions import ACTIONS, PARTS
from pyengine.actions.sorts import SORTS, Sort
from pyengine.english.effect_terms import Term
from pyengine.english.grammar_engine import Each, Grammar, wrong
from pyengine.english.lexer import Tokens
from pyengine.phrases.phrase_words import write_counters
from pyengine.phrases.text_safety import MalformedError

Said = tuple[Term, ...]
"""The facts of an action. The first gives the instruction, the others its manner."""

_TOKEN = re.compile(r'"(?:[^"\\\x00-\x1f\x7f]|\\["\\])*"|[^\s",]+|[",]')
_EQUALS = re.compile(r"\bwith\s+x\s*(=)", re.IGNORECASE)
_SIGNS = str.maketrans("\u2212\u2019", "-'")


@cache
def grammar() -> Grammar:
    """The table as a grammar; made when it is first used."""
    labels = {name: sort.called for name, sort in SORTS.items()}
    terminals = {name: sort.read for name, sort in SORTS.items() if name != "listed"}
    # All that is told is a tuple of facts, also where a row says one.
    actions = re.sub(r" = (?!\()(.+)$", r" = (\1)", ACTIONS, flags=re.MULTILINE)
    return Grammar((actions, PARTS), terminals, BUILDERS, labels, in_runs=True)


def _writer(sort: Sort) -> Callable[[Any], str | None]:
    """Writes values of a sort; a word of the rules is none, nor are several at once."""
    return lambda value: None if isinstance(value, Term | Each) else sort.write(value)


def _write_many(many: Any) -> str | None:
    """Counters of a kind or of any; other ways to choose some have rows of their own."""
    if many.name not in ("count", "count_any"):
        return None
    number, kind = (*many.arguments, None)[:2]
    return write_counters(number, kind)


_WRITERS: dict[str, Any] = {name: _writer(sort) for name, sort in SORTS.items()} | {
    "counted": lambda counted: write_counters(counted[1], counted[0]),
    "many": _write_many,
}


def tokens(text: str) -> list[Tokens]:
    """The words of each step of a phrase: `ACTION, then ACTION`."""
    steps: list[list[tuple[str, int]]] = [[]]
    for word, start in _words(text):
        if word.lower() == "then" and steps[-1] and steps[-1][-1][0] == ",":
            steps[-1].pop()
            steps.append([])
        else:
            steps[-1].append((word, start))
    return [_step(text, step) for step in steps]


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Words, names in quotes and commas, with their places; `with X=3` is read as `with X = 3`."""
    equals = {found.start(1) for found in _EQUALS.finditer(text)}
    for found in _TOKEN.finditer(text):
        word, start = found[0], found.start()
        at = next((place - start for place in equals if start <= place < found.end()), None)
        if at is None or word.startswith('"'):
            yield word, start
        else:
            pieces = ((word[:at], start), ("=", start + at), (word[at + 1 :], start + at + 1))
            yield from (piece for piece in pieces if piece[0])


def _step(text: str, found: list[tuple[str, int]]) -> Tokens:
    words, starts = zip(*found, strict=True) if found else ((), ())
    return Tokens(text, tuple(word.translate(_SIGNS).lower() for word in words), words, starts)


def read(step: Tokens) -> tuple[Said, Said] | None:
    """Return the instruction of a step, and its further terms; None if it is not a phrase.

    It may hold something `Wrong`.
    """
    found = grammar().read("told", step)
    return next((one for one in found if not wrong(one)), found[0] if found else None)


def write(said: Said, beside: Said = ()) -> str:
    """The phrase: of all phrases that are read as the same, always the same one."""
    words = grammar().write("told", (said, beside), _WRITERS)
    if words is None:
        raise MalformedError(f"no phrase says {', '.join(map(str, (*said, *beside)))}")
    return words


# --- the sorts of arguments ----------------------------------------------------------------------------------------


@cache
def signatures() -> dict[str, tuple[str, ...]]:
    """The sorts of the arguments of each fact, by its name; empty where one is a word of the rules or a term."""
    found: dict[str, tuple[str, ...]] = {}
    for alternatives in grammar().rules.values():
        for one in alternatives:
            for name, columns in _of_terms(one.template.tree, one.rules):
                before = found.get(name, ())
                longer, shorter = sorted((before, columns), key=len, reverse=True)
                found[name] = tuple(known or other for known, other in zip_longest(longer, shorter, fillvalue=""))
    return found


def _of_terms(tree: tuple[Any, ...], rules: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The terms of the right side of a row, with the sorts of their arguments."""
    if tree[0] == "term":
        yield tree[1], tuple(column for node in tree[2] for column in _columns(node, rules))
    if tree[0] in ("term", "tuple"):
        for node in tree[-1]:
            yield from _of_terms(node, rules)


def _columns(node: tuple[Any, ...], rules: tuple[str, ...]) -> tuple[str, ...]:
    """The sorts of an argument of the right side of a row."""
    match node[0]:
        case "slot":
            return _columns_of(rules[node[1]])
        case "splice":
            return _columns(node[1], rules)
        case "tuple":
            return tuple(column for one in node[1] for column in _columns(one, rules))
        case "build":
            return next(COLUMNS[name] for name, builder in BUILDERS.items() if builder is node[1])
    return ("",)


def _columns_of(rule: str) -> tuple[str, ...]:
    """The sorts that a rule reads."""
    if rule in SORTS:
        return COLUMNS.get(rule, (rule,))
    for one in grammar().rules[rule]:
        columns = _columns(one.template.tree, one.rules)
        if any(columns):
            return columns
    return ("",)
