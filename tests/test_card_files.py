"""Card files: what is read of Scryfall's and MTGJSON's shapes, what is left out, and what is refused."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pyengine.cli.main import main
from pyengine.coverage import file_coverage
from pyengine.coverage.clause_shapes import shapes
from pyengine.english.ability_lines import Line
from pyengine.errors import InputError
from pyengine.formats import card_file, card_findings
from pyengine.formats.card_file import LeftOut, PrintedCard

DELVER = {
    "name": "Boiler of Eggs // Egg Horror",
    "layout": "transform",
    "type_line": "Creature — Human Wizard // Creature — Human Insect",
    "card_faces": [
        {
            "name": "Boiler of Eggs",
            "mana_cost": "{U}",
            "type_line": "Creature — Human Wizard",
            "oracle_text": "At the beginning of your upkeep, transform this creature.",
            "power": "1",
            "toughness": "1",
        },
        {
            "name": "Egg Horror",
            "mana_cost": "",
            "type_line": "Creature — Human Insect",
            "oracle_text": "Flying",
            "power": "3",
            "toughness": "2",
            "color_indicator": ["U"],
        },
    ],
}
GROWER = {
    "object": "card",
    "lang": "en",
    "name": "Tall Tree",
    "layout": "normal",
    "mana_cost": "{1}{G}",
    "type_line": "Tribal Legendary Creature — Time Lord Treefolk",
    "oracle_text": "Tall Tree's power is equal to the number of lands you control and its toughness is equal to that "
    "number plus 1.\nProfess your love.",
    "power": "*",
    "toughness": "1+*",
    "released_at": "2020-01-01",
}
WALKER = {"name": "Walt", "type_line": "Planeswalker — Walt", "loyalty": "4", "oracle_text": "+1: Draw a card."}
SIEGE = {"name": "Invasion", "type_line": "Battle — Siege", "defense": "5", "layout": "normal"}
NO_CARDS = [
    ({"name": "A Token", "layout": "token", "type_line": "Token Creature — Elf"}, "tokens and emblems"),
    ({"name": "Art", "layout": "art_series", "type_line": "Card // Card"}, "art cards"),
    ({"name": "Bant", "layout": "planar", "type_line": "Plane — Alara"}, "planes and phenomena"),
    ({"name": "Plot", "type_line": "Scheme"}, "schemes"),
    ({"name": "Avatar", "type_line": "Vanguard"}, "vanguards"),
    ({"name": "Odd", "type_line": ""}, card_file.NO_TYPE),
    ({"name": "Half", "type_line": "Eaturecray — Igpay"}, card_file.NO_TYPE),
    ({"name": "Baum", "type_line": "Creature — Treefolk", "lang": "de"}, card_file.OTHER_LANGUAGE),
]


def written(tmp_path: Path, data: Any, name: str = "cards.json", packed: bool = False) -> Path:
    text = json.dumps(data, ensure_ascii=False).encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(text) if packed else text)
    return path


def atomic(card: dict[str, Any]) -> list[dict[str, Any]]:
    """A card of Scryfall's as MTGJSON writes it."""
    own = {"oracle_text": "text", "type_line": "type", "mana_cost": "manaCost", "color_indicator": "colorIndicator"}
    faces = card.get("card_faces") or [card]
    found = []
    for number, face in enumerate(faces):
        one = {own.get(what, what): value for what, value in face.items()}
        one |= {"name": card["name"], "layout": card.get("layout", "normal")}
        if len(faces) > 1:
            one |= {"faceName": face["name"], "side": "ab"[number]}
        found.append(one)
    return found


@pytest.mark.parametrize("packed", [False, True])
def test_both_shapes_say_the_same_cards(tmp_path: Path, packed: bool) -> None:
    cards = [DELVER, GROWER, WALKER, SIEGE]
    scryfall = list(card_file.read(written(tmp_path, cards, "a", packed)))
    data = {"meta": {"date": "2026-11-28"}, "data": {str(card["name"]): atomic(card) for card in cards}}
    mtgjson = list(card_file.read(written(tmp_path, data, "b", packed)))
    listed = list(card_file.read(written(tmp_path, {"object": "list", "data": cards}, "c", packed)))
    assert listed == scryfall and all(isinstance(one, PrintedCard) for one in scryfall)
    undated = [one for one in scryfall if isinstance(one, PrintedCard)]
    assert [(one.name, one.layout, one.faces) for one in undated] == [
        (one.name, one.layout, one.faces) for one in mtgjson if isinstance(one, PrintedCard)
    ]


