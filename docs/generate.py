"""MkDocs hook: write the pages that are made of the code, and show the READMEs of the folders as pages."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

TOP = Path(__file__).parent.parent

READMES = {
    "reference/scenarios.md": "tests/scenarios/README.md",
    "internals/rules.md": "asp/README.md",
    "internals/driver.md": "pyengine/README.md",
    "internals/performance.md": "benchmarks/README.md",
    "changelog.md": "CHANGELOG.md",
}
"""Pages of the site that are READMEs of folders."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the READMEs of the folders as pages."""
    for page, source in READMES.items():
        text = (TOP / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=without_outside_links(text)))
    return files


def without_outside_links(text: str) -> str:
    """Turn links to files of the repository into their names; the site has only their pictures."""
    text = text.replace("](../docs/pictures/", "](../pictures/")
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Put what is made of the code in the place of its comment."""
    parts = (
        ("command line", command_line),
        ("file formats", file_formats),
        ("rules map", rules_map),
        ("declarations", declarations),
        ("effect example", effect_example),
        ("passes", passes),
        ("effect language", effect_language),
        ("history 122.5", lambda: history("122.5")),
        ("history 708", lambda: history("708")),
        ("changes", changes),
    )
    for mark, made in parts:
        comment = f"<!-- generated: {mark} -->"
        if comment in markdown:
            markdown = markdown.replace(comment, "\n".join(made()))
    return markdown


def command_line() -> Iterator[str]:
    """The help of every command."""
    from pyengine.cli.main import COMMANDS

    for name in sorted(COMMANDS):
        parser = argparse.ArgumentParser(prog="pyengine")
        import_module(f"pyengine.cli.{name}").add(parser.add_subparsers())
        [command] = [one for action in parser._actions for one in (action.choices or {}).values()]
        yield f"### `pyengine {name}`\n\n```text\n{command.format_help()}```\n"


def file_formats() -> Iterator[str]:
    """A table of the fields of every model of a file."""
    from pyengine.web.schemas import models

    for name, model in models().items():
        schema = model.model_json_schema()
        yield f"## {name.capitalize()}\n\n{schema.get('description', '')}\n"
        yield from fields_table(schema)
        for part, of_part in sorted(schema.get("$defs", {}).items()):
            if "properties" in of_part and name in ("board", "card"):
                yield f"### {part} ({name})\n\n{of_part.get('description', '')}\n"
                yield from fields_table(of_part)


DERIVED = re.compile(r"^%! ((\w+).*)$", re.MULTILINE)
DECLARED = re.compile(r"((?:^%.*\n)*)^#defined (\w+)/(\d+)\.[ \t]*(?:% *(.*))?$", re.MULTILINE)


def declarations() -> Iterator[str]:
    """A table of the predicates that each file of the rules declares, with their meaning."""
    for path in sorted((TOP / "asp").rglob("*.lp")):
        text = path.read_text(encoding="utf-8")
        found = [*DECLARED.findall(text), *(("", name, "", shown) for shown, name in DERIVED.findall(text))]
        if found:
            title = text.splitlines()[0].strip("% ")
            yield f"## `{path.relative_to(TOP / 'asp').as_posix()}`\n\n{title}\n\n| predicate | meaning |\n|---|---|"
            for above, name, arity, behind in found:
                comment = behind or " ".join(line.strip("% ") for line in above.splitlines())
                shown, meaning = _parted(comment, name, arity)
                yield f"| `{shown}` | {meaning.replace('|', chr(92) + '|').replace('<', '&lt;')} |"
            yield ""


def _parted(comment: str, name: str, arity: str) -> tuple[str, str]:
    """A predicate with the names of its arguments, and its meaning."""
    if not comment.startswith(f"{name}("):
        return f"{name}/{arity}" if arity else name, comment.removeprefix(name)
    depth, end = 0, len(name)
    for end in range(len(name), len(comment)):
        depth += {"(": 1, ")": -1}.get(comment[end], 0)
        if depth == 0:
            break
    return comment[: end + 1], comment[end + 1 :].lstrip(":, ")


def effect_example() -> Iterator[str]:
    """An effect in English, its terms, and the facts that the rules get."""
    from pyengine.compiler.effect_facts import effect_facts
    from pyengine.english.reading import read_effects
    from pyengine.solving.asp_terms import FactWriter

    english = "Exile target creature. Its controller gains life equal to its power."
    effects, writer = read_effects(english), FactWriter()
    effect_facts(writer, 'ability("Card",1)', effects)
    yield "\n".join(["```text", english, "", *(f"{one.does}" for one in effects.clauses), "", writer.text() + "```"])


def passes() -> Iterator[str]:
    """The passes over effects, in their order, each with the first line of its docstring."""
    from pyengine.compiler.passes import OF_CLAUSES, OF_TERMS

    for number, one in enumerate((*OF_TERMS, *OF_CLAUSES), 1):
        yield f"{number}. `{one.__name__}`: {(one.__doc__ or '').strip().splitlines()[0]}"


def effect_language() -> Iterator[str]:
    """The terms of each sort that the rules carry out."""
    text = (TOP / "pyengine" / "compiler" / "effect_language.txt").read_text(encoding="utf-8")
    for block in text.strip().split("\n\n")[1:]:
        sort, *terms = block.splitlines()
        yield "\n".join([f"### {sort.replace('_', ' ')}", "", *(f"- `{term.strip()}`" for term in terms), ""])


def rules_map() -> Iterator[str]:
    """A table of every subrule, for each section."""
    from pyengine.coverage import rule_coverage

    section = ""
    for number, said in rule_coverage.rules_map().items():
        if number.partition(".")[0] != section:
            section = number.partition(".")[0]
            yield f"\n## {section}\n\n| rule | status | more |\n|---|---|---|"
        more = "; ".join(f"{key}: {value}" for key, value in said.items() if key != "status")
        yield f"| {number} | {said['status']} | {more} |"


def changes() -> Iterator[str]:
    """A table of every change of the rules that has a row in `asp/editions/changes.lp`."""
    from pyengine.asking import editions

    yield "| since | until | rule | change | otherwise | |\n|---|---|---|---|---|---|"
    for one in editions.changes():
        if one.kind == "rule":
            how = "encoded" if one.encoded else f"a note: {one.left_out}"
            yield f"| {one.since} | {one.until or ''} | {one.rule} | {one.name} | {one.otherwise} | {how} |"


def history(rule: str) -> Iterator[str]:
    """The changes of a rule, each with a board that shows it on the last day before and on its first day."""
    from pyengine import Board, scenarios
    from pyengine.asking import editions

    folder = TOP / "tests" / "scenarios"
    files = [folder / f"{name}.yaml" for name in ("editions", "editions_both_sides")]
    sides = [one for path in files for one, _ in scenarios.load(path)]
    dates = editions.editions()
    for change in editions.about(rule, editions.changes()):
        numbers = ", ".join(dict.fromkeys(one.number for one in editions.numbers_of(change.rule)))
        until = f" until {change.until}" if change.until else ""
        yield f"### {change.name}\n\n{change.since}{until}, rule {change.rule} ({numbers})."
        yield f"Otherwise: {change.otherwise}.\n"
        before = dates[dates.index(change.since) - 1]
        for one in (one for one in sides if one.change == change.name):
            board = Board(one.board)
            found = board.compare(*one.actions, dates=(before, change.since), settle=one.settle)
            if any(change in cause for cause in found.causes):
                text = board.with_rules(change.since).to_yaml()
                yield f"{'; '.join(one.actions)}:\n\n```yaml\n{text}```"
                yield from found.table()
                break
        if not change.encoded:
            yield f"A note says so where it could matter: {change.left_out}."
        yield ""


def fields_table(schema: dict[str, Any]) -> Iterator[str]:
    """A table of the fields of one model."""
    yield "| field | type | default | meaning |\n|---|---|---|---|"
    for field, of_field in schema.get("properties", {}).items():
        default = of_field.get("default")
        meaning = of_field.get("description", "").replace("|", "\\|").replace("\n", " ")
        yield f"| `{field}` | {type_of(of_field)} | {'' if default is None else f'`{default}`'} | {meaning} |"
    yield ""


def type_of(schema: dict[str, Any]) -> str:
    """The type of a field, in words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_of(one) for one in schema["anyOf"] if one.get("type") != "null"))
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_of(schema.get('items', {}))}"
    return str(schema.get("type", "any"))
