"""Build cache for checkouts, invalidated when the sources change."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path


def kept(path: Path, *sources: bytes) -> bytes | None:
    """Return the cached result of these sources; None if there is none."""
    with suppress(OSError):
        content = path.read_bytes()
        if content.startswith(of := _sum(sources)):
            return content.removeprefix(of)
    return None


def keep(path: Path, content: bytes, *sources: bytes) -> None:
    """Keep what came of sources, whole or, where it can't be written, not at all."""
    with suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        beside.write_bytes(_sum(sources) + content)
        beside.replace(path)


def _sum(sources: tuple[bytes, ...]) -> bytes:
    return sha256(b"\0".join(sources)).digest()
