"""Reading YAML files, and errors about their encoding and syntax that a reader can act on."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, NoReturn

import yaml

from pyengine.errors import InputError
from pyengine.files import arguments
from pyengine.files.document import Document, Node
from pyengine.files.quoting import cut, quoted
from pyengine.files.yaml_nodes import MAX_DEPTH, MAX_DIGITS, MAX_NODES, compose, unprintable

MAX_BYTES = 4_000_000
"""Largest file or text, in bytes of UTF-8."""

# The C parser is some twenty times faster, but not every build of PyYAML has it.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

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
    ("", "expected a YAML document"),
)


def read(path: str | os.PathLike[str]) -> Document:
    """The one document in a file. Raises `InputError` if the file can't be read or is not acceptable YAML."""
    name = arguments.path(path)
    return parse(_content(name, "a YAML file"), name)


def read_text(path: str | os.PathLike[str], what: str) -> str:
    """The text of a file in another format; `what` is expected there. Raises `InputError` as `read` does."""
    name = arguments.path(path)
    return _decoded(_content(name, what), name)


def _content(name: str, what: str) -> bytes:
    """The bytes of a file. Raises `InputError` if it can't be read."""
    try:
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)  # no more, however large the file or endless the device
    except FileNotFoundError:
        raise InputError(f"does not exist; expected the path of {what}", name or repr(name)) from None
    except (IsADirectoryError, PermissionError):  # some systems give no permission to open any directory
        if os.path.isdir(name):
            raise InputError(f"is a directory; expected {what}", name) from None
        raise InputError("may not be read; expected a file with permission to read it", name) from None
    except OSError as error:
        raise InputError(f"can't be read ({error.strerror}); expected the path of {what}", name) from error


def parse(content: str | bytes, name: str = "<text>") -> Document:
    """The one document in a text; `name` is what messages call it. Raises `InputError`."""
    name = arguments.text(name, "the name of a file")
    if not isinstance(content, str | bytes):
        raise InputError(f"expected text, found {quoted(content)}", name)
    text = _joined_escapes(_decoded(content, name))
    # No tag is allowed anyway, and the C parser takes quadratic time over many of these.
    if "%TAG" in text and (directive := re.search(r"^%TAG\b", text, re.MULTILINE)):
        where = _position(text[: directive.start()], name)
        raise InputError("the directive %TAG is not allowed; remove the line", where)
    if (data := _as_json(text)) is not None:
        return Document(name, data, partial(_composed, text, name))
    root = _composed(text, name)
    return Document(name, root.value, root)


def _composed(text: str, name: str) -> Node:
    return compose(_events(text, name), name)


def _as_json(text: str) -> dict[str, Any] | None:
    """The data of a text in JSON, without places; None for any other, and wherever YAML may read it differently.

    It is many times as quick to read. To name a line, pyengine reads the text again.
    """
    if not text.startswith("{") or len(text) > MAX_NODES or "\\" in text or not text.isascii():
        return None
    try:
        data: dict[str, Any] = json.loads(
            text, object_pairs_hook=_each_key_once, parse_int=_short, parse_float=_refused, parse_constant=_refused
        )
    except (ValueError, RecursionError):
        return None
    deep = text.count("{") + text.count("[") > MAX_DEPTH and _depth(data) > MAX_DEPTH
    return None if deep else data


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def _short(digits: str) -> int:
    return int(digits) if len(digits) <= MAX_DIGITS else _refused(digits)


def _refused(_: str) -> NoReturn:
    raise ValueError


def _depth(value: Any) -> int:
    """The levels of lists and mappings in data."""
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)


def _decoded(content: str | bytes, name: str) -> str:
    """The text without byte order mark, of allowed size and characters. Raises `InputError`."""
    size = len(content if isinstance(content, bytes) else content.encode(errors="surrogatepass"))
    if size > MAX_BYTES:
        raise InputError(f"is too large; expected at most {MAX_BYTES} bytes", name)
    text = (content if isinstance(content, str) else _from_utf8(content, name)).removeprefix("\ufeff")
    if (bad := unprintable(text)) is not None:
        hint = "expected text in UTF-8, not in UTF-16 or binary" if text[bad] == "\0" else "remove it"
        message = f"the control character U+{ord(text[bad]):04X} is not allowed; {hint}"
        raise InputError(message, _position(text[:bad], name))
    return text


def _from_utf8(content: bytes, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        raise InputError("is in UTF-16 or UTF-32; expected text in UTF-8", name)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode().removeprefix("\ufeff")
        message = f"byte 0x{content[error.start]:02x} is not UTF-8; expected text in UTF-8"
        raise InputError(message, _position(before, name)) from None


def _position(before: str, name: str) -> str:
    """ "name:line:column" of what follows the text `before`."""
    lines = re.split("\r\n|[\r\n\x85\u2028\u2029]", before)
    return f"{name}:{len(lines)}:{len(lines[-1]) + 1}"


def _joined_escapes(text: str) -> str:
    """JSON escapes a character beyond 16 bits as two, YAML as one."""
    pair = r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # or an escaped backslash
    if "\\u" not in text or not re.search(pair, text):
        return text
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # no JSON; what is escaped in YAML stays as it is
        return text

    def joined(found: re.Match[str]) -> str:
        if found[0] == r"\\":
            return found[0]
        character: str = json.loads(f'"{found[0]}"')
        return f"\\U{ord(character):08x}"

    return re.sub(pair, joined, text)


def _events(text: str, name: str) -> Iterator[yaml.Event]:
    """Yield the events of the parser, so that a limit stops it early. Raises `InputError` on bad syntax."""
    told = 0
    try:
        try:
            for event in yaml.parse(text, Loader=_LOADER):
                told += 1
                yield event
        except yaml.MarkedYAMLError as error:
            if "nesting depth" not in (error.problem or ""):
                raise
            # The C parser looks ahead, and refuses a depth of its own before it has told of ours; this one tells first.
            yield from islice(yaml.parse(text, Loader=yaml.SafeLoader), told, None)
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, text, name) from error
    except (ValueError, OverflowError) as error:  # the Python parser, on absurd escapes and version numbers
        raise InputError(f"is not valid YAML: {cut(str(error))}; expected smaller numbers", name) from error


def _syntax_error(error: Any, text: str, name: str) -> InputError:
    """One sentence out of PyYAML's problem, its context, and what is known to help."""
    mark, start = error.problem_mark, error.context_mark
    sentence = f"{cut(error.problem)} {error.context or ''}".rstrip()
    if error.context and start is not None and start.line != mark.line:
        sentence += f" that starts at line {start.line + 1}"
    if text[mark.index : mark.index + 1] == "\t" and "tab character" not in sentence:
        sentence += " (a tab character)"
    hint = next(hint for sign, hint in _SYNTAX_HINTS if re.search(sign, sentence))
    return InputError(f"not valid YAML: {sentence}; {hint}", f"{name}:{mark.line + 1}:{mark.column + 1}")
