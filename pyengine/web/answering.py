"""Answers to requests, as plain data. They run in processes apart from the server, which can stop them.

Nothing here reads a file that a request names: boards and puzzles come with the request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from pydantic import BaseModel

from pyengine.asking import editions, stamps
from pyengine.board import Board
from pyengine.cards import catalog
from pyengine.errors import InputError
from pyengine.files import yaml_reading
from pyengine.files.quoting import quoted
from pyengine.formats import board_reading, deck_list, forge_puzzle, puzzle_file
from pyengine.glossary.editions import NEWEST_DATE
from pyengine.position import board_line
from pyengine.web import requests

NAMES = 30
"""Largest number of cards in the answer to a search."""

PLAYERS = ("alice", "bob")
"""The players of a board that a deck list makes; the first has the deck."""

ROWS_A_STEP = 500
"""Number of rows after which a job reports its progress."""

Answer = dict[str, Any]
Step = tuple[str, Answer]
"""A part of an answer: ("progress", what is known so far) any number of times, then ("answer", the answer)."""


def show(asked: requests.Ask) -> Answer:
    """The board with the characteristics of everything on it, and its contradictions to the rules."""
    board = _board(asked)
    return {
        "board": board.to_data(),
        "characteristics": {name: one.to_json() for name, one in board.characteristics.items()},
        "problems": [{"text": one.text, "rule": one.rule} for one in board.status().problems],
        "caveats": list(board.caveats),
        "other_caveats": list(board.other_caveats),
    }


def layers(asked: requests.AskObject) -> Answer:
    """The steps by which the characteristics of an object came about (613)."""
    board = _board(asked)
    name = board.object_called(asked.object)
    return {"id": name, "steps": [{**step.to_json(), "words": str(step)} for step in board.layers(name)]}


def compare(asked: requests.AskDates) -> Answer:
    """The answers on two dates, and the changes of the rules that make the difference."""
    return _board(asked).compare(*asked.actions, dates=asked.dates, settle=asked.settle).to_json()


def check(asked: requests.AskAction) -> Answer:
    """The verdict on an action, as `pyengine check --json` prints it."""
    return _board(asked).check(asked.action).to_json()


def legal(asked: requests.AskLegal) -> Answer:
    """The verdicts on all actions, as `pyengine legal --no-outcomes --json` prints them."""
    actions = _board(asked).candidate_actions.where(verbs=asked.verbs, objects=asked.objects, kinds=asked.kinds)
    listing = actions.listing()
    return listing.to_json([verdict.to_json() for verdict in listing.verdicts()])


def apply(asked: requests.AskActions) -> Answer:
    """The outcomes of actions, as `pyengine apply --json` prints them."""
    return _board(asked).outcomes(*asked.actions, settle=asked.settle).to_json(asked.limit)


def view(asked: requests.Ask) -> Answer:
    """The board as a player sees it (708.5)."""
    if asked.viewer is None:
        raise InputError("as: expected the player who looks at the board")
    return {"board": _board(asked).to_data()}


def why(asked: requests.AskAction) -> Iterator[Step]:
    """The minimal reasons against an action, and the smallest changes of the board that make it legal."""
    from pyengine.explain import smallest_changes, why_illegal

    board = _board(asked)
    found = why_illegal.minimal_reasons(board, asked.action)
    yield "progress", found.to_json()
    made = smallest_changes.smallest_changes(board, asked.action)
    yield "answer", {**found.to_json(), **made.to_json(), "complete": found.complete and made.in_time}


def solve(asked: requests.AskLine) -> Iterator[Step]:
    """The line that solves a puzzle, as `pyengine solve --json` prints it."""
    puzzle = _puzzle(asked.puzzle)
    task = puzzle.task(limit=asked.limit, against=asked.adversarial)
    found = None
    for found in puzzle.board.search(task):
        yield "progress", {"status": found.status, "positions": found.positions}
    assert found is not None, "a search ends with an answer"
    yield "answer", (found if puzzle.note is None else found.stopped(puzzle.note)).to_json()


def prove(asked: requests.AskProof) -> Iterator[Step]:
    """The proof of a property that pyengine ships, or a counterexample, as `pyengine prove --json` prints it."""
    from pyengine.proofs import property_files, prove
    from pyengine.proofs.space import space_of
    from pyengine.proofs.space_cards import cards_of

    if asked.property not in (names := property_files.properties()):  # `find` takes a path too
        raise InputError(f"property: no property is called {quoted(asked.property)}; there are: {', '.join(names)}")
    told = property_files.find(asked.property)
    cards = cards_of(told)
    space = space_of(told, cards=cards, objects=asked.objects, most=asked.most, steps=asked.steps).checked()
    proof = None
    for proof in prove.search(told, space):
        yield "progress", {"boards": proof.boards}
    assert proof is not None, "a search ends with an answer"
    yield "answer", prove.summary(told, space, proof)


def enumerate(asked: requests.AskBoards) -> Iterator[Step]:
    """The verdict on actions on every board within bounds: the rows that `pyengine enumerate` writes."""
    from pyengine.bulk.enumerated import enumerate_boards
    from pyengine.bulk.enumeration import EVERYTHING

    bounds = asked.model_dump(exclude={"ask", "limit"})
    found = enumerate_boards(asked.ask or EVERYTHING, **bounds)
    left, rows = iter(found), []
    for row in islice(left, asked.limit):
        rows.append(row)
        if not len(rows) % ROWS_A_STEP:
            yield "progress", {"listed": len(rows)}
    yield "answer", {**found.summary(), "listed": rows, "done": next(left, None) is None}


def read(asked: requests.Text) -> Answer:
    """The board in a text that a person pasted, with the goal and the allowed actions if it is a puzzle."""
    text = asked.text
    if forge_puzzle.is_one(text):
        found = forge_puzzle.converted(text)
        goals, allowed = found.data.get("goal", ()), found.data.get("allowed", ())
        of_board = {name: value for name, value in found.data.items() if name not in board_reading.OF_PUZZLES}
        board = Board.from_data(of_board)
        notes = [one.words for one in found.problems]
        return {"board": board.to_data(), "goal": goals, "allowed": allowed, "title": found.title, "notes": notes}
    if board_line.is_line(text):
        return {**_NO_PUZZLE, "board": Board.from_line(text, "<text>").to_data()}
    if deck_list.is_one(text):
        deck = deck_list.read(text, *PLAYERS)
        return {**_NO_PUZZLE, "board": deck.board.to_data(), "title": "deck list", "notes": list(deck.problems)}
    document = yaml_reading.parse(text, "<text>")
    if isinstance(document.data, dict) and "goal" in document.data:
        puzzle = puzzle_file.of(document)
        goals, allowed = list(puzzle.file.goal), [one.do for one in puzzle.file.allowed]
        return {**_NO_PUZZLE, "board": puzzle.board.to_data(), "goal": goals, "allowed": allowed}
    return {**_NO_PUZZLE, "board": board_reading.of_document(document).to_data()}


_NO_PUZZLE: Answer = {"goal": [], "allowed": [], "title": "", "notes": []}


def cards(words: str) -> Answer:
    """The names of cards that contain these words, those that begin with them first."""
    wanted = words.casefold()
    names = [name for name in catalog.every_name() if wanted in name.casefold()]
    first = sorted(names, key=lambda name: not name.casefold().startswith(wanted))
    return {"cards": first[:NAMES], "more": len(names) > NAMES}


def card(name: str) -> Answer:
    """One card, by any of its names, as a card file has it."""
    return catalog.definition(catalog.whole_name(name)).model_dump(mode="json", exclude_defaults=True)


def rule(asked: requests.AskRule) -> Answer:
    """The words and status of a rule, and the lines that encode it, as `pyengine rules --json` prints them.

    A number of an older date means today's first rule that had it.
    """
    from pyengine.coverage import rule_coverage

    if asked.date is None:
        return rule_coverage.rule(asked.number, None)
    numbers = editions.rules_called(asked.number, asked.date)
    if not numbers:
        raise InputError(f"number: no rule is known here that had the number {quoted(asked.number)} on {asked.date}")
    return rule_coverage.rule(numbers[0], None)


def properties(_: str) -> Answer:
    """The properties that pyengine ships, each with its words."""
    from pyengine.proofs import property_files

    return {"properties": [{"name": name, "says": says} for name, says in property_files.words().items()]}


QUESTIONS: Mapping[str, Callable[[Any], Answer | Iterator[Step]]] = {
    one.__name__: one
    for one in (
        *(show, layers, compare, check, legal, apply, view, why, solve, prove, enumerate, read),
        *(cards, card, rule, properties),
    )
}
"""Questions by name."""


def steps(question: str, asked: BaseModel | str) -> Iterator[Step]:
    """Answer a request, with progress on the way. Raises `PyengineError` for what is wrong with the request."""
    found = QUESTIONS[question](asked)
    for sort, part in [("answer", found)] if isinstance(found, dict) else found:
        yield sort, stamps.stamped(part, question, _date(asked)) if sort == "answer" else part


def _date(asked: BaseModel | str) -> str | None:
    """The date of the rules that an answer is about; None if it is not about one."""
    if isinstance(asked, requests.AskLine):
        return stamps.date_of(_puzzle(asked.puzzle).board)
    if isinstance(asked, requests.Ask) and not isinstance(asked, requests.AskDates):
        return stamps.date_of(_board(asked))
    if isinstance(asked, requests.AskBoards):
        return asked.rules or NEWEST_DATE
    return NEWEST_DATE if isinstance(asked, requests.AskProof) else None


BOARDS = 16
"""Number of boards that a process keeps, so that the next question about one of them starts from its answers."""


@lru_cache(BOARDS)
def _read(data: str, rules: str | None, viewer: str | None) -> Board:
    given = json.loads(data)
    board = board_reading.of_text(given, "<board>") if isinstance(given, str) else Board.from_data(given)
    board = board if rules is None else board.with_rules(rules)
    return board if viewer is None else board.seen_by(viewer)


def _board(asked: requests.Ask) -> Board:
    return _read(json.dumps(asked.board), asked.rules, asked.viewer)


def _puzzle(given: str | dict[str, Any]) -> puzzle_file.Puzzle:
    text = given if isinstance(given, str) else json.dumps(given)
    if not forge_puzzle.is_one(text):
        return puzzle_file.of(yaml_reading.parse(text, "<puzzle>"))
    found = forge_puzzle.converted(text)
    forge_puzzle.check(found, "<puzzle>")
    return puzzle_file.of_forge(found, "<puzzle>")
