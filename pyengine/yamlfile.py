"""Reading YAML files: plain data, the position of every value, and errors a reader can act on.

Scalars follow the core schema of YAML 1.2, so `2026-09-25`, `Yes` and `1_000` are text. Mapping keys are
always text, exactly as written. What a board has no use for (tags, merge keys, keys that are not scalars) is
refused, and so is what only serves to exhaust memory or the stack.

Documents are built here from parse events, not by PyYAML's composer, which recurses, limits nothing, resolves
scalars by YAML 1.1 and lets the last of equal keys win.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import stat
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import yaml
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.errors import PydanticUserError
from pydantic.fields import FieldInfo

from pyengine.errors import InputError

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

MAX_BYTES = 4_000_000
"""Largest file or text, in bytes of UTF-8."""

MAX_NODES = 200_000
"""Most scalars, lists and mappings (keys included) in a file, every alias counted as what it stands for."""

MAX_DEPTH = 60
"""Deepest nesting of lists and mappings, aliases counted as what they stand for."""

MAX_DIGITS = 100
"""Longest number, in digits. Python refuses to convert numbers of some thousands of digits at all."""

MAX_QUOTE = 60
"""Longest quotation of input in a message, in characters."""

MAX_PROBLEMS = 10
"""Most problems that one message lists."""

Path = Sequence[str | int]
ModelT = TypeVar("ModelT", bound=BaseModel)

# The C parser is some twenty times faster, but not every build of PyYAML has it.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | float | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **{sign + word: float(sign + "inf") for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}

# What YAML calls non-printable, lone surrogates and misplaced byte order marks included.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)
_CORE_TAG = "tag:yaml.org,2002:"
_INDENT_HINT = "expected every 'name: value' of a mapping on its own line and equally far indented"
_SYNTAX_HINTS = (
    ("tab character|\\\\t", "indent with spaces, not tabs"),
    ("alphabetic or numeric", "put text that starts with * or & in quotes"),
    ("a tag|undefined tag handle", "put text that starts with ! in quotes"),
    ("cannot start any token", "put text that starts with %, @ or ` in quotes"),
    ("mapping values are not allowed", f"{_INDENT_HINT}, and text that contains ': ' in quotes"),
    ("unexpected end of stream", "a closing quote is missing"),
    ("escape", "inside double quotes write \\\\ for a backslash"),
    ("a flow (sequence|mapping)", "expected entries separated by ',' and a closing bracket"),
    ("expected '-'|block sequence entries|a block collection", "expected every '- ' of a list equally far indented"),
    ("<document start>", "expected one mapping or list, and nothing behind it"),
    ("a block mapping", f"{_INDENT_HINT}, and text that starts with {{, [ or a quotation mark in quotes"),
    ("expected ':'", "expected 'name: value'"),
)


# ---------------------------------------------------------------------------------------------------
# Documents
# ---------------------------------------------------------------------------------------------------


class _Spot:
    """Where a value starts, and where what it contains starts. Lines and columns count from 1."""

    __slots__ = ("column", "inner", "keys", "line")

    def __init__(
        self,
        line: int,
        column: int,
        inner: dict[str, _Spot] | list[_Spot] | None = None,
        keys: dict[str, _Spot] | None = None,
    ) -> None:
        self.line = line
        self.column = column
        self.inner = inner
        self.keys = keys

    def child(self, step: str | int) -> _Spot | None:
        """The spot of one entry; None if there is no such entry."""
        if isinstance(self.inner, dict):
            return self.inner.get(step) if isinstance(step, str) else None
        if isinstance(self.inner, list) and isinstance(step, int) and 0 <= step < len(self.inner):
            return self.inner[step]
        return None


class Document:
    """One YAML document: `data` in plain types, the `name` of its file, and the positions of its values.

    Behind an alias stands a copy of what the alias stands for: changing one does not change the other.
    """

    __slots__ = ("_root", "data", "name")

    def __init__(self, data: Any, name: str, root: _Spot) -> None:
        self.data = data
        self.name = name
        self._root = root

    def __repr__(self) -> str:
        return f"Document({self.name!r})"

    def where(self, path: Path) -> str:
        """ "name:line:column" of the value at a path, or of its nearest ancestor that exists.

        The value behind an alias is where the alias is; what that value contains is where it was written.
        """
        return self._format(self._spot(path))

    def key_where(self, path: Path) -> str:
        """ "name:line:column" of the key at the end of a path; of the value if there is no such key."""
        return self._format(self._key_spot(path))

    def _format(self, spot: _Spot) -> str:
        return f"{self.name}:{spot.line}:{spot.column}"

    def _spot(self, path: Path) -> _Spot:
        spot = self._root
        for step in path:
            child = spot.child(step)
            if child is None:
                break
            spot = child
        return spot

    def _key_spot(self, path: Path) -> _Spot:
        spot = self._root
        for step in path[:-1]:
            child = spot.child(step)
            if child is None:
                return spot
            spot = child
        key = path[-1] if path else None
        if spot.keys is not None and isinstance(key, str) and key in spot.keys:
            return spot.keys[key]
        return self._spot(path)


def read(path: str | os.PathLike[str]) -> Document:
    """The one document in a file. Raises InputError if the file can't be read or is not acceptable YAML."""
    content, name = _content(path)
    return parse(content, name)


