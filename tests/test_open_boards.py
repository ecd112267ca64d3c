"""Verdicts on families of boards: those of `check` on each, however many boards share one."""

from __future__ import annotations

import json
import random
from itertools import product

import pytest
from clingo import Control

from pyengine import Board
from pyengine.bulk.board_numbers import Boards
from pyengine.bulk.enumeration import EVERYTHING, Question
from pyengine.bulk.rows import lines
from pyengine.cards import catalog
from pyengine.solving.ground_rules import GroundRules

FIELDS = ("action", "legal", "reasons", "rules", "ignored", "caveats", "complete")


# --- what an atom hangs on --------------------------------------------------------------------------------------


def _ground(program: str) -> tuple[Control, GroundRules, dict[str, int]]:
    """A program, its ground rules as they are seen, and the literals of its atoms that are no facts."""
    rules = GroundRules()
    control = Control(["--warn=none", "0"])
    control.register_observer(rules)
    control.add(program)
    control.ground()
    return control, rules, {str(atom.symbol): atom.literal for atom in control.symbolic_atoms if not atom.is_fact}


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("{ a; b; c }. p :- a, not b. q :- p.", "ab"),
        ("{ a; b; c }. q :- #count { 1 : a; 2 : c } > 1.", "ac"),
        ("{ a; b; c }. q :- r. r :- q. r :- b.", "b"),
        ("{ a; b; c }. q :- not p, a. p :- not q, b.", None),
        ("{ a; b; c }. { p } :- a. q :- p.", None),
        ("{ a; b; c }. p ; q :- a.", None),
        ("{ a; b; c }. #external p. q :- p, a.", None),
        ("{ a; b; c }. { p } :- a. q :- c.", "c"),
    ],
)
def test_what_an_atom_depends_on(program: str, expected: str | None) -> None:
    _, rules, number = _ground(f"{program} #show. #defined a/0.")
    given = {number[one]: one for one in "abc"}
    found = rules.hang_on([number["q"]], frozenset(given))
    assert (None if found is None else "".join(sorted(given[one] for one in found))) == expected


def test_of_random_programs_nothing_else_makes_a_difference() -> None:
    """Whatever is chosen of the rest, an atom is the same, and there is one model for each choice."""
    for seed in range(60):
        chance = random.Random(seed)
        atoms = "abcdpqrs"
        lines_of = ["{ a; b; c; d }."]
        for _ in range(8):
            body = [chance.choice(["", "not "]) + chance.choice(atoms) for _ in range(chance.randrange(1, 4))]
            lines_of.append(f"{chance.choice('pqrs')} :- {', '.join(body)}.")
        control, rules, number = _ground(" ".join(lines_of))
        given = {number[one]: one for one in "abcd"}
        for asked in "pqrs":
            found = rules.hang_on([number[asked]], frozenset(given)) if asked in number else None
            if found is None:
                continue
            told: dict[tuple[bool, ...], set[bool]] = {}
            with control.solve(yield_=True) as models:
                for model in models:
                    chosen = tuple(model.is_true(one) for one in sorted(found))
                    told.setdefault(chosen, set()).add(model.is_true(number[asked]))
            assert all(len(values) == 1 for values in told.values())


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("{ a; b; c }. { p } :- a. q :- p.", "a"),  # a choice is followed
        ("{ a; b; c }. { p } :- a. q :- p. :- p, b.", "ab"),  # and what forbids it
        ("{ a; b; c }. { p } :- a. { r } :- b. q :- p. :- r, c.", "abc"),  # though it may be another
        ("{ a; b; c }. q :- a. :- b, c.", "a"),  # of boards alone: they are given
        ("{ a; b; c }. q :- not p, a. p :- not q, b.", "ab"),  # a circle in what is asked
        ("{ a; b; c }. q :- a. p :- not r, b. r :- not p, b.", None),  # and elsewhere
        ("{ a; b; c }. #external p. q :- a.", None),
    ],
)
def test_what_every_possible_value_of_an_atom_depends_on(program: str, expected: str | None) -> None:
    _, rules, number = _ground(f"{program} #show. #defined a/0.")
    given = {number[one]: one for one in "abc"}
    found = rules.all_hang_on([number["q"]], frozenset(given))
    assert (None if found is None else "".join(sorted(given[one] for one in found))) == expected


