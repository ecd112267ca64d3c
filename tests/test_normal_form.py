"""When boards are equal: one normal form, and a key for boards that are equal but for the names of things."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyengine import Board
from pyengine.position.canonical import canonical_key
from pyengine.position.model import ZONES, BoardFile, ObjectState
from pyengine.position.normal import normal_data, said_to_be
from tests.common import few

Data = dict[str, Any]

START = {
    "players": {"alice": {"mana": "{G}{1}", "counters": {"poison": 1}}, "bob": {}},
    "battlefield": [
        {"id": "bear", "card": "Grizzly Bears", "controller": "alice", "counters": {"flying": 1, "+1/+1": 1}},
        {"id": "elf", "card": "Memnite", "controller": "alice"},
        {"id": "ozo", "card": "The Ozolith", "controller": "bob"},
    ],
    "hand": [{"id": "a", "card": "Memnite", "owner": "alice"}, {"id": "b", "card": "Forest", "owner": "bob"}],
    "graveyard": [{"id": "c", "card": "Memnite", "owner": "bob"}, {"id": "d", "card": "Forest", "owner": "alice"}],
}
INDEPENDENT = (
    "put an oil counter on elf",
    "put a trample counter on elf",
    "put a trample counter on ozo",
    "put a flying counter on elf",
    "remove a +1/+1 counter from bear",
    "put a poison counter on bob",
    "tap ozo",
    "bob gains 3 life",
)


def after(board: Board, *actions: str) -> Board:
    [outcome] = board.outcomes(*actions)
    return outcome.board


@pytest.mark.parametrize("place", range(len(INDEPENDENT)))
def test_independent_actions_in_either_order_give_equal_boards(place: int) -> None:
    board = Board.from_data(START)
    first, *others = [*INDEPENDENT[place:], *INDEPENDENT[:place]][:3]
    for second in others:
        one, other = after(board, first, second), after(board, second, first)
        assert one == other
        assert hash(one) == hash(other)
        assert (one == board) is False


@pytest.mark.parametrize(("holder", "kind"), [("elf", "reach"), ("ozo", "oil"), ("alice", "oil"), ("bear", "reach")])
def test_what_is_put_and_removed_again_leaves_an_equal_board(holder: str, kind: str) -> None:
    board = Board.from_data(START)
    there = after(board, f"put two {kind} counters on {holder}")
    assert there != board
    assert after(there, f"remove all {kind} counters from {holder}") == board
    assert after(board, f"put a {kind} counter on {holder}", f"remove a {kind} counter from {holder}") == board


def changed(**changes: object) -> Board:
    return Board.from_data({**START, **changes})


def test_what_is_not_written_is_what_is_the_default() -> None:
    [bear, elf, ozo], [one, two] = START["battlefield"], START["hand"]
    board = Board.from_data(START)
    assert board == changed(active="alice", priority="alice", rules="2026-09-25", step="precombat main", turn=1)
    assert board == changed(
        battlefield=[{**bear, "owner": "alice", "timestamp": 3}, {**elf, "timestamp": 9}, ozo | {"timestamp": 12}]
    )
    assert board == changed(battlefield=[{**bear, "timestamp": 1}, ozo | {"timestamp": 3}, {**elf, "timestamp": 2}])
    assert board == changed(
        hand=[{**two, "known_to": []}, {**one, "timestamp": 70, "tapped": False, "controller": "bob"}]
    )
    assert board == changed(graveyard=START["graveyard"][::-1])
    assert board == changed(
        players={"alice": {"mana": "{1}{G}", "life": 20, "counters": {"poison": 1, "rad": 0}}, "bob": {"mana": ""}}
    )
    assert board == changed(
        battlefield=[bear | {"counters": {"+1/+1": {"count": 1, "timestamp": 7}, "flying": 1}}, elf, ozo]
    )
    # A keyword counter that is later than the others may outlive an effect that takes abilities away (613.7c).
    assert board != changed(
        battlefield=[bear | {"counters": {"flying": {"count": 1, "timestamp": 2}, "+1/+1": 1}}, elf, ozo]
    )
    assert board != changed(battlefield=[elf, bear, ozo])  # of permanents the older one comes first (613.7d)
    assert board != changed(players={"bob": {}, "alice": START["players"]["alice"]})  # turn order


def test_two_of_one_owner_have_an_order_in_a_graveyard() -> None:
    cards = [{"id": "c", "card": "Memnite", "owner": "bob"}, {"id": "d", "card": "Forest", "owner": "bob"}]
    assert changed(graveyard=cards) != changed(graveyard=cards[::-1])
    assert changed(exile=cards, graveyard=[]) == changed(exile=cards[::-1], graveyard=[])


def test_cards_whose_abilities_function_elsewhere_keep_their_order_in_time() -> None:
    """113.6b: the timestamp of a card in exile is asked for only if an ability of it functions there."""
    watcher = {"types": ["creature"], "abilities": [{"trigger": {"event": "dies", "zones": ["exile"]}}]}
    back = {"types": ["creature"], "abilities": [{"may_cast": {"this": True, "from_zones": ["exile"]}}]}
    plain = {"types": ["creature"], "abilities": [{"trigger": {"event": "dies"}}]}

    def exiled(first: str, *, late: str) -> Board:
        cards = [{"id": name, "card": first, "owner": "bob", "timestamp": 5 if name == late else 3} for name in "cd"]
        return changed(graveyard=[], exile=cards, cards={"Watcher": watcher, "Back": back, "Plain": plain})

    assert exiled("Plain", late="c") == exiled("Plain", late="d")
    assert exiled("Watcher", late="c") != exiled("Watcher", late="d")
    assert exiled("Back", late="c") != exiled("Back", late="d")


@pytest.mark.parametrize(
    ("card", "matters"),
    [
        ("Grizzly Bears", False),
        ("Kitchen Finks", False),
        ("Birds of Paradise", False),
        ("Forest", False),
        ("Banner", True),
    ],
)
def test_what_makes_no_continuous_effect_may_have_come_sooner_or_later(card: str, matters: bool) -> None:
    """613.7a: where nothing becomes a copy, timestamps are asked for of what makes continuous effects."""
    cards = {"Banner": {"types": ["enchantment"], "text": "Creatures you control get +1/+1."}}

    def key(older: str, *, copies: bool) -> str:
        pair = [{"id": name, "card": card, "controller": "bob", "tapped": name == "c"} for name in "cd"]
        pair = pair if older == "c" else pair[::-1]
        items = [pair[0], {"id": "e", "card": "Banner", "controller": "bob"}, pair[1]]
        return canonical_key(model({"players": {"bob": {}}, "battlefield": items, "cards": cards}), copies=copies)

    assert (key("c", copies=False) == key("d", copies=False)) == (not matters)
    assert key("c", copies=True) != key("d", copies=True)


@pytest.mark.parametrize("predicate", ["timed_with", "more_than_printed"])
def test_the_rules_name_fields_of_objects(predicate: str) -> None:
    assert said_to_be(predicate)
    assert said_to_be(predicate) <= ObjectState.model_fields.keys()


def test_the_timestamp_of_what_is_a_copy_or_face_down_matters() -> None:
    def key(older: str, **more: Any) -> str:
        pair = [{"id": name, "card": "Forest", "controller": "bob", "tapped": name == "c", **more} for name in "cd"]
        pair = pair if older == "c" else pair[::-1]
        items = [
            pair[0],
            {"id": "e", "card": "Grizzly Bears", "controller": "bob", "face_down": {"by": "morph"}},
            pair[1],
        ]
        return canonical_key(model({"players": {"bob": {}}, "battlefield": items}), copies=False)

    assert key("c") == key("d")
    assert key("c", copy_of="Grizzly Bears") != key("d", copy_of="Grizzly Bears")
    assert key("c", face_down={"by": "manifest"}) != key("d", face_down={"by": "manifest"})


# --- boards of all sorts -----------------------------------------------------------------------------------------

IDS = ("w", "x", "y", "z")
CARDS = ("Grizzly Bears", "Memnite")


@st.composite
def small_boards(draw: st.DrawFn) -> Data:
    """A few objects that are much alike, attached to each other and targeted, in all zones."""
    zones: dict[str, list[Data]] = {}
    names = list(IDS[: draw(st.integers(1, 4))])
    for name in names:
        zone = draw(st.sampled_from(["battlefield", "battlefield", "hand", "graveyard", "stack", "exile"]))
        item: Data = {"id": name, "card": draw(st.sampled_from(CARDS)), "owner": draw(st.sampled_from(["p", "q"]))}
        if zone == "battlefield":
            item["timestamp"] = draw(st.integers(1, 3))
            item["attached_to"] = draw(st.none() | st.sampled_from([*names, "p"]))
            item["counters"] = draw(st.dictionaries(st.sampled_from(["oil", "flying"]), st.integers(0, 1)))
        elif zone == "stack":
            item["timestamp"] = draw(st.integers(1, 2))
            item["targets"] = draw(st.lists(st.sampled_from([*names, "q"]), max_size=2))
        item = {field: value for field, value in item.items() if value}
        zones.setdefault(zone, []).append(item)
    return {"players": {"p": {}, "q": {}}, **zones}


def renamed(data: Data, names: dict[str, str]) -> Data:
    def of(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: inner if key in ("card", "owner", "players") else of(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [of(one) for one in value]
        return names.get(value, value) if isinstance(value, str) else value

    return of(data)


@settings(few, max_examples=60)
@given(small_boards(), st.permutations(IDS), st.randoms(use_true_random=False))
def test_boards_have_one_key_if_a_renaming_makes_them_equal(one: Data, order: list[str], random: Any) -> None:
    mapped = renamed(one, dict(zip(IDS, order, strict=True)))
    for zone in ("battlefield", "hand", "exile"):
        random.shuffle(mapped.get(zone, []))
    first, second = model(one), model(mapped)
    assert canonical_key(first) == canonical_key(second)
    assert (canonical_key(first, IDS) == canonical_key(second, IDS)) == (normal_data(first) == normal_data(second))
    # Something else is written of one object, or exchanged between two.
    items = [item for zone in ZONES for item in mapped.get(zone, ())]
    item, another = random.choice(items), random.choice(items)
    field = random.choice([field for field in item if field != "id"])
    item[field], another[field] = another.get(field, item[field]), item[field]
    third = model(mapped)
    renamings = [renamed(one, dict(zip(IDS, names, strict=True))) for names in permutations(IDS)]
    alike = any(normal_data(model(one)) == normal_data(third) for one in renamings)
    assert (canonical_key(first) == canonical_key(third)) == alike


def model(data: Data) -> BoardFile:
    return BoardFile.model_validate(data)


@settings(few, max_examples=40)
@given(small_boards())
def test_the_normal_form_is_an_equal_board_and_the_normal_form_of_itself(data: Data) -> None:
    board = Board.from_data(data)
    normal = board.normal_form()
    assert normal == board == Board.parse(board.to_yaml())
    assert normal.to_yaml() == normal.normal_form().to_yaml() == Board.parse(board.to_yaml()).normal_form().to_yaml()


@pytest.mark.parametrize("card", ["Adorned Pouncer", "Spark Double", "Vesuvan Shapeshifter"])
def test_cards_of_which_there_may_be_copies_with_exceptions(card: str) -> None:
    """The rules know of the copy as of a card that has no name of its own (707.9)."""
    first = {"id": "x", "card": card, "controller": "alice"}
    other = {"id": "y", "card": "Memnite", "controller": "alice"}
    boards = [
        Board.from_data(
            {
                "players": {"alice": {}, "bob": {}},
                "battlefield": order,
                "graveyard": [{"id": "z", "card": card, "owner": "alice"}],
            }
        )
        for order in ([first, other], [{**first, "id": "a"}, {**other, "id": "b"}])
    ]
    assert boards[0].canonical_key() == boards[1].canonical_key()


def test_many_that_are_alike_are_named_fast() -> None:
    pairs = [{"id": f"b{n}", "card": "Memnite", "owner": "p", "timestamp": 1} for n in range(40)]
    pairs += [
        {"id": f"r{n}", "card": "Forest", "owner": "p", "timestamp": 2, "attached_to": f"b{n}"} for n in range(40)
    ]
    pairs += [{"id": f"s{n}", "card": "Forest", "owner": "p", "timestamp": 2, "attached_to": "b0"} for n in range(40)]
    board = {"players": {"p": {}}, "battlefield": pairs}
    other = {"players": {"p": {}}, "battlefield": [one | {"id": f"other {one['id']}"} for one in pairs]}
    for one in other["battlefield"]:
        if "attached_to" in one:
            one["attached_to"] = f"other {one['attached_to']}"
    assert canonical_key(Board.from_data(board).model) == canonical_key(Board.from_data(other).model)
