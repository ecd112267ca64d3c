"""Turning permanents face up, and paying for it: the encoding against the independent reference.

The reference looks at one permanent at a time. The encoding is asked about hundreds of permanents on one board where
only legality is compared, and about one at a time where the results are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
import reference_face_down as ref
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pyengine import Board
from pyengine.actions.action import Action, facts
from pyengine.position.board_facts import board_facts
from pyengine.position.model import BoardFile
from pyengine.position.references import cards_named
from pyengine.solving.timeline import Timeline

# --- cards and permanents --------------------------------------------------------------------------------------

CREATURE, LAND, ARTIFACT = frozenset({"creature"}), frozenset({"land"}), frozenset({"artifact"})
INSTANT, SORCERY = frozenset({"instant"}), frozenset({"sorcery"})

VANILLA = ref.RefCard("Vanilla", CREATURE, "{5}", 3, 3)
MORPH = ref.RefCard("Morph", CREATURE, "{5}", 4, 5, (("morph", "{1}"),))
MEGAMORPH = ref.RefCard("Megamorph", CREATURE, "{5}", 2, 1, (("megamorph", "{2}"),))
DISGUISE = ref.RefCard("Disguise", CREATURE, "{5}", 3, 2, (("disguise", "{3}"),))
FREE = ref.RefCard("Free", CREATURE, "{0}", 1, 1)
ARBOR = ref.RefCard("Arbor", LAND | CREATURE, None, 1, 2)
IDOL = ref.RefCard("Idol", ARTIFACT, "{5}", None, None, (("morph", "{1}"),))
CAVERN = ref.RefCard("Cavern", LAND, None, None, None, (("morph", "{1}"),))
BOTH = ref.RefCard("Both", CREATURE, "{5}", 5, 4, (("morph", "{1}"), ("disguise", "{3}")))
TWICE = ref.RefCard("Twice", CREATURE, "{5}", 6, 4, (("morph", "{1}"), ("megamorph", "{2}")))
SHOCK = ref.RefCard("Shock", INSTANT, "{5}")
RITUAL = ref.RefCard("Ritual", SORCERY, "{5}")
WOLF = ref.RefCard("Wolf", CREATURE, "{5}", 2, 3, back="Wolf Back")
FANE = ref.RefCard("Fane", ARTIFACT, "{5}", None, None, back="Wolf Back")
MAGE = ref.RefCard("Mage", CREATURE, "{5}", 1, 3, back="Mage Back")
OMEN = ref.RefCard("Omen", SORCERY, "{5}", back="Wolf Back")
CARDS = (
    VANILLA, MORPH, MEGAMORPH, DISGUISE, FREE, ARBOR, IDOL, CAVERN, BOTH, TWICE, SHOCK, RITUAL, WOLF, FANE, MAGE, OMEN,
)  # fmt: skip
"""Every cost that might be asked for is a number of its own: the mana that is left tells which was paid."""

GRANTED = "{4}"
BACKS = {
    "Wolf Back": {"types": ["creature"], "power": 7, "toughness": 7, "abilities": [{"morph": "{1}"}]},
    "Mage Back": {"types": ["sorcery"]},
}
SPLIT = {"types": ["instant"], "mana_cost": "{R}", "abilities": ["split second"]}
POOL = 9
EARLY, MIDDLE, LATE = 10, 20, 30


def card_text(card: ref.RefCard) -> dict[str, Any]:
    """A card as a board file has it."""
    text: dict[str, Any] = {"types": sorted(card.types), "abilities": [{word: cost} for word, cost in card.abilities]}
    given = {"mana_cost": card.mana_cost, "power": card.power, "toughness": card.toughness, "back": card.back}
    return text | {field: value for field, value in given.items() if value is not None}


CARD_TEXTS = {card.name: card_text(card) for card in CARDS} | BACKS | {"Split": SPLIT}


def object_text(name: str, permanent: ref.RefPermanent) -> dict[str, Any]:
    """A permanent as a board file has it; static abilities of others are not part of it."""
    effects: list[dict[str, Any]] = []
    if permanent.copy is not None:
        effects.append({"copy_of": permanent.copy.name})
    for change in permanent.changes:
        if change.scope == "it":
            effects.append(ability(change) | {"timestamp": change.timestamp})
    if permanent.becomes:
        effects.append({"becomes": {"types": sorted(permanent.becomes)}})
    if permanent.boost:
        effects.append({"gets": {"power": permanent.boost, "toughness": permanent.boost}})
    if permanent.cant_turn_up:
        effects.append({"cant_turn_up": {}})
    text: dict[str, Any] = {"id": name, "card": permanent.card.name, "controller": permanent.controller, "timestamp": 1}
    if permanent.by is not None:
        text["face_down"] = {"by": permanent.by}
        if permanent.listed != CREATURE:
            text["face_down"]["lists"] = {"types": sorted(permanent.listed), "power": 2, "toughness": 2}
    if permanent.counters:
        text["counters"] = {"+1/+1": permanent.counters}
    if permanent.phased_out:
        text["phased_out"] = True
    return text | {"effects": effects}


SCOPES: dict[str, dict[str, Any]] = {
    "it": {},
    "creatures": {"affects": {"types": ["creature"]}},
    "artifacts": {"affects": {"types": ["artifact"]}},
    "face-down permanents": {"affects": {"face_down": True}},
}


def ability(change: ref.RefChange) -> dict[str, Any]:
    """A change as an effect on one permanent, or as the static ability of another."""
    if change.adds is None:
        return {"loses_abilities": dict(SCOPES[change.scope])}
    return {"has": {change.adds[0]: change.adds[1]} | SCOPES[change.scope]}


def board_data(
    permanents: dict[str, ref.RefPermanent],
    statics: Iterable[ref.RefChange] = (),
    mana: str = f"{{{POOL}}}",
    life: int = 20,
    abilities: dict[str, dict[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A board with these permanents, and emblem-like permanents of Bob's with static abilities."""
    sources = {f"source{index}": ability(change) for index, change in enumerate(statics)}
    stamps = {f"source{index}": change.timestamp for index, change in enumerate(statics)}
    sources |= abilities or {}
    return {
        "players": {"alice": {"mana": mana, "life": life}, "bob": {"mana": mana}},
        "cards": CARD_TEXTS
        | {f"Card {name}": {"types": ["enchantment"], "abilities": [text]} for name, text in sources.items()},
        "battlefield": [object_text(name, permanent) for name, permanent in permanents.items()]
        + [
            {"id": name, "card": f"Card {name}", "controller": "bob", "timestamp": stamps.get(name, 2)}
            for name in sources
        ],
    } | more


