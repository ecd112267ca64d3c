"""The language of actions: every phrase, what it says to the rules, and what is said of wrong phrases."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import clingo
import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pyengine.actions import grammar
from pyengine.actions.action import Action, facts
from pyengine.actions.counter_instructions import (
    Distribute,
    Double,
    Move,
    Proliferate,
    Put,
    PutCountersOf,
    Remove,
    Selection,
)
from pyengine.actions.face_down_instructions import (
    MOST_CARDS,
    ExileFaceDown,
    How,
    Manifest,
    ManifestDread,
    ManifestTop,
    TurnDown,
    TurnUp,
    TurnUpFor,
    UpCost,
)
from pyengine.actions.grammar import MAX_TEXT
from pyengine.actions.instructions import (
    NEXT_TURN,
    AddMana,
    Attach,
    Attack,
    AttackAlone,
    BecomeCopy,
    BeginStep,
    Block,
    Cast,
    CheckStateBasedActions,
    ChooseCard,
    ChooseFromPile,
    CopySpell,
    CounterSpell,
    Create,
    Damage,
    Destroy,
    EndGame,
    Enter,
    GainControl,
    GainLife,
    GoOn,
    Instruction,
    LeaveGame,
    LookAt,
    LoseLife,
    Merge,
    OneObject,
    PhaseIn,
    PhaseOut,
    Place,
    Procedure,
    PutInto,
    Resolve,
    Reveal,
    Sacrifice,
    Shuffle,
    ShuffleLibrary,
    Tap,
    Transform,
    Untap,
    Zone,
)
from pyengine.actions.keyword_instructions import (
    Adapt,
    Amass,
    Blight,
    Bolster,
    Endure,
    Incubate,
    Monstrosity,
    Renown,
    Support,
    TimeTravel,
)
from pyengine.cards.kinds import kind_facts
from pyengine.cards.listed_values import CardType, Listed
from pyengine.cards.well_formed import LARGEST_BONUS
from pyengine.errors import InputError, InvalidActionError
from pyengine.files.fields import MAX_COUNT, Kind, Name, kind_problem, normal_kind
from pyengine.position.model import Step
from pyengine.solving.terms import quote

ROOT = Path(__file__).resolve().parents[1]
GRAMMAR = (ROOT / "pyengine" / "actions" / "actions.lark").read_text(encoding="utf-8")
DECLARED = {
    (name, int(arity))
    for file in (ROOT / "asp").glob("*.lp")
    for name, arity in re.findall(r"^#defined (\w+)/(\d+)\.", file.read_text(encoding="utf-8"), re.MULTILINE)
}
# Said by actions, and not yet worked on by a rule file.
NEW = {("merges", 4)}

ONE = Selection.count(1, "+1/+1")
ANY_ONE = Selection.count(1)
HORROR = Listed(2, 2, ("creature", "artifact"), ("horror",), ("ward {2}", "flying"))
FOREST = Listed(None, None, ("land",), ("forest",))
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
    f"listed_values({V}).",
]
LISTED_FOREST = [
    f"lists_values(i1,{F}).",
    f'card_subtype({F},"forest").',
    f'card_type({F},"land").',
    f"listed_values({F}).",
]

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
        'put an "odd, counters too" counter on "a \\"b\\" \\\\"',
        [Put('a "b" \\', "odd, counters too", 1)],
        'put a "odd, counters too" counter on "a \\"b\\" \\\\"',
        [r'puts_on(i1,"a \"b\" \\","odd, counters too",1).'],
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
    (
        "double the number of +1/+1 counters on a and bob",
        [Double("a", Selection("all", "+1/+1")), Double("bob", Selection("all", "+1/+1"))],
        "double the +1/+1 counters on a and bob",
        ['doubles(i1,"a",all("+1/+1")).', 'doubles(i1,"bob",all("+1/+1")).'],
    ),
    (
        "double the number of each kind of counter on a",
        [Double("a", Selection("all"))],
        None,
        ['doubles(i1,"a",all_any).'],
    ),
    (
        "double the double strike counters on a",
        [Double("a", Selection("all", "double strike"))],
        None,
        ['doubles(i1,"a",all("double strike")).'],
    ),
    (
        "distribute 3 +1/+1 counters among a and bob",
        [Distribute("+1/+1", 3, ("a", "bob"))],
        "distribute three +1/+1 counters among a and bob",
        ['distributes(i1,"+1/+1",3).', 'distributes_among(i1,"a").', 'distributes_among(i1,"bob").'],
    ),
    (
        "distribute a charge counter among nothing",
        [Distribute("charge", 1)],
        None,
        ['distributes(i1,"charge",1).'],
    ),
    ("adapt 3 on a", [Adapt("a", 3)], None, ['adapts(i1,"a",3).']),
    (
        "Monstrosity two on a and b",
        [Monstrosity("a", 2), Monstrosity("b", 2)],
        "monstrosity 2 on a and b",
        ['makes_monstrous(i1,"a",2).', 'makes_monstrous(i1,"b",2).'],
    ),
    ("renown 2 on a", [Renown("a", 2)], None, ['makes_renowned(i1,"a",2).']),
    ("bolster 2", [Bolster(2)], None, ["bolsters(i1,2)."]),
    ("blight 2", [Blight(2)], None, ["blights(i1,2)."]),
    (
        "support 2 from a on b and c",
        [Support(2, ("b", "c"), "a")],
        None,
        ["supports(i1,2).", 'supports_from(i1,"a").', 'supports_creature(i1,"b").', 'supports_creature(i1,"c").'],
    ),
    ("support 2 on nothing", [Support(2)], None, ["supports(i1,2)."]),
    ("time travel", [TimeTravel()], None, ["time_travels(i1)."]),
    (
        "incubate 3 creating a",
        [Incubate(3, "a")],
        None,
        ["incubates(i1).", 'creates(i1,"a").', 'enters_with_counters(i1,"a","+1/+1",3).'],
    ),
    ("incubate 0 creating a", [Incubate(0, "a")], None, ["incubates(i1).", 'creates(i1,"a").']),
    ("endure 2 on a creating b", [Endure(2, "b", "a")], None, ['endures(i1,"a",2).', 'creates(i1,"b").']),
    (
        "amass Orcs 2 creating a",
        [Amass(2, "a", "orc")],
        "amass orcs 2 creating a",
        ['amasses(i1,"orc",2).', 'creates(i1,"a").'],
    ),
    (
        "amass orc 2 creating a",
        [Amass(2, "a", "orc")],
        "amass orcs 2 creating a",
        ['amasses(i1,"orc",2).', 'creates(i1,"a").'],
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
        ['enters(i1,"a").', 'enters_under(i1,"a","bob").'],
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
        ['enters(i1,"x").', 'enters_under(i1,"x","bob").', 'enters_with_counters(i1,"x","y",3).'],
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
    ("go to the end step", [GoOn("end")], None, ['goes_on_to(i1,"end",anyone).']),
    ("go to next turn", [GoOn("next turn")], "go to the next turn", ["goes_on_to(i1,next_turn,anyone)."]),
    (
        "go to al's precombat main",
        [GoOn("precombat main", "al")],
        "go to the precombat main phase of al",
        ['goes_on_to(i1,"precombat main","al").'],
    ),
    (
        "go to \"the 1's\"'s next turn",
        [GoOn("next turn", "the 1's")],
        'go to the next turn of "the 1\'s"',
        ['goes_on_to(i1,next_turn,"the 1\'s").'],
    ),
    (
        "go to beginning of combat of al",
        [GoOn("beginning of combat", "al")],
        "go to the beginning of combat of al",
        ['goes_on_to(i1,"beginning of combat","al").'],
    ),
    ("cast hydra", [Cast("hydra")], None, ['casts(i1,"hydra",face_up).']),
    ("cast hydra face down", [Cast("hydra", True)], None, ['casts(i1,"hydra",face_down).']),
    *(
        (
            f"cast hydra face down for {procedure}",
            [Cast("hydra", True, procedure)],
            None,
            ['casts(i1,"hydra",face_down).', f'by_procedure(i1,"{procedure}").'],
        )
        for procedure in get_args(Procedure)
    ),
    (
        "CAST hydra Face  Down for Its Morph",
        [Cast("hydra", True, "morph")],
        "cast hydra face down for morph",
        ['casts(i1,"hydra",face_down).', 'by_procedure(i1,"morph").'],
    ),
    (
        "cast hydra without paying its mana cost",
        [Cast("hydra", free=True)],
        None,
        ['casts(i1,"hydra",face_up).', "free(i1)."],
    ),
    (
        "cast hydra face down without paying its mana cost with X = 0",
        [Cast("hydra", True, None, True, 0)],
        None,
        ['casts(i1,"hydra",face_down).', "free(i1).", "chosen_x(i1,0)."],
    ),
    (
        "cast x with x=three",
        [Cast("x", x=3)],
        "cast x with X = 3",
        ['casts(i1,"x",face_up).', "chosen_x(i1,3)."],
    ),
    (
        "cast a face down for megamorph with X = 3",
        [Cast("a", True, "megamorph", x=3)],
        None,
        ['casts(i1,"a",face_down).', 'by_procedure(i1,"megamorph").', "chosen_x(i1,3)."],
    ),
    *(
        (
            f"turn a face up for its {cost} cost",
            [TurnUpFor("a", cost)],
            None,
            [f'turns_up_for(i1,"a","{cost}").'],
        )
        for cost in get_args(UpCost)
    ),
    (
        "turn a face up for morph cost with x = 12",
        [TurnUpFor("a", "morph", 12)],
        "turn a face up for its morph cost with X = 12",
        ['turns_up_for(i1,"a","morph").', "chosen_x(i1,12)."],
    ),
    ("turn a and b face up", [TurnUp("a"), TurnUp("b")], None, ['turns_up(i1,"a").', 'turns_up(i1,"b").']),
    (
        "turn a face down as a 2/2 Horror artifact Creature with ward {2}, flying",
        [TurnDown("a", HORROR)],
        "turn a face down as a 2/2 horror artifact creature with flying and ward {2}",
        ['turns_down(i1,"a").', *LISTED_HORROR],
    ),
    (
        "turn a and b face down as an Forest land",
        [TurnDown("a", FOREST), TurnDown("b", FOREST)],
        "turn a and b face down as a forest land",
        ['turns_down(i1,"a").', *LISTED_FOREST, 'turns_down(i1,"b").'],
    ),
    (
        "turn a face down as a 2/2 Legendary goat creature",
        [TurnDown("a", Listed(2, 2, ("creature",), ("goat",), supertypes=("legendary",)))],
        "turn a face down as a 2/2 legendary goat creature",
        [
            'turns_down(i1,"a").',
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
        [TurnDown("a", Listed(None, None, ("artifact", "creature"), ("time lord",), ("toxic 2",)))],
        'turn a face down as a "time lord" artifact creature with toxic 2',
        [
            'turns_down(i1,"a").',
            f"lists_values(i1,{W}).",
            f"card_ability({W},ability({W},1)).",
            f'card_subtype({W},"time lord").',
            f'card_type({W},"artifact").',
            f'card_type({W},"creature").',
            f'keyword_ability(ability({W},1),"toxic 2").',
            'keyword_base("toxic 2","toxic").',
            'keyword_number("toxic 2",2).',
            f"listed_values({W}).",
        ],
    ),
    (
        "put a onto the battlefield face down",
        [Enter("a", face_down=True)],
        None,
        ['enters(i1,"a").', 'enters_face_down(i1,"a").'],
    ),
    (
        "put a onto the battlefield face down as a 2/2 horror artifact creature with flying and ward {2} under bob "
        "with a flying counter",
        [Enter("a", "bob", (("flying", 1),), True, HORROR)],
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
        [Enter(name, None, (("x", 2),), True, FOREST) for name in "ab"],
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
        [Enter("clone", copy_of="bear")],
        None,
        ['enters(i1,"clone").', 'enters_as_copy(i1,"clone","bear").'],
    ),
    (
        "put clone onto the battlefield as a copy of bear under bob with two x counters",
        [Enter("clone", "bob", (("x", 2),), copy_of="bear")],
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
        [Manifest("x", "manifest"), Manifest("y", "manifest")],
        None,
        ['manifests(i1,"x","manifest").', 'manifests(i1,"y","manifest").'],
    ),
    ("cloak x", [Manifest("x", "cloak")], None, ['manifests(i1,"x","cloak").']),
    (
        "manifest the top card of alice's library",
        [ManifestTop("alice", "manifest")],
        None,
        ['manifests_top(i1,"alice","manifest").'],
    ),
    (
        'cloak the top three cards of "Anna B"\u2019s  library',
        [ManifestTop("Anna B", "cloak", 3)],
        'cloak the top 3 cards of "Anna B"\'s library',
        ['manifests_top(i1,"Anna B","cloak").', "top_cards(i1,3)."],
    ),
    (
        "manifest the top 1 card of an's library",
        [ManifestTop("an")],
        "manifest the top card of an's library",
        ['manifests_top(i1,"an","manifest").'],
    ),
    ("manifest dread", [ManifestDread()], None, ["manifests_dread(i1)."]),
    ('manifest "dread"', [Manifest("dread")], None, ['manifests(i1,"dread","manifest").']),
    ("exile x face down", [ExileFaceDown("x")], None, ['exiles_face_down(i1,"x").']),
    (
        "exile x and y face down looked at by alice and bob",
        [ExileFaceDown("x", ("alice", "bob")), ExileFaceDown("y", ("alice", "bob"))],
        None,
        [
            'exiles_face_down(i1,"x").',
            'looked_at_by(i1,"alice").',
            'looked_at_by(i1,"bob").',
            'exiles_face_down(i1,"y").',
        ],
    ),
    ("reveal x and y", [Reveal("x"), Reveal("y")], None, ['reveals(i1,"x").', 'reveals(i1,"y").']),
    ("look  at x and y", [LookAt("x"), LookAt("y")], "look at x and y", ['looks_at(i1,"x").', 'looks_at(i1,"y").']),
    ("transform x", [Transform("x")], None, ['transforms(i1,"x").']),
    ("resolve x", [Resolve("x")], None, ['resolves(i1,"x").']),
    ("counter the spell x", [CounterSpell("x")], None, ['counters_spell(i1,"x").']),
    ("x becomes a copy of y", [BecomeCopy("x", "y")], None, ['becomes_copy_of(i1,"x","y").']),
    ("alice leaves the game", [LeaveGame("alice")], None, ['leaves_game(i1,"alice").']),
    ("end the game", [EndGame()], None, ["ends_game(i1)."]),
    ("shuffle x and y", [Shuffle("x"), Shuffle("y")], None, ['shuffles(i1,"x").', 'shuffles(i1,"y").']),
    ("shuffle alice's", [Shuffle("alice's")], None, ['shuffles(i1,"alice\'s").']),
    ("shuffle alice's library", [ShuffleLibrary("alice")], None, ['shuffles_library(i1,"alice").']),
    (
        "shuffle alice's's LIBRARY",
        [ShuffleLibrary("alice's")],
        "shuffle alice's's library",
        ['shuffles_library(i1,"alice\'s").'],
    ),
    ("choose x", [ChooseCard("x")], None, ['chooses_card(i1,"x").']),
    ("choose a", [ChooseCard("a")], None, ['chooses_card(i1,"a").']),
    ('choose a card from pile "P 1"', [ChooseFromPile("P 1")], None, ['chooses_from_pile(i1,"P 1").']),
    ("choose a card from pile p", [ChooseFromPile("p")], 'choose a card from pile "p"', ['chooses_from_pile(i1,"p").']),
    ("merge x over y", [Merge("x", "y", "over")], None, ['merges(i1,"x","y",over).']),
    ("merge x under y", [Merge("x", "y", "under")], None, ['merges(i1,"x","y",under).']),
    ("bob gains a life", [GainLife("bob", 1)], "bob gains 1 life", ['gains_life(i1,"bob",1).']),
    (
        "add {g}{G} {2}{C}{w}{03} to alice's mana pool",
        [AddMana("alice", "{G}{G}{2}{C}{W}{3}")],
        "add {G}{G}{2}{C}{W}{3} to alice's mana pool",
        ['adds_mana(i1,"alice","W",1).', 'adds_mana(i1,"alice","G",2).', 'adds_mana(i1,"alice","C",6).'],
    ),
    (
        "create tok as a copy of x",
        [Create("tok", copy_of="x")],
        None,
        ['creates(i1,"tok").', 'enters_as_copy(i1,"tok","x").'],
    ),
    (
        "create tok as a Soldier Ant token under bob's control with a +1/+1 counter and two x counters",
        [Create("tok", "Soldier Ant", None, "bob", (("+1/+1", 1), ("x", 2)))],
        'create tok as a "Soldier Ant" token under bob with a +1/+1 counter and two x counters',
        [
            'creates(i1,"tok").',
            'enters_under(i1,"tok","bob").',
            'enters_with_counters(i1,"tok","+1/+1",1).',
            'enters_with_counters(i1,"tok","x",2).',
        ],
    ),
    ("put y onto the stack as a copy of x", [CopySpell("y", "x")], None, ['copies_spell(i1,"y","x").']),
    ("attack with bear alone", [AttackAlone("bear")], None, ['attacks_alone(i1,"bear").']),
    (
        "attack with bear and elf",
        [Attack("bear"), Attack("elf")],
        None,
        ['attacks_with(i1,"bear").', 'attacks_with(i1,"elf").'],
    ),
    (
        "Attack bob with bear and elf, walker with ox",
        [Attack("bear", "bob"), Attack("elf", "bob"), Attack("ox", "walker")],
        "attack bob with bear and elf and walker with ox",
        [
            'attacks_with(i1,"bear").',
            'attacks_whom(i1,"bear","bob").',
            'attacks_with(i1,"elf").',
            'attacks_whom(i1,"elf","bob").',
            'attacks_with(i1,"ox").',
            'attacks_whom(i1,"ox","walker").',
        ],
    ),
    (
        "block bear with wall and ox and elf with bird",
        [Block("wall", "bear"), Block("ox", "bear"), Block("bird", "elf")],
        None,
        ['blocks_with(i1,"wall","bear").', 'blocks_with(i1,"ox","bear").', 'blocks_with(i1,"bird","elf").'],
    ),
    ("check state-based actions", [CheckStateBasedActions()], None, ["checks_only(i1)."]),
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


@pytest.mark.parametrize(("phrase", "parts", "canonical", "said"), PHRASES, ids=[row[0] for row in PHRASES])
def test_phrase(phrase: str, parts: list[Instruction], canonical: str | None, said: list[str]) -> None:
    action = Action.parse(phrase)
    assert action == Action(tuple(parts))
    assert str(action) == (canonical or phrase)
    assert Action.parse(str(action)) == action
    assert eval(repr(action)) == action
    assert facts(action, "i1") == ["instruction(i1).", *said]


def test_tables_in_the_package_read_as_the_grammar_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package has tables (`hatch_build.py`), a checkout has not."""
    read = grammar._grammar()
    with (tmp_path / f"actions-{lark.__version__}.tables").open("wb") as file:
        read.save(file)
    monkeypatch.setattr(grammar, "__file__", str(tmp_path / "grammar.py"))
    loaded = grammar._grammar.__wrapped__()
    for phrase, *_ in PHRASES:
        assert loaded.parse(phrase) == read.parse(phrase)


