"""Puts into the package what no run of the program should work out: the statements of the rules, and the cards."""

from __future__ import annotations

import json
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WorkedOut(BuildHookInterface):
    """Has them worked out by the modules that else would do so when they are first used."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Work everything out and have it included; an editable package stays what the checkout is."""
        self._directory = tempfile.TemporaryDirectory()
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from pyengine.cards import catalog
        from pyengine.plans import shared_object
        from pyengine.solving import orders, planned, statements
        from pyengine.web import schemas

        with ProcessPoolExecutor(1) as pool:
            cards = pool.submit(catalog.build)  # about as long as the rest together
            built = {f"asp/{name}": content for name, content in statements.build().items()}
            built |= {f"asp/{name}": make() for name, make in planned.build().items()}
            built[f"asp/{orders.BUILT}"] = orders.build()
            for name in schemas.NAMES:
                built[f"schemas/{name}.json"] = (json.dumps(schemas.schema(name), indent=2) + "\n").encode()
            built[f"library/{catalog.BUILT}"] = cards.result()
        for place, content in built.items():
            written = Path(self._directory.name) / place.replace("/", "-")
            written.write_bytes(content)
            build_data["force_include"][str(written)] = f"pyengine/{place}"
        interpreter = Path(self._directory.name) / shared_object.INSTALLED.name
        if shared_object.compiled(interpreter):
            build_data["force_include"][str(interpreter)] = f"pyengine/plans/{interpreter.name}"
            build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what `initialize` wrote."""
        self._directory.cleanup()
