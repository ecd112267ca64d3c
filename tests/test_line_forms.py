"""Lines of real cards that are not read: the kind of ability that each is, and the notes in all zones."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from pyengine import Board
from pyengine.asking.candidates import Filters
from pyengine.asking.listing import Listing
from pyengine.english import remarks
from pyengine.english.own_names import own_names


class Line(NamedTuple):
    """A line of `unread_lines.yaml`."""

    card: str
    line: str
    kinds: tuple[str, ...]
    zones: frozenset[str]
    spell: bool
    permits: bool
    legendary: bool

    @property
    def read(self) -> remarks.Reading:
        """The reading of the words."""
        return remarks.read(self.line, own_names(self.card, legendary=self.legendary), self.spell)

    def definition(self) -> dict[str, Any]:
        """A card with this line alone, which no reader has to know."""
        kind = {"types": ["sorcery"]} if self.spell else {"types": ["creature"], "power": 1, "toughness": 1}
        more = {"supertypes": ["legendary"]} if self.legendary else {}
        return {**kind, **more, "mana_cost": "{7}{R}", "not_modelled": [self.line]}


LINES = tuple(
    Line(
        one["card"],
        one["line"],
        tuple(one["kinds"]),
        frozenset(one["zones"]),
        one.get("spell", False),
        one.get("permits", False),
        one.get("legendary", ", " in one["card"]),
    )
    for one in yaml.safe_load((Path(__file__).parent / "unread_lines.yaml").read_text(encoding="utf-8"))
)
ZONES = ("hand", "library", "graveyard", "exile", "command")


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.card)
def test_the_form_of_a_line_follows_from_its_words(line: Line) -> None:
    assert line.read.abilities == line.kinds
    assert line.read.zones >= line.zones
    assert line.zones or line.read.zones <= {"hand"} or line.kinds == ("triggered",)
    assert line.read.permits == line.permits


def board(line: Line, zone: str) -> Board:
    """A board with the card in a zone, and everything else at hand that the actions of `happenings` need."""
    whose = "controller" if zone == "battlefield" else "owner"
    here = [{"id": "it", "card": line.card, whose: "alice"}]
    document: dict[str, Any] = {
        "players": {"alice": {"mana": "{W}{U}{B}{R}{G}{C}{C}{C}"}, "bob": {}},
        "battlefield": [{"id": "bear", "card": "Grizzly Bears", "controller": "alice"}],
        "library": [{"id": "deck", "card": "Forest", "owner": "alice"}],
        "cards": {line.card: line.definition()},
    }
    document[zone] = [*here, *document.get(zone, ())]
    return Board.from_data(document)


def happenings(line: Line, zone: str) -> str | None:
    """An action that a line must be noted with, if it is in this zone; None if there is none to write."""
    touches = line.read.touches
    if "cast" in touches and line.read.itself and "static" in line.kinds:
        return "cast it"
    if line.kinds == ("activated",):
        return "activate ability 1 of it"
    if zone == "hand" and touches & {"graveyard", "discard"}:
        return "discard it"
    if zone == "library" and "graveyard" in touches:
        return "alice mills a card"
    steps = {"upkeep": "begin the upkeep of alice", "end step": "begin the end step of alice"}
    if step := next((steps[one] for one in steps if one in touches), None):
        return step
    if zone == "exile" and "remove counters" in touches:
        return "put a time counter on it, then remove a time counter from it"
    if "attack" in touches and line.kinds == ("static",):
        return "attack with bear alone"
    return None


CASES = tuple((line, zone) for line in LINES for zone in ZONES if zone in line.zones and happenings(line, zone))


def test_there_are_lines_of_every_zone() -> None:
    assert {zone for _, zone in CASES} == set(ZONES)
    assert len(CASES) >= 40


@pytest.mark.parametrize(
    ("line", "zone"), random.Random(38).sample(CASES, 24), ids=lambda one: getattr(one, "card", one)
)
def test_an_unread_line_has_a_note_in_every_zone_in_which_it_functions(line: Line, zone: str) -> None:
    action = happenings(line, zone)
    assert action is not None
    found = board(line, zone).outcomes(action)
    assert [note for note in found.caveats if line.line in note], action


@pytest.mark.parametrize("line", [one for one in LINES if one.permits], ids=lambda line: line.card)
def test_a_list_of_uses_names_a_permission_that_is_not_read(line: Line) -> None:
    zones = line.zones or ({"hand"} if line.spell else {"battlefield"})
    for zone in zones:
        asked = board(line, zone)
        assert [note for note in Listing(asked, Filters(("use",))).caveats if line.line in note]