def test_of_random_programs_all_that_may_become_of_atoms_is_the_same() -> None:
    """With the same of what it hangs on there are the same models of it, unless nothing is there at all."""
    told_of = 0
    for seed in range(80):
        chance = random.Random(seed)
        atoms = "abcdpqrs"
        lines_of = ["{ a; b; c; d }.", "{ p; r } :- a."]
        for _ in range(7):
            body = [chance.choice(["", "not "]) + chance.choice(atoms) for _ in range(chance.randrange(1, 4))]
            lines_of.append(f"{chance.choice(['p', 'q', 'r', 's', '{ q }', ''])} :- {', '.join(body)}.")
        control, rules, number = _ground(" ".join(lines_of))
        given = {number[one]: one for one in "abcd" if one in number}
        for asked in (one for one in ("pq", "s") if set(one) <= number.keys()):
            found = rules.all_hang_on([number[one] for one in asked], frozenset(given))
            if found is None or len(found) == len(given):
                continue
            told: dict[tuple[bool, ...], dict[tuple[bool, ...], set[tuple[bool, ...]]]] = {}
            with control.solve(yield_=True) as models:
                for model in models:
                    board = tuple(model.is_true(one) for one in given)
                    alike = tuple(model.is_true(one) for one in sorted(found))
                    is_so = tuple(model.is_true(number[one]) for one in asked)
                    told.setdefault(alike, {}).setdefault(board, set()).add(is_so)
            for boards in told.values():
                assert len({frozenset(several) for several in boards.values()}) == 1
                told_of += len(boards) > 1
    assert told_of > 20


# --- the verdicts -----------------------------------------------------------------------------------------------


def assert_as_check(question: Question, numbers: list[int]) -> None:
    for text in filter(None, lines(question, numbers)):
        row = json.loads(random.Random(text).choice(text.splitlines()))
        verdict = json.loads(json.dumps(question.boards.of(row["board"]).check(row["action"]).to_json()))
        assert {key: row[key] for key in FIELDS} == {key: verdict[key] for key in FIELDS}


@pytest.mark.parametrize(
    ("cards", "ask"),
    [
        # what one permanent has decides for another: how many counters, and by them its power and abilities
        (("Grizzly Bears", "Purphoros, God of the Forge"), "put a {kind} counter on {a}"),
        (("Solemnity", "Woolly Razorback"), "put {a} into exile"),  # notes hang on what else is on the board
        (("Grizzly Bears", "Tatterkite"), "move all counters from {a} to {b}"),
        (("Grizzly Bears", "Doubling Season"), "remove a {kind} counter from {a}, then tap {a}"),  # each asked alone
        (("Muraganda Petroglyphs", "Grizzly Bears"), "double the {kind} counters on {a}"),
    ],
)
def test_verdicts_are_those_of_check(cards: tuple[str, ...], ask: str) -> None:
    question = Question(Boards(cards, 2, ("+1/+1", "flying"), 1), ask)
    assert_as_check(question, random.Random(ask).sample(range(question.boards.count()), 4))


def assert_as_apply(question: Question, numbers: list[int]) -> None:
    for text in filter(None, lines(question, numbers)):
        row = json.loads(random.Random(text).choice(text.splitlines()))
        board = question.boards.of(row["board"])
        verdict, found = board.check(row["action"]), board.outcomes(row["action"])
        changes = sorted(list(one.changes) for one in found) if verdict.legal else []
        assert (row["outcomes_count"], row["outcomes"]) == (len(changes), changes[:20])
        assert row["caveats"] == list(dict.fromkeys([*verdict.caveats, *(found.caveats if verdict.legal else ())]))
        assert row["complete"] == (verdict.complete and (found.complete or not verdict.legal))


@pytest.mark.parametrize(
    ("cards", "ask", "together"),
    [
        (("Grizzly Bears", "Hardened Scales", "Branching Evolution"), "put a {kind} counter on {a}", True),
        (("Grizzly Bears", "Vorinclex, Monstrous Raider"), "proliferate", True),
        (("Solemnity", "Woolly Razorback"), "put {a} into exile", True),
        (("Grizzly Bears", "The Ozolith"), "destroy {a}", True),
        (("Grizzly Bears", "Hangarback Walker"), "destroy {a}", None),  # ids of tokens hang on what else is there
        (("Grizzly Bears", "Solemnity"), "put a {kind} counter on {a}, then tap {a}", False),
    ],
)
def test_outcomes_are_those_of_apply(cards: tuple[str, ...], ask: str, together: bool | None) -> None:
    from pyengine.bulk import rows

    question = Question(Boards(cards, 2, ("+1/+1", "flying"), 1), ask, outcomes=True)
    last = question.boards.count() - 1
    assert_as_apply(question, [last, *random.Random(ask).sample(range(last), 2 if together else 0)])
    if together is not None:
        answers = rows._answers(question)(None, ("o1", "o2"))
        assert (answers._open.outcomes_asked(0) is not None) == together


