"""The card store: cards a second, look-up by name, boards with stored cards beside boards with library cards, start-up.

python benchmarks/card_store.py CARD_FILE [STORE]

Times are processor time. With a STORE that is already there, it is measured as it is.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from pyengine import Board
from pyengine.bulk.importing import chosen, import_files, work_out
from pyengine.cards import catalog, store, store_path

CARDS = 100


def spent(work: Callable[[], Any], times: int = 1) -> float:
    """The least processor time that some work takes, in milliseconds."""
    found = []
    for _ in range(times):
        before = time.process_time()
        work()
        found.append(time.process_time() - before)
    return 1000 * min(found)


def of_children(arguments: list[str], times: int = 5) -> float:
    """The least processor time of a program, in milliseconds."""
    found = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "pyengine", *arguments], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * min(found)


def board(names: list[str]) -> dict[str, Any]:
    """One permanent of each name, and two bears."""
    items = [{"id": f"o{number}", "card": name, "controller": "alice"} for number, name in enumerate(names)]
    return {"players": {"alice": {}, "bob": {}}, "battlefield": items}


def permanents(names: list[str], chosen: random.Random) -> list[str]:
    """Some names of permanents."""
    found = []
    for name in chosen.sample(names, len(names)):
        if {"creature", "artifact", "enchantment"} & set(catalog.definition(name).types) and len(found) < CARDS:
            found.append(name)
        if len(found) == CARDS:
            break
    return found


def import_all(path: str, target: str) -> None:
    """Print how many cards a core works out in a second of processor time, and import twice by the clock."""
    cards = list(chosen([path], Counter()).values())
    some = random.Random(3).sample(cards, min(500, len(cards)))
    each = spent(lambda: work_out(some)) / len(some)
    print(f"work out a card: {each:.1f} ms; {len(cards)} cards on two idle cores: {len(cards) * each / 2000:.0f} s")
    for what in ("import", "again, unchanged"):
        before = time.time()
        data = import_files([path], target, 2)
        print(f"{what}: {data['cards']} cards, {time.time() - before:.0f} s by the clock")


def main() -> None:
    path, *given = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        target = given[0] if given else str(Path(folder) / "cards.sqlite")
        if not given:
            import_all(path, target)
        os.environ[store_path.VARIABLE] = target
        found = store.current()
        assert found is not None
        library = set(catalog.names())
        stored = [name for name in found.names() if name not in library and " // " not in name]
        slugs = [catalog.slug(name) for name in random.Random(1).sample(stored, 1000)]
        print(f"look-up of a card with its facts: {spent(lambda: [found.find(slug) for slug in slugs]) / 1000:.3f} ms")
        for told, names in (("library", sorted(library)), ("store", stored)):
            data = board(permanents(names, random.Random(2)))
            for cleared in (catalog._card, catalog._stored_in, catalog._definition_in, catalog._load):
                cleared.cache_clear()
            first = spent(partial(Board.from_data, data))
            derived = spent(partial(Board.from_data(data).with_counters, "o1", {"charge": 1}), 5)
            print(f"{CARDS} cards of the {told}: load {first:.0f} ms, a board that follows {derived:.1f} ms")
        check = ["check", "examples/counters.yaml", "proliferate"]
        print(f"check with a store: {of_children(check):.0f} ms")
        os.environ[store_path.VARIABLE] = ""
        print(f"check without: {of_children(check):.0f} ms")


if __name__ == "__main__":
    main()
