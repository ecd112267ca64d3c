"""Cards that are defined by their text: what each phrase makes of them, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from pyengine import Board, PyengineError
from pyengine.card_model.abilities import Ability
from pyengine.card_model.card import CardDefinition, CardText
from pyengine.cards import catalog
from pyengine.cards.missing import missing
from pyengine.cli.main import main
from pyengine.compiler import printed_text
from pyengine.coverage import card_coverage
from pyengine.english.own_names import own_names
from pyengine.errors import InvalidBoardError, InvalidCardError
from pyengine.glossary.keyword_table import that_act
from pyengine.keywords import acting
from tests.common import few

PHRASES = (Path(__file__).parent / "text_cards.txt").read_text(encoding="utf-8").strip().split("\n\n")
RULES = Path(__file__).parents[1] / "asp"
"""A text, each line of it with `\\n` between, and beneath it its abilities as card files have them."""


def card(text: str, **more: object) -> CardText:
    types = ["sorcery" if text.startswith("SPELL ") else "creature"]
    return CardText.model_validate({"types": types, "text": text.removeprefix("SPELL ").replace("\\n", "\n"), **more})


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.splitlines()[0])
def test_a_text_is_abilities(phrase: str) -> None:
    text, *lines = phrase.splitlines()
    try:
        abilities = printed_text.worked_out("Foo", card(text)).abilities
    except InvalidCardError as error:
        assert lines == [f"    refused {error.message.partition(' of the text, ')[2]}"]
        return
    expected = [yaml.safe_load(line) for line in lines]
    assert [one.model_dump(mode="json", exclude_defaults=True) for one in abilities] == expected
    assert [Ability.model_validate(one).heads() for one in expected] == [one.heads() for one in abilities]


def test_what_is_left_out_is_a_remark_that_names_what_it_touches() -> None:
    lines = (
        "Flying, banding",
        "Whenever this creature mutates, draw a card.",
        "This creature enters with two oil counters on it.",
    )
    text = "\n".join(lines)
    with pytest.raises(InvalidCardError):
        printed_text.worked_out("Foo", card(text))
    found = printed_text.worked_out("Foo", card(text, text_remarks=True))
    assert [one.heads()[0] for one in found.abilities] == ["keyword", "keyword", "enters_with"]
    first, second = found.not_modelled
    assert not isinstance(first, str) and not isinstance(second, str)
    assert first.text == "Flying, banding"
    assert second.read().abilities == ("triggered",)


def test_a_spell_of_which_a_line_is_left_out_says_so() -> None:
    found = printed_text.worked_out(
        "Foo", card("SPELL Destroy target creature.\\nSurveil 17 times.", text_remarks=True)
    )
    assert [one.heads()[0] for one in found.abilities] == ["spell"]
    (left,) = found.not_modelled
    assert not isinstance(left, str) and left.read(is_spell=True).abilities == ("spell",)


@pytest.mark.parametrize(
    ("name", "line", "zones"),
    [
        ("The Ur-Dragon", "As long as The Ur-Dragon is in the command zone, banding.", ("command",)),
        ("Oloro, Ageless Ascetic", "If Oloro is in the command zone, banding twice.", ("command",)),
        ("Wonder", "As long as Wonder is in your graveyard, creatures have banding.", ("graveyard",)),
        ("Wonder", "As long as ~ is in exile, creatures have banding.", ("exile",)),
        ("Wonder", "As long as this creature is in your graveyard, creatures have banding.", ("graveyard",)),
        ("Wonder", "When Wonder mutates, return a creature card in your graveyard.", ()),
        ("Wonder", "When Wonder mutates, draw a card.", ()),
        ("Wonder", "Creature cards in your graveyard have banding.", ()),
    ],
)
def test_a_remark_says_in_which_zones_a_card_speaks_of_itself(name: str, line: str, zones: tuple[str, ...]) -> None:
    (left,) = printed_text.worked_out(name, card(line, text_remarks=True)).not_modelled
    assert not isinstance(left, str) and left.read(own_names(name, legendary=True)).zones == set(zones)


def test_coverage_counts_whole_cards_and_what_would_complete_others() -> None:
    whole = card("Flying\\nWhenever Foo enters, draw a card.")
    cards = [
        whole,
        card("Banding", text_remarks=True),
        card("Flying", not_modelled=["banding", "triggered: whenever it attacks, it explores"]),
        card("Flying", abilities=[{"trigger": {"event": "enters", "does": "sing"}}]),
        card(
            "Flying",
            abilities=[{"trigger": {"event": "enters", "does": "sing, then draw a card"}}],
        ),
    ]
    found = card_coverage.report(
        CardDefinition.model_validate({"name": "Foo", **one.model_dump(exclude_defaults=True)}) for one in cards
    )
    assert (found["cards"], found["whole"], found["share"]) == (5, 1, 0.2)
    told = {one["what"]: (one["completes"], one["cards"]) for one in found["missing"]}
    assert told["the keyword 'banding'"] == (1, 2)
    assert told[printed_text.NOT_UNDERSTOOD] == (2, 3)
    assert card_coverage.rows(found)[1][2] == printed_text.NOT_UNDERSTOOD


@pytest.mark.parametrize("keyword", ["banding", "saddle 1", "madness {2}", "bestow {2}", "protection from coins"])
def test_a_card_with_a_keyword_that_does_nothing_is_not_whole(keyword: str) -> None:
    definition = {"name": "Foo", "types": ["creature"], "abilities": ["flying", keyword]}
    found = list(missing(CardDefinition.model_validate(definition)))
    assert set(found) == {f"the keyword {acting.base(keyword)!r}"}
    given = [{"has": {"keywords": ["flying", keyword]}}]
    assert set(missing(CardDefinition.model_validate(definition | {"abilities": given}))) == set(found)


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("{T}: Target creature gains banding until end of turn.", {"the keyword 'banding'"}),
        ("{T}: Target creature gains landwalk until end of turn.", {"the keyword 'landwalk'"}),
        ("{T}: Create a 1/1 green Elf creature token with banding.", {"the keyword 'banding'"}),
        ("{T}: Create a Junk token.", set()),
        ("{T}: Target creature gains flying until end of turn.", set()),
        ("{T}: Create a Treasure token.", set()),
        ("{1}: You gain X life.", {printed_text.NOT_UNDERSTOOD}),
        ("I \u2014 You gain X life.", {printed_text.NOT_UNDERSTOOD}),
        ("{X}: You gain X life.", set()),
        ("{1}, Remove any number of charge counters from Foo: You gain that much life.", set()),
        (
            "{T}: Create an X/X red Elf creature token, where X is half your life total, rounded up. It deals X damage"
            " to you.",
            {printed_text.NOT_UNDERSTOOD},
        ),
    ],
)
def test_a_card_is_not_whole_that_gives_or_creates_or_counts_what_is_not_modelled(text: str, lacking: set[str]) -> None:
    definition = {"name": "Foo", "types": ["creature"], "text": text, "text_remarks": True}
    assert set(missing(CardDefinition.model_validate(definition))) == lacking


def test_of_a_keyword_that_does_nothing_there_is_a_remark() -> None:
    abilities = ["flying", "banding", "soulbond", "bestow {2}"]
    told = catalog.defined("Foo", CardText.model_validate({"types": ["creature"], "abilities": abilities}))
    assert told.remarks == ("banding", "soulbond")  # when bestow would matter, the rules say
    known = CardText.model_validate({"types": ["creature"], "abilities": abilities, "not_modelled": ["banding: bands"]})
    assert catalog.defined("Foo", known).remarks == ("banding: bands", "soulbond")


@pytest.mark.parametrize("keyword", sorted(that_act("by rules") | that_act("by number") | that_act("noted")))
def test_the_rules_name_each_keyword_of_which_they_say_something(keyword: str) -> None:
    named = keyword.split("\u2014")[0]
    assert any(f'"{named}"' in re.sub("%.*", "", path.read_text(encoding="utf-8")) for path in RULES.rglob("*.lp"))


def test_the_library_counts_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "Hardened Scales", "--coverage"]) == 0
    assert capsys.readouterr().out == "1 of 1 card modelled in whole (100.0%)\n"
    assert main(["cards", "Rules Lawyer", "--coverage", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["whole"] == 0


def board(text: str, more: str = "") -> str:
    return f"""players: {{alice: {{}}, bob: {{}}}}
