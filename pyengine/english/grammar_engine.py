"""A grammar as text, read and written: a memoized recursive descent that keeps all readings of a text.

A rule is a name on a line of its own and, indented, its alternatives: English, and the value it is read into. The
writer takes the first alternative whose right side matches a value, so one table serves both ways.

    act~
        # e.g. draw a card
        destroy~ <object> = destroy(object)
        [you] draw~ (a card|one card) = draw(1)
        exile~ <object> until <event>
            = until(event, exile(object))

`<object>` is what that rule reads, `<from:object>` the same by another name, `a/an` one word or the other, `[x]` x or
nothing, `(x|y)` one of them. `word~` is a verb, in either number. A rule `act~` is two: in `act` its verbs are in the
plural (`you draw`) and in `acts` in the singular. A rule `nouns~` is two as well: `nouns` and `noun`. `<act~>` inside
such a rule is of the same number. After `# e.g.` below its name, each rule has a phrase that it reads. On the right,
names that stand in angle brackets on the left are what was read there, other names are terms, `@` is the place in the
text, `*names` is spliced, and `:build(name)` is made by a function, which may refuse by None.

`<object+>` is one or several with "and": what is read is the one, or `Each` of them. `<ending*>` are any of that rule's
alternatives in any order, each at most once, as a tuple in the order of the rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pyengine.english.effect_terms import Term
from pyengine.english.lexer import TextError, Tokens

Value = Any
"""A value that a rule reads: a term, a description, a clause, a tuple of these."""

Readings = list[tuple[int, Value]]
"""Where each reading ends, and what was read."""

Terminal = Callable[[Tokens, int], Iterable[tuple[int, Value]]]
"""Reads tokens from a place on."""


class Each(tuple[Any, ...]):
    """Several of what one could stand for."""


@dataclass(frozen=True)
class Wrong:
    """A reading that was refused: the token, and the reason."""

    place: int
    message: str


def wrong(value: Value) -> Wrong | None:
    """The first of what is wrong in what was read, if anything is."""
    if isinstance(value, Term):
        value = value.arguments
    if isinstance(value, tuple | list):
        return next((found for one in value if (found := wrong(one)) is not None), None)
    return value if isinstance(value, Wrong) else None


@dataclass(frozen=True)
class Builder:
    """A function of what was read, and its reverse: what would be read so, for who writes."""

    build: Callable[..., Value]
    unbuild: Callable[[Value], tuple[Value, ...] | None] = lambda _: None


@dataclass(frozen=True)
class Words:
    """One word, of several."""

    words: tuple[str, ...]

    def in_number(self, singular: bool) -> str:
        """The first of them; of a verb in both numbers the one that is asked for."""
        return self.words[singular and len(self.words) > 1 and self.words[1] == third_person(self.words[0])]


@dataclass(frozen=True)
class Part:
    """A named part of an alternative, with the rule that reads it."""

    rule: str
    name: str
    many: str = ""
    """`+` for one or several, `*` for any in any order."""


Item = Words | Part


@dataclass(frozen=True)
class Alternative:
    """One line of a rule."""

    items: tuple[Item, ...]
    names: tuple[str, ...]
    template: _Template

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that read its parts, in the order of their names."""
        return tuple(item.rule for item in self.items if isinstance(item, Part))


ANY = object()
"""Placeholder, in writing, for a part whose reading does not appear in the value."""


class GrammarError(ValueError):
    """A grammar that is none."""


# --- the right side --------------------------------------------------------------------------------------------

_TEMPLATE_TOKEN = re.compile(r'\s*(?:(-?\d+)|"([^"]*)"|([a-z_][a-z_0-9]*)|([@(),*:]))')


