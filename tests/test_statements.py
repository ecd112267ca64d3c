"""Which statements of a program can matter, against what the solver makes of programs with and without the others."""

from __future__ import annotations

import pickle
from pathlib import Path

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine import Board
from pyengine.proofs.property_files import properties
from pyengine.solving import schedule, statements
from pyengine.solving.chosen import program_lines
from pyengine.solving.looked_up import LOOKED_UP
from pyengine.solving.packed import Packed
from pyengine.solving.rulebook import Rulebook
from pyengine.solving.schedule import parts_of
from pyengine.solving.statement import Said
from pyengine.solving.statement_reading import parsed
from pyengine.solving.statements import (
    asp_directory,
    build,
    in_file,
    in_parts,
    rulebook,
)
from pyengine.solving.timeline import RULE_FILES, Timeline


def kept(program: str, facts: str, shown: str = "abcdefpqrs") -> list[str]:
    """The rules that are kept where predicates of these names are shown."""
    named = {name for one in parsed(program) for each in one.use for name in each}
    show = "\n".join(f"#show {name}." for name in sorted(named) if name[0] in shown)
    return [one.text for one in Rulebook.of(parsed(f"{program}\n{show}")).that_matter(facts) if "#show" not in one.text]


@pytest.mark.parametrize(
    ("rule", "needs", "gives", "passes"),
    [
        ("a(X) :- b(X,c), not d(X).", {"b/2", "b/2.1=c"}, {"a/1"}, {"a/1.0": ["b/2.0"]}),
        ('a :- b("x y").', {"b/1", 'b/1.0="x y"'}, {"a/0"}, {}),
        ("a(f(X)) :- b(X), X = g(h).", {"b/1", "b/1.0=g"}, {"a/1", "a/1.0=f"}, {}),
        ("a(X) :- b(X), X = g(_).", {"b/1", "b/1.0=g"}, {"a/1", "a/1.0=g"}, {}),
        ("a(X) :- b(X), X = Y, c(Y), X != d.", {"b/1", "c/1"}, {"a/1"}, {"a/1.0": ["b/1.0"]}),
        (":- b.", {"b/0"}, set(), {}),
        ("{ a(X) : b(X,Y) } = 1 :- c(X).", {"c/1"}, {"a/1"}, {"a/1.0": ["c/1.0", "b/2.0"]}),
        ("a(1,X+1,(X,X),X) :- b(f(X)).", {"b/1", "b/1.0=f"}, {"a/4"}, {"a/4.2": [], "a/4.3": []}),
        ("a(b) :- b.", {"b/0"}, {"a/1", "a/1.0=b"}, {}),
        ("a(N) :- N = #count { X : b(X) }.", set(), {"a/1"}, {"a/1.0": []}),
        ("a :- b(X) : c(X).", set(), {"a/0"}, {}),
        ("a(X) : b(X); c :- d.", {"d/0"}, {"a/1", "c/0"}, {"a/1.0": ["b/1.0"]}),
        ("#external a(b).", set(), {"a/1", "a/1.0=b"}, {}),
        ("a :- b, % c\n  d.", {"b/0", "d/0"}, {"a/0"}, {}),
        ('a("ü") :- b("é").', {"b/1", 'b/1.0="é"'}, {"a/1", 'a/1.0="ü"'}, {}),
    ],
)
def test_what_a_statement_needs_gives_and_passes_on(
    rule: str, needs: set[str], gives: set[str], passes: dict[str, list[str]]
) -> None:
    (statement,) = parsed(rule)
    (way,) = statement.ways
    assert statement.text == rule
    assert set(map(said, way.needs)) == needs
    assert set(map(said, way.gives)) == gives
    assert {place: list(sources) for place, sources in way.passes} == passes


def said(one: Said) -> str:
    place, word = one
    return place if word is None else f"{place}={word}"


