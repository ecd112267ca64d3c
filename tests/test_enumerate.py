"""Enumerating: each board once, the verdicts those of `check`, and nothing lost wherever it is stopped."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import random
import runpy
import signal
import sys
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from pyengine import Board, InputError, enumerate_boards
from pyengine.bulk import enumeration, pieces, workers
from pyengine.bulk.board_families import all_count
from pyengine.bulk.board_numbers import Boards
from pyengine.bulk.enumeration import EVERYTHING, Question
from pyengine.bulk.rows import lines
from pyengine.cli.main import main
from pyengine.errors import PyengineError
from pyengine.proofs import space_cards
from pyengine.proofs.property_files import read
from pyengine.proofs.prove import Course
from pyengine.proofs.space import Space
from pyengine.proofs.space_cards import DEFAULT_SPACE
from pyengine.solving import processes

ROOT = Path(__file__).parent.parent
CARDS = ("Grizzly Bears", "Tatterkite", "Solemnity")
SMALL = Boards(CARDS[:2], 2, ("+1/+1",), 1)
WITH_DASK = importlib.util.find_spec("distributed") is not None
MOVE = Question(SMALL, "move a +1/+1 counter")


class Killed(BaseException):
    """Stands for a process that is gone: nothing of the program runs any more."""


def written(question: Question, out: Path) -> bytes:
    folder = pieces.opened(question, out)
    pieces.join(folder, out, left := pieces.left(folder), workers.work(folder, left))
    return out.read_bytes()


def test_python_has_the_rows_of_the_file(tmp_path: Path) -> None:
    found = enumerate_boards("move a +1/+1 counter", cards=CARDS[:2], objects=2, kinds=["+1/+1"], most=1)
    assert found.records() == rows_of(written(MOVE, tmp_path / "rows.jsonl"))
    assert found.records(3) == found.records()[:3]
    assert found.most_rows == MOVE.rows == len(found.records())
    pandas = pytest.importorskip("pandas", reason="the extra 'frame' is not installed")
    assert pandas.DataFrame(found.records(3)).equals(found.to_frame(3))
    with pytest.raises(InputError, match="or a limit"):
        enumerate_boards(objects=20, most=1000).records()


WRONG: list[dict[str, Any]] = [
    {"cards": "Grizzly Bears"},
    {"cards": [7]},
    {"objects": "two"},
    {"kinds": "charge"},
    {"most": -1},
    {"varies": ["mood"]},
    {"rules": "today"},
    {"ask": "move {z}"},
]


@pytest.mark.parametrize("bounds", WRONG)
def test_wrong_bounds_are_refused(bounds: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        enumerate_boards(**bounds)


@pytest.fixture
def many_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cubes are small."""
    monkeypatch.setattr(enumeration, "ROWS_IN_CUBE", 100)


def rows_of(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.splitlines()]


def test_each_board_is_there_once_and_none_is_missing() -> None:
    boards = [json.dumps(SMALL.board(number)) for number in range(SMALL.count())]
    assert len(set(boards)) == len(boards) == 1 + 8 + 8**2
    expected = set()
    for size in range(3):
        for ways in product(product(CARDS[:2], ("p1", "p2"), (0, 1)), repeat=size):
            items = [
                {"id": f"o{n}", "card": card, "controller": player} | ({"counters": {"+1/+1": 1}} if count else {})
                for n, (card, player, count) in enumerate(ways, 1)
            ]
            expected.add(json.dumps({"players": {"p1": {}, "p2": {}}, "battlefield": items}))
    assert set(boards) == expected
    keys = {Board.from_data(json.loads(one)).canonical_key() for one in boards}
    assert len(keys) == len(boards)  # no two are equal up to renaming


def test_every_naming_on_request() -> None:
    several = Boards(CARDS[:1], 4, (), 0)
    last = [
        several.numbered(number, every=True).names
        for number in range(several.count(every=True) - 24 * 16, several.count(every=True))
    ]
    assert last == [names for names in permutations(("o1", "o2", "o3", "o4")) for _ in range(16)]
    every = [json.dumps(SMALL.board(number, every=True)) for number in range(SMALL.count(every=True))]
    assert len(set(every)) == len(every) == 1 + 8 + 2 * 8**2
    keys = {Board.from_data(json.loads(one)).canonical_key() for one in every}
    assert len(keys) == SMALL.count()


