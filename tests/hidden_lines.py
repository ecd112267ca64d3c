"""Boards of the scenarios on which one line of a card is hidden: as if the reader could not read it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from pyengine import Board, scenarios
from pyengine.asking.candidates import Filters
from pyengine.asking.listing import Listing
from pyengine.card_model.card import CardText
from pyengine.cards import catalog
from pyengine.compiler import printed_text
from pyengine.compiler.printed_text import NotModelledError
from pyengine.english.ability_lines import Line, lines_of
from pyengine.errors import PyengineError
from tests.every_scenario import every_scenario


@dataclass(frozen=True)
class Case:
    """A scenario, and a line of a card that it uses."""

    name: str
    scenario: scenarios.Scenario
    card: str
    place: int
    """The number of the line on the card."""


@cache
def used_texts() -> dict[str, tuple[tuple[str, scenarios.Scenario], ...]]:
    """The cards with a text that scenarios use, each with these scenarios."""
    found: dict[str, list[tuple[str, scenarios.Scenario]]] = {}
    texts = {card.name for card in catalog.every_card() if card.text}
    for name, scenario, _ in every_scenario():
        if scenario.contested is None and scenario.seen_by is None and scenario.problems is None:
            own = scenario.board.cards
            for card in _cards(scenario.board.model_dump(mode="json", exclude_unset=True)):
                if own[card].text if card in own else card in texts:
                    found.setdefault(card, []).append((name, scenario))
    return {card: tuple(several) for card, several in sorted(found.items())}


def _cards(data: object) -> set[str]:
    """The cards that a board names for its objects."""
    if isinstance(data, list):
        return set().union(*map(_cards, data))
    if not isinstance(data, dict):
        return set()
    own = {data["card"]} if isinstance(data.get("card"), str) else set()
    return own.union(*(_cards(one) for key, one in data.items() if key != "cards"))


def definition(case: Case) -> CardText:
    """The card as the board or the library defines it."""
    own = case.scenario.board.cards
    return own[case.card] if case.card in own else catalog.definition(case.card)


def cases(seed: int, count: int) -> list[Case]:
    """Cases of different cards, drawn by a seed."""
    rng = random.Random(seed)
    found = []
    for card in rng.sample(sorted(used_texts()), min(count, len(used_texts()))):
        name, scenario = rng.choice(used_texts()[card])
        case = Case(name, scenario, card, 0)
        text = definition(case).text
        assert text is not None
        found.append(Case(name, scenario, card, rng.randrange(len(list(lines_of(text))))))
    return found


@contextmanager
def unread(line: str) -> Iterator[None]:
    """Let the reader refuse this line, wherever it is part of what is read."""
    read = printed_text._abilities

    def refusing(one: Line, *rest: Any) -> Any:
        if line in one.text:
            raise NotModelledError("hidden", "hidden")
        return read(one, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printed_text, "_abilities", refusing)
        # What was read before stays out of this, and what is read now goes with it.
        patch.setattr(printed_text, "_known", type(printed_text._known)(printed_text.TEXTS_KEPT))
        yield


def hidden_line(case: Case) -> str:
    """The line that is hidden."""
    text = definition(case).text
    assert text is not None
    return list(lines_of(text))[case.place].text


def with_hidden_line(case: Case) -> Board:
    """The board of the scenario, with one line of the card hidden. To be asked while the line is `unread`."""
    data = case.scenario.board.model_dump(mode="json", exclude_unset=True)
    card = definition(case).model_dump(mode="json", exclude_defaults=True, exclude={"name"})
    data["cards"] = {**data.get("cards", {}), case.card: {**card, "text_remarks": True}}
    return Board.from_data(data)


def remark(board: Board, case: Case) -> str | None:
    """The note on the hidden line; None if the reader has no such line."""
    hidden = " ".join(hidden_line(case).split())[:40].split("(")[0].strip()
    return next((one for one in board.card(case.card).remarks if hidden in one), None)


def silent(case: Case) -> str:
    """Return what the answer says differently without the line and without a note; empty if nothing."""
    with unread(hidden_line(case)):
        try:
            board = with_hidden_line(case)
            said = remark(board, case)
            if said is None:
                return ""
            failures = list(scenarios._failures(case.scenario, board, 60))
            actions = scenarios._actions(case.scenario)
            found = board.outcomes(*actions, settle=case.scenario.settle, timeout=60)
            list(found)
            notes = [*found.caveats, *(note for one in found.verdicts for note in one.caveats)]
            if failures and not any(said in note for note in notes):
                # What objects are is asked of the boards that come about.
                notes += [note for one in found for note in one.board.caveats]
        except PyengineError:
            return ""
        if failures and not any(said in note for note in notes):
            return f"{case.name}: without {said!r} of {case.card}: {failures[0]}"
    return ""


def silent_about_uses(case: Case) -> str:
    """A use that a list of all uses lacks without the line, and without a note that names it; empty if none."""
    with unread(hidden_line(case)):
        try:
            board = with_hidden_line(case)
            said = remark(board, case)
            if said is None:
                return ""
            uses, notes = _uses(board)
        except PyengineError:
            return ""
    if any(said in note for note in notes):
        return ""
    more = _uses(Board(case.scenario.board))[0] - uses
    return f"{case.name}: without {said!r} of {case.card} no {sorted(more)}" if more else ""


def _uses(board: Board) -> tuple[Counter[str], list[str]]:
    """The uses that are legal, each as often as there are such, and the notes."""
    listing = Listing(board, Filters(("use",)), 60)
    found = listing.verdicts()
    # The question is not which number an ability has.
    uses = Counter(re.sub(r"ability \d+ of", "an ability of", one.action) for one in found if one.legal)
    return uses, [*listing.caveats, *(note for one in found for note in one.caveats)]


_PLACES = {"battlefield": "on the battlefield", "graveyard": "in the graveyard", "exile": "in exile", "hand": "in hand"}


def silent_about_lines(case: Case) -> str:
    """A goal that the scenario's actions reach, and that is said to be out of reach without the line and a note."""
    actions = case.scenario.actions
    if not case.scenario.by_cards or len(actions) != 1:
        return ""
    with_line = Board(case.scenario.board)
    first = next(iter(with_line.outcomes(*actions, settle=True, timeout=60)), None)
    moved = () if first is None else (one for one in with_line.objects if one in first.board.objects)
    for name in moved:
        assert first is not None
        if (zone := first.board.zone(name)) != with_line.zone(name) and zone in _PLACES:
            break
    else:
        return ""
    with unread(hidden_line(case)):
        try:
            board = with_hidden_line(case)
            said = remark(board, case)
            if said is None:
                return ""
            found = board.solve(f"{name} is {_PLACES[zone]}", actions, timeout=60)
        except PyengineError:
            return ""
    if found.answer != "none" or any(said in note for note in found.caveats):
        return ""
    return f"{case.name}: without {said!r} of {case.card} none for {name} {_PLACES[zone]}"