def read_all(path: str | os.PathLike[str]) -> list[Document]:
    """The documents in a file, one or more. Raises InputError as `read` does."""
    content, name = _content(path)
    return parse_all(content, name)


def parse(text: str | bytes, name: str = "<text>") -> Document:
    """The one document in a text; `name` is what messages call it. Raises InputError."""
    return _build(text, name, single=True)[0]


def parse_all(text: str | bytes, name: str = "<text>") -> list[Document]:
    """The documents in a text, one or more. The limits hold for all of them together. Raises InputError."""
    return _build(text, name, single=False)


# ---------------------------------------------------------------------------------------------------
# From file to text
# ---------------------------------------------------------------------------------------------------


def _content(path: str | os.PathLike[str]) -> tuple[bytes, str]:
    """The bytes of a file, and its name as given. Raises InputError."""
    name = os.fspath(path)
    try:
        status = os.stat(name)
        if stat.S_ISDIR(status.st_mode):
            raise InputError("is a directory; expected a YAML file", name)
        _check_size(status.st_size, name)
        with open(name, "rb") as file:
            # One byte more than allowed: a device or pipe has no size to ask for, and a file may still grow.
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError("does not exist; expected the path of a YAML file", name) from None
    except PermissionError:
        raise InputError("may not be read; expected a file with permission to read it", name) from None
    except OSError as error:
        raise InputError(f"can't be read ({error.strerror}); expected the path of a YAML file", name) from error
    except InputError:
        raise
    except ValueError:  # a null character, or one the file system can't encode
        raise InputError("is no possible file name; expected the path of a YAML file", ascii(name)) from None
    _check_size(len(content), name)
    return content, name


def _check_size(size: int, name: str) -> None:
    if size > MAX_BYTES:
        # The size of what was cut off while reading is not known, so none is told.
        raise InputError(f"is too large; expected at most {MAX_BYTES} bytes", name)


def _decoded(text: str | bytes, name: str) -> str:
    """The text without byte order mark, of allowed size and characters. Raises InputError."""
    _check_size(len(text), name)
    if not isinstance(text, str):
        text = _from_utf8(bytes(text), name)
    text = text.removeprefix("\ufeff")
    bad = _UNPRINTABLE.search(text)
    if bad is not None:
        raise InputError(_about_character(bad.group()), _position(text[: bad.start()], name))
    if not text.isascii():
        _check_size(len(text.encode()), name)
    if _PAIR.search(text) and _is_json(text):
        return _PAIR.sub(_one_escape, text)
    return text


