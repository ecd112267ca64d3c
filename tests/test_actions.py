"""The language of actions: every phrase, what it says to the rules, and what is said of wrong phrases."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pyengine.actions import (
    MAX_TEXT,
    Action,
    Attach,
    AttackAlone,
    BeginStep,
    CheckStateBasedActions,
    Damage,
    Destroy,
    Enter,
    GainControl,
    Instruction,
    LoseLife,
    Move,
    OneObject,
    PhaseIn,
    PhaseOut,
    Proliferate,
    Put,
    PutCountersOf,
    PutInto,
    Remove,
    Sacrifice,
    Selection,
    Tap,
    TurnDown,
    TurnUp,
    Untap,
    Zone,
    facts,
    kind_facts,
    normal_kind,
)
from pyengine.errors import InputError, InvalidActionError
from pyengine.model import MAX_COUNT, Kind, Name, Step
from pyengine.terms import quote

ROOT = Path(__file__).resolve().parents[1]
GRAMMAR = (ROOT / "pyengine" / "actions.lark").read_text(encoding="utf-8")
DECLARED = {
    (name, int(arity))
    for file in (ROOT / "asp").glob("*.lp")
    for name, arity in re.findall(r"^#defined (\w+)/(\d+)\.", file.read_text(encoding="utf-8"), re.MULTILINE)
}

ONE = Selection.count(1, "+1/+1")
ANY_ONE = Selection.count(1)

PHRASES: list[tuple[str, list[Instruction], str | None, list[str]]] = [
    # phrase, parts, canonical phrase if it is another, facts but for instruction(i1)
    ("put two +1/+1 counters on bear", [Put("bear", "+1/+1", 2)], None, ['puts_on(i1,"bear","+1/+1",2).']),
    (
        "put a flying counter on bear and a charge counter on ozo",
        [Put("bear", "flying", 1), Put("ozo", "charge", 1)],
        None,
        ['puts_on(i1,"bear","flying",1).', 'puts_on(i1,"ozo","charge",1).'],
    ),
    (
        "put a +1/+1 counter and a flying counter on bear",
        [Put("bear", "+1/+1", 1), Put("bear", "flying", 1)],
        None,
        ['puts_on(i1,"bear","+1/+1",1).', 'puts_on(i1,"bear","flying",1).'],
    ),
    (
        "put a +1/+1 counter on bear and elf",
        [Put("bear", "+1/+1", 1), Put("elf", "+1/+1", 1)],
        None,
        ['puts_on(i1,"bear","+1/+1",1).', 'puts_on(i1,"elf","+1/+1",1).'],
    ),
    (
        "put a x counter and a y counter on bear, elf, and a and 21 z counters on an",
        [
            *(Put(holder, kind, 1) for holder in ("bear", "elf", "a") for kind in ("x", "y")),
            Put("an", "z", 21),
        ],
        "put a x counter and a y counter on bear, elf and a and 21 z counters on an",
        [
            *(f'puts_on(i1,"{holder}","{kind}",1).' for holder in ("bear", "elf", "a") for kind in ("x", "y")),
            'puts_on(i1,"an","z",21).',
        ],
    ),
    (
        "put one x counter on b and 2 x counters on b",
        [Put("b", "x", 3)],
        "put three x counters on b",
        ['puts_on(i1,"b","x",3).'],
    ),
    (
        "PUT  Twenty\tFirst   Strike\nCounters on Bear",
        [Put("Bear", "first strike", 20)],
        "put twenty first strike counters on Bear",
        ['puts_on(i1,"Bear","first strike",20).'],
    ),
    (
        "put a \u22120/\u22121 counter on b",
        [Put("b", "-0/-1", 1)],
        "put a -0/-1 counter on b",
        ['puts_on(i1,"b","-0/-1",1).'],
    ),
    ("put 0 age counters on b", [Put("b", "age", 0)], None, ['puts_on(i1,"b","age",0).']),
    (
        'put an "odd, counters" counter on "a \\"b\\" \\\\"',
        [Put('a "b" \\', "odd, counters", 1)],
        'put a "odd, counters" counter on "a \\"b\\" \\\\"',
        [r'puts_on(i1,"a \"b\" \\","odd, counters",1).'],
    ),
    ("remove a counter from a", [Remove("a", ANY_ONE)], None, ['removes_from(i1,"a",count_any(1)).']),
    (
        "remove 3 +1/+1 counters from a",
        [Remove("a", Selection.count(3, "+1/+1"))],
        "remove three +1/+1 counters from a",
        ['removes_from(i1,"a",count(3,"+1/+1")).'],
    ),
    ("remove all counters from a", [Remove("a", Selection("all"))], None, ['removes_from(i1,"a",all_any).']),
    (
        "remove all charge counters from a and b",
        [Remove("a", Selection("all", "charge")), Remove("b", Selection("all", "charge"))],
        None,
        ['removes_from(i1,"a",all("charge")).', 'removes_from(i1,"b",all("charge")).'],
    ),
    (
        "remove any number of counters from a",
        [Remove("a", Selection("any_number"))],
        None,
        ['removes_from(i1,"a",any_number_any).'],
    ),
    (
        "remove any number of hexproof from white counters from a",
        [Remove("a", Selection("any_number", "hexproof from white"))],
        None,
        ['removes_from(i1,"a",any_number("hexproof from white")).'],
    ),
    (
        "remove a counter of each kind from a",
        [Remove("a", Selection("one_of_each"))],
        "remove one counter of each kind from a",
        ['removes_from(i1,"a",one_of_each).'],
    ),
    ("move a +1/+1 counter from a to b", [Move("a", "b", ONE)], None, ['moves(i1,"a","b",count(1,"+1/+1")).']),
    (
        "move one counter of each kind from a onto b",
        [Move("a", "b", Selection("one_of_each"))],
        "move one counter of each kind from a to b",
        ['moves(i1,"a","b",one_of_each).'],
    ),
    (
        "put the counters of a on b",
        [PutCountersOf("a", "b", Selection("all"))],
        None,
        ['puts_counters_of(i1,"a","b",all_any).'],
    ),
    (
        "put the +1/+1 counters of a on b",
        [PutCountersOf("a", "b", Selection("all", "+1/+1"))],
        None,
        ['puts_counters_of(i1,"a","b",all("+1/+1")).'],
    ),
    ("proliferate", [Proliferate(None)], None, ["proliferates(i1)."]),
    ("proliferate nothing", [Proliferate(())], None, ["proliferates(i1).", "choice_given(i1)."]),
    (
        "proliferate bear, elf and bob",
        [Proliferate(("bear", "elf", "bob"))],
        None,
        [
            "proliferates(i1).",
            "choice_given(i1).",
            'chooses(i1,"bear").',
            'chooses(i1,"elf").',
            'chooses(i1,"bob").',
        ],
    ),
    (
        "proliferate bear",
        [Proliferate(("bear",))],
        None,
        ["proliferates(i1).", "choice_given(i1).", 'chooses(i1,"bear").'],
    ),
    ("destroy a", [Destroy("a")], None, ['destroys(i1,"a").']),
    ("destroy a and b", [Destroy("a"), Destroy("b")], None, ['destroys(i1,"a").', 'destroys(i1,"b").']),
    ("sacrifice a", [Sacrifice("a")], None, ['sacrifices(i1,"a").']),
    ("exile a", [PutInto("a", "exile")], None, ['puts_into(i1,"a","exile").']),
    ("return a to hand", [PutInto("a", "hand")], None, ['puts_into(i1,"a","hand").']),
    ("put a into graveyard", [PutInto("a", "graveyard")], None, ['puts_into(i1,"a","graveyard").']),
    (
        "put 3 and two into library",
        [PutInto("3", "library"), PutInto("two", "library")],
        None,
        ['puts_into(i1,"3","library").', 'puts_into(i1,"two","library").'],
    ),
    ("put a into hand", [PutInto("a", "hand")], "return a to hand", ['puts_into(i1,"a","hand").']),
    ("put a into exile", [PutInto("a", "exile")], "exile a", ['puts_into(i1,"a","exile").']),
    ("tap a", [Tap("a")], None, ['taps_object(i1,"a").']),
    ("untap a", [Untap("a")], None, ['untaps_object(i1,"a").']),
    ("phase out a", [PhaseOut("a")], None, ['phases_object_out(i1,"a").']),
    ("phase in a", [PhaseIn("a")], None, ['phases_object_in(i1,"a").']),
    ("turn a face up", [TurnUp("a")], None, ['turns_up(i1,"a").']),
    ("turn a face down", [TurnDown("a")], None, ['turns_down(i1,"a").']),
    ("put a onto the battlefield", [Enter("a")], None, ['enters(i1,"a").']),
    (
        "put a onto the battlefield under bob",
        [Enter("a", "bob")],
        None,
        ['enters(i1,"a").', 'enters_under("a","bob").'],
    ),
    (
        "put a onto the battlefield with two +1/+1 counters and a flying counter",
        [Enter("a", None, (("+1/+1", 2), ("flying", 1)))],
        None,
        ['enters(i1,"a").', 'enters_with_counters(i1,"a","+1/+1",2).', 'enters_with_counters(i1,"a","flying",1).'],
    ),
    (
        "put x onto the battlefield under bob with a y counter and two y counters",
        [Enter("x", "bob", (("y", 3),))],
        "put x onto the battlefield under bob with three y counters",
        ['enters(i1,"x").', 'enters_under("x","bob").', 'enters_with_counters(i1,"x","y",3).'],
    ),
    (
        "deal 3 damage to bear from src",
        [Damage("src", "bear", 3)],
        "deal 3 damage from src to bear",
        ['deals_damage(i1,"src","bear",3).'],
    ),
    (
        "deal 3 damage from src to bear and 2 damage from src2 to bear",
        [Damage("src", "bear", 3), Damage("src2", "bear", 2)],
        None,
        ['deals_damage(i1,"src","bear",3).', 'deals_damage(i1,"src2","bear",2).'],
    ),
    (
        "deal a damage to a and b from s and two damage from t to a and c and 1 damage to c from t",
        [Damage("s", "a", 1), Damage("s", "b", 1), Damage("t", "a", 2), Damage("t", "c", 3)],
        "deal 1 damage from s to a and b and 2 damage from t to a and 3 damage from t to c",
        [
            'deals_damage(i1,"s","a",1).',
            'deals_damage(i1,"s","b",1).',
            'deals_damage(i1,"t","a",2).',
            'deals_damage(i1,"t","c",3).',
        ],
    ),
    ("bob gains control of bear", [GainControl("bob", "bear")], None, ['takes_control(i1,"bob","bear").']),
    ("attach sword to bear", [Attach("sword", "bear")], None, ['attaches_object(i1,"sword","bear").']),
    ("bob loses three life", [LoseLife("bob", 3)], "bob loses 3 life", ['loses_life(i1,"bob",3).']),
    (
        "begin the untap step of alice",
        [BeginStep("untap", "alice")],
        None,
        ['begins_step(i1,"untap","alice").'],
    ),
    (
        "begin the precombat main phase of alice",
        [BeginStep("precombat main", "alice")],
        None,
        ['begins_step(i1,"precombat main","alice").'],
    ),
    ("begin the upkeep of alice", [BeginStep("upkeep", "alice")], None, ['begins_step(i1,"upkeep","alice").']),
    (
        "begin the end of combat of alice",
        [BeginStep("end of combat", "alice")],
        "begin the end of combat step of alice",
        ['begins_step(i1,"end of combat","alice").'],
    ),
    (
        "begin the end step of of",
        [BeginStep("end", "of")],
        'begin the end step of "of"',
        ['begins_step(i1,"end","of").'],
    ),
    ("attack with bear alone", [AttackAlone("bear")], None, ['attacks_alone(i1,"bear").']),
    ("check state-based actions", [CheckStateBasedActions()], None, ["checks_only(i1)."]),
]


@pytest.mark.parametrize(("phrase", "parts", "canonical", "said"), PHRASES, ids=[row[0] for row in PHRASES])
def test_phrase(phrase: str, parts: list[Instruction], canonical: str | None, said: list[str]) -> None:
    action = Action.parse(phrase)
    assert action == Action(tuple(parts))
    assert str(action) == (canonical or phrase)
    assert Action.parse(str(action)) == action
    assert eval(repr(action)) == action
    assert facts(action, "i1") == ["instruction(i1).", *said]


@pytest.mark.parametrize("phrase", [row[0] for row in PHRASES])
def test_facts_use_declared_predicates(phrase: str) -> None:
    for suffixes in ("", " as a cost by bob"):
        for fact in facts(Action.parse(phrase + suffixes), "i1"):
            symbol = clingo.parse_term(fact.removesuffix("."))
            assert (symbol.name, len(symbol.arguments)) in DECLARED, fact


@pytest.mark.parametrize("step", get_args(Step))
@pytest.mark.parametrize("word", ["", " step", " phase"])
def test_every_step_begins(step: str, word: str) -> None:
    assert Action.parse(f"begin the {step}{word} of al") == Action((BeginStep(step, "al"),))  # type: ignore[arg-type]


def test_number_words() -> None:
    tens = "one two three four five six seven eight nine ten"
    teens = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    for n, word in enumerate(f"{tens} {teens}".split(), 1):
        for number in (word, word.upper(), str(n), f"00{n}"):
            assert Action.parse(f"bob loses {number} life") == Action((LoseLife("bob", n),))


def test_largest_number() -> None:
    assert Action.parse("bob loses 1000000000 life").parts == (LoseLife("bob", MAX_COUNT),)


# --- suffixes and sequences ----------------------------------------------------------------------------


def test_suffixes() -> None:
    action = Action.parse("remove a charge counter from a by bob as a cost")
    assert (action.cause, action.performer) == ("cost", "bob")
    assert str(action) == "remove a charge counter from a as a cost by bob"
    assert facts(action, "i7") == [
        "instruction(i7).",
        'removes_from(i7,"a",count(1,"charge")).',
        'performer(i7,"bob").',
        'as(i7,"cost").',
    ]
    assert 'as(i1,"turn-based action").' in facts(Action.parse("tap a as a turn-based action"), "i1")


def test_damage_suffixes() -> None:
    for apostrophe in "'\u2019":
        action = Action.parse(f"deal 3 damage to a from b that can{apostrophe}t be prevented as combat damage")
        assert str(action) == "deal 3 damage from b to a as combat damage that can't be prevented"
        assert facts(action, "i1")[2:] == ["combat_damage(i1).", "unpreventable(i1)."]


def test_sequence() -> None:
    action = Action.parse("put an x counter on a by bob, then proliferate a, b, Then  put c onto the battlefield")
    first, second, third = action.steps()
    assert first == Action((Put("a", "x", 1),), performer="bob")
    assert second == Action((Proliferate(("a", "b")),))
    assert third == Action((Enter("c"),))
    assert first.steps() == (first,)
    assert str(action) == "put a x counter on a by bob, then proliferate a and b, then put c onto the battlefield"
    assert action.names() == {"a", "b", "c", "bob"}
    assert action.kinds() == {"x"}
    assert action.entering_without_player() == {"c"}
    assert facts(action, "i1") == facts(first, "i1")


def test_longest_sequence() -> None:
    action = Action.parse(", then ".join(["tap a"] * (MAX_TEXT // 12)))
    assert len(action.steps()) == MAX_TEXT // 12
    assert Action.parse(str(action)) == action
    assert hash(Action.parse(str(action))) == hash(action)


def test_kinds_and_names_of_every_part() -> None:
    assert Action.parse("put a onto the battlefield under bob with a x counter").kinds() == {"x"}
    assert Action.parse("move all z counters from a to b").kinds() == {"z"}
    assert Action.parse("put the y counters of a on b").kinds() == {"y"}
    assert Action.parse("remove all counters from a").kinds() == set()
    assert Action.parse("deal 1 damage from a to b").names() == {"a", "b"}
    assert Action.parse("put a onto the battlefield under bob").names() == {"a", "bob"}
    assert Action.parse("put a onto the battlefield under bob").entering_without_player() == set()


# --- wrong phrases ---------------------------------------------------------------------------------------

AN_ACTION = "expected an action such as 'put', 'remove', 'move', 'proliferate', 'destroy' or 'deal'"

WRONG = [
    ("", f"in '', column 1: {AN_ACTION}, found the end"),
    ("destroy", "in 'destroy', column 8: expected an id, found the end"),
    ("destory bear", f"in 'destory bear', column 1: {AN_ACTION}, found 'destory'"),
    (
        "bob gain control of bear",
        "in 'bob gain control of bear', column 5: expected 'gains control of' or 'loses', found 'gain'",
    ),
    (
        "remove foo from a",
        "in 'remove foo from a', column 8: expected a number, 'a', 'all' or 'any number of', found 'foo'",
    ),
    (
        "put foo counters on bear",
        "in 'put foo counters on bear', column 5: expected a number, 'a', 'the' or an id, found 'foo'",
    ),
    (
        "put two counters on bear",
        "in 'put two counters on bear', column 9: expected a kind of counter, 'into', 'onto the battlefield' or "
        "'and', found 'counters'",
    ),
    (
        "put bear in graveyard",
        "in 'put bear in graveyard', column 10: expected 'into', 'onto the battlefield' or 'and', found 'in'",
    ),
    (
        "put bear into the bin",
        "in 'put bear into the bin', column 15: expected 'graveyard', 'library', 'hand' or 'exile', found 'the'",
    ),
    (
        "put 1000000001 x counters on a",
        "in 'put 1000000001 x counters on a', column 5: expected a number up to 1000000000, found 1000000001",
    ),
    (
        f"bob loses {'9' * 60} life",
        f"in 'bob loses {'9' * 60} life', column 11: expected a number up to 1000000000, found {'9' * 30}...",
    ),
    (
        "put a x counter on a and",
        "in 'put a x counter on a and', column 25: expected a number, 'a' or an id, found the end",
    ),
    (
        "remove a foo from bear",
        "in 'remove a foo from bear', column 23: expected 'counter' or 'counters', found the end",
    ),
    (
        "remove two counters of each kind from b",
        "in 'remove two counters of each kind from b', column 8: expected 'one' of each kind, found 'two'",
    ),
    ("deal 3 damage to bear", "in 'deal 3 damage to bear', column 22: expected 'from' or 'and', found the end"),
    ("deal damage to bear", "in 'deal damage to bear', column 6: expected a number or 'a', found 'damage'"),
    (
        "destroy bear elf",
        "in 'destroy bear elf', column 14: expected 'and', ', then', 'as a cost', 'by' or the end, found 'elf'",
    ),
    (
        "destroy be!ar",
        "in 'destroy be!ar', column 11: expected 'and', ', then', 'as a cost', 'by' or the end, found '!ar'; an id "
        "with characters other than letters, digits and _ - ' . goes in double quotes",
    ),
    (
        'destroy "bear',
        "in 'destroy \"bear', column 9: expected a second \" at the end of this name, found none",
    ),
    (
        'destroy "be\\ar"',
        'in \'destroy "be\\\\ar"\', column 9: expected a quoted name with no line breaks, and \\ before " or \\ only',
    ),
    ('destroy ""', "in 'destroy \"\"', column 9: expected a name, found an empty one"),
    ("destroy a\0b", "in 'destroy a\\x00b', column 10: expected no control characters, found '\\x00'"),
    ("destroy \ud800", "in 'destroy \\ud800', column 9: expected no control characters, found '\\ud800'"),
    (
        "destroy a as combat damage",
        "in 'destroy a as combat damage', column 11: expected this to be said of damage only, found 'as combat damage'",
    ),
    ("tap a by b by c", "in 'tap a by b by c', column 15: expected this only once, found 'c' as well"),
    ("tap a and a", "in 'tap a and a': 'a' is named twice"),
    (
        "put 600000000 x counters on a and 600000000 x counters on a",
        "in 'put 600000000 x counters on a and 600000000 x counters on a': expected numbers from 0 to 1000000000 in "
        "all, found 1200000000",
    ),
    (
        "begin the foo step of x",
        "in 'begin the foo step of x', column 11: expected a step such as 'untap step' or 'precombat main phase', "
        "found 'foo'",
    ),
    (
        "destroy a, then",
        f"in 'destroy a, then', column 16: {AN_ACTION}, found the end",
    ),
]


@pytest.mark.parametrize(("phrase", "message"), WRONG, ids=[repr(row[0]) for row in WRONG])
def test_wrong_phrase(phrase: str, message: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        Action.parse(phrase)
    assert str(caught.value) == message


def test_too_long() -> None:
    with pytest.raises(InvalidActionError) as caught:
        Action.parse("x" * 2345)
    assert str(caught.value) == f"an action has at most 2,000 characters, found 2,345 in '{'x' * 80}...'"
    # Short as typed, too long as written out, and so not readable again.
    with pytest.raises(InvalidActionError, match="when written out in full"):
        Action.parse(", then ".join(["put 17 x counters on a"] * 66 + ["tap " + "a" * 73]))


def test_long_phrase_is_shown_around_the_mistake() -> None:
    with pytest.raises(InvalidActionError) as caught:
        Action.parse("tap a, then " * 30 + "tup b" + ", then tap a" * 30)
    assert str(caught.value).startswith("in '...hen tap a, then tap a")
    assert "column 361: " in str(caught.value)
    assert str(caught.value).endswith("found 'tup'")
    assert len(str(caught.value)) < 300


def test_text_only() -> None:
    with pytest.raises(InvalidActionError, match="expected an action as text, found 3"):
        Action.parse(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "parts",
    [
        (),
        (Destroy("a"), Tap("a")),
        (OneObject("a"),),
        (Attach("a", "b"), Attach("c", "b")),
        (PutInto("a", "hand"), PutInto("b", "exile")),
        (PutInto("a", "stack"),),  # type: ignore[arg-type]
        (BeginStep("lunch", "a"),),  # type: ignore[arg-type]
        (Put("a", "X", 1),),
        (Put("a", "", 1),),
        (Put("a", "x", -1),),
        (Put(" a", "x", 1),),
        (Put("a\n", "x", 1),),
        (Put("a" * 201, "x", 1),),
        (Damage("a", "b", MAX_COUNT), Damage("a", "c", 1)),
        (Proliferate(("a", "a")),),
    ],
)
def test_actions_no_phrase_says(parts: tuple[Instruction, ...]) -> None:
    with pytest.raises(InvalidActionError):
        Action(parts)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Selection("count"),
        lambda: Selection("all", None, 1),
        lambda: Selection("one_of_each", "x"),
        lambda: Selection("some"),  # type: ignore[arg-type]
        lambda: PutCountersOf("a", "b", ONE),
        lambda: Action((Tap("a"),), combat=True),
        lambda: Action((Tap("a"),), cause="accident"),  # type: ignore[arg-type]
        lambda: Action((Tap("a"),), performer=""),
    ],
)
def test_malformed(make: object) -> None:
    with pytest.raises(InvalidActionError):
        make()  # type: ignore[operator]


# --- kinds ------------------------------------------------------------------------------------------------


def test_kind_facts() -> None:
    kinds = ["+1/+1", "-0/-1", "+1/-1", "+10/+0", "1/1", "charge", "hexproof from white", "from", "x from ", "+1/+1"]
    assert kind_facts(kinds) == [
        'power_toughness_kind("+1/+1",1,1).',
        'power_toughness_kind("+10/+0",10,0).',
        'power_toughness_kind("-0/-1",0,-1).',
        'variant_of("hexproof from white","hexproof").',
    ]
    assert kind_facts(["-1000000/-1000000"]) == ['power_toughness_kind("-1000000/-1000000",-1000000,-1000000).']
    for huge in ("+1000001/+0", "-0/-" + "9" * 10_000):
        with pytest.raises(InputError, match=r"counters go up to \+1000000/\+1000000"):
            kind_facts([huge])


@given(st.text(max_size=30))
def test_normal_kind_is_the_models(text: str) -> None:
    try:
        expected = TypeAdapter(Kind).validate_python(text)
    except ValidationError:
        return
    assert normal_kind(text) == expected


@given(st.text(max_size=30).filter(lambda text: "\0" not in text))
def test_quote_is_read_back_by_the_solver(text: str) -> None:
    assert clingo.parse_term(quote(text)).string == text


def test_quote_refuses_null() -> None:
    with pytest.raises(InputError):
        quote("a\0b")


# --- anything goes in, the same comes out -------------------------------------------------------------------

GRAMMAR_WORDS = sorted({word for word in re.findall(r"[a-z'-]+", GRAMMAR.lower()) if word.strip("'-")})


def valid(name: str) -> bool:
    try:
        TypeAdapter(Name).validate_python(name)
    except ValidationError:
        return False
    return True


ids = st.one_of(
    st.sampled_from(
        ["a", "an", "bear", "Bob", "3", "two", "x.y", "o'", "-1", 'say "hi"', "\\", "a, then tap b", ").x("]
    ),
    st.sampled_from(GRAMMAR_WORDS),
    st.sampled_from(GRAMMAR_WORDS).map(str.upper),
    st.text(min_size=1, max_size=10).filter(valid),
    st.text(alphabet="aA\u017f\u0130\u212a\u2212-'., \"\\1", min_size=1, max_size=6).filter(valid),
)
kinds = st.one_of(
    st.sampled_from(["+1/+1", "-0/-1", "charge", "first strike", "hexproof from white", "from white", "a", "3", "x,y"]),
    st.lists(st.sampled_from(GRAMMAR_WORDS), min_size=1, max_size=3).map(" ".join),
    ids,
).map(normal_kind)
kinds = kinds.filter(valid).filter(lambda kind: normal_kind(kind) == kind)
numbers = st.one_of(st.integers(0, 25), st.integers(0, MAX_COUNT // 10))
selections = st.one_of(
    st.builds(Selection.count, numbers, st.none() | kinds),
    st.builds(Selection, st.sampled_from(["all", "any_number"]), st.none() | kinds),
    st.just(Selection("one_of_each")),
)
id_lists = st.lists(ids, min_size=1, max_size=4, unique=True)


@st.composite
def parts(draw: st.DrawFn) -> tuple[Instruction, ...]:
    match draw(st.integers(0, 13)):
        case 0 | 1:
            return tuple(draw(st.lists(st.builds(Put, ids, kinds, numbers), min_size=1, max_size=5)))
        case 2:
            return tuple(draw(st.lists(st.builds(Damage, ids, ids, numbers), min_size=1, max_size=5)))
        case 3:
            player, counters = draw(st.none() | ids), draw(st.lists(st.tuples(kinds, numbers), max_size=3))
            return tuple(Enter(name, player, tuple(counters)) for name in draw(id_lists))
        case 4:
            selection = draw(selections)
            return tuple(Remove(name, selection) for name in draw(id_lists))
        case 5:
            zone = draw(st.sampled_from(get_args(Zone)))
            return tuple(PutInto(name, zone) for name in draw(id_lists))
        case 6:
            verb = draw(st.sampled_from([Destroy, Sacrifice, Tap, Untap, PhaseIn, PhaseOut, TurnUp, TurnDown]))
            return tuple(verb(name) for name in draw(id_lists))
        case 7:
            player = draw(ids)
            return tuple(GainControl(player, name) for name in draw(id_lists))
        case 8:
            return (Move(draw(ids), draw(ids), draw(selections)),)
        case 9:
            return (PutCountersOf(draw(ids), draw(ids), Selection("all", draw(st.none() | kinds))),)
        case 10:
            return (Proliferate(draw(st.none() | st.lists(ids, max_size=4, unique=True).map(tuple))),)
        case 11:
            return (draw(st.builds(LoseLife, ids, numbers) | st.builds(Attach, ids, ids)),)
        case 12:
            steps = st.sampled_from(get_args(Step))
            return (draw(st.builds(BeginStep, steps, ids)),)
        case _:
            return (draw(st.builds(AttackAlone, ids) | st.just(CheckStateBasedActions())),)


@st.composite
def actions(draw: st.DrawFn) -> Action:
    action: Action | None = None
    for _ in range(draw(st.integers(1, 3))):
        drawn = draw(parts())
        damage = isinstance(drawn[0], Damage)
        action = Action(
            drawn,
            draw(st.none() | ids),
            draw(st.sampled_from(["effect", "cost", "turn-based action"])),
            damage and draw(st.booleans()),
            damage and draw(st.booleans()),
            action,
        )
    assert action is not None
    return action


@settings(max_examples=1500, deadline=None)
@given(actions())
def test_round_trip(action: Action) -> None:
    assert Action.parse(str(action)) == action
    assert str(Action.parse(str(action))) == str(action)
    for step in action.steps():
        for fact in facts(step, "i1"):
            symbol = clingo.parse_term(fact.removesuffix("."))
            assert (symbol.name, len(symbol.arguments)) in DECLARED, fact


words = st.one_of(
    st.sampled_from(
        [*GRAMMAR_WORDS, '"', '"a"', ",", ", then", "+1/+1", "bear", "on", "counter", "from", "3", "\\", "\0"]
    ),
    st.text(max_size=4),
)


@settings(max_examples=1500, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(words, max_size=14).map(" ".join)))
def test_only_invalid_action_errors_escape(text: str) -> None:
    try:
        action = Action.parse(text)
    except InvalidActionError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 1000
    else:
        assert Action.parse(str(action)) == action


@settings(max_examples=500, deadline=None)
@given(actions(), st.data())
def test_broken_phrases_are_refused_or_read(action: Action, data: st.DataObject) -> None:
    """One character too few or too many somewhere in a good phrase."""
    text = str(action)
    place = data.draw(st.integers(0, len(text)))
    broken = text[:place] + data.draw(st.sampled_from(["", " ", '"', ",", "\\", "x", "\u00e9"])) + text[place + 1 :]
    try:
        again = Action.parse(broken)
    except InvalidActionError:
        return
    assert Action.parse(str(again)) == again


@pytest.mark.parametrize("word", GRAMMAR_WORDS)
def test_words_of_the_grammar_as_ids(word: str) -> None:
    for part in (Put(word, word, 1), PutInto(word, "graveyard"), GainControl(word, word), Damage(word, word, 1)):
        action = Action((part,), performer=word, then=Action((Proliferate((word, word + "s")),)))
        assert Action.parse(str(action)) == action


def test_parser_library_is_imported_only_to_read() -> None:
    code = "import sys, pyengine.actions; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
