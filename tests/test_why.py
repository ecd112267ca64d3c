"""Why an action is illegal, and what would make it legal: against every subset of facts, and every set of edits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import get_args

import pytest

from pyengine import Board, Interrupted
from pyengine.answers.fact_words import fact_words
from pyengine.asking.programs import instruction_facts
from pyengine.errors import InputError
from pyengine.explain import minimal_sets
from pyengine.explain.board_edits import Edit, edited, edits
from pyengine.explain.smallest_changes import smallest_changes
from pyengine.explain.why_illegal import OPEN, minimal_reason, minimal_reasons
from pyengine.position.model import Step
from pyengine.solving.solver import terms_of
from pyengine.solving.timeline import Timeline, instruction

PLAYERS = "players: {alice: {}, bob: {}}\n"
TWO_BANS = PLAYERS + (
    "cards:\n"
    "  Ban: {types: [enchantment], abilities: [{cant_put: {affects: [{types: [creature]}]}}]}\n"
    "  Ox: {types: [creature], power: 2, toughness: 2}\n"
    "battlefield:\n"
    "  - {id: first, card: Ban, owner: alice}\n"
    "  - {id: second, card: Ban, controller: bob}\n"
    "  - {id: ox, card: Ox, controller: alice}\n"
)
ONE_BAN = TWO_BANS.replace("  - {id: second, card: Ban, controller: bob}\n", "")
TAPPED = PLAYERS + "battlefield: [{id: elf, card: Grizzly Bears, controller: alice, tapped: true}]\n"
EMPTY = PLAYERS + (
    "battlefield:\n"
    "  - {id: bear, card: Grizzly Bears, controller: alice, phased_out: true, counters: {charge: 1}}\n"
    "  - {id: kite, card: Tatterkite, controller: bob}\n"
)
MOVE = "move 2 charge counters from bear to kite"
FACE_DOWN = PLAYERS + (
    "priority: bob\nbattlefield: [{id: spy, card: Abomination of Gudul, controller: bob, owner: alice,\n"
    "  face_down: {by: morph}}]\n"
)
TURN = "turn spy face up for its morph cost"
BACK = "move a charge counter from kite to bear"
whole = pytest.mark.exhaustive


# --- all minimal sets -------------------------------------------------------------------------------------------


def facts_of(board: Board, action: str) -> tuple[list[str], list[str], list[str]]:
    """Facts that may be otherwise; those that could be there and are not; and all others, one a line."""
    first = board.action(action)
    lines = (board.facts() + instruction_facts(board, [first])).splitlines()
    there = [line for line in lines if re.match(rf"(?:{'|'.join(OPEN)})\(", line)]
    named = sorted(first.names() & board.objects.keys())
    absent = [f'tapped(0,"{name}").' for name in named]
    absent += [
        f'counters(0,"{name}","{kind}",1).'
        for name in named
        for kind in sorted(first.kinds())
        if kind not in board.counters(name)
    ]
    return there, [one for one in absent if one not in there], [line for line in lines if line not in there]


def legal_subsets(there: Sequence[str], absent: Sequence[str], others: Sequence[str]) -> Iterator[int]:
    """Of all ways in which the open facts might be, those with which the action is legal, as bits: a bit is set where
    it is as on the board."""
    several = [*there, *absent]
    for ways in range(2 ** len(several)):
        facts = [*others, *(one for bit, one in enumerate(several) if (ways >> bit & 1) == (bit < len(there)))]
        program = Timeline("\n".join(facts), ["questions/do.lp"], courses=("scheduling", "judging"), by_plans=True)
        program.schedule(instruction(1))
        program.run("judging")
        found = program.atoms("legal", 2)
        assert all(one.is_fact for one in found)
        if found:
            yield ways


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (ONE_BAN, "put a charge counter on ox"),
        pytest.param(TWO_BANS, "put a charge counter on ox", marks=whole),
        (TAPPED, "tap elf"),
        pytest.param(EMPTY, MOVE, marks=whole),
        pytest.param(EMPTY, BACK, marks=whole),
    ],
)
def test_all_minimal_sets_are_found_and_no_others(text: str, action: str) -> None:
    board = Board.parse(text)
    there, absent, others = facts_of(board, action)
    several = [*there, *absent]
    legal = list(legal_subsets(there, absent, others))
    assert legal
    assert 2 ** len(several) - 1 not in legal  # the board as it is
    found: list[int] = []
    for size in range(len(several) + 1):
        for bits in combinations(range(len(several)), size):
            kept = sum(1 << bit for bit in bits)
            if not any(kept & one == one for one in found) and not any(ways & kept == kept for ways in legal):
                found.append(kept)
    terms = terms_of(line[:-1] for line in several)
    words = [fact_words(board, term, bit < len(there)) for bit, term in enumerate(terms)]
    expected = [tuple(sorted(word for bit, word in enumerate(words) if kept >> bit & 1)) for kept in found]
    why = minimal_reasons(board, action, limit=100)
    assert sorted(tuple(sorted(one)) for one in why.reasons) == sorted(expected)
    assert why.all_found
    assert why.facts == minimal_reason(board, action).facts
    assert why.facts in why.reasons


def test_two_bans_are_two_reasons_and_a_limit_says_so() -> None:
    board = Board.parse(TWO_BANS)
    why = minimal_reasons(board, "put a charge counter on ox")
    assert [one[-1] for one in why.reasons] == ["first: {zone: battlefield}", "second: {zone: battlefield}"]
    one = minimal_reasons(board, "put a charge counter on ox", limit=1)
    assert (len(one.reasons), one.all_found, one.complete) == (1, False, True)


def test_minimal_sets_of_any_family() -> None:
    """The search itself, on all families of sets of four things that make another one impossible."""
    subsets = [frozenset(one) for size in range(5) for one in combinations(range(4), size)]
    for seed in range(0, 2**16, 997):
        impossible = [one for bit, one in enumerate(subsets) if seed >> bit & 1]
        minimal = [one for one in impossible if not any(other < one for other in impossible)]

        def possible(given: Sequence[int], bad: list[frozenset[int]] = minimal) -> list[int] | None:
            return None if any(one <= set(given) for one in bad) else list(given)

        found = list(minimal_sets.minimal_sets(4, possible))
        assert sorted(found) == sorted(map(sorted, minimal))


# --- the smallest changes ---------------------------------------------------------------------------------------


def costing(several: Sequence[Edit], most: int, start: int = 0) -> Iterator[tuple[Edit, ...]]:
    """All sets of edits that can be made together and cost no more than this."""
    yield ()
    for place in range(start, len(several)):
        one = several[place]
        if one.cost <= most:
            for others in costing(several, most - one.cost, place + 1):
                if not any(one.excludes(other) for other in others):
                    yield (one, *others)


@pytest.mark.parametrize(
    ("text", "action", "most"),
    [
        (TAPPED, "tap elf", 2),
        (TAPPED, "turn elf face up", 2),
        (FACE_DOWN, TURN, 1),
        (EMPTY, BACK, 1),
        *(pytest.param(*one, 3, marks=whole) for one in [(EMPTY, MOVE), (EMPTY, BACK), (FACE_DOWN, TURN)]),
        pytest.param(TWO_BANS, "untap ox", 3, marks=whole),
    ],
)
def test_the_changes_are_the_smallest_of_all(text: str, action: str, most: int) -> None:
    board = Board.parse(text)
    made: list[tuple[tuple[Edit, ...], Board]] = []
    for chosen in costing(edits(board, board.action(action)), most):
        with suppress(InputError):
            made.append((chosen, edited(board, chosen)))
    legal = []
    for chosen, there in made:
        with suppress(InputError):  # it contradicts the rules
            if there.is_legal(action):
                legal.append(chosen)

    def within(small: tuple[Edit, ...], large: tuple[Edit, ...]) -> bool:
        return small != large and all(any(other.goes_as_far_as(one) for other in large) for one in small)

    smallest = [one for one in legal if not any(within(other, one) for other in legal)]
    found = smallest_changes(board, action, limit=100, most=most)
    assert not found.stopped
    told = [sorted(edit.words for edit in change.edits) for change in found.found]
    assert sorted(told) == sorted(sorted(edit.words for edit in one) for one in smallest)
    assert [one.cost for one in found.found] == sorted(one.cost for one in found.found)
    assert all(change.board.is_legal(action) for change in found.found)


def test_changes_in_words() -> None:
    def said(text: str, action: str) -> list[str]:
        return [str(one) for one in smallest_changes(Board.parse(text), action).found]

    assert said(TAPPED, "tap elf") == ["elf: {tapped: false}"]
    assert "without first; without second" in said(TWO_BANS, "put a charge counter on ox")
    assert said(FACE_DOWN, TURN)[0].startswith("bob: {mana: ")
    assert said(TAPPED, "untap elf") == []  # it is legal


def test_every_step_is_tried_as_a_change() -> None:
    board = Board.parse(PLAYERS + "battlefield: [{id: bear, card: Grizzly Bears, controller: alice}]")
    attack = smallest_changes(board, "declare attackers", most=1)
    assert [str(one) for one in attack.found] == ["step: declare attackers"]
    steps = {edit.value for edit in edits(board, board.action("tap bear")) if edit.field == "step"}
    assert steps == {*get_args(Step)} - {"precombat main"}


def test_mana_for_casting_face_down_is_what_the_rules_ask_for() -> None:
    board = Board.parse(PLAYERS + "hand: [{id: angel, card: Exalted Angel, owner: alice}]")
    found = smallest_changes(board, "cast angel face down", most=3)
    assert [str(one) for one in found.found] == ["alice: {mana: '{3}'}"]


def test_where_nothing_makes_it_legal_and_where_a_limit_is_met() -> None:
    bear = Board.parse(PLAYERS + "battlefield: [{id: bear, card: Grizzly Bears, controller: alice}]")
    none = smallest_changes(bear, "move a charge counter from bear to bear")
    assert (none.found, none.stopped, none.searched) == ((), "", 9)
    one = smallest_changes(Board.parse(TWO_BANS), "put a charge counter on ox", limit=1)
    assert (len(one.found), one.stopped) == (1, "only 1 changes are shown")
    with pytest.raises(InputError):
        smallest_changes(bear, "tap bear", limit=0)
    with pytest.raises(Interrupted):
        minimal_reasons(bear, "remove a charge counter from bear", timeout=1e-9)
