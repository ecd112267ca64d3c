"""What plans derive is what the solver derives: of small programs, and of all rules on the boards of scenarios."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from types import FunctionType
from typing import Any
from zlib import crc32

import clingo
import pytest
from clingo.ast import ASTType, parse_string
from evaluated import (
    ACTION,
    BOARD,
    CHOICES,
    Asked,
    Atoms,
    a_question,
    comparing,
    difference,
    in_order,
    of_plans,
    outcomes_asked,
)
from every_scenario import every_scenario
from hypothesis import given, settings
from hypothesis import strategies as st

from pyengine import Board
from pyengine.asking.search import Search
from pyengine.plans import encoding, native, shared_object
from pyengine.plans.dialect import OPPOSITE, Refused, constants
from pyengine.plans.evaluating import (
    ALIKE,
    CHOOSES,
    Evaluate,
    Evaluation,
    Order,
    Part,
    Plans,
    Program,
    Written,
    order_of,
    written,
)
from pyengine.plans.plan import PARAMETER, Absent, Compare, Derive, Plan, Scan
from pyengine.plans.relations import CALLED
from pyengine.plans.values import NotEvaluated, fact, order
from pyengine.plans.writing import code_of
from pyengine.scenarios import Scenario
from pyengine.solving import evaluated as evaluated_module
from pyengine.solving import orders, planned, planning
from pyengine.solving.evaluated import value_of
from pyengine.solving.planning import plans_of
from pyengine.solving.solver import symbol_of, term_of
from pyengine.solving.statements import asp_directory, files_of_rules, in_file
from pyengine.solving.timeline import Timeline

# --- small programs ----------------------------------------------------------------------------------------------


def evaluated(text: str, facts: str = "", *calls: Sequence[Part]) -> list[Atoms]:
    """Evaluate a small program by plans in Python and in C, and give the atoms of each branch."""
    found: list[Any] = []
    parse_string(text, found.append)
    statements = plans_of(text, "text.lp", constants(found))
    parts: dict[str, list[int]] = {}
    part = "base"
    number = 0
    for one in found:
        if one.ast_type is ASTType.Program:
            part = one.name
        elif one.ast_type not in (ASTType.Comment, ASTType.Defined):
            parts.setdefault(part, []).append(number)
            number += 1
    plans = Plans(written(statements))
    evaluation = Evaluation(Program(plans, parts), facts)
    for call in calls or [[("base",)]]:
        evaluation.ground(call)
    if (compiled := shared_object.find()) is not None:
        interpreter = native.Interpreter(compiled, encoding.linked([encoding.encoded(statements)]))
        chosen = b"\1" * len(statements)
        program = native.Program(
            interpreter, chosen, lambda called: Order(plans, called, order_of(plans, parts, called))
        )
        by_interpreter = native.Evaluation(program, facts)
        for call in calls or [[("base",)]]:
            by_interpreter.ground(call)
        assert difference(of_plans(by_interpreter), of_plans(evaluation)) == []
    return of_plans(evaluation)


def grounded(text: str, facts: str = "", *calls: Sequence[Part]) -> list[Atoms]:
    """The solver's models."""
    control = clingo.Control(["0"], logger=lambda *_: None)
    control.add(f"{text}\n#program base.\n{facts}")
    for call in calls or [[("base",)]]:
        control.ground([(name, [clingo.Number(one) for one in numbers]) for name, *numbers in call])
    models: list[Atoms] = []
    for model in control.solve(yield_=True):
        found: Atoms = {}
        for atom in model.symbols(atoms=True):
            found.setdefault(f"{atom.name}/{len(atom.arguments)}", set()).add(tuple(map(value_of, atom.arguments)))
        models.append(found)
    return models


FACTS = """\
n(0).
n(1).
n(2).
n(-3).
n(a).
n("a").
n("").
n(f(1)).
n((1,a)).
n((1,)).
n(()).
e(1,2).
e(2,3).
e(3,1).
e(4,4).
e("x",a).
p(f(1,g(2)),2).
p(f(2,g(2)),2).
p(f(2,2),1).
"""

