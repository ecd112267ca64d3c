"""Every word of filters in every place where a filter stands: it works there, or is refused with what would be right.

What is expected follows from the word alone, by `meets`; nothing here knows how the encoding asks.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from common import showing

from pyengine import Board
from pyengine.asking.programs import instruction_facts
from pyengine.card_model.filters import Described, Filter, Spells
from pyengine.english.ability_lines import Line, read_line
from pyengine.english.effect_terms import SpellAbility
from pyengine.errors import PyengineError
from pyengine.solving.timeline import Timeline

Word = Mapping[str, Any]

WORDS: tuple[Word, ...] = (
    {"this": True},
    {"other": True},
    {"attached": True},
    {"types": ["artifact"]},
    {"types": ["enchantment", "creature"]},
    {"subtypes": ["bear"]},
    {"subtypes": ["equipment", "elf"]},
    {"supertypes": ["legendary"]},
    {"not_types": ["creature"]},
    {"not_subtypes": ["elf"]},
    {"not_supertypes": ["legendary"]},
    {"has": ["toxic"]},
    {"has": ["ward", "flying"]},
    {"without": ["toxic"]},
    {"controller": "you"},
    {"controller": "opponent"},
    {"controller": "your team"},
    {"controller": "not you"},
    {"counters": ["charge"]},
    {"counters": ["charge", "oil"], "counters_at_least": 2},
    {"has_counters": True},
    {"no_counters": ["charge"]},
    {"no_counters_any": True},
    {"modified": True},
    {"historic": True},
    {"multicolored": True},
    {"all_types": ["artifact", "creature"]},
    {"tapped": True},
    {"tapped": False},
    {"equipped": True},
    {"this_turn": "entered"},
    {"this_turn": "was dealt damage"},
    {"abilities": True},
    {"abilities": False},
    {"token": True},
    {"token": False},
    {"attacking": True},
    {"attacking": False},
    {"face_down": True},
    {"face_down": False},
    {"colors": ["black", "white"]},
    {"not_colors": ["green"]},
    {"colorless": True},
    {"names": ["Ox", "Imp"]},
    {"mana_value_at_least": 3},
    {"mana_value_at_most": 1},
    {"types": ["creature"], "controller": "you", "other": True},
)


def test_the_table_has_every_word() -> None:
    # What was chosen depends on the object that asks: `tests/scenarios/607_2_linked_abilities.yaml`. Nothing here is
    # enchanted, and every permanent is of a permanent's type.
    others = {"players", "chosen", "enchanted", "permanent_card"}
    assert {word for one in WORDS for word in one} == {*Filter.model_fields} - others
    assert {*Spells.model_fields} <= {*Filter.model_fields}


# --- what a word means -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Thing:
    """Something that a filter is asked about."""

    name: str
    whose: str = "alice"
    types: Collection[str] = ("creature",)
    subtypes: Collection[str] = ()
    supertypes: Collection[str] = ()
    cost: str = ""
    abilities: Sequence[str] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    token: bool = False
    attacking: bool = False
    face_down: bool = False
    this_turn: Collection[str] = ()
    power: int = 2
    tapped: bool = False
    owner: str = ""
    nothing: bool = False
    """Whether it lies face down in exile, where a card has no characteristics (406.3a)."""

    @property
    def id(self) -> str:
        return self.name.lower()

    def card(self) -> dict[str, Any]:
        printed = {"types": self.types, "subtypes": self.subtypes, "supertypes": self.supertypes}
        size = {"power": self.power, "toughness": 9} if "creature" in self.types else {}
        cost = {"mana_cost": self.cost} if self.cost else {}
        return {**printed, **size, **cost, "abilities": self.abilities}

    def on_board(self, zone: str = "battlefield") -> dict[str, Any]:
        one: dict[str, Any] = {"id": self.id, "card": self.name, "counters": self.counters}
        if zone == "stack":
            lies = {"face_down": {"by": "morph"}} if self.face_down else {}
            return {"id": self.id, "card": self.name, "controller": self.whose, **lies}
        if zone != "battlefield":
            return {**one, "owner": self.whose, **({"face_down": {"by": "effect"}} if self.nothing else {})}
        status = {"controller": self.whose, "token": self.token, "attacking": self.attacking, "tapped": self.tapped}
        status |= {"owner": self.owner} if self.owner else {}
        status |= {"this_turn": list(self.this_turn)}
        return {**one, **status, **({"face_down": {"by": "manifest"}} if self.face_down else {})}


LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def meets(word: Word, one: Thing, asker: str, host: str = "") -> bool:
    """Whether a thing meets a filter of alice's, asked on behalf of an object that is attached to a host."""
    shown = Thing(one.name) if one.face_down else one  # 708.2: a 2/2 creature with nothing else
    shown = Thing(one.name, types=(), power=0) if one.nothing else shown
    colors = {LETTERS[letter] for letter in shown.cost if letter in LETTERS}
    mana_value = sum(int(part) if part.isdigit() else 1 for part in shown.cost.strip("{}").split("}{") if part)
    keywords = {part for ability in shown.abilities for part in (ability, ability.split()[0])}
    of_every_kind = "changeling" in keywords
    creature_types = {"bear", "elf"} if of_every_kind else set()
    counts = [count for kind, count in one.counters.items() if kind in word.get("counters", ())]
    told = {
        "this": one.id == asker,
        "other": one.id != asker,
        "attached": one.id == host,
        "types": bool({*shown.types} & {*word.get("types", ())}),
        "subtypes": bool(({*shown.subtypes} | creature_types) & {*word.get("subtypes", ())}),
        "supertypes": bool({*shown.supertypes} & {*word.get("supertypes", ())}),
        "not_types": not {*shown.types} & {*word.get("not_types", ())},
        "not_subtypes": not ({*shown.subtypes} | creature_types) & {*word.get("not_subtypes", ())},
        "not_supertypes": not {*shown.supertypes} & {*word.get("not_supertypes", ())},
        "has": bool(keywords & {*word.get("has", ())}),
        "without": not keywords & {*word.get("without", ())},
        "controller": (one.whose == "alice") == (word.get("controller") not in ("opponent", "not you")),
        "counters": bool(counts),
        "counters_at_least": any(count >= word.get("counters_at_least", 0) for count in counts),
        "has_counters": bool(one.counters),
        "no_counters": not {*one.counters} & {*word.get("no_counters", ())},
        "no_counters_any": not one.counters,
        "modified": bool(one.counters) or one.id == (host or None),  # by one's own Equipment
        "this_turn": word.get("this_turn") in one.this_turn,
        "abilities": bool(shown.abilities) == word.get("abilities"),
        "token": one.token == word.get("token"),
        "attacking": one.attacking == word.get("attacking"),
        "face_down": (one.face_down or one.nothing) == word.get("face_down"),
        "colors": bool(colors & {*word.get("colors", ())}),
        "not_colors": not colors & {*word.get("not_colors", ())},
        "colorless": not colors,
        "names": not (one.face_down or one.nothing) and shown.name in word.get("names", ()),
        "mana_value_at_least": mana_value >= word.get("mana_value_at_least", 0),
        "mana_value_at_most": mana_value <= word.get("mana_value_at_most", 0),
        "mana_value_is": mana_value == word.get("mana_value_is"),
        "all_types": {*word.get("all_types", ())} <= {*shown.types},
        "permanent_card": not {"artifact", "creature", "enchantment"}.isdisjoint(shown.types),
        "multicolored": len(colors) > 1,
        "monocolored": len(colors) == 1,
        "owner": ((one.owner or one.whose) == "alice") == (word.get("owner") == "you"),
        "tapped": one.tapped == word.get("tapped"),
        "attacking_or_blocking": one.attacking,
        "blocking": False,
        "historic": bool({"artifact", "legendary", "saga"} & {*shown.types, *shown.supertypes, *shown.subtypes}),
        "enchanted": False,
        "equipped": one.id == (host or None),
        "power_at_least": "creature" in shown.types and shown.power >= word.get("power_at_least", 0),
        "power_at_most": "creature" in shown.types and shown.power <= word.get("power_at_most", 0),
        "toughness_at_least": "creature" in shown.types and _toughness(one) >= word.get("toughness_at_least", 0),
        "toughness_at_most": "creature" in shown.types and _toughness(one) <= word.get("toughness_at_most", 0),
        "suspended": "suspend" in keywords and "time" in one.counters,
    }
    return all(told[key] for key in word)


