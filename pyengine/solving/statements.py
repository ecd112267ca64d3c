"""The statements of the rules: read from the files, or as an installed package has them."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from pyengine.files.build_cache import keep, kept
from pyengine.solving.packed import Contents, Packed, Ways, contents
from pyengine.solving.rulebook import Linked, Links, Rulebook, links
from pyengine.solving.statement import Statement


def asp_directory() -> Path:
    """Where the `.lp` files are: inside an installed package, or beside it in a checkout."""
    inside = Path(__file__).parent.parent / "asp"
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / "asp"


def in_parts(statements: Sequence[Statement], parts: frozenset[str] | None) -> Sequence[Statement]:
    """The statements of these program parts and of `base`; without any parts given, all."""
    return statements if parts is None else [one for one in statements if one.part in parts or one.part == "base"]


@cache
def in_file(name: str) -> tuple[Statement, ...]:
    """The statements of one `.lp` file, without comments and `#defined` declarations."""
    if not _is_built():
        return _read((asp_directory() / name).read_bytes(), KEPT / f"{name.replace('/', '-')}.statements")
    packed = _properties() if _is_property(name) else _rules().statements
    return tuple(packed[number] for number in packed.files[name])


KEPT = Path(__file__).parent / "__pycache__"
"""Where a checkout keeps the statements of its files, as it keeps its compiled modules."""


def _read(text: bytes, place: Path) -> tuple[Statement, ...]:
    """The statements of a program text, as they were kept if it was the same and was read in the same way."""
    content = kept(place, text, *_readers())
    if content is not None:
        with suppress(EOFError, pickle.UnpicklingError):
            packed, ways = pickle.loads(content)
            return tuple(Packed(packed, lambda: ways))
    from pyengine.solving.statement_reading import parsed  # not needed, and not imported, where they are kept

    statements = parsed(text.decode())
    keep(place, pickle.dumps(contents({place.name: statements})), text, *_readers())
    return statements


@cache
def _readers() -> tuple[bytes, ...]:
    """The modules by which what is kept came of the files."""
    here = Path(__file__)
    return tuple(
        here.with_name(f"{one}.py").read_bytes()
        for one in ("statement", "statement_reading", "packed", "rulebook", "looked_up")
    )


def are_rules(files: Iterable[str]) -> bool:
    """True if all statements of some files have numbers among those of the rules; those of properties have none."""
    return _rules().statements.files.keys() >= {*files}


def is_numbered(statement: Statement) -> bool:
    """Return True if a statement is one of the rules, with its number among them."""
    number = getattr(statement, "number", None)
    return number is not None and number < len(_rules().statements) and _rules().statements[number] is statement


@cache
def rulebook(files: tuple[str, ...], parts: frozenset[str] | None) -> Rulebook:
    """The statements of some files, in these parts or in all."""
    rules = _rules()
    packed = rules.statements
    if not are_rules(files):  # a property, or a file of somebody's own
        return rulebook_with(files, parts, ())
    runs = (run for name in files for run in packed.runs(name))
    return Rulebook(rules, [run for part, run in runs if parts is None or part in parts or part == "base"])


def rulebook_with(files: tuple[str, ...], parts: frozenset[str] | None, more: Iterable[Statement]) -> Rulebook:
    """The statements of some files and others, in these parts or in all."""
    return Rulebook.of(in_parts([*(one for name in files for one in in_file(name)), *more], parts))


BUILT = ("rules.pickle", "ways.pickle", "properties.pickle")
"""The files beside the `.lp` files that have what is worked out of them, in an installed package: all rules with those
of questions, what else their ways tell, and the properties. Few commands need the other two."""


class _Rules(Linked):
    """All rules that a question may be put to, with those of the questions."""

    statements: Packed

    def __init__(self, packed: Contents, of: Links) -> None:
        super().__init__(Packed(packed, _ways), of)


@cache
def _rules() -> _Rules:
    return _Rules(*pickle.loads(_worked_out("rules.pickle")))


@cache
def _ways() -> Ways:
    found: Ways = pickle.loads(_worked_out("ways.pickle"))
    return found


@cache
def _properties() -> Packed:
    packed, ways = pickle.loads(_worked_out("properties.pickle"))
    return Packed(packed, lambda: ways)


def _is_built() -> bool:
    return (asp_directory() / BUILT[0]).is_file()


def _worked_out(what: str) -> bytes:
    """The statements that an installed package holds, or that a checkout keeps until its rules or readers change."""
    if _is_built():
        return (asp_directory() / what).read_bytes()
    names = files_of_rules()
    files = [(asp_directory() / name).read_bytes() for name in names]
    sources = *(name.encode() for name in names), *files, *_readers()
    content = kept(KEPT / what, *sources)
    if content is None:
        content = build()[what]
        keep(KEPT / what, content, *sources)
    return content


@cache
def files_of_rules() -> Sequence[str]:
    """The files of the rules and of questions, in the order in which their statements have numbers."""
    return _names(properties=False)


def files_in(folder: str) -> list[str]:
    """The files of a folder of `asp`, in the order of their names."""
    return sorted(f"{folder}/{path.name}" for path in (asp_directory() / folder).iterdir() if path.suffix == ".lp")


def _names(*, properties: bool) -> list[str]:
    names = (path.relative_to(asp_directory()).as_posix() for path in asp_directory().rglob("*.lp"))
    return sorted(name for name in names if _is_property(name) == properties)


def _is_property(name: str) -> bool:
    return name.startswith("properties/")


def build() -> dict[str, bytes]:
    """Make the files that a package installs: reading the statements takes longer than an answer."""
    rules, properties = (
        {name: in_file(name) for name in _names(properties=of_properties)} for of_properties in (False, True)
    )
    packed, ways = contents(rules)
    linked = links(one for several in rules.values() for one in several)
    values = (packed, linked), ways, contents(properties)
    return {name: pickle.dumps(value) for name, value in zip(BUILT, values, strict=True)}
