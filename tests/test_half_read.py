"""Cards of which some words are not understood: their abilities keep their places, and notes name those words."""

import pytest

from pyengine import Board
from pyengine.card_model.card import CardText
from pyengine.cards import catalog

UNKNOWN = "Venture into the dungeon."

BOARD = """
players: {{alice: {{mana: "{{3}}"}}, bob: {{}}}}
step: {step}
cards:
  Odd:
    types: [{types}]
    subtypes: [{subtypes}]
    mana_cost: "{{0}}"
    text_remarks: true
    text: |
{text}
{zone}: [{{id: odd, card: Odd, {who}: alice{rest}}}]
"""


def board(
    text: str,
    types: str = "enchantment",
    subtypes: str = "",
    zone: str = "battlefield",
    rest: str = "",
    step: str = "precombat main",
) -> Board:
    lines = "\n".join(f"      {line}" for line in text.splitlines())
    who = "controller" if zone == "battlefield" else "owner"
    told = {"types": types, "subtypes": subtypes, "text": lines, "zone": zone, "who": who, "rest": rest, "step": step}
    return Board.parse(BOARD.format(**told))


def numbers(text: str, types: str = "creature") -> list[tuple[int, str]]:
    """The numbers and sorts of the abilities that are read of a text."""
    card = CardText.model_validate({"types": [types], "text": text, "text_remarks": True})
    found = catalog.worked_out("Odd", card)
    places = found.places()
    assert places is not None
    return [(number, one.heads()[0]) for (number, _), one in zip(places, found.abilities, strict=True)]


@pytest.mark.parametrize(
    "hidden", ["Flying, vigilance", "Creatures you control get +1/+1 and have haste.", "When ~ enters, draw a card."]
)
def test_an_ability_has_its_number_whatever_is_read_before_it(hidden: str) -> None:
    """A number that depends on what is read would be another one as soon as more is."""
    lines = [hidden, "{1}: You gain 3 life."]
    before = numbers("\n".join(lines))[-1]
    unread = ["Zorp, zarp" if hidden.startswith("Flying") else "Zorp the zarp.", lines[1]]
    expected = before[0] if not hidden.startswith("Flying") else before[0] - 1  # nobody knows that it is two keywords
    assert numbers("\n".join(unread))[-1] == (expected, "activated")


def test_each_keyword_and_each_chapter_has_a_number_and_all_else_a_line_says_one() -> None:
    assert numbers("Flying, haste\nCreatures you control get +1/+1 and have haste.\n{1}: Draw a card.") == [
        (1, "keyword"),
        (2, "keyword"),
        (3, "gets"),
        (3, "has"),
        (4, "activated"),
    ]
    assert numbers("(Reminder text.)\nFlying (Another.)\n(A third.)\n{1}: Draw a card.")[-1] == (2, "activated")
    assert numbers(f"I, II — Draw a card.\nIII — {UNKNOWN}", "enchantment") == [
        (1, "chapter"),
        (2, "chapter"),
        (3, "chapter"),
    ]


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        ("{T}: Venture into the dungeon.\n{1}: You gain 3 life.", 1, "Venture into the dungeon"),
        ("{1}: You gain 3 life.\n{2}: Venture into the dungeon. Activate only as a sorcery.", 2, "Venture into"),
        ("{1}: Choose one —\n• Draw a card.\n• Venture into the dungeon.", 1, "Venture into the dungeon"),
    ],
)
def test_an_unread_activated_ability_is_on_the_stack_and_gives_a_note_as_it_resolves(
    text: str, number: int, words: str
) -> None:
    there = board(text, "artifact")
    outcomes = there.outcomes(f"activate ability {number} of odd")
    assert outcomes.verdicts[0].legal
    assert all(len(one.board.model.stack) == 1 for one in outcomes)
    notes = there.outcomes(f"activate ability {number} of odd", settle=True).caveats
    assert [note for note in notes if words in note]


def test_a_restriction_of_what_is_not_read_holds() -> None:
    line = f"{{1}}: {UNKNOWN} Activate only as a sorcery."
    assert board(line, "artifact").check("activate ability 1 of odd").legal
    [reason] = board(line, "artifact", step="upkeep").check("activate ability 1 of odd").reasons
    assert reason.code == "wrong_time"