@pytest.mark.parametrize(
    ("statement", "serves", "asks"),
    [
        ("a(X) :- b(X,c), not d(X).", {"a/1"}, {"b/2", "d/1"}),
        ("a(N) :- N = #count { X : b(X), not c(X) }, d(N) : e(N).", {"a/1"}, {"b/1", "c/1", "d/1", "e/1"}),
        ("a(b;c).", {"a/1"}, set()),
        (":- b.", set(), {"b/0"}),
        ("{ a(X) : b(X,Y) } = 1 :- c(X).", set(), {"a/1", "b/2", "c/1"}),
        ("a(X) : b(X); c :- d.", set(), {"a/1", "b/1", "c/0", "d/0"}),
        ("#external a(X) : b(X).", {"a/1"}, {"b/1"}),
        ("#show a/2.", set(), {"a/2"}),
        ("#show f(X) : b(X).", set(), {"b/1"}),
        ("#project a(X) : b(X).", set(), {"a/1", "b/1"}),
        ("#const a = b.", set(), set()),
    ],
)
def test_what_a_statement_is_for(statement: str, serves: set[str], asks: set[str]) -> None:
    (one,) = parsed(statement)
    assert ({*one.use.serves}, {*one.use.asks}) == (serves, asks)


def test_a_rule_with_pools_can_fire_in_several_ways() -> None:
    (statement,) = parsed("a(X) :- b((c;d),X).")
    assert [set(map(said, way.needs)) for way in statement.ways] == [{"b/2", "b/2.0=c"}, {"b/2", "b/2.0=d"}]
    (statement,) = parsed("#const a = b.")
    assert statement.ways == ()


def test_the_parameters_of_a_part_are_numbers() -> None:
    (statement,) = parsed("#program p(t).\na(t) :- b(t,u).")
    (way,) = statement.ways
    assert (statement.part, statement.opening) == ("p", "#program p(t).")
    assert set(map(said, way.needs)) == {"b/2", "b/2.1=u"}
    assert set(map(said, way.gives)) == {"a/1"}


def test_what_nothing_gives_is_left_out_with_all_that_follows_from_it() -> None:
    program = "a(X) :- b(X).\nc(X) :- a(X).\nd(X) :- e(X), not c(X).\nf :- d(g)."
    assert kept(program, "e(1).") == ["d(X) :- e(X), not c(X)."]
    assert kept(program, "b(1).") == ["a(X) :- b(X).", "c(X) :- a(X)."]
    assert kept(program, "e(g).") == ["d(X) :- e(X), not c(X).", "f :- d(g)."]
    assert kept(program, 'e("b").') == ["d(X) :- e(X), not c(X)."], "a string is no predicate"


def test_what_serves_nothing_that_is_asked_for_is_left_out() -> None:
    program = "a :- b, not c.\nc :- d.\ne :- a.\n:- f.\nf :- g.\n{ p } :- q.\nq :- r.\nlegal(1) :- s."
    facts = "b. d. g. r. s."
    always = [":- f.", "f :- g.", "{ p } :- q.", "q :- r.", "legal(1) :- s."]
    assert kept(program, facts, "") == always
    assert kept(program, facts, "a") == ["a :- b, not c.", "c :- d.", *always]
    assert kept(program, "b. d.", "c") == ["c :- d."], "and what can't fire"


def test_a_word_counts_in_its_own_place() -> None:
    program = "a(X,Y) :- b(X,Y).\nc :- a(Z,d).\ne :- a(d,Z)."
    assert kept(program, "b(x,d).") == ["a(X,Y) :- b(X,Y).", "c :- a(Z,d).", "e :- a(d,Z)."], "a line is not read apart"
    assert kept("b(x,d).\n" + program, "") == ["b(x,d).", "a(X,Y) :- b(X,Y).", "c :- a(Z,d)."]
    assert kept("b(d,x).\n" + program, "") == ["b(d,x).", "a(X,Y) :- b(X,Y).", "e :- a(d,Z)."]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("a :- b(_,f(_)), not c(_).", "a :- b(Any1__,f(Any0__)), not c(_)."),
        ('a :-\n  b("é _",_),\n  c_d(_).', 'a :-\n  b("é _",Any1__),\n  c_d(Any0__).'),
        ("{ a(X) : b(X,_), not c(_) } 1 :- d(_).", "{ a(X) : b(X,Any1__), not c(_) } 1 :- d(Any0__)."),
        ("a :- b(X) : c(X,_).", "a :- b(X) : c(X,Any0__)."),
        ("a(N) :- N = #count{ X : b(X,_), not c(X,_) }.", "a(N) :- N = #count{ X : b(X,Any0__), not c(X,_) }."),
    ],
)
def test_what_has_no_name_gets_one_unless_it_is_negated(rule: str, expected: str) -> None:
    assert [one.text for one in parsed(rule)] == [expected]


