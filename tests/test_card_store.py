"""The user's card store: importing, names, killed and concurrent imports, full disks, and files from elsewhere."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyengine import Board, InputError, Library, UnknownCardError
from pyengine.bulk import importing
from pyengine.cards import catalog, store, store_path
from pyengine.cli.main import main
from pyengine.formats import forge_puzzle
from pyengine.formats.puzzle_file import of_forge
from tests.test_card_files import DELVER, GROWER, NO_CARDS, SIEGE, WALKER, written

WEIRD = {
    "name": "Ætherling Dûo",
    "type_line": "Creature — Spirit",
    "mana_cost": "{2}",
    "oracle_text": "Vigilance\nWhenever Ætherling Dûo attacks, put a +1/+1 counter on it.\nProfess your love.",
    "power": "2",
    "toughness": "2",
}
STOMPER = {
    "name": "Stomping Giant // Stomping",
    "layout": "adventure",
    "card_faces": [
        {
            "name": "Stomping Giant",
            "mana_cost": "{2}{R}",
            "type_line": "Creature — Giant",
            "oracle_text": "Haste",
            "power": "4",
            "toughness": "3",
        },
        {
            "name": "Stomping",
            "mana_cost": "{1}{R}",
            "type_line": "Instant — Adventure",
            "oracle_text": "Stomping deals 2 damage to any target.",
        },
    ],
}
SPLIT = {
    "name": "Warm // Cold",
    "layout": "split",
    "card_faces": [
        {"name": "Warm", "mana_cost": "{1}{R}", "type_line": "Instant", "oracle_text": "Warm deals 2 damage to you."},
        {"name": "Cold", "mana_cost": "{1}{U}", "type_line": "Sorcery", "oracle_text": "Draw a card."},
    ],
}
OTHER_BEARS = {
    "name": "Grizzly Bears",
    "type_line": "Creature — Bear",
    "mana_cost": "{G}",
    "power": "9",
    "toughness": "9",
}
CARDS = [DELVER, GROWER, WALKER, SIEGE, WEIRD, STOMPER, SPLIT, OTHER_BEARS, NO_CARDS[0][0]]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store with a few cards, which is used."""
    target = tmp_path / "store.sqlite"
    importing.import_files([written(tmp_path, CARDS)], target)
    monkeypatch.setenv(store_path.VARIABLE, str(target))
    store.forget()
    yield target
    store.forget()


def contents(path: Path) -> list[Any]:
    """All that a store holds, in order."""
    with sqlite3.connect(path) as connection:
        return [sorted(connection.execute(f"SELECT * FROM {table}")) for table in ("meta", "printed", "card", "alias")]


def test_an_import_counts_what_it_did(tmp_path: Path) -> None:
    target, path = tmp_path / "deep" / "store.sqlite", written(tmp_path, CARDS)
    first = importing.import_files([path], target)
    assert (first["cards"], first["new"], first["unchanged"]) == (8, 8, 0)
    assert first["left_out"] == {"tokens and emblems": 1} and first["refused"] == []
    before = contents(target)
    again = importing.import_files([path], target)
    assert (again["new"], again["unchanged"]) == (0, 8)
    assert contents(target) == before
    newer = written(tmp_path, [WEIRD | {"oracle_text": "Flying"}, WALKER], "newer.json")
    changed = importing.import_files([newer], target)
    assert (changed["new"], changed["changed"], changed["unchanged"]) == (0, 1, 1)
    found = store.Store(target).find("aetherling_duo")
    assert found is not None and found.definition["text"] == "Flying"


def test_of_two_printings_the_played_and_then_the_newest_is_taken(tmp_path: Path) -> None:
    old = WALKER | {"released_at": "2001-01-01", "oracle_text": "Old.", "legalities": {"vintage": "legal"}}
    new = old | {"released_at": "2002-01-01", "oracle_text": "+1: Draw a card."}
    joke = old | {"released_at": "2003-01-01", "oracle_text": "Joke.", "legalities": {"vintage": "not_legal"}}
    target = tmp_path / "s"
    importing.import_files([written(tmp_path, [new, old, joke])], target)
    found = store.Store(target).find("walt")
    assert found is not None and found.definition["text"] == "+1: Draw a card."


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Ætherling Dûo", "Ætherling Dûo"),
        ("aetherling duo", "Ætherling Dûo"),
        ("AETHERLING DÛO", "Ætherling Dûo"),
        ("Boiler of Eggs", "Boiler of Eggs"),
        ("Boiler of Eggs // Egg Horror", "Boiler of Eggs"),
        ("boiler of eggs//egg horror", "Boiler of Eggs"),
        ("Egg Horror", "Egg Horror"),
        ("Stomping Giant // Stomping", "Stomping Giant"),
        ("Stomping", "Stomping Giant"),
        ("Warm // Cold", "Warm // Cold"),
        ("Cold", "Warm // Cold"),
        ("Grizzly Bears", "Grizzly Bears"),
    ],
)
def test_a_card_is_found_by_each_of_its_names(kept: Path, name: str, meant: str) -> None:
    assert catalog.whole_name(name) == meant
    assert Library(kept).definition(name).name == meant


