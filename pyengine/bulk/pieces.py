"""A long answer in pieces, so that it can be stopped at any moment and continued.

The pieces are cubes: the question alone determines their addresses and their contents. A folder beside the output
file has a manifest, written first and never changed. For each finished cube it also has a file of rows and a record.
pyengine writes a file under another name, syncs it and renames it, and writes the record after the rows: a cube is
finished exactly if it has a record. At the end pyengine joins the cubes in order, and checks those of an earlier run
against their checksums.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from pyengine.bulk.enumeration import Question, program_hash
from pyengine.bulk.rows import lines
from pyengine.errors import InputError, PyengineError
from pyengine.files.quoting import quoted

try:
    import fcntl
except ImportError:  # this system has no such locks
    fcntl = None  # type: ignore[assignment]

MANIFEST = "manifest.json"
FORMAT = 3

LINES_AT_ONCE = 1000
"""Number of boards whose rows are written at a time."""

Record = dict[str, Any]


def folder_of(out: Path) -> Path:
    """The folder beside a file in which its cubes are."""
    return out.with_name(out.name + ".cubes")


def opened(question: Question, out: Path) -> Path:
    """The folder with the cubes of a question, new or gone on with.

    Raises `InputError` where something else is there, or the answers would be of other rules or another question.
    """
    folder = folder_of(out)
    wanted = {
        "format": FORMAT,
        "question": question.to_data(),
        "program": program_hash(question.boards),
        "boards_in_cube": question.boards_in_cube,
        "cubes": question.cubes(),
    }
    if not (folder / MANIFEST).exists():
        if out.exists():
            raise InputError(
                "is there already; expected a new file, or to go on with one that was not finished", str(out)
            )
        if folder.exists() and not folder.is_dir():
            raise InputError("is not a folder of an earlier run; expected an unused name", str(folder))
        if folder.exists() and any(not one.name.endswith(".part") for one in folder.iterdir()):
            raise InputError(
                f"has no {MANIFEST}, so it is not ours to go on with; expected no such folder", str(folder)
            )
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(f"can't be written: {error.strerror or error}", str(out)) from None
        write_whole(folder / MANIFEST, _text(wanted))
    there = _read(folder / MANIFEST)
    if there != wanted:
        differs = [key for key in wanted if there is None or there.get(key) != wanted[key]]
        raise InputError(
            f"was begun with another {differs[0] if differs else 'program'}, so it is not ours to go on with; expected "
            "the same question, rules and version, or no such folder",
            str(folder),
        )
    return folder


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other runs from writing the cubes of a folder meanwhile. Raises `InputError` if another does.

    The system ends it with the process, however that ends.
    """
    if fcntl is None:
        yield
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(opened)
        raise InputError("another run is writing it; wait until that ends, or name another file", str(folder)) from None
    except OSError:  # a disk without locks
        os.close(opened)
        yield
        return
    try:
        yield
    finally:
        os.close(opened)


def forget(folder: Path) -> None:
    """Remove what was only begun: the folder of a question of which no cube is done."""
    manifest = _manifest(folder)
    if len(left(folder)) == manifest["cubes"]:
        shutil.rmtree(folder)


def left(folder: Path) -> list[int]:
    """The addresses of the cubes that are not done yet."""
    manifest = _manifest(folder)
    return [address for address in range(manifest["cubes"]) if record(folder, address, manifest) is None]


def record(folder: Path, address: int, manifest: Record) -> Record | None:
    """Return the record of a finished cube; None if it is not finished."""
    found = _read(_record_path(folder, address))
    rows = _rows_path(folder, address)
    if found is None or found.get("cube") != address or found.get("program") != manifest["program"]:
        return None
    return found if rows.is_file() and rows.stat().st_size == found.get("bytes") else None


def write_cube(folder: Path, address: int) -> Record:
    """Work out a cube and write it; the same file and record however often and by whom. Returns the record."""
    manifest = _manifest(folder)
    counted = _Counted()
    question = _question(json.dumps(manifest["question"]))
    start = address * manifest["boards_in_cube"]
    end = min(start + manifest["boards_in_cube"], question.boards.count(question.every))
    write_whole(_rows_path(folder, address), counted.of(lines(question, range(start, end))))
    found = {"cube": address, **counted.to_data(), "program": manifest["program"]}
    write_whole(_record_path(folder, address), _text(found))
    return found


@lru_cache(2)
def _question(data: str) -> Question:
    """The question of a manifest: who works out many cubes reads it once."""
    return Question.from_data(json.loads(data))