@pytest.mark.parametrize("line", ["{T}, Zorp the zarp: Draw a card.", "{T}: Add one mana of any color a zarp zorps."])
def test_an_unread_cost_or_mana_ability_is_refused_with_a_note(line: str) -> None:
    there = board(f"{line}\n{{1}}: You gain 3 life.", "artifact")
    verdict = there.check("activate ability 1 of odd")
    assert [reason.code for reason in verdict.reasons] == ["unread_ability"]
    assert line.removesuffix(".") in verdict.reasons[0].text
    assert [note for note in verdict.caveats if line.removesuffix(".") in note]
    assert not there.check("activate ability 2 of odd").caveats
    [third] = there.check("activate ability 3 of odd").reasons
    assert third.text.startswith("odd has no ability 3 that can be activated; it has 1: ")
    assert third.text.endswith(", 2: You gain 3 life")


@pytest.mark.parametrize(
    "event",
    [
        "When this creature enters",
        "When this creature enters, if you control an Island",
        "Whenever another creature enters or dies",
        "Landfall — Whenever a land you control enters",
        "At the beginning of your upkeep",
    ],
)
def test_what_a_triggered_ability_waits_for_is_read_without_its_effect(event: str) -> None:
    assert numbers(f"{event}, venture into the dungeon.") in ([(1, "trigger")], [(1, "trigger"), (1, "trigger")])


@pytest.mark.parametrize(
    "line",
    [
        "Whenever you zorp, draw a card.",
        "When this creature enters, if a zarp zorps, draw a card.",
        "Whenever you cast an instant, sorcery, or zorped spell, draw a card.",
        "Whenever you tap a land for mana, add one mana of a color a zarp zorps.",
    ],
)
def test_an_event_that_is_not_read_stays_a_remark(line: str) -> None:
    card = CardText.model_validate({"types": ["creature"], "text": line, "text_remarks": True})
    found = catalog.worked_out("Odd", card)
    assert not found.abilities
    assert [one.ability for one in found.not_modelled if not isinstance(one, str)] == [1]


def test_an_unread_chapter_gives_a_note_only_as_it_comes() -> None:
    saga = board(f"I — You gain 1 life.\nII — {UNKNOWN}\nIII — You gain 4 life.", subtypes="saga")
    first = saga.outcomes("put a lore counter on odd", settle=True)
    assert not first.caveats
    second = first[0].board.outcomes("put a lore counter on odd", settle=True)
    assert [note for note in second.caveats if UNKNOWN.removesuffix(".") in note]
    third = second[0].board.outcomes("put a lore counter on odd", settle=True)
    assert not third.caveats
    assert third[0].board.model.players["alice"].life == 25


def test_an_unread_mode_gives_a_note_only_where_it_is_chosen() -> None:
    spell = board(f"Choose one —\n• You gain 2 life.\n• {UNKNOWN}", "sorcery", zone="hand")
    assert not spell.outcomes("cast odd choosing mode 1", settle=True).caveats
    notes = spell.outcomes("cast odd choosing mode 2", settle=True).caveats
    assert [note for note in notes if UNKNOWN.removesuffix(".") in note]


def test_an_unread_loyalty_ability_gives_a_note_only_as_it_resolves() -> None:
    walker = board(f"+1: You gain 2 life.\n−2: {UNKNOWN}", "planeswalker", rest=", counters: {loyalty: 3}")
    assert not walker.outcomes("activate ability 1 of odd", settle=True).caveats
    found = walker.outcomes("activate ability 2 of odd", settle=True)
    assert found[0].board.counters("odd") == {"loyalty": 1}
    assert [note for note in found.caveats if UNKNOWN.removesuffix(".") in note]


def test_what_may_have_targets_takes_those_that_are_named_and_says_so() -> None:
    there = board("{1}: Zorp target player.", "artifact")
    found = there.outcomes("activate ability 1 of odd targeting bob")
    assert found[0].board.model.stack[0].targets == ("bob",)
    assert [note for note in found.caveats if "may have targets" in note]


@pytest.mark.parametrize(
    ("action", "noted"),
    [
        ("alice mills a card", True),
        ("alice draws a card", True),
        ('exile "alice\'s library 1"', True),
        ('put "alice\'s library 1" onto the battlefield face down', False),
    ],
)
def test_a_hidden_card_that_changes_zones_gives_a_note(action: str, noted: bool) -> None:
    """614.1a, 603.2: a Vigor on top of the library, milled."""
    text = "players: {alice: {}, bob: {}}\nlibrary: [{id: top, card: Vigor, owner: alice}]\n"
    seen = Board.parse(text).seen_by("bob")
    told = [note for note in seen.outcomes(action).caveats if "alice's library 1" in note]
    assert bool(told) == noted
