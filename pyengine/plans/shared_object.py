"""The compiled interpreter: where it is, and how it is compiled."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path

SOURCE = Path(__file__).with_name("evaluator.c")
INSTALLED = SOURCE.with_suffix(".so")
"""The compiled interpreter in an installed package, if there was a compiler."""

_ASP = SOURCE.parent.parent / "asp"
"""The directory of the rules in an installed package; a checkout has it elsewhere."""


@cache
def find() -> Path | None:
    """Find the compiled interpreter; a checkout compiles it if it can, an installed package never does."""
    if INSTALLED.is_file():
        return INSTALLED
    if _ASP.is_dir():
        return None
    kept = SOURCE.parent / "__pycache__" / f"{sha256(SOURCE.read_bytes()).hexdigest()[:16]}-{INSTALLED.name}"
    return kept if kept.is_file() or compiled(kept) else None


def compiled(place: Path) -> bool:
    """Compile the interpreter to a file; False if the machine can't."""
    import subprocess  # most processes find it compiled

    beside = place.with_name(f"{place.name}.{os.getpid()}")
    command = [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-std=c99"]
    try:
        place.parent.mkdir(exist_ok=True)
        subprocess.run([*command, "-o", str(beside), str(SOURCE)], check=True, capture_output=True)
        beside.replace(place)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