def test_faces_have_their_printed_characteristics(tmp_path: Path) -> None:
    boiler, tree, walt, siege = card_file.read(written(tmp_path, [DELVER, GROWER, WALKER, SIEGE]))
    assert isinstance(boiler, PrintedCard) and isinstance(tree, PrintedCard)
    front, back = card_file.definitions(boiler)
    assert (front.name, front.back, front.modal, front.power) == ("Boiler of Eggs", "Egg Horror", False, 1)
    assert (back.back, back.colors, back.mana_cost) == (None, ("blue",), None)
    (grown,) = card_file.definitions(tree)
    assert (grown.power, grown.toughness) == ("*", "1+*")
    assert grown.types == ("kindred", "creature") and grown.supertypes == ("legendary",)
    assert grown.subtypes == ("time lord", "treefolk")
    assert isinstance(walt, PrintedCard) and card_file.definitions(walt)[0].loyalty == 4
    assert isinstance(siege, PrintedCard) and card_file.definitions(siege)[0].defense == 5


def test_power_and_toughness_of_a_station_card_belong_to_its_station_symbol(tmp_path: Path) -> None:
    text = "Station (It's an artifact creature at 3+.)\nSTATION 3+\nFlying\nSTATION 12+\nHaste"
    ship = {"name": "Ship", "type_line": "Artifact — Spacecraft", "power": "4", "toughness": "1", "oracle_text": text}
    planet = {"name": "Moon", "type_line": "Land — Planet", "oracle_text": "Station\nSTATION 2+\nFlying"}
    unsaid = ship | {"name": "Hull", "oracle_text": "Station\nSTATION 3+\nFlying\nSTATION 12+\nHaste"}
    found = []
    for one in card_file.read(written(tmp_path, [ship, planet, unsaid])):
        assert isinstance(one, PrintedCard)
        (card,) = card_file.definitions(one)
        assert (card.power, card.toughness) == (None, None)
        found.append((card.text or "").split("\n", 1)[1])
    assert found == [
        "STATION 3+\n4/1\nFlying\nSTATION 12+\nHaste",
        "STATION 2+\nFlying",
        "STATION 3+\nFlying\nSTATION 12+\n4/1\nHaste",
    ]


@pytest.mark.parametrize(("entry", "why"), NO_CARDS)
def test_other_objects_are_left_out_with_the_reason(tmp_path: Path, entry: dict[str, Any], why: str) -> None:
    assert list(card_file.read(written(tmp_path, [entry]))) == [LeftOut(entry["name"], why)]


