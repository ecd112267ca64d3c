"""Combat damage against a reading of rules 510, 702.2, 702.4, 702.7 and 702.19 in plain Python, on small combats."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

import pytest

from pyengine import Board, InvalidBoardError

KEYWORDS = ("trample", "deathtouch", "first strike", "double strike", "indestructible")


@dataclass(frozen=True)
class Creature:
    """A creature in combat. An attacker is blocked by what blocks it; who dies is gone."""

    name: str
    power: int
    toughness: int
    keywords: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    blocked: bool = False
    damage: int = 0
    attacks: bool = False


State = tuple[int, tuple[tuple[str, int | None], ...]]
"""The life of the player, and the damage on each creature, or that it is dead."""


def ways(total: int, among: list[str]) -> Iterator[dict[str, int]]:
    """Every way to divide a number among several."""
    for numbers in product(range(total + 1), repeat=len(among)):
        if sum(numbers) == total:
            yield dict(zip(among, numbers, strict=True))


def choices(creature: Creature, there: Mapping[str, Creature]) -> list[dict[str, int]]:
    """510.1a to d: what a creature may assign its damage to, in every division, before 702.19b is asked."""
    if creature.power <= 0:
        return [{}]
    if not creature.attacks:
        to = [name for name in creature.blocks if name in there]
    else:
        to = [one.name for one in there.values() if creature.name in one.blocks]
        if not creature.blocked or "trample" in creature.keywords:
            to.append("bob")
    return list(ways(creature.power, to)) if to else [{}]


def may(assigned: Mapping[str, dict[str, int]], there: Mapping[str, Creature], ordered: bool) -> bool:
    """702.19b: with trample the player is assigned damage only if every blocker is assigned lethal damage.

    In the damage assignment order of older editions all of those before the last are assigned that.
    """

    def lethal(name: str) -> bool:
        one, dealt = there[name], sum(division.get(name, 0) for division in assigned.values())
        touched = any("deathtouch" in there[by].keywords and to.get(name) for by, to in assigned.items())
        return touched or dealt + one.damage >= one.toughness

    for name, division in assigned.items():
        blockers = [one.name for one in there.values() if name in one.blocks]
        if there[name].blocked and division.get("bob") and not all(map(lethal, blockers)):
            return False
        creatures = [to for to, dealt in division.items() if to != "bob" and dealt]
        if ordered and len(division) > 1 and sum(not lethal(to) for to in creatures) > 1:
            return False
    return True


def step(
    life: int, there: dict[str, Creature], strikers: list[str], ordered: bool
) -> Iterator[tuple[int, dict[str, Creature]]]:
    """510.2, 704.5g and 704.5h: every way in which one combat damage step can go."""
    for divisions in product(*(choices(there[name], there) for name in strikers)):
        assigned = dict(zip(strikers, divisions, strict=True))
        if not may(assigned, there, ordered):
            continue
        left = {}
        for name, one in there.items():
            dealt = {by: to[name] for by, to in assigned.items() if to.get(name)}
            damage = one.damage + sum(dealt.values())
            dies = damage >= one.toughness or any("deathtouch" in there[by].keywords for by in dealt)
            if not dies or "indestructible" in one.keywords:
                left[name] = replace(one, damage=damage)
        yield life - sum(to.get("bob", 0) for to in assigned.values()), left


def results(creatures: list[Creature], ordered: bool) -> set[State]:
    """510.4: one combat damage step, or two if anything has first or double strike."""
    there = {one.name: one for one in creatures}
    first = [name for name, one in there.items() if {"first strike", "double strike"} & set(one.keywords)]
    states = [(20, there)]
    if first:
        states = list(step(20, there, first, ordered))
    found = set()
    for life, left in states:
        late = [name for name, one in left.items() if name not in first or "double strike" in one.keywords]
        for end, final in step(life, left, late, ordered):
            dead = {name: final[name].damage if name in final else None for name in there}
            found.add((end, tuple(sorted(dead.items()))))
    return found


def board_of(creatures: list[Creature], rules: str) -> Board:
    cards = {
        one.name.title(): {
            "types": ["creature"],
            "power": one.power,
            "toughness": one.toughness,
            "abilities": list(one.keywords),
        }
        for one in creatures
    }
    fighting = [
        {
            "id": one.name,
            "card": one.name.title(),
            "controller": "alice" if one.attacks else "bob",
            "damage": one.damage,
            **({"attacking": True, "attacks": "bob", "blocked": one.blocked} if one.attacks else {}),
            **({"blocking": True, "blocks": list(one.blocks)} if one.blocks else {}),
        }
        for one in creatures
    ]
    players = {"alice": {}, "bob": {}}
    return Board.from_data(
        {
            "rules": rules,
            "players": players,
            "step": "declare blockers",
            "declared": "some",
            "battlefield": fighting,
            "cards": cards,
        }
    )


def state_of(board: Board, creatures: list[Creature]) -> State:
    damage = {
        one.name: board.objects[one.name].damage if board.zone(one.name) == "battlefield" else None for one in creatures
    }
    return board.model.players["bob"].life, tuple(sorted(damage.items()))


def combat(rng: random.Random) -> list[Creature]:
    """A few attackers and blockers, some with keywords and damage on them."""
    attackers = ["ape", "bat"][: rng.randint(1, 2)]
    blockers = ["elk", "fox", "gnu"][: rng.randint(0, 4 - len(attackers))]
    blocks = {
        name: tuple(rng.sample(attackers, 2 if len(attackers) > 1 and rng.random() < 0.3 else 1)) for name in blockers
    }
    made = []
    for name in (*attackers, *blockers):
        toughness = rng.randint(1, 4)
        keywords = tuple(word for word in KEYWORDS if rng.random() < (0.5 if word == "trample" else 0.2))
        made.append(
            Creature(
                name,
                rng.randint(0, 4),
                toughness,
                keywords,
                blocks.get(name, ()),
                name in attackers and any(name in of for of in blocks.values()),
                rng.choice((0, 0, toughness - 1)),
                name in attackers,
            )
        )
    return made


SEEDS = (30, 34, 44, 46, 65, 66, 79, 98, 313, 446, 511)
"""Of the first thousand, some with many results, with two attackers and with an order that matters."""


@pytest.mark.parametrize("seed", SEEDS)
def test_every_division_of_combat_damage_is_an_outcome(seed: int) -> None:
    rng = random.Random(seed)
    creatures = combat(rng)
    rules, ordered = rng.choice((("2026-09-25", False), ("2026-09-25", False), ("2023-01-01", True)))
    outcomes = board_of(creatures, rules).outcomes("go to the end of combat step")
    found = [state_of(outcome.board, creatures) for outcome in outcomes]
    assert outcomes.complete
    assert set(found) == results(creatures, ordered), creatures


def test_the_sample_has_what_it_is_about() -> None:
    """Several results, trample over blockers, two steps, and an order that makes a difference."""
    samples = [combat(random.Random(seed)) for seed in SEEDS]
    assert sum(len(results(one, False)) > 3 for one in samples) > 6
    assert any("trample" in one.keywords and one.blocked for each in samples for one in each)
    assert any("first strike" in one.keywords for each in samples for one in each)
    assert sum(results(each, True) != results(each, False) for each in samples) > 3


# --- combat damage on the stack, until July 10, 2009 ------------------------------------------------------------------

ON_THE_STACK = """
rules: 2006-10-01
players: {alice: {}, bob: {}}
step: declare blockers
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, attacking: true, attacks: bob}
  - {id: goblin, card: Goblin Token, token: true, controller: alice, attacking: true, attacks: bob}
