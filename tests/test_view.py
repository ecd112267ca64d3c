"""What a player is shown (708.5, 406.3, 400.2): all that the player may see, and nothing of what is hidden."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from common import CAUSES, few
from hypothesis import given, settings
from hypothesis import strategies as st

from pyengine import Board, InvalidBoardError
from pyengine.asking import programs
from pyengine.cli.main import main
from pyengine.position.model import ZONES, Component, ObjectState

SECRETS: dict[str, dict[str, Any]] = {
    "Secret Hydra": {
        "types": ["creature"],
        "subtypes": ["hydra"],
        "mana_cost": "{X}{G}{G}",
        "power": 0,
        "toughness": 1,
        "abilities": [
            {"morph": "{3}{G}{G}"},
            {"as_turned_up": {"counters": {"unheard-of": 5}}},
            {"cant_put": {"kinds": ["untold"]}},
        ],
        "not_modelled": ["secretly does a trick"],
    },
    "Secret Shock": {"types": ["instant"], "mana_cost": "{R}"},
    "Secret Isle": {"types": ["land"]},
    "Secret Twin": {
        "types": ["creature"],
        "mana_cost": "{1}{U}",
        "power": 2,
        "toughness": 2,
        "abilities": [{"megamorph": "{U}"}, {"disguise": {"life": 5}}],
        "back": "Secret Back",
    },
    "Secret Back": {"types": ["creature"], "power": 9, "toughness": 9, "abilities": [{"morph": "{W}"}]},
}
HIDDEN = ("Secret Hydra", "Secret Shock", "Secret Isle", "Secret Twin", "Hooded Hydra", "Memnite")
"""Cards of the file and cards of the library."""


def position(zones: Mapping[str, list[dict[str, Any]]], **more: Any) -> Board:
    return Board.from_data({"players": {"alice": {}, "bob": {}}, "cards": SECRETS, **zones, **more})


def permanent(cause: str, **more: Any) -> Callable[[str, str], dict[str, Any]]:
    """A face-down permanent of alice's."""
    return lambda name, card: {
        "battlefield": [{"id": name, "card": card, "controller": "alice", "face_down": {"by": cause}} | more]
    }


def in_zone(zone: str, **more: Any) -> Callable[[str, str], dict[str, Any]]:
    return lambda name, card: {zone: [{"id": name, "card": card, "owner": "alice"} | more]}


LISTED = {"by": "effect", "lists": {"types": ["artifact", "creature"], "power": 5, "toughness": 5}}
PLACES: dict[str, Callable[[str, str], dict[str, Any]]] = {
    **{cause: permanent(cause) for cause in CAUSES},
    "listed": permanent("effect", face_down=LISTED),
    "phased out": permanent("morph", phased_out=True),
    "much about it": permanent(
        "manifest",
        counters={"+1/+1": 2},
        tapped=True,
        damage=1,
        effects=[{"becomes": {"colors": ["red"]}}],
        timestamp=7,
        owner="bob",
    ),
    "merged": permanent("manifest", merged=[{"id": "zyx2", "card": "Secret Isle", "over": True}]),
    "known to its controller": permanent("cloak", known_to=["alice"]),
    "hand": in_zone("hand"),
    "hand with a counter": in_zone("hand", counters={"charge": 1}),
    "library": in_zone("library"),
    "own library": in_zone("library", owner="bob"),
    "exile": in_zone("exile", face_down={"by": "effect"}),
    "exile, looked at": in_zone("exile", face_down={"by": "effect"}, known_to=["alice"]),
    "exile, own card": in_zone("exile", face_down={"by": "effect"}, owner="bob"),
    "pile": in_zone("exile", face_down={"by": "effect", "pile": "pile"}, known_to=["alice"]),
    "morph spell": in_zone("stack", face_down={"by": "morph"}, controller="alice"),
    "megamorph spell": in_zone("stack", face_down={"by": "megamorph"}, controller="alice"),
    "disguise spell": in_zone("stack", face_down={"by": "disguise"}, controller="alice"),
    "spell by an effect": in_zone("stack", face_down={"by": "effect"}, controller="alice"),
}


def leaks(text: str) -> list[str]:
    """What in an answer tells of a hidden card: its name, its id, or words that only it has."""
    words = ("secret", "hydra", "memnite", "unheard-of", "untold", "zyx")
    return [word for word in words if word in text.lower()]


@pytest.mark.parametrize("place", PLACES)
def test_nothing_tells_hidden_cards_apart(place: str) -> None:
    views = {position(PLACES[place](f"zyx {number}", card)).seen_by("bob") for number, card in enumerate(HIDDEN[:4])}
    views.add(position(PLACES[place]("zyx", "Hooded Hydra")).seen_by("bob"))
    [view] = views
    [hidden] = view.objects.values()
    assert hidden.card is None
    assert not view.model.cards
    assert leaks(view.to_yaml() + str(view) + repr(view) + view._repr_html_() + view.facts()) == []
    assert view.where(hidden.id) == ""


@pytest.mark.parametrize("place", PLACES)
def test_what_is_public_stays(place: str) -> None:
    start = position(PLACES[place]("zyx", "Secret Twin"))
    [before], [after] = start.objects.values(), start.seen_by("bob").objects.values()
    public = {"owner", "counters", "known_to"}
    if start.zone("zyx") not in ("hand", "library"):
        public |= {"controller", "face_down", "tapped", "phased_out", "damage", "effects", "timestamp", "token"}
    for field in public - {"owner"}:
        told = getattr(before, field)
        if field == "face_down" and told and told.by == "megamorph":
            told = told.model_copy(update={"by": "morph"})
        assert getattr(after, field) == told, field
    assert (after.owner or after.controller) == (before.owner or before.controller)
    assert start.zone("zyx") == start.seen_by("bob").zone(after.id)


