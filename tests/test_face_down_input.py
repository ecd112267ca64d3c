"""Clumsy and hostile input about face-down objects: one clear message with its place, exit code 2, no traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from common import PLAYERS, card, one

from pyengine import Board, InvalidBoardError
from pyengine.cli.main import main
from pyengine.phrases.phrase_words import quoted

PROGRAMS = ("x). :- a.", 'x"). bad(1..999999999). %', "\\", "up(x)")


def ability(text: str) -> str:
    return card(f"abilities: [{text}]")


CAUSES = "'morph', 'megamorph', 'disguise', 'manifest', 'cloak', 'manifest dread' or 'effect'"
SYMBOLS = "expected mana symbols such as {2}{G}"
POOL = "expected mana such as {G}{G}{2}"

CONFUSED = [
    # how it is face down
    (one(", face_down: {}"), "b.yaml:3:67: ", ["'by' is missing"]),
    (one(", face_down: true"), "b.yaml:3:67: ", ["expected a mapping, found true; write it as in {by: morph}"]),
    (one(", face_down: cloak"), "b.yaml:3:67: ", ["expected a mapping, found 'cloak'; write it as in {by: cloak}"]),
    (one(", face_down: [by, morph]"), "b.yaml:3:67: ", ["found a list; write it as in {by: morph}"]),
    (one(", face_down: {by: }"), "b.yaml:3:72: ", [CAUSES, "found nothing"]),
    (one(", face_down: {by: morfh}"), "b.yaml:3:72: ", [CAUSES, "found 'morfh'; did you mean 'morph'?"]),
    (one(", face_down: {by: [morph]}"), "b.yaml:3:72: ", [CAUSES, "found a list"]),
    (one(", face_down: {by: Morph}"), "b.yaml:3:72: ", [CAUSES, "found 'Morph'"]),
    (one(", face_down: {by: manifest, cause: x}"), "b.yaml:3:", ["unknown field 'cause'", "by, lists, pile"]),
    (one(", manifested: true"), "b.yaml:3:56: ", ["unknown field 'manifested'", "face_down"]),
    (one(", facedown: true"), "b.yaml:3:56: ", ["unknown field 'facedown'", "did you mean 'face_down'?"]),
    # what an effect lists
    (one(", face_down: {by: effect, lists: {types: creature}}"), "b.yaml:3:", ["expected a list, found 'creature'"]),
    (one(", face_down: {by: effect, lists: {colors: [red]}}"), "b.yaml:3:", ["unknown field 'colors'", "subtypes"]),
    (one(", face_down: {by: effect, lists: {power: -1}}"), "b.yaml:3:", ["from 0 to 1000000, found -1"]),
    (one(", face_down: {by: effect, lists: {power: 1000001}}"), "b.yaml:3:", ["from 0 to 1000000, found 1000001"]),
    (one(", face_down: {by: effect, lists: {toughness: 1" + "0" * 99 + "}}"), "b.yaml:3:", ["from 0 to 1000000"]),
    (one(", face_down: {by: effect, lists: {power: '*'}}"), "b.yaml:3:", ["expected a whole number, found '*'"]),
    (one(", face_down: {by: effect, lists: {power: 1.5}}"), "b.yaml:3:", ["expected a whole number, found 1.5"]),
    (one(", face_down: {by: effect, lists: {keywords: ['']}}"), "b.yaml:3:", ["found an empty string"]),
    (one(', face_down: {by: effect, lists: {subtypes: ["a\\nb"]}}'), "b.yaml:3:", ["control characters"]),
    (one(", face_down: {by: effect, lists: {subtypes: [" + "x" * 201 + "]}}"), "b.yaml:3:", ["at most 200 characters"]),
    # piles
    (one(", face_down: {by: effect, pile: 7}"), "b.yaml:3:86: ", ["expected text, found 7", "quotes"]),
    (one(', face_down: {by: effect, pile: ""}'), "b.yaml:3:86: ", ["found an empty string"]),
    (one(', face_down: {by: effect, pile: "a\\0b"}'), "b.yaml:3:86: ", ["U+0000"]),
    # players and objects that are not there
    (one(", known_to: [zed]"), "b.yaml:3:67: ", ["no player is called 'zed'; there are: alice, bob"]),
    (one(", known_to: [alise]"), "b.yaml:3:67: ", ["did you mean alice?"]),
    (one(", known_to: alice"), "b.yaml:3:66: ", ["expected a list, found 'alice'"]),
    (one(", known_to: [bear]"), "b.yaml:3:67: ", ["no player is called 'bear'"]),
    ("players: {alice: {controlled_by: zed}, bob: {}}\n", "b.yaml:1:34: ", ["no player is called 'zed'"]),
    ("players: {alice: {controlled_by: [bob]}, bob: {}}\n", "b.yaml:1:", ["controlled_by", "found a list"]),
    # components of merged permanents
    (one(", merged: [{id: bear, card: Hill Giant}]"), "b.yaml:3:70: ", ["two things are called 'bear'"]),
    (one(", merged: [{id: bob, card: Hill Giant}]"), "b.yaml:3:70: ", ["two things are called 'bob'"]),
    (
        one(", merged: [{id: q, card: Hill Giant}, {id: q, card: Memnite}]"),
        "b.yaml:3:97: ",
        ["two things are called 'q'"],
    ),
    (one(", merged: [{id: q, card: Nothing}]"), "b.yaml:3:79: ", ["no card named 'Nothing'", "`cards:`"]),
    (one(", merged: [{id: q}]"), "b.yaml:3:65: ", ["'card' is missing"]),
    (one(", merged: [{id: q, card: Hill Giant, owner: zed}]"), "b.yaml:3:98: ", ["no player is called 'zed'"]),
    (one(", merged: {id: q, card: Hill Giant}"), "b.yaml:3:", ["expected a list, found a mapping"]),
    # costs
    (ability("{morph: '{Q}'}"), "b.yaml:3:47: ", [SYMBOLS, "found '{Q}'"]),
    (ability("{morph: '2G'}"), "b.yaml:3:47: ", [SYMBOLS, "found '2G'"]),
    (ability("{morph: '{-1}'}"), "b.yaml:3:47: ", [SYMBOLS, "found '{-1}'"]),
    (ability("{morph: '{g}'}"), "b.yaml:3:47: ", [SYMBOLS, "found '{g}'"]),
    (ability("{morph: '{²}'}"), "b.yaml:3:47: ", [SYMBOLS]),
    (ability("{morph: '{2} {G}'}"), "b.yaml:3:47: ", [SYMBOLS]),
    (ability("{morph: '{1000000}'}"), "b.yaml:3:47: ", ["numbers up to 999999"]),
    (ability("{megamorph: '{" + "9" * 5000 + "}'}"), "b.yaml:3:51: ", ["numbers up to 999999"]),
    (ability("{disguise: '" + "{1}" * 50 + "'}"), "b.yaml:3:50: ", ["at most 100 characters"]),
    (ability("{morph: 3}"), "b.yaml:3:47: ", ["expected text or a mapping, found 3"]),
    (ability("{morph: }"), "b.yaml:3:39: ", ["expected exactly one of keyword", "found none"]),
    (ability("{morph: {}}"), "b.yaml:3:47: ", ["expected a cost such as {2}{G}", "found none"]),
    (ability("{morph: {life: 0}}"), "b.yaml:3:54: ", ["from 1 to 1000000000, found 0"]),
    (ability("{morph: {life: 1" + "0" * 30 + "}}"), "b.yaml:3:54: ", ["from 1 to 1000000000"]),
    (ability("{morph: {lief: 5}}"), "b.yaml:3:48: ", ["unknown field 'lief' (did you mean 'life'?)"]),
    (ability("{morph: {discard: 1}}"), "b.yaml:3:57: ", ["expected a mapping, found 1"]),
    (ability("{morph: {discard: {count: 0}}}"), "b.yaml:3:65: ", ["from 1 to 1000000000 or 'X', found 0"]),
    (ability("{morph: {remove_counters: {Charge: 1, charge: 2}}}"), "b.yaml:3:65: ", ["'charge' is given twice"]),
    (ability("{morph: '{1}', megamorph: '{1}'}"), "b.yaml:3:39: ", ["exactly one of", "found morph and megamorph"]),
    (ability("{manifest: '{1}'}"), "b.yaml:3:40: ", ["unknown field 'manifest'"]),
    (ability("{has: {morph: }}"), "b.yaml:3:45: ", ["morph, megamorph or disguise with a cost"]),
    (ability("{morph_costs: {}}"), "b.yaml:3:53: ", ["expected either 'more' or 'less'"]),
    (
        ability("{morph_costs: {more: 1, procedures: [cloak]}}"),
        "b.yaml:3:76: ",
        ["'disguise' or 'mana', found 'cloak'"],
    ),
    (ability("{as_turned_up: {counters: {+1/+1: Y}}}"), "b.yaml:3:73: ", ["a whole number or 'X', found 'Y'"]),
    (ability("{as_turned_up: {copy_until: never}}"), "b.yaml:3:67: ", ["'turned face down' or 'lasting'"]),
    (ability("{cant_turn_up: {during: never}}"), "b.yaml:3:63: ", ["found 'never'"]),
    (ability("{may_look: {by: me}}"), "b.yaml:3:55: ", ["'you', 'opponent' or 'each', found 'me'"]),
    (ability("{may_cast: {from_zones: [library]}}"), "b.yaml:3:", ["'top of library'", "found 'library'"]),
    # mana pools
    ("players: {alice: {mana: GG}}\n", "b.yaml:1:25: ", [POOL, "found 'GG'"]),
    ("players: {alice: {mana: 3}}\n", "b.yaml:1:25: ", ["expected text, found 3", "quotes"]),
    ("players: {alice: {mana: '{G/U}'}}\n", "b.yaml:1:25: ", [POOL, "found '{G/U}'"]),
    ("players: {alice: {mana: '{X}'}}\n", "b.yaml:1:25: ", [POOL]),
    ("players: {alice: {mana: '{1000000}'}}\n", "b.yaml:1:25: ", [POOL, "found '{1000000}'"]),
    ("players: {alice: {mana: '{" + "9" * 150 + "}'}}\n", "b.yaml:1:25: ", [POOL]),
    ("players: {alice: {mana: " + "9" * 5000 + "}}\n", "b.yaml:1:25: ", ["5000 digits"]),
    ("players: {alice: {mana: '" + "{G}" * 100 + "'}}\n", "b.yaml:1:25: ", ["at most 200 characters"]),
    ("players: {alice: {mana: [G]}}\n", "b.yaml:1:25: ", ["expected text, found a list"]),
    ("players: {alice: {mana: '{1}). :- a.'}}\n", "b.yaml:1:25: ", [POOL]),
]


@pytest.mark.parametrize(("content", "where", "said"), CONFUSED, ids=range(len(CONFUSED)))
def test_one_clear_message(complaint: Callable[..., str], content: str, where: str, said: list[str]) -> None:
    message = complaint(content)
    assert message.startswith(where), message
    assert len(message) < 800
    for words in said:
        assert words in message


@pytest.mark.parametrize(
    "text",
    [
        "morph",
        "megamorph",
        "Disguise",
        "'morph {2}'",
        "{keyword: morph}",
        "{has: {keywords: [morph]}}",
        "{morph: ''}",
        "{morph: {mana: ''}}",
        "{morph: {remove_counters: {}}}",
    ],
)
def test_a_morph_without_a_cost(complaint: Callable[..., str], text: str) -> None:
    """An ability that would be read as something else, or as costing nothing, is not taken in silence."""
    message = complaint(ability(text))
    assert message.startswith("b.yaml:3:")
    assert "cost" in message or "found ''" in message or "at least 1 entry" in message


def test_an_empty_mana_cost_is_not_a_mana_cost() -> None:
    """202.1b: then nothing is paid, so it can't be turned face up for it (701.40b). It may as well be refused."""
    text = one(", face_down: {by: manifest}", "card: Ox, ") + "cards: {Ox: {types: [creature], mana_cost: ''}}\n"
    try:
        board = Board.parse(text)
    except InvalidBoardError as error:
        assert "mana" in str(error)
    else:
        assert not board.is_legal("turn bear face up for its mana cost")


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (one("", "card: Ox, ") + "cards: {Ox: {types: [creature], back: Nobody}}\n", "b.yaml:4:39: "),
        (one("") + "cards: {Ox: {types: [creature], back: ''}}\n", "b.yaml:4:39: "),
    ],
)
def test_a_back_face_that_nobody_defines(complaint: Callable[..., str], content: str, where: str) -> None:
    message = complaint(content)
    assert "Nobody" in message or "empty" in message
    assert message.startswith(where), message