PHRASES: dict[ref.Procedure | None, str] = {
    None: "turn {0} face up",
    "morph": "turn {0} face up for its morph cost",
    "megamorph": "turn {0} face up for its megamorph cost",
    "disguise": "turn {0} face up for its disguise cost",
    "mana": "turn {0} face up for its mana cost",
}


def by_rules_known(permanent: ref.RefPermanent) -> bool:
    """Of instant and sorcery cards that are face down for another reason, the rules say nothing."""
    return not (permanent.card.types & (INSTANT | SORCERY)) or permanent.by in ("manifest", "manifest dread", "cloak")


# --- asking many things of one board ---------------------------------------------------------------------------


def legal_ones(data: dict[str, Any], phrases: Sequence[str]) -> set[str]:
    """Those of the phrases that are legal on the board; all are judged in one program, as one event."""
    board = BoardFile.model_validate(data)
    text = board_facts(board, cards_named(board).values())
    for index, phrase in enumerate(phrases):
        text += "\n".join(facts(Action.parse(phrase), f"i{index}")) + f"\nplanned(i{index},1).\n"
    timeline = Timeline(text, ["questions/do.lp"])
    timeline.run("scheduling", n=1)
    timeline.run("doing")
    with timeline.control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        legal = [atom.symbol for atom in timeline.atoms("legal", 2) if model.contains(atom.symbol)]
    return {phrases[int(instruction.name[1:])] for _, instruction in (one.arguments for one in legal)}


def chunks(things: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(things), size):
        yield things[start : start + size]


def disagreements(
    permanents: Sequence[ref.RefPermanent],
    statics: Sequence[ref.RefChange] = (),
    priority: str = "alice",
    players: Sequence[str] = ("alice",),
    cant: Sequence[bool] | None = None,
    size: int = 300,
    **more: Any,
) -> list[tuple[Any, ...]]:
    """Every permanent, phrase and player where the encoding and the reference differ about what is legal.

    `cant` says of each permanent whether something else on the board keeps it from being turned face up.
    """
    wrong = []
    banned = cant or [False] * len(permanents)
    for part in chunks(list(zip(permanents, banned, strict=True)), size):
        named = {f"x{index}": permanent for index, (permanent, _) in enumerate(part)}
        asked = {
            PHRASES[procedure].format(f"x{index}") + f" by {who}": (permanent, ban, procedure, who)
            for index, (permanent, ban) in enumerate(part)
            for procedure in PHRASES
            for who in players
        }
        found = legal_ones(board_data(named, statics, priority=priority, **more), list(asked))
        for phrase, (permanent, ban, procedure, who) in asked.items():
            everything = replace(permanent, changes=permanent.changes + tuple(statics))
            expected = not ban and ref.may_turn_up(everything, procedure, who, priority)
            if (phrase in found) != expected:
                wrong.append((procedure, who, "legal" if expected else "illegal", everything))
    return wrong


# --- (1) permission: the whole product -------------------------------------------------------------------------

COPIES = (None, MORPH, MEGAMORPH, VANILLA)
KEYWORDS: tuple[ref.Keyword, ...] = ("morph", "megamorph", "disguise")


