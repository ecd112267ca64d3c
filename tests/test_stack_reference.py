"""Triggers, targets and the stack, compared with `reference_stack` outcome by outcome."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import reference_stack as reference

from pyengine import Board


def board(case: reference.Case) -> Board:
    """The position as a board."""
    activated = {} if case.activated is None else {"does": reference.EFFECTS[case.activated.does]}
    cards: dict[str, Any] = {}
    for one in case.watchers:
        affects = {"types": ["creature"], **({"controller": "you"} if one.own else {})}
        trigger = {"event": "dies", "affects": affects, "does": reference.EFFECTS[one.does]}
        cards[one.name.upper()] = {"types": ["enchantment"], "abilities": [{"trigger": trigger}]}
    battlefield: list[dict[str, Any]] = []
    for creature in sorted(case.world.creatures):
        card = {"types": ["creature"], "power": 1, "toughness": creature.toughness, "abilities": []}
        if activated:
            card["abilities"] = [{"activated": {"cost": {"remove_counters": {"+1/+1": 1}}, **activated}}]
        cards[creature.name.upper()] = card
        counters = {"+1/+1": creature.plus} if creature.plus else {}
        battlefield.append(
            {
                "id": creature.name,
                "card": creature.name.upper(),
                "controller": creature.controller,
                "counters": counters,
            }
        )
    battlefield += [{"id": one.name, "card": one.name.upper(), "controller": one.controller} for one in case.watchers]
    players = {"alice": {}, "bob": {}}
    priority = "alice" if case.activated is None else case.activated.controller
    return Board.from_data({"players": players, "priority": priority, "cards": cards, "battlefield": battlefield})


def action(case: reference.Case) -> str:
    """What starts it."""
    if case.activated is None:
        return "destroy " + " and ".join(case.destroyed)
    return f"activate ability 1 of c0 targeting {case.activated.target}"


def world(case: reference.Case, after: Board) -> reference.World:
    """A board as the reference has it."""
    creatures = set()
    for one in case.world.creatures:
        if after.zone(one.name) == "battlefield":
            counters = after.counters(one.name)
            changed = reference.Creature(
                one.name, one.controller, one.toughness, counters.get("+1/+1", 0), counters.get("-1/-1", 0)
            )
            creatures.add(changed)
    alice, bob = (after.model.players[name].life for name in reference.PLAYERS)
    return reference.World(frozenset(creatures), (alice, bob))


def sample(number: int) -> list[reference.Case]:
    """So many positions, of those that can end in several ways after two or three resolutions."""

    def is_wanted(case: reference.Case) -> bool:
        ends = reference.ends(case)
        return 1 < ends.resolutions <= 3 and 2 <= len(ends.worlds) <= 12

    return list(itertools.islice(filter(is_wanted, reference.cases(608)), number))


@pytest.mark.parametrize("case", sample(8), ids=action)
def test_every_outcome_is_one_of_the_rules(case: reference.Case) -> None:
    asked = board(case).outcomes(action(case), settle=True)
    assert {world(case, one.board) for one in asked} == reference.ends(case).worlds
    assert asked.complete