@pytest.mark.parametrize(("date", "cards"), [(None, CARDS), ("2019-01-01", CARDS[1:])])
def test_the_verdicts_are_those_of_check(date: str | None, cards: tuple[str, ...], tmp_path: Path) -> None:
    question = Question(Boards(cards, 2, ("+1/+1",), 1, date), "move a +1/+1 counter")
    rows = rows_of(written(question, tmp_path / "rows.jsonl"))
    ways = len(cards) * 2 * 2
    assert len(rows) == question.rows == ways + ways**2 * 4
    assert {row["legal"] for row in rows} == {True, False}
    for row in random.Random(7).sample(rows, 10):
        verdict = json.loads(
            json.dumps(Board.from_data({**row["board"], "rules": date or "2026-09-25"}).check(row["action"]).to_json())
        )
        same = ("action", "legal", "reasons", "rules", "caveats", "ignored", "complete")
        assert {key: verdict[key] for key in same} == {key: row[key] for key in same}


@pytest.mark.parametrize("ask", ["proliferate", "destroy {a}", "remove two +1/+1 counters"])
def test_other_actions_and_their_outcomes(ask: str) -> None:
    question = Question(Boards(CARDS[:1], 1, ("+1/+1",), 1), ask, outcomes=True)
    for row in map(json.loads, filter(None, lines(question, range(question.boards.count())))):
        board = Board.from_data(row["board"])
        outcomes = board.outcomes(row["action"])
        assert row["legal"] == board.is_legal(row["action"])
        assert row["outcomes"] == (sorted(list(one.changes) for one in outcomes) if row["legal"] else [])
        assert row["outcomes_count"] == len(row["outcomes"])


DONE = (
    "double the {kind} counters on {a}",
    "destroy {a}",
    "tap {a}",
    "phase out {a}",
    "turn {a} face down",
    "exile {a}",
)
MEDDLING = (
    "creature",
    "no counters on creatures",
    "counters stay",
    "doubles",
    "adds one",
    "takes one",
    "halves",
    "puts none",
    "at most two",
    "creatures get -1/-1",
    "enters with a counter",
)


@pytest.mark.parametrize(
    ("objects", "abilities"),
    [(1, MEDDLING[:3]), pytest.param(2, MEDDLING, marks=pytest.mark.exhaustive)],
)
def test_every_legal_action_has_an_outcome_and_no_other_has(objects: int, abilities: tuple[str, ...]) -> None:
    """No property can ask for that: a choice that there is not is no model."""
    question = Question(Boards((), objects, ("+1/+1",), 1, None, (), abilities), (*EVERYTHING, *DONE), outcomes=True)
    told = 0
    for text in lines(question.checked(), range(question.boards.count())):
        for row in map(json.loads, text.splitlines()):
            told += 1
            assert row["complete"]
            assert row["legal"] == (row["outcomes_count"] > 0) == (not row["reasons"])
    assert told == question.rows


# --- spaces -----------------------------------------------------------------------------------------------------


def in_a_line(board: dict[str, Any]) -> str:
    """A board whatever its objects are called, and whatever numbers stand for the order in time."""
    zones = ("battlefield", "graveyard", "exile", "hand")
    items = [{**item, "zone": zone} for zone in zones for item in board.get(zone, ())]
    for place, item in enumerate(items):
        item.setdefault("timestamp", 2 * place)
    items.sort(key=lambda item: int(item["timestamp"]))
    stamps, names = [item.pop("timestamp") for item in items], [item.pop("id") for item in items]
    for item, own in zip(items, stamps, strict=True):
        item["owner"] = item.get("owner", item.get("controller"))
        if "attached_to" in item:
            item["attached_to"] = names.index(item["attached_to"])
        for kind, counter in item.get("counters", {}).items():
            count, stamp = (counter["count"], counter["timestamp"]) if isinstance(counter, dict) else (counter, own)
            item["counters"][kind] = [count, sum(one < stamp for one in stamps), stamp == own]
    held = {player: state["counters"] for player, state in board["players"].items() if state.get("counters")}
    return json.dumps([items, held, board.get("rules")], sort_keys=True)


FREE = """about("check"). varies("{what}").
#program property(t).
violated(t) :- occurs(t,proliferate).
"""