class _Counted:
    """Counts what goes through it."""

    def __init__(self) -> None:
        self._rows = 0
        self._bytes = 0
        self._sum = hashlib.sha256()

    def of(self, texts: Iterable[str]) -> Iterator[bytes]:
        """Lines as they are written, some at a time."""
        for some in _together(texts):
            content = some.encode()
            self._rows += some.count("\n")
            self._bytes += len(content)
            self._sum.update(content)
            yield content

    def to_data(self) -> Record:
        """How much it was."""
        return {"rows": self._rows, "bytes": self._bytes, "sha256": self._sum.hexdigest()}


def _together(texts: Iterable[str]) -> Iterator[str]:
    several = filter(None, texts)  # a board that contradicts the rules has no rows
    while some := "".join(islice(several, LINES_AT_ONCE)):
        yield some


def join(folder: Path, out: Path, left: Collection[int] = (), done: Iterable[Record] = ()) -> int:
    """Write the output file, whole or not at all, and remove the cubes.

    It waits until each cube of those `left` is `done`, and joins the ones before it in the meantime. Returns the
    number of rows. Raises `PyengineError` if a cube does not match its record; cubes just written are not checked
    again.
    """
    for other in folder.glob(
        f".{glob.escape(out.name)}.*.part"
    ):  # of a run that was killed; one that still goes on ends
        other.unlink(missing_ok=True)
    part = folder / f".{out.name}.{os.getpid()}.part"
    paths = _whole(folder, left, iter(done))
    if out.suffix == ".parquet":
        from pyengine.bulk import parquet

        parquet.write(part, (path.read_bytes() for path in paths))
        with open(part, "rb") as file:
            os.fsync(file.fileno())
        _synced(part, out)
    else:
        write_whole(out, paths, part)
    manifest = _manifest(folder)
    records = [record(folder, address, manifest) or {} for address in range(manifest["cubes"])]
    shutil.rmtree(folder)
    return sum(one["rows"] for one in records)


def _whole(folder: Path, left: Collection[int], done: Iterator[Record]) -> Iterator[Path]:
    """The files of all cubes, in order, each as it is there and has been looked at."""
    manifest = _manifest(folder)
    waiting = set(left)
    if (first := next(done, None)) is not None:  # whoever works them out has begun now, and goes on meanwhile
        waiting.discard(first["cube"])
    for address in range(manifest["cubes"]):
        while address in waiting and (one := next(done, None)) is not None:
            waiting.discard(one["cube"])
        found = record(folder, address, manifest)
        path = _rows_path(folder, address)
        if found is None or (address not in left and hashlib.sha256(path.read_bytes()).hexdigest() != found["sha256"]):
            _record_path(folder, address).unlink(missing_ok=True)
            raise PyengineError(f"{folder}: cube {address} is damaged; the same command works it out again")
        yield path


def write_whole(path: Path, content: bytes | Iterable[bytes | Path], part: Path | None = None) -> None:
    """Write a file under another name, see that it is on the disk, and give it its name. Of a file in it, all that is
    there is written."""
    part = part or path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            for some in [content] if isinstance(content, bytes) else content:
                _copy(some, file) if isinstance(some, Path) else file.write(some)
            reached(f"written {path.name}")
            file.flush()
            os.fsync(file.fileno())
    except (OSError, PyengineError):
        part.unlink(missing_ok=True)
        raise
    _synced(part, path)


def _copy(path: Path, file: BinaryIO) -> None:
    """Write what is in another file, without reading it where the system copies by itself."""
    file.flush()
    with open(path, "rb", buffering=0) as source:
        left = os.fstat(source.fileno()).st_size
        with suppress(AttributeError, OSError):  # not on this system, or not from there to here
            while left and (copied := os.copy_file_range(source.fileno(), file.fileno(), left)):
                left -= copied
        shutil.copyfileobj(source, file)  # the rest; what keeps it from being written is told now
    file.flush()
    os.fsync(file.fileno())  # now, as others are still at work, and not all of it at the end


def _synced(part: Path, path: Path) -> None:
    reached(f"synced {path.name}")
    part.replace(path)
    reached(f"renamed {path.name}")
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def reached(where: str) -> None:
    """Nothing; tests stop the program here."""


def _rows_path(folder: Path, address: int) -> Path:
    return folder / f"cube-{address:08}.jsonl"


def _record_path(folder: Path, address: int) -> Path:
    return folder / f"cube-{address:08}.json"


def _text(data: Record) -> bytes:
    return (json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _read(path: Path) -> Record | None:
    """Read a file of ours; None if there is none, or if the file there is not ours."""
    try:
        found = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _manifest(folder: Path) -> Record:
    found = _read(folder / MANIFEST)
    if found is None:
        raise InputError(f"expected the file {quoted(MANIFEST)} of a question that was begun", str(folder))
    return found
