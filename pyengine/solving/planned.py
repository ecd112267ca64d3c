"""The plans of the rules, and the rules as data: made of the files, or as an installed package has them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from functools import cache
from mmap import ACCESS_READ, mmap
from typing import TYPE_CHECKING

from pyengine.plans import shared_object
from pyengine.plans.evaluating import Plans
from pyengine.plans.keeping import Pieces, as_kept
from pyengine.plans.native import Interpreter
from pyengine.solving.statement import Statement
from pyengine.solving.statements import KEPT, asp_directory, files_of_rules, is_numbered

if TYPE_CHECKING:
    from pyengine.plans.dialect import Rule

BUILT = ("plans.bin", "dialect.bin", "encoded.bin")
"""The files beside the `.lp` files, in an installed package: the plans of all statements in them, their rules as data,
for explanations, and the plans for the interpreter in C."""


@cache
def plans() -> Plans:
    """The plans of the rules and questions, by the numbers of the statements."""
    return Plans(_content(BUILT[0]))


@cache
def interpreter() -> Interpreter | None:
    """The plans as the interpreter in C has read them; None where no compiler was at hand."""
    compiled = shared_object.find()
    try:
        return None if compiled is None else Interpreter(compiled, bytes(_content(BUILT[2])))
    except (OSError, ValueError):  # made for another machine
        return None


@cache
def _rules() -> Pieces:
    return Pieces(_content(BUILT[1]))


def _content(what: str) -> bytes | mmap:
    installed = asp_directory() / what
    if installed.is_file():
        with installed.open("rb") as file:
            return mmap(file.fileno(), 0, access=ACCESS_READ)
    files = [(name, (asp_directory() / name).read_bytes()) for name in files_of_rules()]
    sources = [source for name, text in files for source in (name.encode(), text)]
    return as_kept(KEPT / what, sources, lambda: build()[what]())


def build() -> dict[str, Callable[[], bytes]]:
    """Make what an installed package has. Raises `Refused` for a statement that has no plan."""
    from pyengine.solving import planning  # it reads rules, for which most answers have no use

    return dict(zip(BUILT, (planning.build, planning.build_rules, planning.build_encoded), strict=True))


def rules_of(statement: Statement) -> Sequence[Rule]:
    """The rules that a statement is, one for each choice from its pools. Raises `Refused`."""
    if is_numbered(statement) and _rules().are_readable:
        found: Sequence[Rule] = pickle.loads(_rules()[statement.number])
        return found
    from pyengine.solving import planning

    several = planning.rules_of(f"{statement.opening}\n{statement.text}", "", planning.constants())
    return [rule for rules in several for rule in rules]