@pytest.mark.parametrize("zone", ["library", "hand", "battlefield"])
def test_counters_a_card_had_as_another_object_do_not_identify_it(zone: str) -> None:
    """A card that died with counters and was shuffled away is like any other (400.7): nothing may single it out."""
    item: dict[str, Any] = {"card": "Memnite", "owner": "alice"}
    if zone == "battlefield":
        item["face_down"] = {"by": "manifest"}
    dead = position({zone: [item | {"id": "zyx", "last_known_counters": {"+1/+1": 2}}]})
    other = position({zone: [item | {"id": "zyx"}]})
    assert dead.seen_by("bob") == other.seen_by("bob")


def test_a_component_that_lies_face_down_is_hidden() -> None:
    """730.2: beneath a face-up component. Who does not control it has not seen what it is."""
    views = {
        position(
            {
                "battlefield": [
                    {
                        "id": "pile",
                        "card": "Memnite",
                        "controller": "alice",
                        "merged": [{"id": "zyx", "card": card, "face_down": True}],
                    }
                ]
            }
        ).seen_by("bob")
        for card in ("Secret Hydra", "Secret Twin")
    }
    [view] = views
    assert "Secret" not in view.to_yaml()


def test_megamorph_and_morph_are_seen_alike() -> None:
    """702.37b, c: a megamorph ability is announced as a morph ability, on the stack and afterwards."""
    for places in (("morph", "megamorph"), ("morph spell", "megamorph spell")):
        one, other = (position(PLACES[place]("zyx", "Memnite")).seen_by("bob") for place in places)
        assert one == other
    assert position(PLACES["morph"]("zyx", "Memnite")).seen_by("bob") != position(
        PLACES["disguise"]("zyx", "Memnite")
    ).seen_by("bob")


def test_the_rules_know_every_field() -> None:
    """A new field of objects is hidden until the rules say who is told of it."""
    told = programs.sight(position(PLACES["hand"]("zyx", "Memnite")), "bob").tells
    assert told["seen"] == ObjectState.model_fields.keys() | Component.model_fields.keys()
    assert told["covered"] == told["seen"] - {"id", "card"}
    assert not told["face down"] & {"id", "card", "transformed", "flipped", "formed", "last_known_counters"}


# --- what comes of an action --------------------------------------------------------------------------------------

SEEN_ACTIONS = (
    "turn bear face down",
    "put dead onto the battlefield face down",
    "put dead onto the battlefield face down under bob",
    "exile bear face down",
    "exile bear face down looked at by bob",
    "return bear to hand",
    "put dead into library",
    "manifest the top card of alice's library",
    "shuffle alice's library",
    "bob gains control of bear",
    "alice gains control of mine",
    "put a +1/+1 counter on bear",
    "cast mine2 face down for morph by bob",
)


def plain(board: Board) -> list[tuple[str, dict[str, Any]]]:
    """What a board shows, whatever things are called."""
    shown = [(zone, item.model_dump(exclude={"id"})) for zone in ZONES for item in getattr(board.model, zone)]
    return sorted(shown, key=repr)


@pytest.mark.parametrize("action", SEEN_ACTIONS)
@pytest.mark.parametrize("player", ["alice", "bob"])
def test_acting_on_a_view_gives_the_view_of_the_result(action: str, player: str) -> None:
    """What goes out of sight is hidden in both, what was public stays known in both (708.6)."""
    start = Board.from_data(
        {
            "players": {"alice": {}, "bob": {"mana": "{3}"}},
            "active": "bob",
            "battlefield": [
                {"id": "bear", "card": "Grizzly Bears", "controller": "alice"},
                {"id": "zyx", "card": "Sagu Mauler", "controller": "alice", "face_down": {"by": "morph"}},
                {"id": "mine", "card": "Hooded Hydra", "controller": "bob", "face_down": {"by": "morph"}},
            ],
            "graveyard": [{"id": "dead", "card": "Hill Giant", "owner": "alice"}],
            "hand": [{"id": "mine2", "card": "Exalted Angel", "owner": "bob"}],
            "library": [{"id": "top", "card": "Memnite", "owner": "alice", "known_to": ["alice", "bob"]}],
        }
    )
    view = start.seen_by(player)
    if any(name not in view.objects and name in action for name in start.objects):
        return  # the player can't speak of it
    found = [plain(outcome.board) for outcome in view.outcomes(action)]
    assert found == [plain(outcome.board.seen_by(player)) for outcome in start.outcomes(action)]
    assert all(outcome.board.viewer == player for outcome in view.outcomes(action))


def test_views_are_pickled_as_views() -> None:
    view = position(PLACES["morph"]("zyx", "Memnite")).seen_by("bob")
    again = pickle.loads(pickle.dumps(view))
    assert (again, again.viewer) == (view, "bob")
    assert view.with_status(next(iter(view.objects)), tapped=True).viewer == "bob"


def test_what_was_public_is_known_after_it_is_turned_face_down() -> None:
    start = position({"battlefield": [{"id": "x", "card": "Memnite", "controller": "alice"}]})
    [outcome] = start.outcomes("turn x face down")
    assert seen_cards(outcome.board, "bob") == {"x": "Memnite"}
    [outcome] = start.outcomes("turn x face down", "exile x face down")
    assert set(seen_cards(outcome.board, "bob").values()) == {None}


# --- who may see ----------------------------------------------------------------------------------------------


def seen_cards(board: Board, player: str) -> dict[str, str | None]:
    return {name: item.card for name, item in board.seen_by(player).objects.items()}


