"""The style rule of CONTRIBUTING.md: findings in messages, pages, comments, docstrings and names may only fall."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

TOP = Path(__file__).parent.parent
LIMITS = yaml.safe_load((TOP / "tests" / "english.yaml").read_text(encoding="utf-8"))
"""How many findings each kind of text may have; `python tests/test_english.py` prints the present numbers."""

BANNED = re.compile(
    r"""\b(?: told | noted | hangs?\ on | stands
    | comes?\ of | but\ for | as\ far\ as | so\ many | (?<!there\ )(?:is|are)\ no(?!\ (?:more|less|longer))\ [a-z]+
    | by\ then | at\ last | such\ an?\ one | whoever )\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""Phrases that a native reader has to read twice."""

OPENING = re.compile(r"(?:What|Which|Whether|Who|Whose|Of|So|That)\b")
"""Words that a docstring may not open with: it names an action or a thing."""

LONGEST = 30
"""How many words a sentence has at most."""


def python_files() -> list[Path]:
    return sorted((TOP / "pyengine").rglob("*.py"))


def docstrings() -> Iterator[str]:
    """The docstrings of modules, classes and functions, and the strings under constants."""
    for path in python_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield node.value.value


def messages() -> Iterator[str]:
    """The strings of the program that a person may read: those of several words that are no docstring."""
    for path in python_files():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and id(node) not in skipped else None
            if isinstance(text, str) and len(text.split()) > 2 and "\n" not in text.strip():
                yield text
    for path in sorted((TOP / "pyengine" / "answers" / "wordings").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").replace("\n    ", " ").splitlines():
            yield line.partition(": ")[2] or line.removeprefix("# ")


def pages() -> Iterator[str]:
    """The paragraphs, list items and table cells of the documentation, without code."""
    for path in sorted(
        [*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md"), *TOP.glob("*/*.md"), *TOP.glob("tests/*/*.md")]
    ):
        text = re.sub(r"```.*?```", "\n\n", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for paragraph in re.split(r"\n\s*\n|\n(?=\s*[-*|#] ?)|(?<=[^\\])\|", text):
            yield " ".join(paragraph.split())


def comments() -> Iterator[str]:
    """The comments of the rules; lines that follow each other are one."""
    for path in sorted((TOP / "asp").rglob("*.lp")):
        for block in re.findall(r"(?:^[ \t]*%.*\n)+", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield " ".join(line.strip().lstrip("%* ") for line in block.splitlines())


def names() -> Iterator[str]:
    """The names of scenarios and of tests."""
    for path in sorted((TOP / "tests" / "scenarios").rglob("*.yaml")):
        for name in re.findall(r"^- name: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield name.strip("\"'")
    for path in sorted((TOP / "tests").rglob("*.py")):
        for name in re.findall(r"^ *(?:async )?def test_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield name.replace("_", " ")


KINDS = {"messages": messages, "pages": pages, "comments": comments, "docstrings": docstrings, "names": names}


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text; code between backticks counts as one word."""
    plain = re.sub(r"`[^`]*`|\([^()]*\d+\.\d+[^()]*\)", "x", text)
    yield from re.split(r"(?<=[.!?;:])\s+", plain)


def counted(kind: str) -> dict[str, int]:
    """How many findings of each sort the texts of a kind have."""
    texts = list(KINDS[kind]())
    return {
        "texts": len(texts),
        "banned": sum(len(BANNED.findall(re.sub(r"`[^`]*`", "x", text))) for text in texts),
        "openings": sum(OPENING.match(text) is not None for text in texts) if kind == "docstrings" else 0,
        "long": sum(len(sentence.split()) > LONGEST for text in texts for sentence in sentences(text)),
    }


@pytest.mark.parametrize("kind", KINDS)
def test_english_only_gets_plainer(kind: str) -> None:
    found = counted(kind)
    assert found.pop("texts") > 300
    assert {sort: number for sort, number in found.items() if number > LIMITS[kind][sort]} == {}


@pytest.mark.parametrize(
    ("text", "banned"),
    [
        ("What is noted does not hang on it", 2),
        ("It is no creature, but for bears", 2),
        ("The rule stands in 122.5", 1),
        ("There is no line", 0),
        ("A player may put a counter on it", 0),
    ],
)
def test_banned_phrases_are_found(text: str, banned: int) -> None:
    assert len(BANNED.findall(text)) == banned


def test_no_message_leaves_the_number_open() -> None:
    """Messages say `1 counter` or `2 counters`, not one form for both."""
    nodes = [node for path in python_files() for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    strings = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert len(strings) > 10_000
    assert [text for text in strings if re.search(r"[a-z]\(s\)", text)] == []


def test_sentences_are_counted_in_words() -> None:
    assert [len(one.split()) for one in sentences("One two `a b c` three. Four (122.5).")] == [4, 2]


if __name__ == "__main__":
    print(yaml.safe_dump({kind: counted(kind) for kind in KINDS}, sort_keys=False))