cards: {Goblin Token: {types: [creature], power: 1, toughness: 1}}
"""


def on_the_stack() -> Board:
    """The board with the damage of a bear that is still there and of a token that is not."""
    [outcome] = Board.parse(ON_THE_STACK).outcomes("go to the combat damage step", "sacrifice goblin")
    return outcome.board


def test_damage_on_the_stack_comes_back_from_a_file_and_a_line() -> None:
    board = on_the_stack()
    [damage] = board.to_data()["stack"]
    assert damage["assigned"] == [
        {"by": "bear", "to": "bob", "damage": 2},
        {"by": "goblin", "to": "bob", "damage": 1, "left": {"controller": "alice"}},
    ]
    for again in (Board.parse(board.to_yaml()), Board.from_line(board.to_line())):
        assert again.to_data() == board.to_data()
        [outcome] = again.outcomes("resolve the top of the stack")
        assert outcome.board.model.players["bob"].life == 17


def test_damage_on_the_stack_distinguishes_boards_and_not_their_names() -> None:
    board = on_the_stack()
    renamed = board.to_yaml().replace("bear", "ox").replace("combat damage 1", "blow")
    assert Board.parse(renamed).canonical_key() == board.canonical_key()
    other = board.to_yaml().replace("damage: 2", "damage: 3")
    assert Board.parse(other).canonical_key() != board.canonical_key()


def test_damage_on_the_stack_by_what_a_player_may_not_see_keeps_its_secret() -> None:
    text = ON_THE_STACK.replace("id: bear,", "id: secret, face_down: {by: morph},")
    [outcome] = Board.parse(text).outcomes("go to the combat damage step")
    [damage] = outcome.board.seen_by("bob").to_data()["stack"]
    assert [one["by"] for one in damage["assigned"]] == ["face-down battlefield 1", "goblin"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("by: bear", "by: baer", "no object is called 'baer'"),
        ("to: bob, damage: 2", "to: boob, damage: 2", "no object or player is called 'boob'"),
        ("kind: combat damage", "kind: triggered", "'assigned' goes with 'kind: combat damage'"),
        ("controller: alice}}", "controller: alcie}}", "no player is called 'alcie'"),
    ],
)
def test_wrong_damage_on_the_stack_is_refused(before: str, after: str, said: str) -> None:
    text = on_the_stack().to_yaml()
    assert before in text
    with pytest.raises(InvalidBoardError, match=said):
        Board.parse(text.replace(before, after))
