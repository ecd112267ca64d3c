"""Two files of `pyengine enumerate`, joined: on which boards and actions two editions differ.

pyengine enumerate space.yaml --ask "move a +1/+1 counter" --rules 2019-01-01 --out before.jsonl
pyengine enumerate space.yaml --ask "move a +1/+1 counter" --out now.jsonl
python examples/compare_editions.py before.jsonl now.jsonl
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any


def rows(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each row with what it is about."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            yield json.dumps([row["board"], row["action"]], sort_keys=True), row


def main(before: str, after: str) -> None:
    """Print how many verdicts differ, by the rules that decide them, and the first of each."""
    old = dict(rows(before))
    first: dict[tuple[str, str], dict[str, Any]] = {}
    several: Counter[tuple[str, str]] = Counter()
    both = 0
    for key, row in rows(after):
        if key not in old:
            continue
        both += 1
        was = old[key]
        if was["legal"] != row["legal"]:
            change = tuple(
                f"{'legal' if one['legal'] else 'illegal'} [{', '.join(one['rules'])}]" for one in (was, row)
            )
            several[change[0], change[1]] += 1
            first.setdefault((change[0], change[1]), row)
    print(f"{both} rows in both, {sum(several.values())} of them differ")
    for (then, now), number in several.most_common():
        row = first[then, now]
        print(f"{number} times {then}, now {now}: {row['action']}")
        for item in row["board"]["battlefield"]:
            print(f"  {json.dumps(item)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
