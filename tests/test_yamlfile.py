"""Checks on reading YAML: what it means, where values stand, and what is said of bad files and bad syntax."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pyengine.errors import InputError
from pyengine.files import yaml_nodes, yaml_reading
from pyengine.files.validation import validate
from pyengine.files.yaml_nodes import MAX_DEPTH, MAX_NODES
from pyengine.files.yaml_reading import MAX_BYTES, parse, read
from pyengine.files.yaml_writing import dump
from pyengine.position.model import BoardFile

LOADERS: list[Any] = [yaml.SafeLoader] + ([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def any_loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test with the C parser and with the Python parser."""
    monkeypatch.setattr(yaml_reading, "_LOADER", request.param)


def refusal(text: str | bytes, name: str = "b.yaml") -> str:
    with pytest.raises(InputError) as caught:
        parse(text, name)
    assert str(caught.value).startswith(caught.value.where)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# ---------------------------------------------------------------------------------------------------
# Scalars and keys
# ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("True", True),
        ("FALSE", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("3", 3),
        ("+3", 3),
        ("-3", -3),
        ("0", 0),
        ("010", 10),
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("1e3", 1000.0),
        ("1.", 1.0),
        (".inf", math.inf),
        ("-.INF", -math.inf),
        # text, though YAML 1.1 thinks otherwise
        ("yes", "yes"),
        ("Yes", "Yes"),
        ("no", "no"),
        ("on", "on"),
        ("On", "On"),
        ("off", "off"),
        ("y", "y"),
        ("2026-09-25", "2026-09-25"),
        ("2026-09-25 10:00:00", "2026-09-25 10:00:00"),
        ("1:30", "1:30"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("0b1", "0b1"),
        ("1_000", "1_000"),
        ("+1/+1", "+1/+1"),
        ("-1/-1", "-1/-1"),
        ("+", "+"),
        ("-x", "-x"),
        (".", "."),
        ("=", "="),
        ("1.2.3", "1.2.3"),
        ("\u0661", "\u0661"),
        ("tRUE", "tRUE"),
        # quoted
        ("'3'", "3"),
        ('"true"', "true"),
        ("''", ""),
        ('"~"', "~"),
        ('"a\\tb\\u00e9"', "a\tbé"),
        ("|\n    3\n", "3\n"),
    ],
)
def test_values(text: str, value: object) -> None:
    for document, path in ((parse(f"a: {text}\nb: x"), "a"), (parse(f"b: x\na: {text}"), "a")):
        found = document.data[path]
        assert (type(found), found) == (type(value), value)


def test_nan() -> None:
    assert math.isnan(parse(".nan").data)


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize(
    "key",
    ["+1/+1", "-1/-1", "+1", "1", "1.50", "true", "On", "null", "~", "2026-09-25", "0x10", "1_0", "Urza's", "=", "é"],
)
def test_keys_are_their_text(key: str) -> None:
    assert parse(f"{key}: 1").data == {key: 1}
    assert parse(f"[{{{key}: 1}}]").data == [{key: 1}]


def test_quoted_and_empty_keys() -> None:
    assert parse("\"a\\u0062\": 1\n'c d': 2\n").data == {"ab": 1, "c d": 2}
    assert parse("?\n: 1").data == {"": 1}
    assert parse("? a").data == {"a": None}


def test_plain_types() -> None:
    data = parse("a: [1, {b: c}]\nd: {}\ne: []\nf:\n").data
    assert data == {"a": [1, {"b": "c"}], "d": {}, "e": [], "f": None}
    assert type(data) is dict and type(data["a"]) is list and type(data["a"][1]) is dict


@pytest.mark.parametrize("digits", [101, 5000, 500_000])
@pytest.mark.parametrize("form", ["{}", "-{}", "{}.5", "+{}"])
def test_huge_numbers(digits: int, form: str) -> None:
    message = refusal("a: " + form.format("9" * digits))
    assert message.startswith("b.yaml:1:4: the number ")
    assert message.endswith(" digits; expected at most 100 digits, or quotes around it if it is text")
    assert len(message) < 250