SMALL = [
    # Arithmetic is undefined but of numbers; then the literal or the element is not there, under `not` as well.
    "r(X+1) :- n(X).",
    "r(X) :- n(X), X+1 > 0.",
    "r(X) :- n(X), not X+1 > 0.",
    "r(X) :- n(X), X*2 != 2.",
    "r(X) :- n(X), not n(X+1).",
    "r(X,N) :- n(X), N = #count { Y : n(Y), Y+1 > X }.",
    "r(N) :- N = #count { Y*2 : n(Y) }.",
    "r(X / Y, X \\ Y) :- n(X), n(Y).",
    "r(X ** Y) :- n(X), n(Y).",
    "r((X-5) / 2, (X-5) \\ 2, (5-X) / -2, (5-X) \\ -2) :- n(X).",
    "r(|X|, -Y) :- n(X), e(Y,_), |X| < 3.",
    # The order of terms.
    "r(X,Y) :- n(X), n(Y), X < Y.",
    "r(X) :- n(X), X >= a.",
    "r(X) :- n(X), #inf < X, X < #sup.",
    "r(N) :- N = #max { X : n(X) }. s(N) :- N = #min { X : n(X) }.",
    "r(N) :- N = #max { X : e(X,9) }. s(N) :- N = #min { X : e(X,9) }.",
    # Aggregates.
    "r(N) :- N = #sum { X,Y : e(X,Y) }. s(N) :- N = #sum+ { X : n(X) }. t(N) :- N = #sum { X : n(X) }.",
    "r(X) :- n(X), 2 <= #count { Y : e(Y,_), Y > X } <= 3.",
    "r(X) :- n(X), not 2 <= #sum { Y : e(Y,_), Y > X } <= 3.",
    "r(X) :- n(X), #count { Y : e(Y,_) } > X.",
    "r(X) :- n(X), X != #sum { Y : e(Y,Y) ; 1 : e(1,2) }.",
    "r(X,N) :- n(X), N = #sum { 1..X : n(X) ; Y,Z : e(Y,Z) }.",
    # Conditions.
    "r(X) :- n(X), e(Y,X) : e(X,Y).",
    "r(X) :- n(X), X < Y : e(Y,_).",
    "r(X) :- n(X), #false : e(X,Y), Y > 2.",
    "r(X) :- n(X), not e(X,Y) : n(Y), Y > 0.",
    "r :- e(X,X) : e(X,1).",
    # Terms in terms; what can be solved.
    "r(X,Y) :- p(f(X,g(Y)),Y).",
    "r(X) :- p(f(X,X),_).",
    "r(X) :- p(F,N), F = f(X,g(N)).",
    "r(X) :- e(X+1,_). s(X) :- e(X-1,X). t(X) :- e(7-X,_). u(X) :- e(2*X,_). v(X) :- e(2*X+1,_).",
    "r(X,Y) :- e(X,X+1), Y = X*10.",
    "r(X) :- n(X), (X,Y) = (1,2).",
    "r(X) :- (X,_) = Y, n(Y).",
    # Intervals and pools.
    "r(X) :- X = 1..3. s(1..N) :- n(N). t(X) :- n(X), X = 0..2. u(X..3) :- n(X).",
    "r(X,Y) :- X = (1;2;a), Y = (X,b;c,X). s(1,(2;3)). t :- e(1,2;7,7).",
    "r(X) :- e(X,1..2).",
    # Nothing anywhere.
    "r(X) :- n(X), not e(X,_). s(X) :- n(X), not p(f(X,_),_). t :- not e(_,_). u :- not m(_).",
    # In circles, and each after what it asks for.
    "r(X,Y) :- e(X,Y). r(X,Z) :- r(X,Y), e(Y,Z). s(X) :- r(X,X). t(X) :- n(X), not s(X). u(X) :- t(X), not v(X). v(1).",
    "r(X+1) :- r(X), X < 20. r(0).",
    "even(0). odd(X+1) :- even(X), X < 9. even(X+1) :- odd(X), X < 9.",
    "r(0,X) :- n(X), not r(1,X). r(1,X) :- n(X), not r(2,X).",
    "#const most = 2. r(X) :- n(X), X <= most. s(most).",
    # Choices that leave nothing open.
    "{ n(X) : X = 1..2 ; m(X) : e(X,9) } 9 :- e(1,_). 1 { n(1) } 1.",
    ":- n(X), X > 2, X < (). :- e(X,Y), not n(X), X = 1.",
    # Choices, with bounds and conditions; what is so already is counted.
    "{ r(X) : e(X,_) }. s(X) :- n(X), not r(X).",
    "1 { r(X) : e(X,_) } 2 :- n(a). r(1). t(X) :- r(X), not r(X+1).",
    "{ r(X) : n(X), X > 0 } = 1. s(N) :- N = #count { X : r(X) }. t :- r(X) : n(X), X > 0.",
    "X { r(X,Y) : e(Y,_), Y < 4 } X :- n(X), 0 <= X, X < 3.",
    "1 { r(X) : e(X,Y), not e(Y,X) ; s } 1 :- n(2). u :- s, not r(4).",
    "{ r(X) : e(X,_) } != 2.",
    # One after the other, of the same atoms.
    "1 { r(X) : e(X,Y), Y < 3 } 1. 1 { r(X) : e(X,Y), Y > 1 } 1.",
    "1 { r(X) : e(Y,X) } 1 :- e(Y,_), Y != 4. s(X,Y) :- r(X), r(Y), X < Y.",
    "{ r(X) } :- n(X), 0 < X, X < 3. { r(X) : n(X), X > 1 } 1.",
    "{ r(1) }. 1 { s(X) : r(X) ; s(0) } 1. 1 { t(X) : s(X) ; t(2) } 1.",
    # What forbids some of them, as soon as it is known.
    "{ r(X) : e(X,_) }. :- r(X), r(Y), X < Y. :- not r(_).",
    "{ r(X) : e(X,_) }. :- 3 != #sum { X : r(X) }. s(X) :- r(X).",
    "{ r(X) : e(X,_) }. s(X) :- r(X), not r(X+1). :- s(2).",
    "1 { r(X,1..2) } 1 :- e(X,_), X != 4. :- r(X,A), r(X+1,A).",
]


