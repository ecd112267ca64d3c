"""The English of card texts, and the terms it is read into."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine.card_model import abilities, filters
from pyengine.english import effect_terms
from pyengine.english.descriptions import NEW_CONDITIONS
from pyengine.english.effect_terms import (
    AMOUNTS,
    REFERENCES,
    Ability,
    Clause,
    Description,
    Effects,
    SpellAbility,
    StaticAbility,
    Target,
    Term,
    amounts,
    asp,
    descriptions,
    is_amount,
    references,
)
from pyengine.english.grammar import grammar
from pyengine.english.reading import TextError, read_card_text, read_effects
from pyengine.english.static_fields import NoWordError, vocabulary_data
from pyengine.english.writing import UnsayableError, write_effects
from tests.common import few

README = (Path(effect_terms.__file__).parent / "README.md").read_text(encoding="utf-8")
CREATURE = Description((("types", ("creature",)),))
TARGET = Term("target", (1,))


def test_a_term_is_written_for_the_logic_program() -> None:
    put = Term("put", (2, 'od"d', Term("each", (CREATURE,))))
    assert asp(put, lambda _: "said(1)") == 'put(2,"od\\"d",each(said(1)))'
    assert str(put) == "put(2, 'od\"d', each(<types=creature>))"


@pytest.mark.parametrize("name", ["", "Put", "put(", "1st", "a b"])
def test_no_other_word_becomes_program_text(name: str) -> None:
    with pytest.raises(ValueError, match="has no form"):
        asp(Term(name), str)


def test_what_is_in_effects_is_found() -> None:
    many = Term("times", (2, Term("counters", ("charge", Term("this")))))
    effects = Effects((Clause(Term("put", (many, "+1/+1", TARGET))),), (Target(CREATURE),))
    assert references(effects) == (Term("this"), TARGET, Term("you"))
    assert amounts(effects) == (many, Term("counters", ("charge", Term("this"))))
    assert descriptions(effects) == (CREATURE,)


@pytest.mark.parametrize(
    ("term", "whether"),
    [
        (Term("count", (CREATURE,)), True),
        (Term("count", (2, "charge")), False),
        (Term("any_number", (1,)), True),
        (Term("any_number", ("charge",)), False),
        (3, True),
        ("3", False),
    ],
)
def test_an_amount_is_not_a_selection_of_counters(term: Term, whether: bool) -> None:
    assert is_amount(term) == whether


# --- reading -----------------------------------------------------------------------------------------------------


def shown(value: object) -> str:
    return ", ".join(map(shown, value)) if isinstance(value, tuple) else str(value)


def told(effects: Effects) -> list[str]:
    """Clauses and targets as lines: what is done, then whatever is not as usual."""
    lines = []
    for clause in effects.clauses:
        more = [
            f"{field.name}: {shown(getattr(clause, field.name))}"
            for field in fields(clause)
            if field.name != "does" and getattr(clause, field.name) != field.default
        ]
        lines.append(" | ".join([str(clause.does), *more]))
    for target in effects.targets:
        least = "" if (target.least, target.most) == (1, 1) else f" {target.least} to {target.most}"
        other = f" other than {shown(target.other_than)}" if target.other_than else ""
        lines.append(f"target {target.description}{least}{other}")
    return lines


PHRASES = (Path(__file__).parent / "text_phrases.txt").read_text(encoding="utf-8").strip().split("\n\n")


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.splitlines()[0])
def test_english_is_read(phrase: str) -> None:
    english, *lines = phrase.splitlines()
    assert told(read_effects(english, "Foo", ("bear", "bob"))) == [line.strip() for line in lines]


def told_ability(ability: Ability) -> list[str]:
    """An ability as lines: its own fields, then its effects."""
    name = type(ability).__name__.removesuffix("Ability").lower()
    own = [
        f"{field.name}: {shown(getattr(ability, field.name))}"
        for field in fields(ability)
        if field.name != "effects" and getattr(ability, field.name) != field.default
    ]
    effects = getattr(ability, "effects", None)
    return [" | ".join([name, *own]), *([] if effects is None else told_modes(effects))]


def told_modes(effects: Effects) -> list[str]:
    lines = told(effects)
    if effects.modes is not None:
        lines.append(f"choose {effects.modes.least} to {effects.modes.most}")
        for option in effects.modes.options:
            lines += ["-", *told(option)]
    return lines


ABILITIES = (Path(__file__).parent / "text_abilities.txt").read_text(encoding="utf-8").strip().split("\n\n")


@pytest.mark.parametrize("phrase", ABILITIES, ids=lambda phrase: phrase.splitlines()[0])
def test_abilities_are_read(phrase: str) -> None:
    english, *lines = phrase.splitlines()
    text = english.removeprefix("SPELL ").replace(" • ", "\n• ")
    found = [line for one in read_card_text(text, "Foo", english.startswith("SPELL ")) for line in told_ability(one)]
    assert found == [line.strip() for line in lines]


def test_the_place_of_what_is_not_understood_is_that_in_the_card() -> None:
    text = "Flying\nWhenever Foo enters, frobnicate."
    with pytest.raises(TextError) as caught:
        read_card_text(text, "Foo")
    assert text[caught.value.offset :] == "frobnicate."


@pytest.mark.parametrize(
    ("english", "message"),
    [
        ("Whenever you cast a spell that targets one or more creatures, untap those creatures.", "they could be"),
        ("Whenever a creature deals damage to a creature, destroy that creature.", "object of the event or the other"),
        ("Whenever another creature enters, put a +1/+1 counter on each other Goblin.", "other than what"),
        ("{T}: Tap target creature. Untap each other creature you control.", "other than what"),
        ("{T}: Each creature deals 1 damage to each other creature.", "other than what"),
        ("{T}: Destroy target creature with lesser power.", "nothing before this that it could mean"),
        ("When Foo enters, for each Goblin you control, destroy target artifact.", "how many targets"),
        ("When Foo enters, draw that many cards.", "nothing before this that was counted"),
        ("Creatures that player controls get +1/+1.", "no player before this who could be meant"),
        ("Whenever you attack, draw a card. When you discard a card this way, draw a card.", "done this way"),
    ],
)
def test_what_an_ability_leaves_open_is_refused(english: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        read_card_text(english, "Foo")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{1}: You may discard a card. When you do, tap target creature. If you don't, draw a card.", "not certain"),
        (
            "{1}: You may discard a card. When you do, tap target creature. Untap it at the beginning of the next end"
            " step.",
            "something later",
        ),
        ("{1}: You may discard a card. When you do, you may draw a card. When you do, draw a card.", "something later"),
        (
            "{1}: Mill a card. If you control a land, you may draw a card instead. If you do, you gain 1 life.",
            "which of",
        ),
        ("{1}: Draw X cards, where X is your life total. You lose X life.", "X is said of another sentence"),
        ("{1}: Target creature gets +1/+1.", "how long this lasts is not said"),
        (
            '{1}: Exile target card. Create a 1/1 red Elf creature token with "{1}: Return the exiled card to the'
            ' battlefield."',
            "what another object exiled",
        ),
        (
            "Whenever Foo attacks, choose one \u2014\n\u2022 Draw a card.\n\u2022 Create a 1/1 red Elf creature token"
            ' with "Whenever this token saddles a Mount, draw a card."',
            "saddles",
        ),
    ],
)
def test_what_belongs_to_another_sentence_uncertainly_is_refused(text: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        read_card_text(text, "Foo")
    assert message in caught.value.message


def test_a_spell_whose_targets_depend_on_kicker_has_two_ways() -> None:
    text = "Destroy target artifact. If this spell was kicked, it deals 2 damage to target creature. Otherwise, scry 1."
    (spell,) = read_card_text(text, "Foo", spell=True)
    assert isinstance(spell, SpellAbility) and spell.effects.modes is not None
    usual, kicked = spell.effects.modes.options
    assert [str(one.does) for one in usual.clauses] == ["destroy(target(1))", "scry(1)"]
    assert [str(one.does) for one in kicked.clauses] == ["destroy(target(1))", "deal_damage(2, this, target(2))"]
    assert (len(usual.targets), len(kicked.targets)) == (1, 2)


@pytest.mark.parametrize(
    ("english", "word", "message"),
    [
        ("Put a conter on target creature.", "on", "expected 'counter' or ',', found 'on'"),
        ("Put a +1/+1 counter on taget creature.", "taget", "expected an object, found 'taget'"),
        ("Draw a card and", "", "found the end of the text"),
        ("Draw a card. Then frobnicate.", "frobnicate", "an action"),
        ("Put a +1/+1 counter on it.", "it", "nothing before this that it could mean"),
        ("Destroy target creature or planeswalker with flying.", "creature or", "not certain what 'creature or plane"),
        ("Destroy target legendary artifact or land.", "", "found 'land'"),
        ("Attach Foo to target creature. Untap it.", "it", "it could mean the object itself or target 1"),
        (
            "Mill a card. If you control a land, mill another card instead. Return it to its owner's hand.",
            "it to",
            "what was done, or what was done instead",
        ),
        (
            "Remove all oil counters from target land. Draw a card for each +1/+1 counter removed this way.",
            "+1/+1 counter removed",
            "no +1/+1 counters, or others too, were removed",
        ),
        (
            "Mill a card. You gain 1 life. If you control a land, instead you gain 2 life and draw a card.",
            "Mill",
            "what this is done instead of is not certain",
        ),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(english: str, word: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        read_effects(english, "Foo")
    assert message in caught.value.message
    assert english[caught.value.offset :].startswith(word)


FORGOTTEN = {
    *("owners_hand", "owners_graveyard", "owners_library", "separator", "then", "this", "one", "same_object"),
    *("event: their", "act: possessive", "other_object: thing", "event_object: thing", "object_condition: thing"),
    *(
        "phase: noun",
        "duration: noun",
        "static_body: noun",
        "static_body: shuffled_instead",
        "same_object: noun",
        "same_object: nouns",
    ),
    "same_object: player_noun",
    *("static_body: as_either", "event_object: this_of_either"),
    "triggered: first_counters",
}
"""What rules read and make nothing of: whose hand a card goes to is its owner's, whoever the text names; a condition
that the rule has words for."""


def test_nothing_that_is_read_is_forgotten() -> None:
    def used(node: object) -> set[int]:
        if not isinstance(node, tuple):
            return set()
        if len(node) == 2 and node[0] == "slot":
            return {node[1]}
        return {place for inner in node for place in used(inner)}

    found = set()
    for rule, alternatives in grammar().rules.items():
        for one in alternatives:
            for place, name in enumerate(one.names):
                if place not in used(one.template.tree):
                    found.add(name if name in FORGOTTEN else f"{rule.removesuffix('s')}: {name}")
    assert found == FORGOTTEN


def test_conditions_are_those_of_filters_or_listed() -> None:
    known = filters.Filter.model_fields.keys() | NEW_CONDITIONS.keys()
    read: list[object] = [read_effects(phrase.splitlines()[0], "Foo", ("bear", "bob")) for phrase in PHRASES]
    for phrase in ABILITIES:
        english = phrase.splitlines()[0].replace(" • ", "\n• ")
        read += read_card_text(english.removeprefix("SPELL "), "Foo", english.startswith("SPELL "))
    found = {name for each in read for one in descriptions(each) for name, _ in one.conditions}
    assert len(found) > 15
    assert found <= known


def test_every_rule_can_be_come_to() -> None:
    rules = grammar().rules
    found: set[str] = set()
    ahead = ["effects", "triggered_with", "activated", "loyalty", "chapter", "spell_line", "static", "keyword_line"]
    while ahead:
        rule = ahead.pop()
        if rule not in found:
            found.add(rule)
            ahead += [item.rule for one in rules.get(rule, []) for item in one.items if hasattr(item, "rule")]
    assert found >= rules.keys() | grammar().terminals.keys()


def test_the_references_are_documented() -> None:
    told_of = re.findall(r"^\| `(\w+)", README, re.MULTILINE)
    assert set(told_of) == REFERENCES | AMOUNTS | {"count"}


# --- static abilities as card files have them --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("english", "data"),
    [
        (
            "Other Goblins you control get +1/+1.",
            {
                "gets": {
                    "power": 1,
                    "toughness": 1,
                    "affects": {"other": True, "subtypes": ["goblin"], "controller": "you"},
                }
            },
        ),
        (
            "Enchanted creature has flying.",
            {"has": {"keywords": ["flying"], "affects": {"attached": True, "types": ["creature"]}}},
        ),
        (
            "Foo gets +1/+0 for each charge counter on it.",
            {"gets": {"power": 1, "toughness": 0, "for_each": "charge"}},
        ),
        (
            "Creatures you control get -X/+X, where X is the number of charge counters on Foo.",
            {
                "gets": {
                    "power": -1,
                    "toughness": 1,
                    "affects": {"types": ["creature"], "controller": "you"},
                    "for_each": "charge",
                }
            },
        ),
        (
            "As long as Foo has two or more +1/+1 counters on it, it has trample.",
            {"has": {"keywords": ["trample"], "as_long_as": {"counters": "+1/+1", "at_least": 2}}},
        ),
        (
            "Foo enters with a +1/+1 counter on it for each other Elf you control.",
            {
                "enters_with": {
                    "counters": {"+1/+1": 1},
                    "for_each": {"other": True, "subtypes": ["elf"], "controller": "you"},
                }
            },
        ),
        ("Foo enters with X charge counters on it.", {"enters_with": {"counters": {"charge": "X"}}}),
        (
            "Foo enters with two +1/+1 counters on it if a creature died this turn.",
            {"enters_with": {"counters": {"+1/+1": 2}, "only_if": {"creature_died": True}}},
        ),
        (
            "If an effect would put one or more counters on a permanent you control, it puts twice that many of those "
            "counters on that permanent instead.",
            {"would_put": {"affects": {"controller": "you"}, "times": 2, "only_effects": True}},
        ),
        (
            "Creature spells your opponents cast cost {2} more to cast.",
            {"spell_costs": {"spells": {"types": ["creature"]}, "more": 2, "by": "opponent"}},
        ),
    ],
)
def test_a_static_ability_is_what_a_card_file_says(english: str, data: dict[str, object]) -> None:
    (ability,) = read_card_text(english, "Foo")
    assert isinstance(ability, StaticAbility)
    assert abilities.Ability.model_validate(vocabulary_data(ability)) == abilities.Ability.model_validate(data)


def test_a_leveler_has_its_band_while_it_has_the_counters() -> None:
    abilities = read_card_text("Level up {1}\nLEVEL 1-3\n2/2\nFlying\nLEVEL 4+\n4/4\nFlying", "Foo")
    assert [vocabulary_data(one) for one in abilities if isinstance(one, StaticAbility)][2:] == [
        {"base": {"power": 4, "toughness": 4, "as_long_as": {"counters": "level", "at_least": 4}}},
        {"has": {"keywords": ["flying"], "as_long_as": {"counters": "level", "at_least": 4}}},
    ]


@pytest.mark.parametrize(
    ("english", "message"),
    [
        ("Foo must be blocked if able.", "no word for 'must_be_blocked'"),
        ("Monocolored creatures you control get +1/+1.", "no word for 'monocolored'"),
        ("Foo gets +X/+2, where X is the number of charge counters on it.", "expected a number"),
        ("As long as you have the city's blessing, Foo has haste.", "the condition 'city blessing'"),
    ],
)
def test_text_that_card_files_cannot_say_is_reported(english: str, message: str) -> None:
    (ability,) = read_card_text(english, "Foo")
    assert isinstance(ability, StaticAbility)
    with pytest.raises(NoWordError, match=message):
        vocabulary_data(ability)


# --- writing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.splitlines()[0])
def test_what_is_read_is_written_and_read_again(phrase: str) -> None:
    effects = read_effects(phrase.splitlines()[0], "Foo", ("bear", "bob"))
    assert read_effects(write_effects(effects, ("bear", "bob")), ids=("bear", "bob")) == effects


@pytest.mark.parametrize(
    ("english", "again"),
    [
        ("Draw three cards, then you lose 2 life.", "Draw three cards. Lose 2 life."),
        ("Foo deals damage equal to its power to target creature.", None),
        ("Put a +1/+1 counter on target creature and untap it.", "Put a +1/+1 counter on target creature. Untap it."),
        ("Destroy up to two other target Goblins.", "Destroy up to two other target Goblins."),
    ],
)
def test_it_is_written_as_cards_say_it(english: str, again: str | None) -> None:
    written = write_effects(read_effects(english, "Foo"))
    assert written == (again or english.replace("Foo", "~").replace("its", "~'s"))


def test_what_only_an_event_tells_is_named() -> None:
    effects = Effects(
        (
            Clause(Term("put", (Term("that_many"), "+1/+1", Term("this")))),
            Clause(Term("gain_life", (Term("power", (Term("that"),)),))),
            Clause(Term("lose_life", (Term("that_many"),)), by=Term("that_player")),
        )
    )
    assert write_effects(effects) == (
        "Put that many +1/+1 counters on ~. Gain life equal to that object's power. That player loses that much life."
    )


def test_what_has_no_words_is_not_written() -> None:
    with pytest.raises(UnsayableError, match="no words for frobnicate"):
        write_effects(Effects((Clause(Term("frobnicate", (TARGET,))),), (Target(CREATURE),)))


NUMBERS = st.integers(1, 25)
KINDS = st.sampled_from(["+1/+1", "-1/-1", "charge", "first strike", "stun"])
OF_ANYTHING: dict[str, st.SearchStrategy[object]] = {
    "controller": st.sampled_from(["you", "opponent", "not you"]),
    "colors": st.sampled_from([("white",), ("blue", "red")]),
    "tapped": st.booleans(),
    "token": st.just(False),
    "counters": KINDS.map(lambda kind: (kind,)),
    "mana_value_at_least": st.integers(0, 9),
}
OF_CREATURES: dict[str, st.SearchStrategy[object]] = {
    "not_subtypes": st.just(("wall",)),
    "supertypes": st.just(("legendary",)),
    "has": st.just(("flying",)),
    "power_at_most": st.integers(0, 9),
}
SEVERAL = st.sampled_from([("artifact", "creature"), ("artifact", "creature", "land")])
CONDITIONS = st.one_of(
    st.fixed_dictionaries({"types": st.just(("creature",))}, optional=OF_ANYTHING | OF_CREATURES),
    st.fixed_dictionaries({"types": SEVERAL}, optional=OF_ANYTHING),
)
DESCRIPTIONS = CONDITIONS.map(lambda one: Description(tuple(sorted(one.items()))))
OBJECTS = st.one_of(
    st.just(Term("this")),
    DESCRIPTIONS.map(lambda one: Term("each", (one,))),
    st.tuples(DESCRIPTIONS, NUMBERS).map(lambda one: Term("some", (one[0], one[1], one[1]))),
)
MANY = st.one_of(NUMBERS, DESCRIPTIONS.map(lambda one: Term("count", (one,))))


def clauses(objects: st.SearchStrategy[Term]) -> st.SearchStrategy[Clause]:
    """Clauses about these objects."""
    one = objects.flatmap(
        lambda obj: st.one_of(
            st.sampled_from(["destroy", "exile", "tap", "untap", "sacrifice"]).map(lambda verb: Term(verb, (obj,))),
            st.tuples(MANY, KINDS).map(lambda many: Term("put", (*many, obj))),
            st.tuples(NUMBERS, KINDS).map(lambda many: Term("remove", (Term("count", many), obj))),
            KINDS.map(lambda kind: Term("remove", (Term("all", (kind,)), obj))),
            MANY.map(lambda many: Term("deal_damage", (many, Term("this"), obj))),
        )
    )
    lasting = st.tuples(objects, st.integers(-3, 3), st.sampled_from(["flying", "double strike"])).flatmap(
        lambda said: st.sampled_from([Term("get", (said[1], said[1], said[0])), Term("gain", (said[2], said[0]))])
    )
    players = st.sampled_from([Term("you"), Term("each", (Description((("players", "opponent"),), "players"),))])
    own = st.tuples(st.sampled_from(["draw", "mill", "gain_life", "lose_life"]), MANY).map(
        lambda said: Term(said[0], (said[1],))
    )
    return st.one_of(
        st.builds(Clause, one, optional=st.booleans()),
        st.builds(Clause, lasting, until=st.just("end of turn")),
        st.builds(Clause, own, by=players, optional=st.booleans()),
    )


@few
@given(st.lists(clauses(OBJECTS), min_size=1, max_size=3))
def test_effects_are_written_and_read_again(told_to: list[Clause]) -> None:
    effects = Effects(tuple(told_to))
    assert read_effects(write_effects(effects)) == effects


@few
@given(st.lists(clauses(st.just(TARGET)), min_size=1, max_size=2), DESCRIPTIONS, st.sampled_from([(1, 1), (0, 1)]))
def test_effects_with_a_target_are_written_and_read_again(
    told_to: list[Clause], target: Description, how_many: tuple[int, int]
) -> None:
    effects = Effects((Clause(Term("tap", (TARGET,))), *told_to), (Target(target, *how_many),))
    try:
        written = write_effects(effects)
    except UnsayableError:  # what was moved is found as what that was done to, and not as the target
        assert {one.does.name for one in told_to} & {"destroy", "exile", "sacrifice"}
    else:
        assert read_effects(written) == effects
