"""Which rules are grounded at a moment: all that can fire then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyengine import Board, scenarios
from pyengine.asking.search import Search
from pyengine.solving import gates
from pyengine.solving.chosen import Chosen, program_lines
from pyengine.solving.gates import Gates
from pyengine.solving.schedule import Part
from pyengine.solving.solver import Control
from pyengine.solving.statement import BESIDE
from pyengine.solving.statement_reading import parsed
from pyengine.solving.timeline import Timeline

SCENARIOS = Path(__file__).parent / "scenarios"


def grounded(program: str, *calls: Part) -> set[str]:
    """The atoms of a program once its parts have been grounded, each in a call of its own, after `base`."""
    statements = parsed(program)
    control = Control([])
    control.read_statements(program_lines(statements, apart=True))
    found = Gates(Chosen(statements), control, "")
    for part in [("base",), *calls]:
        found.ground([part])
    return {str(atom.symbol) for atom in control.symbolic_atoms}


RULES = """
a(0). a(2). n(5).
#program p(t).
b(t) :- a(t).
c(X,t) :- b(t), n(X), not d(t).
e(t) :- f(t).
f(t) :- g((u;v),t).
g(v,t) :- b(t), t > 1.
h(T) :- b(T).
i(t) :- h(t).
j(t) :- a(t-1).
k(t) :- not a(t).
"""


def test_a_rule_is_grounded_if_there_is_what_it_needs_of_the_moment() -> None:
    at_first = {"a(0)", "a(2)", "n(5)"}
    assert grounded(RULES, ("p", 0)) == {*at_first, "b(0)", "c(5,0)", "h(0)", "i(0)"}
    assert grounded(RULES, ("p", 1)) == {*at_first, "j(1)", "k(1)"}
    assert grounded(RULES, ("p", 2)) == {*at_first, "b(2)", "c(5,2)", "e(2)", "f(2)", "g(v,2)", "h(2)", "i(2)"}
    of_all = grounded(RULES, ("p", 0), ("p", 1), ("p", 2), ("p", 3))
    assert of_all - grounded(RULES, ("p", 0), ("p", 1), ("p", 2)) == {"j(3)", "k(3)"}


def test_what_a_call_may_give_is_known_before_it_is_made() -> None:
    program = """
a(0). a(1). a(2). c(1). c(2).
#program p(t).
b(t) :- a(t).
x(t) :- b(t), c(t).
y :- b(t), c(t), t > 1.
w(t) :- v(t).
#program q(t).
#external v(t).
d(t) :- b(t), not x(t).
z(t) :- e(t).
e(t) :- d(t).
"""
    statements = parsed(program)
    control = Control([])
    control.read_statements(program_lines(statements, apart=True))
    found = Gates(Chosen(statements), control, "")
    found.ground([("base",)])
    assert not found.may_give([("p", 0)], "x/1", 0)
    assert not found.may_give([("p", 0)], "d/1", 0)
    assert found.may_give([("p", 0)], "b/1", 0)
    assert not found.may_give([("p", 0)], "b/1", 1)
    found.ground([("p", 0), ("q", 0)])  # goes on with what was opened
    assert all(control.atom(name, [0]) for name in "dzvw")
    assert not control.atom("x", [0])
    assert found.may_give([("p", 1)], "x/1", 1)
    assert found.may_give([("p", 1)], "y/0", 5)  # of no moment, so that it may be of any
    found.ground([("q", 0)])  # another call: what was asked about is not made
    assert not control.atom("b", [1])
    found.ground([("p", 1)])
    found.ground([("q", 1)])
    assert control.atom("x", [1]) and not control.atom("d", [1])


def opened(program: str, call: Part, facts: str = "") -> list[str]:
    """The parts that are opened for a call, after `base`, by what opens them."""
    statements = parsed(program)
    control = Control([])
    control.read_statements(program_lines(statements, apart=True))
    control.read(f"#program base.\n{facts}")
    found = Gates(Chosen(statements), control, facts)
    found.ground([("base",)])
    asked: list[str] = []
    control.ground_parts = lambda parts: asked.extend(name for name, _ in parts)  # type: ignore[method-assign]
    found.ground([call])
    return sorted(asked)


def parts(program: str, *texts: str) -> list[str]:
    """The parts that rules of these texts, or rules beside one, stand in."""
    every = [one for statement in parsed(program) for one in (statement, *statement.beside)]
    return sorted({one.apart.split()[1].partition("(")[0] for one in every if one.text in texts})


def test_what_can_not_fire_is_not_grounded() -> None:
    assert opened(RULES, ("p", 3)) == parts(RULES, "j(t) :- a(t-1).", "k(t) :- not a(t).")


def test_a_number_tells_as_much_as_a_moment_where_there_is_none() -> None:
    program = (
        "in(a,7). s(1).\n#program p(t).\nb(X,t) :- in(X,4), s(t).\nc(X,t) :- in(X,3+4), s(t).\nd(X,t) :- in(X,7), s(t)."
    )
    assert opened(program, ("p", 1)) == parts(program, "c(X,t) :- in(X,3+4), s(t).", "d(X,t) :- in(X,7), s(t).")
    worked_out = program + "\nin(X,N+3) :- s(N), d(X,N), t > 0."
    assert len(opened(worked_out, ("p", 1))) == len(opened(program, ("p", 1))) + 2
    assert {"in(a,4)", "b(a,1)"} <= grounded(worked_out, ("p", 1))


def test_the_helper_of_a_rule_is_grounded_only_if_its_needs_exist() -> None:
    program = "s(1). s(2). c(2,u).\n#program p(t).\na(t) :- s(t), not c(t,_).\nb(t) :- not c(t,_)."
    beside = "c__2__0__p__beside(t,t) :- c(t,Any1__)."
    rules = ("a(t) :- s(t), not c(t,_).", "b(t) :- not c(t,_).")
    assert opened(program, ("p", 1)) == parts(program, *rules)
    assert opened(program, ("p", 2)) == parts(program, *rules, beside)
    assert program_lines(parsed(program), apart=True).count(beside) == 1
    without = {one for one in grounded(program, ("p", 1), ("p", 2), ("p", 3)) if BESIDE not in one}
    assert without == {"s(1)", "s(2)", "c(2,u)", "a(1)", "b(1)", "b(3)"}


def test_later_moments_have_only_atoms_that_a_fact_or_rule_can_derive(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many atoms there are, so that not all are looked at."""
    monkeypatch.setattr(gates, "LOOKED_AT", 1)
    facts = 'a(0,"x. y").\na(1,2).\nb(3,1).\n\nc.'
    found = gates.Derivable(facts)
    assert [moment for moment in range(5) if found.may_be("a/2", 0, moment)] == [0, 1]
    assert [moment for moment in range(5) if found.may_be("b/2", 0, moment)] == [3]
    assert not found.may_be("b/1", 0, 3)
    found.opened({"a/2": {(0, 3)}, "d/1": {(None, None)}, "e/2": {(1, 2)}})
    assert [moment for moment in range(5) if found.may_be("a/2", 0, moment)] == [0, 1, 3]
    assert found.may_be("d/1", 0, 4)
    assert found.may_be("e/2", 0, 4)
    for rule in ("a(X) :- b(X).", "a(1;2).", "a(1..2).", "a(1). b(2).", "{ a(1) }."):
        assert gates.Derivable(f"c.\n{rule}").may_be("f/1", 0, 4), rule
    program = "s.\n#program p(t).\nb(t) :- a(t).\nc(t) :- b(t), a(t)."
    assert opened(program, ("p", 3), "a(0).\na(1).") == []
    assert opened(program, ("p", 1), "a(0).\na(1).") == parts(program, "b(t) :- a(t).", "c(t) :- b(t), a(t).")