@pytest.mark.parametrize("text", SMALL)
def test_small_programs_give_what_the_solver_gives(text: str) -> None:
    assert difference(evaluated(text, FACTS), grounded(text, FACTS)) == []


PARTS = """
#program base.  a(1). b(0).
#program first(t).  c(t,X) :- a(X), b(t). b(t+1) :- b(t).
#program second(t,k).  d(t,k,X) :- c(t,X), not b(t+k). d(t-1,k,X) :- e(X), a(k).
"""


def test_parts_are_called_with_their_numbers() -> None:
    calls: list[Sequence[Part]] = [[("base",)], [("first", 0), ("second", 0, 1)], [("first", 1), ("second", 0, 2)]]
    assert difference(evaluated(PARTS, "e(7).", *calls), grounded(PARTS, "e(7).", *calls)) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r(X+1) :- X = 2147483647.", "past those that the solver has"),
        ("r(X) :- X = #sum { 2147483647,Y : Y = 1..2 }.", "past those that the solver has"),
        ("r(3 ** 40).", "past those that the solver has"),
        ("r(-X) :- n(X).", "a sign of a"),
        ("1 { r(X) : e(X,9) }.", "no branch is left"),
        (":- n(2).", "no branch is left"),
        ("{ r(X) : n(X) }.", "more than 64 branches"),
        ("{ r(X,Y) : e(Y,_), Y < 4 } 2 :- e(X,_).", "more than 64 branches"),
        ("{ r(X) : s(X) }. s(X+1) :- r(X). s(1).", "a circle: text.lp:1, text.lp:1"),
        ("{ r(1) ; r(2) }. r(2) :- r(1).", "a circle: text.lp:1"),
        ("{ r(1) }. { s(1) : r(1) ; r(2) }.  t(X) :- r(X). { r(X) : t(X) }.", "a circle: text.lp:1"),
        ("r(X) :- n(X), not s(X).\ns(X) :- n(X), not r(X).", "a circle: text.lp:1, text.lp:2"),
        ("r(X,N) :- e(X,_), N = #count { M : r(Y,M) }.", "a circle: text.lp:1"),
        ("r :- e(1,2), not s. s :- r : t. t :- s. #defined t/0.", "a circle: text.lp:1"),
    ],
)
def test_what_is_left_to_the_solver(text: str, why: str) -> None:
    with pytest.raises(NotEvaluated, match=why):
        evaluated(text, FACTS)