def test_a_variable_brings_what_is_in_all_of_its_places() -> None:
    program = "a(X) :- b(X), c(X).\nd :- a(e)."
    assert kept(program, "b(e).\nc(f).") == ["a(X) :- b(X), c(X)."]
    assert kept(program, "b(e).\nc(e).") == ["a(X) :- b(X), c(X).", "d :- a(e)."]
    assert kept("a(X) :- b(Y), X = Y.\nd :- a(e).", "b(f).") == ["a(X) :- b(Y), X = Y.", "d :- a(e)."]


def test_a_named_constant_represents_a_number() -> None:
    program = "#const most = 3.\na :- b(most)."
    assert kept(program, "b(3).") == ["#const most = 3.", "a :- b(most)."]


def test_parts_that_are_not_asked_for_are_left_out() -> None:
    program = parsed("a. #program p. b. #program q. c. #program base. d.")
    assert [one.text for one in in_parts(program, frozenset({"p"}))] == ["a.", "b.", "d."]
    assert in_parts(program, None) == program


def test_what_a_package_has_worked_out_is_what_its_files_say() -> None:
    built = {name: pickle.loads(content) for name, content in build().items()}
    of_rules = Packed(built["rules.pickle"][0], lambda: built["ways.pickle"])
    of_properties = Packed(built["properties.pickle"][0], lambda: built["properties.pickle"][1])
    assert {*of_rules.files} >= {*RULE_FILES, "questions/do.lp", "editions/citations.lp", "engine/schedule.lp"}
    assert "properties/a_kind_has_one_count.lp" in of_properties.files
    for packed in (of_rules, of_properties):
        for name, places in packed.files.items():
            whole = parsed((asp_directory() / name).read_text(encoding="utf-8"))
            found = [packed[number] for number in places]
            assert found == [*whole], name
            for one, other in zip(found, whole, strict=True):
                assert one.ways == other.ways, one
                assert one.use == other.use, one


def test_what_is_asked_of_some_of_the_rules_is_what_a_book_of_these_alone_says() -> None:
    """That others hang together with them makes no difference."""
    files = (*RULE_FILES, "questions/do.lp", "engine/show.lp")
    board = Board.load(Path(__file__).parent.parent / "examples" / "counters.yaml")
    for parts in (None, parts_of("judging")):
        of_these = Rulebook.of(in_parts([one for name in files for one in in_file(name)], parts))
        assert rulebook(files, parts).that_matter(board.facts()) == of_these.that_matter(board.facts())


def test_what_a_checkout_keeps_is_of_the_same_text(tmp_path: Path) -> None:
    kept = tmp_path / "x.statements"
    for text in (b"a.", b"a.", b"b :- a(_)."):
        assert statements._read(text, kept) == parsed(text.decode())
    content = kept.read_bytes()
    kept.write_bytes(content.replace(b"Any0__", b"Any9__"))
    assert "Any9__" in statements._read(b"b :- a(_).", kept)[0].text, "it is not read again"
    kept.write_bytes(content[:40])
    assert statements._read(b"b :- a(_).", kept) == parsed("b :- a(_).")
    assert statements._read(b"a.", tmp_path / "none" / "none" / "x.statements") == parsed("a.")


def test_strings_of_the_rules_are_spelt_as_facts_spell_them() -> None:
    ways = [way for name in RULE_FILES for one in in_file(name) for way in one.ways]
    words = {word for way in ways for _, word in way.needs if word is not None and word.startswith('"')}
    assert '"+1/+1"' in words
    assert [word for word in words if "\\" in word] == []