@pytest.mark.parametrize("phrase", [row[0] for row in PHRASES])
def test_facts_use_declared_predicates(phrase: str) -> None:
    for suffixes in ("",) if phrase.startswith("go to") else ("", " as a cost by bob"):
        for fact in facts(Action.parse(phrase + suffixes), "i1"):
            symbol = clingo.parse_term(fact.removesuffix("."))
            assert (symbol.name, len(symbol.arguments)) in DECLARED | NEW, fact


@pytest.mark.parametrize("step", get_args(Step))
@pytest.mark.parametrize("word", ["", " step", " phase"])
def test_every_step_begins(step: str, word: str) -> None:
    assert Action.parse(f"begin the {step}{word} of al") == Action((BeginStep(step, "al"),))  # type: ignore[arg-type]


def test_a_condition_is_kept() -> None:
    action = Action.parse("reveal x, then turn x face up if x is an Elf card by bob")
    assert str(action) == "reveal x, then turn x face up by bob if x is an elf card"
    assert Action.parse(str(action)) == action
    assert facts(action.steps()[1], "i1")[-1] == 'only_if(i1,"x","elf").'
    assert action.names() == {"x", "bob"}


def test_what_is_made_is_no_name_that_must_be_there() -> None:
    action = Action.parse("create t as a copy of x, then put a +1/+1 counter on t")
    assert action.names() == {"x"}
    assert action.makes() == ["t"]


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
        assert (action.cause, action.performer, str(action)) == ("cost", "bob", phrase)


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
    f"is a game action that is not modelled: say what comes of it, with {AN_ACTION.removeprefix('expected ')}"
)