def all_changes() -> Iterator[tuple[ref.RefChange, ...]]:
    """Nothing, or being granted a keyword; with a removal of all abilities before it, after it, or none."""
    yield ()
    yield (ref.RefChange(EARLY),)
    for keyword in KEYWORDS:
        granted = ref.RefChange(MIDDLE, (keyword, GRANTED))
        yield (granted,)
        yield (ref.RefChange(EARLY), granted)
        yield (granted, ref.RefChange(LATE))


@pytest.mark.parametrize("by", ref.BYS)
def test_every_card_however_it_went_down_whatever_applies_to_it(by: ref.By) -> None:
    permanents = [
        ref.RefPermanent(card, by, copy=copy, changes=changes)
        for card, copy, changes in itertools.product(CARDS, COPIES, all_changes())
    ]
    assert disagreements([permanent for permanent in permanents if by_rules_known(permanent)]) == []


STATICS = [
    ref.RefChange(stamp, adds, scope)
    for stamp, adds in ((EARLY, None), (LATE, None), (MIDDLE, ("morph", GRANTED)), (MIDDLE, ("disguise", GRANTED)))
    for scope in ("creatures", "artifacts", "face-down permanents")
]


@pytest.mark.parametrize("count", [1, 2])
def test_static_abilities_of_others_apply_to_what_it_would_be(count: int) -> None:
    """Losing or having abilities as a creature, as an artifact or as a face-down permanent, by itself or one of each:
    only what it would be face up counts. Each board has other permanents of the product."""
    permanents = [
        ref.RefPermanent(card, by, copy=copy, becomes=becomes, changes=changes)
        for card in (VANILLA, MORPH, IDOL, CAVERN)
        for by in ("morph", "cloak", "effect")
        for copy in (None, IDOL, VANILLA)
        for becomes in (frozenset(), CREATURE)
        for changes in ((), (ref.RefChange(MIDDLE + 1, ("disguise", GRANTED)),))
    ]
    for statics in itertools.combinations(STATICS, count):
        if count == 2 and [change.adds and change.adds[0] for change in statics] != [None, "morph"]:
            continue
        permanents = permanents[1:] + permanents[:1]
        assert disagreements(permanents[:: 29 if count == 2 else 3], statics) == []


@dataclass(frozen=True)
class Ban:
    """A static ability of a permanent of Bob's: permanents can't be turned face up."""

    text: dict[str, Any]

    def holds(self, permanent: ref.RefPermanent, active: str) -> bool:
        """Does it speak of this face-down permanent now? "You" is Bob."""
        affects = self.text["affects"]
        if affects.get("controller") == "opponent" and permanent.controller == "bob":
            return False
        if affects.get("types") == ["artifact"] and "artifact" not in permanent.listed | permanent.becomes:
            return False  # what it is while face down counts, not what its card is (708.2)
        return self.text.get("during") in (None, "your turn" if active == "bob" else "opponents' turns")


BANS = [
    None,
    Ban({"affects": {"face_down": True}}),
    Ban({"affects": {"controller": "opponent"}, "during": "your turn"}),
    Ban({"affects": {"face_down": True}, "during": "opponents' turns"}),
    Ban({"affects": {"types": ["artifact"]}}),
]
EVERYWHERE = [
    ref.RefPermanent(card, by, controller, cant_turn_up=cant, phased_out=out)
    for card, by in [
        (MORPH, "morph"),
        (MORPH, "manifest"),
        (DISGUISE, "cloak"),
        (MEGAMORPH, "effect"),
        (VANILLA, "manifest dread"),
        (IDOL, "cloak"),
        (SHOCK, "manifest"),
        (MORPH, None),
    ]
    for controller in ("alice", "bob")
    for cant in (False, True)
    for out in (False, True)
] + [
    ref.RefPermanent(IDOL, "effect", listed=ARTIFACT | CREATURE),
    ref.RefPermanent(IDOL, "morph", becomes=ARTIFACT),
]


@pytest.mark.parametrize("split_second", [False, True], ids=["", "split second"])
@pytest.mark.parametrize("active", ["alice", "bob"])
@pytest.mark.parametrize("priority", ["alice", "bob"])
def test_who_may_and_when(priority: str, active: str, split_second: bool) -> None:
    """Every asker, controller, holder of priority and turn; bans and phasing; and split second, which stops none."""
    for ban in BANS[: 1 if split_second else None]:
        more: dict[str, Any] = {"active": active}
        if ban is not None:
            more["abilities"] = {"ban": {"cant_turn_up": ban.text}}
        if split_second:
            more["stack"] = [{"id": "split", "card": "Split", "controller": "bob"}]
        cant = [ban is not None and ban.holds(permanent, active) for permanent in EVERYWHERE]
        assert disagreements(EVERYWHERE, (), priority, ("alice", "bob"), cant, **more) == []


