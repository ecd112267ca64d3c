"""Two files of verdicts, joined: on which boards and actions two editions differ, or two engines.

pyengine enumerate space.yaml --ask "move a +1/+1 counter" --rules 2019-01-01 --out before.jsonl
pyengine enumerate space.yaml --ask "move a +1/+1 counter" --out now.jsonl
python examples/compare_editions.py before.jsonl now.jsonl

Another engine's file needs three fields in each row: `board` and `action` as they are in ours, and `legal`. Of the
first file only the verdicts are kept in memory.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any


def rows(path: str) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Each row with what it is about, as a short key."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            about = json.dumps([row["board"], row["action"]], sort_keys=True)
            yield hashlib.blake2b(about.encode(), digest_size=16).digest(), row


def verdict(row: dict[str, Any]) -> str:
    """The verdict of a row, with the rules that decide it where it has any."""
    rules = f" [{', '.join(row['rules'])}]" if row.get("rules") else ""
    return f"{'legal' if row['legal'] else 'illegal'}{rules}"


def main(before: str, after: str) -> None:
    """Print how many verdicts differ, by the rules that decide them, and the first of each."""
    old = {key: verdict(row) for key, row in rows(before)}
    first: dict[tuple[str, str], dict[str, Any]] = {}
    several: Counter[tuple[str, str]] = Counter()
    both = 0
    for key, row in rows(after):
        if (was := old.get(key)) is None:
            continue
        both += 1
        change = was, verdict(row)
        if (was.split()[0] == "legal") != row["legal"]:
            several[change] += 1
            first.setdefault(change, row)
    print(f"{both} rows in both, {sum(several.values())} of them differ")
    for change, number in several.most_common():
        print(f"{number} times {change[0]}, now {change[1]}: {first[change]['action']}")
        for zone, items in first[change]["board"].items():
            for item in items if zone not in ("players", "cards") else ():
                print(f"  {json.dumps(item)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
