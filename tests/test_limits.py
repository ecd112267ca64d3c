"""No answer hides a limit: what is noted, and whether an answer is complete, hangs on the question alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyengine import Board, Interrupted
from pyengine.cli import main
from pyengine.counting import GroundProgram
from pyengine.plan import shortest

PLAYERS = "players: {alice: {}, bob: {}}\n"
HYDRA = PLAYERS + "battlefield: [{id: bear, card: Grizzly Bears, controller: alice, counters: {+1/+1: 999999999}}]"
COPIED = PLAYERS + "hand: [{id: moon, card: Blood Moon, owner: bob}]"
ONE_OF_TWO = """
players: {alice: {}, bob: {}}
cards:
  Echo: {types: [creature], power: 1, toughness: 9, not_modelled: [it echoes]}
  Mime: {types: [creature], power: 1, toughness: 9}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {a: 1, b: 1}}
  - {id: many, card: Grizzly Bears, controller: alice, counters: {charge: 999999999}}
hand:
  - {id: echo, card: Echo, owner: alice}
"""


# --- one question, one set of notes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "actions", "told", "complete", "number"),
    [
        (HYDRA, ["double the +1/+1 counters on bear"], "too large", False, 0),
        (COPIED, ["create token as a copy of moon"], "not modelled on Blood Moon", True, 1),
        # None, one or two more on the bear, none or one more on what has nearly a billion.
        (ONE_OF_TWO, ["proliferate", "proliferate"], "too large", False, 3 * 2),
        (ONE_OF_TWO, ["proliferate bear"], "", True, 1),
    ],
)
def test_notes_hang_on_nothing_but_the_question(
    board: str,
    actions: list[str],
    told: str,
    complete: bool,
    number: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    listed, counted, unasked = (Board.parse(board).outcomes(*actions) for _ in range(3))
    assert (counted.count(), len(list(listed))) == (number, number)
    notes = unasked.caveats
    assert (listed.caveats, counted.caveats) == (notes, notes)
    assert listed.complete == counted.complete == unasked.complete == complete
    assert any(told in note for note in notes) == bool(told)
    path = tmp_path / "b.yaml"
    path.write_text(board)
    for options in (["--limit", "1"], ["--limit", "50"], ["--count"]):
        assert main(["apply", str(path), *actions, "--json", *options]) == (0 if complete else 3)
        answer = json.loads(capsys.readouterr().out)
        assert (answer["count"], answer["complete"], answer["caveats"]) == (number, complete, list(notes))


NOTED = """
players: {alice: {mana: "{1}"}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {charge: 1000000000}}
  - {id: mauler, card: Sagu Mauler, controller: alice, face_down: {by: morph}}
  - {id: land, card: Forest, controller: alice}
hand:
  - {id: bender, card: Willbender, owner: alice}
"""


def test_a_listing_notes_of_each_action_what_it_notes_alone() -> None:
    board = Board.parse(NOTED)
    listing = board.candidate_actions.where(
        verbs=["put", "remove", "cast", "turn"], objects=["bear", "mauler", "bender"]
    ).listing()
    verdicts = listing.verdicts()
    for verdict in verdicts:
        assert verdict == Board.parse(NOTED).check(verdict.action)
    assert len({verdict.caveats for verdict in verdicts}) == 2
    several = listing.outcomes()
    assert several.keys() == {verdict.action for verdict in verdicts if verdict.legal}
    for action, found in several.items():
        alone = Board.parse(NOTED).outcomes(action)
        assert (found.caveats, found.complete) == (alone.caveats, alone.complete), action
        assert set(found.outcomes) == set(alone)
    assert {found.complete for found in several.values()} == {True, False}
    assert not listing.complete
    assert set(listing.caveats) == {note for found in several.values() for note in found.caveats} | {
        note for verdict in verdicts for note in verdict.caveats
    }


# --- lines ----------------------------------------------------------------------------------------------------


LEAVING = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: ox, card: Grizzly Bears, controller: alice, counters: {+1/+1: 1}}
"""


def test_a_plan_keeps_what_was_noted_on_any_line() -> None:
    """What the bear was as it left is not kept, so that what is made of it then might be otherwise."""
    board = Board.parse(LEAVING)
    allowed = ["destroy ox", "begin the draw step of alice"]
    noted = board.outcomes("begin the draw step of alice").caveats
    assert noted
    assert not set(noted) & set(board.outcomes("destroy ox").caveats)
    nothing = shortest(board, allowed, {"bear": {"+1/+1": 1}})
    assert not nothing
    assert (nothing.ruled_out, nothing.caveats, nothing.complete) == (2, noted, True)
    # Of a line of one instruction it is enough that none reaches the goal: it may have neighbours that are noted.
    assert shortest(board, [*allowed, "put a +1/+1 counter on bear"], {"bear": {"+1/+1": 1}}).caveats == ()
    two = shortest(board, [*allowed, *["put a +1/+1 counter on bear"] * 2], {"bear": {"+1/+1": 2}})
    assert (two.ruled_out, two.caveats) == (1, noted)


def test_a_plan_reaches_nothing_with_numbers_that_are_too_large() -> None:
    board = Board.parse(HYDRA)
    plan = shortest(board, ["put two +1/+1 counters on bear"], {"bear": {"+1/+1": 1000000000}})
    assert not plan
    assert not plan.complete


# --- time -----------------------------------------------------------------------------------------------------


@pytest.fixture
def stop_at(monkeypatch: pytest.MonkeyPatch) -> Iterator[type]:
    """To let something be interrupted the nth time that it is done."""

    class StopAt:
        def __init__(self, owner: object, name: str, number: int, error: type[BaseException]) -> None:
            self.left, self.error, self.done = number, error, getattr(owner, name)
            monkeypatch.setattr(owner, name, lambda *args, **kwargs: self.do(*args, **kwargs))

        def do(self, *args: object, **kwargs: object) -> object:
            self.left -= 1
            if self.left == 0:
                raise self.error("stopped")
            return self.done(*args, **kwargs)

    yield StopAt


@pytest.mark.parametrize(("error", "code"), [(Interrupted, 3), (KeyboardInterrupt, 130)])
def test_what_was_found_of_outcomes_is_printed(
    error: type[BaseException], code: int, stop_at: type, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(LEAVING)
    stop_at(GroundProgram, "count", 1, error)
    assert main(["apply", str(path), "proliferate", "--limit", "1", "--json"]) == code
    answer = json.loads(capsys.readouterr().out)
    assert (answer["count"], len(answer["outcomes"]), answer["complete"]) == (1, 1, False)