def _toughness(one: Thing) -> int:
    return 2 if one.face_down else 9


POOL = (
    Thing("Bear", subtypes=["bear"], cost="{1}{G}", attacking=True, this_turn=["entered"]),
    Thing("Ox", "alice", ["creature", "artifact"], ["ox"], ["legendary"], "{5}", ["flying", "toxic 2"]),
    Thing("Imp", "bob", subtypes=["imp"], cost="{B}{R}", counters={"charge": 3}, this_turn=["was dealt damage"]),
    Thing("Elf", "bob", subtypes=["elf"], cost="{W}", abilities=["ward {2}"], token=True, tapped=True),
    Thing("Shape", subtypes=["shapeshifter"], cost="{3}{U}", abilities=["changeling"], counters={"charge": 1}),
    Thing("Hall", types=["enchantment"], cost="{2}{W}", counters={"age": 1}),
    Thing("Moth", subtypes=["moth"], cost="{4}{B}", abilities=["toxic 1"], face_down=True, counters={"oil": 2}),
)
CARDS = tuple(
    Thing(one.name, "alice", one.types, one.subtypes, one.supertypes, one.cost, one.abilities, one.counters)
    for one in POOL
)
"""The same as cards of alice's in another zone."""


def test_of_what_is_there_some_meet_each_word_and_some_do_not() -> None:
    for word in WORDS:
        found = {meets(word, one, "rod", "bear") for one in (*POOL, Thing("Rod", types=["artifact"], abilities=["x"]))}
        assert found == {True, False}, word