def test_large_numbers_that_are_still_fine() -> None:
    assert parse("9" * 100).data == int("9" * 100)
    assert parse("'" + "9" * 5000 + "'").data == "9" * 5000
    assert parse("9" * 500 + ": 1").data == {"9" * 500: 1}
    assert parse("1e999").data == math.inf


# ---------------------------------------------------------------------------------------------------
# Positions
# ---------------------------------------------------------------------------------------------------

BOARD = """\
# a comment
players:
  anna: {life: 20}
battlefield:
  - id: bear
    counters:
      +1/+1: 3
  - id: ox
"""


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ((), "2:1", "2:1"),
        (("players",), "3:3", "2:1"),
        (("players", "anna"), "3:9", "3:3"),
        (("players", "anna", "life"), "3:16", "3:10"),
        (("battlefield",), "5:3", "4:1"),
        (("battlefield", 0), "5:5", "5:5"),
        (("battlefield", 0, "counters", "+1/+1"), "7:14", "7:7"),
        (("battlefield", 1, "id"), "8:9", "8:5"),
        # what does not exist
        (("nothing",), "2:1", "2:1"),
        (("battlefield", 2), "5:3", "5:3"),
        (("battlefield", -1), "5:3", "5:3"),
        (("battlefield", "0"), "5:3", "5:3"),
        (("battlefield", 1, "card"), "8:5", "8:5"),
        (("battlefield", 1, "id", "x", 3), "8:9", "8:9"),
        (("players", 0), "3:3", "3:3"),
    ],
)
def test_where(path: tuple[str | int, ...], value: str, key: str) -> None:
    document = parse(BOARD, "b.yaml")
    assert document.where(path) == f"b.yaml:{value}"
    assert document.where(path, key=True) == f"b.yaml:{key}"
    assert document.where(list(path)) == document.where(path)


def test_where_of_an_empty_value_and_after_wide_characters() -> None:
    assert parse("a:\nb: 1").where(["a"]) == "<text>:1:3"
    assert parse("{é𝄞: 1, b: 2}").where(["b"]) == "<text>:1:12"


def test_where_through_an_alias() -> None:
    document = parse("a: &x\n  b: [1, 2]\nc: *x\n")
    assert document.where(["c"]) == "<text>:3:4"
    assert document.where(["c", "b", 1]) == "<text>:2:10"
    assert document.where(["c", "b"], key=True) == "<text>:2:3"


def test_names() -> None:
    assert parse("1").name == "<text>"
    assert parse("1", "x").name == "x"


# ---------------------------------------------------------------------------------------------------
# Files
# ---------------------------------------------------------------------------------------------------


def failure(path: str | os.PathLike[str]) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path)
    return caught.value


