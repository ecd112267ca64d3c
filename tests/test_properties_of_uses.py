"""What must hold whatever cards of the library are used: on random boards, with everything settled."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest

from pyengine import Board, Outcome, Outcomes, PyengineError
from pyengine.asking import search
from tests import generated
from tests.test_metamorphic import boards, in_words, piled, renamed, seeds

Data = dict[str, Any]
Held = Counter[tuple[str, str]]
"""Numbers of counters, by who has them and their kinds."""

LIMIT = 30
"""Uses with more outcomes are left out."""

RESOLVED = 5
"""So many things on the stack are resolved one by one; uses that put more there are left out."""

BYSTANDER: Data = {"id": "bystander", "card": "Bystander", "owner": "bob"}
"""A card of which nothing is used, and which is no permanent that others could speak of."""


class Use(NamedTuple):
    """A legal use on a random board, and what comes of it."""

    data: Data
    board: Board
    action: str
    outcomes: Outcomes[Board]


def using(random: Random) -> Data:
    """A board on which the player with priority has mana, and cards in hand."""
    data = generated.board(random)
    data["players"]["alice"]["mana"] = "{W}{W}{U}{U}{B}{B}{R}{R}{G}{G}{4}"
    data["hand"] = [{"id": f"held{n}", "card": generated.card(random), "owner": "alice"} for n in range(2)]
    for item in data["battlefield"]:
        item["controller"] = random.choice(("alice", "alice", "bob"))
        item.pop("summoning_sick", None)
    return data


@lru_cache(maxsize=8)  # with each its program is kept
def use(seed: int) -> Use:
    """A legal use of a card, on the first random board that has one with few outcomes."""
    random = Random(seed)
    while True:
        data = using(random)
        try:
            board = Board.from_data(data)
            legal = [one.action for one in board.legal_actions.where(verbs=["use"]) if one.legal]
            activated = [one for one in legal if str(one).startswith("activate")]
            for action in random.sample(activated or legal, min(2, len(activated or legal))):
                outcomes = board.outcomes(action, settle=True)
                if outcomes.count() <= LIMIT:
                    return Use(data, board, str(action), outcomes)
        except PyengineError:
            continue


CASES = seeds(3, 300)
each_use = pytest.mark.parametrize("seed", CASES)


@each_use
def test_every_legal_use_has_an_outcome(seed: int) -> None:
    found = use(seed)
    assert found.outcomes.count() > 0
    assert found.board.outcomes(found.action).count() > 0


@each_use
def test_a_settled_board_has_nothing_left_to_settle(seed: int) -> None:
    """What is on the stack then can't be resolved: it is said so, or the position comes round."""
    for outcome in use(seed).outcomes:
        after = outcome.board
        comes_round = any(event.code in ("comes_round", "drawn_game") for event in outcome.log)
        assert not after.model.stack or comes_round
        checked = list(after.outcomes("check state-based actions", settle=True))
        assert [one.changes for one in checked] == [()] or comes_round


@each_use
def test_what_settles_is_what_resolves_one_after_the_other(seed: int) -> None:
    found = use(seed)
    one_by_one = found.board.outcomes(found.action, *["resolve the top of the stack"] * RESOLVED)
    if one_by_one.count() <= LIMIT and not any(outcome.board.model.stack for outcome in (*one_by_one, *found.outcomes)):
        settled = {outcome.board.canonical_key() for outcome in found.outcomes}
        assert {outcome.board.canonical_key() for outcome in one_by_one} == settled


def held(board: Board) -> Held:
    """The counters on a board."""
    holders = [*board.objects, *board.model.players]
    return Counter({(one, kind): n for one in holders for kind, n in board.counters(one).items()})


def told(outcome: Outcome) -> Held:
    """The counters that have come to be, by the log, without those that have gone."""
    found: Held = Counter()
    for event in outcome.log:
        if event.code in ("put", "removed", "ceased"):
            holder, kind, n = event.data[:3]
            found[holder, kind] += n if event.code == "put" else -n
    return found


@each_use
def test_the_log_adds_up_to_the_board(seed: int) -> None:
    """Counters appear and vanish in events that are told, and in no others."""
    found = use(seed)
    before = held(found.board)
    for outcome in found.outcomes:
        after = held(outcome.board)
        gone = {one for one, _ in before.keys() | told(outcome).keys()} - {
            *outcome.board.objects,
            *found.board.model.players,
        }
        changes = {key: n for key, n in told(outcome).items() if n and key[0] not in gone}
        assert changes == {
            key: after[key] - before[key]
            for key in before.keys() | after.keys()
            if after[key] != before[key] and key[0] not in gone
        }


