"""The English of card texts, and the terms it is read into."""

from dataclasses import fields
from pathlib import Path

import pytest

from pyengine.text.abilities import read_card_text
from pyengine.text.reading import TextError, read_effects
from pyengine.text.terms import (
    Ability,
    Clause,
    Description,
    Effects,
    Target,
    Term,
    amounts,
    asp,
    descriptions,
    is_amount,
    references,
)

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
def test_an_amount_is_no_selection_of_counters(term: Term, whether: bool) -> None:
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
    ("english", "word", "message"),
    [
        ("Put a conter on target creature.", "on", "expected 'counter', found 'on'"),
        ("Put a +1/+1 counter on taget creature.", "taget", "expected an object, found 'taget'"),
        ("Draw a card and", "", "found the end of the text"),
        ("Draw a card. Then frobnicate.", "frobnicate", "an action"),
        ("Put a +1/+1 counter on it.", "it", "nothing before this that it could mean"),
        ("Attach Foo to target creature. Untap it.", "it", "it could mean this or target(1)"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(english: str, word: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        read_effects(english, "Foo")
    assert message in caught.value.message
    assert english[caught.value.offset :].startswith(word)