def test_only_what_has_a_back_is_modal(complaint: Callable[..., str]) -> None:
    assert "'modal' goes with 'back'" in complaint(one("") + "cards: {Ox: {types: [creature], modal: true}}\n")


# --- boards that no game could show ---------------------------------------------------------------------------

PROBLEMS = [
    (one(", token: true, face_down: {by: manifest}"), {"token_is_no_card"}),
    (one(", token: true, face_down: {by: cloak}"), {"token_is_no_card"}),
    (one(", token: true, face_down: {by: manifest dread}"), {"token_is_no_card"}),
    (one(", token: true, face_down: {by: morph}"), {"token_is_no_card"}),
    (one(", token: true, face_down: {by: effect}"), set()),
    (one(", face_down: {by: manifest}, transformed: true"), {"transformed_face_down", "no_back_face"}),
    (one(", transformed: true"), {"no_back_face"}),
    (one(", face_down: {by: morph, lists: {power: 5, toughness: 5}}"), {"listed_by_rule"}),
    (one(", face_down: {by: manifest, lists: {types: [artifact]}}"), {"listed_by_rule"}),
    (one("", ""), {"no_card"}),
    (one(", face_down: {by: manifest}", ""), set()),
    (f"{PLAYERS}stack: [{{id: s, owner: alice}}]\n", {"no_card"}),
    (f"{PLAYERS}stack: [{{id: s, card: Memnite, owner: alice, face_down: {{by: cloak}}}}]\n", {"no_face_down_spell"}),
    (f"{PLAYERS}hand: [{{id: s, card: Memnite, owner: alice, face_down: {{by: morph}}}}]\n", {"status_elsewhere"}),
    (f"{PLAYERS}graveyard: [{{id: s, card: Memnite, owner: bob, face_down: {{by: morph}}}}]\n", {"status_elsewhere"}),
]