# --- asking ------------------------------------------------------------------------------------------------------


def board(cards: Mapping[str, Any], **zones: Iterable[Mapping[str, Any]]) -> Board:
    data = {
        "players": {"alice": {"mana": "{W}{U}{B}{R}{G}{9}"}, "bob": {}},
        "step": "declare attackers",
        "cards": {**{one.name: one.card() for one in POOL}, **cards},
        **{zone: list(objects) for zone, objects in zones.items()},
    }
    return Board.parse(json.dumps(data))


def judged(start: Board, *actions: str) -> Timeline:
    """The board, and what can be done of the actions, which all are considered at once."""
    facts = instruction_facts(start, [start.action(one) for one in actions])
    scheduled = "".join(f"scheduled(i{number},0).\n" for number, _ in enumerate(actions, 1))
    timeline = Timeline(
        start.facts() + facts + scheduled, ["questions/do.lp"], courses=("scheduling", "judging"), more=LOOKED_AT
    )
    timeline.run("judging")
    return timeline


LOOKED_AT = showing("matches/4", "counted/4", "there_is/6", "eligible/4", "speaks_of/5")


def found(timeline: Timeline, predicate: str, arity: int) -> list[list[str]]:
    """The atoms of a predicate that hold whatever is chosen, as their arguments' texts."""
    atoms = timeline.control.atoms(predicate, arity)
    assert all(atom.is_fact for atom in atoms if not atom.is_external), "what nobody chooses is a fact"
    return [[str(argument) for argument in atom.symbol.arguments] for atom in atoms]


def refused(start: Any, *arguments: Any) -> bool:
    try:
        start(*arguments)
    except PyengineError as error:
        assert "expected" in str(error) or "can't ask for" in str(error)
        return True
    return False


def quoted(*names: str) -> set[str]:
    return {f'"{name}"' for name in names}


# --- abilities that affect ---------------------------------------------------------------------------------------

HEADS: dict[str, dict[str, Any]] = {
    "cant_put": {},
    "cant_remove": {},
    "would_put": {"times": 2},
    "enters_with": {"counters": {"charge": 1}},
    "gets": {"power": 1},
    "base": {"power": 1},
    "has": {"keywords": ["reach"]},
    "loses_abilities": {},
    "cant_have": {"keywords": ["reach"]},
    "loses": {"keywords": ["reach"]},
    "becomes": {"subtypes": ["wizard"]},
    "switches": {},
    "instead": {"event": "damage", "instead": "put counters", "kind": "oil"},
    "trigger": {"event": "counters put"},
    "cant_turn_up": {},
    "cant_enter": {},
    "cant_fight": {"what": ["block"]},
    "fights": {"what": "must attack"},
    "doesnt_untap": {},
    "cant_activate": {},
    "ability_costs": {"more": 1},
    "more_mana": {"mana": "{G}"},
    "enters_tapped": {},
    "may_look": {},
}
BEFORE_KEYWORDS = ("has", "cant_have", "loses", "loses_abilities", "becomes")