class _Template:
    """The right side of an alternative: makes a value of what was read, and takes one apart."""

    def __init__(self, text: str, names: tuple[str, ...], builders: Mapping[str, Builder]) -> None:
        self.names = {name: place for place, name in enumerate(names)}
        self.builders = builders
        self._tokens = [found.groups() for found in _TEMPLATE_TOKEN.finditer(text)]
        self._at = 0
        self.tree = self._node()
        first = self.tree[1][0] if self.tree[0] == "tuple" and self.tree[1] else self.tree
        self.head = first[1] if first[0] == "term" else None
        """The name of the term, or of the first of several, that is made; None if it is not known."""
        if self._at != len(self._tokens):
            raise GrammarError(f"expected one term, found {text!r}")

    def _peek(self) -> str | None:
        return self._tokens[self._at][3] if self._at < len(self._tokens) else None

    def _node(self) -> tuple[Any, ...]:
        number, string, name, sign = self._tokens[self._at]
        self._at += 1
        if number is not None:
            return ("constant", int(number))
        if string is not None:
            return ("constant", string)
        if sign == "@":
            return ("place",)
        if sign == "*":
            return ("splice", self._node())
        if sign == "(":
            self._at -= 1
            return ("tuple", self._arguments())
        if sign == ":":
            name = self._tokens[self._at][2]
            self._at += 1
            if name not in self.builders:
                raise GrammarError(f"no function {name!r}")
            return ("build", self.builders[name], self._arguments())
        if name is None:
            raise GrammarError(f"unexpected {sign!r}")
        if name in ("true", "false"):
            return ("constant", name == "true")
        if self._peek() == "(":
            return ("term", name, self._arguments())
        return ("slot", self.names[name]) if name in self.names else ("term", name, ())

    def _arguments(self) -> tuple[Any, ...]:
        self._at += 1
        found = []
        while self._peek() != ")":
            found.append(self._node())
            if self._peek() == ",":
                self._at += 1
        self._at += 1
        return tuple(found)

    def make(self, values: tuple[Value, ...], place: int) -> Value:
        """The value that is read, or None if a function refuses it."""
        return self._make(self.tree, values, place)

    def _make(self, node: tuple[Any, ...], values: tuple[Value, ...], place: int) -> Value:
        kind = node[0]
        if kind == "slot":
            return values[node[1]]
        if kind == "constant":
            return node[1]
        if kind == "place":
            return place
        arguments: list[Value] = []
        for one in node[-1]:
            if one[0] == "splice":
                spliced = self._make(one[1], values, place)
                arguments.extend(spliced if isinstance(spliced, tuple) else (spliced,))
            else:
                arguments.append(self._make(one, values, place))
        if any(one is None for one in arguments):
            return None
        if kind == "term":
            return Term(node[1], tuple(arguments))
        if kind == "tuple":
            return tuple(arguments)
        return wrong(arguments) or node[1].build(*arguments)

    def take_apart(self, value: Value) -> tuple[Value, ...] | None:
        """Return the values of the parts that build this value."""
        found: dict[int, Value] = {}
        if not self._match(self.tree, value, found):
            return None
        return tuple(found.get(place, ANY) for place in range(len(self.names)))

    def _match(self, node: tuple[Any, ...], value: Value, found: dict[int, Value]) -> bool:
        kind = node[0]
        if kind == "slot":
            return bool(found.setdefault(node[1], value) == value)
        if kind == "constant":
            return type(value) is type(node[1]) and value == node[1]
        if kind == "place":
            return True
        if kind == "term":
            if not isinstance(value, Term) or value.name != node[1]:
                return False
            return self._match_all(node[2], value.arguments, found)
        if kind == "tuple":
            return isinstance(value, tuple) and self._match_all(node[1], value, found)
        parts = node[1].unbuild(value)
        return parts is not None and self._match_all(node[2], parts, found)

    def _match_all(self, nodes: tuple[Any, ...], values: tuple[Value, ...], found: dict[int, Value]) -> bool:
        for place, node in enumerate(nodes):
            if node[0] == "splice":  # the one splice takes what the other arguments leave
                others = nodes[place + 1 :]
                end = len(values) - len(others)
                if end < place or any(one[0] == "splice" for one in others):
                    return False
                return self._match(node[1], values[place:end], found) and self._match_all(others, values[end:], found)
            if place == len(values) or not self._match(node, values[place], found):
                return False
        return len(nodes) == len(values)


