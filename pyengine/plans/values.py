"""The values in atoms: values of Python with the equality and the order of the solver's terms.

A number is an `int`. A constant is a `str`; a string is one that begins with a quotation mark, so that `a` and `"a"`
differ. A function is a tuple of its name and arguments; a tuple of the rules has the empty name. Texts are compared as
they are: characters are in the order of their bytes in UTF-8.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

Value = int | str | tuple[Any, ...]

LEAST, MOST = -(2**31), 2**31 - 1
"""The numbers that the solver has. What grows past them it counts on from the other end."""

LOWEST, HIGHEST = "#inf", "#sup"
"""The terms before and after all others."""


class NotEvaluated(Exception):
    """A case that plans can't evaluate, so that the program has to ask the solver."""


def order(value: Value) -> tuple[Any, ...]:
    """A key by which values are in the order of the solver's terms.

    Numbers come first, then constants, strings, and functions: by how many arguments they have, their names and these.
    """
    if isinstance(value, int):
        return 1, value
    if isinstance(value, tuple):
        if len(value) == 1:
            return 2, ""  # the empty tuple comes before all constants
        return 4, len(value), value[0], *map(order, value[1:])
    if value[0] == '"':
        return 3, value
    if value[0] == "#":
        return (0,) if value == LOWEST else (5,)
    return 2, value


_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([a-z_][A-Za-z0-9_\']*)|(-?\d+)|([(),])')
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "\\": "\\", '"': '"'}

LINES_KEPT = 20_000


@lru_cache(LINES_KEPT)
def fact(line: str) -> tuple[str, tuple[Value, ...]]:
    """The predicate and the arguments of a line that is one fact. Raises `NotEvaluated` if it is none."""
    if not line.endswith("."):
        raise NotEvaluated(f"not a fact: {line}")
    atom, end = _read(line, 0)
    if end != len(line) - 1 or isinstance(atom, int) or not atom or atom[0] == '"':
        raise NotEvaluated(f"not a fact: {line}")
    name, *arguments = (atom,) if isinstance(atom, str) else atom
    return f"{name}/{len(arguments)}", tuple(arguments)


def _read(text: str, at: int) -> tuple[Value, int]:
    """The value that begins at a place of a text, and where it ends."""
    found = _TOKEN.match(text, at)
    if found is None:
        raise NotEvaluated(f"not a fact: {text}")
    string, name, number, sign = found.groups()
    end = found.end()
    if string is not None:
        return '"' + (_ESCAPED.sub(lambda one: _MEANT[one[1]], string) if "\\" in string else string), end
    if number is not None:
        if not LEAST <= int(number) <= MOST:
            raise NotEvaluated(f"a number that the solver does not have: {number}")
        return int(number), end
    if name is None and sign != "(":
        raise NotEvaluated(f"not a fact: {text}")
    if name is not None:
        if text[end : end + 1] != "(":
            return name, end
        end += 1
    arguments: list[Value] = []
    trailing = False
    while text[end : end + 1] != ")":
        value, end = _read(text, end)
        arguments.append(value)
        trailing = text[end : end + 1] == ","
        if trailing:
            end += 1
        elif text[end : end + 1] != ")":
            raise NotEvaluated(f"not a fact: {text}")
    end += 1
    if name is None and len(arguments) == 1 and not trailing:
        return arguments[0], end
    return (name or "", *arguments), end


def text_of(value: Value) -> str:
    """Write a value as the rules write it."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        name, *arguments = value
        comma = "," if not name and len(arguments) == 1 else ""
        return f"{name}({','.join(map(text_of, arguments))}{comma})"
    if value.startswith('"'):
        escaped = value[1:].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    return value