def test_one_at_a_time_as_users_ask() -> None:
    """The same answers from `Board.check`, with reasons that cite a rule wherever it is illegal."""
    permanents = [
        ref.RefPermanent(card, by) for card, by in itertools.product((MORPH, SHOCK, ARBOR), ("manifest", "cloak"))
    ]
    permanents += [ref.RefPermanent(MEGAMORPH, "effect"), ref.RefPermanent(DISGUISE, "disguise", controller="bob")]
    named = {f"x{index}": permanent for index, permanent in enumerate(permanents)}
    board = Board.from_data(board_data(named))
    for name, permanent in named.items():
        for procedure, phrase in PHRASES.items():
            verdict = board.check(phrase.format(name))
            assert verdict.legal == ref.may_turn_up(permanent, procedure, "alice", "alice"), (procedure, permanent)
            assert verdict.legal == (not verdict.reasons)
            assert all(reason.rule[:3].isdigit() for reason in verdict.reasons)


def test_only_permanents() -> None:
    """708.7: spells can't normally be turned face up; and a face-down card in exile is no permanent (406.3a).

    An effect turns that card up (406.3), but nobody does so by paying a cost.
    """
    board = Board.from_data(
        {
            "players": {"alice": {"mana": "{9}"}, "bob": {}},
            "cards": CARD_TEXTS,
            "stack": [{"id": "spell", "card": "Morph", "controller": "alice", "face_down": {"by": "morph"}}],
            "exile": [{"id": "exiled", "card": "Morph", "owner": "alice", "face_down": {"by": "effect"}}],
            "hand": [{"id": "held", "card": "Morph", "owner": "alice"}],
        }
    )
    for name in ("spell", "exiled", "held"):
        for procedure, phrase in PHRASES.items():
            verdict = board.check(phrase.format(name))
            assert verdict.legal is (name == "exiled" and procedure is None), (name, phrase)


# --- what it is afterwards -------------------------------------------------------------------------------------


def mana_left(outcome: Any, player: str = "alice") -> ref.Mana:
    return ref.make_mana(outcome.board.model.players[player].mana or "")


def found_results(permanent: ref.RefPermanent, procedure: ref.Procedure | None) -> list[tuple[Any, ...]]:
    """Mana left, and power, toughness, types and counters of the permanent, in every outcome."""
    board = Board.from_data(board_data({"x": permanent}))
    found = []
    for outcome in board.outcomes(PHRASES[procedure].format("x")):
        now = outcome.board.characteristics["x"]
        assert outcome.board.objects["x"].face_down is None
        counters = outcome.board.counters("x")
        assert set(counters) <= {"+1/+1"}
        found.append((mana_left(outcome), now.types, now.power, now.toughness, counters.get("+1/+1", 0)))
    return sorted(found, key=repr)


def expected_results(permanent: ref.RefPermanent, procedure: ref.Procedure | None) -> list[tuple[Any, ...]]:
    found = set()
    for result in ref.results(permanent, procedure):
        left = ref.make_mana(f"{{{POOL - sum(map(int, ref.SYMBOL.findall(result.paid or '')))}}}")
        found.add((left, result.types, result.power, result.toughness, result.counters))
    return sorted(found, key=repr)


def compare_results(permanents: Iterable[ref.RefPermanent]) -> None:
    for permanent in permanents:
        for procedure in PHRASES:
            if ref.may_turn_up(permanent, procedure, "alice", "alice"):
                wanted = expected_results(permanent, procedure)
                assert found_results(permanent, procedure) == wanted, (procedure, permanent)


@pytest.mark.parametrize("by", ref.BYS)
def test_what_each_card_becomes(by: ref.By) -> None:
    permanents = [ref.RefPermanent(card, by) for card in (CARDS if by == "manifest" else (TWICE,))]
    compare_results(permanent for permanent in permanents if by_rules_known(permanent))