@pytest.mark.parametrize(
    ("what", "kind", "abilities"),
    [
        ("players", "oil", ("artifact",)),
        ("tapped", "flying", ("artifact",)),
        ("controllers", "oil", ("artifact",)),
        ("zones", "oil", ("artifact",)),
        ("face down", "oil", ("creature",)),
        ("damage", "oil", ("creature",)),
        ("attached", "oil", ("equipment",)),
        ("phased out", "oil", ("land",)),
    ],
)
def test_its_spaces_are_those_of_prove(what: str, kind: str, abilities: tuple[str, ...]) -> None:
    """Each of the boards of which one can be the counterexample is there, and no other."""
    objects = 1 if what == "face down" else 2
    space = Space(space_cards.cards(abilities), objects, (kind,), 1, varies=(what,))
    course = Course(read(FREE.format(what=what), "own.lp"), space.checked(), None)
    found = course.timeline.models(limit=0)
    of_prove = {in_a_line(course.case(model.symbols(shown=True)).boards[0].to_data()) for model in found}
    boards = Boards((), objects, (kind,), 1, None, (what,), abilities)
    assert boards.count() == len({*map(boards.numbered, range(boards.count()))})
    assert {in_a_line(boards.of(boards.board(number)).to_data()) for number in range(boards.count())} == of_prove
    assert boards.count() == course.boards or what == "attached"
    assert all_count(boards) == (what not in ("attached",))


RICH = ("transformed", "attached", "face down", "zones", "players", "controllers", "phased out", "tapped", "damage")


@pytest.mark.parametrize(
    ("boards", "ask"),
    [
        (Boards(("Delver of Secrets",), 1, ("oil",), 1, None, RICH, ("creature",)), "transform {a}"),
        (Boards((), 2, ("+1/+1",), 1, None, RICH, ("creature", "equipment")), "attach {a} to {b}"),
        (Boards((), 2, ("flying",), 1, None, ("face down", "zones"), ("disguise", "instant")), "turn {a} face up"),
        (Boards((), 1, ("+1/+1",), 1, None, ("edition",), ("creature",)), "put a {kind} counter on {player}"),
    ],
)
def test_verdicts_are_those_of_check_whatever_varies(boards: Boards, ask: str) -> None:
    """Of a board that contradicts the rules nothing is said."""
    question = Question(boards, ask, outcomes=True)
    chance = random.Random(ask)
    last = boards.count() - 1
    for number in [last, *(chance.randrange(last) for _ in range(2 if boards.editions[1:] else 7))]:
        rows = rows_of("".join(lines(question, [number])).encode())
        of_edition = boards.numbered(number).boards
        board = of_edition.of(boards.board(number))
        if not rows:
            assert board.status().problems or not question.phrases(len(board.objects))
            continue
        row = chance.choice(rows)
        assert row["board"] == json.loads(json.dumps(boards.board(number)))
        assert row["edition"] == of_edition.rules
        verdict, found = board.check(row["action"]), board.outcomes(row["action"])
        assert (row["legal"], row["rules"]) == (verdict.legal, [*verdict.rules])
        assert row["outcomes"] == (sorted(list(one.changes) for one in found) if verdict.legal else [])


def test_a_thousand_boards_that_contradict_the_rules_end_no_cube() -> None:
    texts = ["a\n", *[""] * 3000, "b\n"]
    assert "".join(pieces._together(texts)) == "a\nb\n"


# --- stopped anywhere -------------------------------------------------------------------------------------------


