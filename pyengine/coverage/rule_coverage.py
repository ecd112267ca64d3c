"""Coverage of the rules: the status of each subrule, the lines that encode it, and the scenarios that show it.

A line of `asp/` encodes a rule if the rule's number is in it, cited or in a comment. `asp/rules_map.yaml` lists every
subrule of the sections in scope, with the status of those that no line names. `asp/rules_said.yaml` has a sentence on
each rule that an answer can cite. The keyword table has the rule of each
keyword.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from pyengine import scenarios
from pyengine.errors import InputError
from pyengine.files.quoting import quoted
from pyengine.glossary import keyword_table
from pyengine.phrases.phrase_words import counted
from pyengine.solving.statements import asp_directory
from pyengine.solving.timeline import RULE_FILES

NUMBER = re.compile(r"\b\d{3}\.\d+[a-z]{0,2}\b")


Places = dict[str, list[tuple[str, int, str]]]
"""Rule numbers with the places (file, line, text) that name them."""


@cache
def encoded() -> Places:
    """The rules that the encoding names, in comments and citations."""
    return _naming({f"asp/{name}": asp_directory() / name for name in RULE_FILES})


def _naming(files: dict[str, Path]) -> Places:
    """The places of these files that name rules."""
    found: Places = {}
    for name, path in files.items():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in dict.fromkeys(NUMBER.findall(line)):
                found.setdefault(rule, []).append((name, number, line.strip()))
    return found


@cache
def rules_map() -> dict[str, dict[str, str]]:
    """The status of every subrule of the sections in scope; only those that are not encoded say more than that."""
    file = yaml.safe_load((asp_directory() / "rules_map.yaml").read_text(encoding="utf-8"))
    numbers = [rule + letter for rule, letters in file["numbers"].items() for letter in ("", *letters)]
    found: dict[str, dict[str, str]] = {number: {"status": "encoded"} for number in numbers}
    found.update(file["not_encoded"])
    return found


def rule(number: str, directory: str | None = None) -> dict[str, Any]:
    """The words, status, encoding lines and scenarios of a rule or a whole section, with its subrules."""
    if not re.fullmatch(r"[0-9]{3}(\.[0-9]+[a-z]{0,2})?", number):
        raise InputError(f"expected the number of a rule, as in 122.5, found {quoted(number)}")
    below = r"[a-z]{0,2}" if "." in number else r"\.[0-9]+[a-z]{0,2}"
    wanted = re.compile(re.escape(number) + below + "$")
    lines = [
        {"rule": key, "file": name, "line": line, "text": text}
        for found in (encoded(), _naming({"pyengine/glossary/keywords.yaml": keyword_table.FILE}))
        for key, places in sorted(found.items(), key=lambda one: _order(one[0]))
        if wanted.match(key)
        for name, line, text in places
    ]
    shown = []
    if directory is not None:
        for path in scenarios.files([directory]):
            shown += [
                {"name": scenario.name, "where": where}
                for scenario, where in scenarios.load(path)
                if any(wanted.match(one) for one in scenario.rules)
            ]
    status = {key: one for key, one in rules_map().items() if wanted.match(key)}
    says = {key: words for key, words in said().items() if wanted.match(key)}
    return {"rule": number, "says": says, "status": status, "encoding": lines, "scenarios": shown}


@cache
def said() -> dict[str, str]:
    """One sentence of our own on each rule that an answer can cite, by its number."""
    found: dict[str, str] = yaml.safe_load((asp_directory() / "rules_said.yaml").read_text(encoding="utf-8"))
    return found


def report(shown: Iterable[scenarios.Scenario]) -> dict[str, Any]:
    """How many scenarios show each rule, and which encoded rules none shows."""
    counts: dict[str, int] = {}
    for scenario in shown:
        for number in scenario.rules:
            counts[number] = counts.get(number, 0) + 1
    missing = sorted(set(encoded()) - set(counts), key=_order)
    return {"shown": {number: counts[number] for number in sorted(counts, key=_order)}, "not_shown": missing}


def _order(number: str) -> tuple[int, int, str]:
    section, _, rest = number.partition(".")
    digits = re.match(r"\d*", rest)
    return int(section), int(digits[0] or 0) if digits else 0, rest


def lines(coverage: dict[str, Any]) -> Iterator[str]:
    """The report as text."""
    for number, count in coverage["shown"].items():
        yield f"{number}: {counted(count, 'scenario')}"
    if coverage["not_shown"]:
        yield "encoded, but shown by no scenario: " + ", ".join(coverage["not_shown"])
