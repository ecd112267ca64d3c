"""Imports point one way, and functions are short."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import pyengine

ROOT = Path(pyengine.__file__).parent
FLOORS = ("errors", "files", "solving", "cards", "position", "actions", "answers", "asking", "board", "tools", "cli")
"""The rooms of the package; each knows of those before it. `pyengine/README.md` says what is where."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for path in sorted(ROOT.rglob("*.py"))
    if path.stem not in ("__init__", "__main__")
}


def imported(node: ast.AST) -> Iterator[str]:
    """The modules of the package that are imported, at once or later. What only types need is not looked at."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.ImportFrom) and child.module is not None and child.module.startswith("pyengine."):
            module = child.module.removeprefix("pyengine.")
            yield from (module if module in MODULES else f"{module}.{one.name}" for one in child.names)
        yield from imported(child)


IMPORTS = {name: set(imported(ast.parse(path.read_text(encoding="utf-8")))) for name, path in MODULES.items()}


def floor(module: str) -> int:
    return FLOORS.index(module.split(".")[0])


def test_the_modules_are_found() -> None:
    assert len(MODULES) > 50
    assert {name.split(".")[0] for name in MODULES} == set(FLOORS)
    assert "answers.outcome" in IMPORTS["asking.search"]


@pytest.mark.parametrize("module", MODULES)
def test_a_room_knows_of_those_before_it(module: str) -> None:
    assert IMPORTS[module] <= MODULES.keys()
    assert {other for other in IMPORTS[module] if floor(other) > floor(module)} == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert len(list(TopologicalSorter(IMPORTS).static_order())) == len(MODULES)


LONGEST = 60
"""How many lines a function has at most."""


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function of a file, with its number of lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def test_no_function_is_long() -> None:
    lines = {(name, function): count for name, path in MODULES.items() for function, count in functions(path)}
    assert len(lines) > 500
    assert {where: count for where, count in lines.items() if count > LONGEST} == {}