# --- the left side ---------------------------------------------------------------------------------------------

_CONTRACTED = r"(?<=\w)'(?:re|ve|d|ll)\b"
_PATTERN_TOKEN = re.compile(
    rf"<(?:(\w+):)?(\w+~?)([+*]?)>|([\[\]()|])|({_CONTRACTED}|(?:(?!{_CONTRACTED})[^\s\[\]()|<>])+)"
)
"""The parts of a pattern. A contraction is two words, as the lexer reads it; "'s" is a word of its own there."""


def third_person(verb: str) -> str:
    """`draw` of one who draws."""
    known = {"have": "has", "be": "is", "do": "does", "are": "is", "were": "was", "don't": "doesn't"}
    if verb in known:
        return known[verb]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def _expanded(pattern: str) -> Iterator[tuple[tuple[str | None, ...], ...]]:
    """A pattern without brackets, in each of the forms that they leave open."""
    tokens = [found.groups() for found in _PATTERN_TOKEN.finditer(pattern)]
    at = 0

    def options(closing: str) -> list[tuple[Any, ...]]:
        nonlocal at
        found: list[tuple[Any, ...]] = []
        forms: list[tuple[Any, ...]] = [()]
        while at < len(tokens) and tokens[at][3] != closing:
            token = tokens[at]
            at += 1
            if token[3] == "[":
                inner = [(), *options("]")]
            elif token[3] == "(":
                inner = options(")")
            elif token[3] == "|":
                found += forms
                forms = [()]
                continue
            else:
                forms = [(*form, token) for form in forms]
                continue
            at += 1
            forms = [form + more for form in forms for more in inner]
        return found + forms

    yield from options("the end")


def _alternatives(pattern: str, template: str, singular: bool | None, builders: Mapping[str, Builder]) -> Any:
    for form in _expanded(pattern):
        items: list[Item] = []
        for alias, rule, many, _, words in form:
            if rule is not None:
                name = alias or rule.removesuffix("~")
                called = in_both(rule[:-1])[singular is True] if rule.endswith("~") else rule
                items.append(Part(called, name, many or ""))
                continue
            assert words is not None
            choice: list[str] = []
            for word in [words] if words in ("/", "and/or") else words.split("/"):
                if word.endswith("~") and word != "~":
                    both = (word[:-1], third_person(word[:-1]))
                    choice += both if singular is None else [both[singular]]
                else:
                    choice.append(word)
            items.append(Words(tuple(choice)))
        names = tuple(item.name for item in items if isinstance(item, Part))
        if len(set(names)) != len(names):
            raise GrammarError(f"the same name twice in {pattern!r}")
        yield Alternative(tuple(items), names, _Template(template or (names[0] if names else "yes"), names, builders))


def in_both(rule: str) -> tuple[str, str]:
    """The names of a rule in the plural and in the singular: `act`, `acts` of a verb, `nouns`, `noun` of a noun."""
    return (rule, rule[:-1]) if rule.endswith("s") else (rule, rule + "s")