battlefield:
  - {{id: foo, card: Foo, controller: alice}}
cards:
  Foo:
    types: [creature]
    power: 1
    toughness: 1
    text: |
      {text}
{more}"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Put a conter on foo.", "b.yaml:9:11: at character 1 of the text, 'Put a conter on"),
        (
            "Flying\n      Whenever Foo enters, frobnicate.",
            "at character 29 of the text, 'frobnicate.': expected an action",
        ),
        ("Whenever Foo mutates, draw a card.", "not modelled: the event 'mutates'; expected something like enters"),
        (
            "At the beginning of your upkeep, draw a card at the beginning of the next cleanup step.",
            "what happens later",
        ),
        ("Banding", "not modelled: the keyword 'banding'"),
        (
            "Discard two cards: Put a charge counter on Foo for each creature card discarded this way.",
            "not modelled: which of those that something was done to",
        ),
        ('"', "at character 1 of the text"),
        ("(nothing", "at character 1 of the text"),
        (
            "Level up {1}\n      LEVEL 2-4 flying\n      4/4",
            "at character 24 of the text, 'flying 4/4': expected the end of the line, found 'flying'",
        ),
        (
            "When Foo dies, " + "draw a card. " * 250,
            "'When Foo dies, draw': too long to be read",
        ),
        ("Flying\n      " + "Trample, " * 250 + "haste", "at character 8 of the text, 'Trample, Trample, Trample,"),
        ("I, " * 250 + "II — Draw a card.", "too long to be read as one"),
        (
            "When Foo dies, choose one —\n      • Draw a card.\n      • Frobnicate.",
            "at character 46 of the text, 'Frobnicate.': expected an action",
        ),
        (
            "When Foo dies, choose one —\n      • Draw a card.\n      • Put a charge counter on target creature. "
            'It gains "It frobnicates." until end of turn.',
            "expected",
        ),
        ("When Foo dies, create a Giant Badger token.", "not modelled: a giant badger token"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        Board.parse(board(text), "b.yaml")
    assert message in str(caught.value)
    assert "b.yaml:9:11: " in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        # The clauses of the ability in quotation marks have numbers of their own.
        'When Foo dies, create a 0/1 red Elemental creature token with "At the beginning of your upkeep, sacrifice '
        "this token and return target card named Foo from your graveyard to the battlefield. It gains haste until end "
        'of turn."',
    ],
)
def test_what_an_ability_in_quotation_marks_speaks_of_is_its_own(text: str) -> None:
    catalog.defined("Foo", card(text))


