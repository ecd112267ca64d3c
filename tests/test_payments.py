"""Which of several alike sources makes mana (605.3a): it matters to a goal, or an action, that names one of them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pyengine import Board
from pyengine.answers.outcome import Outcome
from pyengine.asking.each_of import tried
from pyengine.asking.search import Search
from pyengine.cli.main import main
from pyengine.puzzles.graph import ONE_PAYMENT

RED_LANDS = {
    f"Red Land {number}": {"types": ["land"], "text": "{T}: Add {R}."}  # the same text under several names
    for number in (1, 2, 3)
}


def _board(*, alike: bool, life: int = 3, spells: int = 1) -> Board:
    """Three red lands of alice, of one card or of three, and spells that cost one red mana each."""
    lands = [
        {"id": f"m{number}", "card": f"Red Land {1 if alike else number}", "controller": "alice"}
        for number in (1, 2, 3)
    ]
    hand = [{"id": f"bolt{number}", "card": "Lightning Bolt", "owner": "alice"} for number in range(1, spells + 1)]
    return Board.from_data(
        {
            "players": {"alice": {}, "bob": {"life": life}},
            "cards": RED_LANDS,
            "battlefield": [*lands, {"id": "bear", "card": "Grizzly Bears", "controller": "bob"}],
            "hand": hand,
        }
    )


@pytest.mark.parametrize("tapped", ["m1", "m2", "m3"])
def test_a_goal_may_name_any_of_several_alike_sources(tapped: str) -> None:
    goal = f"bob has lost and {tapped} is tapped"
    found = _board(alike=True).solve(goal, ["cast bolt1 targeting bob"])
    assert (found.answer, found.lines[0].actions) == ("found", ("cast bolt1 targeting bob",))
    assert found.lines[0].steps[-1].outcome.board.objects[tapped].tapped


def test_an_allowed_action_may_name_a_source_that_could_have_paid() -> None:
    """The Mountain that is named last has to be left untapped, although the action that names it comes later."""
    board = _board(alike=True)
    for name in ("m1", "m2", "m3"):
        allowed = ["cast bolt1 targeting bob", f"tap {name}"]
        found = board.solve(f"bob has lost and {name} is untapped", allowed)
        assert (found.answer, len(found.lines[0].steps)) == ("found", 1)
        assert board.solve(f"bob has lost and {name} is tapped", allowed).answer == "found"


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(1, 60))])
def test_alike_sources_give_the_answers_of_sources_that_are_not_alike(seed: int) -> None:
    random = Random(seed)
    life, spells = random.choice((2, 3, 6)), random.choice((1, 2))
    states = random.sample(["m1 is tapped", "m1 is untapped", "m2 is tapped", "m2 is untapped", "m3 is untapped"], 2)
    pool = [*(f"cast bolt{n} targeting {whom}" for n in range(1, spells + 1) for whom in ("bob", "bear")), "tap m2"]
    allowed = [*random.sample(pool, min(3, len(pool))), *(["everything legal"] if random.random() < 0.3 else [])]
    goal = random.choice(["bob has lost", "life of bob < 3", "bear is in the graveyard"])
    answers = [
        _board(alike=alike, life=life, spells=spells).solve(" and ".join([goal, *states]), allowed, limit=3)
        for alike in (True, False)
    ]
    said = [(one.answer, len(one.lines[0].steps) if one else None) for one in answers]
    assert said[0] == said[1]


def test_targets_of_one_action_are_not_distinguished_for_another() -> None:
    """Asked together with actions that name each land, a spell has the outcomes that it has alone."""
    board = _board(alike=True)
    bolt, *others = (board.action(one) for one in ("cast bolt1 targeting bob", "tap m1", "tap m2", "tap m3"))
    asked: dict[str, Any] = {"settle": False, "look": False}
    alone, together = tried(board, [bolt], **asked)[0], tried(board, [bolt, *others], **asked)[0]
    assert len(alone.outcomes) == len(together.outcomes) == 1
    named = tried(board, [bolt, *others], distinguished=["m3"], **asked)[0]
    tapped = {name for one in named.outcomes for name in ("m1", "m2", "m3") if one.board.objects[name].tapped}
    assert tapped == {"m1", "m3"}


def test_a_list_distinguishes_a_targeted_land_from_one_like_it() -> None:
    board = Board.parse("""
players: {alice: {}, bob: {}}
cards:
  Grower: {types: [artifact], text: "{1}: Put a charge counter on target land."}
battlefield:
  - {id: grower, card: Grower, controller: alice}
  - {id: m1, card: Mountain, controller: alice}
  - {id: m2, card: Mountain, controller: alice}
""")
    listed = board.legal_actions.where(verbs=["activate"]).listing()
    for target in ("m1", "m2"):
        action = f"activate ability 1 of grower targeting {target}"
        expected = {one.board for one in board.outcomes(action)}
        assert {one.board for one in listed.outcomes()[action].outcomes} == expected
        assert len(expected) == 2


def test_a_certificate_tries_every_source_that_the_goal_names(tmp_path: Path) -> None:
    """Of two Mountains one is tapped, and the goal names the second: the certificate has both positions."""
    puzzle, proof = tmp_path / "puzzle.yaml", tmp_path / "proof.json"
    puzzle.write_text(
        """