class Grammar:
    """Rules, which read tokens and write values."""

    def __init__(
        self,
        texts: Iterable[str],
        terminals: Mapping[str, Terminal],
        builders: Mapping[str, Builder],
        labels: Mapping[str, str],
        in_runs: bool = False,
    ) -> None:
        self.terminals = dict(terminals)
        self.labels = labels
        """Names of rules in words, for messages."""
        self.in_runs = in_runs
        """True if messages name words that follow one another together."""
        self.rules: dict[str, list[Alternative]] = {}
        for text in texts:
            self._add(text, builders)
        for name, alternatives in self.rules.items():
            for one in alternatives:
                for item in one.items:
                    if isinstance(item, Part) and item.rule not in self.rules and item.rule not in self.terminals:
                        raise GrammarError(f"no rule {item.rule!r}, which {name!r} names")
        self.numbers = {name: place for place, name in enumerate(self.rules)}
        self._written_by: dict[tuple[str, str | None], list[Alternative]] = {}
        self._first: dict[str, frozenset[str] | None] = {}
        for name in self.rules:
            self.first(name)

    def _add(self, text: str, builders: Mapping[str, Builder]) -> None:
        heads: list[tuple[str, bool | None]] = []
        for line in re.sub(r"\n +=", " =", text).splitlines():
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if not line[0].isspace():
                name = line.strip()
                heads = [*zip(in_both(name[:-1]), (False, True), strict=True)] if name.endswith("~") else [(name, None)]
                continue
            pattern, template = line.strip(), ""
            if " = " in pattern:
                pattern, _, template = pattern.rpartition(" = ")
            for name, singular in heads:
                found = list(_alternatives(pattern, template.strip(), singular, builders))
                if not all(one.items for one in found):
                    raise GrammarError(f"{name!r} could be nothing: {line.strip()!r}")
                self.rules.setdefault(name, []).extend(found)

    def first(self, rule: str, within: tuple[str, ...] = ()) -> frozenset[str] | None:
        """Return the words that a rule can start with; None if they are not a closed list."""
        if rule in self._first or rule in self.terminals:
            return self._first.get(rule)
        if rule in within:
            raise GrammarError(f"{rule!r} starts with itself, by {' '.join(within)}")
        found: set[str] | None = set()
        for one in self.rules[rule]:
            words = self._starts(one, (*within, rule))
            found = None if words is None or found is None else found | words
        self._first[rule] = None if found is None else frozenset(found)
        return self._first[rule]

    def _starts(self, one: Alternative, within: tuple[str, ...] = ()) -> frozenset[str] | None:
        item = one.items[0]
        return frozenset(item.words) if isinstance(item, Words) else self.first(item.rule, within)

    @cached_property
    def always(self) -> dict[str, list[Alternative]]:
        """The alternatives of each rule that may start with any word. Who only writes asks for none of this."""
        return {name: [one for one in those if self._starts(one) is None] for name, those in self.rules.items()}

    @cached_property
    def by_word(self) -> dict[str, dict[str, list[Alternative]]]:
        """The alternatives of each rule that may start with a word, by that word."""
        return {name: self._by_word(alternatives) for name, alternatives in self.rules.items()}

    def _by_word(self, alternatives: list[Alternative]) -> dict[str, list[Alternative]]:
        starts = [(one, self._starts(one)) for one in alternatives]
        words = {word for _, some in starts for word in some or ()}
        return {word: [one for one, some in starts if some is None or word in some] for word in words}

    def read(self, rule: str, tokens: Tokens) -> list[Value]:
        """Return all readings of the whole of the tokens; an empty list if there are none."""
        return [value for end, value in _readings(_Reading(self, tokens), rule) if end == len(tokens)]

    def expected(self, rule: str, tokens: Tokens) -> tuple[int, tuple[str, ...], int | None]:
        """The first token that can't be read on, and what could have stood there.

        Also where a description begins that ends there, and that its function refused.
        """
        tracing = _Tracing(self, tokens)
        for end, _ in _readings(tracing, rule):
            tracing.failed(end, "the end")
        refused = tracing.refused.get(tracing.farthest)
        return tracing.farthest, tuple(dict.fromkeys(tracing.found)), refused

    def write(
        self, rule: str, value: Value, writers: Mapping[str, Callable[[Value], str | None]], singular: bool = False
    ) -> str | None:
        """English that is read as the value, or None if there is none.

        `writers` write what terminals read, and any rules that they would rather write themselves; a verb that is read
        in either number is in the plural (`you draw`), unless it is to be in the singular.
        """
        return _Writing(self, writers, singular).write(rule, value)

    def written_by(self, rule: str, value: Value) -> list[Alternative]:
        """Return the alternatives whose right side can have a value, judged by the name of its first term."""
        first = value[0] if isinstance(value, tuple) and value else value
        key = (rule, first.name if isinstance(first, Term) else None)
        if key not in self._written_by:
            self._written_by[key] = [one for one in self.rules[rule] if one.template.head in (key[1], None)]
        return self._written_by[key]


