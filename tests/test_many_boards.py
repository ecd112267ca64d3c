"""Many boards in one program of the solver: what is said of each is what is said of it alone."""

from __future__ import annotations

import json
from collections.abc import Iterator

import clingo
import pytest
from every_scenario import every_scenario
from hypothesis import given, settings
from hypothesis import strategies as st

from pyengine import Board, InvalidActionError, InvalidBoardError, check_many, list_many
from pyengine.actions.action import Action
from pyengine.asking.checking_many import TOGETHER, judged_together
from pyengine.asking.judging import judge
from pyengine.bulk import batch
from pyengine.solving.lifting import chosen, facts_of_each, lifted, lifted_facts
from tests.common import few
from tests.test_statements import rules

# --- rules about every board ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("a.", "a(B__) :- board__(B__)."),
        ('a("x",f(Y)) :- b(Y,c), not d.', 'a(B__,"x",f(Y)) :- b(B__,Y,c), not d(B__).'),
        (":- a(X), X = f(1).", ":- a(B__,X), X = f(1)."),
        ("a(X) :- X = 1, not b.", "a(B__,X) :- X = 1, not b(B__); board__(B__)."),
        ("#project a(X) : a(X).", "#project a(B__,X) : a(B__,X)."),
        ("#heuristic a : not b. [2,level]", "#heuristic a(B__) : not b(B__); board__(B__). [2,level]"),
        ("#heuristic a. [2-1,true]", "#heuristic a(B__) : board__(B__). [2-1,true]"),
        ("{ a(X) : b(X) } 1.", "{ a(B__,X) : b(B__,X) } 1 :- board__(B__)."),
        (
            "a(N) :- N = #sum{ W,f(X) : b(X,W), not c }.",
            "a(B__,N) :- N = #sum{ W,f(X) : b(B__,X,W), not c(B__) }; board__(B__).",
        ),
        ("a :-\n  b, % c(\n  d(X) : e(X).", "a(B__) :-\n  b(B__), % c(\n  d(B__,X) : e(B__,X)."),
        (
            'a("é";"c").',
            'a(B__,"é") :- board__(B__).\na(B__,"c") :- board__(B__).',
        ),
    ],
)
def test_every_atom_of_a_rule_says_which_board_it_is_about(rule: str, expected: str) -> None:
    assert lifted(rule) == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("a(t) :- b(t), c.", "a(B__,t) :- b(B__,t), c(B__)."),
        ("a(t) :- b(t-1), not c(t).", "a(B__,t) :- b(B__,t-1), not c(B__,t); going__(B__,t)."),
        ("a(t) :- b(f(t)).", "a(B__,t) :- b(B__,f(t)); going__(B__,t)."),
        ("a(t) :- 1 #count{ X : b(t,X) }.", "a(B__,t) :- 1 #count{ X : b(B__,t,X) }; going__(B__,t)."),
    ],
)
def test_what_speaks_of_a_moment_is_of_boards_that_are_asked_about_then(rule: str, expected: str) -> None:
    assert lifted(rule, "going__(B__,t)", "t") == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("1 { a(X,t) : b(X); c } 1 :- d.", {("a", 2), ("c", 0)}),
        ('a("{") :- b.', set()),
        ("a :- 1 { b(X) }.", set()),
        ("N { a(1;2) } :- b(N).", {("a", 1)}),
    ],
)
def test_of_what_a_rule_leaves_a_choice(rule: str, expected: set[tuple[str, int]]) -> None:
    assert chosen(rule) == expected


def test_every_fact_of_a_board_says_which_it_is_about() -> None:
    assert lifted_facts(3, 'a.\nb("c(d).",e(1)).\n') == 'a(3).\nb(3,"c(d).",e(1)).\nboard__(3).'


