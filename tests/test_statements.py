"""Which statements of a program can matter, against what the solver makes of programs with and without the others."""

from __future__ import annotations

import pickle

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine.solving.statement_reading import parsed
from pyengine.solving.statements import (
    asp_directory,
    build,
    in_file,
    in_parts,
    program_text,
    that_can_fire,
    unpacked,
)
from pyengine.solving.timeline import RULE_FILES


def kept(program: str, facts: str) -> list[str]:
    return [one.text for one in that_can_fire(parsed(program), facts)]


@pytest.mark.parametrize(
    ("rule", "needs", "gives"),
    [
        ("a(X) :- b(X,c), not d(X).", {"b/", "c"}, {"a/", "d"}),
        ('a :- b("x y").', {"b/", '"x y"'}, {"a/"}),
        ("a(f(X)) :- b(X), X = g(h).", {"b/"}, {"a/", "f", "g", "h"}),
        (":- b.", {"b/"}, set()),
        ("{ a(X) : b(X) } = 1 :- c.", {"c/"}, {"a/", "b"}),
        ("a(b) :- b.", {"b/"}, {"a/", "b"}),
        ("a(a).", set(), {"a/", "a"}),
        ("a :- b((c;d)).", {"b/"}, {"a/", "c", "d"}),
        ("a :- b(c;d).", {"b/"}, {"a/", "c", "d"}),
        ("a(N) :- N = #count { X : b(X) }.", set(), {"a/", "b", "count"}),
        ("a :- b(X) : c(X).", set(), {"a/", "b", "c"}),
        ("a(X) : b(X); c :- d.", {"d/"}, {"a/", "b", "c/"}),
        ("#const a = b.", set(), {"const", "a", "b"}),
        ("#external a(b).", set(), {"external", "external/", "a", "a/", "b", "b/"}),
        ("a :- b, % c\n  d.", {"b/", "d/"}, {"a/", "c"}),
        ('a("ü", "ß") :- b("é").', {"b/", '"é"'}, {"a/", '"ü"', '"ß"'}),
    ],
)
def test_what_a_statement_needs_and_gives(rule: str, needs: set[str], gives: set[str]) -> None:
    (statement,) = parsed(rule)
    assert statement.text == rule
    assert statement.needs == needs
    assert statement.gives - {"not"} == gives


def test_the_parameters_of_a_part_are_numbers() -> None:
    (statement,) = parsed("#program p(t).\na(t) :- b(t,u).")
    assert (statement.part, statement.opening) == ("p", "#program p(t).")
    assert statement.needs == {"b/", "u"}
    assert statement.gives == {"a/"}


def test_what_nothing_gives_is_left_out_with_all_that_follows_from_it() -> None:
    program = "a(X) :- b(X).\nc(X) :- a(X).\nd(X) :- e(X), not c(X).\nf :- d(g)."
    assert kept(program, "e(1).") == ["d(X) :- e(X), not c(X)."]
    assert kept(program, "b(1).") == ["a(X) :- b(X).", "c(X) :- a(X)."]
    assert kept(program, "e(g).") == ["d(X) :- e(X), not c(X).", "f :- d(g)."]
    assert kept(program, 'e("b").') == ["d(X) :- e(X), not c(X)."], "a string is no predicate"


def test_parts_that_are_not_asked_for_are_left_out() -> None:
    program = parsed("a. #program p. b. #program q. c. #program base. d.")
    assert [one.text for one in in_parts(program, frozenset({"p"}))] == ["a.", "b.", "d."]
    assert in_parts(program, None) == program


def test_what_a_package_has_worked_out_is_what_its_files_say() -> None:
    built = pickle.loads(build())
    assert set(built) >= {*RULE_FILES, "questions/do.lp", "citations.lp"}
    for name, found in built.items():
        assert unpacked(found) == parsed((asp_directory() / name).read_text(encoding="utf-8")), name


def test_strings_of_the_rules_are_spelt_as_facts_spell_them() -> None:
    words = {word for name in RULE_FILES for one in in_file(name) for word in one.needs if word.startswith('"')}
    assert '"+1/+1"' in words
    assert [word for word in words if "\\" in word] == []


TERMS = st.sampled_from(["X", "Y", "a", "b", "1", '"s"', "f(X)", "f(a)", "g(Y,b)", "X+1"])
PREDICATES = st.sampled_from("pqrsuvw")
ATOMS = st.builds("{}({})".format, PREDICATES, TERMS)


@st.composite
def rules(draw: st.DrawFn) -> str:
    body = draw(st.lists(ATOMS, min_size=0, max_size=3))
    extra = draw(
        st.lists(
            st.sampled_from(["not p(1)", "not q(a)", "X = f(b)", "X = (a;g(1,b))", "#count { Z : r(Z) } >= 0"]),
            max_size=2,
        )
    )
    head = draw(st.one_of(ATOMS, st.builds("{{ {} }}".format, ATOMS), st.just("")))
    bound = ["n(X)", "n(Y)"]
    return f"{head} :- {', '.join([*bound, *body, *extra])}."


@given(st.lists(rules(), min_size=1, max_size=8), st.lists(st.sampled_from(["p(1).", "q(f(a)).", "r(b).", 's("s").'])))
def test_what_is_left_out_changes_no_answer(program: list[str], facts: list[str]) -> None:
    """Every program has the same answer sets without the rules that are left out."""
    given_facts = "\n".join(["n(1). n(a). n(f(a)).", *facts])

    def answers(text: str) -> set[frozenset[clingo.Symbol]]:
        control = clingo.Control(["--warn=none", "0"])
        control.add(text + given_facts)
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            return {frozenset(model.symbols(atoms=True)) for _, model in zip(range(300), handle, strict=False)}

    statements = parsed("\n".join(program))
    found = answers("\n".join(program))
    if len(found) < 300:
        assert answers(program_text(that_can_fire(statements, given_facts))) == found
