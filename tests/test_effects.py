"""What effects tell to do: the facts of clauses, and the rules that carry them out."""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pyengine import Board, InvalidActionError
from pyengine.actions.action import Action
from pyengine.cards import catalog
from pyengine.compiler.effect_facts import effect_facts
from pyengine.compiler.effect_schema import VERBS
from pyengine.compiler.modes import each_way
from pyengine.compiler.passes import OF_CLAUSES, OF_TERMS, UnknownToRulesError, known
from pyengine.english.effect_terms import Effects
from pyengine.english.reading import TextError, read_card_text, read_effects
from pyengine.solving.asp_terms import FactWriter
from pyengine.solving.statements import in_file

SAID = re.compile(r"clause_(?:says\(t,I(?:nstruction)?|tells\(Ability,K),([a-z_]+)(?=(\(?.*))")
"""What an effect says as it is carried out, or, of how often, on the way there."""


def test_the_verbs_that_have_facts_are_those_that_rules_carry_out() -> None:
    """With one more argument a verb would match no rule, and so do nothing."""
    carried: dict[str, set[int]] = defaultdict(set)
    for statement in (
        *in_file("rules/608_2_verbs.lp"),
        *in_file("rules/608_2_effects.lp"),
        *in_file("rules/608_2c_conditions.lp"),
        *in_file("rules/118_12_while_resolving.lp"),
        *in_file("rules/603_7_delayed.lp"),
        *in_file("rules/605_mana_abilities.lp"),
        *in_file("rules/111_tokens.lp"),
        *in_file("rules/701_token_actions.lp"),
    ):
        for verb, rest in re.findall(SAID, statement.text):
            carried[verb].add(arguments(rest) if rest.startswith("(") else 0)
    assert carried == {verb: {len(form) for form in forms} for verb, forms in VERBS.items()}


FORMS_OF_ANOTHER = {
    **dict.fromkeys(("give_another", "another_of_each", "up_or_down", "get_counters"), "put"),
    **dict.fromkeys(("create", "create_for_each", "create_copy"), "create_tokens"),
    **{"owners_gain_control": "gain_control", "counter_spell_to_exile": "counter_spell", "discard_hand": "discard"},
    **{"cast_free": "cast", "play_free": "play", "manifest_it": "manifest", "get_each": "get"},
    "exchange_control": "gain_control",
}
"""Verbs that do what another one does, to what only they refer to."""

ONLY_NAME = {"choose", "choose_some"}
"""Verbs that do nothing but name what later clauses are about."""


def in_third_person(verb: str) -> str:
    """Return the predicate of an instruction that has this verb."""
    first, *others = verb.split("_")
    ends = (("have", "has"), ("y", "ies")) if not re.search("[aeo]y$", first) else ()
    if verb in ("monstrosity", "renown", "cant_fight"):  # 701.37a, 702.112a: the rules have no verb for it
        return verb
    if first == "time":
        return f"{verb}s"
    said = next((first.removesuffix(end) + new for end, new in ends if first.endswith(end)), "")
    return "_".join([said or first + ("es" if re.search("(s|sh|ch|x)$", first) else "s"), *others])


def test_an_instruction_has_the_name_of_the_verb() -> None:
    """A reader of the rules finds `exiles(I,Object)` for `exile(Reference)`, and needs no dictionary."""
    rules = [statement.text.partition(":-") for statement in in_file("rules/608_2_verbs.lp")]
    wrong = {}
    for verb in VERBS.keys() - ONLY_NAME:
        heads = {head.split("(")[0] for head, _, body in rules if verb in dict(re.findall(SAID, body))}
        heads.discard("clause_says")
        found: set[str] = set()
        while heads - found:
            found |= heads
            heads |= {head.split("(")[0] for head, _, body in rules if heads & set(re.findall(r"[a-z_]+(?=\()", body))}
        if heads and in_third_person(FORMS_OF_ANOTHER.get(verb, verb)) not in heads:
            wrong[verb] = heads
    assert wrong == {}


def arguments(text: str) -> int:
    """How many arguments stand in the brackets that a text begins with."""
    depth, number = 0, 1
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        number += letter == "," and depth == 1
        if not depth:
            return number
    raise AssertionError(text)


@pytest.mark.parametrize(
    ("english", "what"),
    [
        ("Create a token that's a copy of each creature.", "to copy several"),
        ("Populate.", "the verb populate"),
        ("Target creature gains flying until end of combat.", "what lasts until end of combat"),
        ("Destroy target commander.", "the description"),
        ("Move a counter from each creature onto target creature.", "to move counters from or onto several"),
        ("Put a charge counter or an oil counter on target creature unless its controller pays {1}.", "one of several"),
        ("Destroy each creature unless you pay {1} and discard a card.", "to do several things, or else"),
        ("Untap up to two target permanents that share a permanent type.", "other than two targets that are alike"),
    ],
)
def test_what_the_rules_do_not_know_has_no_facts(english: str, what: str) -> None:
    facts = FactWriter()
    with pytest.raises(ValueError, match=what):
        effect_facts(facts, "a", read_effects(english))
    assert not facts.lines


BOARD = """
players: {alice: {}, bob: {}}
battlefield:
  - {id: bear, card: Grizzly Bears, controller: alice}
  - {id: elf, card: Grizzly Bears, controller: bob}
"""


def effects_of_cards(every: int) -> Iterator[Effects]:
    """What texts of every so many cards of the library say is done."""
    for card in [*catalog.every_card()][::every]:
        for line in (card.text or "").splitlines():
            with suppress(TextError):
                for ability in read_card_text(line, card.name, not {"instant", "sorcery"}.isdisjoint(card.types)):
                    if isinstance(said := getattr(ability, "effects", None), Effects):
                        yield from each_way(said)


