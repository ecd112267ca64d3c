"""Random boards and phrases that make sense, of cards of the library: what metamorphic tests and the fuzz ask about."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from pyengine.cards import catalog

Data = dict[str, Any]

KINDS = ("+1/+1", "-1/-1", "charge", "flying", "trample", "shield", "stun", "time", "lore", "loyalty", "oil")
PLAYER_KINDS = ("poison", "energy", "rad", "experience")


@cache
def names() -> tuple[str, ...]:
    """The cards of the library."""
    return tuple(catalog.names())


def card(random: Random) -> str:
    """A card, of which plain creatures are the most frequent."""
    return random.choice(("Grizzly Bears", "Memnite", random.choice(names())))


def counters(random: Random, kinds: tuple[str, ...]) -> dict[str, int]:
    return {random.choice(kinds): random.randint(1, 3) for _ in range(random.choice((0, 0, 1, 1, 2)))}


def board(random: Random) -> Data:
    """A board of two players with a few objects; most contradict no rule."""
    players = ("alice", "bob")
    data: Data = {"players": {name: {"counters": counters(random, PLAYER_KINDS)} for name in players}}
    data["players"]["alice"]["mana"] = random.choice(("", "{G}{G}{2}", "{W}{U}{B}{R}{G}{4}"))
    battlefield = []
    for number in range(random.randint(2, 5)):
        item: Data = {"id": f"o{number}", "card": card(random), "controller": random.choice(players)}
        if amounts := counters(random, KINDS):
            item["counters"] = amounts
        for flag in ("tapped", "summoning_sick", "token"):
            if random.random() < 0.15:
                item[flag] = True
        if random.random() < 0.15:
            item["face_down"] = {"by": random.choice(("morph", "manifest", "cloak", "disguise"))}
        if random.random() < 0.15:
            item["effects"] = [{"keyword": random.choice(("flying", "haste", "trample")), "until": "end of turn"}]
        battlefield.append(item)
    data["battlefield"] = battlefield
    for zone in ("hand", "library", "graveyard", "exile"):
        if random.random() < 0.4:
            data[zone] = [
                {"id": f"{zone} {n}", "card": card(random), "owner": random.choice(players)} for n in range(2)
            ]
    return data


def phrase(random: Random, data: Data) -> str:
    """An action about what is on the board."""
    objects = [item["id"] for item in data["battlefield"]]
    here, there = random.choice(objects), random.choice(objects)
    elsewhere = [item["id"] for zone in ("hand", "graveyard", "exile") for item in data.get(zone, ())] or [here]
    kind, other = random.choice(KINDS), random.choice(PLAYER_KINDS)
    who = random.choice(list(data["players"]))
    phrases: list[str] = [
        f"put a {kind} counter on {here}",
        f"put {random.randint(2, 4)} {kind} counters on {here}",
        f"remove a {kind} counter from {here}",
        f"remove all counters from {here}",
        f"move a {kind} counter from {here} to {there}",
        f"move all counters from {here} to {there}",
        f"put the counters of {here} on {there}",
        f"put a {other} counter on {who}",
        f"double the {kind} counters on {here}",
        f"proliferate {here}",
        f"adapt 2 on {here}",
        f"destroy {here}",
        f"exile {here}",
        f"return {here} to hand",
        f"tap {here}",
        f"phase out {here}",
        f"deal 2 damage to {here} from {there}",
        f"turn {here} face up",
        f"turn {here} face down",
        f"manifest the top card of {who}'s library",
        f"put {random.choice(elsewhere)} onto the battlefield",
        f"cast {random.choice(elsewhere)} face down for morph",
        f"create new as a copy of {here}",
        f"put a {kind} counter on {here}, then move a {kind} counter from {here} to {there}",
        "check state-based actions",
    ]
    return random.choice(phrases)


def mangled(random: Random, text: str) -> str:
    """A text with something in it cut, repeated, exchanged or put in."""
    for _ in range(random.randint(1, 3)):
        start, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
        end = min(end, start + 12)
        odd = random.choice(
            ("", " ", "\n", ":", "{", "]", "-", "9" * 12, "null", "é", "\x00", "'", "&a ", "*a", text[start:end] * 2)
        )
        text = text[:start] + odd + text[end:]
    return text


def changed(random: Random, data: Data) -> Data:
    """A board file in which something is of another type, missing, or something that no file holds."""
    copied = json.loads(json.dumps(data))
    place: Any = copied
    for _ in range(random.randint(1, 5)):
        keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = random.choice(keys)
        if not isinstance(place[key], dict | list) or random.random() < 0.2:
            odd = (None, True, -1, 10**12, 1.5, "", "alice", "o1", [], {}, ["o0"], {"o0": 1}, [None])
            place[key] = random.choice((*odd, place[random.choice(keys)]))
            break
        place = place[key]
    return copied