def test_killed_anywhere_and_gone_on_with(many_cubes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undisturbed = written(MOVE, tmp_path / "whole.jsonl")
    assert MOVE.cubes() == 3
    places: list[str] = []
    monkeypatch.setattr(pieces, "reached", places.append)
    assert written(MOVE, tmp_path / "again.jsonl") == undisturbed
    steps = len(places)
    assert steps == 3 * (2 + 2 * MOVE.cubes())
    for seed in range(5):
        chance = random.Random(seed)
        out = tmp_path / f"killed{seed}.jsonl"
        for _ in range(5):
            left = chance.randrange(steps)

            def stop(where: str) -> None:
                nonlocal left
                left -= 1
                if left < 0:
                    raise Killed(where)

            monkeypatch.setattr(pieces, "reached", stop)
            try:
                assert written(MOVE, out) == undisturbed
                break
            except Killed:
                if not pieces.folder_of(out).exists() or out.exists():
                    break  # all is written; only what is not needed any more was being removed
        monkeypatch.setattr(pieces, "reached", lambda _: None)
        if not out.exists():
            written(MOVE, out)
        assert out.read_bytes() == undisturbed


def test_a_full_disk(
    many_cubes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "enumerate",
        "--ask",
        "move a +1/+1 counter",
        "--objects",
        "2",
        "--most",
        "1",
        "--kind",
        "+1/+1",
        "--card",
        "Grizzly Bears",
        "--card",
        "Tatterkite",
        "--out",
        str(out := tmp_path / "rows.jsonl"),
    ]

    def full(where: str) -> None:
        if where == "written cube-00000001.jsonl":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(pieces, "reached", full)
    assert main(command) == 2
    assert capsys.readouterr().err == (
        f"pyengine: {out}: can't be written: No space left on device; what is done is kept, and the same command "
        "goes on\n"
    )
    assert not out.exists()
    assert [one for one in pieces.folder_of(out).iterdir() if one.name.endswith(".part")] == []
    assert pieces.left(pieces.folder_of(out)) == [1, 2]
    monkeypatch.undo()
    monkeypatch.setattr(enumeration, "ROWS_IN_CUBE", 100)
    assert main(command) == 0
    assert capsys.readouterr().out == f"{MOVE.rows:,} rows: {out}\n"
    assert len(rows_of(out.read_bytes())) == MOVE.rows
    assert main(command) == 2
    assert "is there already" in capsys.readouterr().err


def test_what_is_not_ours_to_go_on_with(many_cubes: None, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    folder = pieces.opened(MOVE, out)
    pieces.write_cube(folder, 0)
    assert pieces.left(pieces.opened(MOVE, out)) == [1, 2]
    with pytest.raises(InputError, match="was begun with another question"):
        pieces.opened(Question(SMALL, "remove a +1/+1 counter"), out)
    manifest = folder / pieces.MANIFEST
    manifest.write_text(manifest.read_text().replace('"program": "', '"program": "0'))
    with pytest.raises(InputError, match="was begun with another program"):
        pieces.opened(MOVE, out)
    manifest.write_text("[]")
    with pytest.raises(InputError, match="not ours"):
        pieces.opened(MOVE, out)
    other = tmp_path / "other.jsonl"
    pieces.folder_of(other).mkdir()
    (pieces.folder_of(other) / "letters.txt").write_text("dear bob")
    with pytest.raises(InputError, match=r"has no manifest\.json"):
        pieces.opened(MOVE, other)
    assert [one.name for one in pieces.folder_of(other).iterdir()] == ["letters.txt"]
    third = tmp_path / "third.jsonl"
    pieces.folder_of(third).write_text("dear bob")
    with pytest.raises(InputError, match="is not a folder"):
        pieces.opened(MOVE, third)
    with pytest.raises(InputError, match="can't be written: No such file or directory"):
        pieces.opened(MOVE, tmp_path / "none" / "rows.jsonl")


def test_a_damaged_cube_is_reported_and_worked_out_again(many_cubes: None, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    folder = pieces.opened(MOVE, out)
    for address in pieces.left(folder):
        pieces.write_cube(folder, address)
    rows = folder / "cube-00000001.jsonl"
    whole = rows.read_bytes()
    rows.write_bytes(whole.replace(b"true", b"True"))
    with pytest.raises(Exception, match="cube 1 is damaged"):
        pieces.join(folder, out)
    assert pieces.left(folder) == [1]
    assert not out.exists()
    assert written(MOVE, out).startswith(b'{"board":')


def test_two_runs_at_once_write_no_file_together(many_cubes: None, tmp_path: Path) -> None:
    """What the first has joined so far is gone as the second begins; it ends, and the second goes on."""
    out = tmp_path / "rows.jsonl"
    folder = pieces.opened(MOVE, out)
    left = pieces.left(folder)

    def beside_another() -> Iterator[dict[str, Any]]:
        for done in workers.work(folder, left):
            if done["cube"] == left[-1]:
                [part] = folder.glob(".rows.jsonl.*.part")
                part.unlink()
            yield done

    with pytest.raises(FileNotFoundError):
        pieces.join(folder, out, left, beside_another())
    assert not out.exists()
    (folder / ".rows.jsonl.1.part").write_bytes(b"half of a r")
    assert written(MOVE, out).endswith(b"}\n")
    assert [one.name for one in tmp_path.iterdir()] == ["rows.jsonl"]


def test_a_second_run_says_that_another_is_writing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "rows.jsonl"
    command = ["enumerate", "--objects", "1", "--most", "1", "--kind", "charge", "--out", str(out)]
    question = Question(Boards(tuple(DEFAULT_SPACE), 1, ("charge",), 1))
    folder = pieces.opened(question, out)
    with pieces.alone(folder):
        assert main(command) == 2
    assert f"{folder}: another run is writing it; wait until that ends" in capsys.readouterr().err
    assert (folder / pieces.MANIFEST).exists()
    assert main(command) == 0
    assert out.exists() and not folder.exists()


@pytest.mark.parametrize("error", [None, OSError(errno.EXDEV, "other disk"), AttributeError()])
def test_cubes_are_joined_by_every_way_of_copying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    """The system by itself, or not at all, or only so far."""
    copy, calls = getattr(os, "copy_file_range", None), 0

    def copies_some(source: int, target: int, count: int) -> int:
        nonlocal calls
        calls += 1
        if copy is None or (error is not None and calls > 1):
            raise error or AttributeError
        return int(copy(source, target, min(count, 5)))

    monkeypatch.setattr(os, "copy_file_range", copies_some, raising=False)
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(name.encode() * 7)
    pieces.write_whole(tmp_path / "both", [b"start ", tmp_path / "one", tmp_path / "two", b" end"])
    assert (tmp_path / "both").read_bytes() == b"start " + b"one" * 7 + b"two" * 7 + b" end"


def test_two_processes_write_the_same(many_cubes: None, tmp_path: Path) -> None:
    one = written(MOVE, tmp_path / "one.jsonl")
    folder = pieces.opened(MOVE, two := tmp_path / "two.jsonl")
    pieces.join(folder, two, left := pieces.left(folder), workers.work(folder, left, jobs=2))
    assert len(left) == 3
    assert two.read_bytes() == one


def killed(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_an_end_waits_until_processes_have_begun() -> None:
    """Ending at once would leave shared semaphores behind, and the new process would report an error."""
    done = []
    with pytest.raises(SystemExit) as ended, processes.ends_in_order():
        with processes.ctrl_c_is_ours():
            os.kill(os.getpid(), signal.SIGTERM)
            done.append("begun")
        done.append("went on")
    assert (done, ended.value.code) == (["begun"], 128 + signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_killed_process_is_reported(many_cubes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "write_cube", killed)
    folder = pieces.opened(MOVE, out := tmp_path / "rows.jsonl")
    with pytest.raises(PyengineError, match="one of the processes was killed; what is done is kept"):
        pieces.join(folder, out, left := pieces.left(folder), workers.work(folder, left, jobs=2))
    assert pieces.left(folder) == left
    assert not out.exists()


def test_processes_that_are_begun_know_nothing_of_ctrl_c() -> None:
    before = signal.getsignal(signal.SIGINT)
    with processes.ctrl_c_is_ours():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(not WITH_DASK, reason="dask is not installed")
def test_dask_writes_the_same(many_cubes: None, tmp_path: Path) -> None:
    one = written(MOVE, tmp_path / "one.jsonl")
    folder = pieces.opened(MOVE, two := tmp_path / "two.jsonl")
    pieces.join(folder, two, left := pieces.left(folder), workers.work(folder, left, dask="local"))
    assert len(left) == 3
    assert two.read_bytes() == one


@pytest.mark.skipif(not WITH_DASK, reason="dask is not installed")
def test_a_lost_scheduler_is_reported(many_cubes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done by then is kept."""
    from dask import distributed

    def gone(futures: list[Any], **_: Any) -> Any:
        yield futures[0], futures[0].result()
        yield futures[1], distributed.client.FutureCancelledError("write_cube-1", "scheduler-connection-lost")

    monkeypatch.setattr(distributed, "as_completed", gone)
    folder = pieces.opened(MOVE, out := tmp_path / "rows.jsonl")
    with pytest.raises(PyengineError, match="the Dask cluster at 'local' is gone: scheduler-connection-lost; what is"):
        pieces.join(folder, out, left := pieces.left(folder), workers.work(folder, left, dask="local"))
    assert not out.exists()
    assert 0 not in pieces.left(folder)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pyarrow is not installed")
def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    import pyarrow.parquet

    lines = rows_of(written(MOVE, tmp_path / "rows.jsonl"))
    written(MOVE, tmp_path / "rows.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [
        {**row, "board": json.loads(row["board"]), "reasons": json.loads(row["reasons"])}["reasons"] for row in table
    ] == [row["reasons"] for row in lines]


# --- the command ------------------------------------------------------------------------------------------------


def test_counting_and_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    space = tmp_path / "space.yaml"
    space.write_text("{cards: [Grizzly Bears, Tatterkite], objects: 3, kinds: [+1/+1, charge], most: 2}\n")
    ask = ["--ask", "move a +1/+1 counter"]
    assert main(["enumerate", str(space), *ask, "--count", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    ways = 2 * 2 * 3**2
    assert (found["boards"], found["boards_are"]) == (1 + ways + ways**2 + ways**3, "exactly")
    assert found["rows"] == ways + ways**2 * 4 + ways**3 * 9
    assert main(["enumerate", str(space), *ask, "--objects", "9", "--count"]) == 0
    assert "rows: move a +1/+1 counter from {a} to {b}" in capsys.readouterr().out
    wrong = {
        ("--ask", "move a +1/+1 counter from {x} to {a}", "--count"): "expected {a}, {b} or {c} for a permanent",
        ("--ask", "frobnicate {a}", "--count"): "expected an action such as",
        (*ask, "--card", "Nobody", "--count"): "no card named 'Nobody'",
        (*ask, "--objects", "30", "--count"): "expected",
        (*ask,): "expected --out FILE",
        (*ask, "--out", ""): "expected --out FILE",
        (*ask, "--objects", "9", "--out", str(tmp_path / "x")): "rows are too many to list",
        (*ask, "--objects", "1", "--out", str(tmp_path / "no" / "x")): "can't be written: No such file or directory",
    }
    for arguments, told in wrong.items():
        assert main(["enumerate", str(space), *arguments]) == 2
        assert told in capsys.readouterr().err
    assert main(["enumerate", str(space), *ask, "--out", str(tmp_path / "y"), "--dask", "nowhere"]) == 2
    told = "no Dask scheduler answers at 'nowhere'" if WITH_DASK else "--dask needs the packages dask and distributed"
    assert told in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["space.yaml"]


def test_two_editions_joined(
    many_cubes: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, date in (("before", "2019-01-01"), ("now", None)):
        written(Question(Boards(CARDS[:2], 2, ("+1/+1",), 1, date), "move a +1/+1 counter"), tmp_path / f"{name}.jsonl")
    monkeypatch.setattr(sys, "argv", ["", str(tmp_path / "before.jsonl"), str(tmp_path / "now.jsonl")])
    runpy.run_path(str(ROOT / "examples" / "compare_editions.py"), run_name="__main__")
    said = capsys.readouterr().out
    # A counter is moved onto the kite, which can't get any: before 2019-05-03 it was removed all the same.
    assert said.startswith(f"{MOVE.rows} rows in both, 32 of them differ\n")
    assert "32 times legal [121.5], now illegal [122.5]: move a +1/+1 counter from " in said


def test_another_engines_file_joined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One that forbids nothing but to move a counter onto what it is on: it needs no fields but these three."""
    ours = tmp_path / "ours.jsonl"
    content = written(MOVE, ours)
    with (tmp_path / "theirs.jsonl").open("w") as file:
        for row in rows_of(content):
            legal = len(set(row["action"].split()[-3::2])) == 2
            print(json.dumps({"action": row["action"], "legal": legal, "board": row["board"]}), file=file)
    example = runpy.run_path(str(ROOT / "examples" / "compare_editions.py"))
    example["main"](str(tmp_path / "theirs.jsonl"), str(ours))
    said = capsys.readouterr().out.splitlines()
    differ = [row for row in rows_of(content) if not row["legal"] and len(set(row["action"].split()[-3::2])) == 2]
    assert said[0] == f"{MOVE.rows} rows in both, {len(differ)} of them differ"
    assert said[1].startswith(f"{sum(row['rules'] == ['122.5'] for row in differ)} times legal, now illegal [122.5]: ")