@pytest.mark.parametrize("head", HEADS)
def test_what_abilities_affect(head: str) -> None:
    def ability(word: Word) -> dict[str, Any]:
        return {head: {**HEADS[head], "affects": word}}

    def with_rod(words: Sequence[Word]) -> Board:
        rod = {"types": ["artifact"], "subtypes": ["equipment"], "abilities": [ability(word) for word in words]}
        there = {"id": "rod", "card": "Rod", "controller": "alice", "attached_to": "bear"}
        return board({"Rod": rod}, battlefield=[*(one.on_board() for one in POOL), there])

    never = ("has", "without", "abilities") if head in BEFORE_KEYWORDS else ()
    works = [word for word in WORDS if not {*word} & {*never}]
    assert [word for word in WORDS if word not in works and not refused(with_rod, [word])] == []
    matched = found(judged(with_rod(works)), "matches", 4)
    things = [*POOL, Thing("Rod", types=["artifact"], subtypes=["equipment"], abilities=["its own"])]
    for number, word in enumerate(works, 1):
        expected = quoted(*(one.id for one in things if meets(word, one, "rod", "bear")))
        assert {what for _, _, one, what in matched if one == f'ability("Rod",{number})'} == expected, word


def test_who_affects_players_and_who_does_not() -> None:
    for head, body in HEADS.items():
        rod = {"types": ["artifact"], "abilities": [{head: {**body, "affects": {"players": "each"}}}]}
        of_players = head in ("cant_put", "cant_remove", "would_put", "instead", "trigger")
        assert refused(board, {"Rod": rod}) != of_players, head


# --- what enters -------------------------------------------------------------------------------------------------


def test_what_enters_with_counters() -> None:
    """614.12: as it would exist on the battlefield, without counters and face up; under alice's control."""
    things = [
        Thing(one.name, "alice", one.types, one.subtypes, one.supertypes, one.cost, one.abilities) for one in CARDS
    ]
    kinds = [f"kind{number}" for number, _ in enumerate(WORDS)]
    abilities = [
        {"enters_with": {"counters": {kind: 1}, "affects": word}} for kind, word in zip(kinds, WORDS, strict=True)
    ]
    rod = {"types": ["artifact"], "abilities": abilities}
    start = board(
        {"Rod": rod},
        battlefield=[{"id": "rod", "card": "Rod", "controller": "alice"}],
        graveyard=[one.on_board("graveyard") for one in things],
    )
    [outcome] = start.outcomes(f"put {' and '.join(one.id for one in things)} onto the battlefield")
    for one in things:
        expected = {kind for kind, word in zip(kinds, WORDS, strict=True) if meets(word, one, "rod")}
        assert {*outcome.board.counters(one.id)} == expected, one


OF_PERMANENTS = ("this", "attached", "token", "attacking", "face_down", "tapped", "enchanted", "equipped")


@pytest.mark.parametrize("zone", ["battlefield", "graveyard"])
def test_what_is_counted(zone: str) -> None:
    def entering(words: Sequence[Word]) -> Board:
        abilities = [{"enters_with": {"counters": {"age": 1}, "for_each": {**word, "in_zone": zone}}} for word in words]
        new = {"types": ["creature"], "power": 0, "toughness": 9, "abilities": abilities}
        things = POOL if zone == "battlefield" else CARDS
        there = {"battlefield": [], "graveyard": [], zone: [one.on_board(zone) for one in things]}
        return board({"New": new}, **there, hand=[{"id": "new", "card": "New", "owner": "alice"}])

    never = () if zone == "battlefield" else OF_PERMANENTS
    works = [word for word in WORDS if not {*word} & {*never}]
    assert [word for word in WORDS if word not in works and not refused(entering, [word])] == []
    counted = found(judged(entering(works), "put new onto the battlefield"), "counted", 4)
    for number, word in enumerate(works, 1):
        things = POOL if zone == "battlefield" else CARDS
        expected = quoted(*(one.id for one in things if meets(word, one, "new")))
        assert {what for _, _, one, what in counted if one == f'ability("New",{number})'} == expected, word