# An escaped backslash, or a character beyond 16 bits: JSON escapes it as two, YAML as one.
_PAIR = re.compile(r"\\\\|\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _one_escape(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[0]
    high, low = int(found[1], 16), int(found[2], 16)
    return f"\\U{0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF):08x}"


def _from_utf8(content: bytes, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        raise InputError("is in UTF-16 or UTF-32; expected text in UTF-8", name)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8").removeprefix("\ufeff")
        message = f"byte 0x{content[error.start]:02x} is not UTF-8; expected text in UTF-8"
        raise InputError(message, _position(before, name)) from None


def _about_character(character: str) -> str:
    hint = "; expected text in UTF-8, not in UTF-16 or binary" if character == "\0" else "; remove it"
    return f"the control character U+{ord(character):04X} is not allowed{hint}"


def _position(before: str, name: str) -> str:
    """ "name:line:column" of what follows the text `before`."""
    breaks = list(_LINE_BREAK.finditer(before))
    start = breaks[-1].end() if breaks else 0
    return f"{name}:{len(breaks) + 1}:{len(before) - start + 1}"


# ---------------------------------------------------------------------------------------------------
# From text to documents
# ---------------------------------------------------------------------------------------------------


def _build(text: str | bytes, name: str, single: bool) -> list[Document]:
    decoded = _decoded(text, name)
    directive = _TAG_DIRECTIVE.search(decoded)
    if directive is not None:
        # No tag is allowed anyway, and the C parser takes quadratic time over many of these.
        where = _position(decoded[: directive.start()], name)
        raise InputError("the directive %TAG is not allowed; remove the line", where)
    builder = _Builder(name, single)
    for event in _events(decoded, name):
        builder.feed(event)
    if not builder.documents:
        raise InputError("is empty; expected a YAML document", name)
    return builder.documents


def _events(text: str, name: str) -> Iterator[yaml.Event]:
    """What the parser sees, one by one, so that a limit stops it early. Raises InputError on bad syntax."""
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise _syntax_error(error, text, name) from error
    except (ValueError, OverflowError) as error:  # the Python parser, on absurd escapes and version numbers
        raise InputError(f"is not valid YAML: {_cut(str(error))}; expected smaller numbers", name) from error


def _syntax_error(error: yaml.YAMLError, text: str, name: str) -> InputError:
    """One sentence out of PyYAML's problem, its context, and what is known to help."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        return InputError(f"is not valid YAML: {_cut(str(error).splitlines()[0])}; expected a YAML document", name)
    where = f"{name}:{mark.line + 1}:{mark.column + 1}"
    problem = _cut(getattr(error, "problem", None) or "unexpected text")
    context = getattr(error, "context", None) or ""
    start = getattr(error, "context_mark", None)
    if context and start is not None and start.line != mark.line:
        context += f" that starts at line {start.line + 1}"
    sentence = f"{problem} {context}".strip()
    if text[mark.index : mark.index + 1] == "\t":
        sentence += " (a tab character)" if "tab character" not in sentence else ""
    hint = next((hint for sign, hint in _SYNTAX_HINTS if re.search(sign, sentence)), "expected a YAML document")
    return InputError(f"not valid YAML: {sentence}; {hint}", where)


class _Anchored:
    """What an anchor names: its value once complete, its cost, and its raw text if it is a scalar."""

    __slots__ = ("complete", "height", "nodes", "spot", "text", "value")

    def __init__(self) -> None:
        self.complete = False
        self.height = 0
        self.nodes = 1
        self.spot = _Spot(1, 1)
        self.text: str | None = None
        self.value: Any = None


class _Frame:
    """A list or mapping whose end has not come yet. `key` is the key that waits for its value."""

    __slots__ = ("anchored", "data", "deepest", "first_node", "key", "spot")

    def __init__(
        self, data: dict[str, Any] | list[Any], spot: _Spot, anchored: _Anchored | None, node: int, depth: int
    ) -> None:
        self.data = data
        self.spot = spot
        self.anchored = anchored
        self.first_node = node
        self.deepest = depth
        self.key: str | None = None


class _Builder:
    """Turns parse events into documents, without recursion, and stops at the first excess.

    Nodes are counted before they are made: an alias costs what it stands for, which is known by then.
    """

    def __init__(self, name: str, single: bool) -> None:
        self.documents: list[Document] = []
        self._name = name
        self._single = single
        self._nodes = 0
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchored] = {}
        self._opening: Any = None
        self._handlers: dict[type, Callable[[Any], None]] = {
            yaml.DocumentStartEvent: self._document,
            yaml.ScalarEvent: self._scalar,
            yaml.AliasEvent: self._alias,
            yaml.MappingStartEvent: self._start,
            yaml.SequenceStartEvent: self._start,
            yaml.MappingEndEvent: self._end,
            yaml.SequenceEndEvent: self._end,
        }

    def feed(self, event: yaml.Event) -> None:
        """Take the next event. Raises InputError if it makes the document unacceptable."""
        handler = self._handlers.get(type(event))
        if handler is not None:
            handler(event)

    def _document(self, event: Any) -> None:
        if self._single and self.documents:
            raise self._error("a second document starts here; expected one document only", event)
        self._anchors = {}
        self._opening = event

    def _scalar(self, event: Any) -> None:
        self._count(1, event)
        self._refuse_tag(event)
        text = event.value
        if event.style == '"':  # escapes can make characters that the text itself must not contain
            self._refuse_unprintable(text, event)
        plain = event.implicit[0]
        if event.anchor is None and self._awaits_key():
            self._key(text, plain, event)
            return
        value = self._resolved(text, event) if plain else text
        if event.anchor is not None:
            self._anchor_scalar(text, value, event)
            if self._awaits_key():
                self._key(text, plain, event)
                return
        if plain and not text and not self._stack:
            raise self._error("this document is empty; expected a value", self._opening)
        self._put(value, _spot(event))

    def _alias(self, event: Any) -> None:
        name = _cut(event.anchor)
        target = self._anchors.get(event.anchor)
        if target is None:
            hint = "put text that starts with * in quotes"
            raise self._error(f"the alias *{name} has no anchor &{name} before it; {hint}", event)
        if not target.complete:
            raise self._error(f"the alias *{name} stands inside what it stands for; expected no recursion", event)
        self._count(target.nodes, event)
        if self._awaits_key():
            if target.text is None:
                raise self._bad_key(target.value, event)
            self._key(target.text, False, event)
            return
        self._check_depth(len(self._stack) + target.height, event)
        spot = _spot(event)
        spot.inner, spot.keys = target.spot.inner, target.spot.keys
        self._put(_copied(target.value), spot)

    def _start(self, event: Any) -> None:
        self._count(1, event)
        self._refuse_tag(event)
        data: dict[str, Any] | list[Any] = {} if type(event) is yaml.MappingStartEvent else []
        if self._awaits_key():
            raise self._bad_key(data, event)
        depth = len(self._stack) + 1
        self._check_depth(depth, event)
        spot = _spot(event)
        spot.inner = {} if isinstance(data, dict) else []
        spot.keys = {} if isinstance(data, dict) else None
        anchored = None
        if event.anchor is not None:
            anchored = self._anchors[event.anchor] = _Anchored()
        self._stack.append(_Frame(data, spot, anchored, self._nodes, depth))

    def _end(self, _event: Any) -> None:
        frame = self._stack.pop()
        if frame.anchored is not None:
            frame.anchored.value = frame.data
            frame.anchored.spot = frame.spot
            frame.anchored.nodes = self._nodes - frame.first_node + 1
            frame.anchored.height = frame.deepest - len(self._stack)
            frame.anchored.complete = True
        if self._stack:
            self._stack[-1].deepest = max(self._stack[-1].deepest, frame.deepest)
        self._put(frame.data, frame.spot)

    def _awaits_key(self) -> bool:
        return bool(self._stack) and self._stack[-1].key is None and isinstance(self._stack[-1].data, dict)

    def _key(self, text: str, plain: bool, event: Any) -> None:
        frame = self._stack[-1]
        if plain and text == "<<":
            raise self._error("merge keys (<<) are not allowed; write the fields out", event)
        keys = frame.spot.keys
        if keys is not None:
            if text in keys:
                message = f"the key {_quoted(text)} is already given at line {keys[text].line}"
                raise self._error(f"{message}; expected every key once", event)
            keys[text] = _spot(event)
        frame.key = text

    def _put(self, value: Any, spot: _Spot) -> None:
        """Add a value to the list or mapping it stands in, or finish the document."""
        if not self._stack:
            self.documents.append(Document(value, self._name, spot))
            return
        frame = self._stack[-1]
        if isinstance(frame.data, list):
            frame.data.append(value)
            if isinstance(frame.spot.inner, list):
                frame.spot.inner.append(spot)
        elif frame.key is not None:
            frame.data[frame.key] = value
            if isinstance(frame.spot.inner, dict):
                frame.spot.inner[frame.key] = spot
            frame.key = None

    def _anchor_scalar(self, text: str, value: Any, event: Any) -> None:
        anchored = self._anchors[event.anchor] = _Anchored()
        anchored.text, anchored.value, anchored.complete = text, value, True

    def _resolved(self, text: str, event: Any) -> Any:
        """The value of a plain scalar, by the core schema without octal and hexadecimal numbers."""
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in "+-.0123456789":
            return text
        number = int if _INT.fullmatch(text) else float if _FLOAT.fullmatch(text) else None
        if number is None:
            return text
        digits = sum(character.isdigit() for character in text)
        if digits > MAX_DIGITS:
            hint = f"expected at most {MAX_DIGITS} digits, or quotes around it if it is text"
            raise self._error(f"the number {_cut(text)} has {digits} digits; {hint}", event)
        return number(text)

    def _count(self, nodes: int, event: Any) -> None:
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            raise self._error(f"holds too many values, aliases expanded; expected at most {MAX_NODES}", event)

    def _check_depth(self, depth: int, event: Any) -> None:
        deepest = max(depth, self._stack[-1].deepest if self._stack else 0)
        if deepest > MAX_DEPTH:
            raise self._error(f"lists and mappings are nested too deeply; expected at most {MAX_DEPTH} levels", event)
        if self._stack:
            self._stack[-1].deepest = deepest

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            tag = event.tag
            shown = "!!" + tag.removeprefix(_CORE_TAG) if tag.startswith(_CORE_TAG) else tag
            hint = "remove it, and put text that starts with ! in quotes"
            raise self._error(f"the tag {_cut(shown)} is not allowed; {hint}", event)

    def _refuse_unprintable(self, text: str, event: Any) -> None:
        bad = _UNPRINTABLE.search(text)
        if bad is not None:
            message = f"the escaped character U+{ord(bad.group()):04X} is not allowed; remove it from the text"
            raise self._error(message, event)

    def _bad_key(self, found: Any, event: Any) -> InputError:
        hint = "put a key that starts with { or [ in quotes"
        return self._error(f"expected text as key, found {_kind_of(found)}; {hint}", event)

    def _error(self, message: str, event: Any) -> InputError:
        mark = event.start_mark
        return InputError(message, f"{self._name}:{mark.line + 1}:{mark.column + 1}")


def is_text(scalar: str) -> bool:
    """Whether a scalar without quotes would be read as text."""
    return scalar not in _WORDS and not _INT.fullmatch(scalar) and not _FLOAT.fullmatch(scalar)


def _spot(event: Any) -> _Spot:
    mark = event.start_mark
    return _Spot(mark.line + 1, mark.column + 1)


def _copied(value: Any) -> Any:
    """A copy down to the scalars; both its size and its depth have been checked."""
    if isinstance(value, dict):
        return {key: _copied(entry) for key, entry in value.items()}
    return [_copied(entry) for entry in value] if isinstance(value, list) else value


# ---------------------------------------------------------------------------------------------------
# Quoting input
# ---------------------------------------------------------------------------------------------------


def _cut(text: str) -> str:
    return text if len(text) <= MAX_QUOTE else text[: MAX_QUOTE - 3] + "..."


def _quoted(value: object) -> str:
    """The `repr` of a scalar, at most MAX_QUOTE characters of it."""
    if not isinstance(value, str):
        return _cut(repr(value))
    text = repr(value[: MAX_QUOTE + 1])  # a repr of all of it could be megabytes
    return text if len(text) <= MAX_QUOTE else text[: MAX_QUOTE - 4] + "..." + text[0]


def _kind_of(value: object) -> str:
    """A value in words: lists and mappings by their kind, scalars quoted."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    return _quoted(value)


_PLAIN_STEP = re.compile(r"[\w+/*'-](?:[\w+/*', -]{0,58}[\w+/*'-])?")


def _shown(path: Path) -> str:
    """A path as in `battlefield[0].counters`; keys that would be misread stand in brackets and quotes."""
    shown = ""
    for step in path:
        if isinstance(step, str) and _PLAIN_STEP.fullmatch(step):
            shown += f".{step}" if shown else step
        else:
            shown += f"[{_quoted(step)}]"
    return shown


def _at(path: Path) -> str:
    return f"at {_shown(path)}: " if path else ""


# ---------------------------------------------------------------------------------------------------
# Validation
# ---------------------------------------------------------------------------------------------------


def validate(model: type[ModelT], document: Document, path: Path = (), error: type[InputError] = InputError) -> ModelT:
    """The data at a path, as a model.

    Raises `error` if the data does not fit the model, or if there is no data at the path. Its message has one
    line for each problem, at most MAX_PROBLEMS, in the order of the file; its `where` is that of the first.
    """
    value = document.data
    for depth, step in enumerate(path):
        if not _holds(value, step):
            raise error(f"{_at(path[:depth])}{_quoted(step)} is missing", document.where(path))
        value = value[step]
    try:
        return model.model_validate(value)
    except ValidationError as invalid:
        found = invalid.errors(include_url=False)
    faults = _settled(_independent([_fault(details, value) for details in found]))
    raise _summary(faults, model, document, tuple(path), error)


def _holds(value: object, step: str | int) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)


@dataclass
class _Fault:
    """One problem: the path of the data it is about, and what pydantic says of it.

    Pydantic's locations also name the alternatives of unions, and fields that a shorthand stands for; these are
    not in the data. They are kept as `labels`, each with the length of the path before it.
    """

    path: tuple[str | int, ...]
    labels: tuple[tuple[int, str | int], ...]
    details: list[ErrorDetails] = field(default_factory=list)

    @property
    def type(self) -> str:
        return self.details[0]["type"]

    @property
    def about_key(self) -> bool:
        return self.type == "extra_forbidden" or self.details[0]["loc"][-1:] == ("[key]",)


def _fault(details: ErrorDetails, data: Any) -> _Fault:
    location = details["loc"][:-1] if details["type"] == "missing" else details["loc"]
    path: list[str | int] = []
    labels: list[tuple[int, str | int]] = []
    for step in location:
        if _holds(data, step):
            path.append(step)
            data = data[step]
        elif step != "[key]":
            labels.append((len(path), step))
    return _Fault(tuple(path), tuple(labels), [details])


def _independent(faults: list[_Fault]) -> list[_Fault]:
    """The faults without those that only follow from others: a list is not too short for its bad entries."""
    ancestors = {fault.path[:depth] for fault in faults for depth in range(len(fault.path))}
    return [fault for fault in faults if fault.type != "too_short" or fault.path not in ancestors]


def _settled(faults: list[_Fault], level: int = 0) -> list[_Fault]:
    """The faults, but of the alternatives of a union only those of the alternative that was likely meant."""
    settled = [fault for fault in faults if len(fault.labels) <= level]
    groups: dict[tuple[str | int, ...], dict[str | int, list[_Fault]]] = {}
    for fault in faults:
        if len(fault.labels) > level:
            depth, label = fault.labels[level]
            groups.setdefault(fault.path[:depth], {}).setdefault(label, []).append(fault)
    for path, branches in groups.items():
        settled += _settled(_likeliest(len(path), list(branches.values())), level + 1)
    return settled


def _likeliest(depth: int, branches: list[list[_Fault]]) -> list[_Fault]:
    """The alternative whose faults are deepest and fewest; if the value fits none at all, all of them as one."""
    misfits = [branch for branch in branches if any(_is_misfit(fault, depth) for fault in branch)]
    if len(misfits) == len(branches) > 1:
        first = branches[0][0]
        details = [details for branch in branches for fault in branch for details in fault.details]
        return [_Fault(first.path[:depth], first.labels, details)]
    fitting = [branch for branch in branches if branch not in misfits] or branches
    return min(fitting, key=lambda branch: (sum(f.type == "extra_forbidden" for f in branch), len(branch)))


def _is_misfit(fault: _Fault, depth: int) -> bool:
    """Whether the value itself is of the wrong kind, rather than something in it."""
    return len(fault.path) == depth and fault.type not in _LESSER - {"too_short"}


def _summary(
    faults: list[_Fault],
    model: type[BaseModel],
    document: Document,
    start: tuple[str | int, ...],
    error: type[InputError],
) -> InputError:
    """One error for all faults, in the order of the file."""
    placed = []
    for fault in faults:
        path = start + fault.path
        spot = document._key_spot(path) if fault.about_key else document._spot(path)
        placed.append((spot.line, spot.column, fault))
    placed.sort(key=lambda entry: entry[:2])
    lines = []
    for line, column, fault in placed[:MAX_PROBLEMS]:
        path = start + fault.path
        shown = path[:-1] if fault.about_key else path
        lines.append((f"{document.name}:{line}:{column}", _at(shown) + _sentence(fault, model)))
    first, *others = lines
    message = "\n".join([first[1], *(f"{where}: {text}" for where, text in others)])
    if len(placed) > MAX_PROBLEMS:
        message += f"\nand {len(placed) - MAX_PROBLEMS} more"
    return error(message, first[0])


def _sentence(fault: _Fault, model: type[BaseModel]) -> str:
    """What is wrong and what would be right."""
    details = fault.details[0]
    location = details["loc"]
    if fault.type == "missing":
        return f"{_quoted(location[-1])} is missing"
    if fault.type == "extra_forbidden":
        return _unknown_field(location[-1], _slots(model, location[:-1]))
    if fault.type in ("value_error", "assertion_error"):
        return _refusal(details)
    expected = [_expected(each, _slots(model, each["loc"])) for each in fault.details]
    found = _found(details)
    return f"expected {' or '.join(dict.fromkeys(expected))}, found {found}{_advice(fault, model)}"


def _unknown_field(name: str | int, slots: list[_Slot]) -> str:
    known = [known for slot in slots if _is_model(slot) for known in _fields(slot.annotation)]
    close = _closest(name, known)
    suggestion = f" (did you mean {_quoted(close)}?)" if close else ""
    return f"unknown field {_quoted(name)}{suggestion}; expected one of {', '.join(known) or 'no fields'}"


def _refusal(details: ErrorDetails) -> str:
    """What a validator of the model said, and the value it said it of, unless that is a list or mapping."""
    cause = details.get("ctx", {}).get("error")
    message = str(cause) if cause is not None else details["msg"]
    value = details["input"]
    if "found" in message or not isinstance(value, str | int | float):
        return message
    return f"{message}, found {_kind_of(value)}"


def _found(details: ErrorDetails) -> str:
    if details["type"] in ("too_short", "too_long") and not isinstance(details["input"], str):
        return str(details.get("ctx", {}).get("actual_length") or len(details["input"]))
    return _kind_of(details["input"])


def _advice(fault: _Fault, model: type[BaseModel]) -> str:
    """How to repair the mistakes that are common and not obvious; empty for others."""
    value = fault.details[0]["input"]
    wanted = {details["type"] for details in fault.details}
    if "string_type" in wanted and isinstance(value, dict | list):
        return f"; put text that starts with {'{' if isinstance(value, dict) else '['} in quotes"
    if "string_type" in wanted and isinstance(value, int | float):
        return "; put it in quotes if it is text"
    if "int_type" in wanted and isinstance(value, str) and len(value) <= MAX_DIGITS and _INT.fullmatch(value):
        return "; write it without quotes"
    if "literal_error" in wanted and isinstance(value, str):
        slots = [slot for details in fault.details for slot in _slots(model, details["loc"])]
        choices = [choice for slot in slots for choice in _choices(slot) if isinstance(choice, str)]
        close = _closest(value, choices)
        return f"; did you mean {_quoted(close)}?" if close else ""
    return ""


def _closest(name: object, known: Iterable[str]) -> str | None:
    """The known name most like another. Long names are not compared: that would take long, too."""
    if not isinstance(name, str) or len(name) > MAX_QUOTE:
        return None
    spellings = {each.lower(): each for each in known}
    close = difflib.get_close_matches(name.lower(), spellings, n=1)
    return spellings[close[0]] if close else None


# ---------------------------------------------------------------------------------------------------
# What was expected, in words
# ---------------------------------------------------------------------------------------------------

_SIMPLE = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "text",
    "string_unicode": "text",
    "none_required": "nothing",
}
_MAPPINGS = frozenset(("model_type", "model_attributes_type", "dict_type", "mapping_type"))
_LISTS = frozenset(("list_type", "tuple_type", "set_type", "frozen_set_type", "iterable_type"))
_BOUNDS = frozenset(("greater_than", "greater_than_equal", "less_than", "less_than_equal"))


