"""Puts the tables of the grammar of actions into the package, so that no run of the program has to work them out."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import lark
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GrammarTables(BuildHookInterface):
    """Its name carries the version of lark: another version works its tables out itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Work the tables out and have them included."""
        grammar = (Path(self.root) / "pyengine" / "actions.lark").read_text(encoding="utf-8")
        self._directory = tempfile.TemporaryDirectory()
        tables = Path(self._directory.name) / "tables"
        with tables.open("wb") as file:
            lark.Lark(grammar, parser="lalr", lexer="contextual").save(file)
        build_data["force_include"][str(tables)] = f"pyengine/actions-{lark.__version__}.tables"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what `initialize` wrote."""
        self._directory.cleanup()