WHOLE = json.dumps([WALKER, SIEGE]).encode()
BAD = {
    "empty": (b"", "found no list and no object of JSON"),
    "text": (b"hello", "found no list and no object of JSON"),
    "binary": (b"\xff\xfe\x00", "is not text in UTF-8"),
    "cut off": (WHOLE[:-30], "cards.json:1: the file is cut off inside a value"),
    "cut off between": (WHOLE[:-1], "the file is cut off; expected ','"),
    "cut off, packed": (gzip.compress(WHOLE)[:-12], "the compressed file is cut off or damaged"),
    "damaged, packed": (gzip.compress(WHOLE)[:20] + b"xxxxxxxxxxxx", "the compressed file is cut off or damaged"),
    "more behind it": (WHOLE + b"]", "expected nothing behind the last bracket"),
    "a board": (b'{"players": {"a": {}}}', "the object has no 'data'"),
    "a list of numbers": (b"[1, 2]", "entry 1 is not a card: found 1"),
    "another MTGJSON file": (b'{"data": {"LEA": {"cards": []}}}', "entry 1 is not a card"),
    "names without faces": (b'{"data": {"Walt": [7]}}', "'Walt' is not a list of faces"),
    "no JSON": (b'[{"name": "Walt", "layout": normal, "type_line": "Artifact"}]', "expected JSON: "),
    "deep": (b"[" * 100_000, "cards.json:1: "),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_of_another_kind_is_refused(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content, said = BAD[name]
    monkeypatch.chdir(tmp_path)
    Path("cards.json").write_bytes(content)
    assert main(["cards", "--coverage", "cards.json"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and said in told.err and told.err.startswith("pyengine: cards.json")


def test_a_file_that_is_longer_than_what_is_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyengine.formats.card_json.CHUNK", 7)
    path = tmp_path / "cards.json"
    path.write_text(
        json.dumps([WALKER | {"name": f"Wält {number}"} for number in range(50)], ensure_ascii=False, indent=1)
    )
    assert [one.name for one in card_file.read(path)] == [f"Wält {number}" for number in range(50)]


def test_a_directory_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    for path, said in ((tmp_path, "is a directory"), (tmp_path / "none.json", "does not exist")):
        with pytest.raises(InputError, match=said):
            list(card_file.read(path))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("When this creature enters, draw a card. Profess your love.", {"profess your love"}),
        ("Whenever Foo sings three songs, draw a card.", {"whenever ~ sings N songs,"}),
        ("{2}{G}, Sing: Draw a card.", {"MANA, sing:"}),
        ("When this creature enters, if you sing, draw a card.", {"if you sing, \u2026"}),
        ("When Foo enters, put a +1/+1 counter on it unless two Elves sing.", {"\u2026 unless N SUBTYPE sing"}),
        ("Destroy target white creature or artifact of the abyss.", {"\u2026 or TYPE of the abyss"}),
    ],
)
def test_a_shape_is_the_clause_at_fault_without_details(text: str, found: set[str]) -> None:
    assert shapes(Line(text, 0), ("Foo",), is_spell="abyss" in text) == found


def card(name: str, text: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "type_line": "Enchantment", "oracle_text": text, **more}


def test_shapes_are_ordered_by_the_cards_that_they_alone_would_make_whole(tmp_path: Path) -> None:
    cards = [
        card("A", "When A enters, profess your love."),
        card("B", "Flying\nWhen B enters, profess your love."),
        card("C", "When C enters, profess your love.\nWhenever C sings, draw a card."),
        card("D", "When D enters, put a charge counter on it."),
        card("E", "Sing a song."),
        NO_CARDS[0][0],
    ]
    found = file_coverage.report(card_file.read(written(tmp_path, cards)), with_shapes=True)
    assert (found["cards"], found["whole"], found["subject"]["cards"]) == (5, 1, 1)
    assert found["left_out"] == {"tokens and emblems": 1}
    first = found["shapes"][0]
    assert (first["shape"], first["completes"], first["cards"]) == ("profess your love", 2, 3)
    assert first["examples"][0] == {"card": "A", "line": "When A enters, profess your love."}
    every = file_coverage.report(card_file.read(written(tmp_path, cards)), every=2)
    assert every["cards"] == 3
    about = file_coverage.report(card_file.read(written(tmp_path, cards)), only_about=True)
    assert about["cards"] == about["subject"]["cards"] == found["subject"]["cards"]


def test_the_command_counts_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(written(tmp_path, [DELVER, GROWER, NO_CARDS[0][0]]))
    assert main(["cards", "--coverage", path, "--missing", "--jobs", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["cards"], found["whole"]) == (2, 1)
    assert {one["shape"] for one in found["shapes"]} >= {"profess your love"}
    assert main(["cards", "--coverage", path, "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "left out: 1 tokens and emblems\n1 of 2 cards modelled in whole (50.0%)\n" in told
    assert main(["cards", "--missing"]) == 2
    assert "expected a card file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("Counter target spell.", False),
        ("This spell can't be countered.", False),
        ("You may counter it.", False),
        ("Put a +1/+1 counter on it.", True),
        ("Choose target creature. Double the number of each kind of counter on it.", True),
        ("Morph {2}{U}", True),
        ("Turn it face down.", True),
    ],
)
def test_which_texts_speak_of_counters_or_face_down_objects(text: str, speaks: bool) -> None:
    one = PrintedCard("Foo", "normal", (card_file.Face("Foo", "Creature", text),))
    assert card_findings.speaks_of_counters_or_face_down(one) is speaks