def test_what_applied_still_applies() -> None:
    """708.8, 708.10: copy effects, effects that give +N/+N, counters; and megamorph that comes and goes."""
    mega = ref.RefChange(MIDDLE, ("megamorph", GRANTED))
    compare_results(
        ref.RefPermanent(card, "manifest", copy=copy, boost=boost, counters=counters, changes=changes)
        for card, copy, boost, counters, changes in [
            (VANILLA, MEGAMORPH, 3, 2, ()),
            (VANILLA, MEGAMORPH, 0, 2, (mega, ref.RefChange(LATE))),
            (MEGAMORPH, VANILLA, 3, 2, ()),
            (MEGAMORPH, VANILLA, 0, 0, (ref.RefChange(EARLY), mega)),
            (ARBOR, WOLF, 3, 2, (mega,)),
            (WOLF, IDOL, 0, 0, ()),
        ]
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("by", ref.BYS)
def test_all_results_of_the_whole_product(by: ref.By) -> None:
    permanents = (
        ref.RefPermanent(card, by, copy=copy, changes=changes)
        for card, copy, changes in itertools.product(CARDS, COPIES, all_changes())
    )
    compare_results(permanent for permanent in permanents if by_rules_known(permanent))


# --- (2) paying ------------------------------------------------------------------------------------------------


def payer(costs: Sequence[str], mana: str, life: int, by: ref.By = "morph", **more: Any) -> dict[str, Any]:
    """A board with a face-down creature x0, x1, ... for each cost: its morph, disguise or (manifested) mana cost."""
    cards: dict[str, Any] = {}
    for index, cost in enumerate(costs):
        text: dict[str, Any] = {"types": ["creature"], "power": 1, "toughness": 1}
        if by == "manifest":
            text["mana_cost"] = cost
        else:
            text |= {"mana_cost": "{9}", "abilities": [{by: cost}]}
        cards[f"Card {index}"] = text
    changes = [{"morph_costs": body} for body in more.pop("morph_costs", [])]
    cards |= {f"Change {index}": {"types": ["enchantment"], "abilities": [a]} for index, a in enumerate(changes)}
    return {
        "players": {"alice": {"mana": mana, "life": life}, "bob": {}},
        "cards": cards,
        "battlefield": [
            {"id": f"x{index}", "card": f"Card {index}", "controller": "alice", "face_down": {"by": by}}
            for index in range(len(costs))
        ]
        + [{"id": f"change{i}", "card": f"Change {i}", "controller": "bob"} for i in range(len(changes))],
    } | more


def payment_phrase(by: ref.By, x: int | None = None, name: str = "x0") -> str:
    phrase = PHRASES["mana" if by == "manifest" else by].format(name)  # type: ignore[index]
    return phrase if x is None else f"{phrase} with X = {x}"


def found_payments(board: Board, phrase: str, life: int) -> list[tuple[ref.Mana, int]]:
    """Mana left and life paid in every outcome; none if the permanent x0 stays face down."""
    return sorted(
        (mana_left(outcome), life - outcome.board.model.players["alice"].life)
        for outcome in board.outcomes(phrase)
        if outcome.board.objects["x0"].face_down is None
    )


def compare_payments(cost: str, mana: str, life: int, by: ref.By = "morph") -> None:
    board = Board.from_data(payer([cost], mana, life, by))
    wanted = sorted(ref.payments(ref.make_mana(mana), cost, life))
    assert found_payments(board, payment_phrase(by), life) == wanted, cost


SYMBOLS = ["{1}", "{3}", "{W}", "{G}", "{C}", "{W/U}", "{G/U}", "{2/W}", "{C/G}", "{G/P}", "{G/U/P}", "{X}"]
POOLS = ["", "{G}", "{W}{W}", "{G}{U}", "{G}{G}{2}", "{W}{U}{B}{R}{G}{1}", "{B}{R}{3}"]
COSTS = [
    "".join(symbols) for length in (1, 2, 3) for symbols in itertools.combinations_with_replacement(SYMBOLS, length)
]


@pytest.mark.parametrize(("mana", "life"), [*((mana, 3) for mana in POOLS), ("{G}", 1), ("{G}{U}", 20)])
def test_whether_every_small_cost_can_be_paid(mana: str, life: int) -> None:
    """Every cost of up to three symbols, from every pool."""
    pool = ref.make_mana(mana)
    wrong = []
    for part in chunks(COSTS, 200):
        phrases = {payment_phrase("morph", name=f"x{index}"): cost for index, cost in enumerate(part)}
        found = legal_ones(payer(part, mana, life), list(phrases))
        for phrase, cost in phrases.items():
            expected = bool(ref.payments(pool, cost, life))
            if (phrase in found) != expected:
                wrong.append((cost, "payable" if expected else "not payable"))
    assert wrong == []


@pytest.mark.parametrize(("mana", "step"), [("{G}{G}{2}", 90), ("{W}{U}{B}{R}{G}{1}", 45)])
def test_every_way_to_pay_small_costs(mana: str, step: int) -> None:
    """Every cost of one symbol, and some of those of two and three."""
    for cost in COSTS[: len(SYMBOLS)] + COSTS[len(SYMBOLS) :: step]:
        compare_payments(cost, mana, 3)


@pytest.mark.exhaustive
@pytest.mark.parametrize("life", [1, 3, 20])
@pytest.mark.parametrize("mana", POOLS)
def test_every_way_to_pay_every_small_cost(mana: str, life: int) -> None:
    for cost in COSTS:
        compare_payments(cost, mana, life)


ALL_SYMBOLS = [
    *(f"{{{number}}}" for number in range(5)),
    *(f"{{{kind}}}" for kind in ref.KINDS),
    *(f"{{{pair}}}" for pair in ("W/U", "W/B", "U/B", "U/R", "B/R", "B/G", "R/G", "R/W", "G/W", "G/U")),
    *(f"{{2/{kind}}}" for kind in "WUBRG"),
    *(f"{{C/{kind}}}" for kind in "WUBRG"),
    *(f"{{{kind}/P}}" for kind in "WUBRG"),
    *(f"{{{pair}/P}}" for pair in ("W/U", "W/B", "U/B", "U/R", "B/R", "B/G", "R/G", "R/W", "G/W", "G/U")),
]
"""107.4, but for {X} and snow: where mana came from is not written on a board."""

any_cost = st.lists(st.sampled_from(ALL_SYMBOLS), min_size=1, max_size=5).map("".join)
any_pool = st.lists(st.sampled_from([*(f"{{{kind}}}" for kind in ref.KINDS), "{2}"]), max_size=7).map("".join)
any_life = st.integers(1, 12)


@settings(max_examples=20, deadline=None)
@given(cost=any_cost, mana=any_pool, life=any_life, by=st.sampled_from(["morph", "megamorph", "disguise", "manifest"]))
@example(cost="{2/W}{2/U}{1}", mana="{W}{U}{B}{R}{1}", life=5, by="morph")
@example(cost="{G/P}{G/P}{G/U/P}", mana="{U}{G}", life=4, by="disguise")
def test_any_cost_of_any_procedure(cost: str, mana: str, life: int, by: ref.By) -> None:
    compare_payments(cost, mana, life, by)


@settings(max_examples=12, deadline=None)
@given(
    symbols=any_cost,
    variables=st.integers(1, 2),
    mana=any_pool,
    life=st.integers(1, 5),
    x=st.none() | st.integers(0, 4),
)
@example(symbols="{R}", variables=2, mana="{R}{4}", life=1, x=None)
def test_any_cost_with_x(symbols: str, variables: int, mana: str, life: int, x: int | None) -> None:
    """107.3d: X is chosen as the action is taken; every {X} is the same (107.3i)."""
    cost = "{X}" * variables + symbols
    board = Board.from_data(payer([cost], mana, life))
    wanted = ref.payments(ref.make_mana(mana), cost, life, x)
    assert found_payments(board, payment_phrase("morph", x), life) == sorted(wanted)


@settings(max_examples=12, deadline=None)
@given(
    cost=st.lists(st.sampled_from([*ALL_SYMBOLS[:11], "{G/U}", "{G/P}"]), min_size=1, max_size=4).map("".join),
    mana=any_pool,
    by=st.sampled_from(["morph", "megamorph", "disguise", "manifest"]),
    changes=st.lists(
        st.tuples(
            st.sampled_from(["more", "less"]),
            st.integers(1, 3),
            st.sampled_from([("morph",), ("disguise",), ("mana",), ("morph", "disguise", "mana")]),
        ),
        min_size=1,
        max_size=3,
    ),
)
@example(cost="{1}{G}", mana="{G}", by="morph", changes=[("less", 3, ("morph",))])
@example(cost="{1}{G}", mana="{G}{1}", by="megamorph", changes=[("less", 3, ("morph",)), ("more", 3, ("morph",))])
@example(cost="{1}{G}", mana="{G}{1}", by="disguise", changes=[("more", 1, ("morph",))])
def test_costs_that_are_more_or_less(
    cost: str, mana: str, by: ref.By, changes: list[tuple[str, int, tuple[str, ...]]]
) -> None:
    """601.2f: increases first, then reductions, of the generic part only (118.7a). Megamorph costs are morph costs."""
    mine = {"manifest": "mana", "disguise": "disguise"}.get(by, "morph")
    more = sum(number for way, number, procedures in changes if way == "more" and mine in procedures)
    less = sum(number for way, number, procedures in changes if way == "less" and mine in procedures)
    bodies = [{way: number, "procedures": list(procedures)} for way, number, procedures in changes]
    board = Board.from_data(payer([cost], mana, 20, by, morph_costs=bodies))
    wanted = ref.payments(ref.make_mana(mana), cost, 20, more=more, less=less)
    assert found_payments(board, payment_phrase(by), 20) == sorted(wanted)


@pytest.mark.parametrize("less", [1, 2, 3])
@pytest.mark.parametrize(
    ("cost", "mana"),
    [("{2/W}", "{W}{2}"), ("{2/W}{2/U}", "{W}{3}"), ("{X}{G}", "{G}{2}"), ("{X}{X}{1}", "{R}{2}")],
)
def test_reductions_of_what_is_chosen(cost: str, mana: str, less: int) -> None:
    """X and the halves of hybrid symbols are chosen first, then the cost is determined, as for spells (601.2b, f).

    118.13c and 107.3d say only that they are chosen immediately before paying.
    """
    board = Board.from_data(payer([cost], mana, 20, morph_costs=[{"less": less}]))
    wanted = ref.payments(ref.make_mana(mana), cost, 20, less=less)
    assert found_payments(board, payment_phrase("morph"), 20) == sorted(wanted)


@pytest.mark.parametrize(("life", "pay"), [(5, 5), (4, 5), (7, 5), (6, 5)])
def test_life_besides_mana(life: int, pay: int) -> None:
    """119.4: both payments of life, the one of a Phyrexian symbol and the other, come from the same life total."""
    board = Board.from_data(payer([{"mana": "{G/P}{1}", "life": pay}], "{G}{1}", life))  # type: ignore[list-item]
    wanted = ref.payments(ref.make_mana("{G}{1}"), "{G/P}{1}", life, pay_life=pay)
    assert found_payments(board, payment_phrase("morph"), life) == sorted(wanted)


def test_no_mana_cost_stays_unpayable() -> None:
    """118.6, 118.6a: no mana cost is not {0}, and being increased or reduced does not make it payable."""
    for body in ({"more": 1, "procedures": ["mana"]}, {"less": 1, "procedures": ["mana"]}):
        board = Board.from_data(
            board_data({"x": ref.RefPermanent(ARBOR, "manifest")}, abilities={"change": {"morph_costs": body}})
        )
        assert not board.check(PHRASES["mana"].format("x")).legal


# --- (3) the reference itself ----------------------------------------------------------------------------------

DEMON = ref.RefCard("Grinning Demon", CREATURE, "{2}{B}{B}", 6, 6, (("morph", "{2}{B}{B}"),))
LORIAN = ref.RefCard("Branchsnap Lorian", CREATURE, "{1}{G}{G}", 4, 1, (("morph", "{G}"),))
WANDERING = ref.RefCard("Wandering Ones", CREATURE, "{U}", 1, 1)


def test_the_examples_of_708_10() -> None:
    """A face-down Grinning Demon becomes a copy of Branchsnap Lorian, or of Wandering Ones."""
    lorian = ref.RefPermanent(DEMON, "morph", copy=LORIAN)
    assert ref.prices(lorian, "morph") == (ref.RefPrice("{G}"),)
    assert ref.results(lorian, "morph") == {ref.RefResult("{G}", CREATURE, 4, 1, 0)}
    ones = ref.RefPermanent(DEMON, "morph", copy=WANDERING)
    assert not any(ref.may_turn_up(ones, procedure, "alice", "alice") for procedure in ref.PROCEDURES)
    assert ref.may_turn_up(ones, None, "alice", "alice")
    assert ref.results(ones, None) == {ref.RefResult(None, CREATURE, 1, 1, 0)}


@pytest.mark.parametrize("by", ref.BYS)
def test_morph_and_disguise_work_however_it_went_down(by: ref.By) -> None:
    """702.37e and 702.168d ask for the ability only; 701.40b and 701.58b for how it went down."""
    both = ref.RefPermanent(BOTH, by)
    ways = {procedure: bool(ref.prices(both, procedure)) for procedure in ref.PROCEDURES}
    hidden = by in ("manifest", "manifest dread", "cloak")
    assert ways == {"morph": True, "megamorph": False, "disguise": True, "mana": hidden}


def test_manifested_cards() -> None:
    """701.40b: a creature card with a mana cost. 701.40c: a card with morph. 701.40g: no instant or sorcery card."""

    def ways(card: ref.RefCard) -> set[ref.Procedure | None]:
        permanent = ref.RefPermanent(card, "manifest")
        return {procedure for procedure in PHRASES if ref.may_turn_up(permanent, procedure, "alice", "alice")}

    assert ways(VANILLA) == {None, "mana"}
    assert ways(FREE) == {None, "mana"}
    assert ways(ARBOR) == {None}
    assert ways(IDOL) == {None, "morph"}
    assert ways(MEGAMORPH) == {None, "mana", "morph", "megamorph"}
    assert ways(SHOCK) == ways(RITUAL) == ways(OMEN) == set()
    assert ways(FANE) == {None}
    assert ways(MAGE) == ways(WOLF) == {None, "mana"}


def test_the_counter_of_megamorph() -> None:
    """702.37b: only if its megamorph cost was paid."""
    mega = ref.RefPermanent(MEGAMORPH, "manifest")
    assert {procedure: {r.counters for r in ref.results(mega, procedure)} for procedure in PHRASES} == {
        None: {0},
        "mana": {0},
        "morph": {1},
        "megamorph": {1},
        "disguise": set(),
    }
    assert {(r.paid, r.counters) for r in ref.results(ref.RefPermanent(TWICE, "morph"), "morph")} == {
        ("{1}", 0),
        ("{2}", 1),
    }


def test_the_later_of_losing_and_being_granted_counts() -> None:
    granted = ref.RefChange(MIDDLE, ("morph", GRANTED))
    before, after = ref.RefChange(EARLY), ref.RefChange(LATE)
    assert ref.prices(ref.RefPermanent(VANILLA, "effect", changes=(granted, before)), "morph") == (
        ref.RefPrice(GRANTED),
    )
    assert ref.prices(ref.RefPermanent(VANILLA, "effect", changes=(granted, after)), "morph") == ()
    assert ref.prices(ref.RefPermanent(MORPH, "morph", changes=(before,)), "morph") == ()
    assert len(ref.prices(ref.RefPermanent(MORPH, "morph", changes=(granted,)), "morph")) == 2


def test_what_it_would_be_is_what_counts() -> None:
    """Creatures lose all abilities: a face-down artifact is a creature, but would not be one face up."""
    humility = (ref.RefChange(EARLY, None, "creatures"),)
    assert ref.prices(ref.RefPermanent(IDOL, "manifest", changes=humility), "morph")
    assert ref.prices(ref.RefPermanent(IDOL, "manifest", changes=humility, becomes=CREATURE), "morph") == ()
    assert ref.prices(ref.RefPermanent(MORPH, "manifest", changes=humility), "morph") == ()
    assert ref.prices(ref.RefPermanent(MORPH, "manifest", changes=humility), "mana") == (ref.RefPrice("{5}"),)


def test_only_its_controller_with_priority() -> None:
    permanent = ref.RefPermanent(MORPH, "morph")
    assert ref.may_turn_up(permanent, "morph", "alice", "alice")
    assert not ref.may_turn_up(permanent, "morph", "bob", "bob")
    assert not ref.may_turn_up(permanent, "morph", "alice", "bob")
    assert ref.may_turn_up(permanent, None, "bob", "bob")
    assert not ref.may_turn_up(replace(permanent, phased_out=True), None, "alice", "alice")
    assert not ref.may_turn_up(replace(permanent, cant_turn_up=True), "morph", "alice", "alice")
    assert not ref.may_turn_up(replace(permanent, by=None), "morph", "alice", "alice")


PAYMENTS: list[tuple[str, str, dict[str, int], set[tuple[str, int]]]] = [
    # 107.4a, 107.4b, 107.4c: colors and {C} need their own mana, numbers take any
    ("{G}", "{W}{1}", {}, set()),
    ("{C}", "{W}", {}, set()),
    ("{1}", "{W}{U}", {}, {("{W}", 0), ("{U}", 0)}),
    ("{1}{G}", "{G}{1}", {}, {("", 0)}),
    ("{2}", "{G}", {}, set()),
    ("{0}", "", {}, {("", 0)}),
    # 107.4e: {W/U} with white or blue; {2/B} with one black or two of any type
    ("{W/U}", "{W}{U}{B}", {}, {("{U}{B}", 0), ("{W}{B}", 0)}),
    ("{2/B}", "{B}{R}{G}", {}, {("{R}{G}", 0), ("{B}", 0), ("{R}", 0), ("{G}", 0)}),
    ("{2/B}", "{R}", {}, set()),
    # 107.4f: with one mana of its color, or of either, or by paying 2 life
    ("{G/P}", "{G}", {}, {("", 0), ("{G}", 2)}),
    ("{G/U/P}", "{G}{U}", {}, {("{U}", 0), ("{G}", 0), ("{G}{U}", 2)}),
    # 118.3, 119.4: a player with only 1 life can't pay 2 life; payments add up
    ("{G/P}", "", {"life": 1}, set()),
    ("{G/P}", "", {"life": 2}, {("", 2)}),
    ("{G/P}{G/P}", "{G}", {"life": 3}, {("", 2)}),
    ("{G/P}", "{G}", {"life": 5, "pay_life": 5}, {("", 5)}),
    # 107.3d, 107.3i: any X, the same everywhere
    ("{X}{G}", "{G}{2}", {}, {("{2}", 0), ("{1}", 0), ("", 0)}),
    ("{X}{X}", "{3}", {}, {("{3}", 0), ("{1}", 0)}),
    ("{X}", "{3}", {"x": 2}, {("{1}", 0)}),
    ("{X}", "{3}", {"x": 4}, set()),
    # 601.2f, 118.7a: reductions after increases, of generic mana only, to no less than nothing
    ("{1}{G}", "{G}", {"less": 3}, {("", 0)}),
    ("{G}", "", {"less": 3}, set()),
    ("{1}", "{3}", {"more": 2, "less": 1}, {("{1}", 0)}),
    ("{1}", "{2}", {"more": 2, "less": 5}, {("{2}", 0)}),
    ("{G}", "{G}{1}", {"more": 1}, {("", 0)}),
]


@pytest.mark.parametrize(("cost", "mana", "more", "expected"), PAYMENTS)
def test_payments_of_the_reference(cost: str, mana: str, more: dict[str, int], expected: set[tuple[str, int]]) -> None:
    wanted = {(ref.make_mana(left), life) for left, life in expected}
    assert ref.payments(ref.make_mana(mana), cost, **more) == wanted


@given(cost=any_cost, mana=any_pool, life=any_life)
def test_what_is_left_was_there(cost: str, mana: str, life: int) -> None:
    """Nothing is gained by paying; two life stand for one symbol; more mana never makes a cost unpayable."""
    pool = ref.make_mana(mana)
    found = ref.payments(pool, cost, life)
    for left, paid in found:
        assert all(0 <= after <= before for after, before in zip(left, pool, strict=True))
        assert paid % 2 == 0 <= paid <= life
    if found:
        assert ref.payments(ref.make_mana(mana + "{B}"), cost, life)
