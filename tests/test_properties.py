"""Properties of all boards within bounds: the shipped ones hold or fail as they must, each notices a broken rule, and
a file that is no property is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyengine.cards import catalog
from pyengine.solving.statements import asp_directory
from pyengine.tools import space_cards
from pyengine.tools.properties import Property, find, properties
from pyengine.tools.prove import prove
from pyengine.tools.space import Space, space_of

README = asp_directory() / "README.md"


def space(asked: Property, objects: int | None = None, most: int | None = None) -> Space:
    """The space of a property, at most so large."""
    cards = {card.name: card for card in map(catalog.definition, asked.words("with_card"))}
    found = space_of(asked, cards={**cards, **space_cards.cards(asked.words("with_ability"))})
    return replace(found, objects=min(found.objects, objects or 20), most=min(found.most, most or 1000))


def row(name: str) -> str:
    """What the map says of a property."""
    asked = find(name)
    bounds = space(asked).words(asked.words("varies"))
    fails = " **Fails.**" if asked.must_fail else ""
    return f"| `{name}.lp` | {asked.says}{fails} | {bounds} |"


def test_the_map_says_what_each_property_is_and_its_bounds() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in properties() if row(name) not in text] == []


# --- what holds ---------------------------------------------------------------------------------------------------

LARGE = {"ten_poison_counters_lose_the_game": 11}
"""How many counters it takes to meet what is assumed, where that is more than one."""
PAIRS = {
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