@pytest.mark.parametrize("field", ["removing", "there_is"])
def test_what_is_asked_as_something_enters(field: str) -> None:
    """Each word is asked together with each name, so that it speaks of one object."""
    asked: list[tuple[Word, Thing]] = [(word, one) for word in WORDS for one in POOL if "names" not in word]

    def ability(word: Word, one: Thing) -> dict[str, Any]:
        if field == "removing":
            return {"enters_with": {"counters": {"age": 1}, "removing": {**word, "names": [one.name]}}}
        return {"enters_with": {"counters": {"age": 1}, "only_if": {"there_is": {**word, "names": [one.name]}}}}

    new = {"types": ["creature"], "power": 0, "toughness": 9, "abilities": [ability(*one) for one in asked]}
    start = board(
        {"New": new},
        battlefield=[one.on_board() for one in POOL],
        hand=[{"id": "new", "card": "New", "owner": "alice"}],
    )
    timeline = judged(start, "put new onto the battlefield")
    told = found(timeline, *(("counted", 4) if field == "removing" else ("there_is", 6)))
    met = {one[2 if field == "removing" else 3] for one in told}
    for number, (word, one) in enumerate(asked, 1):
        expected = meets({**word, "names": [one.name]}, one, "new")
        assert (f'ability("New",{number})' in met) == expected, (word, one)


@pytest.mark.parametrize("zone", ["battlefield", "graveyard"])
def test_what_something_may_enter_as_a_copy_of(zone: str) -> None:
    def entering(words: Sequence[Word]) -> Board:
        copiers = {
            f"Copier {number}": {
                "types": ["creature"],
                "power": 0,
                "toughness": 9,
                "abilities": [{"enters_as_copy": {"of": {**word, "in_zone": zone}, "optional": True}}],
            }
            for number, word in enumerate(words)
        }
        hand = [{"id": f"new{number}", "card": f"Copier {number}", "owner": "alice"} for number, _ in enumerate(words)]
        things = POOL if zone == "battlefield" else CARDS
        there = {"battlefield": [], "graveyard": [], zone: [one.on_board(zone) for one in things]}
        return board(copiers, **there, hand=hand)

    never = ("this", "attached") if zone == "battlefield" else OF_PERMANENTS
    works = [word for word in WORDS if not {*word} & {*never}]
    assert [word for word in WORDS if word not in works and not refused(entering, [word])] == []
    names = " and ".join(f"new{number}" for number, _ in enumerate(works))
    timeline = judged(entering(works), f"put {names} onto the battlefield")
    eligible = [
        [str(one) for one in atom.symbol.arguments] for atom in timeline.control.atoms("eligible", 4) if atom.is_fact
    ]
    for number, word in enumerate(works):
        things = POOL if zone == "battlefield" else CARDS
        expected = quoted(*(one.id for one in things if meets(word, one, f"new{number}")))
        assert {what for _, _, chooser, what in eligible if chooser == f'"new{number}"'} == expected, word


# --- choices as something is turned face up ----------------------------------------------------------------------


def hidden(number: int) -> Thing:
    """A face-down permanent whose ability or cost asks for the word of this number."""
    return Thing(f"Hidden{number}", face_down=True)


def turned(words: Sequence[Word], ability: Any) -> Board:
    cards = {
        hidden(number).name: {"types": ["creature"], "power": 1, "toughness": 9, "abilities": ability(word)}
        for number, word in enumerate(words)
    }
    there = [*POOL, *(hidden(number) for number, _ in enumerate(words))]
    return board(
        cards,
        battlefield=[one.on_board() for one in there],
        hand=[{**one.on_board("hand"), "id": f"held {one.id}"} for one in CARDS],
        graveyard=[{**one.on_board("graveyard"), "id": f"dead {one.id}"} for one in CARDS],
    )


def chosen(timeline: Timeline) -> dict[tuple[str, str], set[str]]:
    """Who may choose what: by how it is asked for, and by who chooses."""
    by: dict[tuple[str, str], set[str]] = {}
    for _, choice, chooser, what in found(timeline, "eligible", 4):
        by.setdefault((choice.rpartition(",")[2].rstrip(")"), chooser), set()).add(what)
    return by