def test_a_circle_that_only_some_atoms_are_in_is_none() -> None:
    text = "r(2,X) :- n(X), not r(1,X). r(1,X) :- s(X). s(X) :- r(0,X), not r(1,X,X). r(0,X) :- n(X), X > 0."
    assert difference(evaluated(text, FACTS), grounded(text, FACTS)) == []


@pytest.mark.parametrize(
    "text",
    [
        "r(X) : n(X) :- s.",
        "r(1) ; r(2).",
        "#external r(X) : n(X).",
        "#minimize { X : n(X) }.",
        ":~ n(X). [X]",
        "-r(1).",
        "r(@f(1)).",
        "r(X) :- n(X), not not s.",
        "r(X) :- n(X), 1 < X < 3.",
        "r(X & 1) :- n(X).",
        "r(~X) :- n(X).",
        "r(X) :- n(X), X+1 = 2 : n(X).",
        "r(X) :- n(X), 1 { n(Y) : e(X,Y) }.",
        "{ not r(X) : n(X) }.",
        "r(X*Y) :- n(X*Y), n(Y*X).",
        "#show X : n(X).",
        "#script (python) #end.",
        "&diff { X-1 } <= 2 :- n(X).",
    ],
)
def test_what_is_not_in_the_dialect_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(Refused, match=r"^text\.lp:3: plans can't be made of "):
        plans_of(f"s.\n#defined n/1.\n{text}", "text.lp", {})


def test_a_constant_has_one_number() -> None:
    found: list[Any] = []
    parse_string("#const most = 1. #const most = 2.", found.append)
    with pytest.raises(Refused, match="another number of the same name: #const most = 2"):
        constants(found)


# --- values ------------------------------------------------------------------------------------------------------

TERMS = st.recursive(
    st.one_of(
        st.integers(-(2**31), 2**31 - 1),
        st.sampled_from(["a", "b", "aa", "_a", "aB", "#inf", "#sup"]),
        st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=3).map(lambda text: '"' + text),
    ),
    lambda inner: (
        st.tuples(st.sampled_from(["", "f", "g"]), inner, inner) | st.tuples(st.sampled_from(["", "f", "ff"]), inner)
    ),
    max_leaves=6,
)


@settings(deadline=None)
@given(st.lists(TERMS, max_size=12))
def test_values_are_in_the_order_of_terms(values: list[Any]) -> None:
    symbols = [symbol_of(one) for one in values]
    assert [value_of(one) for one in symbols] == values
    assert [symbol_of(one) for one in sorted(values, key=order)] == sorted(symbols)


@settings(deadline=None)
@given(st.lists(TERMS, max_size=4))
def test_facts_are_read_as_the_solver_reads_them(values: list[Any]) -> None:
    atom = clingo.Function("p", [symbol_of(one) for one in values])
    if "#" in str(atom):
        return
    assert fact(f"{atom}.") == (f"p/{len(values)}", tuple(values))
    assert term_of(str(atom)) == atom


@pytest.mark.parametrize(
    "line",
    [
        "p",
        '"p".',
        "p(1)",
        "p(1)..",
        "p(X).",
        "p(1+1).",
        "p(1..2).",
        "p :- q.",
        "p(1;2).",
        "{p}.",
        "p(2147483648).",
        "1.",
    ],
)
def test_what_is_not_a_fact_is_left_to_the_solver(line: str) -> None:
    with pytest.raises(NotEvaluated):
        fact(line)


# --- all rules ---------------------------------------------------------------------------------------------------


