"""What notebooks show: a table for every answer, with all text escaped."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from pyengine import Board

BOARD = """
players: {alice: {mana: "{2}{G}"}, bob: {counters: {poison: 2}}}
active: bob
priority: alice
step: end
battlefield:
  - {id: <b>, card: Grizzly Bears, controller: alice, counters: {+1/+1: 2}}
  - {id: kite, card: Tatterkite, controller: bob}
"""


class Cells(HTMLParser):
    """The text of each cell and paragraph, and whether every tag that opens closes again."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        if tag in ("td", "th", "p"):
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and not {"svg", "summary"} & {*self.open}:  # the picture shows the same
            self.texts[-1] += data


def shown(answer: Any) -> list[str]:
    return Cells(answer._repr_html_()).texts


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.parse(BOARD)


def test_a_board_shows_mana_step_and_turn(board: Board) -> None:
    told = shown(board)
    assert told[:3] == ["turn of bob, end, alice has priority", "alice: life 20, {2}{G}", "bob: life 20, poison: 2"]
    assert told[8:13] == ["battlefield", "<b>", "Grizzly Bears", "+1/+1: 2", "alice"]
    assert str(board).splitlines()[1] == told[0]


def test_a_verdict_shows_its_reasons(board: Board) -> None:
    verdict = board.check('move a +1/+1 counter from "<b>" to kite')
    assert shown(verdict)[3:] == ["illegal", verdict.action, str(verdict.reasons[0])]
    assert shown(board.check('remove a +1/+1 counter from "<b>"'))[-1] == "122.1"


def test_outcomes_show_what_changed_and_what_happened(board: Board) -> None:
    outcomes = board.outcomes("proliferate")
    told = shown(outcomes)
    assert told[:3] == ["", "changes", "what happened"]
    assert [told[n] for n in range(3, len(told), 3)] == [str(n + 1) for n in range(outcomes.count())]
    assert "no change" in told
    one = shown(outcomes[0])
    assert one[:3] == ["time", "what happened", "rule"]
    assert all(event.text in one and event.rule in one for event in outcomes[0].log)
    assert "<b>" in one


def test_listings_show_every_verdict(board: Board) -> None:
    told = shown(board.candidate_actions)
    assert [told[n] for n in range(4, len(told), 3)] == [one.action for one in board.candidate_actions]
    assert "illegal" not in shown(board.legal_actions)


def test_notes_are_shown_once() -> None:
    noted = Board.parse(
        "players: {alice: {}}\nbattlefield: [{id: o, card: Odd, controller: alice}]\n"
        "cards: {Odd: {types: [artifact], not_modelled: [something <odd>]}}\n"
    )
    for answer in (noted.check("put a charge counter on o"), noted.outcomes("put a charge counter on o")):
        assert shown(answer).count("note: not modelled on Odd: something <odd>") == 1


def test_a_merged_permanent_is_shown_as_its_topmost_component() -> None:
    board = Board.parse("""
        players: {alice: {}}
        battlefield:
          - {id: ape, card: Sol Ring, controller: alice, covered_face_down: true,
             merged: [{id: giant, card: Hill Giant, over: true}, {id: toy, card: Memnite}]}
    """)
    shown = "Hill Giant", "alice, merged over Sol Ring face down over Memnite"
    assert all(one in str(board) and one in Cells(board._repr_html_()).texts for one in shown)
    (outcome,) = board.outcomes("destroy ape")
    assert {"giant: no longer merged over ape", "toy: no longer merged under ape"} <= set(outcome.changes)


def test_a_board_is_a_picture_where_html_is_not_shown(board: Board) -> None:
    assert board._repr_svg_() == board.picture()
    assert board._repr_svg_().startswith("<svg ")
