"""The encoding against the independent reference, over whole spaces of boards.

The reference works one board at a time; the encoding is asked about a whole space in one program, with the
counters left open. Each combination of abilities is one program; its models are all (board, outcome) pairs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import clingo
import pytest
import reference as ref

from pyengine.actions.action import Action, facts
from pyengine.phrases.counter_kinds import kind_facts
from pyengine.position.board_facts import board_facts
from pyengine.position.model import BoardFile
from pyengine.position.references import cards_named
from pyengine.solving.timeline import Timeline

KINDS = ("+1/+1", "-1/-1", "charge")
SOURCES = {"ban": "cant_put", "wall": "cant_put", "plus": "plus", "times": "times", "half": "half"}
"""The permanents whose abilities take part, and the form of each ability in the reference."""

Counts = dict[tuple[str, str], int]


def card(form: str, kinds: tuple[str, ...] = (), affects: str = "permanents") -> dict:
    """A noncreature card with one ability, as a board file has it."""
    body: dict = {"kinds": list(kinds), "affects": AFFECTS[affects]}
    if form == "cant_put":
        return {"types": ["enchantment"], "abilities": [{"cant_put": body}]}
    change = {"plus": {"plus": 1}, "times": {"times": 2}, "half": {"half": "down"}}[form]
    return {"types": ["enchantment"], "abilities": [{"would_put": body | change}]}


AFFECTS = {
    "permanents": {},
    "permanents you control": {"controller": "you"},
    "permanents opponents control": {"controller": "opponent"},
    "creatures": {"types": ["creature"]},
}


def program(statics: dict[str, dict], action: str, objects: tuple[str, ...], most: int) -> Timeline:
    """The rules over every placement of counters on `objects`, with the action done and nothing after it."""
    data = {
        "players": {"p1": {}, "p2": {}},
        "cards": {"Thing": {"types": ["artifact"]}} | dict(statics.items()),
        "battlefield": [{"id": name, "card": "Thing", "controller": "p2" if name == "c" else "p1"} for name in objects]
        + [{"id": name, "card": name, "controller": "p1"} for name in statics],
    }
    board = BoardFile.model_validate(data)
    text = board_facts(board, cards_named(board).values())
    text += "\n".join(facts(Action.parse(action), "i1")) + "\nplanned(i1,1).\n"
    text += "\n".join(kind_facts(KINDS)) + "\n"
    for name, kind in itertools.product(objects, KINDS):
        text += f'asked_kind("{kind}"). {{ counters(0,"{name}","{kind}",1..{most}) }} 1.\n'
        text += f'counter_timestamp(0,"{name}","{kind}",0) :- counters(0,"{name}","{kind}",_).\n'
    timeline = Timeline(text, ["questions/do.lp"])
    timeline.run("scheduling", n=1)
    timeline.instruct()
    timeline.ground(("state", timeline.moment))
    return timeline


def encoded(timeline: Timeline) -> Iterator[tuple[frozenset, bool, frozenset]]:
    """Every (counters before, legal, counters after) of the space."""
    # To ask a model for what it shows is one call; to ask it about each symbol that could be in it is dozens.
    shown = f"#show counters(T,H,K,N) : counters(T,H,K,N), T = (0;{timeline.moment}). #show legal(0,i1) : legal(0,i1)."
    timeline.control.add("shown_counters", [], shown)
    timeline.control.ground([("shown_counters", [])])
    timeline.control.configuration.solve.models = 0
    read = {}
    for atom in timeline.control.symbolic_atoms.by_signature("counters", 4):
        time, holder, kind, count = atom.symbol.arguments
        read[atom.symbol] = time.number, ((holder.string, kind.string), count.number)
    legal = clingo.Function("legal", [clingo.Number(0), clingo.Function("i1")])
    with timeline.control.solve(yield_=True) as handle:
        for model in handle:
            before, after, is_legal = [], [], False
            for symbol in model.symbols(shown=True):
                if symbol in read:
                    time, count = read[symbol]
                    (before if time == 0 else after).append(count)
                elif symbol == legal:
                    is_legal = True
            yield frozenset(before), is_legal, frozenset(after)


def expected(
    statics: tuple[ref.RefStatic, ...], action: ref.RefAction, objects: tuple[str, ...], most: int
) -> dict[frozenset, tuple[bool, frozenset]]:
    """What the reference says of every board of the space."""
    things = tuple(
        ref.RefObject(name, "p2" if name == "c" else "p1", frozenset({"artifact"}), None, None) for name in objects
    )
    sources = tuple(ref.RefObject(static.source, "p1", frozenset({"enchantment"}), None, None) for static in statics)
    found = {}
    for board in ref.all_boards(things, KINDS, most):
        whole = ref.RefBoard(board.objects + sources, (ref.RefPlayer("p1"), ref.RefPlayer("p2")), statics)
        found[ref.counter_map(whole)] = (ref.legal(whole, action), ref.outcomes(whole, action))
    return found


ACTIONS = [
    ("put a +1/+1 counter on a", ref.RefAction("put", "+1/+1", 1, None, "a", "p1")),
    ("put three charge counters on c", ref.RefAction("put", "charge", 3, None, "c", "p1")),
    ("remove a charge counter from a", ref.RefAction("remove", "charge", 1, "a", None, "p1")),
    ("remove two counters from a", ref.RefAction("remove", None, 2, "a", None, "p1")),
    ("remove all counters from a", ref.RefAction("remove", None, "all", "a", None, "p1")),
    ("move a +1/+1 counter from a to b", ref.RefAction("move", "+1/+1", 1, "a", "b", "p1")),
    ("move a counter from a to c", ref.RefAction("move", None, 1, "a", "c", "p1")),
    ("move two +1/+1 counters from a to c", ref.RefAction("move", "+1/+1", 2, "a", "c", "p1")),
    ("move all counters from a to b", ref.RefAction("move", None, "all", "a", "b", "p1")),
    ("move any number of counters from a to b", ref.RefAction("move", None, "any_number", "a", "b", "p1")),
    ("move a counter from a to a", ref.RefAction("move", None, 1, "a", "a", "p1")),
    ("put a +1/+1 counter on a as a cost", ref.RefAction("put", "+1/+1", 1, None, "a", "p1", True)),
    ("remove two +1/+1 counters from a as a cost", ref.RefAction("remove", "+1/+1", 2, "a", None, "p1", True)),
    ("move two +1/+1 counters from a to b as a cost", ref.RefAction("move", "+1/+1", 2, "a", "b", "p1", True)),
]
COMBINATIONS = [
    tuple(source for source, there in zip(SOURCES, flags, strict=True) if there)
    for flags in itertools.product((False, True), repeat=len(SOURCES))
]


def cards_of(sources: tuple[str, ...], kinds: dict, affects: dict) -> dict[str, dict]:
    return {name: card(SOURCES[name], kinds.get(name, ()), affects.get(name, "permanents")) for name in sources}


def statics_of(sources: tuple[str, ...], kinds: dict, affects: dict) -> tuple[ref.RefStatic, ...]:
    return tuple(
        ref.RefStatic(
            name,
            SOURCES[name],
            {"plus": 1, "times": 2}.get(name, 0),
            frozenset(kinds[name]) if name in kinds else None,
            affects.get(name, "permanents"),
        )
        for name in sources
    )


def compare(
    sources: tuple[str, ...], phrase: str, action: ref.RefAction, objects: tuple[str, ...], most: int, **scope: object
) -> None:
    kinds, affects = scope.get("kinds", {}), scope.get("affects", {})
    cards, statics = cards_of(sources, kinds, affects), statics_of(sources, kinds, affects)
    found: dict[frozenset, tuple[bool, set]] = {}
    for before, is_legal, after in encoded(program(cards, phrase, objects, most)):
        found.setdefault(before, (is_legal, set()))[1].add(after)
        assert found[before][0] == is_legal
    wanted = expected(statics, action, objects, most)
    assert found.keys() == wanted.keys()
    for before, (is_legal, outcomes) in wanted.items():
        assert found[before] == (is_legal, set(outcomes)), (phrase, sources, sorted(before))


KIND_LIMITS = {"ban": ("-1/-1",), "times": ("+1/+1", "charge")}
"""The first ban is on -1/-1 counters anywhere, the doubler for +1/+1 and charge; the rest for every kind."""

SCOPES = {"wall": "permanents opponents control"}
"""The second ban is on every counter on the opponent's permanents, which are those called c."""