TERMS = st.sampled_from(["X", "Y", "a", "b", "1", '"s"', "f(X)", "f(a)", "g(Y,b)", "X+1"])
PREDICATES = st.sampled_from("pqrsuvw")
ATOMS = st.builds("{}({})".format, PREDICATES, TERMS)
WITHOUT_NAMES = st.builds("{}({})".format, PREDICATES, st.sampled_from(["_", "f(_)", "g(_,b)"]))


@st.composite
def rules(draw: st.DrawFn) -> str:
    body = draw(st.lists(st.one_of(ATOMS, WITHOUT_NAMES), min_size=0, max_size=3))
    extra = draw(
        st.lists(
            st.sampled_from(
                ["not p(1)", "not q(a)", "not p(_)", "X = f(b)", "X = (a;g(1,b))", "#count { Z : r(Z) } >= 0"]
            ),
            max_size=2,
        )
    )
    head = draw(st.one_of(ATOMS, st.builds("{{ {} }}".format, ATOMS), st.just("")))
    bound = ["n(X)", "n(Y)"]
    return f"{head} :- {', '.join([*bound, *body, *extra])}."


def has_a_contradiction(program: list[str]) -> bool:
    """Whether something may hang on its own absence: that is no answer set, whoever asks for it."""
    heads_and_bodies = [(one.use.serves, one.use.asks, "not " in one.text) for one in parsed("\n".join(program))]
    beneath: dict[str, set[str]] = {}
    for serves, asks, _ in heads_and_bodies:
        for head in serves:
            beneath.setdefault(head, set()).update(asks)
    for head in beneath:
        while (more := {name for one in beneath[head] for name in beneath.get(one, ())}) - beneath[head]:
            beneath[head] |= more
    return any(negated and head in beneath[head] for serves, _, negated in heads_and_bodies for head in serves)


@given(
    st.lists(rules(), min_size=1, max_size=8),
    st.lists(st.sampled_from(["p(1).", "q(f(a)).", "r(b).", 's("s").'])),
    st.sets(PREDICATES, min_size=1),
)
def test_what_is_left_out_changes_no_answer(program: list[str], facts: list[str], shown: set[str]) -> None:
    """Every program has the same answer sets, as far as they are shown, without the rules that are left out."""
    if has_a_contradiction(program):
        return
    given_facts = "\n".join(["n(1). n(a). n(f(a)).", *facts])

    def answers(text: str) -> set[frozenset[clingo.Symbol]] | None:
        control = clingo.Control(["--warn=none", "0"])
        control.add(text + given_facts)
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            models = [model.symbols(atoms=True) for _, model in zip(range(300), handle, strict=False)]
        return {frozenset(one for one in atoms if one.name in shown) for atoms in models} if len(models) < 300 else None

    rulebook = Rulebook.of(parsed("\n".join([*program, *(f"#show {name}/1." for name in sorted(shown))])))
    found = answers("\n".join(program))
    if found is not None:
        assert answers("\n".join(program_lines(rulebook.that_matter(given_facts)))) == found


def test_what_is_looked_up_is_known_and_asked_for() -> None:
    """Each is of the rules or of a property, and stands in the driver or in the schedule."""
    every = [
        *statements._rules().statements,
        *(one for name in properties() for one in in_file(f"properties/{name}.lp")),
    ]
    known = {name.rpartition("/")[0] for one in every for each in one.use for name in each}
    assert LOOKED_UP - known == set()
    here = Path(statements.__file__).parents[1]
    told = "".join(path.read_text(encoding="utf-8") for path in here.rglob("*.py") if path.stem != "looked_up")
    told += (asp_directory() / "engine/schedule.lp").read_text(encoding="utf-8")
    assert [name for name in sorted(LOOKED_UP) if f'"{name}"' not in told and f"({name}" not in told] == []


def test_what_the_schedule_asks_for_is_looked_up() -> None:
    asked = {call.atom for name in schedule._schedule()[0] for call in schedule._course(name) if call.atom}
    assert asked - LOOKED_UP == set()


def test_looking_up_an_atom_that_may_be_left_out_is_an_error() -> None:
    timeline = Timeline("", ["questions/do.lp"], courses=())
    assert timeline.atoms("problem", 2) == []
    with pytest.raises(AssertionError, match="rules about color may be left out"):
        timeline.atoms("color", 3)