players: {alice: {}, bob: {life: 3}}
battlefield:
  - {id: m1, card: Mountain, controller: alice}
  - {id: m2, card: Mountain, controller: alice}
hand: [{id: bolt, card: Lightning Bolt, owner: alice}]
goal: life of bob = 0 and m1 is untapped and m2 is untapped
allowed: cast bolt targeting bob
""",
        encoding="utf-8",
    )
    assert main(["solve", str(puzzle), "--certificate", str(proof)]) == 1
    data = json.loads(proof.read_text(encoding="utf-8"))
    assert len(data["positions"]) == 3
    assert main(["solve", "--check", str(proof)]) == 0
    data["positions"].pop()
    proof.write_text(json.dumps(data), encoding="utf-8")
    assert main(["solve", "--check", str(proof)]) == 1


# --- one payment of all that differ in mana alone --------------------------------------------------------------

PAYERS = {
    "Two Lands": {"types": ["land"], "text": "{T}: Add {R} or {G}."},
    "Rich Land": {"types": ["land"], "text": "{T}: Add {G}{G}."},
    "Spark": {"types": ["instant"], "mana_cost": "{1}{R}", "text": "Spark deals 2 damage to target player."},
    "Flash": {
        "types": ["instant"],
        "mana_cost": "{R/G}",
        "text": "Flash deals 2 damage to target player.",
    },
    "Growing": {"types": ["artifact"], "text": "{X}{G}: Put X +1/+1 counters on target creature."},
}
SOURCES = ("Mountain", "Mountain", "Forest", "Two Lands", "Two Lands", "Rich Land", "Llanowar Elves")
USES = (
    "cast spark targeting bob",
    "cast flash targeting bob",
    "activate ability 1 of growing targeting bear",
    "cast bear2",
)


def _but_mana(outcome: Outcome[Board]) -> frozenset[str]:
    return frozenset(one for one in outcome.changes if "mana" not in one and "tapped" not in one)


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(4, 300))])
def test_one_payment_is_one_of_all_and_leaves_out_nothing_else(seed: int) -> None:
    random = Random(seed)
    mana = "".join(f"{{{symbol}}}" for symbol in "RGW" if random.random() < 0.25)
    lands = random.sample(SOURCES, random.randint(1, 4))
    board = Board.from_data(
        {
            "players": {"alice": {"mana": mana} if mana else {}, "bob": {}},
            "cards": PAYERS,
            "battlefield": [
                {"id": "bear", "card": "Grizzly Bears", "controller": "alice"},
                {"id": "growing", "card": "Growing", "controller": "alice"},
                *({"id": f"s{n}", "card": card, "controller": "alice"} for n, card in enumerate(lands)),
            ],
            "hand": [
                {"id": "spark", "card": "Spark", "owner": "alice"},
                {"id": "flash", "card": "Flash", "owner": "alice"},
                {"id": "bear2", "card": "Grizzly Bears", "owner": "alice"},
            ],
        }
    )
    action = board.action(random.choice(USES))
    every = [*Search(board, [action], settle=True)]
    one = [*Search(board, [action], settle=True, also=[ONE_PAYMENT])]
    assert {each.board for each in one} <= {each.board for each in every}
    apart = [_but_mana(each) for each in one]
    assert len(set(apart)) == len(apart)
    assert {*apart} == {*map(_but_mana, every)}
    assert len(every) == len(one) or any(each.might_pay_otherwise for each in one)


# --- outcomes that differ in the payment alone -----------------------------------------------------------------

SPELLS = (
    "Alice ({G}{R}{U}): Forest, Llanowar Elves (as elf); hand: Grizzly Bears (as bear), Lightning Bolt (as bolt) | Bob:"
)


def test_outcomes_that_differ_in_the_payment_alone_are_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apply", SPELLS, "cast bear", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["count"], [one["payments"] for one in answer["outcomes"]]) == (1, [9])
    assert main(["apply", SPELLS, "cast bear", "--json", "--each-payment"]) == 0
    each = json.loads(capsys.readouterr().out)
    assert (each["count"], {one["payments"] for one in each["outcomes"]}) == (9, {1})
    assert main(["apply", SPELLS, "cast bear"]) == 0
    assert "9 ways to pay lead here" in capsys.readouterr().out


def test_a_later_action_is_judged_over_all_payments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apply", SPELLS, "cast bear", "cast bolt targeting Bob", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [verdict["legal"] for verdict in answer["actions"]] == [True, True]
    assert sorted(one["payments"] for one in answer["outcomes"]) == [3, 6]
    cast = ["bolt" in {item["id"] for item in one["board"]["stack"]} for one in answer["outcomes"]]
    assert sorted(cast) == [False, True]
