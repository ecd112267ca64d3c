"""Turning face up and face down as a whole: nothing changes but what the rules say, on random boards."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from common import CAUSES, few
from hypothesis import given, settings
from hypothesis import strategies as st

from pyengine import Board, Outcome
from pyengine.phrases.phrase_words import quoted
from pyengine.position.model import ZONES

PROCEDURES = ("morph", "megamorph", "disguise")


def creature(power: int, toughness: int, *abilities: dict[str, Any], **more: Any) -> dict[str, Any]:
    text = {"types": ["creature"], "mana_cost": "{5}{G}", "power": power, "toughness": toughness}
    return text | {"abilities": list(abilities)} | more


def with_counters(kind: str, count: int) -> dict[str, Any]:
    return {"as_turned_up": {"counters": {kind: count}}}


CARDS: dict[str, dict[str, Any]] = {
    "Plain": creature(3, 3, subtypes=["ox"]),
    "Morph": creature(4, 5, {"morph": "{1}"}, subtypes=["beast"]),
    "Megamorph": creature(2, 1, {"megamorph": "{2}"}),
    "Disguise": creature(3, 2, {"disguise": "{3}"}),
    "Hydra": creature(1, 1, {"morph": "{1}"}, with_counters("+1/+1", 3)),
    "Great Hydra": creature(2, 2, {"megamorph": "{2}"}, with_counters("+1/+1", 2)),
    "Wither": creature(5, 5, {"disguise": "{3}"}, with_counters("-1/-1", 2)),
    "Engine": creature(2, 4, {"morph": "{1}"}, with_counters("charge", 2)),
    "Axe": {"types": ["artifact"], "subtypes": ["equipment"]},
    "Aura": {"types": ["enchantment"], "subtypes": ["aura"]},
}
FACE_DOWN_CARDS = ("Plain", "Morph", "Megamorph", "Disguise", "Hydra", "Great Hydra", "Wither", "Engine")
EFFECTS: dict[str, dict[str, Any]] = {
    "bigger": {"gets": {"power": 3, "toughness": 3}},
    "red": {"becomes": {"colors": ["red"]}},
    "flies": {"has": {"keywords": ["flying"]}},
    "goblin": {"becomes": {"subtypes": ["goblin"]}},
    "loses": {"loses_abilities": {}},
}


def abilities_of(card: str, word: str) -> list[Any]:
    return [ability[word] for ability in CARDS[card]["abilities"] if word in ability]


def bonus(item: Mapping[str, Any], field: str) -> int:
    return sum(effect.get("gets", {}).get(field, 0) for effect in item.get("effects", ()))


@st.composite
def permanents(draw: st.DrawFn, name: str, cards: tuple[str, ...] = FACE_DOWN_CARDS) -> dict[str, Any]:
    """A creature that lives, as a 2/2 and face up, so that what follows is not about state-based actions alone."""
    card = draw(st.sampled_from(cards))
    kind = draw(st.sampled_from(["+1/+1", "-1/-1", "charge", "flying"]))
    effects = draw(st.lists(st.sampled_from(sorted(EFFECTS)), max_size=2, unique=True))
    item: dict[str, Any] = {
        "id": name,
        "card": card,
        "controller": draw(st.sampled_from(["alice", "alice", "bob"])),
        "owner": draw(st.sampled_from(["alice", "bob"])),
        "tapped": draw(st.booleans()),
        "summoning_sick": draw(st.booleans()),
        "effects": [EFFECTS[effect] for effect in effects],
        "counters": {},
    }
    if count := draw(st.integers(0, 1 if kind == "-1/-1" else 3)):
        item["counters"][kind] = count
    room = 2 + bonus(item, "toughness") + plus(item["counters"])
    item["damage"] = draw(st.integers(0, min(room - 1, 3)))
    return item


def plus(counters: Mapping[str, int]) -> int:
    return counters.get("+1/+1", 0) - counters.get("-1/-1", 0)


@st.composite
def boards(draw: st.DrawFn, most: int = 3) -> Board:
    """Some face-down permanents, with an Equipment and an Aura attached to the first of them."""
    items = []
    for name in ("x", "y", "z")[: draw(st.integers(1, most))]:
        item = draw(permanents(name))
        items.append(item | {"face_down": {"by": draw(st.sampled_from(CAUSES))}})
    attached = [
        {"id": "axe", "card": "Axe", "controller": "alice", "attached_to": "x"},
        {"id": "aura", "card": "Aura", "controller": "bob", "attached_to": "x"},
    ]
    return position([*items, *attached[: draw(st.integers(0, 2))]])


def position(battlefield: list[dict[str, Any]], **more: Any) -> Board:
    players = {"alice": {"mana": "{9}"}, "bob": {}}
    return Board.from_data({"players": players, "cards": CARDS, "battlefield": battlefield} | more)


def plain_state(board: Board, name: str, *leave_out: str) -> dict[str, Any]:
    """An object as the file has it, but for when it got its timestamp (a new one with each turn, 613.7f)."""
    data = board.objects[name].model_dump(mode="json", exclude={"timestamp", *leave_out})
    return data | ({} if "counters" in leave_out else {"counters": board.counters(name)})


# --- turning up -------------------------------------------------------------------------------------------------


def may_turn_up(item: Mapping[str, Any], procedure: str) -> bool:
    """Whether alice, who has mana for everything, may turn it up for this cost (702.37e, 702.168d)."""
    if item["controller"] != "alice" or EFFECTS["loses"] in item["effects"]:
        return False
    return bool(abilities_of(item["card"], procedure))


def counters_after(item: Mapping[str, Any], procedure: str | None) -> dict[str, int]:
    """The counters before, those it is turned up with (702.37b, 708.11), and then 704.5q."""
    counters: dict[str, int] = dict(item["counters"])
    if EFFECTS["loses"] not in item["effects"]:
        for turned_up in abilities_of(item["card"], "as_turned_up"):
            for kind, count in turned_up["counters"].items():
                counters[kind] = counters.get(kind, 0) + count
        if procedure == "megamorph":
            counters["+1/+1"] = counters.get("+1/+1", 0) + 1
    pairs = min(counters.get("+1/+1", 0), counters.get("-1/-1", 0))
    for kind in ("+1/+1", "-1/-1"):
        counters[kind] = counters.get(kind, 0) - pairs
    return {kind: count for kind, count in counters.items() if count}


COST = {"morph": 1, "megamorph": 2, "disguise": 3}


@given(boards())
@settings(few, max_examples=7)
def test_turned_up_with_the_counters_the_rules_give_and_nothing_else_changed(start: Board) -> None:
    listing = start.candidate_actions.where(verbs=["turn"]).listing()
    outcomes = listing.outcomes()
    legal = {verdict.action for verdict in listing.verdicts() if verdict.legal}
    for item in start.to_data()["battlefield"]:
        if "face_down" not in item:
            continue
        item = {"counters": {}, "effects": [], **item}
        name = item["id"]
        assert f"turn {name} face up" in legal
        for procedure in (None, *PROCEDURES):
            phrase = f"turn {name} face up" + (f" for its {procedure} cost" if procedure else "")
            assert (phrase in legal) == (procedure is None or may_turn_up(item, procedure)), phrase
            if phrase in legal:
                [outcome] = outcomes[phrase].outcomes
                turned_up_as_expected(start, item, procedure, outcome)


def turned_up_as_expected(start: Board, item: dict[str, Any], procedure: str | None, outcome: Outcome) -> None:
    name, card, after = item["id"], CARDS[item["card"]], outcome.board
    counters = counters_after(item, procedure)
    toughness = card["toughness"] + bonus(item, "toughness") + plus(counters)
    assert after.model.players["alice"].mana == f"{{{9 - COST.get(procedure or '', 0)}}}"
    assert after.model.players["bob"] == start.model.players["bob"]
    # 704.5f, 704.5g
    if toughness <= 0 or item.get("damage", 0) >= toughness:
        assert after.zone(name) == "graveyard"
        assert not after.counters(name)
        return
    assert after.zone(name) == "battlefield"
    assert after.counters(name) == counters
    assert plain_state(after, name, "counters", "face_down") == plain_state(start, name, "counters", "face_down")
    assert after.objects[name].face_down is None
    assert after.objects[name].timestamp == max(
        one.timestamp or 0 for one in after.objects.values() if one.id != "aura"
    )
    for other in start.objects.keys() - {name}:
        assert after.objects[other] == start.objects[other]
        assert after.zone(other) == start.zone(other)
    found = after.characteristics[name]
    assert (found.power, found.toughness) == (card["power"] + bonus(item, "power") + plus(counters), toughness)
    assert found.name == item["card"]
    assert found.mana_value == 6
    assert found.types == {"creature"}
    assert found.colors == ({"red"} if EFFECTS["red"] in item["effects"] else {"green"})
    goblin = {"goblin"} if EFFECTS["goblin"] in item["effects"] else set()
    assert found.subtypes == {*card.get("subtypes", ())} | goblin


# --- turning down, and up again -------------------------------------------------------------------------------


@given(permanents("x"), st.integers(0, 2))
@settings(few, max_examples=7)
def test_down_and_up_again_gives_back_what_was_there(item: dict[str, Any], attached: int) -> None:
    """Cards without abilities of their own about it: those put counters on, which is another test."""
    item["card"] = {"Hydra": "Morph", "Great Hydra": "Megamorph", "Wither": "Disguise", "Engine": "Plain"}.get(
        item["card"], item["card"]
    )
    toughness = CARDS[item["card"]]["toughness"] + bonus(item, "toughness") + plus(item["counters"])
    if toughness <= item["damage"]:
        item |= {"damage": 0, "counters": {}}
    if EFFECTS["loses"] in item["effects"]:  # keyword counters and timestamps: the next test
        item["counters"].pop("flying", None)
    others = [
        {"id": "axe", "card": "Axe", "controller": "alice", "attached_to": "x"},
        {"id": "aura", "card": "Aura", "controller": "bob", "attached_to": "x"},
    ][:attached]
    start = position([item, *others])
    [down] = start.outcomes("turn x face down")
    shown = ("face_down", "known_to")  # all have seen which it is (708.6)
    assert plain_state(down.board, "x", *shown) == plain_state(start, "x", *shown)
    assert down.board.objects["x"].face_down is not None
    assert down.board.objects["x"].face_down.by == "effect"
    face_down = down.board.characteristics["x"]
    size = plus(item["counters"])
    assert face_down.power == 2 + bonus(item, "power") + size
    assert face_down.toughness == 2 + bonus(item, "toughness") + size
    assert (face_down.name, face_down.mana_value) == (None, 0)
    assert face_down.colors == ({"red"} if EFFECTS["red"] in item["effects"] else set())
    assert face_down.subtypes == ({"goblin"} if EFFECTS["goblin"] in item["effects"] else set())

    # Down a second time: nothing, whatever made it face down (708.2b).
    again = Board.parse(down.board.to_yaml())
    verdict = again.check("turn x face down")
    assert not verdict.legal
    assert {reason.code for reason in verdict.reasons} == {"already_face_down"}
    [twice] = again.outcomes("turn x face down")
    assert twice.board == down.board
    assert twice.changes == ()

    [up] = again.outcomes("turn x face up")
    for name in start.objects:
        assert plain_state(up.board, name) == plain_state(start, name)
    assert up.board.characteristics == start.characteristics
    [both] = start.outcomes("turn x face down", "turn x face up")
    assert plain_state(both.board, "x") == plain_state(start, "x")
    assert both.board.characteristics == start.characteristics


@given(permanents("x"), st.sampled_from(CAUSES))
@settings(few, max_examples=5)
def test_what_is_face_down_can_not_be_turned_down(item: dict[str, Any], cause: str) -> None:
    start = position([item | {"face_down": {"by": cause}}])
    for phrase in ("turn x face down", "turn x face down as a 5/5 artifact creature"):
        [outcome] = start.outcomes(phrase)
        assert not start.is_legal(phrase)
        assert outcome.board == start


def test_turning_gives_counters_no_new_timestamp() -> None:
    """A permanent gets a new timestamp as it turns (613.7f), the counters on it do not (613.7c)."""
    start = position(
        [
            {
                "id": "x",
                "card": "Morph",
                "controller": "alice",
                "counters": {"flying": 1},
                "effects": [{"loses_abilities": {}}],
            }
        ]
    )
    assert start.characteristics["x"].keywords == set()
    [down] = start.outcomes("turn x face down")
    assert down.board.characteristics["x"].keywords == set()
    [up] = start.outcomes("turn x face down", "turn x face up")
    assert up.board.characteristics["x"].keywords == set()


def test_turning_gives_copy_effects_no_new_timestamp() -> None:
    """Of two copy effects the later one counts (613.7), also after the permanent got a new timestamp."""
    x = {"id": "x", "card": "Morph", "controller": "alice", "copy_of": "Plain", "effects": [{"copy_of": "Disguise"}]}
    start = position([x])
    assert start.characteristics["x"].name == "Disguise"
    [outcome] = start.outcomes("turn x face down", "turn x face up")
    assert outcome.board.characteristics["x"].name == "Disguise"


def test_an_effect_until_turned_face_down_ends_and_does_not_come_back() -> None:
    effects = [
        {"gets": {"power": 4, "toughness": 4}, "until": "turned face down"},
        {"copy_of": "Plain", "until": "turned face down"},
        {"has": {"keywords": ["flying"]}, "until": "end of turn"},
    ]
    start = position([{"id": "x", "card": "Morph", "controller": "alice", "effects": effects}])
    before = start.characteristics["x"]
    assert (before.name, before.power, before.keywords) == ("Plain", 7, {"flying"})
    [outcome] = start.outcomes("turn x face down", "turn x face up")
    after = outcome.board.characteristics["x"]
    assert (after.name, after.power, after.toughness, after.keywords) == ("Morph", 4, 5, {"flying"})
    assert len(outcome.board.objects["x"].effects) == 1


# --- everything that is listed --------------------------------------------------------------------------------


@st.composite
def whole_boards(draw: st.DrawFn) -> Board:
    """Face-down and face-up permanents, cards in every zone, effects, and mana that may or may not do."""
    items: list[dict[str, Any]] = []
    for name in ("x", "y", "z")[: draw(st.integers(1, 3))]:
        item = draw(permanents(name))
        item["counters"] = {kind: count for kind, count in item["counters"].items() if kind != "-1/-1"}
        item["damage"] = min(item["damage"], 0 if item["card"] == "Megamorph" else 1)
        cause = draw(st.sampled_from([None, *CAUSES]))
        phased = draw(st.sampled_from([False, False, False, True]))
        items.append(item | {"phased_out": phased} | ({"face_down": {"by": cause}} if cause else {}))
    static = draw(
        st.sampled_from(
            [
                None,
                {"cant_turn_up": {"affects": {"face_down": True}}},
                {"has": {"morph": "{4}", "affects": {"types": ["creature"]}}},
                {"loses_abilities": {"affects": {"types": ["creature"]}}},
                {"cant_cast": {"spells": {"types": ["creature"]}, "by": "each"}},
                {"spell_costs": {"spells": {"face_down": True}, "more": 1, "by": "each"}},
            ]
        )
    )
    cards = dict(CARDS)
    if static:
        cards["Rule"] = {"types": ["enchantment"], "abilities": [static]}
        items.append({"id": "rule", "card": "Rule", "controller": "bob"})
    hand = [
        {
            "id": f"h{n}",
            "card": draw(st.sampled_from(FACE_DOWN_CARDS)),
            "owner": draw(st.sampled_from(["alice", "bob"])),
        }
        for n in range(draw(st.integers(0, 2)))
    ]
    library = [{"id": f"l{n}", "card": card, "owner": "alice"} for n, card in enumerate(["Plain", "Hydra", "Morph"])]
    exile = [{"id": "e", "card": "Morph", "owner": "alice", "face_down": {"by": "effect"}, "known_to": ["alice"]}]
    return Board.from_data(
        {
            "players": {"alice": {"mana": draw(st.sampled_from(["", "{2}", "{4}{G}", "{9}"]))}, "bob": {}},
            "cards": cards,
            "battlefield": items,
            "hand": hand,
            "library": library,
            "exile": exile,
        }
    )


@given(whole_boards())
@settings(few, max_examples=6)
def test_every_legal_action_has_outcomes_that_are_boards_and_every_other_a_reason(start: Board) -> None:
    listing = start.candidate_actions.where(verbs=["turn", "cast"]).listing()
    outcomes = listing.outcomes()
    listed = [verdict.action for verdict in start.legal_actions.where(verbs=["turn", "cast"])]
    assert listed == [verdict.action for verdict in listing.verdicts() if verdict.legal]
    boards: dict[Board, None] = {}
    for verdict in listing.verdicts():
        found = outcomes[verdict.action].outcomes if verdict.action in outcomes else []
        assert bool(verdict.reasons) != verdict.legal
        assert all(reason.text and reason.rule for reason in verdict.reasons)
        assert bool(found) == verdict.legal, verdict.action
        assert len({one.changes for one in found}) == len(found)
        assert all(one.changes for one in found)
        boards.update(dict.fromkeys(one.board for one in found))
    for after in boards:
        again = Board.parse(after.to_yaml())
        assert again == after
        assert again.model == after.model
        assert Board.from_data(after.to_data()) == after
        assert again.to_yaml() == after.to_yaml()
    for after in itertools.islice(boards, 2):
        assert after.is_valid(), str(after.status())


@given(whole_boards())
@settings(few, max_examples=4)
def test_what_is_listed_is_what_is_answered_alone(start: Board) -> None:
    """One search for all actions, or one for each: the same verdicts and outcomes."""
    listing = start.candidate_actions.where(verbs=["turn", "cast"]).listing()
    outcomes = listing.outcomes()
    again = Board.parse(start.to_yaml())
    for verdict in listing.verdicts()[:4]:
        alone = again.check(verdict.action)
        assert (alone.legal, alone.reasons, alone.rules) == (verdict.legal, verdict.reasons, verdict.rules)
        if verdict.legal:
            found = {one.changes for one in again.outcomes(verdict.action)}
            assert found == {one.changes for one in outcomes[verdict.action].outcomes}


# --- names ----------------------------------------------------------------------------------------------------

PLAYER_FIELDS = ("owner", "controller", "controlled_by", "active", "priority")
OBJECT_FIELDS = ("id", "attached_to", "source")


def renamed(value: Any, new: Mapping[str, str]) -> Any:
    """Board data with other ids of objects and players."""
    if isinstance(value, list):
        return [renamed(one, new) for one in value]
    if not isinstance(value, dict):
        return value
    changed = {}
    for key, one in value.items():
        if key in (*PLAYER_FIELDS, *OBJECT_FIELDS) and isinstance(one, str):
            changed[key] = new[one]
        elif key == "known_to":
            changed[key] = sorted(new[player] for player in one)
        elif key == "players":
            changed[key] = {new[name]: renamed(state, new) for name, state in one.items()}
        else:
            changed[key] = one if key in ("cards", "effects") else renamed(one, new)
    return changed


def everything(data: dict[str, Any]) -> dict[str, Any]:
    """Board data with zones that have no order sorted: only the stack and the library have one."""
    sort = {zone for zone in ZONES if zone not in ("stack", "library")}
    return {
        key: sorted(value, key=lambda item: item["id"]) if key in sort else value
        for key, value in renamed_lists(data).items()
    }


def renamed_lists(value: Any) -> Any:
    """`known_to` has no order either."""
    if isinstance(value, list):
        return [renamed_lists(one) for one in value]
    if isinstance(value, dict):
        return {key: sorted(one) if key == "known_to" else renamed_lists(one) for key, one in value.items()}
    return value


PHRASES = (
    "turn {x} face up",
    "turn {x} face up for its morph cost",
    "turn {x} face up for its mana cost",
    "turn {x} face down",
    "turn {x} and {y} face down",
    "turn {x} face up, then turn {x} face down",
    "destroy {x} and {y}",
    "{bob} gains control of {x}",
    "cast {h} face down",
    "manifest {l} by {bob}",
    "manifest the top two cards of {alice}'s library",
    "manifest dread",
    "cloak the top card of {alice}'s library",
    "exile {x} face down looked at by {bob}",
    "reveal {x}",
    "shuffle {alice}'s library",
    "return {x} and {y} to hand",
    "put {h} onto the battlefield face down as a 5/5 artifact creature",
    "{x} becomes a copy of {y}",
    "{bob} leaves the game",
    "phase out {x}",
)
ODD_NAMES = ("zz", "B", 'q"x', "0", "it's", "the", "x). :- a.", "\\", "Élan", "a")


@st.composite
def boards_to_rename(draw: st.DrawFn) -> Board:
    items = []
    for name in ("x", "y"):
        item = draw(permanents(name))
        cause = draw(st.sampled_from([None, "morph", "manifest", "cloak", "effect"]))
        items.append(item | ({"face_down": {"by": cause}} if cause else {}))
    library = [
        {"id": f"l{n}" if n else "l", "card": card, "owner": "alice"} for n, card in enumerate(["Plain", "Hydra"])
    ]
    hand = [{"id": "h", "card": draw(st.sampled_from(["Morph", "Disguise", "Plain"])), "owner": "alice"}]
    return position(items, library=library, hand=hand)


@given(boards_to_rename(), st.permutations(ODD_NAMES), st.data())
@settings(few, max_examples=7)
def test_outcomes_do_not_depend_on_names(start: Board, names: list[str], data: st.DataObject) -> None:
    old = [*start.model.players, *start.objects]
    new = dict(zip(old, names, strict=False))
    other = Board.from_data(renamed(start.to_data(), new))
    phrase = data.draw(st.sampled_from(PHRASES))
    here = phrase.format(**{name: name for name in old})
    there = phrase.format(**{name: quoted(new[name]) for name in old})
    verdict, verdict_there = start.check(here), other.check(there)
    assert [verdict.legal, verdict.rules] == [verdict_there.legal, verdict_there.rules]
    codes = sorted((reason.code, reason.rule) for reason in verdict.reasons)
    assert codes == sorted((reason.code, reason.rule) for reason in verdict_there.reasons)
    found = [everything(renamed(one.board.to_data(), new)) for one in start.outcomes(here)]
    found_there = [everything(one.board.to_data()) for one in other.outcomes(there)]
    assert len(found) == len(found_there)
    for one in found:
        assert one in found_there


@given(boards_to_rename(), st.permutations(ODD_NAMES))
@settings(few, max_examples=7)
def test_what_is_legal_does_not_depend_on_names(start: Board, names: list[str]) -> None:
    new = dict(zip([*start.model.players, *start.objects], names, strict=False))
    other = Board.from_data(renamed(start.to_data(), new))
    kinds = ["turn", "cast"]
    here = [
        (one.legal, one.rules, sorted(reason.code for reason in one.reasons))
        for one in start.candidate_actions.where(verbs=kinds)
    ]
    there = [
        (one.legal, one.rules, sorted(reason.code for reason in one.reasons))
        for one in other.candidate_actions.where(verbs=kinds)
    ]
    assert sorted(here) == sorted(there)
