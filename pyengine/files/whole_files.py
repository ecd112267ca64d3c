"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
from os import PathLike
from pathlib import Path

from pyengine.errors import InputError
from pyengine.files import arguments


def write(path: str | PathLike[str], content: str | bytes) -> None:
    """Write a file, text as UTF-8. An old file is replaced whole, or not at all.

    Raises `InputError` for what is not the path of a file, and `OSError` from the system.
    """
    data = content.encode() if isinstance(content, str) else content
    target = Path(name := arguments.path(path))
    if target.is_dir():
        raise InputError("is a directory; expected the path of a file", name or repr(name))
    if target.is_symlink() or (target.exists() and not target.is_file()):  # not to be replaced: a device, a pipe
        target.write_bytes(data)
        return
    beside = target.absolute().with_name(f".{target.name[:50]}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