@pytest.mark.parametrize(
    "place", [name for name in PLACES if "exile" not in name and name not in ("pile", "own library")]
)
def test_the_controller_sees_its_own(place: str) -> None:
    start = position(PLACES[place]("x", "Memnite"))
    assert (seen_cards(start, "alice") == {"x": "Memnite"}) == (place != "library")


@pytest.mark.parametrize(
    "place", ["library", "own library", "exile", "pile", "hand", "morph spell", *CAUSES, "phased out", "listed"]
)
def test_who_knows_it_sees_it(place: str) -> None:
    zones = PLACES[place]("x", "Memnite")
    [[item]] = zones.values()
    item["known_to"] = ["bob"]
    assert seen_cards(position(zones), "bob") == {"x": "Memnite"}


def test_an_exiled_card_is_seen_only_by_players_instructed_to_look() -> None:
    start = position({"battlefield": [{"id": "x", "card": "Memnite", "controller": "alice"}]})
    [both] = start.outcomes("exile x face down looked at by bob")
    assert seen_cards(both.board, "bob") == {"x": "Memnite"}
    assert list(seen_cards(both.board, "alice").values()) == [None]
    [nobody] = start.outcomes("exile x face down")
    assert list(seen_cards(nobody.board, "alice").values()) == list(seen_cards(nobody.board, "bob").values()) == [None]


def test_an_ability_lets_its_controller_look() -> None:
    """Only at what it speaks of, and only its controller."""
    cards = SECRETS | {
        "Spy": {
            "types": ["creature"],
            "abilities": [{"may_look": {"by": "you", "affects": {"controller": "opponent"}}}],
        }
    }
    zones = PLACES["morph"]("x", "Memnite")
    zones["battlefield"].append({"id": "spy", "card": "Spy", "controller": "bob"})
    zones |= PLACES["hand"]("h", "Memnite") | PLACES["exile"]("e", "Memnite")
    start = Board.from_data({"players": {"alice": {}, "bob": {}, "carol": {}}, "cards": cards, **zones})
    assert {name for name, card in seen_cards(start, "bob").items() if card} == {"x", "spy"}
    assert {name for name, card in seen_cards(start, "carol").items() if card} == {"spy"}
    [lost] = start.outcomes("alice gains control of spy")
    assert "x" not in seen_cards(lost.board, "bob")
    zones["battlefield"][1]["phased_out"] = True
    assert "x" not in seen_cards(Board.from_data(start.to_data() | zones), "bob")


def test_the_real_card_that_lets_look() -> None:
    lens = {"id": "lens", "card": "Lens of Clarity", "controller": "bob"}
    zones = PLACES["manifest"]("x", "Memnite")
    zones["battlefield"].append(lens)
    assert seen_cards(position(zones), "bob")["x"] == "Memnite"


def test_who_gains_control_sees_and_who_lost_it_does_not() -> None:
    start = position(PLACES["morph"]("x", "Memnite"))
    [outcome] = start.outcomes("bob gains control of x")
    assert seen_cards(outcome.board, "bob") == {"x": "Memnite"}
    assert list(seen_cards(outcome.board, "alice").values()) == [None]
    [revealed] = start.outcomes("reveal x, then bob gains control of x")
    assert seen_cards(revealed.board, "alice") == {"x": "Memnite"}


def test_who_controls_a_player_sees_what_the_player_sees() -> None:
    zones = PLACES["morph"]("x", "Memnite") | PLACES["hand"]("h", "Memnite") | PLACES["library"]("l", "Memnite")
    players = {"alice": {"controlled_by": "bob"}, "bob": {}, "carol": {}}
    start = position(zones, players=players)
    assert {name for name, card in seen_cards(start, "bob").items() if card} == {"x", "h"}
    assert {name for name, card in seen_cards(start, "alice").items() if card} == {"x", "h"}
    assert set(seen_cards(start, "carol").values()) == {None}


def test_what_leaves_is_shown() -> None:
    """708.9: it is revealed, and a graveyard is open to all."""
    [outcome] = position(PLACES["morph"]("x", "Memnite")).outcomes("destroy x")
    assert seen_cards(outcome.board, "bob") == {"x": "Memnite"}
    [outcome] = position(PLACES["morph"]("x", "Memnite")).outcomes("return x to hand")
    assert "x" not in seen_cards(outcome.board, "bob") or outcome.board.objects["x"].known_to


def test_a_manifested_card_is_hidden_from_the_player_it_is_taken_from() -> None:
    start = position(PLACES["library"]("x", "Memnite"))
    [outcome] = start.outcomes("manifest x by bob")
    assert seen_cards(outcome.board, "bob") == {"x": "Memnite"}
    assert list(seen_cards(outcome.board, "alice").values()) == [None]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (["cast a face down for morph"], ["cast b face down for morph"]),
        (
            ["cast a face down for morph", "resolve a", "cast b face down for morph", "resolve b"],
            ["cast b face down for morph", "resolve b", "cast a face down for morph", "resolve a"],
        ),
        (["exile a face down", "exile b face down"], ["exile b face down", "exile a face down"]),
    ],
)
def test_which_of_two_cards_became_a_face_down_object_is_hidden(first: list[str], second: list[str]) -> None:
    """Neither by the owner that a board names for one of them alone, nor by where the board lists it."""
    board = position(
        {
            "battlefield": [{"id": "a", "card": "Hooded Hydra", "controller": "alice", "face_down": {"by": "morph"}}],
            "hand": [{"id": "b", "card": "Secret Hydra", "owner": "alice"}],
        },
        players={"alice": {"mana": "{6}"}, "bob": {}},
    )
    views = [
        [one.board.seen_by("bob").to_data() for one in board.outcomes("return a to hand", *actions)]
        for actions in (first, second)
    ]
    assert views[0] == views[1]