@pytest.mark.parametrize(("content", "flags"), PROBLEMS, ids=range(len(PROBLEMS)))
def test_what_no_game_shows(
    content: str, flags: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`status` tells; whatever else is asked is refused, with the place."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.yaml").write_text(content)
    assert main(["status", "b.yaml", "--json"]) == (1 if flags else 0)
    assert {problem["code"] for problem in json.loads(capsys.readouterr().out)} == flags
    code = main(["view", "b.yaml", "--as", "bob"])
    said = capsys.readouterr()
    assert code == (2 if flags else 0)
    if flags:
        assert said.out == ""
        assert said.err.startswith("pyengine: the board contradicts the rules:\n  b.yaml:")
        assert len(said.err.splitlines()) == 1 + len(flags)


# --- phrases --------------------------------------------------------------------------------------------------

SOME = """players: {alice: {mana: "{5}"}, bob: {}}
battlefield:
  - {id: x, card: Ox, controller: alice, face_down: {by: morph}}
hand: [{id: h, card: Ox, owner: alice}]
library: [{id: l, card: Ox, owner: alice}]
exile: [{id: e, card: Ox, owner: alice, face_down: {by: effect, pile: p}}]
cards: {Ox: {types: [creature], power: 1, toughness: 1, abilities: [{morph: "{1}"}]}}
"""