def test_plans_are_made_of_every_rule() -> None:
    numbers = count()
    for name in files_of_rules():
        for statement, number in zip(in_file(name), numbers, strict=False):
            rules = [one for one, _ in planned.plans().of(number)]
            assert bool(rules) == bool(statement.ways), statement
            assert {one.where.split(":")[0] for one in rules} <= {name}
            assert {f"({','.join(one.parameters)})" for one in rules if one.parameters} <= {
                statement.opening.removeprefix(f"#program {statement.part}").removesuffix(".").replace(" ", "")
            }


def test_plans_are_made_of_every_property() -> None:
    names = {path.relative_to(asp_directory()).as_posix() for path in asp_directory().rglob("*.lp")}
    properties = names.difference(files_of_rules())
    assert len(properties) > 50
    for name in properties:
        plans = plans_of((asp_directory() / name).read_text(encoding="utf-8"), name, planning.constants())
        for statement, several in zip(in_file(name), plans, strict=True):
            assert bool(several) == bool(statement.ways), statement


def test_no_rule_names_a_later_moment_by_its_number() -> None:
    """So that the order in which rules are evaluated is the same at each of these."""
    places: dict[str, set[tuple[str, int]]] = {name: set() for name in ALIKE}
    named: dict[tuple[str, int], set[int]] = {}
    for statement in range(sum(len(in_file(name)) for name in files_of_rules())):
        for one, _ in planned.plans().of(statement):
            atoms = [(predicate, shapes) for predicate, shapes, _ in one.reads]
            for predicate, shapes in [*atoms, *one.derives]:
                for place, shape in enumerate(shapes):
                    if isinstance(shape, tuple) and shape[0] == PARAMETER and shape[1] in places:
                        places[shape[1]].add((predicate, place))
                    elif isinstance(shape, int):
                        named.setdefault((predicate, place), set()).add(shape)
    assert len(places["t"]) > 1000
    for name, most in {"t": 2, "s": 2}.items():
        assert ALIKE[name] == most
        assert {one: named[one] for one in places[name] if max(named.get(one, [0])) >= most} == {}


@pytest.mark.parametrize("parts", [(("schedule", 7, 5), ("checking", 5)), (("round", 9, 4),), (("stage", 4, 6),)])
def test_an_order_is_kept_for_all_numbers_with_which_it_is_the_same(parts: tuple[tuple[str, *tuple[int, ...]]]) -> None:
    own = orders.worked_out(parts)
    assert own == orders.worked_out(orders.alike(parts))


def test_the_calls_of_the_schedule_are_known() -> None:
    """An installed package has their orders."""
    made: set[object] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYENGINE_EVALUATOR", "python")  # it makes do without an order
        patch.setattr(orders, "_order", lambda parts: made.add(parts))
        for one in asked(20, 4 * EVERY):
            outcomes(one)
            check(one)
    assert len(made) > 20
    assert made - orders.every_call() == set()


EVERY = 150
"""Of so many scenarios one is asked about."""


def board_of(scenario: Scenario) -> Board:
    board = Board(scenario.board)
    return board if scenario.seen_by is None else board.seen_by(scenario.seen_by)


def check(scenario: Scenario) -> None:
    """The first action, as the others may be about what comes of it."""
    board = board_of(scenario)
    action = board.action(scenario.actions[0])
    if action.then is None:
        board.check(action)


def legal(scenario: Scenario) -> None:
    board_of(scenario).candidate_actions.listing().verdicts()


def outcomes(scenario: Scenario) -> None:
    board = board_of(scenario)
    Search(board, board.actions(scenario.actions), settle=scenario.settle)


def asked(first: int, of: int = EVERY) -> Iterator[Scenario]:
    """Some scenarios, the same ones where others are added; of those whose steps are told apart, none."""
    for _, scenario, _ in every_scenario():
        if scenario.actions and crc32(scenario.name.encode()) % of == first:
            yield scenario