def test_what_others_add_is_seen() -> None:
    statements = parsed("#program p(t).\nb(t) :- a(t).")
    control = Control([])
    control.read_statements(program_lines(statements, apart=True))
    found = Gates(Chosen(statements), control, "")
    found.ground([("base",)])
    found.ground([("p", 1)])
    control.add_rules("more", ["a(2)."])
    found.ground([("p", 2)])
    assert {str(atom.symbol) for atom in control.symbolic_atoms} == {"a(2)", "b(2)"}


SOME = [(scenario, where) for scenario, where in scenarios.load(SCENARIOS / "603_7_delayed.yaml") if scenario.settle]


@pytest.mark.parametrize("looked_at", [1, gates.LOOKED_AT, 10**6])
def test_what_is_left_out_at_a_moment_makes_no_difference(looked_at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program has the same atoms, however many are looked at."""
    monkeypatch.setattr(gates, "LOOKED_AT", looked_at)
    begin = Control.__init__

    def keeping_all(control: Control, *given: Any) -> None:
        """What a search has found to be false is forgotten, which hangs on how it went."""
        begin(control, *given)
        control.enable_cleanup = False

    monkeypatch.setattr(Control, "__init__", keeping_all)

    def atoms(scenario: scenarios.Scenario) -> set[str]:
        board = Board(scenario.board)
        timeline = Search(board, board.actions(scenario.actions), settle=True).timeline
        return {str(one.symbol) for one in timeline.control.symbolic_atoms if not one.symbol.name.endswith(BESIDE)}

    for scenario, where in SOME[6:7]:
        found = atoms(scenario)
        with monkeypatch.context() as patch:
            patch.setattr(Timeline, "gates", lambda *_: None)
            assert atoms(scenario) == found, where


@pytest.mark.parametrize("texts", [("p(1).", "q(X) :- p(X)."), ("p(1). p(2).", "q(X) :- p(X)."), ("p(1).\np(2).",)])
def test_what_a_program_read_another_reads_as_well(texts: tuple[str, ...]) -> None:
    """Parsed once, whether a text is one statement or several; into the parts that were opened before."""
    found = []
    for _ in range(2):
        control = Control([])
        control.read_statements([*texts, "#program later(t).", "r(t).", *texts])
        control.ground_parts([("base", ()), ("later", (3,))])
        found.append(sorted(str(atom.symbol) for atom in control.symbolic_atoms))
    plain = Control([])
    plain.read("\n".join([*texts, "#program later(t).", "r(t).", *texts]))
    plain.ground_parts([("base", ()), ("later", (3,))])
    assert found == [sorted(str(atom.symbol) for atom in plain.symbolic_atoms)] * 2


def test_which_statements_are_of_which_text_is_known_though_one_has_none() -> None:
    texts = ("two(1).\ntwo(2).", "", "one(3).")
    for read in (texts, texts, ("", "one(3)."), ("two(1).\ntwo(2).",), ("one(3).",)):
        control, plain = Control([]), Control([])
        control.read_statements(read)
        plain.read("\n".join(read))
        for one in (control, plain):
            one.ground_parts([("base", ())])
        known, wanted = ([str(atom.symbol) for atom in one.symbolic_atoms] for one in (control, plain))
        assert known == wanted