def _expected(details: ErrorDetails, slots: list[_Slot]) -> str:
    """What would have been right, so that it can follow "expected"."""
    kind = details["type"]
    context = details.get("ctx", {})
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if kind in _MAPPINGS | _LISTS:
        return _shapes(slots) or ("a mapping" if kind in _MAPPINGS else "a list")
    if kind in _BOUNDS:
        return _bounds(context, slots)
    if kind in ("literal_error", "enum"):
        several = len([choice for slot in slots for choice in _choices(slot)]) != 1
        return ("one of " if several else "") + str(context.get("expected", "the known words"))
    if kind in ("too_short", "too_long", "string_too_short", "string_too_long"):
        # For text with validators of its own, pydantic speaks of its entries.
        return _lengths(kind, context, isinstance(details["input"], str))
    if kind == "string_pattern_mismatch":
        return f"text that matches {_quoted(context.get('pattern', ''))}"
    return f"another value ({details['msg'][:1].lower()}{details['msg'][1:]})"


def _lengths(kind: str, context: dict[str, Any], is_text: bool) -> str:
    count = context.get("min_length", context.get("max_length", 0))
    limit = "at least" if kind.endswith("short") else "at most"
    if is_text:
        return f"text of {limit} {count} {'character' if count == 1 else 'characters'}"
    return f"{limit} {count} {'entry' if count == 1 else 'entries'}"


