"""Rules about one board made rules about several courses: the answers of each are those it has alone."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyengine.solving.lifting import lifted, lifted_facts
from tests.common import few
from tests.test_statements import rules


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


def test_every_fact_of_a_board_says_which_it_is_about() -> None:
    assert lifted_facts(3, 'a.\nb("c(d).",e(1)).\n') == 'a(3).\nb(3,"c(d).",e(1)).\nboard__(3).'


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