def test_read(tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    file.write_text("a: é\n", encoding="utf-8")
    for path in (file, str(file)):
        document = read(path)
        assert document.data == {"a": "é"}
        assert document.name == str(file)
        assert document.where(["a"]) == f"{file}:1:4"


def test_name_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.yaml").write_text("1")
    assert read("./b.yaml").name == "./b.yaml"


def test_no_such_file(tmp_path: Path) -> None:
    error = failure(tmp_path / "no.yaml")
    assert str(error) == f"{tmp_path}/no.yaml: does not exist; expected the path of a YAML file"
    assert error.where == f"{tmp_path}/no.yaml"
    assert error.message == "does not exist; expected the path of a YAML file"


def test_directory(tmp_path: Path) -> None:
    assert str(failure(tmp_path)) == f"{tmp_path}: is a directory; expected a YAML file"


def test_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "b.yaml"
    file.write_text("1")
    monkeypatch.setattr("builtins.open", lambda *_: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    error = failure(file)
    assert str(error) == f"{file}: may not be read; expected a file with permission to read it"


def test_other_failures(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("1")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path in (tmp_path / "file" / "x", tmp_path / "loop", tmp_path / ("n" * 5000)):
        assert "can't be read (" in str(failure(path))
    assert str(failure("a\0b")) == "'a\\x00b': is not a possible file name; expected the path of a YAML file"
    assert "is not a possible file name" in str(failure("\ud800"))


def test_too_large(tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    with file.open("wb") as handle:
        handle.truncate(50_000_000)
    assert str(failure(file)) == f"{file}: is too large; expected at most {MAX_BYTES} bytes"


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a device")
def test_endless_device() -> None:
    assert str(failure("/dev/zero")) == f"/dev/zero: is too large; expected at most {MAX_BYTES} bytes"


def test_size_limit_is_exact(tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    file.write_bytes(b"a: 1 #" + b"x" * (MAX_BYTES - 6))
    assert read(file).data == {"a": 1}
    assert "too large" in refusal("a" * (MAX_BYTES + 1))
    assert "too large" in refusal(b"a" * (MAX_BYTES + 1))
    assert "too large" in refusal("é" * (MAX_BYTES // 2 + 1))
    assert parse("é" * (MAX_BYTES // 2)).data == "é" * (MAX_BYTES // 2)


# ---------------------------------------------------------------------------------------------------
# Encodings and characters
# ---------------------------------------------------------------------------------------------------


def test_byte_order_mark() -> None:
    for text in ("\ufeffa: 1", "\ufeffa: 1".encode()):
        document = parse(text)
        assert document.data == {"a": 1}
        assert document.where([]) == "<text>:1:1"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_other_encodings(encoding: str, tmp_path: Path) -> None:
    assert refusal("a: 1".encode(encoding)) == "b.yaml: is in UTF-16 or UTF-32; expected text in UTF-8"
    file = tmp_path / "b.yaml"
    file.write_text("a: 1", encoding=encoding)
    assert str(failure(file)) == f"{file}: is in UTF-16 or UTF-32; expected text in UTF-8"


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-32-be"])
def test_big_endian(encoding: str) -> None:
    assert "is in UTF-16 or UTF-32" in refusal("\ufeffa: 1".encode(encoding))


def test_utf16_without_mark() -> None:
    expected = (
        "b.yaml:1:2: the control character U+0000 is not allowed; expected text in UTF-8, not in UTF-16 or binary"
    )
    assert refusal("a: 1".encode("utf-16-le")) == expected


def test_not_utf8() -> None:
    assert refusal(b"a: 1\nb: \xe9\xff") == "b.yaml:2:4: byte 0xe9 is not UTF-8; expected text in UTF-8"
    assert refusal(b"\xef\xbb\xbf\xc3\xa9\xff") == "b.yaml:1:2: byte 0xff is not UTF-8; expected text in UTF-8"


@pytest.mark.parametrize("character", ["\x01", "\x07", "\x1b", "\x7f", "\x80", "\ud800", "\ufeff", "\uffff"])
def test_control_characters(character: str) -> None:
    expected = f"b.yaml:2:5: the control character U+{ord(character):04X} is not allowed; remove it"
    assert refusal(f"a: 1\r\nb: x{character}") == expected


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize("escape", ["\\0", "\\e", "\\x7f", "\\u0007", "\\uFFFF"])
def test_escaped_control_characters(escape: str) -> None:
    assert "b.yaml:1:4: the escaped character U+" in refusal(f'a: "x{escape}"')
    assert "b.yaml:1:1: the escaped character U+" in refusal(f'"x{escape}": 1')


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize("escape", ["\\ud800", "\\U00110000", "\\UFFFFFFFF"])
def test_impossible_escapes(escape: str) -> None:
    refusal(f'a: "x{escape}"')


# ---------------------------------------------------------------------------------------------------
# Syntax
# ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="the wording is that of the C parser")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a: 1\nb: [1, 2\nc: 3\n",
            (
                "b.yaml:3:2: not valid YAML: did not find expected ',' or ']' while parsing a flow "
                "sequence that starts "
                "at line 2; expected entries separated by ',' and a closing bracket"
            ),
        ),
        (
            "power: *\n",
            (
                "b.yaml:1:9: not valid YAML: did not find expected alphabetic or numeric character while scanning an "
                "alias; put text that starts with * or & in quotes"
            ),
        ),
        (
            'a: "x\nb: 1\n',
            (
                "b.yaml:3:1: not valid YAML: found unexpected end of stream while scanning a quoted scalar that starts "
                "at line 1; a closing quote is missing"
            ),
        ),
        (
            "card: Circle: Red",
            (
                "b.yaml:1:13: not valid YAML: mapping values are not allowed in this context; expected every "
                "'name: value' of a mapping on its own line and equally far indented, and text that "
                "contains ': ' in quotes"
            ),
        ),
    ],
)
def test_syntax_error(text: str, message: str) -> None:
    assert refusal(text) == message


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("a: {2}{G}\n", 1, "put text|text that starts with {"),
        ("a: 1\n\tb: 2\n", 2, "tabs"),
        ("a: @x", 1, "in quotes"),
        ("a: `x`", 1, "in quotes"),
        ("a: %x\nb: %", 1, "in quotes"),
        ("- a\nb: 1", 2, "list"),
        ('a: "\\q"', 1, "backslash"),
        ("a: !x!y 3", 1, "starts with !"),
        ("a: 1\nb\nc: 2", 3, "name: value"),
        ("'a' b", 1, "nothing behind it"),
        ("%YAML 3.0\n---\na", 1, "YAML"),
        ("%YAML " + "1" * 5000 + ".1\n---\na", 1, "YAML"),
    ],
)
def test_syntax_errors_help(text: str, line: int, hint: str) -> None:
    message = refusal(text)
    assert message.startswith((f"b.yaml:{line}:", f"b.yaml:{line + 1}:", "b.yaml: "))
    assert any(each in message for each in hint.split("|"))


@pytest.mark.parametrize("text", ["", " \n\n", "# only a comment\n", "\ufeff"])
def test_empty(text: str, tmp_path: Path) -> None:
    assert refusal(text) == "b.yaml: is empty; expected a YAML document"
    file = tmp_path / "b.yaml"
    file.write_text(text, encoding="utf-8")
    assert str(failure(file)) == f"{file}: is empty; expected a YAML document"


def test_explicitly_empty() -> None:
    assert refusal("# no\n---\n# nothing\n") == "b.yaml:2:1: this document is empty; expected a value"
    assert parse("null").data is None
    assert parse("''").data == ""


def test_several_documents() -> None:
    text = "---\na: 1\n---\n- b\n...\n"
    assert refusal(text) == "b.yaml:3:1: a second document starts here; expected one document only"
    assert parse("---\na: 1\n...\n").data == {"a": 1}


# ---------------------------------------------------------------------------------------------------
# What is refused
# ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x: 1\na: {b: 1,\n  b: 2}", "3:3: the key 'b' is already given at line 2; expected every key once"),
        ("1: a\n'1': b", "2:1: the key '1' is already given at line 1; expected every key once"),
        ("{a: 1, a: 1}", "1:8: the key 'a' is already given at line 1; expected every key once"),
        ("a: &x {b: 1}\nc: {<<: *x}", "2:5: merge keys (<<) are not allowed; write the fields out"),
        ("[a]: 1", "1:1: expected text as key, found a list; put a key that starts with { or [ in quotes"),
        ("{a: {{b: c}: 1}}", "1:6: expected text as key, found a mapping; put a key that starts with { or [ in quotes"),
        ("a: &x [1]\n*x : 2", "2:1: expected text as key, found a list; put a key that starts with { or [ in quotes"),
        ("a: *x", "1:4: the alias *x has no anchor &x before it; put text that starts with * in quotes"),
        ("&x [1, *x]", "1:8: the alias *x contains itself; expected no recursion"),
        ("a: &x {b: *x}", "1:11: the alias *x contains itself; expected no recursion"),
        ("%TAG ! tag:x,2000:\n---\na", "1:1: the directive %TAG is not allowed; remove the line"),
    ],
)
def test_refused(text: str, message: str) -> None:
    assert refusal(text) == f"b.yaml:{message}"


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize(
    ("tag", "shown"),
    [
        ("!!python/object:os.system", "!!python/object:os.system"),
        ("!!python/object/apply:os.system", "!!python/object/apply:os.system"),
        ("!!binary", "!!binary"),
        ("!!str", "!!str"),
        ("!mine", "!mine"),
        ("!", "!"),
        ("!<tag:example.org,2000:x>", "tag:example.org,2000:x"),
    ],
)
@pytest.mark.parametrize("value", ["x", "[x]", "{x: y}", "'x'"])
def test_tags(tag: str, shown: str, value: str) -> None:
    expected = f"b.yaml:1:4: the tag {shown} is not allowed; remove it, and put text that starts with ! in quotes"
    assert refusal(f"a: {tag} {value}") == expected


def test_long_input_is_shortened() -> None:
    long = "x" * 100_000
    for text in (f"? {long}\n: 1\n? {long}\n: 2", f"*{long}", f"!{long} x", f"&a [*{long}]", f"!{long}!x y"):
        assert len(refusal(text)) < 300


def test_quoted_merge_key_is_a_key() -> None:
    assert parse("'<<': 1").data == {"<<": 1}


@pytest.mark.usefixtures("any_loader")
def test_aliases() -> None:
    text = "a: &x {b: [1]}\nc: *x\nd: &k 007\n*k : *k\ne: [*x, *x]\n&m f: *k\ng: *m"
    entry = {"b": [1]}
    expected = {"a": entry, "c": entry, "d": 7, "007": 7, "e": [entry, entry], "f": 7, "g": "f"}
    assert parse(text).data == expected


def test_anchors_can_be_given_anew() -> None:
    assert parse("[&a 1, *a, &a 2, *a]").data == [1, 1, 2, 2]
    assert parse("[&a [&a 1, *a], *a]").data == [[1, 1], 1]


def laughs(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.usefixtures("any_loader")
def test_billion_laughs() -> None:
    message = refusal(laughs(12))
    assert message.startswith("b.yaml:")
    assert message.endswith(f": holds too many values, aliases expanded; expected at most {MAX_NODES}")
    assert len(parse(laughs(4)).data) == 4


def test_node_limit_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_nodes, "MAX_NODES", 9)
    text = "{a: &x [1, 2], b: *x}"  # 1 + (1 + 3) + (1 + 3)
    assert parse(text).data == {"a": [1, 2], "b": [1, 2]}
    monkeypatch.setattr(yaml_nodes, "MAX_NODES", 8)
    assert refusal(text) == "b.yaml:1:19: holds too many values, aliases expanded; expected at most 8"


def test_many_nodes_take_seconds_at_most() -> None:
    refusal("[" + "1, " * (MAX_NODES + 1) + "]")
    refusal("- {a: 1}\n" * MAX_NODES)


@pytest.mark.usefixtures("any_loader")
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", ""), ("[{a: ", "}]")])
def test_depth(opening: str, closing: str) -> None:
    levels = 2 if len(opening) > 4 else 1
    if opening != "? ":  # a mapping as key is refused before it is too deep
        fitting = parse(opening * (MAX_DEPTH // levels) + "x" + closing * (MAX_DEPTH // levels)).data
        assert isinstance(fitting, dict | list)
    for count in (MAX_DEPTH // levels + 1, 5000):
        message = refusal(opening * count + "x" + closing * count)
        assert "nested too deeply; expected at most 60 levels" in message or opening == "? "
        refusal(opening * count)


def test_depth_through_aliases() -> None:
    half = "[" * 30 + "x" + "]" * 30
    assert parse(f"- &x {half}\n- {'[' * 29}*x{']' * 29}").data
    assert "nested too deeply" in refusal(f"- &x {half}\n- {'[' * 30}*x{']' * 30}")
    chain = "- &x0 [y]\n" + "".join(f"- &x{n} [*x{n - 1}]\n" for n in range(1, 100))
    assert refusal(chain).startswith("b.yaml:60:9: lists and mappings are nested too deeply")


def test_many_directives_are_refused_quickly() -> None:
    refusal("".join(f"%TAG !a{n}! x\n" for n in range(200_000)) + "--- 1")


def test_a_board_of_a_hundred_objects() -> None:
    text = "battlefield:\n" + "".join(f"- {{id: c{n}, card: Bear, counters: {{+1/+1: {n}}}}}\n" for n in range(100))
    assert [one["counters"]["+1/+1"] for one in parse(text).data["battlefield"]] == list(range(100))


# ---------------------------------------------------------------------------------------------------
# Anything at all
# ---------------------------------------------------------------------------------------------------

PIECES = [
    "a",
    "b",
    "1",
    "-",
    "- ",
    ": ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\n",
    "\n  ",
    " ",
    "\t",
    "#",
    "'",
    '"',
    "\\",
    "|",
    ">",
    "&a ",
    "*a",
    "!",
    "!!x ",
    "<<",
    "%",
    "%YAML 1.2",
    "@",
    "`",
    "---\n",
    "...\n",
    "~",
    "\r",
    "\ufeff",
    "\u2028",
    "\x00",
    "+1/+1: 3\n",
    "\\U00110000",
    "\\ud800",
    "é",
    "\x85",
    "%TAG ",
    "id: ",
    "battlefield: ",
]
YAML_LIKE = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def plain(data: Any) -> bool:
    if isinstance(data, dict):
        return all(type(key) is str and plain(entry) for key, entry in data.items())
    if isinstance(data, list):
        return all(map(plain, data))
    return data is None or type(data) in (str, int, float, bool)


def paths(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path] + [each for step, entry in entries for each in paths(entry, (*path, step))]


def check_anything(text: str | bytes) -> None:
    """Either plain data with a position for every value, or an InputError and nothing else."""
    try:
        document = parse(text, "f")
    except InputError as error:
        assert error.where.startswith("f")
        return
    lines = len(text) + 1
    assert plain(document.data)
    for path in paths(document.data):
        for key in (False, True):
            name, line, column = document.where(path, key=key).split(":")
            assert name == "f" and 1 <= int(line) <= lines and int(column) >= 1
    try:
        validate(BoardFile, document)
    except InputError as error:
        assert error.message


@pytest.mark.parametrize("loader", LOADERS)
@given(text=st.one_of(YAML_LIKE, st.text(), st.text().map(lambda text: f'"{text}"'), st.binary()))
def test_anything(loader: Any, text: str | bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_reading, "_LOADER", loader)
        check_anything(text)


@given(text=st.text(st.characters(exclude_categories=["C"], exclude_characters="\u2028\u2029"), min_size=1))
def test_quoted_text_comes_back(text: str) -> None:
    document = parse("a: '" + text.replace("'", "''") + "'")
    assert document.data == {"a": text}


@given(
    data=st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**20), 10**20)
        | st.sampled_from(["x", "Yes", "1", "2026-09-25", ""]),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["a", "+1/+1", "7"]), inner),
        max_leaves=20,
    ),
    flow=st.booleans(),
)
def test_dumped_data_comes_back(data: Any, flow: bool) -> None:
    assert parse(yaml.safe_dump(data, default_flow_style=flow)).data == data


