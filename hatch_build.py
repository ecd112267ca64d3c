"""Puts into the package what no run of the program should have to work out: tables of the grammar, and statements."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import lark
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WorkedOut(BuildHookInterface):
    """The tables' name carries the version of lark: another version works its tables out itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Work everything out and have it included."""
        sys.path.insert(0, self.root)
        from pyengine import statements

        self._directory = tempfile.TemporaryDirectory()
        tables = Path(self._directory.name) / "tables"
        grammar = (Path(self.root) / "pyengine" / "actions.lark").read_text(encoding="utf-8")
        with tables.open("wb") as file:
            lark.Lark(grammar, parser="lalr", lexer="contextual").save(file)
        build_data["force_include"][str(tables)] = f"pyengine/actions-{lark.__version__}.tables"
        built = Path(self._directory.name) / statements.BUILT
        built.write_bytes(statements.build())
        build_data["force_include"][str(built)] = f"pyengine/asp/{statements.BUILT}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what `initialize` wrote."""
        self._directory.cleanup()