def objects_of(phrase: str) -> tuple[str, ...]:
    return ("a", "c") if "c" in phrase.split() else ("a", "b")


@pytest.mark.parametrize(
    ("phrase", "action", "sources"),
    [
        pytest.param(
            phrase,
            action,
            sources,
            id=f"{phrase}-{'+'.join(sources) or 'none'}",
            marks=[pytest.mark.exhaustive] if (of_actions + of_sources) % 2 else [],
        )
        for of_actions, (phrase, action) in enumerate(ACTIONS)
        for of_sources, sources in enumerate(COMBINATIONS)
    ],
)
def test_two_objects(phrase: str, action: ref.RefAction, sources: tuple[str, ...]) -> None:
    """Every placement on the two objects named, under combinations of two bans, an adder, a doubler and a halver.

    Each action meets every second combination, and each combination every second action; the exhaustive run has all.
    """
    most = 1 if len(sources) > 2 else 2
    compare(sources, phrase, action, objects_of(phrase), most, kinds=KIND_LIMITS, affects=SCOPES)


@pytest.mark.parametrize(("phrase", "action"), ACTIONS[:8], ids=[phrase for phrase, _ in ACTIONS[:8]])
def test_a_bystander_changes_nothing(phrase: str, action: ref.RefAction) -> None:
    """Every placement of up to one counter of each kind on three objects."""
    compare(("ban", "plus", "half"), phrase, action, ("a", "b", "c"), 1, kinds=KIND_LIMITS)


@pytest.mark.exhaustive
@pytest.mark.parametrize("sources", COMBINATIONS, ids=lambda sources: "+".join(sources) or "none")
@pytest.mark.parametrize(("phrase", "action"), [ACTIONS[0], ACTIONS[2], ACTIONS[5]], ids=["put", "remove", "move"])
def test_three_objects_up_to_three(phrase: str, action: ref.RefAction, sources: tuple[str, ...]) -> None:
    """All 262,144 placements of up to three counters of three kinds on three objects.

    The reference works out the two objects that the action can touch; the counters on the third must stay.
    """
    statics = statics_of(sources, KIND_LIMITS, SCOPES)
    wanted = expected(statics, action, ("a", "b"), 3)
    found: dict[frozenset, set[frozenset]] = {}
    cards = cards_of(sources, KIND_LIMITS, SCOPES)
    for before, is_legal, after in encoded(program(cards, phrase, ("a", "b", "c"), 3)):
        near = frozenset(count for count in before if count[0][0] != "c")
        assert wanted[near][0] == is_legal, (phrase, sources, sorted(before))
        far = before - near
        assert far <= after, (phrase, sources, sorted(before))
        assert after - far in wanted[near][1], (phrase, sources, sorted(before))
        found.setdefault(before, set()).add(after)
    assert len(found) == 4**9
    for before, outcomes in found.items():
        near = frozenset(count for count in before if count[0][0] != "c")
        assert len(outcomes) == len(wanted[near][1]), (phrase, sources, sorted(before))