def _bounds(context: dict[str, Any], slots: list[_Slot]) -> str:
    """Both bounds of a number, though pydantic only tells the one that was violated."""
    bounds: dict[str, Any] = {}
    for item in (item for slot in slots for item in slot.metadata):
        bounds |= {name: getattr(item, name) for name in ("ge", "gt", "le", "lt") if hasattr(item, name)}
    # The bound violated is certain; the others may belong to another member of a union.
    bounds |= {name: bound for name, bound in context.items() if bounds.get(name) != bound}
    if "ge" in bounds and "le" in bounds:
        return f"a number from {bounds['ge']} to {bounds['le']}"
    words = {"ge": "of at least", "gt": "above", "le": "of at most", "lt": "below"}
    return "a number " + " and ".join(f"{words[name]} {bounds[name]}" for name in words if name in bounds)


_SAMPLES: tuple[tuple[object, str], ...] = (
    (1, "a whole number"),
    ("x", "text"),
    ([], "a list"),
    ({}, "a mapping"),
)
# What can be wrong with a value of the right kind.
_LESSER = frozenset(("missing", "too_short", "value_error", "assertion_error"))


def _shapes(slots: list[_Slot]) -> str:
    """The kinds of value accepted here, found by trying one of each; empty if none is.

    Validators can accept shorthands, such as a number for a mapping, and pydantic's errors do not tell.
    """
    return " or ".join(word for sample, word in _SAMPLES if any(_accepts(slot, sample) for slot in slots))