@pytest.mark.parametrize(
    ("ask", "scenarios", "calls"),
    [
        (check, [*asked(0)], 70),
        (legal, [*asked(75, 2 * EVERY)], 30),
        (outcomes, [*asked(35, 2 * EVERY)], 200),
        pytest.param(outcomes, [*asked(0, 1)], 100_000, marks=pytest.mark.exhaustive),
    ],
    ids=["check", "legal", "outcomes", "all outcomes"],
)
def test_every_atom_is_that_of_the_solver(
    ask: Callable[[Scenario], None], scenarios: Sequence[Scenario], calls: int
) -> None:
    """After each call, in each branch."""
    with comparing() as compared:
        for one in scenarios:
            ask(one)
    assert compared.differing == []
    assert len(compared.stopped) < len(scenarios) / 20
    assert compared.calls > calls
    assert compared.atoms > 100 * calls
    assert compared.forked > calls / 20 or ask is not outcomes


# --- what comparing finds, and what makes no difference ----------------------------------------------------------


class Changed(Plans):
    """The plans of the rules, but for one rule of a statement."""

    def __init__(self, statement: int, number: int, function: Evaluate) -> None:
        self._changed = statement, number, function

    def of(self, number: int) -> tuple[tuple[Written, Evaluate], ...]:
        """The rules that a statement is."""
        found = planned.plans().of(number)
        statement, at, function = self._changed
        if number != statement:
            return found
        return tuple((one, function if place == at else known) for place, (one, known) in enumerate(found))


class Watched(Plans):
    """The plans of the rules, which note which of them derive anything."""

    def __init__(self) -> None:
        self.fired: dict[tuple[int, int], None] = {}

    def of(self, number: int) -> tuple[tuple[Written, Evaluate], ...]:
        """The rules that a statement is."""

        def noting(place: int, function: Evaluate) -> Evaluate:
            def evaluate(*arguments: Any) -> Any:
                if found := function(*arguments):
                    self.fired[number, place] = None
                return found

            return evaluate

        every = planned.plans().of(number)
        return tuple((one, noting(place, function)) for place, (one, function) in enumerate(every))


def mutations(plan: Plan) -> Iterator[Plan]:
    """A plan without one of its steps, with a comparison turned round, or with two arguments of its head exchanged."""
    for at, step in enumerate(plan.steps):
        before, after = plan.steps[:at], plan.steps[at + 1 :]
        match step:
            case Absent() | Scan(_, _, ()):
                yield plan._replace(steps=(*before, *after))
            case Compare(sign, left, right):
                yield plan._replace(steps=(*before, Compare(OPPOSITE[sign], left, right), *after))
    if isinstance(plan.head, Derive) and len(plan.head.arguments) > 1:
        first, second, *rest = plan.head.arguments
        yield plan._replace(head=plan.head._replace(arguments=(second, first, *rest)))


def is_found(question: Asked, statement: int, number: int, function: Evaluate) -> bool:
    """Whether plans of which one is changed give something else."""
    try:
        return difference(question.evaluated(Changed(statement, number, function)), question.atoms) != []
    except NotEvaluated:
        return True


@pytest.mark.parametrize(("ask", "each"), [(a_question, 5), (outcomes_asked, 20)])
def test_a_mutated_plan_is_found(ask: Callable[[], Asked], each: int) -> None:
    question = ask()
    watched = Watched()
    assert difference(question.evaluated(watched), question.atoms) == []
    assert len(watched.fired) > 15 * each
    choices = [one for one in watched.fired if planned.plans().of(one[0])[one[1]][0].kind == CHOOSES]
    assert choices or ask is a_question
    for statement, number in choices:
        assert is_found(question, statement, number, lambda *_: 0)
    # What one rule derives, another may derive too.
    left_out = [is_found(question, statement, number, lambda *_: 0) for statement, number in [*watched.fired][::each]]
    assert sum(left_out) >= 0.9 * len(left_out)
    found = []
    for statement, number in [*watched.fired][:: 2 * each]:
        for plan in mutations(plan_of(statement, number)):
            found.append(is_found(question, statement, number, FunctionType(code_of(plan), dict(CALLED))))
    assert len(found) > 10
    assert sum(found) >= len(found) / 2