@given(st.lists(st.lists(st.sampled_from(["a.", 'p("b(c).",1).', "q.", "r(1).", "r(2)."]), max_size=5), max_size=6))
def test_facts_that_several_boards_have_are_facts_of_each(facts: list[list[str]]) -> None:
    def found(text: str) -> set[tuple[str, bool]]:
        control = clingo.Control()
        control.add(text)
        control.ground([("base", [])])
        return {(str(a.symbol), a.is_fact) for a in control.symbolic_atoms if a.symbol.name != "one_of__"}

    texts = ["\n".join(one) for one in facts]
    assert found(facts_of_each(texts)) == found("\n".join(lifted_facts(n, one) for n, one in enumerate(texts)))


def test_what_many_boards_have_is_said_once() -> None:
    assert facts_of_each(["a.\nb(1).\nc."] * 3 + ["d."]) == "\n".join(
        [
            *("one_of__(0,0).", "one_of__(0,1).", "one_of__(0,2)."),
            *("a(B) :- one_of__(0,B).", "b(B,1) :- one_of__(0,B).", "c(B) :- one_of__(0,B).", "d(3)."),
            *("board__(0).", "board__(1).", "board__(2).", "board__(3)."),
        ]
    )


FACTS = st.lists(st.sampled_from(["p(1).", "q(f(a)).", "r(b).", 's("s").']), max_size=3)


@settings(few, max_examples=60)
@given(st.lists(rules(), min_size=1, max_size=6), FACTS, FACTS)
def test_the_answers_of_a_lifted_program_are_those_of_each_board_with_each(
    program: list[str], first: list[str], second: list[str]
) -> None:
    every = ["n(1).", "n(a).", "n(f(a))."]

    def answers(text: str) -> set[frozenset[str]]:
        control = clingo.Control(["--warn=none", "0"])
        control.add(text)
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            return {frozenset(map(str, model.symbols(atoms=True))) for model, _ in zip(handle, range(40), strict=False)}

    alone = [answers("\n".join([*program, *every, *facts])) for facts in (first, second)]
    if max(map(len, alone)) > 6:
        return
    facts = [lifted_facts(number, "\n".join([*every, *facts])) for number, facts in enumerate((first, second))]
    both = {
        frozenset(
            [
                *(lifted_facts(0, f"{atom}.").split("\n")[0][:-1] for atom in one),
                *(lifted_facts(1, f"{atom}.").split("\n")[0][:-1] for atom in other),
                "board__(0)",
                "board__(1)",
            ]
        )
        for one in alone[0]
        for other in alone[1]
    }
    assert answers("\n".join([*map(lifted, program), *facts])) == both


# --- verdicts on many boards --------------------------------------------------------------------------------------


def asked_of_scenarios(every: int) -> list[tuple[Board, Action]]:
    """The first action of every so many scenarios."""
    found = []
    for _, scenario, _ in every_scenario()[::every]:
        board = Board(scenario.board)
        board = board if scenario.seen_by is None else board.seen_by(scenario.seen_by)
        if scenario.actions:
            found.append((board, board.actions(scenario.actions)[0]))
    return found


def test_verdicts_on_many_boards_are_those_on_each_alone() -> None:
    """With every reason, rule and note; boards that have ids, cards and editions of their own."""
    asked = asked_of_scenarios(21)
    assert len(asked) > 150
    together = judged_together(asked)
    found = {n: verdict for n, verdict in enumerate(together) if verdict is not None}
    assert len(found) > 0.9 * len(asked)
    assert len({verdict.legal for verdict in found.values()}) == 2
    assert any(verdict.caveats for verdict in found.values())
    assert any(verdict.other_caveats for verdict in found.values())
    for number, verdict in found.items():
        assert verdict == judge(*asked[number])


TEXT = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice, counters: {charge: 2}}
  - {id: elf, card: %s, controller: bob}
