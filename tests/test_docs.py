"""The documentation: commands print what the pages show, programs run, links lead to files."""

import importlib
import json
import re
import shlex
from itertools import groupby
from pathlib import Path

import pytest

from pyengine.asking import editions
from pyengine.cards import store_path
from pyengine.cli.main import COMMANDS, main

TOP = Path(__file__).parent.parent
PAGES = [TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))]
NOTEBOOKS = sorted((TOP / "docs" / "notebooks").glob("*.ipynb"))
TEXTS = {page.relative_to(TOP).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
SHOWN = sorted(
    {
        example
        for text in TEXTS.values()
        for example in re.findall(r"^\$ pyengine (.*)\n((?:(?!\$|```).*\n)*)", text, re.MULTILINE)
    }
)
COMMANDS_SHOWN = [(command, [shown for _, shown in both]) for command, both in groupby(SHOWN, lambda one: one[0])]
"""Each command that a page shows, with what the pages say that it prints."""

PROGRAMS = [
    (page, program) for page, text in TEXTS.items() for program in re.findall(r"```python\n(.*?)```", text, re.DOTALL)
]


@pytest.mark.parametrize(("command", "prints"), COMMANDS_SHOWN, ids=[command for command, _ in COMMANDS_SHOWN])
def test_a_command_prints_what_the_pages_show(
    command: str, prints: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(TOP)
    main(shlex.split(command))
    printed = capsys.readouterr().out
    for shown in prints:
        pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in shown.splitlines())
        assert re.fullmatch(pattern, printed)


@pytest.mark.parametrize(("page", "program"), PROGRAMS)
def test_a_program_of_the_pages_runs(page: str, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)
    monkeypatch.setenv(store_path.VARIABLE, "")  # a program may choose another store for its process
    exec(program, {"__name__": page})


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs_from_top_to_bottom(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in notebook["cells"] if cell["cell_type"] == "code")
    names: dict[str, object] = {}
    for cell in cells:
        if "to_frame" in cell:
            pytest.importorskip("pandas", reason="the extra 'frame' is not installed")
        exec(cell, names)


def test_the_pages_show_examples() -> None:
    assert len(COMMANDS_SHOWN) >= 15
    assert len(PROGRAMS) >= 3
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("page", TEXTS)
def test_links_lead_to_files(page: str) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", TEXTS[page]):
        assert (TOP / page).parent.joinpath(target).exists(), target


def test_the_readme_is_one_screen() -> None:
    assert len(TEXTS["README.md"].encode()) < 8192


def test_the_commands_page_names_every_command() -> None:
    named = re.findall(r"^\| `pyengine (\w+)", TEXTS["docs/reference/commands.md"], re.MULTILINE)
    assert sorted(named) == sorted(COMMANDS)


def test_the_site_names_every_page() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", (TOP / "mkdocs.yml").read_text(encoding="utf-8")))
    assert {page.removeprefix("docs/") for page in TEXTS if page.startswith("docs/")} <= listed


def test_the_history_of_a_rule_shows_each_change_on_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mkdocs", reason="the extra 'docs' is not installed")
    monkeypatch.syspath_prepend(str(TOP / "docs"))
    generate = importlib.import_module("generate")
    text = "\n".join(generate.history("122.5"))
    headings = re.findall(r"^### (.*)", text, re.MULTILINE)
    assert headings == ["moving onto players", "moving names no conditions", "move needs both halves"]
    assert "| verdicts | 2019-01-25 | 2019-05-03 |" in text
    table = "\n".join(generate.changes())
    rows = [one for one in editions.changes() if one.kind == "rule"]
    assert len(table.splitlines()) == 2 + len(rows)
    assert [one.name for one in rows if f"| {one.name} |" not in table] == []
