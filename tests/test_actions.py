"""The language of actions: every phrase, what it says to the rules, and what is said of wrong phrases."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import clingo
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pyengine.actions import misread, phrases
from pyengine.actions.action import Action, by, facts
from pyengine.actions.instructions import ACTIONS, PARTS
from pyengine.actions.misread import MAX_TEXT
from pyengine.actions.phrases import Said
from pyengine.actions.sorts import MOST_CARDS, SORTS
from pyengine.compiler.listed_characteristics import CardType, Listed
from pyengine.english.effect_terms import Term
from pyengine.english.grammar_engine import Each, Part, Words
from pyengine.errors import InputError, InvalidActionError
from pyengine.files.fields import MAX_COUNT, Kind, Name, kind_problem, normal_kind
from pyengine.phrases.counter_kinds import kind_facts
from pyengine.phrases.phrase_words import write_counters, write_id
from pyengine.phrases.text_safety import LARGEST_BONUS
from pyengine.position.model import Step
from pyengine.solving.asp_terms import quote

ROOT = Path(__file__).resolve().parents[1]
DECLARED = {
    (name, int(arity))
    for file in (ROOT / "asp").rglob("*.lp")
    for name, arity in re.findall(r"^#defined (\w+)/(\d+)\.", file.read_text(encoding="utf-8"), re.MULTILINE)
}
# Said by actions, and not yet worked on by a rule file.
NEW = {("merges", 4)}

HORROR = Listed(2, 2, ("creature", "artifact"), ("horror",), ("ward {2}", "flying"))
GOAT = 'values(2,2,("creature",),("goat",),(),("legendary",))'
V = 'values(2,2,("artifact","creature"),("horror",),("flying","ward {2}"),())'
W = 'values(none,none,("artifact","creature"),("time lord",),("toxic 2",),())'
F = 'values(none,none,("land",),("forest",),(),())'
LISTED_HORROR = [
    f"lists_values(i1,{V}).",
    f"card_ability({V},ability({V},1)).",
    f"card_ability({V},ability({V},2)).",
    f"card_power({V},2).",
    f'card_subtype({V},"horror").',
    f"card_toughness({V},2).",
    f'card_type({V},"artifact").',
    f'card_type({V},"creature").',
    f'keyword_ability(ability({V},1),"flying").',
    f'keyword_ability(ability({V},2),"ward {{2}}").',
    'keyword_base("flying","flying").',
    'keyword_base("ward {2}","ward").',
    'keyword_since("ward",20210422,"702.21","there was no ward").',
    'keyword_touches("ward","counter a spell").',
    'keyword_touches("ward","enter").',
    'keyword_touches("ward","target").',
    f"listed_values({V}).",
]
LISTED_FOREST = [
    f"lists_values(i1,{F}).",
    f'card_subtype({F},"forest").',
    f'card_type({F},"land").',
    f"listed_values({F}).",
]

PHRASES: list[tuple[str, str | None, list[str]]] = [
    # phrase, canonical phrase if it is another, facts but for instruction(i1)
    ("put two +1/+1 counters on bear", None, ['puts(i1,"bear","+1/+1",2).']),
    (
        "put a flying counter on bear and a charge counter on ozo",
        None,
        ['puts(i1,"bear","flying",1).', 'puts(i1,"ozo","charge",1).'],
    ),
    (
        "put a +1/+1 counter and a flying counter on bear",
        None,
        ['puts(i1,"bear","+1/+1",1).', 'puts(i1,"bear","flying",1).'],
    ),
    (
        "put a +1/+1 counter on bear and elf",
        None,
        ['puts(i1,"bear","+1/+1",1).', 'puts(i1,"elf","+1/+1",1).'],
    ),
    (
        "put a x counter and a y counter on bear, elf, and a and 21 z counters on an",
        "put a x counter and a y counter on bear, elf and a and 21 z counters on an",
        [
            *(f'puts(i1,"{holder}","{kind}",1).' for holder in ("bear", "elf", "a") for kind in ("x", "y")),
            'puts(i1,"an","z",21).',
        ],
    ),
    (
        "put one x counter on b and 2 x counters on b",
        "put three x counters on b",
        ['puts(i1,"b","x",3).'],
    ),
    (
        "PUT  Twenty\tFirst   Strike\nCounters on Bear",
        "put twenty first strike counters on Bear",
        ['puts(i1,"Bear","first strike",20).'],
    ),
    (
        "put a \u22120/\u22121 counter on b",
        "put a -0/-1 counter on b",
        ['puts(i1,"b","-0/-1",1).'],
    ),
    ("put 0 age counters on b", None, ['puts(i1,"b","age",0).']),
    (
        'put an "odd, counters too" counter on "a \\"b\\" \\\\"',
        'put a "odd, counters too" counter on "a \\"b\\" \\\\"',
        [r'puts(i1,"a \"b\" \\","odd, counters too",1).'],
    ),
    ("remove a counter from a", None, ['removes(i1,"a",count_any(1)).']),
    (
        "remove 3 +1/+1 counters from a",
        "remove three +1/+1 counters from a",
        ['removes(i1,"a",count(3,"+1/+1")).'],
    ),
    ("remove all counters from a", None, ['removes(i1,"a",all_any).']),
    (
        "remove all charge counters from a and b",
        None,
        ['removes(i1,"a",all("charge")).', 'removes(i1,"b",all("charge")).'],
    ),
    (
        "remove any number of counters from a",
        None,
        ['removes(i1,"a",any_number_any).'],
    ),
    (
        "remove any number of hexproof from white counters from a",
        None,
        ['removes(i1,"a",any_number("hexproof from white")).'],
    ),
    (
        "remove a counter of each kind from a",
        "remove one counter of each kind from a",
        ['removes(i1,"a",one_of_each).'],
    ),
    ("move a +1/+1 counter from a to b", None, ['moves(i1,"a","b",count(1,"+1/+1")).']),
    (
        "move one counter of each kind from a onto b",
        "move one counter of each kind from a to b",
        ['moves(i1,"a","b",one_of_each).'],
    ),
    (
        "put the counters of a on b",
        None,
        ['puts_counters_of(i1,"a","b",all_any).'],
    ),
    (
        "put the +1/+1 counters of a on b",
        None,
        ['puts_counters_of(i1,"a","b",all("+1/+1")).'],
    ),
    ("proliferate", None, ["proliferates(i1)."]),
    ("proliferate nothing", None, ["proliferates(i1).", "choice_given(i1)."]),
    ("proliferate twice", None, ["many_times(i1,2).", "proliferates(i1)."]),
    ("proliferate 2 times", "proliferate twice", ["many_times(i1,2).", "proliferates(i1)."]),
    ("Proliferate three times", "proliferate 3 times", ["many_times(i1,3).", "proliferates(i1)."]),
    ('proliferate "twice"', None, ["choice_given(i1).", 'chooses(i1,"twice").', "proliferates(i1)."]),
    (
        "proliferate bear, elf and bob",
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
        None,
        ["proliferates(i1).", "choice_given(i1).", 'chooses(i1,"bear").'],
    ),
    (
        "double the number of +1/+1 counters on a and bob",
        "double the +1/+1 counters on a and bob",
        ['doubles(i1,"a",all("+1/+1")).', 'doubles(i1,"bob",all("+1/+1")).'],
    ),
    (
        "double the number of each kind of counter on a",
        None,
        ['doubles(i1,"a",all_any).'],
    ),
    (
        "double the double strike counters on a",
        None,
        ['doubles(i1,"a",all("double strike")).'],
    ),
    (
        "distribute 3 +1/+1 counters among a and bob",
        "distribute three +1/+1 counters among a and bob",
        ['distributes(i1,"+1/+1",3).', 'distributes_among(i1,"a").', 'distributes_among(i1,"bob").'],
    ),
    (
        "distribute a charge counter among nothing",
        None,
        ['distributes(i1,"charge",1).'],
    ),
    ("adapt 3 on a", None, ['adapts(i1,"a",3).']),
    (
        "Monstrosity two on a and b",
        "monstrosity 2 on a and b",
        ['monstrosity(i1,"a",2).', 'monstrosity(i1,"b",2).'],
    ),
    ("renown 2 on a", None, ['renown(i1,"a",2).']),
    ("bolster 2", None, ["bolsters(i1,2)."]),
    ("blight 2", None, ["blights(i1,2)."]),
    (
        "support 2 from a on b and c",
        None,
        ["supports(i1,2).", 'supports_from(i1,"a").', 'supports_creature(i1,"b").', 'supports_creature(i1,"c").'],
    ),
    ("support 2 on nothing", None, ["supports(i1,2)."]),
    ("time travel", None, ["time_travels(i1)."]),
    (
        "incubate 3 creating a",
        None,
        ["incubates(i1).", 'creates(i1,"a").', 'enters_with_counters(i1,"a","+1/+1",3).'],
    ),
    ("incubate 0 creating a", None, ["incubates(i1).", 'creates(i1,"a").']),
    ("endure 2 on a creating b", None, ['endures(i1,"a",2).', 'creates(i1,"b").']),
    (
        "amass Orcs 2 creating a",
        "amass orcs 2 creating a",
        ['amasses(i1,"orc",2).', 'creates(i1,"a").'],
    ),
    (
        "amass orc 2 creating a",
        "amass orcs 2 creating a",
        ['amasses(i1,"orc",2).', 'creates(i1,"a").'],
    ),
    ("destroy a", None, ['destroys(i1,"a").']),
    ("destroy a and b", None, ['destroys(i1,"a").', 'destroys(i1,"b").']),
    ("sacrifice a", None, ['sacrifices(i1,"a").']),
    ("exile a", None, ['exiles(i1,"a").']),
    ("return a to hand", None, ['returns_to_hand(i1,"a").']),
    ("put a into graveyard", None, ['puts_into(i1,"a","graveyard").']),
    (
        "put 3 and two into library",
        None,
        ['puts_into(i1,"3","library").', 'puts_into(i1,"two","library").'],
    ),
    ("put a into hand", "return a to hand", ['returns_to_hand(i1,"a").']),
    ("put a into exile", "exile a", ['exiles(i1,"a").']),
    ("tap a", None, ['taps(i1,"a").']),
    ("untap a", None, ['untaps(i1,"a").']),
    ("phase out a", None, ['phases_out(i1,"a").']),
    ("phase in a", None, ['phases_in(i1,"a").']),
    ("turn a face up", None, ['turns_face_up(i1,"a").']),
    ("turn a face down", None, ['turns_face_down(i1,"a").']),
    ("put a onto the battlefield", None, ['enters(i1,"a").']),
    (
        "put a onto the battlefield under bob",
        None,
        ['enters(i1,"a").', 'enters_under(i1,"a","bob").'],
    ),
    (
        "put a onto the battlefield with two +1/+1 counters and a flying counter",
        None,
        ['enters(i1,"a").', 'enters_with_counters(i1,"a","+1/+1",2).', 'enters_with_counters(i1,"a","flying",1).'],
    ),
    (
        "put x onto the battlefield transformed under bob",
        None,
        ['enters(i1,"x").', 'enters_under(i1,"x","bob").', "enters_transformed(i1)."],
    ),
    (
        "put x onto the battlefield under bob with a y counter and two y counters",
        "put x onto the battlefield under bob with three y counters",
        ['enters(i1,"x").', 'enters_under(i1,"x","bob").', 'enters_with_counters(i1,"x","y",3).'],
    ),
    (
        "deal 3 damage to bear from src",
        "deal 3 damage from src to bear",
        ['deals_damage(i1,"src","bear",3).'],
    ),
    (
        "deal 3 damage from src to bear and 2 damage from src2 to bear",
        None,
        ['deals_damage(i1,"src","bear",3).', 'deals_damage(i1,"src2","bear",2).'],
    ),
    (
        "deal a damage to a and b from s and two damage from t to a and c and 1 damage to c from t",
        "deal 1 damage from s to a and b and 2 damage from t to a and 3 damage from t to c",
        [
            'deals_damage(i1,"s","a",1).',
            'deals_damage(i1,"s","b",1).',
            'deals_damage(i1,"t","a",2).',
            'deals_damage(i1,"t","c",3).',
        ],
    ),
    ("bob gains control of bear", None, ['gains_control(i1,"bob","bear").']),
    ("attach sword to bear", None, ['attaches(i1,"sword","bear").']),
    ("bob loses three life", "bob loses 3 life", ['loses_life(i1,"bob",3).']),
    (
        "begin the untap step of alice",
        None,
        ['begins_step(i1,"untap","alice").'],
    ),
    (
        "begin the precombat main phase of alice",
        None,
        ['begins_step(i1,"precombat main","alice").'],
    ),
    ("begin the upkeep of alice", None, ['begins_step(i1,"upkeep","alice").']),
    (
        "begin the end of combat of alice",
        "begin the end of combat step of alice",
        ['begins_step(i1,"end of combat","alice").'],
    ),
    (
        "begin the end step of of",
        'begin the end step of "of"',
        ['begins_step(i1,"end","of").'],
    ),
    ("go to the end step", None, ['goes_on_to(i1,"end",anyone).']),
    ("go to next turn", "go to the next turn", ["goes_on_to(i1,next_turn,anyone)."]),
    (
        "go to al's precombat main",
        "go to the precombat main phase of al",
        ['goes_on_to(i1,"precombat main","al").'],
    ),
    (
        "go to \"the 1's\"'s next turn",
        'go to the next turn of "the 1\'s"',
        ['goes_on_to(i1,next_turn,"the 1\'s").'],
    ),
    (
        "go to beginning of combat of al",
        "go to the beginning of combat of al",
        ['goes_on_to(i1,"beginning of combat","al").'],
    ),
    ("cast hydra", None, ['casts(i1,"hydra",face_up).']),
    ("cast hydra face down", None, ['casts(i1,"hydra",face_down).']),
    *(
        (
            f"cast hydra face down for {procedure}",
            None,
            ['casts(i1,"hydra",face_down).', f'by_procedure(i1,"{procedure}").'],
        )
        for procedure in ("morph", "megamorph", "disguise")
    ),
    (
        "CAST hydra Face  Down for Its Morph",
        "cast hydra face down for morph",
        ['casts(i1,"hydra",face_down).', 'by_procedure(i1,"morph").'],
    ),
    (
        "cast hydra without paying its mana cost",
        None,
        ['casts(i1,"hydra",face_up).', "free(i1)."],
    ),
    (
        "cast hydra face down without paying its mana cost with X = 0",
        None,
        ['casts(i1,"hydra",face_down).', "free(i1).", "chosen_x(i1,0)."],
    ),
    (
        "cast x with x=three",
        "cast x with X = 3",
        ['casts(i1,"x",face_up).', "chosen_x(i1,3)."],
    ),
    (
        "cast a face down for megamorph with X = 3",
        None,
        ['casts(i1,"a",face_down).', 'by_procedure(i1,"megamorph").', "chosen_x(i1,3)."],
    ),
    *(
        (
            f"turn a face up for its {cost} cost",
            None,
            [f'turns_face_up_for(i1,"a","{cost}").'],
        )
        for cost in ("morph", "megamorph", "disguise", "mana")
    ),
    (
        "turn a face up for morph cost with x = 12",
        "turn a face up for its morph cost with X = 12",
        ['turns_face_up_for(i1,"a","morph").', "chosen_x(i1,12)."],
    ),
    ("turn a and b face up", None, ['turns_face_up(i1,"a").', 'turns_face_up(i1,"b").']),
    (
        "turn a face down as a 2/2 Horror artifact Creature with ward {2}, flying",
        "turn a face down as a 2/2 horror artifact creature with flying and ward {2}",
        ['turns_face_down(i1,"a").', *LISTED_HORROR],
    ),
    (
        "turn a and b face down as an Forest land",
        "turn a and b face down as a forest land",
        ['turns_face_down(i1,"a").', *LISTED_FOREST, 'turns_face_down(i1,"b").'],
    ),
    (
        "turn a face down as a 2/2 Legendary goat creature",
        "turn a face down as a 2/2 legendary goat creature",
        [
            'turns_face_down(i1,"a").',
            f"lists_values(i1,{GOAT}).",
            f"card_power({GOAT},2).",
            f'card_subtype({GOAT},"goat").',
            f'card_supertype({GOAT},"legendary").',
            f"card_toughness({GOAT},2).",
            f'card_type({GOAT},"creature").',
            f"listed_values({GOAT}).",
        ],
    ),
    (
        'turn a face down as a "time lord" creature artifact artifact with toxic 2',
        'turn a face down as a "time lord" artifact creature with toxic 2',
        [
            'turns_face_down(i1,"a").',
            f"lists_values(i1,{W}).",
            f"card_ability({W},ability({W},1)).",
            f'card_subtype({W},"time lord").',
            f'card_type({W},"artifact").',
            f'card_type({W},"creature").',
            f'keyword_ability(ability({W},1),"toxic 2").',
            'keyword_base("toxic 2","toxic").',
            'keyword_number("toxic 2",2).',
            'keyword_since("toxic",20230203,"702.164","there was no toxic").',
            'keyword_touches("toxic","damage").',
            f"listed_values({W}).",
        ],
    ),
    (
        "put a onto the battlefield face down",
        None,
        ['enters(i1,"a").', 'enters_face_down(i1,"a").'],
    ),
    (
        "put a onto the battlefield face down as a 2/2 horror artifact creature with flying and ward {2} under bob "
        "with a flying counter",
        None,
        [
            'enters(i1,"a").',
            'enters_face_down(i1,"a").',
            *LISTED_HORROR,
            'enters_under(i1,"a","bob").',
            'enters_with_counters(i1,"a","flying",1).',
        ],
    ),
    (
        "put a and b onto the battlefield face down as a forest land with two x counters",
        None,
        [
            'enters(i1,"a").',
            'enters_face_down(i1,"a").',
            *LISTED_FOREST,
            'enters_with_counters(i1,"a","x",2).',
            'enters(i1,"b").',
            'enters_face_down(i1,"b").',
            'enters_with_counters(i1,"b","x",2).',
        ],
    ),
    (
        "put clone onto the battlefield as a copy of bear",
        None,
        ['enters(i1,"clone").', 'enters_as_copy(i1,"clone","bear").'],
    ),
    (
        "put clone onto the battlefield as a copy of bear under bob with two x counters",
        None,
        [
            'enters(i1,"clone").',
            'enters_as_copy(i1,"clone","bear").',
            'enters_under(i1,"clone","bob").',
            'enters_with_counters(i1,"clone","x",2).',
        ],
    ),
    (
        "manifest x and y",
        None,
        ['manifests(i1,"x","manifest").', 'manifests(i1,"y","manifest").'],
    ),
    ("cloak x", None, ['manifests(i1,"x","cloak").']),
    (
        "manifest the top card of alice's library",
        None,
        ['manifests_top(i1,"alice","manifest").'],
    ),
    (
        'cloak the top three cards of "Anna B"\u2019s  library',
        'cloak the top 3 cards of "Anna B"\'s library',
        ['manifests_top(i1,"Anna B","cloak").', "top_cards(i1,3)."],
    ),
    (
        "manifest the top 1 card of an's library",
        "manifest the top card of an's library",
        ['manifests_top(i1,"an","manifest").'],
    ),
    ("manifest dread", None, ["manifests_dread(i1)."]),
    ('manifest "dread"', None, ['manifests(i1,"dread","manifest").']),
    ("exile x face down", None, ['exiles_face_down(i1,"x").']),
    (
        "exile x and y face down looked at by alice and bob",
        None,
        [
            'exiles_face_down(i1,"x").',
            'looked_at_by(i1,"alice").',
            'looked_at_by(i1,"bob").',
            'exiles_face_down(i1,"y").',
        ],
    ),
    ("reveal x and y", None, ['reveals(i1,"x").', 'reveals(i1,"y").']),
    ("look  at x and y", "look at x and y", ['looks_at(i1,"x").', 'looks_at(i1,"y").']),
    ("transform x", None, ['transforms(i1,"x").']),
    ("resolve x", None, ['resolves(i1,"x").']),
    ("counter the spell x", None, ['counters_spell(i1,"x").']),
    ("x becomes a copy of y", None, ['becomes_copy_of(i1,"x","y").']),
    ("alice leaves the game", None, ['leaves_game(i1,"alice").']),
    ("end the game", None, ["ends_game(i1)."]),
    ("shuffle x and y", None, ['shuffles_pile(i1,"x").', 'shuffles_pile(i1,"y").']),
    ("shuffle alice's", None, ['shuffles_pile(i1,"alice\'s").']),
    ("shuffle alice's library", None, ['shuffles_library(i1,"alice").']),
    (
        "shuffle alice's's LIBRARY",
        "shuffle alice's's library",
        ['shuffles_library(i1,"alice\'s").'],
    ),
    ("choose x", None, ['chooses_card(i1,"x").']),
    ("choose a", None, ['chooses_card(i1,"a").']),
    ('choose a card from pile "P 1"', None, ['chooses_from_pile(i1,"P 1").']),
    ("choose a card from pile p", 'choose a card from pile "p"', ['chooses_from_pile(i1,"p").']),
    ("merge x over y", None, ['merges(i1,"x","y",over).']),
    ("merge x under y", None, ['merges(i1,"x","y",under).']),
    ("bob gains a life", "bob gains 1 life", ['gains_life(i1,"bob",1).']),
    (
        "add {g}{G} {2}{C}{w}{03} to alice's mana pool",
        "add {G}{G}{2}{C}{W}{3} to alice's mana pool",
        ['adds_mana(i1,"alice","W",1).', 'adds_mana(i1,"alice","G",2).', 'adds_mana(i1,"alice","C",6).'],
    ),
    (
        "create tok as a copy of x",
        None,
        ['creates(i1,"tok").', 'enters_as_copy(i1,"tok","x").'],
    ),
    (
        "create tok as a Soldier Ant token under bob's control with a +1/+1 counter and two x counters",
        'create tok as a "Soldier Ant" token under bob with a +1/+1 counter and two x counters',
        [
            'creates(i1,"tok").',
            'enters_under(i1,"tok","bob").',
            'enters_with_counters(i1,"tok","+1/+1",1).',
            'enters_with_counters(i1,"tok","x",2).',
        ],
    ),
    ("put y onto the stack as a copy of x", None, ['copies_spell(i1,"y","x").']),
    ("attack with bear alone", None, ['attacks_alone(i1,"bear").']),
    (
        "attack with bear and elf",
        None,
        ['attacks_with(i1,"bear").', 'attacks_with(i1,"elf").'],
    ),
    (
        "Attack bob with bear and elf, walker with ox",
        "attack bob with bear and elf and walker with ox",
        [
            'attacks_whom(i1,"bear","bob").',
            'attacks_whom(i1,"elf","bob").',
            'attacks_whom(i1,"ox","walker").',
        ],
    ),
    (
        "block bear with wall and ox and elf with bird",
        None,
        ['blocks_with(i1,"wall","bear").', 'blocks_with(i1,"ox","bear").', 'blocks_with(i1,"bird","elf").'],
    ),
    ("check state-based actions", None, ["checks_only(i1)."]),
]


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        (
            "cast x targeting a and b with X = 3 paying with forest and elf",
            [
                'aims_at_target(i1,1,"a").',
                'aims_at_target(i1,2,"b").',
                'pays_with(i1,"forest").',
                'pays_with(i1,"elf").',
            ],
        ),
        ("cast x targeting nothing paying with nothing", ["aims_at_nothing(i1).", "pays_from_pool(i1)."]),
        ("activate ability 2 of a targeting b paying with c", ['aims_at_target(i1,1,"b").', 'pays_with(i1,"c").']),
    ],
)
def test_targets_and_what_pays(phrase: str, said: list[str]) -> None:
    action = Action.parse(phrase)
    assert str(action) == phrase
    assert set(said) <= set(facts(action, "i1"))


@pytest.mark.parametrize(("phrase", "canonical", "said"), PHRASES, ids=[row[0] for row in PHRASES])
def test_phrase(phrase: str, canonical: str | None, said: list[str]) -> None:
    action = Action.parse(phrase)
    assert str(action) == (canonical or phrase)
    assert Action.parse(str(action)) == action
    assert eval(repr(action)) == action
    assert sorted(facts(action, "i1")) == sorted(["instruction(i1).", *said])


def test_what_is_said_of_casting_is_in_any_order() -> None:
    said = ["without paying its mana cost", "kicked", "targeting y and z", "with X = 2", "paying with a"]
    for turned in range(len(said)):
        assert str(Action.parse(" ".join(["cast x", *said[turned:], *said[:turned]]))) == " ".join(["cast x", *said])
    with pytest.raises(InvalidActionError, match="column 19: expected this only once"):
        Action.parse("cast x with X = 2 with X = 3")


def test_every_row_says_facts_that_the_rules_declare() -> None:
    declared = {name for name, _ in DECLARED | NEW}
    rules = phrases.grammar().rules
    beside = [rule for rule in rules if rule.startswith("of_") or rule in ("ending", "entering", "described")]
    for rule in ("action", *beside, "kicked", "modes", "targets", "x", "payment"):
        for row in rules[rule]:
            told = row.template.tree[1] if row.template.tree[0] == "tuple" else (row.template.tree,)
            assert {node[1] for node in told if node[0] == "term"} <= declared | {"carries"}, row.items


@pytest.mark.parametrize("step", get_args(Step))
@pytest.mark.parametrize("word", ["", " step", " phase"])
def test_every_step_begins(step: str, word: str) -> None:
    assert Action.parse(f"begin the {step}{word} of al").said == (Term("begins_step", (step, "al")),)


def test_a_condition_is_kept() -> None:
    action = Action.parse("reveal x, then turn x face up if x is an Elf card by bob")
    assert str(action) == "reveal x, then turn x face up by bob if x is an elf card"
    assert Action.parse(str(action)) == action
    assert facts(action.steps()[1], "i1")[-1] == 'only_if(i1,"x","elf").'
    assert action.names() == {"x", "bob"}


def test_a_name_that_an_action_creates_need_not_exist_yet() -> None:
    action = Action.parse("create t as a copy of x, then put a +1/+1 counter on t")
    assert action.names() == {"x"}
    assert action.makes() == ["t"]


def test_number_words() -> None:
    tens = "one two three four five six seven eight nine ten"
    teens = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    for n, word in enumerate(f"{tens} {teens}".split(), 1):
        for number in (word, word.upper(), str(n), f"00{n}"):
            assert Action.parse(f"bob loses {number} life").said == (Term("loses_life", ("bob", n)),)


def test_largest_number() -> None:
    assert Action.parse("bob loses 1000000000 life").said == (Term("loses_life", ("bob", MAX_COUNT)),)


# --- suffixes and sequences ----------------------------------------------------------------------------


def test_suffixes() -> None:
    action = Action.parse("remove a charge counter from a by bob as a cost")
    assert action.performer == "bob"
    assert str(action) == "remove a charge counter from a as a cost by bob"
    assert facts(action, "i7") == [
        "instruction(i7).",
        'removes(i7,"a",count(1,"charge")).',
        'as(i7,"cost").',
        'performer(i7,"bob").',
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
    assert first == Action((Term("puts", ("a", "x", 1)),), by("bob"))
    assert second == Action((Term("proliferates"), Term("choice_given"), Term("chooses", (Each(("a", "b")),))))
    assert third == Action((Term("enters", ("c",)),))
    assert first.steps() == (first,)
    assert str(action) == "put a x counter on a by bob, then proliferate a and b, then put c onto the battlefield"
    assert action.names() == {"a", "b", "c", "bob"}
    assert action.kinds() == {"x"}
    assert facts(action, "i1") == facts(first, "i1")


def test_longest_sequence() -> None:
    action = Action.parse(", then ".join(["tap a"] * (MAX_TEXT // 12)))
    assert len(action.steps()) == MAX_TEXT // 12
    assert Action.parse(str(action)) == action
    assert hash(Action.parse(str(action))) == hash(action)


def test_what_is_done_in_several_events_is_one_step() -> None:
    phrase = "cloak the top 3 cards of al's library as a cost by bob, then manifest the top card of cy's library"
    first, second = Action.parse(phrase).steps()
    assert facts(first, "i1")[1:3] == ['manifests_top(i1,"al","cloak").', "top_cards(i1,3)."]
    assert facts(second, "i1")[1:] == ['manifests_top(i1,"cy","manifest").']
    assert len(Action.parse(f"manifest the top {MOST_CARDS} cards of al's library").steps()) == 1
    action = Action.parse("amass orcs 2 creating a by bob")
    assert action.steps() == (action,)
    assert facts(action, "i1")[1:3] == ['amasses(i1,"orc",2).', 'creates(i1,"a").']


def test_tokens_of_instructions() -> None:
    phrases = {"amass orcs 2": "Orc Army Token", "incubate 2": "Incubator Token", "endure 2 on a": "2/2 Spirit Token"}
    for phrase, card in phrases.items():
        action = Action.parse(f"{phrase} creating x, then put a y counter on x")
        assert (action.makes(), action.tokens()) == (["x"], [("x", card)])
        assert action.names() <= {"a"}
        assert action.kinds() == {"+1/+1", "y"}


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("double the number of each kind of counter on a and bob", {"a", "bob"}),
        ("support 2 from a on b", {"a", "b"}),
        ("adapt 3 on a", {"a"}),
        ("cast a face down for morph by al", {"a", "al"}),
        ("put a onto the battlefield as a copy of b under al", {"a", "b", "al"}),
        ("put a onto the battlefield face down as a horror creature with flying", {"a"}),
        ("exile a and b face down looked at by al and bo", {"a", "b", "al", "bo"}),
        ("manifest the top two cards of al's library", {"al"}),
        ("shuffle \"al's\"'s library", {"al's"}),
        ("shuffle a and b", {"a", "b"}),
        ("choose a card from pile p", set()),
        ("merge a over b", {"a", "b"}),
        ("a becomes a copy of b", {"a", "b"}),
        ("add {G} to al's mana pool", {"al"}),
        ("end the game", set()),
    ],
)
def test_names(phrase: str, names: set[str]) -> None:
    assert Action.parse(phrase).names() == names
    assert Action.parse(phrase).kinds() == set()


def test_suffixes_of_long_phrases() -> None:
    for phrase in (
        "turn a face down as a 2/2 creature with ward {2} as a cost by bob",
        "put a onto the battlefield face down as a creature with flying with a x counter as a cost by bob",
        "put a onto the battlefield as a copy of b as a cost by bob",
        "turn a face up for its morph cost with X = 3 as a cost by bob",
        "exile a face down looked at by al as a cost by bob",
    ):
        action = Action.parse(phrase)
        assert (action.beside, str(action)) == ((Term("as", ("cost",)), *by("bob")), phrase)


def test_listed() -> None:
    assert Listed(2, 2, ("Artifact", "creature", "CREATURE"), ("Horror",), ("flying", "Ward {2}")) == HORROR
    assert (HORROR.term(), HORROR.facts()) == (V, LISTED_HORROR[1:])
    assert str(HORROR) == "a 2/2 horror artifact creature with flying and ward {2}"
    assert str(Listed(None, None, ("artifact",))) == "an artifact"
    assert str(Listed(None, None, ("land",), ("by",), ("a flying", "ward {2}, x", "from", "x from y"))) == (
        'a "by" land with "a flying", "from", "ward {2}, x" and x from y'
    )


def test_kinds_and_names_of_every_part() -> None:
    assert Action.parse("put a onto the battlefield under bob with a x counter").kinds() == {"x"}
    assert Action.parse("move all z counters from a to b").kinds() == {"z"}
    assert Action.parse("put the y counters of a on b").kinds() == {"y"}
    assert Action.parse("remove all counters from a").kinds() == set()
    assert Action.parse("deal 1 damage from a to b").names() == {"a", "b"}
    assert Action.parse("put a onto the battlefield under bob").names() == {"a", "bob"}


# --- wrong phrases ---------------------------------------------------------------------------------------

AN_ACTION = (
    "expected an action such as 'put', 'remove', 'move', 'proliferate', 'destroy', 'deal', 'cast', 'turn' or 'manifest'"
)

NOT_MODELLED = (
    f"is a game action that pyengine does not model: write its result, with {AN_ACTION.removeprefix('expected ')}"
)

WRONG = [
    ("", f"in '', column 1: {AN_ACTION}, found the end"),
    ("destroy", "in 'destroy', column 8: expected an id, found the end"),
    ("destory bear", f"in 'destory bear', column 1: {AN_ACTION}, found 'destory'; did you mean 'destroy'?"),
    (
        "bob gain control of bear",
        "in 'bob gain control of bear', column 5: expected a verb such as 'gains', 'loses', 'becomes' or "
        "'leaves', found 'gain'; did you mean 'gains'?",
    ),
    (
        "remove foo from a",
        "in 'remove foo from a', column 8: expected a number, 'a', 'all', 'any number of', 'one or more' or 'up to', "
        "found 'foo'",
    ),
    (
        "put foo counters on bear",
        "in 'put foo counters on bear', column 5: expected a number, an id, 'a' or 'the', found 'foo'",
    ),
    (
        "put two counters on bear",
        "in 'put two counters on bear', column 9: expected a kind of counter, 'into', 'on top of', 'on the bottom "
        "of', 'onto the battlefield', 'onto the stack as a copy of' or 'and', found 'counters'",
    ),
    (
        "put bear in graveyard",
        "in 'put bear in graveyard', column 10: expected 'into', 'on top of', 'on the bottom of', 'onto the "
        "battlefield', 'onto the stack as a copy of' or 'and', found 'in'",
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
        "in 'put a x counter on a and', column 25: expected an id, a number or 'a', found the end",
    ),
    (
        "remove a foo from bear",
        "in 'remove a foo from bear', column 23: expected 'counter', found the end",
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
        "in 'destroy be!ar', column 9: expected an id, found 'be!ar'; an id with characters other than letters, "
        "digits and _ - ' . goes in double quotes",
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
        "in 'destroy a as combat damage': only damage is combat damage or can't be prevented",
    ),
    ("tap a by b by c", "in 'tap a by b by c', column 12: expected this only once, found it again"),
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

# phrase, column, what is said of it; without a column if it is of the whole phrase
END = "', then', 'as a cost', 'by' or the end"
WRONG_AT: list[tuple[str, int | None, str]] = [
    ("cast hydra face down for foo", 26, "expected 'morph', 'megamorph', 'disguise' or 'its', found 'foo'"),
    (
        "cast hydra for morph",
        16,
        "expected 'its', found 'morph'",
    ),
    ("cast hydra with X", 18, "expected '=', found the end"),
    ("cast hydra with X =", 20, "expected a number, found the end"),
    ("cast hydra with X = foo", 21, "expected a number, found 'foo'"),
    ("cast hydra with X = 1000000001", 21, "expected a number up to 1000000000, found 1000000001"),
    ("cast hydra with 3", 17, "expected 'X =', found '3'"),
    ("turn a face up for its morph", 29, "expected 'cost', found the end"),
    ("turn a face up for its foo cost", 24, "expected 'morph', 'megamorph', 'disguise' or 'mana', found 'foo'"),
    ("turn a and b face up for its morph cost", 12, "expected one, found 'b' as well"),
    ("turn a face up as a 2/2 creature", 21, "expected 'cost' or 'turn-based action', found '2/2'"),
    ("turn a face down as a 2/2", 26, "expected a card type or subtype, found the end"),
    (
        "turn a face down as a 2/2 wall horror with flying",
        32,
        "expected a card type such as 'creature' at the end of this, found 'horror'",
    ),
    ("turn a face down as a 1000001/2 creature", 23, "expected power and toughness up to 1000000, found 1000001/2"),
    (
        "turn a face down as a 2 creature",
        23,
        "expected power and toughness such as '2/2', a card type or subtype, 'cost' or 'turn-based action', found '2'",
    ),
    ("turn a face down as a 2/2 creature with", 40, "expected a keyword, found the end"),
    (
        "turn a face down as a 2/2 creature with two x counters",
        41,
        "expected a keyword, found 'two'",
    ),
    (
        "put a onto the battlefield as a 2/2 creature",
        33,
        "expected 'cost', 'turn-based action' or 'copy of', found '2/2'",
    ),
    (
        "put a onto the battlefield as a copy",
        37,
        "expected 'of', found the end",
    ),
    (
        "put a onto the battlefield face down as a wall with flying and two x counters",
        64,
        "expected a keyword, found 'two'",
    ),
    ("manifest the bear", 14, "expected 'top', found 'bear'"),
    ("manifest the top card of alice", 26, "expected whose it is as in \"alice's\", found 'alice'"),
    ("manifest the top 101 cards of alice's library", 18, "expected a number from 1 to 100, found 101"),
    ("manifest the top zero cards of alice's library", 18, "expected a number, 'card of' or '1 card of', found 'zero'"),
    ("manifest the top 0 cards of alice's library", 18, "expected a number from 1 to 100, found 0"),
    (
        "manifest the top card of alice's mana pool",
        34,
        "expected 'library', found 'mana'",
    ),
    ('shuffle ""\'s library', 9, "expected a name, found an empty one"),
    ("exile a face down looked at by b and b", None, "'b' is named twice"),
    ("exile a face down by b looked at by c", 24, f"expected {END}, found 'looked'"),
    ("counter bear", 1, "expected an action as in 'counter the spell bear', found 'counter'"),
    ("resolve a and b", 15, "expected one, found 'b' as well"),
    (
        "x becomes copy of y",
        11,
        "expected a description such as 'a 2/2 creature' or 'a copy of', found 'copy'",
    ),
    ("alice wins the game", 7, f"'win' {NOT_MODELLED}"),
    ("put a flying counter on bear, then Learn", 36, f"'learn' {NOT_MODELLED}"),
    ("bear assembles elf", 6, f"'assemble' {NOT_MODELLED}"),
    ('"the bear" exerts', 12, f"'exert' {NOT_MODELLED}"),
    ("put a flying counter on bear, then Scry 2", 36, "expected an action as in 'alice scries 2', found 'Scry'"),
    ("milll 3", 1, f"{AN_ACTION}, found 'milll'; did you mean 'mill'?"),
    ("puts a flying counter on bear", 1, f"{AN_ACTION}, found 'puts'; did you mean 'put'?"),
    ("frobnicate bear", 1, f"{AN_ACTION}, found 'frobnicate'"),
    ("bear frobnicates", 1, f"{AN_ACTION}, found 'bear'"),
    (
        "alice sacrifices bear",
        7,
        "expected 'sacrifice' at the start, and 'by' with who does it at the end, found 'sacrifices'",
    ),
    (
        "alice gians 2 life",
        7,
        "expected a verb such as 'gains', 'loses', 'becomes' or 'leaves', found 'gians'; did you mean 'gains'?",
    ),
    ("shuffle alice's graveyard", 17, f"expected 'into', 'library', 'and', {END}, found 'graveyard'"),
    ("choose a card from bear", 20, "expected 'pile', found 'bear'"),
    ('choose a card from pile ""', 25, "expected a name, found an empty one"),
    ("merge x and y", 9, "expected 'over' or 'under', found 'and'"),
    ("alice gains 3", 14, "expected 'life', found the end"),
    ("add G to alice's mana pool", 5, "expected mana symbols such as '{G}{2}', found 'G'"),
    ("add {G}{S} to alice's mana pool", 5, "expected {W}, {U}, {B}, {R}, {G}, {C} or a number as in {2}, found {S}"),
    ("add {1000000001} to alice's mana pool", 5, "expected a number up to 1000000000, found 1000000001"),
    (
        "add {1000000000}{1} to alice's mana pool",
        5,
        "expected numbers from 0 to 1000000000 in all, found 1000000001",
    ),
    ("double bear", 1, "expected an action as in 'double the counters on', found 'double'"),
    ("bob discards fox", 14, "expected a number, 'a' or 'a card', found 'fox'"),
    (
        "double the counters on bear",
        12,
        "expected a kind of counter or 'number of', found 'counters'",
    ),
    ("double the +1/+1 on bear", 18, "expected 'counters on', found 'on'"),
    ("distribute three among bear", 18, "expected a kind of counter, found 'among'"),
    ("distribute two x counters on bear", 27, "expected 'among', found 'on'"),
    ("distribute two x counters among", 32, "expected an id or 'nothing', found the end"),
    ("distribute two x counters among a and a", None, "'a' is named twice"),
    ("adapt bear 3", 7, "expected a number, found 'bear'"),
    ("adapt 1000000001 on a", 7, "expected a number up to 1000000000, found 1000000001"),
    ("bolster", 8, "expected a number, found the end"),
    ("blight 2 on x", 10, f"expected {END}, found 'on'"),
    ("adapt 3", 8, "expected 'on', found the end"),
    ("support 2 on a and a", None, "'a' is named twice"),
    ("time travels", 1, "expected an action as in 'time travel', found 'time'"),
    ("endure 3 on bear", 17, "expected 'creating', found the end"),
    ("amass 2 creating x", 7, "expected a card type or subtype, found '2'"),
    ("amass s 2 creating x", 7, "expected a name, found an empty one"),
    ("add {G} to alice", 12, "expected whose it is as in \"alice's\", found 'alice'"),
]
WRONG += [
    (phrase, f"in {phrase!r}, column {column}: {message}" if column else f"in {phrase!r}: {message}")
    for phrase, column, message in WRONG_AT
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


def told(name: str, *arguments: Any) -> Term:
    return Term(name, arguments)


TAP = told("taps", "a")


@pytest.mark.parametrize(
    "said",
    [
        (),
        (told("destroys", "a"), TAP),
        (told("destroys"),),
        (told("puts_into", "a", "stack"),),
        (told("begins_step", "lunch", "a"),),
        (told("puts", "a", "X", 1),),
        (told("puts", "a", "", 1),),
        (told("puts", "a", "x", -1),),
        (told("puts", " a", "x", 1),),
        (told("puts", "a\n", "x", 1),),
        (told("puts", "a" * 201, "x", 1),),
        (told("deals_damage", Each((("a", "b", MAX_COUNT), ("a", "c", 1)))),),
        (told("proliferates"), told("choice_given"), told("chooses", Each(("a", "a")))),
        (told("proliferates"), told("many_times", 0)),
        (told("distributes", "x", 2), told("distributes_among", Each(("a", "a")))),
        (told("distributes", "x", MAX_COUNT + 1), told("distributes_among", "a")),
        (told("bolsters", Each((1, 2))),),
        (told("casts", Each(("a", "b")), told("face_up")),),
        (told("casts", "a", told("face_up")), told("chosen_x", -1)),
        (told("casts", "a", told("face_up")), told("by_procedure", "morph")),
        (told("casts", "a", told("face_down")), told("by_procedure", "foo")),
        (told("turns_face_up_for", "a", "foo"),),
        (told("turns_face_up_for", "a", "morph"), told("chosen_x", MAX_COUNT + 1)),
        (told("enters", "a"), told("lists_values", HORROR)),
        (told("enters", "a"), told("enters_face_down", told("it")), told("enters_as_copy", told("it"), "b")),
        (told("manifests", "a", "foo"),),
        (told("manifests_top", "a", "cloak"), told("top_cards", 0)),
        (told("manifests_top", "a", "cloak"), told("top_cards", MOST_CARDS + 1)),
        (told("exiles_face_down", "a"), told("looked_at_by", Each(("b", "b")))),
        (told("chooses_from_pile", ""),),
        (told("merges", "a", "b", told("beside")),),
        (told("removes", "a", told("some")),),
        (told("doubles", "a", told("count", 1, "x")),),
        (told("puts_counters_of", "a", "b", told("count", 1, "x")),),
        (told("gains_life", "a", -1),),
        (told("adds_mana", "a", "{1000000001}"),),
        (told("adds_mana", "a", "{" + "9" * 10_000 + "}"),),
        (told("adds_mana", "a", ""),),
        (told("adds_mana", "a", "{S}"),),
        (told("creates_tokens", told("performer"), 101, "Treasure Token"),),
    ],
)
def test_what_no_phrase_says(said: Said) -> None:
    with pytest.raises(InvalidActionError):
        Action(said)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Listed(None, None, ()),
        lambda: Listed(None, None, ("horror",)),
        lambda: Listed(None, None, ("land",), ("creature",)),
        lambda: Listed(None, None, ("land",), ("",)),
        lambda: Listed(None, None, ("land",), (), ("\n",)),
        lambda: Listed(2, None, ("creature",)),
        lambda: Listed(-1, 2, ("creature",)),
        lambda: Listed(2, LARGEST_BONUS + 1, ("creature",)),
        lambda: Action((TAP,), (told("combat_damage"),)),
        lambda: Action((TAP,), (told("as", "accident"),)),
        lambda: Action((TAP,), by("")),
        lambda: Action((told("goes_on_to", "end", told("anyone")),), by("a")),
        lambda: Action((told("goes_on_to", "end", told("anyone")),), then=Action((TAP,))),
        lambda: Action((TAP,), then=Action((told("goes_on_to", "end", told("anyone")),))),
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

TABLE = ACTIONS + PARTS
GRAMMAR_WORDS = sorted({word for word in re.findall(r"[a-z'-]+", TABLE.lower()) if word.strip("'-")})


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
kinds = kinds.filter(valid).filter(lambda kind: normal_kind(kind) == kind and kind_problem(kind) is None)
numbers = st.one_of(st.integers(0, 25), st.integers(0, MAX_COUNT // 10))
sizes = st.one_of(st.integers(0, 9), st.integers(0, LARGEST_BONUS))
texts = st.one_of(st.sampled_from(["horror", "time lord", "ward {2}", "from x", "a y", "hexproof from red"]), kinds)
words_of_lists = st.lists(texts.filter(lambda word: valid(word.lower())), max_size=3).map(tuple)
listed = st.builds(
    lambda size, types, subtypes, keywords: Listed(
        *(size or (None, None)), types, tuple(word for word in subtypes if word not in get_args(CardType)), keywords
    ),
    st.none() | st.tuples(sizes, sizes),
    st.lists(st.sampled_from(get_args(CardType)), min_size=1, max_size=3).map(tuple),
    words_of_lists,
    words_of_lists,
)
symbols = st.sampled_from(["{W}", "{U}", "{B}", "{R}", "{G}", "{C}"]) | numbers.map(lambda n: f"{{{n}}}")
bonuses = st.tuples(*[st.integers(-LARGEST_BONUS, LARGEST_BONUS)] * 2)
tokens = st.tuples(st.integers(0, 100), st.sampled_from(["Treasure Token", "1/1 white Cat creature token with flying"]))
VALUES: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("object", "alone", "player", "holder", "new", "whose", "pile", "card"), ids),
    **{"number": numbers, "count": numbers, "kind": kinds, "listed": listed, "tokens": tokens, "tapped_tokens": tokens},
    **{"ability": st.integers(1, 9), "mode": st.integers(1, 9), "few": st.integers(1, MOST_CARDS)},
    **{"only_one": st.just(1), "keyword": texts.map(str.lower).filter(valid), "bonus": bonuses},
    **{"type": st.sampled_from(["creature", "elf", "and", "time lord"]), "subtype": texts.map(str.lower).filter(valid)},
    **{"mana": st.lists(symbols, min_size=1, max_size=4).map("".join), "step": st.sampled_from(get_args(Step))},
    **{"until": st.sampled_from(["lasting", "end of turn"]), "other_cost": st.sampled_from(["flashback", "mana"])},
}
"""What stands in phrases, by its sort; of the other sorts, the words that errors name."""


# Strategies are made once: to make them anew for each draw takes longer than to read what they give.
choice = cache(st.sampled_from)


@cache
def told_by(rule: str) -> st.SearchStrategy[str]:
    """A phrase of the table, with any words that it leaves open."""
    if rule in SORTS:
        named = tuple(word.strip("'") for word in SORTS[rule].called.split(", "))
        return VALUES.get(rule, choice(named)).map(SORTS[rule].write)
    rows = phrases.grammar().rules[rule]
    return choice(tuple(one.items for one in rows if "text" not in one.rules)).flatmap(words_of_row)


@cache
def words_of_row(items: tuple[Words | Part, ...]) -> st.SearchStrategy[str]:
    return st.tuples(*map(words_of, items)).map(lambda words: " ".join(filter(None, words)))


@cache
def words_of(item: Words | Part) -> st.SearchStrategy[str]:
    if isinstance(item, Words):
        return choice(tuple(item.words))
    if item.many == "+":
        several = st.lists(st.deferred(lambda: told_by(item.rule)), min_size=1, max_size=4, unique=True)
        return st.builds(str.join, choice((", ", " and ")), several)
    if item.many == "*":
        rows = phrases.grammar().rules[item.rule]
        each = [words_of_row(one.items) for one in rows if "holder" not in one.rules or item.rule != "ending"]
        some = st.tuples(st.permutations(range(len(each))), st.integers(0, len(each)))
        return some.map(lambda drawn: drawn[0][: drawn[1]]).flatmap(
            lambda chosen: st.tuples(*(each[number] for number in chosen)).map(" ".join)
        )
    return st.deferred(lambda: told_by(item.rule))


@st.composite
def actions(draw: st.DrawFn) -> Action:
    steps = draw(st.lists(told_by("action"), min_size=1, max_size=3))
    endings = [draw(st.sampled_from(["", " by al", ' as a cost by "by"', " if x is an elf card"])) for _ in steps]
    text = ", then ".join(map(str.__add__, steps, endings))
    try:
        return Action.parse(text)
    except InvalidActionError as error:
        # What is read as words is refused for what it says alone.
        assert re.search("found|in all|twice|without paying|of its own|by itself|written out", str(error)), error
        assert "expected an action" not in str(error), error
        assume(False)
        raise


@settings(max_examples=600, deadline=None, derandomize=True)
@given(actions())
def test_round_trip(action: Action) -> None:
    assert Action.parse(str(action)) == action
    assert str(Action.parse(str(action))) == str(action)
    for step in action.steps():
        for fact in facts(step, "i1"):
            symbol = clingo.parse_term(fact.removesuffix("."))
            assert (symbol.name, len(symbol.arguments)) in DECLARED | NEW, fact


words = st.one_of(
    st.sampled_from(
        [
            *GRAMMAR_WORDS,
            *('"', '"a"', ",", ", then", "+1/+1", "bear", "on", "counter", "from", "3", "\\", "\0"),
            *(
                "al's",
                "al's library",
                "al\u2019s mana pool",
                "{G}",
                "{",
                "2/2",
                "=",
                "X = 3",
                "face down",
                "as a",
                "the top",
            ),
            *("for its", "creature", "with flying", "counter the spell", "manifest the top", "becomes a copy of"),
        ]
    ),
    st.text(max_size=4),
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.one_of(st.text(max_size=60), st.lists(words, max_size=14).map(" ".join)))
def test_only_invalid_action_errors_escape(text: str) -> None:
    try:
        action = Action.parse(text)
    except InvalidActionError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 1000
    else:
        assert Action.parse(str(action)) == action


@settings(max_examples=150, deadline=None, derandomize=True)
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
    kind = "charge" if kind_problem(word) else word
    values = Listed(None, None, ("land",), () if word in get_args(CardType) else (word,), (word, f"flying {word}"))
    name, counters = write_id(word), write_counters(1, kind)
    for phrase in (
        *(f"put {counters} on {name}", f"put {name} into graveyard", f"{name} gains control of {name}"),
        *(f"deal 1 damage from {name} to {name}", f"cast {name}", f"turn {name} face up for its mana cost"),
        *(f"turn {name} face down as {values}", f"manifest {name}", f"manifest the top card of {name}'s library"),
        *(f"exile {name} face down looked at by {name}", f"{name} becomes a copy of {name}", f"look at {name}"),
        *(f"{name} leaves the game", f"shuffle {name}", f"shuffle {name}'s library", f"resolve {name}"),
        f"put {name} onto the battlefield face down as {values} under {name} with {counters}",
        *(f"put {name} onto the battlefield as a copy of {name} under {name}", f"choose {name}"),
        *(f"merge {name} under {name}", f"{name} gains 1 life", f"add {{G}} to {name}'s mana pool"),
    ):
        whole = f"{phrase} by {name}, then proliferate {name} and another"
        assert str(Action.parse(whole)) == whole


def test_verbs_that_are_known_start_actions() -> None:
    """Each is taken by the grammar, so that no error offers what is none; and no other game action is."""
    for verb in misread.verbs():
        with pytest.raises(InvalidActionError, match="expected") as caught:
            Action.parse(f"{verb} \u00a7")
        assert "an action such as" not in str(caught.value)
    for verb in misread.NOT_MODELLED:
        with pytest.raises(InvalidActionError, match=f"'{verb}' is a game action that pyengine does not model"):
            Action.parse(f"{verb} bear")


def test_token_with_a_capital_letter_is_part_of_a_name() -> None:
    for phrase, card in {
        "create t as a Wolf token": "Wolf",
        "create t as a Wolf Token": "Wolf Token",
        "create t as a Wolf Token token": "Wolf Token",
        "create t as a Token Wolf token under bob": "Token Wolf",
        "create t as a Wolf Token under bob's control with a flying counter": "Wolf Token",
        "CREATE t AS A Wolf TOKEN": "Wolf",
        'create t as a "Wolf" token': "Wolf",
        'create t as a "Wolf token" token': "Wolf token",
    }.items():
        assert Action.parse(phrase).tokens() == [("t", card)]
        assert Action.parse(str(Action.parse(phrase))) == Action.parse(phrase)
