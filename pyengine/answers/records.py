"""Answers as rows of a table: one flat mapping for each verdict or outcome, and data frames of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyengine.answers.outcome import Outcome
from pyengine.answers.verdicts import Verdict
from pyengine.errors import PyengineError

Row = dict[str, Any]


def of_verdicts(found: Iterable[Verdict]) -> list[Row]:
    """A row for each verdict: the action, if it is legal, the rules that decide it, and the reasons why not."""
    return [
        {
            "action": one.action,
            "legal": one.legal,
            "rules": ", ".join(one.rules),
            "reasons": "; ".join(map(str, one.reasons)),
            "codes": ", ".join(reason.code for reason in one.reasons),
        }
        for one in found
    ]


def of_outcomes(found: Iterable[Outcome[Any]]) -> list[Row]:
    """A row for each outcome: changes and log in words, and the size of each creature, as in `power of bear`."""
    rows = []
    for number, one in enumerate(found, 1):
        row: Row = {"outcome": number, "changes": "; ".join(one.changes), "log": "; ".join(map(str, one.log))}
        for name, look in sorted((one.characteristics or {}).items()):
            if look.power is not None:
                row |= {f"power of {name}": look.power, f"toughness of {name}": look.toughness}
        rows.append(row)
    return rows


def frame(rows: list[Row]) -> Any:
    """A pandas data frame of rows. Raises `PyengineError` if pandas is not installed."""
    try:
        import pandas
    except ImportError:
        raise PyengineError("data frames need pandas: pip install 'pyengine[frame]'") from None
    return pandas.DataFrame(rows)
