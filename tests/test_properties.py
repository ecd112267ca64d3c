"""Properties of all boards within bounds: the shipped ones hold or fail as they must, each notices a broken rule, and
a file that is no property is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyengine import Board, Interrupted
from pyengine.cards import catalog
from pyengine.cli.main import main
from pyengine.errors import InputError
from pyengine.proofs import space_cards
from pyengine.proofs.property_files import Property, find, properties, read
from pyengine.proofs.prove import VACUOUS, Course, prove
from pyengine.proofs.space import Space, space_of
from pyengine.solving import timeline
from pyengine.solving.chosen import Chosen
from pyengine.solving.solver import deadline_after
from pyengine.solving.statements import asp_directory
from pyengine.solving.timeline import Timeline
from pyengine.solving.two_courses import TwoCourses

README = asp_directory() / "README.md"


def space(asked: Property, objects: int | None = None, most: int | None = None) -> Space:
    """The space of a property; if it is to be smaller, at most so large, of two kinds."""
    cards = {card.name: card for card in map(catalog.definition, asked.words("with_card"))}
    found = space_of(asked, cards={**cards, **space_cards.cards(asked.words("with_ability"))})
    if objects is None or most is None:
        return found
    return replace(found, objects=min(found.objects, objects), most=min(found.most, most), kinds=found.kinds[:2])


def row(name: str) -> str:
    """What the map says of a property."""
    asked = find(name)
    bounds = space(asked).words(asked)
    fails = " **Fails.**" if asked.must_fail else ""
    return f"| `{name}.lp` | {asked.says}{fails} | {bounds} |"


def test_the_map_says_what_each_property_is_and_its_bounds() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in properties() if row(name) not in text] == []


# --- what holds ---------------------------------------------------------------------------------------------------

LARGE = {"ten_poison_counters_lose_the_game": 11}
"""How many counters it takes to meet what is assumed, where that is more than one."""
PAIRS = {
    "independent_actions_commute",
    "actions_on_different_objects_commute",
    "moves_are_since_2019_what_they_were",
    "replacements_commute",
    "replacements_of_two_sorts_do_not_commute",
    "adding_then_doubling_is_doubling_then_adding",
    "before_2019_a_move_never_lost_counters",
    "every_move_is_done",
    "move_conserves_where_nothing_replaces",
    "move_keeps_the_total",
    "move_removes_and_puts",
    "moved_there_and_back_it_is_as_it_was",
}
"""Where that takes two permanents."""


@pytest.mark.parametrize("name", properties())
def test_on_small_boards_it_holds_or_fails_as_it_must(name: str) -> None:
    asked = find(name)
    proof = prove(asked, space(asked, 2 if name in PAIRS else 1, LARGE.get(name, 1)))
    assert (proof.holds, proof.caveats, proof.is_met) == (not asked.must_fail, (), True)
    if asked.must_fail:
        assert proof.outcome is not None


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", properties())
def test_within_its_bounds_it_holds_or_fails_as_it_must(name: str) -> None:
    asked = find(name)
    proof = prove(asked, space(asked))
    assert (proof.holds, proof.caveats, proof.is_met) == (not asked.must_fail, (), True)


# --- what each property notices -------------------------------------------------------------------------------------

STAYS = "stays(t,Holder), not touched(t,Holder,Kind)"
WOULD_PUT = "would_put(t,Second,Kind,N,Player,Cause) :-"
TAKEN = "less(t,Holder,Kind,N) :- touched"
GIVEN = "more(t,Holder,Kind,N) :- touched"
BROKEN = {
    "a_kind_has_one_count": (STAYS, "stays(t,Holder)"),
    "a_prohibition_is_never_overcome": ("forbidden(t,Holder,Kind) :-", "forbidden(t,Holder,Kind) :- tapped(t,Holder),"),
    "a_shield_counter_saves_once": ('removal(t,Object,"shield",1,shield)', 'removal(t,Object,"shield",2,shield)'),
    "a_stun_counter_keeps_tapped": (":- would_untap(t,Object), not stunned(t,Object)", ":- would_untap(t,Object)"),
    # To double would be as independent of a put as another put is.
    "independent_actions_commute": ("Kind,times) :- related(t,I)", "Kind,more) :- related(t,I)"),
    "actions_on_different_objects_commute": (STAYS, f"{STAYS}, not touched(t,_,Kind)"),
    "additions_add_up": ("Ability,N,N+M)", "Ability,N,N+2*M)"),
    "annihilation_takes_as_many_of_each": ('Kind = ("+1/+1";"-1/-1")', 'Kind = "+1/+1"'),
    "counters_cease_with_the_object": ("not changes_zone(t,Object), not ceases(t,Object)", "not ceases(t,Object)"),
    "nothing_differs_between_two_dates": (STAYS, f'{STAYS}, not in_force("rad counters")'),
    "counts_are_above_zero": ("Have-Less+More > 0", "Have-Less+More >= 0"),
    "doubling_doubles_where_nothing_replaces": (
        "would_put(t,Holder,Kind,N,Player,Cause) :- does(t,Instruction,double(Holder))",
        "would_put(t,Holder,Kind,N+1,Player,Cause) :- does(t,Instruction,double(Holder))",
    ),
    "doublings_multiply": ("Ability,N,N*F)", "Ability,N,N*F+1)"),
    "every_action_is_legal_or_has_a_reason_against_it": (
        "illegal(t,Instruction)       :-",
        "illegal(t,Instruction) :- considered(t,Instruction). was_so(t,Instruction) :-",
    ),
    "every_legal_action_is_told": (
        'event(t,turned_face_down(Object),"708.2a") :- turned_down(t,Object)',
        'event(t,turned_face_down(Object),"708.2a") :- turned_down(t,Object), tapped(t,Object)',
    ),
    "legal_and_illegal_exclude_each_other": (
        "considered(t,Instruction), not illegal(t,Instruction)",
        "considered(t,Instruction)",
    ),
    "lethal_damage_destroys": ("Marked >= N", "Marked > N"),
    "move_conserves_where_nothing_replaces": (WOULD_PUT, WOULD_PUT.replace("N,", "N+1,")),
    "move_removes_and_puts": (", not stopped(t,First,Second,Kind)", ""),
    "moving_onto_itself_changes_nothing": (
        ":- move_asked(t,Object,Object)",
        ":- move_asked(t,Object,Object), phased_out(t,Object)",
    ),
    "no_action_tells_what_is_hidden": (
        ":- turned_down(t,Object), player(Player), stays(t,Object)",
        ":- turned_down(t,_), player(Player), stays(t,Object)",
    ),
    "no_creature_stays_without_toughness": (
        '"704.5f") :- present(t,Object), type(t,Object,"creature"),\n    toughness(t,Object,N), N <= 0',
        '"704.5f") :- present(t,Object), type(t,Object,"creature"), toughness(t,Object,N), N < 0',
    ),
    "no_effect_applies_twice": (
        "nth_of_sort(t,Holder,Sort,Source,Ability,(Digits/W) \\ (counted_of_a_sort+1))",
        "nth_of_sort(t,Holder,Sort,Source,Ability,0)",
    ),
    "no_more_than_the_maximum": ("Count > N, not fixed", "Count > N+1, not fixed"),
    "nobody_else_gets_counters": (STAYS, f"{STAYS}, not touched(t,_,Kind)"),
    "nobody_sees_what_others_have_face_down": ("controller(t,Object,Player), asks_sight", "player(Player), asks_sight"),
    "only_gaining_control_changes_controllers": (
        ":- gets_control(t,Player,Object), stays",
        ":- gets_control(t,Player,_), stays",
    ),
    "plus_and_minus_never_stay_together": ("Less <= More", "Less < More"),
    "proliferating_gives_one_of_each_where_nothing_replaces": (GIVEN, GIVEN.replace("N)", "2*N)")),
    "put_and_removed_again_it_is_as_it_was": (TAKEN, TAKEN.replace("N)", "N-1)")),
    "putting_lowers_no_count": (
        "have(t,Holder,Kind,N) :- touched(t,Holder,Kind), counters(t,Holder,Kind,N), stays",
        "have(t,Holder,Kind,N-2) :- touched(t,Holder,Kind), counters(t,Holder,Kind,N), stays",
    ),
    "putting_one_puts_one_where_nothing_replaces": (GIVEN, GIVEN.replace("N)", "2*N)")),
    "removing_one_takes_one": (TAKEN, TAKEN.replace("N)", "N-1)")),
    "removing_raises_no_count": (TAKEN, TAKEN.replace("N)", "-N)")),
    "replacements_of_one_sort_commute": ("Ability,N,N+M)", "Ability,N,2*N+M)"),
    "replacements_of_two_sorts_do_not_commute": ("Ability,N,N*F)", "Ability,N,N+F)"),
    "state_based_actions_are_idempotent": (
        'present(t,Object), type(t,Object,"creature"),\n    toughness(t,Object,N), N <= 0',
        'present(t,Object), type(t,Object,"creature"), toughness(t,Object,N), N <= 0, t > 2',
    ),
    "state_based_actions_come_to_an_end": (
        "removal(t,Object,Kind,N,annihilation)",
        "removal(t,Object,Kind,N-N,annihilation)",
    ),
    "statuses_and_control_leave_counters_alone": (STAYS, f"{STAYS}, not becomes_tapped(t,Holder)"),
    "ten_poison_counters_lose_the_game": ("N >= 10, not lost", "N > 10, not lost"),
    "the_legend_rule_leaves_one": ("First < Second,\n", "First < Second, tapped(t,First),\n"),
    "turned_down_and_up_it_is_what_it_was": ("stays(t,Object), not turned_up(t,Object)", "stays(t,Object)"),
    "turning_face_down_changes_no_counters": (STAYS, f"{STAYS}, not turns(t,Holder)"),
    "turning_face_up_changes_no_counters": (STAYS, f"{STAYS}, not turns(t,Holder)"),
    "what_cant_be_removed_stays": ("not fixed(t,Holder,Kind), can_hold(t,Holder)", "can_hold(t,Holder)"),
    "what_is_face_down_has_no_abilities_of_its_card": (
        ":- copiable_card(t,Object,Card), not is_face_down(t,Object,_)",
        ":- copiable_card(t,Object,Card)",
    ),
    "what_is_face_down_has_no_name": (
        ":- copiable_card(t,Object,Card), not is_face_down(t,Object,_)",
        ":- copiable_card(t,Object,Card)",
    ),
    "what_is_illegal_changes_nothing": (STAYS, f"{STAYS}, occurs(t,_)"),
    "what_is_indestructible_is_not_destroyed": (
        'Marked >= N, not has_keyword(t,Object,"indestructible")',
        "Marked >= N",
    ),
    "what_is_phased_out_is_left_alone": (
        'zone(t,Object,"battlefield"), not phased_out(t,Object)',
        'zone(t,Object,"battlefield")',
    ),
    "what_was_face_up_stays_known": (
        ":- turned_down(t,Object), player(Player), stays(t,Object)",
        ":- turned_down(t,Object), controller(t,Object,Player), stays(t,Object)",
    ),
}
"""A rule that is broken on purpose, and how; each property must notice it."""
NOTICED_BY_TWO = {
    "actions_on_different_objects_commute",
    "replacements_of_one_sort_commute",
    "replacements_of_two_sorts_do_not_commute",
    "additions_add_up",
    "doublings_multiply",
    "move_conserves_where_nothing_replaces",
    "move_removes_and_puts",
    "no_effect_applies_twice",
    "nobody_else_gets_counters",
    "only_gaining_control_changes_controllers",
    "no_action_tells_what_is_hidden",
    "the_legend_rule_leaves_one",
}
"""Where only two permanents show it."""
MORE = {
    "ten_poison_counters_lose_the_game": 10,
    "a_shield_counter_saves_once": 3,
    "removing_one_takes_one": 2,
    "no_more_than_the_maximum": 3,
    "no_creature_stays_without_toughness": 2,
    "state_based_actions_are_idempotent": 2,
    "lethal_damage_destroys": 2,
    "what_is_indestructible_is_not_destroyed": 2,
}
"""How many counters it takes, where that is more than one."""


def test_every_property_that_holds_has_a_rule_it_notices() -> None:
    assert set(BROKEN) == {name for name in properties() if not find(name).must_fail}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = BROKEN[name]
    program = TwoCourses if find(name).compares else Timeline
    read_rules = program.read

    def broken(self: Any, facts: str) -> None:
        told = [(one, one.saying(one.text.replace(before, after))) for one in self.statements]
        assert [one for one, other in told if one.text != other.text], "there is such a rule"
        self.statements = Chosen(other for _, other in told)
        read_rules(self, facts)

    monkeypatch.setattr(program, "read", broken)
    monkeypatch.setattr(timeline, "ROUNDS", 4)
    asked = find(name)
    course = Course(asked, space(asked, 2 if name in NOTICED_BY_TWO else 1, MORE.get(name, 1)).checked(), None)
    found = False
    for _ in range(course.space.steps):
        course.step()
        found = found or any(course.model(*broken) is not None for broken in course.breaks())
    assert found


def test_no_more_stages_are_ground_than_a_board_has_effects() -> None:
    """Of five cards that each change how many are put, two permanents are on two at most."""
    asked = find("counts_are_above_zero")
    course = Course(asked, space(asked, 2, 1).checked(), None)
    course.step()
    assert max(stage for name, *numbers in course.timeline.grounded if name == "stage" for stage in numbers[1:]) == 2


# --- files that are properties, and files that are none --------------------------------------------------------------

OWN = """% Property: no move puts a charge counter on anything.
#program base.
about("move").
#program property(t).
assume(t) :- occurs(t,move(_,_,"charge")).
violated(t) :- put(t,_,"charge",N), N > {least}.
"""


def own(text: str) -> Property:
    return read(text, "own.lp")


def bears(**bounds: int) -> Space:
    return Space(space_cards.cards(["creature"]), 2, ("charge", "oil"), 1, **bounds)  # type: ignore[arg-type]


def test_a_property_of_ones_own_is_proved_or_refuted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.lp"
    path.write_text(OWN.format(least=1))
    bounds = ["--ability", "creature", "--kind", "charge", "--objects", "2", "--most", "1"]
    assert main(["prove", str(path), *bounds]) == 0
    path.write_text(OWN.format(least=0))
    saved = tmp_path / "board.yaml"
    assert main(["prove", str(path), *bounds, "--save", str(saved), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out.partition("\n")[2])
    assert answer["says"] == "no move puts a charge counter on anything."
    assert answer["size"] == {"objects": 2, "abilities": 0, "counters": 1}
    [outcome] = Board.load(saved).outcomes(*answer["actions"])
    assert outcome.summary()["changes"] == answer["outcome"]["changes"]


@pytest.mark.parametrize(
    ("name", "changes", "otherwise"),
    [
        ("adding_and_doubling_commute", [["oil 1 -> 3"], ["oil 1 -> 4"]], "when you "),
        ("moves_are_since_2019_what_they_were", [[], ["oil 1 -> 0"]], "under the rules of 2019-05-03"),
    ],
)
def test_two_courses_of_events_are_reported(name: str, changes: list[list[str]], otherwise: str) -> None:
    proof = prove(name, replace(space(find(name), 2, 1), kinds=("oil",)))
    assert proof.outcome and proof.second and proof.second.outcome
    found = [list(one.changes) for one in (proof.outcome, proof.second.outcome)]
    assert sorted([re.sub(r"^o\d: (\w+) counters", r"\1", one) for one in each] for each in found) == changes
    assert proof.second.differs_by(proof).startswith(otherwise)


LOST = """about("move"). varies("edition"). with_ability("creature";"no counters here"). with_kind("charge").
bound("objects",2). bound("most",1).
#program property(t).
violated(t) :- occurs(t,move(First,Second,_)), some_removal(t,First,_), not put(t,Second,_,_){}.
"""


def test_the_edition_is_found_in_which_a_property_fails() -> None:
    asked = own(LOST.format(""))
    proof = prove(asked, space(asked))
    assert (proof.holds, proof.caveats, proof.counts_all) == (False, (), False)
    assert proof.counterexample is not None
    assert "2006-07-15" <= (proof.counterexample.model.rules or "") < "2019-05-03"
    asked = own(LOST.format(', in_force("keyword counters")'))
    proof = prove(asked, space(asked))
    assert (proof.holds, proof.caveats) == (True, ())
    assert {re.sub(" for .*", "", note) for note in proof.other_caveats} == {"not modelled"}


def test_an_edition_that_varies_is_not_given_too() -> None:
    with pytest.raises(InputError, match="says in_edition, but the edition varies"):
        own('in_edition("2019-05-02").' + LOST.format(""))
    with pytest.raises(InputError, match="the edition varies, and is that of 2019-05-02"):
        prove(own(LOST.format("")), Space(space_cards.cards(["creature"]), rules="2019-05-02"))


FLIES = """about("check"). varies("transformed"). with_card("Delver of Secrets"). with_kind("oil"). bound("objects",1).
#program property(t).
assume(t)   :- transformed(t,Object), present(t,Object).
violated(t) :- transformed(t,Object), present(t,Object), not has_keyword(t,Object,"flying").
"""


STAYS = """about("check"). with_ability("creature";"creatures lose abilities"). with_kind("flying").
bound("objects",2). bound("most",1).
#program property(t).
violated(t) :- counters(t,Object,"flying",_), timestamp(t,Object,Own), not has_keyword(t,Object,"flying"),
    timestamp(t,Other,Earlier), Earlier < Own, type(t,Object,"creature"), not type(t,Other,"creature").