def test_only_what_would_be_no_text_is_written_in_quotes() -> None:
    data = {"+1/+1": "1.2.3", "7": "1e3", "null": "Yes", "lines": "a\nb"}
    text = dump(data)
    assert text == "{+1/+1: 1.2.3, '7': '1e3', 'null': 'Yes', lines: \"a\\nb\"}\n"
    assert parse(text).data == data


JSON_TEXTS = [
    '{"players": {"a": {"life": -0}}, "list": [1, true, null, "x", [], {}]}',
    *('{"a": 1, "a": 2}', '{"a": 1.5}', '{"a": NaN}', '{"a": 1e400}', '{"a": -Infinity}', '{"a": 1} x', '{"a" 1}'),
    *(r'{"a": "\u0041\ud83d\ude00"}', r'{"a": "\u0000"}', r'{"a": "\b"}', '{"a": "x\u2028y"}', '{"<<": {}}', "{a: 1}"),
    *(f'{{"a": {"9" * digits}}}' for digits in (100, 101, 5000)),
    *(f'{{"a": {"[" * levels}{"]" * levels}}}' for levels in (59, 60, 5000)),
    *('{"a": "yes", "b": "1", "c": "~"}', '{\n\t"a":1 ,\r\n "b":[ ]}', "{}", '{"": ""}', f'{{"a": "{"x" * 250_000}"}}'),
]


@pytest.mark.parametrize("text", JSON_TEXTS, ids=[text[:30] for text in JSON_TEXTS])
def test_json_is_read_like_yaml(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick way gives the same data, and the same places when they are asked for, or leaves the text alone."""

    def read() -> object:
        try:
            document = yaml_reading.parse(text)
        except InputError as error:
            return str(error)
        return repr(document.data), document.root

    quick = read()
    monkeypatch.setattr(yaml_reading, "_as_json", lambda _: None)
    assert quick == read()


def test_json_of_boards_is_read_quickly() -> None:
    assert yaml_reading._as_json('{"players": {"a": {}}, "battlefield": [{"id": "x"}]}') is not None
