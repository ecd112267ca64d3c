"""The scenario suite as data that any engine can use: boards, actions, and what an engine has to report of them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyengine
from pyengine import scenarios
from pyengine.errors import InputError
from pyengine.files import whole_files
from pyengine.glossary.editions import NEWEST_DATE
from pyengine.scenarios import Scenario

FORMAT = 1
"""The version of the protocol and of the archive. It changes if an adapter has to."""


@dataclass(frozen=True)
class Case:
    """A scenario as an engine sees it. `wants` has the fields to report, by id."""

    scenario: Scenario
    where: str

    @property
    def wants(self) -> dict[str, list[str]]:
        """The fields that the scenario says something about, by the id of an object or player."""
        found: dict[str, set[str]] = {}
        for outcome in self.scenario.outcomes or ():
            for name, expected in outcome.items():
                fields = ("keywords" if one in scenarios.KEYWORDS else one for one in expected.model_fields_set)
                found.setdefault(name, set()).update(fields)
        return {name: sorted(fields) for name, fields in found.items()}

    @property
    def cards(self) -> list[str]:
        """The names of the cards on the board."""
        board = self.scenario.board.model_dump(mode="json", exclude_unset=True)
        return sorted({card for card in _values(board, "card") if isinstance(card, str)})

    def to_json(self) -> dict[str, Any]:
        """The case as plain data: what an engine gets, and what is right."""
        one = self.scenario.model_dump(mode="json", exclude_unset=True)
        return {"where": self.where, "wants": self.wants, **one}


def cases(paths: list[str]) -> Iterator[Case]:
    """The cases of scenario files; without any, of the suite that comes with pyengine.

    Those that an engine can be asked are given: a whole board, and a verdict or outcomes. Raises `InputError`.
    """
    for path in scenarios.files(list(paths) or [suite_directory()]):
        for scenario, where in scenarios.load(path):
            if scenario.seen_by is None and (scenario.legal is not None or scenario.outcomes is not None):
                yield Case(scenario, f"{path.name}:{where.rsplit(':', 2)[-2]}")


def suite_directory() -> Path:
    """Where the scenarios are: inside an installed package, or beside it in a checkout. Raises `InputError`."""
    here = Path(pyengine.__file__).parent
    for found in (here / "suite", here.parent / "tests" / "scenarios"):
        if found.is_dir():
            return found
    raise InputError("the scenario suite is not installed; expected scenario files")


def write_archive(path: str, several: list[Case]) -> None:
    """Write cases as a zip archive: `suite.jsonl`, a case a line, and `about.json`. Raises `OSError`."""
    about = {"format": FORMAT, "pyengine": pyengine.__version__, "rules": NEWEST_DATE, "scenarios": len(several)}
    lines = "".join(json.dumps(one.to_json(), ensure_ascii=False) + "\n" for one in several)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("about.json", json.dumps(about, indent=2) + "\n"), ("suite.jsonl", lines)):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    whole_files.write(path, content.getvalue())


def _values(data: object, key: str) -> Iterator[object]:
    """Every value of a key, anywhere in plain data."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == key:
                yield value
            yield from _values(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from _values(value, key)
