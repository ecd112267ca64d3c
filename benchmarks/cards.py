"""What using cards costs, in seconds of processor time: listing, settling, sequences; and what it costs others."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from pyengine import Board

Data = dict[str, Any]

WATCHER = "Whenever another creature enters under your control, put {} on this creature."
TAPPER = "{{T}}: Put {} on target creature."
AMOUNTS = ("a +1/+1 counter", "two +1/+1 counters", "three +1/+1 counters", "four +1/+1 counters")


def creature(text: str = "") -> Data:
    """A 1/1 with a text."""
    return {"types": ["creature"], "power": 1, "toughness": 1, **({"text": text} if text else {})}


def permanents(names: list[str]) -> list[Data]:
    """Permanents of alice, one of each name, and further ones."""
    return [{"id": f"o{number}", "card": name, "controller": "alice"} for number, name in enumerate(names)]


def with_uses(count: int) -> Board:
    """Permanents of which every other has an ability with a target, and lands that pay for cards in a hand."""
    cards = {f"Tapper {n}": creature(TAPPER.format(AMOUNTS[n])) for n in range(4)}
    cards |= {"Ox": creature(), "Charm": {"mana_cost": "{1}{G}", "types": ["instant"], "text": "Draw a card."}}
    names = [("Forest", f"Tapper {n % 4}", "Ox", f"Tapper {(n + 1) % 4}")[n % 4] for n in range(count)]
    hand = [{"id": f"h{n}", "card": "Charm", "owner": "alice"} for n in range(3)]
    players = {"alice": {}, "bob": {}}
    return Board.from_data({"players": players, "cards": cards, "battlefield": permanents(names), "hand": hand})


def with_triggers(count: int, replacements: int) -> Board:
    """Creatures that all watch for another, each differently, and effects that change how many counters are put."""
    cards = {f"Watcher {n}": creature(WATCHER.format(AMOUNTS[n % 4])) for n in range(count)}
    names = [*cards, *(["Hardened Scales"] * replacements)]
    hand = [{"id": "ox", "card": "Grizzly Bears", "owner": "alice"}]
    return Board.from_data(
        {"players": {"alice": {}, "bob": {}}, "cards": cards, "battlefield": permanents(names), "hand": hand}
    )


def with_abilities(count: int) -> Board:
    """Permanents each of which can be used once."""
    cards = {"Tapper": creature("{T}: Put a +1/+1 counter on this creature.")}
    battlefield = permanents(["Tapper"] * count)
    return Board.from_data({"players": {"alice": {}, "bob": {}}, "cards": cards, "battlefield": battlefield})


def timed(name: str, run: Callable[[], object]) -> None:
    """Print what a question takes, and what it is answered."""
    start = time.process_time()
    found = run()
    print(f"{name:60} {time.process_time() - start:8.2f} s  {found}", flush=True)


def main() -> None:
    """All of them, each on a board that nothing has been asked about."""
    with_uses(4).legal_actions.where(verbs=["use"]).count()  # reads the rules
    for count in (10, 20):
        board = with_uses(count)
        timed(f"listing legal uses, {count} permanents", board.legal_actions.where(verbs=["use"]).count)
    for count in (2, 4, 8):
        outcomes = with_triggers(count, 4).outcomes("put ox onto the battlefield", settle=True)
        timed(f"settling {count} simultaneous triggers, 4 replacement effects", outcomes.count)
    for count in (5, 10, 20):
        actions = [f"activate ability 1 of o{number}" for number in range(count)]
        outcomes = with_abilities(count).outcomes(*actions, settle=True)
        timed(f"a sequence of {count} abilities, all resolving at the end", outcomes.count)
    board = with_uses(20)
    timed("a check that uses no card, on the board of 20", lambda: board.is_legal("put a +1/+1 counter on o2"))


if __name__ == "__main__":
    main()
