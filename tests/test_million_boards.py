"""A space of a million boards, written by the command itself: killed and gone on with, by two processes, by Dask."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyengine import Board
from pyengine.bulk import pieces
from pyengine.bulk.board_numbers import Boards
from pyengine.bulk.enumeration import Question

pytestmark = pytest.mark.exhaustive

ROOT = Path(__file__).parent.parent
CARDS = ("Grizzly Bears", "Tatterkite", "Solemnity", "Hardened Scales", "Branching Evolution")
QUESTION = Question(Boards(CARDS, 3, ("+1/+1",), 9), "put a +1/+1 counter")
MEMORY = 300
"""MiB that a process takes at most, however many rows it writes."""


def begun(out: Path, *more: str) -> subprocess.Popen[bytes]:
    """The command, in a process of its own."""
    command = [sys.executable, "-m", "pyengine", "enumerate", "--kind", "+1/+1", "--most", "9", "--out", str(out)]
    command += ["--ask", "put a +1/+1 counter", *(part for card in CARDS for part in ("--card", card)), *more]
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.DEVNULL)


def peak(process: subprocess.Popen[bytes]) -> float:
    """Wait for its end, which must be a good one; the MiB that it took at most."""
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return usage.ru_maxrss / 1024


def sum_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    out = tmp_path_factory.mktemp("million") / "rows.jsonl"
    assert peak(begun(out)) < MEMORY
    yield out
    out.unlink()


def test_its_rows_are_all_there_and_as_check_says(undisturbed: Path) -> None:
    assert QUESTION.boards.count() > 1_000_000
    with undisturbed.open("rb") as file:
        assert sum(1 for _ in file) == QUESTION.rows
    chance = random.Random(20)
    size = undisturbed.stat().st_size
    with undisturbed.open("rb") as file:
        for _ in range(300):
            file.seek(chance.randrange(size - 5000))
            file.readline()
            row = json.loads(file.readline())
            verdict = json.loads(json.dumps(Board.from_data(row["board"]).check(row["action"]).to_json()))
            same = ("action", "legal", "reasons", "rules", "caveats", "ignored", "complete")
            assert {key: verdict[key] for key in same} == {key: row[key] for key in same}


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_five_times_and_gone_on_with(undisturbed: Path, tmp_path: Path, jobs: int) -> None:
    out = tmp_path / "rows.jsonl"
    chance = random.Random(jobs)
    for number in sorted(chance.sample(range(QUESTION.cubes() - 1), 5)):
        process = begun(out, "--jobs", str(jobs))
        while not (pieces.folder_of(out) / f"cube-{number:08}.json").exists():
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(chance.random())  # somewhere in the next ones
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not out.exists()
    assert peak(begun(out, "--jobs", str(jobs))) < MEMORY
    assert sum_of(out) == sum_of(undisturbed)
    assert [one.name for one in tmp_path.iterdir()] == ["rows.jsonl"]
    out.unlink()


@pytest.mark.parametrize("how", [("--jobs", "2"), ("--dask", "local", "--jobs", "2")])
def test_several_write_the_same_file(undisturbed: Path, tmp_path: Path, how: tuple[str, ...]) -> None:
    if "--dask" in how and importlib.util.find_spec("distributed") is None:
        pytest.skip("dask is not installed")
    out = tmp_path / "rows.jsonl"
    peak(begun(out, *how))
    assert sum_of(out) == sum_of(undisturbed)
    out.unlink()
