"""The table of changes, both sides of each encoded change, and comparisons of two dates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pyengine
from pyengine import Board, InputError, scenarios
from pyengine.asking import comparing, editions
from pyengine.cli.main import main
from pyengine.proofs import space_cards, two_editions
from pyengine.proofs.property_files import VARYING, VERBS

DIRECTORY = Path(__file__).parent / "scenarios"
SIDES = [
    (scenario, where)
    for path in ("editions.yaml", "editions_both_sides.yaml")
    for scenario, where in scenarios.load(DIRECTORY / path)
    if scenario.change
]
"""The scenarios that each show one side of a change."""
ENCODED = {change.name: change for change in editions.changes() if change.encoded}


def test_every_encoded_change_is_shown_from_both_sides() -> None:
    shown = {
        (scenario.change, ENCODED[scenario.change].holds_on(scenario.board.rules or editions.editions()[-1]))
        for scenario, _ in SIDES
    }
    assert {(name, side) for name in ENCODED for side in (False, True)} - shown == set()


@pytest.mark.parametrize(("scenario", "where"), [pytest.param(*one, id=one[0].name) for one in SIDES])
def test_with_the_change_undone_its_scenario_fails(
    scenario: scenarios.Scenario, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenarios, "Board", lambda model: Board(model, undone=frozenset({scenario.change})))
    assert not scenarios.run(scenario, where).passed


def test_what_is_not_encoded_has_its_reason() -> None:
    for change in editions.changes():
        assert change.encoded == (change.left_out is None)
        # Only what began to exist then needs no reason of its own.
        assert (change.left_out == editions.NEW) <= change.otherwise.startswith(("there was no", "there were no"))


def test_a_change_that_came_and_went_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "2004-02-01", "2007-02-01", "--rule", "122.5"]) == 0
    assert "2004-06-01 until 2006-07-15" in capsys.readouterr().out
    assert "moving onto players" not in {one.name for one in editions.between("2004-02-01", "2007-02-01")}


def test_the_article_has_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert Board.parse(f"rules: morph article\n{BOARD}").model.rules == "2002-09-06"
    assert Board.parse(BOARD).with_rules("morph article").model.rules == "2002-09-06"
    path = tmp_path / "board.yaml"
    path.write_text(BOARD)
    assert main(["compare", str(path), "tap giver", "morph article", "2002-10-07"]) == 0
    assert "the same answer on 2002-09-06 and 2002-10-07" in capsys.readouterr().out
    assert main(["editions", "morph article", "2002-10-07"]) == 0
    assert "from 2002-09-06" in capsys.readouterr().out


def test_an_old_number_leads_to_the_rule_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "120.4"]) == 1
    assert "today's rule 122.5 had this number from 2009-09-04" in capsys.readouterr().out
    assert main(["rules", "999.9"]) == 1
    assert "had this number" not in capsys.readouterr().out


def test_changes_begin_with_an_edition() -> None:
    known = set(editions.editions())
    rows = [change for change in editions.changes() if change.kind == "rule"]
    assert [change.name for change in rows if change.since not in known] == []
    assert [change.name for change in rows if change.until is not None and change.until not in known] == []
    assert len({change.name for change in rows}) == len(rows)


def test_numbers_go_both_ways() -> None:
    assert editions.rules_called("120.4", "2009-09-04") == ("122.5",)
    assert editions.number_on("122.5", "2009-09-04") == "120.4"
    assert editions.number_on("122.1j", "2009-09-04") is None
    assert "122.5" in editions.ever_called("121.5")


def test_a_date_between_editions_means_the_one_before(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD)
    said = "the rules of 2009-09-10 are those of the edition of 2009-09-04\n"
    for date, expected in (("2009-09-10", said), ("2009-09-04", ""), ("2026-09-25", "")):
        assert main(["check", str(path), "tap giver", "--rules", date]) == 0
        assert capsys.readouterr().err == expected
    assert editions.edition_of("2009-09-10") == "2009-09-04"
    assert pyengine.editions()[0] == editions.edition_of("2002-01-01")


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("2019-05-03", "2019-05-02", "expected the earlier date first"),
        ("2019-05-03", "2030-01-01", "the rules of 2030-01-01 are not known"),
        ("1999-01-01", "2019-05-03", "the earliest date"),
        ("soon", "2019-05-03", "is not a date"),
    ],
)
def test_wrong_dates_are_refused(first: str, second: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        editions.between(first, second)


MOVE = "move a +1/+1 counter from giver to taker"
BOARD = """
players: {alice: {}, bob: {counters: {poison: 3, energy: 1}}}
cards:
  Refuser: {types: [creature], power: 2, toughness: 2, abilities: [cant_put: {}]}