class _Writing:
    """Values being written."""

    def __init__(self, grammar: Grammar, writers: Mapping[str, Callable[[Value], str | None]], singular: bool) -> None:
        self.grammar = grammar
        self.writers = writers
        self.singular = singular

    def write(self, rule: str, value: Value) -> str | None:
        """English that a rule reads as the value."""
        if rule in self.writers and value is not ANY:
            return self.writers[rule](value)
        if rule in self.grammar.terminals:
            return None
        alternatives = self.grammar.rules[rule] if value is ANY else self.grammar.written_by(rule, value)
        found = (self._by(one, value) for one in alternatives)
        return next((words for words in found if words is not None), None)

    def _by(self, one: Alternative, value: Value) -> str | None:
        """English of one alternative that is read as the value."""
        parts = (() if not one.names else None) if value is ANY else one.template.take_apart(value)
        if parts is None:
            return None
        rest = iter(parts)
        words = []
        for item in one.items:
            word = item.in_number(self.singular) if isinstance(item, Words) else self._part(item, next(rest))
            if word is None:
                return None
            if word:
                words.append(word)
        return " ".join(words)

    def _part(self, item: Part, value: Value) -> str | None:
        """English of what was read once, or as often as a sign says."""
        if not item.many or value is ANY:
            return self.write(item.rule, value)
        if item.many == "*":
            return self._any_order(item.rule, value)
        *others, last = [self.write(item.rule, one) for one in (value if isinstance(value, Each) else (value,))]
        if last is None or None in others:
            return None
        if item.rule in self.writers:
            others = [", ".join(map(str, others))] if others else []
        return " and ".join([*map(str, others), last])

    def _any_order(self, rule: str, value: Value) -> str | None:
        left = list(value)
        words = []
        for one in self.grammar.rules[rule]:
            if left and (word := self._by(one, left[0])) is not None:
                words.append(word)
                del left[0]
        return None if left else " ".join(words)


class _Reading:
    """One text being read."""

    def __init__(self, grammar: Grammar, tokens: Tokens) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.words = tokens.words
        self.memo: dict[tuple[str, int], Readings] = {}

    def read(self, rule: str, place: int) -> Readings:
        """All readings of a rule from this place on, each once."""
        key = (rule, place)
        if (known := self.memo.get(key)) is not None:
            return known
        found = self._read(rule, place)
        self.memo[key] = found
        return found

    def _read(self, rule: str, place: int) -> Readings:
        if (terminal := self.grammar.terminals.get(rule)) is not None:
            return _distinct(terminal(self.tokens, place))
        if place < len(self.words):
            alternatives = self.grammar.by_word[rule].get(self.words[place], self.grammar.always[rule])
        else:
            alternatives = []
        return _distinct(self._all(alternatives, place))

    def part(self, item: Part, place: int) -> Readings:
        """Return all readings of a part in angle brackets from this place on, the shortest first."""
        if not item.many:
            return self.read(item.rule, place)
        key = (item.rule + item.many, place)
        if (known := self.memo.get(key)) is None:
            found = self._several(item.rule, place) if item.many == "+" else self._any_order(item.rule, place)
            known = self.memo[key] = _distinct(found)
        return known

    def _several(self, rule: str, place: int) -> Iterator[tuple[int, Value]]:
        states: list[tuple[int, tuple[Value, ...]]] = [(place, ())]
        while states:
            longer = [(end, (*values, value)) for at, values in states for end, value in self.read(rule, at)]
            yield from ((end, values[0] if len(values) == 1 else Each(values)) for end, values in longer)
            states = [(after, values) for end, values in longer if (after := self._after_and(end)) is not None]

    def _after_and(self, place: int) -> int | None:
        """Where the next of several begins."""
        one, two = (*self.words[place : place + 2], "", "")[:2]
        return place + 1 + (one == "," and two == "and") if one in (",", "and") else None

    def _any_order(self, rule: str, place: int) -> Iterator[tuple[int, Value]]:
        alternatives = self.grammar.rules[rule]
        states: list[tuple[int, dict[int, Value]]] = [(place, {})]
        while states:
            yield from ((at, tuple(found[number] for number in sorted(found))) for at, found in states)
            states = [
                (end, {**found, number: Wrong(at, "expected this only once, found it again") if again else value})
                for at, found in states
                for number, one in enumerate(alternatives)
                for again in (number in found,)
                for end, value in self._all([one], at)
            ]

    def _all(self, alternatives: list[Alternative], place: int) -> Iterator[tuple[int, Value]]:
        words = self.words
        last = len(words)
        for one in alternatives:
            states: list[tuple[int, tuple[Value, ...]]] = [(place, ())]
            for item in one.items:
                if isinstance(item, Words):
                    states = [(at + 1, values) for at, values in states if at < last and words[at] in item.words]
                else:
                    states = [(end, (*values, value)) for at, values in states for end, value in self.part(item, at)]
                if not states:
                    break
            for at, values in states:
                value = one.template.make(values, place)
                if value is not None:
                    yield at, value