@pytest.mark.parametrize("ask", [a_question, outcomes_asked])
def test_a_branch_too_many_or_too_few_is_found(ask: Callable[[], Asked]) -> None:
    atoms = ask().atoms
    assert difference(atoms, atoms) == []
    assert difference(atoms[1:], atoms) != []
    assert difference([*atoms, atoms[0]], atoms) != []
    assert difference(atoms, atoms[1:]) != []


def plan_of(statement: int, number: int) -> Plan:
    """The plan of a rule of a statement, as it is before it is written."""
    for name in files_of_rules():
        if statement < len(in_file(name)):
            text = (asp_directory() / name).read_text(encoding="utf-8")
            return plans_of(text, name, planning.constants())[statement][number]
        statement -= len(in_file(name))
    raise AssertionError


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ask", [a_question, outcomes_asked])
def test_the_order_of_rules_and_facts_makes_no_difference(ask: Callable[[], Asked], seed: int) -> None:
    question = ask()
    shuffle = random.Random(seed)
    parts = {part: shuffle.sample(numbers, len(numbers)) for part, numbers in question.statements.numbers.items()}
    lines = question.program.split("\n")
    found = question.evaluated(planned.plans(), parts, "\n".join(shuffle.sample(lines, len(lines))))
    assert difference(found, question.atoms) == []


def test_atoms_come_in_the_same_order_under_every_hash_seed() -> None:
    """What comes first may decide which of several equal things is shown."""
    script = f"import sys; sys.path[:0] = {sys.path!r}; from evaluated import in_order; print(in_order())"
    found = set()
    for seed in ("1", "2"):
        run = [sys.executable, "-c", script]
        told = subprocess.run(
            run, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        found.add(told.stdout.strip())
    assert found == {in_order()}


def test_without_a_compiler_there_is_no_interpreter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert not shared_object.compiled(tmp_path / "evaluator.so")
    assert list(tmp_path.iterdir()) == []
    asked: list[object] = []
    monkeypatch.setattr(evaluated_module, "interpreter", lambda: asked.append(None))
    monkeypatch.setattr(native, "Evaluation", lambda *_: pytest.fail("the interpreter was asked"))
    assert Board.parse(BOARD).check(ACTION)
    assert asked


# --- in the product ----------------------------------------------------------------------------------------------


def test_a_verdict_without_choices_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = Board.parse(BOARD).check(ACTION), [*Board.parse(BOARD).candidate_actions]
    monkeypatch.setattr(Timeline, "_begin", lambda _: pytest.fail("the solver was asked"))
    monkeypatch.delenv("PYENGINE_EVALUATOR", raising=False)
    assert (Board.parse(BOARD).check(ACTION), [*Board.parse(BOARD).candidate_actions]) == expected


CROWD = "players: {alice: {}}\nbattlefield:\n" + "".join(
    f"  - {{id: b{number}, card: Grizzly Bears, controller: alice, counters: {{charge: 1}}}}\n" for number in range(9)
)


def test_outcomes_of_few_choices_need_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> set[frozenset[object]]:
        return {frozenset(one.changes) for one in Board.parse(BOARD).outcomes(*CHOICES)}

    monkeypatch.setenv("PYENGINE_EVALUATOR", "clingo")
    expected = shown()
    monkeypatch.delenv("PYENGINE_EVALUATOR")
    monkeypatch.setattr(Timeline, "_begin", lambda _: pytest.fail("the solver was asked"))
    assert shown() == expected


def test_where_there_are_many_branches_the_solver_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same calls are made of it, and it answers as if it had been asked from the start."""
    asked: list[str] = []
    begin = Timeline._begin

    def noting(self: Timeline) -> None:
        asked.append("later" if self._evaluated is not None else "at once")
        begin(self)

    monkeypatch.setattr(Timeline, "_begin", noting)
    found = []
    for evaluator in ("c", "python", "clingo"):
        monkeypatch.setenv("PYENGINE_EVALUATOR", evaluator)
        outcomes = Board.parse(CROWD).outcomes("proliferate")
        found.append((outcomes.count(), [one.changes for one in outcomes]))
    assert found[0] == found[1] == found[2]
    assert found[0][0] == 512
    assert asked[0] == "later"
    assert "later" not in asked[-len(asked) // 2 :]
