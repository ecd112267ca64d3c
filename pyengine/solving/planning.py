"""Making plans of the rules' text, as the package is built or a checkout is first used."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from functools import cache

from clingo.ast import AST, ASTType, parse_string

from pyengine.plans import compiling, dialect, encoding, evaluating
from pyengine.plans.dialect import Rule
from pyengine.plans.keeping import as_kept, together
from pyengine.plans.plan import Plan
from pyengine.plans.values import Value
from pyengine.solving.solver import symbols
from pyengine.solving.statements import KEPT, asp_directory, files_of_rules, in_file

_NO_STATEMENTS = (ASTType.Program, ASTType.Comment, ASTType.Defined)
"""The declarations of a file besides its statements."""


def build() -> bytes:
    """Make the plans that a package installs. Raises `Refused` for a statement that has no plan."""
    return evaluating.joined([_of_file(name) for name in files_of_rules()])


def build_encoded() -> bytes:
    """Make the plans that a package installs for the interpreter. Raises `Refused` for a statement that has no plan."""
    return encoding.linked([_encoded_of_file(name) for name in files_of_rules()])


def build_rules() -> bytes:
    """Make the rules that a package installs, as they are read from the files."""
    return evaluating.joined([_rules_of_file(name) for name in files_of_rules()])


@cache
def constants() -> dict[str, Value]:
    """The numbers that the rules have given names to."""
    texts = (one.text for name in files_of_rules() for one in in_file(name) if one.text.startswith("#const "))
    return dialect.constants(_parsed("\n".join(texts)))


def plans_of(text: str, file: str, constants: Mapping[str, Value]) -> list[Sequence[Plan]]:
    """The plans of each statement of a program text, which has these constants. Raises `Refused`."""
    return [[compiling.compiled(rule) for rule in rules] for rules in rules_of(text, file, constants)]


def rules_of(text: str, file: str, constants: Mapping[str, Value]) -> list[list[Rule]]:
    """The rules that each statement of a program text is, one for each choice from its pools. Raises `Refused`."""
    reader = dialect.Reader(file, constants)
    found: list[list[Rule]] = []
    for one in _parsed(text):
        rules = reader.rules(one)
        if one.ast_type not in _NO_STATEMENTS:
            found.append(rules)
    return found


def _parsed(text: str) -> list[AST]:
    found: list[AST] = []
    with symbols():
        parse_string(text, found.append)
    return found


def _of_file(name: str) -> bytes:
    """The plans of a file."""
    place = KEPT / f"{name.replace('/', '-')}.plans"
    return as_kept(place, _sources(name)[2], lambda: evaluating.written(_plans_of_file(name)))


def _encoded_of_file(name: str) -> bytes:
    """The plans of a file for the interpreter."""
    place = KEPT / f"{name.replace('/', '-')}.encoded"
    return as_kept(place, _sources(name)[2], lambda: encoding.encoded(_plans_of_file(name)))


@cache
def _plans_of_file(name: str) -> list[Sequence[Plan]]:
    text, known, _ = _sources(name)
    return plans_of(text, name, known)


def _rules_of_file(name: str) -> bytes:
    """The rules of a file."""
    text, known, sources = _sources(name)

    def made() -> bytes:
        return together([pickle.dumps(rules) for rules in rules_of(text, name, known)])

    return as_kept(KEPT / f"{name.replace('/', '-')}.rules", sources, made)


def _sources(name: str) -> tuple[str, Mapping[str, Value], tuple[bytes, ...]]:
    """The text of a file, the constants, and what plans of it are made of."""
    text, known = (asp_directory() / name).read_bytes(), constants()
    return text.decode(), known, (text, name.encode(), repr(sorted(known.items())).encode())