def _readings(reading: _Reading, rule: str) -> Readings:
    """All readings of a rule from the first token on. Raises `TextError` for text that nests rules too deep.

    Each sentence, keyword or chapter is read within the one before it: Python has room for some 150.
    """
    try:
        return reading.read(rule, 0)
    except RecursionError:
        raise TextError("too long to be read as one; expected at most some 150 sentences or keywords", 0) from None


class _Tracing(_Reading):
    """A text that could not be read, read again to see where and why."""

    def __init__(self, grammar: Grammar, tokens: Tokens) -> None:
        super().__init__(grammar, tokens)
        self.farthest = 0
        self.found: list[str] = []
        self.refused: dict[int, int] = {}
        """Where descriptions end that were refused, and where they begin."""
        self.within: list[tuple[str, int]] = []

    def failed(self, place: int, word: str) -> None:
        """Note that this was expected: as the outermost named rule that starts here, if there is one."""
        if place > self.farthest:
            self.farthest, self.found = place, []
        if place == self.farthest:
            labels = self.grammar.labels
            self.found.append(next((labels[rule] for rule, at in self.within if at == place and rule in labels), word))

    def _read(self, rule: str, place: int) -> Readings:
        self.within.append((rule, place))
        try:
            if (terminal := self.grammar.terminals.get(rule)) is not None:
                found = _distinct(terminal(self.tokens, place))
                if all(end == place for end, _ in found):  # nothing, or what need not be said
                    self.failed(place, self.grammar.labels.get(rule, rule))
                return found
            return _distinct(self._all(self.grammar.rules[rule], place))
        finally:
            self.within.pop()

    def _all(self, alternatives: list[Alternative], place: int) -> Iterator[tuple[int, Value]]:
        for one in alternatives:
            states: list[tuple[int, tuple[Value, ...]]] = [(place, ())]
            for number, item in enumerate(one.items):
                after: list[tuple[int, tuple[Value, ...]]] = []
                for at, values in states:
                    if isinstance(item, Part):
                        after += [(end, (*values, value)) for end, value in self.part(item, at)]
                    elif at < len(self.words) and self.words[at] in item.words:
                        after.append((at + 1, values))
                    else:
                        self.failed(at, run(one.items[number:]) if self.grammar.in_runs else item.words[0])
                states = after
            for at, values in states:
                value = one.template.make(values, place)
                if value is not None:
                    yield at, value
                elif self.within and self.grammar.labels.get(self.within[-1][0]) == "a description":
                    self.refused.setdefault(at, place)

    def _after_and(self, place: int) -> int | None:
        self.failed(place, "and")
        return super()._after_and(place)


def run(items: Iterable[Item]) -> str:
    """The words that items begin with."""
    words: list[str] = []
    for item in items:
        if isinstance(item, Part):
            break
        words.append(item.words[0])
    return " ".join(words)


def _distinct(readings: Iterable[tuple[int, Value]]) -> Readings:
    found: Readings = []
    for one in readings:
        if one not in found:
            found.append(one)
    return found