battlefield:
  - {id: giver, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1, charge: 1}}
  - {id: taker, card: Refuser, controller: alice}
"""


@pytest.mark.parametrize(
    ("action", "dates", "result", "causes"),
    [
        (
            "move a +1/+1 counter from giver to taker",
            ("2009-09-04", "2026-09-25"),
            "differs",
            ["move needs both halves"],
        ),
        (MOVE, ("2019-05-03", "2026-09-25"), "same", []),
        ("proliferate", ("2019-05-03", "2026-09-25"), "same", []),
        ("proliferate", ("2019-05-02", "2019-05-03"), "differs", ["proliferate gives each kind"]),
        ("bolster 1", ("2014-09-25", "2026-09-25"), "in doubt", []),
    ],
)
def test_compare_names_what_makes_the_difference(
    action: str, dates: tuple[str, str], result: str, causes: list[str]
) -> None:
    found = Board.parse(BOARD).compare(action, dates=dates)
    assert found.result == result
    assert [[change.name for change in cause] for cause in found.causes] == [[name] for name in causes]
    assert bool(found.notes) == (result == "in doubt")


def test_compare_finds_changes_that_work_together() -> None:
    board = Board.parse(
        "{players: {alice: {}, bob: {}}, battlefield: "
        "[{id: bear, card: Grizzly Bears, controller: alice, counters: {shadow: 1, exalted: 1}}]}"
    )
    found = board.compare(dates=("2020-04-17", "2026-09-25"))
    assert found.differs == ("characteristics",)
    assert {change.name for cause in found.causes for change in cause} == {"shadow counters", "exalted counters"}


def test_compare_shows_another_citation() -> None:
    board = Board.parse(BOARD.replace("+1/+1: 1, ", ""))
    found = board.compare("move a +1/+1 counter from giver to taker", dates=("2019-05-02", "2019-05-03"))
    assert found.result == "differs"
    assert found.causes[0][0].name == "move needs both halves"


def test_a_cause_is_minimal() -> None:
    one, other, third = editions.changes()[:3]
    asked: list[set[str]] = []

    def undone(changes: object) -> bool:
        names = {change.name for change in changes}  # type: ignore[attr-defined]
        asked.append(names)
        return {one.name, third.name} <= names

    assert list(comparing._minimal_sets([one, other, third], undone)) == [(one, third)]
    assert len(asked) < 9


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD)
    move = "move a +1/+1 counter from giver to taker"
    assert main(["compare", str(path), move, "2019-05-02", "2026-09-25", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["causes"][0][0]["name"] == "move needs both halves"
    assert {"verdicts", "outcomes"} <= data["differs"].keys()
    assert main(["compare", str(path), move, "2019-05-02", "2026-09-25", "--markdown"]) == 1
    assert "### move needs both halves" in capsys.readouterr().out
    assert main(["compare", str(path), move, "2019-05-03", "2026-09-25"]) == 0
    assert capsys.readouterr().out.startswith("the same answer")
    assert main(["compare", str(path), "bolster 1", "2014-09-25", "2026-09-25"]) == 3
    assert "there was no bolster" in capsys.readouterr().out
    assert main(["compare", str(path), "2019-05-02"]) == 2
    assert "expected two dates" in capsys.readouterr().err
    assert main(["rules", "120.4", "--date", "2009-09-04"]) == 0
    assert "is now rule 122.5" in capsys.readouterr().out
    assert main(["editions", "2009-09-04", "2026-09-25", "--rule", "120.4"]) == 0
    listed = capsys.readouterr().out
    assert "move needs both halves" in listed
    assert "somebody puts" not in listed
    assert main(["editions", "--rule", "999.1"]) == 2
    assert "is known here" in capsys.readouterr().err


NOTES = {
    "what enters": (
        "2009-07-10",
        "cards: {Taker: {types: [enchantment], abilities: [{loses_abilities: {affects: {types: [creature]}}}]}}, "
        "battlefield: [{id: taker, card: Taker, controller: alice}]",
        "put bear onto the battlefield",
        "no rule on what an object that enters is",
    ),
    "one check": (
        "2012-01-31",
        "cards: {Wolf: {types: [creature], power: 1, toughness: 1, text: Undying}}, "
        "battlefield: [{id: wolf, card: Wolf, controller: alice, counters: {+1/+1: 1, -1/-1: 3}}]",
        "check state-based actions",
        "last known information in one check",
    ),
    "one check, and then its counters": (
        "2012-01-31",
        "battlefield: [{id: elf, card: Llanowar Elves, controller: alice, counters: {+1/+1: 1, -1/-1: 3}}, "
        "{id: giant, card: Hill Giant, controller: alice}]",
        "put the -1/-1 counters of elf on giant",
        "last known information in one check",
    ),
    "manifested, turned up": (
        "2009-09-04",
        "battlefield: [{id: hidden, card: Grizzly Bears, controller: alice, face_down: {by: manifest}}]",
        "turn hidden face up for its mana cost",
        "there was no manifest",
    ),
    "an instant that was manifested": (
        "2009-09-04",
        "battlefield: [{id: hidden, card: Shock, controller: alice, face_down: {by: manifest}}]",
        "turn hidden face up",
        "there was no manifest",
    ),
    "cloaked, turned up": (
        "2009-09-04",
        "battlefield: [{id: hidden, card: Grizzly Bears, controller: alice, face_down: {by: cloak}}]",
        "turn hidden face up for its mana cost",
        "there was no cloak",
    ),
    "cloaked, as a target": (
        "2009-09-04",
        'cards: {Archer: {types: [creature], power: 1, toughness: 1, text: "{0}: Tap target creature."}}, battlefield: '
        "[{id: hidden, card: Grizzly Bears, controller: bob, face_down: {by: cloak}}, "
        "{id: archer, card: Archer, controller: alice}]",
        "activate ability 1 of archer targeting hidden",
        "there was no ward",
    ),
    "a keyword": (
        "2009-09-04",
        "cards: {Infecter: {types: [creature], power: 1, toughness: 1, text: Infect}}, "
        "battlefield: [{id: infecter, card: Infecter, controller: alice}]",
        "put a +1/+1 counter on infecter",
        "there was no infect",
    ),
    "a planeswalker": (
        "2005-08-01",
        "cards: {Jace: {types: [planeswalker], subtypes: [jace], loyalty: 3}}, "
        "battlefield: [{id: jace, card: Jace, controller: alice, counters: {loyalty: 3}}]",
        "put a loyalty counter on jace",
        "there were no planeswalkers",
    ),
    "damage by a planeswalker's side": (
        "2005-08-01",
        "cards: {Jace: {types: [planeswalker], subtypes: [jace], loyalty: 3}}, battlefield: [{id: elf, card: "
        "Llanowar Elves, controller: bob}, {id: jace, card: Jace, controller: alice, counters: {loyalty: 3}}]",
        "deal 1 damage from elf to alice",
        "there were no planeswalkers",
    ),
    "damage with infect": (
        "2009-09-04",
        "cards: {Infecter: {types: [creature], power: 1, toughness: 1, text: Infect}}, "
        "battlefield: [{id: infecter, card: Infecter, controller: alice}]",
        "deal 1 damage from infecter to bob",
        "there was no infect",
    ),
    "a keyword that another card gives": (
        "2009-09-04",
        "battlefield: [{id: elf, card: Llanowar Elves, controller: alice}, "
        '{id: lord, card: "Mikaeus, the Unhallowed", controller: alice}]',
        "destroy elf",
        "there was no undying",
    ),
    "crewing": (
        "2009-09-04",
        "cards: {Cart: {types: [artifact], subtypes: [vehicle], power: 1, toughness: 1, text: Crew 1}}, battlefield: "
        "[{id: cart, card: Cart, controller: alice}, {id: elf, card: Llanowar Elves, controller: alice}]",
        "activate ability 1 of cart",
        "there was no crew",
    ),
    "a Saga": (
        "2015-03-27",
        'cards: {Story: {types: [enchantment], subtypes: [saga], text: "I, II — Draw a card."}}, '
        "battlefield: [{id: story, card: Story, controller: alice, counters: {lore: 1}}]",
        "put a lore counter on story",
        "there were no Sagas",
    ),
    "a keyword action": ("2009-09-04", "battlefield: []", "proliferate", "there was no proliferating"),
}
"""Boards on which what is not encoded of an older date makes a difference: the date, the board, an action, the note."""


@pytest.mark.parametrize("name", NOTES)
def test_a_note_says_what_is_not_encoded_where_it_matters(name: str) -> None:
    date, rest, action, said = NOTES[name]
    text = f"{{players: {{alice: {{}}, bob: {{}}}}, hand: [{{id: bear, card: Grizzly Bears, owner: alice}}], {rest}}}"
    outcomes = Board.parse(text).with_rules(date).outcomes(action)
    assert [note for note in outcomes.caveats if said in note]


@pytest.mark.parametrize("date", ["2002-10-07", "2009-09-04", "2015-03-27"])
def test_a_change_that_can_not_matter_has_no_note(date: str) -> None:
    board = Board.parse(
        "{players: {alice: {}, bob: {}}, hand: [{id: bear, card: Grizzly Bears, owner: alice}], battlefield: "
        "[{id: hidden, card: Grizzly Bears, controller: alice, face_down: {by: effect}}, "
        "{id: weak, card: Grizzly Bears, controller: bob, counters: {+1/+1: 1, -1/-1: 4}}, "
        "{id: manifested, card: Grizzly Bears, controller: alice, face_down: {by: manifest}}, "
        "{id: elf, card: Llanowar Elves, controller: alice, counters: {+1/+1: 1}}]}"
    ).with_rules(date)
    does_not_matter = "put bear onto the battlefield", "put a charge counter on hidden", "turn manifested face up"
    for action in (*does_not_matter, "tap elf", "check state-based actions"):
        assert board.outcomes(action).caveats == ()


@pytest.mark.parametrize(
    ("date", "types", "text"),
    [
        ("2009-09-04", "creature", "Infect"),
        ("2009-09-04", "creature", "Partner"),
        ("2009-09-04", "artifact", "Crew 1"),
        ("2009-09-04", "creature", "Disguise {2}"),
        ("2009-09-04", "creature", "Ward {2}"),
        ("2005-08-01", "planeswalker", "+1: Draw a card."),
    ],
)
def test_what_did_not_exist_has_no_note_where_nothing_touches_it(date: str, types: str, text: str) -> None:
    shape = "loyalty: 3" if types == "planeswalker" else "power: 1, toughness: 1"
    shape = shape if types != "artifact" else f"subtypes: [vehicle], {shape}"
    counters = "{loyalty: 3}" if types == "planeswalker" else "{}"
    board = Board.parse(
        f"{{cards: {{Idle: {{types: [{types}], {shape}, text: '{text}'}}}}, players: {{alice: {{}}, bob: {{}}}}, "
        f"battlefield: [{{id: idle, card: Idle, controller: alice, counters: {counters}}}, "
        "{id: elf, card: Llanowar Elves, controller: alice, counters: {+1/+1: 1}}]}"
    ).with_rules(date)
    for action in ("tap elf", "remove a +1/+1 counter from elf", "destroy elf"):
        assert board.outcomes(action).caveats == ()


def test_view_and_status_carry_notes_of_older_dates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(
        "{players: {alice: {}, bob: {}}, battlefield: "
        "[{id: hidden, card: Grizzly Bears, controller: alice, face_down: {by: morph}}, "
        "{id: rat, card: Rat, controller: bob}], "
        "cards: {Rat: {types: [creature], power: 1, toughness: 1, text: Infect}}}"
    )
    assert main(["view", str(path), "--as", "bob", "--rules", "2009-09-04"]) == 0
    assert "there was no infect" in capsys.readouterr().err
    assert main(["view", str(path), "--as", "bob"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["status", str(path), "--rules", "2002-02-20"]) == 0
    assert "there was no morph" in capsys.readouterr().err


@pytest.mark.parametrize("name", ENCODED)
def test_compare_names_each_change_on_its_own_board(name: str) -> None:
    """Between the edition that brought it and the one before."""
    dates = editions.editions()
    second = dates.index(ENCODED[name].since)
    shown = [scenario for scenario, _ in SIDES if scenario.change == name]
    found = (
        Board(one.board).compare(*one.actions, dates=(dates[second - 1], dates[second]), settle=one.settle)
        for one in shown
    )
    assert any(name in {change.name for change in cause} for comparison in found for cause in comparison.causes)


# --- all boards ---------------------------------------------------------------------------------------------------

SHOWN = [one for one in editions.changes() if editions.shown_by(one)]
"""The changes that boards of a space show."""


def test_what_shows_a_change_is_what_a_property_can_name() -> None:
    known = {"about": VERBS, "varies": VARYING, "with_ability": (*space_cards.TEXTS,)}
    for change in SHOWN:
        assert change.encoded
        assert [one for one in editions.shown_by(change) if one[1] not in known.get(one[0], one)] == []
        assert [name for name, _ in editions.shown_by(change)].count("about") == 1


def test_of_all_boards_it_finds_the_move_onto_what_can_not_have_counters(capsys: pytest.CaptureFixture[str]) -> None:
    dates = "2009-09-04", "2026-09-25"
    assert main(["compare", *dates, "--about", "move", "--kind", "charge", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    [difference] = found["differences"]
    [[cause]] = difference["comparison"]["causes"]
    assert cause["name"] == "move needs both halves"
    assert difference["size"] == {"objects": 2, "abilities": 1, "counters": 1}
    assert {one["card"] for one in difference["board"]["battlefield"]} == {"creature", "no counters here"}
    # The board is asked again, as anybody can.
    again = Board.from_data(difference["board"]).compare(*difference["actions"], dates=dates)
    assert [[one.name for one in each] for each in again.causes] == [["move needs both halves"]]
    assert [one["proved"] for one in found["searched"]] == [True]


def test_of_all_boards_one_action_has_a_difference_for_each_cause() -> None:
    bounds = two_editions.SpaceFile(abilities=("creature", "big creature"), kinds=("flying", "+1/+1", "-1/-1"), most=1)
    found = two_editions.compare("2006-09-30", "2020-04-17", bounds, ["check"])
    causes = [[one.name for one in cause] for difference in found.differences for cause in difference.causes]
    assert sorted(causes)[:3] == [
        ["+1/+1 and -1/-1 annihilate"],
        ["counters in other zones"],
        ["keyword counters"],
    ]
    assert "### keyword counters" in [*found.markdown()]
    assert found.differences[1].without == tuple(one.name for one in found.differences[0].causes[0])


def test_where_nothing_changed_it_is_proved_that_nothing_differs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "2024-02-02", "2024-03-08", "--about", "move", "--kind", "charge", "--objects", "2"]) == 0
    assert "nothing else differs: move" in capsys.readouterr().out


def test_a_note_of_one_date_leaves_a_proof_open() -> None:
    found = two_editions.compare("2010-02-01", "2010-10-01", two_editions.SpaceFile(kinds=("+1/+1",)), ["proliferate"])
    assert found.result == "in doubt"
    assert "there was no proliferating" in found.searched[0].left_open[0].caveats[0]
    assert "not proved" in "\n".join(map(str, found.lines()))


@pytest.mark.parametrize(
    ("dates", "verb", "cause"),
    [
        (("2015-03-27", "2026-09-25"), "proliferate", "proliferate gives each kind"),
        (("2013-02-01", "2013-07-13"), "check", "the legend rule asks for one controller"),
    ],
)
def test_the_same_choices_have_the_same_results(dates: tuple[str, str], verb: str, cause: str) -> None:
    bounds = two_editions.SpaceFile(abilities=("creature", "legend"), most=1)
    found = two_editions.compare(*dates, bounds, [verb])
    assert [[one.name] for one in editions.changes() if one.name == cause] == [
        [one.name for one in each] for difference in found.differences for each in difference.causes
    ]
    assert [one.proved for one in found.searched] == [True]


def test_with_every_change_undone_no_choice_is_left_open() -> None:
    found = two_editions.compare("2019-01-25", "2019-05-03", None, ["proliferate"])
    assert found.result == "differs"
    assert found.complete


def test_counters_that_nobody_put_are_put_by_nobody_in_words() -> None:
    found = two_editions.compare("2017-02-10", "2017-04-28", None, ["enter"])
    causes = {one.name for difference in found.differences for cause in difference.causes for one in cause}
    assert causes >= {"own bans work while entering", "somebody puts what enters with counters"}
    happens = [what for one in found.differences for what in one.comparison.first.of("what happens")]
    assert [what for what in happens if "+1/+1 counter is put on o" in what and what.endswith(("o1", "o2"))]


def test_it_stops_in_time() -> None:
    found = two_editions.search("2009-09-04", "2026-09-25", timeout=100)
    assert next(found).stopped("time is up").result == "differs"


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", SHOWN, ids=lambda change: change.name)
def test_of_all_boards_each_change_is_found_without_a_hint(change: editions.Change) -> None:
    dates = editions.editions()
    place = dates.index(change.since)
    found = two_editions.compare(dates[place - 1], dates[place])
    assert change.name in {one.name for each in found.differences for cause in each.causes for one in cause}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["2009-09-04"], "expected two dates at the end"),
        (["2026-09-25", "2009-09-04"], "expected the earlier date first"),
        (["2009-09-04", "2030-01-01"], "not known"),
        (["2009-09-04", "2026-09-25", "--about", "fly"], "'fly' can't be compared"),
        (["2009-09-04", "2026-09-25", "--settle"], "--settle is about one board"),
        (["board.yaml", "2009-09-04", "2026-09-25", "--kind", "oil"], "--kind is about all boards"),
        (["--space", "missing.yaml", "2009-09-04", "2026-09-25"], "does not exist"),
        (["2009-09-04", "2026-09-25", "--vary", "edition"], "the edition varies"),
    ],
)
def test_bad_questions_about_all_boards_are_refused(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *given]) == 2
    assert said in capsys.readouterr().err