@pytest.mark.parametrize("how", ["becomes_copy_of", "attach_to"])
def test_what_is_chosen_as_something_is_turned_face_up(how: str) -> None:
    start = turned(WORDS, lambda word: [{"as_turned_up": {how: word}}])
    timeline = judged(start, *(f"turn {hidden(number).id} face up" for number, _ in enumerate(WORDS)))
    by = chosen(timeline)
    there = [*POOL, *(hidden(number) for number, _ in enumerate(WORDS))]
    for number, word in enumerate(WORDS):
        asker = hidden(number).id
        expected = {one.id for one in there if meets(word, one, asker)} - ({asker} if how == "attach_to" else set())
        assert by.get((how, f'"{asker}"'), set()) == quoted(*expected), word
    assert refused(turned, [{"players": "you"}], lambda word: [{"as_turned_up": {how: word}}])


# --- costs -------------------------------------------------------------------------------------------------------

OF_CARDS = ("discard", "reveal", "exile_from_hand", "exile_from_graveyard")
OF_PERMANENTS_PAID = ("return_to_hand", "sacrifice", "tap")


def test_what_costs_are_paid_with() -> None:
    never = {
        **dict.fromkeys(OF_CARDS, ("controller", "other", *OF_PERMANENTS, "players")),
        "exile_from_graveyard": ("controller", *OF_PERMANENTS, "players"),
        **dict.fromkeys(OF_PERMANENTS_PAID, ("controller", "players")),
    }

    def morph(word: Word, ways: Iterable[str] = never) -> list[dict[str, Any]]:
        return [{"morph": {"life": 1, **{way: word for way in ways if not {*word} & {*never[way]}}}}]

    for way in never:
        for word in (*WORDS, {"players": "you"}):
            if {*word} & {*never[way]}:
                assert refused(turned, [word], lambda word, way=way: [{"morph": {way: word}}]), (way, word)
    actions = [f"turn {hidden(number).id} face up for its morph cost" for number, _ in enumerate(WORDS)]
    by = chosen(judged(turned(WORDS, morph), *actions))
    there = [*POOL, *(hidden(number) for number, _ in enumerate(WORDS))]
    for way, words_never in never.items():
        for number, word in enumerate(WORDS):
            if {*word} & {*words_never}:
                continue
            asker = hidden(number).id
            of_cards = {
                f"{'dead' if way == 'exile_from_graveyard' else 'held'} {one.id}"
                for one in CARDS
                if meets(word, one, asker)
            }
            of_permanents = {one.id for one in there if one.whose == "alice" and meets(word, one, asker)}
            expected = of_cards if way in OF_CARDS else of_permanents
            assert by.get((way, f"i{number + 1}"), set()) == quoted(*expected), (way, word)


# --- spells ------------------------------------------------------------------------------------------------------

OF_SPELLS = [word for word in WORDS if {*word} <= {*Spells.model_fields}]


def with_law(ability: Any) -> Board:
    at_any_time = {"as_though_flash": {}}
    law = {"types": ["artifact"], "abilities": [*(ability(word) for word in OF_SPELLS), at_any_time]}
    return board(
        {"Law": law, "Lurker": {"types": ["creature"], "power": 1, "toughness": 1, "abilities": [{"morph": "{1}"}]}},
        battlefield=[{"id": "law", "card": "Law", "controller": "alice"}],
        hand=[*(one.on_board("hand") for one in CARDS), {"id": "lurker", "card": "Lurker", "owner": "alice"}],
    )


CASTS = {**{f"cast {one.id}": one for one in CARDS}, "cast lurker face down": Thing("Lurker", face_down=True)}


@pytest.mark.parametrize("head", ["cant_cast", "spell_costs", "as_though_flash", "may_cast"])
def test_which_spells_are_spoken_of(head: str) -> None:
    body = {"spell_costs": {"less": 1}, "may_cast": {"from_zones": ["graveyard"]}}.get(head, {})
    start = with_law(lambda word: {head: {**body, "spells": word}})
    spoken_of = found(judged(start, *CASTS), "speaks_of", 5)
    for number, word in enumerate(OF_SPELLS, 1):
        about = {cast for _, _, one, cast, _ in spoken_of if one == f'ability("Law",{number})'}
        expected = {f"i{cast}" for cast, one in enumerate(CASTS.values(), 1) if meets(word, one, "law")}
        assert about == expected, word