def test_nobody_is_a_player() -> None:
    start = position(PLACES["morph"]("x", "Memnite"))
    for name in ("zed", "x", ""):
        with pytest.raises(InvalidBoardError, match="no player is called"):
            start.seen_by(name)


# --- the view is a board --------------------------------------------------------------------------------------

FULL_ZONES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "battlefield": [
        *((cause, {"controller": "alice", "face_down": {"by": cause}}) for cause in CAUSES),
        ("stolen", {"controller": "bob", "owner": "alice", "face_down": {"by": "morph"}}),
    ],
    "hand": [("hand1", {"owner": "alice"}), ("hand2", {"owner": "bob"}), ("hand3", {"owner": "alice"})],
    "library": [("lib1", {"owner": "alice"}), ("lib2", {"owner": "bob"}), ("lib3", {"owner": "alice"})],
    "exile": [
        ("ex1", {"owner": "alice", "face_down": {"by": "effect", "pile": "p"}}),
        ("ex2", {"owner": "bob", "face_down": {"by": "effect", "pile": "p"}}),
        ("ex3", {"owner": "alice", "face_down": {"by": "effect"}, "known_to": ["alice"]}),
    ],
    "stack": [("spell", {"owner": "alice", "controller": "alice", "face_down": {"by": "disguise"}})],
}
BOB_SEES = {"stolen", "hand2"}
BOB_HIDDEN = [(zone, name) for zone, items in FULL_ZONES.items() for name, _ in items if name not in BOB_SEES]


def full_board(fill: Mapping[str, tuple[str, str]], **more: Any) -> Board:
    """Something in every place; `fill` gives the id and card of each. Bob sees two of them and what is public."""
    zones: dict[str, list[dict[str, Any]]] = {}
    for zone, items in FULL_ZONES.items():
        zones[zone] = [{"id": fill[name][0], "card": fill[name][1], **fields} for name, fields in items]
    zones["battlefield"] += [
        {"id": "bear", "card": "Grizzly Bears", "controller": "bob", "counters": {"+1/+1": 1}},
        {"id": "axe", "card": "Axe", "controller": "bob", "attached_to": fill["morph"][0]},
    ]
    hidden = fill["cloak"][0]
    ability = {"source": hidden, "event_object": hidden, "targets": [hidden, "bear"], "controller": "alice"}
    zones["stack"].append({"id": "trigger", **ability})
    cards = SECRETS | {"Axe": {"types": ["artifact"], "subtypes": ["equipment"]}}
    players = {"alice": {"mana": "{5}{G}{G}"}, "bob": {"mana": "{5}"}}
    return Board.from_data({"players": players, "cards": cards, **zones, **more})