def test_the_library_comes_before_the_store_and_a_board_before_both(kept: Path) -> None:
    assert catalog.definition("Grizzly Bears").power == 2
    board = Board.parse(
        "players: {alice: {}}\ncards: {Walt: {types: [creature], power: 7, toughness: 7}}\n"
        "battlefield: [{id: a, card: Walt, controller: alice}, {id: b, card: Grizzly Bears, controller: alice}]"
    )
    assert [board.characteristics[one].power for one in "ab"] == [7, 2]


def test_an_unknown_name_is_refused_with_those_near_it(kept: Path) -> None:
    with pytest.raises(UnknownCardError, match=r"in the library or in .*; did you mean Stomping Giant"):
        catalog.find("Stomping Giants")


BOARD = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: duo, card: AEtherling Duo, controller: alice}
  - {id: tree, card: tall tree, controller: alice}
  - {id: boiler, card: Boiler of Eggs // Egg Horror, controller: alice, transformed: true}
"""


def test_boards_use_stored_cards(kept: Path) -> None:
    board = Board.parse(BOARD)
    assert board.to_data()["battlefield"][0]["card"] == "Ætherling Dûo"
    assert board.characteristics["boiler"].power == 3
    assert board.is_legal("put a +1/+1 counter on duo")
    assert {name: lines[-1] for name, lines in board.unread().items()} == dict.fromkeys(
        ("Ætherling Dûo", "Tall Tree"), "Profess your love."
    )
    with pytest.raises(InputError, match="these lines of cards are not read: Ætherling Dûo: Profess your love"):
        board.require_whole()


def test_a_strict_command_refuses_and_another_answers(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, encoding="utf-8")
    question = tmp_path / "q"
    action = "put a +1/+1 counter on duo"
    question.write_text(json.dumps({"board": str(path), "action": action}))
    assert main(["check", str(path), action]) == 0
    assert main(["batch", str(question)]) == 0
    capsys.readouterr()
    assert main(["check", "--strict", str(path), action]) == 2
    assert "these lines of cards are not read" in capsys.readouterr().err
    assert main(["batch", "--strict", str(question)]) == 2
    assert "these lines of cards are not read" in json.loads(capsys.readouterr().out)["error"]


def test_a_forge_puzzle_uses_stored_cards(kept: Path) -> None:
    text = (
        "[metadata]\nName:x\nGoal:Win\nTurns:1\n[state]\nActivePlayer=human\nActivePhase=MAIN1\nHumanLife=20\n"
        "AILife=2\nhumanbattlefield=Aetherling Duo;Boiler of Eggs|Transformed\nhumanhand=Warm // Cold\n"
    )
    found = forge_puzzle.converted(text)
    assert found.problems == []
    assert of_forge(found, "x").board.zone("warm_cold") == "hand"


def test_the_option_names_a_store_for_one_command(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(store_path.VARIABLE, "")
    assert main(["cards", "Walt"]) == 2
    assert main(["cards", "Walt", "--store", str(kept), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["loyalty"] == 4
    assert os.environ[store_path.VARIABLE] == ""
    assert main(["cards", "Walt", "--store", str(kept) + "x"]) == 2
    assert "found no card store here" in capsys.readouterr().err


def test_the_commands_about_stored_cards(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "Ætherling Dûo"]) == 0
    told = capsys.readouterr().out
    assert "#     read as triggered ability, event attacks: Put a +1/+1 counter on " in told
    assert "# Profess your love.\n#     not read" in told
    assert main(["cards", "Ætherling", "Dûo", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["read"] for one in found["lines"]] == ["whole", "whole", "not"]
    assert main(["cards", "--search", "vigilance", "LOVE", "--json"]) == 0
    assert "Ætherling Dûo" in json.loads(capsys.readouterr().out)
    assert main(["cards", "--search", "100%", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert main(["cards", "--coverage", "--stored", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["cards"], found["whole"]) == (8, 6)
    assert main(["cards", "Stomping"]) == 0
    assert "Stomping deals 2 damage to any target." in capsys.readouterr().out


# --- interrupted, at once, full, damaged --------------------------------------------------------------------------

MANY = [WALKER | {"name": f"Walker {number}", "oracle_text": f"+{number}: Draw a card."} for number in range(1200)]
"""Cards that are written in several batches."""
IMPORT = [sys.executable, "-m", "pyengine", "cards", "import", "--jobs", "1", "--store"]


def test_a_killed_import_goes_on_and_ends_as_if_undisturbed(tmp_path: Path) -> None:
    path, target, whole = written(tmp_path, MANY), tmp_path / "killed", tmp_path / "whole"
    importing.import_files([path], whole)
    sizes = []
    for _ in range(5):
        with subprocess.Popen([*IMPORT, str(target), str(path)], stdout=subprocess.DEVNULL) as process:
            had = sizes[-1] if sizes else 0
            while process.poll() is None and _count(target) <= had:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
        sizes.append(_count(target))
    assert [0, *sizes] == sorted({0, *sizes})  # each went on where the one before it was killed
    assert importing.import_files([path], target)["unchanged"] == sizes[-1]
    assert contents(target) == contents(whole)


def _count(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(path, timeout=1) as connection:
            return int(connection.execute("SELECT count(*) FROM printed").fetchone()[0])
    except sqlite3.DatabaseError:
        return 0


def test_two_imports_at_once_end_as_one(tmp_path: Path) -> None:
    path, target, whole = written(tmp_path, MANY[:120]), tmp_path / "both", tmp_path / "whole"
    importing.import_files([path], whole)
    both = [subprocess.Popen([*IMPORT, str(target), str(path)], stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait(120) for one in both] == [0, 0]
    assert contents(target) == contents(whole)


def test_a_full_disk_gives_an_error_and_keeps_the_old_store(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(kept)
    secure = store._secure

    def small(connection: sqlite3.Connection) -> None:
        secure(connection)
        connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0] + 1}")

    monkeypatch.setattr(store, "_secure", small)
    monkeypatch.setattr(importing, "WRITTEN_AT_ONCE", 100)
    assert main(["cards", "import", str(written(tmp_path, MANY, "many.json"))]) == 2
    told = capsys.readouterr()
    assert "the disk is full" in told.err and told.out == ""
    assert contents(kept) == before
    assert catalog.find("Walt").name == "Walt"


@pytest.mark.parametrize("bad", [b"[", b'[{"name": "Walt"', b"hello", b"\x1f\x8b\x08\x00", b"[3]"])
def test_a_bad_file_changes_nothing(kept: Path, tmp_path: Path, bad: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(kept)
    path = tmp_path / "bad"
    path.write_bytes(json.dumps(MANY[:3]).encode()[:-1] + b", " + bad if bad.startswith(b"[{") else bad)
    assert main(["cards", "import", str(written(tmp_path, MANY[:3], "good")), str(path)]) == 2
    assert str(path) in capsys.readouterr().err
    assert contents(kept) == before


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\x00 and no more"])
def test_a_file_that_is_not_a_store_is_refused(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    assert main(["cards", "Walt", "--store", str(path)]) == 2
    assert "is not a card store" in capsys.readouterr().err
    assert path.read_bytes() == content


def test_a_database_of_another_kind_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    before = path.read_bytes()
    assert main(["cards", "import", "--store", str(path), str(written(tmp_path, [WALKER]))]) == 2
    assert "is not a card store" in capsys.readouterr().err
    assert path.read_bytes() == before


EVIL = (
    'a("b"). #script(python) import os; os.abort() #end.',
    "legal(x) :- not y.",
    '#include "/etc/passwd".',
    "a(@f()).",
    "a(X).",
    "a(1..9).",
    'a("x\ny").',
    "a(b). b(c).",
)


@pytest.mark.parametrize("fact", EVIL)
def test_a_store_from_elsewhere_adds_no_program(kept: Path, fact: str) -> None:
    _tamper(kept, lambda card: [*card[:4], [*card[4], fact], card[5]])
    found = store.Store(kept).find("walt")
    assert found is not None and found.packed is None
    store.forget()
    assert fact not in catalog.find("Walt").facts  # it was worked out anew


@pytest.mark.parametrize("place", [0, 3])
def test_names_and_remarks_of_a_store_have_no_control_characters(kept: Path, place: int) -> None:
    control = "\x1b[2J" if place == 0 else ["\x1b[2J"]
    _tamper(kept, lambda card: [*card[:place], control, *card[place + 1 :]])
    found = store.Store(kept).find("walt")
    assert found is not None and found.packed is None


def test_a_packed_card_that_is_too_large_or_damaged_is_worked_out_anew(kept: Path) -> None:
    for blob in (zlib.compress(b" " * 5_000_000), b"damaged", zlib.compress(b"{}"), zlib.compress(b"[1]"), None):
        with sqlite3.connect(kept) as connection:
            connection.execute("UPDATE card SET packed = ? WHERE slug = 'walt'", (blob or b"",))
        store.forget()
        assert catalog.find("Walt").name == "Walt"


def _tamper(path: Path, change: Any) -> None:
    with sqlite3.connect(path) as connection:
        [(packed,)] = connection.execute("SELECT packed FROM card WHERE slug = 'walt'")
        card = change(json.loads(zlib.decompress(packed)))
        blob = zlib.compress(json.dumps(card).encode())
        connection.execute("UPDATE card SET packed = ? WHERE slug = 'walt'", (blob,))


def test_a_store_with_triggers_or_views_is_refused(kept: Path) -> None:
    with sqlite3.connect(kept) as connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON card BEGIN DELETE FROM printed; END")
    with pytest.raises(InputError, match="is not a card store"):
        store.Store(kept)
    with pytest.raises(InputError, match="is not a card store"), store.Writer(kept):
        pass


def test_a_store_of_another_reader_is_used_and_worked_out_again(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = catalog.find("Ætherling Dûo").facts
    monkeypatch.setattr(store, "reader", lambda: "another")
    store.forget()
    found = store.Store(kept).find("aetherling_duo")
    assert found is not None and found.packed is None
    assert catalog.find("Ætherling Dûo").facts == facts
    assert importing.import_files([written(tmp_path, CARDS)], kept)["worked_out_again"] == 8
    assert store.Store(kept).find("aetherling_duo") != found


def test_facts_of_the_library_are_facts() -> None:
    for name in catalog.names()[::25]:
        card = catalog.find(name)
        assert store._unpacked(zlib.compress(catalog.packed(card).encode())) is not None, name


def test_a_library_is_used_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(tmp_path / "store")
    assert "Walt" not in library and "Grizzly Bears" in library
    assert library.import_files(written(tmp_path, CARDS))["new"] == 8
    assert "walt" in library and library.definition("Walt").loyalty == 4
    assert library.unread("Ætherling Dûo") == ("Profess your love.",)
    assert library.search("profess", "VIGILANCE") == ["Ætherling Dûo"]
    assert {"Walt", "Grizzly Bears"} <= set(library.names())
    with pytest.raises(UnknownCardError):
        catalog.find("Walt")
    monkeypatch.setenv(store_path.VARIABLE, "")
    library.use()
    assert catalog.find("Walt").name == "Walt"


def test_boards_that_follow_share_the_cards_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {f"Card {number}": {"types": ["artifact"], "text": f"+{number}: Draw a card."} for number in range(20)}
    items = [{"id": f"o{number}", "card": name, "controller": "alice"} for number, name in enumerate(texts)]
    board = Board.from_data({"players": {"alice": {}}, "cards": texts, "battlefield": items})

    def refuse(name: str, text: object) -> None:
        raise AssertionError(f"{name} is worked out again")

    monkeypatch.setattr(catalog, "_defined", refuse)
    derived = board.with_counters("o3", {"charge": 1}).with_status("o4", tapped=True)
    assert derived.counters("o3") == {"charge": 1}
    assert derived.model.cards is board.model.cards
    [outcome] = derived.outcomes("put a charge counter on o3")
    assert outcome.board.counters("o3") == {"charge": 2}


def test_parts_of_stored_cards_are_cast(kept: Path) -> None:
    board = Board.parse(
        "players: {alice: {mana: '{1}{R}'}, bob: {}}\nactive: alice\npriority: alice\nstep: precombat main\n"
        "hand:\n  - {id: giant, card: Stomping, owner: alice}\n  - {id: split, card: Cold, owner: alice}\n"
    )
    assert [item["card"] for item in board.to_data()["hand"]] == ["Stomping Giant", "Warm // Cold"]
    assert board.is_legal("cast giant as Stomping targeting bob")
    assert not board.is_legal("cast giant")
    assert board.is_legal("cast split as Warm") and not board.is_legal("cast split as Cold")
    [found] = board.outcomes('cast giant as "Stomping" targeting bob', settle=True)
    assert (found.board.zone("giant"), found.board.model.players["bob"].life) == ("exile", 18)