def test_which_spells_trigger() -> None:
    start = with_law(lambda word: {"trigger": {"event": "cast", "spells": word}})
    for action, one in CASTS.items():
        outcome = next(iter(start.outcomes(action)))
        assert outcome.board.zone(one.id) == "stack", action
        triggered = {event.data[1] for event in outcome.log if event.code == "triggered"}
        expected = {("ability", "Law", number) for number, word in enumerate(OF_SPELLS, 1) if meets(word, one, "law")}
        assert triggered == expected, action


def test_what_no_spell_is_asked() -> None:
    for word in (*WORDS, {"players": "you"}):
        if word not in OF_SPELLS:
            assert refused(board, {"Law": {"types": ["artifact"], "abilities": [{"cant_cast": {"spells": word}}]}}), (
                word
            )


# --- what effects describe ----------------------------------------------------------------------------------------

PERMANENTS = (
    *("tapped permanent", "untapped permanent", "attacking creature", "nonattacking creature"),
    *("attacking or blocking creature", "face-down permanent", "face-up permanent", "face-up creature", "token"),
    *("nontoken permanent", "permanent with a counter on it", "permanent with no counters on it", "modified creature"),
    *("creature without a charge counter on it", "enchanted permanent", "equipped creature", "Bear", "Elf"),
    *("historic permanent", "blocking creature"),
    *("creature with power 3 or greater", "creature with power 2 or less", "creature with toughness 3 or greater"),
    *("creature with toughness 2 or less", "colorless permanent", "multicolored permanent", "monocolored permanent"),
    *("white permanent", "nonwhite permanent", "permanent with mana value 3 or greater", "permanent you control"),
    *("permanent with mana value 2 or less", "permanent with mana value 5", "permanent an opponent controls"),
    *("permanent you don't control", "permanent you own", "creature with flying", "creature without flying"),
    *(
        "legendary permanent",
        "nonlegendary permanent",
        "artifact creature",
        "noncreature permanent",
        "non-Bear creature",
    ),
    *("artifact or enchantment", "permanent named Ox", "creature that entered this turn"),
    "creature that was dealt damage this turn",
)
OF_CARDS_ANYWHERE = (
    *("creature card", "noncreature card", "artifact or enchantment card", "white card", "nonwhite card", "Bear card"),
    *("colorless card", "multicolored card", "monocolored card", "legendary card", "nonlegendary card"),
    *("permanent card", "artifact creature card", "nonland card"),
)
WITH_MORE = (
    *("with mana value 3 or greater", "with mana value 2 or less", "with power 3 or greater", "with power 2 or less"),
    *("with toughness 3 or greater", "with toughness 2 or less", "with flying", "named Ox"),
)
PHRASES = {
    "battlefield": PERMANENTS,
    "graveyard": (
        *(f"{one} from a graveyard" for one in OF_CARDS_ANYWHERE),
        *(f"creature card {more} from a graveyard" for more in WITH_MORE),
        *("card from a graveyard", "card from your graveyard", "card from an opponent's graveyard"),
    ),
    "exile": (
        *(f"exiled {one}" for one in OF_CARDS_ANYWHERE),
        *(f"exiled card {more}" for more in WITH_MORE),
        *("face-up exiled card", "face-down exiled card", "suspended card", "exiled card you own"),
    ),
    "stack": (
        *("spell", "creature spell", "noncreature spell", "artifact or enchantment spell", "white spell", "Bear spell"),
        *("colorless spell", "multicolored spell", "legendary spell", "face-down spell", "spell with flying"),
        *("spell with mana value 3 or greater", "spell with mana value 2 or less", "spell you control"),
        *("creature spell with power 3 or greater", "spell an opponent controls", "spell you don't control"),
    ),
}
MORE = (
    Thing("Giant", "bob", subtypes=["giant"], cost="{4}{R}", power=5, tapped=True, owner="alice"),
    Thing("Sleeper", subtypes=["bear"], cost="{1}{W}", abilities=["suspend 3—{1}{W}"], counters={"time": 2}),
    Thing("Secret", subtypes=["bear"], cost="{2}{W}", abilities=["flying"], nothing=True),
)


