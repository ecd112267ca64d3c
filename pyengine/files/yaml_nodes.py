"""From the events of a YAML parser to a document.

Scalars follow the core schema of YAML 1.2, so `2026-09-25`, `Yes` and `1_000` are text. Mapping keys are
always text, exactly as written. What a board has no use for (tags, merge keys, keys that are not scalars) is
refused, and so is what only serves to exhaust memory or the stack. PyYAML's own composer limits nothing,
resolves scalars by YAML 1.1 and lets the last of equal keys win.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.reader import Reader

from pyengine.errors import InputError
from pyengine.files.document import Node, Place
from pyengine.files.quoting import cut, in_words, quoted

MAX_NODES = 200_000
"""Largest number of scalars, lists and mappings (with keys) in a file; an alias counts like its target."""

MAX_DEPTH = 60
"""Deepest nesting of lists and mappings, aliases counted as what they stand for."""

MAX_DIGITS = 100
"""Longest number, in digits. Python refuses to convert numbers of some thousands of digits at all."""

NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
"""Unquoted numbers: the core schema without octal and hexadecimal numbers."""

_WORDS: dict[str, bool | float | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **{sign + word: float(sign + "inf") for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_NOTHING: dict[str | int, tuple[Place, Node]] = {}  # what scalars hold; a dictionary for each would take time
_CORE_TAG = "tag:yaml.org,2002:"


def unprintable(text: str) -> int | None:
    """Where the first character is that YAML calls non-printable, or a misplaced byte order mark; None if nowhere."""
    found = Reader.NON_PRINTABLE.search(text.replace("\ufeff", "\0"))
    return found.start() if found else None


def compose(events: Iterator[Any], name: str) -> Node:
    """The node of the one document that parse events describe. Takes no more events than needed to refuse it.

    Raises `InputError`, with `name` as the name of the file.
    """
    return _Composer(events, name).root()


@dataclass(slots=True)
class _Anchored:
    """The target of an anchor; `size` and `height` are its nodes and levels.

    A scalar has a `text` as it was written.
    """

    node: Node | None = None  # not complete yet
    size: int = 1
    height: int = 0
    text: str | None = None


class _Composer:
    """Composer of nodes that stops at the first excess: recursion is at most MAX_DEPTH deep.

    It counts nodes before it makes them; an alias counts like its target.
    """

    def __init__(self, events: Iterator[Any], name: str) -> None:
        self._events = events
        self._name = name
        self._count = 0
        self._anchors: dict[str, _Anchored] = {}

    def root(self) -> Node:
        """The value of the one document."""
        next(self._events)  # the stream starts
        opening = next(self._events)
        if type(opening) is yaml.StreamEndEvent:
            raise InputError("is empty; expected a YAML document", self._name)
        event = next(self._events)
        node, _ = self._node(event, 0)
        if type(event) is yaml.ScalarEvent and event.implicit[0] and not event.value:
            raise self._error("this document is empty; expected a value", opening)
        next(self._events)  # the document ends
        if type(second := next(self._events)) is not yaml.StreamEndEvent:
            raise self._error("a second document starts here; expected one document only", second)
        return node

    def _node(self, event: Any, depth: int) -> tuple[Node, int]:
        """Compose a value at a depth, and return it with its own height."""
        if type(event) is yaml.AliasEvent:
            target, node = self._target(event)
            self._check_depth(depth + target.height, event)
            return Node(node.value, _place(event), node.inner), target.height
        self._check(event)
        before = self._count
        anchored = None
        if event.anchor is not None:
            anchored = self._anchors[event.anchor] = _Anchored()
        if type(event) is yaml.ScalarEvent:
            node, height = Node(self._scalar(event), _place(event), _NOTHING), 0
        else:
            self._check_depth(depth + 1, event)
            node = Node(None, _place(event), {})
            fill = self._mapping if type(event) is yaml.MappingStartEvent else self._list
            height = 1 + fill(node, depth + 1)
        if anchored is not None:
            anchored.node, anchored.size, anchored.height = node, self._count - before + 1, height
            anchored.text = getattr(event, "value", None)
        return node, height

    def _list(self, node: Node, depth: int) -> int:
        """Fill a node with the entries of a list; the levels of the highest entry."""
        node.value = []
        highest = 0
        while type(event := next(self._events)) is not yaml.SequenceEndEvent:
            entry, height = self._node(event, depth)
            node.inner[len(node.value)] = entry.place, entry
            node.value.append(entry.value)
            highest = max(highest, height)
        return highest

    def _mapping(self, node: Node, depth: int) -> int:
        """Fill a node with the entries of a mapping; the levels of the highest entry."""
        node.value = {}
        highest = 0
        while type(event := next(self._events)) is not yaml.MappingEndEvent:
            key = self._key(event, depth)
            if key in node.inner:
                message = f"the key {quoted(key)} is already given at line {node.inner[key][0][0]}"
                raise self._error(f"{message}; expected every key once", event)
            entry, height = self._node(next(self._events), depth)
            node.inner[key] = _place(event), entry
            node.value[key] = entry.value
            highest = max(highest, height)
        return highest

    def _key(self, event: Any, depth: int) -> str:
        if type(event) is yaml.AliasEvent:
            target, node = self._target(event)
            if target.text is None:
                raise self._bad_key(node.value, event)
            return target.text
        if type(event) is not yaml.ScalarEvent:
            self._check(event)
            raise self._bad_key({} if type(event) is yaml.MappingStartEvent else [], event)
        if event.anchor is None:
            self._check(event)
        else:
            self._node(event, depth)
        if event.implicit[0] and event.value == "<<":
            raise self._error("merge keys (<<) are not allowed; write the fields out", event)
        text: str = event.value
        return text

    def _target(self, event: Any) -> tuple[_Anchored, Node]:
        """The target of an alias, counted once more."""
        name = cut(event.anchor)
        target = self._anchors.get(event.anchor)
        if target is None:
            hint = "put text that starts with * in quotes"
            raise self._error(f"the alias *{name} has no anchor &{name} before it; {hint}", event)
        if target.node is None:
            raise self._error(f"the alias *{name} contains itself; expected no recursion", event)
        self._add(target.size, event)
        return target, target.node

    def _scalar(self, event: Any) -> Any:
        """The value of a scalar."""
        text = event.value
        if not event.implicit[0]:  # in quotes
            return text
        if text in _WORDS:
            return _WORDS[text]
        if not NUMBER.match(text):
            return text
        digits = sum(character.isdigit() for character in text)
        if digits > MAX_DIGITS:
            hint = f"expected at most {MAX_DIGITS} digits, or quotes around it if it is text"
            raise self._error(f"the number {cut(text)} has {digits} digits; {hint}", event)
        try:
            return int(text)
        except ValueError:
            return float(text)

    def _check(self, event: Any) -> None:
        """Count a node that is not an alias, and refuse forbidden tags."""
        self._add(1, event)
        if event.tag is not None:
            tag = event.tag
            shown = "!!" + tag.removeprefix(_CORE_TAG) if tag.startswith(_CORE_TAG) else tag
            hint = "remove it, and put text that starts with ! in quotes"
            raise self._error(f"the tag {cut(shown)} is not allowed; {hint}", event)
        # Escapes can make characters that the text itself must not contain.
        escapes = type(event) is yaml.ScalarEvent and event.style == '"'
        if escapes and (bad := unprintable(event.value)) is not None:
            character = f"U+{ord(event.value[bad]):04X}"
            raise self._error(f"the escaped character {character} is not allowed; remove it from the text", event)

    def _add(self, nodes: int, event: Any) -> None:
        self._count += nodes
        if self._count > MAX_NODES:
            raise self._error(f"holds too many values, aliases expanded; expected at most {MAX_NODES}", event)

    def _check_depth(self, depth: int, event: Any) -> None:
        if depth > MAX_DEPTH:
            raise self._error(f"lists and mappings are nested too deeply; expected at most {MAX_DEPTH} levels", event)

    def _bad_key(self, found: Any, event: Any) -> InputError:
        hint = "put a key that starts with { or [ in quotes"
        return self._error(f"expected text as key, found {in_words(found)}; {hint}", event)

    def _error(self, message: str, event: Any) -> InputError:
        line, column = _place(event)
        return InputError(message, f"{self._name}:{line}:{column}")


def _place(event: Any) -> Place:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1