@each_use
def test_names_change_nothing(seed: int) -> None:
    found = use(seed)
    ids = [item["id"] for zone in ("battlefield", "hand") for item in found.data[zone]]
    names = dict(zip([*ids, "alice", "bob"], [*(f"zz{id}" for id in reversed(ids)), "xena", "abel"], strict=True))
    other = Board.from_data(renamed(found.data, names)).outcomes(in_words(found.action, names), settle=True)
    mapped = {Board.from_data(renamed(one.to_data(), names)).canonical_key() for one in boards(found.outcomes)}
    assert mapped == {one.canonical_key() for one in boards(other)}


@each_use
def test_the_order_of_the_file_changes_nothing(seed: int) -> None:
    """But for what it says: whose turn comes next, and what lies where in a library. Timestamps are given."""
    found = use(seed)
    stamped = json.loads(json.dumps(found.data))
    for number, item in enumerate(stamped["battlefield"], 1):
        item["timestamp"] = number
        for effect in item.get("effects", ()):
            effect["timestamp"] = 100 + number
    turned = {zone: stamped[zone][::-1] for zone in ("battlefield", "hand", "exile") if zone in stamped}
    other = Board.from_data({**stamped, **turned}).outcomes(found.action, settle=True)
    assert {piled(one).canonical_key() for one in boards(other)} == {
        piled(one).canonical_key() for one in boards(found.outcomes)
    }
    assert other.count() == found.outcomes.count()


@each_use
def test_a_card_that_is_not_used_changes_nothing(seed: int) -> None:
    found = use(seed)
    cards = {"Bystander": {"types": ["creature"], "power": 1, "toughness": 1}}
    exile = [*found.data.get("exile", ()), BYSTANDER]
    other = Board.from_data({**found.data, "cards": cards, "exile": exile}).outcomes(found.action, settle=True)
    # Its name may be chosen, as that of any card on the board.
    changes = sorted(one.changes for one in other if not any("is Bystander" in each for each in one.changes))
    assert changes == sorted(one.changes for one in found.outcomes)


def watching(*texts: str) -> Data:
    """A board with a creature for each text, and effects of which the order matters to how many counters are put."""
    cards: Data = {
        f"Watcher {n}": {"types": ["creature"], "power": 1, "toughness": 1, "text": text}
        for n, text in enumerate(texts)
    }
    battlefield = [{"id": f"o{n}", "card": f"Watcher {n}", "controller": "alice"} for n in range(len(texts))]
    battlefield += [
        {"id": one, "card": one, "controller": "alice"} for one in ("Hardened Scales", "Branching Evolution")
    ]
    hand = [{"id": "ox", "card": "Grizzly Bears", "owner": "alice"}]
    return {"players": {"alice": {}, "bob": {}}, "cards": cards, "battlefield": battlefield, "hand": hand}


EFFECTS = ("Hardened Scales", "Branching Evolution")
PUTS = "Whenever another creature enters under your control, put {} on this creature."
GIVES = "Whenever another creature enters under your control, put a +1/+1 counter on it."
ASKS = (
    "Whenever another creature enters, put a charge counter on this creature for each +1/+1 counter on that creature."
)
ENTERS = "put ox onto the battlefield"


@pytest.mark.parametrize(
    ("texts", "ways"),
    [
        ((PUTS.format("a +1/+1 counter"), PUTS.format("two +1/+1 counters"), GIVES), 8),
        ((PUTS.format("a +1/+1 counter"), ASKS, GIVES), None),
    ],
    ids=["any order will do", "the order matters"],
)
def test_no_order_is_chosen_if_all_orders_have_the_same_result(
    texts: tuple[str, ...], ways: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = boards(Board.from_data(watching(*texts)).outcomes(ENTERS, settle=True))
    monkeypatch.setattr(search, "ALL_RESOLVES", "all_resolves.\nevery_order.\n")
    every = boards(Board.from_data(watching(*texts)).outcomes(ENTERS, settle=True))
    assert {one.canonical_key() for one in found} == {one.canonical_key() for one in every}
    assert ways is None or len(found) == ways