def in_zone(zone: str) -> list[Thing]:
    """What lies in a zone: as it can be there."""
    things = [*POOL, *MORE]
    if zone == "battlefield":
        return [replace(one, nothing=False) for one in things]
    lies = {"face_down": False} if zone != "stack" else {}
    off = [replace(one, attacking=False, tapped=False, token=False, owner="", this_turn=(), **lies) for one in things]
    if zone == "exile":
        return [replace(one, counters=one.counters if one.name == "Sleeper" else {}) for one in off]
    off = [replace(one, counters={}, nothing=False) for one in off]
    return [one for one in off if zone != "stack" or one.types]


def conditions(phrase: str) -> dict[str, Any]:
    (ability,) = read_line(Line(f"Exile target {phrase}.", 0), (), True)
    assert isinstance(ability, SpellAbility)
    (target,) = ability.effects.targets
    return dict(target.description.conditions)


def test_the_phrases_have_every_word() -> None:
    # What hangs on the effect's own object or clauses has scenarios of its own.
    never = {"this", "other", "attached", "has_counters", "abilities", "chosen", "players", "ability", "colored"}
    never |= {"weaker", "exiled_with", "counters", "counters_at_least", "single_target"}
    said = {word for zone in PHRASES.values() for phrase in zone for word in conditions(phrase)}
    assert {*Described.model_fields} - said - never == set()


@pytest.mark.parametrize("zone", PHRASES)
def test_what_effects_describe(zone: str) -> None:
    phrases = PHRASES[zone]
    probes = {
        f"Probe {number}": {"types": ["instant"], "mana_cost": "{0}", "text": f"Exile target {phrase}."}
        for number, phrase in enumerate(phrases)
    }
    things = in_zone(zone)
    rod = Thing("Rod", types=["artifact"], subtypes=["equipment"], cost="{1}")
    there = {
        "battlefield": [{**rod.on_board(), **({"attached_to": "bear"} if zone == "battlefield" else {})}],
        "hand": [{"id": f"probe{number}", "card": name, "owner": "alice"} for number, name in enumerate(probes)],
    }
    there[zone] = [*there.get(zone, []), *(one.on_board(zone) for one in things)]
    printed = {one.name: one.card() for one in (*MORE, rod)}
    start = board({**printed, **probes}, **there)
    eligible = found(judged(start, *(f"cast probe{number}" for number, _ in enumerate(phrases))), "eligible", 4)
    things += [rod] if zone == "battlefield" else []
    for number, phrase in enumerate(phrases):
        asked = conditions(phrase)
        expected = quoted(*(one.id for one in things if meets(asked, one, "", "bear")))
        assert {what for _, filter_, _, what in eligible if f'"Probe {number}",' in filter_} == expected, phrase


@pytest.mark.parametrize("zone", ["hand", "library"])
@pytest.mark.parametrize(
    "phrase", ["creature card", "noncreature card", "card with mana value 3 or greater", "Bear card"]
)
def test_what_is_found_where_nobody_looks(zone: str, phrase: str) -> None:
    words = {
        "hand": f"Exile a {phrase} from your hand.",
        "library": f"Search your library for a {phrase}, put it into your graveyard, then shuffle.",
    }
    things = [replace(one, whose="alice") for one in in_zone(zone)]
    probe = {"types": ["sorcery"], "mana_cost": "{0}", "text": words[zone]}
    law = {"types": ["artifact"], "abilities": [{"as_though_flash": {}}]}
    start = board(
        {**{one.name: one.card() for one in MORE}, "Probe": probe, "Law": law},
        **{
            "hand": [{"id": "probe", "card": "Probe", "owner": "alice"}],
            "battlefield": [{"id": "law", "card": "Law", "controller": "alice"}],
            zone: [
                *([{"id": "probe", "card": "Probe", "owner": "alice"}] if zone == "hand" else []),
                *(one.on_board(zone) for one in things),
            ],
        },
    )
    asked = conditions(f"{phrase} from a graveyard")
    moved = {
        frozenset(one.id for one in things if outcome.board.zone(one.id) != zone)
        for outcome in start.outcomes("cast probe", "resolve the top of the stack")
    }
    expected = {frozenset((one.id,)) for one in things if meets(asked, one, "")}
    assert moved - {frozenset()} == expected