def _accepts(slot: _Slot, sample: object) -> bool:
    """Whether a value of this kind may stand here; a mapping that lacks a field is of the right kind."""
    try:
        annotated: Any = Annotated[(slot.annotation, *slot.metadata)] if slot.metadata else slot.annotation
        TypeAdapter(annotated).validate_python(sample)
    except ValidationError as invalid:
        return all(details["loc"] or details["type"] in _LESSER for details in invalid.errors())
    except (PydanticUserError, TypeError):  # a type that can't stand alone: nothing is known of it
        return False
    return True


# ---------------------------------------------------------------------------------------------------
# Finding the type that belongs to a location
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Slot:
    """One type that a value may have, and what is said of it: bounds, validators."""

    annotation: Any
    metadata: tuple[Any, ...]


def _slots(model: type[BaseModel], location: Sequence[str | int]) -> list[_Slot]:
    """The types possible at one of pydantic's locations, in which labels of unions select among them."""
    slots = [_Slot(model, ())]
    for step in location:
        inner = [child for slot in slots for child in _children(slot, step)]
        slots = inner or [slot for slot in slots if _is_labelled(slot, step)] or slots
    return slots


def _is_model(slot: _Slot) -> bool:
    return isinstance(slot.annotation, type) and issubclass(slot.annotation, BaseModel)