NO_PHRASES = [
    ("turn x face up for its flying cost", "expected 'morph', 'megamorph', 'disguise' or 'mana', found 'flying'"),
    ("turn x face up for", "found the end"),
    ("turn x face up for its morph cost with X = -1", "expected a number, found '-1'"),
    ("turn x face up for its morph cost with X = 99999999999", "expected a number up to 1000000000"),
    ("turn x face up for its morph cost with X = many", "expected a number, found 'many'"),
    ("turn x face up as a 3/3 creature", "column 21: expected 'cost' or 'turn-based action', found '3/3'"),
    ("turn x sideways", "expected 'face up', 'face down'"),
    ("turn nobody face up", "nothing on the board is called 'nobody'"),
    ("turn x face down as a 2/2", "expected a card type or subtype, found the end"),
    ("turn x face down as a 2/2 horror", "expected a card type such as 'creature'"),
    ("turn x face down as a -1/2 creature", "expected power and toughness such as '2/2'"),
    ("turn x face down as a 1000001/1 creature", "up to 1000000"),
    ("turn x face down as a 2/2 creature with", "expected a keyword, found the end"),
    ("cast nothing", "nothing on the board is called 'nothing'"),
    ("cast zzz face down", "nothing on the board is called 'zzz'"),
    ("cast h sideways", "found 'sideways'"),
    ("cast h face down for manifest", "'disguise' or 'its', found 'manifest'"),
    ("manifest the top 1000 cards of alice's library", "expected a number from 1 to 100, found 1000"),
    ("manifest the top 0 cards of alice's library", "expected a number from 1 to 100, found 0"),
    ("manifest the top " + "9" * 1000 + " cards of alice's library", "expected a number from 1 to 100"),
    ("cloak the top -1 cards of alice's library", "found '-1'"),
    ("manifest the top card of zed's library", "nothing on the board is called 'zed'"),
    ("manifest the top card of alice", "expected whose it is as in \"alice's\", found 'alice'"),
    ("manifest dread by zed", "nothing on the board is called 'zed'"),
    ("manifest zzz", "nothing on the board is called 'zzz'"),
    ("exile x face down looked at by zed", "nothing on the board is called 'zed'"),
    ("exile x face up", "expected 'down', found 'up'"),
    ("choose a card from pile", "found the end"),
    ("merge x over zzz", "nothing on the board is called 'zzz'"),
    ("merge x with h", "expected 'over' or 'under'"),
    ("add {Q} to alice's mana pool", "found {Q}"),
    ("add {1000000000000} to alice's mana pool", "expected a number up to 1000000000"),
    ("add GG to alice's mana pool", "expected mana symbols such as"),
    ("add {G} to zed's mana pool", "nothing on the board is called 'zed'"),
    ("shuffle zed's library", "nothing on the board is called 'zed'"),
    ("zed leaves the game", "nothing on the board is called 'zed'"),
    ('choose a card from pile "x', 'expected a second "'),
    ("turn x face up). :- a.", "found"),
]


