"""The place of a rule in the `.lp` files, and the comment above it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pyengine.plans.dialect import Rule
from pyengine.solving.statements import asp_directory

RULE_NUMBER = re.compile(r"\b[1-9]\d\d\.\d+[a-z]?\b")

_HEAD = re.compile(r"[a-z_]\w*")
"""The head of a rule that makes no choice."""


class Origin(NamedTuple):
    """The file and line of a rule, and what the comment above it says."""

    file: str
    line: int
    comment: str

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers that the comment starts with."""
        start = re.match(rf"(?:{RULE_NUMBER.pattern}(?:, )?)*", self.comment)
        return tuple(dict.fromkeys(RULE_NUMBER.findall(start.group()))) if start else ()


def origin(rule: Rule) -> Origin | None:
    """The place of a rule; None if it is in none of the files."""
    file, _, number = rule.where.rpartition(":")
    if not file:
        return None
    line = int(number)
    return Origin(file, line, _comment(_lines(file), line - 1))


@cache
def _lines(file: str) -> list[str]:
    return (asp_directory() / file).read_text(encoding="utf-8").split("\n")


def _comment(lines: list[str], line: int) -> str:
    """The comment above a line of rules, or above the first of the rules with this head that stand together."""
    end, head = line, _HEAD.match(lines[line])
    while end > 0 and lines[end - 1].strip() and not lines[end - 1].startswith("%"):
        end -= 1
        other = _HEAD.match(lines[end])
        if other is not None and (head is None or other.group() != head.group()):
            return ""
    start = end
    while start > 0 and lines[start - 1].startswith("% ") and not lines[start - 1].startswith("% ---"):
        start -= 1
    return " ".join(one.removeprefix("%").strip() for one in lines[start:end])