def test_outcomes_of_few_boards_are_looked_for() -> None:
    from pyengine.bulk import rows

    question = Question(
        Boards(("Grizzly Bears", "Tatterkite"), 2, ("charge", "oil"), 2), "remove a charge counter", outcomes=True
    )
    assert sum(1 for _ in lines(question, range(question.boards.count()))) == 1 + 36 + 36**2
    answers = rows._answers(question)(None, ("o1", "o2"))
    assert max(map(len, answers._come)) == 2  # how many charge counters there are


def test_numbers_too_large_are_reported() -> None:
    question = Question(
        Boards(("Doubling Season", "Grizzly Bears"), 1, ("+1/+1",), 1),
        "put 1000000000 {kind} counters on {a}",
        outcomes=True,
    )
    rows = [json.loads(text) for text in lines(question, range(question.boards.count())) if text]
    assert {(row["complete"], row["outcomes_count"]) for row in rows} == {(False, 0)}


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100))
def test_outcomes_on_any_cards_are_those_of_apply(seed: int) -> None:
    chance = random.Random(seed)
    names = sorted(card.name for card in catalog.every_card() if not {"instant", "sorcery"} & {*card.types})
    kinds = tuple(chance.sample(["+1/+1", "-1/-1", "charge", "flying", "shield", "stun", "loyalty", "lore"], 2))
    asked = ("destroy {a}", "tap {a}", "put {a} into exile", "adapt 2 on {a}", "move all counters from {a} to {b}")
    date = chance.choice([None, None, "2019-01-01"])
    cards = tuple(chance.sample(names, 3))
    question = Question(Boards(cards, 2, kinds, 2, date), chance.choice([*asked, "proliferate"]), outcomes=True)
    assert_as_apply(question, chance.sample(range(question.boards.count()), 6))


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(200))
def test_verdicts_on_any_cards_are_those_of_check(seed: int) -> None:
    chance = random.Random(seed)
    names = sorted(card.name for card in catalog.every_card() if not {"instant", "sorcery"} & {*card.types})
    kinds = tuple(chance.sample(["+1/+1", "-1/-1", "charge", "flying", "shield", "stun", "loyalty", "lore"], 2))
    asked = ("destroy {a}", "tap {a}", "put {a} into exile", "adapt 2 on {a}", "attach {a} to {b}", EVERYTHING)
    date = chance.choice([None, None, "2019-01-01"])
    question = Question(Boards(tuple(chance.sample(names, 4)), 2, kinds, 2, date), chance.choice(asked))
    assert_as_check(question, chance.sample(range(question.boards.count()), 9))


def test_all_that_legal_lists_about_counters_is_asked() -> None:
    question = Question(Boards(("Grizzly Bears", "Tatterkite"), 2, ("+1/+1", "charge"), 1))
    for number in random.Random(1).sample(range(question.boards.count()), 3):
        [text] = lines(question, [number])
        rows = {row["action"]: row for row in map(json.loads, text.splitlines())}
        board = Board.from_data(question.boards.board(number))
        listed = board.candidate_actions.where(
            verbs=["put", "remove", "move", "proliferate"], kinds=question.boards.kinds
        )
        verdicts = {verdict.action: verdict for verdict in listed}
        assert rows.keys() == verdicts.keys()
        for action, verdict in verdicts.items():
            assert (rows[action]["legal"], rows[action]["rules"]) == (verdict.legal, [*verdict.rules])
            assert rows[action]["reasons"] == json.loads(json.dumps([one.to_json() for one in verdict.reasons]))


def test_few_boards_are_asked_about() -> None:
    """A verdict is worked out once for all boards that it can't tell apart."""
    from pyengine.bulk import rows

    question = Question(Boards(("Grizzly Bears", "Tatterkite"), 2, ("+1/+1", "charge"), 3), "move a charge counter")
    assert sum(1 for _ in lines(question, range(question.boards.count()))) == 1 + 64 + 64**2
    answers = rows._answers(question)(None, ("o1", "o2"))
    # which cards both are, in most cases, and how many charge counters the first has
    assert max(map(len, answers._known)) <= 4 * 4
    for one, other in product((0, 1), repeat=2):  # the other kind and who controls it is not asked
        assert answers._open.asked[0] is not None
        assert not answers._open.asked[0] & answers._open.bits[4 * one + 2][other]