def _is_labelled(slot: _Slot, label: str | int) -> bool:
    return _is_model(slot) and re.search(rf"\b{slot.annotation.__name__}\b", str(label)) is not None


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    return {info.alias or name: info for name, info in model.model_fields.items()}


def _children(slot: _Slot, step: str | int) -> list[_Slot]:
    """The types of one entry of a model, mapping or list; none if there is no such entry."""
    if _is_model(slot):
        info = _fields(slot.annotation).get(str(step))
        return list(_alternatives(info.annotation, tuple(info.metadata))) if info else []
    origin, arguments = get_origin(slot.annotation), get_args(slot.annotation)
    if not isinstance(origin, type) or not arguments:
        return []
    if issubclass(origin, dict):
        return list(_alternatives(arguments[-1])) if isinstance(step, str) else []
    if not isinstance(step, int):
        return []
    is_record = issubclass(origin, tuple) and arguments[-1] is not Ellipsis
    return list(_alternatives(arguments[step] if is_record and step < len(arguments) else arguments[0]))


def _alternatives(annotation: Any, metadata: tuple[Any, ...] = ()) -> Iterator[_Slot]:
    """The members of a union, each with what was said of it; of anything else, itself."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        extra = [item for each in arguments[1:] for item in (each.metadata if isinstance(each, FieldInfo) else [each])]
        yield from _alternatives(arguments[0], (*extra, *metadata))
    elif origin is Union or origin is types.UnionType:
        for member in arguments:
            if member is not types.NoneType:
                yield from _alternatives(member, metadata)
    else:
        yield _Slot(annotation, metadata)


def _choices(slot: _Slot) -> tuple[Any, ...]:
    return get_args(slot.annotation) if get_origin(slot.annotation) is Literal else ()