@pytest.mark.parametrize(
    "text",
    [
        "Equip—Pay {3} or discard a card.",
        "SPELL Kicker {1}{G} (You may pay an additional {1}{G} as you cast this spell.) Return target creature card "
        "from your graveyard to your hand. You gain 2 life. If this spell was kicked, return another target permanent "
        "card from your graveyard to your hand.",
    ],
)
def test_a_keyword_that_is_not_read_is_a_remark_where_one_may_be(text: str) -> None:
    with pytest.raises(InvalidCardError, match="not modelled"):
        catalog.defined("Foo", card(text))
    assert len(catalog.defined("Foo", card(text, text_remarks=True)).remarks) == 1


def mutated() -> st.SearchStrategy[str]:
    """Texts of cards with a part missing, a part said again and again, or their words in another order."""
    lines = st.sampled_from([phrase.splitlines()[0] for phrase in PHRASES])
    texts = st.lists(lines, min_size=1, max_size=3).map("\\n".join)

    def shorter(text: str) -> st.SearchStrategy[str]:
        return st.integers(1, len(text)).map(lambda end: text[:end])

    def again(text: str) -> st.SearchStrategy[str]:
        return st.integers(2, 300).map(lambda times: (text + " ") * times)

    def mixed(text: str) -> st.SearchStrategy[str]:
        return st.permutations(text.split(" ")).map(" ".join)

    def joined(text: str) -> st.SearchStrategy[str]:
        return texts.map(lambda other: f'{text} "{other}" {text}')

    return st.one_of(*(texts.flatmap(each) for each in (shorter, shorter, again, mixed, joined)))