def fill(secrets: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    seen = {"stolen": ("stolen", "Craw Wurm"), "hand2": ("mine", "Hill Giant")}
    return {name: secrets.get(name, seen.get(name, ("", ""))) for items in FULL_ZONES.values() for name, _ in items}


@st.composite
def secrets(draw: st.DrawFn) -> dict[str, tuple[str, str]]:
    numbers = draw(st.permutations(range(len(BOB_HIDDEN))))
    return {
        name: (f"zyx{number}", draw(st.sampled_from(HIDDEN)))
        for number, (_, name) in zip(numbers, BOB_HIDDEN, strict=True)
    }


@given(secrets(), secrets())
@settings(few, max_examples=3)
def test_boards_that_differ_in_what_is_hidden_are_seen_alike(first: Any, second: Any) -> None:
    one, other = full_board(fill(first)), full_board(fill(second))
    view = one.seen_by("bob")
    assert view == other.seen_by("bob")
    assert view.facts() == other.seen_by("bob").facts()
    assert leaks(view.to_yaml()) == []
    assert {name for name, item in view.objects.items() if item.card} == {"stolen", "mine", "bear", "axe"}
    assert {zone: len(getattr(view.model, zone)) for zone in ZONES} == {
        zone: len(getattr(one.model, zone)) for zone in ZONES
    }
    # It loads, is valid, and there is nothing left to hide.
    again = Board.parse(view.to_yaml())
    assert again == view
    assert view.seen_by("bob") == view
    assert again.seen_by("bob") == view


@given(secrets())
@settings(few, max_examples=3)
def test_a_view_is_valid_and_says_of_what_is_face_down_what_the_board_says(hidden: Any) -> None:
    start = full_board(fill(hidden))
    view = start.seen_by("bob")
    assert not view.status()
    assert view.is_valid()
    before = {start.zone(name): [] for name in start.objects} | {"battlefield": []}
    after: dict[str, list[Any]] = {zone: [] for zone in before}
    for board, found in ((start, before), (view, after)):
        for zone in ("battlefield", "stack"):
            for item in getattr(board.model, zone):
                if item.id in board.characteristics and item.id in board.objects:
                    found[zone].append(board.characteristics[item.id])
    assert before == after
    # What bob does not see of alice's view, alice does.
    own = start.seen_by("alice")
    names = {name for name, item in own.objects.items() if item.card is not None}
    assert {start.objects[name].card for name in names} == {own.objects[name].card for name in names}
    assert {hidden[name][0] for name in (*CAUSES, "hand1", "hand3", "ex3", "spell")} <= names
    assert not {hidden[name][0] for name in ("lib1", "lib3", "ex1", "ex2")} & names


def test_ids_that_are_taken_are_not_given_again() -> None:
    zones = PLACES["morph"]("x", "Memnite")
    zones["battlefield"].append({"id": "face-down battlefield 1", "card": "Memnite", "controller": "bob"})
    zones["hand"] = [
        {"id": "alice's hand 1", "card": "Hill Giant", "owner": "bob"},
        {"id": "face-down battlefield 1'", "card": "Craw Wurm", "owner": "alice"},
    ]
    start = position(zones)
    view = start.seen_by("bob")
    assert len(view.objects) == 4
    assert view.objects["face-down battlefield 1"].card == "Memnite"
    assert view.objects["alice's hand 1"].card == "Hill Giant"
    assert sum(item.card is None for item in view.objects.values()) == 2
    assert view.seen_by("bob") == view


@pytest.mark.parametrize("length", [1, 180, 195, 200])
def test_players_with_long_names_have_views(length: int) -> None:
    name = "x" * length
    start = position({"hand": [{"id": "h", "card": "Memnite", "owner": name}]}, players={"bob": {}, name: {}})
    [item] = start.seen_by("bob").objects.values()
    assert (item.card, item.owner) == (None, name)


def test_a_component_may_be_called_like_a_place() -> None:
    zones = PLACES["morph"]("x", "Memnite")
    merged = [{"id": "face-down battlefield 1", "card": "Memnite"}]
    zones["battlefield"].append({"id": "y", "card": "Memnite", "controller": "bob", "merged": merged})
    assert len(position(zones).seen_by("bob").objects) == 2


def test_cards_that_effects_name_stay_defined() -> None:
    ape = {"Own Ape": {"types": ["creature"], "power": 2, "toughness": 2}}
    effects = [{"copy_of": "Own Ape"}]
    item = {"id": "x", "card": "Memnite", "controller": "bob", "effects": effects}
    view = position({"battlefield": [item]}, cards=ape).seen_by("alice")
    assert view.characteristics["x"].name == "Own Ape"
    players = {"alice": {"effects": effects}, "bob": {}}
    assert "Own Ape" in position({}, cards=ape, players=players).seen_by("bob").cards


def test_the_back_of_a_card_that_is_seen_stays_defined() -> None:
    item = {"id": "x", "card": "Secret Twin", "controller": "alice", "transformed": True}
    view = position({"battlefield": [item]}).seen_by("bob")
    assert view.characteristics["x"].name == "Secret Back"
    assert set(view.model.cards) == {"Secret Twin", "Secret Back"}


# --- the same through the command line ------------------------------------------------------------------------


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(arguments)
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out + said.err


@pytest.fixture(scope="module")
def two_files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Two files of boards that differ in nothing that bob sees."""
    paths = []
    for number, turn in enumerate((0, 3)):
        hidden = {
            name: (f"zyx{number}{place}", HIDDEN[(place + turn) % len(HIDDEN)])
            for place, (_, name) in enumerate(BOB_HIDDEN)
        }
        path = tmp_path_factory.mktemp("boards") / "board.yaml"
        path.write_text(full_board(fill(hidden)).to_yaml())
        paths.append(str(path))
    return paths


@pytest.mark.parametrize(
    "arguments",
    [
        ["view"],
        ["view", "--json"],
        ["status"],
        ["status", "--json"],
        ["legal", "--json", "--action", "turn", "--action", "cast"],
        ["legal", "--action", "put", "--object", "face-down battlefield 1"],
        ["legal", "--json", "--no-outcomes"],
    ],
    ids=" ".join,
)
def test_answers_about_boards_that_look_alike(
    arguments: list[str], two_files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command, *rest = arguments
    answers = [ask(capsys, command, path, "--as", "bob", *rest) for path in two_files]
    assert answers[0] == answers[1]
    code, said = answers[0]
    turned_up_too = command == "legal" and "put" not in rest
    assert code == (3 if turned_up_too else 0)  # what is turned up is not known
    assert leaks(said) == []
    if "--json" in rest:
        data = json.loads(said)
        assert data == json.loads(answers[1][1])
        if command == "legal":
            assert {entry["action"].split()[0] for entry in data["actions"]} & {"put", "turn"}
    assert set(leaks(Path(two_files[0]).read_text())) == {"secret", "hydra", "memnite", "unheard-of", "untold", "zyx"}


FORMS = (
    'turn "{}" face up',
    'turn "{}" face up for its morph cost',
    'turn "{}" face up for its megamorph cost',
    'turn "{}" face up for its disguise cost',
    'turn "{}" face up for its mana cost by alice',
    'turn "{}" face down',
    'cast "{}"',
    'cast "{}" face down by alice',
    'resolve "{}"',
    'reveal "{}"',
    'look at "{}" by bob',
    'manifest "{}"',
    'return "{}" to hand',
    'exile "{}" face down',
    'put two +1/+1 counters on "{}"',
    'transform "{}"',
    'choose "{}"',
)


def test_texts_of_verdicts_about_boards_that_look_alike(two_files: list[str]) -> None:
    one, other = (Board.load(path).seen_by("bob") for path in two_files)
    hidden = [name for name, item in one.objects.items() if item.card is None]
    assert len(hidden) == len(BOB_HIDDEN)
    texts = [str(verdict) for verdict in one.candidate_actions]
    assert texts == [str(verdict) for verdict in other.candidate_actions]
    phrases = [form.format(name) for number, name in enumerate(hidden) for form in (FORMS * 9)[number::7][:2]]
    verdicts = [str(one.check(phrase)) for phrase in phrases]
    assert verdicts == [str(other.check(phrase)) for phrase in phrases]
    texts += verdicts
    assert leaks("\n".join(texts)) == []


@pytest.mark.parametrize(
    ("command", "rest"),
    [
        ("check", ['turn "face-down battlefield 1" face up for its morph cost by alice']),
        ("check", ['destroy "face-down battlefield 4"']),
        ("apply", ['turn "face-down battlefield 4" face up']),
        ("apply", ["put a charge counter on bear"]),
        ("apply", ['destroy "face-down battlefield 2"']),
        ("apply", ["manifest the top card of alice's library"]),
        ("why", ['turn "face-down battlefield 1" face up for its morph cost']),
        ("why", ["put a charge counter on bear", "--that", "bear has 1 charge counter"]),
        ("check", ['destroy "face-down battlefield 1" if "face-down battlefield 1" is a creature card']),
        ("check", ['put a charge counter on bear if "alice\'s hand 1" is a land card']),
        ("apply", ['put a charge counter on bear if "face-down exile 1" is a land card', "--json"]),
        ("apply", ["turn bear face down", "exile bear face down", "--json"]),
        ("apply", ['create t as a copy of "alice\'s hand 1"', "--json"]),
        ("why", ['destroy "face-down battlefield 1" if "face-down battlefield 1" is a creature card']),
        ("why", ['turn "face-down battlefield 1" face up', "--that", "bear has 1 charge counter"]),
    ],
)
def test_other_commands_about_boards_that_look_alike(
    command: str, rest: list[str], two_files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    answers = [ask(capsys, command, path, "--as", "bob", *rest) for path in two_files]
    assert answers[0] == answers[1]
    assert leaks(answers[0][1]) == []


def test_the_id_of_a_hidden_card_is_not_an_id(two_files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    board = Board.load(two_files[0])
    name = next(one for one in board.objects if one.startswith("zyx"))
    code, said = ask(capsys, "check", two_files[0], f"destroy {name}", "--as", "bob")
    assert code == 2
    assert said == f"pyengine: 'destroy {name}': nothing on the board is called '{name}'\n"
    assert ask(capsys, "check", two_files[0], f"destroy {name}", "--as", "alice")[0] == 0


def test_the_printed_view_is_a_board_file(
    two_files: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "view.yaml"
    for options, read in ((), Board.parse), (("--json",), Board.parse):
        path.write_text(ask(capsys, "view", two_files[0], "--as", "bob", *options)[1])
        assert read(path.read_text()) == Board.load(two_files[0]).seen_by("bob")
        assert ask(capsys, "status", str(path))[0] == 0
        assert ask(capsys, "view", str(path), "--as", "bob", *options)[1] == path.read_text()


# --- merged permanents -------------------------------------------------------------------------------------------


def test_of_how_many_cards_a_face_down_merged_permanent_consists_is_seen() -> None:
    board = Board.parse(
        "players: {alice: {}, bob: {}}\nbattlefield:\n"
        "  - {id: k, card: Grizzly Bears, controller: alice, face_down: {by: manifest},\n"
        "     merged: [{id: cub, card: Memnite, face_down: true}]}\n"
    )
    [seen] = board.seen_by("bob").model.battlefield
    assert [(part.id, part.card) for part in seen.merged] == [("component 1 of face-down battlefield 1", None)]
    assert board.seen_by("alice").model.battlefield == board.model.battlefield


def test_the_id_of_a_face_down_card_beneath_another_is_hidden() -> None:
    board = Board.parse(
        "players: {alice: {}, bob: {}}\nbattlefield:\n"
        "  - {id: willbender, card: Willbender, controller: alice, covered_face_down: true,\n"
        "     merged: [{id: cub, card: Memnite, over: true}]}\n"
        "  - {id: axe, card: Memnite, controller: alice, attached_to: willbender}\n"
    )
    merged, axe = board.seen_by("bob").model.battlefield
    assert (merged.id, merged.card, axe.attached_to) == ("merged battlefield 1", None, "merged battlefield 1")
    assert "illbender" not in board.seen_by("bob").to_yaml()


SECRET_CARDS = """
players: {alice: {mana: "{4}{R}{W}{B}"}, bob: {}}
battlefield:
  - {id: k, card: Lightning Bolt, controller: alice, face_down: {by: manifest}, copy_of: Skirk Marauder}
  - {id: r, card: Ruthless Ripper, controller: alice, face_down: {by: morph}, known_to: [bob]}
hand:
  - {id: s, card: Skinthinner, owner: alice}
exile:
  - {id: x, card: Willbender, owner: alice, face_down: {by: effect}, effects: [{may_cast: {}}]}
"""


@pytest.mark.parametrize(
    "phrase",
    [
        'turn "face-down battlefield 1" face up for its morph cost by alice',
        'turn "face-down battlefield 1" face up for its mana cost by alice',
        'turn "face-down battlefield 1" face up',
        "turn r face up for its morph cost by alice",
        'cast "alice\'s hand 1" face down by alice',
        'cast "face-down exile 1" by alice',
        'put "alice\'s hand 1" onto the battlefield',
        'put a +1/+1 counter on r if "alice\'s hand 1" is a creature card',
        'merge "alice\'s hand 1" over r',
        'turn "face-down exile 1" face up',
        'create t as a copy of "alice\'s hand 1"',
    ],
)
def test_what_depends_on_a_hidden_card_is_cut_short(phrase: str) -> None:
    view = Board.parse(SECRET_CARDS).seen_by("bob")
    verdict = view.check(phrase)
    assert not verdict.complete, verdict
    list(view.outcomes(phrase))


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("Whenever a land card is put into your graveyard from anywhere, you gain 2 life.", []),
        ("At the beginning of your end step, if you descended this turn, you gain 2 life.", ["go to the end step"]),
        (
            "Whenever a face-down creature you control dies, return it to the battlefield face down under its owner's "
            "control if it's a permanent card, then turn it face up.",
            [],
        ),
        ("Whenever a creature dies, draw a card if it's a land card.", []),
        (
            "At the beginning of your end step, you gain 1 life for each land card in your graveyard.",
            ["go to the end step"],
        ),
        (
            "At the beginning of your end step, if there is a land card in your graveyard, you gain 2 life.",
            ["go to the end step"],
        ),
        ("As long as there is a land card in your graveyard, creatures you control get +1/+1.", []),
        (
            "As long as there are four or more card types among cards in your graveyard, creatures you control have "
            "flying.",
            [],
        ),
        ("Creatures you control get +1/+1 for each land card in your graveyard.", []),
        ("{0}: Return target land card from your graveyard to your hand.", ["activate ability 1 of watcher"]),
        ("{0}: Return a land card from your graveyard to your hand.", ["activate ability 1 of watcher"]),
        ("Exile a land card from your graveyard: You gain 2 life.", ["activate ability 1 of watcher"]),
        (
            "{0}: You gain X life, where X is the greatest mana value among cards in your graveyard.",
            ["activate ability 1 of watcher"],
        ),
    ],
)
def test_what_a_hidden_card_is_that_dies_is_cut_short(text: str, actions: list[str]) -> None:
    """Whether something triggers, what meets a condition, is counted or can be chosen is not known, and not denied."""
    board = Board.from_data(
        {
            "players": {"alice": {}, "bob": {}},
            "cards": {"Watcher": {"types": ["enchantment"], "text": text, "text_remarks": True}},
            "battlefield": [
                {"id": "watcher", "card": "Watcher", "controller": "alice"},
                {"id": "hidden", "card": "Forest", "controller": "alice", "face_down": {"by": "manifest"}},
            ],
        }
    )
    outcomes = board.seen_by("bob").outcomes('destroy "face-down battlefield 1"', *actions, settle=True)
    list(outcomes)
    assert any("hidden from the player who asks" in caveat for caveat in outcomes.caveats)


def test_whether_a_hidden_card_that_died_can_be_a_target_is_not_known() -> None:
    board = Board.from_data(
        {
            "players": {"alice": {}, "bob": {}},
            "cards": {
                "Digger": {"types": ["artifact"], "text": "{0}: Exile target land card from an opponent's graveyard."}
            },
            "battlefield": [{"id": "digger", "card": "Digger", "controller": "bob"}],
            "graveyard": [{"id": "dead", "owner": "alice"}, {"id": "own", "owner": "bob"}],
            "priority": "bob",
        }
    )
    assert board.check("activate ability 1 of digger targeting dead").unknown
    refused = board.check("activate ability 1 of digger targeting own")
    assert (refused.legal, refused.unknown) == (False, False)


@pytest.mark.parametrize(
    ("text", "owner", "is_told"),
    [
        ("You may put a creature card from your hand onto the battlefield.", "alice", True),
        ("You may put a creature card from your hand onto the battlefield.", "bob", False),
        ("Discard a creature card.", "alice", True),
        ("Return a creature card from your graveyard to your hand.", "alice", False),
        ("Discard a card.", "alice", True),
    ],
)
def test_what_could_be_chosen_from_a_hand_is_not_known_if_a_card_there_is_not(
    text: str, owner: str, is_told: bool
) -> None:
    board = Board.from_data(
        {
            "players": {"alice": {}, "bob": {}},
            "cards": {"Call": {"mana_cost": "{G}", "types": ["sorcery"], "text": text}},
            "hand": [{"id": "bear", "card": "Grizzly Bears", "owner": "alice"}, {"id": "unknown", "owner": owner}],
            "graveyard": [{"id": "elf", "card": "Llanowar Elves", "owner": "alice"}],
            "stack": [{"id": "call", "card": "Call", "owner": "alice"}],
        }
    )
    found = board.outcomes("resolve call")
    assert found.complete is not is_told
    assert any("the identity of unknown" in note for note in found.caveats) is is_told


def test_a_hidden_card_is_unknown_and_not_taken_for_something_else() -> None:
    view = Board.parse(SECRET_CARDS).seen_by("bob")
    for phrase, rule in (
        ('destroy "face-down battlefield 1" if "face-down battlefield 1" is a creature card', "708.12"),
        ('put a +1/+1 counter on r if "alice\'s hand 1" is a land card', "608.2c"),
        ('create t as a copy of "alice\'s hand 1"', "707.2"),
    ):
        verdict = view.check(phrase)
        assert [(reason.code, reason.rule) for reason in verdict.reasons] == [("unknown_card", rule)]
        assert not verdict.complete
    verdict = view.check('put a +1/+1 counter on r if "face-down exile 1" is a land card')
    assert ([reason.rule for reason in verdict.reasons], verdict.complete) == (["406.3a"], True)


ANY_CARDS = {
    "Any Twin": SECRETS["Secret Twin"] | {"abilities": ["indestructible", {"cant_put": {}}, {"megamorph": "{U}"}]},
    "Any Shock": {"types": ["instant"], "mana_cost": "{R}"},
    "Any Isle": {"types": ["land"]},
}
ANY_PLACES: dict[str, Callable[[str, str], dict[str, Any]]] = {
    **{place: PLACES[place] for place in ("morph", "manifest", "hand", "library", "exile")},
    "beneath": lambda name, card: {
        "battlefield": [
            {
                "id": name,
                "card": card,
                "controller": "alice",
                "covered_face_down": True,
                "merged": [{"id": "cub", "card": "Memnite", "over": True}],
            }
        ]
    },
}
ANY_FORMS = (
    "turn {} face up",
    "turn {} face down",
    "put {} onto the battlefield",
    "destroy {} if {} is a creature card",
    "put a charge counter on bear if {} is a permanent card",
    "put a +1/+1 counter on {}",
    "transform {}",
    "attach axe to {}",
    "create t as a copy of {}",
    "bear becomes a copy of {}",
    "merge {} over bear",
    "destroy {}",
)


@pytest.mark.parametrize("place", ANY_PLACES)
def test_what_is_said_of_a_hidden_card_holds_whatever_it_is(place: str) -> None:
    """A verdict that is not cut short is right for every card; so is each reason but that the card is unknown."""
    boards = []
    for card in ANY_CARDS:
        zones = ANY_PLACES[place]("zyx", card)
        zones["battlefield"] = [
            *zones.get("battlefield", ()),
            {"id": "bear", "card": "Grizzly Bears", "controller": "alice", "counters": {"+1/+1": 1}},
            {"id": "axe", "card": "Axe", "controller": "alice"},
        ]
        cards = ANY_CARDS | {
            "Axe": {"types": ["artifact"], "subtypes": ["equipment"]},
            "Secret Back": SECRETS["Secret Back"],
        }
        boards.append(Board.from_data({"players": {"alice": {}, "bob": {}}, "cards": cards, **zones}))
    view = boards[0].seen_by("bob")
    [hidden] = [name for name, item in view.objects.items() if item.card is None]
    for form in ANY_FORMS:
        seen = view.check(form.format(f'"{hidden}"', f'"{hidden}"'))
        said = {(reason.code, reason.rule) for reason in seen.reasons if reason.code != "unknown_card"}
        for board in boards:
            full = board.check(form.format("zyx", "zyx"))
            assert said <= {(reason.code, reason.rule) for reason in full.reasons}, form
            assert not seen.complete or seen.legal == full.legal, form


def test_what_is_illegal_whatever_is_hidden_is_not_cut_short() -> None:
    view = Board.parse(SECRET_CARDS).seen_by("bob")
    for phrase in (
        'turn "face-down battlefield 1" face up for its morph cost by bob',
        'cast "alice\'s hand 1" face down by bob',
    ):
        verdict = view.check(phrase)
        assert (verdict.legal, verdict.complete) == (False, True)
    turns = [verdict.action for verdict in view.candidate_actions.where(verbs=["turn"])]
    assert 'turn "face-down battlefield 1" face up for its mana cost' in turns


def test_what_has_been_revealed_and_is_not_known_can_be_asked_about() -> None:
    view = Board.parse(SECRET_CARDS).seen_by("bob")
    [outcome] = view.outcomes('exile "face-down battlefield 1"')
    after = Board.parse(outcome.board.to_yaml())
    assert after.is_valid()
    assert after.check("put a +1/+1 counter on r").legal


def test_a_copy_of_something_known_can_be_asked_about_though_its_card_is_not() -> None:
    """It may have been turned face up as the copy that it is."""
    board = Board.from_data(
        {
            "players": {"alice": {}, "bob": {}},
            "battlefield": [
                {"id": "mauler", "card": "Sagu Mauler", "controller": "alice", "face_down": {"by": "morph"}},
                {"id": "giant", "card": "Hill Giant", "controller": "bob"},
            ],
        }
    )
    hidden = '"face-down battlefield 1"'
    [outcome] = board.seen_by("bob").outcomes(f"{hidden} becomes a copy of giant", f"turn {hidden} face up")
    assert outcome.board.characteristics["face-down battlefield 1"].name == "Hill Giant"
    assert Board.parse(outcome.board.to_yaml()).is_valid()


def test_what_was_turned_up_as_a_copy_is_not_known_once_it_is_a_copy_no_more() -> None:
    board = Board.from_data(
        {
            "players": {"alice": {}, "bob": {}},
            "cards": {
                "Weave": {
                    "types": ["instant"],
                    "mana_cost": "{0}",
                    "text": "Target creature becomes a copy of another target creature until end of turn.",
                }
            },
            "battlefield": [
                {"id": "unknown", "controller": "alice", "face_down": {"by": "morph"}},
                {"id": "giant", "card": "Hill Giant", "controller": "bob"},
            ],
            "hand": [{"id": "weave", "card": "Weave", "owner": "alice"}],
        }
    )
    turned = ["cast weave targeting unknown and giant", "resolve the top of the stack", "turn unknown face up"]
    for actions, told in ((turned, False), ([*turned, "go to the next turn"], True)):
        outcomes = board.outcomes(*actions)
        list(outcomes)
        assert any("hidden from the player who asks" in caveat for caveat in outcomes.caveats) == told


def test_an_action_that_depends_on_a_hidden_card_is_not_called_illegal() -> None:
    """Unless it can't be done whatever the card is."""
    board = Board.parse(
        "players: {alice: {}, bob: {}}\n"
        "battlefield: [{id: mauler, card: Sagu Mauler, controller: alice, face_down: {by: morph}}]"
    )
    [name] = board.seen_by("bob").objects
    seen = board.seen_by("bob")
    open_ = seen.check(f'destroy "{name}" if "{name}" is a creature card')
    assert open_.unknown
    assert str(open_).startswith("not known: ")
    refused = seen.check(f'turn "{name}" face up for its morph cost by bob')
    assert not refused.unknown
    assert str(refused).startswith("illegal: ")
    assert not board.check("untap mauler").unknown


def test_whether_a_hidden_card_stays_face_down_is_not_known() -> None:
    """A manifested card may be an instant (701.40g), one that was cast face down is none."""
    board = Board.parse(
        "players: {alice: {}, bob: {}}\n"
        "battlefield:\n"
        "  - {id: morph, card: Sagu Mauler, controller: alice, face_down: {by: morph}}\n"
        "  - {id: manifest, card: Sagu Mauler, controller: alice, face_down: {by: manifest}}\n"
    )
    seen = board.seen_by("bob")
    morph, manifest = seen.objects
    assert seen.check(f'turn "{morph}" face up').legal
    assert seen.check(f'turn "{manifest}" face up').unknown
    assert board.check("turn manifest face up").legal