WRONG = [
    ("", f"in '', column 1: {AN_ACTION}, found the end"),
    ("destroy", "in 'destroy', column 8: expected an id, found the end"),
    ("destory bear", f"in 'destory bear', column 1: {AN_ACTION}, found 'destory'; did you mean 'destroy'?"),
    (
        "bob gain control of bear",
        "in 'bob gain control of bear', column 5: expected 'gains control of', 'gains', 'loses', 'becomes a copy of', "
        "'leaves the game' or another verb such as 'draws', found 'gain'",
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
        "in 'put two counters on bear', column 9: expected a kind of counter, 'into', 'onto the battlefield', "
        "'onto the stack' or 'and', found 'counters'",
    ),
    (
        "put bear in graveyard",
        "in 'put bear in graveyard', column 10: expected 'into', 'onto the battlefield', 'onto the stack' or 'and', "
        "found 'in'",
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

# phrase, column, what is said of it; without a column if it is of the whole phrase
END = "', then', 'as a cost', 'by' or the end"
WRONG_AT: list[tuple[str, int | None, str]] = [
    ("cast hydra face down for foo", 26, "expected 'its', 'morph', 'megamorph' or 'disguise', found 'foo'"),
    (
        "cast hydra for morph",
        12,
        "expected 'targeting', 'choosing mode', 'paying with', 'face down', 'without paying its mana cost', 'kicked', "
        f"'not kicked', 'for its flashback cost' or another, 'with', {END}, found 'for'",
    ),
    ("cast hydra face down for morph without paying its mana cost", 32, f"expected 'with', {END}, found 'without'"),
    ("cast hydra with X", 18, "expected '=', found the end"),
    ("cast hydra with X =", 20, "expected a number, found the end"),
    ("cast hydra with X = foo", 21, "expected a number, found 'foo'"),
    ("cast hydra with X = 1000000001", 21, "expected a number up to 1000000000, found 1000000001"),
    ("cast hydra with 3", 17, "expected 'X', found '3'"),
    ("turn a face up for its morph", 29, "expected 'cost', found the end"),
    ("turn a face up for its foo cost", 24, "expected 'morph', 'megamorph', 'disguise' or 'mana', found 'foo'"),
    ("turn a and b face up for its morph cost", 12, "expected one permanent to pay for, found 'b' as well"),
    ("turn a face up as a 2/2 creature", 16, f"expected 'for', {END}, found 'as'"),
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
        "expected power and toughness such as '2/2' or a card type or subtype, found '2'",
    ),
    ("turn a face down as a 2/2 creature with", 40, "expected a keyword, found the end"),
    (
        "turn a face down as a 2/2 creature with two x counters",
        47,
        f"expected a keyword, 'and', {END}, found 'counters'",
    ),
    (
        "put a onto the battlefield as a 2/2 creature",
        28,
        f"expected 'face down', 'as a copy of', 'under', 'with', {END}, found 'as'",
    ),
    (
        "put a onto the battlefield as a copy",
        28,
        f"expected 'face down', 'as a copy of', 'under', 'with', {END}, found 'as'",
    ),
    (
        "put a onto the battlefield face down as a wall with flying and two x counters",
        70,
        f"expected a keyword, 'under', 'with', 'and', {END}, found 'counters'",
    ),
    ("manifest the bear", 14, "expected 'top', found 'bear'"),
    ("manifest the top card of alice", 26, "expected a library such as \"alice's library\", found 'alice'"),
    ("manifest the top 101 cards of alice's library", 18, "expected a number from 1 to 100, found 101"),
    ("manifest the top zero cards of alice's library", 18, "expected a number, 'card' or 'cards', found 'zero'"),
    ("manifest the top 0 cards of alice's library", 18, "expected a number from 1 to 100, found 0"),
    (
        "manifest the top card of alice's mana pool",
        26,
        'expected a library such as "alice\'s library", found "alice\'s"',
    ),
    ('shuffle ""\'s library', 9, "expected a name, found an empty one"),
    ("exile a face down looked at by b and b", None, "'b' is named twice"),
    ("exile a face down by b looked at by c", 24, f"expected {END}, found 'looked'"),
    ("counter bear", 1, "expected an action as in 'counter the spell bolt', found 'counter'"),
    ("resolve a and b", 11, f"expected {END}, found 'and'"),
    (
        "x becomes copy of y",
        3,
        "expected 'gains control of', 'gains', 'loses', 'becomes a copy of', 'leaves the game' or another verb such as "
        "'draws', found 'becomes'",
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
    ("alice gians 2 life", 7, "expected 'gains', 'loses', 'becomes' or 'leaves', found 'gians'; did you mean 'gains'?"),
    ("shuffle alice's graveyard", 17, f"expected 'and', {END}, found 'graveyard'"),
    ("choose a card from bear", 20, "expected 'pile', found 'bear'"),
    ('choose a card from pile ""', 25, "expected a name, found an empty one"),
    ("merge x and y", 9, "expected 'over' or 'under', found 'and'"),
    ("alice gains 3", 14, "expected 'life', found the end"),
    ("add G to alice's mana pool", 5, "expected mana symbols such as '{G}{2}', found 'G'"),
    ("add {G}{S} to alice's mana pool", 8, "expected {W}, {U}, {B}, {R}, {G}, {C} or a number as in {2}, found {S}"),
    ("add {1000000001} to alice's mana pool", 5, "expected a number up to 1000000000, found 1000000001"),
    (
        "add {1000000000}{1} to alice's mana pool",
        None,
        "expected numbers from 0 to 1000000000 in all, found 1000000001",
    ),
    ("double bear", 8, "expected 'the', found 'bear'"),
    ("bob discards fox", 14, "expected a number or 'a', found 'fox'"),
    (
        "double the counters on bear",
        12,
        "expected 'number of', 'number of each kind of counter' or a kind of counter, found 'counters'",
    ),
    ("double the +1/+1 on bear", 18, "expected 'counter' or 'counters', found 'on'"),
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
    ("add {G} to alice", 12, "expected a mana pool such as \"alice's mana pool\", found 'alice'"),
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
        (Distribute("x", 2, ("a", "a")),),
        (Distribute("x", MAX_COUNT + 1, ("a",)),),
        (Support(2, ("a", "a")),),
        (Adapt("a", 1), Adapt("b", 2)),
        (Adapt("a", 1), Monstrosity("b", 1)),
        (Bolster(1), Bolster(1)),
        (Cast("a"), Cast("b")),
        (Cast("a", x=-1),),
        (TurnUpFor("a", "morph", MAX_COUNT + 1),),
        (TurnDown("a", HORROR), TurnDown("b")),
        (Enter("a", face_down=True), Enter("b")),
        (Manifest("a"), Manifest("b", "cloak")),
        (ManifestTop("a"), ManifestTop("b")),
        (ExileFaceDown("a", ("b",)), ExileFaceDown("c")),
        (ExileFaceDown("a", ("b", "b")),),
        (Resolve("a"), Resolve("b")),
        (GainLife("a", -1),),
        (AddMana("a", "{1000000001}"),),
        (AddMana("a", "{" + "9" * 10_000 + "}"),),
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
        lambda: Double("a", ONE),
        lambda: Cast("a", False, "morph"),
        lambda: Cast("a", True, "morph", True),
        lambda: Cast("a", True, "foo"),  # type: ignore[arg-type]
        lambda: TurnUpFor("a", "foo"),  # type: ignore[arg-type]
        lambda: Enter("a", values=HORROR),
        lambda: Enter("a", face_down=True, copy_of="b"),
        lambda: Manifest("a", "foo"),  # type: ignore[arg-type]
        lambda: ManifestTop("a", "foo"),  # type: ignore[arg-type]
        lambda: ManifestTop("a", "cloak", 0),
        lambda: ManifestTop("a", "cloak", MOST_CARDS + 1),
        lambda: ChooseFromPile(""),
        lambda: Merge("a", "b", "beside"),  # type: ignore[arg-type]
        lambda: AddMana("a", ""),
        lambda: AddMana("a", "{S}"),
        lambda: Listed(None, None, ()),
        lambda: Listed(None, None, ("horror",)),
        lambda: Listed(None, None, ("land",), ("creature",)),
        lambda: Listed(None, None, ("land",), ("",)),
        lambda: Listed(None, None, ("land",), (), ("\n",)),
        lambda: Listed(2, None, ("creature",)),
        lambda: Listed(-1, 2, ("creature",)),
        lambda: Listed(2, LARGEST_BONUS + 1, ("creature",)),
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
kinds = kinds.filter(valid).filter(lambda kind: normal_kind(kind) == kind and kind_problem(kind) is None)
numbers = st.one_of(st.integers(0, 25), st.integers(0, MAX_COUNT // 10))
selections = st.one_of(
    st.builds(Selection.count, numbers, st.none() | kinds),
    st.builds(Selection, st.sampled_from(["all", "any_number"]), st.none() | kinds),
    st.just(Selection("one_of_each")),
)
id_lists = st.lists(ids, min_size=1, max_size=4, unique=True)
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
xs = st.none() | numbers


@st.composite
def parts(draw: st.DrawFn) -> tuple[Instruction, ...]:
    match draw(st.integers(0, 28)):
        case 0 | 1:
            return tuple(draw(st.lists(st.builds(Put, ids, kinds, numbers), min_size=1, max_size=5)))
        case 2:
            return tuple(draw(st.lists(st.builds(Damage, ids, ids, numbers), min_size=1, max_size=5)))
        case 3:
            player, counters = draw(st.none() | ids), draw(st.lists(st.tuples(kinds, numbers), max_size=3))
            face_down = draw(st.booleans())
            values = draw(st.none() | listed) if face_down else None
            copied = None if face_down else draw(st.none() | ids)
            return tuple(Enter(name, player, tuple(counters), face_down, values, copied) for name in draw(id_lists))
        case 4:
            selection = draw(selections)
            return tuple(Remove(name, selection) for name in draw(id_lists))
        case 5:
            zone = draw(st.sampled_from(get_args(Zone)))
            return tuple(PutInto(name, zone) for name in draw(id_lists))
        case 6:
            verbs = [
                Destroy,
                Sacrifice,
                Tap,
                Untap,
                PhaseIn,
                PhaseOut,
                TurnUp,
                TurnDown,
                Reveal,
                LookAt,
                Transform,
                Shuffle,
            ]
            verb = draw(st.sampled_from(verbs))
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
        case 13:
            procedure = draw(st.none() | st.sampled_from(get_args(Procedure)))
            if procedure is not None:
                return (Cast(draw(ids), True, procedure, x=draw(xs)),)
            return (Cast(draw(ids), draw(st.booleans()), None, draw(st.booleans()), draw(xs)),)
        case 14:
            return (TurnUpFor(draw(ids), draw(st.sampled_from(get_args(UpCost))), draw(xs)),)
        case 15 | 16:
            values = draw(listed)
            return tuple(TurnDown(name, values) for name in draw(id_lists))
        case 17:
            how = draw(st.sampled_from(get_args(How)))
            return tuple(Manifest(name, how) for name in draw(id_lists))
        case 18:
            return (ManifestTop(draw(ids), draw(st.sampled_from(get_args(How))), draw(st.integers(1, MOST_CARDS))),)
        case 19:
            looking = tuple(draw(st.lists(ids, max_size=3, unique=True)))
            return tuple(ExileFaceDown(name, looking) for name in draw(id_lists))
        case 20:
            one = draw(st.sampled_from([Resolve, CounterSpell, ChooseCard, LeaveGame, ShuffleLibrary, ChooseFromPile]))
            return (one(draw(ids)),)
        case 21:
            merge = st.builds(Merge, ids, ids, st.sampled_from(get_args(Place)))
            return (draw(st.builds(BecomeCopy, ids, ids) | st.builds(GainLife, ids, numbers) | merge),)
        case 22:
            return (AddMana(draw(ids), "".join(draw(st.lists(symbols, min_size=1, max_size=4)))),)
        case 23:
            counters = tuple(draw(st.dictionaries(kinds, numbers, max_size=2)).items())
            card, copied = draw(st.tuples(ids, st.none()) | st.tuples(st.none(), ids))
            create = Create(draw(ids), card, copied, draw(st.none() | ids), counters)
            return (create if draw(st.booleans()) else draw(st.builds(CopySpell, ids, ids)),)
        case 24:
            doubled = Selection("all", draw(st.none() | kinds))
            return tuple(Double(name, doubled) for name in draw(id_lists))
        case 25:
            chosen = tuple(draw(st.lists(ids, max_size=3, unique=True)))
            support = Support(draw(numbers), chosen, draw(st.none() | ids))
            return (draw(st.just(support) | st.builds(Distribute, kinds, numbers, st.just(chosen))),)
        case 26:
            kind, count = draw(st.sampled_from([Adapt, Monstrosity, Renown])), draw(numbers)
            return tuple(kind(name, count) for name in draw(id_lists))
        case 27:
            amass = st.builds(Amass, numbers, ids, texts.map(str.lower).filter(valid))
            return (draw(st.builds(Incubate, numbers, ids) | st.builds(Endure, numbers, ids, ids) | amass),)
        case _:
            rest = [CheckStateBasedActions(), ManifestDread(), EndGame(), TimeTravel(), Bolster(2), Blight(3)]
            return (draw(st.builds(AttackAlone, ids) | st.sampled_from(rest)),)


@st.composite
def actions(draw: st.DrawFn) -> Action:
    if draw(st.integers(0, 20)) == 20:  # it stands alone
        steps = st.sampled_from((*get_args(Step), NEXT_TURN))
        return Action((draw(st.builds(GoOn, steps, st.none() | ids)),))
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
            draw(st.none() | st.tuples(ids, st.sampled_from(["creature", "Elf", "and", "time lord"]))),
        )
    assert action is not None
    return action


@settings(max_examples=800, deadline=None, derandomize=True)
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


@settings(max_examples=800, deadline=None, derandomize=True)
@given(st.one_of(st.text(max_size=60), st.lists(words, max_size=14).map(" ".join)))
def test_only_invalid_action_errors_escape(text: str) -> None:
    try:
        action = Action.parse(text)
    except InvalidActionError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 1000
    else:
        assert Action.parse(str(action)) == action


@settings(max_examples=300, deadline=None, derandomize=True)
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
    for part in (
        *(Put(word, kind, 1), PutInto(word, "graveyard"), GainControl(word, word), Damage(word, word, 1)),
        *(Cast(word), TurnUpFor(word, "mana"), TurnDown(word, values), Manifest(word), ManifestTop(word)),
        *(ExileFaceDown(word, (word,)), BecomeCopy(word, word), LeaveGame(word), Shuffle(word), ShuffleLibrary(word)),
        *(Enter(word, word, ((kind, 1),), True, values), Enter(word, word, copy_of=word), LookAt(word), Resolve(word)),
        *(ChooseCard(word), ChooseFromPile(word), Merge(word, word, "under"), GainLife(word, 1), AddMana(word, "{G}")),
    ):
        action = Action((part,), performer=word, then=Action((Proliferate((word, word + "s")),)))
        assert Action.parse(str(action)) == action


def test_parser_library_is_imported_only_to_read() -> None:
    code = "import sys, pyengine.actions.action; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_verbs_that_are_known_start_actions() -> None:
    """Each is taken by the grammar, so that no error offers what is none; and no other game action is."""
    for verb in grammar._VERBS:
        with pytest.raises(InvalidActionError, match="expected") as caught:
            Action.parse(f"{verb} \u00a7")
        assert "an action such as" not in str(caught.value)
    for verb in grammar._NOT_MODELLED:
        with pytest.raises(InvalidActionError, match=f"'{verb}' is a game action that is not modelled"):
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
        (part,) = Action.parse(phrase).parts
        assert isinstance(part, Create)
        assert part.card == card
        assert Action.parse(str(Action.parse(phrase))) == Action.parse(phrase)