"""


def test_a_keyword_counter_may_be_older_than_its_object() -> None:
    """613.7f: as it was turned face up, the object got another timestamp than the counter."""
    asked = own(STAYS)
    proof = prove(asked, space(asked))
    assert proof.holds is False
    assert proof.counterexample is not None
    first, second = sorted(proof.counterexample.to_data()["battlefield"], key=lambda item: int(item["timestamp"]))
    assert second["counters"]["flying"]["timestamp"] < first["timestamp"]


def test_the_back_face_of_a_card_of_the_space_is_what_it_says() -> None:
    asked = own(FLIES)
    proof = prove(asked, space(asked))
    assert (proof.holds, proof.is_met) == (True, True)


def test_a_remark_that_no_board_has_is_not_reported() -> None:
    """The prohibition asks what counters there are, of which a remark of the creature speaks: they are never there
    together."""
    asked = own('about("exile").\n#program property(t).\nviolated(t) :- put(t,_,_,_).')
    cards = {card.name: card for card in map(catalog.definition, ("Solemnity", "Woolly Razorback"))}
    proof = prove(asked, Space(cards, 1, ("charge",), 1))
    assert (proof.holds, proof.caveats) == (True, ())
    proof = prove(asked, Space(cards, 2, ("charge",), 1))
    assert proof.holds is None
    for one in proof.left_open:
        assert {*one.caveats} <= {*one.board.outcomes(one.action).caveats}


def test_bounds_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "space.yaml"
    path.write_text("{abilities: [creature], objects: 2, kinds: [charge], most: 1, varies: [tapped]}\n")
    assert main(["prove", "move_removes_and_puts", "--space", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["bounds"] == "2 permanents, kinds charge, counts to 1, also varying: tapped"
    path.write_text("{abilities: [creature], sizes: 2}\n")
    assert main(["prove", "move_removes_and_puts", "--space", str(path)]) == 2
    assert "space.yaml:1:" in capsys.readouterr().err
    for wrong, said in (("objects: 0", "from 1 to 20 permanents"), ("varies: [weather]", "'weather' can't vary")):
        path.write_text(wrong)
        for command in (["prove", "move_removes_and_puts", "--space"], ["enumerate", "--count"]):
            assert main([*command, str(path)]) == 2
            told = capsys.readouterr().err
            assert said in told
            assert told.startswith(f"pyengine: {path}: ")


TWICE = """about("move"). in_both_orders.
#program compared(t).
violated(t) :- {}.
"""


@pytest.mark.parametrize(
    ("body", "place", "said"),
    [
        ("counters(t,_,_,_)", ":3:16", "say of which course counters is, 1 or 2"),
        ("counters(C,t,_,_,_)", ":3:16", "say of which course counters is, 1 or 2"),
        ("counters(1,t,_,_)", ":3:16", "no rule knows counters/3; did you mean counters/4?"),
        ("put(1,t,_,_,_)", ":3:16", "put/4 is not known at t under #program compared(t)"),
        ("stands(1,t+1,_)", ":3:16", "what is so after t"),
        ("a(t). counters(1,t,X,Y,Z) :- a(t), X = 1, Y = 2, Z = 3", ":3:22", "what the rules say of it"),
        ("stands(1,t,_).\n#program property(t).\nviolated(t) :- put(t,_,_,_)", ":5:1", "under #program compared(t)."),
    ],
)
def test_what_compares_no_courses_is_refused(body: str, place: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        own(TWICE.format(body))
    assert refused.value.where.startswith(f"own.lp{place}")
    assert said in refused.value.message


def test_a_counterexample_that_cant_be_saved_is_still_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.lp"
    path.write_text(OWN.format(least=0))
    bounds = ["--ability", "creature", "--kind", "charge", "--objects", "2", "--most", "1"]
    assert main(["prove", str(path), *bounds, "--save", str(tmp_path / "none" / "board.yaml")]) == 2
    said = capsys.readouterr()
    assert said.out.startswith("fails on this board")
    assert said.err.endswith("board.yaml: can't be written: No such file or directory\n")


def test_a_property_that_holds_of_nothing_says_so() -> None:
    nothing = OWN.replace("occurs(t,move(_,_,", 'put(t,_,"oil",_), occurs(t,move(_,_,').format(least=0)
    proof = prove(own(nothing), bears())
    assert (proof.is_met, proof.caveats) == (False, (VACUOUS,))


def test_prove_adds_a_note_for_a_word_that_nothing_has() -> None:
    """A misspelt kind can never break a property, which then holds."""
    misspelt = OWN.replace('put(t,_,"charge"', 'put(t,_,"chrage"').format(least=0)
    proof = prove(own(misspelt), bears())
    assert proof.holds
    assert proof.caveats == (
        'no board within these bounds ever has put(t,_,"chrage",N) (line 6): a word in it may be misspelt, or not '
        "among the bounds",
    )


def test_facts_without_end_end_at_the_time_limit(tmp_path: Path) -> None:
    """The facts of `base` are grounded as the file is read, which the limit counts too."""
    path = tmp_path / "own.lp"
    many = "d(1..1200). e(X,Y) :- d(X), d(Y).\n#program property"
    path.write_text(OWN.replace("#program property", many).format(least=1))
    with pytest.raises(Interrupted):
        find(str(path), deadline_after(0.1))


@pytest.mark.parametrize(
    ("rule", "place", "said"),
    [
        ("violated(t) :- put(t,_,Kind).", ":3:16", "no rule knows put/3; did you mean put/4?"),
        ("violated(t) :- puts_all(t).", ":3:16", "no rule knows puts_all/1"),
        ("violated(t) :- put(t,_,_,_)\nviolated(t).", ":4:1", "syntax error"),
        ("violated(t) :- not put(t,X,_,_).", ":3:26", "nothing says what X may be"),
        (":- put(t,_,_,_).", ":3:1", "a constraint would leave boards out"),
        ("{ violated(t) }.", ":3:1", "makes no choices"),
        ("a(t) :- not b(t). b(t) :- not a(t).", ":3:", "through 'not'"),
        ("a(t) :- #count { 1 : a(t) } = 0.", ":3:1", "through 'not'"),
        ("next_counters(t,a,b,1).", ":3:1", "derived by the rules"),
        ("violated(0).", ":3:1", "of the moment t"),
        ("violated(t) :- counters(t+1,_,_,_).", ":3:16", "what is so after t"),
        ("violated(t) :- state_based_action(t,_,_).", ":3:16", "settled(t)., or say checks_follow."),
        ("violated(t) :- event(t,_,_).", ":3:16", "known a moment later"),
        ("a(t,0). a(t,N+1) :- a(t,N).", ":3:9", "without end"),
        ("a(t,0). b(t,N) :- a(t,N). a(t,M) :- b(t,N), M = N+1.", ":3:27", "without end"),
        ("a(t,0). a(t,f(N)) :- a(t,N).", ":3:9", "without end"),
        ("a(t,N) :- N = 1..9999999.", ":3:15", "six digits at most"),
        ("a(t,N) :- counters(t,_,_,M), N = 1..M.", ":3:34", "six digits at most"),
        ("violated(t) :- put(t,_,_,9999999999).", ":3:26", "nine digits at most"),
        ("violated(t) :- put(t," + "f(" * 80 + "1" + ")" * 80 + ",_,_).", ":3:", "nested too deeply"),
        ("violated(t) :- " + "not " * 800 + "put(t,_,_,_).", ":3:2000", "too long a rule"),
        ("violated(t) :- pút(t,_,_,_).", ":3:16", "only in comments and quoted words"),
        ("violated(t) :- put(t,\0,_,_).", ":3:22", "only in comments and quoted words"),
        ("violated(X).", ":3:1", "of the moment t"),
        ("a(X) :- put(t,X,_,_).", ":3:1", "t must be among its terms"),
        ("#program final(t).", ":3:1", "no part is called final(t)"),
        ("#program property(s).", ":3:1", "no part is called property(s)"),
        ('#include "/etc/passwd".', ":3:1", "reads no other file"),
        ("#script (python)\nprint(1)\n#end.", ":3:1", "runs no code"),
        ("violated(t) :- put(t,_,_,@f(1)).", ":3:26", "runs no code"),
        ("#external a(t).", ":3:1", "from outside"),
        ("#const n = 1.", ":3:1", "write the number"),
        ("&sum { x } = 1.", ":3:1", "no theory"),
        ("#minimize { 1 : put(t,_,_,_) }.", ":3:1", "rules, and #program"),
        ('about("move").', ":3:1", "fact of #program base"),
    ],
)
def test_an_invalid_property_is_refused(rule: str, place: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        own(f'about("move").\n#program property(t).\n{rule}\n')
    assert refused.value.where.startswith(f"own.lp{place}")
    assert said in refused.value.message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('about("steal").\n#program property(t).\nviolated(t) :- occurs(t,_).', "no property can be about 'steal'"),
        ('about("move"). varies("weather").\n#program property(t).\nviolated(t) :- occurs(t,_).', "can't vary"),
        ("#program property(t).\nviolated(t) :- occurs(t,_).", "says of no action"),
        ('about("move").', "derives no violated(t)"),
        (
            'about("move"). bound("objects",2). bound("most",1). bound("objects",1).',
            'own.lp:1:53: bound("objects",1) is a second one; expected it once',
        ),
        ("about(X).", "expected about(Verb) with a word in quotes"),
        ("about(move).", "expected about(Verb) with a word in quotes"),
        ("about(3).", "expected about(Verb) with a word in quotes"),
        (
            'bound("objects",0).',
            "expected bound(What,N) with one of objects, most, steps in quotes, and a number from 1",
        ),
        (
            'bound("weight",1).',
            "expected bound(What,N) with one of objects, most, steps in quotes, and a number from 1",
        ),
        ('bound("most","two").', "expected bound(What,N) with one of objects, most, steps"),
        ("%" * 100_001, "at most 100,000"),
        ('about("move"). in_both_orders.\n#program property(t).\nviolated(t) :- put(t,_,_,_).', "compares nothing"),
    ],
)
def test_a_property_that_says_too_little_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        own(text)


# --- how many boards ----------------------------------------------------------------------------------------------

FEW = """about("check"). varies("{what}").
#program property(t).
violated(t) :- occurs(t,proliferate).
"""


def in_a_line(board: Board) -> str:
    """A board whatever its permanents are called, and whatever numbers stand for the order in time."""
    line = [dict(item) for item in board.to_data().get("battlefield", ())]
    stamps = [item.pop("timestamp", 2 * place) for place, item in enumerate(line)]
    for item in line:
        del item["id"]
        for kind, counter in item.get("counters", {}).items():
            if isinstance(counter, dict):
                came_after = sum(stamp < counter["timestamp"] for stamp in stamps)
                item["counters"][kind] = [counter["count"], came_after]
    return json.dumps([line, board.to_data()["players"]])


@pytest.mark.parametrize(("what", "kind"), [("players", "oil"), ("controllers", "oil"), ("tapped", "flying")])
def test_there_are_as_many_boards_as_are_said(what: str, kind: str) -> None:
    """Every board of a space is a model; those that differ in the names of permanents are looked at once."""
    bounds = Space(space_cards.cards(["artifact"]), 2, (kind,), 1)
    course = Course(own(FEW.format(what=what)), replace(bounds, varies=(what,)).checked(), None)
    assert course.counts_all
    found = course.timeline.models(limit=0)
    assert course.boards == len({in_a_line(course.case(model.symbols(shown=True)).boards[0]) for model in found})


def test_whatever_is_done_in_a_row_is_looked_at() -> None:
    """On every board any two instructions about any of its objects, up to what these are called."""
    asked = own('about("tap";"destroy"). tries_illegal.\n#program property(t).\nviolated(t) :- occurs(t,proliferate).')
    course = Course(asked, Space(space_cards.cards(["artifact"]), 2, ("oil",), 1, steps=2).checked(), None)
    for _ in range(2):
        course.step()
    found = set()
    for model in course.timeline.models(limit=0):
        case = course.case(model.symbols(shown=True))
        board, actions = case.boards[0], " then ".join(case.actions[0])
        for place, name in enumerate(one["id"] for one in board.to_data()["battlefield"]):
            actions = actions.replace(name, f"object {place}")
        found.add((in_a_line(board), actions))
    assert len(found) == 4 * 2**2 + 16 * 4**2


@pytest.mark.parametrize("card", ["Hardened Scales", "Doubling Season"])
def test_a_card_that_is_defined_by_its_text_counts(card: str) -> None:
    """The library has these cards by their printed text; a proof that left the text out was false."""
    cards = {name: catalog.definition(name) for name in ("Grizzly Bears", card)}
    assert cards[card].text is not None
    assert prove("putting_one_puts_one", Space(cards, 2, ("+1/+1",), 1)).holds is False