@pytest.mark.parametrize(("phrase", "said"), NO_PHRASES)
def test_phrases_that_are_none(complaint: Callable[..., str], phrase: str, said: str) -> None:
    for command in ("check", "apply", "why"):
        message = complaint(SOME, command, phrase)
        assert said in message
        assert len(message) < 500


@pytest.mark.parametrize(
    "phrase",
    [
        "turn alice face up",
        "turn alice face down",
        "cast alice face down",
        "cast h face down by x",
        "manifest alice",
        "cloak alice",
        "look at alice",
        "put alice onto the battlefield",
        "put alice onto the battlefield face down",
        "put x onto the battlefield as a copy of alice",
        "create y as a copy of alice",
        "put y onto the stack as a copy of alice",
        "cast alice",
        "merge alice over x",
        "merge x under alice",
        "attach alice to x",
        "alice gains control of bob",
        "exile alice face down",
        "manifest the top card of x's library",
        "reveal alice",
        "merge x over x",
        "x leaves the game",
        "alice becomes a copy of x",
        "x becomes a copy of alice",
        "choose a card from pile zzz",
        "cast h face down with X = 3",
        "turn x face up for its morph cost with X = 3",
    ],
)
def test_players_that_are_objects_and_objects_that_are_players(
    phrase: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refused or illegal, but never legal, and never a crash."""
    (tmp_path / "b.yaml").write_text(SOME)
    assert main(["check", str(tmp_path / "b.yaml"), phrase]) in (1, 2)
    said = capsys.readouterr()
    assert bool(said.out) != bool(said.err)
    assert "Traceback" not in said.err


# --- options --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["view"],
        ["status"],
        ["legal"],
        ["check", "tap x"],
        ["apply", "tap x"],
        ["why", "tap x"],
    ],
)
@pytest.mark.parametrize("player", ["zed", "x", "", "alise", "alice ", "x\n). :- a."])
def test_as_nobody(complaint: Callable[..., str], command: list[str], player: str) -> None:
    message = complaint(SOME, *command, "--as", player)
    assert message == f"no player is called {player!r}; there are: alice, bob"


def test_a_view_of_nothing(complaint: Callable[..., str], refused: Callable[..., str]) -> None:
    assert complaint("", "view", "--as", "bob").startswith("b.yaml: is empty")
    assert "missing.yaml: does not exist" in refused("view", "missing.yaml", "--as", "bob")


# --- names that look like program text ------------------------------------------------------------------------


@pytest.mark.parametrize("odd", PROGRAMS)
def test_no_name_is_program_text(odd: str) -> None:
    """Listed words, piles, ids, components and cards with such names are names, and come back as they were."""
    lists = {"types": ["creature"], "subtypes": [odd], "power": 3, "toughness": 4, "keywords": [odd]}
    start = Board.from_data(
        {
            "players": {"alice": {}, "bob": {"controlled_by": "alice"}},
            "battlefield": [
                {
                    "id": odd,
                    "card": f"{odd}?",
                    "controller": "alice",
                    "face_down": {"by": "effect", "lists": lists},
                    "merged": [{"id": f"{odd}!", "card": f"{odd}?"}],
                }
            ],
            "exile": [
                {"id": f"{odd}{n}", "card": f"{odd}?", "owner": "bob", "face_down": {"by": "effect", "pile": odd}}
                for n in range(2)
            ],
            "cards": {f"{odd}?": {"types": ["artifact"], "subtypes": [odd], "abilities": [odd, {"morph": "{1}"}]}},
        }
    )
    assert not start.status()
    found = start.characteristics[odd]
    assert (found.power, found.toughness, found.name) == (3, 4, None)
    assert found.types == {"creature"}
    assert found.subtypes == found.keywords == {odd.lower()}
    written = quoted(odd)
    [down] = start.outcomes(
        f"turn {written} face up", f"turn {written} face down as a 3/4 {written} creature with {written}"
    )
    assert down.board.characteristics[odd].subtypes == {odd.lower()}
    assert Board.parse(down.board.to_yaml()) == down.board
    chosen = start.outcomes(f"choose a card from pile {written}")
    assert chosen.count() == 2
    assert not start.check('choose a card from pile "nothing of the kind"')
    view = start.seen_by("bob")
    assert view.objects["face-down battlefield 1"].face_down == start.objects[odd].face_down
    assert Board.parse(view.to_yaml()) == view