"""
MOVE = "move a charge counter from bear to elf"


def test_what_does_not_fit_is_asked_alone() -> None:
    board = Board.parse(TEXT % "Tatterkite")
    others = [board, board.with_counters("bear", {}), Board.parse(TEXT % "Memnite")]
    old = board.with_rules("2019-05-02")
    two = f"{MOVE}, then tap bear"
    asked = [*((one, MOVE) for one in others), (old, MOVE), (board, two)]
    found = judged_together([(one, one.action(action)) for one, action in asked])
    assert [verdict is None for verdict in found] == [False, False, False, False, True]
    verdicts = check_many(asked)
    assert [verdict.legal for verdict in verdicts] == [False, False, True, True, True]
    assert verdicts == [Board.from_data(one.to_data()).check(action) for one, action in asked]
    assert check_many([]) == []


def test_what_is_wrong_with_one_is_said_of_it_alone() -> None:
    good = Board.parse(TEXT % "Tatterkite")
    broken = Board.parse(TEXT % "Tatterkite" + "graveyard:\n  - {id: gone, card: Memnite, owner: bob, tapped: true}\n")
    found = judged_together([(one, one.action(MOVE)) for one in (good, broken, good)])
    assert [verdict is None for verdict in found] == [False, True, False]
    with pytest.raises(InvalidBoardError, match="gone"):
        check_many([(good, MOVE), (broken, MOVE)])
    with pytest.raises(InvalidActionError, match="nobody"):
        check_many([(good, MOVE), (good, "tap nobody")])


def test_lists_of_many_boards_are_those_of_each() -> None:
    boards = [Board.parse(TEXT % card) for card in ("Tatterkite", "Memnite")]
    expected = [list(one.legal_actions) for one in boards]
    assert list_many(Board.from_data(one.to_data()).legal_actions for one in boards) == expected
    assert list_many([]) == []


def test_lines_of_a_batch_may_ask_for_lists() -> None:
    boards = [Board.parse(TEXT % card).to_data() for card in ("Memnite", "Tatterkite", "Memnite")]
    lines = [json.dumps({"board": board, "legal": {"verbs": ["move", "proliferate"]}}) for board in boards]
    lines += [json.dumps({"board": boards[0], "legal": narrowed}) for narrowed in ({}, 7, {"verb": []}, {"kinds": 7})]
    lines += [json.dumps({"board": boards[0], "legal": {}, "action": MOVE})]
    alone = list(batch.answers(lines))
    assert list(batch.answers(lines, 50)) == alone
    assert [len(answer.get("actions", ())) for answer in alone] == [5, 5, 5, 13, 0, 0, 0, 0]
    assert {action["action"] for action in alone[1]["actions"] if action["legal"]} == {"proliferate"}
    assert [answer["error"] for answer in alone[4:]] == [
        "legal: expected an object, which may have verbs, objects, kinds; found 7",
        "legal: no field is called 'verb'; there are: verbs, objects, kinds",
        "expected a list of kinds, found 7",
        "expected 'board', and 'action' to check one, 'actions' to apply some or 'legal' to list all",
    ]


def test_lines_of_a_batch_are_answered_together_as_one_by_one() -> None:
    cards = ["Memnite", "Tatterkite"] * 3
    boards = [{**Board.parse(TEXT % card).to_data(), "turn": turn} for turn, card in enumerate(cards, 1)]
    lines = [json.dumps({"board": board, "action": MOVE}) for board in boards]
    lines[3:3] = ["no json", json.dumps({"board": boards[0], "action": "jump"}), "", json.dumps({"board": 7})]
    lines += [json.dumps({"board": boards[0], "actions": [MOVE]}), json.dumps({"board": "none.yaml", "action": MOVE})]
    lines += [json.dumps({"board": boards[1], "action": MOVE, "rules": 7})]
    alone = list(batch.answers(lines))
    assert list(batch.answers(lines, TOGETHER)) == list(batch.answers(lines, 4)) == alone
    assert sum("error" in answer for answer in alone) == 5
    assert {answer["legal"] for answer in alone if "legal" in answer} == {True, False}


def test_each_line_is_answered_before_the_next_is_read() -> None:
    """As who writes into a pipe may wait for it."""
    read = []

    def lines() -> Iterator[str]:
        for number in range(3):
            read.append(number)
            yield json.dumps({"board": Board.parse(TEXT % "Memnite").to_data(), "action": MOVE})

    for number, _ in enumerate(batch.answers(lines())):
        assert read == list(range(number + 1))
