"""The plans of the rules: made of the files, or as an installed package has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from mmap import ACCESS_READ, mmap
from pathlib import Path

from clingo.ast import AST, ASTType, parse_string

from pyengine.files.build_cache import keep, kept
from pyengine.plans import compiling, dialect, evaluating, plan, values, writing
from pyengine.plans.evaluating import Plans
from pyengine.plans.plan import Plan
from pyengine.plans.values import Value
from pyengine.solving.solver import symbols
from pyengine.solving.statements import KEPT, asp_directory, files_of_rules, in_file

BUILT = "plans.bin"
"""The file beside the `.lp` files that has the plans of all statements in them, in an installed package."""

_NO_STATEMENTS = (ASTType.Program, ASTType.Comment, ASTType.Defined)
"""The declarations of a file besides its statements."""


@cache
def plans() -> Plans:
    """The plans of the rules and questions, by the numbers of the statements."""
    installed = asp_directory() / BUILT
    if installed.is_file():
        with installed.open("rb") as file:
            return Plans(mmap(file.fileno(), 0, access=ACCESS_READ))
    files = [(name, (asp_directory() / name).read_bytes()) for name in files_of_rules()]
    sources = [source for name, text in files for source in (name.encode(), text)]
    return Plans(_as_kept(BUILT, sources, build))


def build() -> bytes:
    """Make the plans that a package installs. Raises `Refused` for a statement that has no plan."""
    return evaluating.joined([_of_file(name) for name in files_of_rules()])


@cache
def constants() -> dict[str, Value]:
    """The numbers that the rules have given names to."""
    texts = (one.text for name in files_of_rules() for one in in_file(name) if one.text.startswith("#const "))
    return dialect.constants(_parsed("\n".join(texts)))


def plans_of(text: str, file: str, constants: Mapping[str, Value]) -> list[Sequence[Plan]]:
    """The plans of each statement of a program text, which has these constants. Raises `Refused`."""
    reader = dialect.Reader(file, constants)
    found: list[Sequence[Plan]] = []
    for one in _parsed(text):
        rules = reader.rules(one)
        if one.ast_type not in _NO_STATEMENTS:
            found.append([compiling.compiled(rule) for rule in rules])
    return found


def _parsed(text: str) -> list[AST]:
    found: list[AST] = []
    with symbols():
        parse_string(text, found.append)
    return found


def _of_file(name: str) -> bytes:
    """The plans of a file."""
    text, known = (asp_directory() / name).read_bytes(), constants()

    def made() -> bytes:
        return evaluating.written(plans_of(text.decode(), name, known))

    return _as_kept(
        f"{name.replace('/', '-')}.plans", (text, name.encode(), repr(sorted(known.items())).encode()), made
    )


def _as_kept(what: str, sources: Sequence[bytes], made: Callable[[], bytes]) -> bytes:
    """The plans that were kept, if the same version of Python made them of the same sources in the same way."""
    every = *sources, evaluating.MAGIC_NUMBER, *_readers()
    content = kept(KEPT / what, *every)
    if content is None:
        content = made()
        keep(KEPT / what, content, *every)
    return content


@cache
def _readers() -> tuple[bytes, ...]:
    """The modules by which plans came of the files."""
    modules = (compiling, dialect, evaluating, plan, values, writing)
    return tuple(Path(one.__file__).read_bytes() for one in modules if one.__file__)
