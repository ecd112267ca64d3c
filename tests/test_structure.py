"""Imports point one way, functions are short, and the map in `pyengine/README.md` is true."""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from types import FrameType

import pytest

import pyengine
from pyengine.cli.main import main

ROOT = Path(pyengine.__file__).parent
FLOORS = (
    "errors",
    "glossary",
    "files",
    "plans",
    "solving",
    "phrases",
    "english",
    "card_model",
    "keywords",
    "compiler",
    "cards",
    "position",
    "actions",
    "answers",
    "asking",
    "puzzles",
    "board",
    "explain",
    "formats",
    "proofs",
    "bulk",
    "scenarios",
    "conformance",
    "coverage",
    "web",
    "cli",
)
"""The rooms of the package; each knows of those before it. `pyengine/README.md` says what is where."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for path in sorted(ROOT.rglob("*.py"))
    if path.stem not in ("__init__", "__main__")
}


def imported(node: ast.AST) -> Iterator[str]:
    """The modules of the package that are imported, at once, later or for types."""
    for child in ast.iter_child_nodes(node):
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


CALLED_BY_NAME = {
    "card_model.granted_abilities": "the words of an ability can hold the words of another, read by the same reader",
    "cli.completion": "it lists the options of all commands",
    "cli.main": "of the commands beside it, it loads the one that is asked for",
    "cli.startup": "it stands for a module of Python, which it loads where that is used",
    "files.fields": "models of objects hold models of objects",
}
"""Which modules are loaded by name, beside the order of the rooms, and why it can't be otherwise."""


def test_nobody_else_gets_round_the_order() -> None:
    found = {name for name, path in MODULES.items() if "import_module" in path.read_text(encoding="utf-8")}
    assert found == CALLED_BY_NAME.keys()


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


# --- the map ---------------------------------------------------------------------------------------------------

MAP = (ROOT / "README.md").read_text(encoding="utf-8")
WAYS = re.findall(r"`pyengine (\w+)[^`]*`:\n\n```text\n(.*?)```", MAP, re.DOTALL)
ASKED = {
    "check": ["examples/counters.yaml", "move a +1/+1 counter from bear to kite"],
    "apply": ["examples/counters.yaml", "move a +1/+1 counter from bear to ozo"],
    "prove": ["move_removes_and_puts", "--objects", "2", "--most", "1", "--kind", "charge", "--card", "Grizzly Bears"],
}
"""What is asked of each command that the map draws."""


def test_the_map_names_every_module_in_its_room() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \|(.*)\|$", MAP, re.MULTILINE)
    named = {room: set(re.findall(r"`([\w.]+)`", modules)) for room, modules in rows}
    assert tuple(named) == FLOORS
    there: dict[str, set[str]] = {room: set() for room in FLOORS}
    for module in MODULES:
        room, _, name = module.partition(".")
        there[room].update([name] if name else [])
    assert named == there


def called(command: str, arguments: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The functions that a command calls, each with those it was first called from, in the order of their calls."""
    found: dict[str, tuple[str, ...]] = {}
    names = {str(path): module for module, path in MODULES.items()}

    def name(frame: FrameType) -> str:
        return f"{names.get(frame.f_code.co_filename, '')}.{frame.f_code.co_qualname}"

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename in names and name(frame) not in found:
            above: list[str] = []
            caller = frame.f_back
            while caller is not None:
                above.append(name(caller))
                caller = caller.f_back
            found[name(frame)] = tuple(above)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        main([command, *arguments])
    finally:
        sys.setprofile(before)
    return list(found.items())


@pytest.mark.parametrize(("command", "way"), WAYS)
def test_a_way_is_the_one_it_takes(command: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT.parent)
    lines = re.findall(r"^( *)([a-z_]+\.[\w.]+)", way, re.MULTILINE)
    taken = called(command, ASKED[command])
    first = {name: place for place, (name, _) in enumerate(taken)}
    above = dict(taken)
    assert [name for _, name in lines if name not in above] == []
    assert [name for _, name in lines] == sorted((name for _, name in lines), key=first.__getitem__)
    outer: list[tuple[int, str]] = []
    for indented, name in lines:
        outer = [one for one in outer if one[0] < len(indented)]
        assert all(caller in above[name] for _, caller in outer), (name, outer)
        outer.append((len(indented), name))


def test_the_ways_are_drawn() -> None:
    assert [command for command, _ in WAYS] == list(ASKED)
