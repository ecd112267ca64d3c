"""Rows as Parquet: a column for each field; what has fields of its own is JSON text, the same as in JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pyengine.errors import InputError


def arrow_package() -> Any:
    """The package that writes it. Raises `InputError` if it is not there."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise InputError("a .parquet file needs the package pyarrow: pip install 'pyengine[parquet]'") from None
    return pyarrow


def write(path: Path, contents: Iterable[bytes]) -> None:
    """Write rows, given as pieces of JSON lines; each piece is a group of rows."""
    arrow = arrow_package()
    writer = None
    try:
        for content in contents:
            rows = [json.loads(line) for line in content.splitlines()]
            if not rows:
                continue
            columns = {field: [_plain(row[field]) for row in rows] for field in rows[0]}
            schema = arrow.schema([(field, _type(arrow, field)) for field in columns])
            table = arrow.table(columns, schema=schema)
            writer = writer or arrow.parquet.ParquetWriter(path, schema)
            writer.write_table(table)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    finally:
        if writer is not None:
            writer.close()


def _type(arrow: Any, field: str) -> Any:
    if field in ("legal", "complete"):
        return arrow.bool_()
    return arrow.int64() if field == "outcomes_count" else arrow.string()


def _plain(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