@settings(few, max_examples=120)
@given(mutated(), st.booleans())
def test_whatever_text_a_card_has_it_is_read_or_refused(text: str, may_remark: bool) -> None:
    """Any exception other than the project's own is a fault."""
    try:
        catalog.defined("Foo", card(text[:4000], text_remarks=may_remark))
    except (InvalidCardError, ValidationError) as error:
        assert str(error).strip()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("    text: 3", "expected"),
        ("    text: ''", "expected"),
        ("    text_remarks: true", "'text_remarks' goes with 'text'"),
        ('    text: "a\\u0007b"', "not allowed"),
        ("    text: [flying]", "expected"),
        (f"    text: {'x' * 5000}", "4000"),
    ],
)
def test_a_text_that_is_none_is_refused(more: str, message: str) -> None:
    with pytest.raises(PyengineError, match=message):
        Board.parse(f"players: {{alice: {{}}}}\ncards:\n  Foo:\n    types: [creature]\n{more}\n", "b.yaml")


def test_a_board_keeps_the_text_of_its_cards() -> None:
    first = Board.parse(board("Whenever another creature enters, put a +1/+1 counter on Foo."))
    again = Board.from_data(first.to_data())
    assert again == first
    assert first.to_data()["cards"]["Foo"]["text"] == "Whenever another creature enters, put a +1/+1 counter on Foo."
    assert len(first.cards["Foo"].abilities) == 1


def test_text_comes_before_other_abilities() -> None:
    found = printed_text.worked_out("Foo", card("Flying", abilities=["trample"], not_modelled=["sings"]))
    assert [one.keyword for one in found.abilities] == ["flying", "trample"]
    assert found.not_modelled == ("sings",)


NAMES = {
    "Grizzly Bears": ("Grizzly Bears",),
    "Sharae of Numbing Depths": ("Sharae of Numbing Depths",),
    "Urza, Lord High Artificer": ("Urza, Lord High Artificer", "Urza"),
    "A-Base Camp II": ("Base Camp II", "Base Camp"),
    "": (),
}
OF_LEGENDS = {
    "Sharae of Numbing Depths": ("Sharae of Numbing Depths", "Sharae"),
    "Denry Klin, Editor in Chief": ("Denry Klin, Editor in Chief", "Denry Klin", "Denry"),
    "Urza, Lord High Artificer": ("Urza, Lord High Artificer", "Urza"),
    "Sliver Legion": ("Sliver Legion",),
    "Storm the Vault": ("Storm the Vault",),
    "The Ozolith": ("The Ozolith",),
    "Jarad": ("Jarad",),
}


@pytest.mark.parametrize(("legendary", "names"), [(False, NAMES), (True, OF_LEGENDS)])
def test_the_names_that_a_text_has_for_its_card(legendary: bool, names: dict[str, tuple[str, ...]]) -> None:
    assert {name: own_names(name, legendary=legendary) for name in names} == names
