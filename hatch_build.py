"""Puts into the package what no run of the program should work out: tables of the grammar, statements and cards."""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import lark
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WorkedOut(BuildHookInterface):
    """The tables' name carries the version of lark: another version works its tables out itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Work everything out and have it included; an editable package stays what the checkout is."""
        self._directory = tempfile.TemporaryDirectory()
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from pyengine.cards import catalog
        from pyengine.solving import statements

        grammar = (Path(self.root) / "pyengine" / "actions" / "actions.lark").read_text(encoding="utf-8")
        tables = BytesIO()
        lark.Lark(grammar, parser="lalr", lexer="contextual").save(tables)
        for place, content in (
            (f"actions/actions-{lark.__version__}.tables", tables.getvalue()),
            (f"asp/{statements.BUILT}", statements.build()),
            (f"library/{catalog.BUILT}", catalog.build()),
        ):
            written = Path(self._directory.name) / place.replace("/", "-")
            written.write_bytes(content)
            build_data["force_include"][str(written)] = f"pyengine/{place}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what `initialize` wrote."""
        self._directory.cleanup()