def test_a_pass_finds_nothing_more_after_its_turn() -> None:
    changing = set()
    for said in effects_of_cards(8):
        try:
            whole = known(said)
        except UnknownToRulesError:
            continue
        for one in (*OF_TERMS, *OF_CLAUSES):
            found = one(said)
            assert one(found) == found, one
            assert one(whole) == whole, one
            if found != said:
                changing.add(one.__name__)
            said = found
        assert said == whole
    assert len(changing) >= 5


def test_an_action_in_the_english_of_cards_is_written_as_it_was_typed() -> None:
    action = Action.parse("put a +1/+1 counter on each creature you control by bob")
    assert str(action) == "put a +1/+1 counter on each creature you control by bob"
    assert Action.parse(str(action)) == action
    board = Board.parse(BOARD)
    assert [one.board.counters("elf") for one in board.outcomes(action)] == [{"+1/+1": 1}]


@pytest.mark.parametrize("phrase", ["adapt 3", "put a +1/+1 counter on this creature", "frobnicate bear"])
def test_a_phrase_that_only_a_card_could_say_is_not_an_action(phrase: str) -> None:
    with pytest.raises(InvalidActionError):
        Action.parse(phrase)


def test_an_ability_on_the_stack_is_part_of_the_resulting_board() -> None:
    board = Board.parse(
        BOARD
        + """
  - {id: conduit, card: Conduit, controller: alice}
cards:
  Conduit: {types: [artifact], abilities: [{activated: {does: "put a +1/+1 counter on target creature"}}]}
"""
    )
    (waiting,) = board.outcomes("activate ability 1 of conduit targeting elf")
    (ability,) = waiting.board.to_data()["stack"]
    assert (ability["source"], ability["targets"], ability["kind"]) == ("conduit", ["elf"], "activated")
    again = Board.from_data(waiting.board.to_data())
    (resolved,) = again.outcomes("resolve the top of the stack")
    assert resolved.board.counters("elf") == {"+1/+1": 1}
    assert not resolved.board.to_data().get("stack")
    (settled,) = board.outcomes("activate ability 1 of conduit targeting elf", settle=True)
    assert settled.board == resolved.board


def test_a_number_that_is_not_kept_is_reported() -> None:
    """What a board does not say of an ability on the stack: how much the event was."""
    board = Board.parse(
        BOARD
        + """
  - {id: ox, card: Ox, controller: alice}
stack:
  - {id: trigger, source: ox, ability: 1}
cards:
  Ox:
    types: [creature]
    power: 3
    toughness: 3
    abilities:
      - trigger: {event: gains life, affects: {players: you}, does: "put that many +1/+1 counters on this creature"}
"""
    )
    outcomes = board.outcomes("resolve the top of the stack")
    assert [one.board.counters("ox") for one in outcomes] == [{}]
    assert any("so that part does nothing" in note for note in outcomes.caveats)


def test_an_unread_trigger_is_on_the_stack_and_gives_a_note_as_it_resolves() -> None:
    odd = "  - {id: odd, card: Odd, controller: alice}\n"
    ability = "{trigger: {event: dies, affects: {other: true, controller: you}, does: sing a song}}"
    cards = f"cards: {{Odd: {{types: [enchantment], abilities: [{ability}]}}}}\n"
    board = Board.parse(BOARD + odd + cards).with_counters("bear", {"a": 1})
    note = "an effect of odd is not modelled, so pyengine does nothing: sing a song"
    assert note in board.outcomes("destroy bear", settle=True).caveats
    assert note in board.outcomes("destroy bear", "resolve the top of the stack").caveats
    [left] = board.outcomes("destroy bear")
    assert [(item.source, item.ability) for item in left.board.model.stack] == [("odd", 1)]
    assert note in left.board.outcomes("resolve the top of the stack").caveats
    assert not board.outcomes("destroy bear").caveats
    assert not board.outcomes("destroy elf", settle=True).caveats


def test_a_number_is_not_asked_for_where_the_player_did_not_pay() -> None:
    """Create as many tokens as were paid for: without a payment nothing is created, and no note comes."""
    text = "When Den enters, you may pay {X}. If you do, create X 1/1 red Goblin creature tokens."
    board = Board.from_data(
        {
            "players": {"alice": {"mana": "{R}{1}"}, "bob": {}},
            "cards": {"Den": {"types": ["enchantment"], "mana_cost": "{R}", "text": text}},
            "hand": [{"id": "den", "card": "Den", "owner": "alice"}],
        }
    )
    outcomes = board.outcomes("cast den", settle=True)
    assert sorted(len(outcome.board.model.battlefield) for outcome in outcomes) == [1, 2]
    assert outcomes.caveats == ()


def test_an_unread_state_trigger_gives_a_note_where_something_would_resolve() -> None:
    odd = "  - {id: odd, card: Odd, controller: alice}\n"
    ability = "{trigger: {event: state, as_long_as: {counters: a}, does: sing a song}}"
    cards = f"cards: {{Odd: {{types: [enchantment], abilities: [{ability}]}}}}\n"
    board = Board.parse(BOARD + odd + cards)
    note = "an ability of odd triggers, and what it does is not modelled: it is put on no stack"
    put = "put a a counter on odd"
    assert note in board.outcomes(put, settle=True).caveats
    assert note in board.outcomes(put, "resolve the top of the stack").caveats
    assert note not in board.outcomes(put).caveats
