"""The English of card texts, and the terms it is read into."""

import pytest

from pyengine.text.terms import (
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
